//! Tries one decision: would two sets of values in one buffer, and a write, take a value from a read?

use super::analysis::{Analysis, Write};
use super::conflict;
use super::decisions::Blocker;
use super::sets::Shared;
use crate::mutation::{Mutation, is_on};
use tilec_ir::{Op, Value};

impl Analysis<'_> {
    /// Tries to make one buffer of two values, and to write it.
    pub(super) fn try_in_place(
        &mut self,
        a: Value,
        b: Option<Value>,
        is_same: bool,
        write: Option<&Write>,
    ) -> Result<(), Blocker> {
        self.would = b.filter(|_| is_same).map(|b| (a, b));
        let mut sets = vec![self.shared.find(a)];
        sets.extend(b.map(|b| self.shared.find(b)).filter(|y| *y != sets[0]));
        let has = |test: &dyn Fn(&Shared) -> bool| sets.iter().any(|&s| test(self.shared.get(s)));
        if has(&|s| s.fixed.is_some()) && (write.is_some() || has(&|s| !s.writes.is_empty())) && !is_on(Mutation::WriteConstants)
        {
            return Err(Blocker::NotWritable);
        }
        if let [x, y] = sets[..] {
            self.check_pairs(x, y)?;
            self.check_carried(x, y)?;
        }
        if let Some(write) = write {
            let position = self.places.span(write.at).0;
            for &set in &sets {
                self.check_reads_over(set, position, write)?;
            }
        }
        self.check_races(&sets, write)
    }

    /// Reads of one set against writes of the other, from the side of the smaller.
    fn check_pairs(&self, x: usize, y: usize) -> Result<(), Blocker> {
        let (mut small, mut large) = (self.shared.get(x), self.shared.get(y));
        let mut large_set = y;
        if small.reads.len() + small.writes.len() > large.reads.len() + large.writes.len() {
            std::mem::swap(&mut small, &mut large);
            large_set = x;
        }
        for &(_, id) in &small.reads {
            let read = &self.reads[id as usize];
            for &(_, id) in large.writes.range((read.from, 0)..=(read.to, u32::MAX)) {
                conflict::check(self, read, &self.writes[id as usize])?;
            }
        }
        for &(position, id) in &small.writes {
            self.check_reads_over(large_set, position, &self.writes[id as usize])?;
        }
        Ok(())
    }

    /// The reads of a set that a write at this position may matter to.
    fn check_reads_over(&self, set: usize, position: u32, write: &Write) -> Result<(), Blocker> {
        for &(_, id) in self.shared.get(set).reads.range(..=(position, u32::MAX)) {
            let read = &self.reads[id as usize];
            if read.to >= position {
                conflict::check(self, read, write)?;
            }
        }
        Ok(())
    }

    /// What a loop carries in two places is two buffers.
    fn check_carried(&self, x: usize, y: usize) -> Result<(), Blocker> {
        let (mut small, mut large) = (&self.shared.get(x).carried, &self.shared.get(y).carried);
        if small.len() > large.len() {
            std::mem::swap(&mut small, &mut large);
        }
        match small.iter().find(|(op, i)| large.get(op).is_some_and(|j| j != *i)) {
            Some((&by, _)) => Err(Blocker::CarriedTwice { by }),
            None => Ok(()),
        }
    }

    /// In a parallel region only memory of that region may be written, and those parts of what is shared that each iteration puts in anyway.
    fn check_races(&self, sets: &[usize], write: Option<&Write>) -> Result<(), Blocker> {
        let depth = sets.iter().filter_map(|&s| self.shared.get(s).depth).min().unwrap_or(0);
        let noted = sets.iter().flat_map(|&s| &self.shared.get(s).parallel_writes).map(|&id| &self.writes[id as usize]);
        for write in noted.chain(write) {
            let around: Vec<Op> = self.places.parallel_around(write.at).collect();
            // The outermost `depth` of them are around the memory, too.
            let inner = around.len().saturating_sub(depth as usize);
            if !around[..inner].iter().all(|&region| conflict::is_own_part(self, region, write)) {
                return Err(Blocker::Parallel { write: write.at });
            }
        }
        Ok(())
    }
}
