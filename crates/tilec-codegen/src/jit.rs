//! Everything unsafe: executable memory, calling into it, and what it calls back.
//!
//! **Invariant**: the only code called here was made by [`crate::lower`] for the slots that [`crate::abi::bind`] checked.
#![allow(unsafe_code)]

use crate::arena::{Pool, Refused};
use crate::error::CodegenError;
use cranelift_codegen::ir::{AbiParam, Function, GlobalValue, Signature, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_codegen::{CodegenError as CraneliftError, Context};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{DataDescription, FuncId, Linkage, Module, ModuleError};
use std::alloc::Layout;
use std::ffi::c_void;
use std::sync::Mutex;

/// Least alignment of an allocation: a cache line.
pub(crate) const ALLOC_ALIGN: u64 = 64;

/// What compiled code is called as: argument and result slots, and the state of the call.
type Entry = unsafe extern "C" fn(*mut u64, *mut CallContext) -> u64;

/// A function of the host that compiled code may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Callback {
    /// `(context, bytes, align) -> pointer`, null if there is no memory.
    Alloc,
    /// `(context, pointer)`.
    Free,
    /// `(target, source, bytes)`; the two may overlap.
    Copy,
    /// `(a, b) -> remainder` of f32.
    RemF32,
    /// `(a, b) -> remainder` of f64.
    RemF64,
    /// `(a, b, c) -> a·b + c` of f32.
    FmaF32,
    /// `(a, b, c) -> a·b + c` of f64.
    FmaF64,
}

/// Where in the state of a call the address of the arena is; null if there is none.
pub(crate) const ARENA_OFFSET: i32 = 0;

/// The state of one call.
#[repr(C)]
struct CallContext {
    /// At [`ARENA_OFFSET`], where compiled code reads it.
    arena: *mut u8,
    allocations: Vec<(*mut u8, Layout)>,
    bytes: usize,
    limit: usize,
    over_limit: bool,
}

impl Drop for CallContext {
    fn drop(&mut self) {
        for (pointer, layout) in self.allocations.drain(..) {
            // SAFETY: every entry is a live allocation made by `alloc` with this layout; `free` takes out what it frees.
            unsafe { std::alloc::dealloc(pointer, layout) };
        }
    }
}

/// SAFETY (of callers): `context` is the pointer the entry function was given.
unsafe extern "C" fn alloc(context: *mut CallContext, bytes: u64, align: u64) -> *mut u8 {
    // SAFETY: the context outlives the call, and nothing else refers to it while compiled code runs.
    let context = unsafe { &mut *context };
    let (Ok(bytes), Ok(align)) = (usize::try_from(bytes), usize::try_from(align)) else {
        return std::ptr::null_mut();
    };
    // A buffer of no elements still has an address of its own.
    let Ok(layout) = Layout::from_size_align(bytes.max(1), align) else {
        return std::ptr::null_mut();
    };
    if context.limit - context.bytes < layout.size() {
        context.over_limit = true;
        return std::ptr::null_mut();
    }
    // SAFETY: the size is at least one.
    let pointer = unsafe { std::alloc::alloc(layout) };
    if !pointer.is_null() {
        context.bytes += layout.size();
        context.allocations.push((pointer, layout));
    }
    pointer
}

/// SAFETY (of callers): `context` is the pointer the entry function was given. Any `pointer` will do: one that is not a
/// live allocation of this call is ignored.
unsafe extern "C" fn free(context: *mut CallContext, pointer: *mut u8) {
    // SAFETY: as in `alloc`.
    let context = unsafe { &mut *context };
    if let Some(at) = context.allocations.iter().rposition(|(p, _)| *p == pointer) {
        let (pointer, layout) = context.allocations.swap_remove(at);
        context.bytes -= layout.size();
        // SAFETY: the entry was a live allocation with this layout and is gone from the list.
        unsafe { std::alloc::dealloc(pointer, layout) };
    }
}

/// SAFETY (of callers): `bytes` bytes are readable at `source` and writable at `target`.
unsafe extern "C" fn copy(target: *mut u8, source: *const u8, bytes: u64) {
    // SAFETY: promised by the caller; overlap is allowed.
    unsafe { std::ptr::copy(source, target, bytes as usize) };
}

extern "C" fn rem_f32(a: f32, b: f32) -> f32 {
    a % b
}

extern "C" fn rem_f64(a: f64, b: f64) -> f64 {
    a % b
}

extern "C" fn fma_f32(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

extern "C" fn fma_f64(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

impl Callback {
    /// Its address in this process.
    pub(crate) fn address(self) -> u64 {
        let pointer = match self {
            Self::Alloc => alloc as *const c_void,
            Self::Free => free as *const c_void,
            Self::Copy => copy as *const c_void,
            Self::RemF32 => rem_f32 as *const c_void,
            Self::RemF64 => rem_f64 as *const c_void,
            Self::FmaF32 => fma_f32 as *const c_void,
            Self::FmaF64 => fma_f64 as *const c_void,
        };
        pointer as u64
    }

    /// Adds its parameters and results.
    pub(crate) fn describe(self, signature: &mut Signature) {
        let (params, result): (&[_], _) = match self {
            Self::Alloc => (&[types::I64; 3], Some(types::I64)),
            Self::Free => (&[types::I64; 2], None),
            Self::Copy => (&[types::I64; 3], None),
            Self::RemF32 => (&[types::F32; 2], Some(types::F32)),
            Self::RemF64 => (&[types::F64; 2], Some(types::F64)),
            Self::FmaF32 => (&[types::F32; 3], Some(types::F32)),
            Self::FmaF64 => (&[types::F64; 3], Some(types::F64)),
        };
        signature.params.extend(params.iter().map(|t| AbiParam::new(*t)));
        signature.returns.extend(result.map(AbiParam::new));
    }
}

/// Memory for code and constants, which Cranelift alone would never give back.
struct Owned(Option<JITModule>);

impl Owned {
    fn module(&self) -> &JITModule {
        self.0.as_ref().expect("taken in drop only")
    }

    fn module_mut(&mut self) -> &mut JITModule {
        self.0.as_mut().expect("taken in drop only")
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(module) = self.0.take() {
            // SAFETY: pointers into the memory are in `Code` alone, which holds this value: calls borrow it, so none is
            // running, and its entry goes with it.
            unsafe { module.free_memory() };
        }
    }
}

/// A module of machine code in the making, for one function.
pub(crate) struct Jit {
    module: Owned,
}

impl Jit {
    /// Code for this host.
    pub(crate) fn new(verify: bool) -> Result<Self, CodegenError> {
        let flags = [
            ("opt_level", "speed"),
            ("enable_verifier", if verify { "true" } else { "false" }),
            ("enable_probestack", "true"),
            ("probestack_strategy", "inline"),
            ("unwind_info", "false"),
        ];
        let builder = JITBuilder::with_flags(&flags, cranelift_module::default_libcall_names()).map_err(convert)?;
        Ok(Self { module: Owned(Some(JITModule::new(builder))) })
    }

    /// An empty function with the signature of [`Entry`].
    pub(crate) fn context(&self) -> Context {
        let mut context = self.module.module().make_context();
        let signature = &mut context.func.signature;
        signature.params.extend([AbiParam::new(types::I64); 2]);
        signature.returns.push(AbiParam::new(types::I64));
        context
    }

    /// Facts of the target that the function builder asks for.
    pub(crate) fn frontend_config(&self) -> TargetFrontendConfig {
        self.module.module().isa().frontend_config()
    }

    /// True if one instruction does a multiplication and an addition with one rounding.
    pub(crate) fn has_fma(&self) -> bool {
        if cfg!(target_arch = "x86_64") {
            self.module.module().isa().isa_flags().iter().any(|flag| flag.name == "has_fma" && flag.as_bool() == Some(true))
        } else {
            cfg!(any(target_arch = "aarch64", target_arch = "riscv64", target_arch = "s390x"))
        }
    }

    /// An empty signature of the host's C functions.
    pub(crate) fn signature(&self) -> Signature {
        self.module.module().make_signature()
    }

    /// Read-only data that lives as long as the code.
    pub(crate) fn data(&mut self, bytes: Vec<u8>, align: u64, func: &mut Function) -> Result<GlobalValue, CodegenError> {
        let mut description = DataDescription::new();
        description.define(bytes.into_boxed_slice());
        description.set_align(align);
        let id = self.module.module_mut().declare_anonymous_data(false, false).map_err(convert)?;
        self.module.module_mut().define_data(id, &description).map_err(convert)?;
        Ok(self.module.module().declare_data_in_func(id, func))
    }

    /// Compiles the function to memory that cannot be executed yet.
    pub(crate) fn define(&mut self, name: &str, context: &mut Context) -> Result<FuncId, CodegenError> {
        let id = self.module.module_mut().declare_function(name, Linkage::Export, &context.func.signature).map_err(convert)?;
        self.module.module_mut().define_function(id, context).map_err(convert)?;
        Ok(id)
    }

    /// Makes the code executable.
    ///
    /// `arena_bytes` is what it uses of the memory that its calls find in their state.
    pub(crate) fn finish(mut self, id: FuncId, size: usize, arena_bytes: Option<usize>) -> Result<Code, CodegenError> {
        self.module.module_mut().finalize_definitions().map_err(convert)?;
        let pointer = self.module.module().get_finalized_function(id);
        // SAFETY: `define` compiled this function with the signature that `context` made, which is that of `Entry`.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(pointer) };
        Ok(Code { _memory: Mutex::new(self.module), entry, size, pool: Pool::new(arena_bytes) })
    }
}

fn convert(error: ModuleError) -> CodegenError {
    match error {
        ModuleError::Compilation(CraneliftError::CodeTooLarge | CraneliftError::ImplLimitExceeded) => {
            CodegenError::Limit { what: "machine code".into(), limit: i32::MAX as usize }
        }
        ModuleError::Compilation(CraneliftError::Verifier(errors)) => CodegenError::Internal(errors.to_string()),
        other => CodegenError::Internal(other.to_string()),
    }
}

/// Executable code; freed when it is dropped.
pub(crate) struct Code {
    /// Held for its memory only; the mutex makes it shareable and is never locked.
    _memory: Mutex<Owned>,
    entry: Entry,
    size: usize,
    pool: Pool,
}

/// Why compiled code stopped.
pub(crate) struct Stop {
    /// Index into the table of error sites.
    pub(crate) site: usize,
    /// An allocation was refused because of the limit, not by the system.
    pub(crate) over_limit: bool,
}

impl Code {
    /// Bytes of machine code.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Bytes of the memory for temporaries of a call.
    pub(crate) fn arena_bytes(&self) -> usize {
        self.pool.bytes()
    }

    /// Runs the code. The slots are those that `abi::bind` made for this function, followed by one a result.
    pub(crate) fn call(&self, slots: &mut [u64], memory_limit: usize) -> Result<(), Stop> {
        // Without an arena the code stops where it would begin to use it, as at a failed allocation.
        let (mut arena, over_limit) = match self.pool.take(memory_limit) {
            Ok(arena) => (arena, false),
            Err(refused) => (None, refused == Refused::OverLimit),
        };
        let mut context = CallContext {
            bytes: if arena.is_some() { self.pool.bytes() } else { 0 },
            arena: arena.as_mut().map_or(std::ptr::null_mut(), |a| a.start()),
            allocations: Vec::new(),
            limit: memory_limit,
            over_limit,
        };
        let _mode = FloatMode::enter();
        // SAFETY: the code reads and writes memory only through the slots, its own allocations and the arena. The slots hold
        // addresses of live buffers of the sizes the code was compiled for, exclusive where it writes (`abi::bind`). The
        // arena is this call's alone until `arena` is dropped, and has the bytes that the code was compiled for.
        // The memory of the code lives as long as `self`.
        let status = unsafe { (self.entry)(slots.as_mut_ptr(), &raw mut context) };
        match usize::try_from(status).ok().and_then(|s| s.checked_sub(1)) {
            None => Ok(()),
            Some(site) => Err(Stop { site, over_limit: context.over_limit }),
        }
    }
}

/// Round to nearest, no flush to zero, no floating-point exceptions, until dropped.
struct FloatMode {
    #[cfg(target_arch = "x86_64")]
    saved: u32,
}

#[cfg(target_arch = "x86_64")]
impl FloatMode {
    fn enter() -> Self {
        let mut saved = 0u32;
        // SAFETY: stores the control register to a local.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut saved, options(nostack, preserves_flags)) };
        load_mxcsr(0x1F80);
        Self { saved }
    }
}

#[cfg(target_arch = "x86_64")]
impl Drop for FloatMode {
    fn drop(&mut self) {
        load_mxcsr(self.saved);
    }
}

#[cfg(target_arch = "x86_64")]
fn load_mxcsr(value: u32) {
    // SAFETY: the value is the power-on default or was read from the register. No float arithmetic of the host stands
    // between the two loads: only the calls into compiled code and its callbacks do.
    unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags)) };
}

#[cfg(not(target_arch = "x86_64"))]
impl FloatMode {
    fn enter() -> Self {
        Self {}
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn mxcsr() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores the control register to a local.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
        value
    }

    #[test]
    fn float_mode_is_set_and_restored() {
        let default = mxcsr();
        // Flush to zero, denormals are zero, round toward zero.
        load_mxcsr(0xFFC0);
        let mode = FloatMode::enter();
        let inside = mxcsr();
        drop(mode);
        let outside = mxcsr();
        load_mxcsr(default);
        assert_eq!((inside, outside), (0x1F80, 0xFFC0));
    }
}
