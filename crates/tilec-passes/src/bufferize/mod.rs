//! One-shot bufferization of straight-line functions: mlir-opt's `--one-shot-bufferize` with function boundaries and identity layouts.
//!
//! `analysis` decides for each tensor operand that is written or aliased whether it can be done in place; `rewrite` then turns tensors into
//! buffers op by op. Arguments are writable unless they carry `bufferization.writable = false`. Correctness does not depend on what other
//! passes did: a value that is still needed is copied before it is overwritten. Loops that carry tensors, and arithmetic on whole tensors,
//! are refused by name.

mod analysis;
mod facts;
mod rewrite;
mod sets;

use crate::remark::Remark;
pub use analysis::{Blocker, Decisions, analyze};
use tilec_ir::verify::castable;
use tilec_ir::{Attr, Diagnostic, Module, Op, OpKind, Type};

/// The pass.
pub const NAME: &str = "bufferize";

/// Bufferizes every function.
///
/// # Errors
/// An op on tensors that this pass does not handle, before anything is changed.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let funcs = module.funcs();
    for &func in &funcs {
        check_supported(module, func)?;
    }
    let mut changed = false;
    for func in funcs {
        if module.is_declaration(func) {
            changed |= rewrite::convert_signature(module, func);
            continue;
        }
        let decisions = analyze(module, func);
        report(module, &decisions, remarks);
        changed |= rewrite::bufferize_func(module, func, &decisions);
    }
    Ok(changed)
}

fn is_tensor(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(_) | Type::UnrankedTensor(_))
}

/// Refuses what the analysis has no facts for.
fn check_supported(module: &Module, func: Op) -> Result<(), Diagnostic> {
    let several_blocks = module.regions(func).first().is_some_and(|&r| module.region_blocks(r).len() > 1);
    for op in module.walk(func) {
        let tensors = module.operands(op).chain(module.results(op).iter().copied()).any(|v| is_tensor(module.ty(v)));
        if !tensors {
            continue;
        }
        let kind = module.kind(op);
        let refuse =
            |what: &str| Err(Diagnostic::error(module.op(op).loc.clone(), format!("{}: {what}", module.spelling(op).name)));
        let top_level = module.parent_op(op) == Some(func) || op == func;
        if several_blocks {
            return refuse("tensors in a function of several blocks are not bufferized");
        }
        match kind {
            _ if kind.is_elementwise() => {
                return refuse("elementwise ops on whole tensors are not bufferized; write them as linalg.generic");
            }
            OpKind::For | OpKind::Yield => return refuse("tensors carried by loops are not bufferized"),
            OpKind::ToTensor if module.attr(op, "restrict").is_none() => {
                return refuse("only tensors of buffers marked restrict are bufferized: others might alias");
            }
            OpKind::Constant if !matches!(module.attr(op, "value"), Some(Attr::Dense(_))) => {
                return refuse("the elements of this constant are not in the text");
            }
            OpKind::ToBuffer
                if !castable(&rewrite::buffer_type(module.ty(module.operand(op, 0))), module.ty(module.result(op))) =>
            {
                return refuse("only a buffer of dense layout, or of one that is not known, can be had of a tensor");
            }
            OpKind::Extract | OpKind::Dim => {}
            _ if !top_level => return refuse("tensors made inside loops or bodies are not bufferized"),
            OpKind::Func
            | OpKind::Return
            | OpKind::Constant
            | OpKind::Structured(_)
            | OpKind::Empty
            | OpKind::AllocTensor
            | OpKind::Slice
            | OpKind::InsertSlice
            | OpKind::Reshape { .. }
            | OpKind::ShapeCast
            | OpKind::Materialize
            | OpKind::ToTensor
            | OpKind::ToBuffer => {}
            _ => return refuse("this op on tensors is not bufferized"),
        }
        let odd = |ty: &Type| matches!(ty, Type::UnrankedTensor(_)) || ty.as_tensor().is_some_and(|t| t.encoding.is_some());
        if let Some(v) = module.operands(op).chain(module.results(op).iter().copied()).find(|&v| odd(module.ty(v))) {
            return refuse(&format!("a value of type {} is not bufferized", module.ty(v)));
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
                let mut remark = Remark::missed(NAME, blocker.name(), loc, message);
                if let Blocker::ReadAfterWrite { read, write } = blocker {
                    remark = remark
                        .note(module.op(*write).loc.clone(), "this would overwrite the value")
                        .note(module.op(*read).loc.clone(), "before this reads it");
                }
                remarks.push(remark);
            }
        }
    }
}
