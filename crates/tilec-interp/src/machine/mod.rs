//! The machine: two register files and a loop over instructions.
//!
//! Only regions and calls recurse. The compiler bounds how deep regions are, and [`Machine::call`] how deep they are together.

mod call;
mod control;
mod elementwise;
mod lanes;
mod made;
mod nest;
mod pack;
mod shaped;
mod softmax;
mod sweep;
mod transfer;

use crate::error::{Run, at, fault, limit};
use crate::memory::{Budget, State, Undefined};
use crate::program::{Affine, Code, Instr, ObjectUse, Program, Reg, Size, Slot, Use};
use crate::view::{View, layout_of};
use std::rc::Rc;
use tilec_ir::scalar::Scalar;
use tilec_ir::{Data, ScalarType, Type};

/// The contents of an object register.
#[derive(Clone, Debug, Default)]
pub(crate) enum Object {
    /// Not yet defined, or moved out.
    #[default]
    None,
    /// A tensor or a buffer.
    View(View),
    /// The lanes of a vector, row-major.
    Lanes(Vec<u64>),
}

/// A value on its way from one register to another.
pub(crate) enum Moved {
    Scalar(u64),
    Object(Object),
}

/// A running program. The registers are those of the function that runs.
pub(crate) struct Machine<'p> {
    program: &'p Program,
    pub(crate) scalars: Vec<u64>,
    pub(crate) objects: Vec<Object>,
    /// The constants of each function.
    constants: Vec<Vec<(Reg, Object)>>,
    globals: Vec<Object>,
    pub(crate) budget: Rc<Budget>,
    steps_left: u64,
    /// The calls that run, and how many regions are around the innermost of them.
    calls: usize,
    depth: usize,
    scratch: (Vec<i64>, Vec<i64>),
}

impl<'p> Machine<'p> {
    /// A machine with the globals of `program` and the registers of its first function in place.
    pub(crate) fn new(program: &'p Program, steps: u64, bytes: usize, undefined: Undefined) -> Run<Self> {
        let budget = Budget::new(bytes, undefined);
        let mut constants = Vec::new();
        for function in &program.functions {
            let mut own = Vec::new();
            for (reg, dense) in &function.constants {
                let view = View::from_dense(&budget, dense)?;
                let object = match dense.ty {
                    Type::Vector(_) => Object::Lanes(view.positions().map(|at| view.load(at)).collect::<Run<_>>()?),
                    _ => Object::View(view),
                };
                own.push((*reg, object));
            }
            constants.push(own);
        }
        let mut globals = Vec::new();
        for global in &program.globals {
            let Some(ty) = global.ty.as_memref() else {
                return at(global.op, fault("expected a buffer type"));
            };
            let buffer = at(global.op, fresh_buffer(&budget, ty))?;
            if let Some(dense) = &global.value {
                at(global.op, View::from_dense(&budget, dense).and_then(|v| v.copy_to(&buffer)))?;
            }
            if global.constant {
                buffer.store.state.set(State::Constant);
            }
            globals.push(Object::View(buffer));
        }
        let mut machine = Self {
            program,
            scalars: Vec::new(),
            objects: Vec::new(),
            constants,
            globals,
            budget,
            steps_left: steps,
            calls: 0,
            depth: 0,
            scratch: Default::default(),
        };
        machine.budget.claim(program.functions.first().map_or(0, |f| f.vector_bytes))?;
        (machine.scalars, machine.objects) = machine.registers(0);
        Ok(machine)
    }

    /// Counts work against the limit.
    #[inline]
    pub(crate) fn charge(&mut self, steps: u64) -> Run {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => limit("the limit of steps is used up"),
        }
    }

    /// Runs a block.
    #[inline(never)]
    pub(crate) fn exec(&mut self, code: &Code) -> Run {
        self.charge(code.instrs.len() as u64 + 1)?;
        for (i, instr) in code.instrs.iter().enumerate() {
            let done = self.step(instr);
            if done.is_err() {
                return at(code.ops[i], done);
            }
        }
        Ok(())
    }

    #[inline]
    fn step(&mut self, instr: &Instr) -> Run {
        match instr {
            Instr::Fast { op, dst, args } => self.set(*dst, op.eval(args.map(|r| self.scalar(r)))),
            Instr::Select { dst, condition, a, b } => {
                let picked = if self.scalar(*condition) & 1 == 1 { *a } else { *b };
                self.set(*dst, self.scalar(picked));
            }
            Instr::Assert { condition, message } => {
                if self.scalar(*condition) & 1 == 0 {
                    return fault(&**message);
                }
            }
            Instr::Compute { op, dst, args } => {
                let [value, _] = op.eval(args.map(|r| self.scalar(r)))?;
                self.set(*dst, value);
            }
            Instr::Pair { op, dst, args } => {
                let values = op.eval(args.map(|r| self.scalar(r)))?;
                self.set(dst[0], values[0]);
                self.set(dst[1], values[1]);
            }
            Instr::Load { dst, base, indices } => {
                let view = self.view(*base)?;
                let bits = view.load(view.position(indices.iter().map(|r| self.scalar(*r) as i64))?)?;
                self.set(*dst, bits);
            }
            Instr::Store { value, base, indices } => {
                let view = self.view(*base)?;
                view.store(view.position(indices.iter().map(|r| self.scalar(*r) as i64))?, self.scalar(*value))?;
            }
            Instr::Affine(affine) => self.affine(affine)?,
            Instr::Lanewise(op) => self.lanewise(op)?,
            Instr::VectorLoad { dst, base, indices, shape } => self.vector_load(*dst, *base, indices, shape)?,
            Instr::VectorStore { value, base, indices, shape } => self.vector_store(*value, *base, indices, shape)?,
            Instr::TransferRead { dst, base, padding, place } => self.transfer_read(*dst, *base, *padding, place)?,
            Instr::TransferWrite { value, base, dst, place } => self.transfer_write(*value, *base, *dst, place)?,
            Instr::Vector(op) => self.vector(op)?,
            Instr::Shaped(op) => self.shaped(op)?,
            Instr::Made(op) => self.made(op)?,
            Instr::Move { from, to } => self.shift(*from, *to),
            Instr::Pick { condition, a, b, to } => self.shift(if self.scalar(*condition) & 1 == 1 { *a } else { *b }, *to),
            Instr::If(op) => self.if_else(op)?,
            Instr::For(op) => self.for_loop(op)?,
            Instr::While(op) => self.while_loop(op)?,
            Instr::Loops(op) => self.loops(op)?,
            Instr::Nest(op) => self.nest(op)?,
            Instr::Call(op) => self.call(op)?,
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn scalar(&self, reg: Reg) -> u64 {
        self.scalars[reg as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, reg: Reg, bits: u64) {
        self.scalars[reg as usize] = bits;
    }

    pub(crate) fn size(&self, size: Size) -> i64 {
        match size {
            Size::Const(n) => n,
            Size::Reg(reg) => self.scalar(reg) as i64,
        }
    }

    /// The tensor or buffer in a register.
    #[inline]
    pub(crate) fn view(&self, reg: Reg) -> Run<&View> {
        match &self.objects[reg as usize] {
            Object::View(view) => Ok(view),
            _ => fault("expected a tensor or buffer"),
        }
    }

    /// The vector in a register.
    pub(crate) fn lanes(&self, reg: Reg) -> Run<&[u64]> {
        match &self.objects[reg as usize] {
            Object::Lanes(lanes) => Ok(lanes),
            _ => fault("expected a vector"),
        }
    }

    /// The tensor or buffer in a register, moved out at its last use.
    pub(crate) fn take_view(&mut self, from: ObjectUse) -> Run<View> {
        match self.take(Use { slot: Slot::Object(from.reg), last: from.last }) {
            Moved::Object(Object::View(view)) => Ok(view),
            _ => fault("expected a tensor or buffer"),
        }
    }

    pub(crate) fn take(&mut self, from: Use) -> Moved {
        match from.slot {
            Slot::Scalar(reg) => Moved::Scalar(self.scalar(reg)),
            Slot::Object(reg) if from.last => Moved::Object(std::mem::take(&mut self.objects[reg as usize])),
            Slot::Object(reg) => Moved::Object(self.objects[reg as usize].clone()),
        }
    }

    fn put(&mut self, to: Slot, value: Moved) {
        match (to, value) {
            (Slot::Scalar(reg), Moved::Scalar(bits)) => self.set(reg, bits),
            (Slot::Object(reg), Moved::Object(object)) => self.objects[reg as usize] = object,
            _ => {} // the verifier has seen equal types
        }
    }

    /// Puts an object where a result lives.
    pub(crate) fn put_view(&mut self, reg: Reg, view: View) {
        self.objects[reg as usize] = Object::View(view);
    }

    /// Moves one value. A vector that is read for the last time leaves the memory of the overwritten one behind, for reuse.
    #[inline]
    fn shift(&mut self, from: Use, to: Slot) {
        if let (Slot::Object(a), Slot::Object(b), true) = (from.slot, to, from.last)
            && let Object::Lanes(_) = self.objects[a as usize]
        {
            self.objects.swap(a as usize, b as usize);
            return;
        }
        let value = self.take(from);
        self.put(to, value);
    }

    /// Moves several values at once: all are read before any is written.
    pub(crate) fn transfer(&mut self, from: &[Use], to: &[Slot]) {
        let values: Vec<_> = from.iter().map(|u| self.take(*u)).collect();
        for (value, to) in values.into_iter().zip(to) {
            self.put(*to, value);
        }
    }

    #[inline(never)]
    fn affine(&mut self, op: &Affine) -> Run {
        let (mut dims, mut symbols) = std::mem::take(&mut self.scratch);
        dims.clear();
        dims.extend(op.dims.iter().map(|r| self.scalar(*r) as i64));
        symbols.clear();
        symbols.extend(op.symbols.iter().map(|r| self.scalar(*r) as i64));
        let mut chosen = None;
        for expr in &op.results {
            let Some(value) = expr.eval(&dims, &symbols) else {
                self.scratch = (dims, symbols);
                return fault(format!("{expr} has no value: it overflows or divides by a number that is not positive"));
            };
            chosen = Some(chosen.map_or(value, |best: i64| if op.max { best.max(value) } else { best.min(value) }));
        }
        self.scratch = (dims, symbols);
        self.set(op.dst, chosen.unwrap_or(0) as u64);
        Ok(())
    }

    /// A tensor in an allocation that nobody else has.
    pub(crate) fn own(&mut self, view: View) -> Run<View> {
        if view.is_shared() {
            self.charge(view.len() as u64)?;
        }
        view.unshared(&self.budget)
    }
}

/// The contents of a value, to hand out.
pub(crate) fn export(value: Moved, ty: &Type) -> Run<Data> {
    let elem = ty.elem().unwrap_or(ScalarType::Index);
    match value {
        Moved::Scalar(bits) => Ok(Data::scalar(Scalar::new(elem, bits))),
        Moved::Object(Object::View(view)) => {
            shaped::check_type(&view, ty)?;
            view.to_data()
        }
        Moved::Object(Object::Lanes(lanes)) => {
            let shape: Vec<_> = ty.shape().unwrap_or(&[]).iter().map(|&n| usize::try_from(n).unwrap_or(0)).collect();
            let bytes = lanes.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(elem.bytes())).collect();
            Ok(Data { elem, shape, bytes })
        }
        Moved::Object(Object::None) => fault("the result was never computed"),
    }
}

/// A buffer of a static type, for a global.
fn fresh_buffer(budget: &Rc<Budget>, ty: &tilec_ir::MemRefType) -> Run<View> {
    let (strides, offset) = layout_of(ty, &ty.shape, std::iter::empty())?;
    View::fresh(budget, ty.elem, ty.shape.clone(), strides, offset)
}
