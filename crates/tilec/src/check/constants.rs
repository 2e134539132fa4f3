//! The constants of the programs: at them, next to them and between them is where two programs are likely to differ.

use fastrand::Rng;
use tilec_ir::builder::attr_scalar;
use tilec_ir::{Attr, Module, OpKind, Scalar, ScalarType};

/// How many constants are kept of each kind.
const MOST: usize = 64;

/// Numbers that occur in programs.
#[derive(Default)]
pub(super) struct Constants {
    floats: Vec<f64>,
    integers: Vec<i64>,
}

impl Constants {
    /// The scalar constants, and tensors of one value, of some programs.
    pub fn of(modules: [&Module; 2]) -> Self {
        let mut found = Self::default();
        for module in modules {
            for op in module.walk(module.top()).into_iter().filter(|&op| module.kind(op) == OpKind::Constant) {
                let scalar = match module.attr(op, "value") {
                    Some(Attr::Dense(dense)) if dense.ty.num_elements().is_some_and(|n| (1..=4096).contains(&n)) => {
                        Some(tilec_ir::Data::from_dense(dense).get(0))
                    }
                    Some(attr) => attr_scalar(attr),
                    None => None,
                };
                scalar.into_iter().for_each(|s| found.add(s));
            }
        }
        found
    }

    fn add(&mut self, value: Scalar) {
        let (float, integer) = (value.to_f64(), value.as_i64());
        if value.ty.is_float() && self.floats.len() < MOST && !self.floats.contains(&float) {
            self.floats.push(float);
        } else if !value.ty.is_float() && self.integers.len() < MOST && !self.integers.contains(&integer) {
            self.integers.push(integer);
        }
    }

    /// A constant, one next to it, its negative, or a number between two constants.
    pub fn pick(&self, elem: ScalarType, rng: &mut Rng) -> Option<Scalar> {
        if elem.is_float() {
            let a = *self.floats.get(rng.usize(..self.floats.len().max(1)))?;
            let b = self.floats[rng.usize(..self.floats.len())];
            let near = Scalar::from_f64(elem, [a, a, -a, a * 0.5 + b * 0.5][rng.usize(..4)]);
            return Some(Scalar::new(elem, near.bits.wrapping_add([0, 1, u64::MAX][rng.usize(..3)])));
        }
        let a = *self.integers.get(rng.usize(..self.integers.len().max(1)))?;
        Some(Scalar::from_i64(elem, if rng.bool() { a } else { a.wrapping_add(rng.i64(-1..=1)) }))
    }
}
