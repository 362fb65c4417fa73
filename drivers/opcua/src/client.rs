//! The driver of an OPC UA server, and its connection.

mod kept_knowledge;
mod learn;
mod list;
mod open;
mod register;
mod scan;
mod similar_names;
mod subscription;
mod target;
mod walk;
mod wire;

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use async_trait::async_trait;
use opcua::types::{AttributeId, TimestampsToReturn};
use tagbridge_client::Mode;
use tagbridge_driver::{
    Connection, Driver, Endpoint, EndpointError, Explanation, Identity, Keyring, LinkError,
    LinkOptions, Listing, ReadMode, RunMode, Scan, TagSet, Traffic,
};

pub use self::target::PORT;
pub(crate) use self::target::{Target, UserIdentity};
use self::{
    kept_knowledge::{KeptKnowledge, ServerKnowledge},
    learn::NamesToResolve,
    open::Opened,
    scan::{Prepared, ReadResult},
    subscription::{State, Subscription},
    wire::{AttributeRead, Wire},
};
use crate::{
    guard::KINDS,
    log_message::{LogMessage, event},
    plan::{self, Limits, Plan},
};

/// The address of an OPC UA server:
/// `opc.tcp://HOST[:PORT][/PATH][?security=POLICY[:MODE]][&user=NAME]`.
///
/// Defaults: port 4840, the best security that the server offers, and an anonymous user.
#[derive(Debug, Clone)]
pub struct OpcUa {
    target: Target,
    keyring: Keyring,
    options: LinkOptions,
    /// The actual limits of the server, which may be lower than the reported ones.
    found: Arc<Mutex<Option<Limits>>>,
    /// The knowledge of the previous connection.
    kept: KeptKnowledge,
    traffic: Arc<Traffic>,
}

impl OpcUa {
    /// Parses the endpoint, without connecting.
    pub fn new(
        endpoint: &Endpoint,
        options: LinkOptions,
        keyring: Keyring,
    ) -> Result<Self, EndpointError> {
        let traffic = Arc::new(Traffic::new(KINDS));
        let (found, kept) = (Arc::default(), KeptKnowledge::default());
        Ok(Self { target: Target::of(endpoint)?, keyring, options, found, kept, traffic })
    }
}

#[async_trait]
impl Driver for OpcUa {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let Opened { wire, identity, knowledge, monitored_per_call, registered_per_call } =
            open::open(self).await?;
        Ok(Box::new(OpcUaConnection {
            timestamps: if self.target.source_time {
                TimestampsToReturn::Source
            } else {
                TimestampsToReturn::Neither
            },
            mode: Mode::new(identity.mode, identity.mode != RunMode::Unknown),
            identity,
            wire,
            knowledge,
            registered_per_call,
            monitored_per_call,
            read_mode: self.options.mode,
            subscribed: None,
            left: None,
            prepared: None,
            traffic: Arc::clone(&self.traffic),
        }))
    }

    fn traffic(&self) -> Option<Arc<Traffic>> {
        Some(Arc::clone(&self.traffic))
    }
}

/// A connection to an OPC UA server.
struct OpcUaConnection {
    wire: Wire,
    identity: Identity,
    knowledge: ServerKnowledge,
    timestamps: TimestampsToReturn,
    /// Number of nodes that the server registers in one request; 0: it does not support
    /// registration.
    registered_per_call: usize,
    /// Number of nodes that the server starts to monitor in one request.
    monitored_per_call: usize,
    read_mode: ReadMode,
    subscribed: Option<Subscribed>,
    /// The previous subscription, which still exists on the server.
    left: Option<Subscription>,
    /// The plan of the set that was read last, by the set's id, and the number of its reads.
    prepared: Option<(u64, Prepared, u32)>,
    traffic: Arc<Traffic>,
    mode: Mode,
}

#[async_trait]
impl Connection for OpcUaConnection {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        if let Some(scan) = self.latest(tags).await? {
            return Ok(scan);
        }
        let start = self.wire.requests;
        let (mut prepared, times) = self.prepared_for(tags).await?;
        // Not all servers accept registered names for monitored items.
        if times == 1 && matches!(self.read_mode, ReadMode::Poll) {
            self.register(&mut prepared).await?;
        }
        let named = || prepared.tags_by_node(tags.names());
        self.traffic.name(tags.id(), prepared.asks().len(), named);
        let before = self.wire.requests;
        let state = self.state_if_due();
        let (mut values, told) =
            scan::run(&mut self.wire, &mut prepared, state, self.timestamps).await?;
        if let Some(told) = told {
            self.keep_mode(open::mode_told(&told));
        }
        self.read_by_own_names(&mut prepared, &mut values).await?;
        let round_trips = self.wire.requests - before;
        if let Some(left) = self.left.take() {
            left.close().await;
        }
        let came =
            scan::understand(values, self.timestamps, &mut self.knowledge, &mut self.wire).await?;
        for (name, take) in tags.names().iter().zip(&prepared.plan.takes) {
            match take {
                Ok(take) if came[take.read].is_lost(take) => self.knowledge.miss(name),
                Ok(_) => self.knowledge.hit(name),
                Err(_) => {}
            }
        }
        let answers = prepared.answers(&came, Instant::now());
        self.subscribe(tags, &prepared, came).await?;
        let learning = self.wire.requests - start - round_trips;
        self.prepared = Some((tags.id(), prepared, times.saturating_add(1)));
        Ok(Scan { answers, round_trips, learning, mode: self.mode.now() })
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let plan = self.plan(tags).await?;
        Ok(plan.explain(tags.names(), self.wire.limits()))
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        list::browse(&mut self.wire, &mut self.knowledge, sink).await
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        let asks = [AttributeRead::attribute(open::state_node(), AttributeId::Value)];
        let told = self.wire.read(&asks, TimestampsToReturn::Neither).await?;
        if let Some((told, _)) = told.first() {
            self.keep_mode(open::mode_told(told));
        }
        Ok(self.mode.now())
    }

    async fn close(mut self: Box<Self>) {
        // Closing the session deletes everything that belongs to it on the server.
        let subscribed = self.subscribed.take().map(|it| it.subscription);
        for mut it in self.left.take().into_iter().chain(subscribed) {
            it.end_task().await;
        }
        self.wire.close().await;
    }
}

/// The monitored values of a set.
struct Subscribed {
    set: u64,
    subscription: Subscription,
    /// The latest value of each read, followed by the server's state.
    came: Vec<ReadResult>,
}

impl OpcUaConnection {
    /// Returns the plan for a set, and the number of its reads. Missing names are resolved again
    /// from time to time; if they are still missing, the plan and its registered names stay.
    async fn prepared_for(&mut self, tags: &TagSet) -> Result<(Prepared, u32), LinkError> {
        let kept = self.prepared.take().filter(|it| it.0 == tags.id());
        let due = self.knowledge.due(tags.names());
        if due == NamesToResolve::Lost {
            self.knowledge.forget_structures();
        }
        let plan = match (kept, due) {
            (Some((_, prepared, times)), NamesToResolve::Nothing) => return Ok((prepared, times)),
            (Some((_, prepared, times)), NamesToResolve::Missing) => {
                let plan = self.plan(tags).await?;
                if plan == prepared.plan {
                    return Ok((prepared, times));
                }
                plan
            }
            _ => self.plan(tags).await?,
        };
        Ok((Prepared::new(plan), 0))
    }

    async fn plan(&mut self, tags: &TagSet) -> Result<Plan, LinkError> {
        let aims = self.knowledge.aims(tags.names(), &mut self.wire).await?;
        let plan = Plan::new(aims, self.knowledge.knows_ranges);
        let requests = plan::pack(&plan.costs(), self.wire.limits()).len();
        tracing::debug!(tags = tags.len(), nodes = plan.reads.len(), requests, "planned");
        Ok(plan)
    }

    /// Reads nodes again by their own names if their registered names are no longer known.
    async fn read_by_own_names(
        &mut self,
        prepared: &mut Prepared,
        values: &mut [(opcua::types::DataValue, Instant)],
    ) -> Result<(), LinkError> {
        let lost: Vec<usize> = values
            .iter()
            .enumerate()
            .filter(|(_, (it, _))| it.status.is_some_and(scan::is_unknown))
            .map(|it| it.0)
            .filter(|&it| prepared.rename_back(it))
            .collect();
        let asks: Vec<AttributeRead> = lost.iter().map(|&it| prepared.asks()[it].clone()).collect();
        let found = self.wire.read(&asks, self.timestamps).await?;
        for (place, value) in lost.into_iter().zip(found) {
            values[place] = value;
        }
        Ok(())
    }

    /// A scan of the received values. `None`: the server must be read.
    async fn latest(&mut self, tags: &TagSet) -> Result<Option<Scan>, LinkError> {
        let Some(mut subscribed) = self.subscribed.take() else { return Ok(None) };
        let start = self.wire.requests;
        let (prepared, times) = self.prepared_for(tags).await?;
        self.prepared = Some((tags.id(), prepared, times));
        let is_kept = subscribed.set == tags.id() && times > 0;
        let state = if is_kept { subscribed.subscription.news()? } else { State::Gone };
        let (State::Live(news, heard), Some((_, prepared, _))) = (state, &mut self.prepared) else {
            // Closed after the values are read: the server may not answer.
            subscribed.subscription.end_task().await;
            self.left = Some(subscribed.subscription);
            return Ok(None);
        };
        let (places, values): (Vec<usize>, Vec<_>) =
            news.into_iter().map(|(place, value)| (place, (value, heard))).unzip();
        let mut state = None;
        let understood =
            scan::understand(values, self.timestamps, &mut self.knowledge, &mut self.wire).await?;
        for (place, it) in places.into_iter().zip(understood) {
            match subscribed.came.get_mut(place) {
                Some(latest) => *latest = it,
                None => state = it.number(),
            }
        }
        // An unchanged value is as old as the server's last sampling, before its last message.
        for (it, lag) in subscribed.came.iter_mut().zip(&subscribed.subscription.lags) {
            it.arrived = heard.checked_sub(*lag).unwrap_or(heard);
        }
        if let Some(state) = state {
            self.mode.note(open::mode_of_number(state));
        }
        let answers = prepared.answers(&subscribed.came, heard);
        self.subscribed = Some(subscribed);
        let learning = self.wire.requests - start;
        Ok(Some(Scan { answers, round_trips: 0, learning, mode: self.mode.now() }))
    }

    /// Starts to monitor a set from its second scan on, if this is requested.
    async fn subscribe(
        &mut self,
        tags: &TagSet,
        prepared: &Prepared,
        came: Vec<ReadResult>,
    ) -> Result<(), LinkError> {
        let ReadMode::Subscribe { interval } = self.read_mode else { return Ok(()) };
        if tags.is_empty() {
            return Ok(());
        }
        let state = AttributeRead::attribute(open::state_node(), AttributeId::Value);
        // An attribute that could not be decoded would make the whole message unreadable.
        let asks: Vec<Option<AttributeRead>> = prepared
            .asks()
            .iter()
            .map(|it| (!self.wire.is_doubtful(it)).then(|| it.clone()))
            .chain([Some(state)])
            .collect();
        let session = Arc::clone(&self.wire.session);
        let (most, requests) = (self.monitored_per_call, &mut self.wire.requests);
        let subscription =
            Subscription::new(session, &asks, (interval, self.timestamps), most, requests).await?;
        if let Some(subscription) = subscription {
            self.subscribed = Some(Subscribed { set: tags.id(), subscription, came });
        } else {
            event!(info, LogMessage::PolledInstead);
            self.read_mode = ReadMode::Poll;
        }
        Ok(())
    }

    fn state_if_due(&self) -> Option<AttributeRead> {
        self.mode.is_due().then(|| AttributeRead::attribute(open::state_node(), AttributeId::Value))
    }

    fn keep_mode(&mut self, told: RunMode) {
        self.mode.keep((told != RunMode::Unknown).then_some(told));
    }
}
