//! General and extended status codes, with their remedies.
//!
//! Source: CIP Networks Library volume 1, appendix B-1 (general status) and chapter 3-5
//! (Connection Manager); Rockwell 1756-PM020, "Logix controllers' CIP service request errors".

use std::fmt::{self, Write as _};

use tagbridge_texts::{Code, Coded, Message};

/// The result of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Status {
    /// The general status.
    pub general: u8,
    /// Additional words from the device; usually none or one.
    pub extended: Vec<u16>,
}

impl Status {
    /// Success.
    pub const SUCCESS: u8 = 0x00;
    /// A connection could not be opened; the extended status contains the reason.
    pub const CONNECTION_FAILURE: u8 = 0x01;
    /// The device lacks a resource.
    pub const RESOURCE_UNAVAILABLE: u8 = 0x02;
    /// The path's segments are invalid. For tags: no such name.
    pub const PATH_SEGMENT_ERROR: u8 = 0x04;
    /// The path's destination does not exist. For tags: no such member or element.
    pub const PATH_DESTINATION_UNKNOWN: u8 = 0x05;
    /// The reply contains only a part of the data.
    pub const PARTIAL_TRANSFER: u8 = 0x06;
    /// The service is not supported by the object.
    pub const SERVICE_NOT_SUPPORTED: u8 = 0x08;
    /// The request is not permitted.
    pub const PRIVILEGE_VIOLATION: u8 = 0x0F;
    /// The reply would be too large.
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
    /// A parameter is invalid.
    pub const INVALID_PARAMETER: u8 = 0x20;
    /// The extended status contains the reason.
    pub const GENERAL_ERROR: u8 = 0xFF;

    /// A general status by itself.
    pub fn of(general: u8) -> Self {
        Self { general, extended: Vec::new() }
    }

    /// A general status with a word of extended status.
    pub fn with(general: u8, extended: u16) -> Self {
        Self { general, extended: vec![extended] }
    }

    /// Whether the request succeeded.
    pub fn is_success(&self) -> bool {
        self.general == Self::SUCCESS
    }

    /// Whether it concerns the device's state at the moment, and not the requested tag.
    pub fn passes(&self) -> bool {
        matches!(self.general, 0x01 | 0x02 | 0x07 | 0x0C | 0x10)
    }

    /// The first word of the extended status.
    pub fn first_extended(&self) -> Option<u16> {
        self.extended.first().copied()
    }

    /// The remedy, if it is known.
    pub fn remedy(&self) -> Option<Remedy> {
        Some(match (self.general, self.first_extended()?) {
            (0x01, 0x0109) => Remedy::Size,
            (0x01, 0x0113 | 0x011A | 0x0301 | 0x0303) => Remedy::FreeConnections,
            (0x01, 0x0204 | 0x0311 | 0x0312 | 0x0315 | 0x0318) => Remedy::Route,
            (0xFF, 0x2105) => Remedy::Index,
            (0x0C, 0x8010 | 0x8011) => Remedy::Download,
            _ => return None,
        })
    }
}

/// The remedy for a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "cip-remedy")]
pub enum Remedy {
    /// Other clients use all connections.
    FreeConnections,
    /// The route leads to another device.
    Route,
    /// The array has fewer elements.
    Index,
    /// The project is being downloaded.
    Download,
    /// The controller accepts smaller packets only.
    Size,
    /// It is a device of another kind.
    OtherController,
    /// The project is being edited.
    Edit,
    /// Without the list, tags can be read nevertheless.
    ByName,
    /// The device has no tags; another device may have its values.
    TagsOfAnother,
}

/// A status as a text: the keys of `cip-status` in `texts/en/cip.ftl` are its numbers, `x01-0113`.
#[derive(Coded)]
#[coded(prefix = "cip-status")]
struct Words {
    general: String,
    extended: String,
    code: String,
}

impl Coded for Status {
    const CODES: &'static [Code] = Words::CODES;

    fn message(&self) -> Message {
        let general = self.general;
        let mut code = format!("{general:#04x}");
        for word in &self.extended {
            let _ = write!(code, "/{word:#06x}");
        }
        let extended =
            self.first_extended().map_or_else(String::new, |it| format!("x{general:02x}-{it:04x}"));
        Words { general: format!("x{general:02x}"), extended, code }.message()
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
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
