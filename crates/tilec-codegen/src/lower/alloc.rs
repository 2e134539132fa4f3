//! Memory: allocations, the arena, the stack, constants.

use super::value::{Buffer, Num, V, Val, constants, machine};
use super::{Lower, Result};
use crate::analysis::is_arena;
use crate::jit::{ALLOC_ALIGN, ARENA_OFFSET, Callback};
use crate::layout::extent;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, types};
use std::rc::Rc;
use std::sync::Arc;
use tilec_ir::{Attr, DYNAMIC, Data, Layout, MemRefType, Op, OpKind, Type, Value};

/// What all `memref.alloca` of a function may take of the stack together; the others are allocated.
const MAX_STACK_BYTES: u64 = 32 << 10;
/// Alignment of stack memory.
const STACK_ALIGN: u64 = 16;
/// More bytes than an allocation can have; an eighth of what an address can tell.
const MAX_BYTES: i64 = 1 << 61;

/// Memory to be made for a buffer.
struct Fresh {
    shape: Vec<Num>,
    strides: Vec<Num>,
    /// In elements.
    offset: i64,
    bytes: Num,
}

/// Where memory is.
struct Place {
    base: V,
    align: u64,
}

impl Lower<'_> {
    /// The type of the buffer that the op being lowered makes.
    pub(super) fn result_memref(&self) -> Result<MemRefType> {
        match self.result_type(0)? {
            Type::MemRef(ty) if machine(ty.elem).is_some() => Ok((**ty).clone()),
            ty => Err(self.unsupported(format!("a buffer of type {ty}"))),
        }
    }

    /// What a buffer of a type needs, whose extents that are not constants are `sizes`.
    fn fresh(&mut self, ty: &MemRefType, sizes: &[Value]) -> Result<Fresh> {
        if let Some((offset, span)) = extent(ty) {
            let Some((strides, _)) = ty.strides_and_offset() else { return Err(self.internal("an extent without layout")) };
            let bytes = Num::Const(span.saturating_mul(ty.elem.bytes() as i64));
            return Ok(Fresh { shape: constants(&ty.shape), strides: constants(&strides), offset, bytes });
        }
        let is_dense = ty.layout == Layout::Identity && ty.shape.iter().filter(|d| **d == DYNAMIC).count() == sizes.len();
        if !is_dense {
            return Err(self.unsupported(format!("a buffer of type {}", Type::MemRef(Arc::new(ty.clone())))));
        }
        let shape = self.fill_in(&ty.shape, sizes)?;
        for (dim, extent) in shape.iter().enumerate() {
            if let Num::Run(v, _) = *extent {
                let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, v, 0);
                let name = self.module.spelling(self.op).name;
                self.stop_with_values(negative, &[v], format!("size {{}} of dimension {dim} is negative in {name}"), false);
            }
        }
        let (strides, bytes) = self.dense_layout(&shape, ty.elem.bytes() as i64);
        Ok(Fresh { shape, strides, offset: 0, bytes: Num::Run(bytes, None) })
    }

    /// The extents of a type, the unknown ones replaced by values.
    pub(super) fn fill_in(&self, shape: &[i64], sizes: &[Value]) -> Result<Vec<Num>> {
        let mut sizes = sizes.iter();
        let extents = shape.iter().map(|&d| match d {
            DYNAMIC => {
                let value = *sizes.next().ok_or_else(|| self.internal("too few sizes"))?;
                Ok(match self.constant_int(value) {
                    Some(c) if c >= 0 => Num::Const(c),
                    _ => Num::Run(self.scalar(value)?, Some(value)),
                })
            }
            d => Ok(Num::Const(d)),
        });
        extents.collect()
    }

    /// Strides and bytes of a dense buffer, whose extents are not negative. Stops if the bytes are too many.
    pub(super) fn dense_layout(&mut self, shape: &[Num], elem_bytes: i64) -> (Vec<Num>, V) {
        let mut strides = Vec::with_capacity(shape.len());
        let mut stride = Num::Const(1);
        let mut too_large = self.iconst(types::I8, 0);
        let mut is_empty = too_large;
        for &extent in shape.iter().rev() {
            strides.push(stride);
            stride = match (stride, extent) {
                (Num::Const(a), Num::Const(b)) if a.checked_mul(b).is_some() => Num::Const(a * b),
                _ => {
                    let (a, b) = (self.value_of(stride), self.value_of(extent));
                    let (product, overflow) = self.b.ins().umul_overflow(a, b);
                    too_large = self.b.ins().bor(too_large, overflow);
                    Num::Run(product, None)
                }
            };
            let extent = self.value_of(extent);
            let none = self.b.ins().icmp_imm_s(IntCC::Equal, extent, 0);
            is_empty = self.b.ins().bor(is_empty, none);
        }
        strides.reverse();
        let count = self.value_of(stride);
        let many = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, count, MAX_BYTES / elem_bytes);
        too_large = self.b.ins().bor(too_large, many);
        // A buffer without elements is small, whatever its other extents are.
        let zero = self.iconst(types::I64, 0);
        let count = self.b.ins().select(is_empty, zero, count);
        let bytes = self.b.ins().imul_imm_s(count, elem_bytes);
        let fits = self.iconst(types::I8, 0);
        let failed = self.b.ins().select(is_empty, fits, too_large);
        let name = self.module.spelling(self.op).name;
        self.stop_if(failed, format!("a buffer of too many elements in {name}"), false);
        (strides, bytes)
    }

    /// Defines the result as a buffer at the start of fresh memory.
    fn define_fresh(&mut self, ty: &MemRefType, fresh: Fresh, place: Place) -> Result<()> {
        let limits = self.options.sanitize.then(|| {
            let bytes = self.value_of(fresh.bytes);
            (place.base, self.b.ins().iadd(place.base, bytes))
        });
        let result = self.module.result(self.op);
        let Some(root) = self.memory.root(result) else {
            return Err(self.internal("memory of unknown origin"));
        };
        let is_constant = fresh.shape.iter().chain(&fresh.strides).all(|n| n.constant().is_some());
        let buffer = Buffer {
            elem: ty.elem,
            base: place.base,
            offset: fresh.offset * ty.elem.bytes() as i64,
            shape: fresh.shape,
            strides: fresh.strides,
            root,
            align: place.align,
            level: 0,
            unchecked: is_constant,
            limits,
        };
        self.set_result(0, Val::Buffer(Rc::new(buffer)))
    }

    fn alignment(&self) -> Result<u64> {
        let wanted = self.module.attr(self.op, "alignment").and_then(Attr::as_int).unwrap_or(0);
        let align = u64::try_from(wanted).unwrap_or(0).max(ALLOC_ALIGN);
        if align.is_power_of_two() { Ok(align) } else { Err(self.unsupported("an alignment that is not a power of two")) }
    }

    /// `memref.alloc`.
    pub(super) fn alloc(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let align = self.alignment()?;
        let sizes = self.module.group_named(self.op, "dynamicSizes");
        let fresh = self.fresh(&ty, &sizes)?;
        // The blocks of the pool start at a cache line and no more.
        if let (true, Num::Const(bytes), ALLOC_ALIGN) = (is_arena(self.module, self.op), fresh.bytes, align) {
            let place = self.arena(bytes.cast_unsigned())?;
            return self.define_fresh(&ty, fresh, place);
        }
        let place = self.allocate(fresh.bytes, align);
        self.define_fresh(&ty, fresh, place)
    }

    fn allocate(&mut self, bytes: Num, align: u64) -> Place {
        let name = self.module.spelling(self.op).name;
        let size = self.value_of(bytes);
        let args = [self.context, size, self.iconst(types::I64, align)];
        let base = self.call_value(Callback::Alloc, &args);
        let failed = self.b.ins().icmp_imm_s(IntCC::Equal, base, 0);
        match bytes {
            Num::Const(bytes) => self.stop_if(failed, format!("allocation of {bytes} bytes failed in {name}"), true),
            Num::Run(bytes, _) => {
                self.stop_with_values(failed, &[bytes], format!("allocation of {{}} bytes failed in {name}"), true);
            }
        }
        Place { base, align }
    }

    /// The next bytes of the memory that the kernel keeps.
    fn arena(&mut self, bytes: u64) -> Result<Place> {
        let start = self.arena_bytes.unwrap_or(0).next_multiple_of(ALLOC_ALIGN);
        let end = start.checked_add(bytes).filter(|end| *end <= MAX_BYTES.cast_unsigned());
        let Some(end) = end else { return Err(self.unsupported("an arena this large")) };
        self.arena_bytes = Some(end);
        let flags = MemFlagsData::trusted().with_readonly().with_can_move();
        let block = self.b.ins().load(types::I64, flags, self.context, ARENA_OFFSET);
        let failed = self.b.ins().icmp_imm_s(IntCC::Equal, block, 0);
        let name = self.module.spelling(self.op).name;
        self.stop_if(failed, format!("allocation of {bytes} bytes failed in {name}"), true);
        let base = self.b.ins().iadd_imm_s(block, start.cast_signed());
        Ok(Place { base, align: ALLOC_ALIGN })
    }

    /// `memref.alloca`: a part of the stack frame, or an allocation if it is large.
    pub(super) fn alloca(&mut self) -> Result<()> {
        let ty = self.result_memref()?;
        let Some((_, span)) = extent(&ty) else { return self.alloc() };
        let bytes = span.cast_unsigned().saturating_mul(ty.elem.bytes() as u64);
        let total = bytes.checked_next_multiple_of(STACK_ALIGN).and_then(|b| b.checked_add(self.stack_bytes));
        let Some(total) = total.filter(|t| *t <= MAX_STACK_BYTES) else { return self.alloc() };
        self.stack_bytes = total;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes.max(1) as u32, STACK_ALIGN.trailing_zeros() as u8);
        let slot = self.b.create_sized_stack_slot(data);
        let base = self.b.ins().stack_addr(types::I64, slot, 0);
        let fresh = self.fresh(&ty, &[])?;
        self.define_fresh(&ty, fresh, Place { base, align: STACK_ALIGN })
    }

    /// `bufferization.clone`: an allocation with the elements of another buffer.
    pub(super) fn clone_buffer(&mut self) -> Result<()> {
        let (ty, source) = (self.result_memref()?, self.buffer(self.operand(0)?)?);
        let agrees = |(&known, found): (&i64, &Num)| known == DYNAMIC || found.constant().is_none_or(|n| n == known);
        let same = ty.shape.len() == source.shape.len() && ty.shape.iter().zip(&source.shape).all(agrees);
        if ty.elem != source.elem || ty.layout != Layout::Identity || !same {
            return Err(self.unsupported("a clone of another type"));
        }
        let (strides, bytes) = self.dense_layout(&source.shape, ty.elem.bytes() as i64);
        let bytes = Num::Run(bytes, None);
        let place = self.allocate(bytes, ALLOC_ALIGN);
        self.define_fresh(&ty, Fresh { shape: source.shape.clone(), strides, offset: 0, bytes }, place)?;
        let clone = self.buffer(self.module.result(self.op))?;
        self.copy_between(&source, &clone)
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
        let made_here =
            |op: &Op| module.kind(*op) == OpKind::Alloc && !is_arena(module, *op) && module.parent_block(*op) == block;
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
                match module.kind(user.op) {
                    OpKind::View | OpKind::ByteView | OpKind::Reinterpret | OpKind::Reshape { .. } | OpKind::ShapeCast => {
                        values.extend(module.results(user.op))
                    }
                    OpKind::Load
                    | OpKind::Store
                    | OpKind::VectorLoad
                    | OpKind::VectorStore
                    | OpKind::TransferRead
                    | OpKind::TransferWrite
                    | OpKind::AffineLoad
                    | OpKind::AffineStore
                    | OpKind::Copy
                    | OpKind::Clone
                    | OpKind::Dim
                    | OpKind::Rank
                    | OpKind::Dealloc => {}
                    // Another value may be the same memory from here on.
                    _ => return false,
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
        if self.memory.is_written(self.module.result(self.op)) {
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
        let fresh = self.fresh(&ty, &[])?;
        self.define_fresh(&ty, fresh, Place { base, align: ALLOC_ALIGN })
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
        if !same || extent(ty).is_none() {
            return Err(self.unsupported(format!("the global @{name} as another type")));
        }
        // A data object of no bytes has no address.
        let bytes = Data::from_dense(dense).bytes;
        Ok(if bytes.is_empty() { vec![0] } else { bytes })
    }
}
