//! Programs on the buffer level: after each of some pipelines, whatever undefined memory holds, and as a kernel.

use super::{Checked, Differential, Reference, entry, fail, kernel, round_trip, run};
use tilec::{CompileOptions, Kernel, Numerics, Program};
use tilec_interp::{Limits, Undefined};
use tilec_ir::{Data, numerics};
use tilec_passes::Pipeline;

/// Other contents of undefined memory than the usual: zeros, which hide nothing but are what fresh memory holds, and ordinary numbers.
const PATTERNS: &[Undefined] = &[Undefined { float: 0, other: 0 }, Undefined { float: 0x3E, other: 0x01 }];

/// The switches whose bits are set.
fn variant(bits: u8) -> CompileOptions {
    let is_set = |bit: u8| bits >> bit & 1 == 1;
    CompileOptions {
        eliminate: is_set(0),
        arena: is_set(1),
        poison: is_set(2),
        sanitize: is_set(3),
        verify: true,
        ..CompileOptions::default()
    }
}

impl Differential {
    /// Checks a program after every pass of each of these pipelines, and compiled. What a pass or the compiler refuses is counted, and
    /// is no failure. Gives the text that each pipeline ends with, if no pass refused.
    ///
    /// # Errors
    /// The first stage that is wrong. A program whose results depend on undefined memory is wrong at the stage "generator".
    pub fn check_buffers(&mut self, text: &str, inputs: &[Data], pipelines: &[&str]) -> Checked<Vec<Option<String>>> {
        self.also = PATTERNS;
        // Each program meets one choice of the switches for memory and its opposite; all programs together meet all.
        let choice = text.bytes().fold(0u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
        let variants = [choice, !choice].map(variant);
        self.guarded(|this| this.check_pipelines(text, inputs, pipelines, &variants))
    }

    /// Checks a program compiled with each combination of the switches for memory: where temporaries are, whether they are poisoned, whether
    /// every access is checked. What the compiler refuses is counted.
    ///
    /// # Errors
    /// The first combination that is wrong.
    pub fn check_memory(&mut self, text: &str, inputs: &[Data]) -> Checked {
        self.also = PATTERNS;
        let variants: Vec<_> = (0..16).map(variant).collect();
        self.guarded(|this| this.check_pipelines(text, inputs, &[], &variants)).map(|_| ())
    }

    fn check_pipelines(
        &mut self,
        text: &str,
        inputs: &[Data],
        pipelines: &[&str],
        variants: &[CompileOptions],
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
        for options in variants {
            self.now("tilec::compile", text);
            let done = kernel(&program, options, &reference);
            if self.unless_refused("kernel", done)? {
                let switches = [("arena", options.arena), ("poison", options.poison), ("sanitize", options.sanitize)];
                let on = switches.iter().filter(|s| s.1).map(|s| s.0);
                on.for_each(|name| self.coverage.add(format!("kernel with {name}")));
            }
        }
        Ok(ends)
    }

    /// Counts what came of it: false if the program was refused.
    fn unless_refused(&mut self, what: &str, done: Checked) -> Checked<bool> {
        match done {
            Err(failure) if failure.refused => {
                let line = failure.message.lines().next().unwrap_or_default();
                let reason = line.split_once("error: ").map_or(line, |(_, reason)| reason);
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
