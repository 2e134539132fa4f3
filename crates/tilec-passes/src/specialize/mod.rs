//! Binds a function to the shapes of its arguments, and everything in it that follows from them: types without `?`.
//!
//! `infer` finds what is known of every value (extents, and the scalars that extents are made of), from the arguments on, through loops,
//! branches and calls; two extents that contradict each other are an error that names both and the arguments they come from. `rewrite`
//! puts that into the types; `tensor.cast` and `memref.cast` stand where two places need two types. A function that is called gets a
//! private copy for each kind of arguments. Works at every level. What cannot be known is left as it is, with a remark.
//!
//! mlir-opt has parts of this in `--canonicalize` and `--resolve-shaped-type-result-dims`; binding arguments is what `torch.compile` and
//! IREE do before they compile.

mod calls;
mod facts;
mod infer;
mod options;
mod reach;
mod remarks;
mod rewrite;
mod rules;
mod shapes;
mod structured;

use crate::remark::Remark;
use calls::{Calls, argument};
use facts::{Cause, Extent, Fact};
pub use reach::reaching_arguments;
pub use remarks::{Blocker, DATA_DEPENDENT, NOT_GIVEN};
use std::collections::{BTreeMap, HashSet};
use tilec_ir::types::row_major_strides;
use tilec_ir::{DYNAMIC, Diagnostic, Module, Op, Scalar, Type};

/// The pass.
pub const NAME: &str = "specialize";

/// What an argument is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: it stays as its type says.
    Open,
    /// These extents, outermost first; [`DYNAMIC`] stays open.
    Shape(Vec<i64>),
    /// A row-major array of this shape: for a buffer, strides and offset too.
    Array(Vec<i64>),
    /// This value, for a scalar. It stays in the signature and is not looked at any more.
    Value(Scalar),
}

/// Refuses a key that is no option, or a value that can be none.
///
/// # Errors
/// What was expected.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    options::check(key, value)
}

/// Specializes the function that the options name to what they bind; without options, every function to what its types say.
///
/// # Errors
/// Options that do not fit the program, and shapes that contradict each other.
pub fn run_with(module: &mut Module, options: &BTreeMap<String, String>, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    if let Some((func, bounds)) = options::read(module, options)? {
        return specialize(module, func, &bounds, remarks);
    }
    let mut calls = Calls::default();
    let mut changed = false;
    for func in module.funcs() {
        if !module.is_declaration(func) && has_dynamic(module, func) {
            let types = module.func_type(func).inputs.clone();
            let facts = types.iter().enumerate().map(|(i, ty)| argument(i, ty)).collect();
            changed |= function(module, func, facts, &mut calls, remarks)?;
        }
    }
    calls.erase_unused(module);
    Ok(changed)
}

/// [`run_with`] without options.
///
/// # Errors
/// Shapes that contradict each other.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    run_with(module, &BTreeMap::new(), remarks)
}

/// Specializes one function: `bounds` has an entry for each of its arguments. True if anything changed. Other functions that call it go on
/// calling what it was.
///
/// # Errors
/// A bound that does not fit its argument, and shapes that contradict each other; the module is unusable then.
pub fn specialize(module: &mut Module, func: Op, bounds: &[Bound], remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let facts = bind(module, func, bounds)?;
    if !has_dynamic(module, func) && bounds.iter().all(|b| !matches!(b, Bound::Value(_))) {
        return Ok(false);
    }
    calls::keep_for_callers(module, func);
    let mut calls = Calls::default();
    let changed = function(module, func, facts, &mut calls, remarks)?;
    calls.erase_unused(module);
    Ok(changed)
}

/// Analyses and rewrites a function, then the copies of what it calls.
fn function(
    module: &mut Module,
    func: Op,
    facts: Vec<Fact>,
    calls: &mut Calls,
    remarks: &mut Vec<Remark>,
) -> Result<bool, Diagnostic> {
    let mut work = vec![(func, facts, None)];
    let mut changed = false;
    while let Some((func, facts, results)) = work.pop() {
        calls.enter(func);
        let mut plan = infer::infer(module, func, facts, calls);
        if let Some(conflict) = plan.conflict.take() {
            return Err(conflict);
        }
        plan.results = results.unwrap_or(plan.results);
        remarks.extend(remarks::of(module, &plan));
        changed |= rewrite::apply(module, &plan);
        let mut targets: Vec<_> = plan.calls.into_iter().filter(|(op, _)| !module.is_erased(*op)).collect();
        targets.sort_unstable_by_key(|(op, _)| *op);
        for (call, signature) in targets {
            if let Some(copy) = calls.redirect(module, call, &signature) {
                work.push((copy, signature.facts(), Some(calls.results(&signature))));
                changed = true;
            }
        }
    }
    Ok(changed)
}

/// The facts of the arguments.
fn bind(module: &Module, func: Op, bounds: &[Bound]) -> Result<Vec<Fact>, Diagnostic> {
    let inputs = &module.func_type(func).inputs;
    let fail = |message: String| Err(Diagnostic::error(module.op(func).loc.clone(), message));
    let mut facts = Vec::with_capacity(inputs.len());
    for (i, ty) in inputs.iter().enumerate() {
        let (shape, dense) = match bounds.get(i).unwrap_or(&Bound::Open) {
            Bound::Open => {
                facts.push(argument(i, ty));
                continue;
            }
            Bound::Value(value) if ty.as_scalar() == Some(value.ty) => {
                facts.push(Fact::scalar(*value, Cause::Value { argument: i }));
                continue;
            }
            Bound::Value(value) => {
                return fail(format!("argument {i} is of type {ty}, but a value of type {} is given", Type::Scalar(value.ty)));
            }
            Bound::Shape(shape) => (shape, false),
            Bound::Array(shape) => (shape, true),
        };
        let declared = ty.shape().unwrap_or(&[]);
        if declared.len() != shape.len() || !matches!(ty, Type::Tensor(_) | Type::MemRef(_)) {
            return fail(format!("argument {i} is of type {ty}, but a shape of {} dimensions is given", shape.len()));
        }
        for (dim, (&known, &given)) in declared.iter().zip(shape).enumerate() {
            if known != DYNAMIC && given != DYNAMIC && known != given {
                return fail(format!("argument {i} of type {ty} has {known} in dimension {dim}, but {given} is given"));
            }
        }
        let extents: Vec<Extent> =
            shape.iter().enumerate().map(|(dim, &size)| Extent { size, cause: Cause::Extent { argument: i, dim } }).collect();
        facts.push(Fact::refined(ty, &extents, dense.then(|| (row_major_strides(shape), 0))));
    }
    Ok(facts)
}

/// The types of the values in a function, its own among them.
pub(crate) fn types_of(module: &Module, func: Op) -> impl Iterator<Item = &Type> {
    let ops = module.walk(func);
    let results = module.func_type(func).results.iter();
    let values = ops.into_iter().flat_map(move |op| {
        let blocks = module.regions(op).iter().flat_map(|&r| module.region_blocks(r));
        let args = blocks.flat_map(|&b| module.block_args(b));
        module.results(op).iter().chain(args).map(|&v| module.ty(v))
    });
    results.chain(values)
}

/// True if a type in the function, or in one that it calls, has a `?`, in its shape or in its layout.
pub fn has_dynamic(module: &Module, func: Op) -> bool {
    let open = |ty: &Type| {
        let layout = ty.as_memref().and_then(|t| t.strides_and_offset());
        !ty.is_static() || layout.is_some_and(|(strides, offset)| strides.contains(&DYNAMIC) || offset == DYNAMIC)
    };
    let (mut seen, mut work) = (HashSet::from([func]), vec![func]);
    while let Some(func) = work.pop() {
        if types_of(module, func).any(open) {
            return true;
        }
        let callees = module.walk(func).into_iter().filter_map(|op| calls::callee(module, op));
        work.extend(callees.filter(|f| seen.insert(*f)));
    }
    false
}
