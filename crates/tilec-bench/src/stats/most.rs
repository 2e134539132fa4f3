//! The most bytes that something of open extents can have, by the bounds of its extents.

use tilec_ir::data::byte_size;
use tilec_ir::{Module, Op, OpKind, Type, Value};
use tilec_passes::analysis::bounds::Bounds;

/// Of an allocation.
pub fn of_alloc(module: &Module, op: Op) -> Option<usize> {
    bytes(module, module.ty(module.result(op)), &module.group(op, 0).collect::<Vec<_>>())
}

/// Of a buffer: an allocation, or a view of a part.
pub fn of_buffer(module: &Module, value: Value) -> Option<usize> {
    let op = module.defining_op(value)?;
    match module.kind(op) {
        OpKind::Alloc | OpKind::Alloca => of_alloc(module, op),
        OpKind::View => bytes(module, module.ty(value), &module.group_named(op, "sizes")),
        OpKind::ShapeCast => of_buffer(module, module.operand(op, 0)),
        _ => None,
    }
}

/// How far the shape of a tensor is followed.
const MAX_STEPS: usize = 64;

/// Of a tensor, whose shape is that of what it is computed into.
pub fn of_tensor(module: &Module, value: Value) -> Option<usize> {
    let mut at = value;
    for _ in 0..MAX_STEPS {
        let op = module.defining_op(at)?;
        let n = module.results(op).iter().position(|&r| r == at)?;
        at = match module.kind(op) {
            OpKind::Structured(_) => module.group(op, 1).nth(n)?,
            OpKind::Softmax | OpKind::Pack { .. } => module.operand(op, 1),
            OpKind::ShapeCast => module.operand(op, 0),
            OpKind::Empty => return bytes(module, module.ty(at), &module.group(op, 0).collect::<Vec<_>>()),
            OpKind::Slice => return bytes(module, module.ty(at), &module.group_named(op, "sizes")),
            _ => return None,
        };
    }
    None
}

/// Bytes of a type with its open extents at their most; `None` if one has no bound, or there are not as many values as open extents.
fn bytes(module: &Module, ty: &Type, open: &[Value]) -> Option<usize> {
    let bounds = Bounds::new(module);
    let shape = ty.shape()?;
    if shape.iter().filter(|n| **n < 0).count() != open.len() {
        return None;
    }
    let mut open = open.iter();
    let mut extent = |&n: &i64| match usize::try_from(n) {
        Ok(n) => Some(n),
        Err(_) => bounds.of(*open.next()?).1.and_then(|most| usize::try_from(most.max(0)).ok()),
    };
    let shape: Option<Vec<usize>> = shape.iter().map(&mut extent).collect();
    byte_size(ty.elem()?, &shape?)
}
