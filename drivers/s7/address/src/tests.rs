use proptest::prelude::*;

use super::*;

fn check(written: &str, shown: &str, start: u32, size: u32) {
    for text in [written.to_owned(), written.to_lowercase()] {
        let address: Address = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(address.to_string(), shown, "{text}");
        assert_eq!((address.start, address.size()), (start, size), "{text}");
        let again: Address = shown.parse().unwrap_or_else(|error| panic!("{shown}: {error}"));
        assert_eq!(again, address, "{text} shown as {shown}");
    }
}

#[test]
fn understands_every_spelling_and_shows_tia_s() {
    for (written, shown, start, size) in [
        ("DB1.DBD4", "DB1.DBD4", 4, 4),
        ("%DB1.DBD4", "DB1.DBD4", 4, 4),
        ("DB1.DBX0.3", "DB1.DBX0.3", 0, 1),
        ("DB1.DBX2.6[10]", "DB1.DBX2.6[10]", 2, 2),
        ("DB5.DBB10[20]", "DB5.DBB10[20]", 10, 20),
        ("M0.0", "M0.0", 0, 1),
        ("MX7.1", "M7.1", 7, 1),
        ("MW4", "MW4", 4, 2),
        ("IW4", "IW4", 4, 2),
        ("EW4", "IW4", 4, 2),
        ("I1.7", "I1.7", 1, 1),
        ("E1.7", "I1.7", 1, 1),
        ("QB0", "QB0", 0, 1),
        ("AB0", "QB0", 0, 1),
        ("T5", "T5", 10, 2),
        ("T5[3]", "T5[3]", 10, 6),
        ("T5:TIMER", "T5", 10, 2),
        ("C3", "C3", 6, 2),
        ("Z3", "C3", 6, 2),
        ("DB1,R4", "DB1.DBD4:REAL", 4, 4),
        ("DB1.R4", "DB1.DBD4:REAL", 4, 4),
        ("DB1,REAL4", "DB1.DBD4:REAL", 4, 4),
        ("DB1,INT2", "DB1.DBW2:INT", 2, 2),
        ("DB1,X14.0", "DB1.DBX14.0", 14, 1),
        ("DB1,S10.20", "DB1.DBB10:STRING[20]", 10, 22),
        ("DB1,DTL10", "DB1.DBB10:DTL", 10, 12),
        ("DB1,S5TIME10", "DB1.DBW10:S5TIME", 10, 2),
        ("DB10,LR32", "DB10.DBB32:LREAL", 32, 8),
        ("MR4", "MD4:REAL", 4, 4),
        ("VW100", "DB1.DBW100", 100, 2),
        ("V10.7", "DB1.DBX10.7", 10, 1),
        ("VB0[4]", "DB1.DBB0[4]", 0, 4),
        ("VD4:REAL", "DB1.DBD4:REAL", 4, 4),
        ("%DB1:4.0:BOOL", "DB1.DBX4.0", 4, 1),
        ("%DB1:4:REAL", "DB1.DBD4:REAL", 4, 4),
        ("%DB1:4.0:INT", "DB1.DBW4:INT", 4, 2),
        ("%MW10", "MW10", 10, 2),
        ("%M10.1:BOOL", "M10.1", 10, 1),
        ("DB1.DBD4:REAL", "DB1.DBD4:REAL", 4, 4),
        ("DB1.DBD4:DWORD", "DB1.DBD4", 4, 4),
        ("DB1.DBB10:STRING[20]", "DB1.DBB10:STRING[20]", 10, 22),
        ("DB1.DBB10:STRING(20)", "DB1.DBB10:STRING[20]", 10, 22),
        ("DB1.DBB10:STRING", "DB1.DBB10:STRING[254]", 10, 256),
        ("DB1.DBB10:STRING[3][4]", "DB1.DBB10:STRING[3][4]", 10, 23),
        ("DB1.DBB10:WSTRING[5]", "DB1.DBB10:WSTRING[5]", 10, 14),
        ("DB1.DBD0:REAL[10]", "DB1.DBD0:REAL[10]", 0, 40),
        ("DB1.DBB8:LREAL", "DB1.DBB8:LREAL", 8, 8),
        ("DB1.DBL8", "DB1.DBB8:LWORD", 8, 8),
        ("DB1.DBL8:LINT", "DB1.DBB8:LINT", 8, 8),
        ("ML8:LREAL", "MB8:LREAL", 8, 8),
        ("DB1.DBB3:SINT", "DB1.DBB3:SINT", 3, 1),
        ("DB1.DBW3:DATE", "DB1.DBW3:DATE", 3, 2),
        ("DB1.DBD3:TOD", "DB1.DBD3:TIME_OF_DAY", 3, 4),
        ("DB1.DBB3:DT", "DB1.DBB3:DATE_AND_TIME", 3, 8),
        ("DB65535.DBB65534:WORD", "DB65535.DBW65534", 65534, 2),
    ] {
        check(written, shown, start, size);
    }
}

#[test]
fn says_what_is_wrong_where_and_what_to_write() {
    for (text, at, says) in [
        ("", 0, "does not begin with an area"),
        ("Speed", 0, "does not begin with an area"),
        ("\"DB\".\"Member\"", 0, "use its project"),
        ("DB", 2, "the number of the data block is missing"),
        ("DB0.DBB0", 2, "DB0 does not exist"),
        ("DB70000.DBB0", 2, "DB70000 does not exist"),
        ("DB1", 3, "write it like DB1.DBD4"),
        ("DB1.", 4, "the size is missing"),
        ("DB1.DBQ4", 4, "neither a size nor a type"),
        ("DB1.DBD", 7, "the byte is missing"),
        ("DB1.DBX4", 8, "does not name a bit"),
        ("DB1.DBX4.8", 9, "bit 8 does not exist"),
        ("DB1.DBW4.1", 9, "WORD has no bit 1"),
        ("PIW256", 0, "write IW256, its place in the process image"),
        ("PEW256", 0, "write IW256"),
        ("paw288:INT", 0, "write QW288"),
        ("PQD4", 0, "write QD4"),
        ("PI3.1", 0, "write I3"),
        ("IW256:P", 5, "write IW256"),
        ("%Q0.1:P", 5, "write %Q0.1"),
        ("AIW0", 0, "VW1032 for AI1"),
        ("AQW2", 0, "analog input or output of an S7-200"),
        ("LW4", 0, "local data"),
        ("Pressure", 0, "does not begin with an area"),
        ("Valve3", 0, "does not begin with an area"),
        ("VR4", 0, "does not begin with an area"),
        ("M0", 2, "does not name a bit"),
        ("MQ4", 1, "neither a size nor a type"),
        ("DB1.DBW4:REAL", 9, "write DB1.DBD4:REAL"),
        ("DB1.DBD4:STRING[20]", 9, "write DB1.DBB4:STRING[20]"),
        ("DB1.DBD4:REEL", 9, "`REEL` is not a type"),
        ("DB1.DBD4:", 9, "the type is missing"),
        ("DB1.DBB4:BOOL", 9, "write DB1.DBX4.0"),
        ("T5:REAL", 3, "omit the type"),
        ("MW4:TIMER", 4, "write T5"),
        ("%DB1:4", 6, "the type is missing"),
        ("DB1.DBB0[0]", 8, "0 elements"),
        ("DB1.DBB0[5", 10, "not closed"),
        ("DB1.DBB0[70000]", 8, "longer than"),
        ("DB1.DBB0:STRING[255]", 15, "cannot have 255"),
        ("DB1.DBB2097152", 14, "exceeds the limits"),
        ("DB1.DBB99999999999", 7, "too large"),
        ("DB1.DBD4 ", 8, "does not belong"),
        ("T4294967295", 11, "exceeds the limits"),
    ] {
        let error = text.parse::<Address>().expect_err(text);
        let shown = error.to_string();
        assert!(shown.contains(says), "{text}: {shown}");
        assert_eq!(error.at, at, "{text}: {shown}");
    }
}

proptest! {
    #[test]
    fn nothing_that_a_person_types_is_a_panic(
        text in "[%#\"]?(DB|db|M|I|T|Z|\\PC)?[0-9]{0,11}[.,:]?(DB)?[XBWDLRS]?[A-Z0-9]{0,6}[.:\\[(]?\\PC{0,8}",
    ) {
        match text.parse::<Address>() {
            Ok(address) => {
                let shown = address.to_string();
                prop_assert_eq!(shown.parse::<Address>(), Ok(address), "{} of {}", shown, text);
            }
            Err(error) => prop_assert!(error.at <= text.chars().count(), "{}: {}", text, error),
        }
    }
}
