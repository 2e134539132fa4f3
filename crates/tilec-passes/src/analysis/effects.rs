//! What an op does besides computing its results, and the removal of what does nothing.

use tilec_ir::{Module, Op, OpKind};

/// True if the op only computes its results from its operands: it may be removed if they are unused, moved, or merged with an equal
/// one. Ops that can stop the program count as pure; a pass may remove a run-time error but must not move one to where it did not run.
pub fn is_pure(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Constant
        | OpKind::Unary(_)
        | OpKind::Binary(_)
        | OpKind::Ternary(_)
        | OpKind::Pair(_)
        | OpKind::Compare { .. }
        | OpKind::Select
        | OpKind::Cast(_)
        | OpKind::LoopIndex
        | OpKind::Empty
        | OpKind::Dim
        | OpKind::Extract
        | OpKind::Slice
        | OpKind::InsertSlice
        | OpKind::Reshape { .. }
        | OpKind::ShapeCast
        | OpKind::View
        | OpKind::GetGlobal
        | OpKind::AffineApply
        | OpKind::Broadcast
        | OpKind::ExtractLane
        | OpKind::FromLanes
        | OpKind::Concat
        | OpKind::FromElements
        | OpKind::SplatTensor
        | OpKind::Insert
        | OpKind::Rank
        | OpKind::ReshapeTo
        | OpKind::Gather
        | OpKind::Scatter
        | OpKind::AffineExtremum { .. }
        | OpKind::ByteView
        | OpKind::Reinterpret
        | OpKind::ScaledCast => true,
        OpKind::Pad | OpKind::Generate => body_is_pure(module, op),
        OpKind::Softmax | OpKind::Pack { .. } | OpKind::TransferRead | OpKind::TransferWrite => {
            module.operands(op).all(|v| module.ty(v).as_memref().is_none())
        }
        // A tensor of one buffer may be read after the buffer changed, so these stay in order; an unused one is still dead.
        OpKind::ToTensor | OpKind::ToBuffer | OpKind::AllocTensor => false,
        OpKind::Structured(_) => module.structured(op).is_some_and(|s| s.on_tensors()) && body_is_pure(module, op),
        OpKind::Module
        | OpKind::Func
        | OpKind::Return
        | OpKind::Yield
        | OpKind::Materialize
        | OpKind::Alloc
        | OpKind::Alloca
        | OpKind::Dealloc
        | OpKind::Load
        | OpKind::Store
        | OpKind::Copy
        | OpKind::Global
        | OpKind::For
        | OpKind::Assert
        | OpKind::VectorLoad
        | OpKind::VectorStore
        | OpKind::ParallelInsert
        | OpKind::If
        | OpKind::While
        | OpKind::Condition
        | OpKind::Forall
        | OpKind::InParallel
        | OpKind::Parallel
        | OpKind::Combine
        | OpKind::AffineFor
        | OpKind::AffineLoad
        | OpKind::AffineStore
        | OpKind::Clone
        | OpKind::DeallocTensor
        | OpKind::Call
        | OpKind::Branch
        | OpKind::CondBranch
        | OpKind::Transform => false,
    }
}

/// True if nothing in the op's regions reads or writes memory. They may stop the program.
pub fn body_is_pure(module: &Module, op: Op) -> bool {
    let quiet = |inner: Op| matches!(module.kind(inner), OpKind::Yield | OpKind::Assert) || is_pure(module, inner);
    module.walk(op).into_iter().skip(1).all(quiet)
}

/// True if the op can be erased when nothing uses its results.
pub fn is_removable(module: &Module, op: Op) -> bool {
    is_pure(module, op)
        || match module.kind(op) {
            OpKind::ToTensor
            | OpKind::ToBuffer
            | OpKind::AllocTensor
            | OpKind::Alloc
            | OpKind::Alloca
            | OpKind::Load
            | OpKind::VectorLoad
            | OpKind::TransferRead => true,
            // A materialization into a tensor only gives its result.
            OpKind::Materialize => !module.results(op).is_empty(),
            // These end, whatever they do.
            OpKind::For | OpKind::AffineFor | OpKind::Forall | OpKind::Parallel | OpKind::If => {
                module.walk(op).into_iter().skip(1).all(|inner| is_quiet(module, inner))
            }
            _ => false,
        }
}

/// True if the op does nothing that can be seen from outside the loop or branch it is in.
fn is_quiet(module: &Module, inner: Op) -> bool {
    match module.kind(inner) {
        OpKind::For | OpKind::AffineFor | OpKind::Forall | OpKind::Parallel | OpKind::If => true,
        OpKind::Yield | OpKind::InParallel | OpKind::ParallelInsert | OpKind::Combine => true,
        _ => is_removable(module, inner),
    }
}

/// Erases every op whose results are unused and which does nothing else, and what only such ops used. Returns true if any went.
pub fn erase_dead(module: &mut Module, root: Op) -> bool {
    let mut work: Vec<Op> = module.walk(root);
    let mut changed = false;
    // Users come after what they use, so popping from the end finds chains in one sweep; operands that became dead are added again.
    while let Some(op) = work.pop() {
        if module.is_erased(op) || op == root {
            continue;
        }
        if module.results(op).iter().all(|&r| module.is_unused(r)) && is_removable(module, op) {
            let inside = module.walk(op);
            work.extend(
                inside.iter().flat_map(|&o| module.operands(o).filter_map(|v| module.defining_op(v)).collect::<Vec<_>>()),
            );
            module.erase(op);
            changed = true;
        }
    }
    changed
}
