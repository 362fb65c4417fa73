//! Tags, types, blocks and modules.

use tagbridge_project::{Initial, Member, Place, Tag, TypeUse};

use super::{
    Report, ReportError,
    sheets::{Anchor, Row, Run, SMALL},
};
use crate::messages::{ReportText, Word};

fn cells<const N: usize>(cells: [String; N]) -> Vec<Vec<Run>> {
    cells.into_iter().map(|it| vec![Run::plain(it)]).collect()
}

impl Report<'_> {
    pub(super) fn tags(&mut self) -> Result<(), ReportError> {
        self.chapter(&ReportText::Tags);
        let tags = &self.logic.project.tags;
        if tags.is_empty() {
            self.sentence(&ReportText::Nothing);
            return Ok(());
        }
        let heads = [
            ReportText::Name,
            ReportText::Type,
            ReportText::Address,
            ReportText::Comment,
            ReportText::WhereUsed,
        ];
        let mut heads = heads.map(|it| self.said(&it)).to_vec();
        let mut columns = vec![0.27, 0.14, 0.09, 0.23, 0.27];
        // Logix has no addresses: the column of types gets their width.
        let has_addresses = tags.iter().any(|tag| !address(tag).is_empty());
        if !has_addresses {
            heads.remove(2);
            columns[1] += columns.remove(2);
        }
        let mut rows: Vec<Row> = Vec::with_capacity(tags.len());
        for (at, tag) in tags.iter().enumerate() {
            if at % 1024 == 0 {
                self.go_on()?;
            }
            let comment = match (&tag.alias_for, &tag.comment) {
                (Some(of), comment) => {
                    let alias = self.said(&ReportText::Alias { of });
                    [Some(alias), comment.clone()]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join("; ")
                }
                (None, comment) => comment.clone().unwrap_or_default(),
            };
            let mut row = cells([tag.name.clone(), type_of(&tag.type_use), address(tag), comment]);
            if !has_addresses {
                row.remove(2);
            }
            row.push(
                self.uses.runs(self.logic, at, |count| self.said(&ReportText::More { count })),
            );
            rows.push((Some(Anchor::Tag(at)), row));
        }
        self.sheets.table(&heads, &columns, rows);
        Ok(())
    }

    pub(super) fn types(&mut self) {
        self.chapter(&ReportText::Types);
        let project = self.logic.project;
        if project.data_types.is_empty() {
            self.sentence(&ReportText::Nothing);
        }
        for (at, kind) in project.data_types.iter().enumerate() {
            self.sheets.heading(1, &kind.name, Anchor::Type(at));
            let word = self.said(&Word::from(kind.kind));
            let base = kind.base.iter().map(type_of).chain(kind.extends.clone());
            let words = std::iter::once(word).chain(base).chain(kind.comment.clone());
            self.sheets.says(&words.collect::<Vec<_>>().join("; "));
            if !kind.members.is_empty() {
                self.members(&kind.members);
            }
            if !kind.values.is_empty() {
                let heads = [ReportText::Name, ReportText::Number, ReportText::Comment]
                    .map(|it| self.said(&it));
                let rows = kind.values.iter().map(|value| {
                    let number = value.number.map(|it| it.to_string()).unwrap_or_default();
                    let comment = value.comment.clone().unwrap_or_default();
                    (None, cells([value.name.clone(), number, comment]))
                });
                self.sheets.table(&heads, &[0.35, 0.15, 0.5], rows.collect());
            }
        }
    }

    pub(super) fn blocks(&mut self) {
        self.chapter(&ReportText::Blocks);
        let project = self.logic.project;
        if project.blocks.is_empty() {
            self.sentence(&ReportText::Nothing);
        }
        for (at, block) in project.blocks.iter().enumerate() {
            self.sheets.heading(1, &block.name, Anchor::Block(at));
            let kind = self.said(&Word::from(block.kind));
            let words =
                std::iter::once(kind).chain(block.extends.clone()).chain(block.comment.clone());
            self.sheets.says(&words.collect::<Vec<_>>().join("; "));
            let own = |routine: &tagbridge_project::Routine| routine.owner == block.name;
            if let Some(routine) = project.routines.iter().position(own) {
                let path = self.logic.path(tagbridge_logic::RoutineId::at(routine));
                self.sheets.paragraph(&[Run::link(path, Anchor::Routine(routine))], SMALL, 0.0);
            }
            if !block.members.is_empty() {
                self.members(&block.members);
            }
        }
    }

    fn members(&mut self, members: &[Member]) {
        let heads = [
            ReportText::Name,
            ReportText::Section,
            ReportText::Type,
            ReportText::Start,
            ReportText::Comment,
        ];
        let heads = heads.map(|it| self.said(&it));
        let rows = members.iter().map(|member| {
            let section = member.section.map(|it| self.said(&Word::from(it)));
            let start = match &member.initial {
                Some(Initial::Scalar(value)) => value.clone(),
                _ => String::new(),
            };
            let comment = match (&member.alias_for, &member.comment) {
                (Some(of), None) => self.said(&ReportText::Alias { of }),
                (_, comment) => comment.clone().unwrap_or_default(),
            };
            let kind = type_of(&member.type_use);
            (None, cells([member.name.clone(), section.unwrap_or_default(), kind, start, comment]))
        });
        let rows = rows.collect();
        self.sheets.table(&heads, &[0.28, 0.13, 0.2, 0.12, 0.27], rows);
    }

    pub(super) fn modules(&mut self) {
        self.chapter(&ReportText::Modules);
        let modules = &self.logic.project.modules;
        if modules.is_empty() {
            self.sentence(&ReportText::Nothing);
            return;
        }
        let heads = [
            ReportText::Name,
            ReportText::Model,
            ReportText::Parent,
            ReportText::Address,
            ReportText::Comment,
        ];
        let heads = heads.map(|it| self.said(&it));
        let rows = modules.iter().map(|module| {
            let text = |it: &Option<String>| it.clone().unwrap_or_default();
            let parts = [&module.model, &module.parent, &module.address, &module.comment].map(text);
            let [model, parent, address, comment] = parts;
            (None, cells([module.name.clone(), model, parent, address, comment]))
        });
        let rows = rows.collect();
        self.sheets.table(&heads, &[0.26, 0.22, 0.16, 0.14, 0.22], rows);
    }
}

/// `DINT[0..9]`, `STRING[20]`
fn type_of(used: &TypeUse) -> String {
    let mut text = used.name.clone();
    if let Some(length) = used.length {
        text.extend(["[", &length.to_string(), "]"]);
    }
    if !used.dimensions.is_empty() {
        let bounds = used.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high));
        text.extend(["[", &bounds.collect::<Vec<_>>().join(", "), "]"]);
    }
    text
}

/// The address of a tag, if it has one.
fn address(tag: &Tag) -> String {
    match &tag.place {
        Place::Area { area, bit } if matches!(area, 'T' | 'C') => format!("%{area}{bit}"),
        Place::Area { area, bit } => format!("%{area}{}.{}", bit / 8, bit % 8),
        Place::Block { block, number, bit } => {
            let block = number.map_or_else(|| block.clone(), |number| format!("DB{number}"));
            format!("{block}.{}.{}", bit / 8, bit % 8)
        }
        Place::Symbol | Place::Optimised { .. } | Place::Node { .. } | Place::Nowhere { .. } => {
            String::new()
        }
    }
}
