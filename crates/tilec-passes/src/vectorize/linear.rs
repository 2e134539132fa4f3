//! Index values as linear forms: which address does an access have in the next iteration, and how far apart are two.

use std::collections::{HashMap, HashSet};
use tilec_ir::affine::AffineOp;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, AffineMap, Attr, Block, Module, Op, OpKind, Value};

/// What a linear form is a sum of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Leaf {
    Value(Value),
    /// An expression that is not linear, of these operands.
    Expr(AffineExpr, Vec<Value>),
}

/// `Σ coefficient · leaf + constant`; no coefficient is zero.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    terms: Vec<(Leaf, i64)>,
    constant: i64,
}

impl Linear {
    fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    fn leaf(leaf: Leaf) -> Self {
        Self { terms: vec![(leaf, 1)], constant: 0 }
    }

    /// The value, if it is known.
    pub fn as_const(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The coefficient of a value.
    pub fn coefficient(&self, value: Value) -> i64 {
        self.terms.iter().find(|(leaf, _)| *leaf == Leaf::Value(value)).map_or(0, |(_, c)| *c)
    }

    /// `self + factor · other`, or `None` on overflow.
    pub fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (leaf, c) in &other.terms {
            let c = c.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|(l, _)| l == leaf) {
                Some((_, old)) => *old = old.checked_add(c)?,
                None => sum.terms.push((leaf.clone(), c)),
            }
        }
        sum.terms.retain(|(_, c)| *c != 0);
        Some(sum)
    }
}

/// How a value changes from one iteration of a loop to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Not at all.
    Uniform,
    /// An index value that grows by this much, which is not 0.
    Linear(i64),
    /// In any way.
    Varying,
}

/// The values of one loop body, as far as they have been looked at.
pub struct Values<'m> {
    module: &'m Module,
    iv: Value,
    /// Values of the body that are linear forms.
    linear: HashMap<Value, Linear>,
    /// Values of the body that are neither linear nor uniform.
    varying: HashSet<Value>,
}

impl<'m> Values<'m> {
    /// Knows the induction variable of the loop with this body.
    pub fn new(module: &'m Module, body: Block) -> Self {
        let iv = module.block_args(body)[0];
        Self { module, iv, linear: HashMap::new(), varying: HashSet::new() }
    }

    /// The coefficient of the induction variable.
    pub fn step(&self, form: &Linear) -> i64 {
        form.coefficient(self.iv)
    }

    /// States that a value of the body is of no particular form.
    pub fn set_varying(&mut self, value: Value) {
        self.varying.insert(value);
    }

    /// How a value changes.
    pub fn change(&self, value: Value) -> Change {
        if self.varying.contains(&value) {
            return Change::Varying;
        }
        match self.linear(value).map_or(0, |l| self.step(&l)) {
            0 => Change::Uniform,
            c => Change::Linear(c),
        }
    }

    /// The linear form of an index value; `None` if it is varying.
    pub fn linear(&self, value: Value) -> Option<Linear> {
        if self.varying.contains(&value) {
            return None;
        }
        if let Some(form) = self.linear.get(&value) {
            return Some(form.clone());
        }
        Some(match self.module.constant_int(value) {
            Some(c) => Linear::constant(c),
            None => Linear::leaf(Leaf::Value(value)),
        })
    }

    /// Looks at an index computation of the body. True if its result is uniform or linear; else the caller decides.
    pub fn see_index_op(&mut self, op: Op) -> bool {
        let module = self.module;
        let form = match module.kind(op) {
            OpKind::AffineApply => module.attr(op, "map").and_then(Attr::as_map).and_then(|m| self.apply(op, m)),
            OpKind::Binary(kind) => self.arithmetic(kind, module.operand(op, 0), module.operand(op, 1)),
            _ => None,
        };
        if let Some(form) = form {
            self.linear.insert(module.result(op), form);
            return true;
        }
        module.operands(op).all(|v| self.change(v) == Change::Uniform)
    }

    fn arithmetic(&self, kind: BinaryOp, a: Value, b: Value) -> Option<Linear> {
        let (a, b) = (self.linear(a)?, self.linear(b)?);
        match kind {
            BinaryOp::AddI => a.plus(&b, 1),
            BinaryOp::SubI => a.plus(&b, -1),
            BinaryOp::MulI => product(&a, &b),
            _ => None,
        }
    }

    fn apply(&self, op: Op, map: &AffineMap) -> Option<Linear> {
        let operands: Vec<_> = self.module.operands(op).collect();
        self.expr(&map.results[0], &operands, map.dims as usize)
    }

    fn expr(&self, expr: &AffineExpr, operands: &[Value], dims: usize) -> Option<Linear> {
        match expr {
            AffineExpr::Dim(d) => self.linear(*operands.get(*d as usize)?),
            AffineExpr::Symbol(s) => self.linear(*operands.get(dims + *s as usize)?),
            AffineExpr::Const(c) => Some(Linear::constant(*c)),
            AffineExpr::Binary(op, args) => {
                let (a, b) = (self.expr(&args.0, operands, dims)?, self.expr(&args.1, operands, dims)?);
                let form = match op {
                    AffineOp::Add => a.plus(&b, 1),
                    AffineOp::Mul => product(&a, &b),
                    _ => None,
                };
                // Not linear, but the same in every iteration, is as good as a value from outside.
                let is_uniform = self.step(&a) == 0 && self.step(&b) == 0;
                form.or_else(|| is_uniform.then(|| Linear::leaf(Leaf::Expr(expr.clone(), operands.to_vec()))))
            }
        }
    }
}

fn product(a: &Linear, b: &Linear) -> Option<Linear> {
    match (a.as_const(), b.as_const()) {
        (Some(c), _) => Linear::default().plus(b, c),
        (_, Some(c)) => Linear::default().plus(a, c),
        _ => None,
    }
}
