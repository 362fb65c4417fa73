//! How several answers share the lines of a page.

/// The number of lines for each of several answers: what short ones do not need, long ones get.
pub(super) fn rooms(needed: &[usize], room: usize) -> Vec<usize> {
    let mut rooms = vec![0; needed.len()];
    let mut left = room;
    while left > 0 && rooms != needed {
        for (own, _) in rooms.iter_mut().zip(needed).filter(|(own, needed)| **own < **needed) {
            let more = left.min(1);
            *own += more;
            left -= more;
        }
    }
    rooms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_gets_what_short_ones_leave() {
        assert_eq!(rooms(&[1, 9, 2], 8), [1, 5, 2]);
        assert_eq!(rooms(&[1, 2], 8), [1, 2]);
        assert_eq!(rooms(&[5, 5], 5), [3, 2]);
    }
}
