//! Branches, loops with a condition, loop nests, and what ends a block.
//!
//! The blocks that are open are a stack of frames. A terminator closes the innermost one: it hands its values to the machine
//! block that comes next, which may be the start of another region of the same op.

use super::loops::{Blocks, Constants, Range};
use super::value::{Num, V, Val};
use super::{Lower, Result};
use cranelift_codegen::ir::{self, InstBuilder};
use tilec_ir::{Block, Op, ScalarType, Value};

/// A block being walked.
pub(super) struct Frame {
    /// The op to lower next.
    pub(super) next: Option<Op>,
    pub(super) kind: FrameKind,
    /// May run zero times, so that nothing with a bad address may be moved in front of it.
    pub(super) guarded: bool,
}

pub(super) enum FrameKind {
    Function,
    /// The body of a loop that runs once, or the branch that is taken.
    Once(Op),
    Loop(Op, Blocks),
    /// A branch; where it ends, and the other one if that is still to be made.
    Branch {
        op: Op,
        join: ir::Block,
        other: Option<(Block, ir::Block)>,
    },
    /// The condition of a loop.
    Before {
        op: Op,
        header: ir::Block,
    },
    /// The body of a loop with a condition.
    After {
        op: Op,
        header: ir::Block,
        exit: ir::Block,
    },
    /// A loop around another one of the same nest; none if it has one trip.
    Outer(Option<Blocks>),
    /// The body of a nest, the innermost loop, and the values reduced so far.
    Nest {
        op: Op,
        depth: usize,
        reduced: Vec<Val>,
    },
    /// Region `index` of the op that combines what the nest around it reduces.
    Combine {
        op: Op,
        index: usize,
    },
}

impl Frame {
    /// The function's own block.
    pub(super) fn function(first: Option<Op>) -> Self {
        Self { next: first, kind: FrameKind::Function, guarded: false }
    }
}

impl Lower<'_> {
    /// Depth of the innermost block around the current op that may run zero times; 0 if there is none.
    pub(super) fn guarded_depth(&self) -> u32 {
        self.frames.iter().rposition(|f| f.guarded).unwrap_or(0) as u32
    }

    /// The block of region `i` of an op, if it has one.
    fn block_of(&self, op: Op, i: usize) -> Option<Block> {
        self.module.region_blocks(*self.module.regions(op).get(i)?).first().copied()
    }

    fn only_block(&self, op: Op, i: usize) -> Result<Block> {
        self.block_of(op, i).ok_or_else(|| self.internal("a region without block"))
    }

    fn push(&mut self, block: Block, kind: FrameKind, guarded: bool) {
        let next = self.module.block_ops(block).next();
        self.frames.push(Frame { next, kind, guarded });
    }

    /// Depth of the values that the op being lowered makes.
    fn depth(&self) -> u32 {
        (self.frames.len() as u32).saturating_sub(1)
    }

    /// Starts an `scf.if`.
    pub(super) fn enter_if(&mut self) -> Result<()> {
        let op = self.op;
        let condition = self.operand(0)?;
        let branches = [self.only_block(op, 0)?].into_iter().chain(self.block_of(op, 1)).collect::<Vec<_>>();
        if let Some(known) = self.constant_int(condition) {
            if let Some(&taken) = branches.get(usize::from(known & 1 == 0)) {
                self.push(taken, FrameKind::Once(op), false);
            }
            return Ok(());
        }
        let condition = self.scalar(condition)?;
        let (then, join) = (self.b.create_block(), self.b.create_block());
        let other = branches.get(1).map(|&block| (block, self.b.create_block()));
        let otherwise = other.map_or(join, |(_, block)| block);
        self.b.ins().brif(condition, then, &[], otherwise, &[]);
        self.b.switch_to_block(then);
        self.push(branches[0], FrameKind::Branch { op, join, other }, true);
        Ok(())
    }

    /// Starts an `scf.while`.
    pub(super) fn enter_while(&mut self) -> Result<()> {
        let op = self.op;
        let inits: Vec<Value> = self.module.operands(op).collect();
        let start = self.flatten_all(&inits)?;
        let header = self.b.create_block();
        let params = self.params_like(header, &start);
        let args = self.jump_args(header, &start)?;
        self.b.ins().jump(header, &args);
        self.b.switch_to_block(header);
        let before = self.only_block(op, 0)?;
        let depth = self.frames.len() as u32;
        self.unflatten_all(self.module.block_args(before), &params, depth)?;
        self.push(before, FrameKind::Before { op, header }, true);
        Ok(())
    }

    /// Ends the condition of an `scf.while`.
    pub(super) fn condition(&mut self) -> Result<()> {
        let Some(Frame { kind: FrameKind::Before { op, header }, .. }) = self.frames.pop() else {
            return Err(self.internal("a condition outside of a loop"));
        };
        let condition = self.scalar(self.operand(0)?)?;
        let passed: Vec<Value> = self.module.operands(self.op).skip(1).collect();
        let flat = self.flatten_all(&passed)?;
        let (body, exit) = (self.b.create_block(), self.b.create_block());
        let params = self.params_like(body, &flat);
        self.params_like(exit, &flat);
        let args = self.jump_args(body, &flat)?;
        self.b.ins().brif(condition, body, &args, exit, &args);
        self.b.switch_to_block(body);
        let after = self.only_block(op, 1)?;
        let depth = self.frames.len() as u32;
        self.unflatten_all(self.module.block_args(after), &params, depth)?;
        self.push(after, FrameKind::After { op, header, exit }, true);
        Ok(())
    }

    /// Starts an `scf.forall` over buffers.
    pub(super) fn enter_forall(&mut self) -> Result<()> {
        if !self.module.results(self.op).is_empty() {
            return Err(self.unsupported("a loop that shares tensors; bufferize the program first"));
        }
        let lower = self.mixed("dynamicLowerBound", "staticLowerBound")?;
        let upper = self.mixed("dynamicUpperBound", "staticUpperBound")?;
        let step = self.mixed("dynamicStep", "staticStep")?;
        self.enter_nest([lower, upper, step], &[])
    }

    /// Starts an `scf.parallel`.
    pub(super) fn enter_parallel(&mut self) -> Result<()> {
        let op = self.op;
        let group = |this: &Self, g: usize| -> Result<Vec<Num>> {
            let number = |v: Value| match this.constant_int(v) {
                Some(c) => Ok(Num::Const(c)),
                None => Ok(Num::Run(this.scalar(v)?, Some(v))),
            };
            this.module.group(op, g).map(number).collect()
        };
        let bounds = [group(self, 0)?, group(self, 1)?, group(self, 2)?];
        let inits: Vec<Value> = self.module.group(op, 3).collect();
        self.enter_nest(bounds, &inits)
    }

    /// The iterations of a nest run in order, the last loop fastest.
    fn enter_nest(&mut self, [lower, upper, step]: [Vec<Num>; 3], inits: &[Value]) -> Result<()> {
        let op = self.op;
        let block = self.only_block(op, 0)?;
        let args = self.module.block_args(block).to_vec();
        let depth = lower.len();
        if [upper.len(), step.len(), args.len()] != [depth; 3] || inits.len() != self.module.results(op).len() {
            return Err(self.internal("a nest with the wrong number of bounds"));
        }
        let known: Vec<Option<Constants>> =
            (0..depth).map(|d| Constants::of([lower[d], upper[d], step[d]].map(Num::constant))).collect();
        if step.iter().any(|s| s.constant().is_some_and(|s| s <= 0)) {
            return Err(self.unsupported("a loop step that is not positive"));
        }
        if known.iter().flatten().any(|c| c.trips() == 0) {
            return self.skip(inits);
        }
        let mut reduced = self.flatten_all(inits)?;
        for d in 0..depth {
            let level = self.frames.len() as u32;
            let single = known[d].filter(|c| c.trips() == 1);
            let blocks = match single {
                Some(constants) => {
                    let v = self.value_of(lower[d]);
                    self.values[args[d]] = Some(Val::Scalar(v));
                    self.known[args[d]] = Some(constants.lower);
                    None
                }
                None => {
                    let bounds = [lower[d], upper[d], step[d]].map(|n| self.value_of(n));
                    let checks_step = step[d].constant().is_none();
                    let range = Range { bounds, constants: known[d], checks_step, unsigned: false };
                    let (blocks, params) = self.open_loop(&range, &reduced)?;
                    reduced = params;
                    self.define_induction(args[d], Self::induction_of(&blocks), ScalarType::Index, level);
                    Some(blocks)
                }
            };
            self.frames.push(Frame { next: None, kind: FrameKind::Outer(blocks), guarded: known[d].is_none() });
        }
        let level = self.frames.len() as u32;
        let results = self.module.results(op).to_vec();
        self.unflatten_all(&results, &reduced, level)?;
        let reduced = results.iter().map(|&r| self.get(r)).collect::<Result<Vec<_>>>()?;
        self.push(block, FrameKind::Nest { op, depth, reduced }, false);
        Ok(())
    }

    /// Ends an iteration of an `scf.forall`.
    pub(super) fn in_parallel(&mut self) -> Result<()> {
        if self.block_of(self.op, 0).is_some_and(|block| self.module.block_ops(block).next().is_some()) {
            return Err(self.unsupported("an insertion into a tensor; bufferize the program first"));
        }
        self.leave_nest()
    }

    /// Ends an iteration of an `scf.parallel`: its regions combine values with those reduced so far, one after the other.
    pub(super) fn combine(&mut self) -> Result<()> {
        let reduced = match self.frames.last() {
            Some(Frame { kind: FrameKind::Nest { reduced, .. }, .. }) => reduced.len(),
            _ => return Err(self.internal("a reduction outside of a loop")),
        };
        if reduced != self.module.num_operands(self.op) {
            return Err(self.internal("a reduction of the wrong number of values"));
        }
        self.combine_next(self.op, 0)
    }

    fn combine_next(&mut self, op: Op, index: usize) -> Result<()> {
        let Some(value) = (index < self.module.num_operands(op)).then(|| self.module.operand(op, index)) else {
            return self.leave_nest();
        };
        let so_far = match self.frames.last() {
            Some(Frame { kind: FrameKind::Nest { reduced, .. }, .. }) => reduced[index].clone(),
            _ => return Err(self.internal("a reduction outside of a loop")),
        };
        let block = self.only_block(op, index)?;
        let &[left, right] = self.module.block_args(block) else {
            return Err(self.internal("a reduction of other than two values"));
        };
        self.values[left] = Some(so_far);
        self.values[right] = Some(self.get(value)?);
        let level = self.frames.len() as u32;
        (self.levels[left], self.levels[right]) = (level, level);
        self.push(block, FrameKind::Combine { op, index }, false);
        Ok(())
    }

    /// Ends the loops of a nest, the innermost first.
    fn leave_nest(&mut self) -> Result<()> {
        let Some(Frame { kind: FrameKind::Nest { op, depth, reduced }, .. }) = self.frames.pop() else {
            return Err(self.internal("the end of a nest outside of one"));
        };
        let results = self.module.results(op).to_vec();
        let mut flat = Vec::new();
        for (val, &result) in reduced.into_iter().zip(&results) {
            self.flatten(val, self.module.ty(result), &mut flat)?;
        }
        for _ in 0..depth {
            match self.frames.pop() {
                Some(Frame { kind: FrameKind::Outer(Some(blocks)), .. }) => flat = self.close_loop(&blocks, &flat)?,
                Some(Frame { kind: FrameKind::Outer(None), .. }) => {}
                _ => return Err(self.internal("the end of a nest outside of one")),
            }
        }
        let level = self.depth();
        self.unflatten_all(&results, &flat, level)
    }

    /// Ends the innermost block with the values of an `scf.yield`.
    pub(super) fn leave(&mut self) -> Result<()> {
        let Some(frame) = self.frames.pop() else {
            return Err(self.internal("a yield outside of a loop"));
        };
        let yielded: Vec<Value> = self.module.operands(self.op).collect();
        match frame.kind {
            FrameKind::Once(op) => {
                let vals = yielded.iter().map(|&v| self.get(v)).collect::<Result<Vec<_>>>()?;
                self.op = op;
                vals.into_iter().enumerate().try_for_each(|(i, val)| self.set_result(i, val))
            }
            FrameKind::Loop(op, blocks) => {
                let flat = self.flatten_all(&yielded)?;
                let out = self.close_loop(&blocks, &flat)?;
                self.define_results(op, &out)
            }
            FrameKind::Branch { op, join, other } => {
                let flat = self.flatten_all(&yielded)?;
                // The first branch to end says what there is.
                if other.is_some() {
                    self.params_like(join, &flat);
                }
                let args = self.jump_args(join, &flat)?;
                self.b.ins().jump(join, &args);
                if let Some((block, start)) = other {
                    self.b.switch_to_block(start);
                    self.push(block, FrameKind::Branch { op, join, other: None }, true);
                    return Ok(());
                }
                self.b.switch_to_block(join);
                let out = self.b.block_params(join).to_vec();
                self.define_results(op, &out)
            }
            FrameKind::After { op, header, exit } => {
                let flat = self.flatten_all(&yielded)?;
                let args = self.jump_args(header, &flat)?;
                self.b.ins().jump(header, &args);
                self.b.switch_to_block(exit);
                let out = self.b.block_params(exit).to_vec();
                self.define_results(op, &out)
            }
            FrameKind::Combine { op, index } => {
                let Some(&combined) = yielded.first() else { return Err(self.internal("a reduction without value")) };
                let combined = self.get(combined)?;
                if let Some(Frame { kind: FrameKind::Nest { reduced, .. }, .. }) = self.frames.last_mut() {
                    reduced[index] = combined;
                }
                self.op = op;
                self.combine_next(op, index + 1)
            }
            FrameKind::Function => Err(self.unsupported("ends a function")),
            FrameKind::Before { .. } | FrameKind::Outer(_) | FrameKind::Nest { .. } => {
                Err(self.internal("a yield that ends another kind of block"))
            }
        }
    }

    fn define_results(&mut self, op: Op, flat: &[V]) -> Result<()> {
        self.op = op;
        let results = self.module.results(op).to_vec();
        let level = self.depth();
        self.unflatten_all(&results, flat, level)
    }
}
