//! The server over real HTTP and WebSocket.

mod bad_input;
mod connections;
mod damage;
mod doors;
mod guests;
mod hoarders;
mod house;
mod identity;
mod imports;
mod limits;
mod mirror;
mod mirror_play;
mod names;
mod pages;
mod pictures;
mod play;
mod restart;
mod results;
mod retention;
mod upgrade;
