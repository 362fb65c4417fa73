//! Addresses as people write them, and the values behind them.

use tagbridge_s7::{address::Address, types::decode};

/// An address is displayed so that it is parsed as the same address again, and fits the limits of
/// S7.
pub fn address(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    match text.parse::<Address>() {
        Ok(address) => {
            assert!(address.start < address.end());
            assert!(address.end() <= 1 << 21, "beyond 24 bits of bit address");
            assert_eq!(address.to_string().parse(), Ok(address), "{address}");
        }
        Err(error) => assert!(error.at <= text.len(), "{error}"),
    }
}

/// Any bytes are a value of the type that they are read as, or an error.
///
/// The input is an address, the end of the line, the bytes.
pub fn value(input: &[u8]) {
    let mut parts = input.splitn(2, |&it| it == b'\n');
    let (Some(address), Some(bytes)) = (parts.next(), parts.next()) else { return };
    let address = std::str::from_utf8(address).ok().and_then(|it| it.parse::<Address>().ok());
    let Some(address) = address else { return };
    let size = usize::try_from(address.kind.size()).expect("fits");
    if let Err(error) = decode(address.kind, bytes, address.bit) {
        assert!(error.offset <= bytes.len(), "{error}");
    } else {
        let is_text = address.type_name().contains("STRING");
        assert!(is_text || bytes.len() >= size, "{address} from {} bytes", bytes.len());
    }
}
