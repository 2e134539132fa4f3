//! Views: parts of buffers, buffers of bytes as buffers of elements, reshapes.

use super::address::{Address, Linear, divisor};
use super::bounds::Part;
use super::value::{Buffer, Num, Val, all_constant, constants};
use super::{Lower, Result};
use crate::layout::extent;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use std::rc::Rc;
use tilec_ir::types::row_major_strides;
use tilec_ir::{DYNAMIC, Layout, OpKind, Type, Value, ValueDef};

impl Lower<'_> {
    /// `memref.dim`.
    pub(super) fn dim(&mut self) -> Result<()> {
        let buffer = self.buffer(self.operand(0)?)?;
        let index = self.constant_int(self.operand(1)?).and_then(|i| usize::try_from(i).ok());
        let Some(&extent) = index.and_then(|i| buffer.shape.get(i)) else {
            return Err(self.unsupported("a dimension that is not a constant"));
        };
        let v = self.value_of(extent);
        let result = self.module.result(self.op);
        self.known[result] = extent.constant();
        self.set_result(0, Val::Scalar(v))
    }

    /// The group `name` of the op being lowered mixed with the constants of `static_name`.
    pub(super) fn mixed(&self, name: &str, constants: &str) -> Result<Vec<Num>> {
        let mut dynamic = self.module.group_named(self.op, name).into_iter();
        let mixed = self.module.int_array(self.op, constants).iter().map(|&c| {
            if c != DYNAMIC {
                return Ok(Num::Const(c));
            }
            let value = dynamic.next().ok_or_else(|| self.internal("too few operands"))?;
            match self.constant_int(value) {
                Some(c) => Ok(Num::Const(c)),
                None => Ok(Num::Run(self.scalar(value)?, Some(value))),
            }
        });
        mixed.collect()
    }

    /// `memref.subview`.
    pub(super) fn view(&mut self) -> Result<()> {
        let source = self.buffer(self.operand(0)?)?;
        let offsets = self.mixed("offsets", "static_offsets")?;
        let sizes = self.mixed("sizes", "static_sizes")?;
        let steps = self.mixed("strides", "static_strides")?;
        if [offsets.len(), sizes.len(), steps.len()] != [source.strides.len(); 3] {
            return Err(self.internal("a view of the wrong rank"));
        }
        let mut unchecked = source.unchecked;
        // A view without elements may be anywhere; one that may turn out to have none is checked like the others.
        if !sizes.contains(&Num::Const(0)) {
            for (dim, ((&offset, &size), &step)) in offsets.iter().zip(&sizes).zip(&steps).enumerate() {
                unchecked &= self.check_part(&Part { offset, size, step }, dim, source.shape[dim])?;
            }
        }
        let mut linear = Linear { constant: source.offset, ..Linear::default() };
        let mut strides = Vec::new();
        for ((&offset, &stride), &step) in offsets.iter().zip(&source.strides).zip(&steps) {
            self.add_product(&mut linear, offset, stride, source.elem)?;
            strides.push(self.product(stride, step));
        }
        let offset = std::mem::take(&mut linear.constant);
        let address = self.sum(source.base, source.align, source.level, linear)?;
        let (shape, strides) = self.drop_unit_dims(sizes, strides)?;
        let Address { base, align, level, .. } = address;
        let view = Buffer { base, offset, shape, strides, align, level, unchecked, ..(*source).clone() };
        self.set_result(0, Val::Buffer(Rc::new(view)))
    }

    fn product(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Const(a), Num::Const(b)) => Num::Const(a.wrapping_mul(b)),
            (n, Num::Const(1)) => n,
            _ => {
                let (a, b) = (self.value_of(a), self.value_of(b));
                Num::Run(self.b.ins().imul(a, b), None)
            }
        }
    }

    /// Leaves out extents of 1 that the result type does not have.
    fn drop_unit_dims(&self, sizes: Vec<Num>, strides: Vec<Num>) -> Result<(Vec<Num>, Vec<Num>)> {
        let wanted = self.result_type(0)?.shape().unwrap_or(&[]);
        let mut to_drop = sizes.len().saturating_sub(wanted.len());
        let (mut shape, mut kept) = (Vec::new(), Vec::new());
        for (size, stride) in sizes.into_iter().zip(strides) {
            let fits = wanted.get(shape.len()).is_some_and(|w| *w == DYNAMIC || size.constant().is_none_or(|s| s == *w));
            let is_one = size == Num::Const(1) && to_drop > 0;
            if is_one && wanted.get(shape.len()) != Some(&1) {
                to_drop -= 1;
            } else if fits {
                shape.push(size);
                kept.push(stride);
            } else if is_one {
                to_drop -= 1;
            } else {
                return Err(self.unsupported("a result shape that does not follow from the sizes"));
            }
        }
        if shape.len() == wanted.len() { Ok((shape, kept)) } else { Err(self.internal("a view of the wrong rank")) }
    }

    /// `memref.view`.
    pub(super) fn byte_view(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let source = self.buffer(self.operand(0)?)?;
        let [extent] = source.shape[..] else { return Err(self.unsupported("a source that is not of one dimension")) };
        if source.elem.bytes() != 1 || source.strides[..] != [Num::Const(1)] || ty.layout != Layout::Identity {
            return Err(self.unsupported("a view of what is not a plain buffer of bytes, or with a layout"));
        }
        let shift = self.operand(1)?;
        let sizes: Vec<Value> = self.module.operands(self.op).skip(2).collect();
        let shape = self.fill_in(&ty.shape, &sizes)?;
        let elem_bytes = ty.elem.bytes() as i64;
        let known = crate::layout::extent(&ty).map(|(_, span)| span.saturating_mul(elem_bytes));
        let mut unchecked = source.unchecked;
        let (strides, bytes) = match known {
            Some(bytes) => {
                let index = self.index(shift)?;
                unchecked &= self.check_index(index, 0, extent, bytes)?;
                (constants(&row_major_strides(&ty.shape)), self.iconst(types::I64, bytes.cast_unsigned()))
            }
            None => {
                for (dim, size) in shape.iter().enumerate() {
                    if let Num::Run(v, _) = *size {
                        let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, v, 0);
                        let name = self.module.spelling(self.op).name;
                        self.stop_with_values(
                            negative,
                            &[v],
                            format!("size {{}} of dimension {dim} is negative in {name}"),
                            false,
                        );
                    }
                }
                let (strides, bytes) = self.dense_layout(&shape, elem_bytes);
                let from = self.scalar(shift)?;
                let part = Part { offset: Num::Run(from, Some(shift)), size: Num::Run(bytes, None), step: Num::Const(1) };
                self.check_part(&part, 0, extent)?;
                unchecked = false;
                (strides, bytes)
            }
        };
        let mut linear = Linear { constant: source.offset, ..Linear::default() };
        self.add_linear(&mut linear, shift, 1);
        let offset = std::mem::take(&mut linear.constant);
        let Address { base, align, level, .. } = self.sum(source.base, source.align, source.level, linear)?;
        let Some(root) = self.memory.root(self.module.result(self.op)) else {
            return Err(self.internal("memory of unknown origin"));
        };
        let limits = self.options.sanitize.then(|| {
            let start = self.b.ins().iadd_imm_s(base, offset);
            (start, self.b.ins().iadd(start, bytes))
        });
        let view = Buffer { elem: ty.elem, base, offset, shape, strides, root, align, level, unchecked, limits };
        self.set_result(0, Val::Buffer(Rc::new(view)))
    }

    /// `memref.reinterpret_cast` with constants that stay inside of what the source is.
    pub(super) fn reinterpret_cast(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let origin = self.operand(0)?;
        let source = self.buffer(origin)?;
        let parts = [("offsets", "static_offsets"), ("sizes", "static_sizes"), ("strides", "static_strides")];
        let [offset, sizes, strides] = parts.map(|(group, attr)| self.mixed(group, attr));
        let whole = if self.starts_its_memory(origin) { self.module.ty(origin).as_memref().and_then(extent) } else { None };
        let known = (all_constant(&offset?), all_constant(&sizes?), all_constant(&strides?), whole);
        let (Some(offset), Some(sizes), Some(strides), Some((_, span))) = known else {
            return Err(self.unsupported("numbers that are not constants, or a source that is a part of a buffer"));
        };
        let [offset] = offset[..] else { return Err(self.internal("one offset is needed")) };
        if sizes.len() != ty.shape.len() || strides.len() != sizes.len() || ty.elem != source.elem {
            return Err(self.internal("a result of the wrong rank"));
        }
        let reach = |up: bool| {
            sizes.iter().zip(&strides).try_fold(offset, |at, (&size, &stride)| {
                let reach = size.checked_sub(1)?.checked_mul(stride)?;
                at.checked_add(if (reach > 0) == up { reach } else { 0 })
            })
        };
        let is_inside = reach(false).is_some_and(|low| low >= 0) && reach(true).is_some_and(|high| high < span);
        if sizes.iter().any(|s| *s < 0) || !(sizes.contains(&0) || is_inside) {
            return Err(self.unsupported("a view that is not inside its source"));
        }
        let offset = offset.wrapping_mul(ty.elem.bytes() as i64);
        let view = Buffer { offset, shape: constants(&sizes), strides: constants(&strides), ..(*source).clone() };
        self.set_result(0, Val::Buffer(Rc::new(view)))
    }

    /// True if the offset of a buffer counts from the first byte of memory that is as large as its type says.
    fn starts_its_memory(&self, mut value: Value) -> bool {
        loop {
            match self.module.def(value) {
                ValueDef::Arg(block, _) => {
                    let owner = self.module.block_owner(block);
                    return owner.is_some_and(|o| self.module.kind(o) == OpKind::Func);
                }
                ValueDef::Result(op, _) => match self.module.kind(op) {
                    OpKind::Alloc | OpKind::Alloca | OpKind::GetGlobal => return true,
                    OpKind::ShapeCast if self.module.ty(self.module.operand(op, 0)) == self.module.ty(value) => {
                        value = self.module.operand(op, 0);
                    }
                    _ => return false,
                },
            }
        }
    }

    /// `memref.cast`: what is known of the source stays known, and what the result's type adds is checked.
    pub(super) fn shape_cast(&mut self) -> Result<()> {
        let source = self.buffer(self.operand(0)?)?;
        let Type::MemRef(ty) = self.result_type(0)?.clone() else {
            return self.set_result(0, Val::Buffer(source));
        };
        let Some((strides, _)) = ty.strides_and_offset().filter(|(s, _)| s.len() == source.strides.len()) else {
            return Err(self.unsupported("a cast to another rank or a layout map"));
        };
        let mut cast = (*source).clone();
        for (dim, &extent) in ty.shape.iter().enumerate() {
            let wrong = self.differs(&mut cast.shape[dim], extent);
            if let Some(failed) = wrong {
                let found = self.value_of(source.shape[dim]);
                self.stop_with_values(
                    failed,
                    &[found],
                    format!("dimension {dim} of size {{}} is not of size {extent} in memref.cast"),
                    false,
                );
                cast.unchecked = false;
            }
        }
        for (dim, &stride) in strides.iter().enumerate() {
            // Where nothing is stepped over, the stride does not matter.
            if matches!(cast.shape[dim], Num::Const(0 | 1)) {
                cast.strides[dim] = if stride == DYNAMIC { cast.strides[dim] } else { Num::Const(stride) };
                continue;
            }
            let wrong = self.differs(&mut cast.strides[dim], stride);
            if let Some(failed) = wrong {
                let found = self.value_of(source.strides[dim]);
                let extent = self.value_of(cast.shape[dim]);
                let matters = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, extent, 1);
                let failed = self.b.ins().band(failed, matters);
                self.stop_with_values(
                    failed,
                    &[found],
                    format!("stride {{}} of dimension {dim} is not {stride} in memref.cast"),
                    false,
                );
                cast.unchecked = false;
            }
        }
        self.set_result(0, Val::Buffer(Rc::new(cast)))
    }

    /// Replaces a number by a constant that a type states; a flag that tells if it is another one, unless that is known.
    fn differs(&mut self, n: &mut Num, stated: i64) -> Option<super::value::V> {
        if stated == DYNAMIC || *n == Num::Const(stated) {
            return None;
        }
        let v = self.value_of(*n);
        *n = Num::Const(stated);
        Some(self.b.ins().icmp_imm_s(IntCC::NotEqual, v, stated))
    }

    /// Adds `index · stride` elements to an address.
    pub(super) fn add_product(&mut self, linear: &mut Linear, index: Num, stride: Num, elem: tilec_ir::ScalarType) -> Result<()> {
        let size = elem.bytes() as i64;
        match (index, stride) {
            (Num::Const(i), Num::Const(s)) => {
                linear.constant = linear.constant.wrapping_add(i.wrapping_mul(s.wrapping_mul(size)))
            }
            (Num::Run(_, Some(value)), Num::Const(s)) => self.add_linear(linear, value, s.wrapping_mul(size)),
            _ => {
                let (i, s) = (self.value_of(index), self.value_of(stride));
                let product = self.b.ins().imul(i, s);
                linear.products.push(self.b.ins().imul_imm_s(product, size));
                linear.product_align = divisor(linear.product_align, size);
            }
        }
        Ok(())
    }
}
