//! Padding and concatenation between a producer and its consumer, and what keeps them there.

use super::super::Generator;
use super::super::generic::Operand;
use super::super::index::Ix;
use super::super::other::list;
use crate::program::Value;
use tilec_ir::{DYNAMIC, ScalarType, Type};

impl Generator {
    /// `tensor.pad` of a producer.
    pub(super) fn pad_edge(&mut self, shape: &[i64]) {
        let elem = self.elem();
        let producer = self.produce(shape, elem);
        if self.chance(12) {
            return self.open_pad(shape, elem);
        }
        let low: Vec<i64> = shape.iter().map(|_| self.rng.i64(0..3)).collect();
        let high: Vec<i64> = shape.iter().map(|_| self.rng.i64(0..3)).collect();
        let out: Vec<i64> = (0..shape.len()).map(|d| low[d] + shape[d] + high[d]).collect();
        let ty = Type::tensor(&out, elem);
        let region = self.pad_region(shape.len(), elem);
        let text =
            format!("tensor.pad {} low[{}] high[{}] {region} : {} to {ty}", producer.name, list(&low), list(&high), producer.ty);
        self.coverage.add("op tensor.pad");
        let padded = self.tensor_stmt(&ty, text);
        self.read_whole(&padded);
    }

    /// Yields a value from outside, a constant inside, or one that differs from place to place.
    pub(in crate::generator) fn pad_region(&mut self, rank: usize, elem: ScalarType) -> String {
        let args: Vec<_> = (0..rank).map(|d| format!("%i{d}: index")).collect();
        let (value, t) = (self.scalar(elem), Type::Scalar(elem));
        let inside = match self.rng.u8(..10) {
            0 | 1 => {
                let other = self.scalar(elem);
                format!(
                    "  %c = arith.constant 2 : index\n  %b = arith.cmpi ult, %i0, %c : index\n  %w = arith.select %b, {}, {} : {t}\n  tensor.yield %w : {t}\n",
                    value.name, other.name
                )
            }
            2..5 if !matches!(elem, ScalarType::Mini(_)) => {
                let constant = super::super::scalars::constant(&mut self.rng, elem);
                format!("  %w = {constant}\n  tensor.yield %w : {t}\n")
            }
            _ => format!("  tensor.yield {} : {t}\n", value.name),
        };
        format!("{{\n^bb0({}):\n{inside}}}", args.join(", "))
    }

    /// Reads all of a view, mostly once and in order.
    fn read_whole(&mut self, view: &Value) {
        let shape = view.ty.shape().unwrap_or(&[]).to_vec();
        let elem = self.near(view);
        match self.rng.u8(..100) {
            0..7 if shape[0] > 1 => {
                let mut map = Self::identity(shape.len());
                map[0] = Ix::Stride(0, 2);
                let mut extents = shape;
                extents[0] = (extents[0] + 1) / 2;
                self.parallel_op(&extents, vec![Operand { value: view.clone(), map }], &[elem]);
            }
            7..13 => {
                let inputs = vec![Operand { value: view.clone(), map: Self::identity(shape.len()) }];
                self.reducing_op(&shape, &[shape.len() - 1], inputs);
            }
            13..19 => {
                self.transpose_op(view, &(0..shape.len()).rev().collect::<Vec<_>>());
            }
            19..25 => {
                self.consume(view);
                self.keep(view);
            }
            25..31 => {
                let part = self.part_of(view, false);
                self.consume(&part);
            }
            31..43 if shape.len() > 1 => {
                // Another operand goes along the same loop in another way.
                let other = self.value_of(&[shape[0] + shape[1] - 1], elem);
                let inputs = vec![
                    Operand { value: view.clone(), map: Self::identity(shape.len()) },
                    Operand { value: other, map: vec![Ix::Sum(0, 1)] },
                ];
                self.parallel_op(&shape, inputs, &[elem]);
            }
            _ => {
                self.consume(view);
            }
        }
    }

    /// An amount of padding that is known only at run time.
    fn open_pad(&mut self, shape: &[i64], elem: ScalarType) {
        let elem = if matches!(elem, ScalarType::Mini(_)) { ScalarType::F32 } else { elem };
        let producer = self.produce_generic(&shape[..1], elem);
        let low = self.open_size(3);
        let ty = Type::tensor(&[DYNAMIC], elem);
        let region = self.pad_region(1, elem);
        self.coverage.add("op tensor.pad");
        let padded =
            self.stmt(&ty, |_| format!("tensor.pad {} low[{low}] high[0] {region} : {} to {ty}", producer.name, producer.ty));
        let known = self.stmt(&Type::INDEX, |_| format!("arith.constant {} : index", shape[0])).name;
        let size = self.stmt(&Type::INDEX, |_| format!("arith.addi {low}, {known} : index")).name;
        let result = self.open_op(&padded, &[&size]);
        self.closed(&result, &size, shape[0] + 3);
    }

    /// `tensor.concat` of producers along a dimension.
    pub(super) fn concat_edge(&mut self, shape: &[i64]) {
        let (elem, dim) = (self.elem(), self.rng.usize(..shape.len()));
        if self.chance(12) {
            return self.open_concat(shape, elem);
        }
        let computed = if self.chance(20) { 0 } else { 70 };
        let mut total = 0;
        let mut parts = Vec::new();
        for _ in 0..self.rng.usize(2..4) {
            let mut one = shape.to_vec();
            one[dim] = self.rng.i64(1..5);
            total += one[dim];
            parts.push(if self.chance(computed) { self.produce(&one, elem) } else { self.tensor_arg(&one, elem) });
        }
        let mut out = shape.to_vec();
        out[dim] = total;
        let ty = Type::tensor(&out, elem);
        let text = concat_text(dim, &parts, &ty);
        self.coverage.add("op tensor.concat");
        let whole = self.tensor_stmt(&ty, text);
        self.read_whole(&whole);
    }

    /// A part whose extent is known only at run time.
    fn open_concat(&mut self, shape: &[i64], elem: ScalarType) {
        let elem = if matches!(elem, ScalarType::Mini(_)) { ScalarType::F32 } else { elem };
        let (first, second) = (self.produce_generic(&shape[..1], elem), self.value_of(&[3], elem));
        let (part, size) = self.open_rows(&second);
        let ty = Type::tensor(&[DYNAMIC], elem);
        self.coverage.add("op tensor.concat");
        let text = concat_text(0, &[first, part], &ty);
        let whole = self.stmt(&ty, |_| text);
        let known = self.stmt(&Type::INDEX, |_| format!("arith.constant {} : index", shape[0])).name;
        let size = self.stmt(&Type::INDEX, |_| format!("arith.addi {size}, {known} : index")).name;
        let result = self.open_op(&whole, &[&size]);
        self.closed(&result, &size, shape[0] + 3);
    }
}

pub(in crate::generator) fn concat_text(dim: usize, parts: &[Value], ty: &Type) -> String {
    let names: Vec<_> = parts.iter().map(|p| p.name.clone()).collect();
    let types: Vec<_> = parts.iter().map(|p| p.ty.to_string()).collect();
    format!("tensor.concat dim({dim}) {} : ({}) -> {ty}", names.join(", "), types.join(", "))
}
