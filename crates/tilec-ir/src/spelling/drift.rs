//! What older versions of MLIR wrote, and which dialects are read at all.

/// The dialects tilec reads.
pub const DIALECTS: &[&str] = &[
    "builtin",
    "func",
    "arith",
    "math",
    "linalg",
    "tensor",
    "memref",
    "scf",
    "affine",
    "bufferization",
    "vector",
    "cf",
    "transform",
];

/// What MLIR 22 writes for an op that older versions had; `None` if there never was such an op, or nothing changed.
pub fn successor_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "tensor.pack" => "linalg.pack",
        "tensor.unpack" => "linalg.unpack",
        "bufferization.to_memref" => "bufferization.to_buffer %t : tensor<…> to memref<…>",
        "arith.maxf" => "arith.maximumf (or arith.maxnumf)",
        "arith.minf" => "arith.minimumf (or arith.minnumf)",
        "linalg.elemwise_unary" | "linalg.elemwise_binary" => "linalg.elementwise kind=#linalg.elementwise_kind<…>",
        "linalg.matmul_transpose_a" | "linalg.matmul_transpose_b" => "linalg.matmul indexing_maps = […]",
        "linalg.batch_matmul_transpose_a" | "linalg.batch_matmul_transpose_b" => "linalg.batch_matmul indexing_maps = […]",
        "linalg.matmul_unsigned" => "linalg.matmul {cast = #linalg.type_fn<cast_unsigned>}",
        "linalg.init_tensor" => "tensor.empty",
        "linalg.tensor_expand_shape" => "tensor.expand_shape",
        "linalg.tensor_collapse_shape" => "tensor.collapse_shape",
        "scf.foreach_thread" => "scf.forall",
        "scf.foreach_thread.perform_concurrently" => "scf.forall.in_parallel",
        "transform.sequence" => "transform.named_sequence @__transform_main(%root: !transform.any_op)",
        "transform.structured.tile" | "transform.structured.tile_to_scf_for" => "transform.structured.tile_using_for",
        "transform.structured.tile_to_forall_op" => "transform.structured.tile_using_forall",
        _ => return None,
    })
}
