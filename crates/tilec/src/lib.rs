//! tilec: a small, fast, LLVM-free compiler for linalg tensor programs.
//!
//! A [`Program`] is read from MLIR text and verified; [`compile`] makes a [`Kernel`] of one of its functions; a kernel is called
//! with `ndarray` views or slices, without a copy. Passes can be run and watched one at a time with a [`Pipeline`].
//!
//! ```no_run
#![doc = include_str!("../../../examples/embed.rs")]
//! ```

pub mod check;
mod compiler;
mod element;
mod error;
pub mod golden;
mod kernel;
pub mod npy;
mod program;
mod shapes;
mod signature;
mod spread;

pub use compiler::{CompileOptions, Stages, Step, compile, compile_observed, protect_arguments};
pub use element::{Arg, Element, Memory};
pub use error::{CallError, CompileError, Error, Errors, Place};
pub use kernel::{Kernel, zeros};
pub use npy::NpyError;
pub use program::Program;
pub use signature::{Argument, Signature};
pub use tilec_codegen::{CallError as CodegenCallError, CodegenError, CompileTimes};
pub use tilec_ir::numerics::Numerics;
pub use tilec_ir::{Data, Diagnostic, Scalar, ScalarType, Type};
pub use tilec_passes::remark::Arg as RemarkArg;
pub use tilec_passes::{Pipeline, PipelineError, Remark, Verdict};
