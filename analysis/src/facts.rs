//! The input of the rules: the project, its code, and cached answers about both.

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
};

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::kinds::Kinds;
use tagbridge_logic::{Index, Logic, OpaqueReason, RefId, RoutineId, Span, StatementId, UnitId};
use tagbridge_project::{BlockKind, Body, Project};

use crate::{
    analysis::Site,
    budget::Budget,
    industry::{self, Industry},
    instances::Instances,
    run::Options,
    tags::Tags,
    writers::Writers,
};

/// A project as the rules use it.
pub(crate) struct Facts<'a> {
    pub(crate) project: &'a Project,
    pub(crate) index: &'a Index,
    pub(crate) logic: Logic<'a>,
    pub(crate) options: &'a Options<'a>,
    pub(crate) industry: Industry,
    /// Units that are not fully understood, in their order.
    pub(crate) unread: Vec<UnitId>,
    /// All names in unparsed code, in lower case.
    hidden: HashSet<String>,
    /// The index of a block in the project, by its name in lower case.
    blocks: HashMap<String, usize>,
    /// All names in code, in lower case.
    words: OnceCell<HashSet<String>>,
    /// The bounds and the lengths of all arrays.
    bounds: OnceCell<HashSet<i64>>,
    tags: OnceCell<Tags>,
    instances: OnceCell<Instances>,
    /// The types of places.
    pub(crate) kinds: Kinds<'a>,
    writers: OnceCell<Writers>,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(project: &'a Project, index: &'a Index, options: &'a Options<'a>) -> Self {
        let logic = Logic::new(project, index);
        let mut unread: Vec<UnitId> =
            index.opaque().iter().filter(|it| is_unread(it.reason)).map(|it| it.unit).collect();
        unread.dedup();
        let mut hidden = HashSet::new();
        for unit in &unread {
            hidden.extend(words(logic.text(*unit)).map(str::to_lowercase));
        }
        let blocks = project.blocks.iter().enumerate();
        let blocks = blocks.map(|(at, block)| (block.name.to_lowercase(), at)).collect();
        let (tags, instances) = (OnceCell::new(), OnceCell::new());
        let industry = industry::detect(logic);
        let (kinds, writers) = (Kinds::new(project), OnceCell::new());
        let (words, bounds) = (OnceCell::new(), OnceCell::new());
        Self {
            project,
            index,
            logic,
            options,
            industry,
            unread,
            hidden,
            blocks,
            words,
            bounds,
            tags,
            instances,
            kinds,
            writers,
        }
    }

    /// The location of a part of a unit's text.
    pub(crate) fn at(&self, unit: UnitId, span: Span) -> Site {
        Site::of_code(&self.logic.cite(unit, span))
    }

    /// The location of a statement.
    pub(crate) fn statement(&self, id: StatementId) -> Site {
        let statement = self.index.statement(id);
        self.at(statement.unit, statement.span)
    }

    /// The location of an occurrence.
    pub(crate) fn reference(&self, id: RefId) -> Site {
        self.at(self.index.unit_of(id), self.index.reference(id).span())
    }

    /// The location of a whole routine.
    pub(crate) fn routine(&self, id: RoutineId) -> Site {
        let routine = &self.project.routines[id.index()];
        Site {
            origin: routine.origin.clone(),
            ..Site::of_declared(LocationKind::Routine, &self.logic.path(id))
        }
    }

    /// The location of a tag's declaration, by its full name.
    #[expect(clippy::unused_self, reason = "asked as for all other places")]
    pub(crate) fn tag(&self, name: &str) -> Site {
        Site::of_declared(LocationKind::Tag, name)
    }

    /// The location of the declaration of a type, a block or a data block.
    pub(crate) fn definition(&self, name: &str) -> Site {
        let is_data = self.block(name).is_some_and(|it| it.kind == BlockKind::DataBlock);
        let kind = if is_data { LocationKind::DataBlock } else { LocationKind::Definition };
        Site::of_declared(kind, name)
    }

    /// A block by its name.
    pub(crate) fn block(&self, name: &str) -> Option<&'a tagbridge_project::Block> {
        self.blocks.get(&name.to_lowercase()).map(|at| &self.project.blocks[*at])
    }

    /// Whether a unit is fully understood.
    pub(crate) fn is_read(&self, unit: UnitId) -> bool {
        self.unread.binary_search(&unit).is_err()
    }

    /// Whether unparsed code contains this word.
    pub(crate) fn is_hidden(&self, word: &str) -> bool {
        self.hidden.contains(&word.to_lowercase())
    }

    /// Whether any code contains this word, with any meaning.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        let all = self.words.get_or_init(|| {
            let units = self.index.units();
            units
                .flat_map(|(unit, _)| words(self.logic.text(unit)))
                .map(str::to_lowercase)
                .collect()
        });
        all.contains(&word.to_lowercase())
    }

    /// Whether a number is a bound or the length of an array of the project.
    pub(crate) fn is_bound(&self, number: i64) -> bool {
        let all = self.bounds.get_or_init(|| {
            let project = self.project;
            let blocks = project.blocks.iter().flat_map(|it| &it.members);
            let kinds = project.data_types.iter().flat_map(|it| &it.members);
            let programs = project.programs.iter().flat_map(|it| &it.members);
            let members = blocks.chain(kinds).chain(programs).map(|it| &it.type_use);
            let uses = members.chain(project.tags.iter().map(|it| &it.type_use));
            let bounds = uses.flat_map(|it| &it.dimensions);
            bounds
                .flat_map(|it| [i64::from(it.low), i64::from(it.high), i64::from(it.high) + 1])
                .collect()
        });
        all.contains(&number)
    }

    /// Whether the file contains only a part of a program.
    pub(crate) fn is_partial(&self) -> bool {
        self.logic.is_partial()
    }

    /// Whether the file contains the code of each routine of an owner, and there is at least one.
    pub(crate) fn shows_code_of(&self, owner: &str) -> bool {
        let mut routines =
            self.project.routines.iter().filter(|it| it.owner.eq_ignore_ascii_case(owner));
        let is_shown = |body: &Body| matches!(body, Body::Text(_) | Body::Rungs(_));
        routines.clone().next().is_some() && routines.all(|it| is_shown(&it.body))
    }

    /// The writers of each place.
    pub(crate) fn writers(&self) -> &Writers {
        self.writers.get_or_init(|| Writers::new(self.index))
    }

    /// The uses of each tag in code.
    pub(crate) fn tags(&self, budget: &Budget<'_>) -> &Tags {
        self.tags.get_or_init(|| Tags::new(self, budget))
    }

    /// The executed instances.
    pub(crate) fn instances(&self, budget: &Budget<'_>) -> &Instances {
        self.instances.get_or_init(|| Instances::new(self.project, self.index, budget))
    }
}

/// Whether code is unparsed. For other reasons, code is parsed, but its effect is unknown.
fn is_unread(reason: OpaqueReason) -> bool {
    matches!(
        reason,
        OpaqueReason::Unparsed
            | OpaqueReason::TooDeep
            | OpaqueReason::UnknownInstruction(_)
            | OpaqueReason::Protected
            | OpaqueReason::Language
            | OpaqueReason::NotChosen
    )
}

/// The names in a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(|first: char| first.is_alphabetic() || first == '_'))
}
