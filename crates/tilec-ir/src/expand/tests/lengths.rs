//! How many operations the inner-loop functions expand to.

use super::*;

/// Counts operations; values are their types.
#[derive(Default)]
struct Counter {
    ops: usize,
}

impl Counter {
    fn count(&mut self, ty: ScalarType) -> ScalarType {
        self.ops += 1;
        ty
    }
}

impl Emit for Counter {
    type V = ScalarType;

    fn ty(&self, v: &ScalarType) -> ScalarType {
        *v
    }

    fn constant(&mut self, c: Scalar) -> ScalarType {
        c.ty
    }

    fn unary(&mut self, _: UnaryOp, a: ScalarType) -> ScalarType {
        self.count(a)
    }

    fn binary(&mut self, _: BinaryOp, a: ScalarType, b: ScalarType) -> ScalarType {
        assert_eq!(a, b);
        self.count(a)
    }

    fn fma(&mut self, a: ScalarType, b: ScalarType, c: ScalarType) -> ScalarType {
        assert!(a == b && b == c);
        self.count(a)
    }

    fn compare(&mut self, _: Predicate, a: ScalarType, b: ScalarType) -> ScalarType {
        assert_eq!(a, b);
        self.count(ScalarType::I1)
    }

    fn select(&mut self, c: ScalarType, t: ScalarType, f: ScalarType) -> ScalarType {
        assert!(c == ScalarType::I1 && t == f);
        self.count(t)
    }

    fn cast(&mut self, op: CastOp, a: ScalarType, to: ScalarType) -> ScalarType {
        if op == CastOp::Bitcast {
            assert_eq!(a.bits(), to.bits());
            return to; // free in a register
        }
        self.count(to)
    }

    fn lookup(&mut self, table: &'static Table, index: ScalarType) -> ScalarType {
        assert_eq!(index, ScalarType::Int(64));
        self.count(table.ty)
    }
}

#[test]
fn lengths_of_inner_loop_functions() {
    let length = |op, ty| {
        let mut counter = Counter::default();
        expand_unary(&mut counter, op, ty).expect("an expansion");
        counter.ops
    };
    for op in [UnaryOp::Exp, UnaryOp::Exp2, UnaryOp::Log, UnaryOp::Tanh, UnaryOp::Erf, UnaryOp::Rsqrt, UnaryOp::Sin, UnaryOp::Tan]
    {
        println!("{op:?}: f32 {}, f64 {}", length(op, ScalarType::F32), length(op, ScalarType::F64));
    }
    for (op, limit) in [(UnaryOp::Exp, 24), (UnaryOp::Log, 35), (UnaryOp::Tanh, 33), (UnaryOp::Erf, 28), (UnaryOp::Rsqrt, 13)] {
        assert!(length(op, ScalarType::F32) <= limit, "{op:?} has grown to {} operations", length(op, ScalarType::F32));
    }
}
