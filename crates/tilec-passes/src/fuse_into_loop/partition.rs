//! Do the iterations of loops over tiles cover each element of a tensor exactly once?

use crate::analysis::linear::Linear;
use crate::index::{self, Index};
use tilec_ir::{AffineExpr, Attr, Module, Op, OpKind, Value};

/// A loop of a nest: `iv = 0, step, …` below `extent`, or the same with another number of iterations for `scf.forall`.
pub(super) struct TileLoop {
    iv: Value,
    /// How far apart the offsets of neighbours are, in values of `iv`.
    step: Index,
    /// The upper bound; for a forall the number of iterations.
    upper: Index,
}

impl TileLoop {
    /// True if an offset depends on this loop.
    pub(super) fn runs_along(&self, module: &Module, offset: Index) -> bool {
        linear(module, offset).coefficient(self.iv) != 0
    }
}

/// The loops of one op, if they start at 0.
pub(super) fn tile_loops(module: &Module, op: Op) -> Option<Vec<TileLoop>> {
    let args = module.block_args(module.entry(op));
    match module.kind(op) {
        OpKind::For => {
            let of = |i: usize| Index::of(module, module.operand(op, i));
            of(0).is(0).then(|| vec![TileLoop { iv: args[0], step: of(2), upper: of(1) }])
        }
        OpKind::Forall => {
            let bounds = ["staticLowerBound", "staticStep"].map(|name| module.int_array(op, name).to_vec());
            let plain = bounds[0].iter().all(|b| *b == 0) && bounds[1].iter().all(|s| *s == 1);
            let uppers = index::mixed(module, op, "dynamicUpperBound", "staticUpperBound");
            let one = |(&iv, upper): (&Value, Index)| TileLoop { iv, step: Index::Const(1), upper };
            plain.then(|| args.iter().zip(uppers).map(one).collect())
        }
        _ => None,
    }
}

/// True if the parts at these offsets, of these sizes, are different for any two iterations of the loops and make up all of a tensor of these
/// extents. Each loop must run along one dimension, and no other loop along that.
pub(super) fn is_partition(module: &Module, loops: &[TileLoop], offsets: &[Index], sizes: &[Index], extents: &[Index]) -> bool {
    let mut used = vec![false; loops.len()];
    let covered = (0..offsets.len()).all(|d| {
        if offsets[d].is(0) && same(module, sizes[d], extents[d]) {
            return true;
        }
        let Some(n) = loops.iter().position(|l| l.runs_along(module, offsets[d])) else { return false };
        !std::mem::replace(&mut used[n], true) && covers(module, &loops[n], offsets[d], sizes[d], extents[d])
    });
    covered && used.iter().zip(loops).all(|(used, l)| *used || l.upper.is(1) && l.step.is(1))
}

fn linear(module: &Module, index: Index) -> Linear {
    match index {
        Index::Const(c) => Linear::constant(c),
        Index::Value(v) => Linear::of(module, v),
    }
}

/// True if two indices are certainly equal: numbers, values, or the same extent of the same tensor.
fn same(module: &Module, a: Index, b: Index) -> bool {
    if linear(module, a).plus(&linear(module, b), -1).and_then(|d| d.as_const()) == Some(0) {
        return true;
    }
    let extent = |i: Index| {
        let op = module.defining_op(i.as_value()?).filter(|&op| module.kind(op) == OpKind::Dim)?;
        Some((shape_source(module, module.operand(op, 0)), module.constant_int(module.operand(op, 1))?))
    };
    extent(a).is_some_and(|x| extent(b) == Some(x))
}

/// A tensor of the same shape from which the shape comes: the init of what is computed into it, of what a loop carries.
fn shape_source(module: &Module, value: Value) -> Value {
    let mut value = value;
    for _ in 0..64 {
        let next = match module.def(value) {
            tilec_ir::ValueDef::Result(op, n) => match module.kind(op) {
                OpKind::Structured(_) => module.group(op, 1).nth(n as usize),
                OpKind::InsertSlice => Some(module.operand(op, 1)),
                OpKind::For | OpKind::Forall => {
                    Some(module.operand(op, module.num_operands(op) - module.results(op).len() + n as usize))
                }
                _ => None,
            },
            tilec_ir::ValueDef::Arg(block, n) => module.block_owner(block).and_then(|op| {
                let args = module.block_args(block).len();
                let carried = module.results(op).len();
                let k = (n as usize).checked_sub(args - carried.min(args))?;
                matches!(module.kind(op), OpKind::For | OpKind::Forall)
                    .then(|| module.operand(op, module.num_operands(op) - carried + k))
            }),
        };
        match next {
            Some(next) => value = next,
            None => break,
        }
    }
    value
}

/// True if a loop's parts `[offset, offset + size)` follow each other without gaps from 0 to the extent.
fn covers(module: &Module, l: &TileLoop, offset: Index, size: Index, extent: Index) -> bool {
    let at = linear(module, offset);
    let factor = at.coefficient(l.iv);
    // The offset is the iv times a number and nothing else.
    let alone =
        Linear::of(module, l.iv).times(&Linear::constant(factor)).and_then(|x| at.plus(&x, -1)).and_then(|d| d.as_const());
    let Some(step) = l.step.as_const().and_then(|s| s.checked_mul(factor)).filter(|s| *s > 0) else { return false };
    if alone != Some(0) {
        return false;
    }
    let is_forall =
        module.block_owner(module.value_block(l.iv).expect("an argument")).is_some_and(|o| module.kind(o) == OpKind::Forall);
    let reaches_end = match (is_forall, l.upper, extent) {
        (true, Index::Const(n), Index::Const(e)) => {
            n.checked_mul(step).is_some_and(|all| all >= e) && (n - 1).saturating_mul(step) < e.max(1)
        }
        (true, upper, extent) => is_ceil_div(module, upper, extent, step),
        (false, upper, extent) => same(module, upper, extent),
    };
    let clamps = match size {
        Index::Const(s) => s == step && (step == 1 || extent.as_const().is_some_and(|e| e % step == 0)),
        Index::Value(v) => is_clamped(module, v, &at, step, extent),
    };
    reaches_end && clamps
}

/// True if `value` is the extent divided by the step, rounded up.
fn is_ceil_div(module: &Module, value: Index, extent: Index, step: i64) -> bool {
    let (Some(value), Some(extent)) = (value.as_value(), extent.as_value()) else { return false };
    let Some(op) = module.defining_op(value).filter(|&op| module.kind(op) == OpKind::AffineApply) else { return false };
    let Some(map) = module.attr(op, "map").and_then(Attr::as_map) else { return false };
    let operands: Vec<Value> = module.operands(op).collect();
    let [operand] = operands[..] else { return false };
    let by = AffineExpr::Const(step);
    let expected = [AffineExpr::Dim(0).ceil_div(by.clone()), AffineExpr::Symbol(0).ceil_div(by)];
    expected.contains(&map.results[0]) && same(module, Index::Value(operand), Index::Value(extent))
}

/// True if `size` is the lesser of the step and what is left from `at` on.
fn is_clamped(module: &Module, size: Value, at: &Linear, step: i64, extent: Index) -> bool {
    let Some(op) = module.defining_op(size) else { return false };
    if module.kind(op) != (OpKind::AffineExtremum { max: false }) {
        return false;
    }
    let Some(map) = module.attr(op, "map").and_then(Attr::as_map) else { return false };
    let operands: Vec<Value> = module.operands(op).collect();
    let [a, b] = &map.results[..] else { return false };
    let forms = [a, b].map(|e| Linear::of_expr(module, e, &operands, map.dims as usize));
    let [Some(a), Some(b)] = forms else { return false };
    let (left, most) = if a.as_const().is_some() { (b, a) } else { (a, b) };
    let end = left.plus(at, 1);
    let is_end = |end: &Linear| match end.as_const() {
        Some(c) => extent.is(c),
        None => end.as_value().is_some_and(|v| same(module, Index::Value(v), extent)),
    };
    most.as_const() == Some(step) && end.is_some_and(|e| is_end(&e))
}
