//! From the names that are asked for to what the driver is asked, and back.

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::{Answer, Cause, Reading, Reason, Scan, TagSet};
use tagbridge_project::{DataBlock, NotFound, Reads, Target};

use super::{
    Fit, Names,
    assembly::{Parts, assemble},
    ends::Ends,
    types::{Expected, Told},
};

/// How a set of tags is asked for. Made once per set.
#[derive(Debug)]
pub(super) struct Translation {
    /// The set that it is of, and the names.
    of: u64,
    names: Arc<Names>,
    /// What the driver is asked.
    pub(super) asked: TagSet,
    /// The data blocks that it is about (S7).
    pub(super) blocks: Arc<[DataBlock]>,
    each: Vec<Wanted>,
}

/// What becomes of one name.
#[derive(Debug)]
enum Wanted {
    /// The project has it: these of the driver's answers, put together.
    Known {
        parts: Parts,
        expected: Expected,
        /// The S7 data block that it lies in.
        block: Option<u16>,
    },
    /// The project has it, and says why it cannot be read.
    Unreadable(Cause),
    /// The project does not have it: the driver's answer, if it has one.
    Foreign { at: usize, unknown: NotFound },
}

impl Translation {
    pub(super) fn new(tags: &TagSet, names: Arc<Names>) -> Self {
        let mut asked = Asked::default();
        let each: Vec<Wanted> =
            tags.names().iter().map(|name| wanted(name, &names, &mut asked)).collect();
        let touched = |it: &DataBlock| {
            each.iter()
                .any(|one| matches!(one, Wanted::Known { block: Some(at), .. } if *at == it.number))
        };
        let blocks = names.symbols.data_blocks(&names.target).into_iter().filter(touched).collect();
        Self { of: tags.id(), asked: TagSet::new(asked.names), blocks, each, names }
    }

    pub(super) fn is_of(&self, tags: &TagSet, names: &Arc<Names>) -> bool {
        self.of == tags.id() && Arc::ptr_eq(&self.names, names)
    }

    /// The driver's answers as answers to the names, and how they fit the project.
    pub(super) fn answer(&self, scan: &Scan, ends: &Ends) -> (Scan, Fit) {
        let now = std::time::Instant::now();
        let mut fit = Fit { differences: ends.differences() };
        let answers = self.each.iter().map(|it| match it {
            Wanted::Unreadable(cause) => {
                Answer { reading: Reading::Bad(cause.clone()), arrived: now }
            }
            Wanted::Foreign { at, unknown } => foreign(&scan.answers[*at], unknown),
            Wanted::Known { block: Some(block), .. } if let Some(cause) = ends.misfit(*block) => {
                Answer { reading: Reading::Bad(cause), arrived: now }
            }
            Wanted::Known { parts, expected, .. } => {
                let mut answer = assemble(parts, expected.type_name(), &scan.answers);
                if let Err(difference) = expected.check(&mut answer.reading) {
                    fit.differences.push(difference);
                }
                answer
            }
        });
        let answers = answers.collect();
        let Scan { round_trips, learning, mode, .. } = *scan;
        (Scan { answers, round_trips, learning, mode }, fit)
    }

    /// Names that are answered without the driver, and why.
    pub(super) fn not_asked(&self, tags: &TagSet) -> Vec<(String, String)> {
        let each = tags.names().iter().zip(&self.each);
        each.filter_map(|(name, it)| match it {
            Wanted::Unreadable(cause) => Some((name.clone(), cause.to_string())),
            _ => None,
        })
        .collect()
    }
}

fn wanted(name: &str, names: &Names, asked: &mut Asked) -> Wanted {
    let symbol = match names.symbols.find(name) {
        Ok(symbol) => symbol,
        Err(unknown) => return Wanted::Foreign { at: asked.place(name), unknown },
    };
    match names.symbols.reads(&symbol, &names.target) {
        Ok(reads) => Wanted::Known {
            block: reads.leaves().first().and_then(|it| block(it)),
            parts: parts(&reads, asked),
            expected: Expected::of(&symbol, told(names, &reads)),
        },
        Err(cause) => Wanted::Unreadable(cause),
    }
}

/// `DB20.DBD4:REAL` → 20.
fn block(address: &str) -> Option<u16> {
    address.strip_prefix("DB")?.split_once('.')?.0.parse().ok()
}

fn told(names: &Names, reads: &Reads) -> Told {
    match (&names.target, reads) {
        (Target::Logix, Reads::Leaf(_)) => Told::Name,
        (Target::OpcUa { .. }, Reads::Leaf(_)) => Told::Carrier,
        _ => Told::Nothing,
    }
}

fn parts(reads: &Reads, asked: &mut Asked) -> Parts {
    match reads {
        Reads::Leaf(name) => Parts::Leaf(asked.place(name)),
        Reads::Array(elements) => {
            Parts::Array(elements.iter().map(|it| parts(it, asked)).collect())
        }
        Reads::Structure(members) => Parts::Structure(
            members.iter().map(|(name, it)| (Arc::from(name.as_str()), parts(it, asked))).collect(),
        ),
    }
}

/// What the controller says of a name that the project does not have.
fn foreign(answer: &Answer, unknown: &NotFound) -> Answer {
    let reading = match &answer.reading {
        Reading::Bad(cause) if says_unknown(cause.reason) => Reading::Bad(unknown.cause()),
        reading => reading.clone(),
    };
    Answer { reading, arrived: answer.arrived }
}

/// Whether the controller does not have it either, or nobody could ask it.
fn says_unknown(reason: Reason) -> bool {
    matches!(reason, Reason::UnknownTag | Reason::NoAddress | Reason::NotInProject)
}

/// The driver's names, each once.
#[derive(Debug, Default)]
struct Asked {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Asked {
    fn place(&mut self, name: &str) -> usize {
        if let Some(at) = self.places.get(name) {
            return *at;
        }
        self.places.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        self.names.len() - 1
    }
}
