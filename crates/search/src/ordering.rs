//! Which moves to look at first: those that were best before, those that take something, those
//! that refuted a sister position, those that did well elsewhere.

use galet_core::Side;

/// A move of a node with what decides its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// Its place in the order of generation.
    pub(crate) index: u16,
    /// Whether it takes or threatens something, so that it is never reduced away.
    pub(crate) urgent: bool,
    pub(crate) rank: i32,
}

/// After the move that was best before comes what takes something, in the order of
/// [`crate::Mind::urgency`].
pub(crate) const URGENT: i32 = 1 << 24;
/// Then the moves that refuted sister positions.
pub(crate) const KILLER: i32 = 1 << 22;
/// Then the quiet moves by their success so far, within these bounds.
const MOST_SUCCESS: i32 = 1 << 14;

/// Brings the best of the remaining candidates to the front. Selecting one at a time is cheaper
/// than sorting, because most nodes are cut after a move or two.
pub(crate) fn bring_best_to_front<M>(rest: &mut [Candidate<M>]) {
    let best = rest.iter().enumerate().max_by_key(|(n, c)| (c.rank, std::cmp::Reverse(*n)));
    if let Some((best, _)) = best {
        rest.swap(0, best);
    }
}

/// How often quiet moves were good, by side and slot.
pub(crate) struct Success(Vec<i32>, usize);

impl Success {
    pub(crate) fn new(slots: usize) -> Self {
        Success(vec![0; 2 * slots], slots)
    }

    pub(crate) fn of(&self, side: Side, slot: usize) -> i32 {
        self.0[side.index() * self.1 + slot]
    }

    /// Moves a figure towards its bound, the slower the nearer it is.
    pub(crate) fn learn(&mut self, side: Side, slot: usize, bonus: i32) {
        let figure = &mut self.0[side.index() * self.1 + slot];
        *figure += bonus - *figure * bonus.abs() / MOST_SUCCESS;
    }
}

/// The two latest quiet moves that refuted something at each distance from the root.
pub(crate) struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new(plies: usize) -> Self {
        Killers(vec![[None; 2]; plies])
    }

    /// A bonus if the move is a killer here.
    pub(crate) fn bonus(&self, ply: usize, m: M) -> i32 {
        match self.0[ply] {
            [Some(first), _] if first == m => KILLER + 1,
            [_, Some(second)] if second == m => KILLER,
            _ => 0,
        }
    }

    pub(crate) fn learn(&mut self, ply: usize, m: M) {
        let [first, second] = &mut self.0[ply];
        if *first != Some(m) {
            *second = first.replace(m);
        }
    }
}

/// `log2(x)` in sixteenths, by whole numbers only: the same on every machine.
pub(crate) fn log2_in_16ths(x: usize) -> i32 {
    let x = x.max(1);
    let whole = x.ilog2();
    (whole * 16 + (((x << 4) >> whole) as u32 & 15)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for x in 1..300_usize {
            let exact = (x as f64).log2() * 16.0;
            assert!((f64::from(log2_in_16ths(x)) - exact).abs() < 2.4, "{x}");
        }
    }

    #[test]
    fn success_stays_within_its_bounds() {
        let mut success = Success::new(1);
        for _ in 0..1_000 {
            success.learn(Side::Second, 0, 900);
        }
        assert!((10_000..=MOST_SUCCESS).contains(&success.of(Side::Second, 0)));
        assert_eq!(success.of(Side::First, 0), 0);
    }

    #[test]
    fn equal_ranks_keep_their_order() {
        let candidate = |index, rank| Candidate { m: (), index, urgent: false, rank };
        let mut moves = [candidate(0, 5), candidate(1, 9), candidate(2, 9)];
        bring_best_to_front(&mut moves);
        assert_eq!(moves[0].index, 1);
    }
}
