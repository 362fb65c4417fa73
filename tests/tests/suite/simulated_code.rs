//! The code of a project, executed by its virtual controller and read over the wire.

use std::{fs, thread::sleep, time::Duration};

use serde_json::Value;
use tagbridge_tests::Tagbridge;

const SCL: &str = "FUNCTION_BLOCK \"Count\"\n{ S7_Optimized_Access := 'FALSE' }\nVAR_INPUT go : Bool; \
    END_VAR\nVAR_OUTPUT n : Int; END_VAR\nBEGIN\nIF #go THEN #n := #n + 2; END_IF;\n\
    END_FUNCTION_BLOCK\nDATA_BLOCK \"Own\"\n{ S7_Optimized_Access := 'FALSE' }\n\"Count\"\nBEGIN\n\
    END_DATA_BLOCK\nDATA_BLOCK \"Line\"\n{ S7_Optimized_Access := 'FALSE' }\nSTRUCT twice : Int; \
    even : Int; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\nORGANIZATION_BLOCK \"Main\"\nBEGIN\n\
    \"Own\"(go := TRUE, n => \"Line\".twice);\n\"Line\".even := \"Line\".twice MOD 2;\n\
    END_ORGANIZATION_BLOCK\n";

const PLCOPEN: &str = "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous><pou \
    name=\"PRG\" pouType=\"program\"><interface><localVars><variable name=\"n\"><type><INT/></type>\
    </variable><variable name=\"odd\"><type><BOOL/></type></variable></localVars></interface><body>\
    <ST><xhtml>n := n + 2;\nodd := (n MOD 2) = 1;</xhtml></ST></body></pou></pous></types></project>";

/// The values of two reads of a simulated project: a counter, and a tag that must not change.
fn reads(name: &str, content: &str, options: &[&str], tags: [&str; 2]) -> [Vec<Value>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("it is written");
    let file = path.to_str().expect("a path");
    let (_simulator, endpoint) = Tagbridge::simulate(&[&[file, "--logic"], options].concat());
    [0, 1].map(|_| {
        let line = [&["read", &endpoint, "--project", file, "--json"][..], &tags, options];
        let seen = Tagbridge::new(line.concat()).output().json(0);
        sleep(Duration::from_millis(300));
        tags.iter().map(|tag| seen["tags"][tag]["value"].clone()).collect()
    })
}

#[test]
fn code_of_every_vendor_runs_on_the_wire() {
    let numbers = ["--number", "Own=1", "--number", "Line=2"];
    let [first, second] =
        reads("line.scl", SCL, &numbers, ["\"Line\".\"twice\"", "\"Line\".\"even\""]);
    assert!(second[0].as_i64() > first[0].as_i64(), "{first:?} {second:?}");
    assert_eq!((&first[1], &second[1]), (&Value::from(0), &Value::from(0)));
    let [first, second] = reads("line.xml", PLCOPEN, &[], ["PRG.n", "PRG.odd"]);
    assert!(second[0].as_i64() > first[0].as_i64(), "{first:?} {second:?}");
    assert_eq!((&first[1], &second[1]), (&Value::from(false), &Value::from(false)));
}
