//! `memref.expand_shape` and `memref.collapse_shape`: the same elements with other extents and strides.

use super::value::{Buffer, Num, Val, all_constant, constants};
use super::{Lower, Result};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use std::rc::Rc;
use tilec_ir::types::row_major_strides;
use tilec_ir::verify::collapses_certainly;
use tilec_ir::{Attr, DYNAMIC, Value};

impl Lower<'_> {
    /// `memref.expand_shape` and `memref.collapse_shape`.
    pub(super) fn reshape(&mut self, expand: bool) -> Result<()> {
        let source = self.buffer(self.operand(0)?)?;
        let target = self.result_memref()?.shape;
        let groups = self.reassociation()?;
        let (shape, strides) = match (all_constant(&source.shape), all_constant(&source.strides)) {
            (Some(shape), Some(own)) if !target.contains(&DYNAMIC) => {
                let strides = match expand {
                    true => expanded_strides(&shape, &own, &target, &groups),
                    false => collapsed_strides(&shape, &own, &target, &groups),
                };
                let strides = strides.filter(|s| s.len() == target.len());
                let strides = strides.ok_or_else(|| self.unsupported("a reshape of a buffer that is not contiguous"))?;
                (constants(&target), constants(&strides))
            }
            _ if expand => self.expanded(&source, &target, &groups)?,
            _ => self.collapsed(&source, &target, &groups)?,
        };
        let reshaped = Buffer { shape, strides, ..(*source).clone() };
        self.set_result(0, Val::Buffer(Rc::new(reshaped)))
    }

    fn reassociation(&self) -> Result<Vec<Vec<usize>>> {
        let group = |attr: &Attr| -> Option<Vec<usize>> {
            attr.as_array()?.iter().map(|i| i.as_int().and_then(|i| usize::try_from(i).ok())).collect()
        };
        let groups = self.module.attr(self.op, "reassociation").and_then(Attr::as_array);
        let groups = groups.and_then(|groups| groups.iter().map(group).collect());
        groups.ok_or_else(|| self.internal("a reshape without reassociation"))
    }

    fn times(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Const(1), n) | (n, Num::Const(1)) => n,
            (Num::Const(a), Num::Const(b)) => Num::Const(a.wrapping_mul(b)),
            _ => {
                let (a, b) = (self.value_of(a), self.value_of(b));
                Num::Run(self.b.ins().imul(a, b), None)
            }
        }
    }

    /// Stops the program unless the two numbers are the same.
    fn check_same(&mut self, found: Num, expected: Num) -> Result<()> {
        if let (Num::Const(a), Num::Const(b)) = (found, expected) {
            return if a == b { Ok(()) } else { Err(self.unsupported("a reshape to another number of elements")) };
        }
        let (a, b) = (self.value_of(found), self.value_of(expected));
        let name = self.module.spelling(self.op).name;
        let failed = self.b.ins().icmp(IntCC::NotEqual, a, b);
        self.stop_with_values(failed, &[b, a], format!("expected an extent of {{}}, but found {{}} in {name}"), false);
        Ok(())
    }

    /// Extents and strides where they are known when the code runs: a group of the result splits one dimension.
    fn expanded(&mut self, source: &Buffer, target: &[i64], groups: &[Vec<usize>]) -> Result<(Vec<Num>, Vec<Num>)> {
        if groups.len() != source.shape.len() || groups.is_empty() {
            return Err(self.unsupported("an expansion of another rank"));
        }
        let stated: Vec<Value> = self.module.group_named(self.op, "output_shape");
        let mut stated = stated.into_iter();
        let stated: Vec<Option<Value>> = target.iter().map(|&n| if n == DYNAMIC { stated.next() } else { None }).collect();
        let mut shape = constants(target);
        let mut strides = vec![Num::Const(1); target.len()];
        for ((group, &extent), &stride) in groups.iter().zip(&source.shape).zip(&source.strides) {
            let known = group.iter().map(|&d| target[d]).filter(|&n| n != DYNAMIC).try_fold(1i64, i64::checked_mul);
            let open: Vec<usize> = group.iter().copied().filter(|&d| target[d] == DYNAMIC).collect();
            // An extent that the others leave no choice.
            let Some(known) = known.filter(|&n| n > 0 && open.len() <= 1) else {
                return Err(self.unsupported("an expansion to several extents that are not known"));
            };
            let rest = match extent {
                Num::Const(n) => Num::Const(n / known),
                Num::Run(v, _) => {
                    let known = self.iconst(cranelift_codegen::ir::types::I64, known.cast_unsigned());
                    Num::Run(self.b.ins().udiv(v, known), None)
                }
            };
            let whole = self.times(rest, Num::Const(known));
            self.check_same(whole, extent)?;
            match open.first() {
                Some(&d) => {
                    shape[d] = rest;
                    if let Some(value) = stated[d] {
                        let stated = self.scalar(value)?;
                        self.check_same(Num::Run(stated, Some(value)), rest)?;
                    }
                }
                None => self.check_same(rest, Num::Const(1))?,
            }
            let mut stride = stride;
            for &d in group.iter().rev() {
                strides[d] = stride;
                stride = self.times(stride, shape[d]);
            }
        }
        Ok((shape, strides))
    }

    /// The same for groups of dimensions that become one: their types must say that there are no gaps.
    fn collapsed(&mut self, source: &Buffer, target: &[i64], groups: &[Vec<usize>]) -> Result<(Vec<Num>, Vec<Num>)> {
        let source_type = self.module.ty(self.operand(0)?).as_memref().cloned();
        let certain = source_type.is_some_and(|ty| collapses_certainly(&ty, groups));
        let all = groups.iter().flatten().copied();
        if !certain || groups.len() != target.len() || !all.eq(0..source.shape.len()) {
            return Err(self.unsupported("a reshape of a buffer that may not be contiguous"));
        }
        let (mut shape, mut strides) = (Vec::new(), Vec::new());
        for (group, &extent) in groups.iter().zip(target) {
            let whole = group.iter().fold(Num::Const(1), |n, &d| self.times(n, source.shape[d]));
            let last = group.iter().rev().find(|&&d| source.shape[d] != Num::Const(1)).or(group.last());
            strides.push(last.map_or(Num::Const(1), |&d| source.strides[d]));
            if extent == DYNAMIC {
                shape.push(whole);
            } else {
                self.check_same(whole, Num::Const(extent))?;
                shape.push(Num::Const(extent));
            }
        }
        Ok((shape, strides))
    }
}

/// Each group of the result splits one dimension of the source.
fn expanded_strides(shape: &[i64], own: &[i64], target: &[i64], groups: &[Vec<usize>]) -> Option<Vec<i64>> {
    let mut strides = vec![1; target.len()];
    for ((group, extent), source_stride) in groups.iter().zip(shape).zip(own) {
        let mut stride = *source_stride;
        let mut count = 1i64;
        for &dim in group.iter().rev() {
            *strides.get_mut(dim)? = stride;
            stride = stride.wrapping_mul(*target.get(dim)?);
            count = count.checked_mul(target[dim])?;
        }
        if count != *extent {
            return None;
        }
    }
    let alone = groups.is_empty() && target.iter().all(|d| *d == 1);
    (groups.len() == own.len() && !groups.is_empty() || alone).then_some(strides)
}

/// Each group of the source, which must be contiguous in itself, becomes one dimension of the result.
fn collapsed_strides(shape: &[i64], own: &[i64], target: &[i64], groups: &[Vec<usize>]) -> Option<Vec<i64>> {
    let mut strides = Vec::new();
    for (group, extent) in groups.iter().zip(target) {
        let shape = group.iter().map(|&d| shape.get(d).copied()).collect::<Option<Vec<_>>>()?;
        let own = group.iter().map(|&d| own.get(d).copied()).collect::<Option<Vec<_>>>()?;
        // Extents of 1 do not matter; with them gone, the strides are those of a dense array times the last one.
        let wide: Vec<usize> = (0..group.len()).filter(|&i| shape[i] != 1).collect();
        let unit = wide.last().map_or(1, |&i| own[i]);
        let dense = row_major_strides(&wide.iter().map(|&i| shape[i]).collect::<Vec<_>>());
        let contiguous = wide.iter().zip(&dense).all(|(&i, d)| *d != DYNAMIC && d.checked_mul(unit) == Some(own[i]));
        let count = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
        if !contiguous && !shape.contains(&0) || count != Some(*extent) {
            return None;
        }
        strides.push(unit);
    }
    (strides.len() == target.len()).then_some(strides)
}
