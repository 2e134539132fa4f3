//! Index values as linear forms of other values: how far apart are two positions.

use tilec_ir::affine::AffineOp;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, Attr, Module, OpKind, Value};

/// What a linear form is a sum of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A value that is not looked into.
    Value(Value),
    /// An expression that is not linear, of these operands.
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

    /// The form of an index value: sums and products with constants are looked into.
    pub fn of(module: &Module, value: Value) -> Self {
        of(module, value, &mut MAX_OPS.clone())
    }

    /// The form of an affine expression of operands, dims first.
    pub fn of_expr(module: &Module, e: &AffineExpr, operands: &[Value], dims: usize) -> Option<Self> {
        expr(module, e, operands, dims, &mut MAX_OPS.clone())
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

fn of(module: &Module, value: Value, left: &mut usize) -> Linear {
    if let Some(c) = module.constant_int(value) {
        return Linear::constant(c);
    }
    let leaf = || Linear::leaf(Leaf::Value(value));
    let Some(op) = module.defining_op(value).filter(|_| *left > 0) else { return leaf() };
    *left -= 1;
    let form = match module.kind(op) {
        OpKind::Binary(kind) => {
            let (a, b) = (of(module, module.operand(op, 0), left), of(module, module.operand(op, 1), left));
            Linear::arithmetic(kind, &a, &b)
        }
        OpKind::AffineApply => module.attr(op, "map").and_then(Attr::as_map).and_then(|map| {
            let operands: Vec<_> = module.operands(op).collect();
            expr(module, &map.results[0], &operands, map.dims as usize, left)
        }),
        _ => None,
    };
    form.unwrap_or_else(leaf)
}

fn expr(module: &Module, e: &AffineExpr, operands: &[Value], dims: usize, left: &mut usize) -> Option<Linear> {
    match e {
        AffineExpr::Dim(d) => Some(of(module, *operands.get(*d as usize)?, left)),
        AffineExpr::Symbol(s) => Some(of(module, *operands.get(dims + *s as usize)?, left)),
        AffineExpr::Const(c) => Some(Linear::constant(*c)),
        AffineExpr::Binary(op, args) => {
            let (a, b) = (expr(module, &args.0, operands, dims, left)?, expr(module, &args.1, operands, dims, left)?);
            // Not linear, but equal for equal operands.
            Linear::affine(*op, &a, &b).or_else(|| Some(Linear::leaf(Leaf::Expr(e.clone(), operands.to_vec()))))
        }
    }
}
