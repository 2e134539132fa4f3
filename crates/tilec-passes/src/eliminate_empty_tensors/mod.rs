//! Computes into the destination of an insertion instead of into an empty tensor that is then copied: mlir-opt's pass of the same name.
//!
//! Anchors are `tensor.insert_slice`, `tensor.parallel_insert_slice`, `bufferization.materialize_in_destination`, and what a loop yields,
//! which goes into what it carries. From an anchor's source `find` walks back over ops that keep the buffer (destinations of structured ops
//! and insertions, casts, reshapes, loops, branches) to a `tensor.empty`; the destination's own part, reshaped likewise, takes its place for
//! that one use, and other users of the empty keep it. `hoist` moves index arithmetic in front of that use if it is needed there. Then
//! `reuse` lets elementwise ops compute where a value is that only they read, and gives each reader of a filled tensor that overwrites it a
//! fill of its own. Tensor level. What is computed never changes: bufferization still looks for conflicts afterwards; for a buffer
//! destination this pass itself checks that nobody touches the buffer in between.

mod buffers;
mod find;
mod hoist;
mod reuse;

use crate::analysis::alias;
use crate::analysis::effects::erase_dead;
use crate::bufferize::slices_are_disjoint;
use crate::remark::Remark;
use find::{Anchor, Found, Step};
use std::fmt;
use tilec_ir::verify::{collapsed_layout, reassociation, view_layout};
use tilec_ir::{Attr, Builder, Diagnostic, Layout, MemRefType, Module, Op, OpKind, Type, Value, spelling};

/// The pass.
pub const NAME: &str = "eliminate-empty-tensors";

/// Why an empty tensor stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// Destination, offsets or sizes are defined after the empty tensor is used, and cannot be earlier.
    NotDominating,
    /// The empty tensor's type is not that of the destination's part.
    TypeMismatch,
    /// The destination's part has gaps, so it cannot be seen in the empty tensor's shape.
    Strided,
    /// Something touches the destination buffer before the anchor.
    BufferInUse {
        /// What does.
        by: Op,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotDominating => "not-dominating",
            Self::TypeMismatch => "type-mismatch",
            Self::Strided => "strided-part",
            Self::BufferInUse { .. } => "buffer-in-use",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotDominating => "the destination is not known where the empty tensor is used",
            Self::TypeMismatch => "the empty tensor's type differs from that of the destination's part",
            Self::Strided => "the destination's part has gaps and the empty tensor another shape",
            Self::BufferInUse { .. } => "the destination buffer is used before the result goes there",
        })
    }
}

/// Everything the rewrite needs.
struct Plan {
    anchor: Anchor,
    found: Found,
    /// What the part is taken of: the anchor's destination, or what that is computed in.
    dest: Value,
    /// What must move in front of the use, operands first.
    hoisted: Vec<Op>,
}

/// Eliminates at every anchor, in program order.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut changed = reuse::own_fills(module, remarks);
    for op in module.walk(module.top()) {
        for anchor in find::anchors(module, op) {
            for found in find::empties(module, anchor.source) {
                changed |= eliminate(module, anchor, found, remarks);
            }
        }
    }
    changed |= reuse::in_inputs(module, remarks);
    if changed {
        erase_dead(module, module.top());
    }
    Ok(changed)
}

fn eliminate(module: &mut Module, anchor: Anchor, found: Found, remarks: &mut Vec<Remark>) -> bool {
    let (place, loc) = (found.place, module.op(found.place.op).loc.clone());
    let at = module.op(anchor.op).loc.clone();
    match plan(module, anchor, found) {
        Ok(plan) => {
            remarks.push(
                Remark::applied(NAME, loc, format!("output {} goes straight to its destination", place.operand))
                    .note(at, "the destination"),
            );
            rewrite(module, &plan);
            true
        }
        Err(blocker) => {
            let mut remark = Remark::missed(NAME, blocker.name(), loc, format!("operand {}: {blocker}", place.operand))
                .note(at, "the destination");
            if let Blocker::BufferInUse { by } = blocker {
                remark = remark.note(module.op(by).loc.clone(), "this uses it");
            }
            remarks.push(remark);
            false
        }
    }
}

fn plan(module: &Module, anchor: Anchor, found: Found) -> Result<Plan, Blocker> {
    let place = found.place;
    let is_buffer = module.ty(anchor.dest).as_memref().is_some();
    let mut needed: Vec<Value> = module.operands(anchor.op).skip(2).collect();
    if !anchor.is_part {
        needed.clear();
    }
    // Where the destination is not there yet, what it is computed in may be: contents do not matter, the buffer will be the same.
    let mut dest = anchor.dest;
    let hoisted = loop {
        let values: Vec<Value> = needed.iter().copied().chain([dest]).collect();
        if let Some(hoisted) = hoist::plan(module, &values, place.op) {
            break hoisted;
        }
        dest = before_disjoint_insertion(module, anchor.op, dest).ok_or(Blocker::NotDominating)?;
    };
    if part_type(module, anchor) != found.ty {
        return Err(Blocker::TypeMismatch);
    }
    if found.steps.iter().any(|s| matches!(s, Step::Reshape { expanded: true, .. })) && !is_foldable(module, anchor, dest, &found)
    {
        return Err(Blocker::Strided);
    }
    if is_buffer {
        if module.parent_block(place.op) != module.parent_block(anchor.op) {
            return Err(Blocker::NotDominating);
        }
        // The new tensor of the buffer lives from the use to the anchor.
        let base = alias::base(module, dest);
        let mut op = Some(place.op);
        while let Some(at) = op.filter(|&o| o != anchor.op) {
            if buffers::touches(module, at, &base) {
                return Err(Blocker::BufferInUse { by: at });
            }
            op = module.next_op(at);
        }
        // A value of the chain that is used after the anchor must not see later changes of the buffer.
        let later = buffers::later_touch(module, anchor.op, &base);
        if let Some(by) = later.filter(|_| buffers::chain_is_used_later(module, anchor.op, place.op)) {
            return Err(Blocker::BufferInUse { by });
        }
    }
    Ok(Plan { anchor, found, dest, hoisted })
}

/// The destination of an insertion that gives `dest`, if it leaves alone the part that `anchor` writes.
fn before_disjoint_insertion(module: &Module, anchor: Op, dest: Value) -> Option<Value> {
    let insert = module.defining_op(dest).filter(|&d| module.kind(d) == OpKind::InsertSlice)?;
    let is_part = matches!(module.kind(anchor), OpKind::InsertSlice | OpKind::ParallelInsert);
    (is_part && slices_are_disjoint(module, insert, anchor)).then(|| module.operand(insert, 1))
}

/// The type of the destination's part that the anchor writes.
fn part_type(module: &Module, anchor: Anchor) -> Type {
    let dest = module.ty(anchor.dest);
    match (anchor.is_part, dest) {
        (true, _) => module.ty(anchor.source).clone(),
        (false, Type::MemRef(t)) => Type::tensor(&t.shape, t.elem),
        (false, ty) => ty.clone(),
    }
}

/// True if the part of the destination can be seen in the shapes before the reshapes without a copy.
fn is_foldable(module: &Module, anchor: Anchor, dest: Value, found: &Found) -> bool {
    let Some(whole) = module.ty(dest).as_tensor() else { return false };
    // A destination that is itself a part may have gaps.
    let passed_on =
        |v: &Value| module.defining_op(*v).filter(|&o| module.kind(o) == OpKind::InsertSlice).map(|o| module.operand(o, 1));
    let root = std::iter::successors(Some(dest), passed_on).last().and_then(|v| module.defining_op(v));
    if root.is_some_and(|o| module.kind(o) == OpKind::Slice) {
        return false;
    }
    let dense = MemRefType { shape: whole.shape.clone(), elem: whole.elem, layout: Layout::Identity, space: None };
    let part = module.ty(anchor.source).shape().unwrap_or(&[]).to_vec();
    let mut ty = dense.clone();
    if anchor.is_part {
        let lists = ["static_offsets", "static_sizes", "static_strides"].map(|n| module.int_array(anchor.op, n).to_vec());
        let Some((strides, offset)) = view_layout(&dense, &lists[0], &lists[1], &lists[2], &part) else { return false };
        ty = MemRefType { shape: part, layout: Layout::Strided { offset, strides }, ..dense };
    }
    // One reshape is looked through with its layout; more only if all is dense.
    let reshapes: Vec<_> = found
        .steps
        .iter()
        .filter_map(|s| if let Step::Reshape { op, expanded } = s { Some((*op, *expanded)) } else { None })
        .collect();
    match reshapes[..] {
        [(op, true)] => collapsed_layout(&ty, &reassociation(module.attr(op, "reassociation"))).is_some(),
        _ => ty.is_contiguous(),
    }
}

/// Puts the destination's part in the empty tensor's place, right before its use.
fn rewrite(module: &mut Module, plan: &Plan) {
    let (anchor, place) = (plan.anchor, plan.found.place);
    for &op in &plan.hoisted {
        module.move_before(op, place.op);
    }
    let loc = module.op(anchor.op).loc.clone();
    let mut part = plan.dest;
    if anchor.is_part {
        let ty = module.ty(anchor.source).clone();
        let groups = ["offsets", "sizes", "strides"].map(|g| module.group_named(anchor.op, g));
        let operands: Vec<_> = std::iter::once(plan.dest).chain(groups.iter().flatten().copied()).collect();
        let attrs = module.op(anchor.op).attrs.clone();
        let mut builder = Builder::before(module, place.op);
        builder.loc = loc.clone();
        let slice = builder.op(spelling::of(OpKind::Slice), &operands, &[ty]);
        let segments: Vec<_> = std::iter::once(1).chain(groups.iter().map(Vec::len)).collect();
        module.set_segments(slice, &segments);
        module.op_mut(slice).attrs = attrs;
        part = module.result(slice);
    } else if module.ty(plan.dest).as_memref().is_some() {
        let ty = part_type(module, anchor);
        let mut builder = Builder::before(module, place.op);
        builder.loc = loc.clone();
        let tensor = builder.op(spelling::of(OpKind::ToTensor), &[plan.dest], &[ty]);
        module.set_attr(tensor, "restrict", Attr::Unit);
        module.set_attr(tensor, "writable", Attr::Unit);
        // The promise that nobody else has the buffer goes with the tensor.
        module.op_mut(anchor.op).attrs.remove("restrict");
        part = module.result(tensor);
    }
    for step in &plan.found.steps {
        part = step.undo(module, part, place.op);
    }
    module.set_operand(place.op, place.operand as usize, part);
}
