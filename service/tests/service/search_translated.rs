//! Queries in German and Chinese: comments of a real project were translated, and people searched
//! for them in their own words.

use std::{collections::BTreeMap, sync::Arc};

use tagbridge_interpret::{Facts, search::pieces};
use tagbridge_project::{Body, Project, Source};
use tagbridge_store::SearchFiles;

use crate::search_figures::{entry, found};

const FILE: &str = "allen-bradley/reh3376__acd-l5x-tool-lib/Discrete_Device_AOI.L5X";

/// The beginning of a comment in the file; its translations; two German queries and a Chinese one
/// that must find it.
type Translated = (&'static str, &'static str, &'static str, [&'static str; 2], &'static str);
const COMMENTS: [Translated; 30] = [
    (
        "Always False for Unused Options Logic",
        "Immer falsch, für Optionen, die nicht genutzt werden",
        "始终为假，用于未使用的选项",
        ["nicht genutzte Option", "welches Bit ist immer falsch?"],
        "未使用的选项在哪里处理",
    ),
    (
        "Emulation Mode Enable Logic",
        "Freigabe der Betriebsart Emulation",
        "仿真模式启用逻辑",
        ["Emulation freigeben", "Wo wird die Emulation eingeschaltet?"],
        "怎样启用仿真",
    ),
    (
        "Manual Mode Enable Logic",
        "Freigabe der Betriebsart Hand",
        "手动模式启用逻辑",
        ["Handbetrieb Freigabe", "Betriebsart Hand freigeben"],
        "手动模式在哪里启用",
    ),
    (
        "Manual Mode Memory Logic",
        "Merker für Handbetrieb: behält den Zustand beim Umschalten",
        "手动模式记忆逻辑：切换时保持状态",
        ["Merker Handbetrieb", "Zustand behalten, wenn umgeschaltet wird"],
        "切换后保持状态",
    ),
    (
        "Unlatch Manual On Bit if Start Permissive Drops Out",
        "Handbefehl Ein zurücksetzen, wenn die Startfreigabe wegfällt",
        "启动许可消失时解除手动开启位",
        ["Startfreigabe fällt weg", "Was passiert bei fehlender Startfreigabe?"],
        "启动许可丢失",
    ),
    (
        "Start/Stop Delay Timer Logic",
        "Zeitverzögerung beim Anlauf und beim Anhalten",
        "启动和停止延时定时器",
        ["Verzögerung Anlauf", "Zeit beim Anhalten"],
        "停止延时",
    ),
    (
        "HMI Mapping Logic",
        "Zuordnung zur Bedienoberfläche",
        "人机界面映射逻辑",
        ["Bedienoberfläche Zuordnungen", "Was geht an die Bedienoberfläche?"],
        "人机界面映射",
    ),
    (
        "0 = DE-ENERGIZED 1 = ENERGIZED 2 = FAULTED 3",
        "0 = spannungslos 1 = unter Spannung 2 = gestört 3 = Trennschalter nicht in Ordnung",
        "0 = 断电 1 = 通电 2 = 故障 3 = 隔离开关异常",
        ["spannungslos gestört Trennschalter", "Zustand des Trennschalters"],
        "隔离开关异常",
    ),
    (
        "0 = NO FAULT 1 = FAULT TRYING TO ENERGIZE",
        "0 = keine Störung 1 = Störung beim Einschalten 2 = Störung beim Ausschalten",
        "0 = 无故障 1 = 通电时故障 2 = 断电时故障",
        ["Störungen beim Ausschalten", "Störung beim Einschalten"],
        "断电时的故障",
    ),
    (
        "Device OK Logic",
        "Gerät ist in Ordnung",
        "设备正常逻辑",
        ["Ist das Gerät in Ordnung?", "Geräte in Ordnung"],
        "设备正常吗",
    ),
    (
        "Energized OK Logic",
        "Einschalten ist erlaubt und in Ordnung",
        "允许通电逻辑",
        ["Wann ist das Einschalten erlaubt?", "erlaubtes Einschalten"],
        "什么时候允许通电",
    ),
    (
        "POWERFLEX 525 DRIVE CONTROL LOGIC",
        "Steuerung des Umrichters PowerFlex 525",
        "变频器 PowerFlex 525 控制逻辑",
        ["Umrichter PowerFlex 525", "Steuerungen der Umrichter"],
        "变频器 525 控制",
    ),
    (
        "Manual Bump Logic",
        "Tippbetrieb: läuft im Handbetrieb für eine vorgegebene Dauer",
        "手动点动：在手动模式下运行指定时间",
        ["Tippbetrieb", "für eine Dauer von Hand laufen lassen"],
        "手动点动",
    ),
    (
        "Module Communication Status",
        "Zustand der Kommunikation mit der Baugruppe",
        "模块通信状态",
        ["Kommunikation der Baugruppen", "Baugruppe antwortet nicht, Kommunikation"],
        "模块的通信状态",
    ),
    (
        "Clear Fault Logic",
        "Störung quittieren",
        "清除故障逻辑",
        ["Störungen quittieren", "Wie quittiere ich eine Störung?"],
        "如何清除故障",
    ),
    (
        "AOI Instruction Mapping Logic",
        "Zuordnung der Ausgänge der Anweisung",
        "指令输出映射逻辑",
        ["Ausgänge zuordnen Anweisung", "Anweisung Ausgang"],
        "指令输出映射",
    ),
    (
        "0 = STOPPED 1 = STARTED",
        "0 = angehalten 1 = gestartet 2 = gestört 3 = Trennschalter offen",
        "0 = 已停止 1 = 已启动 2 = 故障 3 = 隔离开关断开",
        ["angehalten oder gestartet", "Trennschalter offen"],
        "已停止还是已启动",
    ),
    (
        "0 = NO FAULT 1 = FAULT TRYING TO START 2 = FAULT TRYING TO STOP 3 = E300",
        "0 = keine Störung 1 = Störung beim Starten 2 = Störung beim Anhalten 3 = Motorschutz E300 ausgelöst",
        "0 = 无故障 1 = 启动时故障 2 = 停止时故障 3 = 电机保护 E300 跳闸",
        ["Motorschutz ausgelöst", "Motorschutz E300"],
        "电机保护跳闸",
    ),
    (
        "Convert Average Current",
        "Mittleren Strom, mittlere Spannung, Wirkleistung und Energie umrechnen",
        "转换平均电流、平均线电压、总有功功率和电能",
        ["Wirkleistung", "mittleren Strom berechnen"],
        "平均电流怎样转换",
    ),
    (
        "If the drive is Faulted, this rung finds the Fault Description",
        "Bei gestörtem Antrieb wird der Text der Störung in der Liste der Störungscodes gesucht",
        "驱动器故障时在故障代码列表中查找故障说明",
        ["Text zum Störungscode", "Liste der Störungscodes"],
        "故障代码列表",
    ),
    (
        "Energize Upper Seat Lift Logic",
        "Oberen Sitz des Ventils anheben",
        "提升上阀座",
        ["oberer Ventilsitz anheben", "oberen Sitz heben"],
        "上阀座提升",
    ),
    (
        "Energize Lower Seat Lift Logic",
        "Unteren Sitz des Ventils anheben",
        "提升下阀座",
        ["unterer Sitz", "unteren Ventilsitz anheben"],
        "下阀座提升",
    ),
    (
        "Manual Speed Setpoint Logic",
        "Sollwert der Drehzahl im Handbetrieb schreiben und umrechnen",
        "手动速度设定值：写入并换算",
        ["Drehzahlsollwert Hand", "Sollwert Drehzahl Handbetrieb"],
        "手动速度设定值",
    ),
    (
        "Auto Speed Setpoint Logic",
        "Sollwert der Drehzahl im Automatikbetrieb, fünf verschiedene Sollwerte",
        "自动速度设定值，允许五个不同的设定值",
        ["Sollwert Drehzahl Automatik", "fünf Sollwerte"],
        "自动速度设定值",
    ),
    (
        "PID Loop Enable Logic",
        "Regler einschalten",
        "启用调节回路",
        ["Regler ein", "Wann wird der Regler eingeschaltet?"],
        "何时启用调节回路",
    ),
    (
        "PID Execution Logic",
        "Regler wird ausgeführt",
        "执行调节器",
        ["Ausführung des Reglers", "Regler ausführen"],
        "调节器执行",
    ),
    (
        "PID Loop Setup Logic",
        "Parameter des Reglers einstellen",
        "调节参数设置",
        ["Reglerparameter", "Regler Parameter Einstellung"],
        "设置调节参数",
    ),
    (
        "Restricts drive output reference",
        "Begrenzt den Sollwert auf 60 Hz, wenn Überdrehzahl gesperrt ist",
        "禁止超速时将输出限制为六十赫兹",
        ["Überdrehzahl gesperrt", "Sollwert begrenzen"],
        "超速限制",
    ),
    (
        "Reset Meters",
        "Zähler zurücksetzen: Energie und Betriebsstunden",
        "复位计量表：电能和运行时间",
        ["Betriebsstunden zurücksetzen", "Energiezähler Zähler löschen"],
        "复位运行时间",
    ),
    (
        "Maps drive parameters to HMI tags",
        "Parameter des Antriebs anzeigen; in der Emulation erfundene Werte laden",
        "显示驱动器参数；仿真时加载虚拟值",
        ["erfundene Werte laden", "Parameter des Antriebs"],
        "加载虚拟值",
    ),
];

type Comment = fn(&Translated) -> &'static str;
type Queries = fn(&Translated) -> Vec<&'static str>;

/// The project with its comments in another language, where available; the comment of each rung.
fn translated(project: &Project, pick: Comment) -> Project {
    let mut project = project.clone();
    for routine in &mut project.routines {
        let Body::Rungs(rungs) = &mut routine.body else { continue };
        for rung in rungs {
            let comment = rung.comment.as_deref().unwrap_or_default();
            let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            let longest = COMMENTS.iter().filter(|it| comment.starts_with(it.0));
            if let Some(it) = longest.max_by_key(|it| it.0.len()) {
                rung.comment = Some(pick(it).to_owned());
            }
        }
    }
    project
}

#[test]
fn what_is_asked_in_german_and_chinese_is_found() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    let file = samples.join(FILE);
    let source = Source::open(&file).unwrap();
    let project = tagbridge_project::read(&source).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let files = SearchFiles::in_folder(folder.path());
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut missed = Vec::new();
    let languages: [(&str, Comment, Queries); 2] =
        [("German", |it| it.1, |it| it.3.to_vec()), ("Chinese", |it| it.2, |it| vec![it.4])];
    for (language, comment, queries) in languages {
        let facts = Facts::new(Arc::new(translated(&project, comment)));
        let pieces = pieces(&facts);
        let entries: Vec<_> = pieces.iter().map(entry).collect();
        let index = files.build(&format!("ver_{language}"), &entries).unwrap();
        for it in &COMMENTS {
            let said = comment(it);
            let is_it = |number: usize| pieces[number].chunk.text.starts_with(said);
            assert!((0..pieces.len()).any(is_it), "nothing has the comment `{said}`");
            for query in queries(it) {
                let place = found(&index, query).into_iter().position(is_it);
                let [all, first, eight] = counts.entry(language).or_default();
                *all += 1;
                *first += usize::from(place == Some(0));
                *eight += usize::from(place.is_some_and(|it| it < 8));
                if place.is_none_or(|it| it >= 8) {
                    missed.push(format!("{query} → {said}"));
                }
            }
        }
    }
    eprintln!("queries, first, among eight: {counts:?}\n{}", missed.join("\n"));
    assert_eq!((counts["German"][0], counts["Chinese"][0]), (60, 30));
    for (language, [all, _, eight]) in counts {
        assert!(eight * 2 >= all, "{language}: {eight} of {all}\n{}", missed.join("\n"));
    }
}
