//! Addresses: a buffer and its indices as `base + Σ value·factor + constant`.
//!
//! Sums, constant products and affine maps of indices are taken apart, so that the constant goes into the instruction and
//! what does not change in the inner loop is added first. All arithmetic wraps at 64 bits, as `index` does.

use super::bounds::Index;
use super::value::{Buffer, Num, V};
use super::{Lower, Result};
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::affine::AffineOp;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, OpKind, ScalarType, Type, Value};

/// How many ops are taken apart for one index.
const FUEL: u32 = 16;

/// `Σ value·factor + constant`, in units of the caller.
#[derive(Debug)]
pub(super) struct Linear {
    pub(super) terms: Vec<(Value, i64)>,
    pub(super) constant: i64,
    /// Terms that are computed already.
    pub(super) products: Vec<V>,
    /// Known divisor of all `products`.
    pub(super) product_align: u64,
}

impl Default for Linear {
    fn default() -> Self {
        Self { terms: Vec::new(), constant: 0, products: Vec::new(), product_align: 1 << 62 }
    }
}

/// Where memory is accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub(super) base: V,
    pub(super) offset: i32,
    /// Known divisor of the address.
    pub(super) align: u64,
    /// Depth of the innermost induction variable in it.
    pub(super) level: u32,
    /// Good wherever it is computed: no check at run time stands in front of it.
    pub(super) unchecked: bool,
}

impl Linear {
    fn add(&mut self, value: Value, factor: i64) {
        match self.terms.iter_mut().find(|(v, _)| *v == value) {
            Some((_, f)) => *f = f.wrapping_add(factor),
            None => self.terms.push((value, factor)),
        }
    }
}

impl Lower<'_> {
    /// Adds `value · factor` to `linear`.
    pub(super) fn add_linear(&self, linear: &mut Linear, value: Value, factor: i64) {
        let mut fuel = FUEL;
        self.add_value(linear, value, factor, &mut fuel);
    }

    fn add_value(&self, linear: &mut Linear, value: Value, factor: i64, fuel: &mut u32) {
        if let Some(constant) = self.constant_int(value) {
            linear.constant = linear.constant.wrapping_add(constant.wrapping_mul(factor));
            return;
        }
        let is_index = *self.module.ty(value) == Type::Scalar(ScalarType::Index);
        let Some(op) = self.module.defining_op(value).filter(|_| is_index && *fuel > 0) else {
            return linear.add(value, factor);
        };
        *fuel -= 1;
        let operands: Vec<Value> = self.module.operands(op).collect();
        match (self.module.kind(op), &operands[..]) {
            (OpKind::Binary(BinaryOp::AddI), &[a, b]) => {
                self.add_value(linear, a, factor, fuel);
                self.add_value(linear, b, factor, fuel);
            }
            (OpKind::Binary(BinaryOp::SubI), &[a, b]) => {
                self.add_value(linear, a, factor, fuel);
                self.add_value(linear, b, factor.wrapping_neg(), fuel);
            }
            (OpKind::Binary(BinaryOp::MulI), &[a, b]) => match (self.constant_int(a), self.constant_int(b)) {
                (_, Some(c)) => self.add_value(linear, a, factor.wrapping_mul(c), fuel),
                (Some(c), _) => self.add_value(linear, b, factor.wrapping_mul(c), fuel),
                (None, None) => linear.add(value, factor),
            },
            (OpKind::AffineApply, operands) => match self.affine_expr(op) {
                Some((expr, dims)) if is_linear(expr) => self.add_expr(linear, expr, dims, operands, factor, fuel),
                _ => linear.add(value, factor),
            },
            _ => linear.add(value, factor),
        }
    }

    fn add_expr(&self, linear: &mut Linear, expr: &AffineExpr, dims: usize, operands: &[Value], factor: i64, fuel: &mut u32) {
        match expr {
            AffineExpr::Const(c) => linear.constant = linear.constant.wrapping_add(c.wrapping_mul(factor)),
            AffineExpr::Dim(d) => self.add_value(linear, operands[*d as usize], factor, fuel),
            AffineExpr::Symbol(s) => self.add_value(linear, operands[dims + *s as usize], factor, fuel),
            AffineExpr::Binary(AffineOp::Mul, args) => {
                let scale = args.1.as_const().unwrap_or(1);
                self.add_expr(linear, &args.0, dims, operands, factor.wrapping_mul(scale), fuel);
            }
            AffineExpr::Binary(_, args) => {
                self.add_expr(linear, &args.0, dims, operands, factor, fuel);
                self.add_expr(linear, &args.1, dims, operands, factor, fuel);
            }
        }
    }

    /// The address of the element at `indices`.
    pub(super) fn address(&mut self, buffer: &Buffer, indices: &[Index]) -> Result<Address> {
        if indices.len() != buffer.strides.len() {
            return Err(self.internal("an access with the wrong number of indices"));
        }
        let mut linear = Linear { constant: buffer.offset, ..Linear::default() };
        for (&index, &stride) in indices.iter().zip(&buffer.strides) {
            let known = index.value.and_then(|v| self.constant_int(v));
            let index = known.map_or(Num::Run(index.v, index.value), Num::Const);
            self.add_product(&mut linear, index, stride, buffer.elem)?;
        }
        let address = self.sum(buffer.base, buffer.align, buffer.level, linear)?;
        Ok(Address { unchecked: buffer.unchecked, ..address })
    }

    /// `base` plus the terms; the constant is left to the instruction if it fits.
    pub(super) fn sum(&mut self, base: V, mut align: u64, mut level: u32, mut linear: Linear) -> Result<Address> {
        linear.terms.retain(|(_, factor)| *factor != 0);
        let levels = &self.levels;
        // Within a level, what the addressing mode can scale comes last.
        linear.terms.sort_by_key(|&(value, factor)| (levels[value], matches!(factor, 1 | 2 | 4 | 8)));
        let mut sum = base;
        for product in linear.products {
            sum = self.b.ins().iadd(sum, product);
            align = align.min(linear.product_align);
        }
        for (value, factor) in linear.terms {
            let term = self.scaled(value, factor)?;
            sum = self.b.ins().iadd(sum, term);
            align = divisor(align, factor);
            level = level.max(self.induction[value]);
        }
        let align = divisor(align, linear.constant);
        let offset = match i32::try_from(linear.constant) {
            // A wide vector adds the chunk's position to the offset.
            Ok(offset) if offset < i32::MAX / 2 => offset,
            _ => {
                sum = self.b.ins().iadd_imm_s(sum, linear.constant);
                0
            }
        };
        Ok(Address { base: sum, offset, align, level, unchecked: true })
    }

    fn scaled(&mut self, value: Value, factor: i64) -> Result<V> {
        let v = self.scalar(value)?;
        if self.b.func.dfg.value_type(v) != types::I64 {
            return Err(self.internal("an index that is not of type index"));
        }
        Ok(match factor {
            1 => v,
            f if f > 0 && f.count_ones() == 1 => self.b.ins().ishl_imm_u(v, i64::from(f.trailing_zeros())),
            f => self.b.ins().imul_imm_s(v, f),
        })
    }
}

/// The largest power of two, at most `align`, that divides both.
pub(super) fn divisor(align: u64, n: i64) -> u64 {
    if n == 0 { align } else { align.min(1 << n.trailing_zeros().min(62)) }
}

/// True for sums and constant multiples of dims and symbols, of moderate size.
fn is_linear(expr: &AffineExpr) -> bool {
    let mut nodes = 0;
    !expr.any(&mut |e| {
        nodes += 1;
        nodes > 32
            || match e {
                AffineExpr::Binary(AffineOp::Add, _) => false,
                AffineExpr::Binary(AffineOp::Mul, args) => args.1.as_const().is_none(),
                AffineExpr::Binary(..) => true,
                _ => false,
            }
    })
}
