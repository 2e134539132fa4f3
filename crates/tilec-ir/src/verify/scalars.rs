//! Constants and elementwise ops.

use super::{Check, is_i1_like};
use crate::attr::Attr;
use crate::op::OpKind;
use crate::scalar_op::{CastOp, Predicate};
use crate::spelling::Accepts;
use crate::types::{ScalarType, Type};

impl Check<'_, '_> {
    pub(super) fn constant(&mut self) {
        let ty = self.result_type(0);
        let value_type = match self.module.attr(self.op, "value") {
            Some(Attr::Bool(_)) => Some(Type::I1),
            Some(Attr::Int(_, t)) => Some(Type::Scalar(*t)),
            Some(Attr::Float(s)) => Some(Type::Scalar(s.ty)),
            Some(Attr::Dense(d)) => Some(d.ty.clone()),
            Some(Attr::Elided(_, ty)) => Some(ty.clone()),
            _ => None,
        };
        let Some(found) = value_type else { return self.fail("expected a number or a dense constant") };
        self.require(found == *ty, || format!("expected a value of type {ty}, but found {found}"));
        let signless = !matches!(ty.elem(), Some(ScalarType::Signed(_) | ScalarType::Unsigned(_))) || ty.as_scalar().is_none();
        self.require(signless, || format!("expected a signless integer, but found {ty}"));
    }

    /// Operands are scalars, vectors or tensors whose elements the row accepts.
    pub(super) fn elementwise(&mut self) {
        let accepts = self.module.spelling(self.op).accepts;
        for i in 0..self.module.num_operands(self.op) {
            let ty = self.operand_type(i);
            let elem = ty.elem().filter(|_| ty.as_memref().is_none());
            let what = match accepts {
                Accepts::Any => continue,
                Accepts::Float if elem.is_some_and(ScalarType::is_float) => continue,
                Accepts::Int if elem.is_some_and(ScalarType::is_signless_or_index) => continue,
                Accepts::Float => "floats",
                Accepts::Int => "signless integers or index",
            };
            self.fail(format!("expected operand {i} to be of {what}, but found {ty}"));
        }
        match self.module.kind(self.op) {
            OpKind::Compare { float } => {
                let number = self.module.attr(self.op, "predicate").and_then(Attr::as_int);
                let known = number.and_then(|n| Predicate::from_number(n, float)).is_some();
                self.require(known, || "has no predicate".into());
            }
            OpKind::Binary(crate::scalar_op::BinaryOp::FPowI) => {
                let (base, power) = (self.operand_type(0), self.operand_type(1));
                let ok = base.elem().is_some_and(ScalarType::is_float)
                    && power.elem().is_some_and(ScalarType::is_signless_or_index)
                    && [base, power].iter().all(|t| t.as_memref().is_none());
                self.require(ok && base.with_elem(ScalarType::I1) == power.with_elem(ScalarType::I1), || {
                    format!("expected a float base and an integer power of one shape, but found {base} and {power}")
                });
            }
            OpKind::Pair(crate::scalar_op::PairOp::AddUIExtended) => {
                let (sum, overflow) = (self.result_type(0), self.result_type(1));
                self.require(*overflow == sum.with_elem(ScalarType::I1), || {
                    format!("expected an i1 overflow, but found {overflow}")
                });
            }
            _ => {}
        }
    }

    pub(super) fn select(&mut self) {
        let (condition, value) = (self.operand_type(0), self.result_type(0));
        let same_shape = *condition == value.with_elem(ScalarType::I1) && is_i1_like(condition);
        self.require(*condition == Type::I1 || same_shape, || {
            format!("expected a condition of type i1 or of i1 in the shape of {value}, but found {condition}")
        });
    }

    pub(super) fn cast(&mut self, cast: CastOp) {
        let (from, to) = (self.operand_type(0), self.result_type(0));
        if cast == CastOp::Bitcast && from.as_memref().is_none() && to.as_memref().is_none() {
            for ty in [from, to] {
                let plain = ty.elem().is_some_and(|e| e.is_float() || matches!(e, ScalarType::Int(_)));
                self.require(plain, || format!("expected floats or signless integers, but found {ty}"));
            }
            let same = from.with_elem(ScalarType::I1) == to.with_elem(ScalarType::I1);
            let bits = |t: &Type| t.elem().map(ScalarType::bits);
            self.require(same && bits(from) == bits(to), || format!("expected types of equal width, but found {from} and {to}"));
            return;
        }
        let (Some(a), Some(b)) = (from.elem(), to.elem()) else { return self.fail("expected scalars, vectors or tensors") };
        let shapes = from.as_memref().is_none() && from.with_elem(ScalarType::I1) == to.with_elem(ScalarType::I1);
        if !self.require(shapes, || format!("expected operand and result of one shape, but found {from} and {to}")) {
            return;
        }
        let int = |t: ScalarType| matches!(t, ScalarType::Int(_));
        let (ok, what) = match cast {
            CastOp::ExtF => (a.is_float() && b.is_float() && b.bits() > a.bits(), "a wider float"),
            CastOp::TruncF => (a.is_float() && b.is_float() && b.bits() < a.bits(), "a narrower float"),
            CastOp::ExtSI | CastOp::ExtUI => (int(a) && int(b) && b.bits() > a.bits(), "a wider integer"),
            CastOp::TruncI => (int(a) && int(b) && b.bits() < a.bits(), "a narrower integer"),
            CastOp::SIToFP | CastOp::UIToFP => (int(a) && b.is_float(), "an integer to a float"),
            CastOp::FPToSI | CastOp::FPToUI => (a.is_float() && int(b), "a float to an integer"),
            CastOp::IndexCast | CastOp::IndexCastUI => {
                ((a == ScalarType::Index) != (b == ScalarType::Index) && (int(a) || int(b)), "between index and an integer")
            }
            CastOp::Bitcast => (false, "scalars, vectors or tensors"),
        };
        self.require(ok, || format!("expected {what}, but found {from} to {to}"));
    }

    /// Conversions with a scale: of the width their name says.
    pub(super) fn scaled_cast(&mut self) {
        let (from, to) = (self.operand_type(0), self.result_type(0));
        let (Some(a), Some(b)) = (from.elem(), to.elem()) else { return self.fail("expected floats") };
        let floats = self.operand_types().iter().all(|t| t.elem().is_some_and(ScalarType::is_float)) && b.is_float();
        let shapes = self.operand_types().iter().all(|t| t.as_memref().is_none() && t.with_elem(b) == to.with_elem(b));
        self.require(floats && shapes, || format!("expected floats of one shape, but found {from} and {to}"));
        let widens = self.module.spelling(self.op).name == "arith.scaling_extf";
        let ok = if widens { b.bits() > a.bits() } else { b.bits() < a.bits() };
        let what = if widens { "wider" } else { "narrower" };
        self.require(ok, || format!("expected a {what} float, but found {from} to {to}"));
    }

    /// Vectors made of scalars and taken apart.
    pub(super) fn lanes(&mut self) {
        let kind = self.module.kind(self.op);
        let vector = if kind == OpKind::ExtractLane { self.operand_type(0) } else { self.result_type(0) };
        let Some(vector) = vector.as_vector().cloned() else {
            return self.fail(format!("expected a vector, but found {vector}"));
        };
        match kind {
            OpKind::Broadcast => {
                let source = self.operand_type(0);
                self.require(*source == Type::Scalar(vector.elem), || {
                    format!("expected a scalar source of the vector's element type, but found {source}")
                });
            }
            OpKind::FromLanes => {
                let (lanes, found) = (vector.shape.iter().product::<i64>(), self.module.num_operands(self.op));
                self.require(i64::try_from(found) == Ok(lanes), || format!("expected {lanes} elements, but found {found}"));
            }
            _ => {
                let position = self.module.int_array(self.op, "static_position");
                let inside =
                    position.len() == vector.shape.len() && position.iter().zip(&vector.shape).all(|(p, d)| (0..*d).contains(p));
                self.require(inside, || "expected one constant position inside the vector per dimension".into());
                let result = self.result_type(0);
                self.require(*result == Type::Scalar(vector.elem), || {
                    format!("expected a result of the vector's element type, but found {result}")
                });
            }
        }
    }
}
