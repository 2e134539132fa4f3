//! What was in the programs that were checked, and what the passes said.

use super::Differential;
use tilec_ir::{Module, Op, OpKind, numerics};
use tilec_passes::{Remark, Verdict};

impl Differential {
    pub(super) fn count_remarks(&mut self, remarks: &[Remark]) {
        for remark in remarks {
            let what = match remark.verdict {
                Verdict::Applied => "applied".to_string(),
                Verdict::Missed(blocker) => format!("missed {blocker}"),
                Verdict::Said => continue,
            };
            self.coverage.add(format!("{} {what}", remark.pass));
            if remark.pass == "vectorize" && remark.verdict == Verdict::Applied && !remark.message.contains("and 0 scalar") {
                self.coverage.add("vector loop with a tail");
            }
        }
    }

    pub(super) fn count_reductions(&mut self, module: &Module) {
        for op in module.walk(module.top()) {
            let Some(view) = module.structured(op) else { continue };
            if view.all_parallel() {
                continue;
            }
            let body: Vec<Op> = module.block_ops(view.body()).collect();
            let lanes = body.iter().any(|&o| numerics::is_lane_ordered(module, o));
            let float = view.outputs().iter().any(|&v| module.ty(v).elem().is_some_and(tilec_ir::ScalarType::is_float));
            let fma = lanes
                && body.iter().any(|&o| matches!(module.kind(o), OpKind::Ternary(_)) && numerics::is_lane_ordered(module, o));
            self.coverage.add(if lanes {
                "reduction in lane order"
            } else if float {
                "float reduction in iteration order"
            } else {
                "integer reduction"
            });
            if fma {
                self.coverage.add("reduction with multiply-add");
            }
        }
    }

    pub(super) fn count_buffers(&mut self, module: &Module) {
        let mut quiet = true;
        for op in module.walk(module.top()) {
            match module.kind(op) {
                OpKind::Alloc => self.coverage.add("allocations on the buffer level"),
                OpKind::Copy => self.coverage.add("copies on the buffer level"),
                _ => continue,
            }
            quiet = false;
        }
        if quiet {
            self.coverage.add("programs without allocation and copy");
        }
    }

    pub(super) fn count_loops(&mut self, module: &Module) {
        for op in module.walk(module.top()) {
            match module.kind(op) {
                OpKind::For => self.coverage.add("loops"),
                OpKind::VectorStore => self.coverage.add("vector stores"),
                _ => {}
            }
        }
    }
}
