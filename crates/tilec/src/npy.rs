//! `.npy` files: numpy's format for one array, read and written with the element types of programs.
//!
//! bf16 travels as its bits in `<u2` (`|V2` is read too), `i1` as `|b1`; other integers as numpy's of the same width, by bits.
//! The header is checked before anything is allocated, which is why it is read here: libraries multiply extents unchecked.

use py_literal::Value;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use tilec_ir::data::byte_size;
use tilec_ir::{Data, Scalar, ScalarType, Type};

/// The longest header that is read; numpy's own limit.
const MAX_HEADER: usize = 10_000;
const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Why a file gave no data.
#[derive(Debug, thiserror::Error)]
pub enum NpyError {
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not a `.npy` file, or a damaged one.
    #[error("{}: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Expected, then found.
        message: String,
    },
    /// It has elements of another type.
    #[error("expects dtype {} ({}), but {} has {found}", dtype(*expected), Type::Scalar(*expected), path.display())]
    Dtype {
        /// The file.
        path: PathBuf,
        /// The type that was asked for.
        expected: ScalarType,
        /// The dtype in the file.
        found: String,
    },
}

/// The dtype that elements of a type are written as.
pub fn dtype(elem: ScalarType) -> String {
    let bytes = elem.bytes();
    let order = if bytes == 1 { '|' } else { '<' };
    match elem {
        ScalarType::I1 => "|b1".to_owned(),
        ScalarType::BF16 => "<u2".to_owned(),
        ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => format!("<f{bytes}"),
        ScalarType::Unsigned(_) | ScalarType::Mini(_) => format!("{order}u{bytes}"),
        ScalarType::Int(_) | ScalarType::Signed(_) | ScalarType::Index => format!("{order}i{bytes}"),
    }
}

/// True if elements of kind and size `code` (`f4`) are elements of the type.
fn accepts(elem: ScalarType, code: &str) -> bool {
    let bytes = elem.bytes();
    match elem {
        ScalarType::I1 => code == "b1",
        ScalarType::BF16 => code == "u2" || code == "V2",
        ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => code == format!("f{bytes}"),
        ScalarType::Unsigned(_) | ScalarType::Mini(_) => code == format!("u{bytes}"),
        ScalarType::Signed(_) => code == format!("i{bytes}"),
        ScalarType::Int(_) | ScalarType::Index => code == format!("i{bytes}") || code == format!("u{bytes}"),
    }
}

struct Header {
    descr: String,
    fortran: bool,
    shape: Vec<usize>,
}

/// Reads an array of elements of one type, of any shape and in either order.
///
/// # Errors
/// See [`NpyError`].
pub fn read(path: &Path, elem: ScalarType) -> Result<Data, NpyError> {
    let fail = |source| NpyError::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(fail)?;
    let available = file.metadata().map_or(0, |m| m.len());
    let format = |message| NpyError::Format { path: path.to_owned(), message };
    let mut reader = BufReader::new(file);
    let header = read_header(&mut reader).map_err(fail)?.map_err(format)?;
    let code = header.descr.trim_start_matches(['<', '>', '|', '=']);
    if !accepts(elem, code) {
        return Err(NpyError::Dtype { path: path.to_owned(), expected: elem, found: header.descr });
    }
    let Some(size) = byte_size(elem, &header.shape) else {
        return Err(format(format!("shape {:?} is too large", header.shape)));
    };
    let mut bytes = Vec::new();
    let likely = usize::try_from(available).unwrap_or(0).min(size);
    bytes.try_reserve_exact(likely).map_err(|_| format(format!("shape {:?} is too large", header.shape)))?;
    reader.take(size as u64).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() != size {
        return Err(format(format!("expected {size} bytes of elements for shape {:?}, but found {}", header.shape, bytes.len())));
    }
    if header.descr.starts_with('>') {
        bytes.chunks_exact_mut(elem.bytes()).for_each(<[u8]>::reverse);
    }
    let mut data = Data { elem, shape: header.shape, bytes };
    normalize(&mut data).map_err(format)?;
    Ok(if header.fortran { from_fortran(&data) } else { data })
}

/// The header, or what is wrong with it.
fn read_header(reader: &mut impl Read) -> io::Result<Result<Header, String>> {
    let mut prefix = [0; 8];
    if let Err(error) = reader.read_exact(&mut prefix) {
        return if error.kind() == io::ErrorKind::UnexpectedEof {
            Ok(Err("not a .npy file: too short".into()))
        } else {
            Err(error)
        };
    }
    if !prefix.starts_with(MAGIC) {
        return Ok(Err("not a .npy file: expected it to start with \\x93NUMPY".into()));
    }
    let mut length = [0; 4];
    let size_bytes = match prefix[6] {
        1 => 2,
        2 | 3 => 4,
        version => return Ok(Err(format!("expected .npy version 1, 2 or 3, but found {version}"))),
    };
    let mut text = Vec::new();
    let wanted = reader.read_exact(&mut length[..size_bytes]).map(|()| u32::from_le_bytes(length) as usize).unwrap_or(0);
    if wanted > MAX_HEADER {
        return Ok(Err(format!("the header has {wanted} bytes, the limit is {MAX_HEADER}")));
    }
    reader.take(wanted as u64).read_to_end(&mut text)?;
    if text.len() != wanted || wanted == 0 {
        return Ok(Err("the header is cut off".into()));
    }
    let text = String::from_utf8_lossy(&text);
    Ok(parse_header(text.trim()).map_err(|message| format!("bad header: {message}")))
}

fn parse_header(text: &str) -> Result<Header, String> {
    // The literal parser recurses; a real header nests twice.
    if text.matches(['(', '[', '{']).count() > 64 {
        return Err("too deeply nested".into());
    }
    let Ok(Value::Dict(entries)) = text.parse::<Value>() else {
        return Err(format!("expected a dictionary, but found {text:?}"));
    };
    let get = |key: &str| {
        let found = entries.iter().find(|(k, _)| k.as_string().is_some_and(|k| k == key));
        found.map(|(_, value)| value).ok_or_else(|| format!("expected the key '{key}'"))
    };
    let fortran = match get("fortran_order")? {
        Value::Boolean(b) => *b,
        other => return Err(format!("expected fortran_order to be True or False, but found {other}")),
    };
    let Value::Tuple(extents) = get("shape")? else { return Err("expected shape to be a tuple".into()) };
    let extent = |value: &Value| match value {
        Value::Integer(n) => n.to_string().parse().map_err(|_| format!("expected an extent, but found {n}")),
        other => Err(format!("expected an extent, but found {other}")),
    };
    let shape = extents.iter().map(extent).collect::<Result<_, _>>()?;
    let descr = match get("descr")? {
        Value::String(descr) => descr.clone(),
        other => other.to_string(),
    };
    Ok(Header { descr, fortran, shape })
}

/// Makes the bits above the type's width zero, and refuses values that the type does not have.
fn normalize(data: &mut Data) -> Result<(), String> {
    let (bits, elem) = (data.elem.bits() as usize, data.elem);
    if elem == ScalarType::I1 {
        data.bytes.iter_mut().for_each(|b| *b = u8::from(*b != 0));
        return Ok(());
    }
    if bits == elem.bytes() * 8 {
        return Ok(());
    }
    let stored = ScalarType::Int((elem.bytes() * 8) as u16);
    for i in 0..data.len() {
        let raw = tilec_ir::attr::read_element(&data.bytes, elem.bytes(), i);
        let value = Scalar::new(elem, raw);
        if value.bits != raw && Scalar::new(stored, raw).as_i64() != value.as_i64() {
            return Err(format!("element {i} does not fit in {}", Type::Scalar(elem)));
        }
        data.set(i, value);
    }
    Ok(())
}

/// The same array in row-major order.
fn from_fortran(data: &Data) -> Data {
    let mut out = data.clone();
    let size = data.elem.bytes();
    let mut index = vec![0; data.shape.len()];
    for element in out.bytes.chunks_exact_mut(size) {
        let at = index.iter().zip(&data.shape).rev().fold(0, |at, (i, n)| at * n + i);
        element.copy_from_slice(&data.bytes[at * size..(at + 1) * size]);
        for (i, n) in index.iter_mut().zip(&data.shape).rev() {
            *i += 1;
            if *i < *n {
                break;
            }
            *i = 0;
        }
    }
    out
}

/// Writes an array in row-major order, version 1.0.
///
/// # Errors
/// Those of the writer.
pub fn write(data: &Data, writer: &mut impl Write) -> io::Result<()> {
    let extents: Vec<String> = data.shape.iter().map(ToString::to_string).collect();
    let comma = if extents.len() == 1 { "," } else { "" };
    let text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma}), }}", dtype(data.elem), extents.join(", "));
    // Prefix, length and header fill whole cache lines, so that the elements can be mapped.
    let total = (MAGIC.len() + 4 + text.len() + 1).next_multiple_of(64);
    let length = total - MAGIC.len() - 4;
    writer.write_all(MAGIC)?;
    writer.write_all(&[1, 0])?;
    let length_bytes = u16::try_from(length).map_err(|_| io::Error::other("the shape has too many dimensions"))?;
    writer.write_all(&length_bytes.to_le_bytes())?;
    writer.write_all(format!("{text:<width$}\n", width = length - 1).as_bytes())?;
    let elem = data.elem;
    if elem.is_float()
        || elem == ScalarType::I1
        || elem.bits() as usize == elem.bytes() * 8
        || matches!(elem, ScalarType::Unsigned(_))
    {
        return writer.write_all(&data.bytes);
    }
    for i in 0..data.len() {
        writer.write_all(&data.get(i).as_i64().to_le_bytes()[..elem.bytes()])?;
    }
    Ok(())
}
