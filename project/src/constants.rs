//! The uses of constants in code: there the code has the value of the constant, and reads no memory.

use std::ops::Range;

use tagbridge_structured_text::{TokenKind, tokens};

use crate::{Body, DataType, EnumValue, Project, Section};

/// A place in code: the index of the routine, the index of the rung if the routine has rungs, and
/// the bytes in the text.
type CodePlace = (usize, Option<usize>, Range<usize>);

impl Project {
    /// The uses of a constant in code. `declared` is the full name of a constant tag, or of the
    /// constant of a block. Empty if the name is not a constant.
    pub fn constant_uses(&self, declared: &str) -> Vec<CodePlace> {
        let Some((owner, name)) = self.constant(declared) else { return Vec::new() };
        let mut found = Vec::new();
        for (at, routine) in self.routines.iter().enumerate() {
            let is_seen = owner.is_none_or(|owner| {
                // A method can use the constants of its block.
                let block = routine.owner.split('.').next().unwrap_or_default();
                [routine.owner.as_str(), block].iter().any(|it| it.eq_ignore_ascii_case(owner))
            });
            match &routine.body {
                Body::Text(text) if is_seen => {
                    found.extend(self.named(text, name).map(|it| (at, None, it)));
                }
                Body::Rungs(rungs) if is_seen => {
                    for (rung, it) in rungs.iter().enumerate() {
                        let named = self.named(&it.text, name);
                        found.extend(named.map(|it| (at, Some(rung), it)));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The places of a name in a text, outside of comments and string literals.
    fn named<'t>(&self, text: &'t str, name: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let ranges = tokens(text, self.dialect()).into_iter().filter_map(|token| {
            let is_name = matches!(token.kind, TokenKind::Word | TokenKind::Quoted);
            is_name.then(|| token.span.range())
        });
        ranges.filter(move |at| text[at.clone()].trim_matches('"').eq_ignore_ascii_case(name))
    }

    /// The type and the value of an enumeration, by its whole name: `E_State.Running`.
    pub fn enumeration_value(&self, declared: &str) -> Option<(&DataType, &EnumValue)> {
        let (of, own) = declared.rsplit_once('.')?;
        let mut types = self.data_types.iter();
        let data_type = types.find(|it| it.name.eq_ignore_ascii_case(of))?;
        Some((data_type, data_type.values.iter().find(|it| it.name.eq_ignore_ascii_case(own))?))
    }

    /// The block that declares a constant, if any, and the constant's own name.
    fn constant<'d>(&self, declared: &'d str) -> Option<(Option<&str>, &'d str)> {
        let own = declared.rsplit(['.', '#']).next().unwrap_or(declared).trim_matches('"');
        let tag = self.tags.iter().find(|it| it.name.eq_ignore_ascii_case(declared));
        if let Some(tag) = tag {
            return tag.constant.then_some((None, own));
        }
        if self.enumeration_value(declared).is_some() {
            return Some((None, own));
        }
        self.blocks.iter().find_map(|block| {
            let behind = declared.strip_prefix(block.name.as_str())?;
            let is_its = behind.strip_prefix(['.', '#'])?.eq_ignore_ascii_case(own);
            let mut members = block.members.iter();
            let is_constant = members.any(|it| {
                it.name.eq_ignore_ascii_case(own)
                    && (it.constant || it.section == Some(Section::Constant))
            });
            (is_its && is_constant).then_some((Some(block.name.as_str()), own))
        })
    }
}
