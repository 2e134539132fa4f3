//! The arguments of a kernel and the checks that make a call safe.

use crate::error::CallError;
use crate::kernel::MAX_VALUES;
use std::ops::Range;
use tilec_ir::{MemRefType, Scalar, ScalarType, Type};

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// A scalar or a memref of static shape.
    pub ty: Type,
    /// The code may store into this memref, directly or through views of it.
    pub written: bool,
}

/// Elements to read: dense, row-major, little-endian, [`ScalarType::bytes`] each.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Element type.
    pub elem: ScalarType,
    /// Extents, outermost first.
    pub shape: &'a [usize],
    /// The elements. For a parameter with a strided layout, everything from the base pointer to the last element.
    pub bytes: &'a [u8],
}

/// Elements to read and write, laid out as in [`View`].
#[derive(Debug)]
pub struct ViewMut<'a> {
    /// Element type.
    pub elem: ScalarType,
    /// Extents, outermost first.
    pub shape: &'a [usize],
    /// The elements, see [`View::bytes`].
    pub bytes: &'a mut [u8],
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

/// Offset of the first element and number of elements from the base pointer to the end of the last element; `None`
/// unless shape, strides and offset are static, not negative, and small enough to address.
pub(crate) fn extent(ty: &MemRefType) -> Option<(i64, i64)> {
    let (strides, offset) = ty.strides_and_offset()?;
    let limit = i64::MAX / 4 / i64::try_from(ty.elem.bytes()).ok()?;
    let bounded = |v: i64| (0..=limit).contains(&v);
    if !ty.shape.iter().chain(&strides).chain([&offset]).copied().all(bounded) {
        return None;
    }
    if ty.shape.contains(&0) {
        return Some((offset, 0));
    }
    let reach = ty.shape.iter().zip(&strides).try_fold(0i64, |n, (d, s)| n.checked_add((d - 1).checked_mul(*s)?))?;
    let span = offset.checked_add(reach)?.checked_add(1)?;
    bounded(span).then_some((offset, span))
}

/// Bytes that the argument of each parameter has; what a call checks, computed once.
pub(crate) fn sizes(params: &[Param]) -> Vec<usize> {
    let size = |param: &Param| {
        let ty = param.ty.as_memref()?;
        usize::try_from(extent(ty)?.1).ok().map(|span| span * ty.elem.bytes())
    };
    params.iter().map(|param| size(param).unwrap_or(0)).collect()
}

/// Checks the arguments against the parameters and their sizes. Gives the argument slots and `results`
/// more, as many at least as an error may leave values in.
pub(crate) fn bind(params: &[Param], sizes: &[usize], results: usize, args: &mut [Arg<'_>]) -> Result<Vec<u64>, CallError> {
    if params.len() != args.len() {
        return Err(CallError::Count { expected: params.len(), found: args.len() });
    }
    let count = (args.len() + results).max(MAX_VALUES);
    let mut slots = Vec::with_capacity(count);
    let mut ranges: Vec<(usize, Range<usize>, bool)> = Vec::with_capacity(args.len());
    for (index, (param, arg)) in params.iter().zip(args).enumerate() {
        match (&param.ty, arg) {
            (Type::Scalar(ty), Arg::Scalar(value)) if *ty == value.ty => {
                slots.push(Scalar::new(value.ty, value.bits).bits);
            }
            (Type::MemRef(ty), Arg::In(view)) => {
                check_buffer((index, param, sizes[index]), ty, view.elem, view.shape, view.bytes)?;
                if param.written {
                    return Err(CallError::ReadOnly { index });
                }
                slots.push(view.bytes.as_ptr() as u64);
                ranges.push((index, range_of(view.bytes), false));
            }
            (Type::MemRef(ty), Arg::Out(view)) => {
                check_buffer((index, param, sizes[index]), ty, view.elem, view.shape, view.bytes)?;
                slots.push(view.bytes.as_mut_ptr() as u64);
                ranges.push((index, range_of(view.bytes), true));
            }
            (_, arg) => {
                return Err(CallError::Mismatch { index, expected: param.ty.clone(), found: describe(arg) });
            }
        }
    }
    check_overlap(ranges)?;
    slots.resize(count, 0);
    Ok(slots)
}

fn range_of(bytes: &[u8]) -> Range<usize> {
    let start = bytes.as_ptr() as usize;
    start..start + bytes.len()
}

fn describe(arg: &Arg<'_>) -> String {
    let buffer = |shape: &[usize], elem| format!("shape {shape:?} of {}", Type::Scalar(elem));
    match arg {
        Arg::Scalar(value) => Type::Scalar(value.ty).to_string(),
        Arg::In(view) => buffer(view.shape, view.elem),
        Arg::Out(view) => buffer(view.shape, view.elem),
    }
}

fn check_buffer(
    (index, param, expected): (usize, &Param, usize),
    ty: &MemRefType,
    elem: ScalarType,
    shape: &[usize],
    bytes: &[u8],
) -> Result<(), CallError> {
    let same_shape = shape.len() == ty.shape.len() && shape.iter().zip(&ty.shape).all(|(&a, &b)| i64::try_from(a) == Ok(b));
    if elem != ty.elem || !same_shape {
        let found = describe(&Arg::In(View { elem, shape, bytes }));
        return Err(CallError::Mismatch { index, expected: param.ty.clone(), found });
    }
    if bytes.len() != expected {
        return Err(CallError::Size { index, expected, found: bytes.len() });
    }
    if !bytes.is_empty() && !bytes.as_ptr().addr().is_multiple_of(elem.bytes()) {
        return Err(CallError::Alignment { index, align: elem.bytes() });
    }
    Ok(())
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
