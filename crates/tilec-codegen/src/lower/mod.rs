//! From the IR to Cranelift's IR: the driver, and what every kind of op needs.
//!
//! Blocks are walked with an explicit stack of loops, so neither nesting nor length of a function uses the host's stack.

mod address;
mod affine;
mod alloc;
mod bounds;
mod carried;
mod cast;
mod cast_vector;
mod compare;
mod constant;
mod control;
mod copy;
mod divide;
mod elementwise;
mod float;
mod integer;
mod loops;
mod memory;
mod minmax;
mod pair;
mod reshape;
mod signature;
mod transfer;
mod value;
mod vector;
mod view;

use crate::Options;
use crate::abi::Param;
use crate::analysis::Memory;
use crate::error::CodegenError;
use crate::jit::{Callback, Jit};
use crate::kernel::{MAX_VALUES, Site};
use crate::layout::Need;
use control::Frame;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use tilec_ir::{Attr, Module, Op, OpKind, ScalarType, SecondaryMap, Type, Value};
use value::{Buffer, V, Val, Vector};

/// More instructions than this are refused before Cranelift sees them.
const MAX_INSTRUCTIONS: usize = 2_000_000;

type Result<T> = std::result::Result<T, CodegenError>;

/// What a function became, besides its code.
pub(crate) struct Lowered {
    pub(crate) params: Vec<Param>,
    pub(crate) needs: Vec<Need>,
    pub(crate) results: Vec<ScalarType>,
    pub(crate) sites: Vec<Site>,
    /// What the calls share one after the other, if the function has an arena.
    pub(crate) arena_bytes: Option<usize>,
}

/// The state of lowering one function.
struct Lower<'a> {
    module: &'a Module,
    options: Options,
    b: FunctionBuilder<'a>,
    jit: &'a mut Jit,
    memory: Memory,
    /// The op being lowered.
    op: Op,
    values: SecondaryMap<Value, Option<Val>>,
    /// Integer constants that are not the result of a constant op.
    known: SecondaryMap<Value, Option<i64>>,
    /// Depth of the loop whose induction variable a value is; 0 for other values.
    induction: SecondaryMap<Value, u32>,
    /// Depth of the innermost loop a value may change in; orders the terms of an address.
    levels: SecondaryMap<Value, u32>,
    frames: Vec<Frame>,
    sites: Vec<Site>,
    /// Argument and result slots.
    slots: V,
    /// The slot of the first result.
    first_result: usize,
    /// State of the call, for callbacks.
    context: V,
    regions: Vec<Option<ir::AliasRegion>>,
    signatures: HashMap<Callback, ir::SigRef>,
    globals: HashMap<(Arc<str>, Type), ir::GlobalValue>,
    stack_bytes: u64,
    arena_bytes: Option<u64>,
    has_fma: bool,
}

/// Builds the code of a function into `code`.
pub(crate) fn function(module: &Module, func: Op, options: &Options, jit: &mut Jit, code: &mut ir::Function) -> Result<Lowered> {
    let (mut params, needs, results) = signature::check(module, func)?;
    let memory = Memory::of(module, func);
    let arguments = module.block_args(module.entry(func));
    for (param, &argument) in params.iter_mut().zip(arguments) {
        param.written = memory.is_written(argument);
    }
    let config = jit.frontend_config();
    let has_fma = jit.has_fma();
    let mut builder_context = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(code, &mut builder_context);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let (slots, context) = (b.block_params(entry)[0], b.block_params(entry)[1]);
    let mut lower = Lower {
        module,
        options: *options,
        b,
        jit,
        memory,
        op: func,
        values: SecondaryMap::new(None),
        known: SecondaryMap::new(None),
        induction: SecondaryMap::new(0),
        levels: SecondaryMap::new(0),
        frames: Vec::new(),
        sites: Vec::new(),
        slots,
        first_result: needs.iter().map(Need::slots).sum(),
        context,
        regions: Vec::new(),
        signatures: HashMap::new(),
        globals: HashMap::new(),
        stack_bytes: 0,
        arena_bytes: None,
        has_fma,
    };
    lower.parameters(arguments, &needs)?;
    lower.body(module.entry(func))?;
    let Lower { mut b, sites, arena_bytes, .. } = lower;
    b.seal_all_blocks();
    b.finalize(config);
    let arena_bytes = arena_bytes.and_then(|bytes| usize::try_from(bytes).ok());
    Ok(Lowered { params, needs, results, sites, arena_bytes })
}

impl Lower<'_> {
    fn body(&mut self, entry: tilec_ir::Block) -> Result<()> {
        self.frames.push(Frame::function(self.module.block_ops(entry).next()));
        loop {
            let frame = self.frames.last_mut().expect("the function's frame stays until its return");
            let Some(op) = frame.next else {
                return Err(self.internal("a block without terminator"));
            };
            frame.next = self.module.next_op(op);
            self.op = op;
            match self.module.kind(op) {
                OpKind::For => self.enter_for()?,
                OpKind::AffineFor => self.enter_affine_for()?,
                OpKind::If => self.enter_if()?,
                OpKind::While => self.enter_while()?,
                OpKind::Forall => self.enter_forall()?,
                OpKind::Parallel => self.enter_parallel()?,
                OpKind::Yield => self.leave()?,
                OpKind::Condition => self.condition()?,
                OpKind::InParallel => self.in_parallel()?,
                OpKind::Combine => self.combine()?,
                OpKind::Return => return self.function_return(),
                kind => self.simple_op(kind)?,
            }
            if self.b.func.dfg.num_insts() > MAX_INSTRUCTIONS {
                return Err(CodegenError::Limit { what: "the number of instructions".into(), limit: MAX_INSTRUCTIONS });
            }
        }
    }

    fn simple_op(&mut self, kind: OpKind) -> Result<()> {
        match kind {
            OpKind::Constant => self.constant(),
            OpKind::Unary(op) => self.unary(op),
            OpKind::Binary(op) => self.binary(op),
            OpKind::Ternary(op) => self.ternary(op),
            OpKind::Pair(op) => self.pair(op),
            OpKind::Compare { .. } => self.compare(),
            OpKind::Select => self.select(),
            OpKind::Cast(op) => self.cast(op),
            OpKind::Assert => self.assert(),
            OpKind::Dim => self.dim(),
            OpKind::Reshape { expand } => self.reshape(expand),
            OpKind::ShapeCast => self.shape_cast(),
            OpKind::Alloc => self.alloc(),
            OpKind::Alloca => self.alloca(),
            OpKind::Dealloc => self.dealloc(),
            OpKind::Load | OpKind::AffineLoad => self.load(),
            OpKind::Store | OpKind::AffineStore => self.store(),
            OpKind::Copy => self.copy(),
            OpKind::View => self.view(),
            OpKind::ByteView => self.byte_view(),
            OpKind::Reinterpret => self.reinterpret_cast(),
            OpKind::Clone => self.clone_buffer(),
            OpKind::GetGlobal => self.get_global(),
            OpKind::AffineApply => self.affine_apply(),
            OpKind::AffineExtremum { max } => self.affine_extremum(max),
            OpKind::VectorLoad => self.vector_load(),
            OpKind::VectorStore => self.vector_store(),
            OpKind::TransferRead => self.transfer_read(),
            OpKind::TransferWrite => self.transfer_write(),
            OpKind::Broadcast => self.broadcast(),
            OpKind::ExtractLane => self.extract_lane(),
            OpKind::FromLanes => self.build_vector(),
            OpKind::Module
            | OpKind::Func
            | OpKind::Return
            | OpKind::Structured(_)
            | OpKind::Yield
            | OpKind::LoopIndex
            | OpKind::Empty
            | OpKind::Extract
            | OpKind::Slice
            | OpKind::InsertSlice
            | OpKind::Materialize
            | OpKind::ToTensor
            | OpKind::ToBuffer
            | OpKind::AllocTensor
            | OpKind::Global
            | OpKind::Softmax
            | OpKind::Pack { .. }
            | OpKind::Pad
            | OpKind::Concat
            | OpKind::Generate
            | OpKind::FromElements
            | OpKind::SplatTensor
            | OpKind::Insert
            | OpKind::Rank
            | OpKind::ReshapeTo
            | OpKind::Gather
            | OpKind::Scatter
            | OpKind::ParallelInsert
            | OpKind::If
            | OpKind::While
            | OpKind::Condition
            | OpKind::Forall
            | OpKind::InParallel
            | OpKind::Parallel
            | OpKind::Combine
            | OpKind::AffineFor
            | OpKind::DeallocTensor
            | OpKind::Call
            | OpKind::Branch
            | OpKind::CondBranch
            | OpKind::ScaledCast
            | OpKind::Transform
            | OpKind::For => Err(self.unsupported("lower the program to loops over buffers first")),
        }
    }

    /// `cf.assert`.
    fn assert(&mut self) -> Result<()> {
        let condition = self.scalar(self.operand(0)?)?;
        let message = self.module.attr(self.op, "msg").and_then(Attr::as_str).unwrap_or_default();
        let failed = self.b.ins().icmp_imm_u(IntCC::Equal, condition, 0);
        self.stop_if(failed, format!("{message} in cf.assert"), false);
        Ok(())
    }

    fn unsupported(&self, what: impl Into<String>) -> CodegenError {
        signature::unsupported(self.module, self.op, what)
    }

    fn internal(&self, what: &str) -> CodegenError {
        CodegenError::Internal(format!("{what} at {} ({})", self.module.spelling(self.op).name, self.module.op(self.op).loc))
    }

    /// Operand `i` of the op being lowered.
    fn operand(&self, i: usize) -> Result<Value> {
        let fits = i < self.module.num_operands(self.op);
        if fits { Ok(self.module.operand(self.op, i)) } else { Err(self.internal("a missing operand")) }
    }

    fn get(&self, value: Value) -> Result<Val> {
        self.values[value].clone().ok_or_else(|| self.internal("a value used before its definition"))
    }

    fn scalar(&self, value: Value) -> Result<V> {
        match self.get(value)? {
            Val::Scalar(v) => Ok(v),
            _ => Err(self.unsupported("a scalar operand is needed here")),
        }
    }

    fn vector(&self, value: Value) -> Result<Vector> {
        match self.get(value)? {
            Val::Vector(v) => Ok(v),
            _ => Err(self.unsupported("a vector operand is needed here")),
        }
    }

    fn buffer(&self, value: Value) -> Result<Rc<Buffer>> {
        match self.get(value)? {
            Val::Buffer(b) => Ok(b),
            _ => Err(self.unsupported("a buffer operand is needed here")),
        }
    }

    fn elem(&self, value: Value) -> Result<ScalarType> {
        self.module.ty(value).elem().ok_or_else(|| self.unsupported("an operand of this type"))
    }

    /// Defines result `i` of the op being lowered.
    fn set_result(&mut self, i: usize, val: Val) -> Result<()> {
        let Some(&result) = self.module.results(self.op).get(i) else {
            return Err(self.internal("a missing result"));
        };
        self.levels[result] = self.module.operands(self.op).map(|v| self.levels[v]).max().unwrap_or(0);
        self.values[result] = Some(val);
        Ok(())
    }

    /// The type of result `i` of the op being lowered.
    fn result_type(&self, i: usize) -> Result<&Type> {
        self.module.results(self.op).get(i).map(|&v| self.module.ty(v)).ok_or_else(|| self.internal("a missing result"))
    }

    /// The value of an integer constant.
    fn constant_int(&self, value: Value) -> Option<i64> {
        self.known[value].or_else(|| self.module.constant_int(value))
    }

    fn iconst(&mut self, ty: ir::Type, bits: u64) -> V {
        let mask = if ty.bits() == 64 { u64::MAX } else { (1 << ty.bits()) - 1 };
        self.b.ins().iconst(ty, (bits & mask).cast_signed())
    }

    /// Stops with an error if `failed` is not zero.
    fn stop_if(&mut self, failed: V, message: String, is_allocation: bool) {
        self.stop_with_values(failed, &[], message, is_allocation);
    }

    /// [`Lower::stop_if`] with values for the `{}` of the message, left in the first slots.
    fn stop_with_values(&mut self, failed: V, values: &[V], message: String, is_allocation: bool) {
        debug_assert!(values.len() <= MAX_VALUES);
        self.sites.push(Site { message, loc: self.module.op(self.op).loc.clone(), is_allocation, values: values.len() });
        let status = self.sites.len() as u64;
        let (error, fine) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(failed, error, &[], fine, &[]);
        self.b.switch_to_block(error);
        self.b.set_cold_block(error);
        for (slot, &value) in values.iter().enumerate() {
            self.b.ins().store(MemFlagsData::new().with_notrap(), value, self.slots, 8 * slot as i32);
        }
        let status = self.iconst(types::I64, status);
        self.b.ins().return_(&[status]);
        self.b.switch_to_block(fine);
    }

    /// Calls a function of the host.
    fn call(&mut self, callback: Callback, args: &[V]) -> Option<V> {
        let signature = *self.signatures.entry(callback).or_insert_with(|| {
            let mut signature = self.jit.signature();
            callback.describe(&mut signature);
            self.b.import_signature(signature)
        });
        let address = self.iconst(types::I64, callback.address());
        let call = self.b.ins().call_indirect(signature, address, args);
        self.b.inst_results(call).first().copied()
    }

    /// Calls a function of the host that has a result.
    fn call_value(&mut self, callback: Callback, args: &[V]) -> V {
        self.call(callback, args).expect("a callback with a result")
    }
}
