//! Views between a producer and its consumer: casts, reshapes, slices, insertions, padding, concatenation.

use super::super::Generator;
use super::super::generic::Operand;
use super::super::other::list;
use crate::program::Value;
use tilec_ir::Type;

impl Generator {
    pub(super) fn view_edge(&mut self) {
        let rank = self.pick(&[1, 2, 2, 3]);
        let (shape, elem) = (self.some(rank), self.elem());
        match self.rng.u8(..100) {
            0..10 => {
                let producer = self.produce(&shape, elem);
                let view = self.unit_view(&producer);
                let view = if self.chance(20) { self.part_of(&view, false) } else { view };
                self.consume(&view);
            }
            10..20 => self.slice_edge(&shape),
            20..28 => self.collapse_above(false),
            28..40 => self.expand_below(),
            40..43 => self.collapse_above(true),
            43..48 => {
                let producer = self.produce(&shape, elem);
                let open = self.cast_open(&producer, &shape);
                let back = self.cast(&open, &Type::tensor(&shape, elem));
                self.consume(&back);
            }
            48..53 => self.open_slice_edge(&shape),
            53..58 => self.open_reshape_edge(),
            58..76 => self.pad_edge(&shape),
            76..97 => self.concat_edge(&shape),
            _ => {
                let (into, part) = (self.produce(&shape, elem), self.produce(&shape[1..], elem));
                let at = self.rng.i64(0..shape[0]);
                let mut sizes = shape.clone();
                sizes[0] = 1;
                let mut offsets = vec![0; rank];
                offsets[0] = at;
                let text = format!(
                    "tensor.insert_slice {} into {}[{}] [{}] [{}] : {} into {}",
                    part.name,
                    into.name,
                    list(&offsets),
                    list(&sizes),
                    list(&vec![1; rank]),
                    part.ty,
                    into.ty
                );
                let whole = self.tensor_stmt(&into.ty, text);
                self.consume(&whole);
            }
        }
    }

    /// A view that adds or drops dimensions of size 1.
    fn unit_view(&mut self, source: &Value) -> Value {
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        let elem = source.ty.elem().expect("an element type");
        let mut groups: Vec<Vec<i64>> = Vec::new();
        let (mut wide, mut wide_groups) = (Vec::new(), Vec::new());
        for &size in &shape {
            let mut group = vec![size];
            for _ in 0..self.pick(&[0, 0, 1, 1, 2]) {
                if wide.len() + group.len() < 5 {
                    let at = self.rng.usize(..=group.len());
                    group.insert(at, 1);
                }
            }
            let start = wide.len() as i64;
            wide_groups.push(format!("[{}]", list(&(start..start + group.len() as i64).collect::<Vec<_>>())));
            wide.extend(&group);
            groups.push(group);
        }
        let ty = Type::tensor(&wide, elem);
        self.coverage.add("op tensor.expand_shape");
        let groups = wide_groups.join(", ");
        let text =
            format!("tensor.expand_shape {} [{groups}] output_shape [{}] : {} into {ty}", source.name, list(&wide), source.ty);
        let expanded = self.tensor_stmt(&ty, text);
        if self.rng.bool() {
            return expanded;
        }
        // Computed with the dimensions of size 1, and then without them.
        let computed = self.consume(&expanded);
        if computed.ty.shape() != Some(&wide[..]) {
            return expanded;
        }
        let ty = Type::tensor(&shape, computed.ty.elem().expect("an element type"));
        self.coverage.add("op tensor.collapse_shape");
        let text = format!("tensor.collapse_shape {} [{groups}] : {} into {ty}", computed.name, computed.ty);
        self.tensor_stmt(&ty, text)
    }

    /// A part of a tensor without zero extents, perhaps all of it, read in a box of the same shape if `same`.
    pub(super) fn part_of(&mut self, source: &Value, same: bool) -> Value {
        let shape = source.ty.shape().unwrap_or(&[]).to_vec();
        let (offsets, sizes, strides) =
            if same { (vec![0; shape.len()], shape.clone(), vec![1; shape.len()]) } else { self.part(&shape) };
        let narrow = if same { sizes.clone() } else { self.part_shape(&sizes) };
        self.slice_stmt(source, (&list(&offsets), &list(&sizes), &list(&strides)), &narrow)
    }

    pub(in crate::generator) fn slice_stmt(
        &mut self,
        source: &Value,
        (offsets, sizes, strides): (&str, &str, &str),
        shape: &[i64],
    ) -> Value {
        let ty = Type::tensor(shape, source.ty.elem().expect("an element type"));
        self.coverage.add("op tensor.extract_slice");
        let text = format!("tensor.extract_slice {}[{offsets}] [{sizes}] [{strides}] : {} to {ty}", source.name, source.ty);
        self.tensor_stmt(&ty, text)
    }

    /// A slice of a producer, from 0 on or not, with strides or not; half of the time the producer has other users.
    fn slice_edge(&mut self, shape: &[i64]) {
        let elem = self.elem();
        let producer = self.produce_generic(shape, elem);
        let part = if self.chance(35) {
            let sizes: Vec<i64> = shape.iter().map(|s| self.rng.i64(1..=*s)).collect();
            self.slice_stmt(&producer, (&list(&vec![0; shape.len()]), &list(&sizes), &list(&vec![1; shape.len()])), &sizes)
        } else {
            self.part_of(&producer, false)
        };
        if part.ty.shape().is_some_and(|s| !s.contains(&0)) && self.chance(20) {
            let again = self.part_of(&part, false);
            self.consume(&again);
        } else {
            self.consume(&part);
        }
        if self.chance(30) {
            self.keep(&producer);
        }
    }

    /// Two factors and what they make, for reshapes that are more than dimensions of size 1.
    pub(super) fn factors(&mut self) -> (i64, i64) {
        (self.pick(&[2, 3, 4, 8]), self.pick(&[2, 3, 5, 8]))
    }

    /// `collapse_shape` of a producer, read by an op; which may reduce if `reduce`.
    fn collapse_above(&mut self, reduce: bool) {
        let (a, b) = self.factors();
        let elem = self.elem();
        let lead = self.rng.i64(1..5);
        let has_lead = self.chance(60);
        let wide = if has_lead { vec![lead, a, b] } else { vec![a, b] };
        let narrow = if has_lead { vec![lead, a * b] } else { vec![a * b] };
        let producer = self.produce_generic(&wide, elem);
        let groups = if has_lead { "[0], [1, 2]" } else { "[0, 1]" };
        let view = self.collapse_stmt(&producer, groups, &narrow);
        if reduce {
            let inputs = vec![Operand { value: view, map: Self::identity(narrow.len()) }];
            self.reducing_op(&narrow, &[narrow.len() - 1], inputs);
        } else {
            let inputs = vec![Operand { value: view, map: Self::identity(narrow.len()) }];
            let mut inputs = inputs;
            if self.chance(40) {
                self.perhaps_more(&mut inputs, &narrow);
            }
            let out = self.elem();
            self.parallel_op(&narrow, inputs, &[out]);
        }
    }

    pub(super) fn collapse_stmt(&mut self, source: &Value, groups: &str, shape: &[i64]) -> Value {
        let ty = Type::tensor(shape, source.ty.elem().expect("an element type"));
        self.coverage.add("op tensor.collapse_shape");
        let text = format!("tensor.collapse_shape {} [{groups}] : {} into {ty}", source.name, source.ty);
        self.tensor_stmt(&ty, text)
    }

    /// A producer whose result is expanded, and read then.
    fn expand_below(&mut self) {
        let (a, b) = self.factors();
        let tail = self.rng.i64(1..5);
        let elem = self.elem();
        let producer = self.produce_generic(&[a * b, tail], elem);
        let ty = Type::tensor(&[a, b, tail], elem);
        self.coverage.add("op tensor.expand_shape");
        let text = format!(
            "tensor.expand_shape {} [[0, 1], [2]] output_shape [{a}, {b}, {tail}] : {} into {ty}",
            producer.name, producer.ty
        );
        let view = self.tensor_stmt(&ty, text);
        self.consume(&view);
        if self.chance(20) {
            self.keep(&producer);
        }
    }

    pub(in crate::generator) fn cast(&mut self, source: &Value, ty: &Type) -> Value {
        self.coverage.add("op tensor.cast");
        let text = format!("tensor.cast {} : {} to {ty}", source.name, source.ty);
        // Not among the values that anything may read: those have known shapes.
        self.stmt(ty, |_| text)
    }

    /// The value with some extents unknown.
    pub(in crate::generator) fn cast_open(&mut self, source: &Value, shape: &[i64]) -> Value {
        let mut open: Vec<i64> = shape.to_vec();
        let at = self.rng.usize(..open.len());
        open[at] = tilec_ir::DYNAMIC;
        for extent in &mut open {
            if self.chance(40) {
                *extent = tilec_ir::DYNAMIC;
            }
        }
        self.cast(source, &Type::tensor(&open, source.ty.elem().expect("an element type")))
    }
}
