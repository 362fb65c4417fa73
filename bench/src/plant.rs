//! A plant of motors in ladder, as large as wanted.

use std::fmt::{self, Write as _};

use tagbridge_project::{
    Body, Format, Language, Place, Program, Project, Routine, Rung, Tag, Task, Translations,
    TypeUse, Vendor,
};

const PROGRAMS: usize = 50;

/// Motors with their own start, seal-in and stop, each released by the one before: a rung each, spread
/// over 50 programs of one task. `edits` of them, spread over all, have another contact.
pub(crate) fn plant(rungs: usize, edits: usize) -> Project {
    let each = rungs / PROGRAMS;
    let mut routines = Vec::new();
    let mut tags = Vec::new();
    for program in 0..PROGRAMS {
        let rungs = (0..each).map(|rung| {
            let motor = program * each + rung;
            let before = motor.saturating_sub(1);
            let stop =
                if edits > 0 && motor % (PROGRAMS * each / edits) == 7 { "XIC" } else { "XIO" };
            Rung {
                number: u32::try_from(rung).unwrap_or(u32::MAX),
                text: format!(
                    "XIC(Auto_{program})[XIC(Start_{motor:06}) ,XIC(Run_{motor:06}) ]\
                     {stop}(Stop_{motor:06})XIC(Run_{before:06})OTE(Run_{motor:06});"
                ),
                ..Rung::default()
            }
        });
        routines.push(Routine {
            name: "Main".to_owned(),
            owner: name_of(program),
            language: Language::Ld,
            body: Body::Rungs(rungs.collect()),
            ..Routine::default()
        });
        tags.push(tag(format!("Auto_{program}")));
    }
    for motor in 0..PROGRAMS * each {
        tags.extend(["Start", "Run", "Stop"].map(|name| tag(format!("{name}_{motor:06}"))));
    }
    let programs = (0..PROGRAMS).map(|program| Program {
        name: name_of(program),
        routines: vec!["Main".to_owned()],
        main_routine: Some("Main".to_owned()),
        ..Program::default()
    });
    // Without a task nothing would be known of who is executed.
    let task = Task {
        name: "Main".to_owned(),
        programs: (0..PROGRAMS).map(name_of).collect(),
        ..Task::default()
    };
    Project {
        vendor: Vendor::AllenBradley,
        format: Format::L5x,
        name: "Plant".to_owned(),
        hash: String::new(),
        controller: None,
        programs: programs.collect(),
        routines,
        tags,
        data_types: Vec::new(),
        blocks: Vec::new(),
        tasks: vec![task],
        modules: Vec::new(),
        connections: Vec::new(),
        mentions: Vec::new(),
        translations: Translations::default(),
        notes: Vec::new(),
    }
}

/// The file of such a plant.
pub(crate) fn l5x(plant: &Project) -> String {
    let mut out = String::new();
    // Writing into a String cannot fail.
    let _ = write_l5x(&mut out, plant);
    out
}

fn write_l5x(out: &mut String, plant: &Project) -> fmt::Result {
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<RSLogix5000Content SchemaRevision=\"1.0\" \
         TargetName=\"Plant\" TargetType=\"Controller\" ContainsContext=\"false\">\n\
         <Controller Use=\"Target\" Name=\"Plant\" ProcessorType=\"1756-L85E\">\n<Tags>"
    )?;
    for tag in &plant.tags {
        writeln!(
            out,
            "<Tag Name=\"{}\" TagType=\"Base\" DataType=\"BOOL\" Radix=\"Decimal\"/>",
            tag.name
        )?;
    }
    writeln!(out, "</Tags>\n<Programs>")?;
    for routine in &plant.routines {
        let Body::Rungs(rungs) = &routine.body else { continue };
        writeln!(
            out,
            "<Program Name=\"{}\" MainRoutineName=\"{1}\">\n<Tags/>\n<Routines>\n\
             <Routine Name=\"{1}\" Type=\"RLL\">\n<RLLContent>",
            routine.owner, routine.name
        )?;
        for rung in rungs {
            let Rung { number, text, .. } = rung;
            writeln!(
                out,
                "<Rung Number=\"{number}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>"
            )?;
        }
        writeln!(out, "</RLLContent>\n</Routine>\n</Routines>\n</Program>")?;
    }
    writeln!(out, "</Programs>\n<Tasks>")?;
    for task in &plant.tasks {
        writeln!(out, "<Task Name=\"{}\" Type=\"CONTINUOUS\">\n<ScheduledPrograms>", task.name)?;
        for program in &task.programs {
            writeln!(out, "<ScheduledProgram Name=\"{program}\"/>")?;
        }
        writeln!(out, "</ScheduledPrograms>\n</Task>")?;
    }
    writeln!(out, "</Tasks>\n</Controller>\n</RSLogix5000Content>")
}

fn name_of(program: usize) -> String {
    format!("Area{program}")
}

fn tag(name: String) -> Tag {
    Tag {
        name,
        scope: String::new(),
        type_use: TypeUse::scalar("BOOL"),
        place: Place::Symbol,
        ..Tag::default()
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_project::{Source, read};

    use super::*;

    #[test]
    fn the_file_has_what_the_plant_has() {
        let plant = plant(100, 0);
        let source = Source::of_bytes("plant.L5X", l5x(&plant).into_bytes()).unwrap();
        let read = read(&source).unwrap();
        assert_eq!(read.notes, []);
        assert_eq!(read.tags.len(), plant.tags.len());
        assert_eq!(read.tasks[0].programs, plant.tasks[0].programs);
        let texts = |project: &Project| -> Vec<String> {
            let bodies = project.routines.iter().map(|routine| &routine.body);
            let rungs = bodies.flat_map(|body| match body {
                Body::Rungs(rungs) => rungs.as_slice(),
                _ => &[],
            });
            rungs.map(|rung| rung.text.clone()).collect()
        };
        assert_eq!(texts(&read), texts(&plant));
        assert_eq!(texts(&read).len(), 100);
    }
}
