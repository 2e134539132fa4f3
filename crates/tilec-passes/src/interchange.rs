//! Changes the order of the loops of a `linalg.generic`: `transform.structured.interchange`.
//!
//! New loop `i` is old loop `order[i]`. Legal is every order that leaves alone in which order an element is accumulated: loops that the
//! map of an output does not name keep their order among each other, unless the combiner gives the same bits in any order.

use crate::analysis::alias;
use std::fmt;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, AffineMap, Attr, IteratorKind, Module, Op, OpKind, ScalarType, Structured, StructuredOp};

/// Why the loops stay in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The op is no `linalg.generic`.
    NotGeneric,
    /// The list is no order of the loops.
    LoopCount {
        /// How many loops there are.
        loops: usize,
        /// What the list has.
        found: usize,
    },
    /// Elements would be accumulated in another order, which gives other bits.
    ReductionOrder {
        /// The output.
        output: usize,
    },
    /// The op reads memory that it writes.
    ReadsWhatItWrites,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotGeneric => "not-generic",
            Self::LoopCount { .. } => "loop-count",
            Self::ReductionOrder { .. } => "reduction-order",
            Self::ReadsWhatItWrites => "reads-what-it-writes",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotGeneric => f.write_str("its loops have the order that its name gives; generalize it first"),
            Self::LoopCount { loops, found } => write!(f, "it has {loops} loops, but the order is of {found}"),
            Self::ReductionOrder { output } => {
                write!(f, "the elements of output {output} would be accumulated in another order, which gives other bits")
            }
            Self::ReadsWhatItWrites => f.write_str("it may read memory that other iterations write"),
        }
    }
}

/// An order that may be taken.
pub struct Plan {
    op: Op,
    maps: Vec<AffineMap>,
    iterators: Vec<IteratorKind>,
    /// Where each old loop stands.
    position: Vec<usize>,
}

/// Checks an order of the loops.
///
/// # Errors
/// Why it cannot be taken.
pub fn plan(module: &Module, op: Op, order: &[i64]) -> Result<Plan, Blocker> {
    let view = module.structured(op).filter(|v| v.which() == StructuredOp::Generic).ok_or(Blocker::NotGeneric)?;
    let old = view.iterators();
    let loops = old.len();
    let order: Vec<usize> = order.iter().filter_map(|&i| usize::try_from(i).ok()).collect();
    let mut position = vec![usize::MAX; loops];
    for (i, &d) in order.iter().enumerate() {
        if let Some(p) = position.get_mut(d) {
            *p = i;
        }
    }
    if order.len() != loops || position.contains(&usize::MAX) {
        return Err(Blocker::LoopCount { loops, found: order.len() });
    }
    check_order(module, &view, &position)?;
    let dims: Vec<AffineExpr> = position.iter().map(|&p| AffineExpr::Dim(u32::try_from(p).expect("few loops"))).collect();
    let renumber = |map: AffineMap| {
        let results: Vec<_> = map.results.iter().map(|e| e.replace(&dims, &[])).collect();
        AffineMap::new(loops, results)
    };
    let maps = view.maps().into_iter().map(renumber).collect();
    let iterators = order.iter().map(|&d| old[d]).collect();
    Ok(Plan { op, maps, iterators, position })
}

fn check_order(module: &Module, view: &Structured<'_>, position: &[usize]) -> Result<(), Blocker> {
    if position.is_sorted() {
        return Ok(());
    }
    let maps = view.maps();
    for output in 0..view.num_outputs() {
        let map = &maps[view.num_inputs() + output];
        // Where several iterations write an element, these loops say which comes first; a map of sums names none for certain.
        let open: Vec<usize> = if map.is_projected_permutation() {
            (0..position.len()).filter(|&d| !map.uses_dim(d)).map(|d| position[d]).collect()
        } else {
            position.to_vec()
        };
        if !open.is_sorted() && !is_order_free(module, view, output) {
            return Err(Blocker::ReductionOrder { output });
        }
    }
    let overlaps = |a, b| module.ty(a).as_memref().is_some() && alias::may_overlap(module, a, b);
    let outputs = view.outputs();
    let shared = view.inputs().into_iter().any(|a| outputs.iter().any(|&b| overlaps(a, b)))
        || outputs.iter().enumerate().any(|(i, &a)| outputs[i + 1..].iter().any(|&b| overlaps(a, b)));
    let reads_memory = module.walk(view.op).into_iter().any(|o| matches!(module.kind(o), OpKind::Load | OpKind::Store));
    if shared || reads_memory { Err(Blocker::ReadsWhatItWrites) } else { Ok(()) }
}

/// True if output `i` is combined with what was there by an operation that gives the same bits in any order.
pub fn is_order_free(module: &Module, view: &Structured<'_>, i: usize) -> bool {
    let accumulator = view.body_args()[view.num_inputs() + i];
    let Some(op) = view.yields().get(i).and_then(|&v| module.defining_op(v)) else { return false };
    let operands: Vec<_> = module.operands(op).collect();
    let alone = module.uses(accumulator).len() == 1 && operands.contains(&accumulator);
    let OpKind::Binary(binary) = module.kind(op) else { return false };
    let integer = matches!(module.ty(accumulator).elem(), Some(ScalarType::Int(_) | ScalarType::Index));
    let free = match binary {
        BinaryOp::AddI | BinaryOp::MulI | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => integer,
        BinaryOp::MaxSI | BinaryOp::MaxUI | BinaryOp::MinSI | BinaryOp::MinUI => true,
        BinaryOp::MaximumF | BinaryOp::MinimumF | BinaryOp::MaxNumF | BinaryOp::MinNumF => true,
        BinaryOp::AddF | BinaryOp::MulF => may_reassociate(module, op),
        _ => false,
    };
    alone && free
}

/// True if the program says that the order of this operation does not matter.
fn may_reassociate(module: &Module, op: Op) -> bool {
    let flags = module.attr(op, "fastmath").and_then(Attr::as_str).unwrap_or_default();
    flags.split(',').any(|f| matches!(f.trim(), "reassoc" | "fast"))
}

/// Takes the order.
pub fn apply(module: &mut Module, plan: Plan) {
    module.set_attr(plan.op, "indexing_maps", Attr::maps(plan.maps));
    module.set_attr(plan.op, "iterator_types", IteratorKind::attr(&plan.iterators));
    for inner in module.walk(plan.op) {
        // Those of structured ops inside count the loops of those.
        let own = nearest_structured(module, inner) == Some(plan.op);
        if module.kind(inner) == OpKind::LoopIndex && own {
            let old = module.attr(inner, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
            if let Some(&new) = old.and_then(|d| plan.position.get(d)) {
                let new = i64::try_from(new).expect("few loops");
                module.set_attr(inner, "dim", Attr::Int(new, ScalarType::Int(64)));
            }
        }
    }
}

/// The structured op that an op is in the body of.
fn nearest_structured(module: &Module, op: Op) -> Option<Op> {
    std::iter::successors(module.parent_op(op), |&o| module.parent_op(o))
        .find(|&o| matches!(module.kind(o), OpKind::Structured(_)))
}
