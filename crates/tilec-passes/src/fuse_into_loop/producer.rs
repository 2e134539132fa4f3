//! Producers into loops: each slice that a loop reads of an op's result is computed right there.

use super::Blocker;
use super::partition::{is_partition, is_same, tile_loops};
use crate::analysis::effects::is_pure;
use crate::index::{self, Index};
use crate::mutation::{Mutation, is_on};
use crate::tile;
use crate::tile::interface::{self, Tile};
use std::collections::HashMap;
use tilec_ir::{Builder, IteratorKind, Module, Op, OpKind, Type, Value, ValueDef};

/// Where a loop reads a producer.
#[derive(Clone, Debug)]
enum Site {
    /// A slice of one of the results.
    Slice { slice: Op, result: usize },
    /// A slice of what loops carry, which starts as one of the results: this operand of the outermost of them.
    Carried { slice: Op, result: usize, outermost: Op, operand: usize },
    /// A use of the whole result.
    Whole { user: Op, operand: usize },
}

/// Computes a producer inside a loop wherever the loop reads it. The copies, in the order of the reads; the producer itself goes if nothing
/// else uses it.
///
/// # Errors
/// The blocker; nothing has changed then.
pub fn fuse_producer(module: &mut Module, producer: Op, container: Op) -> Result<Vec<Op>, Blocker> {
    if interface::iterators(module, producer).is_none() || !is_pure(module, producer) {
        return Err(Blocker::Tile(tile::Blocker::NotTileable));
    }
    let sites = sites(module, producer, container);
    if sites.is_empty() {
        return Err(Blocker::Unrelated);
    }
    for site in &sites {
        check(module, producer, container, site)?;
    }
    let copies = sites.iter().map(|site| compute_at(module, producer, site)).collect();
    if module.results(producer).iter().all(|&r| module.is_unused(r)) {
        module.erase(producer);
    }
    Ok(copies)
}

/// True if something inside a loop reads a result of an op, or the loop carries it on.
pub fn is_read_inside(module: &Module, producer: Op, container: Op) -> bool {
    !sites(module, producer, container).is_empty()
}

/// A producer computed for one slice.
pub(super) struct Fused {
    pub(super) producer: Op,
    pub(super) copy: Op,
    /// For each result of the copy, offsets and sizes of the part of the producer's result that it is.
    pub(super) parts: Vec<Option<(Vec<Index>, Vec<Index>)>>,
}

/// Computes one slice, of a result or of what loops carry from there. `None` if no op outside the loops makes it.
///
/// # Errors
/// The blocker; nothing has changed then.
pub(super) fn fuse_slice(module: &mut Module, slice: Op, outermost: Op) -> Result<Option<Fused>, Blocker> {
    let Some((producer, _)) = producer_of_slice(module, slice, outermost) else { return Ok(None) };
    let site = sites(module, producer, outermost).into_iter().find(|s| match s {
        Site::Slice { slice: s, .. } | Site::Carried { slice: s, .. } => *s == slice,
        Site::Whole { .. } => false,
    });
    let Some(site) = site else { return Ok(None) };
    check(module, producer, outermost, &site)?;
    let result = match site {
        Site::Slice { result, .. } | Site::Carried { result, .. } => result,
        Site::Whole { .. } => return Ok(None),
    };
    let tile = tile_of(module, producer, result, slice)?;
    let results = module.results(producer).len();
    let parts = (0..results).map(|n| part_of(module, producer, n, &tile)).collect();
    Ok(Some(Fused { producer, copy: compute_at(module, producer, &site), parts }))
}

/// The part of a result that a tile computes, where that is known without further ops.
fn part_of(module: &Module, producer: Op, result: usize, tile: &Tile) -> Option<(Vec<Index>, Vec<Index>)> {
    let loops = interface::loops_of_result(module, producer, result)?;
    let shape = module.ty(module.results(producer)[result]).shape()?;
    let one = |(d, l): (usize, &Option<usize>)| match l.filter(|&l| tile.tiled[l]) {
        Some(l) => Some((tile.offsets[l], tile.sizes[l])),
        None => (shape[d] >= 0).then_some((Index::ZERO, Index::Const(shape[d]))),
    };
    loops.iter().enumerate().map(one).collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().unzip())
}

/// The op outside a loop nest whose result a slice inside is of, directly or through what the loops carry.
fn producer_of_slice(module: &Module, slice: Op, outermost: Op) -> Option<(Op, usize)> {
    let mut value = module.operand(slice, 0);
    while let ValueDef::Arg(block, _) = module.def(value) {
        let owner = module.block_owner(block)?;
        value = module.operand(owner, carried_operand(module, owner, value)?);
        if owner == outermost {
            break;
        }
    }
    let ValueDef::Result(op, n) = module.def(value) else { return None };
    let is_outside = !std::iter::successors(Some(op), |&o| module.parent_op(o)).any(|o| o == outermost);
    (is_outside && interface::iterators(module, op).is_some() && is_pure(module, op)).then_some((op, n as usize))
}

/// The operand of a loop that an argument of its body starts as.
fn carried_operand(module: &Module, nest: Op, arg: Value) -> Option<usize> {
    if !matches!(module.kind(nest), OpKind::For | OpKind::Forall) {
        return None;
    }
    let args = module.block_args(module.entry(nest));
    let carried = module.results(nest).len();
    let at = args.iter().position(|&a| a == arg)?.checked_sub(args.len() - carried)?;
    Some(module.num_operands(nest) - carried + at)
}

/// Everything inside the container that reads the producer.
fn sites(module: &Module, producer: Op, container: Op) -> Vec<Site> {
    let mut sites = Vec::new();
    if producer == container || is_inside(module, producer, container) {
        return sites;
    }
    for (result, &value) in module.results(producer).iter().enumerate() {
        for u in module.uses(value) {
            let (user, operand) = (u.op, u.operand as usize);
            if user == container {
                sites.extend(carried_slices(module, container, operand).into_iter().map(|slice| Site::Carried {
                    slice,
                    result,
                    outermost: container,
                    operand,
                }));
            } else if is_inside(module, user, container) {
                sites.push(match module.kind(user) {
                    OpKind::Slice => Site::Slice { slice: user, result },
                    _ => Site::Whole { user, operand },
                });
            }
        }
    }
    let place = |s: &Site| match s {
        Site::Slice { slice, .. } | Site::Carried { slice, .. } => *slice,
        Site::Whole { user, .. } => *user,
    };
    let order: HashMap<Op, usize> = module.walk(container).into_iter().enumerate().map(|(i, o)| (o, i)).collect();
    sites.sort_by_key(|s| order.get(&place(s)).copied());
    sites
}

fn is_inside(module: &Module, op: Op, container: Op) -> bool {
    std::iter::successors(module.parent_op(op), |&o| module.parent_op(o)).any(|o| o == container)
}

/// The slices of what a loop carries from this operand on, also through loops inside it.
fn carried_slices(module: &Module, nest: Op, operand: usize) -> Vec<Op> {
    let Some(arg) = arg_of(module, nest, operand) else { return Vec::new() };
    let mut slices = Vec::new();
    for u in module.uses(arg) {
        match module.kind(u.op) {
            OpKind::Slice => slices.push(u.op),
            OpKind::For | OpKind::Forall => slices.extend(carried_slices(module, u.op, u.operand as usize)),
            _ => {}
        }
    }
    slices
}

/// What an operand that a loop carries is inside it.
pub(super) fn arg_of(module: &Module, nest: Op, operand: usize) -> Option<Value> {
    if !matches!(module.kind(nest), OpKind::For | OpKind::Forall) {
        return None;
    }
    let (args, carried) = (module.block_args(module.entry(nest)), module.results(nest).len());
    let at = operand.checked_sub(module.num_operands(nest) - carried)?;
    args.get(args.len() - carried + at).copied()
}

/// Whether a producer can be computed where it is read.
fn check(module: &Module, producer: Op, container: Op, site: &Site) -> Result<(), Blocker> {
    let (slice, result) = match site {
        Site::Whole { .. } => return Ok(()),
        Site::Slice { slice, result } => (*slice, *result),
        Site::Carried { slice, result, .. } => (*slice, *result),
    };
    if !index::list(module, slice, "strides").iter().all(|s| s.is(1)) && !is_on(Mutation::FuseIgnoreStrides) {
        return Err(Blocker::Strided);
    }
    let tile = tile_of(module, producer, result, slice)?;
    if let Some(view) = module.structured(producer) {
        tile::check_maps(module, &view, &tile.steps)?;
        let maps = view.maps();
        let cut = || (0..tile.tiled.len()).filter(|&d| tile.tiled[d]);
        let plain = |output: &usize| cut().all(|d| tile::is_plain_in(&maps[view.num_inputs() + output], d));
        if let Some(output) = (0..view.num_outputs()).find(|o| !plain(o)) {
            return Err(Blocker::Tile(tile::Blocker::OutputMap { output }));
        }
    } else {
        tile::check_elements(module, producer)?;
        let kinds = interface::iterators(module, producer).unwrap_or_default();
        let whole = |d: &usize| !tile.tiled[*d] || kinds[*d] == IteratorKind::Parallel;
        if let Some(loop_dim) = (0..kinds.len()).find(|d| !whole(d)) {
            return Err(Blocker::Tile(tile::Blocker::ReductionOrder { loop_dim, order: tile::Order::Whole }));
        }
    }
    match site {
        Site::Carried { operand, .. } => check_carried(module, container, *operand, slice),
        _ => Ok(()),
    }
}

/// What loops carry may start as the producer's init only if each part is read once, before it is put in, and all of it is put in.
fn check_carried(module: &Module, container: Op, operand: usize, slice: Op) -> Result<(), Blocker> {
    let mut nest = container;
    let mut operand = operand;
    let mut loops = Vec::new();
    let whole = loop {
        let arg = arg_of(module, nest, operand).ok_or(Blocker::NotALoop)?;
        loops.extend(tile_loops(module, nest).ok_or(Blocker::NotALoop)?);
        let mut next = None;
        for u in module.uses(arg) {
            match module.kind(u.op) {
                OpKind::Slice if u.op == slice => {}
                OpKind::InsertSlice | OpKind::ParallelInsert if u.operand == 1 && same_part(module, u.op, slice) => {}
                OpKind::For | OpKind::Forall if next.is_none() => next = Some((u.op, u.operand as usize)),
                _ => return Err(Blocker::Partition),
            }
        }
        match next {
            Some((inner, at)) => (nest, operand) = (inner, at),
            None => break arg,
        }
    };
    let (offsets, sizes) = (index::list(module, slice, "offsets"), index::list(module, slice, "sizes"));
    let is_covered = is_partition(module, &loops, &offsets, &sizes, whole) || is_on(Mutation::FuseAnyCover);
    if is_covered { Ok(()) } else { Err(Blocker::Partition) }
}

/// True if two slices are at the same offsets and of the same sizes.
pub(super) fn same_part(module: &Module, a: Op, b: Op) -> bool {
    ["offsets", "sizes"].iter().all(|list| {
        let equal = |(x, y): (Index, Index)| is_same(module, x, y) || equal_values(module, x, y);
        let (x, y) = (index::list(module, a, list), index::list(module, b, list));
        x.len() == y.len() && x.into_iter().zip(y).all(equal)
    })
}

/// True if two values are the same function of the same operands.
fn equal_values(module: &Module, a: Index, b: Index) -> bool {
    let (Some(a), Some(b)) = (a.as_value(), b.as_value()) else { return false };
    let (Some(x), Some(y)) = (module.defining_op(a), module.defining_op(b)) else { return false };
    module.spelling(x).name == module.spelling(y).name
        && module.op(x).attrs == module.op(y).attrs
        && module.regions(x).is_empty()
        && is_pure(module, x)
        && module.operands(x).eq(module.operands(y))
}

/// The tile of the producer that computes a slice of a result.
fn tile_of(module: &Module, producer: Op, result: usize, slice: Op) -> Result<Tile, Blocker> {
    let kinds = interface::iterators(module, producer).ok_or(tile::Blocker::NotTileable)?;
    let loops = interface::loops_of_result(module, producer, result).ok_or(Blocker::Map)?;
    let (offsets, sizes) = (index::list(module, slice, "offsets"), index::list(module, slice, "sizes"));
    let whole = vec![Index::ZERO; kinds.len()];
    let mut tile = Tile { offsets: whole.clone(), sizes: whole.clone(), tiled: vec![false; kinds.len()], steps: whole };
    let shape = module.ty(module.operand(slice, 0)).shape().expect("a tensor");
    for (d, at) in loops.into_iter().enumerate() {
        let all = offsets[d].is(0) && sizes[d].as_const() == Some(shape[d]);
        let Some(at) = at else {
            if all {
                continue;
            }
            return Err(Blocker::Map);
        };
        tile.offsets[at] = offsets[d];
        tile.sizes[at] = sizes[d];
        tile.tiled[at] = !all;
        // Tiles may start anywhere.
        tile.steps[at] = if all { Index::ZERO } else { Index::Const(1) };
    }
    Ok(tile)
}

/// Computes the producer where it is read.
fn compute_at(module: &mut Module, producer: Op, site: &Site) -> Op {
    let (slice, result, carried) = match *site {
        Site::Whole { user, operand } => return clone_before(module, producer, user, operand),
        Site::Slice { slice, result } => (slice, result, None),
        Site::Carried { slice, result, outermost, operand } => (slice, result, Some((outermost, operand))),
    };
    let mut tile = tile_of(module, producer, result, slice).expect("checked");
    let carried_value = module.operand(slice, 0);
    // What the loops start from is there in front of them; an op without inits has a new one.
    let place = carried.map_or(slice, |(outermost, _)| outermost);
    let mut inits = interface::inits(&mut Builder::before(module, place), producer);
    let mut builder = Builder::before(module, slice);
    builder.loc = builder.module.op(producer).loc.clone();
    let extents = interface::extents(&mut builder, producer);
    for d in (0..extents.len()).filter(|&d| !tile.tiled[d]) {
        tile.sizes[d] = extents[d];
    }
    if let Some((outermost, operand)) = carried {
        let start = std::mem::replace(&mut inits[result], carried_value);
        if !is_on(Mutation::FuseKeepStart) {
            builder.module.set_operand(outermost, operand, start);
        }
    }
    for init in &mut inits {
        if let Some(arg) = carrier(builder.module, slice, *init) {
            *init = arg;
        }
    }
    if is_on(Mutation::FuseDropInit) {
        inits[result] = empty_like(&mut builder, inits[result]);
    }
    let (copy, values) = interface::tile_at(&mut builder, producer, &inits, &tile);
    let value = fit(&mut builder, values[result], slice);
    module.replace_op(slice, &[value]);
    copy
}

/// What the innermost loop around an op carries, if that starts as this empty tensor: computed there, a tile that ends in the loop's result
/// is where it belongs from the beginning. What either holds before does not matter.
fn carrier(module: &Module, op: Op, init: Value) -> Option<Value> {
    module.defining_op(init).filter(|&e| module.kind(e) == OpKind::Empty)?;
    let nest = std::iter::successors(module.parent_op(op), |&o| module.parent_op(o)).find(|&o| !module.results(o).is_empty())?;
    let args = module.block_args(module.entry(nest));
    let starts_as = |arg: Value| {
        let mut value = arg;
        while let ValueDef::Arg(block, _) = module.def(value) {
            let owner = module.block_owner(block)?;
            value = module.operand(owner, carried_operand(module, owner, value)?);
        }
        Some(value)
    };
    args.iter().copied().find(|&arg| starts_as(arg) == Some(init) && module.ty(arg) == module.ty(init))
}

/// An empty tensor of the same shape, for a deliberate fault.
fn empty_like(builder: &mut Builder<'_>, value: Value) -> Value {
    let ty = builder.module.ty(value).clone();
    let open = index::values(&[&index::extents(builder, value)]);
    let empty = builder.op(tilec_ir::spelling::of(OpKind::Empty), &open, &[ty]);
    builder.module.result(empty)
}

/// A tile as the slice it stands for: without the dimensions that the slice leaves out, of the same type.
fn fit(builder: &mut Builder<'_>, value: Value, slice: Op) -> Value {
    let ty = builder.module.ty(builder.module.result(slice)).clone();
    let rank = |t: &Type| t.shape().map_or(0, <[i64]>::len);
    let mut value = value;
    if rank(builder.module.ty(value)) != rank(&ty) {
        let sizes = index::extents(builder, value);
        let offsets = vec![Index::ZERO; sizes.len()];
        let shape = ty.shape().expect("a tensor").to_vec();
        value = index::slice_as(builder, value, &offsets, &sizes, &shape);
    }
    tile::cast(builder, value, &ty)
}

/// The op around this one that stands where any op may: not in a payload, nor among the insertions of a parallel loop.
fn in_loop(module: &Module, op: Op) -> Op {
    let holds_any = |o: &Op| {
        let parent = module.parent_op(*o).map(|p| module.kind(p));
        matches!(parent, None | Some(OpKind::Func | OpKind::For | OpKind::Forall | OpKind::If | OpKind::While))
    };
    std::iter::successors(Some(op), |&o| module.parent_op(o)).find(holds_any).unwrap_or(op)
}

fn clone_before(module: &mut Module, producer: Op, user: Op, operand: usize) -> Op {
    let n = module.results(producer).iter().position(|&r| r == module.operand(user, operand)).expect("a result");
    let copy = module.clone_op(producer, &mut HashMap::new());
    module.insert_before(copy, in_loop(module, user));
    let value = module.results(copy)[n];
    module.set_operand(user, operand, value);
    copy
}
