//! A producer that is read through a map of each kind.

use super::super::Generator;
use super::super::generic::Operand;
use super::super::index::{Ix, Nest};
use crate::program::Value;
use tilec_ir::Type;

/// How the consumer reads the producer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Identity,
    Permutation,
    Broadcast,
    Constant,
    Shift,
    Stride,
    Sum,
    Mod,
    Div,
    Diagonal,
    Unit,
}

use Kind::{Broadcast, Constant, Diagonal, Div, Identity, Mod, Permutation, Shift, Stride, Sum, Unit};

const KINDS: [Kind; 11] = [Identity, Permutation, Broadcast, Constant, Shift, Stride, Sum, Mod, Div, Diagonal, Unit];

impl Generator {
    /// A producer and one consumer, which may reduce.
    pub(super) fn map_edge(&mut self) {
        // Rarer kinds are rare in other programs, too.
        let kind = if self.rng.bool() { self.pick(&KINDS) } else { self.pick(&KINDS[5..]) };
        let shape = self.shape_for(kind);
        let elem = self.elem();
        let producer = match kind {
            // A contraction reads its operands through dropped dimensions.
            Broadcast if self.chance(20) => return self.contraction_edge(),
            _ => self.produce(&shape, elem),
        };
        let nest = self.nest_for(kind, &shape);
        self.consume_through(&producer, nest);
    }

    /// A shape that can be read like this.
    pub(super) fn shape_for(&mut self, kind: Kind) -> Vec<i64> {
        let rank = match kind {
            Permutation | Diagonal => self.pick(&[2, 2, 3, 4]),
            Identity | Broadcast => self.pick(&[0, 1, 2, 2, 3, 4]),
            _ => self.pick(&[1, 1, 2, 2, 3, 4]),
        };
        let mut shape = if matches!(kind, Identity | Permutation | Broadcast) { self.few(rank) } else { self.some(rank) };
        if kind == Diagonal {
            shape[1] = shape[0];
            while shape.iter().product::<i64>() > super::FEW_ELEMENTS {
                shape = shape.iter().map(|s| (s / 2).max(1)).collect();
                shape[1] = shape[0];
            }
        }
        let at = self.rng.usize(..rank.max(1));
        match kind {
            Unit => shape[at] = 1,
            Constant | Shift | Stride | Sum | Mod if shape.iter().all(|s| *s < 2) => shape[at] = 3,
            _ => {}
        }
        shape
    }

    /// The loops of a consumer that reads a tensor of this shape like this.
    pub(super) fn nest_for(&mut self, kind: Kind, shape: &[i64]) -> Nest {
        let fitting: Vec<usize> = (0..shape.len())
            .filter(|&i| match kind {
                Unit => shape[i] == 1,
                Constant | Shift | Stride | Sum | Mod => shape[i] > 1,
                _ => true,
            })
            .collect();
        let special = if fitting.is_empty() { 0 } else { self.pick(&fitting) };
        let (mut extents, mut first) = (Vec::new(), Vec::new());
        for (i, &size) in shape.iter().enumerate() {
            let mut new = |extent: i64| {
                extents.push(extent);
                extents.len() - 1
            };
            first.push(match kind {
                _ if kind == Diagonal && i == 1 => first[0],
                _ if i != special => Ix::Dim(new(size)),
                Unit => Ix::Const(0),
                Constant => Ix::Const(self.rng.i64(1..size)),
                Shift => {
                    let by = self.rng.i64(1..size);
                    let less = self.rng.i64(0..=(size - by - 1).min(2));
                    Ix::Shift(new(size - by - less), by)
                }
                Stride => Ix::Stride(new((size + 1) / 2), 2),
                Sum => {
                    let one = self.rng.i64(1..=size);
                    Ix::Sum(new(one), new(size - one + 1))
                }
                Mod => {
                    let by = self.rng.i64(2..=size);
                    Ix::Mod(new(self.rng.i64(1..=2 * by + 1)), by)
                }
                Div => {
                    let by = self.rng.i64(2..4);
                    let extent = size * by - self.rng.i64(0..by).min(size * by);
                    Ix::Div(new(extent.min(40)), by)
                }
                _ => Ix::Dim(new(size)),
            });
        }
        if kind == Broadcast {
            for _ in 0..self.pick(&[1, 1, 2]) {
                let most = (super::FEW_ELEMENTS * 2 / extents.iter().product::<i64>().max(1)).clamp(1, 17);
                extents.push(self.rng.i64(1..=most));
            }
        }
        let nest = Nest { extents, first };
        match kind {
            Permutation => {
                let n = nest.extents.len();
                let to: Vec<usize> = (0..n).map(|d| (d + 1) % n).collect();
                let mut extents = vec![0; n];
                for (d, &t) in to.iter().enumerate() {
                    extents[t] = nest.extents[d];
                }
                Nest { extents, first: nest.first.iter().map(|r| r.renumber(&to)).collect() }
            }
            Identity => nest,
            _ if self.chance(30) => self.shuffled(nest),
            _ => nest,
        }
    }

    /// A consumer that reads `value` like this, with parallel loops or with some that reduce.
    pub(super) fn consume_through(&mut self, value: &Value, nest: Nest) -> Vec<Value> {
        let n = nest.extents.len();
        if nest.first == Self::identity(n) && n > 0 && self.chance(12) {
            return vec![self.reduce_op(value)];
        }
        let mut inputs = vec![Operand { value: value.clone(), map: nest.first }];
        self.perhaps_more(&mut inputs, &nest.extents);
        if n > 0 && self.chance(35) {
            let reduced: Vec<usize> = match self.rng.u8(..3) {
                0 => vec![n - 1],
                1 => (self.rng.usize(..n)..n).collect(),
                _ => (0..n).filter(|_| self.rng.bool()).collect(),
            };
            let reduced = if reduced.is_empty() { vec![0] } else { reduced };
            return self.reducing_op(&nest.extents, &reduced, inputs);
        }
        let elem = self.near(value);
        let elems = if self.chance(15) { vec![elem, self.elem()] } else { vec![elem] };
        self.parallel_op(&nest.extents, inputs, &elems)
    }

    /// `linalg.reduce` over some dimensions.
    fn reduce_op(&mut self, value: &Value) -> Value {
        let shape = value.ty.shape().unwrap_or(&[]).to_vec();
        let elem = value.ty.elem().expect("an element type");
        let reduced: Vec<usize> = (0..shape.len()).filter(|_| self.rng.bool()).collect();
        let reduced = if reduced.is_empty() { vec![shape.len() - 1] } else { reduced };
        let narrow: Vec<i64> = (0..shape.len()).filter(|d| !reduced.contains(d)).map(|d| shape[d]).collect();
        let wide = matches!(elem, tilec_ir::ScalarType::Mini(_));
        if wide {
            return self.consume(value);
        }
        let init = self.value_of(&narrow, elem);
        let (ty, t) = (init.ty.clone(), Type::Scalar(elem));
        let op = match elem {
            tilec_ir::ScalarType::I1 => "arith.xori",
            _ if elem.is_float() => self.pick(&["arith.addf", "arith.maximumf"]),
            _ => self.pick(&["arith.addi", "arith.maxsi"]),
        };
        let list: Vec<_> = reduced.iter().map(usize::to_string).collect();
        self.coverage.add("op linalg.reduce");
        let name = self.fresh('v');
        let (ins, dims) = (format!("ins({} : {}) outs({} : {ty})", value.name, value.ty, init.name), list.join(", "));
        let text = if self.rng.bool() {
            format!("{name} = linalg.reduce {{ {op} }} {ins} dimensions = [{dims}]")
        } else {
            format!(
                "{name} = linalg.reduce {ins} dimensions = [{dims}]\n(%p: {t}, %acc: {t}) {{\n  %r = {op} %p, %acc : {t}\n  linalg.yield %r : {t}\n}}"
            )
        };
        self.add_named(name, ty, text)
    }

    /// A producer that a matrix product, written as a generic, reads.
    fn contraction_edge(&mut self) {
        let (m, n, k) = (self.rng.i64(1..9), self.pick(&[1, 3, 8, 16]), self.rng.i64(1..17));
        let elem = super::super::body::computed(self.elem());
        let left = self.produce_generic(&[m, k], elem);
        let right = if self.chance(30) { self.produce(&[k, n], elem) } else { self.value_of(&[k, n], elem) };
        let inputs = vec![
            Operand { value: left, map: vec![Ix::Dim(0), Ix::Dim(2)] },
            Operand { value: right, map: vec![Ix::Dim(2), Ix::Dim(1)] },
        ];
        self.reducing_op(&[m, n, k], &[2], inputs);
    }
}
