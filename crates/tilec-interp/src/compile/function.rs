//! Compiles functions: those that can be reached from the one to be run, each with its blocks.

use super::Compiler;
use crate::error::{Run, at, fault};
use crate::program::{Call, Exit, Function, Instr, Jump, Program};
use std::collections::{HashMap, HashSet};
use tilec_ir::{Block, Module, Op, OpKind, SecondaryMap, Type, Value};

/// Compiles a function that has a body, and all that it may call.
pub(crate) fn compile(module: &Module, func: Op) -> Run<Program> {
    let mut symbols = HashMap::new();
    for func in module.funcs() {
        if let Some(name) = module.symbol_name(func) {
            symbols.entry(name.into()).or_insert(func);
        }
    }
    let mut c = Compiler {
        module,
        program: Program::default(),
        function: Function::default(),
        reached: vec![func],
        numbers: HashMap::from([(func, 0)]),
        symbols,
        slots: SecondaryMap::new(None),
        last: SecondaryMap::new(None),
        indices: Vec::new(),
        globals: HashMap::new(),
        global_regs: HashMap::new(),
        calls: Vec::new(),
        depth: 0,
    };
    while let Some(&func) = c.reached.get(c.program.functions.len()) {
        at(func, c.function(func))?;
        let done = std::mem::take(&mut c.function);
        c.global_regs.clear();
        c.program.functions.push(done);
    }
    c.check_calls()?;
    Ok(c.program)
}

impl Compiler<'_> {
    fn function(&mut self, func: Op) -> Run {
        let m = self.module;
        let Some(&entry) = m.regions(func).first().and_then(|r| m.region_blocks(*r).first()) else {
            return fault("expected a function with a body");
        };
        let order = self.reachable(entry)?;
        let numbers: HashMap<_, _> = order.iter().enumerate().map(|(i, block)| (*block, i)).collect();
        for &arg in order.iter().flat_map(|b| m.block_args(*b)) {
            self.define(arg)?;
        }
        self.function.args = m.block_args(entry).iter().map(|&v| self.slot(v)).collect::<Run<_>>()?;
        let mut returns = None;
        for block in order {
            let code = self.block(block, &[])?;
            let Some(end) = m.terminator(block) else {
                return fault("the body has no terminator");
            };
            let exit = at(end, self.exit(end, &numbers, &mut returns))?;
            self.function.blocks.push((code, end, exit));
        }
        self.function.returns = returns.unwrap_or_default();
        Ok(())
    }

    /// The blocks that can be reached, each after those that all ways to it lead through.
    fn reachable(&self, entry: Block) -> Run<Vec<Block>> {
        let m = self.module;
        let mut seen = HashSet::from([entry]);
        let mut stack = vec![(entry, 0)];
        let mut order = Vec::new();
        while let Some((block, next)) = stack.last_mut() {
            let successors = m.terminator(*block).map_or(&[][..], |end| m.successors(end));
            match successors.get(*next) {
                Some(&target) => {
                    *next += 1;
                    if target == entry || m.block_region(target) != m.block_region(entry) {
                        return fault("a branch to the entry block or to another region");
                    }
                    if seen.insert(target) {
                        stack.push((target, 0));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        Ok(order)
    }

    fn exit(&mut self, end: Op, numbers: &HashMap<Block, usize>, returns: &mut Option<Vec<Type>>) -> Run<Exit> {
        let m = self.module;
        Ok(match m.kind(end) {
            OpKind::Return => {
                let types: Vec<_> = m.operands(end).map(|v| m.ty(v).clone()).collect();
                if *returns.get_or_insert_with(|| types.clone()) != types {
                    return fault("expected all returns to be of the same types");
                }
                Exit::Return(self.uses_of(end, m.operands(end))?)
            }
            OpKind::Branch => Exit::Jump(self.jump(end, 0, m.operands(end).collect(), numbers)?),
            OpKind::CondBranch => {
                let yes = self.jump(end, 0, m.group(end, 1).collect(), numbers)?;
                let no = self.jump(end, 1, m.group(end, 2).collect(), numbers)?;
                Exit::Branch(self.scalar(m.operand(end, 0))?, [yes, no])
            }
            _ => return fault("expected the body to end with a return or a branch"),
        })
    }

    fn jump(&mut self, end: Op, target: usize, from: Vec<Value>, numbers: &HashMap<Block, usize>) -> Run<Jump> {
        let target = self.module.successors(end).get(target);
        let Some((&target, &block)) = target.and_then(|b| Some((b, numbers.get(b)?))) else {
            return fault("expected a block to go to");
        };
        let args = self.module.block_args(target);
        let from = self.handed(end, &from, args)?;
        Ok(Jump { block, from, to: args.iter().map(|&v| self.slot(v)).collect::<Run<_>>()? })
    }

    pub(super) fn call(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let Some(name) = self.symbol(op, "callee") else {
            return fault("expected the name of a function");
        };
        let Some(&func) = self.symbols.get(&name) else {
            return fault(format!("there is no function @{name}"));
        };
        let Some(&entry) = m.regions(func).first().and_then(|r| m.region_blocks(*r).first()) else {
            return fault(format!("@{name} is declared without a body"));
        };
        let operands: Vec<_> = m.operands(op).collect();
        let args = self.handed(op, &operands, m.block_args(entry))?;
        let callee = match self.numbers.get(&func) {
            Some(&number) => number,
            None => {
                self.reached.push(func);
                self.numbers.insert(func, self.reached.len() - 1);
                self.reached.len() - 1
            }
        };
        self.calls.push((op, callee));
        let results = m.results(op).iter().map(|&v| self.define(v)).collect::<Run<_>>()?;
        Ok(Instr::Call(Box::new(Call { callee, args, results, depth: self.depth })))
    }

    /// Refuses a call whose results are not what the function returns.
    fn check_calls(&self) -> Run {
        let m = self.module;
        for &(op, callee) in &self.calls {
            let function = &self.program.functions[callee];
            let ends = function.blocks.iter().any(|(.., exit)| matches!(exit, Exit::Return(_)));
            if ends && !m.results(op).iter().map(|&v| m.ty(v)).eq(&function.returns) {
                return at(op, fault("expected the results that the function returns"));
            }
        }
        Ok(())
    }
}
