//! The triggers of a session, between a screen's words and the bridge's.

use std::time::Duration;

use tagbridge_recording::{Trigger, TriggerCondition};

use crate::{
    failures::invalid,
    problem::{Problem, Remedy},
    view::{Failure, SessionTrigger},
};

/// How much of the time around an incident may be kept, in seconds.
const AROUND: std::ops::RangeInclusive<f64> = 0.0..=3600.0;
/// Triggers of a session.
const TRIGGERS_MAX: usize = 50;

/// Converts the triggers for the bridge.
pub(crate) fn triggers(all: &[SessionTrigger]) -> Result<Vec<Trigger>, Failure> {
    if all.len() > TRIGGERS_MAX {
        let problem = Problem::TooManyTriggers { most: TRIGGERS_MAX };
        return Err(invalid(&problem, &Remedy::FewerTriggers));
    }
    all.iter().map(trigger).collect()
}

fn trigger(of: &SessionTrigger) -> Result<Trigger, Failure> {
    let tag = of.tag.trim();
    if tag.is_empty() {
        return Err(invalid(&Problem::NoTriggerTag, &Remedy::ChooseTag));
    }
    let Ok(when) = of.when.parse::<TriggerCondition>() else {
        let text = of.when.clone();
        return Err(invalid(&Problem::NoCondition { text }, &Remedy::ConditionLike));
    };
    if !AROUND.contains(&of.before_s) || !AROUND.contains(&of.after_s) {
        return Err(invalid(&Problem::TriggerTime, &Remedy::TriggerTime));
    }
    let name = match of.name.trim() {
        "" => format!("{tag} {}", of.when.trim()),
        name => name.to_owned(),
    };
    let (before, after) =
        (Duration::from_secs_f64(of.before_s), Duration::from_secs_f64(of.after_s));
    Ok(Trigger { name, tag: tag.to_owned(), when, before, after })
}

/// A trigger as a screen shows it.
pub(crate) fn written(trigger: &Trigger) -> SessionTrigger {
    SessionTrigger {
        name: trigger.name.clone(),
        tag: trigger.tag.clone(),
        when: trigger.when.to_string(),
        before_s: trigger.before.as_secs_f64(),
        after_s: trigger.after.as_secs_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(when: &str, before_s: f64) -> SessionTrigger {
        let (name, tag) = (String::new(), "Run".to_owned());
        SessionTrigger { name, tag, when: when.into(), before_s, after_s: 5.0 }
    }

    #[test]
    fn a_trigger_is_named_after_its_condition_and_shown_as_it_was_written() {
        let made = triggers(&[shown(">= 80.5", 30.0)]).expect("it is one");
        assert_eq!(made[0].name, "Run >= 80.5");
        let again = written(&made[0]);
        assert_eq!((again.when.as_str(), again.before_s, again.after_s), (">= 80.5", 30.0, 5.0));
    }

    #[test]
    fn what_is_no_trigger_is_refused_in_words() {
        let no_tag = SessionTrigger { tag: " ".into(), ..shown("falls", 1.0) };
        for (all, says) in [
            (vec![shown("fell over", 1.0)], "fell over"),
            (vec![shown("falls", 3601.0)], "time"),
            (vec![no_tag], "tag"),
            (vec![shown("falls", 1.0); 51], "50"),
        ] {
            let error = triggers(&all).expect_err(says).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
