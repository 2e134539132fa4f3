//! Sets of patterns that are not part of `canonicalize`. Each goes once over what is under an op, and says whether anything changed.

use crate::canonicalize;
use crate::decompose_tensor_ops::decompose_all;
use crate::fuse_elementwise::drop_unnecessary_inputs;
use crate::index::{self, Index, dim};
use crate::packing::lower;
use crate::remark::Remark;
use tilec_ir::verify::reassociation;
use tilec_ir::{AffineExpr, Builder, Module, Op, OpKind, Value, spelling};

/// `linalg.decompose_pad`: the padding everywhere, then the source in its place.
pub(super) fn decompose_pad(module: &mut Module, root: Op, _: &mut Vec<Remark>) -> bool {
    decompose_all(module, root, OpKind::Pad)
}

/// `tensor.decompose_concat`: each operand in its place.
pub(super) fn decompose_concat(module: &mut Module, root: Op, _: &mut Vec<Remark>) -> bool {
    decompose_all(module, root, OpKind::Concat)
}

/// `linalg.decompose_pack_unpack`: one tile is padded and transposed, or the other way round.
pub(super) fn decompose_pack_unpack(module: &mut Module, root: Op, _: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    for op in module.walk(root) {
        let OpKind::Pack { unpack } = module.kind(op) else { continue };
        let plan = lower::plan(module, op, unpack);
        if let Some(plan) = plan.ok().filter(lower::Plan::is_one_tile) {
            let (value, _) = lower::write_one_tile(module, &plan);
            module.replace_op(op, &[value]);
            changed = true;
        }
    }
    changed
}

/// `linalg.erase_unnecessary_inputs`: inputs of generics that are read twice, or not at all.
pub(super) fn erase_unnecessary_inputs(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    for op in module.walk(root) {
        changed |= !module.is_erased(op) && drop_unnecessary_inputs(module, op, remarks);
    }
    changed
}

fn made_by(module: &Module, value: Value, kind: OpKind) -> bool {
    module.defining_op(value).is_some_and(|op| module.kind(op) == kind)
}

/// True for a pack that fills its last tiles.
fn is_padded(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Pack { unpack: false } && !module.group_named(op, "padding_value").is_empty()
}

/// `linalg.fold_pack_unpack_into_empty`: a pack or unpack of undefined elements gives undefined elements.
pub(super) fn fold_packs_of_empty(module: &mut Module, root: Op, _: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    for op in module.walk(root) {
        let is_pack = matches!(module.kind(op), OpKind::Pack { .. });
        if is_pack && made_by(module, module.operand(op, 0), OpKind::Empty) && !is_padded(module, op) {
            let dest = module.operand(op, 1);
            module.replace_op(op, &[dest]);
            changed = true;
        }
    }
    changed
}

/// `tensor.fold_tensor_empty`: slices and reshapes of empty tensors are empty tensors.
pub(super) fn fold_parts_of_empty(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    let of_empty = |module: &Module, op: Op| made_by(module, module.operand(op, 0), OpKind::Empty);
    let mut changed = canonicalize::rewrite_slices(module, root, remarks, of_empty);
    for op in module.walk(root) {
        let OpKind::Reshape { expand } = module.kind(op) else { continue };
        if !of_empty(module, op) {
            continue;
        }
        let ty = module.ty(module.result(op)).clone();
        let mut builder = Builder::before(module, op);
        let sizes = if expand { index::list(builder.module, op, "output_shape") } else { collapsed(&mut builder, op) };
        let open = index::values(&[&sizes]);
        let empty = builder.op(spelling::of(OpKind::Empty), &open, &[ty]);
        let value = module.result(empty);
        module.replace_op(op, &[value]);
        changed = true;
    }
    changed
}

/// The extents of a `tensor.collapse_shape`: those of its type where it has them.
fn collapsed(builder: &mut Builder<'_>, op: Op) -> Vec<Index> {
    let shape = builder.module.ty(builder.module.result(op)).shape().expect("a tensor").to_vec();
    let groups = reassociation(builder.module.attr(op, "reassociation"));
    let source = builder.module.operand(op, 0);
    let product = |(group, n): (&Vec<usize>, i64)| {
        if n >= 0 {
            return Index::Const(n);
        }
        let extents: Vec<Index> = group.iter().map(|&d| index::extent(builder, source, d)).collect();
        let mut extents = extents.into_iter();
        let first = extents.next().unwrap_or(Index::Const(1));
        extents.fold(first, |a, b| times(builder, a, b))
    };
    groups.iter().zip(shape).map(product).collect()
}

fn times(builder: &mut Builder<'_>, a: Index, b: Index) -> Index {
    match (a, b) {
        (Index::Const(n), other) | (other, Index::Const(n)) => index::apply(builder, &dim(0).mul(AffineExpr::Const(n)), &[other]),
        (Index::Value(a), Index::Value(b)) => Index::Value(builder.binary(tilec_ir::scalar_op::BinaryOp::MulI, a, b)),
    }
}

/// `tensor.merge_consecutive_insert_extract_slice`: a slice of a slice is taken from where that was taken.
pub(super) fn merge_slices(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    canonicalize::rewrite_slices(module, root, remarks, |module, op| made_by(module, module.operand(op, 0), OpKind::Slice))
}
