//! What support asks first about a computer: its system, its memory, its time zone.

use std::fs;

/// The name and version of the operating system; `None`: not known.
pub fn system_version() -> Option<String> {
    let text = fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|it| it.strip_prefix("PRETTY_NAME="))?;
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    Some(format!("{} {}", name.trim_matches('"'), kernel.trim()).trim_end().to_owned())
}

/// The memory of the computer in bytes; `None`: not known.
pub fn memory_bytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|it| it.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The name of the time zone, such as `Europe/Berlin`; `None`: not known.
pub fn time_zone() -> Option<String> {
    let named = std::env::var("TZ").ok().filter(|it| !it.is_empty());
    let link = || {
        let path = fs::read_link("/etc/localtime").ok()?.to_string_lossy().into_owned();
        path.split_once("zoneinfo/").map(|(_, name)| name.to_owned())
    };
    let file = || fs::read_to_string("/etc/timezone").ok().map(|it| it.trim().to_owned());
    named.or_else(link).or_else(file)
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn a_computer_has_a_system_and_memory() {
        assert!(super::system_version().is_some_and(|it| !it.is_empty()));
        assert!(super::memory_bytes() > Some(1 << 20));
    }
}
