//! Finds a program that shows a deliberate fault of `fuse-elementwise`: only where the fault changes the fused program is that program run.

use crate::diff::{last_panic, means_the_same, quietly};
use crate::{Program, data, generator};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tilec_ir::{Data, Module, verify};
use tilec_passes::Pipeline;
use tilec_passes::mutation::{self, Mutation};

/// A program, and what it is fused to without faults.
pub struct Candidate {
    /// Which.
    pub name: String,
    module: Module,
    inputs: Vec<Data>,
    fused: String,
}

impl Candidate {
    /// The random program of a seed; `None` if it is no valid program or stops.
    pub fn of_seed(seed: u64) -> Option<Self> {
        let (program, _) = generator::program(seed);
        let inputs = data::inputs(&program.args, seed);
        Self::new(format!("seed {seed}"), &program, inputs)
    }

    fn new(name: String, program: &Program, inputs: Vec<Data>) -> Option<Self> {
        let mut module = tilec_parse::parse(&program.to_string(), "program.mlir").ok()?;
        verify::verify(&module).ok()?;
        tilec_ir::numerics::pin(&mut module, tilec_ir::numerics::Numerics::Pinned);
        let fused = fuse(&module).ok()?.to_string();
        Some(Self { name, module, inputs, fused })
    }

    /// What is wrong with the fused program if this fault is made; `None` if nothing is.
    pub fn notices(&self, fault: Mutation) -> Option<String> {
        let after = match mutation::with(fault, || fuse(&self.module)) {
            Ok(after) => after,
            Err(message) => return Some(message),
        };
        if after.to_string() == self.fused {
            return None;
        }
        match quietly(|| catch_unwind(AssertUnwindSafe(|| means_the_same(&self.module, &after, &self.inputs)))) {
            Ok(found) => found.err().map(|failure| failure.message),
            Err(_) => Some(last_panic()),
        }
    }
}

/// The fused program; an error if fusing panics or leaves an invalid one.
fn fuse(module: &Module) -> Result<Module, String> {
    let mut fused = module.clone();
    let pipeline = Pipeline::parse("fuse-elementwise").expect("a pass");
    let run = || pipeline.run(&mut fused, true, &mut |_| {}).map(|_| ()).map_err(|e| e.to_string());
    match quietly(|| catch_unwind(AssertUnwindSafe(run))) {
        Ok(result) => result.map(|()| fused),
        Err(_) => Err(last_panic()),
    }
}
