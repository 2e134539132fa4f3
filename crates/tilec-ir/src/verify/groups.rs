//! Operands and results as the op's row has them.

use super::{Check, is_i1_like};
use crate::op::OpKind;
use crate::spelling::{Arity, Group, TypeRule};
use crate::types::{ScalarType, Type};

impl Check<'_, '_> {
    /// Group sizes, result count and the types the row fixes. False if the op is too malformed for further checks.
    pub(super) fn groups(&mut self) -> bool {
        let row = self.module.spelling(self.op);
        let segments = &self.module.op(self.op).segments;
        let total: u32 = segments.iter().sum();
        let operands = self.module.num_operands(self.op);
        if !self.require(total as usize == operands && segments.len() == row.operands.len(), || {
            format!("expected {total} operands, but found {operands}")
        }) {
            return false;
        }
        for (group, &n) in row.operands.iter().zip(segments) {
            let ok = match group.arity {
                Arity::One => n == 1,
                Arity::Optional => n <= 1,
                Arity::Many => true,
            };
            let most = if group.arity == Arity::One { "one operand" } else { "at most one operand" };
            if !self.require(ok, || format!("expected {most} '{}', but found {n}", group.name)) {
                return false;
            }
        }
        let count = |arity| row.results.iter().filter(|g| g.arity == arity).count();
        let (fixed, optional, many) = (count(Arity::One), count(Arity::Optional), count(Arity::Many));
        let results = self.module.results(self.op).len();
        let (ok, most) = match (many, optional) {
            (0, 0) => (results == fixed, fixed.to_string()),
            (0, _) => ((fixed..=fixed + optional).contains(&results), format!("{fixed} to {}", fixed + optional)),
            _ => (results >= fixed, format!("at least {fixed}")),
        };
        self.require(ok, || format!("expected {most} results, but found {results}")) && self.types()
    }

    fn types(&mut self) -> bool {
        let row = self.module.spelling(self.op);
        let mut ok = true;
        for (g, group) in row.operands.iter().enumerate() {
            let Some(expected) = self.rule_type(group) else { continue };
            for i in self.module.group_range(self.op, g) {
                let found = self.operand_type(i);
                let lanes = row.kind == OpKind::Select && group.ty == TypeRule::I1 && is_i1_like(found);
                ok &= self.require(*found == expected || lanes, || {
                    format!("expected operand {i} ('{}') of type {expected}, but found {found}", group.name)
                });
            }
        }
        for (i, group) in row.results.iter().enumerate().filter(|(_, g)| g.arity == Arity::One) {
            let Some(expected) = self.rule_type(group) else { continue };
            let found = self.result_type(i);
            ok &= self.require(*found == expected, || format!("expected a result of type {expected}, but found {found}"));
        }
        ok
    }

    fn rule_type(&self, group: &Group) -> Option<Type> {
        match group.ty {
            TypeRule::Written => None,
            TypeRule::Index => Some(Type::INDEX),
            TypeRule::I1 => Some(Type::I1),
            TypeRule::Same(other) => self.named_type(other).cloned(),
            TypeRule::ElementOf(other) => self.named_type(other)?.elem().map(Type::from),
            TypeRule::I1Like(other) => Some(self.named_type(other)?.with_elem(ScalarType::I1)),
        }
    }

    fn named_type(&self, name: &str) -> Option<&Type> {
        let row = self.module.spelling(self.op);
        if let Some(g) = row.operand_group(name) {
            return self.module.group(self.op, g).next().map(|v| self.module.ty(v));
        }
        let at = row.results.iter().position(|g| g.name == name)?;
        self.module.results(self.op).get(at).map(|&r| self.module.ty(r))
    }
}
