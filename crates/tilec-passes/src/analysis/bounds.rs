//! Bounds of index values: from types, from loops, and from affine arithmetic, in which induction variables cancel.
//!
//! A bound is asked of a linear form. Its leaves are replaced one by one: an induction variable by its first or last value, a minimum or
//! maximum by what it is chosen from, until what is left has bounds of its own. So `-i + n` for `i = 0 to n` is at least 1, and for
//! `i = 0 to 64 step 32` `-i + 64` is at least 32. What holds of numbers without bounds holds of affine ops, which have no value if they
//! overflow; `arith` ops wrap, so they are looked into only where they certainly do not.

use super::linear::{Leaf, Linear};
use std::cell::Cell;
use tilec_ir::affine::AffineOp;
use tilec_ir::scalar_op::{BinaryOp, CastOp};
use tilec_ir::{AffineExpr, Attr, DYNAMIC, Module, Op, OpKind, Type, Value, ValueDef};

/// How many forms and values are looked at for one answer.
const FUEL: u32 = 200;

/// What an induction variable goes through: `lower`, `lower + step`, … below `upper`. Of several lower bounds the greatest counts, of several
/// upper bounds the least.
#[derive(Clone, Debug)]
pub struct Induction {
    /// The lower bounds.
    pub lower: Vec<Linear>,
    /// The upper bounds.
    pub upper: Vec<Linear>,
    /// The step, if it is constant; positive.
    pub step: Option<i64>,
}

/// What `value` goes through, if it is an induction variable of type `index`.
pub fn induction(module: &Module, value: Value) -> Option<Induction> {
    let ValueDef::Arg(block, i) = module.def(value) else { return None };
    let (owner, i) = (module.block_owner(block)?, i as usize);
    let exact = |v: Value| Linear::exact(module, v);
    let (lower, upper, step) = match module.kind(owner) {
        OpKind::For if i == 0 && *module.ty(value) == Type::INDEX && module.attr(owner, "unsignedCmp").is_none() => {
            let bound = |n: usize| vec![exact(module.operand(owner, n))];
            (bound(0), bound(1), module.constant_int(module.operand(owner, 2)))
        }
        OpKind::AffineFor if i == 0 => {
            let step = module.attr(owner, "step").and_then(Attr::as_int);
            (affine_bounds(module, owner, 0, "lowerBoundMap")?, affine_bounds(module, owner, 1, "upperBoundMap")?, step)
        }
        OpKind::Forall => {
            let names = [("staticLowerBound", 0), ("staticUpperBound", 1), ("staticStep", 2)];
            let [lower, upper, step] = names.map(|(attr, group)| mixed(module, owner, attr, group, i));
            (vec![lower?], vec![upper?], step?.as_const())
        }
        OpKind::Parallel => {
            let bound = |group: usize| module.group(owner, group).nth(i);
            (vec![exact(bound(0)?)], vec![exact(bound(1)?)], module.constant_int(bound(2)?))
        }
        _ => return None,
    };
    Some(Induction { lower, upper, step: step.filter(|s| *s > 0) })
}

fn affine_bounds(module: &Module, op: Op, group: usize, attr: &str) -> Option<Vec<Linear>> {
    let map = module.attr(op, attr)?.as_map()?;
    let operands: Vec<Value> = module.group(op, group).collect();
    map.results.iter().map(|e| Linear::of_expr(module, e, &operands, map.dims as usize)).collect()
}

/// Entry `i` of a list of constants with operands for what is not constant.
fn mixed(module: &Module, op: Op, attr: &str, group: usize, i: usize) -> Option<Linear> {
    let constants = module.int_array(op, attr);
    match *constants.get(i)? {
        DYNAMIC => {
            let before = constants[..i].iter().filter(|c| **c == DYNAMIC).count();
            Some(Linear::exact(module, module.group(op, group).nth(before)?))
        }
        constant => Some(Linear::constant(constant)),
    }
}

/// Answers questions about the index values of a module.
pub struct Bounds<'m> {
    module: &'m Module,
    /// An induction variable of which more is known than its loop says.
    assumed: Option<(Value, Induction)>,
    fuel: Cell<u32>,
}

impl<'m> Bounds<'m> {
    /// Of the values of this module.
    pub fn new(module: &'m Module) -> Self {
        Self { module, assumed: None, fuel: Cell::new(0) }
    }

    /// The same, if an induction variable goes through this and not what its loop says.
    #[must_use]
    pub fn assume(self, value: Value, induction: Induction) -> Self {
        Self { assumed: Some((value, induction)), ..self }
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    fn induction(&self, value: Value) -> Option<Induction> {
        match &self.assumed {
            Some((assumed, known)) if *assumed == value => Some(known.clone()),
            _ => induction(self.module, value),
        }
    }

    /// A number that the form is never below.
    pub fn least(&self, form: &Linear) -> Option<i64> {
        self.fuel.set(FUEL);
        self.low(form)
    }

    /// A number that the form is never above.
    pub fn greatest(&self, form: &Linear) -> Option<i64> {
        self.least(&negated(form)?)?.checked_neg()
    }

    /// Numbers that an index value is never below and never above.
    pub fn of(&self, value: Value) -> (Option<i64>, Option<i64>) {
        let form = Linear::exact(self.module, value);
        (self.least(&form), self.greatest(&form))
    }

    /// True if `a` is certainly never above `b`.
    pub fn is_at_most(&self, a: &Linear, b: &Linear) -> bool {
        b.plus(a, -1).and_then(|d| self.least(&d)).is_some_and(|d| d >= 0)
    }

    /// True if the form is certainly a multiple of `step`.
    pub fn is_multiple(&self, form: &Linear, step: i64) -> bool {
        self.fuel.set(FUEL);
        step != 0 && self.remainder(form, step) == Some(0)
    }

    fn spend(&self) -> Option<()> {
        self.fuel.set(self.fuel.get().checked_sub(1)?);
        Some(())
    }

    fn low(&self, form: &Linear) -> Option<i64> {
        self.spend()?;
        // What is made last first: what it is made of can then cancel other terms.
        let mut terms: Vec<&(Leaf, i64)> = form.terms().iter().collect();
        terms.sort_by_cached_key(|(leaf, _)| std::cmp::Reverse(self.rank(leaf)));
        for (leaf, c) in terms {
            let choice = match leaf {
                Leaf::Value(value) => self.choice(*value, *c > 0),
                Leaf::Expr(e, operands) => match self.quotient(form, leaf, *c, e, operands) {
                    Some(bound) => return Some(bound),
                    None => None,
                },
            };
            let Some(choice) = choice else { continue };
            let rest = form.plus(&Linear::leaf(leaf.clone()), c.checked_neg()?)?;
            let lows = choice.forms.iter().map(|f| rest.plus(f, *c).and_then(|f| self.low(&f)));
            return if choice.all { lows.collect::<Option<Vec<i64>>>()?.into_iter().min() } else { lows.flatten().max() };
        }
        form.terms().iter().try_fold(form.offset(), |sum, (leaf, c)| {
            let bound = match leaf {
                Leaf::Value(value) => self.value(*value, *c > 0),
                Leaf::Expr(e, operands) => self.expr(e, operands, *c > 0),
            };
            sum.checked_add(bound?.checked_mul(*c)?)
        })
    }

    /// Greater for what is made later: results after induction variables, those of inner loops after those of outer ones.
    fn rank(&self, leaf: &Leaf) -> (u32, usize, u64) {
        let Leaf::Value(value) = leaf else { return (1, 0, 0) };
        let owner = self.module.value_block(*value).and_then(|b| self.module.block_owner(b));
        let depth = std::iter::successors(owner, |&o| self.module.parent_op(o)).count();
        match self.module.defining_op(*value) {
            Some(op) => (2, depth, self.module.position(op)),
            None => (0, depth, 0),
        }
    }

    /// A lower bound of a form of which `c · (e floordiv n)` or `c · (e ceildiv n)` is a term, where `n` divides `c`: by `e`, which the other
    /// terms may cancel, or by the quotient itself.
    fn quotient(&self, form: &Linear, leaf: &Leaf, c: i64, e: &AffineExpr, operands: &[Value]) -> Option<i64> {
        let AffineExpr::Binary(op, args) = e else { return None };
        let n = args.1.as_const().filter(|n| *n > 0 && c % n == 0)?;
        let dividend = Linear::of_expr(self.module, &args.0, operands, operands.len())?;
        // How much more or less than `e` the quotient times `n` can be.
        let off = match (op, c > 0) {
            (AffineOp::FloorDiv, true) => 1 - n,
            (AffineOp::CeilDiv, false) => n - 1,
            (AffineOp::FloorDiv | AffineOp::CeilDiv, _) => 0,
            _ => return None,
        };
        let rest = form.plus(&Linear::leaf(leaf.clone()), c.checked_neg()?)?;
        let by_dividend = || self.low(&rest.plus(&dividend.plus(&Linear::constant(off), 1)?, c / n)?);
        let by_itself = || self.low(&rest)?.checked_add(self.expr(e, operands, c > 0)?.checked_mul(c)?);
        by_dividend().max(by_itself())
    }

    /// Forms that say more than a value: bounds below it (`low`) or above it.
    fn choice(&self, value: Value, low: bool) -> Option<Choice> {
        let module = self.module;
        let exact = |i: usize, op: Op| Linear::exact(module, module.operand(op, i));
        let Some(op) = module.defining_op(value) else {
            let induction = self.induction(value)?;
            let forms = if low { induction.lower } else { self.last(&induction) };
            return Some(Choice { forms, all: false });
        };
        match module.kind(op) {
            OpKind::AffineExtremum { max } => {
                let map = module.attr(op, "map")?.as_map()?;
                let operands: Vec<Value> = module.operands(op).collect();
                let form = |e: &AffineExpr| Linear::of_expr(module, e, &operands, map.dims as usize);
                Some(Choice { forms: map.results.iter().map(form).collect::<Option<_>>()?, all: max != low })
            }
            OpKind::Binary(BinaryOp::MinSI) => Some(Choice { forms: vec![exact(0, op), exact(1, op)], all: low }),
            OpKind::Binary(BinaryOp::MaxSI) => Some(Choice { forms: vec![exact(0, op), exact(1, op)], all: !low }),
            OpKind::Select if *module.ty(value) == Type::INDEX => {
                Some(Choice { forms: vec![exact(1, op), exact(2, op)], all: true })
            }
            _ => None,
        }
    }

    /// Forms that the last value of an induction variable is not above; exact where the distance of the bounds is known up to steps.
    fn last(&self, induction: &Induction) -> Vec<Linear> {
        let from = |upper: &Linear| {
            let rest = match (&induction.lower[..], induction.step) {
                ([lower], Some(step)) => {
                    upper.plus(lower, -1).and_then(|d| self.remainder(&d, step)).map_or(1, |r| if r == 0 { step } else { r })
                }
                _ => 1,
            };
            upper.plus(&Linear::constant(rest), -1)
        };
        induction.upper.iter().filter_map(from).collect()
    }

    /// What is left of the form after whole steps, if that is the same whatever the values are.
    fn remainder(&self, form: &Linear, step: i64) -> Option<i64> {
        let whole = form
            .terms()
            .iter()
            .all(|(leaf, c)| c.checked_mul(i64::try_from(self.divisor(leaf, step)).unwrap_or(1)).is_some_and(|c| c % step == 0));
        whole.then(|| form.offset().rem_euclid(step))
    }

    /// A number up to `most` that divides every value of the leaf.
    fn divisor(&self, leaf: &Leaf, most: i64) -> u64 {
        let most = most.unsigned_abs();
        let value = match leaf {
            Leaf::Value(value) => *value,
            Leaf::Expr(e, _) => return gcd(e.largest_known_divisor(), most),
        };
        if self.spend().is_none() {
            return 1;
        }
        let of = |form: &Linear| {
            let terms = form.terms().iter().map(|(leaf, c)| {
                let d = self.divisor(leaf, i64::try_from(most).unwrap_or(1));
                gcd(d.checked_mul(c.unsigned_abs()).unwrap_or(d), most)
            });
            terms.fold(gcd(form.offset().unsigned_abs(), most), gcd)
        };
        if let Some(Induction { lower, step: Some(step), .. }) = self.induction(value) {
            return lower.iter().map(of).fold(gcd(step.unsigned_abs(), most), gcd);
        }
        match self.module.defining_op(value).map(|op| self.module.kind(op)) {
            Some(OpKind::AffineExtremum { .. }) => {
                self.choice(value, true).map_or(1, |c| c.forms.iter().map(of).fold(0, gcd).max(1))
            }
            _ => 1,
        }
    }

    /// The least (`low`) or greatest value of what is not looked into.
    fn value(&self, value: Value, low: bool) -> Option<i64> {
        self.spend()?;
        let module = self.module;
        let op = module.defining_op(value)?;
        match module.kind(op) {
            OpKind::Dim => {
                let dim = usize::try_from(module.constant_int(module.operand(op, 1))?).ok()?;
                match *module.ty(module.operand(op, 0)).shape()?.get(dim)? {
                    DYNAMIC => low.then_some(0),
                    extent => Some(extent),
                }
            }
            OpKind::Binary(kind) if *module.ty(value) == Type::INDEX => {
                let both = |i: usize| self.both(module.operand(op, i));
                let (least, greatest) = arithmetic(kind, both(0)?, both(1)?)?;
                Some(if low { least } else { greatest })
            }
            OpKind::Cast(kind @ (CastOp::IndexCast | CastOp::IndexCastUI)) if *module.ty(value) == Type::INDEX => {
                let bits = module.ty(module.operand(op, 0)).as_scalar()?.bits();
                let (least, greatest) = match kind {
                    CastOp::IndexCast if bits < 64 => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
                    CastOp::IndexCastUI if bits < 63 => (0, (1i64 << bits) - 1),
                    _ => return None,
                };
                Some(if low { least } else { greatest })
            }
            _ => None,
        }
    }

    fn both(&self, value: Value) -> Option<(i64, i64)> {
        let form = Linear::exact(self.module, value);
        Some((self.low(&form)?, self.low(&negated(&form)?)?.checked_neg()?))
    }

    /// The least (`low`) or greatest value of an expression that is not linear: a remainder or a quotient by a constant.
    fn expr(&self, e: &AffineExpr, operands: &[Value], low: bool) -> Option<i64> {
        let AffineExpr::Binary(op, args) = e else { return None };
        let divisor = args.1.as_const().filter(|d| *d > 0)?;
        let dividend = Linear::of_expr(self.module, &args.0, operands, operands.len())?;
        let bound = || if low { self.low(&dividend) } else { self.low(&negated(&dividend)?)?.checked_neg() };
        match op {
            AffineOp::Mod => Some(if low { 0 } else { divisor - 1 }),
            AffineOp::FloorDiv => Some(bound()?.div_euclid(divisor)),
            AffineOp::CeilDiv => bound().map(|b| b.div_euclid(divisor) + i64::from(b.rem_euclid(divisor) != 0)),
            AffineOp::Add | AffineOp::Mul => None,
        }
    }
}

/// What a value is bounded by: by all of the forms together, or by any one.
struct Choice {
    forms: Vec<Linear>,
    all: bool,
}

fn negated(form: &Linear) -> Option<Linear> {
    Linear::default().plus(form, -1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Bounds of an operation that does not wrap within these bounds.
fn arithmetic(op: BinaryOp, (a, b): (i64, i64), (c, d): (i64, i64)) -> Option<(i64, i64)> {
    match op {
        BinaryOp::AddI => Some((a.checked_add(c)?, b.checked_add(d)?)),
        BinaryOp::SubI => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        BinaryOp::MulI => {
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some((*all.iter().min()?, *all.iter().max()?))
        }
        _ => None,
    }
}
