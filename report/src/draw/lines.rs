//! Long names on several lines.

use crate::{Face, Fonts};

/// A text in lines of this width at the most, in units of its size: broken before `.` and `[`, behind
/// blanks and commas; where that is not enough, between any two characters. Together the lines are
/// the text.
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
                lines.push(std::mem::take(&mut line));
                used = 0.0;
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
    }
}
