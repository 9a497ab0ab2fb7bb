#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| galet_properties::check("foreign_record_text", bytes));
