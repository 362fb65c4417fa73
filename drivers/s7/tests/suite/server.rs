//! A server with configurable responses to S7 messages.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use bytes::BytesMut;
use tagbridge_s7::codec::{
    cotp::{self, Tpdu},
    pdu::Pdu,
    tpkt,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The response to a message.
pub(crate) enum Answer {
    Message(Vec<u8>),
    Silence,
    /// The connection is closed.
    End,
}

/// Starts a server. Returns its address, and the number of accepted connections.
pub(crate) async fn server(
    answer: impl Fn(&Pdu) -> Answer + Send + Sync + 'static,
) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let accepted = Arc::new(AtomicUsize::new(0));
    let (count, answer) = (Arc::clone(&accepted), Arc::new(answer));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::Relaxed);
            let answer = Arc::clone(&answer);
            tokio::spawn(async move { serve(stream, &*answer).await });
        }
    });
    (address, accepted)
}

async fn serve(mut stream: TcpStream, answer: &(impl Fn(&Pdu) -> Answer + Sync)) {
    let mut inbox = BytesMut::new();
    while stream.read_buf(&mut inbox).await.is_ok_and(|it| it > 0) {
        while let Some(packet) = tpkt::decode(&mut inbox).expect("a packet") {
            let mut out = BytesMut::new();
            match Tpdu::decode(&packet).expect("a TPDU") {
                Tpdu::ConnectRequest(it) => Tpdu::ConnectConfirm(it).encode(&mut out),
                Tpdu::Data { payload, .. } => {
                    match answer(&Pdu::decode(&payload).expect("a message")) {
                        Answer::Message(reply) => cotp::encode_data(&reply, &mut out),
                        Answer::Silence => {}
                        Answer::End => return,
                    }
                }
                other => panic!("{other:?}"),
            }
            if stream.write_all(&out).await.is_err() {
                return;
            }
        }
    }
}
