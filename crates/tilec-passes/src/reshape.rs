//! Reshapes and their inverses.

use tilec_ir::{Attr, Builder, Module, Op, OpKind, ScalarType, Value, spelling};

/// The attribute `reassociation`; the inverse of [`tilec_ir::verify::reassociation`].
pub(crate) fn groups_attr(groups: &[Vec<usize>]) -> Attr {
    let number = |&d: &usize| Attr::Int(i64::try_from(d).expect("few dims"), ScalarType::Int(64));
    Attr::Array(groups.iter().map(|g| Attr::Array(g.iter().map(number).collect())).collect())
}

/// A value of the result type of `reshape` (an `expand_shape` or `collapse_shape` of static shapes, of tensors or of buffers) in the shape of
/// its source.
pub(crate) fn undo(module: &mut Module, reshape: Op, value: Value, before: Op) -> Value {
    let expand = module.kind(reshape) == OpKind::Reshape { expand: true };
    let ty = module.ty(module.operand(reshape, 0)).clone();
    let dialect = if module.ty(value).as_memref().is_some() { "memref" } else { "tensor" };
    let groups = module.attr(reshape, "reassociation").cloned().expect("a reshape");
    let row = spelling::of_dialect(OpKind::Reshape { expand: !expand }, dialect);
    let new = Builder::before(module, before).op(row, &[value], std::slice::from_ref(&ty));
    module.set_attr(new, "reassociation", groups);
    if !expand {
        let shape = ty.shape().expect("a shaped type").to_vec();
        module.set_attr(new, "static_output_shape", Attr::i64_array(shape));
    }
    module.result(new)
}
