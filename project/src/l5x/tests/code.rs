//! Tests of routines in all languages, and of protected ones.

use super::{controller, notes};
use crate::{BlockKind, Body, Language, Rung};

fn body(routine: &str) -> (Language, Body) {
    let project = controller(&format!(
        "<Programs><Program Name=\"P\"><Routines>{routine}</Routines></Program></Programs>"
    ));
    assert_eq!(project.programs[0].routines, ["R"]);
    let routine = &project.routines[0];
    assert_eq!((routine.name.as_str(), routine.owner.as_str()), ("R", "P"));
    (routine.language, routine.body.clone())
}

/// Whether a rung of this type is executed.
#[test]
fn pending_edits_are_left_out() {
    for (kind, there) in [
        ("Type=\"N\"", true),
        ("", true),
        ("Type=\"D\"", true),
        ("Type=\"R\"", true),
        ("Type=\"rN\"", true),
        ("Type=\"d\"", true),
        ("Type=\"I\"", false),
        ("Type=\"IR\"", false),
        ("Type=\"rI\"", false),
        ("Type=\"rR\"", false),
        ("Type=\"e\"", false),
        ("Type=\"er\"", false),
    ] {
        let (language, body) = body(&format!(
            "<Routine Name=\"R\" Type=\"RLL\"><RLLContent><Rung Number=\"4\" {kind}><Comment>\
             <![CDATA[why]]></Comment><Text><![CDATA[XIC(A)OTE(B);]]></Text></Rung></RLLContent>\
             </Routine>"
        ));
        let expected: Vec<(u32, Option<&str>, &str)> =
            if there { vec![(4, Some("why"), "XIC(A)OTE(B);")] } else { vec![] };
        let Body::Rungs(rungs) = body else { panic!("{body:?}") };
        let rungs = rungs.iter().map(|it| (it.number, it.comment.as_deref(), it.text.as_str()));
        assert_eq!(rungs.collect::<Vec<_>>(), expected, "{kind}");
        assert_eq!(language, Language::Ld);
    }
}

#[test]
fn an_operand_that_nobody_chose_is_a_question_mark() {
    let (_, body) = body(
        "<Routine Name=\"R\" Type=\"FBD\"><FBDContent><Sheet Number=\"1\"><IRef ID=\"0\" \
         Operand=\"\"/><ORef ID=\"1\"/><Wire FromID=\"0\" ToID=\"1\"/></Sheet></FBDContent>\
         </Routine>",
    );
    let Body::Rungs(sheets) = body else { panic!("{body:?}") };
    assert_eq!(sheets[0].text, "? := ?;");
}

#[test]
fn text_is_the_original_line_by_line() {
    let content = |edit: &str, text: &str| {
        format!(
            "<STContent{edit}>\n<Line Number=\"0\">\n<![CDATA[  {text}]]>\n</Line>\n\
             <Line Number=\"1\"><![CDATA[]]></Line><Line Number=\"2\"><![CDATA[b;]]></Line>\
             </STContent>"
        )
    };
    let expected = (Language::St, Body::Text("  a;\n\nb;".to_owned()));
    for contents in [
        content("", "a;"),
        content(" OnlineEditType=\"Pending\"", "p;")
            + &content(" OnlineEditType=\"Original\"", "a;"),
        content("", "a;") + &content(" OnlineEditType=\"Test\"", "t;"),
    ] {
        assert_eq!(
            body(&format!("<Routine Name=\"R\" Type=\"ST\">{contents}</Routine>")),
            expected
        );
        assert_eq!(body(&format!("<Routine Name=\"R\">{contents}</Routine>")), expected);
    }
}

#[test]
fn a_stub_has_no_body_and_a_protected_routine_hides_it() {
    assert_eq!(body("<Routine Name=\"R\" Type=\"SFC\"/>"), (Language::Sfc, Body::Absent));
    assert_eq!(body("<Routine Name=\"R\"/>"), (Language::Other, Body::Absent));
    let protected = "<EncodedData EncodedType=\"Routine\" Name=\"R\" Type=\"RLL\" \
                     EncryptionConfig=\"8\"><![CDATA[AbCd==]]></EncodedData>";
    assert_eq!(body(protected), (Language::Ld, Body::Protected));
}

#[test]
fn a_diagram_says_what_is_wired_to_what() {
    let (language, body) = body(
        "<Routine Name=\"R\" Type=\"FBD\"><FBDContent><Sheet Number=\"1\">\
         <IRef ID=\"0\" Operand=\"Speed\"/><ORef ID=\"1\" Operand=\"Lamp\"/>\
         <ICon ID=\"2\" Name=\"c\"/><OCon ID=\"3\" Name=\"c\"/>\
         <Block Type=\"ADD\" ID=\"4\" Operand=\"ADD_01\"/><Function Type=\"BNOT__F\" ID=\"5\"/>\
         <AddOnInstruction Name=\"Valve\" ID=\"6\" Operand=\"V1\"><InOutParameter Name=\"Ref\" \
         Argument=\"M\"/></AddOnInstruction><JSR ID=\"7\" Routine=\"Sub\" In=\"A B\"/>\
         <Wire FromID=\"0\" ToID=\"4\" ToParam=\"SourceA\"/>\
         <Wire FromID=\"5\" FromParam=\"Out\" ToID=\"4\" ToParam=\"SourceB\"/>\
         <Wire FromID=\"2\" ToID=\"5\" ToParam=\"In\"/><Wire FromID=\"4\" FromParam=\"Dest\" ToID=\"1\"/>\
         <FeedbackWire FromID=\"4\" FromParam=\"Dest\" ToID=\"3\"/>\
         <TextBox ID=\"8\"><Text><![CDATA[Why]]></Text></TextBox></Sheet></FBDContent></Routine>",
    );
    let text = "Lamp := ADD_01.Dest;\nc := ADD_01.Dest;\n\
                ADD_01: ADD(SourceA := Speed, SourceB := BNOT__F_5.Out);\nBNOT__F_5: BNOT__F(In := c);\n\
                V1: Valve(Ref := M);\nJSR(Sub, A B);";
    let Body::Rungs(sheets) = body else { panic!("{body:?}") };
    let [Rung { number, comment, text: shown, net: Some(net), .. }] = &sheets[..] else {
        panic!("{sheets:?}")
    };
    assert_eq!((language, *number, comment.as_deref()), (Language::Fbd, 1, Some("Why")));
    assert_eq!(shown, text);
    // The spans of each node show its text.
    let quoted: Vec<(&str, &str)> = net
        .nodes
        .iter()
        .flat_map(|node| node.spans.iter().map(|span| (node.kind.as_str(), span)))
        .map(|(kind, span)| (kind, &text[span.start as usize..span.end as usize]))
        .collect();
    assert_eq!(
        quoted,
        [
            ("IRef", "Speed"),
            ("ORef", "Lamp"),
            ("ICon", "c"),
            ("OCon", "c"),
            ("Block", "ADD_01: ADD(SourceA := Speed, SourceB := BNOT__F_5.Out);"),
            ("Function", "BNOT__F_5: BNOT__F(In := c);"),
            ("AddOnInstruction", "V1: Valve(Ref := M);"),
            ("JSR", "JSR(Sub, A B);"),
        ]
    );
    let feedback: Vec<usize> =
        net.wires.iter().filter(|wire| wire.feedback).map(|wire| wire.to).collect();
    assert_eq!(feedback, [3], "the connector gets what there was before");
}

#[test]
fn a_sequence_says_its_steps_and_where_they_lead() {
    let (language, body) = body(
        "<Routine Name=\"R\" Type=\"SFC\"><SFCContent><Step ID=\"0\" Operand=\"Fill\" \
         InitialStep=\"true\"><Action ID=\"1\" Operand=\"Open\" Qualifier=\"N\"><Body><STContent>\
         <Line><![CDATA[Valve := 1;]]></Line><Line><![CDATA[Pump := 1;]]></Line></STContent></Body>\
         </Action></Step><Transition ID=\"2\" Operand=\"Full\"><Condition><STContent><Line>\
         <![CDATA[Level > 9;]]></Line></STContent></Condition></Transition>\
         <Branch ID=\"3\" BranchType=\"Selection\" BranchFlow=\"Diverge\"><Leg ID=\"4\"/></Branch>\
         <Stop ID=\"5\" Operand=\"End\"/><DirectedLink FromID=\"0\" ToID=\"3\"/>\
         <DirectedLink FromID=\"4\" ToID=\"2\"/><DirectedLink FromID=\"2\" ToID=\"5\"/>\
         <TextBox><Text><![CDATA[one\ntwo]]></Text></TextBox></SFCContent></Routine>",
    );
    let text = "INITIAL_STEP Fill\n    N Open:\n        Valve := 1;\n        Pump := 1;\n\
                TRANSITION Full := Level > 9\nBRANCH Branch_3 Selection Diverge\nSTOP End\n\
                LINK Fill -> Branch_3\nLINK Branch_3.leg_4 -> Full\nLINK Full -> End\n// one\n// two";
    assert_eq!((language, body), (Language::Sfc, Body::Text(text.to_owned())));
}

#[test]
fn an_instruction_without_its_source_still_has_parameters() {
    let project = controller(
        "<AddOnInstructionDefinitions><EncodedData EncodedType=\"AddOnInstructionDefinition\" \
         Name=\"Secret\" Revision=\"2.0\"><Parameters><Parameter Name=\"In\" DataType=\"DINT\" \
         Usage=\"Input\"/></Parameters><![CDATA[AbCd==]]></EncodedData>\
         <AddOnInstructionDefinition Name=\"Half\" Revision=\"1.0\" RevisionExtension=\"beta\">\
         <Routines><Routine Name=\"Logic\" Type=\"ST\"><STContent/></Routine><EncodedData \
         EncodedType=\"Routine\" Name=\"Prescan\" Type=\"RLL\"/></Routines>\
         </AddOnInstructionDefinition></AddOnInstructionDefinitions>\
         <Programs><EncodedData EncodedType=\"Program\" Name=\"Closed\"/></Programs>",
    );
    let [secret, half] = &project.blocks[..] else { panic!("{:?}", project.blocks) };
    assert_eq!(secret.kind, BlockKind::AddOnInstruction);
    assert!(secret.protected && !half.protected);
    assert_eq!(secret.members[0].name, "In");
    assert_eq!(half.version.as_deref(), Some("1.0 beta"));
    assert_eq!(half.routines, ["Logic", "Prescan"]);
    assert_eq!(project.routines[1].body, Body::Protected);
    assert_eq!(project.programs[0].name, "Closed");
    assert_eq!(
        notes(&project),
        [
            "Secret: its source is protected: its parameters were read",
            "Half/Prescan: its source is protected",
            "Closed: its source is protected",
        ]
    );
}

#[test]
fn what_surrounds_the_code_is_kept() {
    use crate::{Connection, Origin, ScanRoutine};

    let project = controller(
        "<AddOnInstructionDefinitions><AddOnInstructionDefinition Name=\"V\" Class=\"Safety\" \
         ExecutePrescan=\"true\" ExecuteEnableInFalse=\"true\"><Parameters><Parameter Name=\"P\" \
         Usage=\"InOut\" DataType=\"DINT\" Required=\"true\" Constant=\"true\"/><Parameter Name=\"D\" \
         Usage=\"Output\" AliasFor=\"L.DN\" Required=\"false\"/></Parameters><LocalTags><LocalTag \
         Name=\"L\" DataType=\"TIMER\"/></LocalTags><SignatureHistory><HistoryEntry \
         Timestamp=\"2022\" SignatureID=\"16#1\"/><HistoryEntry Timestamp=\"2023\" \
         SignatureID=\"16#2\"/></SignatureHistory></AddOnInstructionDefinition>\
         </AddOnInstructionDefinitions><Tags><Tag Name=\"S\" DataType=\"BOOL\" Class=\"Safety\"/>\
         </Tags><Programs>\n<Program Name=\"P\" MainRoutineName=\"M\" FaultRoutineName=\"F\" \
         Disabled=\"true\" Class=\"Safety\"><Routines>\n <Routine Name=\"M\" Type=\"ST\">\
         <STContent>\n  <Line Number=\"0\"><![CDATA[a := 1;]]></Line></STContent></Routine>\
         </Routines></Program></Programs><Tasks><Task Name=\"T\" Type=\"EVENT\" Rate=\"10\" \
         Watchdog=\"500\" InhibitTask=\"true\" DisableUpdateOutputs=\"true\"><EventInfo \
         EventTrigger=\"Consumed Tag\" EventTag=\"Go\"/></Task></Tasks><ParameterConnections>\
         <ParameterConnection EndPoint1=\"\\P.In\" EndPoint2=\"S\"/></ParameterConnections>",
    );
    let block = &project.blocks[0];
    assert!(block.safety && project.tags[0].safety);
    assert_eq!(block.executes, [ScanRoutine::Prescan, ScanRoutine::EnableInFalse]);
    assert_eq!(block.signature.as_deref(), Some("16#2"));
    let [first, second, _] = &block.members[..] else { panic!("{:?}", block.members) };
    assert!(first.required && first.constant && !second.required && !second.constant);
    assert_eq!(second.alias_for.as_deref(), Some("L.DN"));
    let program = &project.programs[0];
    assert!(program.disabled && program.safety);
    assert_eq!(program.fault_routine.as_deref(), Some("F"));
    let task = &project.tasks[0];
    assert!(task.inhibited && task.outputs_left);
    assert_eq!((task.watchdog_ms, task.trigger.as_deref()), (Some(500.0), Some("Consumed Tag Go")));
    let ends = Connection { from: "\\P.In".to_owned(), to: "S".to_owned() };
    assert_eq!(project.connections, [ends]);
    let origin = Origin { file: "plant.L5X".to_owned(), line: 4, column: 3 };
    assert_eq!(project.routines[0].origin, Some(origin));
}

#[test]
fn an_equipment_phase_begins_with_the_routines_of_its_states() {
    let project = controller(
        "<Programs><Program Name=\"Mix\" Type=\"EquipmentPhase\" PreStateRoutineName=\"Before\" \
         FaultRoutineName=\"Faults\"/><Program Name=\"P\" Type=\"Normal\" \
         MainRoutineName=\"Main\"/></Programs>",
    );
    let [mix, other] = &project.programs[..] else { panic!("{:?}", project.programs) };
    assert!(mix.equipment_phase && !other.equipment_phase);
    assert_eq!(mix.prestate_routine.as_deref(), Some("Before"));
    for (routine, begins, is_of_state) in [
        ("running", true, true),
        ("Aborting", true, true),
        ("Before", true, false),
        ("Faults", true, false),
        ("Idle", false, false),
        ("Main", false, false),
    ] {
        assert_eq!(mix.begins_with(routine), begins, "{routine}");
        assert_eq!(mix.is_of_state(routine), is_of_state, "{routine}");
    }
    assert!(other.begins_with("Main") && !other.begins_with("Running"));
}
