//! Requests about two things that belong together: the rungs of an output that is written twice, and two
//! signals whose wires are interchanged. Their words may be in several sentences.

use super::{
    KnownNames,
    clause::Clause,
    lexicon::{Token, tokens},
};
use crate::{ChangeRequest, RequestedChange, words::words};

/// What people say of an output with two rungs.
const TWICE: &str = "written twice|twice written|written 2 times|written two times|written 2x|double coil|duplicate coil|\
    two coils|2 coils|overwritten|overwrites|overwrite the|kills the|kill the|doppelt beschrieben|doppelt geschrieben|\
    doppelt zugewiesen|doppelte spule|doppelspule|zweimal beschrieben|zweimal geschrieben|2x beschrieben|\
    2x geschrieben|2 mal beschrieben|zwei spulen|überschreibt|überschrieben|both rungs|beide sprossen|beide netzwerke";
/// What should become of them.
const ONE: &str = "combine|merge|one rung|one network|single rung|fix|into one|a single|in one|zusammen|einen rung|\
    einen strompfad|ein netzwerk|eine sprosse|draus|korrigier|verein";
/// What is done with two signals.
const EXCHANGES: &str = "swap|exchange|interchange|tausch|vertausch";
/// Words of wires.
const WIRES: &str = "wire|wired|wiring|address|output|input|terminal|channel|verdraht|verkabel|adresse|ausgang|ausgänge|\
    eingang|eingänge|klemme|kanal|kanäle";

/// The request of a whole text, where its words are about two things.
pub(super) fn combined(prompt: &str, names: &dyn KnownNames) -> Option<ChangeRequest> {
    let lower = prompt.to_lowercase();
    let says = |all: &str| all.split('|').any(|it| lower.contains(it));
    let all = || {
        let words = words(prompt);
        let tokens = tokens(&words, names);
        // "A and B, they are wired wrongly": the rest is no name.
        let pair = tokens.windows(3).find_map(|it| match it {
            [Token::Name(one), Token::RequestWord("and"), Token::Name(two)] => {
                Some(vec![one.clone(), two.clone()])
            }
            _ => None,
        });
        pair.unwrap_or_else(|| Clause::names_of(&tokens))
    };
    if says(TWICE) && says(ONE) {
        let output = all().into_iter().next()?;
        return Some(ChangeRequest::of(RequestedChange::Merge, &[("output", &output)]));
    }
    if says(EXCHANGES) && says(WIRES) {
        let [one, other] = <[String; 2]>::try_from(all()).ok()?;
        let is_input = says("input|eingang|eingänge") && !says("output|ausgang|ausgänge");
        let slots = if is_input { ["first", "second"] } else { ["one", "other"] };
        let slots = [(slots[0], one.as_str()), (slots[1], &other)];
        return Some(ChangeRequest::of(RequestedChange::Exchange, &slots));
    }
    None
}
