//! What can go wrong while a program runs.

use std::fmt;
use tilec_ir::{Loc, Module, Op, OpKind};

/// A run that stopped: a wrong argument, an operation without a value, an access out of bounds, a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// What went wrong, with the name of the op: expected, then found.
    pub message: String,
    /// The op that stopped.
    pub loc: Loc,
}

impl fmt::Display for RunError {
    /// `file:line:col: error: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line, col)) = self.loc.position() {
            write!(f, "{file}:{line}:{col}: ")?;
        }
        write!(f, "error: {}", self.message)
    }
}

impl std::error::Error for RunError {}

/// An error on its way up; the innermost op that sees it puts its name on it.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) op: Option<Op>,
    pub(crate) message: String,
}

/// The result of everything inside the interpreter. Boxed, since it is returned for every instruction.
pub(crate) type Run<T = ()> = Result<T, Box<Fault>>;

/// A fault whose op is added by the caller.
pub(crate) fn fault<T>(message: impl Into<String>) -> Run<T> {
    Err(Box::new(Fault { op: None, message: message.into() }))
}

/// Names the op of a fault that has none yet.
pub(crate) fn at<T>(op: Op, result: Run<T>) -> Run<T> {
    result.map_err(|mut f| {
        f.op.get_or_insert(op);
        f
    })
}

impl Fault {
    /// The error to show, with the op's name (what is wrong with a call needs none) and place.
    pub(crate) fn into_error(self, module: &Module) -> RunError {
        let Some(op) = self.op else {
            return RunError { message: self.message, loc: Loc::Unknown };
        };
        let message = match module.kind(op) {
            OpKind::Func => self.message,
            _ => format!("{}: {}", module.spelling(op).name, self.message),
        };
        RunError { message, loc: module.op(op).loc.clone() }
    }
}
