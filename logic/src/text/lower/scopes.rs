//! What the blocks, lists and tables of an S7 or a CODESYS project declare, by name.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{
    Block, BlockKind, DataTypeKind, Initial, Member, Project, Section, Tag, TypeUse, Vendor,
};

use crate::{NameId, RoutineId, expr::Constant, names::Names, place::Scope, types};

/// All declarations of a project. Names are kept in small letters, without quotes.
pub(crate) struct Scopes<'p> {
    pub(super) vendor: Vendor,
    blocks: HashMap<String, (u32, &'p Block)>,
    programs: HashMap<String, Option<RoutineId>>,
    members: HashMap<String, HashMap<String, &'p Member>>,
    /// Of S7 by name, of CODESYS by list and name.
    tags: HashMap<String, &'p Tag>,
    /// CODESYS: variables that are known without their list's name.
    globals: HashMap<String, &'p Tag>,
    lists: HashSet<String>,
    types: HashSet<String>,
    unions: HashSet<String>,
    values: HashMap<String, Option<i64>>,
}

/// A type where it is used.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Type<'p> {
    /// As it is declared.
    pub(super) name: &'p str,
    /// Dimensions that no index has taken yet.
    rank: usize,
    /// Of a structure without a name.
    members: &'p [Member],
}

impl<'p> Type<'p> {
    /// By name.
    pub(super) fn named(name: &'p str) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn of(type_use: &'p TypeUse) -> Self {
        let TypeUse { name, dimensions, members, .. } = type_use;
        Self { name, rank: dimensions.len(), members }
    }

    /// What lies behind a pointer or a reference.
    pub(super) fn behind(self) -> Self {
        match without(self.name, "POINTER TO").or_else(|| without(self.name, "REFERENCE TO")) {
            Some(name) if self.rank == 0 => Self { name, ..Self::default() },
            _ => Self::default(),
        }
    }

    /// Whether it stands for something else of its type.
    pub(super) fn is_reference(self) -> bool {
        self.rank == 0 && without(self.name, "REFERENCE TO").is_some()
    }

    /// An element, by so many indexes.
    pub(super) fn element(self, indexes: usize) -> Self {
        if self.rank > 0 {
            return Self { rank: self.rank.saturating_sub(indexes), ..self };
        }
        // Behind a pointer an array is known by its text alone.
        let of = self.name.to_ascii_uppercase().find(" OF ").map(|at| self.name[at + 4..].trim());
        match of {
            Some(name) if without(self.name, "ARRAY").is_some() => Self { name, ..Self::default() },
            _ => Self::default(),
        }
    }

    /// The name of a single one, without what makes a reference of it.
    pub(super) fn single(self) -> Option<&'p str> {
        let name = without(self.name, "REFERENCE TO").unwrap_or(self.name);
        (self.rank == 0 && !name.is_empty()).then(|| name.trim_matches('"'))
    }

    /// Whether it is a number, so that `AND` of two works bit by bit, or a bit; none where it is
    /// neither, or not known.
    pub(super) fn is_number(self) -> Option<bool> {
        const NUMBERS: [&str; 22] = [
            "BYTE", "WORD", "DWORD", "LWORD", "SINT", "INT", "DINT", "LINT", "USINT", "UINT",
            "UDINT", "ULINT", "REAL", "LREAL", "TIME", "LTIME", "S5TIME", "DATE", "TOD", "DT",
            "CHAR", "WCHAR",
        ];
        let is = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(self.name));
        match self.rank {
            0 if is(&NUMBERS) => Some(true),
            0 if is(&["BOOL", "BIT"]) => Some(false),
            _ => None,
        }
    }
}

fn without<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| text[prefix.len()..].trim_start())
}

/// Programs by their names, with their code where the file has it.
fn programs(project: &Project) -> HashMap<String, Option<RoutineId>> {
    let mut programs: HashMap<String, Option<RoutineId>> =
        project.programs.iter().map(|it| (it.name.to_lowercase(), None)).collect();
    for (at, routine) in project.routines.iter().enumerate() {
        if let Some(code) = programs.get_mut(&routine.owner.to_lowercase()) {
            code.get_or_insert(RoutineId::at(at));
        }
    }
    programs
}

impl<'p> Scopes<'p> {
    pub(crate) fn new(project: &'p Project) -> Self {
        let mut scopes = Self {
            vendor: project.vendor,
            blocks: HashMap::new(),
            programs: programs(project),
            members: HashMap::new(),
            tags: HashMap::new(),
            globals: HashMap::new(),
            lists: HashSet::new(),
            types: HashSet::new(),
            unions: HashSet::new(),
            values: HashMap::new(),
        };
        for kind in &project.data_types {
            let name = kind.name.to_lowercase();
            for value in &kind.values {
                let own = value.name.to_lowercase();
                scopes.values.insert(format!("{name}.{own}"), value.number);
                if kind.kind == DataTypeKind::Enumeration {
                    scopes.values.entry(own).or_insert(value.number);
                }
            }
            scopes.declare(&name, &kind.members);
            if kind.kind == DataTypeKind::Union {
                scopes.unions.insert(name.clone());
            }
            scopes.types.insert(name);
        }
        for program in &project.programs {
            scopes.declare(&program.name.to_lowercase(), &program.members);
        }
        for (at, block) in (0..).zip(&project.blocks) {
            let name = block.name.to_lowercase();
            scopes.declare(&name, &block.members);
            scopes.blocks.entry(name).or_insert((at, block));
        }
        // Code may name a block of S7 by its number.
        for (at, block) in (0..).zip(&project.blocks) {
            let kind = match block.kind {
                BlockKind::FunctionBlock => "fb",
                BlockKind::Function => "fc",
                _ => continue,
            };
            if let (Some(number), Vendor::Siemens) = (block.number, project.vendor) {
                scopes.blocks.entry(format!("{kind}{number}")).or_insert((at, block));
            }
        }
        for tag in &project.tags {
            scopes.tag(tag);
        }
        scopes
    }

    fn declare(&mut self, owner: &str, members: &'p [Member]) {
        let known = self.members.entry(owner.to_owned()).or_default();
        for member in members {
            known.insert(member.name.to_lowercase(), member);
        }
    }

    fn tag(&mut self, tag: &'p Tag) {
        if self.vendor == Vendor::Siemens {
            // `"DB"."x"` is a member of its block.
            if let Some(name) = tag.name.strip_prefix('"').and_then(|it| it.strip_suffix('"'))
                && !name.contains('"')
            {
                self.tags.entry(name.to_lowercase()).or_insert(tag);
            }
            return;
        }
        let own = tag.name.rsplit('.').next().unwrap_or_default().to_lowercase();
        let list = tag.scope.to_lowercase();
        self.tags.entry(format!("{list}.{own}")).or_insert(tag);
        if !self.programs.contains_key(&list) {
            self.globals.entry(own).or_insert(tag);
            self.lists.insert(list);
        }
    }

    /// A block by name.
    pub(crate) fn block(&self, name: &str) -> Option<(u32, &'p Block)> {
        self.blocks.get(&name.to_lowercase()).copied()
    }

    /// The code of a program, which another one may call.
    pub(super) fn program(&self, name: &str) -> Option<RoutineId> {
        self.programs.get(&name.to_lowercase()).copied().flatten()
    }

    /// Whether it is what a task executes.
    pub(super) fn is_program(&self, name: &str) -> bool {
        self.programs.contains_key(&name.to_lowercase())
    }

    /// Whether it is a list of variables, or a program with its variables.
    pub(super) fn is_list(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.lists.contains(&name) || self.programs.contains_key(&name)
    }

    /// Whether its members lie on top of each other.
    pub(super) fn is_union(&self, name: &str) -> bool {
        self.unions.contains(&name.to_lowercase())
    }

    /// Whether it is a type.
    pub(super) fn is_type(&self, name: &str) -> bool {
        self.types.contains(&name.to_lowercase())
    }

    /// Whether a name is one of an enumeration's.
    pub(super) fn is_value(&self, name: &str) -> bool {
        self.values.contains_key(&name.to_lowercase())
    }

    /// The number of an enumeration's name, where the file tells it.
    pub(super) fn number_of(&self, name: &str) -> Option<i64> {
        self.values.get(&name.to_lowercase()).copied().flatten()
    }

    /// A tag: of S7 by its name, of CODESYS by its list's and its own.
    pub(super) fn tag_named(&self, name: &str) -> Option<&'p Tag> {
        self.tags.get(&name.to_lowercase()).copied()
    }

    /// A variable of any list, by its name alone (CODESYS).
    pub(super) fn global(&self, name: &str) -> Option<&'p Tag> {
        self.globals.get(&name.to_lowercase()).copied()
    }

    /// A member of a block, a program or a type by name.
    pub(super) fn member_of(&self, owner: &str, name: &str) -> Option<&'p Member> {
        self.members.get(&owner.to_lowercase())?.get(&name.to_lowercase()).copied()
    }

    /// The type of a block's own variable.
    pub(crate) fn type_of(&self, owner: &str, name: &str) -> Option<&'p str> {
        Type::of(&self.member_of(owner, name)?.type_use).single()
    }

    /// The type of what a name of Logix stands for.
    pub(super) fn type_in(&self, scope: Scope, name: NameId, names: &Names) -> Type<'p> {
        let name = names.text(name);
        let tag = |owner: &str| self.tag_named(&format!("{owner}.{name}"));
        let found = match scope {
            Scope::Controller => tag("").map(|tag| &tag.type_use),
            Scope::Program(program) => tag(names.text(program)).map(|tag| &tag.type_use),
            Scope::AddOn(owner) => {
                self.member_of(names.text(owner), name).map(|member| &member.type_use)
            }
            _ => None,
        };
        found.map(Type::of).unwrap_or_default()
    }

    /// The type of a member of a structure of Logix.
    pub(super) fn type_of_member(&self, of: Type<'p>, name: &str) -> Type<'p> {
        let declared = self.member(of, name).map(|member| Type::of(&member.type_use));
        let predefined = || of.single().and_then(|kind| types::predefined(kind, name));
        declared.or_else(|| predefined().map(Type::named)).unwrap_or_default()
    }

    /// A member of what is of a type.
    pub(super) fn member(&self, of: Type<'p>, name: &str) -> Option<&'p Member> {
        if !of.members.is_empty() {
            return of.members.iter().find(|member| member.name.eq_ignore_ascii_case(name));
        }
        self.member_of(of.single()?, name)
    }

    /// Whether a block is a property, which its accessors belong to.
    pub(super) fn is_property(&self, name: &str) -> bool {
        self.block(name).is_some_and(|(_, block)| block.kind == BlockKind::Property)
    }

    /// The block that declares a member which another one inherits: the eldest that has it.
    pub(super) fn declarer(&self, block: &str, name: &str) -> Option<String> {
        let mut found = None;
        let mut at = self.block(block).map(|(_, block)| block)?;
        // Longer than any line of ancestors; it may be a circle.
        for _ in 0..32 {
            if self.member_of(&at.name, name).is_none() {
                break;
            }
            found = Some(at.name.clone());
            match at.extends.first().and_then(|parent| self.block(parent)) {
                Some((_, parent)) => at = parent,
                None => break,
            }
        }
        found
    }

    /// A method, property or action of a block or of what it is made from.
    pub(super) fn part_of(&self, owner: &str, name: &str) -> Option<(u32, &'p Block)> {
        let mut owner = owner.to_owned();
        for _ in 0..32 {
            if let Some(found) = self.block(&format!("{owner}.{name}")) {
                return Some(found);
            }
            owner = self.block(&owner)?.1.extends.first()?.clone();
        }
        None
    }
}

/// The value that a constant is declared with, as its type holds it: `BOOL := 1` is a bit.
pub(super) fn constant(initial: Option<&Initial>, of: &TypeUse) -> Option<Constant> {
    let Initial::Scalar(text) = initial? else { return None };
    let is = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(&of.name));
    match super::value::constant(text.trim())? {
        Constant::Int(number @ (0 | 1)) if is(&["BOOL", "BIT"]) => {
            Some(Constant::Bool(number != 0))
        }
        #[expect(clippy::cast_precision_loss, reason = "so does the controller")]
        Constant::Int(number) if is(&["REAL", "LREAL"]) => Some(Constant::real(number as f64)),
        value => Some(value),
    }
}

/// What a call gives in order, and takes: the parameters of a block.
pub(super) fn parameters(block: &Block) -> impl Iterator<Item = &Member> {
    block.members.iter().filter(|member| {
        matches!(member.section, Some(Section::Input | Section::InOut | Section::Output))
    })
}
