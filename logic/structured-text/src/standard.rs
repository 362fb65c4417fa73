//! The functions, timers, counters and edges that the platforms define, by name.
//!
//! IEC 61131-3 §6.6.2 and §6.6.3; the help of TIA Portal and of CODESYS, "Operators" and
//! "Library Standard".

/// Functions whose result depends only on their arguments.
const FUNCTIONS: &str = "ABS SQRT SQR LN LOG EXP EXPT SIN COS TAN ASIN ACOS ATAN ATAN2 SEL MUX \
     MIN MAX LIMIT SHL SHR ROL ROR CONCAT LEFT RIGHT MID LEN INSERT DELETE REPLACE FIND ADR ADRINST BITADR \
     SIZEOF XSIZEOF INDEXOF MOVE ROUND CEIL FLOOR TRUNC TRUNC_INT NORM_X SCALE_X FRAC \
     GT GE EQ LE LT NE ADD SUB MUL DIV MOD LOWER_BOUND UPPER_BOUND TIME __ISVALIDREF __NEW __DELETE __QUERYINTERFACE __QUERYPOINTER \
     __VARINFO __POUNAME";

/// Function blocks, by their name up to the first `_`.
const FUNCTION_BLOCKS: [&str; 15] = [
    "TON", "TOF", "TP", "TONR", "CTU", "CTD", "CTUD", "RTC", "SR", "RS", "R", "F", "IEC", "SEMA",
    "LTON",
];

/// Whether the platform defines a function.
pub fn is_function(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    FUNCTIONS.split(' ').any(|known| known == upper)
        || upper.starts_with("TO_")
        || upper.contains("_TO_")
}

/// Whether the platform defines a function block type.
pub fn is_function_block(name: &str) -> bool {
    let upper = plain(name).to_ascii_uppercase();
    match upper.split_once('_') {
        Some(("R" | "F", rest)) => rest == "TRIG",
        Some(("IEC", rest)) => matches!(rest, "TIMER" | "LTIMER") || rest.ends_with("COUNTER"),
        Some((head, _)) => FUNCTION_BLOCKS[..7].contains(&head),
        None => {
            !["R", "F", "IEC"].contains(&upper.as_str())
                && FUNCTION_BLOCKS.contains(&upper.as_str())
        }
    }
}

/// A name without that of its library.
pub fn plain(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Whether SCL calls it as a part of its instance: `#timer.TON(IN := #on, PT := T#2s)`.
pub fn is_method(name: &str) -> bool {
    const METHODS: [&str; 7] = ["TON", "TOF", "TP", "TONR", "CTU", "CTD", "CTUD"];
    METHODS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a function uses the address of its argument, not its value.
pub fn takes_address(name: &str) -> bool {
    ["ADR", "BITADR"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a function reads or writes a computed address.
pub fn is_computed_address(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    upper.starts_with("PEEK") || upper.starts_with("POKE")
}

/// Whether a function changes this argument: S7 system functions with in-out parameters.
pub fn is_changed(name: &str, position: usize, pin: Option<&str>) -> bool {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    match pin {
        None => {
            let first = is("RUNTIME") || is("RESET_TIMER");
            (first && position == 0) || (is("PRESET_TIMER") && position == 1)
        }
        Some(pin) => {
            (is("RESET_TIMER") || is("PRESET_TIMER")) && pin.eq_ignore_ascii_case("TIMER")
                || (is("SERIALIZE") || is("DESERIALIZE")) && pin.eq_ignore_ascii_case("POS")
                || is("RUNTIME") && pin.eq_ignore_ascii_case("MEM")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platforms_own_are_known_by_name() {
        for name in ["TON", "TON_TIME", "Standard.R_TRIG", "IEC_TIMER", "CTU_INT", "SR"] {
            assert!(is_function_block(name), "{name}");
        }
        for name in ["R", "F_Block", "IEC_Thing", "Motor", "TONNE"] {
            assert!(!is_function_block(name), "{name}");
        }
        assert!(is_function("REAL_TO_INT") && is_function("concat") && !is_function("Lib.F"));
        assert!(is_changed("RUNTIME", 0, None) && !is_changed("ABS", 0, None));
    }
}
