//! Loops that were there before any tiling: their slices have strides, overlap, or are not put together at all.

use super::super::Generator;
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

impl Generator {
    /// A producer, a loop that reads parts of it, a consumer.
    pub(super) fn loop_by_hand(&mut self) {
        let elem = self.plain_elem();
        let trips = self.pick(&[1, 2, 3, 4]);
        let stride = self.pick(&[1, 2, 2, 3]);
        let n = 2 * trips * stride;
        let source = self.made(&[n], elem);
        let start = self.start(&[n], elem);
        let [zero, end, step] = [0, n, 2 * stride].map(|c| self.stmt(&Type::INDEX, |_| format!("arith.constant {c} : index")));
        let (part, ty) = (Type::tensor(&[2], elem), start.ty.clone());
        let body = match self.rng.u8(..4) {
            0 => {
                let (name, next) = (self.fresh('w'), self.fresh('w'));
                format!(
                    "  {name} = tensor.extract_slice {}[%i] [2] [{stride}] : {ty} to {part}\n\
                     {}  {next} = tensor.insert_slice %w into %acc[%i] [2] [{stride}] : {part} into {ty}\n  scf.yield {next} : {ty}",
                    source.name,
                    negated(&name, "%w", &part, elem)
                )
            }
            1 => {
                let (name, next) = (self.fresh('w'), self.fresh('w'));
                format!(
                    "  {name} = tensor.extract_slice {}[%i] [2] [1] : {ty} to {part}\n\
                     {}  {next} = tensor.insert_slice %w into %acc[%i] [2] [1] : {part} into {ty}\n  scf.yield {next} : {ty}",
                    source.name,
                    negated(&name, "%w", &part, elem)
                )
            }
            2 => format!("{}  scf.yield %w : {ty}", negated("%acc", "%w", &ty, elem)),
            _ => {
                let name = self.fresh('w');
                format!(
                    "  {name} = tensor.extract_slice %acc[0] [2] [1] : {ty} to {part}\n{}  \
                     %x = tensor.insert_slice %w into %acc[0] [2] [1] : {part} into {ty}\n  scf.yield %x : {ty}",
                    negated(&name, "%w", &part, elem)
                )
            }
        };
        self.coverage.add("tiles loop by hand");
        let text = format!(
            "scf.for %i = {} to {} step {} iter_args(%acc = {}) -> ({ty}) {{\n{body}\n}}",
            zero.name, end.name, step.name, start.name
        );
        let result: Value = self.tensor_stmt(&ty, text);
        self.read(&result);
    }
}

/// An op on a part inside a loop.
fn negated(from: &str, to: &str, ty: &Type, elem: ScalarType) -> String {
    let t = Type::Scalar(elem);
    let op = if elem.is_float() { format!("arith.negf %p : {t}") } else { format!("arith.addi %p, %p : {t}") };
    format!(
        "  {to} = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]}}\n      \
         ins({from} : {ty}) outs({from} : {ty}) {{\n  ^bb0(%p: {t}, %q: {t}):\n    %r = {op}\n    linalg.yield %r : {t}\n  }} -> {ty}\n"
    )
}
