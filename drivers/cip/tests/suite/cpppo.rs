//! Against cpppo, a third-party controller.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use tagbridge_cip::Logix;
use tagbridge_driver::{
    Connection, Declarations, Declared, Driver, LinkOptions, Reading, Reason, RunMode, Scan,
    TagSet, Value,
    conformance::{self, Fixture},
};

/// A server in Python is slow on a busy machine.
const PATIENT: LinkOptions = LinkOptions {
    connect_timeout: Duration::from_secs(30),
    request_timeout: Duration::from_secs(30),
    patience: tagbridge_driver::PATIENT,
    ..LinkOptions::DEFAULT
};

/// cpppo's server, for the time of a test.
struct Cpppo {
    server: Child,
    port: u16,
}

impl Cpppo {
    fn start(tags: &[&str]) -> Self {
        // cpppo cannot choose a port by itself.
        let port = conformance::free_port();
        let server = Command::new(python())
            .args(["-m", "cpppo.server.enip", "--no-udp", "--address"])
            .arg(format!("127.0.0.1:{port}"))
            .args(tags)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("cpppo starts");
        Self { server, port }
    }

    fn driver(&self, rest: &str) -> Logix {
        let endpoint = format!("logix://127.0.0.1:{}{rest}", self.port);
        Logix::new(&endpoint.parse().expect("a URL"), PATIENT).expect("an endpoint")
    }

    /// Connects as soon as the server listens.
    async fn connect(&self, rest: &str) -> Box<dyn Connection> {
        let driver = self.driver(rest);
        let deadline = Instant::now() + Duration::from_mins(1);
        loop {
            match driver.connect().await {
                Ok(connection) => return connection,
                Err(error) if Instant::now() > deadline => panic!("{error}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Sets values with cpppo's own client.
    fn set(&self, assignments: &[&str]) {
        let status = Command::new(python())
            .args(["-m", "cpppo.server.enip.client", "--address"])
            .arg(format!("127.0.0.1:{}", self.port))
            .args(assignments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("cpppo's client starts");
        assert!(status.success(), "{assignments:?}");
    }
}

impl Drop for Cpppo {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// The Python installation with cpppo.
fn python() -> PathBuf {
    if let Some(python) = std::env::var_os("TAGBRIDGE_PYTHON") {
        return python.into();
    }
    let python = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.venv/bin/python");
    assert!(
        python.exists(),
        "Python with cpppo: run `cargo xtask setup` does not exist, which installs one, or set TAGBRIDGE_PYTHON"
    );
    python
}

async fn read(connection: &mut Box<dyn Connection>, names: &[&str]) -> Scan {
    connection.read(&TagSet::new(names.iter().copied())).await.expect("the link holds")
}

fn good(reading: &Reading) -> (&Value, &str) {
    match reading {
        Reading::Good(it) => (&it.value, &it.type_name),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn a_scalar_and_five_hundred_elements_take_one_round_trip() {
    let cpppo = Cpppo::start(&["Speed=REAL", "Count=DINT[1000]"]);
    let mut connection = cpppo.connect("").await;
    assert!(connection.identity().vendor.contains("Rockwell"), "{:?}", connection.identity());
    assert_eq!(connection.identity().mode, RunMode::Run);
    cpppo.set(&["Speed=(REAL)12.5", "Count[0-2]=(DINT)7,8,-9"]);

    let scan = read(&mut connection, &["Speed", "Count[0..500]"]).await;
    assert_eq!(scan.round_trips, 1);
    assert_eq!(good(&scan.answers[0].reading), (&Value::Real(12.5), "REAL"));
    let (value, type_name) = good(&scan.answers[1].reading);
    assert_eq!(type_name, "DINT[501]");
    let Value::Array(values) = value else { panic!("{value:?}") };
    assert_eq!(values[..4], [7, 8, -9, 0].map(Value::Int));
    assert_eq!(values.len(), 501);
    connection.close().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn five_hundred_scattered_tags_take_three_round_trips() {
    let names: Vec<String> = (0..500).map(|i| format!("Scattered_{i:04}")).collect();
    let tags: Vec<String> = names.iter().map(|it| format!("{it}=DINT")).collect();
    let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
    let cpppo = Cpppo::start(&tags);
    let mut connection = cpppo.connect("").await;
    cpppo.set(&["Scattered_0000=(DINT)1", "Scattered_0499=(DINT)-5"]);
    let set = TagSet::new(names);
    for _ in 0..2 {
        let scan = connection.read(&set).await.unwrap();
        assert_eq!(scan.round_trips, 3);
        assert_eq!(good(&scan.answers[0].reading).0, &Value::Int(1));
        assert_eq!(good(&scan.answers[499].reading).0, &Value::Int(-5));
        assert!(scan.answers.iter().all(|it| good(&it.reading).1 == "DINT"));
    }
    connection.close().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn values_of_every_type_that_cpppo_has() {
    let cpppo = Cpppo::start(&[
        "b=BOOL",
        "s=SINT",
        "i=INT",
        "d=DINT",
        "l=LINT",
        "us=USINT",
        "ui=UINT",
        "ud=UDINT",
        "ul=ULINT",
        "r=REAL",
        "lr=LREAL",
        "str=STRING",
        "ss=SSTRING",
        "arr=INT[10]",
    ]);
    let mut connection = cpppo.connect("").await;
    cpppo.set(&[
        "b=(BOOL)1",
        "s=(SINT)-3",
        "i=(INT)-300",
        "d=(DINT)258",
        "l=(LINT)-5000000000",
        "us=(USINT)250",
        "ui=(UINT)65000",
        "ud=(UDINT)4000000000",
        "ul=(ULINT)18000000000000000000",
        "r=(REAL)0.1",
        "lr=(LREAL)0.1",
        "str=(STRING)\"Hallo\"",
        "ss=(SSTRING)\"Motor 1\"",
        "arr[0-9]=(INT)0,1,2,3,4,5,6,7,8,9",
    ]);
    let names = [
        "b",
        "s",
        "i",
        "d",
        "l",
        "us",
        "ui",
        "ud",
        "ul",
        "r",
        "lr",
        "str",
        "ss",
        "arr[3]",
        "arr[4..6]",
        "d.1",
        "D.8",
        "d.2",
        "l.63",
    ];
    let array = Value::Array([4, 5, 6].map(Value::Int).to_vec());
    let expected = [
        (Value::Bool(true), "BOOL"),
        (Value::Int(-3), "SINT"),
        (Value::Int(-300), "INT"),
        (Value::Int(258), "DINT"),
        (Value::Int(-5_000_000_000), "LINT"),
        (Value::Uint(250), "USINT"),
        (Value::Uint(65000), "UINT"),
        (Value::Uint(4_000_000_000), "UDINT"),
        (Value::Uint(18_000_000_000_000_000_000), "ULINT"),
        (Value::Real(0.1), "REAL"),
        (Value::LReal(0.1), "LREAL"),
        (Value::Text("Hallo".into()), "STRING"),
        (Value::Text("Motor 1".into()), "SHORT_STRING"),
        (Value::Int(3), "INT"),
        (array, "INT[3]"),
        (Value::Bool(true), "BOOL"),
        (Value::Bool(true), "BOOL"),
        (Value::Bool(false), "BOOL"),
        (Value::Bool(true), "BOOL"),
    ];
    let set = TagSet::new(names);
    for round in 0..3 {
        let scan = connection.read(&set).await.unwrap();
        for ((name, answer), (value, kind)) in names.iter().zip(&scan.answers).zip(&expected) {
            assert_eq!(good(&answer.reading), (value, *kind), "{name} in round {round}");
        }
        assert_eq!(scan.round_trips, 1, "round {round}");
    }
    connection.close().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn a_tag_that_fails_harms_no_other() {
    let cpppo = Cpppo::start(&["Speed=REAL", "Count=DINT[100]"]);
    let mut connection = cpppo.connect("").await;
    let names = ["Nope", "Speed", "Count[100]", "Count[99]", "Speed.3", "Count[99].32", "1x"];
    let set = TagSet::new(names);
    for round in 0..3 {
        let scan = connection.read(&set).await.unwrap();
        let reasons: Vec<Option<Reason>> = scan
            .answers
            .iter()
            .map(|it| match &it.reading {
                Reading::Bad(cause) => Some(cause.reason),
                _ => None,
            })
            .collect();
        assert_eq!(
            reasons,
            [
                Some(Reason::UnknownTag),
                None,
                Some(Reason::OutOfRange),
                None,
                Some(Reason::TypeMismatch),
                Some(Reason::OutOfRange),
                Some(Reason::UnknownTag),
            ],
            "round {round}: {scan:?}"
        );
        if round > 0 {
            assert_eq!(scan.round_trips, 1, "round {round}");
        }
    }
    connection.close().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn what_is_larger_than_a_packet_comes_in_parts() {
    let cpppo = Cpppo::start(&["Count=DINT[3000]", "Speed=REAL"]);
    for rest in ["", "/1,0?size=500", "/"] {
        let mut connection = cpppo.connect(rest).await;
        cpppo.set(&["Count[2999]=(DINT)2999"]);
        let scan = read(&mut connection, &["Count[0..2999]", "Speed"]).await;
        let (value, _) = good(&scan.answers[0].reading);
        let Value::Array(values) = value else { panic!("{value:?}") };
        assert_eq!((values.len(), &values[2999]), (3000, &Value::Int(2999)), "{rest}");
        assert_eq!(good(&scan.answers[1].reading).1, "REAL");
        connection.close().await;
    }
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn the_mode_comes_along_with_a_scan() {
    let cpppo = Cpppo::start(&["Speed=REAL", "Count=DINT[10]"]);
    let mut connection = cpppo.connect("").await;
    assert_eq!(connection.keep_alive().await.unwrap(), RunMode::Run);
    tokio::time::sleep(Duration::from_millis(2050)).await;
    let scan = read(&mut connection, &["Speed", "Count[3]"]).await;
    assert_eq!((scan.mode, scan.round_trips), (RunMode::Run, 1));
    assert_eq!(good(&scan.answers[1].reading).1, "DINT");
    connection.close().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn the_driver_keeps_its_promises() {
    let cpppo = Cpppo::start(&["Speed=REAL", "Count=DINT[300]", "Name=SSTRING"]);
    cpppo.connect("").await.close().await;
    cpppo.set(&["Speed=(REAL)-0.5", "Count[7]=(DINT)515", "Name=(SSTRING)\"Filler 3\""]);
    let mut counts = vec![Value::Int(0); 300];
    counts[7] = Value::Int(515);
    let known = [
        ("Speed", Value::Real(-0.5)),
        ("Count[7]", Value::Int(515)),
        ("Count[7].9", Value::Bool(true)),
        ("Count[0..299]", Value::Array(counts)),
        ("name", Value::Text("Filler 3".into())),
    ];
    for rest in ["", "?size=500"] {
        let fixture = Fixture {
            driver: Box::new(cpppo.driver(rest)),
            known: known.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            unreadable: ["Nope", "Count[300]", "Speed.1", "1st", ""].map(String::from).to_vec(),
        };
        conformance::check(&fixture).await;
    }
}

/// The declarations of a project: name, type and size of an array.
#[derive(Debug)]
struct Paper(&'static [(&'static str, &'static str, &'static [u32])]);

impl Declarations for Paper {
    fn tag(&self, name: &str) -> Option<Declared> {
        let (name, type_name, dimensions) =
            self.0.iter().find(|it| it.0.eq_ignore_ascii_case(name))?;
        Some(Declared {
            name: (*name).into(),
            type_name: (*type_name).into(),
            dimensions: dimensions.to_vec(),
            is_alias: false,
            members: [].into(),
        })
    }
}

/// A controller that closes the connection when its change mark is requested, in a session with a
/// project.
#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn with_a_project_it_is_read_by_name_and_type() {
    let cpppo = Cpppo::start(&["Speed=REAL", "Count=DINT[10]", "Other=INT"]);
    let mut connection = cpppo.connect("").await;
    cpppo.set(&["Speed=(REAL)12.5", "Count[0-2]=(DINT)7,8,-9", "Other=(INT)5"]);
    let paper = Paper(&[("Speed", "REAL", &[]), ("Count", "DINT", &[10]), ("Other", "DINT", &[])]);
    connection.declare(Some(Arc::new(paper)));
    let names = ["Speed", "Count", "COUNT[2]", "Other", "Nope"];
    for round in 0..3 {
        let scan = read(&mut connection, &names).await;
        assert_eq!(good(&scan.answers[0].reading), (&Value::Real(12.5), "REAL"));
        let (value, type_name) = good(&scan.answers[1].reading);
        assert_eq!(
            (type_name, matches!(value, Value::Array(it) if it.len() == 10)),
            ("DINT[10]", true)
        );
        assert_eq!(good(&scan.answers[2].reading), (&Value::Int(-9), "DINT"));
        let Reading::Bad(cause) = &scan.answers[3].reading else { panic!("{scan:?}") };
        assert_eq!(
            cause.in_particular().to_string(),
            "the controller has INT, but the project has DINT"
        );
        assert!(matches!(&scan.answers[4].reading, Reading::Bad(_)));
        assert_eq!(scan.learning > 0, round == 0, "it is asked for what it does not have but once");
    }
    connection.close().await;
}
