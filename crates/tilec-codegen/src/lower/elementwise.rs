//! Elementwise ops: each on scalars, on whole chunks where the machine can, else lane by lane.

use super::value::{Repr, V, Val, Vector, chunks_of, default_mask_bits, mask_type};
use super::{Lower, Result};
use cranelift_codegen::ir::InstBuilder;
use tilec_ir::scalar_op::{BinaryOp, TernaryOp, UnaryOp};
use tilec_ir::{ScalarType, Value};

impl Lower<'_> {
    /// The operands of an elementwise op, which are all scalars or all vectors of as many lanes.
    fn elementwise_operands(&self, count: usize) -> Result<Vec<Val>> {
        let vals = (0..count).map(|i| self.get(self.operand(i)?)).collect::<Result<Vec<_>>>()?;
        let lanes = |val: &Val| match val {
            Val::Scalar(_) => Some(0),
            Val::Vector(v) => Some(v.lanes),
            Val::Buffer(_) => None,
        };
        let first = vals.first().and_then(lanes);
        if first.is_none() || vals.iter().any(|v| lanes(v) != first) {
            return Err(self.unsupported("operands that are not all scalars or all vectors of one shape"));
        }
        Ok(vals)
    }

    /// Runs an elementwise op. `chunk` may decline; then `lane` runs on each lane.
    ///
    /// `chunk` gets one chunk of each operand and gives a chunk of the result. It is only asked if all operands are in
    /// chunks of as many lanes.
    fn elementwise(
        &mut self,
        count: usize,
        chunk: impl Fn(&mut Self, &[V]) -> Option<V>,
        lane: impl Fn(&mut Self, &[V]) -> Result<V>,
    ) -> Result<()> {
        let vals = self.elementwise_operands(count)?;
        let result = self.elem(self.module.result(self.op))?;
        let mut scalars = Vec::new();
        let mut vectors = Vec::new();
        for val in vals {
            match val {
                Val::Scalar(v) => scalars.push(v),
                Val::Vector(v) => vectors.push(v),
                Val::Buffer(_) => return Err(self.internal("a buffer among the operands")),
            }
        }
        if vectors.is_empty() {
            let v = lane(self, &scalars)?;
            return self.set_result(0, Val::Scalar(v));
        }
        if let Some(vector) = self.by_chunks(&vectors, result, chunk) {
            return self.set_result(0, Val::Vector(vector));
        }
        let operands: Vec<Vec<V>> = vectors.iter().map(|v| self.lane_values(v)).collect();
        let mut lanes = Vec::new();
        for i in 0..vectors[0].lanes {
            let args: Vec<V> = operands.iter().map(|o| o[i]).collect();
            lanes.push(lane(self, &args)?);
        }
        let vector = self.of_lanes(result, lanes);
        self.set_result(0, Val::Vector(vector))
    }

    fn by_chunks(
        &mut self,
        vectors: &[Vector],
        result: ScalarType,
        chunk: impl Fn(&mut Self, &[V]) -> Option<V>,
    ) -> Option<Vector> {
        let mut operands = Vec::new();
        for vector in vectors {
            match &vector.repr {
                Repr::Chunks(chunks) => operands.push(chunks),
                _ => return None,
            }
        }
        if operands.iter().any(|o| o.len() != operands[0].len()) {
            return None;
        }
        let mut out = Vec::new();
        for i in 0..operands[0].len() {
            let args: Vec<V> = operands.iter().map(|o| o[i]).collect();
            out.push(chunk(self, &args)?);
        }
        let lanes = vectors[0].lanes;
        let repr = if result == ScalarType::I1 {
            Repr::Mask { bits: self.b.func.dfg.value_type(out[0]).lane_bits(), chunks: out }
        } else {
            Repr::Chunks(out)
        };
        Some(Vector { elem: result, lanes, repr })
    }

    /// A one-operand op.
    pub(super) fn unary(&mut self, op: UnaryOp) -> Result<()> {
        let elem = self.elem(self.operand(0)?)?;
        self.elementwise(1, |this, args| this.unary_chunk(op, args[0]), |this, args| this.unary_scalar(op, elem, args[0]))
    }

    /// A two-operand op.
    pub(super) fn binary(&mut self, op: BinaryOp) -> Result<()> {
        let (a, b) = (self.operand(0)?, self.operand(1)?);
        let elem = self.elem(a)?;
        if elem == ScalarType::I1 && self.mask_logic(op, a, b)? {
            return Ok(());
        }
        let known = (self.known_scalar(a), self.known_scalar(b));
        self.elementwise(
            2,
            |this, args| {
                if elem.is_float() {
                    this.float_chunk(op, args[0], args[1], known)
                } else {
                    this.int_chunk(op, elem, args[0], args[1], known.1)
                }
            },
            |this, args| this.binary_scalar(op, elem, args[0], args[1], known),
        )
    }

    /// Bitwise ops on masks, without taking them apart. False if the operands are not masks.
    fn mask_logic(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<bool> {
        let (Val::Vector(a), Val::Vector(b)) = (self.get(a)?, self.get(b)?) else {
            return Ok(false);
        };
        let (Repr::Mask { bits, .. }, Repr::Mask { bits: other, .. }) = (&a.repr, &b.repr) else {
            return Ok(false);
        };
        let bits = (*bits).max(*other);
        let (a_chunks, b_chunks) = (self.mask_chunks(&a, bits), self.mask_chunks(&b, bits));
        let mut chunks = Vec::new();
        for (x, y) in a_chunks.into_iter().zip(b_chunks) {
            chunks.push(match op {
                BinaryOp::And | BinaryOp::MulI | BinaryOp::MinUI | BinaryOp::MaxSI => self.b.ins().band(x, y),
                BinaryOp::Or | BinaryOp::MaxUI | BinaryOp::MinSI => self.b.ins().bor(x, y),
                BinaryOp::Xor | BinaryOp::AddI | BinaryOp::SubI => self.b.ins().bxor(x, y),
                _ => return Ok(false),
            });
        }
        self.set_result(0, Val::Vector(Vector { elem: ScalarType::I1, lanes: a.lanes, repr: Repr::Mask { bits, chunks } }))?;
        Ok(true)
    }

    /// A three-operand op.
    pub(super) fn ternary(&mut self, op: TernaryOp) -> Result<()> {
        let elem = self.elem(self.operand(0)?)?;
        let mut known = Vec::new();
        for i in 0..3 {
            known.push(self.known_scalar(self.operand(i)?));
        }
        match op {
            TernaryOp::Fma => self.elementwise(3, |this, args| this.fma_chunk(args), |this, args| this.fma_scalar(elem, args)),
            TernaryOp::ClampF => {
                let (low, high) = (known[1], known[2]);
                self.elementwise(
                    3,
                    |this, args| {
                        let raised = this.float_chunk(BinaryOp::MaximumF, args[0], args[1], (None, low))?;
                        this.float_chunk(BinaryOp::MinimumF, raised, args[2], (None, high))
                    },
                    |this, args| {
                        let raised = this.binary_scalar(BinaryOp::MaximumF, elem, args[0], args[1], (None, low))?;
                        this.binary_scalar(BinaryOp::MinimumF, elem, raised, args[2], (None, high))
                    },
                )
            }
        }
    }

    /// `arith.select`, with one condition for all lanes or one a lane.
    pub(super) fn select(&mut self) -> Result<()> {
        let condition = self.get(self.operand(0)?)?;
        let (a, b) = (self.get(self.operand(1)?)?, self.get(self.operand(2)?)?);
        let val = match (condition, a, b) {
            (Val::Scalar(c), Val::Scalar(a), Val::Scalar(b)) => Val::Scalar(self.b.ins().select(c, a, b)),
            (Val::Scalar(c), Val::Vector(a), Val::Vector(b)) if a.lanes == b.lanes => {
                let (a, b) = self.common_form(a, b);
                let repr = match (a.repr, b.repr) {
                    (Repr::Chunks(x), Repr::Chunks(y)) => Repr::Chunks(self.select_each(c, &x, &y)),
                    (Repr::Mask { bits, chunks: x }, Repr::Mask { chunks: y, .. }) => {
                        Repr::Mask { bits, chunks: self.select_each(c, &x, &y) }
                    }
                    (Repr::Scalars(x), Repr::Scalars(y)) => Repr::Scalars(self.select_each(c, &x, &y)),
                    _ => return Err(self.internal("vectors of one type in two forms")),
                };
                Val::Vector(Vector { elem: a.elem, lanes: a.lanes, repr })
            }
            (Val::Vector(c), Val::Vector(a), Val::Vector(b)) if c.lanes == a.lanes && a.lanes == b.lanes => {
                Val::Vector(self.select_lanes(&c, a, b))
            }
            _ => return Err(self.unsupported("operands that are not scalars or vectors of one shape")),
        };
        self.set_result(0, val)
    }

    fn select_each(&mut self, c: V, a: &[V], b: &[V]) -> Vec<V> {
        a.iter().zip(b).map(|(&x, &y)| self.b.ins().select(c, x, y)).collect()
    }

    /// Two vectors of one type in the same form; `i1` vectors differ in form.
    fn common_form(&mut self, a: Vector, b: Vector) -> (Vector, Vector) {
        if a.elem != ScalarType::I1 {
            return (a, b);
        }
        match default_mask_bits(a.lanes) {
            Some(bits) => {
                let mut masked = |v: Vector| {
                    let chunks = self.mask_chunks(&v, bits);
                    Vector { repr: Repr::Mask { bits, chunks }, ..v }
                };
                (masked(a), masked(b))
            }
            None => (self.in_scalars(a), self.in_scalars(b)),
        }
    }

    fn in_scalars(&mut self, v: Vector) -> Vector {
        let lanes = self.lane_values(&v);
        Vector { repr: Repr::Scalars(lanes), ..v }
    }

    fn select_lanes(&mut self, c: &Vector, a: Vector, b: Vector) -> Vector {
        let (a, b) = self.common_form(a, b);
        let (elem, lanes) = (a.elem, a.lanes);
        let (chunk, x, y) = match (&a.repr, &b.repr) {
            (Repr::Chunks(x), Repr::Chunks(y)) => (chunks_of(elem, lanes), x, y),
            (Repr::Mask { bits, chunks: x }, Repr::Mask { chunks: y, .. }) => (Some(mask_type(*bits)), x, y),
            _ => (None, &Vec::new(), &Vec::new()),
        };
        let Some(chunk) = chunk else {
            let (c, x, y) = (self.lane_values(c), self.lane_values(&a), self.lane_values(&b));
            let picked = (0..lanes).map(|i| self.b.ins().select(c[i], x[i], y[i])).collect();
            return self.of_lanes(elem, picked);
        };
        let masks = self.mask_chunks(c, chunk.lane_bits());
        let mut out = Vec::new();
        for ((mask, &x), &y) in masks.into_iter().zip(x).zip(y) {
            let mask = self.reinterpret(mask, chunk);
            out.push(self.b.ins().bitselect(mask, x, y));
        }
        let repr = match a.repr {
            Repr::Mask { bits, .. } => Repr::Mask { bits, chunks: out },
            _ => Repr::Chunks(out),
        };
        Vector { elem, lanes, repr }
    }
}
