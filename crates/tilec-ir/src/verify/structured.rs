//! Structured ops: maps, iterators, shapes, body.

use super::Check;
use crate::affine::{AffineExpr, AffineMap};
use crate::structured::bounds_are_inferable;
use crate::types::{DYNAMIC, Type};

impl Check<'_, '_> {
    pub(super) fn structured(&mut self) {
        if !self.structured_operands() || !self.named_shape() {
            return;
        }
        let view = self.module.structured(self.op).expect("a structured op");
        let (maps, loops) = (view.maps(), view.iterators().len());
        if !self.maps_fit(&maps, loops) {
            return;
        }
        for d in 0..loops {
            let known = maps.iter().any(|m| m.results.iter().any(|e| e.as_dim() == Some(d)));
            self.require(known, || {
                format!("the extent of loop {d} cannot be found from any operand: it is no plain result of a map")
            });
        }
        if bounds_are_inferable(loops, &maps) {
            self.extents_agree(&maps);
        }
        self.body(&maps);
    }

    /// Tensors or buffers, not both; scalars only among the inputs; one result per tensor output.
    fn structured_operands(&mut self) -> bool {
        let inputs = self.module.group_range(self.op, 0).len();
        let count = self.module.num_operands(self.op);
        let (mut tensor, mut buffer, mut ok) = (None, None, true);
        for i in 0..count {
            match self.operand_type(i) {
                Type::Tensor(_) => tensor = tensor.or(Some(i)),
                Type::MemRef(_) => buffer = buffer.or(Some(i)),
                Type::Scalar(_) if i < inputs => {}
                other => {
                    let what = if i < inputs { "a scalar, tensor or buffer" } else { "a tensor or buffer" };
                    self.fail(format!("expected operand {i} to be {what}, but found {other}"));
                    ok = false;
                }
            }
        }
        ok &= self.require(count > inputs, || "expected at least one output".into());
        if let (Some(t), Some(b)) = (tensor, buffer) {
            self.fail(format!("expected all tensors or all buffers, but operand {t} is a tensor and operand {b} a buffer"));
            ok = false;
        }
        if !ok {
            return false;
        }
        let expected: Vec<_> = (inputs..count).map(|i| self.operand_type(i)).filter(|t| t.as_tensor().is_some()).collect();
        self.same_types("result", &expected, &self.result_types(), "as the tensors among the outputs")
    }

    /// One map per operand, over all loops, without symbols, with one result per dimension.
    fn maps_fit(&mut self, maps: &[AffineMap], loops: usize) -> bool {
        let operands = self.module.num_operands(self.op);
        if !self.require(maps.len() == operands, || {
            format!("expected {operands} indexing maps, one an operand, but found {}", maps.len())
        }) {
            return false;
        }
        let mut ok = true;
        for (i, map) in maps.iter().enumerate() {
            ok &= self.require(map.symbols == 0, || format!("indexing map {i} has a symbol, which is not allowed: {map}"));
            ok &= self.require(map.dims as usize == loops, || {
                format!("expected indexing map {i} over {loops} loops, one an iterator type, but found {} dims: {map}", map.dims)
            });
            let ty = self.operand_type(i);
            let rank = ty.shape().map_or(0, <[i64]>::len);
            ok &= self.require(map.num_results() == rank, || {
                format!(
                    "expected indexing map {i} to have {rank} results, the rank of operand {i} ({ty}), but found {}: {map}",
                    map.num_results()
                )
            });
        }
        ok
    }

    /// Where all loops have constant extents: one size per loop, and no index outside of its operand. As in MLIR, a loop has the extent
    /// of the first operand that has it, and nothing is said where one of these is not known.
    fn extents_agree(&mut self, maps: &[AffineMap]) {
        let view = self.module.structured(self.op).expect("a structured op");
        let types = self.operand_types();
        let size = |(operand, dim): (usize, usize)| types[operand].shape().map_or(DYNAMIC, |s| s[dim]);
        let sources = view.loop_sources();
        let extents: Vec<_> = sources.iter().map(|places| places.first().map_or(DYNAMIC, |p| size(*p))).collect();
        if extents.contains(&DYNAMIC) {
            return;
        }
        let empty = extents.contains(&0);
        for (d, places) in sources.iter().enumerate() {
            let odd = places.iter().find(|p| size(**p) != DYNAMIC && size(**p) != extents[d] && !(empty && size(**p) == 0));
            if let Some(&(b, dim)) = odd {
                let (other, a) = (size((b, dim)), places[0].0);
                self.fail(format!("loop {d} is {} from operand {a}, but dimension {dim} of operand {b} is {other}", extents[d]));
            }
        }
        for (i, map) in maps.iter().enumerate() {
            for (dim, expr) in map.results.iter().enumerate().filter(|(_, e)| e.as_dim().is_none()) {
                let size = size((i, dim));
                if size == DYNAMIC || empty && size == 0 {
                    continue;
                }
                let Some((low, high)) = corners(expr, &extents) else { continue };
                self.require(low >= 0, || {
                    format!("indexing map {i} reaches index {low} in dimension {dim} of operand {i}: {map}")
                });
                self.require(high < size, || {
                    format!(
                        "indexing map {i} reaches index {high} in dimension {dim} of operand {i}, which has size {size}: {map}"
                    )
                });
            }
        }
    }

    /// Arguments are the operands' elements; the yield has one element per output; nothing but scalar ops inside.
    fn body(&mut self, maps: &[AffineMap]) {
        let block = self.module.entry(self.op);
        let args = self.module.block_args(block).to_vec();
        if !self.require(args.len() == maps.len(), || {
            format!("expected {} body arguments, one an operand, but found {}", maps.len(), args.len())
        }) {
            return;
        }
        for (i, &arg) in args.iter().enumerate() {
            let (found, operand) = (self.module.ty(arg).clone(), self.operand_type(i));
            let expected = operand.elem().map_or(Type::None, Type::from);
            self.require(found == expected, || {
                format!("expected body argument {i} of type {expected}, the element of operand {i}, but found {found}")
            });
        }
        let outputs = self.group_types(1);
        let yielded = self.handed_on(block, 0);
        if self.require(yielded.len() == outputs.len(), || {
            format!("expected {} yielded values, one an output, but found {}", outputs.len(), yielded.len())
        }) {
            for (i, (found, output)) in yielded.iter().zip(&outputs).enumerate() {
                let expected = output.elem().map_or(Type::None, Type::from);
                self.require(**found == expected, || format!("expected yielded value {i} of type {expected}, but found {found}"));
            }
        }
    }
}

/// The least and greatest value of an expression at the corners of the loops: first and last iteration of each. If a loop is empty,
/// MLIR takes -1 for its last iteration and looks at two corners only.
fn corners(expr: &AffineExpr, extents: &[i64]) -> Option<(i64, i64)> {
    let used: Vec<_> = (0..extents.len()).filter(|d| expr.uses_dim(*d)).collect();
    let all = (1usize << used.len().min(8)) - 1;
    let picks = if extents.contains(&0) || used.len() > 8 { vec![0, all] } else { (0..=all).collect() };
    let value = |pick: usize| {
        let mut at = vec![0; extents.len()];
        for (i, &d) in used.iter().enumerate() {
            at[d] = if pick >> i.min(7) & 1 == 1 { extents[d] - 1 } else { 0 };
        }
        expr.eval(&at, &[])
    };
    let values: Option<Vec<_>> = picks.into_iter().map(value).collect();
    let values = values?;
    Some((*values.iter().min()?, *values.iter().max()?))
}
