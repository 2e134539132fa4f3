//! Can a structured op be computed in vectors of its parallel loops?

use crate::analysis::alias::may_overlap;
use std::fmt;
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::structured::IteratorKind;
use tilec_ir::{AffineExpr, AffineMap, DYNAMIC, Module, Op, OpKind, Structured, Type, Value};

/// The most lanes of a vector: a register tile has a few dozens, and code has no loop over them.
pub const MAX_LANES: i64 = 1024;

/// The most that is computed in all: lanes, times ops of the payload, times steps of the reduction loops. None of it is in a loop, so this is
/// how large the code gets.
pub const MAX_OPS: i64 = 1 << 15;

/// Why an op stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// No structured op.
    NotStructured,
    /// The extent of a loop is not known.
    OpenSize {
        /// The loop.
        loop_dim: usize,
    },
    /// The sizes that were asked for are not the loops' extents.
    VectorSizes {
        /// What was asked for.
        wanted: Vec<i64>,
        /// The extents.
        extents: Vec<i64>,
    },
    /// No loop is parallel.
    NoParallelLoop,
    /// A parallel loop of no iteration.
    Empty {
        /// The loop.
        loop_dim: usize,
    },
    /// More lanes than [`MAX_LANES`].
    TooManyLanes {
        /// The extents of the parallel loops.
        extents: Vec<i64>,
    },
    /// More is computed than [`MAX_OPS`].
    TooManySteps {
        /// The extents of the reduction loops.
        extents: Vec<i64>,
    },
    /// Neighbouring lanes are no neighbours in this operand, or the same loop indexes it twice.
    Map {
        /// The operand.
        operand: usize,
    },
    /// A result that is not indexed by each parallel loop once.
    OutputMap {
        /// The operand.
        operand: usize,
    },
    /// A sum in lane order.
    LaneOrder,
    /// An op of the payload that has no vector form.
    UnsupportedOp {
        /// The op.
        op: Op,
    },
    /// Two buffers that may share memory: elements would be read before others are written.
    MayAlias {
        /// The operands.
        operands: [usize; 2],
    },
}

impl Blocker {
    /// The name in remarks and in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotStructured => "not-structured",
            Self::OpenSize { .. } => "open-size",
            Self::VectorSizes { .. } => "vector-sizes",
            Self::NoParallelLoop => "no-parallel-loop",
            Self::Empty { .. } => "empty",
            Self::TooManyLanes { .. } => "too-many-lanes",
            Self::TooManySteps { .. } => "too-many-steps",
            Self::Map { .. } => "map",
            Self::OutputMap { .. } => "output-map",
            Self::LaneOrder => "lane-order",
            Self::UnsupportedOp { .. } => "unsupported-op",
            Self::MayAlias { .. } => "may-alias",
        }
    }

    /// The ops to point at.
    pub fn ops(&self) -> Vec<Op> {
        if let Self::UnsupportedOp { op } = self { vec![*op] } else { Vec::new() }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStructured => write!(f, "not a structured op"),
            Self::OpenSize { loop_dim } => {
                write!(f, "the extent of loop {loop_dim} is not known: peel the loop around it, or pad the op")
            }
            Self::VectorSizes { wanted, extents } => {
                write!(f, "vectors have the sizes of the loops, which are {extents:?}, not {wanted:?}")
            }
            Self::NoParallelLoop => write!(f, "no loop is parallel, so there are no lanes"),
            Self::Empty { loop_dim } => write!(f, "loop {loop_dim} has no iteration"),
            Self::TooManyLanes { extents } => {
                write!(f, "parallel loops of {extents:?} are more than {MAX_LANES} lanes: tile the op first")
            }
            Self::TooManySteps { extents } => {
                write!(f, "reduction loops of {extents:?}, unrolled for all lanes, are more than {MAX_OPS} ops: tile them first")
            }
            Self::Map { operand } => write!(f, "operand {operand} is not read element by element along the parallel loops"),
            Self::OutputMap { operand } => write!(f, "operand {operand} is not written once along each parallel loop"),
            Self::LaneOrder => write!(f, "a sum in lane order is one of 32 partial sums, not one sum a lane"),
            Self::UnsupportedOp { .. } => write!(f, "an op of the payload has no vector form"),
            Self::MayAlias { operands: [a, b] } => write!(f, "operands {a} and {b} may share memory"),
        }
    }
}

/// All that the rewrite needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The op.
    pub op: Op,
    /// The loops that become dimensions of the vectors, in order.
    pub parallel: Vec<usize>,
    /// The loops that are unrolled, in order.
    pub reduction: Vec<usize>,
    /// The extents of all loops.
    pub extents: Vec<i64>,
}

impl Plan {
    /// The shape of the vectors.
    pub fn shape(&self) -> Vec<i64> {
        self.parallel.iter().map(|&d| self.extents[d]).collect()
    }
}

/// The plan for an op, as vectors of these sizes (one a loop) if there are any.
///
/// # Errors
/// The blocker.
pub fn plan(module: &Module, op: Op, sizes: &[i64]) -> Result<Plan, Blocker> {
    let view = module.structured(op).ok_or(Blocker::NotStructured)?;
    let (kinds, extents) = (view.iterators(), view.extents());
    if let Some(loop_dim) = extents.iter().position(|&n| n == DYNAMIC) {
        return Err(Blocker::OpenSize { loop_dim });
    }
    if !sizes.is_empty() && sizes != extents {
        return Err(Blocker::VectorSizes { wanted: sizes.to_vec(), extents });
    }
    let (parallel, reduction): (Vec<usize>, Vec<usize>) = (0..kinds.len()).partition(|&d| kinds[d] == IteratorKind::Parallel);
    if parallel.is_empty() {
        return Err(Blocker::NoParallelLoop);
    }
    if let Some(&loop_dim) = parallel.iter().find(|&&d| extents[d] == 0) {
        return Err(Blocker::Empty { loop_dim });
    }
    let product = |dims: &[usize]| dims.iter().try_fold(1i64, |n, &d| n.checked_mul(extents[d]));
    let listed = |dims: &[usize]| dims.iter().map(|&d| extents[d]).collect::<Vec<_>>();
    let Some(lanes) = product(&parallel).filter(|n| *n <= MAX_LANES) else {
        return Err(Blocker::TooManyLanes { extents: listed(&parallel) });
    };
    let body = i64::try_from(view.num_body_ops()).unwrap_or(i64::MAX).max(1);
    if product(&reduction).and_then(|n| n.checked_mul(body)?.checked_mul(lanes)).is_none_or(|n| n > MAX_OPS) {
        return Err(Blocker::TooManySteps { extents: listed(&reduction) });
    }
    check_maps(module, op, &view, &parallel)?;
    check_body(module, op, &view)?;
    if !view.on_tensors() {
        check_buffers(module, op, &view, !reduction.is_empty())?;
    }
    Ok(Plan { op, parallel, reduction, extents })
}

/// For each subscript of a map the parallel loop that it goes along with step 1, if it goes along one; `None` if one goes along several, or
/// otherwise, or is no sum of multiples of loops.
pub(super) fn along(map: &AffineMap, parallel: &[usize]) -> Option<Vec<Option<usize>>> {
    let loops = map.dims as usize;
    let one = |e: &AffineExpr| {
        let (steps, _) = AffineMap::new(loops, vec![e.clone()]).strides_and_offset(loops)?;
        let used: Vec<usize> = parallel.iter().copied().filter(|&d| steps[d] != 0).collect();
        match used[..] {
            [] => Some(None),
            [d] if steps[d] == 1 => Some(Some(d)),
            _ => None,
        }
    };
    map.results.iter().map(one).collect()
}

fn check_maps(module: &Module, op: Op, view: &Structured<'_>, parallel: &[usize]) -> Result<(), Blocker> {
    for (operand, map) in view.maps().iter().enumerate() {
        let ty = module.ty(module.operand(op, operand));
        let is_output = operand >= view.num_inputs();
        let blocker = || if is_output { Blocker::OutputMap { operand } } else { Blocker::Map { operand } };
        if map.symbols > 0 || ty.shape().is_some() && ty.shape().map(<[i64]>::len) != Some(map.num_results()) {
            return Err(blocker());
        }
        let used: Vec<usize> = along(map, parallel).ok_or_else(blocker)?.iter().flatten().copied().collect();
        let distinct = (1..used.len()).all(|i| !used[..i].contains(&used[i]));
        if !distinct || is_output && !is_output_map(map, parallel) {
            return Err(blocker());
        }
    }
    Ok(())
}

/// True if each parallel loop, and none else, is a result of its own.
fn is_output_map(map: &AffineMap, parallel: &[usize]) -> bool {
    map.num_results() == parallel.len() && parallel.iter().all(|&d| map.results.iter().any(|e| e.as_dim() == Some(d)))
}

fn check_body(module: &Module, op: Op, view: &Structured<'_>) -> Result<(), Blocker> {
    let scalar = |v: Value| module.ty(v).as_scalar().is_some();
    for inner in module.block_ops(view.body()) {
        let kind = module.kind(inner);
        if is_lane_ordered(module, inner) {
            return Err(Blocker::LaneOrder);
        }
        let known = kind.is_elementwise() || matches!(kind, OpKind::Constant | OpKind::LoopIndex | OpKind::Yield);
        if !known || !module.operands(inner).chain(module.results(inner).iter().copied()).all(scalar) {
            return Err(Blocker::UnsupportedOp { op: inner });
        }
    }
    // Elements of operands are numbers.
    let number = |v: Value| matches!(module.ty(v), Type::Tensor(_) | Type::MemRef(_) | Type::Scalar(_));
    if module.operands(op).all(number) { Ok(()) } else { Err(Blocker::UnsupportedOp { op }) }
}

/// All elements are read before any is written: nothing else of what is written may be read, unless by the lane that writes it.
fn check_buffers(module: &Module, op: Op, view: &Structured<'_>, reduces: bool) -> Result<(), Blocker> {
    let (maps, inputs) = (view.maps(), view.num_inputs());
    let values: Vec<Value> = module.operands(op).collect();
    for output in inputs..values.len() {
        for other in (0..values.len()).filter(|&i| i != output && (i < inputs || i < output)) {
            let is_buffer = module.ty(values[other]).as_memref().is_some();
            let same_lane = !reduces && other < inputs && values[other] == values[output] && maps[other] == maps[output];
            if is_buffer && !same_lane && may_overlap(module, values[other], values[output]) {
                return Err(Blocker::MayAlias { operands: [other, output] });
            }
        }
    }
    Ok(())
}
