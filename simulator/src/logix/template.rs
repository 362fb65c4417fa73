//! The template class: the definitions of structures.
//!
//! Source: Rockwell 1756-PM020, "Template object"; pycomm3 and pylogix for what is not in the
//! manual.

use bytes::BufMut;
use tagbridge_cip::codec::{Reply, Status};

use super::{
    answer::{Answer, exactly},
    model::Model,
    structure::Structure,
    symbol,
};

/// The size in attribute 4 exceeds the readable bytes by 20. Clients subtract more to find the
/// names: the manual, libplctag and pylogix 23 bytes, pycomm3 21.
const HEADER: usize = 20;
const HEADER_OF_NAMES: usize = 23;

/// `Get_Attribute_List` of a template.
pub(super) fn attributes(model: &Model, instance: u32, data: &[u8]) -> Answer {
    let Some(structure) = find(model, instance) else {
        return Answer::refused(Status::PATH_DESTINATION_UNKNOWN);
    };
    let attributes = match symbol::attribute_list(data) {
        Ok(attributes) => attributes,
        Err(refusal) => return refusal,
    };
    let mut reply = Vec::new();
    reply.put_u16_le(u16::try_from(attributes.len()).unwrap_or(u16::MAX));
    let mut all = true;
    for attribute in attributes {
        let mut value = Vec::new();
        let known = put_attribute(model, structure, attribute, &mut value).is_some();
        reply.put_u16_le(attribute);
        reply.put_u16_le(if known { 0 } else { Status::ATTRIBUTE_NOT_SUPPORTED.into() });
        reply.put_slice(&value);
        all &= known;
    }
    Answer {
        status: Status::of(if all { Status::SUCCESS } else { ATTRIBUTE_LIST_ERROR }),
        data: reply,
    }
}

/// At least one attribute of a list failed; each has its own status.
const ATTRIBUTE_LIST_ERROR: u8 = 0x0A;

/// Read Template: the request has an offset and a size; the reply has as many bytes as fit.
pub(super) fn read(model: &Model, instance: u32, data: &[u8], room: usize) -> Answer {
    let Some(structure) = find(model, instance) else {
        return Answer::refused(Status::PATH_DESTINATION_UNKNOWN);
    };
    let (offset, count) = match exactly::<6>(data) {
        Ok([a, b, c, d, low, high]) => (
            u32::from_le_bytes([a, b, c, d]) as usize,
            usize::from(u16::from_le_bytes([low, high])),
        ),
        Err(refusal) => return refusal,
    };
    let definition = definition(model, structure);
    let Some(wanted) = definition
        .get(offset..)
        .and_then(|rest| rest.get(..count))
        .filter(|wanted| !wanted.is_empty())
    else {
        return Answer::from(Status::with(Status::GENERAL_ERROR, 0x2104));
    };
    let space = room.saturating_sub(Reply::HEADER_SIZE);
    if wanted.len() <= space {
        return Answer::good(wanted.to_vec());
    }
    match space - space % 4 {
        0 => Answer::refused(Status::REPLY_TOO_LARGE),
        fits => Answer::partial(wanted[..fits].to_vec()),
    }
}

fn find(model: &Model, instance: u32) -> Option<&Structure> {
    model.structures().iter().find(|structure| u32::from(structure.template) == instance)
}

/// Appends an attribute. `None` if it does not exist.
fn put_attribute(
    model: &Model,
    structure: &Structure,
    attribute: u16,
    out: &mut Vec<u8>,
) -> Option<()> {
    match attribute {
        1 => out.put_u16_le(structure.handle),
        2 => out.put_u16_le(u16::try_from(structure.members.len()).ok()?),
        // Not in the manual; pylogix reads it and expects two bytes.
        3 => out.put_u16_le(0),
        4 => {
            let words = (definition(model, structure).len() + HEADER) / 4;
            out.put_u32_le(u32::try_from(words).ok()?);
        }
        5 => out.put_u32_le(structure.size),
        _ => return None,
    }
    Some(())
}

/// Eight bytes for each member, then the zero-terminated names, padded to whole words.
fn definition(model: &Model, structure: &Structure) -> Vec<u8> {
    let mut out = Vec::new();
    for member in &structure.members {
        let info = match member.bit {
            Some(bit) => u16::from(bit),
            None => u16::try_from(member.shape.dimensions[0]).unwrap_or(u16::MAX),
        };
        out.put_u16_le(info);
        out.put_u16_le(symbol::type_word(model, &member.shape));
        out.put_u32_le(member.offset);
    }
    let name = match structure.name.as_str() {
        "STRING" => "ASCIISTRING82",
        name => name,
    };
    out.put_slice(name.as_bytes());
    // After the semicolon, the engineering tool stores notes: two letters for each member.
    out.put_slice(b";n");
    for member in &structure.members {
        out.put_slice(if member.hidden { b"E@" } else { b"EC" });
    }
    out.put_u8(0);
    for member in &structure.members {
        out.put_slice(member.name.as_bytes());
        out.put_u8(0);
    }
    let words = (out.len() + HEADER_OF_NAMES).div_ceil(4);
    out.resize(words * 4 - HEADER, 0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the sizes that libplctag and pylogix (23) and pycomm3 (21) subtract from attribute 4.
    #[test]
    fn every_client_reads_all_names_to_their_ends() {
        for length in 1..=8 {
            let mut model = Model::new();
            let name = "N".repeat(length);
            model.add_structure("Probe", &[("First", "DINT"), (&name, "BOOL")]).unwrap();
            let structure = model.structures().last().unwrap();
            let mut told = Vec::new();
            for attribute in 1..=5 {
                put_attribute(&model, structure, attribute, &mut told).unwrap();
            }
            let members = u16::from_le_bytes([told[2], told[3]]);
            let words = u32::from_le_bytes([told[6], told[7], told[8], told[9]]) as usize;
            let size = u32::from_le_bytes([told[10], told[11], told[12], told[13]]);
            assert_eq!((members, size, told.len()), (3, 8, 14), "the host of the bit is one");
            for beyond in [23_usize, 21] {
                let count = words * 4 - beyond;
                let mut request = 0_u32.to_le_bytes().to_vec();
                request.extend(u16::try_from(count).unwrap().to_le_bytes());
                let answer = read(&model, structure.template.into(), &request, 500);
                assert!(answer.status.is_success(), "{:?}", answer.status);
                let names = answer.data[8 * usize::from(members)..].split(|it| *it == 0);
                let names: Vec<&[u8]> = names.skip(1).take(3).collect();
                assert_eq!((names[0], names[2]), (&b"First"[..], name.as_bytes()), "{beyond}");
                assert!(answer.data.ends_with(&[0]), "{beyond}: its name has an end");
            }
        }
    }
}
