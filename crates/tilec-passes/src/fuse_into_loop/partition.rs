//! Do the iterations of loops over tiles cover each element of a tensor exactly once?

use crate::analysis::linear::Linear;
use crate::index::{self, Index};
use tilec_ir::{AffineExpr, Attr, Module, Op, OpKind, Value, ValueDef};

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

/// True if the parts at these offsets, of these sizes, are different for any two iterations of the loops and make up all of a tensor. Each loop
/// must run along one dimension, and no other loop along that.
pub(super) fn is_partition(module: &Module, loops: &[TileLoop], offsets: &[Index], sizes: &[Index], whole: Value) -> bool {
    let mut used = vec![false; loops.len()];
    let covered = (0..offsets.len()).all(|d| {
        if is_all(module, offsets[d], sizes[d], whole, d) {
            return true;
        }
        let Some(n) = loops.iter().position(|l| l.runs_along(module, offsets[d])) else { return false };
        let extent = extent_of(module, whole, d, MAX_STEPS);
        !std::mem::replace(&mut used[n], true) && covers(module, &loops[n], offsets[d], sizes[d], &extent)
    });
    covered && used.iter().zip(loops).all(|(used, l)| *used || l.upper.is(1) && l.step.is(1))
}

/// True if a part is certainly all of dimension `d` of a tensor.
pub(super) fn is_all(module: &Module, offset: Index, size: Index, whole: Value, d: usize) -> bool {
    offset.is(0) && resolve(module, size, MAX_STEPS) == extent_of(module, whole, d, MAX_STEPS)
}

fn linear(module: &Module, index: Index) -> Linear {
    match index {
        Index::Const(c) => Linear::constant(c),
        Index::Value(v) => Linear::of(module, v),
    }
}

/// True if two indices are certainly equal: numbers, sums of the same values, or the same extent.
pub(super) fn is_same(module: &Module, a: Index, b: Index) -> bool {
    a == b || resolve(module, a, MAX_STEPS) == resolve(module, b, MAX_STEPS)
}

/// An extent, or an index that may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Extent {
    /// A number, or a sum of values.
    Form(Linear),
    /// Dimension `d` of a tensor of which no more is known.
    Dim(Value, usize),
}

impl Extent {
    fn as_const(&self) -> Option<i64> {
        match self {
            Self::Form(form) => form.as_const(),
            Self::Dim(..) => None,
        }
    }
}

/// How many ops are looked into to find where an extent comes from.
const MAX_STEPS: usize = 64;

/// Where an index comes from: `tensor.dim` is the extent of what its tensor has its shape from.
fn resolve(module: &Module, index: Index, steps: usize) -> Extent {
    let form = linear(module, index);
    let dim = form.as_value().and_then(|v| module.defining_op(v)).filter(|&op| module.kind(op) == OpKind::Dim);
    let place =
        dim.and_then(|op| Some((module.operand(op, 0), usize::try_from(module.constant_int(module.operand(op, 1))?).ok()?)));
    match place {
        Some((value, d)) if steps > 0 && module.ty(value).shape().is_some_and(|s| d < s.len()) => {
            extent_of(module, value, d, steps - 1)
        }
        _ => Extent::Form(form),
    }
}

/// The extent of a tensor: that of the init of what is computed into it, of what a loop carries, of what is cast or put in; the size that an
/// empty tensor or a slice was given.
fn extent_of(module: &Module, value: Value, d: usize, steps: usize) -> Extent {
    let mut value = value;
    for left in (0..steps).rev() {
        let known = module.ty(value).shape().map_or(-1, |s| s[d]);
        if known >= 0 {
            return Extent::Form(Linear::constant(known));
        }
        let carried = |op: Op, k: usize| module.operand(op, module.num_operands(op) - module.results(op).len() + k);
        let next = match module.def(value) {
            ValueDef::Result(op, n) => match module.kind(op) {
                OpKind::Structured(_) => module.group(op, 1).nth(n as usize),
                OpKind::InsertSlice => Some(module.operand(op, 1)),
                OpKind::Softmax => Some(module.operand(op, 1)),
                OpKind::ShapeCast => Some(module.operand(op, 0)).filter(|&v| module.ty(v).shape().is_some()),
                OpKind::For | OpKind::Forall => Some(carried(op, n as usize)),
                OpKind::Empty => {
                    let before = module.ty(value).shape().map_or(0, |s| s[..d].iter().filter(|n| **n < 0).count());
                    let size = module.group(op, 0).nth(before);
                    return size.map_or(Extent::Dim(value, d), |v| resolve(module, Index::of(module, v), left));
                }
                OpKind::Slice => {
                    let sizes = index::list(module, op, "sizes");
                    let is_full = sizes.len() == module.ty(value).shape().map_or(0, <[i64]>::len);
                    return if is_full { resolve(module, sizes[d], left) } else { Extent::Dim(value, d) };
                }
                _ => None,
            },
            ValueDef::Arg(block, n) => module.block_owner(block).and_then(|op| {
                let args = module.block_args(block).len();
                let k = (n as usize).checked_sub(args - module.results(op).len().min(args))?;
                matches!(module.kind(op), OpKind::For | OpKind::Forall).then(|| carried(op, k))
            }),
        };
        match next {
            Some(next) => value = next,
            None => break,
        }
    }
    Extent::Dim(value, d)
}

/// True if a loop's parts `[offset, offset + size)` follow each other without gaps from 0 to the extent.
fn covers(module: &Module, l: &TileLoop, offset: Index, size: Index, extent: &Extent) -> bool {
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
    let reaches_end = match (is_forall, l.upper, extent.as_const()) {
        (true, Index::Const(n), Some(e)) => {
            n.checked_mul(step).is_some_and(|all| all >= e) && (n - 1).saturating_mul(step) < e.max(1)
        }
        // A step of 1 has as many iterations as elements.
        (true, upper, None) if step == 1 && resolve(module, upper, MAX_STEPS) == *extent => true,
        (true, upper, _) => is_ceil_div(module, upper, extent, step),
        (false, upper, _) => resolve(module, upper, MAX_STEPS) == *extent,
    };
    let clamps = match size {
        Index::Const(s) => s == step && (step == 1 || extent.as_const().is_some_and(|e| e % step == 0)),
        Index::Value(v) => is_clamped(module, v, &at, step, extent),
    };
    reaches_end && clamps
}

/// True if `value` is the extent divided by the step, rounded up.
fn is_ceil_div(module: &Module, value: Index, extent: &Extent, step: i64) -> bool {
    let Some(value) = value.as_value() else { return false };
    let Some(op) = module.defining_op(value).filter(|&op| module.kind(op) == OpKind::AffineApply) else { return false };
    let Some(map) = module.attr(op, "map").and_then(Attr::as_map) else { return false };
    let operands: Vec<Value> = module.operands(op).collect();
    let [operand] = operands[..] else { return false };
    let by = AffineExpr::Const(step);
    let expected = [AffineExpr::Dim(0).ceil_div(by.clone()), AffineExpr::Symbol(0).ceil_div(by)];
    expected.contains(&map.results[0]) && resolve(module, Index::Value(operand), MAX_STEPS) == *extent
}

/// True if `size` is the lesser of the step and what is left from `at` on.
fn is_clamped(module: &Module, size: Value, at: &Linear, step: i64, extent: &Extent) -> bool {
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
        Some(c) => extent.as_const() == Some(c),
        None => end.as_value().map_or(Extent::Form(end.clone()), |v| resolve(module, Index::Value(v), MAX_STEPS)) == *extent,
    };
    most.as_const() == Some(step) && end.is_some_and(|e| is_end(&e))
}
