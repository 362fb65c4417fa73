use tagbridge_api::hmi::{Controller, Reason};

use super::*;

fn scan(at: Timestamp) -> ScanReport {
    let tag = |value: f64, quality, reason| TagValue {
        value: if quality == Quality::Bad { serde_json::Value::Null } else { value.into() },
        type_name: "REAL".into(),
        quality,
        reason,
        timestamp: at,
    };
    ScanReport {
        sequence: 1,
        timestamp: at,
        duration_ms: 1.0,
        round_trips: 1,
        controller: Controller::default(),
        tags: [
            ("Speed".to_owned(), tag(12.5, Quality::Good, None)),
            ("Gone".to_owned(), tag(0.0, Quality::Bad, Some(Reason::UnknownTag))),
        ]
        .into_iter()
        .collect(),
        causes: [].into_iter().collect(),
    }
}

fn drawn(screen: &Screen, now: Timestamp) -> Vec<Row> {
    screen.draw(100, 12, now)
}

/// The row that begins with a name.
fn row<'a>(rows: &'a [Row], name: &str) -> &'a Row {
    rows.iter().find(|row| row.text.starts_with(name)).expect(name)
}

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn screen() -> Screen {
    Screen::new("logix://10.0.0.5/1,0".into(), ValueStyle::Brief, Duration::from_secs(1))
}

#[test]
fn a_value_of_now_looks_like_one_and_a_bad_one_says_why() {
    let (mut screen, now) = (screen(), Timestamp::now());
    screen.hear(ReadEvent::Scan(Box::new(scan(now))));
    let picture = drawn(&screen, now);
    let Row { text: speed, look, .. } = row(&picture, "Speed");
    assert!(speed.contains("12.5") && speed.contains("good"), "{speed}");
    assert_eq!(*look, RowStyle::Plain);
    let Row { text: gone, look, .. } = row(&picture, "Gone");
    assert!(gone.contains("bad"), "{gone}");
    assert_eq!(*look, RowStyle::Alarm);
}

#[test]
fn what_is_not_of_now_never_looks_like_it() {
    let now = Timestamp::now();
    let later = Timestamp::from_millis(now.as_millis() + 12_000).expect("a time");
    let lost: fn(&mut Screen) = |screen| screen.hear(ReadEvent::Lost("the link is gone".into()));
    let paused: fn(&mut Screen) = |screen| _ = screen.handle_key(KeyCode::Char(' ').into());
    let silent: fn(&mut Screen) = |_| {};
    for (what, at, says) in
        [(lost, now, "the link is gone"), (paused, now, "Paused"), (silent, later, "12 s old")]
    {
        let mut screen = screen();
        screen.hear(ReadEvent::Scan(Box::new(scan(now))));
        what(&mut screen);
        let picture = drawn(&screen, at);
        let Row { text: speed, look, .. } = row(&picture, "Speed");
        assert!(speed.contains("was 12.5") && !speed.contains("good"), "{says}: {speed}");
        assert_eq!(*look, RowStyle::Dim, "{says}");
        assert!(text(&picture).contains(says), "{says}");
    }
}

#[test]
fn keys_sort_pause_and_end() {
    let (mut screen, now) = (screen(), Timestamp::now());
    screen.hear(ReadEvent::Scan(Box::new(scan(now))));
    let place =
        |screen: &mut Screen, name| text(&drawn(screen, now)).find(name).expect("it is drawn");
    assert!(place(&mut screen, "Speed") < place(&mut screen, "Gone"));
    assert!(!screen.handle_key(KeyCode::Char('s').into()));
    assert!(place(&mut screen, "Gone") < place(&mut screen, "Speed"));
    assert!(!screen.handle_key(KeyCode::Char(' ').into()) && screen.paused.is_some());
    assert!(!screen.handle_key(KeyCode::Char(' ').into()) && screen.paused.is_none());
    assert!(screen.handle_key(KeyCode::Char('q').into()));
    assert!(screen.handle_key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
}

#[test]
fn the_selected_row_stays_on_a_small_screen() {
    let (mut screen, now) = (screen(), Timestamp::now());
    screen.hear(ReadEvent::Scan(Box::new(scan(now))));
    // A row for each of endpoint, state, header and keys leaves one for the tags.
    let small = |screen: &Screen| screen.draw(60, 5, now);
    assert!(!text(&small(&screen)).contains("Gone"));
    for _ in 0..3 {
        screen.handle_key(KeyCode::Down.into());
    }
    let picture = small(&screen);
    assert!(row(&picture, "Gone").is_selected && !text(&picture).contains("Speed"));
    assert_eq!(picture.len(), 5);
}

#[test]
fn names_are_cut_by_the_columns_that_they_take() {
    assert_eq!(fit("速度表", 5), "速度 ");
    assert_eq!(fit("Speed", 3), "Spe");
    assert_eq!(fit("Speed", 7), "Speed  ");
}
