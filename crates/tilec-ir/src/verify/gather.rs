//! `tensor.gather` and `tensor.scatter`.

use super::{Check, list};
use crate::op::OpKind;
use crate::types::ScalarType;

impl Check<'_, '_> {
    /// Slices of a whole tensor, one for each position: the shape of the positions without their last dimension, then that of the whole with
    /// the gathered dimensions 1, or left out.
    pub(super) fn gather(&mut self) {
        let scatter = self.module.kind(self.op) == OpKind::Scatter;
        let (whole, slices, positions, name) = if scatter {
            (self.operand_type(1), self.operand_type(0), self.operand_type(2), "scatter_dims")
        } else {
            (self.operand_type(0), self.result_type(0), self.operand_type(1), "gather_dims")
        };
        let (Some(from), Some(part), Some(at)) = (whole.as_tensor(), slices.as_tensor(), positions.as_tensor()) else {
            return self.fail(format!("expected ranked tensors, but found {whole}, {slices} and {positions}"));
        };
        self.require(from.elem == part.elem, || format!("expected one element type, but found {whole} and {slices}"));
        let index = at.elem == ScalarType::Index || matches!(at.elem, ScalarType::Int(_));
        self.require(index, || format!("expected positions that are signless integers or index, but found {positions}"));
        let dims = self.ints(name);
        let increasing = dims.windows(2).all(|w| w[0] < w[1]) && dims.iter().all(|d| (0..from.shape.len() as i64).contains(d));
        let rank = from.shape.len();
        if !self.require(!dims.is_empty() && increasing, || {
            format!("expected {name} to be increasing dimensions below {rank}, at least one, but found {}", list(dims))
        }) {
            return;
        }
        let Some((&last, batch)) = at.shape.split_last() else {
            return self.fail("expected positions of at least one dimension");
        };
        self.require(usize::try_from(last) == Ok(dims.len()), || {
            format!("expected positions of {} coordinates in their last dimension, but found {positions}", dims.len())
        });
        let gathered = |d: usize| dims.contains(&(d as i64));
        let kept = |full: bool| {
            let extents = from.shape.iter().enumerate().filter(move |(d, _)| full || !gathered(*d));
            batch.iter().copied().chain(extents.map(move |(d, n)| if gathered(d) { 1 } else { *n })).collect::<Vec<_>>()
        };
        let (full, reduced) = (kept(true), kept(false));
        self.require(part.shape == full || part.shape == reduced, || {
            format!("expected slices of shape {} or {}, but found {}", list(&full), list(&reduced), list(&part.shape))
        });
        if scatter {
            let result = self.result_type(0);
            self.require(result == whole, || format!("expected a result of type {whole}, but found {result}"));
            let unique = self.attr("unique").is_some();
            self.require(unique, || "expected 'unique': of several slices for one position, which counts is open".into());
        }
    }
}
