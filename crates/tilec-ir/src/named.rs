//! The named structured ops: one table of loops, maps and payload for all of them.
//!
//! A row's maps are written over loop letters: `m n k: m k, k n -> m n` is the matrix product. A loop is parallel if the output has it,
//! else a reduction. `oh*s0+kh*d0` uses the op's `strides` and `dilations` (1 where they are not given). `*` stands for the identity over the
//! output's rank. The definitions are those of MLIR's LinalgNamedStructuredOps.

use crate::affine::{AffineExpr, AffineMap};
use crate::attr::Attr;
use crate::builder::Builder;
use crate::entity::{Op, Value};
use crate::ir::Module;
use crate::scalar::Scalar;
use crate::scalar_op::{BinaryOp as B, CastOp, UnaryOp as U};
use crate::structured::IteratorKind;
use crate::types::ScalarType;
use std::sync::LazyLock;

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
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct NamedDef {
    /// The op's name.
    pub name: &'static str,
    /// Loops and maps.
    spec: &'static str,
    /// The body.
    pub payload: Payload,
    /// The op may state its maps itself (`indexing_maps`).
    pub own_maps: bool,
}

/// Which row of the table an op is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Named(u8);

impl Named {
    /// Every row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(|i| Self(u8::try_from(i).expect("fewer than 256 named ops")))
    }

    /// The row.
    pub fn def(self) -> &'static NamedDef {
        &TABLE[usize::from(self.0)]
    }

    /// True if the body can be built for operands of these element types, the output's last.
    pub fn accepts(self, elems: &[ScalarType]) -> bool {
        let Some((&out, inputs)) = elems.split_last() else { return false };
        let computed = elems.iter().all(|e| e.is_float() || e.is_signless_or_index());
        let same = inputs.iter().all(|e| *e == out);
        computed
            && match self.def().payload {
                Payload::MulAdd | Payload::QuantizedMulAdd | Payload::Copy => true,
                // The window is only a shape.
                Payload::Pool(..) => true,
                Payload::Unary(_) | Payload::Reciprocal => same && out.is_float(),
                Payload::Binary(B::PowF, _) => same && out.is_float(),
                Payload::Binary(..) | Payload::Square => same,
                Payload::Select => inputs.len() == 3 && inputs[0] == ScalarType::I1 && inputs[1..].iter().all(|e| *e == out),
            }
    }

    fn shape(self) -> &'static Shape {
        &SHAPES[usize::from(self.0)]
    }

    /// The number of inputs.
    pub fn num_inputs(self) -> usize {
        self.shape().operands.len() - 1
    }

    /// True if the op has strides and dilations.
    pub fn has_window(self) -> bool {
        self.def().spec.contains("*s")
    }

    /// The maps implied by the name, for an output of `rank` dimensions.
    pub fn maps(self, rank: usize, strides: &[i64], dilations: &[i64]) -> Vec<AffineMap> {
        let shape = self.shape();
        if shape.pointwise {
            return vec![AffineMap::identity(rank); shape.operands.len()];
        }
        let loops = shape.loops;
        let at = |values: &[i64], i: usize| values.get(i).copied().unwrap_or(1);
        let expr = |terms: &Vec<Term>| {
            let term = |t: &Term| {
                let dim = AffineExpr::Dim(u32::try_from(t.dim).expect("few loops"));
                match t.factor {
                    None => dim,
                    Some(Factor::Stride(i)) => dim.mul(AffineExpr::Const(at(strides, i))),
                    Some(Factor::Dilation(i)) => dim.mul(AffineExpr::Const(at(dilations, i))),
                }
            };
            terms.iter().map(term).reduce(AffineExpr::add).unwrap_or(AffineExpr::Const(0))
        };
        shape.operands.iter().map(|o| AffineMap::new(loops, o.iter().map(expr).collect::<Vec<_>>())).collect()
    }

    /// One kind per loop, for an output of `rank` dimensions.
    pub fn iterators(self, rank: usize) -> Vec<IteratorKind> {
        let shape = self.shape();
        if shape.pointwise {
            return vec![IteratorKind::Parallel; rank];
        }
        iterators_of(shape.loops, &self.maps(rank, &[], &[]))
    }
}

/// Parallel where the last map has the loop, else a reduction.
pub(crate) fn iterators_of(loops: usize, maps: &[AffineMap]) -> Vec<IteratorKind> {
    let output = maps.last();
    let kind = |d| if output.is_some_and(|m| m.uses_dim(d)) { IteratorKind::Parallel } else { IteratorKind::Reduction };
    (0..loops).map(kind).collect()
}

#[derive(Debug)]
enum Factor {
    Stride(usize),
    Dilation(usize),
}

#[derive(Debug)]
struct Term {
    dim: usize,
    factor: Option<Factor>,
}

/// A row's spec, read.
#[derive(Debug)]
struct Shape {
    loops: usize,
    pointwise: bool,
    /// Operands, their dimensions, the terms of each.
    operands: Vec<Vec<Vec<Term>>>,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| TABLE.iter().map(|d| read_spec(d.spec)).collect());

fn read_spec(spec: &str) -> Shape {
    let (loops, maps) = spec.split_once(':').unwrap_or(("", spec));
    let loops: Vec<&str> = loops.split_whitespace().collect();
    let pointwise = maps.contains("*,") || maps.trim_start().starts_with("* ->");
    let term = |text: &str| {
        let (dim, factor) = text.split_once('*').map_or((text, None), |(d, f)| (d, Some(f)));
        let number = |f: &str| f[1..].parse().expect("a factor's number");
        let factor = factor.map(|f| if f.starts_with('s') { Factor::Stride(number(f)) } else { Factor::Dilation(number(f)) });
        Term { dim: loops.iter().position(|l| *l == dim).unwrap_or_else(|| panic!("no loop {dim} in {spec}")), factor }
    };
    let dims = |operand: &str| operand.split_whitespace().map(|e| e.split('+').map(term).collect()).collect();
    let (inputs, output) = maps.split_once("->").expect("a spec has an output");
    let operands = inputs.split(',').chain([output]).map(|o| if pointwise { Vec::new() } else { dims(o) }).collect();
    Shape { loops: loops.len(), pointwise, operands }
}

const fn row(name: &'static str, spec: &'static str, payload: Payload) -> NamedDef {
    NamedDef { name, spec, payload, own_maps: false }
}

const fn product(name: &'static str, spec: &'static str) -> NamedDef {
    NamedDef { name, spec, payload: Payload::MulAdd, own_maps: true }
}

const fn unary(name: &'static str, op: U) -> NamedDef {
    row(name, "* -> *", Payload::Unary(op))
}

const fn binary(name: &'static str, float: B, int: B) -> NamedDef {
    row(name, "*, * -> *", Payload::Binary(float, int))
}

const SUM: Payload = Payload::Pool(B::AddF, B::AddI);
const MAX: Payload = Payload::Pool(B::MaximumF, B::MaxSI);
const MIN: Payload = Payload::Pool(B::MinimumF, B::MinSI);
const MAX_UNSIGNED: Payload = Payload::Pool(B::MaximumF, B::MaxUI);
const MIN_UNSIGNED: Payload = Payload::Pool(B::MinimumF, B::MinUI);

static TABLE: &[NamedDef] = &[
    product("linalg.matmul", "m n k: m k, k n -> m n"),
    product("linalg.batch_matmul", "b m n k: b m k, b k n -> b m n"),
    product("linalg.batch_reduce_matmul", "b m n k: b m k, b k n -> m n"),
    row("linalg.matvec", "m n: m n, n -> m", Payload::MulAdd),
    row("linalg.vecmat", "n m: m, m n -> n", Payload::MulAdd),
    row("linalg.batch_matvec", "b m k: b m k, b k -> b m", Payload::MulAdd),
    row("linalg.batch_vecmat", "b n k: b k, b k n -> b n", Payload::MulAdd),
    row("linalg.dot", "m: m, m -> ", Payload::MulAdd),
    row("linalg.mmt4d", "m n k m0 n0 k0: m k m0 k0, n k n0 k0 -> m n m0 n0", Payload::MulAdd),
    row("linalg.batch_mmt4d", "b m n k m0 n0 k0: b m k m0 k0, b n k n0 k0 -> b m n m0 n0", Payload::MulAdd),
    row("linalg.quantized_matmul", "m n k: m k, k n, , -> m n", Payload::QuantizedMulAdd),
    row("linalg.quantized_batch_matmul", "b m n k: b m k, b k n, , -> b m n", Payload::QuantizedMulAdd),
    row("linalg.conv_1d", "ow kw: ow+kw, kw -> ow", Payload::MulAdd),
    row("linalg.conv_2d", "oh ow kh kw: oh+kh ow+kw, kh kw -> oh ow", Payload::MulAdd),
    row("linalg.conv_3d", "od oh ow kd kh kw: od+kd oh+kh ow+kw, kd kh kw -> od oh ow", Payload::MulAdd),
    row("linalg.conv_1d_nwc_wcf", "n ow f kw c: n ow*s0+kw*d0 c, kw c f -> n ow f", Payload::MulAdd),
    row("linalg.conv_1d_ncw_fcw", "n f ow c kw: n c ow*s0+kw*d0, f c kw -> n f ow", Payload::MulAdd),
    row("linalg.conv_2d_nhwc_hwcf", "n oh ow f kh kw c: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c f -> n oh ow f", Payload::MulAdd),
    row("linalg.conv_2d_nhwc_fhwc", "n oh ow f kh kw c: n oh*s0+kh*d0 ow*s1+kw*d1 c, f kh kw c -> n oh ow f", Payload::MulAdd),
    row("linalg.conv_2d_nchw_fchw", "n f oh ow c kh kw: n c oh*s0+kh*d0 ow*s1+kw*d1, f c kh kw -> n f oh ow", Payload::MulAdd),
    row(
        "linalg.conv_2d_ngchw_fgchw",
        "n g f oh ow c kh kw: n g c oh*s0+kh*d0 ow*s1+kw*d1, f g c kh kw -> n g f oh ow",
        Payload::MulAdd,
    ),
    row(
        "linalg.conv_2d_ngchw_gfchw",
        "n g f oh ow c kh kw: n g c oh*s0+kh*d0 ow*s1+kw*d1, g f c kh kw -> n g f oh ow",
        Payload::MulAdd,
    ),
    row(
        "linalg.conv_2d_nhwgc_gfhwc",
        "n oh ow g f kh kw c: n oh*s0+kh*d0 ow*s1+kw*d1 g c, g f kh kw c -> n oh ow g f",
        Payload::MulAdd,
    ),
    row(
        "linalg.conv_2d_nhwc_hwcf_q",
        "n oh ow f kh kw c: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c f, , -> n oh ow f",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.conv_3d_ndhwc_dhwcf",
        "n od oh ow f kd kh kw c: n od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2 c, kd kh kw c f -> n od oh ow f",
        Payload::MulAdd,
    ),
    row("linalg.depthwise_conv_1d_nwc_wc", "n ow c kw: n ow*s0+kw*d0 c, kw c -> n ow c", Payload::MulAdd),
    row("linalg.depthwise_conv_1d_nwc_wcm", "n ow c m kw: n ow*s0+kw*d0 c, kw c m -> n ow c m", Payload::MulAdd),
    row(
        "linalg.depthwise_conv_2d_nhwc_hwc",
        "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c -> n oh ow c",
        Payload::MulAdd,
    ),
    row(
        "linalg.depthwise_conv_2d_nchw_chw",
        "n oh ow c kh kw: n c oh*s0+kh*d0 ow*s1+kw*d1, c kh kw -> n c oh ow",
        Payload::MulAdd,
    ),
    row(
        "linalg.depthwise_conv_2d_nhwc_hwcm",
        "n oh ow c m kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c m -> n oh ow c m",
        Payload::MulAdd,
    ),
    row(
        "linalg.depthwise_conv_2d_nhwc_hwc_q",
        "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c, , -> n oh ow c",
        Payload::QuantizedMulAdd,
    ),
    row("linalg.pooling_nhwc_sum", "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c", SUM),
    row("linalg.pooling_nhwc_max", "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c", MAX),
    row("linalg.pooling_nhwc_max_unsigned", "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c", MAX_UNSIGNED),
    row("linalg.pooling_nhwc_min", "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c", MIN),
    row("linalg.pooling_nhwc_min_unsigned", "n oh ow c kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c", MIN_UNSIGNED),
    row("linalg.pooling_nchw_sum", "n c oh ow kh kw: n c oh*s0+kh*d0 ow*s1+kw*d1, kh kw -> n c oh ow", SUM),
    row("linalg.pooling_nchw_max", "n c oh ow kh kw: n c oh*s0+kh*d0 ow*s1+kw*d1, kh kw -> n c oh ow", MAX),
    row("linalg.pooling_nwc_sum", "n ow c kw: n ow*s0+kw*d0 c, kw -> n ow c", SUM),
    row("linalg.pooling_nwc_max", "n ow c kw: n ow*s0+kw*d0 c, kw -> n ow c", MAX),
    row("linalg.pooling_nwc_max_unsigned", "n ow c kw: n ow*s0+kw*d0 c, kw -> n ow c", MAX_UNSIGNED),
    row("linalg.pooling_nwc_min", "n ow c kw: n ow*s0+kw*d0 c, kw -> n ow c", MIN),
    row("linalg.pooling_nwc_min_unsigned", "n ow c kw: n ow*s0+kw*d0 c, kw -> n ow c", MIN_UNSIGNED),
    row("linalg.pooling_ncw_sum", "n c ow kw: n c ow*s0+kw*d0, kw -> n c ow", SUM),
    row("linalg.pooling_ncw_max", "n c ow kw: n c ow*s0+kw*d0, kw -> n c ow", MAX),
    unary("linalg.exp", U::Exp),
    unary("linalg.log", U::Log),
    unary("linalg.abs", U::AbsF),
    unary("linalg.ceil", U::Ceil),
    unary("linalg.floor", U::Floor),
    unary("linalg.negf", U::NegF),
    unary("linalg.round", U::Round),
    unary("linalg.sqrt", U::Sqrt),
    unary("linalg.rsqrt", U::Rsqrt),
    unary("linalg.tanh", U::Tanh),
    unary("linalg.erf", U::Erf),
    row("linalg.square", "* -> *", Payload::Square),
    row("linalg.reciprocal", "* -> *", Payload::Reciprocal),
    row("linalg.copy", "* -> *", Payload::Copy),
    binary("linalg.add", B::AddF, B::AddI),
    binary("linalg.sub", B::SubF, B::SubI),
    binary("linalg.mul", B::MulF, B::MulI),
    binary("linalg.div", B::DivF, B::DivSI),
    binary("linalg.div_unsigned", B::DivF, B::DivUI),
    binary("linalg.max", B::MaximumF, B::MaxSI),
    binary("linalg.min", B::MinimumF, B::MinSI),
    binary("linalg.powf", B::PowF, B::PowF),
    row("linalg.select", "*, *, * -> *", Payload::Select),
];

impl Module {
    /// Builds the value that the body of a named op yields. `args` are the body's arguments, the output last.
    pub(crate) fn build_payload(builder: &mut Builder<'_>, op: Op, named: Named, args: &[Value]) -> Value {
        let unsigned = matches!(builder.module.attr(op, "cast"), Some(Attr::Opaque(t)) if t.contains("cast_unsigned"));
        let (&out, inputs) = args.split_last().expect("an output");
        let ty = builder.module.ty(out).elem().expect("a scalar");
        let pick = |float: B, int: B| if ty.is_float() { float } else { int };
        let boolean = ty == ScalarType::I1;
        let (mul, add) = if boolean { (B::And, B::Or) } else { (pick(B::MulF, B::MulI), pick(B::AddF, B::AddI)) };
        match named.def().payload {
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
