//! Renames of the symbols of STEP 7 classic, in tables and in sources; and of what pragmas name.

use tagbridge_project::Source;
use tagbridge_propose::Proposed;

use crate::ready::Ready;

/// A source in SCL, where symbols need no quotes, and a list.
const SCL: &[u8] = b"FUNCTION_BLOCK Line\r\nVAR\r\n  n : INT;\r\nEND_VAR\r\nBEGIN\r\n\
    IF red AND \"green\" THEN n := n + 1; END_IF;\r\nEND_FUNCTION_BLOCK\r\n";
const AWL: &[u8] =
    b"FUNCTION FC 1 : VOID\r\nBEGIN\r\nNETWORK\r\nTITLE =\r\n      U     \"red\"; // red\r\n\
    =     \"green\";\r\nEND_FUNCTION\r\n";

fn ready(path: &str, table: &[u8]) -> Ready {
    let of = |path: &str, bytes: &[u8]| Source::of_bytes(path, bytes.to_vec()).expect("a source");
    let mut source = of("Line.scl", SCL);
    source.files.extend(of("List.awl", AWL).files);
    source.files.extend(of(path, table).files);
    Ready::of(source).expect("a project")
}

#[test]
fn a_symbol_is_renamed_in_its_table_and_each_other_byte_stays() {
    let dif = |name: &str| {
        format!("TABLE\r\n0,1\r\n\"S7\"\r\nDATA\r\n0,0\r\n\"\"\r\n-1,0\r\nBOT\r\n1,0\r\n\"{name}\"\r\n1,0\r\n\
            \"E 0.0\"\r\n1,0\r\n\"BOOL\"\r\n1,0\r\n\"\"\r\n-1,0\r\nBOT\r\n1,0\r\n\"green\"\r\n1,0\r\n\"A 0.0\"\r\n\
            1,0\r\n\"BOOL\"\r\n1,0\r\n\"\"\r\n-1,0\r\nEOD\r\n")
        .into_bytes()
    };
    for (path, table, expected) in [
        (
            "Symbole.sdf",
            b"\"red\",\"E 0.0\",\"BOOL\",\"gr\xFCn, red\"\r\n\"green\",\"A 0.0\",\"BOOL\",\"\"\r\n".to_vec(),
            b"\"Lamp_Red\",\"E 0.0\",\"BOOL\",\"gr\xFCn, red\"\r\n\"green\",\"A 0.0\",\"BOOL\",\"\"\r\n"
                .to_vec(),
        ),
        (
            "Symbole.sdf",
            b"\"red         \",\"E 0.0\",\"BOOL\",\"\"\n\"green       \",\"A 0.0\",\"BOOL\",\"\"\n".to_vec(),
            b"\"Lamp_Red    \",\"E 0.0\",\"BOOL\",\"\"\n\"green       \",\"A 0.0\",\"BOOL\",\"\"\n".to_vec(),
        ),
        (
            "Symbole.asc",
            b"126,red                     E      0.0  BOOL      gr\xFCn\r\n\
              126,green                   A      0.0  BOOL      \r\n"
                .to_vec(),
            b"126,Lamp_Red                E      0.0  BOOL      gr\xFCn\r\n\
              126,green                   A      0.0  BOOL      \r\n"
                .to_vec(),
        ),
        (
            "Symbole.seq",
            b"\tE      0.0\tred       \tlamp\r\n\tA      0.0\tgreen\t\r\n".to_vec(),
            b"\tE      0.0\tLamp_Red  \tlamp\r\n\tA      0.0\tgreen\t\r\n".to_vec(),
        ),
        ("Symbole.dif", dif("red"), dif("Lamp_Red")),
    ] {
        let proposal = match ready(path, &table).asked("Rename red to Lamp_Red") {
            Proposed::Ready(proposal) => proposal,
            other => panic!("{path}: {other:?}"),
        };
        let file = |path: &str| {
            let file = proposal.files.iter().find(|it| it.path == path).expect("a file");
            String::from_utf8_lossy(&file.bytes).into_owned()
        };
        assert_eq!(file(path), String::from_utf8_lossy(&expected), "{path}");
        assert!(file("Line.scl").contains("IF Lamp_Red AND \"green\" THEN"), "{path}");
        assert!(file("List.awl").contains("U     \"Lamp_Red\"; // red"), "{path}");
    }
}

#[test]
fn a_symbol_does_not_grow_over_the_next_column() {
    let table = b"126,red                     E      0.0  BOOL      \r\n\
        126,green                   A      0.0  BOOL      \r\n";
    let ready = ready("Symbole.asc", table);
    for (to, is_done) in [("Lamp_with_24_characters1", true), ("Lamp_with_25_characters_1", false)]
    {
        let proposed = ready.asked(&format!("Rename red to {to}"));
        assert_eq!(matches!(proposed, Proposed::Ready(_)), is_done, "{to}: {proposed:?}");
    }
}

#[test]
fn what_a_pragma_names_is_renamed() {
    let text = include_str!("../plants/pumps/text.export");
    let declared = "\t{attribute 'is_connected' := 'Permit'}\n\tSpare : BOOL;";
    let text = text.replace("\tSpare : BOOL;", declared);
    let text = text.replace(
        "Speed := Setpoint;",
        "{IF defined (variable: Permit)}\nSpeed := Setpoint;\n{END_IF}",
    );
    let ready = Ready::of_texts(&[("t.export", &text)]);
    let Proposed::Ready(proposal) = ready.asked("Rename Permit to Allowed") else {
        panic!("no proposal");
    };
    let new = String::from_utf8_lossy(&proposal.files[0].bytes).into_owned();
    assert!(new.contains("{attribute 'is_connected' := 'Allowed'}"), "{new}");
    assert!(new.contains("{IF defined (variable: Allowed)}"), "{new}");
    assert!(!new.contains("Permit"), "{new}");
    // A variable that only a pragma names is in use.
    let text = text.replace("'Permit'", "'Pump_3_Fb'");
    let ready = Ready::of_texts(&[("t.export", &text)]);
    match ready.asked("Delete the variable Pump_3_Fb") {
        Proposed::Refused { code, .. } => assert_eq!(code, "propose-no-in-use"),
        other => panic!("{other:?}"),
    }
}
