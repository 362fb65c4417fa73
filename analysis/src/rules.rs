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
        calls::CallFinding,
        names::NameFinding,
        packml::PackmlFinding,
        reach::{ReachFinding, UnexecutedCount},
        states::{SequenceFinding, StateMachineCount},
        timers::TimerFinding,
        unused::UnusedFinding,
        writes::WriteFinding,
        *,
    };
    use crate::{
        analysis::PlaceText,
        budget::Failure,
        industry::Clue,
        outline::OutlineCount,
        phase::PhaseId,
        run::{ChapterText, MissingInformation},
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
            MissingInformation::CODES,
            Failure::CODES,
            Clue::CODES,
            PlaceText::CODES,
            OutlineCount::CODES,
            UnusedFinding::CODES,
            WriteFinding::CODES,
            ReachFinding::CODES,
            UnexecutedCount::CODES,
            CallFinding::CODES,
            NameFinding::CODES,
            TimerFinding::CODES,
            SequenceFinding::CODES,
            StateMachineCount::CODES,
            PackmlFinding::CODES,
            &titles(false),
        ];
        assert_complete("analysis", &codes);
        let of_code = [
            addresses::AddressFinding::CODES,
            alarms::AlarmFinding::CODES,
            alarms::AlarmCount::CODES,
            bounds::IndexFinding::CODES,
            comments::CommentFinding::CODES,
            comments::CommentCount::CODES,
            division::DivisionFinding::CODES,
            interlocks::InterlockFinding::CODES,
            interlocks::InterlockCount::CODES,
            naming::NamingFinding::CODES,
            naming::NameCaseText::CODES,
            naming::NameCount::CODES,
            security::SecurityFinding::CODES,
            security::SecurityCount::CODES,
            standards::BatchChapter::CODES,
            standards::AlarmChapter::CODES,
            standards::SafetyChapter::CODES,
            structure::StructureFinding::CODES,
            structure::StructureCount::CODES,
            suspect::SuspectFinding::CODES,
            values::ComparisonFinding::CODES,
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
