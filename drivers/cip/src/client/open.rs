//! The steps from a socket to a readable controller.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use tagbridge_client::protocol;
use tagbridge_driver::{
    Endpoint, EndpointError, Identity, LinkError, LinkOptions, LinkStep, Traffic,
};
use tagbridge_texts::Coded;
use tokio::time::Instant;

use super::{
    link::{Link, Opened},
    target::{Route, Target},
    wire::{Verdict, Wire},
};
use crate::{
    codec::{
        Command, DecodeError, EPath, Remedy, Reply, Request, Status, class,
        connection_manager::{
            ForwardOpen, ForwardOpenReply, NetworkParameters, RequestTimeout, SMALL_MAX_SIZE,
            TRANSPORT_CLASS_3, Triad,
        },
        cpf::{self, decode_items},
        identity::{IdentityObject, Keyswitch, ListIdentityItem, decode_project_name},
    },
    log_message::{LogMessage, event},
    messages::Refusal,
};

/// Packet size of a small connection that every device grants, in bytes.
const SMALL_SIZE: u16 = 504;
/// With a multiplier of 8, the controller closes an unused connection after 28 s.
const RPI_US: u32 = 3_500_000;
/// The code of × 8.
const TIMEOUT_MULTIPLIER: u8 = 1;
/// The vendor number in our connections; it belongs to no vendor.
const OUR_VENDOR: u16 = 0xF33D;

/// The route's first port is not known to the device.
const BAD_SEGMENT: u16 = 0x0315;

/// Connects, reads the identity, and opens the largest connection that is granted.
///
/// `hangs_up` records whether the controller closes the connection when the name of its project is
/// requested, as cpppo does; the connection is then opened again, without that request.
pub(super) async fn open(
    target: &Target,
    options: LinkOptions,
    hangs_up: &AtomicBool,
    traffic: &Arc<Traffic>,
) -> Result<(Link, Identity), LinkError> {
    let (mut link, mut identity) = connect_and_identify(target, options, traffic).await?;
    if has_data_files(&identity.product) {
        link.close().await;
        let (why, remedy) =
            (Refusal::DataFiles { product: &identity.product }, Remedy::TagsOfAnother);
        let (why, remedy) = (why.message(), Some(remedy.message()));
        return Err(LinkError::Refused { doing: LinkStep::OpenConnection, why, remedy });
    }
    if !hangs_up.load(Ordering::Relaxed) {
        match project_name(&mut link).await {
            Ok(name) => identity.name = name,
            Err(LinkError::Closed { .. } | LinkError::Refused { .. }) => {
                event!(info, LogMessage::HungUpAtName);
                hangs_up.store(true, Ordering::Relaxed);
                // Some servers accept one client at a time.
                link.close().await;
                (link, identity) = connect_and_identify(target, options, traffic).await?;
            }
            Err(error) => return Err(error),
        }
    }
    match open_connections(&mut link, target.size, options.connections).await {
        Ok(()) => Ok((link, identity)),
        Err(error) => {
            // After a refusal the session is closed, so that it does not stay open.
            link.close().await;
            Err(error)
        }
    }
}

/// Whether a product of this name is a PLC-5, an SLC 500 or a `MicroLogix`, which have data files
/// instead of tags and use PCCC. A 1761-NET-ENI also forwards requests to Logix controllers.
fn has_data_files(product: &str) -> bool {
    const FAMILIES: [&str; 7] = ["1747-", "1761-L", "1762-", "1763-", "1764-", "1766-", "1785-"];
    FAMILIES.iter().any(|it| product.starts_with(it))
}

/// Connects, and reads the identity.
async fn connect_and_identify(
    target: &Target,
    options: LinkOptions,
    traffic: &Arc<Traffic>,
) -> Result<(Link, Identity), LinkError> {
    let wire = Wire::connect(target, options, Arc::clone(traffic)).await?;
    let address = wire.peer().ok_or(LinkError::Closed { doing: LinkStep::Connect })?;
    let mut link = Link::new(wire, target.route.clone());
    match identify(&mut link).await {
        Ok(Some(object)) => Ok((link, identity_of(&object, address))),
        Ok(None) => {
            // Such a device may have closed the connection with its answer.
            let route = link.route.clone();
            link.close().await;
            let wire = Wire::connect(target, options, Arc::clone(traffic)).await?;
            Ok((Link::new(wire, route), identity_of(&IdentityObject::unknown(), address)))
        }
        Err(error) => {
            link.close().await;
            Err(error)
        }
    }
}

/// The identity of the device at a host (`HOST` or `HOST:PORT`), with any backplane.
pub(crate) async fn identity_at(host: &str, wait: Duration) -> Result<Identity, LinkError> {
    let refused = |error: EndpointError| LinkError::Refused {
        doing: LinkStep::TellIdentity,
        why: error.message(),
        remedy: None,
    };
    let endpoint: Endpoint = format!("logix://{host}/").parse().map_err(refused)?;
    let target = Target::of(&endpoint).map_err(refused)?;
    let options =
        LinkOptions { connect_timeout: wait, request_timeout: wait, ..LinkOptions::DEFAULT };
    let (link, identity) =
        connect_and_identify(&target, options, &Arc::new(Traffic::new(crate::guard::KINDS)))
            .await?;
    link.close().await;
    Ok(identity)
}

/// Requests the identity of the controller, or else of the device at the socket. `None`: neither
/// returns it.
async fn identify(link: &mut Link) -> Result<Option<IdentityObject>, LinkError> {
    const DOING: LinkStep = LinkStep::TellIdentity;
    let request = Request::get_attributes_all(class::IDENTITY, 1).to_bytes();
    let mut reply = link.try_ask(DOING, &request).await?;
    if link.route.is_default && reply.as_ref().is_err_and(has_no_backplane) {
        event!(info, LogMessage::NoBackplane, route = link.route.text);
        link.route = Route::direct();
        reply = link.try_ask(DOING, &request).await?;
    }
    let reply = reply.map_err(|status| link.refused(DOING, &status))?;
    let reply = Reply::decode(&reply).map_err(|error| protocol(DOING, error))?;
    if reply.status.is_success() {
        let identity = IdentityObject::decode(reply.data);
        return identity.map(Some).map_err(|error| protocol(DOING, error));
    }
    if reply.status.general == Status::CONNECTION_FAILURE {
        return Err(link.refused(DOING, &reply.status));
    }
    event!(info, LogMessage::IdentityFromPort, status = %reply.status);
    let judge = |frame: &crate::codec::Frame| {
        let items = decode_items(&frame.data)?;
        let item = items.iter().find(|it| it.kind == cpf::LIST_IDENTITY);
        let item = item.ok_or_else(|| DecodeError::new("items", 2, "an identity", "none"))?;
        Ok(Verdict::Ours(ListIdentityItem::decode(item.data)?.identity))
    };
    match link.wire.exchange(DOING, Command::LIST_IDENTITY, Bytes::new(), judge).await {
        Ok(identity) => Ok(Some(identity)),
        // A device without an identity may still have tags.
        Err(LinkError::Refused { why, .. }) => {
            event!(info, LogMessage::NoIdentity, %why);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Requests the name of the controller's project; `None` if it does not return one.
async fn project_name(link: &mut Link) -> Result<Option<String>, LinkError> {
    const DOING: LinkStep = LinkStep::TellProjectName;
    let request = Request::get_attributes_all(class::PROGRAM_NAME, 1).to_bytes();
    let reply = link.ask(DOING, &request).await?;
    let reply = Reply::decode(&reply).map_err(|error| protocol(DOING, error))?;
    let name = decode_project_name(reply.data).ok().filter(|_| reply.status.is_success());
    Ok(name.filter(|it| !it.is_empty()))
}

/// Whether the route was refused by a device that cannot forward a request.
fn has_no_backplane(status: &Status) -> bool {
    match status.general {
        Status::CONNECTION_FAILURE => status.first_extended() == Some(BAD_SEGMENT),
        Status::PATH_SEGMENT_ERROR
        | Status::PATH_DESTINATION_UNKNOWN
        | Status::SERVICE_NOT_SUPPORTED
        | Status::OBJECT_DOES_NOT_EXIST => true,
        _ => false,
    }
}

/// Converts a device's identity.
pub(crate) fn identity_of(object: &IdentityObject, address: SocketAddr) -> Identity {
    Identity {
        vendor: object.vendor_name(),
        product: object.product_name.clone(),
        revision: format!("{}.{}", object.revision.0, object.revision.1),
        serial: format!("{:08X}", object.serial),
        name: None,
        address,
        mode: object.status.mode(),
        keyswitch: object.status.keyswitch().map(Keyswitch::text),
    }
}

/// Opens a large connection, or else a small one; none if neither is granted. Opens more of the
/// same size, up to the requested number.
async fn open_connections(link: &mut Link, size: u16, count: u8) -> Result<(), LinkError> {
    let mut path = link.route.path.clone();
    path.0.extend(EPath::object(class::MESSAGE_ROUTER, 1).0);
    let attempts =
        [(size > SMALL_MAX_SIZE).then_some((true, size)), Some((false, size.min(SMALL_SIZE)))];
    for (large, size) in attempts.into_iter().flatten() {
        match try_open(link, &path, large, size).await? {
            Ok(opened) => {
                tracing::debug!(large, size, "connection opened");
                link.connections.push(opened);
                return open_more(link, &path, large, size, count).await;
            }
            Err(status) if is_about_route(&status) => {
                return Err(link.refused(LinkStep::OpenConnection, &status));
            }
            Err(status) => {
                event!(info, LogMessage::ConnectionRefused, large, size, %status);
                if is_about_resources(&status) {
                    break;
                }
            }
        }
    }
    event!(warn, LogMessage::NoConnection);
    Ok(())
}

async fn open_more(
    link: &mut Link,
    path: &EPath,
    large: bool,
    size: u16,
    count: u8,
) -> Result<(), LinkError> {
    for granted in 1..count {
        match try_open(link, path, large, size).await? {
            Ok(opened) => link.connections.push(opened),
            Err(status) => {
                event!(info, LogMessage::NoMoreConnections, granted, %status);
                break;
            }
        }
    }
    Ok(())
}

async fn try_open(
    link: &mut Link,
    path: &EPath,
    large: bool,
    size: u16,
) -> Result<Result<Opened, Status>, LinkError> {
    const DOING: LinkStep = LinkStep::OpenConnection;
    let open = ForwardOpen {
        large,
        patience: RequestTimeout::ONE_SECOND,
        o_t_connection_id: 0,
        t_o_connection_id: rand::random(),
        triad: Triad { serial: rand::random(), vendor: OUR_VENDOR, originator: rand::random() },
        timeout_multiplier: TIMEOUT_MULTIPLIER,
        o_t_rpi_us: RPI_US,
        o_t: NetworkParameters::explicit(size),
        t_o_rpi_us: RPI_US,
        t_o: NetworkParameters::explicit(size),
        transport: TRANSPORT_CLASS_3,
        path: path.clone(),
    };
    let reply = link.ask_device(DOING, &open.request().to_bytes()).await?;
    let reply = Reply::decode(&reply).map_err(|error| protocol(DOING, error))?;
    if !reply.status.is_success() {
        return Ok(Err(reply.status));
    }
    let granted = ForwardOpenReply::decode(reply.data).map_err(|error| protocol(DOING, error))?;
    if granted.triad != open.triad {
        let expected = format!("{:?}", open.triad);
        let found = format!("{:?}", granted.triad);
        return Err(protocol(DOING, DecodeError::new("connection", 8, expected, found)));
    }
    Ok(Ok(Opened {
        o_t_connection_id: granted.o_t_connection_id,
        t_o_connection_id: granted.t_o_connection_id,
        triad: open.triad,
        path: open.path,
        size,
        sequence: rand::random(),
        used: Instant::now(),
        under_way: None,
    }))
}

/// Whether the route is wrong, so that no other connection would succeed.
fn is_about_route(status: &Status) -> bool {
    status.general == Status::CONNECTION_FAILURE
        && matches!(status.first_extended(), Some(0x0204 | 0x0311 | 0x0312 | BAD_SEGMENT | 0x0318))
}

/// Whether no connection of any size is available.
fn is_about_resources(status: &Status) -> bool {
    status.general == Status::RESOURCE_UNAVAILABLE
        || status.general == Status::CONNECTION_FAILURE
            && matches!(status.first_extended(), Some(0x0113 | 0x011A | 0x0301..=0x0303))
}
