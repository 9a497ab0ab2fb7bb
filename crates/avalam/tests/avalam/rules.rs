//! The sentences of the leaflets, one test each.

use galet_avalam::{Cell, Colour, Move, Position, Setup, Tie, reason};
use galet_core::{Game, Notation, Outcome, Side, Symmetric};
use std::collections::HashSet;

/// A position from its towers, as in `c9=b d9=E`, with light to move.
pub(crate) fn towers(list: &str) -> Position {
    under(Setup::default(), list)
}

fn under(setup: Setup, list: &str) -> Position {
    let on = |cell: &str| {
        let here = list.split_whitespace().find_map(|tower| tower.strip_prefix(cell));
        here.map_or("1", |tower| &tower[1..])
    };
    assert!(list.split_whitespace().all(|tower| Cell::named(&tower[..2]).is_some()), "{list}");
    let mut text = String::new();
    for (n, cell) in Cell::ALL.iter().enumerate() {
        if n > 0 && cell.row() != Cell::ALL[n - 1].row() {
            text.push('/');
        }
        text.push_str(on(&cell.to_string()));
    }
    Position::parse_position(&(text + " o"), &setup).expect(list).position
}

fn start() -> Position {
    Position::start(&Setup::default())
}

pub(crate) fn cell(name: &str) -> Cell {
    Cell::named(name).expect(name)
}

fn allows(position: &Position, m: &str) -> bool {
    let legal = position.is_legal(Move::new(cell(&m[..2]), cell(&m[2..])));
    let listed = position.moves().iter().any(|&listed| position.move_text(listed) == m);
    assert_eq!(legal, listed, "{m}");
    legal
}

fn after(position: &Position, m: &str) -> Position {
    let m = position.parse_move(m).unwrap_or_else(|e| panic!("{m}: {e}"));
    position.play(m).expect("just read")
}

fn tower(position: &Position, name: &str) -> Option<(u8, Colour)> {
    position.tower(cell(name)).map(|t| (t.height(), t.colour()))
}

#[test]
fn the_48_counters_alternate_in_colour() {
    let start = start();
    assert_eq!(
        start.position_text(),
        "aA/aAaA/AaAaAa/aAaAaAaA/aAaA1AaAa/AaAaAaAa/aAaAaA/AaAa/Aa o"
    );
    assert_eq!(Colour::BOTH.map(|colour| start.towers(colour)), [24, 24]);
    assert_eq!(start.of_height(1).len(), 48);
}

#[test]
fn the_start_has_292_moves_and_146_up_to_the_half_turn() {
    let start = start();
    let moves = start.moves();
    assert_eq!(moves.len(), 292);
    let classes: HashSet<_> = moves
        .iter()
        .map(|&m| [0, 1].map(|s| start.move_text(start.transform_move(m, s))))
        .map(|mut texts| {
            texts.sort();
            texts
        })
        .collect();
    assert_eq!(classes.len(), 146);
}

#[test]
fn players_can_play_with_all_counters_including_those_of_their_opponent() {
    for starts in Colour::BOTH {
        let start = Position::start(&Setup { starts, ..Setup::default() });
        assert!(allows(&start, "c9d9"), "a light counter, {starts} to move");
        assert!(allows(&start, "d9c9"), "a dark counter, {starts} to move");
    }
}

#[test]
fn a_tower_belongs_to_the_player_with_the_colour_of_the_top_counter() {
    let dark_on_light = after(&start(), "d9c9");
    assert_eq!(tower(&dark_on_light, "c9"), Some((2, Colour::Dark)));
    let light_on_dark = after(&start(), "c9d9");
    assert_eq!(tower(&light_on_dark, "d9"), Some((2, Colour::Light)));
}

#[test]
fn a_single_counter_is_a_tower_as_well() {
    let position = towers("c9=a f1=B");
    assert_eq!((position.towers(Colour::Light), position.towers(Colour::Dark)), (1, 1));
}

#[test]
fn a_move_goes_to_any_adjacent_cell_diagonals_as_well() {
    let around = ["c7", "d7", "e7", "c6", "e6", "c5", "d5"];
    for target in around {
        assert!(allows(&start(), &format!("d6{target}")), "{target}");
    }
    let legal = start().moves().into_iter().filter(|m| m.from() == cell("d6")).count();
    assert_eq!(legal, around.len());
}

#[test]
fn never_on_an_empty_cell() {
    let start = start();
    assert!(!allows(&start, "d5e5"), "the centre");
    let next = after(&start, "c9d9");
    assert!(!allows(&next, "d9c9"), "a hole that became free");
    assert!(!allows(&next, "b8c9"), "a hole that became free");
}

#[test]
fn every_move_frees_a_cell() {
    let start = start();
    for m in start.moves() {
        let next = start.play(m).expect("legal");
        assert_eq!(next.tower(m.from()), None);
        assert_eq!(next.occupied().len(), 47);
    }
}

#[test]
fn it_is_forbidden_to_pass_over_an_empty_cell() {
    let position = towers("d5=a f5=A d3=a f7=A");
    assert!(position.moves().is_empty(), "each is two steps from the next, over an empty cell");
    assert!(!allows(&position, "d5f5"));
    assert!(!allows(&start(), "d5f5"), "over the empty centre");
}

#[test]
fn nor_over_another_tower() {
    assert!(!allows(&start(), "b8d8"));
}

#[test]
fn the_centre_stays_empty_in_every_game() {
    galet_core::random::walk::<Position>(50, 40, 7, |position, _| {
        assert_eq!(position.tower(Cell::CENTRE), None);
    });
}

#[test]
fn all_counters_of_a_tower_move_at_the_same_time() {
    let next = after(&towers("d6=c d7=B"), "d6d7");
    assert_eq!(tower(&next, "d6"), None);
    assert_eq!(tower(&next, "d7"), Some((5, Colour::Light)));
}

#[test]
fn a_tower_consists_of_a_maximum_of_five_counters() {
    for (moved, covered) in (1..=5).flat_map(|a| (1..=5).map(move |b| (a, b))) {
        let letter = |n: u8| char::from(b'a' + n - 1);
        let position = towers(&format!("d6={} d7={}", letter(moved), letter(covered)));
        assert_eq!(allows(&position, "d6d7"), moved + covered <= 5, "{moved} onto {covered}");
    }
}

#[test]
fn a_tower_cannot_be_moved_any_more_once_it_contains_five_counters() {
    let position = towers("d6=e d7=A c7=A c6=B");
    assert!(position.moves().iter().all(|m| m.from() != cell("d6") && m.to() != cell("d6")));
    assert!(!position.moves().is_empty());
}

#[test]
fn a_tower_of_four_can_only_be_joined_with_a_single_counter() {
    let position = towers("d6=d d7=A c7=B e7=C c6=D");
    let partners: Vec<_> = position.partners(cell("d6")).unordered().collect();
    assert_eq!(partners, [cell("d7")]);
}

#[test]
fn a_tower_can_only_grow_never_shrink() {
    let mut before: Option<Position> = None;
    galet_core::random::walk::<Position>(20, 40, 8, |position, _| {
        let last = before.replace(*position);
        let Some(last) = last.filter(|last| last.occupied().len() > position.occupied().len())
        else {
            return; // the first position of another game
        };
        for cell in position.occupied().iter() {
            let height = |p: &Position| p.tower(cell).map(galet_avalam::Tower::height);
            assert!(height(position) >= height(&last));
        }
    });
}

#[test]
fn an_isolated_tower_cannot_move_or_change_owners() {
    // d9 is alone; the three others touch each other.
    let position = towers("d9=B d6=a d5=A c5=a");
    assert_eq!(position.safe(), cell("d9").into());
    assert!(position.moves().iter().all(|m| m.from() != cell("d9") && m.to() != cell("d9")));
}

#[test]
fn a_safe_tower_never_changes_again() {
    let mut safe = Vec::new();
    galet_core::random::walk::<Position>(40, 40, 9, |position, _| {
        if position.occupied().len() == 48 {
            safe.clear();
        }
        assert!(safe.iter().all(|&(cell, tower)| position.tower(cell) == Some(tower)));
        safe = position.safe().unordered().filter_map(|c| Some((c, position.tower(c)?))).collect();
    });
    assert!(!safe.is_empty());
}

#[test]
fn the_game_continues_as_long_as_there_are_counters_to_stack() {
    let position = towers("c9=d d9=A f1=e i5=E a4=C");
    assert_eq!(position.outcome(), None);
    assert_eq!(position.count_moves(), 2);
}

#[test]
fn the_game_ends_when_every_tower_is_alone_or_has_neighbours_too_tall_to_join() {
    let alone = towers("c9=a e8=A a5=B i5=c f1=d");
    assert!(alone.outcome().is_some());
    let too_tall = towers("c9=d d9=C d8=C b8=C");
    assert!(too_tall.outcome().is_some());
    assert!(too_tall.moves().is_empty());
}

#[test]
fn a_tower_is_one_point_whatever_its_height() {
    let position = towers("c9=a a5=a e3=a i5=E f1=E");
    assert_eq!((position.score().first, position.score().second), (3, 2));
    assert_eq!(position.outcome(), Some(Outcome::win(Side::First, reason::MORE_TOWERS)));
}

#[test]
fn at_the_same_score_more_towers_of_five_with_his_colour_on_top_win() {
    let position = towers("c9=a a5=a i5=E f1=A");
    assert_eq!(position.outcome(), Some(Outcome::win(Side::Second, reason::MORE_FIVE_TOWERS)));
    let position = towers("c9=e a5=e i5=E f1=D");
    assert_eq!(position.outcome(), Some(Outcome::win(Side::First, reason::MORE_FIVE_TOWERS)));
}

#[test]
fn towers_of_five_do_not_matter_unless_the_score_is_level() {
    let position = towers("c9=a a5=a i5=E");
    assert_eq!(position.outcome(), Some(Outcome::win(Side::First, reason::MORE_TOWERS)));
}

#[test]
fn as_many_towers_and_as_many_of_five_are_a_draw() {
    let position = towers("c9=e a5=a i5=E f1=D");
    assert_eq!(position.outcome(), Some(Outcome::draw(reason::LEVEL)));
}

#[test]
fn under_the_plain_rule_as_many_towers_are_a_draw() {
    let plain = Setup { tie: Tie::Plain, ..Setup::default() };
    let position = under(plain, "c9=a a5=a i5=E f1=A");
    assert_eq!(position.outcome(), Some(Outcome::draw(reason::LEVEL)));
    let position = under(plain, "c9=a a5=a i5=E");
    assert_eq!(position.outcome(), Some(Outcome::win(Side::First, reason::MORE_TOWERS)));
}

#[test]
fn the_first_player_is_whoever_starts() {
    let dark_starts = Setup { starts: Colour::Dark, ..Setup::default() };
    let start = Position::start(&dark_starts);
    assert_eq!((start.to_move(), start.turn()), (Colour::Dark, Side::First));
    assert_eq!(start.position_text().chars().last(), Some('x'));

    let more_light = under(dark_starts, "c9=a a5=a i5=A");
    assert_eq!(more_light.outcome().map(|o| o.result()), Some("0-1"));
    assert_eq!((more_light.score().first, more_light.score().second), (1, 2));
}

#[test]
fn turns_alternate() {
    let once = after(&start(), "c9d9");
    assert_eq!((start().turn(), once.turn()), (Side::First, Side::Second));
    assert_eq!(after(&once, "d9d8").turn(), Side::First);
}

#[test]
fn the_half_turn_keeps_the_colours_of_the_start() {
    assert_eq!(start().transform(1), start());
}

#[test]
fn the_two_colours_are_not_equivalent() {
    // With exchanged colours the start is another position, seen from either side of the board.
    let swapped = start().swap_colours();
    for starts in Colour::BOTH {
        let start = Position::start(&Setup { starts, ..Setup::default() });
        assert!((0..2).all(|symmetry| swapped.transform(symmetry) != start));
    }
}

#[test]
fn options_that_change_the_outcome_are_in_position_and_key() {
    let mut keys = HashSet::new();
    for starts in Colour::BOTH {
        for tie in [Tie::TowersOfFive, Tie::Plain] {
            keys.insert(under(Setup { tie, starts }, "c9=e i5=A").key());
        }
    }
    assert_eq!(keys.len(), 4);
}

#[test]
fn a_game_has_at_most_38_plies() {
    let mut longest = 0;
    galet_core::random::walk::<Position>(500, 48, 10, |position, _| {
        longest = longest.max(48 - position.occupied().len());
    });
    assert!((34..=38).contains(&longest), "{longest}");
}

#[test]
fn a_tower_on_the_centre_plays_as_any_other() {
    let position = towers("e5=b d5=A f6=C");
    assert_eq!(position.count_moves(), 4);
    assert_eq!(tower(&after(&position, "d5e5"), "e5"), Some((3, Colour::Dark)));
}
