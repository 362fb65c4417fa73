//! The uses of a variable.

use std::ops::Range;

use tagbridge_structured_text::{Dialect, TokenKind, variables_in_pragma};

use super::{
    outline::{Unit, UnitKind, Variable},
    world::World,
};
use crate::says::Why;

/// A use of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) text: usize,
    pub(crate) at: Range<usize>,
    /// The unit with the code or declaration.
    pub(crate) unit: usize,
    pub(crate) in_code: bool,
}

/// An object with members.
#[derive(Debug, Clone, Copy)]
enum Holder<'w> {
    Unit(usize),
    Members(&'w [Variable], usize),
    /// An object that is not a unit in these texts.
    Foreign,
    Unknown,
}

impl World<'_> {
    /// All uses of a variable of a unit, except its declaration; an error if a use is uncertain.
    pub(crate) fn uses(&self, target: usize, name: &str) -> Result<Vec<Use>, Why> {
        let mut found = Vec::new();
        let one = |text: usize, at: Range<usize>, unit: usize| {
            let of = &self.units[unit];
            let in_code = self.operands.iter().any(|it| it.0 == text)
                || (of.code.as_ref()).is_some_and(|it| {
                    it.0 == text && it.1.start <= at.start && at.start <= it.1.end
                });
            Use { text, at, unit, in_code }
        };
        for text in 0..self.texts.len() {
            for token in 0..self.texts[text].tokens.len() {
                let Some((said, at)) = self.name(text, token) else { continue };
                if !said.eq_ignore_ascii_case(name) {
                    continue;
                }
                let Some(scope) = self.around(text, at.start) else { continue };
                if self.declares(text, &at) {
                    continue;
                }
                match self.means(target, name, (text, token), scope) {
                    Some(false) => {}
                    Some(true) => found.push(one(text, at, scope)),
                    None => return Err(also(name, &self.units[scope].name)),
                }
            }
            for (at, scope) in self.in_pragmas(text, name) {
                match self.plain(target, name, scope) {
                    Some(false) => {}
                    Some(true) => found.push(one(text, at, scope)),
                    None => return Err(also(name, &self.units[scope].name)),
                }
            }
        }
        Ok(found)
    }

    /// The places where pragmas of CODESYS name a variable, and their units. A pragma before the
    /// head of a unit belongs to the unit.
    fn in_pragmas(&self, text: usize, name: &str) -> Vec<(Range<usize>, usize)> {
        if self.dialect != Dialect::Codesys {
            return Vec::new();
        }
        let read = &self.texts[text];
        let mut found = Vec::new();
        for pragma in &read.pragmas {
            let text_of_pragma = &read.piece.text[pragma.clone()];
            let named = variables_in_pragma(text_of_pragma).into_iter();
            for at in named.filter(|at| text_of_pragma[at.clone()].eq_ignore_ascii_case(name)) {
                let at = pragma.start + at.start..pragma.start + at.end;
                let after = || self.units.iter().position(|it| it.piece == text);
                found.extend(self.around(text, at.start).or_else(after).map(|unit| (at, unit)));
            }
        }
        found
    }

    /// Checks that the word does not occur outside these texts.
    pub(crate) fn only_here(&self, name: &str) -> Result<(), Why> {
        for (file, text) in &self.beside {
            if has_word(text, name) {
                return Err(also(name, &self.context.source.files[*file].path));
            }
        }
        Ok(())
    }

    /// Whether a name is declared at this position.
    fn declares(&self, text: usize, at: &Range<usize>) -> bool {
        fn among(variables: &[Variable], at: &Range<usize>) -> bool {
            variables.iter().any(|it| it.name_at == *at || among(&it.members, at))
        }
        self.units.iter().filter(|it| it.piece == text).any(|unit| {
            unit.name_at.as_ref() == Some(at)
                || unit.sections.iter().any(|it| among(&it.variables, at))
        })
    }

    /// Whether a token means the variable; `None` if this is uncertain.
    fn means(
        &self,
        target: usize,
        name: &str,
        (text, token): (usize, usize),
        scope: usize,
    ) -> Option<bool> {
        let before = token.checked_sub(1).map_or("", |it| self.word(text, it));
        if before == "." {
            return self.is_of(target, name, self.holder(scope, (text, token - 1)));
        }
        let next = self.word(text, token + 1);
        let argument = matches!(next, ":=" | "=>") && matches!(before, "(" | ",");
        if argument && let Some(open) = self.open(text, token) {
            // The text before the bracket is called, or is assigned part by part.
            return self.is_of(target, name, self.holder(scope, (text, open)));
        }
        let kind = self.texts[text].tokens[token].kind;
        match self.dialect {
            Dialect::Siemens => match before {
                "#" => Some(scope == target),
                // `BEGIN` gives start values to the variables of what the block is made of.
                _ if self.units[scope].kind == UnitKind::DataBlock => {
                    self.is_of(target, name, Holder::Unit(scope))
                }
                _ if kind == TokenKind::Quoted => Some(false),
                _ => Some(scope == target),
            },
            _ => self.plain(target, name, scope),
        }
    }

    /// A name without a prefix (CODESYS).
    fn plain(&self, target: usize, name: &str, scope: usize) -> Option<bool> {
        let mut of = Some(scope);
        let mut steps = 0;
        while let Some(at) = of {
            if self.units[at].variable(name).is_some() {
                return Some(at == target);
            }
            steps += 1;
            of = self.outer(at).filter(|_| steps < 32);
        }
        let lists: Vec<usize> = (0..self.units.len())
            .filter(|it| self.units[*it].kind == UnitKind::Globals)
            .filter(|it| self.units[*it].variable(name).is_some())
            .collect();
        match lists.as_slice() {
            [one] => Some(*one == target),
            several if several.contains(&target) => None,
            _ => Some(false),
        }
    }

    /// The outer scope of a unit's code: the unit that it extends, otherwise its owner.
    fn outer(&self, at: usize) -> Option<usize> {
        let unit = &self.units[at];
        let parent = unit.extends.as_deref().and_then(|it| self.unit(it));
        parent.filter(|it| *it != at).or_else(|| {
            let owner = unit.name.rsplit_once('.')?.0;
            self.unit(owner)
        })
    }

    /// Whether the variable is a member of an object.
    fn is_of(&self, target: usize, name: &str, holder: Holder<'_>) -> Option<bool> {
        match holder {
            Holder::Unit(at) => {
                let mut of = Some(at);
                let mut steps = 0;
                while let Some(at) = of {
                    let unit = &self.units[at];
                    if unit.variable(name).is_some() {
                        return Some(at == target);
                    }
                    let made_of = unit.made_of.as_deref().and_then(|it| self.unit(it));
                    let parent = unit.extends.as_deref().and_then(|it| self.unit(it));
                    steps += 1;
                    of = made_of.or(parent).filter(|it| *it != at && steps < 32);
                }
                Some(false)
            }
            Holder::Members(..) | Holder::Foreign => Some(false),
            Holder::Unknown => None,
        }
    }

    /// The object before a dot or a bracket.
    fn holder(&self, scope: usize, (text, sign): (usize, usize)) -> Holder<'_> {
        let Some(mut at) = sign.checked_sub(1) else { return Holder::Unknown };
        loop {
            match self.word(text, at) {
                "^" => {}
                "]" => match self.matching(text, at) {
                    Some(open) => at = open,
                    None => return Holder::Unknown,
                },
                _ => break,
            }
            let Some(before) = at.checked_sub(1) else { return Holder::Unknown };
            at = before;
        }
        let Some((name, _)) = self.name(text, at) else { return Holder::Unknown };
        let before = at.checked_sub(1).map_or("", |it| self.word(text, it));
        if before == "." {
            return self.member(self.holder(scope, (text, at - 1)), name);
        }
        self.root(scope, (text, at), name, before == "#")
    }

    fn member<'w>(&'w self, of: Holder<'w>, name: &str) -> Holder<'w> {
        match of {
            Holder::Unit(at) => {
                let mut of = Some(at);
                for _ in 0..32 {
                    let Some(at) = of else { break };
                    let unit = &self.units[at];
                    if let Some((_, variable)) = unit.variable(name) {
                        return self.kind(unit, variable);
                    }
                    let made_of = unit.made_of.as_deref().and_then(|it| self.unit(it));
                    of = made_of.or_else(|| unit.extends.as_deref().and_then(|it| self.unit(it)));
                }
                Holder::Unknown
            }
            Holder::Members(variables, unit) => {
                let found = variables.iter().find(|it| it.name.eq_ignore_ascii_case(name));
                found.map_or(Holder::Unknown, |it| self.kind(&self.units[unit], it))
            }
            other => other,
        }
    }

    fn root(
        &self,
        scope: usize,
        (text, at): (usize, usize),
        name: &str,
        local: bool,
    ) -> Holder<'_> {
        let kind = self.texts[text].tokens[at].kind;
        if self.dialect == Dialect::Siemens && self.units[scope].kind == UnitKind::DataBlock {
            return self.member(Holder::Unit(scope), name);
        }
        if self.dialect == Dialect::Siemens && (local || kind == TokenKind::Word) {
            let unit = &self.units[scope];
            return match unit.variable(name) {
                Some((_, variable)) => self.kind(unit, variable),
                None if local => Holder::Unknown,
                None => self.unit(name).map_or(Holder::Foreign, Holder::Unit),
            };
        }
        if self.dialect == Dialect::Siemens {
            // The members of a data block or a tag in another file are not in these texts.
            return self.unit(name).map_or(Holder::Foreign, Holder::Unit);
        }
        if name.eq_ignore_ascii_case("THIS") || name.eq_ignore_ascii_case("SUPER") {
            let owner = self.units[scope].name.rsplit_once('.').and_then(|it| self.unit(it.0));
            return Holder::Unit(owner.unwrap_or(scope));
        }
        let mut of = Some(scope);
        let mut steps = 0;
        while let Some(at) = of {
            let unit = &self.units[at];
            if let Some((_, variable)) = unit.variable(name) {
                return self.kind(unit, variable);
            }
            steps += 1;
            of = self.outer(at).filter(|_| steps < 32);
        }
        if let Some(at) = self.unit(name) {
            return Holder::Unit(at);
        }
        let lists = self.units.iter().filter(|it| it.kind == UnitKind::Globals);
        let mut found = lists.filter_map(|it| Some((it, it.variable(name)?.1)));
        match (found.next(), found.next()) {
            (Some((unit, variable)), None) => self.kind(unit, variable),
            (None, _) => Holder::Foreign,
            _ => Holder::Unknown,
        }
    }

    /// The type of a variable.
    fn kind<'w>(&'w self, of: &'w Unit, variable: &'w Variable) -> Holder<'w> {
        if !variable.members.is_empty() {
            let unit = self.units.iter().position(|it| std::ptr::eq(it, of)).unwrap_or(0);
            return Holder::Members(&variable.members, unit);
        }
        let said = self.said(of.piece, &variable.kind);
        // The last name: `ARRAY[1..3] OF REFERENCE TO FB_Motor`.
        let quoted = said.rfind('"').and_then(|end| Some((said[..end].rfind('"')?, end)));
        let name = if let Some((from, to)) = quoted {
            &said[from + 1..to]
        } else {
            let mut words = said.split(|it: char| !(it.is_alphanumeric() || it == '_'));
            words.rfind(|it| !it.is_empty()).unwrap_or_default()
        };
        self.unit(name).map_or(Holder::Foreign, Holder::Unit)
    }

    /// The round bracket around a token.
    fn open(&self, text: usize, token: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (0..token).rev() {
            match self.word(text, at) {
                ")" | "]" => depth += 1,
                "(" if depth == 0 => return Some(at),
                "(" | "[" => depth = depth.checked_sub(1)?,
                ";" => return None,
                _ => {}
            }
        }
        None
    }

    fn matching(&self, text: usize, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (0..=close).rev() {
            match self.word(text, at) {
                ")" | "]" => depth += 1,
                "(" | "[" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

fn also(name: &str, place: &str) -> Why {
    Why::AlsoThere { name: name.to_owned(), place: place.to_owned() }
}

pub(crate) use tagbridge_forms::names::has_word;
