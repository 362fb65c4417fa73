//! Snapshots from a broker, which a bridge publishes in addition to its pushes.
//!
//! The broker transports snapshots, but pushes decide what is accepted. A key that is bound to the
//! device determines its projects. Snapshots of a stream are accepted only if its bridge has pushed
//! it in the same run of its program, and still streams the project: so copies of a data folder,
//! replaced devices and ended sessions are excluded. Snapshots that are not accepted are not lost,
//! because the bridge also pushes them.
//!
//! Only pushes decide what is live, because the transmission time of a message is not known.

use tagbridge_api::{
    ErrorCode, Permission,
    hmi::push::{Push, Snapshot},
};
use tagbridge_store::{ProjectRef, Session, Stream, Transaction};
use uuid::Uuid;

use super::{
    Advice, Caller, Core, Refusal, TechnicalReason, UserMessage,
    authorization::{no_project, out_of_scope},
    keys::is_valid,
    push,
};

/// Snapshots of a stream from a broker, and their publisher.
#[derive(Debug)]
pub(crate) struct BrokerPush {
    /// The device.
    pub(crate) device_id: String,
    /// The project of the snapshots.
    pub(crate) project_id: String,
    /// The stream of the snapshots.
    pub(crate) stream_id: Uuid,
    /// The run of the bridge's program.
    pub(crate) run: Uuid,
    /// At least one.
    pub(crate) snapshots: Vec<Snapshot>,
}

/// The result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BrokerOutcome {
    /// The snapshots are stored, now or before.
    Stored,
    /// The snapshots wait for the push.
    Left,
}

/// Stores the snapshots: all or none of them, each once. Blocks.
pub(crate) fn take(core: &Core, brought: &BrokerPush) -> Result<BrokerOutcome, Refusal> {
    let frame = Push {
        device_id: brought.device_id.clone(),
        device_name: None,
        stream_id: brought.stream_id,
        runs: Vec::new(),
        snapshots: Vec::new(),
        ended: false,
        take_over: false,
        interval_ms: None,
        sent_at: None,
        skew_least_ms: None,
        newest: None,
    };
    push::check(&frame)?;
    push::check_snapshots(&brought.snapshots)?;
    let (caller, project) = publisher(core, brought)?;
    core.0.uses.note(&caller.id, core.now());
    core.check_room()?;
    core.store_of_project(&project).write(|tx| {
        let stream = tx.find_stream(&project, brought.stream_id)?;
        let Some(session) = continued(brought, tx.session(&project)?, stream.as_ref()) else {
            return Ok(BrokerOutcome::Left);
        };
        let (device_name, ended) = (session.device_name, session.ended);
        let frame = Push { device_name, ended, ..frame.clone() };
        push::store(tx, &project, (&frame, &brought.snapshots), core.now())?;
        Ok(BrokerOutcome::Stored)
    })
}

/// The session that the snapshots continue; `None` if a push must start it first.
fn continued(
    brought: &BrokerPush,
    session: Option<Session>,
    stream: Option<&Stream>,
) -> Option<Session> {
    let is_same_run = stream?.run == Some(brought.run);
    session.filter(|it| is_same_run && it.device_id == brought.device_id)
}

/// The key that is bound to the device and may push to the project, and the project of its
/// organization.
fn publisher(core: &Core, brought: &BrokerPush) -> Result<(Caller, ProjectRef), Refusal> {
    let now = core.now();
    let keys = core.store().read(|tx| tx.keys_of_device(&brought.device_id))?;
    let callers = keys.into_iter().filter(|key| is_valid(key, now));
    let callers: Vec<_> = callers.map(Caller::of_key).collect();
    let may = |caller: &Caller| {
        caller.check(Permission::HmiPush)?;
        let is_in = caller.covers(&brought.project_id);
        if is_in { Ok(()) } else { Err(out_of_scope(&brought.project_id)) }
    };
    for caller in callers.iter().filter(|it| may(it).is_ok()) {
        let find = |tx: &Transaction<'_>| tx.find_project(&caller.org, &brought.project_id);
        if let Some(project) = core.store_of(&caller.org).read(find)? {
            return Ok((caller.clone(), project));
        }
    }
    let Some(caller) = callers.first() else {
        let wrong = TechnicalReason::NoKeyOfDevice { device: &brought.device_id };
        return Err(Refusal::new(ErrorCode::PermissionDenied, &wrong)
            .for_user(&UserMessage::NoPermission)
            .with_remedy(&Advice::OwnKey));
    };
    core.audit_missing_permission(caller, &brought.project_id, || may(caller))?;
    Err(no_project(&brought.project_id))
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{Timestamp, hmi::push::Newest, project::Vendor};
    use tagbridge_store::Org;

    use super::*;
    use crate::{
        NewKey, Options,
        core::{keys, projects},
    };

    const RUN: Uuid = Uuid::from_u128(7);

    struct Place {
        _folder: tempfile::TempDir,
        core: Core,
        project: ProjectRef,
    }

    impl Place {
        /// Creates a project, and a key that is bound to `laptop-7`.
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let core = Core::open(folder.path(), Options::default()).unwrap();
            let (project, _) = core
                .store()
                .write(|tx| {
                    let (name, now) = ("Line".to_owned(), core.now());
                    projects::add(tx, &Org::local(), name, Vendor::Siemens, now)
                })
                .unwrap();
            let place = Self { _folder: folder, core, project };
            place.key("laptop-7", Permission::HmiPush, None);
            place
        }

        fn key(&self, device: &str, may: Permission, projects: Option<Vec<String>>) -> String {
            let (device, permissions) = (Some(device.to_owned()), vec![may]);
            let key = NewKey { permissions, projects, device, ..NewKey::default() };
            keys::create(&self.core, &Org::local(), key).unwrap().0.id
        }

        /// A push of the bridge.
        fn push(&self, change: impl FnOnce(&mut Push)) -> Push {
            let mut push: Push =
                serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
            (push.runs, push.ended, push.device_name) = (vec![RUN], false, Some("L7".to_owned()));
            push.snapshots.clear();
            change(&mut push);
            self.core
                .store()
                .write(|tx| {
                    let pushed = (&push, &*push.snapshots);
                    push::store(tx, &self.project, pushed, self.core.now())
                })
                .unwrap();
            push
        }

        fn brought(&self, sequence: u64) -> BrokerPush {
            let mut push: Push =
                serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
            push.snapshots[0].sequence = sequence;
            BrokerPush {
                device_id: push.device_id,
                project_id: self.project.id.clone(),
                stream_id: push.stream_id,
                run: RUN,
                snapshots: push.snapshots,
            }
        }

        fn take(&self, brought: &BrokerPush) -> Result<BrokerOutcome, ErrorCode> {
            take(&self.core, brought).map_err(|refusal| refusal.code())
        }

        fn stored(&self) -> Option<(u64, Vec<(u64, u64)>)> {
            self.core
                .store()
                .read(|tx| {
                    let stream = tx.find_stream(&self.project, self.brought(1).stream_id)?;
                    let Some(stream) = stream else { return Ok::<_, Refusal>(None) };
                    let stored = tx.stored(stream.no)?;
                    Ok(Some((stored.through(), stored.newest().into_iter().collect())))
                })
                .unwrap()
        }

        fn session(&self) -> Session {
            self.core.store().read(|tx| tx.session(&self.project)).unwrap().unwrap()
        }
    }

    #[test]
    fn a_stream_is_taken_on_once_its_bridge_has_pushed_it() {
        let place = Place::new();
        assert_eq!(place.take(&place.brought(1)), Ok(BrokerOutcome::Left));
        assert_eq!(place.stored(), None, "nothing is begun by a broker");
        place.push(|_| {});
        assert_eq!(place.take(&place.brought(1)), Ok(BrokerOutcome::Stored));
        assert_eq!(
            place.take(&place.brought(1)),
            Ok(BrokerOutcome::Stored),
            "again, and nothing twice"
        );
        assert_eq!(place.take(&place.brought(3)), Ok(BrokerOutcome::Stored));
        assert_eq!(place.stored(), Some((1, vec![(3, 3)])), "a hole stays one");
        place.push(|push| push.snapshots = place.brought(2).snapshots);
        assert_eq!(place.stored(), Some((3, vec![(1, 3)])), "until it is pushed");
        assert_eq!(place.session().device_name.as_deref(), Some("L7"));
    }

    #[test]
    fn a_copy_and_a_run_that_is_not_heard_of_are_left() {
        let place = Place::new();
        place.push(|_| {});
        let other = BrokerPush { run: Uuid::from_u128(8), ..place.brought(1) };
        assert_eq!(place.take(&other), Ok(BrokerOutcome::Left));
        place.push(|push| push.runs = vec![RUN, other.run]);
        assert_eq!(place.take(&other), Ok(BrokerOutcome::Stored));
        assert_eq!(place.take(&place.brought(2)), Ok(BrokerOutcome::Left), "that run is over");
    }

    #[test]
    fn another_device_takes_no_session_over_and_an_ended_one_stays_ended() {
        let place = Place::new();
        place.push(|_| {});
        place.key("laptop-8", Permission::HmiPush, None);
        let foreign = BrokerPush { device_id: "laptop-8".into(), ..place.brought(1) };
        assert_eq!(place.take(&foreign), Ok(BrokerOutcome::Left));
        place.push(|push| push.ended = true);
        assert_eq!(place.take(&place.brought(1)), Ok(BrokerOutcome::Stored));
        assert!(place.session().ended);
    }

    #[test]
    fn what_is_live_stays_so_and_becomes_it_by_pushes_alone() {
        let place = Place::new();
        let true_at = || place.session().stream.head.unwrap().true_at;
        place.push(|_| {});
        assert_eq!(place.take(&place.brought(1)), Ok(BrokerOutcome::Stored));
        assert_eq!(true_at(), None);
        place.push(|push| {
            push.sent_at = Some(Timestamp::now());
            push.newest = Some(Newest { sequence: 1, age_ms: 0 });
            push.skew_least_ms = Some(0);
        });
        let before = true_at();
        assert!(before.is_some());
        assert_eq!(place.take(&place.brought(2)), Ok(BrokerOutcome::Stored));
        assert_eq!(true_at(), before);
    }

    #[test]
    fn who_may_publish_is_who_may_push() {
        let place = Place::new();
        place.push(|_| {});
        let of = |device: &str| BrokerPush { device_id: device.into(), ..place.brought(1) };
        let elsewhere = Some(vec![place.project.id.clone()]);
        assert_eq!(place.take(&of("laptop-9")), Err(ErrorCode::PermissionDenied), "no key");
        place.key("laptop-9", Permission::HmiView, elsewhere);
        assert_eq!(place.take(&of("laptop-9")), Err(ErrorCode::PermissionDenied));
        let unknown = BrokerPush { project_id: "prj_other".into(), ..place.brought(1) };
        assert_eq!(place.take(&unknown), Err(ErrorCode::NotFound));
        let own = place.core.store().read(|tx| tx.keys(&Org::local())).unwrap().remove(0).id;
        keys::revoke(&place.core, &Org::local(), &own).unwrap();
        assert_eq!(place.take(&place.brought(1)), Err(ErrorCode::PermissionDenied), "revoked");
        let scoped = Some(vec![place.project.id.clone()]);
        place.key("laptop-7", Permission::HmiPush, scoped);
        assert_eq!(place.take(&unknown), Err(ErrorCode::ProjectScopeForbidden));
        assert_eq!(place.take(&place.brought(1)), Ok(BrokerOutcome::Stored));
        let senseless = BrokerPush { snapshots: place.brought(0).snapshots, ..place.brought(1) };
        assert_eq!(place.take(&senseless), Err(ErrorCode::BadRequest));
    }
}
