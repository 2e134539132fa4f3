//! The library from the outside: programs, kernels, checked calls.

use half::bf16;
use ndarray::{Array1, Array2, ArrayD, array};
use tilec::{Arg, CallError, CompileOptions, Data, Error, Kernel, Pipeline, Place, Program, ScalarType, compile};

/// `y = x + x` on a type.
fn double(ty: &str, add: &str) -> Program {
    let elem = ty.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let rank = ty[..ty.len() - elem.len()].matches('x').count();
    let dims: Vec<String> = (0..rank).map(|i| format!("d{i}")).collect();
    let map = format!("affine_map<({0}) -> ({0})>", dims.join(", "));
    let parallel = vec!["\"parallel\""; rank].join(", ");
    let text = format!(
        "func.func @f(%x: tensor<{ty}>) -> tensor<{ty}> {{
  %e = tensor.empty() : tensor<{ty}>
  %0 = linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = [{parallel}]}}
      ins(%x : tensor<{ty}>) outs(%e : tensor<{ty}>) {{
  ^bb0(%in: {elem}, %out: {elem}):
    %v = {add} %in, %in : {elem}
    linalg.yield %v : {elem}
  }} -> tensor<{ty}>
  return %0 : tensor<{ty}>
}}
"
    );
    Program::parse(&text, "f.mlir").expect("a valid program")
}

fn kernel(ty: &str, add: &str) -> Kernel {
    compile(&double(ty, add), None, &CompileOptions { verify: true, ..CompileOptions::default() }).expect("a kernel")
}

#[test]
fn views_and_slices_are_passed_without_a_copy() {
    let kernel = kernel("2x3xf32", "arith.addf");
    let x = array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let mut y = Array2::<f32>::zeros((2, 3));
    let scalars = kernel.call([x.view().into()], [y.view_mut().into()]).unwrap();
    assert!(scalars.is_empty());
    assert_eq!(y, &x * 2.0);
    let mut out = [0.0f32; 6];
    kernel.call([Arg::slice(&[1.0f32; 6], &[2, 3])], [Arg::slice_mut(&mut out, &[2, 3])]).unwrap();
    assert_eq!(out, [2.0; 6]);
    let dynamic: ArrayD<f32> = x.clone().into_dyn();
    kernel.call([dynamic.view().into()], [Arg::slice_mut(&mut out, &[2, 3])]).unwrap();
    assert_eq!(out[5], 12.0);
}

#[test]
fn every_element_type_passes() {
    macro_rules! doubles {
        ($($ty:literal, $add:literal, $rust:ty, $in:expr, $out:expr;)*) => {$(
            let x: [$rust; 2] = [$in, $in];
            let mut y = x;
            kernel($ty, $add).call([Arg::slice(&x, &[2])], [Arg::slice_mut(&mut y, &[2])]).expect($ty);
            assert_eq!(y, [$out, $out], $ty);
        )*};
    }
    doubles! {
        "2xf64", "arith.addf", f64, 1.5, 3.0;
        "2xbf16", "arith.addf", bf16, bf16::from_f32(1.5), bf16::from_f32(3.0);
        "2xf16", "arith.addf", half::f16, half::f16::from_f32(1.5), half::f16::from_f32(3.0);
        "2xi8", "arith.addi", i8, -3, -6;
        "2xi8", "arith.addi", u8, 130, 4;
        "2xi16", "arith.addi", i16, -3, -6;
        "2xi32", "arith.addi", i32, -3, -6;
        "2xi32", "arith.addi", u32, 3, 6;
        "2xi64", "arith.addi", i64, -3, -6;
        "2xindex", "arith.addi", u64, 3, 6;
        "2xi1", "arith.xori", bool, true, false;
    }
}

#[test]
fn calls_are_checked_before_anything_runs() {
    let kernel = kernel("4xf32", "arith.addf");
    let four = Array1::from(vec![1.0f32; 4]);
    let mut out = [7.0f32; 4];
    let mut call = |x: Arg<'_>, shape: &[usize]| {
        let result = kernel.call([x], [Arg::slice_mut(&mut out[..], shape)]).map_err(|e| e.to_string());
        assert_eq!(out, [7.0; 4]);
        result.unwrap_err()
    };
    assert_eq!(call(Arg::slice(&[1.0f32; 3], &[3]), &[4]), "argument 0 expects tensor<4xf32> but got shape [3] of f32");
    assert_eq!(call(Arg::slice(&[1.0f64; 4], &[4]), &[4]), "argument 0 expects tensor<4xf32> but got shape [4] of f64");
    assert_eq!(call(1.0f32.into(), &[4]), "argument 0 expects tensor<4xf32> but got f32");
    assert_eq!(call(Arg::slice(&[1.0f32; 3], &[4]), &[4]), "argument 0 of shape [4] has 3 elements");
    assert_eq!(call(four.view().into(), &[2, 2]), "output 0 expects tensor<4xf32> but got shape [2, 2] of f32");
    let eight = Array1::from(vec![1.0f32; 8]);
    let strided = call(eight.slice(ndarray::s![..;2]).into(), &[4]);
    assert_eq!(strided, "argument 0 expects tensor<4xf32> in row-major order, but the view of shape [4] has strides [2]");
    let none = kernel.call([four.view().into()], []).unwrap_err();
    assert_eq!(none.to_string(), "expected 1 outputs but got 0");
    let read_only = kernel.call([four.view().into()], [four.view().into()]).unwrap_err();
    assert_eq!(read_only, CallError::ReadOnly { place: Place::Output(0) });
}

#[test]
fn kernels_are_shared_between_threads() {
    fn shared<T: Clone + Send + Sync + 'static>(value: &T) -> T {
        value.clone()
    }
    let kernel = kernel("4xf32", "arith.addf");
    let clone = shared(&kernel);
    drop(kernel);
    std::thread::scope(|scope| {
        for i in 0..4u8 {
            let kernel = clone.clone();
            scope.spawn(move || {
                let (x, mut y) = ([f32::from(i); 4], [0.0f32; 4]);
                kernel.call([Arg::slice(&x, &[4])], [Arg::slice_mut(&mut y, &[4])]).unwrap();
                assert_eq!(y, [f32::from(i) * 2.0; 4]);
            });
        }
    });
}

#[test]
fn owned_data_keeps_arguments_and_returns_scalars() {
    let text = "func.func @f(%x: tensor<2xf32> {bufferization.writable = true}, %n: i32) -> (tensor<2xf32>, i32) {
  %i = arith.constant 0 : index
  %v = arith.constant 9.0 : f32
  %s = arith.addi %n, %n : i32
  %e = linalg.fill ins(%v : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  return %e, %s : tensor<2xf32>, i32
}
";
    let program = Program::parse(text, "f.mlir").unwrap();
    let kernel = compile(&program, Some("f"), &CompileOptions::default()).unwrap();
    let x = Data::zeros(ScalarType::F32, &[2]);
    let n = Data::scalar(tilec::Scalar::from_i64(ScalarType::Int(32), 21));
    let arguments = [x.clone(), n];
    let results = kernel.call_data(&arguments).unwrap();
    assert_eq!(arguments[0], x);
    assert_eq!(results[0].get(1).to_f64(), 9.0);
    assert_eq!(results[1].get(0).as_i64(), 42);
    assert!(matches!(kernel.call_data(&arguments[..1]), Err(CallError::Count { expected: 2, found: 1, .. })));
}

#[test]
fn programs_print_transform_and_reject() {
    let mut program = double("4xf32", "arith.addf");
    let before = program.to_string();
    let remarks = program.run_pipeline(&Pipeline::parse("bufferize,results-to-out-params").unwrap()).unwrap();
    assert!(program.to_string().contains("memref<4xf32>"));
    assert!(remarks.iter().all(|r| r.pass == "bufferize" || r.pass == "results-to-out-params"));
    let text = program.to_string();
    assert!(Program::parse(&text, "again.mlir").unwrap().to_string() == text && text != before);
    let error = Program::parse("func.func @f() {\n  nope\n}", "f.mlir").unwrap_err();
    assert!(error.to_string().starts_with("f.mlir:2:3: error: "), "{error}");
    let unranked = Program::parse("func.func @f(%x: tensor<*xf32>) {\n  return\n}", "f.mlir").unwrap();
    let error = compile(&unranked, None, &CompileOptions::default()).unwrap_err();
    assert!(matches!(&error, Error::Input(_)) && error.to_string().contains("cannot be passed"), "{error}");
    assert!(matches!(Program::open("no/such.mlir"), Err(Error::Read { .. })));
}

const OPEN: &str = "func.func @scaled_head(%x: tensor<?x?xf32>, %w: tensor<?xf32>, %n: index, %bias: f32) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %cols = tensor.dim %x, %c1 : tensor<?x?xf32>
  %head = tensor.extract_slice %x[0, 0] [%n, %cols] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e = tensor.empty(%n, %cols) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = [\"parallel\", \"parallel\"]}
      ins(%head, %w : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %bias : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
";

fn open_kernel() -> Kernel {
    let program = Program::parse(OPEN, "open.mlir").expect("a valid program");
    compile(&program, None, &CompileOptions { verify: true, ..CompileOptions::default() }).expect("a kernel")
}

#[test]
fn a_program_of_open_shapes_is_compiled_at_the_call() {
    let kernel = open_kernel();
    assert_eq!(kernel.code_size(), 0);
    for (rows, cols, n) in [(4, 3, 2), (5, 1, 5), (2, 0, 1), (4, 3, 0), (4, 3, 2)] {
        let x = Array2::from_shape_fn((rows, cols), |(i, j)| (i * cols + j) as f32);
        let w = Array1::from_iter((0..cols).map(|j| j as f32 + 0.5));
        let mut y = Array2::<f32>::zeros((n, cols));
        kernel.call([x.view().into(), w.view().into(), (n as u64).into(), 1.0f32.into()], [y.view_mut().into()]).unwrap();
        assert_eq!(y, Array2::from_shape_fn((n, cols), |(i, j)| x[(i, j)] * w[j] + 1.0));
    }
    // A kernel for one list of shapes, to be called without looking it up; a number that no shape depends on may change.
    let (x, w) = (array![[1.0f32, 2.0], [3.0, 4.0]], [10.0f32, 1.0]);
    let arguments = |bias: f32| [x.view().into(), Arg::slice(&w, &[2]), 1u64.into(), bias.into()];
    let fixed = kernel.specialize(&arguments(0.0)).unwrap();
    let results: Vec<String> = fixed.signature().results.iter().map(ToString::to_string).collect();
    assert_eq!(results, ["tensor<1x2xf32>"]);
    let mut y = [0.0f32; 2];
    fixed.call(arguments(0.5), [Arg::slice_mut(&mut y, &[1, 2])]).unwrap();
    assert_eq!(y, [10.5, 2.5]);
    assert!(kernel.results().is_err() && fixed.results().is_ok());
    assert!(kernel.code_size() > fixed.code_size());
}

#[test]
fn shapes_that_contradict_each_other_are_refused_at_the_call() {
    let kernel = open_kernel();
    let (x, mut y) = (array![[1.0f32, 2.0], [3.0, 4.0]], [0.0f32; 4]);
    let mut call = |w: &[f32], n: u64| {
        let arguments = [x.view().into(), Arg::slice(w, &[w.len()]), n.into(), 1.0f32.into()];
        kernel.call(arguments, [Arg::slice_mut(&mut y, &[2, 2])]).unwrap_err()
    };
    let error = call(&[1.0; 3], 2);
    assert!(matches!(&error, CallError::Compile(e) if matches!(e.error(), Error::Input(_))), "{error}");
    let message = error.to_string();
    assert!(message.starts_with("open.mlir:6:8: error: linalg.generic: ") && message.contains("argument 1"), "{message}");
    assert!(call(&[1.0; 2], 3).to_string().contains("the slice leaves dimension 0, which is 2"));
    assert!(call(&[1.0; 2], u64::MAX).to_string().contains("-1 (argument 2)"));
    assert_eq!(call(&[1.0; 2], 1).to_string(), "output 0 expects tensor<1x2xf32> but got shape [2, 2] of f32");
    let wrong = kernel.call([1.0f32.into(), 1.0f32.into(), 1u64.into(), 1.0f32.into()], []).unwrap_err();
    assert_eq!(wrong.to_string(), "argument 0 expects tensor<?x?xf32> but got f32");
    assert!(matches!(kernel.call([], []), Err(CallError::Count { expected: 4, found: 0, .. })));
}

#[test]
fn kernels_of_many_shapes_do_not_pile_up() {
    let program = Program::parse(
        "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.abs ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}",
        "f.mlir",
    )
    .unwrap();
    let kernel = compile(&program, None, &CompileOptions::default()).unwrap();
    let call = |n: usize| {
        let (x, mut y) = (vec![-1.0f32; n], vec![0.0f32; n]);
        kernel.call([Arg::slice(&x, &[n])], [Arg::slice_mut(&mut y, &[n])]).unwrap();
        assert!(y.iter().all(|v| *v == 1.0));
    };
    (0..32).for_each(call);
    let full = kernel.code_size();
    std::thread::scope(|scope| (0..2).for_each(|t| drop(scope.spawn(move || (20 + t..60 + t).for_each(call)))));
    assert!(kernel.code_size() < full * 2);
}

#[test]
fn a_shape_that_depends_on_data_is_refused_by_name() {
    let text = "func.func @f(%x: tensor<4xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %x[%c0] : tensor<4xindex>
  %e = tensor.empty(%n) : tensor<?xf32>
  return %e : tensor<?xf32>
}";
    let error = compile(&Program::parse(text, "f.mlir").unwrap(), None, &CompileOptions::default()).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("f.mlir:4:8: error: ") && message.contains("it depends on data that tensor.extract reads"),
        "{message}"
    );
}

#[test]
fn pipelines_bind_arguments() {
    let text = "func.func @f(%raw: memref<?xi8>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.view %raw[%c0][%n] : memref<?xi8> to memref<?xf32>
  %x = memref.load %v[%c0] : memref<?xf32>
  return %x : f32
}";
    let mut program = Program::parse(text, "f.mlir").unwrap();
    let remarks = program.run_pipeline(&Pipeline::parse("specialize{arg0=48 arg1=3}").unwrap()).unwrap();
    assert!(program.to_string().contains("memref<48xi8> to memref<3xf32>"), "{program}");
    assert_eq!(remarks.len(), 2, "{remarks:?}");
    assert!(Pipeline::parse("specialize{arg0=48;arg1}").is_err());
}

/// Views and sizes in long chains are followed without recursion: a program may be one chain.
#[test]
fn long_chains_are_fused_without_recursion() {
    use std::fmt::Write as _;
    const LENGTH: usize = 30_000;
    let (open, known) = ("tensor<?xf32>", "tensor<4xf32>");
    let mut casts = format!(
        "func.func @casts(%v: {known}) -> {known} {{\n  %c0 = linalg.exp ins(%v : {known}) outs(%v : {known}) -> {known}\n"
    );
    let mut inits = format!("func.func @inits(%i0: {open}) -> index {{\n  %z = arith.constant 0 : index\n");
    for k in 0..LENGTH {
        let (from, to) = if k % 2 == 0 { (known, open) } else { (open, known) };
        let next = k + 1;
        let _ = writeln!(casts, "  %c{next} = tensor.cast %c{k} : {from} to {to}");
        let _ = writeln!(inits, "  %i{next} = linalg.exp ins(%i0 : {open}) outs(%i{k} : {open}) -> {open}");
    }
    let _ =
        writeln!(casts, "  %r = linalg.abs ins(%c{LENGTH} : {known}) outs(%v : {known}) -> {known}\n  return %r : {known}\n}}");
    let _ = writeln!(inits, "  %d = tensor.dim %i{LENGTH}, %z : {open}\n  return %d : index\n}}");
    let mut module = Program::parse(&(casts + &inits), "chains.mlir").expect("a valid program").module().clone();
    Pipeline::parse("fuse-elementwise").unwrap().run(&mut module, false, &mut |_| {}).expect("a valid program is fused");
    assert!(!module.to_string().contains("outs(%arg0 : tensor<?xf32>)"), "the size of the last init is that of the first");
}

/// A transposed view, a part of a matrix, and an output with gaps, for a function of buffers that leaves the layout open.
#[test]
fn buffers_with_strides() {
    let ty = "memref<2x3xf32, strided<[?, ?], offset: ?>>";
    let text = format!(
        "#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%x: {ty}, %y: {ty}) {{
  linalg.generic {{indexing_maps = [#id, #id], iterator_types = [\"parallel\", \"parallel\"]}}
      ins(%x : {ty}) outs(%y : {ty}) {{
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %in : f32
    linalg.yield %v : f32
  }}
  return
}}"
    );
    let program = Program::parse(&text, "f.mlir").unwrap();
    for sanitize in [false, true] {
        let kernel = compile(&program, None, &CompileOptions { verify: true, sanitize, ..CompileOptions::default() }).unwrap();
        let x = Array2::from_shape_fn((3, 2), |(i, j)| (10 * i + j) as f32);
        let mut y = Array2::<f32>::zeros((2, 3));
        kernel.call([x.t().into(), y.view_mut().into()], []).unwrap();
        assert_eq!(y, &x.t() * 2.0);
        let matrix: Vec<f32> = (0..20).map(|i| i as f32).collect();
        let mut out = [0.0f32; 20];
        kernel.call([Arg::strided(&matrix, &[2, 3], &[5, 1], 6), Arg::strided_mut(&mut out, &[2, 3], &[-8, 2], 12)], []).unwrap();
        assert_eq!([out[12], out[14], out[16], out[4], out[6], out[8]], [12.0, 14.0, 16.0, 22.0, 24.0, 26.0]);
        let mut backwards = Array2::<f32>::zeros((2, 3));
        backwards.invert_axis(ndarray::Axis(0));
        kernel.call([x.t().into(), backwards.view_mut().into()], []).unwrap();
        assert_eq!(backwards, &x.t() * 2.0);
        // The gaps of such a view cannot be borrowed from it.
        let wide = Array2::<f32>::zeros((2, 6));
        let error = kernel.call([wide.slice(ndarray::s![.., ..;2]).into(), y.view_mut().into()], []).unwrap_err();
        assert!(matches!(error, CallError::Layout { place: Place::Argument(0), .. }), "{error}");
        let error = kernel.call([Arg::strided(&matrix, &[2, 3], &[20, 1], 0), y.view_mut().into()], []).unwrap_err();
        assert_eq!(error.to_string(), "the elements of argument 0 are number 0 to 22 of its memory, which has 20");
    }
    // Owned data is row-major, which is one of the layouts that an open type has.
    let kernel_of = |ty: &str| {
        let program = Program::parse(&text.replace("strided<[?, ?], offset: ?>", ty), "f.mlir").unwrap();
        compile(&program, None, &CompileOptions::default()).unwrap()
    };
    let six = Data::zeros(ScalarType::F32, &[2, 3]);
    for dense in ["strided<[?, ?], offset: ?>", "strided<[?, 1]>", "strided<[3, 1], offset: ?>", "strided<[3, 1]>"] {
        kernel_of(dense).call_data(&[six.clone(), six.clone()]).unwrap();
    }
    // For other layouts it is spread out and collected.
    let numbers = Data { bytes: (0..6).flat_map(|i| (i as f32).to_le_bytes()).collect(), ..six.clone() };
    for other in
        ["strided<[4, 1]>", "strided<[3, 1], offset: 2>", "strided<[?, 2], offset: ?>", "strided<[1, ?]>", "strided<[1, 2]>"]
    {
        let found = kernel_of(other).call_data(&[numbers.clone(), six.clone()]).unwrap();
        assert_eq!((0..6).map(|i| found[0].get(i).to_f64()).collect::<Vec<_>>(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0], "{other}");
    }
    let same = Program::parse(&text.replace("strided<[?, ?], offset: ?>", "strided<[2, 1]>"), "f.mlir").unwrap();
    let error = compile(&same, None, &CompileOptions::default()).unwrap_err().to_string();
    assert!(error.ends_with("has a layout under which elements would be the same memory"), "{error}");
    // Without elements there is none to share.
    let none = Program::parse("func.func @f(%x: memref<7x0x8xf32>) {\n  return\n}", "f.mlir").unwrap();
    compile(&none, None, &CompileOptions::default()).unwrap().call_data(&[Data::zeros(ScalarType::F32, &[7, 0, 8])]).unwrap();
    // Tensors are row-major, whatever view they come from.
    let kernel = kernel("2x3xf32", "arith.addf");
    let x = Array2::<f32>::zeros((3, 2));
    let mut y = Array2::<f32>::zeros((2, 3));
    let error = kernel.call([x.t().into()], [y.view_mut().into()]).unwrap_err();
    assert!(matches!(error, CallError::Layout { place: Place::Argument(0), .. }), "{error}");
    kernel.call([Arg::strided(&[1.0f32; 6], &[2, 3], &[3, 1], 0)], [y.view_mut().into()]).unwrap();
}

#[test]
fn arguments_are_overwritten_only_if_it_is_said() {
    // The value that goes into the argument's memory is used once more, so that it cannot go to the output at once.
    let text = "func.func @f(%x: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %s = linalg.fill ins(%two : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.add ins(%y, %s : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}";
    let program = Program::parse(text, "f.mlir").unwrap();
    let kernel = |in_place: Vec<usize>, fuse| {
        compile(&program, None, &CompileOptions { in_place, fuse, eliminate: false, verify: true, ..CompileOptions::default() })
    };
    let want = 2f32.exp() + 2.0;
    for fuse in [false, true] {
        let safe = kernel(vec![], fuse).unwrap();
        assert!(!safe.overwrites(0));
        let (x, mut y) = ([1.0f32, 2.0, 3.0, 4.0], [0.0f32; 4]);
        safe.call([Arg::slice(&x, &[4]), 2u64.into()], [Arg::slice_mut(&mut y, &[4])]).unwrap();
        assert_eq!((x, y), ([1.0, 2.0, 3.0, 4.0], [want; 4]));
        let in_place = kernel(vec![0], fuse).unwrap();
        let (mut mine, mut y) = (x, [0.0f32; 4]);
        in_place.call([Arg::slice_mut(&mut mine, &[4]), 2u64.into()], [Arg::slice_mut(&mut y, &[4])]).unwrap();
        assert_eq!(y, [want; 4]);
        if !fuse {
            assert!(in_place.overwrites(0));
            let error = in_place.call([Arg::slice(&x, &[4]), 2u64.into()], [Arg::slice_mut(&mut y, &[4])]).unwrap_err();
            assert!(matches!(error, CallError::ReadOnly { place: Place::Argument(0) }), "{error}");
        }
    }
    for (wrong, why) in [(1, "it is of type index"), (7, "there is no such argument")] {
        let error = kernel(vec![wrong], true).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("argument {wrong} cannot be overwritten in place, as only tensors can be: {why}")),
            "{error}"
        );
    }
}
