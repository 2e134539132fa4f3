//! Reads the quoted form, `"dialect.op"(%a) <{…}> ({ … }) {…} : (…) -> …`, which every op has.

use crate::lexer::Result;
use crate::parser::Parser;
use crate::pattern::Draft;
use tilec_ir::scalar_op::{FLOAT_PREDICATES, INT_PREDICATES};
use tilec_ir::spelling::{self, Arity, Form, Spelling};
use tilec_ir::{Attr, Dict, Module, Op, OpKind, Region, ScalarType, StructuredOp, Type, Value};

impl Parser<'_> {
    /// An op in quoted form.
    pub(crate) fn parse_quoted(&mut self) -> Result<Op> {
        let at = self.lex.token().start;
        let loc = self.lex.here();
        let name = self.parse_string()?;
        let Some(row) = spelling::find(&name) else { return Err(self.unknown_operation(&name, at)) };
        let mut draft = Draft::new(row);
        self.lex.expect("(")?;
        let operands = self.parse_list(")", Self::parse_operand)?;
        if self.lex.eat("[")? {
            draft.successors = self.parse_list("]", Self::parse_successor)?;
        }
        if self.lex.eat("<")? {
            let dict = self.parse_dict()?;
            draft.take_dict(row, &dict);
            self.lex.expect(">")?;
        }
        if self.lex.eat("(")? {
            let isolated = matches!(row.form, Form::Func | Form::Module);
            draft.regions = self.parse_list(")", |p| p.parse_quoted_region(isolated))?;
        }
        self.parse_attr_dict(row, &mut draft)?;
        self.lex.expect(":")?;
        let ty = self.parse_function_type()?;
        if ty.inputs.len() != operands.len() {
            let message = format!("expected {} operand types, but found {}", operands.len(), ty.inputs.len());
            return Err(self.lex.error_at(at, message));
        }
        for (operand, ty) in operands.iter().zip(&ty.inputs) {
            self.check_type(*operand, ty)?;
        }
        if let Some(expected) = row.num_regions().filter(|n| *n != draft.regions.len()) {
            let found = draft.regions.len();
            return Err(self.lex.error_at(at, format!("{name} has {expected} regions, but found {found}")));
        }
        draft.operands = self.split_operands(row, &mut draft, operands, at)?;
        draft.extra.remove("resultSegmentSizes");
        self.settle_attrs(row, &mut draft.attrs, at)?;
        self.check_window(&draft)?;
        let op = self.finish(row, draft, &ty.results, 0, loc);
        self.settle_body(op, at)?;
        Ok(op)
    }

    /// A region, without a block if it is empty.
    fn parse_quoted_region(&mut self, isolated: bool) -> Result<Region> {
        let region = self.module.create_region();
        let start = self.lex.token();
        self.lex.expect("{")?;
        if !self.lex.eat("}")? {
            self.lex.rewind(start);
            self.parse_region(region, &[], isolated)?;
        }
        Ok(region)
    }

    /// The operands by group: as `operandSegmentSizes` says, else as many to each as its arity leaves no doubt about.
    fn split_operands(
        &self,
        row: &Spelling,
        draft: &mut Draft,
        operands: Vec<(Value, usize)>,
        at: usize,
    ) -> Result<Vec<Vec<(Value, usize)>>> {
        let stated = draft.extra.remove("operandSegmentSizes");
        let sizes: Vec<usize> = match stated.as_ref().map(Attr::as_int_array) {
            Some(Some(sizes)) => {
                let mut sizes: Vec<_> = sizes.iter().map(|n| usize::try_from(*n).unwrap_or(usize::MAX)).collect();
                // Groups at the end that tilec does not know are fine as long as they are empty.
                while sizes.len() > row.operands.len() && sizes.last() == Some(&0) {
                    sizes.pop();
                }
                sizes
            }
            Some(None) => return Err(self.lex.error_at(at, "operandSegmentSizes must be an array of integers")),
            // These have one input and one output, and MLIR does not say so.
            None if matches!(row.kind, OpKind::Structured(StructuredOp::Transpose | StructuredOp::Broadcast)) => {
                vec![1, operands.len().saturating_sub(1)]
            }
            None => {
                let open = row.operands.iter().filter(|g| g.arity != Arity::One).count();
                let fixed = row.operands.len() - open;
                if open > 1 {
                    return Err(self.lex.error_at(at, format!("{} needs operandSegmentSizes", row.name)));
                }
                let rest = operands.len().saturating_sub(fixed);
                row.operands.iter().map(|g| if g.arity == Arity::One { 1 } else { rest }).collect()
            }
        };
        let total = sizes.iter().try_fold(0usize, |sum, n| sum.checked_add(*n));
        if sizes.len() != row.operands.len() || total != Some(operands.len()) {
            let groups: Vec<_> = row.operands.iter().map(|g| g.name).collect();
            let message = format!(
                "{} has the operand groups ({}), to which {} operands do not fit",
                row.name,
                groups.join(", "),
                operands.len()
            );
            return Err(self.lex.error_at(at, message));
        }
        let mut rest = operands.into_iter();
        Ok(sizes.into_iter().map(|n| rest.by_ref().take(n).collect()).collect())
    }

    /// Brings inherent attributes to the form in which the reader of the short form leaves them, and checks that they have one.
    pub(crate) fn settle_attrs(&self, row: &Spelling, attrs: &mut Dict, at: usize) -> Result<()> {
        for set in spelling::FLAGS {
            let Some(attr) = attrs.remove(set.attr) else { continue };
            let words = match &attr {
                Attr::Opaque(text) => text.strip_prefix(set.dialect_attr).and_then(|t| t.strip_prefix('<')?.strip_suffix('>')),
                Attr::Str(text) => Some(&**text),
                _ => None,
            };
            let given: Option<Vec<&str>> = words.map(|w| w.split(',').map(str::trim).collect());
            let known = |g: &Vec<&str>| g.iter().all(|w| *w == "none" || set.words.contains(w));
            let Some(given) = given.filter(known) else {
                return Err(self.lex.error_at(at, format!("{} must be {}<…>", set.attr, set.dialect_attr)));
            };
            if let Some(text) = set.joined(&given) {
                attrs.set(set.attr, Attr::Str(text.into()));
            }
        }
        // Those of steps share names with others of another form; the verifier checks them.
        let step = row.kind == OpKind::Transform && row.form != Form::Func;
        for name in row.attrs.iter().filter(|_| !step) {
            let Some(form) = spelling::attr_form(name) else { continue };
            match attrs.get(name) {
                None if spelling::is_required(row, name) => {
                    return Err(self.lex.error_at(at, format!("{} needs attribute {name}", row.name)));
                }
                Some(attr) if !form.fits(attr) => {
                    return Err(self.lex.error_at(at, format!("attribute {name} of {} must be {}", row.name, form.describe())));
                }
                _ => {}
            }
        }
        if let OpKind::Compare { float } = row.kind {
            let count = if float { FLOAT_PREDICATES.len() } else { INT_PREDICATES.len() };
            let ok =
                attrs.get("predicate").and_then(Attr::as_int).and_then(|p| usize::try_from(p).ok()).is_some_and(|p| p < count);
            if !ok {
                return Err(self.lex.error_at(at, format!("predicate of {} must be below {count}", row.name)));
            }
        }
        if let Some(Attr::Int(i, ScalarType::I1)) = attrs.get("value") {
            let value = Attr::Bool(*i != 0);
            attrs.set("value", value);
        }
        Ok(())
    }

    /// The body of a named op must be the one its name implies; default maps go without saying.
    fn settle_body(&mut self, op: Op, at: usize) -> Result<()> {
        let OpKind::Structured(which) = self.module.kind(op) else { return Ok(()) };
        if matches!(which, StructuredOp::Generic | StructuredOp::Map | StructuredOp::Reduce) {
            return Ok(());
        }
        self.check_implied(op)?;
        self.drop_default_maps(op);
        let given = self.module.regions(op)[0];
        let loc = self.module.op(op).loc.clone();
        let operands: Vec<_> = self.module.operands(op).collect();
        let segments = [self.module.group_range(op, 0).len(), self.module.group_range(op, 1).len()];
        let model = self.module.create_op(self.module.spelling(op), &operands, &[], 1, loc);
        self.module.set_segments(model, &segments);
        self.module.op_mut(model).attrs = self.module.op(op).attrs.clone();
        self.module.build_named_body(model);
        let implied = self.module.regions(model)[0];
        if !same_body(&self.module, given, implied) {
            return Err(self.lex.error_at(at, format!("the body is not that of {}", self.module.spelling(op).name)));
        }
        self.module.erase(model);
        Ok(())
    }
}

/// True if two regions of one block compute the same: op by op, with constants wherever they stand.
fn same_body(module: &Module, a: Region, b: Region) -> bool {
    let (&[a], &[b]) = (module.region_blocks(a), module.region_blocks(b)) else { return false };
    let mut same: std::collections::HashMap<Value, Value> = std::collections::HashMap::new();
    let (left, right) = (module.block_args(a), module.block_args(b));
    if left.len() != right.len() || left.iter().zip(right).any(|(x, y)| module.ty(*x) != module.ty(*y)) {
        return false;
    }
    same.extend(left.iter().copied().zip(right.iter().copied()));
    let constant = |v: Value| module.constant(v).map(|c| (c.clone(), module.ty(v).clone()));
    let ops = |block| module.block_ops(block).filter(|&o| module.kind(o) != OpKind::Constant).collect::<Vec<_>>();
    let (a, b) = (ops(a), ops(b));
    a.len() == b.len()
        && a.into_iter().zip(b).all(|(x, y)| {
            let fits = module.spelling(x).name == module.spelling(y).name && module.op(x).attrs == module.op(y).attrs;
            let operands = module.num_operands(x) == module.num_operands(y)
                && module
                    .operands(x)
                    .zip(module.operands(y))
                    .all(|(v, w)| same.get(&v) == Some(&w) || constant(v).is_some() && constant(v) == constant(w));
            let types = |o: Op| module.results(o).iter().map(|&r| module.ty(r).clone()).collect::<Vec<Type>>();
            same.extend(module.results(x).iter().copied().zip(module.results(y).iter().copied()));
            fits && operands && types(x) == types(y)
        })
}
