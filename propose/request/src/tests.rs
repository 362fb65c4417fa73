use super::*;

#[track_caller]
fn check(prompt: &str, kind: RequestedChange, slots: &[(&str, &str)]) {
    let request = understand(prompt).unwrap_or_else(|| panic!("{prompt}: not understood"));
    let found: Vec<(&str, &str)> =
        request.slots.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
    assert_eq!((request.kind, found.as_slice()), (kind, slots), "{prompt}");
}

#[test]
fn requests_are_taken_apart() {
    check(
        "Add a tag Speed of type DINT to MainProgram.",
        RequestedChange::AddTag,
        &[("name", "Speed"), ("place", "MainProgram"), ("type", "DINT")],
    );
    check(
        "Bitte füge in MainProgram eine Variable Speed vom Typ DINT hinzu",
        RequestedChange::AddTag,
        &[("name", "Speed"), ("place", "MainProgram"), ("type", "DINT")],
    );
    check("add tag x", RequestedChange::AddTag, &[("name", "x")]);
    check("rename Motor to Pump", RequestedChange::Rename, &[("from", "Motor"), ("to", "Pump")]);
    check(
        "Benenne \"My DB\".a in b um",
        RequestedChange::Rename,
        &[("from", "\"My DB\".a"), ("to", "b")],
    );
    check(
        "Comment rung 3 of Main/Start with 'Only while the belt runs.'",
        RequestedChange::Comment,
        &[("place", "Main/Start"), ("rung", "3"), ("text", "Only while the belt runs.")],
    );
    check(
        "add a closed contact Stop to rung 0 of Main",
        RequestedChange::AddContact,
        &[("place", "Main"), ("polarity", "closed"), ("rung", "0"), ("tag", "Stop")],
    );
    check(
        "Change the preset of Delay to 5000.",
        RequestedChange::SetValue,
        &[("noun", "preset"), ("tag", "Delay"), ("to", "5000")],
    );
    for (said, to) in [
        ("Change the preset of Delay to 5 s", "5 s"),
        ("Change the preset of Delay to 1.5 minutes.", "1.5 min"),
        ("Ändere die Vorgabe von Delay auf 2,5 Sekunden", "2.5 s"),
    ] {
        let noun = if said.starts_with('C') { "preset" } else { "vorgabe" };
        check(said, RequestedChange::SetValue, &[("noun", noun), ("tag", "Delay"), ("to", to)]);
    }
    check(
        "Comment Delay with 5 seconds",
        RequestedChange::Comment,
        &[("place", "Delay"), ("text", "5 seconds")],
    );
    check(
        "Lege eine Variable Speed vom Typ DINT an",
        RequestedChange::AddTag,
        &[("name", "Speed"), ("type", "DINT")],
    );
    check(
        "Set the preset of Delay to T#2.5s",
        RequestedChange::SetValue,
        &[("noun", "preset"), ("tag", "Delay"), ("to", "T#2.5s")],
    );
    check(
        "add alarm High when Level > 90.5 in Main",
        RequestedChange::AddAlarm,
        &[("name", "High"), ("op", ">"), ("place", "Main"), ("tag", "Level"), ("value", "90.5")],
    );
    check("delete the unused tag x", RequestedChange::Delete, &[("name", "x"), ("noun", "tag")]);
}

#[test]
fn what_is_no_change_of_a_program_is_not_understood() {
    for prompt in [
        "Turn off the interlock",
        "Set Motor to 1",
        "Force Motor on",
        "Start the pump",
        "make it faster",
        "",
        "delete everything",
    ] {
        assert_eq!(understand(prompt), None, "{prompt}");
    }
    assert!(is_dangerous("Turn off the interlock."));
    assert!(!is_dangerous("Add a tag Speed"));
}

#[test]
fn amendments_change_names_values_places_and_leave_steps_out() {
    let add = understand("add tag x of type DINT").unwrap();
    let check = |text: &str, slots: &[(&str, &str)], left_out: &[usize]| {
        let amendment = amendment(text, &add).unwrap_or_else(|| panic!("{text}"));
        let found: Vec<(&str, &str)> =
            amendment.slots.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
        assert_eq!((found.as_slice(), amendment.left_out.as_slice()), (slots, left_out), "{text}");
    };
    check("call it y instead", &[("name", "y")], &[]);
    check("with value 3", &[("value", "3")], &[]);
    check("leave out step 2", &[], &[2]);
    check("put it in Main", &[("place", "Main")], &[]);
    assert_eq!(amendment("make it nicer", &add), None);
}

#[test]
fn no_sentence_needs_a_word_that_is_passed_over() {
    for (_, pattern) in patterns::all() {
        let said = pattern.split_whitespace().filter(|it| !it.starts_with(['{', '[', ']']));
        let alternatives = said.flat_map(|it| it.split('|'));
        for word in alternatives.flat_map(words) {
            assert!(!words::is_filler(&word), "{pattern}: {}", word.text);
        }
    }
}

#[test]
fn the_language_of_a_request_is_that_of_its_small_words() {
    use tagbridge_texts::Language::{English, German};
    for (prompt, is) in [
        ("Rührer nur freigeben wenn Tank.Level > 20", German),
        ("horn erst nach 2 Sekunden einschalten", German),
        ("Wrap_Timer auf 6 s", German),
        ("Add_Fürther to Main please", English),
        ("the horn needs the reset request", English),
        ("stop Pump_1 if Level > 90", English),
    ] {
        let other = if is == German { English } else { German };
        assert_eq!(language(prompt, other), is, "{prompt}");
    }
    assert_eq!(language("Pump_1 3 s", German), German);
}

#[test]
fn a_protection_is_not_made_weaker_and_a_message_about_it_is_no_danger() {
    for prompt in [
        "Der Türschalter spinnt, nimm ihn bis Montag raus",
        "The machine should also run with the door open while Lamp_Test is pressed",
        "Make the fan permanently on, whatever the interlocks say",
        "Lichtvorhang für die Inbetriebnahme überbrücken",
    ] {
        assert!(is_dangerous(prompt), "{prompt}");
    }
    for prompt in [
        "Add a message that the guard is open",
        "Let the lamp blink while the interlock is missing",
        "Motor_Ready should be on when the soft starter is bypassed",
        "Set the lamp on always when the pump runs",
    ] {
        assert!(!is_dangerous(prompt), "{prompt}");
    }
    assert!(is_undone("Please undo that"));
    assert!(is_undone("nimm das wieder zurück"));
    assert!(!is_undone("put the horn rung behind the lamp rung"));
}

#[test]
fn a_value_that_is_replaced_has_the_unit_of_the_other_one() {
    for (prompt, wanted) in [
        ("wrap each pallet six seconds instead of four pls", Some(("4 s", "6 s"))),
        ("Die vier Sekunden reichen nicht, mach sechs draus.", Some(("4 s", "6 s"))),
        ("20 mA is now 900, not 600. Zero stays.", Some(("600", "900"))),
        ("Schließzeit bitte von 300 auf 450 ms", Some(("300 ms", "450 ms"))),
        ("half a second instead of 2 s", Some(("2 s", "500 ms"))),
        // Which of them is the old one is open.
        ("between 4 and 6 seconds", None),
        // Another change, too.
        ("6 s instead of 4 s, and let the lamp blink", None),
        ("set it to 6 s", None),
    ] {
        let found = replaced_value(prompt);
        let found = found.as_ref().map(|it| (it.0.as_str(), it.1.as_str()));
        assert_eq!(found, wanted, "{prompt}");
    }
}

#[test]
fn a_change_must_have_the_values_that_say_something_of_it() {
    for (prompt, wanted) in [
        ("conveyor 2 only above 110 degrees, off below 100", &["110", "100"][..]),
        ("set the time to 4 s instead of 3", &["4 s"]),
        ("I am new on line 2, delay the pump by half a minute", &["30 s"]),
        ("rename Motor 3 to Pump 4", &[]),
    ] {
        assert_eq!(spoken::bound_values(prompt), wanted, "{prompt}");
    }
}

#[test]
fn a_question_is_no_request() {
    for prompt in [
        "Why does the cooling never come on, no matter what we do?",
        "Wieso fliegen vier gute Flaschen raus, obwohl alle voll sind? Ist das gewollt?",
        "Is the pump off at night?",
    ] {
        assert!(is_question(prompt), "{prompt}");
    }
    for prompt in [
        "Could the start button light up whenever the packer is ready?",
        "Why is the horn still on? Turn it off after 10 s.",
        "Kannst du die Hupe um 3 s verzögern?",
        "Is it possible to delay the pump by 3 s?",
        "What about a delay of 3 s for the pump?",
        "Delay the pump by 3 s.",
    ] {
        assert!(!is_question(prompt), "{prompt}");
    }
}
