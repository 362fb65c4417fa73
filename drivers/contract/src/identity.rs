//! Who answers at an endpoint.

use std::{fmt, net::SocketAddr};

/// Who answers at an endpoint, in the controller's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The maker, by name where the number is known: `Rockwell Automation/Allen-Bradley`.
    pub vendor: String,
    /// The model: `1756-L83E/B`.
    pub product: String,
    /// Firmware revision: `33.11`.
    pub revision: String,
    /// Serial number as printed on the device: `00A1B2C3`. Empty where the protocol tells none.
    pub serial: String,
    /// The name that its owners gave it, where the controller tells one.
    pub name: Option<String>,
    /// Where the connection ends: the address that was dialled, after name resolution.
    pub address: SocketAddr,
    /// Whether it was executing its program when the connection was opened.
    pub mode: RunMode,
    /// Where its key stood then, where it has one and tells: `run`, `program`, `remote`.
    pub keyswitch: Option<&'static str>,
}

impl Identity {
    /// Which device it is, whatever may change under way (a firmware update, a new address, a key
    /// turned).
    pub fn device(&self) -> Device {
        let Self { vendor, product, serial, .. } = self.clone();
        Device { vendor, product, serial }
    }
}

/// What tells one device from another: [`Identity`] has the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The maker.
    pub vendor: String,
    /// The model.
    pub product: String,
    /// Serial number; empty where the protocol tells none.
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
    /// It is being programmed; its program stands still (Logix).
    Program,
    /// Its program stands still (S7, CODESYS).
    Stop,
    /// A fault stopped its program.
    Fault,
    /// The protocol or the device does not tell.
    #[default]
    Unknown,
}

impl RunMode {
    /// Whether the program is known to stand still, so that values in memory are not being renewed.
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
