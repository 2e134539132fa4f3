//! Inputs for a comparison: shapes for what is open, ordinary and extreme elements.

use super::constants::Constants;
use super::extents::Extents;
use super::pairing::Pairing;
use fastrand::Rng;
use std::collections::HashMap;
use tilec_ir::data::byte_size;
use tilec_ir::{DYNAMIC, Data, Scalar, ScalarType};

/// The most elements that open extents may give an argument.
const MOST_ELEMENTS: u128 = 1 << 14;

/// The most bytes of all arguments together.
const MOST_BYTES: usize = 1 << 28;

/// How often another input is tried for one on which a program stops.
pub(super) const ATTEMPTS: usize = 5;

/// The shapes of all arguments, and the integers that extents depend on.
struct Sizes<'e> {
    rng: Rng,
    style: u64,
    attempt: usize,
    extents: &'e Extents,
    constants: &'e Constants,
    of: HashMap<usize, i64>,
}

/// The arguments of a call; the same seed and attempt give the same arguments. The first attempt takes most liberties; each next one has
/// smaller indices or larger extents, so that more programs get to their end.
///
/// # Errors
/// The number of an argument that is too large.
pub(super) fn arguments(
    pairing: &Pairing,
    extents: &Extents,
    constants: &Constants,
    seed: u64,
    attempt: usize,
) -> Result<Vec<Data>, usize> {
    let rng = Rng::with_seed(mixed(seed, attempt << 16));
    let mut sizes = Sizes { rng, style: seed % 8, attempt, extents, constants, of: extents.fixed.clone() };
    let mut total = 0usize;
    let mut found: Vec<Data> = Vec::with_capacity(pairing.arguments.len());
    for (i, argument) in pairing.arguments.iter().enumerate() {
        let classes = extents.arguments.get(i).map_or(&[][..], Vec::as_slice);
        let shape: Option<Vec<usize>> = match &argument.shape {
            None => Some(Vec::new()),
            Some(shape) => sizes.shape(shape, classes).iter().map(|&n| usize::try_from(n).ok()).collect(),
        };
        let bytes = shape.as_ref().and_then(|shape| byte_size(argument.elem, shape)).and_then(|n| total.checked_add(n));
        let (Some(shape), Some(bytes)) = (shape, bytes.filter(|n| *n <= MOST_BYTES)) else { return Err(i) };
        total = bytes;
        let mut rng = Rng::with_seed(mixed(seed, i + 1 + (attempt << 16)));
        // Now and then an argument is the one before, for programs that compare them.
        let twin = found.last().filter(|d| d.elem == argument.elem && d.shape == shape && rng.u8(..6) == 0);
        let data = match (argument.shape.is_none(), argument.value) {
            (true, Some(value)) => Data::scalar(Scalar::from_i64(argument.elem, value)),
            (true, None) => Data::scalar(sizes.scalar(argument.elem, classes.first().copied(), twin, &mut rng)),
            (false, _) => twin.cloned().unwrap_or_else(|| elements(argument.elem, &shape, constants, seed, &mut rng)),
        };
        found.push(data);
    }
    Ok(found)
}

/// A number that differs for each seed and place.
fn mixed(seed: u64, place: usize) -> u64 {
    (seed ^ (place as u64).rotate_left(32)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Sizes<'_> {
    /// The extents of an argument. Those of one class are equal, except in one style, for programs that take less to be equal than it
    /// seems.
    fn shape(&mut self, declared: &[i64], classes: &[usize]) -> Vec<i64> {
        let mut shape = declared.to_vec();
        for (d, extent) in shape.iter_mut().enumerate().filter(|(_, n)| **n == DYNAMIC) {
            *extent = match classes.get(d) {
                Some(&class) if self.style != 7 || self.attempt > 0 => self.class(class),
                _ => self.rng.i64(0..4),
            };
        }
        // Many dimensions with a few elements each are still many elements.
        let count = |shape: &[i64]| shape.iter().fold(1u128, |n, &d| n.saturating_mul(u128::from(d.unsigned_abs())));
        for most in [8, 4, 3, 2, 1] {
            if count(&shape) <= MOST_ELEMENTS {
                break;
            }
            for (d, extent) in shape.iter_mut().enumerate().filter(|(d, _)| declared[*d] == DYNAMIC) {
                *extent = (*extent).min(most);
                if let Some(&class) = classes.get(d) {
                    self.of.insert(class, *extent);
                }
            }
        }
        shape
    }

    /// The extent of a class: first different primes, then ones, zeros, twos, mixtures of small numbers with zero and one, and random ones.
    fn class(&mut self, class: usize) -> i64 {
        const PRIMES: [i64; 8] = [3, 5, 2, 7, 11, 13, 17, 4];
        if let Some(&known) = self.of.get(&class) {
            return known;
        }
        let rng = &mut self.rng;
        let extent = match (self.attempt, self.style) {
            (2, _) => rng.i64(5..=16),
            (3, _) => 8,
            (4, _) => rng.i64(1..=4),
            (_, 0) => PRIMES[self.of.len() % PRIMES.len()],
            (_, 1) => 1,
            (_, 2) => 0,
            (_, 3) => 2,
            (_, 4) => [1, 2, 3, 5][rng.usize(..4)],
            (_, 5) => rng.i64(0..5),
            _ => rng.i64(1..=9),
        };
        // Noted before the class that it is a multiple of, should that be a multiple of this one.
        self.of.insert(class, extent);
        if let Some(&(factor, part)) = self.extents.multiples.get(&class) {
            let extent = self.class(part).saturating_mul(factor);
            self.of.insert(class, extent);
        }
        self.of[&class]
    }

    /// A scalar argument: the extent that it must be, a small index, or any number, perhaps next to its `twin`.
    fn scalar(&mut self, elem: ScalarType, class: Option<usize>, twin: Option<&Data>, rng: &mut Rng) -> Scalar {
        if let Some(&number) = class.and_then(|c| self.of.get(&c)) {
            return Scalar::from_i64(elem, number);
        }
        if elem == ScalarType::Index || self.attempt > 0 && !elem.is_float() {
            let number = match self.attempt {
                0 => rng.i64(0..5),
                1 | 3 => rng.i64(0..2),
                2 => rng.i64(0..3),
                _ => 1,
            };
            // Other scalars that must be equal are.
            self.of.extend(class.map(|c| (c, number)));
            return Scalar::from_i64(elem, number);
        }
        if let Some(twin) = twin {
            return Scalar::new(elem, twin.get(0).bits.wrapping_add([0, 1, u64::MAX][rng.usize(..3)]));
        }
        let known = if rng.u8(..4) == 0 { self.constants.pick(elem, rng) } else { None };
        known.unwrap_or_else(|| match rng.u8(..3) {
            0 => extreme(elem, rng.usize(..16), rng),
            _ => ordinary(elem, rng),
        })
    }
}

/// The elements of an argument: small numbers, numbers that can be positions, extremes one after the other, or mixtures.
fn elements(elem: ScalarType, shape: &[usize], constants: &Constants, seed: u64, rng: &mut Rng) -> Data {
    let mut data = Data::zeros(elem, shape);
    let start = rng.usize(..16);
    for i in 0..data.len() {
        let value = match seed % 5 {
            _ if elem == ScalarType::Index => Scalar::from_i64(elem, rng.i64(0..4)),
            0 => ordinary(elem, rng),
            1 => extreme(elem, start + i, rng),
            2 => Scalar::from_i64(elem, rng.i64(0..4)),
            3 if rng.u8(..8) > 0 => ordinary(elem, rng),
            4 if rng.bool() => ordinary(elem, rng),
            _ => constants.pick(elem, rng).filter(|_| rng.bool()).unwrap_or_else(|| extreme(elem, rng.usize(..16), rng)),
        };
        data.set(i, value);
    }
    data
}

/// A small number.
fn ordinary(elem: ScalarType, rng: &mut Rng) -> Scalar {
    if elem.is_float() {
        let value = (f64::from(rng.i32(-4000..4000)) + f64::from(rng.u8(..4)) * 0.25) / [1.0, 16.0, 1000.0][rng.usize(..3)];
        return Scalar::from_f64(elem, value);
    }
    Scalar::new(elem, if rng.bool() { rng.i64(-9..=9) } else { rng.i64(-200..=200) } as u64)
}

/// Numbers that need care, by number: zeros, ones, infinities, NaN, the least and greatest subnormal and normal ones, extremes of integers.
fn extreme(elem: ScalarType, which: usize, rng: &mut Rng) -> Scalar {
    if !elem.is_float() {
        let least = 1u64 << elem.bits().saturating_sub(1).min(63);
        let bits = [0, 1, u64::MAX, least, least.wrapping_sub(1), 2, u64::MAX - 1, rng.u64(..)];
        return Scalar::new(elem, bits[which % bits.len()]);
    }
    let (exponent, mantissa) = match elem {
        ScalarType::F16 => (5, 10),
        ScalarType::BF16 => (8, 7),
        ScalarType::F32 => (8, 23),
        ScalarType::F64 => (11, 52),
        // Of so few bits, any are likely to be special.
        _ => return Scalar::new(elem, rng.u64(..)),
    };
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let one = ((1u64 << (exponent - 1)) - 1) << mantissa;
    let bits = [
        infinity | 1 << (mantissa - 1),
        0,
        infinity,
        1,
        (1 << mantissa) - 1,
        1 << mantissa,
        infinity - 1,
        one,
        one | 1,
        rng.u64(..) & (infinity - 1),
    ];
    let sign = (which / bits.len() + which + usize::from(rng.bool())) as u64 & 1;
    Scalar::new(elem, bits[which % bits.len()] | sign << (exponent + mantissa))
}
