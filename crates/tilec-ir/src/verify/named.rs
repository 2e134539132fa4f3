//! What the named structured ops require beyond the maps they imply.

use super::{Check, list, shapes_agree};
use crate::affine::AffineMap;
use crate::op::{OpKind, StructuredOp};
use crate::types::Type;

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
            StructuredOp::Named(named) => self.operand_counts(named.num_inputs()),
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
        self.require(ok, || format!("expected a permutation of the {rank} dimensions of the input, but found {permutation:?}"))
    }

    fn added_dims(&mut self) -> bool {
        let added = self.ints("dimensions");
        let (from, to) = (self.operand_rank(0), self.operand_rank(1));
        let mut distinct = added.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let ok = distinct.len() == added.len() && added.iter().all(|d| (0..to as i64).contains(d)) && from + added.len() == to;
        self.require(ok, || {
            format!(
                "expected dimensions to be the {} the output has more than the input, but found {added:?}",
                to.saturating_sub(from)
            )
        })
    }

    /// Elementwise maps are projected permutations, the output's that of all loops.
    fn elementwise_maps(&mut self) -> bool {
        let Some(payload) = self.module.implied_payload(self.op) else {
            self.fail("has no kind that is known");
            return false;
        };
        if !self.operand_counts(payload.num_inputs()) {
            return false;
        }
        let maps = self.stated_maps();
        let fits = maps.iter().all(AffineMap::is_projected_permutation) && maps.last().is_none_or(AffineMap::is_identity);
        self.require(fits, || "expected indexing maps of plain dims, that of the output with all of them in order".into())
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
        let dims = maps[0].dims as usize;
        let summed = (0..dims).any(|d| maps[0].uses_dim(d) && maps[1].uses_dim(d) && !maps[2].uses_dim(d));
        self.require(summed, || "expected a loop that both inputs have and the output has not".into())
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
