//! What a program on the buffer level does to memory, read off its ops. Loops count once: nothing is multiplied by trip counts.

use tilec_ir::data::byte_size;
use tilec_ir::{Module, Op, OpKind, Value};

/// Operations of one function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Structured ops.
    pub generics: usize,
    /// Allocations.
    pub allocs: usize,
    /// Copies of whole buffers.
    pub copies: usize,
    /// Passes over memory: one for each read and each write, by a structured op or a copy, of a buffer as large as the largest of
    /// the function. An output is read too if the body uses what was there.
    pub passes: usize,
}

/// Counts the ops of a function on the buffer level.
pub fn counts(module: &Module, func: Op) -> Counts {
    let ops = module.walk(func);
    let mut buffers: Vec<Value> = module.block_args(module.entry(func)).to_vec();
    buffers.extend(ops.iter().flat_map(|&op| module.results(op)));
    let largest = buffers.iter().map(|&v| bytes(module, v)).max().unwrap_or(0);
    let is_large = |v: Value| largest > 0 && bytes(module, v) == largest;
    let mut counts = Counts::default();
    for op in ops {
        match module.kind(op) {
            OpKind::Structured(_) => {
                counts.generics += 1;
                let view = module.structured(op).expect("a structured op");
                let args = view.body_args();
                let reads = view.inputs().into_iter().enumerate().filter(|&(i, v)| is_large(v) && view.is_read(args[i]));
                counts.passes += reads.count();
                let writes = view.outputs().into_iter().enumerate().filter(|&(_, v)| is_large(v));
                counts.passes += writes.map(|(i, _)| 1 + usize::from(view.reads_init(i))).sum::<usize>();
            }
            OpKind::Alloc | OpKind::Alloca => counts.allocs += 1,
            OpKind::Copy => {
                counts.copies += 1;
                counts.passes += module.operands(op).filter(|&v| is_large(v)).count();
            }
            _ => {}
        }
    }
    counts
}

/// Bytes of a buffer of static shape; 0 for any other value.
fn bytes(module: &Module, value: Value) -> usize {
    let Some(buffer) = module.ty(value).as_memref() else { return 0 };
    let shape: Option<Vec<usize>> = buffer.shape.iter().map(|&d| usize::try_from(d).ok()).collect();
    shape.and_then(|shape| byte_size(buffer.elem, &shape)).unwrap_or(0)
}
