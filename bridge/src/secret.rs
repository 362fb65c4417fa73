//! The service's key, which is never shown.

use std::fmt;

/// A credential. Neither its debug form nor an error ever shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// The key without surrounding blanks and line ends; `None` if nothing is left, or if it holds
    /// what cannot stand in a request's header.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let sound = !text.is_empty() && text.bytes().all(|it| it.is_ascii_graphic());
        sound.then(|| Self(text.to_owned()))
    }

    /// Its text: to put it where keys are kept, and to look for it where it must not be.
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
