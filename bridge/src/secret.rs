//! The key of the service, which is never shown.

use std::fmt;

/// A credential. Its debug form and errors do not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Creates a key, without surrounding blanks and line ends; `None` if it is empty, or contains
    /// characters that are not allowed in a header.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let sound = !text.is_empty() && text.bytes().all(|it| it.is_ascii_graphic());
        sound.then(|| Self(text.to_owned()))
    }

    /// The text of the key, for storing it, and for searching it in places where it must not be.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_one_word_and_stays_hidden() {
        let key = Key::new(" tb_canary\n").expect("a key");
        assert_eq!(key.expose(), "tb_canary");
        assert!(!format!("{key:?}").contains("canary"));
        for no_key in ["", " \n", "two words", "schlüssel"] {
            assert_eq!(Key::new(no_key), None, "{no_key:?}");
        }
    }
}
