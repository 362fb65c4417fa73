//! A project's code for screens: its tree, and its routines with current values.

mod changes;
mod flow;
mod names;
mod why;

use tagbridge_logic::RoutineId;
use tagbridge_project::{Body, Language, Routine, Rung, Symbols, Tag};
use tagbridge_report::{Fonts, draw::Drawing, svg};
use tagbridge_texts::{self as texts, Coded};

use self::{
    flow::Flow,
    names::{CodeNames, LiveOperands},
};
use crate::{
    comment::translated,
    parsed_project::ParsedProject,
    tag_tree,
    time::small,
    view::{
        CodeLine, CodeName, CodeOwner, DrawnRoutine, DrawnRung, FindNames, FoundNames, OpenRoutine,
        Outline, RoutineItem, TypeItem, TypeMember,
    },
};

pub(crate) use self::{
    changes::changes,
    names::{DisplayedValues, scalar, written},
    why::why,
};

/// Maximum number of rungs that are drawn at a time.
const RUNGS_MAX: usize = 60;
/// Maximum number of displayed lines of a text.
const LINES_MAX: usize = 5000;
/// Maximum number of names in a search result.
const NAMES_MAX: usize = 200;

/// The tree of a project.
pub(crate) fn outline(book: &ParsedProject, shown_in: texts::Language) -> Outline {
    let logic = book.logic();
    let project = logic.project;
    let said = |text: &Option<String>| translated(project, shown_in, text.as_ref());
    let item = |(at, routine): (usize, &Routine)| RoutineItem {
        routine: small(at),
        name: routine.name.clone(),
        path: logic.path(RoutineId::at(at)),
        language: routine.language.as_str().to_owned(),
        parts: match &routine.body {
            Body::Rungs(rungs) => small(rungs.len()),
            Body::Text(text) => small(text.split('\n').count()),
            Body::Protected | Body::Absent => 0,
        },
        is_hidden: matches!(routine.body, Body::Protected | Body::Absent),
    };
    let routines = |owner: &str| {
        let own = project.routines.iter().enumerate().filter(|(_, it)| it.owner == owner);
        own.map(item).collect::<Vec<_>>()
    };
    let task = |program: &str| {
        project.tasks.iter().find(|it| it.programs.iter().any(|own| own == program))
    };
    let programs = project.programs.iter().map(|it| CodeOwner {
        name: it.name.clone(),
        task: task(&it.name).map(|it| it.name.clone()),
        comment: said(&it.comment),
        routines: routines(&it.name),
    });
    let blocks = project.blocks.iter().map(|it| CodeOwner {
        name: it.name.clone(),
        task: None,
        comment: said(&it.comment),
        routines: routines(&it.name),
    });
    let types = project.data_types.iter().map(|it| TypeItem {
        name: it.name.clone(),
        comment: said(&it.comment),
        members: it
            .members
            .iter()
            .map(|it| TypeMember {
                name: it.name.clone(),
                type_name: it.type_use.name.clone(),
                comment: said(&it.comment),
            })
            .collect(),
    });
    Outline {
        programs: programs.collect(),
        blocks: blocks.filter(|it| !it.routines.is_empty()).collect(),
        types: types.collect(),
        tags: small(project.tags.len()),
        notes: project.notes.iter().map(Coded::message).collect(),
    }
}

/// Tags with this text in their name, comment or address.
pub(crate) fn find(symbols: &Symbols, of: &FindNames) -> FoundNames {
    let project = symbols.project();
    let found = tag_tree::found(symbols, &of.search);
    let tag = |it: &Tag| TypeMember {
        name: it.name.clone(),
        type_name: it.type_use.name.clone(),
        comment: translated(project, of.language, it.comment.as_ref()),
    };
    let found: Vec<_> = found.collect();
    let shown = found.iter().take(NAMES_MAX);
    FoundNames { of: small(found.len()), tags: shown.map(|it| tag(it.tag)).collect() }
}

/// Draws a routine with these values. `None`: the routine does not exist.
pub(crate) fn drawn(
    book: &ParsedProject,
    open: &OpenRoutine,
    shown: DisplayedValues<'_>,
) -> Option<DrawnRoutine> {
    let logic = book.logic();
    let (at, project) = (open.routine as usize, logic.project);
    let routine = project.routines.get(at)?;
    let said = |text: &Option<String>| translated(project, open.language, text.as_ref());
    let (fonts, unread) = (Fonts::default(), shown.unread);
    let drawing = Drawing::new(project, &fonts);
    let mut written = CodeNames::new(logic, RoutineId::at(at), shown);
    let is_ladder = |rung: &Rung| rung.language.unwrap_or(routine.language) == Language::Ld;
    let has_ladder = matches!(&routine.body, Body::Rungs(rungs) if rungs.iter().any(is_ladder));
    let flows = has_ladder.then(|| book.flows(RoutineId::at(at)));
    let live = flows.as_deref().map(|flows| LiveOperands::new(project, &flows.index, shown));
    let (mut rungs, mut lines, mut of) = (Vec::new(), Vec::new(), 0);
    match &routine.body {
        Body::Rungs(all) => {
            of = small(all.len());
            let count = (open.count as usize).min(RUNGS_MAX);
            for (at, rung) in all.iter().enumerate().skip(open.from as usize).take(count) {
                written.look_at(small(at));
                let mut series = Vec::new();
                if let (Some(flows), Some(live), true) = (&flows, &live, is_ladder(rung))
                    && let Some(pieces) = drawing.pieces(rung, &routine.owner)
                {
                    let mut flow = Flow {
                        names: &mut written,
                        flows,
                        evaluation: flows.evaluation(live),
                        rung: small(at),
                        hands_on: crate::view::Vendor::from(project.vendor).hands_on(),
                    };
                    series = pieces.iter().map(|it| flow.rung(it)).collect();
                }
                let picture = if series.is_empty() { drawing.diagram(rung) } else { None };
                rungs.push(DrawnRung {
                    number: rung.number,
                    title: said(&rung.title),
                    comment: said(&rung.comment),
                    text: rung.text.clone(),
                    picture: picture.map(|it| svg::write(&it)),
                    series,
                });
            }
        }
        Body::Text(text) => lines = code_lines(text, &mut written),
        Body::Protected | Body::Absent => {}
    }
    let chart = if routine.language == Language::Sfc { drawing.chart(routine) } else { None };
    let path = logic.path(RoutineId::at(at));
    Some(DrawnRoutine {
        routine: open.routine,
        path,
        language: routine.language.as_str().to_owned(),
        comment: said(&routine.comment),
        rungs,
        of,
        lines,
        chart: chart.map(|it| svg::write(&it)),
        unread: if open.live { unread.map(str::to_owned) } else { None },
        live: written.summary(),
    })
}

/// The lines of a text, with each name of the code as a separate part.
fn code_lines(text: &str, written: &mut CodeNames<'_>) -> Vec<CodeLine> {
    let spans = written.look_at_text();
    let plain = |text: &str| CodeName { text: text.to_owned(), ..CodeName::default() };
    let (mut begin, mut lines) = (0, Vec::new());
    for (at, line) in text.split('\n').take(LINES_MAX).enumerate() {
        let end = begin + line.len();
        let mut pieces = Vec::new();
        let mut from = begin;
        let first = spans.partition_point(|(span, _)| span.start < begin);
        for (span, place) in spans[first..].iter().take_while(|(span, _)| span.end <= end) {
            // A name inside another name is displayed with the outer one.
            if span.start < from {
                continue;
            }
            if span.start > from {
                pieces.push(plain(&text[from..span.start]));
            }
            pieces.push(written.of_place(*place, &text[span.clone()]));
            from = span.end;
        }
        if from < end {
            pieces.push(plain(&text[from..end]));
        }
        lines.push(CodeLine { number: small(at + 1), pieces });
        begin = end + 1;
    }
    lines
}

#[cfg(test)]
mod tests;
