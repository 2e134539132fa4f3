//! Index values as linear forms of other values: how far apart are two positions.

use tilec_ir::affine::AffineOp;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, Attr, Module, OpKind, Value};

/// What a linear form is a sum of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A value that is not looked into.
    Value(Value),
    /// An expression that is not linear, of these operands, all as dims.
    Expr(AffineExpr, Vec<Value>),
}

/// `Σ coefficient · leaf + constant`; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    terms: Vec<(Leaf, i64)>,
    constant: i64,
}

/// How many ops are looked into for one value: beyond, a value is a leaf.
const MAX_OPS: usize = 64;

impl Linear {
    /// A number.
    pub fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// One leaf.
    pub fn leaf(leaf: Leaf) -> Self {
        Self { terms: vec![(leaf, 1)], constant: 0 }
    }

    /// The form of an index value: sums and products with constants are looked into. It is equal to the value as 64-bit numbers are, which
    /// wrap.
    pub fn of(module: &Module, value: Value) -> Self {
        Reader { module, wraps: true, left: MAX_OPS }.value(value)
    }

    /// The form of an index value as a number without bounds: only affine ops are looked into, which have no value if they overflow.
    pub fn exact(module: &Module, value: Value) -> Self {
        Reader { module, wraps: false, left: MAX_OPS }.value(value)
    }

    /// The form of an expression of `operands`, of which the first `dims` are the dims; exact as in [`Linear::exact`]. `None` if it has more
    /// inputs than there are operands.
    pub fn of_expr(module: &Module, e: &AffineExpr, operands: &[Value], dims: usize) -> Option<Self> {
        Reader { module, wraps: false, left: MAX_OPS }.expr(e, operands, dims)
    }

    /// Leaves and coefficients.
    pub fn terms(&self) -> &[(Leaf, i64)] {
        &self.terms
    }

    /// What is added to the terms.
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The value that it is, times 1 and plus 0.
    pub fn as_value(&self) -> Option<Value> {
        match (&self.terms[..], self.constant) {
            ([(Leaf::Value(v), 1)], 0) => Some(*v),
            _ => None,
        }
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

    /// `self · other`, if one of them is a number.
    pub fn times(&self, other: &Self) -> Option<Self> {
        match (self.as_const(), other.as_const()) {
            (Some(c), _) => Self::default().plus(other, c),
            (_, Some(c)) => Self::default().plus(self, c),
            _ => None,
        }
    }

    /// The form of an integer operation; `None` if it is not linear.
    pub fn arithmetic(op: BinaryOp, a: &Self, b: &Self) -> Option<Self> {
        match op {
            BinaryOp::AddI => a.plus(b, 1),
            BinaryOp::SubI => a.plus(b, -1),
            BinaryOp::MulI => a.times(b),
            _ => None,
        }
    }

    /// The form of an affine operation; `None` if it is not linear.
    pub fn affine(op: AffineOp, a: &Self, b: &Self) -> Option<Self> {
        match op {
            AffineOp::Add => a.plus(b, 1),
            AffineOp::Mul => a.times(b),
            _ => None,
        }
    }
}

/// Looks into ops, a limited number of them.
struct Reader<'m> {
    module: &'m Module,
    /// Ops that may wrap are looked into.
    wraps: bool,
    left: usize,
}

impl Reader<'_> {
    fn value(&mut self, value: Value) -> Linear {
        let module = self.module;
        if let Some(c) = module.constant_int(value) {
            return Linear::constant(c);
        }
        let leaf = || Linear::leaf(Leaf::Value(value));
        let Some(op) = module.defining_op(value).filter(|_| self.left > 0) else { return leaf() };
        self.left -= 1;
        let form = match module.kind(op) {
            OpKind::Binary(kind) if self.wraps => {
                let (a, b) = (self.value(module.operand(op, 0)), self.value(module.operand(op, 1)));
                Linear::arithmetic(kind, &a, &b)
            }
            OpKind::AffineApply => module.attr(op, "map").and_then(Attr::as_map).and_then(|map| {
                let operands: Vec<_> = module.operands(op).collect();
                self.expr(&map.results[0], &operands, map.dims as usize)
            }),
            _ => None,
        };
        form.unwrap_or_else(leaf)
    }

    fn expr(&mut self, e: &AffineExpr, operands: &[Value], dims: usize) -> Option<Linear> {
        match e {
            AffineExpr::Dim(d) => Some(self.value(*operands.get(*d as usize)?)),
            AffineExpr::Symbol(s) => Some(self.value(*operands.get(dims + *s as usize)?)),
            AffineExpr::Const(c) => Some(Linear::constant(*c)),
            AffineExpr::Binary(op, args) => {
                let (a, b) = (self.expr(&args.0, operands, dims)?, self.expr(&args.1, operands, dims)?);
                // Not linear, but equal for equal operands.
                Linear::affine(*op, &a, &b)
                    .or_else(|| Some(Linear::leaf(Leaf::Expr(as_dims(e, operands, dims), operands.to_vec()))))
            }
        }
    }
}

/// The expression with every input a dim, numbered as the operands are.
fn as_dims(e: &AffineExpr, operands: &[Value], dims: usize) -> AffineExpr {
    let symbols: Vec<_> = (dims..operands.len()).map(|i| AffineExpr::Dim(u32::try_from(i).expect("few operands"))).collect();
    e.replace(&[], &symbols)
}
