//! Facts of all values of a function, from facts of its arguments: legality, in the sense that it finds every contradiction.
//!
//! Ops are visited in program order, again and again until nothing changes. Where control flow meets (loops, branches), facts are joined
//! with those of the round before, so they only get weaker; code that is known not to run is not visited. The rules of single ops are in
//! `rules` and `structured`.

use super::calls::{Calls, Signature, callee};
use super::facts::{Cause, Extent, Fact};
use std::collections::{HashMap, HashSet};
use tilec_ir::{Attr, Block, Diagnostic, Module, Op, OpKind, Value};

/// Rounds after which whatever still changes stays as it was declared.
const MAX_ROUNDS: usize = 50;

/// What the rewrite of a function needs.
pub(super) struct Plan {
    /// The function.
    pub func: Op,
    /// Facts of the values that are computed; the others are in code that does not run.
    pub facts: HashMap<Value, Fact>,
    /// Facts of the results of the function.
    pub results: Vec<Fact>,
    /// Calls that go to a copy of the function they name.
    pub calls: HashMap<Op, Signature>,
    /// The first contradiction.
    pub conflict: Option<Diagnostic>,
}

impl Plan {
    /// A scalar that is known.
    pub fn number(&self, value: Value) -> Option<i64> {
        self.facts.get(&value)?.number().known()
    }
}

/// The state of the analysis of one function.
pub(super) struct Infer<'a> {
    pub module: &'a Module,
    pub calls: &'a mut Calls,
    pub facts: HashMap<Value, Fact>,
    pub targets: HashMap<Op, Signature>,
    pub conflicts: HashMap<Op, Diagnostic>,
    results: Vec<Option<Fact>>,
    reached: HashSet<Block>,
    changed: bool,
    widen: bool,
}

/// Analyses a function whose arguments have these facts.
pub(super) fn infer(module: &Module, func: Op, arguments: Vec<Fact>, calls: &mut Calls) -> Plan {
    let results = vec![None; module.func_type(func).results.len()];
    let mut state = Infer {
        module,
        calls,
        facts: HashMap::new(),
        targets: HashMap::new(),
        conflicts: HashMap::new(),
        results,
        reached: HashSet::from([module.entry(func)]),
        changed: true,
        widen: false,
    };
    state.facts.extend(module.block_args(module.entry(func)).iter().copied().zip(arguments));
    let blocks = module.region_blocks(module.regions(func)[0]);
    let mut rounds = 0;
    while state.changed {
        // In a region of several blocks the list is in no particular order, so every round counts as a change until facts are stable.
        let before = (blocks.len() > 1).then(|| state.facts.clone());
        state.changed = false;
        state.conflicts.clear();
        state.targets.clear();
        for &block in blocks {
            if state.reached.contains(&block) {
                state.block(block);
            }
        }
        state.changed |= before.is_some_and(|b| b != state.facts);
        rounds += 1;
        state.widen = rounds >= MAX_ROUNDS;
    }
    let conflict = module.walk(func).into_iter().find_map(|op| state.conflicts.remove(&op));
    let types = &module.func_type(func).results;
    let results =
        state.results.into_iter().zip(types).map(|(fact, ty)| fact.unwrap_or_else(|| Fact::declared(ty, Cause::Program)));
    Plan { func, results: results.collect(), facts: state.facts, calls: state.targets, conflict }
}

impl Infer<'_> {
    /// The fact of a value that was computed; what the type says for others.
    pub fn fact(&self, value: Value) -> Fact {
        self.facts.get(&value).cloned().unwrap_or_else(|| Fact::declared(self.module.ty(value), Cause::Program))
    }

    pub fn number(&self, value: Value) -> Extent {
        self.fact(value).number()
    }

    pub fn extents(&self, value: Value) -> Vec<Extent> {
        self.fact(value).extents()
    }

    /// Notes a contradiction at an op.
    pub fn conflict(&mut self, op: Op, message: impl AsRef<str>) {
        let name = self.module.spelling(op).name;
        let error = Diagnostic::error(self.module.op(op).loc.clone(), format!("{name}: {}", message.as_ref()));
        self.conflicts.entry(op).or_insert(error);
    }

    fn block(&mut self, block: Block) {
        let module = self.module;
        for op in module.block_ops(block) {
            if module.operands(op).all(|v| self.facts.contains_key(&v)) {
                self.op(op);
            }
        }
    }

    /// Joins what comes in with what came in before.
    fn merge(&mut self, value: Value, incoming: &Fact, at: Op) {
        let why = Cause::Varies(at);
        let joined = match self.facts.get(&value) {
            _ if self.widen => Fact::declared(self.module.ty(value), why),
            Some(old) => old.join(incoming, why),
            None => incoming.clone(),
        };
        if self.facts.get(&value) != Some(&joined) {
            self.facts.insert(value, joined);
            self.changed = true;
        }
    }

    fn merge_all(&mut self, values: &[Value], incoming: impl IntoIterator<Item = Value>, at: Op) {
        for (&value, from) in values.iter().zip(incoming) {
            let fact = self.fact(from);
            self.merge(value, &fact, at);
        }
    }

    /// Gives values no more than their types.
    fn open(&mut self, values: &[Value], cause: Cause) {
        for &value in values {
            self.facts.insert(value, Fact::declared(self.module.ty(value), cause));
        }
    }

    fn op(&mut self, op: Op) {
        let module = self.module;
        match module.kind(op) {
            OpKind::For | OpKind::AffineFor => self.for_loop(op),
            OpKind::If => self.branch(op),
            OpKind::While => self.while_loop(op),
            OpKind::Forall => {
                let outputs: Vec<Value> = module.group(op, 3).collect();
                let args = module.block_args(module.entry(op)).to_vec();
                let (ivs, shared) = args.split_at(args.len() - outputs.len());
                self.open(ivs, Cause::Varies(op));
                self.merge_all(shared, outputs.iter().copied(), op);
                self.block(module.entry(op));
                for (&result, &arg) in module.results(op).iter().zip(shared) {
                    self.facts.insert(result, self.fact(arg));
                }
            }
            OpKind::Return => {
                let facts: Vec<Fact> = module.operands(op).map(|v| self.fact(v)).collect();
                for (result, fact) in self.results.iter_mut().zip(facts) {
                    *result = Some(result.as_ref().map_or(fact.clone(), |old| old.join(&fact, Cause::Varies(op))));
                }
            }
            OpKind::Branch | OpKind::CondBranch => {
                let first = usize::from(module.kind(op) == OpKind::CondBranch);
                for (i, &target) in module.successors(op).iter().enumerate() {
                    self.changed |= self.reached.insert(target);
                    self.merge_all(module.block_args(target), module.group(op, first + i), op);
                }
            }
            OpKind::Call => self.call(op),
            _ => {
                let facts = self.rule(op);
                self.facts.extend(module.results(op).iter().copied().zip(facts));
                for &region in module.regions(op) {
                    for &block in module.region_blocks(region) {
                        self.open(module.block_args(block), Cause::Varies(op));
                        self.block(block);
                    }
                }
            }
        }
    }

    /// The trips that a counted loop makes, if they are known.
    fn trips(&self, op: Op) -> Option<i64> {
        trips(self.module, op, &|v| self.number(v).known())
    }

    fn for_loop(&mut self, op: Op) {
        let module = self.module;
        let carried: Vec<Value> = module.group_named(op, if module.kind(op) == OpKind::For { "initArgs" } else { "inits" });
        let (results, block) = (module.results(op), module.entry(op));
        let trips = self.trips(op);
        if trips == Some(0) {
            for (&result, init) in results.iter().zip(carried) {
                self.facts.insert(result, self.fact(init));
            }
            return;
        }
        let args = module.block_args(block);
        let Some((&induction, iter_args)) = args.split_first() else { return };
        self.open(&[induction], Cause::Varies(op));
        if trips == Some(1) && module.kind(op) == OpKind::For {
            self.facts.insert(induction, self.fact(module.operand(op, 0)));
        }
        self.merge_all(iter_args, carried, op);
        self.block(block);
        if let Some(end) = module.terminator(block) {
            self.merge_all(iter_args, module.operands(end), op);
        }
        for (&result, &arg) in results.iter().zip(iter_args) {
            self.facts.insert(result, self.fact(arg));
        }
    }

    fn branch(&mut self, op: Op) {
        let module = self.module;
        let taken = self.number(module.operand(op, 0)).known().map(|c| usize::from(c == 0));
        let results = module.results(op).to_vec();
        let mut joined: Vec<Option<Fact>> = vec![None; results.len()];
        for (i, &region) in module.regions(op).iter().enumerate() {
            let Some(&block) = module.region_blocks(region).first() else { continue };
            if taken.is_some_and(|t| t != i) {
                continue;
            }
            self.block(block);
            let yields: Vec<Value> = module.terminator(block).map_or(Vec::new(), |end| module.operands(end).collect());
            for (slot, value) in joined.iter_mut().zip(yields) {
                // What code that does not run would yield does not count.
                if let Some(fact) = self.facts.get(&value) {
                    *slot = Some(slot.as_ref().map_or(fact.clone(), |old| old.join(fact, Cause::Varies(op))));
                }
            }
        }
        for (result, fact) in results.into_iter().zip(joined) {
            if let Some(fact) = fact {
                self.facts.insert(result, fact);
            }
        }
    }

    fn while_loop(&mut self, op: Op) {
        let module = self.module;
        let [before, after] = [0, 1].map(|i| module.region_blocks(module.regions(op)[i]).first().copied());
        let (Some(before), Some(after)) = (before, after) else { return };
        self.merge_all(module.block_args(before), module.group(op, 0), op);
        self.block(before);
        if let Some(condition) = module.terminator(before) {
            self.merge_all(module.block_args(after), module.operands(condition).skip(1), op);
            self.merge_all(module.results(op), module.operands(condition).skip(1), op);
        }
        self.block(after);
        if let Some(end) = module.terminator(after) {
            self.merge_all(module.block_args(before), module.operands(end), op);
        }
    }

    fn call(&mut self, op: Op) {
        let module = self.module;
        let arguments: Vec<Fact> = module.operands(op).map(|v| self.fact(v)).collect();
        let found = callee(module, op).and_then(|callee| self.calls.summary(module, callee, &arguments));
        let Some((signature, summary)) = found else { return self.open(module.results(op), Cause::Opaque(op)) };
        if let Some(error) = summary.conflict {
            let called = error.note(module.op(op).loc.clone(), "called here");
            self.conflicts.entry(op).or_insert(called);
        }
        self.facts.extend(module.results(op).iter().copied().zip(summary.results));
        self.targets.insert(op, signature);
    }
}

/// The trips of an `scf.for` whose bounds and step `number` knows.
pub(super) fn trips(module: &Module, op: Op, number: &dyn Fn(Value) -> Option<i64>) -> Option<i64> {
    if module.kind(op) != OpKind::For {
        return None;
    }
    let [lower, upper, step] = [0, 1, 2].map(|i| number(module.operand(op, i)));
    let (lower, upper, step) = (lower?, upper?, step.filter(|s| *s > 0)?);
    let unsigned = module.attr(op, "unsignedCmp").is_some_and(|a| *a != Attr::Bool(false));
    if unsigned && (lower < 0 || upper < 0) {
        return None;
    }
    let span = i128::from(upper) - i128::from(lower);
    i64::try_from(if span <= 0 { 0 } else { (span - 1) / i128::from(step) + 1 }).ok()
}
