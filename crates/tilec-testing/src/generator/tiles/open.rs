//! Chains whose extents are not known: casts hide them.

use super::super::Generator;
use crate::program::Value;
use tilec_ir::{DYNAMIC, Type};

impl Generator {
    /// A value whose extents a cast hides; some of them only, perhaps.
    fn hidden(&mut self, value: &Value) -> Value {
        let elem = value.ty.elem().expect("an element type");
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let shape: Vec<i64> = shape.into_iter().map(|n| if self.chance(80) { DYNAMIC } else { n }).collect();
        let ty = Type::tensor(&shape, elem);
        if ty == value.ty {
            return value.clone();
        }
        self.stmt(&ty, |_| format!("tensor.cast {} : {} to {ty}", value.name, value.ty))
    }

    /// A product, a row added, a negative: all of extents that a cast hides.
    pub(super) fn open_chain(&mut self) {
        let sizes = self.sizes(3);
        let (m, n, k) = (sizes[0], sizes[1], sizes[2]);
        let elem = self.plain_float();
        let sources = [vec![m, k], vec![k, n], vec![n], vec![m, n]].map(|s| self.value_of(&s, elem));
        let [left, right, row, start] = sources.map(|s| self.hidden(&s));
        let (zero, ty) = (self.scalar(elem), start.ty.clone());
        let fill =
            self.stmt(&ty, |_| format!("linalg.fill ins({} : {}) outs({} : {ty}) -> {ty}", zero.name, zero.ty, start.name));
        let product = self.stmt(&ty, |_| {
            let (l, r) = (&left, &right);
            format!("linalg.matmul ins({}, {} : {}, {}) outs({} : {ty}) -> {ty}", l.name, r.name, l.ty, r.ty, fill.name)
        });
        let t = Type::Scalar(elem);
        let maps = [super::map(2, "d0, d1"), super::map(2, "d1"), super::map(2, "d0, d1")];
        let body = format!("  %t0 = arith.addf %b0, %b1 : {t}\n  linalg.yield %t0 : {t}");
        let into = if self.chance(60) { start } else { self.empty_of(&product, m, n) };
        let sum = self.written(&maps, "pp", &[&product, &row], &[&into], &body)[0].clone();
        let also = self.stmt(&into.ty, |_| {
            format!("linalg.negf ins({} : {}) outs({} : {}) -> {}", sum.name, sum.ty, into.name, into.ty, into.ty)
        });
        self.values.retain(|v| v.name != sum.name);
        let end = if self.chance(70) { also } else { sum };
        let closed = Type::tensor(&[m, n], elem);
        let text = format!("tensor.cast {} : {} to {closed}", end.name, end.ty);
        self.coverage.add("tiles open extents");
        if end.ty == closed {
            self.values.push(end);
        } else {
            self.tensor_stmt(&closed, text);
        }
    }

    /// An empty tensor as large as a value.
    fn empty_of(&mut self, value: &Value, m: i64, n: i64) -> Value {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let mut open = Vec::new();
        for (d, _) in [m, n].iter().enumerate().filter(|(d, _)| shape[*d] == DYNAMIC) {
            let at = self.stmt(&Type::INDEX, |_| format!("arith.constant {d} : index"));
            let dim = self.stmt(&Type::INDEX, |_| format!("tensor.dim {}, {} : {}", value.name, at.name, value.ty));
            open.push(dim.name);
        }
        let ty = value.ty.clone();
        self.stmt(&ty, |_| format!("tensor.empty({}) : {ty}", open.join(", ")))
    }
}
