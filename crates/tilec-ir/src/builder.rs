//! Creates ops at an insertion point.

use crate::affine::AffineMap;
use crate::attr::{Attr, Dense, DenseData, Dict};
use crate::entity::{Block, Op, Value};
use crate::ir::Module;
use crate::loc::Loc;
use crate::op::{OpKind, StructuredOp};
use crate::scalar::Scalar;
use crate::scalar_op::{BinaryOp, CastOp, Predicate, TernaryOp, UnaryOp};
use crate::spelling::{self, Spelling};
use crate::structured::IteratorKind;
use crate::types::{ScalarType, Type};
use std::sync::Arc;

/// Where new ops go.
#[derive(Clone, Copy, Debug)]
pub enum InsertPoint {
    /// Right before this op.
    Before(Op),
    /// At the end of this block.
    End(Block),
}

/// Builds ops into a module at an insertion point, with one location.
pub struct Builder<'m> {
    /// The module being built.
    pub module: &'m mut Module,
    /// Where ops go.
    pub at: InsertPoint,
    /// The location of new ops.
    pub loc: Loc,
}

impl<'m> Builder<'m> {
    /// Inserts before `op`, with the location of `op`.
    pub fn before(module: &'m mut Module, op: Op) -> Self {
        let loc = module.op(op).loc.clone();
        Self { module, at: InsertPoint::Before(op), loc }
    }

    /// Inserts at the end of `block`.
    pub fn at_end(module: &'m mut Module, block: Block, loc: Loc) -> Self {
        Self { module, at: InsertPoint::End(block), loc }
    }

    /// Inserts a detached op.
    pub fn insert(&mut self, op: Op) {
        match self.at {
            InsertPoint::Before(before) => self.module.insert_before(op, before),
            InsertPoint::End(block) => self.module.append_op(block, op),
        }
    }

    /// Creates and inserts an op without regions.
    pub fn op(&mut self, spelling: &'static Spelling, operands: &[Value], results: &[Type]) -> Op {
        let op = self.module.create_op(spelling, operands, results, 0, self.loc.clone());
        self.insert(op);
        op
    }

    fn one(&mut self, kind: OpKind, operands: &[Value], ty: Type) -> Value {
        let op = self.op(spelling::of(kind), operands, &[ty]);
        self.module.result(op)
    }

    /// A constant of the attribute's type.
    pub fn constant(&mut self, value: Attr, ty: Type) -> Value {
        let op = self.op(spelling::of(OpKind::Constant), &[], &[ty]);
        self.module.set_attr(op, "value", value);
        self.module.result(op)
    }

    /// An `index` constant.
    pub fn index(&mut self, value: i64) -> Value {
        self.constant(Attr::Int(value, ScalarType::Index), Type::INDEX)
    }

    /// A scalar constant.
    pub fn scalar(&mut self, value: Scalar) -> Value {
        self.constant(scalar_attr(value), value.ty.into())
    }

    /// A constant of `like`'s shape with every lane `value`.
    pub fn splat(&mut self, value: Scalar, like: &Type) -> Value {
        if like.as_scalar().is_some() {
            return self.scalar(value);
        }
        let ty = like.with_elem(value.ty);
        let dense = Dense::new(ty.clone(), DenseData::Splat(value.bits));
        self.constant(Attr::Dense(Arc::new(dense)), ty)
    }

    /// An elementwise op of one operand.
    pub fn unary(&mut self, op: UnaryOp, a: Value) -> Value {
        let ty = self.module.ty(a).clone();
        let test = matches!(op, UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsFinite | UnaryOp::IsNormal);
        self.one(OpKind::Unary(op), &[a], if test { ty.with_elem(ScalarType::I1) } else { ty })
    }

    /// An elementwise op of two operands.
    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let ty = self.module.ty(a).clone();
        self.one(OpKind::Binary(op), &[a, b], ty)
    }

    /// An elementwise op of three operands.
    pub fn ternary(&mut self, op: TernaryOp, a: Value, b: Value, c: Value) -> Value {
        let ty = self.module.ty(a).clone();
        self.one(OpKind::Ternary(op), &[a, b, c], ty)
    }

    /// A comparison.
    pub fn compare(&mut self, predicate: Predicate, a: Value, b: Value) -> Value {
        let ty = self.module.ty(a).with_elem(ScalarType::I1);
        let result = self.one(OpKind::Compare { float: predicate.is_float() }, &[a, b], ty);
        let op = self.module.defining_op(result).expect("just built");
        self.module.set_attr(op, "predicate", Attr::Int(predicate.number(), ScalarType::Int(64)));
        result
    }

    /// `condition ? a : b`.
    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.module.ty(a).clone();
        self.one(OpKind::Select, &[condition, a, b], ty)
    }

    /// A conversion to `elem`, in the shape of the operand.
    pub fn cast(&mut self, op: CastOp, a: Value, elem: ScalarType) -> Value {
        let ty = self.module.ty(a).with_elem(elem);
        self.one(OpKind::Cast(op), &[a], ty)
    }

    /// `affine.apply`; folded if the map is a constant or one of its operands.
    pub fn affine_apply(&mut self, map: &AffineMap, operands: &[Value]) -> Value {
        debug_assert_eq!(map.num_results(), 1);
        if let Some(c) = map.results[0].as_const() {
            return self.index(c);
        }
        if let Some(d) = map.results[0].as_dim() {
            return operands[d];
        }
        let result = self.one(OpKind::AffineApply, operands, Type::INDEX);
        let op = self.module.defining_op(result).expect("just built");
        self.module.set_attr(op, "map", Attr::Map(map.clone()));
        result
    }

    /// The extent of dimension `i` of a tensor or buffer: a constant where the type has it.
    pub fn dim(&mut self, value: Value, i: usize) -> Value {
        let extent = self.module.ty(value).shape().expect("a shaped value")[i];
        if extent != crate::types::DYNAMIC {
            return self.index(extent);
        }
        let dialect = if self.module.ty(value).as_memref().is_some() { "memref" } else { "tensor" };
        let index = self.index(i64::try_from(i).expect("few dimensions"));
        let op = self.op(spelling::of_dialect(OpKind::Dim, dialect), &[value, index], &[Type::INDEX]);
        self.module.result(op)
    }

    /// One element of a buffer.
    pub fn load(&mut self, buffer: Value, indices: &[Value]) -> Value {
        let elem = self.module.ty(buffer).elem().expect("a buffer");
        let operands: Vec<_> = [buffer].into_iter().chain(indices.iter().copied()).collect();
        self.one(OpKind::Load, &operands, elem.into())
    }

    /// Writes one element of a buffer.
    pub fn store(&mut self, value: Value, buffer: Value, indices: &[Value]) {
        let operands: Vec<_> = [value, buffer].into_iter().chain(indices.iter().copied()).collect();
        self.op(spelling::of(OpKind::Store), &operands, &[]);
    }

    /// `linalg.index`: the value of loop `dim` of the structured op around.
    pub fn loop_index(&mut self, dim: i64) -> Value {
        let result = self.one(OpKind::LoopIndex, &[], Type::INDEX);
        let op = self.module.defining_op(result).expect("just built");
        self.module.set_attr(op, "dim", Attr::Int(dim, ScalarType::Int(64)));
        result
    }

    /// Ends a region of a structured op (`linalg`) or loop (`scf`).
    pub fn yield_values(&mut self, dialect: &'static str, values: &[Value]) {
        self.op(spelling::of_dialect(OpKind::Yield, dialect), values, &[]);
    }

    /// An `scf.for` with an empty body block: arguments are the induction variable and the carried values. The caller adds the yield.
    pub fn for_loop(&mut self, lower: Value, upper: Value, step: Value, init: &[Value]) -> Op {
        let operands: Vec<_> = [lower, upper, step].into_iter().chain(init.iter().copied()).collect();
        let types: Vec<_> = init.iter().map(|&v| self.module.ty(v).clone()).collect();
        let op = self.module.create_op(spelling::of(OpKind::For), &operands, &types, 1, self.loc.clone());
        let args: Vec<_> = [self.module.ty(lower).clone()].into_iter().chain(types).map(|t| (t, self.loc.clone())).collect();
        let region = self.module.regions(op)[0];
        self.module.append_block(region, &args);
        self.insert(op);
        op
    }

    /// A `linalg.generic` with an empty body block: arguments are one scalar per operand. The caller adds body and yield.
    /// Results follow the tensor-typed outputs.
    pub fn generic(&mut self, inputs: &[Value], outputs: &[Value], maps: Vec<AffineMap>, iterators: &[IteratorKind]) -> Op {
        let op = self.structured(spelling::of(OpKind::Structured(StructuredOp::Generic)), inputs, outputs);
        self.module.set_attr(op, "indexing_maps", Attr::maps(maps));
        self.module.set_attr(op, "iterator_types", IteratorKind::attr(iterators));
        let elem = |v: &Value| self.module.ty(*v).elem().map_or(Type::None, Type::from);
        let args: Vec<_> = inputs.iter().chain(outputs).map(|v| (elem(v), self.loc.clone())).collect();
        let region = self.module.regions(op)[0];
        self.module.append_block(region, &args);
        self.insert(op);
        op
    }

    /// A structured op whose body goes without saying, with these attributes. Results follow the tensor-typed outputs.
    pub fn named(&mut self, spelling: &'static Spelling, inputs: &[Value], outputs: &[Value], attrs: Dict) -> Op {
        let op = self.structured(spelling, inputs, outputs);
        self.module.op_mut(op).attrs = attrs;
        self.module.build_named_body(op);
        self.insert(op);
        op
    }

    /// `linalg.fill`: a scalar in every element.
    pub fn fill(&mut self, value: Value, dest: Value) -> Op {
        self.named(spelling::of(OpKind::Structured(StructuredOp::Fill)), &[value], &[dest], Dict::default())
    }

    /// A structured op without a body, nowhere yet.
    fn structured(&mut self, spelling: &'static Spelling, inputs: &[Value], outputs: &[Value]) -> Op {
        let operands: Vec<_> = inputs.iter().chain(outputs).copied().collect();
        let results: Vec<_> =
            outputs.iter().map(|&v| self.module.ty(v).clone()).filter(|t| matches!(t, Type::Tensor(_))).collect();
        let op = self.module.create_op(spelling, &operands, &results, 1, self.loc.clone());
        self.module.set_segments(op, &[inputs.len(), outputs.len()]);
        op
    }
}

/// The attribute of a scalar constant: `true`, an integer or a float.
pub fn scalar_attr(value: Scalar) -> Attr {
    match value.ty {
        ScalarType::Int(1) => Attr::Bool(value.bits != 0),
        ty if ty.is_float() => Attr::Float(value),
        ty => Attr::Int(value.as_i64(), ty),
    }
}

/// The scalar of a scalar constant's attribute.
pub fn attr_scalar(attr: &Attr) -> Option<Scalar> {
    match attr {
        Attr::Bool(b) => Some(Scalar::new(ScalarType::I1, u64::from(*b))),
        Attr::Int(i, ty) => Some(Scalar::from_i64(*ty, *i)),
        Attr::Float(s) => Some(*s),
        _ => None,
    }
}
