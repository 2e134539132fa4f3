//! Writes the payload out: vectors for the parallel loops, one after the other for the reduction loops.

use super::legality::{Plan, along};
use crate::mutation::{Mutation, is_on};
use crate::vectorize::widen;
use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::attr::write_element;
use tilec_ir::builder::attr_scalar;
use tilec_ir::{
    AffineExpr, AffineMap, Attr, Builder, Dense, DenseData, Module, Op, OpKind, Scalar, ScalarType, Type, Value, spelling,
};

/// Where an operand is read at a step: constant indices, and the dimension of the vector along each.
type Place = (usize, Vec<i64>);

struct Writer<'m, 'p> {
    b: Builder<'m>,
    plan: &'p Plan,
    shape: Vec<i64>,
    maps: Vec<AffineMap>,
    /// What was read already.
    read: HashMap<Place, Value>,
    /// Values from outside of the payload, in every lane.
    repeated: HashMap<Value, Value>,
    /// Indices and paddings.
    numbers: HashMap<Scalar, Value>,
}

/// Replaces the op by vectors; what takes the place of its results.
pub fn rewrite(module: &mut Module, plan: &Plan) -> Vec<Value> {
    let view = module.structured(plan.op).expect("a structured op");
    let (maps, inputs, outputs) = (view.maps(), view.num_inputs(), view.num_outputs());
    let needed: Vec<bool> = (0..outputs).map(|i| view.needs_init(i)).collect();
    let mut b = Builder::before(module, plan.op);
    b.loc = b.module.op(plan.op).loc.clone();
    let mut writer =
        Writer { b, plan, shape: plan.shape(), maps, read: HashMap::new(), repeated: HashMap::new(), numbers: HashMap::new() };
    let mut held: Vec<Option<Value>> =
        (0..outputs).map(|i| needed[i].then(|| writer.read(inputs + i, &vec![0; plan.extents.len()]))).collect();
    for step in writer.steps() {
        let results = writer.payload(&step, &held);
        held = results.into_iter().map(Some).collect();
    }
    let mut results = Vec::new();
    for (i, value) in held.into_iter().enumerate() {
        let init = writer.b.module.operand(plan.op, inputs + i);
        // Without a step nothing is computed, and nothing changes.
        let written = value.map(|value| writer.write(value, inputs + i, init));
        results.push(written.flatten().unwrap_or(init));
    }
    if module.results(plan.op).is_empty() {
        module.erase(plan.op);
        return Vec::new();
    }
    module.replace_op(plan.op, &results);
    results
}

impl Writer<'_, '_> {
    fn vector_type(&self, elem: ScalarType) -> Type {
        Type::vector(&self.shape, elem)
    }

    /// The iterations of the reduction loops, in order: a value for each loop, 0 for the parallel ones.
    fn steps(&self) -> Vec<Vec<i64>> {
        let mut steps = vec![vec![0; self.plan.extents.len()]];
        for &d in &self.plan.reduction {
            let at = |step: &Vec<i64>, i: i64| {
                let mut step = step.clone();
                step[d] = i;
                step
            };
            steps = steps.iter().flat_map(|step| (0..self.plan.extents[d]).map(|i| at(step, i)).collect::<Vec<_>>()).collect();
        }
        if is_on(Mutation::VectorizeBackwards) {
            steps.reverse();
        }
        steps
    }

    /// The constant part of each subscript of an operand at a step, and its map to the vector.
    fn place(&self, operand: usize, step: &[i64]) -> (Vec<i64>, AffineMap) {
        let map = &self.maps[operand];
        let once = is_on(Mutation::VectorizeOneStep);
        let args: Vec<AffineExpr> = step.iter().map(|&i| AffineExpr::Const(if once { 0 } else { i })).collect();
        let start = map.results.iter().map(|e| e.replace(&args, &[]).as_const().expect("a linear subscript"));
        let dims = along(map, &self.plan.parallel).expect("checked");
        let result = |d: &usize| match dims.iter().position(|a| a == &Some(*d)) {
            Some(i) => crate::index::dim(i),
            None => AffineExpr::Const(0),
        };
        let results: Vec<AffineExpr> = self.plan.parallel.iter().map(result).collect();
        (start.collect(), AffineMap::new(dims.len(), results))
    }

    /// The elements of an operand at a step.
    fn read(&mut self, operand: usize, step: &[i64]) -> Value {
        let source = self.b.module.operand(self.plan.op, operand);
        if self.b.module.ty(source).as_scalar().is_some() {
            return self.repeat(source);
        }
        let (start, map) = self.place(operand, step);
        if let Some(&known) = self.read.get(&(operand, start.clone())) {
            return known;
        }
        let elem = self.b.module.ty(source).elem().expect("elements");
        let mut operands = vec![source];
        operands
            .extend(start.iter().map(|&i| self.number(Scalar::new(ScalarType::Index, i.cast_unsigned()))).collect::<Vec<_>>());
        operands.push(self.number(Scalar::new(elem, 0)));
        let ty = self.vector_type(elem);
        let op = self.b.op(spelling::of(OpKind::TransferRead), &operands, &[ty]);
        self.finish(op, map);
        let value = self.b.module.result(op);
        self.read.insert((operand, start), value);
        value
    }

    /// Puts a vector into an operand; the new tensor, if it is one.
    fn write(&mut self, value: Value, operand: usize, init: Value) -> Option<Value> {
        let (start, map) = self.place(operand, &vec![0; self.plan.extents.len()]);
        let mut operands = vec![value, init];
        operands
            .extend(start.iter().map(|&i| self.number(Scalar::new(ScalarType::Index, i.cast_unsigned()))).collect::<Vec<_>>());
        let ty = self.b.module.ty(init).clone();
        let results = if ty.as_tensor().is_some() { vec![ty] } else { Vec::new() };
        let op = self.b.op(spelling::of(OpKind::TransferWrite), &operands, &results);
        self.finish(op, map);
        self.b.module.results(op).first().copied()
    }

    fn finish(&mut self, op: Op, map: AffineMap) {
        let inside: Vec<Attr> = self.shape.iter().map(|_| Attr::Bool(true)).collect();
        self.b.module.set_attr(op, "in_bounds", Attr::Array(inside.into()));
        self.b.module.set_attr(op, "permutation_map", Attr::Map(map));
        self.b.module.settle_transfer(op);
    }

    fn number(&mut self, number: Scalar) -> Value {
        *self.numbers.entry(number).or_insert_with(|| self.b.scalar(number))
    }

    /// A scalar in every lane.
    fn repeat(&mut self, scalar: Value) -> Value {
        if let Some(&known) = self.repeated.get(&scalar) {
            return known;
        }
        let elem = self.b.module.ty(scalar).elem().expect("a scalar");
        let ty = self.vector_type(elem);
        let value = match self.b.module.constant(scalar).and_then(attr_scalar) {
            Some(constant) => self.b.splat(constant, &ty),
            None => {
                let op = self.b.op(spelling::of(OpKind::Broadcast), &[scalar], &[ty]);
                self.b.module.result(op)
            }
        };
        self.repeated.insert(scalar, value);
        value
    }

    /// The number of a loop's iteration, in every lane.
    fn index(&mut self, loop_dim: usize, step: &[i64]) -> Value {
        let ty = self.vector_type(ScalarType::Index);
        // A loop of one iteration is at 0, as the others are for all lanes.
        let along = self.plan.parallel.iter().position(|&d| d == loop_dim && self.plan.extents[d] > 1);
        let Some(along) = along else {
            return self.b.splat(Scalar::new(ScalarType::Index, step[loop_dim].cast_unsigned()), &ty);
        };
        let size = ScalarType::Index.bytes();
        let lanes = self.shape.iter().product::<i64>();
        let inner: i64 = self.shape[along + 1..].iter().product();
        let mut bytes = vec![0; usize::try_from(lanes).expect("few lanes") * size];
        for (i, lane) in (0..lanes).enumerate() {
            write_element(&mut bytes, size, i, (lane / inner % self.shape[along]).cast_unsigned());
        }
        let dense = Dense::new(ty.clone(), DenseData::Bytes(bytes.into()));
        self.b.constant(Attr::Dense(Arc::new(dense)), ty)
    }

    /// The payload once: what it yields.
    fn payload(&mut self, step: &[i64], held: &[Option<Value>]) -> Vec<Value> {
        let view = self.b.module.structured(self.plan.op).expect("a structured op");
        let (body, args, inputs, yields) = (view.body(), view.body_args().to_vec(), view.num_inputs(), view.yields());
        let read: Vec<bool> = args.iter().map(|&a| view.is_read(a)).collect();
        let mut vectors: HashMap<Value, Value> = HashMap::new();
        for (i, &arg) in args.iter().enumerate() {
            let value = match i.checked_sub(inputs) {
                None if read[i] => Some(self.read(i, step)),
                None => None,
                Some(output) => held[output],
            };
            vectors.extend(value.map(|v| (arg, v)));
        }
        let ops: Vec<Op> = self.b.module.block_ops(body).collect();
        for op in ops {
            let kind = self.b.module.kind(op);
            match kind {
                OpKind::Yield => {}
                OpKind::LoopIndex => {
                    let dim = self.b.module.attr(op, "dim").and_then(Attr::as_int).expect("a loop");
                    let value = self.index(usize::try_from(dim).expect("a loop"), step);
                    vectors.insert(self.b.module.result(op), value);
                }
                OpKind::Constant => {
                    let result = self.b.module.result(op);
                    let value = self.repeat(result);
                    vectors.insert(result, value);
                }
                _ => {
                    let operands: Vec<Value> = self.b.module.operands(op).collect();
                    let operands: Vec<Value> = operands.into_iter().map(|v| self.vector_of(&vectors, v)).collect();
                    let spelling = self.b.module.spelling(op);
                    let new = widen(&mut self.b, op, spelling, &operands, &self.shape);
                    let results = self.b.module.results(new).to_vec();
                    vectors.extend(self.b.module.results(op).to_vec().into_iter().zip(results));
                }
            }
        }
        yields.into_iter().map(|v| self.vector_of(&vectors, v)).collect()
    }

    fn vector_of(&mut self, vectors: &HashMap<Value, Value>, value: Value) -> Value {
        vectors.get(&value).copied().unwrap_or_else(|| self.repeat(value))
    }
}
