//! Traffic of a real client and server, in a recording that is not part of the source: against the
//! library's codec, tshark and the dissector. The client calls a method, and the server then ends
//! the connection.

use std::path::PathBuf;

use opcua::{
    core::{Message as _, RequestMessage, ResponseMessage},
    types::{BinaryDecodable, ContextOwned, NodeId, ObjectId},
};
use tagbridge_driver::{
    FrameContent,
    captured::{self, MessageFraming, RecordedMessage},
};
use tagbridge_opcua::DISSECTOR;

/// The port of the server.
const PORT: u16 = 12001;
/// The two calls are intentionally invalid: a text with a length that exceeds its message, and a
/// node of a form that does not exist.
const LIES: [usize; 2] = [42, 84];
/// Offset of the message in a chunk: after the headers of the chunk, the channel and the sequence.
const BODY: usize = 24;

fn file() -> Option<PathBuf> {
    tagbridge_needs::captures().map(|it| it.join("opcua-method.pcap"))
}

fn messages() -> Option<Vec<RecordedMessage>> {
    let cut = MessageFraming { port: PORT, header: DISSECTOR.header, length: DISSECTOR.length };
    Some(captured::recording(&file()?, cut))
}

/// The number of a message's type; `None` for a message that opens a connection or a channel.
fn service(message: &RecordedMessage) -> Option<u32> {
    let mut body = message.bytes.strip_prefix(b"MSG").and(message.bytes.get(BODY..))?;
    let context = ContextOwned::default();
    let id = NodeId::decode(&mut body, &context.context()).expect("a type");
    let object = id.as_object_id().expect("a known type");
    if message.is_request {
        let decoded = RequestMessage::decode_by_object_id(&mut body, object, &context.context());
        if let Err(error) = decoded {
            assert!(LIES.contains(&message.frame), "frame {}: {error}", message.frame);
            return Some(object as u32);
        }
    } else {
        let decoded = ResponseMessage::decode_by_object_id(&mut body, object, &context.context());
        decoded.unwrap_or_else(|error| panic!("frame {}: {error}", message.frame));
    }
    assert!(body.is_empty(), "frame {}: {} bytes are left", message.frame, body.len());
    Some(object as u32)
}

#[test]
fn every_message_decodes_and_has_a_name() {
    let Some(messages) = messages() else { return };
    assert_eq!(messages.len(), 24);
    for message in &messages {
        let seen = (DISSECTOR.dissect)(&message.bytes, message.is_request);
        let case = format!("frame {}: {}", message.frame, seen.code);
        assert!(
            !matches!(seen.content, FrameContent::Unreadable(_) | FrameContent::Sealed),
            "{case}"
        );
        let Some(service) = service(message) else { continue };
        assert!(seen.pair.is_some(), "{case}");
        // The only request of this client that we would not send is the method call.
        let is_ours = matches!(seen.content, FrameContent::Request(_));
        let is_call = service == ObjectId::CallRequest_Encoding_DefaultBinary as u32;
        assert_eq!(is_ours, message.is_request && !is_call, "{case}");
    }
}

#[test]
fn tshark_reads_the_same() {
    const FIELDS: [&str; 6] = [
        "frame.number",
        "opcua.transport.type",
        "opcua.transport.size",
        "opcua.transport.scid",
        "opcua.security.rqid",
        "opcua.servicenodeid.numeric",
    ];
    let (Some(file), Some(messages)) = (file(), messages()) else { return };
    let decode_as = format!("tcp.port=={PORT},opcua");
    let Some(rows) = captured::tshark(&file, "opcua", &FIELDS, Some(&decode_as)) else {
        return tagbridge_needs::skip("tshark");
    };
    assert_eq!(rows.len(), messages.len());
    for (theirs, message) in rows.iter().zip(&messages) {
        let seen = (DISSECTOR.dissect)(&message.bytes, message.is_request);
        let field = |name: &str| {
            let field = seen.fields.iter().find(|it| it.name == name);
            field.map(|it| it.value.clone()).unwrap_or_default()
        };
        let mut ours = vec![message.frame.to_string(), field("Message type"), field("Size")];
        let mut compared = 3;
        if let Some(service) = service(message) {
            ours.extend([field("Channel"), field("Request"), service.to_string()]);
            compared = FIELDS.len();
        }
        assert_eq!(ours, theirs[..compared], "frame {}", message.frame);
    }
}
