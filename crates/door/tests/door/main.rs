//! Whole games and everything else through `Door::call`, with storage, thinkers and time played by the tests.

mod file;
mod home;
mod hostile;
mod lists;
mod play;
mod requests;
mod storage;
mod thinking;
mod time;
