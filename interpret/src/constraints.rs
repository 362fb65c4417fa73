//! Additional conditions in a sentence: on or off, comparisons, times, quantities.

use tagbridge_api::query::{CompareSign, ItemFilter};

use crate::{common::is_one_of, items::milliseconds};

/// The words of a sentence, in lower case, without the names.
pub(crate) struct Constraints<'a>(pub(crate) &'a [String]);

impl Constraints<'_> {
    pub(crate) fn has(&self, any: &'static str) -> bool {
        self.0.iter().any(|word| is_one_of(word, any))
    }

    /// Whether only latches are meant, and whether that is a reset.
    pub(crate) fn latched(&self) -> Option<bool> {
        if self.has("unlatched unlatch unlatches unlatching entriegelt released release releases") {
            return Some(false);
        }
        self.has("latched latch latches latching verriegelt gelatcht").then_some(true)
    }

    /// Whether all details are wanted.
    pub(crate) fn all(&self) -> bool {
        self.has(
            "all every everything everywhere alle alles allen sämtliche saemtliche complete \
             vollständig vollstaendig komplett überall ueberall",
        )
    }

    /// A past time, as written.
    pub(crate) fn time(&self) -> Option<String> {
        let clock = self.0.iter().find(|word| {
            word.split_once(':').is_some_and(|(hour, minute)| {
                hour.len() <= 2
                    && minute.len() == 2
                    && hour.parse::<u8>().is_ok_and(|it| it < 25)
                    && minute.parse::<u8>().is_ok_and(|it| it < 60)
            })
        });
        if let Some(clock) = clock {
            return Some(clock.clone());
        }
        let past = "yesterday gestern midnight mitternacht tonight nachts vorhin earlier";
        let found = self.0.iter().find(|word| is_one_of(word, past));
        if let Some(found) = found {
            return Some(found.clone());
        }
        let pairs = self.0.windows(2).find(|pair| {
            matches!(
                (pair[0].as_str(), pair[1].as_str()),
                ("last", "night" | "week" | "shift")
                    | ("letzte", "nacht" | "woche" | "schicht")
                    | ("this", "morning")
                    | ("heute", "morgen" | "früh" | "nacht")
            )
        });
        pairs.map(|pair| pair.join(" "))
    }

    /// The number of a version.
    pub(crate) fn version(&self) -> Option<u32> {
        let is_version = |word: &str| word.starts_with("version") || word == "v";
        let at = self.0.iter().position(|word| is_version(word));
        let after = at.and_then(|at| self.0.get(at + 1)).and_then(|it| it.parse().ok());
        after.or_else(|| {
            self.0.iter().find_map(|word| word.strip_prefix('v').and_then(|it| it.parse().ok()))
        })
    }

    /// Comparisons with a number: `> 5 s`, `longer than 5 seconds`, `zwischen 2 und 5 s`.
    pub(crate) fn comparisons(&self) -> Vec<ItemFilter> {
        let words = self.0;
        let amount = |at: usize| -> Option<(f64, usize)> {
            let word = words.get(at)?;
            let end = word.find(|it: char| !it.is_ascii_digit() && it != '.' && it != ',');
            let (digits, unit) = word.split_at(end.unwrap_or(word.len()));
            let value: f64 = digits.replace(',', ".").parse().ok()?;
            let own = milliseconds(unit);
            let next = words.get(at + 1).and_then(|it| milliseconds(it));
            Some(match (own, next) {
                (Some(factor), _) => (value * factor, at + 1),
                (None, Some(factor)) if unit.is_empty() => (value * factor, at + 2),
                _ => (value, at + 1),
            })
        };
        let mut found = Vec::new();
        let mut add = |sign, value| found.push(ItemFilter::Number { sign, value });
        for (at, word) in words.iter().enumerate() {
            if matches!(word.as_str(), "between" | "zwischen") {
                if let (Some((_, next)), Some(_)) = (amount(at + 1), words.get(at + 2)) {
                    let second = amount(next + 1).or_else(|| amount(next));
                    // The unit of the second number applies to both.
                    if let Some((high, end)) = second {
                        let bare: Option<f64> = words[at + 1].replace(',', ".").parse().ok();
                        let unit =
                            words.get(end - 1).and_then(|it| milliseconds(it)).unwrap_or(1.0);
                        let low = bare
                            .map_or_else(|| amount(at + 1).map_or(0.0, |it| it.0), |it| it * unit);
                        add(CompareSign::AtLeast, low);
                        add(CompareSign::AtMost, high);
                    }
                }
                continue;
            }
            let Some(sign) = sign(word) else { continue };
            let filler = ["than", "als", "or", "equal", "to", "gleich", "wie"];
            let mut next = at + 1;
            while words.get(next).is_some_and(|it| filler.contains(&it.as_str())) {
                next += 1;
            }
            if let Some((value, _)) = amount(next) {
                add(sign, value);
            }
        }
        found
    }
}

fn sign(word: &str) -> Option<CompareSign> {
    let is = |any: &'static str| is_one_of(word, any);
    if is(
        "> above over longer more greater bigger exceeding mehr über ueber größer groesser länger laenger höher",
    ) {
        Some(CompareSign::Above)
    } else if is("< below under shorter less smaller fewer unter kürzer kuerzer kleiner weniger") {
        Some(CompareSign::Below)
    } else if is(">= => ≥ least mindestens") {
        Some(CompareSign::AtLeast)
    } else if is("<= =< ≤ most höchstens hoechstens maximal") {
        Some(CompareSign::AtMost)
    } else if is("= == equal equals exactly gleich genau") {
        Some(CompareSign::Equal)
    } else {
        is("<> != ≠ ungleich").then_some(CompareSign::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_comparison_has_a_sign_and_a_number_in_milliseconds() {
        let number = |sign, value| ItemFilter::Number { sign, value };
        for (text, expected) in [
            ("timers > 5 s", vec![number(CompareSign::Above, 5000.0)]),
            ("timers longer than 5s", vec![number(CompareSign::Above, 5000.0)]),
            ("zeiten über 2 minuten", vec![number(CompareSign::Above, 120_000.0)]),
            ("at least 300", vec![number(CompareSign::AtLeast, 300.0)]),
            (
                "between 2 and 5 s",
                vec![number(CompareSign::AtLeast, 2000.0), number(CompareSign::AtMost, 5000.0)],
            ),
            ("timers of the oven", vec![]),
        ] {
            assert_eq!(Constraints(&words(text)).comparisons(), expected, "{text}");
        }
    }

    #[test]
    fn a_time_that_is_gone_is_found() {
        assert_eq!(
            Constraints(&words("why did it stop at 03:12")).time().as_deref(),
            Some("03:12")
        );
        assert_eq!(
            Constraints(&words("what was it last night")).time().as_deref(),
            Some("last night")
        );
        assert_eq!(Constraints(&words("why is it off")).time(), None);
    }
}
