//! Folds of single ops.

use super::NAME;
use super::affine::{Applied, simplify};
use super::dims::{Extent, find_extent};
use super::entries::Entry;
use crate::remark::Remark;
use tilec_ir::builder::attr_scalar;
use tilec_ir::scalar::{eval_binary, eval_cast, eval_compare, eval_ternary, eval_unary};
use tilec_ir::scalar_op::{BinaryOp, Predicate};
use tilec_ir::{AffineExpr, Attr, Builder, Module, Op, OpKind, Scalar, ScalarType, Type, Value};

/// What an op turns into.
enum Fold {
    /// A scalar constant.
    Constant(Scalar),
    /// A value that is there already.
    Value(Value),
    /// An affine op of another map; of one result, it is `affine.apply`.
    Affine(Applied),
    /// `dim` of another value.
    DimOf(Value),
}

/// Folds every op under `root` once, in program order. Returns true if anything changed.
pub(crate) fn fold_all(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    for op in module.walk(root) {
        if !module.is_erased(op) {
            changed |= fold_and_tell(module, op, remarks);
        }
    }
    changed
}

/// Folds an op to values that are there, or to nothing. Returns false if it does not fold.
pub(super) fn fold_and_tell(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let (loc, name) = (module.op(op).loc.clone(), module.spelling(op).name);
    if fold_op(module, op) {
        remarks.push(Remark::applied(NAME, loc, format!("folds {name}")));
    } else if is_self_copy(module, op) {
        remarks.push(Remark::applied(NAME, loc, "drops a copy of a buffer to itself"));
        module.erase(op);
    } else if let Some(outputs) = without_iterations(module, op) {
        remarks.push(Remark::applied(NAME, loc, format!("drops {name}, which has no iterations")));
        module.replace_op(op, &outputs);
    } else {
        return false;
    }
    true
}

/// What the results are of a structured op some loop of which is empty: its outputs as they are.
fn without_iterations(module: &Module, op: Op) -> Option<Vec<Value>> {
    let view = matches!(module.kind(op), OpKind::Structured(_)).then(|| module.structured(op)).flatten()?;
    let outputs = if module.results(op).is_empty() { Vec::new() } else { view.outputs() };
    view.extents().contains(&0).then_some(outputs)
}

/// Replaces an op by what it folds to. Returns false if it does not fold.
pub(crate) fn fold_op(module: &mut Module, op: Op) -> bool {
    let Some(fold) = fold(module, op) else { return false };
    let value = match fold {
        Fold::Constant(scalar) => Builder::before(module, op).scalar(scalar),
        Fold::Value(value) => value,
        Fold::Affine(applied) if applied.map.num_results() > 1 || module.kind(op) == OpKind::AffineApply => {
            let segments = [applied.operands.len()];
            module.set_operands(op, &applied.operands, &segments);
            module.set_attr(op, "map", Attr::Map(applied.map));
            return true;
        }
        Fold::Affine(applied) => Builder::before(module, op).affine_apply(&applied.map, &applied.operands),
        Fold::DimOf(source) => {
            module.set_operand(op, 0, source);
            return true;
        }
    };
    module.replace_op(op, &[value]);
    true
}

fn is_self_copy(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Copy && module.operand(op, 0) == module.operand(op, 1)
}

/// The scalar that an op gives if its operands are the constants that `constant` knows. A division that stops the program has no value.
pub(crate) fn evaluate(module: &Module, op: Op, constant: &dyn Fn(Value) -> Option<Scalar>) -> Option<Scalar> {
    let operand = |i: usize| constant(module.operand(op, i));
    match module.kind(op) {
        OpKind::Unary(unary) => Some(eval_unary(unary, operand(0)?)),
        OpKind::Binary(binary) => eval_binary(binary, operand(0)?, operand(1)?).ok(),
        OpKind::Ternary(ternary) => Some(eval_ternary(ternary, operand(0)?, operand(1)?, operand(2)?)),
        OpKind::Compare { float } => {
            let number = module.attr(op, "predicate")?.as_int()?;
            let truth = eval_compare(Predicate::from_number(number, float)?, operand(0)?, operand(1)?);
            Some(Scalar::new(ScalarType::I1, u64::from(truth)))
        }
        OpKind::Cast(cast) => Some(eval_cast(cast, operand(0)?, module.ty(module.result(op)).as_scalar()?)),
        OpKind::Select => operand(if operand(0)?.bits == 0 { 2 } else { 1 }),
        OpKind::AffineApply | OpKind::AffineExtremum { .. } => {
            let map = module.attr(op, "map")?.as_map()?;
            let inputs: Vec<i64> = (0..module.num_operands(op)).map(|i| Some(operand(i)?.as_i64())).collect::<Option<_>>()?;
            let (dims, symbols) = inputs.split_at_checked(map.dims as usize)?;
            let values = map.eval(dims, symbols)?.into_iter();
            let value = if module.kind(op) == (OpKind::AffineExtremum { max: true }) { values.max() } else { values.min() };
            Some(Scalar::from_i64(ScalarType::Index, value?))
        }
        _ => None,
    }
}

fn fold(module: &Module, op: Op) -> Option<Fold> {
    if let Some(value) = evaluate(module, op, &|v| module.constant(v).and_then(attr_scalar)) {
        return Some(Fold::Constant(value));
    }
    match module.kind(op) {
        OpKind::Binary(binary) => fold_binary(module, op, binary),
        OpKind::Select => {
            let (a, b) = (module.operand(op, 1), module.operand(op, 2));
            match module.constant_int(module.operand(op, 0)) {
                _ if a == b => Some(Fold::Value(a)),
                Some(0) => Some(Fold::Value(b)),
                Some(_) => Some(Fold::Value(a)),
                None => None,
            }
        }
        OpKind::Dim => fold_dim(module, op),
        OpKind::Rank => {
            let rank = i64::try_from(module.ty(module.operand(op, 0)).shape()?.len()).ok()?;
            Some(Fold::Constant(Scalar::from_i64(ScalarType::Index, rank)))
        }
        OpKind::AffineApply | OpKind::AffineExtremum { .. } => fold_affine(module, op),
        OpKind::ShapeCast => {
            let source = module.operand(op, 0);
            if module.ty(source) == module.ty(module.result(op)) {
                return Some(Fold::Value(source));
            }
            // A cast of a cast back to where it came from.
            let inner = module.defining_op(source).filter(|&i| module.kind(i) == OpKind::ShapeCast)?;
            let origin = module.operand(inner, 0);
            (module.ty(origin) == module.ty(module.result(op))).then_some(Fold::Value(origin))
        }
        OpKind::Reshape { expand } => {
            let source = module.operand(op, 0);
            let inner = module.defining_op(source).filter(|&i| module.kind(i) == OpKind::Reshape { expand: !expand })?;
            let same_groups = module.attr(inner, "reassociation") == module.attr(op, "reassociation");
            let origin = module.operand(inner, 0);
            (same_groups && module.ty(origin) == module.ty(module.result(op)) && module.ty(origin).is_static())
                .then_some(Fold::Value(origin))
        }
        OpKind::Slice => is_whole(module, op).then(|| Fold::Value(module.operand(op, 0))),
        _ => None,
    }
}

/// The identities that hold for every integer.
fn fold_binary(module: &Module, op: Op, binary: BinaryOp) -> Option<Fold> {
    let scalar = |i: usize| module.constant(module.operand(op, i)).and_then(attr_scalar);
    let (a, b) = (scalar(0), scalar(1));
    let is = |s: Option<Scalar>, n: u64| s.is_some_and(|s| s.bits == n && !s.ty.is_float());
    let (left, right) = (Fold::Value(module.operand(op, 0)), Fold::Value(module.operand(op, 1)));
    match binary {
        BinaryOp::AddI | BinaryOp::Or | BinaryOp::Xor if is(b, 0) => Some(left),
        BinaryOp::AddI | BinaryOp::Or | BinaryOp::Xor if is(a, 0) => Some(right),
        BinaryOp::SubI | BinaryOp::ShlI | BinaryOp::ShrSI | BinaryOp::ShrUI if is(b, 0) => Some(left),
        BinaryOp::MulI if is(b, 1) => Some(left),
        BinaryOp::MulI if is(a, 1) => Some(right),
        BinaryOp::MulI | BinaryOp::And if is(b, 0) => Some(right),
        BinaryOp::MulI | BinaryOp::And if is(a, 0) => Some(left),
        _ => None,
    }
}

/// The extent is in the type, is an operand of an op that made the value, or the extent of another value.
fn fold_dim(module: &Module, op: Op) -> Option<Fold> {
    let source = module.operand(op, 0);
    let i = usize::try_from(module.constant_int(module.operand(op, 1))?).ok()?;
    match find_extent(module, source, i) {
        Extent::Is(Entry::Number(extent)) => Some(Fold::Constant(Scalar::from_i64(ScalarType::Index, extent))),
        Extent::Is(Entry::Value(value)) => Some(Fold::Value(value)),
        Extent::Of(value, _) => (value != source).then_some(Fold::DimOf(value)),
    }
}

/// A simpler map; a map of one result that is a constant or an operand is that.
fn fold_affine(module: &Module, op: Op) -> Option<Fold> {
    let applied = simplify(module, op)?;
    let dims = applied.map.dims as usize;
    Some(match &applied.map.results[..] {
        [AffineExpr::Const(c)] => Fold::Constant(Scalar::from_i64(ScalarType::Index, *c)),
        [AffineExpr::Dim(d)] => Fold::Value(applied.operands[*d as usize]),
        [AffineExpr::Symbol(s)] => Fold::Value(applied.operands[dims + *s as usize]),
        _ => Fold::Affine(applied),
    })
}

/// A slice of everything.
fn is_whole(module: &Module, op: Op) -> bool {
    let (from, to) = (module.ty(module.operand(op, 0)), module.ty(module.result(op)));
    let all = |name: &str, value: i64| module.int_array(op, name).iter().all(|&v| v == value);
    from == to && matches!(from, Type::Tensor(_)) && from.is_static() && all("static_offsets", 0) && all("static_strides", 1)
}
