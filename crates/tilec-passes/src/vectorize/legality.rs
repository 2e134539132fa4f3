//! May the iterations of an innermost loop run side by side, and how does each op of the body look then.

use super::linear::{Change, Values};
use crate::analysis::alias::may_overlap;
use crate::analysis::linear::Linear;
use tilec_ir::scalar_op::{BinaryOp, PairOp};
use tilec_ir::{Block, Module, Op, OpKind, Type, Value};

/// Why a loop stays scalar; the op is the guilty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// A value is handed from iteration to iteration.
    CarriedValue,
    /// A bound is not a constant.
    DynamicBounds,
    /// The step is not 1.
    Step,
    /// Fewer iterations than a vector has lanes.
    Short(i64),
    /// An op that has no vector form.
    UnsupportedOp(Op),
    /// An element type other than 32 and 64 bits.
    NarrowElement(Op),
    /// All iterations write one element.
    InvariantStore(Op),
    /// Neighbouring iterations write elements that are not neighbours.
    StridedStore(Op),
    /// An address that is not a linear function of the induction variable.
    Gather(Op),
    /// A division that can stop the program.
    MayTrap(Op),
    /// A store and another access that may touch one element in different iterations.
    MayAlias(Op, Op),
}

impl Blocker {
    /// The name in remarks and in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::CarriedValue => "carried-value",
            Self::DynamicBounds => "dynamic-bounds",
            Self::Step => "step",
            Self::Short(_) => "short",
            Self::UnsupportedOp(_) => "unsupported-op",
            Self::NarrowElement(_) => "narrow-element",
            Self::InvariantStore(_) => "invariant-store",
            Self::StridedStore(_) => "strided-store",
            Self::Gather(_) => "gather",
            Self::MayTrap(_) => "may-trap",
            Self::MayAlias(..) => "may-alias",
        }
    }

    /// One line for the remark.
    pub fn message(self) -> &'static str {
        match self {
            Self::CarriedValue => "the loop carries a value",
            Self::DynamicBounds => "a bound is not a constant",
            Self::Step => "the step is not 1",
            Self::Short(_) => "fewer iterations than lanes",
            Self::UnsupportedOp(_) => "an op has no vector form",
            Self::NarrowElement(_) => "an element type has neither 32 nor 64 bits",
            Self::InvariantStore(_) => "all iterations write one element",
            Self::StridedStore(_) => "neighbouring iterations do not write neighbouring elements",
            Self::Gather(_) => "an address is not a linear function of the induction variable",
            Self::MayTrap(_) => "a division may stop the program",
            Self::MayAlias(..) => "a store and another access may touch one element in different iterations",
        }
    }

    /// The ops to point at.
    pub fn ops(self) -> Vec<Op> {
        match self {
            Self::CarriedValue | Self::DynamicBounds | Self::Step | Self::Short(_) => Vec::new(),
            Self::UnsupportedOp(op)
            | Self::NarrowElement(op)
            | Self::InvariantStore(op)
            | Self::StridedStore(op)
            | Self::Gather(op)
            | Self::MayTrap(op) => vec![op],
            Self::MayAlias(a, b) => vec![a, b],
        }
    }
}

/// What becomes of an op of the body in the vector loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// One scalar op for all lanes: uniform, or the address of the first lane.
    Scalar,
    /// The same op on vectors.
    Widen,
    /// Consecutive elements.
    Load,
    /// One scalar load a lane; the indices grow by these.
    LoadLanes(Vec<i64>),
    /// Consecutive elements.
    Store,
}

/// All that the rewrite needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The loop.
    pub op: Op,
    /// Its lower bound.
    pub lower: i64,
    /// Its number of iterations, at least `lanes`.
    pub trip: i64,
    /// Lanes of the vectors.
    pub lanes: i64,
    /// The ops of the body, without the yield.
    pub roles: Vec<(Op, Role)>,
    /// Index values of the body that grow by this much an iteration.
    pub steps: Vec<(Value, i64)>,
}

/// A load or store.
struct Access {
    op: Op,
    buffer: Value,
    indices: Vec<Linear>,
}

struct Analysis<'m> {
    module: &'m Module,
    values: Values<'m>,
    accesses: Vec<Access>,
    roles: Vec<(Op, Role)>,
    widest: u32,
}

/// The plan for an innermost loop.
///
/// # Errors
/// The blocker.
pub fn plan(module: &Module, op: Op) -> Result<Plan, Blocker> {
    if module.num_operands(op) > 3 {
        return Err(Blocker::CarriedValue);
    }
    let bound = |i| module.constant_int(module.operand(op, i));
    let (Some(lower), Some(upper)) = (bound(0), bound(1)) else {
        return Err(Blocker::DynamicBounds);
    };
    if bound(2) != Some(1) {
        return Err(Blocker::Step);
    }
    let body = module.entry(op);
    if *module.ty(module.block_args(body)[0]) != Type::INDEX {
        return Err(Blocker::UnsupportedOp(op));
    }
    let trip = upper.checked_sub(lower).ok_or(Blocker::DynamicBounds)?;
    let values = Values::new(module, body);
    let mut analysis = Analysis { module, values, accesses: Vec::new(), roles: Vec::new(), widest: 32 };
    analysis.see_body(body)?;
    analysis.check_dependences(trip)?;
    let lanes = if analysis.widest > 32 { 8 } else { 16 };
    if trip < lanes {
        return Err(Blocker::Short(lanes));
    }
    let inside = analysis.roles.iter().flat_map(|(op, _)| module.results(*op).to_vec());
    let linear = |v| {
        if let Change::Linear(c) = analysis.values.change(v) { Some((v, c)) } else { None }
    };
    let steps = inside.chain([module.block_args(body)[0]]).filter_map(linear).collect();
    Ok(Plan { op, lower, trip, lanes, roles: analysis.roles, steps })
}

impl Analysis<'_> {
    fn see_body(&mut self, body: Block) -> Result<(), Blocker> {
        let terminator = self.module.terminator(body);
        for op in self.module.block_ops(body).filter(|&o| Some(o) != terminator) {
            let role = self.see(op)?;
            self.roles.push((op, role));
        }
        Ok(())
    }

    fn is_uniform(&self, op: Op) -> bool {
        self.module.operands(op).all(|v| self.values.change(v) == Change::Uniform)
    }

    fn see(&mut self, op: Op) -> Result<Role, Blocker> {
        let module = self.module;
        let scalars = || module.operands(op).chain(module.results(op).iter().copied());
        match module.kind(op) {
            OpKind::Load => self.see_load(op),
            OpKind::Store => self.see_store(op),
            OpKind::Constant if module.ty(module.result(op)).as_scalar().is_some() => Ok(Role::Scalar),
            OpKind::Dim | OpKind::GetGlobal if self.is_uniform(op) => Ok(Role::Scalar),
            OpKind::AffineApply => {
                if self.values.see_index_op(op) {
                    Ok(Role::Scalar)
                } else {
                    Err(Blocker::Gather(op))
                }
            }
            OpKind::Unary(_)
            | OpKind::Binary(_)
            | OpKind::Ternary(_)
            | OpKind::Pair(PairOp::SinCos)
            | OpKind::Compare { .. }
            | OpKind::Select
            | OpKind::Cast(_)
                if scalars().all(|v| module.ty(v).as_scalar().is_some()) =>
            {
                self.see_elementwise(op)
            }
            _ => Err(Blocker::UnsupportedOp(op)),
        }
    }

    fn see_elementwise(&mut self, op: Op) -> Result<Role, Blocker> {
        let module = self.module;
        if let OpKind::Binary(kind) = module.kind(op)
            && kind.may_trap()
            && !is_safe_divisor(module, kind, module.operand(op, 1))
        {
            return Err(Blocker::MayTrap(op));
        }
        let is_index = module.results(op).iter().all(|&v| *module.ty(v) == Type::INDEX);
        if if is_index { self.values.see_index_op(op) } else { self.is_uniform(op) } {
            return Ok(Role::Scalar);
        }
        for v in module.operands(op).chain(module.results(op).iter().copied()) {
            self.see_element(op, v, true)?;
        }
        for &v in module.results(op) {
            self.values.set_varying(v);
        }
        Ok(Role::Widen)
    }

    /// Vectors of the element type of `value` there will be.
    fn see_element(&mut self, op: Op, value: Value, may_be_bit: bool) -> Result<(), Blocker> {
        match self.module.ty(value).elem().map_or(0, |e| e.bits()) {
            1 if may_be_bit => {}
            bits @ (32 | 64) => self.widest = self.widest.max(bits),
            _ => return Err(Blocker::NarrowElement(op)),
        }
        Ok(())
    }

    /// Remembers the access whose buffer is operand `at`; gives how much each index grows.
    fn see_access(&mut self, op: Op, at: usize) -> Result<Vec<i64>, Blocker> {
        let module = self.module;
        let buffer = module.operand(op, at);
        let linear = |v| self.values.linear(v).ok_or(Blocker::Gather(op));
        let indices: Vec<_> = module.operands(op).skip(at + 1).map(linear).collect::<Result<_, _>>()?;
        let steps = indices.iter().map(|l| self.values.step(l)).collect();
        self.accesses.push(Access { op, buffer, indices });
        Ok(steps)
    }

    /// True if steps of the indices by these go to the next element in memory.
    fn is_unit(&self, buffer: Value, steps: &[i64]) -> Result<bool, ()> {
        let strides = self.module.ty(buffer).as_memref().and_then(|t| t.strides_and_offset()).ok_or(())?.0;
        let Some((last, others)) = steps.split_last() else {
            return Ok(false);
        };
        Ok(*last == 1 && strides.last() == Some(&1) && others.iter().all(|s| *s == 0))
    }

    fn see_load(&mut self, op: Op) -> Result<Role, Blocker> {
        let steps = self.see_access(op, 0)?;
        if steps.iter().all(|s| *s == 0) {
            return Ok(Role::Scalar);
        }
        let is_unit = self.is_unit(self.module.operand(op, 0), &steps).map_err(|()| Blocker::Gather(op))?;
        self.see_element(op, self.module.result(op), false)?;
        self.values.set_varying(self.module.result(op));
        Ok(if is_unit { Role::Load } else { Role::LoadLanes(steps) })
    }

    fn see_store(&mut self, op: Op) -> Result<Role, Blocker> {
        let steps = self.see_access(op, 1)?;
        if steps.iter().all(|s| *s == 0) {
            return Err(Blocker::InvariantStore(op));
        }
        if !self.is_unit(self.module.operand(op, 1), &steps).map_err(|()| Blocker::Gather(op))? {
            return Err(Blocker::StridedStore(op));
        }
        self.see_element(op, self.module.operand(op, 0), false)?;
        Ok(Role::Store)
    }

    fn check_dependences(&self, trip: i64) -> Result<(), Blocker> {
        let is_store = |a: &&Access| self.module.kind(a.op) == OpKind::Store;
        for store in self.accesses.iter().filter(is_store) {
            for other in self.accesses.iter().filter(|a| a.op != store.op) {
                let is_independent = if store.buffer == other.buffer {
                    self.never_meet(store, other, trip)
                } else {
                    !may_overlap(self.module, store.buffer, other.buffer)
                };
                if !is_independent {
                    return Err(Blocker::MayAlias(store.op, other.op));
                }
            }
        }
        Ok(())
    }

    /// True if two accesses of one buffer touch a common element in the same iteration only, or never.
    fn never_meet(&self, a: &Access, b: &Access, trip: i64) -> bool {
        let distances: Vec<_> = a.indices.iter().zip(&b.indices).map(|(a, b)| a.plus(b, -1)?.as_const()).collect();
        // The store moves to another element in every iteration, so the same element is the same iteration.
        let same = distances.iter().all(|d| *d == Some(0));
        same || distances.iter().zip(&a.indices).any(|(distance, index)| match (distance, self.values.step(index)) {
            (None | Some(0), _) => false,
            (Some(_), 0) => true,
            // A store's step is 0 or 1: it writes neighbours.
            (Some(d), _) => d.checked_abs().is_none_or(|d| d >= trip),
        })
    }
}

/// True if no dividend makes the division stop the program.
fn is_safe_divisor(module: &Module, kind: BinaryOp, divisor: Value) -> bool {
    let is_unsigned = matches!(kind, BinaryOp::DivUI | BinaryOp::CeilDivUI | BinaryOp::RemUI);
    module.constant_int(divisor).is_some_and(|c| c != 0 && (is_unsigned || c != -1))
}
