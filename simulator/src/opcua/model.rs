//! The project of a controller, as plain data.

use tagbridge_driver::{Access, Value};

/// A CODESYS project, as an OPC UA client sees it. It is checked when a controller is created from
/// it.
///
/// ```
/// # use tagbridge_simulator::opcua::{Declaration, Model, ProgramUnit};
/// let model = Model::new("CODESYS Control for Linux SL")
///     .structure("Motor", [Declaration::new("Speed", "REAL"), Declaration::new("On", "BOOL")])
///     .enumeration("State", [("Idle", 0), ("Busy", 1)])
///     .unit(ProgramUnit::program("PLC_PRG", [Declaration::new("Lanes", "ARRAY[1..3] OF Motor")]));
/// assert_eq!(model.prefix(), "CODESYS Control for Linux SL.Application");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The name of the runtime, at the beginning of all node ids.
    pub device: String,
    /// The name of the application, by default `Application`.
    pub application: String,
    /// Types with named values.
    pub enumerations: Vec<Enumeration>,
    /// Types with members; each may use the types before it.
    pub structures: Vec<Structure>,
    /// Programs and lists of global variables.
    pub units: Vec<ProgramUnit>,
}

/// An enumeration type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    pub name: String,
    /// Names and numbers, in order.
    pub values: Vec<(String, i32)>,
}

/// A structure type.
#[derive(Debug, Clone, PartialEq)]
pub struct Structure {
    pub name: String,
    pub members: Vec<Declaration>,
}

/// A program or a list of global variables.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramUnit {
    pub name: String,
    pub kind: UnitKind,
    pub variables: Vec<Declaration>,
}

/// The position of a unit in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// Under `Programs`.
    Program,
    /// Under `GlobalVars`.
    GlobalVars,
}

/// A variable, or a member of a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    pub name: String,
    /// As in IEC 61131-3: `REAL`, `STRING(20)`, `Motor`, `ARRAY[1..3, 0..1] OF Motor`; and the
    /// built-in types of OPC UA: `Guid`, `ByteString`.
    pub type_text: String,
    /// Zero by default. For a member, it has no effect.
    pub initial: Option<Value>,
    pub comment: String,
    /// The access in the symbol configuration. Writes are always refused.
    pub access: Access,
}

impl Model {
    /// A project without variables.
    pub fn new(device: impl Into<String>) -> Self {
        Self {
            device: device.into(),
            application: "Application".to_owned(),
            enumerations: Vec::new(),
            structures: Vec::new(),
            units: Vec::new(),
        }
    }

    /// Adds an enumeration.
    pub fn enumeration<'a>(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = (&'a str, i32)>,
    ) -> Self {
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        self.enumerations.push(Enumeration { name: name.to_owned(), values });
        self
    }

    /// Adds a structure.
    pub fn structure(mut self, name: &str, members: impl IntoIterator<Item = Declaration>) -> Self {
        let members = members.into_iter().collect();
        self.structures.push(Structure { name: name.to_owned(), members });
        self
    }

    /// Adds a program or a list of global variables.
    pub fn unit(mut self, unit: ProgramUnit) -> Self {
        self.units.push(unit);
        self
    }
}

impl ProgramUnit {
    /// A program: `PLC_PRG`.
    pub fn program(name: &str, variables: impl IntoIterator<Item = Declaration>) -> Self {
        Self::new(name, UnitKind::Program, variables)
    }

    /// A list of global variables: `GVL`.
    pub fn global_vars(name: &str, variables: impl IntoIterator<Item = Declaration>) -> Self {
        Self::new(name, UnitKind::GlobalVars, variables)
    }

    fn new(name: &str, kind: UnitKind, variables: impl IntoIterator<Item = Declaration>) -> Self {
        Self { name: name.to_owned(), kind, variables: variables.into_iter().collect() }
    }
}

impl Declaration {
    /// Creates a variable that can be read and written.
    pub fn new(name: impl Into<String>, type_text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            type_text: type_text.into(),
            initial: None,
            comment: String::new(),
            access: Access::ReadWrite,
        }
    }

    /// Sets the initial value.
    pub fn initial(mut self, value: Value) -> Self {
        self.initial = Some(value);
        self
    }

    /// Sets the comment.
    pub fn comment(mut self, comment: &str) -> Self {
        comment.clone_into(&mut self.comment);
        self
    }

    /// Sets the access of clients.
    pub fn access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }
}
