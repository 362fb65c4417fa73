//! Translates the requested names to the driver's tags, and the answers back.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use tagbridge_driver::{Answer, Cause, Reading, Reason, Scan, TagSet};
use tagbridge_project::{DataBlock, NotFound, Reads, Step, Symbol, Target};
use tagbridge_s7_address::{Address, Area};
use tagbridge_texts::{Coded, Message};

use crate::{
    Names, ProjectDifferences,
    assembly::{Answers, Parts, assemble},
    block_ends::{Mismatch, compare_ends, ends_of},
    program::LayoutProblem,
    types::{ExpectedType, ReportedType},
};

/// How a set of tags is requested. Created once per set.
#[derive(Debug)]
pub(crate) struct Translation {
    /// The set that it is of, and the names.
    of: u64,
    names: Arc<Names>,
    /// The driver's tag set, with the ends of blocks as guard reads.
    pub(crate) asked: TagSet,
    /// Which of them are used by several names.
    shared: Vec<bool>,
    /// The data blocks that it is about (S7).
    blocks: Vec<DataBlock>,
    each: Vec<TranslatedName>,
}

/// The translation of one name.
#[derive(Debug)]
enum TranslatedName {
    /// The project has it: these of the driver's answers, put together.
    Known {
        parts: Parts,
        expected: ExpectedType,
        /// The S7 data block that it lies in.
        block: Option<u16>,
    },
    /// It is in the project and cannot be read, for this reason.
    Unreadable(Cause),
    /// It is not in the project: the place of the driver's answer, and the error without an answer.
    Foreign { at: usize, unknown: Option<NotFound> },
}

/// Unknown names of a set that are answered with the nearest that there is: to look for it among
/// all tags takes a while.
const HINTS: usize = 20;

impl Translation {
    /// Takes a while for thousands of names.
    pub(crate) fn new(tags: &TagSet, names: Arc<Names>) -> Self {
        let blocks = names.blocks();
        let mut asking = NameTranslator {
            names: &names,
            asked: DriverNames::default(),
            numbered_alike: numbered_alike(&blocks),
            expected: HashMap::new(),
            hints: HINTS,
        };
        let each: Vec<TranslatedName> =
            tags.names().iter().map(|name| asking.wanted(name)).collect();
        let DriverNames { names: asked, shared, .. } = asking.asked;
        let touched: HashSet<u16> = each
            .iter()
            .filter_map(|one| match one {
                TranslatedName::Known { block, .. } => *block,
                _ => None,
            })
            .collect();
        let of = tags.id();
        let touched = |it: &DataBlock| touched.contains(&it.number);
        let blocks: Vec<_> = blocks.into_iter().filter(touched).collect();
        let asked = TagSet::guarded(asked, ends_of(&blocks));
        Self { of, names, asked, shared, blocks, each }
    }

    pub(crate) fn is_of(&self, tags: &TagSet, names: &Arc<Names>) -> bool {
        self.of == tags.id() && Arc::ptr_eq(&self.names, names)
    }

    /// Whether it has names whose places only the project knows (S7).
    pub(crate) fn is_laid_out(&self) -> bool {
        matches!(self.names.target, Target::S7 { .. })
            && self.each.iter().any(|it| matches!(it, TranslatedName::Known { .. }))
    }

    /// Converts the driver's answers to answers for the names, and compares them with the project.
    /// With a `doubt`, no value that is found by the project's layout is returned.
    pub(crate) fn answer(
        &self,
        scan: Scan,
        doubt: Option<LayoutProblem>,
    ) -> (Scan, ProjectDifferences) {
        let now = std::time::Instant::now();
        let Scan { mut answers, round_trips, learning, mode } = scan;
        let ends = answers.split_off(self.asked.guard_reads_from());
        let mismatches = compare_ends(&self.blocks, &ends).mismatches;
        let mut fit = ProjectDifferences::default();
        fit.differences.extend(mismatches.iter().map(Mismatch::difference));
        fit.differences.extend(doubt.map(|it| it.message()));
        let doubt = doubt.map(LayoutProblem::cause);
        let mismatch =
            |number: &Option<u16>| mismatches.iter().find(|it| Some(it.number) == *number);
        let mut given = Answers::new(answers, &self.shared);
        let bad = |cause| Answer { reading: Reading::Bad(cause), arrived: now };
        let answers = self.each.iter().map(|it| match it {
            TranslatedName::Unreadable(cause) => bad(cause.clone()),
            TranslatedName::Foreign { at, unknown } => foreign(given.take(*at), unknown.as_ref()),
            TranslatedName::Known { block, .. } if let Some(mismatch) = mismatch(block) => {
                bad(mismatch.cause())
            }
            TranslatedName::Known { .. } if let Some(doubt) = &doubt => bad(doubt.clone()),
            TranslatedName::Known { parts, expected, .. } => {
                let mut differ = |it: Message| fit.differences.push(expected.differs(it));
                let mut answer = assemble(parts, expected.type_name(), &mut given, &mut differ);
                if let Err(difference) = expected.check(&mut answer.reading) {
                    fit.differences.push(difference);
                }
                answer
            }
        });
        let answers = answers.collect();
        (Scan { answers, round_trips, learning, mode }, fit)
    }

    /// Names that are answered without the driver, and why.
    pub(crate) fn not_asked(&self, tags: &TagSet) -> Vec<(String, Message)> {
        let each = tags.names().iter().zip(&self.each);
        each.filter_map(|(name, it)| match it {
            TranslatedName::Unreadable(cause) => Some((name.clone(), cause.message())),
            _ => None,
        })
        .collect()
    }
}

/// The state during the translation of names to addresses.
struct NameTranslator<'n> {
    names: &'n Names,
    asked: DriverNames,
    /// Numbers that several data blocks have, and whose they are.
    numbered_alike: HashMap<u16, Vec<String>>,
    /// The expected types of the parts, by the names of the types.
    expected: HashMap<String, Arc<ExpectedType>>,
    hints: usize,
}

impl<'n> NameTranslator<'n> {
    fn wanted(&mut self, name: &str) -> TranslatedName {
        let Names { symbols, target } = self.names;
        let block_asked = match target {
            Target::S7 { .. } => block(name),
            _ => None,
        };
        let found = match self.hints {
            0 => symbols.find_without_hint(name),
            _ => symbols.find(name),
        };
        let symbol = match found {
            Ok(symbol) => symbol,
            Err(unknown) => {
                self.hints = self.hints.saturating_sub(1);
                // With an explicit address, the controller's answer is used unchanged.
                let unknown = block_asked.is_none().then_some(unknown);
                return TranslatedName::Foreign { at: self.asked.place(name), unknown };
            }
        };
        let reads = match symbols.reads(&symbol, target) {
            Ok(reads) => reads,
            Err(cause) => return TranslatedName::Unreadable(cause),
        };
        let block = reads.leaves().first().and_then(|it| block(it));
        if block_asked.is_some() && block_asked != block {
            // The file gives that number to a block that has another one by the session's numbers.
            return TranslatedName::Foreign { at: self.asked.place(name), unknown: None };
        }
        if let Some(whose) = block.and_then(|block| self.numbered_alike.get(&block)) {
            if block_asked.is_some() {
                return TranslatedName::Foreign { at: self.asked.place(name), unknown: None };
            }
            let detail = DuplicateNumbers { blocks: whose.clone() };
            return TranslatedName::Unreadable(Cause::new(Reason::NoAddress, &detail));
        }
        let expected = ExpectedType::of(symbols, &symbol, reported(self.names, &reads));
        TranslatedName::Known { block, parts: self.parts(&reads, Some(&symbol)), expected }
    }

    fn parts(&mut self, reads: &Reads, symbol: Option<&Symbol<'n>>) -> Parts {
        // Only OPC UA reports the types of parts.
        let symbol = symbol.filter(|_| matches!(self.names.target, Target::OpcUa { .. }));
        match reads {
            Reads::Leaf(name) => {
                Parts::Leaf(self.asked.place(name), symbol.map(|it| self.expected(it)))
            }
            Reads::Array(elements) => {
                let element = symbol.and_then(|it| self.names.symbols.parts(it).into_iter().next());
                let rows = symbol.map_or(1, |it| self.names.symbols.bounds(it).len());
                Parts::Array(self.elements(elements, element.as_ref(), rows))
            }
            Reads::Structure(members) => {
                let inside = symbol.map(|it| self.names.symbols.parts(it)).unwrap_or_default();
                let is_of = |it: &Symbol<'_>, name: &str| matches!(it.path.last(), Some(Step::Member(own)) if *own == name);
                let part = |(name, reads): &(String, Reads)| {
                    let symbol = inside.iter().find(|it| is_of(it, name));
                    (Arc::from(name.as_str()), self.parts(reads, symbol))
                };
                Parts::Structure(members.iter().map(part).collect())
            }
        }
    }

    /// Elements, which are rows of elements as long as there are more dimensions.
    fn elements(
        &mut self,
        elements: &[Reads],
        element: Option<&Symbol<'n>>,
        dimensions: usize,
    ) -> Vec<Parts> {
        let part = |it: &Reads| match it {
            Reads::Array(row) if dimensions > 1 => {
                Parts::Array(self.elements(row, element, dimensions - 1))
            }
            it => self.parts(it, element),
        };
        elements.iter().map(part).collect()
    }

    /// Shared among all parts of a type.
    fn expected(&mut self, symbol: &Symbol<'n>) -> Arc<ExpectedType> {
        let expected = ExpectedType::of(&self.names.symbols, symbol, ReportedType::Carrier);
        let type_name = expected.type_name().to_string();
        Arc::clone(self.expected.entry(type_name).or_insert_with(|| Arc::new(expected)))
    }
}

/// Numbers that are given to several data blocks: what lies there is not known.
fn numbered_alike(blocks: &[DataBlock]) -> HashMap<u16, Vec<String>> {
    let mut by_number: HashMap<u16, Vec<String>> = HashMap::new();
    for block in blocks {
        by_number.entry(block.number).or_default().push(format!("\"{}\"", block.name));
    }
    by_number.retain(|_, names| names.len() > 1);
    by_number
}

/// Data blocks that have one number.
#[derive(Debug, Coded)]
#[coded(prefix = "naming-numbered-alike")]
pub(crate) struct DuplicateNumbers {
    blocks: Vec<String>,
}

/// The data block of an absolute address in any spelling: `DB20.DBD4:REAL`, `%db20.dbd4`. `None`
/// for other texts, such as `DB20.Speed`, or `VW4`, which may be the name of a tag.
fn block(address: &str) -> Option<u16> {
    let address = address.trim();
    let is_named = |it: &str| it.eq_ignore_ascii_case("DB");
    address.trim_start_matches('%').get(..2).filter(|it| is_named(it))?;
    match address.parse::<Address>().ok()?.area {
        Area::Block(number) => Some(number),
        _ => None,
    }
}

fn reported(names: &Names, reads: &Reads) -> ReportedType {
    match (&names.target, reads) {
        (Target::Logix, Reads::Leaf(_)) => ReportedType::Name,
        (Target::OpcUa { .. }, Reads::Leaf(_)) => ReportedType::Carrier,
        _ => ReportedType::Nothing,
    }
}

/// Converts the controller's answer for a name that is not in the project.
fn foreign(answer: Answer, unknown: Option<&NotFound>) -> Answer {
    let reading = match (answer.reading, unknown) {
        (Reading::Bad(cause), Some(unknown)) if says_unknown(cause.reason) => {
            Reading::Bad(unknown.cause())
        }
        (reading, _) => reading,
    };
    Answer { reading, arrived: answer.arrived }
}

/// Whether the controller does not have it either, or could not be asked.
fn says_unknown(reason: Reason) -> bool {
    matches!(reason, Reason::UnknownTag | Reason::NoAddress | Reason::NotInProject)
}

/// The driver's names, each once.
#[derive(Debug, Default)]
struct DriverNames {
    names: Vec<String>,
    /// Which of them are used by several names.
    shared: Vec<bool>,
    places: HashMap<String, usize>,
}

impl DriverNames {
    fn place(&mut self, name: &str) -> usize {
        if let Some(at) = self.places.get(name) {
            self.shared[*at] = true;
            return *at;
        }
        self.places.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        self.shared.push(false);
        self.names.len() - 1
    }
}
