//! Scalar bodies of structured ops: random expressions of a wanted type.

use super::scalars;
use crate::coverage::Coverage;
use crate::program::Value;
use fastrand::Rng;
use tilec_ir::{ScalarType, Type};

const FLOAT_BINARY: &[&str] = &[
    "arith.addf",
    "arith.addf",
    "arith.subf",
    "arith.mulf",
    "arith.mulf",
    "arith.divf",
    "arith.remf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.maxnumf",
    "arith.minnumf",
    "math.copysign",
    "math.atan2",
    "math.powf",
];
const FLOAT_UNARY: &[&str] =
    &["arith.negf", "math.absf", "math.floor", "math.ceil", "math.trunc", "math.round", "math.roundeven", "math.sqrt"];
const MATH: &[&str] = &[
    "math.exp",
    "math.exp2",
    "math.expm1",
    "math.log",
    "math.log2",
    "math.log10",
    "math.log1p",
    "math.tanh",
    "math.erf",
    "math.erfc",
    "math.sin",
    "math.cos",
    "math.tan",
    "math.rsqrt",
    "math.cbrt",
    "math.atan",
    "math.asin",
    "math.acos",
    "math.sinh",
    "math.cosh",
    "math.asinh",
    "math.acosh",
    "math.atanh",
];
const INT_BINARY: &[&str] = &[
    "arith.addi",
    "arith.subi",
    "arith.muli",
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.maxsi",
    "arith.minsi",
    "arith.maxui",
    "arith.minui",
    "arith.shli",
    "arith.shrsi",
    "arith.shrui",
];
const SIGNED_DIVISIONS: &[&str] = &["arith.divsi", "arith.remsi", "arith.floordivsi", "arith.ceildivsi"];
const UNSIGNED_DIVISIONS: &[&str] = &["arith.divui", "arith.remui", "arith.ceildivui"];
const CMPF: &[&str] =
    &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "false", "true"];
const CMPI: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// A body being written.
pub(super) struct Body<'g> {
    pub(super) rng: &'g mut Rng,
    pub(super) coverage: &'g mut Coverage,
    /// The ops so far.
    pub(super) lines: Vec<String>,
    /// Values to use: block arguments first.
    pub(super) pool: Vec<(String, ScalarType)>,
    /// Tensors without zero extents that may be read at computed places.
    pub(super) tables: Vec<Value>,
    /// Loops around the body.
    pub(super) loops: usize,
    /// Only what is specified to the last bit everywhere.
    pub(super) plain: bool,
    next: usize,
}

/// The type in which elements of this type are computed with.
pub(super) fn computed(ty: ScalarType) -> ScalarType {
    if matches!(ty, ScalarType::Mini(_)) { ScalarType::F32 } else { ty }
}

impl<'g> Body<'g> {
    pub(super) fn new(
        rng: &'g mut Rng,
        coverage: &'g mut Coverage,
        pool: Vec<(String, ScalarType)>,
        tables: Vec<Value>,
        loops: usize,
    ) -> Self {
        Self { rng, coverage, lines: Vec::new(), pool, tables, loops, plain: false, next: 0 }
    }

    pub(super) fn choose(&mut self, from: &[&'static str]) -> &'static str {
        from[self.rng.usize(..from.len())]
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    /// Adds an op of one result.
    pub(super) fn emit(&mut self, ty: ScalarType, text: String, what: &str) -> String {
        let name = format!("%t{}", self.next);
        self.next += 1;
        self.coverage.add(what);
        self.lines.push(format!("{name} = {text}"));
        self.pool.push((name.clone(), ty));
        name
    }

    /// Adds an op of two results; the second is returned.
    fn emit_pair(&mut self, first: ScalarType, second: ScalarType, text: &str, what: &str) -> String {
        let name = self.emit(first, String::new(), what);
        let other = format!("{name}h");
        *self.lines.last_mut().expect("just written") = format!("{name}, {other} = {text}");
        self.pool.push((other.clone(), second));
        other
    }

    /// An argument as something that can be computed with: floats of 8 bits are widened first.
    pub(super) fn computable(&mut self, name: &str, ty: ScalarType) -> (String, ScalarType) {
        let wide = computed(ty);
        if wide == ty {
            return (name.to_string(), ty);
        }
        (self.emit(wide, format!("arith.extf {name} : {} to f32", Type::Scalar(ty)), "op arith.extf of 8 bits"), wide)
    }

    /// A computed value as an element of this type.
    pub(super) fn stored(&mut self, value: &str, ty: ScalarType) -> String {
        if computed(ty) == ty {
            return value.to_string();
        }
        let name = self.emit(ty, format!("arith.truncf {value} : f32 to {}", Type::Scalar(ty)), "op arith.truncf to 8 bits");
        self.pool.pop();
        name
    }

    /// An element of a buffer, at a place that depends on the loops.
    pub(super) fn load(&mut self, buffer: &Value) -> (String, ScalarType) {
        let ty = buffer.ty.elem().expect("an element type");
        let at = self.place_in(buffer);
        (self.emit(ty, format!("memref.load {}[{}] : {}", buffer.name, at.join(", "), buffer.ty), "op memref.load"), ty)
    }

    /// A computed place inside a tensor or buffer without zero extents.
    fn place_in(&mut self, table: &Value) -> Vec<String> {
        let mut at = Vec::new();
        for &size in table.ty.shape().unwrap_or(&[]) {
            let index = self.value(ScalarType::Index, 1);
            let size = self.constant(ScalarType::Index, &size.to_string());
            at.push(self.emit(ScalarType::Index, format!("arith.remui {index}, {size} : index"), "op arith.remui"));
        }
        at
    }

    fn constant(&mut self, ty: ScalarType, literal: &str) -> String {
        self.emit(ty, format!("arith.constant {literal} : {}", Type::Scalar(ty)), "op constant")
    }

    pub(super) fn zero(&mut self, ty: ScalarType) -> String {
        self.constant(ty, if ty.is_float() { "0.0" } else { "0" })
    }

    /// A value of this type.
    pub(super) fn value(&mut self, ty: ScalarType, depth: usize) -> String {
        if depth == 0 || self.chance(12) {
            return self.leaf(ty);
        }
        if self.chance(10) {
            return self.select(ty, depth - 1);
        }
        match ty {
            _ if ty.is_float() => self.float(ty, depth - 1),
            ScalarType::I1 => self.bit(depth - 1),
            _ => self.int(ty, depth - 1),
        }
    }

    /// Something that is there, a constant, a loop index, an element of a table.
    fn leaf(&mut self, ty: ScalarType) -> String {
        if ty == ScalarType::Index && self.loops > 0 && self.chance(60) {
            let dim = self.rng.usize(..self.loops);
            return self.emit(ty, format!("linalg.index {dim} : index"), "op linalg.index");
        }
        if ty != ScalarType::I1 && self.loops > 0 && self.chance(6) {
            let index = self.leaf(ScalarType::Index);
            return self.cast(&index, ScalarType::Index, ty);
        }
        if self.chance(4)
            && let Some(value) = self.table(ty)
        {
            return value;
        }
        let fitting: Vec<_> = self.pool.iter().filter(|(_, t)| *t == ty).map(|(n, _)| n.clone()).collect();
        if !fitting.is_empty() && self.chance(85) {
            return fitting[self.rng.usize(..fitting.len())].clone();
        }
        if self.pool.is_empty() || self.chance(30) {
            let text = scalars::constant(self.rng, ty);
            return self.emit(ty, text, "op constant");
        }
        let (value, from) = self.pool[self.rng.usize(..self.pool.len())].clone();
        self.cast(&value, from, ty)
    }

    /// An element of a tensor that is no operand, at a computed place inside it.
    fn table(&mut self, ty: ScalarType) -> Option<String> {
        let fitting: Vec<_> = self.tables.iter().filter(|v| v.ty.elem() == Some(ty)).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let table = fitting[self.rng.usize(..fitting.len())].clone();
        let at = self.place_in(&table);
        Some(self.emit(ty, format!("tensor.extract {}[{}] : {}", table.name, at.join(", "), table.ty), "op tensor.extract"))
    }

    fn select(&mut self, ty: ScalarType, depth: usize) -> String {
        let (c, a, b) = (self.bit(depth), self.value(ty, depth), self.value(ty, depth));
        self.emit(ty, format!("arith.select {c}, {a}, {b} : {}", Type::Scalar(ty)), "op arith.select")
    }

    fn float(&mut self, ty: ScalarType, depth: usize) -> String {
        let t = Type::Scalar(ty);
        match self.rng.u8(..100) {
            0..60 => {
                let (a, b) = (self.value(ty, depth), self.value(ty, depth));
                let op = if self.plain || self.chance(80) { self.choose(&FLOAT_BINARY[..6]) } else { self.choose(FLOAT_BINARY) };
                let b = if op == "math.copysign" { self.without_nan(&b, ty) } else { b };
                self.emit(ty, format!("{op} {a}, {b} : {t}"), &format!("op {op}"))
            }
            60..74 => {
                let (op, a) = (self.choose(FLOAT_UNARY), self.value(ty, depth));
                self.emit(ty, format!("{op} {a} : {t}"), &format!("op {op}"))
            }
            74..84 if !self.plain => {
                let (op, a) = (self.choose(MATH), self.value(ty, depth));
                self.coverage.add("math function");
                self.emit(ty, format!("{op} {a} : {t}"), &format!("op {op}"))
            }
            84..88 => {
                let (a, b, c) = (self.value(ty, depth), self.value(ty, depth), self.value(ty, depth));
                self.emit(ty, format!("math.fma {a}, {b}, {c} : {t}"), "op math.fma")
            }
            90..92 if !self.plain => {
                let (a, low, high) = (self.value(ty, depth), self.value(ty, 0), self.value(ty, 0));
                self.emit(ty, format!("math.clampf {a} to [{low}, {high}] : {t}"), "op math.clampf")
            }
            92..94 if !self.plain => {
                let a = self.value(ty, depth);
                self.emit_pair(ty, ty, &format!("math.sincos {a} : {t}"), "op math.sincos")
            }
            88..90 if !self.plain => {
                let (a, p) = (self.value(ty, depth), self.value(ScalarType::Int(32), depth));
                self.emit(ty, format!("math.fpowi {a}, {p} : {t}, i32"), "op math.fpowi")
            }
            _ => {
                let from = self.choose_type();
                let value = self.value(from, depth);
                self.cast(&value, from, ty)
            }
        }
    }

    fn int(&mut self, ty: ScalarType, depth: usize) -> String {
        let t = Type::Scalar(ty);
        match self.rng.u8(..100) {
            0..62 => {
                let (a, b) = (self.value(ty, depth), self.value(ty, depth));
                let op = self.choose(if self.plain { &INT_BINARY[..10] } else { INT_BINARY });
                self.emit(ty, format!("{op} {a}, {b} : {t}"), &format!("op {op}"))
            }
            62..72 => self.division(ty, depth),
            72..80 if !self.plain => {
                let (op, a) = (self.choose(&["math.absi", "math.ctlz", "math.cttz", "math.ctpop"]), self.value(ty, depth));
                self.emit(ty, format!("{op} {a} : {t}"), &format!("op {op}"))
            }
            82..84 if !self.plain => {
                let (a, p) = (self.value(ty, depth), self.value(ty, 0));
                let limit = self.constant(ty, "7");
                let p = self.emit(ty, format!("arith.andi {p}, {limit} : {t}"), "op arith.andi");
                self.emit(ty, format!("math.ipowi {a}, {p} : {t}"), "op math.ipowi")
            }
            84..86 if ty != ScalarType::Index => {
                let (a, b) = (self.value(ty, depth), self.value(ty, depth));
                let carry = self.emit_pair(
                    ty,
                    ScalarType::I1,
                    &format!("arith.addui_extended {a}, {b} : {t}, i1"),
                    "op arith.addui_extended",
                );
                self.cast(&carry, ScalarType::I1, ty)
            }
            80..82 if ty != ScalarType::Index => {
                let (op, a, b) = (
                    self.choose(&["arith.mulsi_extended", "arith.mului_extended"]),
                    self.value(ty, depth),
                    self.value(ty, depth),
                );
                self.emit_pair(ty, ty, &format!("{op} {a}, {b} : {t}"), &format!("op {op}"))
            }
            _ => {
                let from = self.choose_type();
                let value = self.value(from, depth);
                self.cast(&value, from, ty)
            }
        }
    }

    /// A division that cannot stop: the divisor is odd, and small and positive if there is a sign.
    fn division(&mut self, ty: ScalarType, depth: usize) -> String {
        let t = Type::Scalar(ty);
        let (a, mut b) = (self.value(ty, depth), self.value(ty, depth));
        let op = if self.chance(50) {
            let mask = self.constant(ty, if ty.bits() < 8 { "3" } else { "63" });
            b = self.emit(ty, format!("arith.andi {b}, {mask} : {t}"), "op arith.andi");
            self.choose(SIGNED_DIVISIONS)
        } else {
            self.choose(UNSIGNED_DIVISIONS)
        };
        let one = self.constant(ty, "1");
        let divisor = self.emit(ty, format!("arith.ori {b}, {one} : {t}"), "op arith.ori");
        self.emit(ty, format!("{op} {a}, {divisor} : {t}"), &format!("op {op}"))
    }

    fn bit(&mut self, depth: usize) -> String {
        let ty = ScalarType::I1;
        match self.rng.u8(..100) {
            0..40 => {
                let of = self.choose_float();
                let (a, b, p) = (self.value(of, depth.min(1)), self.value(of, 0), self.choose(CMPF));
                self.emit(ty, format!("arith.cmpf {p}, {a}, {b} : {}", Type::Scalar(of)), "op arith.cmpf")
            }
            40..65 => {
                let of = [ScalarType::Int(32), ScalarType::Int(8), ScalarType::Index, ScalarType::Int(64)][self.rng.usize(..4)];
                let (a, b, p) = (self.value(of, depth.min(1)), self.value(of, 0), self.choose(CMPI));
                self.emit(ty, format!("arith.cmpi {p}, {a}, {b} : {}", Type::Scalar(of)), "op arith.cmpi")
            }
            65..75 => {
                let of = self.choose_float();
                let (op, a) = (self.choose(&["math.isnan", "math.isinf", "math.isfinite", "math.isnormal"]), self.value(of, 0));
                self.emit(ty, format!("{op} {a} : {}", Type::Scalar(of)), &format!("op {op}"))
            }
            _ => {
                let (op, a, b) =
                    (self.choose(&["arith.andi", "arith.ori", "arith.xori", "arith.addi"]), self.leaf(ty), self.leaf(ty));
                self.emit(ty, format!("{op} {a}, {b} : i1"), &format!("op {op}"))
            }
        }
    }

    fn choose_float(&mut self) -> ScalarType {
        use ScalarType::{BF16, F16, F32, F64};
        [F32, F32, F32, F64, F16, BF16][self.rng.usize(..6)]
    }

    /// The type of something that is there, mostly.
    fn choose_type(&mut self) -> ScalarType {
        if self.pool.is_empty() || self.chance(30) {
            return self.choose_float();
        }
        self.pool[self.rng.usize(..self.pool.len())].1
    }
}
