//! Convolutions and poolings over a window of two dimensions, of which one is a single position, as those over a window of one.
//!
//! Loops of one iteration go, and with them dimensions of extent 1: no element is computed otherwise, or in another order.

use super::Blocker;
use crate::index::{self, Index};
use std::sync::Arc;
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::{
    AffineExpr, AffineMap, Attr, Builder, Dense, DenseData, Dict, IteratorKind, Module, Op, ScalarType, StructuredOp, Type,
    Value, spelling,
};

/// An op over a window of two dimensions.
struct Window {
    name: &'static str,
    /// The op over a window of one.
    narrow: &'static str,
    /// The dimensions of input, window and output that are heights, and those that are widths.
    dims: [[usize; 3]; 2],
}

const fn window(name: &'static str, narrow: &'static str, dims: [[usize; 3]; 2]) -> Window {
    Window { name, narrow, dims }
}

const HW: [[usize; 3]; 2] = [[0, 0, 0], [1, 1, 1]];
const NHWC: [[usize; 3]; 2] = [[1, 0, 1], [2, 1, 2]];
const NCHW: [[usize; 3]; 2] = [[2, 0, 2], [3, 1, 3]];
const NCHW_FCHW: [[usize; 3]; 2] = [[2, 2, 2], [3, 3, 3]];

static WINDOWS: &[Window] = &[
    window("linalg.conv_2d", "linalg.conv_1d", HW),
    window("linalg.conv_2d_nhwc_hwcf", "linalg.conv_1d_nwc_wcf", NHWC),
    window("linalg.conv_2d_nchw_fchw", "linalg.conv_1d_ncw_fcw", NCHW_FCHW),
    window("linalg.depthwise_conv_2d_nhwc_hwc", "linalg.depthwise_conv_1d_nwc_wc", NHWC),
    window("linalg.pooling_nhwc_sum", "linalg.pooling_nwc_sum", NHWC),
    window("linalg.pooling_nhwc_max", "linalg.pooling_nwc_max", NHWC),
    window("linalg.pooling_nhwc_max_unsigned", "linalg.pooling_nwc_max_unsigned", NHWC),
    window("linalg.pooling_nhwc_min", "linalg.pooling_nwc_min", NHWC),
    window("linalg.pooling_nhwc_min_unsigned", "linalg.pooling_nwc_min_unsigned", NHWC),
    window("linalg.pooling_nchw_sum", "linalg.pooling_ncw_sum", NCHW),
    window("linalg.pooling_nchw_max", "linalg.pooling_ncw_max", NCHW),
];

/// An op that can be decomposed.
pub(crate) struct Plan {
    op: Op,
    narrow: &'static str,
    /// The dimension that goes, of each operand.
    dropped: [usize; 3],
    /// Which of the window's dimensions that is.
    axis: usize,
    /// The maps without it.
    maps: Vec<AffineMap>,
    iterators: Vec<IteratorKind>,
}

impl Plan {
    /// The name of the op over a window of one dimension.
    pub(crate) fn name(&self) -> &'static str {
        self.narrow
    }
}

/// Checks an op that is, or was before its numerics were pinned, the op `name`.
///
/// # Errors
/// Why it stays.
pub(crate) fn plan(module: &Module, op: Op, name: &str) -> Result<Plan, Blocker> {
    let row = WINDOWS.iter().find(|w| w.name == name).ok_or(Blocker::NoDecomposition)?;
    let view = module.structured(op).filter(|v| (v.num_inputs(), v.num_outputs()) == (2, 1)).ok_or(Blocker::NoDecomposition)?;
    if module.results(op).is_empty() {
        return Err(Blocker::OnBuffers);
    }
    let shapes: Vec<&[i64]> = module.operands(op).filter_map(|v| module.ty(v).shape()).collect();
    if let Some(operand) = shapes.iter().position(|s| s.contains(&0)) {
        return Err(Blocker::Empty { operand });
    }
    let is_one = |operand: usize, d: usize| shapes.get(operand).and_then(|s| s.get(d)) == Some(&1);
    let axis = (0..2).find(|&a| is_one(1, row.dims[a][1]) && is_one(2, row.dims[a][2])).ok_or(Blocker::WindowSize)?;
    let (dropped, maps, iterators) = (row.dims[axis], view.maps(), view.iterators());
    let loop_of = |operand: usize| maps[operand].results.get(dropped[operand]).and_then(AffineExpr::as_dim);
    let (Some(window), Some(output)) = (loop_of(1), loop_of(2)) else { return Err(Blocker::NoDecomposition) };
    let gone = |d: usize| d == window || d == output;
    // The payload of lanes along the loop that goes would mean something else of the next.
    let lanes = module.walk(op).into_iter().any(|o| is_lane_ordered(module, o));
    let fits = |(map, at): (&AffineMap, usize)| {
        map.results.iter().enumerate().all(|(i, e)| (0..iterators.len()).all(|d| !e.uses_dim(d) || gone(d) == (i == at)))
    };
    let is_there = maps.iter().zip(dropped).all(|(map, at)| at < map.num_results());
    if lanes || !is_there || !maps.iter().zip(dropped).all(fits) {
        return Err(Blocker::NoDecomposition);
    }
    let mut left = 0u32;
    let renumbered: Vec<AffineExpr> = (0..iterators.len())
        .map(|d| {
            let e = AffineExpr::Dim(left);
            left += u32::from(!gone(d));
            if gone(d) { AffineExpr::Const(0) } else { e }
        })
        .collect();
    let narrowed = |(map, at): (AffineMap, usize)| {
        let kept = map.results.iter().enumerate().filter(|(i, _)| *i != at);
        AffineMap::new(left as usize, kept.map(|(_, e)| e.replace(&renumbered, &[])).collect::<Vec<_>>())
    };
    let maps = maps.into_iter().zip(dropped).map(narrowed).collect();
    let iterators = (0..iterators.len()).filter(|&d| !gone(d)).map(|d| iterators[d]).collect();
    Ok(Plan { op, narrow: row.narrow, dropped, axis, maps, iterators })
}

/// Decomposes it. Returns the op over a window of one dimension.
pub(crate) fn apply(module: &mut Module, plan: Plan) -> Op {
    let Plan { op, narrow, dropped, axis, maps, iterators } = plan;
    let operands: Vec<Value> = module.operands(op).collect();
    let mut builder = Builder::before(module, op);
    let parts: Vec<Value> = operands.iter().zip(dropped).map(|(&v, d)| without(&mut builder, v, d)).collect();
    let which = builder.module.structured(op).expect("a structured op").which();
    let made = if which == StructuredOp::Generic {
        let made = builder.generic(&parts[..2], &parts[2..], maps, &iterators);
        builder.module.copy_body(op, made);
        made
    } else {
        named(&mut builder, op, narrow, axis, &parts)
    };
    let result = builder.module.result(made);
    let init = operands[2];
    let mut sizes = index::extents(&mut builder, init);
    sizes[dropped[2]] = Index::Const(1);
    let whole = index::insert(&mut builder, result, init, &vec![Index::ZERO; sizes.len()], &sizes);
    module.replace_op(op, &[whole]);
    made
}

/// The first position along dimension `d`.
fn without(builder: &mut Builder<'_>, value: Value, d: usize) -> Value {
    let mut sizes = index::extents(builder, value);
    sizes[d] = Index::Const(1);
    let shape: Vec<i64> = sizes.iter().enumerate().filter(|(i, _)| *i != d).map(|(_, s)| s.in_type()).collect();
    index::slice_as(builder, value, &vec![Index::ZERO; sizes.len()], &sizes, &shape)
}

/// The named op, with the strides and dilations of the dimension that stays.
fn named(builder: &mut Builder<'_>, op: Op, name: &str, axis: usize, parts: &[Value]) -> Op {
    let mut attrs = Dict::default();
    for attr in ["strides", "dilations"] {
        let Some(Attr::Dense(both)) = builder.module.attr(op, attr) else { continue };
        let stays = both.get(1 - axis).as_u64();
        let one = Dense::new(Type::tensor(&[1], ScalarType::Int(64)), DenseData::Splat(stays));
        attrs.set(attr, Attr::Dense(Arc::new(one)));
    }
    builder.named(spelling::find(name).expect("a named op"), &parts[..2], &parts[2..], attrs)
}
