//! The guarantees, one by one.

use serde_json::json;
use tagbridge_api::{
    Permission, Timestamp,
    hmi::{Controller, Quality, TagValue, push::Snapshot},
    limits::HISTORY_MAX,
    project::{Project, Vendor},
};
use tagbridge_store::{
    AuditEntry, Conversation, Done, FileHash, HistoryRange, KeyInfo, NewJob, NewestSnapshot, Org,
    ProjectPage, ProjectRef, Ranges, Store, StoreError, Stream, Transaction, Turn, TurnState,
    TurnUse, Version, WriteId, WriteState,
};
use uuid::Uuid;

pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis).unwrap()
}

pub(crate) fn write<T>(
    store: &Store,
    work: impl Fn(&Transaction<'_>) -> Result<T, StoreError>,
) -> T {
    store.write(work).unwrap()
}

pub(crate) fn read<T>(
    store: &Store,
    work: impl Fn(&Transaction<'_>) -> Result<T, StoreError>,
) -> T {
    store.read(work).unwrap()
}

pub(crate) fn project(name: &str, vendor: Vendor, touched: i64) -> Project {
    Project {
        project_id: format!("prj_{name}"),
        identity_id: format!("idn_{name}"),
        name: name.to_owned(),
        display_name: None,
        vendor: Some(vendor),
        file_type: None,
        file_size_bytes: None,
        original_filename: None,
        current_version_id: format!("ver_{name}"),
        version_number: Some(1),
        analysis_status: None,
        created_at: at(0),
        updated_at: at(touched),
        archived_at: None,
    }
}

pub(crate) fn add_project(store: &Store, name: &str) -> ProjectRef {
    write(store, |tx| tx.add_project(&Org::local(), &project(name, Vendor::Siemens, 0)))
}

pub(crate) fn snapshot(sequence: u64, complete: bool, tags: &[&str]) -> Snapshot {
    let timestamp = at(sequence.cast_signed() * 1000);
    let value = TagValue {
        value: json!(sequence),
        type_name: "DINT".into(),
        quality: Quality::Good,
        reason: None,
        timestamp,
    };
    Snapshot {
        part: None,
        parts: None,
        sequence,
        timestamp,
        duration_ms: 1.0,
        controller: Controller::default(),
        complete,
        tags: tags.iter().map(|&name| (name.to_owned(), value.clone())).collect(),
    }
}

pub(crate) fn what_fails_leaves_no_trace(store: &Store) {
    let failed: Result<(), StoreError> = store.write(|tx| {
        tx.add_project(&Org::local(), &project("a", Vendor::Siemens, 0))?;
        Err(StoreError::broken(tagbridge_texts::Message::verbatim("testing"), "on purpose"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "testing: on purpose");
    assert_eq!(read(store, |tx| tx.find_project(&Org::local(), "prj_a")), None);
    let added = add_project(store, "a");
    assert_eq!(read(store, |tx| tx.find_project(&Org::local(), "prj_a")), Some(added));
    let (all, _) = read(store, |tx| tx.projects(&Org::local(), None, None, false, None, 9));
    assert_eq!(all.len(), 1, "though work may run more than once");
}

pub(crate) fn keys_belong_to_an_organization_and_end_once(store: &Store) {
    let other = Org::of_id("other");
    let key = |id: &str, org: &Org| KeyInfo {
        id: id.to_owned(),
        org: org.clone(),
        name: "name".to_owned(),
        permissions: vec![Permission::HmiView],
        projects: Some(vec!["prj_a".to_owned()]),
        device: Some("laptop".to_owned()),
        expires_at: Some(at(50)),
        last_used_at: None,
        created_at: at(1),
        revoked_at: None,
    };
    let keys = [key("b", &Org::local()), key("a", &Org::local()), key("c", &other)];
    write(store, |tx| keys.iter().try_for_each(|key| tx.add_key(key, &[7; 32])));
    assert_eq!(read(store, |tx| tx.key("c")), Some((keys[2].clone(), [7; 32])));
    assert_eq!(read(store, |tx| tx.key("d")), None);
    assert_eq!(read(store, |tx| tx.keys(&Org::local())), keys[..2]);
    assert!(!write(store, |tx| tx.revoke_key(&Org::local(), "c", at(2))), "another's");
    assert!(write(store, |tx| tx.revoke_key(&other, "c", at(2))));
    assert!(write(store, |tx| tx.revoke_key(&other, "c", at(3))));
    assert_eq!(read(store, |tx| tx.key("c")).unwrap().0.revoked_at, Some(at(2)));

    assert!(!write(store, |tx| tx.expire_key(&other, "a", at(9))), "another's");
    for expires in [60, 9, 20] {
        assert!(write(store, |tx| tx.expire_key(&Org::local(), "a", at(expires))));
    }
    for used in [5, 7, 6] {
        write(store, |tx| tx.use_key("a", at(used)));
    }
    let key = read(store, |tx| tx.key("a")).unwrap().0;
    assert_eq!((key.expires_at, key.last_used_at), (Some(at(9)), Some(at(7))));
}

pub(crate) fn the_audit_log_keeps_the_newest_of_each_organization(store: &Store) {
    let (local, other) = (Org::local(), Org::of_id("other"));
    let entry = |number: i64| AuditEntry {
        at: at(number),
        actor: "owner".to_owned(),
        action: "upload".to_owned(),
        subject: "prj_a".to_owned(),
        detail: number.to_string(),
    };
    write(store, |tx| tx.add_audit(&other, &entry(0), 3));
    for number in 1..=5 {
        write(store, |tx| tx.add_audit(&local, &entry(number), 3));
    }
    assert_eq!(read(store, |tx| tx.audit(&local, 9)), [entry(5), entry(4), entry(3)]);
    assert_eq!(read(store, |tx| tx.audit(&local, 1)), [entry(5)]);
    assert_eq!(read(store, |tx| tx.audit(&other, 9)), [entry(0)]);
}

pub(crate) fn the_list_of_projects_has_pages(store: &Store) {
    let (local, other) = (Org::local(), Org::of_id("other"));
    for (name, touched) in [("a", 1), ("b", 3), ("c", 3), ("d", 2)] {
        write(store, |tx| tx.add_project(&local, &project(name, Vendor::Siemens, touched)));
    }
    write(store, |tx| tx.add_project(&other, &project("e", Vendor::Siemens, 9)));
    let page = |scope: Option<&[String]>, after: Option<ProjectPage>, limit| {
        let (page, next) = read(store, |tx| tx.projects(&local, scope, None, false, after, limit));
        (page.into_iter().map(|it| it.name).collect::<String>(), next)
    };
    let (first, next) = page(None, None, 3);
    assert_eq!(first, "cbd");
    // Projects that are changed in between are before the following pages.
    let a = read(store, |tx| tx.find_project(&local, "prj_a")).unwrap();
    let b = read(store, |tx| tx.find_project(&local, "prj_b")).unwrap();
    write(store, |tx| tx.save_project(&b, &project("b", Vendor::Siemens, 5)));
    assert_eq!(page(None, next, 3), ("a".to_owned(), None));
    assert_eq!(page(None, None, 4), ("bcda".to_owned(), None));
    let scope = ["prj_a".to_owned(), "prj_c".to_owned(), "prj_e".to_owned()];
    assert_eq!(page(Some(&scope), None, 9).0, "ca");
    assert_eq!(page(Some(&[]), None, 9).0, "");
    assert_eq!(read(store, |tx| tx.project(&a)), project("a", Vendor::Siemens, 1));
    assert_eq!(read(store, |tx| tx.find_project(&other, "prj_a")), None);
}

pub(crate) fn an_archived_project_is_in_another_list_and_a_deleted_one_in_none(store: &Store) {
    let local = Org::local();
    let (a, b) = (add_project(store, "a"), add_project(store, "b"));
    for project in [&a, &b] {
        let version = Version { id: format!("ver_{}", project.id), ..version(1, "PLC_1", "x") };
        write(store, |tx| tx.add_version(project, &version));
    }
    let shown = |archived| {
        let (page, _) = read(store, |tx| tx.projects(&local, None, None, archived, None, 9));
        page.into_iter().map(|it| it.name).collect::<String>()
    };
    let archived = Project { archived_at: Some(at(9)), ..project("a", Vendor::Siemens, 9) };
    write(store, |tx| tx.save_project(&a, &archived));
    assert_eq!((&*shown(false), &*shown(true)), ("b", "a"));
    assert_eq!(read(store, |tx| tx.project(&a)), archived);
    let called = read(store, |tx| tx.projects_called(&local, Vendor::Siemens, "PLC_1"));
    assert_eq!(called, std::slice::from_ref(&b));

    let stream = write(store, |tx| tx.add_stream(&a, Uuid::from_u128(1), at(0)));
    let values = snapshot(1, true, &["level"]);
    write(store, |tx| tx.add_snapshots(&a, &stream, &[&values], at(2000)));
    write(store, |tx| tx.delete_project(&a));
    while write(store, |tx| tx.sweep_deleted(1)) {}
    assert_eq!((&*shown(false), &*shown(true)), ("b", ""));
    assert_eq!(read(store, |tx| tx.find_project(&local, "prj_a")), None);
    assert_eq!(read(store, |tx| tx.versions(&a)), []);
    assert_eq!(read(store, |tx| tx.versions(&b)).len(), 1, "another's stay");
}

fn version(number: u32, own_name: &str, content: &str) -> Version {
    Version {
        id: format!("ver_{own_name}_{number}_{content}"),
        number,
        own_name: own_name.to_owned(),
        file_name: "a.L5X".to_owned(),
        hash: FileHash::of(content.as_bytes()),
        created_at: at(0),
    }
}

pub(crate) fn the_last_version_is_current(store: &Store) {
    let (a, b) = (add_project(store, "a"), add_project(store, "b"));
    assert_eq!(read(store, |tx| tx.current_version(&a)), None);
    for (project, version) in [
        (&a, version(1, "PLC_1", "x")),
        (&a, version(2, "PLC_2", "y")),
        (&b, version(1, "PLC_1", "z")),
    ] {
        write(store, |tx| tx.add_version(project, &version));
    }
    assert_eq!(read(store, |tx| tx.current_version(&a)), Some(version(2, "PLC_2", "y")));
    let called = |org: &Org, vendor, name: &str| {
        let found = read(store, |tx| tx.projects_called(org, vendor, name));
        found.into_iter().map(|it| it.id).collect::<Vec<_>>()
    };
    assert_eq!(called(&Org::local(), Vendor::Siemens, "PLC_1"), ["prj_b"]);
    assert_eq!(called(&Org::local(), Vendor::Siemens, "PLC_2"), ["prj_a"]);
    assert!(called(&Org::local(), Vendor::Codesys, "PLC_2").is_empty());
    assert!(called(&Org::of_id("other"), Vendor::Siemens, "PLC_2").is_empty());
    write(store, |tx| tx.add_version(&a, &version(3, "PLC_1", "w")));
    write(store, |tx| tx.save_project(&a, &project("a", Vendor::Siemens, 7)));
    assert_eq!(called(&Org::local(), Vendor::Siemens, "PLC_1"), ["prj_a", "prj_b"]);
}

pub(crate) fn a_files_users_are_versions_and_jobs(store: &Store) {
    let project = add_project(store, "a");
    let is_used =
        |content: &str| read(store, |tx| tx.is_file_used(&FileHash::of(content.as_bytes())));
    write(store, |tx| tx.add_version(&project, &version(1, "PLC_1", "x")));
    let input = json!({ "file": FileHash::of(b"y").as_str() }).to_string();
    write(store, |tx| tx.add_job(&NewJob { input: input.clone(), ..job("j") }, at(0)));
    assert_eq!(["x", "y", "z"].map(is_used), [true, true, false]);
}

pub(crate) fn a_stream_comes_back_as_it_was_saved(store: &Store) {
    let (project, id) = (add_project(store, "a"), Uuid::from_u128(1));
    assert!(read(store, |tx| tx.find_stream(&project, id)).is_none());
    assert!(read(store, |tx| tx.session(&project)).is_none());
    let first = write(store, |tx| tx.add_stream(&project, id, at(1)));
    let second = write(store, |tx| tx.add_stream(&project, Uuid::from_u128(2), at(2)));
    assert!(second.no > first.no);
    let head = NewestSnapshot {
        sequence: 1 << 53,
        timestamp: at(-1),
        controller: Controller::default(),
        true_at: Some(at(2)),
    };
    let changed = Stream {
        last_push_at: at(3),
        interval_ms: Some(2000),
        skew_ms: Some(-86_400_000),
        backlog_at: Some(at(2)),
        base: 7,
        head: Some(head),
        ..first.clone()
    };
    write(store, |tx| tx.save_stream(&changed));
    let found = read(store, |tx| tx.find_stream(&project, id)).unwrap();
    assert_eq!(format!("{found:?}"), format!("{changed:?}"));
    for (device, stream, ended) in [("laptop", second.no, true), ("other", first.no, false)] {
        write(store, |tx| tx.save_session(&project, (device, Some("Gate")), stream, ended));
        let session = read(store, |tx| tx.session(&project)).unwrap();
        assert_eq!((&*session.device_id, session.ended), (device, ended));
        assert_eq!(session.device_name.as_deref(), Some("Gate"));
        assert_eq!(session.stream.no, stream);
    }
    let other = add_project(store, "b");
    assert!(read(store, |tx| tx.find_stream(&other, id)).is_none());
}

pub(crate) fn what_is_stored_of_a_stream_is_kept_as_runs(store: &Store) {
    let project = add_project(store, "a");
    let stream = write(store, |tx| tx.add_stream(&project, Uuid::from_u128(1), at(1))).no;
    let mut model = Ranges::default();
    for sequence in [5, 7, 6, 1, 1 << 53, 2, 4, 3] {
        write(store, |tx| {
            let before = tx.stored(stream)?;
            let mut after = before.clone();
            after.insert(sequence);
            tx.save_stored(stream, &before, &after)
        });
        model.insert(sequence);
        assert_eq!(read(store, |tx| tx.stored(stream)), model);
    }
    assert_eq!(read(store, |tx| tx.stored(stream + 1)), Ranges::default());
}

/// Adds snapshots in one push after another, and returns the stream's view: each tag with its
/// sequence number.
fn shown(store: &Store, name: &str, pushes: &[&[Snapshot]]) -> Vec<(String, u64)> {
    let project = add_project(store, name);
    let mut stream = write(store, |tx| tx.add_stream(&project, Uuid::from_u128(1), at(1)));
    for push in pushes {
        let complete = push.iter().filter(|it| it.complete).map(|it| it.sequence).max();
        stream.base = stream.base.max(complete.unwrap_or(0));
        let snapshots: Vec<_> = push.iter().collect();
        write(store, |tx| tx.add_snapshots(&project, &stream, &snapshots, at(0)));
    }
    let live = read(store, |tx| tx.live(stream.no));
    assert!(live.iter().all(|tag| tag.value.value == json!(tag.sequence)));
    live.into_iter().map(|tag| (tag.name, tag.sequence)).collect()
}

pub(crate) fn the_live_view_is_the_same_in_whatever_order_snapshots_come(store: &Store) {
    let first = snapshot(1, true, &["c", "a", "b"]);
    let second = snapshot(2, false, &["a"]);
    let third = snapshot(3, true, &["c", "d", "a"]);
    let fourth = snapshot(4, false, &["d"]);
    let expected = [("c", 3), ("d", 4), ("a", 3)].map(|(name, it)| (name.to_owned(), it));
    for (i, order) in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]].iter().enumerate() {
        let all = [&first, &second, &third, &fourth];
        let pushes: Vec<[Snapshot; 1]> = order.iter().map(|&it| [all[it].clone()]).collect();
        let pushes: Vec<&[Snapshot]> = pushes.iter().map(<[Snapshot; 1]>::as_slice).collect();
        assert_eq!(shown(store, &format!("one by one {i}"), &pushes), expected, "{order:?}");
    }
    let all = [first, second, third, fourth];
    assert_eq!(shown(store, "at once", &[&all]), expected);
    assert_eq!(shown(store, "in two", &[&all[2..], &all[..2]]), expected);
}

pub(crate) fn a_complete_snapshot_drops_what_it_does_not_carry(store: &Store) {
    let project = add_project(store, "a");
    let mut stream = write(store, |tx| tx.add_stream(&project, Uuid::from_u128(1), at(10)));
    let names = || {
        let live = read(store, |tx| tx.live(stream.no));
        live.into_iter().map(|tag| tag.name).collect::<String>()
    };
    write(store, |tx| tx.add_snapshots(&project, &stream, &[&snapshot(1, false, &["x"])], at(0)));
    assert_eq!(names(), "x");
    stream.base = 2;
    let complete = snapshot(2, true, &["b", "a"]);
    write(store, |tx| tx.add_snapshots(&project, &stream, &[&complete], at(0)));
    let live = read(store, |tx| tx.live(stream.no));
    assert_eq!(live.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    write(store, |tx| tx.forget_live(&project, at(10)));
    assert_eq!(read(store, |tx| tx.live(stream.no)).len(), 2, "not silent for so long");
    write(store, |tx| tx.forget_live(&project, at(11)));
    assert_eq!(read(store, |tx| tx.live(stream.no)), []);
}

pub(crate) fn the_newest_entries_of_a_tag_are_kept(store: &Store) {
    let project = add_project(store, "a");
    let stream = write(store, |tx| tx.add_stream(&project, Uuid::from_u128(1), at(1)));
    let last = 3 * u64::from(HISTORY_MAX);
    for first in (1..=last).step_by(25) {
        let snapshots: Vec<_> =
            (first..(first + 25).min(last + 1)).map(|it| snapshot(it, false, &["a"])).collect();
        let snapshots: Vec<_> = snapshots.iter().collect();
        write(store, |tx| tx.add_snapshots(&project, &stream, &snapshots, at(1 << 40)));
    }
    let kept = |tag: &str, limit, before| {
        read(store, |tx| tx.history(&project, tag, &HistoryRange { limit, before }))
    };
    let sequences = |tag: &str, limit| {
        let kept = kept(tag, limit, None).entries;
        kept.into_iter().map(|entry| entry.sequence).collect::<Vec<_>>()
    };
    assert_eq!(sequences("a", 2), [last, last - 1]);
    let all: Vec<_> = (1..=last).rev().collect();
    assert_eq!(sequences("a", HISTORY_MAX), all[..HISTORY_MAX as usize]);
    assert_eq!(sequences("a", u32::MAX), all, "nothing is cut back that is not old");
    let before = kept("a", 2, Some(at(500_000)));
    let before: Vec<_> = before.entries.iter().map(|it| it.sequence).collect();
    assert_eq!((before, kept("a", 1, None).cut_at), (vec![499, 498], None));
    // A clock that is changed neither reorders nor deletes entries.
    let mut odd = [snapshot(last + 1, false, &["a"]), snapshot(last + 2, false, &["a"])];
    odd[0].timestamp = at(1 << 46);
    odd[1].timestamp = at(-1);
    for snapshot in &odd {
        write(store, |tx| tx.add_snapshots(&project, &stream, &[snapshot], at(1 << 40)));
    }
    assert_eq!(sequences("a", 3), [last + 2, last + 1, last]);
    assert!(sequences("b", 2).is_empty());

    // Of the older entries only the newest are kept, and this is reported.
    let cut = at(1000 * (last - 100).cast_signed());
    while write(store, |tx| tx.cut_history(&project, cut)) {}
    let left = sequences("a", u32::MAX);
    assert!((last - 900..=last + 2 - 701).contains(left.last().unwrap()), "{left:?}");
    assert!(left.is_sorted_by(|a, b| *a == b + 1), "{left:?}");
    let told = kept("a", 1, None).cut_at.unwrap();
    assert!(told <= cut && told > at(1000 * (last - 300).cast_signed()), "{told:?}");
    assert!(!write(store, |tx| tx.cut_history(&project, cut)), "it is done");
}

fn borrowed(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

pub(crate) fn a_tag_that_is_no_more_is_forgotten(store: &Store) {
    let project = add_project(store, "a");
    let other = add_project(store, "b");
    let mut stream = write(store, |tx| tx.add_stream(&project, Uuid::from_u128(1), at(1)));
    let elsewhere = write(store, |tx| tx.add_stream(&other, Uuid::from_u128(2), at(1)));
    let names = |part: &str, count| (0..count).map(|it| format!("{part}{it}")).collect::<Vec<_>>();
    let (old, new) = (names("old", 4200), names("new", 300));
    let late = at(1 << 40);
    let mut carry = |sequence: u64, names: &[String]| {
        stream.base = sequence;
        let complete = snapshot(sequence, true, &borrowed(names));
        write(store, |tx| tx.add_snapshots(&project, &stream, &[&complete], late));
    };
    let kept = |project: &ProjectRef, tag: &str| {
        let range = HistoryRange { limit: 9, before: None };
        read(store, |tx| tx.history(project, tag, &range)).entries.len()
    };
    let forget = |before: i64| {
        let mut behind = Some(0);
        while let Some(from) = behind {
            behind = write(store, |tx| tx.forget_tags(&project, at(before), from));
        }
    };
    // The first one shares its rows with tags that stay.
    carry(1, &old);
    carry(2, &[&old[..1], &new[..]].concat());
    write(store, |tx| {
        tx.add_snapshots(&other, &elsewhere, &[&snapshot(1, true, &["old9"])], late)?;
        tx.request_tags(&project, &["old4000".into()], None, late)
    });
    forget(1000);
    assert_eq!(kept(&project, "old1"), 1, "it was carried since");
    forget(1001);
    let left = |names: &[String]| names.iter().filter(|it| kept(&project, it) > 0).count();
    assert_eq!((left(&old), left(&new)), (2, 300));
    assert_eq!(
        (kept(&project, "old0"), kept(&project, "old4000"), kept(&other, "old9")),
        (2, 1, 1)
    );
    forget(1 << 40);
    assert_eq!((left(&old), left(&new)), (2, 300), "what is live stays, however old");
    // A returning stream starts again.
    carry(3, &old[..10]);
    forget(2001);
    assert_eq!((left(&old), left(&new)), (11, 0));
    assert_eq!((kept(&project, "old0"), kept(&project, "old1")), (3, 1));
}

pub(crate) fn a_requested_name_keeps_its_place_until_it_expires(store: &Store) {
    let project = add_project(store, "a");
    let ask_in = |names: &[&str], group, until| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        write(store, |tx| tx.request_tags(&project, &names, group, at(until)))
    };
    let ask = |names: &[&str], until| ask_in(names, None, until);
    let list = || {
        let list = read(store, |tx| tx.requested_tags(&project));
        list.into_iter().map(|it| it.name + it.group.as_deref().unwrap_or("")).collect::<String>()
    };
    assert!(ask(&["b", "a"], 1));
    assert!(ask(&["c", "b"], 2));
    assert!(!ask(&["c"], 3));
    assert_eq!(list(), "bac");
    assert!(!ask(&["b"], 1), "a shorter lease ends no longer one");
    assert!(ask_in(&["c"], Some("+"), 1), "another group changes the list");
    assert!(!ask_in(&["c"], Some("+"), 1));
    assert!(!ask(&["c"], 1), "who names no group leaves it as it is");
    assert_eq!(list(), "bac+");
    assert_eq!(read(store, |tx| tx.count_requested_tags(&project)), 3);
    let expired = |deadline| read(store, |tx| tx.requests_revision(&project, at(deadline))).1;
    assert!(!expired(0) && expired(1));
    assert!(write(store, |tx| tx.expire_requests(&project, at(1))));
    assert!(!write(store, |tx| tx.expire_requests(&project, at(1))));
    assert_eq!(list(), "bc+");
    let revision = || read(store, |tx| tx.requests_revision(&project, at(0))).0;
    let before = revision();
    write(store, |tx| tx.revise_requests(&project));
    assert_eq!(revision(), before + 1);
    let other = add_project(store, "b");
    assert_eq!(read(store, |tx| tx.count_requested_tags(&other)), 0);
}

fn write_id(key: &str) -> WriteId {
    WriteId {
        caller: "key".to_owned(),
        endpoint: "POST /".to_owned(),
        idempotency_key: key.to_owned(),
    }
}

pub(crate) fn a_write_runs_under_a_lease_and_is_remembered(store: &Store) {
    let (id, body, other) = (write_id("k"), [1; 32], [2; 32]);
    let known = |body, now| read(store, |tx| tx.recall(&id, &body, at(now)));
    assert_eq!(known(body, 1), None);
    assert!(!write(store, |tx| tx.extend(&id, at(9))), "nothing is being done");

    write(store, |tx| tx.reserve(&Org::local(), &id, &body, at(5)));
    assert_eq!(known(body, 4), Some(WriteState::Running { until: at(5) }));
    assert_eq!(known(other, 4), Some(WriteState::Different));
    assert_eq!((known(body, 5), known(other, 5)), (None, None), "its lease has ended");
    assert!(write(store, |tx| tx.extend(&id, at(8))));
    assert_eq!(known(body, 5), Some(WriteState::Running { until: at(8) }));
    write(store, |tx| tx.release(&id));
    assert_eq!(known(body, 5), None);

    write(store, |tx| tx.reserve(&Org::local(), &id, &body, at(9)));
    let done = Done { created: true, response: "{}".to_owned() };
    write(store, |tx| tx.complete(&Org::local(), &id, &body, &done, at(7), at(101)));
    assert_eq!(known(body, 100), Some(WriteState::Done(done.clone())));
    assert_eq!(known(other, 100), Some(WriteState::Different));
    write(store, |tx| tx.release(&id));
    assert!(!write(store, |tx| tx.extend(&id, at(200))), "what was done stays");
    assert_eq!(known(body, 100), Some(WriteState::Done(done)));
    assert_eq!(known(body, 101), None);
    let elsewhere = WriteId { endpoint: "POST /other".to_owned(), ..id.clone() };
    assert_eq!(read(store, |tx| tx.recall(&elsewhere, &body, at(8))), None);
}

pub(crate) fn what_is_remembered_for_long_enough_leaves(store: &Store) {
    let done = Done { created: false, response: "{}".to_owned() };
    for (key, until) in [("a", 1), ("b", 2), ("c", 3)] {
        write(store, |tx| {
            tx.complete(&Org::local(), &write_id(key), &[1; 32], &done, at(0), at(until))
        });
    }
    let known =
        |key: &str, now| read(store, |tx| tx.recall(&write_id(key), &[1; 32], at(now))).is_some();
    assert_eq!(["a", "b", "c"].map(|key| known(key, 2)), [false, false, true]);
    write(store, |tx| tx.complete(&Org::local(), &write_id("d"), &[1; 32], &done, at(2), at(4)));
    assert_eq!(["a", "b", "c", "d"].map(|key| known(key, 0)), [false, false, true, true]);
}

pub(crate) fn job(id: &str) -> NewJob {
    let (kind, input) = ("upload".to_owned(), "{}".to_owned());
    NewJob { id: id.to_owned(), org: Org::local(), kind, input }
}

pub(crate) fn a_job_is_taken_by_one_worker_until_its_lease_ends(store: &Store) {
    let take = |now, until| {
        let taken = write(store, |tx| tx.take_job(&["upload"], at(now), at(until)));
        taken.map(|job| (job.id, job.attempt))
    };
    assert_eq!(take(0, 9), None);
    write(store, |tx| tx.add_job(&NewJob { kind: "other".to_owned(), ..job("c") }, at(0)));
    assert_eq!(take(0, 9), None, "it is of another kind");
    assert!(write(store, |tx| tx.end_job("c", 0)));
    for id in ["b", "a"] {
        write(store, |tx| tx.add_job(&job(id), at(0)));
    }
    write(store, |tx| tx.add_job(&job("a"), at(1)));
    assert_eq!(read(store, |tx| tx.count_jobs()), 2, "once each");
    assert_eq!(take(1, 5), Some(("b".to_owned(), 1)));
    assert_eq!(take(1, 5), Some(("a".to_owned(), 1)));
    assert_eq!(take(4, 9), None);
    let until = |id: &str| read(store, |tx| tx.job_taken_until(id));
    assert_eq!((until("a"), until("none")), (Some(at(5)), None));
    assert!(write(store, |tx| tx.extend_job("a", 1, at(20))));
    assert_eq!(take(5, 30), Some(("b".to_owned(), 2)), "its worker fell silent");
    assert!(!write(store, |tx| tx.extend_job("b", 1, at(99))), "it is not its job any more");
    assert!(!write(store, |tx| tx.end_job("b", 1)));
    write(store, |tx| tx.return_job("b", 1));
    assert_eq!(until("b"), Some(at(30)));
    write(store, |tx| tx.return_job("b", 2));
    assert_eq!((until("b"), take(6, 30)), (None, Some(("b".to_owned(), 2))));
    write(store, |tx| tx.free_jobs());
    assert_eq!((until("a"), until("b")), (None, None));
    assert_eq!(take(6, 30), Some(("b".to_owned(), 3)), "the oldest first");
    assert!(write(store, |tx| tx.extend_job("b", 3, at(31))));
    assert_eq!(read(store, |tx| tx.count_jobs()), 2);
    assert!(write(store, |tx| tx.end_job("b", 3)));
    assert!(write(store, |tx| tx.end_job("a", 1)));
    assert_eq!((read(store, |tx| tx.count_jobs()), take(99, 100)), (0, None));
    let begun = write(store, |tx| tx.begin_job(&job("d"), at(0), at(7)));
    assert_eq!((begun.id.as_str(), begun.attempt), ("d", 1));
    assert_eq!(take(6, 9), None, "who added it does it");
    assert_eq!(take(7, 9), Some(("d".to_owned(), 2)), "until it falls silent");
}

fn turn(id: &str, conversation: &str, key: &str, millis: i64) -> Turn {
    Turn {
        id: id.to_owned(),
        conversation: conversation.to_owned(),
        version: "ver_1".to_owned(),
        prompt: "Where is Motor used?".to_owned(),
        write: WriteId {
            caller: "key_1".to_owned(),
            endpoint: "POST /".to_owned(),
            idempotency_key: key.to_owned(),
        },
        state: TurnState::Running,
        outcome: None,
        memory: None,
        created_at: at(millis),
        instance: "ins_1".to_owned(),
    }
}

fn conversation(id: &str, millis: i64) -> Conversation {
    Conversation {
        id: id.to_owned(),
        kind: "interpret".to_owned(),
        name: None,
        owner: "key_1".to_owned(),
        created_at: at(millis),
    }
}

fn running(store: &Store) -> Vec<String> {
    read(store, |tx| Ok(tx.running_turns()?.into_iter().map(|it| it.id).collect()))
}

pub(crate) fn a_turn_ends_once_and_belongs_to_its_write(store: &Store) {
    let project = add_project(store, "a");
    let local = Org::local();
    write(store, |tx| {
        tx.add_conversation(&local, &project, &conversation("cnv_1", 0))?;
        tx.add_turn(&turn("trn_1", "cnv_1", "k1", 1))?;
        tx.add_turn(&turn("trn_2", "cnv_1", "k2", 2))
    });
    let found = read(store, |tx| tx.conversation(&local, "cnv_1"));
    assert_eq!(found, Some((project, conversation("cnv_1", 0))));
    assert_eq!(read(store, |tx| tx.conversation(&local, "cnv_2")), None);
    assert_eq!(read(store, |tx| tx.conversation(&Org::of_id("other"), "cnv_1")), None);
    assert_eq!(running(store), ["trn_1", "trn_2"]);
    assert_eq!(read(store, |tx| tx.followed_at("trn_1")), None);
    write(store, |tx| tx.follow_turn("trn_1", at(2)));
    assert_eq!(read(store, |tx| tx.followed_at("trn_1")), Some(at(2)));

    let end = |id: &str, outcome: &str| {
        write(store, |tx| tx.end_turn(id, TurnState::Answered, Some(outcome), Some("{}"), at(3)))
    };
    assert!(end("trn_1", "1"));
    assert!(!end("trn_1", "2"), "it was over before");
    assert!(!end("trn_9", "1"));
    assert_eq!(running(store), ["trn_2"]);
    let ended = Turn {
        state: TurnState::Answered,
        outcome: Some("1".to_owned()),
        memory: Some("{}".to_owned()),
        ..turn("trn_1", "cnv_1", "k1", 1)
    };
    assert_eq!(read(store, |tx| tx.turn_of(&ended.write)), Some(ended.clone()));
    assert_eq!(read(store, |tx| tx.turn("trn_1")), Some(ended.clone()));
    assert_eq!(read(store, |tx| tx.turn("trn_9")), None);
    assert_eq!(read(store, |tx| tx.turn_of(&turn("", "", "k3", 0).write)), None);
    let last = read(store, |tx| tx.last_turns("cnv_1", 2));
    assert_eq!(last, [turn("trn_2", "cnv_1", "k2", 2), ended]);
    assert_eq!(read(store, |tx| tx.last_turns("cnv_1", 1)).len(), 1);

    let used = TurnUse {
        caller: "key_1".to_owned(),
        project: "prj_a".to_owned(),
        kind: "interpret".to_owned(),
        input_tokens: 7,
        output_tokens: u64::from(u32::MAX),
        at: at(5),
    };
    write(store, |tx| tx.add_use(&local, &used));
    let tokens = (used.input_tokens, used.output_tokens);
    assert_eq!(read(store, |tx| tx.used_since(&local, used.at)), tokens);
    assert_eq!(read(store, |tx| tx.used_since(&local, at(9_999))), (0, 0));
    assert_eq!(read(store, |tx| tx.uses(&local, 9)), [used]);
    assert!(read(store, |tx| tx.uses(&Org::of_id("other"), 9)).is_empty());
}

pub(crate) fn events_are_read_from_any_of_them_on_and_leave_in_time(store: &Store) {
    let project = add_project(store, "a");
    let event = |name: &'static str| (name, format!("{{\"is\":\"{name}\"}}"));
    write(store, |tx| {
        tx.add_conversation(&Org::local(), &project, &conversation("cnv_1", 0))?;
        tx.add_conversation(&Org::local(), &project, &conversation("cnv_2", 0))?;
        tx.add_turn(&turn("trn_1", "cnv_1", "k1", 10))?;
        tx.add_turn(&turn("trn_2", "cnv_2", "k2", 20))
    });
    let add = |id: &str, names: &[&'static str]| {
        let events: Vec<_> = names.iter().map(|name| event(name)).collect();
        write(store, |tx| tx.add_events(id, &events))
    };
    assert_eq!(add("trn_1", &["status", "token"]), 2);
    assert_eq!(add("trn_1", &["outcome"]), 3);
    assert_eq!(add("trn_2", &["status"]), 1);
    let names = |id: &str, after| -> Vec<(u32, String)> {
        let events = read(store, |tx| tx.events(id, after));
        events.into_iter().map(|it| (it.number, it.event)).collect()
    };
    assert_eq!(names("trn_1", 1), [(2, "token".to_owned()), (3, "outcome".to_owned())]);
    assert!(names("trn_1", 3).is_empty());

    write(store, |tx| tx.end_turn("trn_1", TurnState::Failed, None, None, at(30)));
    write(store, |tx| tx.forget_turns(at(30), at(0)));
    assert_eq!(names("trn_1", 0).len(), 3, "it ended then, not before");
    write(store, |tx| tx.forget_turns(at(31), at(0)));
    assert!(names("trn_1", 0).is_empty());
    assert_eq!(names("trn_2", 0).len(), 1, "it still runs");
    write(store, |tx| tx.forget_turns(at(0), at(11)));
    let org = Org::local();
    assert_eq!(read(store, |tx| tx.conversation(&org, "cnv_1")), None);
    assert!(read(store, |tx| tx.last_turns("cnv_1", 9)).is_empty());
    assert!(read(store, |tx| tx.conversation(&org, "cnv_2")).is_some());
}
