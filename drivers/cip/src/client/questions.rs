//! Requests for information: many per packet, and none that the same program answered before.

use bytes::Bytes;
use tagbridge_client::protocol;
use tagbridge_driver::{LinkError, LinkStep};

use super::link::Link;
use crate::{
    catalogue::Question,
    codec::{
        DecodeError, Reply, Status,
        changes::{self, Mark},
        multiple_service::{self, MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD},
    },
    plan::Limits,
};

/// Returns the responses to the first of these questions: those that fit into one packet, at least
/// one.
pub(super) async fn ask(
    link: &mut Link,
    doing: LinkStep,
    questions: &[Question],
) -> Result<Vec<Bytes>, LinkError> {
    match in_packets(link, doing, questions).await? {
        Ok(replies) => Ok(replies),
        Err(_) => alone(link, doing, questions).await,
    }
}

/// Does the same for a large number of questions: returns a status if the controller does not
/// accept packets.
pub(super) async fn in_packets(
    link: &mut Link,
    doing: LinkStep,
    questions: &[Question],
) -> Result<Result<Vec<Bytes>, Status>, LinkError> {
    let known: Vec<Bytes> =
        questions.iter().map_while(|it| link.recalled(&it.request.to_bytes())).collect();
    if !known.is_empty() {
        return Ok(Ok(known));
    }
    if let Some(status) = &link.refuses_packets {
        return Ok(Err(status.clone()));
    }
    let mut members: Vec<Vec<u8>> = questions.iter().map(|it| it.request.to_bytes()).collect();
    members.truncate(questions_per_packet(questions, &members, link.limits()));
    if members.len() < 2 {
        return alone(link, doing, questions).await.map(Ok);
    }
    let bytes = link.ask(doing, &multiple_service::request(&members).to_bytes()).await?;
    let reply = Reply::decode(&bytes).map_err(|it| protocol(doing, it))?;
    if !matches!(reply.status.general, Status::SUCCESS | Status::EMBEDDED_SERVICE_ERROR) {
        // Other errors are temporary: it may have been busy, or this packet was too large.
        if reply.status.general == Status::SERVICE_NOT_SUPPORTED {
            link.refuses_packets = Some(reply.status.clone());
        }
        return Ok(Err(reply.status));
    }
    let replies = multiple_service::split(reply.data).map_err(|it| protocol(doing, it))?;
    if replies.len() != members.len() {
        let (expected, found) = (members.len().to_string(), replies.len().to_string());
        return Err(protocol(doing, DecodeError::new("number of services", 4, expected, found)));
    }
    let replies: Vec<Bytes> = replies.into_iter().map(|it| bytes.slice_ref(it)).collect();
    for (question, reply) in members.into_iter().zip(&replies) {
        keep(link, question, reply);
    }
    Ok(Ok(replies))
}

async fn alone(
    link: &mut Link,
    doing: LinkStep,
    questions: &[Question],
) -> Result<Vec<Bytes>, LinkError> {
    let Some(Question { request, .. }) = questions.first() else { return Ok(Vec::new()) };
    let question = request.to_bytes();
    let reply = link.ask(doing, &question).await?;
    if *request == changes::request() {
        mark_of(link, doing, &reply)?;
    } else {
        keep(link, question, &reply);
    }
    Ok(vec![reply])
}

/// Requests the change mark. `None`: it is not returned; the status shows why.
pub(super) async fn mark(
    link: &mut Link,
    doing: LinkStep,
) -> Result<(Option<Mark>, Status), LinkError> {
    let reply = link.ask(doing, &changes::request().to_bytes()).await?;
    mark_of(link, doing, &reply)
}

fn mark_of(
    link: &mut Link,
    doing: LinkStep,
    reply: &[u8],
) -> Result<(Option<Mark>, Status), LinkError> {
    let reply = Reply::decode(reply).map_err(|it| protocol(doing, it))?;
    let mark = reply.status.is_success().then(|| Mark::decode(reply.data).ok()).flatten();
    link.confirm(mark.as_ref());
    Ok((mark, reply.status))
}

/// Caches a response that would be the same for the same question.
fn keep(link: &Link, question: Vec<u8>, reply: &Bytes) {
    if Reply::decode(reply).is_ok_and(|it| is_lasting(&it.status)) {
        link.keep(question, reply);
    }
}

fn is_lasting(status: &Status) -> bool {
    matches!(
        status.general,
        Status::SUCCESS
            | Status::PARTIAL_TRANSFER
            | Status::PATH_SEGMENT_ERROR
            | Status::PATH_DESTINATION_UNKNOWN
            | Status::OBJECT_DOES_NOT_EXIST
    )
}

/// Number of questions that fit into a packet, at least one.
fn questions_per_packet(questions: &[Question], members: &[Vec<u8>], room: Limits) -> usize {
    let (mut asked, mut told) = (REQUEST_OVERHEAD, REPLY_OVERHEAD);
    let fits = |(question, member): &(&Question, &Vec<u8>)| {
        asked += member.len() + MEMBER_OVERHEAD;
        // A response of odd length is padded.
        told = told.saturating_add(question.reply).saturating_add(MEMBER_OVERHEAD + 1);
        asked <= room.request && told <= room.reply
    };
    questions.iter().zip(members).take_while(fits).count().max(1)
}
