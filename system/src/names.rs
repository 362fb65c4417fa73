//! File names that some systems do not allow.

/// Device names in every folder of Windows, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether Windows uses a name for a device: `nul`, `COM1`, `lpt9.log`. Files that are copied
/// between systems must not have such a name.
pub fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |start| {
        stem.strip_prefix(start).is_some_and(|it: &str| matches!(it.as_bytes(), [b'1'..=b'9']))
    };
    DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_known_by_its_stem() {
        for (name, expected) in [
            ("nul", true),
            ("COM1", true),
            ("lpt9.log", true),
            ("Aux .x", true),
            ("com", false),
            ("com0", false),
            ("com10", false),
            ("null", false),
            ("line-3", false),
            ("", false),
        ] {
            assert_eq!(is_device_name(name), expected, "{name}");
        }
    }
}
