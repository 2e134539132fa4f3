//! May this producer be computed inside this consumer? A plan or a blocker.

use crate::analysis::effects::body_is_pure;
use crate::mutation::{Mutation, is_on};
use std::fmt;
use tilec_ir::structured::bounds_are_inferable;
use tilec_ir::{AffineMap, DYNAMIC, Module, Op, OpKind, Structured, StructuredOp, Value};

/// Everything the rewrite needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Computed in the consumer.
    pub producer: Op,
    /// Which of its results.
    pub result: usize,
    /// Reads that result.
    pub consumer: Op,
    /// As this operand.
    pub operand: usize,
    /// The producer's map of the result, a permutation.
    pub result_map: AffineMap,
    /// The consumer's map of the operand.
    pub operand_map: AffineMap,
    /// The producer's loops as functions of the consumer's: inverse of the result map after the operand map.
    pub loops: AffineMap,
    /// Operands of the producer that become inputs of the fused op, with their maps over the consumer's loops: its inputs, and the
    /// inits its payload reads.
    pub reads: Vec<(usize, AffineMap)>,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The producer has a named spelling.
    NamedOp,
    /// The producer or the consumer works on buffers.
    NotTensors,
    /// The producer is in another block: computing it in a loop would repeat it.
    OtherBlock,
    /// The producer has a reduction loop.
    ProducerReduces,
    /// The consumer writes to the operand.
    NotAnInput,
    /// The consumer reads it with another number of indices than the producer has loops.
    RankMismatch,
    /// The producer's result map is no permutation.
    ResultMapNotPermutation,
    /// This consumer reads it through two different maps.
    TwoMaps,
    /// Someone else uses a result of the producer.
    SeveralUses,
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
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NamedOp => "named-op",
            Self::NotTensors => "not-tensors",
            Self::OtherBlock => "other-block",
            Self::ProducerReduces => "producer-reduces",
            Self::NotAnInput => "not-an-input",
            Self::RankMismatch => "rank-mismatch",
            Self::ResultMapNotPermutation => "result-map-not-permutation",
            Self::TwoMaps => "two-maps",
            Self::SeveralUses => "several-uses",
            Self::ReadsInitNotInjective => "reads-init-not-injective",
            Self::ImpurePayload => "impure-payload",
            Self::BoundChanged { .. } => "bound-changed",
            Self::BoundLost { .. } => "bound-lost",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamedOp => f.write_str("the producer is a named op; run generalize-named-ops first"),
            Self::NotTensors => f.write_str("producer and consumer must work on tensors"),
            Self::OtherBlock => {
                f.write_str("the producer is outside the consumer's block and would be computed again in each trip")
            }
            Self::ProducerReduces => f.write_str("the producer has a reduction loop"),
            Self::NotAnInput => f.write_str("the consumer takes it as an output, not as an input"),
            Self::RankMismatch => f.write_str("the consumer's map has another number of results than the producer has loops"),
            Self::ResultMapNotPermutation => f.write_str("the producer's result map is not a permutation of its loops"),
            Self::TwoMaps => f.write_str("the consumer reads the producer through two different maps"),
            Self::SeveralUses => f.write_str("the producer has other uses"),
            Self::ReadsInitNotInjective => f.write_str("the producer accumulates into an init that several iterations write"),
            Self::ImpurePayload => f.write_str("the producer's payload reads or writes memory"),
            Self::BoundChanged { loop_dim } => {
                write!(f, "the consumer's loop {loop_dim} would get its extent from an operand that has another")
            }
            Self::BoundLost { loop_dim } => {
                write!(f, "the extent of the consumer's loop {loop_dim} would be unknown without this operand")
            }
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

/// The edge into operand `operand` of `consumer`: a plan, a blocker, or `Err(())` if no structured op produces the operand.
///
/// # Errors
/// The unit error says there is no edge, the inner one why the edge cannot be fused.
#[allow(clippy::result_unit_err, reason = "no edge is not a failure and carries nothing")]
pub fn plan_fusion(module: &Module, consumer: Op, operand: usize) -> Result<Result<Plan, Blocker>, ()> {
    let value = module.operand(consumer, operand);
    let (producer, result) = producer_of(module, value).ok_or(())?;
    // A fill into an output gives the output its initial value; there is nothing to fuse.
    let (p, c) = (module.structured(producer).ok_or(())?, module.structured(consumer).ok_or(())?);
    if p.which() == StructuredOp::Fill && operand >= c.num_inputs() {
        return Err(());
    }
    Ok(plan(module, &p, result, &c, operand))
}

fn plan(module: &Module, p: &Structured<'_>, result: usize, c: &Structured<'_>, operand: usize) -> Result<Plan, Blocker> {
    if operand >= c.num_inputs() {
        return Err(Blocker::NotAnInput);
    }
    if module.kind(p.op) != OpKind::Structured(StructuredOp::Generic) {
        return Err(Blocker::NamedOp);
    }
    if !p.on_tensors() || !c.on_tensors() {
        return Err(Blocker::NotTensors);
    }
    if module.parent_block(p.op) != module.parent_block(c.op) {
        return Err(Blocker::OtherBlock);
    }
    if !p.all_parallel() {
        return Err(Blocker::ProducerReduces);
    }
    let (p_maps, c_maps) = (p.maps(), c.maps());
    let (result_map, operand_map) = (p_maps[p.num_inputs() + result].clone(), c_maps[operand].clone());
    let Some(inverse) = result_map.inverse_permutation() else { return Err(Blocker::ResultMapNotPermutation) };
    if operand_map.num_results() != p.iterators().len() {
        return Err(Blocker::RankMismatch);
    }
    let uses: Vec<_> = module.results(p.op).iter().flat_map(|&r| module.uses(r)).collect();
    if uses.iter().any(|u| u.op != c.op) {
        return Err(Blocker::SeveralUses);
    }
    if uses.iter().any(|u| c_maps[u.operand as usize] != operand_map) {
        return Err(Blocker::TwoMaps);
    }
    if uses.len() > 1 {
        return Err(Blocker::SeveralUses);
    }
    if !body_is_pure(module, p.op) {
        return Err(Blocker::ImpurePayload);
    }
    let inverse = if is_on(Mutation::SwapInverseMap) { result_map.clone() } else { inverse };
    let loops = inverse.compose(&operand_map);
    let reads = reads(p, &p_maps, &loops)?;
    if let Some(loop_dim) = changed_bound(module, p, &p_maps, &reads, &c.extents()) {
        return Err(Blocker::BoundChanged { loop_dim });
    }
    let left = c_maps.iter().enumerate().filter(|(i, _)| *i != operand).map(|(_, m)| m);
    let count = c.iterators().len();
    if let Some(loop_dim) = lost_bound(count, left.chain(reads.iter().map(|(_, m)| m))) {
        return Err(Blocker::BoundLost { loop_dim });
    }
    Ok(Plan { producer: p.op, result, consumer: c.op, operand, result_map, operand_map, loops, reads })
}

/// The producer's inputs and read inits, over the consumer's loops.
fn reads(p: &Structured<'_>, maps: &[AffineMap], loops: &AffineMap) -> Result<Vec<(usize, AffineMap)>, Blocker> {
    let inputs = p.num_inputs();
    let mut reads: Vec<_> = (0..inputs).map(|i| (i, maps[i].compose(loops))).collect();
    for output in (0..p.num_outputs()).filter(|&o| p.reads_init(o)) {
        // Each element must be read once, before its one write; then the init is an input like any other.
        if !maps[inputs + output].is_permutation() {
            return Err(Blocker::ReadsInitNotInjective);
        }
        reads.push((inputs + output, maps[inputs + output].compose(loops)));
    }
    Ok(reads)
}

/// A loop of the consumer that a composed map names as a plain dimension although the operand's extent may be another: `(d0 * 2) floordiv 2`
/// is `d0`. Where the producer's own index was a plain loop, the extents are equal by the program.
fn changed_bound(
    module: &Module,
    p: &Structured<'_>,
    maps: &[AffineMap],
    reads: &[(usize, AffineMap)],
    extents: &[i64],
) -> Option<usize> {
    reads.iter().find_map(|(operand, map)| {
        let shape = module.ty(module.operand(p.op, *operand)).shape().unwrap_or(&[]);
        map.results.iter().enumerate().find_map(|(i, result)| {
            let loop_dim = result.as_dim()?;
            let same = maps[*operand].results[i].as_dim().is_some() || shape[i] != DYNAMIC && shape[i] == extents[loop_dim];
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
