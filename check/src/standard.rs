//! The standard elements of the platforms: functions, timers, counters, edges, addresses.
//!
//! IEC 61131-3 §6.6.2 and §6.6.3; the help of TIA Portal and of CODESYS, "Operators" and "Library
//! Standard"; 1756-RM003, structures of timers, counters and controls.

use tagbridge_project::Vendor;

/// A function: its name, the least and the most arguments, and what it gives back: `=` the widest
/// of its arguments, or a type.
const FUNCTIONS: &[(&str, usize, usize, &str)] = &[
    ("ABS", 1, 1, "="),
    ("SQRT", 1, 1, "REAL"),
    ("SQR", 1, 1, "REAL"),
    ("LN", 1, 1, "REAL"),
    ("LOG", 1, 1, "REAL"),
    ("EXP", 1, 1, "REAL"),
    ("EXPT", 2, 2, "?"),
    ("SIN", 1, 1, "REAL"),
    ("COS", 1, 1, "REAL"),
    ("TAN", 1, 1, "REAL"),
    ("ASIN", 1, 1, "REAL"),
    ("ACOS", 1, 1, "REAL"),
    ("ATAN", 1, 1, "REAL"),
    ("SEL", 3, 3, "?"),
    ("MUX", 2, MANY, "?"),
    ("MIN", 2, MANY, "="),
    ("MAX", 2, MANY, "="),
    ("LIMIT", 3, 3, "?"),
    ("SHL", 2, 2, "?"),
    ("SHR", 2, 2, "?"),
    ("ROL", 2, 2, "?"),
    ("ROR", 2, 2, "?"),
    ("CONCAT", 2, MANY, "STRING"),
    ("LEFT", 2, 2, "STRING"),
    ("RIGHT", 2, 2, "STRING"),
    ("MID", 3, 3, "STRING"),
    ("LEN", 1, 1, "INT"),
    ("INSERT", 3, 3, "STRING"),
    ("DELETE", 3, 3, "STRING"),
    ("REPLACE", 4, 4, "STRING"),
    ("FIND", 2, 2, "INT"),
    ("ADR", 1, 1, "?"),
    ("SIZEOF", 1, 1, "?"),
    ("ROUND", 1, 1, "?"),
    ("CEIL", 1, 1, "?"),
    ("FLOOR", 1, 1, "?"),
    ("TRUNC", 1, 1, "?"),
    ("NORM_X", 3, 3, "?"),
    ("SCALE_X", 3, 3, "?"),
];

/// No limit.
pub(crate) const MANY: usize = usize::MAX;

/// A function of the platform, where its arguments are known: the least and the most, and the type
/// that it gives back.
pub(crate) fn function(vendor: Vendor, name: &str) -> Option<(usize, usize, &'static str)> {
    let upper = name.to_ascii_uppercase();
    // The instructions of Logix's text work on their operands.
    if vendor == Vendor::AllenBradley {
        let functions =
            ["ABS", "SQRT", "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "LN", "LOG", "TRUNC"];
        let is_function = functions.contains(&upper.as_str());
        return is_function.then_some((1, 1, "?"));
    }
    if let Some(into) = conversion(&upper) {
        return Some((1, 1, into));
    }
    let found = FUNCTIONS.iter().find(|it| it.0 == upper)?;
    Some((found.1, found.2, found.3))
}

/// The type that `REAL_TO_INT` or `TO_INT` gives.
fn conversion(upper: &str) -> Option<&'static str> {
    let (from, into) = upper.rsplit_once("TO_")?;
    let from = from.trim_end_matches('_');
    let known = crate::types::elementary(into)?;
    let is_conversion = from.is_empty() || crate::types::elementary(from).is_some();
    // BCD and names alike are left to the file.
    is_conversion.then_some(known.name)
}

/// A parameter of a standard function block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) is_output: bool,
    /// The type; `?` if it depends on the other parameters.
    pub(crate) of: &'static str,
}

const fn input(name: &'static str, of: &'static str) -> Parameter {
    Parameter { name, is_output: false, of }
}

const fn output(name: &'static str, of: &'static str) -> Parameter {
    Parameter { name, is_output: true, of }
}

const TIMER: &[Parameter] =
    &[input("IN", "BOOL"), input("PT", "?"), output("Q", "BOOL"), output("ET", "?")];
const TIMER_WITH_RESET: &[Parameter] = &[
    input("IN", "BOOL"),
    input("R", "BOOL"),
    input("PT", "?"),
    output("Q", "BOOL"),
    output("ET", "?"),
];
const COUNT_UP: &[Parameter] = &[
    input("CU", "BOOL"),
    input("R", "BOOL"),
    input("RESET", "BOOL"),
    input("PV", "?"),
    output("Q", "BOOL"),
    output("CV", "?"),
];
const COUNT_DOWN: &[Parameter] = &[
    input("CD", "BOOL"),
    input("LD", "BOOL"),
    input("LOAD", "BOOL"),
    input("PV", "?"),
    output("Q", "BOOL"),
    output("CV", "?"),
];
const COUNT_BOTH: &[Parameter] = &[
    input("CU", "BOOL"),
    input("CD", "BOOL"),
    input("R", "BOOL"),
    input("RESET", "BOOL"),
    input("LD", "BOOL"),
    input("LOAD", "BOOL"),
    input("PV", "?"),
    output("QU", "BOOL"),
    output("QD", "BOOL"),
    output("CV", "?"),
];
const EDGE: &[Parameter] = &[input("CLK", "BOOL"), output("Q", "BOOL")];
const SET_FIRST: &[Parameter] = &[
    input("S1", "BOOL"),
    input("SET1", "BOOL"),
    input("R", "BOOL"),
    input("RESET", "BOOL"),
    output("Q1", "BOOL"),
];
const RESET_FIRST: &[Parameter] = &[
    input("S", "BOOL"),
    input("SET", "BOOL"),
    input("R1", "BOOL"),
    input("RESET1", "BOOL"),
    output("Q1", "BOOL"),
];

/// The parameters of a standard function block, by the name of its type or its instruction.
pub(crate) fn block(name: &str) -> Option<&'static [Parameter]> {
    let upper = name.rsplit('.').next().unwrap_or(name).to_ascii_uppercase();
    Some(match upper.as_str() {
        "TON" | "TOF" | "TP" | "TON_TIME" | "TOF_TIME" | "TP_TIME" | "TON_LTIME" | "TOF_LTIME"
        | "TP_LTIME" | "LTON" | "LTOF" | "LTP" => TIMER,
        "TONR" | "TONR_TIME" | "TONR_LTIME" => TIMER_WITH_RESET,
        "CTU" => COUNT_UP,
        "CTD" => COUNT_DOWN,
        "CTUD" => COUNT_BOTH,
        "R_TRIG" | "F_TRIG" => EDGE,
        "SR" => SET_FIRST,
        "RS" => RESET_FIRST,
        _ => match upper.split_once('_') {
            Some(("CTU", _)) => COUNT_UP,
            Some(("CTD", _)) => COUNT_DOWN,
            Some(("CTUD", _)) => COUNT_BOTH,
            _ => return None,
        },
    })
}

/// A member of a structure of the platform.
pub(crate) enum PlatformMember {
    /// Its type.
    Member(&'static str),
    /// The structure has no member of this name.
    Missing,
    /// The structure, or the member's type, is not known.
    Unknown,
}

/// A member of a structure of the platform.
pub(crate) fn member(vendor: Vendor, of: &str, name: &str) -> PlatformMember {
    let (of, name) = (of.to_ascii_uppercase(), name.to_ascii_uppercase());
    if vendor == Vendor::AllenBradley {
        let (numbers, bits): (&[&str], &[&str]) = match of.as_str() {
            "TIMER" => (&["PRE", "ACC"], &["EN", "TT", "DN", "FS", "LS", "OV", "ER"]),
            "COUNTER" => (&["PRE", "ACC"], &["CU", "CD", "DN", "OV", "UN"]),
            "CONTROL" => (&["LEN", "POS"], &["EN", "EU", "DN", "EM", "ER", "UL", "IN", "FD"]),
            _ => return PlatformMember::Unknown,
        };
        return match name.as_str() {
            name if numbers.contains(&name) => PlatformMember::Member("DINT"),
            name if bits.contains(&name) => PlatformMember::Member("BOOL"),
            _ => PlatformMember::Missing,
        };
    }
    let parameters = match of.as_str() {
        "IEC_TIMER" | "IEC_LTIMER" => Some(TIMER_WITH_RESET),
        "IEC_COUNTER" | "IEC_SCOUNTER" | "IEC_DCOUNTER" | "IEC_USCOUNTER" | "IEC_UCOUNTER"
        | "IEC_UDCOUNTER" => Some(COUNT_BOTH),
        of => block(of),
    };
    let Some(parameters) = parameters else { return PlatformMember::Unknown };
    match parameters.iter().find(|it| it.name == name) {
        Some(parameter) if parameter.of == "?" => PlatformMember::Unknown,
        Some(parameter) => PlatformMember::Member(parameter.of),
        // System instances of Siemens have members of their own.
        None if vendor == Vendor::Siemens => PlatformMember::Unknown,
        None => PlatformMember::Missing,
    }
}

/// The type of what an address names: `%I0.0`, `%MW10`.
pub(crate) fn address(text: &str) -> Option<&'static str> {
    let upper = text.trim_start_matches('%').to_ascii_uppercase();
    let mut letters = upper.chars();
    letters.next().filter(|it| "IQMEA".contains(*it))?;
    match letters.next()? {
        'X' | '0'..='9' if upper.contains('.') => Some("BOOL"),
        'X' => Some("BOOL"),
        _ => None,
    }
}
