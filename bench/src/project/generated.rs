//! A project of 100,000 tags as a large plant has it: 60 MB of L5X.

use std::fmt::Write as _;

const TAGS: usize = 100_000;
const PROGRAMS: usize = 50;
/// Rungs of each program's routine.
const RUNGS: usize = 100;
/// Members of the structure that every tenth tag is of.
const MEMBERS: usize = 12;

/// The file's bytes.
pub(super) fn l5x() -> String {
    let mut out = String::with_capacity(64 << 20);
    // Writing into a String cannot fail.
    let _ = write_controller(&mut out);
    out
}

fn write_controller(out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
         <RSLogix5000Content SchemaRevision=\"1.0\" SoftwareRevision=\"36.00\" TargetName=\"Plant\" \
         TargetType=\"Controller\" ContainsContext=\"false\" ExportOptions=\"NoRawData L5KData \
         DecoratedData ForceProtectedEncoding AllProjDocTrans\">\n\
         <Controller Use=\"Target\" Name=\"Plant\" ProcessorType=\"1756-L85E\" MajorRev=\"36\" \
         MinorRev=\"11\">\n<DataTypes>\n<DataType Name=\"Station\" Family=\"NoFamily\" \
         Class=\"User\">\n<Members>"
    )?;
    for member in 0..MEMBERS {
        writeln!(
            out,
            "<Member Name=\"Value{member}\" DataType=\"REAL\" Dimension=\"0\" Radix=\"Float\" \
             Hidden=\"false\" ExternalAccess=\"Read/Write\">\n<Description>\n\
             <![CDATA[Value {member} of the station]]>\n</Description>\n</Member>"
        )?;
    }
    writeln!(out, "</Members>\n</DataType>\n</DataTypes>\n<Modules/>\n<Tags>")?;
    for place in 0..TAGS {
        write_tag(out, place)?;
    }
    writeln!(out, "</Tags>\n<Programs>")?;
    for program in 0..PROGRAMS {
        writeln!(
            out,
            "<Program Name=\"Area{program}\" TestEdits=\"false\" MainRoutineName=\"Main\" \
             Disabled=\"false\">\n<Tags/>\n<Routines>\n<Routine Name=\"Main\" Type=\"RLL\">\n\
             <RLLContent>"
        )?;
        for rung in 0..RUNGS {
            let tag = program * RUNGS + rung;
            writeln!(
                out,
                "<Rung Number=\"{rung}\" Type=\"N\">\n<Comment>\n<![CDATA[Runs conveyor {tag} \
                 while nobody has stopped it]]>\n</Comment>\n<Text>\n<![CDATA[XIC(Tag_{tag:06}.0)\
                 [XIC(Tag_{tag:06}.1),XIO(Tag_{tag:06}.2)]OTE(Tag_{tag:06}.3);]]>\n</Text>\n</Rung>"
            )?;
        }
        writeln!(out, "</RLLContent>\n</Routine>\n</Routines>\n</Program>")?;
    }
    writeln!(out, "</Programs>\n</Controller>\n</RSLogix5000Content>")
}

fn write_tag(out: &mut String, place: usize) -> std::fmt::Result {
    let (data_type, radix) = match place % 10 {
        9 => ("Station", ""),
        it if it % 2 == 0 => ("DINT", " Radix=\"Decimal\""),
        _ => ("REAL", " Radix=\"Float\""),
    };
    writeln!(
        out,
        "<Tag Name=\"Tag_{place:06}\" TagType=\"Base\" DataType=\"{data_type}\"{radix} \
         Constant=\"false\" ExternalAccess=\"Read/Write\" OpcUaAccess=\"None\">\n<Description>\n\
         <![CDATA[Conveyor {place}: what the drive of this section of the line tells of itself]]>\n\
         </Description>"
    )?;
    match data_type {
        "Station" => {
            let values = ["1.50000000e+000"; MEMBERS].join(",");
            writeln!(
                out,
                "<Data Format=\"L5K\">\n<![CDATA[[{values}]]]>\n</Data>\n<Data \
                 Format=\"Decorated\">\n<Structure DataType=\"Station\">"
            )?;
            for member in 0..MEMBERS {
                writeln!(
                    out,
                    "<DataValueMember Name=\"Value{member}\" DataType=\"REAL\" Radix=\"Float\" \
                     Value=\"1.5\"/>"
                )?;
            }
            writeln!(out, "</Structure>\n</Data>")?;
        }
        "DINT" => {
            writeln!(
                out,
                "<Comments>\n<Comment Operand=\".0\">\n<![CDATA[Ready]]>\n</Comment>\n\
                 <Comment Operand=\".3\">\n<![CDATA[Runs]]>\n</Comment>\n</Comments>\n\
                 <Data Format=\"L5K\">\n<![CDATA[{place}]]>\n</Data>\n<Data \
                 Format=\"Decorated\">\n<DataValue DataType=\"DINT\" Radix=\"Decimal\" \
                 Value=\"{place}\"/>\n</Data>"
            )?;
        }
        _ => writeln!(
            out,
            "<Data Format=\"L5K\">\n<![CDATA[1.50000000e+000]]>\n</Data>\n<Data \
             Format=\"Decorated\">\n<DataValue DataType=\"REAL\" Radix=\"Float\" Value=\"1.5\"/>\n\
             </Data>"
        )?,
    }
    writeln!(out, "</Tag>")
}

#[cfg(test)]
mod tests {
    use tagbridge_project::Source;

    use super::*;

    #[test]
    fn it_is_as_large_as_it_says() {
        let bytes = l5x().into_bytes();
        assert!((55 << 20..66 << 20).contains(&bytes.len()), "{} bytes", bytes.len());
        let source = Source::of_bytes("generated.L5X", bytes).unwrap();
        let project = tagbridge_project::read(&source).unwrap();
        assert_eq!(project.tags.len(), TAGS);
        assert_eq!(project.notes, []);
    }
}
