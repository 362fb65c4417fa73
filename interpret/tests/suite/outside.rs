//! Tags that no code names directly: the file names them outside code, or code reaches them by an
//! index, an address, a copy or the block of an instance.

use std::sync::Arc;

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};
use tagbridge_project::{Source, SourceFile};

fn facts(files: &[(&str, &str)]) -> Facts {
    let files = files.iter().map(|(path, text)| SourceFile {
        path: (*path).to_owned(),
        bytes: text.as_bytes().to_vec(),
    });
    let source = Source { name: "line".to_owned(), files: files.collect(), hash: String::new() };
    Facts::new(Arc::new(tagbridge_project::read(&source).expect("a project")))
}

fn told(facts: &Facts, question: &str) -> String {
    let asked = understand(facts, question, &Before::default());
    match answer(facts, &asked, &Given::default()) {
        Outcome::Answer { answer, .. } => answer,
        other => panic!("{question}: {other:?}"),
    }
}

/// Checks that each question's answer contains these texts; those with `!` must be absent.
#[track_caller]
fn check(facts: &Facts, questions: &[(&str, &[&str])]) {
    for (question, expected) in questions {
        let answer = told(facts, question);
        for words in *expected {
            match words.strip_prefix('!') {
                Some(words) => assert!(!answer.contains(words), "{question}: {answer}"),
                None => assert!(answer.contains(words), "{question}: no {words:?} in {answer}"),
            }
        }
    }
}

/// A program with these tags and rungs.
fn logix(tags: &str, more: &str, rungs: &[&str]) -> Facts {
    let rungs: Vec<String> = rungs
        .iter()
        .zip(0..)
        .map(|(it, number)| {
            format!("<Rung Number=\"{number}\" Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>")
        })
        .collect();
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\">{more}<Tags>{tags}</Tags><Programs><Program \
         Name=\"P\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>{}\
         </RLLContent></Routine></Routines></Program></Programs><Tasks><Task Name=\"T\" \
         Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"P\"/></ScheduledPrograms>\
         </Task></Tasks></Controller></RSLogix5000Content>",
        rungs.concat()
    );
    facts(&[("line.L5X", &text)])
}

#[test]
fn motion_phases_maps_and_exchanges_are_references() {
    let motion = facts(&[("motion.L5X", include_str!("../field/motion.L5X"))]);
    check(
        &motion,
        &[
            ("Where is MG used?", &["motion group of J1", "motion group of CS"]),
            ("Wo wird J1 verwendet?", &["Koordinatensystem CS bewegt"]),
            ("Which tags are unused?", &["Go", "!MG", "!J1"]),
        ],
    );
    let phase = facts(&[("phase.L5X", include_str!("../field/phase.L5X"))]);
    check(&phase, &[("Where is Heat used?", &["equipment phase Heat"])]);
    let safety = facts(&[("safemap.L5X", include_str!("../field/safemap.L5X"))]);
    check(
        &safety,
        &[
            ("What turns Saf on?", &["safety tag map gives it the value of Std"]),
            ("Where is Std used?", &["copies it to Saf"]),
            ("Which tags are never written?", &["Btn", "!Saf"]),
        ],
    );
    let consumed = facts(&[("consumed.L5X", include_str!("../field/consumed.L5X"))]);
    check(
        &consumed,
        &[
            ("Where is FromB written?", &["controller PLC_B, tag ToA"]),
            ("Where is ToC used?", &["up to 2 of them"]),
            ("What is FromB?", &["controller PLC_B"]),
        ],
    );
}

#[test]
fn operands_of_messages_and_alarms_are_references() {
    let line = logix(
        "<Tag Name=\"Buf\" DataType=\"DINT\" Dimensions=\"20\"/><Tag Name=\"Low\" DataType=\"BOOL\">\
         <AlarmConditions><AlarmCondition Name=\"LowAlarm\" Input=\"\" AssocTag1=\"Level\"/>\
         </AlarmConditions></Tag><Tag Name=\"Level\" DataType=\"REAL\"/><Tag Name=\"Get\" \
         DataType=\"MESSAGE\"><Data Format=\"Message\"><MessageParameters MessageType=\"CIP Data Table \
         Read\" RequestedLength=\"5\" LocalElement=\"Buf[3]\"/></Data></Tag>",
        "",
        &["MSG(Get);"],
    );
    check(
        &line,
        &[
            ("Where is Buf written?", &["message Get stores there what it receives"]),
            ("Where is Buf[5] written?", &["message Get stores there"]),
            ("Where is Buf[9] used?", &["Buf[9] is declared, and no code uses it"]),
            ("Where is Level used?", &["alarm Low.LowAlarm reports it (AssocTag1)"]),
            ("Where is Low used?", &["alarm Low.LowAlarm uses it as its input"]),
        ],
    );
}

#[test]
fn elements_bits_and_members_are_reached_in_other_ways() {
    let line = logix(
        "<Tag Name=\"Arr\" DataType=\"DINT\" Dimensions=\"10\"/><Tag Name=\"i\" DataType=\"DINT\"/>\
         <Tag Name=\"Src\" DataType=\"DINT\" Dimensions=\"10\"/><Tag Name=\"W\" DataType=\"DINT\"/>\
         <Tag Name=\"T1\" DataType=\"TIMER\"/><Tag Name=\"T2\" DataType=\"TIMER\"/><Tag \
         Name=\"Alone\" DataType=\"DINT\" Dimensions=\"4\"/><Tag Name=\"Lonely\" DataType=\"BOOL\"/>",
        "",
        &[
            "MOV(5,Arr[i]);",
            "COP(Src[0],Arr[2],3);",
            "MOV(7,W);",
            "COP(T1,T2,1);",
            "MOV(1,Alone[1]);",
        ],
    );
    check(
        &line,
        &[
            (
                "Where is Arr[7] written?",
                &["No code names Arr[7] by itself", "may be it: Arr[i]", "!COP"],
            ),
            ("Where is Arr[3] used?", &["MOV(5,Arr[i])", "COP(Src[0],Arr[2],3)"]),
            ("Where is Src[2] read?", &["COP(Src[0],Arr[2],3)"]),
            ("What turns W.3 on?", &["MOV(7,W)"]),
            ("Where is T2.PRE written?", &["COP(T1,T2,1)"]),
            ("Where is Alone[2] used?", &["Alone[2] is declared, and no code uses it"]),
            ("Where is Lonely used?", &["Lonely is declared, and no code uses it"]),
        ],
    );
}

#[test]
fn an_address_or_one_that_overlaps_is_a_use_of_the_tag_that_lies_there() {
    let tags = "\"Lamp\",\"%M0.3\",\"Bool\",\"True\",\"True\",\"False\",\"\",\"\",\"\"\n\
        \"Count\",\"%MW10\",\"Int\",\"True\",\"True\",\"False\",\"\",\"\",\"\"\n\
        \"Spare\",\"%M99.0\",\"Bool\",\"True\",\"True\",\"False\",\"\",\"\",\"\"\n";
    let code = "ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nBEGIN\n   %M0.3 := %MB11 > 3;\n\
        END_ORGANIZATION_BLOCK\n";
    let line = facts(&[("Main.scl", code), ("tags.sdf", tags)]);
    check(
        &line,
        &[
            ("Where is \"Lamp\" written?", &["%M0.3 := %MB11 > 3"]),
            ("Where is \"Count\" read?", &["%MB11"]),
            ("Which tags are unused?", &["Spare", "!Lamp", "!Count"]),
        ],
    );
}

#[test]
fn a_variable_of_an_instance_is_what_its_block_and_its_callers_do() {
    let block = "FUNCTION_BLOCK \"Motor\"\nVERSION : 0.1\nVAR_INPUT\n Go : Bool;\nEND_VAR\n\
        VAR_OUTPUT\n Fault : Bool;\nEND_VAR\nBEGIN\n   #Fault := NOT #Go;\n\
        END_FUNCTION_BLOCK\n";
    let data = "DATA_BLOCK \"Motor_DB\"\nVERSION : 0.1\n\"Motor\"\nBEGIN\nEND_DATA_BLOCK\n";
    let code = "ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nBEGIN\n   \"Motor_DB\"(Go := \"Start\");\n\
        END_ORGANIZATION_BLOCK\n";
    let tags = "\"Start\",\"%I0.0\",\"Bool\",\"True\",\"True\",\"False\",\"\",\"\",\"\"\n";
    let line =
        facts(&[("Motor.scl", block), ("Motor.db", data), ("Main.scl", code), ("t.sdf", tags)]);
    check(
        &line,
        &[
            ("Where is \"Motor_DB\".Fault written?", &["#Fault := NOT #Go"]),
            ("Where is \"Motor_DB\".Go used?", &["\"Motor_DB\"(Go := \"Start\")", "NOT #Go"]),
        ],
    );
}

#[test]
fn names_with_blanks_and_marks_are_found() {
    let line = facts(&[
        ("sp.scl", include_str!("../field/sp.scl")),
        ("tags.xml", include_str!("../field/tags.xml")),
    ]);
    check(
        &line,
        &[
            ("Where is Lift Down used?", &["\"Lift Down\" is used in 1 place", "#r :="]),
            ("Where is \"Lift Down\" used?", &["\"Lift Down\" is used in 1 place"]),
            ("Wo wird K1-112 2L1 verwendet?", &["\"K1-112 2L1\"", "#r :="]),
            ("Where is \"K1-112 2L1\" read?", &["\"K1-112 2L1\" is read in 1 place"]),
        ],
    );
}

#[test]
fn a_constant_is_used_where_code_names_it() {
    let block = "FUNCTION_BLOCK \"F\"\nVERSION : 0.1\nVAR_OUTPUT\n r : Int;\nEND_VAR\nVAR CONSTANT\n \
        MAXN : Int := 9;\n IDLE : Int := 4;\nEND_VAR\nBEGIN\n   #r := #MAXN + 1; // #IDLE\n\
        END_FUNCTION_BLOCK\n";
    let line = facts(&[("F.scl", block)]);
    check(
        &line,
        &[
            ("Where is MAXN used?", &["the constant F#MAXN in 1 place", "#r := #MAXN + 1"]),
            ("What is MAXN?", &["starts with 9", "#r := #MAXN + 1"]),
            ("Where is IDLE used?", &["IDLE is declared, and no code uses it"]),
        ],
    );
}

#[test]
fn a_tag_of_the_controller_is_not_taken_for_that_of_a_program() {
    let line = logix(
        "<Tag Name=\"Loc\" DataType=\"DINT\"/><Tag Name=\"Other\" DataType=\"DINT\"/>",
        "",
        &["MOV(1,Other);"],
    );
    check(&line, &[("Where is Loc used?", &["Loc is declared, and no code uses it"])]);
    let text =
        include_str!("../field/consumed.L5X").replace("<Tag Name=\"Lamp\"", "<Tag Name=\"X\"");
    let own = "<Tags><Tag Name=\"Lamp\" TagType=\"Base\" DataType=\"BOOL\"/></Tags><Routines>";
    let shared = "<Tags><Tag Name=\"Lamp\" TagType=\"Base\" DataType=\"BOOL\"/>";
    let text = text.replacen("<Routines>", own, 1).replacen("<Tags>", shared, 1);
    let line = facts(&[("line.L5X", &text.replacen("<Tags>\n\n</Tags>\n", "", 1))]);
    check(
        &line,
        &[
            ("Where is Program:MainProgram.Lamp written?", &["written in 1 place"]),
            ("Where is Lamp written?", &["Lamp is declared, and no code uses it"]),
        ],
    );
}
