//! Tables over HTTP and WebSocket, kept in one file.
#![forbid(unsafe_code)]
