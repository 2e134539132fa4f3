//! Lists that mix constants and operands: offsets, sizes and strides of slices, bounds and steps of parallel loops.

use crate::analysis::linear::Linear;
use tilec_ir::data::byte_size;
use tilec_ir::verify::castable;
use tilec_ir::{Attr, Builder, DYNAMIC, Module, Op, OpKind, Type, Value, spelling};

/// A number of such a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A constant.
    Number(i64),
    /// A value of type `index`.
    Value(Value),
}

impl Entry {
    /// The number, if it is constant.
    pub(crate) fn number(self) -> Option<i64> {
        if let Self::Number(n) = self { Some(n) } else { None }
    }

    /// The number as a type has it.
    pub(crate) fn extent(self) -> i64 {
        self.number().unwrap_or(DYNAMIC)
    }

    /// A constant if the value is one.
    pub(crate) fn folded(self, module: &Module) -> Self {
        match self {
            // The one number that no list can hold means that an operand stands for it.
            Self::Value(v) => module.constant_int(v).filter(|n| *n != DYNAMIC).map_or(self, Self::Number),
            Self::Number(_) => self,
        }
    }

    /// The entry as a sum.
    pub(crate) fn form(self, module: &Module) -> Linear {
        match self {
            Self::Number(n) => Linear::constant(n),
            Self::Value(v) => Linear::of(module, v),
        }
    }

    /// True if both are certainly the same number.
    pub(crate) fn is_equal(self, other: Self, module: &Module) -> bool {
        self == other || self.form(module).plus(&other.form(module), -1).is_some_and(|d| d.as_const() == Some(0))
    }

    /// The number as a value.
    pub(crate) fn value(self, builder: &mut Builder<'_>) -> Value {
        match self {
            Self::Number(n) => builder.index(n),
            Self::Value(v) => v,
        }
    }
}

/// The attribute with the constants of a group.
fn constants_of(group: &str) -> &'static str {
    match group {
        "dynamicLowerBound" => "staticLowerBound",
        "dynamicUpperBound" => "staticUpperBound",
        "dynamicStep" => "staticStep",
        _ => spelling::static_list(group),
    }
}

/// The list of a group.
pub(crate) fn entries(module: &Module, op: Op, group: &str) -> Vec<Entry> {
    let mut operands = module.group_named(op, group).into_iter();
    let entry = |&c: &i64| match c {
        DYNAMIC => operands.next().map_or(Entry::Number(DYNAMIC), Entry::Value),
        c => Entry::Number(c),
    };
    module.int_array(op, constants_of(group)).iter().map(entry).collect()
}

/// The entries whose dimension is `?`, in order: the operands of an op that makes a value of this type.
pub(crate) fn extents(module: &Module, ty: &Type, operands: impl Iterator<Item = Value>) -> Vec<Entry> {
    let mut operands = operands;
    let entry = |&c: &i64| match c {
        DYNAMIC => operands.next().map_or(Entry::Number(DYNAMIC), |v| Entry::Value(v).folded(module)),
        c => Entry::Number(c),
    };
    ty.shape().unwrap_or(&[]).iter().map(entry).collect()
}

/// Gives an op other lists, and other operands in groups without one.
pub(crate) fn set_groups(module: &mut Module, op: Op, lists: &[(&str, Vec<Entry>)], values: &[(&str, Vec<Value>)]) {
    let mut groups: Vec<Vec<Value>> = (0..module.spelling(op).operands.len()).map(|g| module.group(op, g).collect()).collect();
    let position = |module: &Module, name: &str| module.spelling(op).operand_group(name).expect("a group of the op");
    for (name, list) in lists {
        let g = position(module, name);
        groups[g] = list.iter().filter_map(|e| if let Entry::Value(v) = e { Some(*v) } else { None }).collect();
        let constants: Vec<i64> = list.iter().map(|e| e.extent()).collect();
        module.set_attr(op, constants_of(name), Attr::i64_array(constants));
    }
    for (name, list) in values {
        let g = position(module, name);
        groups[g].clone_from(list);
    }
    let segments: Vec<usize> = groups.iter().map(Vec::len).collect();
    module.set_operands(op, &groups.concat(), &segments);
}

/// Offsets, sizes and strides of a slice, of an insertion, or of a view of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Where the part starts.
    pub(crate) offsets: Vec<Entry>,
    /// How many elements it has.
    pub(crate) sizes: Vec<Entry>,
    /// How far they are apart.
    pub(crate) strides: Vec<Entry>,
}

impl Part {
    /// The part that an op takes out or replaces.
    pub(crate) fn of(module: &Module, op: Op) -> Self {
        let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|group| entries(module, op, group));
        Self { offsets, sizes, strides }
    }

    /// The lists, for [`set_groups`].
    pub(crate) fn lists(&self) -> [(&'static str, Vec<Entry>); 3] {
        [("offsets", self.offsets.clone()), ("sizes", self.sizes.clone()), ("strides", self.strides.clone())]
    }

    /// The sizes as a type has them.
    pub(crate) fn shape(&self) -> Vec<i64> {
        self.sizes.iter().map(|e| e.extent()).collect()
    }

    /// Entries that are constants become numbers, where a verifier takes them: an offset behind the end of `whole`, right for a part of no
    /// elements, stays a value.
    pub(crate) fn folded(&self, module: &Module, whole: &[i64]) -> Self {
        let fold = |list: &[Entry]| list.iter().map(|e| e.folded(module)).collect::<Vec<_>>();
        let mut new = Self { offsets: fold(&self.offsets), sizes: fold(&self.sizes), strides: fold(&self.strides) };
        for (d, &extent) in whole.iter().enumerate() {
            let negative = |e: Entry| e.number().is_some_and(|n| n < 0);
            if negative(new.offsets[d]) || negative(new.sizes[d]) || !new.fits(d, extent) {
                (new.offsets[d], new.sizes[d], new.strides[d]) = (self.offsets[d], self.sizes[d], self.strides[d]);
            }
        }
        new
    }

    /// True if nothing that is known says that the part leaves this dimension.
    fn fits(&self, d: usize, extent: i64) -> bool {
        let Some(offset) = self.offsets[d].number().filter(|_| extent != DYNAMIC) else { return true };
        if offset >= extent {
            return false;
        }
        let (Some(size), Some(stride)) = (self.sizes[d].number(), self.strides[d].number()) else { return true };
        let last = (size - 1).checked_mul(stride).and_then(|l| l.checked_add(offset));
        last.is_some_and(|l| l < extent && (l >= 0 || size == 0))
    }

    /// True if the part can be taken of something with these extents.
    pub(crate) fn fits_in(&self, whole: &[i64]) -> bool {
        self.offsets.len() == whole.len() && whole.iter().enumerate().all(|(d, &extent)| self.fits(d, extent))
    }

    /// True if both are certainly the same.
    pub(crate) fn is_same(&self, other: &Self, module: &Module) -> bool {
        let equal = |a: &[Entry], b: &[Entry]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_equal(*b, module));
        equal(&self.offsets, &other.offsets) && equal(&self.sizes, &other.sizes) && equal(&self.strides, &other.strides)
    }

    /// True if it starts at the start and leaves nothing out in between.
    pub(crate) fn is_dense_from_start(&self) -> bool {
        self.offsets.iter().all(|e| *e == Entry::Number(0)) && self.strides.iter().all(|e| *e == Entry::Number(1))
    }
}

/// True if a tensor of one type may be seen as one of the other.
pub(crate) fn is_castable(from: &Type, to: &Type) -> bool {
    let (Some(a), Some(b)) = (from.as_tensor(), to.as_tensor()) else { return castable(from, to) };
    let agree = a.shape.iter().zip(&b.shape).all(|(a, b)| a == b || *a == DYNAMIC || *b == DYNAMIC);
    a.elem == b.elem && a.encoding == b.encoding && a.shape.len() == b.shape.len() && agree
}

/// True if a value of this type can be: no extent is negative, and the number of bytes is one that a machine can count.
pub(crate) fn is_possible(ty: &Type) -> bool {
    let (Some(shape), Some(elem)) = (ty.shape(), ty.elem()) else { return true };
    let known = shape.iter().filter(|d| **d != DYNAMIC).map(|d| usize::try_from(*d).ok()).collect::<Option<Vec<_>>>();
    known.is_some_and(|known| byte_size(elem, &known).is_some())
}

/// True if the type knows at least what `other` knows, in the same shape: a cast from it to `other` loses information or nothing.
pub(crate) fn is_refinement(ty: &Type, other: &Type) -> bool {
    let at_least = |a: &[i64], b: &[i64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || *b == DYNAMIC);
    match (ty, other) {
        (Type::Tensor(a), Type::Tensor(b)) => a.elem == b.elem && a.encoding == b.encoding && at_least(&a.shape, &b.shape),
        (Type::MemRef(a), Type::MemRef(b)) => {
            let layouts = a.layout == b.layout
                || a.strides_and_offset()
                    .zip(b.strides_and_offset())
                    .is_some_and(|((s, o), (t, p))| at_least(&s, &t) && (o == p || p == DYNAMIC));
            a.elem == b.elem && a.space == b.space && at_least(&a.shape, &b.shape) && layouts
        }
        _ => false,
    }
}

/// What a value is a cast of that forgets something.
pub(crate) fn forgotten(module: &Module, value: Value) -> Option<Value> {
    let op = module.defining_op(value).filter(|&o| module.kind(o) == OpKind::ShapeCast)?;
    let source = module.operand(op, 0);
    (module.ty(source) != module.ty(value) && is_refinement(module.ty(source), module.ty(value))).then_some(source)
}

/// The value as one of type `ty`, by a cast before `op` if need be.
pub(crate) fn cast(module: &mut Module, op: Op, value: Value, ty: &Type) -> Value {
    if module.ty(value) == ty {
        return value;
    }
    let dialect = if module.ty(value).as_memref().is_some() { "memref" } else { "tensor" };
    let cast =
        Builder::before(module, op).op(spelling::of_dialect(OpKind::ShapeCast, dialect), &[value], std::slice::from_ref(ty));
    module.result(cast)
}

/// Gives the one result of an op another type; its users get a cast to the old one.
pub(crate) fn retype(module: &mut Module, op: Op, result: usize, ty: Type) {
    let value = module.results(op)[result];
    let old = module.ty(value).clone();
    if old == ty {
        return;
    }
    module.set_type(value, ty);
    if module.is_unused(value) {
        return;
    }
    let after = module.next_op(op).expect("a result that is used is followed by an op");
    let back = cast(module, after, value, &old);
    let loc = module.op(op).loc.clone();
    let back_op = module.defining_op(back).expect("a cast");
    module.op_mut(back_op).loc = loc;
    module.replace_uses_if(value, back, |u| u.op != back_op);
}
