//! Edges that must not be fused, or that do not pay: one situation for each blocker that chance seldom makes.

use super::super::Generator;
use super::super::generic::{Operand, Output};
use super::super::index::Ix;
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

impl Generator {
    pub(super) fn blocker_edge(&mut self) {
        match self.rng.u8(..15) {
            0 | 13 => self.named_contraction(),
            1 | 2 => self.bound_lost(),
            3 => self.bound_changed(),
            4 => self.accumulates(),
            5 => self.partial_result(),
            6 => self.recomputed(),
            7 => self.two_expensive_maps(),
            8 => self.reshape_in_a_sum(),
            9 => self.reshapes_that_conflict(),
            10 | 14 => self.reshape_along_lanes(),
            11 => self.encoded(),
            _ => self.reshape_in_other_places(),
        }
    }

    /// `linalg.matmul` and its like keep their names.
    fn named_contraction(&mut self) {
        let (m, n, k) = (self.rng.i64(1..9), self.rng.i64(1..9), self.rng.i64(1..9));
        let elem = self.pick(&[ScalarType::F32, ScalarType::F64, ScalarType::Int(32)]);
        let left = self.produce_generic(&[m, k], elem);
        let (name, right, out) = if self.rng.bool() { ("matmul", vec![k, n], vec![m, n]) } else { ("matvec", vec![k], vec![m]) };
        let (right, init) = (self.value_of(&right, elem), self.fill_value(&out, elem));
        self.coverage.add(format!("op linalg.{name}"));
        let text = format!(
            "linalg.{name} ins({}, {} : {}, {}) outs({} : {}) -> {}",
            left.name, right.name, left.ty, right.ty, init.name, init.ty, init.ty
        );
        let product = self.tensor_stmt(&init.ty, text);
        self.consume(&product);
    }

    /// A producer that alone bounds a reduction loop: what it reads is indexed otherwise.
    fn bound_lost(&mut self) {
        let (n, m) = (self.rng.i64(1..12), self.rng.i64(1..6));
        let elem = self.elem();
        let index = self.pick(&[Ix::Stride(0, 2), Ix::Shift(0, 1), Ix::Div(0, 2)]);
        let size = match index {
            Ix::Stride(..) => n * 2,
            Ix::Shift(..) => n + 1,
            _ => (n + 1) / 2,
        };
        let source = self.value_of(&[size], elem);
        let output = self.output(vec![Ix::Dim(0)], &[n], elem);
        let output = Output { reads: false, operand: Operand { value: self.empty(&[n], elem), ..output.operand }, ..output };
        let producer = if self.chance(25) {
            self.fill_value(&[n], elem)
        } else {
            self.generic(&[n], &[], vec![Operand { value: source, map: vec![index] }], vec![output])[0].clone()
        };
        let out = super::super::body::computed(elem);
        let init = self.value_of(&[m], out);
        let operand = Operand { value: init, map: vec![Ix::Dim(1)] };
        let mut inputs = vec![Operand { value: producer, map: vec![Ix::Dim(0)] }];
        if self.chance(25) {
            // Another producer that bounds the loop: one of the two can go.
            let other = self.produce_generic(&[n], elem);
            inputs.push(Operand { value: other, map: vec![Ix::Dim(0)] });
        }
        self.generic(&[n, m], &[0], inputs, vec![Output { operand, elem: out, reads: true, reduces: true }]);
    }

    /// `(d0 * 2) floordiv 2` is `d0`, but of a tensor that is longer.
    fn bound_changed(&mut self) {
        let (n, elem) = (self.rng.i64(2..12), self.elem());
        let by = self.pick(&[2, 3]);
        let more = self.rng.i64(0..2);
        let source = self.value_of(&[n + more], elem);
        let inner = n * by;
        let output = self.output(vec![Ix::Dim(0)], &[inner], elem);
        let producer =
            self.generic(&[inner], &[], vec![Operand { value: source, map: vec![Ix::Div(0, by)] }], vec![output])[0].clone();
        let outer = if self.chance(70) { n - 1 } else { n };
        let output = self.output(vec![Ix::Dim(0)], &[outer], elem);
        let index = Operand { value: producer, map: vec![Ix::Stride(0, by)] };
        self.generic(&[outer], &[], vec![index], vec![output]);
    }

    /// A producer with a second result that accumulates over a parallel loop, which makes its order matter.
    fn accumulates(&mut self) {
        let shape = [self.rng.i64(1..8), self.rng.i64(1..8)];
        let (elem, sum) = (self.elem(), super::super::body::computed(self.elem()));
        let inputs = vec![self.operand_over(&shape)];
        let first = Output {
            operand: Operand { value: self.empty(&shape, elem), map: Self::identity(2) },
            elem,
            reads: false,
            reduces: false,
        };
        let init = self.value_of(&shape[..1], sum);
        let second = Output { operand: Operand { value: init, map: vec![Ix::Dim(0)] }, elem: sum, reads: true, reduces: true };
        let results = self.generic(&shape, &[], inputs, vec![first, second]);
        self.consume(&results[0]);
        self.keep(&results[1]);
    }

    /// A producer that writes only some of its result; the rest is what its init was.
    fn partial_result(&mut self) {
        let (n, extra, elem) = (self.rng.i64(1..8), self.rng.i64(0..3), self.elem());
        let (map, shape) = match self.rng.u8(..3) {
            0 => (vec![Ix::Dim(0), Ix::Const(0)], vec![n, 1 + extra]),
            1 => (vec![Ix::Dim(0), Ix::Dim(0)], vec![n, n]),
            _ => (vec![Ix::Shift(0, 1)], vec![n + 1 + extra]),
        };
        let init = if self.chance(40) { self.produce_generic(&shape, elem) } else { self.value_of(&shape, elem) };
        let bounding = Operand { value: self.value_of(&[n], elem), map: vec![Ix::Dim(0)] };
        let output = Output { operand: Operand { value: init, map }, elem, reads: false, reduces: false };
        let result = self.generic(&[n], &[], vec![bounding], vec![output])[0].clone();
        self.consume(&result);
    }

    /// Read so often that storing it costs less.
    fn recomputed(&mut self) {
        let (m, n) = (self.rng.i64(8..20), self.rng.i64(12..24));
        let producer = self.heavy(&[m], ScalarType::F32);
        let inputs = vec![Operand { value: producer, map: vec![Ix::Dim(1)] }];
        let output = self.output(vec![Ix::Dim(0), Ix::Dim(1)], &[n, m], ScalarType::F32);
        self.generic(&[n, m], &[], inputs, vec![output]);
    }

    /// Read through two maps by loops that are many more than its own.
    fn two_expensive_maps(&mut self) {
        let m = self.rng.i64(12..20);
        let producer = self.heavy(&[m], ScalarType::F32);
        let both = [0, 1].map(|d| Operand { value: producer.clone(), map: vec![Ix::Dim(d)] });
        let output = self.output(vec![Ix::Dim(0), Ix::Dim(1)], &[m, m], ScalarType::F32);
        self.generic(&[m, m], &[], both.into(), vec![output]);
    }

    fn collapsed(&mut self, a: i64, b: i64, elem: ScalarType) -> Value {
        let producer = self.produce_generic(&[a, b], elem);
        self.collapse_stmt(&producer, "[0, 1]", &[a * b])
    }

    /// A collapsed dimension that is no loop of its own in the consumer.
    fn reshape_in_a_sum(&mut self) {
        let (a, b, elem) = (self.rng.i64(2..5), self.rng.i64(2..5), self.elem());
        let view = self.collapsed(a, b, elem);
        let size = a * b;
        let (map, extents) = if self.rng.bool() {
            (vec![Ix::Sum(0, 1)], vec![size - 1, 2])
        } else {
            (vec![Ix::Stride(0, 2)], vec![(size + 1) / 2])
        };
        self.parallel_op(&extents, vec![Operand { value: view, map }], &[elem]);
    }

    /// One loop would have to be split in two ways.
    fn reshapes_that_conflict(&mut self) {
        let (a, b, elem) = (2, self.pick(&[6, 9]), self.elem());
        let producer = self.produce_generic(&[a, b, 3, a * b / 3], elem);
        let view = self.collapse_stmt(&producer, "[0, 1], [2, 3]", &[a * b, a * b]);
        let inputs = vec![Operand { value: view, map: vec![Ix::Dim(0), Ix::Dim(0)] }];
        self.parallel_op(&[a * b], inputs, &[elem]);
    }

    /// Loops along a tensor with an encoding, which no reshape keeps, are not split.
    fn encoded(&mut self) {
        let (a, b, elem) = (self.rng.i64(2..5), self.rng.i64(2..5), self.elem());
        let view = self.collapsed(a, b, elem);
        let encoding = Some(tilec_ir::Attr::Str("layout".into()));
        let ty = Type::Tensor(tilec_ir::TensorType { shape: vec![a * b], elem, encoding }.into());
        let other = self.arg(ty);
        let inputs = [view, other].map(|value| Operand { value, map: vec![Ix::Dim(0)] });
        self.parallel_op(&[a * b], inputs.into(), &[elem]);
    }

    /// A sum along what was collapsed is in lane order: it depends on the length.
    fn reshape_along_lanes(&mut self) {
        let (a, b) = (self.pick(&[2, 3, 5, 17]), self.pick(&[7, 16, 32, 33]));
        let elem = self.pick(&[ScalarType::F32, ScalarType::F64, ScalarType::F16]);
        // Sines are seldom exact, so that the order of their sum shows.
        let source = self.value_of(&[a, b], elem);
        let producer = self.unary_chain(&source, "math.sin");
        let view = self.collapse_stmt(&producer, "[0, 1]", &[a * b]);
        let init = self.fill_value(&[], elem);
        let (ty, t) = (view.ty.clone(), Type::Scalar(elem));
        let text = format!(
            "linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [\"reduction\"]}}\n    ins({} : {ty}) outs({} : {}) {{\n^bb0(%x0: {t}, %y0: {t}):\n  %s = arith.addf %y0, %x0 : {t}\n  linalg.yield %s : {t}\n}} -> ",
            view.name, init.name, init.ty
        );
        self.finish(&text, vec![init.ty]);
    }

    /// A reshape with other users, in front of a contraction, in front of a payload with effects, or of what another block computes.
    fn reshape_in_other_places(&mut self) {
        let (a, b, elem) = (self.rng.i64(2..5), self.rng.i64(2..5), self.pick(&[ScalarType::F32, ScalarType::Int(32)]));
        match self.rng.u8(..3) {
            0 => {
                let view = self.collapsed(a, b, elem);
                self.consume(&view);
                self.keep(&view);
            }
            1 => {
                let view = self.collapsed(a, b, elem);
                let init = self.fill_value(&[], elem);
                let text = format!(
                    "linalg.dot ins({}, {} : {}, {}) outs({} : {}) -> {}",
                    view.name, view.name, view.ty, view.ty, init.name, init.ty, init.ty
                );
                self.tensor_stmt(&init.ty, text);
            }
            _ => {
                let view = self.collapsed(a, b, elem);
                self.buffer = Some(self.arg(Type::memref(&[3], elem)));
                self.consume(&view);
            }
        }
    }
}
