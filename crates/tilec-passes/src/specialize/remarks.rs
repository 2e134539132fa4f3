//! What the pass says of each type with a `?`: what it becomes, or why it stays.

use super::NAME;
use super::facts::Cause;
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

/// Remarks on every type with a `?`, before the rewrite: arguments, then results of ops in program order.
pub(super) fn of(module: &Module, plan: &Plan) -> Vec<Remark> {
    let mut found = Vec::new();
    for (i, &arg) in module.block_args(module.entry(plan.func)).iter().enumerate() {
        found.extend(of_value(module, plan, arg, &format!("argument {i}"), plan.func));
    }
    for op in module.walk(plan.func).into_iter().skip(1) {
        let name = module.spelling(op).name;
        found.extend(module.results(op).iter().filter_map(|&result| of_value(module, plan, result, name, op)));
    }
    found
}

/// The remark on one value, if its type has a `?`.
fn of_value(module: &Module, plan: &Plan, value: Value, what: &str, op: Op) -> Option<Remark> {
    let declared = module.ty(value);
    let fact = plan.facts.get(&value)?;
    let (ty, loc) = (fact.ty()?, module.value_loc(value).clone());
    let open = fact.extents().into_iter().enumerate().find(|(_, e)| e.size == DYNAMIC);
    if let Some((dim, extent)) = open {
        let blocker = Blocker::of(extent.cause, op);
        let message = format!("{what}: dimension {dim} of {ty} stays open: {}", Spelled(module, blocker));
        let remark = Remark::missed(NAME, blocker.name(), loc, message);
        let behind = blocker.op().filter(|&o| o != op);
        return Some(match behind {
            Some(behind) => remark.note(module.op(behind).loc.clone(), module.spelling(behind).name),
            None => remark,
        });
    }
    if matches!(declared, Type::UnrankedTensor(_) | Type::UnrankedMemRef(_)) {
        let blocker = Blocker::Opaque { op };
        let message = format!("{what}: {declared} stays: {}", Spelled(module, blocker));
        return Some(Remark::missed(NAME, blocker.name(), loc, message));
    }
    let applied = || Remark::applied(NAME, loc, format!("{what}: {declared} becomes {ty}"));
    (!declared.is_static()).then(applied)
}
