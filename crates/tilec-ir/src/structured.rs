//! A view of the structured ops: maps, iterator kinds, operands, body; the same for generic and named ops.

use crate::affine::{AffineExpr, AffineMap};
use crate::attr::{Attr, Dict};
use crate::builder::Builder;
use crate::entity::{Block, Op, Value};
use crate::ir::Module;
use crate::named::{Named, iterators_of};
use crate::op::{OpKind, StructuredOp};
use crate::spelling;
use crate::types::{DYNAMIC, Type};

/// What a loop of a structured op is declared to be. A promise about the payload, not a fact about the maps:
/// legality is decided from the maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IteratorKind {
    /// Iterations are independent.
    Parallel,
    /// Iterations accumulate, in order.
    Reduction,
}

impl IteratorKind {
    /// The spelling in `iterator_types`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::Reduction => "reduction",
        }
    }

    /// The kind with this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Parallel, Self::Reduction].into_iter().find(|k| k.name() == name)
    }

    /// The `iterator_types` attribute.
    pub fn attr(kinds: &[Self]) -> Attr {
        Attr::Array(kinds.iter().map(|k| Attr::str(k.name())).collect())
    }
}

/// A structured op of a module.
#[derive(Clone, Copy)]
pub struct Structured<'m> {
    module: &'m Module,
    /// The op.
    pub op: Op,
    which: StructuredOp,
}

impl Module {
    /// The structured view of an op, or `None` if it is of another kind.
    pub fn structured(&self, op: Op) -> Option<Structured<'_>> {
        match self.kind(op) {
            OpKind::Structured(which) => Some(Structured { module: self, op, which }),
            _ => None,
        }
    }
}

impl<'m> Structured<'m> {
    /// Which structured op it is.
    pub fn which(&self) -> StructuredOp {
        self.which
    }

    /// How many operands are inputs.
    pub fn num_inputs(&self) -> usize {
        self.module.group_range(self.op, 0).len()
    }

    /// How many operands are outputs.
    pub fn num_outputs(&self) -> usize {
        self.module.group_range(self.op, 1).len()
    }

    /// The inputs.
    pub fn inputs(&self) -> Vec<Value> {
        self.module.group(self.op, 0).collect()
    }

    /// The outputs: initial values on tensors, destinations on buffers.
    pub fn outputs(&self) -> Vec<Value> {
        self.module.group(self.op, 1).collect()
    }

    /// The scalar body: one argument per operand, ended by a yield of one value per output.
    pub fn body(&self) -> Block {
        self.module.entry(self.op)
    }

    /// The values the body yields, one per output.
    pub fn yields(&self) -> Vec<Value> {
        self.module.terminator(self.body()).map_or(Vec::new(), |y| self.module.operands(y).collect())
    }

    /// One indexing map per operand, inputs first.
    pub fn maps(&self) -> Vec<AffineMap> {
        match self.which {
            StructuredOp::Generic => self.stated_maps().unwrap_or_default(),
            StructuredOp::Fill => {
                let loops = self.output_rank();
                let inputs = self.inputs().into_iter().map(|v| self.rank(v));
                let input_maps = inputs.map(|rank| AffineMap::select(loops, 0..rank.min(loops)));
                input_maps.chain(self.outputs().iter().map(|_| AffineMap::identity(loops))).collect()
            }
            StructuredOp::Transpose => {
                let permutation = self.module.int_array(self.op, "permutation");
                let loops = permutation.len();
                let source = (0..loops).map(|d| permutation.iter().position(|&p| p == d as i64).unwrap_or(d));
                vec![AffineMap::select(loops, source), AffineMap::identity(loops)]
            }
            StructuredOp::Broadcast => {
                let (added, loops) = (self.module.int_array(self.op, "dimensions"), self.output_rank());
                let kept = (0..loops).filter(|&d| !added.contains(&(d as i64)));
                vec![AffineMap::select(loops, kept), AffineMap::identity(loops)]
            }
            StructuredOp::Map => vec![AffineMap::identity(self.output_rank()); self.module.num_operands(self.op)],
            StructuredOp::Reduce => {
                let (reduced, loops) = (self.module.int_array(self.op, "dimensions"), self.input_rank());
                let kept = AffineMap::select(loops, (0..loops).filter(|&d| !reduced.contains(&(d as i64))));
                let maps = std::iter::repeat_n(AffineMap::identity(loops), self.num_inputs());
                maps.chain(std::iter::repeat_n(kept, self.num_outputs())).collect()
            }
            StructuredOp::Contract => self.stated_maps().unwrap_or_default(),
            StructuredOp::Elementwise => self
                .stated_maps()
                .unwrap_or_else(|| vec![AffineMap::identity(self.output_rank()); self.module.num_operands(self.op)]),
            StructuredOp::Named(named) => self.stated_maps().unwrap_or_else(|| self.implied_maps(named)),
        }
    }

    fn implied_maps(&self, named: Named) -> Vec<AffineMap> {
        let loops = self.output_rank();
        let mut maps = named.maps(loops, &self.window("strides"), &self.window("dilations"));
        if named.is_pointwise() {
            // An operand without dimensions is the same for every element.
            for (map, value) in maps.iter_mut().zip(self.module.operands(self.op)) {
                if self.rank(value) == 0 {
                    *map = AffineMap::select(loops, []);
                }
            }
        }
        maps
    }

    /// The maps of the attribute `indexing_maps`, if it is there.
    fn stated_maps(&self) -> Option<Vec<AffineMap>> {
        let maps = self.module.attr(self.op, "indexing_maps")?.as_array()?;
        Some(maps.iter().filter_map(|m| m.as_map().cloned()).collect())
    }

    fn input_rank(&self) -> usize {
        self.inputs().first().map_or(0, |&v| self.rank(v))
    }

    /// `strides` or `dilations` of a windowed op; empty if not given.
    fn window(&self, attr: &str) -> Vec<i64> {
        match self.module.attr(self.op, attr) {
            Some(Attr::Dense(dense)) => {
                let count = dense.ty.num_elements().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
                (0..count.min(8)).map(|i| dense.get(i).as_i64()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn rank(&self, value: Value) -> usize {
        self.module.ty(value).shape().map_or(0, <[i64]>::len)
    }

    fn output_rank(&self) -> usize {
        self.outputs().first().map_or(0, |&v| self.rank(v))
    }

    /// One kind per loop, outermost first.
    pub fn iterators(&self) -> Vec<IteratorKind> {
        match self.which {
            StructuredOp::Generic => match self.module.attr(self.op, "iterator_types") {
                Some(Attr::Array(kinds)) => kinds.iter().filter_map(|k| IteratorKind::from_name(k.as_str()?)).collect(),
                _ => Vec::new(),
            },
            StructuredOp::Fill | StructuredOp::Broadcast | StructuredOp::Map => {
                vec![IteratorKind::Parallel; self.output_rank()]
            }
            StructuredOp::Reduce => {
                let reduced = self.module.int_array(self.op, "dimensions");
                let kind =
                    |d: usize| if reduced.contains(&(d as i64)) { IteratorKind::Reduction } else { IteratorKind::Parallel };
                (0..self.input_rank()).map(kind).collect()
            }
            StructuredOp::Elementwise | StructuredOp::Contract => {
                let maps = self.maps();
                iterators_of(maps.first().map_or(0, |m| m.dims as usize), &maps)
            }
            StructuredOp::Transpose => vec![IteratorKind::Parallel; self.module.int_array(self.op, "permutation").len()],
            StructuredOp::Named(named) => match self.module.attr(self.op, "indexing_maps") {
                Some(Attr::Array(_)) => {
                    let maps = self.maps();
                    iterators_of(maps.first().map_or(0, |m| m.dims as usize), &maps)
                }
                _ => named.iterators(self.output_rank()),
            },
        }
    }

    /// True if every loop is declared parallel.
    pub fn all_parallel(&self) -> bool {
        self.iterators().iter().all(|k| *k == IteratorKind::Parallel)
    }

    /// True if all shaped operands are tensors.
    pub fn on_tensors(&self) -> bool {
        self.module.operands(self.op).all(|v| self.module.ty(v).as_memref().is_none())
    }

    /// The number of ops in the body, the yield apart.
    pub fn num_body_ops(&self) -> usize {
        self.module.block_ops(self.body()).count().saturating_sub(1)
    }

    /// The arguments of the body, one per operand.
    pub fn body_args(&self) -> &'m [Value] {
        self.module.block_args(self.body())
    }

    /// True if the body uses this argument.
    pub fn is_read(&self, arg: Value) -> bool {
        !self.module.is_unused(arg)
    }

    /// True if the body reads the value output `i` had before.
    pub fn reads_init(&self, i: usize) -> bool {
        !self.module.is_unused(self.module.block_args(self.body())[self.num_inputs() + i])
    }

    /// True if the result has elements of the init of output `i`: the body reads it, or some element is written by no iteration.
    pub fn needs_init(&self, i: usize) -> bool {
        self.reads_init(i) || !self.writes_all(i)
    }

    /// True if every element of output `i` is certainly written: its map covers it, and no loop outside the map may be empty.
    fn writes_all(&self, i: usize) -> bool {
        let operand = self.num_inputs() + i;
        let (map, extents) = (&self.maps()[operand], self.extents());
        let shape = self.module.ty(self.module.operand(self.op, operand)).shape().unwrap_or(&[]).to_vec();
        let mut seen = vec![false; extents.len()];
        let covers = map.results.iter().zip(shape).all(|(result, extent)| match result.as_dim() {
            Some(d) => !std::mem::replace(&mut seen[d], true),
            None => result.as_const() == Some(0) && extent == 1,
        });
        covers && extents.iter().zip(seen).all(|(extent, seen)| seen || *extent > 0)
    }

    /// For each loop, the operands and dimensions whose extent is the loop's: results of a map that are the plain dim.
    pub fn loop_sources(&self) -> Vec<Vec<(usize, usize)>> {
        let mut sources = vec![Vec::new(); self.iterators().len()];
        for (operand, map) in self.maps().iter().enumerate() {
            for (dim, result) in map.results.iter().enumerate() {
                if let Some(d) = result.as_dim()
                    && d < sources.len()
                {
                    sources[d].push((operand, dim));
                }
            }
        }
        sources
    }

    /// The extent of each loop; [`DYNAMIC`] if no operand that bounds it has a static one.
    pub fn extents(&self) -> Vec<i64> {
        let extent = |(operand, dim): &(usize, usize)| {
            let ty = self.module.ty(self.module.operand(self.op, *operand));
            ty.shape().and_then(|s| s.get(*dim).copied()).filter(|e| *e != DYNAMIC)
        };
        self.loop_sources().iter().map(|s| s.iter().find_map(extent).unwrap_or(DYNAMIC)).collect()
    }
}

/// True if every loop is a plain dim of some map, which is what makes the loop bounds known.
pub fn bounds_are_inferable<'a>(loops: usize, maps: impl IntoIterator<Item = &'a AffineMap>) -> bool {
    let mut seen = vec![false; loops];
    for map in maps {
        for d in map.results.iter().filter_map(AffineExpr::as_dim) {
            if let Some(s) = seen.get_mut(d) {
                *s = true;
            }
        }
    }
    seen.into_iter().all(|s| s)
}

impl Module {
    /// Gives a named structured op the generic spelling: its body is there already, its maps become attributes. Discardable attributes
    /// go, as in mlir-opt.
    pub fn generalize(&mut self, op: Op) {
        let view = self.structured(op).expect("a structured op");
        let (maps, iterators) = (view.maps(), view.iterators());
        self.set_spelling(op, spelling::of(OpKind::Structured(StructuredOp::Generic)));
        let data = self.op_mut(op);
        data.attrs =
            [("indexing_maps", Attr::maps(maps)), ("iterator_types", IteratorKind::attr(&iterators))].into_iter().collect();
        data.extra = Dict::default();
    }

    /// Builds the body that a named structured op implies. The op has its operands and one empty region.
    pub fn build_named_body(&mut self, op: Op) {
        let OpKind::Structured(which) = self.kind(op) else { panic!("a structured op") };
        let loc = self.op(op).loc.clone();
        let args: Vec<_> = self.operands(op).map(|v| (self.ty(v).elem().map_or(Type::None, Type::from), loc.clone())).collect();
        let region = self.regions(op)[0];
        let block = self.append_block(region, &args);
        let args = self.block_args(block).to_vec();
        let outputs = self.group_range(op, 1).len();
        let yielded = match which {
            StructuredOp::Generic | StructuredOp::Map | StructuredOp::Reduce => panic!("this op states its body"),
            StructuredOp::Fill | StructuredOp::Transpose | StructuredOp::Broadcast => {
                args.first().copied().into_iter().cycle().take(outputs).collect::<Vec<_>>()
            }
            StructuredOp::Named(_) | StructuredOp::Elementwise | StructuredOp::Contract => {
                let payload = self.implied_payload(op).expect("a body that can be built");
                let mut builder = Builder::at_end(self, block, loc.clone());
                vec![Self::build_payload(&mut builder, op, payload, &args)]
            }
        };
        Builder::at_end(self, block, loc).yield_values("linalg", &yielded);
    }
}
