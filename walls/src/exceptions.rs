//! What is known to be behind a wall, and why it may stay.

use std::{collections::BTreeMap, path::Path};

use toml::{Table, Value};

use crate::{Breach, WallError, read};

const FILE: &str = "walls/exceptions.toml";

/// The list of exceptions, and which of them were needed.
#[derive(Debug, Default)]
pub struct Exceptions {
    words: Vec<Word>,
    /// By place; whether it was needed.
    ceilings: BTreeMap<String, (usize, bool)>,
    /// How many modules of a room stand in circles; whether it was needed.
    circles: BTreeMap<String, (usize, bool)>,
    /// Public types that several rooms have; whether it was needed.
    names: BTreeMap<String, bool>,
}

#[derive(Debug)]
struct Word {
    wall: String,
    file: String,
    /// Lines with one of these, in lower case, may stay.
    with: Vec<String>,
    is_needed: bool,
}

impl Exceptions {
    /// Reads those of a tree.
    pub fn read(root: &Path) -> Result<Self, WallError> {
        let path = root.join(FILE);
        let wrong = |what: &str| WallError::Format { path: path.clone(), what: what.to_owned() };
        let table: Table =
            read(&path)?.parse().map_err(|it: toml::de::Error| wrong(it.message()))?;
        let mut all = Self::default();
        for word in table.get("word").and_then(Value::as_array).into_iter().flatten() {
            let text = |name: &str| word.get(name).and_then(Value::as_str).map(str::to_owned);
            let with = word.get("with").and_then(Value::as_array).into_iter().flatten();
            let with = with.filter_map(|it| it.as_str().map(str::to_lowercase)).collect();
            let (Some(wall), Some(file), Some(_)) = (text("wall"), text("file"), text("why"))
            else {
                return Err(wrong("a word needs its wall, its file and why it may stay"));
            };
            all.words.push(Word { wall, file, with, is_needed: false });
        }
        let numbers = |name: &str, wanted: &str| {
            let entries = table.get(name).and_then(Value::as_table).into_iter().flatten();
            let read = |(place, most): (&String, &Value)| {
                let most = most.as_integer().and_then(|it| usize::try_from(it).ok());
                Ok((place.clone(), (most.ok_or_else(|| wrong(wanted))?, false)))
            };
            entries.map(read).collect::<Result<BTreeMap<_, _>, WallError>>()
        };
        all.ceilings = numbers("ceiling", "a ceiling is a number of lines")?;
        all.circles = numbers("circle", "a circle is a number of modules")?;
        for (name, why) in table.get("name").and_then(Value::as_table).into_iter().flatten() {
            if why.as_str().is_none_or(str::is_empty) {
                return Err(wrong("a name needs why it may stay"));
            }
            all.names.insert(name.clone(), false);
        }
        Ok(all)
    }

    /// Whether a line may stay.
    pub(crate) fn allow_word(&mut self, wall: &str, file: &str, line: &str) -> bool {
        let fits = |it: &&mut Word| {
            it.wall == wall && it.file == file && it.with.iter().any(|with| line.contains(with))
        };
        let found = self.words.iter_mut().find(fits);
        found.map(|it| it.is_needed = true).is_some()
    }

    /// Whether several rooms may have a public type of this name.
    pub(crate) fn allow_name(&mut self, name: &str) -> bool {
        self.names.get_mut(name).map(|is_needed| *is_needed = true).is_some()
    }

    /// What a place may have that is too long.
    pub(crate) fn ceiling(&mut self, place: &str) -> Option<usize> {
        needed(&mut self.ceilings, place)
    }

    /// How many modules of a room may stand in circles.
    pub(crate) fn circle(&mut self, room: &str) -> Option<usize> {
        needed(&mut self.circles, room)
    }

    /// Those that nothing needs any more.
    pub(crate) fn unused(self) -> Vec<Breach> {
        let words = self.words.into_iter().filter(|it| !it.is_needed).map(|it| it.file);
        let numbers = self.ceilings.into_iter().chain(self.circles);
        let numbers = numbers.filter(|(_, (_, is_needed))| !is_needed);
        let breach = |place: String| Breach {
            place,
            what: format!("its exception is not needed any more: take it out of {FILE}"),
        };
        let names = self.names.into_iter().filter(|(_, is_needed)| !is_needed).map(|it| it.0);
        words.chain(numbers.map(|(place, _)| place)).chain(names).map(breach).collect()
    }
}

fn needed(of: &mut BTreeMap<String, (usize, bool)>, place: &str) -> Option<usize> {
    let (most, is_needed) = of.get_mut(place)?;
    *is_needed = true;
    Some(*most)
}
