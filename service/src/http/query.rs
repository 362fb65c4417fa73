//! Reading queries: an unknown, missing or malformed parameter is named in the 400.

use std::error::Error;

use axum::{extract::Query, http::Uri};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use tagbridge_texts::Message;

use crate::core::{Refusal, Wrong};

/// The query as its type.
pub(super) fn read<T: DeserializeOwned>(uri: &Uri) -> Result<T, Refusal> {
    // What is not UTF-8 would be replaced, and something else would be looked for.
    for pair in uri.query().unwrap_or_default().split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if [name, value].iter().any(|it| percent_decode_str(it).decode_utf8().is_err()) {
            return Err(Refusal::bad_field(name, &Wrong::NoUtf8));
        }
    }
    Query::try_from_uri(uri).map(|Query(query)| query).map_err(|rejection| {
        // The cause begins with the field; the rejection begins with the framework's own words.
        let cause = rejection.source().map(ToString::to_string);
        let words = cause.unwrap_or_else(|| rejection.body_text());
        Refusal::bad_request(Message::verbatim(words))
    })
}
