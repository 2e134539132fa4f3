//! Index values as linear forms: which address does an access have in the next iteration, and how far apart are two.

use crate::analysis::linear::{Leaf, Linear};
use std::collections::{HashMap, HashSet};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, AffineMap, Attr, Block, Module, Op, OpKind, Value};

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
        Linear::arithmetic(kind, &a, &b)
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
                let form = Linear::affine(*op, &a, &b);
                // Not linear, but the same in every iteration, is as good as a value from outside.
                let is_uniform = self.step(&a) == 0 && self.step(&b) == 0;
                form.or_else(|| is_uniform.then(|| Linear::leaf(Leaf::Expr(expr.clone(), operands.to_vec()))))
            }
        }
    }
}
