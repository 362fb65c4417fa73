//! Follow-up questions: "and off?", "the second one", "why?", "all of them".

use tagbridge_api::query::{Query, Turn};

use super::{Before, FOLLOWING_MAX, understand};
use crate::{
    Asked, Facts,
    common::{is_common, is_one_of},
    constraints::Constraints,
    reader::Reader,
};

/// A question that is completed from the last one; `None` if it is complete.
pub(super) fn follow(
    facts: &Facts,
    reader: &Reader<'_>,
    before: &Before<'_>,
    asked: &Asked,
) -> Option<Asked> {
    let last = before.query?;
    let words = &reader.words;
    if words.is_empty() || before.chosen.is_some() {
        return None;
    }
    let constraints = Constraints(words);
    let one = |query: Query| Some(Asked { queries: vec![query], ..asked.clone() });
    let is_only = |any: &'static str| {
        let fill = "and und the der die das one ones of them davon then dann please bitte me mir show \
                    zeig zeige it es list number nummer what about was ist mit";
        words.iter().all(|word| is_one_of(word, any) || is_one_of(word, fill))
    };
    if let Some(at) = ordinal(words)
        && is_only(ORDINALS)
    {
        let name = before.listed.get(at)?;
        let query = match last.subject() {
            Some(_) => last.clone().about(name),
            None => Query::Explain {
                name: name.clone(),
                aspect: tagbridge_api::query::Aspect::Declaration,
            },
        };
        return one(query);
    }
    if let Some(named) = with_entry(reader, before.listed) {
        return Some(understand(facts, &named, &Before { listed: &[], ..*before }));
    }
    if words.len() > FOLLOWING_MAX {
        return None;
    }
    if is_only("all alle alles everything more mehr rest complete komplett") && constraints.all() {
        return Some(Asked { queries: vec![last.clone()], all: true, ..asked.clone() });
    }
    let name = last.subject()?;
    if is_only("why warum wieso weshalb") && constraints.has("why warum wieso weshalb") {
        let wanted = !matches!(last, Query::Condition { change: Turn::Off, .. });
        return one(Query::WhyNow { name: name.to_owned(), wanted });
    }
    if reader.exact(false, &[]).is_none() && is_only("off on aus ein an") {
        let is_off = constraints.has("off aus");
        return one(match last {
            Query::WhyNow { .. } => Query::WhyNow { name: name.to_owned(), wanted: is_off },
            _ => Query::Condition {
                name: name.to_owned(),
                change: if is_off { Turn::Off } else { Turn::On },
                latched: false,
            },
        });
    }
    let begins =
        words.first().is_some_and(|it| ["and", "und", "what", "was"].contains(&it.as_str()));
    let chosen = reader.exact(last.is_about_code(), &[]).filter(|_| begins)?;
    let rest = reader.rest(&chosen.used);
    let fill = "and und what about how was ist mit bei with the der die das";
    let is_bare = rest.iter().all(|word| is_one_of(word, fill));
    let is_follow = rest.first().is_some_and(|it| it == "and" || it == "und")
        || rest.iter().any(|it| it == "about" || it == "mit");
    if !is_bare || !is_follow {
        return None;
    }
    let name = facts.name_of(&chosen.subject, &chosen.written);
    one(last.clone().about(&name))
}

/// A question with the name of the entry of the last list that it numbers: "what does the second one do".
/// `None` if it numbers none, or asks only for that.
fn with_entry(reader: &Reader<'_>, listed: &[String]) -> Option<String> {
    let words = &reader.words;
    let is_at = |at: Option<usize>, any: &'static str| {
        at.and_then(|at| words.get(at)).is_some_and(|it| is_one_of(it, any))
    };
    let (at, number) = words.iter().enumerate().find_map(|(at, word)| {
        let is_word = word.chars().all(char::is_alphabetic);
        let before = at.checked_sub(1);
        let stands_alone = is_at(Some(at + 1), "one ones entry eintrag davon von of")
            || (is_at(before, "the der die das den dem")
                && words.get(at + 1).is_none_or(|next| is_common(next)));
        let number = ordinal(std::slice::from_ref(word)).filter(|_| is_word && stands_alone)?;
        Some((at, number))
    })?;
    let name = listed.get(number)?;
    let is_article = is_at(at.checked_sub(1), "the der die das den dem");
    let is_noun = is_at(Some(at + 1), "one ones entry eintrag davon");
    let mentions = &reader.mentions;
    let start = mentions[if is_article { at - 1 } else { at }].at.start;
    let end = mentions[if is_noun { at + 1 } else { at }].at.end;
    let rest = [&reader.question[..start], &reader.question[end..]];
    let asks = rest.iter().any(|it| it.contains(char::is_alphanumeric));
    asks.then(|| format!("{}{name}{}", rest[0], rest[1]))
}

const ORDINALS: &str = "first second third fourth fifth last erste ersten zweite zweiten dritte dritten \
    vierte vierten fünfte fünften letzte letzten 1 2 3 4 5 1st 2nd 3rd";

fn ordinal(words: &[String]) -> Option<usize> {
    words.iter().find_map(|word| {
        Some(match word.as_str() {
            "first" | "erste" | "ersten" | "1" | "1st" => 0,
            "second" | "zweite" | "zweiten" | "2" | "2nd" => 1,
            "third" | "dritte" | "dritten" | "3" | "3rd" => 2,
            "fourth" | "vierte" | "vierten" | "4" => 3,
            "fifth" | "fünfte" | "fünften" | "5" => 4,
            _ => return None,
        })
    })
}
