//! A program as text that can still be taken apart: arguments, statements, results.

use std::collections::BTreeSet;
use std::fmt;
use tilec_ir::Type;

/// A value at the top of the function: its name as an operand, and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// `%v3` or `%v3#1`.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// An operation of the function, with everything inside it.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it defines.
    pub results: Vec<Value>,
    /// Its text, with names; lines without indentation.
    pub text: String,
}

/// A module with one function that is run, `@main`, and private ones that it may call.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The arguments.
    pub args: Vec<Value>,
    /// Names of tensor arguments that the program may not write.
    pub read_only: BTreeSet<String>,
    /// Names of tensor arguments that the program says it may write.
    pub writable: BTreeSet<String>,
    /// Private functions: the name with its `@`, and the text. Those that nothing mentions are not printed.
    pub helpers: Vec<(String, String)>,
    /// The operations in order, without the return.
    pub stmts: Vec<Stmt>,
    /// What is returned.
    pub returns: Vec<Value>,
}

/// True if `text` has `name` as an operand.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let next = text[at + name.len()..].chars().next();
        !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '#')
    })
}

impl Program {
    fn parameter(&self, arg: &Value) -> String {
        let mark = match (self.read_only.contains(&arg.name), self.writable.contains(&arg.name)) {
            (true, _) => " {bufferization.writable = false}",
            (_, true) => " {bufferization.writable = true}",
            _ => "",
        };
        format!("{}: {}{mark}", arg.name, arg.ty)
    }

    /// Drops operations whose results nothing needs, and arguments that nothing mentions.
    pub fn prune(&mut self) {
        let mut kept: Vec<Stmt> = Vec::new();
        for stmt in self.stmts.drain(..).rev() {
            let needed =
                |v: &Value| self.returns.iter().any(|r| r.name == v.name) || kept.iter().any(|s| mentions(&s.text, &v.name));
            if stmt.results.is_empty() || stmt.results.iter().any(needed) {
                kept.push(stmt);
            }
        }
        kept.reverse();
        let used = |v: &Value| self.returns.iter().any(|r| r.name == v.name) || kept.iter().any(|s| mentions(&s.text, &v.name));
        self.args.retain(used);
        self.stmts = kept;
    }
}

fn join<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function(f, "@main")?;
        let mut needed: Vec<&(String, String)> = Vec::new();
        for helper in self.helpers.iter().rev() {
            let mut callers = self.stmts.iter().map(|s| &s.text).chain(needed.iter().map(|h| &h.1));
            if callers.any(|text| mentions(text, &helper.0)) {
                needed.push(helper);
            }
        }
        needed.iter().rev().try_for_each(|helper| f.write_str(&helper.1))
    }
}

impl Program {
    /// The program as a private function of this name, `@` included, that another program can have as a helper.
    pub fn helper(&self, name: &str) -> (String, String) {
        struct Function<'a>(&'a Program, &'a str);
        impl fmt::Display for Function<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.function(f, &format!("private {}", self.1))
            }
        }
        (name.to_string(), Function(self, name).to_string())
    }

    fn function(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        write!(f, "func.func {name}({})", join(&self.args, |a| self.parameter(a)))?;
        match &self.returns[..] {
            [] => {}
            [one] => write!(f, " -> {}", one.ty)?,
            many => write!(f, " -> ({})", join(many, |v| v.ty.to_string()))?,
        }
        writeln!(f, " {{")?;
        for stmt in &self.stmts {
            for line in stmt.text.lines() {
                writeln!(f, "  {line}")?;
            }
        }
        if self.returns.is_empty() {
            writeln!(f, "  return")?;
        } else {
            let (names, types) = (join(&self.returns, |v| v.name.clone()), join(&self.returns, |v| v.ty.to_string()));
            writeln!(f, "  return {names} : {types}")?;
        }
        writeln!(f, "}}")
    }
}
