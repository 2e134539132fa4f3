//! Temporaries in memory that a kernel keeps.

use super::{agree, build, call, f32s, index, kernel};
use std::sync::{Arc, Barrier};
use tilec::Data;

/// `y = (x + x) · x + x`, with two temporaries whose lives do not overlap in the same bytes, and one elsewhere.
const CHAIN: &str = "func.func @f(%x: memref<1000xf32>, %y: memref<1000xf32>) {
  %a = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<8064xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %far = arith.constant 4032 : index
  %t = memref.view %a[%c0][] : memref<8064xi8> to memref<1000xf32>
  %u = memref.view %a[%far][] : memref<8064xi8> to memref<1000xf32>
  %v = memref.view %a[%c0][] : memref<8064xi8> to memref<1000xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<1000xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %t[%i] : memref<1000xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<1000xf32>
    %1 = memref.load %t[%i] : memref<1000xf32>
    %2 = arith.mulf %0, %1 : f32
    memref.store %2, %u[%i] : memref<1000xf32>
    memref.store %0, %v[%i] : memref<1000xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %u[%i] : memref<1000xf32>
    %1 = memref.load %v[%i] : memref<1000xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i] : memref<1000xf32>
  }
  return
}";

fn chain_args(scale: f32) -> [Data; 2] {
    [f32s(&[1000], |i| i as f32 * scale), f32s(&[1000], |_| f32::NAN)]
}

#[test]
fn views_of_the_arena() {
    let found = agree(CHAIN, &chain_args(0.5)).unwrap();
    let want = |i: usize| (i as f32 * 0.5 * 2.0).mul_add(i as f32 * 0.5, 0.0) + i as f32 * 0.5;
    assert_eq!(found, [f32s(&[1000], want)]);
    let k = kernel(CHAIN);
    assert_eq!(k.arena_bytes(), 8064);
    for scale in [0.5, 1.0, 2.0] {
        assert_eq!(call(&k, &chain_args(scale)), call(&kernel(CHAIN), &chain_args(scale)));
    }
}

/// The same bytes as `f32`, then as `i32`: the later store is what the later load sees, whatever it was stored as.
#[test]
fn one_byte_range_in_two_types() {
    let text = "func.func @f(%x: memref<4xf32>, %y: memref<4xi32>, %z: memref<4xf32>) {
  %a = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<24xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = memref.view %a[%c0][] : memref<24xi8> to memref<4xf32>
  %u = memref.view %a[%c8][] : memref<24xi8> to memref<4xi32>
  %k = arith.constant 7 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %x[%i] : memref<4xf32>
    memref.store %0, %t[%i] : memref<4xf32>
  }
  memref.store %k, %u[%c1] : memref<4xi32>
  %last = memref.load %t[%c3] : memref<4xf32>
  memref.store %last, %z[%c0] : memref<4xf32>
  %first = memref.load %u[%c0] : memref<4xi32>
  memref.store %first, %y[%c0] : memref<4xi32>
  memref.store %last, %t[%c3] : memref<4xf32>
  memref.store %k, %u[%c0] : memref<4xi32>
  %2 = memref.load %t[%c1] : memref<4xf32>
  memref.store %2, %z[%c1] : memref<4xf32>
  return
}";
    let args = [f32s(&[4], |i| i as f32 + 1.0), super::i32s(&[4], |_| 0), f32s(&[4], |_| 0.0)];
    let found = agree(text, &args).unwrap();
    assert_eq!(found[0].get(0).as_i64(), i64::from(3.0f32.to_bits()));
    assert_eq!(found[1].get(0).bits, 7);
}

/// A view whose place is an expression of loops; the views of all places may be one memory.
#[test]
fn a_shift_that_changes() {
    let text = "func.func @f(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %base: index) {
  %a = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<256xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%w) in (4) {
    %s = affine.apply affine_map<(d0)[s0] -> (d0 * 32 + s0)>(%w)[%base]
    %t = memref.view %a[%s][] : memref<256xi8> to memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %0 = memref.load %x[%w, %i] : memref<4x8xf32>
      memref.store %0, %t[%i] : memref<8xf32>
    }
    %u = memref.view %a[%s][] : memref<256xi8> to memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %0 = memref.load %u[%i] : memref<8xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %y[%w, %i] : memref<4x8xf32>
    }
  }
  return
}";
    let args = |base| [f32s(&[4, 8], |i| i as f32), f32s(&[4, 8], |_| 0.0), index(base)];
    assert_eq!(agree(text, &args(64)).unwrap(), [f32s(&[4, 8], |i| 2.0 * i as f32)]);
    assert_eq!(agree(text, &args(128)).unwrap(), [f32s(&[4, 8], |i| 2.0 * i as f32)]);
    for outside in [-4, 132, 1 << 40, i64::MIN, i64::MAX] {
        let error = agree(text, &args(outside)).unwrap_err();
        assert!(error.contains("elements from it on, is out of bounds for dimension 0 of size 256 in memref.view"), "{error}");
    }
}

#[test]
fn a_view_outside_of_the_arena_is_refused_or_stops() {
    let text = |shift: i64| {
        format!(
            "func.func @f() {{
  %a = memref.alloc() {{tilec.arena}} : memref<64xi8>
  %c = arith.constant {shift} : index
  %t = memref.view %a[%c][] : memref<64xi8> to memref<8xf32>
  return
}}"
        )
    };
    call(&kernel(&text(32)), &[]).unwrap();
    for shift in [36, -4, 1 << 60] {
        let error = call(&kernel(&text(shift)), &[]).unwrap_err().to_string();
        assert!(error.starts_with(&format!("f.mlir:4:8: index {shift}, 32 elements")), "{error}");
    }
}

#[test]
fn an_arena_of_no_bytes() {
    let text = "func.func @f() -> index {
  %a = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<0xi8>
  %c0 = arith.constant 0 : index
  %t = memref.view %a[%c0][] : memref<0xi8> to memref<0x7xf32>
  %n = memref.dim %t, %c0 : memref<0x7xf32>
  return %n : index
}";
    assert_eq!(agree(text, &[]).unwrap(), [index(0)]);
    assert_eq!(kernel(text).arena_bytes(), 0);
    call(&kernel(text).with_memory_limit(0), &[]).unwrap();
}

#[test]
fn the_arena_counts_for_the_memory_limit() {
    let k = kernel(CHAIN);
    call(&k.clone().with_memory_limit(8064), &chain_args(1.0)).unwrap();
    let error = call(&k.clone().with_memory_limit(8063), &chain_args(1.0)).unwrap_err().to_string();
    let message = "allocation of 8064 bytes failed in memref.alloc: the memory limit of 8063 bytes is exceeded";
    assert_eq!(error, format!("f.mlir:2:8: {message}"));
    call(&k, &chain_args(1.0)).unwrap();
    let both = "func.func @f() {
  %a = memref.alloc() {tilec.arena} : memref<100xi8>
  %t = memref.alloc() : memref<50xi8>
  return
}";
    call(&kernel(both).with_memory_limit(150), &[]).unwrap();
    let error = call(&kernel(both).with_memory_limit(149), &[]).unwrap_err().to_string();
    assert!(error.contains("allocation of 50 bytes failed"), "{error}");
    let huge = "func.func @f() {
  %a = memref.alloc() {tilec.arena} : memref<1099511627776xi8>
  return
}";
    assert!(call(&kernel(huge), &[]).unwrap_err().to_string().contains("exceeded"));
    let error = call(&kernel(huge).with_memory_limit(usize::MAX), &[]).unwrap_err().to_string();
    assert_eq!(error, "f.mlir:2:8: allocation of 1099511627776 bytes failed in memref.alloc");
    let one = "  %0 = memref.alloc() {tilec.arena} : memref<1152921504606846976xi8>\n";
    let many = format!("func.func @f() {{\n{}{}{}  return\n}}", one, one.replace("%0", "%1"), one.replace("%0", "%2"));
    let error = build(&many, false).unwrap_err().to_string();
    assert!(error.contains("an arena this large"), "{error}");
}

/// Two calls at once do not see each other's temporaries.
#[test]
fn calls_from_several_threads() {
    let k = kernel(CHAIN);
    let start = Arc::new(Barrier::new(4));
    let work = |scale: f32| {
        let (k, start) = (k.clone(), start.clone());
        move || {
            let args = chain_args(scale);
            let want = f32s(&[1000], |i| i as f32 * scale * 2.0 * (i as f32 * scale) + i as f32 * scale);
            start.wait();
            for _ in 0..500 {
                assert_eq!(call(&k, &args).unwrap()[0], want);
            }
        }
    };
    std::thread::scope(|scope| (1..5).for_each(|t| drop(scope.spawn(work(t as f32)))));
}

/// Pages of the arena, once there, stay: a call in the steady state faults nowhere.
#[cfg(target_os = "linux")]
#[test]
fn no_page_fault_in_the_steady_state() {
    let faults = || {
        let text = std::fs::read_to_string("/proc/thread-self/stat").expect("the counters of this thread");
        let fields = text.rsplit_once(')').expect("a name").1;
        fields.split_whitespace().nth(7).expect("minor faults").parse::<u64>().expect("a number")
    };
    // 64 MiB of temporaries, more than any allocator keeps.
    let text = "func.func @f(%x: memref<2xf32>, %y: memref<2xf32>) {
  %a = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<67108864xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %page = arith.constant 1024 : index
  %n = arith.constant 16777216 : index
  %t = memref.view %a[%c0][] : memref<67108864xi8> to memref<16777216xf32>
  %v = memref.load %x[%c0] : memref<2xf32>
  scf.for %i = %c0 to %n step %page {
    memref.store %v, %t[%i] : memref<16777216xf32>
  }
  %w = memref.load %t[%page] : memref<16777216xf32>
  memref.store %w, %y[%c1] : memref<2xf32>
  return
}";
    let (x, mut y) = (f32s(&[2], |_| 1.5), f32s(&[2], |_| 0.0));
    let mut steady = |k: &tilec_codegen::Kernel| {
        let mut call = || {
            let input = tilec_codegen::View::dense(x.elem, &x.shape, &x.bytes);
            let output = tilec_codegen::ViewMut::dense(y.elem, &y.shape, &mut y.bytes);
            k.call(&mut [tilec_codegen::Arg::In(input), tilec_codegen::Arg::Out(output)]).expect("a call");
        };
        (0..3).for_each(|_| call());
        let before = faults();
        (0..20).for_each(|_| call());
        let after = faults();
        // The counter itself reads a file.
        let again = faults();
        (after - before).saturating_sub(again - after)
    };
    assert_eq!(steady(&kernel(text)), 0);
    let without = text.replace(", tilec.arena", "");
    // Pages may be large.
    assert!(steady(&kernel(&without)) >= 20, "an allocation of its own is faulted in at every call");
}
