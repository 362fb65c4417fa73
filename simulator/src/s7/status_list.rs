//! The system status lists of a virtual controller.

use std::hash::{DefaultHasher, Hash, Hasher};

use tagbridge_s7::codec::szl::{Szl, id};

use super::identity::{Identity, Mode};

/// Size of a name in the list of components, in bytes.
const NAME_SIZE: usize = 32;
/// Size of an order number in the list of modules, in bytes.
const ORDER_NUMBER_SIZE: usize = 20;
/// Marks checksums as valid: any number except 0.
const VALID: u16 = u16::from_be_bytes(*b"VV");

/// Returns the requested list, or `None` if it does not exist. `program` is different for each
/// program.
pub(super) fn of(
    asked: (u16, u16),
    identity: &Identity,
    mode: Mode,
    program: impl Hash,
) -> Option<Szl> {
    let (id, index) = asked;
    let records = match asked {
        (id::MODULE, 0) => modules(identity),
        (id::COMPONENTS, 0) => components(identity),
        (id::MODE, 0) => vec![mode_record(mode)],
        (id::PROTECTION, 4) => vec![protection(identity, program)],
        _ => return None,
    };
    let record_size = u16::try_from(records.first()?.len()).ok()?;
    Some(Szl { id, index, record_size, records: records.concat().into() })
}

fn modules(identity: &Identity) -> Vec<Vec<u8>> {
    let (a, b, c) = identity.firmware;
    let record = |index: u16, version: [u8; 4]| {
        let number = padded(&identity.order_number, ORDER_NUMBER_SIZE, b' ');
        [&index.to_be_bytes(), &number[..], &[0, 0], &version].concat()
    };
    vec![record(1, [0, 0, 0, 1]), record(6, [0, 0, 0, 1]), record(7, [b'V', a, b, c])]
}

fn components(identity: &Identity) -> Vec<Vec<u8>> {
    let record =
        |index: u16, name: &str| [&index.to_be_bytes(), &padded(name, NAME_SIZE, 0)[..]].concat();
    vec![
        record(1, &identity.name),
        record(2, &identity.module_type),
        record(3, ""),
        record(4, "Original Siemens Equipment"),
        record(5, &identity.serial),
        record(7, &identity.module_type),
        record(8, ""),
        record(9, ""),
        record(10, ""),
        record(11, ""),
    ]
}

fn mode_record(mode: Mode) -> Vec<u8> {
    let mut record = vec![0; NAME_SIZE - 12];
    record[..4].copy_from_slice(&[
        0x51,
        0x44,
        0xFF,
        match mode {
            Mode::Run => 0x08,
            Mode::Stop => 0x04,
        },
    ]);
    record
}

fn protection(identity: &Identity, program: impl Hash) -> Vec<u8> {
    let level = identity.protection;
    let words = [4, level, 0, level, 1, 0, 0, VALID].map(u16::to_be_bytes);
    let checksums = [checksum(&identity.order_number), checksum(program)];
    let mut record = [words.concat(), checksums.concat()].concat();
    record.resize(40, 0);
    record
}

fn checksum(of: impl Hash) -> [u8; 4] {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    let [.., a, b, c, d] = hasher.finish().to_be_bytes();
    [a, b, c, d]
}

fn padded(text: &str, size: usize, with: u8) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(size, with);
    bytes
}
