//! Producers with several users: diamonds, ladders, one read twice, some kept as results.

use super::super::Generator;
use super::super::generic::{Operand, Output};
use super::super::index::Ix;
use super::maps::Kind;
use crate::program::Value;
use tilec_ir::ScalarType;

impl Generator {
    pub(super) fn shared_edge(&mut self) {
        match self.rng.u8(..100) {
            0..18 => self.diamond(),
            18..30 => self.ladder(),
            30..52 => self.read_twice(),
            52..64 => self.returned_producer(),
            64..76 => self.user_before(),
            76..86 => self.user_in_between(),
            86..97 => self.read_init(),
            _ => self.many_results(),
        }
    }

    fn produce_any(&mut self) -> Value {
        let rank = self.pick(&[0, 1, 2, 2, 3, 4]);
        let (shape, elem) = (self.few(rank), self.elem());
        self.produce_generic(&shape, elem)
    }

    /// An op that reads several values of one shape, each as it is or, where that fits, with its dimensions reversed.
    fn join(&mut self, values: &[Value]) -> Value {
        let shape = values[0].ty.shape().unwrap_or(&[]).to_vec();
        let map = Self::identity(shape.len());
        let inputs = values.iter().map(|v| Operand { value: v.clone(), map: map.clone() }).collect();
        let elem = self.near(&values[0]);
        let mut outputs = vec![self.output(map, &shape, elem)];
        if self.chance(12) {
            let map = Self::identity(shape.len());
            outputs.push(self.output(map, &shape, ScalarType::F32));
        }
        self.generic(&shape, &[], inputs, outputs)[0].clone()
    }

    /// One producer, two users, and a user of both.
    fn diamond(&mut self) {
        let producer = self.produce_any();
        let (left, right) = (self.join(std::slice::from_ref(&producer)), self.join(std::slice::from_ref(&producer)));
        self.join(&[left, right]);
    }

    /// Each rung reads the two before it: recomputed without bound, it would grow like the Fibonacci numbers.
    fn ladder(&mut self) {
        let first = self.produce_any();
        let mut rungs = vec![self.join(std::slice::from_ref(&first)), first];
        for _ in 0..self.rng.usize(2..7) {
            let next = self.join(&rungs[..2]);
            rungs.insert(0, next);
        }
        if self.chance(30) {
            let middle = rungs[rungs.len() / 2].clone();
            self.keep(&middle);
        }
    }

    /// A producer that one op reads through two maps.
    fn read_twice(&mut self) {
        let n = self.pick(&[1, 2, 3, 5, 8, 16, 17]);
        let rank = self.pick(&[1, 2, 2, 2, 3]);
        let mut shape = vec![n; rank];
        if rank == 3 {
            shape[2] = 2;
        }
        let elem = self.elem();
        let producer = if self.chance(25) { self.heavy(&shape, elem) } else { self.produce_generic(&shape, elem) };
        let straight = Self::identity(rank);
        let mut other = straight.clone();
        match self.rng.u8(..4) {
            0 if rank > 1 => other[0] = Ix::Dim(1),
            1 => other[0] = Ix::Const(self.rng.i64(0..n)),
            2 => other[0] = Ix::Div(0, 2),
            _ if rank > 1 => other.swap(0, 1),
            _ => other[0] = Ix::Mod(0, self.rng.i64(1..=n)),
        }
        let mut inputs =
            vec![Operand { value: producer.clone(), map: straight }, Operand { value: producer.clone(), map: other }];
        if self.rng.bool() {
            inputs.reverse();
        }
        self.perhaps_more(&mut inputs, &shape);
        if self.chance(25) {
            self.reducing_op(&shape, &[rank - 1], inputs);
        } else {
            let elem = self.near(&producer);
            self.parallel_op(&shape, inputs, &[elem]);
        }
        if self.chance(25) {
            self.keep(&producer);
        }
    }

    /// A producer that costs much more than storing it.
    pub(super) fn heavy(&mut self, shape: &[i64], elem: ScalarType) -> Value {
        let elem = if elem.is_float() && elem.bits() >= 16 { elem } else { ScalarType::F32 };
        let mut value = self.value_of(shape, elem);
        for name in ["math.tan", "math.erf", "math.powf", "math.atan2", "math.powf"] {
            value = self.unary_chain(&value, name);
        }
        value
    }

    pub(super) fn unary_chain(&mut self, source: &Value, name: &str) -> Value {
        let into = self.empty(source.ty.shape().unwrap_or(&[]), source.ty.elem().expect("an element type"));
        let map = Self::identity(source.ty.shape().map_or(0, <[i64]>::len));
        let text = self.unary_into(source, &into, &map);
        let op = if matches!(name, "math.powf" | "math.atan2") { format!("{name} %x0, %x0") } else { format!("{name} %x0") };
        let text = text.replace("arith.addf %x0, %x0", &op);
        self.finish(&text, vec![into.ty])[0].clone()
    }

    /// A producer that is returned, and read: by an op that computes all of it, or only a part.
    fn returned_producer(&mut self) {
        let kind = self.pick(&[
            Kind::Identity,
            Kind::Identity,
            Kind::Permutation,
            Kind::Broadcast,
            Kind::Shift,
            Kind::Stride,
            Kind::Constant,
        ]);
        let (shape, elem) = (self.shape_for(kind), self.elem());
        let producer = if self.chance(30) { self.heavy(&shape, elem) } else { self.produce_generic(&shape, elem) };
        let nest = self.nest_for(kind, &shape);
        self.consume_through(&producer, nest);
        self.keep(&producer);
    }

    /// Something that cannot be fused uses the producer before the consumer does: the fused op must stand before it.
    fn user_before(&mut self) {
        let rank = self.pick(&[1, 2, 2, 3]);
        let (shape, elem) = (self.some(rank), self.elem());
        let producer = if self.rng.bool() { self.heavy(&shape, elem) } else { self.produce_generic(&shape, elem) };
        self.use_unfused(&producer);
        let more = if self.chance(60) { vec![self.late_value(&shape)] } else { vec![] };
        self.join(&[vec![producer.clone()], more].concat());
        if self.chance(30) {
            self.use_unfused(&producer);
        }
    }

    /// A value that is defined only now: a fill, a constant, a reshape, or an op.
    fn late_value(&mut self, shape: &[i64]) -> Value {
        let elem = self.elem();
        match self.rng.u8(..4) {
            0 => self.fill_value(shape, elem),
            1 => self.constant_tensor(shape, elem),
            2 => {
                let source = self.value_of(shape, elem);
                self.part_of(&source, true)
            }
            _ => self.produce_generic(shape, elem),
        }
    }

    /// A user between, that the consumer reads, too.
    fn user_in_between(&mut self) {
        let rank = self.pick(&[1, 2, 2, 3]);
        let (shape, elem) = (self.some(rank), super::super::body::computed(self.elem()));
        let producer = if self.rng.bool() { self.heavy(&shape, elem) } else { self.produce_generic(&shape, elem) };
        let map = Self::identity(rank);
        let input = Operand { value: producer.clone(), map: map.clone() };
        let elem = producer.ty.elem().expect("an element type");
        if self.rng.bool() {
            let reduced = self.reducing_op(&shape, &[rank - 1], vec![input])[0].clone();
            let (narrow, all) = (map[..rank - 1].to_vec(), Operand { value: producer, map });
            self.parallel_op(&shape, vec![all, Operand { value: reduced, map: narrow }], &[elem]);
        } else {
            let part = self.part_of(&producer, true);
            let back = self.part_of(&part, true);
            self.join(&[producer, back]);
        }
    }

    /// Uses a value in a way that is never fused.
    fn use_unfused(&mut self, value: &Value) {
        match self.rng.u8(..3) {
            0 => self.materialize(value),
            1 => {
                let part = self.part_of(value, true);
                self.keep(&part);
            }
            _ => self.keep_extracted(value),
        }
    }

    fn keep_extracted(&mut self, value: &Value) {
        let scalar = self.extract_scalar(value);
        self.keep(&scalar);
    }

    /// A producer that accumulates into what another op computed, once for each element, and is read.
    fn read_init(&mut self) {
        let rank = self.pick(&[0, 1, 2, 3]);
        let (shape, elem) = (self.few(rank), super::super::body::computed(self.elem()));
        let init = self.produce_generic(&shape, elem);
        let inputs = vec![self.operand_over(&shape)];
        let map = Self::identity(rank);
        let output = Output { operand: Operand { value: init.clone(), map }, elem, reads: true, reduces: true };
        let value = self.generic(&shape, &[], inputs, vec![output])[0].clone();
        self.consume(&value);
        if self.chance(30) {
            self.consume(&init);
        }
    }

    /// More results than a fused op may keep.
    fn many_results(&mut self) {
        let shape = self.some(1);
        let mut read = Vec::new();
        for _ in 0..4 {
            let inputs = vec![self.operand_over(&shape)];
            let results = self.parallel_op(&shape, inputs, &[ScalarType::F32, ScalarType::I1, ScalarType::F32]);
            results.iter().for_each(|r| self.keep(r));
            read.push(results[0].clone());
        }
        self.join(&read);
    }
}
