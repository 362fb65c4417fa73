//! Declarations: tags, types, blocks, routines, tasks.

use std::fmt::Write as _;

use tagbridge_api::{
    search::ChunkKind,
    turn::{Citation, LocationKind},
};
use tagbridge_project::{BlockKind, Member, TypeUse};

use super::{Piece, Shown, address, code::Uses, kept, plain};
use crate::Facts;

/// Maximum depth of listed members.
const DEPTH_MAX: usize = 2;
/// Maximum number of listed members.
const MEMBERS_MAX: usize = 60;

pub(super) fn pieces(facts: &Facts, uses: &Uses) -> Vec<Piece> {
    let mut pieces = Vec::new();
    tags(facts, uses, &mut pieces);
    definitions(facts, &mut pieces);
    routines(facts, &mut pieces);
    pieces
}

fn tags(facts: &Facts, uses: &Uses, pieces: &mut Vec<Piece>) {
    for tag in &facts.project().tags {
        let mut text = format!("{} : {}", tag.name, written(&tag.type_use));
        let comment = tag.comment.as_deref().unwrap_or_default();
        if !comment.is_empty() {
            let _infallible = write!(text, " // {comment}");
        }
        if let Some(other) = &tag.alias_for {
            let _infallible = write!(text, "\nalias of {other}");
        }
        let mut members = Members::default();
        members.add(facts, &tag.type_use, "", 0);
        text.push_str(&members.text);
        for (part, said) in tag.comments.iter().take(MEMBERS_MAX) {
            let _infallible = write!(text, "\n{part} // {said}");
        }
        let mut routines: Vec<&str> = Vec::new();
        if let Some(found) = uses.find(&tag.name) {
            for (how, paths) in ["written in", "read in"].iter().zip(found) {
                if !paths.is_empty() {
                    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
                    let _infallible = write!(text, "\n{how} {}", paths.join(", "));
                    routines.extend(paths);
                }
            }
        }
        let said = tag.comments.values().map(String::as_str);
        let mut called = vec![plain(&tag.name)];
        let last = plain(tag.name.rsplit_once('.').map_or(tag.name.as_str(), |(_, last)| last));
        // As people write it: `tank level` means `Tank_Level`.
        called.extend([last.replace('_', ""), last]);
        called.extend(tag.alias_for.as_deref().map(plain));
        pieces.push(Piece {
            chunk: shown(ChunkKind::Tag, LocationKind::Tag, &tag.name, &text),
            comment: kept([comment]),
            names: kept([tag.name.as_str()]),
            descriptions: kept(said.chain(members.said.iter().map(String::as_str))),
            code: kept(
                members.names.iter().map(String::as_str).chain([tag.type_use.name.as_str()]),
            ),
            called,
            addresses: address::of(&tag.place).into_iter().collect(),
        });
    }
}

fn definitions(facts: &Facts, pieces: &mut Vec<Piece>) {
    let project = facts.project();
    let types = project.data_types.iter().map(|it| {
        let kind = LocationKind::Definition;
        let values = it.values.iter().map(|value| value.name.clone()).collect();
        (kind, &it.name, &it.comment, &it.members, values)
    });
    let blocks = project.blocks.iter().map(|it| {
        let kind = match it.kind {
            BlockKind::DataBlock => LocationKind::DataBlock,
            _ => LocationKind::Definition,
        };
        (kind, &it.name, &it.comment, &it.members, Vec::<String>::new())
    });
    for (kind, name, comment, own, values) in types.chain(blocks) {
        let comment = comment.as_deref().unwrap_or_default();
        let mut members = Members::default();
        members.list(facts, own, "", 0);
        let mut text = name.clone();
        if !comment.is_empty() {
            let _infallible = write!(text, " // {comment}");
        }
        text.push_str(&members.text);
        if !values.is_empty() {
            let _infallible = write!(text, "\n({})", values.join(", "));
        }
        pieces.push(Piece {
            chunk: shown(ChunkKind::Definition, kind, name, &text),
            comment: kept([comment]),
            names: kept([name.as_str()]),
            descriptions: kept(members.said.iter().map(String::as_str)),
            code: kept(members.names.iter().chain(&values).map(String::as_str)),
            called: vec![plain(name)],
            addresses: Vec::new(),
        });
    }
}

fn routines(facts: &Facts, pieces: &mut Vec<Piece>) {
    let (logic, project) = (facts.logic(), facts.project());
    let mut before = None;
    for (_, unit) in logic.index.units() {
        if before.replace(unit.routine) == Some(unit.routine) {
            continue;
        }
        let routine = &project.routines[unit.routine.index()];
        let path = logic.path(unit.routine);
        let comment = routine.comment.as_deref().unwrap_or_default();
        let text = format!("{path} {comment}");
        let mut called = vec![plain(&path)];
        called.extend(path.rsplit_once(['/', '.']).map(|(_, last)| plain(last)));
        let mut chunk = shown(ChunkKind::Routine, LocationKind::Routine, &path, &text);
        chunk.language = Some(routine.language.as_str().to_owned());
        pieces.push(Piece {
            chunk,
            comment: kept([comment]),
            names: kept([path.as_str()]),
            descriptions: String::new(),
            code: String::new(),
            called,
            addresses: Vec::new(),
        });
    }
    for task in &project.tasks {
        let comment = task.comment.as_deref().unwrap_or_default();
        let programs = task.programs.join(", ");
        let text = format!("{} {} {programs} {comment}", task.name, task.kind);
        pieces.push(Piece {
            chunk: shown(ChunkKind::Task, LocationKind::Definition, &task.name, &text),
            comment: kept([comment]),
            names: kept([task.name.as_str(), "task"]),
            descriptions: String::new(),
            code: kept([task.kind.as_str(), programs.as_str()]),
            called: vec![plain(&task.name)],
            addresses: Vec::new(),
        });
    }
}

fn shown(
    kind: ChunkKind,
    location_kind: LocationKind,
    path: &str,
    text: &str,
) -> tagbridge_api::search::Chunk {
    let citation = Citation { location_kind, path: path.to_owned(), rung: None };
    Shown { kind, citation, at: None, text, language: None, lines: None }.chunk()
}

fn written(of: &TypeUse) -> String {
    if of.dimensions.is_empty() {
        return of.name.clone();
    }
    let dimensions: Vec<String> =
        of.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
    format!("{}[{}]", of.name, dimensions.join(", "))
}

/// The listed members of an object.
#[derive(Debug, Default)]
struct Members {
    text: String,
    names: Vec<String>,
    said: Vec<String>,
}

impl Members {
    fn add(&mut self, facts: &Facts, of: &TypeUse, before: &str, depth: usize) {
        if !of.members.is_empty() {
            self.list(facts, &of.members, before, depth);
        } else if let Some(defined) =
            facts.project().data_types.iter().find(|it| it.name.eq_ignore_ascii_case(&of.name))
        {
            self.list(facts, &defined.members, before, depth);
        }
    }

    fn list(&mut self, facts: &Facts, members: &[Member], before: &str, depth: usize) {
        for member in members {
            if self.names.len() >= MEMBERS_MAX {
                return;
            }
            let name = format!("{before}.{}", member.name);
            let _infallible = write!(self.text, "\n{name} : {}", written(&member.type_use));
            if let Some(comment) = &member.comment {
                let _infallible = write!(self.text, " // {comment}");
                self.said.push(comment.clone());
            }
            self.names.push(member.name.clone());
            if depth + 1 < DEPTH_MAX {
                self.add(facts, &member.type_use, &name, depth + 1);
            }
        }
    }
}
