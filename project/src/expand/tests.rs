use super::*;
use crate::{Project, Symbols, lookup_fixture as fixture};

fn leaves(symbols: &Symbols, name: &str) -> Vec<String> {
    let symbol = symbols.find(name).unwrap_or_else(|error| panic!("{error}"));
    symbols.leaves(symbol).map(|leaf| format!("{} {}", leaf.name(), leaf.type_name())).collect()
}

#[test]
fn expands_logix_structures_arrays_and_strings() {
    let symbols = fixture::logix();
    assert_eq!(
        leaves(&symbols, "Motor"),
        [
            "Motor.Speed REAL",
            "Motor.Running BOOL",
            "Motor.Delay.PRE DINT",
            "Motor.Delay.ACC DINT",
            "Motor.Delay.EN BOOL",
            "Motor.Delay.TT BOOL",
            "Motor.Delay.DN BOOL",
            "Motor.Name STRING",
            "Motor.Secret DINT",
        ]
    );
    assert_eq!(
        leaves(&symbols, "Grid"),
        [
            "Grid[0,0] INT",
            "Grid[0,1] INT",
            "Grid[0,2] INT",
            "Grid[1,0] INT",
            "Grid[1,1] INT",
            "Grid[1,2] INT"
        ]
    );
    assert_eq!(leaves(&symbols, "Motors").len(), 4 * 9);
    assert_eq!(leaves(&symbols, "Strange"), ["Strange AB:Unknown_Type:I:0"]);
}

#[test]
fn tells_comments_units_and_initial_values_of_parts() {
    let symbols = fixture::logix();
    let part = |name: &str| {
        let part = symbols.find(name).unwrap_or_else(|error| panic!("{error}"));
        (part.comment, part.unit, part.initial)
    };
    assert_eq!(part("Motor"), (Some("the pump's motor"), None, None));
    assert_eq!(part("Motor.Speed"), (Some("as measured"), Some("rpm"), Some("1.5")));
    assert_eq!(part("Motor.Running"), (Some("from the type"), None, None));
    assert_eq!(part("motor.delay.acc"), (None, None, None));
    assert_eq!(part("Status.3"), (Some("the door is open"), None, None));
    assert_eq!(part("Status"), (None, None, Some("5")));
}

#[test]
fn says_why_a_part_is_hidden() {
    let symbols = fixture::logix();
    for (name, reason) in [
        ("Motor.Speed", None),
        ("Motor.Secret", Some(Reason::AccessDenied)),
        ("Hidden", Some(Reason::AccessDenied)),
        ("Valve.In", None),
        ("Valve.Axis", Some(Reason::NoAddress)),
        ("Valve.Private", Some(Reason::AccessDenied)),
    ] {
        let symbol = symbols.find(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(symbol.hidden().map(|cause| cause.reason), reason, "{name}");
    }
}

#[test]
fn knows_where_s7_parts_lie() {
    let symbols = fixture::s7();
    for (name, bit) in [
        ("\"Recipe\".\"Name\"", Some(0)),
        ("\"Recipe\".\"Steps\"[1].\"Time\"", Some(22 * 8)),
        ("\"Recipe\".\"Steps\"[3].\"Open\"", Some((22 + 2 * 6 + 4) * 8)),
        ("\"Recipe\".\"Flags\"[9]", Some(40 * 8 + 9)),
        ("\"Recipe\".\"Code\".%X3", Some(43 * 8 + 3)),
        ("\"Recipe\".\"Code\".%X8", Some(42 * 8)),
        ("\"Recipe\".\"Delay\".\"PT\"", None),
    ] {
        let place = symbols.find(name).unwrap_or_else(|error| panic!("{error}")).place();
        match bit {
            Some(bit) => assert_eq!(
                place,
                Place::Block { block: "Recipe".to_owned(), number: Some(20), bit },
                "{name}"
            ),
            None => assert!(matches!(place, Place::Optimised { certain: false, .. }), "{name}"),
        }
    }
}

/// From names to addresses, and back.
#[test]
fn each_row_of_bits_begins_with_a_byte() {
    let text = "DATA_BLOCK DB5\nVAR a : Array[1..2, 0..2] of Bool; b : Array[0..1, 0..1] of Byte; \
                END_VAR\nBEGIN\nEND_DATA_BLOCK";
    let source = crate::Source::of_bytes("a.scl", text.into()).expect("a source");
    let symbols = Symbols::new(crate::read(&source).expect("a project").into());
    for (name, bit) in [
        ("\"DB5\".\"a\"[1,0]", 0),
        ("\"DB5\".\"a\"[1,2]", 2),
        ("\"DB5\".\"a\"[2,0]", 8),
        ("\"DB5\".\"a\"[2,2]", 10),
        ("\"DB5\".\"b\"[1,0]", 32),
    ] {
        let symbol = symbols.find(name).unwrap_or_else(|error| panic!("{error}"));
        let place = Place::Block { block: "DB5".to_owned(), number: Some(5), bit };
        assert_eq!(symbol.place(), place, "{name}");
        let kind = if bit < 16 { format!("X{}.{}", bit / 8, bit % 8) } else { "B4".to_owned() };
        let address = format!("%DB5.DB{kind}");
        let found = symbols.find(&address).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.name(), name, "{address}");
    }
    assert!(symbols.find("%DB5.DBX0.3").is_err(), "between the rows");
}

#[test]
fn a_type_that_contains_itself_comes_to_an_end() {
    let mut project: Project = (**fixture::logix().project()).clone();
    project.data_types[0].members.push(fixture::member("Again", "Motor_UDT"));
    let symbols = Symbols::new(project.into());
    let motor = symbols.find("Motor").unwrap();
    let many = symbols.leaves(motor).take(10_000).count();
    assert!(many > MAX_DEPTH * 8, "{many}");
}

#[test]
fn a_huge_array_costs_nothing_until_it_is_asked_for() {
    let symbols = fixture::logix();
    let huge = symbols.find("Huge").unwrap();
    let names: Vec<String> = symbols.leaves(huge).take(2).map(|leaf| leaf.name()).collect();
    assert_eq!(names, ["Huge[0]", "Huge[1]"]);
    assert_eq!(symbols.find("Huge[2000000000].5").unwrap().name(), "Huge[2000000000].5");
}
