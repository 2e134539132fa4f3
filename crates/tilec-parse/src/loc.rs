//! Locations: `loc(…)`.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use std::sync::Arc;
use tilec_ir::{Attr, Loc, Op};

impl Parser<'_> {
    /// `loc(…)` after an op; `loc(#alias)` may be defined later.
    pub(crate) fn parse_trailing_loc(&mut self, op: Op) -> Result<()> {
        if !self.lex.at("loc") {
            return Ok(());
        }
        let start = self.lex.token();
        self.lex.next()?;
        self.lex.expect("(")?;
        if self.lex.token().kind == Kind::Hash {
            let at = self.lex.token().start;
            let name = &self.lex.next()?[1..];
            self.deferred_locs.push((op, name, at));
            return self.lex.expect(")");
        }
        self.lex.rewind(start);
        self.module.op_mut(op).loc = self.parse_loc()?;
        Ok(())
    }

    /// `loc(…)`.
    pub(crate) fn parse_loc(&mut self) -> Result<Loc> {
        self.lex.expect("loc")?;
        self.lex.expect("(")?;
        let loc = self.parse_loc_body()?;
        self.lex.expect(")")?;
        Ok(loc)
    }

    fn parse_loc_body(&mut self) -> Result<Loc> {
        self.nested(|p| {
            if p.lex.token().kind == Kind::Hash {
                let name = &p.lex.spelling()[1..];
                let Some(Attr::Loc(loc)) = p.attr_aliases.get(name) else {
                    return Err(p.lex.error(format!("undefined location alias #{name}")));
                };
                let loc = (**loc).clone();
                p.lex.next()?;
                return Ok(loc);
            }
            if p.lex.token().kind == Kind::Str {
                return p.parse_file_or_name_loc();
            }
            match p.lex.next()? {
                "unknown" => Ok(Loc::Unknown),
                "callsite" => {
                    p.lex.expect("(")?;
                    let callee = p.parse_loc_body()?;
                    p.lex.expect("at")?;
                    let caller = p.parse_loc_body()?;
                    p.lex.expect(")")?;
                    Ok(Loc::CallSite(Arc::new(callee), Arc::new(caller)))
                }
                "fused" => {
                    p.lex.expect("[")?;
                    let mut parts = vec![p.parse_loc_body()?];
                    while p.lex.eat(",")? {
                        parts.push(p.parse_loc_body()?);
                    }
                    p.lex.expect("]")?;
                    Ok(Loc::Fused(parts.into()))
                }
                _ => Err(p.lex.expected("a location")),
            }
        })
    }

    fn parse_file_or_name_loc(&mut self) -> Result<Loc> {
        let name: Arc<str> = self.parse_string()?.into();
        if self.lex.eat(":")? {
            let number = |p: &mut Self| p.parse_integer().map(|n| u32::try_from(n).unwrap_or(0));
            let line = number(self)?;
            self.lex.expect(":")?;
            let col = number(self)?;
            return Ok(Loc::File { file: name, line, col });
        }
        let inner = if self.lex.eat("(")? {
            let inner = self.parse_loc_body()?;
            self.lex.expect(")")?;
            inner
        } else {
            Loc::Unknown
        };
        Ok(Loc::Name(name, Arc::new(inner)))
    }
}
