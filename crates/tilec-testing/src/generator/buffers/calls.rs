//! Private functions that write, return or leave alone what they are given, and calls of them.

use super::super::Generator;
use super::loops::{names, types};
use crate::program::Value;

/// A private function.
#[derive(Clone)]
pub(super) struct Helper {
    name: String,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
}

impl Generator {
    /// A call of a function that is there, or of a new one.
    pub(super) fn call_op(&mut self) {
        let known = self.home().helpers.clone();
        let helper = match known.len() {
            0 => self.helper(),
            1 | 2 if self.chance(40) && !self.home().in_helper => self.helper(),
            n => {
                self.situation("function called again");
                known[self.rng.usize(..n)].clone()
            }
        };
        let mut args: Vec<Value> = Vec::new();
        for input in &helper.inputs {
            if let Some(elem) = input.ty.as_scalar() {
                args.push(self.scalar(elem));
                continue;
            }
            let again = args.iter().find(|a| a.ty == input.ty).cloned();
            args.push(match again {
                Some(again) if self.chance(30) => {
                    self.situation("one value given to a call twice");
                    again
                }
                _ => self.some_value(input.ty.shape().unwrap_or(&[]), input.ty.elem().expect("an element type")),
            });
        }
        self.situation("call");
        let text = format!("func.call {}({}) : ({}) -> ({})", helper.name, names(&args), types(&args), types(&helper.outputs));
        self.finish_region(&text, &helper.outputs);
        if self.home().depth == 0 && self.chance(40) {
            self.situation("argument of a call seen after it");
            let at = self.rng.usize(..args.len());
            self.keep(&args[at]);
        }
    }

    /// A new private function of one to three tensors.
    fn helper(&mut self) -> Helper {
        let outside = std::mem::take(&mut self.program);
        let (values, empties, scalars) =
            (std::mem::take(&mut self.values), std::mem::take(&mut self.empties), std::mem::take(&mut self.scalars));
        let indices = std::mem::take(&mut self.home().indices);
        let (depth, in_helper) = (self.home().depth, self.home().in_helper);
        (self.home().depth, self.home().in_helper) = (1, true);
        let first = self.home_type();
        let mut inputs = Vec::new();
        for i in 0..self.pick(&[1, 1, 2, 2, 3]) {
            let (shape, elem) = if i > 0 && self.rng.bool() { self.home_type() } else { first.clone() };
            inputs.push(self.home_arg(&shape, elem));
        }
        self.values.extend(inputs.iter().cloned());
        match self.rng.u8(..10) {
            0..5 => {
                self.situation("function that writes its argument");
                let own = inputs[self.rng.usize(..inputs.len())].clone();
                self.update_of(&own, true);
            }
            5 => {}
            _ => self.buffer_ops(),
        }
        let mut outputs = Vec::new();
        for _ in 0..self.pick(&[1, 1, 1, 2, 2]) {
            let at = if self.rng.bool() { self.values.len() - 1 } else { self.rng.usize(..self.values.len()) };
            let value = self.values[at].clone();
            self.situation(match inputs.contains(&value) {
                true => "function that returns its argument",
                false => "function that returns what it computed",
            });
            outputs.push(value);
        }
        (self.home().depth, self.home().in_helper) = (depth, in_helper);
        self.home().indices = indices;
        (self.values, self.empties, self.scalars) = (values, empties, scalars);
        let mut function = std::mem::replace(&mut self.program, outside);
        function.returns.clone_from(&outputs);
        let name = self.fresh('f').replace('%', "@");
        // Functions that this one calls come first.
        self.program.helpers.append(&mut function.helpers);
        self.program.helpers.push(function.helper(&name));
        // It takes whatever its ops needed besides.
        let helper = Helper { name, inputs: function.args, outputs };
        self.home().helpers.push(helper.clone());
        helper
    }
}
