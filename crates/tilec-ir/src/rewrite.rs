//! The editing primitives: everything that changes a [`Module`] goes through these, so use lists and order stay right.

use crate::attr::{Attr, Dict};
use crate::entity::{Block, Op, Region, Value};
use crate::ir::{BlockData, Module, OpData, Operand, RegionData, Replacement, Use, ValueData, ValueDef};
use crate::loc::Loc;
use crate::op::OpKind;
use crate::order::ORDER_GAP;
use crate::spelling::{Arity, Spelling};
use crate::types::Type;
use std::cell::Cell;
use std::collections::HashMap;

impl Module {
    /// Creates an op outside any block, with `regions` empty regions. Operand groups are inferred where only one group is not of
    /// fixed size; otherwise call [`Module::set_segments`].
    pub fn create_op(
        &mut self,
        spelling: &'static Spelling,
        operands: &[Value],
        results: &[Type],
        regions: usize,
        loc: Loc,
    ) -> Op {
        self.calls += usize::from(spelling.kind == OpKind::Call);
        let op = self.ops.push(OpData {
            spelling,
            operands: Vec::with_capacity(operands.len()),
            segments: infer_segments(spelling, operands.len()),
            results: Vec::with_capacity(results.len()),
            regions: Vec::with_capacity(regions),
            successors: Vec::new(),
            attrs: Dict::default(),
            extra: Dict::default(),
            loc,
            parent: None,
            prev: None,
            next: None,
            order: Cell::new(0),
            erased: false,
        });
        for &value in operands {
            self.push_operand(op, value);
        }
        for ty in results {
            self.push_result(op, ty.clone());
        }
        for _ in 0..regions {
            self.push_region(op);
        }
        op
    }

    /// Adds a result at the end. For building and for ops that gain results as a whole; existing results keep their positions.
    pub fn push_result(&mut self, op: Op, ty: Type) -> Value {
        let n = u32::try_from(self.ops[op].results.len()).expect("few results");
        let value = self.values.push(ValueData { ty, def: ValueDef::Result(op, n), uses: Vec::new(), loc: Loc::Unknown });
        self.ops[op].results.push(value);
        value
    }

    fn push_operand(&mut self, op: Op, value: Value) {
        let operand = u32::try_from(self.ops[op].operands.len()).expect("few operands");
        let use_position = self.add_use(value, Use { op, operand });
        self.ops[op].operands.push(Operand { value, use_position });
    }

    fn add_use(&mut self, value: Value, user: Use) -> u32 {
        let uses = &mut self.values[value].uses;
        uses.push(user);
        u32::try_from(uses.len() - 1).expect("fewer than 2^32 uses")
    }

    fn remove_use(&mut self, slot: Operand) {
        let uses = &mut self.values[slot.value].uses;
        uses.swap_remove(slot.use_position as usize);
        if let Some(&moved) = uses.get(slot.use_position as usize) {
            self.ops[moved.op].operands[moved.operand as usize].use_position = slot.use_position;
        }
    }

    /// Makes operand `i` be `value`.
    pub fn set_operand(&mut self, op: Op, i: usize, value: Value) {
        self.remove_use(self.ops[op].operands[i]);
        let use_position = self.add_use(value, Use { op, operand: u32::try_from(i).expect("few operands") });
        self.ops[op].operands[i] = Operand { value, use_position };
    }

    /// Replaces all operands; `segments` are the sizes of the groups.
    pub fn set_operands(&mut self, op: Op, operands: &[Value], segments: &[usize]) {
        while let Some(slot) = self.ops[op].operands.pop() {
            self.remove_use(slot);
        }
        for &value in operands {
            self.push_operand(op, value);
        }
        self.set_segments(op, segments);
    }

    /// States how many operands each group has.
    pub fn set_segments(&mut self, op: Op, segments: &[usize]) {
        debug_assert_eq!(segments.iter().sum::<usize>(), self.ops[op].operands.len());
        self.ops[op].segments = segments.iter().map(|&n| u32::try_from(n).expect("few operands")).collect();
    }

    /// States where a branch goes.
    pub fn set_successors(&mut self, op: Op, successors: &[Block]) {
        self.ops[op].successors = successors.to_vec();
    }

    /// Adds a region without blocks.
    pub fn push_region(&mut self, op: Op) -> Region {
        let region = self.regions.push(RegionData { blocks: Vec::new(), parent: Some(op) });
        self.ops[op].regions.push(region);
        region
    }

    /// A region that belongs to no op yet, to be filled before its op is created and then given to [`Module::attach_region`].
    pub fn create_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }

    /// Makes a region from [`Module::create_region`] the op's last.
    pub fn attach_region(&mut self, op: Op, region: Region) {
        debug_assert!(self.regions[region].parent.is_none());
        self.regions[region].parent = Some(op);
        self.ops[op].regions.push(region);
    }

    /// A block that is in no region yet, to be branched to before it is placed by [`Module::place_block`].
    pub fn create_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// Puts a block from [`Module::create_block`] at the end of a region.
    pub fn place_block(&mut self, region: Region, block: Block) {
        debug_assert!(self.blocks[block].parent.is_none());
        self.blocks[block].parent = Some(region);
        self.regions[region].blocks.push(block);
    }

    /// Gives an op another spelling with the same number of operand groups.
    pub fn set_spelling(&mut self, op: Op, spelling: &'static Spelling) {
        debug_assert_eq!(self.ops[op].spelling.operands.len(), spelling.operands.len());
        self.ops[op].spelling = spelling;
    }

    /// Sets an inherent attribute.
    pub fn set_attr(&mut self, op: Op, name: &str, attr: Attr) {
        self.ops[op].attrs.set(name, attr);
    }

    /// Adds a block with arguments of the given types to the end of a region.
    pub fn append_block(&mut self, region: Region, args: &[(Type, Loc)]) -> Block {
        let block = self.blocks.push(BlockData { parent: Some(region), ..BlockData::default() });
        self.regions[region].blocks.push(block);
        for (ty, loc) in args {
            self.push_block_arg(block, ty.clone(), loc.clone());
        }
        block
    }

    /// Adds an argument at the end.
    pub fn push_block_arg(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let n = u32::try_from(self.blocks[block].args.len()).expect("few arguments");
        let value = self.values.push(ValueData { ty, def: ValueDef::Arg(block, n), uses: Vec::new(), loc });
        self.blocks[block].args.push(value);
        value
    }

    /// Removes the arguments, all unused, whose positions do not satisfy `stays`.
    pub fn retain_block_args(&mut self, block: Block, stays: impl Fn(usize) -> bool) {
        let old = std::mem::take(&mut self.blocks[block].args);
        for (i, arg) in old.into_iter().enumerate() {
            if stays(i) {
                self.values[arg].def = ValueDef::Arg(block, u32::try_from(self.blocks[block].args.len()).expect("few arguments"));
                self.blocks[block].args.push(arg);
            } else {
                debug_assert!(self.values[arg].uses.is_empty());
            }
        }
    }

    /// Changes the type of a value. The caller keeps the users consistent.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }

    /// Puts a detached op at the end of a block.
    pub fn append_op(&mut self, block: Block, op: Op) {
        debug_assert!(self.ops[op].parent.is_none());
        let last = self.blocks[block].last.replace(op);
        match last {
            Some(last) => self.ops[last].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        let order = match last {
            Some(last) if self.blocks[block].ordered.get() => self.ops[last].order.get() + ORDER_GAP,
            _ => 0,
        };
        let data = &mut self.ops[op];
        data.prev = last;
        data.next = None;
        data.parent = Some(block);
        data.order.set(order);
    }

    /// Puts a detached op right before another.
    pub fn insert_before(&mut self, op: Op, before: Op) {
        let block = self.ops[before].parent.expect("an op in a block");
        let prev = self.ops[before].prev.replace(op);
        match prev {
            Some(prev) => self.ops[prev].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        if self.blocks[block].ordered.get() {
            let low = prev.map_or(0, |p| self.ops[p].order.get());
            let room = self.ops[before].order.get() - low;
            // Steps much smaller than the room keep ops that are inserted one after another in front of the same op from using it up.
            self.ops[op].order.set(low + (room / 2).min(ORDER_GAP >> 14));
            self.blocks[block].ordered.set(room >= 2);
        }
        let data = &mut self.ops[op];
        data.prev = prev;
        data.next = Some(before);
        data.parent = Some(block);
    }

    /// Takes an op out of its block, to be inserted elsewhere.
    pub fn detach(&mut self, op: Op) {
        let Some(block) = self.ops[op].parent.take() else { return };
        let (prev, next) = (self.ops[op].prev.take(), self.ops[op].next.take());
        match prev {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
    }

    /// Moves an op to right before another, possibly in another block.
    pub fn move_before(&mut self, op: Op, before: Op) {
        self.detach(op);
        self.insert_before(op, before);
    }

    /// Erases an op with everything inside. Its results must be unused.
    pub fn erase(&mut self, op: Op) {
        debug_assert!(self.ops[op].results.iter().all(|&r| self.values[r].uses.is_empty()), "erasing an op in use");
        self.detach(op);
        let inside = self.walk(op);
        // Inner ops may use each other in any order, so uses go first.
        for &o in &inside {
            while let Some(slot) = self.ops[o].operands.pop() {
                self.remove_use(slot);
            }
        }
        for o in inside {
            let data = &mut self.ops[o];
            data.erased = true;
            data.results = Vec::new();
            data.regions = Vec::new();
            data.successors = Vec::new();
            data.segments = Vec::new();
            data.parent = None;
        }
    }

    /// Makes every user of `old` use `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        self.replace_uses_if(old, new, |_| true);
    }

    /// Makes the users of `old` that satisfy `test` use `new`.
    pub fn replace_uses_if(&mut self, old: Value, new: Value, test: impl Fn(Use) -> bool) {
        debug_assert_ne!(old, new);
        for user in self.values[old].uses.clone() {
            if test(user) {
                self.set_operand(user.op, user.operand as usize, new);
            }
        }
    }

    /// Replaces all results of `op` and erases it.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        debug_assert_eq!(self.ops[op].results.len(), values.len());
        if let Some(log) = &mut self.replaced {
            let (name, results) = (self.ops[op].spelling.name, self.ops[op].results.clone());
            log.push(Replacement { op, name, results, values: values.to_vec() });
        }
        for (old, &new) in self.ops[op].results.clone().into_iter().zip(values) {
            self.replace_all_uses(old, new);
        }
        self.erase(op);
    }

    /// Starts noting what [`Module::replace_op`] replaces, for whoever keeps track of ops.
    pub fn note_replacements(&mut self) {
        self.replaced = Some(Vec::new());
    }

    /// Stops noting, and gives what was replaced, in order.
    pub fn take_replacements(&mut self) -> Vec<Replacement> {
        self.replaced.take().unwrap_or_default()
    }

    /// Gives the regions of one op to another, which has as many empty ones.
    pub fn move_regions(&mut self, from: Op, to: Op) {
        debug_assert_eq!(self.ops[from].regions.len(), self.ops[to].regions.len());
        let (old, new) = (self.ops[from].regions.clone(), self.ops[to].regions.clone());
        for &region in &old {
            self.regions[region].parent = Some(to);
        }
        for &region in &new {
            self.regions[region].parent = Some(from);
        }
        self.ops[to].regions = old;
        self.ops[from].regions = new;
    }

    /// If the only op is a module, it becomes the top: the reader's wrapper around a text that has its own module goes away.
    pub fn unwrap_single_module(&mut self) {
        let ops: Vec<_> = self.block_ops(self.top_block()).collect();
        if let [only] = ops[..]
            && self.kind(only) == OpKind::Module
        {
            self.detach(only);
            self.top = only;
        }
    }

    /// Copies an op (detached, regions included), with operands looked up in `mapping` and results entered into it.
    /// Operands that `mapping` does not have are used as they are.
    pub fn clone_op(&mut self, op: Op, mapping: &mut HashMap<Value, Value>) -> Op {
        let data = &self.ops[op];
        let (spelling, regions, loc) = (data.spelling, data.regions.clone(), data.loc.clone());
        let (segments, attrs, extra) = (data.segments.clone(), data.attrs.clone(), data.extra.clone());
        let operands: Vec<_> = self.operands(op).map(|v| mapping.get(&v).copied().unwrap_or(v)).collect();
        let results: Vec<_> = self.results(op).iter().map(|&r| self.ty(r).clone()).collect();
        let copy = self.create_op(spelling, &operands, &results, regions.len(), loc);
        let data = &mut self.ops[copy];
        (data.segments, data.attrs, data.extra) = (segments, attrs, extra);
        for (i, &old) in self.ops[op].results.clone().iter().enumerate() {
            mapping.insert(old, self.ops[copy].results[i]);
        }
        for (i, region) in regions.into_iter().enumerate() {
            let blocks = self.regions[region].blocks.clone();
            let mut copies = HashMap::new();
            for &block in &blocks {
                let args: Vec<_> =
                    self.block_args(block).iter().map(|&a| (self.ty(a).clone(), self.values[a].loc.clone())).collect();
                let new = self.append_block(self.ops[copy].regions[i], &args);
                for (old, new) in self.block_args(block).to_vec().into_iter().zip(self.block_args(new).to_vec()) {
                    mapping.insert(old, new);
                }
                copies.insert(block, new);
            }
            for block in blocks {
                for inner in self.block_ops(block).collect::<Vec<_>>() {
                    let targets: Vec<_> = self.successors(inner).iter().map(|b| copies[b]).collect();
                    let inner = self.clone_op(inner, mapping);
                    self.set_successors(inner, &targets);
                    self.append_op(copies[&block], inner);
                }
            }
        }
        copy
    }

    /// Copies the ops of an op's body to the end of another's, whose arguments take the places of its own.
    pub fn copy_body(&mut self, from: Op, to: Op) {
        let (from, to) = (self.entry(from), self.entry(to));
        let mut mapping: HashMap<Value, Value> =
            self.block_args(from).iter().copied().zip(self.block_args(to).iter().copied()).collect();
        for inner in self.block_ops(from).collect::<Vec<_>>() {
            let copy = self.clone_op(inner, &mut mapping);
            self.append_op(to, copy);
        }
    }
}

/// Group sizes when at most one group is not a single operand; the verifier reports the rest.
fn infer_segments(spelling: &Spelling, operands: usize) -> Vec<u32> {
    let fixed = spelling.operands.iter().filter(|g| g.arity == Arity::One).count();
    let mut rest = operands.saturating_sub(fixed);
    spelling
        .operands
        .iter()
        .map(|g| match g.arity {
            Arity::One => 1,
            Arity::Optional => {
                let n = rest.min(1);
                rest -= n;
                u32::try_from(n).expect("0 or 1")
            }
            Arity::Many => u32::try_from(std::mem::take(&mut rest)).expect("few operands"),
        })
        .collect()
}
