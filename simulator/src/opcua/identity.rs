//! Who a virtual controller says that it is.

/// Who a virtual controller says that it is, in its build info and in its device's properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub manufacturer: String,
    /// The product.
    pub model: String,
    /// The runtime's version.
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
    /// The variables stand still, and the server's state says suspended.
    Stop,
}
