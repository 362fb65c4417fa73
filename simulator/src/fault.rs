//! What the faults of all controllers have in common: how often they happen, and how they are
//! written.

use std::time::Duration;

/// Whether the `nth` of something, the first being 1, is one of `every` so many.
pub(crate) fn hits(every: u32, nth: u64) -> bool {
    every > 0 && nth.is_multiple_of(every.into())
}

/// A fault as a person writes it: `endless`, `drop=3`, `delay=200ms`.
pub(crate) struct Written<'a> {
    pub(crate) name: &'a str,
    /// What follows the `=`; empty when nothing does.
    value: &'a str,
}

impl<'a> Written<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Self { name, value }
    }

    /// Whether it is a name and nothing else.
    pub(crate) fn is_bare(&self) -> bool {
        self.value.is_empty()
    }

    /// For every so many, at least 1, which is also what a bare name says.
    pub(crate) fn every(&self) -> Option<u32> {
        if self.is_bare() { Some(1) } else { self.value.parse().ok().filter(|it| *it > 0) }
    }

    /// A number that has to be there: `limits=1000`.
    pub(crate) fn number(&self) -> Option<u32> {
        self.value.parse().ok()
    }

    /// A time in milliseconds: `200ms`.
    pub(crate) fn span(&self) -> Option<Duration> {
        let milliseconds = self.value.strip_suffix("ms")?.parse().ok()?;
        Some(Duration::from_millis(milliseconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_is_each_third() {
        let hit: Vec<u64> = (1..=7).filter(|nth| hits(3, *nth)).collect();
        assert_eq!(hit, [3, 6]);
        assert!(!hits(0, 1), "never");
    }

    #[test]
    fn reads_numbers_and_times() {
        for (text, every, milliseconds) in [
            ("it", Some(1), None),
            ("it=", Some(1), None),
            ("it=3", Some(3), None),
            ("it=0", None, None),
            ("it=-1", None, None),
            ("it=200ms", None, Some(200)),
            ("it=0ms", None, Some(0)),
            ("it=ms", None, None),
            ("it=2s", None, None),
        ] {
            let written = Written::new(text);
            assert_eq!(written.name, "it");
            assert_eq!(written.every(), every, "{text}");
            assert_eq!(written.span(), milliseconds.map(Duration::from_millis), "{text}");
        }
    }
}
