//! `linalg.softmax`, `linalg.pack` and `linalg.unpack`.

use super::{Check, list, shapes_agree};
use crate::attr::Attr;
use crate::types::{DYNAMIC, Type};

impl Check<'_, '_> {
    pub(super) fn softmax(&mut self) {
        let (input, output) = (self.operand_type(0), self.operand_type(1));
        let kind = |t: &Type| (t.as_tensor().is_some(), t.as_memref().is_some());
        let shaped = kind(input) == kind(output) && (input.as_tensor().is_some() || input.as_memref().is_some());
        if !self.require(shaped, || format!("expected two tensors or two buffers, but found {input} and {output}")) {
            return;
        }
        self.require(input.elem() == output.elem(), || format!("expected one element type, but found {input} and {output}"));
        let (from, to) = (input.shape().unwrap_or(&[]), output.shape().unwrap_or(&[]));
        self.require(shapes_agree(from, to), || format!("expected an output of shape {}, but found {}", list(from), list(to)));
        let rank = from.len();
        let dim = self.attr("dimension").and_then(Attr::as_int).unwrap_or(-1);
        self.require(usize::try_from(dim).is_ok_and(|d| d < rank), || {
            format!("expected a dimension below {rank}, but found {dim}")
        });
        let expected: Vec<_> = [output].into_iter().filter(|t| t.as_tensor().is_some()).collect();
        self.same_types("result", &expected, &self.result_types(), "as the output is");
    }

    pub(super) fn pack(&mut self, unpack: bool) {
        let (source, dest) = (self.operand_type(0), self.operand_type(1));
        let (Some(from), Some(to)) = (source.as_tensor(), dest.as_tensor()) else {
            return self.fail(format!("expected ranked tensors, but found {source} and {dest}"));
        };
        self.require(from.elem == to.elem, || format!("expected one element type, but found {source} and {dest}"));
        let (plain, packed) = if unpack { (&to.shape, &from.shape) } else { (&from.shape, &to.shape) };
        let (outer, inner) = (self.ints("outer_dims_perm"), self.ints("inner_dims_pos"));
        let tiles = self.ints("static_inner_tiles");
        let rank = plain.len();
        let distinct = |dims: &[i64]| {
            let mut sorted = dims.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == dims.len() && dims.iter().all(|d| (0..rank as i64).contains(d))
        };
        let mut ok = self.require(distinct(inner), || {
            format!("expected inner_dims_pos to be distinct dimensions of {rank}, but found {}", list(inner))
        });
        ok &= self.require(outer.is_empty() || outer.len() == rank && distinct(outer), || {
            format!("expected outer_dims_perm to be a permutation of {rank} dimensions, but found {}", list(outer))
        });
        ok &= self.require(tiles.len() == inner.len(), || {
            format!("expected {} inner_tiles, one for each of inner_dims_pos, but found {}", inner.len(), tiles.len())
        });
        ok &= self.require(packed.len() == rank + tiles.len(), || {
            format!("expected a packed tensor of {} dimensions, but found {}", rank + tiles.len(), packed.len())
        });
        ok &= self.require(tiles.iter().all(|t| *t > 0 || *t == DYNAMIC), || {
            format!("expected positive inner_tiles, but found {}", list(tiles))
        });
        let (dynamic, found) =
            (tiles.iter().filter(|t| **t == DYNAMIC).count(), self.module.group_named(self.op, "inner_tiles").len());
        ok &= self.require(dynamic == found, || {
            format!("expected {dynamic} operands for the inner_tiles that are not constant, but found {found}")
        });
        if ok {
            self.packed_shape(unpack, plain, packed);
        }
        if let Some(value) = self.module.group_named(self.op, "padding_value").first() {
            let (found, expected) = (self.module.ty(*value), Type::Scalar(from.elem));
            self.require(*found == expected, || format!("expected a padding value of type {expected}, but found {found}"));
        }
    }

    /// The outer dimensions count the tiles, the inner ones are the tiles; without a padding value all tiles are full.
    fn packed_shape(&mut self, unpack: bool, plain: &[i64], packed: &[i64]) {
        let (outer, inner) = (self.ints("outer_dims_perm"), self.ints("inner_dims_pos"));
        let tiles = self.ints("static_inner_tiles");
        let at = |d: i64| usize::try_from(d).unwrap_or(0);
        let mut counts = plain.to_vec();
        let mut full = true;
        for (&d, &tile) in inner.iter().zip(tiles) {
            let size = plain[at(d)];
            let known = size != DYNAMIC && tile != DYNAMIC;
            full &= !known || size % tile == 0;
            counts[at(d)] = if known { (size + tile - 1) / tile } else { DYNAMIC };
        }
        let mut expected: Vec<_> = counts.clone();
        for (i, &d) in outer.iter().enumerate() {
            expected[i] = counts[at(d)];
        }
        expected.extend(tiles);
        let (rank, fits) = (plain.len(), shapes_agree(&expected, packed));
        let same_tiles = *tiles == packed[rank..];
        self.require(fits && same_tiles, || {
            format!("expected a packed tensor of shape {}, but found {}", list(&expected), list(packed))
        });
        let padded = !self.module.group_named(self.op, "padding_value").is_empty();
        self.require(unpack || padded || full, || "expected a padding value, as the tiles do not divide the source".to_string());
    }
}
