//! The reference interpreter of tilec IR: what a program means, at every level. It is the oracle for every pass and for
//! compiled code, so it is simple where it can be and checks everything that a program could do wrong.
//!
//! [`run`] compiles the function once into a flat program over registers and runs that. Elements follow
//! [`tilec_ir::scalar`]; loops run in order; float reductions follow the pinned order of the program's text. Undefined
//! memory reads as NaN or as a pattern. No program and no argument may make it panic, hang beyond its limits or abort.

mod args;
mod compile;
mod compute;
mod error;
mod machine;
mod memory;
mod nest;
mod program;
mod shaped;
mod view;

pub use error::{RunError, Stop};
pub use memory::Undefined;

use error::{Run, at, fault, refused};
use machine::{Machine, export};
use program::{Program, Slot, Use};
use std::borrow::Cow;
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::{Data, Module, Op, OpKind, Type};

/// Results and, for buffer (memref) arguments, their contents afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// One per result of the function; scalars have rank 0.
    pub results: Vec<Data>,
    /// One per argument: the contents of a buffer, `None` for anything else.
    pub buffers: Vec<Option<Data>>,
}

/// What a run may use; going beyond is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Ops executed, body ops of structured ops counted once per iteration, elements made and copied, and registers of calls.
    pub steps: u64,
    /// Bytes of tensors and buffers alive at a time.
    pub bytes: usize,
}

impl Default for Limits {
    /// Any number of steps, 16 GiB.
    fn default() -> Self {
        Self { steps: u64::MAX, bytes: 16 << 30 }
    }
}

/// Runs `func` of a verified module. Scalars travel as rank-0 data.
///
/// # Errors
/// Arguments that do not fit, and whatever the program does that has no meaning; see [`RunError`].
pub fn run(module: &Module, func: Op, args: &[Data]) -> Result<Outcome, RunError> {
    run_with(module, func, args, &Limits::default())
}

/// Runs `func` within limits, see [`run`].
///
/// # Errors
/// As for [`run`], and a limit that is exceeded.
pub fn run_with(module: &Module, func: Op, args: &[Data], limits: &Limits) -> Result<Outcome, RunError> {
    run_undefined(module, func, args, limits, Undefined::default())
}

/// Runs `func` within limits and with a choice of what undefined memory holds, see [`run_with`]: what differs between two choices is
/// undefined.
///
/// # Errors
/// As for [`run_with`].
pub fn run_undefined(
    module: &Module,
    func: Op,
    args: &[Data],
    limits: &Limits,
    undefined: Undefined,
) -> Result<Outcome, RunError> {
    let module = refused(pinned(module)).map_err(|f| f.into_error(module))?;
    run_pinned(&module, func, args, limits, undefined).map_err(|f| f.into_error(&module))
}

/// The module as its numbers are defined: pinned, if it is not yet.
fn pinned(module: &Module) -> Run<Cow<'_, Module>> {
    if numerics::is_pinned(module) {
        return Ok(Cow::Borrowed(module));
    }
    let ops = module.walk(module.top()).into_iter();
    for op in ops.filter(|op| matches!(module.kind(*op), OpKind::Structured(_))) {
        compile::check_structured(module, op)?;
    }
    let mut copy = module.clone();
    numerics::pin(&mut copy, Numerics::Pinned);
    Ok(Cow::Owned(copy))
}

/// The function as the machine runs it, after everything that can be checked before.
fn compiled(module: &Module, func: Op, args: &[Data]) -> Run<Program> {
    if module.kind(func) != OpKind::Func || module.is_declaration(func) {
        return at(func, fault("expected a function with a body"));
    }
    let types = &module.func_type(func).inputs;
    let name = module.symbol_name(func).unwrap_or("?");
    if types.len() != args.len() {
        return at(func, fault(format!("@{name} expects {} arguments but got {}", types.len(), args.len())));
    }
    for (i, (ty, data)) in types.iter().zip(args).enumerate() {
        at(func, args::check(i, ty, data))?;
    }
    let body_args = module.block_args(module.entry(func)).iter().map(|&v| module.ty(v));
    if !body_args.eq(types) {
        return at(func, fault("the body does not have the function's arguments"));
    }
    compile::compile(module, func)
}

fn run_pinned(module: &Module, func: Op, args: &[Data], limits: &Limits, undefined: Undefined) -> Run<Outcome> {
    let program = refused(compiled(module, func, args))?;
    let Some(entry) = program.functions.first() else {
        return refused(at(func, fault("there is nothing to run")));
    };
    let types = &module.func_type(func).inputs;
    let mut machine = refused(Machine::new(&program, limits.steps, limits.bytes, undefined))?;
    for ((slot, ty), data) in entry.args.iter().zip(types).zip(args) {
        refused(at(func, args::bind(&mut machine, *slot, ty, data)))?;
    }
    let results = machine.blocks(entry)?;
    let results = results.into_iter().zip(&entry.returns).map(|(value, ty)| export(value, ty)).collect::<Run<_>>();
    let results = at(func, results)?;
    let contents = |(ty, slot): (&Type, &Slot)| {
        ty.as_memref().map(|_| export(machine.take(Use { slot: *slot, last: false }), ty)).transpose()
    };
    let buffers = at(func, types.iter().zip(&entry.args).map(contents).collect::<Run<_>>())?;
    Ok(Outcome { results, buffers })
}
