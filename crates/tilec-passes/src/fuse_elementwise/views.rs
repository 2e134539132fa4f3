//! What a tensor is a view of, and the same element read there: casts, reshapes and slices are maps, which compose with the map of a read.
//!
//! Nothing is decided here but what is always right: [`fold_unit_reshapes`] makes a generic read through views that only add or drop
//! dimensions of size 1, for nothing is computed there. Dimensions of size 1 are read at 0, so the loops stay as they are.

use super::NAME;
use super::legality::lost_bound;
use crate::mutation::{Mutation, is_on};
use crate::remark::Remark;
use tilec_ir::verify::{kept_dims, reassociation};
use tilec_ir::{AffineExpr, AffineMap, Attr, DYNAMIC, Module, Op, OpKind, StructuredOp, Value};

/// What kind of view an access goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A cast, or a padding by nothing: the same shape, known more or less.
    Cast,
    /// Dimensions of size 1 come or go; the others keep their extents and their order.
    Unit,
    /// Several indices become one or one becomes several. The map multiplies, or divides.
    Linear,
    /// A part: indices are scaled and shifted. Where they are neither, the extent is still another.
    Slice,
}

/// The same element, read one view further up.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// What is viewed.
    pub source: Value,
    /// Where it is read, over the loops of the reader.
    pub map: AffineMap,
    /// How the view relates to it.
    pub step: Step,
    /// The view.
    pub view: Op,
}

/// Why an access goes no further although the value is a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opaque {
    /// An offset or stride of a slice is known only at run time.
    DynamicSlice,
    /// The indices depend on an extent that is known only at run time, or is 0.
    DynamicReshape,
}

impl Opaque {
    /// The name in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::DynamicSlice => "dynamic-slice",
            Self::DynamicReshape => "dynamic-reshape",
        }
    }
}

impl std::fmt::Display for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DynamicSlice => "it is a slice with an offset or stride that is known only at run time",
            Self::DynamicReshape => "it is a reshape with an inner extent that is `?` or 0",
        })
    }
}

/// So many views in a row are looked through; what reads a producer through more reads it where it stands.
const MAX_VIEWS: usize = 32;

/// The accesses that read what `value` at `map` reads, from the nearest view to the farthest, and why there are no more if the last
/// source is a view, too.
pub(super) fn look_through(module: &Module, value: Value, map: &AffineMap) -> (Vec<Access>, Option<Opaque>) {
    let mut found: Vec<Access> = Vec::new();
    while found.len() < MAX_VIEWS {
        let (value, map) = found.last().map_or((value, map), |last| (last.source, &last.map));
        match step(module, value, map) {
            Some(Ok(access)) => found.push(access),
            Some(Err(opaque)) => return (found, Some(opaque)),
            None => return (found, None),
        }
    }
    (found, None)
}

/// One view up; `None` if the value is no view.
pub(super) fn step(module: &Module, value: Value, map: &AffineMap) -> Option<Result<Access, Opaque>> {
    let view = module.defining_op(value)?;
    let source = match module.kind(view) {
        OpKind::ShapeCast | OpKind::Reshape { .. } | OpKind::Slice => module.operand(view, 0),
        OpKind::Pad if pads_nothing(module, view) => module.operand(view, 0),
        _ => return None,
    };
    let (from, to) = (&module.ty(source).as_tensor()?.shape, &module.ty(value).as_tensor()?.shape);
    let results = &map.results;
    let found = match module.kind(view) {
        OpKind::Reshape { expand } => {
            let groups = reassociation(module.attr(view, "reassociation"));
            if expand { expanded(&groups, to, results) } else { collapsed(&groups, from, results) }
        }
        OpKind::Slice => sliced(module, view, from, to, results),
        _ => Ok((results.to_vec(), Step::Cast)),
    };
    Some(found.map(|(results, step)| {
        let map = AffineMap { results: results.into(), ..map.clone() };
        Access { source, map, step, view }
    }))
}

fn pads_nothing(module: &Module, pad: Op) -> bool {
    let padding = [module.int_array(pad, "static_low"), module.int_array(pad, "static_high")].concat();
    padding.iter().all(|n| *n == 0) && module.attr(pad, "nofold").is_none()
}

type Indices = Result<(Vec<AffineExpr>, Step), Opaque>;

/// The dimensions of a group that are more than one index.
fn wide_dims(group: &[usize], shape: &[i64]) -> Vec<usize> {
    group.iter().copied().filter(|&d| shape[d] != 1).collect()
}

/// The extents that an index is split by must be known, and not 0.
fn divisors(dims: &[usize], shape: &[i64]) -> Result<(), Opaque> {
    let known = dims.iter().skip(1).all(|&d| shape[d] != DYNAMIC && shape[d] > 0);
    if known { Ok(()) } else { Err(Opaque::DynamicReshape) }
}

/// Where `expand_shape` has its elements from: row-major positions within the groups.
fn expanded(groups: &[Vec<usize>], shape: &[i64], at: &[AffineExpr]) -> Indices {
    let mut kind = Step::Unit;
    let mut indices = Vec::new();
    for group in groups {
        let dims = wide_dims(group, shape);
        divisors(&dims, shape)?;
        if dims.len() > 1 {
            kind = Step::Linear;
        }
        // A group of size 1 has one index, too, and keeps the first.
        let dims = if dims.is_empty() { &group[..1] } else { &dims };
        let linear = |sum: AffineExpr, &d: &usize| sum.mul(AffineExpr::Const(shape[d])).add(at[d].clone());
        indices.push(dims.iter().fold(AffineExpr::Const(0), linear));
    }
    Ok((indices, kind))
}

/// Where `collapse_shape` has its elements from: positions taken apart.
fn collapsed(groups: &[Vec<usize>], shape: &[i64], at: &[AffineExpr]) -> Indices {
    let mut kind = Step::Unit;
    let mut indices = vec![AffineExpr::Const(0); shape.len()];
    for (group, index) in groups.iter().zip(at) {
        let dims = wide_dims(group, shape);
        divisors(&dims, shape)?;
        if dims.len() > 1 {
            kind = Step::Linear;
        }
        let mut rest = index.clone();
        for &d in dims.iter().skip(1).rev() {
            indices[d] = rest.clone().modulo(AffineExpr::Const(shape[d]));
            rest = rest.floor_div(AffineExpr::Const(shape[d]));
        }
        if let Some(&first) = dims.first().or(group.first()) {
            indices[first] = rest;
        }
    }
    Ok((indices, kind))
}

/// Where a slice has its elements from.
fn sliced(module: &Module, view: Op, from: &[i64], to: &[i64], at: &[AffineExpr]) -> Indices {
    let (offsets, strides) = (module.int_array(view, "static_offsets"), module.int_array(view, "static_strides"));
    let sizes = module.int_array(view, "static_sizes");
    let faulty: Vec<i64> = match () {
        () if is_on(Mutation::ForgetOffset) => vec![0; offsets.len()],
        () if is_on(Mutation::IgnoreDynamicSlice) => offsets.iter().map(|&o| if o == DYNAMIC { 1 } else { o }).collect(),
        () => Vec::new(),
    };
    let offsets = if faulty.is_empty() { offsets } else { &faulty };
    if offsets.contains(&DYNAMIC) || strides.contains(&DYNAMIC) {
        return Err(Opaque::DynamicSlice);
    }
    let kept = kept_dims(sizes, to).expect("a verified slice");
    let mut indices: Vec<_> = offsets.iter().map(|&offset| AffineExpr::Const(offset)).collect();
    for (&d, index) in kept.iter().zip(at) {
        indices[d] = index.clone().mul(AffineExpr::Const(strides[d])).add(AffineExpr::Const(offsets[d]));
    }
    let whole = (0..from.len()).all(|d| offsets[d] == 0 && strides[d] == 1 && from[d] != DYNAMIC && sizes[d] == from[d]);
    Ok((indices, if whole { Step::Unit } else { Step::Slice }))
}

/// Makes a generic read its inputs through casts and through views that add or drop dimensions of size 1, where the extents of its loops
/// stay what they are. Returns true if anything changed.
pub(super) fn fold_unit_reshapes(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    if module.kind(op) != OpKind::Structured(StructuredOp::Generic) {
        return false;
    }
    for i in 0..module.group_range(op, 0).len() {
        let view = module.structured(op).expect("a structured op");
        let mut maps = view.maps();
        let old = maps[i].clone();
        let (accesses, _) = look_through(module, module.operand(op, i), &old);
        let free = accesses.into_iter().take_while(|a| matches!(a.step, Step::Cast | Step::Unit));
        let Some(access) = free.filter(|a| keeps_extents(module, op, i, a)).last() else { continue };
        maps[i] = access.map;
        let message = format!("input {i} is read where it is a view of: operand map {old} becomes {}", maps[i]);
        let remark = Remark::applied(NAME, module.op(op).loc.clone(), message);
        remarks.push(remark.note(module.op(access.view).loc.clone(), "the view"));
        let before = module.operand(op, i);
        module.set_operand(op, i, access.source);
        module.set_attr(op, "indexing_maps", Attr::maps(maps));
        erase_unused_views(module, before);
        changed = true;
    }
    changed
}

/// Erases what gives a value, and so on up, as long as it is a view that nothing uses: its source may then have one use.
pub(super) fn erase_unused_views(module: &mut Module, value: Value) {
    let mut value = value;
    while let Some(view) = module.defining_op(value) {
        let is_view = matches!(module.kind(view), OpKind::ShapeCast | OpKind::Reshape { .. } | OpKind::Slice | OpKind::Pad);
        if !is_view || !module.is_unused(value) {
            break;
        }
        value = module.operand(view, 0);
        module.erase(view);
    }
}

/// True if the loops have the extents that they have, with input `i` read as `access` says: each still found, as far as known before,
/// and without contradiction.
fn keeps_extents(module: &Module, op: Op, i: usize, access: &Access) -> bool {
    if is_on(Mutation::SkipExtentCheck) {
        return true;
    }
    let view = module.structured(op).expect("a structured op");
    let (before, mut maps) = (view.extents(), view.maps());
    maps[i] = access.map.clone();
    if lost_bound(before.len(), maps.iter()).is_some() {
        return false;
    }
    let mut after = vec![DYNAMIC; before.len()];
    for (n, map) in maps.iter().enumerate() {
        let value = if n == i { access.source } else { module.operand(op, n) };
        let shape = module.ty(value).shape().unwrap_or(&[]);
        for (d, &extent) in map.results.iter().zip(shape).filter_map(|(e, s)| Some((e.as_dim()?, s))) {
            match after[d] {
                DYNAMIC => after[d] = extent,
                known if extent != DYNAMIC && extent != known => return false,
                _ => {}
            }
        }
    }
    // What becomes known could show that another index is out of bounds: such a program stays as it is.
    let plain = maps.iter().all(|m| m.results.iter().all(|e| e.as_dim().is_some() || e.as_const().is_some()));
    before == after || plain && before.iter().zip(&after).all(|(b, a)| b == a || *b == DYNAMIC)
}
