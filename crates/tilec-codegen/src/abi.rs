//! The arguments of a kernel and the checks that make a call safe.

use crate::error::CallError;
use crate::kernel::MAX_VALUES;
use crate::layout::{Given, Need};
use std::ops::Range;
use tilec_ir::{Scalar, ScalarType, Type};

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// A scalar or a memref of static shape; its strides and offset may be open.
    pub ty: Type,
    /// The code may store into this memref, directly or through views of it.
    pub written: bool,
}

/// Elements to read: little-endian, [`ScalarType::bytes`] each.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Element type.
    pub elem: ScalarType,
    /// Extents, outermost first.
    pub shape: &'a [usize],
    /// The memory. Without strides: all elements and nothing more; for a parameter with a strided layout, everything from the
    /// element that its offset counts from to the last one.
    pub bytes: &'a [u8],
    /// Where the elements are; `None` for the layout of the parameter, row-major where that leaves it open.
    pub strides: Option<Strides<'a>>,
}

/// Elements to read and write, laid out as in [`View`].
#[derive(Debug)]
pub struct ViewMut<'a> {
    /// Element type.
    pub elem: ScalarType,
    /// Extents, outermost first.
    pub shape: &'a [usize],
    /// The memory, see [`View::bytes`].
    pub bytes: &'a mut [u8],
    /// Where the elements are, see [`View::strides`].
    pub strides: Option<Strides<'a>>,
}

/// Where the elements of a view are in its memory: element `(i, …)` is number `offset + Σ i·step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strides<'a> {
    /// Elements from one index to the next, for each dimension; may be negative.
    pub steps: &'a [isize],
    /// Elements in front of the one whose indices are all zero.
    pub offset: usize,
}

impl<'a> View<'a> {
    /// Elements in row-major order.
    pub fn dense(elem: ScalarType, shape: &'a [usize], bytes: &'a [u8]) -> Self {
        Self { elem, shape, bytes, strides: None }
    }
}

impl<'a> ViewMut<'a> {
    /// Elements in row-major order.
    pub fn dense(elem: ScalarType, shape: &'a [usize], bytes: &'a mut [u8]) -> Self {
        Self { elem, shape, bytes, strides: None }
    }
}

/// An argument of a call.
#[derive(Debug)]
pub enum Arg<'a> {
    /// The value of a scalar parameter.
    Scalar(Scalar),
    /// A buffer the kernel only reads.
    In(View<'a>),
    /// A buffer the kernel may write.
    Out(ViewMut<'a>),
}

/// Checks the arguments against the parameters and what they need. Gives the argument slots and `results`
/// more, as many at least as an error may leave values in.
pub(crate) fn bind(params: &[Param], needs: &[Need], results: usize, args: &mut [Arg<'_>]) -> Result<Vec<u64>, CallError> {
    if params.len() != args.len() {
        return Err(CallError::Count { expected: params.len(), found: args.len() });
    }
    let count = (needs.iter().map(Need::slots).sum::<usize>() + results).max(MAX_VALUES);
    let mut slots = Vec::with_capacity(count);
    let mut ranges: Vec<(usize, Range<usize>, bool)> = Vec::with_capacity(args.len());
    for (index, ((param, need), arg)) in params.iter().zip(needs).zip(args).enumerate() {
        let given = match (&param.ty, arg) {
            (Type::Scalar(ty), Arg::Scalar(value)) if *ty == value.ty => {
                slots.push(Scalar::new(value.ty, value.bits).bits);
                continue;
            }
            (Type::MemRef(_), Arg::In(View { elem, shape, bytes, strides })) => {
                Given { elem: *elem, shape, start: bytes.as_ptr() as usize, len: bytes.len(), strides: *strides, writes: false }
            }
            (Type::MemRef(_), Arg::Out(ViewMut { elem, shape, bytes, strides })) => {
                let (start, len) = (bytes.as_mut_ptr() as usize, bytes.len());
                Given { elem: *elem, shape, start, len, strides: *strides, writes: true }
            }
            (_, arg) => {
                let found = match arg {
                    Arg::Scalar(value) => Type::Scalar(value.ty).to_string(),
                    Arg::In(View { elem, shape, .. }) | Arg::Out(ViewMut { elem, shape, .. }) => describe(*elem, shape),
                };
                return Err(CallError::Mismatch { index, expected: param.ty.clone(), found });
            }
        };
        let range = need.check(index, &param.ty, &given, &mut slots)?;
        if param.written && !given.writes {
            return Err(CallError::ReadOnly { index });
        }
        ranges.push((index, range, given.writes));
    }
    check_overlap(ranges)?;
    slots.resize(count, 0);
    Ok(slots)
}

/// A shape in a message.
pub(crate) fn describe(elem: ScalarType, shape: &[usize]) -> String {
    format!("shape {shape:?} of {}", Type::Scalar(elem))
}

/// End of a range and the argument it belongs to.
type Farthest = (usize, usize);

/// Sorted by start, a range overlaps an earlier one exactly if it starts before the farthest end so far. Two inputs may
/// share memory, so the farthest end is kept for all ranges and for the written ones.
fn check_overlap(mut ranges: Vec<(usize, Range<usize>, bool)>) -> Result<(), CallError> {
    ranges.retain(|(_, range, _)| !range.is_empty());
    ranges.sort_by_key(|(_, range, _)| range.start);
    let (mut any, mut written) = (None, None);
    for (index, range, writes) in ranges {
        let farthest = if writes { any } else { written };
        if let Some((end, other)) = farthest
            && range.start < end
        {
            return Err(CallError::Overlap { first: index.min(other), second: index.max(other) });
        }
        let reach = |farthest: &mut Option<Farthest>| {
            if farthest.is_none_or(|(end, _)| end < range.end) {
                *farthest = Some((range.end, index));
            }
        };
        reach(&mut any);
        if writes {
            reach(&mut written);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_inputs_may_overlap() {
        let check = |ranges: &[(Range<usize>, bool)]| {
            let ranges = ranges.iter().enumerate().map(|(i, (range, writes))| (i, range.clone(), *writes)).collect();
            check_overlap(ranges).map_err(|e| e.to_string())
        };
        let message = |a, b| Err(format!("arguments {a} and {b} overlap"));
        assert_eq!(check(&[(0..16, false), (8..24, false), (24..32, true)]), Ok(()));
        assert_eq!(check(&[(0..16, true), (16..32, true), (32..33, false)]), Ok(()));
        assert_eq!(check(&[(8..24, true), (0..16, false)]), message(0, 1));
        assert_eq!(check(&[(0..100, false), (10..20, false), (50..60, true)]), message(0, 2));
        assert_eq!(check(&[(0..100, true), (10..20, false)]), message(0, 1));
        assert_eq!(check(&[(4..4, true), (0..8, true)]), Ok(()));
    }
}
