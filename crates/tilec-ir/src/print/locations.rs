//! Locations as text, and their aliases: `loc(#loc3)` after each op, `#loc3 = loc(…)` around the module.
//!
//! As in MLIR, every location that is met gets an alias, numbered by nesting depth, then by when it was met. Those of arguments are
//! written out where they stand, and their aliases (and what is inside them) go to the top; all others go to the bottom.

use super::Printer;
use super::value::quoted;
use crate::loc::Loc;
use std::collections::HashMap;
use std::fmt::Write;

/// The locations of a text.
#[derive(Default)]
pub(super) struct Locations {
    met: Vec<Met>,
    index: HashMap<Loc, usize>,
    /// The number of each, once all were met.
    numbers: Vec<usize>,
}

struct Met {
    loc: Loc,
    depth: usize,
    /// Printed at the bottom.
    deferred: bool,
}

impl Locations {
    /// Meets a location, then what is inside it. Returns how deep it nests.
    fn meet(&mut self, loc: &Loc, deferred: bool) -> usize {
        if let Some(&i) = self.index.get(loc) {
            if !deferred && self.met[i].deferred {
                self.met[i].deferred = false;
                parts(loc).into_iter().for_each(|part| {
                    self.meet(part, false);
                });
            }
            return self.met[i].depth;
        }
        let i = self.met.len();
        self.met.push(Met { loc: loc.clone(), depth: 0, deferred });
        self.index.insert(loc.clone(), i);
        let depth = parts(loc).into_iter().map(|part| self.meet(part, deferred) + 1).max().unwrap_or(0);
        self.met[i].depth = depth;
        depth
    }

    fn number(&mut self) {
        self.numbers = vec![0; self.met.len()];
        for (n, i) in self.by_depth().into_iter().enumerate() {
            self.numbers[i] = n;
        }
    }

    fn by_depth(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.met.len()).collect();
        order.sort_by_key(|&i| self.met[i].depth);
        order
    }

    fn alias(&self, loc: &Loc) -> String {
        match self.index.get(loc).map(|&i| self.numbers[i]) {
            Some(0) => "#loc".to_string(),
            Some(n) => format!("#loc{n}"),
            None => self.text(loc),
        }
    }

    /// A location, without the surrounding `loc(…)`, what is inside it by alias.
    fn text(&self, loc: &Loc) -> String {
        text(loc, &|part| self.alias(part))
    }

    /// The definitions at the top or at the bottom: of depth 0, and of greater depths.
    pub(super) fn definitions(&self, deferred: bool) -> (String, String) {
        let (mut flat, mut deep) = (String::new(), String::new());
        for i in self.by_depth() {
            let met = &self.met[i];
            if met.deferred == deferred {
                let to = if met.depth == 0 { &mut flat } else { &mut deep };
                writeln!(to, "{} = loc({})", self.alias(&met.loc), self.text(&met.loc)).expect("writing to a string");
            }
        }
        (flat, deep)
    }
}

fn parts(loc: &Loc) -> Vec<&Loc> {
    match loc {
        Loc::Unknown | Loc::File { .. } => Vec::new(),
        Loc::Name(_, inner) if **inner == Loc::Unknown => Vec::new(),
        Loc::Name(_, inner) => vec![inner],
        Loc::CallSite(callee, caller) => vec![callee, caller],
        Loc::Fused(parts) => parts.iter().collect(),
    }
}

/// A location, without the surrounding `loc(…)`.
pub(super) fn loc_text(loc: &Loc) -> String {
    text(loc, &loc_text)
}

fn text(loc: &Loc, part: &dyn Fn(&Loc) -> String) -> String {
    match loc {
        Loc::Unknown => "unknown".into(),
        Loc::File { file, line, col } => format!("{}:{line}:{col}", quoted(file)),
        Loc::Name(name, inner) if **inner == Loc::Unknown => quoted(name),
        Loc::Name(name, inner) => format!("{}({})", quoted(name), part(inner)),
        Loc::CallSite(callee, caller) => format!("callsite({} at {})", part(callee), part(caller)),
        Loc::Fused(parts) => format!("fused[{}]", parts.iter().map(part).collect::<Vec<_>>().join(", ")),
    }
}

/// What a printer does about locations.
pub(super) enum LocMode {
    /// Nothing.
    Hidden,
    /// Meets them all; the text is thrown away.
    Meeting(Locations),
    /// Prints them.
    Shown(Locations),
}

impl LocMode {
    /// From meeting to printing.
    pub(super) fn shown(self) -> Self {
        match self {
            Self::Meeting(mut locations) => {
                locations.number();
                Self::Shown(locations)
            }
            other => other,
        }
    }
}

impl Printer<'_> {
    /// Notes the location of an op whose printing starts.
    pub(super) fn meet_loc(&mut self, loc: &Loc, deferred: bool) {
        if let LocMode::Meeting(locations) = &mut self.locations {
            locations.meet(loc, deferred);
        }
    }

    /// ` loc(#loc3)` after an op.
    pub(super) fn trailing_loc(&self, loc: &Loc) -> String {
        match &self.locations {
            LocMode::Shown(locations) => format!(" loc({})", locations.alias(loc)),
            _ => String::new(),
        }
    }

    /// ` loc(…)` after an argument, written out.
    pub(super) fn arg_loc(&mut self, loc: &Loc) -> String {
        self.meet_loc(loc, false);
        match &self.locations {
            LocMode::Shown(locations) => format!(" loc({})", locations.text(loc)),
            _ => String::new(),
        }
    }
}
