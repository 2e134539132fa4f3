//! Affine maps.

use super::AffineExpr::{self, Dim};
use std::fmt;
use std::sync::Arc;

/// A function from dims and symbols to a list of integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// Number of dims.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// The results.
    pub results: Arc<[AffineExpr]>,
}

impl AffineMap {
    /// A map without symbols.
    pub fn new(dims: usize, results: impl Into<Arc<[AffineExpr]>>) -> Self {
        Self { dims: u32::try_from(dims).expect("few dims"), symbols: 0, results: results.into() }
    }

    /// `(d0, …, dn-1) -> (d0, …, dn-1)`.
    pub fn identity(dims: usize) -> Self {
        Self::select(dims, 0..dims)
    }

    /// The map whose results are the given dims, in order.
    pub fn select(dims: usize, picked: impl IntoIterator<Item = usize>) -> Self {
        Self::new(dims, picked.into_iter().map(|d| Dim(u32::try_from(d).expect("few dims"))).collect::<Vec<_>>())
    }

    /// Number of results.
    pub fn num_results(&self) -> usize {
        self.results.len()
    }

    /// True for `(d0, …, dn-1) -> (d0, …, dn-1)` without symbols.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && self.results.iter().enumerate().all(|(i, e)| e.as_dim() == Some(i))
    }

    /// True if the results are distinct plain dims.
    pub fn is_projected_permutation(&self) -> bool {
        let mut seen = vec![false; self.dims as usize];
        self.symbols == 0 && self.results.iter().all(|e| e.as_dim().is_some_and(|d| !std::mem::replace(&mut seen[d], true)))
    }

    /// True if the results are all the dims, each once.
    pub fn is_permutation(&self) -> bool {
        self.results.len() == self.dims as usize && self.is_projected_permutation()
    }

    /// The inverse of a permutation: result `i` of the inverse is the position of dim `i` among the results.
    pub fn inverse_permutation(&self) -> Option<Self> {
        if !self.is_permutation() {
            return None;
        }
        let position = |dim| self.results.iter().position(|e| e.as_dim() == Some(dim)).expect("a permutation has every dim");
        Some(Self::select(self.dims as usize, (0..self.dims as usize).map(position)))
    }

    /// `self ∘ inner`: applies `inner` first. The results of `inner` are as many as the dims of `self`; no symbols on either side.
    pub fn compose(&self, inner: &Self) -> Self {
        debug_assert_eq!(self.dims as usize, inner.results.len());
        let results: Vec<_> = self.results.iter().map(|e| e.replace(&inner.results, &[])).collect();
        Self { dims: inner.dims, symbols: inner.symbols, results: results.into() }
    }

    /// True if `dim` occurs in any result.
    pub fn uses_dim(&self, dim: usize) -> bool {
        self.results.iter().any(|e| e.uses_dim(dim))
    }

    /// All results at a point, or `None` as for [`AffineExpr::eval`].
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|e| e.eval(dims, symbols)).collect()
    }
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, open: &str, prefix: &str, n: u32, close: &str| {
            f.write_str(open)?;
            for i in 0..n {
                write!(f, "{}{prefix}{i}", if i > 0 { ", " } else { "" })?;
            }
            f.write_str(close)
        };
        list(f, "(", "d", self.dims, ")")?;
        if self.symbols > 0 {
            list(f, "[", "s", self.symbols, "]")?;
        }
        f.write_str(" -> (")?;
        for (i, e) in self.results.iter().enumerate() {
            write!(f, "{}{e}", if i > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}
