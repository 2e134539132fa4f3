//! Kernels of a program with `?`: compiled for the shapes of a call, and kept for the next call with the same shapes.

use crate::compiler::{CompileOptions, compile_static};
use crate::error::{CallError, Error};
use crate::kernel::Kernel;
use crate::program::Program;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tilec_ir::Op;
use tilec_passes::specialize::{Bound, reaching_arguments};

/// Kernels that are kept; the one that was not called for longest goes first.
const KEPT: usize = 32;

/// Kernels with the shapes and values that they are for.
type Kept = Vec<(Vec<Bound>, Kernel)>;

/// A program with the kernels that were made of it. Clones share them.
#[derive(Clone)]
pub(crate) struct Shapes {
    /// Locked, because a module caches the order of its ops.
    program: Arc<Mutex<Program>>,
    entry: Arc<str>,
    options: CompileOptions,
    memory_limit: Option<usize>,
    /// The latest first.
    kept: Arc<Mutex<Kept>>,
    /// For each argument, true if it is a scalar that a shape depends on.
    reaching: Arc<[bool]>,
}

impl fmt::Debug for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shapes").field("entry", &self.entry).field("kept", &self.kernels().len()).finish_non_exhaustive()
    }
}

impl Shapes {
    pub fn new(program: &Program, func: Op, options: &CompileOptions) -> Self {
        let module = program.module();
        Self {
            entry: module.symbol_name(func).unwrap_or_default().into(),
            reaching: reaching_arguments(module, func, false).into(),
            program: Arc::new(Mutex::new(program.clone())),
            options: options.clone(),
            memory_limit: None,
            kept: Arc::default(),
        }
    }

    /// True if a shape depends on the value of this argument.
    pub fn reaches(&self, argument: usize) -> bool {
        self.reaching.get(argument).copied().unwrap_or(false)
    }

    /// The same program, with a limit for the kernels that are made from now on.
    pub fn with_memory_limit(mut self, bytes: usize) -> Self {
        self.memory_limit = Some(bytes);
        self.kept = Arc::default();
        self
    }

    /// The kernels there are.
    pub fn kernels(&self) -> Vec<Kernel> {
        self.lock().iter().map(|(_, kernel)| kernel.clone()).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The kernel for these shapes and values, compiled if there is none. Others can be called meanwhile.
    ///
    /// # Errors
    /// [`CallError::Compile`].
    pub fn kernel(&self, bounds: Vec<Bound>) -> Result<Kernel, CallError> {
        let mut kept = self.lock();
        if let Some(at) = kept.iter().position(|(key, _)| *key == bounds) {
            kept[..=at].rotate_right(1);
            return Ok(kept[0].1.clone());
        }
        drop(kept);
        let mut kernel = self.compile(&bounds).map_err(|error| CallError::Compile(error.into()))?;
        if let Some(limit) = self.memory_limit {
            kernel = kernel.with_memory_limit(limit);
        }
        let mut kept = self.lock();
        kept.truncate(KEPT - 1);
        kept.insert(0, (bounds, kernel.clone()));
        Ok(kernel)
    }

    fn compile(&self, bounds: &[Bound]) -> Result<Kernel, Error> {
        let program = {
            let open = self.program.lock().unwrap_or_else(PoisonError::into_inner);
            open.bind(Some(&self.entry), |_, _| bounds.to_vec())?
        };
        compile_static(&program, &self.entry, &self.options)
    }
}
