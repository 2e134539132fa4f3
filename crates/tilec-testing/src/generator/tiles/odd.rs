//! Ops with several results, indices and gathers in their bodies, and maps that are not plain.

use super::super::Generator;
use super::{loop_list, map};
use tilec_ir::{ScalarType, Type};

/// An index over loops `d0`, `d1` of these extents: its text, and the extent it needs.
fn index_expr(form: usize, n: [i64; 2]) -> (String, i64) {
    type Form = (String, Box<dyn Fn(i64, i64) -> i64>);
    let top = n[0] - 1;
    let (text, value): Form = match form {
        0 => (format!("-d0 + {top}"), Box::new(move |i, _| top - i)),
        1 => ("d0 mod 4".into(), Box::new(|i, _| i % 4)),
        2 => ("d0 floordiv 2".into(), Box::new(|i, _| i / 2)),
        3 => ("d0 + d1".into(), Box::new(|i, j| i + j)),
        4 => ("d0 * 2 + d1".into(), Box::new(|i, j| 2 * i + j)),
        5 => ("0".into(), Box::new(|_, _| 0)),
        6 => ("d0 + 1".into(), Box::new(|i, _| i + 1)),
        7 => ("(d0 + d1) mod 3".into(), Box::new(|i, j| (i + j) % 3)),
        8 => ("(d0 * 2) floordiv 3".into(), Box::new(|i, _| 2 * i / 3)),
        9 => ("d0 ceildiv 2".into(), Box::new(|i, _| (i + 1) / 2)),
        10 => ("d1 floordiv 2 + d0".into(), Box::new(|i, j| j / 2 + i)),
        11 => ("(d1 + 1) mod 2".into(), Box::new(|_, j| (j + 1) % 2)),
        12 => ("(d0 + 3) floordiv 4".into(), Box::new(|i, _| (i + 3) / 4)),
        _ => (format!("{top} - d0 + d1"), Box::new(move |i, j| top - i + j)),
    };
    let all = (0..n[0]).flat_map(|i| (0..n[1]).map(move |j| (i, j)));
    (text, all.map(|(i, j)| value(i, j)).max().unwrap_or(0) + 1)
}

impl Generator {
    /// Reads at every kind of index.
    pub(super) fn map_zoo(&mut self) {
        let (sizes, elem) = (self.positive(2), self.plain_elem());
        let n = [sizes[0].min(13), sizes[1].min(13)];
        // Those that fall more often: schedules leave the loop whole that they fall with, mostly.
        let form = self.pick(&[0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13]);
        let second = if self.chance(15) { 0 } else { self.rng.usize(..20) };
        let (first, extent) = index_expr(form, n);
        let (mut indices, mut shape) = (vec![first], vec![extent]);
        if second < 14 {
            let (text, extent) = index_expr(second, n);
            indices.push(text);
            shape.push(extent);
        }
        let source = self.made(&shape, elem);
        let other = self.made(&n, elem);
        let is_sum = self.chance(40);
        let (out, kinds, into) = match is_sum {
            true => ("d0", "pr", self.start(&n[..1], elem)),
            false => ("d0, d1", "pp", self.empty(&n, elem)),
        };
        let t = Type::Scalar(elem);
        let (mul, add) = if elem.is_float() { ("mulf", "addf") } else { ("muli", "addi") };
        let last =
            if is_sum { format!("  %t1 = arith.{add} %b2, %t0 : {t}\n  linalg.yield %t1") } else { "  linalg.yield %t0".into() };
        let body = format!("  %t0 = arith.{mul} %b0, %b1 : {t}\n{last} : {t}");
        let maps = [map(2, &indices.join(", ")), map(2, "d0, d1"), map(2, out)];
        let result = self.written(&maps, kinds, &[&source, &other], &[&into], &body)[0].clone();
        self.coverage.add(format!("tiles index {form}"));
        self.readers(&result);
    }

    /// Writes where no plain loops say.
    pub(super) fn output_zoo(&mut self) {
        let (sizes, elem) = (self.positive(2), self.pick(&[ScalarType::Int(32), ScalarType::F32]));
        let n = [sizes[0].min(9), sizes[1].min(9)];
        let form = self.pick(&[3, 3, 4, 2, 6]);
        let (index, extent) = index_expr(form, n);
        let source = self.made(&n, elem);
        let start = self.start(&[extent], elem);
        let (t, op) = (Type::Scalar(elem), if elem.is_float() { "maximumf" } else { "addi" });
        let body = format!("  %t0 = arith.{op} %b1, %b0 : {t}\n  linalg.yield %t0 : {t}");
        let maps = [map(2, "d0, d1"), map(2, &index)];
        let result = self.written(&maps, "rr", &[&source], &[&start], &body)[0].clone();
        self.coverage.add("tiles odd output");
        self.readers(&result);
    }

    /// The largest element of each row and where it is; a reader of both.
    pub(super) fn largest(&mut self) {
        let (shape, elem) = (self.sizes(2), self.plain_float());
        let source = self.made(&shape, elem);
        let (best, place) = (self.start(&shape[..1], elem), self.start(&shape[..1], ScalarType::Int(32)));
        let t = Type::Scalar(elem);
        let body = format!(
            "  %t0 = linalg.index 1 : index\n  %t1 = arith.index_cast %t0 : index to i32\n  %t2 = arith.cmpf ogt, %b0, %b1 : {t}\n  \
             %t3 = arith.select %t2, %b0, %b1 : {t}\n  %t4 = arith.select %t2, %t1, %b2 : i32\n  linalg.yield %t3, %t4 : {t}, i32"
        );
        let maps = [map(2, "d0, d1"), map(2, "d0"), map(2, "d0")];
        let results = self.written(&maps, "pr", &[&source], &[&best, &place], &body);
        self.coverage.add("tiles argmax");
        if self.chance(80) {
            let inputs = vec![self.whole(&results[0]), self.whole(&results[1])];
            self.over(&shape[..1], inputs, elem);
        } else {
            self.readers(&results[0]);
        }
    }

    /// Indices of the loops, as numbers and to gather with.
    pub(super) fn indexed(&mut self) {
        let rank = self.rng.usize(1..=3);
        let (shape, elem) = (self.positive(rank), self.plain_elem());
        let source = self.made(&shape, elem);
        let d = self.rng.usize(..rank);
        let table = self.made(&shape[d..=d], elem);
        let into = self.empty(&shape, elem);
        let (t, loops) = (Type::Scalar(elem), loop_list(rank));
        let (cast, add) = if elem.is_float() { ("sitofp", "addf") } else { ("trunci", "addi") };
        let number = match elem {
            ScalarType::Int(64) => "  %t3 = arith.index_cast %t0 : index to i64".to_string(),
            _ => format!("  %t2 = arith.index_cast %t0 : index to i64\n  %t3 = arith.{cast} %t2 : i64 to {t}"),
        };
        let body = format!(
            "  %t0 = linalg.index {d} : index\n  %t1 = tensor.extract {}[%t0] : {}\n{number}\n  %t4 = arith.{add} %t3, %t1 : {t}\n  \
             %t5 = arith.{add} %t4, %b0 : {t}\n  linalg.yield %t5 : {t}",
            table.name, table.ty
        );
        let identity = format!("affine_map<{loops} -> {loops}>");
        let result = self.written(&[identity.clone(), identity], &"p".repeat(rank), &[&source], &[&into], &body)[0].clone();
        self.coverage.add("tiles gather");
        self.readers(&result);
    }
}
