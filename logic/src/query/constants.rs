//! Where code names a constant: the value stands there for it, so that no place of memory is read.

use tagbridge_project::{Section, Vendor};
use tagbridge_structured_text::{Dialect, TokenKind, tokens};

use crate::{Citation, Logic};

impl Logic<'_> {
    /// Where code names a constant, by its whole name as it is declared: a constant tag, or the
    /// constant of a block. Empty where it is none.
    pub fn constant_uses(&self, declared: &str) -> Vec<Citation> {
        let Some((owner, name)) = self.constant(declared) else { return Vec::new() };
        let dialect = match self.project.vendor {
            Vendor::AllenBradley => Dialect::Logix,
            Vendor::Siemens => Dialect::Siemens,
            Vendor::Codesys => Dialect::Codesys,
        };
        let mut found = Vec::new();
        for (id, unit) in self.index.units() {
            let routine = &self.project.routines[unit.routine.index()];
            let is_seen = owner.is_none_or(|owner| {
                // A method sees what its block declares.
                let block = routine.owner.split('.').next().unwrap_or_default();
                [routine.owner.as_str(), block].iter().any(|it| it.eq_ignore_ascii_case(owner))
            });
            if !is_seen {
                continue;
            }
            let text = self.text(id);
            let named = tokens(text, dialect).into_iter().filter(|token| {
                matches!(token.kind, TokenKind::Word | TokenKind::Quoted)
                    && text[token.span.range()].trim_matches('"').eq_ignore_ascii_case(name)
            });
            found.extend(named.map(|token| self.cite(id, token.span)));
        }
        found
    }

    /// The block that declares a constant, if one does, and the constant's own name.
    fn constant<'d>(&self, declared: &'d str) -> Option<(Option<&str>, &'d str)> {
        let own = declared.rsplit(['.', '#']).next().unwrap_or(declared).trim_matches('"');
        let tag = self.project.tags.iter().find(|it| it.name.eq_ignore_ascii_case(declared));
        if let Some(tag) = tag {
            return tag.constant.then_some((None, own));
        }
        self.project.blocks.iter().find_map(|block| {
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
