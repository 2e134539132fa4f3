//! The verifier: everything that is wrong, in one run.
//!
//! Invariants checked, in this order: operands, results, regions and successors fit the op's row (`groups`, `regions`); values dominate
//! their uses; then the rules of each kind. An op that fails the first is not looked at further, nor is what depends on its regions, so
//! the later checks may index. The verdict is that of mlir-opt on the ops that tilec knows; what tilec refuses beyond says so.

mod affine;
mod attributes;
mod buffers;
mod control;
mod functions;
mod gather;
mod groups;
mod named;
mod packing;
mod parallel;
mod regions;
mod reshapes;
mod scalars;
mod schedule;
mod slices;
mod structured;
mod tensors;
mod vectors;

use crate::attr::Attr;
use crate::diag::Diagnostic;
use crate::dominance::DominanceCache;
use crate::entity::{Op, Value};
use crate::ir::Module;
use crate::op::OpKind;
use crate::types::{DYNAMIC, ScalarType, Type};
use std::collections::{HashMap, HashSet};

/// What is known of the module as a whole.
#[derive(Default)]
struct Facts<'m> {
    /// Symbols by the module that holds them.
    symbols: HashMap<(Op, &'m str), Op>,
    trees: DominanceCache,
    /// Ops whose operands or regions are malformed.
    broken: HashSet<Op>,
    /// Values of which it is known whether affine maps take them as symbols.
    affine_symbols: HashMap<Value, bool>,
    /// Sequences of schedules that include themselves, or one that does; once somebody asked.
    endless: Option<HashSet<Op>>,
}

/// Collects errors about one op.
struct Check<'a, 'm> {
    module: &'m Module,
    op: Op,
    facts: &'a mut Facts<'m>,
    errors: &'a mut Vec<Diagnostic>,
}

/// Checks a module.
///
/// # Errors
/// All that is wrong, in program order.
pub fn verify(module: &Module) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut facts = Facts::default();
    let ops = module.walk(module.top());
    for &op in &ops {
        let Some(name) = module.symbol_name(op) else { continue };
        let Some(owner) = module.parent_op(op) else { continue };
        if let Some(first) = facts.symbols.insert((owner, name), op) {
            let error = Diagnostic::error(module.op(op).loc.clone(), format!("symbol @{name} is defined twice"));
            errors.push(error.note(module.op(first).loc.clone(), "first defined here"));
        }
    }
    for op in ops {
        Check { module, op, facts: &mut facts, errors: &mut errors }.run();
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

impl<'m> Check<'_, 'm> {
    fn run(&mut self) {
        let groups = self.groups();
        let regions = self.regions();
        let whole = groups && regions && self.targets();
        self.dominance();
        self.value_types();
        if whole {
            self.attributes();
            self.kind();
        } else {
            self.facts.broken.insert(self.op);
        }
    }

    /// Reports what is wrong with the op, prefixed by its name.
    fn fail(&mut self, message: impl AsRef<str>) {
        let name = self.module.spelling(self.op).name;
        self.errors.push(Diagnostic::error(self.module.op(self.op).loc.clone(), format!("{name}: {}", message.as_ref())));
    }

    /// Reports unless `ok`.
    fn require(&mut self, ok: bool, message: impl FnOnce() -> String) -> bool {
        if !ok {
            self.fail(message());
        }
        ok
    }

    fn operand_type(&self, i: usize) -> &'m Type {
        self.module.ty(self.module.operand(self.op, i))
    }

    fn result_type(&self, i: usize) -> &'m Type {
        self.module.ty(self.module.results(self.op)[i])
    }

    fn operand_types(&self) -> Vec<&'m Type> {
        self.module.operands(self.op).map(|v| self.module.ty(v)).collect()
    }

    fn group_types(&self, g: usize) -> Vec<&'m Type> {
        self.module.group(self.op, g).map(|v| self.module.ty(v)).collect()
    }

    fn result_types(&self) -> Vec<&'m Type> {
        self.module.results(self.op).iter().map(|&r| self.module.ty(r)).collect()
    }

    fn attr(&self, name: &str) -> Option<&'m Attr> {
        self.module.attr(self.op, name)
    }

    fn ints(&self, name: &str) -> &'m [i64] {
        self.module.int_array(self.op, name)
    }

    /// The op around, if it can be relied on.
    fn owner(&self) -> Option<Op> {
        self.module.parent_op(self.op).filter(|o| !self.facts.broken.contains(o))
    }

    /// The symbol `name` as seen from here: of the nearest module around.
    fn symbol(&self, name: &str) -> Option<Op> {
        let parents = std::iter::successors(self.module.parent_op(self.op), |&o| self.module.parent_op(o));
        let owner = parents.into_iter().find(|&o| self.module.kind(o) == OpKind::Module)?;
        self.facts.symbols.get(&(owner, name)).copied()
    }

    /// Each operand comes before the op on every path to it.
    fn dominance(&mut self) {
        let Some(block) = self.module.parent_block(self.op) else { return };
        if !self.facts.trees.is_reachable(self.module, block) {
            return;
        }
        for (i, value) in self.module.operands(self.op).enumerate() {
            let ok = self.facts.trees.dominates(self.module, value, self.op);
            let here = self.module.value_block(value).is_some_and(|b| self.module.ancestor_in(self.op, b).is_some());
            let what = if here { "is used before it is defined" } else { "is not defined on every path to here" };
            self.require(ok, || format!("operand {i} {what}"));
        }
    }

    /// Two lists of types are the same; `what` says of what they are (`argument of region 0`), `why` what sets the expected ones.
    fn same_types(&mut self, what: &str, expected: &[&Type], found: &[&Type], why: &str) -> bool {
        let (head, tail) = what.split_once(" of ").map_or((what, String::new()), |(h, t)| (h, format!(" of {t}")));
        if !self.require(found.len() == expected.len(), || {
            format!("expected {} {head}s{tail}, {why}, but found {}", expected.len(), found.len())
        }) {
            return false;
        }
        let mut ok = true;
        for (i, (e, f)) in expected.iter().zip(found).enumerate() {
            ok &= self.require(e == f, || format!("expected {head} {i}{tail} of type {e}, {why}, but found {f}"));
        }
        ok
    }

    fn kind(&mut self) {
        match self.module.kind(self.op) {
            OpKind::Module => self.module_op(),
            OpKind::Func => self.func(),
            OpKind::Return => self.func_return(),
            OpKind::Constant => self.constant(),
            OpKind::Unary(_) | OpKind::Binary(_) | OpKind::Ternary(_) | OpKind::Pair(_) | OpKind::Compare { .. } => {
                self.elementwise()
            }
            OpKind::Select => self.select(),
            OpKind::Cast(cast) => self.cast(cast),
            OpKind::Structured(_) => self.structured(),
            OpKind::LoopIndex => self.loop_index(),
            OpKind::Empty | OpKind::AllocTensor | OpKind::SplatTensor => self.sized_tensor(),
            OpKind::Dim => self.dim(),
            OpKind::Extract | OpKind::Insert => self.element(),
            OpKind::Slice => self.slice(),
            OpKind::InsertSlice => self.insert_slice(),
            OpKind::Reshape { expand } => self.reshape(expand),
            OpKind::ShapeCast => self.shape_cast(),
            OpKind::Materialize => self.materialize(),
            OpKind::ToTensor | OpKind::ToBuffer => self.tensor_and_buffer(),
            OpKind::Alloc | OpKind::Alloca => self.alloc(),
            OpKind::Dealloc | OpKind::Clone => self.buffers_only(),
            OpKind::Copy => self.copy(),
            OpKind::Load | OpKind::Store | OpKind::VectorLoad | OpKind::VectorStore => self.access(),
            OpKind::TransferRead | OpKind::TransferWrite => self.transfer(),
            OpKind::View => self.view(),
            OpKind::Global => self.global(),
            OpKind::GetGlobal => self.get_global(),
            OpKind::For => self.for_loop(),
            OpKind::AffineApply | OpKind::AffineExtremum { .. } => self.affine_apply(),
            OpKind::Broadcast | OpKind::ExtractLane | OpKind::FromLanes => self.lanes(),
            OpKind::Softmax => self.softmax(),
            OpKind::Pack { unpack } => self.pack(unpack),
            OpKind::Pad => self.pad(),
            OpKind::Concat => self.concat(),
            OpKind::Generate => self.generate(),
            OpKind::FromElements => self.elements(),
            OpKind::Rank => self.rank(),
            OpKind::ReshapeTo => self.reshape_to(),
            OpKind::Gather | OpKind::Scatter => self.gather(),
            OpKind::ParallelInsert => self.parallel_insert(),
            OpKind::If => self.if_op(),
            OpKind::While => self.while_loop(),
            OpKind::Forall => self.forall(),
            OpKind::InParallel => self.in_parallel(),
            OpKind::Parallel => self.parallel(),
            OpKind::Combine => self.combine(),
            OpKind::AffineFor => self.affine_for(),
            OpKind::AffineLoad | OpKind::AffineStore => self.affine_access(),
            OpKind::ByteView => self.byte_view(),
            OpKind::Reinterpret => self.reinterpret(),
            OpKind::DeallocTensor => self.dealloc_tensor(),
            OpKind::Call => self.call(),
            OpKind::ScaledCast => self.scaled_cast(),
            OpKind::Transform => self.schedule(),
            // What there is to check is in `regions`.
            OpKind::Yield | OpKind::Assert | OpKind::Condition | OpKind::Branch | OpKind::CondBranch => {}
        }
    }
}

/// `i1` or a vector or tensor of it.
fn is_i1_like(ty: &Type) -> bool {
    ty.elem() == Some(ScalarType::I1) && ty.as_memref().is_none()
}

/// True if two extents (or strides, or offsets) may be the same.
fn agree(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// True if two shapes may be the same.
fn shapes_agree(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| agree(*x, *y))
}

/// `[4, ?]`.
fn list(shape: &[i64]) -> String {
    let items: Vec<_> = shape.iter().map(|&d| if d == DYNAMIC { "?".into() } else { d.to_string() }).collect();
    format!("[{}]", items.join(", "))
}

pub use affine::is_affine_symbol;
pub use buffers::castable;
pub use reshapes::{collapsed_layout, collapses_certainly, expanded_layout, reassociation};
pub use slices::{kept_dims, view_layout};
