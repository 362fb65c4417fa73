//! Mutants: real code with one mistake that a vendor's editor refuses. The source text is changed,
//! the project is read again, and the mistake must be reported at its place.

mod drawn;
mod rungs;
mod text;

use std::collections::BTreeMap;

use tagbridge_check::{Allowed, Diagnostic, DiagnosticPlace, check, check_change};
use tagbridge_logic::{Index, Logic, UnitId};
use tagbridge_project::{Body, Language, Project, Source, Vendor};

/// The kind of a mutant's mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mistake {
    Misspelt,
    WrongType,
    MissingOperand,
    Unbalanced,
    WrongCall,
}

/// A mistake in a unit's shown text.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) mistake: Mistake,
    /// The bytes that are replaced.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) with: String,
}

/// A changed source.
struct Mutant {
    mistake: Mistake,
    source: Source,
    path: String,
    rung: Option<u32>,
    /// The line of the unit's text, from 1.
    line: u32,
    what: String,
}

/// Figures of one mistake.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    pub(crate) made: usize,
    /// Refused as a change of the version before.
    pub(crate) refused: usize,
    /// Refused without the version before.
    pub(crate) alone: usize,
}

/// Every so many candidates one mutant is made of.
pub(crate) fn score(
    source: &Source,
    most: usize,
    scores: &mut BTreeMap<(String, Mistake), Score>,
    misses: &mut Vec<String>,
) {
    let Ok(project) = tagbridge_project::read(source) else { return };
    let index = Index::build(&project);
    let before = Logic::new(&project, &index);
    let known = check(before);
    for mutant in mutants(source, before, most) {
        let Ok(changed) = tagbridge_project::read(&mutant.source) else {
            // A file that is not read is refused with the file.
            continue;
        };
        let index = Index::build(&changed);
        let after = Logic::new(&changed, &index);
        let found = check_change(before, after, Allowed::All);
        let score = scores.entry((format!("{:?}", project.vendor), mutant.mistake)).or_default();
        score.made += 1;
        let is_there = |it: &Diagnostic| it.is_error() && is_at(it, &mutant);
        if found.iter().any(is_there) {
            score.refused += 1;
        } else {
            let said: Vec<String> = found.iter().take(3).map(super::samples::shown).collect();
            misses.push(format!(
                "{:?} {} {}:{} {} -> {said:?}",
                mutant.mistake, source.name, mutant.path, mutant.line, mutant.what
            ));
        }
        let was = known.iter().filter(|it| is_there(it)).count();
        if check(after).iter().filter(|it| is_there(it)).count() > was {
            score.alone += 1;
        }
    }
}

/// Whether a diagnostic is at the place of the mistake: in the rung; in a text on the line, or
/// behind it where the text goes wrong there only.
fn is_at(diagnostic: &Diagnostic, mutant: &Mutant) -> bool {
    match &diagnostic.place {
        DiagnosticPlace::Code { citation, line, .. } => {
            let is_unit = citation.path == mutant.path && citation.rung == mutant.rung;
            let is_later = mutant.mistake == Mistake::Unbalanced && *line >= mutant.line;
            is_unit
                && (mutant.rung.is_some()
                    || *line == mutant.line
                    || is_later
                    || is_next(*line, mutant))
        }
        _ => false,
    }
}

/// A missing operand shows at the next token.
fn is_next(line: u32, mutant: &Mutant) -> bool {
    mutant.mistake == Mistake::MissingOperand && line >= mutant.line && line <= mutant.line + 3
}

fn mutants(source: &Source, before: Logic<'_>, most: usize) -> Vec<Mutant> {
    let mut candidates: BTreeMap<Mistake, Vec<(UnitId, Edit)>> = BTreeMap::new();
    let project = before.project;
    for (id, unit) in before.index.units() {
        let routine = &project.routines[unit.routine.index()];
        if routine.language == Language::Sfc
            || matches!(routine.body, Body::Protected | Body::Absent)
        {
            continue;
        }
        let edits = match (project.vendor, before.language(unit)) {
            (_, Language::St) => text::edits(before, id),
            (Vendor::AllenBradley, Language::Ld) => rungs::edits(before, id),
            _ => Vec::new(),
        };
        for edit in edits {
            candidates.entry(edit.mistake).or_default().push((id, edit));
        }
    }
    let mut mutants = drawn::mutants(source, before, most);
    for (_, all) in candidates {
        let step = (all.len() / most).max(1);
        let mut made = 0;
        for (id, edit) in all.iter().skip(step / 2).step_by(step) {
            if made == most {
                break;
            }
            if let Some(mutant) = applied(source, before, *id, edit) {
                mutants.push(mutant);
                made += 1;
            }
        }
    }
    mutants
}

/// The source with an edit in its file; none where the file has the text in another form.
fn applied(source: &Source, before: Logic<'_>, id: UnitId, edit: &Edit) -> Option<Mutant> {
    let unit = before.index.unit(id);
    let routine = &before.project.routines[unit.routine.index()];
    let text = before.text(id);
    let old = text.get(edit.start..edit.end)?;
    if old.contains(['\n', '<', '>', '&']) || edit.with.contains(['<', '>', '&']) {
        return None;
    }
    let origin = routine.origin_of(unit.rung.map(|at| at as usize), edit.start)?;
    let mut changed = source.clone();
    let file = match changed.files.len() {
        1 => &mut changed.files[0],
        _ => changed.files.iter_mut().find(|it| it.path == origin.file)?,
    };
    let content = String::from_utf8(file.bytes.clone()).ok()?;
    let line = content.split_inclusive('\n').nth(origin.line as usize - 1)?;
    let line_start = line.as_ptr() as usize - content.as_ptr() as usize;
    let shown = line.strip_prefix('\u{feff}').unwrap_or(line);
    let skipped = line.len() - shown.len();
    let column = shown.char_indices().nth(origin.column as usize - 1).map(|(at, _)| at)?;
    let at = line_start + skipped + column;
    if !content[at..].starts_with(old) {
        return None;
    }
    file.bytes =
        format!("{}{}{}", &content[..at], edit.with, &content[at + old.len()..]).into_bytes();
    let citation = before.cite(id, tagbridge_logic::Span::new(edit.start, edit.start));
    let line = text[..edit.start].matches('\n').count() + 1;
    Some(Mutant {
        mistake: edit.mistake,
        source: changed,
        path: citation.path,
        rung: citation.rung,
        line: u32::try_from(line).ok()?,
        what: format!("`{old}` -> `{}`", edit.with),
    })
}

/// Every name that a project declares, in small letters.
pub(super) fn declared(project: &Project) -> std::collections::HashSet<String> {
    let members = project.blocks.iter().map(|it| &it.members);
    let members = members.chain(project.data_types.iter().map(|it| &it.members));
    let members = members.chain(project.programs.iter().map(|it| &it.members));
    let members = members.flatten().map(|it| it.name.to_lowercase());
    let tags = project
        .tags
        .iter()
        .map(|it| it.name.rsplit('.').next().unwrap_or_default().trim_matches('"').to_lowercase());
    let blocks = project.blocks.iter().map(|it| it.name.to_lowercase());
    members.chain(tags).chain(blocks).collect()
}

/// A name with two letters exchanged; none where that is another name of the project.
pub(super) fn misspelt(name: &str, declared: &std::collections::HashSet<String>) -> Option<String> {
    let chars: Vec<char> = name.chars().collect();
    let at = (1..chars.len().saturating_sub(1)).rev().find(|at| {
        chars[*at].is_alphabetic()
            && chars[at + 1].is_alphabetic()
            && !chars[*at].eq_ignore_ascii_case(&chars[at + 1])
    })?;
    let mut other = chars;
    other.swap(at, at + 1);
    let other: String = other.into_iter().collect();
    (name.len() >= 4 && !declared.contains(&other.to_lowercase())).then_some(other)
}

fn report(scores: &BTreeMap<(String, Mistake), Score>, misses: &[String]) -> (usize, usize, usize) {
    if std::env::var_os("TAGBRIDGE_CHECK").is_some() {
        for miss in misses {
            eprintln!("MISS {miss}");
        }
    }
    for ((vendor, mistake), it) in scores {
        eprintln!(
            "{vendor} {mistake:?}: {} made, {} refused, {} without the version before",
            it.made, it.refused, it.alone
        );
    }
    let sum = |of: fn(&Score) -> usize| scores.values().map(of).sum();
    let all = (sum(|it| it.made), sum(|it| it.refused), sum(|it| it.alone));
    eprintln!("{} mutants, {} refused, {} without the version before", all.0, all.1, all.2);
    all
}

/// The three projects of the repository.
#[test]
fn mutants_of_our_projects_are_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let (mut scores, mut misses) = (BTreeMap::new(), Vec::new());
    for path in ["allen-bradley/Bottling.L5X", "siemens/Mixing", "codesys/Packing.xml"] {
        let source = Source::open(&folder.join(path)).expect("a source");
        score(&source, 8, &mut scores, &mut misses);
    }
    let (made, refused, _) = report(&scores, &misses);
    assert!(made >= 60, "{made}");
    assert!(refused * 100 >= made * 99, "{misses:#?}");
}

/// Real files. `TAGBRIDGE_CHECK` prints the mutants that are not refused.
#[test]
fn mutants_of_real_files_are_refused() {
    let (mut scores, mut misses) = (BTreeMap::new(), Vec::new());
    for path in super::samples::paths() {
        if let Ok(source) = Source::open(&path) {
            score(&source, 16, &mut scores, &mut misses);
        }
    }
    let (made, refused, _) = report(&scores, &misses);
    assert!(refused * 100 >= made * 99, "{refused} of {made}");
}
