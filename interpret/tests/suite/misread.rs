//! Answers about real files that were once plausible but wrong, and names that were not found.

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use crate::samples::{facts, root};

const DRIVES: &str = "allen-bradley/reh3376__acd-l5x-tool-lib/Discrete_Device_AOI.L5X";
const SAWMILL: &str = "siemens/psi-func_ikea_vyatka_ladder";
const HOUSE: &str = "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.export";

/// A question about a file, and texts in the answer; `!` marks texts that must be absent.
const ASKED: [(&str, &str, &[&str]); 14] = [
    // A box that sets and resets has both effects in one location.
    (
        SAWMILL,
        "Is StopDropppingBoards ever reset?",
        &["is reset, and stays off, when #ReviveSignal is on", "!is set"],
    ),
    (SAWMILL, "What turns HodVil2 off?", &["is reset, and stays off, when \"S22.2\" is on"]),
    (
        SAWMILL,
        "What turns TrigS79.3 on?",
        &[
            "in 1 place: #TrigS79.3 is set, and stays on, when \"DGI\".btn_Auto_PFM_defective.CMD_ON is on",
            "#TrigS79.3 is reset, and stays off, when \"ALG\".Ready_defect is off",
        ],
    ),
    (SAWMILL, "What turns TrigS79.3 off?", &["is reset, and stays off, when", "!is set"]),
    // Names with unusual characters.
    (SAWMILL, "what is K1-334U", &["\"K1-334U\": Int", "!Which of these"]),
    (SAWMILL, "Wo wird K1-112 verwendet?", &["K1-112"]),
    // A declaration in a block without a use in code.
    (DRIVES, "where is ALM_RESET used", &["ALM_RESET is declared, and no code uses it"]),
    (DRIVES, "where is ALM_RESET of PF525_VFD_E_ENET used", &["!No code of this file calls"]),
    (DRIVES, "what resets Faulted of PF755_VFD_ENETR", &["PF755_VFD_ENETR.Faulted is turned off"]),
    // A partial export does not show what is unused.
    (DRIVES, "which tags are unused", &["cannot be told"]),
    (DRIVES, "Welche Variablen sind unbenutzt?", &["lässt sich also nicht sagen"]),
    (DRIVES, "what does rung 999 do", &["called “rung 999”"]),
    // Code by a part of its name.
    (HOUSE, "how often does PRG_MAIN run", &["PLC_PRG_MAIN", "!Nothing in the project"]),
    (HOUSE, "in welcher Task läuft PRG_MQTT", &["PLC_PRG_MQTT", "!Nichts im Projekt"]),
];

fn told(facts: &Facts, question: &str) -> String {
    let asked = understand(facts, question, &Before::default());
    match answer(facts, &asked, &Given::default()) {
        Outcome::Answer { answer, .. } => answer,
        Outcome::NeedsInput { questions } => {
            let options = questions.iter().flat_map(|it| &it.options).cloned();
            let questions = questions.iter().map(|it| it.question.clone());
            questions.chain(options).collect::<Vec<_>>().join("\n")
        }
        Outcome::Unresolved { reason } => reason,
        Outcome::Plan { .. } | Outcome::Code { .. } => panic!("nothing is changed: {question}"),
    }
}

#[test]
fn answers_say_what_the_file_says() {
    let Some(samples) = root() else { return };
    for file in [DRIVES, SAWMILL, HOUSE] {
        let facts = facts(&samples, file);
        for (_, question, expected) in ASKED.iter().filter(|it| it.0 == file) {
            let said = told(&facts, question);
            for part in *expected {
                match part.strip_prefix('!') {
                    Some(part) => assert!(!said.contains(part), "{question}: {said}"),
                    None => assert!(said.contains(part), "{question}: {part}: {said}"),
                }
            }
        }
    }
}
