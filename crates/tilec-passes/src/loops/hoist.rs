//! Moves what a loop computes anew in each trip, though nothing in it changes, to before the loop.
//!
//! An op that may stop the program is moved only if it runs for certain: the loop runs at least once, and nothing before the op may stop
//! the program or do anything else.

use super::{Blocker, Bounds};
use crate::analysis::effects::is_pure;
use std::collections::HashSet;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{Module, Op, OpKind, Value, ValueDef};

/// Moves what can be moved out of a loop. True if anything did.
///
/// # Errors
/// [`Blocker::NotALoop`].
pub fn run(module: &mut Module, op: Op) -> Result<bool, Blocker> {
    let loops = [OpKind::For, OpKind::While, OpKind::Forall, OpKind::Parallel, OpKind::AffineFor];
    if !loops.contains(&module.kind(op)) {
        return Err(Blocker::NotALoop { wanted: "loop" });
    }
    let runs = Bounds::of(module, op).is_ok_and(|b| b.trips().is_some_and(|t| t > 0));
    let mut moved = false;
    for region in module.regions(op).to_vec() {
        for block in module.region_blocks(region).to_vec() {
            let mut certain = runs;
            let ops: Vec<Op> = module.block_ops(block).collect();
            for inner in ops {
                let stops = may_stop(module, inner);
                if is_pure(module, inner) && (!stops || certain) && is_invariant(module, inner, op) {
                    module.move_before(inner, op);
                    moved = true;
                } else {
                    certain &= !stops && is_pure(module, inner);
                }
            }
        }
    }
    Ok(moved)
}

/// True if nothing that the op uses is made in the loop.
pub(super) fn is_invariant(module: &Module, inner: Op, outer: Op) -> bool {
    let inside: HashSet<Op> = module.walk(inner).into_iter().collect();
    let outside = |value: Value| {
        let block = match module.def(value) {
            ValueDef::Result(op, _) if inside.contains(&op) => return true,
            ValueDef::Result(op, _) => module.parent_block(op),
            ValueDef::Arg(block, _) => Some(block),
        };
        // Arguments of blocks inside of the op are its own.
        let owner = block.and_then(|b| module.block_owner(b));
        owner.is_some_and(|o| inside.contains(&o)) || !std::iter::successors(owner, |&o| module.parent_op(o)).any(|o| o == outer)
    };
    inside.iter().all(|&op| module.operands(op).all(outside))
}

/// True unless the op, and all in it, certainly comes to its end.
pub(crate) fn may_stop(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().any(|op| match module.kind(op) {
        OpKind::Binary(binary) => {
            let divides = matches!(
                binary,
                BinaryOp::DivSI
                    | BinaryOp::DivUI
                    | BinaryOp::CeilDivSI
                    | BinaryOp::CeilDivUI
                    | BinaryOp::FloorDivSI
                    | BinaryOp::RemSI
                    | BinaryOp::RemUI
                    | BinaryOp::IPowI
            );
            // By 0 and by -1 there may be no value.
            divides && module.constant_int(module.operand(op, 1)).is_none_or(|c| c == 0 || c == -1)
        }
        OpKind::Slice | OpKind::InsertSlice | OpKind::View => {
            let mixed = ["static_offsets", "static_sizes", "static_strides"];
            mixed.iter().any(|list| module.int_array(op, list).contains(&tilec_ir::DYNAMIC))
                || module.operands(op).any(|v| !module.ty(v).is_static())
        }
        OpKind::Extract
        | OpKind::Insert
        | OpKind::TransferRead
        | OpKind::TransferWrite
        | OpKind::Gather
        | OpKind::Scatter
        | OpKind::ReshapeTo
        | OpKind::Dim
        | OpKind::Reinterpret
        | OpKind::ByteView
        | OpKind::Pad
        | OpKind::Generate
        | OpKind::Assert => true,
        OpKind::Empty | OpKind::SplatTensor | OpKind::Concat | OpKind::Reshape { .. } | OpKind::ShapeCast => {
            module.operands(op).any(|v| module.ty(v).shape().is_none_or(|s| s.contains(&tilec_ir::DYNAMIC)))
        }
        OpKind::AffineApply | OpKind::AffineExtremum { .. } => {
            // A division or remainder by a value may be by zero.
            module.attr(op, "map").and_then(|m| m.as_map()).is_none_or(|m| m.symbols > 0 && !m.results.iter().all(is_linear))
        }
        OpKind::Structured(_) => {
            module.operands(op).any(|v| module.ty(v).shape().is_some_and(|s| s.contains(&tilec_ir::DYNAMIC)))
        }
        _ => false,
    })
}

/// True if an expression has no division or remainder but by constants.
fn is_linear(expr: &tilec_ir::AffineExpr) -> bool {
    use tilec_ir::affine::AffineOp;
    !expr.any(&mut |e| match e {
        tilec_ir::AffineExpr::Binary(AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv, args) => args.1.as_const().is_none(),
        _ => false,
    })
}
