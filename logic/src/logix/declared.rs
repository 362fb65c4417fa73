//! The declarations of a Logix project, and the declaration of a name in its scope.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{BlockKind, Member, Project, Section};

use crate::{
    NameId, PlaceId, RoutineId, Scope,
    emit::Emit,
    unit::{Direction, UseMode},
};

/// The declarations of a Logix project, by name.
pub(crate) struct Declared {
    controller: HashSet<NameId>,
    programs: HashMap<NameId, HashSet<NameId>>,
    add_ons: HashMap<NameId, AddOn>,
    routines: HashMap<(NameId, NameId), RoutineId>,
}

/// An add-on instruction.
pub(crate) struct AddOn {
    /// Its position among the blocks.
    pub(crate) block: u32,
    names: HashSet<NameId>,
    /// The operands of a call in order, after the instance.
    pub(crate) operands: Vec<(NameId, Direction)>,
    /// All parameters.
    pub(crate) parameters: HashMap<NameId, Direction>,
    constants: HashSet<NameId>,
}

impl AddOn {
    /// How a call uses the operand of a parameter.
    pub(crate) fn mode(&self, parameter: NameId, direction: Direction) -> UseMode {
        match direction {
            Direction::In => UseMode::Read,
            Direction::Out => UseMode::Write,
            Direction::InOut if self.constants.contains(&parameter) => UseMode::Read,
            Direction::InOut => UseMode::Both,
        }
    }
}

/// The location of code, which determines the visible names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeScope {
    /// In a program: its own tags, then the controller's.
    Program(NameId),
    /// In an add-on instruction: only its parameters and local tags.
    AddOn(NameId),
}

/// A name that no tag declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UndeclaredName {
    No,
    /// A module's: `Local:1:I`.
    Module,
    /// A status of the controller, which add-on instructions have, too: `S:FS`.
    System,
}

impl Declared {
    pub(crate) fn new(emit: &mut Emit<'_>) -> Self {
        let project = emit.project;
        let mut declared = Self {
            controller: HashSet::new(),
            programs: HashMap::new(),
            add_ons: HashMap::new(),
            routines: HashMap::new(),
        };
        for program in &project.programs {
            declared.programs.entry(emit.name(&program.name)).or_default();
        }
        for tag in &project.tags {
            if tag.scope.is_empty() {
                declared.controller.insert(emit.name(&tag.name));
            } else {
                let own = tag.name.rsplit_once('.').map_or(tag.name.as_str(), |(_, name)| name);
                let (scope, own) = (emit.name(&tag.scope), emit.name(own));
                declared.programs.entry(scope).or_default().insert(own);
            }
        }
        declared.add_ons(project, emit);
        for (at, routine) in project.routines.iter().enumerate() {
            let key = (emit.name(&routine.owner), emit.name(&routine.name));
            declared.routines.entry(key).or_insert(RoutineId::at(at));
        }
        declared
    }

    fn add_ons(&mut self, project: &Project, emit: &mut Emit<'_>) {
        for (at, block) in project.blocks.iter().enumerate() {
            if block.kind != BlockKind::AddOnInstruction {
                continue;
            }
            let mut add_on = AddOn {
                block: u32::try_from(at).unwrap_or(u32::MAX),
                names: HashSet::new(),
                operands: Vec::new(),
                parameters: HashMap::new(),
                constants: HashSet::new(),
            };
            for member in &block.members {
                let name = emit.name(&member.name);
                add_on.names.insert(name);
                if let Some(direction) = direction(member) {
                    add_on.parameters.insert(name, direction);
                    if member.constant {
                        add_on.constants.insert(name);
                    }
                    if member.required {
                        add_on.operands.push((name, direction));
                    }
                }
            }
            self.add_ons.insert(emit.name(&block.name), add_on);
        }
    }

    /// An add-on instruction of the project.
    pub(crate) fn add_on(&self, name: NameId) -> Option<&AddOn> {
        self.add_ons.get(&name)
    }

    /// A routine of a program or an add-on instruction.
    pub(crate) fn routine(&self, owner: NameId, name: NameId) -> Option<RoutineId> {
        self.routines.get(&(owner, name)).copied()
    }

    /// The scope of the code of an owner.
    pub(crate) fn home(&self, owner: NameId) -> CodeScope {
        if self.add_ons.contains_key(&owner) && !self.programs.contains_key(&owner) {
            CodeScope::AddOn(owner)
        } else {
            CodeScope::Program(owner)
        }
    }

    /// The declaration of a name.
    fn scope(&self, home: CodeScope, name: NameId, outside: UndeclaredName) -> Scope {
        let known = match home {
            CodeScope::AddOn(owner) => {
                let own = self.add_ons.get(&owner).is_some_and(|it| it.names.contains(&name));
                let is_system = outside == UndeclaredName::System;
                own.then_some(Scope::AddOn(owner)).or(is_system.then_some(Scope::Controller))
            }
            CodeScope::Program(owner) => {
                let own = self.programs.get(&owner).is_some_and(|names| names.contains(&name));
                let known = own.then_some(Scope::Program(owner));
                let shared = || self.controller.contains(&name).then_some(Scope::Controller);
                known
                    .or_else(shared)
                    .or((outside != UndeclaredName::No).then_some(Scope::Controller))
            }
        };
        known.unwrap_or(Scope::Undeclared)
    }

    /// Whether a name is declared in the scope.
    pub(crate) fn knows(&self, home: CodeScope, name: NameId) -> bool {
        self.scope(home, name, UndeclaredName::No) != Scope::Undeclared
    }

    /// The place of a name in the scope.
    pub(crate) fn root(&self, emit: &mut Emit<'_>, home: CodeScope, name: &str) -> PlaceId {
        let id = emit.name(name);
        let outside = match name.split_once(':') {
            Some((first, _)) if first.eq_ignore_ascii_case("S") => UndeclaredName::System,
            Some(_) => UndeclaredName::Module,
            None => UndeclaredName::No,
        };
        emit.index.places.root(self.scope(home, id, outside), id)
    }
}

fn direction(member: &Member) -> Option<Direction> {
    match member.section? {
        Section::Input => Some(Direction::In),
        Section::Output => Some(Direction::Out),
        Section::InOut => Some(Direction::InOut),
        _ => None,
    }
}
