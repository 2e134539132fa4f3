//! The rows.

use super::{NamedDef, Payload};
use crate::scalar_op::{BinaryOp as B, UnaryOp as U};

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

const POOL_3D: &str = "n od oh ow c kd kh kw: n od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2 c, kd kh kw -> n od oh ow c";

pub(super) static TABLE: &[NamedDef] = &[
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
    row(
        "linalg.conv_2d_nhwc_fhwc_q",
        "n oh ow f kh kw c: n oh*s0+kh*d0 ow*s1+kw*d1 c, f kh kw c, , -> n oh ow f",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.conv_2d_nchw_fchw_q",
        "n f oh ow c kh kw: n c oh*s0+kh*d0 ow*s1+kw*d1, f c kh kw, , -> n f oh ow",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.conv_2d_nhwgc_gfhwc_q",
        "n oh ow g f kh kw c: n oh*s0+kh*d0 ow*s1+kw*d1 g c, g f kh kw c, , -> n oh ow g f",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.conv_2d_ngchw_gfchw_q",
        "n g f oh ow c kh kw: n g c oh*s0+kh*d0 ow*s1+kw*d1, g f c kh kw, , -> n g f oh ow",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.conv_3d_ndhwc_dhwcf_q",
        "n od oh ow f kd kh kw c: n od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2 c, kd kh kw c f, , -> n od oh ow f",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.conv_3d_ncdhw_fcdhw",
        "n f od oh ow c kd kh kw: n c od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2, f c kd kh kw -> n f od oh ow",
        Payload::MulAdd,
    ),
    row("linalg.depthwise_conv_1d_ncw_cw", "n ow c kw: n c ow*s0+kw*d0, c kw -> n c ow", Payload::MulAdd),
    row(
        "linalg.depthwise_conv_2d_nhwc_hwcm_q",
        "n oh ow c m kh kw: n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c m, , -> n oh ow c m",
        Payload::QuantizedMulAdd,
    ),
    row(
        "linalg.depthwise_conv_3d_ndhwc_dhwc",
        "n od oh ow kd kh kw c: n od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2 c, kd kh kw c -> n od oh ow c",
        Payload::MulAdd,
    ),
    row(
        "linalg.depthwise_conv_3d_ncdhw_cdhw",
        "n od oh ow kd kh kw c: n c od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2, c kd kh kw -> n c od oh ow",
        Payload::MulAdd,
    ),
    row(
        "linalg.depthwise_conv_3d_ndhwc_dhwcm",
        "n od oh ow m kd kh kw c: n od*s0+kd*d0 oh*s1+kh*d1 ow*s2+kw*d2 c, kd kh kw c m -> n od oh ow c m",
        Payload::MulAdd,
    ),
    row("linalg.pooling_ndhwc_sum", POOL_3D, SUM),
    row("linalg.pooling_ndhwc_max", POOL_3D, MAX),
    row("linalg.pooling_ndhwc_min", POOL_3D, MIN),
    row("linalg.fill_rng_2d", "d0 d1: , , -> d0 d1", Payload::Random),
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
