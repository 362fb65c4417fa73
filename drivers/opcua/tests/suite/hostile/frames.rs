//! Frames, chunks and their order: every error ends the connection with a message.

use opcua::types::{ChannelSecurityToken, OpenSecureChannelResponse, StatusCode, UAString};

use super::{
    link,
    server::{CHANNEL, NONE, Reply, acknowledge, bytes_of, frame, opened, words},
    tag,
};

/// Sends these bytes instead of the values.
async fn raw(
    what: &str,
    says: &str,
    bytes: impl Fn(&mut Reply) -> Vec<u8> + Send + Sync + 'static,
) {
    link(what, says, move |reply| {
        if reply.is_of_values() {
            reply.raw = Some(bytes(reply));
        }
    })
    .await;
}

/// Sends these bytes instead of the Acknowledge.
async fn greeting(what: &str, says: &str, bytes: Vec<u8>) {
    link(what, says, move |reply| {
        if reply.request.is_none() {
            reply.raw = Some(bytes.clone());
        }
    })
    .await;
}

#[tokio::test]
async fn greetings_that_are_none() {
    for (what, says, bytes) in [
        ("another protocol", "begins with `HTTP`", b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec()),
        ("chunks of nothing", "chunks of 0 bytes, less than 8192", acknowledge(0)),
        ("an answer before the greeting", "begins with `MSGF`", frame(*b"MSGF", &[&[0; 40]])),
        ("a greeting without end", "ACK of 1048584 bytes", frame(*b"ACKF", &[&vec![0; 1 << 20]])),
        ("a refusal", "(BadTcpServerTooBusy, 0x807d0000)", {
            frame(*b"ERRF", &[&words(&[0x807D_0000, 4]), b"busy"])
        }),
        ("a refusal that is none", "closed", frame(*b"ERRF", &[&words(&[0, 4]), b"good"])),
        ("a refusal without end", "ERR of", frame(*b"ERRF", &[&vec![b'x'; 1 << 20]])),
    ] {
        greeting(what, says, bytes).await;
    }
}

/// 20 bytes of `MSG` cause a panic in the library, which assumes a longer frame.
#[tokio::test]
async fn frames_that_are_too_short_or_too_long() {
    raw("20 bytes", "MSG of 20 bytes", |_| frame(*b"MSGF", &[&[0; 12]])).await;
    raw("8 bytes", "MSG of 8 bytes", |_| frame(*b"MSGF", &[])).await;
    raw("no bytes", "MSG of 0 bytes", |_| [&b"MSGF"[..], &[0; 4]].concat()).await;
    raw("2 GiB", "MSG of 2147483647 bytes", |_| {
        [&b"MSGF"[..], &i32::MAX.to_le_bytes(), &[0; 100]].concat()
    })
    .await;
    raw("a chunk of no kind", "begins with `MSGX`", |_| frame(*b"MSGX", &[&[0; 40]])).await;
    raw("a frame of no kind", "begins with `XYZF`", |_| frame(*b"XYZF", &[&[0; 40]])).await;
    raw("another greeting", "begins with `ACKF`", |_| acknowledge(1 << 16)).await;
    raw("nothing but zeros", "begins with `\\x00", |_| vec![0; 1000]).await;
    raw("a request", "begins with `HELF`", |_| frame(*b"HELF", &[&[0; 40]])).await;
    raw("a refusal", "(BadOutOfMemory, 0x80030000)", |_| {
        frame(*b"ERRF", &[&words(&[0x8003_0000, u32::MAX])])
    })
    .await;
}

#[tokio::test]
async fn half_a_frame_and_then_nothing() {
    for (hang_up, says) in
        [(true, "closed by the other side during read"), (false, "no answer to read")]
    {
        link("half of it", says, move |reply| {
            if reply.is_of_values() {
                let body = std::mem::take(&mut reply.body);
                let mut bytes = reply.chunk(*b"MSGF", &body);
                bytes.truncate(bytes.len() / 2);
                reply.raw = Some(bytes);
                reply.hang_up = hang_up;
            }
        })
        .await;
    }
}

#[tokio::test]
async fn silence_ends_by_itself() {
    raw("no answer", "no answer to read tags within 1000 ms", |_| Vec::new()).await;
    greeting("no greeting", "no answer to open the secure channel within 1000 ms", Vec::new())
        .await;
}

#[tokio::test]
async fn what_is_out_of_order() {
    fn good(reply: &mut Reply) -> Vec<u8> {
        let body = reply.body.clone();
        reply.chunk(*b"MSGF", &body)
    }
    for (what, step) in
        [("again", -1_i32), ("left out", 1), ("long ago", -1000), ("far on", 1 << 30)]
    {
        raw(&format!("a sequence number {what}"), "is not the expected value", move |reply| {
            reply.sequence = reply.sequence.wrapping_add_signed(step);
            good(reply)
        })
        .await;
    }
    raw("a request that was never made", "request 77 is answered, which was never made", |reply| {
        reply.id = 77;
        good(reply)
    })
    .await;
    raw("a request that will be made", "is answered, which was never made", |reply| {
        reply.id += 1000;
        good(reply)
    })
    .await;
    raw("one that was answered before", "no answer to read", |reply| {
        reply.id -= 1;
        good(reply)
    })
    .await;
    raw("another channel", "a message of channel 8, which is not ours", |reply| {
        let sequence = reply.sequence;
        reply.sequence += 1;
        frame(*b"MSGF", &[&words(&[8, 1, sequence, reply.id]), &reply.body])
    })
    .await;
    raw("a channel's opening", "mixed up with another", |reply| opened(reply, CHANNEL, NONE)).await;
    raw("a part of a channel's opening", "mixed up", |reply| {
        let mut bytes = opened(reply, CHANNEL, NONE);
        bytes[3] = b'C';
        bytes
    })
    .await;
}

#[tokio::test]
async fn chunks_without_end() {
    fn more(reply: &mut Reply) -> Vec<u8> {
        reply.chunk(*b"MSGC", &vec![0; 1 << 15])
    }
    fn small(reply: &mut Reply) -> Vec<u8> {
        reply.chunk(*b"MSGC", &[0])
    }
    fn answers(reply: &mut Reply) -> Vec<u8> {
        let body = reply.body.clone();
        reply.id -= 1;
        let bytes = reply.chunk(*b"MSGF", &body);
        reply.id += 1;
        bytes
    }
    // Frames without a request are ignored until the request times out.
    link("chunks that are never the last", "no answer to read", |reply| {
        if reply.is_of_values() {
            reply.raw = Some(Vec::new());
            reply.endless = Some(more);
        }
    })
    .await;
    link("the smallest chunks", "no answer to read", |reply| {
        if reply.is_of_values() {
            reply.raw = Some(Vec::new());
            reply.endless = Some(small);
        }
    })
    .await;
    link("answers to what was answered", "no answer to read", |reply| {
        if reply.is_of_values() {
            reply.raw = Some(Vec::new());
            reply.endless = Some(answers);
        }
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_is_broken_off() {
    let broken_off = |code: u32| {
        move |reply: &mut Reply| {
            if reply.place_of("spoilt").is_some() {
                let why = bytes_of(&UAString::from("enough"));
                let begun = reply.chunk(*b"MSGC", &[0; 100]);
                let end = reply.chunk(*b"MSGA", &[&words(&[code]), &why[..]].concat());
                reply.raw = Some([begun, end].concat());
            }
        }
    };
    // Too large for the server: the request is divided until the node is found.
    tag("too large", "(BadResponseTooLarge, 0x80b90000)", broken_off(0x80B9_0000)).await;
    link("closed", "closed", broken_off(0)).await;
    link("no reason", "closed", |reply| {
        if reply.is_of_values() {
            reply.raw = Some(reply.chunk(*b"MSGA", &[1]));
        }
    })
    .await;
}

#[tokio::test]
async fn channels_that_are_opened_wrongly() {
    let opening = |what: &'static str, says: &'static str, channel: u32, policy: &'static str| async move {
        link(what, says, move |reply| {
            if reply.is_opening() {
                reply.sequence = 1;
                reply.raw = Some(opened(reply, channel, policy));
            }
        })
        .await;
    };
    opening("no policy", "", CHANNEL, "").await;
    let other = "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256";
    opening("another policy", "unexpected answer to open the secure channel", CHANNEL, other).await;
    opening("a policy that there is not", "BadSecurityPolicyRejected", CHANNEL, "urn:none").await;

    link("a refusal", "(BadSecurityPolicyRejected, 0x80550000)", |reply| {
        if reply.is_opening() {
            reply.sequence = 1;
            reply.say(super::server::fault(StatusCode::BadSecurityPolicyRejected));
            reply.raw = Some(opened(reply, CHANNEL, NONE));
        }
    })
    .await;
    // Keys that never expire, and keys that are already expired, are renewed at the usual time.
    for lifetime in [u32::MAX, 0] {
        tag("an age of keys", "Int(7) Int32", move |reply| {
            if reply.is_opening() {
                reply.sequence = 1;
                reply.say(OpenSecureChannelResponse {
                    security_token: ChannelSecurityToken {
                        channel_id: CHANNEL,
                        token_id: 1,
                        revised_lifetime: lifetime,
                        ..ChannelSecurityToken::default()
                    },
                    ..OpenSecureChannelResponse::default()
                });
                reply.raw = Some(opened(reply, CHANNEL, NONE));
            }
        })
        .await;
    }
}
