//! A compiled function.

use crate::abi::{self, Arg, Param};
use crate::error::CallError;
use crate::jit::Code;
use crate::layout::Need;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tilec_ir::{Loc, Scalar, ScalarType};

/// The most bytes one call may hold in allocations, unless [`Kernel::with_memory_limit`] says otherwise.
pub const DEFAULT_MEMORY_LIMIT: usize = 1 << 36;

/// A place where compiled code can stop.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) message: String,
    pub(crate) loc: Loc,
    /// The stop is a failed allocation.
    pub(crate) is_allocation: bool,
    /// How many of the first slots hold values for the `{}` of the message; at most [`MAX_VALUES`].
    pub(crate) values: usize,
}

/// The most values a message may have.
pub(crate) const MAX_VALUES: usize = 3;

impl Site {
    /// The message with its values.
    fn text(&self, slots: &[u64]) -> String {
        let with = |text: String, value: &u64| text.replacen("{}", &value.cast_signed().to_string(), 1);
        slots.iter().take(self.values).fold(self.message.clone(), with)
    }
}

/// What all clones of a kernel share.
pub(crate) struct Shared {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    /// What each argument must have.
    pub(crate) needs: Vec<Need>,
    pub(crate) results: Vec<ScalarType>,
    pub(crate) sites: Vec<Site>,
    pub(crate) code: Code,
    pub(crate) times: CompileTimes,
}

/// Where the time of a compilation went.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompileTimes {
    /// Setting up the target.
    pub setup: Duration,
    /// From the IR to Cranelift's.
    pub lower: Duration,
    /// From Cranelift's IR to machine code.
    pub codegen: Duration,
    /// Making it executable.
    pub finish: Duration,
}

impl CompileTimes {
    /// All of it.
    pub fn total(&self) -> Duration {
        self.setup + self.lower + self.codegen + self.finish
    }
}

/// Machine code that can be called, from several threads at once. Clones share the code; it is freed with the last one.
#[derive(Clone)]
pub struct Kernel {
    pub(crate) shared: Arc<Shared>,
    memory_limit: usize,
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("name", &self.name()).field("code_size", &self.code_size()).finish_non_exhaustive()
    }
}

impl Kernel {
    pub(crate) fn new(shared: Shared) -> Self {
        Self { shared: Arc::new(shared), memory_limit: DEFAULT_MEMORY_LIMIT }
    }

    /// The same kernel, whose calls hold at most `bytes` of allocations at a time.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: usize) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// The parameters, in order.
    pub fn params(&self) -> &[Param] {
        &self.shared.params
    }

    /// The types of the scalar results.
    pub fn results(&self) -> &[ScalarType] {
        &self.shared.results
    }

    /// The function's symbol name.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// Bytes that the temporaries of a call are placed in. They are allocated at the first call and kept until the last clone of the
    /// kernel is dropped, once for each call that ran at the same time; each counts for the memory limit of its call.
    pub fn arena_bytes(&self) -> usize {
        self.shared.code.arena_bytes()
    }

    /// Bytes of machine code.
    pub fn code_size(&self) -> usize {
        self.shared.code.size()
    }

    /// How long compiling took.
    pub fn compile_times(&self) -> CompileTimes {
        self.shared.times
    }

    /// Runs the kernel.
    ///
    /// # Errors
    /// Arguments that do not fit the parameters (nothing has run then), and errors of the program, which leave the
    /// outputs unspecified.
    pub fn call(&self, args: &mut [Arg<'_>]) -> Result<Vec<Scalar>, CallError> {
        let Shared { params, needs, results, .. } = &*self.shared;
        let mut slots = abi::bind(params, needs, results.len(), args)?;
        let first_result: usize = needs.iter().map(Need::slots).sum();
        self.shared.code.call(&mut slots, self.memory_limit).map_err(|stop| {
            let site = &self.shared.sites[stop.site];
            let mut message = site.text(&slots);
            if site.is_allocation && stop.over_limit {
                message += &format!(": the memory limit of {} bytes is exceeded", self.memory_limit);
            }
            CallError::Runtime { message, loc: site.loc.clone() }
        })?;
        Ok(results.iter().zip(&slots[first_result..]).map(|(ty, bits)| Scalar::new(*ty, *bits)).collect())
    }
}
