//! Tests of small Siemens projects: the results of the rules, and the notes on invalid ones.

use tagbridge_project::{
    Access, Body, Initial, NoteKind, Place, Project, ProjectError, Source, SourceFile, Tag,
};

fn source(files: &[(&str, &str)]) -> Source {
    let mut source = Source::of_bytes("project", Vec::new()).expect("an empty file");
    source.files = files
        .iter()
        .map(|(path, text)| SourceFile {
            path: (*path).to_owned(),
            bytes: text.as_bytes().to_vec(),
        })
        .collect();
    source
}

fn project(files: &[(&str, &str)]) -> Project {
    tagbridge_project::read(&source(files)).unwrap_or_else(|error| panic!("{files:?}: {error}"))
}

fn error(files: &[(&str, &str)]) -> ProjectError {
    tagbridge_project::read(&source(files)).expect_err("nothing to read")
}

fn find<'a>(project: &'a Project, name: &str) -> &'a Tag {
    let tag = project.tags.iter().find(|tag| tag.name == name);
    tag.unwrap_or_else(|| panic!("no {name} among {:?}", project.tags))
}

/// Formats `DB20.4.1`, `"X".4.1` without a number, `optimised`, `optimised?`, `I 80`, or the reason.
fn place(tag: &Tag) -> String {
    match &tag.place {
        Place::Block { number: Some(number), bit, .. } => {
            format!("DB{number}.{}.{}", bit / 8, bit % 8)
        }
        Place::Block { block, bit, .. } => format!("\"{block}\".{}.{}", bit / 8, bit % 8),
        Place::Optimised { certain, .. } => {
            if *certain {
                "optimised".to_owned()
            } else {
                "optimised?".to_owned()
            }
        }
        Place::Area { area, bit } => format!("{area} {bit}"),
        Place::Nowhere { reason } => reason.to_string(),
        place => format!("{place:?}"),
    }
}

fn start(tag: &Tag) -> String {
    match &tag.initial {
        None => String::new(),
        Some(Initial::Scalar(text)) => text.clone(),
        Some(Initial::Parts(parts)) => {
            let parts: Vec<_> =
                parts.iter().map(|(path, value)| format!("{path}={value}")).collect();
            parts.join(" ")
        }
    }
}

/// Compares `name place = start` of each tag.
fn check(files: &[(&str, &str)], expected: &[&str]) -> Project {
    let project = project(files);
    let found: Vec<String> = project
        .tags
        .iter()
        .map(|tag| match start(tag) {
            start if start.is_empty() => format!("{} {}", tag.name, place(tag)),
            start => format!("{} {} = {start}", tag.name, place(tag)),
        })
        .collect();
    assert_eq!(found, expected, "{:?}", project.notes);
    project
}

#[test]
fn all_three_bodies_of_a_data_block() {
    let head = "{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\n";
    let text = format!(
        "DATA_BLOCK DB 20\n{head}STRUCT a : Bool; b : Int := 4; END_STRUCT;\nBEGIN\n b := 5;\n\
         END_DATA_BLOCK\n\
         DATA_BLOCK \"DB21\"\n{head}NON_RETAIN\nVAR a : Array[0..1] of Int; END_VAR\nBEGIN\n\
         a[1] := 7;\nEND_DATA_BLOCK\n\
         DATA_BLOCK DB22\n{head}\"Motor\"\nBEGIN\nspeed := 1.5;\nEND_DATA_BLOCK\n\
         DATA_BLOCK DB23\n{head}Array[1..2] of \"Motor\"\nBEGIN\nEND_DATA_BLOCK\n\
         TYPE \"Motor\"\nVERSION : 0.1\nSTRUCT on : Bool; speed : Real; END_STRUCT;\nEND_TYPE\n"
    );
    let project = check(
        &[("blocks.scl", &text)],
        &[
            "\"DB20\".\"a\" DB20.0.0",
            "\"DB20\".\"b\" DB20.2.0 = 5",
            "\"DB21\".\"a\" DB21.0.0 = [1]=7",
            "\"DB22\".\"on\" DB22.0.0",
            "\"DB22\".\"speed\" DB22.2.0 = 1.5",
            "\"DB23\".\"THIS\" DB23.0.0",
        ],
    );
    assert_eq!(project.notes, []);
}

#[test]
fn optimised_standard_and_unknown() {
    let text = |head: &str| {
        format!("DATA_BLOCK \"A\"\n{head}\nVAR x : Int; END_VAR\nBEGIN\nEND_DATA_BLOCK\n")
    };
    let check = |head: &str, expected: &str| {
        let project = project(&[("a.db", &text(head))]);
        assert_eq!(place(find(&project, "\"A\".\"x\"")), expected, "{head}");
    };
    check("{ S7_Optimized_Access := 'TRUE' }", "optimised");
    check("{ S7_Optimized_Access := 'FALSE' }", "\"A\".0.0");
    check(
        "{ DB_Accessible_From_OPC_UA := 'FALSE' ;\n S7_Optimized_Access := 'FALSE' }",
        "\"A\".0.0",
    );
    check("", "optimised?");
}

/// STEP 7 classic: no attributes, and only standard access.
#[test]
fn a_block_by_its_number_is_standard() {
    for (head, expected) in [
        ("DB 5", "DB5.0.0"),
        ("DB5", "DB5.0.0"),
        ("\"DB5\"", "optimised?"),
        ("DB 5\n{ S7_Optimized_Access := 'TRUE' }", "optimised"),
        ("DB_Oven", "optimised?"),
    ] {
        let text = format!("DATA_BLOCK {head}\nSTRUCT x : INT; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK");
        assert_eq!(place(&project(&[("a.awl", &text)]).tags[0]), expected, "{head}");
    }
}

/// A place after a part that could not be parsed would belong to another variable.
#[test]
fn nothing_has_a_place_behind_what_was_not_understood() {
    for (broken, behind) in [
        ("b : ;", "\"DB5\".\"b\""),
        ("b : Array[0..3 of Int;", "\"DB5\".\"b\""),
        ("b Int;", "\"DB5\".\"b\""),
        (") b : Int;", "\"DB5\".\"?\""),
        ("b : String[NOWHERE];", "\"DB5\".\"b\""),
        ("b : Struct x : ; END_STRUCT;", "\"DB5\".\"b\""),
        ("b : Array[0..1] of \"Missing\";", "\"DB5\".\"b\""),
    ] {
        let text = format!(
            "DATA_BLOCK DB5\nVAR\na : Int;\n{broken}\nc : Int;\nEND_VAR\nBEGIN\nEND_DATA_BLOCK"
        );
        let project = project(&[("a.scl", &text)]);
        let names: Vec<&str> = project.tags.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["\"DB5\".\"a\"", behind, "\"DB5\".\"c\""], "{broken}");
        assert_eq!(place(&project.tags[0]), "DB5.0.0", "{broken}");
        let place = place(&project.tags[2]);
        assert!(place.contains("its offset is not known"), "{broken}: {place}");
        assert_ne!(project.notes, [], "{broken}");
    }
}

#[test]
fn an_instance_has_the_members_and_the_layout_of_its_function_block() {
    let block = "FUNCTION_BLOCK \"F\"\n{ S7_Optimized_Access := 'FALSE' }\n\
                 VAR s : Int := 3; view AT s : Word; END_VAR\nVAR_INPUT i : Bool; END_VAR\n\
                 VAR_IN_OUT r : String; n : Int; END_VAR\nVAR_TEMP t : Int; END_VAR\n\
                 VAR CONSTANT N : Int := 2; END_VAR\n\
                 VAR_OUTPUT o : Array[0..#N] of Bool; END_VAR\nBEGIN\n#s := 1;\nEND_FUNCTION_BLOCK\n";
    let instance = "DATA_BLOCK \"I\"\n\"F\"\nBEGIN\ni := TRUE;\nEND_DATA_BLOCK\n";
    check(
        &[("f.scl", block), ("i.db", instance)],
        &[
            "\"I\".\"s\" \"I\".12.0 = 3",
            "\"I\".\"view\" \"I\".12.0",
            "\"I\".\"i\" \"I\".0.0 = TRUE",
            "\"I\".\"r\" an in-out parameter of a structured type is a pointer to the caller's variable",
            "\"I\".\"n\" \"I\".10.0",
            "\"I\".\"o\" \"I\".2.0",
        ],
    );
}

#[test]
fn timers_and_counters_of_the_controller_have_members_and_a_size() {
    let text = "DATA_BLOCK DB5\n{ S7_Optimized_Access := 'FALSE' }\nVAR\n\
                t {InstructionName := 'TON'; LibVersion := '1.0'} : TON_TIME; b : Bool;\nEND_VAR\n\
                BEGIN\nEND_DATA_BLOCK\n\
                DATA_BLOCK DB6\n{InstructionName := 'IEC_TIMER'; LibVersion := '1.0'; \
                S7_Optimized_Access := 'FALSE' }\nIEC_TIMER\nBEGIN\nEND_DATA_BLOCK\n\
                DATA_BLOCK DB7\nCTU_INT\nBEGIN\nEND_DATA_BLOCK\n";
    let project = check(
        &[("a.db", text)],
        &[
            "\"DB5\".\"t\" DB5.0.0",
            "\"DB5\".\"b\" DB5.16.0",
            "\"DB6\".\"PT\" DB6.4.0",
            "\"DB6\".\"ET\" DB6.8.0",
            "\"DB6\".\"IN\" DB6.12.1",
            "\"DB6\".\"Q\" DB6.12.2",
            "\"DB7\".\"CU\" DB7.0.0",
            "\"DB7\".\"CD\" DB7.0.1",
            "\"DB7\".\"R\" DB7.0.2",
            "\"DB7\".\"LD\" DB7.0.3",
            "\"DB7\".\"QU\" DB7.0.4",
            "\"DB7\".\"QD\" DB7.0.5",
            "\"DB7\".\"PV\" DB7.2.0",
            "\"DB7\".\"CV\" DB7.4.0",
        ],
    );
    assert!(project.data_types.iter().any(|it| it.name == "TON_TIME" && it.members.len() == 4));
}

#[test]
fn bounds_come_from_constants_of_tag_tables() {
    let table = "<Document><SW.Tags.PlcTagTable ID='0'><AttributeList><Name>C</Name></AttributeList>\
                 <ObjectList><SW.Tags.PlcUserConstant ID='1'><AttributeList><DataTypeName>Int\
                 </DataTypeName><Name>Max Count</Name><Value>3</Value></AttributeList>\
                 </SW.Tags.PlcUserConstant></ObjectList></SW.Tags.PlcTagTable></Document>";
    let block = "DATA_BLOCK DB1\n{ S7_Optimized_Access := 'FALSE' }\nVAR a : Array[0..\"Max Count\"] \
                 of Int; b : Int; END_VAR\nBEGIN\nEND_DATA_BLOCK\n";
    let constant = "\"Max Count\" a constant has no address in the controller; its value is in the project = 3";
    let files = [("a.db", block), ("c.xml", table)];
    check(&files, &["\"DB1\".\"a\" DB1.0.0", "\"DB1\".\"b\" DB1.8.0", constant]);
    let project = check(
        &files[..1],
        &[
            "\"DB1\".\"a\" DB1.0.0",
            "\"DB1\".\"b\" its offset is not known: the size of array `a` is not known",
        ],
    );
    assert!(project.notes.iter().all(|note| note.kind == NoteKind::Missing));
}

/// A data block as SimaticML.
fn global_db(document: &str, attributes: &str, members: &str) -> String {
    format!(
        "<Document>{document}<SW.Blocks.GlobalDB ID='0'><AttributeList><Interface><Sections \
         xmlns='http://www.siemens.com/automation/Openness/SW/Interface/v5'><Section Name='Static'>\
         {members}</Section></Sections></Interface><Name>D</Name><Number>9</Number>{attributes}\
         </AttributeList></SW.Blocks.GlobalDB></Document>"
    )
}

const TWO: &str = "<Member Name='a' Datatype='Bool'/><Member Name='b' Datatype='Int'/>";

#[test]
fn simatic_ml_tells_the_layout() {
    let check = |document: &str, attributes: &str, expected: &str| {
        let project = project(&[("d.xml", &global_db(document, attributes, TWO))]);
        assert_eq!(place(find(&project, "\"D\".\"b\"")), expected, "{document} {attributes}");
    };
    let defaults = "<DocumentInfo><ExportSetting>WithDefaults</ExportSetting></DocumentInfo>";
    check("", "<MemoryLayout>Standard</MemoryLayout>", "DB9.2.0");
    check("", "<MemoryLayout>Optimized</MemoryLayout>", "optimised");
    check(defaults, "<MemoryLayout>Optimized</MemoryLayout>", "optimised");
    check(defaults, "", "DB9.2.0");
    check("", "", "optimised?");
}

#[test]
fn told_offsets_are_followed_and_what_differs_is_noted() {
    let member = |name: &str, kind: &str, offset: u32| {
        format!(
            "<Member Name='{name}' Datatype='{kind}'><AttributeList><IntegerAttribute Name='Offset' \
             Informative='true' SystemDefined='true'>{offset}</IntegerAttribute></AttributeList>\
             </Member>"
        )
    };
    let standard = "<MemoryLayout>Standard</MemoryLayout>";
    let members = [member("a", "Bool", 0), member("b", "Int", 16)].concat();
    let files = [("d.xml", &*global_db("", standard, &members))];
    let project = check(&files, &["\"D\".\"a\" DB9.0.0", "\"D\".\"b\" DB9.2.0"]);
    assert_eq!(project.notes, []);
    let members = [member("a", "Array[0..7] of Bool", 0), member("b", "Bool", 8)].concat();
    let files = [("d.xml", &*global_db("", standard, &members))];
    let project = check(&files, &["\"D\".\"a\" DB9.0.0", "\"D\".\"b\" DB9.1.0"]);
    assert_eq!(project.notes[0].kind, NoteKind::Conflict);
    assert_eq!(
        project.notes[0].what.to_string(),
        "the file has offset 1.0, the layout rules give 2.0: the file's offset is used"
    );
}

#[test]
fn start_values_and_comments_of_elements() {
    let members = "<Member Name='a' Datatype='Array[0..2] of Int'><Subelement Path='1'><StartValue>7\
                   </StartValue><Comment><MultiLanguageText Lang='de-DE'>Zweites</MultiLanguageText>\
                   </Comment></Subelement></Member>\
                   <Member Name='s' Datatype='Array[1..2] of Struct'><Member Name='x' \
                   Datatype='Array[0..1] of Int'><Subelement Path='2,1'><StartValue>8</StartValue>\
                   </Subelement></Member></Member>\
                   <Member Name='u' Datatype='&quot;U&quot;'><Sections><Section Name='None'><Member \
                   Name='y' Datatype='Int'><StartValue>9</StartValue></Member><Member Name='z' \
                   Datatype='Int'><StartValue Informative='true'>1</StartValue></Member></Section>\
                   </Sections></Member>";
    let xml = global_db("", "<MemoryLayout>Optimized</MemoryLayout>", members);
    let project = check(
        &[("d.xml", &xml)],
        &[
            "\"D\".\"a\" optimised = [1]=7",
            "\"D\".\"s\" optimised = [2].x[1]=8",
            "\"D\".\"u\" optimised = .y=9",
        ],
    );
    assert_eq!(find(&project, "\"D\".\"a\"").comments["[1]"], "Zweites");
}

#[test]
fn the_same_block_twice_is_noted_unless_both_say_the_same() {
    let db = |folder: &str, kind: &str| {
        let text =
            format!("DATA_BLOCK \"D\"\nVAR a : Bool; b : {kind}; END_VAR\nBEGIN\nEND_DATA_BLOCK\n");
        (format!("{folder}/D.db"), text)
    };
    let (path, text) = db("sources", "Int");
    let xml = global_db("", "<MemoryLayout>Standard</MemoryLayout>", TWO);
    // The source lacks the number and the layout, which the other format contains.
    let project = check(
        &[("xml/D.xml", &xml), (&path, &text)],
        &["\"D\".\"a\" DB9.0.0", "\"D\".\"b\" DB9.2.0"],
    );
    assert_eq!(project.notes, []);
    let (other_path, other) = db("z", "Real");
    let project = check(
        &[(&path, &text), (&other_path, &other)],
        &["\"D\".\"a\" optimised?", "\"D\".\"b\" optimised?"],
    );
    assert_eq!(project.notes.len(), 1);
    assert_eq!(project.notes[0].kind, NoteKind::Conflict);
    assert_eq!(
        project.notes[0].what.to_string(),
        "it is in sources/D.db and in z/D.db; the first one is used"
    );
}

#[test]
fn symbol_tables_have_tags_in_german_and_number_blocks() {
    let table = "\"Start\",\"E      0.3\",\"BOOL\",\"Taster\"\n\"Speed\",\"MW     4\",\"INT\",\"\"\n\
                 \"Wait\",\"T      5\",\"TIMER\",\"\"\n\"Recipe\",\"DB    20\",\"DB    20\",\"\"\n";
    let block = "DATA_BLOCK \"Recipe\"\n{ S7_Optimized_Access := 'FALSE' }\nVAR n : Int; END_VAR\n\
                 BEGIN\nEND_DATA_BLOCK\n";
    let project = check(
        &[("a.db", block), ("symbols.sdf", table)],
        &["\"Recipe\".\"n\" DB20.0.0", "\"Start\" I 3", "\"Speed\" M 32", "\"Wait\" T 5"],
    );
    assert_eq!(find(&project, "\"Start\"").comment.as_deref(), Some("Taster"));
}

#[test]
fn access_from_outside_is_what_the_file_says() {
    let text = "DATA_BLOCK \"D\"\nVAR\na { ExternalAccessible := 'False'; ExternalWritable := \
                'False'} : Int;\nb { ExternalWritable := 'False'} : Int;\nc : Int;\nEND_VAR\nBEGIN\n\
                END_DATA_BLOCK\n";
    let project = project(&[("d.db", text)]);
    let access: Vec<Access> = project.tags.iter().map(|tag| tag.access).collect();
    assert_eq!(access, [Access::None, Access::ReadOnly, Access::Unknown]);
}

#[test]
fn simatic_sd_data_blocks() {
    let text = "{\n S7_BlockNumber := \"703\";\n S7_Optimized := \"FALSE\"\n}\nDATA_BLOCK Settings : \
                Motor\nEND_DATA_BLOCK\n{ S7_BlockNumber := \"201\"; S7_Optimized := \"FALSE\" }\n\
                DATA_BLOCK Alarms\n VAR\n { S7_Access := \"ReadOnly := External\" }\n list : \
                Array[1.._.\"N\"] of _.Motor;\n END_VAR\n { S7_MLC := \"MLC_1\" }\n \"list\"[1] := \
                ();\nEND_DATA_BLOCK\nTYPE\n Motor : STRUCT\n on : Bool;\n END_STRUCT;\nEND_TYPE\n";
    let table = "<Tagtable name='T'><Constant type='Int' value='2'>N</Constant></Tagtable>";
    let project = check(
        &[("a.s7dcl", text), ("t.xml", table)],
        &[
            "\"Settings\".\"on\" DB703.0.0",
            "\"Alarms\".\"list\" DB201.0.0",
            "\"N\" a constant has no address in the controller; its value is in the project = 2",
        ],
    );
    assert_eq!(project.notes, []);
    assert_eq!(find(&project, "\"Alarms\".\"list\"").type_use.dimensions[0].count(), 2);
}

#[test]
fn protected_blocks_are_said_to_be_so() {
    let text = "FUNCTION_BLOCK \"F\"\nKNOW_HOW_PROTECT\nVAR_INPUT a : Int; END_VAR\n\
                END_FUNCTION_BLOCK\n";
    let project = project(&[("f.scl", text)]);
    assert!(project.blocks[0].protected);
    assert_eq!(project.routines[0].body, Body::Protected);
    assert_eq!(project.notes[0].kind, NoteKind::Protected);
}

#[test]
fn a_source_that_will_be_protected_contains_its_code() {
    let list = "FUNCTION FC 1 : VOID\nKNOW_HOW_PROTECT\nVERSION : 0.1\nBEGIN\nNETWORK\nTITLE =\n      \
                U E 0.0;\n      = A 4.0;\nEND_FUNCTION\n\
                DATA_BLOCK DB 5\nKNOW_HOW_PROTECT\nSTRUCT\n n : INT := 7;\nEND_STRUCT;\nBEGIN\n\
                END_DATA_BLOCK\n";
    let text = "FUNCTION_BLOCK \"F\"\nKNOW_HOW_PROTECT\nVAR a : Int; END_VAR\nBEGIN\n#a := 1;\n\
                END_FUNCTION_BLOCK\n";
    let project = project(&[("a.awl", list), ("f.scl", text)]);
    assert!(project.blocks.iter().all(|it| !it.protected), "{:?}", project.blocks);
    let Body::Rungs(rungs) = &project.routines[0].body else { panic!("{:?}", project.routines) };
    assert_eq!(rungs[0].text, "U E 0.0;\n= A 4.0;");
    assert_eq!(project.routines[1].body, Body::Text("#a := 1;".to_owned()));
    assert_eq!(start(find(&project, "\"DB5\".\"n\"")), "7");
    assert_eq!(project.notes, []);
}

#[test]
fn a_variant_uses_no_memory() {
    let text = "FUNCTION_BLOCK \"F\"\n{ S7_Optimized_Access := 'FALSE' }\nVAR_INPUT\n a : Bool;\n \
                v : Variant;\n b : Bool;\nEND_VAR\nVAR_IN_OUT\n w : Variant;\nEND_VAR\nVAR\n n : Int;\n\
                END_VAR\nEND_FUNCTION_BLOCK\nDATA_BLOCK \"D\"\n{ S7_BlockNumber := '7' }\n\"F\"\nBEGIN\n\
                END_DATA_BLOCK\n";
    check(
        &[("f.scl", text)],
        &[
            "\"D\".\"a\" DB7.0.0",
            "\"D\".\"v\" its offset is not known",
            "\"D\".\"b\" DB7.0.1",
            "\"D\".\"w\" its offset is not known",
            "\"D\".\"n\" DB7.2.0",
        ],
    );
}

#[test]
fn old_sources_in_windows_1252() {
    let mut source = source(&[("a.awl", "")]);
    source.files[0].bytes = b"DATA_BLOCK DB 1\nSTRUCT\n T\xFCr : BOOL ; //ge\xF6ffnet\nEND_STRUCT \
                              ;\nBEGIN\n T\xFCr := FALSE;\nEND_DATA_BLOCK\n"
        .to_vec();
    let project = tagbridge_project::read(&source).unwrap();
    let tag = find(&project, "\"DB1\".\"T\u{fc}r\"");
    assert_eq!(tag.comment.as_deref(), Some("ge\u{f6}ffnet"));
    assert_eq!(start(tag), "FALSE");
}

#[test]
fn ladder_is_text() {
    let net = |parts: &str, wires: &str| {
        let xml = format!(
            "<Document><SW.Blocks.FC ID='0'><AttributeList><Name>F</Name><ProgrammingLanguage>LAD\
             </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit><AttributeList>\
             <NetworkSource><FlgNet><Parts>{parts}</Parts><Wires>{wires}</Wires></FlgNet>\
             </NetworkSource></AttributeList></SW.Blocks.CompileUnit></ObjectList></SW.Blocks.FC>\
             </Document>"
        );
        match &project(&[("f.xml", &xml)]).routines[0].body {
            Body::Rungs(rungs) => rungs[0].text.clone(),
            body => panic!("{body:?}"),
        }
    };
    let operand = |uid: u32, name: &str| {
        format!(
            "<Access Scope='LocalVariable' UId='{uid}'><Symbol><Component Name='{name}'/></Symbol>\
             </Access>"
        )
    };
    let part = |uid: u32, name: &str| format!("<Part Name='{name}' UId='{uid}'/>");
    let wire = |from: &str, to: &[(u32, &str)]| {
        let to: Vec<String> =
            to.iter().map(|(uid, pin)| format!("<NameCon UId='{uid}' Name='{pin}'/>")).collect();
        format!("<Wire>{from}{}</Wire>", to.concat())
    };
    let ident = |uid: u32| format!("<IdentCon UId='{uid}'/>");
    let pin = |uid: u32, name: &str| format!("<NameCon UId='{uid}' Name='{name}'/>");
    let rail = "<Powerrail/>";
    // One contact feeds two coils.
    let parts = [
        operand(1, "a"),
        operand(2, "b"),
        operand(3, "c d"),
        part(11, "Contact"),
        part(12, "Coil"),
        part(13, "Coil"),
    ];
    let wires = [
        wire(rail, &[(11, "in")]),
        wire(&ident(1), &[(11, "operand")]),
        wire(&ident(2), &[(12, "operand")]),
        wire(&ident(3), &[(13, "operand")]),
        wire(&pin(11, "out"), &[(12, "in"), (13, "in")]),
    ];
    let text = net(&parts.concat(), &wires.concat());
    assert_eq!(text, "Contact(#a)[Coil(#b) ,Coil(#\"c d\") ];");
    // Two parts that feed each other have no path from the rail.
    let parts = [part(11, "Contact"), part(12, "Contact")];
    let wires = [wire(&pin(11, "out"), &[(12, "in")]), wire(&pin(12, "out"), &[(11, "in")])];
    let text = net(&parts.concat(), &wires.concat());
    assert_eq!(text, "Contact();\nContact();");
    // Branches that cross at every step would double with each.
    let mut parts = String::new();
    let mut wires = wire(rail, &[(1000, "in"), (2000, "in")]);
    for at in 0..200_u32 {
        parts += &[
            part(1000 + at, "Contact"),
            part(2000 + at, "Contact"),
            part(3000 + at, "O"),
            part(4000 + at, "O"),
        ]
        .concat();
        for (contact, pin_name) in [(1000 + at, "in1"), (2000 + at, "in2")] {
            wires += &wire(&pin(contact, "out"), &[(3000 + at, pin_name), (4000 + at, pin_name)]);
        }
        if at < 199 {
            wires += &wire(&pin(3000 + at, "out"), &[(1001 + at, "in")]);
            wires += &wire(&pin(4000 + at, "out"), &[(2001 + at, "in")]);
        }
    }
    let text = net(&parts, &wires);
    assert!(text.len() < 300_000 && text.contains('…'), "{}", text.len());
}

#[test]
fn broken_files_are_named_and_the_others_read() {
    let good = ("good.db", "DATA_BLOCK DB1\nVAR a : Int; END_VAR\nBEGIN\nEND_DATA_BLOCK\n");
    let deep = format!("<Document>{}{}</Document>", "<a>".repeat(5000), "</a>".repeat(5000));
    let deep_members = format!(
        "<Document><SW.Types.PlcStruct><AttributeList><Name>T</Name><Interface><Sections><Section \
         Name='None'>{}{}</Section></Sections></Interface></AttributeList></SW.Types.PlcStruct>\
         </Document>",
        "<Member Name='m' Datatype='Struct'>".repeat(900),
        "</Member>".repeat(900)
    );
    let deep_source = format!("TYPE \"T\"\nSTRUCT\n{}", "a : Struct\n".repeat(5000));
    let check = |path: &str, text: &str, says: &str| {
        let project = project(&[(path, text), good]);
        assert_eq!(find(&project, "\"DB1\".\"a\"").type_use.name, "Int");
        let notes: Vec<String> =
            project.notes.iter().map(|note| format!("{}: {}", note.subject, note.what)).collect();
        assert!(notes.iter().any(|note| note.contains(says)), "{says}: {notes:?}");
    };
    check("b.xml", "<Document>\n<SW.Blocks.FB>", "b.xml line 2: the XML is incomplete");
    check(
        "b.xml",
        "<!DOCTYPE a []><Document/>",
        "b.xml line 1: a document type (DTD) is not allowed",
    );
    check("b.xml", &deep, "b.xml line 1: elements nested deeper than 1000");
    check(
        "b.xml",
        "<Document><SW.Blocks.FB/></Document>",
        "b.xml line 1: a function block without a name",
    );
    check(
        "b.xml",
        "<Document><SW.Hmi.Tag/></Document>",
        "b.xml line 1: it contains no tags: a SW.Hmi.Tag",
    );
    check("b.scl", "FUNCTION_BLOCK \"F\"\nVAR a : Int", "b.scl line 2: END_VAR is missing");
    check("b.scl", "FUNCTION_BLOCK \"F\"\nBEGIN\n#a := 1;", "END_FUNCTION_BLOCK is missing");
    check(
        "b.scl",
        "FUNCTION \n",
        "b.scl line 2: a function needs a name, but the end of the text was found",
    );
    check(
        "b.db",
        "DATA_BLOCK \"D\"\nBEGIN\n a 5; b := 3;",
        "a value needs `:=`, but `;` was found",
    );
    check("b.scl", &deep_source, "types nest deeper than 32 levels");
    check("b.xlsx", "PK no spreadsheet", "b.xlsx: the spreadsheet cannot be read");
    check("b.pdf", "%PDF", "b.pdf: it contains no tags: text without");
    check(
        "b.db",
        "DATA_BLOCK \"D\"\n\"Nobody\"\nBEGIN\nEND_DATA_BLOCK\n",
        "\"Nobody\", on which it is based",
    );
    check(
        "b.db",
        "DATA_BLOCK \"D\"\nVAR a : Int; END_VAR\nBEGIN\nx := 1;\nEND_DATA_BLOCK",
        "it sets `x`",
    );
    let project = project(&[("b.xml", &deep_members), good]);
    assert_eq!(project.data_types.len(), 1);
}

#[test]
fn where_nothing_is_left_the_error_says_what_to_do() {
    let error = error(&[("b.xml", "<Document>\n<SW.Blocks.FB>")]);
    assert_eq!(error.to_string(), "b.xml line 2: the XML is incomplete");
    assert!(error.remedy.to_string().contains("copy or export it again"));
}

#[test]
fn long_texts_take_time_in_proportion() {
    let begun = std::time::Instant::now();
    let many = |piece: &str| piece.repeat(200_000 / piece.len());
    for text in [
        format!("DATA_BLOCK DB1\nVAR {} END_VAR", many("a,")),
        format!("DATA_BLOCK DB1\nVAR {} END_VAR", many("a : Int;")),
        format!("DATA_BLOCK DB1\nVAR {} END_VAR", many("(*")),
        format!("DATA_BLOCK DB1\nVAR {} END_VAR", many("{ ' ")),
        format!("DATA_BLOCK DB1\nVAR a : {} END_VAR", many("Array[0..1] of ")),
        format!("DATA_BLOCK DB1\nVAR a : Int := {}; END_VAR", many("((")),
        format!("DATA_BLOCK DB1\nBEGIN {}", many("a[1] := 5;")),
        format!("DATA_BLOCK DB1\nBEGIN {}", many(":=")),
        // The end of a structure that was not opened.
        "DATA_BLOCK DB1\nVAR a : Int; END_STRUCT; e : Int; END_VAR END_DATA_BLOCK".to_owned(),
        many("FUNCTION_BLOCK "),
        many("TYPE "),
        many("\""),
        format!("FUNCTION \"f\" : Void\nBEGIN {}", many("NETWORK\n")),
    ] {
        tagbridge_project::read(&source(&[("a.scl", &text)])).ok();
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn many_tables_and_the_same_block_many_times_take_time_in_proportion() {
    let begun = std::time::Instant::now();
    let all = |count: usize, of: &dyn Fn(usize) -> String| {
        (0..count).map(of).collect::<Vec<_>>().concat()
    };
    let tables = all(60_000, &|at| format!("<Tagtable name='t{at}'/>"));
    let tables = format!("<Tagtables>{tables}</Tagtables>");
    let members = all(20_000, &|at| format!("a{at} : Int;"));
    let again = "DATA_BLOCK \"b\"\nVAR c : Int; END_VAR\nEND_DATA_BLOCK\n".repeat(20_000);
    let blocks = format!("DATA_BLOCK \"b\"\nVAR {members} END_VAR\nEND_DATA_BLOCK\n{again}");
    let project = project(&[("a.scl", &blocks), ("tags.xml", &tables)]);
    assert_eq!(project.tags.len(), 20_000);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

/// Each tag repeats the name of its block.
#[test]
fn the_name_of_a_block_does_not_multiply() {
    let name = "x".repeat(1_000_000);
    let members: Vec<String> = (0..300).map(|at| format!("a{at} : Int;")).collect();
    let members = members.concat();
    let text = format!("DATA_BLOCK \"{name}\"\nVAR {members} END_VAR\nEND_DATA_BLOCK\n");
    let project = project(&[("a.db", &text)]);
    assert_eq!(project.tags.len(), 0);
    assert!(project.notes.iter().any(|note| note.kind == NoteKind::Skipped));
}

#[test]
fn only_sources_are_sources() {
    let project = project(&[
        (
            "Main.scl",
            "ORGANIZATION_BLOCK \"Main\"\nBEGIN\n  \"Run\" := NOT \"Stop\";\nEND_ORGANIZATION_BLOCK\n",
        ),
        ("create.sql", "CREATE TABLE t (\nType INT,\nFunction INT)\n"),
        ("helper.js", "function Scale(x) {\n   return x * 2;\n}\n"),
        ("notes.txt", "Type of pump: Grundfos\nFunction of the block: see drawing 12\n"),
        ("tool.py", "def f():\n  pass\ntype = 3\n"),
        ("exported.txt", "FUNCTION \"Scale\" : Void\nBEGIN\n;\nEND_FUNCTION\n"),
    ]);
    let blocks: Vec<&str> = project.blocks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(blocks, ["Scale"]);
    assert_eq!(project.data_types.len(), 0, "{:?}", project.data_types);
    let skipped = project.notes.iter().filter(|note| note.kind == NoteKind::Skipped).count();
    assert_eq!(skipped, 4, "{:?}", project.notes);
}

/// A data block and a function of STEP 7 classic with these names, and their symbols.
fn classic(block: &str, function: &str) -> Project {
    let code = format!(
        "DATA_BLOCK {block}\nTITLE =\nVERSION : 0.1\n  STRUCT\n   Weight : REAL ;\n   Count : INT ;\n  \
         END_STRUCT ;\nBEGIN\nEND_DATA_BLOCK\n\nFUNCTION {function} : VOID\nVERSION : \
         0.1\nBEGIN\nNETWORK\nTITLE =\n      L     \"Recipe\".Count;\n      T     MW 2;\n\
         END_FUNCTION\n\nORGANIZATION_BLOCK OB 1\nVERSION : 0.1\nBEGIN\nNETWORK\nTITLE =\n      \
         CALL \"FC_Main\";\nEND_ORGANIZATION_BLOCK\n"
    );
    let symbols = "\"Recipe                  \",\"DB     20 \",\"DB     20 \",\"recipe  \"\n\
                   \"FC_Main                 \",\"FC      1 \",\"FC      1 \",\"        \"\n";
    project(&[("prog.awl", &code), ("sym.sdf", symbols)])
}

#[test]
fn blocks_of_a_classic_symbol_table_have_standard_access_and_two_names() {
    for (block, function) in [("\"Recipe\"", "\"FC_Main\""), ("DB 20", "FC 1")] {
        let project = classic(block, function);
        let count = find(&project, "\"Recipe\".\"Count\"");
        assert_eq!(place(count), "DB20.4.0", "{block}");
        let names: Vec<_> = project.blocks.iter().map(|it| (it.name.as_str(), it.number)).collect();
        assert!(names.contains(&("FC_Main", Some(1))), "{names:?}");
    }
}

#[test]
fn edge_detections_have_their_place_in_standard_blocks() {
    let project = project(&[(
        "trig.scl",
        "FUNCTION_BLOCK \"F\"\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\n   VAR\n      a : Int;\n      \
         e {InstructionName := 'R_TRIG'; LibVersion := '1.0'} : R_TRIG;\n      b : Int;\n   \
         END_VAR\nBEGIN\n   #e(CLK := TRUE);\nEND_FUNCTION_BLOCK\nDATA_BLOCK \"D\"\n{ \
         S7_Optimized_Access := 'FALSE' ; S7_BlockNumber := '7' }\nVERSION : 0.1\n\"F\"\nBEGIN\n\
         END_DATA_BLOCK\n",
    )]);
    assert_eq!(place(find(&project, "\"D\".\"b\"")), "DB7.8.0");
}

#[test]
fn watch_tables_name_tags() {
    let table = "<Tagtable name='T'><Tag type='Bool' addr='%I1.0'>Lift Down</Tag></Tagtable>";
    let watched = "<Document><SW.WatchAndForceTables.PlcWatchTable ID='0'><AttributeList><Name>Lift\
        </Name></AttributeList><ObjectList><SW.WatchAndForceTables.PlcWatchTableEntry ID='1'>\
        <AttributeList><Name>\"Lift Down\"</Name></AttributeList>\
        </SW.WatchAndForceTables.PlcWatchTableEntry>\
        <SW.WatchAndForceTables.PlcWatchTableEntry ID='2'><AttributeList><Name>\"DB\".n</Name>\
        </AttributeList></SW.WatchAndForceTables.PlcWatchTableEntry>\
        <SW.WatchAndForceTables.PlcWatchTableEntry ID='3'><AttributeList><Name>\"Other\"</Name>\
        </AttributeList></SW.WatchAndForceTables.PlcWatchTableEntry></ObjectList>\
        </SW.WatchAndForceTables.PlcWatchTable></Document>";
    let data = "DATA_BLOCK \"DB\"\nSTRUCT\n n : Int;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
    let project = project(&[("a.db", data), ("t.xml", table), ("w.xml", watched)]);
    let mentions = project.mentions.iter();
    let shown: Vec<_> =
        mentions.map(|it| format!("{:?} {} {}", it.kind, it.by, it.operand)).collect();
    assert_eq!(shown, ["Shown Lift \"Lift Down\"", "Shown Lift \"DB\".n"]);
}

#[test]
fn names_with_dots_and_blanks_have_their_start_values_and_comments() {
    let text = "DATA_BLOCK \"D 1.x\"\n{ S7_Optimized_Access := 'FALSE'; S7_BlockNumber := '7' }\nSTRUCT\n \
                \"a.b\" : Int;\n \"Lift Down\" : Int;\n \"q[1]\" : Int;\n \"in\" : Array[0..2] of Int;\n \
                plain : Struct\n \"c d.e\" : Int;\n END_STRUCT;\nEND_STRUCT;\nBEGIN\n \"a.b\" := 5;\n \
                \"Lift Down\" := 6;\n \"q[1]\" := 7;\n \"in\" [1] := 8;\n plain . \"c d.e\" := 9;\n\
                END_DATA_BLOCK\n";
    let drawn = "<Document><SW.Blocks.GlobalDB ID='0'><AttributeList><Interface><Sections><Section \
                 Name='Static'><Member Name='a.b' Datatype='Array[0..1] of Int'><Subelement Path='1'>\
                 <Comment><MultiLanguageText Lang='en-US'>second</MultiLanguageText></Comment>\
                 <StartValue>4</StartValue></Subelement></Member></Section></Sections></Interface>\
                 <Name>E</Name></AttributeList></SW.Blocks.GlobalDB></Document>";
    let project = project(&[("d.db", text), ("e.xml", drawn)]);
    assert_eq!(project.notes, []);
    let initial = |name: &str| find(&project, name).initial.clone();
    let scalar = |text: &str| Some(Initial::Scalar(text.to_owned()));
    let part = |at: &str, text: &str| Some(Initial::Parts([(at.into(), text.into())].into()));
    assert_eq!(initial("\"D 1.x\".\"a.b\""), scalar("5"));
    assert_eq!(initial("\"D 1.x\".\"Lift Down\""), scalar("6"));
    assert_eq!(initial("\"D 1.x\".\"q[1]\""), scalar("7"));
    assert_eq!(initial("\"D 1.x\".\"in\""), part("[1]", "8"));
    assert_eq!(initial("\"D 1.x\".\"plain\""), part(".c d.e", "9"));
    assert_eq!(initial("\"E\".\"a.b\""), part("[1]", "4"));
    let comments = &find(&project, "\"E\".\"a.b\"").comments;
    assert_eq!(comments.get("[1]").map(String::as_str), Some("second"));
}
