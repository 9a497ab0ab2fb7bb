//! The server over real HTTP and WebSocket.

mod bad_input;
mod damage;
mod guests;
mod hoarders;
mod house;
mod imports;
mod pages;
mod play;
mod restart;
mod upgrade;
