//! Turns buffer results into arguments the caller provides, in result order, after the other arguments: mlir-opt's
//! `--buffer-results-to-out-params`.
//!
//! Each returned buffer is copied into its argument before the return; `eliminate-copies` then computes in the argument itself where
//! that is possible. Scalars stay results. Buffer level; private declarations, and functions that others of the module call, stay as they are.

use crate::remark::Remark;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use tilec_ir::{Attr, Builder, Diagnostic, FunctionType, Module, Op, OpKind, Type, spelling};

/// The pass.
pub const NAME: &str = "results-to-out-params";

/// Why a function keeps its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// Another function of the module calls it.
    Called,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Called => "called",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Called => "its callers in this module expect the results",
        })
    }
}

/// Converts every function that returns buffers.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    let ops = if module.may_have_calls() { module.walk(module.top()) } else { Vec::new() };
    let called: HashSet<String> = ops.into_iter().filter_map(|op| module.callee_name(op).map(str::to_string)).collect();
    for func in module.funcs() {
        let ty = module.func_type(func).clone();
        let buffers = ty.results.iter().filter(|t| t.as_memref().is_some()).count();
        if buffers == 0 || module.is_declaration(func) {
            continue;
        }
        if module.symbol_name(func).is_some_and(|name| called.contains(name)) {
            let blocker = Blocker::Called;
            remarks.push(Remark::missed(NAME, blocker.name(), module.op(func).loc.clone(), blocker.to_string()));
            continue;
        }
        convert(module, func, &ty);
        remarks.push(Remark::applied(NAME, module.op(func).loc.clone(), format!("{buffers} results become arguments")));
        changed = true;
    }
    Ok(changed)
}

fn convert(module: &mut Module, func: Op, ty: &FunctionType) {
    let body = module.entry(func);
    let returns: Vec<Op> = module.walk(func).into_iter().filter(|&o| module.kind(o) == OpKind::Return).collect();
    let (mut inputs, mut results) = (ty.inputs.clone(), Vec::new());
    let mut kept_attrs = Vec::new();
    let res_attrs = module.attr(func, "res_attrs").and_then(Attr::as_array).map(<[Attr]>::to_vec);
    let mut targets = Vec::new();
    for (i, result) in ty.results.iter().enumerate() {
        if result.as_memref().is_none() {
            results.push(result.clone());
            kept_attrs.extend(res_attrs.as_ref().and_then(|a| a.get(i)).cloned());
            continue;
        }
        let loc = module.op(func).loc.clone();
        targets.push((i, module.push_block_arg(body, result.clone(), loc)));
        inputs.push(result.clone());
    }
    for ret in returns {
        for &(i, arg) in &targets {
            let value = module.operand(ret, i);
            Builder::before(module, ret).op(spelling::of(OpKind::Copy), &[value, arg], &[]);
        }
        let is_kept = |i: usize| targets.iter().all(|(t, _)| *t != i);
        let kept: Vec<_> = module.operands(ret).enumerate().filter(|(i, _)| is_kept(*i)).map(|(_, v)| v).collect();
        module.set_operands(ret, &kept, &[kept.len()]);
    }
    if kept_attrs.iter().any(|a| matches!(a, Attr::Dict(d) if !d.is_empty())) {
        module.set_attr(func, "res_attrs", Attr::Array(kept_attrs.into()));
    } else {
        module.op_mut(func).attrs.remove("res_attrs");
    }
    if let Some(Attr::Array(dicts)) = module.attr(func, "arg_attrs").cloned() {
        let empty = Attr::Dict(Arc::default());
        let padded: Vec<_> = dicts.iter().cloned().chain(std::iter::repeat(empty)).take(inputs.len()).collect();
        module.set_attr(func, "arg_attrs", Attr::Array(padded.into()));
    }
    module.set_attr(func, "function_type", Attr::Type(Type::Function(Arc::new(FunctionType { inputs, results }))));
}
