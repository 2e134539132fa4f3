//! Affine expressions and maps, simplified as they are built, by the rules mlir-opt applies when it parses.
//!
//! An expression over dims `d0…` and symbols `s0…` with `+ * mod floordiv ceildiv` and constants. The constructors keep
//! the normal form, so structural equality is the equality that passes rely on.

mod map;
mod print;
mod strides;

pub use map::AffineMap;
use std::sync::Arc;

/// The operators. `Mod`, `FloorDiv` and `CeilDiv` have a right side that is positive wherever it is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AffineOp {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

/// An affine (or semi-affine) expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    /// Dimension `dN`.
    Dim(u32),
    /// Symbol `sN`.
    Symbol(u32),
    /// An integer.
    Const(i64),
    /// `lhs op rhs`, in normal form: build with the methods of this type, never directly.
    Binary(AffineOp, Arc<(AffineExpr, AffineExpr)>),
}

use AffineExpr::{Binary, Const, Dim, Symbol};

impl AffineExpr {
    fn raw(op: AffineOp, lhs: Self, rhs: Self) -> Self {
        Binary(op, Arc::new((lhs, rhs)))
    }

    /// The constant, if this is one.
    pub fn as_const(&self) -> Option<i64> {
        if let Const(c) = self { Some(*c) } else { None }
    }

    /// The dim, if this is a plain `dN`.
    pub fn as_dim(&self) -> Option<usize> {
        if let Dim(d) = self { Some(*d as usize) } else { None }
    }

    fn as_binary(&self, op: AffineOp) -> Option<(&Self, &Self)> {
        match self {
            Binary(o, args) if *o == op => Some((&args.0, &args.1)),
            _ => None,
        }
    }

    /// True if no dim occurs.
    pub fn is_symbolic_or_const(&self) -> bool {
        !self.any(&mut |e| matches!(e, Dim(_)))
    }

    /// True if `dim` occurs.
    pub fn uses_dim(&self, dim: usize) -> bool {
        self.any(&mut |e| e.as_dim() == Some(dim))
    }

    /// True if any sub-expression satisfies `test`.
    pub fn any(&self, test: &mut impl FnMut(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Binary(_, args) => args.0.any(test) || args.1.any(test),
                _ => false,
            }
    }

    /// The largest integer that is known to divide every value of this expression.
    pub fn largest_known_divisor(&self) -> u64 {
        match self {
            Dim(_) | Symbol(_) => 1,
            Const(c) => c.unsigned_abs(),
            Binary(op, args) => {
                let (l, r) = (&args.0, &args.1);
                match op {
                    AffineOp::Mul => l.largest_known_divisor().wrapping_mul(r.largest_known_divisor()),
                    AffineOp::Add | AffineOp::Mod => gcd(l.largest_known_divisor(), r.largest_known_divisor()),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => match r {
                        Const(c) if *c != 0 => {
                            let d = l.largest_known_divisor();
                            if d.is_multiple_of(c.unsigned_abs()) { d / c.unsigned_abs() } else { 1 }
                        }
                        _ => 1,
                    },
                }
            }
        }
    }

    /// `self + rhs`.
    #[allow(
        clippy::should_implement_trait,
        reason = "used by value and by reference alike; operators would hide the simplification"
    )]
    pub fn add(self, rhs: Self) -> Self {
        if let (Const(a), Const(b)) = (&self, &rhs)
            && let Some(c) = a.checked_add(*b)
        {
            return Const(c);
        }
        let swap = match (&self, &rhs) {
            (Const(_), Const(_)) => false,
            (Const(_), _) => true,
            (Dim(a), Dim(b)) | (Symbol(a), Symbol(b)) => a > b,
            _ => self.is_symbolic_or_const() && !rhs.is_symbolic_or_const(),
        };
        if swap {
            return rhs.add(self);
        }
        if rhs == Const(0) {
            return self;
        }
        if let (Some((base, Const(a))), Const(b)) = (self.as_binary(AffineOp::Add), &rhs)
            && let Some(c) = a.checked_add(*b)
        {
            return base.clone().add(Const(c));
        }
        let (l_factor, l_coeff) = self.split_coefficient();
        let (r_factor, r_coeff) = rhs.split_coefficient();
        if l_factor == r_factor
            && l_factor.as_const().is_none()
            && let Some(c) = l_coeff.checked_add(r_coeff)
        {
            return l_factor.clone().mul(Const(c));
        }
        if let Some((base, Const(c))) = self.as_binary(AffineOp::Add) {
            let c = *c;
            return base.clone().add(rhs).add(Const(c));
        }
        if let Some(modulo) = self.as_modulo_sum(&rhs) {
            return modulo;
        }
        Self::raw(AffineOp::Add, self, rhs)
    }

    /// `e * c` as `(e, c)`, anything else as `(self, 1)`.
    fn split_coefficient(&self) -> (&Self, i64) {
        match self.as_binary(AffineOp::Mul) {
            Some((e, Const(c))) => (e, *c),
            _ => (self, 1),
        }
    }

    /// `e + (e floordiv q) * -q` is `e mod q`, also where `e` is the last term of a sum.
    fn as_modulo_sum(&self, rhs: &Self) -> Option<Self> {
        let (product, Const(neg)) = rhs.as_binary(AffineOp::Mul)? else { return None };
        let (dividend, Const(q)) = product.as_binary(AffineOp::FloorDiv)? else { return None };
        if neg.checked_neg()? != *q || *q < 1 {
            return None;
        }
        if dividend == self {
            return Some(self.clone().modulo(Const(*q)));
        }
        let (head, last) = self.as_binary(AffineOp::Add)?;
        (dividend == last).then(|| head.clone().add(last.clone().modulo(Const(*q))))
    }

    /// `self * rhs`.
    #[allow(clippy::should_implement_trait, reason = "see add")]
    pub fn mul(self, rhs: Self) -> Self {
        if let (Const(a), Const(b)) = (&self, &rhs)
            && let Some(c) = a.checked_mul(*b)
        {
            return Const(c);
        }
        let both_const = matches!((&self, &rhs), (Const(_), Const(_)));
        let unsorted = matches!((&self, &rhs), (Symbol(a), Symbol(b)) if a > b);
        if !both_const && (unsorted || !rhs.is_symbolic_or_const() && self.is_symbolic_or_const() || matches!(self, Const(_))) {
            return rhs.mul(self);
        }
        match rhs {
            Const(1) => return self,
            Const(0) => return Const(0),
            _ => {}
        }
        if let (Some((base, Const(a))), Const(b)) = (self.as_binary(AffineOp::Mul), &rhs)
            && let Some(c) = a.checked_mul(*b)
        {
            return base.clone().mul(Const(c));
        }
        if let Some((base, Const(c))) = self.as_binary(AffineOp::Mul)
            && !matches!(rhs, Const(_))
        {
            let c = *c;
            return base.clone().mul(rhs).mul(Const(c));
        }
        Self::raw(AffineOp::Mul, self, rhs)
    }

    /// `self - rhs`.
    pub fn minus(self, rhs: Self) -> Self {
        self.add(rhs.mul(Const(-1)))
    }

    /// `self mod rhs`; a constant `rhs` must be positive.
    pub fn modulo(self, rhs: Self) -> Self {
        let Const(q) = rhs else { return Self::raw(AffineOp::Mod, self, rhs) };
        if q < 1 {
            return Self::raw(AffineOp::Mod, self, rhs);
        }
        if let Const(a) = self {
            return Const(a.rem_euclid(q));
        }
        let q_abs = q.unsigned_abs();
        if self.largest_known_divisor().is_multiple_of(q_abs) {
            return Const(0);
        }
        if let Some((l, r)) = self.as_binary(AffineOp::Add) {
            if l.largest_known_divisor().is_multiple_of(q_abs) {
                return r.clone().modulo(rhs);
            }
            if r.largest_known_divisor().is_multiple_of(q_abs) {
                return l.clone().modulo(rhs);
            }
        }
        if let Some((inner, Const(p))) = self.as_binary(AffineOp::Mod)
            && *p >= 1
            && p % q == 0
        {
            return inner.clone().modulo(rhs);
        }
        Self::raw(AffineOp::Mod, self, rhs)
    }

    /// `self floordiv rhs`; a constant `rhs` must be positive.
    pub fn floor_div(self, rhs: Self) -> Self {
        let Const(q) = rhs else { return Self::raw(AffineOp::FloorDiv, self, rhs) };
        if q < 1 {
            return Self::raw(AffineOp::FloorDiv, self, rhs);
        }
        if let Const(a) = self {
            return Const(a.div_euclid(q));
        }
        if q == 1 {
            return self;
        }
        if let Some((base, Const(c))) = self.as_binary(AffineOp::Mul)
            && c % q == 0
        {
            return base.clone().mul(Const(c / q));
        }
        if let Some((l, r)) = self.as_binary(AffineOp::Add) {
            let q_abs = q.unsigned_abs();
            if l.largest_known_divisor().is_multiple_of(q_abs) || r.largest_known_divisor().is_multiple_of(q_abs) {
                return l.clone().floor_div(rhs.clone()).add(r.clone().floor_div(rhs));
            }
        }
        Self::raw(AffineOp::FloorDiv, self, rhs)
    }

    /// `self ceildiv rhs`; a constant `rhs` must be positive.
    pub fn ceil_div(self, rhs: Self) -> Self {
        let Const(q) = rhs else { return Self::raw(AffineOp::CeilDiv, self, rhs) };
        if q < 1 {
            return Self::raw(AffineOp::CeilDiv, self, rhs);
        }
        if let Const(a) = self {
            return Const(a.div_euclid(q) + i64::from(a.rem_euclid(q) != 0));
        }
        if q == 1 {
            return self;
        }
        if let Some((base, Const(c))) = self.as_binary(AffineOp::Mul)
            && c % q == 0
        {
            return base.clone().mul(Const(c / q));
        }
        Self::raw(AffineOp::CeilDiv, self, rhs)
    }

    /// Applies `op`.
    pub fn binary(op: AffineOp, lhs: Self, rhs: Self) -> Self {
        match op {
            AffineOp::Add => lhs.add(rhs),
            AffineOp::Mul => lhs.mul(rhs),
            AffineOp::Mod => lhs.modulo(rhs),
            AffineOp::FloorDiv => lhs.floor_div(rhs),
            AffineOp::CeilDiv => lhs.ceil_div(rhs),
        }
    }

    /// Replaces dim `i` by `dims[i]` and symbol `i` by `symbols[i]`; what the slices do not cover stays.
    pub fn replace(&self, dims: &[Self], symbols: &[Self]) -> Self {
        match self {
            Dim(d) => dims.get(*d as usize).unwrap_or(self).clone(),
            Symbol(s) => symbols.get(*s as usize).unwrap_or(self).clone(),
            Const(_) => self.clone(),
            Binary(op, args) => {
                let (lhs, rhs) = (args.0.replace(dims, symbols), args.1.replace(dims, symbols));
                if *op == AffineOp::Add { lhs.add_sum(rhs) } else { Self::binary(*op, lhs, rhs) }
            }
        }
    }

    /// `self + rhs` with the terms of a sum `rhs` added one by one, so that the result reads back as it prints: without parentheses.
    fn add_sum(self, rhs: Self) -> Self {
        match rhs.as_binary(AffineOp::Add) {
            Some((head, last)) => self.add_sum(head.clone()).add(last.clone()),
            None => self.add(rhs),
        }
    }

    /// The value at the given dims and symbols, or `None` on overflow, a missing input, or a right side that is not positive.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Dim(d) => dims.get(*d as usize).copied(),
            Symbol(s) => symbols.get(*s as usize).copied(),
            Const(c) => Some(*c),
            Binary(op, args) => {
                let (l, r) = (args.0.eval(dims, symbols)?, args.1.eval(dims, symbols)?);
                match op {
                    AffineOp::Add => l.checked_add(r),
                    AffineOp::Mul => l.checked_mul(r),
                    _ if r < 1 => None,
                    AffineOp::Mod => Some(l.rem_euclid(r)),
                    AffineOp::FloorDiv => Some(l.div_euclid(r)),
                    AffineOp::CeilDiv => l.div_euclid(r).checked_add(i64::from(l.rem_euclid(r) != 0)),
                }
            }
        }
    }

    /// Smallest and largest value over dims in `0..extents[i]` (each at least 1), or `None` if not known.
    pub fn range(&self, extents: &[i64]) -> Option<(i64, i64)> {
        let dims: Vec<_> = extents.iter().map(|e| (*e >= 1).then_some((0, e - 1))).collect();
        self.interval(&dims, &[])
    }

    /// Bounds of the value given bounds of dims and symbols (`None`: not known), or `None` if there are none or they overflow.
    pub fn interval(&self, dims: &[Option<(i64, i64)>], symbols: &[Option<(i64, i64)>]) -> Option<(i64, i64)> {
        match self {
            Dim(d) => dims.get(*d as usize).copied().flatten(),
            Symbol(s) => symbols.get(*s as usize).copied().flatten(),
            Const(c) => Some((*c, *c)),
            Binary(op, args) => {
                let ((a, b), (c, d)) = (args.0.interval(dims, symbols)?, args.1.interval(dims, symbols)?);
                match op {
                    AffineOp::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
                    AffineOp::Mul => {
                        let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
                        Some((*all.iter().min()?, *all.iter().max()?))
                    }
                    AffineOp::Mod if c == d && c >= 1 => Some(if a >= 0 && b < c { (a, b) } else { (0, c - 1) }),
                    AffineOp::FloorDiv if c == d && c >= 1 => Some((a.div_euclid(c), b.div_euclid(c))),
                    AffineOp::CeilDiv if c == d && c >= 1 => {
                        let ceil = |x: i64| x.div_euclid(c) + i64::from(x.rem_euclid(c) != 0);
                        Some((ceil(a), ceil(b)))
                    }
                    _ => None,
                }
            }
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(i: u32) -> AffineExpr {
        Dim(i)
    }

    #[test]
    fn simplifies_as_the_field_does() {
        assert_eq!(Const(3).add(d(0)).to_string(), "d0 + 3");
        assert_eq!(d(1).mul(Const(-1)).add(d(0)).to_string(), "-d1 + d0");
        assert_eq!(d(0).minus(d(1)).to_string(), "d0 - d1");
        assert_eq!(d(0).mul(Const(2)).modulo(Const(2)), Const(0));
        assert_eq!(d(0).mul(Const(4)).floor_div(Const(2)).to_string(), "d0 * 2");
        assert_eq!(Const(2).mul(d(0).add(d(1))).to_string(), "(d0 + d1) * 2");
        assert_eq!(d(0).add(Const(2)).add(d(1)).to_string(), "d0 + d1 + 2");
        assert_eq!(d(0).minus(d(0).floor_div(Const(8)).mul(Const(8))).to_string(), "d0 mod 8");
        assert_eq!(d(0).mul(Const(3)).minus(d(0)).to_string(), "d0 * 2");
        assert_eq!(d(1).add(Const(1)).add(d(0)).to_string(), "d0 + d1 + 1");
    }

    #[test]
    fn composes_and_inverts() {
        let transpose = AffineMap::select(3, [2, 0, 1]);
        let inverse = transpose.inverse_permutation().unwrap();
        assert!(transpose.compose(&inverse).is_identity());
        assert!(inverse.compose(&transpose).is_identity());
        assert!(AffineMap::select(2, [0]).inverse_permutation().is_none());
        let sum = AffineMap::new(2, vec![d(0).add(d(1))]);
        let inner = AffineMap::new(2, vec![d(1), d(1).add(Const(2))]);
        assert_eq!(sum.compose(&inner).results[0].to_string(), "d1 * 2 + 2");
    }

    #[test]
    fn ranges_bound_the_values() {
        let e = d(0).mul(Const(2)).add(d(1)).minus(Const(3));
        assert_eq!(e.range(&[4, 3]), Some((-3, 5)));
        assert_eq!(d(0).range(&[0]), None);
    }
}
