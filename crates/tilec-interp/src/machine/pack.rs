//! `linalg.pack` and `linalg.unpack`: elements move between rows and tiles.

use super::Machine;
use super::made::advance;
use crate::error::{Run, fault};
use crate::shaped::Pack;
use crate::view::View;

/// Where a dimension of the unpacked tensor is in the packed one.
struct Dim {
    extent: i64,
    /// The dimension that counts tiles, and the one inside of a tile with its extent.
    outer: usize,
    inner: Option<(usize, i64)>,
}

impl Machine<'_> {
    /// A pack writes every element of the destination: what lies beyond the source is the padding value, or undefined.
    pub(super) fn pack(&mut self, op: &Pack) -> Run {
        let source = self.view(op.src)?.clone();
        let dest = self.take_view(op.dest)?;
        if source.elem != dest.elem {
            return fault("expected operands of one element type");
        }
        let dest = self.own(dest)?;
        let (packed, plain) = if op.unpack { (&source, &dest) } else { (&dest, &source) };
        let dims = self.packed_dims(op, packed, plain)?;
        self.charge(dest.len() as u64)?;
        let undefined = u64::from_le_bytes([self.budget.undefined.byte(dest.elem); 8]) & dest.elem.mask();
        let padding = op.padding.map_or(undefined, |reg| self.scalar(reg));
        let mut index = vec![0; dest.shape.len()];
        let mut other = vec![0; source.shape.len()];
        for to in dest.positions() {
            let inside = if op.unpack { packed_index(&dims, &index, &mut other) } else { plain_index(&dims, &index, &mut other) };
            let bits = if inside { source.load(source.position(other.iter().copied())?)? } else { padding };
            dest.store(to, bits)?;
            advance(&mut index, &dest.shape);
        }
        self.put_view(op.dst, dest);
        Ok(())
    }

    /// The dimensions with their extents, which must fit together.
    fn packed_dims(&self, op: &Pack, packed: &View, plain: &View) -> Run<Vec<Dim>> {
        let tiled = op.dims.iter().filter(|d| d.inner.is_some()).count();
        if plain.shape.len() != op.dims.len() || packed.shape.len() != op.dims.len() + tiled {
            let (p, u) = (packed.shape.len(), plain.shape.len());
            return fault(format!("expected ranks {} and {}, found {u} and {p}", op.dims.len(), op.dims.len() + tiled));
        }
        let mut dims = Vec::new();
        for (d, dim) in op.dims.iter().enumerate() {
            let inner = dim.inner.map(|(place, size)| (place, self.size(size)));
            let extent = plain.shape[d];
            if let Some((place, size)) = inner
                && (size <= 0 || packed.shape[place] != size)
            {
                return fault(format!("expected tiles of extent {}, found {size}", packed.shape[place]));
            }
            let tile = inner.map_or(1, |(_, size)| size);
            let tiles = extent / tile + i64::from(extent % tile != 0);
            if packed.shape[dim.outer] != tiles {
                let found = packed.shape[dim.outer];
                return fault(format!("expected {tiles} tiles along dimension {d} of extent {extent}, found {found}"));
            }
            dims.push(Dim { extent, outer: dim.outer, inner });
        }
        Ok(dims)
    }
}

/// The index in the plain tensor of one in the packed tensor; false if it is beyond.
fn plain_index(dims: &[Dim], packed: &[i64], plain: &mut [i64]) -> bool {
    let mut inside = true;
    for (dim, i) in dims.iter().zip(plain) {
        *i = packed[dim.outer];
        if let Some((place, size)) = dim.inner {
            *i = i.saturating_mul(size).saturating_add(packed[place]);
        }
        inside &= *i < dim.extent;
    }
    inside
}

/// The index in the packed tensor of one in the plain tensor, which is always there.
fn packed_index(dims: &[Dim], plain: &[i64], packed: &mut [i64]) -> bool {
    for (dim, i) in dims.iter().zip(plain) {
        packed[dim.outer] = *i;
        if let Some((place, size)) = dim.inner {
            packed[dim.outer] = i / size;
            packed[place] = i % size;
        }
    }
    true
}
