//! Files and rooms that grew too large.

use crate::{Breach, Exceptions, Room};

/// Lines of a file, comments included and tests not.
const FILE_LINES: usize = 400;
/// Product lines of a room.
const ROOM_LINES: usize = 15_000;

/// What is longer than it may be.
pub(crate) fn breaches(rooms: &[Room], exceptions: &mut Exceptions) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let files = rooms.iter().flat_map(|it| &it.files);
    let files = files.map(|it| (it.path.clone(), it.length(), FILE_LINES));
    let rooms = rooms.iter().map(|it| (it.folder.clone(), it.product_lines(), ROOM_LINES));
    for (place, lines, most) in files.chain(rooms) {
        let ceiling = if lines > most { exceptions.ceiling(&place) } else { None };
        let most = ceiling.unwrap_or(most);
        if lines > most {
            let what =
                format!("it has {lines} lines and may have {most}: it is more than one idea");
            breaches.push(Breach { place, what });
        }
    }
    breaches
}
