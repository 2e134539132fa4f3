//! What the compiler counts on, checked for each op, so that a module which the verifier never saw is an error and no more.

use super::Compiler;
use crate::error::{Run, at, fault};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::spelling::{Accepts, Arity, TypeRule};
use tilec_ir::{Module, Op, OpKind, ScalarType, Type};

impl Compiler<'_> {
    /// Refuses operands and results that do not fit the op's row.
    pub(super) fn check(&self, op: Op) -> Run {
        self.check_groups(op)?;
        self.check_types(op)
    }

    fn check_groups(&self, op: Op) -> Run {
        let (m, row) = (self.module, self.module.spelling(op));
        let mut total = 0;
        for (g, group) in row.operands.iter().enumerate() {
            let n = m.group_range(op, g).len();
            total += n;
            if group.arity == Arity::One && n != 1 || group.arity == Arity::Optional && n > 1 {
                return fault(format!("expected one operand '{}', found {n}", group.name));
            }
        }
        let (fixed, found) = (row.results.iter().filter(|g| g.arity == Arity::One).count(), m.results(op).len());
        let most = if row.results.iter().any(|g| g.arity == Arity::Many) { found } else { row.results.len() };
        if total != m.num_operands(op) || found < fixed || found > most {
            return fault("unexpected operands or results");
        }
        Ok(())
    }

    fn check_types(&self, op: Op) -> Run {
        let (m, row) = (self.module, self.module.spelling(op));
        let mismatch = |expected: &Type, found: &Type| fault(format!("expected {expected}, found {found}"));
        for (g, group) in row.operands.iter().enumerate() {
            let Some(expected) = self.expected(op, group.ty) else { continue };
            for ty in m.group(op, g).map(|v| m.ty(v)) {
                let i1_like = group.ty == TypeRule::I1 && ty.elem() == Some(ScalarType::I1) && ty.as_memref().is_none();
                if *ty != expected && !i1_like {
                    return mismatch(&expected, ty);
                }
            }
        }
        for (group, &result) in row.results.iter().zip(m.results(op)) {
            match self.expected(op, group.ty) {
                Some(expected) if group.arity == Arity::One && *m.ty(result) != expected => {
                    return mismatch(&expected, m.ty(result));
                }
                _ => {}
            }
        }
        for (i, value) in m.operands(op).enumerate() {
            let power = m.kind(op) == OpKind::Binary(BinaryOp::FPowI) && i == 1;
            let fits = match (row.accepts, m.ty(value).elem()) {
                (_, Some(elem)) if power => elem.is_signless_or_index(),
                (Accepts::Any, _) => true,
                (Accepts::Float, elem) => elem.is_some_and(ScalarType::is_float),
                (Accepts::Int, elem) => elem.is_some_and(ScalarType::is_signless_or_index),
            };
            if !fits {
                return fault(format!("unexpected type {} of operand {i}", m.ty(value)));
            }
        }
        Ok(())
    }

    /// The type that a rule asks for, if it does.
    fn expected(&self, op: Op, rule: TypeRule) -> Option<Type> {
        let (m, row) = (self.module, self.module.spelling(op));
        let of = |name: &str| {
            let value = match row.operand_group(name) {
                Some(g) => m.group(op, g).next()?,
                None => *m.results(op).get(row.results.iter().position(|g| g.name == name)?)?,
            };
            Some(m.ty(value))
        };
        match rule {
            TypeRule::Written => None,
            TypeRule::Index => Some(Type::INDEX),
            TypeRule::I1 => Some(Type::I1),
            TypeRule::Same(other) => of(other).cloned(),
            TypeRule::ElementOf(other) => of(other)?.elem().map(Type::from),
            TypeRule::I1Like(other) => Some(of(other)?.with_elem(ScalarType::I1)),
        }
    }
}

/// Refuses structured ops whose maps, operands and bodies do not belong together; pinning counts on them too.
pub(crate) fn check_structured(m: &Module, op: Op) -> Run {
    let Some(view) = m.structured(op) else {
        return fault("not a structured op");
    };
    let body = match m.regions(op) {
        [region] => m.region_blocks(*region),
        _ => &[],
    };
    let &[body] = body else {
        return at(op, fault("expected a region of one block"));
    };
    let (maps, loops) = (view.maps(), view.iterators().len());
    let args = m.block_args(body);
    let elements = m.operands(op).zip(args).all(|(v, arg)| m.ty(v).elem().map(Type::from).as_ref() == Some(m.ty(*arg)));
    let agree = maps.len() == m.num_operands(op) && args.len() == maps.len() && view.yields().len() == view.num_outputs();
    if !agree || !elements || maps.iter().any(|map| map.dims as usize != loops || map.symbols != 0) {
        return at(op, fault("the maps, operands and body do not match"));
    }
    Ok(())
}
