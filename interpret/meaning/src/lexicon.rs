//! The names of a project, with the words by which they are found.

use std::collections::HashMap;

use tagbridge_logic::{Logic, RoutineId};
use tagbridge_project::{BlockKind, Initial, Member, Vendor};

use crate::{
    context::Context,
    roles::{self, Role},
    stems::Stems,
    words::{self, plain, words},
};

/// A name, and the words by which it is found.
#[derive(Debug, Clone)]
pub struct NameEntry {
    /// The full name.
    pub name: String,
    /// Whether it is code: a routine, a block, a program.
    pub is_code: bool,
    /// The stems of the words of the name.
    pub(crate) own: Box<[u32]>,
    /// The stems of the words of its comment.
    pub(crate) said: Box<[u32]>,
    /// The words of its owner, and of its type.
    pub(crate) owner: u32,
    pub(crate) kind: u32,
    pub(crate) roles: u32,
    /// Its address, in normal form.
    pub(crate) address: Option<Box<str>>,
}

/// All names of a project.
#[derive(Debug, Default)]
pub struct Lexicon {
    pub(crate) entries: Vec<NameEntry>,
    pub(crate) stems: Stems,
    /// The stems of owners and types.
    pub(crate) groups: Vec<Box<[u32]>>,
    pub(crate) context: Context,
}

impl Lexicon {
    /// Collects the names of tags, of their parts with comments and in code, of variables of blocks,
    /// and of code.
    pub fn of(logic: Logic<'_>) -> Self {
        let mut builder = Builder::new(logic);
        builder.declared();
        builder.code();
        builder.used();
        builder.finish()
    }

    /// All names in order.
    pub fn entries(&self) -> &[NameEntry] {
        &self.entries
    }

    /// The stems of a name.
    pub fn own<'a>(&'a self, entry: &'a NameEntry) -> impl Iterator<Item = &'a str> {
        entry.own.iter().map(|it| self.stems.text(*it))
    }

    /// The stems of the comment of a name.
    pub fn said<'a>(&'a self, entry: &'a NameEntry) -> impl Iterator<Item = &'a str> {
        entry.said.iter().map(|it| self.stems.text(*it))
    }
}

struct Builder<'a> {
    logic: Logic<'a>,
    found: Lexicon,
    group_ids: HashMap<String, u32>,
    /// The comments of members of types and blocks.
    members: HashMap<(String, String), &'a Member>,
    /// The comments of types and blocks.
    types: HashMap<String, String>,
    by_name: HashMap<String, u32>,
}

impl<'a> Builder<'a> {
    fn new(logic: Logic<'a>) -> Self {
        let project = logic.project;
        let types = project.data_types.iter().map(|it| (&it.name, &it.comment, &it.members));
        let blocks = project.blocks.iter().map(|it| (&it.name, &it.comment, &it.members));
        let (mut members, mut comments) = (HashMap::new(), HashMap::new());
        for (name, comment, own) in types.chain(blocks) {
            comments.insert(name.to_lowercase(), comment.clone().unwrap_or_default());
            for member in own {
                members.insert((name.to_lowercase(), member.name.to_lowercase()), member);
            }
        }
        let mut found = Lexicon::default();
        found.groups.push(Box::default());
        Self {
            logic,
            found,
            group_ids: HashMap::new(),
            members,
            types: comments,
            by_name: HashMap::new(),
        }
    }

    /// A comment in all languages of the project.
    fn said(&self, comment: Option<&str>) -> String {
        let comment = comment.unwrap_or_default();
        let others = self.logic.project.translations.of(comment).map(|it| it.1);
        std::iter::once(comment).chain(others).collect::<Vec<_>>().join(" ")
    }

    fn stems(&mut self, text: &str) -> Box<[u32]> {
        let mut found: Vec<u32> = Vec::new();
        for stem in words(text) {
            let id = self.found.stems.id(&stem);
            if !found.contains(&id) {
                found.push(id);
            }
        }
        found.into_boxed_slice()
    }

    /// The words of an owner or a type, with its comment.
    fn group(&mut self, name: &str) -> u32 {
        let key = name.trim_matches('"').to_lowercase();
        if key.is_empty() {
            return 0;
        }
        if let Some(id) = self.group_ids.get(&key) {
            return *id;
        }
        let comment = self.types.get(&key).cloned().unwrap_or_default();
        let said = self.said(Some(&comment));
        let stems = self.stems(&format!("{name} {said}"));
        let id = u32::try_from(self.found.groups.len()).unwrap_or(0);
        self.found.groups.push(stems);
        self.group_ids.insert(key, id);
        id
    }

    /// Adds a name by its own last part: a variable of a block is not found by the name of the block.
    fn add(&mut self, name: &str, own: &str, comment: &str, (of, roles): (&str, u32)) {
        let (own_stems, said) = (self.stems(own), self.stems(comment));
        let owner = name.strip_suffix(own).unwrap_or_default();
        let owner = owner.trim_end_matches(['.', '#', '/', ':']);
        let owner = owner.trim_start_matches("AOI:").trim_start_matches("Program:");
        let simulated =
            if name.to_lowercase().contains("simul") { Role::Simulated.bit() } else { 0 };
        let is_code = roles & (Role::Block.bit() | Role::Routine.bit()) != 0;
        let entry = NameEntry {
            name: name.to_owned(),
            is_code,
            own: own_stems,
            said,
            owner: self.group(owner),
            kind: self.group(of),
            roles: roles | simulated,
            address: None,
        };
        let id = u32::try_from(self.found.entries.len()).unwrap_or(u32::MAX);
        let key = if is_code { format!("={}", plain(name)) } else { plain(name) };
        if let std::collections::hash_map::Entry::Vacant(free) = self.by_name.entry(key) {
            free.insert(id);
            self.found.entries.push(entry);
        }
    }

    fn declared(&mut self) {
        let project = self.logic.project;
        for tag in &project.tags {
            let own = last_name(&tag.name);
            let of_type = tag.type_use.name.as_str();
            let roles = roles::of_tag(tag);
            let roles = keep_initial(roles, tag.initial.as_ref());
            self.add(&tag.name, own, &self.said(tag.comment.as_deref()), (of_type, roles));
            if let Some(entry) = self.found.entries.last_mut() {
                entry.address = roles::address(tag).map(|it| words::plain_address(&it).into());
            }
            for (part, comment) in &tag.comments {
                let name = format!("{}{part}", tag.name);
                let roles = roles & Role::Simulated.bit() | Role::Element.bit();
                self.add(&name, &format!("{own}{part}"), &self.said(Some(comment)), ("", roles));
            }
        }
        let mark = if project.vendor == Vendor::Siemens { '#' } else { '.' };
        for block in &project.blocks {
            let is_data = block.kind == BlockKind::DataBlock;
            let role = if is_data { Role::Instance } else { Role::Block };
            let of = block.instance_of.as_deref().unwrap_or_default();
            let comment = self.said(block.comment.as_deref());
            self.add(&block.name, &block.name, &comment, (of, role.bit()));
            for member in block.members.iter().filter(|_| !is_data) {
                let name = format!("{}{mark}{}", block.name, member.name);
                let roles = keep_initial(roles::of_member(member), member.initial.as_ref());
                let comment = self.said(member.comment.as_deref());
                self.add(&name, &member.name, &comment, (&member.type_use.name, roles));
            }
        }
        let values = project.data_types.iter();
        for (of, value) in values.flat_map(|of| of.values.iter().map(move |it| (of, it))) {
            let name = format!("{}.{}", of.name, value.name);
            let comment = self.said(value.comment.as_deref());
            self.add(&name, &value.name, &comment, (&of.name, Role::Constant.bit()));
        }
    }

    fn code(&mut self) {
        for (at, routine) in self.logic.project.routines.iter().enumerate() {
            let path = self.logic.path(RoutineId::at(at));
            let comment = self.said(routine.comment.as_deref());
            self.add(&path, &path, &comment, ("", Role::Routine.bit()));
        }
    }

    /// The members of structures that code uses.
    fn used(&mut self) {
        let index = self.logic.index;
        for place in index.places.ids().filter(|it| !index.refs_to(*it).is_empty()) {
            let Some((parent, member)) = crate::context::member_of(self.logic, place) else {
                continue;
            };
            let name = self.logic.place(place);
            let name = name.strip_prefix("AOI:").unwrap_or(&name);
            if name.starts_with('?') || self.by_name.contains_key(&plain(name)) {
                continue;
            }
            let of = tagbridge_logic::types::name_of(self.logic.project, index, parent);
            let key = |of: String| (of.trim_matches('"').to_lowercase(), member.to_lowercase());
            let Some(declared) = of.and_then(|of| self.members.get(&key(of)).copied()) else {
                continue;
            };
            let roles = roles::of_member(declared) & !Role::OfBlock.bit() | Role::Element.bit();
            let comment = self.said(declared.comment.as_deref());
            let own = last_name(name).to_owned();
            self.add(name, &own, &comment, (&declared.type_use.name, roles));
        }
    }

    fn finish(mut self) -> Lexicon {
        let mut order: Vec<usize> = (0..self.found.entries.len()).collect();
        order.sort_by(|one, other| {
            self.found.entries[*one].name.cmp(&self.found.entries[*other].name)
        });
        let mut places = vec![0_u32; order.len()];
        for (new, old) in order.iter().enumerate() {
            places[*old] = u32::try_from(new).unwrap_or(u32::MAX);
        }
        let mut entries: Vec<Option<NameEntry>> = self.found.entries.drain(..).map(Some).collect();
        self.found.entries = order.iter().filter_map(|at| entries[*at].take()).collect();
        for id in self.by_name.values_mut() {
            *id = places[*id as usize];
        }
        let mut found = self.found;
        found.context =
            Context::of(self.logic, &mut found.stems, &self.by_name, found.entries.len());
        for (at, entry) in found.entries.iter_mut().enumerate() {
            let of = |lists: &crate::lists::Lists, role: Role| {
                if lists.get(at).is_empty() { 0 } else { role.bit() }
            };
            let written = of(&found.context.written, Role::Written);
            entry.roles |= written | of(&found.context.read, Role::Read);
            entry.roles = roles::with_setting(entry.roles);
        }
        found.stems.finish();
        found
    }
}

/// Notes that something has a start value.
fn keep_initial(roles: u32, initial: Option<&Initial>) -> u32 {
    if initial.is_some() { roles | Role::Given.bit() } else { roles }
}

/// The last name of a path.
fn last_name(name: &str) -> &str {
    let inside = name.trim_end_matches('"');
    let from = inside.rfind(['.', '#', ':']).map_or(0, |at| at + 1);
    let last = &name[from..];
    // `Local:1:I.Data` and `"My.Tag"` are found by all of their words.
    let is_quoted = name[..from].matches('"').count() % 2 == 1;
    if last.is_empty() || is_quoted || name.starts_with("Local:") { name } else { last }
}
