//! Elementwise fusion by indexing-map legality: mlir-opt's `--linalg-fuse-elementwise-ops`, and what it leaves.
//!
//! Producers all of whose loops are parallel are computed inside the consumers that read them, so that the intermediate is never stored.
//! Works on structured ops on tensors, generic or named; what becomes part of a fused op is a generic then. Named contractions stay.
//! `legality` says whether a producer may be computed where it is read, `decide` whether it pays, `keep` whether its result can become one
//! more result of the fused op; `group` collects all that a consumer takes in, and `rewrite` builds it at once, so the work is linear in the
//! size of the program. Around it `operands` and `tidy` drop what is not needed.
//!
//! Unlike mlir-opt: a producer that reads its init gets that init as an input of the fused op, so no dead result is kept and no element
//! is accumulated twice; payloads that touch memory stay where they are; an unread init stays the destination it was given as, unless that
//! is computed; a producer with several users is kept as a result or computed again where that costs less than storing it.

mod concat;
mod decide;
mod expand;
mod group;
mod guarded;
mod keep;
mod legality;
mod operands;
mod reshapes;
mod rewrite;
mod tidy;
mod views;

use crate::analysis::effects::erase_dead;
use crate::cost;
use crate::pass::Options;
use crate::remark::{Remark, Verdict};
use group::{Fate, From, Group};
pub use legality::{Blocker, Kept};
pub(crate) use operands::drop_unnecessary_inputs;
use std::collections::HashMap;
use tilec_ir::{Diagnostic, Module, Op, OpKind};
pub use views::Opaque;

/// The pass.
pub const NAME: &str = "fuse-elementwise";

/// Rounds of fusing and moving reshapes out of the way; each makes the program smaller or moves reshapes in one direction only, so real
/// programs take two or three.
const MAX_ROUNDS: usize = 16;

/// When a producer with one user is computed inside although each element is computed more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recompute {
    /// Wherever it may be, as mlir-opt does.
    #[default]
    Always,
    /// Where that costs less than storing it.
    ByCost,
}

/// Refuses what is no option: `recompute=always` (the default) or `recompute=cost`, see [`Recompute`].
///
/// # Errors
/// What was expected.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    match (key, value) {
        ("recompute", "always" | "cost") => Ok(()),
        ("recompute", _) => Err(format!("{NAME}: expected recompute=always or recompute=cost, but found '{value}'")),
        _ => Err(format!("{NAME} has no option '{key}'")),
    }
}

/// Fuses to a fixpoint.
///
/// # Errors
/// None.
pub fn run_with(module: &mut Module, options: &Options, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let by_cost = options.get("recompute").is_some_and(|v| v == "cost");
    fuse(module, if by_cost { Recompute::ByCost } else { Recompute::Always }, remarks)
}

/// Fuses to a fixpoint, with the default options.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    run_with(module, &Options::new(), remarks)
}

fn fuse(module: &mut Module, recompute: Recompute, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    let mut missed = Vec::new();
    let mut profit = Profit { recompute, copied: HashMap::new() };
    for _ in 0..MAX_ROUNDS {
        changed |= tidy_all(module, false, remarks);
        missed.clear();
        let fused = fuse_all(module, &mut profit, remarks, &mut missed);
        let mut others = Vec::new();
        let moved = move_away(module, &mut others);
        for remark in others {
            if remark.verdict == Verdict::Applied { remarks.push(remark) } else { missed.push(remark) }
        }
        changed |= fused | moved;
        if !fused && !moved {
            break;
        }
    }
    changed |= tidy_all(module, true, remarks);
    remarks.append(&mut missed);
    Ok(changed)
}

/// Moves what stands between producers and consumers out of the way: paddings, concatenations, reshapes.
fn move_away(module: &mut Module, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    for op in module.walk(module.top()) {
        if !module.is_erased(op) {
            changed |= guarded::guard_pads(module, op, remarks);
            changed |= concat::split_concats(module, op, remarks);
        }
    }
    changed | expand::propagate(module, module.top(), remarks)
}

/// Drops what is not needed, everywhere; with `scalars`, splat constants go into the payloads.
fn tidy_all(module: &mut Module, scalars: bool, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = erase_dead(module, module.top());
    for op in module.walk(module.top()) {
        if module.is_erased(op) {
            continue;
        }
        changed |= tidy::tidy(module, op, remarks);
        if !module.is_erased(op) {
            changed |= views::fold_unit_reshapes(module, op, remarks);
            changed |= operands::simplify(module, op, scalars, remarks);
        }
    }
    if changed {
        erase_dead(module, module.top());
    }
    changed
}

/// What decides about profit besides the program.
struct Profit {
    recompute: Recompute,
    /// How many operations of each fused op others compute, too: the bound on them holds over all rounds.
    copied: HashMap<Op, usize>,
}

/// Takes producers into consumers, the last consumer first: a producer that goes with one is no candidate of its own any more.
fn fuse_all(module: &mut Module, profit: &mut Profit, remarks: &mut Vec<Remark>, missed: &mut Vec<Remark>) -> bool {
    let mut applied_last_first: Vec<Vec<Remark>> = Vec::new();
    let mut missed_last_first: Vec<Vec<Remark>> = Vec::new();
    for op in module.walk(module.top()).into_iter().rev() {
        if module.is_erased(op) || !matches!(module.kind(op), OpKind::Structured(_)) {
            continue;
        }
        let mut not_inputs = refused_operands(module, op);
        if legality::is_consumer(module, op) {
            let group = group::plan_group(module, op, profit);
            let (applied, mut left) = explain(module, &group);
            not_inputs.append(&mut left);
            if group.reads.iter().any(|r| r.from != From::Operand) {
                let fused = rewrite::fuse(module, &group);
                profit.copied.insert(fused, group.copied);
                applied_last_first.push(applied);
            }
        }
        missed_last_first.push(not_inputs);
    }
    let changed = !applied_last_first.is_empty();
    remarks.extend(applied_last_first.into_iter().rev().flatten());
    missed.extend(missed_last_first.into_iter().rev().flatten());
    changed
}

/// The operands that cannot take part because of what the op is: outputs, and all inputs of named contractions.
fn refused_operands(module: &Module, op: Op) -> Vec<Remark> {
    let Some(view) = module.structured(op).filter(tilec_ir::Structured::on_tensors) else { return Vec::new() };
    let takes_inputs = legality::is_consumer(module, op) || legality::is_fill(module, op);
    let start = if takes_inputs { view.num_inputs() } else { 0 };
    let blocker = |i: usize| if i < view.num_inputs() { Blocker::NamedOp } else { Blocker::NotAnInput };
    let edges = (start..module.num_operands(op)).filter_map(|i| {
        let (producer, result) = legality::producer_of(module, module.operand(op, i))?;
        // A fill into an output gives the output its initial value; there is nothing to fuse.
        (!legality::is_fill(module, producer)).then_some((i, producer, result))
    });
    let explain = |(i, producer, result): (usize, Op, usize)| {
        let (maps, result_map) = (view.maps(), map_of_result(module, producer, result));
        let message = format!("operand {i}: {}; result map {result_map}, operand map {}", blocker(i), maps[i]);
        Remark::missed(NAME, blocker(i).name(), module.op(op).loc.clone(), message)
            .note(module.op(producer).loc.clone(), "the producer")
    };
    edges.map(explain).collect()
}

fn map_of_result(module: &Module, producer: Op, result: usize) -> String {
    module.structured(producer).map(|s| s.maps()[s.num_inputs() + result].to_string()).unwrap_or_default()
}

/// A remark for each edge of a group: what is done, and what is not.
fn explain(module: &Module, group: &Group) -> (Vec<Remark>, Vec<Remark>) {
    let (mut applied, mut missed) = (Vec::new(), Vec::new());
    for edge in &group.edges {
        let read = &group.reads[edge.read];
        let reader = group.members[read.member].op;
        let source = read.producer.as_ref().expect("an edge has a producer");
        let operand_map = module.structured(reader).expect("a structured op").maps()[read.operand].to_string();
        let result_map = map_of_result(module, source.op, source.result);
        let bytes = known_bytes(module, source.op, source.result);
        let saved = |what: &str| bytes.map_or(String::new(), |b| format!(", {what} of {b} bytes"));
        let maps = format!("result map {result_map}, operand map {operand_map}");
        let (operand, loc) = (read.operand, module.op(reader).loc.clone());
        let (outcome, what, saves) = match (&edge.verdict, read.from) {
            (Ok(_), From::Scalar(_)) => {
                ("scalar", "is filled with one value, now in the payload", "saves reading an intermediate")
            }
            (Ok(Fate::Gone), _) => ("fused", "is computed in place", "saves an intermediate"),
            (Ok(Fate::Kept), _) => ("kept", "is computed in place and kept as a result", "saves reading an intermediate"),
            (Ok(Fate::Copied), _) => ("copied", "is computed in place, again", "saves reading an intermediate"),
            (Err(_), _) => ("left", "", "would save an intermediate"),
        };
        let remark = match &edge.verdict {
            Ok(_) => Remark::applied(NAME, loc, format!("operand {operand} {what}; {maps}{}", saved(saves))),
            Err(blocker) => {
                Remark::missed(NAME, blocker.name(), loc, format!("operand {operand}: {blocker}; {maps}{}", saved(saves)))
            }
        };
        let mut remark = remark
            .note(module.op(source.op).loc.clone(), "the producer")
            .arg("outcome", outcome)
            .arg("operand", i64::try_from(operand).expect("few operands"))
            .arg("result_map", result_map)
            .arg("operand_map", operand_map)
            .arg("operand_type", module.ty(read.value).to_string())
            .arg("views", i64::try_from(source.through.len()).expect("few views"))
            .arg("reductions", reductions(module, reader))
            .arg("results", i64::try_from(module.results(source.op).len()).expect("few results"))
            .arg("read_inits", read_inits(module, source.op));
        if let Some(bytes) = bytes {
            remark = remark.arg("bytes", i64::try_from(bytes).unwrap_or(i64::MAX));
        }
        if edge.verdict.is_ok() { applied.push(remark) } else { missed.push(remark) }
    }
    (applied, missed)
}

/// How many loops of an op reduce.
fn reductions(module: &Module, op: Op) -> i64 {
    let iterators = module.structured(op).map(|s| s.iterators()).unwrap_or_default();
    iterators.iter().map(|k| i64::from(*k == tilec_ir::IteratorKind::Reduction)).sum()
}

/// How many inits an op reads, which are inputs of what it becomes part of.
fn read_inits(module: &Module, op: Op) -> i64 {
    module.structured(op).map_or(0, |s| (0..s.num_outputs()).map(|o| i64::from(s.reads_init(o))).sum())
}

/// The bytes of a result, if its shape is known.
fn known_bytes(module: &Module, producer: Op, result: usize) -> Option<u64> {
    let ty = module.ty(module.results(producer)[result]);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a static shape has fewer than 2^53 bytes or a rough number"
    )]
    ty.is_static().then(|| cost::bytes(ty) as u64)
}
