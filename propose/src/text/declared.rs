//! Blocks, types and lists of variables, with their declarations.

use std::ops::Range;

/// The kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitKind {
    /// Code that a task executes: an organization block, a program.
    Program,
    /// Code that is called: a function block, a function, a method.
    Block,
    /// Only data.
    DataBlock,
    Type,
    /// A list of variables.
    Globals,
}

/// A block, a type or a list of variables.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// The piece with its declaration.
    pub(crate) piece: usize,
    pub(crate) kind: UnitKind,
    /// Its first keyword, in upper case.
    pub(crate) keyword: String,
    /// Its name in the model.
    pub(crate) name: String,
    /// The position of its declared name, without quotes; a list has none.
    pub(crate) name_at: Option<Range<usize>>,
    pub(crate) whole: Range<usize>,
    pub(crate) sections: Vec<Section>,
    /// The type of an instance.
    pub(crate) made_of: Option<String>,
    pub(crate) extends: Option<String>,
    /// The position of its code: the piece, and the range in it.
    pub(crate) code: Option<(usize, Range<usize>)>,
    pub(crate) protected: bool,
}

/// Variables between two keywords.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    /// In upper case; `STRUCT` for a type or a data block.
    pub(crate) keyword: String,
    pub(crate) constant: bool,
    pub(crate) retain: bool,
    pub(crate) variables: Vec<Variable>,
    /// The position after the words of its first line.
    pub(crate) begin: usize,
    /// The position of the keyword at its end.
    pub(crate) end: usize,
}

/// A variable, or a member of a structure.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// Without quotes.
    pub(crate) name_at: Range<usize>,
    /// From the name to the semicolon.
    pub(crate) whole: Range<usize>,
    /// The text after the colon.
    pub(crate) kind: Range<usize>,
    pub(crate) initial: Option<Range<usize>>,
    /// The members of an anonymous structure.
    pub(crate) members: Vec<Variable>,
    /// Whether it is declared together with others.
    pub(crate) shares: bool,
    /// The text after `AT`.
    pub(crate) at: Option<Range<usize>>,
}

impl Unit {
    /// Its variables in all sections.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&Section, &Variable)> {
        self.sections
            .iter()
            .flat_map(|section| section.variables.iter().map(move |it| (section, it)))
    }

    pub(crate) fn variable(&self, name: &str) -> Option<(&Section, &Variable)> {
        self.variables().find(|it| it.1.name.eq_ignore_ascii_case(name))
    }
}
