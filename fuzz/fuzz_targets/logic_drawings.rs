#![no_main]

use tagbridge_fuzz as _;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tagbridge_fuzz_targets::logic::drawings(data));
