//! The networks: what training wrote is what the engine reads, and accumulators kept up to date along a
//! game are those of each position from nothing.

#[path = "../examples/common/shipped.rs"]
mod shipped;

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation};
use galet_minds::{
    Equipment, FromResources, Presence, ResourceError, Resources, abalone, avalam, qawale,
};
use galet_nets::NetError;
use galet_search::Mind;
use shipped::shipped;
use std::collections::HashSet;

/// Compares with what PyTorch's integers made of each position, to the last unit.
/// `train/galet_train/golden.py` wrote both files.
fn compare<G: Notation>(lines: &str, score: impl Fn(&G) -> i32) {
    let (mut count, mut different) = (0, HashSet::new());
    for line in lines.lines() {
        let (expected, text) = line.split_once('\t').expect("a score and a position");
        let checked = G::parse_position(text, &G::Setup::default()).expect("a position");
        let found = score(&checked.position);
        assert_eq!(found.to_string(), expected, "{text}");
        count += 1;
        different.insert(found);
    }
    assert!(count >= 100 && different.len() > count / 2, "{count} positions");
}

#[test]
fn the_golden_network_of_abalone_gives_the_scores_of_training() {
    let net = include_bytes!("golden/abalone.net");
    let network = abalone::Network::<16>::read(net).expect("the network is fine");
    compare(include_str!("golden/abalone.txt"), |p| network.score(p, &network.refresh(p)));
}

#[test]
fn the_golden_network_of_avalam_gives_the_scores_of_training() {
    let net = include_bytes!("golden/avalam.net");
    let network = avalam::Network::<16>::read(net).expect("the network is fine");
    compare(include_str!("golden/avalam.txt"), |p| network.score(p, &network.refresh(p)));
}

/// Plays random games and compares the accumulator kept up to date with a fresh one.
fn stays_true<M: FromResources>(games: usize)
where
    M::Accumulator: PartialEq,
{
    let mind: M = shipped();
    let mut random = SplitMix64::new(3);
    for _ in 0..games {
        let mut position = M::Game::start(&Default::default());
        let mut accumulator = mind.accumulator(&position);
        for _ in 0..120 {
            let moves = position.moves();
            if position.outcome().is_some() || moves.is_empty() {
                break;
            }
            let m = moves[(random.next() % moves.len() as u64) as usize];
            let mut next = position.clone();
            next.play_unchecked(m);
            accumulator = mind.advance(&accumulator, &position, m, &next);
            position = next;
            assert!(accumulator == mind.accumulator(&position), "{position:?}");
            if let Some(passed) = mind.pass(&position) {
                assert!(
                    mind.advance_by_passing(&accumulator, &passed) == mind.accumulator(&passed)
                );
            }
        }
    }
}

#[test]
fn accumulators_kept_up_to_date_are_those_from_nothing() {
    stays_true::<abalone::Abalone>(20);
    stays_true::<avalam::Avalam>(20);
}

#[test]
fn a_damaged_or_foreign_network_is_refused() {
    let good: &[u8] = include_bytes!("golden/abalone.net");
    let read = |bytes: &[u8]| abalone::Network::<16>::read(bytes).err();
    assert_eq!(read(good), None);
    for end in 0..good.len() {
        assert!(read(&good[..end]).is_some(), "cut at {end}");
    }
    for at in 0..good.len() {
        let mut bad = good.to_vec();
        bad[at] ^= 0x10;
        assert!(read(&bad).is_some(), "byte {at} changed");
    }
    let foreign = include_bytes!("golden/avalam.net");
    let found = "avalam".to_owned();
    assert_eq!(read(foreign), Some(NetError::Game { found, expected: "abalone" }));
    // With a mind it says so, and the mind that was there is none the worse.
    let of_other_width = abalone::Abalone::by_hand().with_network(good).err();
    assert!(matches!(of_other_width, Some(ResourceError::Network(NetError::Shape { .. }))));
}

#[test]
fn a_file_that_the_game_has_no_use_for_is_refused() {
    fn refused<M: FromResources>(resources: &Resources<'_>) -> String {
        M::from_resources(resources).err().expect("it has no use for it").to_string()
    }
    let network = Resources { network: Some(b"any"), ..Resources::default() };
    let certificate = Resources { certificate: Some(b"any"), ..Resources::default() };
    assert_eq!(refused::<qawale::Qawale>(&network), "qawale is played without a network");
    let expected = "abalone is played without a certificate";
    assert_eq!(refused::<abalone::Abalone>(&certificate), expected);
    // One that it has a use for is read.
    let said = refused::<qawale::Qawale>(&certificate);
    assert!(said.starts_with("the certificate is of no use: "), "{said}");
}

#[test]
fn what_is_missing_is_a_state_and_no_error() {
    fn equipment<M: FromResources>(mind: &M) -> [Presence; 2] {
        let Equipment { network, certificate } = mind.equipment();
        [network, certificate]
    }
    use Presence::{Loaded, Missing, Unused};
    let none = Resources::default();
    let bare = abalone::Abalone::from_resources(&none).expect("nothing is wrong with nothing");
    assert_eq!(equipment(&bare), [Missing, Unused]);
    let full: abalone::Abalone = shipped();
    assert_eq!(equipment(&full), [Loaded, Unused]);
    assert_eq!(equipment(&full.without_network()), [Missing, Unused]);
    let position = galet_abalone::Position::start(&Default::default());
    assert!(full.accumulator(&position).is_some() && bare.accumulator(&position).is_none());

    let bare = qawale::Qawale::from_resources(&none).expect("nothing is wrong with nothing");
    assert_eq!(equipment(&bare), [Unused, Missing]);
    let full: qawale::Qawale = shipped();
    assert_eq!(equipment(&full.without_network()), [Unused, Loaded]);
}

/// Made by hand a position can have 49 towers, one more than any game.
#[test]
fn a_tower_in_the_middle_is_not_seen() {
    let full = "aA/aAaA/AaAaAa/aAaAaAaA/aAaAaAaAa/AaAaAaAa/aAaAaA/AaAa/Aa o";
    let parse = |text: &str| {
        let checked = galet_avalam::Position::parse_position(text, &Default::default());
        checked.expect("odd, but playable").position
    };
    let mind: avalam::Avalam = shipped();
    let position = parse(full);
    let accumulator = mind.accumulator(&position);
    assert!(mind.evaluate(&position, &accumulator).abs() < 5_000);
    for m in position.moves() {
        let mut next = position;
        next.play_unchecked(m);
        assert!(
            mind.advance(&accumulator, &position, m, &next) == mind.accumulator(&next),
            "{m:?}"
        );
    }
}
