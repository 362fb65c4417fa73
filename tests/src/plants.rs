//! Projects of 5,000 tags, one of each platform, for measurements over slow lines.

use std::fmt::{Result, Write};

/// Number of tags of each.
pub const TAGS: usize = 5_000;
/// Programs of Logix and of CODESYS, and data blocks of S7.
const PARTS: usize = 20;
const STRUCTURES: usize = 60;

/// A file of a project.
pub struct Plant {
    /// The platform.
    pub title: &'static str,
    /// Number of sequential requests of a preflight before requests were packed and sent
    /// concurrently: 574, 30, and 1,662 with four at a time.
    pub in_a_row_before: u64,
    /// The file's name, whose extension shows the format.
    pub file: &'static str,
    /// The contents of the file.
    pub text: String,
}

/// One of each platform.
pub fn all() -> [Plant; 3] {
    [logix(), s7(), codesys()]
}

/// A project of a Logix controller.
pub fn logix() -> Plant {
    Plant {
        title: "Logix: 3,000 atomic tags, 500 arrays, 500 structures of 60 types, 20 programs",
        in_a_row_before: 574,
        file: "plant.L5X",
        text: written(write_logix),
    }
}

/// A project of an S7 controller.
pub fn s7() -> Plant {
    Plant {
        title: "S7: 5,000 values in 20 data blocks",
        in_a_row_before: 30,
        file: "plant.scl",
        text: written(write_s7),
    }
}

/// A project of a CODESYS controller.
pub fn codesys() -> Plant {
    Plant {
        title: "CODESYS over OPC UA: 4,000 scalars and 1,000 structures, 15,000 nodes",
        in_a_row_before: 416,
        file: "plant.xml",
        text: written(write_codesys),
    }
}

fn written(write: impl Fn(&mut String) -> Result) -> String {
    let mut text = String::new();
    // Writing into a String cannot fail.
    let _ = write(&mut text);
    text
}

fn write_logix(out: &mut String) -> Result {
    const KINDS: [&str; 4] = ["DINT", "DINT", "REAL", "INT"];
    let tag = |out: &mut String, name: String, kind: &str, more: &str| {
        writeln!(out, "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\"{more}/>")
    };
    writeln!(
        out,
        "<RSLogix5000Content SchemaRevision=\"1.0\" TargetType=\"Controller\"><Controller \
         Use=\"Target\" Name=\"Plant\" ProcessorType=\"1756-L85E\" MajorRev=\"36\" \
         MinorRev=\"11\"><DataTypes>"
    )?;
    for kind in 0..STRUCTURES {
        writeln!(out, "<DataType Name=\"Station{kind}_UDT\" Family=\"NoFamily\"><Members>")?;
        for member in 0..6 + kind % 5 {
            writeln!(out, "<Member Name=\"Value{member}\" DataType=\"REAL\" Dimension=\"0\"/>")?;
        }
        writeln!(out, "<Member Name=\"Count\" DataType=\"DINT\" Dimension=\"0\"/>")?;
        writeln!(out, "</Members></DataType>")?;
    }
    writeln!(out, "</DataTypes><Tags>")?;
    for at in 0..3_000 {
        tag(out, format!("Conveyor_{at:04}_Speed"), KINDS[at % 4], "")?;
    }
    for at in 0..500 {
        let dimensions = format!(" Dimensions=\"{}\"", 5 + at % 20);
        tag(out, format!("Recipe_{at:03}"), KINDS[at % 4], &dimensions)?;
    }
    for at in 0..500 {
        tag(out, format!("Station_{at:03}"), &format!("Station{}_UDT", at % STRUCTURES), "")?;
    }
    writeln!(out, "</Tags><Programs>")?;
    for program in 0..PARTS {
        writeln!(out, "<Program Name=\"Area{program}\"><Tags>")?;
        for at in 0..1_000 / PARTS {
            tag(out, format!("Step_{at:02}"), KINDS[at % 4], "")?;
        }
        writeln!(out, "</Tags><Routines/></Program>")?;
    }
    writeln!(out, "</Programs></Controller></RSLogix5000Content>")
}

fn write_s7(out: &mut String) -> Result {
    for block in 0..PARTS {
        writeln!(out, "DATA_BLOCK DB{}\n{{ S7_Optimized_Access := 'FALSE' }}\nSTRUCT", block + 10)?;
        for at in 0..TAGS / PARTS {
            let kind = ["Real", "Int", "DInt", "Bool", "Word"][at % 5];
            writeln!(out, "  Value{at:03} : {kind};")?;
        }
        writeln!(out, "END_STRUCT;\nBEGIN\nEND_DATA_BLOCK")?;
    }
    Ok(())
}

fn write_codesys(out: &mut String) -> Result {
    writeln!(
        out,
        "<Symbolconfiguration xmlns=\"http://www.3s-software.com/schemas/Symbolconfiguration.xsd\">\
         <Header><Version>3.5.14.0</Version><ProjectInfo name=\"Plant\" devicename=\"Device\" \
         appname=\"Application\"/></Header><TypeList>"
    )?;
    for (name, size, class) in
        [("BOOL", 1, "Bool"), ("REAL", 4, "Real"), ("INT", 2, "Int"), ("DINT", 4, "DInt")]
    {
        writeln!(
            out,
            "<TypeSimple name=\"T_{name}\" size=\"{size}\" swapsize=\"0\" typeclass=\"{class}\" \
             iecname=\"{name}\"/>"
        )?;
    }
    writeln!(
        out,
        "<TypeUserDef name=\"T_Axis\" size=\"40\" nativesize=\"40\" typeclass=\"Userdef\" \
         pouclass=\"STRUCTURE\" iecname=\"Axis\">"
    )?;
    for member in 0..10 {
        let offset = 4 * member;
        writeln!(
            out,
            "<UserDefElement iecname=\"Value{member}\" type=\"T_REAL\" byteoffset=\"{offset}\" \
             vartype=\"VAR\"/>"
        )?;
    }
    writeln!(out, "</TypeUserDef></TypeList><NodeList><Node name=\"Application\">")?;
    for program in 0..PARTS {
        writeln!(out, "<Node name=\"Area{program}\">")?;
        for at in 0..4_000 / PARTS {
            let kind = ["REAL", "INT", "DINT", "BOOL"][at % 4];
            writeln!(out, "<Node name=\"Value{at:03}\" type=\"T_{kind}\" access=\"ReadWrite\"/>")?;
        }
        for at in 0..1_000 / PARTS {
            writeln!(out, "<Node name=\"Axis{at:02}\" type=\"T_Axis\" access=\"ReadWrite\"/>")?;
        }
        writeln!(out, "</Node>")?;
    }
    writeln!(out, "</Node></NodeList></Symbolconfiguration>")
}

#[cfg(test)]
mod tests {
    use tagbridge_project::Source;

    use super::*;

    #[test]
    fn each_has_as_many_tags_as_it_says() {
        for Plant { file, text, .. } in all() {
            let source = Source::of_bytes(file, text.into_bytes()).unwrap();
            let project = tagbridge_project::read(&source).unwrap();
            assert_eq!(project.tags.len(), TAGS, "{file}");
            assert_eq!(project.notes, [], "{file}");
        }
    }
}
