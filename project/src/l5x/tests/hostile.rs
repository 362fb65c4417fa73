//! Tests of files that are not exports, or are damaged.

use std::time::{Duration, Instant};

use super::super::read;

const HEAD: &str = "<RSLogix5000Content><Controller Name=\"C\">\n<Tags>\n";

#[test]
fn says_what_is_wrong_where_and_what_to_do() {
    let nested = "<a>".repeat(5_000);
    let attributes: Vec<String> = (0..200_000).map(|at| format!(" a{at}=''")).collect();
    let attributes = attributes.concat();
    let long = "N".repeat(1_001);
    for (text, says) in [
        ("", "line 1: not an L5X file: it has no element | choose a file"),
        ("no XML", "line 1: text outside the root element"),
        ("<a/>", "line 1: not an L5X file: its root element is <a> | choose a file"),
        ("\u{0}\u{1}\u{2}", "line 1"),
        (HEAD, "line 3: the XML is incomplete | the file is incomplete"),
        (&format!("{HEAD}<Tag Name=\"A"), "line 3: the XML is incomplete | the file is incomplete"),
        (&format!("{HEAD}<Tag Name=\"A\"><![CDATA[x"), "the XML is incomplete"),
        (&format!("{HEAD}<Tag></Tags>"), "line 3: not well-formed XML"),
        (&format!("{HEAD}<Tag Name='a' Name='b'/>"), "line 3: not well-formed XML"),
        (&format!("{HEAD}<Tag{attributes}/>"), "line 3: not well-formed XML: too many attributes"),
        (&format!("{HEAD}<Tag Name='&nope;'/>"), "line 3: not well-formed XML"),
        (&format!("{HEAD}<Program Name='{long}'>"), "line 3: not well-formed XML: a name of more"),
        (&format!("{HEAD}<Tag Name='A' AliasFor='{long}'/>"), "a name of more than"),
        (&format!("{HEAD}<Tag><Description>&nope;"), "line 3: an unknown XML entity"),
        (&format!("{HEAD}</Tags></Controller></RSLogix5000Content></a>"), "line 3"),
        ("<RSLogix5000Content/><RSLogix5000Content/>", "line 1: a second root element"),
        ("<!DOCTYPE a [<!ENTITY x \"y\">]>\n<a/>", "line 1: a document type (DTD) is not allowed"),
        (&format!("{HEAD}{nested}"), "line 3: elements nested deeper than 1000 | export"),
        (&format!("{HEAD}<Tag>{nested}"), "line 3: elements nested deeper than 1000 | export"),
    ] {
        let error = read("plant.L5X", text.as_bytes()).expect_err(text);
        let said = format!("{error} | {}", error.remedy);
        assert!(said.starts_with("plant.L5X") && said.contains(says), "{text:.80}: {said}");
    }
}

/// An export that is cut anywhere is an error, or a project if all elements are closed.
#[test]
fn half_an_export_never_panics() {
    let text = format!(
        "{HEAD}<Tag Name=\"A\" DataType=\"DINT\"><Description><![CDATA[ä]]></Description><Data \
         Format=\"Decorated\"><DataValue Value=\"1\"/></Data></Tag></Tags></Controller>\
         </RSLogix5000Content>"
    );
    for length in 0..text.len() {
        assert!(read("plant.L5X", &text.as_bytes()[..length]).is_err(), "{length}");
    }
    assert!(read("plant.L5X", text.as_bytes()).is_ok());
}

#[test]
fn every_encoding_of_studio_5000_and_its_friends_is_read() {
    let text = "<RSLogix5000Content TargetName=\"Förderer\"/>";
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    let cp1252 = text.chars().map(|it| u8::try_from(u32::from(it)).unwrap());
    for bytes in [
        text.as_bytes().to_vec(),
        [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        b"\xFF\xFE".iter().copied().chain(utf16).collect(),
        cp1252.collect(),
    ] {
        assert_eq!(read("plant.L5X", &bytes).unwrap().name, "Förderer");
    }
}

/// Data nested up to the limit, and aliases in a long chain.
#[test]
fn depth_is_no_danger() {
    let deep = 900;
    let data = format!(
        "<Structure DataType=\"T\">{}<DataValueMember Name=\"X\" Value=\"5\"/>{}</Structure>",
        "<StructureMember Name=\"M\" DataType=\"T\">".repeat(deep),
        "</StructureMember>".repeat(deep)
    );
    let mut text = format!(
        "{HEAD}<Tag Name=\"A\" DataType=\"T\"><Data Format=\"Decorated\">{data}</Data></Tag>"
    );
    text.extend((0..1_000).map(|at| format!("<Tag Name=\"A{at}\" AliasFor=\"A{}\"/>", at + 1)));
    text += "</Tags></Controller></RSLogix5000Content>";
    let project = read("plant.L5X", text.as_bytes()).unwrap();
    assert_eq!(project.tags.len(), 1_001);
    // The path to the value is longer than the limit for operands.
    assert_eq!(project.tags[0].initial, None);
}

/// A small file needs neither much memory nor much time.
#[test]
fn names_do_not_multiply() {
    let before = Instant::now();
    let long = "N".repeat(900);
    let element = "<DataValueMember Name=\"X\" Value=\"5\"/>".repeat(20_000);
    let text = format!(
        "{HEAD}<Tag Name=\"A\" DataType=\"T\"><Data Format=\"Decorated\"><Structure \
         DataType=\"T\"><StructureMember Name=\"{long}\">{element}</StructureMember></Structure>\
         </Data></Tag></Tags></Controller></RSLogix5000Content>"
    );
    let project = read("plant.L5X", text.as_bytes()).unwrap();
    assert!(project.tags[0].initial.is_some());
    let members = (0..20_000).map(|at| format!("<Member Name=\"M{at}\" DataType=\"DINT\"/>"));
    let aliases = (0..20_000).map(|at| format!("<Tag Name=\"B{at}\" AliasFor=\"T.M{at}\"/>"));
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><DataTypes><DataType Name=\"Big\"><Members>{}\
         </Members></DataType></DataTypes><Tags><Tag Name=\"T\" DataType=\"Big\"/>{}</Tags>\
         </Controller></RSLogix5000Content>",
        members.collect::<String>(),
        aliases.collect::<String>()
    );
    let project = read("plant.L5X", text.as_bytes()).unwrap();
    assert!(project.tags.iter().skip(1).all(|tag| tag.type_use.name == "DINT"));
    assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
}
