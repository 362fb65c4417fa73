//! Networks: their sources in whatever language, with titles and comments.

use roxmltree::Node;

use super::{attribute, elements, graph, ladder, multilingual, statements, structured};
use crate::{
    model::{Body, Language, Rung},
    siemens::text::{language, network, tidy},
    xml,
};

/// The code of a block; `None` where the file shows none.
pub(super) fn code(object: Node<'_, '_>) -> Option<(Language, Body)> {
    let whole =
        attribute(object, "ProgrammingLanguage").map_or(Language::Other, |it| language(&it));
    let units: Vec<Node<'_, '_>> = xml::child(object, "ObjectList")
        .into_iter()
        .flat_map(|list| xml::children(list, "SW.Blocks.CompileUnit"))
        .collect();
    if units.is_empty() {
        return None;
    }
    let sources = units.iter().filter_map(|unit| {
        let source = xml::descend(*unit, &["AttributeList", "NetworkSource"])?;
        elements(source).next()
    });
    if whole == Language::Sfc {
        let rungs = sources.flat_map(graph::rungs).collect();
        return Some((whole, Body::Rungs(rungs)));
    }
    let rungs: Vec<Rung> = units
        .iter()
        .enumerate()
        .map(|(at, unit)| {
            let own = attribute(*unit, "ProgrammingLanguage").map_or(whole, |it| language(&it));
            network(whole, own, rung(at, *unit))
        })
        .collect();
    match &rungs[..] {
        [one] if whole == Language::St => Some((whole, Body::Text(one.text.clone()))),
        _ => Some((whole, Body::Rungs(rungs))),
    }
}

/// Where the first network's source begins.
pub(super) fn begin(object: Node<'_, '_>) -> Option<usize> {
    let units = xml::children(xml::child(object, "ObjectList")?, "SW.Blocks.CompileUnit");
    let mut sources =
        units.filter_map(|unit| xml::descend(unit, &["AttributeList", "NetworkSource"]));
    sources.find_map(|source| elements(source).next()).map(|source| source.range().start)
}

fn rung(at: usize, unit: Node<'_, '_>) -> Rung {
    let source = xml::descend(unit, &["AttributeList", "NetworkSource"]);
    let source = source.and_then(|source| elements(source).next());
    let (text, net) = match source {
        Some(source) if source.tag_name().name() == "FlgNet" => {
            let (text, net) = ladder::network(source);
            (text, Some(Box::new(net)))
        }
        source => (source.map(text).unwrap_or_default(), None),
    };
    Rung {
        number: u32::try_from(at + 1).unwrap_or(u32::MAX),
        title: multilingual::of_object(unit, "Title"),
        comment: multilingual::of_object(unit, "Comment"),
        text,
        net,
        ..Rung::default()
    }
}

/// A network's source as text.
pub(super) fn text(source: Node<'_, '_>) -> String {
    match source.tag_name().name() {
        "FlgNet" => ladder::text(source),
        "StructuredText" => tidy(&structured::text(source)),
        "StatementList" => statements::text(source),
        _ => xml::text(source).trim().to_owned(),
    }
}
