//! What stands between takes less than the service does.

use std::{sync::Arc, time::Duration};

use super::*;

/// One that has several tags, so that it can go in parts.
fn large(tags: usize, length: usize) -> Draft {
    let mut view = (*draft(1, length).view).clone();
    let value = view.tags.get("A").expect("it has a tag").clone();
    view.tags = (0..tags).map(|at| (format!("T{at}"), value.clone())).collect();
    Draft::complete(Arc::new(view))
}

#[tokio::test]
async fn what_a_proxy_takes_no_more_of_goes_in_smaller_pieces_and_nothing_is_lost() {
    let mut given = drafts(300);
    given.push(large(12, 60_000));
    let it = start(given, vec![], Some(Reply::Proxy(200_000))).await;
    it.drained().await;
    assert_eq!(it.outbox.status().borrow().lost, 0);
    let service = it.end().await;
    let stored = service.stored();
    assert_eq!(stored.keys().copied().collect::<Vec<_>>(), (1..=301).collect::<Vec<_>>());
    assert_eq!(stored[&301].tags.len(), 12);
    let refused = service.requests().iter().filter(|it| it.status == 413).count();
    assert!(refused < 20, "{refused} of {}", service.requests().len());
}

#[tokio::test]
async fn what_cannot_be_made_smaller_is_kept_and_told_until_it_is_taken() {
    for refusal in [Reply::Proxy(50_000), refuse(413, "payload_too_large")] {
        let given = vec![draft(1, 70_000), draft(2, 4)];
        let mut it = start(given, vec![], Some(refusal)).await;
        let state = it.until(|it| matches!(it, ServiceState::Waiting { .. })).await;
        let ServiceState::Waiting { trouble, remedy, .. } = state else { unreachable!() };
        assert_eq!(trouble, ServiceTrouble::Incompatible);
        assert_eq!(remedy.code(), "uplink-remedy-too-large");
        tokio::time::sleep(Duration::from_millis(300)).await;
        let status = it.outbox.status().borrow().clone();
        // What is small enough may come along.
        assert!(status.depth >= 1 && status.lost == 0, "{status:?}");
        it.service.always(None);
        it.drained().await;
        assert_eq!(it.end().await.stored().keys().copied().collect::<Vec<_>>(), [1, 2]);
    }
}
