//! Producers of a wanted shape, and the operands that ops have beside the one that matters.

use super::super::Generator;
use super::super::generic::{Operand, Output, operands};
use super::super::index::{Ix, map_text};
use crate::program::{Stmt, Value};
use tilec_ir::{ScalarType, Type};

/// Named ops of one and of two inputs.
const UNARY: [&str; 14] =
    ["exp", "log", "abs", "ceil", "floor", "negf", "round", "sqrt", "rsqrt", "square", "tanh", "erf", "reciprocal", "copy"];
const BINARY: [&str; 6] = ["add", "sub", "mul", "max", "min", "div"];
/// Kinds of `linalg.elementwise`.
const KINDS: [&str; 8] = ["exp", "tanh", "negf", "floor", "add", "mul", "max_signed", "sub"];

impl Generator {
    pub(in crate::generator) fn identity(rank: usize) -> Vec<Ix> {
        (0..rank).map(Ix::Dim).collect()
    }

    /// A tensor of this type that an op with parallel loops computes.
    pub(in crate::generator) fn produce(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let is_float = elem.is_float() && !matches!(elem, ScalarType::Mini(_));
        match self.rng.u8(..100) {
            0..8 if is_float => self.named_op(shape, elem),
            8..11 if is_float => self.elementwise_kind(shape, elem),
            11..16 if !matches!(elem, ScalarType::Mini(_)) => self.map_op(shape, elem),
            16..20 if !shape.is_empty() => {
                let source: Vec<i64> = shape.iter().rev().copied().collect();
                let source = self.value_of(&source, elem);
                self.reversed(&source)
            }
            20..24 if !shape.is_empty() => self.broadcast_op(shape, elem),
            24..27 => self.fill_value(shape, elem),
            _ => self.produce_generic(shape, elem),
        }
    }

    /// The same by a generic: its result map is any permutation, it may have more results, with permutations of their own.
    pub(super) fn produce_generic(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let n = shape.len();
        let mut to: Vec<usize> = (0..n).collect();
        if self.chance(35) {
            self.rng.shuffle(&mut to);
        }
        let mut extents = vec![0; n];
        for (size, &d) in shape.iter().zip(&to) {
            extents[d] = *size;
        }
        let mut inputs: Vec<_> = (0..self.pick(&[1, 1, 2])).map(|_| self.operand_over(&extents)).collect();
        if self.chance(8) {
            inputs.push(Operand { value: inputs[0].value.clone(), map: inputs[0].map.clone() });
        }
        let map: Vec<Ix> = to.into_iter().map(Ix::Dim).collect();
        let mut outputs = vec![self.output(map, &extents, elem)];
        let mut at = 0;
        while outputs.len() < 3 && self.chance(22) {
            let mut map = Self::identity(n);
            self.rng.shuffle(&mut map);
            let elem = self.elem();
            let output = self.output(map, &extents, elem);
            if self.rng.bool() {
                outputs.push(output);
            } else {
                outputs.insert(0, output);
                at += 1;
            }
        }
        self.generic(&extents, &[], inputs, outputs)[at].clone()
    }

    /// An output of an op with parallel loops; one of five reads what was there.
    pub(super) fn output(&mut self, map: Vec<Ix>, extents: &[i64], elem: ScalarType) -> Output {
        let reads = self.chance(18);
        let value = self.init(&map, extents, elem, reads);
        Output { operand: Operand { value, map }, elem, reads, reduces: false }
    }

    /// A generic with parallel loops and an output of each type.
    pub(super) fn parallel_op(&mut self, extents: &[i64], inputs: Vec<Operand>, elems: &[ScalarType]) -> Vec<Value> {
        let mut outputs = Vec::new();
        for &elem in elems {
            let mut map = Self::identity(extents.len());
            if self.chance(25) {
                self.rng.shuffle(&mut map);
            }
            outputs.push(self.output(map, extents, elem));
        }
        self.generic(extents, &[], inputs, outputs)
    }

    /// A generic that reduces these loops.
    pub(super) fn reducing_op(&mut self, extents: &[i64], reduced: &[usize], mut inputs: Vec<Operand>) -> Vec<Value> {
        let bounded = |d: usize| inputs.iter().any(|o| o.map.contains(&Ix::Dim(d)));
        if reduced.iter().any(|&d| !bounded(d)) {
            let elem = self.elem();
            inputs.push(Operand { value: self.value_of(extents, elem), map: Self::identity(extents.len()) });
        }
        let kept: Vec<Ix> = (0..extents.len()).filter(|d| !reduced.contains(d)).map(Ix::Dim).collect();
        let elem = self.output_elem(&inputs, true);
        let value = self.init(&kept, extents, elem, true);
        let output = Output { operand: Operand { value, map: kept }, elem, reads: true, reduces: true };
        self.generic(extents, reduced, inputs, vec![output])
    }

    /// Half of the time, another operand.
    pub(super) fn perhaps_more(&mut self, inputs: &mut Vec<Operand>, extents: &[i64]) {
        if self.rng.bool() {
            let more = self.operand_over(extents);
            if self.rng.bool() { inputs.push(more) } else { inputs.insert(0, more) }
        }
    }

    /// An argument, or what is there, indexed by some of the loops in some way.
    pub(super) fn operand_over(&mut self, extents: &[i64]) -> Operand {
        let mut indices = Vec::new();
        for (d, &extent) in extents.iter().enumerate() {
            if self.chance(82) {
                indices.push(self.index_of(d, extent));
            }
        }
        if self.chance(22) {
            self.rng.shuffle(&mut indices);
        }
        if self.chance(6) && indices.len() < 5 {
            let size = self.rng.i64(1..4);
            indices.push((Ix::Const(self.rng.i64(0..size)), size));
        }
        let (map, shape): (Vec<Ix>, Vec<i64>) = indices.into_iter().unzip();
        if shape.iter().product::<i64>() > 2 * super::FEW_ELEMENTS {
            let elem = self.elem();
            return Operand { value: self.value_of(extents, elem), map: Self::identity(extents.len()) };
        }
        let elem = self.elem();
        let value = match self.rng.u8(..100) {
            0..6 => {
                self.coverage.add("scalar operand");
                return Operand { value: self.scalar(elem), map: Vec::new() };
            }
            6..12 => self.constant_tensor(&shape, elem),
            _ => self.value_of(&shape, elem),
        };
        Operand { value, map }
    }

    /// An index over a loop, and the least extent it needs, or somewhat more.
    fn index_of(&mut self, d: usize, extent: i64) -> (Ix, i64) {
        if extent == 0 {
            return (Ix::Dim(d), 0);
        }
        let slack = self.pick(&[0, 0, 1]);
        match self.rng.u8(..100) {
            0..5 => {
                let by = self.rng.i64(1..4);
                (Ix::Shift(d, by), extent + by + slack)
            }
            5..10 => (Ix::Stride(d, 2), extent * 2 - 1 + slack),
            10..15 => (Ix::Div(d, 2), (extent + 1) / 2 + slack),
            15..19 => {
                let by = self.rng.i64(2..5);
                (Ix::Mod(d, by), by + slack)
            }
            _ => (Ix::Dim(d), extent),
        }
    }

    /// `linalg.exp`, `linalg.add` …
    fn named_op(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let (name, count) = if self.rng.bool() { (self.pick(&UNARY), 1) } else { (self.pick(&BINARY), 2) };
        self.coverage.add(format!("op linalg.{name}"));
        self.named(&format!("linalg.{name}"), count, shape, elem)
    }

    fn elementwise_kind(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let at = self.rng.usize(..KINDS.len());
        self.coverage.add("op linalg.elementwise");
        let name = format!("linalg.elementwise kind=#linalg.elementwise_kind<{}>", KINDS[at]);
        self.named(&name, if at < 4 { 1 } else { 2 }, shape, elem)
    }

    fn named(&mut self, name: &str, count: usize, shape: &[i64], elem: ScalarType) -> Value {
        let map = Self::identity(shape.len());
        let inputs: Vec<_> = (0..count).map(|_| Operand { value: self.value_of(shape, elem), map: map.clone() }).collect();
        let into = self.empty(shape, elem);
        let ty = into.ty.clone();
        let text = format!("{name} ins({}) outs({} : {ty}) -> {ty}", operands(inputs.iter()), into.name);
        self.tensor_stmt(&ty, text)
    }

    /// `linalg.map`, in the short form or with a body.
    pub(super) fn map_op(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let (a, b, into) = (self.value_of(shape, elem), self.value_of(shape, elem), self.empty(shape, elem));
        let (ty, t) = (into.ty.clone(), Type::Scalar(elem));
        let op =
            if elem.is_float() { self.pick(&["arith.mulf", "arith.subf"]) } else { self.pick(&["arith.muli", "arith.subi"]) };
        self.coverage.add("op linalg.map");
        let (ins, name) = (format!("ins({}, {} : {ty}, {ty}) outs({} : {ty})", a.name, b.name, into.name), self.fresh('v'));
        let text = if self.rng.bool() {
            format!("{name} = linalg.map {{ {op} }} {ins}")
        } else {
            format!(
                "{name} = linalg.map {ins}\n(%p: {t}, %q: {t}, %old: {t}) {{\n  %r = {op} %q, %p : {t}\n  linalg.yield %r : {t}\n}}"
            )
        };
        self.add_named(name, ty, text)
    }

    /// Adds an op whose text has its result's name already.
    pub(super) fn add_named(&mut self, name: String, ty: Type, text: String) -> Value {
        let result = Value { name, ty };
        self.program.stmts.push(Stmt { results: vec![result.clone()], text });
        self.values.push(result.clone());
        result
    }

    /// The dimensions in the opposite order.
    fn reversed(&mut self, source: &Value) -> Value {
        let permutation: Vec<usize> = (0..source.ty.shape().map_or(0, <[i64]>::len)).rev().collect();
        self.transpose_op(source, &permutation)
    }

    /// The dimensions in another order, by `linalg.transpose` or a generic.
    pub(in crate::generator) fn transposed(&mut self, source: &Value) -> Value {
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        let mut permutation: Vec<usize> = (0..shape.len()).collect();
        permutation.rotate_left(1);
        if self.rng.bool() || shape.is_empty() {
            return self.transpose_op(source, &permutation);
        }
        let out: Vec<i64> = permutation.iter().map(|&p| shape[p]).collect();
        let into = self.empty(&out, source.ty.elem().expect("an element type"));
        let map: Vec<Ix> = permutation.into_iter().map(Ix::Dim).collect();
        let text = self.unary_into(source, &into, &map).replace("%s = ", "%dead = ").replace("yield %s", "yield %x0");
        self.finish(&text, vec![into.ty])[0].clone()
    }

    /// A generic over the dimensions of `source` that writes `into` through `map` and does not read it.
    pub(super) fn unary_into(&mut self, source: &Value, into: &Value, map: &[Ix]) -> String {
        let rank = source.ty.shape().map_or(0, <[i64]>::len);
        let t = Type::Scalar(source.ty.elem().expect("an element type"));
        let kinds = vec!["\"parallel\""; rank].join(", ");
        let op = match source.ty.elem().expect("an element type") {
            ScalarType::I1 => "arith.andi %x0, %x0",
            ScalarType::Mini(_) => "arith.select %true, %x0, %x0",
            e if e.is_float() => "arith.addf %x0, %x0",
            _ => "arith.addi %x0, %x0",
        };
        let truth = if op.contains("%true") { "  %true = arith.constant true\n" } else { "" };
        format!(
            "linalg.generic {{indexing_maps = [{}, {}], iterator_types = [{kinds}]}}\n    ins({} : {}) outs({} : {}) {{\n^bb0(%x0: {t}, %y0: {t}):\n{truth}  %s = {op} : {t}\n  linalg.yield %s : {t}\n}} -> ",
            map_text(rank, &Self::identity(rank)),
            map_text(rank, map),
            source.name,
            source.ty,
            into.name,
            into.ty,
        )
    }

    /// The same elements, by a generic that does nothing else.
    pub(super) fn copy_of(&mut self, source: &Value) -> Value {
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        let into = self.empty(&shape, source.ty.elem().expect("an element type"));
        let map = Self::identity(shape.len());
        let text = self.unary_into(source, &into, &map).replace("%s = ", "%dead = ").replace("yield %s", "yield %x0");
        self.finish(&text, vec![into.ty])[0].clone()
    }

    /// `linalg.broadcast` to this shape.
    fn broadcast_op(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let added: Vec<usize> = (0..shape.len()).filter(|_| self.rng.bool()).collect();
        let narrow: Vec<i64> = (0..shape.len()).filter(|d| !added.contains(d)).map(|d| shape[d]).collect();
        let (source, into) = (self.value_of(&narrow, elem), self.empty(shape, elem));
        let ty = into.ty.clone();
        self.coverage.add("op linalg.broadcast");
        let list: Vec<_> = added.iter().map(usize::to_string).collect();
        let name = self.fresh('v');
        let text = format!(
            "{name} = linalg.broadcast ins({} : {}) outs({} : {ty}) dimensions = [{}]",
            source.name,
            source.ty,
            into.name,
            list.join(", ")
        );
        self.add_named(name, ty, text)
    }
}
