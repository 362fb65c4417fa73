//! The trend, as a page follows it.

use serde_json::{Value, json};
use tagbridge_desk::{
    Screen,
    view::{Push, TrendFrame},
};

use super::{call, live, start, until};

#[tokio::test]
async fn a_trend_begins_with_what_the_service_remembers() {
    let it = start().await;
    let session = live(&it).await;
    let asked = json!({"session": session, "tags": ["Line_Speed", "Nowhere"], "since": null});
    let (trend, frame) = followed(&it.screen, &asked).await;
    assert_eq!(trend["lanes"].as_array().map(Vec::len), Some(2));
    assert_eq!((frame.session, frame.lanes.len()), (session.clone(), 2));
    let export = json!({"session": session, "tags": ["Line_Speed"], "since": null, "until": null});
    let saved = call(&it.screen, "export_trend", export).await;
    assert_eq!(saved[0]["tag"], "Line_Speed");
    assert!(saved[0]["values"].as_array().is_some_and(|it| it.iter().any(Value::is_number)));
    it.desk.stop().await;
}

#[tokio::test]
async fn a_trend_is_opened_again_when_its_session_is_begun_anew() {
    let it = start().await;
    let session = live(&it).await;
    let asked = json!({"session": session, "tags": ["Line_Speed"], "since": null});
    let (_, before) = followed(&it.screen, &asked).await;
    let named = json!({"session": session});
    call(&it.screen, "stop_session", named.clone()).await;
    call(&it.screen, "start_again", named).await;
    let last = until(&it.screen, |push| match push {
        Push::Trend(frame) => Some(frame).filter(|it| it.renew),
        _ => None,
    })
    .await;
    assert_eq!((last.number, last.lanes), (before.number, Vec::new()));
    let (_, after) = followed(&it.screen, &asked).await;
    assert!(after.number > before.number && after.until > before.until);
    it.desk.stop().await;
}

/// Opens a trend, repeatedly until it continues, as a page does; returns it with its first frame.
async fn followed(screen: &Screen, asked: &Value) -> (Value, TrendFrame) {
    loop {
        let trend = call(screen, "trend", asked.clone()).await;
        let frame = until(screen, |push| match push {
            Push::Trend(frame) => Some(frame).filter(|it| trend["number"] == it.number),
            _ => None,
        })
        .await;
        if !frame.renew {
            return (trend, frame);
        }
    }
}
