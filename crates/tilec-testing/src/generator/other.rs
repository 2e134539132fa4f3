//! Ops besides `linalg.generic`: fills, transpositions, reshapes, slices, constants, and what leaves the function.

use super::{Generator, scalars};
use crate::program::{Stmt, Value};
use tilec_ir::{ScalarType, Type};

pub(super) fn list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

impl Generator {
    /// A tensor of one value.
    pub(super) fn fill_value(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        self.coverage.add("op linalg.fill");
        let (value, into) = (self.scalar(elem), self.empty(shape, elem));
        let ty = Type::tensor(shape, elem);
        let result =
            self.stmt(&ty, |_| format!("linalg.fill ins({} : {}) outs({} : {ty}) -> {ty}", value.name, value.ty, into.name));
        self.values.push(result.clone());
        result
    }

    pub(super) fn fill_op(&mut self) {
        let (rank, elem) = (self.rank(), self.elem());
        let shape = self.shape(rank, self.max_elements());
        self.fill_value(&shape, elem);
    }

    /// A constant: a splat, or a list if it is short.
    pub(super) fn constant_tensor(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let ty = Type::tensor(shape, elem);
        let count: i64 = shape.iter().product();
        let literal = if count == 0 {
            String::new()
        } else if count > 64 || self.chance(50) {
            self.coverage.add("op splat constant");
            scalars::literal(&mut self.rng, elem)
        } else {
            self.coverage.add("op dense constant");
            self.nested(shape, elem)
        };
        let value = self.stmt(&ty, |_| format!("arith.constant dense<{literal}> : {ty}"));
        self.values.push(value.clone());
        value
    }

    fn nested(&mut self, shape: &[i64], elem: ScalarType) -> String {
        let Some((&first, rest)) = shape.split_first() else { return scalars::literal(&mut self.rng, elem) };
        let items: Vec<_> = (0..first).map(|_| self.nested(rest, elem)).collect();
        format!("[{}]", items.join(", "))
    }

    pub(super) fn constant_op(&mut self) {
        let (rank, elem) = (self.rank(), self.elem());
        let shape = self.shape(rank, 64);
        self.constant_tensor(&shape, elem);
    }

    pub(super) fn transpose(&mut self) {
        let source = self.any_value();
        let rank = source.ty.shape().map_or(0, <[i64]>::len);
        if rank == 0 {
            return; // mlir-opt 22 crashes on it
        }
        let mut permutation: Vec<usize> = (0..rank).collect();
        self.rng.shuffle(&mut permutation);
        self.transpose_op(&source, &permutation);
    }

    /// `linalg.transpose`.
    pub(super) fn transpose_op(&mut self, source: &Value, permutation: &[usize]) -> Value {
        let shape = source.ty.shape().unwrap_or(&[]);
        let out: Vec<i64> = permutation.iter().map(|&p| shape[p]).collect();
        let elem = source.ty.elem().expect("an element type");
        let into = self.empty(&out, elem);
        let ty = into.ty.clone();
        let numbers = list(&permutation.iter().map(|&p| p as i64).collect::<Vec<_>>());
        self.coverage.add("op linalg.transpose");
        let name = self.fresh('v');
        let text = format!(
            "{name} = linalg.transpose ins({} : {}) outs({} : {ty}) permutation = [{numbers}]",
            source.name, source.ty, into.name
        );
        let result = Value { name, ty };
        self.program.stmts.push(Stmt { results: vec![result.clone()], text });
        self.values.push(result.clone());
        result
    }

    /// Splits some dimensions in two.
    pub(super) fn expand(&mut self) {
        let source = self.any_value();
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        if shape.is_empty() || shape.len() > 3 {
            return;
        }
        let (mut out, mut groups) = (Vec::new(), Vec::new());
        for &size in &shape {
            let at = out.len();
            let divisors: Vec<i64> = (1..=size).filter(|d| size % d == 0).collect();
            if divisors.is_empty() || self.chance(50) {
                out.push(size);
                groups.push(format!("[{at}]"));
            } else {
                let outer = self.pick(&divisors);
                out.extend([outer, size / outer]);
                groups.push(format!("[{at}, {}]", at + 1));
            }
        }
        let ty = Type::tensor(&out, source.ty.elem().expect("an element type"));
        self.coverage.add("op tensor.expand_shape");
        let text = format!(
            "tensor.expand_shape {} [{}] output_shape [{}] : {} into {ty}",
            source.name,
            groups.join(", "),
            list(&out),
            source.ty
        );
        let result = self.stmt(&ty, |_| text);
        self.values.push(result);
    }

    /// Merges some neighbouring dimensions.
    pub(super) fn collapse(&mut self) {
        let source = self.any_value();
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        if shape.is_empty() {
            return;
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for d in 0..shape.len() {
            match groups.last_mut() {
                Some(group) if self.rng.bool() => group.push(d),
                _ => groups.push(vec![d]),
            }
        }
        let out: Vec<i64> = groups.iter().map(|g| g.iter().map(|&d| shape[d]).product()).collect();
        let ty = Type::tensor(&out, source.ty.elem().expect("an element type"));
        let texts: Vec<_> =
            groups.iter().map(|g| format!("[{}]", list(&g.iter().map(|&d| d as i64).collect::<Vec<_>>()))).collect();
        self.coverage.add("op tensor.collapse_shape");
        let text = format!("tensor.collapse_shape {} [{}] : {} into {ty}", source.name, texts.join(", "), source.ty);
        let result = self.stmt(&ty, |_| text);
        self.values.push(result);
    }

    /// A part of a shape: offsets, sizes, strides.
    pub(super) fn part(&mut self, shape: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (mut offsets, mut sizes, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        for &size in shape {
            if self.chance(25) {
                offsets.push(0);
                sizes.push(size);
                strides.push(1);
                continue;
            }
            let stride = self.pick(&[1, 1, 1, 2, 3]);
            let offset = self.rng.i64(0..size);
            let most = (size - offset - 1) / stride + 1;
            let least = i64::from(!self.chance(5));
            offsets.push(offset);
            sizes.push(self.rng.i64(least..=most));
            strides.push(stride);
        }
        (offsets, sizes, strides)
    }

    /// The sizes as the type of a part has them, perhaps without the unit dimensions.
    pub(super) fn part_shape(&mut self, sizes: &[i64]) -> Vec<i64> {
        if self.chance(30) { sizes.iter().copied().filter(|s| *s != 1).collect() } else { sizes.to_vec() }
    }

    pub(super) fn extract_slice(&mut self) {
        let source = self.any_value();
        if source.ty.shape().is_none_or(|s| s.contains(&0)) {
            return; // mlir-opt 22 refuses every part of nothing
        }
        let (offsets, sizes, strides) = self.part(source.ty.shape().unwrap_or(&[]));
        let shape = self.part_shape(&sizes);
        let ty = Type::tensor(&shape, source.ty.elem().expect("an element type"));
        self.coverage.add("op tensor.extract_slice");
        let text = format!(
            "tensor.extract_slice {}[{}] [{}] [{}] : {} to {ty}",
            source.name,
            list(&offsets),
            list(&sizes),
            list(&strides),
            source.ty
        );
        let result = self.stmt(&ty, |_| text);
        self.values.push(result);
    }

    /// Half of the time the part is computed by an op of its own from the same part of the destination.
    pub(super) fn insert_slice(&mut self) {
        let dest = self.any_value();
        if dest.ty.shape().is_none_or(|s| s.contains(&0)) {
            return;
        }
        let elem = dest.ty.elem().expect("an element type");
        let (offsets, sizes, strides) = self.part(dest.ty.shape().unwrap_or(&[]));
        let shape = self.part_shape(&sizes);
        let (offsets, sizes, strides) = (list(&offsets), list(&sizes), list(&strides));
        let ty = Type::tensor(&shape, elem);
        let source = if self.chance(40) {
            let part = self.stmt(&ty, |_| {
                format!("tensor.extract_slice {}[{offsets}] [{sizes}] [{strides}] : {} to {ty}", dest.name, dest.ty)
            });
            self.values.push(part);
            self.elementwise();
            self.value_of(&shape, elem)
        } else {
            self.value_of(&shape, elem)
        };
        self.insert_stmt(&source, &dest, (&offsets, &sizes, &strides));
    }

    /// `tensor.insert_slice`.
    pub(super) fn insert_stmt(&mut self, source: &Value, dest: &Value, (offsets, sizes, strides): (&str, &str, &str)) -> Value {
        self.coverage.add("op tensor.insert_slice");
        let text = format!(
            "tensor.insert_slice {} into {}[{offsets}] [{sizes}] [{strides}] : {} into {}",
            source.name, dest.name, source.ty, dest.ty
        );
        let result = self.stmt(&dest.ty.clone(), |_| text);
        self.values.push(result.clone());
        result
    }

    /// The value goes to a buffer argument.
    pub(super) fn materialize(&mut self, value: &Value) {
        let elem = value.ty.elem().expect("an element type");
        let buffer = self.arg(Type::memref(value.ty.shape().unwrap_or(&[]), elem));
        self.coverage.add("op materialize_in_destination");
        let text = format!(
            "bufferization.materialize_in_destination {} in restrict writable {} : ({}, {}) -> ()",
            value.name, buffer.name, value.ty, buffer.ty
        );
        self.program.stmts.push(Stmt { results: Vec::new(), text });
    }

    /// One element of a tensor that has some.
    pub(super) fn extract_scalar(&mut self, value: &Value) -> Value {
        let mut at = Vec::new();
        for &size in value.ty.shape().unwrap_or(&[]) {
            let position = self.rng.i64(0..size);
            at.push(self.stmt(&Type::INDEX, |_| format!("arith.constant {position} : index")).name);
        }
        self.coverage.add("scalar result");
        let ty = Type::Scalar(value.ty.elem().expect("an element type"));
        self.stmt(&ty, |_| format!("tensor.extract {}[{}] : {}", value.name, at.join(", "), value.ty))
    }
}
