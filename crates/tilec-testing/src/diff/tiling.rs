//! Programs under schedules: after each step, then on the way down to loops, and as machine code.

use super::buffers::PATTERNS;
use super::{Checked, Differential, Reference, fail, kernel, round_trip, run, switches, with_before};
use crate::tiling::{Outcome, Step, apply};
use tilec::{CompileOptions, Numerics, Program};
use tilec_ir::{Data, Module, Type, numerics, verify};
use tilec_passes::Pipeline;

impl Differential {
    /// Checks a program after every step of a schedule, after every pass of some pipelines that follow, and compiled in some ways. What the
    /// schedule refuses leaves the program as it is; what later passes refuse is counted.
    ///
    /// # Errors
    /// The first stage that is wrong.
    pub fn check_schedule(
        &mut self,
        text: &str,
        inputs: &[Data],
        steps: &[Step],
        pipelines: &[&str],
        kernels: &[CompileOptions],
    ) -> Checked {
        self.check_schedule_as(Numerics::Pinned, text, inputs, steps, pipelines, kernels)
    }

    /// The same, with floats reduced in this way.
    ///
    /// # Errors
    /// See [`Self::check_schedule`].
    pub fn check_schedule_as(
        &mut self,
        numerics: Numerics,
        text: &str,
        inputs: &[Data],
        steps: &[Step],
        pipelines: &[&str],
        kernels: &[CompileOptions],
    ) -> Checked {
        self.also = PATTERNS;
        self.guarded(|this| {
            this.now("parse", text);
            let program = match Program::parse(text, "program.mlir") {
                Ok(program) => program,
                Err(errors) => return fail("parse", errors, &text),
            };
            let mut module = program.module().clone();
            round_trip("parse", &module)?;
            this.now("the interpreter", text);
            numerics::pin(&mut module, numerics);
            let reference = match run(&module, inputs) {
                Ok(outcome) => Reference::new(&module, inputs, outcome),
                Err(error) => return fail("interpreter", error, &module),
            };
            // What the program says of memory that nobody wrote is its own fault.
            this.stage("generator", &module, &reference)?;
            for step in steps {
                this.scheduled(step, &mut module, &reference)?;
            }
            this.tiled_below(module, &reference, pipelines, kernels)
        })
    }

    /// One step of a schedule.
    fn scheduled(&mut self, step: &Step, module: &mut Module, reference: &Reference<'_>) -> Checked {
        let before = module.to_string();
        let stage = format!("{:?}", step.kind);
        self.now(&format!("{stage} of {step}"), &before);
        match apply(module, step, &mut self.coverage) {
            Outcome::Nothing => Ok(()),
            Outcome::Refused(name, asked) => {
                let after = module.to_string();
                if after == asked {
                    return Ok(());
                }
                fail(&stage, format!("refuses ({name}) and changes the program"), &format!("{asked}\n// became\n{after}"))
            }
            Outcome::Done => {
                if let Err(diagnostics) = verify::verify(module) {
                    let message = diagnostics.first().map(|d| d.message.clone()).unwrap_or_default();
                    let text = format!("// before\n{before}\n// after\n{module}");
                    return fail(&stage, format!("{step} leaves an invalid program: {message}"), &text);
                }
                self.stage(&stage, module, reference).map_err(|f| with_before(f, &format!("// {step}\n{before}")))
            }
        }
    }

    /// The passes and the machine code below a schedule.
    fn tiled_below(
        &mut self,
        module: Module,
        reference: &Reference<'_>,
        pipelines: &[&str],
        kernels: &[CompileOptions],
    ) -> Checked {
        for pipeline in pipelines {
            let mut module = module.clone();
            let steps = Pipeline::parse(pipeline).expect("passes that exist").steps;
            let mut done = steps.iter().map(|step| self.step(step, &mut module, reference));
            let done = done.find(Result::is_err).unwrap_or(Ok(()));
            self.unless_refused("to loops", done)?;
        }
        if kernels.is_empty() {
            return Ok(());
        }
        let text = module.to_string();
        self.now("specialize", &text);
        let is_open = reference.arguments.iter().any(|ty: &Type| !ty.is_static());
        let program = match Program::from_module(module) {
            Ok(program) => program,
            Err(errors) => return fail("specialize", errors, &text),
        };
        let program = match program.specialize(None, reference.inputs) {
            Ok(bound) if is_open => bound,
            Err(error) if is_open => return fail("specialize", error, &text),
            _ => program,
        };
        for options in kernels {
            let on = switches(options);
            self.now(&format!("tilec::compile with {on}"), &text);
            let done = kernel(&program, options, reference).map_err(|mut failure| {
                if !failure.refused {
                    failure.message = format!("with {on}: {}", failure.message);
                }
                failure
            });
            self.unless_refused("kernel", done)?;
        }
        Ok(())
    }
}
