//! The function's arguments and results.

use super::value::{Buffer, Num, V, Val, constants, machine};
use super::{Lower, Result};
use crate::abi::Param;
use crate::error::CodegenError;
use crate::layout::{Layout, Need};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, types};
use std::rc::Rc;
use tilec_ir::{DYNAMIC, MemRefType, Module, Op, ScalarType, Type, Value};

/// An error about one op.
pub(super) fn unsupported(module: &Module, op: Op, what: impl Into<String>) -> CodegenError {
    let data = module.op(op);
    CodegenError::Unsupported { op: module.spelling(op).name.to_owned(), loc: data.loc.clone(), what: what.into() }
}

/// The parameters (not yet marked as written), what their arguments need, and the results of a function with one block.
pub(super) fn check(module: &Module, func: Op) -> Result<(Vec<Param>, Vec<Need>, Vec<ScalarType>)> {
    let fail = |what: String| unsupported(module, func, what);
    let blocks = module.regions(func).first().map_or(0, |&region| module.region_blocks(region).len());
    if blocks != 1 {
        return Err(fail(format!("a function body has one block, this one has {blocks}")));
    }
    let (mut params, mut needs) = (Vec::new(), Vec::new());
    for (i, &argument) in module.block_args(module.entry(func)).iter().enumerate() {
        let ty = module.ty(argument);
        let Some(need) = ty.elem().and_then(machine).and_then(|_| Need::of(ty)) else {
            return Err(fail(format!("argument {i} has type {ty}; scalars and memrefs of static shape can be passed")));
        };
        needs.push(need);
        params.push(Param { ty: ty.clone(), written: false });
    }
    let mut results = Vec::new();
    for (i, ty) in module.func_type(func).results.iter().enumerate() {
        match ty.as_scalar().filter(|s| machine(*s).is_some()) {
            Some(scalar) => results.push(scalar),
            None => return Err(fail(format!("result {i} has type {ty}; only scalars can be returned"))),
        }
    }
    Ok((params, needs, results))
}

impl Lower<'_> {
    /// Reads the argument slots.
    pub(super) fn parameters(&mut self, arguments: &[Value], needs: &[Need]) -> Result<()> {
        let mut next = 0;
        for (&argument, need) in arguments.iter().zip(needs) {
            let slots: Vec<V> = (next..next + need.slots()).map(|i| self.read_slot(i)).collect();
            next += slots.len();
            let val = match (self.module.ty(argument), need) {
                (Type::Scalar(ty), Need::Scalar) => Val::Scalar(self.unpack(*ty, slots[0])),
                (Type::MemRef(ty), Need::Fixed { bytes, layout }) => {
                    let end = |this: &mut Self| this.b.ins().iadd_imm_s(slots[0], *bytes as i64);
                    let limits = if self.options.sanitize { Some((slots[0], end(self))) } else { None };
                    self.parameter(argument, ty, slots[0], layout, constants(&layout.strides), limits)?
                }
                (Type::MemRef(ty), Need::Open(layout)) => {
                    let (open, limits) = slots[1..].split_at(slots.len() - 3);
                    let mut open = open.iter();
                    let stride = |&s: &i64| match s {
                        DYNAMIC => open.next().map(|&v| Num::Run(v, None)),
                        s => Some(Num::Const(s)),
                    };
                    let strides = layout.strides.iter().map(stride).collect::<Option<_>>();
                    let strides = strides.ok_or_else(|| self.internal("too few slots"))?;
                    let limits = self.options.sanitize.then(|| (limits[0], limits[1]));
                    self.parameter(argument, ty, slots[0], layout, strides, limits)?
                }
                _ => return Err(self.internal("an argument that was not checked")),
            };
            self.values[argument] = Some(val);
        }
        Ok(())
    }

    fn read_slot(&mut self, i: usize) -> V {
        let flags = MemFlagsData::trusted().with_readonly().with_can_move();
        self.b.ins().load(types::I64, flags, self.slots, slot_offset(i))
    }

    /// A buffer that the caller gives. Where the type leaves the offset open, the address is that of the first element.
    fn parameter(
        &self,
        argument: Value,
        ty: &MemRefType,
        base: V,
        layout: &Layout,
        strides: Vec<Num>,
        limits: Option<(V, V)>,
    ) -> Result<Val> {
        let Some(root) = self.memory.root(argument) else { return Err(self.internal("a memref argument without origin")) };
        let bytes = ty.elem.bytes();
        let offset = if layout.offset == DYNAMIC { 0 } else { layout.offset * bytes as i64 };
        let shape = constants(&ty.shape);
        let align = bytes as u64;
        Ok(Val::Buffer(Rc::new(Buffer {
            elem: ty.elem,
            base,
            offset,
            shape,
            strides,
            root,
            align,
            level: 0,
            unchecked: true,
            limits,
        })))
    }

    fn unpack(&mut self, ty: ScalarType, slot: V) -> V {
        match machine(ty) {
            Some(types::F64) => self.b.ins().bitcast(types::F64, MemFlagsData::new(), slot),
            Some(types::F32) => {
                let bits = self.b.ins().ireduce(types::I32, slot);
                self.b.ins().bitcast(types::F32, MemFlagsData::new(), bits)
            }
            Some(int) if int != types::I64 => self.b.ins().ireduce(int, slot),
            _ => slot,
        }
    }

    /// Writes the results to their slots and ends the function.
    pub(super) fn function_return(&mut self) -> Result<()> {
        let first = self.first_result;
        for (i, value) in self.module.operands(self.op).enumerate() {
            let v = self.scalar(value)?;
            let slot = match machine(self.elem(value)?) {
                Some(types::F64) => self.b.ins().bitcast(types::I64, MemFlagsData::new(), v),
                Some(types::F32) => {
                    let bits = self.b.ins().bitcast(types::I32, MemFlagsData::new(), v);
                    self.b.ins().uextend(types::I64, bits)
                }
                Some(int) if int != types::I64 => self.b.ins().uextend(types::I64, v),
                _ => v,
            };
            self.b.ins().store(MemFlagsData::trusted(), slot, self.slots, slot_offset(first + i));
        }
        let fine = self.iconst(types::I64, 0);
        self.b.ins().return_(&[fine]);
        Ok(())
    }
}

/// Bytes from the first slot to slot `i`.
fn slot_offset(i: usize) -> i32 {
    i32::try_from(8 * i).expect("fewer than 2^28 arguments")
}
