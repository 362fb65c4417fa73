//! The weights of the classifier: trained from the utterances, and measured with held-back ones.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::PathBuf,
    sync::Arc,
};

use tagbridge_interpret::{
    Before, Facts,
    classify::{DIMENSIONS, Intent, MARK, classify, features, tokens, trained_from},
    query::{Accessed, Aspect, CodeFault, CodeRelation, ImpactWay, Query, Turn},
    understand,
};
use tagbridge_project::Source;

/// Number of training epochs.
const EPOCHS: u32 = 25;
/// The initial learning rate.
const RATE: f32 = 4.0;
/// The share of the features of a sentence that is dropped in each epoch, in tenths.
const LEFT_OUT: usize = 2;
/// Maximum number of sentences of one family.
const FORMS_MAX: usize = 16;
/// Replacements for a name that is not recognised.
const NOUNS: &[&str] = &[
    "the pump",
    "hammer mill",
    "infeed conveyor",
    "the main motor",
    "oven",
    "line 4",
    "valve",
    "die Pumpe",
    "das Förderband",
    "der Motor",
    "Rührwerk",
    "Ventil",
    "the press",
    "Hydraulik",
];
const BEFORE: &[&str] =
    &["hey", "please", "quick question", "so", "hallo", "bitte", "sag mal", "kurze frage", "ok"];

/// Sentences with the same wording.
struct Family {
    intent: usize,
    language: &'static str,
    forms: Vec<String>,
    is_held_back: bool,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn digest(texts: &[String]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The utterances of each language: one file per author.
fn texts() -> Vec<String> {
    let read = |language| {
        let files = fs::read_dir(folder().join("utterances").join(language)).expect("a folder");
        let mut paths: Vec<PathBuf> = files.map(|it| it.expect("a file").path()).collect();
        paths.sort();
        paths.iter().map(|it| fs::read_to_string(it).expect("utterances") + "\n").collect()
    };
    ["en", "de"].map(read).to_vec()
}

/// The families of both languages. `[used]` begins an intent; a line is a family; `(a|b)` is a
/// choice. A quarter is held back, by the digest of the line.
fn families(texts: &[String]) -> Vec<Family> {
    let mut found = Vec::new();
    for (text, language) in texts.iter().zip(["en", "de"]) {
        let mut intent = None;
        for line in text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'))
        {
            if let Some(label) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
                let known = Intent::ALL.iter().position(|it| it.label() == label);
                intent = Some(known.unwrap_or_else(|| panic!("no intent {label}")));
                continue;
            }
            let seed = digest(&[line.to_owned()]);
            found.push(Family {
                intent: intent.expect("an intent before its lines"),
                language,
                forms: forms(line, seed),
                is_held_back: (seed >> 7).is_multiple_of(4),
            });
        }
    }
    found
}

/// The sentences of a line, at most [`FORMS_MAX`].
fn forms(line: &str, seed: u64) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = line;
    while let Some(open) = rest.find('(') {
        let close = open + rest[open..].find(')').expect("a closing bracket");
        let options: Vec<&str> = rest[open + 1..close].split('|').collect();
        let before = &rest[..open];
        let each = |form: &String| {
            options.iter().map(|option| format!("{form}{before}{option}")).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(each).collect();
        rest = &rest[close + 1..];
    }
    for form in &mut all {
        form.push_str(rest);
    }
    let step = all.len().div_ceil(FORMS_MAX);
    let start = usize::try_from(seed % 7).expect("small") % step;
    all.into_iter().skip(start).step_by(step).collect()
}

/// Pseudo-random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (below.max(1) as u64)).expect("below a usize")
    }
}

/// Variants of the sentence: with other words before it, misspelt, without its name.
fn variants(form: &str, random: &mut Random) -> Vec<String> {
    let mut found = vec![form.to_owned()];
    if random.next(3) == 0 {
        found.push(format!("{} {form}", BEFORE[random.next(BEFORE.len())]));
    }
    if random.next(3) == 0 {
        found.push(form.replace("{x}", NOUNS[random.next(NOUNS.len())]));
    }
    if random.next(3) == 0 {
        let words: Vec<&str> = form.split(' ').collect();
        let at = random.next(words.len());
        let mut letters: Vec<char> = words[at].chars().collect();
        if letters.len() > 4 && !words[at].contains('{') {
            let place = 1 + random.next(letters.len() - 2);
            match random.next(2) {
                0 => letters.swap(place, place - 1),
                _ => drop(letters.remove(place)),
            }
            let word: String = letters.into_iter().collect();
            let mut words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
            words[at] = word;
            found.push(words.join(" "));
        }
    }
    found
}

/// Multinomial logistic regression by stochastic gradient descent.
#[expect(clippy::cast_precision_loss, reason = "some hundred features, some epochs")]
fn train(families: &[Family]) -> Vec<u8> {
    let classes = Intent::ALL.len();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut examples: Vec<(Vec<usize>, usize)> = Vec::new();
    for family in families.iter().filter(|it| !it.is_held_back) {
        for form in &family.forms {
            for variant in variants(form, &mut random) {
                examples.push((features(&tokens(&variant)), family.intent));
            }
        }
    }
    let mut weights = vec![0.0_f32; DIMENSIONS * classes];
    let mut bias = vec![0.0_f32; classes];
    for epoch in 0..EPOCHS {
        let rate = RATE / (1.0 + 0.35 * epoch as f32);
        for at in (1..examples.len()).rev() {
            examples.swap(at, random.next(at + 1));
        }
        for (found, intent) in &examples {
            let norm = 1.0 / (found.len() as f32).sqrt();
            // Some features are dropped, so that a sentence is not learned by a single word.
            let found: Vec<usize> =
                found.iter().copied().filter(|_| random.next(10) >= LEFT_OUT).collect();
            let mut scores = bias.clone();
            for feature in &found {
                let row = &weights[feature * classes..(feature + 1) * classes];
                scores.iter_mut().zip(row).for_each(|(score, weight)| *score += weight * norm);
            }
            let most = scores.iter().copied().fold(f32::MIN, f32::max);
            for score in &mut scores {
                *score = (*score - most).exp();
            }
            let all: f32 = scores.iter().sum();
            for score in &mut scores {
                *score *= rate / all;
            }
            scores[*intent] -= rate;
            bias.iter_mut().zip(&scores).for_each(|(own, score)| *own -= 0.1 * score);
            for feature in &found {
                let row = &mut weights[feature * classes..(feature + 1) * classes];
                row.iter_mut().zip(&scores).for_each(|(own, score)| *own -= score * norm);
            }
        }
    }
    written(&weights, &bias)
}

/// The weights as one byte each, with the scale of each class.
#[expect(clippy::cast_possible_truncation, reason = "at most 127")]
fn written(weights: &[f32], bias: &[f32]) -> Vec<u8> {
    let classes = bias.len();
    let of_class = |class: usize| weights.iter().skip(class).step_by(classes);
    let scales: Vec<f32> = (0..classes)
        .map(|class| of_class(class).fold(0.0_f32, |most, it| most.max(it.abs())) / 127.0)
        .collect();
    let mut file = MARK.to_vec();
    file.extend(digest(&texts()).to_le_bytes());
    for (scale, bias) in scales.iter().zip(bias) {
        file.extend(scale.to_le_bytes());
        file.extend(bias.to_le_bytes());
    }
    file.extend(weights.chunks(classes).flat_map(|row| {
        row.iter()
            .zip(&scales)
            .map(|(weight, scale)| ((weight / scale).round() as i8).to_le_bytes()[0])
    }));
    file
}

/// With `TAGBRIDGE_BLESS`, the weights are trained and written; `cargo xtask bless` does that.
#[test]
fn the_weights_are_current() {
    let texts = texts();
    if std::env::var_os("TAGBRIDGE_BLESS").is_some() {
        let weights = train(&families(&texts));
        return fs::write(folder().join("model.bin"), weights).expect("written");
    }
    assert_eq!(trained_from(), Some(digest(&texts)), "run cargo xtask bless");
}

/// The share of forms that become the right query, by language: that of the held-back families is
/// the relevant one.
#[test]
fn wordings_that_were_held_back_are_understood() {
    let facts = facts();
    let families = families(&texts());
    let mut counts: BTreeMap<(&str, bool), [f64; 4]> = BTreeMap::new();
    let mut wrong = Vec::new();
    let trained = families.iter().filter(|it| !it.is_held_back).step_by(TRAINED_STEP);
    let held_back = families.iter().filter(|it| it.is_held_back);
    for (at, family) in held_back.chain(trained).enumerate() {
        let is_asked = at.is_multiple_of(ASKED_STEP);
        let label = Intent::ALL[family.intent].label();
        let (mut classes, mut queries) = (0, 0);
        for form in &family.forms {
            let found = classify(form);
            classes += usize::from(found[0].0.label() == label);
            if !is_asked {
                continue;
            }
            let question = with_names(form, label);
            let asked = asked(&facts, &question);
            let is_right = is_meant(label, form, asked);
            queries += usize::from(is_right);
            if !is_right && family.is_held_back {
                wrong.push(format!("{label}: {question}: {asked} {:.2}", found[0].1));
            }
        }
        let count = counts.entry((family.language, family.is_held_back)).or_default();
        #[expect(clippy::cast_precision_loss, reason = "some dozen forms")]
        let share = |right: usize| right as f64 / family.forms.len() as f64;
        let [all, asked] = [1.0, if is_asked { 1.0 } else { 0.0 }];
        let [one, two, three, four] = *count;
        *count = [one + share(classes), two + share(queries), three + all, four + asked];
    }
    let forms: usize = families.iter().map(|it| it.forms.len()).sum();
    eprintln!("{} families, {forms} sentences", families.len());
    for ((language, is_held_back), [classes, queries, all, asked]) in &counts {
        let of = if *is_held_back { "held back" } else { "trained" };
        let (classes, queries) = (classes * 100.0 / all, queries * 100.0 / asked);
        eprintln!(
            "{language} {of}: class {classes:.1} % of {all} families, query {queries:.1} % of {asked}"
        );
    }
    eprintln!("{}", wrong.join("\n"));
    let share = |language| {
        let [_, right, _, asked] = counts[&(language, true)];
        right / asked
    };
    assert!(share("en") >= HELD_BACK_MIN[0], "English {:.3}", share("en"));
    assert!(share("de") >= HELD_BACK_MIN[1], "German {:.3}", share("de"));
}

/// The minimum share of held-back families, English and German.
const HELD_BACK_MIN: [f64; 2] = [0.8, 0.8];
/// One of this number of trained families is measured.
const TRAINED_STEP: usize = 10;
/// The whole query is made of one of this number of families: it takes longer than its class.
const ASKED_STEP: usize = 6;

/// Sentences of authors who saw neither the utterances nor the code: the share that becomes the
/// right query, without those that are also utterances.
#[test]
fn sentences_of_other_authors_are_understood() {
    let facts = facts();
    let bare = |text: &str| tokens(text).join(" ");
    let known: HashSet<String> =
        families(&texts()).iter().flat_map(|it| it.forms.iter().map(|form| bare(form))).collect();
    for (name, least) in [("others", OTHERS_MIN), ("others-2", OTHERS_MIN), ("others-3", SAID_MIN)]
    {
        let text = fs::read_to_string(folder().join(format!("tests/{name}.tsv"))).expect("a list");
        let mut counts: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
        let mut wrong = Vec::new();
        for line in text.lines().filter(|it| !it.starts_with('#')) {
            let [language, label, form] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{name}: {line}");
            };
            if known.contains(&bare(form)) {
                continue;
            }
            let asked = asked(&facts, &with_names(form, label));
            let is_class = classify(form)[0].0.label() == label;
            let count = counts.entry(language).or_default();
            *count = [
                count[0] + u32::from(is_class),
                count[1] + u32::from(is_meant(label, form, asked)),
                count[2] + 1,
            ];
            if !is_meant(label, form, asked) {
                wrong.push(format!("{language} {label} {asked}: {form}"));
            }
        }
        for (language, [classes, queries, all]) in &counts {
            let [classes, queries] =
                [classes, queries].map(|it| f64::from(*it) * 100.0 / f64::from(*all));
            eprintln!("{name} {language}: class {classes:.1} %, query {queries:.1} % of {all}");
        }
        if std::env::var_os("TAGBRIDGE_SHOW_OTHERS").is_some() {
            eprintln!("{}", wrong.join("\n"));
        }
        for [_, right, all] in counts.values() {
            assert!(f64::from(*right) >= least * f64::from(*all), "{name}: {right} of {all}");
        }
    }
}

/// The minimum share of sentences of other authors, and of those that were asked about real projects
/// by a description of the thing.
const OTHERS_MIN: f64 = 0.8;
const SAID_MIN: f64 = 0.25;

/// A project with a motor, a valve and a routine for questions.
fn facts() -> Facts {
    let text = "<RSLogix5000Content><Controller Use=\"Target\" Name=\"C\"><Tags><Tag Name=\"Mtr_7\" \
        DataType=\"BOOL\"/><Tag Name=\"Vlv_3\" DataType=\"BOOL\"/></Tags><Programs><Program Name=\"P\" \
        MainRoutineName=\"Seq_4\"><Routines><Routine Name=\"Seq_4\" Type=\"RLL\"><RLLContent><Rung \
        Number=\"0\" Type=\"N\"><Text><![CDATA[XIC(Vlv_3)OTE(Mtr_7);]]></Text></Rung></RLLContent></Routine>\
        </Routines></Program></Programs><Tasks><Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms>\
        <ScheduledProgram Name=\"P\"/></ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>";
    let source = Source::of_bytes("line.L5X".to_owned(), text.into()).expect("a source");
    Facts::new(Arc::new(tagbridge_project::read(&source).expect("a project")))
}

/// A form with names of that project, and numbers.
fn with_names(form: &str, label: &str) -> String {
    let is_code = matches!(label, "callers" | "calls" | "tasks" | "contents" | "explain");
    let first = if is_code { "Seq_4" } else { "Mtr_7" };
    form.replacen("{x}", first, 1).replace("{x}", "Vlv_3").replace("{n}", "0")
}

/// Whether a query is the one that an author meant. A fault of one object is answered by its uses.
fn is_meant(label: &str, form: &str, asked: &str) -> bool {
    let uses = [
        ("unused", "used"),
        ("never_written", "written"),
        ("twice", "written"),
        ("never_read", "read"),
        ("unreachable", "callers"),
    ];
    label == asked || (form.contains("{x}") && uses.contains(&(label, asked)))
}

/// The intent of the query of a question.
fn asked(facts: &Facts, question: &str) -> &'static str {
    let asked = understand(facts, question, &Before::default());
    let Some(query) = asked.queries.first() else {
        return if asked.is_change() { "change" } else { "other" };
    };
    match query {
        Query::Inventory { .. } => "inventory",
        Query::References { access: Accessed::Any, .. } => "used",
        Query::References { access: Accessed::Read, .. } => "read",
        Query::References { access: Accessed::Write, .. } => "written",
        Query::Condition { change: Turn::On, .. } => "on",
        Query::Condition { change: Turn::Off, .. } => "off",
        Query::WhyNow { wanted: true, .. } | Query::WhyThen { wanted: true, .. } => "why_off",
        Query::WhyNow { .. } | Query::WhyThen { .. } => "why_on",
        Query::Impact { way: ImpactWay::DependsOn, .. } => "depends",
        Query::Impact { outputs: true, .. } => "outputs",
        Query::Impact { .. } => "affects",
        Query::Path { .. } => "path",
        Query::Explain { aspect: Aspect::Purpose, .. } => "explain",
        Query::Explain { .. } => "what_is",
        Query::Structure { relation: CodeRelation::Callers, .. } => "callers",
        Query::Structure { relation: CodeRelation::Calls, .. } => "calls",
        Query::Structure { relation: CodeRelation::Tasks, .. } => "tasks",
        Query::Structure { .. } => "contents",
        Query::Sequence { .. } => "states",
        Query::Compare { .. } => "compare",
        Query::Changes { .. } => "changed",
        Query::Settings { .. } => "limits",
        Query::Text { .. } => "find",
        Query::Value { .. } => "value",
        Query::Findings { fault } => match fault {
            CodeFault::Any => "findings",
            CodeFault::Unused => "unused",
            CodeFault::NeverWritten => "never_written",
            CodeFault::NeverRead => "never_read",
            CodeFault::WrittenTwice => "twice",
            CodeFault::Unreachable => "unreachable",
        },
    }
}
