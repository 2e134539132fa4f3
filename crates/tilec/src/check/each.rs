//! Checks every pass of a pipeline: the program after it against the program before it.

use super::{CheckOptions, Difference, check, functions};
use tilec_ir::Module;
use tilec_passes::{PassRun, specialize};

/// A pass that changed what a function computes.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The pass.
    pub pass: &'static str,
    /// The function.
    pub function: String,
    /// An input that shows it.
    pub difference: Difference,
}

/// Watches a pipeline; [`EachPass::observe`] belongs into its observer.
///
/// A pass may remove a run-time error and may choose what is undefined. Where it changes a signature, tensors that became buffers, results
/// that became arguments and shapes that became known are compared with what they were.
#[derive(Clone, Debug)]
pub struct EachPass {
    before: Module,
    options: CheckOptions,
    broken: Option<Broken>,
    notes: Vec<String>,
}

impl EachPass {
    /// Watches a pipeline that is about to run on `module`.
    pub fn new(module: &Module, options: CheckOptions) -> Self {
        let options = CheckOptions { refines: true, ..options };
        Self { before: module.clone(), options, broken: None, notes: Vec::new() }
    }

    /// Compares the program after a pass with the one before it. Behind a pass that broke the program nothing is compared.
    pub fn observe(&mut self, run: &PassRun<'_>) {
        // What a pass says of itself is not relied on.
        if self.broken.is_some() || !run.changed && run.module.to_string() == self.before.to_string() {
            return;
        }
        let name = run.pass.name;
        let mut options = self.options.clone();
        if name == specialize::NAME {
            // Scalars that the pass was told are not looked at any more.
            let bound = |(key, value): (&String, &String)| Some((key.strip_prefix("arg")?.parse().ok()?, value.parse().ok()?));
            options.values = run.options.iter().filter_map(bound).collect();
        }
        for function in functions(&self.before) {
            match check(&self.before, run.module, Some(&function), &options) {
                Ok(checked) => {
                    let difference = checked.into_iter().find_map(|c| c.difference);
                    if let Some(difference) = difference {
                        self.broken = Some(Broken { pass: name, function, difference });
                        return;
                    }
                }
                Err(error) => self.notes.push(format!("{name} is not checked: {error}")),
            }
        }
        self.before = run.module.clone();
    }

    /// The first pass that broke the program, and what could not be compared.
    pub fn finish(self) -> (Option<Broken>, Vec<String>) {
        (self.broken, self.notes)
    }
}
