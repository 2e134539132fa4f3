//! Machine code from the vector level, with Cranelift.
//!
//! A function goes in whose arguments are scalars and memrefs of static shape and whose body has loops and branches, loads,
//! stores, views, vectors and arithmetic, nothing above that; a [`Kernel`] comes out. No scheduling decision is taken here: loops run in
//! the order written, vectors have the width written (split into what the machine holds). What the ops mean is
//! [`tilec_ir::scalar`], bit for bit.
//!
//! **Invariants**: `unsafe` is in `jit` alone; every call is checked against the parameters first (`abi`).

mod abi;
mod analysis;
mod arena;
mod error;
mod interval;
mod jit;
mod kernel;
mod layout;
mod lower;

pub use abi::{Arg, Param, Strides, View, ViewMut};
pub use error::{CallError, CodegenError};
pub use kernel::{CompileTimes, DEFAULT_MEMORY_LIMIT, Kernel};

use jit::Jit;
use kernel::Shared;
use lower::Lowered;
use std::time::Instant;
use tilec_ir::{Module, Op};

/// How to compile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Run Cranelift's verifier on the code.
    pub verify: bool,
    /// Check every access at run time: the indices, also those that are proven to be in bounds, and that the bytes are in the memory
    /// of the buffer. Code that would touch other memory stops with an error in front of it.
    pub sanitize: bool,
    /// Take every index as proven to be in bounds, whatever it is.
    #[cfg(test)]
    pub(crate) trust_indices: bool,
}

impl Options {
    /// True if no index is to be checked; for tests of the check of addresses behind it.
    fn trusts_indices(&self) -> bool {
        #[cfg(test)]
        return self.trust_indices;
        #[cfg(not(test))]
        false
    }
}

/// Compiles a function. The kernel does not refer to the module afterwards.
///
/// # Errors
/// [`CodegenError::Unsupported`] names the first op that machine code is not made from.
pub fn compile(module: &Module, func: Op, options: &Options) -> Result<Kernel, CodegenError> {
    let mut times = CompileTimes::default();
    let mut last = Instant::now();
    let mut lap = |time: &mut std::time::Duration| {
        let now = Instant::now();
        *time = now - std::mem::replace(&mut last, now);
    };
    let mut jit = Jit::new(options.verify)?;
    let mut context = jit.context();
    lap(&mut times.setup);
    let Lowered { params, needs, results, sites, arena_bytes } =
        lower::function(module, func, options, &mut jit, &mut context.func)?;
    lap(&mut times.lower);
    let name = module.symbol_name(func).unwrap_or_default().to_owned();
    let id = jit.define(&name, &mut context)?;
    let size = context.compiled_code().map_or(0, |code| code.buffer.data().len());
    lap(&mut times.codegen);
    let code = jit.finish(id, size, arena_bytes)?;
    lap(&mut times.finish);
    Ok(Kernel::new(Shared { needs, name, params, results, sites, code, times }))
}

/// The code of a function at two stages, as text.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Cranelift's IR, before its optimizations.
    pub clif: String,
    /// The machine instructions, by virtual name of the block.
    pub assembly: String,
}

/// Compiles a function and lists what came out, for people to read.
///
/// # Errors
/// As [`compile`].
pub fn list(module: &Module, func: Op, options: &Options) -> Result<Listing, CodegenError> {
    let mut jit = Jit::new(options.verify)?;
    let mut context = jit.context();
    lower::function(module, func, options, &mut jit, &mut context.func)?;
    let clif = context.func.display().to_string();
    context.set_disasm(true);
    jit.define(module.symbol_name(func).unwrap_or_default(), &mut context)?;
    let assembly = context.compiled_code().and_then(|code| code.vcode.clone()).unwrap_or_default();
    Ok(Listing { clif, assembly })
}
