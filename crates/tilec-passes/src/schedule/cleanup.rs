//! Steps that rewrite at large: sets of patterns, common subexpressions, dead code, and whole passes.

use super::state::{Outcome, State};
use super::track::tracked;
use super::{NAME, patterns};
use crate::analysis::effects::erase_dead;
use crate::canonicalize;
use crate::pass::{self, Options};
use crate::pipeline::{check_option, has_float_reduction};
use crate::remark::Remark;
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::spelling::param_operand;
use tilec_ir::{Attr, Module, Op, OpKind};

/// What a set of patterns does under an op. True if anything changed.
type Patterns = fn(&mut Module, Op, &mut Vec<Remark>) -> bool;

/// The sets of patterns that there are.
static PATTERNS: &[(&str, Patterns)] = &[
    ("canonicalization", canonicalize::simplify),
    ("linalg.tiling_canonicalization", canonicalize::simplify),
    ("scf.for_loop_canonicalization", canonicalize::simplify),
    ("linalg.erase_unnecessary_inputs", patterns::erase_unnecessary_inputs),
    ("linalg.decompose_pad", patterns::decompose_pad),
    ("linalg.decompose_pack_unpack", patterns::decompose_pack_unpack),
    ("linalg.fold_pack_unpack_into_empty", patterns::fold_packs_of_empty),
    ("tensor.decompose_concat", patterns::decompose_concat),
    ("tensor.fold_tensor_empty", patterns::fold_parts_of_empty),
    ("tensor.merge_consecutive_insert_extract_slice", patterns::merge_slices),
];

/// Sweeps of a set before it is given up: each sweep goes over the whole op, so that none comes near it.
const MAX_SWEEPS: usize = 64;

/// `transform.apply_patterns`: until nothing changes.
pub(super) fn apply_patterns(state: &mut State<'_>, step: Op) -> Outcome {
    let script = state.script;
    let mut sets = Vec::new();
    for set in script.block_ops(script.entry(step)) {
        let name = script.spelling(set).name.trim_start_matches("transform.apply_patterns.");
        match PATTERNS.iter().find(|(known, _)| *known == name) {
            Some((_, patterns)) => sets.push(*patterns),
            None => {
                let message = format!("{name}: there are no such patterns here, and nothing is done");
                state.remarks.push(Remark::missed(NAME, Blocker::NoSuchPatterns.name(), script.op(set).loc.clone(), message));
            }
        }
    }
    let cse = script.attr(step, "apply_cse").is_some();
    let sweeps = script.attr(step, "max_iterations").and_then(Attr::as_int).and_then(|n| usize::try_from(n).ok());
    let targets = state.ops_of(step, 0)?;
    tracked(state, step, |state| {
        for target in targets {
            for _ in 0..sweeps.unwrap_or(MAX_SWEEPS).min(MAX_SWEEPS) {
                let mut changed = false;
                for patterns in &sets {
                    changed |= patterns(state.payload, target, state.remarks);
                }
                changed |= cse && canonicalize::merge(state.payload, target);
                if !changed {
                    break;
                }
            }
        }
        Ok(())
    })
}

/// Why a part of a schedule does nothing.
enum Blocker {
    /// tilec has no such patterns.
    NoSuchPatterns,
}

impl Blocker {
    fn name(&self) -> &'static str {
        match self {
            Self::NoSuchPatterns => "no-such-patterns",
        }
    }
}

/// `transform.apply_cse`.
pub(super) fn apply_cse(state: &mut State<'_>, step: Op) -> Outcome {
    let targets = state.ops_of(step, 0)?;
    tracked(state, step, |state| {
        for target in targets {
            canonicalize::merge(state.payload, target);
            erase_dead(state.payload, target);
        }
        Ok(())
    })
}

/// `transform.apply_dce`.
pub(super) fn apply_dce(state: &mut State<'_>, step: Op) -> Outcome {
    let targets = state.ops_of(step, 0)?;
    tracked(state, step, |state| {
        for target in targets {
            erase_dead(state.payload, target);
        }
        Ok(())
    })
}

/// The option of a pass as text.
fn option_text(state: &State<'_>, step: Op, value: &Attr) -> Outcome<String> {
    if let Some(i) = param_operand(value) {
        let params = state.params_of(step, i + 1)?;
        return match &params[..] {
            [one] => option_text(state, step, one),
            _ => Err(state.wrong(step, format!("expected one parameter for an option, but found {}", params.len()))),
        };
    }
    match value {
        Attr::Bool(b) => Ok(b.to_string()),
        Attr::Int(i, _) => Ok(i.to_string()),
        Attr::Str(s) => Ok(s.to_string()),
        _ => Err(state.wrong(step, "expected options to be numbers, words, true or false")),
    }
}

/// `transform.apply_registered_pass`: a pass on the whole program, which is what it is given.
pub(super) fn apply_registered_pass(state: &mut State<'_>, step: Op) -> Outcome {
    let name = state.script.attr(step, "pass_name").and_then(Attr::as_str).unwrap_or_default();
    let Some(pass) = pass::find(name).filter(|p| p.name != NAME) else {
        return Err(state.wrong(step, format!("there is no pass '{name}'")));
    };
    let mut options = Options::new();
    if let Some(Attr::Dict(given)) = state.script.attr(step, "options") {
        for (key, value) in given.iter() {
            let value = option_text(state, step, value)?;
            check_option(pass, key, &value).map_err(|e| state.wrong(step, e.to_string()))?;
            options.insert(key.to_string(), value);
        }
    }
    let targets = state.ops_of(step, 0)?;
    whole(state, step, &targets, &format!("the pass {}", pass.name))?;
    run_pass(state, step, pass, &options)?;
    state.set_result(step, 0, targets);
    Ok(())
}

/// Runs a pass on the program, if it can run where the program is.
fn run_pass(state: &mut State<'_>, step: Op, pass: &pass::PassInfo, options: &Options) -> Outcome {
    let facts = tilec_ir::facts::facts(state.payload, state.payload.top());
    if facts.tensors && pass.needs_absent.tensors || facts.structured && pass.needs_absent.structured {
        return Err(
            state.fail(step, format!("the pass {} cannot run on this program: it has tensors or structured ops", pass.name))
        );
    }
    if pass.pins && has_float_reduction(state.payload) {
        numerics::pin(state.payload, Numerics::Pinned);
    }
    let result = match pass.with_options {
        Some(with) => (with.run)(state.payload, options, state.remarks),
        None => (pass.run)(state.payload, state.remarks),
    };
    // A pass that fails leaves no program.
    result.map(|_| ()).map_err(|d| state.wrong(step, format!("the pass {} fails: {}", pass.name, d.message)).note(d.loc, "here"))
}

/// Passes work on the whole program: the target must be it, or a function, of which there must be no other.
fn whole(state: &State<'_>, step: Op, targets: &[Op], what: &str) -> Outcome {
    let payload = &*state.payload;
    for &op in targets {
        let only = payload.kind(op) == OpKind::Func && payload.funcs().len() == 1;
        if op != payload.top() && !only {
            let message = format!("{what} works on the whole program: expected its module, or its only function");
            return Err(state.at_op(state.fail(step, message), op));
        }
    }
    Ok(())
}

/// `transform.bufferization.eliminate_empty_tensors`.
pub(super) fn eliminate_empty_tensors(state: &mut State<'_>, step: Op) -> Outcome {
    let targets = state.ops_of(step, 0)?;
    whole(state, step, &targets, "the elimination")?;
    let pass = pass::find("eliminate-empty-tensors").expect("a pass of the table");
    tracked(state, step, |state| run_pass(state, step, pass, &Options::new()))
}

/// `transform.bufferization.one_shot_bufferize`, in the one setting that there is.
pub(super) fn one_shot_bufferize(state: &mut State<'_>, step: Op) -> Outcome {
    let attr = |name: &str| state.script.attr(step, name);
    let is = |name: &str, value: bool| attr(name) == Some(&Attr::Bool(value));
    if !is("bufferize_function_boundaries", true) {
        return Err(
            state.wrong(step, "expected bufferize_function_boundaries = true: functions are bufferized with their arguments")
        );
    }
    if attr("function_boundary_type_conversion").and_then(Attr::as_str) != Some("IdentityLayoutMap") {
        return Err(state.wrong(step, "expected layout{IdentityLayoutMap}: arguments and results are buffers in row-major order"));
    }
    if is("test_analysis_only", true) || attr("memcpy_op").is_some_and(|op| op.as_str() != Some("memref.copy")) {
        return Err(state.wrong(step, "expected neither test_analysis_only nor another memcpy_op than memref.copy"));
    }
    let targets = state.ops_of(step, 0)?;
    whole(state, step, &targets, "bufferization")?;
    let pass = pass::find("bufferize").expect("a pass of the table");
    run_pass(state, step, pass, &Options::new())?;
    state.set_result(step, 0, targets);
    Ok(())
}
