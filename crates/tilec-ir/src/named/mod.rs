//! The named structured ops: one table of loops, maps and payload for all of them.
//!
//! A row's maps are written over loop letters: `m n k: m k, k n -> m n` is the matrix product. A loop is parallel if the output has it,
//! else a reduction. `oh*s0+kh*d0` uses the op's `strides` and `dilations` (1 where they are not given). `*` stands for the identity over the
//! output's rank. The definitions are those of MLIR's LinalgNamedStructuredOps.

mod payload;
mod table;

use crate::affine::{AffineExpr, AffineMap};
use crate::structured::IteratorKind;
pub use payload::Payload;
use std::sync::LazyLock;
use table::TABLE;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct NamedDef {
    /// The op's name.
    pub name: &'static str,
    /// Loops and maps.
    pub spec: &'static str,
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

    fn shape(self) -> &'static Shape {
        &SHAPES[usize::from(self.0)]
    }

    /// The number of inputs.
    pub fn num_inputs(self) -> usize {
        self.shape().operands.len() - 1
    }

    /// True if the op goes over the elements of its operands, whatever their rank.
    pub fn is_pointwise(self) -> bool {
        self.shape().pointwise
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
