//! Loops and branches of structured control flow.

use super::Machine;
use crate::error::{Run, fault};
use crate::program::{Body, ForLoop, IfElse, LoopNest, Slot, Use, WhileLoop};
use tilec_ir::scalar::Scalar;

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn for_loop(&mut self, op: &ForLoop) -> Run {
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
        self.hand_out(&op.carried, &op.results);
        Ok(())
    }

    /// What a loop carried at its end becomes its results.
    fn hand_out(&mut self, carried: &[Slot], results: &[Slot]) {
        for (carried, result) in carried.iter().zip(results) {
            let value = self.take(Use { slot: *carried, last: true });
            self.put(*result, value);
        }
    }

    #[inline(never)]
    pub(super) fn if_else(&mut self, op: &IfElse) -> Run {
        let Body { code, yields } = if self.scalar(op.condition) & 1 == 1 { &op.then } else { &op.otherwise };
        self.exec(code)?;
        self.transfer(yields, &op.results);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn while_loop(&mut self, op: &WhileLoop) -> Run {
        self.transfer(&op.init, &op.carried);
        loop {
            self.exec(&op.before.code)?;
            if self.scalar(op.condition) & 1 == 0 {
                self.transfer(&op.before.yields, &op.results);
                return Ok(());
            }
            self.transfer(&op.before.yields, &op.forwarded);
            self.exec(&op.after.code)?;
            self.transfer(&op.after.yields, &op.carried);
        }
    }

    /// All iterations, the last loop fastest.
    #[inline(never)]
    pub(super) fn loops(&mut self, op: &LoopNest) -> Run {
        let mut trips = Vec::new();
        for (bounds, reg) in op.bounds.iter().zip(&op.induction) {
            let [lower, upper, step] = bounds.map(|b| self.size(b));
            if step <= 0 {
                return fault(format!("expected a positive step, found {step}"));
            }
            let distance = (i128::from(upper) - i128::from(lower)).max(0) as u64;
            trips.push((lower, step, distance.div_ceil(step as u64), 0));
            self.set(*reg, lower as u64);
        }
        for (from, to) in &op.seen {
            let value = self.take(*from);
            self.put(*to, value);
        }
        self.transfer(&op.init, &op.shared);
        let mut more = trips.iter().all(|(.., count, _)| *count > 0);
        while more {
            self.exec(&op.body)?;
            more = false;
            for ((lower, step, count, done), reg) in trips.iter_mut().zip(&op.induction).rev() {
                *done += 1;
                more = *done < *count;
                if more {
                    let next = self.scalar(*reg).wrapping_add(*step as u64);
                    self.set(*reg, next);
                    break;
                }
                *done = 0;
                self.set(*reg, *lower as u64);
            }
        }
        Ok(())
    }
}
