//! The inner loops, once for each width of vector instructions. All compute the same whole numbers;
//! only the instructions that the compiler chooses for them differ.

use std::fmt;

/// How many bits the inner loops compute at once. A value exists only where this processor has the
/// instructions for it: that is what the `unsafe` calls below rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    /// What every processor has that the program was compiled for.
    Baseline,
    /// 256 bits at once.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits at once.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 128 bits at once, in a browser. A module is compiled for them or not: there is nothing to ask.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Width {
    /// Every width that this processor has, the widest last.
    pub fn available() -> Vec<Width> {
        #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "wasm32")), allow(unused_mut))]
        let mut all = vec![Width(Instructions::Baseline)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Width(Instructions::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                all.push(Width(Instructions::Avx512));
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Width(Instructions::Simd128));
        all
    }

    /// The widest that this processor has.
    pub(crate) fn widest() -> Width {
        Width::available().last().copied().unwrap_or(Width(Instructions::Baseline))
    }

    /// Adds the rows of the features in `added` to `values` and subtracts those of `removed`.
    #[inline]
    pub(crate) fn update<const H: usize>(
        self,
        values: &mut [i16; H],
        rows: &[[i16; H]],
        added: &[u16],
        removed: &[u16],
    ) {
        match self.0 {
            Instructions::Baseline => update(values, rows, added, removed),
            // SAFETY: `available` has seen that the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::update_avx2(values, rows, added, removed) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::update_avx512(values, rows, added, removed) },
            // The compiler finds the best instructions for this one by itself.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => update(values, rows, added, removed),
        }
    }

    /// The sum of the values, each clipped to 0 … `unit`, squared and weighted. The reader of the file has
    /// made sure that it fits into 32 bits.
    #[inline]
    pub(crate) fn output<const H: usize>(
        self,
        values: &[i16; H],
        weights: &[i16; H],
        unit: i16,
    ) -> i32 {
        match self.0 {
            Instructions::Baseline => output(values, weights, unit),
            // SAFETY: `available` has seen that the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::output_avx2(values, weights, unit) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::output_avx512(values, weights, unit) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => wasm::output(values, weights, unit),
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Instructions::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => "SIMD128",
        })
    }
}

/// How many values, together with as many of a row, fit into the registers of every width.
const BLOCK: usize = 64;

#[inline(always)]
fn update<const H: usize>(
    values: &mut [i16; H],
    rows: &[[i16; H]],
    added: &[u16],
    removed: &[u16],
) {
    let row = |feature: &u16| &rows[usize::from(*feature)];
    // Block by block, so that the values stay in registers while the rows pass.
    let (blocks, rest) = values.as_chunks_mut::<BLOCK>();
    for (number, block) in blocks.iter_mut().enumerate() {
        let part = |feature: &u16| &row(feature).as_chunks::<BLOCK>().0[number];
        let mut sums = *block;
        for feature in added {
            for (sum, weight) in sums.iter_mut().zip(part(feature)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for feature in removed {
            for (sum, weight) in sums.iter_mut().zip(part(feature)) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *block = sums;
    }
    let first = H - rest.len();
    for (place, value) in rest.iter_mut().enumerate() {
        let sum = |features: &[u16]| {
            features.iter().fold(0_i16, |sum, f| sum.wrapping_add(row(f)[first + place]))
        };
        *value = value.wrapping_add(sum(added)).wrapping_sub(sum(removed));
    }
}

#[inline(always)]
fn output(values: &[i16], weights: &[i16], unit: i16) -> i32 {
    let mut sum = 0_i32;
    for (&value, &weight) in values.iter().zip(weights) {
        // Not `clamp`: a compiler that knows it to be at least 0 extends it by zeros, and does not
        // find the instruction that multiplies and adds pairs of 16 bits.
        let clipped = value.max(0).min(unit);
        // At most 255 × 127, which 16 bits hold.
        let weighted = clipped.wrapping_mul(weight);
        sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
    }
    sum
}

/// The same loops, compiled for wider instructions.
#[cfg(target_arch = "x86_64")]
mod x86 {
    #[target_feature(enable = "avx2")]
    pub(super) fn update_avx2<const H: usize>(
        values: &mut [i16; H],
        rows: &[[i16; H]],
        added: &[u16],
        removed: &[u16],
    ) {
        super::update(values, rows, added, removed);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn update_avx512<const H: usize>(
        values: &mut [i16; H],
        rows: &[[i16; H]],
        added: &[u16],
        removed: &[u16],
    ) {
        super::update(values, rows, added, removed);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn output_avx2<const H: usize>(
        values: &[i16; H],
        weights: &[i16; H],
        unit: i16,
    ) -> i32 {
        super::output(values, weights, unit)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn output_avx512<const H: usize>(
        values: &[i16; H],
        weights: &[i16; H],
        unit: i16,
    ) -> i32 {
        super::output(values, weights, unit)
    }
}

/// The same with the instruction that multiplies and adds pairs of 16 bits, which the compiler does not find
/// here. `cargo xtask wasm` compares what comes of it with the others, search by search.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use core::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i32x4_splat, v128,
    };

    #[inline(always)]
    pub(super) fn output<const H: usize>(values: &[i16; H], weights: &[i16; H], unit: i16) -> i32 {
        let (zero, most) = (i16x8_splat(0), i16x8_splat(unit));
        let (blocks, rest) = values.as_chunks::<8>();
        let (weight_blocks, weight_rest) = weights.as_chunks::<8>();
        let mut sums = i32x4_splat(0);
        for (value, weight) in blocks.iter().zip(weight_blocks) {
            let clipped = i16x8_min(i16x8_max(lanes(value), zero), most);
            let weighted = i16x8_mul(clipped, lanes(weight));
            sums = i32x4_add(sums, i32x4_dot_i16x8(weighted, clipped));
        }
        i32x4_extract_lane::<0>(sums)
            .wrapping_add(i32x4_extract_lane::<1>(sums))
            .wrapping_add(i32x4_extract_lane::<2>(sums))
            .wrapping_add(i32x4_extract_lane::<3>(sums))
            .wrapping_add(super::output(rest, weight_rest, unit))
    }

    /// Becomes one load.
    #[inline(always)]
    fn lanes(values: &[i16; 8]) -> v128 {
        let [a, b, c, d, e, f, g, h] = *values;
        i16x8(a, b, c, d, e, f, g, h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;

    #[test]
    fn all_widths_agree_to_the_last_bit() {
        // One whole block and a part of one.
        const H: usize = 112;
        let mut random = SplitMix64::new(5);
        let mut row = |most: i64| -> [i16; H] {
            std::array::from_fn(|_| ((random.next() % (2 * most as u64 + 1)) as i64 - most) as i16)
        };
        for _ in 0..200 {
            let rows: Vec<_> = (0..6).map(|_| row(500)).collect();
            let (start, weights) = (row(600), row(127));
            let results: Vec<_> = Width::available()
                .into_iter()
                .map(|width| {
                    let mut values = start;
                    width.update(&mut values, &rows, &[0, 3, 5], &[1, 2]);
                    (values, width.output(&values, &weights, 255))
                })
                .collect();
            let expected: Vec<i16> = (0..H)
                .map(|n| start[n] + rows[0][n] + rows[3][n] + rows[5][n] - rows[1][n] - rows[2][n])
                .collect();
            let sum: i64 = expected
                .iter()
                .zip(weights)
                .map(|(&v, w)| i64::from(v.clamp(0, 255)).pow(2) * i64::from(w))
                .sum();
            for (values, output) in results {
                assert_eq!(values[..], expected[..]);
                assert_eq!(i64::from(output), sum);
            }
        }
    }
}
