//! Resolves aliases, after all tags and types of the file are known.

use std::collections::HashMap;

use tagbridge_texts::{Coded, Message};

use super::path::{Part, parse};
use crate::reason::Why;
use crate::says::Noted;
use crate::{Access, DataTypeKind, Member, Note, NoteKind, Place, Project, Section, TypeUse};

/// Maximum length of a chain of aliases.
const MAX_CHAIN: usize = 64;
/// Maximum number of passes for parameters that are aliases of other aliases.
const MAX_ROUNDS: usize = 16;

/// Sets the types of aliases and of alias parameters, and notes those whose target does not exist.
pub(super) fn resolve(project: &mut Project, stand_ins: &[(usize, usize, String)]) {
    resolve_parameters(project, stand_ins);
    let found = {
        let mut types = Types::of(project);
        let tags = Tags::of(project);
        let aliases = project.tags.iter().enumerate().filter(|(_, tag)| tag.alias_for.is_some());
        aliases.map(|(at, _)| (at, tags.follow(at, &mut types))).collect::<Vec<_>>()
    };
    for (at, found) in found {
        let tag = &mut project.tags[at];
        let note = match found {
            Ok(target) => {
                tag.type_use = target.type_use;
                if let (Some(reason), Place::Symbol) = (target.hidden, &tag.place) {
                    tag.place = Place::Nowhere { reason };
                }
                continue;
            }
            Err(Lost::Missing(target)) => {
                let what = Noted::AliasTarget { target: &target };
                Note::new(NoteKind::Missing, &tag.name, &what)
            }
            Err(Lost::Circle) => {
                tag.place = Place::Nowhere { reason: Why::AliasCircle.message() };
                Note::new(NoteKind::Conflict, &tag.name, &Why::AliasCircle)
            }
        };
        project.notes.push(note);
    }
}

/// Resolves parameters of add-on instructions that are aliases of a local tag, or of a part of one.
fn resolve_parameters(project: &mut Project, stand_ins: &[(usize, usize, String)]) {
    let mut open: Vec<&(usize, usize, String)> = stand_ins.iter().collect();
    for _ in 0..MAX_ROUNDS {
        let found: Vec<_> = {
            let mut types = Types::of(project);
            let found = open.iter().map(|(block, member, target)| {
                let (local, parts) = parse(target)?;
                let owner = &project.blocks[*block].name;
                let whole = types.member(owner, local)?.type_use.clone();
                let target = types.walk(whole, &parts)?;
                (!target.type_use.name.is_empty()).then_some((*block, *member, target.type_use))
            });
            found.collect()
        };
        let before = open.len();
        open =
            open.iter().zip(&found).filter(|(_, found)| found.is_none()).map(|it| *it.0).collect();
        for (block, member, type_use) in found.into_iter().flatten() {
            project.blocks[block].members[member].type_use = type_use;
        }
        if open.is_empty() || open.len() == before {
            break;
        }
    }
    for (block, member, target) in open {
        let block = &project.blocks[*block];
        let subject = format!("{}.{}", block.name, block.members[*member].name);
        let what = Noted::AliasTarget { target };
        project.notes.push(Note::new(NoteKind::Missing, &subject, &what));
    }
}

/// The target of an alias.
struct Target {
    type_use: TypeUse,
    /// Why it cannot be read, if so.
    hidden: Option<Message>,
}

enum Lost {
    /// A part of the path is not in the file.
    Missing(String),
    /// The alias is circular, or its chain is too long.
    Circle,
}

/// Tags by name.
struct Tags<'p> {
    project: &'p Project,
    by_name: HashMap<String, usize>,
}

impl<'p> Tags<'p> {
    fn of(project: &'p Project) -> Self {
        let names = project.tags.iter().enumerate();
        let by_name = names.map(|(at, tag)| (tag.name.to_ascii_lowercase(), at)).collect();
        Self { project, by_name }
    }

    /// The tag with a name in this program: the program's own tag, otherwise the controller's.
    fn find(&self, name: &str, program: &str) -> Option<usize> {
        let own = (!program.is_empty()).then(|| format!("Program:{program}.{name}"));
        own.as_deref()
            .into_iter()
            .chain([name])
            .find_map(|name| self.by_name.get(&name.to_ascii_lowercase()).copied())
    }

    fn follow(&self, alias: usize, types: &mut Types<'p>) -> Result<Target, Lost> {
        let mut tag = &self.project.tags[alias];
        let mut way = String::new();
        for _ in 0..MAX_CHAIN {
            let Some(target) = &tag.alias_for else { break };
            way = format!("{target}{way}");
            let missing = || Lost::Missing(way.clone());
            // `\Program.Parameter` is a parameter of another program.
            let (program, text) = match way.strip_prefix('\\').and_then(|way| way.split_once('.')) {
                Some((program, text)) => (program, text),
                None => (tag.scope.as_str(), way.as_str()),
            };
            let (name, parts) = parse(text).ok_or_else(missing)?;
            let base = &self.project.tags[self.find(name, program).ok_or_else(missing)?];
            if base.alias_for.is_none() {
                let mut found = types.walk(base.type_use.clone(), &parts).ok_or_else(missing)?;
                if let Place::Nowhere { reason } = &base.place {
                    let why = Why::AliasOfHidden { name, why: reason.clone() };
                    found.hidden = Some(why.message());
                }
                return Ok(found);
            }
            way = text[name.len()..].to_owned();
            tag = base;
        }
        Err(Lost::Circle)
    }
}

/// Members of types by name.
struct Types<'p> {
    members: HashMap<String, &'p [Member]>,
    /// Created at the first use of a type.
    index: HashMap<String, HashMap<String, &'p Member>>,
}

impl<'p> Types<'p> {
    fn of(project: &'p Project) -> Self {
        let defined = project.data_types.iter();
        let defined = defined
            .filter(|it| matches!(it.kind, DataTypeKind::Structure | DataTypeKind::String))
            .map(|it| (it.name.to_ascii_lowercase(), &*it.members));
        let blocks = project.blocks.iter();
        let blocks = blocks.map(|it| (it.name.to_ascii_lowercase(), &*it.members));
        Self { members: blocks.chain(defined).collect(), index: HashMap::new() }
    }

    fn member(&mut self, of: &str, name: &str) -> Option<&'p Member> {
        let key = of.to_ascii_lowercase();
        if !self.index.contains_key(&key) {
            let members = self.members.get(&key)?.iter();
            let members = members.map(|member| (member.name.to_ascii_lowercase(), member));
            self.index.insert(key.clone(), members.collect());
        }
        self.index[&key].get(&name.to_ascii_lowercase()).copied()
    }

    /// Follows a path into a value of this type.
    fn walk(&mut self, whole: TypeUse, parts: &[Part<'_>]) -> Option<Target> {
        let mut at = Target { type_use: whole, hidden: None };
        for part in parts {
            match part {
                Part::Element(indices) => {
                    if *indices != at.type_use.dimensions.len() {
                        return None;
                    }
                    at.type_use.dimensions.clear();
                }
                _ if !at.type_use.dimensions.is_empty() => return None,
                Part::Bit(bit) if *bit < bits(&at.type_use.name) => {
                    at.type_use = TypeUse::scalar("BOOL");
                }
                Part::Bit(_) => return None,
                Part::Member(name) => {
                    let member = self.member(&at.type_use.name, name)?;
                    if member.access == Access::None {
                        let why = match member.section {
                            Some(Section::Local) => Why::HiddenLocal { name },
                            _ => Why::HiddenMember { name },
                        };
                        at.hidden.get_or_insert(why.message());
                    }
                    at.type_use = member.type_use.clone();
                }
            }
        }
        Some(at)
    }
}

/// The number of addressable bits of a type.
fn bits(name: &str) -> u32 {
    match name.to_ascii_uppercase().as_str() {
        "SINT" | "USINT" => 8,
        "INT" | "UINT" => 16,
        "DINT" | "UDINT" | "TIME32" => 32,
        "LINT" | "ULINT" | "TIME" | "LTIME" | "DT" | "LDT" => 64,
        _ => 0,
    }
}
