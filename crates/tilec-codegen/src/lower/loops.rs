//! Counted loops.
//!
//! A loop is a guard and a do-while, so that the inner loop has one branch. A loop whose trip count is a known constant
//! has no guard, one of a single trip is no loop at all. The induction variable is 64 bits wide whatever its type.

use super::value::{Repr, V, Val, Vector, chunks_of, default_mask_bits, machine, mask_type};
use super::{Lower, Result};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, types};
use tilec_ir::{Op, ScalarType, Type, Value};

/// A block being walked.
pub(super) struct Frame {
    /// The op to lower next.
    pub(super) next: Option<Op>,
    kind: FrameKind,
    /// May run zero times, so that nothing with a bad address may be moved in front of it.
    guarded: bool,
}

enum FrameKind {
    Function,
    /// The body of a loop that runs once.
    Once(Op),
    Loop(Op, Blocks),
}

/// The pieces of a loop that its end needs.
struct Blocks {
    header: ir::Block,
    exit: ir::Block,
    iv: V,
    step: V,
    /// The loop goes on while the induction variable, before or after the step, is less than this.
    limit: V,
    after_step: bool,
    less: IntCC,
}

impl Frame {
    /// The function's own block.
    pub(super) fn function(first: Option<Op>) -> Self {
        Self { next: first, kind: FrameKind::Function, guarded: false }
    }
}

/// Bounds and step of a loop where they are constants.
struct Constants {
    lower: i64,
    upper: i64,
    step: i64,
}

impl Constants {
    fn trips(&self) -> u128 {
        let (lower, upper, step) = (i128::from(self.lower), i128::from(self.upper), i128::from(self.step));
        if lower < upper { (upper - lower).unsigned_abs().div_ceil(step.unsigned_abs()) } else { 0 }
    }

    /// True if the induction variable of the step after the last one does not wrap.
    fn stays_in_range(&self) -> bool {
        let last = i128::from(self.lower) + self.trips() as i128 * i128::from(self.step);
        last <= i128::from(i64::MAX)
    }
}

impl Lower<'_> {
    /// Depth of the innermost loop around the current op that may run zero times; 0 if there is none.
    pub(super) fn guarded_depth(&self) -> u32 {
        self.frames.iter().rposition(|f| f.guarded).unwrap_or(0) as u32
    }

    /// Starts an `scf.for`.
    pub(super) fn enter_loop(&mut self) -> Result<()> {
        let op = self.op;
        let (lower, upper, step) = (self.operand(0)?, self.operand(1)?, self.operand(2)?);
        let ty = self.elem(lower)?;
        let unsigned = self.module.attr(op, "unsignedCmp").is_some();
        if machine(ty).is_none() {
            return Err(self.unsupported(format!("an induction variable of type {}", Type::Scalar(ty))));
        }
        let step_constant = self.constant_int(step);
        if step_constant.is_some_and(|s| s <= 0) {
            return Err(self.unsupported("a loop step that is not positive"));
        }
        let constants = match (self.constant_int(lower), self.constant_int(upper), step_constant) {
            (Some(lower), Some(upper), Some(step)) if !unsigned || lower >= 0 && upper >= 0 => {
                Some(Constants { lower, upper, step })
            }
            _ => None,
        };
        let inits: Vec<Value> = self.module.operands(op).skip(3).collect();
        // Which memory is written is known for buffers with one origin only.
        if inits.iter().any(|&v| matches!(self.values[v], Some(Val::Buffer(_)))) {
            return Err(self.unsupported("a loop that carries a buffer"));
        }
        match constants.as_ref().map(Constants::trips) {
            Some(0) => {
                for (i, &init) in inits.iter().enumerate() {
                    let val = self.get(init)?;
                    self.set_result(i, val)?;
                }
                Ok(())
            }
            Some(1) => self.enter_single(op, lower, &inits),
            _ => self.enter_blocks(op, unsigned, constants, &inits),
        }
    }

    fn body_args(&self, op: Op, inits: usize) -> Result<(Value, Vec<Value>)> {
        match self.module.block_args(self.module.entry(op)) {
            [iv, carried @ ..] if carried.len() == inits => Ok((*iv, carried.to_vec())),
            _ => Err(self.internal("a loop body with the wrong number of arguments")),
        }
    }

    fn enter_single(&mut self, op: Op, lower: Value, inits: &[Value]) -> Result<()> {
        let (iv, carried) = self.body_args(op, inits.len())?;
        self.values[iv] = Some(self.get(lower)?);
        self.known[iv] = self.constant_int(lower);
        self.levels[iv] = self.levels[lower];
        for (arg, &init) in carried.into_iter().zip(inits) {
            self.values[arg] = Some(self.get(init)?);
            self.levels[arg] = self.levels[init];
        }
        let next = self.module.block_ops(self.module.entry(op)).next();
        self.frames.push(Frame { next, kind: FrameKind::Once(op), guarded: false });
        Ok(())
    }

    fn enter_blocks(&mut self, op: Op, unsigned: bool, constants: Option<Constants>, inits: &[Value]) -> Result<()> {
        let (iv_arg, carried) = self.body_args(op, inits.len())?;
        let ty = self.elem(iv_arg)?;
        let lower = self.bound(0, ty, unsigned)?;
        let upper = self.bound(1, ty, unsigned)?;
        let step = self.bound(2, ty, unsigned)?;
        let (less, at_most) = if unsigned {
            (IntCC::UnsignedLessThan, IntCC::Equal)
        } else {
            (IntCC::SignedLessThan, IntCC::SignedLessThanOrEqual)
        };
        if self.constant_int(self.operand(2)?).is_none() {
            let bad = self.b.ins().icmp_imm_s(at_most, step, 0);
            self.stop_if(bad, format!("step is not positive in {}", self.module.spelling(op).name), false);
        }
        let mut start = Vec::new();
        for &init in inits {
            let val = self.get(init)?;
            self.flatten(val, &mut start)?;
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
        let args: Vec<BlockArg> = [lower].iter().chain(&start).map(|&v| v.into()).collect();
        self.b.ins().jump(header, &args);
        self.b.switch_to_block(header);
        let iv = self.b.append_block_param(header, types::I64);
        let params: Vec<V> = start.iter().map(|&v| self.block_param_like(header, v)).collect();
        for &v in &start {
            self.block_param_like(exit, v);
        }
        let depth = self.frames.len() as u32;
        let mut rest = &params[..];
        for arg in carried {
            self.values[arg] = Some(self.unflatten(self.module.ty(arg), &mut rest)?);
            self.levels[arg] = depth;
        }
        self.values[iv_arg] = Some(Val::Scalar(self.narrow(iv, ty)));
        self.induction[iv_arg] = if ty == ScalarType::Index { depth } else { 0 };
        self.levels[iv_arg] = depth;
        let next = self.module.block_ops(self.module.entry(op)).next();
        let blocks = Blocks { header, exit, iv, step, limit, after_step, less };
        self.frames.push(Frame { next, kind: FrameKind::Loop(op, blocks), guarded: constants.is_none() });
        Ok(())
    }

    fn block_param_like(&mut self, block: ir::Block, v: V) -> V {
        let ty = self.b.func.dfg.value_type(v);
        self.b.append_block_param(block, ty)
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

    /// Ends the innermost loop body.
    pub(super) fn leave_loop(&mut self) -> Result<()> {
        let Some(frame) = self.frames.pop() else {
            return Err(self.internal("a yield outside of a loop"));
        };
        let yielded: Vec<Value> = self.module.operands(self.op).collect();
        match frame.kind {
            FrameKind::Function => Err(self.unsupported("ends a function")),
            FrameKind::Once(op) => {
                let vals = yielded.iter().map(|&v| self.get(v)).collect::<Result<Vec<_>>>()?;
                if vals.iter().any(|v| matches!(v, Val::Buffer(_))) {
                    return Err(self.internal("a buffer among carried values"));
                }
                self.op = op;
                vals.into_iter().enumerate().try_for_each(|(i, val)| self.set_result(i, val))
            }
            FrameKind::Loop(op, blocks) => {
                let mut flat = Vec::new();
                for &value in &yielded {
                    let val = self.get(value)?;
                    self.flatten(val, &mut flat)?;
                }
                self.close_loop(&blocks, &flat);
                self.op = op;
                let params = self.b.block_params(blocks.exit).to_vec();
                let mut rest = &params[..];
                for (i, &result) in self.module.results(op).iter().enumerate() {
                    let val = self.unflatten(self.module.ty(result), &mut rest)?;
                    self.set_result(i, val)?;
                }
                Ok(())
            }
        }
    }

    fn close_loop(&mut self, blocks: &Blocks, carried: &[V]) {
        let next = self.b.ins().iadd(blocks.iv, blocks.step);
        let tested = if blocks.after_step { next } else { blocks.iv };
        let goes_on = self.b.ins().icmp(blocks.less, tested, blocks.limit);
        let back: Vec<BlockArg> = [next].iter().chain(carried).map(|&v| v.into()).collect();
        let out: Vec<BlockArg> = carried.iter().map(|&v| v.into()).collect();
        self.b.ins().brif(goes_on, blocks.header, &back, blocks.exit, &out);
        self.b.switch_to_block(blocks.exit);
    }

    /// Runs `body` on a counter from 0 to `count`, which is at least 1.
    pub(super) fn counted(&mut self, count: i64, body: impl FnOnce(&mut Self, V) -> Result<()>) -> Result<()> {
        let (header, exit) = (self.b.create_block(), self.b.create_block());
        let zero = self.iconst(types::I64, 0);
        self.b.ins().jump(header, &[zero.into()]);
        self.b.switch_to_block(header);
        let iv = self.b.append_block_param(header, types::I64);
        body(self, iv)?;
        let next = self.b.ins().iadd_imm_s(iv, 1);
        let goes_on = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, next, count);
        self.b.ins().brif(goes_on, header, &[next.into()], exit, &[]);
        self.b.switch_to_block(exit);
        Ok(())
    }

    /// The machine values of a carried value, in the one form that its type has between iterations.
    fn flatten(&mut self, val: Val, out: &mut Vec<V>) -> Result<()> {
        match val {
            Val::Scalar(v) => out.push(v),
            Val::Buffer(_) => return Err(self.internal("a buffer among carried values")),
            Val::Vector(vector) => out.extend(match (vector.elem, default_mask_bits(vector.lanes)) {
                (ScalarType::I1, Some(bits)) => self.mask_chunks(&vector, bits),
                _ => match vector.repr {
                    Repr::Chunks(v) | Repr::Scalars(v) => v,
                    Repr::Mask { .. } => self.lane_values(&vector),
                },
            }),
        }
        Ok(())
    }

    /// The inverse of `flatten`; takes the values off the front of `flat`.
    fn unflatten(&self, ty: &Type, flat: &mut &[V]) -> Result<Val> {
        let mut take = |n: usize| {
            let (front, rest) = flat.split_at_checked(n)?;
            *flat = rest;
            Some(front.to_vec())
        };
        let val = match ty {
            Type::Vector(ty) => {
                let (elem, lanes) = (ty.elem, self.lanes(&ty.shape, ty.elem)?);
                let repr = match (default_mask_bits(lanes), chunks_of(elem, lanes)) {
                    (Some(bits), _) if elem == ScalarType::I1 => {
                        take(lanes / mask_type(bits).lane_count() as usize).map(|chunks| Repr::Mask { bits, chunks })
                    }
                    (_, Some(chunk)) => take(lanes / chunk.lane_count() as usize).map(Repr::Chunks),
                    (_, None) => take(lanes).map(Repr::Scalars),
                };
                repr.map(|repr| Val::Vector(Vector { elem, lanes, repr }))
            }
            _ => take(1).map(|v| Val::Scalar(v[0])),
        };
        val.ok_or_else(|| self.internal("a loop that yields too few values"))
    }
}
