//! Blocks and types.

use roxmltree::Node;

use super::{attribute, interface, multilingual, network};
use crate::{
    declaration::{Cursor, Dialect, SectionDeclaration, Variable},
    line_index::LineIndex,
    siemens::found::{FoundBlock, Kind, number_of},
    xml,
};

/// The kind of an object by the name of its element; `None` if it is neither a block nor a type.
pub(super) fn kind(name: &str) -> Option<Kind> {
    match name {
        "SW.Blocks.OB" => Some(Kind::OrganizationBlock),
        "SW.Blocks.FB" => Some(Kind::FunctionBlock),
        "SW.Blocks.FC" => Some(Kind::Function),
        "SW.Blocks.GlobalDB"
        | "SW.Blocks.InstanceDB"
        | "SW.Blocks.ArrayDB"
        | "SW.TechnologicalObjects.TechnologicalInstanceDB" => Some(Kind::DataBlock),
        "SW.Types.PlcStruct" => Some(Kind::Type),
        _ => None,
    }
}

/// Reads an object; `None` if it has no name. An export with defaults contains the memory layout of
/// every block that has a choice: a block without it is in a controller that only has the standard
/// layout. `place` is the file, and the index of the lines of its text.
pub(super) fn read(
    place: (&str, &LineIndex<'_>),
    object: Node<'_, '_>,
    kind: Kind,
    with_defaults: bool,
) -> Option<FoundBlock> {
    let (file, lines) = place;
    let mut block = FoundBlock::new(file, kind, &attribute(object, "Name")?);
    block.number =
        number_of(kind, &attribute(object, "Number").unwrap_or_default()).or(block.number);
    block.standard_layout = match attribute(object, "MemoryLayout").as_deref() {
        Some("Optimized") => Some(false),
        Some("Standard") => Some(true),
        Some(_) => None,
        None => (with_defaults && kind != Kind::Type).then_some(true),
    };
    block.made_of =
        attribute(object, "InstanceOfName").map(|name| name.trim_matches('"').to_owned());
    block.version = attribute(object, "HeaderVersion");
    block.protected = attribute(object, "IsKnowHowProtected").is_some_and(|it| it == "true");
    block.comment = multilingual::of_object(object, "Comment")
        .or_else(|| multilingual::of_object(object, "Title"));
    if let Some(sections) = xml::descend(object, &["AttributeList", "Interface", "Sections"]) {
        interface::read(lines, sections, &mut block);
    }
    if object.tag_name().name() == "SW.Blocks.ArrayDB" && block.sections.is_empty() {
        block.sections.extend(array(object));
    }
    if !matches!(kind, Kind::DataBlock | Kind::Type) {
        block.code = network::code(file, lines, object);
        block.event = attribute(object, "SecondaryType");
        block.safety = attribute(object, "ProgrammingLanguage")
            .is_some_and(|language| language.starts_with("F_"));
    }
    Some(block)
}

/// An array data block that declares its array in attributes: a single anonymous array.
fn array(object: Node<'_, '_>) -> Option<SectionDeclaration> {
    let element = attribute(object, "ArrayDataType")?;
    let low = attribute(object, "ArrayLimitLowerBound").unwrap_or_else(|| "0".to_owned());
    let high = attribute(object, "ArrayLimitUpperBound")?;
    let text = format!("Array[{low}..{high}] of {element}");
    let type_expr = Cursor::new(&text, Dialect::Siemens).type_expr();
    let variable = Variable {
        name: "THIS".to_owned(),
        type_expr,
        attributes: Vec::new(),
        at: None,
        initial: None,
        comment: None,
        line: xml::line(object),
    };
    Some(SectionDeclaration {
        keyword: "VAR".to_owned(),
        modifiers: Vec::new(),
        attributes: Vec::new(),
        variables: vec![variable],
    })
}
