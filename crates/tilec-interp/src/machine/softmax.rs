//! `linalg.softmax`: the same bits as the four structured ops that it decomposes into.
//!
//! For each row along the dimension: the maximum (`maxnumf`, starting from NaN), `exp(x - max)`, their sum starting from zero, the
//! quotients. No row depends on another, so row by row is the same as op by op. The sum along the last dimension is lane-ordered,
//! as pinning says of the decomposed sum; along any other dimension, and in a strict module, it runs in iteration order.

use super::Machine;
use super::lanes::Lanes;
use super::made::advance;
use crate::compute::Compute;
use crate::error::{Run, fault};
use crate::nest::Combiner;
use crate::shaped::Softmax;
use crate::view::{View, name};
use tilec_ir::Scalar;
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};

impl Machine<'_> {
    pub(super) fn softmax(&mut self, op: &Softmax) -> Run {
        let source = self.view(op.src)?.clone();
        let dest = self.take_view(op.dest)?;
        let dest = if op.dst.is_some() { self.own(dest)? } else { dest };
        if source.shape != dest.shape || source.elem != op.elem || dest.elem != op.elem {
            let (s, d) = (name(source.elem), name(dest.elem));
            return fault(format!("expected operands alike, found {:?} of {s} and {:?} of {d}", source.shape, dest.shape));
        }
        let Some(&extent) = source.shape.get(op.dim) else {
            return fault(format!("expected a dimension in 0..{}, found {}", source.shape.len(), op.dim));
        };
        self.charge((source.len() as u64).saturating_mul(4))?;
        let mut rows = source.shape.clone();
        rows[op.dim] = 1;
        let mut index = vec![0; rows.len()];
        let count = if extent == 0 { 0 } else { source.len() / extent };
        let bytes = if count == 0 { 0 } else { extent as usize * size_of::<u64>() };
        self.budget.claim(bytes)?;
        for _ in 0..count {
            let [from, to] = [&source, &dest].map(|view| row(view, &index, op.dim));
            softmax_row(op, &from, &to)?;
            advance(&mut index, &rows);
        }
        self.budget.release(bytes);
        if let Some(dst) = op.dst {
            self.put_view(dst, dest);
        }
        Ok(())
    }
}

/// The elements along `dim` at an index.
fn row(view: &View, index: &[i64], dim: usize) -> View {
    let at = index.iter().zip(&view.strides).fold(view.offset, |at, (i, s)| at.wrapping_add(i.wrapping_mul(*s)));
    View { offset: at, shape: vec![view.shape[dim]], strides: vec![view.strides[dim]], ..view.clone() }
}

fn softmax_row(op: &Softmax, from: &View, to: &View) -> Run {
    let binary = |kind, a, b| Compute::Binary(kind, op.elem, op.elem).eval([a, b, 0]).map(|[bits, _]| bits);
    let mut values = from.positions().map(|at| from.load(at)).collect::<Run<Vec<_>>>()?;
    let mut max = Scalar::from_f64(op.elem, f64::NAN).bits;
    for x in &values {
        max = binary(BinaryOp::MaxNumF, *x, max)?;
    }
    for x in &mut values {
        let shifted = binary(BinaryOp::SubF, *x, max)?;
        *x = Compute::Unary(UnaryOp::Exp, op.elem).eval([shifted, 0, 0])?[0];
    }
    let mut sum = Scalar::zero(op.elem).bits;
    if op.lanes {
        let add = Compute::Binary(BinaryOp::AddF, op.elem, op.elem);
        let mut lanes = Lanes::new(Combiner::Binary { op: add, x: 0 });
        for (i, x) in values.iter().enumerate() {
            lanes.push(*x)?;
            if lanes.is_full() || i + 1 == values.len() {
                sum = lanes.finish(sum)?;
            }
        }
    } else {
        for x in &values {
            sum = binary(BinaryOp::AddF, *x, sum)?;
        }
    }
    for (at, x) in to.positions().zip(&values) {
        to.store(at, binary(BinaryOp::DivF, *x, sum)?)?;
    }
    Ok(())
}
