//! Searches an index.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Row, params};
use tagbridge_api::search::Route;

use super::{SearchHit, SearchIndex, SearchTerms};
use crate::StoreError;

/// Weights of the columns comment, names, descriptions, code. With a higher weight of comments, a
/// rung is found by its own words more often, but others less often: `search_figures` of the
/// service's tests measures this.
const WEIGHTS: &str = "0.5, 1.0, 2.0, 2.0";
/// Maximum number of pieces that are ranked for a query.
const RANKED_MAX: u32 = 20_000;

impl SearchIndex {
    /// The best results, and the kind of search, which depends on the form of the query: combining
    /// the kinds made each of them worse.
    pub fn look(
        &self,
        wanted: &SearchTerms,
        limit: u32,
    ) -> Result<(Route, Vec<SearchHit>), StoreError> {
        let words = || self.words(&wanted.words, limit);
        let exact = self.called(&wanted.called, limit)?;
        if !exact.is_empty() {
            return Ok((Route::Exact, filled(exact, words, limit)?));
        }
        if let Some(address) = &wanted.address {
            let found = self.at_address(address, limit)?;
            if !found.is_empty() {
                return Ok((Route::Address, found));
            }
        }
        if let Some(fragment) = &wanted.fragment {
            let found = self.fragment(fragment, limit)?;
            return Ok((Route::Fragments, filled(found, words, limit)?));
        }
        Ok((Route::Words, words()?))
    }

    /// The pieces with exactly this name.
    fn called(&self, name: &str, limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        self.exactly("called", "name", name, limit)
    }

    /// The pieces at this address.
    fn at_address(&self, address: &str, limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        self.exactly("addresses", "address", address, limit)
    }

    fn exactly(
        &self,
        table: &str,
        column: &str,
        text: &str,
        limit: u32,
    ) -> Result<Vec<SearchHit>, StoreError> {
        let sql = format!(
            "SELECT number, shown, 1.0 FROM {table} JOIN pieces ON pieces.id = piece
             WHERE {column} = ?1 ORDER BY piece LIMIT ?2"
        );
        self.with(|connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let found = statement.query_map(params![text, limit], hit)?;
            found.collect()
        })
    }

    /// The pieces with the rarest of these words.
    fn words(&self, words: &[String], limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        self.with(|connection| {
            let query = any(rare_terms(connection, "words", words)?);
            ranked(connection, "words", WEIGHTS, &query, limit)
        })
    }

    /// The pieces with this text in their names, then those with many parts of it.
    fn fragment(&self, text: &str, limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        let chars: Vec<char> = text.chars().collect();
        let trigrams: BTreeSet<String> =
            chars.windows(3).map(|three| three.iter().collect()).collect();
        let ranked = |connection: &Connection, query: &str| {
            ranked(connection, "fragments", "1.0", query, limit)
        };
        let whole = self.with(|connection| ranked(connection, &any([text])))?;
        let parts = || {
            self.with(|connection| {
                ranked(connection, &any(rare_terms(connection, "fragments", &trigrams)?))
            })
        };
        filled(whole, parts, limit)
    }
}

/// The results; if there are fewer than wanted, results of another kind follow.
fn filled(
    mut first: Vec<SearchHit>,
    more: impl FnOnce() -> Result<Vec<SearchHit>, StoreError>,
    limit: u32,
) -> Result<Vec<SearchHit>, StoreError> {
    if first.len() >= limit as usize {
        return Ok(first);
    }
    let least = first.last().map_or(1.0, |it| it.score);
    for hit in more()? {
        if !first.iter().any(|it| it.number == hit.number) {
            first.push(SearchHit { score: hit.score * least, ..hit });
        }
    }
    first.truncate(limit as usize);
    Ok(first)
}

/// The terms of a query that are used: the rare ones, as long as the number of pieces to rank is
/// limited. A term that is in nearly every piece does not help.
fn rare_terms<'a>(
    connection: &Connection,
    table: &str,
    terms: impl IntoIterator<Item = &'a String>,
) -> rusqlite::Result<Vec<&'a str>> {
    let mut count = connection
        .prepare_cached("SELECT pieces FROM frequent WHERE term = ?1 AND found_in = ?2")?;
    let counted = terms.into_iter().map(|term| {
        let pieces = count.query_row([term.as_str(), table], |row| row.get(0)).optional()?;
        Ok((pieces.unwrap_or(0), term.as_str()))
    });
    Ok(rarest(counted.collect::<rusqlite::Result<_>>()?, RANKED_MAX))
}

/// The rarest terms, at least one, with at most `most` pieces in total.
fn rarest(mut counted: Vec<(u32, &str)>, most: u32) -> Vec<&str> {
    counted.sort_by_key(|it| it.0);
    let mut sum = 0_u32;
    let fitting = counted.iter().take_while(|it| {
        sum = sum.saturating_add(it.0);
        sum <= most
    });
    let kept = fitting.count().max(1).min(counted.len());
    counted[..kept].iter().map(|it| it.1).collect()
}

/// A query for any of these texts, escaped.
fn any<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let quoted = texts.into_iter().filter(|it| !it.as_ref().is_empty());
    let quoted = quoted.map(|it| format!("\"{}\"", it.as_ref().replace('"', "\"\"")));
    quoted.collect::<Vec<_>>().join(" OR ")
}

fn ranked(
    connection: &Connection,
    table: &str,
    weights: &str,
    query: &str,
    limit: u32,
) -> rusqlite::Result<Vec<SearchHit>> {
    if query.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT number, shown, 1.0 - 1.0 / (1.0 + max(fit, 1e-6)) FROM
             (SELECT piece, fit FROM
                 (SELECT rowid AS piece, -bm25({table}, {weights}) AS fit FROM {table}
                  WHERE {table} MATCH ?1 LIMIT {RANKED_MAX})
              ORDER BY fit DESC, piece LIMIT ?2)
         JOIN pieces ON pieces.id = piece ORDER BY fit DESC, piece"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(params![query, limit], hit)?;
    found.collect()
}

fn hit(row: &Row<'_>) -> rusqlite::Result<SearchHit> {
    Ok(SearchHit { number: row.get(0)?, shown: row.get(1)?, score: row.get(2)? })
}

#[cfg(test)]
mod tests {
    use crate::{SearchEntry, SearchFiles};

    fn entry(name: &str, comment: &str) -> SearchEntry {
        SearchEntry {
            shown: name.to_owned(),
            order: (name.to_owned(), 0),
            comment: comment.to_owned(),
            names: name.to_lowercase(),
            called: vec![name.to_lowercase()],
            addresses: vec![format!("i.0.{}", name.len())],
            ..SearchEntry::default()
        }
    }

    #[test]
    fn what_many_pieces_have_does_not_count_beside_what_few_have() {
        let counted = || vec![(900, "on"), (0, "pump"), (300, "motor"), (400, "run")];
        assert_eq!(super::rarest(counted(), 2000), ["pump", "motor", "run", "on"]);
        assert_eq!(super::rarest(counted(), 700), ["pump", "motor", "run"]);
        assert_eq!(super::rarest(vec![(900, "on")], 700), ["on"], "it is all that there is");
        assert!(super::rarest(Vec::new(), 700).is_empty());

        let folder = tempfile::tempdir().expect("a folder");
        let entries: Vec<SearchEntry> = (0..500)
            .map(|at| entry(&format!("Valve{at}"), if at == 7 { "on rare" } else { "on" }))
            .collect();
        let index = SearchFiles::in_folder(folder.path()).build("ver_1", &entries).expect("made");
        let frequent = |term: &str, table: &str| {
            let sql = "SELECT pieces FROM frequent WHERE term = ?1 AND found_in = ?2";
            let of = |it: &rusqlite::Connection| it.query_row(sql, [term, table], |row| row.get(0));
            index.with(of).unwrap_or(0_u32)
        };
        assert_eq!(["on", "rare"].map(|it| frequent(it, "words")), [500, 0]);
        assert_eq!(frequent("alv", "fragments"), 500);
        let found = index.words(&["on".to_owned(), "rare".to_owned()], 2).expect("words");
        assert_eq!(found[0].number, 7);
    }

    #[test]
    fn what_is_kept_is_found_in_each_way_and_made_once_more_when_it_is_no_good() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = SearchFiles::in_folder(folder.path());
        assert!(files.find("ver_1").is_none());
        let entries =
            [entry("MotorStart", "start the pump"), entry("PumpRun", "pump run"), entry("X", "")];
        let index = files.build("ver_1", &entries).expect("an index");
        let shown = |found: Vec<super::SearchHit>| {
            found.into_iter().map(|it| it.shown).collect::<Vec<_>>().join(" ")
        };
        let words = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            shown(index.words(&words, 8).expect("words"))
        };
        assert_eq!(words("start"), "MotorStart");
        assert_eq!(words("pump run"), "PumpRun MotorStart");
        assert_eq!(words("\" OR * NEAR( pump-"), "PumpRun MotorStart");
        assert_eq!(shown(index.called("pumprun", 8).expect("names")), "PumpRun");
        assert_eq!(shown(index.at_address("i.0.7", 8).expect("addresses")), "PumpRun");
        assert_eq!(shown(index.fragment("orsta", 8).expect("parts")), "MotorStart");
        assert_eq!(shown(index.fragment("mtoorstart", 8).expect("parts")), "MotorStart");
        assert_eq!(shown(index.fragment("x", 8).expect("parts")), "");

        let path = folder.path().join(format!("index/ver_1-{}.sqlite", super::super::SCHEMA));
        let bytes = std::fs::read(&path).expect("a file");
        let other = SearchFiles::in_folder(folder.path());
        assert!(other.find("ver_1").is_some());
        for damage in [&bytes[..bytes.len() / 2], &bytes[..0], &[0x55; 9000][..]] {
            std::fs::write(&path, damage).expect("written");
            assert!(SearchFiles::in_folder(folder.path()).find("ver_1").is_none());
            assert!(!path.exists(), "it is removed");
        }
        assert!(files.find("ver_1").is_none(), "it is gone from under its reader");
    }
}
