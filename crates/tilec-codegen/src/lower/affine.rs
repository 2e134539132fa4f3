//! The `affine` dialect: values, loops and accesses by maps.

use super::bounds::Index;
use super::loops::{Constants, Range};
use super::value::{V, Val};
use super::{Lower, Result};
use crate::interval::Intervals;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::affine::AffineOp;
use tilec_ir::{AffineExpr, AffineMap, Attr, Op, ScalarType, Value};

/// Expressions nested deeper are refused.
const MAX_DEPTH: u32 = 256;

impl<'a> Lower<'a> {
    /// The expression of an `affine.apply` and the number of its dims, if the operands fit it.
    pub(super) fn affine_expr(&self, op: Op) -> Option<(&'a AffineExpr, usize)> {
        let map = self.module.attr(op, "map").and_then(Attr::as_map)?;
        let fits = map.num_results() == 1 && (map.dims + map.symbols) as usize == self.module.num_operands(op);
        if fits { Some((&map.results[0], map.dims as usize)) } else { None }
    }

    /// `affine.apply`; the right side of `mod` and of the divisions must be positive.
    pub(super) fn affine_apply(&mut self) -> Result<()> {
        let Some((expr, dims)) = self.affine_expr(self.op) else {
            return Err(self.internal("a map of the wrong size"));
        };
        let operands = self.module.operands(self.op).map(|v| self.scalar(v)).collect::<Result<Vec<_>>>()?;
        let v = self.affine_value(expr, dims, &operands, MAX_DEPTH)?;
        self.set_result(0, Val::Scalar(v))
    }

    /// `affine.min` and `affine.max`.
    pub(super) fn affine_extremum(&mut self, max: bool) -> Result<()> {
        let map = self.module.attr(self.op, "map").and_then(Attr::as_map);
        let Some(map) = map.filter(|m| (m.dims + m.symbols) as usize == self.module.num_operands(self.op)) else {
            return Err(self.internal("a map of the wrong size"));
        };
        let operands = self.module.operands(self.op).map(|v| self.scalar(v)).collect::<Result<Vec<_>>>()?;
        let v = self.extremum(map, &operands, max)?;
        self.set_result(0, Val::Scalar(v))
    }

    /// Starts an `affine.for`.
    pub(super) fn enter_affine_for(&mut self) -> Result<()> {
        let op = self.op;
        let step = self.module.attr(op, "step").and_then(Attr::as_int).unwrap_or(1);
        if step <= 0 {
            return Err(self.unsupported("a loop step that is not positive"));
        }
        let inits: Vec<Value> = self.module.group(op, 2).collect();
        let (lower, known_lower) = self.affine_bound(0, "lowerBoundMap", true)?;
        let (upper, known_upper) = self.affine_bound(1, "upperBoundMap", false)?;
        let constants = Constants::of([known_lower, known_upper, Some(step)]);
        match constants.as_ref().map(Constants::trips) {
            Some(0) => self.skip(&inits),
            Some(1) => self.enter_single(op, Val::Scalar(lower), known_lower, 0, &inits),
            _ => {
                let step = self.iconst(types::I64, step.cast_unsigned());
                let range = Range { bounds: [lower, upper, step], constants, checks_step: false, unsigned: false };
                self.enter_counted(op, ScalarType::Index, &range, &inits)
            }
        }
    }

    /// A bound of a loop, and its value if that is known now.
    fn affine_bound(&mut self, group: usize, attr: &str, max: bool) -> Result<(V, Option<i64>)> {
        let values: Vec<Value> = self.module.group(self.op, group).collect();
        let map = self.module.attr(self.op, attr).and_then(Attr::as_map);
        let Some(map) = map.filter(|m| (m.dims + m.symbols) as usize == values.len()) else {
            return Err(self.internal("a map of the wrong size"));
        };
        let operands = values.iter().map(|&v| self.scalar(v)).collect::<Result<Vec<_>>>()?;
        let v = self.extremum(map, &operands, max)?;
        let known = map.results.iter().map(AffineExpr::as_const).collect::<Option<Vec<_>>>();
        Ok((v, known.and_then(|all| if max { all.into_iter().max() } else { all.into_iter().min() })))
    }

    /// The indices of an `affine.load` or `affine.store`, operands from `first` on.
    pub(super) fn affine_indices(&mut self, first: usize) -> Result<Vec<Index>> {
        let values: Vec<Value> = self.module.operands(self.op).skip(first).collect();
        let map = self.module.attr(self.op, "map").and_then(Attr::as_map);
        let Some(map) = map.filter(|m| (m.dims + m.symbols) as usize == values.len()) else {
            return Err(self.internal("a map of the wrong size"));
        };
        let operands = values.iter().map(|&v| self.scalar(v)).collect::<Result<Vec<_>>>()?;
        let mut indices = Vec::new();
        for result in map.results.iter() {
            let v = self.affine_value(result, map.dims as usize, &operands, MAX_DEPTH)?;
            let one = AffineMap { results: [result.clone()].into(), ..map.clone() };
            let interval = Intervals::new(self.module, &self.known).of_map(&one, &values);
            // Where the map hands an operand through, more may be known of it.
            let value = match result {
                AffineExpr::Dim(d) => values.get(*d as usize).copied(),
                _ => None,
            };
            indices.push(Index { v, interval, value });
        }
        Ok(indices)
    }

    /// The least or greatest result of a map.
    fn extremum(&mut self, map: &AffineMap, operands: &[V], max: bool) -> Result<V> {
        let mut best = None;
        for expr in map.results.iter() {
            let v = self.affine_value(expr, map.dims as usize, operands, MAX_DEPTH)?;
            best = Some(match best {
                None => v,
                Some(best) if max => self.b.ins().smax(best, v),
                Some(best) => self.b.ins().smin(best, v),
            });
        }
        best.ok_or_else(|| self.internal("a map without results"))
    }

    fn affine_value(&mut self, expr: &AffineExpr, dims: usize, operands: &[V], depth: u32) -> Result<V> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.unsupported("an expression nested this deeply"));
        };
        Ok(match expr {
            AffineExpr::Const(c) => self.iconst(types::I64, c.cast_unsigned()),
            AffineExpr::Dim(d) => operands[*d as usize],
            AffineExpr::Symbol(s) => operands[dims + *s as usize],
            AffineExpr::Binary(op, args) => {
                let l = self.affine_value(&args.0, dims, operands, depth)?;
                let r = self.affine_value(&args.1, dims, operands, depth)?;
                match op {
                    AffineOp::Add => self.b.ins().iadd(l, r),
                    AffineOp::Mul => self.b.ins().imul(l, r),
                    AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv => self.affine_division(*op, l, r, args.1.as_const()),
                }
            }
        })
    }

    fn affine_division(&mut self, op: AffineOp, l: V, r: V, divisor: Option<i64>) -> V {
        if divisor.is_none_or(|d| d < 1) {
            let bad = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, r, 1);
            let name = self.module.spelling(self.op).name;
            self.stop_if(bad, format!("division by a number that is not positive in {name}"), false);
        }
        if let Some(d) = divisor.filter(|d| d.count_ones() == 1 && *d > 0) {
            let shift = i64::from(d.trailing_zeros());
            return match op {
                AffineOp::Mod => self.b.ins().band_imm_s(l, d - 1),
                AffineOp::FloorDiv => self.b.ins().sshr_imm_u(l, shift),
                // −floor(−l / d)
                _ => {
                    let negated = self.b.ins().ineg(l);
                    let floor = self.b.ins().sshr_imm_u(negated, shift);
                    self.b.ins().ineg(floor)
                }
            };
        }
        let quotient = self.b.ins().sdiv(l, r);
        let product = self.b.ins().imul(quotient, r);
        let remainder = self.b.ins().isub(l, product);
        match op {
            AffineOp::Mod => {
                let wrapped = self.b.ins().iadd(remainder, r);
                let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
                self.b.ins().select(negative, wrapped, remainder)
            }
            AffineOp::FloorDiv => {
                let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
                let one = self.b.ins().uextend(types::I64, negative);
                self.b.ins().isub(quotient, one)
            }
            _ => {
                let positive = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, remainder, 0);
                let one = self.b.ins().uextend(types::I64, positive);
                self.b.ins().iadd(quotient, one)
            }
        }
    }
}
