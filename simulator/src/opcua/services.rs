//! The service of a message, if it is visible without decryption.

use opcua::types::ObjectId;

/// Bytes before the body of a symmetric message: header, channel, token, sequence and request
/// numbers (Part 6 §6.7.2).
const BODY: usize = 24;

/// The services that a client can request, by the id of their encoding.
const SERVICES: [(ObjectId, &str); 36] = {
    use ObjectId as O;
    [
        (O::FindServersRequest_Encoding_DefaultBinary, "FindServers"),
        (O::FindServersOnNetworkRequest_Encoding_DefaultBinary, "FindServersOnNetwork"),
        (O::GetEndpointsRequest_Encoding_DefaultBinary, "GetEndpoints"),
        (O::RegisterServerRequest_Encoding_DefaultBinary, "RegisterServer"),
        (O::CreateSessionRequest_Encoding_DefaultBinary, "CreateSession"),
        (O::ActivateSessionRequest_Encoding_DefaultBinary, "ActivateSession"),
        (O::CloseSessionRequest_Encoding_DefaultBinary, "CloseSession"),
        (O::CancelRequest_Encoding_DefaultBinary, "Cancel"),
        (O::AddNodesRequest_Encoding_DefaultBinary, "AddNodes"),
        (O::AddReferencesRequest_Encoding_DefaultBinary, "AddReferences"),
        (O::DeleteNodesRequest_Encoding_DefaultBinary, "DeleteNodes"),
        (O::DeleteReferencesRequest_Encoding_DefaultBinary, "DeleteReferences"),
        (O::BrowseRequest_Encoding_DefaultBinary, "Browse"),
        (O::BrowseNextRequest_Encoding_DefaultBinary, "BrowseNext"),
        (O::TranslateBrowsePathsToNodeIdsRequest_Encoding_DefaultBinary, "TranslateBrowsePaths"),
        (O::RegisterNodesRequest_Encoding_DefaultBinary, "RegisterNodes"),
        (O::UnregisterNodesRequest_Encoding_DefaultBinary, "UnregisterNodes"),
        (O::QueryFirstRequest_Encoding_DefaultBinary, "QueryFirst"),
        (O::QueryNextRequest_Encoding_DefaultBinary, "QueryNext"),
        (O::ReadRequest_Encoding_DefaultBinary, "Read"),
        (O::HistoryReadRequest_Encoding_DefaultBinary, "HistoryRead"),
        (O::WriteRequest_Encoding_DefaultBinary, "Write"),
        (O::HistoryUpdateRequest_Encoding_DefaultBinary, "HistoryUpdate"),
        (O::CallRequest_Encoding_DefaultBinary, "Call"),
        (O::CreateMonitoredItemsRequest_Encoding_DefaultBinary, "CreateMonitoredItems"),
        (O::ModifyMonitoredItemsRequest_Encoding_DefaultBinary, "ModifyMonitoredItems"),
        (O::SetMonitoringModeRequest_Encoding_DefaultBinary, "SetMonitoringMode"),
        (O::SetTriggeringRequest_Encoding_DefaultBinary, "SetTriggering"),
        (O::DeleteMonitoredItemsRequest_Encoding_DefaultBinary, "DeleteMonitoredItems"),
        (O::CreateSubscriptionRequest_Encoding_DefaultBinary, "CreateSubscription"),
        (O::ModifySubscriptionRequest_Encoding_DefaultBinary, "ModifySubscription"),
        (O::SetPublishingModeRequest_Encoding_DefaultBinary, "SetPublishingMode"),
        (O::PublishRequest_Encoding_DefaultBinary, "Publish"),
        (O::RepublishRequest_Encoding_DefaultBinary, "Republish"),
        (O::TransferSubscriptionsRequest_Encoding_DefaultBinary, "TransferSubscriptions"),
        (O::DeleteSubscriptionsRequest_Encoding_DefaultBinary, "DeleteSubscriptions"),
    ]
};

/// Services that write, call or change something.
const WRITING: [&str; 7] = [
    "Write",
    "HistoryUpdate",
    "Call",
    "AddNodes",
    "AddReferences",
    "DeleteNodes",
    "DeleteReferences",
];

/// The service of a message, from its first chunk. `None` if it is encrypted.
pub(super) fn of(message: &[u8]) -> Option<&'static str> {
    // A four-byte node id in namespace 0. An encrypted message begins with it and the number of a
    // service by chance once in a hundred million.
    let [1, 0, low, high] = *message.get(BODY..)?.first_chunk::<4>()? else { return None };
    let number = u32::from(u16::from_le_bytes([low, high]));
    SERVICES.iter().find(|(id, _)| *id as u32 == number).map(|(_, name)| *name)
}

pub(super) fn is_writing(service: &str) -> bool {
    WRITING.contains(&service)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_a_service_from_what_is_encrypted() {
        let message = |body: [u8; 4]| [vec![0; BODY], body.to_vec()].concat();
        assert_eq!(of(&message([1, 0, 0x77, 0x02])), Some("Read"));
        for body in [[1, 0, 0xFF, 0xFF], [0, 0, 0x77, 0x02], [1, 1, 0x77, 0x02]] {
            assert_eq!(of(&message(body)), None, "{body:?}");
        }
        assert_eq!(of(&[1, 0, 0x77]), None);
    }
}
