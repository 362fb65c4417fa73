//! The services of a session: one function for each allowed one (OPC UA Part 4 §5).

use std::time::Duration;

use opcua::{
    core::ResponseMessage,
    types::{
        BrowseDescription, BrowseNextRequest, BrowseRequest, BrowseResult, ByteString,
        CloseSessionRequest, CreateMonitoredItemsRequest, CreateSubscriptionRequest,
        CreateSubscriptionResponse, DataValue, DeleteSubscriptionsRequest,
        MonitoredItemCreateRequest, MonitoredItemCreateResult, NodeId, NotificationMessage,
        PublishRequest, ReadRequest, ReadValueId, RegisterNodesRequest,
        SubscriptionAcknowledgement, TimestampsToReturn,
    },
};
use tagbridge_driver::{LinkError, LinkStep};

use super::{
    Session,
    channel::Channel,
    fault::{Fault, protocol, unexpected},
};

const READ: LinkStep = LinkStep::Read;
const BROWSE: LinkStep = LinkStep::Browse;
const REGISTER: LinkStep = LinkStep::RegisterNodes;
const SUBSCRIBE: LinkStep = LinkStep::Subscribe;
const MONITOR: LinkStep = LinkStep::MonitorNodes;
const PUBLISH: LinkStep = LinkStep::HearSubscription;

/// A message of a subscription.
pub(crate) struct Published {
    pub(crate) subscription: u32,
    pub(crate) message: NotificationMessage,
}

impl Session {
    /// One value for each node, in the requested order.
    pub(crate) async fn read(
        &self,
        nodes: Vec<ReadValueId>,
        timestamps: TimestampsToReturn,
    ) -> Result<Vec<DataValue>, Fault> {
        let asked = nodes.len();
        let channel = self.channel()?;
        let request = ReadRequest {
            request_header: channel.header(&self.token),
            max_age: 0.0,
            timestamps_to_return: timestamps,
            nodes_to_read: Some(nodes),
        };
        match channel.ask(READ, request).await? {
            ResponseMessage::Read(it) => all(READ, asked, it.results),
            other => Err(Fault::Link(unexpected(READ, &other))),
        }
    }

    /// The references of each node, as far as they fit; the others are requested with continuation
    /// points.
    pub(crate) async fn browse(
        &self,
        nodes: Vec<BrowseDescription>,
        most: u32,
    ) -> Result<Vec<BrowseResult>, Fault> {
        let asked = nodes.len();
        let channel = self.channel()?;
        let request = BrowseRequest {
            request_header: channel.header(&self.token),
            requested_max_references_per_node: most,
            nodes_to_browse: Some(nodes),
            ..BrowseRequest::default()
        };
        match channel.ask(BROWSE, request).await? {
            ResponseMessage::Browse(it) => all(BROWSE, asked, it.results),
            other => Err(Fault::Link(unexpected(BROWSE, &other))),
        }
    }

    /// The references after continuation points; with `release`, only releases the points.
    pub(crate) async fn browse_next(
        &self,
        points: Vec<ByteString>,
        release: bool,
    ) -> Result<Vec<BrowseResult>, Fault> {
        let asked = points.len();
        let channel = self.channel()?;
        let request = BrowseNextRequest {
            request_header: channel.header(&self.token),
            release_continuation_points: release,
            continuation_points: Some(points),
        };
        match channel.ask(BROWSE, request).await? {
            ResponseMessage::BrowseNext(it) if release => Ok(it.results.unwrap_or_default()),
            ResponseMessage::BrowseNext(it) => all(BROWSE, asked, it.results),
            other => Err(Fault::Link(unexpected(BROWSE, &other))),
        }
    }

    /// Registered names of nodes, valid for the session.
    pub(crate) async fn register(&self, nodes: Vec<NodeId>) -> Result<Vec<NodeId>, Fault> {
        let asked = nodes.len();
        let channel = self.channel()?;
        let request = RegisterNodesRequest {
            request_header: channel.header(&self.token),
            nodes_to_register: Some(nodes),
        };
        match channel.ask(REGISTER, request).await? {
            ResponseMessage::RegisterNodes(it) => all(REGISTER, asked, it.registered_node_ids),
            other => Err(Fault::Link(unexpected(REGISTER, &other))),
        }
    }

    /// Creates a subscription that reports each `interval`, and after `keep_alive` silent
    /// intervals.
    pub(crate) async fn subscribe(
        &self,
        interval: Duration,
        keep_alive: u32,
    ) -> Result<CreateSubscriptionResponse, Fault> {
        let channel = self.channel()?;
        let request = CreateSubscriptionRequest {
            request_header: channel.header(&self.token),
            requested_publishing_interval: interval.as_secs_f64() * 1000.0,
            requested_lifetime_count: keep_alive.saturating_mul(10).max(100),
            requested_max_keep_alive_count: keep_alive,
            max_notifications_per_publish: 0,
            publishing_enabled: true,
            priority: 0,
        };
        match channel.ask(SUBSCRIBE, request).await? {
            ResponseMessage::CreateSubscription(it) => Ok(*it),
            other => Err(Fault::Link(unexpected(SUBSCRIBE, &other))),
        }
    }

    /// Deletes a subscription. Never fails: it may already be deleted.
    pub(crate) async fn unsubscribe(&self, subscription: u32) {
        let Ok(channel) = self.channel() else { return };
        let request = DeleteSubscriptionsRequest {
            request_header: channel.header(&self.token),
            subscription_ids: Some(vec![subscription]),
        };
        if let Err(fault) = channel.ask(LinkStep::DeleteSubscription, request).await {
            tracing::debug!(?fault, "the subscription was not deleted");
        }
    }

    /// Adds monitored nodes to a subscription.
    pub(crate) async fn monitor(
        &self,
        subscription: u32,
        items: Vec<MonitoredItemCreateRequest>,
        timestamps: TimestampsToReturn,
    ) -> Result<Vec<MonitoredItemCreateResult>, Fault> {
        let asked = items.len();
        let channel = self.channel()?;
        let request = CreateMonitoredItemsRequest {
            request_header: channel.header(&self.token),
            subscription_id: subscription,
            timestamps_to_return: timestamps,
            items_to_create: Some(items),
        };
        match channel.ask(MONITOR, request).await? {
            ResponseMessage::CreateMonitoredItems(it) => all(MONITOR, asked, it.results),
            other => Err(Fault::Link(unexpected(MONITOR, &other))),
        }
    }

    /// Waits up to `limit` for a notification of a subscription; acknowledges the previous one.
    pub(crate) async fn publish(
        &self,
        heard: Vec<SubscriptionAcknowledgement>,
        limit: Duration,
    ) -> Result<Published, Fault> {
        let channel = self.channel()?;
        let mut request_header = channel.header(&self.token);
        request_header.timeout_hint = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX);
        let subscription_acknowledgements = (!heard.is_empty()).then_some(heard);
        let request = PublishRequest { request_header, subscription_acknowledgements };
        match channel.ask_for(limit, PUBLISH, request).await? {
            ResponseMessage::Publish(it) => {
                Ok(Published { subscription: it.subscription_id, message: it.notification_message })
            }
            other => Err(Fault::Link(unexpected(PUBLISH, &other))),
        }
    }
}

/// Closes a session. Never fails: the channel is closed next.
pub(super) async fn close_session(channel: &Channel, token: &NodeId) {
    let request =
        CloseSessionRequest { request_header: channel.header(token), delete_subscriptions: true };
    if let Err(fault) = channel.ask(LinkStep::CloseSession, request).await {
        tracing::debug!(?fault, "the session was not closed in order");
    }
}

/// Returns an error unless there is one result per request item.
fn all<T>(doing: LinkStep, asked: usize, answers: Option<Vec<T>>) -> Result<Vec<T>, Fault> {
    let answers = answers.unwrap_or_default();
    if answers.len() == asked {
        return Ok(answers);
    }
    let what = format!("{} answers to {asked} questions", answers.len());
    let error: LinkError = protocol(doing, what);
    Err(Fault::Link(error))
}
