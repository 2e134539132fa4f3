//! Situations that fusion decides about, made on purpose: a producer, what reads it, and what else matters; shapes, types, maps and
//! payloads are random. Payloads use every input here, so that no edge is dropped as unused.

mod blockers;
mod effects;
mod maps;
mod open;
mod operands;
pub(super) mod pads;
mod shared;
mod views;

use super::Generator;
use super::generic::Operand;
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

/// The most elements of a tensor made here: each program has several, and the interpreter runs each at every stage.
const FEW_ELEMENTS: i64 = 640;

impl Generator {
    /// One situation.
    pub(super) fn edge(&mut self) {
        self.thorough = true;
        match self.rng.u8(..100) {
            0..26 => self.map_edge(),
            26..38 => self.shared_edge(),
            38..68 => self.view_edge(),
            68..76 => self.effect_edge(),
            76..92 => self.blocker_edge(),
            _ => self.tidy_edge(),
        }
        self.thorough = false;
    }

    /// A shape with few elements.
    fn few(&mut self, rank: usize) -> Vec<i64> {
        self.shape(rank, FEW_ELEMENTS)
    }

    /// Such a shape without zeros.
    fn some(&mut self, rank: usize) -> Vec<i64> {
        self.few(rank).into_iter().map(|s| s.max(1)).collect()
    }

    /// What is returned whatever uses it.
    pub(in crate::generator) fn keep(&mut self, value: &Value) {
        self.returned.push(value.clone());
    }

    /// An `index` that is known only at run time, less than `below`.
    pub(in crate::generator) fn open_index(&mut self, below: i64) -> String {
        let arg = self.arg(Type::INDEX);
        let bound = self.stmt(&Type::INDEX, |_| format!("arith.constant {below} : index"));
        self.stmt(&Type::INDEX, |_| format!("arith.remui {}, {} : index", arg.name, bound.name)).name
    }

    /// An op of one tensor result.
    pub(in crate::generator) fn tensor_stmt(&mut self, ty: &Type, text: String) -> Value {
        let result = self.stmt(ty, |_| text);
        self.values.push(result.clone());
        result
    }

    /// Reads a value as it is, in an op of its own.
    fn consume(&mut self, value: &Value) -> Value {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let map = Self::identity(shape.len());
        let elem = self.near(value);
        let mut inputs = vec![Operand { value: value.clone(), map }];
        self.perhaps_more(&mut inputs, &shape);
        self.parallel_op(&shape, inputs, &[elem])[0].clone()
    }

    /// The element type of a value, mostly.
    fn near(&mut self, value: &Value) -> ScalarType {
        if self.chance(70) { value.ty.elem().expect("an element type") } else { self.elem() }
    }

    /// What needs no fusion to go: copies, unused results and inputs, ops without iterations, constants that are transposed, inits.
    fn tidy_edge(&mut self) {
        let rank = self.pick(&[1, 2, 2, 3]);
        let elem = self.elem();
        match self.rng.u8(..5) {
            0 => {
                let shape = self.some(rank);
                let source = self.produce(&shape, elem);
                let copy = self.copy_of(&source);
                self.consume(&copy);
                if self.chance(30) {
                    self.keep(&copy);
                }
            }
            1 => {
                let mut shape = self.some(rank);
                let at = self.rng.usize(..rank);
                shape[at] = 0;
                let nothing = self.produce(&shape, elem);
                self.consume(&nothing);
            }
            2 => {
                let mut shape = self.some(rank.max(2));
                while shape.iter().product::<i64>() > 64 {
                    let at = self.rng.usize(..shape.len());
                    shape[at] = (shape[at] / 2).max(1);
                }
                let constant = self.constant_tensor(&shape, elem);
                let turned = self.transposed(&constant);
                self.consume(&turned);
            }
            3 => {
                let shape = self.some(rank);
                let (first, second) = (self.produce(&shape, elem), self.produce(&shape, elem));
                let map = Self::identity(shape.len());
                let text = self.unary_into(&first, &second, &map);
                let result = self.finish(&text, vec![first.ty.clone()]);
                self.keep(&result[0]);
            }
            _ => {
                let shape = self.some(rank);
                let inputs = vec![self.operand_over(&shape)];
                let elems = [elem, self.elem(), self.elem()];
                let results = self.parallel_op(&shape, inputs, &elems);
                let one = self.pick(&[0, 1, 2]);
                self.consume(&results[one]);
                let others: Vec<_> = (0..3).filter(|i| *i != one).map(|i| results[i].clone()).collect();
                self.values.retain(|v| !others.contains(v));
            }
        }
    }
}
