//! Sizes of the built-in types.

/// The size of a type, and where it may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// One bit.
    Bit,
    /// One byte, at any byte.
    Byte,
    /// A number of bytes, from an even byte on.
    Words(u64),
}

impl Extent {
    /// The extent of a structure, whose size in bits is already rounded up to words.
    pub(super) fn bits(bits: u64) -> Self {
        Self::Words(bits / 8)
    }
}

/// Size of the pointer to a structured in-out parameter.
pub(super) const POINTER_BYTES: u64 = 6;

/// The length of strings that are declared without one, in characters.
const DEFAULT_LENGTH: u32 = 254;

/// Returns the extent of a type that every controller has.
pub(super) fn built_in(name: &str, length: Option<u32>) -> Option<Extent> {
    let name = name.to_ascii_uppercase();
    let length = u64::from(length.unwrap_or(DEFAULT_LENGTH));
    let bytes = match name.as_str() {
        "BOOL" => return Some(Extent::Bit),
        "BYTE" | "CHAR" | "SINT" | "USINT" => return Some(Extent::Byte),
        "STRING" => length + 2,
        "WSTRING" => length * 2 + 4,
        _ => *BYTES.iter().find(|(types, _)| types.contains(&name.as_str())).map(|(_, it)| it)?,
    };
    Some(Extent::Words(bytes))
}

/// Whether a built-in type is passed by reference as an in-out parameter.
pub(crate) fn is_structured(name: &str) -> bool {
    const STRUCTURED: [&str; 5] = ["STRING", "WSTRING", "DTL", "DATE_AND_TIME", "DT"];
    let name = name.to_ascii_uppercase();
    STRUCTURED.contains(&name.as_str()) || crate::siemens::system::members(&name).is_some()
}

/// Types of two and more bytes, with their sizes in bytes.
const BYTES: &[(&[&str], u64)] = &[
    (
        &[
            "WORD",
            "INT",
            "UINT",
            "DATE",
            "S5TIME",
            "WCHAR",
            "TIMER",
            "COUNTER",
            "BLOCK_FB",
            "BLOCK_FC",
            "BLOCK_DB",
            "DB_ANY",
            "DB_WWW",
            "DB_DYN",
            "HW_ANY",
            "HW_DEVICE",
            "HW_DPMASTER",
            "HW_DPSLAVE",
            "HW_IO",
            "HW_IOSYSTEM",
            "HW_SUBMODULE",
            "HW_MODULE",
            "HW_INTERFACE",
            "HW_IEPORT",
            "HW_HSC",
            "HW_PWM",
            "HW_PTO",
            "HW_NR",
            "CONN_ANY",
            "CONN_PRG",
            "CONN_OUC",
            "CONN_ID",
            "PORT",
            "RTM",
            "PIP",
            "OB_ANY",
            "OB_DELAY",
            "OB_TOD",
            "OB_CYCLIC",
            "OB_ATT",
            "OB_PCYCLE",
            "OB_HWINT",
            "OB_DIAG",
            "OB_TIMEERROR",
            "OB_STARTUP",
        ],
        2,
    ),
    (
        &[
            "DWORD",
            "DINT",
            "UDINT",
            "REAL",
            "TIME",
            "TIME_OF_DAY",
            "TOD",
            "AOM_IDENT",
            "CONN_R_ID",
            "EVENT_ANY",
            "EVENT_ATT",
            "EVENT_HWINT",
        ],
        4,
    ),
    // "The Variant pointer does not occupy any space in memory" (S7-1200 system manual, 4.4.9.3).
    (&["VARIANT"], 0),
    (&["POINTER", "R_TRIG", "F_TRIG"], 6),
    (
        &[
            "LWORD",
            "LINT",
            "ULINT",
            "LREAL",
            "LTIME",
            "LTOD",
            "LTIME_OF_DAY",
            "LDT",
            "DATE_AND_LTIME",
            "DATE_AND_TIME",
            "DT",
        ],
        8,
    ),
    (&["ANY", "REMOTE"], 10),
    (&["DTL"], 12),
    (
        &["TON_TIME", "TOF_TIME", "TP_TIME", "TONR_TIME", "IEC_TIMER", "TON", "TOF", "TP", "TONR"],
        16,
    ),
    (&["TON_LTIME", "TOF_LTIME", "TP_LTIME", "TONR_LTIME", "IEC_LTIMER"], 32),
    (
        &[
            "IEC_SCOUNTER",
            "IEC_USCOUNTER",
            "CTU_SINT",
            "CTD_SINT",
            "CTUD_SINT",
            "CTU_USINT",
            "CTD_USINT",
            "CTUD_USINT",
        ],
        4,
    ),
    (
        &[
            "IEC_COUNTER",
            "IEC_UCOUNTER",
            "CTU_INT",
            "CTD_INT",
            "CTUD_INT",
            "CTU_UINT",
            "CTD_UINT",
            "CTUD_UINT",
            "CTU",
            "CTD",
            "CTUD",
        ],
        6,
    ),
    (
        &[
            "IEC_DCOUNTER",
            "IEC_UDCOUNTER",
            "CTU_DINT",
            "CTD_DINT",
            "CTUD_DINT",
            "CTU_UDINT",
            "CTD_UDINT",
            "CTUD_UDINT",
        ],
        12,
    ),
    (
        &[
            "IEC_LCOUNTER",
            "IEC_ULCOUNTER",
            "CTU_LINT",
            "CTD_LINT",
            "CTUD_LINT",
            "CTU_ULINT",
            "CTD_ULINT",
            "CTUD_ULINT",
        ],
        24,
    ),
    (&["TCON_IP_V4"], 16),
    (&["ERRORSTRUCT"], 28),
    (&["TADDR_PARAM"], 8),
    (&["TCON_PARAM"], 64),
];
