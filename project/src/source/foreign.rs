//! Binary projects, recognized by their names: only the vendor's tool can read them.

use crate::{
    ProjectError,
    says::{Advice, Wrong},
};

/// Returns an error for a file that cannot be read according to its name, with what to export instead.
///
/// | Extension | Tool |
/// |---|---|
/// | `.ap13` …, `.zap13` … or `.zap`, `.al17` …, `.zal17` … or `.zal` | TIA Portal |
/// | `.s7p`, `.s7l` | STEP 7 classic |
/// | `.acd`, `.rss` | Studio 5000, RSLogix 500 |
/// | `.project`, `.projectarchive`, `.library`, `.compiled-library` | CODESYS |
/// | `.tsproj`, `.tpzip`, `.tszip`, `.pro` | TwinCAT, CODESYS 2.3 |
/// | `.xef`, `.zef`, `.stu`, `.sta` | Schneider Control Expert |
/// | `.gx3`, `.gxw`, `.smc2` | Mitsubishi, Omron |
pub(super) fn check(path: &str) -> Result<(), ProjectError> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((_, extension)) = name.rsplit_once('.') else { return Ok(()) };
    let found = explain(&extension.to_ascii_lowercase());
    found.map_or(Ok(()), |(what, remedy)| Err(ProjectError::new(path, &what, &remedy)))
}

fn explain(extension: &str) -> Option<(Wrong<'static>, Advice)> {
    let numbered = |prefix: &str| {
        extension
            .strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_archive = matches!(extension, "zap" | "zal");
    if is_archive || ["ap", "zap", "al", "zal"].iter().any(|prefix| numbered(prefix)) {
        return Some((Wrong::TiaPortal, Advice::ExportFromTiaPortal));
    }
    Some(match extension {
        "s7p" | "s7l" => (Wrong::Step7, Advice::ExportFromStep7),
        "acd" => (Wrong::Studio5000, Advice::SaveAsL5x),
        "rss" => (Wrong::RsLogix500, Advice::SavedAsL5x),
        "project" | "projectarchive" | "library" | "compiled-library" => {
            (Wrong::Codesys, Advice::ExportFromCodesys)
        }
        "tsproj" | "tpzip" | "tszip" | "pro" => (Wrong::OtherTool, Advice::AsPlcOpen),
        "xef" | "zef" | "stu" | "sta" => (Wrong::ControlExpert, Advice::GiveReadable),
        "gx3" | "gxw" | "smc2" => (Wrong::OtherPlatform, Advice::GiveReadable),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_binary_projects_and_says_what_to_export() {
        for (path, what, remedy) in [
            ("Line.zap17", "TIA Portal", "Generate source from blocks"),
            ("Line.zap", "TIA Portal", "Generate source from blocks"),
            ("Line/Line.ap15", "TIA Portal", "pack it as a ZIP"),
            ("LINE.ACD", "Studio 5000", "the type L5X"),
            ("a.project", "CODESYS", "Project > Export"),
            ("a.s7p", "STEP 7 classic", "symbol table"),
            ("a.XEF", "Control Expert", "reads L5X"),
        ] {
            let error = check(path).expect_err(path);
            assert!(error.what.to_string().contains(what), "{error}");
            assert!(error.remedy.to_string().contains(remedy), "{error}");
        }
        for path in ["a.L5X", "a.zip", "a.apx", "ap17", "a.al", "a.xml", ".project.xml"] {
            assert_eq!(check(path), Ok(()), "{path}");
        }
    }
}
