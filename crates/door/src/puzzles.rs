//! Puzzles: the sets that a page has handed in, and what is asked about them.

use crate::Door;
use crate::out::Hindrance;
use crate::requests::{Asked, Response, SMALL};
use galet_puzzles::PuzzleSet;
use galet_study::StudyError;
use galet_wire::refusal::Refusal;
use galet_wire::socket::ErrorInfo;

impl Door {
    /// Takes the puzzles of a game: the text of their file. A file that is wrong changes nothing.
    pub fn take_puzzles(&mut self, game: &str, text: &str) -> Result<(), ErrorInfo> {
        let wrong = |why: &str| Refusal::malformed(why).info;
        let set = PuzzleSet::read(text).map_err(|error| wrong(&error.to_string()))?;
        if set.head.game != game {
            return Err(wrong("puzzles of another game"));
        }
        self.puzzles.insert(game.to_owned(), set);
        Ok(())
    }

    /// Answers what is asked about the puzzles of a game.
    pub(crate) fn about_puzzles(
        &self,
        asked: &Asked<'_>,
        game: &str,
        parts: &[&str],
    ) -> Result<Response, Hindrance> {
        let game = galet_games::find(game).map_err(StudyError::from)?.name();
        match parts {
            [] => asked.by("GET")?,
            ["day", day] if !day.is_empty() => asked.by("GET")?,
            ["near" | "find" | "attempt" | "solution"] => asked.by("POST")?,
            _ => return Err(Refusal::no_such_page().into()),
        }
        let Some(set) = self.puzzles.get(game) else {
            return Err(Hindrance::FetchPuzzles(game.to_owned()));
        };
        Ok(match parts {
            ["day", day] => Response::json(200, &galet_study::puzzle_of_the_day(set, day)?),
            ["near"] => {
                let wanted = asked.body(SMALL)?;
                Response::json(200, &galet_study::puzzles_near(set, &wanted)?)
            }
            ["find"] => {
                let wanted = asked.body(SMALL)?;
                Response::json(200, &galet_study::puzzles_by_name(set, &wanted)?)
            }
            ["attempt"] => {
                let attempt = asked.body(SMALL)?;
                Response::json(200, &galet_study::puzzle_attempt(set, &attempt)?)
            }
            ["solution"] => {
                let puzzle = asked.body(SMALL)?;
                Response::json(200, &galet_study::puzzle_solution(set, &puzzle)?)
            }
            _ => Response::json(200, &galet_study::puzzle_shelf(set)),
        })
    }
}
