//! Any program that is accepted runs within its limits, or stops with an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(module) = tilec_fuzz::read(text) {
        tilec_fuzz::interpret(&module);
    }
});
