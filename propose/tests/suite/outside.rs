//! Tags that the file names outside code, and that code reaches in another way than by name.

use tagbridge_propose::Proposed;

use crate::ready::Ready;

/// A controller with these tags and these elements, and one rung.
fn controller(tags: &str, more: &str) -> Ready {
    let text = format!(
        "<RSLogix5000Content><Controller Use=\"Target\" Name=\"C\">{more}<Tags>\n{tags}\n</Tags>\
         <Programs><Program Name=\"P\" MainRoutineName=\"R\"><Tags/><Routines><Routine Name=\"R\" \
         Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\"><Text><![CDATA[XIC(Go)MSG(Ask);]]>\
         </Text></Rung></RLLContent></Routine><Routine Name=\"S\" Type=\"ST\"><STContent><Line \
         Number=\"0\"><![CDATA[/* counts to]]></Line><Line Number=\"1\"><![CDATA[Limit and N // more*/]]>\
         </Line></STContent></Routine></Routines></Program></Programs><Tasks><Task \
         Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"P\"/>\
         </ScheduledPrograms></Task><Task Name=\"E\" Type=\"EVENT\"><EventInfo \
         EventTrigger=\"Consumed Tag\" EventTag=\"Wake\"/><ScheduledPrograms/></Task></Tasks>\
         </Controller></RSLogix5000Content>"
    );
    Ready::of_texts(&[("a.L5X", &text)])
}

const TAGS: &str = "<Tag Name=\"Go\" TagType=\"Base\" DataType=\"BOOL\"/>\n\
    <Tag Name=\"Box\" TagType=\"Base\" DataType=\"DINT\" Dimensions=\"10\"/>\n\
    <Tag Name=\"Got\" TagType=\"Base\" DataType=\"DINT\"/>\n\
    <Tag Name=\"Wake\" TagType=\"Base\" DataType=\"DINT\"/>\n\
    <Tag Name=\"Std\" TagType=\"Base\" DataType=\"BOOL\"/>\n\
    <Tag Name=\"Saf\" TagType=\"Base\" Class=\"Safety\" DataType=\"BOOL\"/>\n\
    <Tag Name=\"Mg\" TagType=\"Base\" DataType=\"MOTION_GROUP\"/>\n\
    <Tag Name=\"J1\" TagType=\"Base\" DataType=\"AXIS_VIRTUAL\"><Data Format=\"Axis\">\
    <AxisParameters MotionGroup=\"Mg\"/></Data></Tag>\n\
    <Tag Name=\"Heat\" TagType=\"Base\" DataType=\"PHASE\"/>\n\
    <Tag Name=\"Ask\" TagType=\"Base\" DataType=\"MESSAGE\"><Data Format=\"Message\">\
    <MessageParameters MessageType=\"CIP Generic\" RequestedLength=\"4\" LocalElement=\"Box[2]\" \
    DestinationTag=\"Got\"/></Data></Tag>";
const MORE: &str = "<Tag Name=\"MotionGroup\" TagType=\"Base\" DataType=\"MOTION_GROUP\"/>\n\
    <Tag Name=\"J4\" TagType=\"Base\" DataType=\"AXIS_VIRTUAL\"><Data Format=\"Axis\">\
    <AxisParameters MotionGroup=\"MotionGroup\"/></Data></Tag>\n\
    <Tag Name=\"In1\" TagType=\"Alias\" AliasFor=\"Local:0:I.Data.1\"/>\n\
    <Tag Name=\"Limit\" TagType=\"Base\" DataType=\"DINT\"/>\n\
    <Tag Name=\"N\" TagType=\"Base\" DataType=\"DINT\"/>\n\
    <Tag Name=\"Level\" TagType=\"Base\" DataType=\"DINT\"/>\n\
    <Tag Name=\"J2\" TagType=\"Base\" DataType=\"AXIS_VIRTUAL\"/>\n\
    <Tag Name=\"J3\" TagType=\"Base\" DataType=\"AXIS_VIRTUAL\"><Data Format=\"Axis\">\
    <AxisParameters FeedbackMaster=\"J2\"/></Data></Tag>\n\
    <Tag Name=\"Alm\" TagType=\"Base\" DataType=\"ALARM_DIGITAL\"><Data Format=\"Alarm\">\
    <AlarmDigitalParameters Severity=\"500\"/><AlarmConfig><Messages><Message Type=\"AM\">\
    <Text Lang=\"en-US\"><![CDATA[Level /*N:5 Level NOFILL DP:0*/ high]]></Text></Message>\
    </Messages></AlarmConfig></Data></Tag>";
const MAP: &str = "<SafetyInfo><SafetyTagMap> Std=Saf</SafetyTagMap></SafetyInfo>";

/// The file of a proposal.
fn renamed(prompt: &str) -> String {
    match controller(TAGS, MAP).asked(prompt) {
        Proposed::Ready(proposal) => {
            String::from_utf8(proposal.files[0].bytes.clone()).expect("a text")
        }
        other => panic!("{prompt}: {other:?}"),
    }
}

#[test]
fn a_rename_reaches_operands_in_attributes_and_data() {
    for (from, to, expected) in [
        ("Box", "Crate", "LocalElement=\"Crate[2]\""),
        ("Got", "Reply", "DestinationTag=\"Reply\""),
        ("Mg", "Group", "MotionGroup=\"Group\""),
        ("Wake", "Alert", "EventTag=\"Alert\""),
        ("Std", "Plain", "<SafetyTagMap> Plain=Saf</SafetyTagMap>"),
    ] {
        let text = renamed(&format!("rename {from} to {to}"));
        assert!(text.contains(expected), "{from}: {text}");
    }
}

#[test]
fn what_is_named_outside_of_code_is_not_deleted() {
    let plant = controller(TAGS, MAP);
    for tag in ["Box", "Got", "Mg", "Wake", "Std"] {
        let proposed = plant.asked(&format!("delete the unused tag {tag}"));
        let is_refused =
            matches!(&proposed, Proposed::Refused { code, .. } if *code == "propose-no-in-use");
        assert!(is_refused, "{tag}: {proposed:?}");
    }
}

#[test]
fn a_phase_and_its_program_keep_their_one_name() {
    let text = include_str!("../../../interpret/tests/field/phase.L5X");
    let plant = Ready::of_texts(&[("phase.L5X", text)]);
    for (prompt, why) in [("rename Heat to Warm", "also-there"), ("delete tag Heat", "in-use")] {
        let proposed = plant.asked(prompt);
        let is_refused = matches!(&proposed, Proposed::Refused { code, .. }
            if *code == format!("propose-no-{why}"));
        assert!(is_refused, "{prompt}: {proposed:?}");
    }
}

#[test]
fn what_code_reaches_by_its_address_is_not_deleted() {
    let table = "<Document><Engineering version=\"V17\"/><SW.Tags.PlcTagTable ID=\"0\">\
        <AttributeList><Name>T</Name></AttributeList><ObjectList>\
        <SW.Tags.PlcTag ID=\"1\" CompositionName=\"Tags\"><AttributeList><DataTypeName>Bool\
        </DataTypeName><LogicalAddress>%M0.3</LogicalAddress><Name>Lamp</Name></AttributeList>\
        </SW.Tags.PlcTag>\n<SW.Tags.PlcTag ID=\"2\" CompositionName=\"Tags\"><AttributeList>\
        <DataTypeName>Bool</DataTypeName><LogicalAddress>%M9.0</LogicalAddress><Name>Spare</Name>\
        </AttributeList></SW.Tags.PlcTag></ObjectList></SW.Tags.PlcTagTable></Document>";
    let code = "ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nBEGIN\n   %M0.3 := TRUE;\n\
        END_ORGANIZATION_BLOCK\n";
    let plant = Ready::of_texts(&[("Main.scl", code), ("tags.xml", table)]);
    let proposed = plant.asked("delete tag Lamp");
    let is_refused =
        matches!(&proposed, Proposed::Refused { code, .. } if *code == "propose-no-in-use");
    assert!(is_refused, "{proposed:?}");
    let proposed = plant.asked("delete tag Spare");
    assert!(matches!(proposed, Proposed::Ready(_)), "{proposed:?}");
}

#[test]
fn tags_in_texts_of_alarms_are_renamed_and_unknown_attributes_stop_a_rename() {
    let connection = "<ParameterConnections><ParameterConnection EndPoint1=\"\\P.In\" \
        EndPoint2=\"N\"/></ParameterConnections>\
        <Trends><Trend Name=\"T\" StopTriggerTargetTag2=\"N\"/></Trends>";
    let plant = controller(MORE, connection);
    let text = |prompt: &str| match plant.asked(prompt) {
        Proposed::Ready(it) => String::from_utf8(it.files[0].bytes.clone()).expect("a text"),
        other => panic!("{prompt}: {other:?}"),
    };
    // The word in front of the tag is a text.
    assert!(text("rename Level to Depth").contains("Level /*N:5 Depth NOFILL DP:0*/ high"));
    let renamed = text("rename N to Count");
    assert!(renamed.contains("EndPoint2=\"Count\""), "{renamed}");
    assert!(renamed.contains("StopTriggerTargetTag2=\"Count\""), "{renamed}");
    assert!(
        text("rename MotionGroup to Group").contains("<AxisParameters MotionGroup=\"Group\"/>")
    );
    assert!(text("rename In1 to Start").contains("Name=\"Start\" TagType=\"Alias\""));
    // A comment of several lines.
    assert!(text("rename Limit to Most").contains("Name=\"Most\""));
    for (prompt, why) in [
        ("rename J2 to Master", "also-there"),
        ("delete tag Level", "in-use"),
        ("delete tag N", "in-use"),
    ] {
        let proposed = plant.asked(prompt);
        let is_refused = matches!(&proposed, Proposed::Refused { code, .. }
            if *code == format!("propose-no-{why}"));
        assert!(is_refused, "{prompt}: {proposed:?}");
    }
}

#[test]
fn start_values_of_instances_are_renamed_with_their_variable() {
    let blocks = "FUNCTION_BLOCK \"Motor\"\nVERSION : 0.1\nVAR\n cnt : Int;\nEND_VAR\nBEGIN\n   \
        #cnt := #cnt + 1;\nEND_FUNCTION_BLOCK\n\
        FUNCTION_BLOCK \"Cell\"\nVERSION : 0.1\nVAR\n m : \"Motor\";\nEND_VAR\nBEGIN\n   #m();\n\
        END_FUNCTION_BLOCK\n\
        DATA_BLOCK \"M1\"\nVERSION : 0.1\n\"Motor\"\nBEGIN\n   cnt := 3;\nEND_DATA_BLOCK\n\
        DATA_BLOCK \"C1\"\nVERSION : 0.1\n\"Cell\"\nBEGIN\n   m.cnt := 4;\nEND_DATA_BLOCK\n\
        ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nBEGIN\n   \"M1\"();\n   \"C1\"();\n\
        END_ORGANIZATION_BLOCK\n";
    let plant = Ready::of_texts(&[("a.scl", blocks)]);
    match plant.asked("rename Motor.cnt to Count") {
        Proposed::Ready(proposal) => {
            let text = String::from_utf8(proposal.files[0].bytes.clone()).expect("a text");
            assert!(!text.contains("cnt"), "{text}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn code_that_writes_the_word_around_a_bit_stays_when_its_alias_is_deleted() {
    let tag = |name: &str, rest: &str| format!("<Tag Name=\"{name}\" {rest}/>\n");
    let tags = [
        tag("Val", "TagType=\"Base\" DataType=\"DINT\""),
        tag("Word", "TagType=\"Base\" DataType=\"DINT\""),
        tag("List", "TagType=\"Base\" DataType=\"DINT\" Dimensions=\"4\""),
        tag("Bit", "TagType=\"Alias\" AliasFor=\"Word.5\""),
        tag("Same", "TagType=\"Alias\" AliasFor=\"Word.6\""),
        tag("Element", "TagType=\"Alias\" AliasFor=\"List[2]\""),
        tag("Old", "TagType=\"Base\" DataType=\"BOOL\""),
    ];
    let rungs = ["MOV(Val,Word);", "COP(Val,List[0],4);", "OTE(Word.6);", "XIC(Val.0)OTE(Old);"];
    let rung = |(at, text): (usize, &&str)| {
        format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
    };
    let text = format!(
        "<RSLogix5000Content><Controller Use=\"Target\" Name=\"C\"><Tags>\n{}</Tags><Programs><Program \
         Name=\"P\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>{}\
         </RLLContent></Routine></Routines></Program></Programs><Tasks><Task Name=\"T\" \
         Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"P\"/></ScheduledPrograms></Task>\
         </Tasks></Controller></RSLogix5000Content>",
        tags.concat(),
        rungs.iter().enumerate().map(rung).collect::<String>(),
    );
    let plant = Ready::of_texts(&[("a.L5X", &text)]);
    for (name, of) in [("Bit", 0), ("Element", 1), ("Same", 2)] {
        let Proposed::Ready(proposal) = plant.asked(&format!("delete the unused tag {name}"))
        else {
            continue;
        };
        let changed = String::from_utf8(proposal.files[0].bytes.clone()).expect("a text");
        assert!(!changed.contains(&format!("Name=\"{name}\"")), "{changed}");
        assert!(rungs.iter().all(|it| changed.contains(it)), "{name}, rung {of}: {changed}");
    }
    // A tag that is only written goes with the rung that writes nothing else.
    let Proposed::Ready(proposal) = plant.asked("delete the unused tag Old") else {
        panic!("a plan")
    };
    let changed = String::from_utf8(proposal.files[0].bytes.clone()).expect("a text");
    assert!(!changed.contains("Old"), "{changed}");
}
