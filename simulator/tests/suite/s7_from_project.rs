//! A virtual S7 controller from the sources of a project; our driver reads it.

use std::{collections::BTreeMap, fs, net::Ipv4Addr, sync::Arc, time::Duration};

use jiff::{SignedDuration, civil::date};
use tagbridge_driver::{Driver, LinkOptions, Reading, TagSet, Value};
use tagbridge_project::{Project, Reads, Source, Symbols, Target, read};
use tagbridge_s7::S7;
use tagbridge_simulator::s7::{RunningS7, VirtualS7};

const PLANT: &str = "DATA_BLOCK DB20\n{ S7_Optimized_Access := 'FALSE' }\nVAR\non : Bool := TRUE;\n\
                     code : Byte := 16#F0;\nname : String[10] := 'Line';\nmotors : Array[1..2] of \
                     \"Motor\";\nt : TON_TIME;\ngrid : Array[0..1, 5..6] of Int := [1, 2, 3, 4];\n\
                     END_VAR\nBEGIN\nmotors[2].speed := 12.5;\nt.PT := T#1m30s;\nEND_DATA_BLOCK\n\
                     DATA_BLOCK \"Later\"\n{ S7_Optimized_Access := 'FALSE' }\nVAR level : LReal := \
                     0.25; END_VAR\nBEGIN\nEND_DATA_BLOCK\n\
                     DATA_BLOCK DB40\n{ S7_Optimized_Access := 'FALSE' }\nVAR\nat : \
                     Date_And_Time; since : DTL; t : TON_TIME;\nEND_VAR\nBEGIN\nEND_DATA_BLOCK\n\
                     DATA_BLOCK DB30\n{ S7_Optimized_Access := 'TRUE' }\nVAR x : Int; END_VAR\n\
                     BEGIN\nEND_DATA_BLOCK\n\
                     TYPE \"Motor\"\nVERSION : 0.1\nSTRUCT on : Bool; speed : Real := 1.5; \
                     END_STRUCT;\nEND_TYPE\n";

fn plant() -> Arc<Project> {
    let source = Source::of_bytes("plant.scl", PLANT.into()).expect("a source");
    Arc::new(read(&source).expect("it reads"))
}

async fn listen(controller: VirtualS7) -> RunningS7 {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

/// All tags with an address, by name and by address.
fn addresses(project: &Arc<Project>, numbers: &BTreeMap<String, u16>) -> Vec<(String, String)> {
    let symbols = Symbols::new(Arc::clone(project));
    let target = Target::S7 { numbers: numbers.clone() };
    let leaves = symbols.tags().flat_map(|tag| symbols.leaves(tag)).take(5000);
    let read = leaves.filter_map(|leaf| match symbols.reads(&leaf, &target) {
        Ok(Reads::Leaf(address)) => Some((leaf.name(), address)),
        _ => None,
    });
    read.collect()
}

/// The values that our driver reads, by name; all of them are good.
async fn values(controller: &RunningS7, tags: &[(String, String)]) -> BTreeMap<String, Value> {
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(10);
    let driver = S7::new(&endpoint, LinkOptions { request_timeout, ..LinkOptions::default() })
        .expect("an S7 endpoint");
    let mut connection = driver.connect().await.expect("it connects");
    let set = TagSet::new(tags.iter().map(|(_, address)| address.clone()));
    let scan = connection.read(&set).await.expect("the link holds");
    tags.iter()
        .zip(scan.answers)
        .map(|((name, address), answer)| match answer.reading {
            Reading::Good(good) => (name.clone(), good.value),
            bad => panic!("{name} at {address}: {bad:?}"),
        })
        .collect()
}

#[tokio::test]
async fn every_tag_with_an_address_has_what_it_starts_with() {
    let project = plant();
    let numbers = BTreeMap::from([("Later".to_owned(), 21)]);
    let controller = listen(VirtualS7::from_project(&project, &numbers, 1).still_after(0)).await;
    let values = values(&controller, &addresses(&project, &numbers)).await;
    let minute_and_a_half = Value::Duration(SignedDuration::from_secs(90));
    for (name, expected) in [
        ("\"DB20\".\"on\"", Value::Bool(true)),
        ("\"DB20\".\"code\"", Value::Uint(0xF0)),
        ("\"DB20\".\"name\"", Value::Text("Line".to_owned())),
        ("\"DB20\".\"motors\"[1].\"speed\"", Value::Real(1.5)),
        ("\"DB20\".\"motors\"[2].\"speed\"", Value::Real(12.5)),
        ("\"DB20\".\"t\".\"PT\"", minute_and_a_half),
        ("\"DB20\".\"grid\"[1,5]", Value::Int(3)),
        ("\"Later\".\"level\"", Value::LReal(0.25)),
        ("\"DB40\".\"at\"", Value::DateTime(date(1990, 1, 1).at(0, 0, 0, 0))),
        ("\"DB40\".\"since\"", Value::DateTime(date(1970, 1, 1).at(0, 0, 0, 0))),
    ] {
        let found = values.get(name).unwrap_or_else(|| panic!("no {name} among {values:?}"));
        assert_eq!(*found, expected, "{name}");
    }
    assert!(!values.keys().any(|name| name.contains("DB30")), "it has no addresses");
    controller.stop().await;
}

#[tokio::test]
async fn values_change_and_the_seed_decides() {
    let project = plant();
    let numbers = BTreeMap::new();
    let after = |scans, seed| VirtualS7::from_project(&project, &numbers, seed).still_after(scans);
    let mut hashes = Vec::new();
    for (scans, seed) in [(100, 1), (100, 1), (200, 1), (100, 2)] {
        let controller = listen(after(scans, seed)).await;
        hashes.push(controller.memory_hash());
        controller.stop().await;
    }
    assert_eq!(hashes[0], hashes[1]);
    assert!(hashes[0] != hashes[2] && hashes[0] != hashes[3], "{hashes:?}");
}

#[tokio::test]
async fn real_projects_are_read_whole() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    for entry in fs::read_dir(samples.join("siemens")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let project = read(&Source::open(&path).expect("it opens")).expect("it reads");
        let project = Arc::new(project);
        let numbers = BTreeMap::from([("Read_only".to_owned(), 1), ("Data_block_2".to_owned(), 2)]);
        let controller = VirtualS7::from_project(&project, &numbers, 1).still_after(0);
        let controller = listen(controller).await;
        let tags = addresses(&project, &numbers);
        if !tags.is_empty() {
            let values = values(&controller, &tags).await;
            assert_eq!(values.len(), tags.len(), "{}", path.display());
            if let Some(value) = values.get("\"Read_only\".\"dword2\"") {
                assert_eq!(*value, Value::Uint(0x89AB_CDEF));
            }
        }
        controller.stop().await;
    }
}
