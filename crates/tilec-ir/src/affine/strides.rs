//! Layout maps that are offset and strides.

use super::{AffineExpr, AffineMap, AffineOp};
use crate::types::DYNAMIC;

impl AffineMap {
    /// Strides and offset of a layout map of `rank` dimensions whose one result is a sum of dims times factors; [`DYNAMIC`] where a
    /// symbol decides. `None` for any other map.
    pub fn strides_and_offset(&self, rank: usize) -> Option<(Vec<i64>, i64)> {
        let [result] = &self.results[..] else { return None };
        if self.dims as usize != rank {
            return None;
        }
        let mut terms = vec![AffineExpr::Const(0); rank + 1];
        collect(result, &AffineExpr::Const(1), &mut terms)?;
        let mut values: Vec<_> = terms.iter().map(|t| t.as_const().unwrap_or(DYNAMIC)).collect();
        let offset = values.pop()?;
        Some((values, offset))
    }
}

/// Adds `expr * factor` to the strides in `terms`, or to the offset, the last.
fn collect(expr: &AffineExpr, factor: &AffineExpr, terms: &mut [AffineExpr]) -> Option<()> {
    match expr {
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) | AffineExpr::Const(_) => {
            let (at, term) = match expr.as_dim() {
                Some(d) => (d, factor.clone()),
                None => (terms.len() - 1, expr.clone().mul(factor.clone())),
            };
            let slot = terms.get_mut(at)?;
            *slot = std::mem::replace(slot, AffineExpr::Const(0)).add(term);
            Some(())
        }
        AffineExpr::Binary(AffineOp::Add, args) => {
            collect(&args.0, factor, terms)?;
            collect(&args.1, factor, terms)
        }
        AffineExpr::Binary(AffineOp::Mul, args) => {
            let (scale, rest) = if args.1.is_symbolic_or_const() { (&args.1, &args.0) } else { (&args.0, &args.1) };
            if !scale.is_symbolic_or_const() {
                return None;
            }
            collect(rest, &factor.clone().mul(scale.clone()), terms)
        }
        AffineExpr::Binary(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dims: usize, symbols: u32, result: AffineExpr) -> Option<(Vec<i64>, i64)> {
        AffineMap { symbols, ..AffineMap::new(dims, vec![result]) }.strides_and_offset(dims)
    }

    #[test]
    fn sums_of_scaled_dims_are_strides() {
        let (i, j) = (AffineExpr::Dim(0), AffineExpr::Dim(1));
        let (s, t) = (AffineExpr::Symbol(0), AffineExpr::Symbol(1));
        let c = AffineExpr::Const;
        assert_eq!(of(2, 0, i.clone().mul(c(8)).add(j.clone()).add(c(3))), Some((vec![8, 1], 3)));
        assert_eq!(of(2, 2, i.clone().mul(s.clone()).add(j.clone()).add(t.mul(c(2)))), Some((vec![DYNAMIC, 1], DYNAMIC)));
        assert_eq!(of(2, 0, i.clone().add(j.clone()).mul(c(4))), Some((vec![4, 4], 0)));
        assert_eq!(of(2, 1, i.clone().add(s)), Some((vec![1, 0], DYNAMIC)));
        assert_eq!(of(1, 0, i.clone().floor_div(c(2))), None);
        assert_eq!(of(1, 0, i.modulo(c(2))), None);
        assert_eq!(AffineMap::identity(2).strides_and_offset(2), None);
    }
}
