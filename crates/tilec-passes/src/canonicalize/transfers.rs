//! Transfers of vectors: a read of what was just written is that vector, a write over another makes that one useless, and slices are looked
//! through.

use super::entries::{Entry, Part, entries, set_groups};
use crate::index::{self, Index, dim};
use tilec_ir::verify::kept_dims;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, Transfer, Value};

/// Rewrites a `vector.transfer_read` or `vector.transfer_write`. Says what was done.
pub(super) fn rewrite(module: &mut Module, op: Op) -> Option<&'static str> {
    let transfer = module.transfer(op)?;
    if settle_bounds(module, op, &transfer) {
        return Some("notes that a transfer stays inside");
    }
    if !transfer.is_inside() || module.ty(transfer.shaped).as_tensor().is_none() {
        return None;
    }
    let write = module.kind(op) == OpKind::TransferWrite;
    let from = module.defining_op(transfer.shaped)?;
    match module.kind(from) {
        OpKind::TransferWrite if is_same_place(module, &transfer, &module.transfer(from)?) => {
            let before = module.operand(from, 1);
            if write {
                module.set_operand(op, 1, before);
                return Some("drops a write that is overwritten");
            }
            let written = module.operand(from, 0);
            if module.ty(written) != module.ty(module.result(op)) {
                return None;
            }
            module.replace_op(op, &[written]);
            Some("reads what was just written")
        }
        OpKind::Slice if !write => {
            let (indices, dims) = seen_from_source(module, op, from, module.result(from), &transfer)?;
            let source = module.operand(from, 0);
            let mut builder = Builder::before(module, op);
            let indices = indices.iter().map(|i| i.value(&mut builder)).collect();
            set_groups(module, op, &[], &[("base", vec![source]), ("indices", indices)]);
            set_map(module, op, &dims);
            Some("reads the source of a slice")
        }
        _ => None,
    }
}

/// An insertion of a slice that a vector fills becomes a write of the vector. Says what was done.
pub(super) fn rewrite_insertion(module: &mut Module, op: Op) -> Option<&'static str> {
    let source = module.operand(op, 0);
    let write = module.defining_op(source).filter(|&o| module.kind(o) == OpKind::TransferWrite)?;
    let transfer = module.transfer(write)?;
    let shape = module.ty(source).shape()?;
    let fills = (0..shape.len()).all(|d| shape[d] == transfer.span(d) && module.constant_int(transfer.indices[d]) == Some(0));
    if !fills || !transfer.is_inside() || transfer.dims.contains(&None) {
        return None;
    }
    let (indices, dims) = seen_from_source(module, op, op, source, &transfer)?;
    let (value, dest) = (module.operand(write, 0), module.operand(op, 1));
    let ty = module.ty(dest).clone();
    let mut builder = Builder::before(module, op);
    let indices: Vec<Value> = indices.iter().map(|&i| i.value(&mut builder)).collect();
    let operands: Vec<Value> = [value, dest].into_iter().chain(indices).collect();
    let row = builder.module.spelling(write);
    let new = builder.op(row, &operands, &[ty]);
    set_map(module, new, &dims);
    let result = module.result(new);
    module.replace_op(op, &[result]);
    Some("writes a vector where the slice that it fills goes")
}

/// Marks dimensions that constants show to stay inside. True if there was one that was not marked.
fn settle_bounds(module: &mut Module, op: Op, transfer: &Transfer) -> bool {
    let Some(shape) = module.ty(transfer.shaped).shape() else { return false };
    let inside = transfer.known_bounds(shape, |v| module.constant_int(v));
    if inside == transfer.in_bounds {
        return false;
    }
    module.set_attr(op, "in_bounds", Attr::Array(inside.into_iter().map(Attr::Bool).collect()));
    true
}

/// True if both move the same elements, lane by lane.
fn is_same_place(module: &Module, a: &Transfer, b: &Transfer) -> bool {
    let equal = |(x, y): (&Value, &Value)| Entry::Value(*x).folded(module).is_equal(Entry::Value(*y).folded(module), module);
    b.is_inside() && a.dims == b.dims && a.shape == b.shape && a.indices.iter().zip(&b.indices).all(equal)
}

/// Where the elements of a slice (of a type, by the lists of `slice`) are in what it is a slice of. New ops stand before `op`.
fn seen_from_source(
    module: &mut Module,
    op: Op,
    slice: Op,
    part: Value,
    transfer: &Transfer,
) -> Option<(Vec<Index>, Vec<Option<usize>>)> {
    let strides = entries(module, slice, "strides");
    if strides.iter().any(|s| *s != Entry::Number(1)) {
        return None;
    }
    let kept = kept_dims(module.int_array(slice, "static_sizes"), module.ty(part).shape()?)?;
    let offsets = Part::of(module, slice).offsets;
    let mut builder = Builder::before(module, op);
    let mut indices = Vec::new();
    for (d, offset) in offsets.iter().enumerate() {
        let offset = match *offset {
            Entry::Number(n) => Index::Const(n),
            Entry::Value(v) => Index::of(builder.module, v),
        };
        let inner = kept.iter().position(|&k| k == d).map_or(Index::ZERO, |i| Index::of(builder.module, transfer.indices[i]));
        indices.push(index::apply(&mut builder, &dim(0).add(dim(1)), &[offset, inner]));
    }
    let dims = transfer.dims.iter().map(|d| d.map(|d| kept[d])).collect();
    Some((indices, dims))
}

/// States which dimensions the vector goes along, all of it inside.
fn set_map(module: &mut Module, op: Op, dims: &[Option<usize>]) {
    let rank = module.group(op, 1 + usize::from(module.kind(op) == OpKind::TransferWrite)).len();
    let map = AffineMap::new(rank, dims.iter().map(|d| d.map_or(AffineExpr::Const(0), dim)).collect::<Vec<_>>());
    module.set_attr(op, "permutation_map", Attr::Map(map));
    let inside: Vec<Attr> = dims.iter().map(|_| Attr::Bool(true)).collect();
    module.set_attr(op, "in_bounds", Attr::Array(inside.into()));
    module.settle_transfer(op);
}
