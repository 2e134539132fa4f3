//! Views whose offsets or extents are known only at run time. Arguments and results have known shapes all the same.

use super::super::Generator;
use super::super::other::list;
use crate::program::Value;
use tilec_ir::{DYNAMIC, ScalarType, Type};

impl Generator {
    /// Offsets that are known only at run time.
    pub(super) fn open_slice_edge(&mut self, shape: &[i64]) {
        let elem = self.elem();
        let producer = self.produce(shape, elem);
        let sizes: Vec<i64> = shape.iter().map(|s| self.rng.i64(1..=*s)).collect();
        let mut offsets: Vec<String> = vec!["0".into(); shape.len()];
        let at = self.rng.usize(..shape.len());
        offsets[at] = self.open_index(shape[at] - sizes[at] + 1);
        let strides = list(&vec![1; shape.len()]);
        let part = self.slice_stmt(&producer, (&offsets.join(", "), &list(&sizes), &strides), &sizes);
        self.consume(&part);
    }

    /// A size from 1 to `most` that is known only at run time.
    pub(super) fn open_size(&mut self, most: i64) -> String {
        let (index, one) = (self.open_index(most), self.stmt(&Type::INDEX, |_| "arith.constant 1 : index".into()));
        self.stmt(&Type::INDEX, |_| format!("arith.addi {index}, {} : index", one.name)).name
    }

    /// The first rows of a tensor, as many as are known only at run time; and how many.
    pub(super) fn open_rows(&mut self, source: &Value) -> (Value, String) {
        let mut shape = source.ty.shape().unwrap_or(&[]).to_vec();
        let size = self.open_size(shape[0]);
        let mut sizes = vec![size.clone()];
        sizes.extend(shape[1..].iter().map(i64::to_string));
        shape[0] = DYNAMIC;
        let ty = Type::tensor(&shape, source.ty.elem().expect("an element type"));
        let (zeros, ones) = (list(&vec![0; shape.len()]), list(&vec![1; shape.len()]));
        let text =
            format!("tensor.extract_slice {}[{zeros}] [{}] [{ones}] : {} to {ty}", source.name, sizes.join(", "), source.ty);
        (self.stmt(&ty, |_| text), size)
    }

    /// An op with one loop per dimension, written into a new tensor with these run-time sizes.
    pub(super) fn open_op(&mut self, source: &Value, sizes: &[&str]) -> Value {
        let ty = source.ty.clone();
        let into = self.stmt(&ty, |_| format!("tensor.empty({}) : {ty}", sizes.join(", ")));
        let map = Self::identity(ty.shape().map_or(0, <[i64]>::len));
        let text = self.unary_into(source, &into, &map);
        let result = self.finish(&text, vec![ty])[0].clone();
        // Not among the values that anything may read: those have known shapes.
        self.values.pop();
        result
    }

    /// A tensor of one open dimension, in a tensor of known shape.
    pub(super) fn closed(&mut self, source: &Value, size: &str, most: i64) {
        let into = self.value_of(&[most], source.ty.elem().expect("an element type"));
        let text =
            format!("tensor.insert_slice {} into {}[0] [{size}] [1] : {} into {}", source.name, into.name, source.ty, into.ty);
        let ty = into.ty.clone();
        self.tensor_stmt(&ty, text);
    }

    /// A reshape whose inner extent is known only at run time, or 0, or whose loops would be split by two such extents.
    pub(super) fn open_reshape_edge(&mut self) {
        let ((a, b), elem) = (self.factors(), self.elem());
        match self.rng.u8(..4) {
            0 => {
                let producer = self.produce_generic(&[a, 0], elem);
                let view = self.collapse_stmt(&producer, "[0, 1]", &[0]);
                self.consume(&view);
            }
            1 => {
                let producer = self.produce_generic(&[a, b], elem);
                let open = self.cast(&producer, &Type::tensor(&[a, DYNAMIC], elem));
                let ty = Type::tensor(&[DYNAMIC], elem);
                let view = self.stmt(&ty, |_| format!("tensor.collapse_shape {} [[0, 1]] : {} into {ty}", open.name, open.ty));
                let back = self.cast(&view, &Type::tensor(&[a * b], elem));
                self.values.push(back.clone());
                self.consume(&back);
            }
            _ => {
                let elem = if matches!(elem, ScalarType::Mini(_)) { ScalarType::F32 } else { elem };
                let source = self.value_of(&[a, b], elem);
                let (rows, columns) = (self.open_size(a), self.open_size(b));
                let ty = Type::tensor(&[DYNAMIC, DYNAMIC], elem);
                let part = self.stmt(&ty, |_| {
                    format!("tensor.extract_slice {}[0, 0] [{rows}, {columns}] [1, 1] : {} to {ty}", source.name, source.ty)
                });
                let producer = self.open_op(&part, &[&rows, &columns]);
                let flat = Type::tensor(&[DYNAMIC], elem);
                let view = self.stmt(&flat, |_| format!("tensor.collapse_shape {} [[0, 1]] : {ty} into {flat}", producer.name));
                let size = self.stmt(&Type::INDEX, |_| format!("arith.muli {rows}, {columns} : index")).name;
                let result = self.open_op(&view, &[&size]);
                self.closed(&result, &size, a * b);
            }
        }
    }
}
