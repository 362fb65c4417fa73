//! Parses entered names.

use std::str::FromStr;

use opcua::types::Identifier;
use tagbridge_texts::Coded;

use super::split::{self, PathStep};

/// A parsed name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Name {
    /// A node, by its id.
    Node { space: Space, identifier: Id, steps: Vec<PathStep> },
    /// The program's own name: `PLC_PRG.Motor.Speed`.
    Symbol(String),
}

/// The namespace in a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Space {
    Index(u16),
    Uri(String),
}

/// The identifier within its namespace.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Id {
    /// A string, which may end with text that looks like an index or a member.
    Text(String),
    /// A number, a GUID or bytes.
    Fixed(Identifier),
}

/// The error in a name.
#[derive(Debug, PartialEq, Eq, Coded)]
#[coded(prefix = "opcua-name")]
pub(crate) enum NodeNameError {
    Empty,
    NamesNoNode { text: String, example: &'static str },
    NoIndex { index: String },
    EmptyIdentifier,
    NoIdentifierKind { text: String },
    NoIdentifier { text: String },
    NoSteps { text: String },
}

/// Parses a name.
pub(crate) fn parse(text: &str) -> Result<Name, NodeNameError> {
    if text.is_empty() {
        return Err(NodeNameError::Empty);
    }
    let no_node = |example| NodeNameError::NamesNoNode { text: text.to_owned(), example };
    if let Some(rest) = text.strip_prefix("nsu=") {
        // A URI may contain a semicolon; it is unlikely that an identifier prefix follows it.
        let cut = ["s=", "i=", "g=", "b="]
            .iter()
            .filter_map(|kind| rest.find(&format!(";{kind}")))
            .min()
            .ok_or_else(|| no_node("nsu=URI;s=NAME"))?;
        let space = Space::Uri(rest[..cut].to_owned());
        return node(space, &rest[cut + 1..]);
    }
    if let Some(rest) = text.strip_prefix("ns=") {
        let (index, rest) = rest.split_once(';').ok_or_else(|| no_node("ns=4;s=NAME"))?;
        let index =
            index.parse().map_err(|_| NodeNameError::NoIndex { index: index.to_owned() })?;
        return node(Space::Index(index), rest);
    }
    if ["i=", "s=", "g=", "b="].iter().any(|it| text.starts_with(it)) {
        return node(Space::Index(0), text);
    }
    Ok(Name::Symbol(text.to_owned()))
}

fn node(space: Space, text: &str) -> Result<Name, NodeNameError> {
    if let Some(id) = text.strip_prefix("s=") {
        if id.is_empty() {
            return Err(NodeNameError::EmptyIdentifier);
        }
        let identifier = Id::Text(id.to_owned());
        return Ok(Name::Node { space, identifier, steps: Vec::new() });
    }
    if !["i=", "g=", "b="].iter().any(|it| text.starts_with(it)) {
        return Err(NodeNameError::NoIdentifierKind { text: text.to_owned() });
    }
    let cut = text.find(['[', '.']).unwrap_or(text.len());
    let identifier = Identifier::from_str(&text[..cut])
        .map_err(|()| NodeNameError::NoIdentifier { text: text[..cut].to_owned() })?;
    let steps = split::steps(&text[cut..])
        .ok_or_else(|| NodeNameError::NoSteps { text: text[cut..].to_owned() })?;
    Ok(Name::Node { space, identifier: Id::Fixed(identifier), steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_many_forms() {
        for (text, space, id) in [
            ("ns=4;s=|var|a b.c", Space::Index(4), "s=|var|a b.c"),
            ("s=x", Space::Index(0), "s=x"),
            ("nsu=urn:a;b;s=x;i=1", Space::Uri("urn:a;b".into()), "s=x;i=1"),
            ("ns=1;i=42", Space::Index(1), "i=42"),
            ("ns=1;i=42[3].x", Space::Index(1), "i=42"),
            (
                "ns=1;g=72962b91-fa75-4ae6-8d28-b404dc7daf63",
                Space::Index(1),
                "g=72962b91-fa75-4ae6-8d28-b404dc7daf63",
            ),
        ] {
            match parse(text).expect(text) {
                Name::Node { space: found, identifier, .. } => {
                    assert_eq!(found, space, "{text}");
                    let found = match identifier {
                        Id::Text(it) => format!("s={it}"),
                        Id::Fixed(it) => it.to_string(),
                    };
                    assert_eq!(found, id, "{text}");
                }
                Name::Symbol(it) => panic!("{text} is the symbol {it}"),
            }
        }
        assert_eq!(parse("PLC_PRG.x"), Ok(Name::Symbol("PLC_PRG.x".into())));
    }

    #[test]
    fn what_is_no_name_is_told() {
        for (text, says) in [
            ("", "empty"),
            ("ns=x;s=a", "`x` is not a namespace index"),
            ("ns=4", "write it like ns=4;s=NAME"),
            ("ns=4;q=1", "must begin with s=, i=, g= or b="),
            ("ns=4;s=", "after s= is empty"),
            ("i=abc", "`i=abc` is not an identifier"),
            ("i=5[x]", "is not an index or a member"),
            ("nsu=urn:x", "write it like nsu=URI;s=NAME"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
