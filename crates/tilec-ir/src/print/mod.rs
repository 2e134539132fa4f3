//! The printer: the text mlir-opt prints, byte for byte.
//!
//! One pass over the ops; map aliases are numbered as they are met and printed in front. What an op looks like comes from its row in
//! [`crate::spelling`]: the pattern interpreter is in `format`, the forms that are code in `forms` and, for control flow, `control`.

mod control;
mod float;
mod format;
mod forms;
mod locations;
mod names;
mod schedule;
mod value;

use crate::affine::AffineMap;
use crate::attr::Dense;
use crate::entity::{Block, Op, Region, Value};
use crate::ir::Module;
use crate::op::OpKind;
use crate::types::Type;
use locations::LocMode;
pub use names::Names;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Prints a module.
struct Printer<'m> {
    module: &'m Module,
    names: Names,
    out: String,
    indent: usize,
    aliases: Vec<AffineMap>,
    alias_of: HashMap<AffineMap, usize>,
    /// Large constants kept in the resource section, in order of first use.
    resources: Vec<Arc<Dense>>,
    locations: LocMode,
    /// Maps met where MLIR does not look for what deserves an alias; printed by alias only if it has one from elsewhere.
    unvisited: Vec<AffineMap>,
    /// In such a place.
    in_unvisited: bool,
    /// Position of each block in its region, for regions that were started.
    blocks: HashMap<Block, usize>,
    /// Regions print as `{...}`.
    skip_regions: bool,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module) -> Self {
        let names = Names::new(module, module.top());
        Self {
            module,
            names,
            out: String::new(),
            indent: 0,
            aliases: Vec::new(),
            alias_of: HashMap::new(),
            resources: Vec::new(),
            locations: LocMode::Hidden,
            unvisited: Vec::new(),
            in_unvisited: false,
            blocks: HashMap::new(),
            skip_regions: false,
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Ends a line and starts the next at the current depth.
    fn newline(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.indent * 2));
    }

    fn value(&self, value: Value) -> String {
        self.names.value(value)
    }

    fn values(&self, values: impl IntoIterator<Item = Value>) -> String {
        values.into_iter().map(|v| self.value(v)).collect::<Vec<_>>().join(", ")
    }

    fn type_of(&mut self, value: Value) -> String {
        let module = self.module;
        self.type_text(module.ty(value))
    }

    fn types_of(&mut self, values: &[Value]) -> String {
        values.iter().map(|&v| self.type_of(v)).collect::<Vec<_>>().join(", ")
    }

    fn result_types_of(&mut self, values: &[Value]) -> String {
        let types: Vec<Type> = values.iter().map(|&v| self.module.ty(v).clone()).collect();
        self.result_types(&types)
    }

    /// An op without its line break.
    fn op(&mut self, op: Op) {
        let loc = &self.module.op(op).loc;
        self.meet_loc(loc, true);
        let results = self.module.results(op);
        if !results.is_empty() {
            let definition = self.names.definition(results);
            self.push(&definition);
            self.push(" = ");
        }
        self.form(op);
        let text = self.trailing_loc(loc);
        self.push(&text);
    }

    /// `{`, the ops of the region one deeper, `}`. Headers of blocks print where `headers` asks or there are several blocks.
    /// A terminator that says nothing is left out if it goes without saying.
    fn region(&mut self, region: Region, headers: bool, implicit_terminator: bool) {
        if self.skip_regions {
            return self.push("{...}");
        }
        self.push("{");
        let module = self.module;
        let blocks = module.region_blocks(region);
        self.blocks.extend(blocks.iter().copied().zip(0..));
        let predecessors = if blocks.len() > 1 { self.predecessors(blocks) } else { HashMap::new() };
        for (i, &block) in blocks.iter().enumerate() {
            if headers || i > 0 {
                self.newline();
                let args: Vec<_> = module.block_args(block).iter().map(|&a| self.argument(a)).collect();
                let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
                self.push(&format!("^bb{i}{args}:"));
                if i > 0 {
                    let from = predecessors.get(&block).map_or(&[][..], Vec::as_slice);
                    let names: Vec<_> = from.iter().map(|i| format!("^bb{i}")).collect();
                    self.push(&match names.as_slice() {
                        [] => "  // no predecessors".to_string(),
                        [one] => format!("  // pred: {one}"),
                        several => format!("  // {} preds: {}", several.len(), several.join(", ")),
                    });
                }
            }
            self.indent += 1;
            for op in module.block_ops(block) {
                let bare = match module.kind(op) {
                    OpKind::Yield => module.num_operands(op) == 0,
                    OpKind::InParallel => true,
                    OpKind::Transform => module.spelling(op).name == "transform.yield" && module.num_operands(op) == 0,
                    _ => false,
                };
                if !(implicit_terminator && bare) {
                    self.newline();
                    self.op(op);
                }
            }
            self.indent -= 1;
        }
        self.newline();
        self.push("}");
    }

    /// `%in: f32`: an argument where it is declared.
    fn argument(&mut self, arg: Value) -> String {
        let ty = self.type_of(arg);
        let loc = self.arg_loc(self.module.value_loc(arg));
        format!("{}: {ty}{loc}", self.value(arg))
    }

    /// The positions of the blocks that branch to each, in order, once for each branch.
    fn predecessors(&self, blocks: &[Block]) -> HashMap<Block, Vec<usize>> {
        let mut from: HashMap<Block, Vec<usize>> = HashMap::new();
        for (i, &block) in blocks.iter().enumerate() {
            let targets = self.module.terminator(block).map_or(&[][..], |t| self.module.successors(t));
            for &target in targets {
                from.entry(target).or_default().push(i);
            }
        }
        from
    }
}

/// A module as text. Large constants of the resource section become digits only as they are written.
pub struct Printed {
    text: String,
    resources: Vec<Arc<Dense>>,
}

impl Printed {
    /// The module's text: map aliases, then the ops, ending in a line break.
    pub fn new(module: &Module) -> Self {
        Self::finish(Printer::new(module))
    }

    /// The text with the location of every op and argument.
    pub fn with_locations(module: &Module) -> Self {
        let mut first = Printer::new(module);
        first.locations = LocMode::Meeting(locations::Locations::default());
        first.op(module.top());
        let mut printer = Printer::new(module);
        printer.locations = first.locations.shown();
        Self::finish(printer)
    }

    fn finish(mut printer: Printer<'_>) -> Self {
        printer.op(printer.module.top());
        let [top, bottom] = [false, true].map(|deferred| match &printer.locations {
            LocMode::Shown(locations) => locations.definitions(deferred),
            _ => Default::default(),
        });
        let mut text = String::with_capacity(printer.out.len() + 64);
        text.push_str(&top.0);
        for (i, map) in printer.aliases.iter().enumerate() {
            let number = if i == 0 { String::new() } else { i.to_string() };
            text.push_str(&format!("#map{number} = affine_map<{map}>\n"));
        }
        text.push_str(&top.1);
        text.push_str(&printer.settle_unvisited());
        text.push('\n');
        text.push_str(&bottom.0);
        text.push_str(&bottom.1);
        Self { text, resources: printer.resources }
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        value::resource_section(&self.resources, f)
    }
}

/// One op with its regions (or `{...}` for them), values named as in the whole module, maps written out.
pub fn op_text(module: &Module, op: Op, skip_regions: bool) -> String {
    let mut printer = Printer::new(module);
    (printer.skip_regions, printer.in_unvisited) = (skip_regions, true);
    printer.op(op);
    printer.settle_unvisited()
}

/// A type as the printer spells it, maps written out.
pub fn type_text(ty: &Type) -> String {
    let module = Module::new();
    let mut printer = Printer::new(&module);
    let mut text = printer.type_text(ty);
    for (i, map) in printer.aliases.iter().enumerate().rev() {
        let number = if i == 0 { String::new() } else { i.to_string() };
        text = text.replace(&format!("#map{number}"), &format!("affine_map<{map}>"));
    }
    text
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&type_text(self))
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printed::new(self).fmt(f)
    }
}
