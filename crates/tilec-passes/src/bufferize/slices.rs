//! Parts of tensors: equal, within one another, apart.

use crate::analysis::linear::Linear;
use crate::mutation::{Mutation, is_on};
use tilec_ir::{DYNAMIC, Module, Op, OpKind, spelling};

/// A strided part of a tensor: offset, size and stride along each dimension.
pub(super) struct Part {
    dims: Vec<[Linear; 3]>,
}

impl Part {
    /// What a slice op takes out, or an insertion replaces; one element for those of scalars.
    pub(super) fn of(module: &Module, op: Op) -> Option<Self> {
        let dims = match module.kind(op) {
            OpKind::Slice | OpKind::InsertSlice | OpKind::ParallelInsert => {
                let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|group| mixed(module, op, group));
                offsets.into_iter().zip(sizes).zip(strides).map(|((o, n), s)| [o, n, s]).collect()
            }
            OpKind::Insert | OpKind::Extract => {
                let first = if module.kind(op) == OpKind::Insert { 2 } else { 1 };
                let element = |v| [Linear::of(module, v), Linear::constant(1), Linear::constant(1)];
                module.operands(op).skip(first).map(element).collect()
            }
            OpKind::TransferRead | OpKind::TransferWrite => {
                let transfer = module.transfer(op)?;
                let along = |(d, &v)| [Linear::of(module, v), Linear::constant(transfer.span(d)), Linear::constant(1)];
                transfer.indices.iter().enumerate().map(along).collect()
            }
            _ => return None,
        };
        Some(Self { dims })
    }

    fn is_constant(&self) -> bool {
        self.dims.iter().flatten().all(|form| form.as_const().is_some())
    }

    /// True if both are certainly the same part. With `always`, also if the two are looked at in different trips of a loop.
    pub(super) fn is_same(&self, other: &Self, always: bool) -> bool {
        let equal = |(a, b): (&Linear, &Linear)| a.plus(b, -1).is_some_and(|d| d.as_const() == Some(0));
        self.dims.len() == other.dims.len()
            && self.dims.as_flattened().iter().zip(other.dims.as_flattened()).all(equal)
            && (!always || self.is_constant())
    }

    /// True if every element of this part is in the other.
    pub(super) fn is_within(&self, other: &Self, always: bool) -> bool {
        let inside = |(a, b): (&[Linear; 3], &[Linear; 3])| match (span(a), span(b)) {
            (Some((first, last)), Some((lower, upper))) => b[2].as_const() == Some(1) && lower <= first && last <= upper,
            _ => false,
        };
        self.is_same(other, always) || self.dims.len() == other.dims.len() && self.dims.iter().zip(&other.dims).all(inside)
    }

    /// True if no element is in both.
    pub(super) fn is_disjoint(&self, other: &Self, always: bool) -> bool {
        if is_on(Mutation::OverlappingSlicesAreDisjoint) {
            return !self.is_same(other, always);
        }
        let apart = |(a, b): (&[Linear; 3], &[Linear; 3])| {
            if let (Some((a_first, a_last)), Some((b_first, b_last))) = (span(a), span(b)) {
                return a_last < b_first || b_last < a_first;
            }
            // Where the distance of the starts is known.
            let distance = b[0].plus(&a[0], -1).and_then(|d| d.as_const());
            let reach = |x: &[Linear; 3]| {
                let (size, stride) = (x[1].as_const()?, x[2].as_const()?);
                (size > 0 && stride > 0).then(|| (size - 1).checked_mul(stride)?.checked_add(1)).flatten()
            };
            match (distance, reach(a), reach(b)) {
                (Some(d), Some(a), Some(b)) if !always => d >= a || d <= -b,
                _ => false,
            }
        };
        self.dims.len() == other.dims.len() && self.dims.iter().zip(&other.dims).any(apart)
    }
}

/// First and last position, where known.
fn span([offset, size, stride]: &[Linear; 3]) -> Option<(i64, i64)> {
    let (offset, size, stride) = (offset.as_const()?, size.as_const()?, stride.as_const()?);
    if stride < 0 {
        return None;
    }
    Some((offset, size.checked_sub(1)?.checked_mul(stride)?.checked_add(offset)?))
}

/// Constants and operands of a group, in order.
fn mixed(module: &Module, op: Op, group: &str) -> Vec<Linear> {
    let mut values = module.group_named(op, group).into_iter();
    let form = |&c: &i64| match c {
        DYNAMIC => values.next().map_or(Linear::constant(DYNAMIC), |v| Linear::of(module, v)),
        c => Linear::constant(c),
    };
    module.int_array(op, spelling::static_list(group)).iter().map(form).collect()
}
