//! What speaks for a move: facts that follow from the rules.

use crate::board::cells;
use crate::position::{Move, Position};
use crate::scene::id;
use crate::words::{both, name};
use galet_core::Progress;
use galet_scene::{Language, MoveReason, Phrase, Reasoned, Scenic};

impl Reasoned for Position {
    const REASONS: &'static [&'static str] = &["wins", "takes", "escapes"];

    fn reasons(game: &Progress<Self>, m: Move) -> Vec<MoveReason> {
        let mut later = game.clone();
        if later.play(m).is_err() {
            return Vec::new();
        }
        let (before, after, me) = (game.position(), later.position(), game.turn());
        let mut reasons = Vec::new();
        let mut tell = |kind, words: Phrase, set: u16| {
            if set != 0 {
                reasons.push(MoveReason::new(kind, words, cells(set).map(id)));
            }
        };
        if let Some(outcome) = later.outcome() {
            let winners = if outcome.winner == Some(me) { after.stones[me] } else { 0 };
            tell("wins", after.say_outcome(outcome), winners);
            return reasons;
        }
        let taken = before.stones[me.other()] & !after.stones[me.other()];
        let words = both(|language| match language {
            Language::English => format!("It takes a stone of {}.", name(me.other(), language)),
            Language::French => {
                format!("Ce coup prend une pierre de {}.", name(me.other(), language))
            }
        });
        tell("takes", words, taken);
        // What could be taken if the other side were to move, before and after.
        let (then, now) = (before.passed().en_prise(), after.en_prise());
        let escaped = if now == 0 && then != 0 { after.stones[me] } else { 0 };
        let words = both(|language| match language {
            Language::English => {
                format!("No stone of {} can be taken any more.", name(me, language))
            }
            Language::French => {
                format!("Plus aucune pierre de {} ne peut être prise.", name(me, language))
            }
        });
        tell("escapes", words, escaped);
        reasons
    }
}
