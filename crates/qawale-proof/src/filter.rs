//! The inner loop: which of many walks leave none of the opponent's threats in place.
//!
//! The same answer once for each kind of processor; which one is used is decided when the tables are
//! built. Compilers do not turn the portable loop into the instructions that make a mask of a vector,
//! so these are named.

use std::fmt;

use crate::walks::{Block, LANES};

/// A threat: the stack to lift and the tops its line needs already.
#[derive(Clone, Copy, Debug)]
pub struct Threat {
    /// The cell of the stack, as a set.
    pub stack: u16,
    /// The tops that the line needs.
    pub needs: u16,
}

/// Most blocks filtered by one call.
pub const BATCH: usize = 8;

/// A filter that the processor can run.
#[derive(Clone, Copy)]
pub struct Filter {
    name: &'static str,
    run: Run,
}

/// Fills in, for each pair of blocks, the lanes of the walks that stop every threat: a walk stops one
/// if it changes the stack or covers a needed top.
type Run = fn(&[Threat], &[Block], &[Block], &mut [u32; BATCH]);

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Filter {
    /// Every filter that this processor can run, the fastest last.
    pub fn available() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
        let mut all = vec![Filter { name: "portable", run: portable }];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has just said that it has these instructions.
                let run: Run = |t, c, u, left| unsafe { x86::avx2(t, c, u, left) };
                all.push(Filter { name: "avx2", run });
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                // SAFETY: as above.
                let run: Run = |t, c, u, left| unsafe { x86::avx512(t, c, u, left) };
                all.push(Filter { name: "avx512", run });
            }
        }
        all
    }

    /// The fastest filter of this processor.
    pub fn fastest() -> Self {
        Self::available().pop().expect("the portable one is always there")
    }

    /// The lanes of the walks in up to [`BATCH`] blocks that leave none of the threats in place.
    #[inline(always)]
    pub fn run(
        self,
        threats: &[Threat],
        touched: &[Block],
        uncovered: &[Block],
        left: &mut [u32; BATCH],
    ) {
        (self.run)(threats, touched, uncovered, left);
    }
}

fn portable(threats: &[Threat], touched: &[Block], uncovered: &[Block], left: &mut [u32; BATCH]) {
    for ((touched, uncovered), left) in touched.iter().zip(uncovered).zip(left) {
        let mut stopping = [u16::MAX; LANES];
        for threat in threats {
            for (lane, stopping) in stopping.iter_mut().enumerate() {
                let stopped = touched.0[lane] & threat.stack | uncovered.0[lane] & threat.needs;
                *stopping &= if stopped == 0 { 0 } else { u16::MAX };
            }
        }
        *left = stopping.iter().rev().fold(0, |all, &lane| all << 1 | u32::from(lane & 1));
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BATCH, Block, Threat};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(
        threats: &[Threat],
        touched: &[Block],
        uncovered: &[Block],
        left: &mut [u32; BATCH],
    ) {
        for ((touched, uncovered), left) in touched.iter().zip(uncovered).zip(left) {
            let (touched, uncovered) = (halves(touched), halves(uncovered));
            let mut standing = [_mm256_setzero_si256(); 2];
            for threat in threats {
                let stack = _mm256_set1_epi16(threat.stack as i16);
                let needs = _mm256_set1_epi16(threat.needs as i16);
                for half in 0..2 {
                    let stopped = _mm256_or_si256(
                        _mm256_and_si256(touched[half], stack),
                        _mm256_and_si256(uncovered[half], needs),
                    );
                    let stands = _mm256_cmpeq_epi16(stopped, _mm256_setzero_si256());
                    standing[half] = _mm256_or_si256(standing[half], stands);
                }
            }
            // Packing goes by halves of a register; the permutation puts the lanes in order again.
            let packed = _mm256_packs_epi16(standing[0], standing[1]);
            *left = !_mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed)) as u32;
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves(block: &Block) -> [__m256i; 2] {
        let at = block.0.as_ptr().cast::<__m256i>();
        // SAFETY: a `Block` is 64 initialised bytes, aligned to 64.
        unsafe { [_mm256_load_si256(at), _mm256_load_si256(at.add(1))] }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn avx512(
        threats: &[Threat],
        touched: &[Block],
        uncovered: &[Block],
        left: &mut [u32; BATCH],
    ) {
        for ((touched, uncovered), left) in touched.iter().zip(uncovered).zip(left) {
            let (touched, uncovered) = (whole(touched), whole(uncovered));
            *left = u32::MAX;
            for threat in threats {
                let stack = _mm512_and_si512(touched, _mm512_set1_epi16(threat.stack as i16));
                let needs = _mm512_and_si512(uncovered, _mm512_set1_epi16(threat.needs as i16));
                let stopped = _mm512_or_si512(stack, needs);
                *left &= _mm512_test_epi16_mask(stopped, stopped);
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn whole(block: &Block) -> __m512i {
        // SAFETY: a `Block` is 64 initialised bytes, aligned to 64.
        unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;

    #[test]
    fn all_filters_agree() {
        let mut random = SplitMix64::new(1);
        let mut stopped = 0;
        for count in 0..40 {
            // Dense lanes and few bits a threat, so that some walks stop them all.
            let mut dense =
                || Block(std::array::from_fn(|_| (random.next() | random.next()) as u16));
            let touched: Vec<Block> = (0..BATCH).map(|_| dense()).collect();
            let uncovered: Vec<Block> = (0..BATCH).map(|_| dense()).collect();
            let threats: Vec<Threat> = (0..count)
                .map(|_| Threat {
                    stack: 1 << random.below(16),
                    needs: (random.next() & random.next()) as u16,
                })
                .collect();
            let expected = |block: usize, lane: usize| {
                threats.iter().all(|threat| {
                    touched[block].0[lane] & threat.stack != 0
                        || uncovered[block].0[lane] & threat.needs != 0
                })
            };
            for filter in Filter::available() {
                for blocks in [1, BATCH] {
                    let mut left = [0; BATCH];
                    filter.run(&threats, &touched[..blocks], &uncovered[..blocks], &mut left);
                    for (block, left) in left[..blocks].iter().enumerate() {
                        for lane in 0..LANES {
                            let stops = left >> lane & 1 == 1;
                            assert_eq!(stops, expected(block, lane), "{filter:?} {block} {lane}");
                            stopped += u32::from(stops && count > 5);
                        }
                    }
                }
            }
        }
        assert!(stopped > 1_000, "{stopped}");
    }
}
