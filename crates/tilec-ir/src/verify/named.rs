//! What the named structured ops require beyond the maps they imply.

use super::{Check, list, shapes_agree};
use crate::affine::{AffineExpr, AffineMap};
use crate::named::Named;
use crate::op::{OpKind, StructuredOp};
use crate::types::Type;

/// True if the results are distinct plain dims, or 0.
fn takes_plain_dims(map: &AffineMap) -> bool {
    let dims: Vec<_> = map.results.iter().filter(|e| e.as_const() != Some(0)).cloned().collect();
    AffineMap { results: dims.into(), ..map.clone() }.is_projected_permutation()
}

/// True if a map may stand in for the usual one of an input of a matrix product (loops m, n, k, or b, m, n, k): the same dims transposed,
/// the batch in front, or of fewer, with k.
fn is_input_map(map: &AffineMap, usual: &AffineMap, left: bool) -> bool {
    let dims: Vec<_> = map.results.iter().filter_map(AffineExpr::as_dim).collect();
    let (k, batched) = (map.dims as usize - 1, map.dims == 4);
    let full = dims.len() == usual.results.len();
    map.results.iter().all(|e| usual.results.contains(e))
        && match dims[..] {
            _ if full => !batched || dims[0] == 0,
            [only] => only == k,
            [0 | 1, last] if left => last == k,
            [first, last] => first == 0 && last == k || first == k && last == 2,
            _ => false,
        }
}

impl Check<'_, '_> {
    /// Numbers of operands, attributes, and what else a name says. False if the maps cannot be relied on.
    pub(super) fn named_shape(&mut self) -> bool {
        let OpKind::Structured(which) = self.module.kind(self.op) else { return false };
        match which {
            StructuredOp::Generic => true,
            StructuredOp::Elementwise => self.elementwise_maps(),
            StructuredOp::Contract => self.contraction(),
            StructuredOp::Map => self.map_op(),
            StructuredOp::Reduce => self.reduction(),
            StructuredOp::Named(named) => self.operand_counts(named.num_inputs()) && self.own_maps(named),
            StructuredOp::Fill => {
                if !self.operand_counts(1) {
                    return false;
                }
                let (value, output) = (self.operand_type(0), self.operand_type(1));
                self.require(value.as_scalar().is_some() && value.elem() == output.elem(), || {
                    format!("expected a fill value of the output's element type, but found {value} for {output}")
                })
            }
            StructuredOp::Transpose => self.operand_counts(1) && self.permutation(),
            StructuredOp::Broadcast => self.operand_counts(1) && self.added_dims(),
        }
    }

    fn operand_counts(&mut self, wanted: usize) -> bool {
        let (inputs, outputs) = (self.module.group_range(self.op, 0).len(), self.module.group_range(self.op, 1).len());
        let wanted_inputs = if wanted == 1 { "one input".into() } else { format!("{wanted} inputs") };
        self.require(inputs == wanted && outputs == 1, || {
            format!("expected {wanted_inputs} and one output, but found {inputs} and {outputs}")
        })
    }

    fn operand_rank(&self, i: usize) -> usize {
        self.operand_type(i).shape().map_or(0, <[i64]>::len)
    }

    fn permutation(&mut self) -> bool {
        let permutation = self.ints("permutation");
        let rank = self.operand_rank(0);
        let mut sorted = permutation.to_vec();
        sorted.sort_unstable();
        let ok = permutation.len() == rank && sorted.iter().copied().eq(0..rank as i64);
        if !self
            .require(ok, || format!("expected a permutation of the {rank} dimensions of the input, but found {permutation:?}"))
        {
            return false;
        }
        let source = self.operand_type(0).shape().unwrap_or(&[]);
        let expected: Vec<_> = permutation.iter().filter_map(|&d| source.get(usize::try_from(d).ok()?).copied()).collect();
        self.output_shape(&expected)
    }

    /// The output, operand 1, has exactly this shape.
    fn output_shape(&mut self, expected: &[i64]) -> bool {
        let found = self.operand_type(1).shape().unwrap_or(&[]);
        self.require(found == expected, || format!("expected an output of shape {}, but found {}", list(expected), list(found)))
    }

    fn added_dims(&mut self) -> bool {
        let added = self.ints("dimensions");
        let (from, to) = (self.operand_rank(0), self.operand_rank(1));
        let mut distinct = added.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let ok = distinct.len() == added.len() && added.iter().all(|d| (0..to as i64).contains(d)) && from + added.len() == to;
        if !self.require(ok, || {
            format!(
                "expected dimensions to be the {} the output has more than the input, but found {added:?}",
                to.saturating_sub(from)
            )
        }) {
            return false;
        }
        let (source, dest) = (self.operand_type(0), self.operand_type(1).shape().unwrap_or(&[]));
        let mut rest = source.shape().unwrap_or(&[]).iter().copied();
        let expected: Vec<_> =
            (0..to).filter_map(|d| if added.contains(&(d as i64)) { Some(dest[d]) } else { rest.next() }).collect();
        let shaped =
            self.require(source.as_scalar().is_none(), || format!("expected a tensor or buffer as input, but found {source}"));
        shaped && self.output_shape(&expected)
    }

    /// Elementwise maps are projected permutations, the output has all loops.
    fn elementwise_maps(&mut self) -> bool {
        let Some(payload) = self.module.implied_payload(self.op) else {
            self.fail("has no kind that is known");
            return false;
        };
        if !self.operand_counts(payload.num_inputs()) {
            return false;
        }
        let maps = self.stated_maps();
        let fits = maps.iter().all(takes_plain_dims) && maps.last().is_none_or(AffineMap::is_permutation);
        self.require(fits, || "expected indexing maps of plain dims and zeros, that of the output with all dims".into())
    }

    /// Each map takes plain dims; some loop is summed over.
    fn contraction(&mut self) -> bool {
        if !self.operand_counts(2) {
            return false;
        }
        let maps = self.stated_maps();
        if !self.require(maps.len() == 3, || format!("expected 3 indexing maps, one an operand, but found {}", maps.len())) {
            return false;
        }
        let plain = maps.iter().all(AffineMap::is_projected_permutation);
        if !self.require(plain, || "expected indexing maps of plain dims, each at most once".into()) {
            return false;
        }
        let mut summed = false;
        for d in 0..maps[0].dims as usize {
            let [a, b, out] = [0, 1, 2].map(|i| maps[i].uses_dim(d));
            summed |= a && b && !out;
            if !self.require(out || a && b, || format!("expected loop {d} in the output or in both inputs")) {
                return false;
            }
        }
        self.require(summed, || "expected a loop that both inputs have and the output has not".into())
    }

    /// Maps that a named op states itself: the inputs' take dims that the usual ones take too, or leave some out.
    fn own_maps(&mut self, named: Named) -> bool {
        let maps = self.stated_maps();
        if maps.is_empty() {
            return true;
        }
        let usual = named.maps(self.operand_rank(self.module.num_operands(self.op) - 1), &[], &[]);
        if !self.require(maps.len() == usual.len(), || {
            format!("expected {} indexing maps, one an operand, but found {}", usual.len(), maps.len())
        }) {
            return false;
        }
        let mut ok = true;
        for (i, (map, usual)) in maps.iter().zip(&usual).enumerate() {
            let known = map.dims == usual.dims && map.is_projected_permutation();
            let fits = known && if i == 2 { usual.dims == 3 || map == usual } else { is_input_map(map, usual, i == 0) };
            ok &= self.require(fits, || {
                format!("expected indexing map {i} to be {usual}, transposed or of fewer dims, but found {map}")
            });
        }
        ok
    }

    fn stated_maps(&self) -> Vec<AffineMap> {
        let maps = self.attr("indexing_maps").and_then(crate::Attr::as_array).unwrap_or(&[]);
        maps.iter().filter_map(|m| m.as_map().cloned()).collect()
    }

    fn map_op(&mut self) -> bool {
        let outputs = self.module.group_range(self.op, 1).len();
        if !self.require(outputs == 1, || format!("expected one output, but found {outputs}")) {
            return false;
        }
        let types = self.operand_types();
        let shape = |t: &Type| t.shape().map(<[i64]>::to_vec).unwrap_or_default();
        let output = types.last().map(|t| shape(t)).unwrap_or_default();
        let mut ok = true;
        for (i, ty) in types.iter().enumerate() {
            ok &= self.require(shapes_agree(&shape(ty), &output), || {
                format!("expected operand {i} of the output's shape {}, but found {ty}", list(&output))
            });
        }
        ok
    }

    fn reduction(&mut self) -> bool {
        let (inputs, outputs) = (self.group_types(0), self.group_types(1));
        if !self.require(inputs.len() == outputs.len() && !inputs.is_empty(), || {
            format!("expected as many inputs as outputs, but found {} and {}", inputs.len(), outputs.len())
        }) {
            return false;
        }
        let from = inputs[0].shape().unwrap_or(&[]);
        let dims = self.ints("dimensions");
        let inside = dims.iter().all(|d| (0..from.len() as i64).contains(d)) && dims.windows(2).all(|w| w[0] < w[1]);
        if !self.require(inside, || {
            format!("expected dimensions below {}, each above the one before, but found {}", from.len(), list(dims))
        }) {
            return false;
        }
        let kept: Vec<_> = (0..from.len()).filter(|d| !dims.contains(&(*d as i64))).map(|d| from[d]).collect();
        let mut ok = true;
        for (i, ty) in inputs.iter().enumerate() {
            ok &= self.require(shapes_agree(ty.shape().unwrap_or(&[]), from), || {
                format!("expected input {i} of the first input's shape {}, but found {ty}", list(from))
            });
        }
        for (i, ty) in outputs.iter().enumerate() {
            ok &= self.require(shapes_agree(ty.shape().unwrap_or(&[]), &kept), || {
                format!(
                    "expected output {i} of shape {}, that of the input without dimensions {}, but found {ty}",
                    list(&kept),
                    list(dims)
                )
            });
        }
        ok
    }
}
