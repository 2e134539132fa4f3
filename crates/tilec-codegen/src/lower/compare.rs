//! Comparisons.

use super::value::{Repr, V, Val, Vector, chunks_of, machine};
use super::{Lower, Result};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::scalar_op::Predicate;
use tilec_ir::{Attr, OpKind, ScalarType};

/// What Cranelift calls an integer predicate.
fn int_condition(predicate: Predicate) -> IntCC {
    match predicate {
        Predicate::Eq => IntCC::Equal,
        Predicate::Ne => IntCC::NotEqual,
        Predicate::Slt => IntCC::SignedLessThan,
        Predicate::Sle => IntCC::SignedLessThanOrEqual,
        Predicate::Sgt => IntCC::SignedGreaterThan,
        Predicate::Sge => IntCC::SignedGreaterThanOrEqual,
        Predicate::Ult => IntCC::UnsignedLessThan,
        Predicate::Ule => IntCC::UnsignedLessThanOrEqual,
        Predicate::Ugt => IntCC::UnsignedGreaterThan,
        _ => IntCC::UnsignedGreaterThanOrEqual,
    }
}

/// What Cranelift calls a float predicate; `None` for the two constant ones.
fn float_condition(predicate: Predicate) -> Option<FloatCC> {
    Some(match predicate {
        Predicate::FOeq => FloatCC::Equal,
        Predicate::FOgt => FloatCC::GreaterThan,
        Predicate::FOge => FloatCC::GreaterThanOrEqual,
        Predicate::FOlt => FloatCC::LessThan,
        Predicate::FOle => FloatCC::LessThanOrEqual,
        Predicate::FOne => FloatCC::OrderedNotEqual,
        Predicate::FOrd => FloatCC::Ordered,
        Predicate::FUeq => FloatCC::UnorderedOrEqual,
        Predicate::FUgt => FloatCC::UnorderedOrGreaterThan,
        Predicate::FUge => FloatCC::UnorderedOrGreaterThanOrEqual,
        Predicate::FUlt => FloatCC::UnorderedOrLessThan,
        Predicate::FUle => FloatCC::UnorderedOrLessThanOrEqual,
        Predicate::FUne => FloatCC::NotEqual,
        Predicate::FUno => FloatCC::Unordered,
        _ => return None,
    })
}

fn is_signed(predicate: Predicate) -> bool {
    matches!(predicate, Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge)
}

impl Lower<'_> {
    /// `arith.cmpi` and `arith.cmpf`.
    pub(super) fn compare(&mut self) -> Result<()> {
        let OpKind::Compare { float } = self.module.kind(self.op) else {
            return Err(self.internal("no comparison"));
        };
        let number = self.module.attr(self.op, "predicate").and_then(Attr::as_int);
        let Some(predicate) = number.and_then(|n| Predicate::from_number(n, float)) else {
            return Err(self.internal("a comparison without predicate"));
        };
        let left = self.operand(0)?;
        let elem = self.elem(left)?;
        if float != elem.is_float() {
            return Err(self.internal("a comparison of the wrong family"));
        }
        if float && !matches!(machine(elem), Some(types::F32 | types::F64)) {
            return Err(self.unsupported("expand comparisons of 16-bit floats first"));
        }
        match (self.get(left)?, self.get(self.operand(1)?)?) {
            (Val::Scalar(a), Val::Scalar(b)) => {
                let v = self.compare_scalar(predicate, elem, a, b);
                self.set_result(0, Val::Scalar(v))
            }
            (Val::Vector(a), Val::Vector(b)) if a.lanes == b.lanes => {
                let v = self.compare_vectors(predicate, elem, &a, &b);
                self.set_result(0, Val::Vector(v))
            }
            _ => Err(self.unsupported("operands that are not both scalars or both vectors of one shape")),
        }
    }

    fn compare_scalar(&mut self, predicate: Predicate, elem: ScalarType, a: V, b: V) -> V {
        if !predicate.is_float() {
            let (a, b) = if is_signed(predicate) { (self.sign_extend(elem, a), self.sign_extend(elem, b)) } else { (a, b) };
            return self.b.ins().icmp(int_condition(predicate), a, b);
        }
        match float_condition(predicate) {
            Some(condition) => self.b.ins().fcmp(condition, a, b),
            None => self.iconst(types::I8, u64::from(predicate == Predicate::FTrue)),
        }
    }

    fn compare_vectors(&mut self, predicate: Predicate, elem: ScalarType, a: &Vector, b: &Vector) -> Vector {
        let lanes = a.lanes;
        if let (Repr::Chunks(x), Repr::Chunks(y), Some(chunk)) = (&a.repr, &b.repr, chunks_of(elem, lanes)) {
            let chunks = x.iter().zip(y).map(|(&x, &y)| self.compare_chunk(predicate, x, y)).collect();
            return Vector { elem: ScalarType::I1, lanes, repr: Repr::Mask { bits: chunk.lane_bits(), chunks } };
        }
        let (x, y) = (self.lane_values(a), self.lane_values(b));
        let bits = x.into_iter().zip(y).map(|(x, y)| self.compare_scalar(predicate, elem, x, y)).collect();
        self.bits_to_vector(bits)
    }

    fn compare_chunk(&mut self, predicate: Predicate, a: V, b: V) -> V {
        if !predicate.is_float() {
            return self.b.ins().icmp(int_condition(predicate), a, b);
        }
        match float_condition(predicate) {
            // The machine has no instruction for these two.
            Some(FloatCC::OrderedNotEqual) => {
                let (less, greater) = (self.b.ins().fcmp(FloatCC::LessThan, a, b), self.b.ins().fcmp(FloatCC::GreaterThan, a, b));
                self.b.ins().bor(less, greater)
            }
            Some(FloatCC::UnorderedOrEqual) => {
                let (equal, unordered) = (self.b.ins().fcmp(FloatCC::Equal, a, b), self.b.ins().fcmp(FloatCC::Unordered, a, b));
                self.b.ins().bor(equal, unordered)
            }
            Some(condition) => self.b.ins().fcmp(condition, a, b),
            None => {
                let mask = self.b.func.dfg.value_type(a).as_truthy();
                self.splat_constant(mask, if predicate == Predicate::FTrue { u64::MAX } else { 0 })
            }
        }
    }
}
