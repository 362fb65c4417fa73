//! Networks of ladder, function block diagram and instruction list: trees of boxes, as text.
//!
//! A network becomes statements: `Run := (Start OR Run) AND NOT Stop;`. A box with a name becomes a
//! call: `Timer.TON(IN := Start, PT := T#1s)`.

use tagbridge_code::Sentence;
use tagbridge_structured_text::{ArgumentHow, Assignment, Expression};

use super::super::archive::Item;
use crate::{
    line_index::LineIndex,
    model::{DRAWN, Origins, Rung},
};

/// Maximum nesting of a network; a deeper part is cut off.
const MAX_DEPTH: usize = 200;
const ASSIGNMENT: &str = "9873c309";
const BOX: &str = "acfc6f68";

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
    let mut origins = Origins::default();
    let mut out = Sentence::default();
    let mut next = |out: &mut Sentence, item: usize| {
        if out.begin() > 0 {
            out.write("\n");
        }
        origins.line(out.text().matches('\n').count(), lines.position(item), DRAWN);
    };
    if let Some(label) = network.field("Label").filter(|label| !label.text().trim().is_empty()) {
        next(&mut out, label.text_begin());
        out.label(label.text().trim());
    }
    let items = network.list("NetworkItems");
    for item in &items {
        next(&mut out, begin(*item, 0).text_begin());
        let from = out.begin();
        statement(&mut out, *item);
        out.part(from, item.range());
    }
    let list = if items.is_empty() { network.list("ILLines") } else { Vec::new() };
    let is_drawn = list.is_empty();
    for line in list {
        next(&mut out, line.text_begin());
        out.write(&il_line(line));
    }
    let parts = out.take_parts().into();
    let (mut text, mut statements) = out.into_parts();
    if network.flag("OutCommented") {
        text = format!("(* {text} *)");
        statements.clear();
    }
    Rung {
        number,
        title: network.scalar("Title").map(Into::into),
        comment: network.scalar("Comment").map(Into::into),
        text,
        statements: is_drawn.then_some(statements),
        parts: Some(parts),
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

/// Writes what a network does: an assignment, or what goes nowhere (a jump, a return, a call alone).
fn statement(out: &mut Sentence, item: Item<'_, '_>) {
    let begin = out.begin();
    let (to, value) = match item.type_key().as_deref() {
        Some(ASSIGNMENT) => assignment(out, item, 0),
        _ => (Vec::new(), expression(out, item, 0)),
    };
    if to.is_empty() { out.called(begin, value) } else { out.assigned(begin, to, value) }
}

/// Writes an assignment without its end. The sign of a negated coil stands before its name.
fn assignment(
    out: &mut Sentence,
    item: Item<'_, '_>,
    depth: usize,
) -> (Vec<(Expression, Assignment)>, Expression) {
    let (mut to, mut negated) = (Vec::new(), 0);
    for output in item.list("OutputItems") {
        let flags = flags(output);
        if flags == 1 {
            negated += 1;
            out.write("NOT ");
        }
        let target = out.term(&output.scalar("Operand").unwrap_or_else(|| "???".into()));
        let (sign, how) = match flags {
            0 | 1 => (" := ".to_owned(), Assignment::Store),
            2 => (" S= ".to_owned(), Assignment::Set),
            3 => (" R= ".to_owned(), Assignment::Reset),
            other => (format!(" {{flags {other}}} := "), Assignment::Store),
        };
        out.write(&sign);
        to.push((target, how));
    }
    let value = match item.field("RValue") {
        Some(value) => expression(out, value, depth + 1),
        None => out.term("TRUE"),
    };
    if negated == 0 {
        return (to, value);
    }
    if negated < to.len() {
        out.unclear("");
    }
    let value = out.not(value.span.range().start, value);
    (to, value)
}

fn expression(out: &mut Sentence, item: Item<'_, '_>, depth: usize) -> Expression {
    if depth > MAX_DEPTH {
        return out.unclear("…");
    }
    let begin = out.begin();
    match item.type_key().as_deref() {
        Some(BOX) => {
            let value = boxed(out, item, depth);
            out.part(begin, item.range());
            value
        }
        Some(ASSIGNMENT) => {
            assignment(out, item, depth);
            out.unclear("")
        }
        Some("c9b2f165") => {
            let value = operand(out, item);
            out.part(begin, item.range());
            value
        }
        // The left power rail.
        Some("5f9848d3") => out.term("TRUE"),
        // A wire that several boxes hang on: where it comes from, or its number.
        Some("b1d55618") => match item.field("Input") {
            Some(input) => expression(out, input, depth + 1),
            None => out.term(&format!("wire{}", item.scalar("VarId").unwrap_or_default())),
        },
        _ => match item.field("Operand") {
            Some(inner) if inner.items().next().is_some() => expression(out, inner, depth + 1),
            Some(_) => operand(out, item),
            None => out.unclear("???"),
        },
    }
}

/// The first named item of an expression: its first target, its instance, its box or its operand.
fn begin<'a, 'input>(item: Item<'a, 'input>, depth: usize) -> Item<'a, 'input> {
    let operand = |item: Item<'a, 'input>| item.field("Operand");
    let first = match item.type_key().as_deref() {
        _ if depth > MAX_DEPTH => None,
        Some(ASSIGNMENT) => {
            let target = item.list("OutputItems").into_iter().next().and_then(operand);
            target.or_else(|| item.field("RValue").map(|value| begin(value, depth + 1)))
        }
        Some(BOX) => {
            let instance = item.field("Instance").and_then(operand);
            instance.or_else(|| item.field("BoxType"))
        }
        _ => operand(item),
    };
    first.unwrap_or(item)
}

fn operand(out: &mut Sentence, item: Item<'_, '_>) -> Expression {
    let name = item.scalar("Operand").unwrap_or_else(|| "???".into());
    negated(out, flags(item), |out| out.term(&name))
}

fn boxed(out: &mut Sentence, item: Item<'_, '_>, depth: usize) -> Expression {
    let kind = item.scalar("BoxType").unwrap_or_else(|| "???".into());
    let inputs = item.list("InputItems");
    let flags_of: Vec<u32> = item.list("InputFlags").into_iter().map(flag_value).collect();
    let names = |param: &str| -> Vec<String> {
        let names = item.field(param).map(|param| param.list("Names")).unwrap_or_default();
        names.into_iter().map(|name| name.text().trim().to_owned()).collect()
    };
    let (input_names, output_names) = (names("InputParam"), names("OutputParam"));
    let joins = Sentence::operator(&kind).filter(|_| inputs.len() > 1);
    let instance = item.field("Instance").and_then(|instance| instance.scalar("Operand"));
    let instance = instance.filter(|_| joins.is_none());
    negated(out, flags(item), |out| {
        let opened = out.open((instance.as_deref(), &kind), joins);
        let mut all = Vec::new();
        for (at, input) in inputs.into_iter().enumerate() {
            let name = input_names.get(at).map_or("", String::as_str);
            let argument = out.argue(&opened, at == 0, (name, ArgumentHow::Give));
            let flags = flags_of.get(at).copied().unwrap_or(0);
            let value = negated(out, flags, |out| expression(out, input, depth + 1));
            all.push(out.argued(argument, value));
        }
        let outputs = item.list("OutputItems").into_iter().filter(|_| joins.is_none());
        for (at, output) in outputs.enumerate() {
            let Some(target) = output.scalar("Operand") else { continue };
            let name = output_names.get(at).map_or("", String::as_str);
            let argument = out.argue(&opened, all.is_empty(), (name, ArgumentHow::Take));
            let value = out.term(&target);
            all.push(out.argued(argument, value));
        }
        out.close(opened, all)
    })
}

/// Bit 0 negates.
fn negated(
    out: &mut Sentence,
    flags: u32,
    write: impl FnOnce(&mut Sentence) -> Expression,
) -> Expression {
    let begin = out.begin();
    if flags == 1 {
        out.write("NOT ");
    }
    let inner = write(out);
    match flags {
        0 => inner,
        1 => out.not(begin, inner),
        other => {
            out.write(&format!(" {{flags {other}}}"));
            inner
        }
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
