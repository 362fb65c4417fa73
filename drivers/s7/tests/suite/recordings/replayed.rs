//! A simulated controller with a real controller's response to each request.

use std::{collections::HashMap, time::Duration};

use bytes::Bytes;
use tagbridge_driver::{Driver, LinkOptions, Reading, TagSet, Value};
use tagbridge_s7::{
    S7,
    codec::{
        item::{area, unit},
        pdu::{Pdu, Rosctr, function},
        read::{self, ItemReply},
        setup::Setup,
    },
};

use super::{Message, messages};
use crate::server::{Answer, server};

/// Responses by the parameters and data of their requests, without the reference.
type Answers = HashMap<(Bytes, Bytes), Pdu>;

/// The first response to each request of a recording.
fn answers(messages: &[Message]) -> Answers {
    let mut asked = HashMap::new();
    let mut answers = Answers::new();
    for Message { at, pdu } in messages {
        let key = (at.connection, pdu.reference);
        if at.is_request {
            asked.insert(key, (pdu.parameters.clone(), pdu.data.clone()));
        } else if let Some(request) = asked.remove(&key) {
            answers.entry(request).or_insert_with(|| pdu.clone());
        }
    }
    answers
}

fn answer(asked: &Pdu, answers: &Answers) -> Pdu {
    let refused = Pdu {
        rosctr: Rosctr::Ack,
        reference: asked.reference,
        error: 0x8104,
        parameters: Bytes::new(),
        data: Bytes::new(),
    };
    let is_setup = asked.parameters.first() == Some(&function::SETUP);
    let recorded = if is_setup {
        // The controller granted its own size for any requested size.
        answers
            .values()
            .find(|it| it.parameters.first() == Some(&function::SETUP))
            .cloned()
            .or_else(|| {
                let granted =
                    Setup { calling_jobs: 1, called_jobs: 1, pdu_size: 240 }.encode().into();
                Some(Pdu {
                    rosctr: Rosctr::AckData,
                    error: 0,
                    parameters: granted,
                    ..refused.clone()
                })
            })
    } else {
        answers.get(&(asked.parameters.clone(), asked.data.clone())).cloned()
    };
    recorded.map_or(refused, |it| Pdu { reference: asked.reference, ..it })
}

/// The tag with which our driver sends the recorded request, and the expected result.
fn tag(parameters: &Bytes, answer: &Pdu) -> Option<(String, ItemReply)> {
    let items = read::decode_request(parameters).ok()?;
    let [item] = &items[..] else { return None };
    let (block, byte) = (item.block, item.address / 8);
    let letter = match (item.area, item.address % 8, item.unit) {
        (area::BLOCKS, 0, unit::BYTE) => format!("DB{block}.DB"),
        (area::MEMORY, 0, unit::BYTE) => "M".to_owned(),
        (area::INPUTS, 0, unit::BYTE) => "I".to_owned(),
        (area::OUTPUTS, 0, unit::BYTE) => "Q".to_owned(),
        _ => return None,
    };
    let came = read::decode_reply(&answer.parameters, &answer.data).ok()?.pop()?;
    Some((format!("{letter}B{byte}[{}]", item.count), came))
}

#[tokio::test]
async fn the_driver_reads_what_the_controller_said_then() {
    let mut values = 0;
    let Some(folder) = tagbridge_needs::captures() else { return };
    for name in super::RECORDINGS {
        let messages = messages(&folder, name);
        let answers = answers(&messages);
        let of_reads = answers.iter().filter(|(it, _)| it.0.first() == Some(&function::READ));
        let tags: Vec<(String, ItemReply)> =
            of_reads.filter_map(|(asked, answer)| tag(&asked.0, answer)).collect();
        let count = answers.len();
        let replay = move |asked: &Pdu| Answer::Message(answer(asked, &answers).encode());
        let (address, _) = server(replay).await;
        let endpoint = format!("s7://{address}").parse().expect("an endpoint");
        let request_timeout = Duration::from_secs(10);
        let options = LinkOptions { request_timeout, ..LinkOptions::default() };
        let mut connection =
            S7::new(&endpoint, options).expect("S7").connect().await.expect("it connects");
        for (tag, came) in &tags {
            let scan = connection.read(&TagSet::new([tag])).await.expect("the link holds");
            match (&scan.answers[0].reading, came) {
                (Reading::Good(read), ItemReply::Data { bytes, .. }) => {
                    let bytes = bytes.iter().map(|it| Value::Uint((*it).into())).collect();
                    assert_eq!(read.value, Value::Array(bytes), "{name}: {tag}");
                    values += 1;
                }
                (Reading::Bad(_), ItemReply::Failed(_)) => {}
                (reading, came) => panic!("{name}: {tag}: {reading:?} for {came:?}"),
            }
        }
        let (tags, product) = (tags.len(), &connection.identity().product);
        eprintln!("{name}: {count} answers, {tags} tags, {product}");
        connection.close().await;
    }
    eprintln!("{values} values");
}
