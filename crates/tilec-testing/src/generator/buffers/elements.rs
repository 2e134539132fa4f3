//! Single elements, and tensors that are made by listing, padding, concatenating or looking up elements.

use super::super::Generator;
use super::{concat_text, list};
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

impl Generator {
    /// A place in a tensor without zero extents.
    pub(super) fn element_of(&mut self, tensor: &Value) -> String {
        let shape = tensor.ty.shape().unwrap_or(&[]).to_vec();
        let mut at = Vec::new();
        for size in shape {
            at.push(if self.rng.bool() {
                self.index_below(size)
            } else {
                let position = self.rng.i64(0..size);
                self.number(position)
            });
        }
        at.join(", ")
    }

    /// Reads elements and writes one.
    pub(super) fn elements(&mut self) {
        let Some(tensor) = self.home_value_with_parts() else { return self.update() };
        let elem = tensor.ty.elem().expect("an element type");
        let ty = Type::Scalar(elem);
        let at = self.element_of(&tensor);
        if self.home().depth == 0 && self.chance(12) {
            self.situation("to_buffer and a load");
            let buffer = Type::memref(tensor.ty.shape().unwrap_or(&[]), elem);
            let from =
                self.stmt(&buffer, |_| format!("bufferization.to_buffer {} read_only : {} to {buffer}", tensor.name, tensor.ty));
            let loaded = self.stmt(&ty, |_| format!("memref.load {}[{at}] : {buffer}", from.name));
            return self.keep(&loaded);
        }
        let value = match self.rng.u8(..3) {
            0 => self.scalar(elem),
            1 => self.stmt(&ty, |_| format!("tensor.extract {}[{at}] : {}", tensor.name, tensor.ty)),
            _ => {
                let at = self.element_of(&tensor);
                self.stmt(&ty, |_| format!("tensor.extract {}[{at}] : {}", tensor.name, tensor.ty))
            }
        };
        self.situation("element inserted");
        self.tensor_stmt(&tensor.ty, format!("tensor.insert {} into {}[{at}] : {}", value.name, tensor.name, tensor.ty));
        if self.home().depth == 0 && self.chance(40) {
            self.situation("element read after an insertion");
            let late = self.stmt(&ty, |_| format!("tensor.extract {}[{at}] : {}", tensor.name, tensor.ty));
            self.keep(&late);
        }
    }

    /// Tensors that are new by what makes them.
    pub(super) fn made_elsewhere(&mut self) {
        let Some(tensor) = self.home_value_with_parts() else { return self.update() };
        let shape = tensor.ty.shape().unwrap_or(&[]).to_vec();
        let elem = tensor.ty.elem().expect("an element type");
        match self.rng.u8(..10) {
            0..3 => self.padded(&tensor, &shape, elem),
            3..5 => {
                let mut out = shape.clone();
                let other = if self.rng.bool() { tensor.clone() } else { self.some_value(&shape, elem) };
                let dim = self.rng.usize(..shape.len());
                out[dim] *= 2;
                let ty = Type::tensor(&out, elem);
                self.situation("concat");
                self.tensor_stmt(&ty, concat_text(dim, &[tensor, other], &ty));
            }
            5 | 6 => self.generated(&tensor, &shape, elem),
            7 => {
                let count = self.rng.usize(1..5);
                let elements: Vec<String> = (0..count).map(|_| self.scalar(elem).name).collect();
                let ty = Type::tensor(&[count as i64], elem);
                self.situation("from_elements");
                self.tensor_stmt(&ty, format!("tensor.from_elements {} : {ty}", elements.join(", ")));
            }
            8 => {
                let value = self.scalar(elem);
                self.situation("splat");
                self.tensor_stmt(&tensor.ty, format!("tensor.splat {} : {}", value.name, tensor.ty));
            }
            _ => self.looked_up(&tensor, &shape, elem),
        }
    }

    fn padded(&mut self, tensor: &Value, shape: &[i64], elem: ScalarType) {
        let low: Vec<i64> = shape.iter().map(|_| self.rng.i64(0..3)).collect();
        let high: Vec<i64> = shape.iter().map(|_| self.rng.i64(0..3)).collect();
        let out: Vec<i64> = (0..shape.len()).map(|d| low[d] + shape[d] + high[d]).collect();
        let (ty, region) = (Type::tensor(&out, elem), self.pad_region(shape.len(), elem));
        self.situation("pad");
        let text =
            format!("tensor.pad {} low[{}] high[{}] {region} : {} to {ty}", tensor.name, list(&low), list(&high), tensor.ty);
        let padded = self.tensor_stmt(&ty, text);
        if self.rng.bool() {
            self.slice_stmt(&padded, (&list(&low), &list(shape), &list(&vec![1; shape.len()])), shape);
        }
    }

    /// Each element is looked up in a tensor, in the opposite order.
    fn generated(&mut self, tensor: &Value, shape: &[i64], elem: ScalarType) {
        let (ty, t) = (tensor.ty.clone(), Type::Scalar(elem));
        let args: Vec<_> = (0..shape.len()).map(|d| format!("%i{d}: index")).collect();
        let mut body = String::new();
        for (d, size) in shape.iter().enumerate() {
            body += &format!("  %l{d} = arith.constant {} : index\n  %j{d} = arith.subi %l{d}, %i{d} : index\n", size - 1);
        }
        let at: Vec<_> = (0..shape.len()).map(|d| format!("%j{d}")).collect();
        self.situation("generate");
        let text = format!(
            "tensor.generate {{\n^bb0({}):\n{body}  %e = tensor.extract {}[{}] : {ty}\n  tensor.yield %e : {t}\n}} : {ty}",
            args.join(", "),
            tensor.name,
            at.join(", ")
        );
        self.tensor_stmt(&ty, text);
    }

    /// `tensor.gather` of some rows, and sometimes `tensor.scatter` of them to other rows.
    fn looked_up(&mut self, tensor: &Value, shape: &[i64], elem: ScalarType) {
        let mut rows: Vec<i64> = (0..shape[0]).collect();
        self.rng.shuffle(&mut rows);
        let count = self.rng.usize(1..=rows.len());
        let literal = |rows: &[i64]| format!("[{}]", rows.iter().map(|r| format!("[{r}]")).collect::<Vec<_>>().join(", "));
        let places = Type::tensor(&[count as i64, 1], ScalarType::Index);
        let mut part = shape.to_vec();
        part[0] = 1;
        part.insert(0, count as i64);
        let ty = Type::tensor(&part, elem);
        let from = self.stmt(&places, |_| format!("arith.constant dense<{}> : {places}", literal(&rows[..count])));
        self.situation("gather");
        let taken = self.tensor_stmt(
            &ty,
            format!("tensor.gather {}[{}] gather_dims([0]) unique : ({}, {places}) -> {ty}", tensor.name, from.name, tensor.ty),
        );
        if self.chance(60) {
            self.rng.shuffle(&mut rows);
            let to = self.stmt(&places, |_| format!("arith.constant dense<{}> : {places}", literal(&rows[..count])));
            self.situation("scatter");
            let text = format!(
                "tensor.scatter {} into {}[{}] scatter_dims([0]) unique : ({ty}, {}, {places}) -> {}",
                taken.name, tensor.name, to.name, tensor.ty, tensor.ty
            );
            self.tensor_stmt(&tensor.ty, text);
        }
    }
}
