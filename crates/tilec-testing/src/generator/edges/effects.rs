//! Payloads that touch memory, stores between producer and consumer, and producers and consumers in different regions and blocks.

use super::super::Generator;
use super::super::generic::Operand;
use crate::program::{Stmt, Value};
use tilec_ir::{ScalarType, Type};

impl Generator {
    pub(super) fn effect_edge(&mut self) {
        let rank = self.pick(&[1, 1, 2]);
        let (shape, elem) = (self.some(rank), self.elem());
        match self.rng.u8(..100) {
            0..40 => self.loading_producer(&shape),
            40..60 => self.loading_consumer(&shape),
            60..72 => self.conditional(&shape),
            72..86 => self.repeated(&shape),
            _ => {
                let producer = self.produce_generic(&shape, elem);
                let name = self.fresh('b').replace('%', "^");
                self.program.stmts.push(Stmt { results: Vec::new(), text: format!("cf.br {name}\n{name}:") });
                self.coverage.add("op cf.br");
                let reads = if self.chance(30) { self.transposed(&producer) } else { producer };
                self.consume(&reads);
            }
        }
    }

    /// A buffer that nothing else reads.
    fn new_buffer(&mut self) -> Value {
        let rank = self.pick(&[0, 1, 1, 2]);
        let (shape, elem) = (self.some(rank), super::super::body::computed(self.elem()));
        self.arg(Type::memref(&shape, elem))
    }

    /// A store of a scalar somewhere in a buffer.
    fn store(&mut self, buffer: &Value) {
        let value = self.scalar(buffer.ty.elem().expect("an element type"));
        let mut at = Vec::new();
        for &size in buffer.ty.shape().unwrap_or(&[]) {
            let position = self.rng.i64(0..size);
            at.push(self.stmt(&Type::INDEX, |_| format!("arith.constant {position} : index")).name);
        }
        self.coverage.add("op memref.store");
        let text = format!("memref.store {}, {}[{}] : {}", value.name, buffer.name, at.join(", "), buffer.ty);
        self.program.stmts.push(Stmt { results: Vec::new(), text });
    }

    /// The producer reads a buffer that is written before the consumer.
    fn loading_producer(&mut self, shape: &[i64]) {
        let (buffer, elem) = (self.new_buffer(), self.elem());
        self.buffer = Some(buffer.clone());
        let producer = self.produce_generic(shape, elem);
        if self.chance(80) {
            (0..self.rng.usize(1..4)).for_each(|_| self.store(&buffer));
        }
        self.consume(&producer);
    }

    /// The consumer reads a buffer that is written after another user of the producer, so that it cannot stand before that one.
    fn loading_consumer(&mut self, shape: &[i64]) {
        let elem = self.elem();
        let producer = if self.rng.bool() { self.heavy(shape, elem) } else { self.produce_generic(shape, elem) };
        let buffer = self.new_buffer();
        match self.rng.u8(..2) {
            0 => self.materialize(&producer),
            _ => {
                let part = self.part_of(&producer, true);
                self.keep(&part);
            }
        }
        (0..self.rng.usize(1..4)).for_each(|_| self.store(&buffer));
        self.buffer = Some(buffer);
        let inputs = vec![Operand { value: producer.clone(), map: Self::identity(shape.len()) }];
        let elem = self.near(&producer);
        let output = super::super::generic::Output {
            operand: Operand { value: self.empty(shape, elem), map: Self::identity(shape.len()) },
            elem,
            reads: false,
            reduces: false,
        };
        self.generic(shape, &[], inputs, vec![output]);
    }

    /// Ops made by `make`, as the text of a region; they see what is outside, and nothing outside sees them.
    pub(in crate::generator) fn region<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> (String, R) {
        let outside = std::mem::take(&mut self.program.stmts);
        let lengths = (self.values.len(), self.empties.len(), self.scalars.len());
        let indices = self.home.as_ref().map_or(0, |h| h.indices.len());
        let result = make(self);
        self.values.truncate(lengths.0);
        self.empties.truncate(lengths.1);
        self.scalars.truncate(lengths.2);
        self.home.iter_mut().for_each(|h| h.indices.truncate(indices));
        let inside = std::mem::replace(&mut self.program.stmts, outside);
        let lines: Vec<_> = inside.iter().flat_map(|s| s.text.lines()).map(|l| format!("  {l}\n")).collect();
        (lines.concat(), result)
    }

    /// A value of this type that is computed from another in the region being made.
    fn read_from_outside(&mut self, outside: &Value, elem: ScalarType) -> Value {
        let shape = outside.ty.shape().unwrap_or(&[]).to_vec();
        let map = Self::identity(shape.len());
        let mut inputs = vec![Operand { value: outside.clone(), map: map.clone() }];
        self.perhaps_more(&mut inputs, &shape);
        let output = self.output(map, &shape, elem);
        self.generic(&shape, &[], inputs, vec![output])[0].clone()
    }

    /// The consumer is in an `scf.if`.
    fn conditional(&mut self, shape: &[i64]) {
        let elem = self.elem();
        let producer = self.produce_generic(shape, elem);
        let condition = self.scalar(ScalarType::I1);
        let ty = Type::tensor(shape, elem);
        let (then, first) = self.region(|g| g.read_from_outside(&producer, elem));
        let (other, second) = self.region(|g| if g.rng.bool() { g.read_from_outside(&producer, elem) } else { producer.clone() });
        self.coverage.add("op scf.if");
        let text = format!(
            "scf.if {} -> ({ty}) {{\n{then}  scf.yield {} : {ty}\n}} else {{\n{other}  scf.yield {} : {ty}\n}}",
            condition.name, first.name, second.name
        );
        let result = self.tensor_stmt(&ty, text);
        if self.rng.bool() {
            self.consume(&result);
        }
    }

    /// The consumer is in an `scf.for`; the producer is not, or is another op of the body, or loads from a buffer that the body writes.
    fn repeated(&mut self, shape: &[i64]) {
        let elem = self.elem();
        let loads = self.chance(30).then(|| self.new_buffer());
        self.buffer.clone_from(&loads);
        let producer = self.produce_generic(shape, elem);
        let start = self.value_of(shape, elem);
        let bounds: Vec<_> =
            [0, self.rng.i64(0..4), 1].map(|n| self.stmt(&Type::INDEX, |_| format!("arith.constant {n} : index")).name).into();
        let ty = Type::tensor(shape, elem);
        let carried = Value { name: self.fresh('k'), ty: ty.clone() };
        let (body, last) = self.region(|g| {
            if let Some(buffer) = &loads {
                g.store(buffer);
            }
            let one = g.read_from_outside(&producer, elem);
            let map = Self::identity(shape.len());
            let values = [one, carried.clone()];
            let inputs = values.map(|value| Operand { value, map: map.clone() }).into();
            let output = g.output(map.clone(), shape, elem);
            g.generic(shape, &[], inputs, vec![output])[0].clone()
        });
        self.coverage.add("op scf.for");
        let counter = self.fresh('k');
        let text = format!(
            "scf.for {counter} = {} to {} step {} iter_args({} = {}) -> ({ty}) {{\n{body}  scf.yield {} : {ty}\n}}",
            bounds[0], bounds[1], bounds[2], carried.name, start.name, last.name
        );
        self.tensor_stmt(&ty, text);
    }
}
