//! Peers that are not controllers, or do not answer in time.

use std::time::Duration;

use bytes::BytesMut;
use tagbridge_cip::codec::{Command, Frame, encapsulation::RegisterSession};
use tagbridge_driver::{LinkError, LinkStep, conformance::free_port};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{SHORT, peer, refusal, time_out};

#[tokio::test]
async fn nobody_listens() {
    let address = ([127, 0, 0, 1], free_port()).into();
    assert!(matches!(refusal(address).await, LinkError::Connect { .. }));
}

#[tokio::test]
async fn a_silent_peer_is_given_up_at_the_first_step() {
    let address = peer(|stream| async move {
        tokio::time::sleep(Duration::from_mins(1)).await;
        drop(stream);
    })
    .await;
    let error = time_out(address).await;
    assert!(
        matches!(error, LinkError::Timeout { doing: LinkStep::RegisterSession, .. }),
        "{error}"
    );
}

#[tokio::test]
async fn a_web_server_is_no_controller() {
    let address = peer(|mut stream| async move {
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_mins(1)).await;
    })
    .await;
    let error = refusal(address).await;
    assert!(
        matches!(error, LinkError::Protocol { doing: LinkStep::RegisterSession, .. }),
        "{error}"
    );
}

#[tokio::test]
async fn a_peer_that_closes_says_so() {
    let address = peer(|mut stream| async move {
        stream.read_u8().await.unwrap();
    })
    .await;
    let error = refusal(address).await;
    assert!(matches!(error, LinkError::Closed { doing: LinkStep::RegisterSession }), "{error}");
}

#[tokio::test]
async fn a_dripping_peer_has_one_time_out_for_all_its_bytes() {
    let address = peer(|mut stream| async move {
        let mut reply = BytesMut::new();
        let data = RegisterSession::VERSION_1.encode().to_vec();
        Frame::request(Command::REGISTER_SESSION, 1, [0; 8], data).encode(&mut reply);
        for byte in reply {
            if stream.write_u8(byte).await.is_err() {
                return;
            }
            tokio::time::sleep(SHORT / 6).await;
        }
    })
    .await;
    // With a time-out for each byte, the answer would arrive in time, and the next step would fail.
    let error = time_out(address).await;
    assert!(
        matches!(error, LinkError::Timeout { doing: LinkStep::RegisterSession, .. }),
        "{error}"
    );
}
