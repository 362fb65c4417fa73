//! Sheets of function blocks in L5X: a change is made in the file's own form, or refused.

use tagbridge_propose::Proposed;

use crate::ready::Ready;

#[test]
fn a_gate_has_an_input_more_and_another_operand() {
    let text = include_str!("../../../tests/projects/allen-bradley/Bottling.L5X");
    let ready = Ready::of_texts(&[("Bottling.L5X", text)]);
    let changed = |prompt: &str| match ready.asked(prompt) {
        Proposed::Ready(planned) => {
            assert_eq!(planned.changes[0].code_type, "FBD", "{prompt}");
            String::from_utf8(planned.files[0].bytes.clone()).expect("a text")
        }
        other => panic!("{prompt}: {other:?}"),
    };
    let new = changed("Inlet_Request only if Line_Running is on");
    assert!(new.contains("Operand=\"Line_Running\" HideDesc=\"false\"/>"));
    assert!(new.contains("ToID=\"9\" ToParam=\"In3\"/>"));
    assert!(new.contains("VisiblePins=\"In1 In2 In3 Out\""));
    let new = changed("replace Link_Mixing.Ready with Line_Running in the rung of Inlet_Request");
    assert!(new.contains("<IRef ID=\"4\" X=\"240\" Y=\"260\" Operand=\"Line_Running\""));
    for prompt in ["Inlet_Request only if not Line_Running", "delay Inlet_Request by 3 s"] {
        assert!(matches!(ready.asked(prompt), Proposed::Refused { .. }), "{prompt}");
    }
}
