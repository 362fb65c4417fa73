//! A controller's status as a reason that a person understands.

use tagbridge_driver::{Cause, Reason};

use crate::codec::{DecodeError, Status, read_tag::TagType};

/// Why a tag has no value when its read was answered with `status`.
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
    let detail = match status.remedy() {
        Some(remedy) => format!("{status}; {remedy}"),
        None => status.to_string(),
    };
    Cause::new(reason, detail)
}

const INVALID_MEMBER: u8 = 0x28;

/// Why a tag has no value when its reply could not be understood.
pub(super) fn of_bytes(error: &DecodeError) -> Cause {
    Cause::new(Reason::DecodeError, error.to_string())
}

/// Why a tag has no value when it comes as another type, or in another size, than the controller's
/// own list says, whose change mark stays the same.
pub(super) fn of_mismatch(listed: (TagType, Option<usize>), found: (TagType, usize)) -> Cause {
    let remedy = "read it by itself with another program to see which of them is right";
    let detail = match (listed, found) {
        ((listed, Some(size)), (found, bytes)) if listed == found => format!(
            "the controller lists a {listed} of {size} bytes and answers with {bytes}; {remedy}"
        ),
        ((listed, _), (found, _)) => {
            format!("the controller lists a {listed} and answers with a {found}; {remedy}")
        }
    };
    Cause::new(Reason::TypeMismatch, detail)
}

/// Why a tag has no value when it comes as another type than its project says.
pub(super) fn of_another_type(found: TagType, declared: &str) -> Cause {
    let brackets = declared.find('[').map_or("", |at| &declared[at..]);
    let detail = format!("the controller has {found}{brackets}, the project says {declared}");
    Cause::new(Reason::TypeMismatch, detail)
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
