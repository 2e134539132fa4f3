//! The forms of control flow: loops, branches of structured control flow, affine ops.

use super::Printer;
use crate::affine::{AffineExpr, AffineMap};
use crate::attr::Attr;
use crate::entity::{Op, Value};
use crate::op::OpKind;
use crate::types::Type;

impl Printer<'_> {
    pub(super) fn for_form(&mut self, op: Op) {
        let module = self.module;
        if module.attr(op, "unsignedCmp").is_some() {
            self.push(" unsigned");
        }
        let args = module.block_args(module.entry(op));
        let bounds: Vec<_> = (0..3).map(|i| self.value(module.operand(op, i))).collect();
        self.push(&format!(" {} = {} to {} step {}", self.value(args[0]), bounds[0], bounds[1], bounds[2]));
        if !module.results(op).is_empty() {
            let list = self.bindings(&args[1..], module.group(op, 3));
            self.push(&format!(" iter_args({list})"));
            self.arrow_types(op);
        }
        if *module.ty(args[0]) != Type::INDEX {
            let ty = self.type_of(args[0]);
            self.push(&format!("  : {ty}"));
        }
        self.push(" ");
        self.region(module.regions(op)[0], false, true);
        self.attr_dict(op, &["unsignedCmp"]);
    }

    pub(super) fn apply_form(&mut self, op: Op) {
        let module = self.module;
        let Some(map) = module.attr(op, "map").and_then(Attr::as_map) else { return };
        let operands: Vec<_> = module.operands(op).collect();
        let text = self.applied_map(map, &operands);
        self.push(&format!(" {text}"));
        self.attr_dict(op, &["map"]);
    }

    /// `#map(%i)[%s]`: a map with its operands, dims first.
    fn applied_map(&mut self, map: &AffineMap, operands: &[Value]) -> String {
        let text = self.map_text(map);
        let (dims, symbols) = operands.split_at((map.dims as usize).min(operands.len()));
        let symbols = if map.symbols > 0 { format!("[{}]", self.values(symbols.iter().copied())) } else { String::new() };
        format!("{text}({}){symbols}", self.values(dims.iter().copied()))
    }

    /// `%a = %b, %c = %d`.
    fn bindings(&self, args: &[Value], values: impl Iterator<Item = Value>) -> String {
        let pairs: Vec<_> = args.iter().zip(values).map(|(&a, v)| format!("{} = {}", self.value(a), self.value(v))).collect();
        pairs.join(", ")
    }

    /// ` -> (f32, index)`, nothing if there is no result.
    fn arrow_types(&mut self, op: Op) {
        let results = self.module.results(op).to_vec();
        if !results.is_empty() {
            let types = self.types_of(&results);
            self.push(&format!(" -> ({types})"));
        }
    }

    pub(super) fn if_form(&mut self, op: Op) {
        let module = self.module;
        let condition = self.value(module.operand(op, 0));
        self.push(&format!(" {condition}"));
        self.arrow_types(op);
        let implicit = module.results(op).is_empty();
        self.push(" ");
        self.region(module.regions(op)[0], false, implicit);
        if let Some(&other) = module.regions(op).get(1).filter(|r| !module.region_blocks(**r).is_empty()) {
            self.push(" else ");
            self.region(other, false, implicit);
        }
        self.attr_dict(op, &[]);
    }

    pub(super) fn while_form(&mut self, op: Op) {
        let module = self.module;
        let (before, after) = (module.regions(op)[0], module.regions(op)[1]);
        let args = module.block_args(module.region_blocks(before)[0]);
        if !args.is_empty() {
            let list = self.bindings(args, module.operands(op));
            self.push(&format!(" ({list})"));
        }
        let (operands, results): (Vec<_>, _) = (module.operands(op).collect(), module.results(op).to_vec());
        let types = format!(" : ({}) -> {} ", self.types_of(&operands), self.result_types_of(&results));
        self.push(&types);
        self.region(before, false, false);
        self.push(" do ");
        let header = !module.block_args(module.region_blocks(after)[0]).is_empty();
        self.region(after, header, false);
        self.attributes_keyword(op, &[]);
    }

    /// `(%i, %j)`: the arguments of a loop nest.
    fn binders(&self, args: &[Value]) -> String {
        format!("({})", self.values(args.iter().copied()))
    }

    pub(super) fn forall_form(&mut self, op: Op) {
        let module = self.module;
        let bounds = ["staticLowerBound", "staticUpperBound", "staticStep"].map(|name| module.int_array(op, name));
        let text: Vec<_> = (0..3)
            .map(|g| {
                let list = self.mixed(bounds[g], &mut module.group(op, g));
                format!("({})", &list[1..list.len() - 1])
            })
            .collect();
        let args = module.block_args(module.entry(op));
        let (loops, shared) = args.split_at(bounds[0].len().min(args.len()));
        let binders = self.binders(loops);
        if bounds[0].iter().all(|b| *b == 0) && bounds[2].iter().all(|s| *s == 1) {
            self.push(&format!(" {binders} in {}", text[1]));
        } else {
            self.push(&format!(" {binders} = {} to {} step {}", text[0], text[1], text[2]));
        }
        if !module.results(op).is_empty() {
            let list = self.bindings(shared, module.group(op, 3));
            self.push(&format!(" shared_outs({list})"));
            self.arrow_types(op);
        }
        self.push(" ");
        self.region(module.regions(op)[0], false, module.results(op).is_empty());
        self.attr_dict(op, &["staticLowerBound", "staticUpperBound", "staticStep"]);
    }

    pub(super) fn parallel_form(&mut self, op: Op) {
        let module = self.module;
        let binders = self.binders(module.block_args(module.entry(op)));
        let text: Vec<_> = (0..4).map(|g| self.values(module.group(op, g))).collect();
        self.push(&format!(" {binders} = ({}) to ({}) step ({})", text[0], text[1], text[2]));
        if !text[3].is_empty() {
            self.push(&format!(" init ({})", text[3]));
        }
        let results = module.results(op).to_vec();
        if !results.is_empty() {
            let types = self.result_types_of(&results);
            self.push(&format!(" -> {types}"));
        }
        self.push(" ");
        self.region(module.regions(op)[0], false, false);
        self.attr_dict(op, &[]);
    }

    pub(super) fn combine_form(&mut self, op: Op) {
        let module = self.module;
        let values: Vec<_> = module.operands(op).collect();
        if !values.is_empty() {
            let text = format!("({} : {})", self.values(values.iter().copied()), self.types_of(&values));
            self.push(&text);
        }
        self.push(" ");
        for (i, &region) in module.regions(op).iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.region(region, true, false);
        }
        self.attr_dict(op, &[]);
    }

    pub(super) fn affine_for_form(&mut self, op: Op) {
        let module = self.module;
        let args = module.block_args(module.entry(op));
        let lower = self.bound(op, 0, "lowerBoundMap", "max");
        let upper = self.bound(op, 1, "upperBoundMap", "min");
        let loc = self.arg_loc(module.value_loc(args[0]));
        self.push(&format!(" {}{loc} = {lower} to {upper}", self.value(args[0])));
        let step = module.attr(op, "step").and_then(Attr::as_int).unwrap_or(1);
        if step != 1 {
            self.push(&format!(" step {step}"));
        }
        if !module.results(op).is_empty() {
            let list = self.bindings(&args[1..], module.group(op, 2));
            self.push(&format!(" iter_args({list})"));
            self.arrow_types(op);
        }
        self.push(" ");
        self.region(module.regions(op)[0], false, module.results(op).is_empty());
        self.attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step"]);
    }

    /// A bound of an affine loop: a constant, a symbol, or a map with its operands.
    fn bound(&mut self, op: Op, group: usize, attr: &str, word: &str) -> String {
        let module = self.module;
        let Some(map) = module.attr(op, attr).and_then(Attr::as_map) else { return String::new() };
        let operands: Vec<_> = module.group(op, group).collect();
        if let [result] = &map.results[..] {
            if let Some(c) = result.as_const().filter(|_| operands.is_empty()) {
                return c.to_string();
            }
            if let ([symbol], 1, AffineExpr::Symbol(0)) = (operands.as_slice(), map.symbols, result) {
                return self.value(*symbol);
            }
            return self.applied_map(map, &operands);
        }
        format!("{word} {}", self.applied_map(map, &operands))
    }

    /// `%m[%i + 1]`, after the value of a store.
    pub(super) fn affine_access_form(&mut self, op: Op) {
        let module = self.module;
        let store = module.kind(op) == OpKind::AffineStore;
        let at = usize::from(store);
        let buffer = module.operand(op, at);
        let indices: Vec<_> = module.operands(op).skip(at + 1).collect();
        let Some(map) = module.attr(op, "map").and_then(Attr::as_map) else { return };
        let name = |i: usize| indices.get(i).map_or("?".to_string(), |&v| self.value(v));
        let dim = |d: u32| name(d as usize);
        let symbol = |s: u32| format!("symbol({})", name((map.dims + s) as usize));
        let results: Vec<_> = map.results.iter().map(|e| e.with_names(&dim, &symbol)).collect();
        let value = if store { format!("{}, ", self.value(module.operand(op, 0))) } else { String::new() };
        self.push(&format!(" {value}{}[{}]", self.value(buffer), results.join(", ")));
        self.attr_dict(op, &["map"]);
        let ty = self.type_of(buffer);
        self.push(&format!(" : {ty}"));
    }
}
