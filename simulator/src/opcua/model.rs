//! A controller's project: what a project file can be turned into.

use tagbridge_driver::{Access, Value};

/// A CODESYS project, as far as an OPC UA client sees it. Plain data: it is checked when a
/// controller is made of it.
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
    /// The runtime's name, which all node ids begin with.
    pub device: String,
    /// `Application`, unless its owners called it otherwise.
    pub application: String,
    /// Types with values of their own, by name.
    pub enumerations: Vec<Enumeration>,
    /// Types with members; each may use those before it.
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

/// Where a unit stands in the tree.
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
    /// As in IEC 61131-3: `REAL`, `STRING(20)`, `Motor`, `ARRAY[1..3, 0..1] OF Motor`; and OPC UA's
    /// built-in types by their own names: `Guid`, `ByteString`.
    pub type_text: String,
    /// Zero unless given. Of a member, it has no effect.
    pub initial: Option<Value>,
    pub comment: String,
    /// What the symbol configuration allows. No write is ever carried out.
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

    /// What the node ids of variables have between `|var|` and the name: device and application.
    pub fn prefix(&self) -> String {
        format!("{}.{}", self.device, self.application)
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
    /// A variable that can be read and written, as far as its project is concerned.
    pub fn new(name: impl Into<String>, type_text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            type_text: type_text.into(),
            initial: None,
            comment: String::new(),
            access: Access::ReadWrite,
        }
    }

    /// The value that it starts with.
    pub fn initial(mut self, value: Value) -> Self {
        self.initial = Some(value);
        self
    }

    /// What its programmer wrote beside it.
    pub fn comment(mut self, comment: &str) -> Self {
        comment.clone_into(&mut self.comment);
        self
    }

    /// What an outsider may do with it.
    pub fn access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }
}
