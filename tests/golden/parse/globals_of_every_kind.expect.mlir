module {
  memref.global "private" constant @sparse : memref<2x2xf32> = sparse<[[0, 1]], 3.000000e+00>
  memref.global @elided : memref<4xi8> = dense_resource<gone>
  memref.global @blob : memref<2xi16> = dense_resource<blob>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0200000001000200"
    }
  }
#-}

