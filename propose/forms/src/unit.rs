//! Blocks, types and lists of variables, with their declarations.

use std::ops::Range;

/// The kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
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
pub struct SourceUnit {
    /// The piece with its declaration.
    pub piece: usize,
    pub kind: SourceKind,
    /// Its first keyword, in upper case.
    pub keyword: String,
    /// Its name in the model.
    pub name: String,
    /// The position of its declared name, without quotes; a list has none.
    pub name_at: Option<Range<usize>>,
    pub whole: Range<usize>,
    pub sections: Vec<SourceSection>,
    /// The type of an instance.
    pub made_of: Option<String>,
    pub extends: Option<String>,
    /// The position of its code: the piece, and the range in it.
    pub code: Option<(usize, Range<usize>)>,
    pub protected: bool,
}

impl SourceUnit {
    /// An object without a declaration: only code.
    pub fn action(piece: usize) -> Self {
        Self {
            piece,
            kind: SourceKind::Block,
            keyword: "ACTION".to_owned(),
            name: String::new(),
            name_at: None,
            whole: 0..0,
            sections: Vec::new(),
            made_of: None,
            extends: None,
            code: None,
            protected: false,
        }
    }
}

/// Variables between two keywords.
#[derive(Debug, Clone)]
pub struct SourceSection {
    /// In upper case; `STRUCT` for a type or a data block.
    pub keyword: String,
    pub constant: bool,
    pub retain: bool,
    pub variables: Vec<SourceVariable>,
    /// The position after the words of its first line.
    pub begin: usize,
    /// The position of the keyword at its end.
    pub end: usize,
}

/// A variable, or a member of a structure.
#[derive(Debug, Clone)]
pub struct SourceVariable {
    pub name: String,
    /// Without quotes.
    pub name_at: Range<usize>,
    /// From the name to the semicolon.
    pub whole: Range<usize>,
    /// The text after the colon.
    pub kind: Range<usize>,
    pub initial: Option<Range<usize>>,
    /// The members of an anonymous structure.
    pub members: Vec<SourceVariable>,
    /// Whether it is declared together with others.
    pub shares: bool,
    /// The text after `AT`.
    pub at: Option<Range<usize>>,
}

impl SourceUnit {
    /// Its variables in all sections.
    pub fn variables(&self) -> impl Iterator<Item = (&SourceSection, &SourceVariable)> {
        self.sections
            .iter()
            .flat_map(|section| section.variables.iter().map(move |it| (section, it)))
    }

    pub fn variable(&self, name: &str) -> Option<(&SourceSection, &SourceVariable)> {
        self.variables().find(|it| it.1.name.eq_ignore_ascii_case(name))
    }
}
