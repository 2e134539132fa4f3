//! The pass from a command line: `--tile=sizes=32,32,0`.

use super::{Blocker, NAME, tile_using_for, tile_using_forall};
use crate::index::Index;
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
        "loops" if matches!(value, "for" | "forall") => Ok(()),
        "loops" => Err(format!("{NAME}: expected loops=for or loops=forall, but found '{value}'")),
        _ => Err(format!("{NAME} has no option '{key}': expected sizes, interchange, root or loops")),
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
        remarks.push(match tiled {
            Ok(_) => Remark::applied(NAME, loc, format!("{name} runs in tiles")),
            Err(blocker) => missed(module, op, &blocker),
        });
        changed |= matches!(remarks.last().map(|r| &r.verdict), Some(crate::remark::Verdict::Applied));
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
