//! The tags of a project that a simulated controller does not have, and the reasons.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use tagbridge_project::{BlockKind, Project, Symbol, Symbols, Target, Vendor};
use tagbridge_texts::{Coded, Message};

use crate::{
    messages::{Line, TableWord},
    output::said,
};

/// Maximum number of subjects that are listed separately.
const NAMED: usize = 5;

/// One reason, and its subjects.
struct Group {
    why: Message,
    tags: usize,
    /// Tags, their types or their blocks, each once.
    subjects: Vec<String>,
}

/// The text about the project's missing tags; `None` if there are none. `numbers` are the given
/// numbers of blocks.
pub(super) fn told(
    project: &Arc<Project>,
    left_out: &[String],
    numbers: &BTreeMap<String, u16>,
) -> Option<String> {
    if left_out.is_empty() {
        return None;
    }
    let left: HashSet<&str> = left_out.iter().map(String::as_str).collect();
    let symbols = Symbols::new(Arc::clone(project));
    let reasons = Reasons::new(project, &symbols, numbers);
    let mut groups: Vec<Group> = Vec::new();
    for tag in symbols.tags().filter(|it| left.contains(it.tag.name.as_str())) {
        let (why, subject) = reasons.of(&tag);
        let at = groups.iter().position(|it| it.why == why).unwrap_or_else(|| {
            groups.push(Group { why, tags: 0, subjects: Vec::new() });
            groups.len() - 1
        });
        let group = &mut groups[at];
        group.tags += 1;
        if !group.subjects.contains(&subject) {
            group.subjects.push(subject);
        }
    }
    let lines = groups.iter().map(line).collect::<String>();
    let served = Line::NotServed { count: left_out.len(), all: project.tags.len() };
    Some(format!("{}{lines}", said(&served)))
}

/// A line such as `  2: types that the project does not contain: TON, CTU`.
fn line(group: &Group) -> String {
    let names = group.subjects[..group.subjects.len().min(NAMED)].join(", ");
    let subjects = match group.subjects.len().saturating_sub(NAMED) {
        0 => names,
        count => said(&TableWord::AndMore { names: &names, count }),
    };
    format!("\n  {}: {}: {subjects}", group.tags, said(group.why.clone()))
}

/// Determines why a tag is missing.
struct Reasons<'a> {
    symbols: &'a Symbols,
    target: Target,
    /// The target if each block had a number.
    numbered: Option<Target>,
}

impl<'a> Reasons<'a> {
    fn new(project: &Project, symbols: &'a Symbols, numbers: &BTreeMap<String, u16>) -> Self {
        if project.vendor != Vendor::Siemens {
            return Self { symbols, target: Target::of(project), numbered: None };
        }
        let blocks = project.blocks.iter().filter(|it| it.kind == BlockKind::DataBlock);
        let numberless = blocks.filter(|it| it.number.is_none());
        let mut all: BTreeMap<String, u16> = numberless.map(|it| (it.name.clone(), 1)).collect();
        all.extend(numbers.clone());
        Self {
            symbols,
            target: Target::S7 { numbers: numbers.clone() },
            numbered: Some(Target::S7 { numbers: all }),
        }
    }

    /// The reason, and its subject.
    fn of(&self, tag: &Symbol<'_>) -> (Message, String) {
        let name = &tag.tag.name;
        let Err(cause) = self.symbols.address(tag, &self.target) else {
            return (TableWord::UntoldTypes.message(), tag.type_name().to_owned());
        };
        let needs_number =
            self.numbered.as_ref().is_some_and(|it| self.symbols.address(tag, it).is_ok());
        if needs_number {
            let block = name.split_once("\".").map_or(name.as_str(), |(block, _)| block);
            return (TableWord::UntoldNumbers.message(), block.trim_matches('"').to_owned());
        }
        (cause.message(), name.clone())
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_project::Source;
    use tagbridge_simulator::s7::VirtualS7;

    use super::*;

    #[test]
    fn a_block_without_a_number_is_told_with_how_to_give_it() {
        let text = "DATA_BLOCK \"Tank\"\n{ S7_Optimized_Access := 'FALSE' }\nSTRUCT a : Real; b : \
                    Int; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
        let source = Source::of_bytes("line.scl".to_owned(), text.into()).expect("a source");
        let project = Arc::new(tagbridge_project::read(&source).expect("a project"));
        let check = |numbers: &[(&str, u16)], says: Option<&str>| {
            let numbers = numbers.iter().map(|(name, it)| ((*name).to_owned(), *it)).collect();
            let controller = VirtualS7::from_project(&project, &numbers, 1);
            let told = told(&project, controller.left_out(), &numbers);
            assert_eq!(told.as_deref(), says);
        };
        check(
            &[],
            Some(
                "2 of 2 tags not available in the virtual controller:\n  2: data blocks without a \
                 number in the project; enter it with --number \"NAME=N\": Tank",
            ),
        );
        check(&[("Tank", 20)], None);
    }
}
