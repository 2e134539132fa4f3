//! Any text is read or refused; what is accepted is a fixpoint of printing and reading.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    tilec_fuzz::read(text);
});
