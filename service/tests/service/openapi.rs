//! The checked-in OpenAPI document.

use std::{env, fs};

use axum::{body::Body, http::Request};

use crate::harness::House;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");

#[test]
fn the_document_is_current() {
    let document = serde_json::to_string_pretty(&tagbridge_service::described()).unwrap() + "\n";
    if env::var_os("TAGBRIDGE_BLESS").is_some() {
        fs::write(FILE, &document).unwrap();
    }
    let checked_in = fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        checked_in == document,
        "service/openapi.json is not what the code says; renew it with\n    \
         TAGBRIDGE_BLESS=1 cargo nextest run -p tagbridge-service the_document_is_current\n\
         and look at the difference: clients see it"
    );
}

#[tokio::test]
async fn the_document_is_served_without_a_key() {
    let house = House::new();
    let request = Request::builder().uri("/api/v1/openapi.json").body(Body::empty()).unwrap();
    let served = house.send(request).await.ok();
    assert_eq!(served, tagbridge_service::openapi());
}

#[test]
fn every_operation_says_how_it_refuses() {
    let document = tagbridge_service::openapi();
    let mut operations = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations += 1;
            let mut expected = vec!["200", "401", "429", "500", "503"];
            let of_one = path.contains('{');
            if of_one {
                expected.extend(["400", "404"]);
            }
            let writes = ["post", "patch", "delete", "put"].contains(&method.as_str());
            if of_one && !path.ends_with("/projects/{id}") || writes {
                expected.push("403");
            }
            let is_made = ["/uploads", "/embed-tokens"].contains(&path.as_str());
            if path.ends_with("/projects") || is_made {
                expected.push("400");
            }
            if path.ends_with("/embed-tokens") {
                expected.push("404");
            }
            if writes {
                expected.extend(["408", "409", "413", "415", "422"]);
            }
            let is_turn =
                ["/interpret", "/messages", "/generate"].iter().any(|it| path.ends_with(it));
            let may_be_billed =
                method == "post" && path == "/projects" || path.ends_with("/generate");
            if may_be_billed {
                expected.push("402");
            }
            let is_job = (path.contains("/exports/") || path.ends_with("/analyses")) && writes;
            if is_job {
                expected.push("202");
                expected.retain(|status| *status != "200");
            } else if method == "post" && !path.contains("/hmi/") && !is_turn {
                expected.push("201");
            }
            if path.ends_with("/download") {
                expected.extend(["206", "304", "416"]);
            }
            if path.ends_with("/projects") && method == "post"
                || path.ends_with("/conversations")
                || is_made
            {
                expected.retain(|status| *status != "200");
            }
            if method == "get" && path.ends_with("/hmi/values") {
                expected.push("414");
            }
            if path.ends_with("/source") {
                expected.push("413");
            }
            if method == "get" && path.ends_with("request-tags") {
                expected.push("304");
            }
            expected.sort_unstable();
            let responses = operation["responses"].as_object().unwrap();
            assert_eq!(responses.keys().collect::<Vec<_>>(), expected, "{method} {path}");
            for response in responses.values() {
                assert!(response["headers"]["request-id"].is_object(), "{method} {path}");
            }
        }
    }
    assert_eq!(operations, 30);
}

#[test]
fn what_need_not_be_sent_and_has_no_end_is_not_said_to() {
    let document = tagbridge_service::openapi();
    let opened = &document["paths"]["/projects/{id}/conversations"]["post"];
    assert_eq!(opened["requestBody"]["required"], false);
    // One call can contain the tags of a whole project.
    let names = &document["components"]["schemas"]["RequestTags"]["properties"]["tags"];
    assert!(names["minItems"] == 1 && names.get("maxItems").is_none(), "{names:#}");
}

/// The description of all optional fields: a field is absent, never null.
#[tokio::test]
async fn an_optional_field_that_is_null_is_refused_by_its_name() {
    let house = House::new();
    let document = tagbridge_service::openapi();
    let schema = |name: &str| &document["components"]["schemas"][name];
    let mut fields = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let Some(name) = body.as_str().and_then(|it| it.rsplit('/').next()) else { continue };
            let filled = path.replace("{id}", &house.project).replace("{cid}", "cnv_0");
            let filled = format!("/api/v1{filled}");
            for field in schema(name)["properties"].as_object().unwrap().keys() {
                let request = house.request(&method.to_uppercase(), &filled);
                let request = request
                    .header("idempotency-key", uuid::Uuid::new_v4().to_string())
                    .header("content-type", "application/json");
                let body = serde_json::json!({ field: null }).to_string();
                let refused = house.send(request.body(body.into()).unwrap()).await;
                if path.contains("{cid}") {
                    assert!(refused.status.is_client_error(), "{name}.{field}");
                    continue;
                }
                let message = refused.refused(400, "bad_request");
                assert!(message.contains(field.as_str()), "{name}.{field}: {message}");
                fields += 1;
            }
        }
    }
    assert!(fields > 30, "{fields}");
}
