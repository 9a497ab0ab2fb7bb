//! Which moves to look at first: those that were best before, those that take something, those
//! that refuted a sister position, those that did well elsewhere.

/// A move of a node with what decides its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// Its place in the order of generation.
    pub(crate) index: u16,
    /// Whether it takes or threatens something, so that it is never reduced away.
    pub(crate) tactical: bool,
    pub(crate) rank: i32,
}

/// After the move that was best before comes what takes something, in the order of
/// [`crate::Mind::tactical_score`].
pub(crate) const TACTICAL: i32 = 1 << 24;
/// Then the moves that refuted sister positions.
pub(crate) const KILLER: i32 = 1 << 22;

/// Brings the best of the remaining candidates to the front. Selecting one at a time is cheaper
/// than sorting, because most nodes are cut after a move or two.
pub(crate) fn bring_best_to_front<M>(rest: &mut [Candidate<M>]) {
    let (mut best, mut most) = (0, i32::MIN);
    for (n, candidate) in rest.iter().enumerate() {
        if candidate.rank > most {
            (best, most) = (n, candidate.rank);
        }
    }
    if best > 0 {
        rest.swap(0, best);
    }
}

/// The two latest quiet moves that refuted something, the latest first.
#[derive(Clone, Copy)]
pub(crate) struct Pair<M>([Option<M>; 2]);

impl<M: Copy + Eq> Pair<M> {
    /// A bonus if the move is one of them.
    #[inline]
    pub(crate) fn bonus(self, m: M) -> i32 {
        let [first, second] = self.0.map(|killer| killer == Some(m));
        i32::from(first | second) * KILLER + i32::from(first)
    }
}

/// The killers at each distance from the root.
pub(crate) struct Killers<M>(Vec<Pair<M>>);

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new(plies: usize) -> Self {
        Killers(vec![Pair([None; 2]); plies])
    }

    pub(crate) fn at(&self, ply: usize) -> Pair<M> {
        self.0[ply]
    }

    pub(crate) fn learn(&mut self, ply: usize, m: M) {
        let Pair([first, second]) = &mut self.0[ply];
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
    fn equal_ranks_keep_their_order() {
        let candidate = |index, rank| Candidate { m: (), index, tactical: false, rank };
        let mut moves = [candidate(0, 5), candidate(1, 9), candidate(2, 9)];
        bring_best_to_front(&mut moves);
        assert_eq!(moves[0].index, 1);
    }
}
