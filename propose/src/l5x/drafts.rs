//! Given code for an L5X export: rungs, structured text, types, routines.

use tagbridge_api::generate::{ChangeAction, ProposedChange};

use super::{File, Node, rung::rungs};
use crate::{
    context::Context,
    draft::{Draft, Stop},
    element::{child, children, end_tag, escaped, name_of, start_tag},
    says::Why,
};

/// Applies one change.
pub(super) fn draft(file: &File<'_, '_>, change: &ProposedChange) -> Result<Draft, Stop> {
    let content = change.content.as_deref().unwrap_or_default();
    match (change.action, change.code_type.as_str()) {
        (ChangeAction::Update, "RLL") => ladder(file, &change.target, content),
        (ChangeAction::Update, "ST") => text(file, &change.target, content),
        (ChangeAction::Create, "RLL" | "ST") => routine(file, change, content),
        (ChangeAction::Create | ChangeAction::Update, "UDT") => data_type(file, change, content),
        _ => Err(not_carried_out(change)),
    }
}

/// Reports that this platform does not support a kind of change.
pub(crate) fn not_carried_out(change: &ProposedChange) -> Stop {
    let action = format!("{:?}", change.action);
    let (target, code) = (change.target.clone(), change.code_type.clone());
    Why::DraftAction { action, target, code }.into()
}

fn form(target: &str, why: impl Into<String>) -> Stop {
    Why::DraftForm { target: target.to_owned(), why: why.into() }.into()
}

/// The rungs in the content: the comment and the neutral text of each.
fn rungs_of(target: &str, content: &str) -> Result<Vec<(String, String)>, Stop> {
    let (mut found, mut comment) = (Vec::new(), Vec::new());
    for line in content.lines().map(str::trim).filter(|it| !it.is_empty()) {
        if let Some(said) = line.strip_prefix("//") {
            comment.push(said.trim().to_owned());
            continue;
        }
        if line.contains("]]>") {
            return Err(form(target, "]]>"));
        }
        let text = if line.ends_with(';') { line.to_owned() } else { format!("{line};") };
        found.push((std::mem::take(&mut comment).join("\n"), text));
    }
    if found.is_empty() {
        return Err(form(target, "no rung"));
    }
    Ok(found)
}

fn element(number: usize, (comment, text): &(String, String), line_end: &str) -> String {
    let mut lines = vec![format!("<Rung Number=\"{number}\" Type=\"N\">")];
    if !comment.is_empty() {
        lines.extend([
            "<Comment>".to_owned(),
            format!("<![CDATA[{comment}]]>"),
            "</Comment>".to_owned(),
        ]);
    }
    lines.extend([
        "<Text>".to_owned(),
        format!("<![CDATA[{text}]]>"),
        "</Text>".to_owned(),
        "</Rung>".to_owned(),
    ]);
    lines.join(line_end)
}

/// Replaces all rungs of a routine. Unchanged rungs keep their bytes.
fn ladder(file: &File<'_, '_>, target: &str, content: &str) -> Result<Draft, Stop> {
    let (owner, name, node) = only(file, target)?;
    file.context.writable(&owner, &name)?;
    let list = child(node, "RLLContent").ok_or_else(|| form(target, "RLL"))?;
    let olds = rungs(node);
    if list.children().filter(Node::is_element).count() != olds.len() {
        return Err(Why::NotParsed { name: target.to_owned() }.into());
    }
    let source = &file.text.text;
    let said = |rung: &Node<'_, '_>, name: &str| {
        child(*rung, name).and_then(|it| it.text()).unwrap_or_default().trim().replace("\r\n", "\n")
    };
    let folded = |text: &str| text.split_whitespace().collect::<String>();
    let line_end = file.text.line_end();
    let wanted = rungs_of(target, content)?.into_iter().enumerate().map(|(number, rung)| {
        let same = olds.iter().find(|it| {
            it.attribute("Number") == Some(&number.to_string())
                && folded(&said(it, "Text")) == folded(&rung.1)
                && (rung.0.is_empty() || said(it, "Comment") == rung.0)
        });
        same.map_or_else(|| element(number, &rung, line_end), |it| source[it.range()].to_owned())
    });
    let new: Vec<String> = wanted.collect();
    let at = match (olds.first(), olds.last()) {
        (Some(first), Some(end)) => first.range().start..end.range().end,
        _ => start_tag(source, list).0..end_tag(source, list),
    };
    let mut draft = Draft::default();
    draft.splice(file.text.file, at.start, at.end, new.join(line_end));
    draft.near.push((owner, name));
    Ok(draft)
}

/// Replaces all lines of a structured text routine.
fn text(file: &File<'_, '_>, target: &str, content: &str) -> Result<Draft, Stop> {
    let (owner, name, node) = only(file, target)?;
    file.context.writable(&owner, &name)?;
    let list = child(node, "STContent").ok_or_else(|| form(target, "ST"))?;
    let source = &file.text.text;
    let (start, is_empty) = start_tag(source, list);
    if is_empty {
        return Err(Why::NotParsed { name: target.to_owned() }.into());
    }
    let line_end = file.text.line_end();
    let new = format!("{line_end}{}{line_end}", lines(content, line_end));
    let mut draft = Draft::default();
    draft.splice(file.text.file, start, end_tag(source, list), new);
    draft.near.push((owner, name));
    Ok(draft)
}

fn lines(content: &str, line_end: &str) -> String {
    let lines = content.trim_end().lines().enumerate().map(|(number, line)| {
        let line = line.replace("]]>", "]] >");
        format!("<Line Number=\"{number}\">{line_end}<![CDATA[{line}]]>{line_end}</Line>")
    });
    lines.collect::<Vec<_>>().join(line_end)
}

/// Adds a routine: `Program/Routine`.
fn routine(file: &File<'_, '_>, change: &ProposedChange, content: &str) -> Result<Draft, Stop> {
    let target = change.target.as_str();
    let (owner, name) = target.split_once('/').ok_or_else(|| form(target, "Program/Routine"))?;
    let scope = file
        .owner(owner)
        .ok_or_else(|| Why::NoPlace { name: owner.to_owned(), known: String::new() })?;
    Context::name(name)?;
    let list = child(scope.node, "Routines")
        .ok_or_else(|| Why::NoPlace { name: owner.to_owned(), known: String::new() })?;
    if children(list, "Routine").any(|it| name_of(it).eq_ignore_ascii_case(name)) {
        return Err(Why::Taken { name: target.to_owned() }.into());
    }
    let line_end = file.text.line_end();
    let body = if change.code_type == "RLL" {
        let rungs = rungs_of(target, content)?;
        let rungs = rungs.iter().enumerate().map(|(number, it)| element(number, it, line_end));
        let rungs: Vec<String> = rungs.collect();
        format!("<RLLContent>{line_end}{}{line_end}</RLLContent>", rungs.join(line_end))
    } else {
        format!("<STContent>{line_end}{}{line_end}</STContent>", lines(content, line_end))
    };
    let element = format!(
        "<Routine Name=\"{}\" Type=\"{}\">{line_end}{body}{line_end}</Routine>{line_end}",
        escaped(name),
        change.code_type
    );
    let at = end_tag(&file.text.text, list);
    let mut draft = Draft::default();
    draft.splice(file.text.file, at, at, element);
    Ok(draft)
}

/// Adds or replaces a type by its element.
fn data_type(file: &File<'_, '_>, change: &ProposedChange, content: &str) -> Result<Draft, Stop> {
    let target = change.target.as_str();
    let content = content.trim();
    let document =
        roxmltree::Document::parse(content).map_err(|error| form(target, error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "DataType" || !name_of(root).eq_ignore_ascii_case(target) {
        return Err(form(target, "<DataType Name=…>"));
    }
    let source = &file.text.text;
    let old = file.types().into_iter().find(|it| name_of(*it).eq_ignore_ascii_case(target));
    let mut draft = Draft::default();
    match (old, change.action) {
        (Some(_), ChangeAction::Create) => {
            return Err(Why::Taken { name: target.to_owned() }.into());
        }
        (Some(old), _) => {
            draft.splice(file.text.file, old.range().start, old.range().end, content);
        }
        (None, ChangeAction::Create) => {
            let list = file.controller().and_then(|it| child(it, "DataTypes"));
            let list = list.ok_or_else(|| form(target, "DataTypes"))?;
            let line_end = file.text.line_end();
            let (start, is_empty) = start_tag(source, list);
            if is_empty {
                let whole = list.range();
                let new = format!("<DataTypes>{line_end}{content}{line_end}</DataTypes>");
                draft.splice(file.text.file, whole.start, whole.end, new);
            } else {
                draft.splice(file.text.file, start, start, format!("{line_end}{content}"));
            }
        }
        (None, _) => return Err(Why::NoUnit { name: target.to_owned() }.into()),
    }
    Ok(draft)
}

fn only<'a, 'i>(file: &File<'a, 'i>, target: &str) -> Result<(String, String, Node<'a, 'i>), Stop> {
    let mut found = file.routines_called(target, None);
    match (found.pop(), found.is_empty()) {
        (Some(one), true) => Ok(one),
        _ => Err(Why::NoRoutine { name: target.to_owned() }.into()),
    }
}
