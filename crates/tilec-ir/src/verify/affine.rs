//! Affine ops: maps, and what may be given to them as a dim or as a symbol.

use super::Check;
use crate::affine::AffineMap;
use crate::attr::Attr;
use crate::entity::{Op, Value};
use crate::ir::{Module, ValueDef};
use crate::op::OpKind;
use crate::scalar_op::BinaryOp;
use crate::types::{DYNAMIC, Type};
use std::collections::{HashMap, HashSet};

/// True if the value is made at the top of a function or module: inside of it, it does not change.
fn is_top_level(module: &Module, value: Value) -> bool {
    let owner = module.value_block(value).and_then(|b| module.block_owner(b));
    owner.is_some_and(|o| matches!(module.kind(o), OpKind::Module | OpKind::Func))
}

/// What decides an extent.
enum Size {
    Fixed,
    Given(Value),
}

/// What decides the extent that `dim` takes, if it is something made at the top, a view or an allocation.
fn size_of(module: &Module, dim: Op) -> Option<Size> {
    let mut shaped = module.operand(dim, 0);
    if is_top_level(module, shaped) {
        return Some(Size::Fixed);
    }
    let index = usize::try_from(module.constant_int(module.operand(dim, 1))?).ok()?;
    let op = loop {
        let op = module.defining_op(shaped)?;
        if module.kind(op) != OpKind::ShapeCast || module.spelling(op).dialect() != "memref" {
            break op;
        }
        shaped = module.operand(op, 0);
        module.ty(shaped).as_memref()?;
    };
    let group = match module.kind(op) {
        OpKind::Alloc => 0,
        OpKind::View | OpKind::ByteView => 2,
        _ => return None,
    };
    let shape = &module.ty(shaped).as_memref()?.shape;
    if *shape.get(index)? != DYNAMIC {
        return Some(Size::Fixed);
    }
    let before = shape[..index].iter().filter(|d| **d == DYNAMIC).count();
    module.group(op, group).nth(before).map(Size::Given)
}

/// Ops that compute a symbol of symbols. Division counts only where it certainly has a result.
fn is_pure(module: &Module, op: Op) -> bool {
    let divides = |op: BinaryOp| {
        use BinaryOp as B;
        matches!(op, B::DivSI | B::DivUI | B::CeilDivSI | B::CeilDivUI)
    };
    match module.kind(op) {
        OpKind::Binary(binary) if divides(binary) => {
            module.constant_int(module.operand(op, 1)).is_some_and(|d| d != 0 && d != -1)
        }
        OpKind::Unary(_) | OpKind::Binary(_) | OpKind::Pair(_) => true,
        OpKind::AffineApply | OpKind::AffineExtremum { .. } | OpKind::LoopIndex => true,
        _ => false,
    }
}

/// True if `value` and all it is computed of are symbols, which some are `known` to be or not; `seen` gets what that is.
fn are_symbols(module: &Module, known: &HashMap<Value, bool>, value: Value, seen: &mut HashSet<Value>) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match known.get(&value) {
            Some(true) => continue,
            Some(false) => return false,
            None => {}
        }
        let op = module.defining_op(value);
        let inputs: Vec<_> = match op {
            _ if *module.ty(value) != Type::INDEX => return false,
            _ if is_top_level(module, value) => continue,
            Some(op) if module.kind(op) == OpKind::Constant => continue,
            Some(op) if is_pure(module, op) => module.operands(op).collect(),
            Some(op) if module.kind(op) == OpKind::Dim => match size_of(module, op) {
                Some(Size::Fixed) => continue,
                Some(Size::Given(size)) => vec![size],
                None => return false,
            },
            _ => return false,
        };
        todo.extend(inputs.into_iter().filter(|v| seen.insert(*v)));
    }
    true
}

/// True if affine maps may take the value as a symbol: it is a constant, made at the top of its function, or the extent or affine function of
/// such. Computed of such by other means it may be one, too; that is not looked for here.
pub fn is_affine_symbol(module: &Module, value: Value) -> bool {
    let looked_into = |op| matches!(module.kind(op), OpKind::Constant | OpKind::Dim | OpKind::AffineApply);
    if *module.ty(value) == Type::INDEX && is_top_level(module, value) {
        return true;
    }
    module.defining_op(value).is_some_and(looked_into) && are_symbols(module, &HashMap::new(), value, &mut HashSet::from([value]))
}

impl Check<'_, '_> {
    /// A map with as many inputs as there are operands from `first` on.
    fn map_of(&mut self, attr: &str, operands: usize) -> Option<AffineMap> {
        let Some(map) = self.attr(attr).and_then(Attr::as_map) else {
            self.fail(format!("has no {attr}"));
            return None;
        };
        let inputs = (map.dims + map.symbols) as usize;
        let ok = self.require(inputs == operands, || {
            format!("expected {inputs} operands, one for each input of {map}, but found {operands}")
        });
        ok.then(|| map.clone())
    }

    /// True if the value does not change inside its function: a constant, something made at the top, or computed of such.
    fn is_symbol(&mut self, value: Value) -> bool {
        if let Some(&known) = self.facts.affine_symbols.get(&value) {
            return known;
        }
        let mut seen = HashSet::from([value]);
        let found = are_symbols(self.module, &self.facts.affine_symbols, value, &mut seen);
        if found {
            self.facts.affine_symbols.extend(seen.into_iter().map(|v| (v, true)));
        } else {
            self.facts.affine_symbols.insert(value, false);
        }
        found
    }

    /// True if the value is a symbol, or varies only as affine loops do.
    fn is_dim(&mut self, value: Value) -> bool {
        let module = self.module;
        let mut seen = HashSet::from([value]);
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            if *module.ty(value) != Type::INDEX {
                return false;
            }
            match module.def(value) {
                ValueDef::Arg(block, 0) if module.block_owner(block).is_some_and(|o| module.kind(o) == OpKind::AffineFor) => {}
                ValueDef::Result(op, _) if module.kind(op) == OpKind::AffineApply && !self.is_symbol(value) => {
                    todo.extend(module.operands(op).filter(|v| seen.insert(*v)));
                }
                _ if self.is_symbol(value) => {}
                _ => return false,
            }
        }
        true
    }

    /// Operands `first…` of a map: dims, then symbols.
    fn map_operands(&mut self, map: &AffineMap, first: usize) {
        for i in 0..(map.dims + map.symbols) as usize {
            let value = self.module.operand(self.op, first + i);
            let symbol = i >= map.dims as usize;
            let ok = if symbol { self.is_symbol(value) } else { self.is_dim(value) };
            self.require(ok, || {
                let (what, rule) = if symbol {
                    ("a symbol", "a constant, a value from the top of the function or computed of such")
                } else {
                    ("a dim", "a symbol, an affine loop's induction variable or affine.apply of such")
                };
                format!("operand {} cannot be {what}: expected {rule}", first + i)
            });
        }
    }

    pub(super) fn affine_apply(&mut self) {
        let Some(map) = self.map_of("map", self.module.num_operands(self.op)) else { return };
        let results = map.num_results();
        let apply = self.module.kind(self.op) == OpKind::AffineApply;
        self.require(if apply { results == 1 } else { results > 0 }, || {
            format!("expected a map of {}, but found {map}", if apply { "one result" } else { "a result" })
        });
        for i in (map.dims as usize..self.module.num_operands(self.op)).filter(|_| apply) {
            let value = self.module.operand(self.op, i);
            let varies = self.is_dim(value) && !self.is_symbol(value);
            self.require(!varies, || format!("operand {i} cannot be a symbol: it varies with an affine loop"));
        }
    }

    pub(super) fn affine_for(&mut self) {
        for (g, attr) in ["lowerBoundMap", "upperBoundMap"].into_iter().enumerate() {
            let range = self.module.group_range(self.op, g);
            let Some(map) = self.map_of(attr, range.len()) else { continue };
            self.require(map.num_results() > 0, || format!("expected a bound, but {attr} has no result"));
            self.map_operands(&map, range.start);
        }
        let step = self.attr("step").and_then(Attr::as_int).unwrap_or(1);
        self.require(step > 0, || format!("expected a positive step, but found {step}"));
        self.carried(&[&Type::INDEX], 2);
    }

    pub(super) fn affine_access(&mut self) {
        let at = usize::from(self.module.kind(self.op) == OpKind::AffineStore);
        let ty = self.operand_type(at);
        let Some(buffer) = ty.as_memref() else { return self.fail(format!("expected a ranked buffer, but found {ty}")) };
        let Some(map) = self.map_of("map", self.module.num_operands(self.op) - at - 1) else { return };
        let (rank, found) = (buffer.shape.len(), map.num_results());
        self.require(found == rank, || format!("expected {rank} indices, but found {found}"));
        self.map_operands(&map, at + 1);
    }
}
