//! The identity and the mode of a virtual controller.

use tagbridge_cip::codec::identity::{DeviceStatus, IdentityObject};

/// The mode of a virtual controller: whether it executes its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The program is executed.
    #[default]
    Run,
    /// The controller is being programmed: its tags do not change.
    Program,
    /// A major fault stopped the program.
    Fault,
}

impl Mode {
    /// The status word of the identity object, with the key switch in the remote position.
    fn status(self) -> DeviceStatus {
        DeviceStatus(match self {
            Self::Run => 0x3060,
            Self::Program => 0x3070,
            Self::Fault => 0x3050,
        })
    }
}

/// The identity of a virtual controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Product name.
    pub product: String,
    /// Name of the project.
    pub name: String,
    /// Firmware revision.
    pub revision: (u8, u8),
    /// Serial number.
    pub serial: u32,
}

impl Default for Identity {
    fn default() -> Self {
        Self {
            product: "1756-L83E/B".into(),
            name: "Bottling".into(),
            revision: (33, 11),
            serial: 0x00A1_B2C3,
        }
    }
}

impl Identity {
    /// Returns the identity object in this mode.
    pub(super) fn object(&self, mode: Mode) -> IdentityObject {
        IdentityObject {
            vendor: 1,
            device_type: 0x0E,
            product_code: 166,
            revision: self.revision,
            status: mode.status(),
            serial: self.serial,
            product_name: self.product.clone(),
        }
    }

    /// Returns an attribute of the identity object in this mode; `None` if it does not exist.
    pub(super) fn attribute(&self, mode: Mode, attribute: u32) -> Option<Vec<u8>> {
        let object = self.object(mode);
        Some(match attribute {
            1 => object.vendor.to_le_bytes().to_vec(),
            2 => object.device_type.to_le_bytes().to_vec(),
            3 => object.product_code.to_le_bytes().to_vec(),
            4 => vec![object.revision.0, object.revision.1],
            5 => object.status.0.to_le_bytes().to_vec(),
            6 => object.serial.to_le_bytes().to_vec(),
            7 => {
                let mut all = Vec::new();
                object.encode(&mut all);
                all.split_off(14)
            }
            _ => return None,
        })
    }

    /// Returns all attributes of the program name object: a length of 16 bits, then the name.
    pub(super) fn program_name(&self) -> Vec<u8> {
        let name = &self.name.as_bytes()[..self.name.len().min(255)];
        let mut out = u16::try_from(name.len()).unwrap_or_default().to_le_bytes().to_vec();
        out.extend_from_slice(name);
        out
    }
}
