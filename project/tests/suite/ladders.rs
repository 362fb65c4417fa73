//! Compares the ladder of every network with its displayed text and its file.

use std::{fs, path::Path};

use tagbridge_code::{Element, Ladder, PinValue};
use tagbridge_project::{Body, Language, Source, read};
use tagbridge_structured_text::{Dialect, parse};

use crate::samples::{samples, sources};

fn bare(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace()).collect()
}

/// Formats elements as they are displayed, except for blanks.
fn write(elements: &[Element], text: &str, out: &mut String) {
    for element in elements {
        match element {
            Element::Signal(span) | Element::Opaque(span, _) => out.push_str(&text[span.range()]),
            Element::Branch(legs) => {
                for (at, leg) in legs.iter().enumerate() {
                    out.push(if at == 0 { '[' } else { ',' });
                    write(leg, text, out);
                }
                out.push(']');
            }
            Element::Part(part) => {
                let begin = out.len();
                out.push_str(&text[part.name.range()]);
                out.push('(');
                for (at, pin) in part.pins.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { "," });
                    if let Some(name) = pin.name {
                        let sign = if pin.is_output { "=>" } else { ":=" };
                        out.extend([&text[name.range()], sign]);
                    }
                    out.push_str(if pin.is_negated { "NOT" } else { "" });
                    match &pin.value {
                        PinValue::Operand(span) => out.push_str(&text[span.range()]),
                        PinValue::Flow(flow) => write(flow, text, out),
                    }
                }
                out.push(')');
                assert_eq!(bare(&text[part.span.range()]), bare(&out[begin..]));
            }
        }
    }
}

/// Checks that a ladder gives exactly its text.
fn shows_its_text(ladder: &Ladder, text: &str, place: &str) {
    let mut out = String::new();
    for rung in &ladder.rungs {
        write(&rung.elements, text, &mut out);
        out.push(';');
    }
    let shown = text.replace("RUNG wire#powerrail", "").replace("END_RUNG", ";");
    assert_eq!(bare(&out), bare(&shown), "{place}");
}

#[test]
fn every_ladder_of_the_samples_is_its_text() {
    let Some(root) = samples() else { return };
    let (mut drawn, mut declared, mut of_charts) = (0, 0, 0);
    for (path, _) in sources(&root).into_iter().filter(|(path, _)| path.is_dir()) {
        let project = read(&Source::open(&path).expect("sources")).expect("a project");
        for routine in &project.routines {
            let Body::Rungs(rungs) = &routine.body else { continue };
            for rung in rungs {
                let Some(ladder) = &rung.ladder else { continue };
                let place = format!("{} {} {}", path.display(), routine.name, rung.number);
                assert!(ladder.is_whole(), "{place}: {}", rung.text);
                if routine.language == Language::Sfc {
                    for rung_of in &ladder.rungs {
                        let mut out = String::new();
                        write(&rung_of.elements, &rung.text, &mut out);
                        assert_eq!(bare(&out), bare(&rung.text[rung_of.span.range()]), "{place}");
                        of_charts += 1;
                    }
                    continue;
                }
                shows_its_text(ladder, &rung.text, &place);
                drawn += usize::from(!ladder.drawn.is_empty());
                declared += usize::from(rung.text.starts_with("RUNG"));
            }
        }
    }
    assert!(drawn > 90 && declared > 0 && of_charts > 0, "{drawn}, {declared}, {of_charts}");
}

/// A network with a `CALL` by number, a join, a label, a jump, an inverted pin, and a part that
/// feeds itself.
const NETWORK: &str = r#"<Document><Engineering version="V17"/><SW.Blocks.FC ID="0"><AttributeList>
<Name>F</Name><ProgrammingLanguage>LAD</ProgrammingLanguage></AttributeList><ObjectList>
<SW.Blocks.CompileUnit ID="1"><AttributeList><NetworkSource><FlgNet><Labels><LabelDeclaration>
<Label Name="again"/></LabelDeclaration></Labels><Parts>
<Access Scope="GlobalVariable" UId="1"><Symbol><Component Name="ä"/></Symbol></Access>
<Access Scope="GlobalVariable" UId="2"><Symbol><Component Name="b"/></Symbol></Access>
<Access Scope="GlobalVariable" UId="3"><Symbol><Component Name="c"/></Symbol></Access>
<Part Name="Contact" UId="4"><Negated Name="operand"/></Part><Part Name="Contact" UId="5"/>
<Part Name="O" UId="6"/><Part Name="Coil" UId="7"/><Part Name="Add" UId="8"/>
</Parts><Wires>
<Wire UId="20"><Powerrail/><NameCon UId="4" Name="in"/><NameCon UId="5" Name="in"/></Wire>
<Wire UId="21"><IdentCon UId="1"/><NameCon UId="4" Name="operand"/></Wire>
<Wire UId="22"><IdentCon UId="2"/><NameCon UId="5" Name="operand"/></Wire>
<Wire UId="23"><NameCon UId="4" Name="out"/><NameCon UId="6" Name="in1"/></Wire>
<Wire UId="24"><NameCon UId="5" Name="out"/><NameCon UId="6" Name="in2"/></Wire>
<Wire UId="25"><NameCon UId="6" Name="out"/><NameCon UId="7" Name="in"/></Wire>
<Wire UId="26"><IdentCon UId="3"/><NameCon UId="7" Name="operand"/></Wire>
<Wire UId="27"><NameCon UId="8" Name="out"/><NameCon UId="8" Name="in2"/></Wire>
</Wires></FlgNet></NetworkSource></AttributeList></SW.Blocks.CompileUnit>
</ObjectList></SW.Blocks.FC></Document>"#;

#[test]
fn every_part_has_its_place_in_the_file_and_in_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("F.xml");
    fs::write(&file, NETWORK).expect("a file");
    let project = read(&Source::open(&file).expect("a source")).expect("a project");
    let Body::Rungs(rungs) = &project.routines[0].body else { panic!("networks") };
    let rung = &rungs[0];
    let ladder = rung.ladder.as_deref().expect("a ladder");
    assert_eq!(
        rung.text,
        "Label(again);\n[Contact(NOT \"ä\") ,Contact(\"b\") ]Coil(\"c\");\nAdd();"
    );
    let shown = |at: usize| {
        let spans = &rung.net.as_ref().expect("a drawing").nodes[at].spans;
        spans.iter().map(|it| &rung.text[it.start as usize..it.end as usize]).collect::<Vec<_>>()
    };
    let parts = [
        ("4", vec!["Contact(NOT \"ä\")"], None, &["out"][..]),
        ("5", vec!["Contact(\"b\")"], None, &["out"]),
        ("6", vec![], Some("in1"), &["out"]),
        ("7", vec!["Coil(\"c\")"], Some("in"), &[]),
        ("8", vec!["Add()"], Some("in2"), &["out"]),
    ];
    for (at, (uid, text, entry, exits)) in parts.into_iter().enumerate() {
        let drawn = &ladder.drawn[at];
        let source = &NETWORK[drawn.source.range()];
        assert!(source.starts_with("<Part ") && source.contains(&format!("UId=\"{uid}\"")));
        assert_eq!(shown(at), text, "{uid}");
        assert_eq!(
            (drawn.entry.as_deref(), &drawn.exits[..]),
            (entry, &exits.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..]),
            "{uid}"
        );
    }
    let [Element::Branch(legs), Element::Part(coil)] = &ladder.rungs[1].elements[..] else {
        panic!("{ladder:?}")
    };
    assert_eq!((legs.len(), coil.drawn), (2, Some(3)));
}

/// What networks of CODESYS are shown as is understood as its text is, where the text says it clearly.
#[test]
fn statements_of_a_drawing_are_those_of_its_text() {
    let Some(root) = samples() else { return };
    let (mut same, mut clearer) = (0, 0);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let own = ["tests/projects/codesys/Packing.xml", "propose/tests/plants/pumps/ladder.export"]
        .map(|it| own.join(it));
    for path in sources(&root).into_iter().map(|it| it.0).chain(own) {
        let Ok(project) = Source::open(&path).and_then(|source| read(&source)) else { continue };
        for routine in &project.routines {
            let Body::Rungs(rungs) = &routine.body else { continue };
            for rung in rungs {
                let Some(statements) = &rung.statements else { continue };
                let parsed = parse(&rung.text, Dialect::Codesys);
                if parsed == *statements {
                    same += 1;
                    continue;
                }
                // A negation of all that leads somewhere, a jump, a sign that no text has.
                let signs = ["NOT ", " THEN ", "DIV(", "MOD("];
                let is_clearer = signs.iter().any(|it| rung.text.contains(it));
                assert!(is_clearer, "{}: {parsed:#?} {statements:#?}", rung.text);
                clearer += 1;
            }
        }
    }
    eprintln!("{same} the same, {clearer} clearer");
    assert!(same > 0 && clearer * 10 < same, "{same} {clearer}");
}
