//! The objects of a vendor's tree, independent of the file format.

use std::collections::HashMap;

use tagbridge_texts::ToArgument;

use crate::says::{Noted, Where};
use crate::{
    declaration::Unit,
    model::{Access, Code, Controller, Module, Note, NoteKind, Origin, Task},
    outside::Outside,
};

/// An object with a declaration or code.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) name: String,
    pub(super) kind: ObjectKind,
    /// The objects that contain this one, from the outermost: for a method its function block, for
    /// an accessor the function block and the property.
    pub(super) owners: Vec<String>,
    /// The folders, from the outermost.
    pub(super) folder: Vec<String>,
    /// Its application; `None` in the pool, which all applications share.
    pub(super) application: Option<String>,
    pub(super) unit: Unit,
    /// Where its declaration begins, or its code if it has no declaration.
    pub(super) declared: Option<Origin>,
    /// `None` if there is no code: types, variable lists, interfaces.
    pub(super) code: Option<Code>,
}

impl Object {
    /// The name with those of its owners: `FB_Motor.Start`.
    pub(super) fn full_name(&self) -> String {
        self.owners.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

/// The kind of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    Program,
    FunctionBlock,
    Function,
    Method,
    Property,
    /// The getter or setter of a property.
    Accessor,
    Action,
    /// A named condition of a chart.
    Transition,
    Interface,
    /// Structures, unions, enumerations, aliases.
    DataType,
    /// Global, network and persistent variables.
    Globals,
}

/// The contents of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// The name of the project in the file.
    pub(super) name: Option<String>,
    pub(super) controller: Option<Controller>,
    pub(super) modules: Vec<Module>,
    /// In the order of the file.
    pub(super) applications: Vec<String>,
    pub(super) objects: Vec<Object>,
    pub(super) tasks: Vec<Task>,
    /// Symbol configurations by application.
    pub(super) symbols: HashMap<String, Selection>,
    pub(super) notes: Vec<Note>,
    /// Texts that may name variables.
    pub(super) outside: Vec<Outside>,
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

    /// Notes the parts of a declaration that could not be parsed.
    pub(super) fn note_problems(&mut self, name: &str, unit: &Unit) {
        for problem in &unit.problems {
            let subject = Where::Declaration { name, line: problem.line };
            self.notes.push(Note::new(NoteKind::Unreadable, &subject, &problem.what));
        }
    }
}

/// The published variables of a symbol configuration, by name in lower case (`plc_prg.speed`).
pub(super) type Selection = HashMap<String, Publication>;

/// How a variable is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Publication {
    /// Readable, and perhaps writable.
    Open(Access),
    /// Only writable: no client can read it.
    WriteOnly,
    /// Hidden on purpose.
    Hidden,
}
