//! A virtual controller from a project file; our driver reads it.

use std::{collections::BTreeMap, fs, net::Ipv4Addr, sync::Arc, time::Duration};

use tagbridge_cip::Logix;
use tagbridge_driver::{Connection, Driver, LinkOptions, Reading, TagSet, Value};
use tagbridge_project::{Project, Source, Symbols, read};
use tagbridge_simulator::{
    Program,
    logix::{Memory, RunningController, VirtualLogix},
};

const PLANT: &str = "<RSLogix5000Content SoftwareRevision=\"33.01\"><Controller Use=\"Target\" \
    Name=\"Plant\" ProcessorType=\"1756-L71\" MajorRev=\"30\" MinorRev=\"14\" \
    ProjectSN=\"16#00ff_0001\"><DataTypes><DataType Name=\"Motor\" Family=\"NoFamily\"><Members>\
    <Member Name=\"Run\" DataType=\"BIT\" Dimension=\"0\"/><Member Name=\"Speed\" DataType=\"REAL\" \
    Dimension=\"0\"/><Member Name=\"Label\" DataType=\"STR_8\" Dimension=\"0\"/><Member \
    Name=\"Ramp\" DataType=\"TIMER\" Dimension=\"2\"/></Members></DataType><DataType \
    Name=\"STR_8\" Family=\"StringFamily\"><Members><Member Name=\"LEN\" DataType=\"DINT\" \
    Dimension=\"0\"/><Member Name=\"DATA\" DataType=\"SINT\" Dimension=\"8\"/></Members></DataType>\
    </DataTypes><AddOnInstructionDefinitions><AddOnInstructionDefinition Name=\"Valve\"><Parameters>\
    <Parameter Name=\"EnableIn\" DataType=\"BOOL\" Usage=\"Input\"/><Parameter Name=\"Count\" \
    DataType=\"DINT\" Usage=\"Output\"/><Parameter Name=\"Ref\" DataType=\"Motor\" Usage=\"InOut\"/>\
    </Parameters><LocalTags><LocalTag Name=\"Inner\" DataType=\"DINT\"/></LocalTags>\
    </AddOnInstructionDefinition></AddOnInstructionDefinitions><Tags>\
    <Tag Name=\"Drive\" DataType=\"Motor\"><Data Format=\"Decorated\"><Structure DataType=\"Motor\">\
    <DataValueMember Name=\"Run\" Value=\"1\"/><DataValueMember Name=\"Speed\" Value=\"12.5\"/>\
    <StructureMember Name=\"Label\" DataType=\"STR_8\"><DataValueMember Name=\"LEN\" Value=\"2\"/>\
    <DataValueMember Name=\"DATA\" Radix=\"ASCII\"><![CDATA['ab']]></DataValueMember>\
    </StructureMember><ArrayMember Name=\"Ramp\" DataType=\"TIMER\" Dimensions=\"2\"><Element \
    Index=\"[1]\"><Structure DataType=\"TIMER\"><DataValueMember Name=\"PRE\" Value=\"500\"/>\
    </Structure></Element></ArrayMember></Structure></Data></Tag>\
    <Tag Name=\"Grid\" DataType=\"INT\" Dimensions=\"2 3\"><Data Format=\"Decorated\"><Array \
    DataType=\"INT\" Dimensions=\"2 3\"><Element Index=\"[1,2]\" Value=\"-7\"/></Array></Data></Tag>\
    <Tag Name=\"Fixed\" DataType=\"DINT\" Constant=\"true\"><Data Format=\"Decorated\"><DataValue \
    Value=\"16#ffff_ffff\"/></Data></Tag>\
    <Tag Name=\"Hidden\" DataType=\"DINT\" ExternalAccess=\"None\"/>\
    <Tag Name=\"V1\" DataType=\"Valve\"/><Tag Name=\"Axis\" DataType=\"AXIS_CIP_DRIVE\"/>\
    <Tag Name=\"Fast\" TagType=\"Alias\" AliasFor=\"Drive.Speed\"/>\
    <Tag Name=\"On\" TagType=\"Alias\" AliasFor=\"Own\"/>\
    <Tag Name=\"Own\" TagType=\"Alias\" AliasFor=\"Drive.Run\"/></Tags><Programs><Program \
    Name=\"Main\"><Tags><Tag Name=\"Step\" DataType=\"SINT\"/><Tag Name=\"Motor\" Usage=\"InOut\" \
    DataType=\"Motor\"/></Tags></Program></Programs></Controller></RSLogix5000Content>";

fn project(name: &str, bytes: Vec<u8>) -> Arc<Project> {
    let source = Source::of_bytes(name, bytes).expect("a source");
    Arc::new(read(&source).expect("a project"))
}

async fn listen(controller: VirtualLogix) -> RunningController {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

async fn connect(controller: &RunningController) -> Box<dyn Connection> {
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(10);
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    Logix::new(&endpoint, options).expect("a Logix endpoint").connect().await.expect("a connection")
}

#[tokio::test]
async fn tags_start_with_what_the_project_says() {
    let project = project("plant.L5X", PLANT.as_bytes().to_vec());
    let controller = listen(VirtualLogix::from_project(&project, 1).still_after(0)).await;
    for (name, value) in [
        ("Drive.Run", Value::Bool(true)),
        ("Drive.Speed", Value::Real(12.5)),
        ("Drive.Label", Value::Text("ab".into())),
        ("Drive.Ramp[1].PRE", Value::Int(500)),
        ("Grid[1,2]", Value::Int(-7)),
        ("Fixed", Value::Int(-1)),
        ("V1.Count", Value::Int(0)),
        ("Fast", Value::Real(12.5)),
        ("Own", Value::Bool(true)),
        ("On", Value::Bool(true)),
        ("Program:Main.Step", Value::Int(0)),
    ] {
        assert_eq!(controller.value_of(name), Ok(value), "{name}");
    }
    for name in ["Axis", "V1.Inner", "V1.Ref", "Program:Main.Motor"] {
        assert!(controller.value_of(name).is_err(), "{name}");
    }
    let connection = connect(&controller).await;
    let identity = connection.identity();
    assert_eq!((&*identity.product, &*identity.serial), ("1756-L71", "00FF0001"));
    assert_eq!(&*identity.revision, "30.14");
    connection.close().await;
}

#[test]
fn tags_live_and_aliases_follow() {
    let project = project("plant.L5X", PLANT.as_bytes().to_vec());
    let runs = |seed, scans: u32| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let made = VirtualLogix::from_project(&project, seed);
            let controller = listen(made.still_after(scans)).await;
            let values = ["Drive.Speed", "Fast", "Drive.Run", "Own", "Fixed", "Drive.Ramp[1].PRE"]
                .map(|name| controller.value_of(name).expect(name));
            (controller.memory_hash(), values)
        })
    };
    let (first, second) = (runs(1, 50), runs(1, 600));
    assert_ne!(first.0, second.0);
    assert_eq!(runs(1, 50), first);
    assert_ne!(runs(2, 50).0, first.0);
    for [speed, fast, run, own, fixed, preset] in [first.1, second.1] {
        assert_eq!((&speed, &run), (&fast, &own));
        assert_ne!(speed, Value::Real(12.5));
        assert_eq!((fixed, preset), (Value::Int(-1), Value::Int(500)));
    }
}

/// Writes a different speed at each scan.
struct Faster(f32);

impl Program<Memory> for Faster {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        self.0 += 1.0;
        memory.set("Drive.Speed", &Value::Real(self.0)).expect("it has it");
    }
}

#[test]
fn aliases_follow_any_program() {
    let project = project("plant.L5X", PLANT.as_bytes().to_vec());
    let controller = VirtualLogix::from_project(&project, 1);
    let mut controller = controller.program(Box::new(Faster(0.0)));
    for speed in [1.0, 2.0] {
        controller.advance(Duration::from_millis(20));
        assert_eq!(controller.value("Fast"), Ok(Value::Real(speed)));
    }
}

/// Each readable tag of a real project is good and has the project's type; tags without external
/// access are refused.
#[tokio::test]
async fn every_tag_of_a_real_project_is_read_with_its_type() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    let file = samples.join("allen-bradley/tnunnink__L5Sharp/Test.L5X");
    let bytes = fs::read(file).expect("a sample");
    let project = project("Test.L5X", bytes);
    let controller = listen(VirtualLogix::from_project(&project, 1)).await;
    let symbols = Symbols::new(Arc::clone(&project));
    let mut types = BTreeMap::new();
    let mut hidden = Vec::new();
    for symbol in symbols.tags() {
        if symbol.hidden().is_some() {
            hidden.push(symbol.name());
            continue;
        }
        let counts = symbol.dimensions().iter().map(|it| it.count().to_string());
        let counts = counts.collect::<Vec<_>>().join(",");
        let array = if counts.is_empty() { counts } else { format!("[{counts}]") };
        types.insert(symbol.name(), format!("{}{array}", symbol.type_name()));
    }
    assert!(types.len() > 90 && hidden.len() > 15, "{} {}", types.len(), hidden.len());
    let mut connection = connect(&controller).await;
    let tags = TagSet::new(types.keys().cloned());
    let scan = connection.read(&tags).await.expect("a scan");
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        let Reading::Good(value) = &answer.reading else { panic!("{name}: {:?}", answer.reading) };
        assert_eq!(&*value.type_name, types[&**name], "{name}");
    }
    let tags = TagSet::new(hidden);
    let scan = connection.read(&tags).await.expect("a scan");
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        assert!(matches!(answer.reading, Reading::Bad(_)), "{name}: {:?}", answer.reading);
    }
    let counters = controller.counters();
    assert_eq!((counters.writes, counters.malformed), (0, 0), "{counters:?}");
    connection.close().await;
    controller.stop().await;
}
