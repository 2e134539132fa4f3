//! Reads control flow: loops, branches of structured control flow, affine ops.

use crate::lexer::{Kind, Result};
use crate::parser::Parser;
use crate::pattern::{Draft, sort_attrs};
use crate::region::RegionArg;
use tilec_ir::spelling::{self, Spelling};
use tilec_ir::{AffineExpr, AffineMap, Attr, Block, Loc, Op, OpKind, ScalarType, Type, Value};

/// Names of what a loop carries, with their places.
type Names<'t> = Vec<(&'t str, usize)>;

impl<'t> Parser<'t> {
    pub(crate) fn parse_for(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        if self.lex.eat("unsigned")? {
            draft.attrs.set("unsignedCmp", Attr::Unit);
        }
        let at = self.lex.token().start;
        let name = self.lex.expect_kind(Kind::Value, "the induction variable")?;
        for (g, before) in ["=", "to", "step"].into_iter().enumerate() {
            self.lex.expect(before)?;
            draft.operands[g] = vec![self.parse_operand()?];
        }
        let (carried, results) =
            if self.lex.eat("iter_args")? { self.parse_bindings(&mut draft.operands[3])? } else { Default::default() };
        let ty = if self.lex.eat(":")? { self.parse_type()? } else { Type::INDEX };
        for g in 0..3 {
            self.check_type(draft.operands[g][0], &ty)?;
        }
        self.check_bound_types(&draft.operands[3], &results)?;
        let mut args = vec![RegionArg { name, ty, loc: self.lex.loc(at), at }];
        args.extend(self.name_args(carried, &results));
        let op = self.finish(row, draft, &results, 1, loc);
        let region = self.module.regions(op)[0];
        let block = self.parse_region(region, &args, false)?;
        if results.is_empty() {
            self.end_block(op, block, "scf.yield");
        }
        self.parse_late_dict(op)?;
        Ok(op)
    }

    pub(crate) fn parse_affine_apply(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let at = self.lex.token().start;
        let map = self.parse_map_attr()?;
        let several = matches!(row.kind, OpKind::AffineExtremum { .. });
        if if several { map.num_results() == 0 } else { map.num_results() != 1 } {
            let wanted = if several { "a map with a result" } else { "a map of one result" };
            return Err(self.lex.error_at(at, format!("expected {wanted}, but found {map}")));
        }
        let operands = self.parse_map_operands(&map, at)?;
        draft.operands[0] = operands;
        draft.attrs.set("map", Attr::Map(map));
        self.parse_attr_dict(row, &mut draft)?;
        Ok(self.finish(row, draft, &[Type::INDEX], 0, loc))
    }

    /// `(%a = %b, %c = %d) -> (f32, f32)`: names, values, types.
    fn parse_bindings(&mut self, values: &mut Vec<(Value, usize)>) -> Result<(Names<'t>, Vec<Type>)> {
        let names = self.parse_binding_list(values)?;
        self.lex.expect("->")?;
        Ok((names, self.parse_result_types()?))
    }

    /// `(%a = %b, %c = %d)`.
    fn parse_binding_list(&mut self, values: &mut Vec<(Value, usize)>) -> Result<Names<'t>> {
        self.lex.expect("(")?;
        self.parse_list(")", |p| {
            let at = p.lex.token().start;
            let name = p.lex.expect_kind(Kind::Value, "a carried value")?;
            p.lex.expect("=")?;
            values.push(p.parse_operand()?);
            Ok((name, at))
        })
    }

    /// Values that must be of the given types, one by one.
    fn check_bound_types(&self, values: &[(Value, usize)], types: &[Type]) -> Result<()> {
        if values.len() != types.len() {
            return Err(self.lex.error(format!("expected {} result types, but found {}", values.len(), types.len())));
        }
        values.iter().zip(types).try_for_each(|(value, ty)| self.check_type(*value, ty))
    }

    fn name_args(&self, names: Names<'t>, types: &[Type]) -> Vec<RegionArg<'t>> {
        let arg = |((name, at), ty): ((&'t str, usize), &Type)| RegionArg { name, ty: ty.clone(), loc: self.lex.loc(at), at };
        names.into_iter().zip(types).map(arg).collect()
    }

    /// `(%i, %j)`: the arguments of a loop nest.
    fn parse_binders(&mut self) -> Result<Names<'t>> {
        self.lex.expect("(")?;
        self.parse_list(")", |p| {
            let at = p.lex.token().start;
            Ok((p.lex.expect_kind(Kind::Value, "an induction variable")?, at))
        })
    }

    /// Adds the terminator that may be left out, unless the block has one.
    fn end_block(&mut self, op: Op, block: Block, terminator: &str) {
        let ended = self.module.terminator(block).is_some_and(|t| self.module.kind(t).is_terminator());
        if !ended {
            let loc = self.module.op(op).loc.clone();
            let row = spelling::find(terminator).expect("a terminator of the table");
            let end = self.module.create_op(row, &[], &[], usize::from(row.kind == OpKind::InParallel), loc);
            if let Some(&region) = self.module.regions(end).first() {
                self.module.append_block(region, &[]);
            }
            self.module.append_op(block, end);
        }
    }

    /// A dictionary after the regions.
    fn parse_late_dict(&mut self, op: Op) -> Result<()> {
        if !self.lex.at("{") {
            return Ok(());
        }
        let dict = self.parse_dict()?;
        let row = self.module.spelling(op);
        let data = self.module.op_mut(op);
        sort_attrs(row, &dict, &mut data.attrs, &mut data.extra);
        Ok(())
    }

    pub(crate) fn parse_if(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let condition = self.parse_operand()?;
        self.check_type(condition, &Type::I1)?;
        draft.operands[0] = vec![condition];
        let results = if self.lex.eat("->")? { self.parse_result_types()? } else { Vec::new() };
        let bare = results.is_empty();
        let op = self.finish(row, draft, &results, 2, loc);
        for i in 0..2 {
            if i == 1 && !self.lex.eat("else")? {
                break;
            }
            let region = self.module.regions(op)[i];
            let block = self.parse_region(region, &[], false)?;
            if bare {
                self.end_block(op, block, "scf.yield");
            }
        }
        self.parse_late_dict(op)?;
        Ok(op)
    }

    pub(crate) fn parse_while(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let names = if self.lex.at("(") { self.parse_binding_list(&mut draft.operands[0])? } else { Vec::new() };
        self.lex.expect(":")?;
        let ty = self.parse_function_type()?;
        self.check_bound_types(&draft.operands[0], &ty.inputs)?;
        let args = self.name_args(names, &ty.inputs);
        let op = self.finish(row, draft, &ty.results, 2, loc);
        let (before, after) = (self.module.regions(op)[0], self.module.regions(op)[1]);
        self.parse_region(before, &args, false)?;
        self.lex.expect("do")?;
        self.parse_region(after, &[], false)?;
        if self.lex.eat("attributes")? {
            self.parse_late_dict(op)?;
        }
        Ok(op)
    }

    pub(crate) fn parse_forall(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        const BOUNDS: [&str; 3] = ["staticLowerBound", "staticUpperBound", "staticStep"];
        let mut draft = Draft::new(row);
        let names = self.parse_binders()?;
        let rank = names.len();
        if self.lex.eat("in")? {
            let (operands, constants) = self.parse_mixed("(", ")")?;
            draft.operands[1] = operands;
            draft.attrs.set(BOUNDS[0], Attr::i64_array(vec![0; rank]));
            draft.attrs.set(BOUNDS[1], constants);
            draft.attrs.set(BOUNDS[2], Attr::i64_array(vec![1; rank]));
        } else {
            for (g, before) in ["=", "to", "step"].into_iter().enumerate() {
                self.lex.expect(before)?;
                let (operands, constants) = self.parse_mixed("(", ")")?;
                draft.operands[g] = operands;
                draft.attrs.set(BOUNDS[g], constants);
            }
        }
        for operand in draft.operands[..3].iter().flatten() {
            self.check_type(*operand, &Type::INDEX)?;
        }
        let (shared, results) =
            if self.lex.eat("shared_outs")? { self.parse_bindings(&mut draft.operands[3])? } else { Default::default() };
        self.check_bound_types(&draft.operands[3], &results)?;
        let mut args = self.name_args(names, &vec![Type::INDEX; rank]);
        args.extend(self.name_args(shared, &results));
        let op = self.finish(row, draft, &results, 1, loc);
        let region = self.module.regions(op)[0];
        let block = self.parse_region(region, &args, false)?;
        self.end_block(op, block, "scf.forall.in_parallel");
        self.parse_late_dict(op)?;
        Ok(op)
    }

    pub(crate) fn parse_parallel(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let names = self.parse_binders()?;
        for (g, before) in ["=", "to", "step", "init"].into_iter().enumerate() {
            if g == 3 && !self.lex.at("init") {
                break;
            }
            self.lex.expect(before)?;
            self.lex.expect("(")?;
            draft.operands[g] = self.parse_list(")", Self::parse_operand)?;
        }
        let results = if self.lex.eat("->")? { self.parse_result_types()? } else { Vec::new() };
        self.check_bound_types(&draft.operands[3], &results)?;
        for operand in draft.operands[..3].iter().flatten() {
            self.check_type(*operand, &Type::INDEX)?;
        }
        let rank = names.len();
        let args = self.name_args(names, &vec![Type::INDEX; rank]);
        let op = self.finish(row, draft, &results, 1, loc);
        let region = self.module.regions(op)[0];
        let block = self.parse_region(region, &args, false)?;
        if results.is_empty() {
            self.end_block(op, block, "scf.reduce");
        }
        self.parse_late_dict(op)?;
        Ok(op)
    }

    pub(crate) fn parse_combine(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        if self.lex.eat("(")? {
            draft.operands[0] = self.parse_operands()?;
            self.lex.expect(":")?;
            let types = self.parse_type_list()?;
            self.lex.expect(")")?;
            self.check_bound_types(&draft.operands[0], &types)?;
        }
        let count = draft.operands[0].len();
        for i in 0..count {
            if i > 0 {
                self.lex.expect(",")?;
            }
            let region = self.module.create_region();
            self.parse_region(region, &[], false)?;
            draft.regions.push(region);
        }
        self.parse_attr_dict(row, &mut draft)?;
        Ok(self.finish(row, draft, &[], 0, loc))
    }

    pub(crate) fn parse_affine_for(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let at = self.lex.token().start;
        let name = self.lex.expect_kind(Kind::Value, "the induction variable")?;
        let arg_loc = if self.lex.at("loc") { self.parse_loc()? } else { self.lex.loc(at) };
        self.lex.expect("=")?;
        self.parse_bound(&mut draft, 0, "lowerBoundMap", "max")?;
        self.lex.expect("to")?;
        self.parse_bound(&mut draft, 1, "upperBoundMap", "min")?;
        let step_at = self.lex.token().start;
        let step = if self.lex.eat("step")? { self.parse_integer()? } else { 1 };
        if step < 1 {
            return Err(self.lex.error_at(step_at, format!("expected a positive step, but found {step}")));
        }
        draft.attrs.set("step", Attr::Int(step, ScalarType::Index));
        let (carried, results) =
            if self.lex.eat("iter_args")? { self.parse_bindings(&mut draft.operands[2])? } else { Default::default() };
        self.check_bound_types(&draft.operands[2], &results)?;
        let mut args = vec![RegionArg { name, ty: Type::INDEX, loc: arg_loc, at }];
        args.extend(self.name_args(carried, &results));
        let op = self.finish(row, draft, &results, 1, loc);
        let region = self.module.regions(op)[0];
        let block = self.parse_region(region, &args, false)?;
        if results.is_empty() {
            self.end_block(op, block, "affine.yield");
        }
        self.parse_late_dict(op)?;
        Ok(op)
    }

    /// A bound of an affine loop: an integer, an index value, or a map with its operands.
    fn parse_bound(&mut self, draft: &mut Draft, group: usize, attr: &str, word: &str) -> Result<()> {
        let map = match self.lex.token().kind {
            Kind::Integer | Kind::Hex => AffineMap::new(0, vec![AffineExpr::Const(self.parse_integer()?)]),
            _ if self.lex.at("-") => AffineMap::new(0, vec![AffineExpr::Const(self.parse_integer()?)]),
            Kind::Value => {
                let operand = self.parse_operand()?;
                self.check_type(operand, &Type::INDEX)?;
                draft.operands[group] = vec![operand];
                AffineMap { dims: 0, symbols: 1, results: vec![AffineExpr::Symbol(0)].into() }
            }
            _ => {
                let several = self.lex.eat(word)?;
                let at = self.lex.token().start;
                let map = self.parse_map_attr()?;
                if map.num_results() == 0 || map.num_results() > 1 && !several {
                    let message = format!("expected a map of one result, or {word} and a map of several, but found {map}");
                    return Err(self.lex.error_at(at, message));
                }
                draft.operands[group] = self.parse_map_operands(&map, at)?;
                map
            }
        };
        draft.attrs.set(attr, Attr::Map(map));
        Ok(())
    }

    /// `#map` or `affine_map<…>`.
    fn parse_map_attr(&mut self) -> Result<AffineMap> {
        let at = self.lex.token().start;
        match self.parse_attr()? {
            Attr::Map(map) => Ok(map),
            _ => Err(self.lex.error_at(at, "expected an affine map")),
        }
    }

    /// `(%i)[%s]`: one index value for each dim and symbol of a map.
    fn parse_map_operands(&mut self, map: &AffineMap, at: usize) -> Result<Vec<(Value, usize)>> {
        self.lex.expect("(")?;
        let mut operands = self.parse_list(")", Self::parse_operand)?;
        let dims = operands.len();
        if self.lex.eat("[")? {
            operands.extend(self.parse_list("]", Self::parse_operand)?);
        }
        let symbols = operands.len() - dims;
        if dims != map.dims as usize || symbols != map.symbols as usize {
            let (d, s) = (map.dims, map.symbols);
            let message = format!("expected {d} dims and {s} symbols, as the map has, but found {dims} and {symbols}");
            return Err(self.lex.error_at(at, message));
        }
        for operand in &operands {
            self.check_type(*operand, &Type::INDEX)?;
        }
        Ok(operands)
    }

    /// `%m[%i + 1, symbol(%n)] : memref<…>`, after the value of a store.
    pub(crate) fn parse_affine_access(&mut self, row: &'static Spelling, loc: Loc) -> Result<Op> {
        let mut draft = Draft::new(row);
        let store = row.kind == OpKind::AffineStore;
        if store {
            draft.operands[0] = vec![self.parse_operand()?];
            self.lex.expect(",")?;
        }
        let g = usize::from(store);
        let buffer = self.parse_operand()?;
        draft.operands[g] = vec![buffer];
        let (map, indices) = self.parse_access_map()?;
        for operand in &indices {
            self.check_type(*operand, &Type::INDEX)?;
        }
        draft.operands[g + 1] = indices;
        draft.attrs.set("map", Attr::Map(map));
        self.parse_attr_dict(row, &mut draft)?;
        self.lex.expect(":")?;
        let ty = self.parse_type()?;
        self.check_type(buffer, &ty)?;
        let elem = ty.elem().map_or(Type::None, Type::from);
        if store {
            self.check_type(draft.operands[0][0], &elem)?;
            return Ok(self.finish(row, draft, &[], 0, loc));
        }
        Ok(self.finish(row, draft, &[elem], 0, loc))
    }
}
