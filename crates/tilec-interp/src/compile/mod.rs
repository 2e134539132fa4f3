//! From IR to [`Program`]: numbers the values of each function and turns each op into an instruction, once.

mod affine;
mod check;
mod control;
mod elementwise;
mod function;
mod made;
mod nest;
mod shaped;
mod transfer;

pub(crate) use check::check_structured;
pub(crate) use function::compile;

use crate::error::{Run, at, fault};
use crate::memory::Undefined;
use crate::program::{Code, Function, Global, Instr, ObjectUse, Program, Reg, Slot, Use};
use std::collections::HashMap;
use std::sync::Arc;
use tilec_ir::builder::attr_scalar;
use tilec_ir::{Attr, Block, Dense, DenseData, Module, Op, OpKind, ScalarType, SecondaryMap, Type, Value};

/// How deep regions may be nested.
const MAX_DEPTH: usize = 256;

/// How many elements a vector may have.
const MAX_LANES: i64 = 1 << 20;

struct Compiler<'m> {
    module: &'m Module,
    program: Program,
    /// The function that is being compiled.
    function: Function,
    /// The functions that may run, in the order of their numbers, and the numbers.
    reached: Vec<Op>,
    numbers: HashMap<Op, usize>,
    /// The functions by name.
    symbols: HashMap<Arc<str>, Op>,
    /// Where a value lives, and in the registers of which function.
    slots: SecondaryMap<Value, Option<(usize, Slot)>>,
    /// The last op of the value's block that uses it (or holds a use), and how many uses that op is or holds; 0 if the value
    /// must stay.
    last: SecondaryMap<Value, Option<(Op, u32)>>,
    /// The loop registers of the surrounding structured ops.
    indices: Vec<Vec<Reg>>,
    /// The numbers of global buffers, and the function's registers for them.
    globals: HashMap<Op, usize>,
    global_regs: HashMap<usize, Reg>,
    /// The calls, each with the number of the function.
    calls: Vec<(Op, usize)>,
    depth: usize,
}

impl<'m> Compiler<'m> {
    fn only_block(&self, op: Op) -> Run<Block> {
        self.block_of(op, 0)
    }

    /// The one block of region `i`.
    fn block_of(&self, op: Op, i: usize) -> Run<Block> {
        match self.module.regions(op).get(i).map(|&r| self.module.region_blocks(r)) {
            Some(&[block]) => Ok(block),
            _ => at(op, fault("expected a region of one block")),
        }
    }

    /// The op that ends a block, which must be of this kind.
    fn end(&self, block: Block, kind: OpKind) -> Run<Op> {
        match self.module.terminator(block).filter(|end| self.module.kind(*end) == kind) {
            Some(end) => Ok(end),
            None => fault("a region without its terminator"),
        }
    }

    fn new_scalar(&mut self, bits: u64) -> Reg {
        self.function.scalars.push(bits);
        self.function.scalars.len() as Reg - 1
    }

    fn new_object(&mut self) -> Reg {
        self.function.objects += 1;
        self.function.objects as Reg - 1
    }

    /// Makes a value live in a register.
    fn place(&mut self, value: Value, slot: Slot) {
        self.slots[value] = Some((self.program.functions.len(), slot));
    }

    /// Gives a value its register.
    fn define(&mut self, value: Value) -> Run<Slot> {
        let ty = self.module.ty(value);
        if !ty.elem().is_some_and(|e| (1..=64).contains(&e.bits())) {
            return fault(format!("unsupported type {ty}"));
        }
        if let Type::Vector(_) = ty {
            let lanes = ty.num_elements().filter(|n| *n <= MAX_LANES);
            let Some(lanes) = lanes else {
                return fault(format!("expected a vector of at most {MAX_LANES} elements, found {ty}"));
            };
            self.function.vector_bytes += lanes as usize * 8;
        }
        let slot = match ty {
            Type::Scalar(_) => Slot::Scalar(self.new_scalar(0)),
            _ => Slot::Object(self.new_object()),
        };
        self.place(value, slot);
        Ok(slot)
    }

    fn slot(&self, value: Value) -> Run<Slot> {
        match self.slots[value] {
            Some((function, slot)) if function == self.program.functions.len() => Ok(slot),
            Some(_) => fault("an operand is of another function"),
            None => fault("an operand is used before it is defined"),
        }
    }

    fn scalar(&self, value: Value) -> Run<Reg> {
        match self.slot(value)? {
            Slot::Scalar(reg) => Ok(reg),
            Slot::Object(_) => fault(format!("expected a scalar, found {}", self.module.ty(value))),
        }
    }

    fn object(&self, value: Value) -> Run<Reg> {
        match self.slot(value)? {
            Slot::Object(reg) => Ok(reg),
            Slot::Scalar(_) => fault(format!("expected a tensor, buffer or vector, found {}", self.module.ty(value))),
        }
    }

    fn scalars(&self, values: impl Iterator<Item = Value>) -> Run<Box<[Reg]>> {
        values.map(|v| self.scalar(v)).collect()
    }

    /// A scalar of this element type.
    fn element(&self, value: Value, elem: ScalarType) -> Run<Reg> {
        match self.module.ty(value) {
            Type::Scalar(found) if *found == elem => self.scalar(value),
            ty => fault(format!("expected {}, found {ty}", Type::from(elem))),
        }
    }

    fn use_of(&mut self, user: Op, value: Value) -> Run<Use> {
        Ok(Use { slot: self.slot(value)?, last: self.is_last(user, value) })
    }

    fn uses_of(&mut self, user: Op, values: impl Iterator<Item = Value>) -> Run<Vec<Use>> {
        values.map(|v| self.use_of(user, v)).collect()
    }

    /// Reads of values that go where `to` live, one by one.
    fn handed(&mut self, user: Op, from: &[Value], to: &[Value]) -> Run<Vec<Use>> {
        let m = self.module;
        if from.len() != to.len() || from.iter().zip(to).any(|(a, b)| m.ty(*a) != m.ty(*b)) {
            return at(user, fault("the values handed over do not match"));
        }
        self.uses_of(user, from.iter().copied())
    }

    fn object_use(&mut self, user: Op, value: Value) -> Run<ObjectUse> {
        Ok(ObjectUse { reg: self.object(value)?, last: self.is_last(user, value) })
    }

    /// True if `user` may move the value out of its register: it is of the block that defines the value, and it holds one
    /// use, the last. Constants stay, for they are defined once and for all.
    fn is_last(&mut self, user: Op, value: Value) -> bool {
        let m = self.module;
        if matches!(m.ty(value), Type::Scalar(_) | Type::MemRef(_) | Type::UnrankedMemRef(_)) || m.constant(value).is_some() {
            return false;
        }
        let Some(block) = m.value_block(value).filter(|b| m.parent_block(user) == Some(*b)) else {
            return false;
        };
        if self.last[value].is_none() {
            let mut last: Option<(Op, u32)> = None;
            for used in m.uses(value) {
                let Some(holder) = m.ancestor_in(used.op, block) else {
                    last = Some((user, 0)); // in another block
                    break;
                };
                last = match last {
                    Some((op, n)) if op == holder => Some((op, n + 1)),
                    Some((op, n)) if m.is_before(holder, op) => Some((op, n)),
                    _ => Some((holder, 1)),
                };
            }
            self.last[value] = last;
        }
        self.last[value] == Some((user, 1))
    }

    /// The instructions of a block, its terminator and the ops in `skip` left out.
    fn block(&mut self, block: Block, skip: &[Op]) -> Run<Code> {
        let mut code = Code::default();
        self.block_into(&mut code, block, skip)?;
        Ok(code)
    }

    /// Adds the instructions of a block, see [`block`](Self::block).
    fn block_into(&mut self, code: &mut Code, block: Block, skip: &[Op]) -> Run {
        if self.depth >= MAX_DEPTH {
            return match self.module.block_owner(block) {
                Some(owner) => at(owner, fault(format!("regions are nested more than {MAX_DEPTH} deep"))),
                None => fault("a block without an op"),
            };
        }
        self.depth += 1;
        self.function.depth = self.function.depth.max(self.depth);
        for op in self.module.block_ops(block) {
            if !skip.contains(&op) {
                at(op, self.op(code, op))?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn op(&mut self, code: &mut Code, op: Op) -> Run {
        self.check(op)?;
        let kind = self.module.kind(op);
        if kind.is_terminator() {
            // Whoever owns the block reads its end.
            return if self.module.next_op(op).is_none() { Ok(()) } else { fault("expected at the end of a block") };
        }
        let instr = match kind {
            OpKind::Return | OpKind::Yield | OpKind::Condition | OpKind::InParallel | OpKind::Combine => return Ok(()),
            OpKind::Branch | OpKind::CondBranch => return Ok(()),
            OpKind::Module | OpKind::Func | OpKind::Global => return fault("not expected here"),
            OpKind::Constant => return self.constant(op),
            OpKind::GetGlobal => return self.get_global(op),
            OpKind::LoopIndex => return self.loop_index(op),
            OpKind::Unary(_)
            | OpKind::Binary(_)
            | OpKind::Ternary(_)
            | OpKind::Pair(_)
            | OpKind::Compare { .. }
            | OpKind::Select
            | OpKind::Cast(_) => self.elementwise(op)?,
            OpKind::Structured(_) => self.structured(op)?,
            OpKind::For => self.for_loop(op)?,
            OpKind::Assert => {
                let message = self.module.attr(op, "msg").and_then(Attr::as_str).unwrap_or_default();
                Instr::Assert { condition: self.scalar(self.module.operand(op, 0))?, message: message.into() }
            }
            OpKind::AffineApply => self.affine_value(op, false)?,
            OpKind::AffineExtremum { max } => self.affine_value(op, max)?,
            OpKind::AffineLoad | OpKind::AffineStore => self.affine_access(code, op)?,
            OpKind::AffineFor => self.affine_for(code, op)?,
            OpKind::If => self.if_else(op)?,
            OpKind::While => self.while_loop(op)?,
            OpKind::Forall => self.forall(op)?,
            OpKind::Parallel => self.parallel(op)?,
            OpKind::Call => self.call(op)?,
            OpKind::Extract | OpKind::Load => self.load(op)?,
            OpKind::Store => self.store(op)?,
            OpKind::VectorLoad => self.vector_load(op)?,
            OpKind::VectorStore => self.vector_store(op)?,
            OpKind::TransferRead | OpKind::TransferWrite => self.transfer(op)?,
            OpKind::Broadcast | OpKind::ExtractLane | OpKind::FromLanes => self.vector(op)?,
            OpKind::Empty
            | OpKind::Alloc
            | OpKind::Alloca
            | OpKind::AllocTensor
            | OpKind::Dim
            | OpKind::Slice
            | OpKind::InsertSlice
            | OpKind::View
            | OpKind::Reshape { .. }
            | OpKind::ShapeCast
            | OpKind::Materialize
            | OpKind::ToTensor
            | OpKind::ToBuffer
            | OpKind::Dealloc
            | OpKind::Copy
            | OpKind::Rank
            | OpKind::ReshapeTo
            | OpKind::Insert
            | OpKind::ParallelInsert
            | OpKind::ByteView
            | OpKind::Reinterpret
            | OpKind::Clone => self.shaped(op)?,
            OpKind::Pad
            | OpKind::Generate
            | OpKind::FromElements
            | OpKind::SplatTensor
            | OpKind::Concat
            | OpKind::Gather
            | OpKind::Scatter
            | OpKind::Pack { .. }
            | OpKind::Softmax => self.made(op)?,
            OpKind::DeallocTensor => {
                self.object(self.module.operand(op, 0))?;
                return Ok(());
            }
            OpKind::ScaledCast | OpKind::Transform => return fault("cannot be interpreted"),
        };
        code.push(op, instr);
        Ok(())
    }

    fn constant(&mut self, op: Op) -> Run {
        let value = self.module.result(op);
        let ty = self.module.ty(value);
        match (self.define(value)?, self.module.attr(op, "value")) {
            (Slot::Object(reg), Some(Attr::Dense(dense))) if dense.ty == *ty => {
                self.function.constants.push((reg, dense.clone()))
            }
            (_, Some(Attr::Elided(name, _))) => {
                return fault(format!("the elements of dense_resource<{name}> are not in the text"));
            }
            (Slot::Scalar(reg), Some(attr)) => match attr_scalar(attr) {
                Some(scalar) if Type::from(scalar.ty) == *ty => self.function.scalars[reg as usize] = scalar.bits,
                _ => return fault("unsupported constant value"),
            },
            _ => return fault("unsupported constant value"),
        }
        Ok(())
    }

    /// The buffer of a global has one register in each function, shared by all who ask for it.
    fn get_global(&mut self, op: Op) -> Run {
        let Some(name) = self.symbol(op, "name") else {
            return fault("expected the name of a global");
        };
        let Some(global) = self.module.find_global(&name) else {
            return fault(format!("no global @{name}"));
        };
        let number = match self.globals.get(&global) {
            Some(&number) => number,
            None => {
                let Some(Attr::Type(ty)) = self.module.attr(global, "type").cloned() else {
                    return fault("expected a type");
                };
                let value = match self.module.attr(global, "initial_value") {
                    Some(Attr::Dense(dense)) => Some(dense.clone()),
                    Some(Attr::Elided(name, _)) => {
                        return fault(format!("the elements of dense_resource<{name}> are not in the text"));
                    }
                    // What another module defines is unknown, but not undefined.
                    None => external(&ty),
                    _ => None,
                };
                let constant = self.module.attr(global, "constant").is_some();
                self.program.globals.push(Global { op: global, ty, value, constant });
                self.globals.insert(global, self.program.globals.len() - 1);
                self.program.globals.len() - 1
            }
        };
        let reg = match self.global_regs.get(&number) {
            Some(&reg) => reg,
            None => {
                let reg = self.new_object();
                self.function.globals.push((reg, number));
                self.global_regs.insert(number, reg);
                reg
            }
        };
        self.place(self.module.result(op), Slot::Object(reg));
        Ok(())
    }

    /// The name that an attribute refers to.
    fn symbol(&self, op: Op, attr: &str) -> Option<Arc<str>> {
        match self.module.attr(op, attr) {
            Some(Attr::Symbol(name) | Attr::Str(name)) => Some(name.clone()),
            _ => None,
        }
    }

    /// `linalg.index` has no instruction: its value lives in the loop's register.
    fn loop_index(&mut self, op: Op) -> Run {
        let dim = self.module.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
        let reg = dim.and_then(|d| self.indices.last()?.get(d).copied());
        let Some(reg) = reg else {
            return fault("expected a loop of the surrounding op");
        };
        self.place(self.module.result(op), Slot::Scalar(reg));
        Ok(())
    }
}

/// The contents of a global that the program only declares.
fn external(ty: &Type) -> Option<Arc<Dense>> {
    let elem = ty.elem()?;
    let bits = u64::from_le_bytes([Undefined::default().byte(elem); 8]) & elem.mask();
    Some(Arc::new(Dense::new(Type::tensor(ty.shape()?, elem), DenseData::Splat(bits))))
}
