//! Calls, and functions of several blocks.

mod common;

use common::{F32, Func, data, index, loc, memref, tensor, values};
use tilec_interp::{Limits, run_with};
use tilec_ir::scalar_op::{BinaryOp, Predicate};
use tilec_ir::spelling::of;
use tilec_ir::{Attr, Block, OpKind, Scalar, Type, Value};

fn new_block(f: &mut Func, args: &[Type]) -> Block {
    let region = f.module.regions(f.op)[0];
    let args: Vec<_> = args.iter().map(|t| (t.clone(), loc())).collect();
    f.module.append_block(region, &args)
}

fn jump(f: &mut Func, to: Block, values: &[Value]) {
    let op = f.op(of(OpKind::Branch), values, &[], &[]);
    f.module.set_successors(op, &[to]);
}

fn branch(f: &mut Func, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
    let op = f.grouped(of(OpKind::CondBranch), &[&[condition], yes.1, no.1], &[], &[]);
    f.module.set_successors(op, &[yes.0, no.0]);
}

#[test]
fn a_loop_of_blocks() {
    // The greatest common divisor; the block with the result stands before the one that computes.
    let mut f = Func::new(&[Type::INDEX, Type::INDEX]);
    let (a, b) = (f.arg(0), f.arg(1));
    let done = new_block(&mut f, &[]);
    let head = new_block(&mut f, &[Type::INDEX, Type::INDEX]);
    let step = new_block(&mut f, &[]);
    let args = f.module.block_args(head).to_vec();
    jump(&mut f, head, &[a, b]);
    f.block(done, |f, _| f.ret(&args[..1]));
    f.block(head, |f, args| {
        let zero = f.build().index(0);
        let end = f.build().compare(Predicate::Eq, args[1], zero);
        branch(f, end, (done, &[]), (step, &[]));
    });
    f.block(step, |f, _| {
        let rest = f.build().binary(BinaryOp::RemSI, args[0], args[1]);
        jump(f, head, &[args[1], rest]);
    });
    assert_eq!(f.results(&[index(84), index(36)]), [[12.]]);
    assert_eq!(f.results(&[index(5), index(0)]), [[5.]]);
}

#[test]
fn values_outlive_their_block() {
    // The tensor is read in two later blocks, in a loop, and changed in each: what the loop reads stays.
    let t = tensor(&[1]);
    let mut f = Func::new(&[t.clone(), Type::INDEX]);
    let (a, n, zero) = (f.arg(0), f.arg(1), f.build().index(0));
    let doubled = f.build().binary(BinaryOp::AddF, a, a);
    let body = new_block(&mut f, &[Type::INDEX]);
    let done = new_block(&mut f, std::slice::from_ref(&t));
    jump(&mut f, body, &[zero]);
    f.block(body, |f, args| {
        let x = f.float_of(args[0]);
        let changed = f.grouped(of(OpKind::Insert), &[&[x], &[doubled], &[zero]], std::slice::from_ref(&t), &[]);
        let changed = f.module.result(changed);
        let one = f.build().index(1);
        let next = f.build().binary(BinaryOp::AddI, args[0], one);
        let more = f.build().compare(Predicate::Slt, next, n);
        branch(f, more, (body, &[next]), (done, &[changed]));
    });
    f.block(done, |f, args| f.ret(&[args[0], doubled]));
    assert_eq!(f.results(&[data(F32, &[1], &[4.]), index(3)]), [[2.], [8.]]);
}

#[test]
fn endless_blocks_end_at_the_limit() {
    let mut f = Func::new(&[]);
    let again = new_block(&mut f, &[]);
    jump(&mut f, again, &[]);
    f.block(again, |f, _| jump(f, again, &[]));
    let error = run_with(&f.module, f.op, &[], &Limits { steps: 1000, ..Limits::default() }).unwrap_err();
    assert_eq!(error.to_string(), "t.mlir:3:7: error: cf.br: the limit of steps is used up");
}

#[test]
fn blocks_that_make_no_sense() {
    let mut f = Func::new(&[Type::INDEX]);
    let (entry, n) = (f.body, f.arg(0));
    jump(&mut f, entry, &[n]);
    assert_eq!(f.message(&[index(0)]), "a branch to the entry block or to another region");
    let mut f = Func::new(&[]);
    let next = new_block(&mut f, &[Type::INDEX]);
    jump(&mut f, next, &[]);
    f.block(next, |f, _| f.ret(&[]));
    assert_eq!(f.message(&[]), "cf.br: the values handed over do not match");
    let mut f = Func::new(&[]);
    let next = new_block(&mut f, &[]);
    jump(&mut f, next, &[]);
    assert_eq!(f.message(&[]), "the body has no terminator");
}

#[test]
fn recursion_computes() {
    let mut f = Func::new(&[Type::INDEX]);
    let n = f.arg(0);
    let results = f.call("factorial", &[n], &[Type::INDEX]);
    let again = f.call("factorial", &results, &[Type::INDEX]);
    f.ret(&[results[0], again[0]]);
    f.callee("factorial", &[Type::INDEX], |f, args| {
        let one = f.build().index(1);
        let end = f.build().compare(Predicate::Sle, args[0], one);
        let op = f.op(of(OpKind::If), &[end], &[Type::INDEX], &[]);
        f.region(op, &[], |f, _| f.yields("scf", &[one]));
        f.region(op, &[], |f, _| {
            let less = f.build().binary(BinaryOp::SubI, args[0], one);
            let rest = f.call("factorial", &[less], &[Type::INDEX])[0];
            let product = f.build().binary(BinaryOp::MulI, args[0], rest);
            f.yields("scf", &[product]);
        });
        let result = f.module.result(op);
        f.ret(&[result]);
    });
    assert_eq!(f.results(&[index(3)]), [[6.], [720.]]);
    assert_eq!(f.results(&[index(0)]), [[1.], [1.]]);
}

#[test]
fn buffers_alias_and_tensors_are_values() {
    let (t, m) = (tensor(&[2]), memref(&[2]));
    let mut f = Func::new(&[t.clone(), m.clone()]);
    let (a, b) = (f.arg(0), f.arg(1));
    let results = f.call("set", &[a, b], &[t.clone(), m.clone()]);
    let (one, five) = (f.build().index(1), f.build().scalar(Scalar::from_f64(F32, 5.0)));
    f.build().store(five, results[1], &[one]);
    f.ret(&[a, results[0]]);
    f.callee("set", &[t.clone(), m], |f, args| {
        let (zero, nine) = (f.build().index(0), f.build().scalar(Scalar::from_f64(F32, 9.0)));
        f.build().store(nine, args[1], &[zero]);
        let op = f.grouped(of(OpKind::Insert), &[&[nine], &[args[0]], &[zero]], &[t], &[]);
        let changed = f.module.result(op);
        f.ret(&[changed, args[1]]);
    });
    let outcome = f.run(&[data(F32, &[2], &[1., 2.]), data(F32, &[2], &[3., 4.])]).unwrap();
    assert_eq!(outcome.results.iter().map(values).collect::<Vec<_>>(), [[1., 2.], [9., 2.]]);
    assert_eq!(values(outcome.buffers[1].as_ref().unwrap()), [9., 5.]);
}

/// A function that calls itself from inside of `depth` branches.
fn endless(depth: usize) -> Func {
    let mut f = Func::new(&[Type::I1]);
    let (c, outer) = (f.arg(0), f.body);
    let mut blocks = Vec::new();
    for _ in 0..depth {
        let op = f.op(of(OpKind::If), &[c], &[], &[]);
        f.region(op, &[], |f, _| blocks.push(f.body));
        f.body = *blocks.last().unwrap();
    }
    f.call("f", &[c], &[]);
    for block in blocks {
        f.at(block).yield_values("scf", &[]);
    }
    f.body = outer;
    f.ret(&[]);
    f
}

#[test]
fn endless_recursion_is_an_error() {
    let yes = tilec_ir::Data::scalar(Scalar::one(tilec_ir::ScalarType::I1));
    let text = |depth| endless(depth).run(std::slice::from_ref(&yes)).unwrap_err().to_string();
    assert_eq!(text(0), "t.mlir:3:7: error: func.call: calls are nested more than 200 deep");
    for depth in [3, 100, 250] {
        let expected = "t.mlir:3:7: error: func.call: calls and regions are nested more than 512 deep";
        assert_eq!(text(depth), expected, "{depth}");
    }
}

#[test]
fn recursion_counts_against_memory() {
    // Each call holds a vector of 8 MiB.
    let mut f = Func::new(&[F32.into()]);
    let x = f.arg(0);
    f.value(OpKind::Broadcast, &[x], Type::vector(&[1 << 20], F32), &[]);
    f.call("f", &[x], &[]);
    f.ret(&[]);
    let half = tilec_ir::Data::scalar(Scalar::from_f64(F32, 0.5));
    let limits = Limits { bytes: 64 << 20, ..Limits::default() };
    let error = run_with(&f.module, f.op, &[half], &limits).unwrap_err();
    assert!(error.message.starts_with("func.call: out of memory"), "{error}");
}

#[test]
fn callees_that_are_not_there() {
    let mut f = Func::new(&[]);
    f.call("nowhere", &[], &[]);
    f.ret(&[]);
    assert_eq!(f.message(&[]), "func.call: there is no function @nowhere");

    let mut f = Func::new(&[]);
    f.call("declared", &[], &[]);
    f.ret(&[]);
    let func = f.module.create_op(of(OpKind::Func), &[], &[], 1, loc());
    f.module.set_attr(func, "sym_name", Attr::str("declared"));
    let top = f.module.top_block();
    f.module.append_op(top, func);
    assert_eq!(f.message(&[]), "func.call: @declared is declared without a body");
}

#[test]
fn calls_that_do_not_fit() {
    let mut f = Func::new(&[Type::INDEX]);
    let n = f.arg(0);
    f.call("g", &[n], &[]);
    f.ret(&[]);
    f.callee("g", &[F32.into()], |f, _| f.ret(&[]));
    assert_eq!(f.message(&[index(0)]), "func.call: the values handed over do not match");

    let mut f = Func::new(&[]);
    f.call("g", &[], &[Type::INDEX]);
    f.ret(&[]);
    f.callee("g", &[], |f, _| f.ret(&[]));
    assert_eq!(f.message(&[]), "func.call: expected the results that the function returns");

    // A value of one function used in another.
    let mut f = Func::new(&[Type::INDEX]);
    let n = f.arg(0);
    f.call("g", &[], &[]);
    f.ret(&[]);
    f.callee("g", &[], |f, _| f.ret(&[n]));
    assert_eq!(f.message(&[index(0)]), "func.return: an operand is of another function");
}
