//! The final check of every request: only requests that read are sent.
//!
//! The list contains every service that the library can encode, so that the code fails to compile
//! with a new service until it is added here (OPC UA Part 4 §5).

use opcua::core::RequestMessage;
use tagbridge_driver::{RequestKind, RequestName};

/// The kinds of requests. The codes are those of the requests in the protocol.
pub(crate) const KINDS: &[RequestKind] = &[
    RequestKind { name: RequestName::Channel, code: "446, 452" },
    RequestKind { name: RequestName::Discover, code: "422, 428" },
    RequestKind { name: RequestName::Session, code: "461, 467, 473" },
    RequestKind { name: RequestName::Browse, code: "527, 533, 554" },
    RequestKind { name: RequestName::RegisterNodes, code: "560, 566" },
    RequestKind { name: RequestName::Read, code: "631" },
    RequestKind { name: RequestName::Subscribe, code: "787, 847, 751, 781" },
    RequestKind { name: RequestName::Publish, code: "826" },
];

/// The kinds that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Channel,
    Who,
    Session,
    Browse,
    Register,
    Read,
    Subscribe,
    Publish,
}

/// The kind of a request. `None`: it is not needed for reading, and is not sent.
pub(crate) fn kind(request: &RequestMessage) -> Option<Kind> {
    use RequestMessage as It;
    Some(match request {
        It::OpenSecureChannel(_) | It::CloseSecureChannel(_) => Kind::Channel,
        It::GetEndpoints(_) | It::FindServers(_) => Kind::Who,
        It::CreateSession(_) | It::ActivateSession(_) | It::CloseSession(_) => Kind::Session,
        It::Browse(_) | It::BrowseNext(_) | It::TranslateBrowsePathsToNodeIds(_) => Kind::Browse,
        It::RegisterNodes(_) | It::UnregisterNodes(_) => Kind::Register,
        It::Read(_) => Kind::Read,
        It::CreateSubscription(_)
        | It::DeleteSubscriptions(_)
        | It::CreateMonitoredItems(_)
        | It::DeleteMonitoredItems(_) => Kind::Subscribe,
        It::Publish(_) => Kind::Publish,
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
        | It::TransferSubscriptions(_) => return None,
    })
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
        assert_eq!(kind(&request).is_some(), passes, "{}", request.type_name());
    }

    #[test]
    fn names_follow_the_kinds() {
        use opcua::types::ObjectId as Id;
        for (kind, ids) in [
            (
                Kind::Channel,
                vec![
                    Id::OpenSecureChannelRequest_Encoding_DefaultBinary,
                    Id::CloseSecureChannelRequest_Encoding_DefaultBinary,
                ],
            ),
            (
                Kind::Who,
                vec![
                    Id::FindServersRequest_Encoding_DefaultBinary,
                    Id::GetEndpointsRequest_Encoding_DefaultBinary,
                ],
            ),
            (
                Kind::Session,
                vec![
                    Id::CreateSessionRequest_Encoding_DefaultBinary,
                    Id::ActivateSessionRequest_Encoding_DefaultBinary,
                    Id::CloseSessionRequest_Encoding_DefaultBinary,
                ],
            ),
            (
                Kind::Browse,
                vec![
                    Id::BrowseRequest_Encoding_DefaultBinary,
                    Id::BrowseNextRequest_Encoding_DefaultBinary,
                    Id::TranslateBrowsePathsToNodeIdsRequest_Encoding_DefaultBinary,
                ],
            ),
            (
                Kind::Register,
                vec![
                    Id::RegisterNodesRequest_Encoding_DefaultBinary,
                    Id::UnregisterNodesRequest_Encoding_DefaultBinary,
                ],
            ),
            (Kind::Read, vec![Id::ReadRequest_Encoding_DefaultBinary]),
            (
                Kind::Subscribe,
                vec![
                    Id::CreateSubscriptionRequest_Encoding_DefaultBinary,
                    Id::DeleteSubscriptionsRequest_Encoding_DefaultBinary,
                    Id::CreateMonitoredItemsRequest_Encoding_DefaultBinary,
                    Id::DeleteMonitoredItemsRequest_Encoding_DefaultBinary,
                ],
            ),
            (Kind::Publish, vec![Id::PublishRequest_Encoding_DefaultBinary]),
        ] {
            let codes: Vec<String> = ids.iter().map(|it| (*it as u32).to_string()).collect();
            assert_eq!(KINDS[kind as usize].code, codes.join(", "), "{kind:?}");
        }
        assert_eq!(KINDS.len(), Kind::Publish as usize + 1);
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
