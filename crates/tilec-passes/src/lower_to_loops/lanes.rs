//! The rewrite in lane order: DESIGN §3, step by step, with the lanes in a 32-element scratch buffer.
//!
//! Per output element, over loop `r` in blocks: the first row of 32 starts the lanes, the other rows are combined into them
//! by a loop over lanes that the vectorizer can widen, then the lanes are halved and the block goes to the output. Other
//! outputs of the op accumulate in memory in the same loops: `r` ascends over block, row and lane, so theirs is iteration
//! order.

use super::legality::{Accumulate, Extent, Plan};
use super::nest::{Body, Index, Lane, Nest, combination};
use std::collections::HashMap;
use tilec_ir::numerics::{BLOCK_SIZE, LANE_COUNT};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{AffineExpr, Builder, InsertPoint, Module, Op, OpKind, ScalarType, Type, Value, spelling};

const LANES: i64 = LANE_COUNT as i64;
const BLOCK: i64 = BLOCK_SIZE as i64;

/// The scratch buffers at the entry of a function: one set serves all its ops, for their lanes live one after another.
#[derive(Default)]
pub struct Scratch {
    made: HashMap<(Op, ScalarType, usize), Value>,
}

impl Scratch {
    /// The `n`-th buffer of 32 elements in the function around `op`.
    fn get(&mut self, module: &mut Module, op: Op, elem: ScalarType, n: usize) -> Value {
        let func = module.enclosing_func(op).expect("loops are made inside functions");
        *self.made.entry((func, elem, n)).or_insert_with(|| {
            let entry = module.entry(func);
            let first = module.block_ops(entry).next().expect("a function has a terminator");
            let mut b = Builder { loc: module.op(op).loc.clone(), at: InsertPoint::Before(first), module };
            let alloca = b.op(spelling::of(OpKind::Alloca), &[], &[Type::memref(&[LANES], elem)]);
            b.module.result(alloca)
        })
    }
}

/// One lane-ordered output.
struct Ordered {
    output: usize,
    combiner: Op,
    lanes: Value,
}

struct Lowering<'m, 'p> {
    nest: Nest<'m>,
    body: Body<'p>,
    ordered: Vec<Ordered>,
    in_memory: Vec<usize>,
    r: usize,
    /// One value a loop; that of `r` is set where the body is made.
    ivs: Vec<Index>,
}

/// Replaces the op by loops in lane order over `r`.
pub fn rewrite(module: &mut Module, plan: &Plan, r: usize, scratch: &mut Scratch) {
    let body = Body::new(module, plan);
    let in_memory = body.outputs_with(|a| a == Accumulate::InMemory);
    let mut ordered = Vec::new();
    for (output, accumulate) in plan.outputs.iter().enumerate() {
        if let Accumulate::Lanes(combiner) = *accumulate {
            let elem = module.ty(body.output(output)).elem().expect("a buffer");
            let n = ordered.iter().filter(|o: &&Ordered| module.ty(o.lanes).elem() == Some(elem)).count();
            ordered.push(Ordered { output, combiner, lanes: scratch.get(module, plan.op, elem, n) });
        }
    }
    let mut nest = Nest::new(module, plan.op);
    let uppers: Vec<_> = plan.extents.iter().map(|&e| nest.extent(e)).collect();
    let mut ivs = vec![Index::Const(0); uppers.len()];
    for (d, &upper) in uppers.iter().enumerate().filter(|(d, _)| *d != r) {
        ivs[d] = Index::Value(nest.open(Index::Const(0), upper, 1, &[]).0);
    }
    let mut lowering = Lowering { nest, body, ordered, in_memory, r, ivs };
    lowering.blocks(plan.extents[r], uppers[r]);
    for _ in 1..uppers.len() {
        lowering.nest.close(&[]);
    }
    module.erase(plan.op);
}

fn sum(terms: &[i64]) -> AffineExpr {
    let dim = |d: usize| AffineExpr::Dim(u32::try_from(d).expect("few dims"));
    let term = |(d, &c): (usize, &i64)| dim(d).mul(AffineExpr::Const(c));
    terms.iter().enumerate().map(term).fold(AffineExpr::Const(0), AffineExpr::add)
}

impl Lowering<'_, '_> {
    /// All blocks of `r`. With a constant extent the last one, if it is shorter, is a copy of its own.
    fn blocks(&mut self, extent: Extent, upper: Index) {
        match extent {
            Extent::Static(n) => {
                let whole = n / BLOCK * BLOCK;
                if whole == BLOCK {
                    self.block(Index::Const(0), Index::Const(BLOCK));
                } else if whole > BLOCK {
                    let (base, _) = self.nest.open(Index::Const(0), Index::Const(whole), BLOCK, &[]);
                    self.block(Index::Value(base), Index::Const(BLOCK));
                    self.nest.close(&[]);
                }
                if n > whole {
                    self.block(Index::Const(whole), Index::Const(n - whole));
                }
            }
            Extent::Dim(..) => {
                let (base, _) = self.nest.open(Index::Const(0), upper, BLOCK, &[]);
                let base = Index::Value(base);
                let rest = self.nest.apply(&sum(&[1, -1]), &[upper, base]);
                let length = self.nest.min(rest, BLOCK);
                self.block(base, length);
                self.nest.close(&[]);
            }
        }
    }

    /// `length` elements of `r` from `base` on, at least one.
    fn block(&mut self, base: Index, length: Index) {
        let first = self.nest.min(length, LANES);
        self.row(&[base], first, true);
        let rows = self.nest.apply(&sum(&[1]).floor_div(AffineExpr::Const(LANES)), &[length]);
        let some = |index: Index, least: i64| !matches!(index, Index::Const(c) if c < least);
        if some(rows, 2) {
            let (row, _) = self.nest.open(Index::Const(1), rows, 1, &[]);
            let offset = self.nest.apply(&sum(&[LANES]), &[Index::Value(row)]);
            self.row(&[base, offset], Index::Const(LANES), false);
            self.nest.close(&[]);
        }
        if some(length, LANES + 1) {
            let offset = self.nest.apply(&sum(&[LANES]), &[rows]);
            let rest = self.nest.apply(&sum(&[1, -1]), &[length, offset]);
            // A block shorter than one row had all its elements in the first: then `offset` is 0.
            let rest = if let (Index::Value(a), Index::Value(b)) = (rest, offset) {
                Index::Value(self.nest.b.binary(BinaryOp::MinSI, a, b))
            } else {
                rest
            };
            if some(rest, 1) {
                self.row(&[base, offset], rest, false);
            }
        }
        self.halve(first);
        self.finish();
    }

    /// `count` elements of `r` from the sum of `offsets` on, one a lane.
    fn row(&mut self, offsets: &[Index], count: Index, is_first: bool) {
        let (lane, _) = self.nest.open(Index::Const(0), count, 1, &[]);
        let terms: Vec<_> = offsets.iter().copied().chain([Index::Value(lane)]).collect();
        self.ivs[self.r] = self.nest.apply(&sum(&vec![1; terms.len()]), &terms);
        let mut lanes = HashMap::new();
        for o in &self.ordered {
            let so_far = if is_first { Lane::First } else { Lane::So(self.nest.b.load(o.lanes, &[lane])) };
            lanes.insert(o.output, so_far);
        }
        let yields = self.nest.body(&self.body, &self.ivs, &HashMap::new(), &lanes);
        for o in &self.ordered {
            self.nest.b.store(yields[o.output], o.lanes, &[lane]);
        }
        for &i in &self.in_memory {
            self.nest.store_output(&self.body, i, &self.ivs, yields[i]);
        }
        self.nest.close(&[]);
    }

    /// Combines lane `l` with lane `l + s` for s = 16, 8, 4, 2, 1, where there are both; `first` lanes are there.
    fn halve(&mut self, first: Index) {
        let mut present = first;
        for s in [16, 8, 4, 2, 1] {
            let count = self.nest.apply(&sum(&[1]).add(AffineExpr::Const(-s)), &[present]);
            if s > 1 {
                present = self.nest.min(present, s);
            }
            if matches!(count, Index::Const(c) if c < 1) {
                continue;
            }
            if count == Index::Const(1) {
                self.halve_lane(Index::Const(0), s);
                continue;
            }
            let (lane, _) = self.nest.open(Index::Const(0), count, 1, &[]);
            self.halve_lane(Index::Value(lane), s);
            self.nest.close(&[]);
        }
    }

    fn halve_lane(&mut self, lane: Index, s: i64) {
        let other = self.nest.apply(&sum(&[1]).add(AffineExpr::Const(s)), &[lane]);
        let (lane, other) = (self.nest.value(lane), self.nest.value(other));
        for o in &self.ordered {
            let (a, b) = (self.nest.b.load(o.lanes, &[lane]), self.nest.b.load(o.lanes, &[other]));
            let kind = combination(self.nest.b.module, o.combiner);
            let value = self.nest.combine(o.combiner, kind, a, b);
            self.nest.b.store(value, o.lanes, &[lane]);
        }
    }

    /// Combines the output element with lane 0.
    fn finish(&mut self) {
        let zero = self.nest.value(Index::Const(0));
        self.ivs[self.r] = Index::Const(0);
        for o in &self.ordered {
            let acc = self.nest.load_output(&self.body, o.output, &self.ivs);
            let lane = self.nest.b.load(o.lanes, &[zero]);
            let kind = combination(self.nest.b.module, o.combiner);
            let value = self.nest.combine(o.combiner, kind, acc, lane);
            self.nest.store_output(&self.body, o.output, &self.ivs, value);
        }
    }
}
