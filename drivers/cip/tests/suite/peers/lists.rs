//! Tag lists that are wrong, invalid, or missing.

use std::sync::atomic::{AtomicUsize, Ordering};

use tagbridge_cip::codec::{Status, read_tag::ReadTag};
use tagbridge_driver::{Reading, Reason, TagSet, Value};

use super::{
    connect,
    controller::{Answers, Habits, changes, controller, dints, list, not_supported},
    value,
};

#[tokio::test]
async fn a_tag_that_the_list_is_wrong_about_harms_no_other() {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let list = || {
        PAGES.fetch_add(1, Ordering::Relaxed);
        list()
    };
    for changes in [changes, not_supported] {
        PAGES.store(0, Ordering::Relaxed);
        let tag = |_: &str, _: Option<u32>, _: ReadTag| dints(&[7]);
        let (address, _) = controller(Habits { tag, list, changes, ..Habits::default() }).await;
        let mut connection = connect(address, "").await.unwrap();
        let tags = TagSet::new(["Good", "Odd"]);
        for _ in 0..5 {
            let scan = connection.read(&tags).await.unwrap();
            assert_eq!(value(&scan.answers[0].reading), &Value::Int(7));
            let Reading::Bad(cause) = &scan.answers[1].reading else { panic!("{scan:?}") };
            assert_eq!(cause.reason, Reason::TypeMismatch);
            assert!(
                cause.to_string().contains("tag list says REAL, but its response is a DINT"),
                "{cause}"
            );
            assert_eq!(scan.round_trips, 1);
        }
        // Once, and a second time because of the tag.
        assert_eq!(PAGES.load(Ordering::Relaxed), 2);
    }
}

#[tokio::test]
async fn only_who_has_no_list_is_read_by_bare_names() {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let garbage = || (Status::default(), vec![1, 2, 3]);
    let page_of_garbage = || {
        PAGES.fetch_add(1, Ordering::Relaxed);
        (Status::default(), vec![1, 2, 3])
    };
    let cases: [(Answers, Answers, bool); 5] = [
        (not_supported, not_supported, true),
        (garbage, not_supported, true),
        (changes, not_supported, false),
        (changes, page_of_garbage, false),
        // Neither a mark nor a list: tags can only be read by name.
        (not_supported, page_of_garbage, true),
    ];
    for (case, (changes, list, is_good)) in cases.into_iter().enumerate() {
        PAGES.store(0, Ordering::Relaxed);
        let (address, _) = controller(Habits { list, changes, ..Habits::default() }).await;
        let mut connection = connect(address, "").await.unwrap();
        let tags = TagSet::new(["Good", "Good[0]"]);
        for _ in 0..3 {
            let scan = connection.read(&tags).await.unwrap();
            assert_eq!(value(&scan.answers[1].reading), &Value::Int(7), "case {case}");
            match &scan.answers[0].reading {
                Reading::Good(_) => assert!(is_good, "case {case}"),
                Reading::Bad(cause) => {
                    assert!(!is_good, "case {case}: {cause}");
                    assert!(cause.to_string().contains("it is not known whether this is an array"));
                }
                Reading::Uncertain(..) => panic!("case {case}"),
            }
        }
        assert!(PAGES.load(Ordering::Relaxed) <= 1, "case {case}: not asked for in each scan");
    }
}
