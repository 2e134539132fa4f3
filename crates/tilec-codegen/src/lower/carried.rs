//! Values that go from block to block: their machine values, in the one form that a type has there.

use super::value::{Buffer, Num, Repr, V, Val, Vector, chunks_of, default_mask_bits, mask_type};
use super::{Lower, Result};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, types};
use std::rc::Rc;
use tilec_ir::{DYNAMIC, ScalarType, Type, Value};

impl Lower<'_> {
    /// The machine values of all `values`.
    pub(super) fn flatten_all(&mut self, values: &[Value]) -> Result<Vec<V>> {
        let mut flat = Vec::new();
        for &value in values {
            let val = self.get(value)?;
            self.flatten(val, self.module.ty(value), &mut flat)?;
        }
        Ok(flat)
    }

    /// Defines `values` as what machine values of their types are, made by [`Lower::flatten_all`] of the same types.
    pub(super) fn unflatten_all(&mut self, values: &[Value], mut flat: &[V], level: u32) -> Result<()> {
        for &value in values {
            let val = self.unflatten(value, &mut flat, level)?;
            self.values[value] = Some(val);
            self.levels[value] = level;
        }
        Ok(())
    }

    /// A parameter of `block` for each machine value.
    pub(super) fn params_like(&mut self, block: ir::Block, like: &[V]) -> Vec<V> {
        let param = |&v: &V| {
            let ty = self.b.func.dfg.value_type(v);
            self.b.append_block_param(block, ty)
        };
        like.iter().map(param).collect()
    }

    /// Machine values as the arguments of a jump, if they are what the block takes.
    pub(super) fn jump_args(&self, block: ir::Block, args: &[V]) -> Result<Vec<BlockArg>> {
        let dfg = &self.b.func.dfg;
        let types = |values: &[V]| values.iter().map(|&v| dfg.value_type(v)).collect::<Vec<_>>();
        if types(dfg.block_params(block)) != types(args) {
            return Err(self.internal("values of other types than those that are carried"));
        }
        Ok(args.iter().map(|&v| v.into()).collect())
    }

    pub(super) fn flatten(&mut self, val: Val, ty: &Type, out: &mut Vec<V>) -> Result<()> {
        match val {
            Val::Scalar(v) => out.push(v),
            Val::Buffer(buffer) => self.flatten_buffer(&buffer, ty, out)?,
            Val::Vector(vector) => out.extend(match (vector.elem, default_mask_bits(vector.lanes)) {
                (ScalarType::I1, Some(bits)) => self.mask_chunks(&vector, bits),
                _ => match vector.repr {
                    Repr::Chunks(v) | Repr::Scalars(v) => v,
                    Repr::Mask { .. } => self.lane_values(&vector),
                },
            }),
        }
        Ok(())
    }

    /// The address of the first element, then the extents and strides that the type leaves open.
    fn flatten_buffer(&mut self, buffer: &Buffer, ty: &Type, out: &mut Vec<V>) -> Result<()> {
        let Some((ty, (strides, _))) = ty.as_memref().and_then(|ty| Some((ty, ty.strides_and_offset()?))) else {
            return Err(self.unsupported("a buffer without strides goes from block to block"));
        };
        if ty.elem != buffer.elem || ty.shape.len() != buffer.shape.len() {
            return Err(self.internal("a buffer of another type"));
        }
        out.push(self.b.ins().iadd_imm_s(buffer.base, buffer.offset));
        for (&known, &extent) in ty.shape.iter().zip(&buffer.shape) {
            match known {
                DYNAMIC => out.push(self.value_of(extent)),
                _ if extent == Num::Const(known) => {}
                _ => return Err(self.unsupported("a buffer whose extents are not those of its type")),
            }
        }
        for ((&known, &stride), &extent) in strides.iter().zip(&buffer.strides).zip(&buffer.shape) {
            match known {
                DYNAMIC => out.push(self.value_of(stride)),
                _ if stride == Num::Const(known) || matches!(extent, Num::Const(0 | 1)) => {}
                _ => return Err(self.unsupported("a buffer whose strides are not those of its type")),
            }
        }
        if self.options.sanitize {
            let Some((start, end)) = buffer.limits else { return Err(self.internal("a buffer without limits")) };
            out.extend([start, end]);
        }
        Ok(())
    }

    /// The inverse of `flatten`; takes the values off the front of `flat`.
    fn unflatten(&self, value: Value, flat: &mut &[V], level: u32) -> Result<Val> {
        let mut take = |n: usize| {
            let (front, rest) =
                flat.split_at_checked(n).ok_or_else(|| self.internal("a block that hands over too few values"))?;
            *flat = rest;
            Ok(front.to_vec())
        };
        match self.module.ty(value) {
            Type::Vector(ty) => {
                let (elem, lanes) = (ty.elem, self.lanes(&ty.shape, ty.elem)?);
                let repr = match (default_mask_bits(lanes), chunks_of(elem, lanes)) {
                    (Some(bits), _) if elem == ScalarType::I1 => {
                        Repr::Mask { bits, chunks: take(lanes / mask_type(bits).lane_count() as usize)? }
                    }
                    (_, Some(chunk)) => Repr::Chunks(take(lanes / chunk.lane_count() as usize)?),
                    (_, None) => Repr::Scalars(take(lanes)?),
                };
                Ok(Val::Vector(Vector { elem, lanes, repr }))
            }
            Type::MemRef(ty) => {
                let (Some((strides, _)), Some(root)) = (ty.strides_and_offset(), self.memory.root(value)) else {
                    return Err(self.internal("a buffer without layout or origin"));
                };
                let base = take(1)?[0];
                let mut open = |known: &[i64]| -> Result<Vec<Num>> {
                    let open = |&n: &i64| if n == DYNAMIC { Ok(Num::Run(take(1)?[0], None)) } else { Ok(Num::Const(n)) };
                    known.iter().map(open).collect()
                };
                let (shape, strides) = (open(&ty.shape)?, open(&strides)?);
                let limits = if self.options.sanitize { Some(take(2)?).map(|l| (l[0], l[1])) } else { None };
                // Which of several buffers it is, and how that one is aligned, is not known.
                let (offset, align, unchecked) = (0, 1, false);
                Ok(Val::Buffer(Rc::new(Buffer {
                    elem: ty.elem,
                    base,
                    offset,
                    shape,
                    strides,
                    root,
                    align,
                    level,
                    unchecked,
                    limits,
                })))
            }
            _ => Ok(Val::Scalar(take(1)?[0])),
        }
    }

    /// The machine type of all addresses and numbers.
    pub(super) fn is_number(&self, v: V) -> bool {
        self.b.func.dfg.value_type(v) == types::I64
    }
}
