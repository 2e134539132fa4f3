//! Writes tensor ops that have no buffer form of their own as structured ops, slices and insertions.
//!
//! A pad is a fill and an insertion, a concatenation insertions into one destination, arithmetic on whole tensors a `linalg.generic`, and so
//! on (mlir-opt's `--decompose-tensor-concat`, `--convert-elementwise-to-linalg` and what its bufferization does with the others). A softmax is
//! four structured ops, a pack a padding and a transposition. The destinations are there for `eliminate-empty-tensors` to compute into.
//! `tensor.insert` stays: it has a destination. Tensor level.

mod computed;
mod parts;

use crate::analysis::effects::is_removable;
use crate::decompose::softmax;
use crate::packing::{self, lower};
use crate::remark::Remark;
use crate::tile::cast;
use std::fmt;
use tilec_ir::{Builder, DYNAMIC, Diagnostic, Module, Op, OpKind, Type, Value, spelling};

/// The pass.
pub const NAME: &str = "decompose-tensor-ops";

/// Why an op stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The shape, or the number of elements, is only known at run time.
    OpenShape,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenShape => "open-shape",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenShape => "its shape is only known at run time",
        })
    }
}

/// Decomposes every op that can be, in program order.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for op in module.walk(module.top()) {
        let [result] = *module.results(op) else { continue };
        if !is_candidate(module, op, result) {
            continue;
        }
        if module.is_unused(result) && is_removable(module, op) {
            module.erase(op);
            changed = true;
            continue;
        }
        let (loc, name) = (module.op(op).loc.clone(), module.spelling(op).name);
        match decompose(module, op) {
            Ok(value) => {
                module.replace_op(op, &[value]);
                remarks.push(Remark::applied(NAME, loc, format!("{name} is written as ops with a destination")));
                changed = true;
            }
            Err(blocker) => remarks.push(Remark::missed(NAME, blocker.name(), loc, format!("{name} stays: {blocker}"))),
        }
    }
    Ok(changed)
}

/// Decomposes the ops of one kind under `root`. True if there were any.
pub(crate) fn decompose_all(module: &mut Module, root: Op, kind: OpKind) -> bool {
    let mut changed = false;
    for op in module.walk(root) {
        let [result] = *module.results(op) else { continue };
        if module.kind(op) == kind
            && is_candidate(module, op, result)
            && let Ok(value) = decompose(module, op)
        {
            module.replace_op(op, &[value]);
            changed = true;
        }
    }
    changed
}

fn is_candidate(module: &Module, op: Op, result: Value) -> bool {
    let kind = module.kind(op);
    let is_tensor = |v: Value| module.ty(v).as_tensor().is_some_and(|t| t.encoding.is_none());
    // A scalar chooses between whole tensors: nothing is computed.
    let is_choice = kind == OpKind::Select && module.ty(module.operand(op, 0)).shape().is_none();
    is_tensor(result)
        && match kind {
            OpKind::Pad
            | OpKind::Concat
            | OpKind::Generate
            | OpKind::FromElements
            | OpKind::SplatTensor
            | OpKind::Gather
            | OpKind::Scatter
            | OpKind::Softmax
            | OpKind::Pack { .. }
            | OpKind::ReshapeTo => module.operands(op).all(|v| module.ty(v).shape().is_none() || is_tensor(v)),
            _ => kind.is_elementwise() && !is_choice,
        }
}

/// The value of the op, computed before it by others.
fn decompose(module: &mut Module, op: Op) -> Result<Value, Blocker> {
    Ok(match module.kind(op) {
        OpKind::Pad => parts::pad(module, op),
        OpKind::Concat => parts::concat(module, op),
        OpKind::FromElements => parts::from_elements(module, op),
        OpKind::Scatter => parts::scatter(module, op)?,
        OpKind::ReshapeTo => parts::reshape(module, op)?,
        OpKind::Softmax => {
            let plan = softmax::plan(module, op).map_err(|_| Blocker::OpenShape)?;
            softmax::write(module, &plan)
        }
        OpKind::Pack { unpack } => match lower::plan(module, op, unpack) {
            Ok(plan) => packed(module, &plan),
            // What has no elements is there already.
            Err(packing::Blocker::Empty { .. }) => module.operand(op, 1),
            Err(_) => return Err(Blocker::OpenShape),
        },
        OpKind::Generate => computed::generate(module, op),
        OpKind::SplatTensor => computed::splat(module, op),
        OpKind::Gather => computed::gather(module, op),
        _ => computed::elementwise(module, op),
    })
}

/// A pack or unpack, with its padding written, too.
fn packed(module: &mut Module, plan: &lower::Plan) -> Value {
    let (value, made) = lower::write(module, plan);
    if let Some(pad) = made.pad {
        let (source, ty) = (module.operand(pad, 0), module.ty(module.result(pad)).clone());
        let is_nothing = module.int_array(pad, "static_high").iter().all(|n| *n == 0);
        let padded = if is_nothing { cast(&mut Builder::before(module, pad), source, &ty) } else { parts::pad(module, pad) };
        module.replace_op(pad, &[padded]);
    }
    value
}

/// A `tensor.empty`; `sizes` are the open extents.
fn empty(builder: &mut Builder<'_>, ty: &Type, sizes: &[Value]) -> Value {
    let op = builder.op(spelling::of(OpKind::Empty), sizes, std::slice::from_ref(ty));
    builder.module.result(op)
}

/// A `tensor.empty` of the type and shape of `value`.
fn empty_like(builder: &mut Builder<'_>, ty: &Type, value: Value) -> Value {
    let shape = ty.shape().expect("a tensor").to_vec();
    let sizes: Vec<_> = (0..shape.len()).filter(|&d| shape[d] == DYNAMIC).map(|d| builder.dim(value, d)).collect();
    empty(builder, ty, &sizes)
}
