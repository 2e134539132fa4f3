//! The pass from a command line: `--tile=sizes=32,32,0`. Tails are clamped tiles, or loops of their own where they are peeled.

use super::{Blocker, NAME, tile_using_for, tile_using_forall};
use crate::index::Index;
use crate::loops;
use crate::pass::Options;
use crate::remark::Remark;
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::{Diagnostic, Module, Op};

/// What the pass was asked for.
struct Request {
    /// The name of the ops, such as `linalg.matmul`; all that can be tiled if there is none.
    root: Option<String>,
    sizes: Vec<Index>,
    interchange: Vec<usize>,
    forall: bool,
    peel: Option<String>,
}

/// Refuses a key that is no option, or a value that can be none.
///
/// # Errors
/// What was expected.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    match key {
        "sizes" => {
            numbers(value).map(|_: Vec<i64>| ()).ok_or_else(|| format!("{NAME}: expected sizes=N,N,…, but found '{value}'"))
        }
        "interchange" => numbers(value)
            .map(|_: Vec<usize>| ())
            .ok_or_else(|| format!("{NAME}: expected interchange=N,N,…, but found '{value}'")),
        "root" if !value.is_empty() => Ok(()),
        "peel" => check_peel(NAME, value),
        "loops" if matches!(value, "for" | "forall") => Ok(()),
        "loops" => Err(format!("{NAME}: expected loops=for or loops=forall, but found '{value}'")),
        _ => Err(format!("{NAME} has no option '{key}': expected sizes, interchange, root, loops or peel")),
    }
}

/// Refuses what is no list of loops to peel.
pub(crate) fn check_peel(pass: &str, value: &str) -> Result<(), String> {
    match value == "all" || numbers::<usize>(value).is_some() {
        true => Ok(()),
        false => Err(format!("{pass}: expected peel=all or peel=N,N,…, but found '{value}'")),
    }
}

/// Peels the loops over tiles that `wanted` lists, counted from the outermost; the innermost of them first, so that what is left of the outer
/// ones has peeled loops inside as well.
pub(crate) fn peel(module: &mut Module, pass: &'static str, nest: &[Op], wanted: &str, remarks: &mut Vec<Remark>) {
    let listed: Option<Vec<usize>> = numbers(wanted);
    let is_wanted = |n: &usize| listed.as_ref().is_none_or(|list| list.contains(n));
    for n in (0..nest.len()).filter(is_wanted).rev() {
        let loc = module.op(nest[n]).loc.clone();
        remarks.push(match loops::peel::plan(module, nest[n], false) {
            Ok(plan) => {
                loops::peel::apply(module, &plan);
                Remark::applied(pass, loc, format!("loop {n} over tiles runs whole tiles, and a loop of its own the last"))
            }
            Err(blocker) => Remark::missed(pass, blocker.name(), loc, format!("loop {n} over tiles is not peeled: {blocker}")),
        });
    }
}

pub(crate) fn numbers<T: std::str::FromStr>(list: &str) -> Option<Vec<T>> {
    list.split(',').map(|n| n.trim().parse().ok()).collect()
}

fn request(options: &Options) -> Request {
    let get = |key: &str| options.get(key).map(String::as_str);
    Request {
        root: get("root").map(str::to_owned),
        sizes: get("sizes").and_then(numbers).unwrap_or_default().into_iter().map(Index::Const).collect(),
        interchange: get("interchange").and_then(numbers).unwrap_or_default(),
        forall: get("loops") == Some("forall"),
        peel: get("peel").map(str::to_owned),
    }
}

/// Tiles every op that is asked for. Ops with fewer loops than there are sizes use the first.
///
/// # Errors
/// None; what cannot be tiled has a remark.
pub fn run_with(module: &mut Module, options: &Options, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let request = request(options);
    let mut changed = false;
    if request.sizes.iter().all(|s| s.is(0)) {
        return Ok(false);
    }
    let roots = roots(module, request.root.as_deref());
    // Named ops are looked for by name first: pinning may write them as generics.
    if crate::pipeline::has_float_reduction(module) {
        numerics::pin(module, Numerics::Pinned);
    }
    for op in roots {
        let (loc, name) = (module.op(op).loc.clone(), module.spelling(op).name);
        let loops = super::interface::iterators(module, op).map_or(0, |k| k.len());
        let sizes = &request.sizes[..request.sizes.len().min(loops)];
        if loops > 0 && sizes.iter().all(|s| s.is(0)) {
            continue;
        }
        let tiled = match request.forall {
            true => tile_using_forall(module, op, sizes, None),
            false => tile_using_for(module, op, sizes, &request.interchange),
        };
        match tiled {
            Ok(tiled) => {
                remarks.push(Remark::applied(NAME, loc, format!("{name} runs in tiles")));
                changed = true;
                if let Some(wanted) = &request.peel {
                    peel(module, NAME, &tiled.loops, wanted, remarks);
                }
            }
            Err(blocker) => remarks.push(missed(module, op, &blocker)),
        }
    }
    Ok(changed)
}

fn missed(module: &Module, op: Op, blocker: &Blocker) -> Remark {
    Remark::missed(NAME, blocker.name(), module.op(op).loc.clone(), blocker.message(module, op))
}

/// The ops to tile, last first: those inside others, such as loops, as well.
fn roots(module: &Module, name: Option<&str>) -> Vec<Op> {
    let is_root = |&op: &Op| match name {
        Some(name) => module.spelling(op).name == name,
        None => super::interface::iterators(module, op).is_some(),
    };
    module.walk(module.top()).into_iter().filter(is_root).rev().collect()
}
