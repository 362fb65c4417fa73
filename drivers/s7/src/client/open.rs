//! The steps from a socket to a controller that can be read.

use std::{net::SocketAddr, sync::Arc};

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
    plan::Limits,
};

const CONNECT: LinkStep = LinkStep::OpenTransport;
const SETUP: LinkStep = LinkStep::SetUp;
const STATUS_LIST: LinkStep = LinkStep::ReadStatusList;

/// TPDUs of 1024 bytes.
const TPDU_SIZE: u8 = 10;
/// Below this, not one item fits.
const SMALLEST_PDU: u16 = 64;

/// A controller that can be read.
pub(super) struct Opened {
    pub(super) wire: Wire,
    pub(super) limits: Limits,
    pub(super) identity: Identity,
    /// Whether the controller tells its mode.
    pub(super) tells_mode: bool,
    /// The protection level in force, where it tells.
    pub(super) protection: Option<u16>,
    /// Whether it marks its program.
    pub(super) marks_program: bool,
}

/// Dials, agrees on sizes, and learns who answers.
pub(super) async fn open(
    target: &Target,
    options: LinkOptions,
    traffic: &Arc<Traffic>,
) -> Result<Opened, LinkError> {
    let mut wire = Wire::dial(target, options, Arc::clone(traffic)).await?;
    connect(&mut wire, target).await?;
    let limits = set_up(&mut wire, target).await?;
    let module = read_list(&mut wire, szl::id::MODULE, 0).await?;
    let components = read_list(&mut wire, szl::id::COMPONENTS, 0).await?;
    let mode = read_list(&mut wire, szl::id::MODE, 0).await?;
    let protected = read_list(&mut wire, szl::id::PROTECTION, 4).await?;
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

/// Asks for the most and obeys the answer.
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
        let is_sane = (SMALLEST_PDU..=target.pdu_size).contains(&it.pdu_size);
        let expected = || format!("{SMALLEST_PDU} to {}", target.pdu_size);
        if is_sane {
            Ok(it)
        } else {
            Err(DecodeError::new("PDU size", 6, expected(), it.pdu_size.to_string()))
        }
    })
    .map_err(|error| protocol(SETUP, error))?;
    wire.jobs = usize::from(granted.calling_jobs.clamp(1, target.jobs));
    tracing::debug!(pdu_size = granted.pdu_size, jobs = wire.jobs, "communication is set up");
    Ok(Limits::new(granted.pdu_size))
}

/// Reads a status list, all its parts; `None` where the controller has none of this kind.
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
            // Refused as a whole.
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
