//! Buffers: allocations, constants, views, reshapes.

use super::address::{Address, Linear};
use super::value::{Buffer, V, Val, machine};
use super::{Lower, Result};
use crate::abi::extent;
use crate::jit::{ALLOC_ALIGN, Callback};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, types};
use std::rc::Rc;
use std::sync::Arc;
use tilec_ir::types::row_major_strides;
use tilec_ir::{Attr, DYNAMIC, Data, MemRefType, Op, OpKind, Type, Value};

/// What all `memref.alloca` of a function may take of the stack together; the others are allocated.
const MAX_STACK_BYTES: u64 = 32 << 10;
/// Alignment of stack memory.
const STACK_ALIGN: u64 = 16;

/// A constant, or a value that stands in its place.
type Mixed = (i64, Option<Value>);

impl Lower<'_> {
    /// The type of the buffer that the op being lowered makes.
    fn result_memref(&self) -> Result<MemRefType> {
        match self.result_type(0)? {
            Type::MemRef(ty) if machine(ty.elem).is_some() => Ok((**ty).clone()),
            ty => Err(self.unsupported(format!("a buffer of type {ty}"))),
        }
    }

    /// Bytes from the base pointer to the end of a static buffer type.
    fn byte_size(&self, ty: &MemRefType) -> Result<u64> {
        let span = extent(ty).map(|(_, span)| span.cast_unsigned() * ty.elem.bytes() as u64);
        span.ok_or_else(|| self.unsupported(format!("a buffer of type {}", Type::MemRef(Arc::new(ty.clone())))))
    }

    fn define_buffer(&mut self, ty: MemRefType, base: V, align: u64) -> Result<()> {
        let Some((strides, offset)) = ty.strides_and_offset() else {
            return Err(self.unsupported("a buffer with a layout map"));
        };
        let result = self.module.result(self.op);
        let Some(root) = self.memory.root(result) else {
            return Err(self.internal("memory of unknown origin"));
        };
        let offset = offset * ty.elem.bytes() as i64;
        let buffer = Buffer { elem: ty.elem, base, offset, shape: ty.shape, strides, root, align, level: 0, unchecked: true };
        self.set_result(0, Val::Buffer(Rc::new(buffer)))
    }

    /// `memref.alloc`.
    pub(super) fn alloc(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let bytes = self.byte_size(&ty)?;
        let wanted = self.module.attr(self.op, "alignment").and_then(Attr::as_int).unwrap_or(0);
        let align = u64::try_from(wanted).unwrap_or(0).max(ALLOC_ALIGN);
        if !align.is_power_of_two() {
            return Err(self.unsupported("an alignment that is not a power of two"));
        }
        let name = self.module.spelling(self.op).name;
        let args = [self.context, self.iconst(types::I64, bytes), self.iconst(types::I64, align)];
        let base = self.call_value(Callback::Alloc, &args);
        let failed = self.b.ins().icmp_imm_s(IntCC::Equal, base, 0);
        self.stop_if(failed, format!("allocation of {bytes} bytes failed in {name}"), true);
        self.define_buffer(ty, base, align)
    }

    /// `memref.alloca`: a part of the stack frame, or an allocation if it is large.
    pub(super) fn alloca(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let bytes = self.byte_size(&ty)?;
        let total = self.stack_bytes + bytes.next_multiple_of(STACK_ALIGN);
        if total > MAX_STACK_BYTES {
            return self.alloc();
        }
        self.stack_bytes = total;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes.max(1) as u32, STACK_ALIGN.trailing_zeros() as u8);
        let slot = self.b.create_sized_stack_slot(data);
        let base = self.b.ins().stack_addr(types::I64, slot, 0);
        self.define_buffer(ty, base, STACK_ALIGN)
    }

    /// `memref.dealloc` of an allocation that nothing uses afterwards. Any other memory stays until the call ends: freeing it now
    /// could leave a use of it dangling.
    pub(super) fn dealloc(&mut self) -> Result<()> {
        let value = self.operand(0)?;
        let buffer = self.buffer(value)?;
        if self.is_last_use(value) {
            self.call(Callback::Free, &[self.context, buffer.base]);
        }
        Ok(())
    }

    /// True if `value` is an allocation of this block and the op being lowered is the last that uses it or a view of it.
    fn is_last_use(&self, value: Value) -> bool {
        let (module, block) = (self.module, self.module.parent_block(self.op));
        let made_here = |op: &Op| module.kind(*op) == OpKind::Alloc && module.parent_block(*op) == block;
        if module.defining_op(value).filter(made_here).is_none() {
            return false;
        }
        let mut values = vec![value];
        while let Some(value) = values.pop() {
            for user in module.uses(value) {
                let outer = block.and_then(|b| module.ancestor_in(user.op, b));
                if outer.is_none_or(|o| o != self.op && !module.is_before(o, self.op)) {
                    return false;
                }
                if matches!(module.kind(user.op), OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast) {
                    values.extend(module.results(user.op));
                }
            }
        }
        true
    }

    /// `memref.get_global` of a constant.
    pub(super) fn get_global(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let Some(Attr::Symbol(name)) = self.module.attr(self.op, "name") else {
            return Err(self.internal("a reference without name"));
        };
        let result = self.module.result(self.op);
        if self.memory.root(result).is_some_and(|root| self.memory.is_written(root)) {
            return Err(self.unsupported(format!("a store into the global @{name}")));
        }
        let key = (name.clone(), Type::MemRef(Arc::new(ty.clone())));
        let global = match self.globals.get(&key) {
            Some(global) => *global,
            None => {
                let bytes = self.global_bytes(name, &ty)?;
                let global = self.jit.data(bytes, ALLOC_ALIGN, self.b.func)?;
                *self.globals.entry(key).or_insert(global)
            }
        };
        let base = self.b.ins().symbol_value(types::I64, global);
        self.define_buffer(ty, base, ALLOC_ALIGN)
    }

    fn global_bytes(&self, name: &str, ty: &MemRefType) -> Result<Vec<u8>> {
        let Some(global) = self.module.find_global(name) else {
            return Err(self.unsupported(format!("no global @{name}")));
        };
        let dense = match self.module.attr(global, "initial_value") {
            Some(Attr::Dense(dense)) if self.module.attr(global, "constant").is_some() => dense,
            _ => return Err(self.unsupported(format!("the global @{name} is not a constant with a value"))),
        };
        let same = dense.elem() == ty.elem && dense.ty.shape() == Some(&ty.shape[..]) && ty.is_contiguous();
        if !same {
            return Err(self.unsupported(format!("the global @{name} as another type")));
        }
        self.byte_size(ty)?;
        // A data object of no bytes has no address.
        let bytes = Data::from_dense(dense).bytes;
        Ok(if bytes.is_empty() { vec![0] } else { bytes })
    }

    /// `memref.dim` of a static extent.
    pub(super) fn dim(&mut self) -> Result<()> {
        let buffer = self.buffer(self.operand(0)?)?;
        let index = self.constant_int(self.operand(1)?).and_then(|i| usize::try_from(i).ok());
        match index.and_then(|i| buffer.shape.get(i)) {
            Some(&extent) if extent != DYNAMIC => {
                let v = self.iconst(types::I64, extent.cast_unsigned());
                let result = self.module.result(self.op);
                self.known[result] = Some(extent);
                self.set_result(0, Val::Scalar(v))
            }
            _ => Err(self.unsupported("an extent that is not a constant")),
        }
    }

    /// The group `name` of the op being lowered mixed with the constants of `static_name`.
    fn mixed(&self, name: &str, constants: &str) -> Result<Vec<Mixed>> {
        let mut dynamic = self.module.group_named(self.op, name).into_iter();
        let mixed = self.module.int_array(self.op, constants).iter().map(|&c| {
            if c != DYNAMIC {
                return Ok((c, None));
            }
            let value = dynamic.next().ok_or_else(|| self.internal("a view with too few operands"))?;
            Ok(self.constant_int(value).map_or((DYNAMIC, Some(value)), |c| (c, None)))
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
        let unchecked = self.check_view(&source, &offsets, &sizes, &steps)? && source.unchecked;
        let size = source.elem.bytes() as i64;
        let mut linear = Linear { terms: Vec::new(), constant: source.offset };
        let mut strides = Vec::new();
        for (((constant, value), stride), (step, _)) in offsets.into_iter().zip(&source.strides).zip(&steps) {
            let factor = stride.wrapping_mul(size);
            match value {
                Some(value) => self.add_linear(&mut linear, value, factor),
                None => linear.constant = linear.constant.wrapping_add(constant.wrapping_mul(factor)),
            }
            if *step == DYNAMIC {
                return Err(self.unsupported("a stride that is not constant"));
            }
            strides.push(stride.wrapping_mul(*step));
        }
        let offset = std::mem::take(&mut linear.constant);
        let address = self.sum(source.base, source.align, source.level, linear)?;
        let sizes: Vec<i64> = sizes.into_iter().map(|(c, _)| c).collect();
        let (shape, strides) = self.drop_unit_dims(sizes, strides)?;
        let Address { base, align, level, .. } = address;
        let view = Buffer { base, offset, shape, strides, align, level, unchecked, ..(*source).clone() };
        self.set_result(0, Val::Buffer(Rc::new(view)))
    }

    /// Makes sure that a view with elements is inside its source. True if that is known now.
    fn check_view(&mut self, source: &Buffer, offsets: &[Mixed], sizes: &[Mixed], steps: &[Mixed]) -> Result<bool> {
        let constant = |parts: &[Mixed]| parts.iter().map(|(c, v)| v.is_none().then_some(*c)).collect::<Option<Vec<i64>>>();
        let (Some(sizes), Some(steps)) = (constant(sizes), constant(steps)) else {
            return Err(self.unsupported("a size or stride that is not constant"));
        };
        if sizes.contains(&0) {
            return Ok(true);
        }
        let mut known = true;
        for (dim, (offset, value)) in offsets.iter().enumerate() {
            let extent = source.shape[dim];
            let span =
                (sizes[dim] - 1).checked_mul(steps[dim]).and_then(|s| s.checked_add(1)).filter(|s| *s > 0 && sizes[dim] > 0);
            let Some(span) = span else { return Err(self.unsupported("a stride that is not positive")) };
            match value {
                Some(value) => known &= self.check_index(*value, dim, extent, span)?,
                None if *offset >= 0 && extent != DYNAMIC && extent - span >= *offset => {}
                None => return Err(self.unsupported("a view that is not inside its source")),
            }
        }
        Ok(known)
    }

    /// Leaves out extents of 1 that the result type does not have.
    fn drop_unit_dims(&self, sizes: Vec<i64>, strides: Vec<i64>) -> Result<(Vec<i64>, Vec<i64>)> {
        let wanted = self.result_type(0)?.shape().unwrap_or(&[]);
        let mut to_drop = sizes.len().saturating_sub(wanted.len());
        let (mut shape, mut kept) = (Vec::new(), Vec::new());
        for (size, stride) in sizes.into_iter().zip(strides) {
            let fits = wanted.get(shape.len()).is_some_and(|w| *w == size || *w == DYNAMIC || size == DYNAMIC);
            if size == 1 && to_drop > 0 && wanted.get(shape.len()) != Some(&1) {
                to_drop -= 1;
            } else if fits {
                shape.push(size);
                kept.push(stride);
            } else if size == 1 && to_drop > 0 {
                to_drop -= 1;
            } else {
                return Err(self.unsupported("a result shape that does not follow from the sizes"));
            }
        }
        if shape.len() == wanted.len() { Ok((shape, kept)) } else { Err(self.internal("a view of the wrong rank")) }
    }

    /// `memref.expand_shape` and `memref.collapse_shape`.
    pub(super) fn reshape(&mut self, expand: bool) -> Result<()> {
        let source = self.buffer(self.operand(0)?)?;
        let target = self.result_memref()?.shape;
        let groups = self.reassociation()?;
        let strides = if expand { expanded_strides(&source, &target, &groups) } else { collapsed_strides(&source, &groups) };
        let Some(strides) = strides.filter(|s| s.len() == target.len() && !target.contains(&DYNAMIC)) else {
            return Err(self.unsupported("a reshape of a buffer that is not contiguous, or of dynamic shape"));
        };
        let reshaped = Buffer { shape: target, strides, ..(*source).clone() };
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

    /// `memref.cast`: what is known of the source stays known.
    pub(super) fn shape_cast(&mut self) -> Result<()> {
        let source = self.buffer(self.operand(0)?)?;
        self.set_result(0, Val::Buffer(source))
    }
}

/// Each group of the result splits one dimension of the source.
fn expanded_strides(source: &Buffer, target: &[i64], groups: &[Vec<usize>]) -> Option<Vec<i64>> {
    let mut strides = vec![1; target.len()];
    for (group, source_stride) in groups.iter().zip(&source.strides) {
        let mut stride = *source_stride;
        for &dim in group.iter().rev() {
            *strides.get_mut(dim)? = stride;
            stride = stride.wrapping_mul(*target.get(dim)?);
        }
    }
    (groups.len() == source.strides.len() || groups.is_empty()).then_some(strides)
}

/// Each group of the source, which must be contiguous in itself, becomes one dimension of the result.
fn collapsed_strides(source: &Buffer, groups: &[Vec<usize>]) -> Option<Vec<i64>> {
    let mut strides = Vec::new();
    for group in groups {
        let shape = group.iter().map(|&d| source.shape.get(d).copied()).collect::<Option<Vec<_>>>()?;
        let own = group.iter().map(|&d| source.strides.get(d).copied()).collect::<Option<Vec<_>>>()?;
        // Extents of 1 do not matter; with them gone, the strides are those of a dense array times the last one.
        let wide: Vec<usize> = (0..group.len()).filter(|&i| shape[i] != 1).collect();
        let unit = wide.last().map_or(1, |&i| own[i]);
        let dense = row_major_strides(&wide.iter().map(|&i| shape[i]).collect::<Vec<_>>());
        let contiguous = wide.iter().zip(&dense).all(|(&i, d)| *d != DYNAMIC && d.checked_mul(unit) == Some(own[i]));
        if !contiguous && !shape.contains(&0) {
            return None;
        }
        strides.push(unit);
    }
    Some(strides)
}
