//! The server over real HTTP and WebSocket.

mod bad_input;
mod guests;
mod house;
mod pages;
mod play;
mod restart;
mod upgrade;
