//! Which extents of the arguments a program takes to be equal: it would stop, or mean nothing, if they were not.
//!
//! A guess that serves the choice of inputs, nothing else: where it is wrong, inputs are chosen that say little.

use std::collections::HashMap;
use tilec_ir::verify::{kept_dims, reassociation};
use tilec_ir::{DYNAMIC, Module, Op, OpKind, ScalarType, Type, Value};

/// What has a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// One dimension of a tensor or buffer.
    Dim(Value, usize),
    /// An integer.
    Scalar(Value),
}

/// The extents of the arguments in classes.
pub(super) struct Extents {
    /// For each argument, the class of each dimension; of an integer, its own.
    pub arguments: Vec<Vec<usize>>,
    /// The classes that can only be one number.
    pub fixed: HashMap<usize, i64>,
    /// Classes that are a multiple of another one.
    pub multiples: HashMap<usize, (i64, usize)>,
}

/// Sets of keys that are equal, each with the number that it must be, if that is known.
struct Classes<'m> {
    module: &'m Module,
    nodes: HashMap<Key, usize>,
    parents: Vec<usize>,
    numbers: Vec<Option<i64>>,
    /// One extent is a number of times the other.
    multiples: Vec<(Key, i64, Key)>,
}

/// The classes of a function's arguments.
pub(super) fn extents(module: &Module, func: Op) -> Extents {
    let mut classes = Classes { module, nodes: HashMap::new(), parents: Vec::new(), numbers: Vec::new(), multiples: Vec::new() };
    for op in module.walk(module.top()) {
        classes.op(op);
    }
    let of = |&arg: &Value| match module.ty(arg) {
        Type::Scalar(_) => vec![classes.root(Key::Scalar(arg))],
        ty => (0..ty.shape().map_or(0, <[i64]>::len)).map(|d| classes.root(Key::Dim(arg, d))).collect(),
    };
    let arguments: Vec<Vec<usize>> = module.block_args(module.entry(func)).iter().map(of).collect();
    let related = std::mem::take(&mut classes.multiples);
    let multiples = related.into_iter().map(|(whole, n, part)| (classes.root(whole), (n, classes.root(part)))).collect();
    let fixed = (0..classes.numbers.len()).filter_map(|i| Some((i, classes.numbers[i]?))).collect();
    Extents { arguments, fixed, multiples }
}

impl Classes<'_> {
    fn root(&mut self, key: Key) -> usize {
        let mut node = match self.nodes.get(&key) {
            Some(&node) => node,
            None => {
                let number = match key {
                    Key::Dim(v, d) => self.module.ty(v).shape().and_then(|s| s.get(d).copied()).filter(|n| *n != DYNAMIC),
                    Key::Scalar(v) => self.module.constant_int(v),
                };
                self.add(Some(key), number)
            }
        };
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn add(&mut self, key: Option<Key>, number: Option<i64>) -> usize {
        let node = self.parents.len();
        self.parents.push(node);
        self.numbers.push(number);
        if let Some(key) = key {
            self.nodes.insert(key, node);
        }
        node
    }

    fn equal(&mut self, a: Key, b: Key) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[b] = a;
        self.numbers[a] = self.numbers[a].or(self.numbers[b]);
    }

    /// Values of one shape, or equal integers.
    fn same(&mut self, a: Value, b: Value) {
        match (self.module.ty(a), self.module.ty(b)) {
            (Type::Scalar(x), Type::Scalar(y)) if is_integer(*x) && is_integer(*y) => self.equal(Key::Scalar(a), Key::Scalar(b)),
            (Type::Scalar(_), _) | (_, Type::Scalar(_)) => {}
            (x, y) => {
                let rank = x.shape().map(<[i64]>::len).filter(|r| y.shape().is_some_and(|s| s.len() == *r));
                (0..rank.unwrap_or(0)).for_each(|d| self.equal(Key::Dim(a, d), Key::Dim(b, d)));
            }
        }
    }

    fn all_same(&mut self, values: &[Value]) {
        let shaped: Vec<Value> = values.iter().copied().filter(|v| self.module.ty(*v).shape().is_some()).collect();
        shaped.windows(2).for_each(|pair| self.same(pair[0], pair[1]));
    }

    fn pairwise(&mut self, a: &[Value], b: &[Value]) {
        a.iter().zip(b).for_each(|(a, b)| self.same(*a, *b));
    }

    fn op(&mut self, op: Op) {
        let module = self.module;
        let operands: Vec<Value> = module.operands(op).collect();
        let results = module.results(op);
        match module.kind(op) {
            OpKind::Structured(_) => self.structured(op),
            OpKind::Dim => {
                let dim = operands.get(1).and_then(|v| module.constant_int(*v)).and_then(|d| usize::try_from(d).ok());
                if let Some(dim) = dim {
                    self.equal(Key::Scalar(results[0]), Key::Dim(operands[0], dim));
                }
            }
            OpKind::Empty | OpKind::Alloc | OpKind::Alloca | OpKind::AllocTensor | OpKind::Generate => self.made(op, 0),
            OpKind::SplatTensor => self.made(op, 1),
            OpKind::Slice | OpKind::View => self.part(op, results[0]),
            OpKind::InsertSlice | OpKind::ParallelInsert => {
                self.part(op, operands[0]);
                results.iter().for_each(|r| self.same(*r, operands[1]));
            }
            OpKind::Reshape { expand } => self.reshape(op, expand),
            OpKind::For | OpKind::AffineFor | OpKind::Forall => self.carried(op),
            OpKind::If => {
                for &region in module.regions(op) {
                    let ends: Vec<Op> = module.region_blocks(region).iter().filter_map(|&b| module.terminator(b)).collect();
                    ends.into_iter().for_each(|end| self.pairwise(results, &module.operands(end).collect::<Vec<_>>()));
                }
            }
            OpKind::Call => self.call(op),
            OpKind::Cast(_) if results.iter().all(|&r| module.ty(r).as_scalar().is_some()) => self.pairwise(&operands, results),
            OpKind::Unary(_)
            | OpKind::Binary(_)
            | OpKind::Ternary(_)
            | OpKind::Pair(_)
            | OpKind::Compare { .. }
            | OpKind::Select
            | OpKind::Cast(_)
            | OpKind::ShapeCast
            | OpKind::ToTensor
            | OpKind::ToBuffer
            | OpKind::Clone
            | OpKind::Copy
            | OpKind::Materialize
            | OpKind::Softmax
            | OpKind::Insert => self.all_same(&[operands.as_slice(), results].concat()),
            _ => {}
        }
    }

    fn structured(&mut self, op: Op) {
        let module = self.module;
        let Some(view) = module.structured(op) else { return };
        for places in view.loop_sources() {
            for pair in places.windows(2) {
                let key = |(operand, dim): (usize, usize)| Key::Dim(module.operand(op, operand), dim);
                self.equal(key(pair[0]), key(pair[1]));
            }
        }
        let outputs: Vec<Value> = view.outputs().into_iter().filter(|v| module.ty(*v).as_tensor().is_some()).collect();
        self.pairwise(&outputs, module.results(op));
    }

    /// The operands of a group are the open extents of the result.
    fn made(&mut self, op: Op, group: usize) {
        let module = self.module;
        let result = module.result(op);
        let shape = module.ty(result).shape().unwrap_or(&[]).iter().enumerate();
        for ((d, _), size) in shape.filter(|(_, n)| **n == DYNAMIC).zip(module.group(op, group)) {
            self.equal(Key::Dim(result, d), Key::Scalar(size));
        }
    }

    /// The sizes of a slice are the extents of the part that is taken out or put in.
    fn part(&mut self, op: Op, part: Value) {
        let module = self.module;
        let (sizes, given) = (module.int_array(op, "static_sizes"), module.group_named(op, "sizes"));
        let Some(kept) = module.ty(part).shape().and_then(|shape| kept_dims(sizes, shape)) else { return };
        for (d, size) in kept.into_iter().enumerate() {
            let open = sizes[..size].iter().filter(|n| **n == DYNAMIC).count();
            if let (DYNAMIC, Some(&value)) = (sizes[size], given.get(open)) {
                self.equal(Key::Dim(part, d), Key::Scalar(value));
            }
        }
    }

    /// A dimension is the product of those that it is made of.
    fn reshape(&mut self, op: Op, expand: bool) {
        let module = self.module;
        let (source, result) = (module.operand(op, 0), module.result(op));
        let (few, many) = if expand { (source, result) } else { (result, source) };
        let sizes = module.ty(many).shape().unwrap_or(&[]);
        for (g, group) in reassociation(module.attr(op, "reassociation")).iter().enumerate() {
            let sized = |d: &usize| sizes.get(*d).copied().unwrap_or(DYNAMIC);
            let open: Vec<usize> = group.iter().copied().filter(|d| sized(d) == DYNAMIC).collect();
            let rest = group.iter().map(sized).filter(|n| *n != DYNAMIC).try_fold(1i64, i64::checked_mul);
            match (open.as_slice(), rest) {
                (&[d], Some(1)) => self.equal(Key::Dim(few, g), Key::Dim(many, d)),
                (&[d], Some(n)) => self.multiples.push((Key::Dim(few, g), n, Key::Dim(many, d))),
                _ => {}
            }
        }
        let given = module.group_named(op, "output_shape");
        let open = module.int_array(op, "static_output_shape").iter().enumerate().filter(|(_, n)| **n == DYNAMIC);
        for ((d, _), &value) in open.zip(&given) {
            self.equal(Key::Dim(result, d), Key::Scalar(value));
        }
    }

    /// What a loop carries: initial values, block arguments, yielded values and results.
    fn carried(&mut self, op: Op) {
        let module = self.module;
        let results = module.results(op);
        let block = module.entry(op);
        let end = module.terminator(block).map_or(Vec::new(), |end| module.operands(end).collect());
        let operands: Vec<Value> = module.operands(op).collect();
        for values in [operands.as_slice(), module.block_args(block), end.as_slice()] {
            let skipped = values.len().saturating_sub(results.len());
            self.pairwise(results, &values[skipped..]);
        }
    }

    fn call(&mut self, op: Op) {
        let module = self.module;
        let callee = module.callee_name(op).and_then(|name| module.find_func(name));
        let Some(callee) = callee.filter(|f| !module.is_declaration(*f)) else { return };
        self.pairwise(&module.operands(op).collect::<Vec<_>>(), module.block_args(module.entry(callee)));
        let ends = module.walk(callee).into_iter().filter(|&o| module.kind(o) == OpKind::Return);
        ends.for_each(|end| self.pairwise(module.results(op), &module.operands(end).collect::<Vec<_>>()));
    }
}

fn is_integer(ty: ScalarType) -> bool {
    ty.is_signless_or_index() && ty != ScalarType::I1
}
