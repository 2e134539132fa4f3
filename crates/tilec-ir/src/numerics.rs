//! Pinning: writing into the text what the order and rounding of float reductions is, once per module.
//!
//! `meaning(m) = meaning(pin(m))` defines what an unpinned module means, so every engine pins first. After that nothing is
//! re-derived: fusion may move payloads together, the marks stay. See `docs/ir.md`.

use crate::attr::Attr;
use crate::builder::Builder;
use crate::entity::{Op, Value};
use crate::ir::Module;
use crate::op::{OpKind, StructuredOp};
use crate::scalar_op::{BinaryOp, TernaryOp};
use crate::structured::{IteratorKind, Structured};
use crate::types::{ScalarType, Type};

/// The attribute of the module that says it is pinned.
pub const NUMERICS: &str = "tilec.numerics";
/// The attribute of a combiner that says its reduction is lane-ordered.
pub const ORDER: &str = "tilec.order";
/// The value of [`ORDER`].
pub const LANES: &str = "lanes";
/// Lanes of the lane order.
pub const LANE_COUNT: usize = 32;
/// Elements of one block of the lane order.
pub const BLOCK_SIZE: usize = 4096;

/// Which rules a module is pinned by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numerics {
    /// Fused multiply-adds and lane order, where the rules give them.
    Pinned,
    /// Iteration order, no fused multiply-add: what `convert-linalg-to-loops` computes.
    Strict,
}

impl Numerics {
    /// The attribute's value.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Strict => "strict",
        }
    }
}

/// True if the module says how it is pinned.
pub fn is_pinned(module: &Module) -> bool {
    module.op(module.top()).extra.get(NUMERICS).is_some()
}

/// True if this combiner's reduction runs in lane order.
pub fn is_lane_ordered(module: &Module, combiner: Op) -> bool {
    module.op(combiner).extra.get(ORDER).and_then(Attr::as_str) == Some(LANES)
}

/// Pins a module; one that is pinned stays as it is. Returns true if anything changed.
pub fn pin(module: &mut Module, numerics: Numerics) -> bool {
    if is_pinned(module) {
        return false;
    }
    let top = module.top();
    module.op_mut(top).extra.set(NUMERICS, Attr::str(numerics.name()));
    if numerics == Numerics::Pinned {
        for op in module.walk(top) {
            if !module.is_erased(op) && matches!(module.kind(op), OpKind::Structured(_)) {
                pin_op(module, op);
            }
        }
    }
    true
}

/// Marks a structured op that a pass has made as pinning would have, if the module is pinned by the default rules.
pub fn pin_as_module(module: &mut Module, op: Op) {
    if module.op(module.top()).extra.get(NUMERICS).and_then(Attr::as_str) == Some(Numerics::Pinned.name()) {
        pin_op(module, op);
    }
}

fn pin_op(module: &mut Module, op: Op) {
    let outputs = module.structured(op).expect("a structured op").num_outputs();
    for i in 0..outputs {
        let view = module.structured(op).expect("a structured op");
        let Some(found) = find_combiner(module, &view, i) else { continue };
        let lanes = is_lane_reduction(&view, i);
        // A named op's body is implied by its name; one that changes is no longer that op.
        let named = view.which() != StructuredOp::Generic;
        if named && (lanes || fusible_product(module, &found).is_some()) {
            module.generalize(op);
        }
        let combiner = fuse_multiply(module, &found).unwrap_or(found.op);
        if lanes {
            module.op_mut(combiner).extra.set(ORDER, Attr::str(LANES));
        }
    }
}

/// The float add or mul `acc ⊕ x` that output `i` of a reduction yields.
struct Combiner {
    op: Op,
    add: bool,
    accumulator: Value,
    other: Value,
}

fn find_combiner(module: &Module, view: &Structured<'_>, i: usize) -> Option<Combiner> {
    let output_map = &view.maps()[view.num_inputs() + i];
    let reduces = view.iterators().iter().enumerate().any(|(d, k)| *k == IteratorKind::Reduction && !output_map.uses_dim(d));
    let accumulator = module.block_args(view.body())[view.num_inputs() + i];
    let op = module.defining_op(*view.yields().get(i)?)?;
    let add = match module.kind(op) {
        OpKind::Binary(BinaryOp::AddF) => true,
        OpKind::Binary(BinaryOp::MulF) => false,
        _ => return None,
    };
    let (a, b) = (module.operand(op, 0), module.operand(op, 1));
    let other = match (a == accumulator, b == accumulator) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    let alone = module.uses(accumulator).len() == 1 && module.uses(module.result(op)).len() == 1;
    (reduces && alone && module.parent_block(op) == Some(view.body())).then_some(Combiner { op, add, accumulator, other })
}

/// The product in `acc + a * b` that is used only here.
fn fusible_product(module: &Module, found: &Combiner) -> Option<Op> {
    let product = module.defining_op(found.other)?;
    let wide = matches!(module.ty(found.other), Type::Scalar(ScalarType::F32 | ScalarType::F64));
    let single = module.uses(found.other).len() == 1 && module.parent_block(product) == module.parent_block(found.op);
    (found.add && wide && single && module.kind(product) == OpKind::Binary(BinaryOp::MulF)).then_some(product)
}

/// `acc + a * b` becomes `fma(a, b, acc)`. Returns the new combiner.
fn fuse_multiply(module: &mut Module, found: &Combiner) -> Option<Op> {
    let product = fusible_product(module, found)?;
    let (a, b) = (module.operand(product, 0), module.operand(product, 1));
    let mut builder = Builder::before(module, found.op);
    let fma = builder.ternary(TernaryOp::Fma, a, b, found.accumulator);
    let fma_op = module.defining_op(fma).expect("just built");
    module.replace_op(found.op, &[fma]);
    module.erase(product);
    Some(fma_op)
}

/// The rule of lane order for output `i`: `r` runs along the last dimension of some input, and no input runs along the output's
/// last dimension while it depends on `r`, and the op is no contraction. Decided from maps alone, never from extents.
fn is_lane_reduction(view: &Structured<'_>, i: usize) -> bool {
    let iterators = view.iterators();
    let Some(r) = iterators.iter().rposition(|k| *k == IteratorKind::Reduction) else { return false };
    let maps = view.maps();
    let output = &maps[view.num_inputs() + i];
    let parallel = |d: &usize| iterators[*d] == IteratorKind::Parallel;
    let dims: Option<Vec<usize>> = output.results.iter().map(|e| e.as_dim().filter(parallel)).collect();
    // Each output element must be written by the iterations over the reduction loops and no others.
    let Some(dims) = dims.filter(|d| {
        output.is_projected_permutation() && d.len() == iterators.iter().filter(|k| **k == IteratorKind::Parallel).count()
    }) else {
        return false;
    };
    let body_args = view.body_args();
    let read: Vec<_> = (0..view.num_inputs()).filter(|&n| view.is_read(body_args[n])).map(|n| &maps[n]).collect();
    let along_r = read.iter().any(|m| m.results.iter().rfind(|e| e.as_const().is_none()).and_then(|e| e.as_dim()) == Some(r));
    let along_output =
        dims.last().is_some_and(|&last| read.iter().any(|m| m.uses_dim(r) && m.results.last().is_some_and(|e| e.uses_dim(last))));
    let owns =
        |n: usize| (0..iterators.len()).filter(parallel).any(|d| read.iter().enumerate().all(|(k, m)| m.uses_dim(d) == (k == n)));
    let contraction = (0..read.len()).filter(|&n| owns(n)).count() >= 2;
    along_r && !along_output && !contraction
}
