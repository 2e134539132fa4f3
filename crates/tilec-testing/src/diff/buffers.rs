//! Programs on the buffer level: after each of some pipelines, whatever undefined memory holds, and as a kernel.

use super::{Checked, Differential, Reference, entry, fail, kernel, round_trip, run};
use tilec::{CompileOptions, Kernel, Numerics, Program};
use tilec_interp::{Limits, Undefined};
use tilec_ir::{Data, numerics};
use tilec_passes::Pipeline;

/// Other contents of undefined memory than the usual: zeros, which hide nothing but are what fresh memory holds, and ordinary numbers.
pub(super) const PATTERNS: &[Undefined] = &[Undefined { float: 0, other: 0 }, Undefined { float: 0x3E, other: 0x01 }];

/// The two ways to compile the program of a seed: with and without `eliminate`, and opposite in everything else, so that either way is seen
/// for each program and all combinations over 16 seeds.
pub fn kernels_of(seed: u64) -> Vec<CompileOptions> {
    let bit = |i: u64| seed >> i & 1 == 1;
    let one = |eliminate: bool| CompileOptions {
        eliminate,
        arena: bit(0) ^ eliminate,
        poison: bit(1) ^ eliminate,
        sanitize: bit(2) ^ eliminate,
        fuse: bit(3) ^ eliminate,
        verify: true,
        ..CompileOptions::default()
    };
    vec![one(true), one(false)]
}

/// Every combination of the switches for memory: where temporaries are, whether they are poisoned, whether every access is checked.
pub fn all_kernels() -> Vec<CompileOptions> {
    let one = |i: u32| {
        let is_set = |bit: u32| i >> bit & 1 == 1;
        CompileOptions {
            eliminate: is_set(0),
            arena: is_set(1),
            poison: is_set(2),
            sanitize: is_set(3),
            verify: true,
            ..CompileOptions::default()
        }
    };
    (0..16).map(one).collect()
}

/// What is switched on.
pub fn switches(options: &CompileOptions) -> String {
    let all = [
        ("fuse", options.fuse),
        ("eliminate", options.eliminate),
        ("arena", options.arena),
        ("poison", options.poison),
        ("sanitize", options.sanitize),
    ];
    let on: Vec<&str> = all.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    if on.is_empty() { "nothing".into() } else { on.join("+") }
}

impl Differential {
    /// Checks a program after every pass of each of these pipelines, and compiled in each of these ways. What a pass or the compiler refuses is counted, and
    /// is no failure. Gives the text that each pipeline ends with, if no pass refused.
    ///
    /// # Errors
    /// The first stage that is wrong. A program whose results depend on undefined memory is wrong at the stage "generator".
    pub fn check_buffers(
        &mut self,
        text: &str,
        inputs: &[Data],
        pipelines: &[&str],
        kernels: &[CompileOptions],
    ) -> Checked<Vec<Option<String>>> {
        self.also = PATTERNS;
        self.guarded(|this| this.check_pipelines(text, inputs, pipelines, kernels))
    }

    fn check_pipelines(
        &mut self,
        text: &str,
        inputs: &[Data],
        pipelines: &[&str],
        kernels: &[CompileOptions],
    ) -> Checked<Vec<Option<String>>> {
        self.now("parse", text);
        let program = match Program::parse(text, "program.mlir") {
            Ok(program) => program,
            Err(errors) => return fail("parse", errors, &text),
        };
        let mut module = program.module().clone();
        round_trip("parse", &module)?;
        self.now("the interpreter", text);
        let reference = match run(&module, inputs) {
            Ok(outcome) => Reference::new(&module, inputs, outcome),
            Err(error) => return fail("interpreter", error, &module),
        };
        for &undefined in self.also {
            let other = tilec_interp::run_undefined(&module, entry(&module), inputs, &Limits::default(), undefined);
            match other {
                Ok(other) => reference.compare("generator", &module, &other)?,
                Err(error) => return fail("generator", error, &module),
            }
        }
        numerics::pin(&mut module, Numerics::Pinned);
        let mut ends = Vec::new();
        for pipeline in pipelines {
            let mut module = module.clone();
            let steps = Pipeline::parse(pipeline).expect("passes that exist").steps;
            let mut done = steps.iter().map(|step| self.step(step, &mut module, &reference));
            let done = done.find(Result::is_err).unwrap_or(Ok(()));
            let done = self.unless_refused(pipeline, done)?;
            ends.push(done.then(|| module.to_string()));
        }
        for options in kernels {
            let on = switches(options);
            self.now(&format!("tilec::compile with {on}"), text);
            let done = kernel(&program, options, &reference).map_err(|mut failure| {
                if !failure.refused {
                    failure.message = format!("with {on}: {}", failure.message);
                }
                failure
            });
            if self.unless_refused("kernel", done)? {
                on.split('+').for_each(|switch| self.coverage.add(format!("kernel with {switch}")));
            }
        }
        Ok(ends)
    }

    /// Counts what came of it: false if the program was refused.
    pub(super) fn unless_refused(&mut self, what: &str, done: Checked) -> Checked<bool> {
        match done {
            Err(failure) if failure.refused => {
                let line = failure.message.lines().next().unwrap_or_default();
                // Without its place.
                let reason =
                    line.strip_prefix("program.mlir:").and_then(|l| l.split_once(": ")).map_or(line, |(_, reason)| reason);
                let reason = reason.strip_prefix("error: ").unwrap_or(reason);
                self.coverage.add(format!("refused: {what}"));
                self.coverage.add(format!("refusal of {}: {reason}", failure.stage));
                Ok(false)
            }
            Err(failure) => Err(failure),
            Ok(()) => {
                self.coverage.add(format!("compared: {what}"));
                Ok(true)
            }
        }
    }
}

impl Reference<'_> {
    /// A call without copies leaves every tensor as it was that the program does not declare writable.
    pub(super) fn keeps_arguments(&self, kernel: &Kernel, program: &Program) -> Checked {
        let stage = "tilec kernel in place";
        let mut arguments = self.inputs.to_vec();
        let called = kernel.results().and_then(|mut results| kernel.call_in_place(&mut arguments, &mut results));
        if let Err(error) = called {
            return fail(stage, error, program);
        }
        for (i, (before, after)) in self.inputs.iter().zip(&arguments).enumerate() {
            let declared = self.writable[i] || self.arguments[i].as_memref().is_some();
            if !declared && (kernel.overwrites(i) || before != after) {
                return fail(stage, format!("argument {i} is not declared writable and is written"), program);
            }
        }
        Ok(())
    }
}
