//! The triggers of incidents: a condition on a tag that becomes true.

use std::{fmt, str::FromStr, time::Duration};

use serde_json::Value;
use tagbridge_api::hmi::{Quality, TagValue};

/// A condition on a tag, and the stored time before and after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trigger {
    /// Its name.
    pub name: String,
    /// The tag.
    pub tag: String,
    /// The condition.
    pub when: TriggerCondition,
    /// The stored time before the trigger.
    pub before: Duration,
    /// The stored time after the trigger.
    pub after: Duration,
}

/// A condition on a tag. An incident begins when it becomes true.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TriggerCondition {
    /// It becomes off or zero.
    Falls,
    /// It becomes on, or a number other than zero.
    Rises,
    /// Its value changes.
    Changes,
    /// The comparison with a number becomes true.
    Compares(TriggerComparison, f64),
    /// It has no good value for this time.
    BadFor(Duration),
}

/// A comparison with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TriggerComparison {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A text that is not a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConditionError;

/// From the longest sign to the shortest.
const SIGNS: [(&str, TriggerComparison); 8] = [
    ("!=", TriggerComparison::NotEqual),
    ("<>", TriggerComparison::NotEqual),
    ("<=", TriggerComparison::AtMost),
    (">=", TriggerComparison::AtLeast),
    ("==", TriggerComparison::Equal),
    ("=", TriggerComparison::Equal),
    ("<", TriggerComparison::Less),
    (">", TriggerComparison::Greater),
];

impl FromStr for TriggerCondition {
    type Err = ConditionError;

    /// `falls`, `rises`, `changes`, `<> 0`, `>= 80.5`, `bad for 5s`.
    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let text = text.trim();
        match text {
            "falls" => return Ok(Self::Falls),
            "rises" => return Ok(Self::Rises),
            "changes" => return Ok(Self::Changes),
            _ => {}
        }
        if let Some(seconds) = text.strip_prefix("bad for ") {
            let seconds = seconds.trim().strip_suffix('s').ok_or(ConditionError)?;
            let seconds: f64 = seconds.trim().parse().map_err(|_| ConditionError)?;
            return Duration::try_from_secs_f64(seconds)
                .map(Self::BadFor)
                .map_err(|_| ConditionError);
        }
        let sign = SIGNS.iter().find_map(|(sign, it)| Some((text.strip_prefix(sign)?, *it)));
        let (number, comparison) = sign.ok_or(ConditionError)?;
        let number: f64 = number.trim().parse().map_err(|_| ConditionError)?;
        Ok(Self::Compares(comparison, number))
    }
}

impl fmt::Display for TriggerCondition {
    /// The text that is parsed as the same condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Falls => f.write_str("falls"),
            Self::Rises => f.write_str("rises"),
            Self::Changes => f.write_str("changes"),
            Self::Compares(comparison, number) => {
                let sign = SIGNS.iter().rev().find(|it| it.1 == *comparison).map(|it| it.0);
                write!(f, "{} {number}", sign.unwrap_or_default())
            }
            Self::BadFor(time) => write!(f, "bad for {}s", time.as_secs_f64()),
        }
    }
}

impl TriggerComparison {
    #[expect(clippy::float_cmp, reason = "a person writes the number that the controller has")]
    fn holds(self, value: f64, with: f64) -> bool {
        match self {
            Self::Equal => value == with,
            Self::NotEqual => value != with,
            Self::Less => value < with,
            Self::AtMost => value <= with,
            Self::Greater => value > with,
            Self::AtLeast => value >= with,
        }
    }
}

/// A trigger and its state.
#[derive(Debug, Clone)]
pub(crate) struct WatchedTrigger {
    pub(crate) trigger: Trigger,
    /// The last good value.
    last: Option<Value>,
    bad_since_ms: Option<i64>,
    /// Whether the condition was true at the last scan; `None`: not known.
    held: Option<bool>,
}

impl WatchedTrigger {
    pub(crate) fn new(trigger: Trigger) -> Self {
        Self { trigger, last: None, bad_since_ms: None, held: None }
    }

    /// Whether the condition becomes true with this scan. `None`: the tag is not read. The state at
    /// the first scan does not trigger, except for a value that stays bad.
    pub(crate) fn fires(&mut self, value: Option<&TagValue>, at_ms: i64) -> bool {
        let good = value.filter(|it| it.quality != Quality::Bad);
        if good.is_some() {
            self.bad_since_ms = None;
        } else {
            self.bad_since_ms.get_or_insert(at_ms);
        }
        let number = good.and_then(|it| number(&it.value));
        let before = self.last.as_ref().and_then(number_of);
        let holds = match self.trigger.when {
            TriggerCondition::BadFor(least) => {
                let least = i64::try_from(least.as_millis()).unwrap_or(i64::MAX);
                Some(self.bad_since_ms.is_some_and(|since| at_ms - since >= least))
            }
            TriggerCondition::Compares(comparison, with) => {
                number.map(|it| comparison.holds(it, with))
            }
            TriggerCondition::Falls => {
                return self.edge(
                    good,
                    matches!((before, number), (Some(b), Some(n)) if b > 0.0 && n <= 0.0),
                );
            }
            TriggerCondition::Rises => {
                return self.edge(
                    good,
                    matches!((before, number), (Some(b), Some(n)) if b <= 0.0 && n > 0.0),
                );
            }
            TriggerCondition::Changes => {
                let differs =
                    matches!((&self.last, good), (Some(was), Some(it)) if *was != it.value);
                return self.edge(good, differs);
            }
        };
        let Some(holds) = holds else { return false };
        let is_bad = matches!(self.trigger.when, TriggerCondition::BadFor(_));
        let was = self.held.replace(holds);
        holds && (was == Some(false) || (is_bad && was.is_none()))
    }

    fn edge(&mut self, good: Option<&TagValue>, fires: bool) -> bool {
        if let Some(it) = good {
            self.last = Some(it.value.clone());
        }
        fires
    }
}

fn number_of(value: &Value) -> Option<f64> {
    number(value)
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(it) => Some(f64::from(u8::from(*it))),
        Value::Number(it) => it.as_f64(),
        Value::String(it) => it.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{Timestamp, hmi::Reason};

    use super::*;

    fn value(it: &str) -> TagValue {
        let value: Value = serde_json::from_str(it).unwrap();
        let bad = value.is_null();
        TagValue {
            value,
            type_name: "BOOL".into(),
            quality: if bad { Quality::Bad } else { Quality::Good },
            reason: bad.then_some(Reason::NotConnected),
            timestamp: Timestamp::from_millis(0).unwrap(),
        }
    }

    /// The indices of the values, one per second, at which it triggers.
    fn check(when: &str, values: &[&str], expected: &[usize]) {
        let trigger = Trigger {
            name: "T".into(),
            tag: "A".into(),
            when: when.parse().unwrap(),
            before: Duration::ZERO,
            after: Duration::ZERO,
        };
        let mut it = WatchedTrigger::new(trigger);
        let fired = values
            .iter()
            .enumerate()
            .filter(|(at, text)| it.fires(Some(&value(text)), i64::try_from(*at).unwrap() * 1000));
        assert_eq!(fired.map(|it| it.0).collect::<Vec<_>>(), expected, "{when}");
    }

    #[test]
    fn it_fires_when_its_condition_becomes_true() {
        check(
            "falls",
            &["false", "true", "true", "false", "null", "false", "true", "null", "false"],
            &[3, 8],
        );
        check("rises", &["true", "false", "true", "true"], &[2]);
        check("changes", &["1", "1", "2", "null", "2", "3"], &[2, 5]);
        check("<> 0", &["4", "0", "0", "7", "8", "0", "1"], &[3, 6]);
        check(">= 80.5", &["80", "80.5", "90", "null", "90", "1", "81"], &[1, 6]);
        check("bad for 2s", &["1", "null", "null", "null", "null", "1", "null", "1"], &[3]);
        check("bad for 1s", &["null", "null", "null"], &[1]);
    }

    #[test]
    fn a_condition_is_written_as_it_is_read() {
        for text in ["falls", "rises", "changes", "= 3", "<> 0", "<= 1", ">= 80.5", "> -2", "< 9"] {
            assert_eq!(text.parse::<TriggerCondition>().map(|it| it.to_string()), Ok(text.into()));
        }
        let bad: TriggerCondition = "bad for 2.5s".parse().unwrap();
        assert_eq!(bad.to_string(), "bad for 2.5s");
    }

    #[test]
    fn other_texts_are_no_conditions() {
        for text in ["", "fall", "bad", "bad for", "bad for 5", "bad for -1s", "<> x", "=> 1", "5"]
        {
            assert_eq!(text.parse::<TriggerCondition>(), Err(ConditionError), "{text}");
        }
    }
}
