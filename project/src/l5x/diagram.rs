//! Function block diagrams as text: one line per block, with what its pins are wired to.

use std::{collections::HashMap, fmt::Write};

use super::tree::Element;
use crate::Rung;

/// A `Sheet` element: `ADD_01: ADD(SourceA := Speed, SourceB := SQRT_9.Dest);`, one line each in
/// the order of the sheet, and `Lamp := ADD_01.Dest;` for what goes out. Text boxes are its
/// comment.
pub(super) fn sheet(sheet: Element<'_, '_>) -> Rung {
    let names: HashMap<String, String> =
        sheet.children().map(|block| (block.owned("ID"), name(block))).collect();
    let mut inputs: HashMap<String, Vec<(String, String)>> = HashMap::new();
    for wire in sheet.children().filter(|it| matches!(it.name(), "Wire" | "FeedbackWire")) {
        let from = names.get(&wire.owned("FromID")).cloned().unwrap_or_default();
        let source = match wire.attribute("FromParam") {
            Some(pin) => format!("{from}.{pin}"),
            None => from,
        };
        inputs.entry(wire.owned("ToID")).or_default().push((wire.owned("ToParam"), source));
    }
    let mut text = String::new();
    for block in sheet.children() {
        let inputs = inputs.remove(&block.owned("ID")).unwrap_or_default();
        if let Some(line) = line(block, &inputs) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
    }
    let remarks: Vec<&str> = sheet
        .named("TextBox")
        .filter_map(|text| text.child("Text"))
        .map(|text| text.text().trim())
        .filter(|text| !text.is_empty())
        .collect();
    Rung {
        language: None,
        number: sheet.attribute("Number").and_then(|number| number.parse().ok()).unwrap_or(0),
        title: sheet.remark("Description"),
        comment: (!remarks.is_empty()).then(|| remarks.join("\n")),
        text: text.trim_end().to_owned(),
    }
}

/// What others call a block: its tag, its own name, or its kind and number; `?` is an operand that
/// nobody has chosen yet.
fn name(block: Element<'_, '_>) -> String {
    let own = match block.name() {
        "ICon" | "OCon" => "Name",
        _ => "Operand",
    };
    match block.attribute(own) {
        Some(name) => name.into(),
        None if matches!(block.name(), "IRef" | "ORef") => "?".to_owned(),
        None => format!("{}_{}", kind(block), block.owned("ID")),
    }
}

fn kind(block: Element<'_, '_>) -> String {
    let attribute = match block.name() {
        "AddOnInstruction" => "Name",
        _ => "Type",
    };
    block.attribute(attribute).map_or_else(|| block.name().to_owned(), Into::into)
}

fn line(block: Element<'_, '_>, inputs: &[(String, String)]) -> Option<String> {
    let wired = inputs.iter().map(|(pin, source)| match pin.as_str() {
        "" => source.clone(),
        pin => format!("{pin} := {source}"),
    });
    match block.name() {
        "IRef" | "ICon" | "Wire" | "FeedbackWire" | "TextBox" | "Attachment" | "Description" => {
            None
        }
        "ORef" | "OCon" => {
            let sources: Vec<String> = wired.collect();
            Some(format!("{} := {};", name(block), sources.join(", ")))
        }
        "JSR" | "SBR" | "RET" => {
            let mut arguments: Vec<String> = ["Routine", "In", "Ret"]
                .iter()
                .filter_map(|name| block.attribute(name).map(Into::into))
                .collect();
            arguments.extend(wired);
            Some(format!("{}({});", block.name(), arguments.join(", ")))
        }
        _ => {
            let fixed = block.children().filter_map(|argument| {
                let value =
                    argument.attribute("Argument").or_else(|| argument.attribute("Operand"));
                Some(format!("{} := {}", argument.attribute("Name")?, value?))
            });
            let arguments: Vec<String> = wired.chain(fixed).collect();
            Some(format!("{}: {}({});", name(block), kind(block), arguments.join(", ")))
        }
    }
}
