//! Blocks, types and lists of variables with what they declare.

use std::ops::Range;

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitKind {
    /// What a task executes: an organization block, a program.
    Program,
    /// What is called: a function block, a function, a method.
    Block,
    /// Data alone.
    DataBlock,
    Type,
    /// A list of variables.
    Globals,
}

/// A block, a type or a list of variables.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// The piece that declares it.
    pub(crate) piece: usize,
    pub(crate) kind: UnitKind,
    /// The word that it begins with, in capital letters.
    pub(crate) keyword: String,
    /// As the model calls it.
    pub(crate) name: String,
    /// Where its name is declared, without quotes; a list has none.
    pub(crate) name_at: Option<Range<usize>>,
    pub(crate) whole: Range<usize>,
    pub(crate) sections: Vec<Section>,
    /// What an instance is an instance of.
    pub(crate) made_of: Option<String>,
    pub(crate) extends: Option<String>,
    /// Where its code stands: the piece, and the place in it.
    pub(crate) code: Option<(usize, Range<usize>)>,
    pub(crate) protected: bool,
}

/// Variables between two keywords.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    /// In capital letters; `STRUCT` of a type or a data block.
    pub(crate) keyword: String,
    pub(crate) constant: bool,
    pub(crate) retain: bool,
    pub(crate) variables: Vec<Variable>,
    /// Behind its first line's words.
    pub(crate) begin: usize,
    /// Where the keyword begins that ends it.
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
    /// What stands behind the colon.
    pub(crate) kind: Range<usize>,
    pub(crate) initial: Option<Range<usize>>,
    /// The members of a structure without a name.
    pub(crate) members: Vec<Variable>,
    /// Whether it is declared together with others.
    pub(crate) shares: bool,
    /// What lies behind `AT`.
    pub(crate) at: Option<Range<usize>>,
}

impl Unit {
    /// Its variables of all sections.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&Section, &Variable)> {
        self.sections
            .iter()
            .flat_map(|section| section.variables.iter().map(move |it| (section, it)))
    }

    pub(crate) fn variable(&self, name: &str) -> Option<(&Section, &Variable)> {
        self.variables().find(|it| it.1.name.eq_ignore_ascii_case(name))
    }
}
