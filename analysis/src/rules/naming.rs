//! Names: only compared with the given naming rules.

use std::collections::BTreeMap;

use tagbridge_project::{Member, Project, TypeUse};
use tagbridge_texts::Coded;

use crate::{analysis::Site, chapter_writer::ChapterWriter, facts::Facts};

/// Naming rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamingRules {
    /// The maximum length of a name, in characters.
    pub longest: Option<usize>,
    /// Whether names may only contain ASCII letters, digits and single `_`, and no `_` at an end.
    pub plain: bool,
    /// How the words of a name are joined.
    pub case: Option<NameCase>,
    /// The prefixes of names by type, in any case: `BOOL`, `x`.
    pub prefixes: Vec<(String, String)>,
}

/// How the words of a name are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameCase {
    /// `motorSpeed`
    Camel,
    /// `MotorSpeed`
    Pascal,
    /// `motor_speed`
    Snake,
    /// `MOTOR_SPEED`
    Upper,
}

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-naming")]
pub(super) enum NamingFinding<'a> {
    Long { name: &'a str, length: usize, most: usize },
    Characters { name: &'a str },
    Case { name: &'a str, expected: NameCaseText },
    Prefix { name: &'a str, kind: &'a str, expected: &'a str },
}

/// The required case, as an example.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "analysis-naming-case")]
pub(super) enum NameCaseText {
    Camel,
    Pascal,
    Snake,
    Upper,
}

/// A count of the chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-naming-figure")]
pub(super) enum NameCount {
    Names,
    Longest,
    OfOther,
}

impl NameCase {
    fn text(self) -> NameCaseText {
        match self {
            Self::Camel => NameCaseText::Camel,
            Self::Pascal => NameCaseText::Pascal,
            Self::Snake => NameCaseText::Snake,
            Self::Upper => NameCaseText::Upper,
        }
    }

    /// Whether a name has this case. Digits are allowed except at the beginning.
    fn fits(self, name: &str) -> bool {
        let first = name.chars().next().unwrap_or_default();
        let all = |is: fn(char) -> bool| name.chars().all(|it| is(it) || it.is_numeric());
        match self {
            Self::Camel => first.is_lowercase() && all(char::is_alphanumeric),
            Self::Pascal => first.is_uppercase() && all(char::is_alphanumeric),
            Self::Snake => first.is_lowercase() && all(|it| it.is_lowercase() || it == '_'),
            Self::Upper => first.is_uppercase() && all(|it| it.is_uppercase() || it == '_'),
        }
    }
}

/// A named object.
struct Name<'a> {
    own: &'a str,
    kind: Option<&'a TypeUse>,
    at: Site,
}

/// N01–N04.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let names = names(facts, facts.project);
    let other = |name: &&Name<'_>| !name.own.is_ascii();
    pen.figure(&NameCount::Names, names.len());
    let longest = names.iter().map(|name| name.own.chars().count()).max();
    pen.figure(&NameCount::Longest, longest.unwrap_or(0));
    pen.figure(&NameCount::OfOther, names.iter().filter(other).count());
    let Some(rules) = &facts.options.naming else { return };
    for name in names {
        pen.check();
        one(rules, pen, &name);
    }
}

fn one(rules: &NamingRules, pen: &mut ChapterWriter<'_>, of: &Name<'_>) {
    let (name, at) = (of.own, || vec![of.at.clone()]);
    let length = name.chars().count();
    if let Some(most) = rules.longest.filter(|most| length > *most) {
        pen.find("N01", name, &NamingFinding::Long { name, length, most }, at());
    }
    let is_plain = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
        && !name.contains("__")
        && !name.starts_with('_')
        && !name.ends_with('_');
    if rules.plain && !is_plain {
        pen.find("N02", name, &NamingFinding::Characters { name }, at());
    }
    let prefix = of.kind.filter(|kind| kind.dimensions.is_empty()).and_then(|kind| {
        rules.prefixes.iter().find(|(known, _)| known.eq_ignore_ascii_case(&kind.name))
    });
    if let Some((kind, expected)) = prefix
        && !name.starts_with(expected.as_str())
    {
        pen.find("N04", name, &NamingFinding::Prefix { name, kind, expected }, at());
    }
    // The prefix has its own case.
    let rest = prefix.and_then(|(_, prefix)| name.strip_prefix(prefix.as_str())).unwrap_or(name);
    if let Some(case) = rules.case.filter(|case| !case.fits(name) && !case.fits(rest)) {
        pen.find("N03", name, &NamingFinding::Case { name, expected: case.text() }, at());
    }
}

/// All names from authors, without those of modules and of instances that the tool names.
fn names<'a>(facts: &Facts<'_>, project: &'a Project) -> Vec<Name<'a>> {
    let mut names: BTreeMap<(&str, &str), Name<'a>> = BTreeMap::new();
    let mut add = |scope: &'a str, own: &'a str, kind, at: Site| {
        names.entry((scope, own)).or_insert(Name { own, kind, at });
    };
    for tag in project.tags.iter().filter(|tag| !tag.name.contains(':') || is_program_tag(tag)) {
        let own = own_name(&tag.name);
        add(&tag.scope, own, Some(&tag.type_use), facts.tag(&tag.name));
    }
    let members = |members: &'a [Member]| {
        let is_own = |member: &&Member| {
            !["EnableIn", "EnableOut"].iter().any(|it| it.eq_ignore_ascii_case(&member.name))
        };
        members.iter().filter(is_own)
    };
    for block in &project.blocks {
        let own = block.name.rsplit('.').next().unwrap_or(&block.name);
        add("", own, None, facts.definition(&block.name));
        if block.instance_of.is_some() {
            continue;
        }
        for member in members(&block.members) {
            let at = facts.definition(&block.name);
            add(&block.name, &member.name, Some(&member.type_use), at);
        }
    }
    // Those that are also tags are already included.
    for program in &project.programs {
        for member in members(&program.members) {
            let at = facts.definition(&program.name);
            add(&program.name, &member.name, Some(&member.type_use), at);
        }
    }
    for kind in &project.data_types {
        add("", &kind.name, None, facts.definition(&kind.name));
        for member in &kind.members {
            let at = facts.definition(&kind.name);
            add(&kind.name, &member.name, Some(&member.type_use), at);
        }
    }
    names.into_values().collect()
}

fn is_program_tag(tag: &tagbridge_project::Tag) -> bool {
    tag.name.starts_with("Program:") && tag.name.matches(':').count() == 1
}

fn own_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name).trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_told_by_its_letters() {
        for (case, fits, fails) in [
            (NameCase::Camel, "motorSpeed2", "MotorSpeed"),
            (NameCase::Pascal, "MotorSpeed", "motor_speed"),
            (NameCase::Snake, "motor_speed", "motorSpeed"),
            (NameCase::Upper, "MOTOR_SPEED", "Motor_Speed"),
        ] {
            assert!(case.fits(fits) && !case.fits(fails), "{case:?}");
        }
    }
}
