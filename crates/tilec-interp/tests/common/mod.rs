//! Builds small functions for the tests.
#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::Arc;
use tilec_interp::{Outcome, RunError};
use tilec_ir::scalar_op::CastOp;
use tilec_ir::spelling::{self, Spelling};
use tilec_ir::{
    AffineMap, Attr, Block, Builder, Data, FunctionType, IteratorKind, Loc, Module, Op, OpKind, Scalar, ScalarType, Type, Value,
};

/// `f32`.
pub const F32: ScalarType = ScalarType::F32;

/// A module with one function that is being filled.
pub struct Func {
    pub module: Module,
    pub op: Op,
    pub body: Block,
}

/// The location the tests give to ops.
pub fn loc() -> Loc {
    Loc::file(&"t.mlir".into(), 3, 7)
}

impl Func {
    pub fn new(inputs: &[Type]) -> Self {
        let mut module = Module::new();
        let op = module.create_op(spelling::of(OpKind::Func), &[], &[], 1, loc());
        module.set_attr(op, "sym_name", Attr::str("f"));
        let ty = FunctionType { inputs: inputs.to_vec(), results: Vec::new() };
        module.set_attr(op, "function_type", Attr::Type(Type::Function(Arc::new(ty))));
        let top = module.top_block();
        module.append_op(top, op);
        let args: Vec<_> = inputs.iter().map(|t| (t.clone(), loc())).collect();
        let region = module.regions(op)[0];
        let body = module.append_block(region, &args);
        Self { module, op, body }
    }

    pub fn arg(&self, i: usize) -> Value {
        self.module.block_args(self.body)[i]
    }

    pub fn at(&mut self, block: Block) -> Builder<'_> {
        Builder::at_end(&mut self.module, block, loc())
    }

    pub fn build(&mut self) -> Builder<'_> {
        let body = self.body;
        self.at(body)
    }

    /// An op in the function's body.
    pub fn op(&mut self, spelling: &'static Spelling, operands: &[Value], results: &[Type], attrs: &[(&str, Attr)]) -> Op {
        let op = self.build().op(spelling, operands, results);
        for (name, attr) in attrs {
            self.module.set_attr(op, name, attr.clone());
        }
        op
    }

    /// An op with one result.
    pub fn value(&mut self, kind: OpKind, operands: &[Value], ty: Type, attrs: &[(&str, Attr)]) -> Value {
        let op = self.op(spelling::of(kind), operands, &[ty], attrs);
        self.module.result(op)
    }

    /// An op whose operand groups are given one by one.
    pub fn grouped(&mut self, spelling: &'static Spelling, groups: &[&[Value]], results: &[Type], attrs: &[(&str, Attr)]) -> Op {
        let op = self.op(spelling, &groups.concat(), results, attrs);
        let segments: Vec<_> = groups.iter().map(|g| g.len()).collect();
        self.module.set_segments(op, &segments);
        op
    }

    /// Another region of an op, filled by `fill` with its arguments.
    pub fn region(&mut self, op: Op, args: &[Type], fill: impl FnOnce(&mut Self, &[Value])) {
        let region = self.module.push_region(op);
        let args: Vec<_> = args.iter().map(|t| (t.clone(), loc())).collect();
        let block = self.module.append_block(region, &args);
        let outer = std::mem::replace(&mut self.body, block);
        let args = self.module.block_args(block).to_vec();
        fill(self, &args);
        self.body = outer;
    }

    /// Another block of the function, filled by `fill` with its arguments.
    pub fn block(&mut self, block: Block, fill: impl FnOnce(&mut Self, &[Value])) {
        let outer = std::mem::replace(&mut self.body, block);
        let args = self.module.block_args(block).to_vec();
        fill(self, &args);
        self.body = outer;
    }

    /// Ends a region of an op of the dialect.
    pub fn yields(&mut self, dialect: &'static str, values: &[Value]) {
        self.build().yield_values(dialect, values);
    }

    /// Another function, filled by `fill` with its arguments.
    pub fn callee(&mut self, name: &str, inputs: &[Type], fill: impl FnOnce(&mut Self, &[Value])) {
        let func = self.module.create_op(spelling::of(OpKind::Func), &[], &[], 1, loc());
        self.module.set_attr(func, "sym_name", Attr::str(name));
        let ty = FunctionType { inputs: inputs.to_vec(), results: Vec::new() };
        self.module.set_attr(func, "function_type", Attr::Type(Type::Function(Arc::new(ty))));
        let top = self.module.top_block();
        self.module.append_op(top, func);
        let args: Vec<_> = inputs.iter().map(|t| (t.clone(), loc())).collect();
        let region = self.module.regions(func)[0];
        let block = self.module.append_block(region, &args);
        self.block(block, fill);
    }

    /// A call of a function by name.
    pub fn call(&mut self, name: &str, args: &[Value], results: &[Type]) -> Vec<Value> {
        let op = self.op(spelling::of(OpKind::Call), args, results, &[("callee", Attr::Symbol(name.into()))]);
        self.module.results(op).to_vec()
    }

    /// An index as `f32`.
    pub fn float_of(&mut self, index: Value) -> Value {
        let int = self.build().cast(CastOp::IndexCast, index, ScalarType::Int(64));
        self.build().cast(CastOp::SIToFP, int, F32)
    }

    /// The message of a run that fails.
    pub fn message(&self, args: &[Data]) -> String {
        self.run(args).unwrap_err().message
    }

    /// A `linalg.generic` whose payload is `payload(builder, args)`.
    pub fn generic(
        &mut self,
        inputs: &[Value],
        outputs: &[Value],
        maps: &[AffineMap],
        iterators: &str,
        payload: impl FnOnce(&mut Builder, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let kinds: Vec<_> =
            iterators.chars().map(|c| if c == 'r' { IteratorKind::Reduction } else { IteratorKind::Parallel }).collect();
        let op = self.build().generic(inputs, outputs, maps.to_vec(), &kinds);
        let block = self.module.entry(op);
        let args = self.module.block_args(block).to_vec();
        let mut builder = self.at(block);
        let yields = payload(&mut builder, &args);
        builder.yield_values("linalg", &yields);
        self.module.results(op).to_vec()
    }

    /// `tensor.empty` of a static type.
    pub fn empty(&mut self, ty: &Type) -> Value {
        self.value(OpKind::Empty, &[], ty.clone(), &[])
    }

    pub fn ret(&mut self, values: &[Value]) {
        self.op(spelling::of(OpKind::Return), values, &[], &[]);
    }

    pub fn run(&self, args: &[Data]) -> Result<Outcome, RunError> {
        tilec_interp::run(&self.module, self.op, args)
    }

    /// Runs, expecting success; the results as `f64`.
    pub fn results(&self, args: &[Data]) -> Vec<Vec<f64>> {
        self.run(args).unwrap().results.iter().map(values).collect()
    }
}

/// Data of a type, from `f64`.
pub fn data(elem: ScalarType, shape: &[usize], values: &[f64]) -> Data {
    let mut data = Data::zeros(elem, shape);
    assert_eq!(data.len(), values.len());
    for (i, v) in values.iter().enumerate() {
        data.set(i, Scalar::from_f64(elem, *v));
    }
    data
}

/// The elements as `f64`.
pub fn values(data: &Data) -> Vec<f64> {
    (0..data.len()).map(|i| data.get(i).to_f64()).collect()
}

/// An index argument.
pub fn index(i: i64) -> Data {
    Data::scalar(Scalar::from_i64(ScalarType::Index, i))
}

/// `tensor<…xf32>`.
pub fn tensor(shape: &[i64]) -> Type {
    Type::tensor(shape, F32)
}

/// `memref<…xf32>`.
pub fn memref(shape: &[i64]) -> Type {
    Type::memref(shape, F32)
}

/// `array<i64: …>`.
pub fn ints(values: &[i64]) -> Attr {
    Attr::i64_array(values.to_vec())
}
