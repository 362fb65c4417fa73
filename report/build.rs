//! Compiles what the program is not to take from the system's library: `hypotf.c` says why.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=hypotf.c");
    let is_for = |what: &str, value: &str| env::var(what).is_ok_and(|it| it == value);
    if is_for("CARGO_CFG_TARGET_OS", "linux") && is_for("CARGO_CFG_TARGET_ENV", "gnu") {
        cc::Build::new().file("hypotf.c").flag("-fno-math-errno").compile("hypotf");
    }
}
