//! Playing: by link, against the computer, on one screen, watched.

use crate::house::{House, Pair, code, game, happening, moves, table, until, wide};
use galet_scene::Owner;
use galet_test_client::Connection;
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::study::{AnalysisRequest, GameLine};
use galet_wire::table::{Act, ClockTerms, Happening, OfferKind, SeatRequest, Sitter};

#[tokio::test]
async fn two_people_play_by_link_and_a_third_looks_on() {
    let house = House::with(wide).await;
    for number in 0..galet_games::all().len() {
        let mut pair = Pair::sit(&house, game(number), ClockTerms::None).await;
        let mut third = house.client().connect().await.expect("a connection");
        let view = third.watch(&pair.table).await.expect("a view");
        assert_eq!(view.state.watchers, 1);
        assert!(view.state.continuations.is_none(), "who looks on has nothing to tap");
        assert_eq!(code(third.act(&pair.table, 0, Act::Sit).await.unwrap()), "no-free-seat");
        let texts = moves(game(number), 6);
        for (ply, text) in texts.iter().enumerate() {
            pair.play(ply, text).await;
            let (happening, state) = moved(&mut third).await;
            let Happening::Moved { played, .. } = happening else { panic!("{happening:?}") };
            assert_eq!((&played.text, state.ply), (text, ply as u32 + 1));
            assert!(state.continuations.is_none() && state.may.is_empty());
        }
        // Each player has heard of every move, in order, with what can be tapped when it is
        // their turn.
        for (seat, connection) in pair.connections.iter_mut().enumerate() {
            for (ply, text) in texts.iter().enumerate() {
                let (happening, state) = moved(connection).await;
                let Happening::Moved { played, .. } = happening else { panic!("{happening:?}") };
                assert_eq!(&played.text, text);
                assert_eq!(state.continuations.is_some(), (ply + 1) % 2 == seat);
            }
        }
        let view = third.watch(&pair.table).await.expect("a view");
        let played: Vec<_> = view.moves.iter().map(|played| played.text.clone()).collect();
        assert_eq!(played, texts);
    }
    house.close().await;
}

async fn moved(connection: &mut Connection) -> (Happening, galet_wire::table::TableState) {
    loop {
        let (happening, state) = happening(connection).await;
        if !matches!(happening, Happening::Other) {
            return (happening, state);
        }
    }
}

#[tokio::test]
async fn who_is_not_to_move_does_not_move() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let texts = moves(game(0), 2);
    let table = pair.table.clone();
    let [one, two] = &mut pair.connections;
    assert_eq!(code(two.play(&table, 0, &texts[0]).await.unwrap()), "not-your-turn");
    assert_eq!(code(one.play(&table, 1, &texts[0]).await.unwrap()), "stale");
    assert_eq!(code(one.play(&table, 0, "nonsense").await.unwrap()), "illegal-move");
    let mut other = house.client().connect().await.unwrap();
    assert_eq!(code(other.play(&table, 0, &texts[0]).await.unwrap()), "not-seated");
    assert_eq!(one.play(&table, 0, &texts[0]).await.unwrap(), Answer::Done);
    assert_eq!(code(one.play(&table, 0, &texts[0]).await.unwrap()), "already-played");
    assert_eq!(code(one.play(&table, 1, &texts[1]).await.unwrap()), "not-your-turn");
    let view = other.watch(&table).await.unwrap();
    assert_eq!(view.moves.len(), 1, "what is refused changes nothing");
    let wrong = Question::Taps { table, ply: 1, taps: Vec::new() };
    assert_eq!(code(one.ask(wrong).await.unwrap()), "not-your-turn");
    house.close().await;
}

#[tokio::test]
async fn the_computer_answers_and_both_moves_are_taken_back() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let seats = [SeatRequest::Me, SeatRequest::Computer { level: 1 }];
    let id = client.open_table(&table(game(1), seats, ClockTerms::None)).await.unwrap();
    let mut me = client.connect().await.unwrap();
    me.watch(&id).await.unwrap();
    let hint = me.ask(Question::Hint { table: id.clone(), ply: 0 }).await.unwrap();
    let Answer::Hint { hint } = hint else { panic!("{hint:?}") };
    assert_eq!(me.play(&id, 0, &hint.text).await.unwrap(), Answer::Done);
    until(&mut me, |state| state.ply == 2).await;
    let takeback = Act::Offer { of: OfferKind::Takeback };
    assert_eq!(me.act(&id, 2, takeback).await.unwrap(), Answer::Done);
    let state = until(&mut me, |state| state.ply == 0).await;
    assert_eq!(state.turn, Some(Owner::First));
    assert!(matches!(state.seats[1].sitter, Sitter::Computer { level: 1 }));
    // Where a person is deceived there are no hints.
    let pair = Pair::sit(&house, game(1), ClockTerms::None).await;
    let [mut one, _] = pair.connections;
    let hint = Question::Hint { table: pair.table.clone(), ply: 0 };
    assert_eq!(code(one.ask(hint).await.unwrap()), "no-hint");
    house.close().await;
}

#[tokio::test]
async fn the_computer_begins_by_itself() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let seats = [SeatRequest::Computer { level: 2 }, SeatRequest::Me];
    let id = client.open_table(&table(game(2), seats, ClockTerms::None)).await.unwrap();
    let mut me = client.connect().await.unwrap();
    if me.watch(&id).await.unwrap().state.ply == 0 {
        until(&mut me, |state| state.ply == 1).await;
    }
    house.close().await;
}

#[tokio::test]
async fn resignation_rematch_and_its_table() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let table = pair.table.clone();
    for (ply, text) in moves(game(0), 2).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let [one, two] = &mut pair.connections;
    assert_eq!(one.act(&table, 2, Act::Resign).await.unwrap(), Answer::Done);
    let state = until(two, |state| state.ending.is_some()).await;
    assert_eq!(state.ending.unwrap().winner, Owner::Second);
    let rematch = OfferKind::Rematch;
    assert_eq!(one.act(&table, 2, Act::Offer { of: rematch }).await.unwrap(), Answer::Done);
    assert_eq!(two.act(&table, 2, Act::Accept { of: rematch }).await.unwrap(), Answer::Done);
    let state = until(one, |state| state.rematch.is_some()).await;
    let next = state.rematch.unwrap();
    let view = two.watch(&next).await.unwrap();
    assert!(view.state.seats[0].you, "sides are swapped");
    assert_eq!(view.state.turn, Some(Owner::First));
    house.close().await;
}

#[tokio::test]
async fn a_flag_falls_while_nobody_is_there() {
    let house = House::with(wide).await;
    let clock = ClockTerms::SuddenDeath { initial: 1_000 };
    let mut pair = Pair::sit(&house, game(0), clock).await;
    for (ply, text) in moves(game(0), 3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let table = pair.table.clone();
    drop(pair);
    tokio::time::sleep(std::time::Duration::from_millis(1_300)).await;
    let view = house.client().get(&format!("/api/tables/{table}")).await.unwrap();
    let view: galet_wire::table::TableView = view.read().unwrap();
    let ending = view.state.ending.expect("the time is up");
    assert_eq!((ending.winner, ending.reason.as_str()), (Owner::First, "time"));
    house.close().await;
}

#[tokio::test]
async fn coming_and_going_is_seen() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let [mut one, two] = pair.connections;
    drop(two);
    let state = until(&mut one, |state| !state.seats[1].present).await;
    assert!(state.seats[0].present);
    let mut again = pair.callers[1].connect().await.unwrap();
    let view = again.watch(&pair.table).await.unwrap();
    assert!(view.state.seats[1].you && view.state.seats[1].present);
    until(&mut one, |state| state.seats[1].present).await;
    house.close().await;
}

#[tokio::test]
async fn lines_are_looked_at_analysed_and_reviewed() {
    let house = House::with(wide).await;
    let mut me = house.client().connect().await.unwrap();
    let line =
        GameLine { game: game(1).to_owned(), setup: Default::default(), moves: moves(game(1), 4) };
    let look = me.ask(Question::Look { line: line.clone() }).await.unwrap();
    let Answer::Look { look } = look else { panic!("{look:?}") };
    assert_eq!(look.last.unwrap().text, line.moves[3]);
    let request = AnalysisRequest { line: line.clone(), lines: 2, threads: 1 };
    let id = me.send(Question::Analyse { request }).await.unwrap();
    assert_eq!(me.answer_to(id).await.unwrap(), Answer::Done);
    let Message::Analysis { to, view } = me.next().await.unwrap() else { panic!("analysis") };
    assert_eq!(to, id);
    assert!(!view.lines.is_empty());
    assert_eq!(me.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    let short = GameLine { moves: line.moves[..2].to_vec(), ..line.clone() };
    let review = me.ask(Question::Review { line: short.clone() }).await.unwrap();
    let Answer::Review { review } = review else { panic!("{review:?}") };
    assert_eq!(review.scores.len(), 3);
    let judgement = me.ask(Question::Judge { line: short }).await.unwrap();
    assert!(matches!(judgement, Answer::Judgement { .. }), "{judgement:?}");
    let empty = GameLine { moves: Vec::new(), ..line };
    assert_eq!(code(me.ask(Question::Judge { line: empty }).await.unwrap()), "no-move");
    house.close().await;
}
