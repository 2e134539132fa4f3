//! Programs whose tensors could share memory: few types, so that every value can be the destination of every op; values that are read
//! again after something could have overwritten them; and most of them returned, so that an overwritten one is seen.
//!
//! The rest of the generator makes the ops. In these programs [`Generator::empty`] gives any value as the destination of an op that does
//! not read it. What has an undefined element is never among the values that may be read.

mod calls;
mod elements;
mod loops;
mod parallel;
mod slices;
mod updates;

use super::Generator;
use super::edges::pads::concat_text;
use super::other::list;
use crate::coverage::Coverage;
use crate::program::{Program, Value};
use fastrand::Rng;
use tilec_ir::{ScalarType, Type};

/// The most elements of a tensor of these programs.
pub(super) const MAX_ELEMENTS: i64 = 96;
/// How deep loops and branches are nested.
const MAX_DEPTH: usize = 2;
/// The most values that are returned because nothing uses them.
const MAX_ENDS: usize = 6;

/// The types that most tensors of a program have, and what else only these programs need.
pub(super) struct Home {
    shapes: Vec<Vec<i64>>,
    pub(super) elems: Vec<ScalarType>,
    /// Names of `index` values that are not negative and below a number.
    pub(super) indices: Vec<(String, i64)>,
    /// Loops, branches and functions around the place.
    depth: usize,
    /// Tensors live inside `scf` regions and functions, too.
    regions: bool,
    /// What is being made is a private function.
    in_helper: bool,
    /// Private functions to call.
    helpers: Vec<calls::Helper>,
}

impl Home {
    fn new(rng: &mut Rng) -> Self {
        use ScalarType::{BF16, F16, F32, F64, Index, Int};
        let mut one = |from: &[ScalarType]| from[rng.usize(..from.len())];
        let common = one(&[F32, F32, F32, F32, F64, Int(32), Int(32), Int(8), F16]);
        let rare = one(&[F32, F64, BF16, F16, Int(64), Int(16), Int(8), Index]);
        let elems = if rng.u8(..3) == 0 { vec![common, common, rare] } else { vec![common] };
        let mut extent =
            || [0, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 11][if rng.u8(..4) == 0 { rng.usize(..3) } else { rng.usize(2..13) }];
        let (m, n) = (extent(), extent());
        let square = vec![m.min(7); 2];
        let mut shapes = vec![vec![n], if m % 2 == 0 { square } else { vec![m, n] }];
        match n % 5 {
            0 => shapes.push(vec![2, n.min(4), m.min(5)]),
            1 => shapes.push(Vec::new()),
            _ => {}
        }
        Self { shapes, elems, indices: Vec::new(), depth: 0, regions: rng.u8(..3) > 0, in_helper: false, helpers: Vec::new() }
    }
}

/// The program of a seed, and the situations it has in it.
pub fn program(seed: u64) -> (Program, Coverage) {
    let mut g = Generator::new(seed);
    g.home = Some(Home::new(&mut g.rng));
    let count = g.rng.usize(3..=8);
    (0..count).for_each(|_| g.buffer_op());
    g.buffer_ends();
    let Generator { mut program, coverage, .. } = g;
    program.prune_some(seed);
    (program, coverage)
}

impl Generator {
    fn home(&mut self) -> &mut Home {
        self.home.as_mut().expect("a program of these")
    }

    /// Saw this situation.
    fn situation(&mut self, what: &str) {
        self.coverage.add(format!("situation {what}"));
    }

    /// The type of most values.
    fn home_type(&mut self) -> (Vec<i64>, ScalarType) {
        let elem = self.elem();
        let shapes = self.home().shapes.clone();
        (shapes[self.rng.usize(..shapes.len())].clone(), elem)
    }

    /// A value that may be read, of such a type.
    fn home_value(&mut self) -> Value {
        let (shape, elem) = self.home_type();
        self.some_value(&shape, elem)
    }

    /// The same, with a dimension and no zero extents if there is one in a few tries.
    fn home_value_with_parts(&mut self) -> Option<Value> {
        (0..6).map(|_| self.home_value()).find(|v| v.ty.shape().is_some_and(|s| !s.is_empty() && !s.contains(&0)))
    }

    /// A value of this type that may be read: mostly one that other ops use as well.
    fn some_value(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        match self.rng.u8(..100) {
            0..7 => {
                self.situation("constant");
                self.constant_tensor(shape, elem)
            }
            7..10 => self.fill_value(shape, elem),
            _ => self.value_of(shape, elem),
        }
    }

    /// An argument of a function: marked or not, a tensor or a buffer read as one.
    pub(super) fn home_arg(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let ty = Type::tensor(shape, elem);
        if self.home().depth == 0 && self.chance(12) {
            let buffer = self.arg(Type::memref(shape, elem));
            let writable = if self.rng.bool() { " writable" } else { "" };
            self.situation(&format!("to_tensor restrict{writable}"));
            return self
                .stmt(&ty, |_| format!("bufferization.to_tensor {} restrict{writable} : {} to {ty}", buffer.name, buffer.ty));
        }
        let value = self.arg(ty);
        let mark = match self.rng.u8(..100) {
            // The caller's copy of a private function's argument is what is to be tested, mostly.
            _ if self.home().in_helper && self.chance(80) => "unmarked argument of a private function",
            0..30 => {
                self.program.read_only.insert(value.name.clone());
                "read-only argument"
            }
            30..50 => {
                self.program.writable.insert(value.name.clone());
                "writable argument"
            }
            _ => "unmarked argument",
        };
        self.situation(mark);
        value
    }

    /// What an op that does not read its destination writes to, if that is no empty tensor: any value, a part of one, a new allocation.
    pub(super) fn taken(&mut self, shape: &[i64], elem: ScalarType) -> Option<Value> {
        self.home.as_ref()?;
        if self.chance(35) {
            return None;
        }
        Some(self.destination(shape, elem).0)
    }

    /// What an op writes to, and whether its elements are defined.
    fn destination(&mut self, shape: &[i64], elem: ScalarType) -> (Value, bool) {
        let ty = Type::tensor(shape, elem);
        match self.rng.u8(..100) {
            0..8 => {
                self.situation("alloc_tensor");
                let value = self.stmt(&ty, |_| format!("bufferization.alloc_tensor() : {ty}"));
                self.empties.push(value.clone());
                (value, false)
            }
            8..16 => {
                self.situation("alloc_tensor copy");
                let source = self.some_value(shape, elem);
                (self.tensor_stmt(&ty, format!("bufferization.alloc_tensor() copy({}) : {ty}", source.name)), true)
            }
            16..26 => match self.part_shaped(shape, elem) {
                Some(part) => {
                    self.situation("destination is a slice");
                    (part, true)
                }
                None => (self.some_value(shape, elem), true),
            },
            _ => {
                self.situation("destination is a value");
                (self.some_value(shape, elem), true)
            }
        }
    }

    /// A part of this type of a larger tensor that is there.
    fn part_shaped(&mut self, shape: &[i64], elem: ScalarType) -> Option<Value> {
        let holds = |v: &&Value| {
            let s = v.ty.shape().unwrap_or(&[]);
            v.ty.elem() == Some(elem) && s.len() == shape.len() && s.iter().zip(shape).all(|(a, b)| a >= b && *b > 0)
        };
        let larger: Vec<Value> = self.values.iter().filter(holds).cloned().collect();
        if larger.is_empty() || shape.is_empty() {
            return None;
        }
        let source = larger[self.rng.usize(..larger.len())].clone();
        let whole = source.ty.shape().unwrap_or(&[]);
        let offsets: Vec<i64> = whole.iter().zip(shape).map(|(a, b)| self.rng.i64(0..=a - b)).collect();
        Some(self.slice_stmt(&source, (&list(&offsets), &list(shape), &list(&vec![1; shape.len()])), shape))
    }

    /// One op or situation.
    fn buffer_op(&mut self) {
        let nested = self.home().regions && self.home().depth < MAX_DEPTH;
        let most = if nested { 100 } else { 76 };
        match self.rng.u8(..most) {
            0..20 => self.update(),
            20..27 => {
                let (shape, elem) = self.home_type();
                if elem == ScalarType::Index { self.update() } else { drop(self.produce(&shape, elem)) }
            }
            27..31 => self.accumulate(),
            31..34 => self.reduction(),
            34..36 => self.elementwise(),
            36..41 => self.whole_tensors(),
            41..57 => self.slices(),
            57..62 => self.view(),
            62..67 => self.made_elsewhere(),
            67..74 => self.elements(),
            74..76 => self.materialize_tensor(),
            76..85 => self.loop_op(),
            85..87 => self.while_op(),
            87..91 => self.branch_op(),
            91..95 => self.forall_op(),
            _ => self.call_op(),
        }
    }

    /// Inside a region: one or two ops.
    fn buffer_ops(&mut self) {
        for _ in 0..self.pick(&[1, 1, 2]) {
            self.buffer_op();
        }
    }

    /// A region, see [`Generator::region`], in which these values can be read as well.
    fn in_region<R>(&mut self, inside: &[Value], make: impl FnOnce(&mut Self) -> R) -> (String, R) {
        self.home().depth += 1;
        let result = self.region(|g| {
            g.values.extend(inside.iter().cloned());
            make(g)
        });
        self.home().depth -= 1;
        result
    }

    /// A value as `index`, constant.
    fn number(&mut self, number: i64) -> String {
        self.stmt(&Type::INDEX, |_| format!("arith.constant {number} : index")).name
    }

    /// A name of an `index` value below a number (1 or more): one that is there, mostly, or a new one.
    fn index_below(&mut self, below: i64) -> String {
        let fitting: Vec<String> = self.home().indices.iter().filter(|i| i.1 <= below).map(|i| i.0.clone()).collect();
        if !fitting.is_empty() && self.chance(60) {
            return fitting[self.rng.usize(..fitting.len())].clone();
        }
        let any: Vec<String> = self.home().indices.iter().map(|i| i.0.clone()).collect();
        let index = if !any.is_empty() && self.chance(70) {
            let (from, bound) = (any[self.rng.usize(..any.len())].clone(), self.number(below));
            self.stmt(&Type::INDEX, |_| format!("arith.remui {from}, {bound} : index")).name
        } else {
            self.open_index(below)
        };
        self.home().indices.push((index.clone(), below));
        index
    }

    /// What leaves the function: much of it, so that it can be seen whether it was overwritten.
    fn buffer_ends(&mut self) {
        let unused = |v: &&Value| v.name.starts_with("%v") && self.is_unused(v);
        let mut ends: Vec<Value> = self.values.iter().filter(unused).cloned().collect();
        while ends.len() > MAX_ENDS {
            ends.remove(self.rng.usize(..ends.len()));
        }
        ends.append(&mut self.returned);
        for _ in 0..self.pick(&[0, 1, 2, 2, 3]) {
            if !self.values.is_empty() {
                self.situation("returned value with other users");
                let at = self.rng.usize(..self.values.len());
                ends.push(self.values[at].clone());
            }
        }
        if ends.is_empty() {
            ends.push(self.home_value());
        }
        if self.chance(8) {
            self.situation("value returned twice");
            ends.push(ends[0].clone());
        }
        for value in ends {
            if value.ty.as_scalar().is_none() && self.home().depth == 0 && self.chance(12) {
                self.situation("materialize_in_destination into a buffer");
                self.materialize(&value);
            } else {
                self.program.returns.push(value);
            }
        }
    }
}
