//! Adds, deletes and moves rungs; delays outputs.

use super::{
    File, Node, add,
    find::ScopeKind,
    rung::{Edited, edited, rungs},
    series,
};
use crate::{
    draft::{Draft, Stop},
    element::{attribute, child, end_tag, name_of, section, with_blanks},
    meaning::Meaning,
    recipe::Recipe,
    request::RequestedChange,
    says::{Assumed, Said, Why},
};

/// Deletes a rung.
pub(super) fn delete(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let rung = edited(file)?;
    let (node, all) = of(file, &rung)?;
    if all.len() == 1 {
        return Err(Why::LastOfBranch { name: rung.path() }.into());
    }
    let mut draft = Draft::default();
    let at = with_blanks(&file.text.text, node);
    draft.splice(file.text.file, at.start, at.end, "");
    renumber(file, &mut draft, &all, |number| match number.cmp(&rung.count()) {
        std::cmp::Ordering::Greater => number - 1,
        _ => number,
    });
    draft.rung = Some(rung.count());
    series::told(file, &mut draft, &rung, Meaning::Gone);
    Ok(draft)
}

/// Moves a rung to the beginning or the end, or next to another one.
pub(super) fn relocate(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let rung = edited(file)?;
    let (node, all) = of(file, &rung)?;
    let context = file.context;
    let (old, last) = (rung.count(), u32::try_from(all.len()).unwrap_or(1) - 1);
    let target = context.get("target").and_then(|it| it.parse::<u32>().ok());
    // The number that it has then.
    let new = match (target, context.need("to")) {
        (Some(other), "before") => other - u32::from(old < other),
        (Some(other), _) => other + u32::from(old > other),
        (None, "first") => 0,
        (None, _) => last,
    };
    if new == old || (new == 0 && rung.head().is_some()) {
        return Err(Why::Same { name: rung.path() }.into());
    }
    let mut draft = Draft::default();
    let text = &file.text.text;
    let at = with_blanks(text, node);
    draft.splice(file.text.file, at.start, at.end, "");
    let number = attribute(node, "Number").ok_or_else(|| Why::NotParsed { name: rung.path() })?;
    let whole = node.range();
    let moved =
        format!("{}{new}{}", &text[whole.start..number.start], &text[number.end..whole.end]);
    let blanks = &text[at.start..whole.start];
    let is_up = new < old;
    let place = all.get(new as usize).ok_or_else(|| Why::NotParsed { name: rung.path() })?;
    let (target, element) = if is_up {
        (place.range().start, format!("{moved}{blanks}"))
    } else {
        (place.range().end, format!("{blanks}{moved}"))
    };
    draft.splice(file.text.file, target, target, element);
    let others: Vec<Node<'_, '_>> = all.into_iter().filter(|it| *it != node).collect();
    renumber(file, &mut draft, &others, |it| {
        if is_up {
            it + u32::from((new..old).contains(&it))
        } else {
            it - u32::from(it > old && it <= new)
        }
    });
    draft.rung = Some(old);
    series::told(file, &mut draft, &rung, Meaning::Moved);
    Ok(draft)
}

/// Checks the tag of an output that a recipe writes.
pub(super) fn output_tag(
    file: &File<'_, '_>,
    owner: &str,
    output: &str,
    (recipe, draft): (&Recipe, &mut Draft),
) -> Result<(), Stop> {
    let context = file.context;
    if let Some((scope, declared)) = file.visible(owner, output) {
        add::safe(declared, output)?;
        let is_bit = declared.attribute("DataType").is_none_or(|it| it == "BOOL");
        if !is_bit && !output.contains(['.', '[']) {
            let of = "BOOL".to_owned();
            return Err(Why::BadValue { value: output.to_owned(), of }.into());
        }
        return recipe.not_written(draft, output, context.writes(&scope.full(output)));
    }
    Ok(())
}

/// Adds rungs before a rung, or at the end; returns the number of the first one.
pub(super) fn insert(
    file: &File<'_, '_>,
    draft: &mut Draft,
    routine: Node<'_, '_>,
    texts: &[String],
    before: Option<u32>,
) -> Result<u32, Stop> {
    let all = rungs(routine);
    let number = |it: &Node<'_, '_>| it.attribute("Number").and_then(|it| it.parse::<u32>().ok());
    let last = all.last().ok_or_else(|| Why::NotParsed { name: String::new() })?;
    let line_end = file.text.line_end();
    let new = |first: u32| -> Vec<String> {
        (first..).zip(texts).map(|(number, text)| rung(number, text, line_end)).collect()
    };
    if let Some(before) = before {
        let next = all.iter().find(|it| number(it) == Some(before)).unwrap_or(last);
        let at = next.range().start;
        let new = new(before).join(line_end);
        draft.splice(file.text.file, at, at, format!("{new}{line_end}"));
        let count = u32::try_from(texts.len()).unwrap_or(0);
        renumber(file, draft, &all, |it| if it >= before { it + count } else { it });
        return Ok(before);
    }
    let text = |it: &Node<'_, '_>| {
        let text = child(*it, "Text").and_then(|it| section(&file.text.text, it));
        text.map(|at| file.text.text[at].trim().to_uppercase()).unwrap_or_default()
    };
    let ends = |it: &str| ["RET(", "TND(", "MCR(", "JMP("].iter().any(|end| it.contains(end));
    // Code after an end of the routine is not executed.
    if all.iter().any(|it| ends(&text(it))) {
        return Err(Why::EndsBefore { name: name_of(routine).to_owned() }.into());
    }
    let first = number(last).unwrap_or(0) + 1;
    let end = last.parent().unwrap_or(*last);
    let at = end_tag(&file.text.text, end).min(last.range().end);
    let new = new(first).join(line_end);
    draft.splice(file.text.file, at, at, format!("{line_end}{new}"));
    Ok(first)
}

fn rung(number: u32, text: &str, line_end: &str) -> String {
    [
        format!("<Rung Number=\"{number}\" Type=\"N\">"),
        "<Text>".to_owned(),
        format!("<![CDATA[{text}]]>"),
        "</Text>".to_owned(),
        "</Rung>".to_owned(),
    ]
    .join(line_end)
}

/// Delays an output: a timer replaces it, and a new rung after it writes it.
pub(super) fn delay(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let edited = edited(file)?;
    let (node, all) = of(file, &edited)?;
    let output = context.need("output");
    let is_off = context.request.kind == RequestedChange::OffDelay;
    let time = context.need("time");
    let preset = tagbridge_forms::amounts::whole_milliseconds(time, "TIMER")
        .ok_or_else(|| Why::BadValue { value: time.to_owned(), of: "TIMER".to_owned() })?;
    let parts = edited.tree.parts();
    let found: Vec<_> = parts
        .into_iter()
        .filter(|it| {
            edited.text_of(it.name).eq_ignore_ascii_case("OTE")
                && it.operand(0).is_some_and(|at| edited.text_of(at).eq_ignore_ascii_case(output))
        })
        .collect();
    let no_output = Why::NoOutput { place: edited.path() };
    let coil = crate::draft::only(found, output, &edited.path(), no_output)?.span.range();
    let scope = file
        .owner(&edited.owner)
        .ok_or_else(|| Why::NoPlace { name: edited.owner.clone(), known: String::new() })?;
    let plain: String =
        output.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    let timer = format!("{plain}_{}", if is_off { "OffDelay" } else { "Delay" });
    let mut draft = add::declare(file, &scope, &timer, "TIMER", (Some(&preset), None))?;
    let instruction = if is_off { "TOF" } else { "TON" };
    // A coil that holds itself is held by the timer's input: the delayed output comes too late for a button.
    let own = edited.tree.parts().into_iter().filter(|it| {
        let name = edited.text_of(it.name).to_uppercase();
        ["XIC", "XIO"].contains(&name.as_str()) && it.span.range().end <= coil.start
    });
    let mut head = edited.text[..coil.start].to_owned();
    let mut seals: Vec<_> = own.filter_map(|it| it.operand(0)).collect();
    seals.retain(|at| edited.text_of(*at).eq_ignore_ascii_case(output));
    seals.sort_by_key(|at| std::cmp::Reverse(at.range().start));
    for at in seals {
        head.replace_range(at.range(), &format!("{timer}.EN"));
    }
    let text = format!("{head}{instruction}({timer},?,?){}", &edited.text[coil.end..]);
    draft.splice(file.text.file, edited.at.start, edited.at.end, text);
    let line_end = file.text.line_end();
    let behind = rung(edited.count() + 1, &format!("XIC({timer}.DN)OTE({output});"), line_end);
    let at = node.range().end;
    draft.splice(file.text.file, at, at, format!("{line_end}{behind}"));
    renumber(file, &mut draft, &all, |it| it + u32::from(it > edited.count()));
    draft.rung = Some(edited.count());
    draft.assumed.push(series::assumed_timer(&timer, &scope.shown()));
    let meaning = Meaning::Delayed { output: output.to_owned(), timer };
    let said = Said::Delay { name: output.to_owned(), time: time.to_owned(), place: edited.path() };
    let said = if is_off { said.stays() } else { said };
    series::told(file, &mut draft, &edited, meaning);
    if let Some(step) = draft.steps.last_mut() {
        step.said = said;
    }
    if scope.kind == ScopeKind::AddOn {
        draft.assumed.push(Assumed::Instances { name: edited.owner.clone() });
    }
    Ok(draft)
}

/// Adds a condition to an operand of a call: a new rung before it writes a new bit, which is passed
/// instead of the old one.
pub(super) fn feed(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let edited = edited(file)?;
    let (node, all) = of(file, &edited)?;
    let (output, pin, actual) =
        (context.need("output"), context.need("input"), context.need("actual"));
    let when = context.when()?;
    let spans = edited.tree.parts().into_iter().filter(|it| {
        let operands: Vec<&str> = it.operands().map(|at| edited.text_of(at)).collect();
        let is_of = |name: &str| operands.iter().any(|it| it.eq_ignore_ascii_case(name));
        is_of(output) && is_of(actual)
    });
    let operand = spans.flat_map(|it| it.operands().collect::<Vec<_>>());
    let operand: Vec<_> =
        operand.filter(|at| edited.text_of(*at).eq_ignore_ascii_case(actual)).collect();
    let missing = Why::NoValue { name: format!("{pin} := {actual}") };
    let at = crate::draft::only(operand, actual, &edited.path(), missing)?.range();
    let plain: String =
        output.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    let helper = format!("{plain}_{pin}");
    let scope = file
        .owner(&edited.owner)
        .ok_or_else(|| Why::NoPlace { name: edited.owner.clone(), known: String::new() })?;
    if file.visible(&edited.owner, &helper).is_some() {
        return Err(Why::Taken { name: helper }.into());
    }
    let mut draft = add::declare(file, &scope, &helper, "BOOL", (None, None))?;
    let condition = series::neutral(file, &edited.owner, &when)?;
    let own = match actual {
        "1" => String::new(),
        actual => format!("XIC({actual})"),
    };
    let line_end = file.text.line_end();
    let before = rung(edited.count(), &format!("{own}{condition}OTE({helper});"), line_end);
    let start = node.range().start;
    draft.splice(file.text.file, start, start, format!("{before}{line_end}"));
    let text = format!("{}{helper}{}", &edited.text[..at.start], &edited.text[at.end..]);
    draft.splice(file.text.file, edited.at.start, edited.at.end, text);
    renumber(file, &mut draft, &all, |it| it + u32::from(it >= edited.count()));
    draft.rung = Some(edited.count());
    draft.assumed.push(Assumed::Helper { name: helper.clone(), place: scope.shown() });
    let (output, pin) = (output.to_owned(), pin.to_owned());
    let meaning = Meaning::Fed { output, pin, when, helper: Some(helper) };
    series::told(file, &mut draft, &edited, meaning);
    Ok(draft)
}

/// The element of a rung, and all rungs of its routine.
fn of<'a, 'i>(
    file: &File<'a, 'i>,
    edited: &Edited,
) -> Result<(Node<'a, 'i>, Vec<Node<'a, 'i>>), Stop> {
    let not_parsed = || Stop::No(Why::NotParsed { name: edited.path() });
    let (.., routine) = file.ladder()?;
    let all = rungs(routine);
    // A rung with pending edits has a number, too.
    let content = all.first().and_then(Node::parent).ok_or_else(not_parsed)?;
    if content.children().filter(Node::is_element).count() != all.len() {
        return Err(not_parsed());
    }
    let node = all.iter().find(|it| it.attribute("Number") == Some(&edited.number)).copied();
    Ok((node.ok_or_else(not_parsed)?, all))
}

/// Renumbers the rungs.
fn renumber(
    file: &File<'_, '_>,
    draft: &mut Draft,
    all: &[Node<'_, '_>],
    new: impl Fn(u32) -> u32,
) {
    for it in all {
        let (Some(at), Some(old)) = (
            attribute(*it, "Number"),
            it.attribute("Number").and_then(|it| it.parse::<u32>().ok()),
        ) else {
            continue;
        };
        if new(old) != old {
            draft.splice(file.text.file, at.start, at.end, new(old).to_string());
        }
    }
}
