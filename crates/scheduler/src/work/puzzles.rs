//! Puzzles of somebody's own mistakes: the positions in which exactly one move would have been right.

use super::only_move::{Answered, NoPuzzle, OnlyMove, OnlyMoveSearch};
use super::{Once, Slice, Work, WorkState};
use galet_engine::review::assess;
use galet_engine::{AnyEngine, Level, Look, Request};
use galet_games::{AnyProgress, SetupText};
use galet_puzzles::{Difficulty, Goal, Proof, Puzzle, PuzzleId, class, rating};
use galet_scene::Phrase;
use galet_search::{Limits, Stop};
use galet_wire::puzzle::{LeftOut, OwnPuzzle, OwnPuzzleName, OwnPuzzles};

/// The most moves to find.
const MOST_MOVES: usize = 3;
/// How much more closely than a review the reply is looked for.
const REPLY: u64 = 2;
/// The levels that try the first move, and how often: what a puzzle of one's own is rated by.
const TRYING: [u8; 5] = [1, 3, 5, 7, 9];
const TRIES: u8 = 2;

/// Puzzles being made.
pub(crate) struct MakePuzzles {
    game: Box<dyn AnyProgress>,
    /// The moves still to be looked at, the next one last.
    plies: Vec<u32>,
    of: u32,
    hunt: Option<Hunt>,
    made: OwnPuzzles,
    progress: Box<dyn FnMut(u32, u32) + Send>,
    done: Option<Once<OwnPuzzles>>,
}

impl MakePuzzles {
    pub(crate) fn new(
        game: Box<dyn AnyProgress>,
        plies: &[u32],
        progress: Box<dyn FnMut(u32, u32) + Send>,
        done: Once<OwnPuzzles>,
    ) -> MakePuzzles {
        let mut plies = plies.to_vec();
        plies.sort_unstable();
        plies.dedup();
        plies.reverse();
        let of = plies.len() as u32;
        let made = OwnPuzzles { puzzles: Vec::new(), left_out: Vec::new() };
        MakePuzzles { game, plies, of, hunt: None, made, progress, done: Some(done) }
    }

    /// Keeps what became of a mistake.
    fn keep(&mut self, ply: u32, became: Result<Puzzle, NoPuzzle>) {
        match became {
            Ok(puzzle) => self.made.puzzles.push(OwnPuzzle {
                ply,
                text: puzzle.own_text(),
                puzzle: OwnPuzzleName { id: puzzle.id.to_string() },
            }),
            Err(why) => self.made.left_out.push(LeftOut { ply, why: why.words() }),
        }
    }
}

impl Work for MakePuzzles {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        let begun = slice.time.now();
        while let Some(&ply) = self.plies.last() {
            let game = &*self.game;
            let hunt = self.hunt.get_or_insert_with(|| Hunt::new(game, ply));
            let became = hunt.step(engine, &slice.stop);
            if slice.stop.is_stopped() {
                return WorkState::Unfinished;
            }
            if let Some(became) = became {
                self.keep(ply, became);
                self.hunt = None;
                self.plies.pop();
                (self.progress)(self.of - self.plies.len() as u32, self.of);
            }
            if slice.since(begun) >= slice.length && !self.plies.is_empty() {
                return WorkState::Unfinished;
            }
        }
        if let Some(done) = self.done.take() {
            done(self.made.clone());
        }
        WorkState::Finished
    }
}

impl NoPuzzle {
    /// As a sentence.
    fn words(self) -> Phrase {
        match self {
            NoPuzzle::Several => Phrase::fixed(
                "Several moves were as good here, or nearly.",
                "Plusieurs coups étaient aussi bons ici, ou presque.",
            ),
            NoPuzzle::Forced => Phrase::fixed(
                "There was only one move to play here.",
                "Il n’y avait qu’un coup à jouer ici.",
            ),
            NoPuzzle::Lost => Phrase::fixed(
                "There was little left to keep here.",
                "Il n’y avait plus grand-chose à garder ici.",
            ),
        }
    }
}

enum Stage {
    /// Is there one right move?
    Answer(OnlyMoveSearch),
    /// What does the opponent reply?
    Reply,
    /// Which levels find it?
    Measure,
}

/// The search for a puzzle in one position.
struct Hunt {
    setup: SetupText,
    /// The game as it stands before the puzzle, and after all that was found.
    begun: Box<dyn AnyProgress>,
    now: Box<dyn AnyProgress>,
    line: Vec<String>,
    /// The reply to the last move, which counts once an answer to it is found.
    reply: Option<String>,
    claim: Option<(Goal, bool)>,
    stage: Stage,
    /// How often the levels that have tried found it.
    solved: Vec<u8>,
    origin: String,
}

impl Hunt {
    fn new(game: &dyn AnyProgress, ply: u32) -> Hunt {
        let before = game.at_ply(ply as usize);
        let setup = SetupText { position: Some(before.position_text()), ..before.setup() };
        // A puzzle has no past; a position of a game can always be set up.
        let begun = before.game().start(&setup).unwrap_or(before);
        Hunt {
            setup,
            now: begun.clone_box(),
            stage: Stage::Answer(OnlyMoveSearch::new(begun.clone_box())),
            begun,
            line: Vec::new(),
            reply: None,
            claim: None,
            solved: Vec::new(),
            origin: format!("own game, ply {ply}"),
        }
    }

    /// Asks the engine the next thing, and gives what became of the position once that is known. A step that was
    /// stopped is done again.
    fn step(
        &mut self,
        engine: &mut dyn AnyEngine,
        stop: &Stop,
    ) -> Option<Result<Puzzle, NoPuzzle>> {
        match &mut self.stage {
            Stage::Answer(search) => match search.step(engine, stop) {
                Answered::NotYet => {}
                Answered::Yes => {
                    let only = search.only.take();
                    self.take(only);
                }
                Answered::No(why) if self.line.is_empty() => return Some(Err(why)),
                Answered::No(_) => self.stage = Stage::Measure,
            },
            Stage::Reply => {
                let effort = engine.scale().effort.times(REPLY);
                let look = Look { to_play: true, ..Look::with(effort, stop) };
                let found = assess(engine, &*self.now, &look).ok();
                if stop.is_stopped() {
                    return None;
                }
                let reply = found.and_then(|found| found.analysis.played());
                let played = reply.filter(|text| self.now.play(text).is_ok());
                self.stage = match played {
                    Some(reply) if self.now.outcome().is_none() => {
                        self.reply = Some(reply);
                        Stage::Answer(OnlyMoveSearch::new(self.now.clone_box()))
                    }
                    _ => Stage::Measure,
                };
            }
            Stage::Measure => return self.measure(engine, stop).then(|| Ok(self.puzzle())),
        }
        None
    }

    /// The next right move, if it keeps the same as those before it.
    fn take(&mut self, only: Option<OnlyMove>) {
        self.stage = Stage::Measure;
        let Some(OnlyMove { text, goal, proven }) = only else { return };
        let claim = *self.claim.get_or_insert((goal, proven));
        if claim != (goal, proven) || self.now.play(&text).is_err() {
            return;
        }
        self.line.extend(self.reply.take());
        self.line.push(text);
        if self.line.len().div_ceil(2) < MOST_MOVES && self.now.outcome().is_none() {
            self.stage = Stage::Reply;
        }
    }

    /// Lets the next level try the first move; gives whether all have.
    fn measure(&mut self, engine: &mut dyn AnyEngine, stop: &Stop) -> bool {
        let Some(level) = TRYING.get(self.solved.len()).and_then(|&number| Level::new(number))
        else {
            return true;
        };
        if engine.set_game(&*self.begun).is_err() {
            self.solved.push(0);
            return false;
        }
        let request = Request { stop: stop.clone(), ..Request::new(Limits::default()) };
        let finds =
            |seed| engine.choose(level, &request, seed).is_some_and(|c| c.text == self.line[0]);
        let times = (0..u64::from(TRIES)).filter(|&seed| finds(seed)).count() as u8;
        if !stop.is_stopped() {
            self.solved.push(times);
        }
        false
    }

    fn puzzle(&self) -> Puzzle {
        let game = self.begun.game().name();
        let (goal, proven) = self.claim.unwrap_or((Goal::Advantage, false));
        let elo = galet_engine::elo(game);
        let elo: Vec<u32> =
            TRYING.iter().map(|&level| elo[usize::from(level - 1).min(elo.len() - 1)]).collect();
        Puzzle {
            id: PuzzleId::of_own(game, &self.setup),
            setup: self.setup.clone(),
            line: self.line.clone(),
            goal,
            proof: if proven { Proof::Proven } else { Proof::Searched },
            themes: Vec::new(),
            difficulty: Difficulty {
                class: class(&self.solved, TRIES),
                rating: rating(&self.solved, TRIES, &elo),
                nodes: 0,
                solved: Vec::new(),
            },
            origin: self.origin.clone(),
        }
    }
}
