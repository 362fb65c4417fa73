//! Why a tag has no value, as a reason that a person understands, with what to do.

use tagbridge_driver::{Cause, Reason};

use crate::{
    address::{Address, Area},
    codec::status::{error, item},
    narrow::Failure,
    plan::Memory,
    types::Type,
};

const PUT_GET: &str = "in an S7-1200/1500 enable \"Permit access with PUT/GET communication from remote partner\" in the CPU's protection settings";

/// What the connection knows beside the failure itself.
pub(super) struct Context<'a> {
    pub(super) memory: &'a Memory,
    /// The protection level in force.
    pub(super) protection: Option<u16>,
}

/// Why a tag has no value when its read failed so.
pub(super) fn of_failure(failure: Failure, address: &Address, context: &Context<'_>) -> Cause {
    let Address { area, .. } = address;
    match failure {
        Failure::Message(word) => of_word(word, context.protection),
        Failure::Length { asked, came } => {
            let detail = format!("{came} bytes came where {asked} were asked for");
            Cause::new(Reason::DecodeError, detail)
        }
        Failure::Item(item::ACCESS_DENIED) => {
            let detail =
                format!("{area} does not let itself be read (return code 0x03); {PUT_GET}");
            Cause::new(Reason::AccessDenied, detail)
        }
        Failure::Item(code) => match area {
            Area::Block(block) if context.memory.dark.contains_key(block) => of_dark(*block, code),
            _ => of_item(code, address, context.memory),
        },
    }
}

/// The block shows not even its first byte.
fn of_dark(block: u16, code: u8) -> Cause {
    match code {
        item::NO_OBJECT => Cause::new(
            Reason::UnknownTag,
            format!(
                "DB{block} does not exist (return code 0x0a); load it into the controller, and in an S7-1200/1500 switch off \"Optimized block access\" in its properties"
            ),
        ),
        item::OUT_OF_RANGE => Cause::new(
            Reason::NoAddress,
            format!(
                "DB{block} shows not even its first byte (return code 0x05), as optimised blocks do; switch off \"Optimized block access\" in its properties and load it"
            ),
        ),
        code => Cause::new(
            Reason::DeviceError,
            format!("DB{block}: {} (return code {code:#04x})", item::text(code)),
        ),
    }
}

fn of_item(code: u8, address: &Address, memory: &Memory) -> Cause {
    let area = address.area;
    match code {
        item::OUT_OF_RANGE => Cause::new(Reason::OutOfRange, beyond(address, memory)),
        item::NO_OBJECT => {
            let detail = format!(
                "{area} of the controller have no such address (return code 0x0a); correct it"
            );
            Cause::new(Reason::OutOfRange, detail)
        }
        item::TYPE_NOT_SUPPORTED | item::TYPE_MISMATCH => {
            let detail = format!("{} (return code {code:#04x})", item::text(code));
            Cause::new(Reason::TypeMismatch, detail)
        }
        code => {
            let detail = format!("{} (return code {code:#04x})", item::text(code));
            Cause::new(Reason::DeviceError, detail)
        }
    }
}

/// Which byte is too much, where that is known.
fn beyond(address: &Address, memory: &Memory) -> String {
    let (area, unit) = (address.area, address.area.unit());
    let (first, last) = (address.start / unit, address.end() / unit - 1);
    let what = if unit == 1 { "byte" } else { "number" };
    let end = match area {
        Area::Block(block) => memory.ends.get(&block).copied().filter(|&it| it < address.end()),
        _ => None,
    };
    let mut text = match end {
        Some(end) => format!(
            "{area} ends with byte {}, and this needs bytes {first} to {last}; the first one missing is {}",
            end.saturating_sub(1),
            end.max(first)
        ),
        None => format!("{area} end before {what} {last}, the last one that this needs"),
    };
    text.push_str(match address.kind {
        Type::String(254) | Type::WString(254) => "; give the text's room, like STRING[20]",
        _ => "; correct the address, or load the program that it comes from",
    });
    text
}

fn of_word(word: u16, protection: Option<u16>) -> Cause {
    let said = format!("{} (error {word:#06x})", error::text(word));
    let level = protection.filter(|&it| it >= 3).map_or(String::new(), |it| {
        format!("; protection level {it} is in force: it allows neither reading nor writing")
    });
    match word {
        error::PROTECTED | error::PROTECTED_TEST => Cause::new(
            Reason::AccessDenied,
            format!("{said}{level}; set a protection level that allows reading, and {PUT_GET}"),
        ),
        word if error::is_denied(word) => {
            Cause::new(Reason::AccessDenied, format!("{said}{level}; {PUT_GET}"))
        }
        _ => Cause::new(Reason::DeviceError, said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(failure: Failure, tag: &str, memory: &Memory, reason: Reason, says: &str) {
        let context = Context { memory, protection: Some(3) };
        let cause = of_failure(failure, &tag.parse().expect(tag), &context);
        assert_eq!(cause.reason, reason, "{tag}: {cause}");
        assert!(cause.to_string().contains(says), "{tag}: {cause}");
    }

    #[test]
    fn says_what_is_wrong_and_what_to_do() {
        let fresh = Memory::default();
        let mut learned = Memory::default();
        learned.ends.insert(1, 64);
        learned.dark.insert(8, Failure::Item(0x05));
        learned.dark.insert(9, Failure::Item(0x0A));
        for (failure, tag, memory, reason, says) in [
            (Failure::Message(0x8104), "DB1.DBD0", &fresh, Reason::AccessDenied, "PUT/GET"),
            (
                Failure::Message(0xD241),
                "DB1.DBD0",
                &fresh,
                Reason::AccessDenied,
                "protection level 3",
            ),
            (Failure::Message(0x8500), "DB1.DBD0", &fresh, Reason::DeviceError, "too long"),
            (Failure::Item(0x03), "DB1.DBD0", &fresh, Reason::AccessDenied, "PUT/GET"),
            (Failure::Item(0x05), "DB1.DBD62", &fresh, Reason::OutOfRange, "before byte 65"),
            (
                Failure::Item(0x05),
                "DB1.DBD62",
                &learned,
                Reason::OutOfRange,
                "first one missing is 64",
            ),
            (
                Failure::Item(0x05),
                "DB1.DBD80",
                &learned,
                Reason::OutOfRange,
                "first one missing is 80",
            ),
            (Failure::Item(0x05), "DB1.DBB60:STRING", &learned, Reason::OutOfRange, "STRING[20]"),
            (
                Failure::Item(0x05),
                "T300",
                &fresh,
                Reason::OutOfRange,
                "the timers end before number 300",
            ),
            (
                Failure::Item(0x05),
                "DB8.DBD0",
                &learned,
                Reason::NoAddress,
                "Optimized block access",
            ),
            (Failure::Item(0x0A), "DB9.DBD0", &learned, Reason::UnknownTag, "DB9 does not exist"),
            (Failure::Item(0x0A), "IW4", &fresh, Reason::OutOfRange, "the inputs"),
            (Failure::Item(0x07), "DB1.DBD0", &fresh, Reason::TypeMismatch, "0x07"),
            (
                Failure::Length { asked: 4, came: 2 },
                "DB1.DBD0",
                &fresh,
                Reason::DecodeError,
                "2 bytes",
            ),
        ] {
            check(failure, tag, memory, reason, says);
        }
    }
}
