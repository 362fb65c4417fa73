//! The list of exceptions to the rules, with their reasons.

use std::{collections::BTreeMap, path::Path};

use toml::{Table, Value};

use crate::{TreeError, Violation, read};

const FILE: &str = "architecture/exceptions.toml";

/// The list of exceptions, and which of them were used.
#[derive(Debug, Default)]
pub struct Exceptions {
    words: Vec<Word>,
    /// Lines that a file or a crate may have; whether the exception was used.
    ceilings: BTreeMap<String, (usize, bool)>,
    /// Number of modules of a crate that may be in cycles; whether the exception was used.
    cycles: BTreeMap<String, (usize, bool)>,
    /// Public types that several crates declare; whether the exception was used.
    names: BTreeMap<String, bool>,
}

#[derive(Debug)]
struct Word {
    rule: String,
    file: String,
    /// Lines with one of these words, in lower case, are allowed.
    with: Vec<String>,
    is_needed: bool,
}

impl Exceptions {
    /// Reads the exceptions of a tree.
    pub fn read(root: &Path) -> Result<Self, TreeError> {
        let path = root.join(FILE);
        let wrong = |what: &str| TreeError::Format { path: path.clone(), what: what.to_owned() };
        let table: Table =
            read(&path)?.parse().map_err(|it: toml::de::Error| wrong(it.message()))?;
        let mut all = Self::default();
        for word in table.get("word").and_then(Value::as_array).into_iter().flatten() {
            let text = |name: &str| word.get(name).and_then(Value::as_str).map(str::to_owned);
            let with = word.get("with").and_then(Value::as_array).into_iter().flatten();
            let with = with.filter_map(|it| it.as_str().map(str::to_lowercase)).collect();
            let (Some(rule), Some(file), Some(_)) = (text("rule"), text("file"), text("why"))
            else {
                return Err(wrong("a word needs its rule, its file and a reason"));
            };
            all.words.push(Word { rule, file, with, is_needed: false });
        }
        let numbers = |name: &str, wanted: &str| {
            let entries = table.get(name).and_then(Value::as_table).into_iter().flatten();
            let read = |(place, most): (&String, &Value)| {
                let most = most.as_integer().and_then(|it| usize::try_from(it).ok());
                Ok((place.clone(), (most.ok_or_else(|| wrong(wanted))?, false)))
            };
            entries.map(read).collect::<Result<BTreeMap<_, _>, TreeError>>()
        };
        all.ceilings = numbers("ceiling", "a ceiling is a number of lines")?;
        all.cycles = numbers("cycle", "a cycle is a number of modules")?;
        for (name, why) in table.get("name").and_then(Value::as_table).into_iter().flatten() {
            if why.as_str().is_none_or(str::is_empty) {
                return Err(wrong("a name needs a reason"));
            }
            all.names.insert(name.clone(), false);
        }
        Ok(all)
    }

    /// Whether a line is allowed.
    pub(crate) fn allows_word(&mut self, rule: &str, file: &str, line: &str) -> bool {
        let fits = |it: &&mut Word| {
            it.rule == rule && it.file == file && it.with.iter().any(|with| line.contains(with))
        };
        let found = self.words.iter_mut().find(fits);
        found.map(|it| it.is_needed = true).is_some()
    }

    /// Whether several crates may declare a public type of this name.
    pub(crate) fn allows_name(&mut self, name: &str) -> bool {
        self.names.get_mut(name).map(|is_needed| *is_needed = true).is_some()
    }

    /// The number of lines that a file or a crate may have, if it exceeds the limit.
    pub(crate) fn ceiling(&mut self, place: &str) -> Option<usize> {
        needed(&mut self.ceilings, place)
    }

    /// The number of modules of a crate that may be in cycles.
    pub(crate) fn cycle(&mut self, package: &str) -> Option<usize> {
        needed(&mut self.cycles, package)
    }

    /// The exceptions that no file uses.
    pub(crate) fn unused(self) -> Vec<Violation> {
        let words = self.words.into_iter().filter(|it| !it.is_needed).map(|it| it.file);
        let numbers = self.ceilings.into_iter().chain(self.cycles);
        let numbers = numbers.filter(|(_, (_, is_needed))| !is_needed);
        let violation = |place: String| Violation {
            place,
            what: format!("its exception is no longer needed: remove it from {FILE}"),
        };
        let names = self.names.into_iter().filter(|(_, is_needed)| !is_needed).map(|it| it.0);
        words.chain(numbers.map(|(place, _)| place)).chain(names).map(violation).collect()
    }
}

fn needed(of: &mut BTreeMap<String, (usize, bool)>, place: &str) -> Option<usize> {
    let (most, is_needed) = of.get_mut(place)?;
    *is_needed = true;
    Some(*most)
}
