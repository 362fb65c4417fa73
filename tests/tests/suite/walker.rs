//! Compares our reading of a project file with one that shares no code with ours.

use std::{path::Path, process::Command};

use serde_json::Value;
use tagbridge_tests::{binary, python};

/// Number of names of each file that are asked about; `TAGBRIDGE_WALKED` sets another number.
const NAMES: &str = "2";
/// Real files of three vendors.
const SAMPLES: [&str; 11] = [
    "allen-bradley/tnunnink__L5Sharp/Test.L5X",
    "allen-bradley/johnpuksta__l5x-lint/rungs_process.L5X",
    "allen-bradley/WEST77-tech__AOI-CONVEYOR-Studio5000/CONVEYOR_AOI.L5X",
    "allen-bradley/JeremyMedders__LogixLibraries/Numeric_Program.L5X",
    "siemens/openpid/LLCCA_PvSim_1_0_0.scl",
    "siemens/openpid/LLCCA_TimeLag_1_0_1.scl",
    "siemens/ottomeister_pid/fb_PI-Control_V18.0.1.scl",
    "siemens/ottomeister_pid/fb_ClockGenerator_V18.0.1.scl",
    "codesys/ironplc__ironplc/simple.xml",
    "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.xml",
    "codesys/idaholab__SPEMMCRA/plc.xml",
];

#[test]
fn timers_tasks_uses_and_effects_are_those_of_an_independent_reading() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![here.join("projects/allen-bradley/Bottling.L5X")];
    if let Some(samples) = tagbridge_needs::samples() {
        files.extend(SAMPLES.map(|it| samples.join(it)));
    }
    let names = std::env::var("TAGBRIDGE_WALKED").unwrap_or_else(|_| NAMES.to_owned());
    let mut walker = Command::new(python());
    walker.arg(here.join("python/walker.py")).arg(binary()).arg(names).args(&files);
    let said = walker.output().expect("python runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let found: Value = serde_json::from_slice(&said.stdout).expect("it prints JSON");
    assert!(found["compared"].as_u64() >= Some(3), "{found}");
    assert_eq!(found["differences"], Value::Array(Vec::new()));
}
