//! The counts of the chapters, in addition to the findings.

use std::collections::BTreeMap;

use tagbridge_project::{BlockKind, Body};
use tagbridge_texts::Coded;

use crate::{chapter_writer::ChapterWriter, facts::Facts};

/// The subject of a count.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-figure")]
pub(crate) enum OutlineCount<'a> {
    Programs,
    Routines,
    Rungs,
    TextLines,
    Language { name: &'a str },
    Tags,
    Aliases,
    Types,
    FunctionBlocks,
    DataBlocks,
    Modules,
    Protected,
    Tasks,
    TasksOf { kind: &'a str },
    Inhibited,
    NotInTask,
    Named,
    Read,
    Written,
    Uses,
    SafetyTasks,
    SafetyPrograms,
    SafetyBlocks,
    SafetyTags,
}

pub(crate) fn inventory(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let is_data = |kind| kind == BlockKind::DataBlock;
    let data_blocks = project.blocks.iter().filter(|it| is_data(it.kind)).count();
    let (mut rungs, mut lines, mut protected) = (0, 0, 0);
    let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
    for routine in &project.routines {
        match &routine.body {
            Body::Rungs(of) => rungs += of.len(),
            Body::Text(text) => lines += text.lines().count(),
            Body::Protected => protected += 1,
            Body::Absent => continue,
        }
        *languages.entry(routine.language.as_str()).or_default() += 1;
    }
    pen.figure(&OutlineCount::Programs, project.programs.len());
    pen.figure(&OutlineCount::Routines, languages.values().sum());
    pen.figure(&OutlineCount::Rungs, rungs);
    pen.figure(&OutlineCount::TextLines, lines);
    for (name, count) in languages {
        pen.figure(&OutlineCount::Language { name }, count);
    }
    pen.figure(&OutlineCount::Protected, protected);
    pen.figure(&OutlineCount::Tags, project.tags.len());
    pen.figure(
        &OutlineCount::Aliases,
        project.tags.iter().filter(|tag| tag.alias_for.is_some()).count(),
    );
    pen.figure(&OutlineCount::Types, project.data_types.len());
    pen.figure(&OutlineCount::FunctionBlocks, project.blocks.len() - data_blocks);
    pen.figure(&OutlineCount::DataBlocks, data_blocks);
    pen.figure(&OutlineCount::Modules, project.modules.len());
}

pub(crate) fn cross_reference(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let tags = facts.tags(pen.budget());
    let (mut named, mut read, mut written) = (0, 0, 0);
    for tag in &facts.project.tags {
        pen.check();
        let of = tags.of(facts, tag);
        named += usize::from(of.any());
        read += usize::from(of.read);
        written += usize::from(of.written);
    }
    pen.figure(&OutlineCount::Tags, facts.project.tags.len());
    pen.figure(&OutlineCount::Named, named);
    pen.figure(&OutlineCount::Read, read);
    pen.figure(&OutlineCount::Written, written);
    let uses = facts.index.units().map(|(unit, _)| facts.index.refs_of(unit).len());
    pen.figure(&OutlineCount::Uses, uses.sum());
}

pub(crate) fn tasks(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    pen.figure(&OutlineCount::Tasks, project.tasks.len());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for task in &project.tasks {
        *kinds.entry(&task.kind).or_default() += 1;
    }
    for (kind, count) in kinds {
        pen.figure(&OutlineCount::TasksOf { kind }, count);
    }
    pen.figure(&OutlineCount::Inhibited, project.tasks.iter().filter(|it| it.inhibited).count());
    if !project.tasks.is_empty() {
        let is_executed = |name: &str| {
            let mut programs = project.tasks.iter().flat_map(|task| &task.programs);
            programs.any(|it| it.eq_ignore_ascii_case(name))
        };
        let left = project.programs.iter().filter(|it| !is_executed(&it.name)).count();
        pen.figure(&OutlineCount::NotInTask, left);
    }
}

pub(crate) fn safety(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    pen.figure(&OutlineCount::SafetyTasks, project.tasks.iter().filter(|it| it.safety).count());
    pen.figure(
        &OutlineCount::SafetyPrograms,
        project.programs.iter().filter(|it| it.safety).count(),
    );
    pen.figure(&OutlineCount::SafetyBlocks, project.blocks.iter().filter(|it| it.safety).count());
    pen.figure(&OutlineCount::SafetyTags, project.tags.iter().filter(|it| it.safety).count());
}
