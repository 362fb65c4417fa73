//! Small files in, what is said of them out.

use super::*;
use crate::{
    Body, Initial, NoteKind, Place, Project, ProjectError,
    model::{Access, BlockKind, Member},
};

/// An export of entries: name, GUID, parent's GUID, type's GUID, and the fields of its object.
fn export(entries: &[(&str, &str, &str, &str, String)]) -> String {
    let entry = |(name, guid, parent, kind, object): &(&str, &str, &str, &str, String)| {
        format!(
            "<Single><Single Name=\"MetaObject\"><Single Name=\"Guid\">{guid}</Single>\
             <Single Name=\"ParentGuid\">{parent}</Single><Single Name=\"Name\">{name}</Single>\
             <Single Name=\"TypeGuid\">{kind}</Single></Single>\
             <Single Name=\"Object\">{object}</Single></Single>"
        )
    };
    let entries: String = entries.iter().map(entry).collect();
    format!(
        "<ExportFile><StructuredView Guid=\"{{d9b2b2cc}}\"><Single>\
         <Array Name=\"Profile\" Type=\"byte\">not base64 at all ===</Array>\
         <List2 Name=\"EntryList\">{entries}</List2></Single></StructuredView></ExportFile>"
    )
}

const POU: &str = "6f9dac99-8de1-4efc-8465-68ac443b7d08";
const GLOBALS: &str = "ffbfa93a-b94d-45fc-a329-229860183b1d";
const TYPE: &str = "2db5746d-d284-4425-9f7f-2663a34b0ebc";
const APPLICATION: &str = "639b491f-5557-464c-af91-1471bac9f549";
const SYMBOLS: &str = "21d4fe94-4123-4e23-9091-ead220afbd1f";
const DEVICE: &str = "225bfe47-7336-4dbc-9419-4105a7c831fa";
const METHOD: &str = "f8a58466-d7f6-439f-bbb8-d4600e41d099";
const PROPERTY: &str = "5a3b8626-d3e9-4f37-98b5-66420063d91e";
const ACCESSOR: &str = "792f2eb6-721e-4e64-ba20-bc98351056db";
const INTERFACE: &str = "6654496c-404d-479a-aad2-8551054e5f1e";

fn declared(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<Single Name=\"Interface\"><Single Name=\"TextDocument\">\
         <Single Name=\"TextBlobForSerialisation\">{text}</Single></Single></Single>"
    )
}

fn coded(kind: &str, content: &str) -> String {
    format!("<Single Name=\"Implementation\" Type=\"{{{kind}}}\">{content}</Single>")
}

/// One application with a program, a list, a function block and types.
fn plant(program: &str, globals: &str, more: &[(&'static str, &str, String)]) -> Project {
    let mut entries = vec![
        ("App", "a", "0", APPLICATION, String::new()),
        ("PLC_PRG", "p", "a", POU, declared(program)),
        ("GVL", "g", "a", GLOBALS, declared(globals)),
    ];
    let guids: Vec<String> = (0..more.len()).map(|it| format!("m{it}")).collect();
    for ((name, kind, object), guid) in more.iter().zip(&guids) {
        entries.push((name, guid, "a", kind, object.clone()));
    }
    let text = export(&entries);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    serde_json::to_string(&project).expect("a model is JSON");
    project
}

/// `name @place: type = initial`, and what else there is to say.
fn tags(project: &Project) -> Vec<String> {
    let tag = |it: &crate::Tag| {
        let place = match &it.place {
            Place::Node { path, published } => format!("{path} {published:?}"),
            Place::Nowhere { reason } => format!("nowhere: {reason}"),
            other => format!("{other:?}"),
        };
        let initial = it.initial.as_ref().map(|it| format!(" = {it:?}")).unwrap_or_default();
        let more = [
            it.constant.then(|| "constant".to_owned()),
            (it.access != Access::Unknown).then(|| format!("{:?}", it.access)),
            it.alias_for.as_ref().map(|it| format!("at {it}")),
            it.comment.as_ref().map(|it| format!("// {it}")),
        ];
        let more: Vec<_> = more.into_iter().flatten().map(|it| format!(" {it}")).collect();
        let more = more.concat();
        format!("{}: {} @{place}{initial}{more}", it.name, it.type_use.name)
    };
    project.tags.iter().map(tag).collect()
}

fn notes(project: &Project) -> Vec<String> {
    project.notes.iter().map(|it| format!("{:?} {}: {}", it.kind, it.subject, it.text)).collect()
}

fn names(members: &[Member]) -> Vec<&str> {
    members.iter().map(|it| it.name.as_str()).collect()
}

#[test]
fn variables_become_tags_by_their_sections() {
    let project = plant(
        "PROGRAM PLC_PRG\nVAR_INPUT\n a : INT := 5; // speed\nEND_VAR\nVAR_OUTPUT b : BOOL; \
         END_VAR\nVAR_IN_OUT c : REAL; END_VAR\nVAR_TEMP d : INT; END_VAR\nVAR CONSTANT e : INT := \
         3; END_VAR\nVAR f AT %IX0.0 : BOOL; g : POINTER TO INT; h : REFERENCE TO BOOL; i : I_X; \
         END_VAR\nVAR_EXTERNAL j : INT; END_VAR",
        "VAR_GLOBAL\n x : STRING(20) := 'a';\nEND_VAR\nVAR_GLOBAL CONSTANT\n N : INT := 4;\nEND_VAR",
        &[("I_X", INTERFACE, declared("INTERFACE I_X"))],
    );
    let nowhere = "nowhere: a pointer or reference has no node of its own; read what it points to";
    assert_eq!(
        tags(&project),
        [
            "PLC_PRG.a: INT @App.PLC_PRG.a Unknown = Scalar(\"5\") // speed",
            "PLC_PRG.b: BOOL @App.PLC_PRG.b Unknown",
            "PLC_PRG.c: REAL @nowhere: VAR_IN_OUT refers to a variable of the caller's; read that \
             one",
            "PLC_PRG.e: INT @App.PLC_PRG.e Unknown = Scalar(\"3\") constant",
            "PLC_PRG.f: BOOL @App.PLC_PRG.f Unknown at %IX0.0",
            &format!("PLC_PRG.g: POINTER TO INT @{nowhere}"),
            &format!("PLC_PRG.h: REFERENCE TO BOOL @{nowhere}"),
            "PLC_PRG.i: I_X @nowhere: a variable of an interface refers to a function block; read \
             that one",
            "GVL.x: STRING @App.GVL.x Unknown = Scalar(\"'a'\")",
            "GVL.N: INT @App.GVL.N Unknown = Scalar(\"4\") constant",
        ]
    );
    assert_eq!(names(&project.programs[0].members), ["a", "b", "c", "d", "j"]);
    assert_eq!(notes(&project), [""; 0]);
}

#[test]
fn pragmas_and_symbol_configurations_publish() {
    let symbols = |variables: &[(&str, u8)]| {
        let variables: Vec<_> = variables
            .iter()
            .map(|(name, access)| {
                format!(
                    "<Single><Single Name=\"VarAccess\">{access}</Single>\
                     <Single Name=\"VarName\">{name}</Single></Single>"
                )
            })
            .collect();
        let object = format!(
            "<List2 Name=\"SelectionSigns\"><Single><Single Name=\"SignName\">PLC_PRG</Single>\
             <List2 Name=\"SignVariables\">{}</List2></Single></List2>",
            variables.concat()
        );
        ("Symbols", SYMBOLS, object)
    };
    let check = |program: &str, more: &[(&'static str, &str, String)], expected: &[&str]| {
        let project = plant(program, "VAR_GLOBAL x : INT; END_VAR", more);
        let published: Vec<String> = tags(&project)
            .iter()
            .map(|it| it.split_once(" @").unwrap().1.replace("App.", ""))
            .collect();
        assert_eq!(published, expected, "{program}");
    };
    let plain = "PROGRAM PLC_PRG VAR a : INT; b : INT; END_VAR";
    check(plain, &[], &["PLC_PRG.a Unknown", "PLC_PRG.b Unknown", "GVL.x Unknown"]);
    check(plain, &[symbols(&[("A", 1)])], &["PLC_PRG.a Yes ReadOnly", "PLC_PRG.b No", "GVL.x No"]);
    check(
        plain,
        &[symbols(&[("a", 3), ("b", 2)])],
        &[
            "PLC_PRG.a Yes ReadWrite",
            "nowhere: it is published to be written alone None",
            "GVL.x No",
        ],
    );
    check(
        "{attribute 'symbol' := 'readwrite'}\nPROGRAM PLC_PRG VAR a : INT; {attribute 'symbol' := \
         'none'} b : INT; END_VAR",
        &[],
        &["PLC_PRG.a Yes ReadWrite", "PLC_PRG.b No None", "GVL.x Unknown"],
    );
    check(
        "PROGRAM PLC_PRG VAR {attribute 'symbol' := 'read'} a : INT; b : INT; END_VAR",
        &[symbols(&[("b", 3)])],
        &["PLC_PRG.a Yes ReadOnly", "PLC_PRG.b Yes ReadWrite", "GVL.x No"],
    );
    let without = symbols(&[]);
    let without =
        (without.0, without.1, without.2 + "<Single Name=\"SupportOPCUA\">False</Single>");
    let project = plant(plain, "", &[without]);
    assert!(
        notes(&project)[0].contains("`Support OPC UA features` is off"),
        "{:?}",
        notes(&project)
    );
}

#[test]
fn constants_inheritance_and_initial_values() {
    let project = plant(
        "PROGRAM PLC_PRG VAR a : ARRAY[1..GVL.N] OF ST := [(x := 1), (y := 'b')]; m : FB_B; \
         t : TON; u : Lib.FB_U; b : ARRAY[0..NOPE] OF INT; s : SUB; END_VAR",
        "VAR_GLOBAL CONSTANT N : INT := HALF * 2; HALF : INT := 1; END_VAR",
        &[
            ("ST", TYPE, declared("TYPE ST : STRUCT x : INT; y : STRING; END_STRUCT END_TYPE")),
            ("SUB", TYPE, declared("TYPE SUB EXTENDS ST : STRUCT z : E; END_STRUCT END_TYPE")),
            ("E", TYPE, declared("TYPE E : (A, B := 5, C) UINT := B; END_TYPE")),
            ("FB_A", POU, declared("FUNCTION_BLOCK FB_A VAR_INPUT a : INT; END_VAR")),
            ("FB_B", POU, declared("FUNCTION_BLOCK FB_B EXTENDS FB_A VAR b : INT; END_VAR")),
            ("FB_C", POU, declared("FUNCTION_BLOCK FB_C EXTENDS FB_C VAR c : INT; END_VAR")),
        ],
    );
    let tag = &project.tags[0];
    assert_eq!((tag.type_use.dimensions[0].low, tag.type_use.dimensions[0].high), (1, 2));
    let parts = [("[1].x".to_owned(), "1".to_owned()), ("[2].y".to_owned(), "'b'".to_owned())];
    assert_eq!(tag.initial, Some(Initial::Parts(parts.into())));
    let block =
        |name: &str| names(&project.blocks.iter().find(|it| it.name == name).unwrap().members);
    assert_eq!(
        (block("FB_A"), block("FB_B"), block("FB_C")),
        (vec!["a"], vec!["a", "b"], vec!["c"])
    );
    assert_eq!(block("TON"), ["IN", "PT", "Q", "ET"]);
    let types: Vec<_> = project.data_types.iter().map(|it| names(&it.members)).collect();
    assert_eq!(types, [vec!["x", "y"], vec!["x", "y", "z"], vec![]]);
    let values: Vec<_> = project.data_types[2].values.iter().map(|it| it.number).collect();
    assert_eq!(values, [Some(0), Some(5), Some(6)]);
    let notes = notes(&project);
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes[0].starts_with("Missing PLC_PRG: `0..NOPE` needs a constant"), "{notes:?}");
    assert!(notes[1].contains("FB_C: it inherits from itself"), "{notes:?}");
    assert!(notes[2].starts_with("Missing Lib.FB_U: a type of a library"), "{notes:?}");
}

#[test]
fn parts_of_objects_hang_on_their_owners() {
    let text = export(&[
        (
            "Device",
            "d",
            "0",
            DEVICE,
            "<Single Name=\"DefaultDeviceInfo\"><Single \
          Name=\"Name\">CODESYS Control Win V3 x64</Single></Single><Single Name=\"DeviceId\">\
          <Single Name=\"Version\">3.5.19.50</Single></Single>"
                .to_owned(),
        ),
        ("Slave", "s", "d", DEVICE, String::new()),
        ("Logic", "l", "d", "40b404f9-b40e-4ed0-bb65-7ef7c8a5e8a8", String::new()),
        ("App", "a", "l", APPLICATION, String::new()),
        ("Drives", "o", "a", "738bea1e-99bb-4f04-90bb-a7a567e74e3a", String::new()),
        ("FB", "f", "o", POU, declared("FUNCTION_BLOCK FB VAR_INPUT a : INT; END_VAR")),
        ("Start", "m", "f", METHOD, declared("METHOD Start : BOOL VAR_INPUT b : INT; END_VAR")),
        ("Speed", "p", "f", PROPERTY, declared("PROPERTY Speed : REAL")),
        (
            "Get",
            "g",
            "p",
            ACCESSOR,
            coded(
                "3b83b776",
                "<Single Name=\"TextDocument\"><Array \
          Name=\"TextLines\"><Single><Single Name=\"Text\">Speed :=</Single></Single><Single>\
          <Single Name=\"Text\">\t5;</Single></Single></Array></Single>",
            ),
        ),
        ("Wart", "w", "a", "deadbeef-0000-0000-0000-000000000000", String::new()),
    ]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    let blocks: Vec<_> =
        project.blocks.iter().map(|it| (it.name.as_str(), it.kind, names(&it.members))).collect();
    assert_eq!(
        blocks,
        [
            ("FB", BlockKind::FunctionBlock, vec!["a"]),
            ("FB.Start", BlockKind::Method, vec!["Start", "b"]),
            ("FB.Speed", BlockKind::Property, vec!["Speed"]),
        ]
    );
    assert_eq!(project.blocks[0].folder, ["Drives"]);
    assert_eq!(project.blocks[2].routines, ["FB.Speed.Get"]);
    assert_eq!(project.routines[0].owner, "FB.Speed");
    assert_eq!(project.routines[0].body, Body::Text("Speed :=\n\t5;".to_owned()));
    let controller = project.controller.as_ref().unwrap();
    assert_eq!(controller.model.as_deref(), Some("CODESYS Control Win V3 x64"));
    assert_eq!(controller.revision.as_deref(), Some("3.5.19.50"));
    assert_eq!(project.modules[0].parent.as_deref(), Some("Device"));
    assert_eq!(project.name, "App");
    assert_eq!(
        notes(&project),
        ["Skipped Wart: an object of an unknown kind (deadbeef-0000-0000-0000-000000000000)"]
    );
}

fn rungs(project: &Project) -> Vec<String> {
    match &project.routines[0].body {
        Body::Rungs(rungs) => rungs.iter().map(|it| it.text.clone()).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn networks_read_as_statements() {
    let operand = |name: &str, flags: u8| {
        format!(
            "<Single Type=\"{{9de7f100}}\"><Single Name=\"Operand\" Type=\"{{c9b2f165-48a2}}\">\
             <Single Name=\"Operand\">{name}</Single><Single Name=\"Flags\"><Single \
             Name=\"Flags\">{flags}</Single></Single></Single></Single>"
        )
    };
    let in_field = |field: &str, node: String| {
        node.replacen("<Single ", &format!("<Single Name=\"{field}\" "), 1)
    };
    let box_of = |kind: &str, instance: &str, names: &[&str], inputs: &[String]| {
        let names: Vec<_> = names.iter().map(|it| format!("<Single>{it}</Single>")).collect();
        let names = names.concat();
        format!(
            "<Single Type=\"{{acfc6f68-8e3a-4af5}}\"><Single Name=\"BoxType\">{kind}</Single>\
             <Single Name=\"Instance\"><Single Name=\"Operand\">{instance}</Single></Single>\
             <Null Name=\"InputFlags\"/><List2 Name=\"InputItems\">{}</List2><Single \
             Name=\"InputParam\"><List2 Name=\"Names\">{names}</List2></Single></Single>",
            inputs.concat()
        )
    };
    let assign = |target: &str, flags: u8, value: String| {
        format!(
            "<Single Type=\"{{9873c309-1f09-4ebf}}\"><Single Name=\"OutputItems\"><List2 \
             Name=\"OutputItems\"><Single><Single Name=\"Operand\">{target}</Single><Single \
             Name=\"Flags\"><Single Name=\"Flags\">{flags}</Single></Single></Single></List2>\
             </Single>{}</Single>",
            in_field("RValue", value)
        )
    };
    let check = |item: String, expected: &str| {
        let network = format!(
            "<Single Name=\"DefaultViewMode\">Ld</Single><List2 Name=\"NetworkList\"><Single>\
             <Single Name=\"Title\">T</Single><List2 Name=\"NetworkItems\">{item}</List2></Single>\
             </List2>"
        );
        let object = declared("PROGRAM P") + &coded("25e509de-33d4-4447", &network);
        let text = export(&[("P", "p", "0", POU, object)]);
        let project = read_export("a.export", text.as_bytes()).unwrap();
        assert_eq!(rungs(&project), [expected]);
    };
    let either = box_of("OR", "", &[], &[operand("Start", 0), operand("Run", 0)]);
    let both = box_of("AND", "", &[], &[either, operand("Stop", 1)]);
    check(assign("Run", 0, both), "Run := ((Start OR Run) AND NOT Stop);");
    check(assign("Lamp", 2, operand("a", 0)), "Lamp S= a;");
    check(assign("Lamp", 3, operand("a", 1)), "Lamp R= NOT a;");
    check(
        box_of("TON", "t1", &["IN", "PT"], &[operand("a", 0), operand("T#1s", 0)]),
        "t1.TON(IN := a, PT := T#1s);",
    );
    let mut deep = operand("a", 0);
    for _ in 0..250 {
        deep = box_of("NOT", "", &[], &[deep]);
    }
    let object = declared("PROGRAM P")
        + &coded(
            "25e509de",
            &format!(
                "<List2 Name=\"NetworkList\"><Single><List2 \
           Name=\"NetworkItems\">{deep}</List2></Single></List2>"
            ),
        );
    let text = export(&[("P", "p", "0", POU, object)]);
    assert!(rungs(&read_export("a.export", text.as_bytes()).unwrap())[0].contains('…'));
}

#[test]
fn the_new_ladder_reads_as_a_sequence() {
    let json = r#"{"Networks":[{"Title":"Motor","Sequence":{"Elements":[
        {"$type":"X.Contact, X","Operand":"Start"},
        {"$type":"X.Branch, X","Branches":[{"Elements":[{"Type":"Contact","Operand":"a","Negated":true}]},
          {"Elements":[{"Type":"Contact","Operand":{"Text":"b"}}]}]},
        {"Type":"Block","BoxType":"TON","Instance":"t1","Inputs":[{"Name":"PT","Operand":"T#1s"}]},
        {"Type":"Coil","Operand":"Run"}]}}]}"#;
    let check = |json: &str, expected: &[&str]| {
        let object = declared("PROGRAM P")
            + &coded("f0fda5b8", &format!("<Single Name=\"ModelJson\">{json}</Single>"));
        let text = export(&[("P", "p", "0", POU, object)]);
        let project = read_export("a.export", text.as_bytes()).unwrap();
        match &project.routines[0].body {
            Body::Absent => assert!(expected.is_empty(), "{json}"),
            _ => assert_eq!(rungs(&project), expected, "{json}"),
        }
    };
    check(
        json,
        &["CONTACT(Start) [CONTACT(NOT a) , CONTACT(b)] BLOCK(t1, TON, PT := T#1s) COIL(Run);"],
    );
    check("no JSON", &[]);
    check(&"[".repeat(5000), &[]);
    check("{\"Networks\":5}", &[]);
}

#[test]
fn plcopen_graphs_read_as_statements() {
    let check = |body: &str, expected: &[&str]| {
        let text = format!(
            "<project><types><pous><pou name='P' pouType='program'><interface/><body>{body}</body>\
             </pou></pous></types></project>"
        );
        assert_eq!(rungs(&read_plcopen("a.xml", text.as_bytes()).unwrap()), expected);
    };
    let to = |ids: &[&str]| -> String {
        let connections: Vec<_> =
            ids.iter().map(|it| format!("<connection refLocalId='{it}'/>")).collect();
        format!("<connectionPointIn>{}</connectionPointIn>", connections.concat())
    };
    let contact = |id: &str, name: &str, negated: bool, from: &[&str]| {
        format!(
            "<contact localId='{id}' negated='{negated}'>{}<variable>{name}</variable></contact>",
            to(from)
        )
    };
    let ladder = format!(
        "<LD><leftPowerRail localId='0'/>{}{}{}<coil localId='4'>{}<variable>Run</variable></coil>\
         <coil localId='5' storage='set'>{}<variable>Lamp</variable></coil></LD>",
        contact("1", "Start", false, &["0"]),
        contact("2", "Run", false, &["0"]),
        contact("3", "Stop", true, &["1", "2"]),
        to(&["3"]),
        to(&["4"]),
    );
    check(
        &ladder,
        &["Run := (Start OR Run) AND NOT Stop;", "Lamp S= (Start OR Run) AND NOT Stop;"],
    );
    check(
        &format!(
            "<FBD><inVariable localId='1'><expression>a</expression></inVariable>\
             <block localId='2' typeName='TON' instanceName='t'><inputVariables><variable \
             formalParameter='IN'>{}</variable></inputVariables></block>\
             <outVariable localId='3'><connectionPointIn><connection refLocalId='2' \
             formalParameter='Q'/></connectionPointIn><expression>b</expression></outVariable></FBD>",
            to(&["1"])
        ),
        &["b := t.TON(IN := a).Q;"],
    );
    check(
        "<SFC><step localId='0' name='Init' initialStep='true'/><actionBlock><connectionPointIn>\
         <connection refLocalId='0'/></connectionPointIn><action qualifier='N'><reference \
         name='Go'/></action></actionBlock><transition><condition><inline><ST><xhtml>a &gt; 5\
         </xhtml></ST></inline></condition></transition><jumpStep targetName='Init'/></SFC>",
        &["INITIAL_STEP Init: N Go;", "TRANSITION a > 5;", "JUMP Init;"],
    );
    // A wire that leads back, and diamonds that double: an end all the same.
    check(
        &format!("<LD><coil localId='1'>{}<variable>a</variable></coil></LD>", to(&["1"])),
        &["a := …;"],
    );
    let diamonds: String = (1..60)
        .map(|it| contact(&it.to_string(), "x", false, &[(it - 1).to_string().as_str(); 2]))
        .collect();
    let text = format!(
        "<project><pou name='P' pouType='program'><body><LD><leftPowerRail localId='0'/>{diamonds}\
         <coil>{}<variable>a</variable></coil></LD></body></pou></project>",
        to(&["59"])
    );
    let project = read_plcopen("a.xml", text.as_bytes()).unwrap();
    assert!(rungs(&project)[0].len() < 64 << 10);
}

#[test]
fn plcopen_declarations_are_those_of_text() {
    let text = "<project><types><dataTypes><dataType name='ST'><baseType><struct><variable \
                name='x'><type><array><dimension lower='0' upper='GVL.N'/><baseType><string \
                length='9'/></baseType></array></type></variable></struct></baseType></dataType>\
                </dataTypes></types><addData><data name='http://x/globalvars'><globalVars \
                name='GVL'><variable name='N'><type><INT/></type></variable><addData><data \
                name='http://x/mixedattrsvarlist'><MixedAttrsVarList><globalVars constant='true'>\
                <variable name='N'><type><INT/></type><initialValue><simpleValue value='2'/>\
                </initialValue></variable></globalVars></MixedAttrsVarList></data><data \
                name='http://x/attributes'><Attributes><Attribute Name='symbol' Value='read'/>\
                </Attributes></data></addData></globalVars></data><data name='http://x/pou'><pou \
                name='P' pouType='program'><interface><localVars><variable name='s' \
                address='%MW5'><type><derived name='ST'/></type><initialValue><structValue><value \
                member='x'><arrayValue><value repetitionValue='2'><simpleValue value='&quot;a&quot;'/>\
                </value></arrayValue></value></structValue></initialValue><documentation><xhtml> said \
                </xhtml></documentation></variable></localVars></interface></pou><pou name='Q' \
                pouType='functionBlock'><interface><addData><data name='x/interfaceasplaintext'>\
                <InterfaceAsPlainText><xhtml>FUNCTION_BLOCK Q EXTENDS R\nVAR_INPUT\n a : REFERENCE TO \
                INT; // plain\nEND_VAR</xhtml></InterfaceAsPlainText></data></addData></interface>\
                </pou></data></addData></project>";
    let project = read_plcopen("a.xml", text.as_bytes()).unwrap();
    assert_eq!(
        tags(&project),
        [
            "GVL.N: INT @Application.GVL.N Yes = Scalar(\"2\") constant ReadOnly",
            "P.s: ST @Application.P.s Unknown = Parts({\".x[0]\": \"\\\"a\\\"\", \".x[1]\": \
             \"\\\"a\\\"\"}) at %MW5 // said",
        ]
    );
    let member = &project.data_types[0].members[0];
    assert_eq!((member.type_use.dimensions[0].high, member.type_use.length), (2, Some(9)));
    let block = &project.blocks[0];
    assert_eq!(block.members[0].comment.as_deref(), Some("plain"));
    assert_eq!(block.members[0].access, Access::None, "a reference has no node");
    assert_eq!(notes(&project).len(), 1, "{:?}", notes(&project));
    assert!(notes(&project)[0].contains("does not name the application"));
}

#[test]
fn symbol_configurations_tell_types_by_key() {
    let text = "<Symbolconfiguration><Header><ProjectInfo name='P' devicename='D' appname='A'/>\
                </Header><TypeList><TypeSimple name='T_S' iecname='STRING(6)'/><TypeArray \
                name='T_A' basetype='T_AA'><ArrayDim minrange='1' maxrange='2'/></TypeArray>\
                <TypeArray name='T_AA' basetype='T_U'><ArrayDim minrange='0' maxrange='3'/>\
                </TypeArray><TypeArray name='T_L' basetype='T_L'><ArrayDim minrange='0' \
                maxrange='1'/></TypeArray><TypeUserDef name='T_U' typeclass='Userdef' \
                pouclass='STRUCTURE' iecname='U'><UserDefElement iecname='s' type='T_S' \
                byteoffset='4' access='Read'/></TypeUserDef><TypeUserDef name='T_U2' \
                pouclass='STRUCTURE' iecname='u'/><TypeUserDef name='T_E' typeclass='Enum' \
                iecname='E' basetype='T_INT'><UserDefElement iecname='A' enumvalue='-1'/>\
                </TypeUserDef></TypeList><NodeList><Node name='A'><Node name='G'><Node name='x' \
                type='T_A' access='Read'><Comment> one\n two </Comment></Node><Node name='x' \
                type='T_S'/><Node name='e' type='T_E' access='ReadWrite'/><Node name='l' \
                type='T_L' access='Write'/></Node></Node></NodeList></Symbolconfiguration>";
    let project = read_symbols("a.xml", text.as_bytes()).unwrap();
    assert_eq!(
        tags(&project),
        [
            "G.x: U @A.G.x Yes ReadOnly // one\ntwo",
            "G.e: E @A.G.e Yes ReadWrite",
            "G.l: T_L @nowhere: it is published to be written alone None",
        ]
    );
    let bounds: Vec<_> =
        project.tags[0].type_use.dimensions.iter().map(|it| (it.low, it.high)).collect();
    assert_eq!(bounds, [(1, 2), (0, 3)]);
    let member = &project.data_types[0].members[0];
    assert_eq!((member.bit_offset, member.type_use.length), (Some(32), Some(6)));
    assert_eq!(project.data_types[1].values[0].number, Some(-1));
    assert_eq!(project.notes.iter().filter(|it| it.kind == NoteKind::Conflict).count(), 2);
    assert!(project.tags.iter().all(|it| it.scope == "G"));
}

#[test]
fn what_is_no_project_is_refused_with_the_place_and_a_remedy() {
    type Reader = fn(&str, &[u8]) -> Result<Project, ProjectError>;
    let whole = export(&[("P", "p", "0", POU, declared("PROGRAM P"))]);
    let half = &whole[..whole.len() / 2];
    for (reader, text, says) in [
        (read_export as Reader, half, "a line 1: the XML ends"),
        (
            read_export,
            "<ExportFile/>",
            "a line 1, ExportFile/StructuredView/…/EntryList: no entries",
        ),
        (read_export, "", "the XML ends in the middle"),
        (read_export, "\u{0}\u{1}", "not well-formed"),
        (read_plcopen, "<html/>", "`html` instead of a PLCopen project"),
        (read_plcopen, "<!DOCTYPE a><project/>", "a document type (DTD) is refused"),
        (read_symbols, "<Symbolconfiguration/>", "without its list of variables"),
    ] {
        let error = reader("a", text.as_bytes()).expect_err(text);
        let said = error.to_string();
        assert!(says.split(": ").all(|part| said.contains(part)), "{text}: {said}");
        assert!(!error.remedy.is_empty());
    }
    for reader in [read_export as Reader, read_plcopen, read_symbols] {
        let deep = format!("{}{}", "<a>".repeat(5000), "</a>".repeat(5000));
        assert!(reader("a", deep.as_bytes()).is_err());
        // Every beginning of a file is an error or a model, and never a panic.
        for end in (0..whole.len()).step_by(7).filter(|it| whole.is_char_boundary(*it)) {
            let _ = reader("a", &whole.as_bytes()[..end]);
        }
    }
}

#[test]
fn what_is_at_odds_with_itself_is_read_as_far_as_it_goes() {
    // Parents in a circle, one GUID twice, one name twice, a name that nobody typed.
    let huge = "x".repeat(100_000);
    let text = export(&[
        ("A", "1", "2", POU, declared("PROGRAM A VAR a : INT; a : BOOL; END_VAR")),
        ("B", "2", "1", POU, declared("FUNCTION_BLOCK B VAR ) b : INT; END_VAR")),
        ("C", "2", "0", POU, declared("PROGRAM C")),
        ("D", "4", "4", POU, declared("PROGRAM D")),
        ("d", "5", "0", POU, declared("PROGRAM D")),
        (&huge, "6", "0", POU, declared("PROGRAM E")),
        ("F", "7", "0", POU, String::new()),
    ]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    let notes = notes(&project);
    for says in [
        "Conflict C: another entry has its GUID",
        "Conflict d: its name is taken",
        "it is declared twice",
        "Unreadable",
    ] {
        assert!(notes.iter().any(|it| it.contains(says)), "{says}: {notes:?}");
    }
    assert_eq!(tags(&project), ["A.a: INT @Application.A.a Unknown"]);
}

#[test]
fn what_is_copied_has_an_end() {
    let comment = "c".repeat(1 << 20);
    let base = declared(&format!("FUNCTION_BLOCK B VAR a : INT; (* {comment} *) END_VAR"));
    let mut entries = vec![("B".to_owned(), base)];
    for index in 0..200 {
        entries
            .push((format!("X{index}"), declared(&format!("FUNCTION_BLOCK X{index} EXTENDS B"))));
    }
    let entries: Vec<_> = entries
        .iter()
        .map(|(name, object)| (name.as_str(), name.as_str(), "0", POU, object.clone()))
        .collect();
    let project = read_export("a.export", export(&entries).as_bytes()).unwrap();
    let size: usize = project
        .blocks
        .iter()
        .flat_map(|it| &it.members)
        .map(|it| it.comment.as_ref().map_or(0, String::len))
        .sum();
    assert!(size < 80 << 20, "{size}");
    assert!(notes(&project).iter().any(|it| it.contains("inherits more than fits")));
}
