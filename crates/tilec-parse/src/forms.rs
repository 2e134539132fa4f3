//! Reads the forms that are code: the mirror of the printer's `forms`.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use crate::pattern::Draft;
use crate::region::RegionArg;
use std::sync::Arc;
use tilec_ir::spelling::{Form, Spelling};
use tilec_ir::{Attr, Dict, FunctionType, Loc, Op, OpKind, ScalarType, Type};

impl<'t> Parser<'t> {
    /// An op after its name.
    pub(crate) fn parse_form(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        match row.form {
            Form::Format(pattern) => self.parse_pattern(row, pattern, loc),
            Form::Module => self.parse_module(row, loc),
            Form::Func => self.parse_func(row, loc),
            Form::Constant => self.parse_constant(row, loc),
            Form::Generic => self.parse_generic(row, loc),
            Form::Named => self.parse_named(row, loc),
            Form::Category => self.parse_category(row, loc),
            Form::Reshape => self.parse_reshape(row, loc),
            Form::Global => self.parse_global(row, loc),
            Form::For => self.parse_for(row, loc),
            Form::AffineApply => self.parse_affine_apply(row, loc),
            Form::Mapper => self.parse_mapper(row, loc),
            Form::If => self.parse_if(row, loc),
            Form::While => self.parse_while(row, loc),
            Form::Forall => self.parse_forall(row, loc),
            Form::Parallel => self.parse_parallel(row, loc),
            Form::Combine => self.parse_combine(row, loc),
            Form::AffineFor => self.parse_affine_for(row, loc),
            Form::AffineAccess => self.parse_affine_access(row, loc),
        }
    }

    /// `{…}` if it is there, sorted into the draft.
    pub(crate) fn parse_attr_dict(&mut self, row: &Spelling, draft: &mut Draft) -> Result<()> {
        if self.lex.at("{") {
            let dict = self.parse_dict()?;
            draft.take_dict(row, &dict);
        }
        Ok(())
    }

    pub(crate) fn parse_attributes_keyword(&mut self, row: &Spelling, draft: &mut Draft) -> Result<()> {
        if self.lex.eat("attributes")? {
            let dict = self.parse_dict()?;
            draft.take_dict(row, &dict);
        }
        Ok(())
    }

    fn parse_module(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        if self.lex.token().kind == Kind::Symbol {
            draft.attrs.set("sym_name", Attr::Str(self.parse_symbol()?.into()));
        }
        self.parse_attributes_keyword(row, &mut draft)?;
        let op = self.finish(row, draft, &[], 1, loc);
        let region = self.module.regions(op)[0];
        self.parse_region(region, &[], true)?;
        Ok(op)
    }

    fn parse_func(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        if let word @ ("private" | "public" | "nested") = self.lex.spelling() {
            self.lex.next()?;
            draft.attrs.set("sym_visibility", Attr::str(word));
        }
        let name = self.parse_symbol()?;
        draft.attrs.set("sym_name", Attr::Str(name.into()));
        let (args, inputs, arg_attrs) = self.parse_func_args()?;
        let (results, res_attrs) = if self.lex.eat("->")? { self.parse_func_results()? } else { (Vec::new(), Vec::new()) };
        self.parse_attributes_keyword(row, &mut draft)?;
        for (key, dicts) in [("arg_attrs", arg_attrs), ("res_attrs", res_attrs)] {
            if dicts.iter().any(|d| !d.is_empty()) {
                draft.attrs.set(key, Attr::Array(dicts.into_iter().map(|d| Attr::Dict(Arc::new(d))).collect()));
            }
        }
        let count = inputs.len();
        draft.attrs.set("function_type", Attr::Type(Type::Function(Arc::new(FunctionType { inputs, results }))));
        let op = self.finish(row, draft, &[], 1, loc);
        if self.lex.at("{") {
            if args.len() != count {
                return Err(self.lex.error("a function with a body needs a name for each argument"));
            }
            let region = self.module.regions(op)[0];
            self.parse_region(region, &args, true)?;
        }
        Ok(op)
    }

    #[allow(clippy::type_complexity, reason = "names, types and attributes of a list of arguments")]
    fn parse_func_args(&mut self) -> Result<(Vec<RegionArg<'t>>, Vec<Type>, Vec<Dict>)> {
        let (mut args, mut types, mut attrs) = (Vec::new(), Vec::new(), Vec::new());
        self.lex.expect("(")?;
        while !self.lex.at(")") {
            if !types.is_empty() {
                self.lex.expect(",")?;
            }
            let named = if self.lex.token().kind == Kind::Value {
                let at = self.lex.token().start;
                let name = self.lex.next()?;
                self.lex.expect(":")?;
                Some((name, at))
            } else {
                None
            };
            let ty = self.parse_type()?;
            attrs.push(if self.lex.at("{") { self.parse_dict()? } else { Dict::default() });
            if let Some((name, at)) = named {
                let loc = if self.lex.at("loc") { self.parse_loc()? } else { self.lex.loc(at) };
                args.push(RegionArg { name, ty: ty.clone(), loc, at });
            }
            types.push(ty);
        }
        self.lex.expect(")")?;
        Ok((args, types, attrs))
    }

    fn parse_func_results(&mut self) -> Result<(Vec<Type>, Vec<Dict>)> {
        if !self.lex.eat("(")? {
            return Ok((vec![self.parse_type()?], Vec::new()));
        }
        let results =
            self.parse_list(")", |p| Ok((p.parse_type()?, if p.lex.at("{") { p.parse_dict()? } else { Dict::default() })))?;
        Ok(results.into_iter().unzip())
    }

    fn parse_constant(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        self.parse_attr_dict(row, &mut draft)?;
        let at = self.lex.token().start;
        let attr = self.parse_attr()?;
        let ty = match &attr {
            Attr::Bool(_) => Type::I1,
            Attr::Int(i, ScalarType::I1) => {
                draft.attrs.set("value", Attr::Bool(*i != 0));
                return Ok(self.finish(row, draft, &[Type::I1], 0, loc));
            }
            Attr::Int(_, ty) => Type::Scalar(*ty),
            Attr::Float(s) => Type::Scalar(s.ty),
            Attr::Dense(d) => d.ty.clone(),
            Attr::Elided(_, ty) => ty.clone(),
            _ => return Err(self.lex.error_at(at, "expected a number, true, false or a dense constant")),
        };
        draft.attrs.set("value", attr);
        Ok(self.finish(row, draft, &[ty], 0, loc))
    }

    fn parse_reshape(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let source = self.parse_operand()?;
        draft.operands[0] = vec![source];
        self.parse_reassociation(&mut draft)?;
        if row.kind == (OpKind::Reshape { expand: true }) {
            if !self.lex.eat("output_shape")? {
                return Err(self.lex.expected("'output_shape' and the shape of the result"));
            }
            self.parse_index_list(row, "output_shape", &mut draft)?;
        }
        self.parse_attr_dict(row, &mut draft)?;
        self.lex.expect(":")?;
        let ty = self.parse_type()?;
        self.check_type(source, &ty)?;
        self.lex.expect("into")?;
        let result = self.parse_type()?;
        Ok(self.finish(row, draft, &[result], 0, loc))
    }

    /// `[[0, 1], [2]]`.
    fn parse_reassociation(&mut self, draft: &mut Draft) -> Result<()> {
        let at = self.lex.token().start;
        let Attr::Array(groups) = self.parse_attr()? else {
            return Err(self.lex.error_at(at, "expected a list of lists of dimensions"));
        };
        let is_group = |g: &Attr| g.as_array().is_some_and(|g| g.iter().all(|i| i.as_int().is_some()));
        if !groups.iter().all(is_group) {
            return Err(self.lex.error_at(at, "expected a list of lists of dimensions"));
        }
        draft.attrs.set("reassociation", Attr::Array(groups));
        Ok(())
    }

    fn parse_global(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        if self.lex.token().kind == Kind::Str {
            draft.attrs.set("sym_visibility", Attr::Str(self.parse_string()?.into()));
        }
        if self.lex.eat("constant")? {
            draft.attrs.set("constant", Attr::Unit);
        }
        draft.attrs.set("sym_name", Attr::Str(self.parse_symbol()?.into()));
        self.lex.expect(":")?;
        let at = self.lex.token().start;
        let ty = self.parse_type()?;
        if !matches!(ty, Type::MemRef(_)) || !ty.is_static() {
            return Err(self.lex.error_at(at, format!("a global needs a static memref type, but found {ty}")));
        }
        if self.lex.eat("=")? {
            let value = if self.lex.eat("uninitialized")? {
                Attr::Unit
            } else {
                let tensor = Type::tensor(ty.shape().unwrap_or(&[]), ty.elem().unwrap_or(ScalarType::I1));
                self.parse_elements(Some(&tensor))?
            };
            draft.attrs.set("initial_value", value);
        }
        draft.attrs.set("type", Attr::Type(ty));
        self.parse_attr_dict(row, &mut draft)?;
        Ok(self.finish(row, draft, &[], 0, loc))
    }
}
