//! The identity and the mode of a virtual controller.

/// Whether a virtual controller executes its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The program is executed.
    #[default]
    Run,
    /// The program is stopped: the memory does not change.
    Stop,
}

/// The identity of a virtual controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Order number: `6ES7 516-3AN02-0AB0`.
    pub order_number: String,
    /// Module type: `CPU 1516-3 PN/DP`.
    pub module_type: String,
    /// The name from the project.
    pub name: String,
    /// Serial number.
    pub serial: String,
    /// Firmware revision.
    pub firmware: (u8, u8, u8),
    /// Protection level, 1 (none) to 3.
    pub protection: u16,
}

impl Default for Identity {
    fn default() -> Self {
        Self {
            order_number: "6ES7 516-3AN02-0AB0".into(),
            module_type: "CPU 1516-3 PN/DP".into(),
            name: "Bottling".into(),
            serial: "S C-V1S2R3T4".into(),
            firmware: (2, 9, 4),
            protection: 1,
        }
    }
}
