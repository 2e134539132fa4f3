//! What the pass says of each type with a `?`: what it becomes, or why it stays.

use super::NAME;
use super::facts::{Cause, Fact};
use super::infer::Plan;
use crate::remark::Remark;
use std::fmt;
use tilec_ir::{DYNAMIC, Module, Op, Type, Value};

/// The name of [`Blocker::NotGiven`]: binding more arguments would help.
pub const NOT_GIVEN: &str = "not-given";

/// The name of [`Blocker::DataDependent`]: no shape of an argument helps.
pub const DATA_DEPENDENT: &str = "data-dependent";

/// Why an extent stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// It depends on an argument that is not bound.
    NotGiven {
        /// The argument.
        argument: usize,
    },
    /// It depends on elements that an op reads.
    DataDependent {
        /// The op.
        op: Op,
    },
    /// It differs from trip to trip of a loop, or from path to path.
    Varies {
        /// The op that chooses.
        op: Op,
    },
    /// An op gives it that says nothing about it.
    Opaque {
        /// The op.
        op: Op,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotGiven { .. } => "not-given",
            Self::DataDependent { .. } => "data-dependent",
            Self::Varies { .. } => "varies",
            Self::Opaque { .. } => "opaque",
        }
    }

    fn of(cause: Cause, at: Op) -> Self {
        match cause {
            Cause::Extent { argument, .. } | Cause::Value { argument } => Self::NotGiven { argument },
            Cause::Data(op) => Self::DataDependent { op },
            Cause::Varies(op) => Self::Varies { op },
            Cause::Opaque(op) => Self::Opaque { op },
            Cause::Program => Self::Opaque { op: at },
        }
    }

    /// The op behind it.
    fn op(&self) -> Option<Op> {
        match *self {
            Self::NotGiven { .. } => None,
            Self::DataDependent { op } | Self::Varies { op } | Self::Opaque { op } => Some(op),
        }
    }
}

/// A blocker with the names of its ops.
struct Spelled<'a>(&'a Module, Blocker);

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |op: Op| self.0.spelling(op).name;
        match self.1 {
            Blocker::NotGiven { argument } => write!(f, "it depends on argument {argument}, which is not bound"),
            Blocker::DataDependent { op } => write!(f, "it depends on data that {} reads", name(op)),
            Blocker::Varies { op } => write!(f, "it is not the same on every trip or path of {}", name(op)),
            Blocker::Opaque { op } => write!(f, "{} says nothing about it", name(op)),
        }
    }
}

/// What was found about a function.
pub(super) struct Found {
    /// Remarks in program order: arguments, then results of ops.
    pub remarks: Vec<Remark>,
    /// The rewrite will change something.
    pub changed: bool,
}

/// Remarks on every type with a `?`, before the rewrite.
pub(super) fn of(module: &Module, plan: &Plan) -> Found {
    let mut found = Found { remarks: Vec::new(), changed: false };
    for (i, &arg) in module.block_args(module.entry(plan.func)).iter().enumerate() {
        found.value(module, plan, arg, &format!("argument {i}"), plan.func);
        let bound = matches!(plan.facts.get(&arg), Some(Fact::Scalar { value: Some(_), .. }));
        found.changed |= bound && !module.is_unused(arg);
    }
    for op in module.walk(plan.func).into_iter().skip(1) {
        for &result in module.results(op) {
            found.value(module, plan, result, module.spelling(op).name, op);
        }
    }
    found
}

impl Found {
    fn value(&mut self, module: &Module, plan: &Plan, value: Value, what: &str, op: Op) {
        let declared = module.ty(value);
        let Some((fact, ty)) = plan.facts.get(&value).and_then(|f| Some((f, f.ty()?))) else { return };
        self.changed |= ty != declared;
        let loc = module.value_loc(value).clone();
        match fact.extents().iter().enumerate().find(|(_, e)| e.size == DYNAMIC) {
            None if ty != declared && !declared.is_static() => {
                self.remarks.push(Remark::applied(NAME, loc, format!("{what}: {declared} becomes {ty}")));
            }
            Some((dim, extent)) => {
                let blocker = Blocker::of(extent.cause, op);
                let message = format!("{what}: dimension {dim} of {ty} stays open: {}", Spelled(module, blocker));
                let mut remark = Remark::missed(NAME, blocker.name(), loc, message);
                if let Some(behind) = blocker.op().filter(|&o| o != op) {
                    remark = remark.note(module.op(behind).loc.clone(), module.spelling(behind).name);
                }
                self.remarks.push(remark);
            }
            None if matches!(declared, Type::UnrankedTensor(_) | Type::UnrankedMemRef(_)) => {
                let blocker = Blocker::Opaque { op };
                let message = format!("{what}: {declared} stays: {}", Spelled(module, blocker));
                self.remarks.push(Remark::missed(NAME, blocker.name(), loc, message));
            }
            None => {}
        }
    }
}
