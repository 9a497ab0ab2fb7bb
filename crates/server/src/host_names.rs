//! The names that this server goes by. A page of another site can make its own name lead here
//! (DNS rebinding) and would then count as ours: so requests by any other name are refused.

use std::net::IpAddr;

/// The names that this server goes by, besides addresses and `localhost`.
#[derive(Debug)]
pub(crate) struct HostNames(Vec<String>);

impl HostNames {
    /// Those that were given, and the machine's own, as home networks know it.
    pub(crate) fn new(given: &[String]) -> Self {
        let mut names: Vec<_> = given.iter().map(|name| plain(name)).collect();
        if let Some(own) = machine().map(|name| plain(&name)).filter(|name| !name.is_empty()) {
            // `box.home.arpa` is known as `box` and `box.local`, too.
            let short = own.split('.').next().unwrap_or(&own);
            names.extend([short.to_owned(), format!("{short}.local"), own.clone()]);
        }
        HostNames(names)
    }

    /// Whether a `Host` means this server.
    pub(crate) fn knows(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        if let Some(bracketed) = name.strip_prefix('[') {
            return bracketed.strip_suffix(']').is_some_and(|v6| v6.parse::<IpAddr>().is_ok());
        }
        let name = plain(name);
        name.parse::<IpAddr>().is_ok()
            || name == "localhost"
            || name.ends_with(".localhost")
            || self.0.contains(&name)
    }
}

fn plain(name: &str) -> String {
    name.trim().trim_end_matches('.').to_ascii_lowercase()
}

/// The host without its port; `None` if that is no port.
fn without_port(host: &str) -> Option<&str> {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => {
            port.bytes().all(|byte| byte.is_ascii_digit()).then_some(name)
        }
        _ => Some(host),
    }
}

#[cfg(unix)]
fn machine() -> Option<String> {
    rustix::system::uname().nodename().to_str().ok().map(str::to_owned)
}

#[cfg(not(unix))]
fn machine() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_own_names_are_known_and_no_others() {
        let names = HostNames::new(&["Games.Example.org".to_owned()]);
        for host in [
            "localhost",
            "LOCALHOST:4280",
            "a.localhost",
            "127.0.0.1:4280",
            "192.168.1.7",
            "[::1]:4280",
            "[2001:db8::1]",
            "games.example.org",
            "games.example.org.:443",
        ] {
            assert!(names.knows(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:4280",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "games.example.org.evil.example",
            "evil.example@127.0.0.1",
            "[::1]x",
            "[evil.example]",
            "127.0.0.1:port",
        ] {
            assert!(!names.knows(host), "{host}");
        }
        let own = machine().expect("machines have names");
        assert!(names.knows(&own) || own.is_empty());
    }
}
