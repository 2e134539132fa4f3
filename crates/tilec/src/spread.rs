//! Owned data, whose elements are one after the other, for buffers of another layout: spread out before a call and collected behind it.

use tilec_codegen::Strides;
use tilec_ir::types::row_major_strides;
use tilec_ir::{DYNAMIC, Data, MemRefType, Type};

/// The elements of a buffer in memory that is laid out as its type says.
pub(crate) struct Spread {
    pub(crate) bytes: Vec<u8>,
    steps: Vec<isize>,
    offset: usize,
}

/// False for a buffer whose type states other strides than those of elements one after the other, or an offset.
pub(crate) fn takes_row_major(ty: &Type) -> bool {
    let Some((ty, (strides, offset))) = ty.as_memref().and_then(|ty| Some((ty, ty.strides_and_offset()?))) else { return true };
    let agrees = |stated: i64, found: i64| stated == found || [stated, found].contains(&DYNAMIC);
    let dense = row_major_strides(&ty.shape);
    let strides_agree = strides.iter().zip(&dense).zip(&ty.shape).all(|((&s, &d), &n)| n == 0 || n == 1 || agrees(s, d));
    ty.shape.contains(&0) || strides_agree && agrees(offset, 0)
}

/// Strides of a static shape that no two indices share an element under; those that the type leaves open are as small as they can be.
/// `None` if those that it states do not allow that, or are not positive.
pub(crate) fn distinct_strides(ty: &MemRefType) -> Option<Vec<i64>> {
    let (mut strides, _) = ty.strides_and_offset()?;
    if ty.shape.contains(&0) {
        // There is no element to share.
        return Some(strides.into_iter().map(|s| if s == DYNAMIC { 1 } else { s }).collect());
    }
    let steps = |dim: usize| ty.shape[dim].saturating_sub(1).max(0);
    let mut stated: Vec<(i64, i64)> =
        (0..strides.len()).filter(|&d| strides[d] != DYNAMIC && steps(d) > 0).map(|d| (strides[d], steps(d))).collect();
    stated.sort_unstable();
    let mut reached = 0i64;
    for (stride, steps) in stated {
        if stride <= reached {
            return None;
        }
        reached = stride.checked_mul(steps)?.checked_add(reached)?;
    }
    for dim in (0..strides.len()).rev().filter(|&d| ty.strides_and_offset().is_some_and(|(s, _)| s[d] == DYNAMIC)) {
        strides[dim] = reached.checked_add(1)?;
        reached = strides[dim].checked_mul(steps(dim))?.checked_add(reached)?;
    }
    Some(strides)
}

impl Spread {
    /// The elements of `data`, of the shape of the type; `None` if there is no memory or no such layout.
    pub(crate) fn of(ty: &MemRefType, data: &Data) -> Option<Self> {
        let strides = distinct_strides(&MemRefType { shape: shape_of(data)?, ..ty.clone() })?;
        let steps: Vec<isize> = strides.into_iter().map(|s| isize::try_from(s).ok()).collect::<Option<_>>()?;
        let offset = ty.strides_and_offset().map_or(DYNAMIC, |(_, offset)| offset);
        let offset = if offset == DYNAMIC { 0 } else { usize::try_from(offset).ok()? };
        let last = data
            .shape
            .iter()
            .zip(&steps)
            .try_fold(offset, |at, (&d, &s)| at.checked_add(d.saturating_sub(1).checked_mul(s.unsigned_abs())?))?;
        let size = last.checked_add(1)?.checked_mul(data.elem.bytes())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).ok()?;
        bytes.resize(size, 0);
        let mut spread = Self { bytes, steps, offset };
        let elem = data.elem.bytes();
        spread.each(&data.shape, |spread, at, i| {
            spread[at * elem..][..elem].copy_from_slice(&data.bytes[i * elem..][..elem]);
        });
        Some(spread)
    }

    /// Puts the elements, which a call may have changed, back one after the other.
    pub(crate) fn collect(&mut self, data: &mut Data) {
        let (elem, shape) = (data.elem.bytes(), data.shape.clone());
        self.each(&shape, |spread, at, i| data.bytes[i * elem..][..elem].copy_from_slice(&spread[at * elem..][..elem]));
    }

    /// The layout, as a call takes it, and the memory.
    pub(crate) fn parts(&mut self) -> (Strides<'_>, &mut [u8]) {
        (Strides { steps: &self.steps, offset: self.offset }, &mut self.bytes)
    }

    /// Runs `visit` with the memory, the place of each element in it, and its number in row-major order.
    fn each(&mut self, shape: &[usize], mut visit: impl FnMut(&mut [u8], usize, usize)) {
        if shape.contains(&0) {
            return;
        }
        let mut index = vec![0; shape.len()];
        for i in 0.. {
            let place = index.iter().zip(&self.steps).fold(self.offset, |at, (i, s)| at + i * s.unsigned_abs());
            visit(&mut self.bytes, place, i);
            let Some(dim) = (0..shape.len()).rev().find(|&d| index[d] + 1 < shape[d]) else { return };
            index[dim] += 1;
            index[dim + 1..].fill(0);
        }
    }
}

fn shape_of(data: &Data) -> Option<Vec<i64>> {
    data.shape.iter().map(|&d| i64::try_from(d).ok()).collect()
}
