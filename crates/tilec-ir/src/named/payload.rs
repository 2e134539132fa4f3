//! What the bodies of named ops compute.

use super::table::TABLE;
use crate::attr::Attr;
use crate::builder::Builder;
use crate::entity::{Op, Value};
use crate::ir::Module;
use crate::op::{OpKind, StructuredOp};
use crate::scalar::Scalar;
use crate::scalar_op::{BinaryOp as B, CastOp, UnaryOp as U};
use crate::types::ScalarType;

/// What the body computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// `out + a * b`, inputs converted to the output's type first.
    MulAdd,
    /// `out + (a - a_zero) * (b - b_zero)`.
    QuantizedMulAdd,
    /// `out ⊕ in`: the op for floats, signed and unsigned integers.
    Pool(B, B),
    /// An elementwise function of one float input.
    Unary(U),
    /// An elementwise function of two inputs: the op for floats and for integers.
    Binary(B, B),
    /// `in * in`.
    Square,
    /// `1 / in`.
    Reciprocal,
    /// `in`.
    Copy,
    /// `in0 ? in1 : in2`.
    Select,
    /// A pseudo-random number between two floats, from a seed and the loop indices.
    Random,
}

impl Payload {
    /// True if the body can be built for operands of these element types, the output's last.
    pub fn accepts(self, elems: &[ScalarType]) -> bool {
        let Some((&out, inputs)) = elems.split_last() else { return false };
        let computed = elems.iter().all(|e| e.is_float() || e.is_signless_or_index());
        let same = inputs.iter().all(|e| *e == out);
        // What MLIR does not define: differences and quotients of booleans, unsigned operations on what may be negative.
        let boolean = out == ScalarType::I1;
        let defined = |int: B| match int {
            B::SubI | B::DivSI => !boolean,
            B::DivUI | B::MaxUI | B::MinUI => !boolean && !out.is_float(),
            _ => true,
        };
        computed
            && match self {
                Self::MulAdd | Self::Copy => true,
                Self::QuantizedMulAdd => !boolean,
                // The window is only a shape.
                Self::Pool(_, int) => defined(int),
                Self::Unary(_) | Self::Reciprocal | Self::Square => same && out.is_float(),
                Self::Binary(B::PowF, _) => same && out.is_float(),
                Self::Binary(_, int) => same && defined(int),
                Self::Select => inputs.len() == 3 && inputs[0] == ScalarType::I1 && inputs[1..].iter().all(|e| *e == out),
                Self::Random => out.is_float() && inputs.len() == 3 && inputs[2] == ScalarType::Int(32),
            }
    }

    /// The number of inputs of a `linalg.elementwise` that computes this.
    pub fn num_inputs(self) -> usize {
        match self {
            Self::Unary(_) | Self::Square | Self::Reciprocal | Self::Copy | Self::Pool(..) => 1,
            Self::Binary(..) | Self::MulAdd => 2,
            Self::Select | Self::Random => 3,
            Self::QuantizedMulAdd => 4,
        }
    }

    /// What a `linalg.elementwise` of this kind computes; the kinds are named like the ops, but for the signs of extrema.
    pub fn of_elementwise(kind: &str) -> Option<Self> {
        Some(match kind {
            "max_signed" => Self::Binary(B::MaximumF, B::MaxSI),
            "min_signed" => Self::Binary(B::MinimumF, B::MinSI),
            "max_unsigned" => Self::Binary(B::MaximumF, B::MaxUI),
            "min_unsigned" => Self::Binary(B::MinimumF, B::MinUI),
            "max" | "min" | "copy" => return None,
            _ => {
                let named = TABLE.iter().find(|row| row.name.strip_prefix("linalg.") == Some(kind))?;
                named.spec.contains("* -> *").then_some(named.payload)?
            }
        })
    }
}

impl Module {
    /// What the body of a structured op computes if its name (and attributes) say it; `None` if the op states its body.
    pub fn implied_payload(&self, op: Op) -> Option<Payload> {
        match self.kind(op) {
            OpKind::Structured(StructuredOp::Named(named)) => Some(named.def().payload),
            OpKind::Structured(StructuredOp::Contract) => Some(Payload::MulAdd),
            OpKind::Structured(StructuredOp::Elementwise) => {
                let Some(Attr::Opaque(kind)) = self.attr(op, "kind") else { return None };
                Payload::of_elementwise(kind.strip_prefix("#linalg.elementwise_kind<")?.strip_suffix('>')?)
            }
            _ => None,
        }
    }

    /// Builds the value that the body of a named op yields. `args` are the body's arguments, the output last.
    pub(crate) fn build_payload(builder: &mut Builder<'_>, op: Op, payload: Payload, args: &[Value]) -> Value {
        let unsigned = matches!(builder.module.attr(op, "cast"), Some(Attr::Opaque(t)) if t.contains("cast_unsigned"));
        let (&out, inputs) = args.split_last().expect("an output");
        let ty = builder.module.ty(out).elem().expect("a scalar");
        let pick = |float: B, int: B| if ty.is_float() { float } else { int };
        let boolean = ty == ScalarType::I1;
        let (mul, add) = if boolean { (B::And, B::Or) } else { (pick(B::MulF, B::MulI), pick(B::AddF, B::AddI)) };
        match payload {
            Payload::MulAdd => {
                let (a, b) = (convert(builder, inputs[0], ty, unsigned), convert(builder, inputs[1], ty, unsigned));
                let product = builder.binary(mul, a, b);
                builder.binary(add, out, product)
            }
            Payload::QuantizedMulAdd => {
                let sub = pick(B::SubF, B::SubI);
                let mut shifted = [0, 1].map(|i| {
                    let value = convert(builder, inputs[i], ty, false);
                    let zero = convert(builder, inputs[i + 2], ty, false);
                    builder.binary(sub, value, zero)
                });
                let product = builder.binary(mul, shifted[0], shifted[1]);
                shifted[0] = builder.binary(add, out, product);
                shifted[0]
            }
            Payload::Pool(float, int) => {
                let unsigned = matches!(int, B::MaxUI | B::MinUI);
                let value = convert(builder, inputs[0], ty, unsigned);
                builder.binary(if boolean && int == B::AddI { B::Or } else { pick(float, int) }, out, value)
            }
            Payload::Unary(unary) => builder.unary(unary, inputs[0]),
            Payload::Binary(float, int) => {
                let op = match int {
                    B::AddI if boolean => B::Or,
                    B::MulI if boolean => B::And,
                    _ => pick(float, int),
                };
                builder.binary(op, inputs[0], inputs[1])
            }
            Payload::Square => builder.binary(mul, inputs[0], inputs[0]),
            Payload::Reciprocal => {
                let one = builder.scalar(Scalar::from_f64(ty, 1.0));
                builder.binary(B::DivF, one, inputs[0])
            }
            Payload::Copy => convert(builder, inputs[0], ty, unsigned),
            Payload::Select => builder.select(inputs[0], inputs[1], inputs[2]),
            Payload::Random => build_random(builder, inputs, ty),
        }
    }
}

/// The value as an element of another type, by the conversion that MLIR's named ops use.
fn convert(builder: &mut Builder<'_>, value: Value, to: ScalarType, unsigned: bool) -> Value {
    let from = builder.module.ty(value).elem().expect("a scalar");
    let index = from == ScalarType::Index || to == ScalarType::Index;
    let cast = match (from.is_float(), to.is_float()) {
        _ if from == to => return value,
        (true, true) if from.bits() < to.bits() => CastOp::ExtF,
        (true, true) => CastOp::TruncF,
        (true, false) if unsigned => CastOp::FPToUI,
        (true, false) => CastOp::FPToSI,
        (false, true) if unsigned => CastOp::UIToFP,
        (false, true) => CastOp::SIToFP,
        _ if index && unsigned => CastOp::IndexCastUI,
        _ if index => CastOp::IndexCast,
        _ if from.bits() > to.bits() => CastOp::TruncI,
        _ if unsigned => CastOp::ExtUI,
        _ => CastOp::ExtSI,
    };
    builder.cast(cast, value, to)
}

/// The linear congruential generator of `linalg.fill_rng_2d`: two steps, seeded by the row, then moved on by the column.
fn build_random(builder: &mut Builder<'_>, inputs: &[Value], ty: ScalarType) -> Value {
    let (i32, f64) = (ScalarType::Int(32), ScalarType::F64);
    let (multiplier, increment) = (Scalar::from_i64(i32, 1_103_515_245), Scalar::from_i64(i32, 12_345));
    let step = |builder: &mut Builder<'_>, dim: i64, addend: Value| {
        let position = builder.loop_index(dim);
        let position = builder.cast(CastOp::IndexCast, position, i32);
        let sum = builder.binary(B::AddI, position, addend);
        let multiplier = builder.scalar(multiplier);
        let product = builder.binary(B::MulI, sum, multiplier);
        let increment = builder.scalar(increment);
        builder.binary(B::AddI, product, increment)
    };
    let seeded = step(builder, 0, inputs[2]);
    let drawn = step(builder, 1, seeded);
    let drawn = builder.cast(CastOp::SIToFP, drawn, f64);
    // From the integers' range to 0 … 2^32, then to the asked one.
    let half = builder.scalar(Scalar::from_f64(f64, 2_147_483_647.0));
    let offset = builder.binary(B::AddF, drawn, half);
    let (low, high) = (convert(builder, inputs[0], f64, false), convert(builder, inputs[1], f64, false));
    let range = builder.binary(B::SubF, high, low);
    let unit = builder.scalar(Scalar::from_f64(f64, 2.328_306_4e-10));
    let scale = builder.binary(B::MulF, range, unit);
    let scaled = builder.binary(B::MulF, offset, scale);
    let value = builder.binary(B::AddF, scaled, low);
    convert(builder, value, ty, false)
}
