//! Several services on one PostgreSQL, behind any load balancer. With an SQLite file there is one
//! service, and these tests have no effect.

use std::time::Duration;

use axum::body::to_bytes;
use futures::future::join_all;
use serde_json::{Value, json};
use tagbridge_service::Service;
use tokio::{net::TcpListener, task::JoinHandle, time};
use tokio_util::sync::CancellationToken;

use crate::{
    harness::{self, House, complete, delta},
    turn_streams::{events, open, until_it_waits},
    turns::{line, rows, upload},
};

/// Rungs of a project whose analysis takes some seconds.
const RUNGS: usize = 24_000;

/// The same harness at two services; `None` if there is only one.
fn two(house: House) -> Option<[House; 2]> {
    let beside = house.beside();
    beside.map(|beside| [house, beside])
}

fn bits(mut snapshot: Value) -> Value {
    for tag in snapshot["tags"].as_object_mut().unwrap().values_mut() {
        tag["value"] = json!(tag["value"] == 1);
        tag["type"] = json!("BOOL");
    }
    snapshot
}

struct Serving {
    stop: CancellationToken,
    task: JoinHandle<std::io::Result<()>>,
}

async fn serve(service: &Service) -> Serving {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stop = CancellationToken::new();
    let (service, stopped) = (service.clone(), stop.clone());
    let task = tokio::spawn(async move { service.serve(listener, stopped).await });
    Serving { stop, task }
}

impl Serving {
    async fn end(self) {
        self.stop.cancel();
        self.task.await.unwrap().unwrap();
    }
}

async fn registered(house: &House, serving: &mut [Serving]) {
    // A busy machine needs some time.
    for _ in 0..3000 {
        if house.number("SELECT count(*) FROM instances") == i64::try_from(serving.len()).unwrap() {
            return;
        }
        for it in &mut *serving {
            assert!(!it.task.is_finished(), "it has ended: {:?}", (&mut it.task).await);
        }
        time::sleep(Duration::from_millis(20)).await;
    }
    panic!("never {} services", serving.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_goes_on_at_another_service() {
    let Some([a, b]) = two(line().await) else { return };
    let mut serving = [serve(&a.service).await, serve(&b.service).await];
    registered(&a, &mut serving).await;
    a.push(&[bits(complete(1, &[("Conveyor_Run", 0)]))]).await;
    let question = "Why is Conveyor_Run off?";
    let (_, _, body) = open(&a, question, "k1", None).await;
    let (read, stream) = until_it_waits(body).await;
    // The connection is lost, and the load balancer sends the same request to another service.
    drop(stream);
    let seen = events(&read).pop().unwrap().0;
    let (status, _, body) = open(&b, question, "k1", Some(&seen)).await;
    assert_eq!(status, 200);
    let rest = tokio::spawn(to_bytes(body, usize::MAX));
    // Longer than a turn runs without a client.
    time::sleep(Duration::from_millis(500)).await;
    b.push(&[bits(delta(2, &[("Auto", 0), ("E_Stop", 0)]))]).await;
    let rest = String::from_utf8(rest.await.unwrap().unwrap().to_vec()).unwrap();
    assert!(rest.contains("It comes on if Auto comes on"), "{rest}");
    let all = [events(&read), events(&rest)].concat();
    let numbers: Vec<_> = all.iter().map(|(id, ..)| id.rsplit_once(':').unwrap().1).collect();
    let counted: Vec<_> = (1..=all.len()).map(|no| no.to_string()).collect();
    assert_eq!(numbers, counted, "each event once, in order");
    assert_eq!(all.last().unwrap().1, "done");
    let [_, turns, _, uses] = rows(&a);
    assert_eq!((turns, uses), (1, 1));
    for serving in serving {
        serving.end().await;
    }
    assert_eq!(a.number("SELECT count(*) FROM instances"), 0, "both have said that they end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_is_sent_to_several_is_done_once() {
    let Some(both) = two(House::new()) else { return };
    let path = both[0].path("conversations");
    let sent = (0..40_u32).map(|no| {
        let (house, path) = (&both[no as usize % 2], &path);
        async move {
            let body = json!({ "name": "one" });
            loop {
                let answer = house.write_as(path, &body, "the same").await;
                if answer.status != 409 {
                    assert_eq!(answer.status, 201, "{:#}", answer.body);
                    return answer.body.to_string();
                }
                time::sleep(Duration::from_millis(5)).await;
            }
        }
    });
    let mut ids = join_all(sent).await;
    ids.dedup();
    assert_eq!(ids.len(), 1, "one answer: {ids:?}");
    assert_eq!(both[0].number("SELECT count(*) FROM conversations"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_streamed_by_one_of_two_devices() {
    let Some(both) = two(House::new()) else { return };
    let pushes = (0..2).map(|no| {
        let stream = [harness::STREAM, harness::OTHER_STREAM][no];
        both[no].push_with(json!({
            "device_id": format!("laptop-{no}"), "stream_id": stream,
            "snapshots": [complete(1, &[("a", 1)])],
        }))
    });
    let mut answers: Vec<u16> =
        join_all(pushes).await.iter().map(|answer| answer.status.as_u16()).collect();
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
}

/// A project whose analysis takes longer than the requests of a test: after its end, a request starts the next.
fn long_line() -> String {
    let tags = (0..RUNGS).map(|no| {
        format!(
            "<Tag Name=\"In_{no}\" DataType=\"BOOL\"/><Tag Name=\"Out_{no}\" DataType=\"BOOL\"/>"
        )
    });
    let rungs = (0..RUNGS).map(|no| {
        let text = format!("XIC(In_{no})XIO(Out_{})OTE(Out_{no});", (no + 1) % RUNGS);
        format!("<Rung Number=\"{no}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
    });
    format!(
        "<RSLogix5000Content TargetName=\"Line\"><Controller Use=\"Target\" Name=\"Line\"><Tags>{}</Tags><Programs>\
         <Program Name=\"Main\" MainRoutineName=\"Main\"><Routines><Routine Name=\"Main\" Type=\"RLL\">\
         <RLLContent>{}</RLLContent></Routine></Routines></Program></Programs></Controller>\
         </RSLogix5000Content>",
        tags.collect::<String>(),
        rungs.collect::<String>()
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_that_is_asked_for_at_both_runs_once() {
    let house = House::new();
    upload(&house, &long_line()).await;
    let Some(both) = two(house) else { return };
    let serving = [serve(&both[0].service).await, serve(&both[1].service).await];
    let path = both[0].path("analyses");
    let before = both[0].number("SELECT count(*) FROM analyses");
    let nothing = json!({});
    let asked = (0..20).map(|no| both[no % 2].write(&path, &nothing));
    let mut ids: Vec<String> = Vec::new();
    for answer in join_all(asked).await {
        assert!([200, 201, 202].contains(&answer.status.as_u16()), "{:#}", answer.body);
        ids.push(answer.body["analysis_id"].as_str().unwrap().to_owned());
    }
    ids.sort();
    ids.dedup();
    let runs = both[0].number("SELECT count(*) FROM analyses") - before;
    assert!(runs <= 1 && ids.len() == 1, "{runs} runs: {ids:?}");
    for _ in 0..6000 {
        if both[0].number("SELECT count(*) FROM jobs") == 0 {
            break;
        }
        time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(both[0].number("SELECT count(*) FROM analyses WHERE ended_at IS NULL"), 0);
    for serving in serving {
        serving.end().await;
    }
}

#[tokio::test]
async fn parts_of_a_snapshot_may_come_to_different_services() {
    let Some([a, b]) = two(House::new()) else { return };
    let part = |no: u32| {
        let mut snapshot = complete(1, &[(["a", "b", "c"][no as usize - 1], 1)]);
        (snapshot["part"], snapshot["parts"]) = (json!(no), json!(3));
        json!({ "snapshots": [snapshot] })
    };
    assert_eq!(a.push_with(part(1)).await.ok()["awaited"], json!([1]));
    assert_eq!(b.push_with(part(3)).await.ok()["awaited"], json!([1]));
    let last = a.push_with(part(2)).await.ok();
    assert_eq!((last.get("awaited"), &last["stored_through"]), (None, &json!(1)));
    let again = b.push_with(part(3)).await.ok();
    assert_eq!((again.get("awaited"), &again["stored_through"]), (None, &json!(1)));
    assert_eq!(b.values().await.tags.len(), 3);
}

#[tokio::test]
async fn that_a_stream_was_copied_is_told_by_every_service() {
    let Some([a, b]) = two(House::new()) else { return };
    let push = |sequence: u64, runs: Value| json!({ "snapshots": [complete(sequence, &[("a", 1)])], "runs": runs });
    let run = |no: u32| format!("00000000-0000-4000-8000-{no:012}");
    a.push_with(push(1, json!([run(1)]))).await.ok();
    b.push_with(push(2, json!([run(2)]))).await.refused(409, "stream_conflict");
    let told = a.push_with(push(2, json!([run(1)]))).await.ok();
    assert_eq!(told["copied_at"], json!(a.now()));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_keeps_its_files_elsewhere_does_not_serve() {
    let a = House::new();
    let Some(alone) = a.beside_with(None) else { return };
    let mut serving = [serve(&a.service).await];
    registered(&a, &mut serving).await;
    let refused = alone.service.claim("127.0.0.1:1".parse().unwrap()).unwrap_err();
    let text = refused.to_string();
    assert!(text.contains("stores its files outside"), "{text}");
    assert!(refused.remedy().to_string().contains("store.toml"));
    for serving in serving {
        serving.end().await;
    }
}
