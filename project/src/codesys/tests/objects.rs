//! Tests of the tree of objects.

use super::*;

#[test]
fn parts_of_objects_hang_on_their_owners() {
    let text = export(&[
        (
            "Device",
            "d",
            "0",
            DEVICE,
            "<Single Name=\"DefaultDeviceInfo\"><Single \
          Name=\"Name\">CODESYS Control Win V3 x64</Single></Single><Single Name=\"DeviceId\">\
          <Single Name=\"Version\">3.5.19.50</Single></Single>"
                .to_owned(),
        ),
        ("Slave", "s", "d", DEVICE, String::new()),
        ("Logic", "l", "d", "40b404f9-b40e-4ed0-bb65-7ef7c8a5e8a8", String::new()),
        ("App", "a", "l", APPLICATION, String::new()),
        ("Drives", "o", "a", "738bea1e-99bb-4f04-90bb-a7a567e74e3a", String::new()),
        ("FB", "f", "o", POU, declared("FUNCTION_BLOCK FB VAR_INPUT a : INT; END_VAR")),
        ("Start", "m", "f", METHOD, declared("METHOD Start : BOOL VAR_INPUT b : INT; END_VAR")),
        ("Speed", "p", "f", PROPERTY, declared("PROPERTY Speed : REAL")),
        (
            "Get",
            "g",
            "p",
            ACCESSOR,
            coded(
                "3b83b776",
                "<Single Name=\"TextDocument\"><Array \
          Name=\"TextLines\"><Single><Single Name=\"Text\">Speed :=</Single></Single><Single>\
          <Single Name=\"Text\">\t5;</Single></Single></Array></Single>",
            ),
        ),
        ("Wart", "w", "a", "deadbeef-0000-0000-0000-000000000000", String::new()),
    ]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    let blocks: Vec<_> =
        project.blocks.iter().map(|it| (it.name.as_str(), it.kind, names(&it.members))).collect();
    assert_eq!(
        blocks,
        [
            ("FB", BlockKind::FunctionBlock, vec!["a"]),
            ("FB.Start", BlockKind::Method, vec!["Start", "b"]),
            ("FB.Speed", BlockKind::Property, vec!["Speed"]),
        ]
    );
    assert_eq!(project.blocks[0].folder, ["Drives"]);
    assert_eq!(project.blocks[2].routines, ["FB.Speed.Get"]);
    assert_eq!(project.routines[0].owner, "FB.Speed");
    assert_eq!(project.routines[0].body, Body::Text("Speed :=\n\t5;".to_owned()));
    let controller = project.controller.as_ref().unwrap();
    assert_eq!(controller.model.as_deref(), Some("CODESYS Control Win V3 x64"));
    assert_eq!(controller.revision.as_deref(), Some("3.5.19.50"));
    assert_eq!(project.modules[0].parent.as_deref(), Some("Device"));
    assert_eq!(project.name, "App");
    assert_eq!(
        notes(&project),
        ["Skipped Wart: an object of an unknown kind (deadbeef-0000-0000-0000-000000000000)"]
    );
}

#[test]
fn tasks_devices_and_visualizations_name_variables() {
    let scalar = |name: &str, text: &str| format!("<Single Name=\"{name}\">{text}</Single>");
    let list = |texts: &[&str]| {
        let items: String = texts.iter().map(|it| scalar("Expression", it)).collect();
        format!("<List2 Name=\"Elements\">{items}</List2>")
    };
    let project = plant(
        "PROGRAM PLC_PRG VAR Go : BOOL; Motor : ARRAY[0..3] OF BOOL; END_VAR",
        "VAR_GLOBAL Level : INT; END_VAR",
        &[
            ("Fast", "98a2708a-9b18-4f31-82ed-a1465b24fa2d", scalar("Event", "PLC_PRG.Go")),
            ("Slot_1", DEVICE, list(&["Application.PLC_PRG.Motor[2]", "3.5.19.50"])),
            (
                "Overview",
                "f18bec89-9fef-401d-9953-2f11739a6808",
                list(&["gvl.Level &gt; 5", "GVL.Level > PLC_PRG.Motor[GVL.Level]", "Other.Level"]),
            ),
        ],
    );
    let mentions = project.mentions.iter();
    let shown: Vec<_> =
        mentions.map(|it| format!("{:?} {} {} {}", it.kind, it.by, it.field, it.operand)).collect();
    assert_eq!(
        shown,
        [
            "Event Fast Event PLC_PRG.Go",
            "Mapped Slot_1 Expression PLC_PRG.Motor[2]",
            "Shown Overview Expression gvl.Level",
            "Shown Overview Expression PLC_PRG.Motor",
        ]
    );
    assert!(project.mentions.iter().all(|it| it.origin.line > 0));
}
