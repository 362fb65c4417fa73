//! The declarations of the blocks, lists and tables of an S7 or CODESYS project, by name.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{
    Block, BlockKind, DataTypeKind, EnumValue, Initial, Member, Project, Section, Tag, TypeUse,
    Vendor,
};

use crate::{NameId, Names, RoutineId, Scope, expr::Constant, types};

/// All declarations of a project. Names are in lower case without quotes.
pub(crate) struct Scopes<'p> {
    pub(super) vendor: Vendor,
    blocks: HashMap<String, (u32, &'p Block)>,
    programs: HashMap<String, Option<RoutineId>>,
    members: HashMap<String, HashMap<String, &'p Member>>,
    /// S7: by name. CODESYS: by list and name.
    tags: HashMap<String, &'p Tag>,
    /// CODESYS: variables that are visible without the name of their list.
    globals: HashMap<String, &'p Tag>,
    lists: HashSet<String>,
    types: HashSet<String>,
    unions: HashSet<String>,
    values: HashMap<String, Option<i64>>,
    /// The values of enumerations without a name, by their declaration.
    inline: HashMap<&'p str, &'p [EnumValue]>,
}

/// A type at its use.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Type<'p> {
    /// The declared name.
    pub(super) name: &'p str,
    /// Number of dimensions without an index.
    rank: usize,
    /// The members of an anonymous structure.
    members: &'p [Member],
}

impl<'p> Type<'p> {
    /// The type with this name.
    pub(super) fn named(name: &'p str) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn of(type_use: &'p TypeUse) -> Self {
        let TypeUse { name, dimensions, members, .. } = type_use;
        Self { name, rank: dimensions.len(), members }
    }

    /// The target type of a pointer or a reference.
    pub(super) fn behind(self) -> Self {
        match without(self.name, "POINTER TO").or_else(|| without(self.name, "REFERENCE TO")) {
            Some(name) if self.rank == 0 => Self { name, ..Self::default() },
            _ => Self::default(),
        }
    }

    /// Whether it is a reference to a value of its type.
    pub(super) fn is_reference(self) -> bool {
        self.rank == 0 && without(self.name, "REFERENCE TO").is_some()
    }

    /// The type of an element, with this number of indexes.
    pub(super) fn element(self, indexes: usize) -> Self {
        if self.rank > 0 {
            return Self { rank: self.rank.saturating_sub(indexes), ..self };
        }
        // The target array of a pointer is only known by its text.
        let of = self.name.to_ascii_uppercase().find(" OF ").map(|at| self.name[at + 4..].trim());
        match of {
            Some(name) if without(self.name, "ARRAY").is_some() => Self { name, ..Self::default() },
            _ => Self::default(),
        }
    }

    /// The name of a single value, without `REFERENCE TO`.
    pub(super) fn single(self) -> Option<&'p str> {
        let name = without(self.name, "REFERENCE TO").unwrap_or(self.name);
        (self.rank == 0 && !name.is_empty()).then(|| name.trim_matches('"'))
    }

    /// Whether it is a number, so that `AND` is bitwise, or a bit; `None` if it is neither or
    /// unknown.
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

/// Programs by name, with their code if the file has it.
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
            inline: HashMap::new(),
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
            // The name of an enumeration without a name is its declaration.
            if kind.name.starts_with('(') {
                scopes.inline.insert(&kind.name, &kind.values);
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
        // Code can name an S7 block by its number.
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

    /// Adds the values of an enumeration that a variable of this owner declares.
    fn add_inline(&mut self, owner: &str, of: &str) {
        for value in self.inline.get(of).copied().unwrap_or_default() {
            let name = format!("{owner}.{}", value.name).to_lowercase();
            self.values.entry(name).or_insert(value.number);
        }
    }

    /// The whole name of a value of such an enumeration, if this unit declares it.
    pub(super) fn inline_value(&self, owner: &str, name: &str) -> Option<String> {
        let whole = || Some(format!("{owner}.{name}")).filter(|whole| self.is_value(whole));
        if self.inline.is_empty() { None } else { whole() }
    }

    fn declare(&mut self, owner: &str, members: &'p [Member]) {
        for member in members {
            self.add_inline(owner, &member.type_use.name);
        }
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
        self.add_inline(&list, &tag.type_use.name);
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

    /// The number of a data block, or its name in quotes; S7.
    pub(crate) fn data_block(&self, name: &str) -> String {
        let name = name.trim_matches('"');
        let number = self.block(name).and_then(|(_, block)| block.number);
        number.map_or_else(|| format!("\"{name}\""), |number| number.to_string())
    }

    /// The code of a program, which another program can call.
    pub(super) fn program(&self, name: &str) -> Option<RoutineId> {
        self.programs.get(&name.to_lowercase()).copied().flatten()
    }

    /// Whether a task executes it.
    pub(super) fn is_program(&self, name: &str) -> bool {
        self.programs.contains_key(&name.to_lowercase())
    }

    /// Whether it is a list of variables, or a program with its variables.
    pub(super) fn is_list(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.lists.contains(&name) || self.programs.contains_key(&name)
    }

    /// Whether it is a union, whose members overlap.
    pub(super) fn is_union(&self, name: &str) -> bool {
        self.unions.contains(&name.to_lowercase())
    }

    /// Whether it is a type.
    pub(super) fn is_type(&self, name: &str) -> bool {
        self.types.contains(&name.to_lowercase())
    }

    /// Whether a name belongs to an enumeration.
    pub(super) fn is_value(&self, name: &str) -> bool {
        self.values.contains_key(&name.to_lowercase())
    }

    /// The number of a name in an enumeration, if it is in the file.
    pub(super) fn number_of(&self, name: &str) -> Option<i64> {
        self.values.get(&name.to_lowercase()).copied().flatten()
    }

    /// A tag: in S7 by its name, in CODESYS by the names of its list and itself.
    pub(crate) fn tag_named(&self, name: &str) -> Option<&'p Tag> {
        self.tags.get(&name.to_lowercase()).copied()
    }

    /// A variable of any list by its own name (CODESYS).
    pub(super) fn global(&self, name: &str) -> Option<&'p Tag> {
        self.globals.get(&name.to_lowercase()).copied()
    }

    /// A member of a block, a program or a type by name.
    pub(super) fn member_of(&self, owner: &str, name: &str) -> Option<&'p Member> {
        self.members.get(&owner.to_lowercase())?.get(&name.to_lowercase()).copied()
    }

    /// The type of a variable of a block.
    pub(crate) fn type_of(&self, owner: &str, name: &str) -> Option<&'p str> {
        Type::of(&self.member_of(owner, name)?.type_use).single()
    }

    /// The type of a name in Logix.
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

    /// The type of a member of a Logix structure.
    pub(super) fn type_of_member(&self, of: Type<'p>, name: &str) -> Type<'p> {
        let declared = self.member(of, name).map(|member| Type::of(&member.type_use));
        let predefined = || of.single().and_then(|kind| types::predefined(kind, name));
        declared.or_else(|| predefined().map(Type::named)).unwrap_or_default()
    }

    /// A member of a type.
    pub(super) fn member(&self, of: Type<'p>, name: &str) -> Option<&'p Member> {
        if !of.members.is_empty() {
            return of.members.iter().find(|member| member.name.eq_ignore_ascii_case(name));
        }
        self.member_of(of.single()?, name)
    }

    /// Whether a block is a property with accessors.
    pub(super) fn is_property(&self, name: &str) -> bool {
        self.block(name).is_some_and(|(_, block)| block.kind == BlockKind::Property)
    }

    /// The block that declares an inherited member: the topmost ancestor that has it.
    pub(super) fn declaring_block(&self, block: &str, name: &str) -> Option<String> {
        let mut found = None;
        let mut at = self.block(block).map(|(_, block)| block)?;
        // Longer than any chain of ancestors, which may be circular.
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

    /// A method, property or action of a block or of the blocks that it extends.
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

/// The declared value of a constant, converted to its type: `BOOL := 1` is a bit.
pub(crate) fn constant(initial: Option<&Initial>, of: &TypeUse) -> Option<Constant> {
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

/// The parameters of a block in the order of a call.
pub(super) fn parameters(block: &Block) -> impl Iterator<Item = &Member> {
    block.members.iter().filter(|member| {
        matches!(member.section, Some(Section::Input | Section::InOut | Section::Output))
    })
}
