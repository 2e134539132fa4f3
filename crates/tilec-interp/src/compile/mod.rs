//! From IR to [`Program`]: numbers the values of a function and turns each op into an instruction, once.

mod elementwise;
mod nest;
mod shaped;

use crate::error::{Run, at, fault};
use crate::program::{Affine, Code, ForLoop, Global, Instr, ObjectUse, Program, Reg, Slot, Use};
use std::collections::HashMap;
use tilec_ir::builder::attr_scalar;
use tilec_ir::{Attr, Block, Module, Op, OpKind, ScalarType, SecondaryMap, Type, Value};

/// How deep regions may be nested.
const MAX_DEPTH: usize = 256;

/// How many elements a vector may have.
const MAX_LANES: i64 = 1 << 20;

/// Compiles a function that has a body.
pub(crate) fn compile(module: &Module, func: Op) -> Run<Program> {
    let mut c = Compiler {
        module,
        program: Program::default(),
        slots: SecondaryMap::new(None),
        last: SecondaryMap::new(None),
        indices: Vec::new(),
        globals: HashMap::new(),
        depth: 0,
    };
    let body = c.only_block(func)?;
    for &arg in module.block_args(body) {
        let slot = at(func, c.define(arg))?;
        c.program.args.push(slot);
    }
    c.program.code = c.block(body, &[])?;
    let Some(end) = module.terminator(body) else {
        return at(func, fault("the body has no terminator"));
    };
    for value in module.operands(end) {
        let returned = (c.use_of(end, value)?, module.ty(value).clone());
        c.program.returns.push(returned);
    }
    Ok(c.program)
}

struct Compiler<'m> {
    module: &'m Module,
    program: Program,
    slots: SecondaryMap<Value, Option<Slot>>,
    /// The last op of the value's block that uses it (or holds a use), and how many uses that op is or holds.
    last: SecondaryMap<Value, Option<(Op, u32)>>,
    /// The loop registers of the surrounding structured ops.
    indices: Vec<Vec<Reg>>,
    globals: HashMap<Op, Reg>,
    depth: usize,
}

impl Compiler<'_> {
    fn only_block(&self, op: Op) -> Run<Block> {
        match self.module.regions(op).first().map(|&r| self.module.region_blocks(r)) {
            Some(&[block]) => Ok(block),
            _ => at(op, fault("expected a region of one block")),
        }
    }

    fn new_scalar(&mut self, bits: u64) -> Reg {
        self.program.scalars.push(bits);
        self.program.scalars.len() as Reg - 1
    }

    fn new_object(&mut self) -> Reg {
        self.program.objects += 1;
        self.program.objects as Reg - 1
    }

    /// Gives a value its register.
    fn define(&mut self, value: Value) -> Run<Slot> {
        let ty = self.module.ty(value);
        if !ty.elem().is_some_and(|e| (1..=64).contains(&e.bits())) {
            return fault(format!("unsupported type {ty}"));
        }
        if let Type::Vector(_) = ty {
            let lanes = ty.num_elements().filter(|n| *n <= MAX_LANES);
            let Some(lanes) = lanes else {
                return fault(format!("expected a vector of at most {MAX_LANES} elements, found {ty}"));
            };
            self.program.vector_bytes += lanes as usize * 8;
        }
        let slot = match ty {
            Type::Scalar(_) => Slot::Scalar(self.new_scalar(0)),
            _ => Slot::Object(self.new_object()),
        };
        self.slots[value] = Some(slot);
        Ok(slot)
    }

    fn slot(&self, value: Value) -> Run<Slot> {
        match self.slots[value] {
            Some(slot) => Ok(slot),
            None => fault("an operand is used before it is defined"),
        }
    }

    fn scalar(&self, value: Value) -> Run<Reg> {
        match self.slot(value)? {
            Slot::Scalar(reg) => Ok(reg),
            Slot::Object(_) => fault(format!("expected a scalar, found {}", self.module.ty(value))),
        }
    }

    fn object(&self, value: Value) -> Run<Reg> {
        match self.slot(value)? {
            Slot::Object(reg) => Ok(reg),
            Slot::Scalar(_) => fault(format!("expected a tensor, buffer or vector, found {}", self.module.ty(value))),
        }
    }

    fn scalars(&self, values: impl Iterator<Item = Value>) -> Run<Box<[Reg]>> {
        values.map(|v| self.scalar(v)).collect()
    }

    fn use_of(&mut self, user: Op, value: Value) -> Run<Use> {
        Ok(Use { slot: self.slot(value)?, last: self.is_last(user, value) })
    }

    fn object_use(&mut self, user: Op, value: Value) -> Run<ObjectUse> {
        Ok(ObjectUse { reg: self.object(value)?, last: self.is_last(user, value) })
    }

    /// True if `user` may move the value out of its register: it is of the block that defines the value, and it holds one
    /// use, the last. Constants stay, for they are defined once and for all.
    fn is_last(&mut self, user: Op, value: Value) -> bool {
        let m = self.module;
        if matches!(m.ty(value), Type::Scalar(_) | Type::MemRef(_) | Type::UnrankedMemRef(_)) || m.constant(value).is_some() {
            return false;
        }
        let Some(block) = m.value_block(value).filter(|b| m.parent_block(user) == Some(*b)) else {
            return false;
        };
        if self.last[value].is_none() {
            let mut last: Option<(Op, u32)> = None;
            for holder in m.uses(value).iter().filter_map(|u| m.ancestor_in(u.op, block)) {
                last = match last {
                    Some((op, n)) if op == holder => Some((op, n + 1)),
                    Some((op, n)) if m.is_before(holder, op) => Some((op, n)),
                    _ => Some((holder, 1)),
                };
            }
            self.last[value] = last;
        }
        self.last[value] == Some((user, 1))
    }

    /// The instructions of a block, its terminator and the ops in `skip` left out.
    fn block(&mut self, block: Block, skip: &[Op]) -> Run<Code> {
        let mut code = Code::default();
        if self.depth >= MAX_DEPTH {
            return match self.module.block_owner(block) {
                Some(owner) => at(owner, fault(format!("regions are nested more than {MAX_DEPTH} deep"))),
                None => fault("a block without an op"),
            };
        }
        self.depth += 1;
        for op in self.module.block_ops(block) {
            if !skip.contains(&op) {
                at(op, self.op(&mut code, op))?;
            }
        }
        self.depth -= 1;
        Ok(code)
    }

    fn op(&mut self, code: &mut Code, op: Op) -> Run {
        let instr = match self.module.kind(op) {
            OpKind::Return | OpKind::Yield => return Ok(()),
            OpKind::Module | OpKind::Func | OpKind::Global => return fault("not expected here"),
            OpKind::Constant => return self.constant(op),
            OpKind::GetGlobal => return self.get_global(op),
            OpKind::LoopIndex => return self.loop_index(op),
            OpKind::Unary(_)
            | OpKind::Binary(_)
            | OpKind::Ternary(_)
            | OpKind::Pair(_)
            | OpKind::Compare { .. }
            | OpKind::Select
            | OpKind::Cast(_) => self.elementwise(op)?,
            OpKind::Structured(_) => self.structured(op)?,
            OpKind::For => self.for_loop(op)?,
            OpKind::Assert => {
                let message = self.module.attr(op, "msg").and_then(Attr::as_str).unwrap_or_default();
                Instr::Assert { condition: self.scalar(self.module.operand(op, 0))?, message: message.into() }
            }
            OpKind::AffineApply => self.affine_apply(op)?,
            OpKind::Extract | OpKind::Load => self.load(op)?,
            OpKind::Store => self.store(op)?,
            OpKind::VectorLoad => self.vector_load(op)?,
            OpKind::VectorStore => self.vector_store(op)?,
            OpKind::Broadcast | OpKind::ExtractLane | OpKind::FromLanes => self.vector(op)?,
            OpKind::Empty
            | OpKind::Alloc
            | OpKind::Alloca
            | OpKind::AllocTensor
            | OpKind::Dim
            | OpKind::Slice
            | OpKind::InsertSlice
            | OpKind::View
            | OpKind::Reshape { .. }
            | OpKind::ShapeCast
            | OpKind::Materialize
            | OpKind::ToTensor
            | OpKind::ToBuffer
            | OpKind::Dealloc
            | OpKind::Copy => self.shaped(op)?,
            OpKind::Softmax
            | OpKind::Pack { .. }
            | OpKind::Pad
            | OpKind::Concat
            | OpKind::Generate
            | OpKind::FromElements
            | OpKind::SplatTensor
            | OpKind::Insert
            | OpKind::Rank
            | OpKind::ReshapeTo
            | OpKind::Gather
            | OpKind::Scatter
            | OpKind::ParallelInsert
            | OpKind::If
            | OpKind::While
            | OpKind::Condition
            | OpKind::Forall
            | OpKind::InParallel
            | OpKind::Parallel
            | OpKind::Combine
            | OpKind::AffineExtremum { .. }
            | OpKind::AffineFor
            | OpKind::AffineLoad
            | OpKind::AffineStore
            | OpKind::ByteView
            | OpKind::Reinterpret
            | OpKind::Clone
            | OpKind::DeallocTensor
            | OpKind::Call
            | OpKind::Branch
            | OpKind::CondBranch
            | OpKind::ScaledCast
            | OpKind::Transform => return fault("cannot be interpreted"),
        };
        code.push(op, instr);
        Ok(())
    }

    fn constant(&mut self, op: Op) -> Run {
        let value = self.module.result(op);
        match (self.define(value)?, self.module.attr(op, "value")) {
            (Slot::Object(reg), Some(Attr::Dense(dense))) => self.program.constants.push((reg, dense.clone())),
            (Slot::Scalar(reg), Some(attr)) if attr_scalar(attr).is_some() => {
                self.program.scalars[reg as usize] = attr_scalar(attr).map_or(0, |s| s.bits);
            }
            _ => return fault("unsupported constant value"),
        }
        Ok(())
    }

    /// The buffer of a global has a register of its own, shared by all who ask for it.
    fn get_global(&mut self, op: Op) -> Run {
        let name = match self.module.attr(op, "name") {
            Some(Attr::Symbol(name)) => name.clone(),
            Some(Attr::Str(name)) => name.clone(),
            _ => return fault("expected the name of a global"),
        };
        let Some(global) = self.module.find_global(&name) else {
            return fault(format!("no global @{name}"));
        };
        let reg = match self.globals.get(&global) {
            Some(&reg) => reg,
            None => {
                let Some(Attr::Type(ty)) = self.module.attr(global, "type").cloned() else {
                    return fault("expected a type");
                };
                let value = match self.module.attr(global, "initial_value") {
                    Some(Attr::Dense(dense)) => Some(dense.clone()),
                    _ => None,
                };
                let constant = self.module.attr(global, "constant").is_some();
                let reg = self.new_object();
                self.program.globals.push((reg, Global { op: global, ty, value, constant }));
                self.globals.insert(global, reg);
                reg
            }
        };
        self.slots[self.module.result(op)] = Some(Slot::Object(reg));
        Ok(())
    }

    /// `linalg.index` has no instruction: its value lives in the loop's register.
    fn loop_index(&mut self, op: Op) -> Run {
        let dim = self.module.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
        let reg = dim.and_then(|d| self.indices.last()?.get(d).copied());
        let Some(reg) = reg else {
            return fault("expected a loop of the surrounding op");
        };
        self.slots[self.module.result(op)] = Some(Slot::Scalar(reg));
        Ok(())
    }

    fn for_loop(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let body = self.only_block(op)?;
        let bounds = [self.scalar(m.operand(op, 0))?, self.scalar(m.operand(op, 1))?, self.scalar(m.operand(op, 2))?];
        let ty = m.ty(m.operand(op, 0)).as_scalar().unwrap_or(ScalarType::Index);
        let init = m.group(op, 3).collect::<Vec<_>>().into_iter().map(|v| self.use_of(op, v)).collect::<Run<Vec<_>>>()?;
        let args = m.block_args(body).iter().map(|&v| self.define(v)).collect::<Run<Vec<_>>>()?;
        let Some((&Slot::Scalar(induction), carried)) = args.split_first() else {
            return fault("expected an induction variable");
        };
        let code = self.block(body, &[])?;
        let yields = match m.terminator(body) {
            Some(end) => m.operands(end).collect::<Vec<_>>().into_iter().map(|v| self.use_of(end, v)).collect::<Run<Vec<_>>>()?,
            None => Vec::new(),
        };
        let results = m.results(op).iter().map(|&v| self.define(v)).collect::<Run<Vec<_>>>()?;
        if [init.len(), yields.len(), results.len()] != [carried.len(); 3] {
            return fault("the carried values do not match");
        }
        let unsigned = m.attr(op, "unsignedCmp").is_some_and(|a| *a != Attr::Bool(false));
        let carried = carried.to_vec();
        let disjoint = !yields.iter().any(|u| carried.contains(&u.slot));
        Ok(Instr::For(Box::new(ForLoop {
            bounds,
            ty,
            unsigned,
            induction,
            init,
            carried,
            yields,
            disjoint,
            results,
            body: code,
        })))
    }

    fn affine_apply(&mut self, op: Op) -> Run<Instr> {
        let Some(map) = self.module.attr(op, "map").and_then(Attr::as_map) else {
            return fault("expected a map");
        };
        let operands = self.scalars(self.module.operands(op))?;
        let dims = map.dims as usize;
        if map.results.len() != 1 || operands.len() != dims + map.symbols as usize {
            return fault(format!("the operands do not match the map {map}"));
        }
        let Slot::Scalar(dst) = self.define(self.module.result(op))? else {
            return fault("expected a scalar result");
        };
        let (dims, symbols) = operands.split_at(dims);
        let (dims, symbols) = (dims.to_vec(), symbols.to_vec());
        Ok(Instr::Affine(Box::new(Affine { dst, expr: map.results[0].clone(), dims, symbols })))
    }
}
