//! Reads a file: enters container elements, and reads each other element as a whole.

use super::{
    add_on, data_type,
    export::Export,
    mention, module,
    reader::{Reader, Step},
    routine, tag,
    tree::{Element, Head},
};
use crate::says::Noted;
use crate::says::{Advice, Wrong};
use crate::{Connection, NoteKind, Program, ProjectError, Task};

/// Reads a file.
pub(super) fn walk(file: &str, text: &str) -> Result<Export, ProjectError> {
    let mut reader = Reader::new(file, text);
    let root = match reader.step()? {
        Step::Begin(head) if head.name == "RSLogix5000Content" => head,
        Step::Begin(head) => {
            return Err(reader.error(&Wrong::RootElement { root: head.name }, Advice::ChooseL5x));
        }
        Step::End | Step::Eof => {
            return Err(reader.error(&Wrong::NoElement, Advice::ChooseL5x));
        }
    };
    let mut export = Export::new(file, &root, text.len());
    let mut open = vec![root];
    while let Some(parent) = open.last().copied() {
        match reader.step()? {
            Step::Begin(head) if holds_others(head.name) => {
                enter(&reader, &mut export, &head);
                open.push(head);
            }
            Step::Begin(head) => say(&mut reader, &mut export, &parent, head)?,
            Step::End => {
                if parent.name == "Program" {
                    export.program = None;
                }
                open.pop();
            }
            Step::Eof => break,
        }
    }
    // Further elements after the root are an error: two files were joined.
    match reader.step()? {
        Step::Begin(_) | Step::End => Err(reader.error(&Wrong::SecondRoot, Advice::ExportUnedited)),
        Step::Eof => Ok(export),
    }
}

fn holds_others(name: &str) -> bool {
    matches!(
        name,
        "Controller"
            | "DataTypes"
            | "Modules"
            | "AddOnInstructionDefinitions"
            | "Tags"
            | "Programs"
            | "Program"
            | "Routines"
            | "Tasks"
            | "ParameterConnections"
            | "Trends"
            | "DataLogs"
            | "QuickWatchLists"
    )
}

fn enter(reader: &Reader<'_, '_>, export: &mut Export, head: &Head<'_>) {
    match head.name {
        "Controller" => export.controller(head),
        "Program" => {
            let name = head.attribute("Name").unwrap_or_default();
            export.add_program(Program {
                name: name.clone().into_owned(),
                main_routine: head.attribute("MainRoutineName").map(Into::into),
                fault_routine: head.attribute("FaultRoutineName").map(Into::into),
                // 1756-RM014, "Program attributes for EquipmentPhase programs".
                prestate_routine: head.attribute("PreStateRoutineName").map(Into::into),
                equipment_phase: head.attribute("Type").as_deref() == Some("EquipmentPhase"),
                disabled: head.attribute("Disabled").as_deref() == Some("true"),
                safety: head.attribute("Class").as_deref() == Some("Safety"),
                ..Program::default()
            });
            mention::of_phase(export, reader.places(), head);
            export.program = Some(name.into_owned());
        }
        _ => {}
    }
}

fn say<'t>(
    reader: &mut Reader<'_, 't>,
    export: &mut Export,
    parent: &Head<'t>,
    head: Head<'t>,
) -> Result<(), ProjectError> {
    if (parent.name, head.name) == ("Controller", "RedundancyInfo") {
        export.redundancy(&head);
        return reader.skip();
    }
    let known = match head.name {
        "Tag"
        | "DataType"
        | "Routine"
        | "AddOnInstructionDefinition"
        | "Module"
        | "Task"
        | "ParameterConnection"
        | "SafetyInfo"
        | "Trend"
        | "DataLog"
        | "QuickWatchList"
        | "EncodedData" => true,
        "Description" => matches!(parent.name, "Controller" | "Program"),
        _ => false,
    };
    if !known {
        return reader.skip();
    }
    let tree = reader.tree(head, left_out)?;
    let element = tree.root();
    match head.name {
        "Tag" => tag::read(reader.places(), export, element),
        "DataType" => {
            export.layouts.add(element);
            let data_type = data_type::read(element, export.access_by_default());
            export.add_type(data_type);
        }
        "Routine" => {
            let owner = export.program.clone().unwrap_or_default();
            export.add_routine(routine::read(reader.places(), element, &owner));
        }
        "AddOnInstructionDefinition" => add_on::read(reader.places(), export, element, false),
        "Module" => module::read(export, element),
        "Task" => {
            export.project.tasks.push(task(element));
            mention::of_task(export, reader.places(), element);
        }
        "SafetyInfo" => mention::of_safety(export, reader.places(), element),
        "Trend" | "DataLog" | "QuickWatchList" => {
            mention::of_display(export, reader.places(), element);
        }
        "ParameterConnection" => {
            let (from, to) = (element.owned("EndPoint1"), element.owned("EndPoint2"));
            export.project.connections.push(Connection { from, to });
            mention::of_connection(export, reader.places(), element);
        }
        "EncodedData" => encoded(reader, export, element),
        _ => {
            let text = Some(element.text().trim().to_owned()).filter(|text| !text.is_empty());
            export.describe(parent.name == "Program", text);
        }
    }
    Ok(())
}

/// Data of parameters in forms that are not read, and elements that only the editor needs.
fn left_out(head: &Head<'_>) -> bool {
    match head.name {
        "DefaultData" => !matches!(
            head.attribute("Format").as_deref(),
            None | Some("L5K" | "Decorated" | "String")
        ),
        "CustomProperties" | "ExtendedProperties" | "AdditionalHelpText" | "ConfigData"
        | "ConfigScript" | "Dependencies" => true,
        _ => false,
    }
}

fn encoded<'t>(reader: &Reader<'_, 't>, export: &mut Export, element: Element<'_, 't>) {
    let name = element.owned("Name");
    let kind = element.owned("EncodedType");
    match kind.as_str() {
        "AddOnInstructionDefinition" => add_on::read(reader.places(), export, element, true),
        "Routine" => {
            let owner = export.program.clone().unwrap_or_default();
            let subject = format!("{owner}/{name}");
            export.note(NoteKind::Protected, &subject, &Noted::Protected);
            export.add_routine(routine::protected(element, &owner));
        }
        "Program" => {
            export.note(NoteKind::Protected, &name, &Noted::Protected);
            export.add_program(Program { name, ..Program::default() });
        }
        _ => export.note(NoteKind::Protected, &name, &Noted::ProtectedOfKind { kind: &kind }),
    }
}

/// The trigger of an event task, and its tag.
fn trigger(event: Element<'_, '_>) -> Option<String> {
    let kind = event.attribute("EventTrigger")?;
    Some(match event.attribute("EventTag") {
        Some(tag) => format!("{kind} {tag}"),
        None => kind.into_owned(),
    })
}

fn task(element: Element<'_, '_>) -> Task {
    Task {
        name: element.owned("Name"),
        kind: element.owned("Type"),
        interval_ms: element.attribute("Rate").and_then(|rate| rate.parse().ok()),
        priority: element.attribute("Priority").and_then(|priority| priority.parse().ok()),
        programs: element
            .within("ScheduledPrograms", "ScheduledProgram")
            .map(|program| program.owned("Name"))
            .collect(),
        watchdog_ms: element.attribute("Watchdog").and_then(|watchdog| watchdog.parse().ok()),
        trigger: element.child("EventInfo").and_then(trigger),
        inhibited: element.is("InhibitTask", "true"),
        outputs_left: element.is("DisableUpdateOutputs", "true"),
        safety: element.is("Class", "Safety"),
        comment: element.remark("Description"),
    }
}
