//! Looks something up.

use rusqlite::{Connection, Row, params};
use tagbridge_api::search::Route;

use super::{SearchFor, SearchHit, SearchIndex};
use crate::StoreError;

/// Columns weigh so much: comment, names, descriptions, code. Heavier comments find a rung by its
/// own words more often, and any other more seldom: `search_figures` of the service's tests measures
/// it.
const WEIGHTS: &str = "0.5, 1.0, 2.0, 2.0";

impl SearchIndex {
    /// What fits best, and how it was looked for. The shape of what is looked for decides that:
    /// to fuse the ways made each of them worse.
    pub fn look(
        &self,
        wanted: &SearchFor,
        limit: u32,
    ) -> Result<(Route, Vec<SearchHit>), StoreError> {
        let words = || self.words(&wanted.words, limit);
        let exact = self.called(&wanted.called, limit)?;
        if !exact.is_empty() {
            return Ok((Route::Exact, below(exact, words()?, limit)));
        }
        if let Some(address) = &wanted.address {
            let found = self.at_address(address, limit)?;
            if !found.is_empty() {
                return Ok((Route::Address, found));
            }
        }
        if let Some(fragment) = &wanted.fragment {
            return Ok((Route::Fragments, below(self.fragment(fragment, limit)?, words()?, limit)));
        }
        Ok((Route::Words, words()?))
    }

    /// What is called exactly so.
    fn called(&self, name: &str, limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        self.exactly("called", "name", name, limit)
    }

    /// What is at this address.
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

    /// What has the most telling of these words.
    fn words(&self, words: &[String], limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        let query = any(words);
        self.with(|connection| ranked(connection, "words", WEIGHTS, &query, limit))
    }

    /// What has this in its name, then what has much of it.
    fn fragment(&self, text: &str, limit: u32) -> Result<Vec<SearchHit>, StoreError> {
        let chars: Vec<char> = text.chars().collect();
        let trigrams = chars.windows(3).map(|three| three.iter().collect::<String>());
        let query = any(trigrams);
        let whole = any([text]);
        let (whole, parts) = self.with(|connection| {
            let ranked = |query| ranked(connection, "fragments", "1.0", query, limit);
            Ok((ranked(&whole)?, ranked(&query)?))
        })?;
        Ok(below(whole, parts, limit))
    }
}

/// What was looked for in another way, below what fits better.
fn below(mut first: Vec<SearchHit>, more: Vec<SearchHit>, limit: u32) -> Vec<SearchHit> {
    let least = first.last().map_or(1.0, |it| it.score);
    for hit in more {
        if !first.iter().any(|it| it.number == hit.number) {
            first.push(SearchHit { score: hit.score * least, ..hit });
        }
    }
    first.truncate(limit as usize);
    first
}

/// A query for any of these texts, none of which has a meaning of its own.
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
             (SELECT rowid AS piece, -bm25({table}, {weights}) AS fit FROM {table}
              WHERE {table} MATCH ?1 ORDER BY fit DESC, rowid LIMIT ?2)
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
    fn what_is_kept_is_found_in_each_way_and_made_once_more_when_it_is_no_good() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = SearchFiles::in_folder(folder.path());
        assert!(files.find("ver_1").is_none());
        let entries =
            [entry("MotorStart", "starts the pump"), entry("PumpRun", "pump runs"), entry("X", "")];
        let index = files.build("ver_1", &entries).expect("an index");
        let shown = |found: Vec<super::SearchHit>| {
            found.into_iter().map(|it| it.shown).collect::<Vec<_>>().join(" ")
        };
        let words = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            shown(index.words(&words, 8).expect("words"))
        };
        assert_eq!(words("start"), "MotorStart", "the stem counts");
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
