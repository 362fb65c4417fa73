//! A report with characters that are missing in the built-in fonts.

use std::{fs, path::Path};

use tagbridge_logic::{Index, Logic};
use tagbridge_project::Source;
use tagbridge_report::{
    Fonts,
    pdf::{ReportDetails, report},
};
use tagbridge_texts::Language;

use crate::judges::{run, script};

/// Debian's `fonts-noto-cjk`.
const FONT: &str = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";
const NAMES: [&str; 5] = ["电机启动", "停止按钮", "输送带运行", "モーター", "밸브"];

#[test]
fn chinese_japanese_and_korean_names_are_found_in_a_report_with_a_font_for_them() {
    let Ok(font) = fs::read(FONT) else {
        tagbridge_needs::skip("a font with Chinese characters");
        return;
    };
    let tags = NAMES.map(|name| {
        format!("<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"BOOL\"><Description>{name}，注释</Description></Tag>")
    });
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags>{}</Tags><Programs><Program Name=\"主程序\" \
         MainRoutineName=\"梯形图\"><Routines><Routine Name=\"梯形图\" Type=\"RLL\"><RLLContent>\
         <Rung Number=\"0\"><Comment>如果按下按钮，电机就启动</Comment><Text>\
         <![CDATA[[XIC({}),XIC({})]XIO({})OTE({});]]></Text></Rung></RLLContent></Routine></Routines>\
         </Program></Programs></Controller></RSLogix5000Content>",
        tags.concat(),
        NAMES[0],
        NAMES[2],
        NAMES[1],
        NAMES[2],
    );
    let source = Source::of_bytes("a.L5X", text.into_bytes()).expect("a source");
    let project = tagbridge_project::read(&source).expect("a project");
    let index = Index::build(&project);
    let about = ReportDetails {
        name: Some("输送线 4"),
        version: Some(3),
        made_at: "2026-11-23T10:30:00Z".parse().expect("a time"),
        language: Language::German,
        analysis: None,
    };
    let fonts = Fonts::with(vec![font]).expect("a font");
    assert_ne!(fonts.id(), Fonts::default().id());
    let folder = tempfile::tempdir().expect("a folder");
    let kept = std::env::var_os("TAGBRIDGE_REPORTS");
    let path = kept.as_deref().map_or(folder.path(), Path::new).join("chinese.de.pdf");
    let bytes = report(Logic { project: &project, index: &index }, &about, &fonts, &|| false);
    fs::write(&path, bytes.expect("a report")).expect("a file");
    let path = path.display().to_string();
    if let Some(said) = run(Path::new("pdftotext"), &["-raw", &path, "-"]) {
        for name in
            NAMES.iter().chain(&["主程序", "梯形图", "如果按下按钮，电机就启动", "输送线 4"])
        {
            assert!(said.contains(name), "{name}: {said}");
        }
        assert!(!said.contains("U+"), "all can be shown: {said}");
    }
    if let Some(said) = script("verapdf.py", &[&format!("{path}:2b")]) {
        assert!(said.contains(" compliant "), "{said}");
    }
}
