//! Which ops may stop the program: they must not move to where they did not run.

use super::bounds::{Bounds, Induction, induction};
use super::linear::Linear;
use crate::canonicalize::dims::{Extent, find_extent, is_extent};
use crate::canonicalize::entries::{Entry, Part, is_refinement};
use tilec_ir::affine::AffineOp;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::verify::kept_dims;
use tilec_ir::{AffineExpr, Attr, Module, Op, OpKind, Value};

/// False if the op certainly has results, whatever its operands are. Index arithmetic is taken not to overflow.
pub fn may_stop(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Constant
        | OpKind::Unary(_)
        | OpKind::Ternary(_)
        | OpKind::Pair(_)
        | OpKind::Compare { .. }
        | OpKind::Select
        | OpKind::Cast(_)
        | OpKind::ScaledCast
        | OpKind::LoopIndex
        | OpKind::Rank
        | OpKind::GetGlobal
        | OpKind::Broadcast
        | OpKind::ExtractLane
        | OpKind::FromLanes
        | OpKind::FromElements => false,
        OpKind::Binary(binary) => !is_safe(module, binary, module.operand(op, 1)),
        OpKind::AffineApply | OpKind::AffineExtremum { .. } => !divides_by_constants(module, op),
        OpKind::Dim => !dimension_exists(module, op),
        OpKind::Empty => !module.operands(op).all(|size| Bounds::new(module).of(size).0.is_some_and(|least| least >= 0)),
        OpKind::Slice | OpKind::View => !is_inside(module, &Part::of(module, op), module.operand(op, 0)),
        OpKind::InsertSlice => !is_inside(module, &Part::of(module, op), module.operand(op, 1)) || !fits(module, op),
        OpKind::ShapeCast => !is_refinement(module.ty(module.operand(op, 0)), module.ty(module.result(op))),
        OpKind::Reshape { .. } | OpKind::SplatTensor => !is_static(module, op),
        OpKind::Structured(_) => !is_static(module, op) || module.walk(op).into_iter().skip(1).any(|o| body_may_stop(module, o)),
        _ => true,
    }
}

fn body_may_stop(module: &Module, op: Op) -> bool {
    module.kind(op) != OpKind::Yield && may_stop(module, op)
}

fn is_static(module: &Module, op: Op) -> bool {
    module.operands(op).chain(module.results(op).iter().copied()).all(|v| module.ty(v).is_static())
}

/// True if no dividend makes the op stop the program.
fn is_safe(module: &Module, binary: BinaryOp, divisor: Value) -> bool {
    use BinaryOp as B;
    let constant = module.constant_int(divisor);
    match binary {
        B::DivUI | B::CeilDivUI | B::RemUI => constant.is_some_and(|c| c != 0),
        B::DivSI | B::CeilDivSI | B::FloorDivSI | B::RemSI => constant.is_some_and(|c| c != 0 && c != -1),
        B::IPowI => false,
        _ => true,
    }
}

fn divides_by_constants(module: &Module, op: Op) -> bool {
    let unsafe_part = |e: &AffineExpr| match e {
        AffineExpr::Binary(AffineOp::Add | AffineOp::Mul, _) => false,
        AffineExpr::Binary(_, args) => args.1.as_const().is_none_or(|c| c < 1),
        _ => false,
    };
    module.attr(op, "map").and_then(Attr::as_map).is_some_and(|map| !map.results.iter().any(|e| e.any(&mut { unsafe_part })))
}

fn dimension_exists(module: &Module, op: Op) -> bool {
    let rank = module.ty(module.operand(op, 0)).shape().map_or(0, <[i64]>::len);
    let dim = module.constant_int(module.operand(op, 1)).and_then(|d| usize::try_from(d).ok());
    dim.is_some_and(|d| d < rank)
}

/// True if the source of an insertion certainly has the sizes of the part.
fn fits(module: &Module, op: Op) -> bool {
    let (part, source) = (Part::of(module, op), module.operand(op, 0));
    let kept = kept_dims(&part.shape(), module.ty(source).shape().unwrap_or(&[]));
    kept.is_some_and(|kept| kept.into_iter().enumerate().all(|(i, d)| is_extent(module, part.sizes[d], source, i)))
}

/// True if the part certainly is one of `whole`: no size is negative, and nothing is before the start or behind the end.
pub(crate) fn is_inside(module: &Module, part: &Part, whole: Value) -> bool {
    let bounds = Bounds::new(module);
    let form = |e: Entry| match e {
        Entry::Number(n) => Linear::constant(n),
        Entry::Value(v) => Linear::exact(module, v),
    };
    let inside = |d: usize| {
        let (offset, size) = (form(part.offsets[d]), form(part.sizes[d]));
        let not_negative = |form: &Linear| bounds.least(form).is_some_and(|n| n >= 0);
        if part.strides[d] != Entry::Number(1) || !not_negative(&offset) || !not_negative(&size) {
            return false;
        }
        let end = offset.plus(&size, 1);
        end.is_some_and(|end| extent_forms(module, whole, d).iter().any(|extent| bounds.is_at_most(&end, extent)))
    };
    (0..part.sizes.len()).all(inside)
}

/// How many ops that ask for an extent are looked at.
const MAX_ASKED: usize = 16;

/// Forms of an extent: what it is, or what the ops that ask for it give.
fn extent_forms(module: &Module, value: Value, dim: usize) -> Vec<Linear> {
    match find_extent(module, value, dim) {
        Extent::Is(Entry::Number(n)) => vec![Linear::constant(n)],
        Extent::Is(Entry::Value(v)) => vec![Linear::exact(module, v)],
        Extent::Of(value, d) => {
            let asks = |op: Op| {
                let is_dim = module.kind(op) == OpKind::Dim && module.operand(op, 0) == value;
                is_dim && module.constant_int(module.operand(op, 1)).and_then(|n| usize::try_from(n).ok()) == Some(d)
            };
            let found = module.uses(value).iter().map(|u| u.op).filter(|&o| asks(o)).take(MAX_ASKED);
            found.map(|o| Linear::exact(module, module.result(o))).collect()
        }
    }
}

/// What the induction variables of a loop go through; `None` if the op is no loop with such, or has one of another type than `index`.
pub(crate) fn inductions(module: &Module, op: Op) -> Option<Vec<Induction>> {
    let count = match module.kind(op) {
        OpKind::For | OpKind::AffineFor => 1,
        OpKind::Forall => module.int_array(op, "staticStep").len(),
        OpKind::Parallel => module.group_range(op, 0).len(),
        _ => return None,
    };
    module.block_args(module.entry(op)).iter().take(count).map(|&iv| induction(module, iv)).collect()
}

/// True if the body of a loop certainly runs at least once.
pub fn has_a_trip(module: &Module, op: Op) -> bool {
    let bounds = Bounds::new(module);
    let runs = |i: &Induction| {
        i.upper.iter().all(|u| i.lower.iter().all(|l| u.plus(l, -1).and_then(|d| bounds.least(&d)).is_some_and(|d| d >= 1)))
    };
    inductions(module, op).is_some_and(|all| all.iter().all(runs))
}
