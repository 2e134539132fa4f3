//! Parts of the caller's memory as arguments.

mod common;

use common::{count, data, kernel};
use std::sync::Arc;
use tilec_codegen::{Arg, CallError, Kernel, Strides, View, ViewMut};
use tilec_ir::{DYNAMIC, Data, Layout, MemRefType, ScalarType, Type};

const I32: ScalarType = ScalarType::Int(32);

fn strided(shape: &[i64], strides: &[i64], offset: i64) -> Type {
    let layout = Layout::Strided { offset, strides: strides.to_vec() };
    Type::MemRef(Arc::new(MemRefType { shape: shape.to_vec(), elem: I32, layout, space: None }))
}

/// `y[i, j] = x[i, j]`, on 2 by 3 elements.
fn copy(x: &Type, y: &Type) -> Kernel {
    kernel(&[x.clone(), y.clone()], |b, args| {
        count(b, 2, 1, |b, i| {
            count(b, 3, 1, |b, j| {
                let v = b.load(args[0], &[i, j]);
                b.store(v, args[1], &[i, j]);
            });
        });
        vec![]
    })
}

fn input<'a>(data: &'a Data, steps: &'a [isize], offset: usize) -> Arg<'a> {
    Arg::In(View { elem: I32, shape: &[2, 3], bytes: &data.bytes, strides: Some(Strides { steps, offset }) })
}

fn output<'a>(data: &'a mut Data, steps: &'a [isize], offset: usize) -> Arg<'a> {
    Arg::Out(ViewMut { elem: I32, shape: &[2, 3], bytes: &mut data.bytes, strides: Some(Strides { steps, offset }) })
}

fn numbers(n: usize) -> Data {
    data(I32, &(0..n as u64).collect::<Vec<_>>())
}

#[test]
fn strides_and_offset_of_the_caller() {
    let open = strided(&[2, 3], &[DYNAMIC, DYNAMIC], DYNAMIC);
    let k = copy(&open, &open);
    for (steps, offset) in [([10, 1], 0), ([10, 1], 7), ([3, 20], 2), ([-10, 2], 13), ([10, -3], 6), ([0, 1], 5), ([-1, -2], 30)]
    {
        for (to, at) in [([3, 1], 0), ([1, 2], 4), ([-4, 1], 10), ([20, -9], 19)] {
            let (x, mut y) = (numbers(60), data(I32, &[99; 60]));
            k.call(&mut [input(&x, &steps, offset), output(&mut y, &to, at)]).unwrap();
            let mut want = data(I32, &[99; 60]);
            let place = |at: usize, steps: [isize; 2], i: isize, j: isize| (at as isize + i * steps[0] + j * steps[1]) as usize;
            for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
                want.set(place(at, to, i, j), x.get(place(offset, steps, i, j)));
            }
            assert_eq!(y, want, "{steps:?} {offset} to {to:?} {at}");
        }
    }
    // Without strides: row-major.
    let (x, mut y) = (numbers(6), data(I32, &[99; 6]));
    let dense = Arg::In(View::dense(I32, &[2, 3], &x.bytes));
    k.call(&mut [dense, Arg::Out(ViewMut::dense(I32, &[2, 3], &mut y.bytes))]).unwrap();
    assert_eq!(y, x);
}

#[test]
fn what_the_type_states_is_what_must_be_given() {
    let k = copy(&strided(&[2, 3], &[DYNAMIC, 2], 4), &strided(&[2, 3], &[4, 1], 0));
    let (x, mut y) = (numbers(60), data(I32, &[99; 7]));
    k.call(&mut [input(&x, &[9, 2], 4), Arg::Out(ViewMut::dense(I32, &[2, 3], &mut y.bytes))]).unwrap();
    assert_eq!(y, data(I32, &[4, 6, 8, 99, 13, 15, 17]));
    let mut wide = data(I32, &[99; 20]);
    k.call(&mut [input(&x, &[9, 2], 4), output(&mut wide, &[4, 1], 0)]).unwrap();
    assert_eq!(wide.get(6).as_i64(), 17);
    let mut error = |steps: &[isize], offset, to: &[isize]| {
        k.call(&mut [input(&x, steps, offset), output(&mut wide, to, 0)]).unwrap_err().to_string()
    };
    let expected = "argument 0 expects memref<2x3xi32, strided<[?, 2], offset: 4>> but has strides";
    assert_eq!(error(&[9, 1], 4, &[4, 1]), format!("{expected} [9, 1] and offset 4"));
    assert_eq!(error(&[9, 2], 5, &[4, 1]), format!("{expected} [9, 2] and offset 5"));
    assert_eq!(error(&[9], 4, &[4, 1]), format!("{expected} [9] and offset 4"));
    assert!(error(&[9, 2], 4, &[3, 1]).starts_with("argument 1 expects memref<2x3xi32, strided<[4, 1]>> but has strides [3, 1]"));
}

/// No call may reach memory that it was not given, or write an element twice.
#[test]
fn layouts_that_are_refused() {
    let open = strided(&[2, 3], &[DYNAMIC, DYNAMIC], DYNAMIC);
    let k = copy(&open, &open);
    let x = numbers(20);
    let mut y = data(I32, &[0; 20]);
    let mut call = |steps: &[isize], offset, to: &[isize], at| k.call(&mut [input(&x, steps, offset), output(&mut y, to, at)]);
    call(&[10, 1], 7, &[10, 1], 7).unwrap();
    let outside = |index, low, high| Err(CallError::Outside { index, low, high, elements: 20 });
    assert_eq!(call(&[10, 1], 8, &[10, 1], 7), outside(0, 8, 20));
    assert_eq!(call(&[-10, 1], 9, &[10, 1], 7), outside(0, -1, 11));
    assert_eq!(call(&[10, 1], 7, &[10, -4], 7), outside(1, -1, 17));
    assert_eq!(call(&[10, 1], 20, &[10, 1], 7), outside(0, 20, 32));
    let far = isize::MAX;
    assert!(matches!(call(&[far, far], usize::MAX, &[10, 1], 7), Err(CallError::Outside { index: 0, .. })));
    assert!(matches!(call(&[isize::MIN, 1], 0, &[10, 1], 7), Err(CallError::Outside { index: 0, .. })));
    for to in [[0, 1], [1, 1], [2, 1], [3, 0], [2, 2], [-1, 1]] {
        assert_eq!(call(&[10, 1], 7, &to, 7), Err(CallError::Repeated { index: 1 }));
    }
    // What is only read may have elements twice.
    call(&[0, 0], 19, &[3, 1], 0).unwrap();
}

#[test]
fn only_the_true_range_overlaps() {
    let open = strided(&[2, 3], &[DYNAMIC, DYNAMIC], DYNAMIC);
    let k = kernel(&[open.clone(), open], |b, args| {
        let zero = b.index(0);
        let v = b.load(args[0], &[zero, zero]);
        b.store(v, args[0], &[zero, zero]);
        let w = b.load(args[1], &[zero, zero]);
        vec![v, w]
    });
    let (mut x, y) = (numbers(20), numbers(20));
    let found = k.call(&mut [output(&mut x, &[3, 1], 1), input(&y, &[3, 1], 2)]).unwrap();
    assert_eq!(found.iter().map(|v| v.as_i64()).collect::<Vec<_>>(), [1, 2]);
    assert!(matches!(k.call(&mut [input(&y, &[3, 1], 0), input(&y, &[3, 1], 0)]), Err(CallError::ReadOnly { index: 0 })));
}

/// A buffer without elements is fine wherever it is said to be.
#[test]
fn no_elements() {
    let open = strided(&[0, 3], &[DYNAMIC, 1], DYNAMIC);
    let k = kernel(&[open], |_, _| vec![]);
    let strides = Some(Strides { steps: &[3, 1], offset: 1 << 60 });
    k.call(&mut [Arg::In(View { elem: I32, shape: &[0, 3], bytes: &[], strides })]).unwrap();
    k.call(&mut [Arg::In(View::dense(I32, &[0, 3], &[]))]).unwrap();
}
