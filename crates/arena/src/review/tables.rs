//! Reviews as tables.

use super::{Measured, Played, ReviewedGame};
use galet_engine::review::Mark;
use std::fmt::Write;

/// The head of a table of players.
pub const HEAD: &str = "\
| player | games | points, % | accuracy, % | chances lost a move, % | cost a move | marked after ply 12 |
|---|---|---|---|---|---|---|";

impl Measured {
    /// A line of a table of players.
    pub fn row(&self) -> String {
        let Measured { player, games, accuracy, loss, cost, late, .. } = self;
        let points = self.points.map_or("–".to_owned(), |points| {
            let [low, mean, high] =
                [points.score_low, points.score, points.score_high].map(|share| 100.0 * share);
            format!("{mean:.1} ({low:.1} … {high:.1})")
        });
        let [moves, marked] = late;
        format!(
            "| {player} | {games} | {points} | {:.1} ± {:.1} | {:.2} ± {:.2} | {:.3} ± {:.3} | \
             {marked} of {moves} |",
            100.0 * accuracy.mean,
            100.0 * accuracy.error,
            100.0 * loss.mean,
            100.0 * loss.error,
            cost.mean,
            cost.error,
        )
    }
}

/// The head of a table of moves, with tabulators.
pub const MOVES_HEAD: &str = "match\tgame\tply\tplayer\tmove\tchances before\tchances after\tlead before\tlead after\t\
     proven before\tproven after\tloss\tcost\taccuracy\tmark\n";

impl ReviewedGame {
    /// Adds its moves as lines of a table; it is game number `round` of that match.
    pub fn list_moves(&self, table: &mut String, name: &str, round: usize, played: &Played) {
        let mut side = self.first;
        for (ply, m) in (played.opening_plies..).zip(&self.moves) {
            let (before, after, player) = (&m.before, &m.after, &played.names[side]);
            let mark = m.mark.map_or("", Mark::symbol);
            let _ = writeln!(
                table,
                "{name}\t{round}\t{ply}\t{player}\t{}\t{:.4}\t{:.4}\t{:.3}\t{:.3}\t{}\t{}\t{:.4}\t\
                 {:.3}\t{:.4}\t{mark}",
                m.text,
                before.chances,
                after.chances,
                before.lead.units,
                after.lead.units,
                u8::from(before.proven),
                u8::from(after.proven),
                m.loss,
                m.cost,
                m.accuracy,
            );
            side = side.other();
        }
    }
}
