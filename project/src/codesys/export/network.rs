//! Networks of ladder, function block diagram and instruction list: trees of boxes, as text.
//!
//! A network becomes statements: `Run := (Start OR Run) AND NOT Stop;`. A box with a name becomes a
//! call: `Timer.TON(IN := Start, PT := T#1s)`.

use super::super::archive::Item;
use crate::{
    line_index::LineIndex,
    model::{DRAWN, Origins, Rung},
};

/// Maximum nesting of a network; a deeper part is cut off.
const MAX_DEPTH: usize = 200;

/// How the editor shows the networks.
pub(super) enum Shape {
    Ladder,
    Blocks,
    List,
}

/// Returns all networks, and how the editor shows them.
pub(super) fn read(lines: &LineIndex<'_>, implementation: Item<'_, '_>) -> (Shape, Vec<Rung>) {
    let shape = match implementation.scalar("DefaultViewMode").as_deref() {
        Some("Ld") => Shape::Ladder,
        Some("Il") => Shape::List,
        _ => Shape::Blocks,
    };
    let networks = implementation.list("NetworkList");
    let rungs = (1..).zip(networks).map(|(number, network)| rung(lines, number, network)).collect();
    (shape, rungs)
}

fn rung(lines: &LineIndex<'_>, number: u32, network: Item<'_, '_>) -> Rung {
    let (mut says, mut origins, mut count) = (Vec::new(), Origins::default(), 0);
    let mut say = |item: Item<'_, '_>, text: String| {
        origins.line(count, lines.position(item.text_begin()), DRAWN);
        count += text.matches('\n').count() + 1;
        says.push(text);
    };
    if let Some(label) = network.field("Label").filter(|label| !label.text().trim().is_empty()) {
        say(label, format!("{}:", label.text().trim()));
    }
    let items = network.list("NetworkItems");
    for item in &items {
        say(begin(*item, 0), expression(*item, 0) + ";");
    }
    if items.is_empty() {
        network.list("ILLines").into_iter().for_each(|line| say(line, il_line(line)));
    }
    let mut text = says.join("\n");
    if network.flag("OutCommented") {
        text = format!("(* {text} *)");
    }
    Rung {
        number,
        title: network.scalar("Title").map(Into::into),
        comment: network.scalar("Comment").map(Into::into),
        text,
        origins,
        ..Rung::default()
    }
}

/// Formats a line of an instruction list: `label: OP operand // comment`.
fn il_line(line: Item<'_, '_>) -> String {
    let words = line.descendants().filter_map(|item| {
        let text = item.text().trim().to_owned();
        match item.name()? {
            _ if text.is_empty() => None,
            "Label" => Some(format!("{text}:")),
            "Operator" | "Operand" => Some(text),
            "Comment" => Some(format!("// {}", text.replace('\n', " "))),
            _ => None,
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn expression(item: Item<'_, '_>, depth: usize) -> String {
    if depth > MAX_DEPTH {
        return "…".to_owned();
    }
    match item.type_key().as_deref() {
        Some("9873c309") => assignment(item, depth),
        Some("acfc6f68") => boxed(item, depth),
        Some("c9b2f165") => operand(item),
        // The left power rail.
        Some("5f9848d3") => "TRUE".to_owned(),
        // A wire to several boxes: its source, or its number.
        Some("b1d55618") => match item.field("Input") {
            Some(input) => expression(input, depth + 1),
            None => format!("wire{}", item.scalar("VarId").unwrap_or_default()),
        },
        _ => match item.field("Operand") {
            Some(inner) if inner.items().next().is_some() => expression(inner, depth + 1),
            Some(_) => operand(item),
            None => "???".to_owned(),
        },
    }
}

/// The first named item of an expression: its first target, its instance, its box or its operand.
fn begin<'a, 'input>(item: Item<'a, 'input>, depth: usize) -> Item<'a, 'input> {
    let operand = |item: Item<'a, 'input>| item.field("Operand");
    let first = match item.type_key().as_deref() {
        _ if depth > MAX_DEPTH => None,
        Some("9873c309") => {
            let target = item.list("OutputItems").into_iter().next().and_then(operand);
            target.or_else(|| item.field("RValue").map(|value| begin(value, depth + 1)))
        }
        Some("acfc6f68") => {
            let instance = item.field("Instance").and_then(operand);
            instance.or_else(|| item.field("BoxType"))
        }
        _ => operand(item),
    };
    first.unwrap_or(item)
}

fn assignment(item: Item<'_, '_>, depth: usize) -> String {
    let value = match item.field("RValue") {
        Some(value) => expression(value, depth + 1),
        None => "TRUE".to_owned(),
    };
    let outputs: Vec<String> = item
        .list("OutputItems")
        .into_iter()
        .map(|output| {
            let name = output.scalar("Operand").unwrap_or_else(|| "???".into());
            match flags(output) {
                0 => format!("{name} :="),
                1 => format!("NOT {name} :="),
                2 => format!("{name} S="),
                3 => format!("{name} R="),
                other => format!("{name} {{flags {other}}} :="),
            }
        })
        .collect();
    // A statement without a target (a jump, a return, a single call) is its value.
    if outputs.is_empty() { value } else { format!("{} {value}", outputs.join(" ")) }
}

fn operand(item: Item<'_, '_>) -> String {
    let name = item.scalar("Operand").unwrap_or_else(|| "???".into());
    negated(name.into_owned(), flags(item))
}

fn boxed(item: Item<'_, '_>, depth: usize) -> String {
    let kind = item.scalar("BoxType").unwrap_or_else(|| "???".into());
    let input_flags: Vec<u32> = item.list("InputFlags").into_iter().map(flag_value).collect();
    let inputs: Vec<String> = (0..)
        .zip(item.list("InputItems"))
        .map(|(index, input): (usize, _)| {
            negated(expression(input, depth + 1), input_flags.get(index).copied().unwrap_or(0))
        })
        .collect();
    if let Some(joined) = joined(&kind, &inputs) {
        return negated(joined, flags(item));
    }
    let names: Vec<String> = item
        .field("InputParam")
        .map(|param| param.list("Names").into_iter().map(|name| name.text().into_owned()).collect())
        .unwrap_or_default();
    let given = inputs
        .into_iter()
        .enumerate()
        .map(|(index, input)| (names.get(index).map_or("", |name| name.trim()).to_owned(), input));
    let output_names: Vec<String> = item
        .field("OutputParam")
        .map(|param| param.list("Names").into_iter().map(|name| name.text().into_owned()).collect())
        .unwrap_or_default();
    let outputs = item.list("OutputItems").into_iter().enumerate().filter_map(|(index, output)| {
        let target = output.scalar("Operand")?;
        let name = output_names.get(index).map_or("", |name| name.trim());
        Some(if name.is_empty() { format!("=> {target}") } else { format!("{name} => {target}") })
    });
    let instance = item.field("Instance").and_then(|instance| instance.scalar("Operand"));
    let text = call(instance.as_deref(), &kind, given.collect(), outputs.collect());
    negated(text, flags(item))
}

/// Joins operands with an infix operator: `(a AND b)`.
pub(super) fn joined(kind: &str, values: &[String]) -> Option<String> {
    let operator = kind.to_ascii_uppercase();
    let stands_between = ["AND", "OR", "XOR"].contains(&operator.as_str()) && values.len() > 1;
    stands_between.then(|| format!("({})", values.join(&format!(" {operator} "))))
}

/// Formats a call: `ADD(a, b)`, `Timer.TON(IN := a, PT := T#1s, Q => b)`.
pub(super) fn call(
    instance: Option<&str>,
    kind: &str,
    inputs: Vec<(String, String)>,
    outputs: Vec<String>,
) -> String {
    let inputs = inputs
        .into_iter()
        .map(|(name, value)| if name.is_empty() { value } else { format!("{name} := {value}") });
    let arguments: Vec<String> = inputs.chain(outputs).collect();
    let dot = instance.map_or("", |_| ".");
    format!("{}{dot}{kind}({})", instance.unwrap_or_default(), arguments.join(", "))
}

/// Negates an operand if bit 0 is set.
fn negated(text: String, flags: u32) -> String {
    match flags {
        0 => text,
        1 => format!("NOT {text}"),
        other => format!("{text} {{flags {other}}}"),
    }
}

fn flags(item: Item<'_, '_>) -> u32 {
    item.field("Flags").map_or(0, flag_value)
}

/// A number, alone or in an object of flags.
fn flag_value(item: Item<'_, '_>) -> u32 {
    let number = item.scalar("Flags").or_else(|| Some(item.text().trim().to_owned().into()));
    number.and_then(|text| text.parse().ok()).unwrap_or(0)
}
