//! Decodes a response with the library.
//!
//! It distinguishes errors in a part of the response, which concern only that part, from an invalid
//! response.

use opcua::{
    core::{Message, ResponseMessage},
    types::{BinaryDecodable, Context, Error, NodeId, ResponseHeader},
};

use crate::depth_limit::DepthLimitedBytes;

/// Why a response cannot be decoded.
#[derive(Debug)]
pub(super) enum Unreadable {
    /// A response whose content cannot be decoded.
    Part(Error),
    /// It is not a valid response.
    Whole(Error),
}

pub(super) fn decode(body: &[u8], context: &Context<'_>) -> Result<ResponseMessage, Unreadable> {
    let mut stream = DepthLimitedBytes::over(body);
    let id = NodeId::decode(&mut stream, context).map_err(Unreadable::Whole)?;
    let object = id.as_object_id().map_err(|_| {
        Unreadable::Whole(Error::decoding(format!("a message of type {id}, which is unknown")))
    })?;
    let after = stream.rest();
    ResponseMessage::decode_by_object_id(&mut stream, object, context).map_err(|error| {
        // No bytes were read: this is a message, but not a response.
        let is_none = stream.rest().len() == after.len();
        match ResponseHeader::decode(&mut DepthLimitedBytes::over(after), context) {
            Ok(_) if !is_none => Unreadable::Part(error),
            _ => Unreadable::Whole(error),
        }
    })
}

#[cfg(test)]
mod tests {
    use opcua::types::{BinaryEncodable, ContextOwned, DataValue, ObjectId, ReadResponse, Variant};

    use super::*;

    fn encoded(results: Vec<DataValue>) -> Vec<u8> {
        let owned = ContextOwned::default();
        let context = owned.context();
        let response = ReadResponse { results: Some(results), ..ReadResponse::default() };
        let id = NodeId::from(ObjectId::ReadResponse_Encoding_DefaultBinary);
        [id.encode_to_vec(&context), response.encode_to_vec(&context)].concat()
    }

    fn check(body: &[u8], says: &str) {
        let owned = ContextOwned::default();
        let outcome = decode(body, &owned.context());
        let found = match &outcome {
            Ok(it) => it.type_name().to_owned(),
            Err(Unreadable::Part(error)) => format!("part: {error}"),
            Err(Unreadable::Whole(error)) => format!("whole: {error}"),
        };
        assert!(found.contains(says), "{found}");
    }

    /// Data values in variants in data values.
    fn nested(levels: usize) -> Vec<u8> {
        // The count of diagnostics is last, and the value before it is one byte: empty.
        let mut body = encoded(vec![DataValue::null()]);
        body.truncate(body.len() - 5);
        for _ in 0..levels {
            // A data value that contains a data value.
            body.extend([0x01, 0x17]);
        }
        body.extend([0x00, 0xFF, 0xFF, 0xFF, 0xFF]);
        body
    }

    #[test]
    fn an_answer_is_read() {
        check(&encoded(vec![DataValue::value_only(7_i32)]), "Read");
        check(&nested(10), "Read");
    }

    /// The library recurses until the stack overflows.
    #[test]
    fn data_values_within_data_values_do_not_end_the_process() {
        check(&nested(1 << 20), "part: BadDecodingError: values are nested without an end");
    }

    #[test]
    fn what_is_wrong_with_a_part_is_told_from_the_whole() {
        let good = encoded(vec![DataValue::value_only(Variant::from("text"))]);
        let mut swapped = good.clone();
        // The length of the text.
        let place = good.len() - 12;
        swapped[place..place + 4].copy_from_slice(&i32::MAX.to_le_bytes());
        check(&swapped, "part: ");
        check(&good[..good.len() - 2], "part: ");
        check(&good[..12], "whole: ");
        check(b"", "whole: ");
        check(&[1, 0, 0xFF, 0xFF], "unknown");
        check(&[2, 1, 0, 1, 0, 0, 0], "unknown");
    }
}
