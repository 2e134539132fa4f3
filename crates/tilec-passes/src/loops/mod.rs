//! Rewrites of single loops, each as a plan or a blocker, then a rewrite: `peel` splits off the part that is no whole step, `unroll` makes
//! several trips one, `hoist` moves what does not change out (`subsets`: parts of a carried tensor, too), `forall` runs a parallel loop in
//! order. Schedules ask for them; nothing here decides whether they pay.

pub mod forall;
pub mod hoist;
pub mod peel;
pub mod subsets;
pub mod unroll;

use std::collections::HashMap;
use std::fmt;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, ScalarType, Type, Value, spelling};

/// Why a loop stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// It is no loop of this kind.
    NotALoop {
        /// What was expected.
        wanted: &'static str,
    },
    /// Its step, or its bounds, are not known where they must be.
    OpenBounds {
        /// What is not known.
        what: &'static str,
    },
    /// Every step is a whole one.
    WholeSteps,
    /// It runs no more than once.
    OneTrip,
    /// The rewritten loop would be too large.
    TooLarge {
        /// Ops it would have.
        ops: usize,
    },
    /// It shares tensors, which only buffers make memory.
    SharesTensors,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotALoop { .. } => "not-a-loop",
            Self::OpenBounds { .. } => "open-bounds",
            Self::WholeSteps => "whole-steps",
            Self::OneTrip => "one-trip",
            Self::TooLarge { .. } => "too-large",
            Self::SharesTensors => "shares-tensors",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALoop { wanted } => write!(f, "it is no {wanted}"),
            Self::OpenBounds { what } => write!(f, "{what} is not known"),
            Self::WholeSteps => f.write_str("all its steps are whole, so there is no remainder"),
            Self::OneTrip => f.write_str("it runs no more than once"),
            Self::TooLarge { ops } => write!(f, "its body would have {ops} ops"),
            Self::SharesTensors => f.write_str("it shares tensors; bufferize before"),
        }
    }
}

/// Lower bound, upper bound and step of an `scf.for`, each a constant if it is one.
struct Bounds {
    values: [Value; 3],
    known: [Option<i64>; 3],
    ty: Type,
}

impl Bounds {
    fn of(module: &Module, op: Op) -> Result<Self, Blocker> {
        if module.kind(op) != OpKind::For {
            return Err(Blocker::NotALoop { wanted: "scf.for" });
        }
        if module.attr(op, "unsignedCmp").is_some() {
            return Err(Blocker::OpenBounds { what: "the order of its unsigned bounds" });
        }
        let values = [0, 1, 2].map(|i| module.operand(op, i));
        Ok(Self { known: values.map(|v| module.constant_int(v)), ty: module.ty(values[0]).clone(), values })
    }

    /// The step, which must be a positive constant.
    fn step(&self) -> Result<i64, Blocker> {
        self.known[2].filter(|s| *s > 0).ok_or(Blocker::OpenBounds { what: "the step" })
    }

    /// How often the loop runs, if the bounds are constants. The length must not overflow.
    fn trips(&self) -> Option<i64> {
        let (lower, upper, step) = (self.known[0]?, self.known[1]?, self.step().ok()?);
        if upper <= lower { Some(0) } else { Some((upper.checked_sub(lower)? - 1) / step + 1) }
    }

    /// Bounds that are not constants must be of type index, for maps to take them; constants must leave room for what is computed from them,
    /// which is at most `stride` more.
    fn check(&self, stride: i64) -> Result<(), Blocker> {
        let limit = match self.ty.as_scalar() {
            Some(ScalarType::Int(width @ 3..64)) => 1i64 << (width - 2),
            Some(ScalarType::Index | ScalarType::Int(64)) => 1i64 << 60,
            _ => 0,
        };
        if stride >= limit || self.known.iter().flatten().any(|v| *v <= -limit || *v >= limit) {
            return Err(Blocker::OpenBounds { what: "what comes after a bound as large as its type has" });
        }
        let open = self.known[0].is_none() || self.known[1].is_none();
        if open && self.ty != Type::INDEX { Err(Blocker::OpenBounds { what: "a bound that is no index" }) } else { Ok(()) }
    }

    /// The point between lower and upper bound that an expression of `d0` (lower) and `d1` (upper) gives: never below the lower bound, so
    /// that a loop that does not run stays two loops that do not.
    fn split(&self, builder: &mut Builder<'_>, expr: &AffineExpr) -> Value {
        let known = self.known[0].zip(self.known[1]).and_then(|(l, u)| Some(expr.eval(&[l, u], &[])?.max(l)));
        if let Some(at) = known {
            let elem = self.ty.as_scalar().expect("bounds are scalars");
            return builder.constant(Attr::Int(at, elem), self.ty.clone());
        }
        let place = |i: usize, d: u32| self.known[i].map_or(AffineExpr::Dim(d), AffineExpr::Const);
        let open: Vec<usize> = (0..2).filter(|&i| self.known[i].is_none()).collect();
        let dims = [place(0, 0), place(1, if open.len() == 2 { 1 } else { 0 })];
        let operands: Vec<_> = open.iter().map(|&i| self.values[i]).collect();
        let expr = expr.replace(&dims, &[]);
        if self.known[0] == Some(0) && is_extent(builder.module, self.values[1]) {
            return builder.affine_apply(&AffineMap::new(operands.len(), vec![expr]), &operands);
        }
        let map = AffineMap::new(operands.len(), vec![dims[0].clone(), expr]);
        let row = spelling::of(OpKind::AffineExtremum { max: true });
        let op = builder.op(row, &operands, &[Type::INDEX]);
        builder.module.set_attr(op, "map", Attr::Map(map));
        builder.module.result(op)
    }
}

/// True for what is certainly not negative: the extent of a tensor or buffer.
fn is_extent(module: &Module, value: Value) -> bool {
    module.defining_op(value).is_some_and(|op| module.kind(op) == OpKind::Dim)
}

/// Copies the body of a loop to the builder's place, for the trip with this index and these carried values; gives what it yields.
fn emit_trip(builder: &mut Builder<'_>, op: Op, index: Value, carried: &[Value]) -> Vec<Value> {
    let block = builder.module.entry(op);
    let args = builder.module.block_args(block).to_vec();
    let mut mapping: HashMap<Value, Value> = args.into_iter().zip([index].into_iter().chain(carried.iter().copied())).collect();
    let ops: Vec<Op> = builder.module.block_ops(block).collect();
    let (end, body) = ops.split_last().expect("a loop body has a terminator");
    for &inner in body {
        let copy = builder.module.clone_op(inner, &mut mapping);
        builder.insert(copy);
    }
    builder.module.operands(*end).map(|v| mapping.get(&v).copied().unwrap_or(v)).collect()
}
