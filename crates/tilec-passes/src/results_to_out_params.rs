//! Turns buffer results into arguments the caller provides, in result order, after the other arguments: mlir-opt's
//! `--buffer-results-to-out-params`.
//!
//! Each returned buffer is copied into its argument before the return; `eliminate-copies` then computes in the argument itself where
//! that is possible. Scalars stay results. Buffer level; private declarations stay as they are.

use crate::remark::Remark;
use std::sync::Arc;
use tilec_ir::{Attr, Builder, Diagnostic, FunctionType, Module, Op, OpKind, Type, spelling};

/// The pass.
pub const NAME: &str = "results-to-out-params";

/// Converts every function that returns buffers.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for func in module.funcs() {
        let ty = module.func_type(func).clone();
        let buffers = ty.results.iter().filter(|t| t.as_memref().is_some()).count();
        if buffers == 0 || module.is_declaration(func) {
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
    let ret = module.terminator(body).filter(|&r| module.kind(r) == OpKind::Return).expect("a verified function");
    let (mut inputs, mut results, mut kept) = (ty.inputs.clone(), Vec::new(), Vec::new());
    let mut kept_attrs = Vec::new();
    let res_attrs = module.attr(func, "res_attrs").and_then(Attr::as_array).map(<[Attr]>::to_vec);
    for (i, result) in ty.results.iter().enumerate() {
        let value = module.operand(ret, i);
        if result.as_memref().is_none() {
            results.push(result.clone());
            kept.push(value);
            kept_attrs.extend(res_attrs.as_ref().and_then(|a| a.get(i)).cloned());
            continue;
        }
        let loc = module.op(func).loc.clone();
        let arg = module.push_block_arg(body, result.clone(), loc);
        Builder::before(module, ret).op(spelling::of(OpKind::Copy), &[value, arg], &[]);
        inputs.push(result.clone());
    }
    let count = kept.len();
    module.set_operands(ret, &kept, &[count]);
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
