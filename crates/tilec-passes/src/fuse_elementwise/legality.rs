//! May this producer be computed where a fused op reads it? What the rewrite needs, or a blocker.

use super::views::Opaque;
use crate::analysis::effects::body_is_pure;
use crate::mutation::{Mutation, is_on};
use std::fmt;
use tilec_ir::structured::bounds_are_inferable;
use tilec_ir::{AffineMap, DYNAMIC, Module, Op, OpKind, Structured, StructuredOp, Value};

/// A producer inside the loops of a fused op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The producer's loops as functions of the fused op's: inverse of the result map after the map it is read through.
    pub loops: AffineMap,
    /// What the producer reads, with maps over the fused op's loops: its inputs, and the inits its payload reads.
    pub reads: Vec<(usize, AffineMap)>,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The consumer is a named contraction, convolution or pooling.
    NamedOp,
    /// The producer is neither in the consumer's block nor in a block around it.
    OtherBlock,
    /// The producer has a reduction loop.
    ProducerReduces,
    /// The consumer writes to the operand.
    NotAnInput,
    /// The producer's result map is no permutation.
    ResultMapNotPermutation,
    /// It is read through several maps, and computing it once for each costs more than storing it.
    TwoMaps,
    /// Others use the producer: computing it again costs more than it saves, and its result cannot be kept.
    SeveralUses(Kept),
    /// An init the payload reads is written by several iterations.
    ReadsInitNotInjective,
    /// The payload reads or writes memory.
    ImpurePayload,
    /// A composed index would be a plain loop of the consumer with another extent than its operand has.
    BoundChanged {
        /// The consumer's loop.
        loop_dim: usize,
    },
    /// Without this operand the extent of a loop would be unknown.
    BoundLost {
        /// The consumer's loop.
        loop_dim: usize,
    },
    /// The producer is behind a view whose indices are known only at run time.
    View(Opaque),
    /// Every element would be computed so often that storing it costs less.
    Recomputes,
}

/// Why the fused op cannot have the producer's result as one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The consumer does not compute each element exactly once.
    NotBijective,
    /// The consumer depends on another user, or on something that cannot be moved before it.
    Order,
    /// Too many results or users.
    TooMany,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NamedOp => "named-op",
            Self::OtherBlock => "other-block",
            Self::ProducerReduces => "producer-reduces",
            Self::NotAnInput => "not-an-input",
            Self::ResultMapNotPermutation => "result-map-not-permutation",
            Self::TwoMaps => "two-maps",
            Self::SeveralUses(_) => "several-uses",
            Self::ReadsInitNotInjective => "reads-init-not-injective",
            Self::ImpurePayload => "impure-payload",
            Self::BoundChanged { .. } => "bound-changed",
            Self::BoundLost { .. } => "bound-lost",
            Self::View(opaque) => opaque.name(),
            Self::Recomputes => "recomputes",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamedOp => f.write_str("the consumer is a named contraction; run generalize-named-ops first"),
            Self::OtherBlock => f.write_str("the producer is in a block that is not around the consumer"),
            Self::ProducerReduces => f.write_str("the producer has a reduction loop"),
            Self::NotAnInput => f.write_str("the consumer takes it as an output, not as an input"),
            Self::ResultMapNotPermutation => f.write_str("the producer's result map is not a permutation of its loops"),
            Self::TwoMaps => f.write_str("it is read through several maps, and computing it for each costs more than storing it"),
            Self::SeveralUses(why) => {
                f.write_str("the producer has other uses, computing it again costs more than storing it, and ")?;
                f.write_str(match why {
                    Kept::NotBijective => "the consumer does not compute each element exactly once",
                    Kept::Order => "the consumer cannot stand before the other users",
                    Kept::TooMany => "there are too many results or users to keep it as one more result",
                })
            }
            Self::ReadsInitNotInjective => f.write_str("the producer accumulates into an init that several iterations write"),
            Self::ImpurePayload => f.write_str("the producer's payload reads or writes memory"),
            Self::BoundChanged { loop_dim } => {
                write!(f, "the consumer's loop {loop_dim} would get its extent from an operand that has another")
            }
            Self::BoundLost { loop_dim } => {
                write!(f, "the extent of the consumer's loop {loop_dim} would be unknown without this operand")
            }
            Self::View(opaque) => opaque.fmt(f),
            Self::Recomputes => f.write_str("computing each element as often as it is read costs more than storing it"),
        }
    }
}

/// The structured op that gives a value, and which of its results the value is.
pub(super) fn producer_of(module: &Module, value: Value) -> Option<(Op, usize)> {
    let op = module.defining_op(value)?;
    module.structured(op)?;
    let result = module.results(op).iter().position(|&r| r == value)?;
    Some((op, result))
}

/// May producers be computed inside this op: a generic, a named elementwise op, or a reduction with a body of its own. Named contractions,
/// convolutions and poolings stay what they are.
pub(super) fn is_consumer(module: &Module, op: Op) -> bool {
    let Some(view) = module.structured(op).filter(Structured::on_tensors) else { return false };
    match view.which() {
        StructuredOp::Fill => false,
        StructuredOp::Generic | StructuredOp::Map | StructuredOp::Reduce => true,
        StructuredOp::Transpose | StructuredOp::Broadcast | StructuredOp::Elementwise => true,
        StructuredOp::Named(_) | StructuredOp::Contract => view.all_parallel(),
    }
}

/// What must hold of a producer, whoever reads it.
///
/// # Errors
/// The blocker.
pub(super) fn check_producer(module: &Module, p: &Structured<'_>, consumer: Op) -> Result<(), Blocker> {
    let block = module.parent_block(p.op);
    if block.and_then(|b| module.ancestor_in(consumer, b)).is_none() {
        return Err(Blocker::OtherBlock);
    }
    if !p.all_parallel() {
        return Err(Blocker::ProducerReduces);
    }
    if !body_is_pure(module, p.op) && !is_on(Mutation::FuseImpurePayload) {
        return Err(Blocker::ImpurePayload);
    }
    Ok(())
}

/// The producer in the loops of a consumer, which have these extents and read its result through `access`; `through_slice` if not the whole
/// result is read.
///
/// # Errors
/// The blocker.
pub(super) fn fit(
    module: &Module,
    p: &Structured<'_>,
    result: usize,
    access: &AffineMap,
    through_slice: bool,
    extents: &[i64],
) -> Result<Fit, Blocker> {
    let maps = p.maps();
    let result_map = &maps[p.num_inputs() + result];
    let inverse = result_map.inverse_permutation().ok_or(Blocker::ResultMapNotPermutation)?;
    let inverse = if is_on(Mutation::SwapInverseMap) { result_map.clone() } else { inverse };
    let loops = inverse.compose(access);
    let reads = reads(p, &maps, &loops)?;
    if !is_on(Mutation::SkipBoundChanged)
        && let Some(loop_dim) = changed_bound(module, p, &maps, &reads, extents, through_slice)
    {
        return Err(Blocker::BoundChanged { loop_dim });
    }
    Ok(Fit { loops, reads })
}

/// The producer's inputs and read inits, over the consumer's loops.
fn reads(p: &Structured<'_>, maps: &[AffineMap], loops: &AffineMap) -> Result<Vec<(usize, AffineMap)>, Blocker> {
    let inputs = p.num_inputs();
    let mut reads: Vec<_> = (0..inputs).map(|i| (i, maps[i].compose(loops))).collect();
    for output in (0..p.num_outputs()).filter(|&o| p.reads_init(o)) {
        // Each element must be read once, before its one write; then the init is an input like any other.
        if !maps[inputs + output].is_permutation() && !is_on(Mutation::SkipInitCheck) {
            return Err(Blocker::ReadsInitNotInjective);
        }
        reads.push((inputs + output, maps[inputs + output].compose(loops)));
    }
    Ok(reads)
}

/// A loop of the consumer that a composed map names as a plain dimension although the operand's extent may be another: `(d0 * 2) floordiv 2`
/// is `d0`, and so is the place in a slice from 0 on. Where the producer's own index was a plain loop and its whole result is read, the
/// extents are equal by the program.
fn changed_bound(
    module: &Module,
    p: &Structured<'_>,
    maps: &[AffineMap],
    reads: &[(usize, AffineMap)],
    extents: &[i64],
    through_slice: bool,
) -> Option<usize> {
    reads.iter().find_map(|(operand, map)| {
        let shape = module.ty(module.operand(p.op, *operand)).shape().unwrap_or(&[]);
        map.results.iter().enumerate().find_map(|(i, result)| {
            let loop_dim = result.as_dim()?;
            let by_program = maps[*operand].results[i].as_dim().is_some() && !through_slice;
            let same = by_program || shape[i] != DYNAMIC && shape[i] == extents[loop_dim];
            (!same).then_some(loop_dim)
        })
    })
}

/// The first loop that is no plain result of any map.
pub(super) fn lost_bound<'a>(loops: usize, maps: impl Iterator<Item = &'a AffineMap> + Clone) -> Option<usize> {
    if bounds_are_inferable(loops, maps.clone()) {
        return None;
    }
    (0..loops).find(|&d| !maps.clone().any(|m| m.results.iter().any(|e| e.as_dim() == Some(d))))
}

/// True for a fill, whose value takes the place of every read.
pub(super) fn is_fill(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Structured(StructuredOp::Fill)
}
