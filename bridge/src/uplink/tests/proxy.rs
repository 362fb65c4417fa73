//! A proxy that accepts smaller requests than the service.

use super::*;

#[tokio::test]
async fn what_a_proxy_takes_no_more_of_goes_in_smaller_pieces_and_nothing_is_lost() {
    let mut given = drafts(300);
    given.push(SnapshotDraft::complete(draft_of(vec!["x".repeat(60_000); 12]).view));
    let service = start(given, vec![], Some(Reply::Proxy(200_000))).await.delivered().await;
    assert_eq!(stored(&service), (1..=301).collect::<Vec<_>>());
    assert_eq!(service.stored()[&301].tags.len(), 12);
    let refused = service.requests().iter().filter(|it| it.status == 413).count();
    assert!(refused < 20, "{refused} of {}", service.requests().len());
}

#[tokio::test]
async fn what_cannot_be_made_smaller_is_kept_and_told_until_it_is_taken() {
    for refusal in [Reply::Proxy(50_000), refuse(413, "payload_too_large")] {
        let given = vec![draft(1, 70_000), draft(2, 4)];
        let mut it = start(given, vec![], Some(refusal)).await;
        let (_, remedy) = it.waits(Some(ServiceTrouble::Incompatible)).await;
        assert_eq!(remedy.code(), "uplink-remedy-too-large");
        sleep(Duration::from_millis(300)).await;
        // Small snapshots may be in the same push.
        assert!(it.outbox.status().borrow().depth >= 1);
        it.service.always(None);
        assert_eq!(stored(&it.delivered().await), [1, 2]);
    }
}
