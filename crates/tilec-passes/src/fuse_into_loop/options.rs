//! The pass `tile-and-fuse`, a schedule of one line: tile an op, fuse its producers and consumers into its loops.

use super::{fuse_consumer, tile_and_fuse};
use crate::index::Index;
use crate::pass::Options;
use crate::remark::Remark;
use crate::tile::{Run, check_peel, interface, numbers, peel};
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::{Diagnostic, Module, Op};

/// The pass.
pub const NAME: &str = "tile-and-fuse";

/// Refuses a key that is no option, or a value that can be none.
///
/// # Errors
/// What was expected.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    match key {
        "sizes" | "interchange" => match numbers::<u32>(value) {
            Some(_) => Ok(()),
            None => Err(format!("{NAME}: expected {key}=N,N,…, but found '{value}'")),
        },
        "root" if !value.is_empty() => Ok(()),
        "peel" => check_peel(NAME, value),
        "fuse" if matches!(value, "producers" | "consumers" | "both") => Ok(()),
        "fuse" => Err(format!("{NAME}: expected fuse=producers, fuse=consumers or fuse=both, but found '{value}'")),
        _ => Err(format!("{NAME} has no option '{key}': expected root, sizes, interchange, fuse or peel")),
    }
}

/// The pass without options: nothing to do.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    run_with(module, &Options::new(), remarks)
}

/// Tiles every op of the name `root`, or without it the last op of each function that can be tiled so, and fuses into its loops what it reads
/// and what reads it.
///
/// # Errors
/// None; what cannot be done has a remark.
pub fn run_with(module: &mut Module, options: &Options, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let get = |key: &str| options.get(key).map(String::as_str);
    let sizes: Vec<Index> = get("sizes").and_then(numbers).unwrap_or_default().into_iter().map(Index::Const).collect();
    let interchange: Vec<usize> = get("interchange").and_then(numbers).unwrap_or_default();
    if sizes.iter().all(|s| s.is(0)) {
        return Ok(false);
    }
    let roots = roots(module, get("root"), sizes.len());
    if crate::pipeline::has_float_reduction(module) {
        numerics::pin(module, Numerics::Pinned);
    }
    let mut changed = false;
    for op in roots {
        if module.is_erased(op) {
            continue;
        }
        let (loc, name) = (module.op(op).loc.clone(), module.spelling(op).name);
        let fused = match get("fuse") {
            Some("consumers") => crate::tile::tile_using_for(module, op, &sizes, &interchange).map(|t| (t.loops, 0, Vec::new())),
            _ => tile_and_fuse(module, op, &sizes, &interchange, Run::InOrder).map(|f| (f.tiled.loops, f.fused.len(), f.refused)),
        };
        let (loops, producers, refused) = match fused {
            Ok(done) => done,
            Err(blocker) => {
                remarks.push(Remark::missed(NAME, blocker.name(), loc, blocker.message(module, op)));
                continue;
            }
        };
        changed = true;
        for (slice, blocker) in refused {
            let message = format!("stays outside: {}", blocker.message(module, slice));
            remarks.push(Remark::missed(NAME, blocker.name(), module.op(slice).loc.clone(), message));
        }
        let mut consumers = 0;
        if get("fuse") != Some("producers")
            && let Some(&outermost) = loops.first()
        {
            consumers = fuse_consumers(module, outermost, remarks);
        }
        let message = format!("{name} runs in tiles, with {producers} producers and {consumers} consumers in its loops");
        remarks.push(Remark::applied(NAME, loc, message));
        if let Some(wanted) = get("peel") {
            peel(module, NAME, &loops, wanted, remarks);
        }
    }
    Ok(changed)
}

/// Takes into a loop what reads its results, and what reads that.
fn fuse_consumers(module: &mut Module, outermost: Op, remarks: &mut Vec<Remark>) -> usize {
    let mut refused: Vec<Op> = Vec::new();
    let mut count = 0;
    loop {
        let readers = module.results(outermost).iter().flat_map(|&r| module.uses(r)).map(|u| u.op);
        let can = |op: &Op| !refused.contains(op) && interface::iterators(module, *op).is_some();
        let Some(next) = readers.filter(can).min_by_key(|&o| module.position(o)) else { return count };
        match fuse_consumer(module, next, outermost) {
            Ok(_) => count += 1,
            Err(blocker) => {
                let message = blocker.message(module, next);
                remarks.push(Remark::missed(NAME, blocker.name(), module.op(next).loc.clone(), message));
                refused.push(next);
            }
        }
    }
}

/// The ops to tile, last first.
fn roots(module: &Module, name: Option<&str>, loops: usize) -> Vec<Op> {
    let fits = |op: Op| interface::iterators(module, op).is_some_and(|k| k.len() >= loops);
    let all: Vec<Op> = module.walk(module.top()).into_iter().rev().collect();
    match name {
        Some(name) => all.into_iter().filter(|&o| module.spelling(o).name == name).collect(),
        None => {
            let last = |f: Op| module.walk(f).into_iter().rev().find(|&o| fits(o));
            module.funcs().into_iter().filter_map(last).collect()
        }
    }
}
