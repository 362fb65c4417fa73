//! Tests of the three projects in this repository.

use std::path::Path;

use tagbridge_project::{Body, Language, NoteKind, Project, Source, Vendor, read};

fn project(path: &str) -> Project {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects").join(path);
    read(&Source::open(&path).expect("a source")).expect("a project")
}

/// The number of routines in a language.
fn routines(project: &Project, language: Language) -> usize {
    project.routines.iter().filter(|it| it.language == language).count()
}

fn text<'p>(project: &'p Project, owner: &str, name: &str) -> &'p str {
    let mut routines = project.routines.iter();
    let routine = routines.find(|it| it.owner == owner && it.name == name).expect("a routine");
    match &routine.body {
        Body::Text(text) => text,
        Body::Rungs(rungs) => &rungs[0].text,
        _ => panic!("{owner}/{name} has no code"),
    }
}

#[test]
fn the_bottling_line_is_read_whole() {
    let project = project("allen-bradley/Bottling.L5X");
    assert_eq!((project.vendor, project.name.as_str()), (Vendor::AllenBradley, "Bottling"));
    assert!((300..=1_000).contains(&project.tags.len()), "{} tags", project.tags.len());
    assert_eq!((project.programs.len(), project.tasks.len(), project.modules.len()), (9, 3, 10));
    assert_eq!(project.blocks.len(), 5);
    assert_eq!(routines(&project, Language::Fbd), 1);
    assert_eq!(routines(&project, Language::Sfc), 1);
    let aliases = project.tags.iter().filter(|it| it.alias_for.is_some()).count();
    assert_eq!(aliases, 72);
    let tag = |name: &str| project.tags.iter().find(|it| it.name == name).expect("a tag");
    assert_eq!(tag("PE_Infeed").alias_for.as_deref(), Some("Local:1:I.Data.8"));
    assert_eq!(tag("Line_Blocked").comment.as_deref(), Some("Boxes back up at the outfeed"));
    assert_eq!(tag("Alarm_Word").comments[".1"], "Drive overload");
    let chart = text(&project, "Filler", "FillSequence");
    assert!(chart.starts_with("INITIAL_STEP S_Idle\n    N A_Idle:\n        Filler_Step := 0;"));
    assert!(chart.ends_with("// One cycle fills four bottles"), "{chart}");
    assert!(chart.contains("BRANCH Branch_22 Selection Diverge"), "{chart}");
    let Body::Rungs(sheets) =
        &project.routines.iter().find(|it| it.name == "LevelControl").expect("sheets").body
    else {
        panic!("no sheets")
    };
    let remark = "Product flows only while the mixing plant is ready";
    assert_eq!(sheets[1].comment.as_deref(), Some(remark));
    assert_eq!(sheets[0].title.as_deref(), Some("Proportional control of the level"));
}

#[test]
fn the_mixing_plant_is_read_whole() {
    let project = project("siemens/Mixing");
    assert_eq!((project.vendor, project.name.as_str()), (Vendor::Siemens, "Mixing"));
    assert!((300..=1_000).contains(&project.tags.len()), "{} tags", project.tags.len());
    assert_eq!(routines(&project, Language::Ld), 3);
    assert_eq!(routines(&project, Language::Fbd), 1);
    assert_eq!(routines(&project, Language::Sfc), 1);
    let ladder = text(&project, "ValveControl", "ValveControl");
    assert_eq!(ladder, "Contact(#Open)Contact(NOT #Fault)Coil(#Valve);");
    let tag = |name: &str| project.tags.iter().find(|it| it.name == name).expect("a tag");
    assert_eq!(tag("\"Horn\"").comment.as_deref(), Some("Horn"));
}

#[test]
fn the_packer_is_read_whole() {
    let project = project("codesys/Packing.xml");
    assert_eq!((project.vendor, project.name.as_str()), (Vendor::Codesys, "Packing"));
    assert!((300..=1_000).contains(&project.tags.len()), "{} tags", project.tags.len());
    assert_eq!((project.programs.len(), project.tasks.len()), (7, 2));
    let sheet = text(&project, "PRG_Conveyors", "PRG_Conveyors");
    assert_eq!(sheet, "Run_In := (PLC_PRG.Running AND NOT Lanes_Full AND GVL_IO.Drive1_OK);");
    let ladder = text(&project, "PRG_Modes", "PRG_Modes");
    assert_eq!(ladder, "Safety_OK := GVL_IO.E_Stop AND GVL_IO.Guard_Closed AND GVL_IO.Air_OK;");
}

#[test]
fn nothing_of_them_is_left_out() {
    for path in ["allen-bradley/Bottling.L5X", "siemens/Mixing", "codesys/Packing.xml"] {
        let project = project(path);
        let lost = |kind: &NoteKind| matches!(kind, NoteKind::Skipped | NoteKind::Conflict);
        let notes: Vec<_> = project.notes.iter().filter(|it| lost(&it.kind)).collect();
        assert!(notes.is_empty(), "{path}: {notes:?}");
    }
}
