//! What can go wrong while compiling a function and while calling a kernel.

use tilec_ir::{Loc, Type};

/// Why a function was not compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodegenError {
    /// The function contains something that machine code is not made from.
    #[error("{}{op} cannot be compiled: {what}", place(loc))]
    Unsupported {
        /// The op's name, such as `linalg.generic`.
        op: String,
        /// Where it stands.
        loc: Loc,
        /// What about it is not supported.
        what: String,
    },
    /// The function is too large.
    #[error("{what} exceeds the limit of {limit}")]
    Limit {
        /// What there is too much of.
        what: String,
        /// How much is allowed.
        limit: usize,
    },
    /// A broken invariant of the code generator or of its input.
    #[error("internal error in code generation: {0}")]
    Internal(String),
}

/// Why a call did not run, or stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The wrong number of arguments.
    #[error("expected {expected} arguments but got {found}")]
    Count {
        /// Parameters of the kernel.
        expected: usize,
        /// Arguments of the call.
        found: usize,
    },
    /// An argument of the wrong type. A caller that speaks of tensors prints `expected` its own way.
    #[error("argument {index} expects {expected} but got {found}")]
    Mismatch {
        /// Position among the arguments.
        index: usize,
        /// The parameter's type.
        expected: Type,
        /// What was passed: `shape [3] of f32`, or a scalar type.
        found: String,
    },
    /// Fewer or more bytes than the type has.
    #[error("argument {index} needs {expected} bytes but has {found}")]
    Size {
        /// Position among the arguments.
        index: usize,
        /// Bytes of the type.
        expected: usize,
        /// Bytes of the argument.
        found: usize,
    },
    /// Strides or an offset that the parameter's type does not allow.
    #[error("argument {index} expects {expected} but has strides {steps:?} and offset {offset}")]
    Layout {
        /// Position among the arguments.
        index: usize,
        /// The parameter's type.
        expected: Type,
        /// Strides of the argument, in elements.
        steps: Vec<isize>,
        /// Offset of the argument, in elements.
        offset: usize,
    },
    /// Strides that lead out of the memory that was passed.
    #[error("the elements of argument {index} are number {low} to {high} of its memory, which has {elements}")]
    Outside {
        /// Position among the arguments.
        index: usize,
        /// The first element in memory.
        low: i128,
        /// The last element in memory.
        high: i128,
        /// Elements of the memory.
        elements: i128,
    },
    /// A buffer to be written in which two indices are one element.
    #[error("argument {index} may be written, but some of its elements are the same memory")]
    Repeated {
        /// Position among the arguments.
        index: usize,
    },
    /// Elements that are not at a multiple of their size.
    #[error("argument {index} is not aligned to {align} bytes")]
    Alignment {
        /// Position among the arguments.
        index: usize,
        /// What the address must be a multiple of.
        align: usize,
    },
    /// A buffer the kernel writes was passed read-only.
    #[error("argument {index} is written by the kernel but was passed as an input")]
    ReadOnly {
        /// Position among the arguments.
        index: usize,
    },
    /// Memory that may be written and is also reachable through another argument.
    #[error("arguments {first} and {second} overlap")]
    Overlap {
        /// The lower position.
        first: usize,
        /// The higher position.
        second: usize,
    },
    /// The program stopped at an op; the outputs are unspecified.
    #[error("{}{message}", place(loc))]
    Runtime {
        /// What happened: `integer division by zero in arith.divsi`.
        message: String,
        /// The op.
        loc: Loc,
    },
}

/// `file:line:column: `, or nothing.
fn place(loc: &Loc) -> String {
    loc.position().map_or(String::new(), |(file, line, col)| format!("{file}:{line}:{col}: "))
}
