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

#[test]
fn a_part_of_an_instance_that_code_names_has_its_block_s_code_too() {
    let blocks = "FUNCTION_BLOCK \"Motor\"\nVERSION : 0.1\nVAR_INPUT\n Go : Bool;\nEND_VAR\n\
        VAR_OUTPUT\n Fault : Bool;\nEND_VAR\nBEGIN\n   #Fault := NOT #Go;\n\
        END_FUNCTION_BLOCK\n\
        FUNCTION_BLOCK \"Cell\"\nVERSION : 0.1\nVAR\n m1 : \"Motor\";\nEND_VAR\nBEGIN\n\
        #m1(Go := \"Start\");\nEND_FUNCTION_BLOCK\n\
        DATA_BLOCK \"Cell_DB\"\nVERSION : 0.1\n\"Cell\"\nBEGIN\nEND_DATA_BLOCK\n";
    let code = "ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nBEGIN\n   \"Cell_DB\"();\n\
        \"Lamp\" := \"Cell_DB\".m1.Fault;\nEND_ORGANIZATION_BLOCK\n";
    let tags = "\"Start\",\"%I0.0\",\"Bool\",\"True\",\"True\",\"False\",\"\",\"\",\"\"\n\
        \"Lamp\",\"%Q0.0\",\"Bool\",\"True\",\"True\",\"False\",\"\",\"\",\"\"\n";
    let line = facts(&[("Cell.scl", blocks), ("Main.scl", code), ("t.sdf", tags)]);
    check(
        &line,
        &[
            ("What turns \"Cell_DB\".m1.Fault on?", &["#Fault", "!No code turns"]),
            ("Where is \"Cell_DB\".m1.Fault used?", &["\"Lamp\" :=", "#Fault := NOT #Go"]),
            ("Where is \"Cell_DB\".m1.Go used?", &["#m1(Go := \"Start\")", "NOT #Go"]),
        ],
    );
}

#[test]
fn what_lies_over_a_variable_of_an_instance_is_used_with_it() {
    let block = "FUNCTION_BLOCK \"F\"\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\nVAR\n w : Word;\n \
        bits AT w : Array[0..15] of Bool;\n spare : Bool;\nEND_VAR\nBEGIN\n   #w := 16#FF;\n\
        END_FUNCTION_BLOCK\n\
        DATA_BLOCK \"I\"\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\n\"F\"\nBEGIN\nEND_DATA_BLOCK\n";
    let line = facts(&[("F.scl", block)]);
    check(
        &line,
        &[
            ("Where is \"I\".bits written?", &["#w := 16#FF"]),
            ("Where is \"I\".bits[3] written?", &["#w := 16#FF"]),
            ("Where is \"I\".spare used?", &["no code uses it"]),
        ],
    );
}

#[test]
fn a_symbol_of_a_timer_or_a_counter_is_used_by_its_address() {
    let code = "FUNCTION FC 1 : VOID\nTITLE =\nVERSION : 0.1\nBEGIN\nNETWORK\nTITLE =\n      \
        U     M 0.0;\n      L     S5T#2S;\n      SE    T 5;\n      L     Z 3;\n      T     MW 2;\n\
        END_FUNCTION\n";
    let symbols = "126,Delay                   T       5   TIMER     \r\n\
        126,Next                    T       6   TIMER     \r\n\
        126,Parts                   Z       3   COUNTER   \r\n";
    let line = facts(&[("FC1.awl", code), ("s.asc", symbols)]);
    check(
        &line,
        &[
            ("Where is \"Delay\" used?", &["SE T 5"]),
            ("Where is \"Parts\" used?", &["L Z 3"]),
            ("Where is \"Next\" used?", &["no code uses it"]),
        ],
    );
}

#[test]
fn a_tag_called_like_a_word_of_the_question_is_meant_by_its_capital() {
    let names = ["On", "Off", "In", "Used", "Call", "Reads"];
    let code: Vec<String> = names.iter().map(|it| format!("\"{it}\" := \"Src_{it}\";\n")).collect();
    let code = format!(
        "ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nBEGIN\n{}END_ORGANIZATION_BLOCK\n",
        code.concat()
    );
    let tag = |(it, at): (&str, usize)| {
        format!("\"{it}\",\"%M{at}.0\",\"Bool\"\n\"Src_{it}\",\"%M{at}.1\",\"Bool\"\n")
    };
    let tags: Vec<String> = names.into_iter().zip(0..).map(tag).collect();
    let line = facts(&[("Main.scl", &code), ("t.sdf", &tags.concat())]);
    for name in names {
        let source = format!("Src_{name}");
        for question in
            ["Where is {} used?", "What writes {}?", "Why is {} off?", "What turns {} on?"]
        {
            check(&line, &[(question.replace("{}", name).as_str(), &[source.as_str()])]);
        }
    }
}

#[test]
fn a_comment_is_shown_in_the_language_of_the_question() {
    let line = logix(
        "<Tag Name=\"Level\" DataType=\"DINT\"><Description>\
         <LocalizedDescription Lang=\"en-US\"><![CDATA[Level of the tank]]></LocalizedDescription>\
         <LocalizedDescription Lang=\"de-DE\"><![CDATA[F\u{fc}llstand]]></LocalizedDescription>\
         </Description></Tag>",
        "",
        &["GRT(Level,5)OTE(High);"],
    );
    check(
        &line,
        &[
            ("What is Level?", &["Level of the tank", "!llstand"]),
            ("Was ist Level?", &["F\u{fc}llstand", "!Level of the tank"]),
        ],
    );
}

#[test]
fn a_value_of_an_enumeration_is_a_constant() {
    let text = "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><dataTypes><dataType \
        name=\"E_State\"><baseType><enum><values><value name=\"Idle\" value=\"0\"/><value \
        name=\"Running\" value=\"5\"/></values></enum></baseType></dataType></dataTypes><pous><pou \
        name=\"PLC_PRG\" pouType=\"program\"><interface><localVars><variable name=\"e\"><type><derived \
        name=\"E_State\"/></type></variable></localVars></interface><body><ST><xhtml>IF e = \
        E_State.Running THEN e := Idle; END_IF;</xhtml></ST></body></pou></pous></types></project>";
    let line = facts(&[("p.xml", text)]);
    check(
        &line,
        &[
            ("Where is E_State.Running used?", &["E_State.Running in 1 place", "IF e ="]),
            ("Where is Running used?", &["E_State.Running in 1 place"]),
            ("What is E_State.Running?", &["E_State.Running = 5"]),
        ],
    );
}

#[test]
fn of_conditions_that_are_checked_in_a_row_the_first_wins() {
    let block = facts(&[(
        "Commands.scl",
        "FUNCTION_BLOCK \"Commands\"\nVAR_INPUT\n  Abort : Bool;\n  Halt : Bool;\n  Begin : Bool;\nEND_VAR\n\
         VAR_OUTPUT\n  Out : Int;\nEND_VAR\nBEGIN\nIF #Abort THEN\n  #Out := 3;\nELSIF #Halt THEN\n  \
         #Out := 2;\nELSIF #Begin THEN\n  #Out := 1;\nEND_IF;\nEND_FUNCTION_BLOCK\n",
    )]);
    let first = "the first one that holds wins";
    check(
        &block,
        &[
            ("Halt and Begin at once, which one wins?", &[first, "#Halt → #Out := 2;", "#Begin"]),
            ("What has priority, Abort or Halt?", &[first, "#Abort → #Out := 3;"]),
            ("What turns Abort on?", &["!holds wins"]),
        ],
    );
}
