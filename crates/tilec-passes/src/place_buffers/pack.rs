//! Offsets for intervals of time: no two that overlap in time may overlap in memory, and the end should be low.
//!
//! Two strategies, of which the better result counts: largest first, each at the lowest place where it fits (as TensorFlow Lite's "greedy by
//! size"), and first come first served with a list of free blocks. The first is better on the whole but looks at all pairs in use together,
//! so it is given up where these are too many.

use super::ALIGNMENT;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Something that takes `size` bytes from number `start` to number `end`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// When it is first in use.
    pub start: u32,
    /// When it is last in use.
    pub end: u32,
    /// Bytes.
    pub size: u64,
}

/// How many pairs that are in use together are looked at for each item, on average.
const PAIRS_PER_ITEM: usize = 256;

/// An offset for each item, and the end of all of them, in bytes. Offsets are multiples of [`ALIGNMENT`].
pub fn pack(items: &[Item]) -> (Vec<u64>, u64) {
    let items: Vec<Item> = items.iter().map(|i| Item { size: i.size.next_multiple_of(ALIGNMENT), ..*i }).collect();
    let simple = in_order(&items);
    if simple.1 == bound(&items) {
        return simple;
    }
    match by_size(&items) {
        Some(best) if best.1 < simple.1 => best,
        _ => simple,
    }
}

/// The most bytes in use at once: no placement can end lower.
pub fn bound(items: &[Item]) -> u64 {
    let mut changes: BTreeMap<u64, i128> = BTreeMap::new();
    for item in items {
        let size = i128::from(item.size.next_multiple_of(ALIGNMENT));
        *changes.entry(u64::from(item.start)).or_default() += size;
        *changes.entry(u64::from(item.end) + 1).or_default() -= size;
    }
    let mut now = 0;
    let most = changes.values().map(|c| {
        now += c;
        now
    });
    u64::try_from(most.max().unwrap_or(0)).unwrap_or(0)
}

/// First come first served: the smallest free block that is large enough, else the end.
fn in_order(items: &[Item]) -> (Vec<u64>, u64) {
    let mut order: Vec<usize> = (0..items.len()).filter(|&i| items[i].size > 0).collect();
    order.sort_by_key(|&i| (items[i].start, std::cmp::Reverse(items[i].size)));
    let mut offsets = vec![0; items.len()];
    let mut free = Free::default();
    let mut used: BinaryHeap<std::cmp::Reverse<(u32, usize)>> = BinaryHeap::new();
    for i in order {
        while let Some(&std::cmp::Reverse((end, done))) = used.peek().filter(|u| u.0.0 < items[i].start) {
            used.pop();
            debug_assert!(end < items[i].start);
            free.give(offsets[done], items[done].size);
        }
        offsets[i] = free.take(items[i].size);
        used.push(std::cmp::Reverse((items[i].end, i)));
    }
    (offsets, free.end)
}

/// Free blocks below the end, none next to another.
#[derive(Default)]
struct Free {
    by_offset: BTreeMap<u64, u64>,
    by_size: BTreeSet<(u64, u64)>,
    end: u64,
}

impl Free {
    fn remove(&mut self, offset: u64, size: u64) {
        self.by_offset.remove(&offset);
        self.by_size.remove(&(size, offset));
    }

    fn add(&mut self, offset: u64, size: u64) {
        if size > 0 {
            self.by_offset.insert(offset, size);
            self.by_size.insert((size, offset));
        }
    }

    fn take(&mut self, size: u64) -> u64 {
        if let Some(&(found, offset)) = self.by_size.range((size, 0)..).next() {
            self.remove(offset, found);
            self.add(offset + size, found - size);
            return offset;
        }
        // The last block, if it reaches the end, grows.
        let last = self.by_offset.last_key_value().map(|(&o, &s)| (o, s)).filter(|(o, s)| o + s == self.end);
        let offset = last.map_or(self.end, |(o, _)| o);
        if let Some((o, s)) = last {
            self.remove(o, s);
        }
        self.end = offset + size;
        offset
    }

    fn give(&mut self, offset: u64, size: u64) {
        let (mut offset, mut size) = (offset, size);
        if let Some((&o, &s)) = self.by_offset.range(..offset).next_back().filter(|(o, s)| *o + *s == offset) {
            self.remove(o, s);
            (offset, size) = (o, s + size);
        }
        if let Some(&s) = self.by_offset.get(&(offset + size)) {
            self.remove(offset + size, s);
            size += s;
        }
        self.add(offset, size);
    }
}

/// Largest first; `None` if too many are in use together.
fn by_size(items: &[Item]) -> Option<(Vec<u64>, u64)> {
    let mut order: Vec<usize> = (0..items.len()).filter(|&i| items[i].size > 0).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(items[i].size), items[i].start));
    let mut left = items.len().saturating_mul(PAIRS_PER_ITEM);
    let mut offsets = vec![0; items.len()];
    let mut end = 0;
    let mut placed = Placed::new(items.iter().map(|i| i.end).max().unwrap_or(0));
    for i in order {
        let mut taken: Vec<(u64, u64)> = Vec::new();
        placed.in_use(&items[i], &mut |j| taken.push((offsets[j], offsets[j] + items[j].size)));
        left = left.checked_sub(taken.len())?;
        taken.sort_unstable();
        // The smallest gap that is large enough, else behind all.
        let (mut best, mut at) = (None, 0);
        for (from, to) in taken {
            if from >= at + items[i].size && best.is_none_or(|(gap, _)| from - at < gap) {
                best = Some((from - at, at));
            }
            at = at.max(to);
        }
        offsets[i] = best.map_or(at, |(_, offset)| offset);
        end = end.max(offsets[i] + items[i].size);
        placed.insert(i, &items[i]);
    }
    Some((offsets, end))
}

/// Items by when they are in use: those that start in a span of time, and those in use at its start.
struct Placed {
    by_start: BTreeSet<(u32, usize)>,
    /// A tree over time; each item is in the nodes that make up its interval.
    nodes: Vec<Vec<usize>>,
    leaves: usize,
}

impl Placed {
    fn new(last: u32) -> Self {
        let leaves = (last as usize + 1).next_power_of_two();
        Self { by_start: BTreeSet::new(), nodes: vec![Vec::new(); 2 * leaves], leaves }
    }

    fn insert(&mut self, i: usize, item: &Item) {
        self.by_start.insert((item.start, i));
        let (mut from, mut to) = (self.leaves + item.start as usize, self.leaves + item.end as usize + 1);
        while from < to {
            if from % 2 == 1 {
                self.nodes[from].push(i);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                self.nodes[to].push(i);
            }
            (from, to) = (from / 2, to / 2);
        }
    }

    fn in_use(&self, item: &Item, each: &mut dyn FnMut(usize)) {
        let mut at = self.leaves + item.start as usize;
        while at > 0 {
            self.nodes[at].iter().for_each(|&i| each(i));
            at /= 2;
        }
        if item.start < item.end {
            self.by_start.range((item.start + 1, 0)..=(item.end, usize::MAX)).for_each(|&(_, i)| each(i));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(start: u32, end: u32, size: u64) -> Item {
        Item { start, end, size }
    }

    fn check(items: &[Item]) -> u64 {
        let (offsets, peak) = pack(items);
        for (i, a) in items.iter().enumerate() {
            assert!(offsets[i].is_multiple_of(ALIGNMENT) && offsets[i] + a.size <= peak);
            for (j, b) in items.iter().enumerate().skip(i + 1) {
                let in_time = a.start <= b.end && b.start <= a.end && a.size > 0 && b.size > 0;
                let in_memory = offsets[i] < offsets[j] + b.size && offsets[j] < offsets[i] + a.size;
                assert!(!(in_time && in_memory), "{a:?} at {} and {b:?} at {}", offsets[i], offsets[j]);
            }
        }
        assert!(peak >= bound(items));
        peak
    }

    #[test]
    fn what_is_never_in_use_together_shares() {
        assert_eq!(check(&[item(0, 1, 64), item(2, 3, 128), item(4, 4, 1)]), 128);
        assert_eq!(check(&[item(0, 2, 64), item(2, 3, 64)]), 128);
        assert_eq!(check(&[]), 0);
        assert_eq!(check(&[item(0, 9, 0)]), 0);
    }

    #[test]
    fn a_large_one_in_the_middle_costs_nothing() {
        // In order, the large one would not fit into the hole that the first leaves.
        assert_eq!(check(&[item(0, 1, 64), item(1, 3, 64), item(2, 4, 128)]), 192);
    }

    #[test]
    fn random_intervals_do_not_meet_and_stay_near_the_bound() {
        let mut state = 1u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for _ in 0..200 {
            let count = next(40) + 1;
            let items: Vec<Item> = (0..count)
                .map(|_| {
                    let start = next(60) as u32;
                    item(start, start + next(12) as u32, next(5000))
                })
                .collect();
            let peak = check(&items);
            assert!(peak as f64 <= 1.5 * bound(&items) as f64 + 64.0);
        }
    }
}
