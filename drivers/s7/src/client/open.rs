//! The steps from a socket to a readable controller.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use tagbridge_client::protocol;
use tagbridge_driver::{Identity, LinkError, LinkOptions, LinkStep, RunMode, Traffic};
use tagbridge_texts::{Coded, Message};

use super::{
    refusal::{Disconnected, ErrorWord, Refusal, Remedy},
    target::Target,
    wire::{Wire, unexpected},
};
use crate::{
    codec::{
        DecodeError,
        cotp::{Connect, Tpdu},
        pdu::{Pdu, Rosctr},
        setup::Setup,
        szl::{self, Parts, Szl},
        userdata,
    },
    identity,
    log_message::{LogMessage, event},
    plan::Limits,
};

const CONNECT: LinkStep = LinkStep::OpenTransport;
const SETUP: LinkStep = LinkStep::SetUp;
const STATUS_LIST: LinkStep = LinkStep::ReadStatusList;

/// TPDUs of 1024 bytes.
const TPDU_SIZE: u8 = 10;
/// Minimum PDU size: a smaller one has no space for one item.
const SMALLEST_PDU: u16 = 64;

/// The status lists about the controller, each with its index: module, components, mode, protection.
const LISTS: [(u16, u16); 4] =
    [(szl::id::MODULE, 0), (szl::id::COMPONENTS, 0), (szl::id::MODE, 0), (szl::id::PROTECTION, 4)];

/// Status lists that a controller does not answer: it stays silent, closes the connection or sends
/// another response. Gateways and older communication processors do so. It is read without them.
#[derive(Debug, Default)]
pub(super) struct ShunnedLists {
    shunned: AtomicU8,
    answered: AtomicU8,
}

impl ShunnedLists {
    fn has(&self, place: usize) -> bool {
        self.shunned.load(Ordering::Relaxed) >> place & 1 == 1
    }

    fn answered(&self, place: usize) {
        self.answered.fetch_or(1 << place, Ordering::Relaxed);
    }

    /// Leaves a list out from now on; all of them, if not even the first one was answered. Returns
    /// false if the controller answered it before, so that the error has another cause.
    fn exclude_list(&self, place: usize) -> bool {
        let answered = self.answered.load(Ordering::Relaxed);
        let is_new = answered >> place & 1 == 0;
        if is_new {
            let lists = if answered == 0 { u8::MAX } else { 1 << place };
            self.shunned.fetch_or(lists, Ordering::Relaxed);
        }
        is_new
    }
}

/// An open connection, ready to read.
pub(super) struct Opened {
    pub(super) wire: Wire,
    pub(super) limits: Limits,
    pub(super) identity: Identity,
    /// Whether the controller reports its mode.
    pub(super) tells_mode: bool,
    /// The active protection level, if it is reported.
    pub(super) protection: Option<u16>,
    /// Whether it reports a mark of its program.
    pub(super) marks_program: bool,
}

/// Connects, negotiates sizes, and reads the identity.
pub(super) async fn open(
    target: &Target,
    options: LinkOptions,
    traffic: &Arc<Traffic>,
    shunned: &ShunnedLists,
) -> Result<Opened, LinkError> {
    let (mut wire, mut limits) = connect_and_negotiate(target, options, traffic).await?;
    let [module, components, mode, protected] = loop {
        match identify(&mut wire, shunned).await {
            Ok(lists) => break lists,
            Err((list, error)) => {
                if !shunned.exclude_list(list) {
                    return Err(error);
                }
                event!(info, LogMessage::NoStatusList, %error);
                wire.close().await;
                (wire, limits) = connect_and_negotiate(target, options, traffic).await?;
            }
        }
    };
    let protection = protected.as_ref().and_then(identity::protection);
    let marks_program = protected.as_ref().and_then(identity::program_mark).is_some();
    let names = identity::names(module.as_ref(), components.as_ref());
    let identity = Identity {
        vendor: "Siemens".to_owned(),
        product: names.product,
        revision: names.firmware,
        serial: names.serial,
        name: names.name,
        address: wire.peer().unwrap_or(SocketAddr::from(([0, 0, 0, 0], target.port))),
        mode: mode.as_ref().map_or(RunMode::Unknown, identity::mode),
        keyswitch: None,
    };
    tracing::debug!(
        product = %identity.product,
        jobs = wire.jobs,
        ?protection,
        marks_program,
        "connected"
    );
    Ok(Opened { wire, limits, identity, tells_mode: mode.is_some(), protection, marks_program })
}

/// Connects and negotiates sizes.
async fn connect_and_negotiate(
    target: &Target,
    options: LinkOptions,
    traffic: &Arc<Traffic>,
) -> Result<(Wire, Limits), LinkError> {
    let mut wire = Wire::dial(target, options, Arc::clone(traffic)).await?;
    connect(&mut wire, target).await?;
    let limits = set_up(&mut wire, target).await?;
    Ok((wire, limits))
}

/// Reads the status lists about the controller; lists that it does not answer are left out. Returns
/// an error with the list at which the connection was lost.
async fn identify(
    wire: &mut Wire,
    shunned: &ShunnedLists,
) -> Result<[Option<Szl>; LISTS.len()], (usize, LinkError)> {
    let mut lists = [const { None }; LISTS.len()];
    for (place, (id, index)) in LISTS.into_iter().enumerate() {
        if !shunned.has(place) {
            lists[place] = read_list(wire, id, index).await.map_err(|error| (place, error))?;
            shunned.answered(place);
        }
    }
    Ok(lists)
}

async fn connect(wire: &mut Wire, target: &Target) -> Result<(), LinkError> {
    let request = Tpdu::ConnectRequest(Connect {
        destination: 0,
        source: 1,
        size: Some(TPDU_SIZE),
        calling: Some(target.calling),
        called: Some(target.called),
    });
    let refused = |why: Message, remedy: Remedy| {
        Err(LinkError::Refused { doing: CONNECT, why, remedy: Some(remedy.message()) })
    };
    match wire.open(CONNECT, &request).await {
        Ok(Tpdu::ConnectConfirm(_)) => Ok(()),
        Ok(Tpdu::Disconnect { reason: reason @ (1 | 129) }) => {
            refused(Disconnected::by(reason), Remedy::NoRoom)
        }
        Ok(Tpdu::Disconnect { reason }) => refused(Disconnected::by(reason), Remedy::WrongPlace),
        Ok(other) => Err(protocol(CONNECT, unexpected(&other))),
        Err(LinkError::Closed { .. }) => refused(Refusal::Closed.message(), Remedy::NoRoom),
        Err(error) => Err(error),
    }
}

/// Requests the maximum sizes and uses the returned ones.
async fn set_up(wire: &mut Wire, target: &Target) -> Result<Limits, LinkError> {
    let wanted =
        Setup { calling_jobs: target.jobs, called_jobs: target.jobs, pdu_size: target.pdu_size };
    let reply = match wire.ask(SETUP, &Pdu::job(0, wanted.encode())).await {
        Err(LinkError::Closed { .. }) => {
            let (why, remedy) = (Refusal::Closed.message(), Some(Remedy::NoRoom.message()));
            return Err(LinkError::Refused { doing: SETUP, why, remedy });
        }
        other => other?,
    };
    if reply.error != 0 {
        let (why, remedy) = (ErrorWord::of(reply.error), Some(Remedy::SetUp.message()));
        return Err(LinkError::Refused { doing: SETUP, why, remedy });
    }
    let granted = match reply.rosctr {
        Rosctr::AckData => Setup::decode(&reply.parameters),
        other => Err(DecodeError::new("ROSCTR", 1, "3", other.code().to_string())),
    }
    .and_then(|it| {
        if it.pdu_size >= SMALLEST_PDU {
            // Some return their own size, even if it is larger than the requested one.
            Ok(Setup { pdu_size: it.pdu_size.min(target.pdu_size), ..it })
        } else {
            let (expected, found) = (format!("at least {SMALLEST_PDU}"), it.pdu_size.to_string());
            Err(DecodeError::new("PDU size", 6, expected, found))
        }
    })
    .map_err(|error| protocol(SETUP, error))?;
    wire.jobs = usize::from(granted.calling_jobs.clamp(1, target.jobs));
    tracing::debug!(pdu_size = granted.pdu_size, jobs = wire.jobs, "communication is set up");
    Ok(Limits::new(granted.pdu_size))
}

/// Reads a status list with all of its parts; `None` if the controller does not have it.
pub(super) async fn read_list(
    wire: &mut Wire,
    id: u16,
    index: u16,
) -> Result<Option<Szl>, LinkError> {
    let mut parts = Parts::default();
    let mut request = szl::request(id, index);
    loop {
        let reply = wire.ask(STATUS_LIST, &request.into_pdu(0)).await?;
        if reply.rosctr != Rosctr::UserData {
            // The whole request was refused.
            return Ok(None);
        }
        let reply =
            userdata::Reply::decode(&reply).map_err(|error| protocol(STATUS_LIST, error))?;
        let (0, Ok(part)) = (reply.error, &reply.data) else { return Ok(None) };
        if let Some(list) =
            parts.add(reply.more, part).map_err(|error| protocol(STATUS_LIST, error))?
        {
            return Ok(Some(list));
        }
        request = szl::next(reply.sequence);
    }
}
