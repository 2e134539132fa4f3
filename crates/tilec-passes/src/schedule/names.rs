//! What ops are called in the script. Pinned numerics make generics of named ops; the script goes on to call them, and what is cloned of
//! them, by their names.

use super::state::State;
use tilec_ir::numerics::{self, Numerics};
use tilec_ir::{Attr, Op, OpKind, spelling};

/// The attribute with the name that the script knows an op by, if it has another; while the script runs.
const NOTED_NAME: &str = "tilec.name";

impl State<'_> {
    /// Pins the numerics of a program with float reductions. Named ops that are written as generics then keep their name for this script.
    pub(super) fn pin(&mut self) {
        if numerics::is_pinned(self.payload) || !crate::pipeline::has_float_reduction(self.payload) {
            return;
        }
        let structured = |op: &Op| matches!(self.payload.kind(*op), OpKind::Structured(_));
        let ops: Vec<Op> = self.payload.walk(self.payload.top()).into_iter().filter(structured).collect();
        let names: Vec<&'static str> = ops.iter().map(|&op| self.payload.spelling(op).name).collect();
        numerics::pin(self.payload, Numerics::Pinned);
        for (op, name) in ops.into_iter().zip(names) {
            self.call_it(op, name);
        }
    }

    /// What an op is called in the script: its name, or the one it had before the numerics were pinned.
    pub(super) fn name_of(&self, op: Op) -> &'static str {
        let noted = self.payload.op(op).extra.get(NOTED_NAME).and_then(Attr::as_str);
        noted.and_then(spelling::find).unwrap_or(self.payload.spelling(op)).name
    }

    /// Lets the script call an op, and what is cloned of it, by this name.
    pub(super) fn call_it(&mut self, op: Op, name: &'static str) {
        let is_other = self.payload.spelling(op).name != name;
        let extra = &mut self.payload.op_mut(op).extra;
        if is_other {
            extra.set(NOTED_NAME, Attr::str(name));
        } else {
            extra.remove(NOTED_NAME);
        }
    }

    /// Ops are called what they are again.
    pub(super) fn forget_names(&mut self) {
        for op in self.payload.walk(self.payload.top()) {
            self.payload.op_mut(op).extra.remove(NOTED_NAME);
        }
    }
}
