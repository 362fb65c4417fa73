//! Why a tag has no value, with the remedy.

use tagbridge_driver::{Cause, Reason};
use tagbridge_texts::{Coded, Message};

use super::refusal::ErrorWord;
use crate::{
    address::{Address, Area},
    area::area_name,
    codec::status::{error, item},
    plan::{Failure, Memory},
    types::Type,
};

/// The message of a failed read.
#[derive(Debug, Coded)]
#[coded(prefix = "s7-cause")]
pub(super) enum ReadFailureText {
    Length { asked: u32, came: usize },
    Unreadable { area: Message, code: String },
    NoBlock { block: u16 },
    DarkBlock { block: u16 },
    BlockItem { block: u16, item: Item, code: String },
    NoSuchAddress { area: Message },
    Item { item: Item, code: String },
    EndsBefore { area: Message, last: u32 },
    NumbersEndBefore { area: Message, last: u32 },
    EndsWith { area: Message, end: u32, first: u32, last: u32, missing: u32 },
    Level { level: u16 },
}

/// The remedy.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-cause-remedy")]
pub(super) enum Remedy {
    PutGet,
    LowerLevel,
    TextsRoom,
    Correct,
}

/// A return code of an item.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-item")]
pub(super) enum Item {
    Hardware,
    AccessDenied,
    OutOfRange,
    TypeNotSupported,
    TypeMismatch,
    NoObject,
    Unknown,
}

/// The connection's knowledge, in addition to the failure itself.
pub(super) struct Context<'a> {
    pub(super) memory: &'a Memory,
    /// The protection level in force.
    pub(super) protection: Option<u16>,
}

/// Why a tag has no value after this failure.
pub(super) fn of_failure(failure: Failure, address: &Address, context: &Context<'_>) -> Cause {
    let Address { area, .. } = address;
    match failure {
        Failure::Message(word) => of_word(word, context.protection),
        Failure::Length { asked, came } => {
            Cause::new(Reason::DecodeError, &ReadFailureText::Length { asked, came })
        }
        Failure::Item(code @ item::ACCESS_DENIED) => {
            let said = ReadFailureText::Unreadable { area: area_name(*area), code: hex(code) };
            Cause::new(Reason::AccessDenied, Message::all([said.message(), PUT_GET.message()]))
        }
        Failure::Item(code) => match area {
            Area::Block(block) if context.memory.dark.contains_key(block) => of_dark(*block, code),
            _ => of_item(code, address, context.memory),
        },
    }
}

const PUT_GET: Remedy = Remedy::PutGet;

/// The cause if not even the first byte of the block can be read.
fn of_dark(block: u16, code: u8) -> Cause {
    match code {
        item::NO_OBJECT => Cause::new(Reason::UnknownTag, &ReadFailureText::NoBlock { block }),
        item::OUT_OF_RANGE => Cause::new(Reason::NoAddress, &ReadFailureText::DarkBlock { block }),
        code => {
            let said = ReadFailureText::BlockItem { block, item: Item::of(code), code: hex(code) };
            Cause::new(Reason::DeviceError, &said)
        }
    }
}

fn of_item(code: u8, address: &Address, memory: &Memory) -> Cause {
    let item = ReadFailureText::Item { item: Item::of(code), code: hex(code) };
    match code {
        item::OUT_OF_RANGE => Cause::new(Reason::OutOfRange, beyond(address, memory)),
        item::NO_OBJECT => Cause::new(
            Reason::OutOfRange,
            &ReadFailureText::NoSuchAddress { area: area_name(address.area) },
        ),
        item::TYPE_NOT_SUPPORTED | item::TYPE_MISMATCH => Cause::new(Reason::TypeMismatch, &item),
        _ => Cause::new(Reason::DeviceError, &item),
    }
}

/// The message with the last valid byte, if it is known.
fn beyond(address: &Address, memory: &Memory) -> Message {
    let unit = address.area.unit();
    let (first, last) = (address.start / unit, address.end() / unit - 1);
    let end = match address.area {
        Area::Block(block) => memory.ends.get(&block).copied().filter(|&it| it < address.end()),
        _ => None,
    };
    let area = area_name(address.area);
    let said = match end {
        Some(end) => {
            let missing = end.max(first);
            ReadFailureText::EndsWith { area, end: end.saturating_sub(1), first, last, missing }
        }
        None if unit == 1 => ReadFailureText::EndsBefore { area, last },
        None => ReadFailureText::NumbersEndBefore { area, last },
    };
    let remedy = match address.kind {
        Type::String(254) | Type::WString(254) => Remedy::TextsRoom,
        _ => Remedy::Correct,
    };
    Message::all([said.message(), remedy.message()])
}

/// The message of a refused item.
pub(crate) fn item_said(code: u8) -> Message {
    ReadFailureText::Item { item: Item::of(code), code: hex(code) }.message()
}

/// The message of a refused request.
pub(crate) fn word_said(word: u16) -> Message {
    ErrorWord::of(word)
}

fn of_word(word: u16, protection: Option<u16>) -> Cause {
    let said = ErrorWord::of(word);
    let level = protection.filter(|&it| it >= 3).map(|level| ReadFailureText::Level { level });
    let denied = |remedies: &[Remedy]| {
        let said = [Some(said.clone()), level.as_ref().map(Coded::message)];
        let remedies = remedies.iter().map(Coded::message);
        Cause::new(Reason::AccessDenied, Message::all(said.into_iter().flatten().chain(remedies)))
    };
    match word {
        error::PROTECTED | error::PROTECTED_TEST => denied(&[Remedy::LowerLevel, PUT_GET]),
        word if error::is_denied(word) => denied(&[PUT_GET]),
        _ => Cause::new(Reason::DeviceError, said),
    }
}

impl Item {
    fn of(code: u8) -> Self {
        match code {
            item::HARDWARE => Self::Hardware,
            item::ACCESS_DENIED => Self::AccessDenied,
            item::OUT_OF_RANGE => Self::OutOfRange,
            item::TYPE_NOT_SUPPORTED => Self::TypeNotSupported,
            item::TYPE_MISMATCH => Self::TypeMismatch,
            item::NO_OBJECT => Self::NoObject,
            _ => Self::Unknown,
        }
    }
}

fn hex(code: u8) -> String {
    format!("{code:#04x}")
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
                "first missing one is 64",
            ),
            (
                Failure::Item(0x05),
                "DB1.DBD80",
                &learned,
                Reason::OutOfRange,
                "first missing one is 80",
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
