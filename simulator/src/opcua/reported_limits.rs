//! The limits that the server reports if they are not the true ones.

use std::sync::Arc;

use async_trait::async_trait;
use opcua::{
    nodes::DefaultTypeTree,
    server::{
        CreateMonitoredItem,
        diagnostics::NamespaceMetadata,
        node_manager::{
            BrowseNode, BrowsePathItem, DynNodeManager, NodeManager, NodeManagersRef, ReadNode,
            RequestContext, ServerContext,
        },
    },
    types::{
        AttributeId, DataValue, Identifier, NodeId, StatusCode, TimestampsToReturn, VariableId,
    },
};

use super::{controller::Controller, fault::told_limit};
use crate::rig::server::Shared;

const LIMITS: [VariableId; 5] = [
    VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerRead,
    VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse,
    VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerRegisterNodes,
    VariableId::Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
    VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerTranslateBrowsePathsToNodeIds,
];

/// Precedes the core's node manager, which has the true limits, and answers for it.
pub(super) struct ReportedLimits {
    shared: Shared<Controller>,
    managers: NodeManagersRef,
}

impl ReportedLimits {
    pub(super) fn new(shared: Shared<Controller>, context: &ServerContext) -> Self {
        Self { shared, managers: context.node_managers.clone() }
    }

    fn core(&self) -> Result<Arc<DynNodeManager>, StatusCode> {
        let core = self.managers.iter().find(|it| it.name() == "core");
        core.ok_or(StatusCode::BadShutdown)
    }
}

#[async_trait]
impl NodeManager for ReportedLimits {
    fn owns_node(&self, id: &NodeId) -> bool {
        let Identifier::Numeric(number) = id.identifier else { return false };
        id.namespace == 0 && LIMITS.iter().any(|it| *it as u32 == number)
    }

    fn name(&self) -> &'static str {
        "told limits"
    }

    fn namespaces_for_user(&self, _context: &RequestContext) -> Vec<NamespaceMetadata> {
        Vec::new()
    }

    async fn init(&self, _types: &mut DefaultTypeTree, _context: ServerContext) {}

    async fn read(
        &self,
        context: &RequestContext,
        max_age: f64,
        timestamps: TimestampsToReturn,
        nodes: &mut [&mut ReadNode],
    ) -> Result<(), StatusCode> {
        self.core()?.read(context, max_age, timestamps, nodes).await?;
        if let Some(limit) = told_limit(&self.shared.lock().faults) {
            for node in nodes {
                if node.node().attribute_id == AttributeId::Value {
                    node.set_result(DataValue::new_now(limit));
                }
            }
        }
        Ok(())
    }

    async fn create_monitored_items(
        &self,
        context: &RequestContext,
        items: &mut [&mut CreateMonitoredItem],
    ) -> Result<(), StatusCode> {
        self.core()?.create_monitored_items(context, items).await
    }

    async fn browse(
        &self,
        _context: &RequestContext,
        _nodes: &mut [BrowseNode],
    ) -> Result<(), StatusCode> {
        // The core is read next.
        Ok(())
    }

    #[expect(elided_lifetimes_in_paths, reason = "the trait leaves it out, and both must agree")]
    async fn translate_browse_paths_to_node_ids(
        &self,
        _context: &RequestContext,
        _nodes: &mut [&mut BrowsePathItem],
    ) -> Result<(), StatusCode> {
        Ok(())
    }
}
