//! Bytes of a text file as text, whatever it is encoded in.

use std::borrow::Cow;

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Text of bytes: by the byte order mark, as UTF-16 where every other byte of the beginning is
/// zero, as UTF-8 where the bytes are UTF-8, and as Windows-1252 where they are not (STEP 7
/// classic writes that). Without the byte order mark, line ends as they are.
///
/// Never fails: what is no text at all comes out as characters that no grammar takes.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, mark) = match bytes {
        [0xEF, 0xBB, 0xBF, ..] => (UTF_8, 3),
        [0xFF, 0xFE, ..] => (UTF_16LE, 2),
        [0xFE, 0xFF, ..] => (UTF_16BE, 2),
        [1..=255, 0, 1..=255, 0, ..] => (UTF_16LE, 0),
        [0, 1..=255, 0, 1..=255, ..] => (UTF_16BE, 0),
        _ if std::str::from_utf8(bytes).is_ok() => (UTF_8, 0),
        _ => (WINDOWS_1252, 0),
    };
    encoding.decode_without_bom_handling(&bytes[mark..]).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_every_encoding_that_tools_write() {
        for (bytes, text) in [
            (b"plain".as_slice(), "plain"),
            (b"", ""),
            (b"\xEF\xBB\xBFF\xC3\xB6rderband", "Förderband"),
            (b"F\xC3\xB6rderband", "Förderband"),
            (b"F\xF6rderband \x80", "Förderband €"),
            (b"\xFF\xFEA\0\xF6\0", "Aö"),
            (b"\xFE\xFF\0A\0\xF6", "Aö"),
            (b"<\0a\0/\0>\0", "<a/>"),
            (b"\0<\0a\0/\0>", "<a/>"),
            (b"\xEF\xBB\xBFbroken \xC3(", "broken \u{FFFD}("),
        ] {
            assert_eq!(decode(bytes), text, "{bytes:?}");
        }
    }
}
