//! Builds the vector loop in front of the scalar one, which becomes the tail.

use super::legality::{Plan, Role};
use super::widen;
use crate::mutation::{Mutation, is_on};
use std::collections::HashMap;
use tilec_ir::attr::write_element;
use tilec_ir::builder::attr_scalar;
use tilec_ir::{
    AffineExpr, AffineMap, Attr, Block, Builder, Dense, DenseData, InsertPoint, Module, Op, OpKind, ScalarType, Type, Value,
    spelling,
};

struct Widener<'m> {
    b: Builder<'m>,
    vector_loop: Op,
    scalar_body: Block,
    lanes: i64,
    /// Scalars of the scalar loop, in the vector loop: of its first lane where they change.
    scalars: HashMap<Value, Value>,
    vectors: HashMap<Value, Value>,
    /// How much index values grow an iteration.
    steps: HashMap<Value, i64>,
    /// `dense<[0, c, 2c, …]>`.
    ramps: HashMap<i64, Value>,
}

/// Makes the loop a vector loop and a tail.
pub fn rewrite(module: &mut Module, plan: &Plan) {
    let whole = plan.trip / plan.lanes * plan.lanes;
    let scalar_body = module.entry(plan.op);
    let mut b = Builder::before(module, plan.op);
    let (lower, upper) = (b.module.operand(plan.op, 0), b.module.operand(plan.op, 1));
    let middle = if whole < plan.trip { b.index(plan.lower + whole) } else { upper };
    let step = b.index(plan.lanes);
    let vector_loop = b.for_loop(lower, middle, step, &[]);
    let body = b.module.entry(vector_loop);
    b.at = InsertPoint::End(body);
    let (iv, new_iv) = (b.module.block_args(scalar_body)[0], b.module.block_args(body)[0]);
    let mut widener = Widener {
        b,
        vector_loop,
        scalar_body,
        lanes: plan.lanes,
        scalars: HashMap::from([(iv, new_iv)]),
        vectors: HashMap::new(),
        steps: plan.steps.iter().copied().collect(),
        ramps: HashMap::new(),
    };
    for (op, role) in &plan.roles {
        widener.op(*op, role);
    }
    widener.b.loc = widener.b.module.op(plan.op).loc.clone();
    widener.b.yield_values("scf", &[]);
    if whole < plan.trip {
        module.set_operand(plan.op, 0, middle);
        if is_on(Mutation::TailOffByOne) {
            let short = Builder::before(module, plan.op).index(plan.lower + plan.trip - 1);
            module.set_operand(plan.op, 1, short);
        }
    } else {
        module.erase(plan.op);
    }
}

impl Widener<'_> {
    fn vector_type(&self, elem: ScalarType) -> Type {
        Type::vector(&[self.lanes], elem)
    }

    fn elem(&self, value: Value) -> ScalarType {
        self.b.module.ty(value).elem().expect("a scalar or buffer")
    }

    /// Runs `f` with the insertion point in front of the vector loop.
    fn in_front<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let at = std::mem::replace(&mut self.b.at, InsertPoint::Before(self.vector_loop));
        let result = f(self);
        self.b.at = at;
        result
    }

    fn scalar(&self, value: Value) -> Value {
        self.scalars.get(&value).copied().unwrap_or(value)
    }

    /// All lanes of a value.
    fn vector(&mut self, value: Value) -> Value {
        if let Some(&v) = self.vectors.get(&value) {
            return v;
        }
        let ty = self.vector_type(self.elem(value));
        let is_outside = self.b.module.value_block(value) != Some(self.scalar_body);
        let v = if let Some(c) = self.b.module.constant(value).and_then(attr_scalar) {
            self.in_front(|w| w.b.splat(c, &ty))
        } else if let Some(&step) = self.steps.get(&value) {
            let first = self.broadcast(self.scalar(value), ty);
            let ramp = self.ramp(step);
            self.b.binary(tilec_ir::scalar_op::BinaryOp::AddI, first, ramp)
        } else if is_outside {
            self.in_front(|w| w.broadcast(value, ty))
        } else {
            self.broadcast(self.scalar(value), ty)
        };
        self.vectors.insert(value, v);
        v
    }

    fn broadcast(&mut self, scalar: Value, ty: Type) -> Value {
        let op = self.b.op(spelling::of(OpKind::Broadcast), &[scalar], &[ty]);
        self.b.module.result(op)
    }

    fn ramp(&mut self, step: i64) -> Value {
        if let Some(&v) = self.ramps.get(&step) {
            return v;
        }
        let ty = self.vector_type(ScalarType::Index);
        let size = ScalarType::Index.bytes();
        let lanes = usize::try_from(self.lanes).expect("a few lanes");
        let mut bytes = vec![0; lanes * size];
        for (lane, k) in (0..self.lanes).enumerate() {
            write_element(&mut bytes, size, lane, step.wrapping_mul(k) as u64);
        }
        let dense = Dense::new(ty.clone(), DenseData::Bytes(bytes.into()));
        let v = self.in_front(|w| w.b.constant(Attr::Dense(dense.into()), ty));
        self.ramps.insert(step, v);
        v
    }

    fn op(&mut self, op: Op, role: &Role) {
        self.b.loc = self.b.module.op(op).loc.clone();
        match role {
            Role::Scalar => {
                let copy = self.b.module.clone_op(op, &mut self.scalars);
                self.b.insert(copy);
            }
            Role::Widen => {
                let operands: Vec<_> = self.b.module.operands(op).collect();
                let operands: Vec<_> = operands.into_iter().map(|v| self.vector(v)).collect();
                self.emit(op, self.b.module.spelling(op), &operands);
            }
            Role::Load => {
                let operands: Vec<_> = self.b.module.operands(op).map(|v| self.scalar(v)).collect();
                self.emit(op, spelling::of(OpKind::VectorLoad), &operands);
            }
            Role::Store => {
                let mut operands: Vec<_> = self.b.module.operands(op).map(|v| self.scalar(v)).collect();
                operands[0] = self.vector(self.b.module.operand(op, 0));
                self.emit(op, spelling::of(OpKind::VectorStore), &operands);
            }
            Role::LoadLanes(steps) => self.load_lanes(op, steps),
        }
    }

    fn emit(&mut self, op: Op, spelling: &'static spelling::Spelling, operands: &[Value]) {
        let new = widen(&mut self.b, op, spelling, operands, &[self.lanes]);
        let (old, new) = (self.b.module.results(op).to_vec(), self.b.module.results(new).to_vec());
        self.vectors.extend(old.into_iter().zip(new));
    }

    fn load_lanes(&mut self, op: Op, steps: &[i64]) {
        let buffer = self.scalar(self.b.module.operand(op, 0));
        let indices: Vec<_> = self.b.module.operands(op).skip(1).map(|v| self.scalar(v)).collect();
        let mut elements = Vec::new();
        for lane in 0..self.lanes {
            let mut at = |(&index, &step): (&Value, &i64)| {
                let offset = AffineExpr::Const(step.wrapping_mul(lane));
                self.b.affine_apply(&AffineMap::new(1, vec![AffineExpr::Dim(0).add(offset)]), &[index])
            };
            let indices: Vec<_> = indices.iter().zip(steps).map(&mut at).collect();
            elements.push(self.b.load(buffer, &indices));
        }
        let ty = self.vector_type(self.elem(self.b.module.result(op)));
        let vector = self.b.op(spelling::of(OpKind::FromLanes), &elements, &[ty]);
        self.vectors.insert(self.b.module.result(op), self.b.module.result(vector));
    }
}
