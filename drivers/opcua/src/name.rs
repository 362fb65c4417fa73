//! Entered names, and their candidate nodes.
//!
//! `ns=4;s=|var|…`, `nsu=URI;s=…`, `i=2258`, or the program's own `PLC_PRG.Motor.Speed[3]`. Only
//! the server knows whether `a.b[3]` is a separate node, an element of `a.b` or a member of `a`: a
//! name becomes a list of candidates, the most literal first.

mod parse;
mod split;

use std::sync::Arc;

use opcua::types::{Identifier, NodeId};

#[cfg(test)]
pub(crate) use self::parse::NodeNameError;
pub(crate) use self::{
    parse::{Name, parse},
    split::{PathStep, steps_text, ways},
};
use crate::fault::TagFault;

/// A candidate node of a name, and the steps within its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) node: Arc<NodeId>,
    pub(crate) steps: Vec<PathStep>,
}

/// The known naming scheme of the server.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Naming {
    /// The namespaces' URIs, by index.
    pub(crate) namespaces: Vec<String>,
    /// The locations of programs: a namespace, and a prefix that ends with a dot or a slash.
    pub(crate) prefixes: Vec<Prefix>,
}

/// The prefix before the program's own name of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prefix {
    pub(crate) namespace: u16,
    /// `|var|CODESYS Control Win V3 x64.Application.`
    pub(crate) text: String,
    /// `Application`
    pub(crate) application: String,
}

impl Naming {
    /// The candidate nodes of a name, the most likely first. Returns an error if there are no
    /// candidates.
    pub(crate) fn candidates(&self, name: &Name) -> Result<Vec<Candidate>, TagFault> {
        match name {
            Name::Node { space, identifier, steps } => {
                let namespace = match space {
                    parse::Space::Index(index) => *index,
                    parse::Space::Uri(uri) => self
                        .namespaces
                        .iter()
                        .position(|it| it == uri)
                        .and_then(|it| u16::try_from(it).ok())
                        .ok_or_else(|| TagFault::NoNamespace { uri: uri.clone() })?,
                };
                Ok(match identifier {
                    parse::Id::Text(text) => of_text(namespace, text),
                    parse::Id::Fixed(identifier) => vec![Candidate {
                        node: NodeId { namespace, identifier: identifier.clone() }.into(),
                        steps: steps.clone(),
                    }],
                })
            }
            Name::Symbol(symbol) => Ok(self.of_symbol(symbol)),
        }
    }

    /// The program's own name of a node, if it has one: the part after the prefix.
    pub(crate) fn symbol(&self, namespace: u16, text: &str) -> Option<String> {
        let of_this = |it: &&Prefix| it.namespace == namespace;
        let prefix = self.prefixes.iter().filter(of_this).find(|it| text.starts_with(&it.text))?;
        let symbol = &text[prefix.text.len()..];
        // With several applications, its name distinguishes them.
        let is_only = self.prefixes.iter().all(|it| it.application == prefix.application);
        Some(if is_only { symbol.to_owned() } else { format!("{}.{symbol}", prefix.application) })
    }

    /// The program's name of a node, if it is known; the node's id otherwise.
    pub(crate) fn called(&self, node: &NodeId) -> String {
        let symbol = match &node.identifier {
            Identifier::String(text) => self.symbol(node.namespace, text.as_ref()),
            _ => None,
        };
        symbol.unwrap_or_else(|| node.to_string())
    }

    fn of_symbol(&self, symbol: &str) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for Prefix { namespace, text, application } in &self.prefixes {
            let within = |application: &str| symbol.strip_prefix(application)?.strip_prefix('.');
            let inner = within(application).into_iter();
            // Without an application in the project, the default name is used; the server's name
            // may differ.
            let usual = within(USUAL).filter(|_| application != USUAL && self.prefixes.len() == 1);
            for symbol in inner.chain([symbol]).chain(usual) {
                let separator = if text.ends_with('/') { "/" } else { "." };
                for (name, steps) in ways(symbol) {
                    // Without spare capacity: ten thousand of them are stored.
                    let node = [text.as_str(), &name.replace('.', separator)].concat();
                    let node = NodeId::new(*namespace, node).into();
                    candidates.push(Candidate { node, steps });
                }
            }
        }
        if candidates.is_empty() { self.plain(symbol) } else { candidates }
    }

    /// The candidate nodes outside of the programs. Empty if there is no program, or if the name is
    /// already that of a node.
    pub(crate) fn others(&self, name: &Name) -> Vec<Candidate> {
        match name {
            Name::Symbol(symbol) if !self.prefixes.is_empty() => self.plain(symbol),
            _ => Vec::new(),
        }
    }

    /// For servers whose identifiers are the program's own names, such as TwinCAT. The first two
    /// namespaces are OPC UA's and the server's own.
    fn plain(&self, symbol: &str) -> Vec<Candidate> {
        let count = u16::try_from(self.namespaces.len()).unwrap_or(u16::MAX);
        let namespaces = (1..count).rev().take(NAMESPACES_TRIED);
        namespaces.flat_map(|it| of_text(it, symbol)).collect()
    }
}

/// The default application name in a new CODESYS project.
const USUAL: &str = "Application";

/// Maximum number of namespaces in which a bare name is searched.
const NAMESPACES_TRIED: usize = 16;

fn of_text(namespace: u16, text: &str) -> Vec<Candidate> {
    ways(text)
        .into_iter()
        .map(|(name, steps)| {
            let node = NodeId::new(namespace, name.into_owned()).into();
            Candidate { node, steps }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naming() -> Naming {
        let prefix = |application: &str| Prefix {
            namespace: 4,
            text: format!("|var|PLC x64.{application}."),
            application: application.to_owned(),
        };
        Naming {
            namespaces: ["http://opcfoundation.org/UA/", "urn:plc", "CODESYSSPV3/3S/IecVarAccess"]
                .map(str::to_owned)
                .to_vec(),
            prefixes: vec![prefix("Application")],
        }
    }

    fn check(naming: &Naming, name: &str, expected: &[&str]) {
        let candidates = naming.candidates(&parse(name).expect(name)).expect(name);
        let texts: Vec<String> =
            candidates.iter().map(|it| format!("{}{}", it.node, steps_text(&it.steps))).collect();
        assert_eq!(texts[..expected.len().min(texts.len())], *expected, "{name}");
    }

    #[test]
    fn a_name_becomes_the_nodes_that_it_may_mean() {
        let it = naming();
        check(&it, "i=2258", &["i=2258"]);
        check(&it, "ns=2;i=5[3]", &["ns=2;i=5[3]"]);
        check(&it, "ns=2;s=a b", &["ns=2;s=a b"]);
        check(&it, "ns=2;s=a.b[3]", &["ns=2;s=a.b[3]", "ns=2;s=a.b[3]", "ns=2;s=a.b[3]"]);
        check(&it, "nsu=CODESYSSPV3/3S/IecVarAccess;s=x", &["ns=2;s=x"]);
        check(
            &it,
            "PLC_PRG.x",
            &[
                "ns=4;s=|var|PLC x64.Application.PLC_PRG.x",
                "ns=4;s=|var|PLC x64.Application.PLC_PRG.x",
            ],
        );
        check(&it, "Application.PLC_PRG.x", &["ns=4;s=|var|PLC x64.Application.PLC_PRG.x"]);
        assert!(it.candidates(&parse("nsu=urn:no;s=x").unwrap()).is_err());
    }

    #[test]
    fn the_only_application_stands_for_the_usual_one() {
        let named = |application: &str| Prefix {
            namespace: 4,
            text: format!("|var|Dev.{application}."),
            application: application.to_owned(),
        };
        let mut it = Naming { prefixes: vec![named("Press")], ..naming() };
        let (own, usual) = ("ns=4;s=|var|Dev.Press.PLC_PRG.n", "Application.PLC_PRG.n");
        let nodes = |it: &Naming| {
            let candidates = it.candidates(&parse(usual).unwrap()).unwrap();
            candidates.iter().map(|it| it.node.to_string()).collect::<Vec<_>>()
        };
        assert!(nodes(&it).iter().any(|node| node == own), "{:?}", nodes(&it));
        it.prefixes.push(named("Other"));
        assert!(!nodes(&it).iter().any(|node| node == own), "which of them is not known");
    }

    #[test]
    fn without_a_prefix_every_namespace_is_tried() {
        let it = Naming { prefixes: Vec::new(), ..naming() };
        check(&it, "MAIN.x", &["ns=2;s=MAIN.x", "ns=2;s=MAIN.x", "ns=1;s=MAIN.x"]);
    }

    #[test]
    fn beside_a_program_every_namespace_is_tried() {
        let others = |name: &str| naming().others(&parse(name).expect(name));
        let nodes: Vec<String> = others("Plant.x").iter().map(|it| it.node.to_string()).collect();
        assert_eq!(nodes, ["ns=2;s=Plant.x", "ns=2;s=Plant", "ns=1;s=Plant.x", "ns=1;s=Plant"]);
        assert_eq!(others("ns=2;s=Plant.x"), []);
        let without = Naming { prefixes: Vec::new(), ..naming() };
        assert_eq!(without.others(&parse("Plant.x").unwrap()), []);
    }

    #[test]
    fn a_node_is_called_as_the_program_calls_it() {
        let mut it = naming();
        let text = "|var|PLC x64.Application.GVL.a b";
        assert_eq!(it.symbol(4, text).as_deref(), Some("GVL.a b"));
        assert_eq!(it.symbol(3, text), None);
        let other = Prefix {
            namespace: 4,
            text: "|var|PLC x64.Other.".into(),
            application: "Other".into(),
        };
        it.prefixes.push(other);
        assert_eq!(it.symbol(4, text).as_deref(), Some("Application.GVL.a b"));
    }
}
