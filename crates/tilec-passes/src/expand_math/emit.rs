//! Expansions as ops: scalars or vectors of one shape in front of the op that is expanded.

use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::attr::write_element;
use tilec_ir::expand::{Emit, Table};
use tilec_ir::scalar_op::{BinaryOp, CastOp, Predicate, TernaryOp, UnaryOp};
use tilec_ir::{
    Attr, Block, Builder, Dense, DenseData, InsertPoint, Module, Op, OpKind, Scalar, ScalarType, Type, Value, spelling,
};

/// What was made already and can be used again, as long as ops are expanded in program order.
#[derive(Default)]
pub struct Cache {
    constants: HashMap<(Block, Type, Scalar), Value>,
    buffers: HashMap<(Block, &'static str), Value>,
}

/// Builds an expansion.
pub struct IrEmit<'a> {
    /// The builder, in front of the op.
    pub b: Builder<'a>,
    op: Op,
    block: Block,
    like: Type,
    cache: &'a mut Cache,
}

impl<'a> IrEmit<'a> {
    /// In front of `op`, in the shape of its first operand.
    pub fn before(module: &'a mut Module, op: Op, cache: &'a mut Cache) -> Self {
        let like = module.ty(module.operand(op, 0)).clone();
        let block = module.parent_block(op).expect("an op in a block");
        Self { b: Builder::before(module, op), op, block, like, cache }
    }

    /// The buffer of a table, in the block of the op.
    fn buffer(&mut self, table: &'static Table) -> Value {
        if let Some(&v) = self.cache.buffers.get(&(self.block, table.name)) {
            return v;
        }
        let ty = table_type(table, Type::memref);
        let name = find_or_make_global(self.b.module, self.op, table);
        let op = self.b.op(spelling::of(OpKind::GetGlobal), &[], &[ty]);
        self.b.module.set_attr(op, "name", Attr::Symbol(name));
        let v = self.b.module.result(op);
        self.cache.buffers.insert((self.block, table.name), v);
        v
    }

    fn load(&mut self, buffer: Value, index: Value) -> Value {
        let index = self.b.cast(CastOp::IndexCast, index, ScalarType::Index);
        self.b.load(buffer, &[index])
    }

    fn lane(&mut self, vector: Value, position: Vec<i64>) -> Value {
        let elem = self.b.module.ty(vector).elem().expect("a vector");
        let op = self.b.op(spelling::of(OpKind::ExtractLane), &[vector], &[elem.into()]);
        self.b.module.set_attr(op, "static_position", Attr::i64_array(position));
        self.b.module.result(op)
    }
}

impl Emit for IrEmit<'_> {
    type V = Value;

    fn ty(&self, v: &Value) -> ScalarType {
        self.b.module.ty(*v).elem().expect("a scalar or vector")
    }

    fn constant(&mut self, c: Scalar) -> Value {
        let key = (self.block, self.like.with_elem(c.ty), c);
        if let Some(&v) = self.cache.constants.get(&key) {
            return v;
        }
        let v = self.b.splat(c, &self.like);
        self.cache.constants.insert(key, v);
        v
    }

    fn unary(&mut self, op: UnaryOp, a: Value) -> Value {
        self.b.unary(op, a)
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.b.binary(op, a, b)
    }

    fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.b.ternary(TernaryOp::Fma, a, b, c)
    }

    fn compare(&mut self, p: Predicate, a: Value, b: Value) -> Value {
        self.b.compare(p, a, b)
    }

    fn select(&mut self, c: Value, t: Value, f: Value) -> Value {
        self.b.select(c, t, f)
    }

    fn cast(&mut self, op: CastOp, a: Value, to: ScalarType) -> Value {
        self.b.cast(op, a, to)
    }

    /// One load; on vectors, one a lane.
    fn lookup(&mut self, table: &'static Table, index: Value) -> Value {
        let buffer = self.buffer(table);
        let Some(shape) = self.like.as_vector().map(|t| t.shape.clone()) else {
            return self.load(buffer, index);
        };
        let lanes: i64 = shape.iter().product();
        let elements: Vec<_> = (0..lanes)
            .map(|lane| {
                let lane = self.lane(index, position(lane, &shape));
                self.load(buffer, lane)
            })
            .collect();
        let ty = self.like.with_elem(table.ty);
        let op = self.b.op(spelling::of(OpKind::FromLanes), &elements, &[ty]);
        self.b.module.result(op)
    }
}

/// The indices of row-major element `lane`.
fn position(mut lane: i64, shape: &[i64]) -> Vec<i64> {
    let mut position: Vec<_> = shape
        .iter()
        .rev()
        .map(|extent| {
            let index = lane % extent;
            lane /= extent;
            index
        })
        .collect();
    position.reverse();
    position
}

fn table_type(table: &Table, shaped: impl Fn(&[i64], ScalarType) -> Type) -> Type {
    shaped(&[i64::try_from(table.bits.len()).expect("a small table")], table.ty)
}

/// The symbol of the private constant with the table's contents, in the module around `op`. A global of the same name that
/// is something else is left alone, and the name gets a number.
fn find_or_make_global(module: &mut Module, op: Op, table: &Table) -> Arc<str> {
    let around = std::iter::successors(Some(op), |&o| module.parent_op(o)).find(|&o| module.kind(o) == OpKind::Module);
    let symbols = module.entry(around.unwrap_or(module.top()));
    let size = table.ty.bytes();
    let mut bytes = vec![0; table.bits.len() * size];
    for (i, &bits) in table.bits.iter().enumerate() {
        write_element(&mut bytes, size, i, bits);
    }
    let contents = Attr::Dense(Arc::new(Dense::new(table_type(table, Type::tensor), DenseData::Bytes(bytes.into()))));
    let mut number = 0;
    loop {
        let name = if number == 0 { format!("__tilec_{}", table.name) } else { format!("__tilec_{}_{number}", table.name) };
        let taken = module.block_ops(symbols).find(|&o| module.symbol_name(o) == Some(&name));
        match taken {
            None => {
                make_global(module, symbols, &name, table_type(table, Type::memref), contents);
                return name.into();
            }
            Some(global)
                if module.attr(global, "initial_value") == Some(&contents) && module.attr(global, "constant").is_some() =>
            {
                return name.into();
            }
            Some(_) => number += 1,
        }
    }
}

fn make_global(module: &mut Module, symbols: Block, name: &str, ty: Type, contents: Attr) {
    let first = module.block_ops(symbols).next().expect("the module has the function that needs the table");
    let mut b = Builder { loc: module.op(first).loc.clone(), at: InsertPoint::Before(first), module };
    let global = b.op(spelling::of(OpKind::Global), &[], &[]);
    let attrs = [
        ("sym_name", Attr::str(name)),
        ("sym_visibility", Attr::str("private")),
        ("type", Attr::Type(ty)),
        ("initial_value", contents),
        ("constant", Attr::Unit),
    ];
    for (key, attr) in attrs {
        module.set_attr(global, key, attr);
    }
}
