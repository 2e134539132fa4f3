//! Every elementwise op on every width, scalar and vector, against the meaning in `tilec_ir::scalar`, bit for bit.

mod common;

use common::{check, edges, pairs};
use tilec_ir::scalar::{eval_binary, eval_cast, eval_compare, eval_pair, eval_ternary, eval_unary};
use tilec_ir::scalar_op::{BinaryOp, CastOp, PairOp, Predicate, TernaryOp, UnaryOp};
use tilec_ir::{OpKind, Scalar, ScalarType, Type, spelling};

const INTS: [ScalarType; 8] = [
    ScalarType::Int(1),
    ScalarType::Int(3),
    ScalarType::Int(8),
    ScalarType::Int(16),
    ScalarType::Int(32),
    ScalarType::Int(48),
    ScalarType::Int(64),
    ScalarType::Index,
];
const FLOATS: [ScalarType; 2] = [ScalarType::F32, ScalarType::F64];

#[test]
fn unary() {
    use UnaryOp::*;
    for ty in FLOATS {
        for op in [NegF, AbsF, Sqrt, Floor, Ceil, Trunc, RoundEven, IsNan, IsInf, IsFinite, IsNormal] {
            let rows: Vec<_> = edges(ty).into_iter().map(|v| vec![v]).collect();
            check(&format!("{op:?} {ty:?}"), &rows, &|b, v| b.unary(op, v[0]), &|v| eval_unary(op, v[0]));
        }
    }
    for ty in INTS {
        for op in [AbsI, CtLz, CtTz, CtPop] {
            let rows: Vec<_> = edges(ty).into_iter().map(|v| vec![v]).collect();
            check(&format!("{op:?} {ty:?}"), &rows, &|b, v| b.unary(op, v[0]), &|v| eval_unary(op, v[0]));
        }
    }
}

#[test]
fn binary_float() {
    use BinaryOp::*;
    for ty in FLOATS {
        for op in [AddF, SubF, MulF, DivF, RemF, MaximumF, MinimumF, MaxNumF, MinNumF, CopySign] {
            check(&format!("{op:?} {ty:?}"), &pairs(ty, ty), &|b, v| b.binary(op, v[0], v[1]), &|v| {
                eval_binary(op, v[0], v[1]).unwrap()
            });
        }
    }
}

#[test]
fn min_max_with_a_constant() {
    use BinaryOp::*;
    for ty in FLOATS {
        for op in [MaximumF, MinimumF, MaxNumF, MinNumF] {
            for c in [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
                let c = Scalar::from_f64(ty, c);
                let rows: Vec<_> = edges(ty).into_iter().map(|v| vec![v]).collect();
                let right = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                    let like = b.module.ty(v[0]).clone();
                    let c = b.splat(c, &like);
                    b.binary(op, v[0], c)
                };
                let left = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                    let like = b.module.ty(v[0]).clone();
                    let c = b.splat(c, &like);
                    b.binary(op, c, v[0])
                };
                check(&format!("{op:?} {ty:?} with {c:x?}"), &rows, &right, &|v| eval_binary(op, v[0], c).unwrap());
                check(&format!("{op:?} {ty:?} of {c:x?}"), &rows, &left, &|v| eval_binary(op, c, v[0]).unwrap());
            }
        }
    }
}

#[test]
fn binary_int() {
    use BinaryOp::*;
    for ty in INTS {
        for op in [
            AddI, SubI, MulI, And, Or, Xor, ShlI, ShrSI, ShrUI, MaxSI, MaxUI, MinSI, MinUI, DivSI, DivUI, CeilDivSI, CeilDivUI,
            FloorDivSI, RemSI, RemUI,
        ] {
            let rows: Vec<_> = pairs(ty, ty).into_iter().filter(|v| eval_binary(op, v[0], v[1]).is_ok()).collect();
            check(&format!("{op:?} {ty:?}"), &rows, &|b, v| b.binary(op, v[0], v[1]), &|v| eval_binary(op, v[0], v[1]).unwrap());
        }
    }
}

#[test]
fn shifts_and_divisions_by_a_constant() {
    use BinaryOp::*;
    for ty in INTS {
        for op in [ShlI, ShrSI, ShrUI, DivSI, DivUI, RemSI, RemUI, FloorDivSI, CeilDivSI] {
            for c in edges(ty) {
                let rows: Vec<_> = edges(ty).into_iter().filter(|v| eval_binary(op, *v, c).is_ok()).map(|v| vec![v]).collect();
                if rows.is_empty() {
                    continue;
                }
                let build = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                    let like = b.module.ty(v[0]).clone();
                    let c = b.splat(c, &like);
                    b.binary(op, v[0], c)
                };
                check(&format!("{op:?} {ty:?} by {c:x?}"), &rows, &build, &|v| eval_binary(op, v[0], c).unwrap());
            }
        }
    }
}

#[test]
fn compare_and_select() {
    let ints = (0..10).map(|n| Predicate::from_number(n, false).unwrap());
    let floats = (0..16).map(|n| Predicate::from_number(n, true).unwrap());
    for p in ints.chain(floats) {
        for &ty in if p.is_float() { &FLOATS[..] } else { &INTS[..] } {
            let truth = |v: &[Scalar]| eval_compare(p, v[0], v[1]);
            check(&format!("{p:?} {ty:?}"), &pairs(ty, ty), &|b, v| b.compare(p, v[0], v[1]), &|v| {
                Scalar::new(ScalarType::I1, u64::from(truth(v)))
            });
            let pick = |v: &[Scalar]| if truth(v) { v[1] } else { v[0] };
            let select = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                let c = b.compare(p, v[0], v[1]);
                b.select(c, v[1], v[0])
            };
            check(&format!("select {p:?} {ty:?}"), &pairs(ty, ty), &select, &pick);
        }
    }
}

/// A mask made at one width selects and converts at another.
#[test]
fn masks_change_width() {
    let all = [ScalarType::Int(8), ScalarType::Int(16), ScalarType::F16, ScalarType::F32, ScalarType::Int(64), ScalarType::F64];
    for from in [ScalarType::Int(8), ScalarType::Int(16), ScalarType::Int(32), ScalarType::Int(64), ScalarType::F64] {
        let p = if from.is_float() { Predicate::FOlt } else { Predicate::Slt };
        for to in all {
            let values = edges(to);
            let rows: Vec<Vec<Scalar>> = pairs(from, from)
                .into_iter()
                .enumerate()
                .map(|(i, v)| vec![v[0], v[1], values[i % values.len()], values[(i * 7 + 1) % values.len()]])
                .collect();
            let build = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                let c = b.compare(p, v[0], v[1]);
                b.select(c, v[2], v[3])
            };
            let expect = |v: &[Scalar]| if eval_compare(p, v[0], v[1]) { v[2] } else { v[3] };
            check(&format!("select {to:?} by {from:?}"), &rows, &build, &expect);
        }
        for to in [ScalarType::Int(3), ScalarType::Int(8), ScalarType::Int(16), ScalarType::Int(32), ScalarType::Index] {
            for op in [CastOp::ExtSI, CastOp::ExtUI] {
                let build = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                    let c = b.compare(p, v[0], v[1]);
                    b.cast(op, c, to)
                };
                let expect =
                    |v: &[Scalar]| eval_cast(op, Scalar::new(ScalarType::I1, u64::from(eval_compare(p, v[0], v[1]))), to);
                check(&format!("{op:?} {from:?} to {to:?}"), &pairs(from, from), &build, &expect);
            }
        }
    }
}

/// Logic on masks of two widths, stored.
#[test]
fn mask_logic() {
    use BinaryOp::*;
    for op in [And, Or, Xor, AddI, SubI, MulI, MaxSI, MaxUI, MinSI, MinUI, ShlI, ShrSI] {
        let rows: Vec<Vec<Scalar>> = pairs(ScalarType::F64, ScalarType::F64)
            .into_iter()
            .zip(pairs(ScalarType::Int(8), ScalarType::Int(8)))
            .map(|(a, b)| [a, b].concat())
            .collect();
        let build = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
            let wide = b.compare(Predicate::FOlt, v[0], v[1]);
            let narrow = b.compare(Predicate::Ult, v[2], v[3]);
            b.binary(op, wide, narrow)
        };
        let bit = |p, a, b| Scalar::new(ScalarType::I1, u64::from(eval_compare(p, a, b)));
        let expect = |v: &[Scalar]| eval_binary(op, bit(Predicate::FOlt, v[0], v[1]), bit(Predicate::Ult, v[2], v[3])).unwrap();
        check(&format!("{op:?} of masks"), &rows, &build, &expect);
    }
}

#[test]
fn casts() {
    let mut cases = Vec::new();
    for a in INTS {
        for b in INTS {
            let wider = b.bits() > a.bits();
            cases.extend(if wider { vec![(CastOp::ExtSI, a, b), (CastOp::ExtUI, a, b)] } else { vec![(CastOp::TruncI, a, b)] });
        }
        cases.extend([(CastOp::IndexCast, a, ScalarType::Index), (CastOp::IndexCastUI, a, ScalarType::Index)]);
        cases.extend([(CastOp::IndexCast, ScalarType::Index, a), (CastOp::IndexCastUI, ScalarType::Index, a)]);
        for f in FLOATS {
            cases.extend([(CastOp::SIToFP, a, f), (CastOp::UIToFP, a, f), (CastOp::FPToSI, f, a), (CastOp::FPToUI, f, a)]);
        }
    }
    cases.extend([(CastOp::ExtF, ScalarType::F32, ScalarType::F64), (CastOp::TruncF, ScalarType::F64, ScalarType::F32)]);
    for (a, b) in [
        (ScalarType::F32, ScalarType::Int(32)),
        (ScalarType::F64, ScalarType::Int(64)),
        (ScalarType::F16, ScalarType::Int(16)),
        (ScalarType::BF16, ScalarType::Int(16)),
    ] {
        cases.extend([(CastOp::Bitcast, a, b), (CastOp::Bitcast, b, a)]);
    }
    for (op, from, to) in cases {
        let rows: Vec<_> = edges(from).into_iter().map(|v| vec![v]).collect();
        check(&format!("{op:?} {from:?} to {to:?}"), &rows, &|b, v| b.cast(op, v[0], to), &|v| eval_cast(op, v[0], to));
    }
}

#[test]
fn ternary() {
    for ty in FLOATS {
        let values = edges(ty);
        let rows: Vec<Vec<Scalar>> = pairs(ty, ty)
            .into_iter()
            .enumerate()
            .flat_map(|(i, v)| [3, 11, 17].map(|k| vec![v[0], v[1], values[(i * k + 1) % values.len()]]))
            .collect();
        for op in [TernaryOp::Fma, TernaryOp::ClampF] {
            check(&format!("{op:?} {ty:?}"), &rows, &|b, v| b.ternary(op, v[0], v[1], v[2]), &|v| {
                eval_ternary(op, v[0], v[1], v[2])
            });
        }
    }
}

#[test]
fn two_results() {
    for ty in INTS {
        for op in [PairOp::AddUIExtended, PairOp::MulSIExtended, PairOp::MulUIExtended] {
            for which in 0..2 {
                let build = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
                    let like = b.module.ty(v[0]).clone();
                    let second = if op == PairOp::AddUIExtended { like.with_elem(ScalarType::I1) } else { like.clone() };
                    let op = b.op(spelling::of(OpKind::Pair(op)), v, &[like, second]);
                    b.module.results(op)[which]
                };
                check(&format!("{op:?} {ty:?} result {which}"), &pairs(ty, ty), &build, &|v| {
                    eval_pair(op, v[0], Some(v[1]))[which]
                });
            }
        }
    }
}

/// Lanes that do not change, and constants that differ by lane.
#[test]
fn broadcasts_and_lanes() {
    for ty in INTS.into_iter().chain(FLOATS).chain([ScalarType::F16]) {
        let rows: Vec<_> = edges(ty).into_iter().map(|v| vec![v]).collect();
        let build = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
            let Type::Vector(vector) = b.module.ty(v[0]).clone() else {
                return v[0];
            };
            let lanes = vector.shape[0];
            let parts: Vec<_> = (0..lanes)
                .map(|i| {
                    let op = b.op(spelling::of(OpKind::ExtractLane), &[v[0]], &[vector.elem.into()]);
                    b.module.set_attr(op, "static_position", tilec_ir::Attr::i64_array([i]));
                    b.module.result(op)
                })
                .collect();
            let op = b.op(spelling::of(OpKind::FromLanes), &parts, &[Type::vector(&[lanes], vector.elem)]);
            b.module.result(op)
        };
        check(&format!("take apart and put together {ty:?}"), &rows, &build, &|v| v[0]);
        let c = edges(ty)[edges(ty).len() / 2];
        let splat = |b: &mut tilec_ir::Builder, v: &[tilec_ir::Value]| {
            let like = b.module.ty(v[0]).clone();
            let c = b.scalar(c);
            if like.as_scalar().is_some() {
                return c;
            }
            let op = b.op(spelling::of(OpKind::Broadcast), &[c], &[like]);
            b.module.result(op)
        };
        check(&format!("broadcast {ty:?}"), &rows, &splat, &|_| c);
    }
}
