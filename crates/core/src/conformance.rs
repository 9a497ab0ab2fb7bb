//! Checks that any game must pass. A game's tests contain one line:
//!
//! ```text
//! galet_core::conformance_tests!(my_game::Position);
//! ```
//!
//! Each check plays reproducible random games from the start layouts and panics with the text of
//! the position where a promise of [`Game`], [`Notation`] or [`Symmetric`] is broken.

use crate::random::SplitMix64;
use crate::{Game, Notation, Outcome, PlayError, Progress, Setup, Symmetric};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Writes one test for each check of [`crate::conformance`].
#[macro_export]
macro_rules! conformance_tests {
    ($game:ty) => {
        $crate::conformance_tests!($game:
            keys_are_incremental,
            moves_are_distinct_and_legal,
            counting_agrees_with_listing,
            visiting_stops_when_told,
            texts_read_back,
            wrong_texts_are_refused,
            symmetries_are_a_group,
            symmetries_keep_the_rules,
            colours_can_be_swapped,
            finished_positions_have_no_moves,
            progress_takes_back_and_refuses,
            setups_read_back,
            options_are_explained,
        );
    };
    ($game:ty: $($check:ident),* $(,)?) => {
        mod conformance {
            $(
                #[test]
                fn $check() {
                    $crate::conformance::$check::<$game>();
                }
            )*
        }
    };
}

/// Where a check looks at the moves of a position one by one, it looks at no more than these.
const MOVES_LOOKED_AT: usize = 400;

/// Nothing lists more moves of one position than this: some games have positions with millions.
const MOVES_LISTED: u64 = 20_000;

/// A random legal move, without keeping the list: every one with the same chance, or one of the
/// first twenty thousand where there are more.
pub fn random_move<G: Game>(position: &G, random: &mut SplitMix64) -> Option<G::Move> {
    let n = position.count_moves().min(MOVES_LISTED);
    if n == 0 {
        return None;
    }
    let mut left = random.below(n as usize);
    let mut chosen = None;
    let _ = position.visit_moves(|m| {
        if left == 0 {
            chosen = Some(m);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    chosen
}

/// The first of the legal moves, as many as a check looks at.
fn some_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = position.visit_moves(|m| {
        moves.push(m);
        if moves.len() == MOVES_LOOKED_AT {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    moves
}

/// Every layout, in turn, with options drawn at random.
pub fn random_setup<G: Game>(round: usize, random: &mut SplitMix64) -> G::Setup {
    use crate::{Value, Values};
    let mut setup = G::Setup::default();
    setup.set_layout(round % G::Setup::layouts().len());
    if round < G::Setup::layouts().len() {
        return setup;
    }
    for (index, spec) in G::Setup::options().iter().enumerate() {
        let between = |min: u32, max: u32, random: &mut SplitMix64| {
            Value::Number(min + random.below((max - min + 1) as usize) as u32)
        };
        let value = match spec.values {
            Values::OneOf(words) => Value::Word(words[random.below(words.len())]),
            Values::Number { min, max } => between(min, max, random),
            Values::NumberOrOff { min, max } if random.below(2) == 0 => between(min, max, random),
            Values::NumberOrOff { .. } => Value::Off,
        };
        setup.set_option(index, value);
    }
    setup
}

/// Plays `games` random games of at most `plies` plies and shows every position to `look`.
pub fn walk<G: Game>(games: usize, plies: usize, seed: u64, mut look: impl FnMut(&G, &G::Setup)) {
    let mut random = SplitMix64::new(seed);
    for round in 0..games {
        let setup = random_setup::<G>(round, &mut random);
        let mut position = G::start(&setup);
        look(&position, &setup);
        for _ in 0..plies {
            let Some(m) = random_move(&position, &mut random) else { break };
            position.play_unchecked(m);
            look(&position, &setup);
        }
    }
}

/// How many games the checks play: every layout at least once with the default options.
fn games<G: Game>() -> usize {
    G::Setup::layouts().len() + 40
}

/// [`Game::key`] equals [`Game::fresh_key`], and different positions have different keys.
pub fn keys_are_incremental<G: Game + Notation>() {
    let mut seen = std::collections::HashMap::new();
    walk::<G>(games::<G>(), 60, 1, |position, _| {
        assert_eq!(position.key(), position.fresh_key(), "{}", position.position_text());
        let other = seen.entry(position.key()).or_insert_with(|| position.clone());
        assert_eq!(other, position, "two positions share a key: {}", position.position_text());
    });
}

/// No move is generated twice, each is legal, and playing it changes the side to move or ends
/// the game.
pub fn moves_are_distinct_and_legal<G: Game + Notation>() {
    walk::<G>(games::<G>(), 60, 2, |position, _| {
        let moves = some_moves(position);
        let distinct: HashSet<_> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "{}", position.position_text());
        for &m in &moves {
            assert!(position.is_legal(m), "{m:?} in {}", position.position_text());
            let next = position.clone().play(m).expect("a legal move can be played");
            assert_ne!(&next, position);
            assert!(next.outcome().is_some() || next.turn() != position.turn());
        }
    });
}

/// [`Game::count_moves`] agrees with [`Game::visit_moves`].
pub fn counting_agrees_with_listing<G: Game + Notation>() {
    walk::<G>(games::<G>(), 60, 3, |position, _| {
        let mut listed = 0;
        let flow = position.visit_moves(|_| {
            listed += 1;
            if listed > MOVES_LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let counted = position.count_moves();
        match flow {
            ControlFlow::Continue(()) => {
                assert_eq!(counted, listed, "{}", position.position_text());
            }
            ControlFlow::Break(()) => assert!(counted >= listed, "{}", position.position_text()),
        }
    });
}

/// [`Game::visit_moves`] ends at once when the visitor breaks, and says so.
pub fn visiting_stops_when_told<G: Game + Notation>() {
    walk::<G>(games::<G>(), 60, 4, |position, _| {
        let n = some_moves(position).len();
        for stop in [1, 2, n / 2, n].into_iter().filter(|&s| 0 < s && s <= n) {
            let mut visited = 0;
            let flow = position.visit_moves(|_| {
                visited += 1;
                if visited == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((visited, flow), (stop, ControlFlow::Break(())));
        }
    });
}

/// Position and move texts read back to what was written, and no two moves share one.
pub fn texts_read_back<G: Game + Notation>() {
    walk::<G>(games::<G>(), 60, 5, |position, setup| {
        let text = position.position_text();
        let read = G::parse_position(&text, setup).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(&read.position, position, "{text}");
        assert!(read.warnings.is_empty(), "{text} is reachable, but: {:?}", read.warnings);
        let mut texts = HashSet::new();
        for m in some_moves(position) {
            let text = position.move_text(m);
            let read = position.parse_move(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(read, m, "{text} in {}", position.position_text());
            assert!(texts.insert(text));
        }
    });
}

/// Damaged texts are refused or mean something playable; nothing panics.
pub fn wrong_texts_are_refused<G: Game + Notation>() {
    let mut random = SplitMix64::new(6);
    walk::<G>(games::<G>(), 12, 6, |position, setup| {
        for round in 0..20 {
            let text = damaged(&position.position_text(), 1 + round % 3, &mut random);
            match G::parse_position(&text, setup) {
                Ok(checked) => {
                    let again = G::parse_position(&checked.position.position_text(), setup);
                    assert_eq!(again.map(|c| c.position), Ok(checked.position), "{text:?}");
                }
                Err(fault) => {
                    assert!(
                        fault.at.start <= fault.at.end && fault.at.end <= text.len(),
                        "{text:?}"
                    );
                    assert!(!fault.to_string().is_empty());
                }
            }
            if let Some(m) = random_move(position, &mut random) {
                let text = damaged(&position.move_text(m), 1 + round % 3, &mut random);
                match position.parse_move(&text) {
                    Ok(m) => assert!(position.is_legal(m), "{text:?}"),
                    Err(fault) => assert!(fault.at.end <= text.len(), "{text:?}"),
                }
            }
        }
    });
}

/// A text with some letters inserted, removed or replaced.
fn damaged(text: &str, times: usize, random: &mut SplitMix64) -> String {
    const ALPHABET: &str = "abcdefghinoxwABCDE0123456789/, -é\u{0}";
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..times {
        let at = random.below(letters.len() + 1);
        let new = ALPHABET.chars().nth(random.below(ALPHABET.chars().count()));
        letters.splice(
            at..(at + random.below(2)).min(letters.len()),
            new.filter(|_| random.below(3) > 0),
        );
    }
    letters.into_iter().collect()
}

/// Symmetry 0 changes nothing, every symmetry has its inverse, and one after the other is one.
pub fn symmetries_are_a_group<G: Game + Notation + Symmetric>() {
    // Which symmetry equals one after the other must not depend on the position.
    let mut products = vec![vec![HashSet::<usize>::new(); G::SYMMETRIES]; G::SYMMETRIES];
    for row in &mut products {
        for product in row {
            product.extend(0..G::SYMMETRIES);
        }
    }
    walk::<G>(games::<G>(), 20, 7, |position, _| {
        assert_eq!(&position.transform(0), position);
        for (first, row) in products.iter_mut().enumerate() {
            let seen = position.transform(first);
            assert_eq!(seen.key(), seen.fresh_key());
            assert_eq!(&seen.transform(G::inverse(first)), position, "symmetry {first}");
            for (second, product) in row.iter_mut().enumerate() {
                let both = seen.transform(second);
                product.retain(|&s| position.transform(s) == both);
            }
        }
    });
    for (first, row) in products.iter().enumerate() {
        let mut images = HashSet::<usize>::new();
        for (second, product) in row.iter().enumerate() {
            assert_eq!(product.len(), 1, "{first} then {second} is not one symmetry: {product:?}");
            images.extend(product);
        }
        assert_eq!(images.len(), G::SYMMETRIES);
    }
}

/// Playing and then transforming equals transforming and then playing.
pub fn symmetries_keep_the_rules<G: Game + Notation + Symmetric>() {
    walk::<G>(games::<G>(), 40, 8, |position, _| {
        for symmetry in 0..G::SYMMETRIES {
            let seen = position.transform(symmetry);
            assert_eq!(seen.count_moves(), position.count_moves());
            assert_eq!(seen.outcome(), position.outcome());
            assert_eq!(seen.turn(), position.turn());
            assert_eq!(seen.score(), position.score());
            for m in some_moves(position).into_iter().step_by(7) {
                let image = position.transform_move(m, symmetry);
                let played = position.clone().play(m).expect("legal");
                let played_there = seen.clone().play(image).expect("its image is legal");
                assert_eq!(played.transform(symmetry), played_there);
            }
        }
    });
}

/// Exchanging the colours exchanges everything that belongs to the players and nothing else.
pub fn colours_can_be_swapped<G: Game + Notation + Symmetric>() {
    walk::<G>(games::<G>(), 40, 9, |position, _| {
        let swapped = position.swap_colours();
        assert_eq!(&swapped.swap_colours(), position);
        assert_eq!(swapped.key(), swapped.fresh_key());
        assert_eq!(swapped.turn(), position.turn().other());
        assert_eq!(swapped.score(), position.score().swapped());
        assert_eq!(swapped.outcome(), position.outcome().map(Outcome::swapped));
        assert_eq!(swapped.count_moves(), position.count_moves());
        for m in some_moves(position).into_iter().step_by(7) {
            let played = position.clone().play(m).expect("legal");
            let image = position.swap_move_colours(m);
            let played_there = swapped.clone().play(image).expect("legal for the other side");
            assert_eq!(played.swap_colours(), played_there);
        }
    });
}

/// A position has moves or an outcome, never both and never neither.
pub fn finished_positions_have_no_moves<G: Game + Notation>() {
    let mut finished = 0;
    walk::<G>(games::<G>(), 300, 10, |position, _| {
        let has_moves = position.visit_moves(|_| ControlFlow::Break(())).is_break();
        assert_ne!(has_moves, position.outcome().is_some(), "{}", position.position_text());
        finished += usize::from(!has_moves);
    });
    assert!(finished > 0, "no random game came to an end: nothing was checked");
}

/// Taking back restores every position; illegal moves and moves after the end change nothing.
pub fn progress_takes_back_and_refuses<G: Game + Notation>() {
    let mut random = SplitMix64::new(11);
    for round in 0..games::<G>() {
        let setup = random_setup::<G>(round, &mut random);
        let mut game = Progress::<G>::new(setup);
        let mut past = vec![game.clone()];
        let mut any_move = None;
        for _ in 0..80 {
            if game.outcome().is_some() {
                break;
            }
            let m = random_move(game.position(), &mut random).expect("not over, so there is one");
            any_move = Some(m);
            // A move of the position before is only refused if it is not legal here too.
            if let Some((_, last)) = game.last_move()
                && !game.position().is_legal(last)
            {
                let before = game.clone();
                let refused = game.play(last);
                assert!(
                    matches!(refused, Err(PlayError::Illegal(e)) if &*e.position == before.position())
                );
                assert_eq!(game, before);
            }
            game.play(m).expect("a legal move");
            past.push(game.clone());
            let same = |earlier: &&Progress<G>| earlier.position() == game.position();
            assert_eq!(game.occurrences(), past.iter().filter(same).count());
        }
        if let (Some(outcome), Some(m)) = (game.outcome(), any_move) {
            assert_eq!(game.play(m), Err(PlayError::GameOver(outcome)));
        }
        for ply in (0..past.len()).rev() {
            assert_eq!(game, past[ply]);
            assert_eq!(past.last().expect("not empty").at_ply(ply), past[ply]);
            assert_eq!(game.undo().is_some(), ply > 0);
        }
    }
}

/// A setup reads back from its names, and names that do not exist are refused.
pub fn setups_read_back<G: Game>() {
    let mut random = SplitMix64::new(12);
    for round in 0..games::<G>() {
        let setup = random_setup::<G>(round, &mut random);
        let options = setup.changed_options();
        let pairs = options.iter().map(|(key, value)| (*key, value.as_str()));
        assert_eq!(G::Setup::read(Some(setup.layout_name()), pairs), Ok(setup));
    }
    assert_eq!(G::Setup::read(None, []), Ok(G::Setup::default()));
    assert!(G::Setup::read(Some("no such layout"), []).is_err());
    assert!(G::Setup::read(None, [("no-such-option", "1")]).is_err());
    for spec in G::Setup::options() {
        assert!(G::Setup::read(None, [(spec.key, "no such value")]).is_err());
    }
}

/// Each option is explained by a sentence in both languages.
pub fn options_are_explained<G: Game>() {
    for spec in G::Setup::options() {
        for text in [spec.en, spec.fr] {
            assert!(text.ends_with('.'), "not a sentence: {text:?}");
            assert!(text.chars().next().is_some_and(char::is_uppercase), "{text:?}");
        }
        assert_ne!(spec.en, spec.fr);
        // French has no-break spaces before its high signs, and apostrophes of its own.
        assert!(![" :", " ;", " !", " ?", "'"].iter().any(|wrong| spec.fr.contains(wrong)));
    }
}
