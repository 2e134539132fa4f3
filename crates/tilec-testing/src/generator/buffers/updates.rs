//! Ops that could compute in the memory of a value they read, or of one that is read later.

use super::super::Generator;
use super::super::generic::{Operand, Output};
use super::super::index::Ix;
use super::list;
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

impl Generator {
    /// A generic over a common type: what it writes is what it reads, or is read elsewhere, or is empty.
    pub(super) fn update(&mut self) {
        let (shape, elem) = self.home_type();
        let (into, defined) = if self.chance(20) { (self.empty(&shape, elem), false) } else { self.destination(&shape, elem) };
        self.update_of(&into, defined);
    }

    /// The same for a destination. Gives the first result.
    pub(super) fn update_of(&mut self, into: &Value, defined: bool) -> Value {
        let shape = into.ty.shape().unwrap_or(&[]).to_vec();
        let elem = into.ty.elem().expect("an element type");
        let mut inputs = Vec::new();
        for _ in 0..self.pick(&[1, 1, 1, 2, 2]) {
            let own = defined && self.chance(45);
            let value = if own { into.clone() } else { self.some_value(&shape, elem) };
            let map = self.reading_map(&shape);
            if own {
                let identity = map == Self::identity(shape.len());
                self.situation(if identity { "x = f(x)" } else { "x = f(x read otherwise)" });
            }
            inputs.push(Operand { value, map });
        }
        let reads = defined && self.chance(55);
        let mut outputs = vec![self.output_into(into.clone(), elem, reads)];
        if self.chance(15) {
            let (other, defined) = self.destination(&shape, elem);
            let other = if self.chance(25) { into.clone() } else { other };
            let reads = defined && other != *into && self.rng.bool();
            self.situation(if other == *into { "two results of one destination" } else { "two results" });
            outputs.push(self.output_into(other, elem, reads));
        }
        self.generic(&shape, &[], inputs, outputs)[0].clone()
    }

    /// A generic that reads a value and writes another of its type without reading it.
    pub(super) fn read_into(&mut self, value: &Value, into: &Value) -> Value {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let elem = value.ty.elem().expect("an element type");
        let inputs = vec![Operand { value: value.clone(), map: self.reading_map(&shape) }];
        let output = self.output_into(into.clone(), elem, false);
        self.generic(&shape, &[], inputs, vec![output])[0].clone()
    }

    fn output_into(&mut self, value: Value, elem: ScalarType, reads: bool) -> Output {
        let map = Self::identity(value.ty.shape().map_or(0, <[i64]>::len));
        Output { operand: Operand { value, map }, elem, reads, reduces: false }
    }

    /// How a tensor of the shape of the loops is read: as it is, transposed, or one element for many places.
    fn reading_map(&mut self, shape: &[i64]) -> Vec<Ix> {
        let mut map = Self::identity(shape.len());
        let square = shape.len() > 1 && shape.iter().all(|s| *s == shape[0]);
        if square && self.chance(45) {
            map.rotate_left(1);
        } else if !shape.is_empty() && !shape.contains(&0) && self.chance(10) {
            let at = self.rng.usize(..shape.len());
            map[at] = Ix::Const(self.rng.i64(0..shape[at]));
        }
        map
    }

    /// An op that adds to what it writes to, which is also one of the values it reads: `c = c + a * b`.
    pub(super) fn accumulate(&mut self) {
        let n = self.rng.i64(1..5);
        let elem = self.elem();
        if elem == ScalarType::Index {
            return self.update();
        }
        let (a, b, mut into) = (self.some_value(&[n, n], elem), self.some_value(&[n, n], elem), self.some_value(&[n, n], elem));
        if self.chance(40) {
            into = if self.rng.bool() { a.clone() } else { b.clone() };
            self.situation("matmul into an operand");
        }
        let ty = into.ty.clone();
        let text = format!("linalg.matmul ins({}, {} : {ty}, {ty}) outs({} : {ty}) -> {ty}", a.name, b.name, into.name);
        self.coverage.add("op linalg.matmul");
        self.tensor_stmt(&ty, text);
    }

    /// Arithmetic on whole tensors.
    pub(super) fn whole_tensors(&mut self) {
        let (shape, elem) = self.home_type();
        let (a, b) = (self.some_value(&shape, elem), self.some_value(&shape, elem));
        let ty = a.ty.clone();
        self.situation("arithmetic on whole tensors");
        let op = match (elem.is_float(), self.rng.u8(..5)) {
            (true, 0) => return drop(self.tensor_stmt(&ty, format!("arith.negf {} : {ty}", a.name))),
            (true, 1) => return drop(self.tensor_stmt(&ty, format!("math.absf {} : {ty}", a.name))),
            (_, 2) => {
                let condition = self.scalar(ScalarType::I1);
                self.situation("select of whole tensors");
                let text = format!("arith.select {}, {}, {} : {ty}", condition.name, a.name, b.name);
                return drop(self.tensor_stmt(&ty, text));
            }
            (true, _) => self.pick(&["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf"]),
            (false, _) => self.pick(&["arith.addi", "arith.subi", "arith.muli", "arith.xori"]),
        };
        self.tensor_stmt(&ty, format!("{op} {}, {} : {ty}", a.name, b.name));
    }

    /// Casts and reshapes: other names for the same memory, which is written through one of them.
    pub(super) fn view(&mut self) {
        let Some(source) = self.home_value_with_parts() else { return self.update() };
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        match self.rng.u8(..5) {
            0 => {
                self.situation("cast there and back");
                let open = self.cast_open(&source, &shape);
                let back = self.cast(&open, &source.ty);
                self.values.push(back.clone());
                if self.rng.bool() {
                    self.update_of(&back, true);
                }
            }
            1 => self.expand(),
            2 => self.collapse(),
            _ => self.update_reshaped(&source, &shape),
        }
    }

    /// Collapses all dimensions, writes that, expands it again.
    fn update_reshaped(&mut self, source: &Value, shape: &[i64]) {
        let elem = source.ty.elem().expect("an element type");
        let groups = format!("[{}]", list(&(0..shape.len() as i64).collect::<Vec<_>>()));
        let (flat, wide) = (Type::tensor(&[shape.iter().product()], elem), source.ty.clone());
        self.situation("written through a reshape");
        let collapsed = self.tensor_stmt(&flat, format!("tensor.collapse_shape {} [{groups}] : {wide} into {flat}", source.name));
        let changed = self.update_of(&collapsed, true);
        let text = format!("tensor.expand_shape {} [{groups}] output_shape [{}] : {flat} into {wide}", changed.name, list(shape));
        self.tensor_stmt(&wide, text);
    }

    /// The value of one tensor put where another is.
    pub(super) fn materialize_tensor(&mut self) {
        let (shape, elem) = self.home_type();
        let (source, into) = (self.some_value(&shape, elem), self.destination(&shape, elem).0);
        let ty = source.ty.clone();
        self.situation("materialize_in_destination into a tensor");
        let text = format!("bufferization.materialize_in_destination {} in {} : ({ty}, {ty}) -> {ty}", source.name, into.name);
        self.tensor_stmt(&ty, text);
    }
}
