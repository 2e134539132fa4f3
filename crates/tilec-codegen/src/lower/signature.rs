//! The function's arguments and results.

use super::value::{Buffer, V, Val, constants, machine};
use super::{Lower, Result};
use crate::abi::{Param, extent};
use crate::error::CodegenError;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, types};
use std::rc::Rc;
use tilec_ir::{Module, Op, ScalarType, Type, Value};

/// An error about one op.
pub(super) fn unsupported(module: &Module, op: Op, what: impl Into<String>) -> CodegenError {
    let data = module.op(op);
    CodegenError::Unsupported { op: module.spelling(op).name.to_owned(), loc: data.loc.clone(), what: what.into() }
}

/// The parameters (not yet marked as written) and results of a function with one block.
pub(super) fn check(module: &Module, func: Op) -> Result<(Vec<Param>, Vec<ScalarType>)> {
    let fail = |what: String| unsupported(module, func, what);
    let blocks = module.regions(func).first().map_or(0, |&region| module.region_blocks(region).len());
    if blocks != 1 {
        return Err(fail(format!("a function body has one block, this one has {blocks}")));
    }
    let mut params = Vec::new();
    for (i, &argument) in module.block_args(module.entry(func)).iter().enumerate() {
        let ty = module.ty(argument);
        let known = match ty {
            Type::Scalar(s) => machine(*s).is_some(),
            Type::MemRef(m) => machine(m.elem).is_some() && extent(m).is_some(),
            _ => false,
        };
        if !known {
            return Err(fail(format!("argument {i} has type {ty}; scalars and memrefs of static shape can be passed")));
        }
        params.push(Param { ty: ty.clone(), written: false });
    }
    let mut results = Vec::new();
    for (i, ty) in module.func_type(func).results.iter().enumerate() {
        match ty.as_scalar().filter(|s| machine(*s).is_some()) {
            Some(scalar) => results.push(scalar),
            None => return Err(fail(format!("result {i} has type {ty}; only scalars can be returned"))),
        }
    }
    Ok((params, results))
}

impl Lower<'_> {
    /// Reads the argument slots.
    pub(super) fn parameters(&mut self, arguments: &[Value]) -> Result<()> {
        for (i, &argument) in arguments.iter().enumerate() {
            let flags = MemFlagsData::trusted().with_readonly().with_can_move();
            let slot = self.b.ins().load(types::I64, flags, self.slots, slot_offset(i));
            let val = match self.module.ty(argument) {
                Type::Scalar(ty) => Val::Scalar(self.unpack(*ty, slot)),
                Type::MemRef(ty) => {
                    let (Some((strides, offset)), Some(root)) = (ty.strides_and_offset(), self.memory.root(argument)) else {
                        return Err(self.internal("a memref argument without layout"));
                    };
                    let bytes = ty.elem.bytes();
                    let limits = self.options.sanitize.then(|| {
                        let span = extent(ty).map_or(0, |(_, span)| span * bytes as i64);
                        (slot, self.b.ins().iadd_imm_s(slot, span))
                    });
                    Val::Buffer(Rc::new(Buffer {
                        elem: ty.elem,
                        base: slot,
                        offset: offset * bytes as i64,
                        shape: constants(&ty.shape),
                        strides: constants(&strides),
                        root,
                        align: bytes as u64,
                        level: 0,
                        unchecked: true,
                        limits,
                    }))
                }
                _ => return Err(self.internal("an argument that was not checked")),
            };
            self.values[argument] = Some(val);
        }
        Ok(())
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
        let first = self.module.parent_block(self.op).map_or(0, |block| self.module.block_args(block).len());
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
