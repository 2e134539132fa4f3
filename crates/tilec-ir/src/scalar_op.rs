//! The operations on single elements: what `arith` and `math` compute, apart from how they are spelled.

/// One operand, one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the op of the same name in MLIR's arith or math dialect")]
pub enum UnaryOp {
    NegF,
    AbsF,
    AbsI,
    Sqrt,
    Rsqrt,
    Cbrt,
    Exp,
    Exp2,
    ExpM1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Erf,
    Erfc,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundEven,
    CtLz,
    CtTz,
    CtPop,
    /// Result `i1`, as the next three.
    IsNan,
    IsInf,
    IsFinite,
    IsNormal,
}

/// Two operands, one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the op of the same name in MLIR's arith or math dialect")]
pub enum BinaryOp {
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    MaximumF,
    MinimumF,
    MaxNumF,
    MinNumF,
    AddI,
    SubI,
    MulI,
    DivSI,
    DivUI,
    CeilDivSI,
    CeilDivUI,
    FloorDivSI,
    RemSI,
    RemUI,
    And,
    Or,
    Xor,
    ShlI,
    ShrSI,
    ShrUI,
    MaxSI,
    MaxUI,
    MinSI,
    MinUI,
    CopySign,
    PowF,
    Atan2,
    /// `math.fpowi`: float base, integer exponent of any width.
    FPowI,
    IPowI,
}

/// Three operands, one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the op of the same name in MLIR's math dialect")]
pub enum TernaryOp {
    Fma,
    /// `math.clampf value to [min, max]`: operands value, min, max.
    ClampF,
}

/// Two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairOp {
    /// Sum and carry (`i1`).
    AddUIExtended,
    /// Low and high half of the signed product.
    MulSIExtended,
    /// Low and high half of the unsigned product.
    MulUIExtended,
    /// Sine and cosine.
    SinCos,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the op of the same name in MLIR's arith dialect")]
pub enum CastOp {
    ExtF,
    TruncF,
    ExtSI,
    ExtUI,
    TruncI,
    SIToFP,
    UIToFP,
    FPToSI,
    FPToUI,
    Bitcast,
    IndexCast,
    IndexCastUI,
}

/// Predicates of `arith.cmpi` (first ten) and `arith.cmpf` (the rest), in MLIR's numbering within each family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are MLIR's; F marks the float family")]
pub enum Predicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
    FFalse,
    FOeq,
    FOgt,
    FOge,
    FOlt,
    FOle,
    FOne,
    FOrd,
    FUeq,
    FUgt,
    FUge,
    FUlt,
    FUle,
    FUne,
    FUno,
    FTrue,
}

/// Spellings of the integer predicates, indexed by MLIR's number.
pub const INT_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// Spellings of the float predicates, indexed by MLIR's number.
pub const FLOAT_PREDICATES: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"];

impl Predicate {
    const ALL: [Self; 26] = [
        Self::Eq,
        Self::Ne,
        Self::Slt,
        Self::Sle,
        Self::Sgt,
        Self::Sge,
        Self::Ult,
        Self::Ule,
        Self::Ugt,
        Self::Uge,
        Self::FFalse,
        Self::FOeq,
        Self::FOgt,
        Self::FOge,
        Self::FOlt,
        Self::FOle,
        Self::FOne,
        Self::FOrd,
        Self::FUeq,
        Self::FUgt,
        Self::FUge,
        Self::FUlt,
        Self::FUle,
        Self::FUne,
        Self::FUno,
        Self::FTrue,
    ];

    /// The predicate with MLIR's number in the integer (`float == false`) or float family.
    pub fn from_number(number: i64, float: bool) -> Option<Self> {
        let (base, len) = if float { (10, 16) } else { (0, 10) };
        usize::try_from(number).ok().filter(|n| *n < len).map(|n| Self::ALL[base + n])
    }

    /// MLIR's number within the family.
    pub fn number(self) -> i64 {
        let at = self as i64;
        if self.is_float() { at - 10 } else { at }
    }

    /// True for the `arith.cmpf` family.
    pub fn is_float(self) -> bool {
        self as usize >= 10
    }
}

impl BinaryOp {
    /// True if the op can stop the program: division by zero, and the most negative number by −1.
    pub fn may_trap(self) -> bool {
        use BinaryOp::*;
        matches!(self, DivSI | DivUI | CeilDivSI | CeilDivUI | FloorDivSI | RemSI | RemUI)
    }

    /// True if `a op b == b op a` bit for bit (up to NaN payloads).
    pub fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(
            self,
            AddF | MulF | MaximumF | MinimumF | MaxNumF | MinNumF | AddI | MulI | And | Or | Xor | MaxSI | MaxUI | MinSI | MinUI
        )
    }
}
