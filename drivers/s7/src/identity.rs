//! Decodes the identity of the controller from the system status lists.
//!
//! Source: Siemens "System Software for S7-300/400, System and Standard Functions", chapter "System
//! Status Lists"; `tests/suite/captures/snap7_c.hex`.

use tagbridge_driver::{ProgramMark, RunMode};

use crate::codec::szl::Szl;

/// Records of [`id::COMPONENTS`](crate::codec::szl::id::COMPONENTS).
mod component {
    pub(super) const SYSTEM_NAME: u16 = 1;
    pub(super) const SERIAL: u16 = 5;
    pub(super) const MODULE_TYPE: u16 = 7;
}

/// Records of [`id::MODULE`](crate::codec::szl::id::MODULE).
mod module {
    pub(super) const ORDER_NUMBER: u16 = 1;
    pub(super) const FIRMWARE: u16 = 7;
}

/// The device's identity, as far as it reports it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Names {
    /// Module type and order number: `CPU 315-2 PN/DP, 6ES7 315-2EH14-0AB0`.
    pub(crate) product: String,
    pub(crate) firmware: String,
    pub(crate) serial: String,
    pub(crate) name: Option<String>,
}

/// Decodes the two lists of names.
pub(crate) fn names(module: Option<&Szl>, components: Option<&Szl>) -> Names {
    let text_of = |list: Option<&Szl>, index, length| {
        let record = list?.record(index)?;
        Some(text(record.get(2..)?.get(..length)?)).filter(|it| !it.is_empty())
    };
    let module_type = text_of(components, component::MODULE_TYPE, 32);
    let order_number = text_of(module, module::ORDER_NUMBER, 20);
    let product: Vec<String> = module_type.into_iter().chain(order_number).collect();
    let firmware = module.and_then(|it| it.record(module::FIRMWARE)).and_then(|it| it.last_chunk());
    Names {
        product: if product.is_empty() { "S7 controller".to_owned() } else { product.join(", ") },
        firmware: firmware.map_or_else(String::new, |[a, b, c]: &[u8; 3]| format!("{a}.{b}.{c}")),
        serial: text_of(components, component::SERIAL, 24).unwrap_or_default(),
        name: text_of(components, component::SYSTEM_NAME, 24),
    }
}

/// Decodes the operating mode: the lower half of the fourth byte of the first record.
pub(crate) fn mode(list: &Szl) -> RunMode {
    match list.iter().next().and_then(|it| it.get(3)).map(|it| it & 0x0F) {
        Some(1..=4 | 0x0A) => RunMode::Stop,
        Some(8 | 9 | 0x0B | 0x0C) => RunMode::Run,
        Some(0x0D) => RunMode::Fault,
        _ => RunMode::Unknown,
    }
}

/// Decodes the active protection level, 1 (none) to 3 (neither read nor write).
pub(crate) fn protection(list: &Szl) -> Option<u16> {
    let record = list.record(4)?;
    let level = u16::from_be_bytes([*record.get(6)?, *record.get(7)?]);
    (1..=4).contains(&level).then_some(level)
}

/// Decodes the checksums of the hardware configuration and of the user program, two words each from
/// byte 16 on; `None` if the previous word marks them as invalid. (The reserved word before that
/// one is missing in the manual, but exists in the captures.)
pub(crate) fn program_mark(list: &Szl) -> Option<ProgramMark> {
    let record = list.record(4)?;
    let is_valid = *record.get(14..16)? != [0, 0];
    let checksums = record.get(16..24)?.first_chunk()?;
    is_valid.then_some(ProgramMark(u64::from_be_bytes(*checksums)))
}

/// Text up to the first zero, without surrounding blanks.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&it| it == 0).unwrap_or(bytes.len());
    let text: String = bytes[..end].iter().copied().map(char::from).collect();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::szl;

    /// Checks the list of protection with this record, its index and reserved bytes included.
    fn check(record: &[u16], mark: Option<u64>) {
        let records: Vec<u8> = record.iter().flat_map(|it| it.to_be_bytes()).collect();
        let record_size = u16::try_from(records.len()).expect("short");
        let list = Szl { id: szl::id::PROTECTION, index: 4, record_size, records: records.into() };
        assert_eq!(program_mark(&list), mark.map(ProgramMark), "{record:04x?}");
    }

    #[test]
    fn a_program_is_marked_by_checksums_that_are_valid() {
        // From snap7 for a CPU 315-2 PN/DP, and from another recording of one in RUN-P.
        let snap7 = [4, 1, 0, 1, 2, 0, 0, 0x5656, 0x1001, 0x337B, 0x0200, 0x75F4, 0x0200, 0, 0];
        check(&snap7, Some(0x1001_337B_0200_75F4));
        check(
            &[4, 1, 0, 1, 2, 0, 0, 0x5656, 0x04BC, 0xD5A3, 0x0184, 0xB2D6, 0x0200],
            Some(0x04BC_D5A3_0184_B2D6),
        );
        check(&[4, 1, 0, 1, 2, 0, 0, 0, 0x04BC, 0xD5A3, 0x0184, 0xB2D6, 0], None);
        check(&snap7[..11], None);
        // The only record of python-snap7.
        check(&[4, 1], None);
        check(&[5, 1, 0, 1, 2, 0, 0, 0x5656, 1, 2, 3, 4], None);
    }
}
