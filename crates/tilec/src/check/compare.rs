//! Outcomes of two programs side by side.
//!
//! Each program ran several times, and undefined memory held something else each time: an element that is not always the same is undefined.

use super::pairing::{Pairing, Place};
use tilec_interp::{Outcome, RunError};
use tilec_ir::{Data, Scalar};

/// What the second program does that it must not.
#[derive(Clone, Debug)]
pub enum Found {
    /// One program stops with this error, the other does not.
    Stops {
        /// It is the second program that stops.
        after: bool,
        /// Why.
        error: RunError,
    },
    /// A value has another shape.
    Shape {
        /// Which value of the first program.
        place: Place,
        /// Its extents there.
        before: Vec<usize>,
        /// Its extents in the second program.
        after: Vec<usize>,
    },
    /// An element is another one; `None` if it is undefined.
    Element {
        /// Which value of the first program.
        place: Place,
        /// The position of the element.
        index: Vec<usize>,
        /// What it is in the first program.
        before: Option<Scalar>,
        /// What it is in the second program.
        after: Option<Scalar>,
        /// How many elements of the value differ.
        differing: usize,
        /// How many elements it has.
        elements: usize,
    },
}

/// The value at a place of an outcome.
fn value(outcome: &Outcome, place: Place) -> Option<&Data> {
    match place {
        Place::Result(n) => outcome.results.get(n),
        Place::Argument(n) => outcome.buffers.get(n)?.as_ref(),
    }
}

/// The element that all runs agree on.
fn element(values: &[&Data], i: usize) -> Option<Scalar> {
    let first = values.first()?.get(i);
    values[1..].iter().all(|v| v.get(i).bit_eq(first)).then_some(first)
}

/// The first difference between the runs of two programs. With `refines`, the second may do anything where the first is undefined.
pub(super) fn difference(pairing: &Pairing, before: &[Outcome], after: &[Outcome], refines: bool) -> Option<Found> {
    for &(place, other) in &pairing.outputs {
        let a: Vec<&Data> = before.iter().filter_map(|o| value(o, place)).collect();
        let b: Vec<&Data> = after.iter().filter_map(|o| value(o, other)).collect();
        let (Some(x), Some(y)) = (a.first(), b.first()) else { continue };
        // A shape that is not always the same is undefined, as is everything in it.
        if a.iter().any(|v| v.shape != x.shape) {
            continue;
        }
        if let Some(v) = b.iter().find(|v| v.shape != x.shape || v.elem != y.elem) {
            return Some(Found::Shape { place, before: x.shape.clone(), after: v.shape.clone() });
        }
        if a.iter().chain(&b).all(|v| v.bytes == x.bytes) {
            continue;
        }
        let differs = |i: usize| match (element(&a, i), element(&b, i)) {
            (None, _) if refines => false,
            (Some(p), Some(q)) => !p.bit_eq(q),
            (p, q) => p.is_some() || q.is_some(),
        };
        let mut differing = (0..x.len()).filter(|&i| differs(i));
        if let Some(i) = differing.next() {
            return Some(Found::Element {
                place,
                index: position(&x.shape, i),
                before: element(&a, i),
                after: element(&b, i),
                differing: 1 + differing.count(),
                elements: x.len(),
            });
        }
    }
    None
}

/// The multi-dimensional position of element `i`.
fn position(shape: &[usize], mut i: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (at, &n) in index.iter_mut().zip(shape).rev() {
        *at = i % n.max(1);
        i /= n.max(1);
    }
    index
}
