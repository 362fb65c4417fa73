//! Parses queries: the 400 names an unknown, missing or malformed parameter.

use std::error::Error;

use axum::{extract::Query, http::Uri};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use tagbridge_texts::Message;

use crate::core::{Refusal, TechnicalReason};

/// Parses the query.
pub(super) fn read<T: DeserializeOwned>(uri: &Uri) -> Result<T, Refusal> {
    check_utf8(uri)?;
    Query::try_from_uri(uri).map(|Query(query)| query).map_err(|rejection| {
        // The cause begins with the field; the rejection begins with a text of the framework.
        let cause = rejection.source().map(ToString::to_string);
        let words = cause.unwrap_or_else(|| rejection.body_text());
        Refusal::bad_request(Message::verbatim(words))
    })
}

/// All values of a repeatable parameter. Other parameters are ignored.
pub(super) fn all(uri: &Uri, name: &str) -> Result<Vec<String>, Refusal> {
    check_utf8(uri)?;
    let Ok(Query(pairs)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else {
        return Ok(Vec::new());
    };
    Ok(pairs.into_iter().filter_map(|(key, value)| (key == name).then_some(value)).collect())
}

fn check_utf8(uri: &Uri) -> Result<(), Refusal> {
    // Invalid UTF-8 would be replaced, which would change the query.
    for pair in uri.query().unwrap_or_default().split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if [name, value].iter().any(|it| percent_decode_str(it).decode_utf8().is_err()) {
            return Err(Refusal::bad_field(name, &TechnicalReason::NoUtf8));
        }
    }
    Ok(())
}
