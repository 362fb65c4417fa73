//! `search-context`.

use std::{fs, path::PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use tagbridge_api::{Permission, project::Vendor, search::SearchContext};
use tagbridge_service::NewProject;

use crate::{
    harness::{Answer, House},
    turns::{line, upload},
};

async fn look(house: &House, query: &str, more: &str) -> Answer {
    let query = utf8_percent_encode(query, NON_ALPHANUMERIC);
    house.read(&house.path(&format!("search-context?query={query}{more}"))).await
}

async fn find(house: &House, query: &str) -> SearchContext {
    look(house, query, "").await.ok_as()
}

/// The titles of the results, and the kind of search.
async fn titles(house: &House, query: &str) -> (Value, Vec<String>) {
    let found = find(house, query).await;
    assert_eq!(found.count as usize, found.chunks.len());
    assert!(found.chunks.windows(2).all(|two| two[0].score >= two[1].score), "{found:#?}");
    assert!(found.chunks.iter().all(|it| (0.0..=1.0).contains(&it.score)), "{found:#?}");
    let titles = found.chunks.iter().map(|it| it.chunk.title.clone()).collect();
    (serde_json::to_value(found.route).unwrap(), titles)
}

#[tokio::test]
async fn a_query_finds_by_words_names_parts_and_typing_errors() {
    let house = line().await;
    let (route, found) = titles(&house, "what starts the conveyor?").await;
    assert_eq!((route, found[0].as_str()), ("words".into(), "Main / Ladder, rung 0"));
    let (route, found) = titles(&house, "conveyor_run").await;
    assert_eq!((route, found[0].as_str()), ("exact".into(), "Conveyor_Run"));
    assert!(found.contains(&"Main / Ladder, rung 1".to_owned()), "{found:?}");
    let (route, found) = titles(&house, "eyor_r").await;
    assert_eq!((route, found[0].as_str()), ("fragments".into(), "Conveyor_Run"));
    let (_, found) = titles(&house, "Covneyor_Run").await;
    assert_eq!(found[0], "Conveyor_Run");
    assert_eq!(titles(&house, "Speed").await.1[..2], ["Program:Main.Speed", "Program:Other.Speed"]);

    let found = find(&house, "starts the conveyor").await;
    let first = &found.chunks[0];
    assert_eq!(first.chunk.text, "starts the conveyor\nXIC(Auto)XIO(E_Stop)OTE(Conveyor_Run);");
    assert_eq!(first.chunk.label, "Main › Ladder › rung 0");
    assert_eq!(
        (first.chunk.citation.path.as_str(), first.chunk.citation.rung),
        ("Main/Ladder", Some(0))
    );
    let again = find(&house, "starts the conveyor").await;
    assert_eq!(again, found, "the order and the ids are the same twice");
    let project = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
    assert_eq!(project["current_version_id"], found.version_id.unwrap());
}

#[tokio::test]
async fn limits_permissions_and_odd_queries() {
    let house = line().await;
    for more in ["&limit=2", "&top_k=2", "&limit=2&top_k=2"] {
        let found: SearchContext = look(&house, "conveyor auto speed", more).await.ok_as();
        assert!(found.chunks.len() == 2 && found.truncated, "{found:#?}");
    }
    for (query, more) in [
        ("x", "&limit=2&top_k=3"),
        ("x", "&limit=0"),
        ("x", "&limit=26"),
        ("x", "&top_k=26"),
        ("x", "&more=1"),
        ("", ""),
        (" ", ""),
        (&"x".repeat(1001), ""),
    ] {
        look(&house, query, more).await.refused(400, "bad_request");
    }
    // Operators, quotes and control characters are text.
    for piece in [
        "\"", "'", "*", "^", "NEAR(", "AND", "OR NOT", "\0", "{a b}:", "🙂", "-", "%", "+", "(",
        "ab",
    ] {
        for query in [
            piece.to_owned(),
            format!("auto {piece} stop"),
            piece.repeat(1000 / piece.chars().count()),
        ] {
            find(&house, &query).await;
        }
    }
    let other = NewProject { name: "Other".into(), vendor: Vendor::Siemens };
    let other = house.service.create_project(other).unwrap().project_id;
    let may =
        |permissions: &[Permission], scope: Option<&[&str]>| house.make_key(permissions, scope);
    let keys = [
        (may(&[Permission::HmiView], None), "permission_denied"),
        (may(&[Permission::CodeRead], Some(&[&other])), "project_scope_forbidden"),
    ];
    for (key, code) in keys {
        let request = axum::http::Request::get(house.path("search-context?query=x"))
            .header("authorization", format!("Bearer {key}"));
        house.send(request.body(axum::body::Body::empty()).unwrap()).await.refused(403, code);
    }
}

#[tokio::test]
async fn an_empty_project_has_nothing_and_says_why_and_a_new_version_answers_for_itself() {
    let house = House::new();
    let found = find(&house, "conveyor").await;
    assert!(found.chunks.is_empty() && found.version_id.is_none(), "{found:?}");
    assert!(found.message.unwrap().contains("no file"));

    let house = line().await;
    let before = find(&house, "conveyor").await;
    upload(&house, &crate::turns::LINE.replace("Conveyor", "Elevator")).await;
    let after = find(&house, "elevator").await;
    assert_ne!(after.version_id, before.version_id);
    assert_eq!(after.chunks[0].chunk.title, "Elevator_Run");
    let none = find(&house, "conveyor_run").await;
    assert!(none.chunks.iter().all(|it| !it.chunk.text.contains("Conveyor")), "{none:#?}");
}

fn index_file(house: &House) -> PathBuf {
    let mut files = fs::read_dir(house.folder.path().join("index")).unwrap();
    files.next().unwrap().unwrap().path()
}

#[tokio::test]
async fn an_index_that_is_lost_or_damaged_while_it_is_read_is_made_once_more() {
    let house = line().await;
    let good = find(&house, "starts the conveyor").await;
    assert!(!good.chunks.is_empty());
    let damages: [&dyn Fn(); 4] = [
        &|| fs::remove_file(index_file(&house)).unwrap(),
        &|| {
            let file = fs::File::options().write(true).open(index_file(&house)).unwrap();
            file.set_len(5000).unwrap();
        },
        &|| drop(fs::File::options().write(true).truncate(true).open(index_file(&house)).unwrap()),
        &|| {
            let other = rusqlite::Connection::open(index_file(&house)).unwrap();
            other.execute_batch("PRAGMA user_version = 99; DROP TABLE called;").unwrap();
        },
    ];
    for damage in damages {
        damage();
        let readers = (0..20).map(|_| find(&house, "starts the conveyor"));
        for found in futures::future::join_all(readers).await {
            assert!(
                found == good || (found.chunks.is_empty() && found.message.is_some()),
                "{found:#?}"
            );
        }
        assert_eq!(find(&house, "starts the conveyor").await, good);
    }
}

#[tokio::test]
async fn where_no_index_can_be_made_the_answer_says_so() {
    let house = House::new();
    // A file has the name of the folder.
    fs::write(house.folder.path().join("index"), "").unwrap();
    upload(&house, crate::turns::LINE).await;
    let found = find(&house, "conveyor").await;
    assert!(found.chunks.is_empty() && found.message.unwrap().contains("being created"));
    fs::remove_file(house.folder.path().join("index")).unwrap();
    assert!(!find(&house, "conveyor").await.chunks.is_empty());
}

#[tokio::test]
async fn a_deleted_project_leaves_nothing_to_be_found() {
    let house = line().await;
    assert!(!find(&house, "conveyor").await.chunks.is_empty());
    let file = index_file(&house);
    let change =
        tagbridge_api::project::ProjectChange { archived: Some(true), ..Default::default() };
    house.service.change_project(&house.project, &change).unwrap();
    house.service.delete_project(&house.project).unwrap();
    assert!(!file.exists());
}
