//! Affine maps: `(d0, d1)[s0] -> (d0 + s0, d1 mod 4)`.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use std::collections::HashMap;
use tilec_ir::affine::AffineOp;
use tilec_ir::{AffineExpr, AffineMap, Value};

/// Operators in one expression beyond which a text is refused: expressions are trees, and everyone walks them recursively.
const MAX_OPERATORS: usize = 512;

/// Names of dims and symbols in scope of a map.
type Names<'t> = HashMap<&'t str, AffineExpr>;

/// The values that the index expressions of an access use, each once.
#[derive(Default)]
pub(crate) struct AccessOperands {
    dims: Vec<(Value, usize)>,
    symbols: Vec<(Value, usize)>,
}

/// The position of a value, added at the end if it is new.
fn position(values: &mut Vec<(Value, usize)>, value: (Value, usize)) -> u32 {
    let found = values.iter().position(|(v, _)| *v == value.0);
    let at = found.unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    });
    u32::try_from(at).expect("few operands")
}

impl<'t> Parser<'t> {
    /// A map, after `affine_map<`.
    pub(crate) fn parse_map_body(&mut self) -> Result<AffineMap> {
        self.affine_operators = 0;
        let mut names = Names::new();
        let dims = self.parse_affine_names("(", ")", AffineExpr::Dim, &mut names)?;
        let symbols = if self.lex.at("[") { self.parse_affine_names("[", "]", AffineExpr::Symbol, &mut names)? } else { 0 };
        self.lex.expect("->")?;
        self.lex.expect("(")?;
        let results = self.parse_list(")", |p| p.parse_affine_sum(&names))?;
        Ok(AffineMap { dims, symbols, results: results.into() })
    }

    /// `[%i + 1, symbol(%n)]`: a map, and its operands, dims first.
    pub(crate) fn parse_access_map(&mut self) -> Result<(AffineMap, Vec<(Value, usize)>)> {
        self.affine_operators = 0;
        self.affine_operands = Some(AccessOperands::default());
        self.lex.expect("[")?;
        let results = self.parse_list("]", |p| p.parse_affine_sum(&Names::new()));
        let AccessOperands { dims, symbols } = self.affine_operands.take().unwrap_or_default();
        let count = |values: &[_]| u32::try_from(values.len()).expect("few operands");
        let map = AffineMap { dims: count(&dims), symbols: count(&symbols), results: results?.into() };
        Ok((map, dims.into_iter().chain(symbols).collect()))
    }

    /// `%i`, a dim, or `symbol(%n)`, where the indices of an access are read.
    fn parse_access_operand(&mut self) -> Result<Option<AffineExpr>> {
        if self.affine_operands.is_none() {
            return Ok(None);
        }
        let symbol = self.lex.eat("symbol")?;
        if symbol {
            self.lex.expect("(")?;
        } else if self.lex.token().kind != Kind::Value {
            return Ok(None);
        }
        let operand = self.parse_operand()?;
        if symbol {
            self.lex.expect(")")?;
        }
        let seen = self.affine_operands.get_or_insert_default();
        Ok(Some(if symbol {
            AffineExpr::Symbol(position(&mut seen.symbols, operand))
        } else {
            AffineExpr::Dim(position(&mut seen.dims, operand))
        }))
    }

    fn parse_affine_names(&mut self, open: &str, close: &str, make: fn(u32) -> AffineExpr, names: &mut Names<'t>) -> Result<u32> {
        self.lex.expect(open)?;
        let mut count = 0;
        while !self.lex.at(close) {
            if count > 0 {
                self.lex.expect(",")?;
            }
            let at = self.lex.token().start;
            let name = self.lex.expect_kind(Kind::Word, "the name of a dim or symbol")?;
            if names.insert(name, make(count)).is_some() {
                return Err(self.lex.error_at(at, format!("'{name}' is named twice")));
            }
            count += 1;
        }
        self.lex.expect(close)?;
        Ok(count)
    }

    fn parse_affine_sum(&mut self, names: &Names<'t>) -> Result<AffineExpr> {
        self.nested(|p| {
            let mut sum = p.parse_affine_product(names)?;
            loop {
                if p.lex.at("+") || p.lex.at("-") {
                    p.count_operator()?;
                }
                if p.lex.eat("+")? {
                    sum = sum.add(p.parse_affine_product(names)?);
                } else if p.lex.eat("-")? {
                    sum = sum.minus(p.parse_affine_product(names)?);
                } else {
                    return Ok(sum);
                }
            }
        })
    }

    /// Counts an operator of the current map.
    fn count_operator(&mut self) -> Result<()> {
        self.affine_operators += 1;
        if self.affine_operators > MAX_OPERATORS {
            return Err(self.lex.error(format!("an affine map with more than {MAX_OPERATORS} operators is not supported")));
        }
        Ok(())
    }

    fn parse_affine_product(&mut self, names: &Names<'t>) -> Result<AffineExpr> {
        let mut product = self.parse_affine_leaf(names)?;
        loop {
            let at = self.lex.token().start;
            let op = match self.lex.spelling() {
                "*" => AffineOp::Mul,
                "mod" => AffineOp::Mod,
                "floordiv" => AffineOp::FloorDiv,
                "ceildiv" => AffineOp::CeilDiv,
                _ => return Ok(product),
            };
            self.count_operator()?;
            self.lex.next()?;
            let right_at = self.lex.token().start;
            let right = self.parse_affine_leaf(names)?;
            if op == AffineOp::Mul {
                if !product.is_symbolic_or_const() && !right.is_symbolic_or_const() {
                    return Err(self.lex.error_at(at, "a product in an affine map needs a constant or symbolic factor"));
                }
            } else if let Some(c) = right.as_const().filter(|c| *c < 1) {
                let op = self.lex.slice(at, right_at).trim().to_string();
                return Err(self.lex.error_at(right_at, format!("the right side of {op} must be positive, but is {c}")));
            } else if !right.is_symbolic_or_const() {
                return Err(self
                    .lex
                    .error_at(right_at, "the right side of mod, floordiv or ceildiv must be constant or symbolic"));
            }
            product = AffineExpr::binary(op, product, right);
        }
    }

    fn parse_affine_leaf(&mut self, names: &Names<'t>) -> Result<AffineExpr> {
        if self.lex.eat("(")? {
            let inner = self.parse_affine_sum(names)?;
            self.lex.expect(")")?;
            return Ok(inner);
        }
        if self.lex.at("-") {
            let minus = self.lex.token();
            self.lex.next()?;
            if matches!(self.lex.token().kind, Kind::Integer | Kind::Hex) {
                self.lex.rewind(minus);
                return self.parse_integer().map(AffineExpr::Const);
            }
            let inner = self.nested(|p| p.parse_affine_leaf(names))?;
            return Ok(inner.mul(AffineExpr::Const(-1)));
        }
        if self.lex.token().kind == Kind::Integer {
            return self.parse_integer().map(AffineExpr::Const);
        }
        if let Some(operand) = self.parse_access_operand()? {
            return Ok(operand);
        }
        match names.get(self.lex.spelling()) {
            Some(expr) => {
                let expr = expr.clone();
                self.lex.next()?;
                Ok(expr)
            }
            None => Err(self.lex.expected("a dim, a symbol or an integer")),
        }
    }
}
