//! The container: operations, blocks, regions and values in arenas, with use lists.
//!
//! Reading is here and in [`crate::structured`]; editing is in [`crate::rewrite`] and nowhere else.
//!
//! Invariants: every operand slot is in the use list of its value and the other way round; an op is in at most one block;
//! an erased op has no operands, results or parent and its id is never used again.

use crate::attr::{Attr, Dict};
use crate::entity::{Arena, Block, Entity, Op, Region, Value};
use crate::loc::Loc;
use crate::op::OpKind;
use crate::spelling::{self, Spelling};
use crate::types::{FunctionType, Type};
use std::cell::Cell;

/// An operand slot: the value, and where this use stands in the value's use list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) use_position: u32,
}

/// A use of a value: the op and which of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The user.
    pub op: Op,
    /// Index among the user's operands.
    pub operand: u32,
}

/// What an operation is made of.
#[derive(Clone, Debug)]
pub struct OpData {
    pub(crate) spelling: &'static Spelling,
    pub(crate) operands: Vec<Operand>,
    /// How many operands each group of the spelling has.
    pub(crate) segments: Vec<u32>,
    pub(crate) results: Vec<Value>,
    pub(crate) regions: Vec<Region>,
    /// Where a branch may go.
    pub(crate) successors: Vec<Block>,
    /// Inherent attributes.
    pub attrs: Dict,
    /// Discardable attributes.
    pub extra: Dict,
    /// Where the op came from.
    pub loc: Loc,
    pub(crate) parent: Option<Block>,
    pub(crate) prev: Option<Op>,
    pub(crate) next: Option<Op>,
    /// Position key within the block, valid while the block's `ordered` flag is set.
    pub(crate) order: Cell<u64>,
    pub(crate) erased: bool,
}

/// What a block is made of.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    pub(crate) args: Vec<Value>,
    pub(crate) first: Option<Op>,
    pub(crate) last: Option<Op>,
    pub(crate) parent: Option<Region>,
    pub(crate) ordered: Cell<bool>,
}

/// What a region is made of.
#[derive(Clone, Debug, Default)]
pub struct RegionData {
    pub(crate) blocks: Vec<Block>,
    pub(crate) parent: Option<Op>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueDef {
    /// Result `n` of an op.
    Result(Op, u32),
    /// Argument `n` of a block.
    Arg(Block, u32),
}

/// What a value is made of.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// The type; change it only while building.
    pub ty: Type,
    pub(crate) def: ValueDef,
    pub(crate) uses: Vec<Use>,
    /// Location of a block argument.
    pub(crate) loc: Loc,
}

/// A program: the tree of operations under one `builtin.module`.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) ops: Arena<Op, OpData>,
    pub(crate) blocks: Arena<Block, BlockData>,
    pub(crate) regions: Arena<Region, RegionData>,
    pub(crate) values: Arena<Value, ValueData>,
    pub(crate) top: Op,
    /// Calls ever created.
    pub(crate) calls: usize,
    /// What was replaced, while somebody wants to know.
    pub(crate) replaced: Option<Vec<Replacement>>,
}

/// An op that was replaced by values, as [`Module::replace_op`] notes it between [`Module::note_replacements`] and
/// [`Module::take_replacements`].
#[derive(Clone, Debug)]
pub struct Replacement {
    /// The op, erased by now.
    pub op: Op,
    /// How it was spelled.
    pub name: &'static str,
    /// What were its results.
    pub results: Vec<Value>,
    /// What took their place.
    pub values: Vec<Value>,
}

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}

impl Module {
    /// An empty module.
    pub fn new() -> Self {
        let mut module = Self {
            ops: Arena::default(),
            blocks: Arena::default(),
            regions: Arena::default(),
            values: Arena::default(),
            top: Op::from_index(0),
            calls: 0,
            replaced: None,
        };
        module.top = module.create_op(spelling::of(OpKind::Module), &[], &[], 1, Loc::Unknown);
        let region = module.ops[module.top].regions[0];
        module.append_block(region, &[]);
        module
    }

    /// The `builtin.module` op that holds everything.
    pub fn top(&self) -> Op {
        self.top
    }

    /// The block with the module's functions and globals.
    pub fn top_block(&self) -> Block {
        self.entry(self.top)
    }

    /// The op's data, for attributes and location.
    pub fn op(&self, op: Op) -> &OpData {
        &self.ops[op]
    }

    /// The op's data, for attributes and location.
    pub fn op_mut(&mut self, op: Op) -> &mut OpData {
        &mut self.ops[op]
    }

    /// What the op means.
    pub fn kind(&self, op: Op) -> OpKind {
        self.ops[op].spelling.kind
    }

    /// How the op is spelled.
    pub fn spelling(&self, op: Op) -> &'static Spelling {
        self.ops[op].spelling
    }

    /// True if the op was erased.
    pub fn is_erased(&self, op: Op) -> bool {
        self.ops[op].erased
    }

    /// An inherent attribute.
    pub fn attr(&self, op: Op, name: &str) -> Option<&Attr> {
        self.ops[op].attrs.get(name)
    }

    /// An inherent integer-array attribute, such as `static_sizes` or `permutation`; empty if it is not there.
    pub fn int_array(&self, op: Op, name: &str) -> &[i64] {
        self.attr(op, name).and_then(Attr::as_int_array).unwrap_or(&[])
    }

    /// Number of operands.
    pub fn num_operands(&self, op: Op) -> usize {
        self.ops[op].operands.len()
    }

    /// Operand `i`.
    pub fn operand(&self, op: Op, i: usize) -> Value {
        self.ops[op].operands[i].value
    }

    /// All operands.
    pub fn operands(&self, op: Op) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + '_ {
        self.ops[op].operands.iter().map(|o| o.value)
    }

    /// The index range of operand group `g`.
    pub fn group_range(&self, op: Op, g: usize) -> std::ops::Range<usize> {
        let segments = &self.ops[op].segments;
        let start: u32 = segments[..g].iter().sum();
        start as usize..(start + segments[g]) as usize
    }

    /// The operands of group `g`.
    pub fn group(&self, op: Op, g: usize) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + '_ {
        self.ops[op].operands[self.group_range(op, g)].iter().map(|o| o.value)
    }

    /// The operands of the group called `name`; empty if the op has no such group.
    pub fn group_named(&self, op: Op, name: &str) -> Vec<Value> {
        self.spelling(op).operand_group(name).map_or(Vec::new(), |g| self.group(op, g).collect())
    }

    /// All results.
    pub fn results(&self, op: Op) -> &[Value] {
        &self.ops[op].results
    }

    /// The result of an op with exactly one.
    pub fn result(&self, op: Op) -> Value {
        debug_assert_eq!(self.ops[op].results.len(), 1);
        self.ops[op].results[0]
    }

    /// The op's regions.
    pub fn regions(&self, op: Op) -> &[Region] {
        &self.ops[op].regions
    }

    /// The blocks a branch may go to.
    pub fn successors(&self, op: Op) -> &[Block] {
        &self.ops[op].successors
    }

    /// The region a block is in.
    pub fn block_region(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent
    }

    /// The blocks of a region.
    pub fn region_blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// The first block of the op's first region.
    pub fn entry(&self, op: Op) -> Block {
        self.regions[self.ops[op].regions[0]].blocks[0]
    }

    /// The block an op is in.
    pub fn parent_block(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// The op whose region holds a block.
    pub fn block_owner(&self, block: Block) -> Option<Op> {
        self.regions[self.blocks[block].parent?].parent
    }

    /// The op whose region holds `op`.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_owner(self.ops[op].parent?)
    }

    /// The function an op is in (or is).
    pub fn enclosing_func(&self, op: Op) -> Option<Op> {
        std::iter::successors(Some(op), |&o| self.parent_op(o)).find(|&o| self.kind(o) == OpKind::Func)
    }

    /// The arguments of a block.
    pub fn block_args(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// The ops of a block, in order.
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks[block].first, |&op| self.ops[op].next)
    }

    /// The op before this one in its block.
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }

    /// The op after this one in its block.
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    /// The last op of a block, its terminator once the block is complete.
    pub fn terminator(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &Type {
        &self.values[value].ty
    }

    /// Where a value comes from.
    pub fn def(&self, value: Value) -> ValueDef {
        self.values[value].def
    }

    /// The op a value is a result of.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.values[value].def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(..) => None,
        }
    }

    /// The block a value lives in: of its op, or of its argument list.
    pub fn value_block(&self, value: Value) -> Option<Block> {
        match self.values[value].def {
            ValueDef::Result(op, _) => self.ops[op].parent,
            ValueDef::Arg(block, _) => Some(block),
        }
    }

    /// The location of the op or block argument that defines a value.
    pub fn value_loc(&self, value: Value) -> &Loc {
        match self.values[value].def {
            ValueDef::Result(op, _) => &self.ops[op].loc,
            ValueDef::Arg(..) => &self.values[value].loc,
        }
    }

    /// All uses of a value, in no particular but a deterministic order.
    pub fn uses(&self, value: Value) -> &[Use] {
        &self.values[value].uses
    }

    /// True if nothing uses the value.
    pub fn is_unused(&self, value: Value) -> bool {
        self.values[value].uses.is_empty()
    }

    /// The op in `block` that is `op` or contains it.
    pub fn ancestor_in(&self, op: Op, block: Block) -> Option<Op> {
        std::iter::successors(Some(op), |&o| self.parent_op(o)).find(|&o| self.ops[o].parent == Some(block))
    }

    /// Every op under `root` (which comes first), each before the ops in its regions. Collected, so the IR may be edited while walking.
    pub fn walk(&self, root: Op) -> Vec<Op> {
        let mut out = Vec::new();
        let mut stack = vec![root];
        while let Some(op) = stack.pop() {
            out.push(op);
            let at = stack.len();
            for region in &self.ops[op].regions {
                for block in &self.regions[*region].blocks {
                    stack.extend(self.block_ops(*block));
                }
            }
            stack[at..].reverse();
        }
        out
    }

    /// The functions of the module, in order; functions of nested modules included.
    pub fn funcs(&self) -> Vec<Op> {
        self.walk_shallow(OpKind::Func)
    }

    fn walk_shallow(&self, kind: OpKind) -> Vec<Op> {
        let mut out = Vec::new();
        let mut stack = vec![self.top];
        while let Some(op) = stack.pop() {
            if self.kind(op) == kind {
                out.push(op);
            } else if self.kind(op) == OpKind::Module {
                let at = stack.len();
                stack.extend(self.block_ops(self.entry(op)));
                stack[at..].reverse();
            }
        }
        out
    }

    /// The symbol name of a function or global.
    pub fn symbol_name(&self, op: Op) -> Option<&str> {
        self.attr(op, "sym_name").and_then(Attr::as_str)
    }

    /// The function called `name`.
    pub fn find_func(&self, name: &str) -> Option<Op> {
        self.funcs().into_iter().find(|&f| self.symbol_name(f) == Some(name))
    }

    /// The global called `name`.
    pub fn find_global(&self, name: &str) -> Option<Op> {
        self.walk_shallow(OpKind::Global).into_iter().find(|&g| self.symbol_name(g) == Some(name))
    }

    /// The type of a function op.
    pub fn func_type(&self, func: Op) -> &FunctionType {
        match self.attr(func, "function_type") {
            Some(Attr::Type(Type::Function(ty))) => ty,
            _ => panic!("a func.func has a function type"),
        }
    }

    /// True if the function has no body.
    pub fn is_declaration(&self, func: Op) -> bool {
        self.regions[self.ops[func].regions[0]].blocks.is_empty()
    }

    /// The value of a constant op that defines `value`.
    pub fn constant(&self, value: Value) -> Option<&Attr> {
        let op = self.defining_op(value)?;
        if self.kind(op) == OpKind::Constant { self.attr(op, "value") } else { None }
    }

    /// The integer of an integer or index constant.
    pub fn constant_int(&self, value: Value) -> Option<i64> {
        match self.constant(value)? {
            Attr::Int(i, _) => Some(*i),
            Attr::Bool(b) => Some(i64::from(*b)),
            _ => None,
        }
    }

    /// False if certainly no function of the module calls another: then arguments are what the caller of the program passes.
    pub fn may_have_calls(&self) -> bool {
        self.calls > 0
    }

    /// The name of the function that an op calls, if the op is a call.
    pub fn callee_name(&self, op: Op) -> Option<&str> {
        match self.attr(op, "callee") {
            Some(Attr::Symbol(name)) if self.kind(op) == OpKind::Call => Some(name),
            _ => None,
        }
    }

    /// The number of ops ever created, erased ones included: a bound for work and for ids.
    pub fn op_capacity(&self) -> usize {
        self.ops.len()
    }
}
