//! Affine ops: producers and constants go into the map; operands, terms and results that say nothing go.
//!
//! The form is mlir-opt's: what can be a symbol is one, terms are summed up, and results of a minimum or maximum are sorted.

use crate::analysis::bounds::Bounds;
use crate::analysis::linear::Linear;
use tilec_ir::affine::AffineOp;
use tilec_ir::verify::is_affine_symbol;
use tilec_ir::{AffineExpr, AffineMap, Module, Op, OpKind, Value};

/// An affine map and what it is applied to.
pub(crate) struct Applied {
    /// The map.
    pub(crate) map: AffineMap,
    /// The dims, then the symbols.
    pub(crate) operands: Vec<Value>,
}

/// The most results of a minimum or maximum that are compared with each other.
const MAX_COMPARED: usize = 8;

/// How many inputs and constants an expression may have: composition can double them with every op.
const MAX_LENGTH: usize = 64;

/// The simplest form of an `affine.apply`, `affine.min` or `affine.max`; `None` if it is that already.
pub(crate) fn simplify(module: &Module, op: Op) -> Option<Applied> {
    simplify_within(module, op, &Bounds::new(module))
}

/// [`simplify`] with what is known of the bounds of values.
pub(crate) fn simplify_within(module: &Module, op: Op, bounds: &Bounds<'_>) -> Option<Applied> {
    let map = module.attr(op, "map")?.as_map()?;
    let operands: Vec<Value> = module.operands(op).collect();
    let mut inputs = Inputs { module, list: Vec::new() };
    let exprs = inputs.of_operands(&operands, map.dims as usize, true)?;
    let mut results: Vec<_> =
        map.results.iter().map(|e| e.replace(&exprs[..map.dims as usize], &exprs[map.dims as usize..])).collect();
    if let OpKind::AffineExtremum { max } = module.kind(op) {
        results = inputs.merge_choices(results, max)?;
        drop_useless(bounds, &mut results, &inputs.values(), max);
    }
    if results.iter().any(|e| length(e) > MAX_LENGTH) {
        return None;
    }
    let new = inputs.finish(&results);
    let is_affine = new.map.results.iter().all(is_affine);
    (is_affine && (new.map != *map || new.operands != operands)).then_some(new)
}

/// How a value is given to a map. The order is that of the operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Dim,
    Symbol,
    /// A dim that may be a symbol.
    Promoted,
}

/// The values that expressions are of: dim `i` of an expression stands for entry `i`.
struct Inputs<'m> {
    module: &'m Module,
    list: Vec<(Value, Class)>,
}

impl Inputs<'_> {
    fn values(&self) -> Vec<Value> {
        self.list.iter().map(|(v, _)| *v).collect()
    }

    /// The expression that stands for a value.
    fn of(&mut self, value: Value, symbol: bool) -> Option<AffineExpr> {
        if let Some(c) = self.module.constant_int(value) {
            return Some(AffineExpr::Const(c));
        }
        let class = match symbol {
            true => Class::Symbol,
            false if is_affine_symbol(self.module, value) => Class::Promoted,
            false => Class::Dim,
        };
        let is_symbol = |class| class != Class::Dim;
        let at = self.list.iter().position(|&(v, c)| v == value && is_symbol(c) == is_symbol(class)).unwrap_or_else(|| {
            self.list.push((value, class));
            self.list.len() - 1
        });
        Some(AffineExpr::Dim(u32::try_from(at).ok()?))
    }

    /// The expressions of the operands of a map. Those that are affine functions themselves are looked into (`compose`); what they are of
    /// comes last, as in mlir-opt.
    fn of_operands(&mut self, operands: &[Value], dims: usize, compose: bool) -> Option<Vec<AffineExpr>> {
        let module = self.module;
        let inner = |v: Value| module.defining_op(v).filter(|&o| compose && module.kind(o) == OpKind::AffineApply);
        for (i, &value) in operands.iter().enumerate().filter(|(_, v)| inner(**v).is_none()) {
            self.of(value, i >= dims)?;
        }
        let mut exprs = Vec::new();
        for (i, &value) in operands.iter().enumerate() {
            exprs.push(match inner(value) {
                Some(apply) => self.results_of(apply)?.swap_remove(0),
                None => self.of(value, i >= dims)?,
            });
        }
        Some(exprs)
    }

    /// The results of the map of an affine op, of its operands.
    fn results_of(&mut self, op: Op) -> Option<Vec<AffineExpr>> {
        let map = self.module.attr(op, "map")?.as_map()?;
        let operands: Vec<Value> = self.module.operands(op).collect();
        let exprs = self.of_operands(&operands, map.dims as usize, false)?;
        let (dims, symbols) = exprs.split_at_checked(map.dims as usize)?;
        Some(map.results.iter().map(|e| e.replace(dims, symbols)).collect())
    }

    /// The minimum of a minimum is that of all.
    fn merge_choices(&mut self, results: Vec<AffineExpr>, max: bool) -> Option<Vec<AffineExpr>> {
        let mut merged: Vec<AffineExpr> = Vec::new();
        for result in results {
            let value = result.as_dim().and_then(|d| Some(self.list.get(d)?.0));
            let inner = value.and_then(|v| self.module.defining_op(v));
            let inner = inner.filter(|&o| self.module.kind(o) == OpKind::AffineExtremum { max } && merged.len() < MAX_LENGTH);
            let parts = match inner {
                Some(inner) => self.results_of(inner)?,
                None => vec![result],
            };
            for part in parts {
                if !merged.contains(&part) {
                    merged.push(part);
                }
            }
        }
        Some(merged)
    }

    /// Numbers the inputs that occur, dims and then symbols, and brings the expressions into their normal form.
    fn finish(&self, results: &[AffineExpr]) -> Applied {
        let used = |i: usize| results.iter().any(|e| e.uses_dim(i));
        let mut exprs = vec![AffineExpr::Const(0); self.list.len()];
        let mut operands = Vec::new();
        let mut dims = 0;
        for class in [Class::Dim, Class::Symbol, Class::Promoted] {
            for (i, &(value, _)) in self.list.iter().enumerate().filter(|(i, (_, c))| *c == class && used(*i)) {
                let n = u32::try_from(operands.len()).expect("few operands");
                exprs[i] = if class == Class::Dim { AffineExpr::Dim(n) } else { AffineExpr::Symbol(n - dims) };
                operands.push(value);
            }
            if class == Class::Dim {
                dims = u32::try_from(operands.len()).expect("few operands");
            }
        }
        let symbols = u32::try_from(operands.len()).expect("few operands") - dims;
        let mut results: Vec<_> = results.iter().map(|e| summed(&e.replace(&exprs, &[]))).collect();
        sort(&mut results, dims as usize, symbols as usize);
        Applied { map: AffineMap { dims, symbols, results: results.into() }, operands }
    }
}

/// Drops every result that can never be the least (`max`: the greatest) alone.
fn drop_useless(bounds: &Bounds<'_>, results: &mut Vec<AffineExpr>, inputs: &[Value], max: bool) {
    let constants = results.iter().filter_map(AffineExpr::as_const);
    if let Some(best) = if max { constants.max() } else { constants.min() } {
        let mut seen = false;
        results.retain(|e| e.as_const().is_none_or(|c| c == best && !std::mem::replace(&mut seen, true)));
    }
    if results.len() > MAX_COMPARED {
        return;
    }
    let forms: Vec<_> = results.iter().map(|e| Linear::of_expr(bounds.module(), e, inputs, inputs.len())).collect();
    let is_better = |a: usize, b: usize| match (&forms[a], &forms[b]) {
        (Some(a), Some(b)) => {
            if max {
                bounds.is_at_most(b, a)
            } else {
                bounds.is_at_most(a, b)
            }
        }
        _ => false,
    };
    let mut stays = vec![true; results.len()];
    for i in 0..results.len() {
        stays[i] = !(0..results.len()).any(|j| j != i && stays[j] && is_better(j, i));
    }
    let mut stays = stays.into_iter();
    results.retain(|_| stays.next().unwrap_or(true));
}

/// The number of inputs and constants.
fn length(e: &AffineExpr) -> usize {
    let mut count = 0;
    e.any(&mut |e| {
        count += usize::from(!matches!(e, AffineExpr::Binary(..)));
        count > MAX_LENGTH
    });
    count
}

/// True if dims are only added up, and multiplied and divided by what has no dims.
fn is_affine(e: &AffineExpr) -> bool {
    !e.any(&mut |e| match e {
        AffineExpr::Binary(AffineOp::Add, _) => false,
        AffineExpr::Binary(_, args) => !args.1.is_symbolic_or_const(),
        _ => false,
    })
}

/// `Σ factor · term + constant`; a term is an input, or no sum.
#[derive(Default)]
struct Sum {
    terms: Vec<(AffineExpr, i64)>,
    constant: i64,
}

impl Sum {
    /// Adds `factor · e`; `None` on overflow.
    fn add(&mut self, e: &AffineExpr, factor: i64) -> Option<()> {
        match e {
            AffineExpr::Const(c) => self.constant = self.constant.checked_add(c.checked_mul(factor)?)?,
            AffineExpr::Binary(AffineOp::Add, args) => {
                self.add(&args.0, factor)?;
                self.add(&args.1, factor)?;
            }
            AffineExpr::Binary(AffineOp::Mul, args) if args.1.as_const().is_some() => {
                self.add(&args.0, args.1.as_const()?.checked_mul(factor)?)?;
            }
            // `e mod n` is `e - (e floordiv n) * n`, which may cancel with other terms; a sum that it is still in reads as before.
            AffineExpr::Binary(AffineOp::Mod, args) if args.1.as_const().is_some_and(|n| n > 0) => {
                let quotient = summed(&args.0).floor_div(args.1.clone());
                self.add(&args.0, factor)?;
                self.add(&quotient, args.1.as_const()?.checked_neg()?.checked_mul(factor)?)?;
            }
            AffineExpr::Binary(op, args) => self.term(AffineExpr::binary(*op, summed(&args.0), summed(&args.1)), factor)?,
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => self.term(e.clone(), factor)?,
        }
        Some(())
    }

    fn term(&mut self, e: AffineExpr, factor: i64) -> Option<()> {
        match self.terms.iter_mut().find(|(t, _)| *t == e) {
            Some((_, f)) => *f = f.checked_add(factor)?,
            None => self.terms.push((e, factor)),
        }
        Some(())
    }
}

/// The expression as a sum of dims, symbols, other terms and a constant, each once.
fn summed(e: &AffineExpr) -> AffineExpr {
    let mut sum = Sum::default();
    if sum.add(e, 1).is_none() {
        return e.clone();
    }
    let place = |e: &AffineExpr| match e {
        AffineExpr::Dim(d) => (0, *d),
        AffineExpr::Symbol(s) => (1, *s),
        _ => (2, 0),
    };
    sum.terms.retain(|(_, f)| *f != 0);
    sum.terms.sort_by_key(|(e, _)| place(e));
    let terms = sum.terms.into_iter().map(|(e, f)| e.mul(AffineExpr::Const(f)));
    let total = terms.reduce(AffineExpr::add).unwrap_or(AffineExpr::Const(0));
    total.add(AffineExpr::Const(sum.constant))
}

/// Sorts results by their factors of the dims, the symbols, and their constants, if they are such sums.
fn sort(results: &mut Vec<AffineExpr>, dims: usize, symbols: usize) {
    let key = |e: &AffineExpr| {
        let mut sum = Sum::default();
        sum.add(e, 1)?;
        let mut key = vec![0; dims + symbols + 1];
        key[dims + symbols] = sum.constant;
        for (term, factor) in sum.terms {
            let at = match term {
                AffineExpr::Dim(d) => d as usize,
                AffineExpr::Symbol(s) => dims + s as usize,
                _ => return None,
            };
            key[at] = factor;
        }
        Some(key)
    };
    let Some(keys) = results.iter().map(key).collect::<Option<Vec<_>>>() else { return };
    let mut sorted: Vec<_> = keys.into_iter().zip(std::mem::take(results)).collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    sorted.dedup_by(|(a, _), (b, _)| a == b);
    results.extend(sorted.into_iter().map(|(_, e)| e));
}
