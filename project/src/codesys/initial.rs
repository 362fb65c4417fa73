//! Start values of structures and arrays, by operand: `(a := 1, b := [2(0), 5])`.

use std::collections::{BTreeMap, HashMap};

use crate::{
    model::{Initial, Member, Project, TypeUse},
    values::{operand, repeated, split},
};

/// Maximum number of parts of a value; a value with more parts remains a text.
const MAX_PARTS: usize = 4096;
/// Maximum size of all parts of a project, in bytes.
const MAX_BYTES: usize = 64 << 20;
const MAX_DEPTH: usize = 32;

/// The members of a project's types, by name in lower case.
pub(super) struct Shapes {
    by_name: HashMap<String, Vec<(String, TypeUse)>>,
    /// Remaining size of parts, in bytes.
    budget: usize,
}

impl Shapes {
    pub(super) fn of(project: &Project) -> Self {
        let outline = |members: &[Member]| -> Vec<(String, TypeUse)> {
            members.iter().map(|it| (it.name.clone(), it.type_use.clone())).collect()
        };
        let blocks = project.blocks.iter().map(|it| (it.name.to_lowercase(), outline(&it.members)));
        let types =
            project.data_types.iter().map(|it| (it.name.to_lowercase(), outline(&it.members)));
        Self { by_name: blocks.chain(types).collect(), budget: MAX_BYTES }
    }

    /// Splits the values of all structures and arrays of a project.
    pub(super) fn apply(mut self, project: &mut Project) {
        let tags = project.tags.iter_mut().map(|it| (&it.type_use, &mut it.initial));
        let types = project.data_types.iter_mut().flat_map(|it| &mut it.members);
        let blocks = project.blocks.iter_mut().flat_map(|it| &mut it.members);
        let members = types.chain(blocks).map(|it| (&it.type_use, &mut it.initial));
        for (type_use, initial) in tags.chain(members) {
            if let Some(Initial::Scalar(text)) = initial
                && let Some(parts) = self.parts(text, type_use)
            {
                let bytes = parts.iter().map(|(at, value)| 64 + at.len() + value.len()).sum();
                self.budget = self.budget.saturating_sub(bytes);
                *initial = Some(Initial::Parts(parts));
            }
        }
    }

    /// Splits a value; `None` if it is a scalar, or cannot be parsed.
    fn parts(&self, text: &str, type_use: &TypeUse) -> Option<BTreeMap<String, String>> {
        if !text.starts_with(['(', '[']) {
            return None;
        }
        let mut parts = Parts { shapes: self, found: BTreeMap::new(), budget: self.budget };
        parts.value(text, Some(type_use), "", 0)?;
        (!parts.found.is_empty()).then_some(parts.found)
    }

    fn member(&self, of: &TypeUse, name: &str) -> Option<TypeUse> {
        let own = of.members.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        own.map(|member| member.type_use.clone()).or_else(|| {
            let members = self.by_name.get(&of.name.to_lowercase())?;
            members.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1.clone())
        })
    }
}

struct Parts<'a> {
    shapes: &'a Shapes,
    found: BTreeMap<String, String>,
    budget: usize,
}

impl Parts<'_> {
    fn value(
        &mut self,
        text: &str,
        type_use: Option<&TypeUse>,
        at: &str,
        depth: usize,
    ) -> Option<()> {
        let text = text.trim();
        if depth > MAX_DEPTH || self.found.len() >= MAX_PARTS {
            return None;
        }
        let inner = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
        let is_array = type_use.is_some_and(|it| !it.dimensions.is_empty());
        if let Some(inner) = inner('[', ']') {
            return self.array(inner, type_use?, at, depth);
        }
        match inner('(', ')') {
            Some(inner) if !is_array && inner.contains(":=") => {
                for field in split(inner) {
                    let (name, value) = field.split_once(":=")?;
                    let name = name.trim();
                    let member = type_use.and_then(|it| self.shapes.member(it, name));
                    self.value(value, member.as_ref(), &format!("{at}.{name}"), depth + 1)?;
                }
            }
            // The value cannot be split.
            _ if at.is_empty() => return None,
            _ => {
                self.budget = self.budget.checked_sub(64 + at.len() + text.len())?;
                self.found.insert(at.to_owned(), text.to_owned());
            }
        }
        Some(())
    }

    fn array(&mut self, inner: &str, of: &TypeUse, at: &str, depth: usize) -> Option<()> {
        let element = TypeUse { dimensions: Vec::new(), ..of.clone() };
        let mut index = 0_u64;
        for item in split(inner) {
            let (count, value) = repeated(item);
            for _ in 0..count {
                let place = operand(&of.dimensions, index)?;
                if let Some(value) = value {
                    self.value(value, Some(&element), &format!("{at}{place}"), depth + 1)?;
                }
                index += 1;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dimension;

    #[test]
    fn values_are_taken_apart_by_operand() {
        let shapes = Shapes {
            by_name: HashMap::from([(
                "st".to_owned(),
                vec![
                    ("a".to_owned(), TypeUse::scalar("INT")),
                    (
                        "b".to_owned(),
                        TypeUse {
                            dimensions: vec![Dimension { low: 1, high: 3 }],
                            ..TypeUse::scalar("INT")
                        },
                    ),
                ],
            )]),
            budget: MAX_BYTES,
        };
        let check = |text: &str, dimensions: &[(i32, i32)], expected: &[(&str, &str)]| {
            let dimensions = dimensions.iter().map(|&(low, high)| Dimension { low, high });
            let type_use = TypeUse { dimensions: dimensions.collect(), ..TypeUse::scalar("ST") };
            let parts = shapes.parts(text, &type_use).unwrap_or_default();
            let parts: Vec<_> = parts.iter().map(|(at, it)| (at.as_str(), it.as_str())).collect();
            assert_eq!(parts, expected, "{text}");
        };
        check(
            "(a := 1, b := [2(0), 5])",
            &[],
            &[(".a", "1"), (".b[1]", "0"), (".b[2]", "0"), (".b[3]", "5")],
        );
        check("[(a := 1), (a := 2)]", &[(0, 1)], &[("[0].a", "1"), ("[1].a", "2")]);
        check(
            "[1, 2, 3, 4]",
            &[(0, 1), (5, 6)],
            &[("[0,5]", "1"), ("[0,6]", "2"), ("[1,5]", "3"), ("[1,6]", "4")],
        );
        check("['a,b', 'c$'d']", &[(0, 1)], &[("[0]", "'a,b'"), ("[1]", "'c$'d'")]);
        check("[2(), 7]", &[(0, 9)], &[("[2]", "7")]);
        // Too many values for the array, too many parts, too deep: the text remains as it is.
        check("[1, 2]", &[(0, 0)], &[]);
        check("[1000000000(0)]", &[(0, 2_000_000_000)], &[]);
        check(&"(a := ".repeat(5000), &[], &[]);
        check(&format!("{}1{}", "(a := ".repeat(5000), ")".repeat(5000)), &[], &[]);
        check("5", &[], &[]);
    }
}
