//! Builds loop nests: bounds, indices, and the body of a structured op at one iteration.

use std::collections::HashMap;
use tilec_ir::numerics::ORDER;
use tilec_ir::scalar_op::{BinaryOp, TernaryOp};
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, InsertPoint, Module, Op, OpKind, Value, spelling};

use super::legality::{Accumulate, Extent, Plan};

/// An index value, or one that is known now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// A constant.
    Const(i64),
    /// An `index` value.
    Value(Value),
}

/// A nest under construction in front of the op it replaces.
pub struct Nest<'m> {
    /// The builder; its insertion point is inside the innermost open loop.
    pub b: Builder<'m>,
    /// Where constants go: the outermost loop, or the op until there is one.
    anchor: Op,
    before: Op,
    constants: HashMap<i64, Value>,
    open: Vec<(InsertPoint, Op)>,
}

/// The body of a structured op, to be copied once for every kind of iteration.
pub struct Body<'p> {
    plan: &'p Plan,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    args: Vec<Value>,
    ops: Vec<Op>,
    yields: Vec<Value>,
}

impl<'p> Body<'p> {
    /// The parts of the op's body.
    pub fn new(module: &Module, plan: &'p Plan) -> Self {
        let view = module.structured(plan.op).expect("a structured op");
        let block = view.body();
        let mut ops: Vec<_> = module.block_ops(block).collect();
        ops.pop();
        let args = module.block_args(block).to_vec();
        Self { plan, inputs: view.inputs(), outputs: view.outputs(), args, ops, yields: view.yields() }
    }

    /// The outputs that accumulate in this way, by number.
    pub fn outputs_with(&self, test: impl Fn(Accumulate) -> bool) -> Vec<usize> {
        (0..self.outputs.len()).filter(|&i| test(self.plan.outputs[i])).collect()
    }

    /// The buffer of output `i`.
    pub fn output(&self, i: usize) -> Value {
        self.outputs[i]
    }

    fn output_map(&self, i: usize) -> &'p AffineMap {
        &self.plan.maps[self.inputs.len() + i]
    }
}

/// What stands for the accumulator of a lane-ordered output in one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Nothing yet: the lane becomes its first element.
    First,
    /// The lane so far.
    So(Value),
}

impl<'m> Nest<'m> {
    /// A nest in front of `op`, with its location.
    pub fn new(module: &'m mut Module, op: Op) -> Self {
        Self { b: Builder::before(module, op), anchor: op, before: op, constants: HashMap::new(), open: Vec::new() }
    }

    /// The value of an index; constants are made once, in front of the nest.
    pub fn value(&mut self, index: Index) -> Value {
        let c = match index {
            Index::Value(v) => return v,
            Index::Const(c) => c,
        };
        if let Some(&v) = self.constants.get(&c) {
            return v;
        }
        let at = std::mem::replace(&mut self.b.at, InsertPoint::Before(self.anchor));
        let v = self.b.index(c);
        self.b.at = at;
        self.constants.insert(c, v);
        v
    }

    /// The upper bound of a loop.
    pub fn extent(&mut self, extent: Extent) -> Index {
        match extent {
            Extent::Static(n) => Index::Const(n),
            Extent::Dim(buffer, dim) => {
                let at = std::mem::replace(&mut self.b.at, InsertPoint::Before(self.anchor));
                let v = self.b.dim(buffer, dim);
                self.b.at = at;
                Index::Value(v)
            }
        }
    }

    /// An affine expression of index values, as little as possible of it at run time.
    pub fn apply(&mut self, expr: &AffineExpr, dims: &[Index]) -> Index {
        let mut used: Vec<Value> = Vec::new();
        let renumbered: Vec<_> = dims
            .iter()
            .enumerate()
            .map(|(d, index)| match *index {
                Index::Const(c) => AffineExpr::Const(c),
                Index::Value(v) if expr.uses_dim(d) => {
                    let at = used.iter().position(|u| *u == v).unwrap_or(used.len());
                    if at == used.len() {
                        used.push(v);
                    }
                    AffineExpr::Dim(u32::try_from(at).expect("few dims"))
                }
                // Not in the expression: any name will do.
                Index::Value(_) => AffineExpr::Const(0),
            })
            .collect();
        let expr = expr.replace(&renumbered, &[]);
        match (expr.as_const(), expr.as_dim()) {
            (Some(c), _) => Index::Const(c),
            (_, Some(d)) => Index::Value(used[d]),
            _ => Index::Value(self.b.affine_apply(&AffineMap::new(used.len(), vec![expr]), &used)),
        }
    }

    /// The smaller of an index and a constant.
    pub fn min(&mut self, index: Index, limit: i64) -> Index {
        match index {
            Index::Const(c) => Index::Const(c.min(limit)),
            Index::Value(v) => {
                let limit = self.value(Index::Const(limit));
                Index::Value(self.b.binary(BinaryOp::MinSI, v, limit))
            }
        }
    }

    /// Opens `for iv = lower to upper step step` with carried values; gives the induction variable and what is carried.
    pub fn open(&mut self, lower: Index, upper: Index, step: i64, init: &[Value]) -> (Value, Vec<Value>) {
        let (lower, upper, step) = (self.value(lower), self.value(upper), self.value(Index::Const(step)));
        let op = self.b.for_loop(lower, upper, step, init);
        if self.anchor == self.before {
            self.anchor = op;
        }
        let block = self.b.module.entry(op);
        self.open.push((std::mem::replace(&mut self.b.at, InsertPoint::End(block)), op));
        let args = self.b.module.block_args(block);
        (args[0], args[1..].to_vec())
    }

    /// Ends the innermost open loop; gives its results.
    pub fn close(&mut self, carried: &[Value]) -> Vec<Value> {
        self.b.yield_values("scf", carried);
        let (at, op) = self.open.pop().expect("an open loop");
        self.b.at = at;
        self.b.module.results(op).to_vec()
    }

    /// The indices at which `map` reads or writes in iteration `ivs`.
    pub fn indices(&mut self, map: &AffineMap, ivs: &[Index]) -> Vec<Value> {
        map.results
            .iter()
            .map(|e| {
                let index = self.apply(e, ivs);
                self.value(index)
            })
            .collect()
    }

    /// The element of output `i` in iteration `ivs`.
    pub fn load_output(&mut self, body: &Body<'_>, i: usize, ivs: &[Index]) -> Value {
        let indices = self.indices(body.output_map(i), ivs);
        self.b.load(body.outputs[i], &indices)
    }

    /// Writes the element of output `i` in iteration `ivs`.
    pub fn store_output(&mut self, body: &Body<'_>, i: usize, ivs: &[Index], value: Value) {
        let indices = self.indices(body.output_map(i), ivs);
        self.b.store(value, body.outputs[i], &indices);
    }

    /// One iteration: loads what the body reads, copies the body, gives the yielded values. `carried` holds the
    /// accumulators that are not in memory, and `lanes` those of lane-ordered outputs.
    pub fn body(
        &mut self,
        body: &Body<'_>,
        ivs: &[Index],
        carried: &HashMap<usize, Value>,
        lanes: &HashMap<usize, Lane>,
    ) -> Vec<Value> {
        let mut mapping = HashMap::new();
        for (i, &input) in body.inputs.iter().enumerate() {
            let arg = body.args[i];
            if self.b.module.ty(input).as_memref().is_none() {
                mapping.insert(arg, input);
            } else if !self.b.module.is_unused(arg) {
                let indices = self.indices(&body.plan.maps[i], ivs);
                mapping.insert(arg, self.b.load(input, &indices));
            }
        }
        let mut firsts = HashMap::new();
        for i in 0..body.outputs.len() {
            let arg = body.args[body.inputs.len() + i];
            match (carried.get(&i), lanes.get(&i)) {
                (Some(&v), _) | (_, Some(&Lane::So(v))) => {
                    mapping.insert(arg, v);
                }
                (_, Some(Lane::First)) => {
                    if let Accumulate::Lanes(op) = body.plan.outputs[i] {
                        firsts.insert(op, arg);
                    }
                }
                _ if self.b.module.is_unused(arg) => {}
                _ => {
                    let value = self.load_output(body, i, ivs);
                    mapping.insert(arg, value);
                }
            }
        }
        for &op in &body.ops {
            match firsts.get(&op) {
                Some(&acc) => self.first_of_lane(op, acc, &mut mapping),
                None => self.copy(op, ivs, &mut mapping),
            }
        }
        body.yields.iter().map(|v| mapping.get(v).copied().unwrap_or(*v)).collect()
    }

    /// The combiner `op` with nothing accumulated yet: its other operand, or the product of an fma.
    fn first_of_lane(&mut self, op: Op, acc: Value, mapping: &mut HashMap<Value, Value>) {
        let module = &self.b.module;
        let rest = module.operands(op).filter(|v| *v != acc);
        let rest: Vec<_> = rest.map(|v| mapping.get(&v).copied().unwrap_or(v)).collect();
        let result = module.result(op);
        let value = match rest[..] {
            [a, b] => self.combine(op, OpKind::Binary(BinaryOp::MulF), a, b),
            _ => rest[0],
        };
        mapping.insert(result, value);
    }

    /// Copies an op of the body; loop indices become the values of the loops.
    fn copy(&mut self, op: Op, ivs: &[Index], mapping: &mut HashMap<Value, Value>) {
        if self.b.module.kind(op) == OpKind::LoopIndex {
            let value = self.loop_index(op, ivs);
            mapping.insert(self.b.module.result(op), value);
            return;
        }
        let copy = self.b.module.clone_op(op, mapping);
        self.b.module.op_mut(copy).extra.remove(ORDER);
        self.b.insert(copy);
        for inner in self.b.module.walk(copy).into_iter().skip(1) {
            if self.b.module.kind(inner) == OpKind::LoopIndex {
                let value = self.loop_index(inner, ivs);
                self.b.module.replace_op(inner, &[value]);
            }
        }
    }

    fn loop_index(&mut self, op: Op, ivs: &[Index]) -> Value {
        let dim = self.b.module.attr(op, "dim").and_then(Attr::as_int).unwrap_or(0);
        self.value(ivs[usize::try_from(dim).expect("verified")])
    }

    /// `a ⊕ b` as `kind`, with the flags and the location of the combiner `op`.
    pub fn combine(&mut self, op: Op, kind: OpKind, a: Value, b: Value) -> Value {
        let loc = std::mem::replace(&mut self.b.loc, self.b.module.op(op).loc.clone());
        let ty = self.b.module.ty(a).clone();
        let new = self.b.op(spelling::of(kind), &[a, b], &[ty]);
        self.b.loc = loc;
        let attrs = self.b.module.op(op).attrs.clone();
        self.b.module.op_mut(new).attrs = attrs;
        self.b.module.result(new)
    }
}

/// How the values that the combiner `op` makes are combined among themselves: as the op does, or by the sum of an fma.
pub fn combination(module: &Module, op: Op) -> OpKind {
    match module.kind(op) {
        OpKind::Ternary(TernaryOp::Fma) => OpKind::Binary(BinaryOp::AddF),
        kind => kind,
    }
}
