//! One hash for names and checksums: it may never change, since visitors' progress is kept by it.

/// FNV-1a of some bytes. It finds accidents and edits by hand; it is no signature.
pub(crate) fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_the_published_hash() {
        assert_eq!(super::fnv([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::fnv(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
