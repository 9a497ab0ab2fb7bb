//! Long answers travel in parts: NATS carries messages of at most a megabyte, and the review of a long game has more.

use async_nats::HeaderMap;
use std::collections::HashMap;
use std::sync::Arc;

/// The bytes of a part.
const PART: usize = 256 * 1024;
/// The most parts of an answer.
const MOST_PARTS: usize = 64;
/// The most answers of which some parts are here.
const MOST_OPEN: usize = 256;
/// Which part of how many, and of what: `3/7 1f3c`.
const HEADER: &str = "Galet-Part";

/// Cuts an answer; one part alone needs no header.
pub(crate) fn cut(whole: Vec<u8>, id: u64) -> Vec<(Option<HeaderMap>, Vec<u8>)> {
    if whole.len() <= PART {
        return vec![(None, whole)];
    }
    let of = whole.len().div_ceil(PART);
    let parts = whole.chunks(PART).enumerate().map(|(part, bytes)| {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, format!("{}/{of} {id:x}", part + 1));
        (Some(headers), bytes.to_vec())
    });
    parts.collect()
}

/// Puts parts together again. Those of one answer come in order.
#[derive(Default)]
pub(crate) struct Parts {
    open: HashMap<u64, (usize, Vec<u8>)>,
}

impl Parts {
    /// The whole answer, once its last part is here.
    pub(crate) fn take(&mut self, headers: Option<&HeaderMap>, bytes: &[u8]) -> Option<Arc<[u8]>> {
        let Some(header) = headers.and_then(|headers| headers.get(HEADER)) else {
            return Some(Arc::from(bytes));
        };
        let (part, of, id) = read(header.as_str())?;
        if part == 1 {
            if self.open.len() >= MOST_OPEN {
                // Whoever left them open has gone; what is lost with them is asked again.
                self.open.clear();
            }
            self.open.insert(id, (0, Vec::new()));
        }
        let (parts, whole) = self.open.get_mut(&id)?;
        if part != *parts + 1 || bytes.len() > PART {
            self.open.remove(&id);
            return None;
        }
        *parts = part;
        whole.extend_from_slice(bytes);
        if part < of {
            return None;
        }
        self.open.remove(&id).map(|(_, whole)| Arc::from(whole))
    }
}

fn read(header: &str) -> Option<(usize, usize, u64)> {
    let (place, id) = header.split_once(' ')?;
    let (part, of) = place.split_once('/')?;
    let (part, of) = (part.parse().ok()?, of.parse().ok()?);
    let id = u64::from_str_radix(id, 16).ok()?;
    ((1..=of).contains(&part) && of <= MOST_PARTS).then_some((part, of, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_whole_again_after_its_last_part() {
        let whole: Vec<u8> = (0..PART * 2 + 5).map(|place| place as u8).collect();
        let parts = cut(whole.clone(), 7);
        assert_eq!(parts.len(), 3);
        let mut taken = Parts::default();
        let (last, first) = parts.split_last().expect("three parts");
        for (headers, bytes) in first {
            assert_eq!(taken.take(headers.as_ref(), bytes), None);
        }
        let answer = taken.take(last.0.as_ref(), &last.1).expect("it is whole");
        assert_eq!(answer[..], whole[..]);
        // Without its first part it is nothing, and nothing stays behind.
        assert_eq!(taken.take(last.0.as_ref(), &last.1), None);
        assert!(taken.open.is_empty());
    }

    #[test]
    fn a_short_answer_comes_as_it_is_and_a_strange_header_is_none() {
        let mut taken = Parts::default();
        assert_eq!(taken.take(None, b"{}").as_deref(), Some(&b"{}"[..]));
        for header in ["", "1", "0/2 1", "3/2 1", "1/65 1", "1/2 xyz", "1/2"] {
            let mut headers = HeaderMap::new();
            headers.insert(HEADER, header);
            assert_eq!(taken.take(Some(&headers), b"{}"), None, "{header}");
        }
    }
}
