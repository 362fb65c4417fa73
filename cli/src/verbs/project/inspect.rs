//! `tagbridge project inspect`: the contents of a project file.

mod print;
mod structure;

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use serde::Serialize;
use tagbridge_project::{
    Controller, DataType, Dimension, EnumValue, Format, Member, Module, Note, Project, Routine,
    Symbol, Symbols, Target, Task, Vendor,
};
use tagbridge_texts::Message;

use self::{
    print::{print_routine, print_tags, print_type},
    structure::CallEntry,
};
use super::open;
use crate::{
    failure::{Exit, Failure},
    messages::{Line, TableWord},
    output::{self, Output, said},
};

/// Maximum number of subjects of the same note that are listed separately.
const NAMED: usize = 8;

/// Show what a project file contains: tags with type, comment, scope and address; types; code.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge project inspect Line4.L5X\n  \
    tagbridge project inspect Line4.L5X --tags\n\n\
    FILE is an L5X file, Siemens sources (a folder or a ZIP file), or a CODESYS .export, \
    PLCopenXML or symbol file. Without --tags, --types and --code, the command shows the number of \
    tags, types and blocks, and lists tasks, modules and calls.")]
pub(crate) struct Inspect {
    /// The project's file or folder.
    file: PathBuf,

    /// Show each tag with its type, its address (or the reason why it has no address), and its
    /// comment.
    #[arg(long)]
    tags: bool,

    /// Show each type and function block with its members.
    #[arg(long)]
    types: bool,

    /// Show the code of programs and blocks.
    #[arg(long)]
    code: bool,
}

pub(crate) fn run(arguments: &Inspect, output: Output) -> Result<Exit, Failure> {
    let project = open(&arguments.file)?;
    let symbols = Symbols::new(project.into());
    let document = Document::of(arguments, &symbols);
    if output.is_json() {
        output::json(&document)?;
    } else {
        document.print()?;
    }
    Ok(Exit::Done)
}

/// The output, also as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    vendor: Vendor,
    format: Format,
    name: &'a str,
    hash: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    controller: Option<&'a Controller>,
    counts: Counts,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tasks: &'a [Task],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    modules: &'a [Module],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<CallEntry>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [Note],
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<TagEntry<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    types: Option<Vec<TypeEntry<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a [Routine]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    programs: usize,
    routines: usize,
    tags: usize,
    data_types: usize,
    blocks: usize,
    tasks: usize,
    modules: usize,
}

#[derive(Serialize)]
struct TagEntry<'a> {
    name: &'a str,
    r#type: &'a str,
    /// Maximum number of characters of a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    /// Size of each dimension, outermost first.
    dimensions: Vec<u32>,
    scope: &'a str,
    /// The target of an alias.
    #[serde(skip_serializing_if = "Option::is_none")]
    alias_for: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    /// The comment in the other languages of the file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip)]
    bounds: &'a [Dimension],
}

#[derive(Serialize)]
struct TypeEntry<'a> {
    name: &'a str,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    members: Vec<MemberEntry<'a>>,
}

#[derive(Serialize)]
struct MemberEntry<'a> {
    name: &'a str,
    r#type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    dimensions: Vec<u32>,
    /// An enumeration value.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    /// The members of an unnamed structure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<MemberEntry<'a>>,
    #[serde(skip)]
    bounds: &'a [Dimension],
}

impl<'a> Document<'a> {
    fn of(arguments: &Inspect, symbols: &'a Symbols) -> Self {
        let project: &Project = symbols.project();
        let target = Target::of(project);
        Self {
            vendor: project.vendor,
            format: project.format,
            name: &project.name,
            hash: &project.hash,
            controller: project.controller.as_ref(),
            counts: Counts {
                programs: project.programs.len(),
                routines: project.routines.len(),
                tags: project.tags.len(),
                data_types: project.data_types.len(),
                blocks: project.blocks.len(),
                tasks: project.tasks.len(),
                modules: project.modules.len(),
            },
            tasks: &project.tasks,
            modules: &project.modules,
            calls: structure::calls(project),
            notes: &project.notes,
            tags: arguments
                .tags
                .then(|| symbols.tags().map(|tag| tag_entry(symbols, &tag, &target)).collect()),
            types: arguments.types.then(|| types(project)),
            code: arguments.code.then_some(&project.routines),
        }
    }

    fn print(&self) -> io::Result<()> {
        let mut out = Vec::new();
        if let Some(tags) = &self.tags {
            print_tags(&mut out, tags)?;
        }
        for kind in self.types.iter().flatten() {
            print_type(&mut out, kind)?;
        }
        for routine in self.code.into_iter().flatten() {
            print_routine(&mut out, routine)?;
        }
        if self.tags.is_none() && self.types.is_none() && self.code.is_none() {
            self.print_summary(&mut out)?;
            self.notes().try_for_each(|it| writeln!(out, "  {it}"))?;
        } else {
            self.notes().for_each(output::text_aside);
        }
        let mut stdout = io::stdout().lock();
        stdout.write_all(output::plain(&String::from_utf8_lossy(&out)).as_bytes())?;
        stdout.flush()
    }

    /// A note about the file: `note: FB1: it is protected`.
    fn notes(&self) -> impl Iterator<Item = String> {
        by_text(self.notes).into_iter().map(|(what, subjects)| {
            let few = subjects[..subjects.len().min(NAMED)].join(", ");
            let subjects = match subjects.len().saturating_sub(NAMED) {
                0 => few,
                count => said(&TableWord::AndMore { names: &few, count }),
            };
            said(&Line::NoteOf { subject: Message::verbatim(subjects), what: what.clone() })
        })
    }

    fn print_summary(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} ({})", self.name, self.vendor)?;
        if let Some(controller) = self.controller {
            let known = [&controller.model, &controller.revision, &controller.serial];
            let known: Vec<&str> = known.into_iter().flatten().map(String::as_str).collect();
            let about = format!("{} {}", controller.name, known.join(", "));
            writeln!(out, "{}", labelled(&TableWord::ControllerLabel, about.trim_end()))?;
        }
        writeln!(out, "{}", labelled(&TableWord::HashLabel, self.hash))?;
        let counts = &self.counts;
        for word in [
            TableWord::Tags { count: counts.tags },
            TableWord::DataTypes { count: counts.data_types },
            TableWord::Blocks { count: counts.blocks },
            TableWord::Programs { count: counts.programs },
            TableWord::Routines { count: counts.routines },
        ] {
            writeln!(out, "  {}", said(&word))?;
        }
        structure::print_tasks(out, self.tasks)?;
        structure::print_modules(out, self.modules)?;
        structure::print_calls(out, &self.calls)
    }
}

/// A line that begins with its label.
fn labelled(label: &TableWord<'_>, text: &str) -> String {
    format!("  {:<10}  {text}", said(label))
}

/// Notes by text, each listed once with its subjects.
fn by_text(notes: &[Note]) -> Vec<(&Message, Vec<String>)> {
    let mut all: Vec<(&Message, Vec<String>)> = Vec::new();
    for note in notes {
        let subject = said(&note.subject);
        match all.iter_mut().find(|(what, _)| **what == note.what) {
            Some((_, subjects)) => subjects.push(subject),
            None => all.push((&note.what, vec![subject])),
        }
    }
    all
}

fn tag_entry<'a>(symbols: &'a Symbols, tag: &Symbol<'a>, target: &Target) -> TagEntry<'a> {
    let address = symbols.address(tag, target);
    let translations = &symbols.project().translations;
    TagEntry {
        name: &tag.tag.name,
        r#type: tag.type_name(),
        length: tag.length(),
        dimensions: sizes(tag.dimensions()),
        scope: &tag.tag.scope,
        alias_for: tag.tag.alias_for.as_deref(),
        comment: tag.comment,
        comments: translations.of(tag.comment.unwrap_or_default()).collect(),
        unit: tag.unit,
        reason: address.as_ref().err().map(ToString::to_string),
        address: address.ok(),
        bounds: tag.dimensions(),
    }
}

fn types(project: &Project) -> Vec<TypeEntry<'_>> {
    let of_type = |data_type: &DataType| format!("{:?}", data_type.kind).to_lowercase();
    let data_types = project.data_types.iter().map(|it| TypeEntry {
        name: &it.name,
        kind: of_type(it),
        comment: it.comment.as_deref(),
        members: members(&it.members).chain(it.values.iter().map(value_entry)).collect(),
    });
    let blocks = project.blocks.iter().map(|it| TypeEntry {
        name: &it.name,
        kind: serde_json::to_value(it.kind)
            .ok()
            .and_then(|kind| kind.as_str().map(ToOwned::to_owned))
            .unwrap_or_default(),
        comment: it.comment.as_deref(),
        members: members(&it.members).collect(),
    });
    data_types.chain(blocks).collect()
}

fn members(members: &[Member]) -> impl Iterator<Item = MemberEntry<'_>> {
    members.iter().map(|it| MemberEntry {
        name: &it.name,
        r#type: &it.type_use.name,
        length: it.type_use.length,
        dimensions: sizes(&it.type_use.dimensions),
        number: None,
        comment: it.comment.as_deref(),
        members: self::members(&it.type_use.members).collect(),
        bounds: &it.type_use.dimensions,
    })
}

fn value_entry(value: &EnumValue) -> MemberEntry<'_> {
    MemberEntry {
        name: &value.name,
        r#type: "",
        length: None,
        dimensions: Vec::new(),
        number: value.number,
        comment: value.comment.as_deref(),
        members: Vec::new(),
        bounds: &[],
    }
}

fn sizes(bounds: &[Dimension]) -> Vec<u32> {
    bounds.iter().map(|it| it.count()).collect()
}

#[cfg(test)]
mod tests {
    use tagbridge_project::NoteKind;

    use super::*;

    #[test]
    fn what_is_said_of_many_is_said_once() {
        let note = |subject: &str, text: &str| Note {
            kind: NoteKind::Missing,
            subject: Message::verbatim(subject),
            what: Message::verbatim(text),
        };
        let notes =
            [note("TON", "of a library"), note("Line", "is off"), note("CTU", "of a library")];
        let all = by_text(&notes);
        let all: Vec<_> = all.iter().map(|(what, of)| (what.to_string(), of.join(" "))).collect();
        assert_eq!(format!("{all:?}"), r#"[("of a library", "TON CTU"), ("is off", "Line")]"#);
    }
}
