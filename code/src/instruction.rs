//! Properties of instructions, by their names.

/// Boxes whose `ENO` equals `EN` unless they fail, and whose pins determine the reads and writes
/// (TIA Portal help, basic and extended instructions of LAD), by their names in SimaticML and in
/// the help.
const PLAIN: &str = "ABS ACOS ADD AND ASIN ATAN ATH BLKMOV CALC CALCULATE CEIL CHARS_TO_STRG \
     CNT_CTRL CONCAT CONV CONVERT COS DECO DECODE DELETE DEMUX DIV ENCO ENCODE EXP EXPT \
     FILL_BLK FILLBLOCKI FILLBLOCKU FIND FLOOR FRAC F_TRIG HTA INSERT INV INVERT LEFT LEN LIMIT LN \
     MAX MAX_LEN MID MIN MOD MOVE MOVE_BLK MOVEBLOCKI MOVEBLOCKU MUL MUX NEG NORM_X NORMALIZE OR \
     PEEK RD_LOC_T RD_SYS_T REPLACE RIGHT ROL ROR ROUND R_TRIG SCALE SCALE_X SEL SELECT SHL SHR \
     SIN SQR SQRT STRG_TO_CHARS STRG_VAL SUB SWAP S_CONV S_MOVE TAN TRUNC T_ADD T_COMBINE T_CONV \
     T_DIFF T_SUB UBLKMOV UFILL_BLK UMOVE_BLK UNSCALE VAL_STRG XOR";

/// Whether a box passes its power flow, and its pins determine its effect.
pub fn is_plain_box(name: &str) -> bool {
    PLAIN.split(' ').any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a timer, a counter or another instruction writes a member of its instance.
///
/// Logix: 1756-RM003, Timer and Counter, Array (File), Special; S7 and CODESYS: IEC 61131-3
/// §6.6.3.5.
pub fn is_written_member(instruction: &str, member: &str) -> bool {
    let (instruction, member) = (instruction.to_ascii_uppercase(), member.to_ascii_uppercase());
    let members: &[&str] = match instruction.as_str() {
        "TON" | "TOF" | "RTO" | "TONR" | "TOFR" | "RTOR" | "TP" | "TON_TIME" | "TOF_TIME"
        | "TP_TIME" | "TON_LTIME" | "TOF_LTIME" | "TP_LTIME" => {
            &["EN", "TT", "DN", "ACC", "Q", "ET"]
        }
        "CTU" | "CTD" | "CTUD" => &["CU", "CD", "DN", "OV", "UN", "ACC", "Q", "QU", "QD", "CV"],
        "R_TRIG" | "F_TRIG" | "P_TRIG" | "N_TRIG" => &["Q"],
        "SR" | "RS" => &["Q1"],
        "FAL" | "FSC" | "AVE" | "STD" | "SRT" | "BSL" | "BSR" | "FFL" | "FFU" | "LFL" | "LFU"
        | "SQI" | "SQO" | "SQL" => &["EN", "EU", "DN", "EM", "ER", "UL", "IN", "FD", "POS"],
        "MSG" => &["EW", "ER", "DN", "ST", "EN", "TO", "ERR", "EXERR", "DN_LEN"],
        "PID" => &[
            "EN", "INI", "SPOR", "OLL", "OLH", "EWD", "DVNA", "DVPA", "PVLA", "PVHA", "ERR", "OUT",
            "PV",
        ],
        _ => &[],
    };
    members.contains(&member.as_str())
}
