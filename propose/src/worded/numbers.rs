//! Types of numbers.

/// Whether values of a type are numbers or times, or a timer or counter has one to set.
pub(super) fn is_number(name: &str) -> bool {
    const TYPES: [&str; 26] = [
        "SINT",
        "INT",
        "DINT",
        "LINT",
        "USINT",
        "UINT",
        "UDINT",
        "ULINT",
        "REAL",
        "LREAL",
        "BYTE",
        "WORD",
        "DWORD",
        "LWORD",
        "TIME",
        "LTIME",
        "S5TIME",
        "TIMER",
        "COUNTER",
        "TON",
        "TOF",
        "TP",
        "TONR",
        "CTU",
        "CTD",
        "IEC_TIMER",
    ];
    TYPES.contains(&name.split('_').next().unwrap_or(name)) || TYPES.contains(&name)
}
