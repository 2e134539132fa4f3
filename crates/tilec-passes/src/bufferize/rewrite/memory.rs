//! The ops that make and fill memory.

use std::collections::{HashMap, HashSet};
use tilec_ir::{Attr, Builder, Module, Op, OpKind, ScalarType, Type, Value, spelling};

/// Alignment of allocations in bytes, as mlir-opt writes it.
const ALIGNMENT: i64 = 64;

/// Memory for a dense buffer.
pub(super) fn alloc(builder: &mut Builder<'_>, ty: &Type, sizes: &[Value]) -> Value {
    let op = builder.op(spelling::of(OpKind::Alloc), sizes, std::slice::from_ref(ty));
    builder.module.set_segments(op, &[sizes.len(), 0]);
    builder.module.set_attr(op, "alignment", Attr::Int(ALIGNMENT, ScalarType::Int(64)));
    builder.module.result(op)
}

/// Copies a whole buffer.
pub(super) fn copy(builder: &mut Builder<'_>, source: Value, target: Value) {
    builder.op(spelling::of(OpKind::Copy), &[source, target], &[]);
}

/// The constants of a module, by value.
pub(crate) struct Globals {
    names: HashMap<(Attr, Type), String>,
    taken: HashSet<String>,
    /// How many names of each kind are given.
    counts: HashMap<String, usize>,
    /// The last global.
    last: Option<Op>,
}

impl Globals {
    /// Those that are there.
    pub(crate) fn of(module: &Module) -> Self {
        let mut globals = Self { names: HashMap::new(), taken: HashSet::new(), counts: HashMap::new(), last: None };
        for op in module.block_ops(module.top_block()) {
            let Some(name) = module.symbol_name(op) else { continue };
            globals.taken.insert(name.to_owned());
            if module.kind(op) == OpKind::Global {
                globals.last = Some(op);
                if let (Some(value), Some(Attr::Type(ty))) = (module.attr(op, "initial_value"), module.attr(op, "type")) {
                    globals.names.entry((value.clone(), ty.clone())).or_insert_with(|| name.to_owned());
                }
            }
        }
        globals
    }

    /// The name of the global with this value; made if there is none.
    pub(super) fn name(&mut self, module: &mut Module, value: &Attr, ty: &Type) -> String {
        let key = (value.clone(), ty.clone());
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let elem = ty.elem().map(|e| Type::Scalar(e).to_string()).unwrap_or_default();
        let shape: String = ty.shape().unwrap_or(&[]).iter().map(|d| format!("{d}x")).collect();
        let stem = format!("__constant_{shape}{elem}");
        let count = self.counts.entry(stem.clone()).or_default();
        let name = loop {
            let name = if *count == 0 { stem.clone() } else { format!("{stem}_{}", *count - 1) };
            *count += 1;
            if self.taken.insert(name.clone()) {
                break name;
            }
        };
        let op = module.create_op(spelling::of(OpKind::Global), &[], &[], 0, tilec_ir::Loc::Unknown);
        let attrs = [
            ("sym_name", Attr::str(&name)),
            ("sym_visibility", Attr::str("private")),
            ("type", Attr::Type(ty.clone())),
            ("initial_value", value.clone()),
            ("constant", Attr::Unit),
            ("alignment", Attr::Int(ALIGNMENT, ScalarType::Int(64))),
        ];
        module.op_mut(op).attrs = attrs.into_iter().collect();
        // After the globals that are there, before the functions.
        let first = module.block_ops(module.top_block()).next().expect("the function being rewritten");
        let before = self.last.and_then(|g| module.next_op(g)).unwrap_or(first);
        module.insert_before(op, before);
        self.last = Some(op);
        self.names.insert(key, name.clone());
        name
    }
}
