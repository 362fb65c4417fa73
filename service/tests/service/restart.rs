//! The data that survives an abrupt end of the service.

use std::sync::Arc;

use serde_json::json;

use tagbridge_service::{Options, Service};

use crate::harness::{House, complete, delta};

#[tokio::test]
async fn everything_is_as_it_was() {
    let mut house = House::new();
    house.push(&[complete(1, &[("a", 1), ("b", 1)]), delta(3, &[("a", 3)])]).await;
    house.write(&house.path("hmi/request-tags"), &json!({ "tags": ["x", "y"] })).await.ok();
    let everything = async |house: &House| {
        let mut answers = Vec::new();
        for path in
            ["", "/{id}", "/{id}/hmi/values", "/{id}/hmi/history?tag=a", "/{id}/hmi/request-tags"]
        {
            let path = format!("/api/v1/projects{}", path.replace("{id}", &house.project));
            answers.push(house.read(&path).await.ok());
        }
        answers
    };
    let before = everything(&house).await;
    house.restart();
    assert_eq!(everything(&house).await, before);
    // The stream continues.
    assert_eq!(house.push(&[delta(2, &[("b", 2)])]).await, 3);
    let tags = house.values().await.tags;
    assert_eq!((&tags["a"].value, &tags["b"].value), (&json!(3), &json!(2)));
}

#[tokio::test]
async fn a_copy_of_the_files_taken_at_any_moment_holds_what_was_answered() {
    // A killed process leaves its files: the log is not yet merged.
    let house = House::embedded();
    for sequence in 1..=5 {
        house.push(&[delta(sequence, &[("a", 1)])]).await;
        let mut copy = House::embedded();
        copy.folder = Arc::new(tempfile::tempdir().unwrap());
        for file in std::fs::read_dir(house.folder.path()).unwrap() {
            let file = file.unwrap();
            if file.file_name() != "service.sqlite-shm" {
                std::fs::copy(file.path(), copy.folder.path().join(file.file_name())).unwrap();
            }
        }
        (copy.project, copy.key) = (house.project.clone(), house.key.clone());
        copy.restart();
        assert_eq!(copy.history("a").await.len(), usize::try_from(sequence).unwrap());
        assert_eq!(copy.push(&[]).await, sequence);
    }
}

#[tokio::test]
async fn a_copy_made_while_it_serves_is_a_service_of_its_own() {
    let mut house = House::embedded();
    house.push(&[complete(1, &[("a", 1)])]).await;
    let file = b"<RSLogix5000Content TargetName=\"L\"><Controller Use=\"Target\" Name=\"L\"/>\
                 </RSLogix5000Content>";
    let project = house.service.add_project(None, "L.L5X", file.to_vec()).unwrap();
    let copy = tempfile::tempdir().unwrap();
    let target = copy.path().join("copy");
    assert_eq!(Service::copy(house.folder.path(), &target).unwrap(), 1);
    house.push(&[complete(2, &[("a", 2)])]).await;

    house.folder = Arc::new(copy);
    house.service = Service::open(&target, Options::default()).unwrap();
    house.router = house.service.router();
    assert_eq!(house.history("a").await, [1], "as it was at that moment");
    let path = format!("/api/v1/projects/{}/source", project.project_id);
    assert_eq!(house.read(&path).await.ok()["parsed"]["name"], "L");

    // Damaged data is not copied as if it were complete.
    std::fs::remove_dir_all(target.join("files")).unwrap();
    let error = Service::copy(&target, &target.join("again")).expect_err("a file is gone");
    assert!(error.to_string().contains("reading the file"), "{error}");
}

#[tokio::test]
async fn a_load_balancer_asks_without_a_key() {
    let mut house = House::new();
    house.key = "nobody".to_owned();
    assert_eq!(house.read("/healthz").await.status, 204);
    house.read("/api/v1/health").await.refused(401, "unauthorized");
}
