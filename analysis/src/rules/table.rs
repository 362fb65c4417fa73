//! All rules, one line each: the only place that maps the numbers of other rules to ours.
//!
//! Only the numbers are listed: the texts of PLCopen and ISA are copyrighted.

use tagbridge_project::Vendor::{self, AllenBradley, Codesys, Siemens};
use tagbridge_texts::Code;

use crate::{
    phase::PhaseId::{
        Alarms, Comments, Complexity, CrossReference, Interlocks, Naming, Packml, Reachability,
        Security, Sequences, TimersCounters, Verification, Writes,
    },
    rule::{
        Confidence::{Certain, Likely, Review},
        Reference, Rule,
        Severity::{Error, Note, Warning},
    },
};

const ALL: &[Vendor] = &[AllenBradley, Siemens, Codesys];
const LOGIX: &[Vendor] = &[AllenBradley];
const CODESYS: &[Vendor] = &[Codesys];
const SIEMENS: &[Vendor] = &[Siemens];
const ADDRESSED: &[Vendor] = &[Siemens, Codesys];

const PLCOPEN: &str = "PLCopen Coding Guidelines 1.0";
const STATIC_ANALYSIS: &str = "CODESYS Static Analysis";
const L5X_LINT: &str = "l5x-lint";
const PLCEYE: &str = "plceye";
const TOP_20: &str = "Top 20 Secure PLC Coding Practices 1.0";
const ISA_18_2: &str = "ISA-18.2";
const TR88: &str = "ISA-TR88.00.02";
const OPC: &str = "OPC 30050";

macro_rules! row {
    ($id:literal, $phase:ident, $severity:ident, $confidence:ident, $vendors:expr,
     [$(($standard:expr, $number:literal)),* $(,)?]) => {
        Rule {
            id: concat!("TB-", $id),
            phase: $phase,
            severity: $severity,
            confidence: $confidence,
            vendors: $vendors,
            references: &[$(Reference { standard: $standard, id: $number }),*],
            title: Code { code: concat!("analysis-title-", $id), arguments: &[] },
            remedy: Code { code: concat!("analysis-remedy-", $id), arguments: &[] },
        }
    };
}

#[rustfmt::skip]
pub(super) static RULES: &[Rule] = &[
    row!("X01", CrossReference, Note, Certain, ALL, [(PLCOPEN, "CP2"), (PLCOPEN, "CP24"), (STATIC_ANALYSIS, "SA0033"), (PLCEYE, "S0001"), (L5X_LINT, "wc106")]),
    row!("X02", CrossReference, Note, Certain, ALL, [(PLCOPEN, "CP2"), (PLCEYE, "S0004"), (L5X_LINT, "wc001")]),
    row!("X03", CrossReference, Note, Certain, ALL, [(PLCOPEN, "CP2"), (PLCEYE, "S0005")]),
    row!("X04", CrossReference, Note, Certain, ALL, [(PLCOPEN, "CP3")]),
    row!("X05", CrossReference, Note, Certain, ALL, [(PLCOPEN, "CP24")]),
    row!("X06", CrossReference, Error, Certain, ALL, [(L5X_LINT, "ec001"), (L5X_LINT, "ec002"), (L5X_LINT, "ec003"), (L5X_LINT, "ec004"), (L5X_LINT, "ec005")]),
    row!("X07", CrossReference, Warning, Certain, ALL, [(PLCOPEN, "N3"), (PLCOPEN, "N5"), (PLCOPEN, "N9"), (STATIC_ANALYSIS, "SA0013"), (STATIC_ANALYSIS, "SA0027"), (L5X_LINT, "ec007"), (L5X_LINT, "ec011"), (L5X_LINT, "wc005")]),
    row!("V01", Verification, Error, Certain, ALL, []),
    row!("V02", Verification, Error, Certain, ALL, []),
    row!("V03", Verification, Error, Certain, ALL, [(L5X_LINT, "ec001")]),
    row!("V04", Verification, Error, Certain, ALL, []),
    row!("V05", Verification, Error, Certain, ALL, []),
    row!("V06", Verification, Error, Certain, ALL, []),
    row!("V07", Verification, Error, Certain, ALL, [(L5X_LINT, "ec017")]),
    row!("V08", Verification, Error, Certain, ALL, [(L5X_LINT, "ec011")]),
    row!("V09", Verification, Note, Review, ALL, []),
    row!("V10", Verification, Warning, Certain, ALL, []),
    row!("W01", Writes, Error, Certain, ALL, [(PLCOPEN, "CP10"), (STATIC_ANALYSIS, "SA0006")]),
    row!("W02", Writes, Error, Certain, ALL, [(PLCOPEN, "CP12"), (STATIC_ANALYSIS, "SA0004")]),
    row!("W03", Writes, Warning, Certain, ALL, []),
    row!("W04", Writes, Note, Certain, ALL, [(PLCOPEN, "CP26")]),
    row!("W05", Writes, Warning, Certain, ALL, [(PLCOPEN, "CP17"), (L5X_LINT, "ec017")]),
    row!("W06", Writes, Warning, Certain, ALL, [(PLCOPEN, "CP20")]),
    row!("W07", Writes, Warning, Certain, ALL, []),
    row!("R01", Reachability, Warning, Certain, ALL, [(PLCOPEN, "CP2"), (STATIC_ANALYSIS, "SA0001"), (L5X_LINT, "ec004")]),
    row!("R02", Reachability, Warning, Certain, ALL, [(PLCOPEN, "CP2")]),
    row!("R03", Reachability, Warning, Certain, ALL, [(PLCOPEN, "CP2"), (STATIC_ANALYSIS, "SA0001")]),
    row!("R04", Reachability, Error, Certain, ALL, [(L5X_LINT, "ec013")]),
    row!("R05", Reachability, Error, Certain, ALL, [(PLCOPEN, "CP13"), (STATIC_ANALYSIS, "SA0160"), (L5X_LINT, "ec008")]),
    row!("R06", Reachability, Warning, Certain, CODESYS, [(PLCOPEN, "CP16"), (STATIC_ANALYSIS, "SA0165")]),
    row!("T01", TimersCounters, Error, Certain, ALL, [(L5X_LINT, "W004")]),
    row!("T02", TimersCounters, Warning, Certain, ALL, []),
    row!("T03", TimersCounters, Warning, Certain, ALL, []),
    row!("T04", TimersCounters, Note, Certain, ALL, []),
    row!("Q01", Sequences, Warning, Certain, ALL, []),
    row!("Q02", Sequences, Warning, Certain, ALL, []),
    row!("Q03", Sequences, Note, Certain, ALL, []),
    row!("Q04", Sequences, Warning, Certain, ALL, []),
    row!("P01", Packml, Warning, Likely, LOGIX, [(TR88, "PackTags"), (OPC, "PackML")]),
    row!("P02", Packml, Warning, Likely, LOGIX, [(TR88, "PackTags"), (OPC, "PackML")]),
    row!("P03", Packml, Note, Likely, LOGIX, [(TR88, "PackTags"), (OPC, "PackML")]),
    row!("P04", Packml, Warning, Certain, LOGIX, [(TR88, "UnitMode"), (OPC, "PackML")]),
    row!("P05", Packml, Error, Certain, LOGIX, [(TR88, "StateCurrent"), (OPC, "PackML")]),
    row!("P06", Packml, Warning, Likely, LOGIX, [(TR88, "StateCurrent"), (OPC, "PackML")]),
    row!("P07", Packml, Warning, Likely, LOGIX, [(TR88, "CntrlCmd"), (OPC, "PackML")]),
    row!("P08", Packml, Warning, Likely, LOGIX, [(TR88, "StateCurrent"), (OPC, "PackML")]),
    row!("S01", Complexity, Warning, Certain, ALL, [(PLCOPEN, "CP8"), (STATIC_ANALYSIS, "SA0054"), (L5X_LINT, "ws101")]),
    row!("S02", Complexity, Warning, Certain, ALL, [(PLCOPEN, "CP28")]),
    row!("S03", Complexity, Warning, Certain, ALL, [(L5X_LINT, "ws102")]),
    row!("S04", Complexity, Warning, Certain, ALL, [(TOP_20, "9"), (L5X_LINT, "ec006")]),
    row!("S05", Complexity, Warning, Certain, ALL, []),
    row!("S06", Complexity, Warning, Certain, ALL, [(STATIC_ANALYSIS, "SA0072")]),
    row!("S07", Complexity, Error, Certain, ALL, []),
    row!("S08", Complexity, Warning, Certain, ALL, []),
    row!("S09", Complexity, Note, Certain, ALL, [(STATIC_ANALYSIS, "SA0003")]),
    row!("S10", Complexity, Warning, Certain, ALL, []),
    row!("S11", Complexity, Note, Review, ALL, []),
    row!("S12", Complexity, Warning, Certain, SIEMENS, []),
    row!("C01", Complexity, Note, Certain, ALL, [(PLCOPEN, "CP9"), (STATIC_ANALYSIS, "SA0178"), (PLCEYE, "M0001"), (L5X_LINT, "wc103")]),
    row!("C02", Complexity, Note, Certain, ALL, [(PLCEYE, "M0003")]),
    row!("C03", Complexity, Note, Certain, ALL, [(PLCOPEN, "CP9")]),
    row!("C04", Complexity, Note, Certain, ALL, [(PLCOPEN, "CP23"), (STATIC_ANALYSIS, "SA0166")]),
    row!("C05", Complexity, Note, Certain, ALL, [(PLCOPEN, "L17"), (L5X_LINT, "ws107")]),
    row!("C06", Complexity, Note, Certain, ALL, [(PLCOPEN, "CP14"), (PLCOPEN, "CP19"), (PLCOPEN, "L10")]),
    row!("N01", Naming, Note, Certain, ALL, [(PLCOPEN, "N6")]),
    row!("N02", Naming, Note, Certain, ALL, [(PLCOPEN, "N4")]),
    row!("N03", Naming, Note, Certain, ALL, [(PLCOPEN, "N8")]),
    row!("N04", Naming, Note, Certain, ALL, [(PLCOPEN, "N2"), (PLCOPEN, "N10"), (STATIC_ANALYSIS, "SA0101")]),
    row!("K01", Comments, Note, Certain, ALL, [(PLCOPEN, "C2")]),
    row!("K02", Comments, Note, Certain, ALL, [(PLCOPEN, "C4"), (STATIC_ANALYSIS, "SA0162")]),
    row!("D01", CrossReference, Note, Certain, ADDRESSED, [(PLCOPEN, "N1"), (PLCOPEN, "CP1"), (STATIC_ANALYSIS, "SA0047")]),
    row!("D02", CrossReference, Warning, Certain, ADDRESSED, [(PLCOPEN, "CP4"), (STATIC_ANALYSIS, "SA0028")]),
    row!("G01", Security, Warning, Likely, ALL, [(TOP_20, "8")]),
    row!("G02", Security, Note, Review, ALL, [(TOP_20, "2"), (TOP_20, "4")]),
    row!("G03", Security, Note, Certain, ALL, [(TOP_20, "14")]),
    row!("G04", Security, Note, Review, ALL, []),
    row!("I01", Interlocks, Warning, Likely, ALL, [(TOP_20, "7")]),
    row!("I02", Interlocks, Warning, Likely, ALL, []),
    row!("I03", Interlocks, Warning, Likely, ALL, []),
    row!("A01", Alarms, Note, Likely, ALL, [(ISA_18_2, "delays")]),
    row!("A02", Alarms, Note, Likely, ALL, [(ISA_18_2, "deadbands")]),
    row!("A03", Alarms, Warning, Likely, ALL, []),
    row!("A04", Alarms, Note, Likely, ALL, []),
    row!("A05", Alarms, Warning, Likely, ALL, [("OPC UA Part 9", "B.1.5")]),
];
