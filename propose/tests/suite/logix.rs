//! Requests about an L5X export, generated from its text without our parser.

use roxmltree::{Document, Node};
use tagbridge_project::Source;

use crate::{judge::Verdict, table::Request};

const NEW: &str = "Zq_By_Test";

fn named<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute("Name").unwrap_or_default()
}

pub(crate) fn own(all: &[&str]) -> Vec<String> {
    all.iter().map(|it| (*it).to_owned()).collect()
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|it| it.is_text().then(|| it.text()).flatten()).collect()
}

fn inside<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|it| it.has_tag_name(name))
}

/// The number of occurrences of a word in the file.
fn times(text: &str, word: &str) -> usize {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let (folded, word) = (text.to_lowercase(), word.to_lowercase());
    folded
        .match_indices(&word)
        .filter(|(at, _)| {
            !folded[..*at].ends_with(is_name) && !folded[at + word.len()..].starts_with(is_name)
        })
        .count()
}

/// The requests of the table for which the file has a subject.
#[expect(clippy::too_many_lines, reason = "one block for each row of the table")]
pub(crate) fn requests(source: &Source) -> Vec<Request> {
    let bytes = &source.files[0].bytes;
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let Ok(document) = Document::parse(&text) else { return Vec::new() };
    let mut all = Vec::new();
    let mut add = |row, prompt: String, verdict| all.push(Request { row, prompt, verdict });
    let root = document.root_element();
    let is_real = |it: &Node<'_, '_>| it.is_element() && !named(*it).is_empty();
    let of = |name: &'static str| {
        root.descendants().filter(move |it| it.has_tag_name(name)).filter(is_real)
    };
    let programs: Vec<Node<'_, '_>> = of("Program").collect();
    let hidden = text.contains("<EncodedData");
    for (at, program) in programs.iter().enumerate() {
        if inside(*program, "Tags").is_none() {
            continue;
        }
        let (kind, place) = (["DINT", "BOOL", "REAL", "TIMER"][at % 4], named(*program));
        let prompt = format!("Add a tag {NEW} of type {kind} to {place}.");
        add("add tag", prompt, Verdict::Insertion(own(&[NEW, kind])));
        let prompt = format!("Bitte füge in {place} eine Variable {NEW} vom Typ INT hinzu");
        add("add tag", prompt, Verdict::Insertion(own(&[NEW, "INT"])));
    }
    for add_on in of("AddOnInstructionDefinition").filter(|it| inside(*it, "LocalTags").is_some()) {
        let prompt = format!("Add tag {NEW} of type DINT to {}", named(add_on));
        add("add tag", prompt, Verdict::Insertion(own(&[NEW, "DINT"])));
    }
    for tag in of("Tag").filter(|it| it.attribute("TagType") == Some("Base")).take(40) {
        let name = named(tag);
        let owner = tag.ancestors().find(|it| it.has_tag_name("Program")).map(named);
        let place = owner.unwrap_or("controller");
        let is_one = times(&text, name) == 1;
        let is_member = text.contains(&format!(".{name}"));
        if !is_member && !hidden {
            let prompt = format!("Rename {name} in {place} to {NEW} everywhere");
            let verdict = Verdict::Renamed { from: name.to_owned(), to: NEW.to_owned() };
            // Comments keep the old name, and so do other objects with the same name.
            if of("Tag").filter(|it| named(*it).eq_ignore_ascii_case(name)).count() == 1
                && !said(root, name)
                && !shared(root, tag, name)
            {
                add("rename", prompt, verdict);
            }
        }
        if is_one && !hidden {
            let prompt = format!("Delete the unused tag {name} from {place}");
            add("delete unused", prompt, Verdict::Deletion(own(&[name])));
        }
        if tag.attribute("AliasFor").is_none() && tag.attribute("DataType").is_some() {
            let prompt = format!("Create alias {NEW} for {name} in {place}");
            add("add alias", prompt, Verdict::Insertion(own(&[NEW, name])));
        }
        if tag.children().filter(Node::is_element).all(|it| !it.has_tag_name("Description")) {
            let prompt = format!("Comment tag {name} with 'Said {NEW}'");
            if of("Tag").filter(|it| named(*it).eq_ignore_ascii_case(name)).count() == 1 {
                add("comment", prompt, Verdict::Insertion(own(&["<Description>", NEW])));
            }
        }
        value(tag, name, place, &mut add);
    }
    for local in of("LocalTag") {
        let owner = local.ancestors().find(|it| it.has_tag_name("AddOnInstructionDefinition"));
        if let Some(owner) = owner.map(named) {
            value(local, named(local), owner, &mut add);
        }
    }
    for data_type in of("DataType")
        .filter(|it| inside(*it, "Members").is_some())
        .filter(|it| it.parent_element().is_some_and(|it| it.has_tag_name("DataTypes")))
    {
        let name = named(data_type);
        let prompt = format!("Duplicate type {name} as {NEW}");
        let (from, to) = (name.to_owned(), NEW.to_owned());
        add("duplicate", prompt, Verdict::Copy { from, to });
        if data_type.attribute("Family") != Some("StringFamily") {
            let prompt = format!("Add a member {NEW} of type DINT to type {name}");
            add("UDT member", prompt, Verdict::Insertions(own(&[NEW])));
            let prompt = format!("Add a member {NEW} of type BOOL to type {name}");
            add("UDT member", prompt, Verdict::Insertions(own(&[NEW, "BIT"])));
        }
    }
    for routine in of("Routine") {
        let owner = routine
            .ancestors()
            .find(|it| it.has_tag_name("Program") || it.has_tag_name("AddOnInstructionDefinition"));
        let Some(owner) = owner.filter(|_| routine.has_children()) else { continue };
        let path = format!("{}/{}", named(owner), named(routine));
        if owner.has_tag_name("Program") {
            let prompt = format!("Copy routine {path} as {NEW}");
            let (from, to) = (named(routine).to_owned(), NEW.to_owned());
            add("duplicate", prompt, Verdict::Copy { from, to });
        }
        for rung in routine.descendants().filter(|it| it.has_tag_name("Rung")) {
            let number = rung.attribute("Number").unwrap_or_default();
            let Some(code) = inside(rung, "Text").map(text_of) else { continue };
            let code = code.trim();
            if inside(rung, "Comment").is_none() {
                let prompt = format!("Comment rung {number} of {path} with 'Said {NEW}'");
                add("comment", prompt, Verdict::Insertion(own(&["<Comment>", NEW])));
            }
            let other = bit_beside(root, owner, code);
            contacts(other, code, number, &path, &mut add);
            for constant in constants(code) {
                let prompt =
                    format!("Change the constant {constant} in rung {number} of {path} to 4711");
                let (from, to) = (constant, "4711".to_owned());
                add("constant", prompt, Verdict::Replaced { from, to, places: 1 });
            }
        }
    }
    all
}

/// Adds and removes conditions; `other` is a bit that is not in the rung.
fn contacts(
    other: Option<&str>,
    code: &str,
    number: &str,
    path: &str,
    add: &mut impl FnMut(&'static str, String, Verdict),
) {
    let bits: Vec<(&str, &str)> = ["XIC(", "XIO("]
        .iter()
        .flat_map(|mark| {
            code.match_indices(mark).filter_map(|(at, it)| {
                let inside = &code[at + it.len()..];
                Some((&code[at..at + 3], inside.split_once(')')?.0))
            })
        })
        .collect();
    let (Some(_), Some(bit)) = (bits.first(), other) else { return };
    let prompt = format!("Add an open contact {bit} to rung {number} of {path}");
    add("contact", prompt, Verdict::Insertion(own(&[&format!("XIC({bit})")])));
    let prompt = format!("Füge Öffner {bit} in Netzwerk {number} von {path} ein");
    add("contact", prompt, Verdict::Insertion(own(&[&format!("XIO({bit})")])));
    for (mnemonic, bit) in &bits {
        let whole = format!("{mnemonic}({bit})");
        let once = bits.iter().filter(|it| it.1.eq_ignore_ascii_case(bit)).count() == 1;
        // In series with others: without it, the rest still has a condition.
        let alone = code.contains(&format!("[{whole} ,")) || code.contains(&format!(",{whole} "));
        if once && !alone && code != format!("{whole};") {
            let prompt = format!("Remove the contact {bit} from rung {number} of {path}");
            add("contact", prompt, Verdict::Deletion(vec![whole]));
        }
    }
    if let Some(at) = code.find("GRT(").or_else(|| code.find("LES(")) {
        let value = code[at + 4..].split([',', ')']).next().unwrap_or_default().trim();
        let prompt = format!("Add an alarm {NEW} when {value} > 90 in {path}");
        add("alarm rung", prompt, Verdict::Insertions(own(&[&format!("({value},90)OTE({NEW})")])));
    }
}

/// Numbers that are a separate operand, and occur once in the rung.
fn constants(code: &str) -> Vec<String> {
    let operands: Vec<&str> = code.split(['(', ')', ',']).map(str::trim).collect();
    let is_number = |it: &&&str| !it.is_empty() && it.parse::<f64>().is_ok();
    let numbers: Vec<&&str> = operands.iter().filter(is_number).collect();
    let once = |it: &&&str| operands.iter().copied().filter(|other| *other == **it).count() == 1;
    numbers.into_iter().filter(once).map(|it| (**it).to_owned()).take(1).collect()
}

fn value(
    tag: Node<'_, '_>,
    name: &str,
    place: &str,
    add: &mut impl FnMut(&'static str, String, Verdict),
) {
    let data = tag.children().find(|it| it.attribute("Format") == Some("Decorated"));
    let Some(value) = data.and_then(|it| it.first_element_child()) else { return };
    let replaced = |from: &str, to: &str| {
        let (from, to) = (from.to_owned(), to.to_owned());
        Verdict::Replaced { from, to, places: 2 }
    };
    let kind = value.attribute("DataType").unwrap_or_default();
    if value.has_tag_name("DataValue")
        && tag.attribute("Radix") == Some("Decimal")
        && kind != "BOOL"
    {
        let from = value.attribute("Value").unwrap_or_default();
        let prompt = format!("Change the value of {name} in {place} to 77");
        add("preset", prompt, replaced(from, "77"));
    }
    if value.has_tag_name("DataValue") && kind == "REAL" {
        let from = value.attribute("Value").unwrap_or_default();
        let prompt = format!("Setze den Wert von {name} in {place} auf 12.5");
        add("preset", prompt, replaced(from, "12.5"));
    }
    if matches!(kind, "TIMER" | "COUNTER") && value.has_tag_name("Structure") {
        let preset = value.children().find(|it| named(*it) == "PRE");
        let from = preset.and_then(|it| it.attribute("Value")).unwrap_or_default();
        let prompt = format!("Change the preset of {name} in {place} to 7500");
        add("preset", prompt, replaced(from, "7500"));
    }
}

/// Whether a descriptive text contains the word.
fn said(root: Node<'_, '_>, word: &str) -> bool {
    root.descendants().any(|it| {
        it.is_text()
            && it.parent().is_some_and(|it| !it.has_tag_name("Text") && !it.has_tag_name("Line"))
            && times(it.text().unwrap_or_default(), word) > 0
    })
}

/// Whether another object has this name.
fn shared(root: Node<'_, '_>, own: Node<'_, '_>, name: &str) -> bool {
    root.descendants().filter(|it| *it != own).any(|it| {
        it.attribute("Name").is_some_and(|it| it.eq_ignore_ascii_case(name))
            || it.attribute("TargetName") == Some(name)
    })
}

/// A bit that is visible in the rung, but not used in it.
fn bit_beside<'a>(root: Node<'a, '_>, owner: Node<'a, '_>, code: &str) -> Option<&'a str> {
    let is_add_on = owner.has_tag_name("AddOnInstructionDefinition");
    let mut scopes = vec![owner];
    if !is_add_on {
        scopes.extend(root.children().find(|it| it.has_tag_name("Controller")));
    }
    let lists = scopes.into_iter().flat_map(|it| {
        it.children().filter(|it| it.has_tag_name("Tags") || it.has_tag_name("LocalTags"))
    });
    let mut bits = lists
        .flat_map(|it| it.children())
        .filter(|it| it.attribute("DataType") == Some("BOOL") && !it.has_attribute("Dimensions"))
        .map(named);
    bits.find(|it| times(code, it) == 0)
}
