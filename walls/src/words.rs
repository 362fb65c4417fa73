//! Words where they have no business.

use crate::{Breach, Exceptions, Page, Room, page::Wall, rooms::File};

/// Lines with a word that a wall keeps out.
pub(crate) fn breaches(page: &Page, rooms: &[Room], exceptions: &mut Exceptions) -> Vec<Breach> {
    let files: Vec<&File> = rooms.iter().flat_map(|it| &it.files).collect();
    let mut breaches = Vec::new();
    for wall in &page.walls {
        for path in &wall.paths {
            if !files.iter().any(|it| is_below(&it.path, path)) {
                let what = format!("the wall \"{}\" stands where no file is", wall.name);
                breaches.push(Breach { place: path.clone(), what });
            }
        }
        for file in files.iter().filter(|it| stands_at(wall, &it.path)) {
            breaches.extend(of_file(wall, file, exceptions));
        }
    }
    breaches
}

fn of_file(wall: &Wall, file: &File, exceptions: &mut Exceptions) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for (at, line) in file.lines.iter().enumerate().filter(|(_, it)| !it.is_test) {
        let text = if wall.is_strict { &line.text } else { &line.code };
        let text = text.to_lowercase();
        let Some(word) = wall.words.iter().find(|it| text.contains(it.as_str())) else { continue };
        if exceptions.allow_word(&wall.name, &file.path, &text) {
            continue;
        }
        let what = format!("`{word}` has no business here: {}", wall.name);
        breaches.push(Breach { place: format!("{}:{}", file.path, at + 1), what });
    }
    breaches
}

fn stands_at(wall: &Wall, path: &str) -> bool {
    let is_in = |all: &[String]| all.iter().any(|it| is_below(path, it));
    is_in(&wall.paths) && !is_in(&wall.doors)
}

/// Whether a file is at or below a place: `drivers/*/src/plan` has `plan.rs` and all in `plan/`.
fn is_below(path: &str, place: &str) -> bool {
    let path: Vec<&str> = path.split('/').collect();
    let place: Vec<&str> = place.trim_end_matches('/').split('/').collect();
    place.len() <= path.len()
        && place.iter().zip(&path).all(|(place, part)| {
            *place == "*" || place == part || part.strip_suffix(".rs") == Some(place)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_a_module_as_file_and_as_folder() {
        for (path, place, expected) in [
            ("drivers/s7/src/plan.rs", "drivers/*/src/plan", true),
            ("drivers/s7/src/plan/pack.rs", "drivers/*/src/plan", true),
            ("drivers/s7/src/planner.rs", "drivers/*/src/plan", false),
            ("drivers/src/lib.rs", "drivers/*/src/plan", false),
            ("bridge/src/bridge.rs", "bridge/", true),
            ("bridged/src/bridge.rs", "bridge", false),
        ] {
            assert_eq!(is_below(path, place), expected, "{path} {place}");
        }
    }
}
