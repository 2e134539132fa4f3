//! One-shot bufferization of the whole language: mlir-opt's `--one-shot-bufferize` with function boundaries and identity layouts.
//!
//! First whole-tensor ops that have no buffer form are decomposed. `analysis` then decides for each tensor operand that is written or
//! aliased whether it can be done in place (`facts` says what ops do, `conflict` when a write takes a value from a read, `slices` which
//! parts are apart, `order` what comes before what, `carried` what loops and branches hand on, `calls` what callees do); `rewrite` turns
//! tensors into buffers op by op. Arguments are writable unless they carry `bufferization.writable = false`. Correctness does not depend on
//! what other passes did: a value that is still needed is copied before it is overwritten. Loops carry nothing afterwards: each tensor they
//! carried is one buffer, and what does not end up in it by itself is copied there at the end of the trip.

mod analysis;
mod attempt;
mod calls;
mod carried;
mod conflict;
mod decisions;
mod facts;
mod gather;
mod order;
mod rewrite;
mod sets;
mod slices;

use crate::decompose_tensor_ops as decompose;
use crate::remark::Remark;
use calls::Summaries;
use carried::{Roots, carried, forwarded};
pub use decisions::{Blocker, Decisions};
use tilec_ir::dominance::Dominance;
use tilec_ir::verify::castable;
use tilec_ir::{Attr, Diagnostic, Module, Op, OpKind, Type, Use, Value};

/// The pass.
pub const NAME: &str = "bufferize";

/// Bufferizes every function.
///
/// # Errors
/// An op on tensors that this pass does not handle.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = decompose::run(module, remarks)?;
    let funcs = calls::callees_first(module);
    for &func in &funcs {
        check_supported(module, func)?;
    }
    let mut summaries = Summaries::default();
    let mut globals = rewrite::Globals::of(module);
    for func in funcs {
        if module.is_declaration(func) {
            changed |= rewrite::convert_signature(module, func);
            continue;
        }
        let (decisions, summary) = analysis::analyze(module, func, &summaries);
        check_decisions(module, func, &decisions)?;
        report(module, &decisions, remarks);
        changed |= rewrite::bufferize_func(module, func, &decisions, &summaries, &mut globals);
        if let Some(name) = module.symbol_name(func).map(str::to_owned) {
            summaries.insert(&name, summary);
        }
    }
    Ok(changed)
}

/// The operand in whose buffer a result can be computed.
pub(crate) fn destination(module: &Module, value: Value) -> Option<Use> {
    facts::destination(module, value)
}

/// For each tensor that a loop carries: where the contents of the next trip come from, and what it is in the body.
pub(crate) fn carried_tensors(module: &Module, op: Op) -> Vec<(Use, Value)> {
    carried(module, op).into_iter().filter_map(|c| Some((c.next?, c.arg))).collect()
}

/// True if two slices or insertions, taken to be of one tensor, have no element in common.
pub(crate) fn slices_are_disjoint(module: &Module, a: Op, b: Op) -> bool {
    match (slices::Part::of(module, a), slices::Part::of(module, b)) {
        (Some(a), Some(b)) => a.is_disjoint(&b, false),
        _ => false,
    }
}

fn is_tensor(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(_) | Type::UnrankedTensor(_))
}

fn refuse(module: &Module, op: Op, what: &str) -> Diagnostic {
    Diagnostic::error(module.op(op).loc.clone(), format!("{}: {what}", module.spelling(op).name))
}

/// Refuses what there are no facts for.
fn check_supported(module: &Module, func: Op) -> Result<(), Diagnostic> {
    let region = module.regions(func).first().copied();
    let several_blocks = region.filter(|&r| module.region_blocks(r).len() > 1).map(|r| Dominance::of(module, r));
    for op in module.walk(func) {
        let values = || module.operands(op).chain(module.results(op).iter().copied());
        if !values().any(|v| is_tensor(module.ty(v))) {
            continue;
        }
        if let Some(dominance) = &several_blocks
            && let Some(block) = module.parent_block(op)
            && module.block_region(block) == region
            && !dominance.is_reachable(block)
        {
            return Err(refuse(module, op, "tensors in a block that is never reached are not bufferized"));
        }
        let odd = |ty: &Type| matches!(ty, Type::UnrankedTensor(_)) || ty.as_tensor().is_some_and(|t| t.encoding.is_some());
        if let Some(v) = values().find(|&v| odd(module.ty(v))) {
            return Err(refuse(module, op, &format!("a value of type {} is not bufferized", module.ty(v))));
        }
        let kind = module.kind(op);
        let problem = match kind {
            OpKind::ToTensor if module.attr(op, "restrict").is_none() => {
                Some("only tensors of buffers marked restrict are bufferized: others might alias")
            }
            OpKind::Constant if !matches!(module.attr(op, "value"), Some(Attr::Dense(_))) => {
                Some("the elements of this constant are not in the text")
            }
            OpKind::ToBuffer
                if !castable(&rewrite::buffer_type(module.ty(module.operand(op, 0))), module.ty(module.result(op))) =>
            {
                Some("only a buffer of dense layout, or of one that is not known, can be had of a tensor")
            }
            OpKind::Select if is_tensor(module.ty(module.operand(op, 0))) => Some("this op on tensors is not bufferized"),
            OpKind::Parallel | OpKind::Combine => Some("reductions of tensors are not bufferized"),
            OpKind::Extract
            | OpKind::Dim
            | OpKind::Rank
            | OpKind::Func
            | OpKind::Return
            | OpKind::Constant
            | OpKind::Structured(_)
            | OpKind::Softmax
            | OpKind::Empty
            | OpKind::AllocTensor
            | OpKind::DeallocTensor
            | OpKind::Slice
            | OpKind::InsertSlice
            | OpKind::ParallelInsert
            | OpKind::Insert
            | OpKind::TransferRead
            | OpKind::TransferWrite
            | OpKind::Select
            | OpKind::Reshape { .. }
            | OpKind::ShapeCast
            | OpKind::Materialize
            | OpKind::ToTensor
            | OpKind::ToBuffer
            | OpKind::For
            | OpKind::AffineFor
            | OpKind::While
            | OpKind::Condition
            | OpKind::Forall
            | OpKind::If
            | OpKind::Yield
            | OpKind::Branch
            | OpKind::CondBranch
            | OpKind::Call => None,
            _ => Some("this op on tensors is not bufferized"),
        };
        if let Some(problem) = problem {
            return Err(refuse(module, op, problem));
        }
    }
    Ok(())
}

/// A tensor of open shape that a loop carries must stay in its buffer: another one may be larger.
fn check_decisions(module: &Module, func: Op, decisions: &Decisions) -> Result<(), Diagnostic> {
    let nothing = std::collections::HashSet::new();
    let roots = Roots::of(module, func, &nothing, &|_| true);
    for op in module.walk(func) {
        let grows = |c: carried::Carried| {
            let next = c.next.map(|n| module.operand(n.op, n.operand as usize));
            next.is_some_and(|next| !module.ty(c.arg).is_static() && roots.get(next) != c.arg)
        };
        if carried(module, op).into_iter().any(grows) {
            let what = "a tensor of open shape is carried that may have another shape in the next trip; yield one computed in it";
            return Err(refuse(module, op, what));
        }
        let apart = |f: &carried::Forwarded| decisions.is_apart(f.result) && !module.ty(f.result).is_static();
        if forwarded(module, op).iter().any(apart) {
            return Err(refuse(module, op, "a tensor of open shape is forwarded that is not one that the loop carries"));
        }
    }
    Ok(())
}

fn report(module: &Module, decisions: &Decisions, remarks: &mut Vec<Remark>) {
    for (place, verdict) in decisions.in_order() {
        let loc = module.op(place.op).loc.clone();
        match verdict {
            Ok(()) => remarks.push(Remark::applied(NAME, loc, format!("operand {} in place", place.operand))),
            Err(blocker) => {
                let message = format!("operand {} needs a buffer of its own: {blocker}", place.operand);
                remarks.push(missed(module, place.op, blocker, message));
            }
        }
    }
    for (arg, blocker) in decisions.snapshots() {
        let Some(op) = module.value_block(arg).and_then(|b| module.block_owner(b)) else { continue };
        remarks.push(missed(
            module,
            op,
            blocker,
            format!("what is shared is copied before the loop to be read in it: {blocker}"),
        ));
    }
}

fn missed(module: &Module, op: Op, blocker: &Blocker, message: String) -> Remark {
    let remark = Remark::missed(NAME, blocker.name(), module.op(op).loc.clone(), message);
    let at = |op: &Op| module.op(*op).loc.clone();
    match blocker {
        Blocker::NotWritable => remark,
        Blocker::ReadAfterWrite { read, write } => {
            remark.note(at(write), "this would overwrite the value").note(at(read), "before this reads it")
        }
        Blocker::Parallel { write } => remark.note(at(write), "this would write it"),
        Blocker::CarriedTwice { by } => remark.note(at(by), "the loop"),
    }
}
