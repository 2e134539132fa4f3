//! Indexing maps: how an operand is placed in the loops of an op.

use super::Generator;
use crate::coverage::Coverage;

/// One result of an indexing map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ix {
    Dim(usize),
    Const(i64),
    /// `d + c`.
    Shift(usize, i64),
    /// `d * c`.
    Stride(usize, i64),
    /// `d + e`.
    Sum(usize, usize),
    /// `d floordiv c`.
    Div(usize, i64),
    /// `d mod c`.
    Mod(usize, i64),
}

impl Ix {
    fn text(self) -> String {
        match self {
            Self::Dim(d) => format!("d{d}"),
            Self::Const(c) => c.to_string(),
            Self::Shift(d, c) => format!("d{d} + {c}"),
            Self::Stride(d, c) => format!("d{d} * {c}"),
            Self::Sum(d, e) => format!("d{d} + d{e}"),
            Self::Div(d, c) => format!("d{d} floordiv {c}"),
            Self::Mod(d, c) => format!("d{d} mod {c}"),
        }
    }

    /// The same with loop `d` called `to[d]`.
    pub(super) fn renumber(self, to: &[usize]) -> Self {
        match self {
            Self::Dim(d) => Self::Dim(to[d]),
            Self::Const(c) => Self::Const(c),
            Self::Shift(d, c) => Self::Shift(to[d], c),
            Self::Stride(d, c) => Self::Stride(to[d], c),
            Self::Sum(d, e) => Self::Sum(to[d], to[e]),
            Self::Div(d, c) => Self::Div(to[d], c),
            Self::Mod(d, c) => Self::Mod(to[d], c),
        }
    }
}

/// The loops of an op and the map of its first operand.
pub(super) struct Nest {
    pub(super) extents: Vec<i64>,
    pub(super) first: Vec<Ix>,
}

/// The map over `loops` loops.
pub(super) fn map_text(loops: usize, results: &[Ix]) -> String {
    let dims: Vec<_> = (0..loops).map(|d| format!("d{d}")).collect();
    let results: Vec<_> = results.iter().map(|r| r.text()).collect();
    format!("affine_map<({}) -> ({})>", dims.join(", "), results.join(", "))
}

/// Counts what kind of map this is.
pub(super) fn count_map(coverage: &mut Coverage, loops: usize, results: &[Ix]) {
    let dims: Vec<usize> = results.iter().filter_map(|r| if let Ix::Dim(d) = r { Some(*d) } else { None }).collect();
    let mut distinct = dims.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < dims.len() {
        coverage.add("map diagonal");
    } else if dims.len() == results.len() {
        let kind = match (dims.len() == loops, dims.is_sorted()) {
            (true, true) => "map identity",
            (true, false) => "map permuted",
            (false, true) => "map projected",
            (false, false) => "map projected and permuted",
        };
        coverage.add(kind);
    }
    for result in results {
        match result {
            Ix::Dim(_) => {}
            Ix::Const(_) => coverage.add("map constant"),
            Ix::Shift(..) => coverage.add("map shifted"),
            Ix::Stride(..) => coverage.add("map strided"),
            Ix::Sum(..) => coverage.add("map sum"),
            Ix::Div(..) => coverage.add("map floordiv"),
            Ix::Mod(..) => coverage.add("map mod"),
        }
    }
}

impl Generator {
    /// Loops to read a tensor of this shape in, with further loops over which it is broadcast.
    pub(super) fn nest(&mut self, shape: &[i64]) -> Nest {
        let mut extents: Vec<i64> = Vec::new();
        let mut first = Vec::new();
        for (i, &size) in shape.iter().enumerate() {
            let room = self.max_loops().saturating_sub(extents.len() + shape.len() - i);
            first.push(self.place_new(&mut extents, size, room));
        }
        while extents.len() < self.max_loops() && self.chance(if extents.is_empty() { 50 } else { 15 }) {
            let extent = self.extent();
            extents.push(extent);
        }
        if extents.iter().product::<i64>() > self.max_elements() {
            extents = shape.to_vec();
            first = (0..shape.len()).map(Ix::Dim).collect();
        }
        let nest = Nest { extents, first };
        if self.chance(40) { self.shuffled(nest) } else { nest }
    }

    /// The loops in another order.
    pub(super) fn shuffled(&mut self, nest: Nest) -> Nest {
        let mut to: Vec<usize> = (0..nest.extents.len()).collect();
        self.rng.shuffle(&mut to);
        let mut extents = vec![0; nest.extents.len()];
        for (d, &t) in to.iter().enumerate() {
            extents[t] = nest.extents[d];
        }
        Nest { extents, first: nest.first.iter().map(|r| r.renumber(&to)).collect() }
    }

    /// A result for a dimension of this size, mostly a new loop.
    fn place_new(&mut self, extents: &mut Vec<i64>, size: i64, spare: usize) -> Ix {
        if self.chance(4)
            && let Some(same) = extents.iter().position(|e| *e == size)
        {
            return Ix::Dim(same);
        }
        let mut new = |extent: i64| {
            extents.push(extent);
            extents.len() - 1
        };
        match self.rng.u8(..100) {
            0..6 if size >= 1 => Ix::Const(self.rng.i64(0..size)),
            6..12 if size >= 2 => {
                let by = self.rng.i64(1..size.min(4));
                Ix::Shift(new(size - by), by)
            }
            12..17 if size >= 2 => Ix::Stride(new((size + 1) / 2), 2),
            17..21 if size >= 1 && spare > 0 => {
                let one = self.rng.i64(1..=size);
                let (d, e) = (new(one), new(size - one + 1));
                Ix::Sum(d, e)
            }
            21..24 if size >= 1 => Ix::Div(new((size * 2).min(33)), 2),
            _ => Ix::Dim(new(size)),
        }
    }

    /// The map of an operand of this shape in loops that stand; `None` if it does not fit.
    pub(super) fn place(&mut self, shape: &[i64], extents: &[i64]) -> Option<Vec<Ix>> {
        let mut used = vec![false; extents.len()];
        let mut results = Vec::new();
        for &size in shape {
            let mut options: Vec<Ix> = Vec::new();
            for (d, &extent) in extents.iter().enumerate() {
                if extent == size {
                    options.extend([Ix::Dim(d); 4]);
                    if !used[d] {
                        options.extend([Ix::Dim(d); 30]);
                    }
                }
                if extent >= 1 && extent < size {
                    options.push(Ix::Shift(d, self.rng.i64(1..=size - extent)));
                }
                if extent >= 1 && extent * 2 - 1 <= size {
                    options.push(Ix::Stride(d, 2));
                }
                if extent >= 1 && (extent + 1) / 2 <= size {
                    options.push(Ix::Div(d, 2));
                }
            }
            if size >= 1 {
                options.push(Ix::Const(self.rng.i64(0..size)));
            }
            if options.is_empty() {
                return None;
            }
            let choice = self.pick(&options);
            if let Ix::Dim(d) = choice {
                used[d] = true;
            }
            results.push(choice);
        }
        Some(results)
    }

    /// Some of the loops in some order: the map of an argument made for an op.
    pub(super) fn projection(&mut self, loops: usize) -> Vec<Ix> {
        let mut dims: Vec<usize> = (0..loops).filter(|_| self.rng.u8(..100) < 75).collect();
        if self.chance(25) {
            self.rng.shuffle(&mut dims);
        }
        dims.into_iter().map(Ix::Dim).collect()
    }
}
