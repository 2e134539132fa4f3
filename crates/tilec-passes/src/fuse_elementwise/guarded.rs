//! `tensor.pad` as a producer: an elementwise consumer reads the source where there is one, and the padding value elsewhere.
//!
//! The payload extracts from the source at indices clamped into it, so no access is out of bounds, and selects: nothing is multiplied by
//! zero, and the padding value is taken as it is. Only for a consumer that reads each element in one place: a window reads an element
//! several times and would test as often.

use super::legality::lost_bound;
use super::operands::remove_inputs;
use super::{NAME, known_bytes};
use crate::mutation::{Mutation, is_on};
use crate::remark::Remark;
use std::collections::HashSet;
use std::fmt;
use tilec_ir::scalar_op::{BinaryOp, Predicate};
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, DYNAMIC, Module, Op, OpKind, StructuredOp, Value, spelling};

/// Everything the rewrite needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Reads the padded tensor.
    pub consumer: Op,
    /// As this operand.
    pub operand: usize,
    /// The `tensor.pad`.
    pub pad: Op,
    /// What the padding has: a value from outside the region, or of a constant inside.
    pub value: Value,
    /// For each dimension: the loop that goes along it, how much is before the source, how long the source is, how much comes after.
    pub dims: Vec<Guard>,
}

/// One dimension of a padded read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The consumer's loop along it.
    pub loop_dim: usize,
    /// Padding before the source.
    pub low: i64,
    /// Extent of the source.
    pub extent: i64,
    /// Padding after the source.
    pub high: i64,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The consumer has a named spelling.
    NamedOp,
    /// It reads elements several times, or not one for one.
    PadReused,
    /// The padded tensor has other uses.
    SeveralUses,
    /// The pad is in another block.
    OtherBlock,
    /// The padding differs from place to place.
    PadRegion,
    /// The source's shape or the amount of padding is not known, or negative.
    DynamicPad,
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
            Self::PadReused => "pad-reused",
            Self::SeveralUses => "several-uses",
            Self::OtherBlock => "other-block",
            Self::PadRegion => "pad-region",
            Self::DynamicPad => "dynamic-pad",
            Self::BoundLost { .. } => "bound-lost",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamedOp => f.write_str("the consumer is a named op; run generalize-named-ops first"),
            Self::PadReused => f.write_str("the consumer does not read each element in one place"),
            Self::SeveralUses => f.write_str("the padded tensor has other uses"),
            Self::OtherBlock => f.write_str("the padding is done in another block"),
            Self::PadRegion => f.write_str("the padding is not one value"),
            Self::DynamicPad => f.write_str("shape and padding must be known, and the padding not negative"),
            Self::BoundLost { loop_dim } => {
                write!(f, "the extent of the consumer's loop {loop_dim} would be unknown without this operand")
            }
        }
    }
}

/// A padded read of input `operand` of a structured op: a plan, a blocker, or `None` if no pad is read there.
pub fn plan_guard(module: &Module, consumer: Op, operand: usize) -> Option<Result<Plan, Blocker>> {
    let view = module.structured(consumer)?;
    let padded = module.operand(consumer, operand);
    let pad = module.defining_op(padded).filter(|&op| module.kind(op) == OpKind::Pad)?;
    // A pad that must not be folded has been put there for its buffer.
    if operand >= view.num_inputs() || !view.on_tensors() || module.attr(pad, "nofold").is_some() {
        return None;
    }
    let plan = || {
        let maps = view.maps();
        if !view.all_parallel() || !maps[operand].is_projected_permutation() {
            return Err(Blocker::PadReused);
        }
        if view.which() != StructuredOp::Generic {
            return Err(Blocker::NamedOp);
        }
        if module.uses(padded).len() > 1 {
            return Err(Blocker::SeveralUses);
        }
        if module.parent_block(pad) != module.parent_block(consumer) {
            return Err(Blocker::OtherBlock);
        }
        let value = padding_value(module, pad).ok_or(Blocker::PadRegion)?;
        let dims = guards(module, pad, &maps[operand])?;
        let left = maps.iter().enumerate().filter(|(i, _)| *i != operand).map(|(_, m)| m);
        if let Some(loop_dim) = lost_bound(maps[operand].dims as usize, left) {
            return Err(Blocker::BoundLost { loop_dim });
        }
        Ok(Plan { consumer, operand, pad, value, dims })
    };
    Some(plan())
}

/// The one value of the padding: from outside the region, or a constant.
fn padding_value(module: &Module, pad: Op) -> Option<Value> {
    let block = module.entry(pad);
    let value = module.terminator(block).and_then(|end| module.operands(end).next())?;
    let inside = module.value_block(value) == Some(block);
    (!inside || module.constant(value).is_some()).then_some(value)
}

fn guards(module: &Module, pad: Op, map: &AffineMap) -> Result<Vec<Guard>, Blocker> {
    let (low, high) = (module.int_array(pad, "static_low"), module.int_array(pad, "static_high"));
    let shape = module.ty(module.operand(pad, 0)).shape().expect("a ranked tensor");
    let guard = |d: usize| Guard {
        loop_dim: map.results[d].as_dim().expect("a projected permutation"),
        low: low[d],
        extent: shape[d],
        high: high[d],
    };
    let dims: Vec<Guard> = (0..shape.len()).map(guard).collect();
    if dims.iter().any(|g| g.low < 0 || g.high < 0 || g.extent == DYNAMIC) {
        return Err(Blocker::DynamicPad);
    }
    Ok(dims)
}

/// Makes an op read what its inputs are padded from. Returns true if anything changed.
pub(super) fn guard_pads(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    let mut operand = 0;
    while module.structured(op).is_some_and(|view| operand < view.num_inputs()) {
        match plan_guard(module, op, operand) {
            Some(Ok(plan)) => {
                remarks.push(applied(module, &plan));
                guard(module, &plan);
                changed = true;
                continue;
            }
            Some(Err(blocker)) => remarks.push(missed(module, op, operand, &blocker)),
            None => {}
        }
        operand += 1;
    }
    changed
}

fn applied(module: &Module, plan: &Plan) -> Remark {
    let saved = known_bytes(module, plan.pad, 0).map_or(String::new(), |b| format!(", saves an intermediate of {b} bytes"));
    let map = &module.structured(plan.consumer).expect("a structured op").maps()[plan.operand];
    let message = format!("operand {} is read from what is padded, with a test; operand map {map}{saved}", plan.operand);
    Remark::applied(NAME, module.op(plan.consumer).loc.clone(), message).note(module.op(plan.pad).loc.clone(), "the padding")
}

fn missed(module: &Module, consumer: Op, operand: usize, blocker: &Blocker) -> Remark {
    let map = &module.structured(consumer).expect("a structured op").maps()[operand];
    let pad = module.defining_op(module.operand(consumer, operand)).expect("a pad");
    let message = format!("operand {operand} is padded: {blocker}; operand map {map}");
    Remark::missed(NAME, blocker.name(), module.op(consumer).loc.clone(), message).note(module.op(pad).loc.clone(), "the padding")
}

/// Puts the read into the payload.
fn guard(module: &mut Module, plan: &Plan) {
    let source = module.operand(plan.pad, 0);
    let loc = module.op(plan.pad).loc.clone();
    let block = module.entry(plan.consumer);
    let first = module.block_ops(block).next().expect("a yield, at least");
    let mut builder = Builder::before(module, first);
    builder.loc = loc;
    // Where the source is empty, all is padding.
    let empty = plan.dims.iter().any(|dim| dim.extent == 0);
    let read = if empty { outside(&mut builder, plan) } else { guarded_read(&mut builder, plan, source) };
    let arg = module.block_args(block)[plan.operand];
    module.replace_all_uses(arg, read);
    remove_inputs(module, plan.consumer, &HashSet::from([plan.operand]));
    module.erase(plan.pad);
}

/// `inside ? source[clamped] : value`.
fn guarded_read(builder: &mut Builder<'_>, plan: &Plan, source: Value) -> Value {
    let mut inside: Option<Value> = None;
    let mut indices = Vec::new();
    for dim in &plan.dims {
        let index = builder.loop_index(i64::try_from(dim.loop_dim).expect("few loops"));
        let shift = AffineExpr::Dim(0).minus(AffineExpr::Const(dim.low));
        let mut position = builder.affine_apply(&AffineMap::new(1, vec![shift]), &[index]);
        if dim.low > 0 || dim.high > 0 {
            // A position before the source is a large number without sign.
            let extent = builder.index(dim.extent);
            let here = builder.compare(Predicate::Ult, position, extent);
            inside = Some(inside.map_or(here, |before| builder.binary(BinaryOp::And, before, here)));
        }
        if dim.low > 0 {
            let zero = builder.index(0);
            position = builder.binary(BinaryOp::MaxSI, position, zero);
        }
        if dim.high > 0 {
            let last = builder.index(dim.extent - 1);
            position = builder.binary(BinaryOp::MinSI, position, last);
        }
        indices.push(position);
    }
    let elem = builder.module.ty(source).elem().expect("a tensor").into();
    let operands: Vec<_> = [source].into_iter().chain(indices).collect();
    let extract = builder.op(spelling::of(OpKind::Extract), &operands, &[elem]);
    let read = builder.module.result(extract);
    let Some(inside) = inside.filter(|_| !is_on(Mutation::PadWithoutTest)) else { return read };
    let padding = outside(builder, plan);
    builder.select(inside, read, padding)
}

/// The padding value where the payload can use it.
fn outside(builder: &mut Builder<'_>, plan: &Plan) -> Value {
    let module = &builder.module;
    if module.value_block(plan.value) != Some(module.entry(plan.pad)) {
        return plan.value;
    }
    let (value, ty) = (module.constant(plan.value).cloned(), module.ty(plan.value).clone());
    builder.constant(value.unwrap_or(Attr::Unit), ty)
}
