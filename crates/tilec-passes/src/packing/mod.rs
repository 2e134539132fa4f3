//! Tiles of constant size: operands padded up to it (`pad`), or stored tile after tile (`pack`), with the layout of the tiles changed
//! (`transpose`) and `linalg.pack` and `linalg.unpack` written as simpler ops (`lower`): `transform.structured.pad`, `pack`,
//! `pack_transpose`, `lower_pack` and `lower_unpack`.
//!
//! No result that is kept depends on padding: positions past the end of a loop write elements that are cut off, or give the combiner of a
//! reduction what changes no bit (`neutral`). Tensor level.

pub(crate) mod lower;
mod neutral;
pub(crate) mod pack;
pub(crate) mod pad;
pub(crate) mod transpose;

use crate::canonicalize::dims::{Extent, find_extent, is_extent};
use crate::canonicalize::entries::Entry;
use crate::index::{self, Index, extent};
use std::fmt;
use tilec_ir::{Attr, Builder, Dict, Module, Op, OpKind, Scalar, ScalarType, Structured, Type, Value, spelling};

/// Why an op is neither padded nor packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The op is no structured op on tensors.
    NotStructured,
    /// A list has not one entry for each loop.
    LoopCount {
        /// How many loops there are.
        loops: usize,
        /// What the list has, or the loop that it names.
        found: i64,
    },
    /// Nothing bounds an extent by a constant.
    NoBound {
        /// The operand.
        operand: usize,
        /// Its dimension.
        dim: usize,
    },
    /// The extents of a loop are not known to be equal: a tile would hide that they are not.
    ExtentsDiffer {
        /// The loop.
        loop_dim: usize,
    },
    /// There is no number of the operand's type to pad it with.
    PaddingValue {
        /// The operand.
        operand: usize,
    },
    /// An operand has no elements.
    Empty {
        /// The operand.
        operand: usize,
    },
    /// An operand would be read outside of it, or is not read at plain loops.
    Map {
        /// The operand.
        operand: usize,
        /// Its dimension.
        dim: usize,
    },
    /// What is kept of an output would be written past the end of a loop.
    OutputMap {
        /// The output.
        output: usize,
    },
    /// Past the end of a loop an output's combiner would be given something that changes bits.
    NotNeutral {
        /// The output.
        output: usize,
        /// The loop.
        loop_dim: usize,
    },
    /// The body may stop the program, and would run past the end of a loop.
    MayTrap,
    /// The elements of a sum would be taken in another order.
    ReductionOrder {
        /// The loop.
        loop_dim: usize,
    },
    /// A padded or packed operand would be too large.
    TooLarge {
        /// The operand.
        operand: usize,
    },
    /// The sizes of tiles are not constant.
    OpenTiles,
    /// The op is no pack, or not of this structured op alone.
    NotPacked,
    /// A list is no permutation.
    NoPermutation,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotStructured => "not-structured",
            Self::LoopCount { .. } => "loop-count",
            Self::NoBound { .. } => "no-bound",
            Self::ExtentsDiffer { .. } => "extents-differ",
            Self::PaddingValue { .. } => "padding-value",
            Self::Empty { .. } => "empty",
            Self::Map { .. } => "map",
            Self::OutputMap { .. } => "output-map",
            Self::NotNeutral { .. } => "not-neutral",
            Self::MayTrap => "may-trap",
            Self::ReductionOrder { .. } => "reduction-order",
            Self::TooLarge { .. } => "too-large",
            Self::OpenTiles => "open-tiles",
            Self::NotPacked => "not-packed",
            Self::NoPermutation => "no-permutation",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStructured => f.write_str("it is no structured op on tensors"),
            Self::LoopCount { loops, found } => write!(f, "it has {loops} loops, but the list has or names {found}"),
            Self::NoBound { operand, dim } => {
                write!(f, "no constant bounds the extent of operand {operand} along dimension {dim}")
            }
            Self::ExtentsDiffer { loop_dim } => write!(f, "the extents of loop d{loop_dim} are not known to be equal"),
            Self::PaddingValue { operand } => write!(f, "there is no padding value of the type of operand {operand}"),
            Self::Empty { operand } => write!(f, "operand {operand} has no elements to take a part of"),
            Self::Map { operand, dim } => {
                write!(
                    f,
                    "dimension {dim} of operand {operand} is not read at one loop, or not in order, so its padding is not behind it"
                )
            }
            Self::OutputMap { output } => {
                write!(f, "output {output} is not written at plain loops, so padding would reach what is kept of it")
            }
            Self::NotNeutral { output, loop_dim } => {
                write!(
                    f,
                    "past the end of loop d{loop_dim} output {output} is combined with something that is not certain to change no bit"
                )
            }
            Self::MayTrap => f.write_str("its body may stop the program, and would run on padding"),
            Self::ReductionOrder { loop_dim } => {
                write!(f, "tiles of reduction loop d{loop_dim} would take the elements of a sum in another order")
            }
            Self::TooLarge { operand } => write!(f, "operand {operand} would be too large"),
            Self::OpenTiles => f.write_str("the sizes of its tiles are not constant"),
            Self::NotPacked => f.write_str("it is no pack or unpack, or not of this structured op alone"),
            Self::NoPermutation => f.write_str("the list is no permutation of its dimensions"),
        }
    }
}

/// An extent of an operand, if it is a number or a value that is there already.
fn known_extent(module: &Module, value: Value, d: usize) -> Option<Entry> {
    match find_extent(module, value, d) {
        Extent::Is(entry) => Some(entry),
        Extent::Of(..) => None,
    }
}

/// Refuses loops whose extents, one an operand that has them, are not known to be equal.
fn check_extents(module: &Module, view: &Structured<'_>, loops: impl IntoIterator<Item = usize>) -> Result<(), Blocker> {
    let sources = view.loop_sources();
    for loop_dim in loops {
        let mut places = sources[loop_dim].iter().map(|&(operand, d)| (module.operand(view.op, operand), d));
        let Some((first, dim)) = places.next() else { continue };
        let extent = find_extent(module, first, dim);
        let is_same = |(value, d): (Value, usize)| match extent {
            Extent::Is(entry) => is_extent(module, entry, value, d),
            Extent::Of(..) => find_extent(module, value, d) == extent || is_asked_of(module, value, d, extent),
        };
        if !places.all(is_same) {
            return Err(Blocker::ExtentsDiffer { loop_dim });
        }
    }
    Ok(())
}

/// True if an extent is given by the value that asks for this one.
fn is_asked_of(module: &Module, value: Value, d: usize, extent: Extent) -> bool {
    let (Extent::Is(size), Extent::Of(of, dim)) = (find_extent(module, value, d), extent) else { return false };
    is_extent(module, size, of, dim)
}

/// An extent of an operand: a value that is there already, or computed.
fn extent_of(builder: &mut Builder<'_>, value: Value, d: usize) -> Index {
    match find_extent(builder.module, value, d) {
        Extent::Is(Entry::Number(n)) => Index::Const(n),
        Extent::Is(Entry::Value(v)) => Index::Value(v),
        Extent::Of(..) => extent(builder, value, d),
    }
}

/// All extents of an operand.
fn extents_of(builder: &mut Builder<'_>, value: Value) -> Vec<Index> {
    let rank = builder.module.ty(value).shape().map_or(0, <[i64]>::len);
    (0..rank).map(|d| extent_of(builder, value, d)).collect()
}

/// `tensor.pad` behind the end of each dimension, with a constant.
fn pad_behind(builder: &mut Builder<'_>, source: Value, high: &[Index], shape: &[i64], value: Value, nofold: bool) -> Op {
    let ty = Type::tensor(shape, builder.module.ty(source).elem().expect("a tensor"));
    let open = index::values(&[high]);
    let operands: Vec<Value> = [source].into_iter().chain(open.iter().copied()).collect();
    let pad = builder.module.create_op(spelling::of(OpKind::Pad), &operands, &[ty], 1, builder.loc.clone());
    builder.module.set_segments(pad, &[1, 0, open.len()]);
    builder.module.set_attr(pad, "static_low", Attr::i64_array(vec![0; high.len()]));
    builder.module.set_attr(pad, "static_high", index::statics(high));
    if nofold {
        builder.module.set_attr(pad, "nofold", Attr::Unit);
    }
    let (region, loc) = (builder.module.regions(pad)[0], builder.loc.clone());
    let args = vec![(Type::INDEX, loc.clone()); high.len()];
    let block = builder.module.append_block(region, &args);
    Builder::at_end(builder.module, block, loc).yield_values("tensor", &[value]);
    builder.insert(pad);
    pad
}

/// The number of a scalar constant's attribute, if it is of this type.
fn number(attr: &Attr, elem: ScalarType) -> Option<Scalar> {
    tilec_ir::builder::attr_scalar(attr).filter(|s| s.ty == elem)
}

/// `linalg.copy`.
fn copy(builder: &mut Builder<'_>, source: Value, dest: Value) -> Op {
    builder.named(spelling::find("linalg.copy").expect("a named op"), &[source], &[dest], Dict::default())
}

/// A list as a permutation of `count` things; an empty one leaves them as they are.
fn permutation(list: &[i64], count: usize) -> Result<Vec<usize>, Blocker> {
    if list.is_empty() {
        return Ok((0..count).collect());
    }
    let order: Vec<usize> = list.iter().filter_map(|&d| usize::try_from(d).ok()).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    let is_permutation = list.len() == count && sorted.into_iter().eq(0..count);
    is_permutation.then_some(order).ok_or(Blocker::NoPermutation)
}
