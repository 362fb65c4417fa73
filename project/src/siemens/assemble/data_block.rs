//! Data blocks: their members become tags with places.

use std::collections::BTreeMap;

use tagbridge_texts::{Coded, Message};

use super::{
    blocks::{Lowered, LoweredBlock},
    called, initial, note,
};
use crate::reason::Why;
use crate::says::Noted;
use crate::{
    Block, BlockKind, Initial, Member, Note, NoteKind, Place, Section, Tag,
    siemens::{found::Kind, layout::Layouts, system},
    spelling::first_name,
};

/// Maximum number of members of all data blocks: more than the largest controller can store.
const MAX_MEMBERS: usize = 2_000_000;
/// Number of bytes of names and comments that count as one more member: instances repeat those of
/// their function block, and each tag repeats the name of its block.
const TEXT: usize = 100;

/// Adds all data blocks and their tags.
pub(super) fn all(
    lowered: &Lowered,
    layouts: &Layouts<'_>,
    blocks: &mut Vec<Block>,
    tags: &mut Vec<Tag>,
    notes: &mut Vec<Note>,
) {
    let mut room = MAX_MEMBERS;
    for block in lowered.blocks.iter().filter(|block| block.found.kind == Kind::DataBlock) {
        let data = DataBlock::new(block, lowered, notes);
        let of_block = data.members.len().saturating_mul(block.found.name.len() / TEXT);
        let Some(left) = room.checked_sub(weight(&data.members).saturating_add(of_block)) else {
            let what = Noted::TooManyMembers { most: MAX_MEMBERS };
            note(notes, NoteKind::Skipped, &called(&block.found), &what);
            continue;
        };
        room = left;
        data.add(layouts, blocks, tags, notes);
    }
}

fn weight(members: &[Member]) -> usize {
    let of = |member: &Member| {
        let initial = match &member.initial {
            Some(Initial::Scalar(text)) => text.len(),
            _ => 0,
        };
        let comment = member.comment.as_ref().map_or(0, String::len);
        let texts = member.name.len() + member.type_use.name.len() + comment + initial;
        1 + texts / TEXT + weight(&member.type_use.members)
    };
    members.iter().map(of).sum()
}

struct DataBlock<'a> {
    block: &'a LoweredBlock,
    members: Vec<Member>,
    standard: Option<bool>,
    /// The block whose `AT` declarations and places apply: this block, or its function block or type.
    rules: &'a LoweredBlock,
    /// Whether it has the type of a system structure, whose members have fixed places.
    is_system: bool,
}

impl<'a> DataBlock<'a> {
    fn new(block: &'a LoweredBlock, lowered: &'a Lowered, notes: &mut Vec<Note>) -> Self {
        let mut data = Self {
            block,
            members: block.members.clone(),
            standard: block.found.standard_layout,
            rules: block,
            is_system: false,
        };
        let Some(origin) = &block.found.made_of else { return data };
        let made_of = lowered
            .block(origin)
            .filter(|it| it.found.kind == Kind::FunctionBlock)
            .or_else(|| lowered.data_type(origin));
        match made_of {
            Some(made_of) => {
                // An instance has the layout of its function block.
                data.standard = data.standard.or(made_of.found.standard_layout);
                // If the file declares the members itself, it also has their start values.
                if data.members.is_empty() {
                    data.members.clone_from(&made_of.members);
                    data.rules = made_of;
                }
                data.members.retain(|member| has_storage(member.section));
            }
            None if data.members.is_empty() => {
                if let Some(members) = system::members(origin) {
                    data.members = members;
                    data.is_system = true;
                } else {
                    let what = Noted::Origin { name: origin };
                    note(notes, NoteKind::Missing, &called(&block.found), &what);
                }
            }
            None => {}
        }
        data
    }

    fn add(
        mut self,
        layouts: &Layouts<'_>,
        blocks: &mut Vec<Block>,
        tags: &mut Vec<Tag>,
        notes: &mut Vec<Note>,
    ) {
        let mut unplaced = None;
        if self.standard == Some(true) {
            if !self.is_system {
                unplaced = self.rules.place(&mut self.members, layouts, notes);
            }
        } else {
            self.members.iter_mut().for_each(forget_places);
        }
        if let Some(why) = &unplaced {
            let what = Noted::Unplaced { why: why.clone() };
            note(notes, NoteKind::Missing, &called(&self.block.found), &what);
        }
        let mut starts = initial::Starts::of(&self.block.found.starts);
        for member in &mut self.members {
            member.initial = starts.of_member(member);
        }
        starts.note_rest(&self.block.found, notes);
        tags.extend(self.members.iter().map(|member| self.tag(member, layouts, unplaced.as_ref())));
        blocks.push(Block {
            members: self.members,
            standard_layout: self.standard,
            ..self.block.found.model(BlockKind::DataBlock)
        });
    }

    fn tag(&self, member: &Member, layouts: &Layouts<'_>, unplaced: Option<&Message>) -> Tag {
        let found = &self.block.found;
        let block = found.name.clone();
        let pointer =
            member.section == Some(Section::InOut) && layouts.is_structured(&member.type_use);
        let place = match (self.standard, member.bit_offset) {
            _ if pointer => Place::Nowhere { reason: Why::InOutPointer.message() },
            (Some(true), Some(bit)) => Place::Block { block, number: found.number, bit },
            (Some(true), None) => Place::Nowhere {
                reason: match unplaced {
                    Some(why) => Why::NoOffsetSince { why: why.clone() }.message(),
                    None => Why::NoOffset.message(),
                },
            },
            (standard, _) => Place::Optimised { block, certain: standard == Some(false) },
        };
        Tag {
            name: format!("\"{}\".\"{}\"", found.name, member.name),
            scope: found.name.clone(),
            type_use: member.type_use.clone(),
            comment: member.comment.clone(),
            comments: self.comments_of(&member.name),
            access: member.access,
            constant: member.section == Some(Section::Constant),
            retention: member.retention,
            initial: member.initial.clone(),
            place,
            ..Tag::default()
        }
    }
}

impl DataBlock<'_> {
    /// The comments on the elements of a member, by operand.
    fn comments_of(&self, name: &str) -> BTreeMap<String, String> {
        let comments = self.block.found.comments.iter();
        let of_member = comments.filter_map(|(path, comment)| {
            let (first, operand) = first_name(path)?;
            (first == name && !operand.is_empty()).then(|| (operand.to_owned(), comment.clone()))
        });
        of_member.collect()
    }
}

/// Whether an instance stores the members of a section.
fn has_storage(section: Option<Section>) -> bool {
    matches!(
        section,
        None | Some(Section::Input | Section::Output | Section::InOut | Section::Static)
    )
}

/// Removes the places of a member and of its members: members of optimized blocks have none.
fn forget_places(member: &mut Member) {
    member.bit_offset = None;
    member.type_use.members.iter_mut().for_each(forget_places);
}
