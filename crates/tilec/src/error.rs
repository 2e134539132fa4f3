//! What can go wrong between a text and a result. Errors of the crates below are wrapped, never flattened to text.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tilec_codegen::CodegenError;
use tilec_ir::{Diagnostic, Type};
use tilec_passes::PipelineError;

/// Everything that is wrong with a program, in program order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Errors {
    /// What is wrong; at least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for Errors {
    /// One `file:line:col: error: message` a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.diagnostics.iter().enumerate() {
            write!(f, "{}{diagnostic}", if i > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl From<Diagnostic> for Errors {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostics: vec![diagnostic] }
    }
}

/// Why a program could not be read, transformed or compiled.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text is not a valid program.
    #[error(transparent)]
    Input(#[from] Errors),
    /// No function was named, or one that the program does not have.
    #[error("{message}")]
    Entry {
        /// What was expected and what was found.
        message: String,
    },
    /// A pass was unknown, out of order, rejected the program, or broke it.
    #[error(transparent)]
    Pipeline(Box<PipelineError>),
    /// Machine code could not be made.
    #[error(transparent)]
    Codegen(#[from] CodegenError),
}

impl From<PipelineError> for Error {
    fn from(error: PipelineError) -> Self {
        Self::Pipeline(Box::new(error))
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(diagnostic.into())
    }
}

impl Error {
    /// True if tilec is to blame, not the program or its user.
    pub fn is_internal(&self) -> bool {
        match self {
            Self::Pipeline(error) => matches!(**error, PipelineError::Invalid { .. }),
            Self::Codegen(error) => matches!(error, CodegenError::Internal(_)),
            Self::Read { .. } | Self::Input(_) | Self::Entry { .. } => false,
        }
    }
}

/// A place in the list of arguments or outputs of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Argument `n` of the function.
    Argument(usize),
    /// Shaped result `n`, which the caller gives the memory for.
    Output(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(n) => write!(f, "argument {n}"),
            Self::Output(n) => write!(f, "output {n}"),
        }
    }
}

/// Why a call did not run, or stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The wrong number of arguments or outputs.
    #[error("expected {expected} {what} but got {found}")]
    Count {
        /// `arguments` or `outputs`.
        what: &'static str,
        /// How many the function has.
        expected: usize,
        /// How many the call has.
        found: usize,
    },
    /// A value of the wrong type or shape.
    #[error("{place} expects {expected} but got {found}")]
    Mismatch {
        /// Which value.
        place: Place,
        /// The type of the function's signature.
        expected: Type,
        /// What was passed: `shape [3] of f32`, or a scalar type.
        found: String,
    },
    /// A view whose elements are not one row-major block.
    #[error("{place} expects {expected} in row-major order, but the view of shape {shape:?} has strides {strides:?}")]
    Layout {
        /// Which value.
        place: Place,
        /// The type of the function's signature.
        expected: Type,
        /// Extents of the view.
        shape: Vec<usize>,
        /// Strides of the view, in elements.
        strides: Vec<isize>,
    },
    /// A slice of another length than its shape says, or data of another size.
    #[error("{place} of shape {shape:?} has {found} elements")]
    Length {
        /// Which value.
        place: Place,
        /// The shape that was stated.
        shape: Vec<usize>,
        /// The elements that there are.
        found: usize,
    },
    /// A buffer the function writes was passed read-only.
    #[error("{place} is written, but was passed as an input")]
    ReadOnly {
        /// Which value.
        place: Place,
    },
    /// Memory that may be written and is also reachable through another value.
    #[error("{first} and {second} overlap")]
    Overlap {
        /// The first value.
        first: Place,
        /// The second value.
        second: Place,
    },
    /// An output that there is no memory for.
    #[error("{place} of type {ty} is too large")]
    TooLarge {
        /// Which value.
        place: Place,
        /// Its type.
        ty: Type,
    },
    /// Memory for a result was asked for before its shape is known.
    #[error("{place} of type {ty} has no shape before the call; specialize the kernel first")]
    Open {
        /// Which value.
        place: Place,
        /// Its type.
        ty: Type,
    },
    /// No code could be made for the shapes of the call.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The compiled code refused the call or stopped in it.
    #[error(transparent)]
    Kernel(#[from] tilec_codegen::CallError),
}

/// Why a program could not be compiled for the shapes of a call. Clones are equal, others are not.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct CompileError(Arc<Error>);

impl CompileError {
    /// What [`crate::compile`] would say.
    pub fn error(&self) -> &Error {
        &self.0
    }
}

impl From<Error> for CompileError {
    fn from(error: Error) -> Self {
        Self(Arc::new(error))
    }
}

impl PartialEq for CompileError {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CompileError {}
