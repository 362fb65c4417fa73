//! Networks of S7: ranges, jumps, unknown boxes.

use tagbridge_code::Ladder;
use tagbridge_logic::{Index, OpaqueReason};
use tagbridge_project::{Body, Language, Project, Rung, Vendor};

use crate::text_lowering::{project, statements};

/// A block with these networks, each of rungs that end with `;`.
pub(crate) fn networks(texts: &[&str]) -> Project {
    let mut project = project(
        "a.scl",
        "ORGANIZATION_BLOCK \"Main\"\nVAR_TEMP t : Bool; END_VAR\nBEGIN\n#t := TRUE;\n\
         END_ORGANIZATION_BLOCK\n",
    );
    assert_eq!(project.vendor, Vendor::Siemens);
    project.routines[0].language = Language::Ld;
    let rung = |(at, text): (usize, &&str)| {
        let rungs = text.trim().trim_end_matches(';').split(';');
        let text: Vec<String> =
            rungs.map(|rung| format!("RUNG wire#powerrail {rung}\nEND_RUNG\n")).collect();
        let text = text.concat();
        Rung {
            number: u32::try_from(at + 1).expect("few"),
            ladder: Some(Box::new(Ladder::declared(&text))),
            text,
            ..Rung::default()
        }
    };
    project.routines[0].body = Body::Rungs(texts.iter().enumerate().map(rung).collect());
    project
}

/// The effects of a network, in lower case.
pub(crate) fn said(texts: &[&str]) -> Vec<String> {
    statements(&networks(texts)).into_iter().map(|it| it.to_lowercase()).collect()
}

fn unknown(project: &Project) -> usize {
    let index = Index::build(project);
    let unknown =
        |it: &&tagbridge_logic::Opaque| matches!(it.reason, OpaqueReason::UnknownInstruction(_));
    index.opaque().iter().filter(unknown).count()
}

#[test]
fn a_range_is_a_condition() {
    for (box_, condition) in [
        ("InRange(min := 10, in := \"T\", max := 50)", "(\"t\" >= 10 and \"t\" <= 50)"),
        ("OutRange(min := 10, in := \"T\", max := 50)", "(\"t\" < 10 or \"t\" > 50)"),
    ] {
        let text = format!("Contact(\"Auto\"){box_}Coil(\"Heat\");");
        assert_eq!(said(&[&text]), [format!("true -> \"heat\" follow \"auto\" and {condition}")]);
        assert_eq!(unknown(&networks(&[&text])), 0);
    }
}

#[test]
fn what_jumps_over_a_network_is_a_condition_of_it() {
    let all = said(&[
        "Contact(\"A\")Jump(label := M1);",
        "Contact(\"B\")Coil(\"X\");",
        "Label(M1);\nContact(\"C\")SCoil(\"Y\");",
        "Contact(\"D\")Return();",
        "Contact(\"E\")Coil(\"Z\");",
    ]);
    assert!(all[0].starts_with("\"a\" -> jump(some("), "{all:?}");
    assert_eq!(all[1], "not \"a\" -> \"x\" follow \"b\"");
    assert_eq!(all[3], "\"c\" -> \"y\" latch true");
    assert_eq!(all[4..], ["\"d\" -> return", "not \"d\" -> \"z\" follow \"e\""]);

    // The end of a block can return a value to its caller.
    for end in ["ReturnTrue()", "ReturnFalse()"] {
        let all = said(&[&format!("Contact(\"D\"){end};"), "Contact(\"E\")Coil(\"Z\");"]);
        assert_eq!(all, ["\"d\" -> return", "not \"d\" -> \"z\" follow \"e\""], "{end}");
    }

    let all = said(&["Contact(\"A\")JumpNot(label := M1);", "Coil(\"X\");", "Label(M1);\n"]);
    assert!(all[1].starts_with("not not \"a\"") || all[1].starts_with("\"a\" ->"), "{all:?}");

    let nowhere = said(&["Contact(\"A\")Jump(label := M1);", "Contact(\"B\")Coil(\"X\");"]);
    assert_eq!(nowhere[1], "not (\"a\" and ?where a label stands) -> \"x\" follow \"b\"");
    let back =
        said(&["Label(M1);\nCoil(\"X\");", "Contact(\"A\")Jump(label := M1);", "Coil(\"Y\");"]);
    assert!(back[3].starts_with("true ->"), "{back:?}");
}

#[test]
fn a_box_that_is_not_known_is_no_wire() {
    let text = "Contact(\"Auto\")VENDOR(x := \"T\")Coil(\"Heat\");";
    let all = said(&[text]);
    assert_eq!(all[1], "true -> \"heat\" follow vendor(\"auto\", \"t\")");
    assert_eq!(unknown(&networks(&[text])), 1);
    for known in ["Convert(in := \"T\", out => \"U\")", "UNSCALE(IN := \"T\", OUT => \"U\")"] {
        let text = format!("Contact(\"Auto\"){known}Coil(\"Heat\");");
        let all = said(&[&text]);
        assert_eq!(all[1], "true -> \"heat\" follow \"auto\"", "{known}");
        assert_eq!(unknown(&networks(&[&text])), 0);
    }
}

#[test]
fn a_drawing_says_what_goes_on_behind_a_box() {
    let access = |id: u32, name: &str| {
        format!(
            "<Access Scope=\"GlobalVariable\" UId=\"{id}\"><Symbol><Component Name=\"{name}\"/>\
             </Symbol></Access>"
        )
    };
    let block = |parts: &str, wires: &str, labels: &str| {
        format!(
            "<Document><SW.Blocks.FC ID=\"0\"><AttributeList><Name>F</Name><Number>1</Number>\
             <ProgrammingLanguage>LAD</ProgrammingLanguage></AttributeList><ObjectList>\
             <SW.Blocks.CompileUnit ID=\"3\" CompositionName=\"CompileUnits\"><AttributeList>\
             <NetworkSource><FlgNet xmlns=\"http://www.siemens.com/automation/Openness/SW/NetworkSource/FlgNet/v4\">\
             {labels}<Parts>{parts}</Parts><Wires>{wires}</Wires></FlgNet></NetworkSource>\
             <ProgrammingLanguage>LAD</ProgrammingLanguage></AttributeList>\
             </SW.Blocks.CompileUnit></ObjectList></SW.Blocks.FC></Document>"
        )
    };
    let parts = [
        access(21, "A"),
        access(22, "X"),
        "<Part Name=\"Contact\" UId=\"31\"/><Part Name=\"VENDOR\" UId=\"32\"/>\
         <Part Name=\"Coil\" UId=\"33\"/>"
            .to_owned(),
    ]
    .concat();
    let wires = |pin: &str| {
        format!(
            "<Wire UId=\"41\"><Powerrail/><NameCon UId=\"31\" Name=\"in\"/></Wire>\
             <Wire UId=\"42\"><IdentCon UId=\"21\"/><NameCon UId=\"31\" Name=\"operand\"/></Wire>\
             <Wire UId=\"43\"><NameCon UId=\"31\" Name=\"out\"/><NameCon UId=\"32\" Name=\"en\"/></Wire>\
             <Wire UId=\"44\"><NameCon UId=\"32\" Name=\"{pin}\"/><NameCon UId=\"33\" Name=\"in\"/></Wire>\
             <Wire UId=\"45\"><IdentCon UId=\"22\"/><NameCon UId=\"33\" Name=\"operand\"/></Wire>"
        )
    };
    for (pin, value) in [("eno", "\"a\""), ("done", "vendor(\"a\")")] {
        let all = statements(&project("F.xml", &block(&parts, &wires(pin), "")));
        assert_eq!(all[1].to_lowercase(), format!("true -> \"x\" follow {value}"), "{pin}");
    }
    let labels =
        "<Labels><LabelDeclaration UId=\"20\"><Label Name=\"M1\"/></LabelDeclaration></Labels>";
    let jump = [
        access(21, "A"),
        "<Access Scope=\"Label\" UId=\"22\"><Label Name=\"M1\"/></Access>\
         <Part Name=\"Contact\" UId=\"31\"/><Part Name=\"Jump\" UId=\"32\"/>"
            .to_owned(),
    ]
    .concat();
    let wires = "<Wire UId=\"41\"><Powerrail/><NameCon UId=\"31\" Name=\"in\"/></Wire>\
         <Wire UId=\"42\"><IdentCon UId=\"21\"/><NameCon UId=\"31\" Name=\"operand\"/></Wire>\
         <Wire UId=\"43\"><NameCon UId=\"31\" Name=\"out\"/><NameCon UId=\"32\" Name=\"in\"/></Wire>\
         <Wire UId=\"44\"><IdentCon UId=\"22\"/><NameCon UId=\"32\" Name=\"label\"/></Wire>";
    let jumping = project("F.xml", &block(&jump, wires, labels));
    let Body::Rungs(rungs) = &jumping.routines[0].body else { panic!("networks") };
    assert_eq!(rungs[0].text, "Label(M1);\nContact(\"A\")Jump(label := M1);");
    let all = statements(&jumping);
    assert!(all[0].contains("Label(") && all[1].contains("Jump(Some("), "{all:?}");
}

#[test]
fn what_replaces_the_current_in_a_branch_is_not_joined_with_it_again() {
    for (branches, expected) in [
        ("[Not() ,Contact(\"b\") ]", "not \"a\" or \"a\" and \"b\""),
        ("[Contact(\"b\")Not() ,Contact(\"d\") ]", "not (\"a\" and \"b\") or \"a\" and \"d\""),
        ("[Not() , ]", "not \"a\" or \"a\""),
        ("[Contact(\"b\") ,Contact(\"d\") ]", "\"a\" and (\"b\" or \"d\")"),
        (
            "[Contact(\"b\")[Not() ,Contact(\"e\") ] ,Contact(\"d\") ]",
            "(not (\"a\" and \"b\") or \"a\" and \"b\" and \"e\") or \"a\" and \"d\"",
        ),
    ] {
        let text = format!("Contact(\"a\"){branches}Coil(\"c\");");
        let all = said(&[&text]);
        assert_eq!(all, [format!("true -> \"c\" follow {expected}")], "{text}");
    }
    let timer = said(&["Contact(\"a\")[TOF(#t, PT := T#5s) ,Contact(\"b\") ]Coil(\"c\");"]);
    assert_eq!(timer[1], "true -> \"c\" follow main#t.q or \"a\" and \"b\"");
    let stored = said(&["Contact(\"a\")[Sr(\"q\", r1 := \"r\") ,Contact(\"b\") ]Coil(\"c\");"]);
    assert_eq!(stored[2], "true -> \"c\" follow \"q\" or \"a\" and \"b\"");
}
