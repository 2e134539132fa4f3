//! Where the elements of a buffer are: what a type says of it, and the checks of what a call gives.

use crate::abi::{Strides, describe};
use crate::error::CallError;
use std::ops::Range;
use tilec_ir::types::row_major_strides;
use tilec_ir::{DYNAMIC, MemRefType, ScalarType, Type};

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

/// What a call checks of the argument of a parameter, computed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// A number.
    Scalar,
    /// A buffer of a known layout, which without strides has so many bytes.
    Fixed { bytes: usize, layout: Layout },
    /// A buffer whose layout is the argument's, as far as the type leaves it open.
    Open(Layout),
}

/// Strides and offset of a type, `DYNAMIC` where it leaves them open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) strides: Vec<i64>,
    pub(crate) offset: i64,
}

/// A buffer that a call gives.
pub(crate) struct Given<'a> {
    pub(crate) elem: ScalarType,
    pub(crate) shape: &'a [usize],
    /// Address of its memory.
    pub(crate) start: usize,
    /// Bytes of its memory.
    pub(crate) len: usize,
    pub(crate) strides: Option<Strides<'a>>,
    /// The caller allows to write it.
    pub(crate) writes: bool,
}

/// Elements from the first in memory to the last, both inside.
type Reach = (i128, i128);

impl Need {
    /// What the argument of a parameter must have; `None` if there can be none of this type.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        let ty = match ty {
            Type::Scalar(_) => return Some(Self::Scalar),
            Type::MemRef(ty) => ty,
            _ => return None,
        };
        let (strides, offset) = ty.strides_and_offset()?;
        let layout = Layout { strides, offset };
        if layout.is_open() {
            return ty.shape.iter().all(|d| *d >= 0).then_some(Self::Open(layout));
        }
        let bytes = usize::try_from(extent(ty)?.1).ok()?.checked_mul(ty.elem.bytes())?;
        Some(Self::Fixed { bytes, layout })
    }

    /// How many slots the argument takes: its value or address; if its layout is open, then its open strides, and the addresses of
    /// its first byte and of the one behind its last.
    pub(crate) fn slots(&self) -> usize {
        match self {
            Self::Scalar | Self::Fixed { .. } => 1,
            Self::Open(layout) => 3 + layout.open_strides().count(),
        }
    }

    /// Checks a buffer for the parameter `index`; adds its slots and gives its bytes.
    pub(crate) fn check(
        &self,
        index: usize,
        ty: &Type,
        given: &Given<'_>,
        slots: &mut Vec<u64>,
    ) -> Result<Range<usize>, CallError> {
        let elem_bytes = given.elem.bytes();
        let shape = ty.shape().unwrap_or(&[]);
        let same = shape.len() == given.shape.len() && shape.iter().zip(given.shape).all(|(&a, &b)| i64::try_from(b) == Ok(a));
        let layout = match self {
            Self::Fixed { layout, .. } | Self::Open(layout) if same && ty.elem() == Some(given.elem) => layout,
            _ => {
                let found = describe(given.elem, given.shape);
                return Err(CallError::Mismatch { index, expected: ty.clone(), found });
            }
        };
        if given.len > 0 && !given.start.is_multiple_of(elem_bytes) {
            return Err(CallError::Alignment { index, align: elem_bytes });
        }
        if let (Self::Fixed { bytes, .. }, None) = (self, given.strides) {
            if given.len != *bytes {
                return Err(CallError::Size { index, expected: *bytes, found: given.len });
            }
            slots.push(given.start as u64);
            return Ok(given.start..given.start + given.len);
        }
        let (strides, offset) = layout.complete(index, ty, given)?;
        let (low, high) = match reach(given.shape, &strides, offset) {
            Some((low, high)) => {
                let elements = (given.len / elem_bytes) as i128;
                if low < 0 || high >= elements {
                    return Err(CallError::Outside { index, low, high, elements });
                }
                if given.writes && !are_distinct(given.shape, &strides) {
                    return Err(CallError::Repeated { index });
                }
                (low as usize, high as usize + 1)
            }
            None => (0, 0),
        };
        let range = given.start + low * elem_bytes..given.start + high * elem_bytes;
        // Without elements nothing is read, so that the address does not matter.
        let first = if low == high || layout.offset != DYNAMIC { 0 } else { offset * elem_bytes };
        slots.push((given.start + first) as u64);
        if let Self::Open(layout) = self {
            slots.extend(layout.open_strides().map(|dim| strides[dim] as u64));
            slots.extend([range.start as u64, range.end as u64]);
        }
        Ok(range)
    }
}

impl Layout {
    /// True if the type leaves some number to the caller.
    fn is_open(&self) -> bool {
        self.offset == DYNAMIC || self.open_strides().next().is_some()
    }

    /// The dimensions whose stride is the caller's.
    pub(crate) fn open_strides(&self) -> impl Iterator<Item = usize> + '_ {
        self.strides.iter().enumerate().filter(|(_, s)| **s == DYNAMIC).map(|(dim, _)| dim)
    }

    /// Strides and offset of a buffer, which are those of the type where it has any.
    fn complete(&self, index: usize, ty: &Type, given: &Given<'_>) -> Result<(Vec<isize>, usize), CallError> {
        let (steps, offset) = match given.strides {
            Some(Strides { steps, offset }) => (steps.to_vec(), offset),
            None => {
                let dense = row_major_strides(ty.shape().unwrap_or(&[]));
                let steps = dense.into_iter().map(|s| isize::try_from(s).unwrap_or(isize::MAX)).collect();
                (steps, usize::try_from(self.offset).unwrap_or(0))
            }
        };
        let agrees = |known: i64, found: Option<i64>| known == DYNAMIC || found == Some(known);
        let fits = steps.len() == self.strides.len()
            && agrees(self.offset, i64::try_from(offset).ok())
            && steps
                .iter()
                .zip(&self.strides)
                .zip(given.shape)
                .all(|((&s, &known), &d)| d <= 1 || agrees(known, i64::try_from(s).ok()));
        match fits {
            true => Ok((steps, offset)),
            false => Err(CallError::Layout { index, expected: ty.clone(), steps, offset }),
        }
    }
}

/// The elements of a view; `None` if there are none.
fn reach(shape: &[usize], strides: &[isize], offset: usize) -> Option<Reach> {
    if shape.contains(&0) {
        return None;
    }
    let first = (offset as i128, offset as i128);
    Some(shape.iter().zip(strides).fold(first, |(low, high), (&d, &s)| {
        let step = (d as i128 - 1).saturating_mul(s as i128);
        (low.saturating_add(step.min(0)), high.saturating_add(step.max(0)))
    }))
}

/// True if no two indices are one element: each stride steps over all that the smaller ones reach.
fn are_distinct(shape: &[usize], strides: &[isize]) -> bool {
    let mut steps: Vec<(u128, u128)> =
        shape.iter().zip(strides).filter(|(d, _)| **d > 1).map(|(&d, &s)| (s.unsigned_abs() as u128, d as u128 - 1)).collect();
    steps.sort_unstable();
    let mut reached = 0u128;
    steps.into_iter().all(|(step, count)| {
        let steps_over = step > reached;
        reached = reached.saturating_add(step.saturating_mul(count));
        steps_over
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_and_distinctness() {
        assert_eq!(reach(&[2, 3], &[10, 2], 1), Some((1, 15)));
        assert_eq!(reach(&[2, 3], &[-10, 2], 10), Some((0, 14)));
        assert_eq!(reach(&[2, 0], &[10, 2], 1), None);
        assert_eq!(reach(&[], &[], 7), Some((7, 7)));
        assert!(are_distinct(&[2, 3], &[3, 1]) && are_distinct(&[3, 2], &[1, 3]) && are_distinct(&[4, 1], &[-2, 0]));
        assert!(!are_distinct(&[2, 3], &[2, 1]) && !are_distinct(&[2], &[0]) && !are_distinct(&[4, 2], &[2, 4]));
        assert_eq!(reach(&[usize::MAX; 3], &[isize::MAX; 3], 0).map(|(low, _)| low), Some(0));
    }
}
