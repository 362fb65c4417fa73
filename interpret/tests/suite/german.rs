//! The golden questions in German.

/// English beginnings and ends, and their German translations.
const WAYS: &[(&str, &str, &str, &str)] = &[
    ("Where is ", " written?", "Wo wird ", " geschrieben?"),
    ("Which code writes ", "?", "Welcher Code schreibt ", "?"),
    ("List all writes of ", ".", "Zeige alle Stellen, an denen ", " beschrieben wird."),
    ("Where is ", " read?", "Wo wird ", " gelesen?"),
    ("Which code reads ", "?", "Wer liest ", "?"),
    ("Where is ", " used?", "Wo wird ", " verwendet?"),
    ("Show the cross reference of ", ".", "Zeige die Querverweise von ", "."),
    ("What turns ", " on?", "Was schaltet ", " ein?"),
    ("What sets ", "?", "Wodurch wird ", " gesetzt?"),
    ("What turns ", " off?", "Was schaltet ", " aus?"),
    ("What resets ", "?", "Was setzt ", " zurück?"),
    ("Where is ", " latched?", "Wo wird ", " verriegelt?"),
    ("Where is ", " unlatched?", "Wo wird ", " entriegelt?"),
    ("Where is ", " called?", "Wo wird ", " aufgerufen?"),
    ("Who calls ", "?", "Wer ruft ", " auf?"),
    ("Explain rung ", ".", "Erkläre Strompfad ", "."),
    ("Explain network ", ".", "Erkläre Netzwerk ", "."),
    ("What does rung ", " do?", "Was macht Strompfad ", "?"),
    ("What does network ", " do?", "Was macht Netzwerk ", "?"),
    (
        "Please change the preset of ",
        " to 5 seconds.",
        "Bitte die Vorgabe von ",
        " auf 5 Sekunden ändern.",
    ),
    ("Delete rung ", ".", "Lösche Strompfad ", "."),
    ("Rename ", ".", "Benenne ", " um."),
    ("Add a rung to ", ".", "Füge einen Strompfad hinzu in ", "."),
    ("Set ", ".", "Setze ", "."),
];

/// A golden question in German.
pub(crate) fn german(question: &str) -> String {
    for (begins, ends, beginnt, endet) in WAYS {
        let inside = question.strip_prefix(begins).and_then(|it| it.strip_suffix(ends));
        if let Some(inside) = inside {
            let inside = inside
                .replace(" of the add-on instruction ", " der Add-On-Instruction ")
                .replace(" of program ", " im Programm ")
                .replace(" in block ", " im Baustein ")
                .replace(" of ", " von ")
                .replace(" to Foo", " in Foo")
                .replace(" to 1", " auf 1");
            return format!("{beginnt}{inside}{endet}");
        }
    }
    panic!("no German for {question}");
}
