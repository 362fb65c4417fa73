//! Given code: a list of changes with their contents. They are applied to a copy of the files,
//! which is parsed again and checked as in a vendor's editor.

use tagbridge_api::generate::{ChangeAction, ProposedChange};
use tagbridge_diff::units::units;
use tagbridge_logic::Logic;
use tagbridge_project::{Format, Project, Source, Vendor};
use tagbridge_texts::{Coded, Language};

use crate::{
    codesys,
    context::Context,
    draft::{Content, Draft, Step, Stop},
    gate::{self, Passed},
    l5x,
    meaning::{is_protection, weakened},
    planned::Planned,
    present::planned,
    request::{ChangeRequest, RequestedChange},
    risk,
    says::{Said, Why},
    siemens,
    text::names::has_word,
    verify::diagnosed,
};

/// Makes a plan of changes that somebody else has written, in a language.
///
/// # Errors
///
/// What is wrong with them, each with its place, in the language that is given for errors.
pub fn drafted(
    source: &Source,
    logic: Logic<'_>,
    changes: &[ProposedChange],
    (language, errors_in): (Language, Language),
) -> Result<Box<Planned>, Vec<String>> {
    let said = |why: Why| why.message().in_language(errors_in);
    if changes.is_empty() {
        return Err(vec![said(Why::DraftEmpty)]);
    }
    let mut ordered: Vec<&ProposedChange> = changes.iter().collect();
    ordered.sort_by_key(|it| rank(it));
    let (mut draft, mut errors) = (Draft::default(), Vec::new());
    let mut last: Option<Passed> = None;
    for change in ordered {
        let made = match &last {
            None => one(source, logic, change),
            Some(passed) => one(&passed.source(source), passed.logic(), change),
        };
        // With another name, a protection cannot be followed over several changes.
        let before = last.as_ref().map_or(logic, Passed::logic);
        let made = made.and_then(|(step, passed)| {
            let name = match &step.renaming {
                Some((from, _)) => {
                    (changes.len() > 1 && is_protection(before, from)).then(|| from.clone())
                }
                None if is_renamed(changes) => weakened(before, passed.logic()),
                None => None,
            };
            name.map_or(Ok((step, passed)), |name| Err(Why::Safety { name }.into()))
        });
        match made {
            Ok((step, passed)) => {
                draft.and(step);
                last = Some(passed);
            }
            Err(Stop::No(why)) => errors.push(format!("{}: {}", change.target, said(why))),
            Err(Stop::Ask(asking)) => {
                let question = asking.question.message().in_language(errors_in);
                errors.push(format!("{}: {question}", change.target));
            }
        }
    }
    let Some(passed) = last.filter(|_| errors.is_empty()) else { return Err(errors) };
    errors.extend(unplanned(logic.project, &passed.project, changes).map(said));
    errors.extend(diagnosed(logic, passed.logic(), errors_in));
    if !is_renamed(changes) {
        errors.extend(weakened(logic, passed.logic()).map(|name| said(Why::Safety { name })));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let request = ChangeRequest::of(RequestedChange::Comment, &[]);
    let context = Context { source, logic, request: &request, hint: (None, None) };
    risk::look(context, &mut draft);
    Ok(Box::new(planned(logic, &draft, passed.since(logic), language)))
}

fn is_renamed(changes: &[ProposedChange]) -> bool {
    changes.iter().any(|it| it.action == ChangeAction::Rename)
}

/// Types before data, data before code, because names must be declared before their use.
fn rank(change: &ProposedChange) -> (u8, u8) {
    let kind = match change.code_type.as_str() {
        "UDT" => 0,
        "Declaration" => 1,
        "Tag" | "DB" => 2,
        "Task" => 4,
        _ => 3,
    };
    // Deletions come last, after their uses are removed.
    let action = u8::from(change.action == ChangeAction::Delete) * 5;
    (action, kind)
}

/// Applies one change to the current files, and returns the files with it.
fn one(
    source: &Source,
    logic: Logic<'_>,
    change: &ProposedChange,
) -> Result<(Draft, Passed), Stop> {
    let request = known(change);
    let hint = (None, None);
    let empty = ChangeRequest::of(RequestedChange::Comment, &[]);
    let context = Context { source, logic, request: request.as_ref().unwrap_or(&empty), hint };
    let is_known = request.is_some();
    let mut draft = match (logic.project.vendor, logic.project.format) {
        (Vendor::AllenBradley, Format::L5x) if is_known => l5x::author(context)?,
        (Vendor::AllenBradley, Format::L5x) => l5x::draft(context, change)?,
        (Vendor::Siemens, _) if is_known => siemens::author(context)?,
        (Vendor::Siemens, _) => siemens::draft(context, change)?,
        (Vendor::Codesys, Format::CodesysExport | Format::PlcOpenXml) if is_known => {
            codesys::author(context)?
        }
        (Vendor::Codesys, Format::CodesysExport | Format::PlcOpenXml) => {
            codesys::draft(context, change)?
        }
        _ => return Err(Why::OtherPlatform { what: source.name.clone() }.into()),
    };
    if !is_known {
        draft.steps = vec![step(change)];
        draft.affect(&change.target);
    }
    let passed = gate::applied(source, &draft)?;
    Ok((draft, passed))
}

const CODE_TYPES: [&str; 11] =
    ["RLL", "ST", "SCL", "LAD", "FBD", "SFC", "LD", "Tag", "UDT", "DB", "Declaration"];

fn step(change: &ProposedChange) -> Step {
    let action = match change.action {
        ChangeAction::Create => "create",
        ChangeAction::Delete => "delete",
        ChangeAction::Rename => "rename",
        ChangeAction::Duplicate => "duplicate",
        ChangeAction::Update => "update",
    };
    let known = CODE_TYPES.into_iter().find(|it| it.eq_ignore_ascii_case(&change.code_type));
    Step {
        action: change.action,
        target: change.target.clone(),
        code_type: known.unwrap_or("Task"),
        said: Said::Drafted { action, target: change.target.clone() },
        new_name: change.new_name.clone(),
        content: change.content.clone().map_or(Content::None, Content::Given),
    }
}

/// A change that the built-in author can make: a new name, a copy, a tag, a deletion.
fn known(change: &ProposedChange) -> Option<ChangeRequest> {
    let target = change.target.as_str();
    let content = change.content.as_deref().unwrap_or_default();
    match (change.action, change.code_type.as_str()) {
        (ChangeAction::Rename, _) => Some(ChangeRequest::of(
            RequestedChange::Rename,
            &[("from", target), ("to", change.new_name.as_deref()?)],
        )),
        (ChangeAction::Duplicate, _) => Some(ChangeRequest::of(
            RequestedChange::Duplicate,
            &[("name", target), ("to", change.new_name.as_deref()?)],
        )),
        (ChangeAction::Delete, code_type) if !matches!(code_type, "LD" | "LAD" | "FBD") => {
            let noun = match code_type {
                "UDT" => "udt",
                "RLL" | "ST" => "routine",
                _ => "tag",
            };
            Some(ChangeRequest::of(RequestedChange::Delete, &[("noun", noun), ("name", target)]))
        }
        (ChangeAction::Create, "Tag") => declared(target, content),
        (ChangeAction::Update, "Task") => Some(ChangeRequest::of(
            RequestedChange::Schedule,
            &[("name", content.trim()), ("task", target)],
        )),
        _ => None,
    }
}

/// `Name : TYPE := value; // comment`, or the element of an L5X tag.
fn declared(target: &str, content: &str) -> Option<ChangeRequest> {
    let (place, own) = match target.rsplit_once('.') {
        Some((place, own)) => (Some(place), own),
        None => (None, target),
    };
    let mut request =
        ChangeRequest::of(RequestedChange::AddTag, &[("name", own.trim_matches('"'))]);
    if let Some(place) = place {
        request.set("place", place.trim_matches('"'));
    }
    if content.trim_start().starts_with('<') {
        let document = roxmltree::Document::parse(content.trim()).ok()?;
        let kind = document.root_element().attribute("DataType")?.to_owned();
        request.set("type", kind);
        return Some(request);
    }
    let (line, comment) = content.split_once("//").unwrap_or((content, ""));
    let rest = line.split_once(':').map_or(line, |it| it.1);
    let (kind, value) = rest.split_once(":=").unwrap_or((rest, ""));
    let clean = |it: &str| it.trim().trim_end_matches(';').trim().to_owned();
    request.set("type", clean(kind));
    for (slot, text) in [("value", clean(value)), ("comment", clean(comment))] {
        if !text.is_empty() {
            request.set(slot, text);
        }
    }
    Some(request)
}

/// Units that differ without a change in the list.
fn unplanned<'c>(
    old: &Project,
    new: &Project,
    changes: &'c [ProposedChange],
) -> impl Iterator<Item = Why> + use<'c> {
    let (old, new) = (units(old), units(new));
    let differ: Vec<String> =
        gate::different(&old, &new).into_iter().map(ToOwned::to_owned).collect();
    differ.into_iter().filter(|unit| !is_about(unit, changes)).map(|what| Why::Differs { what })
}

fn is_about(unit: &str, changes: &[ProposedChange]) -> bool {
    let Some((kind, name)) = unit.split_once(' ') else { return false };
    if kind == "note" {
        return true;
    }
    let plain = |it: &str| it.to_lowercase().replace('"', "");
    let own = plain(name.trim_end_matches('\''));
    changes.iter().any(|change| {
        let targets = [Some(change.target.as_str()), change.new_name.as_deref()];
        let is_target = targets.into_iter().flatten().any(|target| {
            let target =
                plain(target.split(':').next().filter(|it| *it != "Program").unwrap_or(target));
            let last = target.rsplit(['/', '.']).next().unwrap_or(&target).to_owned();
            own == target
                || own.split(['/', '.']).any(|it| it == last)
                || own.starts_with(&format!("{target}."))
                // A program includes its routines.
                || (kind == "program" && target.starts_with(&format!("{own}/")))
        });
        // A type of the platform appears in the project when code uses it for the first time.
        let is_named = matches!(kind, "type" | "block")
            && change.content.as_deref().is_some_and(|it| has_word(&it.to_lowercase(), &own));
        is_target || is_named
    })
}
