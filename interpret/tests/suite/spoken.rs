//! Questions in a technician's own words about the three projects of this repository: what their
//! answers say, and what they do not say.

use std::{collections::BTreeMap, path::Path};

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use crate::samples;

pub(crate) const LINE: &str = "allen-bradley/Bottling.L5X";
pub(crate) const TANKS: &str = "siemens/Mixing";
pub(crate) const PACKER: &str = "codesys/Packing.xml";

#[track_caller]
pub(crate) fn check(cases: &[(&str, &str, &[&str])]) {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let mut known: BTreeMap<&str, Facts> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (project, question, expected) in cases {
        let facts = known.entry(project).or_insert_with(|| samples::open(&projects.join(project)));
        let asked = understand(facts, question, &Before::default());
        let said = match answer(facts, &asked, &Given::default()) {
            Outcome::Answer { answer, .. } => answer,
            Outcome::NeedsInput { questions } => format!("? {}", questions[0].options.join(" | ")),
            Outcome::Unresolved { reason } => format!("unknown: {reason}"),
            other => format!("{other:?}"),
        };
        let is_right = expected.iter().all(|it| match it.strip_prefix('!') {
            Some(not) => !said.contains(not),
            None => said.contains(it),
        });
        if !is_right {
            wrong.push(format!("{question}: {expected:?} expected: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn an_output_that_a_call_writes_is_on_by_the_conditions_in_the_block() {
    check(&[
        (
            LINE,
            "what turns Y_Inlet on",
            &[
                "turned on in 1 place",
                "Filler/Outputs rung 10 → ValveCtrl/Logic rung 0",
                "Y_Inlet is on while Inlet_Request is on and Inlet_Valve.Fault is off",
            ],
        ),
        (
            LINE,
            "what turns M_Conveyor1 on",
            &[
                "M_Conveyor1 is on while Conveyor1_Ctl.Start_Delay.DN is on",
                "runs while Run_Conveyor1 is on and Conveyors[0].Overload is off",
                "Maintenance/Main rung 0",
                "nothing executes this code",
            ],
        ),
        (LINE, "what turns Y_Inlet off", &["off while Inlet_Request is off"]),
        (
            TANKS,
            "was schaltet die Umwälzpumpe ein",
            &["PumpControl Netzwerk 2", "\"BatchSequence_DB\".Heat"],
        ),
        (
            PACKER,
            "what turns Conveyor_In on",
            &["PRG_Conveyors.Run_In and GVL_IO.Drive1_OK are on, set to 300 ms"],
        ),
    ]);
}

#[test]
fn an_address_is_no_name() {
    check(&[
        (TANKS, "what is Q0.3", &["unknown: ", "Q0.3", "Q4.0 (\"Horn\")"]),
        (TANKS, "what turns A4.0 on", &["\"Horn\" is on while"]),
        (TANKS, "was liegt auf E 0.1", &["\"Door_Closed\""]),
        (TANKS, "what is in DB10", &["unknown: ", "DB20 (Tank)"]),
        (TANKS, "what does OB1 call", &["Main calls"]),
        (TANKS, "was macht FB99", &["unknown: ", "FB31 (CleaningChart)"]),
        (PACKER, "what is IX0.1", &["GVL_IO.Guard_Closed"]),
        (PACKER, "was ist %QX5.7", &["unknown: ", "%QX1.7 (GVL_IO.Drives_Enable)"]),
        (LINE, "what is Local:1:I.Data.99", &["unknown: ", "Local:1:I.Data.31 (In_Spare_31)"]),
        (LINE, "what is N7:0", &["unknown: "]),
        (LINE, "what does bit 2 of Alarm_Word mean", &["Alarm_Word.2", "Emergency stop"]),
    ]);
}

#[test]
fn what_every_plant_has_needs_no_name() {
    check(&[
        (LINE, "what is in the e-stop chain", &["Safety_OK is on while ES_OK, Guard_Filler"]),
        (TANKS, "what is in the emergency stop chain", &["\"Plant_OK\" is on while"]),
        (LINE, "how do I get back into auto", &["SS_Auto"]),
        (LINE, "how do I reset the faults", &["Reset_Request is on while"]),
        (TANKS, "wie quittiere ich Störungen", &["\"Reset_Button\""]),
        (PACKER, "explain the alarm handling", &["PRG_Alarms"]),
        (LINE, "what happens at first scan", &["No code is only for the first scan"]),
        (LINE, "what do I need to start the line", &["? ", "Line_Run"]),
        (PACKER, "walk me through the wrapper chart", &["Init, Turn, Cut, Ready"]),
    ]);
}

#[test]
fn lists_are_of_what_is_asked_for() {
    check(&[
        (LINE, "list all timers", &["23 timers"]),
        (LINE, "timers?", &["23 timers"]),
        (LINE, "list all modules", &["10 modules"]),
        (TANKS, "which alarms are on the syrup side", &["SyrupFault", "SyrupLow", "“syrup”"]),
        (LINE, "which timers belong to the reject station", &["1 timer with “reject”"]),
        (PACKER, "which tags are never used", &["GVL_IO.Blow_Off", "!GVL_Param.Lift_Low"]),
        (LINE, "The horn is silent. Show me why.", &["!302 tags"]),
        (LINE, "Horn: who writes it? and who wins?", &["written in 2 places", "“and who wins?”"]),
        (LINE, "what is the IP of the drive of conveyor 2", &["192.168.20.22", "!192.168.20.21"]),
        (LINE, "Welche IP-Adressen gibt es?", &["192.168.20.21", "192.168.20.22"]),
        (PACKER, "Unter welcher IP erreiche ich den Servoregler?", &["keine"]),
        (LINE, "how fast do the tasks run", &["3 tasks", "PERIODIC, 20 ms"]),
        (LINE, "what inputs does the filler use", &["CO2_Opened", "!PE_Infeed"]),
        (LINE, "which blocks are never called", &["One place", "Maintenance/Main"]),
        (LINE, "which outputs are written twice", &["P_Horn", "M_Conveyor1", "!S_Idle"]),
        (PACKER, "is there an output that no code ever drives", &["GVL_IO.Blow_Off", "!Lamp_Red"]),
        (LINE, "welche Füllventile gibt es", &["Y_Head1", "Y_Head4", "!Y_Inlet"]),
    ]);
}

#[test]
fn words_of_both_languages_numbers_and_compounds_mean_names() {
    check(&[
        (TANKS, "warum läuft die Förderpumpe nicht", &["\"Feed_Pump\"", "!Simulation"]),
        (LINE, "wann kommt der Staualarm", &["Alm_Blocked", "Line_Blocked"]),
        (PACKER, "was schaltet das Druckluftventil ein", &["GVL_IO.Air_Valve"]),
        (LINE, "what starts conveyor 2", &["M_Conveyor2", "!Starts"]),
        (LINE, "what is the jam delay timer", &["Blocked_Delay", "1500 ms"]),
        (TANKS, "mixing time?", &["Mix_Time", "4000 ms"]),
        (PACKER, "what comes after Pick", &["Pick → Lift_Up"]),
        // Where a part of the name is nowhere, nothing else is taken for it.
        (PACKER, "Temperature setpoint of the glue unit, please.", &["unknown: ", "glue"]),
        (LINE, "wo wird der Füllstandssensor gelesen", &["Bowl_Level"]),
    ]);
}

#[test]
fn sentences_before_a_question_tell_what_it_is_about() {
    check(&[
        (
            LINE,
            "Line_Run keeps dropping out. I checked the guards. What turns it off?",
            &["Line_Run is off while"],
        ),
        (LINE, "wofür ist Fill_Watchdog da u. auf wieviel sekunden steht der", &["15000 ms"]),
        (TANKS, "Output byte of the steam valve, I want to force it at the card.", &["Q5.4"]),
        (
            TANKS,
            "Die Meldung 'Charge dauert zu lange', wann kommt die?",
            &["\"Alarms\".BatchTime", "120000 ms"],
        ),
    ]);
}

#[test]
fn stories_are_about_what_their_sentences_name() {
    check(&[
        (
            LINE,
            "Had a drive overload on the line tonight. The red light came on like it should but the horn never \
             made a sound. Is the horn dead or is that the program?",
            &["The last write decides: in each scan, Line/Signals rung 8 overwrites"],
        ),
        (
            PACKER,
            "When does the outfeed conveyor run? It keeps running although the outfeed is blocked.",
            &["GVL_IO.Conveyor_Out is turned on"],
        ),
        (PACKER, "vacuum lost alarm - when exactly", &["GVL_Alarms.VacuumLost is turned on"]),
        (
            PACKER,
            "New to this palletizer. What states does it go through for one pallet?",
            &["PLC_PRG.State", "!Pallet is a data type"],
        ),
        (
            PACKER,
            "Baustein FB_Axis kurz erklären, wofür ist Step_Width",
            &["FB_Axis ist ein Funktionsbaustein", "FB_Axis.Step_Width"],
        ),
    ]);
}

#[test]
fn a_text_in_quotes_is_where_it_is_written() {
    check(&[
        (LINE, "panel shows \"Valve does not open\". which valve??", &["Alm_Inlet", "Alm_CO2"]),
        (
            PACKER,
            "first fault on the panel is just \"Other fault\" number 9, what can that be",
            &["PRG_Alarms line 52"],
        ),
    ]);
}

#[test]
fn a_list_has_a_kind_and_a_fault_has_a_subject() {
    check(&[
        (PACKER, "analogeingänge vom packer mit adresse?", &["4 Eingänge", "GVL_IO.AI_Vacuum"]),
        (LINE, "Hupe zweimal beschrieben", &["P_Horn", "!M_Conveyor1"]),
        (LINE, "Welche Programme laufen in welcher Task?", &["3 Tasks"]),
        (PACKER, "Stell bitte die Wickelzeit auf 6 Sekunden", &["Änderungswunsch"]),
        (PACKER, "I need a table of all outputs", &["outputs", "!change"]),
        (LINE, "Rezept Rollladen Laufzeit?", &["!Stellen des Codes werden nie"]),
    ]);
}

#[test]
fn what_stands_around_a_question_tells_its_subject() {
    check(&[
        (
            PACKER,
            "Hupe kommt seit dem Umbau bei Störung nicht mehr, nur noch wenn die Folie zu Ende geht. woran liegts?",
            &["GVL_IO.Horn", "PRG_Modes Netzwerk 10 überschreibt in jedem Zyklus"],
        ),
        (
            LINE,
            "Jog on the maintenance screen does nothing for conveyor 1, is the rung even running?",
            &["M_Conveyor1 is on while HMI_Manual and Jog are on; nothing executes this code"],
        ),
        (
            TANKS,
            "what comes after mixing and what must be fulfilled before it moves on?",
            &["After 40 (Mix and heat) comes 50 (Check)", "Mix_Time.Q, set to 4000 ms (4 s)"],
        ),
        (
            TANKS,
            "Charge hängt in Prüfen fest, nur die Rundumleuchte dreht. Worauf wartet die Anlage?",
            &[
                "50 (Check) → 60 (Transfer), wenn NOT \"Alarms\".QualityLow",
                "Conductivity_Tolerance",
            ],
        ),
        (
            TANKS,
            "Not-Halt ist gedrückt und %I0.0 aus, aber im Programm bleibt E_Stop TRUE. hä?",
            &["Kein Code schaltet \"E_Stop\" aus", "in jedem Zyklus. (Simulation Zeile 4)"],
        ),
        (
            PACKER,
            "Was kommt in der Kette nach Lift_Up, und was muss vorher passiert sein dass er überhaupt dahin kommt?",
            &[
                "Auf Lift_Up folgt Place",
                "Vor Lift_Up kommt Pick",
                "Vacuum_OK",
                "!PLC_PRG.State wird an",
            ],
        ),
    ]);
}

#[test]
fn two_things_are_compared_by_what_differs() {
    check(&[
        (
            TANKS,
            "Was ist der Unterschied zwischen Zitrone und Tonic im Rezept",
            &["Water: 1450.0 / 1500.0", "Conductivity: 2.5 / 2.0", "7 Werte verschieden"],
        ),
        (
            LINE,
            "difference between M_Conveyor1 and M_Conveyor2",
            &["M_Conveyor1", "M_Conveyor2", "Start_Delay.DN"],
        ),
    ]);
}

#[test]
fn times_in_lists_have_units_and_lists_can_be_asked_on() {
    check(&[
        (
            LINE,
            "list all timers > 5 s",
            &["7 timers > 5 s", "Fill_Watchdog: TIMER, set to 15000 ms (15 s)"],
        ),
        (
            LINE,
            "list all timers > 5 s. What does the second one do?",
            &["Sim_Guard_End", "!/generate"],
        ),
    ]);
}

#[test]
fn a_question_that_is_not_understood_is_answered_by_the_places_that_it_is_about() {
    check(&[
        (
            LINE,
            "the horn is silent when a fault comes, it only sounds when the line starts up. What do I have to change so both work?",
            &["The last write decides", "Line/Signals rung 8 overwrites", "!I did not understand"],
        ),
        (
            LINE,
            "bei wieviel mA steht der Kessel auf der unteren Grenze und was macht der Füller dann",
            &["Filler/LevelControl Blatt 2", "Bowl_Low_Limit = 20.0 %"],
        ),
        (
            TANKS,
            "Gibts einen Trockenlaufschutz für die Umpumppumpe? Der Eingang wäre ja da",
            &["Kein Code liest \"Level_Low\""],
        ),
    ]);
}

#[test]
fn a_long_question_about_a_name_has_the_places_of_its_other_words_too() {
    check(&[
        (
            LINE,
            "Where is Fault_Stop used, and why does the horn only sound three seconds?",
            &["Fault_Stop", "Line/Signals rung 6"],
        ),
        (LINE, "Where is Fault_Stop used?", &["!rest of the question"]),
    ]);
}
