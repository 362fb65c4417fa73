//! Selects the files of a recording to delete: complete files of one hour, the oldest first.

use std::{path::PathBuf, time::Duration};

/// The limits of a session's recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordingLimits {
    /// Maximum age, from the end of a file's hour.
    pub max_age: Duration,
    /// Maximum size of all hours of a session, in bytes. Incidents do not count.
    pub max_bytes: u64,
}

impl Default for RecordingLimits {
    fn default() -> Self {
        Self { max_age: Duration::from_hours(24 * 14), max_bytes: 1 << 30 }
    }
}

/// The disk of a recording, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// The available space.
    pub free: u64,
    /// The total space.
    pub total: u64,
}

impl DiskSpace {
    /// The space that is left for other programs: a tenth of the disk.
    pub fn reserve(self) -> u64 {
        self.total / 10
    }
}

/// A file of one hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HourFile {
    /// Its path.
    pub path: PathBuf,
    /// The start of its hour, in milliseconds since 1970.
    pub began_ms: i64,
    /// Its size.
    pub bytes: u64,
}

/// Milliseconds of an hour.
pub(crate) const HOUR_MS: i64 = 3_600_000;

impl RecordingLimits {
    /// The number of files to delete. The files are given with the oldest first; the last one is
    /// being written, and stays.
    pub fn doomed(&self, files: &[HourFile], now_ms: i64, disk: Option<DiskSpace>) -> usize {
        let age = i64::try_from(self.max_age.as_millis()).unwrap_or(i64::MAX);
        let too_old = now_ms.saturating_sub(age).saturating_sub(HOUR_MS);
        let mut total: u64 = files.iter().map(|it| it.bytes).sum();
        let mut free = disk.map_or(u64::MAX, |it| it.free);
        let reserve = disk.map_or(0, DiskSpace::reserve);
        let mut count = 0;
        for file in files.iter().take(files.len().saturating_sub(1)) {
            if file.began_ms >= too_old && total <= self.max_bytes && free >= reserve {
                break;
            }
            total = total.saturating_sub(file.bytes);
            free = free.saturating_add(file.bytes);
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hours: &[(i64, u64)], disk: Option<(u64, u64)>, expected: usize) {
        let file = |&(hour, bytes): &(i64, u64)| HourFile {
            path: hour.to_string().into(),
            began_ms: hour * HOUR_MS,
            bytes,
        };
        let files: Vec<_> = hours.iter().map(file).collect();
        let it = RecordingLimits { max_age: Duration::from_hours(10), max_bytes: 100 };
        let disk = disk.map(|(free, total)| DiskSpace { free, total });
        assert_eq!(it.doomed(&files, 20 * HOUR_MS, disk), expected, "{hours:?} {disk:?}");
    }

    #[test]
    fn the_oldest_hours_go_by_age_size_and_room() {
        check(&[], None, 0);
        check(&[(9, 1), (10, 1), (20, 1)], None, 0);
        check(&[(7, 1), (8, 1), (9, 1), (20, 1)], None, 2);
        check(&[(10, 60), (11, 30), (12, 20)], None, 1);
        check(&[(10, 60), (11, 90), (12, 20)], None, 2);
        // The newest hour stays, even if it is large.
        check(&[(1, 500)], Some((0, 1000)), 0);
        check(&[(10, 30), (11, 30), (12, 30)], Some((50, 1000)), 2);
        check(&[(10, 30), (11, 30), (12, 30)], Some((100, 1000)), 0);
    }
}
