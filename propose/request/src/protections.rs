//! Words of names and comments that say that a thing protects people, or that it only shows something.

/// Shorter words are not the beginning of another one.
const PART_MIN: usize = 5;
/// Words of a protection, with `|` between them; two words that belong together have a blank.
const PROTECTIONS: &str = "emergency|estop|esd|sto|safety|guard|guards|curtain|interlocked guard|e stop|em stop|\
    emerg stop|emg stop|light curtain|rope pull|pull rope|pull cord|pull wire|two hand|\
    safe torque|door closed|door switch|door contact|door lock|door locked|door interlock|\
    gate closed|gate switch|notaus|nothalt|not aus|not halt|notstop|sicherheit|schutztuer|\
    schutzgitter|schutzhaube|lichtvorhang|lichtgitter|reissleine|seilzug|zweihand|tuer zu|\
    tuer geschlossen";
/// Words of an output that only shows something.
const SHOWN: &str = "alarm|alarms|alm|fault|faults|flt|error|warning|warn|message|msg|horn|lamp|light|beacon|led|\
    hmi|stoerung|meldung|hupe|lampe|leuchte|anzeige|status";

/// The words of a text, in lower case, without umlauts.
fn words(text: &str) -> Vec<String> {
    let (mut all, mut word): (Vec<String>, String) = (Vec::new(), String::new());
    let mut before = ' ';
    for char in text.chars() {
        let begins = char.is_uppercase() && before.is_lowercase();
        if begins || !char.is_alphanumeric() {
            all.push(std::mem::take(&mut word));
        }
        for lower in char.to_lowercase().filter(|it| it.is_alphanumeric()) {
            match lower {
                'ä' => word.push_str("ae"),
                'ö' => word.push_str("oe"),
                'ü' => word.push_str("ue"),
                'ß' => word.push_str("ss"),
                lower => word.push(lower),
            }
        }
        before = char;
    }
    all.push(word);
    all.retain(|it| !it.is_empty());
    all
}

/// Whether a name or a comment says that a thing protects people.
pub fn protects(text: &str) -> bool {
    says(text, PROTECTIONS)
}

/// Whether a name or a comment says that an output only shows something.
pub fn shows(text: &str) -> bool {
    says(text, SHOWN)
}

fn says(text: &str, of: &str) -> bool {
    let own = words(text);
    of.split('|').any(|it| {
        let wanted: Vec<&str> = it.split(' ').collect();
        // Of a name in lower case, a long word is the beginning.
        let begins =
            |it: &String| it.len() > PART_MIN && wanted.len() == 1 && it.starts_with(wanted[0]);
        own.windows(wanted.len()).any(|it| it == wanted)
            || of == PROTECTIONS && wanted[0].len() >= PART_MIN && own.iter().any(begins)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_protection_are_found_in_names_and_comments() {
        for name in [
            "E_Stop_OK",
            "EStop",
            "GuardDoor1",
            "NOT_AUS",
            "NotHalt_Q",
            "Drive_STO",
            "Light_Curtain",
            "inputs.emergencystop",
        ] {
            assert!(says(name, PROTECTIONS), "{name}");
        }
        for comment in
            ["Not-Aus gedrückt", "Schutztür geschlossen", "emergency stop, NC", "E-Stop chain"]
        {
            assert!(says(comment, PROTECTIONS), "{comment}");
        }
        for other in ["Stop_PB", "Restore", "Door_Count", "Storage", "Step_Stop", "Not_Running"] {
            assert!(!says(other, PROTECTIONS), "{other}");
        }
    }
}
