//! What loops and branches hand from one block to another.

use super::{facts, is_tensor};
use std::collections::HashSet;
use tilec_ir::{Module, Op, OpKind, SecondaryMap, Use, Value};

/// A tensor that a loop carries in one buffer from trip to trip.
pub(super) struct Carried {
    /// Which of what the loop carries it is.
    pub(super) index: u32,
    /// Where it comes in.
    pub(super) init: Use,
    /// What it is in the body.
    pub(super) arg: Value,
    /// What it is after the loop; none for the first region of a `while`.
    pub(super) result: Option<Value>,
    /// Where the next trip's contents come from; none for `forall`.
    pub(super) next: Option<Use>,
}

fn place(op: Op, operand: usize) -> Use {
    Use { op, operand: u32::try_from(operand).expect("few operands") }
}

/// The tensors that a loop carries.
pub(super) fn carried(module: &Module, op: Op) -> Vec<Carried> {
    let kind = module.kind(op);
    if !matches!(kind, OpKind::For | OpKind::AffineFor | OpKind::While | OpKind::Forall) {
        return Vec::new();
    }
    let args = module.block_args(module.entry(op));
    // `while` hands on to its second region, and that back to the first.
    let is_while = kind == OpKind::While;
    let last_region = *module.regions(op).last().expect("a body");
    let end = module.region_blocks(last_region).first().and_then(|&b| module.terminator(b));
    let count = if is_while { args.len() } else { module.results(op).len() };
    let (first_operand, first_arg) = (module.num_operands(op) - count, args.len() - count);
    let one = |i: usize| Carried {
        index: u32::try_from(i).expect("few operands"),
        init: place(op, first_operand + i),
        arg: args[first_arg + i],
        result: (!is_while).then(|| module.results(op)[i]),
        next: end.filter(|_| kind != OpKind::Forall).map(|end| place(end, i)),
    };
    (0..count).map(one).filter(|c| is_tensor(module.ty(c.arg))).collect()
}

/// What a `while` hands from its first region to its second, and out of it.
pub(super) struct Forwarded {
    /// The operand of `scf.condition`.
    pub(super) from: Use,
    /// What it is in the second region.
    pub(super) arg: Value,
    /// What it is after the loop.
    pub(super) result: Value,
}

/// The tensors that a `while` forwards; none for another op.
pub(super) fn forwarded(module: &Module, op: Op) -> Vec<Forwarded> {
    let [before, after] = module.regions(op) else { return Vec::new() };
    if module.kind(op) != OpKind::While {
        return Vec::new();
    }
    let block = |r| module.region_blocks(r)[0];
    let Some(condition) = module.terminator(block(*before)) else { return Vec::new() };
    let args = module.block_args(block(*after)).iter().zip(module.results(op));
    let all = args.enumerate().map(|(i, (&arg, &result))| Forwarded { from: place(condition, 1 + i), arg, result });
    all.filter(|f| is_tensor(module.ty(f.result))).collect()
}

/// Where the two branches of an `scf.if` yield what a result is.
pub(super) fn branches(module: &Module, op: Op, result: usize) -> Option<[Use; 2]> {
    let &[then, otherwise] = module.regions(op) else { return None };
    let yielded = |region| {
        let end = module.terminator(*module.region_blocks(region).first()?)?;
        (result < module.num_operands(end)).then(|| place(end, result))
    };
    Some([yielded(then)?, yielded(otherwise)?])
}

/// For each tensor value, the value in whose buffer it is computed if everything on the way is done in place.
pub(super) struct Roots<'m> {
    module: &'m Module,
    of: SecondaryMap<Value, Option<Value>>,
    /// Results of `if` and `while` that are buffers of their own.
    apart: &'m HashSet<Value>,
    in_place: &'m dyn Fn(Use) -> bool,
}

impl<'m> Roots<'m> {
    /// Looks at a function; `in_place` says what is done in place.
    pub(super) fn of(module: &'m Module, func: Op, apart: &'m HashSet<Value>, in_place: &'m dyn Fn(Use) -> bool) -> Self {
        let mut roots = Self { module, of: SecondaryMap::new(None), apart, in_place };
        roots.inside(func);
        roots
    }

    /// The root of a value; it may be the value itself.
    pub(super) fn get(&self, value: Value) -> Value {
        self.of[value].unwrap_or(value)
    }

    /// Values come after what they are computed from, results of an op after what is inside it.
    fn inside(&mut self, op: Op) {
        for &region in self.module.regions(op) {
            for &block in self.module.region_blocks(region) {
                for op in self.module.block_ops(block) {
                    if self.module.regions(op).is_empty() || matches!(self.module.kind(op), OpKind::Structured(_)) {
                        self.results(op);
                        continue;
                    }
                    self.inside(op);
                    self.results(op);
                }
            }
            if self.module.kind(op) == OpKind::While {
                self.forward(op);
            }
        }
    }

    /// What the second region of a `while` sees, once the first is known.
    fn forward(&mut self, op: Op) {
        for f in forwarded(self.module, op) {
            let source = self.get(self.module.operand(f.from.op, f.from.operand as usize));
            let ty = self.module.ty(f.arg);
            let is_carried = carried(self.module, op).iter().any(|c| c.arg == source && self.module.ty(c.arg) == ty);
            if is_carried && !self.apart.contains(&f.result) {
                self.of[f.arg] = Some(source);
            }
        }
    }

    fn results(&mut self, op: Op) {
        for (i, &result) in self.module.results(op).iter().enumerate() {
            if is_tensor(self.module.ty(result)) {
                self.of[result] = self.result(op, i, result);
            }
        }
    }

    fn result(&self, op: Op, i: usize, result: Value) -> Option<Value> {
        let module = self.module;
        let through = |from: Use| (self.in_place)(from).then(|| self.get(module.operand(from.op, from.operand as usize)));
        match module.kind(op) {
            // Not through reshapes: a collapse of a buffer with gaps is a copy.
            OpKind::ShapeCast => through(place(op, 0)),
            OpKind::For | OpKind::AffineFor | OpKind::Forall => {
                through(place(op, module.num_operands(op) - module.results(op).len() + i))
            }
            OpKind::If if !self.apart.contains(&result) => {
                let [a, b] = branches(module, op, i)?.map(through);
                let (a, b) = (a?, b?);
                // Only what is there before the branch is the same whichever way it goes.
                (a == b && module.ty(a) == module.ty(result) && module.dominates(a, op)).then_some(a)
            }
            OpKind::While if !self.apart.contains(&result) => {
                let f = forwarded(module, op).into_iter().find(|f| f.result == result)?;
                let source = self.get(module.operand(f.from.op, f.from.operand as usize));
                let home = carried(module, op).into_iter().find(|c| c.arg == source)?;
                if module.ty(home.arg) == module.ty(result) { through(home.init) } else { None }
            }
            _ => through(facts::destination(module, result)?),
        }
    }
}
