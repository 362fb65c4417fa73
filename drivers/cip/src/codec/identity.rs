//! The identity of a device: the Identity object, and the response to `ListIdentity`.
//!
//! Source: CIP Networks Library volume 1, chapter 5-2; volume 2, chapter 2-4.3.

use std::net::{Ipv4Addr, SocketAddrV4};

use bytes::BufMut;
use tagbridge_driver::RunMode;

use super::{DecodeError, Reader};

/// Attribute of the Identity object: the status word.
pub const STATUS_ATTRIBUTE: u32 = 5;

/// The response of class 1, instance 1 to `Get_Attributes_All`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityObject {
    /// The vendor's ODVA number.
    pub vendor: u16,
    /// The type of the device: `0x0E` is a programmable logic controller.
    pub device_type: u16,
    /// The vendor's number of the product.
    pub product_code: u16,
    /// Major and minor revision.
    pub revision: (u8, u8),
    /// The status word.
    pub status: DeviceStatus,
    /// Serial number.
    pub serial: u32,
    /// The product's name, at most 255 characters.
    pub product_name: String,
}

impl IdentityObject {
    /// The identity of a device that does not report it.
    pub fn unknown() -> Self {
        Self {
            vendor: 0,
            device_type: 0,
            product_code: 0,
            revision: (0, 0),
            status: DeviceStatus(0),
            serial: 0,
            product_name: "EtherNet/IP".to_owned(),
        }
    }

    /// Decodes it. Attributes after the product's name are ignored.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        Self::read(&mut Reader::new(data))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            vendor: reader.u16("vendor id")?,
            device_type: reader.u16("device type")?,
            product_code: reader.u16("product code")?,
            revision: (reader.u8("major revision")?, reader.u8("minor revision")?),
            status: DeviceStatus(reader.u16("status")?),
            serial: reader.u32("serial number")?,
            product_name: {
                let length = usize::from(reader.u8("product name length")?);
                latin1(reader.take("product name", length)?).trim().to_owned()
            },
        })
    }

    /// Appends the bytes. A name with more than 255 characters is truncated, and characters outside
    /// of Latin-1 become `?`.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.put_u16_le(self.vendor);
        out.put_u16_le(self.device_type);
        out.put_u16_le(self.product_code);
        out.put_slice(&[self.revision.0, self.revision.1]);
        out.put_u16_le(self.status.0);
        out.put_u32_le(self.serial);
        let name: Vec<u8> = latin1_bytes(&self.product_name).take(255).collect();
        out.put_u8(u8::try_from(name.len()).unwrap_or(u8::MAX));
        out.put_slice(&name);
    }

    /// The vendor's name if it is known, otherwise its number.
    pub fn vendor_name(&self) -> String {
        match vendor_name(self.vendor) {
            Some(name) => name.to_owned(),
            None => format!("vendor {}", self.vendor),
        }
    }
}

/// The item in the response to `ListIdentity`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListIdentityItem {
    /// Version of the encapsulation protocol: 1.
    pub protocol_version: u16,
    /// The address and port that the device reports.
    pub socket: SocketAddrV4,
    /// The identity.
    pub identity: IdentityObject,
    /// State of the device; 0xFF if it has none.
    pub state: u8,
}

impl ListIdentityItem {
    /// Decodes the data of an item of type [`LIST_IDENTITY`](super::cpf::LIST_IDENTITY).
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let protocol_version = reader.u16("protocol version")?;
        reader.u16("address family")?;
        let port = u16::from_be_bytes(reader.array("port")?);
        let address = Ipv4Addr::from(reader.array::<4>("address")?);
        reader.take("zero", 8)?;
        let identity = IdentityObject::read(&mut reader)?;
        Ok(Self {
            protocol_version,
            socket: SocketAddrV4::new(address, port),
            identity,
            state: reader.u8("state")?,
        })
    }

    /// Encodes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(64);
        out.put_u16_le(self.protocol_version);
        out.put_u16(2);
        out.put_u16(self.socket.port());
        out.put_slice(&self.socket.ip().octets());
        out.put_bytes(0, 8);
        self.identity.encode(&mut out);
        out.put_u8(self.state);
        out
    }
}

/// The Identity object's status word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DeviceStatus(pub u16);

/// Position of a controller's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keyswitch {
    /// It executes its program, and remote mode changes are disabled.
    Run,
    /// It is being programmed.
    Program,
    /// The programming software selects the mode.
    Remote,
}

impl DeviceStatus {
    /// Decodes the two bytes of the attribute.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let it = Self(reader.u16("status")?);
        reader.finish("status attribute")?;
        Ok(it)
    }

    /// Whether the program is executed: bits 4 to 7 (extended device status).
    pub fn mode(self) -> RunMode {
        match self.0 >> 4 & 0xF {
            5 => RunMode::Fault,
            6 => RunMode::Run,
            7 => RunMode::Program,
            _ => RunMode::Unknown,
        }
    }

    /// Position of the key: bits 12 and 13 (Logix).
    pub fn keyswitch(self) -> Option<Keyswitch> {
        match self.0 >> 12 & 3 {
            1 => Some(Keyswitch::Run),
            2 => Some(Keyswitch::Program),
            3 => Some(Keyswitch::Remote),
            _ => None,
        }
    }
}

impl Keyswitch {
    /// One word for users.
    pub fn text(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Program => "program",
            Self::Remote => "remote",
        }
    }
}

/// Decodes the response of the program name object (class 0x64, instance 1) to
/// `Get_Attributes_All`: the name of the controller's project.
///
/// Source: Rockwell knowledge base 23341; as pycomm3 reads it.
pub(crate) fn decode_project_name(data: &[u8]) -> Result<String, DecodeError> {
    let mut reader = Reader::new(data);
    let length = usize::from(reader.u16("project name length")?);
    Ok(latin1(reader.take("project name", length)?))
}

/// Names of vendors that are likely in Logix networks.
fn vendor_name(vendor: u16) -> Option<&'static str> {
    Some(match vendor {
        1 => "Rockwell Automation/Allen-Bradley",
        2 => "Namco Controls Corp.",
        3 => "Honeywell International Inc.",
        4 => "Parker Hannifin Corporation",
        5 => "Rockwell Automation/Reliance Elec.",
        7 => "SMC Corporation",
        8 => "Molex Incorporated",
        12 => "Banner Engineering Corporation",
        13 => "Belden Wire & Cable Company",
        26 => "Festo SE & Co KG",
        29 => "OPTO 22",
        40 => "WAGO Corporation",
        43 => "BALLUFF",
        46 => "ABB, Inc.",
        47 => "Omron Corporation",
        48 => "TURCK",
        _ => return None,
    })
}

/// Text as devices encode it: one byte per character.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Encodes such a text; `?` for characters that it cannot contain.
pub(super) fn latin1_bytes(text: &str) -> impl Iterator<Item = u8> {
    text.chars().map(|it| u8::try_from(it).unwrap_or(b'?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object() -> IdentityObject {
        IdentityObject {
            vendor: 1,
            device_type: 14,
            product_code: 54,
            revision: (20, 11),
            status: DeviceStatus(0x3160),
            serial: 0x006C_061A,
            product_name: "1756-L61/B LOGIX5561".into(),
        }
    }

    #[test]
    fn reads_back_what_it_wrote() {
        let mut bytes = Vec::new();
        object().encode(&mut bytes);
        assert_eq!(IdentityObject::decode(&bytes), Ok(object()));
        for cut in 0..bytes.len() {
            assert!(IdentityObject::decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let item = ListIdentityItem {
            protocol_version: 1,
            socket: "10.0.0.5:44818".parse().unwrap(),
            identity: object(),
            state: 0xFF,
        };
        assert_eq!(ListIdentityItem::decode(&item.encode()), Ok(item));
    }

    #[test]
    fn names_are_latin_1() {
        for (name, read) in [("Förderband", "Förderband"), ("10 €", "10 ?")] {
            let object = IdentityObject { product_name: name.into(), ..object() };
            let mut bytes = Vec::new();
            object.encode(&mut bytes);
            assert_eq!(IdentityObject::decode(&bytes).unwrap().product_name, read);
        }
    }

    #[test]
    fn projects_have_names() {
        assert_eq!(decode_project_name(b"\x04\0Line"), Ok("Line".into()));
        assert_eq!(decode_project_name(b"\x04\0Line\0\0"), Ok("Line".into()));
        assert!(decode_project_name(b"\x05\0Line").is_err());
    }

    #[test]
    fn status_tells_mode_and_key() {
        for (word, mode, key) in [
            (0x3160, RunMode::Run, Some(Keyswitch::Remote)),
            (0x1060, RunMode::Run, Some(Keyswitch::Run)),
            (0x2070, RunMode::Program, Some(Keyswitch::Program)),
            (0x3050, RunMode::Fault, Some(Keyswitch::Remote)),
            (0x0000, RunMode::Unknown, None),
        ] {
            assert_eq!((DeviceStatus(word).mode(), DeviceStatus(word).keyswitch()), (mode, key));
        }
    }
}
