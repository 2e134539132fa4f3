//! Turns tensors into buffers, op by op, following the decisions.

use super::analysis::Decisions;
use super::{facts, is_tensor};
use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::verify::{collapsed_layout, expanded_layout, reassociation, view_layout};
use tilec_ir::{
    Attr, Builder, DYNAMIC, Dict, FunctionType, Layout, MemRefType, Module, Op, OpKind, ScalarType, Type, Use, Value, spelling,
};

/// Alignment of allocations in bytes, as mlir-opt writes it.
const ALIGNMENT: i64 = 64;

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
pub(super) fn bufferize_func(module: &mut Module, func: Op, decisions: &Decisions) -> bool {
    let mut changed = convert_signature(module, func);
    let body = module.entry(func);
    let mut rewriter = Rewriter { module, decisions, buffers: HashMap::new() };
    for arg in rewriter.module.block_args(body).to_vec() {
        if is_tensor(rewriter.module.ty(arg)) {
            let ty = buffer_type(rewriter.module.ty(arg));
            rewriter.module.set_type(arg, ty);
            rewriter.buffers.insert(arg, arg);
        }
    }
    let ops: Vec<_> = rewriter.module.block_ops(body).collect();
    let mut dead = Vec::new();
    for op in ops {
        rewriter.rewrite_inner_reads(op);
        if rewriter.rewrite(op) {
            dead.push(op);
        }
    }
    changed |= !dead.is_empty();
    for op in dead.into_iter().rev() {
        module.erase(op);
    }
    changed
}

struct Rewriter<'m> {
    module: &'m mut Module,
    decisions: &'m Decisions,
    /// The buffer of each tensor value.
    buffers: HashMap<Value, Value>,
}

impl Rewriter<'_> {
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

    /// `tensor.extract` and `tensor.dim` become the buffer's. True if the op was one of them.
    fn rewrite_read(&mut self, op: Op) -> bool {
        let kind = self.module.kind(op);
        if !matches!(kind, OpKind::Extract | OpKind::Dim)
            || !is_tensor(self.module.ty(self.module.operand(op, 0))) && !self.is_mapped(op)
        {
            return false;
        }
        let buffer = self.buffer(self.module.operand(op, 0));
        let rest: Vec<_> = self.module.operands(op).skip(1).collect();
        let mut builder = Builder::before(self.module, op);
        let value = if kind == OpKind::Extract {
            builder.load(buffer, &rest)
        } else {
            let dim = builder.op(spelling::of_dialect(OpKind::Dim, "memref"), &[buffer, rest[0]], &[Type::INDEX]);
            builder.module.result(dim)
        };
        self.module.replace_op(op, &[value]);
        true
    }

    /// The op's first operand was a tensor argument, whose type has changed already.
    fn is_mapped(&self, op: Op) -> bool {
        self.module.spelling(op).dialect() == "tensor" && self.buffers.contains_key(&self.module.operand(op, 0))
    }

    /// Rewrites one op of the body; true if it is to be erased.
    fn rewrite(&mut self, op: Op) -> bool {
        let kind = self.module.kind(op);
        match kind {
            OpKind::Structured(_) => return self.structured(op),
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
            OpKind::Reshape { .. } | OpKind::ShapeCast if self.module.spelling(op).dialect() == "tensor" => {
                self.reshape_or_cast(op)
            }
            OpKind::Materialize => self.materialize(op),
            OpKind::ToTensor => {
                let (result, buffer) = (self.module.result(op), self.module.operand(op, 0));
                self.buffers.insert(result, buffer);
            }
            OpKind::ToBuffer => {
                let source = self.buffer(self.module.operand(op, 0));
                let result = self.module.result(op);
                let copy = self.copy_of(op, source);
                let ty = self.module.ty(result).clone();
                let value = self.cast_to(op, copy, &ty);
                self.module.replace_all_uses(result, value);
            }
            OpKind::Return => {
                self.returned(op);
                return false;
            }
            OpKind::Extract | OpKind::Dim => {
                self.rewrite_read(op);
                return false;
            }
            _ => return false,
        }
        true
    }

    /// The same op on buffers; each output in its init's buffer, or in a new one with the init's contents if they are read.
    fn structured(&mut self, op: Op) -> bool {
        let view = self.module.structured(op).expect("a structured op");
        let (inputs, outputs) = (view.num_inputs(), view.num_outputs());
        let needs_init: Vec<_> = (0..outputs).map(|o| view.needs_init(o)).collect();
        if self.module.results(op).is_empty() {
            return false;
        }
        let results = self.module.results(op).to_vec();
        let mut operands: Vec<_> = self.module.operands(op).map(|v| self.buffer(v)).collect();
        for (o, &needed) in needs_init.iter().enumerate() {
            let init = operands[inputs + o];
            let buffer = match (self.in_place(op, inputs + o), needed) {
                (true, _) => init,
                (false, true) => self.copy_of(op, init),
                (false, false) => self.alloc_like(op, init),
            };
            operands[inputs + o] = buffer;
            self.buffers.insert(results[o], buffer);
        }
        // A copy of the op with its body, on buffers and without results.
        let regions = self.module.regions(op).len();
        let (row, loc) = (self.module.spelling(op), self.module.op(op).loc.clone());
        let new = self.module.create_op(row, &operands, &[], regions, loc);
        self.module.set_segments(new, &[inputs, outputs]);
        let (attrs, extra) = (self.module.op(op).attrs.clone(), self.module.op(op).extra.clone());
        let data = self.module.op_mut(new);
        (data.attrs, data.extra) = (attrs, extra);
        self.module.move_regions(op, new);
        self.module.insert_before(new, op);
        true
    }

    fn constant(&mut self, op: Op) {
        let result = self.module.result(op);
        let Some(Attr::Dense(dense)) = self.module.attr(op, "value").cloned() else { return };
        let ty = buffer_type(self.module.ty(result));
        let name = global(self.module, &Attr::Dense(dense), &ty);
        let get = {
            let mut builder = Builder::before(self.module, op);
            builder.op(spelling::of(OpKind::GetGlobal), &[], &[ty])
        };
        self.module.set_attr(get, "name", Attr::Symbol(name.into()));
        let buffer = self.module.result(get);
        self.buffers.insert(result, buffer);
    }

    fn alloc_tensor(&mut self, op: Op) {
        let result = self.module.result(op);
        let source = self.module.group_named(op, "copy").first().map(|&v| self.buffer(v));
        let buffer = match source {
            Some(source) => self.copy_of(op, source),
            None => {
                let sizes: Vec<_> = self.module.group(op, 0).collect();
                let ty = buffer_type(self.module.ty(result));
                alloc(&mut Builder::before(self.module, op), &ty, &sizes)
            }
        };
        self.buffers.insert(result, buffer);
    }

    /// The part of `buffer` that a slice op describes, as a view of type `part` up to layout.
    fn view(&mut self, op: Op, buffer: Value, part: &Type) -> Value {
        let from = self.module.ty(buffer).as_memref().expect("a buffer").clone();
        let statics: Vec<_> =
            ["static_offsets", "static_sizes", "static_strides"].map(|n| self.module.int_array(op, n).to_vec()).into();
        let shape = part.shape().expect("a shaped type");
        let (strides, offset) = view_layout(&from, &statics[0], &statics[1], &statics[2], shape).expect("a strided layout");
        let elem = from.elem;
        let ty = MemRefType { shape: shape.to_vec(), elem, layout: Layout::Strided { offset, strides }, space: from.space };
        let groups = ["offsets", "sizes", "strides"].map(|g| self.module.group_named(op, g));
        let operands: Vec<_> = std::iter::once(buffer).chain(groups.iter().flatten().copied()).collect();
        let mut builder = Builder::before(self.module, op);
        let view = builder.op(spelling::of(OpKind::View), &operands, &[Type::MemRef(Arc::new(ty))]);
        let sizes: Vec<_> = std::iter::once(1).chain(groups.iter().map(Vec::len)).collect();
        self.module.set_segments(view, &sizes);
        for (name, values) in ["static_offsets", "static_sizes", "static_strides"].into_iter().zip(statics) {
            self.module.set_attr(view, name, Attr::i64_array(values));
        }
        self.module.result(view)
    }

    fn slice(&mut self, op: Op) {
        let result = self.module.result(op);
        let source = self.buffer(self.module.operand(op, 0));
        let part = self.module.ty(result).clone();
        let view = self.view(op, source, &part);
        let buffer = if self.in_place(op, 0) { view } else { self.copy_of(op, view) };
        self.buffers.insert(result, buffer);
    }

    fn insert_slice(&mut self, op: Op) {
        let result = self.module.result(op);
        let (source, dest) = (self.buffer(self.module.operand(op, 0)), self.buffer(self.module.operand(op, 1)));
        let place = Use { op, operand: 1 };
        let whole = match (self.in_place(op, 1), facts::reads(self.module, place)) {
            (true, _) => dest,
            (false, true) => self.copy_of(op, dest),
            (false, false) => self.alloc_like(op, dest),
        };
        let part = self.module.ty(source).clone();
        let view = self.view(op, whole, &part);
        copy(&mut Builder::before(self.module, op), source, view);
        self.buffers.insert(result, whole);
    }

    /// A view with another shape; of a contiguous copy where the buffer has gaps.
    fn reshape_or_cast(&mut self, op: Op) {
        let result = self.module.result(op);
        let mut source = self.buffer(self.module.operand(op, 0));
        let reshape = matches!(self.module.kind(op), OpKind::Reshape { .. });
        let gaps = !self.module.ty(source).as_memref().expect("a buffer").is_contiguous();
        if !self.in_place(op, 0) || reshape && gaps {
            source = self.copy_of(op, source);
        }
        let from = self.module.ty(source).as_memref().expect("a buffer");
        let (kind, groups) = (self.module.kind(op), reassociation(self.module.attr(op, "reassociation")));
        let ty = match buffer_type(self.module.ty(result)) {
            Type::MemRef(t) => {
                let layout = match kind {
                    OpKind::Reshape { expand: true } => expanded_layout(from, &t.shape, &groups),
                    OpKind::Reshape { expand: false } => collapsed_layout(from, &groups),
                    _ => Some(from.layout.clone()),
                };
                Type::MemRef(Arc::new(MemRefType { layout: layout.expect("no gaps"), ..(*t).clone() }))
            }
            ty => ty,
        };
        let operands: Vec<_> = std::iter::once(source).chain(self.module.operands(op).skip(1)).collect();
        let attrs = self.module.op(op).attrs.clone();
        let new = Builder::before(self.module, op).op(spelling::of_dialect(kind, "memref"), &operands, &[ty]);
        self.module.op_mut(new).attrs = attrs;
        let buffer = self.module.result(new);
        self.buffers.insert(result, buffer);
    }

    fn materialize(&mut self, op: Op) {
        let source = self.buffer(self.module.operand(op, 0));
        let dest = self.buffer(self.module.operand(op, 1));
        match self.module.results(op).first().copied() {
            None => copy(&mut Builder::before(self.module, op), source, dest),
            Some(result) => {
                let target = if self.in_place(op, 1) { dest } else { self.alloc_like(op, dest) };
                copy(&mut Builder::before(self.module, op), source, target);
                self.buffers.insert(result, target);
            }
        }
    }

    /// Returned tensors have the dense layout of the signature.
    fn returned(&mut self, op: Op) {
        for i in 0..self.module.num_operands(op) {
            let value = self.module.operand(op, i);
            let mut buffer = self.buffer(value);
            let dense = self.module.ty(buffer).as_memref().is_none_or(|t| t.layout == Layout::Identity);
            if !dense && buffer != value {
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

fn alloc(builder: &mut Builder<'_>, ty: &Type, sizes: &[Value]) -> Value {
    let op = builder.op(spelling::of(OpKind::Alloc), sizes, std::slice::from_ref(ty));
    builder.module.set_segments(op, &[sizes.len(), 0]);
    builder.module.set_attr(op, "alignment", Attr::Int(ALIGNMENT, ScalarType::Int(64)));
    builder.module.result(op)
}

fn copy(builder: &mut Builder<'_>, source: Value, target: Value) {
    builder.op(spelling::of(OpKind::Copy), &[source, target], &[]);
}

/// The name of the module's global with this value; made if there is none.
fn global(module: &mut Module, value: &Attr, ty: &Type) -> String {
    let block = module.top_block();
    let globals: Vec<_> = module.block_ops(block).filter(|&op| module.kind(op) == OpKind::Global).collect();
    let same =
        |&&op: &&Op| module.attr(op, "initial_value") == Some(value) && module.attr(op, "type") == Some(&Attr::Type(ty.clone()));
    if let Some(&found) = globals.iter().find(same) {
        return module.symbol_name(found).unwrap_or_default().to_string();
    }
    let elem = ty.elem().map(|e| Type::Scalar(e).to_string()).unwrap_or_default();
    let shape: String = ty.shape().unwrap_or(&[]).iter().map(|d| format!("{d}x")).collect();
    let stem = format!("__constant_{shape}{elem}");
    let taken = |name: &str| module.block_ops(block).any(|op| module.symbol_name(op) == Some(name));
    let name = std::iter::once(stem.clone())
        .chain((0..).map(|i| format!("{stem}_{i}")))
        .find(|n| !taken(n))
        .expect("names never run out");
    let op = module.create_op(spelling::of(OpKind::Global), &[], &[], 0, tilec_ir::Loc::Unknown);
    let attrs = [
        ("sym_name", Attr::str(&name)),
        ("sym_visibility", Attr::str("private")),
        ("type", Attr::Type(ty.clone())),
        ("initial_value", value.clone()),
        ("constant", Attr::Unit),
        ("alignment", Attr::Int(ALIGNMENT, ScalarType::Int(64))),
    ];
    module.op_mut(op).attrs = attrs.into_iter().collect();
    // After the globals that are there, before the functions.
    let first = module.block_ops(block).next().expect("the function being rewritten");
    let before = globals.last().and_then(|&g| module.next_op(g)).unwrap_or(first);
    module.insert_before(op, before);
    name
}
