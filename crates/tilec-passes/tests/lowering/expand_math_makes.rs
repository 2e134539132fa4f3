//! What `expand-math` makes, and its blockers.

use super::*;
use ScalarType::BF16;
use tilec_ir::scalar_op::PairOp;

/// `out[i] = op(in[i])` on scalars or, with `lanes`, on vectors.
fn unary(op: UnaryOp, elem: ScalarType, lanes: Option<i64>) -> Module {
    let ty = Type::memref(&[8], elem);
    program(&[ty.clone(), ty], |b, v| {
        let zero = b.index(0);
        let Some(lanes) = lanes else {
            let x = b.load(v[0], &[zero]);
            let y = b.unary(op, x);
            return b.store(y, v[1], &[zero]);
        };
        let load = b.op(spelling::of(OpKind::VectorLoad), &[v[0], zero], &[Type::vector(&[lanes], elem)]);
        let x = b.module.result(load);
        let y = b.unary(op, x);
        b.op(spelling::of(OpKind::VectorStore), &[y, v[1], zero], &[]);
    })
}

/// Expands; nothing with an expansion may be left.
fn expand(module: &mut Module) {
    apply(expand_math::run, module);
    assert!(module.walk(module.top()).iter().all(|&op| expand_math::plan(module, op).is_none()));
    assert!(run(expand_math::run, module).is_empty());
}

#[test]
fn arithmetic_on_scalars_and_vectors_with_the_location_kept() {
    for lanes in [None, Some(8)] {
        let mut module = unary(UnaryOp::Exp, F32, lanes);
        let loc = Loc::file(&"exp.mlir".into(), 3, 1);
        let exp = ops_of(&module, OpKind::Unary(UnaryOp::Exp))[0];
        module.op_mut(exp).loc = loc.clone();
        expand(&mut module);
        assert_counts(&module, &[("math.exp", 0)]);
        let fma = ops_of(&module, OpKind::Ternary(TernaryOp::Fma));
        assert!(!fma.is_empty() && fma.iter().all(|&o| module.op(o).loc == loc));
    }
}

#[test]
fn every_function_of_every_float() {
    use UnaryOp::*;
    let functions = [
        Exp, Exp2, ExpM1, Log, Log2, Log10, Log1p, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Erf,
        Erfc, Rsqrt, Cbrt, Round,
    ];
    for function in functions {
        for elem in [F16, BF16, F32, F64] {
            for lanes in [None, Some(4)] {
                expand(&mut unary(function, elem, lanes));
            }
        }
    }
}

#[test]
fn sixteen_bit_floats_into_integers_and_f32() {
    let ty = Type::memref(&[8], F16);
    let mut module = program(&[ty, Type::memref(&[8], ScalarType::I1)], |b, v| {
        let zero = b.index(0);
        let x = b.load(v[0], &[zero]);
        let sum = b.binary(BinaryOp::AddF, x, x);
        let fma = b.ternary(TernaryOp::Fma, sum, x, x);
        let wide = b.cast(CastOp::ExtF, fma, F64);
        let narrow = b.cast(CastOp::TruncF, wide, BF16);
        let back = b.cast(CastOp::FPToSI, narrow, ScalarType::Int(8));
        let again = b.cast(CastOp::SIToFP, back, BF16);
        let test = b.compare(Predicate::FOlt, again, narrow);
        b.store(test, v[1], &[zero]);
    });
    expand(&mut module);
    let half = |v: Value| matches!(module.ty(v).elem(), Some(F16 | BF16));
    let computes = |op: &Op| matches!(module.kind(*op), OpKind::Binary(_) | OpKind::Ternary(_) | OpKind::Compare { .. });
    let ops: Vec<_> = module.walk(module.top()).into_iter().filter(computes).collect();
    assert!(!ops.is_empty() && ops.iter().all(|&op| !module.operands(op).any(half)));
}

#[test]
fn pairs() {
    let mut module = program(&[buffer(&[4])], |b, v| {
        let (zero, one) = (b.index(0), b.index(1));
        let x = b.load(v[0], &[zero]);
        let op = b.op(spelling::of(OpKind::Pair(PairOp::SinCos)), &[x], &[F32.into(), F32.into()]);
        let results = b.module.results(op).to_vec();
        b.store(results[0], v[0], &[zero]);
        b.store(results[1], v[0], &[one]);
    });
    expand(&mut module);
    assert_counts(&module, &[("math.sincos", 0)]);
}

/// The sine of the scalar argument and of four elements: both look into a table.
fn two_sines() -> Module {
    program(&[Type::memref(&[4], F64), F64.into()], |b, v| {
        let zero = b.index(0);
        let y = b.unary(UnaryOp::Sin, v[1]);
        let load = b.op(spelling::of(OpKind::VectorLoad), &[v[0], zero], &[Type::vector(&[4], F64)]);
        let x = b.module.result(load);
        let sines = b.unary(UnaryOp::Sin, x);
        b.op(spelling::of(OpKind::VectorStore), &[sines, v[0], zero], &[]);
        b.store(y, v[0], &[zero]);
    })
}

#[test]
fn tables_once_a_module_and_looked_up_by_lane() {
    let mut module = two_sines();
    expand(&mut module);
    let counts = counts(&module);
    let globals = counts["memref.global"];
    assert_eq!(counts["memref.get_global"], globals);
    // Four lanes and a scalar.
    let per_lane = counts["vector.extract"];
    assert_eq!(counts["memref.load"] * 4, per_lane * 5);
    assert_eq!(counts["vector.from_elements"] * 4, per_lane);
}

#[test]
fn tables_beside_a_global_of_the_same_name() {
    let mut module = two_sines();
    expand(&mut module);
    let names: Vec<_> = ops_of(&module, OpKind::Global).into_iter().map(|o| module.symbol_name(o).unwrap().to_owned()).collect();
    let mut module = two_sines();
    let first = module.block_ops(module.top_block()).next().unwrap();
    let mut b = Builder::before(&mut module, first);
    let taken = b.op(spelling::of(OpKind::Global), &[], &[]);
    module.set_attr(taken, "sym_name", Attr::str(&names[0]));
    module.set_attr(taken, "type", Attr::Type(buffer(&[1])));
    expand(&mut module);
    assert!(module.find_global(&format!("{}_1", names[0])).is_some());
}

#[test]
fn nothing_of_basic_ops() {
    let mut module = unary(UnaryOp::Sqrt, F32, None);
    assert!(run(expand_math::run, &mut module).is_empty());
}

#[test]
fn nothing_of_tensors_and_of_lane_ordered_combiners() {
    let module = program(&[Type::tensor(&[4], F32)], |b, v| {
        b.unary(UnaryOp::Exp, v[0]);
    });
    assert_blocked(expand_math::run, module, "on-tensors");
    let half = Type::memref(&[64], F16);
    let module = program(&[half, Type::memref(&[], F16)], |b, v| {
        let maps = vec![AffineMap::identity(1), AffineMap::new(1, vec![])];
        generic(b, &[v[0]], &[v[1]], maps, &[Reduction], |b, args| {
            let sum = b.binary(BinaryOp::AddF, args[1], args[0]);
            mark_lanes(b, sum);
            vec![sum]
        });
    });
    assert_blocked(expand_math::run, module, "lane-order");
}
