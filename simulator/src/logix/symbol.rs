//! The symbol class: the tag list, page by page.
//!
//! Source: Rockwell 1756-PM020, "Tag names and type codes" (`Get_Instance_Attribute_List`); pycomm3
//! and pylogix for attributes that are not in the manual.

use bytes::BufMut;
use tagbridge_cip::codec::{Reply, Status};

use super::{
    answer::Answer,
    model::{Model, Symbol, SymbolKind},
    types::{Element, TagType},
};

/// This bit is set in the type of symbols that are not tags.
const SYSTEM: u16 = 0x1000;
/// The type of the entry of a program in the tag list of the controller.
const PROGRAM: u16 = SYSTEM | 0x68;
/// This bit is set in attribute 6 of tags that are not aliases.
const BASE_TAG: u32 = 1 << 26;

/// `Get_Instance_Attribute_List`: returns as many symbols as fit, starting at `instance`.
pub(super) fn list(
    model: &Model,
    program: Option<&str>,
    instance: u32,
    data: &[u8],
    room: usize,
) -> Answer {
    let attributes = match attribute_list(data) {
        Ok(attributes) => attributes,
        Err(refusal) => return refusal,
    };
    let Some(scope) = model.scope(program) else {
        return Answer::refused(Status::PATH_SEGMENT_ERROR);
    };
    let space = room.saturating_sub(Reply::HEADER_SIZE);
    let mut reply = Vec::new();
    for symbol in scope.starting_at(instance) {
        let before = reply.len();
        reply.put_u32_le(symbol.instance);
        for attribute in &attributes {
            if put_attribute(model, symbol, *attribute, &mut reply).is_none() {
                return Answer::refused(Status::ATTRIBUTE_NOT_SUPPORTED);
            }
        }
        if reply.len() > space {
            reply.truncate(before);
            return if reply.is_empty() {
                Answer::refused(Status::REPLY_TOO_LARGE)
            } else {
                Answer::partial(reply)
            };
        }
    }
    Answer::good(reply)
}

/// Parses a count and this number of attribute numbers.
pub(super) fn attribute_list(data: &[u8]) -> Result<Vec<u16>, Answer> {
    let Some((count, rest)) = data.split_first_chunk::<2>() else {
        return Err(Answer::refused(Status::NOT_ENOUGH_DATA));
    };
    let expected = usize::from(u16::from_le_bytes(*count)) * 2;
    if rest.len() < expected || expected == 0 {
        return Err(Answer::refused(Status::NOT_ENOUGH_DATA));
    }
    if rest.len() > expected {
        return Err(Answer::refused(Status::TOO_MUCH_DATA));
    }
    Ok(rest.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]])).collect())
}

/// Appends an attribute. `None` if it does not exist.
fn put_attribute(model: &Model, symbol: &Symbol, attribute: u16, out: &mut Vec<u8>) -> Option<()> {
    let tag = match &symbol.kind {
        SymbolKind::Tag(tag) => Some(tag),
        SymbolKind::System => None,
    };
    match attribute {
        1 => {
            out.put_u16_le(u16::try_from(symbol.name.len()).ok()?);
            out.put_slice(symbol.name.as_bytes());
        }
        2 => out.put_u16_le(tag.map_or(PROGRAM, |tag| type_word(model, &tag.shape))),
        // Addresses in the controller, which are of no use to clients.
        3 | 5 => out.put_u32_le(tag.map_or(0, |tag| tag.offset)),
        6 => out.put_u32_le(BASE_TAG),
        7 => {
            let size = tag.map_or(0, |tag| model.size_of(tag.shape.element));
            out.put_u16_le(u16::try_from(size).unwrap_or(u16::MAX));
        }
        8 => {
            for size in tag.map_or([0; 3], |tag| tag.shape.dimensions) {
                out.put_u32_le(size);
            }
        }
        10 => out.put_u8(tag.map_or(0, |tag| tag.access.code())),
        _ => return None,
    }
    Some(())
}

/// Bits 0 to 11: type code or template; 13 and 14: dimensions; 15: a structure.
pub(super) fn type_word(model: &Model, tag_type: &TagType) -> u16 {
    let element = match tag_type.element {
        Element::Atomic(atomic) => atomic.code(),
        Element::Structure(id) => 0x8000 | model.structure(id).template,
    };
    let rank = match tag_type.rank() {
        0 => 0,
        1 => 1,
        2 => 2,
        _ => 3,
    };
    element | rank << 13
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_one_word() {
        let mut model = Model::new();
        model.add_structure("Motor", &[("On", "BOOL")]).unwrap();
        for (place, (type_text, word)) in [
            ("BOOL", 0x00C1),
            ("DINT", 0x00C4),
            ("DINT[3]", 0x20C4),
            ("REAL[2,2]", 0x40CA),
            ("INT[2,2,2]", 0x60C3),
            ("BOOL[32]", 0x20D3),
            ("STRING", 0x8FCE),
            ("Motor[2]", 0xA100),
        ]
        .into_iter()
        .enumerate()
        {
            let name = format!("T{place}");
            model.add(&name, type_text).unwrap();
            let scope = model.scope(None).unwrap();
            let SymbolKind::Tag(tag) = &scope.by_name(&name).unwrap().kind else {
                panic!("{name} is a tag");
            };
            assert_eq!(type_word(&model, &tag.shape), word, "{type_text}");
        }
    }
}
