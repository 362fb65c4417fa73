//! Blocks and types with the members of the model.

use std::collections::HashMap;

use tagbridge_texts::Message;

use super::{Constants, called, folder, initial, is_code, note};
use crate::says::Noted;
use crate::{
    Access, Block, BlockKind, Body, DataType, DataTypeKind, Member, Note, NoteKind, Program,
    Routine, Section,
    declaration::{Attribute, Dialect, Lowering, evaluate},
    model,
    siemens::{
        found::{FoundBlock, Kind},
        layout::{Layouts, Structured},
        text::RETURN,
    },
};

/// All blocks and types, with their members in the form of the model.
#[derive(Default)]
pub(super) struct Lowered {
    pub(super) blocks: Vec<LoweredBlock>,
    by_name: HashMap<(bool, String), usize>,
}

/// A block or a type with its members.
pub(super) struct LoweredBlock {
    pub(super) found: FoundBlock,
    pub(super) members: Vec<Member>,
    /// Members at the place of another member (`AT`): the name of that member, by name.
    pub(super) over: HashMap<String, String>,
    /// The places in the file, in bits, by member.
    pub(super) told: HashMap<String, u32>,
}

/// The code blocks: programs, blocks that can be called, and their routines.
pub(super) struct Code {
    pub(super) programs: Vec<Program>,
    pub(super) blocks: Vec<Block>,
    pub(super) routines: Vec<Routine>,
}

impl Lowered {
    pub(super) fn add(
        &mut self,
        mut found: FoundBlock,
        constants: &Constants,
        notes: &mut Vec<Note>,
    ) {
        let local = local_constants(&found, constants);
        let lookup =
            |name: &str| local.get(&name.to_lowercase()).copied().or_else(|| constants.value(name));
        let mut lowering = Lowering { access, ..Lowering::new(Dialect::Siemens, &lookup) };
        let mut members = Vec::new();
        let mut over = HashMap::new();
        let mut told = HashMap::new();
        let plain = matches!(found.kind, Kind::Type | Kind::DataBlock);
        for section in &found.sections {
            let kind = match section.keyword.as_str() {
                RETURN => Some(Section::Return),
                _ if plain && section.section() == Some(Section::Static) => None,
                _ => section.section(),
            };
            for variable in &section.variables {
                let member = lowering.member(variable, kind);
                let retention = member.retention.or_else(|| section.retention());
                members.push(Member { retention, ..member });
                if let Some(target) = &variable.at {
                    let target = target.trim_matches('"').to_owned();
                    over.insert(variable.name.clone(), target);
                }
                let offset = variable.attributes.iter().find(|attribute| attribute.is("Offset"));
                if let Some(bits) = offset.and_then(|offset| offset.value.parse().ok()) {
                    told.insert(variable.name.clone(), bits);
                }
            }
        }
        if let Some(first) = lowering.unresolved.first() {
            let what = Noted::ConstantToExport { text: first };
            note(notes, NoteKind::Missing, &called(&found), &what);
        }
        // A source with `KNOW_HOW_PROTECT` contains the code.
        let has_code = found.code.as_ref().is_some_and(model::Code::is_filled);
        found.protected &= is_code(found.kind) && !has_code;
        if found.protected {
            found.code = None;
            note(notes, NoteKind::Protected, &called(&found), &Noted::Protected);
        }
        // The start values of data blocks also depend on the function block or type of the data block.
        if found.kind != Kind::DataBlock {
            let mut starts = initial::Starts::of(&found.starts);
            for member in &mut members {
                member.initial = starts.of_member(member);
            }
        }
        let key = (found.kind == Kind::Type, found.name.to_lowercase());
        self.by_name.insert(key, self.blocks.len());
        self.blocks.push(LoweredBlock { found, members, over, told });
    }

    /// Returns the block with this name.
    pub(super) fn block(&self, name: &str) -> Option<&LoweredBlock> {
        self.by_name.get(&(false, name.to_lowercase())).map(|&at| &self.blocks[at])
    }

    /// Returns the type with this name.
    pub(super) fn data_type(&self, name: &str) -> Option<&LoweredBlock> {
        self.by_name.get(&(true, name.to_lowercase())).map(|&at| &self.blocks[at])
    }

    /// The layouts of the types of members: types and function blocks.
    pub(super) fn layouts(&self) -> Layouts<'_> {
        let kinds = [Kind::FunctionBlock, Kind::Type];
        // Types come last and replace function blocks of the same name, because a quoted name is
        // usually a type.
        let of = |kind| self.blocks.iter().filter(move |block| block.found.kind == kind);
        let all = kinds.into_iter().flat_map(of);
        Layouts::new(all.map(|block| {
            let of = Structured { members: &block.members, over: Some(&block.over) };
            (block.found.name.as_str(), of)
        }))
    }

    /// The types, with the places of their members.
    pub(super) fn types(&self, layouts: &Layouts<'_>) -> Vec<DataType> {
        let types = self.blocks.iter().filter(|block| block.found.kind == Kind::Type);
        types.map(|block| block.data_type(layouts)).collect()
    }

    /// All organization blocks, function blocks and functions.
    pub(super) fn code_blocks(&self, layouts: &Layouts<'_>, notes: &mut Vec<Note>) -> Code {
        let mut code = Code { programs: Vec::new(), blocks: Vec::new(), routines: Vec::new() };
        for block in self.blocks.iter().filter(|block| is_code(block.found.kind)) {
            let FoundBlock { name, number, comment, file, .. } = &block.found;
            let model::Code { language, body, origin, origins } =
                block.found.code.clone().unwrap_or_else(|| {
                    let body = if block.found.protected { Body::Protected } else { Body::Absent };
                    model::Code { body, ..model::Code::default() }
                });
            code.routines.push(Routine {
                name: name.clone(),
                owner: name.clone(),
                language,
                body,
                comment: None,
                origin,
                origins,
                chart: None,
            });
            let routines = vec![name.clone()];
            if block.found.kind == Kind::OrganizationBlock {
                code.programs.push(Program {
                    name: name.clone(),
                    number: *number,
                    folder: folder(file),
                    members: block.members.clone(),
                    routines,
                    main_routine: Some(name.clone()),
                    safety: block.found.safety,
                    event: block.found.event.clone(),
                    comment: comment.clone(),
                    ..Program::default()
                });
                continue;
            }
            let mut members = block.members.clone();
            let is_fb = block.found.kind == Kind::FunctionBlock;
            if is_fb && block.found.standard_layout == Some(true) {
                block.place(&mut members, layouts, notes);
            }
            let kind = if is_fb { BlockKind::FunctionBlock } else { BlockKind::Function };
            code.blocks.push(Block { members, routines, ..block.found.model(kind) });
        }
        code
    }
}

impl LoweredBlock {
    /// Computes the places of members; the places in the file take precedence, and a difference is
    /// noted. Returns the reason if some members have no place.
    pub(super) fn place(
        &self,
        members: &mut [Member],
        layouts: &Layouts<'_>,
        notes: &mut Vec<Note>,
    ) -> Option<Message> {
        let reason = layouts.place(members, &self.over).err();
        for member in members {
            let Some(&told) = self.told.get(&member.name) else { continue };
            if let Some(computed) = member.bit_offset
                && computed != told
            {
                let byte = |bits: u32| format!("{}.{}", bits / 8, bits % 8);
                let what = Noted::ByteOffset { told: &byte(told), computed: &byte(computed) };
                let subject = format!("\"{}\".\"{}\"", self.found.name, member.name);
                note(notes, NoteKind::Conflict, &subject, &what);
            }
            member.bit_offset = Some(told);
        }
        reason
    }

    fn data_type(&self, layouts: &Layouts<'_>) -> DataType {
        let mut members = self.members.clone();
        // A type that is not a structure has one member without a name.
        let base = match &members[..] {
            [one] if one.name.is_empty() => Some(one.type_use.clone()),
            _ => None,
        };
        let kind = if base.is_some() { DataTypeKind::Alias } else { DataTypeKind::Structure };
        if base.is_some() {
            members.clear();
        } else {
            layouts.place(&mut members, &self.over).ok();
        }
        DataType {
            name: self.found.name.clone(),
            kind,
            members,
            base,
            comment: self.found.comment.clone(),
            ..DataType::default()
        }
    }
}

impl FoundBlock {
    /// Returns the block without its members.
    pub(super) fn model(&self, kind: BlockKind) -> Block {
        Block {
            name: self.name.clone(),
            kind,
            number: self.number,
            folder: folder(&self.file),
            instance_of: self.made_of.clone(),
            standard_layout: self.standard_layout,
            protected: self.protected,
            safety: self.safety,
            version: self.version.clone(),
            comment: self.comment.clone(),
            ..Block::default()
        }
    }
}

/// The constants of a block, which may use those of the project.
fn local_constants(found: &FoundBlock, constants: &Constants) -> HashMap<String, i64> {
    let mut local: HashMap<String, i64> = HashMap::new();
    let sections = found.sections.iter().filter(|section| section.is_constant());
    for variable in sections.flat_map(|section| &section.variables) {
        let lookup =
            |name: &str| local.get(&name.to_lowercase()).copied().or_else(|| constants.value(name));
        let value = variable.initial.as_ref().and_then(|text| evaluate(text, &lookup));
        if let Some(value) = value {
            local.insert(variable.name.to_lowercase(), value);
        }
    }
    local
}

/// The access from outside according to the attributes: `ExternalAccessible` and `ExternalWritable`
/// in sources and SimaticML, `S7_Visibility` and `S7_Access` in SIMATIC SD. It restricts HMI and
/// OPC UA, but not absolute reads.
fn access(attributes: &[Attribute]) -> Access {
    let mut access = Access::Unknown;
    for attribute in attributes {
        let hidden = attribute.is("ExternalAccessible") && attribute.flag() == Some(false)
            || attribute.is("S7_Visibility") && is_external(attribute, "Hidden")
            || attribute.is("S7_Access") && is_external(attribute, "None");
        let read_only = attribute.is("ExternalWritable") && attribute.flag() == Some(false)
            || attribute.is("S7_Access") && is_external(attribute, "ReadOnly");
        if hidden {
            return Access::None;
        }
        if read_only {
            access = Access::ReadOnly;
        }
    }
    access
}

/// Whether an attribute contains a pair such as `ReadOnly := External`.
fn is_external(attribute: &Attribute, what: &str) -> bool {
    let parts = attribute.value.split([',', ';']);
    let mut pairs = parts.filter_map(|part| part.split_once(":="));
    pairs.any(|(key, to)| {
        key.trim().eq_ignore_ascii_case(what) && to.trim().eq_ignore_ascii_case("External")
    })
}
