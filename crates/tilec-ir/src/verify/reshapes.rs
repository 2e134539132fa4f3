//! Reshapes and the layouts they give buffers.

use super::{Check, list};
use crate::affine::AffineMap;
use crate::attr::Attr;
use crate::types::{DYNAMIC, Layout, MemRefType};

impl Check<'_, '_> {
    pub(super) fn reshape(&mut self, expand: bool) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let memref = self.module.spelling(self.op).dialect() == "memref";
        let kind = if memref {
            source.as_memref().is_some() && result.as_memref().is_some()
        } else {
            source.as_tensor().is_some() && result.as_tensor().is_some()
        };
        let (Some(from), Some(to)) = (source.shape().filter(|_| kind), result.shape()) else {
            let what = if memref { "buffers" } else { "tensors" };
            return self.fail(format!("expected ranked {what}, but found {source} and {result}"));
        };
        self.require(source.elem() == result.elem(), || format!("expected one element type, but found {source} and {result}"));
        let (wide, narrow) = if expand { (to, from) } else { (from, to) };
        let groups = reassociation(self.attr("reassociation"));
        if !self.group_dims(&groups, wide, narrow) {
            return;
        }
        if expand && self.mixed_lists(&[("output_shape", to.len())]) {
            let shape = self.ints("static_output_shape");
            self.require(to.iter().zip(shape).all(|(t, s)| t == s || *t == DYNAMIC), || {
                format!("expected output_shape {}, as in the result type, but found {}", list(to), list(shape))
            });
        }
        let (Some(a), Some(b)) = (source.as_memref(), result.as_memref()) else { return };
        self.require(a.space == b.space, || format!("expected one memory space, but found {source} and {result}"));
        let layout = if expand { expanded_layout(a, &b.shape, &groups) } else { collapsed_layout(a, &groups) };
        let Some(layout) = layout else {
            let what = if a.strides_and_offset().is_none() { "a strided layout" } else { "contiguous groups" };
            return self.fail(format!("expected a source of {what}, but found {source}"));
        };
        if b.layout != layout {
            let expected = MemRefType { layout, ..b.clone() };
            self.fail(format!("expected a result of type {}, but found {result}", crate::Type::MemRef(expected.into())));
        }
    }

    /// The groups list the dimensions of the wider shape in order, each with the product of its sizes in the narrower one.
    fn group_dims(&mut self, groups: &[Vec<usize>], wide: &[i64], narrow: &[i64]) -> bool {
        if narrow.is_empty() {
            return self.require(groups.is_empty() && wide.iter().all(|d| *d == 1), || {
                format!("expected sizes of 1 and no groups for a shape without dimensions, but found {}", list(wide))
            });
        }
        let (n, w) = (narrow.len(), wide.len());
        let covers = groups.iter().flatten().copied().eq(0..w) && groups.iter().all(|g| !g.is_empty());
        if !self.require(covers && groups.len() == n, || format!("expected {n} groups that list the {w} dimensions in order")) {
            return false;
        }
        let mut ok = true;
        for (i, group) in groups.iter().enumerate() {
            let inner: Vec<_> = group.iter().map(|&d| wide[d]).collect();
            let product = inner.iter().copied().fold(1, mul);
            let fits = if inner.contains(&DYNAMIC) { narrow[i] == DYNAMIC } else { product == narrow[i] };
            ok &= self.require(fits, || {
                format!("dimension {i} of size {} is not the product of sizes {}", list(&narrow[i..=i]), list(&inner))
            });
        }
        ok
    }
}

/// The groups of a reshape.
pub fn reassociation(attr: Option<&Attr>) -> Vec<Vec<usize>> {
    let dims = |g: &Attr| -> Vec<usize> {
        g.as_array().unwrap_or(&[]).iter().filter_map(|i| usize::try_from(i.as_int()?).ok()).collect()
    };
    attr.and_then(Attr::as_array).unwrap_or(&[]).iter().map(dims).collect()
}

/// True if the layout is the identity, which for one dimension can also be said in strides, and by a map with unused symbols.
pub(super) fn is_plain(ty: &MemRefType) -> bool {
    match &ty.layout {
        Layout::Identity => true,
        Layout::Strided { offset, strides } => *offset == 0 && strides[..] == [1],
        Layout::Map(map) => map.symbols > 0 && (AffineMap { symbols: 0, ..map.clone() }).is_identity(),
    }
}

/// The product of two strides or extents, not known unless both are or one is 0.
pub(super) fn mul(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        _ => a.saturating_mul(b),
    }
}

/// The sum of two offsets, not known unless both are.
pub(super) fn add(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_add(b) }
}

/// The layout of a buffer with each dimension split into a group of `shape`: inside a group, strides grow from that of the dimension.
/// `None` if the source has no strided layout.
pub fn expanded_layout(from: &MemRefType, shape: &[i64], groups: &[Vec<usize>]) -> Option<Layout> {
    if is_plain(from) {
        return Some(Layout::Identity);
    }
    let (source, offset) = from.strides_and_offset()?;
    let mut strides = vec![1; shape.len()];
    for (group, stride) in groups.iter().zip(source) {
        group.iter().rev().fold(stride, |stride, &d| {
            strides[d] = stride;
            mul(stride, shape[d])
        });
    }
    Some(Layout::Strided { offset, strides })
}

/// True if each group of dimensions can certainly be made one, whatever extents and strides are not known.
pub fn collapses_certainly(from: &MemRefType, groups: &[Vec<usize>]) -> bool {
    if is_plain(from) {
        return true;
    }
    let Some((strides, _)) = from.strides_and_offset() else { return false };
    let follows = |pair: &[usize]| {
        let expected = mul(strides[pair[1]], from.shape[pair[1]]);
        expected != DYNAMIC && expected == strides[pair[0]]
    };
    let certain = |group: &Vec<usize>| {
        let longer: Vec<usize> = group.iter().copied().filter(|&d| from.shape[d] != 1).collect();
        longer.windows(2).all(follows)
    };
    groups.iter().all(certain) && collapsed_layout(from, groups).is_some()
}

/// The layout of a buffer with each group of dimensions made one; `None` if the source has no strided layout or a group certainly has
/// gaps. Dimensions of size 1 have no gaps, whatever their stride.
pub fn collapsed_layout(from: &MemRefType, groups: &[Vec<usize>]) -> Option<Layout> {
    if is_plain(from) {
        return Some(Layout::Identity);
    }
    let (source, offset) = from.strides_and_offset()?;
    let mut strides = Vec::with_capacity(groups.len());
    for group in groups {
        let last = group.iter().rposition(|&d| from.shape[d] != 1).unwrap_or(0);
        let stride = if from.shape[group[last]] == DYNAMIC && last > 0 { DYNAMIC } else { source[group[last]] };
        strides.push(stride);
        let mut expected = stride;
        for pair in group.windows(2).rev() {
            expected = mul(expected, from.shape[pair[1]]);
            let found = source[pair[0]];
            if from.shape[pair[0]] != 1 && expected != DYNAMIC && found != DYNAMIC && expected != found {
                return None;
            }
        }
    }
    Some(Layout::Strided { offset, strides })
}
