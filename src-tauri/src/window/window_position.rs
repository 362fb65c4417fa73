//! The allowed positions of the window: it is never larger than its monitor, and it moves to
//! another monitor if its own one was removed.

/// A part of the desktop, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// The part of a window's upper edge that must be visible, so that the user can move it.
const GRIP: (i32, i32) = (160, 32);

/// The corrected position of a window among the monitors, the primary one first; `None`: the
/// position is valid, or there is no monitor.
pub(super) fn fit(window: Area, monitors: &[Area]) -> Option<Area> {
    let grip = Area { height: GRIP.1.min(window.height), ..window };
    let seen = |it: &&Area| grip.overlap(it);
    let monitor = monitors.iter().max_by_key(seen).filter(|it| grip.can_be_held_on(it));
    let place = match monitor {
        Some(monitor) => window.shrunk_to(monitor),
        None => window.shrunk_to(monitors.first()?).centred_on(monitors.first()?),
    };
    (place != window).then_some(place)
}

impl Area {
    /// Width and height of what both cover.
    fn common(&self, other: &Self) -> (i32, i32) {
        let reach = |from: i32, length: i32, other_from: i32, other_length: i32| {
            ((from + length).min(other_from + other_length) - from.max(other_from)).max(0)
        };
        (
            reach(self.x, self.width, other.x, other.width),
            reach(self.y, self.height, other.y, other.height),
        )
    }

    fn overlap(&self, other: &Self) -> i64 {
        let (width, height) = self.common(other);
        i64::from(width) * i64::from(height)
    }

    fn can_be_held_on(&self, monitor: &Self) -> bool {
        let (width, height) = self.common(monitor);
        width >= GRIP.0.min(self.width) && height >= GRIP.1.min(self.height)
    }

    /// A window that is too large becomes as large as the monitor, and starts at its edge.
    fn shrunk_to(self, monitor: &Self) -> Self {
        let along = |from: i32, length: i32, most_from: i32, most: i32| {
            if length > most { (most_from, most) } else { (from, length) }
        };
        let (x, width) = along(self.x, self.width, monitor.x, monitor.width);
        let (y, height) = along(self.y, self.height, monitor.y, monitor.height);
        Self { x, y, width, height }
    }

    fn centred_on(self, monitor: &Self) -> Self {
        Self {
            x: monitor.x + (monitor.width - self.width) / 2,
            y: monitor.y + (monitor.height - self.height) / 2,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn area(x: i32, y: i32, width: i32, height: i32) -> Area {
        Area { x, y, width, height }
    }

    const LAPTOP: Area = area(0, 0, 1366, 768);
    const SECOND: Area = area(1366, 0, 1920, 1080);

    fn check(window: Area, monitors: &[Area], expected: Option<Area>) {
        assert_eq!(fit(window, monitors), expected, "{window:?} on {monitors:?}");
        if let Some(place) = expected {
            assert_eq!(fit(place, monitors), None, "once is enough: {place:?}");
        }
    }

    #[test]
    fn a_window_that_stands_well_stays() {
        check(area(20, 30, 1280, 720), &[LAPTOP], None);
        check(area(1500, 100, 1280, 832), &[LAPTOP, SECOND], None);
        // A person puts it half out of sight on purpose.
        check(area(-900, 30, 1280, 720), &[LAPTOP], None);
        check(area(700, 600, 1280, 720), &[LAPTOP], None);
        check(area(5000, 5000, 1280, 720), &[], None);
    }

    #[test]
    fn a_monitor_that_is_gone_takes_no_window_along() {
        check(area(1500, 100, 1000, 700), &[LAPTOP], Some(area(183, 34, 1000, 700)));
        check(area(1500, 100, 1600, 1000), &[LAPTOP], Some(LAPTOP));
        check(area(20, -2000, 1000, 700), &[LAPTOP, SECOND], Some(area(183, 34, 1000, 700)));
        // A strip too narrow to be taken hold of; the upper edge out of reach.
        check(area(1300, 100, 1000, 700), &[LAPTOP], Some(area(183, 34, 1000, 700)));
        check(area(100, -300, 1000, 700), &[LAPTOP], Some(area(183, 34, 1000, 700)));
    }

    #[test]
    fn it_is_never_larger_than_its_monitor() {
        check(area(0, 0, 1280, 832), &[LAPTOP], Some(area(0, 0, 1280, 768)));
        check(area(0, 0, 1280, 832), &[area(0, 0, 1024, 768)], Some(area(0, 0, 1024, 768)));
        check(area(1400, 40, 1900, 1200), &[LAPTOP, SECOND], Some(area(1400, 0, 1900, 1080)));
    }
}
