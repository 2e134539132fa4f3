//! Named ops of linalg, made from the loops and maps that their names stand for.

use super::super::Generator;
use super::super::other::list;
use super::EXTENTS;
use crate::program::Value;
use std::collections::BTreeMap;
use tilec_ir::{ScalarType, Type};

/// A named op: loops, what its operands are indexed by, and whether its last input is read for its shape alone.
type Row = (&'static str, &'static str);

/// Products of tensors.
pub(super) const PRODUCTS: [Row; 10] = [
    ("linalg.matmul", "m k, k n -> m n"),
    ("linalg.matmul", "m k, k n -> m n"),
    ("linalg.matmul", "m k, k n -> m n"),
    ("linalg.batch_matmul", "b m k, b k n -> b m n"),
    ("linalg.batch_matmul", "b m k, b k n -> b m n"),
    ("linalg.matvec", "m n, n -> m"),
    ("linalg.vecmat", "m, m n -> n"),
    ("linalg.batch_matvec", "b m k, b k -> b m"),
    ("linalg.dot", "m, m -> "),
    ("linalg.mmt4d", "m k m0 k0, n k n0 k0 -> m n m0 n0"),
];

/// Windows that go over an image. Those of poolings come last and are read for their shape alone.
pub(super) const WINDOWS: [Row; 13] = [
    ("linalg.conv_1d", "ow+kw, kw -> ow"),
    ("linalg.conv_2d", "oh+kh ow+kw, kh kw -> oh ow"),
    ("linalg.conv_1d_nwc_wcf", "n ow*s0+kw*d0 c, kw c f -> n ow f"),
    ("linalg.conv_1d_ncw_fcw", "n c ow*s0+kw*d0, f c kw -> n f ow"),
    ("linalg.conv_2d_nhwc_hwcf", "n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c f -> n oh ow f"),
    ("linalg.conv_2d_nchw_fchw", "n c oh*s0+kh*d0 ow*s1+kw*d1, f c kh kw -> n f oh ow"),
    ("linalg.depthwise_conv_2d_nhwc_hwc", "n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw c -> n oh ow c"),
    ("linalg.depthwise_conv_1d_nwc_wc", "n ow*s0+kw*d0 c, kw c -> n ow c"),
    ("linalg.pooling_nhwc_sum", "n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c"),
    ("linalg.pooling_nhwc_max", "n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c"),
    ("linalg.pooling_nhwc_min", "n oh*s0+kh*d0 ow*s1+kw*d1 c, kh kw -> n oh ow c"),
    ("linalg.pooling_nchw_max", "n c oh*s0+kh*d0 ow*s1+kw*d1, kh kw -> n c oh ow"),
    ("linalg.pooling_nwc_sum", "n ow*s0+kw*d0 c, kw -> n ow c"),
];

/// A named op at some sizes.
pub(super) struct Sized {
    name: &'static str,
    /// The shapes of the inputs, then of the output.
    pub(super) shapes: Vec<Vec<i64>>,
    strides: Vec<i64>,
    dilations: Vec<i64>,
}

/// The loop of a term, and what it is multiplied by: `s0` is stride 0.
fn terms(index: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    index.split('+').map(|t| t.split_once('*').map_or((t, None), |(loop_dim, by)| (loop_dim, Some(by))))
}

impl Generator {
    /// Draws the extents of an op's loops.
    pub(super) fn sized(&mut self, (name, spec): Row) -> Sized {
        let (strides, dilations) = (vec![self.pick(&[1, 1, 2, 3]), self.pick(&[1, 2])], vec![self.pick(&[1, 1, 2]), 1]);
        let mut extents: BTreeMap<&str, i64> = BTreeMap::new();
        for (loop_dim, _) in spec.split([' ', ',']).filter(|i| !i.is_empty() && *i != "->").flat_map(terms) {
            let is_window = matches!(loop_dim, "kh" | "kw");
            let extent = match loop_dim {
                _ if is_window => self.pick(&[1, 2, 3]),
                "oh" | "ow" => self.pick(&EXTENTS[1..]),
                "n" | "b" if spec.contains('*') => self.pick(&[1, 2]),
                _ => self.pick(&EXTENTS),
            };
            extents.entry(loop_dim).or_insert(extent);
        }
        while extents.values().product::<i64>() > super::MAX_ITERATIONS {
            let largest = extents.values_mut().max().expect("a loop");
            *largest /= 2;
        }
        let factor = |by: Option<&str>| match by {
            Some("s0") => strides[0],
            Some("s1") => strides[1],
            Some("d0") => dilations[0],
            Some("d1") => dilations[1],
            _ => 1,
        };
        let extent = |index: &str| 1 + terms(index).map(|(l, by)| (extents[l] - 1) * factor(by)).sum::<i64>();
        let shape = |operand: &str| operand.split(' ').filter(|i| !i.is_empty()).map(|i| extent(i).max(0)).collect();
        let (inputs, output) = spec.split_once(" -> ").unwrap_or((spec.trim_end_matches(" -> "), ""));
        let shapes = inputs.split(',').chain([output]).map(shape).collect();
        let windows = if spec.contains("s1") { 2 } else { usize::from(spec.contains("s0")) };
        Sized { name, shapes, strides: strides[..windows].to_vec(), dilations: dilations[..windows].to_vec() }
    }

    /// The op on these inputs.
    pub(super) fn sized_op(&mut self, op: &Sized, inputs: &[Value], init: &Value) -> Value {
        let names: Vec<&str> = inputs.iter().map(|v| v.name.as_str()).collect();
        let types: Vec<String> = inputs.iter().map(|v| v.ty.to_string()).collect();
        let attrs = match op.strides.len() {
            0 => String::new(),
            n => {
                let (s, d) = (list(&op.strides), list(&op.dilations));
                format!(" {{dilations = dense<[{d}]> : tensor<{n}xi64>, strides = dense<[{s}]> : tensor<{n}xi64>}}")
            }
        };
        self.coverage.add(format!("op {}", op.name));
        let text = format!(
            "{}{attrs} ins({} : {}) outs({} : {}) -> {}",
            op.name,
            names.join(", "),
            types.join(", "),
            init.name,
            init.ty,
            init.ty
        );
        self.tensor_stmt(&init.ty.clone(), text)
    }

    /// A start for a reduction: a filled tensor, mostly.
    pub(super) fn start(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        match self.rng.u8(..10) {
            0..7 => {
                let (value, ty) = (self.scalar(elem), Type::tensor(shape, elem));
                let into = self.empty(shape, elem);
                self.coverage.add("op linalg.fill");
                let text = format!("linalg.fill ins({} : {}) outs({} : {ty}) -> {ty}", value.name, value.ty, into.name);
                self.tensor_stmt(&ty, text)
            }
            7 => self.made(shape, elem),
            _ => self.value_of(shape, elem),
        }
    }
}
