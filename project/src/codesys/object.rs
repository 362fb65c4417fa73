//! What the tree of the vendor's tool shows, whatever file it was read from.

use std::collections::HashMap;

use tagbridge_texts::ToArgument;

use crate::says::{Noted, Where};
use crate::{
    declaration::Unit,
    model::{Access, Code, Controller, Module, Note, NoteKind, Task},
};

/// An object with a declaration or code.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) name: String,
    pub(super) kind: ObjectKind,
    /// The objects that it belongs to, from the outermost: of a method its function block, of an
    /// accessor the function block and the property.
    pub(super) owners: Vec<String>,
    /// Folders, from the outermost.
    pub(super) folder: Vec<String>,
    /// The application that it is below of; `None` in the pool that all applications share.
    pub(super) application: Option<String>,
    pub(super) unit: Unit,
    /// Absent where there is no code: types, lists of variables, interfaces.
    pub(super) code: Option<Code>,
}

impl Object {
    /// With its owners' names: `FB_Motor.Start`.
    pub(super) fn full_name(&self) -> String {
        self.owners.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    Program,
    FunctionBlock,
    Function,
    Method,
    Property,
    /// What reads or writes a property.
    Accessor,
    Action,
    /// A condition with a name, of a chart.
    Transition,
    Interface,
    /// Structures, unions, enumerations, aliases.
    DataType,
    /// Global, network and persistent variables.
    Globals,
}

/// All that a file says.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// The file's own name for the project.
    pub(super) name: Option<String>,
    pub(super) controller: Option<Controller>,
    pub(super) modules: Vec<Module>,
    /// In order.
    pub(super) applications: Vec<String>,
    pub(super) objects: Vec<Object>,
    pub(super) tasks: Vec<Task>,
    /// Symbol configurations by application.
    pub(super) symbols: HashMap<String, Selection>,
    pub(super) notes: Vec<Note>,
    /// Whether the standard function blocks have the parameters' names of IEC 61131-3 (`R1`), and
    /// not those of CODESYS (`RESET1`).
    pub(super) has_iec_names: bool,
}

impl Found {
    pub(super) fn note(
        &mut self,
        kind: NoteKind,
        subject: &(impl ToArgument + ?Sized),
        what: &Noted<'_>,
    ) {
        self.notes.push(Note::new(kind, subject, what));
    }

    /// Notes what was not understood of a declaration.
    pub(super) fn note_problems(&mut self, name: &str, unit: &Unit) {
        for problem in &unit.problems {
            let subject = Where::Declaration { name, line: problem.line };
            self.notes.push(Note::new(NoteKind::Unreadable, &subject, &problem.what));
        }
    }
}

/// What a symbol configuration publishes: variables by their name in small letters
/// (`plc_prg.speed`), and how.
pub(super) type Selection = HashMap<String, Publication>;

/// How a variable is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Publication {
    /// To be read, and perhaps written.
    Open(Access),
    /// To be written alone, so that nobody can read it.
    WriteOnly,
    /// Not at all, by decision of its authors.
    Hidden,
}
