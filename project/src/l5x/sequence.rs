//! Sequential function charts as text: steps with their actions, transitions with their
//! conditions, and what each is linked to.

use std::{collections::HashMap, fmt::Write};

use super::{routine::lines, tree::Element};

/// An `SFCContent` element.
pub(super) fn text(chart: Element<'_, '_>) -> String {
    let mut names: HashMap<String, String> = HashMap::new();
    for element in chart.children() {
        let name = name(element);
        for leg in element.named("Leg") {
            names.insert(leg.owned("ID"), format!("{name}.leg_{}", leg.owned("ID")));
        }
        names.insert(element.owned("ID"), name);
    }
    let mut text = String::new();
    for element in chart.children() {
        // Writing to a string cannot fail.
        let _ = match element.name() {
            "Step" => step(&mut text, element),
            "Transition" => writeln!(
                text,
                "TRANSITION {} := {}",
                name(element),
                code(element.child("Condition")).trim_end_matches(';')
            ),
            "Stop" => writeln!(text, "STOP {}", name(element)),
            "Branch" => writeln!(
                text,
                "BRANCH {} {} {}",
                name(element),
                element.owned("BranchType"),
                element.owned("BranchFlow")
            ),
            "DirectedLink" => {
                let end = |end: &str| {
                    let id = element.owned(end);
                    names.get(&id).cloned().unwrap_or(id)
                };
                writeln!(text, "LINK {} -> {}", end("FromID"), end("ToID"))
            }
            "TextBox" => match element.child("Text") {
                Some(remark) => {
                    writeln!(text, "// {}", remark.text().trim().replace('\n', "\n// "))
                }
                None => Ok(()),
            },
            _ => Ok(()),
        };
    }
    text.trim_end().to_owned()
}

fn step(text: &mut String, step: Element<'_, '_>) -> std::fmt::Result {
    let first = if step.is("InitialStep", "true") { "INITIAL_STEP" } else { "STEP" };
    writeln!(text, "{first} {}", name(step))?;
    for (word, limit) in
        [("PRESET", "Preset"), ("LIMIT_HIGH", "LimitHigh"), ("LIMIT_LOW", "LimitLow")]
    {
        let limit = expression(step.child(limit));
        if !limit.is_empty() {
            writeln!(text, "    {word} := {limit}")?;
        }
    }
    for action in step.named("Action") {
        write!(text, "    {} {}", action.owned("Qualifier"), name(action))?;
        // It has no code: others look at its Q.
        if action.is("IsBoolean", "true") {
            write!(text, " BOOLEAN")?;
        }
        if let Some(tag) = action.attribute("IndicatorTag") {
            write!(text, " INDICATOR {tag}")?;
        }
        let preset = expression(action.child("Preset"));
        if !preset.is_empty() {
            write!(text, " PRESET {preset}")?;
        }
        writeln!(text, ":")?;
        for line in code(action.child("Body")).lines() {
            writeln!(text, "        {line}")?;
        }
    }
    Ok(())
}

fn name(element: Element<'_, '_>) -> String {
    let name = element.attribute("Operand");
    name.map_or_else(|| format!("{}_{}", element.name(), element.owned("ID")), Into::into)
}

/// An expression on one line.
fn expression(element: Option<Element<'_, '_>>) -> String {
    let code = code(element);
    let words: Vec<&str> = code.trim().trim_end_matches(';').split_whitespace().collect();
    words.join(" ")
}

fn code(body: Option<Element<'_, '_>>) -> String {
    body.and_then(|body| body.child("STContent")).map(lines).unwrap_or_default()
}
