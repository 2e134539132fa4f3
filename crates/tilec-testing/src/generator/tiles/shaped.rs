//! Softmax, paddings, concatenations, packs and transpositions between producers and consumers.

use super::super::Generator;
use super::super::other::list;
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

impl Generator {
    pub(super) fn softmax_chain(&mut self) {
        let (rank, elem) = (self.rng.usize(1..=3), self.plain_float());
        let shape = self.sizes(rank);
        let source = self.made(&shape, elem);
        let (into, ty, d) = (self.empty(&shape, elem), source.ty.clone(), self.rng.usize(..rank));
        self.coverage.add("op linalg.softmax");
        let text = format!("linalg.softmax dimension({d}) ins({} : {ty}) outs({} : {ty}) -> {ty}", source.name, into.name);
        let result = self.tensor_stmt(&ty, text);
        let end = self.readers(&result);
        if let [m, k] = shape[..]
            && self.chance(30)
        {
            let right = self.made(&[k, 3], elem);
            let init = self.start(&[m, 3], elem);
            let ty = init.ty.clone();
            let text = format!(
                "linalg.matmul ins({}, {} : {}, {}) outs({} : {ty}) -> {ty}",
                end.name, right.name, end.ty, right.ty, init.name
            );
            self.tensor_stmt(&ty, text);
        }
    }

    pub(super) fn padded_chain(&mut self) {
        let (rank, elem) = (self.rng.usize(1..=3), self.plain_elem());
        let shape = self.sizes(rank);
        let source = self.made(&shape, elem);
        let result = self.pad_by(&source, 4);
        self.readers(&result);
    }

    /// `tensor.pad` by less than `most` on each side.
    fn pad_by(&mut self, source: &Value, most: i64) -> Value {
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        let elem = source.ty.elem().expect("an element type");
        let low: Vec<i64> = shape.iter().map(|_| self.rng.i64(0..most)).collect();
        let high: Vec<i64> = shape.iter().map(|_| self.rng.i64(0..most)).collect();
        let out: Vec<i64> = (0..shape.len()).map(|d| low[d] + shape[d] + high[d]).collect();
        let ty = Type::tensor(&out, elem);
        let region = self.pad_region(shape.len(), elem);
        self.coverage.add("op tensor.pad");
        let text =
            format!("tensor.pad {} low[{}] high[{}] {region} : {} to {ty}", source.name, list(&low), list(&high), source.ty);
        self.tensor_stmt(&ty, text)
    }

    /// A value of this shape that is another with a frame of 1 around its larger dimensions.
    pub(super) fn framed(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let frame: Vec<i64> = shape.iter().map(|&n| i64::from(n > 2)).collect();
        let inner: Vec<i64> = shape.iter().zip(&frame).map(|(n, f)| n - 2 * f).collect();
        let source = self.made(&inner, elem);
        let (ty, region) = (Type::tensor(shape, elem), self.pad_region(shape.len(), elem));
        self.coverage.add("op tensor.pad");
        let text =
            format!("tensor.pad {} low[{}] high[{}] {region} : {} to {ty}", source.name, list(&frame), list(&frame), source.ty);
        self.tensor_stmt(&ty, text)
    }

    pub(super) fn concatenated(&mut self) {
        let (rank, elem) = (self.rng.usize(1..=3), self.plain_elem());
        let (mut shape, along) = (self.sizes(rank), self.rng.usize(..rank));
        let count = self.rng.usize(1..=3);
        let mut parts = Vec::new();
        for _ in 0..count {
            shape[along] = self.pick(&[0, 1, 2, 3, 4, 5]);
            parts.push(self.made(&shape, elem));
        }
        shape[along] = parts.iter().map(|p| p.ty.shape().expect("a shape")[along]).sum();
        let ty = Type::tensor(&shape, elem);
        let names: Vec<&str> = parts.iter().map(|p| p.name.as_str()).collect();
        let types: Vec<String> = parts.iter().map(|p| p.ty.to_string()).collect();
        self.coverage.add("op tensor.concat");
        let text = format!("tensor.concat dim({along}) {} : ({}) -> {ty}", names.join(", "), types.join(", "));
        let result = self.tensor_stmt(&ty, text);
        self.readers(&result);
    }

    pub(super) fn packed(&mut self) {
        let (shape, elem) = (self.positive(2), self.plain_elem());
        let source = self.made(&shape, elem);
        let positions: Vec<usize> = self.pick(&[&[0][..], &[1], &[0, 1], &[1, 0]]).to_vec();
        let tiles: Vec<i64> = positions.iter().map(|_| self.pick(&[1, 2, 3, 4, 8])).collect();
        let is_turned = self.chance(40);
        let mut outer = shape.clone();
        for (&p, &t) in positions.iter().zip(&tiles) {
            outer[p] = (shape[p] + t - 1) / t;
        }
        if is_turned {
            outer.reverse();
        }
        let out: Vec<i64> = outer.iter().chain(&tiles).copied().collect();
        let (into, value) = (self.empty(&out, elem), self.scalar(elem));
        let ragged = positions.iter().zip(&tiles).any(|(&p, &t)| shape[p] % t != 0);
        let padding = if ragged { format!(" padding_value({} : {})", value.name, value.ty) } else { String::new() };
        let perm = if is_turned { " outer_dims_perm = [1, 0]" } else { "" };
        let at = list(&positions.iter().map(|&p| p as i64).collect::<Vec<_>>());
        self.coverage.add("op linalg.pack");
        let text = format!(
            "linalg.pack {}{padding}{perm} inner_dims_pos = [{at}] inner_tiles = [{}] into {} : {} -> {}",
            source.name,
            list(&tiles),
            into.name,
            source.ty,
            into.ty
        );
        let result = self.tensor_stmt(&into.ty.clone(), text);
        self.readers(&result);
    }

    /// Transpositions, broadcasts and reductions by name; a value beside its own transposition.
    pub(super) fn turned(&mut self) {
        let (n, elem) = (self.positive(1)[0].min(9), self.plain_elem());
        let source = self.made(&[n, n], elem);
        let turned = self.transpose_op(&source, &[1, 0]);
        let inputs = if self.chance(75) {
            self.coverage.add("tiles read turned and not");
            let mut inputs = vec![self.whole(&source), self.whole(&source)];
            inputs[1].map.reverse();
            inputs
        } else {
            vec![self.whole(&turned), self.whole(&source)]
        };
        let sum = self.over(&[n, n], inputs, elem);
        let (start, add) = (self.start(&[n], elem), if elem.is_float() { "maximumf" } else { "maxsi" });
        self.coverage.add("op linalg.reduce");
        let name = self.fresh('v');
        let ty = start.ty.clone();
        let text = format!(
            "{name} = linalg.reduce {{ arith.{add} }} ins({} : {}) outs({} : {ty}) dimensions = [{}]",
            sum.name,
            sum.ty,
            start.name,
            self.rng.u8(..2)
        );
        let reduced = Value { name, ty };
        self.program.stmts.push(crate::program::Stmt { results: vec![reduced.clone()], text });
        self.values.push(reduced.clone());
        let (into, name) = (self.empty(&[n, n], elem), self.fresh('v'));
        self.coverage.add("op linalg.broadcast");
        let text = format!(
            "{name} = linalg.broadcast ins({} : {}) outs({} : {}) dimensions = [{}]",
            reduced.name,
            reduced.ty,
            into.name,
            into.ty,
            self.rng.u8(..2)
        );
        let wide = Value { name, ty: into.ty };
        self.program.stmts.push(crate::program::Stmt { results: vec![wide.clone()], text });
        self.values.push(wide.clone());
        self.readers(&wide);
    }
}
