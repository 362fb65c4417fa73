//! `tagbridge ask --service`: answers as streams over connections that are cut; refusals; and
//! Ctrl-C.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::{Arc, atomic::AtomicUsize},
    thread,
};

use rusqlite::Connection;
use tagbridge_tests::{Site, Tagbridge, patiently};

use crate::streams::{plant, relay};

/// A relay that ends its first connections, each after a number of bytes of the response, and no
/// later ones.
pub(crate) fn cutting(service: u16, after: Vec<usize>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        let mut after = after.into_iter();
        for client in listener.incoming().flatten() {
            let Ok(server) = TcpStream::connect(("127.0.0.1", service)) else { continue };
            let counted = Arc::new(AtomicUsize::new(0));
            relay(&client, &server, None, &counted);
            relay(&server, &client, after.next(), &counted);
        }
    });
    port
}

/// A service with a project, and the file with a key that may ask.
fn site() -> (tempfile::TempDir, Site, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, plant(3)).expect("it is written");
    let site = Site::of(file.to_str().expect("a plain path"), "");
    let key = folder.path().join("key");
    fs::write(&key, site.key("ai_explain,hmi_view,hmi_edit")).expect("it is written");
    let key = key.to_str().expect("a plain path").to_owned();
    (folder, site, key)
}

fn ask(project: &str, port: u16, key: &str) -> Tagbridge {
    let service = format!("http://127.0.0.1:{port}/api/v1");
    let question = "Why is Run_1 off?";
    Tagbridge::new(["ask", project, question, "--service", &service, "--key-file", key])
}

#[test]
fn an_answer_is_the_same_however_often_its_line_is_cut() {
    let (_folder, site, key) = site();
    let _service = site.service();
    let whole = ask(site.project(), site.port(), &key).output();
    assert_eq!(whole.code(), 0, "{}", whole.stderr());
    let expected = whole.stdout();
    assert!(expected.contains("[1] Main/Ladder:1"), "{expected}");
    // In the headers, in each event, and several times.
    let cuts = [vec![100], vec![600], vec![900], vec![1_100], vec![700, 500, 20, 900]];
    let asking: Vec<_> = cuts
        .into_iter()
        .map(|after| {
            let (project, key) = (site.project().to_owned(), key.clone());
            let port = cutting(site.port(), after.clone());
            let asked = thread::spawn(move || ask(&project, port, &key).output());
            (after, asked)
        })
        .collect();
    for (after, asked) in asking {
        let outcome = asked.join().expect("it ends");
        // A line that is cut before the service has answered at all is one that is not there.
        if after == [100] {
            assert_eq!(outcome.code(), 3, "{}", outcome.stderr());
            continue;
        }
        assert_eq!(outcome.code(), 0, "{after:?}: {}", outcome.stderr());
        assert_eq!(outcome.stdout(), expected, "{after:?}");
    }
    let database = format!("{}/service.sqlite", site.service_data());
    let database = Connection::open(database).expect("the service's data");
    let uses = "SELECT count(*) FROM uses";
    let uses: i64 = database.query_row(uses, [], |row| row.get(0)).expect("a number");
    assert_eq!(uses, 6, "each is metered once");
}

#[test]
fn what_is_refused_says_why() {
    let (folder, site, key) = site();
    let _service = site.service();
    let blind = folder.path().join("blind");
    fs::write(&blind, site.secret()).expect("it is written");
    let blind = blind.to_str().expect("a plain path");
    let unknown = folder.path().join("unknown");
    fs::write(&unknown, "tb_live_unknown").expect("it is written");
    let unknown = unknown.to_str().expect("a plain path");
    for (project, port, key, code, why) in [
        (site.project(), site.port(), blind, 4, "ai_explain"),
        ("prj_none", site.port(), &key, 4, "prj_none"),
        (site.project(), site.port(), unknown, 3, "key"),
        (site.project(), 9, &key, 3, "127.0.0.1:9"),
    ] {
        let refused = ask(project, port, key).output();
        let said = refused.stderr();
        assert_eq!(refused.code(), code, "{said}");
        assert!(said.contains(why), "{why}: {said}");
        assert_eq!(refused.stdout(), "", "{why}");
    }
}

/// A service that begins an answer and never ends it.
fn endless() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        let mut kept = Vec::new();
        for mut client in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _ = client.read(&mut request);
            let _ = client.write_all(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nid: trn_1:1\n\
                  event: token\ndata: {\"text\":\"It is off:\\n\"}\n\n",
            );
            kept.push(client);
        }
    });
    port
}

#[test]
fn what_came_stands_there_and_ctrl_c_ends_the_rest() {
    let (_folder, site, key) = site();
    let mut asking = ask(site.project(), endless(), &key).start_into(Stdio::piped(), Stdio::null());
    assert_eq!(asking.next_line(), "It is off:", "it is shown before the answer has ended");
    let pid = asking.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    patiently("its end", || asking.has_ended().then_some(()));
}
