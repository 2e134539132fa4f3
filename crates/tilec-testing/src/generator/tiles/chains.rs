//! Products and windows between producers and consumers.

use super::super::Generator;
use super::super::generic::Operand;
use super::super::index::Ix;
use super::named::{PRODUCTS, WINDOWS};
use crate::program::Value;
use tilec_ir::ScalarType;

impl Generator {
    /// Producers, a fill, a product, an epilogue; perhaps a second product of its result.
    pub(super) fn contraction_chain(&mut self) {
        let row = self.pick(&PRODUCTS);
        let op = self.sized(row);
        let elem = self.plain_elem();
        let inputs: Vec<Value> = op.shapes[..2].iter().map(|s| self.made(s, elem)).collect();
        let init = self.start(&op.shapes[2], elem);
        let product = self.sized_op(&op, &inputs, &init);
        let mut end = self.readers(&product);
        if self.chance(20) {
            // What the first product reads is shared.
            let other = self.read(&inputs[0]);
            self.keep(&other);
        }
        let shape = end.ty.shape().unwrap_or(&[]).to_vec();
        if let [m, n] = shape[..] {
            match self.rng.u8(..10) {
                0 | 1 => end = self.second_product(&end, m, n, elem),
                2 => {
                    // The first product is what the second starts from.
                    let again = self.sized_matmul(m, n, 3);
                    let (a, b) = (self.made(&[m, 3], elem), self.made(&[3, n], elem));
                    end = self.sized_op(&again, &[a, b], &end);
                }
                3 => self.row_and_column(&end, elem),
                _ => {}
            }
            self.readers(&end);
        }
    }

    fn sized_matmul(&mut self, m: i64, n: i64, k: i64) -> super::named::Sized {
        let mut op = self.sized(PRODUCTS[0]);
        op.shapes = vec![vec![m, k], vec![k, n], vec![m, n]];
        op
    }

    /// A product of `[m, k]` with something.
    fn second_product(&mut self, left: &Value, m: i64, k: i64, elem: ScalarType) -> Value {
        let n = self.pick(&[1, 3, 4, 7]);
        let op = self.sized_matmul(m, n, k);
        let right = self.made(&[k, n], elem);
        let init = self.start(&[m, n], elem);
        self.sized_op(&op, &[left.clone(), right], &init)
    }

    /// Two readers along other dimensions.
    fn row_and_column(&mut self, value: &Value, elem: ScalarType) {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        for reduced in 0..2 {
            let inputs = vec![self.whole(value)];
            let start = self.start(&[shape[1 - reduced]], elem);
            let map = vec![Ix::Dim(1 - reduced)];
            let operand = Operand { value: start, map };
            let outputs = vec![super::Output { operand, elem, reads: true, reduces: true }];
            self.generic(&shape, &[reduced], inputs, outputs);
        }
    }

    /// A producer, a padding, a convolution or pooling, an epilogue.
    pub(super) fn window_chain(&mut self) {
        let row = self.pick(&WINDOWS);
        let op = self.sized(row);
        let is_pooling = row.0.contains("pooling");
        let elem = self.plain_elem();
        let image = if self.chance(25) { self.framed(&op.shapes[0], elem) } else { self.made(&op.shapes[0], elem) };
        let window = if is_pooling { self.empty(&op.shapes[1], elem) } else { self.made(&op.shapes[1], elem) };
        let init = self.start(&op.shapes[2], elem);
        let result = self.sized_op(&op, &[image, window], &init);
        self.readers(&result);
    }

    /// `exp(x - max) / sum`: each reads what was computed along the rows before.
    pub(super) fn normalized(&mut self) {
        let shape = self.sizes(2);
        let elem = self.plain_float();
        let source = self.made(&shape, elem);
        let sums = {
            let inputs = vec![self.whole(&source)];
            let start = self.start(&shape[..1], elem);
            let operand = Operand { value: start, map: vec![Ix::Dim(0)] };
            let outputs = vec![super::Output { operand, elem, reads: true, reduces: true }];
            self.generic(&shape, &[1], inputs, outputs)[0].clone()
        };
        let inputs = vec![self.whole(&source), Operand { value: sums, map: vec![Ix::Dim(0)] }];
        let scaled = self.over(&shape, inputs, elem);
        self.readers(&scaled);
        self.coverage.add("tiles normalized rows");
    }

    /// A reduction by an operation that may take its elements in any order, over one loop or two.
    pub(super) fn reduced(&mut self) {
        let sizes = self.positive(3);
        let elem = self.plain_elem();
        let source = self.made(&sizes, elem);
        let names: &[&str] = match elem.is_float() {
            true => &["maximumf", "minimumf", "maxnumf", "minnumf"],
            false => &["addi", "muli", "maxsi", "minsi", "maxui", "minui", "andi", "ori", "xori"],
        };
        let name = self.pick(names);
        let (out, kinds) = self.pick(&[("d0", "prr"), ("d1, d0", "ppr"), ("d2", "rrp"), ("d0, d2", "prp")]);
        let shape: Vec<i64> = out.split(", ").map(|d| sizes[usize::from(d.as_bytes()[1] - b'0')]).collect();
        let start = self.start(&shape, elem);
        let maps = [super::map(3, "d0, d1, d2"), super::map(3, out)];
        let t = tilec_ir::Type::Scalar(elem);
        let body = format!("  %t0 = arith.{name} %b1, %b0 : {t}\n  linalg.yield %t0 : {t}");
        let result = self.written(&maps, kinds, &[&source], &[&start], &body)[0].clone();
        self.readers(&result);
        self.coverage.add("tiles reduction in any order");
    }

    /// Row sums over more than one block of lanes.
    pub(super) fn row_sums(&mut self) {
        let (rows, length) = (self.pick(&[1, 2]), self.pick(&[33, 100, 4096, 4097, 8195]));
        let elem = self.pick(&[ScalarType::F32, ScalarType::F32, ScalarType::F64, ScalarType::Int(32)]);
        let source = self.tensor_arg(&[rows, length], elem);
        let start = self.start(&[rows], elem);
        let add = if elem.is_float() { "addf" } else { "addi" };
        let maps = [super::map(2, "d0, d1"), super::map(2, "d0")];
        let t = tilec_ir::Type::Scalar(elem);
        let body = format!("  %t0 = arith.{add} %b1, %b0 : {t}\n  linalg.yield %t0 : {t}");
        let sums = self.written(&maps, "pr", &[&source], &[&start], &body)[0].clone();
        self.readers(&sums);
        self.coverage.add("tiles row sums");
    }
}
