//! Free ports.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::SystemTime;

/// Below the ports that the system gives to outgoing connections: a server that is killed finds its
/// port free when it comes back.
const FROM: u16 = 20_000;
const MANY: u16 = 12_000;

/// A port on which nobody listens on this computer. It is not reserved: who asks twice before
/// listening gets two different ones, but another program could take it.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Programs that begin at the same time begin at different ports.
    let begin = since.subsec_micros() + std::process::id().wrapping_mul(977);
    let _ = NEXT.compare_exchange(
        0,
        (begin % u32::from(MANY)) as u16,
        Ordering::Relaxed,
        Ordering::Relaxed,
    );
    loop {
        let port = FROM + NEXT.fetch_add(1, Ordering::Relaxed) % MANY;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
