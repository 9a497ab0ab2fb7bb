//! Clocks.

use crate::home::{Home, new_table};
use galet_door::wire::door::Call;
use galet_door::wire::socket::{Answer, Message, Question};
use galet_door::wire::table::ClockTerms;

const SECOND: u64 = 1_000;

/// A game at one screen with a minute for each, after the free moves.
fn blitz(home: &mut Home) -> String {
    let clock = ClockTerms::SuddenDeath { initial: 60 * SECOND };
    let table = home.open_with(&new_table("avalam", None, clock));
    home.watch(&table);
    for seed in 0..2 {
        assert_eq!(home.wake, None, "the first moves are free");
        let text = home.some_move(&table, seed);
        home.play(&table, &text);
    }
    table
}

#[test]
fn a_flag_falls_when_it_is_time() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    assert_eq!(home.wake, Some(home.now() + 60 * SECOND));
    home.pass(60 * SECOND - 1);
    home.call(Call::Tick);
    assert!(home.view(&table).state.ending.is_none());
    home.pass(1);
    home.call(Call::Tick);
    let told = home.happened(&table).len();
    assert_eq!(home.view(&table).state.ending.expect("it is over").reason, "time");
    assert_eq!(home.wake, None);
    home.call(Call::Tick);
    assert_eq!(home.happened(&table).len(), told, "once");
    assert!(home.store.events[&table].last().expect("events").contains("flagged"));
}

#[test]
fn a_waker_that_comes_too_early_is_told_again_when_to_come() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    let due = home.wake;
    home.pass(60 * SECOND - 5);
    home.wake = None;
    home.call(Call::Tick);
    assert!(home.view(&table).state.ending.is_none());
    assert_eq!(home.wake, due);
}

#[test]
fn a_game_that_came_from_elsewhere_has_lost_no_time() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    // Another device has its events, and never had a page there.
    let mut elsewhere = home.other_tab();
    assert_eq!(elsewhere.awake, None);
    elsewhere.pass(3_600 * SECOND);
    let view = elsewhere.watch(&table);
    assert!(view.state.ending.is_none(), "nobody has run out of time");
    assert_eq!(view.state.clock.left.map(|left| left[0]), Some(60 * SECOND));
}

#[test]
fn a_sleep_that_cannot_be_stored_goes_on() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    let mut later = home.other_tab();
    later.awake = Some(home.now());
    later.pass(3_600 * SECOND);
    later.view(&table);
    // From now on a page is here, and what cannot be stored is loaded again.
    (later.awake, later.full) = (None, true);
    assert_eq!(later.refused(Question::Watch { table: table.clone() }), "storage");
    later.full = false;
    later.pass(10 * SECOND);
    let view = later.watch(&table);
    assert!(view.state.ending.is_none(), "the time without storage is nobody's");
}

#[test]
fn a_move_that_comes_after_the_flag_is_refused_and_the_flag_is_stored() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    let text = home.some_move(&table, 9);
    home.pass(61 * SECOND);
    let late = Question::Move { table: table.clone(), ply: 2, text };
    assert_eq!(home.refused(late), "game-over");
    assert_eq!(home.view(&table).state.ending.expect("it is over").reason, "time");
    assert!(home.store.events[&table].last().expect("events").contains("flagged"));
}

#[test]
fn clocks_stand_still_while_no_page_is_open() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    home.pass(10 * SECOND);
    let last_heartbeat = home.now();
    let mut later = home.other_tab();
    later.awake = Some(last_heartbeat);
    later.pass(3_600 * SECOND);
    // Looking at a list or a picture does not wake it.
    let view = later.view(&table);
    assert_eq!(view.state.clock.left.map(|left| left[0]), Some(50 * SECOND));
    assert_eq!((later.wake, later.stored), (None, 0));
    later.call(Call::Tick);
    assert!(later.view(&table).state.ending.is_none());
    // Watching it does, and what is left is left.
    let view = later.watch(&table);
    assert_eq!(view.state.clock.left.map(|left| left[0]), Some(50 * SECOND));
    assert!(later.store.events[&table].last().expect("events").contains("interrupted"));
    assert_eq!(later.wake, Some(later.now() + 50 * SECOND));
    later.pass(50 * SECOND);
    later.call(Call::Tick);
    assert_eq!(later.view(&table).state.ending.expect("it is over").reason, "time");
}

#[test]
fn a_page_that_wakes_at_a_watched_table_leaves_the_time_out() {
    let mut home = Home::new();
    let table = blitz(&mut home);
    let asleep_since = home.now() + 5 * SECOND;
    home.pass(1_000 * SECOND);
    let events = home.store.events[&table].clone();
    let heard = home.heard.len();
    home.call(Call::Load { table: table.clone(), events, awake: Some(asleep_since) });
    let left = home.view(&table).state.clock.left.expect("a clock");
    assert_eq!(left[0], 55 * SECOND);
    let told = home.heard[heard..]
        .iter()
        .any(|m| matches!(m, Message::Happened { state, .. } if state.clock.left == Some(left)));
    assert!(told);
    // A move also wakes a table that nobody watches.
    let mut later = home.other_tab();
    later.awake = Some(later.now());
    later.pass(500 * SECOND);
    let text = later.some_move(&table, 4);
    assert_eq!(later.ask(Question::Move { table: table.clone(), ply: 2, text }), Answer::Done);
    assert_eq!(later.view(&table).state.clock.left.expect("a clock")[0], 55 * SECOND);
}

#[test]
fn a_table_without_a_clock_or_a_finished_one_is_not_interrupted() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(1));
    let mut later = home.other_tab();
    later.awake = Some(later.now());
    later.pass(1_000 * SECOND);
    later.watch(&table);
    assert_eq!(later.store.events[&table].len(), 1);
    assert_eq!(later.wake, None);
}
