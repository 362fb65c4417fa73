//! Which tags explain an effect.

use std::path::Path;

use tagbridge_cause::{alarm_bits, causal_slice};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source, read};

fn bottling() -> Project {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("../../tests/projects/allen-bradley/Bottling.L5X");
    read(&Source::open(&file).expect("a file")).expect("a project")
}

#[test]
fn what_explains_an_effect_has_its_timers_with_their_presets() {
    let project = bottling();
    let index = Index::build(&project);
    let slice = causal_slice(Logic::new(&project, &index), &["Line_Blocked".to_owned()]);
    let has = |name: &str| slice.iter().any(|it| it == name);
    for name in ["PE_Outfeed", "Blocked_Delay.DN", "Blocked_Delay.PRE", "Clear_Delay.DN"] {
        assert!(has(name), "{name} is missing: {slice:?}");
    }
    assert_eq!(slice.first().map(String::as_str), Some("Line_Blocked"));
    assert!(!has("Conveyors"), "nothing of it decides: {slice:?}");
}

#[test]
fn alarms_are_bits_that_the_code_writes() {
    let project = bottling();
    let index = Index::build(&project);
    let alarms = alarm_bits(Logic::new(&project, &index));
    assert!(alarms.iter().any(|it| it == "Fault_Stop"), "{alarms:?}");
    let of_timers = alarms.iter().filter(|it| it.rsplit('.').next() == Some("DN"));
    assert_eq!(of_timers.count(), 0, "{alarms:?}");
}
