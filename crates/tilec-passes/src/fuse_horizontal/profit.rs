//! Does it pay to compute an op in the loops of others?

use super::legality::{Blocker, Member};
use crate::lower_to_loops::{LEAST_FREE_EXTENT, is_order_free};
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::scalar_op::{BinaryOp, PairOp, UnaryOp};
use tilec_ir::{AffineMap, DYNAMIC, IteratorKind, Module, Op, OpKind, Value};

/// So many results at most: each needs its own addresses and accumulators in registers.
pub const MAX_RESULTS: usize = 8;

/// The bytes that are not read a second time, if known.
///
/// # Errors
/// The blocker that says why it does not pay.
pub(super) fn check(
    module: &Module,
    group: &[Member],
    op: &Member,
    shared: &[(Value, AffineMap)],
) -> Result<Option<i64>, Blocker> {
    if shared.is_empty() {
        return Err(Blocker::DifferentMaps);
    }
    if op.traits.is_contraction || group.iter().any(|m| m.traits.is_contraction) {
        return Err(Blocker::Contraction);
    }
    let loops = op.iterators.len();
    if !shared.iter().any(|(_, map)| (0..loops).all(|d| map.uses_dim(d))) {
        return Err(Blocker::LittleShared);
    }
    if !op.traits.speed.goes_with_all(group) {
        return Err(Blocker::ScalarLoop);
    }
    let computed: Vec<OpKind> = group.iter().flat_map(|m| m.traits.functions.iter().copied()).collect();
    if !computed.is_empty() && op.traits.functions.iter().any(|f| !computed.contains(f)) {
        return Err(Blocker::FunctionsDiffer);
    }
    let results: usize = group.iter().map(|m| m.outputs.len()).sum();
    if results + op.outputs.len() > MAX_RESULTS {
        return Err(Blocker::TooManyResults);
    }
    Ok(shared.iter().map(|(v, _)| bytes(module, *v)).sum())
}

/// What decides about an op, whatever the others are.
#[derive(Clone, Debug, Default)]
pub(super) struct Traits {
    is_contraction: bool,
    /// The math functions it computes that take long.
    functions: Vec<OpKind>,
    speed: Speed,
}

impl Traits {
    /// Looks at an op whose other facts are known.
    pub(super) fn of(module: &Module, op: &Member) -> Self {
        let body = module.structured(op.op).expect("a structured op").body();
        let functions = module.block_ops(body).filter_map(|o| long_function(module.kind(o))).collect();
        Self { is_contraction: is_contraction(module, op), functions, speed: speed(module, op) }
    }
}

/// A function whose expansion is long, named by the one it shares most of it with. Two of them would keep more constants than there are
/// registers, to save a read that is short beside them.
fn long_function(kind: OpKind) -> Option<OpKind> {
    use UnaryOp::{AbsF, AbsI, Ceil, Cos, CtLz, CtPop, CtTz, Floor, IsFinite, IsInf, IsNan, IsNormal, NegF, Round, RoundEven};
    use UnaryOp::{Rsqrt, Sin, Sqrt, Trunc};
    match kind {
        OpKind::Unary(NegF | AbsF | AbsI | Sqrt | Rsqrt | Floor | Ceil | Trunc | Round | RoundEven) => None,
        OpKind::Unary(CtLz | CtTz | CtPop | IsNan | IsInf | IsFinite | IsNormal) => None,
        OpKind::Unary(Cos) | OpKind::Pair(PairOp::SinCos) => Some(OpKind::Unary(Sin)),
        OpKind::Unary(_) | OpKind::Binary(BinaryOp::PowF | BinaryOp::FPowI | BinaryOp::Atan2) => Some(kind),
        _ => None,
    }
}

fn bytes(module: &Module, value: Value) -> Option<i64> {
    let ty = module.ty(value);
    let size = i64::try_from(ty.elem()?.bytes()).ok()?;
    ty.num_elements()?.checked_mul(size)
}

/// A reduction in which two inputs have a parallel loop of their own, so that each is used again for all of the other's.
fn is_contraction(module: &Module, op: &Member) -> bool {
    let args = module.structured(op.op).expect("a structured op").body_args();
    let read: Vec<_> = op.inputs.iter().zip(args).filter(|(_, arg)| !module.is_unused(**arg)).map(|((_, map), _)| map).collect();
    let parallel = |d: &usize| op.iterators[*d] == IteratorKind::Parallel;
    let loops = op.iterators.len();
    let owns =
        |n: usize| (0..loops).filter(parallel).any(|d| read.iter().enumerate().all(|(k, map)| map.uses_dim(d) == (k == n)));
    op.iterators.contains(&IteratorKind::Reduction) && (0..read.len()).filter(|&n| owns(n)).count() >= 2
}

/// What `lower-to-loops` and `vectorize` will make of an op.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Speed {
    /// Vectors along this loop.
    Vector(usize),
    /// Lane order along this loop: vectors, whatever else is there.
    Lanes(usize),
    /// Vectors along this loop if all outputs agree to lanes, which they do along long rows.
    Free { along: usize, is_long: bool },
    /// One element at a time.
    #[default]
    Scalar,
}

impl Speed {
    /// True if this makes none of the others slower, nor they this. One in lane order makes vectors of all that can be vectors along its
    /// loop, whether or not these would go together without it.
    fn goes_with_all(self, group: &[Member]) -> bool {
        let all = || group.iter().map(|m| m.traits.speed).chain([self]);
        match all().find(|s| matches!(s, Self::Lanes(_))) {
            Some(lanes) => all().all(|s| s.goes_with(lanes)),
            None => group.iter().all(|m| self.goes_with(m.traits.speed)),
        }
    }

    /// True if neither makes the other slower.
    fn goes_with(self, other: Self) -> bool {
        match (self, other) {
            (Self::Vector(a) | Self::Lanes(a), Self::Vector(b) | Self::Lanes(b))
            | (Self::Lanes(a), Self::Free { along: b, .. })
            | (Self::Free { along: a, .. }, Self::Lanes(b))
            | (Self::Vector(a), Self::Free { along: b, is_long: true })
            | (Self::Free { along: a, is_long: true }, Self::Vector(b)) => a == b,
            (Self::Free { is_long: a, .. }, Self::Free { is_long: b, .. }) => a == b,
            (Self::Free { is_long, .. }, Self::Scalar) | (Self::Scalar, Self::Free { is_long, .. }) => !is_long,
            (Self::Scalar, Self::Scalar) => true,
            _ => false,
        }
    }
}

fn speed(module: &Module, op: &Member) -> Speed {
    let last = op.iterators.len().checked_sub(1);
    let Some(along) = (if op.has_lanes { op.lanes_loop() } else { last }) else { return Speed::Scalar };
    let view = module.structured(op.op).expect("a structured op");
    let args = view.body_args();
    let is_wide = |v: Value| module.ty(v).elem().is_some_and(|e| matches!(e.bits(), 32 | 64));
    let tensors = module.operands(op.op).zip(args).enumerate();
    let tensors =
        tensors.filter(|(i, (v, arg))| module.ty(*v).shape().is_some() && (*i >= op.inputs.len() || !module.is_unused(**arg)));
    if !tensors.into_iter().all(|(_, (v, _))| is_wide(v)) || !module.block_ops(view.body()).all(|o| has_vector_form(module, o)) {
        return Speed::Scalar;
    }
    let is_row = |map: &AffineMap| match map.results.split_last() {
        Some((end, rest)) => end.as_dim() == Some(along) && !rest.iter().any(|e| e.uses_dim(along)),
        None => false,
    };
    let reads_row = op.inputs.iter().any(|(_, map)| map.results.last().is_some_and(|e| e.as_dim() == Some(along)));
    let mut free = 0;
    for (map, &yielded) in op.outputs.iter().zip(&view.yields()) {
        let combiner = module.defining_op(yielded);
        if combiner.is_some_and(|c| is_lane_ordered(module, c)) || map.uses_dim(along) && is_row(map) {
            continue;
        }
        if map.uses_dim(along) || !reads_row || !combiner.is_some_and(|c| is_order_free(module, c)) {
            return Speed::Scalar;
        }
        free += 1;
    }
    let is_long = op.extents[along] == DYNAMIC || op.extents[along] >= LEAST_FREE_EXTENT;
    if op.has_lanes {
        Speed::Lanes(along)
    } else if free > 0 {
        Speed::Free { along, is_long }
    } else {
        Speed::Vector(along)
    }
}

fn has_vector_form(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Binary(kind) => !kind.may_trap(),
        OpKind::Constant
        | OpKind::Unary(_)
        | OpKind::Ternary(_)
        | OpKind::Pair(_)
        | OpKind::Compare { .. }
        | OpKind::Select
        | OpKind::Cast(_)
        | OpKind::LoopIndex
        | OpKind::AffineApply
        | OpKind::Yield => true,
        _ => false,
    }
}
