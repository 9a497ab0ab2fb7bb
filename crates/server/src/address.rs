//! Where a request comes from.

use crate::error::ApiError;
use crate::limits;
use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Where a request comes from, as limits count it. Every request carries this once it has passed
/// the gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Whence {
    /// The network of the visitor; `None` for this computer itself, which is not counted.
    pub(crate) network: Option<IpAddr>,
}

/// What watches over the server on the same machine comes without a proxy.
const WATCHED: [&str; 2] = ["/health", "/metrics"];

impl Whence {
    /// The network that the connection comes from, or that our own proxy saw. A proxy that does
    /// not tell is not believed to be the visitor: nothing would be counted any more.
    pub(crate) fn of(request: &Request, trust_proxy: bool) -> Result<Self, ApiError> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        let here = Whence { network: limits::network_of(peer) };
        if !trust_proxy {
            return Ok(here);
        }
        // The last one is what our proxy saw; those before it can be anybody's invention.
        let last = request.headers().get_all("x-forwarded-for").iter().next_back();
        if last.is_none() && here.network.is_none() && WATCHED.contains(&request.uri().path()) {
            return Ok(here);
        }
        let told = last.and_then(|value| value.to_str().ok());
        let told = told.and_then(|text| text.rsplit(',').next()).and_then(|text| read(text.trim()));
        let network = Some(limits::household_of(told.ok_or_else(ApiError::no_address)?));
        Ok(Whence { network })
    }
}

/// An address as proxies write it: some add a port, some put brackets around IPv6.
fn read(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The first value of a header that a proxy sets.
pub(crate) fn forwarded<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let text = headers.get(name)?.to_str().ok()?;
    text.split(',').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn whence(peer: &str, told: &[&str], path: &str, trust: bool) -> Result<Whence, u16> {
        let mut request = Request::builder().uri(path);
        for value in told {
            request = request.header("x-forwarded-for", *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        let peer = SocketAddr::new(peer.parse().unwrap(), 1234);
        request.extensions_mut().insert(ConnectInfo(peer));
        Whence::of(&request, trust).map_err(|error| error.status.as_u16())
    }

    fn network(text: &str) -> Result<Whence, u16> {
        Ok(Whence { network: Some(text.parse().unwrap()) })
    }

    #[test]
    fn the_last_address_that_the_proxy_saw_counts() {
        let told = |values: &[&str]| whence("127.0.0.1", values, "/", true);
        assert_eq!(told(&["198.51.100.7, 192.0.2.1"]), network("192.0.2.1"));
        assert_eq!(told(&["198.51.100.7", "192.0.2.1"]), network("192.0.2.1"));
        assert_eq!(told(&["192.0.2.1:5678"]), network("192.0.2.1"));
        assert_eq!(told(&["[2001:db8:1:2:3::4]:80"]), network("2001:db8:1:2::"));
        assert_eq!(told(&["[2001:db8:1:2:3::4]"]), network("2001:db8:1:2::"));
        assert_eq!(told(&["127.0.0.1"]), network("127.0.0.1"), "nobody is this computer there");
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for values in [&["192.0.2.1, x"][..], &["192.0.2.1", ""], &["192.0.2.1,"], &["é"], &[]] {
            assert_eq!(whence("127.0.0.1", values, "/", true), Err(400), "{values:?}");
            assert_eq!(whence("192.0.2.9", values, "/health", true), Err(400), "{values:?}");
        }
        let here = Ok(Whence { network: None });
        assert_eq!(whence("127.0.0.1", &[], "/health", true), here);
        assert_eq!(whence("127.0.0.1", &["x"], "/health", true), Err(400));
    }

    #[test]
    fn without_a_proxy_the_header_is_nothing() {
        assert_eq!(whence("192.0.2.9", &["192.0.2.1"], "/", false), network("192.0.2.9"));
        assert_eq!(whence("127.0.0.1", &["x"], "/", false), Ok(Whence { network: None }));
    }
}
