//! Programs for tiling: the ops that schedules are written for, with producers and consumers around them, and the situations that a
//! schedule must refuse.

mod chains;
mod loops;
mod named;
mod odd;
mod open;
mod shaped;

use super::Generator;
use super::generic::{Operand, Output};
use super::index::Ix;
use crate::coverage::Coverage;
use crate::program::{Program, Value};
use tilec_ir::{ScalarType, Type};

/// Passes whose faults these programs show, with schedules.
pub const TILE_PASSES: [&str; 3] = ["tile", "tile-and-fuse", "structured.vectorize"];

/// Extents: nothing, one, primes, and both sides of the tile sizes that schedules like.
const EXTENTS: [i64; 14] = [0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8, 9, 13];
/// The most iterations of an op.
const MAX_ITERATIONS: i64 = 1500;

/// The program of a seed, and what it has in it.
pub fn program(seed: u64) -> (Program, Coverage) {
    let mut g = Generator::new(seed ^ 0x7113_5EED);
    for _ in 0..g.pick(&[1, 1, 1, 2]) {
        g.tile_situation();
    }
    for _ in 0..g.pick(&[0, 0, 0, 1]) {
        if g.chance(60) { g.elementwise() } else { g.reduction() }
    }
    g.ends();
    let Generator { mut program, coverage, .. } = g;
    program.prune_some(seed);
    (program, coverage)
}

impl Generator {
    fn tile_situation(&mut self) {
        match self.rng.u8(..100) {
            0..18 => self.contraction_chain(),
            18..29 => self.window_chain(),
            29..34 => self.softmax_chain(),
            34..40 => self.normalized(),
            40..45 => self.padded_chain(),
            45..49 => self.concatenated(),
            49..54 => self.packed(),
            54..62 => self.largest(),
            62..67 => self.indexed(),
            67..77 => self.map_zoo(),
            77..82 => self.output_zoo(),
            82..87 => self.turned(),
            87..92 => self.loop_by_hand(),
            92..94 => self.row_sums(),
            94..97 => self.reduced(),
            _ => self.open_chain(),
        }
    }

    /// Extents whose product is not too large.
    fn sizes(&mut self, rank: usize) -> Vec<i64> {
        let mut sizes: Vec<i64> = (0..rank).map(|_| self.pick(&EXTENTS)).collect();
        while sizes.iter().product::<i64>() > MAX_ITERATIONS {
            let at = self.rng.usize(..rank);
            sizes[at] = (sizes[at] / 2).max(1);
        }
        sizes
    }

    /// The same without zeros.
    fn positive(&mut self, rank: usize) -> Vec<i64> {
        self.sizes(rank).into_iter().map(|s| s.max(1)).collect()
    }

    /// An element type that every named op takes.
    fn plain_elem(&mut self) -> ScalarType {
        use ScalarType::{BF16, F16, F32, F64, Int};
        self.pick(&[F32, F32, F32, F32, F64, F64, F16, BF16, Int(32), Int(32), Int(64), Int(8)])
    }

    fn plain_float(&mut self) -> ScalarType {
        use ScalarType::{F16, F32, F64};
        self.pick(&[F32, F32, F32, F64, F16])
    }

    /// A value of this type: what an op of its own computes, mostly.
    fn made(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        match self.rng.u8(..10) {
            0..6 => {
                let source = self.value_of(shape, elem);
                let inputs = vec![self.whole(&source)];
                self.over(shape, inputs, elem)
            }
            6 => self.fill_value(shape, elem),
            7 => self.tensor_arg(shape, elem),
            _ => self.value_of(shape, elem),
        }
    }

    /// An operand that is read at the loops.
    fn whole(&mut self, value: &Value) -> Operand {
        let rank = value.ty.shape().map_or(0, <[i64]>::len);
        Operand { value: value.clone(), map: (0..rank).map(Ix::Dim).collect() }
    }

    /// An op without reductions over these loops.
    fn over(&mut self, shape: &[i64], inputs: Vec<Operand>, elem: ScalarType) -> Value {
        let map: Vec<Ix> = (0..shape.len()).map(Ix::Dim).collect();
        let reads = self.chance(15);
        let value = self.init(&map, shape, elem, reads);
        self.thorough = true;
        let outputs = vec![Output { operand: Operand { value, map }, elem, reads, reduces: false }];
        let results = self.generic(shape, &[], inputs, outputs);
        self.thorough = false;
        results[0].clone()
    }

    /// Reads a value in an op of its own, with a row or another tensor beside it.
    fn read(&mut self, value: &Value) -> Value {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let elem = value.ty.elem().expect("an element type");
        let mut inputs = vec![self.whole(value)];
        if self.chance(40) && !shape.is_empty() {
            let d = self.rng.usize(..shape.len());
            let row = self.value_of(&shape[d..=d], elem);
            inputs.push(Operand { value: row, map: vec![Ix::Dim(d)] });
        }
        if self.chance(30) {
            let other = self.made(&shape, elem);
            inputs.push(self.whole(&other));
        }
        self.coverage.add("tiles consumer");
        self.over(&shape, inputs, elem)
    }

    /// Changes a value where it is: an op that computes into it from what it held.
    fn changed_in_place(&mut self, value: &Value) -> Value {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let elem = value.ty.elem().expect("an element type");
        let source = self.value_of(&shape, elem);
        let inputs = vec![self.whole(&source)];
        let operand = self.whole(value);
        self.coverage.add("tiles value changed in its place");
        self.thorough = true;
        let results = self.generic(&shape, &[], inputs, vec![Output { operand, elem, reads: true, reduces: true }]);
        self.thorough = false;
        results[0].clone()
    }

    /// Some readers after each other.
    fn readers(&mut self, value: &Value) -> Value {
        let mut value = value.clone();
        for _ in 0..self.pick(&[0, 1, 1, 2]) {
            if self.chance(12) {
                self.keep(&value);
            }
            value = if self.chance(20) { self.changed_in_place(&value) } else { self.read(&value) };
        }
        value
    }

    /// A generic that is written out.
    fn written(&mut self, maps: &[String], kinds: &str, ins: &[&Value], outs: &[&Value], body: &str) -> Vec<Value> {
        let list = |values: &[&Value]| {
            let names: Vec<&str> = values.iter().map(|v| v.name.as_str()).collect();
            let types: Vec<String> = values.iter().map(|v| v.ty.to_string()).collect();
            format!("({} : {})", names.join(", "), types.join(", "))
        };
        let arg = |(i, v): (usize, &&Value)| format!("%b{i}: {}", Type::Scalar(v.ty.elem().expect("an element type")));
        let args: Vec<String> = ins.iter().chain(outs).enumerate().map(arg).collect();
        let kinds: Vec<&str> = kinds.chars().map(|k| if k == 'r' { "\"reduction\"" } else { "\"parallel\"" }).collect();
        let ins = if ins.is_empty() { String::new() } else { format!("ins{} ", list(ins)) };
        let text = format!(
            "linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}}\n    {ins}outs{} {{\n^bb0({}):\n{body}\n}} -> ",
            maps.join(", "),
            kinds.join(", "),
            list(outs),
            args.join(", ")
        );
        self.finish(&text, outs.iter().map(|v| v.ty.clone()).collect())
    }
}

/// `(d0, d1)` of so many loops.
fn loop_list(loops: usize) -> String {
    let dims: Vec<String> = (0..loops).map(|d| format!("d{d}")).collect();
    format!("({})", dims.join(", "))
}

/// A map over so many loops.
fn map(loops: usize, results: &str) -> String {
    format!("affine_map<{} -> ({results})>", loop_list(loops))
}
