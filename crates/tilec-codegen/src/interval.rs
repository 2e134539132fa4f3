//! Bounds of index values, from loop bounds and index arithmetic.

use std::cell::Cell;
use tilec_ir::scalar_op::{BinaryOp, CastOp};
use tilec_ir::{AffineMap, Attr, DYNAMIC, Module, Op, OpKind, SecondaryMap, Type, Value, ValueDef};

/// How many ops an index is traced through, on all ways together.
const FUEL: u32 = 48;

/// Smallest and largest value.
pub(crate) type Interval = (i64, i64);

/// What is known of the values of a function.
pub(crate) struct Intervals<'a> {
    module: &'a Module,
    /// Integer constants that are not the result of a constant op.
    known: &'a SecondaryMap<Value, Option<i64>>,
    fuel: Cell<u32>,
}

impl<'a> Intervals<'a> {
    /// With constants that the module alone does not tell.
    pub(crate) fn new(module: &'a Module, known: &'a SecondaryMap<Value, Option<i64>>) -> Self {
        Self { module, known, fuel: Cell::new(0) }
    }

    /// Bounds of an integer value wherever it is used; `None` if nothing is known.
    pub(crate) fn of(&self, value: Value) -> Option<Interval> {
        self.fuel.set(FUEL);
        self.trace(value)
    }

    /// Bounds of the result of a map of one result.
    pub(crate) fn of_map(&self, map: &AffineMap, operands: &[Value]) -> Option<Interval> {
        self.fuel.set(FUEL);
        self.map(map, operands, false)
    }

    fn constant(&self, value: Value) -> Option<i64> {
        self.known[value].or_else(|| self.module.constant_int(value))
    }

    fn trace(&self, value: Value) -> Option<Interval> {
        if let Some(constant) = self.constant(value) {
            return Some((constant, constant));
        }
        self.fuel.set(self.fuel.get().checked_sub(1)?);
        let op = match self.module.def(value) {
            ValueDef::Arg(block, i) => return self.induction(self.module.block_owner(block)?, i as usize),
            ValueDef::Result(op, _) => op,
        };
        let operand = |i: usize| self.trace(self.module.operand(op, i));
        let is_index = *self.module.ty(value) == Type::INDEX;
        match self.module.kind(op) {
            kind @ (OpKind::AffineApply | OpKind::AffineExtremum { .. }) => {
                let map = self.module.attr(op, "map")?.as_map()?;
                let operands: Vec<Value> = self.module.operands(op).collect();
                self.map(map, &operands, kind == OpKind::AffineExtremum { max: true })
            }
            OpKind::Binary(binary) if is_index => of_binary(binary, operand(0)?, operand(1)?),
            OpKind::Select if is_index => {
                let ((a, b), (c, d)) = (operand(1)?, operand(2)?);
                Some((a.min(c), b.max(d)))
            }
            OpKind::Dim => {
                let dim = usize::try_from(self.constant(self.module.operand(op, 1))?).ok()?;
                let extent = *self.module.ty(self.module.operand(op, 0)).shape()?.get(dim)?;
                Some(if extent == DYNAMIC { (0, i64::MAX) } else { (extent, extent) })
            }
            OpKind::Cast(CastOp::IndexCast) if is_index => {
                let from = self.module.ty(self.module.operand(op, 0)).elem()?;
                (from.bits() < 64).then(|| (-(1i64 << (from.bits() - 1)), (1i64 << (from.bits() - 1)) - 1))
            }
            OpKind::Cast(CastOp::IndexCastUI) if is_index => {
                let from = self.module.ty(self.module.operand(op, 0)).elem()?;
                (from.bits() < 63).then(|| (0, (1i64 << from.bits()) - 1))
            }
            _ => None,
        }
    }

    /// The least (or greatest) result of a map.
    fn map(&self, map: &AffineMap, operands: &[Value], max: bool) -> Option<Interval> {
        let inputs: Vec<_> = operands.iter().map(|&v| self.trace(v)).collect();
        let (dims, symbols) = inputs.split_at_checked(map.dims as usize)?;
        let all: Vec<Interval> = map.results.iter().map(|r| r.interval(dims, symbols)).collect::<Option<_>>()?;
        all.into_iter().reduce(|(a, b), (c, d)| if max { (a.max(c), b.max(d)) } else { (a.min(c), b.min(d)) })
    }

    /// Bounds of argument `i` of the body of a loop, if it is an induction variable.
    fn induction(&self, owner: Op, i: usize) -> Option<Interval> {
        let module = self.module;
        match module.kind(owner) {
            OpKind::For if i == 0 && module.attr(owner, "unsignedCmp").is_none() => {
                let bound = |i: usize| self.trace(module.operand(owner, i));
                let step = self.constant(module.operand(owner, 2));
                between(bound(0)?, bound(1)?, step)
            }
            OpKind::AffineFor if i == 0 => {
                let bound = |group: usize, attr: &str, max: bool| {
                    let operands: Vec<Value> = module.group(owner, group).collect();
                    self.map(module.attr(owner, attr)?.as_map()?, &operands, max)
                };
                let step = module.attr(owner, "step").and_then(Attr::as_int);
                between(bound(0, "lowerBoundMap", true)?, bound(1, "upperBoundMap", false)?, step)
            }
            OpKind::Forall => {
                let names = [("staticLowerBound", 0), ("staticUpperBound", 1), ("staticStep", 2)];
                let [lower, upper, step] = names.map(|(attr, group)| self.mixed(owner, attr, group, i));
                between(lower?, upper?, step.filter(|(low, high)| low == high).map(|(step, _)| step))
            }
            OpKind::Parallel => {
                let bound = |group: usize| module.group(owner, group).nth(i);
                let step = bound(2).and_then(|v| self.constant(v));
                between(self.trace(bound(0)?)?, self.trace(bound(1)?)?, step)
            }
            _ => None,
        }
    }

    /// Entry `i` of a list of constants with values for what is not constant.
    fn mixed(&self, op: Op, attr: &str, group: usize, i: usize) -> Option<Interval> {
        let constants = self.module.int_array(op, attr);
        match *constants.get(i)? {
            DYNAMIC => {
                let before = constants[..i].iter().filter(|c| **c == DYNAMIC).count();
                self.trace(self.module.group(op, group).nth(before)?)
            }
            constant => Some((constant, constant)),
        }
    }
}

fn of_binary(op: BinaryOp, (a, b): Interval, (c, d): Interval) -> Option<Interval> {
    match op {
        BinaryOp::AddI => Some((a.checked_add(c)?, b.checked_add(d)?)),
        BinaryOp::SubI => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        BinaryOp::MulI => {
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some((*all.iter().min()?, *all.iter().max()?))
        }
        BinaryOp::MinSI => Some((a.min(c), b.min(d))),
        BinaryOp::MaxSI => Some((a.max(c), b.max(d))),
        _ => None,
    }
}

/// What an induction variable takes between two bounds.
fn between((lower, lower_most): Interval, (_, upper): Interval, step: Option<i64>) -> Option<Interval> {
    if upper <= lower {
        // The loop never runs.
        return Some((lower, lower));
    }
    let step = step.filter(|s| *s > 0).unwrap_or(1);
    let span = upper.checked_sub(1)?.checked_sub(lower)?;
    let last = if lower == lower_most { lower + span / step * step } else { upper - 1 };
    Some((lower, last))
}
