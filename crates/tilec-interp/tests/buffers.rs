//! Buffers seen as other buffers, and copies.

mod common;

use common::{F32, Func, data, index, ints, memref, tensor, values};
use std::sync::Arc;
use tilec_ir::spelling::of;
use tilec_ir::{DYNAMIC, Layout, MemRefType, OpKind, Scalar, ScalarType, Type, Value};

const I8: ScalarType = ScalarType::Int(8);

fn strided(shape: &[i64], strides: &[i64], offset: i64, elem: ScalarType) -> Type {
    let layout = Layout::Strided { offset, strides: strides.to_vec() };
    Type::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), elem, layout, space: None }))
}

fn fill(f: &mut Func, value: f64, elem: ScalarType, indices: &[i64], buffer: Value) {
    let value = f.build().scalar(Scalar::from_f64(elem, value));
    let indices: Vec<_> = indices.iter().map(|&i| f.build().index(i)).collect();
    f.build().store(value, buffer, &indices);
}

#[test]
fn bytes_as_elements() {
    // 16 bytes; n x 2 elements of 16 bits from a byte on; what is written shows in the bytes.
    let i16_ty = ScalarType::Int(16);
    let mut f = Func::new(&[Type::memref(&[DYNAMIC], I8), Type::INDEX, Type::INDEX]);
    let (m, shift, n) = (f.arg(0), f.arg(1), f.arg(2));
    let op = f.grouped(of(OpKind::ByteView), &[&[m], &[shift], &[n]], &[Type::memref(&[DYNAMIC, 2], i16_ty)], &[]);
    let view = f.module.result(op);
    fill(&mut f, 0x0102.into(), i16_ty, &[0, 1], view);
    let zero = f.build().index(0);
    let x = f.build().load(view, &[zero, zero]);
    // A view of a view counts from the view's start.
    let attrs = [("static_offsets", ints(&[1])), ("static_sizes", ints(&[1])), ("static_strides", ints(&[1]))];
    let op = f.grouped(of(OpKind::Reinterpret), &[&[view], &[], &[], &[]], &[strided(&[1], &[1], 1, i16_ty)], &attrs);
    let cast = f.module.result(op);
    let y = f.build().load(cast, &[zero]);
    let rank = f.value(OpKind::Rank, &[view], Type::INDEX, &[]);
    let dim = f.build().dim(view, 0);
    f.ret(&[x, y, rank, dim]);
    let bytes = data(I8, &[16], &(0..16).map(f64::from).collect::<Vec<_>>());
    let outcome = f.run(&[bytes.clone(), index(4), index(3)]).unwrap();
    let results: Vec<_> = outcome.results.iter().map(|d| values(d)[0]).collect();
    assert_eq!(results, [f64::from(0x0504), f64::from(0x0102), 2., 3.]);
    let after = values(outcome.buffers[0].as_ref().unwrap());
    assert_eq!(after, [0., 1., 2., 3., 4., 5., 2., 1., 8., 9., 10., 11., 12., 13., 14., 15.]);
    let message = |shift, n| f.message(&[bytes.clone(), index(shift), index(n)]);
    assert_eq!(message(3, 1), "memref.view: expected a byte shift that is a multiple of 2, found 3");
    let text = "memref.view: view out of bounds: expected a part of 16 bytes, found";
    assert_eq!(message(8, 3), format!("{text} 12 bytes from byte 8"));
    assert_eq!(message(-2, 1), format!("{text} 4 bytes from byte -2"));
    assert!(message(0, i64::MAX).starts_with(text));
    assert_eq!(message(0, -1), "memref.view: expected an extent that is not negative, found -1");
    assert!(message(16, 0).starts_with("memref.store: index out of bounds"), "no element");
}

#[test]
fn wide_elements() {
    let mut f = Func::new(&[Type::memref(&[24], I8)]);
    let (m, eight) = (f.arg(0), f.build().index(8));
    let op = f.grouped(of(OpKind::ByteView), &[&[m], &[eight], &[]], &[Type::memref(&[2], ScalarType::F64)], &[]);
    let view = f.module.result(op);
    fill(&mut f, 1.5, ScalarType::F64, &[1], view);
    let one = f.build().index(1);
    let x = f.build().load(view, &[one]);
    f.ret(&[x]);
    assert_eq!(f.results(&[data(I8, &[24], &[0.; 24])]), [[1.5]]);
}

#[test]
fn other_offsets_sizes_and_strides() {
    let ty = strided(&[DYNAMIC, 2], &[DYNAMIC, 1], DYNAMIC, F32);
    let mut f = Func::new(&[memref(&[2, 4]), Type::INDEX, Type::INDEX, Type::INDEX, Type::INDEX]);
    let (m, offset, size, stride, row) = (f.arg(0), f.arg(1), f.arg(2), f.arg(3), f.arg(4));
    let slice = [("static_offsets", ints(&[1, 0])), ("static_sizes", ints(&[1, 4])), ("static_strides", ints(&[1, 1]))];
    let part = f.grouped(of(OpKind::View), &[&[m], &[], &[], &[]], &[strided(&[1, 4], &[4, 1], 4, F32)], &slice);
    let part = f.module.result(part);
    let attrs =
        [("static_offsets", ints(&[DYNAMIC])), ("static_sizes", ints(&[DYNAMIC, 2])), ("static_strides", ints(&[DYNAMIC, 1]))];
    let op = f.grouped(of(OpKind::Reinterpret), &[&[part], &[offset], &[size], &[stride]], &[ty], &attrs);
    let cast = f.module.result(op);
    let one = f.build().index(1);
    let x = f.build().load(cast, &[row, one]);
    f.ret(&[x]);
    let xs: Vec<f64> = (0..8).map(f64::from).collect();
    let args = |o, n, s, row| [data(F32, &[2, 4], &xs), index(o), index(n), index(s), index(row)];
    assert_eq!(f.results(&args(0, 3, 2, 2)), [[5.]], "from the start of the allocation, not of the slice");
    assert_eq!(f.results(&args(6, 9, -2, 3)), [[1.]]);
    assert_eq!(f.results(&args(3, 1, 0, 0)), [[4.]]);
    let message = |o, n, s, row| f.message(&args(o, n, s, row));
    assert_eq!(message(0, 9, 2, 4), "memref.load: read outside the allocation");
    assert_eq!(message(-2, 9, 2, 0), "memref.load: read outside the allocation");
    assert_eq!(message(0, 1, 1, 1), "memref.load: index out of bounds: expected an index in 0..1 for dimension 0, found 1");
    assert_eq!(message(0, -1, 1, 0), "memref.reinterpret_cast: expected an extent that is not negative, found -1");
    let huge = message(i64::MAX, i64::MAX, i64::MAX, 0);
    assert_eq!(huge, "memref.reinterpret_cast: positions of the layout do not fit in 64 bits");
}

#[test]
fn clones_are_fresh() {
    let mut f = Func::new(&[memref(&[2]), tensor(&[2])]);
    let (m, t) = (f.arg(0), f.arg(1));
    let copy = f.value(OpKind::Clone, &[m], memref(&[DYNAMIC]), &[]);
    fill(&mut f, 9.0, F32, &[0], copy);
    f.op(of(OpKind::DeallocTensor), &[t], &[], &[]);
    f.ret(&[copy]);
    let outcome = f.run(&[data(F32, &[2], &[1., 2.]), data(F32, &[2], &[0.; 2])]).unwrap();
    assert_eq!(values(&outcome.results[0]), [9., 2.]);
    assert_eq!(values(outcome.buffers[0].as_ref().unwrap()), [1., 2.]);
    let mut f = Func::new(&[memref(&[DYNAMIC])]);
    let m = f.arg(0);
    let copy = f.value(OpKind::Clone, &[m], memref(&[3]), &[]);
    f.ret(&[copy]);
    assert_eq!(f.message(&[data(F32, &[2], &[0.; 2])]), "bufferization.clone: expected memref<3xf32>, found shape [2]");
}
