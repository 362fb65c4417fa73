//! How instructions use the members of their instances.

use crate::logix::blocks::Block;

/// Whether an instruction writes a member of its instance.
///
/// Logix: 1756-RM003, Timer and Counter, Array (File), Special; 1756-RM006; S7 and CODESYS: IEC 61131-3 §6.6.3.5.
pub(crate) fn defines(instruction: &str, member: &str) -> bool {
    if Block::find(instruction).is_some_and(|block| block.writes(member)) {
        return true;
    }
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
