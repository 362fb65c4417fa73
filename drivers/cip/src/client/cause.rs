//! Converts a controller's status to a reason.

use tagbridge_driver::{Cause, Reason};
use tagbridge_texts::{Coded, Message};

use crate::codec::{DecodeError, Status, read_tag::TagType};
use crate::messages::Why;

/// Why a tag has no value if its read was answered with `status`.
pub(super) fn of_status(status: &Status) -> Cause {
    let reason = match (status.general, status.first_extended()) {
        (
            Status::PATH_SEGMENT_ERROR
            | Status::PATH_DESTINATION_UNKNOWN
            | Status::OBJECT_DOES_NOT_EXIST,
            _,
        ) => Reason::UnknownTag,
        (Status::PRIVILEGE_VIOLATION, _) => Reason::AccessDenied,
        (Status::NOT_ENOUGH_DATA | Status::INVALID_PARAMETER | INVALID_MEMBER, _)
        | (Status::GENERAL_ERROR, Some(0x2104 | 0x2105)) => Reason::OutOfRange,
        (Status::GENERAL_ERROR, Some(0x2107)) => Reason::TypeMismatch,
        _ => Reason::DeviceError,
    };
    let said = match status.remedy() {
        Some(remedy) => Message::all([status.message(), remedy.message()]),
        None => status.message(),
    };
    Cause::new(reason, said)
}

const INVALID_MEMBER: u8 = 0x28;

/// Why a tag has no value if its response could not be decoded.
pub(super) fn of_bytes(error: &DecodeError) -> Cause {
    Cause::new(Reason::DecodeError, error)
}

/// Why a tag has no value if its type or size differs from the controller's own list, although the
/// change mark is the same.
pub(super) fn of_mismatch(listed: (TagType, Option<usize>), found: (TagType, usize)) -> Cause {
    let why = match (listed, found) {
        ((listed, Some(size)), (found, bytes)) if listed == found => {
            Why::ListedSize { listed, size, bytes }
        }
        ((listed, _), (found, _)) => Why::ListedAs { listed, found },
    };
    Cause::new(Reason::TypeMismatch, &why)
}

/// Why a tag has no value if its type differs from its project.
pub(super) fn of_another_type(found: TagType, declared: &str) -> Cause {
    let brackets = declared.find('[').map_or("", |at| &declared[at..]);
    let found = format!("{found}{brackets}");
    Cause::new(Reason::TypeMismatch, &Why::AnotherType { found: &found, declared })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_have_reasons() {
        for (status, reason) in [
            (Status::of(0x04), Reason::UnknownTag),
            (Status::with(0x05, 0), Reason::UnknownTag),
            (Status::of(0x0F), Reason::AccessDenied),
            (Status::of(0x13), Reason::OutOfRange),
            (Status::of(0x20), Reason::OutOfRange),
            (Status::with(0xFF, 0x2105), Reason::OutOfRange),
            (Status::with(0xFF, 0x2107), Reason::TypeMismatch),
            (Status::with(0xFF, 0x9999), Reason::DeviceError),
            (Status::of(0x10), Reason::DeviceError),
        ] {
            let cause = of_status(&status);
            assert_eq!(cause.reason, reason, "{status}");
            assert!(cause.to_string().contains("status 0x"), "{cause}");
        }
    }
}
