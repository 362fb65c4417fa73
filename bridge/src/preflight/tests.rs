use std::sync::Mutex;

use tagbridge_driver::{
    Answer, Explanation, Reading, Reason, RunMode, Scan, TagValue, Value, fake::Plant,
};
use tagbridge_naming::{
    Supplement,
    fixture::{CONTROLLER, LINE, names},
};

use super::*;
use crate::uplink::SNAPSHOT_BYTES_MAX;

async fn look_at(plant: Plant, endpoint: &str, names: Option<Names>) -> Preflight {
    let question = PreflightQuestion {
        endpoint: endpoint.parse().expect("it is an endpoint"),
        link: LinkOptions::default(),
        keyring: Keyring::default(),
        names,
        tags: None,
        max_tags: 100,
        cause_set: CauseSet::Off,
    };
    let steps = Mutex::new(Vec::new());
    let tell = |step| steps.lock().unwrap().push(step);
    let found = examine(Arc::new(plant), question, &tell).await.expect("it answers");
    let steps = steps.into_inner().unwrap();
    assert_eq!(steps.first(), Some(&PreflightStep::Reach));
    assert_eq!(steps.last(), Some(&PreflightStep::Measure));
    found
}

fn line() -> Names {
    names("line.L5X", CONTROLLER, "logix", Supplement::default())
}

fn texts(preflight: &Preflight) -> Vec<String> {
    preflight.differences.iter().map(|it| format!("{}: {}", it.subject, it.text)).collect()
}

#[tokio::test]
async fn a_controller_that_runs_the_project_matches() {
    let plant = Plant::new("Line")
        .with("Speed", "REAL", Value::Real(1.0))
        .with("Count", "DINT[10]", Value::Array(vec![Value::Int(0); 10]))
        .listing(&[("speed", "REAL", &[]), ("Count", "DINT", &[10]), ("New", "BOOL", &[])]);
    let found = look_at(plant, "logix://10.0.0.5/1,0", Some(line())).await;
    assert_eq!(found.verdict, Verdict::Matches, "{:?}", found.facts);
    assert!(found.differences.is_empty(), "{:?}", found.differences);
    assert_eq!((found.tags, found.readable_count), (3, 2));
    let [unreadable] = &found.unreadable[..] else { panic!("{:?}", found.unreadable) };
    assert_eq!(
        (unreadable.reason.as_str(), &unreadable.tags[..]),
        ("access_denied", &["Secret".to_owned()][..])
    );
    assert_eq!((found.forecast.tags, found.forecast.requests), (2, 1));
    let tags = found.facts.iter().find(|it| it.subject == "tags").expect("they are compared");
    assert_eq!(
        tags.text.to_string(),
        "2 of 2 tags are as in the project; the controller has 1 more"
    );
}

#[tokio::test]
async fn what_differs_is_named() {
    let plant =
        Plant::new("Other").with("Speed", "DINT", Value::Int(1)).listing(&[("Speed", "DINT", &[])]);
    let found = look_at(plant, "logix://10.0.0.5/1,0", Some(line())).await;
    assert_eq!(found.verdict, Verdict::Differs);
    assert_eq!(
        texts(&found),
        [
            "Speed: the controller has DINT, but the project has REAL",
            "Count: the controller has no such tag",
        ]
    );
    let differing: Vec<_> = found
        .facts
        .iter()
        .filter(|it| it.verdict == Verdict::Differs)
        .map(|it| it.subject)
        .collect();
    assert_eq!(differing, ["name", "tags", "types"]);
    assert!(found.is_another_controller());
    let plant =
        Plant::new("Line").with("Speed", "DINT", Value::Int(1)).listing(&[("Speed", "DINT", &[])]);
    let found = look_at(plant, "logix://10.0.0.5/1,0", Some(line())).await;
    assert_eq!(found.verdict, Verdict::Differs);
    assert!(!found.is_another_controller(), "its name is the project's: {:?}", found.facts);
}

#[tokio::test]
async fn a_constant_of_a_tag_table_is_no_tag_of_the_controller() {
    let table = "<Document><SW.Tags.PlcTagTable ID='0'><AttributeList><Name>C</Name></AttributeList>\
                 <ObjectList><SW.Tags.PlcUserConstant ID='1'><AttributeList><DataTypeName>Int\
                 </DataTypeName><Name>Max</Name><Value>3</Value></AttributeList>\
                 </SW.Tags.PlcUserConstant><SW.Tags.PlcTag ID='2'><AttributeList><DataTypeName>Bool\
                 </DataTypeName><LogicalAddress>%I0.0</LogicalAddress><Name>Start</Name>\
                 </AttributeList></SW.Tags.PlcTag></ObjectList></SW.Tags.PlcTagTable></Document>";
    let plant = Plant::new("").with("I0.0", "BOOL", Value::Bool(true));
    let names = names("tags.xml", table, "s7", Supplement::default());
    let found = look_at(plant, "s7://10.0.0.5", Some(names)).await;
    assert!(found.unreadable.is_empty(), "{:?}", found.unreadable);
    assert_eq!((found.tags, found.readable_count), (1, 1));
}

#[tokio::test]
async fn data_blocks_are_compared_by_their_ends() {
    let numbered = || {
        let supplement =
            Supplement { block_numbers: [("Line".to_owned(), 20)].into(), ..Supplement::default() };
        names("line.scl", LINE, "s7", supplement)
    };
    // 6 bytes of a motor, 6 of counts.
    let values = || {
        Plant::new("")
            .with("DB20.DBD0:REAL", "REAL", Value::Real(1.0))
            .with("DB20.DBX4.0", "BOOL", Value::Bool(true))
            .with("DB20.DBW6:INT[3]", "INT[3]", Value::Array(vec![Value::Int(0); 3]))
    };
    let byte = |plant: Plant, at: u32| {
        plant.with(&format!("DB20.DBB{at}:BYTE[1]"), "BYTE[1]", Value::Array(vec![Value::Uint(0)]))
    };
    let end =
        |plant: Plant, at: u32| plant.without(&format!("DB20.DBB{at}:BYTE[1]"), Reason::OutOfRange);
    for (plant, verdict, differences) in [
        (end(byte(values(), 11), 12), Verdict::Matches, vec![]),
        (
            byte(byte(values(), 11), 12),
            Verdict::Differs,
            vec!["\"Line\" (DB20): is longer than in the project (12 bytes)"],
        ),
        (
            end(end(values(), 11), 12),
            Verdict::Differs,
            vec!["\"Line\" (DB20): is shorter than in the project (12 bytes)"],
        ),
    ] {
        let found = look_at(plant, "s7://10.0.0.6", Some(numbered())).await;
        assert_eq!(found.verdict, verdict, "{:?}", found.facts);
        assert_eq!(texts(&found), differences);
        // Where the ends do not fit, nothing in between is believed.
        let readable = if verdict == Verdict::Matches { 2 } else { 0 };
        assert_eq!(found.readable_count, readable);
        let endpoint = "opc.tcp://10.0.0.6:4840".to_owned();
        assert!(
            matches!(&found.proposals[0], Proposal::ByName { endpoint: it, .. } if *it == endpoint)
        );
    }
}

#[tokio::test]
async fn a_block_that_nobody_can_see_does_not_match() {
    for (reason, verdict, differences) in [
        (Reason::UnknownTag, Verdict::Differs, vec!["\"Line\" (DB20): is not in the controller"]),
        (Reason::AccessDenied, Verdict::CannotTell, vec![]),
        (Reason::DeviceError, Verdict::CannotTell, vec![]),
    ] {
        let supplement =
            Supplement { block_numbers: [("Line".to_owned(), 20)].into(), ..Supplement::default() };
        let numbered = names("line.scl", LINE, "s7", supplement);
        let plant = [11, 12].iter().fold(Plant::new(""), |plant, at| {
            plant.without(&format!("DB20.DBB{at}:BYTE[1]"), reason)
        });
        let found = look_at(plant, "s7://10.0.0.6", Some(numbered)).await;
        assert_eq!(found.verdict, verdict, "{reason:?} {:?}", found.facts);
        assert_eq!(texts(&found), differences);
    }
}

/// The last byte of the block is also a tag of the project.
#[tokio::test]
async fn a_block_that_ends_with_a_byte_is_compared_as_any_other() {
    let text = r#"
DATA_BLOCK "DB20"
{ S7_Optimized_Access := 'FALSE' }
STRUCT
  One : Byte;
  Two : Byte;
END_STRUCT;
BEGIN
END_DATA_BLOCK
"#;
    let names = names("line.scl", text, "s7", Supplement::default());
    let byte = || Value::Array(vec![Value::Uint(0)]);
    let plant = Plant::new("")
        .with("DB20.DBB0:BYTE", "BYTE", Value::Uint(0))
        .with("DB20.DBB1:BYTE", "BYTE", Value::Uint(0))
        .with("DB20.DBB1:BYTE[1]", "BYTE[1]", byte())
        .with("DB20.DBB2:BYTE[1]", "BYTE[1]", byte());
    let found = look_at(plant, "s7://10.0.0.6", Some(names)).await;
    assert_eq!(found.verdict, Verdict::Differs, "{:?}", found.facts);
    assert_eq!(texts(&found), ["\"DB20\" (DB20): is longer than in the project (2 bytes)"]);
}

#[tokio::test]
async fn numbers_that_are_missing_are_asked_for() {
    let nameless = names("line.scl", LINE, "s7", Supplement::default());
    let found = look_at(Plant::new(""), "s7://10.0.0.6", Some(nameless)).await;
    assert_eq!(found.verdict, Verdict::CannotTell);
    assert_eq!(found.readable_count, 0);
    let proposal = &found.proposals[1];
    assert!(proposal.message().to_string().contains("\"Line\" = 1"), "{proposal:?}");
    let Proposal::BlockNumbers { blocks } = proposal else { panic!("{proposal:?}") };
    assert_eq!((blocks[0].name.as_str(), blocks[0].tags > 0), ("Line", true));
}

#[tokio::test]
async fn without_a_project_the_controllers_own_list_is_tried() {
    let plant = Plant::new("Line")
        .with("Speed", "REAL", Value::Real(1.0))
        .listing(&[("Speed", "REAL", &[]), ("Gone", "REAL", &[])]);
    let found = look_at(plant, "logix://10.0.0.5/1,0", None).await;
    assert_eq!(found.verdict, Verdict::CannotTell);
    assert_eq!((found.tags, found.readable), (2, vec!["Speed".to_owned()]));
}

const SYMBOLS: &str = "<Symbolconfiguration><Header><ProjectInfo name='P' devicename='D' \
    appname='App'/></Header><TypeList><TypeSimple name='T_R' iecname='REAL'/><TypeArray name='T_A' \
    basetype='T_R'><ArrayDim minrange='0' maxrange='1'/></TypeArray></TypeList><NodeList><Node \
    name='App'><Node name='G'><Node name='a' type='T_R' access='Read'/><Node name='b' type='T_A' \
    access='Read'/></Node></Node></NodeList></Symbolconfiguration>";

#[tokio::test]
async fn a_server_lists_tags_with_or_without_their_application() {
    for (listing, verdict, tags) in [
        (
            &[
                ("App.G.a", "Float", &[][..]),
                ("App.G.b", "Float", &[2]),
                ("App.G.b[0]", "Float", &[]),
            ][..],
            Verdict::Matches,
            "2 of 2 tags are as in the project; the controller has no others",
        ),
        (
            &[("g.a", "Int32", &[][..]), ("G.b", "Float", &[2]), ("G.c", "Float", &[])],
            Verdict::Differs,
            "1 of 2 tags are as in the project; the controller has 1 more",
        ),
    ] {
        let names = names("symbols.xml", SYMBOLS, "opc.tcp", Supplement::default());
        let plant = Plant::new("Some server").listing(listing);
        let found = look_at(plant, "opc.tcp://10.0.0.7:4840", Some(names)).await;
        assert_eq!(found.verdict, verdict, "{:?}", found.facts);
        let fact = |subject| found.facts.iter().find(|it| it.subject == subject);
        assert_eq!(fact("tags").map(|it| it.text.to_string()).as_deref(), Some(tags));
        // What a server calls itself is no name of a project's device.
        assert_eq!(fact("name").map(|it| it.verdict), Some(Verdict::CannotTell));
    }
}

/// A variable with an address is still a variable, not another name for the address.
#[tokio::test]
async fn what_lies_at_an_address_is_compared_too() {
    let text = r#"<project xmlns="http://www.plcopen.org/xml/tc6_0200"><types><pous/></types>
<instances><configurations><configuration name="C"><resource name="App"><globalVars name="G">
<variable name="a" address="%IX0.0"><type><BOOL/></type></variable></globalVars></resource>
</configuration></configurations></instances></project>"#;
    let names = names("plant.xml", text, "opc.tcp", Supplement::default());
    let plant = Plant::new("Some server").listing(&[("App.G.a", "Int32", &[])]);
    let found = look_at(plant, "opc.tcp://10.0.0.7:4840", Some(names)).await;
    assert_eq!(found.verdict, Verdict::Differs, "{:?}", found.facts);
    assert!(texts(&found)[0].starts_with("G.a: the controller has Int32"), "{:?}", texts(&found));
}

#[tokio::test]
async fn a_prefix_that_no_node_has_is_what_is_to_be_corrected() {
    const OF_A: &str = "nsu=CODESYSSPV3/3S/IecVarAccess;s=|var|Right.App.G.a";
    let unpublished = SYMBOLS.replacen("access='Read'", "access='None'", 1);
    for (prefix, file, begin) in [
        (Some("Wrong"), SYMBOLS, &["correct the prefix"][..]),
        // That tag is not asked for: it says nothing of the prefix.
        (Some("Wrong"), &unpublished, &["ask the programmer", "correct the prefix"]),
        // The server has a node for that tag.
        (Some("Right"), SYMBOLS, &["ask the programmer", "compare the project"]),
        (None, SYMBOLS, &["compare the project"]),
    ] {
        let supplement = Supplement { prefix: prefix.map(str::to_owned), ..Supplement::default() };
        let names = names("symbols.xml", file, "opc.tcp", supplement);
        let listing = &[("App.G.a", "Float", &[][..]), ("App.G.b", "Float", &[2])];
        let plant = Plant::new("Some server").listing(listing).without(OF_A, Reason::AccessDenied);
        let found = look_at(plant, "opc.tcp://10.0.0.7:4840", Some(names)).await;
        assert_eq!(found.readable_count, 0, "{:?}", found.readable);
        let mut remedies: Vec<_> =
            found.unreadable.iter().map(|it| it.remedy.to_string()).collect();
        remedies.sort_unstable();
        let as_expected = remedies.iter().zip(begin).all(|(it, begin)| it.starts_with(begin));
        assert!(remedies.len() == begin.len() && as_expected, "{remedies:?}");
    }
}

#[test]
fn as_many_tags_are_told_to_fit_as_a_snapshot_may_have() {
    let weigh = |count: usize| {
        let names: Vec<String> =
            (0..count).map(|it| format!("Machine.Station{it:05}.Speed")).collect();
        let set = TagSet::new(&names);
        let value =
            TagValue { value: Value::Real(1.5), type_name: "REAL".into(), source_time: None };
        let answer = Answer { reading: Reading::Good(value), arrived: Instant::now() };
        let answers = vec![answer; count];
        let scan = Scan { answers, round_trips: 0, learning: 0, mode: RunMode::Run };
        let mut tried = TrialRead::new(count);
        tried.add(&set, &scan, Duration::ZERO);
        (tried.weight.bytes, tried.weight.fitting)
    };
    let (bytes, fitting) = weigh(1000);
    assert_eq!(fitting, 1000);
    assert!((90_000..150_000).contains(&bytes), "{bytes}");
    let (bytes, fitting) = weigh(550_000);
    assert!(
        bytes > SNAPSHOT_BYTES_MAX && (350_000..520_000).contains(&fitting),
        "{bytes} {fitting}"
    );
}

/// Tags that the controller has not reported yet are neither readable nor unreadable.
#[test]
fn what_is_not_yet_known_is_a_state_of_its_own() {
    let set = TagSet::new(["A", "B", "C"]);
    let bad = |reason: Reason| Reading::Bad(reason.into());
    let good = TagValue { value: Value::Int(1), type_name: "DINT".into(), source_time: None };
    let readings = [Reading::Good(good), bad(Reason::NotYetKnown), bad(Reason::UnknownTag)]
        .map(|reading| Answer { reading, arrived: Instant::now() });
    let scan = Scan { answers: readings.to_vec(), round_trips: 1, learning: 3, mode: RunMode::Run };
    let mut tried = TrialRead::new(3);
    tried.add(&set, &scan, Duration::from_secs(1));
    assert_eq!((tried.readable.len(), tried.not_yet_known(), tried.bad.len()), (1, 1, 2));
    assert_eq!(tried.took, Duration::from_millis(250), "three of four requests learnt");
    let codes: Vec<String> = tried.unreadable(None).into_iter().map(|it| it.reason).collect();
    assert!(codes.contains(&NOT_YET_KNOWN.to_owned()), "{codes:?}");
}

/// A controller that counts how often all tags are read, over this many connections.
struct Counted {
    plant: Plant,
    reads: usize,
    connections: u8,
}

#[async_trait::async_trait]
impl Connection for Counted {
    fn identity(&self) -> &Identity {
        self.plant.identity()
    }

    fn connections(&self) -> u8 {
        self.connections
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        self.reads += 1;
        self.plant.read(tags).await
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        self.plant.explain(tags).await
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        self.plant.browse(sink).await
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        self.plant.keep_alive().await
    }

    async fn close(self: Box<Self>) {}
}

#[tokio::test]
async fn over_a_slow_line_or_when_they_are_many_all_tags_are_read_once() {
    let set = TagSet::new(["Speed"]);
    let plant = Plant::new("Line").with("Speed", "REAL", Value::Real(1.0));
    let scan = plant.scan(&set);
    for (ms, connections, all, reads) in [
        (3000_u32, 4, 1, 0),
        (3000, 1, 1, 0),
        (300, 4, 1, 0),
        (300, 1, 1, 1),
        (200, 4, 1, 1),
        (0, 1, 1, 1),
        (0, 1, PORTION + 1, 0),
    ] {
        let mut connection = Counted { plant: plant.clone(), reads: 0, connections };
        let mut tried = TrialRead::new(all);
        tried.add(&set, &scan, Duration::from_millis(ms.into()));
        let forecast = measure(&mut connection, &tried, 1).await.expect("it answers");
        assert_eq!(connection.reads, reads, "{ms} ms, {connections} connections");
        if reads == 0 {
            let took = f64::from(connections) * f64::from(ms);
            assert!((forecast.scan_ms - took).abs() < 1.0, "{}", forecast.scan_ms);
        }
    }
}
