//! Disjoint sets of values that can list their members.

use std::collections::HashMap;
use tilec_ir::Value;

/// Values in sets; a value not seen before is alone.
#[derive(Default)]
pub(super) struct Sets {
    set_of: HashMap<Value, usize>,
    members: Vec<Vec<Value>>,
}

impl Sets {
    /// The members of the value's set.
    pub(super) fn members(&mut self, value: Value) -> &[Value] {
        let set = self.set(value);
        &self.members[set]
    }

    /// True if the two are in one set.
    pub(super) fn together(&mut self, a: Value, b: Value) -> bool {
        self.set(a) == self.set(b)
    }

    /// Makes one set of two; the smaller is moved, so n values cost n log n in all.
    pub(super) fn unite(&mut self, a: Value, b: Value) {
        let (mut a, mut b) = (self.set(a), self.set(b));
        if a == b {
            return;
        }
        if self.members[a].len() < self.members[b].len() {
            std::mem::swap(&mut a, &mut b);
        }
        let moved = std::mem::take(&mut self.members[b]);
        for &value in &moved {
            self.set_of.insert(value, a);
        }
        self.members[a].extend(moved);
    }

    fn set(&mut self, value: Value) -> usize {
        *self.set_of.entry(value).or_insert_with(|| {
            self.members.push(vec![value]);
            self.members.len() - 1
        })
    }
}
