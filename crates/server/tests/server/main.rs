//! The server over real HTTP and WebSocket.

mod bad_input;
mod connections;
mod guests;
mod house;
mod identity;
mod limits;
mod names;
mod pages;
mod play;
mod restart;
mod retention;
mod upgrade;
