//! Which bytes an op reads and writes.
//!
//! An op goes through each of its operands once, however often it uses an element. A load or store goes through the elements that the loops
//! around it reach: as many as the loops run that its indices depend on, at most the whole buffer. So loops move the bytes that the
//! structured ops did which they were (and those that a tail loop reads again). Views, and what bufferization may still do in place (insertions, materializations), move nothing.

use super::{bytes_of, is_arena};
use std::collections::HashSet;
use tilec_ir::{Module, Op, OpKind, Type, Value, ValueDef};
use tilec_passes::cost::trip_count;

/// An op going through a tensor or buffer, to read it or to write it.
pub struct Walk {
    /// What it goes through.
    pub value: Value,
    /// Bytes that are moved; `None` if they depend on a `?`.
    pub bytes: Option<usize>,
}

/// The bytes of the largest tensor or buffer of known size in a function; 0 without one. The arena is none: its parts are.
pub fn largest(module: &Module, func: Op, ops: &[Op]) -> usize {
    let results = ops.iter().filter(|&&op| !is_arena(module, op)).flat_map(|&op| module.results(op));
    let values = module.block_args(module.entry(func)).iter().chain(results);
    values.filter_map(|&v| bytes_of(module.ty(v))).max().unwrap_or(0)
}

/// What an op goes through. Ops with regions give only what they do themselves.
pub fn walks(module: &Module, op: Op) -> Vec<Walk> {
    let whole = |value: Value| Walk { value, bytes: bytes_of(module.ty(value)) };
    let operands = |first: usize, count: usize| module.operands(op).skip(first).take(count).map(whole).collect::<Vec<_>>();
    let with_results = |mut walks: Vec<Walk>| {
        walks.extend(module.results(op).iter().copied().map(whole));
        walks
    };
    let mut walks = match module.kind(op) {
        OpKind::Structured(_) => structured(module, op),
        OpKind::Copy | OpKind::Softmax | OpKind::Pack { .. } => operands(0, 2),
        OpKind::Clone | OpKind::Pad => with_results(operands(0, 1)),
        OpKind::Concat | OpKind::Generate | OpKind::FromElements | OpKind::SplatTensor => {
            with_results(operands(0, module.num_operands(op)))
        }
        OpKind::AllocTensor => {
            let copied = module.group_named(op, "copy");
            if copied.is_empty() { Vec::new() } else { with_results(copied.into_iter().map(whole).collect()) }
        }
        OpKind::Gather => {
            let mut walks = with_results(operands(1, 1));
            // It reads as many elements as it gives.
            walks.push(Walk { value: module.operand(op, 0), bytes: bytes_of(module.ty(module.result(op))) });
            walks
        }
        OpKind::Scatter => {
            let source = module.operand(op, 0);
            vec![whole(source), whole(module.operand(op, 2)), Walk { value: module.operand(op, 1), ..whole(source) }]
        }
        OpKind::Load | OpKind::Extract | OpKind::AffineLoad | OpKind::VectorLoad | OpKind::TransferRead => {
            vec![element(module, op, 0, module.result(op))]
        }
        OpKind::Store | OpKind::Insert | OpKind::AffineStore | OpKind::VectorStore | OpKind::TransferWrite => {
            vec![element(module, op, 1, module.operand(op, 0))]
        }
        OpKind::Module
        | OpKind::Func
        | OpKind::Return
        | OpKind::Constant
        | OpKind::Unary(_)
        | OpKind::Binary(_)
        | OpKind::Ternary(_)
        | OpKind::Pair(_)
        | OpKind::Compare { .. }
        | OpKind::Select
        | OpKind::Cast(_)
        | OpKind::Yield
        | OpKind::LoopIndex
        | OpKind::Empty
        | OpKind::Dim
        | OpKind::Slice
        | OpKind::InsertSlice
        | OpKind::Reshape { .. }
        | OpKind::ShapeCast
        | OpKind::Materialize
        | OpKind::ToTensor
        | OpKind::ToBuffer
        | OpKind::Alloc
        | OpKind::Alloca
        | OpKind::Dealloc
        | OpKind::View
        | OpKind::Global
        | OpKind::GetGlobal
        | OpKind::For
        | OpKind::Assert
        | OpKind::AffineApply
        | OpKind::Broadcast
        | OpKind::ExtractLane
        | OpKind::FromLanes
        | OpKind::Rank
        | OpKind::ReshapeTo
        | OpKind::ParallelInsert
        | OpKind::If
        | OpKind::While
        | OpKind::Condition
        | OpKind::Forall
        | OpKind::InParallel
        | OpKind::Parallel
        | OpKind::Combine
        | OpKind::AffineExtremum { .. }
        | OpKind::AffineFor
        | OpKind::ByteView
        | OpKind::Reinterpret
        | OpKind::DeallocTensor
        | OpKind::Call
        | OpKind::Branch
        | OpKind::CondBranch
        | OpKind::ScaledCast
        | OpKind::Transform => Vec::new(),
    };
    // Scalars are in registers.
    walks.retain(|walk| walk.bytes != Some(0));
    walks
}

/// Inputs that the body reads, outputs, and outputs once more if the body reads what was there.
fn structured(module: &Module, op: Op) -> Vec<Walk> {
    let view = module.structured(op).expect("a structured op");
    let whole = |value: Value| Walk { value, bytes: bytes_of(module.ty(value)) };
    let args = view.body_args();
    let reads = view.inputs().into_iter().zip(args).filter(|(_, arg)| view.is_read(**arg)).map(|(v, _)| whole(v));
    let mut walks: Vec<Walk> = reads.collect();
    for (i, output) in view.outputs().into_iter().enumerate() {
        walks.push(whole(output));
        if view.reads_init(i) {
            walks.push(whole(output));
        }
    }
    walks
}

/// A load or store: operand `at` is the tensor or buffer, the operands after it are indices, `moved` is what is read or written each time.
fn element(module: &Module, op: Op, at: usize, moved: Value) -> Walk {
    let value = module.operand(op, at);
    let size = bytes_of(module.ty(value));
    let indices: Vec<Value> = module.operands(op).skip(at + 1).collect();
    let bytes = match trips(module, indices).and_then(|n| n.checked_mul(moved_bytes(module.ty(moved)))) {
        Some(reached) => Some(size.map_or(reached, |size| size.min(reached))),
        None => size,
    };
    Walk { value, bytes }
}

/// Bytes of a scalar or a vector.
pub(super) fn moved_bytes(ty: &Type) -> usize {
    let lanes = ty.shape().unwrap_or(&[]).iter().map(|&d| usize::try_from(d).unwrap_or(1));
    lanes.fold(ty.elem().map_or(0, tilec_ir::ScalarType::bytes), usize::saturating_mul)
}

/// How often the loops run that some of the values depend on; `None` if that is not known.
fn trips(module: &Module, values: Vec<Value>) -> Option<usize> {
    let (mut work, mut seen, mut loops) = (values, HashSet::new(), HashSet::new());
    let mut trips = 1usize;
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match module.def(value) {
            ValueDef::Result(op, _) => {
                work.extend(module.operands(op));
                if module.kind(op) == OpKind::LoopIndex {
                    let mut around = std::iter::successors(module.parent_op(op), |&o| module.parent_op(o));
                    let owner = around.find(|&o| module.structured(o).is_some())?;
                    let dim = usize::try_from(module.attr(op, "dim")?.as_int()?).ok()?;
                    if loops.insert((owner, dim)) {
                        trips = trips.checked_mul(extent(module, owner, dim)?)?;
                    }
                }
            }
            ValueDef::Arg(block, _) => {
                let owner = module.block_owner(block)?;
                let dims = match module.kind(owner) {
                    OpKind::Func => 0,
                    OpKind::For => 1,
                    OpKind::Structured(_) => module.structured(owner)?.extents().len(),
                    _ => return None,
                };
                for dim in (0..dims).filter(|&dim| loops.insert((owner, dim))) {
                    trips = trips.checked_mul(extent(module, owner, dim)?)?;
                }
            }
        }
    }
    Some(trips)
}

/// How often loop `dim` of an `scf.for` or a structured op runs.
fn extent(module: &Module, op: Op, dim: usize) -> Option<usize> {
    let trips = match module.kind(op) {
        OpKind::For => trip_count(module, op)?,
        _ => module.structured(op)?.extents().get(dim).copied()?,
    };
    // A `?` is negative.
    usize::try_from(trips).ok()
}
