//! Tests of controllers, tags, types and modules with a few lines each.

use std::collections::BTreeMap;

use super::{controller, names, notes, read, tag, type_of};
use tagbridge_texts::Coded;

use crate::reason::Why;
use crate::{Access, DataTypeKind, Exchange, Initial, Place, Section, Vendor};

#[test]
fn a_controller_says_what_it_is() {
    let project = controller(
        "<Description><![CDATA[North hall]]></Description><Modules><Module Name=\"Local\" \
         CatalogNumber=\"1756-L83E\" ParentModule=\"Local\"><Ports><Port Id=\"1\" Address=\"2\" \
         Type=\"ICP\" Upstream=\"false\"/></Ports></Module></Modules>",
    );
    let found = project.controller.clone().unwrap();
    assert_eq!(project.vendor, Vendor::AllenBradley);
    assert_eq!(project.name, "Plant");
    assert_eq!(found.model.as_deref(), Some("1756-L83E"));
    assert_eq!(found.revision.as_deref(), Some("33.11"));
    assert_eq!(found.serial.as_deref(), Some("00A1B2C3"));
    assert_eq!(found.slot, Some(2));
    assert_eq!(found.comment.as_deref(), Some("North hall"));
    assert_eq!(project.modules[0].parent, None);
}

/// The kind of the export, and the contents of the file.
#[test]
fn every_kind_of_export_is_read() {
    for (target, inside) in [
        ("Program", "<Controller Use=\"Context\" Name=\"C\"><Programs/></Controller>"),
        ("Routine", "<Controller Use=\"Context\" Name=\"C\"/>"),
        ("Rung", "<Controller Use=\"Context\" Name=\"C\"/>"),
        ("DataType", "<Controller Use=\"Context\" Name=\"C\"><DataTypes/></Controller>"),
        ("AddOnInstructionDefinition", "<Controller Use=\"Context\" Name=\"C\"/>"),
        ("Instruction", "<Controller Use=\"Context\" Name=\"C\"/>"),
        ("Trend", "<Controller Use=\"Context\" Name=\"C\"><Trends/></Controller>"),
        ("Module", "<Module Use=\"Target\" Name=\"Exported\" ParentModule=\"Local\"/>"),
    ] {
        let project = read(&format!(
            "<RSLogix5000Content TargetName=\"Exported\" TargetType=\"{target}\">{inside}\
             </RSLogix5000Content>"
        ));
        assert_eq!(project.name, "Exported", "{target}");
        assert_eq!(project.modules.len(), usize::from(target == "Module"), "{target}");
    }
    assert_eq!(read("<RSLogix5000Content TargetType=\"Rung\"/>").name, "plant");
}

#[test]
fn a_tag_says_how_it_is_read() {
    let hidden = Place::Nowhere { reason: Why::OwnAccessNone.message() };
    let reference = Place::Nowhere { reason: Why::InOutParameter.message() };
    for (attributes, access, place) in [
        ("ExternalAccess=\"Read/Write\"", Access::ReadWrite, Place::Symbol),
        ("ExternalAccess=\"Read Only\"", Access::ReadOnly, Place::Symbol),
        ("ExternalAccess=\"None\"", Access::None, hidden),
        ("", Access::Unknown, Place::Symbol),
        ("Usage=\"InOut\" ExternalAccess=\"Read/Write\"", Access::ReadWrite, reference),
        ("Usage=\"Public\" ExternalAccess=\"Read Only\"", Access::ReadOnly, Place::Symbol),
    ] {
        let project = controller(&format!(
            "<Programs><Program Name=\"P\"><Tags><Tag Name=\"T\" DataType=\"DINT\" {attributes}/>\
             </Tags></Program></Programs>"
        ));
        let tag = tag(&project, "Program:P.T");
        assert_eq!((tag.access, &tag.place), (access, &place), "{attributes}");
        assert_eq!(tag.scope, "P");
    }
    let old = "<RSLogix5000Content SoftwareRevision=\"16.04\"><Controller Name=\"C\"><Tags><Tag \
               Name=\"T\" DataType=\"DINT\"/></Tags></Controller></RSLogix5000Content>";
    assert_eq!(tag(&read(old), "T").access, Access::ReadWrite);
}

#[test]
fn a_program_keeps_its_parameters() {
    let project = controller(
        "<Programs><Program Name=\"P\" MainRoutineName=\"Main\"><Description>Says</Description>\
         <Tags><Tag Name=\"In\" Usage=\"Input\" DataType=\"DINT\"/>\
         <Tag Name=\"Local\" DataType=\"DINT\"/></Tags></Program></Programs>\
         <Tasks><Task Name=\"T\" Type=\"PERIODIC\" Rate=\"2.5\" Priority=\"10\"><ScheduledPrograms>\
         <ScheduledProgram Name=\"P\"/></ScheduledPrograms></Task></Tasks>",
    );
    let program = &project.programs[0];
    assert_eq!(program.comment.as_deref(), Some("Says"));
    assert_eq!(program.main_routine.as_deref(), Some("Main"));
    assert_eq!(program.members.len(), 1);
    assert_eq!(program.members[0].section, Some(Section::Input));
    let task = &project.tasks[0];
    assert_eq!((task.interval_ms, task.priority), (Some(2.5), Some(10)));
    assert_eq!(task.programs, ["P"]);
}

#[test]
fn a_tag_says_what_people_wrote_of_it() {
    let project = controller(
        "<Tags><Tag Name=\"T\" DataType=\"DINT\" Constant=\"true\" TagType=\"Produced\">\n\
         <Description>\n<![CDATA[a ]]]]><![CDATA[> b]]>\n</Description>\n\
         <EngineeringUnit><![CDATA[bar]]></EngineeringUnit>\
         <EngineeringUnits><EngineeringUnit Operand=\".CH\"><![CDATA[mA]]></EngineeringUnit>\
         </EngineeringUnits><Comments><Comment Operand=\".3\">plain &amp; &#x41;</Comment>\
         <Comment Operand=\"[1]\"><LocalizedComment Lang=\"en-US\"><![CDATA[translated]]>\
         </LocalizedComment></Comment></Comments></Tag></Tags>",
    );
    let tag = tag(&project, "T");
    assert_eq!(tag.comment.as_deref(), Some("a ]]> b"));
    assert_eq!(tag.unit.as_deref(), Some("bar"));
    assert_eq!(tag.units, BTreeMap::from([(".CH".to_owned(), "mA".to_owned())]));
    let comments = [(".3", "plain & A"), ("[1]", "translated")];
    let comments = comments.map(|(operand, text)| (operand.to_owned(), text.to_owned()));
    assert_eq!(tag.comments, BTreeMap::from(comments));
    assert_eq!((tag.constant, &tag.exchange), (true, &Some(Exchange::Produced)));
}

#[test]
fn a_tag_starts_with_its_decorated_data() {
    let structure = "<Structure DataType=\"S\"><DataValueMember Name=\"A\" Value=\"7\"/>\
                     <DataValueMember Name=\"Zero\" Value=\"16#0000_0000\"/>\
                     <ArrayMember Name=\"B\"><Element Index=\"[0]\" Value=\"0.0\"/>\
                     <Element Index=\"[1]\" Value=\"1.5\"/></ArrayMember>\
                     <StructureMember Name=\"N\"><DataValueMember Name=\"LEN\" Value=\"2\"/>\
                     <DataValueMember Name=\"DATA\" Radix=\"ASCII\"><![CDATA['ab']]>\
                     </DataValueMember></StructureMember></Structure>";
    let elements = "<Array Dimensions=\"1 2\"><Element Index=\"[0,0]\"><Structure>\
                    <DataValueMember Name=\"X\" Value=\"-1\"/></Structure></Element>\
                    <Element Index=\"[0,1]\"><Structure><DataValueMember Name=\"X\" Value=\"0\"/>\
                    </Structure></Element></Array>";
    let parts = |parts: &[(&str, &str)]| {
        let parts = parts.iter().map(|(operand, value)| ((*operand).into(), (*value).into()));
        Some(Initial::Parts(parts.collect()))
    };
    let scalar = |text: &str| Some(Initial::Scalar(text.to_owned()));
    let text = "<Structure><DataValueMember Name=\"LEN\" Value=\"1\"/><DataValueMember \
                Name=\"DATA\" Radix=\"ASCII\"><![CDATA['x']]></DataValueMember></Structure>";
    for (format, data, expected) in [
        ("Decorated", "<DataValue Value=\"0\"/>", scalar("0")),
        ("Decorated", "<DataValue Value=\"2#1\"/>", scalar("2#1")),
        ("Decorated", structure, parts(&[(".A", "7"), (".B[1]", "1.5"), (".N", "'ab'")])),
        ("Decorated", elements, parts(&[("[0,0].X", "-1")])),
        ("Decorated", text, scalar("'x'")),
        ("String", "<![CDATA['it$'s']]>", scalar("'it$'s'")),
        ("L5K", "<![CDATA[5]]>", None),
        ("Decorated", "", None),
    ] {
        let project = controller(&format!(
            "<Tags><Tag Name=\"T\" DataType=\"X\"><Data Format=\"{format}\">{data}</Data></Tag>\
             </Tags>"
        ));
        assert_eq!(tag(&project, "T").initial, expected, "{data}");
    }
}

#[test]
fn only_what_differs_from_zero_is_kept_of_a_structure() {
    for (value, kept) in [
        ("0", false),
        ("-0", false),
        ("0.00000000e+000", false),
        ("0.0", false),
        ("1.#QNAN", true),
        ("2#0000_0100", true),
        ("8#000_000", false),
        ("16#00ff", true),
        ("16#00", false),
        ("'$00$00'", false),
        ("'$00a'", true),
        ("DT#1970-01-01-00:00:00.000_000Z", false),
        ("LDT#2022-01-01-06:00:00.100_100_100Z", true),
        ("T#0ms", false),
        ("T32#35m_47s", true),
        ("LT#0d_0h", false),
        ("0.0e-5", false),
    ] {
        let project = controller(&format!(
            "<Tags><Tag Name=\"T\" DataType=\"S\"><Data Format=\"Decorated\"><Structure \
             DataType=\"S\"><DataValueMember Name=\"A\" DataType=\"X\" Value=\"{value}\"/>\
             </Structure></Data></Tag></Tags>"
        ));
        assert_eq!(tag(&project, "T").initial.is_some(), kept, "{value}");
    }
}

#[test]
fn types_come_from_the_file_from_the_controller_or_from_data() {
    let project = controller(
        "<DataTypes><DataType Name=\"Motor\" Family=\"NoFamily\"><Description>Drive</Description>\
         <Members><Member Name=\"ZZZZZZZZZZMotor0\" DataType=\"SINT\" Dimension=\"0\" \
         Hidden=\"true\"/><Member Name=\"Run\" DataType=\"BIT\" Dimension=\"0\" \
         Target=\"ZZZZZZZZZZMotor0\" BitNumber=\"0\" ExternalAccess=\"None\"/><Member \
         Name=\"Ramps\" DataType=\"TIMER\" Dimension=\"3\"/></Members></DataType>\
         <DataType Name=\"STR_8\" Family=\"StringFamily\"><Members><Member Name=\"LEN\" \
         DataType=\"DINT\" Dimension=\"0\"/><Member Name=\"DATA\" DataType=\"SINT\" \
         Dimension=\"8\"/></Members></DataType></DataTypes>\
         <Tags><Tag Name=\"M\" DataType=\"MESSAGE\"/><Tag Name=\"X\" DataType=\"AXIS_CIP_DRIVE\"/>\
         <Tag Name=\"P\" DataType=\"PHASE\"><Data Format=\"Decorated\"><Structure \
         DataType=\"PHASE\"><DataValueMember Name=\"State\" DataType=\"DINT\" Value=\"0\"/>\
         <ArrayMember Name=\"Bits\" DataType=\"BOOL\" Dimensions=\"32\"/></Structure></Data></Tag>\
         </Tags>",
    );
    let shown: Vec<String> = project
        .data_types
        .iter()
        .map(|it| {
            let members = it.members.iter().take(3);
            let members = members.map(|member| {
                let counts = member.type_use.dimensions.iter().map(|it| it.count().to_string());
                let counts = counts.collect::<Vec<_>>().join(",");
                format!("{} {}[{counts}]", member.name, member.type_use.name)
            });
            format!("{}: {}", it.name, members.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "Motor: Run BOOL[], Ramps TIMER[3]",
            "STR_8: LEN DINT[], DATA SINT[8]",
            "PHASE: State DINT[], Bits BOOL[32]",
            "MESSAGE: Flags INT[], EW BOOL[], ER BOOL[]",
            "STRING: LEN DINT[], DATA SINT[82]",
            "TIMER: PRE DINT[], ACC DINT[], EN BOOL[]",
        ]
    );
    let text = &project.data_types[1];
    assert_eq!(text.kind, DataTypeKind::String);
    assert_eq!(text.base.as_ref().and_then(|base| base.length), Some(8));
    assert_eq!(project.data_types[0].members[0].access, Access::None);
    assert_eq!(project.data_types[0].comment.as_deref(), Some("Drive"));
    let missing = "its structure is not in the file: the controller's description is used";
    assert_eq!(notes(&project), [format!("AXIS_CIP_DRIVE: {missing}")]);
}

#[test]
fn modules_define_tags_by_where_they_sit() {
    let input = |of: &str| {
        format!(
            "<InputTag ExternalAccess=\"Read Only\"><Comments><Comment Operand=\".Data.0\">Start\
             </Comment></Comments><Data Format=\"Decorated\"><Structure DataType=\"{of}\">\
             <DataValueMember Name=\"Data\" DataType=\"DINT\" Value=\"0\"/></Structure></Data>\
             </InputTag>"
        )
    };
    let module = |name: &str, parent: &str, port: &str, connection: &str| {
        format!(
            "<Module Name=\"{name}\" CatalogNumber=\"X\" ParentModule=\"{parent}\"><Ports>{port}\
             </Ports><Communications><ConfigTag><Data Format=\"Decorated\"><Structure \
             DataType=\"X:C:0\"/></Data></ConfigTag><Connections>{connection}</Connections>\
             </Communications></Module>"
        )
    };
    let slot = |kind: &str, at: &str| {
        format!("<Port Id=\"1\" Type=\"{kind}\" Address=\"{at}\" Upstream=\"true\"/>")
    };
    let rack = "<RackConnection><InAliasTag/></RackConnection>";
    let connection = format!("<Connection>{}</Connection>", input("X:I:0"));
    let suffixed = format!("<Connection InputTagSuffix=\"SI\">{}</Connection>", input("X:SI:0"));
    let slots = "<Connection><InputTag><Data Format=\"Decorated\"><Structure \
                 DataType=\"R:I:0\"><ArrayMember Name=\"Slot\" DataType=\"R_SLOT\" \
                 Dimensions=\"4\"/></Structure></Data></InputTag></Connection>";
    let project = controller(&format!(
        "<Modules>{}{}{}{}{}</Modules>",
        module("InRack", "Local", &slot("ICP", "3"), &connection),
        module("Remote", "Local", &slot("Ethernet", "10.0.0.9"), &suffixed),
        module("Point", "Remote", &slot("PointIO", "2"), rack),
        module("Behind", "Rack", &slot("ICP", "1"), rack),
        module("Rack", "Local", &slot("Ethernet", "10.0.0.8"), slots),
    ));
    assert_eq!(
        names(&project),
        [
            "Local:3:C",
            "Local:3:I",
            "Remote:C",
            "Remote:SI",
            "Remote:2:C",
            "Remote:2:I",
            "Rack:1:C",
            "Rack:1:I",
            "Rack:C",
            "Rack:I",
        ]
    );
    let found = tag(&project, "Local:3:I");
    assert_eq!((type_of(found).as_str(), found.access), ("X:I:0", Access::ReadOnly));
    assert_eq!(found.comments[".Data.0"], "Start");
    let behind = tag(&project, "Rack:1:I");
    assert_eq!(behind.alias_for.as_deref(), Some("Rack:I.Slot[1]"));
    assert_eq!(type_of(behind), "R_SLOT");
    // The rack has no such tag.
    let lost = tag(&project, "Remote:2:I");
    assert_eq!(lost.place, Place::Symbol);
    let missing = "Remote:2:I: its target is not in the file: Remote:I.Data[2]";
    assert!(notes(&project).iter().any(|it| it == missing));
}

#[test]
fn what_is_there_twice_is_said() {
    let project = controller(
        "<DataTypes><DataType Name=\"T\"/><DataType Name=\"t\"/></DataTypes><Tags>\
         <Tag Name=\"A\" DataType=\"DINT\"/><Tag Name=\"a\" DataType=\"REAL\"/></Tags>",
    );
    assert_eq!(type_of(tag(&project, "A")), "DINT");
    assert_eq!(project.tags.len(), 1);
    assert_eq!(
        notes(&project),
        [
            "t: a type of this name is in the file twice; the first one is used",
            "a: a tag of this name is in the file twice; the first one is used",
        ]
    );
}

/// The `Data` of a string of the default size in L5K form.
fn stored_text(text: &str) -> String {
    let length = text.len();
    format!("[{length},'{text}{}']", "$00".repeat(82 - length))
}

#[test]
fn a_tag_starts_with_its_stored_data_where_there_is_no_other() {
    let parts = |parts: &[(&str, &str)]| {
        let parts = parts.iter().map(|(operand, value)| ((*operand).into(), (*value).into()));
        Some(Initial::Parts(parts.collect()))
    };
    let scalar = |text: &str| Some(Initial::Scalar(text.to_owned()));
    let texts = format!("[{}\n,{},[1,'$00$00']]", stored_text("Alpha"), stored_text("B'$"));
    let texts = texts.replace("B'$", "B$'$$").replace("[5,'B", "[3,'B");
    for (attributes, data, expected) in [
        ("DataType=\"DINT\"", "<Data Format=\"L5K\"><![CDATA[1234]]></Data>", scalar("1234")),
        ("DataType=\"DINT\"", "<Data>D2 04 00 00</Data>", scalar("1234")),
        ("DataType=\"REAL\"", "<Data>00 00 C0 3F</Data>", scalar("1.5")),
        ("DataType=\"STRING\"", "<Data>02 00 00 00 41 24 00 00</Data>", scalar("'A$$'")),
        (
            "DataType=\"INT\" Dimensions=\"2 2\"",
            "<Data Format=\"L5K\"><![CDATA[[0,7,0,-3]]]></Data>",
            parts(&[("[0,1]", "7"), ("[1,1]", "-3")]),
        ),
        (
            "DataType=\"SINT\" Dimensions=\"3\"",
            "<Data>00 FF 02</Data>",
            parts(&[("[1]", "-1"), ("[2]", "2")]),
        ),
        (
            "DataType=\"STRING\" Dimensions=\"3\"",
            &format!(
                "<Data Format=\"L5K\"><![CDATA[{texts}]]></Data>\
                 <Data Format=\"String\" Length=\"5\"><![CDATA['Alpha']]></Data>"
            ),
            parts(&[("[0]", "'Alpha'"), ("[1]", "'B$'$$'"), ("[2]", "'$00'")]),
        ),
    ] {
        let project =
            controller(&format!("<Tags><Tag Name=\"T\" {attributes}>{data}</Tag></Tags>"));
        assert_eq!(tag(&project, "T").initial, expected, "{data}");
        assert_eq!(notes(&project), [""; 0], "{data}");
    }
}

#[test]
fn a_structure_starts_with_its_stored_data_where_there_is_no_other() {
    let types = "<DataTypes><DataType Name=\"Motor\"><Members>\
        <Member Name=\"ZZ0\" DataType=\"SINT\" Dimension=\"0\" Hidden=\"true\"/>\
        <Member Name=\"Run\" DataType=\"BIT\" Target=\"ZZ0\" BitNumber=\"0\"/>\
        <Member Name=\"Fault\" DataType=\"BIT\" Target=\"ZZ0\" BitNumber=\"7\"/>\
        <Member Name=\"Speed\" DataType=\"REAL\" Dimension=\"0\"/>\
        <Member Name=\"Name\" DataType=\"STRING\" Dimension=\"0\"/>\
        <Member Name=\"Steps\" DataType=\"INT\" Dimension=\"3\"/>\
        <Member Name=\"Delay\" DataType=\"TIMER\" Dimension=\"0\"/></Members></DataType></DataTypes>";
    let motor = format!("[-127,2.5,{},[0,7,0],[536870912,500,3]]", stored_text("abc"));
    let of_motor = |at: &str| {
        let parts = [
            (".Run", "1"),
            (".Fault", "1"),
            (".Speed", "2.5"),
            (".Name", "'abc'"),
            (".Steps[1]", "7"),
            (".Delay.DN", "1"),
            (".Delay.PRE", "500"),
            (".Delay.ACC", "3"),
        ];
        parts.map(|(part, value)| (format!("{at}{part}"), value.to_owned())).to_vec()
    };
    let of = |parts: &[(&str, &str)]| -> Vec<(String, String)> {
        parts.iter().map(|(part, value)| ((*part).to_owned(), (*value).to_owned())).collect()
    };
    for (attributes, data, expected) in [
        ("DataType=\"Motor\"", motor.clone(), of_motor("")),
        (
            "DataType=\"Motor\" Dimensions=\"2\"",
            format!("[[0,0.0,[0,''],[0,0,0],[0,0,0]],{motor}]"),
            of_motor("[1]"),
        ),
        (
            "DataType=\"TIMER\"",
            "[-2147483648,100,5]".to_owned(),
            of(&[(".EN", "1"), (".PRE", "100"), (".ACC", "5")]),
        ),
        (
            "DataType=\"COUNTER\" Dimensions=\"2\"",
            "[[0,0,0],[402653184,7,8]]".to_owned(),
            of(&[("[1].OV", "1"), ("[1].UN", "1"), ("[1].PRE", "7"), ("[1].ACC", "8")]),
        ),
        ("DataType=\"CONTROL\"", "[16777216,10,0]".to_owned(), of(&[(".FD", "1"), (".LEN", "10")])),
        // A PID of version 32: NOBC is bit 21, and INI bit 15.
        (
            "DataType=\"PID\"",
            format!(
                "[2129920,1.5{},0.1{}[{}9]]",
                ",0.0".repeat(9),
                ",0.0".repeat(16) + ",1200.0,",
                "0,".repeat(16)
            ),
            of(&[
                (".CTL", "2129920"),
                (".NOBC", "1"),
                (".INI", "1"),
                (".SP", "1.5"),
                (".MINO", "0.1"),
                (".MAXTIE", "1200.0"),
                (".DATA[16]", "9"),
            ]),
        ),
        // A step and an action as Studio 5000 exports them.
        (
            "DataType=\"SFC_STEP\"",
            "[2097152,500,0,0,0,0,3]".to_owned(),
            of(&[
                (".Status", "2097152"),
                (".PauseTimer", "1"),
                (".PRE", "500"),
                (".LimitHigh", "3"),
            ]),
        ),
        (
            "DataType=\"SFC_ACTION\"",
            "[-2145386496,0,7,0]".to_owned(),
            of(&[(".Status", "-2145386496"), (".A", "1"), (".PauseTimer", "1"), (".T", "7")]),
        ),
    ] {
        let project = controller(&format!(
            "{types}<Tags><Tag Name=\"T\" {attributes}><Data Format=\"L5K\"><![CDATA[{data}]]></Data>\
             </Tag></Tags>"
        ));
        let expected = Some(Initial::Parts(expected.into_iter().collect()));
        assert_eq!(tag(&project, "T").initial, expected, "{data}");
        assert_eq!(notes(&project), [""; 0], "{data}");
    }
}

#[test]
fn data_in_a_form_that_is_not_read_is_a_note() {
    for (attributes, data) in [
        ("DataType=\"Motor\"", "<Data Format=\"L5K\"><![CDATA[[1,2.0,[3]]]]></Data>"),
        ("DataType=\"Motor\"", "<Data>01 02 03 04</Data>"),
        (
            "DataType=\"STRING\" Dimensions=\"2\"",
            "<Data Format=\"String\" Length=\"1\"><![CDATA['a']]></Data>\
             <Data Format=\"L5K\"><![CDATA[[[1,'a]]></Data>",
        ),
    ] {
        let project =
            controller(&format!("<Tags><Tag Name=\"T\" {attributes}>{data}</Tag></Tags>"));
        assert_eq!(tag(&project, "T").initial, None, "{data}");
        let notes = notes(&project);
        assert!(
            notes
                .iter()
                .any(|note| note.contains("the form of its initial value is not supported")),
            "{notes:?}"
        );
    }
}

#[test]
fn a_text_in_a_structure_has_the_characters_that_its_length_says() {
    let text = |length: u32, text: &str| {
        format!(
            "<Structure DataType=\"S\"><StructureMember Name=\"N\" DataType=\"STRING\">\
             <DataValueMember Name=\"LEN\" Value=\"{length}\"/><DataValueMember Name=\"DATA\" \
             Radix=\"ASCII\"><![CDATA['{text}']]></DataValueMember></StructureMember></Structure>"
        )
    };
    for (data, expected) in [
        (text(1, "$00"), Some(Initial::Parts([(".N".to_owned(), "'$00'".to_owned())].into()))),
        (text(0, ""), None),
    ] {
        let tags = format!(
            "<Tags><Tag Name=\"T\" DataType=\"S\"><Data Format=\"Decorated\">{data}</Data></Tag></Tags>"
        );
        assert_eq!(tag(&controller(&tags), "T").initial, expected, "{data}");
    }
}

#[test]
fn add_on_instructions_start_with_their_stored_data_where_there_is_no_other() {
    let stored = |data: &str| format!("<{data} Format=\"L5K\"><![CDATA[{{}}]]></{data}>");
    let (tag_data, default) = (stored("Data"), stored("DefaultData"));
    let of = |form: &str, data: &str| form.replace("{}", data);
    let parameter = |name: &str, kind: &str, usage: &str, data: &str| {
        let data = if data.is_empty() { String::new() } else { of(&default, data) };
        format!(
            "<Parameter Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\" Usage=\"{usage}\">{data}\
             </Parameter>"
        )
    };
    let instruction = format!(
        "<AddOnInstructionDefinitions><AddOnInstructionDefinition Name=\"Ramp\"><Parameters>{}{}{}{}{}\
         <Parameter Name=\"Text\" TagType=\"Alias\" AliasFor=\"Buffer\" Usage=\"Input\"/></Parameters>\
         <LocalTags><LocalTag Name=\"Buffer\" DataType=\"DINT\" Dimensions=\"2\">{}</LocalTag>\
         </LocalTags></AddOnInstructionDefinition></AddOnInstructionDefinitions>",
        parameter("EnableIn", "BOOL", "Input", "1"),
        parameter("EnableOut", "BOOL", "Output", "0"),
        parameter("Fast", "BOOL", "Input", "1"),
        parameter("Rate", "REAL", "Input", "2.50000000e+000"),
        parameter("Axis", "DINT", "InOut", ""),
        of(&default, "[7,0]"),
    );
    let ramp = |data: &str| {
        controller(&format!(
            "{instruction}<Tags><Tag Name=\"R\" TagType=\"Base\" DataType=\"Ramp\">{}</Tag></Tags>",
            of(&tag_data, data)
        ))
    };
    let project = ramp("[3,1.5,[9,8]]");
    let parts = |parts: &[(&str, &str)]| {
        let parts = parts.iter().map(|(operand, value)| ((*operand).into(), (*value).into()));
        Some(Initial::Parts(parts.collect()))
    };
    let expected = parts(&[(".EnableIn", "1"), (".EnableOut", "1"), (".Rate", "1.5")]);
    assert_eq!(tag(&project, "R").initial, expected);
    assert_eq!(notes(&project), [""; 0]);
    // The third parameter that is a bit. The bits of local tags follow.
    let project = ramp("[12,0,[9,8]]");
    assert_eq!(tag(&project, "R").initial, parts(&[(".Fast", "1")]));
    assert_eq!(notes(&project), [""; 0]);
    let members = &project.blocks[0].members;
    let start =
        |name: &str| members.iter().find(|it| it.name == name).expect("a member").initial.clone();
    let scalar = |text: &str| Some(Initial::Scalar(text.to_owned()));
    assert_eq!((start("Fast"), start("Rate")), (scalar("1"), scalar("2.50000000e+000")));
    assert_eq!((start("Axis"), start("Buffer")), (None, parts(&[("[0]", "7")])));
    // Another number of values, as if there were more than 32 bits; and a message.
    let unknown = ["R: the form of its initial value is not supported (L5K or raw data)"];
    assert_eq!(notes(&ramp("[7,0,1.5,[9,8]]")), unknown);
    let message = controller(&format!(
        "<Tags><Tag Name=\"R\" TagType=\"Base\" DataType=\"MESSAGE\">{}<Data Format=\"Message\">\
         <MessageParameters MessageType=\"CIP Data Table Read\"/></Data></Tag></Tags>",
        of(&tag_data, "[0,1,2]")
    ));
    assert!(notes(&message).contains(&unknown[0].to_owned()), "{:?}", notes(&message));
}
