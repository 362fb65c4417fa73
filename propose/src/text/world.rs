//! All texts of a project, with their declarations.

use std::ops::Range;

use tagbridge_structured_text::{Dialect, Statement, Token, TokenKind, tokens};

use super::{
    outline::{Unit, UnitKind, units},
    piece::{Edit, Piece},
};
use crate::{
    context::Context,
    draft::{Draft, Stop, ask},
    says::{Ask, Why},
};

/// A text and its tokens, without blanks, comments and pragmas.
pub(crate) struct Read {
    pub(crate) piece: Piece,
    pub(crate) tokens: Vec<Token>,
    pub(crate) pragmas: Vec<Range<usize>>,
}

/// All texts of a project, with their declarations.
pub(crate) struct World<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) dialect: Dialect,
    pub(crate) texts: Vec<Read>,
    pub(crate) units: Vec<Unit>,
    /// The statements of a network, which a text shows.
    pub(crate) shown: Option<(usize, Vec<Statement>)>,
    /// Texts with one operand each, from drawings: the text, and its unit.
    pub(crate) operands: Vec<(usize, usize)>,
    /// The rest of the files, which can contain names: the file, and its text.
    pub(crate) beside: Vec<(usize, String)>,
}

impl<'a> World<'a> {
    pub(crate) fn new(context: Context<'a>, dialect: Dialect) -> Self {
        let (texts, units) = (Vec::new(), Vec::new());
        let (operands, beside) = (Vec::new(), Vec::new());
        Self { context, dialect, texts, units, shown: None, operands, beside }
    }

    /// Adds a text; returns its index.
    pub(crate) fn text(&mut self, piece: Piece) -> usize {
        let all = tokens(&piece.text, self.dialect);
        let is_pragma = |it: &&Token| it.kind == TokenKind::Pragma;
        let pragmas = all.iter().filter(is_pragma).map(|it| it.span.range()).collect();
        let tokens = all.into_iter().filter(|it| !it.kind.is_trivia()).collect();
        self.texts.push(Read { piece, tokens, pragmas });
        self.texts.len() - 1
    }

    /// The units that a text declares.
    pub(crate) fn declare(&mut self, text: usize) -> Vec<Unit> {
        units(text, &self.texts[text].piece.text, self.dialect)
    }

    pub(crate) fn said(&self, text: usize, at: &Range<usize>) -> &str {
        &self.texts[text].piece.text[at.clone()]
    }

    /// A token's text.
    pub(crate) fn word(&self, text: usize, token: usize) -> &str {
        let read = &self.texts[text];
        read.tokens.get(token).map_or("", |it| &read.piece.text[it.span.range()])
    }

    /// The text of a name without quotes, and its position.
    pub(crate) fn name(&self, text: usize, token: usize) -> Option<(&str, Range<usize>)> {
        let read = &self.texts[text];
        let token = read.tokens.get(token)?;
        let at = token.span.range();
        let inside = match token.kind {
            TokenKind::Word => at,
            TokenKind::Quoted if at.len() > 2 => at.start + 1..at.end - 1,
            _ => return None,
        };
        Some((&read.piece.text[inside.clone()], inside))
    }

    /// Adds the splices for these edits of texts.
    pub(crate) fn edit(&self, draft: &mut Draft, edits: Vec<(usize, Edit)>) {
        let mut edits = edits;
        edits.sort();
        edits.dedup();
        for of_text in edits.chunk_by(|a, b| a.0 == b.0) {
            let own: Vec<Edit> = of_text.iter().map(|it| it.1.clone()).collect();
            draft.splices.extend(self.texts[of_text[0].0].piece.splices(&own));
        }
    }

    /// A unit by its name, without quotes.
    pub(crate) fn unit(&self, name: &str) -> Option<usize> {
        let name = bare(name);
        self.units.iter().position(|it| it.name.eq_ignore_ascii_case(&name))
    }

    /// The unit that a request copies, its number, and the new name, which nothing has yet.
    pub(crate) fn copied(&self) -> Result<(usize, &Unit, &str), Stop> {
        let (said, to) = (bare(self.context.need("name")), self.context.new_name("to")?);
        let at = self.unit(&said).ok_or_else(|| Why::NoUnit { name: said.clone() })?;
        let unit = self.writable(at)?;
        if self.unit(to).is_some() || self.context.tag(to).is_some() {
            return Err(Why::Taken { name: to.to_owned() }.into());
        }
        Ok((at, unit, to))
    }

    /// Checks that a unit is writable.
    pub(crate) fn writable(&self, at: usize) -> Result<&Unit, Why> {
        let unit = &self.units[at];
        let project = self.context.logic.project;
        let same = |name: &str| name.eq_ignore_ascii_case(&unit.name);
        let is_safety = project.blocks.iter().any(|it| it.safety && same(&it.name))
            || project.programs.iter().any(|it| it.safety && same(&it.name));
        if is_safety {
            return Err(Why::Safety { name: unit.name.clone() });
        }
        if unit.protected || project.blocks.iter().any(|it| it.protected && same(&it.name)) {
            return Err(Why::Protected { name: unit.name.clone() });
        }
        Ok(unit)
    }

    /// The unit in the place of the request, among those that are `wanted`.
    pub(crate) fn place(&self, wanted: impl Fn(&Unit) -> bool) -> Result<usize, Stop> {
        let all: Vec<usize> = (0..self.units.len()).filter(|it| wanted(&self.units[*it])).collect();
        let names = |all: &[usize]| -> Vec<String> {
            all.iter().map(|it| self.units[*it].name.clone()).collect()
        };
        let said = self.context.place().or(self.context.hint.1);
        let Some(said) = said else {
            return match all.as_slice() {
                [] => Err(Why::NoPlace { name: String::new(), known: String::new() }.into()),
                [one] => Ok(*one),
                several => Err(ask("place", Ask::Place, Ask::WhyPlace, names(several))),
            };
        };
        let said = bare(said);
        let by = |all: Vec<usize>, is: &dyn Fn(&str) -> bool| -> Vec<usize> {
            all.into_iter().filter(|it| is(&self.units[*it].name)).collect()
        };
        let whole = by(all.clone(), &|name| name.eq_ignore_ascii_case(&said));
        let last = by(all.clone(), &|name| {
            name.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(&said))
        });
        let found = if whole.is_empty() { last } else { whole };
        match found.as_slice() {
            [] => {
                let known = names(&all).into_iter().take(20).collect::<Vec<_>>().join(", ");
                Err(Why::NoPlace { name: said, known }.into())
            }
            [one] => Ok(*one),
            several => Err(ask("place", Ask::Place, Ask::WhyPlace, names(several))),
        }
    }

    /// The variable with a name: `x` in the place, `"DB".x`, `PLC_PRG.x`, `FB.x`.
    pub(crate) fn variable(&self, said: &str) -> Result<(usize, String), Stop> {
        let no_tag = || Stop::No(Why::NoTag { name: said.to_owned() });
        let name = bare(said);
        if let Some((owner, variable)) = name.rsplit_once('.') {
            let owner = self.unit(owner).ok_or_else(no_tag)?;
            let (_, found) = self.units[owner].variable(variable).ok_or_else(no_tag)?;
            return Ok((owner, found.name.clone()));
        }
        // A comment has its object as its place.
        if let Some(place) = self.context.place().filter(|it| bare(it) != name) {
            let owner = self.unit(place).ok_or_else(no_tag)?;
            let (_, found) = self.units[owner].variable(&name).ok_or_else(no_tag)?;
            return Ok((owner, found.name.clone()));
        }
        let all =
            (0..self.units.len()).filter_map(|at| Some((at, self.units[at].variable(&name)?.1)));
        let all: Vec<(usize, String)> = all.map(|it| (it.0, it.1.name.clone())).collect();
        match all.as_slice() {
            [] => Err(no_tag()),
            [one] => Ok(one.clone()),
            several => {
                let names = several.iter().map(|it| self.units[it.0].name.clone()).collect();
                Err(ask("place", Ask::Place, Ask::WhyPlace, names))
            }
        }
    }

    /// The name of a variable in the model: of data a tag, of a block its member.
    pub(crate) fn full(&self, unit: usize, variable: &str) -> String {
        let of = &self.units[unit];
        match (self.dialect, of.kind) {
            (Dialect::Siemens, UnitKind::DataBlock) => format!("\"{}\".\"{variable}\"", of.name),
            _ => format!("{}.{variable}", of.name),
        }
    }

    /// The unit with the code or declaration at this position.
    pub(crate) fn around(&self, text: usize, at: usize) -> Option<usize> {
        if let Some((_, unit)) = self.operands.iter().find(|it| it.0 == text) {
            return Some(*unit);
        }
        self.units.iter().position(|it| {
            (it.code.as_ref())
                .is_some_and(|(own, range)| *own == text && range.start <= at && at <= range.end)
                || (it.piece == text && it.whole.contains(&at))
        })
    }
}

/// A name without quotes around its parts: `"DB 1"."x"` becomes `DB 1.x`.
pub(crate) fn bare(name: &str) -> String {
    name.trim().trim_start_matches('#').replace('"', "")
}
