//! Loops, slices, buffers, vectors: what stands in a program on its way down.

mod common;

use common::{F32, Func, data, index, ints, memref, tensor, values};
use std::sync::Arc;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::spelling::{of, of_dialect};
use tilec_ir::{AffineExpr, AffineMap, Attr, DYNAMIC, Dense, DenseData, Layout, MemRefType, OpKind, Scalar, Type};

fn strided(shape: &[i64], strides: &[i64], offset: i64) -> Type {
    let layout = Layout::Strided { offset, strides: strides.to_vec() };
    Type::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), elem: F32, layout, space: None }))
}

fn slice_attrs(offsets: &[i64], sizes: &[i64], strides: &[i64]) -> [(&'static str, Attr); 3] {
    [("static_offsets", ints(offsets)), ("static_sizes", ints(sizes)), ("static_strides", ints(strides))]
}

#[test]
fn subviews_alias() {
    let mut f = Func::new(&[memref(&[4, 4]), Type::INDEX]);
    let (a, row) = (f.arg(0), f.arg(1));
    let op = f.op(of(OpKind::View), &[a, row], &[strided(&[2], &[2], DYNAMIC)], &slice_attrs(&[DYNAMIC, 1], &[1, 2], &[1, 2]));
    f.module.set_segments(op, &[1, 1, 0, 0]);
    let view = f.module.result(op);
    let nine = f.build().scalar(Scalar::from_f64(F32, 9.0));
    f.generic(&[nine], &[view], &[AffineMap::select(1, []), AffineMap::identity(1)], "p", |_, args| vec![args[0]]);
    let one = f.build().index(1);
    let loaded = f.build().load(view, &[one]);
    f.ret(&[loaded]);
    let xs: Vec<f64> = (0..16).map(f64::from).collect();
    let outcome = f.run(&[data(F32, &[4, 4], &xs), index(2)]).unwrap();
    let mut expected = xs.clone();
    (expected[9], expected[11]) = (9.0, 9.0);
    assert_eq!(values(outcome.buffers[0].as_ref().unwrap()), expected);
    assert_eq!(values(&outcome.results[0]), [9.0]);
    let error = f.run(&[data(F32, &[4, 4], &xs), index(4)]).unwrap_err().to_string();
    assert!(error.contains("memref.subview: slice out of bounds"), "{error}");
}

#[test]
fn carried_values_swap_and_count() {
    let mut f = Func::new(&[Type::INDEX, Type::INDEX]);
    let (a, b) = (f.arg(0), f.arg(1));
    let (zero, seven, two) = (f.build().index(0), f.build().index(7), f.build().index(2));
    let op = f.build().for_loop(zero, seven, two, &[a, b, zero]);
    let body = f.module.entry(op);
    let args = f.module.block_args(body).to_vec();
    let sum = f.at(body).binary(BinaryOp::AddI, args[3], args[0]);
    f.at(body).yield_values("scf", &[args[2], args[1], sum]);
    let results = f.module.results(op).to_vec();
    f.ret(&results);
    assert_eq!(f.results(&[index(5), index(6)]), [[5.0], [6.0], [12.0]], "four trips");
}

/// A tiled doubling: slice, compute, insert into the carried tensor.
#[test]
fn tiles_go_into_the_carried_tensor() {
    let (t, tile) = (tensor(&[6]), tensor(&[2]));
    let mut f = Func::new(std::slice::from_ref(&t));
    let a = f.arg(0);
    let (zero, six, two) = (f.build().index(0), f.build().index(6), f.build().index(2));
    let op = f.build().for_loop(zero, six, two, &[a]);
    let outer = f.body;
    f.body = f.module.entry(op);
    let (iv, acc) = (f.arg(0), f.arg(1));
    let attrs = slice_attrs(&[DYNAMIC], &[2], &[1]);
    let slice = f.op(of(OpKind::Slice), &[acc, iv], &[tile], &attrs);
    f.module.set_segments(slice, &[1, 1, 0, 0]);
    let part = f.module.result(slice);
    let id = AffineMap::identity(1);
    let doubled =
        f.generic(&[part], &[part], &[id.clone(), id], "p", |b, args| vec![b.binary(BinaryOp::AddF, args[0], args[1])])[0];
    let insert = f.op(of(OpKind::InsertSlice), &[doubled, acc, iv], &[t], &attrs);
    f.module.set_segments(insert, &[1, 1, 1, 0, 0]);
    let inserted = f.module.result(insert);
    f.build().yield_values("scf", &[inserted]);
    f.body = outer;
    let result = f.module.result(op);
    f.ret(&[result, a]);
    let results = f.results(&[data(F32, &[6], &[1., 2., 3., 4., 5., 6.])]);
    assert_eq!(results, [[2., 4., 6., 8., 10., 12.], [1., 2., 3., 4., 5., 6.]]);
}

#[test]
fn reshapes_of_tensors_and_buffers() {
    let groups = |gs: &[&[i64]]| {
        let group = |g: &&[i64]| Attr::Array(g.iter().map(|i| Attr::Int(*i, tilec_ir::ScalarType::Int(64))).collect());
        Attr::Array(gs.iter().map(group).collect())
    };
    let mut f = Func::new(&[tensor(&[2, 3]), memref(&[6])]);
    let (a, b) = (f.arg(0), f.arg(1));
    let flat = f.value(OpKind::Reshape { expand: false }, &[a], tensor(&[6]), &[("reassociation", groups(&[&[0, 1]]))]);
    let attrs = [("reassociation", groups(&[&[0, 1]])), ("static_output_shape", ints(&[3, 2]))];
    let op = f.op(of_dialect(OpKind::Reshape { expand: true }, "memref"), &[b], &[memref(&[3, 2])], &attrs);
    f.module.set_segments(op, &[1, 0]);
    let wide = f.module.result(op);
    let (two, one) = (f.build().index(2), f.build().index(1));
    let value = f.build().scalar(Scalar::from_f64(F32, -1.0));
    f.build().store(value, wide, &[two, one]);
    f.ret(&[flat]);
    let outcome = f.run(&[data(F32, &[2, 3], &[1., 2., 3., 4., 5., 6.]), data(F32, &[6], &[0.; 6])]).unwrap();
    assert_eq!(outcome.results[0].shape, [6]);
    assert_eq!(values(outcome.buffers[1].as_ref().unwrap()), [0., 0., 0., 0., 0., -1.]);
}

#[test]
fn vectors_load_compute_and_store() {
    let v4 = Type::vector(&[4], F32);
    let mut f = Func::new(&[memref(&[2, 6])]);
    let a = f.arg(0);
    let (zero, one, two) = (f.build().index(0), f.build().index(1), f.build().index(2));
    let x = f.value(OpKind::VectorLoad, &[a, zero, one], v4.clone(), &[]);
    let ten = f.build().scalar(Scalar::from_f64(F32, 10.0));
    let tens = f.value(OpKind::Broadcast, &[ten], v4.clone(), &[]);
    let op = f.build().for_loop(zero, two, one, &[x]);
    let body = f.module.entry(op);
    let carried = f.module.block_args(body)[1];
    let sum = f.at(body).binary(BinaryOp::AddF, carried, tens);
    f.at(body).yield_values("scf", &[sum]);
    let sum = f.module.result(op);
    f.op(of(OpKind::VectorStore), &[sum, a, one, two], &[], &[]);
    let lane = f.value(OpKind::ExtractLane, &[sum], F32.into(), &[("static_position", ints(&[3]))]);
    let rebuilt = f.value(OpKind::FromLanes, &[lane, ten], Type::vector(&[2], F32), &[]);
    f.ret(&[lane, rebuilt]);
    let xs: Vec<f64> = (0..12).map(f64::from).collect();
    let outcome = f.run(&[data(F32, &[2, 6], &xs)]).unwrap();
    assert_eq!(values(outcome.buffers[0].as_ref().unwrap())[6..], [6., 7., 21., 22., 23., 24.]);
    assert_eq!(outcome.results.iter().map(values).collect::<Vec<_>>(), [vec![24.], vec![24., 10.]]);
}

#[test]
fn affine_apply_with_symbols() {
    let mut f = Func::new(&[Type::INDEX, Type::INDEX]);
    let expr = AffineExpr::Dim(0).floor_div(AffineExpr::Symbol(0)).add(AffineExpr::Const(-2));
    let map = AffineMap { dims: 1, symbols: 1, results: vec![expr].into() };
    let (d, s) = (f.arg(0), f.arg(1));
    let applied = f.value(OpKind::AffineApply, &[d, s], Type::INDEX, &[("map", Attr::Map(map))]);
    f.ret(&[applied]);
    assert_eq!(f.results(&[index(-7), index(2)]), [[-6.0]]);
    assert!(f.run(&[index(1), index(0)]).unwrap_err().to_string().starts_with("t.mlir:3:7: error: affine.apply: "));
}

#[test]
fn buffers_and_tensors_convert_by_value() {
    let mut f = Func::new(&[memref(&[2])]);
    let a = f.arg(0);
    let t = f.value(OpKind::ToTensor, &[a], tensor(&[2]), &[]);
    let zero = f.build().index(0);
    let five = f.build().scalar(Scalar::from_f64(F32, 5.0));
    f.build().store(five, a, &[zero]);
    let alloc = f.op(of(OpKind::Alloc), &[], &[memref(&[2])], &[]);
    f.module.set_segments(alloc, &[0, 0]);
    let b = f.module.result(alloc);
    f.op(of(OpKind::Copy), &[a, b], &[], &[]);
    f.op(of(OpKind::Materialize), &[t, a], &[], &[]);
    let moved = f.build().load(b, &[zero]);
    f.op(of(OpKind::Dealloc), &[b], &[], &[]);
    f.ret(&[t, moved]);
    let outcome = f.run(&[data(F32, &[2], &[1., 2.])]).unwrap();
    assert_eq!(outcome.results.iter().map(values).collect::<Vec<_>>(), [vec![1., 2.], vec![5.]]);
    assert_eq!(values(outcome.buffers[0].as_ref().unwrap()), [1., 2.]);
}

#[test]
fn globals_are_there_once() {
    let mut f = Func::new(&[]);
    let ty = memref(&[2]);
    let bytes: Vec<u8> = [1f32, 2.].iter().flat_map(|x| x.to_le_bytes()).collect();
    let value = Dense::new(tensor(&[2]), DenseData::Bytes(bytes.into()));
    for (name, value) in [("given", Attr::Dense(Arc::new(value))), ("open", Attr::Unit)] {
        let op = f.module.create_op(of(OpKind::Global), &[], &[], 0, common::loc());
        f.module.set_attr(op, "sym_name", Attr::str(name));
        f.module.set_attr(op, "type", Attr::Type(ty.clone()));
        if name == "given" {
            f.module.set_attr(op, "constant", Attr::Unit);
        }
        f.module.set_attr(op, "initial_value", value);
        let top = f.module.top_block();
        f.module.append_op(top, op);
    }
    let get = |f: &mut Func, name: &str| f.value(OpKind::GetGlobal, &[], memref(&[2]), &[("name", Attr::Symbol(name.into()))]);
    let (given, open, again) = (get(&mut f, "given"), get(&mut f, "open"), get(&mut f, "open"));
    f.op(of(OpKind::Copy), &[given, open], &[], &[]);
    let one = f.build().index(1);
    let x = f.build().load(again, &[one]);
    f.ret(&[x, given]);
    assert_eq!(f.results(&[]), [vec![2.], vec![1., 2.]]);
    f.module.erase(f.module.terminator(f.body).unwrap());
    f.build().store(x, given, &[one]);
    f.ret(&[]);
    assert_eq!(f.run(&[]).unwrap_err().message, "memref.store: write to a constant global");
}

#[test]
fn sizes_and_casts_at_run_time() {
    let open = tensor(&[DYNAMIC]);
    let mut f = Func::new(&[open.clone(), Type::INDEX]);
    let (a, i) = (f.arg(0), f.arg(1));
    let dim = f.value(OpKind::Dim, &[a, i], Type::INDEX, &[]);
    let fresh = f.value(OpKind::Empty, &[dim], open.clone(), &[]);
    let placed = f.op(of(OpKind::Materialize), &[a, fresh], &[open], &[]);
    let placed = f.module.result(placed);
    let fixed = f.value(OpKind::ShapeCast, &[placed], tensor(&[3]), &[]);
    f.ret(&[dim, fixed]);
    assert_eq!(f.results(&[data(F32, &[3], &[1., 2., 3.]), index(0)]), [vec![3.], vec![1., 2., 3.]]);
    let message = |n: usize, i| f.run(&[data(F32, &[n], &vec![0.; n]), index(i)]).unwrap_err().message;
    assert_eq!(message(3, 1), "tensor.dim: expected a dimension in 0..1, found 1");
    assert_eq!(message(4, 0), "tensor.cast: expected tensor<3xf32>, found shape [4]");
}

#[test]
fn arguments_take_the_layout_of_their_type() {
    let mut f = Func::new(&[strided(&[2, 2], &[5, 2], 3)]);
    let a = f.arg(0);
    let one = f.build().index(1);
    let x = f.build().load(a, &[one, one]);
    f.ret(&[x]);
    assert_eq!(f.results(&[data(F32, &[2, 2], &[1., 2., 3., 4.])]), [[4.0]]);
}
