//! Regions, blocks, terminators and branches.

use super::Check;
use crate::entity::{Op, Region};
use crate::ir::Module;
use crate::op::OpKind;
use crate::spelling::{Form, Spelling};
use crate::types::Type;

/// What a region of an op looks like.
struct Shape {
    /// The least and the greatest number of blocks.
    blocks: (usize, usize),
    /// False if the first block has no arguments.
    args: bool,
    /// What ends a block; nothing if the block just stops.
    ends: &'static [&'static str],
}

/// The shape of region `i` of an op of this row.
fn shape(row: &Spelling, i: usize) -> Shape {
    let one = |ends| Shape { blocks: (1, 1), args: true, ends };
    let bare = |ends| Shape { blocks: (1, 1), args: false, ends };
    match row.kind {
        OpKind::Module | OpKind::InParallel => bare(&[]),
        OpKind::Func => Shape { blocks: (0, usize::MAX), args: true, ends: &["func.return", "cf.br", "cf.cond_br"] },
        OpKind::Structured(_) => one(&["linalg.yield"]),
        OpKind::Pad | OpKind::Generate => one(&["tensor.yield"]),
        OpKind::If => Shape { blocks: (1 - i.min(1), 1), ..bare(&["scf.yield"]) },
        OpKind::While if i == 0 => one(&["scf.condition"]),
        OpKind::While | OpKind::For => one(&["scf.yield"]),
        OpKind::Forall => one(&["scf.forall.in_parallel"]),
        OpKind::Parallel => one(&["scf.reduce"]),
        OpKind::Combine => one(&["scf.reduce.return"]),
        OpKind::AffineFor => one(&["affine.yield"]),
        OpKind::Transform if row.name == "transform.foreach" => one(&["transform.yield"]),
        OpKind::Transform if row.form == Form::Func => Shape { blocks: (0, 1), ..one(&["transform.yield"]) },
        _ => bare(&[]),
    }
}

/// True if an op of this row ends a block.
fn ends_block(row: &Spelling) -> bool {
    row.kind.is_terminator() || row.name == "transform.yield"
}

/// `func.return, cf.br or cf.cond_br`.
fn any_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The region an op stands in, its owner and its number there.
fn place(module: &Module, op: Op) -> Option<(Op, usize)> {
    let region = module.block_region(module.parent_block(op)?)?;
    let owner = module.parent_op(op)?;
    module.regions(owner).iter().position(|r| *r == region).map(|i| (owner, i))
}

impl Check<'_, '_> {
    /// Each region has the blocks that the kind has, each with its end, and the op stands where it may.
    pub(super) fn regions(&mut self) -> bool {
        let (module, row) = (self.module, self.module.spelling(self.op));
        let regions = module.regions(self.op);
        let wanted = row.num_regions().unwrap_or(module.num_operands(self.op));
        let mut ok = self.require(regions.len() == wanted, || format!("expected {wanted} regions, but found {}", regions.len()));
        for (i, &region) in regions.iter().enumerate() {
            ok &= self.region(i, region, &shape(row, i));
        }
        if ends_block(row) {
            ok &= self.end();
        }
        ok
    }

    fn region(&mut self, i: usize, region: Region, shape: &Shape) -> bool {
        let module = self.module;
        let blocks = module.region_blocks(region);
        let (least, most) = shape.blocks;
        if !self.require((least..=most).contains(&blocks.len()), || {
            let wanted = if least == most { "one block" } else { "at most one block" };
            format!("expected {wanted} in region {i}, but found {}", blocks.len())
        }) {
            return false;
        }
        let mut ok = true;
        if let Some(&entry) = blocks.first().filter(|_| !shape.args) {
            let args = module.block_args(entry).len();
            ok &= self.require(args == 0, || format!("expected no arguments of region {i}, but found {args}"));
        }
        for (b, &block) in blocks.iter().enumerate().filter(|_| !shape.ends.is_empty()) {
            let end = module.terminator(block).map(|t| module.spelling(t));
            let place = if blocks.len() > 1 { format!("block {b} of region {i}") } else { format!("region {i}") };
            match end {
                Some(row) if shape.ends.contains(&row.name) => {}
                // The terminator itself reports that it does not belong here.
                Some(row) if ends_block(row) => ok = false,
                Some(row) => {
                    self.fail(format!("expected {place} to end with {}, but it ends with {}", any_of(shape.ends), row.name));
                    ok = false;
                }
                None => {
                    self.fail(format!("expected {place} to end with {}, but it is empty", any_of(shape.ends)));
                    ok = false;
                }
            }
        }
        ok
    }

    /// A terminator is the last op of a block of the right kind of region.
    fn end(&mut self) -> bool {
        let row = self.module.spelling(self.op);
        let last = self.module.next_op(self.op).is_none();
        let ok = self.require(last, || "expected to be the last operation of its block".into());
        let Some((owner, i)) = place(self.module, self.op) else { return ok };
        let owner = self.module.spelling(owner);
        let ends = shape(owner, i).ends;
        ok & self.require(ends.contains(&row.name), || {
            let wanted = if ends.is_empty() { "nothing does".to_string() } else { format!("expected {}", any_of(ends)) };
            format!("does not end region {i} of {}: {wanted}", owner.name)
        })
    }

    /// Branches go to blocks of their own region, not its first, with the arguments these have. Only after `groups`.
    pub(super) fn targets(&mut self) -> bool {
        let module = self.module;
        let targets = module.successors(self.op);
        let (wanted, first) = match module.kind(self.op) {
            OpKind::Branch => (1, 0),
            OpKind::CondBranch => (2, 1),
            _ => (0, 0),
        };
        let mut ok =
            self.require(targets.len() == wanted, || format!("expected {wanted} successors, but found {}", targets.len()));
        let region = module.parent_block(self.op).and_then(|b| module.block_region(b));
        for (i, &target) in targets.iter().enumerate().filter(|_| targets.len() == wanted) {
            let here = region.is_some() && module.block_region(target) == region;
            if !self.require(here, || format!("successor {i} is a block of another region")) {
                ok = false;
                continue;
            }
            let entry = region.and_then(|r| module.region_blocks(r).first().copied());
            ok &= self.require(entry != Some(target), || {
                format!("successor {i} is the first block of the region, which cannot be branched to")
            });
            let args: Vec<&Type> = module.block_args(target).iter().map(|&a| module.ty(a)).collect();
            let given = self.group_types(first + i);
            ok &= self.same_types("operand", &args, &given, &format!("as the arguments of successor {i} are"));
        }
        ok
    }
}
