//! What happens.

use super::{Player, found, level};
use crate::commands::play::computer::{Answer, Computer, Found, Task};
use crate::commands::play::screen::state::{Event, Overlay, Question};
use crate::commands::play::seats::{PEOPLE, against};
use galet_core::Side;
use galet_core::random::SplitMix64;
use galet_scene::{CellId, MoveReason, Owner, Phrase};
use galet_table::TimeLeft;
use ratatui::crossterm::event::KeyCode;

#[test]
fn whole_games_are_played_with_the_keys_alone() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, None);
        let mut random = SplitMix64::new(9);
        for _ in 0..60 {
            let list = player.state.game.progress().legal_moves(300).texts;
            if list.is_empty() {
                break;
            }
            let text = &list[random.below(list.len())];
            player.steers(text);
            assert_eq!(player.moves().last(), Some(text));
        }
        player.picture(80, 24);
        assert!(player.asked.is_empty(), "two people need no computer");
    }
}

#[test]
fn whole_games_are_played_against_the_computer() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, against(level(1), Side::Second), None);
        let mut computer = Computer::default();
        for _ in 0..40 {
            while let Some(job) = player.asked.pop() {
                player.happens(Event::Answer(computer.answer(&job)));
            }
            if player.state.game.is_over() {
                break;
            }
            assert!(player.state.game.is_persons_turn());
            let text = player.first_move();
            player.taps(&text);
            player.picture(80, 24);
        }
        assert!(player.moves().len() > 8, "{:?}", player.moves());
    }
}

#[test]
fn half_made_moves_are_taken_back_step_by_step() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, None);
        let list = player.state.game.progress().legal_moves(500).texts;
        let taps = |text: &String| player.state.game.progress().gesture(text).unwrap();
        let cells = list.iter().map(taps).max_by_key(Vec::len).unwrap();
        for &cell in &cells[..cells.len() - 1] {
            player.happens(Event::Tap(cell));
        }
        for left in (0..cells.len() - 1).rev() {
            player.key(if left % 2 == 0 { KeyCode::Esc } else { KeyCode::Backspace });
            assert_eq!(player.state.game.taps(), &cells[..left]);
        }
        assert!(player.moves().is_empty());
        player.key(KeyCode::Esc);
        assert!(player.state.message.as_ref().is_some_and(|message| message.refusal));
    }
}

#[test]
fn another_first_cell_replaces_the_first_and_the_same_undoes_it() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, None);
        let choices = player.state.choices().unwrap().choices;
        let first = choices[0].cell;
        player.happens(Event::Tap(first));
        assert_eq!(player.state.game.taps(), [first]);
        let next = player.state.choices().unwrap().choices;
        let other = choices
            .iter()
            .map(|c| c.cell)
            .find(|&cell| cell != first && next.iter().all(|choice| choice.cell != cell));
        player.happens(Event::Tap(other.unwrap()));
        assert_eq!(player.state.game.taps(), [other.unwrap()]);
        player.happens(Event::Tap(other.unwrap()));
        assert!(player.state.game.taps().is_empty());
    }
}

#[test]
fn undo_takes_back_both_moves_against_the_computer() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, against(level(3), Side::First), None);
        player.taps(&player.first_move());
        player.computer_plays();
        let two = player.moves();
        player.taps(&player.first_move());
        player.computer_plays();
        assert_eq!(player.moves().len(), 4);
        player.key(KeyCode::Char('u'));
        assert_eq!(player.moves(), two);
        assert!(player.asked.is_empty(), "it is the person's turn again");
        player.key(KeyCode::Char('u'));
        assert!(player.moves().is_empty());
        player.key(KeyCode::Char('u'));
        assert!(player.state.message.as_ref().unwrap().refusal);
    }
}

#[test]
fn undo_works_while_the_computer_thinks() {
    let game = galet_games::all()[0];
    let mut player = Player::new(game, against(level(3), Side::First), None);
    player.taps(&player.first_move());
    let job = player.asked.pop().unwrap();
    assert!(!job.stop.is_stopped());
    player.key(KeyCode::Char('u'));
    assert!(job.stop.is_stopped(), "the computer is told to stop");
    assert!(player.moves().is_empty());
    // Its answer comes too late.
    let late = Answer { number: job.number, found: Some(found(&player.first_move(), 0.5)) };
    player.happens(Event::Answer(late));
    assert!(player.moves().is_empty() && player.state.game.is_persons_turn());
}

#[test]
fn the_computers_opening_move_is_not_taken_back() {
    let game = galet_games::all()[1];
    let mut player = Player::new(game, against(level(3), Side::Second), None);
    player.computer_plays();
    player.key(KeyCode::Char('u'));
    assert_eq!(player.moves().len(), 1);
    assert!(player.state.flipped, "the person sits on the other side");
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let mut player = Player::new(galet_games::all()[2], PEOPLE, None);
    player.taps(&player.first_move());
    player.taps(&player.first_move());
    player.key(KeyCode::Char('u'));
    assert_eq!(player.moves().len(), 1);
}

#[test]
fn the_first_move_of_each_side_is_free() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, Some("60s+2s"));
        for _ in 0..2 {
            player.waits(500);
            player.taps(&player.first_move());
            assert_eq!(player.seconds_left(), [60, 60], "it costs nothing and gains nothing");
        }
        player.waits(10);
        player.taps(&player.first_move());
        assert_eq!(player.seconds_left(), [52, 60]);
        player.waits(5);
        player.taps(&player.first_move());
        assert_eq!(player.seconds_left(), [52, 57]);
    }
}

#[test]
fn no_time_comes_back_with_a_move_that_is_taken_back() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, Some("60s"));
        (0..2).for_each(|_| player.taps(&player.first_move()));
        player.waits(10);
        player.taps(&player.first_move());
        player.waits(4);
        player.key(KeyCode::Char('u'));
        assert_eq!((player.moves().len(), player.seconds_left()), (2, [50, 56]));
        player.waits(1);
        assert_eq!(player.seconds_left(), [49, 56], "the clock of the one to move runs");
        // Before its first move a side's clock stands, but what was thought is spent.
        (0..2).for_each(|_| player.key(KeyCode::Char('u')));
        player.waits(100);
        assert_eq!((player.moves().len(), player.seconds_left()), (0, [49, 56]));
    }
}

#[test]
fn who_runs_out_of_time_loses_for_good() {
    let game = galet_games::all()[0];
    let mut player = Player::new(game, against(level(3), Side::First), Some("60s"));
    player.taps(&player.first_move());
    player.computer_plays();
    player.waits(59);
    assert!(!player.state.game.is_over());
    player.key(KeyCode::Char('r'));
    player.now = player.now.plus(1_000);
    player.types("y");
    assert_eq!(player.ending(), Some(("time", Owner::Second)), "the flag fell before the answer");
    assert!(player.picture(90, 26).contains("ran out of time"));
    player.key(KeyCode::Char('u'));
    assert!(player.state.game.is_over() && player.state.message.as_ref().unwrap().refusal);
    player.key(KeyCode::Char('n'));
    player.types("y");
    assert!(!player.state.game.is_over());
    assert_eq!(player.seconds_left(), [60, 60]);
}

#[test]
fn the_computer_loses_on_time_too_and_knows_its_clock() {
    let game = galet_games::all()[0];
    let mut player = Player::new(game, against(level(10), Side::First), Some("60s+2s"));
    player.taps(&player.first_move());
    let job = player.asked.last().unwrap();
    assert!(matches!(job.task, Task::Move(think) if think.time.is_none()), "its first is free");
    player.computer_plays();
    player.taps(&player.first_move());
    let job = player.asked.pop().unwrap();
    let time = Some(TimeLeft { left: 60_000, increment: 2_000 });
    assert!(matches!(job.task, Task::Move(think) if think.time == time));
    player.waits(60);
    assert_eq!(player.ending(), Some(("time", Owner::First)));
    assert!(job.stop.is_stopped());
}

#[test]
fn hints_and_evaluations_come_only_when_asked_for() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, None);
        assert!(player.asked.is_empty());
        player.key(KeyCode::Char('h'));
        let job = player.asked.pop().unwrap();
        assert_eq!(job.task, Task::Hint);
        let text = player.first_move();
        let fact = Phrase::fixed("It is a fact.", "C’est un fait.");
        let reasons = vec![MoveReason::new("fact", fact, [CellId(0)])];
        let advice = Found { reasons, ..found(&text, 0.6) };
        player.happens(Event::Answer(Answer { number: job.number, found: Some(advice) }));
        // What moves, then where to, then why.
        let game = player.state.game.progress().clone_box();
        assert_eq!(player.state.hint, game.piece(&text).unwrap());
        assert!(!player.picture(90, 26).contains(&format!("Hint: {text}")), "not yet");
        player.key(KeyCode::Char('h'));
        assert_eq!(player.state.hint, game.gesture(&text).unwrap());
        assert!(player.picture(90, 26).contains(&text), "the hint is written, too");
        player.key(KeyCode::Char('h'));
        assert_eq!(player.state.hint, [CellId(0)]);
        assert!(player.picture(90, 26).contains("It is a fact."));
        assert!(player.asked.is_empty(), "the computer was asked once");
        player.taps(&text);
        assert!(player.state.hint.is_empty());

        player.key(KeyCode::Char('e'));
        let job = player.asked.pop().unwrap();
        assert_eq!(job.task, Task::Evaluate);
        player.happens(Event::Answer(Answer { number: job.number, found: Some(found("", 0.75)) }));
        assert!(player.picture(90, 26).contains("75 %"));
        player.taps(&player.first_move());
        assert!(!player.picture(90, 26).contains("75 %"), "it is not kept up to date");
    }
}

#[test]
fn a_move_ends_the_search_for_a_hint() {
    let mut player = Player::new(galet_games::all()[0], PEOPLE, None);
    player.key(KeyCode::Char('h'));
    player.taps(&player.first_move());
    let job = player.asked.pop().unwrap();
    assert!(job.stop.is_stopped());
    let late = Answer { number: job.number, found: Some(found(&player.first_move(), 0.5)) };
    player.happens(Event::Answer(late));
    assert!(player.state.hint.is_empty());
}

#[test]
fn draws_and_resignations() {
    let game = galet_games::all()[0];
    let mut player = Player::new(game, PEOPLE, None);
    player.key(KeyCode::Char('d'));
    assert_eq!(player.state.overlay, Some(Overlay::Ask(Question::AcceptDraw(Side::Second))));
    player.types("n");
    assert!(!player.state.game.is_over());
    player.key(KeyCode::Char('d'));
    player.types("y");
    assert_eq!(player.ending(), Some(("agreement", Owner::Nobody)));
    player.key(KeyCode::Char('u'));
    assert!(player.state.game.is_over(), "what was agreed is agreed");
    let mut player = Player::new(game, PEOPLE, None);
    player.key(KeyCode::Char('r'));
    player.key(KeyCode::Enter);
    assert!(!player.state.game.is_over(), "resigning needs a clear yes");
    player.key(KeyCode::Char('r'));
    player.types("y");
    assert_eq!(player.ending(), Some(("resignation", Owner::Second)));

    let mut player = Player::new(game, against(level(2), Side::First), None);
    player.taps(&player.first_move());
    player.key(KeyCode::Char('d'));
    assert!(!player.state.game.is_over(), "the computer agrees to no draw");
    assert!(player.state.message.as_ref().unwrap().text.contains("agrees to no draw"));
    player.key(KeyCode::Char('r'));
    player.types("y");
    let lost = Some(("resignation", Owner::Second));
    assert_eq!(player.ending(), lost, "the person gives up, whoever is to move");
}

#[test]
fn games_are_saved_with_their_clocks_and_loaded() {
    let folder = std::env::temp_dir().join(format!("galet-screen-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for game in galet_games::all() {
        let file = folder.join(format!("{}.pgn", game.name()));
        let mut player = Player::new(*game, PEOPLE, Some("5m"));
        (0..2).for_each(|_| player.taps(&player.first_move()));
        player.waits(7);
        player.taps(&player.first_move());
        let moves = player.moves();
        player.key(KeyCode::Char('s'));
        (0..40).for_each(|_| player.key(KeyCode::Backspace));
        player.types(file.to_str().unwrap());
        player.key(KeyCode::Enter);
        assert!(player.state.message.as_ref().unwrap().text.contains("Saved"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("[%clk 0:05:00]") && text.contains("[%clk 0:04:53]"), "{text}");
        // What is saved may be left without a question.
        player.key(KeyCode::Char('q'));
        assert!(player.left);

        let mut other = Player::new(*game, PEOPLE, None);
        other.taps(&other.first_move());
        other.key(KeyCode::Char('s'));
        (0..40).for_each(|_| other.key(KeyCode::Backspace));
        other.types(file.to_str().unwrap());
        other.key(KeyCode::Enter);
        assert_eq!(other.state.overlay, Some(Overlay::Ask(Question::Overwrite(file.clone()))));
        other.types("n");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        other.key(KeyCode::Char('q'));
        assert!(!other.left, "an unsaved game is not left by accident");
        other.key(KeyCode::Esc);
        other.key(KeyCode::Char('l'));
        other.types(&format!("{} 1", file.display()));
        other.key(KeyCode::Enter);
        assert_eq!(other.moves(), moves);
        other.key(KeyCode::Char('u'));
        assert_eq!(other.moves(), moves[..2], "moves of a loaded game can be taken back");
        // Once more with a clock: everybody has the whole time.
        player.key(KeyCode::Char('l'));
        player.types(file.to_str().unwrap());
        player.key(KeyCode::Enter);
        assert_eq!((player.moves(), player.seconds_left()), (moves, [300, 300]));
        player.waits(3);
        assert_eq!(player.seconds_left(), [300, 297]);
    }
    let mut player = Player::new(galet_games::all()[0], PEOPLE, None);
    player.key(KeyCode::Char('l'));
    player.types(folder.join("missing.pgn").to_str().unwrap());
    player.key(KeyCode::Enter);
    assert!(player.state.message.as_ref().unwrap().refusal);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn moves_can_be_typed_and_wrong_ones_are_explained() {
    let mut player = Player::new(galet_games::all()[0], PEOPLE, None);
    let text = player.first_move();
    player.key(KeyCode::Char('m'));
    player.types(&text);
    player.key(KeyCode::Enter);
    assert_eq!(player.moves(), [text]);
    player.key(KeyCode::Char('m'));
    player.types("nonsense q");
    assert!(!player.left, "letters that are typed are no commands");
    player.key(KeyCode::Enter);
    assert!(player.state.message.as_ref().unwrap().refusal);
}

#[test]
fn the_opponent_can_be_changed() {
    let mut player = Player::new(galet_games::all()[0], PEOPLE, Some("60s"));
    player.taps(&player.first_move());
    player.key(KeyCode::Char('o'));
    player.types("4");
    player.key(KeyCode::Enter);
    assert_eq!(player.state.game.level(Side::First), Some(level(4)));
    assert_eq!(player.state.game.only_person(), Some(Side::Second));
    assert!(player.asked.is_empty());
    player.taps(&player.first_move());
    assert_eq!(player.asked.len(), 1);
    player.key(KeyCode::Char('o'));
    player.types("p");
    player.key(KeyCode::Enter);
    assert_eq!(player.state.game.only_person(), None);
    assert_eq!(player.moves().len(), 2);
    assert!(player.asked[0].stop.is_stopped());
}
