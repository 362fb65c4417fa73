//! `GET /projects` and `GET /projects/{id}`.

use serde_json::{Value, json};
use tagbridge_api::{
    Permission,
    project::{Project, ProjectList, Vendor},
};
use tagbridge_service::NewProject;

use crate::harness::House;

async fn page(house: &House, query: &str) -> ProjectList {
    house.read(&format!("/api/v1/projects?{query}")).await.ok_as()
}

fn add(house: &House, name: &str) -> Project {
    house.advance_ms(1);
    let project = NewProject { name: name.into(), vendor: Vendor::Codesys };
    house.service.create_project(project).unwrap()
}

fn names(list: &ProjectList) -> Vec<&str> {
    list.projects.iter().map(|it| it.name.as_str()).collect()
}

#[tokio::test]
async fn pages_go_from_the_most_recently_touched_and_stay_though_projects_are_added() {
    let house = House::new();
    for name in ["B", "C", "D"] {
        add(&house, name);
    }
    let whole = page(&house, "").await;
    assert_eq!(names(&whole), ["D", "C", "B", "Conveyor"]);
    assert_eq!(whole.next_cursor, None);
    let names_of_all: Vec<_> =
        house.service.projects(false).unwrap().into_iter().map(|it| it.name).collect();
    assert_eq!(names_of_all, names(&whole));

    let first = page(&house, "limit=2").await;
    assert_eq!(names(&first), ["D", "C"]);
    add(&house, "E");
    let cursor = first.next_cursor.unwrap();
    let second = page(&house, &format!("limit=2&cursor={cursor}")).await;
    assert_eq!(names(&second), ["B", "Conveyor"]);
    assert_eq!(second.next_cursor, None);
}

#[tokio::test]
async fn projects_touched_in_the_same_millisecond_are_all_listed() {
    let house = House::new();
    for _ in 0..4 {
        let project = NewProject { name: "same".into(), vendor: Vendor::Siemens };
        house.service.create_project(project).unwrap();
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut cursor = String::new();
    loop {
        let list = page(&house, &format!("limit=1{cursor}")).await;
        assert_eq!(list.projects.len(), 1);
        assert!(seen.insert(list.projects[0].project_id.clone()), "each once");
        let Some(next) = list.next_cursor else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen.len(), 5);
}

#[tokio::test]
async fn the_list_is_filtered_to_scope_and_team() {
    let mut house = House::new();
    let own = add(&house, "own");
    add(&house, "other");
    assert_eq!(names(&page(&house, "team_id=t").await), [""; 0]);
    house.key = house.make_key(&[Permission::AiExplain], Some(&[&own.project_id]));
    let list = page(&house, "limit=1").await;
    assert_eq!(names(&list), ["own"]);
    assert_eq!(list.next_cursor, None);
}

#[tokio::test]
async fn a_project_says_what_is_known_of_it() {
    let house = House::new();
    let made = add(&house, "Mixer");
    let read: Value = house.read(&format!("/api/v1/projects/{}", made.project_id)).await.ok();
    assert_eq!(read, serde_json::to_value(&made).unwrap());
    assert_eq!(read["vendor"], "codesys");
    assert_eq!(read["file_type"], "export");
    assert_eq!(read["analysis_status"], json!(null));
    assert_eq!(read["created_at"], "2026-01-01T00:00:00.001Z");
}
