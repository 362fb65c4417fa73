//! The languages.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The language of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Language {
    /// English, also for programs and support.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German, as written in Germany.
    #[serde(rename = "de")]
    German,
}

impl Language {
    /// `en`, `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language of the environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is
    /// set.
    pub fn of_environment() -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|locale| !locale.is_empty()));
        locale.map_or(Self::English, |locale| Self::of_locale(&locale))
    }

    /// The language of a locale such as `de_AT.UTF-8`; English for other languages.
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("de") { Self::German } else { Self::English }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        match tag {
            "en" => Ok(Self::English),
            "de" => Ok(Self::German),
            _ => Err("there are en and de".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_asks_for_a_language() {
        for (locale, language) in [
            ("de", Language::German),
            ("de_DE.UTF-8", Language::German),
            ("de-AT", Language::German),
            ("den", Language::English),
            ("C.UTF-8", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }
}
