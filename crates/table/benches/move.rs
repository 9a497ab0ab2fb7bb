//! What a move at a table costs, without storing and sending it.

use divan::Bencher;
use galet_core::random::SplitMix64;
use galet_games::AnyProgress;
use galet_table::wire::setup::Setup;
use galet_table::wire::table::{ClockTerms, NewTable, SeatRequest};
use galet_table::{Event, GuestId, Moment, Presence, Request, RequestContext, Table};

const ANN: GuestId = GuestId(1);

fn main() {
    divan::main();
}

fn games() -> Vec<&'static str> {
    galet_games::all().iter().map(|game| game.name()).collect()
}

/// A table in the middle of a game and the next move.
fn middle(game: &str, seed: u64) -> (Table, Vec<Event>, String) {
    let mut random = SplitMix64::new(seed);
    let request = NewTable {
        game: game.to_owned(),
        setup: Setup::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, SeatRequest::Me],
        clock: ClockTerms::Fischer { initial: 600_000, increment: 2_000 },
    };
    loop {
        let (mut table, opened) =
            Table::open("t", &request, |_| 2, ANN, 1, Moment(1)).expect("fine");
        let mut events = vec![opened];
        while table.ply() < 10 && !table.is_over() {
            let text = some_move(table.progress(), &mut random);
            let event = ask(&table, text);
            table.apply(&event).expect("it fits");
            events.push(event);
        }
        if !table.is_over() {
            let text = some_move(table.progress(), &mut random);
            return (table, events, text);
        }
    }
}

fn ask(table: &Table, text: String) -> Event {
    let around = RequestContext { now: Moment(5), presence: &Presence::default(), fresh: "u" };
    let request = Request::Move { ply: table.ply(), text };
    table.ask(ANN, &request, &around).expect("the move is legal")
}

fn some_move(game: &dyn AnyProgress, random: &mut SplitMix64) -> String {
    let mut taps = Vec::new();
    loop {
        let next = game.continuations(&taps).expect("only choices are tapped");
        match next.complete {
            Some(text) => return text,
            None => taps.push(next.choices[random.below(next.choices.len())].cell),
        }
    }
}

/// Ask, let it happen, and what the one to move, the other and all watchers see.
#[divan::bench(args = games())]
fn a_move_with_three_states(bencher: Bencher<'_, '_>, game: &str) {
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            middle(game, seed)
        })
        .bench_local_values(|(mut table, _, text)| {
            let event = ask(&table, text);
            let happening = table.apply(&event).expect("it fits");
            let state = |viewer| {
                table.state(viewer, &Presence::default(), Moment(6), &|_| "Ann".to_owned())
            };
            let states = [state(Some(ANN)), state(Some(GuestId(2))), state(None)];
            (table, happening, states)
        });
}

#[divan::bench(args = games())]
fn ask_only(bencher: Bencher<'_, '_>, game: &str) {
    bencher.with_inputs(|| middle(game, 3)).bench_values(|(table, _, text)| {
        let event = ask(&table, text);
        (table, event)
    });
}

#[divan::bench(args = games())]
fn state_of_who_is_to_move(bencher: Bencher<'_, '_>, game: &str) {
    let (table, ..) = middle(game, 3);
    bencher.bench_local(|| {
        table.state(Some(ANN), &Presence::default(), Moment(6), &|_| "Ann".to_owned())
    });
}

#[divan::bench(args = games())]
fn state_of_a_watcher(bencher: Bencher<'_, '_>, game: &str) {
    let (table, ..) = middle(game, 3);
    bencher
        .bench_local(|| table.state(None, &Presence::default(), Moment(6), &|_| "Ann".to_owned()));
}

#[divan::bench(args = games())]
fn whole_view(bencher: Bencher<'_, '_>, game: &str) {
    let (table, ..) = middle(game, 3);
    bencher.bench_local(|| {
        table.view(Some(ANN), &Presence::default(), Moment(6), &|_| "Ann".to_owned())
    });
}

#[divan::bench(args = games())]
fn replay_of_ten_moves(bencher: Bencher<'_, '_>, game: &str) {
    let (_, events, _) = middle(game, 3);
    bencher.bench_local(|| Table::replay("t", &events).expect("they fit"));
}
