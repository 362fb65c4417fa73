//! The identity of a device.

use std::{fmt, net::SocketAddr};

/// The identity of a device at an endpoint, in the device's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The manufacturer, by name if the number is known: `Rockwell Automation/Allen-Bradley`.
    pub vendor: String,
    /// The model: `1756-L83E/B`.
    pub product: String,
    /// Firmware revision: `33.11`.
    pub revision: String,
    /// Serial number as printed on the device: `00A1B2C3`. Empty if the protocol does not report
    /// it.
    pub serial: String,
    /// The name from its owners, if the controller reports one.
    pub name: Option<String>,
    /// The remote address, after name resolution.
    pub address: SocketAddr,
    /// The mode of its program when the connection was opened.
    pub mode: RunMode,
    /// Position of its key switch at that time, if it has one and reports it: `run`, `program`,
    /// `remote`.
    pub keyswitch: Option<&'static str>,
}

impl Identity {
    /// The part that identifies the device, independent of changes such as a firmware update, a new
    /// address or a turned key.
    pub fn device(&self) -> Device {
        let Self { vendor, product, serial, .. } = self.clone();
        Device { vendor, product, serial }
    }
}

/// The fields of an [`Identity`] that distinguish devices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The manufacturer.
    pub vendor: String,
    /// The model.
    pub product: String,
    /// Serial number; empty if the protocol does not report it.
    pub serial: String,
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} serial {}", self.vendor, self.product, self.serial)
    }
}

/// Whether a controller is executing its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RunMode {
    /// It executes its program.
    Run,
    /// It executes its program with outputs disabled.
    Test,
    /// It is being programmed; its program is stopped (Logix).
    Program,
    /// Its program is stopped (S7, CODESYS).
    Stop,
    /// A fault stopped its program.
    Fault,
    /// The protocol or the device does not report it.
    #[default]
    Unknown,
}

impl RunMode {
    /// Whether the program is known to be stopped, so that values in memory are not updated.
    pub fn is_stopped(self) -> bool {
        matches!(self, Self::Program | Self::Stop | Self::Fault)
    }
}

impl fmt::Display for RunMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Run => "run",
            Self::Test => "test",
            Self::Program => "program",
            Self::Stop => "stop",
            Self::Fault => "fault",
            Self::Unknown => "unknown",
        })
    }
}
