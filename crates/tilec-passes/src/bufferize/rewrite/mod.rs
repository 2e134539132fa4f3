//! Turns tensors into buffers, op by op, following the decisions.
//!
//! `values` rewrites the ops that make, cut, reshape and fill tensors, `control` loops, branches and calls. Old ops stay until all is
//! rewritten, so what is asked of tensors can still be answered.

mod control;
mod memory;
mod values;

use super::calls::Summaries;
use super::decisions::Decisions;
use super::{facts, is_tensor};
use control::Shrink;
pub(super) use memory::Globals;
use memory::{alloc, copy};
use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::dominance::reverse_postorder;
use tilec_ir::{
    Attr, Block, Builder, DYNAMIC, Dict, FunctionType, Layout, Module, Op, OpKind, Region, Type, Use, Value, spelling,
};

/// The buffer type of a tensor at a function boundary or of a fresh allocation: dense, row-major.
pub(super) fn buffer_type(ty: &Type) -> Type {
    match ty {
        Type::Tensor(t) => Type::memref(&t.shape, t.elem),
        other => other.clone(),
    }
}

/// Tensors in the signature become buffers. Returns true if there were any.
pub(super) fn convert_signature(module: &mut Module, func: Op) -> bool {
    let ty = module.func_type(func).clone();
    let convert = |types: &[Type]| types.iter().map(buffer_type).collect::<Vec<_>>();
    let new = FunctionType { inputs: convert(&ty.inputs), results: convert(&ty.results) };
    if new == ty {
        return false;
    }
    module.set_attr(func, "function_type", Attr::Type(Type::Function(Arc::new(new))));
    drop_writable_marks(module, func);
    true
}

/// The marks have done their work once there are buffers.
fn drop_writable_marks(module: &mut Module, func: Op) {
    let Some(Attr::Array(dicts)) = module.attr(func, "arg_attrs").cloned() else { return };
    let cleaned: Vec<Attr> = dicts
        .iter()
        .map(|d| match d {
            Attr::Dict(dict) => {
                let mut dict: Dict = (**dict).clone();
                dict.remove("bufferization.writable");
                Attr::Dict(Arc::new(dict))
            }
            other => other.clone(),
        })
        .collect();
    if cleaned.iter().all(|d| matches!(d, Attr::Dict(d) if d.is_empty())) {
        module.op_mut(func).attrs.remove("arg_attrs");
    } else {
        module.set_attr(func, "arg_attrs", Attr::Array(cleaned.into()));
    }
}

/// Rewrites a function. Returns true if anything changed.
pub(super) fn bufferize_func(
    module: &mut Module,
    func: Op,
    decisions: &Decisions,
    summaries: &Summaries,
    globals: &mut Globals,
) -> bool {
    let mut changed = convert_signature(module, func);
    let body = module.entry(func);
    let mut rewriter =
        Rewriter { module, decisions, summaries, globals, buffers: HashMap::new(), dead: Vec::new(), shrinks: Vec::new() };
    for arg in rewriter.module.block_args(body).to_vec() {
        rewriter.set_buffer_type(arg);
    }
    rewriter.region(rewriter.module.regions(func)[0]);
    let Rewriter { dead, shrinks, .. } = rewriter;
    changed |= !dead.is_empty() || !shrinks.is_empty();
    // Last first: users before what they use.
    for op in dead.into_iter().rev() {
        module.erase(op);
    }
    shrinks.into_iter().for_each(|shrink| shrink.apply(module));
    changed
}

struct Rewriter<'m> {
    module: &'m mut Module,
    decisions: &'m Decisions,
    summaries: &'m Summaries,
    globals: &'m mut Globals,
    /// The buffer of each tensor value.
    buffers: HashMap<Value, Value>,
    /// Rewritten ops.
    dead: Vec<Op>,
    /// Loops and branches that carry fewer values now.
    shrinks: Vec<Shrink>,
}

impl Rewriter<'_> {
    /// Blocks after those that lead to them.
    fn region(&mut self, region: Region) {
        let blocks = self.module.region_blocks(region).to_vec();
        if blocks.len() > 1 {
            let args: Vec<_> = blocks[1..].iter().flat_map(|&b| self.module.block_args(b)).copied().collect();
            args.into_iter().for_each(|arg| self.set_buffer_type(arg));
        }
        let order = if blocks.len() > 1 { reverse_postorder(self.module, region) } else { blocks };
        order.into_iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: Block) {
        for op in self.module.block_ops(block).collect::<Vec<_>>() {
            if self.rewrite(op) {
                self.dead.push(op);
            }
        }
    }

    /// An argument of a function or block becomes a buffer itself.
    fn set_buffer_type(&mut self, arg: Value) {
        if is_tensor(self.module.ty(arg)) {
            let ty = buffer_type(self.module.ty(arg));
            self.module.set_type(arg, ty);
            self.buffers.insert(arg, arg);
        }
    }

    fn buffer(&self, tensor: Value) -> Value {
        self.buffers.get(&tensor).copied().unwrap_or(tensor)
    }

    fn in_place(&self, op: Op, operand: usize) -> bool {
        self.decisions.in_place(Use { op, operand: u32::try_from(operand).expect("few operands") })
    }

    /// Reads of tensors inside the op's regions: elements and extents.
    fn rewrite_inner_reads(&mut self, op: Op) {
        for inner in self.module.walk(op).into_iter().skip(1) {
            self.rewrite_read(inner);
        }
    }

    /// `tensor.extract`, `tensor.dim` and `tensor.rank` become the buffer's.
    fn rewrite_read(&mut self, op: Op) {
        let kind = self.module.kind(op);
        if !matches!(kind, OpKind::Extract | OpKind::Dim | OpKind::Rank)
            || !self.buffers.contains_key(&self.module.operand(op, 0))
        {
            return;
        }
        let buffer = self.buffer(self.module.operand(op, 0));
        let rest: Vec<_> = self.module.operands(op).skip(1).collect();
        let mut builder = Builder::before(self.module, op);
        let value = match kind {
            OpKind::Extract => builder.load(buffer, &rest),
            OpKind::Rank => {
                let rank = builder.module.ty(buffer).shape().map_or(0, <[i64]>::len);
                builder.index(i64::try_from(rank).expect("few dimensions"))
            }
            _ => {
                let dim = builder.op(spelling::of_dialect(OpKind::Dim, "memref"), &[buffer, rest[0]], &[Type::INDEX]);
                builder.module.result(dim)
            }
        };
        self.module.replace_op(op, &[value]);
    }

    /// Rewrites an op and what is inside it; true if it is to be erased.
    fn rewrite(&mut self, op: Op) -> bool {
        let kind = self.module.kind(op);
        match kind {
            OpKind::Structured(_) => {
                self.rewrite_inner_reads(op);
                let inputs = self.module.group_range(op, 0).len();
                return self.on_buffers(op, inputs);
            }
            OpKind::Softmax => return self.on_buffers(op, 1),
            OpKind::Constant if is_tensor(self.module.ty(self.module.result(op))) => self.constant(op),
            OpKind::Empty => {
                let sizes: Vec<_> = self.module.operands(op).collect();
                let (ty, result) = (buffer_type(self.module.ty(self.module.result(op))), self.module.result(op));
                let buffer = alloc(&mut Builder::before(self.module, op), &ty, &sizes);
                self.buffers.insert(result, buffer);
            }
            OpKind::AllocTensor => self.alloc_tensor(op),
            OpKind::Slice => self.slice(op),
            OpKind::InsertSlice => self.insert_slice(op),
            OpKind::ParallelInsert => self.parallel_insert(op),
            OpKind::Insert => self.insert(op),
            OpKind::TransferWrite if !self.module.results(op).is_empty() => self.transfer_write(op),
            OpKind::Reshape { .. } | OpKind::ShapeCast if self.module.spelling(op).dialect() == "tensor" => {
                self.reshape_or_cast(op);
            }
            OpKind::Materialize => self.materialize(op),
            OpKind::ToTensor => {
                let (result, buffer) = (self.module.result(op), self.module.operand(op, 0));
                self.buffers.insert(result, buffer);
            }
            OpKind::ToBuffer => self.buffer_of_tensor(op),
            // The memory lives on until nobody needs it.
            OpKind::DeallocTensor => {}
            OpKind::Select if is_tensor(self.module.ty(self.module.result(op))) => self.select(op),
            OpKind::Call => return self.call(op),
            _ => {
                match kind {
                    OpKind::Return => self.returned(op),
                    OpKind::Branch | OpKind::CondBranch => self.branch(op),
                    OpKind::Extract | OpKind::Dim | OpKind::Rank => self.rewrite_read(op),
                    OpKind::TransferRead => self.transfer_read(op),
                    _ if !self.module.regions(op).is_empty() => self.control(op),
                    _ => {}
                }
                return false;
            }
        }
        true
    }

    /// The destination of an op, or a new buffer if it is not done in place: with the contents if they are read.
    fn destination(&mut self, op: Op, operand: usize, needs_contents: bool) -> Value {
        let tensor = self.module.operand(op, operand);
        let buffer = self.buffer(tensor);
        match (self.in_place(op, operand), needs_contents && !self.is_undefined(tensor)) {
            (true, _) => buffer,
            (false, true) => self.copy_of(op, buffer),
            (false, false) => self.alloc_like(op, buffer),
        }
    }

    /// True if the contents of a tensor are undefined: nobody needs a copy of them.
    fn is_undefined(&self, tensor: Value) -> bool {
        let module = &*self.module;
        let passed_on = |&v: &Value| module.defining_op(v).and_then(|op| facts::passed_on(module, op));
        let Some(op) = std::iter::successors(Some(tensor), passed_on).last().and_then(|v| module.defining_op(v)) else {
            return false;
        };
        module.kind(op) == OpKind::Empty || module.kind(op) == OpKind::AllocTensor && module.group_named(op, "copy").is_empty()
    }

    /// The same op on buffers, its first `inputs` operands as they are; each output in its init's buffer, or in a new one.
    fn on_buffers(&mut self, op: Op, inputs: usize) -> bool {
        if self.module.results(op).is_empty() {
            return false;
        }
        let results = self.module.results(op).to_vec();
        let mut operands: Vec<_> = self.module.operands(op).map(|v| self.buffer(v)).collect();
        for (o, &result) in results.iter().enumerate() {
            let at = Use { op, operand: u32::try_from(inputs + o).expect("few operands") };
            let needed = facts::reads(self.module, self.summaries, at);
            operands[inputs + o] = self.destination(op, inputs + o, needed);
            self.buffers.insert(result, operands[inputs + o]);
        }
        // A copy of the op with its body, on buffers and without results.
        let regions = self.module.regions(op).len();
        let (row, loc) = (self.module.spelling(op), self.module.op(op).loc.clone());
        let segments: Vec<_> = (0..row.operands.len()).map(|g| self.module.group_range(op, g).len()).collect();
        let new = self.module.create_op(row, &operands, &[], regions, loc);
        self.module.set_segments(new, &segments);
        let (attrs, extra) = (self.module.op(op).attrs.clone(), self.module.op(op).extra.clone());
        let data = self.module.op_mut(new);
        (data.attrs, data.extra) = (attrs, extra);
        self.module.move_regions(op, new);
        self.module.insert_before(new, op);
        true
    }

    /// Returned tensors have the dense layout of the signature.
    fn returned(&mut self, op: Op) {
        for i in 0..self.module.num_operands(op) {
            let value = self.module.operand(op, i);
            let mut buffer = self.buffer(value);
            let dense = self.module.ty(buffer).as_memref().is_none_or(|t| t.layout == Layout::Identity);
            if !dense && self.buffers.contains_key(&value) {
                buffer = self.copy_of(op, buffer);
            }
            if buffer != value {
                self.module.set_operand(op, i, buffer);
            }
        }
    }

    fn alloc_like(&mut self, before: Op, buffer: Value) -> Value {
        let ty = self.module.ty(buffer).clone();
        let shape = ty.shape().expect("a buffer").to_vec();
        let mut builder = Builder::before(self.module, before);
        let sizes: Vec<_> = (0..shape.len()).filter(|&d| shape[d] == DYNAMIC).map(|d| builder.dim(buffer, d)).collect();
        alloc(&mut builder, &Type::memref(&shape, ty.elem().expect("a buffer")), &sizes)
    }

    fn copy_of(&mut self, before: Op, buffer: Value) -> Value {
        let new = self.alloc_like(before, buffer);
        copy(&mut Builder::before(self.module, before), buffer, new);
        new
    }

    /// The buffer as exactly `ty`, by a cast if it differs.
    fn cast_to(&mut self, before: Op, buffer: Value, ty: &Type) -> Value {
        if self.module.ty(buffer) == ty {
            return buffer;
        }
        let op = Builder::before(self.module, before).op(
            spelling::of_dialect(OpKind::ShapeCast, "memref"),
            &[buffer],
            std::slice::from_ref(ty),
        );
        self.module.result(op)
    }
}
