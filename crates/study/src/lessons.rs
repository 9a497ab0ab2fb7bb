//! The courses: the lessons of a game, and what comes of an attempt at one.

use crate::StudyError;
use galet_core::Shown;
use galet_games::{AnyGame, AnyProgress, SetupText, find};
use galet_scene::{CellId, Goal, Lesson, Phrase, Scene, Stage, fits};
use galet_wire::lesson::{Attempt, Judged, LessonAnswer, LessonView, StageView};
use galet_wire::setup::Setup;

/// The most moves of an attempt: more than any lesson takes.
const MAX_MOVES: usize = 64;

/// The moves that are looked at to show how a stage can be done.
const MOVES_LOOKED_AT: usize = 5_000;

/// All lessons of a game, in order.
pub fn lessons(game: &str) -> Result<Vec<LessonView>, StudyError> {
    let game = find(game)?;
    game.lessons().iter().map(|lesson| view(game, lesson)).collect()
}

/// What comes of an attempt at a lesson.
pub fn attempt(game: &str, lesson: &str, attempt: &Attempt) -> Result<LessonAnswer, StudyError> {
    let game = find(game)?;
    let lesson = (game.lessons().iter().find(|known| known.id == lesson))
        .ok_or_else(|| StudyError::NoSuchLesson(Shown(lesson).to_string()))?;
    let stage = lesson
        .stages
        .get(attempt.stage as usize)
        .ok_or(StudyError::NoSuchStage { stage: attempt.stage, stages: lesson.stages.len() })?;
    if attempt.moves.len() > MAX_MOVES {
        return Err(StudyError::TooMany { what: "moves", quoi: "coups", most: MAX_MOVES });
    }
    let mut progress = game.start(&setup(lesson))?;
    let play = |progress: &mut Box<dyn AnyProgress>, ply: usize, text: &str| {
        let played = progress.play_reading(text, None);
        played.map_err(|refused| StudyError::Move { ply, refused: Box::new(refused) })
    };
    let judged = |judged, words: Phrase| LessonAnswer {
        judged,
        stage: attempt.stage,
        words,
        replies: Vec::new(),
    };

    if !attempt.taps.is_empty() {
        for (ply, text) in attempt.moves.iter().enumerate() {
            play(&mut progress, ply, text)?;
        }
        let fault = progress.continuations(&attempt.taps).err();
        let (Some(fault), Some(why)) = (fault, progress.why_not(&attempt.taps)) else {
            return Ok(judged(Judged::Refused, go_on()));
        };
        // What was tapped after the first fault does not matter.
        let names = names(&progress.scene(), &attempt.taps[..=fault.tap]);
        return Ok(match stage.goal {
            Goal::Refusal(taps) if taps.contains(&names.as_str()) => {
                succeed(lesson, attempt.stage, stage)
            }
            _ => judged(Judged::Refused, why),
        });
    }

    let (last, before) = attempt.moves.split_last().ok_or(StudyError::NoMove)?;
    for (ply, text) in before.iter().enumerate() {
        play(&mut progress, ply, text)?;
    }
    let text = match progress.read_move(last, None) {
        Ok(text) => text,
        Err(refused) => return Ok(judged(Judged::Refused, refused.sentence())),
    };
    if reaches(&*progress, &text, stage.goal) {
        return Ok(succeed(lesson, attempt.stage, stage));
    }
    let remark = stage.remarks.iter().find(|remark| remark.moves.iter().any(|p| fits(p, &text)));
    Ok(judged(Judged::Again, remark.map_or(stage.otherwise, |remark| remark.words).into()))
}

/// A stage is done: on to the next one, or the lesson is finished.
fn succeed(lesson: &Lesson, number: u32, stage: &Stage) -> LessonAnswer {
    let last = number as usize + 1 == lesson.stages.len();
    LessonAnswer {
        judged: if last { Judged::Done } else { Judged::Onward },
        stage: number + 1,
        words: stage.success.into(),
        replies: stage.reply.iter().map(|&reply| reply.to_owned()).collect(),
    }
}

/// Whether a legal move reaches the goal.
fn reaches(before: &dyn AnyProgress, text: &str, goal: Goal) -> bool {
    let mover = before.turn();
    let mut after = before.clone_box();
    if after.play(text).is_err() {
        return false;
    }
    match goal {
        Goal::Refusal(_) => false,
        Goal::Moves(patterns) => patterns.iter().any(|pattern| fits(pattern, text)),
        Goal::Win => after.outcome().is_some_and(|outcome| outcome.winner == Some(mover)),
        Goal::Score => after.score()[mover] > before.score()[mover],
        Goal::End => after.outcome().is_some(),
    }
}

fn go_on() -> Phrase {
    Phrase::new("So far, so good. Go on.", "C’est bien jusqu’ici. Continuez.")
}

/// The names of cells as lessons have them: `d5 e5`.
fn names(scene: &Scene, taps: &[CellId]) -> String {
    let name = |id: &CellId| scene.cells.get(usize::from(id.0)).map_or("?", |cell| &cell.name);
    taps.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn cells(scene: &Scene, names: &[&str]) -> Vec<CellId> {
    names.iter().filter_map(|name| scene.cell(name)).map(|(id, _)| id).collect()
}

fn setup(lesson: &Lesson) -> SetupText {
    SetupText {
        layout: None,
        options: lesson.options.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect(),
        position: Some(lesson.position.to_owned()),
    }
}

/// A lesson as it travels to the browser.
fn view(game: &dyn AnyGame, lesson: &Lesson) -> Result<LessonView, StudyError> {
    let setup = setup(lesson);
    let mut progress = game.start(&setup)?;
    let mut stages = Vec::with_capacity(lesson.stages.len());
    for stage in lesson.stages {
        let scene = progress.scene();
        let (taps, moves) = example(&*progress, &scene, stage);
        for text in &moves {
            let ply = progress.plies();
            let played = progress.play(text);
            played.map_err(|refused| StudyError::Move { ply, refused: Box::new(refused) })?;
        }
        stages.push(StageView {
            task: stage.task.into(),
            points: cells(&scene, stage.points),
            forbidden: matches!(stage.goal, Goal::Refusal(_)),
            taps,
            moves,
        });
    }
    Ok(LessonView {
        id: lesson.id.to_owned(),
        part: lesson.part,
        title: lesson.title.into(),
        rule: lesson.rule.into(),
        setup: Setup { layout: setup.layout, options: setup.options, position: setup.position },
        stages,
    })
}

/// How a stage can be done: the taps, the move that they make, and the answer to it.
fn example(progress: &dyn AnyProgress, scene: &Scene, stage: &Stage) -> (Vec<CellId>, Vec<String>) {
    if let Goal::Refusal(taps) = stage.goal {
        let first = taps.first().copied().unwrap_or_default();
        return (cells(scene, &first.split(' ').collect::<Vec<_>>()), Vec::new());
    }
    let legal = progress.legal_moves(MOVES_LOOKED_AT).texts;
    // A goal that lists moves names the best example first.
    let listed = match stage.goal {
        Goal::Moves(patterns) => patterns,
        _ => &["*"],
    };
    let example = listed.iter().find_map(|pattern| {
        legal.iter().find(|text| fits(pattern, text) && reaches(progress, text, stage.goal))
    });
    let Some(text) = example else { return (Vec::new(), Vec::new()) };
    let taps = progress.gesture(text).unwrap_or_default();
    let mut moves = vec![text.clone()];
    moves.extend(stage.reply.map(str::to_owned));
    (taps, moves)
}
