//! Random element-wise programs with static shapes, from a seed.
//!
//! A program is a graph of `linalg.generic` ops of rank 0 to 5 over small extents, with fills, transpositions, reshapes, slices,
//! constants and reductions between them: every kind of map, several users, several results, initial values that are read, dead ops;
//! and the situations of `edges`, made on purpose.
//! Only what has a defined value is made: no read of an empty tensor, divisors that are not zero, indices inside their tensor.
//! Arguments are made where an op needs one.

mod body;
mod buffers;
mod edges;
mod generic;
mod index;
mod other;
mod scalars;
mod tiles;

pub use buffers::program as buffer_program;
pub use tiles::{TILE_PASSES, program as tile_program};

use crate::coverage::Coverage;
use crate::program::{Program, Stmt, Value};
use buffers::Home;
use fastrand::Rng;
use tilec_ir::{MiniFloat, ScalarType, Type};

/// Extents to choose from besides 0: one, primes, and both sides of vector widths.
const EXTENTS: [i64; 14] = [1, 1, 2, 3, 5, 7, 8, 15, 16, 16, 17, 17, 33, 33];
/// The most elements of a tensor.
const MAX_ELEMENTS: i64 = 4096;
/// The most loops of an op.
const MAX_LOOPS: usize = 5;
/// The most loops of an op of a plain program.
const PLAIN_LOOPS: usize = 4;

/// Floats of 8 bits and fewer.
const MINI: [ScalarType; 4] = [
    ScalarType::Mini(MiniFloat::F8E4M3FN),
    ScalarType::Mini(MiniFloat::F8E5M2),
    ScalarType::Mini(MiniFloat::F8E4M3FNUZ),
    ScalarType::Mini(MiniFloat::F4E2M1FN),
];

/// Passes whose faults the programs of [`buffer_program`] show.
pub const BUFFER_PASSES: [&str; 4] = ["eliminate-empty-tensors", "bufferize", "eliminate-copies", "place-buffers"];

/// The program of a seed, and what it has in it.
pub fn program(seed: u64) -> (Program, Coverage) {
    generate(Generator::new(seed), seed)
}

/// A program of `linalg.generic` ops alone in which only fusion can remove an op: every result is used or returned, every input is read.
/// It has nothing that mlir-opt leaves open or gets wrong: no init that is read but by a reduction, no shift, no function whose last bit
/// is not specified.
pub fn plain_program(seed: u64) -> (Program, Coverage) {
    generate(Generator { plain: true, ..Generator::new(seed) }, seed)
}

fn generate(mut g: Generator, seed: u64) -> (Program, Coverage) {
    g.ops();
    g.ends();
    let Generator { mut program, coverage, .. } = g;
    program.prune_some(seed);
    (program, coverage)
}

impl Program {
    /// Three of four programs have no dead ops.
    fn prune_some(&mut self, seed: u64) {
        if !seed.is_multiple_of(4) {
            self.prune();
        } else {
            let mut used = self.clone();
            used.prune();
            let stmts: Vec<_> = self.stmts.iter().map(|s| s.text.as_str()).collect();
            let text = stmts.concat();
            self.args.retain(|a| used.args.contains(a) || crate::program::mentions(&text, &a.name));
        }
    }
}

/// The state of making a program.
struct Generator {
    rng: Rng,
    program: Program,
    /// Tensors that may be read.
    values: Vec<Value>,
    /// Empty tensors, to be written only.
    empties: Vec<Value>,
    /// Scalars at the top of the function.
    scalars: Vec<Value>,
    coverage: Coverage,
    next: usize,
    /// See [`plain_program`].
    plain: bool,
    /// Payloads use every input.
    thorough: bool,
    /// The payload of the next op loads from this buffer.
    buffer: Option<Value>,
    /// A type of 8 bits or fewer that some tensors have; such a program is not compiled.
    mini: Option<ScalarType>,
    /// Values that are returned whatever uses them.
    returned: Vec<Value>,
    /// See [`buffer_program`].
    home: Option<Home>,
}

impl Generator {
    fn new(seed: u64) -> Self {
        Self {
            rng: Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            program: Program::default(),
            values: Vec::new(),
            empties: Vec::new(),
            scalars: Vec::new(),
            coverage: Coverage::default(),
            next: 0,
            plain: false,
            thorough: false,
            buffer: None,
            mini: None,
            returned: Vec::new(),
            home: None,
        }
    }

    /// True with a chance of `percent`.
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(..from.len())]
    }

    fn fresh(&mut self, stem: char) -> String {
        self.next += 1;
        format!("%{stem}{}", self.next - 1)
    }

    fn elem(&mut self) -> ScalarType {
        use ScalarType::{BF16, F16, F32, F64, Index, Int};
        if let Some(home) = &self.home {
            return home.elems[self.rng.usize(..home.elems.len())];
        }
        if let Some(mini) = self.mini
            && self.chance(40)
        {
            return mini;
        }
        if !self.plain && self.chance(2) {
            return Int(4);
        }
        let all = [
            F32,
            F32,
            F32,
            F32,
            F32,
            F32,
            F32,
            F64,
            F64,
            F64,
            F16,
            F16,
            BF16,
            BF16,
            Int(32),
            Int(32),
            Int(64),
            Int(16),
            Int(8),
            Int(8),
            Int(1),
            Index,
        ];
        self.pick(&all)
    }

    fn extent(&mut self) -> i64 {
        let extents = if self.home.is_some() { &EXTENTS[..5] } else { &EXTENTS[..] };
        if self.chance(4) { 0 } else { self.pick(extents) }
    }

    /// Some extents whose product is not too large.
    fn shape(&mut self, rank: usize, limit: i64) -> Vec<i64> {
        let mut shape: Vec<i64> = (0..rank).map(|_| self.extent()).collect();
        while shape.iter().product::<i64>() > limit {
            let at = self.rng.usize(..rank);
            shape[at] = (shape[at] / 2).max(1);
        }
        shape
    }

    /// A new argument.
    fn arg(&mut self, ty: Type) -> Value {
        let value = Value { name: self.fresh('a'), ty };
        self.program.args.push(value.clone());
        value
    }

    /// A new tensor argument, or a buffer argument read as a tensor; it may be read again later.
    fn tensor_arg(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        self.coverage.add(format!("elem {}", Type::Scalar(elem)));
        let value = if self.home.is_some() {
            self.home_arg(shape, elem)
        } else if !self.plain && self.chance(6) {
            let buffer = self.arg(Type::memref(shape, elem));
            self.coverage.add("op to_tensor");
            let ty = Type::tensor(shape, elem);
            self.stmt(&ty, |_| format!("bufferization.to_tensor {} restrict : {} to {ty}", buffer.name, buffer.ty))
        } else {
            let value = self.arg(Type::tensor(shape, elem));
            if self.chance(40) {
                self.coverage.add("read-only argument");
                self.program.read_only.insert(value.name.clone());
            }
            value
        };
        self.values.push(value.clone());
        value
    }

    /// A scalar at the top: an argument or a constant.
    fn scalar(&mut self, elem: ScalarType) -> Value {
        if self.chance(60)
            && let Some(value) = self.scalars.iter().find(|v| v.ty == Type::Scalar(elem))
        {
            return value.clone();
        }
        let value = if self.chance(50) {
            self.arg(Type::Scalar(elem))
        } else {
            let text = scalars::constant(&mut self.rng, elem);
            self.stmt(&Type::Scalar(elem), |_| text)
        };
        self.scalars.push(value.clone());
        value
    }

    /// Adds an op of one result.
    fn stmt(&mut self, ty: &Type, text: impl FnOnce(&str) -> String) -> Value {
        let value = Value { name: self.fresh('v'), ty: ty.clone() };
        let text = format!("{} = {}", value.name, text(&value.name));
        self.program.stmts.push(Stmt { results: vec![value.clone()], text });
        value
    }

    /// An empty tensor, perhaps one that other ops write as well.
    fn empty(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let ty = Type::tensor(shape, elem);
        if let Some(taken) = self.taken(shape, elem) {
            return taken;
        }
        if self.chance(50)
            && let Some(shared) = self.empties.iter().find(|v| v.ty == ty)
        {
            self.coverage.add("shared empty");
            return shared.clone();
        }
        let value = self.stmt(&ty, |_| format!("tensor.empty() : {ty}"));
        self.empties.push(value.clone());
        value
    }

    /// A tensor that may be read, later ones more often; a new argument if there is none.
    fn any_value(&mut self) -> Value {
        if self.values.is_empty() || self.chance(8) {
            let (rank, elem) = (self.rank(), self.elem());
            let shape = self.shape(rank, self.max_elements());
            return self.tensor_arg(&shape, elem);
        }
        let unused: Vec<_> =
            self.values.iter().rev().filter(|v| v.name.starts_with("%v") && self.is_unused(v)).cloned().collect();
        if !unused.is_empty() && self.chance(75) {
            return unused[self.rng.usize(..unused.len().min(2))].clone();
        }
        let (a, b) = (self.rng.usize(..self.values.len()), self.rng.usize(..self.values.len()));
        self.values[a.max(b)].clone()
    }

    fn is_unused(&self, value: &Value) -> bool {
        !self.program.stmts.iter().any(|s| crate::program::mentions(&s.text, &value.name) && !s.results.contains(value))
    }

    /// A tensor of this type: an existing one if there is one, mostly.
    fn value_of(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let ty = Type::tensor(shape, elem);
        let fitting: Vec<_> = self.values.iter().filter(|v| v.ty == ty).cloned().collect();
        if !fitting.is_empty() && self.chance(if self.home.is_some() { 88 } else { 75 }) {
            return fitting[self.rng.usize(..fitting.len())].clone();
        }
        self.tensor_arg(shape, elem)
    }

    /// The most elements of a tensor, and iterations of an op.
    fn max_elements(&self) -> i64 {
        if self.home.is_some() { buffers::MAX_ELEMENTS } else { MAX_ELEMENTS }
    }

    fn max_loops(&self) -> usize {
        if self.plain || self.home.is_some() { PLAIN_LOOPS } else { MAX_LOOPS }
    }

    fn rank(&mut self) -> usize {
        if self.home.is_some() {
            return self.pick(&[0, 1, 1, 2, 2, 2, 3]);
        }
        if !self.plain && self.chance(3) {
            return 5;
        }
        self.pick(&[0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4])
    }

    /// One of three programs is made of situations alone, one has none, one has both.
    fn ops(&mut self) {
        let kind = if self.plain { 0 } else { self.rng.u8(..3) };
        if kind > 0 {
            self.mini = self.chance(4).then(|| self.pick(&MINI));
            for _ in 0..self.pick(&[1, 2, 2, 3]) {
                self.edge();
            }
        }
        if kind == 1 {
            return;
        }
        for _ in 0..self.rng.usize(2..=8) {
            match self.rng.u8(..if self.plain { 76 } else { 100 }) {
                0..62 => self.elementwise(),
                62..76 => self.reduction(),
                76..79 => self.fill_op(),
                79..83 => self.transpose(),
                83..86 => self.expand(),
                86..89 => self.collapse(),
                89..93 => self.extract_slice(),
                93..97 => self.insert_slice(),
                _ => self.constant_op(),
            }
        }
    }

    /// What leaves the function.
    fn ends(&mut self) {
        let mut ends: Vec<Value> =
            self.values.iter().filter(|v| v.name.starts_with("%v") && self.is_unused(v)).cloned().collect();
        while ends.len() > 3 && !self.plain {
            ends.remove(self.rng.usize(..ends.len()));
        }
        let returned = std::mem::take(&mut self.returned);
        ends.extend(returned);
        if self.chance(30) {
            let also = self.any_value();
            self.coverage.add("returned value with other users");
            ends.push(also);
        }
        if ends.is_empty() {
            ends.push(self.any_value());
        }
        for (i, value) in ends.iter().enumerate() {
            let is_tensor = value.ty.as_scalar().is_none();
            if !self.plain && is_tensor && self.chance(25) {
                self.materialize(value);
            } else if !self.plain && is_tensor && self.chance(5) && value.ty.num_elements() > Some(0) {
                let scalar = self.extract_scalar(value);
                self.program.returns.push(scalar);
            } else {
                self.program.returns.push(value.clone());
                if i == 0 && self.chance(5) {
                    self.coverage.add("value returned twice");
                    self.program.returns.push(value.clone());
                }
            }
        }
    }
}
