use tagbridge_driver::Reason;

use super::*;
use crate::lookup_fixture as fixture;

fn show(reads: &Reads) -> String {
    match reads {
        Reads::Leaf(name) => name.clone(),
        Reads::Array(elements) => {
            format!("[{}]", elements.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        Reads::Structure(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, reads)| format!("{name}: {}", show(reads))).collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}

type Expected<'a> = Result<&'a str, (Reason, &'a str)>;

fn check(symbols: &Symbols, target: &Target, pairs: &[(&str, Expected<'_>)]) {
    for (name, expected) in pairs {
        let symbol = symbols.find(name).unwrap_or_else(|error| panic!("{error}"));
        match (symbols.reads(&symbol, target), expected) {
            (Ok(reads), Ok(expected)) => assert_eq!(show(&reads), *expected, "{name}"),
            (Err(cause), Err((reason, says))) => {
                assert_eq!(cause.reason, *reason, "{name}: {cause}");
                assert!(cause.to_string().contains(says), "{name}: {cause}");
            }
            (reads, expected) => panic!("{name}: {reads:?}, not {expected:?}"),
        }
    }
}

#[test]
fn asks_logix_by_name() {
    check(
        &fixture::logix(),
        &Target::Logix,
        &[
            ("Motor", Ok("Motor")),
            ("step", Ok("Program:Main.Step")),
            ("motors[1].name", Ok("Motors[1].Name")),
            ("Status.3", Ok("Status.3")),
            ("Hidden", Err((Reason::AccessDenied, "external access"))),
            ("Valve.Axis", Err((Reason::NoAddress, "`Axis` is an in-out parameter"))),
        ],
    );
}

#[test]
fn asks_s7_by_address() {
    let numbers = BTreeMap::from([("later".to_owned(), 7)]);
    check(
        &fixture::s7(),
        &Target::S7 { numbers },
        &[
            ("Recipe.Name", Ok("DB20.DBB0:STRING[20]")),
            ("Recipe.Steps[2]", Ok("{Time: DB20.DBD28:REAL, Open: DB20.DBX32.0}")),
            ("Recipe.Flags", Ok("DB20.DBX40.0[10]")),
            ("Recipe.Code", Ok("DB20.DBW42:WORD")),
            ("Recipe.Code.%X8", Ok("DB20.DBX42.0")),
            (
                "Recipe.Grid",
                Ok("[[DB20.DBW60:INT, DB20.DBW62:INT, DB20.DBW64:INT], \
                                 [DB20.DBW66:INT, DB20.DBW68:INT, DB20.DBW70:INT]]"),
            ),
            ("Later.Level", Ok("DB7.DBB8:LREAL")),
            ("Start", Ok("I0.3")),
            ("Speed", Ok("MW4:INT")),
            ("Private", Ok("MW8:INT")),
            ("Wait", Ok("T5")),
            ("Fast.Step.Time", Err((Reason::NoAddress, "\"Fast\" has optimised access"))),
            ("Recipe.Delay", Err((Reason::NoAddress, "does not contain the layout"))),
        ],
    );
    let none = Target::S7 { numbers: BTreeMap::new() };
    let says = (Reason::NoAddress, "the number of the data block \"Later\" is not in the file");
    check(&fixture::s7(), &none, &[("Later.Level", Err(says))]);
}

#[test]
fn asks_opc_ua_by_node() {
    let target = Target::OpcUa { prefix: Some("CODESYS Control Win V3 x64".to_owned()) };
    let node = "nsu=CODESYSSPV3/3S/IecVarAccess;s=|var|CODESYS Control Win V3 x64.Application";
    check(
        &fixture::codesys(),
        &target,
        &[
            ("rSpeed", Ok(&format!("{node}.PLC_PRG.rSpeed"))),
            ("eMode", Ok(&format!("{node}.PLC_PRG.eMode"))),
            ("aNumbers", Ok(&format!("{node}.GVL.aNumbers"))),
            ("aNumbers[3]", Ok(&format!("{node}.GVL.aNumbers[3]"))),
            (
                "aMotors[1].tDelay",
                Ok(&format!(
                    "{{IN: {node}.GVL.aMotors[1 from 1].tDelay.IN, PT: {node}.GVL.aMotors[1 from 1].tDelay.PT, \
                     Q: {node}.GVL.aMotors[1 from 1].tDelay.Q, ET: {node}.GVL.aMotors[1 from 1].tDelay.ET}}"
                )),
            ),
            ("xInternal", Err((Reason::AccessDenied, "does not publish"))),
            ("aNumbers[3].1", Err((Reason::NoAddress, "a bit has no node"))),
        ],
    );
    let node = "nsu=http://www.siemens.com/simatic-s7-opcua;s=";
    check(
        &fixture::s7(),
        &target,
        &[
            ("Fast.Names", Ok(&format!("{node}\"Fast\".\"Names\""))),
            (
                "Fast.Step",
                Ok(&format!(
                    "{{Time: {node}\"Fast\".\"Step\".\"Time\", Open: {node}\"Fast\".\"Step\".\"Open\"}}"
                )),
            ),
            // Element nodes may be numbered in two ways, or may not exist.
            (
                "Recipe.Steps[2]",
                Ok(&format!(
                    "{{Time: {node}\"Recipe\".\"Steps\"[2 from 1].\"Time\", \
                     Open: {node}\"Recipe\".\"Steps\"[2 from 1].\"Open\"}}"
                )),
            ),
            ("Recipe.Grid[1,2]", Ok(&format!("{node}\"Recipe\".\"Grid\"[1,2]"))),
            ("Speed", Ok(&format!("{node}\"Speed\""))),
            ("Private", Err((Reason::AccessDenied, "HMI and OPC UA"))),
        ],
    );
}

#[test]
fn shows_a_person_where_things_are() {
    let symbols = fixture::s7();
    let target = Target::of(symbols.project());
    let address = |name: &str| {
        symbols.address(&symbols.find(name).unwrap(), &target).map_err(|cause| cause.reason)
    };
    assert_eq!(address("Recipe.Steps"), Ok("P#DB20.DBX22.0".to_owned()));
    assert_eq!(address("Recipe.Flags"), Ok("DB20.DBX40.0[10]".to_owned()));
    assert_eq!(address("Speed"), Ok("MW4:INT".to_owned()));
    assert_eq!(address("Later.Level"), Err(Reason::NoAddress));
    let symbols = fixture::logix();
    let address = |name: &str| symbols.address(&symbols.find(name).unwrap(), &Target::Logix);
    assert_eq!(address("step"), Ok("Program:Main.Step".to_owned()));
    assert_eq!(address("Hidden").map_err(|cause| cause.reason), Err(Reason::AccessDenied));
}

#[test]
fn asks_for_so_many_values_and_no_more() {
    let mut project = (**fixture::s7().project()).clone();
    project.tags[1].type_use.dimensions = vec![crate::Dimension { low: 0, high: 1_000_000 }];
    let symbols = Symbols::new(project.into());
    let reads =
        symbols.reads(&symbols.find("Steps").unwrap(), &Target::S7 { numbers: BTreeMap::new() });
    assert_eq!(reads.unwrap_err().reason, Reason::OverBudget);
}

#[test]
fn types_that_nest_without_end_are_refused_soon() {
    let mut project = (**fixture::s7().project()).clone();
    let nested = |name: String, of: &str| crate::DataType {
        name,
        members: ["a", "b"]
            .map(|it| crate::Member { bit_offset: Some(0), ..fixture::member(it, of) })
            .into(),
        ..project.data_types[0].clone()
    };
    let mut types: Vec<_> =
        (1..60).map(|at| nested(format!("T{at}"), &format!("T{}", at - 1))).collect();
    types.push(nested("T0".to_owned(), "Pointer"));
    project.data_types.append(&mut types);
    project.tags[0].type_use = crate::TypeUse::scalar("T59");
    let symbols = Symbols::new(project.into());
    let name = symbols.find("Recipe.Name").unwrap();
    let reads = symbols.reads(&name, &Target::S7 { numbers: BTreeMap::new() });
    assert_eq!(reads.unwrap_err().reason, Reason::OverBudget);
}
