//! What depends on what in a block: the producer graph of its ops, in which ops can be united to one unit as long as no cycle comes
//! of it, and the order in which the units can then stand.
//!
//! A unit is *convex* if no path leads from it through another unit back to it. That two units may be united is asked of the graph of
//! units, not of ops: of four ops a → b and c → d, uniting b with c and then a with d is a cycle, though each pair alone is convex.
//!
//! Ops must be offered in block order. Then everything behind the last op that was offered is a unit of its own, from which no path
//! leads back, so a search ends there; all searches together take a bounded number of steps an op.

use super::effects::is_pure;
use crate::mutation::{Mutation, is_on};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use tilec_ir::{Block, Module, Op};

/// What searches may cost, on average over the ops of a block. A path that was not searched for counts as one that is there.
const STEPS_PER_OP: usize = 64;

/// Why two units must stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// One uses a result of the other.
    Direct,
    /// One uses what this op computes from the other, perhaps through further ops.
    Through(Op),
    /// This op between them does more than compute its results.
    Effect(Op),
    /// The searches have taken too long already.
    Unknown,
}

/// The producer graph of a block, with some of its ops united.
pub struct Deps {
    /// Node `n` is op `n` of the block; an edge goes from a producer to an op that uses it, itself or in its regions.
    graph: DiGraph<Op, ()>,
    nodes: HashMap<Op, NodeIndex>,
    /// The unit of each node, named by its first node.
    units: Vec<NodeIndex>,
    /// The nodes of each unit of several ops, in order.
    united: HashMap<NodeIndex, Vec<NodeIndex>>,
    /// For each position, that of the first op from there on that does more than compute its results.
    next_effect: Vec<usize>,
    steps_left: Cell<usize>,
}

impl Deps {
    /// Every op of the block a unit.
    pub fn of(module: &Module, block: Block) -> Self {
        let ops: Vec<Op> = module.block_ops(block).collect();
        let mut graph = DiGraph::with_capacity(ops.len(), 2 * ops.len());
        let nodes: HashMap<Op, NodeIndex> = ops.iter().map(|&op| (op, graph.add_node(op))).collect();
        for &op in &ops {
            let users = module.walk(op);
            let used = users.iter().flat_map(|&user| module.operands(user)).filter_map(|v| module.defining_op(v));
            // What an op in a region computes for another one there is no node.
            let producers: HashSet<NodeIndex> = used.filter_map(|p| nodes.get(&p).copied()).collect();
            for producer in producers {
                graph.add_edge(producer, nodes[&op], ());
            }
        }
        let mut next_effect = vec![ops.len(); ops.len() + 1];
        for (at, &op) in ops.iter().enumerate().rev() {
            next_effect[at] = if is_pure(module, op) { next_effect[at + 1] } else { at };
        }
        let steps_left = Cell::new(STEPS_PER_OP * (ops.len() + 16));
        let units = graph.node_indices().collect();
        Self { graph, nodes, units, united: HashMap::new(), next_effect, steps_left }
    }

    fn unit(&self, op: Op) -> NodeIndex {
        self.units[self.nodes[&op].index()]
    }

    /// The nodes of a unit, in block order.
    fn nodes(&self, unit: NodeIndex) -> &[NodeIndex] {
        match self.united.get(&unit) {
            Some(nodes) => nodes,
            None => std::slice::from_ref(&self.units[unit.index()]),
        }
    }

    fn last(&self, unit: NodeIndex) -> NodeIndex {
        *self.nodes(unit).last().expect("a unit has an op")
    }

    /// Refuses to unite the units of two ops, of which none stands behind `b`, unless nothing forces one before the other and they can be
    /// moved together.
    ///
    /// # Errors
    /// The dependence.
    pub fn check_independent(&self, a: Op, b: Op) -> Result<(), Dependence> {
        let (a, b) = (self.unit(a), self.unit(b));
        let (first, last) = (a.min(b).index(), self.last(a).max(self.last(b)).index());
        let effect = self.next_effect[first + 1];
        if effect < last {
            return Err(Dependence::Effect(self.graph[NodeIndex::new(effect)]));
        }
        if is_on(Mutation::SkipConvexity) {
            return Ok(());
        }
        self.check_no_path(a, b, last)?;
        self.check_no_path(b, a, last)
    }

    fn check_no_path(&self, from: NodeIndex, to: NodeIndex, last: usize) -> Result<(), Dependence> {
        let mut seen = HashSet::new();
        // Each unit with the first op on the way to it.
        let mut work = vec![(from, None)];
        while let Some((unit, way)) = work.pop() {
            for user in self.nodes(unit).iter().flat_map(|&n| self.graph.neighbors_directed(n, Direction::Outgoing)) {
                let Some(left) = self.steps_left.get().checked_sub(1) else { return Err(Dependence::Unknown) };
                self.steps_left.set(left);
                let next = self.units[user.index()];
                if next == to {
                    return Err(way.map_or(Dependence::Direct, Dependence::Through));
                }
                if user.index() <= last && seen.insert(next) {
                    work.push((next, way.or(Some(self.graph[user]))));
                }
            }
        }
        Ok(())
    }

    /// Makes the units of two independent ops one.
    pub fn unite(&mut self, a: Op, b: Op) {
        let (a, b) = (self.unit(a), self.unit(b));
        let mut nodes = [self.nodes(a), self.nodes(b)].concat();
        nodes.sort_unstable();
        for node in &nodes {
            self.units[node.index()] = nodes[0];
        }
        self.united.remove(&a.max(b));
        self.united.insert(nodes[0], nodes);
    }

    /// The ops of every unit that has several, in block order; the units by their last ops.
    pub fn united(&self) -> Vec<Vec<Op>> {
        let mut units: Vec<&Vec<NodeIndex>> = self.united.values().collect();
        units.sort_unstable_by_key(|nodes| nodes.last().copied());
        units.into_iter().map(|nodes| nodes.iter().map(|&n| self.graph[n]).collect()).collect()
    }

    /// What must move so that each unit can stand where its last op stands: ops in the order to move them in, each with the op to put
    /// it right before. An op that uses an earlier member of a unit moves behind the unit; nothing moves further.
    pub fn plan_moves(&self) -> Vec<(Op, Op)> {
        let order = self.order();
        let mut behind = NodeIndex::new(0);
        let is_late = |&node: &NodeIndex| {
            behind = behind.max(node);
            node < behind
        };
        let late: Vec<bool> = order.iter().map(is_late).collect();
        // Last first, because each is put before one that stands already.
        let moves = (0..order.len()).rev().filter(|&i| late[i] && i + 1 < order.len());
        moves.map(|i| (self.graph[order[i]], self.graph[order[i + 1]])).collect()
    }

    /// The last ops of all units in an order in which producers come first, as near to the block's as that allows.
    fn order(&self) -> Vec<NodeIndex> {
        let mut waits_for = vec![0_usize; self.units.len()];
        for edge in self.graph.raw_edges() {
            waits_for[self.units[edge.target().index()].index()] += 1;
        }
        let is_unit = |n: &NodeIndex| self.units[n.index()] == *n;
        let ready = self.graph.node_indices().filter(|n| is_unit(n) && waits_for[n.index()] == 0);
        let mut ready: BinaryHeap<_> = ready.map(|n| Reverse((self.last(n), n))).collect();
        let mut order = Vec::with_capacity(self.units.len());
        while let Some(Reverse((last, unit))) = ready.pop() {
            order.push(last);
            for user in self.nodes(unit).iter().flat_map(|&n| self.graph.neighbors_directed(n, Direction::Outgoing)) {
                let next = self.units[user.index()];
                waits_for[next.index()] -= 1;
                if waits_for[next.index()] == 0 {
                    ready.push(Reverse((self.last(next), next)));
                }
            }
        }
        order
    }
}
