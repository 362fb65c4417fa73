//! The last look at every request: only what reads is sent.
//!
//! The list names every service that the library can encode, so that a new one fails to compile
//! until somebody has decided about it (OPC UA Part 4 §5).

use opcua::core::RequestMessage;

/// Whether a service only reads, or serves reading.
pub(crate) fn only_reads(request: &RequestMessage) -> bool {
    use RequestMessage as It;
    match request {
        It::OpenSecureChannel(_)
        | It::CloseSecureChannel(_)
        | It::GetEndpoints(_)
        | It::FindServers(_)
        | It::CreateSession(_)
        | It::ActivateSession(_)
        | It::CloseSession(_)
        | It::Browse(_)
        | It::BrowseNext(_)
        | It::TranslateBrowsePathsToNodeIds(_)
        | It::RegisterNodes(_)
        | It::UnregisterNodes(_)
        | It::Read(_)
        | It::CreateSubscription(_)
        | It::DeleteSubscriptions(_)
        | It::CreateMonitoredItems(_)
        | It::DeleteMonitoredItems(_)
        | It::Publish(_) => true,
        It::Write(_)
        | It::HistoryRead(_)
        | It::HistoryUpdate(_)
        | It::Call(_)
        | It::AddNodes(_)
        | It::AddReferences(_)
        | It::DeleteNodes(_)
        | It::DeleteReferences(_)
        | It::RegisterServer(_)
        | It::RegisterServer2(_)
        | It::FindServersOnNetwork(_)
        | It::Cancel(_)
        | It::QueryFirst(_)
        | It::QueryNext(_)
        | It::ModifyMonitoredItems(_)
        | It::SetMonitoringMode(_)
        | It::SetTriggering(_)
        | It::ModifySubscription(_)
        | It::SetPublishingMode(_)
        | It::Republish(_)
        | It::TransferSubscriptions(_) => false,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_types, reason = "what must not be sent is made to be refused")]

    use opcua::types::{
        AddNodesRequest, BrowseRequest, CallRequest, DeleteNodesRequest, HistoryUpdateRequest,
        NodeId, ReadRequest, RequestHeader, SetMonitoringModeRequest, WriteRequest,
    };

    use super::*;

    fn check(request: impl Into<RequestMessage>, passes: bool) {
        let request = request.into();
        assert_eq!(only_reads(&request), passes, "{}", request.type_name());
    }

    fn header() -> RequestHeader {
        RequestHeader::new(&NodeId::null(), &opcua::types::DateTime::null(), 1)
    }

    #[test]
    fn what_reads_passes_and_nothing_else() {
        let request_header = header();
        check(ReadRequest { request_header: header(), ..ReadRequest::default() }, true);
        check(BrowseRequest { request_header: header(), ..BrowseRequest::default() }, true);
        check(WriteRequest { request_header, nodes_to_write: None }, false);
        check(CallRequest { request_header: header(), methods_to_call: None }, false);
        check(AddNodesRequest { request_header: header(), nodes_to_add: None }, false);
        check(DeleteNodesRequest { request_header: header(), nodes_to_delete: None }, false);
        check(
            HistoryUpdateRequest { request_header: header(), history_update_details: None },
            false,
        );
        check(SetMonitoringModeRequest::default(), false);
    }
}
