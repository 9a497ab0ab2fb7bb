//! What the engine found, in words.

use galet_core::Side;
use galet_engine::review::Assessment;
use galet_engine::{Prospect, Solved};
use galet_games::AnyProgress;
use galet_scene::Phrase;
use galet_search::score::{DRAW, Score, forced_in};
use galet_wire::study::ScoreView;

/// The names of the players, by colour, the one who begins first.
#[derive(Clone, Debug)]
pub(crate) struct Names([Phrase; 2]);

impl Names {
    pub(crate) fn of(game: &dyn AnyProgress) -> Names {
        Names(game.scene().players.map(|player| player.name))
    }

    pub(crate) fn get(&self, side: Side) -> &Phrase {
        &self.0[side.index()]
    }
}

/// A line of play for the side whose turn it is, and what it promises, as everybody is told it.
pub(crate) fn view(names: &Names, turn: Side, score: Score, prospect: &Prospect) -> ScoreView {
    let chances = match turn {
        Side::First => prospect.chances,
        Side::Second => 1.0 - prospect.chances,
    };
    let (words, proven) = match forced_in(score) {
        Some(plies) => {
            let winner = if plies >= 0 && score > 0 { turn } else { turn.other() };
            (wins_in(names.get(winner), plies.unsigned_abs()), true)
        }
        None => (figure(chances), false),
    };
    ScoreView { chances, words, proven }
}

/// A line that is not proven, from a position of which the result is: it can promise no more than that.
pub(crate) fn bounded_view(
    names: &Names,
    turn: Side,
    score: Score,
    prospect: &Prospect,
    solved: &Solved,
) -> ScoreView {
    let view = view(names, turn, score, prospect);
    match solved.winner {
        _ if view.proven => view,
        Some(winner) if winner != turn => {
            // Whatever is lost with best play is lost with any other.
            let chances = if winner == Side::First { 1.0 } else { 0.0 };
            ScoreView { chances, words: wins_in(names.get(winner), 0), proven: true }
        }
        None if prospect.chances >= 0.5 => {
            let words = Phrase::fixed("draw at best, not proven", "nulle au mieux, non prouvé");
            ScoreView { chances: 0.5, words, proven: false }
        }
        _ => ScoreView { words: unproven(&view.words), ..view },
    }
}

/// A guess that stands among proven results.
fn unproven(figure: &Phrase) -> Phrase {
    Phrase::new(
        format!("about {}, not proven", figure.en),
        format!("environ {}, non prouvé", figure.fr),
    )
}

/// A proven result.
pub(crate) fn solved_view(names: &Names, solved: &Solved) -> ScoreView {
    let chances = match solved.winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    ScoreView { chances, words: solved_words(names, solved), proven: true }
}

/// "Light: win by 2 towers", "draw".
pub(crate) fn solved_words(names: &Names, solved: &Solved) -> Phrase {
    let Some(winner) = solved.winner else { return solved.for_winner.clone() };
    let name = names.get(winner);
    Phrase::new(
        format!("{}: {}", name.en, solved.for_winner.en),
        format!("{}\u{a0}: {}", name.fr, solved.for_winner.fr),
    )
}

/// The end of a game that is over.
pub(crate) fn ended_view(names: &Names, winner: Option<Side>) -> ScoreView {
    let (chances, words) = match winner {
        Some(side) => {
            let name = names.get(side);
            let words = Phrase::new(format!("{} has won", name.en), format!("{} a gagné", name.fr));
            (if side == Side::First { 1.0 } else { 0.0 }, words)
        }
        None => (0.5, Phrase::new("draw", "nulle")),
    };
    ScoreView { chances, words, proven: true }
}

/// What the engine thinks of a game as it stands.
pub(crate) fn assessment_view(
    game: &dyn AnyProgress,
    names: &Names,
    found: &Assessment,
) -> ScoreView {
    match (game.outcome(), &found.analysis.solved) {
        (Some(outcome), _) => ended_view(names, outcome.winner),
        (None, Some(solved)) => solved_view(names, solved),
        (None, None) => {
            let score = found.analysis.lines.first().map_or(DRAW, |line| line.score);
            view(names, game.turn(), score, &found.prospect)
        }
    }
}

/// A win that is forced, in moves of the winner.
fn wins_in(name: &Phrase, plies: u32) -> Phrase {
    match plies.div_ceil(2) {
        0 => Phrase::new(format!("{} wins", name.en), format!("{} gagne", name.fr)),
        moves => Phrase::new(
            format!("{} wins in {moves}", name.en),
            format!("{} gagne en {moves}", name.fr),
        ),
    }
}

/// Chances as a figure: +1.0 is a clear lead of the player who began (three chances in four),
/// +2.0 twice that (nine in ten).
fn figure(chances: f64) -> Phrase {
    let leads = (chances / (1.0 - chances)).ln() / 3_f64.ln();
    let tenths = (leads.clamp(-9.9, 9.9) * 10.0).round() as i32;
    let sign = match tenths {
        0 => "",
        1.. => "+",
        _ => "−",
    };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    Phrase::new(format!("{sign}{whole}.{tenth}"), format!("{sign}{whole},{tenth}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_told_in_clear_leads() {
        let told = |chances| figure(chances).en;
        assert_eq!(told(0.5), "0.0");
        assert_eq!(told(0.75), "+1.0");
        assert_eq!(told(0.25), "−1.0");
        assert_eq!(told(0.9), "+2.0");
        assert_eq!(figure(0.1).fr, "−2,0");
        assert_eq!(told(1.0), "+9.9");
        assert_eq!(told(0.0), "−9.9");
    }

    #[test]
    fn forced_wins_are_told_in_moves_of_the_winner() {
        let name = Phrase::new("Black", "Noir");
        assert_eq!(wins_in(&name, 1).en, "Black wins in 1");
        assert_eq!(wins_in(&name, 9).fr, "Noir gagne en 5");
        assert_eq!(wins_in(&name, 0).en, "Black wins");
    }
}
