//! The producer graph of a program as Graphviz text, with what was fused in boxes.
//!
//! Two programs are looked at: the one that is drawn, and what passes made of it. They are connected by locations alone: an op that was
//! made of several carries the locations of all of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use tilec_ir::data::byte_size;
use tilec_ir::{Loc, Module, Op, OpKind, Type};

/// An op of the program that is drawn.
struct Node {
    op: Op,
    label: String,
    /// The boxes it is in; an op that was fused twice is in two.
    boxes: Vec<usize>,
}

/// An op with the ops that were fused into it.
struct Fused {
    label: String,
    nodes: BTreeSet<usize>,
}

/// The graph of the structured ops and the ops that make or take tensors or buffers in `before`: an edge for each operand, with its number
/// and bytes, and a box for each op of `after` that several of them were fused into.
pub fn producer_graph(before: &Module, after: &Module) -> String {
    let mut nodes = nodes(before);
    let boxes = boxes(before, after, &nodes);
    for (i, fused) in boxes.iter().enumerate() {
        fused.nodes.iter().for_each(|&n| nodes[n].boxes.push(i));
    }
    let mut out = String::from("digraph {\n  node [shape=box];\n");
    for (n, node) in nodes.iter().enumerate().filter(|(_, node)| node.boxes.is_empty()) {
        let _ = writeln!(out, "  n{n} [label={}];", quoted(&node.label));
    }
    for (i, fused) in boxes.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{i} {{\n    label={};", quoted(&fused.label));
        for &n in &fused.nodes {
            let _ = writeln!(out, "    {} [label={}];", name(&nodes, n, Some(i)), quoted(&nodes[n].label));
        }
        out.push_str("  }\n");
    }
    edges(before, &nodes, &mut out);
    out.push_str("}\n");
    out
}

/// The name of a node, or of its copy in a box.
fn name(nodes: &[Node], n: usize, place: Option<usize>) -> String {
    match (nodes[n].boxes.as_slice(), place) {
        ([_, _, ..], Some(i)) => format!("n{n}_{i}"),
        _ => format!("n{n}"),
    }
}

fn is_shaped(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(_) | Type::MemRef(_) | Type::UnrankedTensor(_) | Type::UnrankedMemRef(_))
}

fn nodes(module: &Module) -> Vec<Node> {
    let is_node = |op: &Op| match module.kind(*op) {
        OpKind::Structured(_) | OpKind::Copy | OpKind::Materialize => true,
        OpKind::Func | OpKind::Module | OpKind::Global | OpKind::Return | OpKind::Yield => false,
        _ => module.results(*op).iter().any(|&v| is_shaped(module.ty(v))),
    };
    let node = |op: Op| {
        let mut label = module.spelling(op).name.to_string();
        if let Some((_, line, _)) = module.op(op).loc.position() {
            let _ = write!(label, "\nline {line}");
        }
        module.results(op).iter().for_each(|&v| {
            let _ = write!(label, "\n{}", module.ty(v));
        });
        Node { op, label, boxes: Vec::new() }
    };
    module.walk(module.top()).into_iter().filter(is_node).map(node).collect()
}

/// The locations that a location is made of.
fn parts(loc: &Loc) -> Vec<&Loc> {
    match loc {
        Loc::Unknown => Vec::new(),
        Loc::Fused(parts) => parts.iter().flat_map(self::parts).collect(),
        other => vec![other],
    }
}

/// The structured ops of `after`, or loops where no structured op is left, that several nodes went into.
fn boxes(before: &Module, after: &Module, nodes: &[Node]) -> Vec<Fused> {
    let mut made_at: HashMap<&Loc, Vec<usize>> = HashMap::new();
    for (n, node) in nodes.iter().enumerate() {
        // What was fused before cannot be told apart from what is fused now.
        if let [place] = parts(&before.op(node.op).loc)[..] {
            made_at.entry(place).or_default().push(n);
        }
    }
    let ops = after.walk(after.top());
    let is_structured = |op: &&Op| matches!(after.kind(**op), OpKind::Structured(_));
    let is_loop = |op: &&Op| {
        matches!(after.kind(**op), OpKind::For | OpKind::AffineFor | OpKind::Forall | OpKind::Parallel | OpKind::While)
    };
    let structured: Vec<&Op> = ops.iter().filter(is_structured).collect();
    let candidates = if structured.is_empty() { ops.iter().filter(is_loop).collect() } else { structured };
    let mut found: Vec<Fused> = Vec::new();
    for &op in candidates {
        let places = parts(&after.op(op).loc);
        let nodes: BTreeSet<usize> = places.iter().filter_map(|place| made_at.get(*place)).flatten().copied().collect();
        // The loops of a nest have one location.
        if nodes.len() > 1 && found.iter().all(|f| f.nodes != nodes) {
            found.push(Fused { label: format!("one {}", after.spelling(op).name), nodes });
        }
    }
    found
}

/// An edge for each operand. Within a box it goes from copy to copy.
fn edges(module: &Module, nodes: &[Node], out: &mut String) {
    let by_op: BTreeMap<Op, usize> = nodes.iter().enumerate().map(|(n, node)| (node.op, n)).collect();
    for (n, node) in nodes.iter().enumerate() {
        for (i, value) in module.operands(node.op).enumerate() {
            let Some(&producer) = module.defining_op(value).and_then(|op| by_op.get(&op)) else { continue };
            let mut label = format!("operand {i}");
            if let Some(bytes) = bytes(module.ty(value)) {
                let _ = write!(label, "\n{bytes} bytes");
            }
            let copies: Vec<Option<usize>> =
                if node.boxes.is_empty() { vec![None] } else { node.boxes.iter().copied().map(Some).collect() };
            for copy in copies {
                let near = copy.filter(|i| nodes[producer].boxes.contains(i));
                let from = name(nodes, producer, near.or_else(|| nodes[producer].boxes.first().copied()));
                let _ = writeln!(out, "  {from} -> {} [label={}];", name(nodes, n, copy), quoted(&label));
            }
        }
    }
}

/// The size of a static tensor or buffer.
fn bytes(ty: &Type) -> Option<usize> {
    let shape: Option<Vec<usize>> = ty.shape()?.iter().map(|&d| usize::try_from(d).ok()).collect();
    byte_size(ty.elem()?, &shape?)
}

/// A quoted name of Graphviz, in which a line break is `\n`.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
