//! Views, reshapes, affine indices, copies, globals.

mod common;

use common::{alloc, count, data, dealloc, f32s, func, kernel, run, subview};
use std::sync::Arc;
use tilec_codegen::{Options, compile};
use tilec_ir::affine::AffineExpr;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{
    AffineMap, Attr, DYNAMIC, Data, Dense, DenseData, Layout, Loc, MemRefType, Module, OpKind, Scalar, ScalarType, Type, spelling,
};

const F32: ScalarType = ScalarType::F32;
const I32: ScalarType = ScalarType::Int(32);

fn strided(shape: &[i64], strides: &[i64], offset: i64, elem: ScalarType) -> Type {
    let layout = Layout::Strided { offset, strides: strides.to_vec() };
    Type::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), elem, layout, space: None }))
}

fn range(n: usize) -> Data {
    data(I32, &(0..n as u64).collect::<Vec<_>>())
}

#[test]
fn views_reshapes_and_affine_indices() {
    let k = kernel(&[Type::memref(&[4, 6], I32), Type::memref(&[3, 2], I32)], |b, args| {
        // Rows 1 and 3, from column %c on, every second column; then transposed by hand.
        let one = b.index(1);
        let ty = strided(&[2, 3], &[12, 2], DYNAMIC, I32);
        let part = subview(b, args[0], &[1, DYNAMIC], &[one], &[2, 3], &[2, 2], &ty);
        count(b, 3, 1, |b, i| {
            count(b, 2, 1, |b, j| {
                let v = b.load(part, &[j, i]);
                let (i_times_2, minus) = (AffineExpr::Dim(0).mul(AffineExpr::Const(2)), AffineExpr::Const(1));
                let map = AffineMap::new(2, [i_times_2.add(AffineExpr::Dim(1)).add(minus)].to_vec());
                let position = b.affine_apply(&map, &[i, j]);
                let back = b.binary(BinaryOp::SubI, position, one);
                let flat = b.op(spelling::of(OpKind::Reshape { expand: false }), &[args[1]], &[Type::memref(&[6], I32)]);
                let group = Attr::Array([Attr::Int(0, ScalarType::Int(64)), Attr::Int(1, ScalarType::Int(64))].into());
                b.module.set_attr(flat, "reassociation", Attr::Array([group].into()));
                let flat = b.module.result(flat);
                let two = b.index(2);
                let back = b.binary(BinaryOp::AddI, back, two);
                let back = b.binary(BinaryOp::SubI, back, two);
                b.store(v, flat, &[back]);
            });
        });
        vec![]
    });
    let mut input = range(24);
    input.shape = vec![4, 6];
    let mut output = Data::zeros(I32, &[3, 2]);
    run(&k, &[&input], &mut output).unwrap();
    let want: Vec<u64> = (0..3).flat_map(|i| [1, 3].map(|r| r * 6 + 1 + 2 * i)).collect();
    assert_eq!(output.bytes, data(I32, &want).bytes);
}

#[test]
fn affine_divisions() {
    use tilec_ir::affine::AffineOp::*;
    for q in [1, 2, 3, 8, 10] {
        for op in [Mod, FloorDiv, CeilDiv] {
            for symbol in [false, true] {
                let k = kernel(&[Type::INDEX, Type::INDEX], |b, args| {
                    let right = if symbol { AffineExpr::Symbol(0) } else { AffineExpr::Const(q) };
                    let expr = AffineExpr::binary(op, AffineExpr::Dim(0).add(AffineExpr::Dim(1)), right);
                    let map = AffineMap { dims: 2, symbols: u32::from(symbol), results: vec![expr].into() };
                    let zero = b.index(0);
                    let operands = if symbol { vec![args[0], zero, args[1]] } else { vec![args[0], zero] };
                    vec![b.affine_apply(&map, &operands)]
                });
                for x in [-17, -16, -10, -9, -1, 0, 1, 2, 7, 8, 9, 24, 25] {
                    let arg = |v| tilec_codegen::Arg::Scalar(Scalar::from_i64(ScalarType::Index, v));
                    let got = k.call(&mut [arg(x), arg(q)]).unwrap()[0].as_i64();
                    let want = AffineExpr::binary(op, AffineExpr::Dim(0), AffineExpr::Const(q)).eval(&[x], &[]).unwrap();
                    assert_eq!(got, want, "{x} {op:?} {q}");
                }
            }
        }
    }
}

#[test]
fn copies() {
    // Contiguous, both strided, and one transposed; small and large runs.
    for (rows, cols) in [(1, 3), (4, 5), (3, 40), (64, 33)] {
        let shape = [rows, cols];
        let k = kernel(&[Type::memref(&[rows + 2, cols + 3], I32), Type::memref(&[cols, rows], I32)], |b, args| {
            let dense = alloc(b, OpKind::Alloc, &Type::memref(&shape, I32));
            let part_ty = strided(&shape, &[cols + 3, 1], (cols + 3) + 2, I32);
            let part = subview(b, args[0], &[1, 2], &[], &shape, &[1, 1], &part_ty);
            b.op(spelling::of(OpKind::Copy), &[part, dense], &[]);
            let second = alloc(b, OpKind::Alloca, &Type::memref(&shape, I32));
            b.op(spelling::of(OpKind::Copy), &[dense, second], &[]);
            dealloc(b, dense);
            count(b, rows, 1, |b, i| {
                let row_ty = strided(&[cols], &[1], DYNAMIC, I32);
                let row = subview(b, second, &[DYNAMIC, 0], &[i], &[1, cols], &[1, 1], &row_ty);
                let column =
                    subview(b, args[1], &[0, DYNAMIC], &[i], &[cols, 1], &[1, 1], &strided(&[cols], &[rows], DYNAMIC, I32));
                b.op(spelling::of(OpKind::Copy), &[row, column], &[]);
            });
            vec![]
        });
        let mut input = range(((rows + 2) * (cols + 3)) as usize);
        input.shape = vec![(rows + 2) as usize, (cols + 3) as usize];
        let mut output = Data::zeros(I32, &[cols as usize, rows as usize]);
        run(&k, &[&input], &mut output).unwrap();
        for r in 0..rows {
            for c in 0..cols {
                assert_eq!(output.get((c * rows + r) as usize).as_i64(), (r + 1) * (cols + 3) + c + 2);
            }
        }
    }
}

#[test]
fn one_megabyte_copy() {
    let n = 1 << 18;
    let ty = Type::memref(&[n], F32);
    let k = kernel(&[ty.clone(), ty], |b, args| {
        b.op(spelling::of(OpKind::Copy), &[args[0], args[1]], &[]);
        vec![]
    });
    let input = f32s(&(0..n).map(|i| i as f32).collect::<Vec<_>>());
    let mut output = Data::zeros(F32, &[n as usize]);
    run(&k, &[&input], &mut output).unwrap();
    assert_eq!(input, output);
}

#[test]
fn constant_globals() {
    let mut module = Module::new();
    let ty = Type::memref(&[4], I32);
    let global = module.create_op(spelling::of(OpKind::Global), &[], &[], 0, Loc::Unknown);
    module.set_attr(global, "sym_name", Attr::str("table"));
    module.set_attr(global, "type", Attr::Type(ty.clone()));
    module.set_attr(global, "constant", Attr::Unit);
    let bytes: Vec<u8> = [5i32, -6, 7, 8].iter().flat_map(|v| v.to_le_bytes()).collect();
    let dense = Dense::new(Type::tensor(&[4], I32), DenseData::Bytes(bytes.into()));
    module.set_attr(global, "initial_value", Attr::Dense(Arc::new(dense)));
    let top = module.top_block();
    module.append_op(top, global);
    let f = func(&mut module, "f", &[Type::INDEX], |b, args| {
        let op = b.op(spelling::of(OpKind::GetGlobal), &[], &[ty]);
        b.module.set_attr(op, "name", Attr::Symbol("table".into()));
        let buffer = b.module.result(op);
        vec![b.load(buffer, &[args[0]])]
    });
    let k = compile(&module, f, &Options { verify: true, ..Options::default() }).unwrap();
    drop(module);
    for (i, want) in [5, -6, 7, 8].into_iter().enumerate() {
        let arg = tilec_codegen::Arg::Scalar(Scalar::from_i64(ScalarType::Index, i as i64));
        assert_eq!(k.call(&mut [arg]).unwrap()[0].as_i64(), want);
    }
}
