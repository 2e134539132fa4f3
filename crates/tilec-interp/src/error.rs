//! What can go wrong while a program runs.

use std::fmt;
use tilec_ir::{Loc, Module, Op, OpKind};

/// Who stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing ran: the function, or these arguments, cannot be interpreted.
    Refused,
    /// The program did something that has no meaning.
    Program,
    /// A limit of the interpreter was reached.
    Limit,
}

/// A run that stopped: a wrong argument, an operation without a value, an access out of bounds, a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// Who is to blame.
    pub stop: Stop,
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
    pub(crate) stop: Stop,
    pub(crate) op: Option<Op>,
    pub(crate) message: String,
}

/// The result of everything inside the interpreter. Boxed, since it is returned for every instruction.
pub(crate) type Run<T = ()> = Result<T, Box<Fault>>;

/// A fault whose op is added by the caller.
pub(crate) fn fault<T>(message: impl Into<String>) -> Run<T> {
    Err(Box::new(Fault { stop: Stop::Program, op: None, message: message.into() }))
}

/// A fault of the limits, not of the program.
pub(crate) fn limit<T>(message: impl Into<String>) -> Run<T> {
    Err(Box::new(Fault { stop: Stop::Limit, op: None, message: message.into() }))
}

/// What goes wrong before anything runs is no fault of the program, which was verified.
pub(crate) fn refused<T>(result: Run<T>) -> Run<T> {
    result.map_err(|mut f| {
        if f.stop == Stop::Program {
            f.stop = Stop::Refused;
        }
        f
    })
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
            return RunError { stop: self.stop, message: self.message, loc: Loc::Unknown };
        };
        let message = match module.kind(op) {
            OpKind::Func => self.message,
            _ => format!("{}: {}", module.spelling(op).name, self.message),
        };
        RunError { stop: self.stop, message, loc: module.op(op).loc.clone() }
    }
}
