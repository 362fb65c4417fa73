//! Changes of PLCopen XML, on our own project: each makes exactly its edits of the file.

use std::path::Path;

use tagbridge_project::Source;
use tagbridge_propose::{Planned, Proposed, Wish};

use crate::ready::Ready;

fn open(path: &str) -> Ready {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    Ready::of(Source::open(&root.join(path)).expect("a source")).expect("a project")
}

#[track_caller]
fn planned(ready: &Ready, prompt: &str, answers: &[(&str, &str)]) -> Box<Planned> {
    let answers: Vec<(String, String)> =
        answers.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
    match ready.wished(&Wish { prompt, answers: &answers, ..Wish::default() }) {
        Proposed::Ready(planned) => planned,
        other => panic!("{prompt}: {other:?}"),
    }
}

/// The lines that only the new text of all files has, and those that only the old one has.
fn difference(ready: &Ready, planned: &Planned) -> (Vec<String>, Vec<String>) {
    let lines = |files: &[tagbridge_project::SourceFile]| -> Vec<String> {
        let text =
            |it: &tagbridge_project::SourceFile| String::from_utf8_lossy(&it.bytes).into_owned();
        let all: String = files.iter().map(text).collect();
        all.lines().map(|it| it.trim().to_owned()).collect()
    };
    let without = |all: &[String], others: &[String]| -> Vec<String> {
        let mut left = others.to_vec();
        let mut found = Vec::new();
        for line in all {
            match left.iter().position(|it| it == line) {
                Some(at) => {
                    left.swap_remove(at);
                }
                None => found.push(line.clone()),
            }
        }
        found
    };
    let (old, new) = (lines(&ready.source.files), lines(&planned.files));
    (without(&new, &old), without(&old, &new))
}

#[test]
fn a_change_edits_elements_text_and_wires() {
    let ready = open("codesys/Packing.xml");
    // The request, lines that are new, lines that are gone.
    let all: [(&str, &[&str], &[&str]); 16] = [
        (
            "set Wrap_Time to 6 s",
            &["<simpleValue value=\"T#6s\" />"],
            &["<simpleValue value=\"T#4s\" />"],
        ),
        (
            "change the preset of PLC_PRG.Cut_Timer to 700 ms",
            &["Cut_Timer(IN := GVL_IO.Film_Cut, PT := T#700ms);"],
            &["Cut_Timer(IN := GVL_IO.Film_Cut, PT := T#500ms);"],
        ),
        (
            "add a variable Lamp_Test of type BOOL in GVL_HMI",
            &["<variable name=\"Lamp_Test\">", "<type>", "<BOOL />", "</type>", "</variable>"],
            &[],
        ),
        (
            "add a variable Count of type DINT with value 3 in PRG_Wrapper",
            &["<variable name=\"Count\">", "<DINT />", "<simpleValue value=\"3\" />"],
            &[],
        ),
        (
            "add a member Weight of type REAL to Pallet",
            &["<variable name=\"Weight\">", "<REAL />"],
            &[],
        ),
        (
            "rename PLC_PRG.Holding to Layer_Held",
            &["<variable name=\"Layer_Held\">", "Layer_Held := TRUE;", "Layer_Held := FALSE;"],
            &["<variable name=\"Holding\">", "Holding := TRUE;"],
        ),
        (
            "rename PRG_Modes.Safety_OK to Circuit_OK",
            &["<variable name=\"Circuit_OK\">", "<variable>Circuit_OK</variable>"],
            &["<variable name=\"Safety_OK\">", "<variable>Safety_OK</variable>"],
        ),
        (
            "delete the unused variable PRG_Wrapper.Turns",
            &[],
            &["<variable name=\"Turns\">", "<UDINT />", "</variable>"],
        ),
        (
            "comment variable PRG_Wrapper.Turns with 'Pallets so far'",
            &["<xhtml xmlns=\"http://www.w3.org/1999/xhtml\">Pallets so far</xhtml>"],
            &[
                "<xhtml xmlns=\"http://www.w3.org/1999/xhtml\">Wrapped pallets / Folierte Paletten</xhtml>",
            ],
        ),
        (
            "comment rung 3 of PRG_Modes with 'Acknowledge'",
            &["<xhtml xmlns=\"http://www.w3.org/1999/xhtml\">Acknowledge</xhtml>"],
            &["<xhtml xmlns=\"http://www.w3.org/1999/xhtml\">Reset / Quittieren</xhtml>"],
        ),
        (
            "duplicate program PRG_Statistics as PRG_Totals",
            &["<pou name=\"PRG_Totals\" pouType=\"program\">"],
            &[],
        ),
        (
            "duplicate function F_Scale as F_Ratio",
            &["<pou name=\"F_Ratio\" pouType=\"function\">"],
            &[],
        ),
        (
            "schedule program PRG_Statistics in task MainTask",
            &["<pouInstance name=\"PRG_Statistics\" typeName=\"\">"],
            &[],
        ),
        (
            "invert the contact Stop_Button in the rung of Run_Request",
            &["<contact localId=\"10000000005\" negated=\"false\" storage=\"none\" edge=\"none\">"],
            &["<contact localId=\"10000000005\" negated=\"true\" storage=\"none\" edge=\"none\">"],
        ),
        (
            "Run_In only when Pallet_Present is on",
            &[
                "<variable formalParameter=\"In4\">",
                "<expression>GVL_IO.Pallet_Present</expression>",
            ],
            &[],
        ),
        (
            "remove Any_Fault from Drives_Enable",
            &[],
            &[
                "<contact localId=\"30000000003\" negated=\"true\" storage=\"none\" edge=\"none\">",
                "<connection refLocalId=\"30000000003\" />",
            ],
        ),
    ];
    for (prompt, there, gone) in all {
        let planned = planned(&ready, prompt, &[]);
        let (new, old) = difference(&ready, &planned);
        let has = |lines: &[String], all: &[&str]| {
            all.iter().all(|it| lines.iter().any(|line| line.contains(it)))
        };
        assert!(has(&new, there) && has(&old, gone), "{prompt}: {new:#?} {old:#?}");
        assert!(new.len() < 70 && old.len() < 30, "{prompt}: {new:#?} {old:#?}");
    }
}

#[test]
fn a_declaration_that_is_text_and_elements_changes_in_both() {
    let plain = "<?xml version=\"1.0\"?><project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><contentHeader \
        name=\"P\"/><types><dataTypes/><pous><pou name=\"Main\" pouType=\"program\"><interface><localVars>\
        <variable name=\"Speed\"><type><INT/></type><initialValue><simpleValue value=\"5\"/></initialValue>\
        </variable></localVars></interface><body><ST><xhtml>Speed := Speed;</xhtml></ST></body><addData><data \
        name=\"http://www.3s-software.com/plcopenxml/interfaceasplaintext\" handleUnknown=\"implementation\">\
        <InterfaceAsPlainText><xhtml>PROGRAM Main\nVAR\n\tSpeed : INT := 5;\nEND_VAR</xhtml>\
        </InterfaceAsPlainText></data></addData></pou></pous></types></project>";
    let ready = Ready::of_texts(&[("p.xml", plain)]);
    let text = |prompt: &str| {
        String::from_utf8_lossy(&planned(&ready, prompt, &[]).files[0].bytes).into_owned()
    };
    let new = text("set Speed to 7");
    assert!(new.contains("Speed : INT := 7;") && new.contains("simpleValue value=\"7\""), "{new}");
    let new = text("add a variable Gate of type BOOL in Main");
    assert!(new.contains("\tGate : BOOL;") && new.contains("<variable name=\"Gate\">"), "{new}");
    let new = text("rename Speed to Rate in Main");
    assert!(new.contains("Rate : INT := 5;") && new.contains("<variable name=\"Rate\">"), "{new}");
    assert!(new.contains("Rate := Rate;") && !new.contains("Speed"), "{new}");
}

#[test]
fn what_a_call_drives_is_switched_at_its_input() {
    // The project, the request, the answer about the input, what the new text has.
    let all: [(&str, &str, &str, &[&str]); 3] = [
        (
            "allen-bradley/Bottling.L5X",
            "M_Filler only when Air_OK is on",
            "Cmd := Line_Running",
            &[
                "XIC(Line_Running)XIC(Air_OK)OTE(M_Filler_Cmd);",
                "MotorCtrl(Filler_Ctl,M_Filler_Cmd,OL_Filler,",
            ],
        ),
        (
            "codesys/Packing.xml",
            "GVL_IO.Conveyor_In only when GVL_IO.Key_Auto is on",
            "Run := PRG_Conveyors.Run_In",
            &["Infeed_Drive(Run := PRG_Conveyors.Run_In AND GVL_IO.Key_Auto, Ok"],
        ),
        (
            "siemens/Mixing",
            "Transfer_Pump only when Outlet_Opened is on",
            "Interlock := \"Plant_OK\"",
            &["Name=\"Outlet_Opened\""],
        ),
    ];
    for (project, prompt, answer, wanted) in all {
        let ready = open(project);
        match ready.asked(prompt) {
            Proposed::Asks(questions) => {
                assert_eq!(questions[0].id, "input", "{prompt}");
                let options = &questions[0].options;
                let pin = |it: &str| it.split(" := ").next().unwrap_or(it).to_owned();
                assert!(options.iter().any(|it| pin(it) == pin(answer)), "{prompt}: {options:?}");
            }
            other => panic!("{prompt}: {other:?}"),
        }
        let planned = planned(&ready, prompt, &[("input", answer)]);
        let (new, _) = difference(&ready, &planned);
        let has = |text: &str| new.iter().any(|it| it.contains(text));
        assert!(wanted.iter().all(|it| has(it)), "{prompt}: {new:#?}");
    }
}
