//! Binary projects, known by their names: nobody but the vendor's tool reads them.

use crate::ProjectError;

/// What a file's name says that we cannot read, with what to export instead.
///
/// | Extension | Whose |
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
    match explain(&extension.to_ascii_lowercase()) {
        Some((what, remedy)) => Err(ProjectError::new(path, what, remedy)),
        None => Ok(()),
    }
}

fn explain(extension: &str) -> Option<(&'static str, &'static str)> {
    let numbered = |prefix: &str| {
        extension
            .strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_archive = matches!(extension, "zap" | "zal");
    if is_archive || ["ap", "zap", "al", "zal"].iter().any(|prefix| numbered(prefix)) {
        return Some((
            "a TIA Portal project, which only TIA Portal reads",
            "in TIA Portal export the blocks (Generate source from blocks, or a version control \
             workspace), the data types and the tag tables; give that folder, or pack it as a ZIP",
        ));
    }
    Some(match extension {
        "s7p" | "s7l" => (
            "a STEP 7 classic project, which only STEP 7 reads",
            "in STEP 7 generate sources from all blocks and export the symbol table; give that \
             folder, or pack it as a ZIP",
        ),
        "acd" => (
            "a Studio 5000 project, which only Studio 5000 reads",
            "in Studio 5000 choose File > Save As and the type L5X",
        ),
        "rss" => (
            "an RSLogix 500 project of another platform (PLC-5, SLC 500, MicroLogix)",
            "Tagbridge reads Logix 5000 projects saved as L5X",
        ),
        "project" | "projectarchive" | "library" | "compiled-library" => (
            "a CODESYS project, which only CODESYS reads",
            "in CODESYS choose Project > Export (.export) or Export PLCopenXML, or give the \
             symbol file that building makes",
        ),
        "tsproj" | "tpzip" | "tszip" | "pro" => {
            ("a project of another tool (TwinCAT, CODESYS 2.3)", "export it as PLCopenXML")
        }
        "xef" | "zef" | "stu" | "sta" => (
            "a Schneider Control Expert project, which is not known here",
            "Tagbridge reads L5X, Siemens sources and CODESYS exports",
        ),
        "gx3" | "gxw" | "smc2" => (
            "a project of a platform that is not known here",
            "Tagbridge reads L5X, Siemens sources and CODESYS exports",
        ),
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
            assert!(error.what.contains(what) && error.remedy.contains(remedy), "{error}");
        }
        for path in ["a.L5X", "a.zip", "a.apx", "ap17", "a.al", "a.xml", ".project.xml"] {
            assert_eq!(check(path), Ok(()), "{path}");
        }
    }
}
