//! Builds [`Template`]s from a controller's descriptions of its structures.

use std::{collections::HashMap, sync::Arc};

use super::{Kind, Member, Template, symbol::MAX_DEPTH};
use crate::{
    codec::{
        Elementary,
        symbol_list::TypeWord,
        template::{Attributes, Definition, MemberDefinition},
    },
    log_message::{LogMessage, event},
};

/// Structures as a controller describes them, by the instance of their template.
#[derive(Debug, Default)]
pub(super) struct Templates {
    /// The descriptions; `None` if the controller does not have one.
    described: HashMap<u16, Option<(Attributes, Definition)>>,
    built: HashMap<u16, Arc<Template>>,
}

impl Templates {
    /// Stores a description, or that the controller does not have one.
    pub(super) fn keep(&mut self, template: u16, description: Option<(Attributes, Definition)>) {
        self.described.insert(template, description);
    }

    /// The templates that a description refers to.
    pub(super) fn referenced_templates(definition: &Definition) -> impl Iterator<Item = u16> + '_ {
        definition.members.iter().filter_map(|it| it.kind.template())
    }

    /// The type of a type word.
    pub(super) fn kind(&mut self, word: TypeWord) -> Kind {
        self.kind_within(word, &mut Vec::new())
    }

    /// The type of a type word within the structures `around`.
    fn kind_within(&mut self, word: TypeWord, around: &mut Vec<u16>) -> Kind {
        match (word.template(), word.code().and_then(Elementary::of_logix)) {
            (Some(template), _) => {
                self.template(template, around).map_or(Kind::Unknown(word.0), Kind::Structure)
            }
            (None, Some(it)) => Kind::Atomic(it),
            (None, None) => Kind::Unknown(word.0),
        }
    }

    /// Builds a template. `None`: it is not described, contains itself, or is nested too deeply.
    fn template(&mut self, id: u16, around: &mut Vec<u16>) -> Option<Arc<Template>> {
        if let Some(built) = self.built.get(&id) {
            return Some(Arc::clone(built));
        }
        if around.contains(&id) || around.len() >= MAX_DEPTH {
            event!(warn, LogMessage::StructureTooDeep, template = id);
            return None;
        }
        let (attributes, definition) = self.described.get(&id)?.clone()?;
        around.push(id);
        let members = definition.members.iter().map(|it| self.member(id, it, around)).collect();
        around.pop();
        let name = match definition.name.as_str() {
            // The firmware's name of the built-in string.
            "ASCIISTRING82" => "STRING",
            name => name,
        };
        let template = Arc::new(Template {
            name: name.into(),
            handle: attributes.handle,
            size: attributes.structure_size,
            members,
        });
        self.built.insert(id, Arc::clone(&template));
        Some(template)
    }

    fn member(
        &mut self,
        template: u16,
        definition: &MemberDefinition,
        around: &mut Vec<u16>,
    ) -> Member {
        let kind = self.kind_within(definition.kind, around);
        let is_bool = kind == Kind::Atomic(Elementary::Bool);
        Member {
            offset: definition.offset.saturating_add(if is_bool {
                u32::from(definition.info / 8)
            } else {
                0
            }),
            elements: if is_bool { 0 } else { definition.info.into() },
            bit: is_bool.then(|| (definition.info % 8).to_le_bytes()[0]),
            hidden: is_hidden(template, &definition.name),
            name: definition.name.as_str().into(),
            kind,
        }
    }
}

/// Whether a member is hidden: the hosts of BOOLs, members without a name, and the control words of
/// the firmware's own structures, whose template instances are outside the range of UDTs
/// (1756-PM020, "Template object").
fn is_hidden(template: u16, name: &str) -> bool {
    let is_firmware = !(0x100..=0xEFF).contains(&template);
    name.is_empty()
        || name.starts_with("ZZZZZZZZZZ")
        || name.starts_with("__")
        || is_firmware && matches!(name, "CTL" | "Control")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(
        name: &str,
        size: u32,
        members: &[(&str, u16, u16, u32)],
    ) -> (Attributes, Definition) {
        let members = members.iter().map(|&(name, info, kind, offset)| MemberDefinition {
            name: name.into(),
            info,
            kind: TypeWord(kind),
            offset,
        });
        let attributes =
            Attributes { handle: 1, member_count: 0, definition_words: 0, structure_size: size };
        (attributes, Definition { name: name.into(), members: members.collect() })
    }

    fn structure(templates: &mut Templates, id: u16) -> Arc<Template> {
        match templates.kind(TypeWord(0x8000 | id)) {
            Kind::Structure(it) => it,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn structures_are_built_from_the_inside() {
        let mut templates = Templates::default();
        let timer = [
            ("CTL", 0, 0xC4, 0),
            ("PRE", 0, 0xC4, 4),
            ("ACC", 0, 0xC4, 8),
            ("EN", 31, 0xC1, 0),
            ("DN", 5, 0xC1, 3),
        ];
        templates.keep(0xF83, Some(described("TIMER", 12, &timer)));
        let motor =
            [("ZZZZZZZZZZMotor0", 0, 0xC2, 0), ("T", 3, 0xAF83, 4), ("Gone", 0, 0x8777, 40)];
        templates.keep(0x100, Some(described("Motor", 44, &motor)));
        templates.keep(0x777, None);
        let motor = structure(&mut templates, 0x100);
        let visible: Vec<_> = motor.visible().map(|it| (&*it.name, it.elements)).collect();
        assert_eq!(visible, [("T", 3), ("Gone", 0)]);
        assert_eq!(motor.members[2].kind, Kind::Unknown(0x8777));
        let timer = structure(&mut templates, 0xF83);
        assert_eq!(motor.members[1].kind, Kind::Structure(Arc::clone(&timer)));
        let visible: Vec<_> = timer.visible().map(|it| (&*it.name, it.offset, it.bit)).collect();
        let expected = [("PRE", 4, None), ("ACC", 8, None), ("EN", 3, Some(7)), ("DN", 3, Some(5))];
        assert_eq!(visible, expected);
    }

    #[test]
    fn a_structure_in_itself_comes_to_an_end() {
        let mut templates = Templates::default();
        templates.keep(0x100, Some(described("A", 8, &[("B", 0, 0x8101, 0)])));
        templates.keep(0x101, Some(described("B", 8, &[("A", 0, 0x8100, 0)])));
        let a = structure(&mut templates, 0x100);
        let Kind::Structure(b) = &a.members[0].kind else { panic!("{a:?}") };
        assert_eq!(b.members[0].kind, Kind::Unknown(0x8100));
        for id in 0x200..0x300 {
            let inner = [("In", 0, 0x8000 | (id + 1), 0)];
            templates.keep(id, Some(described("Deep", 8, &inner)));
        }
        let mut depth = 0;
        let mut at = templates.kind(TypeWord(0x8200));
        while let Kind::Structure(it) = at {
            depth += 1;
            at = it.members[0].kind.clone();
        }
        assert_eq!(depth, MAX_DEPTH);
    }
}
