//! General and extended status codes in words, with their remedies.
//!
//! Source: CIP Networks Library volume 1, appendix B-1 (general status) and chapter 3-5
//! (Connection Manager); Rockwell 1756-PM020, "Logix controllers' CIP service request errors".

use std::fmt;

use tagbridge_texts::Coded;

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Status {
    /// The general status.
    pub general: u8,
    /// What a device adds to it; usually empty or one word.
    pub extended: Vec<u16>,
}

impl Status {
    /// All went well.
    pub const SUCCESS: u8 = 0x00;
    /// A connection could not be made; the extended status says why.
    pub const CONNECTION_FAILURE: u8 = 0x01;
    /// The device is short of something.
    pub const RESOURCE_UNAVAILABLE: u8 = 0x02;
    /// The path's segments are not understood. On tags: no such name.
    pub const PATH_SEGMENT_ERROR: u8 = 0x04;
    /// The path leads nowhere. On tags: no such member or element.
    pub const PATH_DESTINATION_UNKNOWN: u8 = 0x05;
    /// There is more than fits into the reply.
    pub const PARTIAL_TRANSFER: u8 = 0x06;
    /// The service is not supported by the object.
    pub const SERVICE_NOT_SUPPORTED: u8 = 0x08;
    /// The request may not be made.
    pub const PRIVILEGE_VIOLATION: u8 = 0x0F;
    /// The reply would not fit.
    pub const REPLY_TOO_LARGE: u8 = 0x11;
    /// The request has too few bytes.
    pub const NOT_ENOUGH_DATA: u8 = 0x13;
    /// The attribute does not exist.
    pub const ATTRIBUTE_NOT_SUPPORTED: u8 = 0x14;
    /// The request has too many bytes.
    pub const TOO_MUCH_DATA: u8 = 0x15;
    /// The object does not exist.
    pub const OBJECT_DOES_NOT_EXIST: u8 = 0x16;
    /// At least one of several embedded services failed.
    pub const EMBEDDED_SERVICE_ERROR: u8 = 0x1E;
    /// A parameter is not valid.
    pub const INVALID_PARAMETER: u8 = 0x20;
    /// The extended status says what happened.
    pub const GENERAL_ERROR: u8 = 0xFF;

    /// A general status by itself.
    pub fn of(general: u8) -> Self {
        Self { general, extended: Vec::new() }
    }

    /// A general status with a word of extended status.
    pub fn with(general: u8, extended: u16) -> Self {
        Self { general, extended: vec![extended] }
    }

    /// Whether all went well.
    pub fn is_success(&self) -> bool {
        self.general == Self::SUCCESS
    }

    /// Whether it tells of the device's state at the moment, and nothing of what was asked for.
    pub fn passes(&self) -> bool {
        matches!(self.general, 0x01 | 0x02 | 0x07 | 0x0C | 0x10)
    }

    /// The first word of the extended status.
    pub fn first_extended(&self) -> Option<u16> {
        self.extended.first().copied()
    }

    /// What to do about it, where that is known.
    pub fn remedy(&self) -> Option<Remedy> {
        let extended = self.first_extended()?;
        extended_words(self.general, extended).and_then(|(_, remedy)| remedy)
    }
}

/// What a person can do about a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "cip-remedy")]
pub enum Remedy {
    /// Somebody else has all connections.
    FreeConnections,
    /// The way leads elsewhere.
    Route,
    /// There are not so many elements.
    Index,
    /// The project is being loaded.
    Download,
    /// The controller takes less at once.
    Size,
    /// It is a device of another kind.
    OtherController,
    /// The project is being changed.
    Edit,
    /// Without the list, tags can be read nevertheless.
    ByName,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extended = self.first_extended();
        match extended.and_then(|it| extended_words(self.general, it)) {
            Some((words, _)) => f.write_str(words)?,
            None => f.write_str(general_words(self.general))?,
        }
        write!(f, " (status {:#04x}", self.general)?;
        for word in &self.extended {
            write!(f, "/{word:#06x}")?;
        }
        f.write_str(")")
    }
}

fn general_words(general: u8) -> &'static str {
    match general {
        0x00 => "success",
        0x01 => "the connection could not be made",
        0x02 => "the controller is out of resources",
        0x03 => "a parameter's value is invalid",
        0x04 => "a segment of the path is not understood",
        0x05 => "the path leads nowhere",
        0x06 => "only a part of the data was transferred",
        0x07 => "the connection was lost",
        0x08 => "the service is not supported",
        0x09 => "an attribute's value is invalid",
        0x0A => "an attribute in the list failed",
        0x0B => "the object is already in that state",
        0x0C => "the object is in a state that forbids it",
        0x0D => "the object already exists",
        0x0E => "the attribute cannot be set",
        0x0F => "access is denied",
        0x10 => "the device is in a state that forbids it",
        0x11 => "the reply does not fit",
        0x12 => "the value would be fragmented",
        0x13 => "the request has too few bytes",
        0x14 => "the attribute is not supported",
        0x15 => "the request has too many bytes",
        0x16 => "the object does not exist",
        0x17 => "the fragmentation is out of sequence",
        0x18 => "no attributes are stored",
        0x19 => "the data could not be stored",
        0x1A => "the request is too large to be routed",
        0x1B => "the reply is too large to be routed",
        0x1C => "the attribute list lacks data",
        0x1D => "the attribute values are invalid",
        0x1E => "an embedded service failed",
        0x1F => "an error that the vendor defines",
        0x20 => "a parameter is invalid",
        0x21 => "write-once medium already written",
        0x22 => "an invalid reply was received",
        0x25 => "the key in the path does not fit",
        0x26 => "the path's size is invalid",
        0x27 => "an attribute in the list is unexpected",
        0x28 => "the member's id is invalid",
        0x29 => "the member cannot be set",
        0x2A => "the group server failed",
        0x2C => "the attribute cannot be read",
        0xFF => "a general error",
        _ => "a status that is not in the table",
    }
}

/// Words and remedy of an extended status.
fn extended_words(general: u8, extended: u16) -> Option<(&'static str, Option<Remedy>)> {
    match general {
        0x01 => connection_words(extended),
        0x04 | 0x05 if extended == 0 => None,
        0xFF => match extended {
            0x2104 => Some(("the offset is beyond the end of the tag", None)),
            0x2105 => {
                Some(("the elements asked for are beyond the end of the tag", Some(Remedy::Index)))
            }
            0x2107 => Some(("the tag is of another type", None)),
            _ => None,
        },
        0x0C if extended == 0x8010 || extended == 0x8011 => {
            Some(("the controller is busy with a download", Some(Remedy::Download)))
        }
        _ => None,
    }
}

fn connection_words(extended: u16) -> Option<(&'static str, Option<Remedy>)> {
    let words = match extended {
        0x0100 => ("a connection of this serial number is already open", None),
        0x0103 => ("the transport class is not supported", None),
        0x0106 => ("another originator owns the connection", None),
        0x0107 => ("the connection to be closed does not exist", None),
        0x0108 => ("the connection type is not supported", None),
        0x0109 => ("the connection size is not supported", Some(Remedy::Size)),
        0x0110 => ("the device is not configured", None),
        0x0111 => ("the packet interval is not supported", None),
        0x0113 => ("the controller has no connection to spare", Some(Remedy::FreeConnections)),
        0x0114 => ("the vendor or product code in the key does not fit", None),
        0x0115 => ("the product type in the key does not fit", None),
        0x0116 => ("the revision in the key does not fit", None),
        0x0117 => ("the connection point does not exist", None),
        0x0118 => ("the configuration format is not valid", None),
        0x0119 => {
            ("the connection is not opened because its controlling connection is not open", None)
        }
        0x011A => ("the target has no connection to spare", Some(Remedy::FreeConnections)),
        0x0203 => ("the connection has timed out", None),
        0x0204 => ("the request found no answer along the route", Some(Remedy::Route)),
        0x0205 => ("a parameter of the unconnected request is wrong", None),
        0x0206 => ("the message is too large for an unconnected request", None),
        0x0207 => ("the acknowledgement came without data", None),
        0x0301 => ("the controller has no buffer memory", Some(Remedy::FreeConnections)),
        0x0302 => ("the network has no bandwidth to spare", None),
        0x0303 => ("no consumed connection is available", Some(Remedy::FreeConnections)),
        0x0304 => ("the device is not configured to send scheduled data", None),
        0x0311 => ("the route names a port that does not exist", Some(Remedy::Route)),
        0x0312 => ("the route names an address that does not exist", Some(Remedy::Route)),
        0x0315 => ("a segment of the route is not understood", Some(Remedy::Route)),
        0x0316 => ("the route of the close differs from that of the open", None),
        0x0317 => ("scheduling is not possible", None),
        0x0318 => ("the route leads back to the device itself", Some(Remedy::Route)),
        _ => return None,
    };
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_it_in_words() {
        for (status, says) in [
            (Status::of(0x04), "a segment of the path is not understood (status 0x04)"),
            (
                Status::with(0x01, 0x0113),
                "the controller has no connection to spare (status 0x01/0x0113)",
            ),
            (
                Status::with(0xFF, 0x2105),
                "the elements asked for are beyond the end of the tag (status 0xff/0x2105)",
            ),
            (Status::with(0x01, 0x7777), "the connection could not be made (status 0x01/0x7777)"),
            (Status::of(0x77), "a status that is not in the table (status 0x77)"),
        ] {
            assert_eq!(status.to_string(), says);
        }
    }

    #[test]
    fn refusals_of_a_route_and_of_resources_have_a_remedy() {
        for extended in [0x0109, 0x0113, 0x0204, 0x0311, 0x0312, 0x0315] {
            assert!(Status::with(0x01, extended).remedy().is_some(), "{extended:#06x}");
        }
        assert_eq!(Status::of(0x04).remedy(), None);
    }
}
