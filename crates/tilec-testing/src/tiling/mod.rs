//! Random pairs of a program and a schedule: what a schedule makes of a program must mean what the program means.
//!
//! [`pair`] draws one from a seed, [`Pair::check`] checks it, [`Pair::shrink`] makes it small. The steps of a schedule say in general words what
//! to do (`the third op that can be tiled, with tiles one smaller than the loop`), so that a smaller program can still have them.

mod apply;
mod schedule;
mod vectors;

pub use apply::{Outcome, apply};
pub use schedule::{Kind, Size, Step, draw};

use crate::coverage::Coverage;
use crate::diff::{Differential, Failure, kernels_of, last_panic, quietly};
use crate::{Program, data, dynamic, generator, shrink};
use fastrand::Rng;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tilec_ir::Data;

/// A program and what is done with it.
#[derive(Clone)]
pub struct Pair {
    /// Where both come from.
    pub seed: u64,
    source: Source,
    /// The schedule.
    pub steps: Vec<Step>,
}

#[derive(Clone)]
enum Source {
    Program(Program),
    /// With open shapes: the text, and arguments.
    Text(String, Vec<Data>),
}

/// The pair of a seed, and what the program has in it.
pub fn pair(seed: u64) -> (Pair, Coverage) {
    let mut rng = Rng::with_seed(seed ^ 0x5C4E_D01E);
    let open = |seed, rng: &mut Rng| {
        let program = dynamic::program(seed);
        let symbols = std::array::from_fn(|_| [0, 1, 2, 3, 5, 8, 17][rng.usize(..7)]);
        let inputs = program.inputs(&symbols, seed);
        let mut coverage = Coverage::default();
        coverage.add("tiles open arguments");
        (Source::Text(program.text, inputs), coverage)
    };
    let closed = |(program, coverage)| (Source::Program(program), coverage);
    let (source, coverage) = match rng.u8(..20) {
        0..13 => closed(generator::tile_program(seed)),
        13..15 => closed(generator::program(seed)),
        15..17 => closed(generator::buffer_program(seed)),
        _ => open(seed, &mut rng),
    };
    let count = [1, 2, 2, 3, 3, 4, 4, 5][rng.usize(..8)];
    let mut steps: Vec<Step> = (0..count).map(|n| draw(&mut rng, n)).collect();
    if rng.u8(..100) < 35 {
        steps.push(Step { kind: Kind::Vectorize, ..draw(&mut rng, count) });
    }
    (Pair { seed, source, steps }, coverage)
}

/// The ways to loops; the program of a seed goes one of them.
pub const TO_LOOPS: [&str; 3] = [
    "canonicalize,decompose-tensor-ops,eliminate-empty-tensors,bufferize,canonicalize,poison-temporaries,lower-to-loops",
    "decompose-tensor-ops,bufferize,poison-temporaries,lower-to-loops,canonicalize",
    "canonicalize,decompose-tensor-ops,eliminate-empty-tensors,bufferize,eliminate-copies,canonicalize,place-buffers,poison-temporaries,lower-to-loops",
];

impl Pair {
    /// The text of the program, and its arguments.
    pub fn program(&self) -> (String, Vec<Data>) {
        match &self.source {
            Source::Program(program) => (program.to_string(), data::inputs(&program.args, self.seed)),
            Source::Text(text, inputs) => (text.clone(), inputs.clone()),
        }
    }

    /// Runs the schedule step by step, then the passes down to loops, and machine code if asked for; each must mean what the program means.
    ///
    /// # Errors
    /// The first stage that is wrong.
    pub fn check(&self, differential: &mut Differential, compile: bool) -> Result<(), Box<Failure>> {
        let (text, inputs) = self.program();
        let kernels = if compile { kernels_of(self.seed / 4) } else { Vec::new() };
        let pipelines = &TO_LOOPS[(self.seed % 3) as usize..][..1];
        differential.check_schedule(&text, &inputs, &self.steps, pipelines, &kernels)
    }

    /// What the schedule makes of the program; a panic says so. `None` if it is no program.
    pub fn tiled(&self) -> Option<String> {
        let mut module = tilec_parse::parse(&self.program().0, "program.mlir").ok()?;
        tilec_ir::verify::verify(&module).ok()?;
        tilec_ir::numerics::pin(&mut module, tilec_ir::numerics::Numerics::Pinned);
        let work = || {
            self.steps.iter().for_each(|step| drop(apply(&mut module, step, &mut Coverage::default())));
            module.to_string()
        };
        Some(quietly(|| catch_unwind(AssertUnwindSafe(work))).unwrap_or_else(|_| last_panic()))
    }

    /// A pair that is as small as can be and still fails.
    #[must_use]
    pub fn shrink(&self, fails: &mut dyn FnMut(&Self) -> bool) -> Self {
        let mut best = self.with_fewer_steps(fails);
        if let Source::Program(program) = &best.source {
            let with = |p: &Program| Self { source: Source::Program(p.clone()), ..best.clone() };
            let small = shrink::shrink(program, &mut |p| fails(&with(p)));
            best = with(&small);
        }
        best.with_fewer_steps(fails)
    }

    fn with_fewer_steps(&self, fails: &mut dyn FnMut(&Self) -> bool) -> Self {
        let mut best = self.clone();
        while let Some(less) = (0..best.steps.len()).rev().find_map(|n| {
            let mut less = best.clone();
            less.steps.remove(n);
            fails(&less).then_some(less)
        }) {
            best = less;
        }
        best
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            writeln!(f, "// {step}")?;
        }
        f.write_str(&self.program().0)
    }
}
