//! Presets, and initial values.

use tagbridge_api::generate::{ChangeAction, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};

use super::{File, Node, add, find::ScopeKind};
use tagbridge_forms::amounts::{nth_element, whole_milliseconds};

use crate::{
    draft::{Content, Draft, NewValue, Stop},
    element::{attribute, child, children, name_of, section},
    says::{Assumed, Said, Why},
};

/// Changes the value of a tag, or the preset of a timer or counter.
pub(super) fn set(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let (said, to) = (context.need("tag"), context.need("to"));
    let (bare, member) = match said.rsplit_once('.') {
        Some((tag, member)) if member.eq_ignore_ascii_case("PRE") => (tag, Some("PRE")),
        _ => (said, None),
    };
    let (bare, element) = match bare.split_once('[') {
        Some((tag, index)) => (tag, index.strip_suffix(']').map(str::trim)),
        None => (bare, None),
    };
    let (scope, tag) = file.declared(bare)?;
    add::safe(tag, bare)?;
    let kind = tag.attribute("DataType").unwrap_or_default().to_uppercase();
    let is_timed = matches!(kind.as_str(), "TIMER" | "COUNTER");
    let member = member.or_else(|| is_timed.then_some("PRE"));
    let no_value = || Stop::No(Why::NoValue { name: said.to_owned() });
    let is_array = tag.attribute("Dimensions").is_some();
    if member.is_some() != is_timed || is_array != element.is_some() {
        return Err(no_value());
    }
    if tag.attribute("Radix").is_some_and(|it| !matches!(it, "Decimal" | "Float")) {
        return Err(no_value());
    }
    let list = if scope.kind == ScopeKind::AddOn { "DefaultData" } else { "Data" };
    let of = |format: &str| children(tag, list).find(|it| it.attribute("Format") == Some(format));
    let decorated = of("Decorated").and_then(|it| it.first_element_child()).ok_or_else(no_value)?;
    let decorated = match element {
        None => decorated,
        Some(index) => {
            let wanted = format!("[{index}]");
            let cell = children(decorated, "Element")
                .find(|it| it.attribute("Index") == Some(&wanted))
                .ok_or_else(no_value)?;
            if is_timed { cell.first_element_child().ok_or_else(no_value)? } else { cell }
        }
    };
    let cell = match member {
        Some(member) => children(decorated, "DataValueMember")
            .find(|it| name_of(*it) == member)
            .ok_or_else(no_value)?,
        None => decorated,
    };
    let of_kind = if is_timed { "DINT" } else { kind.as_str() };
    let bad = || Why::BadValue { value: to.to_owned(), of: of_kind.to_owned() };
    let (shown, l5k) = if of_kind == "REAL" {
        let shown = add::real(to).ok_or_else(bad)?;
        (shown.clone(), add::exponential(&shown))
    } else {
        let number = if is_timed { whole_milliseconds(to, &kind) } else { None };
        let number = number.or_else(|| add::integer(to, of_kind)).ok_or_else(bad)?;
        (number.clone(), number)
    };
    if is_timed && shown.starts_with('-') {
        return Err(bad().into());
    }
    let was = cell.attribute("Value").unwrap_or_default().to_owned();
    if was == shown {
        return Err(Why::Same { name: format!("{said} = {was}") }.into());
    }
    let mut draft = Draft::default();
    let at = attribute(cell, "Value").ok_or_else(no_value)?;
    draft.splice(file.text.file, at.start, at.end, shown.clone());
    if let Some(data) = of("L5K") {
        let (start, end) = in_l5k(file, data, (element, member)).ok_or_else(no_value)?;
        draft.splice(file.text.file, start, end, l5k);
    }
    let full = scope.full(name_of(tag));
    let index = element.map(|it| format!("[{it}]")).unwrap_or_default();
    let name = member.map_or_else(|| format!("{full}{index}"), |it| format!("{full}{index}.{it}"));
    if in_rungs(file, &format!("{}{index}", name_of(tag)), &was) && is_timed {
        // A rung that displays the preset would contradict it.
        let place = format!("{full}: {was}");
        return Err(Why::AlsoThere { name: was, place }.into());
    }
    if scope.kind == ScopeKind::AddOn {
        draft.expect(ChangeKind::ParameterChanged, &[&full]);
        draft.touch(key("block", scope.name()));
        draft.assumed.push(Assumed::Instances { name: scope.name().to_owned() });
    } else {
        let operand = member.map(|it| format!("{index}.{it}")).unwrap_or(index);
        draft.touch(key("tag", &full));
        draft.values.push(NewValue { tag: full.clone(), operand, to: shown.clone() });
        draft.kept(&full);
    }
    draft.written(RiskLevel::Medium, &name, context.writes(&name));
    let said = Said::Value { name: name.clone(), from: was, to: shown };
    let proposed = Content::Given(after(file, tag, &draft));
    draft.step(ChangeAction::Update, full.clone(), "Tag", said, proposed);
    draft.affect(&full);
    Ok(draft)
}

/// The position of the value in `5` or `[0,5000,0]`.
fn in_l5k(
    file: &File<'_, '_>,
    data: Node<'_, '_>,
    (element, member): (Option<&str>, Option<&str>),
) -> Option<(usize, usize)> {
    let text = &file.text.text;
    let mut inside = section(text, data)?;
    if let Some(index) = element {
        inside = nth_element(text, inside, index.parse().ok()?)?;
    }
    let value = &text[inside.clone()];
    if member.is_none() {
        return (!value.contains(['[', ','])).then_some((inside.start, inside.end));
    }
    let parts: Vec<&str> = value.strip_prefix('[')?.strip_suffix(']')?.split(',').collect();
    let [status, preset, _] = parts.as_slice() else { return None };
    let start = inside.start + 1 + status.len() + 1;
    Some((start, start + preset.len()))
}

/// Whether a rung contains the preset as a number: `TON(Delay,5000,0)`.
fn in_rungs(file: &File<'_, '_>, tag: &str, preset: &str) -> bool {
    let wanted = format!("({tag},{preset},").to_lowercase();
    let rungs = file.root.descendants().filter(|it| it.has_tag_name("Rung"));
    let mut texts = rungs.filter_map(|it| section(&file.text.text, child(it, "Text")?));
    texts.any(|at| {
        let text: String = file.text.text[at].chars().filter(|it| !it.is_whitespace()).collect();
        text.to_lowercase().contains(&wanted)
    })
}

/// An element after the splices of a draft.
pub(super) fn after(file: &File<'_, '_>, node: Node<'_, '_>, draft: &Draft) -> String {
    let whole = node.range();
    let mut splices: Vec<_> =
        draft.splices.iter().filter(|it| whole.start <= it.start && it.end <= whole.end).collect();
    splices.sort();
    let (mut text, mut at) = (String::new(), whole.start);
    for splice in splices {
        text.push_str(&file.text.text[at..splice.start]);
        text.push_str(&splice.text);
        at = splice.end;
    }
    text + &file.text.text[at..whole.end]
}
