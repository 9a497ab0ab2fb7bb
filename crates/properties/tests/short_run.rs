//! A short, reproducible run of the properties that the fuzz targets check for hours.

use galet_core::random::SplitMix64;
use galet_properties::ALL;

/// Noise of varied length.
fn noise(random: &mut SplitMix64) -> Vec<u8> {
    (0..random.below(120)).map(|_| random.next() as u8).collect()
}

/// An example with a few bytes inserted, removed or replaced, often by ones that mean something.
fn damaged(example: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    const TELLING: &[u8] = b"abcdefghinoxw0123456789/,. ()[]{}\"\\$!?%;*-#\n\xff";
    let mut bytes = example.to_vec();
    for _ in 0..random.below(4) {
        // The first byte chooses the game and stays.
        let at = (1 + random.below(bytes.len())).min(bytes.len());
        let end = (at + random.below(3)).min(bytes.len());
        let new = (0..random.below(3)).map(|_| TELLING[random.below(TELLING.len())]);
        bytes.splice(at..end, new.collect::<Vec<_>>());
    }
    bytes
}

#[test]
fn every_property_holds_for_noise() {
    for property in ALL {
        let mut random = SplitMix64::new(1);
        for _ in 0..1_500 {
            (property.check)(&noise(&mut random));
        }
    }
}

#[test]
fn every_property_holds_for_damaged_examples() {
    for property in ALL {
        let mut random = SplitMix64::new(2);
        for example in (property.examples)() {
            (property.check)(&example);
            for _ in 0..150 {
                (property.check)(&damaged(&example, &mut random));
            }
        }
    }
}

#[test]
fn each_property_is_a_fuzz_target() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    for property in ALL {
        let target = format!("name = \"{}\"", property.name);
        assert!(manifest.contains(&target), "fuzz/Cargo.toml lacks {target}");
    }
}
