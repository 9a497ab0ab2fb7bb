//! The thread on which proxies run: whoever starts one needs no runtime of its own, and may block.

use std::sync::OnceLock;
use tokio::runtime::{Builder, Handle};

/// Where proxies run.
pub(crate) fn handle() -> &'static Handle {
    static HANDLE: OnceLock<Handle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.unwrap_or_else(|error| panic!("no runtime: {error}"));
        let handle = runtime.handle().clone();
        let run = move || runtime.block_on(std::future::pending::<()>());
        std::thread::Builder::new()
            .name("proxies".to_owned())
            .spawn(run)
            .unwrap_or_else(|error| panic!("no thread: {error}"));
        handle
    })
}
