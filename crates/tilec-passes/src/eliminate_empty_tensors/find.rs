//! From an anchor back to the empty tensors that its source is computed in.

use crate::bufferize::{carried_tensors, destination};
use crate::reshape;
use tilec_ir::verify::reassociation;
use tilec_ir::{Builder, DYNAMIC, Module, Op, OpKind, Type, Use, Value, spelling};

/// Branches within branches that are looked into, and steps on the way.
const MAX_STEPS: usize = 1 << 12;

/// An op that puts a tensor into a destination.
#[derive(Clone, Copy)]
pub(super) struct Anchor {
    pub(super) op: Op,
    pub(super) source: Value,
    /// A tensor, or a buffer.
    pub(super) dest: Value,
    /// The source goes into the part of the destination that the op's offsets, sizes and strides say; else into all of it.
    pub(super) is_part: bool,
}

/// The anchors that an op is: several for the end of a loop.
pub(super) fn anchors(module: &Module, op: Op) -> Vec<Anchor> {
    let anchor = |is_part| Anchor { op, source: module.operand(op, 0), dest: module.operand(op, 1), is_part };
    match module.kind(op) {
        OpKind::InsertSlice | OpKind::ParallelInsert => vec![anchor(true)],
        OpKind::Materialize => vec![anchor(false)],
        OpKind::For | OpKind::AffineFor | OpKind::While => {
            let next = carried_tensors(module, op).into_iter();
            next.map(|(next, arg)| Anchor {
                op: next.op,
                source: module.operand(next.op, next.operand as usize),
                dest: arg,
                is_part: false,
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// A step back from a value to what it is a view of.
pub(super) enum Step {
    /// `tensor.cast`, from this type.
    Cast(Type),
    /// `expand_shape` or `collapse_shape`: undone by the other.
    Reshape {
        /// The reshape.
        op: Op,
        /// It expands, so undoing it collapses.
        expanded: bool,
    },
}

/// A use of an empty tensor that becomes, through steps, an anchor's source.
pub(super) struct Found {
    pub(super) place: Use,
    /// The first is the one next to the anchor.
    pub(super) steps: Vec<Step>,
    /// The type that the destination's part must have.
    pub(super) ty: Type,
}

impl Step {
    /// What a value of the type behind the step is in the type before it.
    pub(super) fn undo(&self, module: &mut Module, value: Value, before: Op) -> Value {
        match self {
            Self::Cast(from) => {
                let cast = Builder::before(module, before).op(
                    spelling::of_dialect(OpKind::ShapeCast, "tensor"),
                    &[value],
                    std::slice::from_ref(from),
                );
                module.result(cast)
            }
            Self::Reshape { op, .. } => reshape::undo(module, *op, value, before),
        }
    }
}

/// The uses of empty tensors that gave `value` its buffer: one, or one in each branch.
pub(super) fn empties(module: &Module, value: Value) -> Vec<Found> {
    let ty = module.ty(value).clone();
    let mut found = Vec::new();
    let mut work = vec![(value, Vec::new())];
    let mut left = MAX_STEPS;
    while let Some((value, steps)) = work.pop() {
        let Some(op) = module.defining_op(value).filter(|_| left > 0) else { continue };
        left -= 1;
        let mut steps: Vec<Step> = steps;
        let place = match module.kind(op) {
            OpKind::ShapeCast => {
                let from = module.ty(module.operand(op, 0)).clone();
                if from != *module.ty(value) {
                    steps.push(Step::Cast(from));
                }
                Use { op, operand: 0 }
            }
            OpKind::Reshape { expand } if is_static(module, op) => {
                steps.push(Step::Reshape { op, expanded: expand });
                Use { op, operand: 0 }
            }
            OpKind::For | OpKind::AffineFor | OpKind::Forall => {
                let at = module.results(op).iter().position(|&r| r == value).expect("a result of the op");
                let operand = module.num_operands(op) - module.results(op).len() + at;
                Use { op, operand: u32::try_from(operand).expect("few operands") }
            }
            OpKind::If if steps.is_empty() => {
                let at = module.results(op).iter().position(|&r| r == value).expect("a result of the op");
                let ends = module.regions(op).iter().filter_map(|&r| module.terminator(*module.region_blocks(r).first()?));
                work.extend(ends.map(|end| (module.operand(end, at), Vec::new())));
                continue;
            }
            _ => match destination(module, value) {
                Some(place) => place,
                None => continue,
            },
        };
        let next = module.operand(place.op, place.operand as usize);
        if module.defining_op(next).is_some_and(|e| module.kind(e) == OpKind::Empty) {
            // The step next to the empty is the op whose operand is replaced.
            let is_step = matches!(module.kind(place.op), OpKind::ShapeCast | OpKind::Reshape { .. });
            if !is_step {
                found.push(Found { place, steps, ty: ty.clone() });
            }
            continue;
        }
        work.push((next, steps));
    }
    found
}

/// True if a reshape can be undone by its attributes alone.
fn is_static(module: &Module, op: Op) -> bool {
    let groups = reassociation(module.attr(op, "reassociation"));
    let is_known = |v: Value| module.ty(v).shape().is_some_and(|s| !s.contains(&DYNAMIC));
    !groups.is_empty() && is_known(module.operand(op, 0)) && is_known(module.result(op))
}
