//! Counted loops.
//!
//! A loop is a guard and a do-while, so that the inner loop has one branch. A loop whose trip count is a known constant
//! has no guard, one of a single trip is no loop at all. The induction variable is 64 bits wide whatever its type.

use super::control::{Frame, FrameKind};
use super::value::{Num, V, Val, machine};
use super::{Lower, Result};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, types};
use tilec_ir::{Op, ScalarType, Type, Value};

/// The pieces of a loop that its end needs.
pub(super) struct Blocks {
    header: ir::Block,
    exit: ir::Block,
    iv: V,
    step: V,
    /// The loop goes on while the induction variable, before or after the step, is less than this.
    limit: V,
    after_step: bool,
    less: IntCC,
}

/// Bounds and step of a loop where they are constants.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    pub(super) lower: i64,
    pub(super) upper: i64,
    pub(super) step: i64,
}

impl Constants {
    /// If all three are constants, with a positive step.
    pub(super) fn of(bounds: [Option<i64>; 3]) -> Option<Self> {
        let [lower, upper, step] = bounds;
        Some(Self { lower: lower?, upper: upper?, step: step.filter(|s| *s > 0)? })
    }

    pub(super) fn trips(&self) -> u128 {
        let (lower, upper, step) = (i128::from(self.lower), i128::from(self.upper), i128::from(self.step));
        if lower < upper { (upper - lower).unsigned_abs().div_ceil(step.unsigned_abs()) } else { 0 }
    }

    /// True if the induction variable of the step after the last one does not wrap.
    fn stays_in_range(&self) -> bool {
        let last = i128::from(self.lower) + self.trips() as i128 * i128::from(self.step);
        last <= i128::from(i64::MAX)
    }
}

/// What a loop counts through, in 64 bits.
pub(super) struct Range {
    pub(super) bounds: [V; 3],
    pub(super) constants: Option<Constants>,
    /// The step may turn out not to be positive.
    pub(super) checks_step: bool,
    pub(super) unsigned: bool,
}

impl Lower<'_> {
    /// Starts an `scf.for`.
    pub(super) fn enter_for(&mut self) -> Result<()> {
        let op = self.op;
        let bounds = [self.operand(0)?, self.operand(1)?, self.operand(2)?];
        let ty = self.elem(bounds[0])?;
        let unsigned = self.module.attr(op, "unsignedCmp").is_some();
        if machine(ty).is_none() {
            return Err(self.unsupported(format!("an induction variable of type {}", Type::Scalar(ty))));
        }
        let known = bounds.map(|v| self.constant_int(v));
        if known[2].is_some_and(|s| s <= 0) {
            return Err(self.unsupported("a loop step that is not positive"));
        }
        let constants = Constants::of(known).filter(|c| !unsigned || c.lower >= 0 && c.upper >= 0);
        let inits: Vec<Value> = self.module.operands(op).skip(3).collect();
        match constants.as_ref().map(Constants::trips) {
            Some(0) => self.skip(&inits),
            Some(1) => {
                let lower = self.get(bounds[0])?;
                self.enter_single(op, lower, known[0], self.levels[bounds[0]], &inits)
            }
            _ => {
                let bounds = [self.bound(0, ty, unsigned)?, self.bound(1, ty, unsigned)?, self.bound(2, ty, unsigned)?];
                let range = Range { bounds, constants, checks_step: known[2].is_none(), unsigned };
                self.enter_counted(op, ty, &range, &inits)
            }
        }
    }

    /// A loop that does not run hands on what it starts with.
    pub(super) fn skip(&mut self, inits: &[Value]) -> Result<()> {
        for (i, &init) in inits.iter().enumerate() {
            let val = self.get(init)?;
            self.set_result(i, val)?;
        }
        Ok(())
    }

    fn body_args(&self, op: Op, inits: usize) -> Result<(Value, Vec<Value>)> {
        match self.module.block_args(self.module.entry(op)) {
            [iv, carried @ ..] if carried.len() == inits => Ok((*iv, carried.to_vec())),
            _ => Err(self.internal("a loop body with the wrong number of arguments")),
        }
    }

    /// The body of a loop of one trip.
    pub(super) fn enter_single(&mut self, op: Op, lower: Val, known: Option<i64>, level: u32, inits: &[Value]) -> Result<()> {
        let (iv, carried) = self.body_args(op, inits.len())?;
        self.values[iv] = Some(lower);
        self.known[iv] = known;
        self.levels[iv] = level;
        for (arg, &init) in carried.into_iter().zip(inits) {
            self.values[arg] = Some(self.get(init)?);
            self.levels[arg] = self.levels[init];
        }
        let next = self.module.block_ops(self.module.entry(op)).next();
        self.frames.push(Frame { next, kind: FrameKind::Once(op), guarded: false });
        Ok(())
    }

    /// The body of a loop with one induction variable.
    pub(super) fn enter_counted(&mut self, op: Op, ty: ScalarType, range: &Range, inits: &[Value]) -> Result<()> {
        let (iv_arg, carried) = self.body_args(op, inits.len())?;
        let start = self.flatten_all(inits)?;
        let (blocks, params) = self.open_loop(range, &start)?;
        let depth = self.frames.len() as u32;
        self.unflatten_all(&carried, &params, depth)?;
        self.define_induction(iv_arg, blocks.iv, ty, depth);
        let next = self.module.block_ops(self.module.entry(op)).next();
        self.frames.push(Frame { next, kind: FrameKind::Loop(op, blocks), guarded: range.constants.is_none() });
        Ok(())
    }

    pub(super) fn define_induction(&mut self, arg: Value, iv: V, ty: ScalarType, depth: u32) {
        self.values[arg] = Some(Val::Scalar(self.narrow(iv, ty)));
        self.induction[arg] = if ty == ScalarType::Index { depth } else { 0 };
        self.levels[arg] = depth;
    }

    /// The blocks of a loop that carries `start`; code goes on in its body. Also gives what it carries there.
    pub(super) fn open_loop(&mut self, range: &Range, start: &[V]) -> Result<(Blocks, Vec<V>)> {
        let Range { bounds: [lower, upper, step], constants, checks_step, unsigned } = *range;
        if !range.bounds.iter().all(|&v| self.is_number(v)) {
            return Err(self.internal("bounds of another width"));
        }
        let (less, at_most) = if unsigned {
            (IntCC::UnsignedLessThan, IntCC::Equal)
        } else {
            (IntCC::SignedLessThan, IntCC::SignedLessThanOrEqual)
        };
        if checks_step {
            let bad = self.b.ins().icmp_imm_s(at_most, step, 0);
            self.stop_if(bad, format!("step is not positive in {}", self.module.spelling(self.op).name), false);
        }
        let (header, exit) = (self.b.create_block(), self.b.create_block());
        let after_step = constants.as_ref().is_some_and(Constants::stays_in_range);
        if constants.is_none() {
            // What is moved out of the loop ends up in this block, after the guard.
            let preheader = self.b.create_block();
            let runs = self.b.ins().icmp(less, lower, upper);
            let skipped: Vec<BlockArg> = start.iter().map(|&v| v.into()).collect();
            self.b.ins().brif(runs, preheader, &[], exit, &skipped);
            self.b.switch_to_block(preheader);
        }
        let limit = if after_step { upper } else { self.last_start(upper, step, less) };
        let args: Vec<BlockArg> = [lower].iter().chain(start).map(|&v| v.into()).collect();
        self.b.ins().jump(header, &args);
        self.b.switch_to_block(header);
        let iv = self.b.append_block_param(header, types::I64);
        let params = self.params_like(header, start);
        self.params_like(exit, start);
        Ok((Blocks { header, exit, iv, step, limit, after_step, less }, params))
    }

    /// Bound or step `i` in 64 bits.
    fn bound(&mut self, i: usize, ty: ScalarType, unsigned: bool) -> Result<V> {
        let v = self.scalar(self.operand(i)?)?;
        let v = if unsigned { v } else { self.sign_extend(ty, v) };
        Ok(match self.b.func.dfg.value_type(v) {
            types::I64 => v,
            _ if unsigned => self.b.ins().uextend(types::I64, v),
            _ => self.b.ins().sextend(types::I64, v),
        })
    }

    /// `upper − step`, saturated: an iteration that starts below it has a successor. Needs `step > 0`.
    fn last_start(&mut self, upper: V, step: V, less: IntCC) -> V {
        let difference = self.b.ins().isub(upper, step);
        let wrapped = self.b.ins().icmp(less, upper, difference);
        let least = self.iconst(types::I64, if less == IntCC::SignedLessThan { 1 << 63 } else { 0 });
        self.b.ins().select(wrapped, least, difference)
    }

    /// The induction variable in its own type.
    fn narrow(&mut self, iv: V, ty: ScalarType) -> V {
        let Some(machine) = machine(ty) else { return iv };
        let v = if machine == types::I64 { iv } else { self.b.ins().ireduce(machine, iv) };
        self.mask(ty, v)
    }

    /// Ends a loop body; code goes on behind the loop. Gives what the loop carried at its end.
    pub(super) fn close_loop(&mut self, blocks: &Blocks, carried: &[V]) -> Result<Vec<V>> {
        let next = self.b.ins().iadd(blocks.iv, blocks.step);
        let tested = if blocks.after_step { next } else { blocks.iv };
        let goes_on = self.b.ins().icmp(blocks.less, tested, blocks.limit);
        let again: Vec<V> = [next].iter().chain(carried).copied().collect();
        let (back, out) = (self.jump_args(blocks.header, &again)?, self.jump_args(blocks.exit, carried)?);
        self.b.ins().brif(goes_on, blocks.header, &back, blocks.exit, &out);
        self.b.switch_to_block(blocks.exit);
        Ok(self.b.block_params(blocks.exit).to_vec())
    }

    /// The induction variable of a loop that was opened.
    pub(super) fn induction_of(blocks: &Blocks) -> V {
        blocks.iv
    }

    /// Runs `body` on a counter from 0 to `count`, which is not negative.
    pub(super) fn counted(&mut self, count: Num, body: impl FnOnce(&mut Self, V) -> Result<()>) -> Result<()> {
        let (header, exit) = (self.b.create_block(), self.b.create_block());
        let zero = self.iconst(types::I64, 0);
        let limit = self.value_of(count);
        if count.constant().is_some_and(|n| n > 0) {
            self.b.ins().jump(header, &[zero.into()]);
        } else {
            let runs = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, limit, 0);
            self.b.ins().brif(runs, header, &[zero.into()], exit, &[]);
        }
        self.b.switch_to_block(header);
        let iv = self.b.append_block_param(header, types::I64);
        body(self, iv)?;
        let next = self.b.ins().iadd_imm_s(iv, 1);
        let goes_on = match count {
            Num::Const(count) => self.b.ins().icmp_imm_s(IntCC::SignedLessThan, next, count),
            Num::Run(..) => self.b.ins().icmp(IntCC::SignedLessThan, next, limit),
        };
        self.b.ins().brif(goes_on, header, &[next.into()], exit, &[]);
        self.b.switch_to_block(exit);
        Ok(())
    }
}
