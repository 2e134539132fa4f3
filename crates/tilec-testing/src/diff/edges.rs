//! What fusion did: how each edge was read, and the shape of each plan.

use super::Differential;
use tilec_passes::remark::Arg;
use tilec_passes::{Remark, Verdict};

/// What a remark of `fuse-elementwise` that is not about an edge begins with or has in it, and the plan it tells of.
const PLANS: [(&str, &str); 10] = [
    ("is a splat constant", "plan splat in the payload"),
    ("that nothing uses", "plan result dropped"),
    ("instead of a copy of it", "plan copy dropped"),
    ("drops an op without iterations", "plan no iterations"),
    ("transposes a constant", "plan constant transposed"),
    ("gets an empty tensor instead", "plan init freed"),
    ("is read where it is a view of", "plan view read through"),
    ("drops a copy of a buffer", "plan copy of a buffer dropped"),
    ("is read from what is padded", "plan padding read with a test"),
    ("is a concatenation, so", "plan one op for each part of a concatenation"),
];

fn text<'a>(remark: &'a Remark, key: &str) -> Option<&'a str> {
    let found = remark.args.iter().find(|(k, _)| *k == key);
    found.and_then(|(_, value)| if let Arg::Text(text) = value { Some(text.as_str()) } else { None })
}

fn number(remark: &Remark, key: &str) -> i64 {
    let found = remark.args.iter().find(|(k, _)| *k == key);
    found.map_or(0, |(_, value)| if let Arg::Int(n) = value { *n } else { 0 })
}

impl Differential {
    /// What was done in a run of `fuse-elementwise`.
    pub(super) fn count_plans(&mut self, remarks: &[Remark]) {
        let applied: Vec<&Remark> = remarks.iter().filter(|r| r.verdict == Verdict::Applied).collect();
        for (i, remark) in applied.iter().enumerate() {
            if let Some(what) = PLANS.iter().find(|(part, _)| remark.message.contains(part)) {
                self.coverage.add(what.1);
            }
            if let Some(reshape) = text(remark, "reshape") {
                self.coverage.add(format!("plan loops split at {reshape}"));
            }
            let (Some(outcome), Some(map)) = (text(remark, "outcome"), text(remark, "operand_map")) else { continue };
            self.coverage.add(format!("plan {outcome}"));
            for kind in map_kinds(map, text(remark, "operand_type").unwrap_or_default()) {
                self.coverage.add(format!("fused {kind}"));
            }
            let reductions = ["", "plan into one reduction loop", "plan into several reduction loops"];
            let facts = [
                (number(remark, "reductions") > 0, reductions[number(remark, "reductions").clamp(0, 2) as usize]),
                (number(remark, "views") > 0, "plan through views"),
                (number(remark, "results") > 1, "plan of several results"),
                (number(remark, "read_inits") > 0, "plan read init as an input"),
                (is_second_instance(remark, &applied[..i]), "plan second instance"),
            ];
            facts.into_iter().filter(|f| f.0).for_each(|f| self.coverage.add(f.1));
        }
    }
}

/// True if the same reader reads the same producer through another map.
fn is_second_instance(remark: &Remark, before: &[&Remark]) -> bool {
    let known = |r: &&Remark| !r.notes.is_empty() && r.notes[0].1 != tilec_ir::Loc::Unknown;
    let same = |r: &&&Remark| r.loc == remark.loc && r.notes == remark.notes;
    known(&remark) && before.iter().rev().take(8).filter(same).any(|r| text(r, "operand_map") != text(remark, "operand_map"))
}

/// The kinds of a map that is written as text, for an operand of this type.
fn map_kinds(map: &str, ty: &str) -> Vec<&'static str> {
    let Some((dims, results)) = map.split_once(" -> ") else { return Vec::new() };
    let split = |list: &str| {
        let inside = list.trim().trim_start_matches('(').trim_end_matches(')');
        inside.split(", ").filter(|s| !s.is_empty()).map(str::to_string).collect::<Vec<_>>()
    };
    let (dims, results) = (split(dims), split(results));
    let shape: Vec<&str> = ty.trim_start_matches("tensor<").split('x').collect();
    let plain: Vec<usize> = results.iter().filter_map(|r| dims.iter().position(|d| d == r)).collect();
    let mut distinct = plain.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let mut kinds = Vec::new();
    if distinct.len() < plain.len() {
        kinds.push("diagonal");
    } else if plain.len() == results.len() {
        kinds.push(match (plain.len() == dims.len(), plain.is_sorted()) {
            (true, true) => "identity",
            (true, false) => "permutation",
            (false, _) => "broadcast",
        });
    }
    for (i, result) in results.iter().enumerate() {
        kinds.extend(index_kind(result, shape.get(i).copied()));
    }
    kinds
}

fn index_kind(index: &str, extent: Option<&str>) -> Option<&'static str> {
    let is_dim = |s: &str| s.strip_prefix('d').is_some_and(|n| n.parse::<u32>().is_ok());
    let is_number = |s: &str| s.parse::<i64>().is_ok();
    let words: Vec<&str> = index.split(' ').collect();
    match words[..] {
        [c] if is_number(c) => Some(if extent == Some("1") { "unit" } else { "constant" }),
        [_] => None,
        [d, "+", c] if is_dim(d) && is_number(c) => Some("shift"),
        [d, "+", e] if is_dim(d) && is_dim(e) => Some("sum"),
        [d, "*", c] if is_dim(d) && is_number(c) => Some("stride"),
        [d, "mod", _] if is_dim(d) => Some("mod"),
        [d, "floordiv", _] if is_dim(d) => Some("floordiv"),
        _ => Some("composed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_maps() {
        let kinds = |map: &str| map_kinds(map, "tensor<4x1x5xf32>");
        assert_eq!(kinds("(d0, d1) -> (d0, d1)"), ["identity"]);
        assert_eq!(kinds("(d0, d1) -> (d1, d0)"), ["permutation"]);
        assert_eq!(kinds("(d0, d1) -> (d1)"), ["broadcast"]);
        assert_eq!(kinds("(d0) -> (d0, d0)"), ["diagonal"]);
        assert_eq!(kinds("(d0) -> (3, 0, d0 + 2)"), ["constant", "unit", "shift"]);
        assert_eq!(kinds("(d0, d1) -> (d0 + d1, d0 * 2, d1 mod 3)"), ["sum", "stride", "mod"]);
        assert_eq!(kinds("(d0) -> (d0 floordiv 2, (d0 + 1) mod 2)"), ["floordiv", "composed"]);
        assert_eq!(kinds("() -> ()"), ["identity"]);
    }
}
