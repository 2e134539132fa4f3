//! What a schedule knows while it runs: its handles and parameters, and what became of the ops they point to.

use crate::remark::Remark;
use std::collections::{HashMap, HashSet};
use tilec_ir::{Attr, DYNAMIC, Diagnostic, Loc, Module, Op, OpKind, Value, ValueDef};

/// What a value of the script stands for.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// Ops of the program.
    Ops(Vec<Op>),
    /// Values of the program.
    Values(Vec<Value>),
    /// Constants.
    Params(Vec<Attr>),
}

impl Binding {
    fn describe(&self) -> &'static str {
        match self {
            Self::Ops(_) => "ops",
            Self::Values(_) => "values",
            Self::Params(_) => "parameters",
        }
    }
}

/// Why a step did not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The program is whole; `failures(suppress)` goes on with the next step.
    Silenceable(Box<Diagnostic>),
    /// The script is wrong or asks for what there is not: nothing goes on.
    Definite(Box<Diagnostic>),
}

impl Failure {
    /// What is said of it.
    pub(crate) fn diagnostic(self) -> Diagnostic {
        match self {
            Self::Silenceable(d) | Self::Definite(d) => *d,
        }
    }

    /// Adds a place that explains it.
    pub(crate) fn note(mut self, loc: Loc, message: impl Into<String>) -> Self {
        let (Self::Silenceable(d) | Self::Definite(d)) = &mut self;
        d.notes.push((message.into(), loc));
        self
    }
}

/// The outcome of a step.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// A size that a step is given: a constant, or a value of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// A number of the script.
    Known(i64),
    /// What an op of the program computes.
    Value(Value),
}

impl Size {
    /// The constants of a list; `None` if some size is a value of the program.
    pub(super) fn constants(list: Vec<Self>) -> Option<Vec<i64>> {
        list.into_iter().map(|size| if let Self::Known(n) = size { Some(n) } else { None }).collect()
    }
}

/// The step that made handles invalid.
#[derive(Clone, Copy, Debug)]
struct Spoiled {
    by: Op,
    operand: usize,
    /// The op of the program that this handle pointed to, or that held it.
    consumed: Option<Op>,
}

struct Handle {
    binding: Binding,
    spoiled: Option<Spoiled>,
}

/// A schedule at work.
pub(crate) struct State<'a> {
    /// The program.
    pub(crate) payload: &'a mut Module,
    /// The script.
    pub(crate) script: &'a Module,
    /// What was done.
    pub(crate) remarks: &'a mut Vec<Remark>,
    /// Whether some step may have changed the program.
    pub(crate) changed: bool,
    /// Steps run so far.
    pub(super) steps: usize,
    /// The sequences being run, outermost first.
    pub(super) active: Vec<Op>,
    handles: HashMap<Value, Handle>,
    /// Locations and names of consumed ops, which may be gone when somebody asks.
    places: HashMap<Op, (Loc, &'static str)>,
}

impl<'a> State<'a> {
    pub(super) fn new(payload: &'a mut Module, script: &'a Module, remarks: &'a mut Vec<Remark>) -> Self {
        let (handles, places) = (HashMap::new(), HashMap::new());
        Self { payload, script, remarks, changed: false, steps: 0, active: Vec::new(), handles, places }
    }

    /// A failure of a step that leaves the program whole.
    pub(crate) fn fail(&self, step: Op, message: impl AsRef<str>) -> Failure {
        Failure::Silenceable(Box::new(self.error(step, message.as_ref())))
    }

    /// A failure that ends the schedule.
    pub(crate) fn wrong(&self, step: Op, message: impl AsRef<str>) -> Failure {
        Failure::Definite(Box::new(self.error(step, message.as_ref())))
    }

    /// A step that cannot be made on this op of the program: the blocker's name and what it says.
    pub(crate) fn blocked(&self, step: Op, op: Op, blocker: &str, message: impl AsRef<str>) -> Failure {
        let name = self.payload.spelling(op).name;
        let note = format!("{name} stays as it is [{blocker}]: {}", message.as_ref());
        self.fail(step, "cannot be applied").note(self.payload.op(op).loc.clone(), note)
    }

    fn error(&self, step: Op, message: &str) -> Diagnostic {
        let data = self.script.op(step);
        Diagnostic::error(data.loc.clone(), format!("{}: {message}", self.script.spelling(step).name))
    }

    /// A note of an op of the program.
    pub(crate) fn at_op(&self, failure: Failure, op: Op) -> Failure {
        failure.note(self.payload.op(op).loc.clone(), format!("on this {}", self.payload.spelling(op).name))
    }

    /// Binds a value of the script.
    pub(crate) fn bind(&mut self, value: Value, binding: Binding) {
        self.handles.insert(value, Handle { binding, spoiled: None });
    }

    /// Makes result `i` of a step a handle to these ops.
    pub(crate) fn set_result(&mut self, step: Op, i: usize, ops: Vec<Op>) {
        self.set(step, i, Binding::Ops(ops));
    }

    /// Binds result `i` of a step; nothing happens if it has no such result.
    pub(crate) fn set(&mut self, step: Op, i: usize, binding: Binding) {
        if let Some(&result) = self.script.results(step).get(i) {
            self.bind(result, binding);
        }
    }

    /// Forgets what a step gave when it ran before, in another trip of a loop.
    pub(super) fn unbind_results(&mut self, step: Op) {
        for result in self.script.results(step) {
            self.handles.remove(result);
        }
    }

    /// Gives the results that a failed step left out nothing.
    pub(super) fn bind_rest(&mut self, step: Op) {
        for &result in self.script.results(step) {
            if !self.handles.contains_key(&result) {
                self.bind(result, nothing(self.script, result));
            }
        }
    }

    /// What a value of the script stands for; ops and values that are gone are left out.
    pub(crate) fn binding(&self, value: Value) -> Binding {
        match self.handles.get(&value).map(|h| &h.binding) {
            Some(Binding::Ops(ops)) => Binding::Ops(ops.iter().copied().filter(|&op| is_live(self.payload, op)).collect()),
            Some(Binding::Values(values)) => {
                Binding::Values(values.iter().copied().filter(|&v| is_live_value(self.payload, v)).collect())
            }
            Some(Binding::Params(params)) => Binding::Params(params.clone()),
            None => nothing(self.script, value),
        }
    }

    /// How many ops, values or parameters a value of the script stands for, those that are gone included.
    pub(super) fn count(&self, value: Value) -> usize {
        match self.handles.get(&value).map(|h| &h.binding) {
            Some(Binding::Ops(ops)) => ops.len(),
            Some(Binding::Values(values)) => values.len(),
            Some(Binding::Params(params)) => params.len(),
            None => 0,
        }
    }

    fn expected(&self, step: Op, i: usize, wanted: &str, found: &Binding) -> Failure {
        self.wrong(step, format!("expected operand {i} to stand for {wanted}, but it stands for {}", found.describe()))
    }

    /// The ops that operand `i` of a step points to.
    pub(crate) fn ops_of(&self, step: Op, i: usize) -> Outcome<Vec<Op>> {
        match self.binding(self.script.operand(step, i)) {
            Binding::Ops(ops) => Ok(ops),
            other => Err(self.expected(step, i, "ops", &other)),
        }
    }

    /// The values that operand `i` of a step points to.
    pub(crate) fn values_of(&self, step: Op, i: usize) -> Outcome<Vec<Value>> {
        match self.binding(self.script.operand(step, i)) {
            Binding::Values(values) => Ok(values),
            other => Err(self.expected(step, i, "values", &other)),
        }
    }

    /// The parameters that operand `i` of a step stands for.
    pub(crate) fn params_of(&self, step: Op, i: usize) -> Outcome<Vec<Attr>> {
        match self.binding(self.script.operand(step, i)) {
            Binding::Params(params) => Ok(params),
            other => Err(self.expected(step, i, "parameters", &other)),
        }
    }

    /// The one op that operand `i` of a step points to.
    pub(crate) fn one_op(&self, step: Op, i: usize) -> Outcome<Op> {
        let ops = self.ops_of(step, i)?;
        match ops[..] {
            [op] => Ok(op),
            _ => Err(self.fail(step, format!("expected operand {i} to point to one op, but it points to {}", ops.len()))),
        }
    }

    /// The sizes of a list that mixes constants with parameters and handles (the operand group `group`), for each of `targets` targets:
    /// a parameter or a handle has one entry for all of them, or one for each.
    pub(crate) fn sizes(&self, step: Op, group: &str, targets: usize) -> Outcome<Vec<Vec<Size>>> {
        let constants = self.script.int_array(step, tilec_ir::spelling::static_list(group)).to_vec();
        let row = self.script.spelling(step);
        let mut operands = row.operand_group(group).map_or(0..0, |g| self.script.group_range(step, g));
        let mut lists = vec![Vec::with_capacity(constants.len()); targets];
        for constant in constants {
            if constant != DYNAMIC {
                lists.iter_mut().for_each(|list| list.push(Size::Known(constant)));
                continue;
            }
            let i = operands.next().ok_or_else(|| self.wrong(step, format!("'{group}' has fewer operands than gaps")))?;
            let sizes = self.dynamic_sizes(step, i)?;
            if sizes.len() != targets && sizes.len() != 1 {
                let message =
                    format!("expected operand {i} to stand for one size or {targets}, one a target, but found {}", sizes.len());
                return Err(self.fail(step, message));
            }
            for (t, list) in lists.iter_mut().enumerate() {
                list.push(sizes[if sizes.len() == 1 { 0 } else { t }]);
            }
        }
        Ok(lists)
    }

    fn dynamic_sizes(&self, step: Op, i: usize) -> Outcome<Vec<Size>> {
        let size_of = |op: Op| -> Outcome<Size> {
            match *self.payload.results(op) {
                [value] if *self.payload.ty(value) == tilec_ir::Type::INDEX => {
                    Ok(self.payload.constant_int(value).map_or(Size::Value(value), Size::Known))
                }
                _ => Err(self.at_op(self.fail(step, "expected sizes to be results of type index"), op)),
            }
        };
        match self.binding(self.script.operand(step, i)) {
            Binding::Ops(ops) => ops.into_iter().map(size_of).collect(),
            Binding::Params(params) => params
                .iter()
                .map(|p| {
                    p.as_int().map(Size::Known).ok_or_else(|| self.fail(step, format!("expected operand {i} to be integers")))
                })
                .collect(),
            other => Err(self.expected(step, i, "sizes", &other)),
        }
    }

    /// Refuses operands that an earlier step made invalid.
    pub(super) fn check_operands(&self, step: Op) -> Outcome {
        for (i, value) in self.script.operands(step).enumerate() {
            let Some(spoiled) = self.handles.get(&value).and_then(|h| h.spoiled) else { continue };
            let by = self.script.op(spoiled.by);
            let name = self.script.spelling(spoiled.by).name;
            let mut failure = self
                .wrong(step, format!("operand {i} is a handle that an earlier step made invalid"))
                .note(self.script.value_loc(value).clone(), "the handle was made here")
                .note(
                    by.loc.clone(),
                    format!(
                        "{name} consumed its operand {} here: all handles to these ops and to what is in them are invalid",
                        spoiled.operand
                    ),
                );
            if let Some((loc, name)) = spoiled.consumed.and_then(|op| self.places.get(&op)) {
                failure = failure.note(loc.clone(), format!("this {name} was consumed"));
            }
            return Err(failure);
        }
        Ok(())
    }

    /// Makes every handle invalid that points to an op of operand `i`, or to what is in one.
    pub(crate) fn consume(&mut self, step: Op, i: usize) {
        let operand = self.script.operand(step, i);
        let Binding::Ops(ops) = self.binding(operand) else { return };
        for &op in &ops {
            self.places.insert(op, (self.payload.op(op).loc.clone(), self.payload.spelling(op).name));
        }
        let consumed: HashSet<Op> = ops.into_iter().collect();
        let payload = &*self.payload;
        for (&value, handle) in &mut self.handles {
            if handle.spoiled.is_some() {
                continue;
            }
            let hit = match &handle.binding {
                Binding::Ops(ops) => ops.iter().find_map(|&op| within(payload, op, &consumed)),
                Binding::Values(values) => values.iter().find_map(|&v| within(payload, owner(payload, v)?, &consumed)),
                Binding::Params(_) => None,
            };
            if hit.is_some() || value == operand {
                handle.spoiled = Some(Spoiled { by: step, operand: i, consumed: hit });
            }
        }
    }

    /// Changes what the handles point to, op by op and value by value; `step` is the one that is running, and handles that nobody reads
    /// after it are asked for with `false`.
    pub(super) fn retarget(
        &mut self,
        step: Op,
        mut ops: impl FnMut(&Module, Op, bool) -> Option<Op>,
        mut values: impl FnMut(Value) -> Option<Value>,
    ) {
        let mut handles = std::mem::take(&mut self.handles);
        let mut order: Vec<Value> = handles.keys().copied().collect();
        order.sort_by_key(|v| tilec_ir::Entity::index(*v));
        for value in order {
            let alive = self.is_read_later(value, step);
            let Some(handle) = handles.get_mut(&value).filter(|h| h.spoiled.is_none()) else { continue };
            match &mut handle.binding {
                Binding::Ops(list) => *list = list.iter().filter_map(|&op| ops(self.payload, op, alive)).collect(),
                Binding::Values(list) => *list = list.iter().filter_map(|&v| values(v)).collect(),
                Binding::Params(_) => {}
            }
        }
        self.handles = handles;
    }

    /// True if some step after this one uses the value.
    fn is_read_later(&self, value: Value, step: Op) -> bool {
        let Some(block) = self.script.parent_block(step) else { return true };
        self.script.uses(value).iter().any(|user| match self.script.ancestor_in(user.op, block) {
            Some(op) => op != step && self.script.is_before(step, op),
            None => true,
        })
    }
}

/// What a handle of a step that failed stands for.
fn nothing(script: &Module, value: Value) -> Binding {
    let text = script.ty(value).to_string();
    if text.contains("param") {
        Binding::Params(Vec::new())
    } else if text.contains("any_value") {
        Binding::Values(Vec::new())
    } else {
        Binding::Ops(Vec::new())
    }
}

/// True for an op that is still part of the program.
pub(crate) fn is_live(payload: &Module, op: Op) -> bool {
    !payload.is_erased(op)
}

/// The op that a value is a result of, or in whose region it is an argument.
pub(crate) fn owner(payload: &Module, value: Value) -> Option<Op> {
    match payload.def(value) {
        ValueDef::Result(op, _) => Some(op),
        ValueDef::Arg(block, _) => payload.block_owner(block),
    }
}

fn is_live_value(payload: &Module, value: Value) -> bool {
    owner(payload, value).is_some_and(|op| is_live(payload, op))
}

/// The consumed op that is `op` or around it.
fn within(payload: &Module, op: Op, consumed: &HashSet<Op>) -> Option<Op> {
    std::iter::successors(Some(op), |&o| payload.parent_op(o)).find(|o| consumed.contains(o))
}

/// True for ops that belong to a script: no step touches them.
pub(crate) fn is_script(payload: &Module, op: Op) -> bool {
    payload.kind(op) == OpKind::Transform
}

/// The ops under `root` and itself, inner ones first, without those of scripts.
pub(crate) fn inner_first(payload: &Module, root: Op) -> Vec<Op> {
    enum Visit {
        Enter(Op),
        Leave(Op),
    }
    let mut out = Vec::new();
    let mut stack = vec![Visit::Enter(root)];
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::Leave(op) => out.push(op),
            Visit::Enter(op) if is_script(payload, op) => {}
            Visit::Enter(op) => {
                stack.push(Visit::Leave(op));
                let at = stack.len();
                for &region in payload.regions(op) {
                    for &block in payload.region_blocks(region) {
                        stack.extend(payload.block_ops(block).map(Visit::Enter));
                    }
                }
                stack[at..].reverse();
            }
        }
    }
    out
}
