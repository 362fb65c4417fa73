//! Serving a real listener.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

use crate::harness::House;

#[tokio::test]
async fn an_open_request_ends_before_the_service_does() {
    let house = House::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let service = house.service.clone();
    let serving = tokio::spawn({
        let stop = stop.clone();
        async move { service.serve(listener, stop).await }
    });

    let body = r#"{"tags": ["Speed"]}"#;
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\nidempotency-key: k\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        house.path("hmi/request-tags"),
        house.key,
        body.len(),
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // The service requests the body: the request is open. Now the service ends.
    let mut asked = [0; 25];
    connection.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    stop.cancel();
    connection.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("request-id: req_"), "{answer}");

    let ended = tokio::time::timeout(Duration::from_secs(5), serving).await;
    ended.expect("it ends at once").unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}
