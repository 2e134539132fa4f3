//! Makes a failing program small.

use crate::program::{Program, Value, mentions};

/// The smallest program found that still fails: fewer results, fewer ops, values cut off by new arguments.
pub fn shrink(program: &Program, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut tries = 1000;
    loop {
        let Some(smaller) = candidates(&best).into_iter().find(|c| {
            tries -= 1;
            tries > 0 && fails(c)
        }) else {
            return best;
        };
        best = smaller;
    }
}

/// Programs that are smaller than this one by one step, the large steps first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    let mut pruned = program.clone();
    pruned.prune();
    if pruned.stmts.len() < program.stmts.len() {
        found.push(pruned);
    }
    let ends = program.returns.len() + program.stmts.iter().filter(|s| s.results.is_empty()).count();
    if ends > 1 {
        for i in 0..program.returns.len() {
            let mut less = program.clone();
            less.returns.remove(i);
            less.prune();
            found.push(less);
        }
        for (i, _) in program.stmts.iter().enumerate().filter(|(_, s)| s.results.is_empty()) {
            let mut less = program.clone();
            less.stmts.remove(i);
            less.prune();
            found.push(less);
        }
    }
    for (i, stmt) in program.stmts.iter().enumerate().filter(|(_, s)| !s.results.is_empty()) {
        if stmt.text.contains("tensor.empty") || stmt.text.contains("arith.constant") {
            continue;
        }
        found.push(cut(program, i));
    }
    for i in 0..program.stmts.len() {
        found.extend(bypass(program, i));
        found.extend(without_inner_ops(program, i));
    }
    for (i, stmt) in program.stmts.iter().enumerate() {
        found.extend(stmt.text.lines().enumerate().filter_map(|(line, _)| without_line(program, i, line)));
    }
    found
}

/// The results of an op become arguments.
fn cut(program: &Program, at: usize) -> Program {
    let mut less = program.clone();
    let stmt = less.stmts.remove(at);
    for result in &stmt.results {
        let name = format!("%c{}", result.name.trim_start_matches('%').replace('#', "_"));
        for later in &mut less.stmts {
            later.text = rename(&later.text, &result.name, &name);
        }
        for end in less.returns.iter_mut().filter(|r| r.name == result.name) {
            end.name.clone_from(&name);
        }
        less.args.push(Value { name, ty: result.ty.clone() });
    }
    less.prune();
    less
}

/// An op is left out, and a value that it mentions, of the same type, stands in for its only result.
fn bypass(program: &Program, at: usize) -> Vec<Program> {
    let stmt = &program.stmts[at];
    let [result] = &stmt.results[..] else { return Vec::new() };
    let known = program.args.iter().chain(program.stmts[..at].iter().flat_map(|s| &s.results));
    let operands = known.filter(|v| v.ty == result.ty && mentions(&stmt.text, &v.name));
    let without = |operand: &Value| {
        let mut less = program.clone();
        less.stmts.remove(at);
        for later in &mut less.stmts {
            later.text = rename(&later.text, &result.name, &operand.name);
        }
        for end in less.returns.iter_mut().filter(|r| r.name == result.name) {
            end.name.clone_from(&operand.name);
        }
        less.prune();
        less
    };
    operands.take(3).map(without).collect()
}

/// Ops on tensors inside a region are left out, and a value that they mention stands in for their result. Whether it has the right type is
/// for the caller to find: a program that cannot be read does not fail at the same stage.
fn without_inner_ops(program: &Program, at: usize) -> Vec<Program> {
    let lines: Vec<&str> = program.stmts[at].text.lines().collect();
    let mut found = Vec::new();
    for first in 1..lines.len() {
        let Some((name, _)) = lines[first].trim().split_once(" = ").filter(|(name, _)| name.starts_with("%v")) else { continue };
        let end = end_of_op(&lines, first);
        let op = lines[first..end].join(" ");
        let (before, after) = (lines[..first].join("\n"), lines[end..].join("\n"));
        let operands = op[name.len()..].split(|c: char| !c.is_ascii_alphanumeric() && !"%_#".contains(c));
        let mut operands: Vec<&str> = operands.filter(|w| w.starts_with('%') && *w != name).collect();
        operands.sort_unstable();
        operands.dedup();
        // A name that is defined inside the op is not there without it.
        let results: Vec<String> = match name.split_once(':') {
            Some((base, count)) => (0..count.parse().unwrap_or(1)).map(|i| format!("{base}#{i}")).collect(),
            None => vec![name.to_string()],
        };
        operands.retain(|o| mentions(&before, o) || program.args.iter().any(|a| a.name == *o) || o.starts_with("%v"));
        // A dead op needs nothing in its place.
        let is_dead = !results.iter().any(|r| mentions(&after, r));
        let stand_ins = if is_dead { vec![""] } else { operands.into_iter().take(4).collect() };
        for stand_in in stand_ins {
            let mut less = program.clone();
            let after = results.iter().fold(after.clone(), |text, result| rename(&text, result, stand_in));
            less.stmts[at].text = format!("{before}\n{after}");
            less.prune();
            found.push(less);
        }
    }
    found
}

/// The line after the op that starts at line `first`: its braces are closed, and no further part of it follows.
fn end_of_op(lines: &[&str], first: usize) -> usize {
    let mut open = 0;
    for (i, line) in lines.iter().enumerate().skip(first) {
        open += line.matches('{').count();
        open -= line.matches('}').count().min(open);
        let goes_on = lines.get(i + 1).is_some_and(|next| next.trim().starts_with("ins(") || next.trim().starts_with("(%"));
        if open == 0 && !goes_on {
            return i + 1;
        }
    }
    lines.len()
}

fn rename(text: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let end = at + from.len();
        let next = rest[end..].chars().next();
        let whole = !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '#');
        out.push_str(&rest[..at]);
        out.push_str(if whole { to } else { from });
        rest = &rest[end..];
    }
    out + rest
}

/// A body without one op, whose result another op of the body with the same type stands in for.
fn without_line(program: &Program, stmt: usize, line: usize) -> Option<Program> {
    let lines: Vec<&str> = program.stmts[stmt].text.lines().collect();
    let (name, op) = lines[line].trim().split_once(" = ")?;
    if !name.starts_with("%t") || name.contains(',') {
        return None;
    }
    let dead = !lines[line + 1..].iter().any(|l| mentions(l, name));
    let stand_in = op.split([' ', ',', '[']).find(|w| w.starts_with("%t") || w.starts_with("%x") || w.starts_with("%y"));
    let operand = if dead { name } else { stand_in? };
    let mut less = program.clone();
    let kept: Vec<String> = lines
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != line)
        .map(|(i, l)| if i > line { rename(l, name, operand) } else { (*l).to_string() })
        .collect();
    less.stmts[stmt].text = kept.join("\n");
    less.prune();
    Some(less)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator;

    #[test]
    fn programs_with_loops_become_small() {
        let valid = |p: &Program| {
            let module = tilec_parse::parse(&p.to_string(), "shrunk.mlir");
            module.is_ok_and(|m| tilec_ir::verify::verify(&m).is_ok())
        };
        let has_loop = |p: &Program| p.stmts.iter().any(|s| s.text.contains("scf.for"));
        let programs = (0..).map(|seed| generator::buffer_program(seed).0).filter(has_loop);
        for program in programs.take(10) {
            let small = shrink(&program, &mut |p| valid(p) && has_loop(p));
            let lines = small.to_string().lines().count();
            assert!(lines <= 24, "{lines} lines of {}\n{small}", program.to_string().lines().count());
        }
    }
}
