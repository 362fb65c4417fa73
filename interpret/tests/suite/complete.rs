//! What a person needs in an answer, about the three projects of this repository: which write
//! decides, what follows from an input, the conditions back to the inputs, values, states, calls.

use std::path::Path;

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use crate::samples;

const LINES_MAX: usize = 13;

fn open(project: &str) -> Facts {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    samples::open(&projects.join(project))
}

/// Checks that each question's answer contains these texts; those with `!` must be absent.
#[track_caller]
fn check(project: &str, questions: &[(&str, &[&str])]) {
    let facts = open(project);
    for (question, expected) in questions {
        let asked = understand(&facts, question, &Before::default());
        let Outcome::Answer { answer, .. } = answer(&facts, &asked, &Given::default()) else {
            panic!("{question}: no answer");
        };
        for words in *expected {
            match words.strip_prefix('!') {
                Some(words) => assert!(!answer.contains(words), "{question}: {answer}"),
                None => assert!(answer.contains(words), "{question}: no {words:?} in {answer}"),
            }
        }
        assert!(answer.lines().count() <= LINES_MAX, "{question}: {answer}");
    }
}

const LOGIX: &str = "allen-bradley/Bottling.L5X";
const SIEMENS: &str = "siemens/Mixing";
const CODESYS: &str = "codesys/Packing.xml";

#[test]
fn the_last_of_several_writes_decides() {
    check(
        LOGIX,
        &[(
            "what turns P_Horn on",
            &["in each scan, Line/Signals rung 8 overwrites what Line/Signals rung 6 writes"],
        )],
    );
    check(
        SIEMENS,
        &[
            (
                "was schaltet \"Horn\" ein",
                &["Main Netzwerk 25 überschreibt in jedem Zyklus, was Main Netzwerk 23"],
            ),
            (
                "which outputs are written twice",
                &["(1): \"Horn\"", "The last write decides: Main network 25"],
            ),
        ],
    );
    check(
        CODESYS,
        &[(
            "what turns GVL_IO.Horn on",
            &["PRG_Modes network 10 overwrites what PRG_Modes network 8 writes"],
        )],
    );
}

#[test]
fn an_input_is_followed_to_what_it_forces() {
    check(
        LOGIX,
        &[(
            "what happens if Guard_Labeller changes",
            &["If Guard_Labeller goes off: switched off: ", "Oven_On", "set: Alarm_Word.3", "!ONS"],
        )],
    );
    check(
        SIEMENS,
        &[
            (
                "what happens if \"E_Stop\" changes",
                // The pumps stop by their interlock, each in its own call.
                &[
                    "If \"E_Stop\" goes off",
                    "\"Feed_Pump\"",
                    "switched on: \"Lamp_Red\"",
                    "\"Plant_Fault\"",
                ],
            ),
            // A coil that another one overwrites forces nothing.
            (
                "was passiert, wenn sich \"Level_High\" ändert",
                &[
                    "eingeschaltet: \"Lamp_Red\"",
                    "gesetzt: \"Alarms\".LevelHigh",
                    "!Horn\" geht an",
                ],
            ),
            (
                "what happens if \"Reset_Button\" changes",
                &["reset: ", "\"Inlet_DB\".Fault", "\"Alarms\".LevelHigh"],
            ),
        ],
    );
    check(
        CODESYS,
        &[(
            "what happens if GVL_IO.Guard_Closed changes",
            &[
                "goes off: switched off: GVL_IO.Drives_Enable",
                "switched on: ",
                "GVL_Alarms.GuardOpen",
                "!FB_Axis",
            ],
        )],
    );
}

#[test]
fn conditions_are_followed_to_the_inputs() {
    check(
        LOGIX,
        &[(
            "was schaltet M_Conveyor2 ein",
            &["Line_Run ist ein, solange", "(Line/Modes Strompfad 0)"],
        )],
    );
    check(
        SIEMENS,
        &[(
            "what turns \"Plant_Run\" on",
            &[
                "\"Plant_OK\" is on while \"E_Stop\", \"Door_Closed\" and \"Air_OK\" are on. (Main network 5)",
                "!Simulation",
                "\"Start_Button\"",
            ],
        )],
    );
    check(
        CODESYS,
        &[(
            "what turns GVL_IO.Conveyor_Out on",
            &["PRG_Conveyors.Run_Out and GVL_IO.Drive2_OK", "GVL_IO.Outfeed_Free is off"],
        )],
    );
}

#[test]
fn a_path_goes_through_blocks_and_back_to_the_same_call() {
    check(
        LOGIX,
        &[(
            "how does Bowl_Level_mA influence Y_Inlet",
            &["Bowl_Level → ", "Bowl_Demand", "Inlet_Request", "Y_Inlet", "!Bowl_Pressure"],
        )],
    );
    check(
        CODESYS,
        &[(
            "how does GVL_IO.Box_Infeed influence PLC_PRG.State",
            &["Box_Edge", "Collected", "PLC_PRG.State"],
        )],
    );
}

#[test]
fn values_are_told_and_compared() {
    check(
        LOGIX,
        &[
            ("settings of Recipes[2]", &["330"]),
            (
                "compare Recipes[0] with Recipes[1]",
                &["differ in", "Flow_Fast: 9.0", "/ 11.0", "Equal: ", "Fill_Volume"],
            ),
            ("what is the preset of CO2_Ctl", &["Travel: set to 3000 ms"]),
            ("compare Inlet_Ctl with CO2_Ctl", &["Line_Run", " / "]),
        ],
    );
    check(CODESYS, &[("list all tasks", &["20 ms", "priority 1", "priority 10"])]);
}

#[test]
fn states_have_the_texts_that_are_shown_in_them() {
    check(
        SIEMENS,
        &[(
            "sequence of BatchSequence#Step",
            &["10 (Water) → 20 (Syrup)", "50 (Check) → 60", "Mix_Time.Q, set to"],
        )],
    );
    check(
        LOGIX,
        &[(
            "what comes after S_Settle in Filler/FillSequence",
            &["After S_Settle comes S_Release or S_Reject:", "Sample_Short"],
        )],
    );
}

#[test]
fn a_name_that_is_only_written_or_only_declared_says_so() {
    check(
        CODESYS,
        &[
            (
                "who reads GVL_IO.Key_Auto",
                &["No code reads GVL_IO.Key_Auto", "only written: PRG_Simulation"],
            ),
            (
                "which outputs are never written",
                &["No code writes these 5 outputs", "GVL_IO.Blow_Off"],
            ),
        ],
    );
    check(
        SIEMENS,
        &[("where is \"HMI\".Recipe read", &["is declared, and no code uses it", "Int"])],
    );
}

#[test]
fn blocks_and_texts_are_explained() {
    check(
        SIEMENS,
        &[
            ("what does Main call", &["ValveControl: \"Inlet_DB\" (network 9)", "BatchSequence: "]),
            (
                "was macht CleaningChart",
                &["Kein Code dieser Datei ruft CleaningChart auf", "hat 5 Zustände"],
            ),
        ],
    );
    check(
        LOGIX,
        &[(
            "where is the text \"Valve does not open\"",
            &["Alarms/FirstOut line", "Alarm_Word.4 are off"],
        )],
    );
    check(
        CODESYS,
        &[(
            "what does FB_Axis do",
            &["Inputs: ", "Step_Width", "Outputs: ", "InPosition", "PLC_PRG"],
        )],
    );
}

#[test]
fn without_a_history_a_past_stop_is_answered_by_what_turns_it_off() {
    check(
        LOGIX,
        &[
            ("why did Line_Running go off last night", &["Line_Running is turned off"]),
            ("warum ging Line_Running heute Nacht aus", &["Line_Running wird", "ausgeschaltet"]),
        ],
    );
}
