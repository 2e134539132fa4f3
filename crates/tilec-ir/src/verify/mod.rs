//! The verifier: everything that is wrong, in one run.
//!
//! Invariants checked: operands and results fit the op's row (groups, element types); values dominate their uses; each region ends
//! in its terminator; functions, calls to symbols and constants agree in type; the rules of each kind (structured ops in
//! `structured`, slices and reshapes in `shapes`, buffers and loops in `buffers`, scalars in `scalars`).

mod buffers;
mod scalars;
mod shapes;
mod structured;

use crate::diag::Diagnostic;
use crate::entity::Op;
use crate::ir::Module;
use crate::op::OpKind;
use crate::spelling::{Arity, Group, TypeRule};
use crate::types::{ScalarType, Type};
use std::collections::HashMap;

/// Collects errors about one op.
struct Check<'m> {
    module: &'m Module,
    op: Op,
    errors: &'m mut Vec<Diagnostic>,
}

impl Check<'_> {
    /// Reports what is wrong with the op, prefixed by its name.
    fn fail(&mut self, message: impl AsRef<str>) {
        let name = self.module.spelling(self.op).name;
        self.errors.push(Diagnostic::error(self.module.op(self.op).loc.clone(), format!("{name}: {}", message.as_ref())));
    }

    /// Reports unless `ok`.
    fn require(&mut self, ok: bool, message: impl FnOnce() -> String) -> bool {
        if !ok {
            self.fail(message());
        }
        ok
    }

    fn operand_type(&self, i: usize) -> Type {
        self.module.ty(self.module.operand(self.op, i)).clone()
    }

    fn result_type(&self, i: usize) -> Type {
        self.module.ty(self.module.results(self.op)[i]).clone()
    }
}

/// Checks a module.
///
/// # Errors
/// All that is wrong, in program order.
pub fn verify(module: &Module) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    verify_symbols(module, &mut errors);
    for op in module.walk(module.top()) {
        let mut check = Check { module, op, errors: &mut errors };
        if check.groups() {
            check.dominance();
            check.kind();
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn verify_symbols(module: &Module, errors: &mut Vec<Diagnostic>) {
    for owner in module.walk(module.top()).into_iter().filter(|&op| module.kind(op) == OpKind::Module) {
        let mut seen: HashMap<&str, Op> = HashMap::new();
        for op in module.block_ops(module.entry(owner)) {
            let Some(name) = module.symbol_name(op) else { continue };
            if let Some(first) = seen.insert(name, op) {
                let error = Diagnostic::error(module.op(op).loc.clone(), format!("symbol @{name} is defined twice"));
                errors.push(error.note(module.op(first).loc.clone(), "first defined here"));
            }
        }
    }
}

impl Check<'_> {
    /// Group sizes, result count and the types the row fixes. False if the op is too malformed for further checks.
    fn groups(&mut self) -> bool {
        let row = self.module.spelling(self.op);
        let segments = &self.module.op(self.op).segments;
        for (group, &n) in row.operands.iter().zip(segments) {
            let ok = match group.arity {
                Arity::One => n == 1,
                Arity::Optional => n <= 1,
                Arity::Many => true,
            };
            if !self.require(ok, || format!("expected one operand '{}', but found {n}", group.name)) {
                return false;
            }
        }
        let total: u32 = segments.iter().sum();
        let operands = self.module.num_operands(self.op);
        if !self.require(total as usize == operands && segments.len() == row.operands.len(), || {
            format!("expected {total} operands, but found {operands}")
        }) {
            return false;
        }
        let fixed = row.results.iter().filter(|g| g.arity == Arity::One).count();
        let open = row.results.iter().any(|g| g.arity != Arity::One);
        let results = self.module.results(self.op).len();
        if !self.require(if open { results >= fixed } else { results == fixed }, || {
            format!("expected {fixed} results, but found {results}")
        }) {
            return false;
        }
        self.group_types()
    }

    fn group_types(&mut self) -> bool {
        let row = self.module.spelling(self.op);
        let mut ok = true;
        for (g, group) in row.operands.iter().enumerate() {
            let Some(expected) = self.rule_type(group) else { continue };
            for i in self.module.group_range(self.op, g) {
                let found = self.operand_type(i);
                ok &= self.require(found == expected || group.ty == TypeRule::I1 && is_i1_like(&found), || {
                    format!("expected operand {i} ('{}') of type {expected}, but found {found}", group.name)
                });
            }
        }
        for (i, group) in row.results.iter().enumerate().filter(|(_, g)| g.arity == Arity::One) {
            let Some(expected) = self.rule_type(group) else { continue };
            let found = self.result_type(i);
            ok &= self.require(found == expected, || format!("expected a result of type {expected}, but found {found}"));
        }
        ok
    }

    fn rule_type(&self, group: &Group) -> Option<Type> {
        match group.ty {
            TypeRule::Written => None,
            TypeRule::Index => Some(Type::INDEX),
            TypeRule::I1 => Some(Type::I1),
            TypeRule::Same(other) => self.named_type(other),
            TypeRule::ElementOf(other) => self.named_type(other)?.elem().map(Type::from),
            TypeRule::I1Like(other) => Some(self.named_type(other)?.with_elem(ScalarType::I1)),
        }
    }

    fn named_type(&self, name: &str) -> Option<Type> {
        let row = self.module.spelling(self.op);
        if let Some(g) = row.operand_group(name) {
            return self.module.group(self.op, g).next().map(|v| self.module.ty(v).clone());
        }
        let at = row.results.iter().position(|g| g.name == name)?;
        self.module.results(self.op).get(at).map(|&r| self.module.ty(r).clone())
    }

    fn dominance(&mut self) {
        if self.module.parent_block(self.op).is_none() {
            return;
        }
        for i in 0..self.module.num_operands(self.op) {
            let ok = self.module.dominates(self.module.operand(self.op, i), self.op);
            self.require(ok, || format!("operand {i} is used before it is defined"));
        }
    }

    fn kind(&mut self) {
        match self.module.kind(self.op) {
            OpKind::Module => {}
            OpKind::Func => self.func(),
            OpKind::Return => self.func_return(),
            OpKind::Constant => self.constant(),
            OpKind::Unary(_) | OpKind::Binary(_) | OpKind::Ternary(_) | OpKind::Pair(_) | OpKind::Compare { .. } => {
                self.elementwise()
            }
            OpKind::Select => self.select(),
            OpKind::Cast(cast) => self.cast(cast),
            OpKind::Structured(_) => self.structured(),
            OpKind::Yield => self.terminator_place(),
            OpKind::Assert => {}
            OpKind::LoopIndex => self.loop_index(),
            OpKind::Empty | OpKind::AllocTensor => self.sized_tensor(),
            OpKind::Dim => self.dim(),
            OpKind::Extract => self.extract(),
            OpKind::Slice => self.slice(),
            OpKind::InsertSlice => self.insert_slice(),
            OpKind::Reshape { expand } => self.reshape(expand),
            OpKind::ShapeCast => self.shape_cast(),
            OpKind::Materialize => self.materialize(),
            OpKind::ToTensor | OpKind::ToBuffer => self.tensor_and_buffer(),
            OpKind::Alloc | OpKind::Alloca => self.alloc(),
            OpKind::Dealloc | OpKind::Copy => self.buffers_only(),
            OpKind::Load | OpKind::Store | OpKind::VectorLoad | OpKind::VectorStore => self.access(),
            OpKind::View => self.view(),
            OpKind::Global => self.global(),
            OpKind::GetGlobal => self.get_global(),
            OpKind::For => self.for_loop(),
            OpKind::AffineApply => self.affine_apply(),
            OpKind::Broadcast | OpKind::ExtractLane | OpKind::FromLanes => self.lanes(),
            OpKind::Softmax
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
            | OpKind::AffineExtremum { .. }
            | OpKind::AffineFor
            | OpKind::AffineLoad
            | OpKind::AffineStore
            | OpKind::ByteView
            | OpKind::Reinterpret
            | OpKind::Clone
            | OpKind::DeallocTensor
            | OpKind::Call
            | OpKind::Branch
            | OpKind::CondBranch
            | OpKind::ScaledCast
            | OpKind::Transform => {}
        }
    }

    fn func(&mut self) {
        let Some(ty) = self.module.attr(self.op, "function_type") else { return self.fail("has no function_type") };
        let crate::Attr::Type(Type::Function(ty)) = ty else { return self.fail("function_type is not a function type") };
        let private = self.module.attr(self.op, "sym_visibility").and_then(crate::Attr::as_str) == Some("private");
        if self.module.is_declaration(self.op) {
            self.require(private, || "a declaration must be private".into());
            return;
        }
        let block = self.module.entry(self.op);
        let args: Vec<_> = self.module.block_args(block).iter().map(|&a| self.module.ty(a).clone()).collect();
        self.require(args == ty.inputs, || "the arguments of the body differ from the function's type".into());
        let ended = self.module.terminator(block).is_some_and(|t| self.module.kind(t) == OpKind::Return);
        self.require(ended, || "expected the body to end with return".into());
    }

    fn func_return(&mut self) {
        let Some(func) = self.module.parent_op(self.op).filter(|&f| self.module.kind(f) == OpKind::Func) else {
            return self.fail("expected to stand directly in a function");
        };
        if !matches!(self.module.attr(func, "function_type"), Some(crate::Attr::Type(Type::Function(_)))) {
            return;
        }
        let expected = self.module.func_type(func).results.clone();
        let found = self.module.num_operands(self.op);
        if self.require(found == expected.len(), || {
            format!("expected {} values, as the function's type says, but found {found}", expected.len())
        }) {
            for (i, ty) in expected.iter().enumerate() {
                let found = self.operand_type(i);
                self.require(found == *ty, || format!("expected value {i} of type {ty}, but found {found}"));
            }
        }
        self.require(self.module.next_op(self.op).is_none(), || "expected to be the last operation of its block".into());
    }

    /// A yield is the last op of a structured op or loop.
    fn terminator_place(&mut self) {
        let owner = self.module.parent_op(self.op).map(|o| self.module.kind(o));
        let dialect = self.module.spelling(self.op).dialect();
        let ok = match owner {
            Some(OpKind::Structured(_)) => dialect == "linalg",
            Some(OpKind::For | OpKind::If | OpKind::While) => dialect == "scf",
            Some(OpKind::Combine) => self.module.spelling(self.op).name == "scf.reduce.return",
            Some(OpKind::Pad | OpKind::Generate) => dialect == "tensor",
            Some(OpKind::AffineFor) => dialect == "affine",
            _ => false,
        };
        self.require(ok, || "does not end this kind of region".into());
        self.require(self.module.next_op(self.op).is_none(), || "expected to be the last operation of its block".into());
    }
}

/// `i1` or a vector or tensor of it.
fn is_i1_like(ty: &Type) -> bool {
    ty.elem() == Some(ScalarType::I1) && ty.as_memref().is_none()
}

pub use shapes::{kept_dims, reassociation, view_layout};
