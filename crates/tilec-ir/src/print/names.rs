//! Names of values and blocks, by MLIR's rules, so that arena ids and rewrite history never show.
//!
//! Per function: all blocks and ops of a region are numbered first, then the regions inside, each starting from the state after the
//! whole outer region; one counter resolves conflicts between word names.

use crate::attr::Attr;
use crate::entity::{Op, Region, Value};
use crate::ir::Module;
use crate::op::{OpKind, StructuredOp};
use crate::spelling::{Form, Hint};
use crate::types::{ScalarType, Type};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Names of the values under one op.
pub struct Names {
    names: HashMap<Value, Name>,
}

/// A number or word, and the result's position where one name covers several results.
#[derive(Clone)]
struct Name {
    text: Rc<str>,
    part: Option<u32>,
}

/// Counters at a point of the numbering, and the words in use around it.
#[derive(Clone, Default)]
struct State {
    value: u32,
    argument: u32,
    conflict: u32,
    used: Vec<Rc<HashSet<Rc<str>>>>,
}

impl Names {
    /// Names everything under `root`.
    pub fn new(module: &Module, root: Op) -> Self {
        let mut names = Self { names: HashMap::new() };
        let mut work: Vec<(Region, State)> = module.regions(root).iter().rev().map(|&r| (r, State::default())).collect();
        while let Some((region, mut state)) = work.pop() {
            let mut used = HashSet::new();
            names.number_region(module, region, &mut state, &mut used);
            state.used.push(Rc::new(used));
            let mut inner = Vec::new();
            for &block in module.region_blocks(region) {
                for op in module.block_ops(block) {
                    let isolated = matches!(module.spelling(op).form, Form::Func | Form::Module);
                    let start = || if isolated { State::default() } else { state.clone() };
                    inner.extend(module.regions(op).iter().map(|&r| (r, start())));
                }
            }
            work.extend(inner.into_iter().rev());
        }
        names
    }

    fn number_region(&mut self, module: &Module, region: Region, state: &mut State, used: &mut HashSet<Rc<str>>) {
        let owner = module.regions[region].parent.map(|op| module.kind(op));
        for (i, &block) in module.region_blocks(region).iter().enumerate() {
            for (n, &arg) in module.block_args(block).iter().enumerate() {
                let word = match owner {
                    Some(OpKind::Structured(which)) => {
                        let inputs = module.block_owner(block).map_or(0, |op| module.group_range(op, 0).len());
                        let output = if matches!(which, StructuredOp::Map | StructuredOp::Reduce) { "init" } else { "out" };
                        Some(if n < inputs { "in" } else { output }.to_string())
                    }
                    _ if i == 0 => {
                        state.argument += 1;
                        Some(format!("arg{}", state.argument - 1))
                    }
                    _ => None,
                };
                self.name(&[arg], word, state, used);
            }
            for op in module.block_ops(block) {
                self.name_results(module, op, state, used);
            }
        }
    }

    fn name_results(&mut self, module: &Module, op: Op, state: &mut State, used: &mut HashSet<Rc<str>>) {
        let results = module.results(op);
        let spelling = module.spelling(op);
        match spelling.hint {
            _ if results.is_empty() => {}
            Hint::None => self.name(results, None, state, used),
            Hint::Name(word) => self.name(results, Some(word.to_string()), state, used),
            Hint::Constant => self.name(results, constant_word(module, op), state, used),
            Hint::Groups => {
                let mut rest = results;
                for (group, count) in spelling.results.iter().zip(spelling.result_counts(results.len())) {
                    let (mine, others) = rest.split_at(count);
                    rest = others;
                    if !mine.is_empty() {
                        self.name(mine, Some(group.name.to_string()), state, used);
                    }
                }
            }
        }
    }

    fn name(&mut self, values: &[Value], word: Option<String>, state: &mut State, used: &mut HashSet<Rc<str>>) {
        let text: Rc<str> = match word {
            None => {
                state.value += 1;
                (state.value - 1).to_string().into()
            }
            Some(word) => {
                let taken = |w: &str, used: &HashSet<Rc<str>>| used.contains(w) || state.used.iter().any(|s| s.contains(w));
                let mut name = word.clone();
                while taken(&name, used) {
                    name = format!("{word}_{}", state.conflict);
                    state.conflict += 1;
                }
                let name: Rc<str> = name.into();
                used.insert(name.clone());
                name
            }
        };
        for (i, &value) in values.iter().enumerate() {
            let part = (values.len() > 1).then(|| u32::try_from(i).expect("few results"));
            self.names.insert(value, Name { text: text.clone(), part });
        }
    }

    /// The value as an operand: `%0`, `%r#1`; a value from outside prints as `%<unknown>`.
    pub fn value(&self, value: Value) -> String {
        match self.names.get(&value) {
            Some(Name { text, part: Some(part) }) => format!("%{text}#{part}"),
            Some(Name { text, part: None }) => format!("%{text}"),
            None => "%<unknown>".to_string(),
        }
    }

    /// The results as they are defined: `%0`, `%0:2`, `%sin, %cos`, `%a, %loops:2`.
    pub fn definition(&self, results: &[Value]) -> String {
        let mut packs = Vec::new();
        for (i, &result) in results.iter().enumerate() {
            match self.names.get(&result) {
                Some(Name { text, part: Some(0) }) => {
                    let parts = |r: &&Value| self.names.get(r).is_some_and(|n| n.part.is_some_and(|p| p > 0));
                    let count = 1 + results[i + 1..].iter().take_while(parts).count();
                    packs.push(format!("%{text}:{count}"));
                }
                Some(Name { part: Some(_), .. }) => {}
                _ => packs.push(self.value(result)),
            }
        }
        packs.join(", ")
    }
}

/// `true`, `c5`, `c0_i64`, `cst`.
fn constant_word(module: &Module, op: Op) -> Option<String> {
    debug_assert_eq!(module.spelling(op).form, Form::Constant);
    Some(match (module.attr(op, "value"), module.ty(module.results(op)[0])) {
        (Some(Attr::Bool(b)), _) => b.to_string(),
        (Some(Attr::Int(i, _)), Type::Scalar(ScalarType::Index)) => format!("c{i}"),
        (Some(Attr::Int(i, ScalarType::Int(w))), _) => format!("c{i}_i{w}"),
        _ => "cst".to_string(),
    })
}
