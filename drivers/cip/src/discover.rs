//! Discovery: `ListIdentity` over UDP, by broadcast or to a host by name.
//!
//! Source: CIP Networks Library volume 2, chapter 2-4.2.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    pin::pin,
    time::Duration,
};

use bytes::BytesMut;
use futures::future::join_all;
use if_addrs::IfAddr;
use tagbridge_driver::{Discovered, Identity, LinkError, LinkStep};
use tokio::{
    net::{UdpSocket, lookup_host},
    time::{Instant, timeout, timeout_at},
};

use crate::{
    client::{identity_at, identity_of},
    codec::{
        Command, DecodeError, Frame,
        cpf::{self, decode_items},
        encapsulation::PORT,
        identity::{IdentityObject, ListIdentityItem},
    },
    guard,
};

const DOING: LinkStep = LinkStep::TellWhoIsThere;

/// Maximum delay of a device's response, so that not all respond at once; it is in the first two
/// bytes of the sender context.
const MAX_DELAY_MS: u16 = 500;

/// Device types of controllers and of gateways to them: a programmable controller, a communications
/// adapter.
const CONTROLLERS: [u16; 2] = [0x0E, 0x0C];

/// Broadcasts one request in all local networks, and collects responses for the time `wait`. Each
/// interface has its own broadcast, because a broadcast uses only one of several interfaces.
///
/// Ignores other devices, such as drives and valve islands.
pub async fn discover(wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    gather(&ways(), PORT, wait).await
}

/// The source address of a request, and its destination addresses.
struct BroadcastRoute {
    from: Ipv4Addr,
    to: Vec<Ipv4Addr>,
}

/// One for each network interface; if the system does not list them, one for its default.
fn ways() -> Vec<BroadcastRoute> {
    let mut ways = Vec::new();
    for interface in if_addrs::get_if_addrs().unwrap_or_default() {
        if let IfAddr::V4(it) = &interface.addr
            && !interface.is_loopback()
        {
            // Some devices receive only the first one, and some systems send only the second one on
            // the right interface.
            let to = it.broadcast.into_iter().chain([Ipv4Addr::BROADCAST]).collect();
            ways.push(BroadcastRoute { from: it.ip, to });
        }
    }
    if ways.is_empty() {
        ways.push(BroadcastRoute { from: Ipv4Addr::UNSPECIFIED, to: vec![Ipv4Addr::BROADCAST] });
    }
    ways
}

/// All responses, each device once. Returns an error if no request could be sent.
async fn gather(
    ways: &[BroadcastRoute],
    port: u16,
    wait: Duration,
) -> Result<Vec<Discovered>, LinkError> {
    let everyone = SocketAddr::from((Ipv4Addr::BROADCAST, port));
    let (mut questions, mut failed) = (Vec::new(), None);
    for way in ways {
        let to: Vec<_> = way.to.iter().map(|it| SocketAddr::from((*it, port))).collect();
        match Question::ask(way.from.into(), &to).await {
            Ok(question) => questions.push(question),
            Err(source) => failed = Some(unreachable(everyone, source)),
        }
    }
    if let (true, Some(error)) = (questions.is_empty(), failed) {
        return Err(error);
    }
    let deadline = Instant::now() + wait;
    let answers = join_all(questions.iter().map(|it| it.answers(deadline))).await;
    let mut found: Vec<Discovered> = Vec::new();
    for (object, at) in answers.into_iter().flatten() {
        let it = discovered(&object, at);
        let is_known = found.iter().any(|other| other.endpoint == it.endpoint);
        if CONTROLLERS.contains(&object.device_type) && !is_known {
            found.push(it);
        }
    }
    Ok(found)
}

/// Sends a request to one host (`HOST` or `HOST:PORT`) with a device of any kind, and waits for its
/// response until `wait` is over. Uses UDP and TCP at the same time, because firewalls may block
/// one of them.
pub async fn identify(host: &str, wait: Duration) -> Result<Discovered, LinkError> {
    let late = || LinkError::Timeout { doing: DOING, after: wait };
    let mut by_datagram = pin!(timeout(wait, by_datagram(host)));
    let mut by_connection = pin!(timeout(wait, identity_at(host, wait)));
    let mut is_open = true;
    loop {
        tokio::select! {
            answer = &mut by_datagram, if is_open => match answer {
                Ok(Ok((object, at))) => return Ok(discovered(&object, at)),
                Ok(Err(_)) | Err(_) => is_open = false,
            },
            answer = &mut by_connection => {
                let error = match answer.unwrap_or_else(|_| Err(late())) {
                    Ok(identity) => return Ok(found(identity)),
                    Err(error) => error,
                };
                if !is_open {
                    return Err(error);
                }
                return match by_datagram.await {
                    Ok(Ok((object, at))) => Ok(discovered(&object, at)),
                    Ok(Err(_)) | Err(_) => Err(error),
                };
            },
        }
    }
}

async fn by_datagram(host: &str) -> io::Result<(IdentityObject, SocketAddr)> {
    let whom = resolve(host).await?;
    let here =
        if whom.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    Question::ask(here, &[whom]).await?.answer().await
}

async fn resolve(host: &str) -> io::Result<SocketAddr> {
    let addresses: Vec<SocketAddr> = match lookup_host(host).await {
        Ok(found) => found.collect(),
        Err(_) => lookup_host((host.trim_matches(['[', ']']), PORT)).await?.collect(),
    };
    // EtherNet/IP usually uses IPv4.
    let best = addresses.iter().find(|it| it.is_ipv4()).or(addresses.first()).copied();
    best.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the name has no address"))
}

/// A sent request, and the socket for its responses.
struct Question {
    socket: UdpSocket,
    context: [u8; 8],
}

impl Question {
    /// Sends it from a local address to all of these. Returns an error if no address could be
    /// reached.
    async fn ask(here: IpAddr, whom: &[SocketAddr]) -> io::Result<Self> {
        let socket = UdpSocket::bind((here, 0)).await?;
        socket.set_broadcast(true)?;
        let mut context = rand::random::<u64>().to_le_bytes();
        context[..2].copy_from_slice(&MAX_DELAY_MS.to_le_bytes());
        let mut frame = BytesMut::new();
        Frame::request(Command::LIST_IDENTITY, 0, context, Vec::new()).encode(&mut frame);
        guard::check(&frame).map_err(io::Error::other)?;
        let (mut is_sent, mut sent) = (false, Ok(0));
        for whom in whom {
            sent = socket.send_to(&frame, whom).await;
            is_sent |= sent.is_ok();
        }
        if is_sent { Ok(Self { socket, context }) } else { sent.map(|_| Self { socket, context }) }
    }

    /// All responses before the deadline.
    async fn answers(&self, deadline: Instant) -> Vec<(IdentityObject, SocketAddr)> {
        let mut answers = Vec::new();
        while let Ok(Ok(answer)) = timeout_at(deadline, self.answer()).await {
            answers.push(answer);
        }
        answers
    }

    /// The next valid response, and its sender.
    async fn answer(&self) -> io::Result<(IdentityObject, SocketAddr)> {
        let mut datagram = [0; 2048];
        loop {
            let (length, sender) = self.socket.recv_from(&mut datagram).await?;
            match self.decode(&datagram[..length]) {
                Ok(object) => return Ok((object, sender)),
                Err(error) => tracing::debug!(%sender, %error, "a datagram is left aside"),
            }
        }
    }

    fn decode(&self, datagram: &[u8]) -> Result<IdentityObject, DecodeError> {
        let lacks =
            |expected: &'static str| DecodeError::new("datagram", 0, expected, "another one");
        let frame = Frame::decode(&mut BytesMut::from(datagram))?;
        let frame = frame.ok_or_else(|| lacks("a whole frame"))?;
        if frame.command != Command::LIST_IDENTITY || frame.context != self.context {
            return Err(lacks("the answer to our question"));
        }
        let items = decode_items(&frame.data)?;
        let item = items.iter().find(|it| it.kind == cpf::LIST_IDENTITY);
        Ok(ListIdentityItem::decode(item.ok_or_else(|| lacks("an identity"))?.data)?.identity)
    }
}

fn discovered(object: &IdentityObject, address: SocketAddr) -> Discovered {
    found(identity_of(object, address))
}

fn found(identity: Identity) -> Discovered {
    let address = identity.address;
    let host = match address {
        SocketAddr::V4(it) => it.ip().to_string(),
        SocketAddr::V6(it) => format!("[{}]", it.ip()),
    };
    let endpoint = match address.port() {
        PORT => format!("logix://{host}"),
        port => format!("logix://{host}:{port}"),
    };
    Discovered { endpoint, identity }
}

fn unreachable(whom: SocketAddr, source: io::Error) -> LinkError {
    LinkError::Connect { endpoint: whom.to_string(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{cpf::Item, identity::DeviceStatus};

    /// A device that answers every request with these frames, created from the request.
    async fn device(answers: fn(&Frame) -> Vec<Vec<u8>>) -> SocketAddr {
        let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a free port");
        let address = socket.local_addr().expect("an address");
        tokio::spawn(async move {
            let mut datagram = [0; 512];
            while let Ok((length, from)) = socket.recv_from(&mut datagram).await {
                let frame = Frame::decode(&mut BytesMut::from(&datagram[..length]));
                let frame = frame.expect("a frame").expect("a whole one");
                assert_eq!(frame.command, Command::LIST_IDENTITY);
                for answer in answers(&frame) {
                    socket.send_to(&answer, from).await.expect("it is sent");
                }
            }
        });
        address
    }

    fn answer(frame: &Frame) -> Vec<u8> {
        let item = ListIdentityItem {
            protocol_version: 1,
            socket: "10.0.0.5:44818".parse().expect("an address"),
            identity: IdentityObject {
                vendor: 1,
                device_type: 0x0E,
                product_code: 166,
                revision: (33, 11),
                status: DeviceStatus(0x3060),
                serial: 0xA1_B2_C3,
                product_name: "1756-L83E/B".into(),
            },
            state: 0xFF,
        };
        let mut data = Vec::new();
        let item = Item { kind: cpf::LIST_IDENTITY, data: &item.encode() };
        cpf::encode_items(&[item], &mut data);
        let mut out = BytesMut::new();
        frame.reply(0, data).encode(&mut out);
        out.to_vec()
    }

    #[tokio::test]
    async fn a_host_says_who_it_is() {
        let address = device(|frame| {
            let stale = Frame { context: [9; 8], ..frame.clone() };
            vec![b"noise".to_vec(), answer(&stale), answer(frame)]
        })
        .await;
        let found = identify(&address.to_string(), Duration::from_secs(10)).await.expect("found");
        assert_eq!(found.endpoint, format!("logix://{address}"));
        assert_eq!(
            (&*found.identity.product, &*found.identity.serial),
            ("1756-L83E/B", "00A1B2C3")
        );
        assert_eq!((found.identity.address, found.identity.keyswitch), (address, Some("remote")));
    }

    #[tokio::test]
    async fn each_way_is_gone_and_nobody_is_told_twice() {
        let address = device(|frame| vec![answer(frame)]).await;
        let way =
            |from: [u8; 4], to: [u8; 4]| BroadcastRoute { from: from.into(), to: vec![to.into()] };
        let (one, other) =
            (way([127, 0, 0, 1], [127, 0, 0, 1]), way([127, 0, 0, 2], [127, 0, 0, 1]));
        // An address of another machine, as of an interface that no longer exists.
        let gone = way([192, 0, 2, 1], [192, 0, 2, 255]);
        let wait = Duration::from_millis(500);
        let found = gather(&[gone, one, other], address.port(), wait).await.expect("two ways lead");
        let endpoints: Vec<_> = found.iter().map(|it| it.endpoint.clone()).collect();
        assert_eq!(endpoints, [format!("logix://{address}")]);
        let gone = way([192, 0, 2, 1], [192, 0, 2, 255]);
        let error = gather(&[gone], address.port(), wait).await.unwrap_err();
        assert!(matches!(error, LinkError::Connect { .. }), "{error}");
        assert!(!ways().is_empty());
    }

    #[tokio::test]
    async fn a_silent_host_is_given_up() {
        let address = device(|_| Vec::new()).await;
        let error = identify(&address.to_string(), Duration::from_millis(50)).await.unwrap_err();
        assert!(matches!(error, LinkError::Timeout { .. } | LinkError::Connect { .. }), "{error}");
        let error = identify("nowhere.invalid", Duration::from_secs(10)).await.unwrap_err();
        assert!(matches!(error, LinkError::Unresolved { .. }), "{error}");
    }

    #[test]
    fn the_registered_port_goes_without_saying() {
        let object = IdentityObject::decode(&[0; 15]).expect("an identity");
        for (address, endpoint) in [
            ("10.0.0.5:44818", "logix://10.0.0.5"),
            ("10.0.0.5:2222", "logix://10.0.0.5:2222"),
            ("[fe80::1]:44818", "logix://[fe80::1]"),
        ] {
            let it = discovered(&object, address.parse().expect("an address"));
            assert_eq!(it.endpoint, endpoint);
        }
    }
}
