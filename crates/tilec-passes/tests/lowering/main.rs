//! The passes from buffers to what code generation takes, by structure: what they make of small programs, and each blocker.

mod expand_math_makes;
mod lane_order;
mod lower_to_loops_leaves;
mod lower_to_loops_makes;
mod vectorize_leaves;
mod vectorize_makes;

use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::scalar_op::{BinaryOp, CastOp, Predicate, TernaryOp, UnaryOp};
use tilec_ir::{
    AffineExpr, AffineMap, Attr, Block, Builder, DYNAMIC, Diagnostic, FunctionType, InsertPoint, IteratorKind, Layout, Loc,
    MemRefType, Module, Op, OpKind, Scalar, ScalarType, Type, Value, spelling,
};
use tilec_passes::remark::{Remark, Verdict};
use tilec_passes::{expand_math, lower_to_loops, vectorize};

use IteratorKind::{Parallel, Reduction};
use ScalarType::{F16, F32, F64};

type Pass = fn(&mut Module, &mut Vec<Remark>) -> Result<bool, Diagnostic>;

/// A module with one function of these arguments, whose body `build` writes.
fn program(args: &[Type], build: impl FnOnce(&mut Builder<'_>, &[Value])) -> Module {
    let mut module = Module::new();
    let func = module.create_op(spelling::of(OpKind::Func), &[], &[], 1, Loc::Unknown);
    let ty = FunctionType { inputs: args.to_vec(), results: Vec::new() };
    module.set_attr(func, "sym_name", Attr::str("f"));
    module.set_attr(func, "function_type", Attr::Type(Type::Function(Arc::new(ty))));
    let (region, top) = (module.regions(func)[0], module.top_block());
    let args: Vec<_> = args.iter().map(|t| (t.clone(), Loc::Unknown)).collect();
    let entry = module.append_block(region, &args);
    module.append_op(top, func);
    let values = module.block_args(entry).to_vec();
    let mut b = Builder::at_end(&mut module, entry, Loc::file(&"t.mlir".into(), 7, 3));
    build(&mut b, &values);
    b.at = InsertPoint::End(entry);
    b.op(spelling::of(OpKind::Return), &[], &[]);
    module
}

fn run(pass: Pass, module: &mut Module) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let changed = pass(module, &mut remarks).expect("no diagnostic");
    assert_eq!(changed, remarks.iter().any(|r| r.verdict == Verdict::Applied));
    remarks
}

/// Runs the pass; every candidate must be applied.
fn apply(pass: Pass, module: &mut Module) {
    let remarks = run(pass, module);
    assert!(!remarks.is_empty() && remarks.iter().all(|r| r.verdict == Verdict::Applied), "{remarks:?}");
}

/// Runs the pass on the one candidate; it must be left alone because of `blocker`.
#[track_caller]
fn assert_blocked(pass: Pass, mut module: Module, blocker: &str) {
    let before = counts(&module);
    let remarks = run(pass, &mut module);
    let verdicts: Vec<_> = remarks.iter().map(|r| r.verdict.clone()).collect();
    assert!(matches!(verdicts[..], [Verdict::Missed(name)] if name == blocker), "{verdicts:?}, not {blocker}");
    assert_eq!(before, counts(&module));
}

/// How many ops of each name there are.
fn counts(module: &Module) -> HashMap<&'static str, usize> {
    let mut counts = HashMap::new();
    for op in module.walk(module.top()) {
        *counts.entry(module.spelling(op).name).or_insert(0) += 1;
    }
    counts
}

#[track_caller]
fn assert_counts(module: &Module, expected: &[(&str, usize)]) {
    let counts = counts(module);
    for (name, n) in expected {
        assert_eq!(counts.get(name).copied().unwrap_or(0), *n, "{name} in {counts:?}");
    }
}

fn ops_of(module: &Module, kind: OpKind) -> Vec<Op> {
    module.walk(module.top()).into_iter().filter(|&o| module.kind(o) == kind).collect()
}

/// Lower and upper bound and step of each loop, where constant, outermost first.
fn bounds(module: &Module) -> Vec<[Option<i64>; 3]> {
    let bound = |op, i| module.constant_int(module.operand(op, i));
    ops_of(module, OpKind::For).into_iter().map(|op| [0, 1, 2].map(|i| bound(op, i))).collect()
}

fn loops(of: &[(i64, i64, i64)]) -> Vec<[Option<i64>; 3]> {
    of.iter().map(|&(lower, upper, step)| [Some(lower), Some(upper), Some(step)]).collect()
}

fn buffer(shape: &[i64]) -> Type {
    Type::memref(shape, F32)
}

fn strided(shape: &[i64], elem: ScalarType, strides: &[i64]) -> Type {
    let layout = Layout::Strided { offset: 0, strides: strides.to_vec() };
    Type::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), elem, layout, space: None }))
}

fn d(i: u32) -> AffineExpr {
    AffineExpr::Dim(i)
}

/// A generic op whose body gets the block's arguments and gives what it yields.
fn generic(
    b: &mut Builder<'_>,
    inputs: &[Value],
    outputs: &[Value],
    maps: Vec<AffineMap>,
    kinds: &[IteratorKind],
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let op = b.generic(inputs, outputs, maps, kinds);
    let block = b.module.entry(op);
    inside(b, block, |b| {
        let args = b.module.block_args(block).to_vec();
        let yields = body(b, &args);
        b.yield_values("linalg", &yields);
    });
    op
}

fn inside(b: &mut Builder<'_>, block: Block, build: impl FnOnce(&mut Builder<'_>)) {
    let at = std::mem::replace(&mut b.at, InsertPoint::End(block));
    build(b);
    b.at = at;
}

/// Marks the op that defines `value` as the combiner of a lane-ordered reduction.
fn mark_lanes(b: &mut Builder<'_>, value: Value) {
    let op = b.module.defining_op(value).unwrap();
    b.module.op_mut(op).extra.set("tilec.order", Attr::str("lanes"));
}

/// `out[i] ⊕= in[i, j]` in lane order.
fn row_sum(b: &mut Builder<'_>, input: Value, output: Value) {
    let maps = vec![AffineMap::identity(2), AffineMap::select(2, [0])];
    generic(b, &[input], &[output], maps, &[Parallel, Reduction], |b, args| {
        let sum = b.binary(BinaryOp::AddF, args[1], args[0]);
        mark_lanes(b, sum);
        vec![sum]
    });
}

/// `for i = 0 to trip` around what `build` writes with the induction variable.
fn for_loop(b: &mut Builder<'_>, trip: i64, build: impl FnOnce(&mut Builder<'_>, Value)) {
    let (lower, upper, step) = (b.index(0), b.index(trip), b.index(1));
    let op = b.for_loop(lower, upper, step, &[]);
    let block = b.module.entry(op);
    inside(b, block, |b| {
        let iv = b.module.block_args(block)[0];
        build(b, iv);
        b.yield_values("scf", &[]);
    });
}
