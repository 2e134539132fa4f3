//! Parts of tensors: taken, changed, put back where they were or elsewhere.

use super::super::Generator;
use super::list;
use crate::program::Value;
use tilec_ir::Type;

/// Where a part of a tensor is.
#[derive(Clone)]
pub(super) struct Place {
    offsets: String,
    sizes: Vec<i64>,
    strides: String,
    /// The shape of the part: without dimensions of size 1, or with them.
    shape: Vec<i64>,
}

impl Generator {
    pub(super) fn slices(&mut self) {
        let Some(whole) = self.home_value_with_parts() else { return self.update() };
        match self.rng.u8(..100) {
            0..30 => self.matching(&whole),
            30..50 => self.moved(&whole),
            50..60 => self.chained(&whole),
            60..72 => self.halves(&whole),
            72..80 => self.twice_from_constant(&whole),
            80..92 => self.computed_elsewhere(&whole),
            _ => self.whole_slice(&whole),
        }
    }

    /// A part of a tensor without zero extents; half of the time some offsets are known only at run time.
    pub(super) fn part_place(&mut self, whole: &Value) -> Place {
        let shape = whole.ty.shape().unwrap_or(&[]).to_vec();
        let (offsets, sizes, strides) = self.part(&shape);
        let is_open = self.rng.bool();
        let mut texts = Vec::new();
        for d in 0..shape.len() {
            let last = shape[d] - ((sizes[d] - 1) * strides[d] + 1).max(1);
            let open = is_open && last > 0 && self.chance(60);
            texts.push(if open { self.index_below(last + 1) } else { offsets[d].to_string() });
        }
        if texts.iter().any(|t| t.starts_with('%')) {
            self.situation("slice at a place known at run time");
        }
        if strides.iter().any(|s| *s > 1) {
            self.situation("slice with strides");
        }
        let narrow = self.part_shape(&sizes);
        if narrow.len() < sizes.len() {
            self.situation("slice of lower rank");
        }
        Place { offsets: texts.join(", "), strides: list(&strides), shape: narrow, sizes }
    }

    fn take(&mut self, whole: &Value, place: &Place) -> Value {
        self.slice_stmt(whole, (&place.offsets, &list(&place.sizes), &place.strides), &place.shape)
    }

    fn put(&mut self, part: &Value, whole: &Value, place: &Place) -> Value {
        self.insert_stmt(part, whole, (&place.offsets, &list(&place.sizes), &place.strides))
    }

    /// A part with other elements: computed where it is, or elsewhere, or as it was.
    fn changed(&mut self, part: &Value) -> Value {
        match self.rng.u8(..10) {
            0 => part.clone(),
            1..7 => self.update_of(part, true),
            _ => {
                let into = self.empty(part.ty.shape().unwrap_or(&[]), part.ty.elem().expect("an element type"));
                self.update_of(&into, false)
            }
        }
    }

    /// Sometimes, reads a tensor or a part of it while another part is on its way back: what is read is the tensor as it was.
    fn perhaps_read(&mut self, whole: &Value) {
        if !self.chance(35) {
            return;
        }
        let elem = whole.ty.elem().expect("an element type");
        self.situation("tensor read between a part's change and its return");
        let read = match self.rng.u8(..3) {
            0 => {
                let place = self.part_place(whole);
                self.take(whole, &place)
            }
            1 => {
                let at = self.element_of(whole);
                self.stmt(&Type::Scalar(elem), |_| format!("tensor.extract {}[{at}] : {}", whole.name, whole.ty))
            }
            _ => {
                let into = self.empty(whole.ty.shape().unwrap_or(&[]), elem);
                self.read_into(whole, &into)
            }
        };
        if self.home().depth == 0 {
            self.keep(&read);
        }
    }

    /// Back to where it was taken from.
    fn matching(&mut self, whole: &Value) {
        let place = self.part_place(whole);
        let part = self.take(whole, &place);
        let changed = self.changed(&part);
        self.perhaps_read(whole);
        self.situation("slice put back in its place");
        self.put(&changed, whole, &place);
        if self.home().depth == 0 && self.chance(25) {
            let keep = if self.rng.bool() { whole } else { &part };
            self.situation("tensor seen after a part of it was put back");
            self.keep(keep);
        }
    }

    /// To another place of the same tensor, or the same place of another.
    fn moved(&mut self, whole: &Value) {
        let place = self.part_place(whole);
        let part = self.take(whole, &place);
        let part = if self.rng.bool() { self.changed(&part) } else { part };
        self.perhaps_read(whole);
        if self.chance(30) {
            let (shape, elem) = (whole.ty.shape().unwrap_or(&[]).to_vec(), whole.ty.elem().expect("an element type"));
            let other = self.some_value(&shape, elem);
            self.situation("slice put into another tensor");
            self.put(&part, &other, &place);
            return;
        }
        let shape = whole.ty.shape().unwrap_or(&[]).to_vec();
        let mut offsets = Vec::new();
        for (size, part) in shape.iter().zip(&place.sizes) {
            let below = size - part.max(&1) + 1;
            offsets.push(if self.chance(35) { self.index_below(below) } else { self.rng.i64(0..below).to_string() });
        }
        let elsewhere = Place { offsets: offsets.join(", "), strides: list(&vec![1; shape.len()]), ..place };
        self.situation("slice put elsewhere in its tensor");
        self.put(&part, whole, &elsewhere);
    }

    /// A part of a part.
    fn chained(&mut self, whole: &Value) {
        let outer = self.part_place(whole);
        let part = self.take(whole, &outer);
        if part.ty.shape().is_none_or(|s| s.contains(&0)) {
            return;
        }
        let inner = self.part_place(&part);
        let small = self.take(&part, &inner);
        let small = self.changed(&small);
        let read = if self.rng.bool() { whole } else { &part };
        self.perhaps_read(read);
        self.situation("slice of a slice");
        let part = self.put(&small, &part, &inner);
        let part = if self.chance(25) { self.changed(&part) } else { part };
        self.put(&part, whole, &outer);
    }

    /// An empty tensor, or a value, written in two parts that do not overlap or, if there is a value below, may.
    fn halves(&mut self, like: &Value) {
        let shape = like.ty.shape().unwrap_or(&[]).to_vec();
        let at = self.rng.i64(0..=shape[0]);
        let over = self.rng.bool();
        let into = if over { like.clone() } else { self.stmt(&like.ty, |_| format!("tensor.empty() : {}", like.ty)) };
        let reach = if over { self.rng.i64(0..=at) } else { at };
        self.situation(if reach < at { "two slices that overlap" } else { "two slices side by side" });
        let mut whole = into.clone();
        let from_one = self.rng.bool();
        for (from, to) in [(0, at), (reach, shape[0])] {
            let mut sizes = shape.clone();
            sizes[0] = to - from;
            let mut offsets = vec![0; shape.len()];
            offsets[0] = from;
            // mlir-opt 22 refuses parts that start at the end.
            if sizes[0] == 0 {
                continue;
            }
            let place = Place { offsets: list(&offsets), strides: list(&vec![1; shape.len()]), shape: sizes.clone(), sizes };
            let part = if over || from_one {
                let source = if from_one { like } else { &whole };
                let part = self.take(&source.clone(), &place);
                self.changed(&part)
            } else {
                let own = self.take(&whole, &place);
                self.values.pop(); // nothing may read it
                self.update_of(&own, false)
            };
            whole = self.put(&part, &whole, &place);
            if to < shape[0] && !over {
                self.values.pop(); // a part of it is still undefined
            }
        }
    }

    /// One tensor into two results of one constant, or of one empty tensor whose elements it all covers.
    fn twice_from_constant(&mut self, like: &Value) {
        let (shape, elem) = (like.ty.shape().unwrap_or(&[]).to_vec(), like.ty.elem().expect("an element type"));
        let base = self.constant_tensor(&shape, elem);
        let (first, second) = (self.part_place(&base), self.part_place(&base));
        self.situation("two insertions into one constant");
        for place in [first, second] {
            let source = self.some_value(&place.shape.clone(), elem);
            let whole = self.put(&source, &base, &place);
            if self.home().depth == 0 && self.chance(50) {
                self.keep(&whole);
            }
        }
    }

    /// A part computed into an empty tensor first, which could be the place it is put to; the empty tensor may have other users, and the
    /// part other places.
    fn computed_elsewhere(&mut self, whole: &Value) {
        let place = self.part_place(whole);
        let elem = whole.ty.elem().expect("an element type");
        let ty = Type::tensor(&place.shape, elem);
        let empty = self.stmt(&ty, |_| format!("tensor.empty() : {ty}"));
        self.empties.push(empty.clone());
        let part = self.update_of(&empty, false);
        if self.chance(35) {
            self.situation("empty tensor of two users, one of which is inserted");
            self.update_of(&empty, false);
        }
        self.perhaps_read(whole);
        self.situation("part computed into an empty tensor and inserted");
        let result = self.put(&part, whole, &place);
        if self.chance(30) {
            self.situation("one value into two destinations");
            let into = if self.rng.bool() { result } else { self.some_value(whole.ty.shape().unwrap_or(&[]), elem) };
            self.put(&part, &into, &place);
        }
    }

    /// A part that is everything.
    fn whole_slice(&mut self, whole: &Value) {
        let shape = whole.ty.shape().unwrap_or(&[]).to_vec();
        let elem = whole.ty.elem().expect("an element type");
        let place = Place {
            offsets: list(&vec![0; shape.len()]),
            strides: list(&vec![1; shape.len()]),
            shape: shape.clone(),
            sizes: shape,
        };
        self.situation("slice of everything");
        let part = if self.rng.bool() { self.take(whole, &place) } else { self.some_value(&place.shape.clone(), elem) };
        let (part, into) = (self.changed(&part), self.destination(&place.shape.clone(), elem).0);
        self.put(&part, &into, &place);
    }
}
