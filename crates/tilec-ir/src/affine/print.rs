//! Affine expressions as text, the way MLIR writes them.

use super::AffineExpr::{self, Binary, Const, Dim, Symbol};
use super::AffineOp;
use std::fmt;

/// An expression with what its dims and symbols are called.
struct Named<'a> {
    expr: &'a AffineExpr,
    dim: &'a dyn Fn(u32) -> String,
    symbol: &'a dyn Fn(u32) -> String,
}

impl AffineExpr {
    /// The expression as text, with the given names for dims and symbols.
    pub fn with_names(&self, dim: &dyn Fn(u32) -> String, symbol: &dyn Fn(u32) -> String) -> String {
        Named { expr: self, dim, symbol }.to_string()
    }
}

impl Named<'_> {
    fn of<'b>(&'b self, expr: &'b AffineExpr) -> Named<'b> {
        Named { expr, ..*self }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>, tight: bool) -> fmt::Result {
        match self.expr {
            Dim(d) => f.write_str(&(self.dim)(*d)),
            Symbol(s) => f.write_str(&(self.symbol)(*s)),
            Const(c) => write!(f, "{c}"),
            Binary(op, args) => {
                if tight {
                    f.write_str("(")?;
                }
                print_binary(f, *op, &self.of(&args.0), &self.of(&args.1))?;
                if tight { f.write_str(")") } else { Ok(()) }
            }
        }
    }
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, false)
    }
}

fn print_binary(f: &mut fmt::Formatter<'_>, op: AffineOp, lhs: &Named<'_>, rhs: &Named<'_>) -> fmt::Result {
    let spelling = match op {
        AffineOp::Add => return print_sum(f, lhs, rhs),
        AffineOp::Mul if *rhs.expr == Const(-1) => {
            f.write_str("-")?;
            return lhs.print(f, true);
        }
        AffineOp::Mul => " * ",
        AffineOp::Mod => " mod ",
        AffineOp::FloorDiv => " floordiv ",
        AffineOp::CeilDiv => " ceildiv ",
    };
    lhs.print(f, true)?;
    f.write_str(spelling)?;
    rhs.print(f, true)
}

/// A sum with a negative last term prints as a difference.
fn print_sum(f: &mut fmt::Formatter<'_>, lhs: &Named<'_>, rhs: &Named<'_>) -> fmt::Result {
    lhs.print(f, false)?;
    match (rhs.expr.as_binary(AffineOp::Mul), rhs.expr) {
        (Some((e, Const(-1))), _) => {
            f.write_str(" - ")?;
            rhs.of(e).print(f, e.as_binary(AffineOp::Add).is_some())
        }
        (Some((e, Const(c))), _) if *c < -1 => {
            f.write_str(" - ")?;
            rhs.of(e).print(f, true)?;
            write!(f, " * {}", c.unsigned_abs())
        }
        (_, Const(c)) if *c < 0 => write!(f, " - {}", c.unsigned_abs()),
        _ => {
            f.write_str(" + ")?;
            rhs.print(f, false)
        }
    }
}

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Named { expr: self, dim: &|d| format!("d{d}"), symbol: &|s| format!("s{s}") }.print(f, false)
    }
}
