//! The courses: every lesson can be done, every wrong attempt is answered, nothing in the leaflets
//! is left out, and the tasks have one solution each.

use galet_core::Side;
use galet_games::{AnyGame, AnyProgress, SetupText};
use galet_scene::conformance::check_sentences;
use galet_scene::{CellId, Goal, Lesson, Part, Phrase, Stage, Words, fits};
use galet_study::{StudyError, attempt, lessons};
use galet_wire::lesson::{Attempt, Judged};
use std::collections::{BTreeSet, HashSet};

/// What the leaflets say with must, may, never and their like, in our own words, and the lesson
/// that teaches it. One lesson can teach several sentences that say the same.
const SENTENCES: &[(&str, &[(&str, &str)])] = &[
    (
        "abalone",
        &[
            ("black plays first, players move in turn", "one-marble"),
            (
                "a player may shift one marble in any of the six directions to a free space",
                "one-marble",
            ),
            ("a player may shift two or three marbles together in line", "in-line"),
            ("a player may shift two or three marbles together broadside", "broadside"),
            ("marbles that shift together must go in the same direction", "same-direction"),
            ("moving more than three marbles of a colour is not allowed", "three-at-most"),
            ("marbles that are part of a larger row may be separated from it", "split"),
            ("a single move may not conquer more than one space", "one-step"),
            ("to push, one of the three superiority positions must be set up", "sumito"),
            ("marbles may only be pushed in line", "not-sideways"),
            ("marbles may only be pushed when in contact", "contact"),
            ("marbles may only be pushed with a free space behind them", "space-behind"),
            ("more than three in line do not change a three to three stand-off", "fourth-marble"),
            ("in a pac neither side can push", "pac"),
            ("a pac must be broken along a different line of attack", "break-the-pac"),
            ("not allowed: no free space behind the opponent's group", "space-behind"),
            ("not allowed: an empty space between the groups", "contact"),
            ("not allowed: marbles that are not in line", "not-sideways"),
            ("a marble is ejected when it is pushed off the board", "eject"),
            ("the first to eject six marbles wins", "six"),
            ("once played, a move cannot be changed", "stands"),
            ("players may be restricted to a limited time", "clock"),
            ("official tournaments should always be played with limited time", "clock"),
        ],
    ),
    (
        "avalam",
        &[
            (
                "a tower belongs to the colour of its top counter; a single counter is one too",
                "top",
            ),
            ("players can play with all counters, the opponent's included", "any-colour"),
            ("each player may move any single counter or tower, anywhere", "any-tower"),
            ("a move goes to any adjacent occupied cell, diagonal as well", "neighbours"),
            ("never onto an empty cell", "never-empty"),
            ("every move has to free a cell", "frees-a-hole"),
            ("it is forbidden to pass over an empty cell", "never-over-a-gap"),
            ("all counters of a tower must be moved at the same time", "whole-tower"),
            ("a tower has at most five counters, never more", "five-at-most"),
            ("a stack with more than five stones is invalid", "five-at-most"),
            ("a stack of four can go nowhere but onto a single stone", "four-onto-one"),
            ("a tower of five cannot be moved any more", "five-stays"),
            ("a tower can only grow, never shrink", "only-grows"),
            ("isolated on all sides it cannot move or change owners", "isolated"),
            ("the game continues as long as there is something to stack", "no-more-moves"),
            ("the game ends when no more legal moves can be made", "no-more-moves"),
            ("only isolated or unjoinable towers can be left at the end", "no-more-moves"),
            ("a tower is always worth one point, only the top counts", "one-point"),
            ("at equal scores the player with more towers of five wins", "tie"),
        ],
    ),
    (
        "qawale",
        &[
            ("players must line up four pebbles of their colour", "line"),
            ("the line may be horizontal, vertical or diagonal", "diagonal"),
            ("a pebble cannot be placed in an empty space", "never-empty"),
            ("a single pebble is a stack: it may be played on", "single"),
            (
                "the player must then take the stack and sow it from an adjacent space",
                "whole-stack",
            ),
            ("pebbles must be dropped one at a time, the bottom one first", "bottom-first"),
            (
                "each pebble must be placed orthogonally adjacent to the previous one",
                "side-by-side",
            ),
            ("you cannot go back over the space just passed", "never-straight-back"),
            ("you can return to a space by circling back", "loop"),
            ("only visible pebbles count: on top or alone", "visible"),
            ("all pebbles played and no line is a draw", "draw"),
            ("a stack of four of a colour is not a line", "stack-is-no-line"),
            ("a move that lines up only the other colour loses", "their-line"),
        ],
    ),
];

fn start(game: &dyn AnyGame, lesson: &Lesson) -> Box<dyn AnyProgress> {
    let setup = SetupText {
        options: lesson.options.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect(),
        position: Some(lesson.position.to_owned()),
        ..SetupText::default()
    };
    game.start(&setup).unwrap_or_else(|why| panic!("{} {}: {why}", game.name(), lesson.id))
}

/// Shows every stage of every lesson, with the game as it stands when the stage begins.
fn each_stage(mut look: impl FnMut(&dyn AnyGame, &Lesson, usize, &Stage, &dyn AnyProgress)) {
    for game in galet_games::all() {
        let views = lessons(game.name()).expect("a game");
        assert_eq!(views.len(), game.lessons().len());
        for (lesson, view) in game.lessons().iter().zip(&views) {
            let mut progress = start(*game, lesson);
            for (number, (stage, shown)) in lesson.stages.iter().zip(&view.stages).enumerate() {
                look(*game, lesson, number, stage, &*progress);
                for text in &shown.moves {
                    progress.play(text).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
                }
            }
        }
    }
}

fn legal(progress: &dyn AnyProgress) -> Vec<String> {
    let list = progress.legal_moves(10_000);
    assert_eq!(list.texts.len() as u64, list.total, "a lesson's position has few moves");
    list.texts
}

/// The answer to one more move.
fn answer(
    game: &dyn AnyGame,
    lesson: &Lesson,
    stage: usize,
    progress: &dyn AnyProgress,
    text: &str,
) -> galet_wire::lesson::LessonAnswer {
    let mut moves = progress.moves();
    moves.push(text.to_owned());
    let tried = Attempt { stage: stage as u32, moves, taps: Vec::new() };
    attempt(game.name(), lesson.id, &tried).expect("an attempt is answered")
}

fn ids(progress: &dyn AnyProgress, names: &str) -> Vec<CellId> {
    let scene = progress.scene();
    let id = |name| scene.cell(name).unwrap_or_else(|| panic!("no cell {name}")).0;
    names.split(' ').map(id).collect()
}

#[test]
fn every_sentence_has_its_lesson_and_every_lesson_its_sentence() {
    for game in galet_games::all() {
        let sentences = SENTENCES.iter().find(|(name, _)| *name == game.name());
        let (_, sentences) = sentences.expect("sentences of each game");
        let taught: BTreeSet<&str> = sentences.iter().map(|(_, lesson)| *lesson).collect();
        let rules = game.lessons().iter().filter(|lesson| lesson.part != Part::Task);
        let there: BTreeSet<&str> = rules.map(|lesson| lesson.id).collect();
        assert_eq!(taught, there, "{}", game.name());
        let said: HashSet<&str> = sentences.iter().map(|(says, _)| *says).collect();
        assert_eq!(said.len(), sentences.len(), "a sentence stands there twice");
    }
}

#[test]
fn each_course_ends_with_three_tasks_and_names_are_distinct() {
    for game in galet_games::all() {
        let all = game.lessons();
        let tasks = all.iter().filter(|lesson| lesson.part == Part::Task).count();
        assert_eq!(tasks, 3);
        assert!(all[all.len() - 3..].iter().all(|lesson| lesson.part == Part::Task));
        let names: HashSet<&str> = all.iter().map(|lesson| lesson.id).collect();
        assert_eq!(names.len(), all.len());
        let plain = |id: &str| id.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(names.iter().all(|id| plain(id)));
        assert!(all.iter().all(|lesson| !lesson.stages.is_empty()));
    }
}

#[test]
fn all_words_are_sentences_in_both_languages() {
    let sentence = |words: Words| check_sentences(&Phrase::from(words));
    for lesson in galet_games::all().iter().flat_map(|game| game.lessons()) {
        sentence(lesson.rule);
        assert!(!lesson.title.en.is_empty() && lesson.title.en != lesson.title.fr);
        for stage in lesson.stages {
            sentence(stage.task);
            sentence(stage.success);
            sentence(stage.otherwise);
            stage.remarks.iter().for_each(|remark| sentence(remark.words));
        }
        let all = [lesson.title, lesson.rule];
        for fr in all.iter().map(|words| words.fr) {
            assert!([" :", " ;", " !", " ?", "'"].iter().all(|wrong| !fr.contains(wrong)), "{fr}");
        }
    }
}

#[test]
fn every_lesson_can_be_done_as_it_is_shown() {
    each_stage(|game, lesson, number, stage, progress| {
        assert!(progress.outcome().is_none(), "{} is over at stage {number}", lesson.id);
        let view = &lessons(game.name()).unwrap()
            [game.lessons().iter().position(|l| l == lesson).unwrap()];
        let shown = &view.stages[number];
        let tried = match shown.moves.first() {
            Some(text) => {
                let made = progress.continuations(&shown.taps).expect("the taps make a move");
                assert_eq!(made.complete.as_ref(), Some(text));
                let mut moves = progress.moves();
                moves.push(text.clone());
                Attempt { stage: number as u32, moves, taps: Vec::new() }
            }
            None => {
                assert!(shown.forbidden, "{} shows no move", lesson.id);
                let (stage, moves) = (number as u32, progress.moves());
                Attempt { stage, moves, taps: shown.taps.clone() }
            }
        };
        let answer = attempt(game.name(), lesson.id, &tried).unwrap();
        let last = number + 1 == lesson.stages.len();
        assert_eq!(
            answer.judged,
            if last { Judged::Done } else { Judged::Onward },
            "{}",
            lesson.id
        );
        assert_eq!(answer.stage as usize, number + 1);
        assert_eq!(answer.words, stage.success.into());
        assert_eq!(answer.replies.first().map(String::as_str), stage.reply);
        assert!(!last || stage.reply.is_none(), "nobody answers the end of {}", lesson.id);
        assert_eq!(shown.points.len(), stage.points.len(), "{} points beside the board", lesson.id);
    });
}

#[test]
fn what_the_rules_refuse_is_refused_at_the_last_tap_and_nowhere_before() {
    let mut refusals = 0;
    each_stage(|game, lesson, number, stage, progress| {
        let Goal::Refusal(listed) = stage.goal else { return };
        for names in listed {
            let taps = ids(progress, names);
            let before = progress.continuations(&taps[..taps.len() - 1]);
            assert!(before.is_ok(), "{}: {names} is refused too early", lesson.id);
            let why = progress.why_not(&taps);
            check_sentences(&why.unwrap_or_else(|| panic!("{}: {names} is allowed", lesson.id)));
            let tried = Attempt { stage: number as u32, moves: progress.moves(), taps };
            let answer = attempt(game.name(), lesson.id, &tried).unwrap();
            assert_eq!(answer.stage as usize, number + 1);
            refusals += 1;
        }
        // Doing what is allowed instead is answered, and not with the words for any lesson.
        let default = Stage::new(stage.task, stage.goal, stage.success).otherwise;
        assert_ne!(stage.otherwise, default, "{}", lesson.id);
        for text in legal(progress) {
            let answer = answer(game, lesson, number, progress, &text);
            assert_eq!(answer.judged, Judged::Again);
            assert_eq!(answer.words, stage.otherwise.into());
        }
    });
    assert!(refusals > 30);
}

#[test]
fn every_legal_move_is_judged_and_every_pattern_is_of_use() {
    each_stage(|game, lesson, number, stage, progress| {
        if matches!(stage.goal, Goal::Refusal(_)) {
            assert!(stage.remarks.is_empty(), "{}", lesson.id);
            return;
        }
        let mut remarked: HashSet<usize> = HashSet::new();
        let (mut wrong, mut right) = (0, 0);
        let legal = legal(progress);
        for text in &legal {
            let answer = answer(game, lesson, number, progress, text);
            match answer.judged {
                Judged::Done | Judged::Onward => right += 1,
                Judged::Refused => panic!("{text} is legal"),
                Judged::Again => {
                    wrong += 1;
                    let about = |r: &galet_scene::Remark| r.moves.iter().any(|p| fits(p, text));
                    let remark = stage.remarks.iter().position(about);
                    let words = remark.map_or(stage.otherwise, |n| stage.remarks[n].words);
                    assert_eq!(answer.words, words.into(), "{} {text}", lesson.id);
                    remarked.extend(remark);
                }
            }
        }
        assert!(right > 0, "{} cannot be done", lesson.id);
        assert_eq!(remarked.len(), stage.remarks.len(), "{}: an idle remark", lesson.id);
        let mut patterns: Vec<&str> =
            stage.remarks.iter().flat_map(|remark| remark.moves).copied().collect();
        if let Goal::Moves(goal) = stage.goal {
            patterns.extend(goal);
            let anything = goal.contains(&"*");
            assert!(anything || wrong > 0 || right == legal.len(), "{}", lesson.id);
        }
        for pattern in patterns {
            assert!(
                legal.iter().any(|m| fits(pattern, m)),
                "{}: {pattern} fits nothing",
                lesson.id
            );
        }
    });
}

#[test]
fn other_refused_taps_are_explained_and_change_nothing() {
    each_stage(|game, lesson, number, stage, progress| {
        let scene = progress.scene();
        for id in (0..scene.cells.len()).map(|n| CellId(n as u8)) {
            let tried = Attempt { stage: number as u32, moves: progress.moves(), taps: vec![id] };
            let answer = attempt(game.name(), lesson.id, &tried).unwrap();
            let name = &scene.cells[usize::from(id.0)].name;
            let meant = matches!(stage.goal, Goal::Refusal(taps) if taps.contains(&name.as_str()));
            if !meant {
                assert_eq!((answer.judged, answer.stage as usize), (Judged::Refused, number));
                let why = progress.why_not(&[id]);
                assert!(why.is_none_or(|why| why == answer.words));
            }
        }
    });
}

/// Whether `me`, to move, wins by force within so many own moves.
fn wins(game: &dyn AnyProgress, me: Side, own_moves: u32) -> bool {
    own_moves > 0 && legal(game).iter().any(|text| wins_by(game, text, me, own_moves))
}

/// Whether `me` wins by force within so many own moves, of which this is the first.
fn wins_by(game: &dyn AnyProgress, text: &str, me: Side, own_moves: u32) -> bool {
    let mut after = game.clone_box();
    after.play(text).expect("legal");
    if let Some(outcome) = after.outcome() {
        return outcome.winner == Some(me);
    }
    own_moves > 1
        && legal(&*after).iter().all(|reply| {
            let mut next = after.clone_box();
            next.play(reply).expect("legal");
            match next.outcome() {
                Some(outcome) => outcome.winner == Some(me),
                None => wins(&*next, me, own_moves - 1),
            }
        })
}

/// The moves after which the other side has no winning answer.
fn holding(game: &dyn AnyProgress) -> Vec<String> {
    let (me, mut held) = (game.turn(), legal(game));
    held.retain(|text| {
        let mut after = game.clone_box();
        after.play(text).expect("legal");
        match after.outcome() {
            Some(outcome) => outcome.winner != Some(me.other()),
            None => !wins(&*after, me.other(), 1),
        }
    });
    held
}

#[test]
fn each_task_has_exactly_one_solution() {
    let mut tasks = 0;
    each_stage(|_, lesson, number, stage, progress| {
        if lesson.part != Part::Task {
            return;
        }
        tasks += usize::from(number == 0);
        let me = progress.turn();
        let left = (lesson.stages.len() - number) as u32;
        // A position with few moves is searched to the end of the game.
        let own_moves = if legal(progress).len() <= 16 { 9 } else { left };
        let winning: Vec<String> = legal(progress)
            .into_iter()
            .filter(|text| wins_by(progress, text, me, own_moves))
            .collect();
        match stage.goal {
            Goal::Moves(solution) if left == 1 => {
                assert!(winning.is_empty(), "{} can be won", lesson.id);
                assert_eq!(holding(progress), solution, "{}", lesson.id);
            }
            Goal::Moves(solution) => assert_eq!(winning, solution, "{}", lesson.id),
            Goal::Win => assert_eq!((winning.len(), left), (1, 1), "{}", lesson.id),
            other => panic!("{other:?} is no goal of a task"),
        }
    });
    assert_eq!(tasks, 9);
}

#[test]
fn what_does_not_exist_is_refused_in_words() {
    let (game, lesson) = ("avalam", "top");
    let try_it = |game: &str, lesson: &str, stage, moves: &[&str]| {
        let moves = moves.iter().map(|&m| m.to_owned()).collect();
        attempt(game, lesson, &Attempt { stage, moves, taps: Vec::new() })
    };
    assert_eq!(try_it("chess", lesson, 0, &[]).unwrap_err().code(), "no-such-game");
    assert_eq!(try_it(game, "castling", 0, &[]).unwrap_err().code(), "no-such-lesson");
    assert_eq!(try_it(game, lesson, 9, &["c9d9"]).unwrap_err().code(), "no-such-lesson");
    assert_eq!(try_it(game, lesson, 0, &[]), Err(StudyError::NoMove));
    assert_eq!(try_it(game, lesson, 0, &["??", "c9d9"]).unwrap_err().code(), "illegal-move");
    assert_eq!(try_it(game, lesson, 0, &["c9e5"]).map(|a| a.judged), Ok(Judged::Refused));
    assert_eq!(try_it(game, lesson, 0, &["c9d9"; 100]).unwrap_err().code(), "too-many");
    for error in [try_it(game, "x", 0, &[]), try_it(game, lesson, 9, &[])] {
        check_sentences(&error.unwrap_err().words());
    }
}
