//! The virtual controller on its sockets.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]

use std::{
    io::ErrorKind,
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use bytes::BytesMut;
use tagbridge_cip::codec::{
    Command, Frame, Reply,
    cpf::Packet,
    cpf::{SendData, decode_items},
    identity::ListIdentityItem,
    read_tag::read_tag,
    tag_name::TagName,
};
use tagbridge_driver::Value;
use tagbridge_simulator::logix::{Fault, Model, RunningController, VirtualLogix};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, UdpSocket},
    time::timeout,
};

const PATIENCE: Duration = Duration::from_secs(30);
const LOCALHOST: Ipv4Addr = Ipv4Addr::LOCALHOST;

async fn still() -> RunningController {
    let mut model = Model::new();
    model.add("Word", "DINT").unwrap();
    VirtualLogix::builder(model)
        .set("Word", &Value::Int(-3))
        .unwrap()
        .listen((LOCALHOST, 0).into())
        .await
        .unwrap()
}

/// A client that reads and writes bytes.
struct Client {
    stream: TcpStream,
    arrived: BytesMut,
    session: u32,
}

impl Client {
    async fn connect(addr: SocketAddr) -> Self {
        let stream = TcpStream::connect(addr).await.unwrap();
        Self { stream, arrived: BytesMut::new(), session: 0 }
    }

    async fn register(addr: SocketAddr) -> Self {
        let mut client = Self::connect(addr).await;
        client.send(&client.frame(Command::REGISTER_SESSION, &[1, 0, 0, 0])).await;
        client.session = client.receive().await.expect("a session").session;
        client
    }

    fn frame(&self, command: Command, data: &[u8]) -> Vec<u8> {
        let mut bytes = BytesMut::new();
        Frame::request(command, self.session, [7; 8], data.to_vec()).encode(&mut bytes);
        bytes.to_vec()
    }

    /// An unconnected read of the one tag.
    fn read_word(&self) -> Vec<u8> {
        let message = read_tag(TagName::parse("word").unwrap().path(), 1).to_bytes();
        let packet = Packet::Unconnected { message: &message };
        self.frame(Command::SEND_RR_DATA, &SendData { timeout: 0, packet }.encode())
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// The next frame; `None` when the controller closed.
    async fn receive(&mut self) -> Option<Frame> {
        loop {
            if let Some(frame) = Frame::decode(&mut self.arrived).unwrap() {
                return Some(frame);
            }
            let read = timeout(PATIENCE, self.stream.read_buf(&mut self.arrived)).await;
            if read.expect("an answer in time").is_ok_and(|read| read == 0) {
                return None;
            }
        }
    }

    async fn receive_word(&mut self) -> Vec<u8> {
        let frame = self.receive().await.expect("a reply");
        let sent = SendData::decode(&frame.data).unwrap();
        let reply = Reply::decode(sent.packet.message()).unwrap();
        assert!(reply.status.is_success(), "{}", reply.status);
        reply.data.to_vec()
    }
}

#[tokio::test]
async fn takes_bytes_as_they_come() {
    let controller = still().await;
    let mut client = Client::register(controller.addr()).await;
    client.stream.set_nodelay(true).unwrap();
    for byte in client.read_word() {
        client.send(&[byte]).await;
    }
    assert_eq!(client.receive_word().await, [0xC4, 0, 0xFD, 0xFF, 0xFF, 0xFF]);
    let twice = client.read_word().repeat(2);
    client.send(&twice).await;
    client.receive_word().await;
    client.receive_word().await;
    assert_eq!(controller.counters().service(0x4C, 0x6B), 3);
    assert_eq!(controller.counters().malformed, 0);
}

#[tokio::test]
async fn answers_list_identity_by_udp() {
    let controller = still().await;
    let socket = UdpSocket::bind((LOCALHOST, 0)).await.unwrap();
    let silent = [
        vec![0; 10],
        Client::register(controller.addr()).await.frame(Command::REGISTER_SESSION, &[1, 0, 0, 0]),
    ];
    for datagram in silent {
        socket.send_to(&datagram, controller.addr()).await.unwrap();
    }
    let mut request = BytesMut::new();
    Frame::request(Command::LIST_IDENTITY, 0, *b"who are?", Vec::new()).encode(&mut request);
    socket.send_to(&request, controller.addr()).await.unwrap();
    let mut reply = BytesMut::zeroed(1500);
    let length = timeout(PATIENCE, socket.recv(&mut reply)).await.unwrap().unwrap();
    reply.truncate(length);
    let frame = Frame::decode(&mut reply).unwrap().unwrap();
    assert_eq!((frame.command, frame.context), (Command::LIST_IDENTITY, *b"who are?"));
    let items = decode_items(&frame.data).unwrap();
    let item = ListIdentityItem::decode(items[0].data).unwrap();
    assert_eq!(SocketAddr::from(item.socket), controller.addr());
    assert_eq!((item.identity.vendor, item.identity.device_type), (1, 0x0E));
}

#[tokio::test]
async fn hangs_up_on_what_is_no_frame() {
    let controller = still().await;
    let mut client = Client::register(controller.addr()).await;
    client.send(&[0x6F, 0, 0xFF, 0xFF].repeat(6)).await;
    assert_eq!(client.receive().await, None);
    assert_eq!(controller.counters().malformed, 1);
    // Other clients are not affected.
    let mut other = Client::register(controller.addr()).await;
    let request = other.read_word();
    other.send(&request).await;
    other.receive_word().await;
}

#[tokio::test]
async fn hangs_up_on_everyone_when_it_stops() {
    let controller = still().await;
    let addr = controller.addr();
    let mut client = Client::register(addr).await;
    controller.stop().await;
    assert_eq!(client.receive().await, None);
    assert!(TcpStream::connect(addr).await.is_err());
    // The port is free again, for TCP and UDP.
    let again = VirtualLogix::builder(Model::new()).listen(addr).await.unwrap();
    assert_eq!(again.endpoint(), format!("logix://{addr}/1,0"));
}

#[tokio::test]
async fn says_that_a_port_is_taken() {
    let controller = still().await;
    let error = VirtualLogix::builder(Model::new()).listen(controller.addr()).await.err();
    assert_eq!(error.map(|it| it.kind()), Some(ErrorKind::AddrInUse));
}

#[tokio::test]
async fn the_program_goes_on_by_itself() {
    let controller =
        VirtualLogix::counting(4, 1).unwrap().listen((LOCALHOST, 0).into()).await.unwrap();
    let before = controller.memory_hash();
    let changed = async {
        while controller.memory_hash() == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, changed).await.expect("the tags change");
}

/// A reply that is dropped, one that is late, one that drips, and one that is torn.
#[tokio::test]
async fn misbehaves_on_command() {
    let controller = still().await;
    let mut client = Client::register(controller.addr()).await;
    let request = client.read_word();
    let word = [0xC4, 0, 0xFD, 0xFF, 0xFF, 0xFF];

    controller.set_faults(vec![Fault::Drop { every: 2 }]);
    for context in 1..=3 {
        let mut request = request.clone();
        request[12] = context;
        client.send(&request).await;
    }
    let contexts = [client.receive().await, client.receive().await].map(|it| it.unwrap().context);
    assert_eq!(contexts.map(|it| it[0]), [1, 3]);

    let delay = Duration::from_millis(50);
    controller.set_faults(vec![Fault::Delay(delay), Fault::Drip(Duration::ZERO)]);
    let asked = Instant::now();
    client.send(&request).await;
    assert_eq!(client.receive_word().await, word);
    assert!(asked.elapsed() >= delay);

    controller.set_faults(vec![Fault::Reset { every: 1 }]);
    client.send(&request).await;
    let mut torn = Vec::new();
    let end = timeout(PATIENCE, client.stream.read_to_end(&mut torn)).await.expect("an end");
    assert_eq!(end.err().map(|it| it.kind()), Some(ErrorKind::ConnectionReset));
    assert!(torn.len() < 24 + 16 + 10, "{} bytes", torn.len());
}
