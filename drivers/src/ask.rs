//! Discovery, over all protocols that have one.

use std::time::Duration;

use futures::future::join_all;
use tagbridge_driver::{Discovered, LinkError};

use crate::protocol::{PROTOCOLS, Protocol};

/// Asks the local network once who is there, in every protocol that can ask all at once, and gathers
/// answers for as long as `wait`. All that answered, or why nobody could be asked.
pub async fn discover(wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    let asked = PROTOCOLS.iter().filter_map(|it| it.discover).map(|discover| discover(wait));
    let mut found = Vec::new();
    let mut failed = None;
    for answer in join_all(asked).await {
        match answer {
            Ok(some) => found.extend(some),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// Asks one host (`HOST` or `HOST:PORT`) who it is in every protocol that can ask, and waits for its
/// answers until `wait` is over. All that answered, or why nobody did: in the words of the protocol
/// that the port belongs to.
pub async fn identify(host: &str, wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    let able = PROTOCOLS.iter().filter_map(|it| Some((it, it.identify?)));
    let asked =
        able.map(|(it, identify)| async move { (it, identify(host.to_owned(), wait).await) });
    let mut found = Vec::new();
    let mut failed: Option<(u8, LinkError)> = None;
    for (protocol, answer) in join_all(asked).await {
        match answer {
            Ok(some) => found.extend(some),
            Err(error) => {
                let weight = weight(host, protocol, &error);
                // What weighs nothing is told in the words of the first.
                if failed.as_ref().is_none_or(|(most, _)| weight > 0 && weight >= *most) {
                    failed = Some((weight, error));
                }
            }
        }
    }
    match failed {
        Some((_, error)) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// How much an error tells of a host: something took the connection; the port that was named is the
/// protocol's own; the port is nobody's, and something was silent there.
fn weight(host: &str, protocol: &Protocol, error: &LinkError) -> u8 {
    let port: Option<u16> = host.rsplit_once(':').and_then(|it| it.1.parse().ok());
    let is_anybodys = PROTOCOLS.iter().any(|it| Some(it.default_port) == port);
    match error {
        LinkError::Closed { .. }
        | LinkError::Refused { .. }
        | LinkError::Untrusted { .. }
        | LinkError::Protocol { .. } => 3,
        LinkError::Timeout { .. } | LinkError::Connect { .. }
            if port == Some(protocol.default_port) =>
        {
            2
        }
        LinkError::Timeout { .. } if port.is_some() && !is_anybodys => 1,
        LinkError::Timeout { .. } | LinkError::Connect { .. } | LinkError::Unprepared { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_driver::LinkStep;

    use super::*;

    #[tokio::test]
    async fn who_does_not_answer_is_told_in_the_words_of_its_protocol() {
        let wait = Duration::from_millis(200);
        // Bound, so that nobody else is there, and silent.
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let error = identify(&silent.local_addr().unwrap().to_string(), wait).await.unwrap_err();
        // The whole question and its first step end at the same time.
        let silence = ["no answer to say who it is", "no answer to open the secure channel"];
        assert!(silence.iter().any(|it| error.to_string().contains(it)), "{error}");
    }

    #[test]
    fn an_error_tells_most_where_something_answered_and_then_at_the_own_port() {
        let wait = Duration::from_secs(1);
        let late = LinkError::Timeout { doing: LinkStep::Ask, after: wait };
        for protocol in PROTOCOLS {
            let own = format!("10.0.0.5:{}", protocol.default_port);
            assert_eq!(weight(&own, protocol, &late), 2);
            assert_eq!(weight("10.0.0.5:9999", protocol, &late), 1);
            assert_eq!(weight("10.0.0.5", protocol, &late), 0);
            assert_eq!(
                weight("10.0.0.5", protocol, &LinkError::Closed { doing: LinkStep::Ask }),
                3
            );
            for other in PROTOCOLS.iter().filter(|it| it.scheme != protocol.scheme) {
                assert_eq!(weight(&own, other, &late), 0);
            }
        }
    }
}
