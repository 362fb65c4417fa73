use tagbridge_driver::Reason;

use crate::{Symbols, lookup_fixture as fixture};

fn found(symbols: &Symbols, pairs: &[(&str, &str)]) {
    for (asked, name) in pairs {
        match symbols.find(asked) {
            Ok(symbol) => assert_eq!(symbol.name(), *name, "{asked}"),
            Err(error) => panic!("{asked}: {error}"),
        }
    }
}

fn missing(symbols: &Symbols, triples: &[(&str, Reason, &str)]) {
    for (asked, reason, says) in triples {
        match symbols.find(asked) {
            Ok(symbol) => panic!("{asked} was found as {}", symbol.name()),
            Err(error) => {
                assert_eq!(error.reason, *reason, "{asked}");
                assert_eq!(error.to_string(), *says, "{asked}");
            }
        }
    }
}

#[test]
fn finds_logix_names() {
    found(
        &fixture::logix(),
        &[
            ("Motor", "Motor"),
            (" motor.SPEED ", "Motor.Speed"),
            ("Motors[3].Delay.ACC", "Motors[3].Delay.ACC"),
            ("Motors[3].Delay.ACC.31", "Motors[3].Delay.ACC.31"),
            ("Grid[1,2]", "Grid[1,2]"),
            ("Grid[1][2]", "Grid[1,2]"),
            ("Status.7", "Status.7"),
            ("Program:Main.Step", "Program:Main.Step"),
            ("program:main.step", "Program:Main.Step"),
            ("Main.Step", "Program:Main.Step"),
            ("Step", "Program:Main.Step"),
            ("Step.3", "Program:Main.Step.3"),
            ("Local:1:I", "Local:1:I"),
        ],
    );
}

#[test]
fn answers_a_near_miss_with_a_suggestion() {
    missing(
        &fixture::logix(),
        &[
            ("Moter", Reason::NotInProject, "the project has no tag `Moter`; did you mean Motor?"),
            (
                "Motor.Sped",
                Reason::NotInProject,
                "`Motor` has no member `Sped`; did you mean Motor.Speed?",
            ),
            (
                "Count",
                Reason::NotInProject,
                "the project has no tag `Count`; did you mean Program:Main.Count?",
            ),
            ("Xyzzy", Reason::NotInProject, "the project has no tag `Xyzzy`"),
            ("", Reason::NotInProject, "the project has no tag ``"),
            ("Motors[4]", Reason::OutOfRange, "`Motors` is an array [0..3]"),
            ("Grid[1]", Reason::OutOfRange, "`Grid` is an array [0..1] [0..2]"),
            ("Status.32", Reason::OutOfRange, "`Status` is a DINT, which has no bit 32"),
            (
                "Status.Speed",
                Reason::NotInProject,
                "`Status` is not a structure with a member `Speed`; did you mean Status?",
            ),
            ("Motor[1]", Reason::NotInProject, "`Motor` is not an array; did you mean Motor?"),
        ],
    );
}

#[test]
fn finds_s7_names_and_addresses() {
    found(
        &fixture::s7(),
        &[
            ("\"Recipe\".\"Name\"", "\"Recipe\".\"Name\""),
            ("Recipe.Name", "\"Recipe\".\"Name\""),
            ("recipe.name", "\"Recipe\".\"Name\""),
            ("\"Recipe\".Steps[2].Time", "\"Recipe\".\"Steps\"[2].\"Time\""),
            ("Steps[2].Open", "\"Recipe\".\"Steps\"[2].\"Open\""),
            ("Start", "\"Start\""),
            ("Speed.%X3", "\"Speed\".%X3"),
            ("%DB20.DBD22", "\"Recipe\".\"Steps\"[1].\"Time\""),
            ("DB20.DBX38.0", "\"Recipe\".\"Steps\"[3].\"Open\""),
            ("DB20.DBX41.1:BOOL", "\"Recipe\".\"Flags\"[9]"),
            ("DB20.DBD22:Real", "\"Recipe\".\"Steps\"[1].\"Time\""),
            ("%I0.3", "\"Start\""),
            ("MW4", "\"Speed\""),
            ("T5", "\"Wait\""),
        ],
    );
    missing(
        &fixture::s7(),
        &[
            ("%DB20.DBD23", Reason::NotInProject, "the project has no tag at %DB20.DBD23"),
            ("MW6", Reason::NotInProject, "the project has no tag at MW6"),
            // Another type than the project has there, or several values.
            ("DB20.DBD22:DINT", Reason::NotInProject, "the project has no tag at DB20.DBD22:DINT"),
            (
                "DB20.DBX40.0:BOOL[8]",
                Reason::NotInProject,
                "the project has no tag at DB20.DBX40.0:BOOL[8]",
            ),
            (
                "Recipe.Nam",
                Reason::NotInProject,
                "the project has no tag `Recipe.Nam`; did you mean \"Recipe\".\"Name\"?",
            ),
        ],
    );
}

#[test]
fn finds_codesys_names_and_node_ids() {
    let prefix = "ns=4;s=|var|CODESYS Control Win V3 x64.Application";
    found(
        &fixture::codesys(),
        &[
            ("PLC_PRG.rSpeed", "PLC_PRG.rSpeed"),
            ("plc_prg.rspeed", "PLC_PRG.rSpeed"),
            ("Application.PLC_PRG.rSpeed", "PLC_PRG.rSpeed"),
            ("rSpeed", "PLC_PRG.rSpeed"),
            ("GVL.aMotors[2].tDelay.ET", "GVL.aMotors[2].tDelay.ET"),
            (&format!("{prefix}.GVL.aMotors[2].xStart"), "GVL.aMotors[2].xStart"),
            ("|var|WAGO 750-8215.Application.PLC_PRG.rSpeed", "PLC_PRG.rSpeed"),
            ("|var|Application.PLC_PRG.rSpeed", "PLC_PRG.rSpeed"),
        ],
    );
    missing(
        &fixture::codesys(),
        &[
            (
                "PLC_PRG.fbMotor.iTemp",
                Reason::NotInProject,
                "`PLC_PRG.fbMotor` has no member `iTemp`",
            ),
            // Other variables with the same last name.
            (
                "|var|WAGO.Application.GVL.rSpeed",
                Reason::NotInProject,
                "the project has no tag `|var|WAGO.Application.GVL.rSpeed`",
            ),
            (
                "|var|WAGO.Application2.PLC_PRG.rSpeed",
                Reason::NotInProject,
                "the project has no tag `|var|WAGO.Application2.PLC_PRG.rSpeed`",
            ),
        ],
    );
}

#[test]
fn a_tag_that_is_called_as_an_address_is_itself() {
    let mut project = (**fixture::s7().project()).clone();
    let named = |name: &str, like: &str| {
        let like = project.tags.iter().find(|tag| tag.name == like).unwrap();
        crate::Tag { name: name.to_owned(), ..like.clone() }
    };
    project.tags.extend([named("\"T5\"", "\"Speed\""), named("\"MB2\"", "\"Speed\"")]);
    found(
        &Symbols::new(project.into()),
        &[("T5", "\"T5\""), ("t5", "\"T5\""), ("%T5", "\"Wait\""), ("MB2.%X0", "\"MB2\".%X0")],
    );
}

#[test]
fn a_name_that_fits_two_tags_is_none() {
    let mut project = (**fixture::s7().project()).clone();
    let mut named = |name: &str| {
        let tag = crate::Tag { name: name.to_owned(), ..project.tags[3].clone() };
        project.tags.push(tag);
    };
    for name in ["\"a.b\".\"c\"", "\"a\".\"b.c\"", "\"Twice\"", "\"Twice\""] {
        named(name);
    }
    let symbols = Symbols::new(project.into());
    found(&symbols, &[("\"a\".\"b.c\"", "\"a\".\"b.c\""), ("\"a.b\".\"c\"", "\"a.b\".\"c\"")]);
    missing(
        &symbols,
        &[
            (
                "A.B.C",
                Reason::NotInProject,
                "the project has no tag `A.B.C`; did you mean \"a.b\".\"c\"?",
            ),
            ("\"Twice\"", Reason::NotInProject, "the project has several tags `\"Twice\"`"),
        ],
    );
}

#[test]
fn is_quick_with_many_tags() {
    let mut project = (**fixture::logix().project()).clone();
    let one = project.tags[4].clone();
    project.tags = (0..20_000)
        .map(|at| {
            let mut tag = one.clone();
            tag.name = format!("Program:Area{}.Device{at}_Value", at % 100);
            tag
        })
        .collect();
    let symbols = Symbols::new(project.into());
    for at in (0..20_000).step_by(100) {
        let name = format!("device{at}_value");
        assert_eq!(symbols.find(&name).unwrap().tag.name, symbols.project().tags[at].name);
    }
    let near = symbols.find("Program:Area5.Devise105_Value").unwrap_err();
    assert_eq!(near.suggestion.as_deref(), Some("Program:Area5.Device105_Value"));
}
