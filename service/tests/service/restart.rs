//! What is kept when the service ends without a word.

use serde_json::json;

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
    // The stream goes on where it was.
    assert_eq!(house.push(&[delta(2, &[("b", 2)])]).await, 3);
    let tags = house.values().await.tags;
    assert_eq!((&tags["a"].value, &tags["b"].value), (&json!(3), &json!(2)));
}

#[tokio::test]
async fn a_copy_of_the_files_taken_at_any_moment_holds_what_was_answered() {
    // What a killed process leaves is what stands in its files: the log is not yet merged.
    let house = House::new();
    for sequence in 1..=5 {
        house.push(&[delta(sequence, &[("a", 1)])]).await;
        let mut copy = House::new();
        copy.folder = tempfile::tempdir().unwrap();
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
