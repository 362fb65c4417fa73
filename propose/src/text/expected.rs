//! The expected differences of a declaration that is added, removed or changed, for all its copies
//! in the model: tags and blocks of data, instances, derived blocks.

use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_project::{Block, BlockKind, Project};
use tagbridge_structured_text::Dialect;

use super::{
    outline::{Section, UnitKind},
    world::World,
};
use crate::draft::Draft;

/// The fate of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate<'a> {
    Added,
    Removed,
    /// Only its initial value, or its type, changes: from, to.
    Changed(&'a str, &'a str),
    /// Its type changes: from, to.
    Retyped(&'a str, &'a str),
    /// Only its comment changes.
    Commented(&'a str),
}

/// A declaration in the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shown {
    /// A tag, by its full name.
    Tag(String),
    /// A member of a block or of a program: the owner, the member.
    Block(String, String),
    Program(String, String),
    /// A member of a type.
    Type(String, String),
}

impl World<'_> {
    /// All declarations in the model for a variable of a section of a unit.
    pub(crate) fn shown(&self, unit: usize, section: &Section, name: &str) -> Vec<Shown> {
        let of = &self.units[unit];
        let project = self.context.logic.project;
        let block = |owner: &str| Shown::Block(owner.to_owned(), name.to_owned());
        let keeps = !section.constant
            && !matches!(section.keyword.as_str(), "VAR_TEMP" | "VAR_EXTERNAL" | "CONST");
        match (self.dialect, of.kind) {
            (Dialect::Siemens, UnitKind::Program) => {
                vec![Shown::Program(of.name.clone(), name.to_owned())]
            }
            (Dialect::Siemens, UnitKind::Block) => {
                let mut all = vec![block(&of.name)];
                if keeps {
                    all.extend(instances(project, &of.name, name));
                }
                all
            }
            (Dialect::Siemens, UnitKind::DataBlock) => {
                vec![block(&of.name), Shown::Tag(self.full(unit, name))]
            }
            (Dialect::Siemens, UnitKind::Type) => {
                let mut all = vec![Shown::Type(of.name.clone(), name.to_owned())];
                all.extend(instances(project, &of.name, name));
                all
            }
            (_, UnitKind::Type) => vec![Shown::Type(of.name.clone(), name.to_owned())],
            (_, UnitKind::Program) if matches!(section.keyword.as_str(), "VAR" | "VAR_STAT") => {
                vec![Shown::Tag(self.full(unit, name))]
            }
            (_, UnitKind::Program) => {
                let mut all = vec![Shown::Program(of.name.clone(), name.to_owned())];
                if matches!(section.keyword.as_str(), "VAR_INPUT" | "VAR_OUTPUT" | "VAR_IN_OUT") {
                    all.push(Shown::Tag(self.full(unit, name)));
                }
                all
            }
            (_, UnitKind::Globals) => vec![Shown::Tag(self.full(unit, name))],
            _ => {
                let mut all = vec![block(&of.name)];
                let children = project.blocks.iter().filter(|it| inherits(project, it, &of.name));
                all.extend(children.map(|it| block(&it.name)));
                all
            }
        }
    }

    /// Expects exactly this fate.
    pub(crate) fn expect(&self, draft: &mut Draft, shown: &[Shown], fate: Fate<'_>) {
        for it in shown {
            if let (Shown::Block(owner, _), Dialect::Siemens) = (it, self.dialect) {
                // Data with such a block has a different size.
                draft.derived_of.get_or_insert_with(|| owner.clone());
            }
            let (subject, touched, [added, removed, changed]) = match it {
                Shown::Tag(name) => (
                    name.clone(),
                    key("tag", name),
                    [ChangeKind::TagAdded, ChangeKind::TagRemoved, ChangeKind::TagType],
                ),
                Shown::Block(owner, name) => (
                    format!("{owner}.{name}"),
                    key("block", owner),
                    [
                        ChangeKind::ParameterAdded,
                        ChangeKind::ParameterRemoved,
                        ChangeKind::ParameterChanged,
                    ],
                ),
                Shown::Program(owner, name) => (
                    format!("{owner}.{name}"),
                    key("program", owner),
                    [
                        ChangeKind::ParameterAdded,
                        ChangeKind::ParameterRemoved,
                        ChangeKind::ParameterChanged,
                    ],
                ),
                Shown::Type(owner, name) => {
                    draft.derived_of = Some(owner.clone());
                    draft.touch(key("type", owner));
                    if let Fate::Commented(_) = fate {
                        continue;
                    }
                    draft.expect(ChangeKind::TypeChanged, &[owner, name]);
                    continue;
                }
            };
            draft.touch(touched);
            match (fate, it) {
                (Fate::Added, _) => draft.expect(added, &[&subject]),
                (Fate::Removed, _) => draft.expect(removed, &[&subject]),
                // Initial values of tags are compared by themselves.
                (Fate::Changed(..), Shown::Tag(_)) => &mut *draft,
                (Fate::Retyped(from, to) | Fate::Changed(from, to), _) => {
                    draft.expect(changed, &[&subject, from, to])
                }
                (Fate::Commented(text), _) => draft.expect(ChangeKind::Comment, &[&subject, text]),
            };
        }
    }
}

/// Data of a block's or type's type, which repeats its members.
pub(crate) fn instances(project: &Project, of: &str, name: &str) -> Vec<Shown> {
    let is_made = |it: &&Block| {
        it.kind == BlockKind::DataBlock
            && it.instance_of.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(of))
    };
    let made = project.blocks.iter().filter(is_made);
    made.flat_map(|it| {
        [
            Shown::Block(it.name.clone(), name.to_owned()),
            Shown::Tag(format!("\"{}\".\"{name}\"", it.name)),
        ]
    })
    .collect()
}

/// Whether a block is derived from another one, directly or indirectly.
fn inherits(project: &Project, block: &Block, of: &str) -> bool {
    let mut at = block;
    for _ in 0..32 {
        let Some(parent) = at.extends.first() else { return false };
        if parent.eq_ignore_ascii_case(of) {
            return block.kind == BlockKind::FunctionBlock;
        }
        let Some(next) = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(parent))
        else {
            return false;
        };
        at = next;
    }
    false
}
