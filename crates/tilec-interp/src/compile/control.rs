//! Compiles loops and branches of structured control flow.

use super::Compiler;
use crate::error::{Run, at, fault};
use crate::program::{Body, Code, ForLoop, IfElse, Instr, LoopNest, Reg, Size, Slot, Use, WhileLoop};
use tilec_ir::{Attr, Block, Op, OpKind, ScalarType, Value};

impl Compiler<'_> {
    fn define_all(&mut self, values: &[Value]) -> Run<Vec<Slot>> {
        values.iter().map(|&v| self.define(v)).collect()
    }

    /// Defines index arguments of a block.
    pub(super) fn define_indices(&mut self, values: &[Value]) -> Run<Vec<Reg>> {
        let regs = values.iter().map(|&v| {
            self.define(v)?;
            self.element(v, ScalarType::Index)
        });
        regs.collect()
    }

    /// A block that ends with values that go where `to` live.
    fn body(&mut self, block: Block, to: &[Value]) -> Run<Body> {
        let code = self.block(block, &[])?;
        let end = self.end(block, OpKind::Yield)?;
        let yields = self.handed(end, &self.module.operands(end).collect::<Vec<_>>(), to)?;
        Ok(Body { code, yields })
    }

    pub(super) fn for_loop(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let bounds = [self.scalar(m.operand(op, 0))?, self.scalar(m.operand(op, 1))?, self.scalar(m.operand(op, 2))?];
        let ty = m.ty(m.operand(op, 0)).as_scalar().unwrap_or(ScalarType::Index);
        let unsigned = m.attr(op, "unsignedCmp").is_some_and(|a| *a != Attr::Bool(false));
        let init: Vec<_> = m.group(op, 3).collect();
        self.counted(op, bounds, (ty, unsigned), &init)
    }

    /// A loop over `bounds`, numbers of a type that may be unsigned.
    fn counted(&mut self, op: Op, bounds: [Reg; 3], (ty, unsigned): (ScalarType, bool), init: &[Value]) -> Run<Instr> {
        let m = self.module;
        let block = self.only_block(op)?;
        let Some((&induction, carried)) = m.block_args(block).split_first() else {
            return fault("expected an induction variable");
        };
        let init = self.handed(op, init, carried)?;
        self.define(induction)?;
        let induction = self.element(induction, ty)?;
        let slots = self.define_all(carried)?;
        let Body { code, yields } = self.body(block, carried)?;
        let results = self.results(op, carried)?;
        let disjoint = !yields.iter().any(|u| slots.contains(&u.slot));
        let body = ForLoop { bounds, ty, unsigned, induction, init, carried: slots, yields, disjoint, results, body: code };
        Ok(Instr::For(Box::new(body)))
    }

    /// Defines the results of an op, which must be of the types of `like`.
    fn results(&mut self, op: Op, like: &[Value]) -> Run<Vec<Slot>> {
        let m = self.module;
        if !m.results(op).iter().map(|&v| m.ty(v)).eq(like.iter().map(|&v| m.ty(v))) {
            return fault("the results do not match what the regions hand over");
        }
        self.define_all(m.results(op))
    }

    pub(super) fn affine_for(&mut self, code: &mut Code, op: Op) -> Run<Instr> {
        let m = self.module;
        let step = m.attr(op, "step").and_then(Attr::as_int).unwrap_or(1);
        let mut bound = |group: usize, attr: &str, max: bool| -> Run<Reg> {
            let map = m.attr(op, attr).and_then(Attr::as_map);
            let dst = self.new_scalar(0);
            let affine = self.affine(dst, map, &m.group(op, group).collect::<Vec<_>>(), max)?;
            code.push(op, affine);
            Ok(dst)
        };
        let (lower, upper) = (bound(0, "lowerBoundMap", true)?, bound(1, "upperBoundMap", false)?);
        let step = self.new_scalar(step as u64);
        let init: Vec<_> = m.group(op, 2).collect();
        self.counted(op, [lower, upper, step], (ScalarType::Index, false), &init)
    }

    pub(super) fn if_else(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let condition = self.element(m.operand(op, 0), ScalarType::I1)?;
        let results = m.results(op);
        let then = self.body(self.block_of(op, 0)?, results)?;
        let absent = m.regions(op).get(1).is_none_or(|r| m.region_blocks(*r).is_empty());
        let otherwise = match absent {
            true if results.is_empty() => Body::default(),
            true => return fault("expected a second region, for there are results"),
            false => self.body(self.block_of(op, 1)?, results)?,
        };
        Ok(Instr::If(Box::new(IfElse { condition, then, otherwise, results: self.define_all(results)? })))
    }

    pub(super) fn while_loop(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let (before, after) = (self.block_of(op, 0)?, self.block_of(op, 1)?);
        let (carried, forwarded) = (m.block_args(before), m.block_args(after));
        let init = self.handed(op, &m.operands(op).collect::<Vec<_>>(), carried)?;
        let carried_slots = self.define_all(carried)?;
        let code = self.block(before, &[])?;
        let end = self.end(before, OpKind::Condition)?;
        let condition = at(end, self.element(m.operand(end, 0), ScalarType::I1))?;
        let yields = self.handed(end, &m.group(end, 1).collect::<Vec<_>>(), forwarded)?;
        let forwarded_slots = self.define_all(forwarded)?;
        let after = self.body(after, carried)?;
        Ok(Instr::While(Box::new(WhileLoop {
            init,
            carried: carried_slots,
            before: Body { code, yields },
            condition,
            forwarded: forwarded_slots,
            after,
            results: self.results(op, forwarded)?,
        })))
    }

    /// What the iterations put together lives where the results will; in the body, what is shared is what it was before the loop.
    pub(super) fn forall(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let lower = self.sizes(op, "staticLowerBound", "dynamicLowerBound")?;
        let upper = self.sizes(op, "staticUpperBound", "dynamicUpperBound")?;
        let step = self.sizes(op, "staticStep", "dynamicStep")?;
        let block = self.only_block(op)?;
        let args = m.block_args(block);
        let Some((indices, shared)) = args.split_at_checked(lower.len()) else {
            return fault("expected an induction variable for each loop");
        };
        let init = self.handed(op, &m.group(op, 3).collect::<Vec<_>>(), shared)?;
        if m.results(op).len() != shared.len() {
            return fault("the values handed over do not match");
        }
        let induction = self.define_indices(indices)?;
        let slots = self.define_all(m.results(op))?;
        let mut seen = Vec::new();
        for (&arg, init) in shared.iter().zip(&init) {
            let slot = self.define(arg)?;
            self.last[arg] = Some((op, 0));
            if m.uses(arg).iter().any(|u| m.kind(u.op) != OpKind::ParallelInsert || u.operand != 1) {
                seen.push((Use { last: false, ..*init }, slot));
            }
        }
        let mut body = self.block(block, &[])?;
        let end = self.end(block, OpKind::InParallel)?;
        self.block_into(&mut body, self.only_block(end)?, &[])?;
        let bounds = zip_bounds(lower, upper, step)?;
        Ok(Instr::Loops(Box::new(LoopNest { bounds, induction, seen, init, shared: slots, body })))
    }

    /// A reduction's value so far lives where its result will.
    pub(super) fn parallel(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let bound = |c: &Self, g: usize| c.scalars(m.group(op, g)).map(|regs| regs.iter().map(|r| Size::Reg(*r)).collect());
        let bounds = zip_bounds(bound(self, 0)?, bound(self, 1)?, bound(self, 2)?)?;
        let block = self.only_block(op)?;
        let induction = self.define_indices(m.block_args(block))?;
        if induction.len() != bounds.len() {
            return fault("expected an induction variable for each loop");
        }
        let init = self.handed(op, &m.group(op, 3).collect::<Vec<_>>(), m.results(op))?;
        let shared = self.define_all(m.results(op))?;
        let mut body = self.block(block, &[])?;
        let end = self.end(block, OpKind::Combine)?;
        let (values, regions): (Vec<_>, _) = (m.operands(end).collect(), m.regions(end).len());
        if values.len() != shared.len() || regions != shared.len() {
            return at(end, fault("expected a value and a region for each result"));
        }
        for (i, (&value, &slot)) in values.iter().zip(&shared).enumerate() {
            at(end, self.combine(&mut body, end, i, (m.results(op)[i], slot), value))?;
        }
        Ok(Instr::Loops(Box::new(LoopNest { bounds, induction, seen: Vec::new(), init, shared, body })))
    }

    /// Region `i` of `end` combines what lives in the slot of `result` with a value.
    fn combine(&mut self, code: &mut Code, end: Op, i: usize, (result, slot): (Value, Slot), value: Value) -> Run {
        let m = self.module;
        let block = self.block_of(end, i)?;
        let &[left, right] = m.block_args(block) else {
            return fault("expected a region of two arguments");
        };
        if m.ty(left) != m.ty(result) {
            return fault("the values handed over do not match");
        }
        let from = self.handed(end, &[value], &[right])?[0];
        self.place(left, slot);
        let to = self.define(right)?;
        code.push(end, Instr::Move { from, to });
        self.block_into(code, block, &[])?;
        let end = self.end(block, OpKind::Yield)?;
        let combined = self.handed(end, &m.operands(end).collect::<Vec<_>>(), &[result])?[0];
        code.push(end, Instr::Move { from: combined, to: slot });
        Ok(())
    }
}

fn zip_bounds(lower: Vec<Size>, upper: Vec<Size>, step: Vec<Size>) -> Run<Vec<[Size; 3]>> {
    if [upper.len(), step.len()] != [lower.len(); 2] {
        return fault("expected as many lower bounds as upper bounds and steps");
    }
    Ok(lower.into_iter().zip(upper).zip(step).map(|((l, u), s)| [l, u, s]).collect())
}
