//! Every reason that is given for a move is confirmed by the slow rules: by trying all answers,
//! and by walking over their picture of the board.

mod slow;

use galet_abalone::Position;
use galet_scene::conformance::{Stated, motifs_hold, reasons_hold};
use slow::{Place, Slow, WAYS, name, next};
use std::collections::BTreeSet;
use std::sync::OnceLock;

type Names = BTreeSet<String>;

#[test]
fn every_reason_is_confirmed_by_trying_it_out() {
    let goal = Position::default().marbles_to_win();
    reasons_hold::<Position>(include_str!("played.txt"), 6, 8, |stated| {
        let before = Slow::read(stated.position, goal);
        let after = before.moves().remove(stated.text).expect("a legal move");
        let doubt = Doubt { stated, before, after };
        let held = doubt.holds();
        assert!(held, "{}: {} {}", stated.words, stated.text, stated.position);
    });
}

#[test]
fn every_theme_is_confirmed_by_trying_it_out() {
    let goal = Position::default().marbles_to_win();
    motifs_hold::<Position>(include_str!("played.txt"), 6, 8, |stated| {
        let before = Slow::read(stated.position, goal);
        let after = before.moves().remove(stated.text).expect("a legal move");
        let doubt = Doubt { stated, before, after };
        assert!(doubt.is_about(), "{}: {} {}", stated.kind, stated.text, stated.position);
    });
}

struct Doubt<'a> {
    stated: &'a Stated<'a>,
    before: Slow,
    after: Slow,
}

impl Doubt<'_> {
    fn holds(&self) -> bool {
        let (me, them) = (self.before.turn, self.before.enemy());
        let cells: Names = self.stated.cells.iter().cloned().collect();
        let all = |holds: &dyn Fn(&str) -> bool| cells.iter().all(|cell| holds(cell));
        match self.stated.kind {
            "wins" => self.after.winner() == Some(me),
            "ejects" => {
                let count = |position: &Slow| position.ejected[if me == 'b' { 0 } else { 1 }];
                let told = format!("{} of {}", count(&self.after), self.after.goal);
                count(&self.after) == count(&self.before) + 1
                    && self.stated.words.contains(&told)
                    && all(&|cell| marble(&self.before, cell) == them)
            }
            "sure-ejection" => {
                let replies = self.after.moves();
                !replies.is_empty()
                    && replies.values().all(|reply| !ejectable(reply, me).is_empty())
                    && all(&|cell| ejectable(&self.after, me).contains(cell))
            }
            "threat" => cells.len() == 1 && cells.is_subset(&ejectable(&self.after, me)),
            "two-threats" => cells.len() > 1 && cells.is_subset(&ejectable(&self.after, me)),
            "rescue" => {
                let (then, now) = (ejectable(&self.before, them), ejectable(&self.after, them));
                all(&|cell| then.contains(&self.earlier(cell)) && !now.contains(cell))
            }
            "no-push" => {
                pushes(&self.before, them)
                    && !pushes(&self.after, them)
                    && all(&|cell| marble(&self.after, cell) == me)
            }
            "breaks-row" => self.breaks_row(&cells),
            "splits" => {
                let [before, after] = [&self.before, &self.after].map(|p| groups(p, them));
                let told = format!("{after} groups instead of {before}.");
                after > before && self.stated.words.ends_with(&told)
            }
            "joins" => groups(&self.before, me) > 1 && groups(&self.after, me) == 1,
            "to-edge" => all(&|cell| {
                let from = self.earlier_pushed(cell);
                marble(&self.after, cell) == them
                    && marble(&self.before, &from) == them
                    && from != cell
                    && at_edge(cell)
                    && !at_edge(&from)
            }),
            "centre" => all(&|cell| {
                marble(&self.after, cell) == me && steps_out(cell) < steps_out(&self.earlier(cell))
            }),
            other => panic!("nobody knows how to confirm '{other}'"),
        }
    }

    /// Whether the move has the theme.
    fn is_about(&self) -> bool {
        let (me, them) = (self.before.turn, self.before.enemy());
        let ejected = |p: &Slow| p.ejected[if me == 'b' { 0 } else { 1 }];
        let takes = ejected(&self.after) > ejected(&self.before);
        let [then, now] = [&self.before, &self.after].map(|p| ejectable(p, them));
        let mut own = self.after.marbles(me).into_iter().map(name);
        let touches = |p: &Slow, marbles: &[Place]| {
            marbles.iter().any(|&m| WAYS.into_iter().any(|way| p.at(next(m, way)) == them))
        };
        match self.stated.kind {
            "ejection" => takes,
            "sumito" => self.before.marbles(them) != self.after.marbles(them),
            "side-step" => self.stated.text.len() == 6,
            "double-threat" => ejectable(&self.after, me).len() > 1,
            "rescue" => own.any(|cell| then.contains(&self.earlier(&cell)) && !now.contains(&cell)),
            "breaking-contact" => {
                let (way, group) = self.group();
                let moved: Vec<Place> = group.iter().map(|&marble| next(marble, way)).collect();
                touches(&self.before, &group) && !touches(&self.after, &moved)
            }
            "splitting" => groups(&self.after, them) > groups(&self.before, them),
            "sacrifice" => !takes && now.iter().any(|cell| !then.contains(&self.earlier(cell))),
            other => panic!("nobody knows how to confirm '{other}'"),
        }
    }

    /// The direction of the move and its own marbles, as its text tells them.
    fn group(&self) -> (Place, Vec<Place>) {
        let text = self.stated.text;
        let first = place(&text[..2]);
        let way = |to: Place| (to.0 - first.0, to.1 - first.1);
        let mut group = vec![first];
        if text.len() == 4 {
            let way = way(place(&text[2..]));
            while self.before.at(next(group[group.len() - 1], way)) == self.before.turn {
                group.push(next(group[group.len() - 1], way));
            }
            return (way, group);
        }
        let last = place(&text[2..4]);
        let along = WAYS
            .into_iter()
            .find(|way| next(first, *way) == last || next(next(first, *way), *way) == last);
        let along = along.expect("the ends of a group are in line");
        while group[group.len() - 1] != last {
            group.push(next(group[group.len() - 1], along));
        }
        (way(place(&text[4..])), group)
    }

    /// Where the own marble on `cell` stood before the move.
    fn earlier(&self, cell: &str) -> String {
        let (way, group) = self.group();
        let from = group.into_iter().find(|marble| next(*marble, way) == place(cell));
        from.map_or(cell.to_owned(), name)
    }

    /// Where a marble of the opponent's on `cell` came from, if it was pushed there.
    fn earlier_pushed(&self, cell: &str) -> String {
        let (way, group) = self.group();
        let mut pushed = next(group[group.len() - 1], way);
        while self.before.at(pushed) == self.before.enemy() {
            if name_of(next(pushed, way)).as_deref() == Some(cell) {
                return name(pushed);
            }
            pushed = next(pushed, way);
        }
        cell.to_owned()
    }

    /// The cells were one straight row of the opponent's, and no three in a row are left of it.
    fn breaks_row(&self, cells: &Names) -> bool {
        let them = self.before.enemy();
        let mut row: Vec<Place> = cells.iter().map(|cell| place(cell)).collect();
        row.sort();
        let straight = WAYS.into_iter().any(|way| row.windows(2).all(|w| next(w[0], way) == w[1]));
        let left = |three: &[Place]| three.iter().all(|&p| self.after.at(p) == them);
        straight
            && row.len() >= 3
            && row.iter().all(|&p| self.before.at(p) == them)
            && !row.windows(3).any(left)
    }
}

/// The marbles that a colour could push off if it were its turn.
fn ejectable(position: &Slow, attacker: char) -> Names {
    let mut position = position.clone();
    position.turn = attacker;
    let gone = |(text, after): (String, Slow)| {
        if after.ejected == position.ejected {
            return None;
        }
        // Straight on from the rear marble, the last one before the edge is pushed off.
        let (rear, to) = (place(&text[..2]), place(&text[2..4]));
        let way = (to.0 - rear.0, to.1 - rear.1);
        let mut last = rear;
        while position.at(next(last, way)) != ' ' {
            last = next(last, way);
        }
        Some(name(last))
    };
    position.moves().into_iter().filter_map(gone).collect()
}

/// Whether a colour could push anything if it were its turn.
fn pushes(position: &Slow, attacker: char) -> bool {
    let mut position = position.clone();
    position.turn = attacker;
    let others = position.marbles(position.enemy());
    position.moves().values().any(|after| after.marbles(position.enemy()) != others)
}

/// How many groups the marbles of a colour form.
fn groups(position: &Slow, colour: char) -> usize {
    let mut left = position.marbles(colour);
    let mut groups = 0;
    while let Some(first) = left.pop() {
        groups += 1;
        let mut waiting = vec![first];
        while let Some(marble) = waiting.pop() {
            for way in WAYS {
                if let Some(n) = left.iter().position(|&other| other == next(marble, way)) {
                    waiting.push(left.remove(n));
                }
            }
        }
    }
    groups
}

/// Every cell by name and place.
fn board() -> &'static [(String, Place)] {
    static BOARD: OnceLock<Vec<(String, Place)>> = OnceLock::new();
    BOARD.get_or_init(|| {
        let empty = Slow::read("5/6/7/8/9/8/7/6/5 b 0 0", 6);
        empty.places().filter(|&p| empty.at(p) != ' ').map(|p| (name(p), p)).collect()
    })
}

fn place(cell: &str) -> Place {
    let found = board().iter().find(|(name, _)| name == cell);
    found.unwrap_or_else(|| panic!("no cell {cell}")).1
}

fn name_of(place: Place) -> Option<String> {
    board().iter().find(|(_, other)| *other == place).map(|(name, _)| name.clone())
}

fn marble(position: &Slow, cell: &str) -> char {
    position.at(place(cell))
}

fn at_edge(cell: &str) -> bool {
    WAYS.into_iter().any(|way| name_of(next(place(cell), way)).is_none())
}

/// How many steps it takes from the middle to a cell.
fn steps_out(cell: &str) -> usize {
    let mut reached = vec![place("e5")];
    let mut steps = 0;
    while !reached.contains(&place(cell)) {
        let around = reached.iter().flat_map(|&p| WAYS.map(|way| next(p, way)));
        reached = around.chain(reached.iter().copied()).collect();
        reached.sort();
        reached.dedup();
        steps += 1;
    }
    steps
}
