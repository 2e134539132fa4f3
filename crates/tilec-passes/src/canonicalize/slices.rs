//! Slices, views and insertions: constants go into their lists, casts into their types; what takes out what was put in, or the whole, goes.

use super::dims::is_extent;
use super::entries::{Entry, Part, cast, forgotten, is_castable, is_possible, is_refinement, retype, set_groups};
use tilec_ir::verify::{kept_dims, view_layout};
use tilec_ir::{AffineExpr, AffineMap, Builder, Layout, MemRefType, Module, Op, OpKind, TensorType, Type, Value, spelling};

/// What becomes of a slice or a view.
enum Plan {
    /// This value, seen as the old type.
    Value(Value),
    /// An empty tensor of these sizes.
    Empty(Vec<Entry>),
    /// A part of another value, of another type.
    Part(Value, Part, Type),
    /// A part of a part, from where both are counted.
    Nested(Value, Vec<Nested>, Type),
}

/// One dimension of a part of a part: `outer + inner · scale`, of so many elements so far apart.
struct Nested {
    outer: Entry,
    inner: Entry,
    scale: i64,
    size: Entry,
    stride: i64,
}

/// Rewrites a `tensor.extract_slice` or `memref.subview`. Says what was done.
pub(super) fn rewrite_slice(module: &mut Module, op: Op) -> Option<&'static str> {
    let result = module.result(op);
    match plan_slice(module, op)? {
        Plan::Value(value) => {
            let ty = module.ty(result).clone();
            let value = cast(module, op, value, &ty);
            module.replace_op(op, &[value]);
            Some("drops a slice that is a value already")
        }
        Plan::Empty(sizes) => {
            let ty = module.ty(result).clone();
            let operands: Vec<_> = sizes.iter().filter_map(|e| if let Entry::Value(v) = e { Some(*v) } else { None }).collect();
            let empty = Builder::before(module, op).op(spelling::of(OpKind::Empty), &operands, &[ty]);
            let value = module.result(empty);
            module.replace_op(op, &[value]);
            Some("makes a slice of an empty tensor an empty tensor")
        }
        Plan::Part(source, part, ty) => {
            set_groups(module, op, &part.lists(), &[("source", vec![source])]);
            retype(module, op, 0, ty);
            Some("folds what is known of a slice")
        }
        Plan::Nested(source, dims, ty) => {
            let part = counted_from_outside(module, op, &dims);
            set_groups(module, op, &part.lists(), &[("source", vec![source])]);
            retype(module, op, 0, ty);
            Some("takes a slice of a slice from where that was taken")
        }
    }
}

fn plan_slice(module: &Module, op: Op) -> Option<Plan> {
    let (source, old) = (module.operand(op, 0), Part::of(module, op));
    let ty = module.ty(module.result(op));
    let known = forgotten(module, source).filter(|&s| old.fits_in(module.ty(s).shape().unwrap_or(&[])));
    let source = known.unwrap_or(source);
    let part = old.folded(module, module.ty(source).shape()?);
    if is_whole(module, &part, source, ty) {
        return Some(Plan::Value(source));
    }
    if ty.as_tensor().is_some() {
        let from = module.defining_op(source);
        if let Some(found) = from.and_then(|from| plan_of_producer(module, op, from, &part)) {
            return Some(found);
        }
    }
    let new = part_type(module, op, source, &part)?;
    (known.is_some() || part != old).then_some(Plan::Part(source, part, new))
}

/// True if the part of a value of this type is all of `source`.
fn is_whole(module: &Module, part: &Part, source: Value, ty: &Type) -> bool {
    let from = module.ty(source);
    part.is_dense_from_start()
        && from.shape().map(<[i64]>::len) == ty.shape().map(<[i64]>::len)
        && (from == ty || is_refinement(from, ty) || ty.as_tensor().is_some() && is_castable(from, ty))
        && part.sizes.iter().enumerate().all(|(d, &size)| is_extent(module, size, source, d))
}

/// What a slice of the result of `from` is.
fn plan_of_producer(module: &Module, op: Op, from: Op, part: &Part) -> Option<Plan> {
    let ty = module.ty(module.result(op));
    match module.kind(from) {
        OpKind::InsertSlice => {
            let inserted = module.operand(from, 0);
            let whole = module.ty(module.result(from)).shape()?;
            let fits =
                is_castable(module.ty(inserted), ty) && kept_of(module, from, inserted) == kept_of(module, op, module.result(op));
            (fits && Part::of(module, from).folded(module, whole).is_same(part, module)).then_some(Plan::Value(inserted))
        }
        OpKind::Empty => {
            let kept = kept_of(module, op, module.result(op))?;
            let sizes: Vec<Entry> = kept.into_iter().map(|d| part.sizes[d]).collect();
            let same = sizes.iter().zip(ty.shape()?).all(|(size, extent)| size.extent() == *extent);
            same.then_some(Plan::Empty(sizes))
        }
        OpKind::Slice => plan_nested(module, op, from, part),
        _ => None,
    }
}

/// The dimensions of a part that its type keeps.
fn kept_of(module: &Module, op: Op, part: Value) -> Option<Vec<usize>> {
    kept_dims(module.int_array(op, "static_sizes"), module.ty(part).shape()?)
}

/// A slice of a slice of the same block, where the outer one is only read: to put something back into it, it has to be there; and what a
/// loop takes parts of stays in front of the loop.
fn plan_nested(module: &Module, op: Op, from: Op, part: &Part) -> Option<Plan> {
    let middle = module.result(from);
    let only_read = module.uses(middle).iter().all(|u| matches!(module.kind(u.op), OpKind::Slice | OpKind::Dim));
    let same_block = module.parent_block(from) == module.parent_block(op);
    let kept = kept_of(module, from, middle).filter(|_| only_read && same_block)?;
    let outer = Part::of(module, from);
    let mut dims = Vec::new();
    for d in 0..outer.sizes.len() {
        let scale = outer.strides[d].number()?;
        let (one, zero) = (Entry::Number(1), Entry::Number(0));
        let (inner, size, stride) = match kept.iter().position(|&k| k == d) {
            Some(i) => (part.offsets[i], part.sizes[i], part.strides[i].number()?),
            None => (zero, one, 1),
        };
        dims.push(Nested { outer: outer.offsets[d], inner, scale, size, stride: scale.checked_mul(stride)? });
    }
    let (source, ty) = (module.operand(from, 0), module.ty(module.result(op)));
    let whole = module.ty(source).shape()?;
    let number = |d: &Nested| d.outer.number()?.checked_add(d.inner.number()?.checked_mul(d.scale)?);
    let known = Part {
        offsets: dims.iter().map(|d| number(d).map_or(d.outer_or_inner(), Entry::Number)).collect(),
        sizes: dims.iter().map(|d| d.size).collect(),
        strides: dims.iter().map(|d| Entry::Number(d.stride)).collect(),
    };
    let fits = known.fits_in(whole) && kept_dims(&known.shape(), ty.shape()?).is_some();
    fits.then(|| Plan::Nested(source, dims, ty.clone()))
}

impl Nested {
    /// An offset that is not constant: whichever of the two is the value.
    fn outer_or_inner(&self) -> Entry {
        if self.outer.number().is_some() { self.inner } else { self.outer }
    }
}

/// The part that nested dimensions are, with the arithmetic for it before `op`.
fn counted_from_outside(module: &mut Module, op: Op, dims: &[Nested]) -> Part {
    let mut builder = Builder::before(module, op);
    let mut offset = |d: &Nested| match (d.outer, d.inner) {
        (outer, Entry::Number(0)) => outer,
        (Entry::Number(0), inner) if d.scale == 1 => inner,
        (outer, inner) => {
            let mut operands = Vec::new();
            let mut input = |e: Entry| match e {
                Entry::Number(n) => AffineExpr::Const(n),
                Entry::Value(v) => {
                    operands.push(v);
                    AffineExpr::Dim(u32::try_from(operands.len() - 1).expect("two operands"))
                }
            };
            let (outer, inner) = (input(outer), input(inner));
            let sum = outer.add(inner.mul(AffineExpr::Const(d.scale)));
            match sum.as_const() {
                Some(n) => Entry::Number(n),
                None => Entry::Value(builder.affine_apply(&AffineMap::new(operands.len(), vec![sum]), &operands)),
            }
        }
    };
    Part {
        offsets: dims.iter().map(&mut offset).collect(),
        sizes: dims.iter().map(|d| d.size).collect(),
        strides: dims.iter().map(|d| Entry::Number(d.stride)).collect(),
    }
}

/// The type of this part of `source`: what the old type has, and what is known now. `None` if there is none.
fn part_type(module: &Module, op: Op, source: Value, part: &Part) -> Option<Type> {
    let old = module.ty(module.result(op));
    let kept = kept_of(module, op, module.result(op));
    let sizes = part.shape();
    let ty = match (old, module.ty(source)) {
        (Type::Tensor(t), _) => {
            let shape: Vec<i64> = kept?.into_iter().map(|d| sizes[d]).collect();
            kept_dims(&sizes, &shape)?;
            Type::Tensor(TensorType { shape, ..(**t).clone() }.into())
        }
        (Type::MemRef(t), Type::MemRef(from)) => {
            if t.shape.len() != sizes.len() {
                return None;
            }
            let list = |entries: &[Entry]| entries.iter().map(|e| e.extent()).collect::<Vec<_>>();
            let (strides, offset) = view_layout(from, &list(&part.offsets), &sizes, &list(&part.strides), &sizes)?;
            let layout = match t.strides_and_offset()? == (strides.clone(), offset) && t.shape == sizes {
                true => t.layout.clone(),
                false => Layout::Strided { offset, strides },
            };
            Type::MemRef(MemRefType { shape: sizes, layout, ..(**t).clone() }.into())
        }
        _ => return None,
    };
    (is_refinement(&ty, old) && is_possible(&ty)).then_some(ty)
}

/// Rewrites a `tensor.insert_slice`, or a `tensor.parallel_insert_slice`. Says what was done.
pub(super) fn rewrite_insertion(module: &mut Module, op: Op) -> Option<&'static str> {
    let sequential = module.kind(op) == OpKind::InsertSlice;
    if sequential && let Some(value) = find_inserted(module, op) {
        let ty = module.ty(module.result(op)).clone();
        let value = cast(module, op, value, &ty);
        module.replace_op(op, &[value]);
        return Some("drops an insertion that leaves a value known already");
    }
    let plan = plan_insertion(module, op, sequential)?;
    // Nothing but insertions stands where a parallel loop ends.
    let before = if sequential { op } else { module.parent_op(op)? };
    let source = cast(module, before, plan.source, &plan.source_type);
    set_groups(module, op, &plan.part.lists(), &[("source", vec![source]), ("dest", vec![plan.dest])]);
    if sequential {
        let ty = module.ty(plan.dest).clone();
        retype(module, op, 0, ty);
    }
    Some("folds what is known of an insertion")
}

/// What an insertion gives, if that is a value already: the source that replaces everything, or the destination that had it before.
fn find_inserted(module: &Module, op: Op) -> Option<Value> {
    let (source, dest) = (module.operand(op, 0), module.operand(op, 1));
    let part = Part::of(module, op).folded(module, module.ty(dest).shape()?);
    if is_castable(module.ty(source), module.ty(dest)) && is_whole(module, &part, dest, module.ty(source)) {
        return Some(source);
    }
    let mut taken = source;
    while let Some(origin) = forgotten(module, taken) {
        taken = origin;
    }
    let slice = module.defining_op(taken).filter(|&o| module.kind(o) == OpKind::Slice)?;
    let same_kept = kept_of(module, slice, taken) == kept_of(module, op, source);
    let same = module.operand(slice, 0) == dest && same_kept;
    (same && Part::of(module, slice).folded(module, module.ty(dest).shape()?).is_same(&part, module)).then_some(dest)
}

/// An insertion of another source, into another destination.
struct Insertion {
    source: Value,
    source_type: Type,
    dest: Value,
    part: Part,
}

fn plan_insertion(module: &Module, op: Op, sequential: bool) -> Option<Insertion> {
    let (old_source, old_dest) = (module.operand(op, 0), module.operand(op, 1));
    let old = Part::of(module, op);
    let kept = kept_of(module, op, old_source)?;
    let source = forgotten(module, old_source).unwrap_or(old_source);
    let mut dest = old_dest;
    if sequential {
        dest = forgotten(module, dest).unwrap_or(dest);
        if let Some(inner) = module.defining_op(dest).filter(|&o| module.kind(o) == OpKind::InsertSlice) {
            let same_kept = kept_of(module, inner, module.operand(inner, 0)).as_ref() == Some(&kept);
            // What was put there before is replaced as a whole.
            if same_kept && Part::of(module, inner).is_same(&old, module) {
                dest = module.operand(inner, 1);
            }
        }
    }
    let whole = module.ty(dest).shape()?;
    let mut part = old.clone();
    for (&d, &extent) in kept.iter().zip(module.ty(source).shape()?) {
        if extent != tilec_ir::DYNAMIC {
            part.sizes[d] = Entry::Number(extent);
        }
    }
    let part = part.folded(module, whole);
    let shape: Vec<i64> = kept.iter().map(|&d| part.sizes[d].extent()).collect();
    let Type::Tensor(t) = module.ty(source) else { return None };
    let source_type = Type::Tensor(TensorType { shape, ..(**t).clone() }.into());
    let shape = source_type.shape()?;
    let fits = part.fits_in(whole)
        && kept_dims(&part.shape(), shape).as_ref() == Some(&kept)
        && is_refinement(&source_type, module.ty(source))
        && is_possible(&source_type);
    let changes = source != old_source || dest != old_dest || part != old;
    (fits && changes).then_some(Insertion { source, source_type, dest, part })
}
