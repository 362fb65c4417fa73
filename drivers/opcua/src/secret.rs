//! Detects frames with secrets, which must not leave this computer.

/// Offset of the message's type (OPC UA Part 6 §6.7.2): after the headers of the message, its
/// security and its sequence.
pub(crate) const TYPE_AT: usize = 24;
/// The response to `GetEndpoints`, and `CreateSession` and `ActivateSession` with their responses:
/// certificates, user names, passwords (OPC UA `NodeIds.csv`, the types' binary encodings, in the
/// four-byte form of a node id).
const LOGIN: [[u8; 4]; 5] =
    [[1, 0, 0xAF, 1], [1, 0, 0xCD, 1], [1, 0, 0xD0, 1], [1, 0, 0xD3, 1], [1, 0, 0xD6, 1]];

/// Whether a frame belongs to the opening of a channel or a session.
pub fn is_login(frame: &[u8]) -> bool {
    frame.starts_with(b"OPN")
        || frame.starts_with(b"MSG")
            && frame.get(TYPE_AT..TYPE_AT + 4).is_some_and(|it| LOGIN.iter().any(|id| id == it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_of_channels_and_sessions_is_secret_and_values_are_not() {
        let message = |kind: u16| {
            let mut frame = b"MSGF".to_vec();
            frame.resize(TYPE_AT, 0);
            frame.extend([1, 0]);
            frame.extend(kind.to_le_bytes());
            frame.extend(b"more");
            frame
        };
        for kind in [431, 461, 464, 467, 470] {
            assert!(is_login(&message(kind)), "{kind}");
        }
        assert!(is_login(b"OPNFmore"));
        for frame in [&message(634)[..], &[0x6f, 0], b"", b"MSG"] {
            assert!(!is_login(frame), "{frame:?}");
        }
    }
}
