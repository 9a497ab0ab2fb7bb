//! Reasons for moves. Whether they are true is for the tests of each game: only they know its
//! rules a second time.

use super::{check_sentences, some_moves, walk};
use crate::{Motifs, MoveReason, Reasoned};
use galet_core::Progress;
use galet_core::random::{SplitMix64, random_move};
use std::collections::{HashMap, HashSet};

/// Every reason is of a kind that the game lists, said in both languages, and seen on cells of
/// the board; the most telling one comes first and none twice.
pub fn reasons_can_be_shown<G: Reasoned>() {
    let mut told = 0;
    walk::<G>(9, |game, random| {
        if game.outcome().is_some() {
            return;
        }
        let cells = G::scene(game).cells.len();
        let moves = some_moves(game.position());
        for _ in 0..3 {
            let m = moves[random.below(moves.len())];
            let reasons = G::reasons(game, m);
            reasons.iter().for_each(|reason| check(reason, cells));
            let rank =
                |reason: &MoveReason| G::REASONS.iter().position(|kind| *kind == reason.kind);
            let ranks: Vec<_> = reasons.iter().map(|r| rank(r).expect("a listed kind")).collect();
            assert!(ranks.is_sorted_by(|a, b| a < b), "out of order: {reasons:?}");
            told += reasons.len();
        }
    });
    assert!(told > 0, "no reason was ever given: nothing was checked");
}

fn check(reason: &MoveReason, cells: usize) {
    check_sentences(&reason.words);
    let distinct: HashSet<_> = reason.cells.iter().collect();
    assert_eq!(distinct.len(), reason.cells.len(), "{reason:?}");
    assert!(!reason.cells.is_empty(), "nothing to see: {reason:?}");
    assert!(reason.cells.iter().all(|cell| usize::from(cell.0) < cells), "{reason:?}");
}

/// A reason as somebody who doubts it gets it: texts alone, so that nothing of the rules it was
/// found by can take part in confirming it.
pub struct Stated<'a> {
    /// The position before the move.
    pub position: &'a str,
    /// The move.
    pub text: &'a str,
    /// The kind of the reason.
    pub kind: &'a str,
    /// The names of the cells where it can be seen.
    pub cells: Vec<String>,
    /// The reason in English.
    pub words: &'a str,
}

/// Moves of each position whose reasons are confirmed, besides the one that was played.
const OTHER_MOVES: usize = 4;

/// Has every reason confirmed that is given in a thousand positions: `random_games` random games,
/// and games from the default start that people or engines have played, one on a line. Every kind
/// that the game lists must occur. Of the played games every position `step` plies apart is taken,
/// and the last.
pub fn reasons_hold<G: Reasoned>(
    played: &str,
    step: usize,
    random_games: usize,
    confirm: impl FnMut(&Stated<'_>),
) {
    facts_hold::<G>(G::REASONS, G::reasons, (played, step, random_games), confirm);
}

/// The same for themes: their kind is their name, and they are seen nowhere in particular.
pub fn motifs_hold<G: Motifs>(
    played: &str,
    step: usize,
    random_games: usize,
    confirm: impl FnMut(&Stated<'_>),
) {
    let names: Vec<&str> = G::MOTIFS.iter().map(|motif| motif.name).collect();
    let told = |game: &Progress<G>, m: G::Move| {
        let fact = |name| {
            let motif = G::MOTIFS.iter().find(|motif| motif.name == name).expect("a listed theme");
            MoveReason::new(name, motif.words.clone(), [])
        };
        G::motifs(game, m).into_iter().map(fact).collect()
    };
    facts_hold::<G>(&names, told, (played, step, random_games), confirm);
}

/// Themes have names for programs and for people, and come in the order of their list.
pub fn motifs_are_named<G: Motifs>() {
    let names: Vec<&str> = G::MOTIFS.iter().map(|motif| motif.name).collect();
    let distinct: HashSet<&&str> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    for motif in G::MOTIFS {
        let plain = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(!motif.name.is_empty() && motif.name.chars().all(plain), "{motif:?}");
        for words in [&motif.words.en, &motif.words.fr] {
            assert!(words.starts_with(char::is_uppercase) && !words.contains('|'), "{motif:?}");
        }
    }
    walk::<G>(5, |game, random| {
        let m = random_move(game.position(), random).filter(|_| game.outcome().is_none());
        let found = m.map(|m| G::motifs(game, m)).unwrap_or_default();
        let ranks: Vec<_> = found.iter().map(|name| names.iter().position(|n| n == name)).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b), "out of order: {found:?}");
        assert!(!ranks.contains(&None), "not listed: {found:?}");
    });
}

/// What a game tells of a move.
type Told<G> = fn(&Progress<G>, <G as galet_core::Game>::Move) -> Vec<MoveReason>;

fn facts_hold<G: Reasoned>(
    kinds: &[&str],
    facts: Told<G>,
    (played, step, random_games): (&str, usize, usize),
    mut confirm: impl FnMut(&Stated<'_>),
) {
    let mut random = SplitMix64::new(13);
    let (mut positions, mut told) = (0, HashMap::<String, u32>::new());
    let mut look = |game: &Progress<G>, next: G::Move, random: &mut SplitMix64| {
        positions += 1;
        let others = (0..OTHER_MOVES).filter_map(|_| random_move(game.position(), random));
        let moves: HashSet<G::Move> = std::iter::once(next).chain(others).collect();
        let (position, cells) = (game.position().position_text(), G::scene(game).cells);
        for m in moves {
            for reason in facts(game, m) {
                *told.entry(reason.kind.to_string()).or_default() += 1;
                let names = reason.cells.iter().map(|cell| cells[usize::from(cell.0)].name.clone());
                confirm(&Stated {
                    position: &position,
                    text: &game.position().move_text(m),
                    kind: &reason.kind,
                    cells: names.collect(),
                    words: &reason.words.en,
                });
            }
        }
    };
    for line in played.lines() {
        let mut game = Progress::<G>::new(G::Setup::default());
        let moves: Vec<&str> = line.split_whitespace().collect();
        for (ply, text) in moves.iter().enumerate() {
            let m = game.position().parse_move(text).unwrap_or_else(|_| panic!("{text} in {line}"));
            if ply % step == 0 || ply + 1 == moves.len() {
                look(&game, m, &mut random);
            }
            game.play(m).unwrap_or_else(|_| panic!("{text} in {line}"));
        }
    }
    for _ in 0..random_games {
        let mut game = Progress::<G>::new(G::Setup::default());
        for _ in 0..60 {
            let next = random_move(game.position(), &mut random);
            let Some(m) = next.filter(|_| game.outcome().is_none()) else { break };
            look(&game, m, &mut random);
            game.play(m).expect("a legal move");
        }
    }
    println!("{positions} positions: {told:?}");
    assert!(positions >= 1000, "only {positions} positions");
    for kind in kinds {
        assert!(told.get(*kind).is_some_and(|&times| times > 2), "{kind}: {told:?}");
    }
}
