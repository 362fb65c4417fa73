//! Resolves a written name to an object of the project.

mod address;
mod bit;

use tagbridge_logic::{PlaceId, RoutineId, UnitId, query::Found};
use tagbridge_project::{BlockKind, Vendor};

use crate::{Facts, mention::mentions};

/// The meaning of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A value that code names.
    Place(PlaceId),
    /// A declared value that no code names: its full name.
    Declared(String),
    /// Rungs: one, or all of a routine.
    Units(Vec<UnitId>),
    /// A block, by its position in the project.
    Block(usize),
    /// A called name outside the file.
    Called(String),
    /// A type, by its position in the project.
    Type(usize),
    /// Several names: the user must choose.
    Several(Vec<String>),
    /// Unknown; the most similar names.
    Unknown(Vec<String>),
}

/// An object with its own code or variables, in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The name in the spelling of the project.
    pub(crate) name: String,
    /// The range of its mentions in the question.
    pub(crate) mentions: std::ops::Range<usize>,
}

/// Shorter names are similar to too many others.
const CHARS_LIKE: usize = 4;

/// Without case, quotes and blanks, like names in `logic`.
fn plain(name: &str) -> String {
    let text: String = name.chars().filter(|it| !it.is_whitespace() && *it != '"').collect();
    text.trim_start_matches(['?', '\\']).to_lowercase()
}

/// Whether a place's full name is this one, or ends with it.
fn means(whole: &str, wanted: &str) -> bool {
    whole == wanted
        || whole.strip_suffix(wanted).is_some_and(|before| {
            before.ends_with(['.', '#', '?', ':']) || wanted.starts_with(['.', '#'])
        })
}

/// The last name of a path, without elements and bits.
fn last_name(path: &str) -> &str {
    let mut path = path;
    loop {
        if let Some(open) = path.strip_suffix(']').and_then(|inside| inside.rfind('[')) {
            path = path[..open].trim_end_matches('.');
            continue;
        }
        let (before, last) = path.rsplit_once(['.', '#']).unwrap_or(("", path));
        let is_part = last.starts_with('%') || last.chars().all(|it| it.is_ascii_digit());
        if !is_part || before.is_empty() {
            return last;
        }
        path = before;
    }
}

impl Facts {
    /// The place with exactly this name, full or the end of it.
    pub(crate) fn place_called(&self, name: &str) -> Option<Found<PlaceId>> {
        let logic = self.logic();
        let wanted = plain(name);
        // The search for similar names takes a while, and is not needed here.
        let is_known = |name: &str| logic.index.names.find(name).is_some();
        let bare = wanted.rsplit('#').next().unwrap_or(&wanted);
        if !is_known(last_name(&wanted)) && !is_known(bare) && !logic.is_spelled(name) {
            return None;
        }
        let found = logic.find(name);
        let is_so = |id: &PlaceId| means(&plain(&logic.place(*id)), &wanted);
        match &found {
            Found::One(id) if is_so(id) => Some(found),
            Found::Several(ids) if ids.iter().all(is_so) => Some(found),
            _ => None,
        }
    }

    /// The place with this name in an owner: a program, an add-on instruction, a block.
    pub(crate) fn place_in(&self, owner: &str, name: &str) -> Option<PlaceId> {
        let (logic, bare) = (self.logic(), name.trim_start_matches('#'));
        logic.index.names.find(last_name(&plain(bare)))?;
        let program = owner.split('/').next().unwrap_or(owner);
        [
            format!("AOI:{program}.{bare}"),
            format!("Program:{program}.{bare}"),
            format!("{owner}#{bare}"),
            format!("{owner}.{bare}"),
        ]
        .iter()
        .find_map(|whole| match logic.find(whole) {
            Found::One(id) if plain(&logic.place(id)) == plain(whole) => Some(id),
            _ => None,
        })
    }

    /// The place of the value with exactly this name, if code uses it.
    pub(crate) fn used_place(&self, name: &str) -> Option<PlaceId> {
        match self.value_called(name)? {
            Subject::Place(place) => Some(place),
            _ => None,
        }
    }

    /// The value with exactly this name.
    pub(crate) fn value_called(&self, name: &str) -> Option<Subject> {
        match self.place_called(name) {
            Some(Found::One(id)) => return Some(self.one_or_unused(id, name)),
            Some(Found::Several(ids)) => return Some(self.several(&ids)),
            _ => {}
        }
        let Ok(symbol) = self.symbols.find_without_hint(name) else {
            let mut members = self.members_called(None, name);
            members.extend(self.enumeration_values_called(name));
            return match members.len() {
                0 | 1 => members.pop().map(Subject::Declared),
                _ => Some(Subject::Several(members)),
            };
        };
        // Code may name it by its full name or by its address.
        match self.place_called(&symbol.name()) {
            Some(Found::One(id)) => Some(Subject::Place(id)),
            _ => Some(Subject::Declared(symbol.name())),
        }
    }

    /// A place; if it is in a block, and other blocks have a variable with this name that no code uses,
    /// the user must choose.
    fn one_or_unused(&self, id: PlaceId, name: &str) -> Subject {
        let own = self.logic().place(id);
        let bare = own.strip_prefix("AOI:");
        let is_path = name.trim_start_matches('#').contains(['.', '#', '[', '"']);
        if is_path || (bare.is_none() && !own.contains('#')) {
            return Subject::Place(id);
        }
        let bare = bare.unwrap_or(&own).to_owned();
        let mut names = self.members_called(None, name);
        names.retain(|it| plain(it) != plain(&bare));
        if names.is_empty() {
            return Subject::Place(id);
        }
        names.insert(0, bare);
        Subject::Several(names)
    }

    /// The values of enumerations that are called exactly so, each with its type's name.
    fn enumeration_values_called(&self, name: &str) -> Vec<String> {
        let wanted = plain(name);
        let types = self.project().data_types.iter();
        let values = types.flat_map(|of| {
            of.values.iter().map(move |it| (&it.name, format!("{}.{}", of.name, it.name)))
        });
        let called = values.filter(|(own, whole)| plain(own) == wanted || plain(whole) == wanted);
        called.map(|(_, whole)| whole).collect()
    }

    /// The parameters and variables of blocks, or of one, that are called exactly so, each with its
    /// block's name, whether code names them or not.
    pub(crate) fn members_called(&self, owner: Option<&str>, name: &str) -> Vec<String> {
        let wanted = plain(name);
        let mark = if self.project().vendor == Vendor::Siemens { '#' } else { '.' };
        let blocks = self.project().blocks.iter();
        let blocks = blocks
            .filter(|it| it.kind != BlockKind::DataBlock)
            .filter(|it| owner.is_none_or(|owner| plain(&it.name) == plain(owner)));
        let named = blocks.flat_map(|block| {
            block
                .members
                .iter()
                .map(move |it| (&it.name, format!("{}{mark}{}", block.name, it.name)))
        });
        // For a name with a dot, places do not show whether code names it.
        let called = named.filter(|(own, whole)| {
            !own.contains('.')
                && (plain(own) == wanted.trim_start_matches('#') || plain(whole) == wanted)
        });
        called.map(|(_, whole)| whole).collect()
    }

    /// Code whose name ends with this one, or contains it.
    pub(crate) fn code_like(&self, name: &str) -> Option<Subject> {
        let wanted = plain(name);
        if wanted.chars().count() < CHARS_LIKE {
            return None;
        }
        let project = self.project();
        let blocks = project.blocks.iter().filter(|it| it.kind != BlockKind::DataBlock);
        let mut names: Vec<&str> = blocks.map(|it| it.name.as_str()).collect();
        names.extend(project.programs.iter().map(|it| it.name.as_str()));
        names.extend(project.routines.iter().map(|it| it.name.as_str()));
        names.sort_unstable();
        names.dedup();
        let those = |fits: &dyn Fn(&str) -> bool| -> Vec<&str> {
            names.iter().copied().filter(|it| fits(&plain(it))).collect()
        };
        let ending = those(&|it| it.ends_with(&wanted));
        let found = if ending.is_empty() { those(&|it| it.contains(&wanted)) } else { ending };
        match found.as_slice() {
            [] => None,
            [one] => self.code_called(one, None),
            several => {
                Some(Subject::Several(several.iter().take(8).map(|it| (*it).to_owned()).collect()))
            }
        }
    }

    pub(crate) fn several(&self, ids: &[PlaceId]) -> Subject {
        let logic = self.logic();
        Subject::Several(ids.iter().map(|id| logic.place(*id)).collect())
    }

    /// The code with this name: a routine or one of its rungs, a block, a callee.
    pub(crate) fn code_called(&self, name: &str, rung: Option<u32>) -> Option<Subject> {
        let (name, rung) = match name.rsplit_once(':') {
            Some((path, number)) if rung.is_none() => match number.parse() {
                Ok(number) => (path, Some(number)),
                Err(_) => (name, rung),
            },
            _ => (name, rung),
        };
        let wanted = plain(name);
        let logic = self.logic();
        let routines = self.routines_called(&wanted);
        if let Some(number) = rung {
            let units: Vec<UnitId> = logic
                .index
                .units()
                .filter(|(_, unit)| routines.contains(&unit.routine))
                .map(|(id, _)| id)
                .filter(|id| logic.cite(*id, tagbridge_logic::Span::new(0, 0)).rung == Some(number))
                .collect();
            return match units.as_slice() {
                [] => None,
                [_] => Some(Subject::Units(units)),
                _ => {
                    Some(Subject::Several(units.iter().take(4).map(|id| logic.name(*id)).collect()))
                }
            };
        }
        let project = self.project();
        let block = project.blocks.iter().position(|block| plain(&block.name) == wanted);
        if let Some(at) = block.filter(|at| project.blocks[*at].kind != BlockKind::DataBlock) {
            return Some(Subject::Block(at));
        }
        match routines.as_slice() {
            [] => {}
            [routine] => return Some(self.units_of(*routine)),
            several => {
                let mut paths: Vec<String> = several.iter().map(|it| logic.path(*it)).collect();
                paths.dedup();
                return match paths.as_slice() {
                    [_] => Some(self.units_of(several[0])),
                    _ => Some(Subject::Several(paths.into_iter().take(4).collect())),
                };
            }
        }
        if let Some(at) = block {
            return Some(Subject::Block(at));
        }
        if let Some(at) = project.data_types.iter().position(|it| plain(&it.name) == wanted) {
            return Some(Subject::Type(at));
        }
        logic.is_callable(name).then(|| Subject::Called(name.to_owned()))
    }

    fn units_of(&self, routine: RoutineId) -> Subject {
        let logic = self.logic();
        let units = logic.index.units().filter(|(_, unit)| unit.routine == routine);
        Subject::Units(units.map(|(id, _)| id).collect())
    }

    fn routines_called(&self, wanted: &str) -> Vec<RoutineId> {
        let logic = self.logic();
        let all = || self.project().routines.iter().enumerate();
        let by_path: Vec<RoutineId> = all()
            .map(|(at, _)| RoutineId(u32::try_from(at).unwrap_or(u32::MAX)))
            .filter(|id| plain(&logic.path(*id)) == wanted)
            .collect();
        if !by_path.is_empty() {
            return by_path;
        }
        all()
            .filter(|(_, routine)| {
                plain(&routine.name) == wanted || plain(&routine.owner) == wanted
            })
            .map(|(at, _)| RoutineId(u32::try_from(at).unwrap_or(u32::MAX)))
            .collect()
    }

    /// The name of a subject in the project; the written name if it has none.
    pub(crate) fn name_of(&self, subject: &Subject, written: &str) -> String {
        let (logic, project) = (self.logic(), self.project());
        match subject {
            Subject::Place(place) => logic.place(*place),
            Subject::Declared(name) | Subject::Called(name) => name.clone(),
            Subject::Units(units) => match units.as_slice() {
                [one] => logic.name(*one),
                [first, ..] => logic.path(logic.index.unit(*first).routine),
                [] => written.to_owned(),
            },
            Subject::Block(at) => project.blocks[*at].name.clone(),
            Subject::Type(at) => project.data_types[*at].name.clone(),
            Subject::Several(_) | Subject::Unknown(_) => written.to_owned(),
        }
    }

    /// The object with this name: code or a value first; otherwise similar names.
    pub(crate) fn target(&self, name: &str, code: bool) -> Subject {
        let value = || self.value_called(name);
        let of_code = || self.code_called(name.trim_matches('"'), None);
        let found = if code { of_code().or_else(value) } else { value().or_else(of_code) };
        found.unwrap_or_else(|| self.likely(name))
    }

    /// The possible meanings of a name that no object has exactly.
    pub(crate) fn likely(&self, name: &str) -> Subject {
        if let Some(subject) = self.addressed(name) {
            return subject;
        }
        match self.logic().find(name) {
            Found::One(id) => Subject::Place(id),
            Found::Several(ids) => self.several(&ids),
            Found::Unused(mut names) => match names.len() {
                0 | 1 => names.pop().map_or(Subject::Unknown(Vec::new()), Subject::Declared),
                _ => Subject::Several(names),
            },
            Found::None => {
                let nearest = self.symbols.find(name).err().and_then(|it| it.suggestion);
                Subject::Unknown(nearest.into_iter().collect())
            }
        }
    }

    /// The programs, blocks and routines in a question, each by its longest name; `words` are its
    /// mentions.
    pub(crate) fn owners(&self, words: &[String]) -> Vec<Owner> {
        let logic = self.logic();
        let project = self.project();
        let mut names: Vec<String> = project.blocks.iter().map(|it| it.name.clone()).collect();
        names.extend(project.programs.iter().map(|it| it.name.clone()));
        for (at, routine) in project.routines.iter().enumerate() {
            names.push(logic.path(RoutineId(u32::try_from(at).unwrap_or(u32::MAX))));
            names.push(routine.name.clone());
            if project.vendor == Vendor::Siemens {
                names.push(routine.owner.clone());
            }
        }
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        let mut owners: Vec<Owner> = Vec::new();
        for name in names {
            let parts: Vec<String> =
                mentions(&name).iter().map(|it| it.word().trim_matches('"').to_owned()).collect();
            if parts.is_empty() || parts.len() > words.len() {
                continue;
            }
            for start in 0..=words.len() - parts.len() {
                let range = start..start + parts.len();
                let is_free = owners
                    .iter()
                    .all(|it| range.end <= it.mentions.start || it.mentions.end <= range.start);
                let is_same =
                    words[range.clone()].iter().zip(&parts).all(|(word, part)| is_word(word, part));
                if is_free && is_same {
                    owners.push(Owner { name: name.clone(), mentions: range });
                }
            }
        }
        owners.sort_by_key(|owner| owner.mentions.start);
        owners
    }
}

/// Whether a mention is this part of an owner's name, with or without quotes and a rung number.
fn is_word(word: &str, part: &str) -> bool {
    let word = word.trim_matches('"');
    word == part
        || word
            .strip_prefix(part)
            .and_then(|rest| rest.strip_prefix(':'))
            .is_some_and(|number| number.parse::<u32>().is_ok())
}
