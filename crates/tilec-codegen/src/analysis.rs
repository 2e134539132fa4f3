//! Where the memory behind each buffer comes from, and whether it is written.
//!
//! Runs before any code is made, because a load of memory that is never written gets stronger flags.

use tilec_ir::{Module, Op, OpKind, SecondaryMap, Value};

/// An index into [`Memory::written`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Root(u32);

impl Root {
    /// Position in the table of roots.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The memory of a function. Distinct roots never overlap, except inputs that are both only read.
pub(crate) struct Memory {
    roots: SecondaryMap<Value, Option<Root>>,
    written: Vec<bool>,
}

impl Memory {
    /// Looks at all ops of a function.
    pub(crate) fn of(module: &Module, func: Op) -> Self {
        let mut memory = Self { roots: SecondaryMap::new(None), written: Vec::new() };
        for &argument in module.block_args(module.entry(func)) {
            if module.ty(argument).as_memref().is_some() {
                memory.add(argument);
            }
        }
        for op in module.walk(func) {
            match module.kind(op) {
                OpKind::Alloc | OpKind::Alloca | OpKind::GetGlobal => memory.add(module.result(op)),
                OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast => {
                    memory.roots[module.result(op)] = memory.roots[module.operand(op, 0)];
                }
                OpKind::Store | OpKind::VectorStore | OpKind::Copy => {
                    if let Some(root) = memory.roots[module.operand(op, 1)] {
                        memory.written[root.index()] = true;
                    }
                }
                _ => {}
            }
        }
        memory
    }

    fn add(&mut self, value: Value) {
        self.roots[value] = Some(Root(u32::try_from(self.written.len()).expect("fewer than 2^32 values")));
        self.written.push(false);
    }

    /// The memory behind a buffer, if it is known.
    pub(crate) fn root(&self, buffer: Value) -> Option<Root> {
        self.roots[buffer]
    }

    /// True if the function stores into this memory.
    pub(crate) fn is_written(&self, root: Root) -> bool {
        self.written[root.index()]
    }
}
