//! The identity of a virtual controller.

/// The identity of a virtual controller, in its build info and in the properties of its device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub manufacturer: String,
    /// Product name.
    pub model: String,
    /// Version of the runtime.
    pub revision: String,
    pub serial: String,
}

impl Default for Identity {
    fn default() -> Self {
        Self {
            manufacturer: "3S - Smart Software Solutions GmbH".to_owned(),
            model: "CODESYS OPC UA Server".to_owned(),
            revision: "3.5.20.10".to_owned(),
            serial: "VC-0001".to_owned(),
        }
    }
}

/// Whether the application is executed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Run,
    /// The variables do not change, and the state of the server is "suspended".
    Stop,
}
