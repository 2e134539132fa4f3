//! Functions: their blocks, and calls with registers of their own.

use super::{Machine, Moved, Object};
use crate::error::{Run, at, fault, limit};
use crate::program::{Call, Exit, Function, Jump};

/// How many calls may be nested.
const MAX_CALLS: usize = 200;

/// How many calls and regions together may be nested, which bounds the stack of the host.
const MAX_DEPTH: usize = 512;

impl Machine<'_> {
    /// Fresh registers of function number `n`.
    pub(super) fn registers(&self, n: usize) -> (Vec<u64>, Vec<Object>) {
        let Some(function) = self.program.functions.get(n) else {
            return Default::default();
        };
        let mut objects = vec![Object::None; function.objects];
        for (reg, object) in &self.constants[n] {
            objects[*reg as usize] = object.clone();
        }
        for &(reg, global) in &function.globals {
            objects[reg as usize] = self.globals[global].clone();
        }
        (function.scalars.clone(), objects)
    }

    /// Runs a function whose arguments are in place: what it returns.
    pub(crate) fn blocks(&mut self, function: &Function) -> Run<Vec<Moved>> {
        let mut block = 0;
        while let Some((code, end, exit)) = function.blocks.get(block) {
            at(*end, self.exec(code))?;
            let Jump { block: next, from, to } = match exit {
                Exit::Return(values) => return Ok(values.iter().map(|v| self.take(*v)).collect()),
                Exit::Jump(jump) => jump,
                Exit::Branch(condition, [yes, no]) => {
                    if self.scalar(*condition) & 1 == 1 {
                        yes
                    } else {
                        no
                    }
                }
            };
            self.transfer(from, to);
            block = *next;
        }
        fault("a branch to no block")
    }

    #[inline(never)]
    pub(super) fn call(&mut self, op: &Call) -> Run {
        let program = self.program;
        let Some(function) = program.functions.get(op.callee) else {
            return fault("there is no such function");
        };
        if self.calls == MAX_CALLS {
            return limit(format!("calls are nested more than {MAX_CALLS} deep"));
        }
        let depth = self.depth + op.depth + 1;
        if depth + function.depth > MAX_DEPTH {
            return limit(format!("calls and regions are nested more than {MAX_DEPTH} deep"));
        }
        let registers = (function.scalars.len() + function.objects) as u64;
        self.charge(registers)?;
        let bytes = function.scalars.len() * size_of::<u64>() + function.objects * size_of::<Object>() + function.vector_bytes;
        self.budget.claim(bytes)?;
        let args: Vec<_> = op.args.iter().map(|a| self.take(*a)).collect();
        let (scalars, objects) = self.registers(op.callee);
        let scalars = std::mem::replace(&mut self.scalars, scalars);
        let objects = std::mem::replace(&mut self.objects, objects);
        let outer = std::mem::replace(&mut self.depth, depth);
        self.calls += 1;
        for (value, to) in args.into_iter().zip(&function.args) {
            self.put(*to, value);
        }
        let results = self.blocks(function);
        self.calls -= 1;
        (self.scalars, self.objects, self.depth) = (scalars, objects, outer);
        self.budget.release(bytes);
        for (value, to) in results?.into_iter().zip(&op.results) {
            self.put(*to, value);
        }
        Ok(())
    }
}
