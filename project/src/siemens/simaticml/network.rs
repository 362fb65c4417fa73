//! Networks: their code in all languages, with titles and comments.

use roxmltree::Node;

use super::{attribute, elements, graph, ladder, multilingual, statements, structured};
use crate::{
    line_index::LineIndex,
    model::{Body, Code, Language, Origins, Rung},
    siemens::text::{language, networks},
    xml,
};

/// Returns the code of a block; `None` if the file contains none.
pub(super) fn code(file: &str, lines: &LineIndex<'_>, object: Node<'_, '_>) -> Option<Code> {
    let whole =
        attribute(object, "ProgrammingLanguage").map_or(Language::Other, |it| language(&it));
    let units = xml::children(xml::child(object, "ObjectList")?, "SW.Blocks.CompileUnit");
    let units: Vec<(Node<'_, '_>, Option<Node<'_, '_>>)> =
        units.map(|unit| (unit, source(unit))).collect();
    let first = units.first()?.1.or_else(|| units.iter().find_map(|(_, source)| *source));
    let origin = first.map(|source| lines.origin(file, source.range().start));
    let code = if whole == Language::Sfc {
        let sources = units.iter().filter_map(|(_, source)| *source);
        let rungs = sources.flat_map(|source| graph::rungs(lines, source)).collect();
        Code { language: whole, body: Body::Rungs(rungs), ..Code::default() }
    } else {
        let rungs = (1..).zip(units).map(|(number, (unit, source))| {
            let own = attribute(unit, "ProgrammingLanguage").map_or(whole, |it| language(&it));
            (own, rung(lines, number, unit, source))
        });
        networks(whole, rungs.collect())
    };
    Some(Code { origin, ..code })
}

fn source<'a, 'input>(unit: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    elements(xml::descend(unit, &["AttributeList", "NetworkSource"])?).next()
}

fn rung(
    lines: &LineIndex<'_>,
    number: u32,
    unit: Node<'_, '_>,
    source: Option<Node<'_, '_>>,
) -> Rung {
    let written = source.map(|source| text(lines, source)).unwrap_or_default();
    Rung {
        number,
        title: multilingual::of_object(unit, "Title"),
        comment: multilingual::of_object(unit, "Comment"),
        ..written
    }
}

/// Returns the code of a network as text, with its drawing and its place in the file.
pub(super) fn text(lines: &LineIndex<'_>, source: Node<'_, '_>) -> Rung {
    let begin = Origins::drawn(lines.position(source.range().start));
    match source.tag_name().name() {
        "FlgNet" => {
            let (text, ladder, net) = ladder::network(lines, source);
            let (ladder, net) = (Some(Box::new(ladder)), Some(Box::new(net)));
            Rung { text, ladder, net, origins: begin, ..Rung::default() }
        }
        "StructuredText" => {
            let (text, origins) = structured::text(lines, source);
            Rung { text, origins, ..Rung::default() }
        }
        "StatementList" => {
            let (text, list, origins) = statements::read(lines, source);
            Rung { text, list: Some(list.into()), origins, ..Rung::default() }
        }
        _ => {
            let text = xml::text(source).trim().to_owned();
            Rung { text, origins: begin, ..Rung::default() }
        }
    }
}
