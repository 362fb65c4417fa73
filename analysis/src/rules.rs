//! The rules: one table, and one file per family.

pub(crate) mod addresses;
pub(crate) mod alarms;
pub(crate) mod bounds;
pub(crate) mod calls;
pub(crate) mod comments;
pub(crate) mod division;
pub(crate) mod interlocks;
pub(crate) mod names;
pub(crate) mod naming;
pub(crate) mod packml;
pub(crate) mod reach;
pub(crate) mod security;
pub(crate) mod standards;
pub(crate) mod states;
pub(crate) mod structure;
pub(crate) mod suspect;
mod table;
pub(crate) mod timers;
pub(crate) mod unused;
pub(crate) mod values;
pub(crate) mod verification;
pub(crate) mod writes;

pub use self::naming::{NameCase, NamingRules};
use self::table::RULES;
use crate::rule::Rule;

/// All rules, in the order of the table.
pub fn rules() -> &'static [Rule] {
    RULES
}

/// A rule by its id: `TB-W02`.
pub fn rule(id: &str) -> Option<&'static Rule> {
    row(id.strip_prefix("TB-")?)
}

/// A rule by its id without `TB-`.
pub(crate) fn row(number: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id.strip_prefix("TB-") == Some(number))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tagbridge_texts::{Code, Coded, assert_complete};

    use super::{
        calls::Calls,
        names::Names,
        packml::Packml,
        reach::{Reach, Unexecuted},
        states::{Machines, Sequences},
        timers::Timers,
        unused::Unused,
        writes::Writes,
        *,
    };
    use crate::{
        analysis::PlaceText,
        budget::Failure,
        industry::Clue,
        outline::Counted,
        phase::PhaseId,
        run::{ChapterText, Untold},
    };

    /// The letters of the rules whose texts are in `analysis-code.ftl`.
    const ELSEWHERE: &str = "SCNKDGIA";

    fn titles(elsewhere: bool) -> Vec<Code> {
        let of = |rule: &&Rule| ELSEWHERE.contains(&rule.id[3..4]) == elsewhere;
        RULES.iter().filter(of).flat_map(|rule| [rule.title, rule.remedy]).collect()
    }

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            PhaseId::CODES,
            ChapterText::CODES,
            Untold::CODES,
            Failure::CODES,
            Clue::CODES,
            PlaceText::CODES,
            Counted::CODES,
            Unused::CODES,
            Writes::CODES,
            Reach::CODES,
            Unexecuted::CODES,
            Calls::CODES,
            Names::CODES,
            Timers::CODES,
            Sequences::CODES,
            Machines::CODES,
            Packml::CODES,
            &titles(false),
        ];
        assert_complete("analysis", &codes);
        let of_code = [
            addresses::Addresses::CODES,
            alarms::Alarms::CODES,
            alarms::Counted::CODES,
            bounds::Bounds::CODES,
            comments::Comments::CODES,
            comments::Commented::CODES,
            division::Division::CODES,
            interlocks::Interlocks::CODES,
            interlocks::Counted::CODES,
            naming::Naming::CODES,
            naming::NameCaseText::CODES,
            naming::Named::CODES,
            security::Security::CODES,
            security::Exposed::CODES,
            standards::Batch::CODES,
            standards::Rationalized::CODES,
            standards::Machine::CODES,
            structure::Structure::CODES,
            structure::Measured::CODES,
            suspect::Suspect::CODES,
            values::Values::CODES,
            &titles(true),
        ];
        assert_complete("analysis-code", &of_code);
    }

    #[test]
    fn each_rule_has_a_number_of_its_own_and_a_platform() {
        let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
        for known in RULES {
            assert!(!known.vendors.is_empty(), "{}", known.id);
            assert_eq!(rule(known.id), Some(known));
        }
        assert_eq!(rule("W02"), None);
    }
}
