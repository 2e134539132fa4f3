//! Random programs with `?`: every extent is a symbol, a constant, or made of others, so that one text can be run at many sizes.

use fastrand::Rng;
use std::collections::HashMap;
use std::fmt::Write as _;
use tilec_ir::{Data, Scalar, ScalarType};

/// An extent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Dim {
    Const(i64),
    /// A free symbol, by number.
    Symbol(usize),
    CeilDiv(Box<Dim>, i64),
    Min(Box<Dim>, i64),
    Product(Box<Dim>, Box<Dim>),
}

impl Dim {
    fn value(&self, symbols: &[i64]) -> i64 {
        match self {
            Self::Const(n) => *n,
            Self::Symbol(i) => symbols[*i],
            Self::CeilDiv(d, by) => (d.value(symbols) + by - 1) / by,
            Self::Min(d, n) => d.value(symbols).min(*n),
            Self::Product(a, b) => a.value(symbols) * b.value(symbols),
        }
    }
}

/// A tensor of f32: its extents, and which of the constant ones its type hides.
#[derive(Clone, Debug)]
struct Tensor {
    name: String,
    dims: Vec<Dim>,
    hidden: Vec<bool>,
}

impl Tensor {
    fn ty(&self) -> String {
        let dim = |(d, hidden): (&Dim, &bool)| match d {
            Dim::Const(n) if !hidden => format!("{n}x"),
            _ => "?x".to_string(),
        };
        format!("tensor<{}f32>", self.dims.iter().zip(&self.hidden).map(dim).collect::<String>())
    }
}

/// A program and what its arguments are made of.
pub struct Dynamic {
    /// The text: one function, `@main`.
    pub text: String,
    arguments: Vec<Argument>,
}

enum Argument {
    Tensor(Vec<Dim>),
    Index(Dim),
}

/// How many symbols a program has.
pub const SYMBOLS: usize = 3;

impl Dynamic {
    /// Arguments for the call in which the symbols have these values: small numbers, so that sums are not infinite.
    pub fn inputs(&self, symbols: &[i64; SYMBOLS], seed: u64) -> Vec<Data> {
        let mut rng = Rng::with_seed(seed);
        let mut input = |argument: &Argument| match argument {
            Argument::Index(dim) => Data::scalar(Scalar::from_i64(ScalarType::Index, dim.value(symbols))),
            Argument::Tensor(dims) => {
                let shape: Vec<usize> =
                    dims.iter().map(|d| usize::try_from(d.value(symbols)).expect("no negative extent")).collect();
                let mut data = Data::zeros(ScalarType::F32, &shape);
                for i in 0..data.len() {
                    data.set(i, super::data::ordinary(&mut rng, ScalarType::F32));
                }
                data
            }
        };
        self.arguments.iter().map(&mut input).collect()
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> Dynamic {
    let mut g = Generator {
        rng: Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        body: String::new(),
        values: Vec::new(),
        arguments: Vec::new(),
        parameters: Vec::new(),
        indices: HashMap::new(),
        next: 0,
    };
    g.start();
    for _ in 0..g.rng.usize(3..=9) {
        g.op();
    }
    g.finish()
}

struct Generator {
    rng: Rng,
    body: String,
    values: Vec<Tensor>,
    arguments: Vec<Argument>,
    parameters: Vec<String>,
    /// Names of extents as index values.
    indices: HashMap<Dim, String>,
    next: usize,
}

impl Generator {
    fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("%{stem}{}", self.next)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "  {text}");
    }

    /// Some constant extents of a type are not written in it.
    fn hide(&mut self, dims: &[Dim]) -> Vec<bool> {
        dims.iter().map(|_| self.rng.u8(..3) == 0).collect()
    }

    fn argument(&mut self, dims: Vec<Dim>) {
        let (name, hidden) = (self.fresh("a"), self.hide(&dims));
        let tensor = Tensor { name, dims: dims.clone(), hidden };
        self.parameters.push(format!("{}: {}", tensor.name, tensor.ty()));
        for (i, dim) in dims.iter().enumerate() {
            if matches!(dim, Dim::Symbol(_)) && !self.indices.contains_key(dim) {
                let (at, size) = (self.index(&Dim::Const(i64::try_from(i).expect("few dimensions"))), self.fresh("n"));
                self.line(&format!("{size} = tensor.dim {}, {at} : {}", tensor.name, tensor.ty()));
                self.indices.insert(dim.clone(), size);
            }
        }
        self.arguments.push(Argument::Tensor(dims));
        self.values.push(tensor);
    }

    /// Arguments: matrices and vectors over the symbols; one symbol may be an index argument.
    fn start(&mut self) {
        if self.rng.bool() {
            let (name, dim) = (self.fresh("i"), Dim::Symbol(2));
            self.parameters.push(format!("{name}: index"));
            self.arguments.push(Argument::Index(dim.clone()));
            self.indices.insert(dim, name);
        }
        let symbol = Dim::Symbol;
        let other = if self.rng.bool() { symbol(1) } else { Dim::Const(4) };
        self.argument(vec![symbol(0), other.clone()]);
        self.argument(vec![other]);
        if self.rng.bool() {
            self.argument(vec![symbol(1), symbol(2)]);
        }
        if self.rng.bool() {
            self.argument(vec![symbol(0), Dim::Const(2), symbol(1)]);
        }
    }

    /// An extent as a value.
    fn index(&mut self, dim: &Dim) -> String {
        if let Some(name) = self.indices.get(dim) {
            return name.clone();
        }
        let text = match dim {
            Dim::Const(n) => format!("arith.constant {n} : index"),
            Dim::Symbol(i) => panic!("symbol {i} is of no argument"),
            Dim::CeilDiv(d, by) => {
                let of = self.index(d);
                format!("affine.apply affine_map<(d0) -> (d0 ceildiv {by})>({of})")
            }
            Dim::Min(d, n) => {
                let (of, most) = (self.index(d), self.index(&Dim::Const(*n)));
                format!("arith.minsi {of}, {most} : index")
            }
            Dim::Product(a, b) => {
                let (a, b) = (self.index(a), self.index(b));
                format!("arith.muli {a}, {b} : index")
            }
        };
        let name = self.fresh("n");
        self.line(&format!("{name} = {text}"));
        self.indices.insert(dim.clone(), name.clone());
        name
    }

    /// The extents that a type leaves open, as operands.
    fn open(&mut self, tensor: &Tensor) -> Vec<String> {
        let open: Vec<Dim> = tensor
            .dims
            .iter()
            .zip(&tensor.hidden)
            .filter(|(d, h)| **h || !matches!(d, Dim::Const(_)))
            .map(|(d, _)| d.clone())
            .collect();
        open.iter().map(|d| self.index(d)).collect()
    }

    fn shaped(&mut self, dims: &[Dim]) -> Tensor {
        let (name, hidden) = (self.fresh("v"), self.hide(dims));
        Tensor { name, dims: dims.to_vec(), hidden }
    }

    fn empty(&mut self, dims: &[Dim]) -> Tensor {
        let tensor = self.shaped(dims);
        self.make_empty(tensor)
    }

    fn make_empty(&mut self, tensor: Tensor) -> Tensor {
        let sizes = self.open(&tensor).join(", ");
        self.line(&format!("{} = tensor.empty({sizes}) : {}", tensor.name, tensor.ty()));
        tensor
    }

    /// An empty tensor, or one filled with a number.
    fn filled(&mut self, dims: &[Dim], number: &str) -> Tensor {
        let (empty, scalar, name) = (self.empty(dims), self.fresh("c"), self.fresh("v"));
        self.line(&format!("{scalar} = arith.constant {number} : f32"));
        let ty = empty.ty();
        self.line(&format!("{name} = linalg.fill ins({scalar} : f32) outs({} : {ty}) -> {ty}", empty.name));
        Tensor { name, ..empty }
    }

    fn pick(&mut self) -> Tensor {
        let (a, b) = (self.rng.usize(..self.values.len()), self.rng.usize(..self.values.len()));
        self.values[a.max(b)].clone()
    }

    fn op(&mut self) {
        match self.rng.u8(..13) {
            0..4 => self.elementwise(),
            4..6 => self.reduction(),
            6 => self.transpose(),
            7 => self.contraction(),
            8..10 => self.slice(),
            10..12 => self.reshape(),
            _ => self.cast(),
        }
    }

    /// `ins` with their maps; the loops are all dims of the output and perhaps more.
    fn generic(
        &mut self,
        loops: usize,
        ins: &[(Tensor, Vec<usize>)],
        out: &Tensor,
        out_map: &[usize],
        reduces: bool,
        payload: &str,
    ) {
        let all: Vec<String> = (0..loops).map(|d| format!("d{d}")).collect();
        let map = |dims: &[usize]| {
            let picked: Vec<String> = dims.iter().map(|d| format!("d{d}")).collect();
            format!("affine_map<({}) -> ({})>", all.join(", "), picked.join(", "))
        };
        let maps: Vec<String> = ins.iter().map(|(_, m)| map(m)).chain([map(out_map)]).collect();
        let kind = |d: usize| if reduces && !out_map.contains(&d) { "\"reduction\"" } else { "\"parallel\"" };
        let kinds: Vec<&str> = (0..loops).map(kind).collect();
        let names: Vec<&str> = ins.iter().map(|(t, _)| t.name.as_str()).collect();
        let types: Vec<String> = ins.iter().map(|(t, _)| t.ty()).collect();
        let arguments: Vec<String> = (0..ins.len()).map(|i| format!("%x{i}: f32, ")).collect();
        let name = self.fresh("v");
        self.line(&format!(
            "{name} = linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} ins({} : {}) outs({} : {}) {{",
            maps.join(", "),
            kinds.join(", "),
            names.join(", "),
            types.join(", "),
            out.name,
            out.ty()
        ));
        self.line(&format!("^bb0({}%o: f32):", arguments.concat()));
        self.line(&format!("  {payload}"));
        self.line("  linalg.yield %y : f32");
        self.line(&format!("}} -> {}", out.ty()));
        self.values.push(Tensor { name, ..out.clone() });
    }

    /// A value with one whose extents are some of its own.
    fn elementwise(&mut self) {
        let a = self.pick();
        let fits = |b: &Tensor| {
            let mut at = 0;
            let place = |d: &Dim| {
                let found = (at..a.dims.len()).find(|&i| a.dims[i] == *d)?;
                at = found + 1;
                Some(found)
            };
            b.dims.iter().map(place).collect::<Option<Vec<usize>>>()
        };
        let others: Vec<(Tensor, Vec<usize>)> = self.values.iter().filter_map(|b| Some((b.clone(), fits(b)?))).collect();
        let other = others[self.rng.usize(..others.len())].clone();
        let loops: Vec<usize> = (0..a.dims.len()).collect();
        let out = if self.rng.bool() { self.empty(&a.dims) } else { a.clone() };
        let payload = ["%y = arith.addf %x0, %x1 : f32", "%y = arith.mulf %x0, %x1 : f32", "%y = arith.maximumf %x1, %x0 : f32"];
        let payload = payload[self.rng.usize(..3)];
        self.generic(loops.len(), &[(a, loops.clone()), other], &out, &loops, false, payload);
    }

    fn reduction(&mut self) {
        let a = self.pick();
        let rank = a.dims.len();
        if rank == 0 {
            return;
        }
        let gone = self.rng.usize(..rank);
        let kept: Vec<usize> = (0..rank).filter(|&d| d != gone).collect();
        let dims: Vec<Dim> = kept.iter().map(|&d| a.dims[d].clone()).collect();
        let (start, payload) =
            [("0.0", "%y = arith.addf %x0, %o : f32"), ("0xFF800000", "%y = arith.maximumf %x0, %o : f32")][self.rng.usize(..2)];
        let out = self.filled(&dims, start);
        self.generic(rank, &[(a, (0..rank).collect())], &out, &kept, true, payload);
    }

    fn transpose(&mut self) {
        let a = self.pick();
        let mut order: Vec<usize> = (0..a.dims.len()).collect();
        self.rng.shuffle(&mut order);
        // A transposed type leaves open what the type of the source does.
        let dims = order.iter().map(|&d| a.dims[d].clone()).collect();
        let hidden = order.iter().map(|&d| a.hidden[d]).collect();
        let out = Tensor { name: self.fresh("v"), dims, hidden };
        let (out, name) = (self.make_empty(out), self.fresh("v"));
        let (x, from, y, to) = (&a.name, a.ty(), &out.name, out.ty());
        self.line(&format!("{name} = linalg.transpose ins({x} : {from}) outs({y} : {to}) permutation = {order:?}"));
        self.values.push(Tensor { name, ..out });
    }

    /// A matrix product, of the first two matrices that fit.
    fn contraction(&mut self) {
        let matrices: Vec<Tensor> = self.values.iter().filter(|t| t.dims.len() == 2).cloned().collect();
        let pairs = matrices.iter().flat_map(|a| matrices.iter().map(move |b| (a, b)));
        let fitting: Vec<(&Tensor, &Tensor)> = pairs.filter(|(a, b)| a.dims[1] == b.dims[0]).collect();
        if fitting.is_empty() {
            return self.transpose();
        }
        let (a, b) = fitting[self.rng.usize(..fitting.len())];
        let out = self.filled(&[a.dims[0].clone(), b.dims[1].clone()], "0.5");
        let (name, ty) = (self.fresh("v"), out.ty());
        self.line(&format!(
            "{name} = linalg.matmul ins({}, {} : {}, {}) outs({} : {ty}) -> {ty}",
            a.name,
            b.name,
            a.ty(),
            b.ty(),
            out.name
        ));
        self.values.push(Tensor { name, ..out });
    }

    /// Part of a tensor, perhaps put back somewhere else.
    fn slice(&mut self) {
        let a = self.pick();
        if a.dims.is_empty() {
            return;
        }
        let along = self.rng.usize(..a.dims.len());
        let whole = Box::new(a.dims[along].clone());
        let (size, stride) = match self.rng.u8(..3) {
            0 => (Dim::CeilDiv(whole, 2), 2),
            1 => (Dim::CeilDiv(whole, 3), 1),
            _ => (Dim::Min(whole, 3), 1),
        };
        let mut dims = a.dims.clone();
        dims[along] = size;
        let list = |generator: &mut Self, tensor: &Tensor| {
            let item = |(d, hidden): (&Dim, &bool)| match d {
                Dim::Const(n) if !hidden => n.to_string(),
                d => generator.index(d),
            };
            tensor.dims.iter().zip(&tensor.hidden).map(item).collect::<Vec<_>>().join(", ")
        };
        let part = self.shaped(&dims);
        let sizes = list(self, &part);
        let offsets = vec!["0"; dims.len()].join(", ");
        let strides: Vec<String> = (0..dims.len()).map(|d| if d == along { stride.to_string() } else { "1".into() }).collect();
        let spec = format!("[{offsets}] [{sizes}] [{}]", strides.join(", "));
        self.line(&format!("{} = tensor.extract_slice {}{spec} : {} to {}", part.name, a.name, a.ty(), part.ty()));
        if self.rng.bool() {
            let name = self.fresh("v");
            self.line(&format!(
                "{name} = tensor.insert_slice {} into {}[{offsets}] [{sizes}] [{}] : {} into {}",
                part.name,
                a.name,
                vec!["1"; dims.len()].join(", "),
                part.ty(),
                a.ty()
            ));
            self.values.push(Tensor { name, ..a });
        }
        self.values.push(part);
    }

    /// All dimensions of a tensor as one, or a product taken apart.
    fn reshape(&mut self) {
        let mut products = self.values.iter().filter(|t| matches!(t.dims[..], [Dim::Product(..)]));
        let product = products.next_back().cloned().filter(|_| self.rng.bool());
        let a = product.unwrap_or_else(|| self.pick());
        let name = self.fresh("v");
        if let [Dim::Product(first, second)] = &a.dims[..] {
            let dims = [(**first).clone(), (**second).clone()];
            let out = Tensor { name, hidden: vec![false; 2], dims: dims.to_vec() };
            let sizes: Vec<String> =
                dims.iter().map(|d| if let Dim::Const(n) = d { n.to_string() } else { self.index(d) }).collect();
            let (from, to) = (a.ty(), out.ty());
            // A group is open as a whole if one of its parts is.
            let text = format!("{} [[0, 1]] output_shape [{}] : {from} into {to}", a.name, sizes.join(", "));
            self.line(&format!("{} = tensor.expand_shape {text}", out.name));
            self.values.push(out);
        } else if a.dims.len() == 2 && !matches!(a.dims[..], [Dim::Const(_), Dim::Const(_)]) {
            let product = Dim::Product(Box::new(a.dims[0].clone()), Box::new(a.dims[1].clone()));
            let out = Tensor { name, hidden: vec![false], dims: vec![product] };
            self.line(&format!("{} = tensor.collapse_shape {} [[0, 1]] : {} into {}", out.name, a.name, a.ty(), out.ty()));
            self.values.push(out);
        }
    }

    /// The same tensor, other extents hidden.
    fn cast(&mut self) {
        let a = self.pick();
        let out = self.shaped(&a.dims);
        self.line(&format!("{} = tensor.cast {} : {} to {}", out.name, a.name, a.ty(), out.ty()));
        self.values.push(out);
    }

    /// Returns the last values, and an extent.
    fn finish(mut self) -> Dynamic {
        let count = self.rng.usize(1..=2).min(self.values.len());
        let results: Vec<Tensor> = self.values[self.values.len() - count..].to_vec();
        let mut names: Vec<String> = results.iter().map(|t| t.name.clone()).collect();
        let mut types: Vec<String> = results.iter().map(Tensor::ty).collect();
        if self.rng.u8(..4) == 0 {
            names.push(self.index(&Dim::CeilDiv(Box::new(Dim::Symbol(0)), 2)));
            types.push("index".to_string());
        }
        let text = format!(
            "func.func @main({}) -> ({}) {{\n{}  return {} : {}\n}}\n",
            self.parameters.join(", "),
            types.join(", "),
            self.body,
            names.join(", "),
            types.join(", ")
        );
        Dynamic { text, arguments: self.arguments }
    }
}
