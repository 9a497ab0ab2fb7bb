//! What speaks for a move: facts that follow from the rules, each of which a person can try out.
//!
//! Most of them ask for lines that a player could make with one move. A position with more walks
//! than can be tried in a moment has no such facts.

use crate::board::{Cell, Line};
use crate::moves::Move;
use crate::position::Position;
use crate::scene::id;
use crate::words::{both, line_name, listed, name};
use galet_core::{Game, Progress, Side};
use galet_scene::{Language, MoveReason, Phrase, Reasoned};
use std::ops::ControlFlow;

/// Walks of one position that are tried.
const WALKS_TRIED: u64 = 50_000;
/// Walks that are tried to find out whether other stacks lose.
pub(crate) const REPLIES_TRIED: u64 = 200_000;

impl Reasoned for Position {
    const REASONS: &'static [&'static str] = &[
        "line",
        "only-stack",
        "stops-line",
        "two-threats",
        "threat",
        "breaks-three",
        "three",
        "hides",
    ];

    fn reasons(game: &Progress<Self>, m: Move) -> Vec<MoveReason> {
        let before = *game.position();
        let Ok(after) = before.play(m) else { return Vec::new() };
        let mut reasons = Vec::new();
        let mut tell = |kind, words: Phrase, cells: u16| {
            if cells != 0 {
                reasons.push(MoveReason::new(kind, words, cells_of(cells).map(id)));
            }
        };
        let (me, them) = (before.turn, before.turn.other());
        let made: Vec<Line> = after.lines(me).collect();
        tell("line", both(|language| tell_line(me, &made, language)), union(&made));
        if after.outcome().is_some() {
            return reasons;
        }
        let could: Vec<Line> = lines_next(&before, them).unwrap_or_default();
        let stopped = !could.is_empty() && lines_next(&after, them).is_some_and(|l| l.is_empty());
        if stopped {
            let only = if only_stack(&before, m.origin()) { m.origin().bit() } else { 0 };
            tell("only-stack", both(|language| tell_only(them, m.origin(), language)), only);
            let words = both(|language| tell_stopped(them, &could, language));
            tell("stops-line", words, union(&could));
        }
        let threats = lines_next(&after, me).unwrap_or_default();
        let kind = if threats.len() > 1 { "two-threats" } else { "threat" };
        tell(kind, both(|language| tell_threat(me, &threats, language)), union(&threats));
        let three =
            |position: &Position, side: Side, line: &Line| line.count_in(position.tops(side)) == 3;
        let broken = Line::ALL.into_iter().filter(|line| three(&before, them, line));
        let broken: Vec<Line> = broken.filter(|line| line.count_in(after.tops(them)) < 3).collect();
        tell("breaks-three", both(|language| tell_broken(them, &broken, language)), union(&broken));
        let new = Line::ALL.into_iter().filter(|line| three(&after, me, line));
        let new: Vec<Line> = new.filter(|line| line.count_in(before.tops(me)) < 3).collect();
        tell("three", both(|language| tell_three(me, &new, language)), union(&new));
        let hidden = before.tops(them) & !after.tops(them);
        let fewer = before.tops(them).count_ones().saturating_sub(after.tops(them).count_ones());
        let hidden = if fewer > 1 { hidden } else { 0 };
        tell("hides", both(|language| tell_hidden(them, fewer, language)), hidden);
        reasons
    }
}

/// The lines that `side` could make with one move if it were its turn, `None` if there are too
/// many walks to tell.
pub(crate) fn lines_next(position: &Position, side: Side) -> Option<Vec<Line>> {
    let position = Position::assembled(position.stacks, side, position.left);
    if position.count_moves() > WALKS_TRIED {
        return None;
    }
    let mut found = [false; Line::ALL.len()];
    let _ = position.visit_moves(|m| {
        let mut next = position;
        next.play_unchecked(m);
        next.lines(side).for_each(|line| found[line.index()] = true);
        ControlFlow::Continue(())
    });
    Some(Line::ALL.into_iter().filter(|line| found[line.index()]).collect())
}

/// Whether every move of another stack lets the opponent make a line with the next move, or makes
/// one for them.
fn only_stack(position: &Position, stack: Cell) -> bool {
    let them = position.turn.other();
    let mut left = REPLIES_TRIED;
    let mut others = 0;
    let flow = position.visit_moves(|m| {
        if m.origin() == stack {
            return ControlFlow::Continue(());
        }
        others += 1;
        let mut next = *position;
        next.play_unchecked(m);
        let loses = match next.outcome() {
            Some(outcome) => outcome.winner == Some(them),
            None => next
                .visit_moves(|reply| {
                    left = left.saturating_sub(1);
                    let mut last = next;
                    last.play_unchecked(reply);
                    if left == 0 || last.lines(them).next().is_some() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_break(),
        };
        if loses && left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    others > 0 && flow.is_continue()
}

fn union(lines: &[Line]) -> u16 {
    lines.iter().fold(0, |cells, line| cells | line.set())
}

fn cells_of(set: u16) -> impl Iterator<Item = Cell> {
    Cell::ALL.into_iter().filter(move |cell| set & cell.bit() != 0)
}

fn lines(lines: &[Line], language: Language) -> String {
    let names: Vec<String> = lines.iter().map(|line| line_name(*line, language)).collect();
    let and = match language {
        Language::English => "and",
        Language::French => "et",
    };
    listed(&names, and)
}

fn tell_line(me: Side, made: &[Line], language: Language) -> String {
    let (who, line) = (name(me, language), lines(made, language));
    match language {
        Language::English => format!("{who} has a line of four, {line}, and wins."),
        Language::French => format!("{who} a un alignement de quatre, {line}, et gagne."),
    }
}

fn tell_only(them: Side, stack: Cell, language: Language) -> String {
    let who = name(them, language);
    match language {
        Language::English => {
            format!("Moving any stack but {stack} would let {who} win with the next move.")
        }
        Language::French => {
            format!("Jouer une autre pile que {stack} laisserait {who} gagner au coup suivant.")
        }
    }
}

fn tell_stopped(them: Side, could: &[Line], language: Language) -> String {
    let (who, line) = (name(them, language), lines(could, language));
    match language {
        Language::English => {
            format!("{who} could have made a line of four next ({line}) and now cannot.")
        }
        Language::French => {
            format!("{who} pouvait aligner quatre galets ({line}) et ne le peut plus.")
        }
    }
}

fn tell_threat(me: Side, threats: &[Line], language: Language) -> String {
    let (who, line) = (name(me, language), lines(threats, language));
    match (language, threats.len()) {
        (Language::English, 0 | 1) => format!("{who} threatens a line of four: {line}."),
        (Language::English, n) => format!("{who} threatens {n} lines at once: {line}."),
        (Language::French, 0 | 1) => {
            format!("{who} menace d’aligner quatre galets\u{a0}: {line}.")
        }
        (Language::French, n) => {
            format!("{who} menace {n} alignements à la fois\u{a0}: {line}.")
        }
    }
}

fn tell_broken(them: Side, broken: &[Line], language: Language) -> String {
    let (who, line) = (name(them, language), lines(broken, language));
    match language {
        Language::English => format!("{who} no longer has three of four in {line}."),
        Language::French => format!("{who} n’a plus trois galets sur quatre\u{a0}: {line}."),
    }
}

fn tell_three(me: Side, new: &[Line], language: Language) -> String {
    let (who, line) = (name(me, language), lines(new, language));
    match language {
        Language::English => format!("{who} has three of four in {line}."),
        Language::French => format!("{who} a trois galets sur quatre\u{a0}: {line}."),
    }
}

fn tell_hidden(them: Side, fewer: u32, language: Language) -> String {
    let who = name(them, language);
    match language {
        Language::English => format!("{who} shows {fewer} pebbles fewer than before."),
        Language::French => format!("{who} montre {fewer} galets de moins qu’avant."),
    }
}
