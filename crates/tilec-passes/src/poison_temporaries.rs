//! Fills every temporary with NaN, or a pattern of bits, before it is first used and after its last use.
//!
//! Buffer level, for finding faults: an element that nobody wrote, or that is read when its memory belongs to another temporary, surfaces in
//! the results at once instead of now and then. What the program computes does not change otherwise.

use crate::place_buffers::liveness::{self, Temporary};
use crate::remark::Remark;
use tilec_ir::{Builder, Diagnostic, Module, Op, Scalar, Value};

/// The pass.
pub const NAME: &str = "poison-temporaries";

/// Poisons the temporaries of every function.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = false;
    for func in module.funcs() {
        if module.is_declaration(func) {
            continue;
        }
        let is_memory = |op| liveness::is_allocation(module, op) || liveness::is_place(module, op);
        let found = liveness::temporaries(module, func, &is_memory);
        for t in &found.temporaries {
            let (before, after) = ends(module, t);
            let value = module.result(t.alloc);
            before.into_iter().chain(after).for_each(|at| fill(module, value, at));
            let when = if after.is_some() { "before its first and after its last use" } else { "before its first use" };
            remarks.push(Remark::applied(NAME, module.op(t.alloc).loc.clone(), format!("filled {when}")));
        }
        // The others are in use for as long as anybody likes.
        for (alloc, _) in &found.refused {
            if let Some(next) = module.next_op(*alloc) {
                fill(module, module.result(*alloc), next);
                remarks.push(Remark::applied(NAME, module.op(*alloc).loc.clone(), "filled when it is made"));
            }
        }
        changed |= !(found.temporaries.is_empty() && found.refused.is_empty());
    }
    Ok(changed)
}

/// The ops before which a temporary is filled: its first use, and what follows its last.
fn ends(module: &Module, t: &Temporary) -> (Option<Op>, Option<Op>) {
    let value = module.result(t.alloc);
    let Some((first, last)) = t.used else { return (module.next_op(t.alloc), None) };
    if !module.dominates(value, first) {
        // It lives longer than the branch that makes it.
        return (module.next_op(t.alloc), None);
    }
    (Some(first), module.next_op(last))
}

fn fill(module: &mut Module, buffer: Value, before: Op) {
    let elem = module.ty(buffer).elem().expect("a buffer");
    let mut builder = Builder::before(module, before);
    let value = builder.scalar(Scalar::poison(elem));
    builder.fill(value, buffer);
}
