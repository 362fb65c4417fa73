//! The encoding of a structure (Part 6 §5.2.6): its members in order.
//!
//! The dynamic structure of the library computes a wrong size for arrays of structures, so that
//! such a value cannot be decoded.

use std::io::Write;

use opcua::types::{
    BinaryEncodable, Context, EncodingResult, Error, ExpandedMessageInfo, ExpandedNodeId, NodeId,
    UaNullable, Variant, write_i32,
};

/// The members of a structure, in the order of its definition.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Encoded {
    data_type: NodeId,
    encoding: NodeId,
    members: Vec<Variant>,
}

/// The node of a structure or an enumeration.
pub(super) fn type_id(name: &str, namespace: u16) -> NodeId {
    NodeId::new(namespace, format!("|type|{name}"))
}

/// The node of a structure's binary encoding.
pub(super) fn encoding_id(name: &str, namespace: u16) -> NodeId {
    NodeId::new(namespace, format!("|type|{name}|Default Binary"))
}

impl Encoded {
    pub(super) fn new(name: &str, namespace: u16, members: Vec<Variant>) -> Self {
        let (data_type, encoding) = (type_id(name, namespace), encoding_id(name, namespace));
        Self { data_type, encoding, members }
    }
}

impl UaNullable for Encoded {}

impl ExpandedMessageInfo for Encoded {
    fn full_type_id(&self) -> ExpandedNodeId {
        self.encoding.clone().into()
    }

    fn full_json_type_id(&self) -> ExpandedNodeId {
        ExpandedNodeId::null()
    }

    fn full_xml_type_id(&self) -> ExpandedNodeId {
        ExpandedNodeId::null()
    }

    fn full_data_type_id(&self) -> ExpandedNodeId {
        self.data_type.clone().into()
    }
}

impl BinaryEncodable for Encoded {
    fn byte_len(&self, ctx: &Context<'_>) -> usize {
        self.members.iter().map(|it| size(it, ctx)).sum()
    }

    fn encode<S: Write + ?Sized>(&self, stream: &mut S, ctx: &Context<'_>) -> EncodingResult<()> {
        self.members.iter().try_for_each(|it| encode(it, stream, ctx))
    }
}

fn size(member: &Variant, ctx: &Context<'_>) -> usize {
    match member {
        Variant::ExtensionObject(it) => it.body.as_ref().map_or(0, |body| body.byte_len_dyn(ctx)),
        Variant::Array(it) => {
            let lengths = 1 + it.dimensions.as_ref().map_or(0, Vec::len);
            lengths * size_of::<i32>() + it.values.iter().map(|it| size(it, ctx)).sum::<usize>()
        }
        it => it.value_byte_len(ctx),
    }
}

/// Without the header of a separate value: the definition determines the type.
fn encode<S: Write + ?Sized>(
    member: &Variant,
    mut stream: &mut S,
    ctx: &Context<'_>,
) -> EncodingResult<()> {
    match member {
        Variant::ExtensionObject(it) => {
            let body = it.body.as_ref().ok_or_else(|| Error::encoding("a structure is missing"))?;
            body.encode_binary(&mut stream, ctx)
        }
        Variant::Array(it) => {
            match &it.dimensions {
                Some(dimensions) => {
                    write_length(stream, dimensions.len())?;
                    for it in dimensions {
                        write_length(stream, *it as usize)?;
                    }
                }
                None => write_length(stream, it.values.len())?,
            }
            it.values.iter().try_for_each(|it| encode(it, stream, ctx))
        }
        it => it.encode_value(stream, ctx),
    }
}

fn write_length<S: Write + ?Sized>(stream: &mut S, length: usize) -> EncodingResult<()> {
    let length = i32::try_from(length).map_err(Error::encoding)?;
    write_i32(stream, length)
}
