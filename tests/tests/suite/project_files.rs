//! Project files from the command line: looked into, put into the service, and refused.

use std::{fs, path::Path};

use tagbridge_tests::Tagbridge;

/// Data blocks of both kinds, with a number in the name where there is one.
const SOURCES: &[(&str, &str)] = &[
    (
        "blocks/Recipe.db",
        "DATA_BLOCK \"DB20\"\r\n{ S7_Optimized_Access := 'FALSE' }\r\nVERSION : 0.1\r\n   STRUCT\r\n\
         \x20     Speed : Real;   // as set\r\n      Steps : Array[1..3] of Int;\r\n\
         \x20  END_STRUCT;\r\nBEGIN\r\nEND_DATA_BLOCK\r\n",
    ),
    (
        "blocks/Fast.db",
        "DATA_BLOCK \"Fast\"\r\n{ S7_Optimized_Access := 'TRUE' }\r\nVERSION : 0.1\r\n   STRUCT\r\n\
         \x20     Level : LReal;\r\n   END_STRUCT;\r\nBEGIN\r\nEND_DATA_BLOCK\r\n",
    ),
];

fn sources(root: &Path) -> String {
    for (path, text) in SOURCES {
        let path = root.join("Line4").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        fs::write(path, text).expect("it is written");
    }
    plain(&root.join("Line4"))
}

fn plain(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_folder_is_inspected_for_a_machine_and_for_a_person() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = sources(root.path());
    let inspected =
        Tagbridge::new(["project", "inspect", &folder, "--tags", "--json"]).output().json(0);
    assert_eq!(inspected["vendor"], "siemens");
    assert_eq!(inspected["hash"].as_str().map(str::len), Some(64));
    let tag = |name: &str| {
        let tags = inspected["tags"].as_array().expect("tags");
        tags.iter().find(|tag| tag["name"] == name).unwrap_or_else(|| panic!("{inspected:#}"))
    };
    let speed = tag("\"DB20\".\"Speed\"");
    assert_eq!(speed["address"], "DB20.DBD0:REAL");
    assert_eq!((&speed["type"], &speed["comment"]), (&"Real".into(), &"as set".into()));
    let steps = tag("\"DB20\".\"Steps\"");
    assert_eq!(
        (&steps["address"], &steps["dimensions"][0]),
        (&"DB20.DBW4:INT[3]".into(), &3.into())
    );
    let level = tag("\"Fast\".\"Level\"");
    assert!(level["reason"].as_str().is_some_and(|it| it.contains("optimised access")), "{level}");

    for (flag, says) in [("--tags", "Int[1..3]"), ("--types", "DB20 (dataBlock)"), ("--code", "")] {
        let output = Tagbridge::new(["project", "inspect", &folder, flag]).output();
        assert_eq!(output.code(), 0, "{}", output.stderr());
        assert!(output.stdout().contains(says), "{}", output.stdout());
    }
    let summary = Tagbridge::new(["project", "inspect", &folder]).output();
    assert!(summary.stdout().contains("3 tags"), "{}", summary.stdout());
}

#[test]
fn a_file_is_put_into_the_service_once_and_its_changes_as_versions() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = sources(root.path());
    let data = plain(&root.path().join("data"));
    let add =
        || Tagbridge::new(["project", "add", "--data", &data, &folder, "--json"]).output().json(0);
    let made = add();
    assert_eq!((&made["resolution"], &made["vendor"]), (&"created".into(), &"siemens".into()));
    assert_eq!(add()["resolution"], "identical_file");
    let changed = SOURCES[1].1.replace("Level", "Height");
    fs::write(root.path().join("Line4/blocks/Fast.db"), changed).expect("it is written");
    let next = add();
    assert_eq!((&next["resolution"], &next["version_number"]), (&"existing".into(), &2.into()));
    assert_eq!(next["project_id"], made["project_id"]);
    let listed = Tagbridge::new(["project", "list", "--data", &data, "--json"]).output().json(0);
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    assert_eq!(listed[0]["original_filename"], "Line4.zip");
}

#[test]
fn what_cannot_be_read_is_two_and_says_what_to_do() {
    let root = tempfile::tempdir().expect("a folder");
    let file = |name: &str, content: &str| {
        let path = root.path().join(name);
        fs::write(&path, content).expect("it is written");
        plain(&path)
    };
    let data = plain(&root.path().join("data"));
    for (path, why, remedy) in [
        (file("Line.ACD", "x"), "a Studio 5000 project", "Save As"),
        (file("Line.zap17", "x"), "a TIA Portal project", "tag tables"),
        (file("a.txt", "hello"), "not a known project file", "use an L5X file"),
        (file("half.L5X", "<RSLogix5000Content>\n<Controller>"), "line 2", "incomplete"),
        (plain(&root.path().join("nowhere.L5X")), "cannot be read", "check the path"),
    ] {
        for line in
            [vec!["project", "inspect", &path], vec!["project", "add", "--data", &data, &path]]
        {
            let output = Tagbridge::new(&line).output();
            assert_eq!(output.code(), 2, "{line:?}: {}", output.stderr());
            for says in [why, remedy] {
                assert!(output.stderr().contains(says), "{says} is not in: {}", output.stderr());
            }
        }
    }
    assert!(!Path::new(&data).exists(), "nothing was begun for a file that is none");
}
