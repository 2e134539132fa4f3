//! The ops that make and fill memory.

use tilec_ir::{Attr, Builder, Module, Op, OpKind, ScalarType, Type, Value, spelling};

/// Alignment of allocations in bytes, as mlir-opt writes it.
const ALIGNMENT: i64 = 64;

/// Memory for a dense buffer.
pub(super) fn alloc(builder: &mut Builder<'_>, ty: &Type, sizes: &[Value]) -> Value {
    let op = builder.op(spelling::of(OpKind::Alloc), sizes, std::slice::from_ref(ty));
    builder.module.set_segments(op, &[sizes.len(), 0]);
    builder.module.set_attr(op, "alignment", Attr::Int(ALIGNMENT, ScalarType::Int(64)));
    builder.module.result(op)
}

/// Copies a whole buffer.
pub(super) fn copy(builder: &mut Builder<'_>, source: Value, target: Value) {
    builder.op(spelling::of(OpKind::Copy), &[source, target], &[]);
}

/// The name of the module's global with this value; made if there is none.
pub(super) fn global(module: &mut Module, value: &Attr, ty: &Type) -> String {
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
