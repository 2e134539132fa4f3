//! Affine expressions as text, the way MLIR writes them.

use super::AffineExpr::{self, Binary, Const, Dim, Symbol};
use super::AffineOp;
use std::fmt;

impl AffineExpr {
    fn print(&self, f: &mut fmt::Formatter<'_>, tight: bool) -> fmt::Result {
        match self {
            Dim(d) => write!(f, "d{d}"),
            Symbol(s) => write!(f, "s{s}"),
            Const(c) => write!(f, "{c}"),
            Binary(op, args) => {
                if tight {
                    f.write_str("(")?;
                }
                print_binary(f, *op, &args.0, &args.1)?;
                if tight { f.write_str(")") } else { Ok(()) }
            }
        }
    }
}

fn print_binary(f: &mut fmt::Formatter<'_>, op: AffineOp, lhs: &AffineExpr, rhs: &AffineExpr) -> fmt::Result {
    let spelling = match op {
        AffineOp::Add => return print_sum(f, lhs, rhs),
        AffineOp::Mul if *rhs == Const(-1) => {
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
fn print_sum(f: &mut fmt::Formatter<'_>, lhs: &AffineExpr, rhs: &AffineExpr) -> fmt::Result {
    lhs.print(f, false)?;
    match (rhs.as_binary(AffineOp::Mul), rhs) {
        (Some((e, Const(-1))), _) => {
            f.write_str(" - ")?;
            e.print(f, e.as_binary(AffineOp::Add).is_some())
        }
        (Some((e, Const(c))), _) if *c < -1 => {
            f.write_str(" - ")?;
            e.print(f, true)?;
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
        self.print(f, false)
    }
}
