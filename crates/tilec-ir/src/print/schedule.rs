//! The parts of schedule steps that no pattern of words and groups can say.

use super::Printer;
use super::format::join;
use super::value::{quoted, symbol};
use crate::attr::{Attr, Dict};
use crate::entity::{Op, Value};
use crate::spelling::param_operand;

impl Printer<'_> {
    /// `[0, -1]`, `[all]`, `[except(0)]`.
    pub(super) fn positions(&self, op: Op) -> String {
        let list = join(self.module.int_array(op, "raw_position_list"));
        let has = |name: &str| self.module.attr(op, name).is_some();
        match (has("is_all"), has("is_inverted")) {
            (true, _) => "[all]".to_string(),
            (false, true) => format!("[except({list})]"),
            (false, false) => format!("[{list}]"),
        }
    }

    /// `@matcher -> @action` for each, on lines of their own.
    pub(super) fn pairs(&mut self, op: Op) {
        let names = |attr: &str| self.module.attr(op, attr).and_then(Attr::as_array).unwrap_or(&[]);
        let name = |attr: &Attr| if let Attr::Symbol(name) = attr { format!("@{}", symbol(name)) } else { String::new() };
        let (matchers, actions) = (names("matchers"), names("actions"));
        let lines: Vec<_> = matchers.iter().zip(actions).map(|(m, a)| format!("{} -> {}", name(m), name(a))).collect();
        self.indent += 2;
        self.push(" ");
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.newline();
            self.push(line);
        }
        self.indent -= 2;
    }

    /// `{"key" = value, "other" = %param}`.
    pub(super) fn pass_options(&mut self, op: Op) -> String {
        let module = self.module;
        let Some(Attr::Dict(options)) = module.attr(op, "options") else { return String::new() };
        let params = module.group_named(op, "dynamic_options");
        self.option_dict(options, &params)
    }

    fn option_dict(&mut self, options: &Dict, params: &[Value]) -> String {
        let entries: Vec<_> =
            options.iter().map(|(key, value)| format!("{} = {}", quoted(key), self.option(value, params))).collect();
        format!("{{{}}}", entries.join(", "))
    }

    fn option(&mut self, value: &Attr, params: &[Value]) -> String {
        if let Some(i) = param_operand(value) {
            return params.get(i).map_or("%<unknown>".to_string(), |&v| self.value(v));
        }
        match value {
            Attr::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.option(item, params)).collect();
                format!("[{}]", items.join(", "))
            }
            _ => self.attr_text(value),
        }
    }
}
