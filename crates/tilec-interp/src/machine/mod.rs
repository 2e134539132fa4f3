//! The machine: two register files and a loop over instructions.
//!
//! Only regions recurse, and the compiler bounds how deep they are.

mod elementwise;
mod nest;
mod shaped;
mod sweep;

use crate::error::{Run, at, fault};
use crate::memory::{Budget, State};
use crate::program::{Affine, Code, ForLoop, Instr, ObjectUse, Program, Reg, Size, Slot, Use};
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
enum Moved {
    Scalar(u64),
    Object(Object),
}

/// A running program.
pub(crate) struct Machine {
    pub(crate) scalars: Vec<u64>,
    pub(crate) objects: Vec<Object>,
    pub(crate) budget: Rc<Budget>,
    steps_left: u64,
    scratch: (Vec<i64>, Vec<i64>),
}

impl Machine {
    /// A machine with the constants and globals of `program` in place.
    pub(crate) fn new(program: &Program, steps: u64, bytes: usize) -> Run<Self> {
        let budget = Budget::new(bytes);
        budget.claim(program.vector_bytes)?;
        let mut objects = vec![Object::None; program.objects];
        for (reg, dense) in &program.constants {
            let view = View::from_dense(&budget, dense)?;
            objects[*reg as usize] = match dense.ty {
                Type::Vector(_) => Object::Lanes(view.positions().map(|at| view.load(at)).collect::<Run<_>>()?),
                _ => Object::View(view),
            };
        }
        for (reg, global) in &program.globals {
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
            objects[*reg as usize] = Object::View(buffer);
        }
        let scalars = program.scalars.clone();
        Ok(Self { scalars, objects, budget, steps_left: steps, scratch: Default::default() })
    }

    /// Counts work against the limit.
    #[inline]
    pub(crate) fn charge(&mut self, steps: u64) -> Run {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => fault("the limit of steps is used up"),
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
            Instr::Vector(op) => self.vector(op)?,
            Instr::Shaped(op) => self.shaped(op)?,
            Instr::For(op) => self.for_loop(op)?,
            Instr::Nest(op) => self.nest(op)?,
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

    fn take(&mut self, from: Use) -> Moved {
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
    fn transfer(&mut self, from: &[Use], to: &[Slot]) {
        let values: Vec<_> = from.iter().map(|u| self.take(*u)).collect();
        for (value, to) in values.into_iter().zip(to) {
            self.put(*to, value);
        }
    }

    #[inline(never)]
    fn for_loop(&mut self, op: &ForLoop) -> Run {
        let [lower, upper, step] = op.bounds.map(|r| Scalar { ty: op.ty, bits: self.scalar(r) });
        let value = |s: Scalar| {
            if op.unsigned { i128::from(s.as_u64()) } else { i128::from(s.as_i64()) }
        };
        if value(step) <= 0 {
            return fault(format!("expected a positive step, found {}", value(step)));
        }
        // The distance of two 64-bit numbers and a positive step both fit.
        let (distance, step_size) = ((value(upper) - value(lower)).max(0) as u64, value(step) as u64);
        self.transfer(&op.init, &op.carried);
        let mut bits = lower.bits;
        for _ in 0..distance.div_ceil(step_size) {
            self.set(op.induction, bits);
            self.exec(&op.body)?;
            if op.disjoint {
                op.yields.iter().zip(&op.carried).for_each(|(from, to)| self.shift(*from, *to));
            } else {
                self.transfer(&op.yields, &op.carried);
            }
            bits = Scalar::new(op.ty, bits.wrapping_add(step.bits)).bits;
        }
        for (carried, result) in op.carried.iter().zip(&op.results) {
            let value = self.take(Use { slot: *carried, last: true });
            self.put(*result, value);
        }
        Ok(())
    }

    #[inline(never)]
    fn affine(&mut self, op: &Affine) -> Run {
        let (mut dims, mut symbols) = std::mem::take(&mut self.scratch);
        dims.clear();
        dims.extend(op.dims.iter().map(|r| self.scalar(*r) as i64));
        symbols.clear();
        symbols.extend(op.symbols.iter().map(|r| self.scalar(*r) as i64));
        let value = op.expr.eval(&dims, &symbols);
        self.scratch = (dims, symbols);
        match value {
            Some(value) => self.set(op.dst, value as u64),
            None => {
                return fault(format!("{} has no value: it overflows or divides by a number that is not positive", op.expr));
            }
        }
        Ok(())
    }

    /// The contents of a value, to hand out.
    pub(crate) fn export(&mut self, from: Use, ty: &Type) -> Run<Data> {
        let elem = ty.elem().unwrap_or(ScalarType::Index);
        match self.take(from) {
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
}

/// A buffer of a static type, for a global.
fn fresh_buffer(budget: &Rc<Budget>, ty: &tilec_ir::MemRefType) -> Run<View> {
    let (strides, offset) = layout_of(ty, &ty.shape, std::iter::empty())?;
    View::fresh(budget, ty.elem, ty.shape.clone(), strides, offset)
}
