//! Answers requests for variables.

use std::sync::Arc;

use async_trait::async_trait;
use opcua::{
    server::{
        CreateMonitoredItem, SubscriptionCache,
        address_space::AddressSpace,
        diagnostics::NamespaceMetadata,
        node_manager::{
            ParsedReadValueId, RequestContext, ServerContext, WriteNode,
            memory::{InMemoryNodeManager, InMemoryNodeManagerBuilder, InMemoryNodeManagerImpl},
        },
    },
    sync::RwLock,
    types::{
        AttributeId, DataEncoding, DataValue, DateTime, Identifier, MessageSecurityMode, NodeId,
        NumericRange, StatusCode, TimestampsToReturn, Variant,
    },
};

use super::{
    controller::Controller,
    layout::Layout,
    space::{Builder, Namespaces},
};
use crate::rig::server::Shared;

/// Devices, the types of PLCopen, and the variables. With the two standard namespaces, the indexes
/// are those of a CODESYS runtime.
const NAMESPACES: [&str; 3] = [
    "http://opcfoundation.org/UA/DI/",
    "http://PLCopen.org/OpcUa/IEC61131-3/",
    "CODESYSSPV3/3S/IecVarAccess",
];

/// The node manager of the three.
pub(super) type Manager = InMemoryNodeManager<Variables>;

pub(super) struct Variables {
    shared: Shared<Controller>,
    layout: Arc<Layout>,
    namespaces: Namespaces,
    metadata: Vec<NamespaceMetadata>,
    /// `|var|<device>.<application>.`
    prefix: String,
}

/// Creates the node manager when the server is built.
pub(super) fn builder(
    shared: Shared<Controller>,
) -> InMemoryNodeManagerBuilder<impl FnOnce(ServerContext, &mut AddressSpace) -> Variables> {
    InMemoryNodeManagerBuilder::new(move |context: ServerContext, space: &mut AddressSpace| {
        Variables::new(shared, &context, space)
    })
}

impl Variables {
    fn new(shared: Shared<Controller>, context: &ServerContext, space: &mut AddressSpace) -> Self {
        let metadata = NAMESPACES.map(|uri| {
            let index = context.type_tree.write().namespaces_mut().add_namespace(uri);
            space.add_namespace(uri, index);
            NamespaceMetadata {
                namespace_uri: uri.to_owned(),
                namespace_index: index,
                ..NamespaceMetadata::default()
            }
        });
        let [devices, _, variables] = &metadata;
        let namespaces =
            Namespaces { devices: devices.namespace_index, variables: variables.namespace_index };
        let (layout, identity, removed) = {
            let controller = shared.lock();
            let layout = Arc::clone(controller.memory.layout());
            (layout, controller.identity.clone(), controller.own.removed.clone())
        };
        let prefix = format!("|var|{}.", layout.prefix());
        Builder { space, layout: &layout, namespaces }
            .build(&identity, |name| removed.contains(name));
        Self { shared, layout, namespaces, metadata: metadata.into(), prefix }
    }

    /// The ids of a variable and of its members and elements, or all ids.
    fn ids(&self, only: Option<&str>) -> Vec<NodeId> {
        let is_wanted = |name: &&str| {
            only.is_none_or(|variable| {
                name.strip_prefix(variable)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            })
        };
        let id = |name| Builder::variable_id(&self.layout, self.namespaces, name);
        self.layout.names().filter(is_wanted).map(id).collect()
    }

    /// The name of a variable, member or element, from its node id.
    fn name<'a>(&self, id: &'a NodeId) -> Option<&'a str> {
        match &id.identifier {
            Identifier::String(it) if id.namespace == self.namespaces.variables => {
                it.as_ref().strip_prefix(&self.prefix)
            }
            _ => None,
        }
    }

    /// Returns its current value.
    fn sample(
        &self,
        controller: &Controller,
        id: &NodeId,
        range: &NumericRange,
    ) -> Option<Result<Variant, StatusCode>> {
        let place = self.layout.place(self.name(id)?)?;
        let value = controller.memory.variant(place, self.namespaces.variables);
        let value = value.ok_or(StatusCode::BadInternalError);
        Some(value.and_then(|it| it.range_of_owned(range)))
    }

    fn read(
        &self,
        context: &RequestContext,
        space: &AddressSpace,
        controller: &Controller,
        node: &ParsedReadValueId,
        timestamps: TimestampsToReturn,
    ) -> DataValue {
        if let Err(status) = space.validate_node_read(context, node) {
            return bad(status);
        }
        match self.sample(controller, &node.node_id, &node.index_range) {
            Some(Ok(value)) => with_timestamps(value, timestamps),
            Some(Err(status)) => bad(status),
            // A property of a type or of the device.
            None => space.read(context, node, 0.0, timestamps),
        }
    }
}

#[async_trait]
impl InMemoryNodeManagerImpl for Variables {
    async fn init(&self, _space: &mut AddressSpace, _context: ServerContext) {}

    fn name(&self) -> &'static str {
        "variables"
    }

    fn namespaces(&self) -> Vec<NamespaceMetadata> {
        self.metadata.clone()
    }

    async fn read_values(
        &self,
        context: &RequestContext,
        space: &RwLock<AddressSpace>,
        nodes: &[&ParsedReadValueId],
        _max_age: f64,
        timestamps: TimestampsToReturn,
    ) -> Vec<DataValue> {
        let space = space.read();
        let mut controller = self.shared.lock();
        controller.counters.reads += 1;
        controller.counters.nodes_read += nodes.len() as u64;
        let controller = &*controller;
        nodes.iter().map(|node| self.read(context, &space, controller, node, timestamps)).collect()
    }

    #[expect(clippy::mut_mut, reason = "the trait has it so")]
    async fn create_value_monitored_items(
        &self,
        context: &RequestContext,
        space: &RwLock<AddressSpace>,
        items: &mut [&mut &mut CreateMonitoredItem],
    ) {
        let space = space.read();
        let controller = self.shared.lock();
        for item in items {
            let node = item.item_to_monitor();
            let first = self.read(context, &space, &controller, node, TimestampsToReturn::Both);
            let status = first.status.unwrap_or(StatusCode::Good);
            item.set_status(status);
            if status.is_good() {
                item.set_initial_value(first);
            }
        }
    }

    async fn write(
        &self,
        context: &RequestContext,
        _space: &RwLock<AddressSpace>,
        nodes: &mut [&mut WriteNode],
    ) -> Result<(), StatusCode> {
        // Unencrypted writes are counted by the proxy.
        let mode = context.session.read().message_security_mode();
        if mode == MessageSecurityMode::SignAndEncrypt {
            self.shared.lock().counters.writes += 1;
        }
        for node in nodes {
            node.set_status(StatusCode::BadUserAccessDenied);
        }
        Ok(())
    }
}

/// Notifies the subscriptions that one variable, or all of them, may have changed.
pub(super) fn notify(manager: &Manager, subscriptions: &SubscriptionCache, only: Option<&str>) {
    let it = manager.inner();
    let ids = it.ids(only);
    let space = manager.address_space().read();
    let sample = |id: &NodeId, _, range: &NumericRange, _: &DataEncoding| {
        if !space.node_exists(id) {
            return Some(bad(StatusCode::BadNodeIdUnknown));
        }
        Some(match it.sample(&it.shared.lock(), id, range)? {
            Ok(value) => with_timestamps(value, TimestampsToReturn::Both),
            Err(status) => bad(status),
        })
    };
    subscriptions.maybe_notify(ids.iter().map(|id| (id, AttributeId::Value)), sample);
}

/// Removes the nodes of a variable.
pub(super) fn remove(manager: &Manager, variable: &str) {
    let ids = manager.inner().ids(Some(variable));
    let mut space = manager.address_space().write();
    for id in ids {
        space.delete(&id, true);
    }
}

/// Restores the nodes of a variable.
pub(super) fn restore(manager: &Manager, variable: &str) {
    let it = manager.inner();
    let mut space = manager.address_space().write();
    if let Some(known) = it.layout.variables.iter().find(|known| known.name == variable) {
        Builder { space: &mut space, layout: &it.layout, namespaces: it.namespaces }
            .variable(known);
    }
}

/// Sampled now, by the source as well as by the server.
fn with_timestamps(value: Variant, timestamps: TimestampsToReturn) -> DataValue {
    use TimestampsToReturn::{Both, Server, Source};
    let now = DateTime::now();
    DataValue {
        value: Some(value),
        status: Some(StatusCode::Good),
        source_timestamp: matches!(timestamps, Source | Both).then_some(now),
        server_timestamp: matches!(timestamps, Server | Both).then_some(now),
        ..DataValue::default()
    }
}

fn bad(status: StatusCode) -> DataValue {
    DataValue { status: Some(status), ..DataValue::default() }
}
