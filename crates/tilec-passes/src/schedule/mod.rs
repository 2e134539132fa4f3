//! Runs schedules: scripts of the `transform` dialect, in the program's file or beside it.
//!
//! A script is a `transform.named_sequence @__transform_main`. Its values are handles (lists of ops or values of the program) and
//! parameters (lists of constants); `state` keeps them, and knows which became invalid. A step is a row of `STEPS`: its name, the operands
//! that it consumes, and a function. The driver checks the operands, invalidates what is consumed, runs the function, and gives results that
//! a failed step left out nothing. `matching` finds ops, `handles` goes from one to another, `control` has what runs other steps,
//! `structured`, `loops` and `cleanup` rewrite, `track` keeps handles right when ops are replaced. What a script may do is in
//! `docs/schedules.md`. Steps of the program itself are never matched and never changed.

mod cleanup;
mod control;
mod handles;
mod loops;
mod matching;
mod names;
mod packing;
mod patterns;
mod state;
mod structured;
mod tiling;
mod track;
mod vectorize;

use crate::pass::Options;
use crate::remark::{Remark, Verdict};
use state::{Binding, Failure, Outcome, State};
use tilec_ir::spelling::Form;
use tilec_ir::{Attr, Block, Diagnostic, Module, Op, OpKind};

/// The pass.
pub const NAME: &str = "apply-schedule";

/// The sequence that a script starts with.
pub const ENTRY: &str = "__transform_main";

/// The most steps that a script may run, those of loops counted each time.
const MAX_STEPS: usize = 100_000;

/// How deep sequences may include others.
const MAX_DEPTH: usize = 64;

/// The most ops that a script may add to a program, so that no script takes all memory.
const MAX_NEW_OPS: usize = 2_000_000;

/// The most that a handle may point to: merging handles doubles them.
const MAX_ENTRIES: usize = 1 << 20;

/// A kind of step.
struct Step {
    /// The op.
    name: &'static str,
    /// The operand groups whose handles it makes invalid.
    consumes: &'static [&'static str],
    /// True if it may change the program.
    rewrites: bool,
    /// True if it may change the order or rounding of a float reduction: the numerics are pinned before it runs.
    pins: bool,
    /// The work.
    run: fn(&mut State<'_>, Op) -> Outcome,
}

const fn step(name: &'static str, run: fn(&mut State<'_>, Op) -> Outcome) -> Step {
    Step { name, consumes: &[], rewrites: false, pins: false, run }
}

impl Step {
    const fn consumes(mut self, groups: &'static [&'static str]) -> Self {
        (self.consumes, self.rewrites) = (groups, true);
        self
    }

    const fn rewrites(mut self) -> Self {
        self.rewrites = true;
        self
    }

    const fn pins(mut self) -> Self {
        self.pins = true;
        self
    }
}

/// Every step that can be run.
static STEPS: &[Step] = &[
    step("transform.structured.match", matching::structured_match),
    step("transform.match.operation_name", matching::operation_name),
    step("transform.collect_matching", matching::collect_matching),
    step("transform.foreach_match", matching::foreach_match).consumes(&["root"]),
    step("transform.split_handle", handles::split_handle),
    step("transform.merge_handles", handles::merge_handles),
    step("transform.get_parent_op", handles::get_parent_op),
    step("transform.get_producer_of_operand", handles::get_producer_of_operand),
    step("transform.get_consumers_of_result", handles::get_consumers_of_result),
    step("transform.get_defining_op", handles::get_defining_op),
    step("transform.get_result", handles::get_result),
    step("transform.get_operand", handles::get_operand),
    step("transform.cast", handles::cast),
    step("transform.num_associations", handles::num_associations),
    step("transform.param.constant", handles::param_constant),
    step("transform.annotate", handles::annotate).rewrites(),
    step("transform.print", handles::print),
    step("transform.debug.emit_remark_at", handles::emit_remark_at),
    step("transform.include", control::include),
    step("transform.foreach", control::foreach),
    step("transform.structured.interchange", structured::interchange).consumes(&["target"]).pins(),
    step("transform.structured.generalize", structured::generalize).consumes(&["target"]),
    step("transform.structured.specialize", structured::specialize).consumes(&["target"]),
    step("transform.structured.decompose", structured::decompose).consumes(&["target"]).pins(),
    step("transform.structured.decompose_interface", structured::decompose_interface).consumes(&["target"]).pins(),
    step("transform.structured.pad", packing::pad).consumes(&["target"]).pins(),
    step("transform.structured.pack", packing::pack).consumes(&["target"]).pins(),
    step("transform.structured.pack_transpose", packing::pack_transpose)
        .consumes(&["target_pack_or_un_pack_op", "target_linalg_op"]),
    step("transform.structured.lower_pack", packing::lower_pack).consumes(&["target"]),
    step("transform.structured.lower_unpack", packing::lower_unpack).consumes(&["target"]),
    step("transform.structured.tile_using_for", tiling::tile_using_for).consumes(&["target"]).pins(),
    step("transform.structured.tile_using_forall", tiling::tile_using_forall).consumes(&["target"]).pins(),
    step("transform.structured.tile_reduction_using_for", tiling::tile_reduction_using_for).consumes(&["target"]).pins(),
    step("transform.structured.fuse", tiling::fuse).consumes(&["target"]).pins(),
    step("transform.structured.fuse_into_containing_op", tiling::fuse_into_containing_op).consumes(&["producer_op"]).pins(),
    step("transform.test.fuse_consumer", tiling::fuse_consumers).consumes(&["consumer", "loops"]).pins(),
    step("transform.loop.peel", loops::peel).consumes(&["target"]),
    step("transform.loop.unroll", loops::unroll).consumes(&["target"]),
    step("transform.loop.forall_to_for", loops::forall_to_for).consumes(&["target"]),
    step("transform.loop.hoist_loop_invariant_subsets", loops::hoist_subsets).rewrites(),
    step("transform.structured.hoist_redundant_vector_transfers", loops::hoist_transfers).consumes(&["target"]),
    step("transform.structured.vectorize", vectorize::vectorize).consumes(&["target"]).pins(),
    step("transform.structured.vectorize_children_and_apply_patterns", vectorize::vectorize_children)
        .consumes(&["target"])
        .pins(),
    step("transform.apply_licm", loops::licm).rewrites(),
    step("transform.apply_patterns", cleanup::apply_patterns).rewrites(),
    step("transform.apply_cse", cleanup::apply_cse).rewrites(),
    step("transform.apply_dce", cleanup::apply_dce).rewrites(),
    step("transform.apply_registered_pass", cleanup::apply_registered_pass).consumes(&["target"]).pins(),
    step("transform.bufferization.eliminate_empty_tensors", cleanup::eliminate_empty_tensors).rewrites(),
    step("transform.bufferization.empty_tensor_to_alloc_tensor", structured::empty_to_alloc).consumes(&["target"]),
    step("transform.bufferization.one_shot_bufferize", cleanup::one_shot_bufferize).consumes(&["target"]),
];

/// Runs the script that is part of the program. Nothing happens if there is none.
///
/// # Errors
/// The step that could not be made, and why.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    run_with(module, &Options::new(), remarks)
}

/// Accepts `entry-point=NAME`.
///
/// # Errors
/// What was expected.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    match key {
        "entry-point" if !value.is_empty() => Ok(()),
        "entry-point" => Err(format!("{NAME}: expected the name of a sequence after entry-point=")),
        _ => Err(format!("{NAME} has no option '{key}'")),
    }
}

/// [`run`], from another sequence if the options name one.
///
/// # Errors
/// As [`run`].
pub fn run_with(module: &mut Module, options: &Options, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let entry = options.get("entry-point").map_or(ENTRY, String::as_str);
    if find_sequence(module, entry).is_none() {
        return match entry {
            ENTRY => Ok(false),
            _ => Err(Diagnostic::error(module.op(module.top()).loc.clone(), format!("{NAME}: there is no sequence @{entry}"))),
        };
    }
    let script = module.clone();
    apply_entry(module, &script, entry, remarks)
}

/// Runs `@__transform_main` of a script on a program. Nothing happens if the script has no such sequence. The script may be a clone of the
/// program.
///
/// # Errors
/// The step that could not be made, and why.
pub fn apply(payload: &mut Module, script: &Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    apply_entry(payload, script, ENTRY, remarks)
}

/// True if a module has a sequence that [`apply`] would run.
pub fn is_script(module: &Module) -> bool {
    find_sequence(module, ENTRY).is_some()
}

/// Takes the scripts out of a program.
pub fn remove_scripts(module: &mut Module) {
    for op in module.walk(module.top()) {
        if !module.is_erased(op) && is_sequence(module, op) && module.results(op).is_empty() {
            module.erase(op);
        }
    }
}

fn apply_entry(payload: &mut Module, script: &Module, entry: &str, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let Some(main) = find_sequence(script, entry) else { return Ok(false) };
    let loc = script.op(main).loc.clone();
    if script.is_declaration(main) {
        return Err(Diagnostic::error(loc, format!("transform.named_sequence: @{entry} has no body")));
    }
    let block = script.entry(main);
    let &[root] = script.block_args(block) else {
        let found = script.block_args(block).len();
        return Err(Diagnostic::error(
            loc,
            format!("transform.named_sequence: expected one argument of @{entry}, the program, but found {found}"),
        ));
    };
    let top = payload.top();
    let mut state = State::new(payload, script, remarks);
    state.bind(root, Binding::Ops(vec![top]));
    state.active.push(main);
    let said = state.remarks.len();
    let result = state.run_block(block, Mode::Propagate);
    state.forget_names();
    result.map_err(|failure| {
        let mut diagnostic = failure.diagnostic();
        // What the script printed before is what explains the failure.
        let messages = state.remarks.drain(said..).filter(|r| r.verdict == Verdict::Said);
        diagnostic.notes.extend(messages.map(|r| (r.message, r.loc)));
        diagnostic
    })?;
    Ok(state.changed)
}

fn is_sequence(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Transform && module.spelling(op).form == Form::Func
}

/// The first sequence with this name, in any module inside.
fn find_sequence(module: &Module, name: &str) -> Option<Op> {
    module.walk(module.top()).into_iter().find(|&op| is_sequence(module, op) && module.symbol_name(op) == Some(name))
}

/// What a failing step does to the steps after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// They are not run.
    Propagate,
    /// They are run as if it had found nothing.
    Suppress,
}

impl State<'_> {
    /// Runs the steps of a block up to its terminator.
    fn run_block(&mut self, block: Block, mode: Mode) -> Outcome {
        let script = self.script;
        for op in script.block_ops(block) {
            if script.spelling(op).name == "transform.yield" {
                break;
            }
            match self.run_step(op) {
                Err(Failure::Silenceable(_)) if mode == Mode::Suppress => {}
                other => other?,
            }
        }
        Ok(())
    }

    fn run_step(&mut self, op: Op) -> Outcome {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(self.wrong(op, format!("the script runs more than {MAX_STEPS} steps")));
        }
        let name = self.script.spelling(op).name;
        let Some(step) = STEPS.iter().find(|s| s.name == name) else {
            return Err(self.wrong(op, "not supported: this step can be read, but not run"));
        };
        self.check_operands(op)?;
        if step.pins {
            self.pin();
        }
        self.unbind_results(op);
        for group in step.consumes {
            let range = self.script.spelling(op).operand_group(group).map_or(0..0, |g| self.script.group_range(op, g));
            range.for_each(|i| self.consume(op, i));
        }
        let before = self.payload.op_capacity();
        self.changed |= step.rewrites;
        let result = (step.run)(self, op);
        self.bind_rest(op);
        result?;
        if self.script.results(op).iter().any(|&r| self.count(r) > MAX_ENTRIES) {
            return Err(self.wrong(op, format!("a handle to more than {MAX_ENTRIES}")));
        }
        if self.payload.op_capacity() - before > MAX_NEW_OPS {
            return Err(self.wrong(op, format!("it makes more than {MAX_NEW_OPS} ops")));
        }
        Ok(())
    }

    /// The sequence that an attribute of a step names.
    fn sequence(&self, step: Op, symbol: Option<&Attr>) -> Outcome<Op> {
        let Some(Attr::Symbol(name)) = symbol else { return Err(self.wrong(step, "expected the name of a sequence")) };
        let around = std::iter::successors(self.script.parent_op(step), |&o| self.script.parent_op(o));
        let module = around.into_iter().find(|&o| self.script.kind(o) == OpKind::Module).unwrap_or(self.script.top());
        let found = self.script.block_ops(self.script.entry(module)).find(|&op| {
            is_sequence(self.script, op) && self.script.symbol_name(op) == Some(name) && !self.script.is_declaration(op)
        });
        found.ok_or_else(|| self.wrong(step, format!("there is no sequence @{name} with a body")))
    }

    /// Runs a sequence on these arguments, and gives what it yields.
    fn call(&mut self, step: Op, sequence: Op, arguments: Vec<Binding>, mode: Mode) -> Outcome<Vec<Binding>> {
        let name = self.script.symbol_name(sequence).unwrap_or_default();
        if self.active.contains(&sequence) {
            return Err(self.wrong(step, format!("@{name} is running already: sequences may not include themselves")));
        }
        if self.active.len() > MAX_DEPTH {
            return Err(self.wrong(step, format!("more than {MAX_DEPTH} sequences include one another")));
        }
        let block = self.script.entry(sequence);
        for (&arg, binding) in self.script.block_args(block).iter().zip(arguments) {
            self.bind(arg, binding);
        }
        self.active.push(sequence);
        let result = self.run_block(block, mode);
        self.active.pop();
        result?;
        self.yielded(block)
    }

    /// What the terminator of a block hands on.
    fn yielded(&self, block: Block) -> Outcome<Vec<Binding>> {
        let Some(end) = self.script.terminator(block) else { return Ok(Vec::new()) };
        self.check_operands(end)?;
        Ok(self.script.operands(end).map(|v| self.binding(v)).collect())
    }
}

/// True if a step consumes this operand.
fn consumes(script: &Module, op: Op, operand: usize) -> bool {
    let row = script.spelling(op);
    let Some(step) = STEPS.iter().find(|s| s.name == row.name) else { return false };
    step.consumes.iter().filter_map(|g| row.operand_group(g)).any(|g| script.group_range(op, g).contains(&operand))
}
