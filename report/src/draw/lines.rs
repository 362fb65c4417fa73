//! Long names on several lines.

use crate::{Face, Fonts};

/// Breaks a text into lines of at most this width, in units of its size: before `.` and `[`, after
/// blanks and commas; if necessary, between the words of a name, or between any two characters. The
/// joined lines equal the text.
pub fn broken(text: &str, width: f32, face: Face, fonts: &Fonts) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0.0);
    let mut begin = 0;
    let mut before = ' ';
    let mut ends: Vec<usize> = Vec::new();
    for (at, char) in text.char_indices() {
        let breaks = matches!(char, '.' | '[') || (matches!(before, ' ' | ',') && char != ' ');
        if breaks && at > 0 {
            ends.push(at);
        }
        before = char;
    }
    ends.push(text.len());
    for end in ends {
        let piece = &text[begin..end];
        begin = end;
        let wide = fonts.width(face, piece.trim_end());
        if used + wide > width && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        if wide <= width {
            used += fonts.width(face, piece);
            line.push_str(piece);
            continue;
        }
        for char in piece.chars() {
            let wide = fonts.width(face, char.encode_utf8(&mut [0; 4]));
            if used + wide > width && !line.is_empty() && char != ' ' {
                let rest = line.split_off(word_end(&line, char));
                let taken = fonts.width(face, &rest);
                if taken + wide <= width {
                    lines.push(std::mem::replace(&mut line, rest));
                    used = taken;
                } else {
                    line.push_str(&rest);
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
            }
            used += wide;
            line.push(char);
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// The end of the last complete word of a line, if it is in the second half: after `_`, or before a
/// capital letter; otherwise the end of the line.
fn word_end(line: &str, next: char) -> usize {
    let mut before = ' ';
    let mut end = line.len();
    for (at, char) in line.char_indices().chain([(line.len(), next)]) {
        let breaks =
            (before == '_' && char != '_') || (before.is_lowercase() && char.is_uppercase());
        if breaks && at >= line.len() / 2 {
            end = at;
        }
        before = char;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_narrow_enough_and_together_the_text() {
        let fonts = Fonts::default();
        for text in [
            "",
            "Start",
            "Conveyor[12].Station.Motor.Status.Running.3",
            "A_very_long_name_without_any_place_to_break_it_that_goes_on_and_on",
            "(Level + Offset) * 100.0 / Scale[3,4], and more   ",
        ] {
            for width in [4.0, 9.0, 30.0] {
                let lines = broken(text, width, Face::Regular, &fonts);
                assert_eq!(lines.concat(), text);
                for line in &lines {
                    assert!(fonts.width(Face::Regular, line.trim_end()) <= width + 1e-3, "{line}");
                }
            }
        }
        let lines = broken("Conveyor.Motor.Running", 9.0, Face::Regular, &fonts);
        assert_eq!(lines, ["Conveyor.Motor", ".Running"]);
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(broken(text, 9.0, Face::Regular, &fonts), expected);
        };
        check("Config_DisconnectFeedback", &["Config_Disconnect", "Feedback"]);
        check("Config_TMR_Alm_Preset_ms", &["Config_TMR_Alm_", "Preset_ms"]);
    }
}
