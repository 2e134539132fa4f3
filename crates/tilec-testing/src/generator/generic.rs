//! `linalg.generic`: element-wise ops and reductions.

use super::Generator;
use super::body::Body;
use super::index::{Ix, count_map, map_text};
use crate::program::{Stmt, Value};
use tilec_ir::{ScalarType, Type};

/// An operand of a generic: the value and its map.
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) map: Vec<Ix>,
}

/// An output and how its element is made.
pub(super) struct Output {
    pub(super) operand: Operand,
    pub(super) elem: ScalarType,
    /// The body reads what was there.
    pub(super) reads: bool,
    /// Combined with what was there, in order.
    pub(super) reduces: bool,
}

impl Generator {
    /// An op whose loops are all parallel.
    pub(super) fn elementwise(&mut self) {
        let first = self.any_value();
        let nest = self.nest(first.ty.shape().unwrap_or(&[]));
        let extents = nest.extents;
        let map = nest.first;
        let mut inputs = vec![Operand { value: first, map }];
        self.more_inputs(&mut inputs, &extents);
        let mut outputs = Vec::new();
        for _ in 0..self.pick(&[1, 1, 1, 1, 1, 2, 2, 3]) {
            let elem = self.output_elem(&inputs, false);
            let mut map: Vec<Ix> = (0..extents.len()).map(Ix::Dim).collect();
            if self.chance(if extents.len() > 2 { 45 } else { 25 }) {
                self.rng.shuffle(&mut map);
            }
            let reads = !self.plain && self.chance(20);
            let value = self.init(&map, &extents, elem, reads);
            outputs.push(Output { operand: Operand { value, map }, elem, reads, reduces: false });
        }
        self.generic(&extents, &[], inputs, outputs);
    }

    /// An op that accumulates over some loops, the last ones mostly.
    pub(super) fn reduction(&mut self) {
        let mut first = self.any_value();
        if first.ty.shape().is_none_or(<[i64]>::is_empty) {
            let rank = self.rng.usize(1..=3);
            let (shape, elem) = (self.shape(rank, self.max_elements()), self.elem());
            first = self.tensor_arg(&shape, elem);
        }
        let shape = first.ty.shape().unwrap_or(&[]).to_vec();
        let extents = shape.clone();
        let mut map: Vec<Ix> = (0..extents.len()).map(Ix::Dim).collect();
        let mut loops = extents.clone();
        if self.chance(25) {
            let mut to: Vec<usize> = (0..extents.len()).collect();
            self.rng.shuffle(&mut to);
            for (d, &t) in to.iter().enumerate() {
                loops[t] = extents[d];
            }
            map = to.into_iter().map(Ix::Dim).collect();
        }
        let mut inputs = vec![Operand { value: first, map }];
        if self.chance(40) {
            self.more_inputs(&mut inputs, &loops);
        }
        let n = loops.len();
        let reduced: Vec<usize> =
            if self.chance(70) { (self.rng.usize(..n)..n).collect() } else { (0..n).filter(|_| self.rng.bool()).collect() };
        let reduced = if reduced.is_empty() { vec![n - 1] } else { reduced };
        let kept: Vec<Ix> = (0..n).filter(|d| !reduced.contains(d)).map(Ix::Dim).collect();
        let mut outputs = Vec::new();
        for i in 0..self.pick(&[1, 1, 1, 1, 2]) {
            let elem = self.output_elem(&inputs, true);
            let mut map = kept.clone();
            let whole = i > 0 && self.chance(30);
            if whole {
                map = (0..n).map(Ix::Dim).collect();
                self.coverage.add("element-wise output of a reduction");
            } else if self.chance(15) {
                self.rng.shuffle(&mut map);
            }
            let value = self.init(&map, &loops, elem, !whole);
            outputs.push(Output { operand: Operand { value, map }, elem, reads: !whole, reduces: !whole });
        }
        self.generic(&loops, &reduced, inputs, outputs);
    }

    pub(super) fn output_elem(&mut self, inputs: &[Operand], reduces: bool) -> ScalarType {
        let at = self.rng.usize(..inputs.len());
        let elem = if self.chance(80) { inputs[at].value.ty.elem().expect("an element type") } else { self.elem() };
        let elem = if reduces { super::body::computed(elem) } else { elem };
        if self.plain && elem == ScalarType::I1 { ScalarType::Int(32) } else { elem }
    }

    /// Up to three more inputs: values that are there, new arguments, scalars, constants.
    fn more_inputs(&mut self, inputs: &mut Vec<Operand>, extents: &[i64]) {
        for _ in 0..self.pick(&[0, 0, 1, 1, 1, 2, 3]) {
            let roll = self.rng.u8(..100);
            if !self.plain && self.chance(8) {
                self.coverage.add("repeated input");
                let again = &inputs[self.rng.usize(..inputs.len())];
                inputs.push(Operand { value: again.value.clone(), map: again.map.clone() });
                continue;
            }
            if roll < 55 {
                let value = self.any_value();
                if let Some(map) = self.place(value.ty.shape().unwrap_or(&[]), extents) {
                    inputs.push(Operand { value, map });
                }
                continue;
            }
            let map = self.projection(extents.len());
            let shape = extents_of(&map, extents);
            let elem = self.elem();
            match roll {
                55..65 => {
                    self.coverage.add("scalar operand");
                    inputs.push(Operand { value: self.scalar(elem), map: Vec::new() });
                }
                65..77 => inputs.push(Operand { value: self.constant_tensor(&shape, elem), map }),
                77..83 => inputs.push(Operand { value: self.fill_value(&shape, elem), map }),
                _ => inputs.push(Operand { value: self.value_of(&shape, elem), map }),
            }
        }
    }

    /// The initial value of an output.
    pub(super) fn init(&mut self, map: &[Ix], extents: &[i64], elem: ScalarType, reads: bool) -> Value {
        let shape = extents_of(map, extents);
        if !reads {
            if !self.plain && self.chance(8) {
                self.coverage.add("unread init that is no empty");
                return self.value_of(&shape, elem);
            }
            return self.empty(&shape, elem);
        }
        self.coverage.add("read init");
        if self.chance(45) { self.fill_value(&shape, elem) } else { self.value_of(&shape, elem) }
    }

    /// Writes the op; gives its results.
    pub(super) fn generic(
        &mut self,
        extents: &[i64],
        reduced: &[usize],
        inputs: Vec<Operand>,
        outputs: Vec<Output>,
    ) -> Vec<Value> {
        let n = extents.len();
        self.coverage.add(format!("loops {n}"));
        self.coverage.add(format!("results {}", outputs.len()));
        for operand in inputs.iter().chain(outputs.iter().map(|o| &o.operand)) {
            count_map(&mut self.coverage, n, &operand.map);
            for &size in operand.value.ty.shape().unwrap_or(&[]) {
                self.coverage.add(format!("extent {size}"));
            }
        }
        let mut args: Vec<(String, ScalarType)> = Vec::new();
        for (i, operand) in inputs.iter().enumerate() {
            args.push((format!("%x{i}"), operand.value.ty.elem().expect("an element type")));
        }
        let mut pool: Vec<_> = args.iter().filter(|(_, ty)| !matches!(ty, ScalarType::Mini(_))).cloned().collect();
        for (i, output) in outputs.iter().enumerate() {
            self.coverage.add(format!("output elem {}", Type::Scalar(output.elem)));
            args.push((format!("%y{i}"), output.elem));
            if output.reads && !output.reduces && !matches!(output.elem, ScalarType::Mini(_)) {
                pool.push((format!("%y{i}"), output.elem));
            }
        }
        for scalar in &self.scalars {
            if self.rng.u8(..100) < 30 {
                self.coverage.add("value from outside in a body");
                pool.push((scalar.name.clone(), scalar.ty.as_scalar().expect("a scalar")));
            }
        }
        let readable = |v: &&Value| v.ty.num_elements().is_some_and(|n| n > 0);
        let tables: Vec<_> = self.values.iter().filter(readable).cloned().collect();
        let tables = if self.plain { Vec::new() } else { tables };
        let buffer = self.buffer.take();
        let mut body = Body::new(&mut self.rng, &mut self.coverage, pool, tables, n);
        body.plain = self.plain;
        let mut sources: Vec<_> = args[..inputs.len()].iter().map(|(name, ty)| body.computable(name, *ty)).collect();
        sources.extend(buffer.map(|b| body.load(&b)));
        let mut yields = Vec::new();
        for (i, output) in outputs.iter().enumerate() {
            let elem = super::body::computed(output.elem);
            let depth = body.rng.usize(if output.reduces { 0..3 } else { 1..4 });
            let value = match self.thorough {
                _ if self.plain => body.of_all_inputs(&sources, elem),
                true => {
                    let (all, more) = (body.of_all_inputs(&sources, elem), body.value(elem, depth.min(1)));
                    body.either(&all, &more, elem)
                }
                false => body.value(elem, depth),
            };
            let value = body.stored(&value, output.elem);
            yields.push(if output.reduces { body.combine(&format!("%y{i}"), &value, output.elem) } else { value });
        }
        let lines = std::mem::take(&mut body.lines);
        let kinds: Vec<_> = (0..n).map(|d| if reduced.contains(&d) { "\"reduction\"" } else { "\"parallel\"" }).collect();
        let maps: Vec<_> = inputs.iter().chain(outputs.iter().map(|o| &o.operand)).map(|o| map_text(n, &o.map)).collect();
        let mut text =
            format!("linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}}\n", maps.join(", "), kinds.join(", "));
        text += &format!("    ins({}) outs({}) {{\n", operands(inputs.iter()), operands(outputs.iter().map(|o| &o.operand)));
        let args: Vec<_> = args.iter().map(|(name, ty)| format!("{name}: {}", Type::Scalar(*ty))).collect();
        text += &format!("^bb0({}):\n", args.join(", "));
        for line in lines {
            text += &format!("  {line}\n");
        }
        let types: Vec<_> = outputs.iter().map(|o| Type::Scalar(o.elem).to_string()).collect();
        text += &format!("  linalg.yield {} : {}\n}} -> ", yields.join(", "), types.join(", "));
        self.finish(&text, outputs.into_iter().map(|o| o.operand.value.ty).collect())
    }

    /// Adds the op with a result for each output.
    pub(super) fn finish(&mut self, text: &str, types: Vec<Type>) -> Vec<Value> {
        let name = self.fresh('v');
        let many = types.len() > 1;
        let results: Vec<_> = types
            .into_iter()
            .enumerate()
            .map(|(i, ty)| Value { name: if many { format!("{name}#{i}") } else { name.clone() }, ty })
            .collect();
        let list: Vec<_> = results.iter().map(|r| r.ty.to_string()).collect();
        let text = match many {
            true => format!("{name}:{} = {text}({})", results.len(), list.join(", ")),
            false => format!("{name} = {text}{}", list.concat()),
        };
        self.values.extend(results.iter().cloned());
        self.program.stmts.push(Stmt { results: results.clone(), text });
        results
    }
}

fn extents_of(map: &[Ix], extents: &[i64]) -> Vec<i64> {
    map.iter().map(|r| if let Ix::Dim(d) = r { extents[*d] } else { unreachable!("a plain map") }).collect()
}

/// `%a, %b : T, U`.
pub(super) fn operands<'a>(list: impl Iterator<Item = &'a Operand> + Clone) -> String {
    let names: Vec<_> = list.clone().map(|o| o.value.name.clone()).collect();
    let types: Vec<_> = list.map(|o| o.value.ty.to_string()).collect();
    format!("{} : {}", names.join(", "), types.join(", "))
}

impl Body<'_> {
    /// A value that every input goes into, whatever is folded, and that is no input.
    fn of_all_inputs(&mut self, inputs: &[(String, ScalarType)], ty: ScalarType) -> String {
        let t = Type::Scalar(ty);
        let literal = match ty {
            _ if ty.is_float() => "3.25",
            ScalarType::I1 => "1",
            _ => "3",
        };
        let mut value = self.emit(ty, format!("arith.constant {literal} : {t}"), "op constant");
        for (input, from) in inputs {
            let input = self.cast(input, *from, ty);
            let op = match ty {
                _ if ty.is_float() => self.choose(&["arith.addf", "arith.subf", "arith.mulf"]),
                _ => "arith.addi",
            };
            value = self.emit(ty, format!("{op} {input}, {value} : {t}"), &format!("op {op}"));
        }
        value
    }

    /// A value that both go into.
    fn either(&mut self, a: &str, b: &str, ty: ScalarType) -> String {
        let op = match ty {
            _ if ty.is_float() => self.choose(&["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf"]),
            _ => self.choose(&["arith.addi", "arith.subi", "arith.xori"]),
        };
        self.emit(ty, format!("{op} {a}, {b} : {}", Type::Scalar(ty)), &format!("op {op}"))
    }

    /// The next value of an accumulator.
    fn combine(&mut self, accumulator: &str, value: &str, ty: ScalarType) -> String {
        let t = Type::Scalar(ty);
        let op = match ty {
            _ if ty.is_float() => self.choose(&[
                "arith.addf",
                "arith.addf",
                "arith.addf",
                "arith.addf",
                "arith.mulf",
                "arith.maximumf",
                "arith.minimumf",
                "arith.maxnumf",
                "arith.minnumf",
            ]),
            ScalarType::I1 => self.choose(&["arith.andi", "arith.ori", "arith.xori"]),
            _ => {
                self.choose(&["arith.addi", "arith.addi", "arith.muli", "arith.xori", "arith.maxsi", "arith.minui", "arith.subi"])
            }
        };
        let mut value = value.to_string();
        if op == "arith.addf" && !self.plain && self.rng.u8(..100) < 30 {
            let other = self.value(ty, 0);
            value = self.emit(ty, format!("arith.mulf {value}, {other} : {t}"), "op product in a sum");
        }
        let (a, b) =
            if op == "arith.subi" || self.rng.bool() { (accumulator, value.as_str()) } else { (value.as_str(), accumulator) };
        self.emit(ty, format!("{op} {a}, {b} : {t}"), &format!("reduce {op}"))
    }
}
