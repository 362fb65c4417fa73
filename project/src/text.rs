//! Decodes the bytes of a text file with any encoding.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Decodes text: by the byte order mark; as UTF-16 if every second of the first bytes is zero; as
/// UTF-8 if the bytes are valid UTF-8; otherwise as Windows-1252 (as STEP 7 classic writes). The
/// byte order mark is removed. Line ends are not changed, unless all are a carriage return alone.
///
/// Never fails: bytes that are not text become characters that no grammar accepts.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, text) = encoded(bytes);
    let text = encoding.decode_without_bom_handling(text).0;
    if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n").into() } else { text }
}

/// Decodes text whose encoding is certain: UTF-8, and UTF-16 as `decode` detects it. Returns `None`
/// if the encoding is uncertain, or the bytes are invalid in it.
pub fn decode_surely(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let (encoding, text) = encoded(bytes);
    let is_guessed = encoding == WINDOWS_1252;
    (!is_guessed).then(|| encoding.decode_without_bom_handling_and_without_replacement(text))?
}

/// The encoding of bytes, and the bytes without the byte order mark.
fn encoded(bytes: &[u8]) -> (&'static Encoding, &[u8]) {
    let (encoding, mark) = match bytes {
        [0xEF, 0xBB, 0xBF, ..] => (UTF_8, 3),
        [0xFF, 0xFE, ..] => (UTF_16LE, 2),
        [0xFE, 0xFF, ..] => (UTF_16BE, 2),
        [1..=255, 0, 1..=255, 0, ..] => (UTF_16LE, 0),
        [0, 1..=255, 0, 1..=255, ..] => (UTF_16BE, 0),
        _ if std::str::from_utf8(bytes).is_ok() => (UTF_8, 0),
        _ => (WINDOWS_1252, 0),
    };
    (encoding, &bytes[mark..])
}

/// The name of a file without folders and extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The first word of a text.
pub(crate) fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
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
            (b"// a\rb;\r", "// a\nb;\n"),
            (b"// a\r\nb;\rc", "// a\r\nb;\rc"),
        ] {
            assert_eq!(decode(bytes), text, "{bytes:?}");
        }
    }

    #[test]
    fn takes_nothing_on_trust_where_a_secret_may_stand() {
        for (bytes, text) in [
            (b"tb_1\n".as_slice(), Some("tb_1\n")),
            (b"", Some("")),
            (b"\xEF\xBB\xBFtb_1", Some("tb_1")),
            (b"\xFF\xFEt\0b\0", Some("tb")),
            (b"t\0b\0", Some("tb")),
            (b"schl\xFCssel", None),
            (b"\xEF\xBB\xBFbroken \xC3(", None),
            (b"\xFF\xFEt\0\0\xD8", None),
        ] {
            assert_eq!(decode_surely(bytes).as_deref(), text, "{bytes:?}");
        }
    }
}
