//! Function blocks of the library `Standard`, which all projects use and no file contains.

use std::collections::{BTreeSet, HashSet};

use super::interface::is_reference;
use crate::model::{Block, BlockKind, Member, Note, NoteKind, Project, Section, TypeUse};
use crate::says::Noted;

/// Names and types.
type Parameters = &'static [(&'static str, &'static str)];

/// Names, inputs and outputs (IEC 61131-3, tables 43 to 46).
const BLOCKS: [(&str, Parameters, Parameters); 10] = [
    ("TON", &[("IN", "BOOL"), ("PT", "TIME")], &[("Q", "BOOL"), ("ET", "TIME")]),
    ("TOF", &[("IN", "BOOL"), ("PT", "TIME")], &[("Q", "BOOL"), ("ET", "TIME")]),
    ("TP", &[("IN", "BOOL"), ("PT", "TIME")], &[("Q", "BOOL"), ("ET", "TIME")]),
    ("R_TRIG", &[("CLK", "BOOL")], &[("Q", "BOOL")]),
    ("F_TRIG", &[("CLK", "BOOL")], &[("Q", "BOOL")]),
    ("SR", &[("SET1", "BOOL"), ("RESET", "BOOL")], &[("Q1", "BOOL")]),
    ("RS", &[("SET", "BOOL"), ("RESET1", "BOOL")], &[("Q1", "BOOL")]),
    ("CTU", &[("CU", "BOOL"), ("RESET", "BOOL"), ("PV", "WORD")], &[("Q", "BOOL"), ("CV", "WORD")]),
    ("CTD", &[("CD", "BOOL"), ("LOAD", "BOOL"), ("PV", "WORD")], &[("Q", "BOOL"), ("CV", "WORD")]),
    (
        "CTUD",
        &[("CU", "BOOL"), ("CD", "BOOL"), ("RESET", "BOOL"), ("LOAD", "BOOL"), ("PV", "WORD")],
        &[("QU", "BOOL"), ("QD", "BOOL"), ("CV", "WORD")],
    ),
];

/// What IEC 61131-3 calls parameters that CODESYS gives another name.
const IEC_NAMES: [(&str, &str); 5] =
    [("SET1", "S1"), ("SET", "S"), ("RESET1", "R1"), ("RESET", "R"), ("LOAD", "LD")];

/// The blocks that a project uses without a definition, with the names in the project.
pub(super) fn blocks(project: &Project, has_iec_names: bool) -> Vec<Block> {
    let defined = defined(project);
    let missing = used(project).into_iter().filter(|name| !defined.contains(&name.to_lowercase()));
    let mut seen = HashSet::new();
    let missing = missing.filter(|name| seen.insert(name.to_lowercase()));
    let mut blocks: Vec<Block> = missing.filter_map(block).collect();
    if has_iec_names {
        for member in blocks.iter_mut().flat_map(|block| &mut block.members) {
            if let Some((_, name)) = IEC_NAMES.iter().find(|(known, _)| *known == member.name) {
                (*name).clone_into(&mut member.name);
            }
        }
    }
    blocks
}

/// Notes the types that are neither defined in the file nor known.
pub(super) fn note_missing(project: &mut Project) {
    let defined = defined(project);
    let unknown: Vec<String> = used(project)
        .into_iter()
        .filter(|name| {
            let key = name.to_lowercase();
            !defined.contains(&key)
                && !name.is_empty()
                && !ELEMENTARY.split(' ').any(|it| it.eq_ignore_ascii_case(name))
                && !is_reference(name)
        })
        .map(str::to_owned)
        .collect();
    for subject in unknown {
        project.notes.push(Note::new(NoteKind::Missing, &subject, &Noted::LibraryType));
    }
}

const ELEMENTARY: &str = "BOOL BIT BYTE WORD DWORD LWORD SINT USINT INT UINT DINT UDINT LINT ULINT REAL LREAL TIME \
    LTIME DATE LDATE TOD LTOD TIME_OF_DAY LTIME_OF_DAY DT LDT DATE_AND_TIME LDATE_AND_TIME \
    STRING WSTRING CHAR WCHAR STRUCT UNION __XWORD __UXINT __XINT";

fn block(name: &str) -> Option<Block> {
    let short = name.rsplit('.').next().unwrap_or(name).to_uppercase();
    if name.contains('.') && !name.to_lowercase().starts_with("standard.") {
        return None;
    }
    let (_, inputs, outputs) = BLOCKS.iter().find(|(known, ..)| *known == short)?;
    let members = |list: Parameters, section| -> Vec<Member> {
        let member = |(name, kind): &(&str, &str)| Member {
            name: (*name).to_owned(),
            type_use: TypeUse::scalar(*kind),
            section: Some(section),
            ..Member::default()
        };
        list.iter().map(member).collect()
    };
    let mut all = members(inputs, Section::Input);
    all.extend(members(outputs, Section::Output));
    Some(Block {
        name: name.to_owned(),
        kind: BlockKind::FunctionBlock,
        folder: vec!["Standard".to_owned()],
        members: all,
        protected: true,
        comment: Some("Of the library Standard; not in the file".to_owned()),
        ..Block::default()
    })
}

/// The names of defined types and blocks, in lower case.
fn defined(project: &Project) -> HashSet<String> {
    let types = project.data_types.iter().map(|it| &it.name);
    types.chain(project.blocks.iter().map(|it| &it.name)).map(|it| it.to_lowercase()).collect()
}

/// The names of the types of all tags, and of their members.
fn used(project: &Project) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut rest: Vec<&TypeUse> = project.tags.iter().map(|tag| &tag.type_use).collect();
    rest.extend(project.data_types.iter().filter_map(|it| it.base.as_ref()));
    let members = project.data_types.iter().flat_map(|it| &it.members);
    let blocks = project.blocks.iter().filter(|it| it.kind == BlockKind::FunctionBlock);
    rest.extend(members.chain(blocks.flat_map(|it| &it.members)).map(|member| &member.type_use));
    while let Some(type_use) = rest.pop() {
        names.insert(type_use.name.as_str());
        rest.extend(type_use.members.iter().map(|member| &member.type_use));
    }
    names
}
