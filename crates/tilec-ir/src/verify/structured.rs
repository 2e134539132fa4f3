//! Structured ops: maps, iterators, shapes, body.

use super::Check;
use crate::affine::{AffineExpr, AffineMap};
use crate::op::{OpKind, StructuredOp};
use crate::structured::bounds_are_inferable;
use crate::types::{DYNAMIC, Type};

impl Check<'_> {
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
        let outputs = (inputs..count).map(|i| self.operand_type(i)).filter(|t| t.as_tensor().is_some());
        let expected: Vec<_> = outputs.collect();
        let found: Vec<_> = (0..self.module.results(self.op).len()).map(|i| self.result_type(i)).collect();
        if expected != found {
            let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
            self.fail(format!("expected results of the output types ({}), but found ({})", list(&expected), list(&found)));
            return false;
        }
        true
    }

    /// What the named ops require beyond the maps they imply.
    fn named_shape(&mut self) -> bool {
        let OpKind::Structured(which) = self.module.kind(self.op) else { return false };
        let (inputs, outputs) = (self.module.group_range(self.op, 0).len(), self.module.group_range(self.op, 1).len());
        match which {
            StructuredOp::Generic
            | StructuredOp::Elementwise
            | StructuredOp::Contract
            | StructuredOp::Map
            | StructuredOp::Reduce => true,
            StructuredOp::Broadcast => {
                if !self.require(inputs == 1 && outputs == 1, || {
                    format!("expected one input and one output, but found {inputs} and {outputs}")
                }) {
                    return false;
                }
                let added = self.module.int_array(self.op, "dimensions").to_vec();
                let rank = |i: usize| self.operand_type(i).shape().map_or(0, <[i64]>::len);
                let (from, to) = (rank(0), rank(1));
                let mut distinct = added.clone();
                distinct.sort_unstable();
                distinct.dedup();
                let ok =
                    distinct.len() == added.len() && added.iter().all(|d| (0..to as i64).contains(d)) && from + added.len() == to;
                self.require(ok, || {
                    format!(
                        "expected dimensions to be the {} the output has more than the input, but found {added:?}",
                        to.saturating_sub(from)
                    )
                })
            }
            StructuredOp::Named(named) => {
                let wanted = named.num_inputs();
                self.require(inputs == wanted && outputs == 1, || {
                    format!("expected {wanted} inputs and one output, but found {inputs} and {outputs}")
                })
            }
            StructuredOp::Fill => {
                if !self.require(inputs == 1 && outputs == 1, || {
                    format!("expected one input and one output, but found {inputs} and {outputs}")
                }) {
                    return false;
                }
                let (value, output) = (self.operand_type(0), self.operand_type(1));
                self.require(value.as_scalar().is_some() && value.elem() == output.elem(), || {
                    format!("expected a fill value of the output's element type, but found {value} for {output}")
                })
            }
            StructuredOp::Transpose => {
                if !self.require(inputs == 1 && outputs == 1, || {
                    format!("expected one input and one output, but found {inputs} and {outputs}")
                }) {
                    return false;
                }
                let permutation = self.module.int_array(self.op, "permutation");
                let rank = self.operand_type(0).shape().map_or(0, <[i64]>::len);
                let mut sorted = permutation.to_vec();
                sorted.sort_unstable();
                let ok = permutation.len() == rank && sorted.iter().copied().eq(0..rank as i64);
                self.require(ok, || {
                    format!("expected a permutation of the {rank} dimensions of the input, but found {permutation:?}")
                })
            }
        }
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

    /// Static extents: one size per loop, and every composite index inside its operand.
    fn extents_agree(&mut self, maps: &[AffineMap]) {
        let view = self.module.structured(self.op).expect("a structured op");
        let (sources, extents) = (view.loop_sources(), view.extents());
        for (d, places) in sources.iter().enumerate() {
            let size = |&(operand, dim): &(usize, usize)| self.operand_type(operand).shape().map_or(DYNAMIC, |s| s[dim]);
            let sized: Vec<_> = places.iter().map(|p| (*p, size(p))).filter(|(_, s)| *s != DYNAMIC).collect();
            if let Some((((a, _), first), ((b, dim), other))) =
                sized.first().and_then(|f| sized.iter().find(|(_, s)| *s != f.1).map(|o| (*f, *o)))
            {
                self.fail(format!("loop {d} is {first} from operand {a}, but dimension {dim} of operand {b} is {other}"));
            }
        }
        if extents.contains(&DYNAMIC) || extents.contains(&0) {
            return;
        }
        for (i, map) in maps.iter().enumerate() {
            let ty = self.operand_type(i);
            for (dim, expr) in map.results.iter().enumerate().filter(|(_, e)| !matches!(e, AffineExpr::Dim(_))) {
                let size = ty.shape().map_or(DYNAMIC, |s| s[dim]);
                if let Some((low, high)) = expr.range(&extents) {
                    self.require(low >= 0, || {
                        format!("indexing map {i} reaches index {low} in dimension {dim} of operand {i}: {map}")
                    });
                    self.require(size == DYNAMIC || high < size, || {
                        format!("indexing map {i} reaches index {high} in dimension {dim} of operand {i}, which has size {size}: {map}")
                    });
                }
            }
        }
    }

    /// Arguments are the operands' elements; the yield has one element per output; nothing but scalar ops inside.
    fn body(&mut self, maps: &[AffineMap]) {
        let region = self.module.regions(self.op)[0];
        let Some(&block) = self.module.region_blocks(region).first() else { return self.fail("has no body") };
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
        let Some(end) = self.module.terminator(block).filter(|&t| self.module.kind(t) == OpKind::Yield) else {
            return self.fail("expected the body to end with linalg.yield");
        };
        let outputs: Vec<_> = self.module.group_range(self.op, 1).map(|i| self.operand_type(i)).collect();
        let yielded: Vec<_> = self.module.operands(end).map(|v| self.module.ty(v).clone()).collect();
        if self.require(yielded.len() == outputs.len(), || {
            format!("expected {} yielded values, one an output, but found {}", outputs.len(), yielded.len())
        }) {
            for (i, (found, output)) in yielded.iter().zip(&outputs).enumerate() {
                let expected = output.elem().map_or(Type::None, Type::from);
                self.require(*found == expected, || format!("expected yielded value {i} of type {expected}, but found {found}"));
            }
        }
    }

    pub(super) fn loop_index(&mut self) {
        let ty = self.result_type(0);
        self.require(ty == Type::INDEX, || format!("expected a result of type index, but found {ty}"));
        let Some(owner) = self.module.parent_op(self.op).and_then(|o| self.module.structured(o)) else {
            return self.fail("expected to stand directly in the body of a structured op");
        };
        let loops = owner.iterators().len();
        let dim = self.module.attr(self.op, "dim").and_then(crate::Attr::as_int).unwrap_or(-1);
        self.require(usize::try_from(dim).is_ok_and(|d| d < loops), || {
            format!("expected a loop number below {loops}, but found {dim}")
        });
    }

    pub(super) fn for_loop(&mut self) {
        let ty = self.operand_type(0);
        self.require(ty.as_scalar().is_some_and(crate::ScalarType::is_signless_or_index), || {
            format!("expected integer or index bounds, but found {ty}")
        });
        for i in 1..3 {
            let found = self.operand_type(i);
            self.require(found == ty, || format!("expected bounds and step of one type, {ty}, but found {found}"));
        }
        if let Some(step) = self.module.constant_int(self.module.operand(self.op, 2)) {
            self.require(step > 0, || format!("expected a positive step, but found {step}"));
        }
        let region = self.module.regions(self.op)[0];
        let Some(&block) = self.module.region_blocks(region).first() else { return self.fail("has no body") };
        let carried: Vec<_> = self.module.group(self.op, 3).map(|v| self.module.ty(v).clone()).collect();
        let args: Vec<_> = self.module.block_args(block).iter().map(|&v| self.module.ty(v).clone()).collect();
        let results: Vec<_> = self.module.results(self.op).iter().map(|&v| self.module.ty(v).clone()).collect();
        let expected: Vec<_> = std::iter::once(ty).chain(carried.iter().cloned()).collect();
        self.require(args == expected, || {
            "expected the body's arguments to be the induction variable and the carried values".into()
        });
        self.require(results == carried, || "expected results of the carried values' types".into());
        let Some(end) = self.module.terminator(block).filter(|&t| self.module.kind(t) == OpKind::Yield) else {
            return self.fail("expected the body to end with scf.yield");
        };
        let yielded: Vec<_> = self.module.operands(end).map(|v| self.module.ty(v).clone()).collect();
        self.require(yielded == carried, || "expected the yielded values to have the carried values' types".into());
    }

    pub(super) fn affine_apply(&mut self) {
        let Some(map) = self.module.attr(self.op, "map").and_then(crate::Attr::as_map) else { return self.fail("has no map") };
        let (inputs, found) = ((map.dims + map.symbols) as usize, self.module.num_operands(self.op));
        let one = map.num_results() == 1;
        self.require(one && inputs == found, || format!("expected a map of {found} inputs and one result"));
    }
}
