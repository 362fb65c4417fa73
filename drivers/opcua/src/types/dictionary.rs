//! The older way in which servers describe their types: a dictionary in XML, in the language of the
//! OPC Binary type system (OPC UA Part 5 annex D, Part 6 annex E of 1.03).

use opcua::types::NodeId;
use roxmltree::{Document, Node, ParsingOptions};

use super::{Field, Layout, Structure};

/// Maximum number of XML nodes in one dictionary.
const NODES: u32 = 1_000_000;

/// The structure of this name. `of_name` returns the data type of a member with a type of the
/// dictionary. `None`: the dictionary does not have it, or its form is not supported.
pub(crate) fn structure(
    xml: &str,
    name: &str,
    of_name: &dyn Fn(&str) -> Option<NodeId>,
) -> Option<Structure> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES, ..Default::default() };
    let document = Document::parse_with_options(xml, options).ok()?;
    let root = document.root_element();
    let of_kind = |kind: &'static str| {
        move |it: &Node<'_, '_>| it.is_element() && it.tag_name().name() == kind
    };
    let it = root
        .children()
        .filter(of_kind("StructuredType"))
        .find(|it| it.attribute("Name") == Some(name))?;
    let mut fields: Vec<Field> = Vec::new();
    // Members that only contain the length of an array.
    let lengths: Vec<&str> = it.children().filter_map(|it| it.attribute("LengthField")).collect();
    for field in it.children().filter(of_kind("Field")) {
        let (name, kind) = (field.attribute("Name")?, field.attribute("TypeName")?);
        if lengths.contains(&name) {
            continue;
        }
        // Bits and choices have other encodings.
        if field.attribute("SwitchField").is_some() || field.attribute("Length").is_some() {
            return None;
        }
        let (prefix, kind) = kind.split_once(':').unwrap_or(("", kind));
        let namespace = field.lookup_namespace_uri((!prefix.is_empty()).then_some(prefix));
        let is_own = !matches!(
            namespace,
            Some("http://opcfoundation.org/BinarySchema/" | "http://opcfoundation.org/UA/")
        );
        let data_type = if is_own {
            let is_enumerated = root
                .children()
                .filter(of_kind("EnumeratedType"))
                .any(|it| it.attribute("Name") == Some(kind));
            if is_enumerated { NodeId::new(0, 29_u32) } else { of_name(kind)? }
        } else {
            of_builtin(kind).or_else(|| of_name(kind))?
        };
        fields.push(Field {
            name: name.into(),
            data_type,
            dimensions: usize::from(field.attribute("LengthField").is_some()),
            is_optional: false,
            is_open: false,
        });
    }
    Some(Structure { layout: Layout::Plain, fields })
}

fn of_builtin(kind: &str) -> Option<NodeId> {
    let number = match kind {
        "Boolean" => 1_u32,
        "SByte" => 2,
        "Byte" => 3,
        "Int16" => 4,
        "UInt16" => 5,
        "Int32" => 6,
        "UInt32" => 7,
        "Int64" => 8,
        "UInt64" => 9,
        "Float" => 10,
        "Double" => 11,
        "String" | "CharArray" | "WideString" => 12,
        "DateTime" => 13,
        "Guid" => 14,
        "ByteString" => 15,
        "XmlElement" => 16,
        "NodeId" => 17,
        "ExpandedNodeId" => 18,
        "StatusCode" => 19,
        "QualifiedName" => 20,
        "LocalizedText" => 21,
        "ExtensionObject" => 22,
        "DataValue" => 23,
        "Variant" => 24,
        _ => return None,
    };
    Some(NodeId::new(0, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<opc:TypeDictionary xmlns:opc="http://opcfoundation.org/BinarySchema/"
        xmlns:ua="http://opcfoundation.org/UA/" xmlns:tns="urn:plc" TargetNamespace="urn:plc">
      <opc:StructuredType Name="Motor" BaseType="ua:ExtensionObject">
        <opc:Field Name="Speed" TypeName="opc:Double"/>
        <opc:Field Name="NoOfSteps" TypeName="opc:Int32"/>
        <opc:Field Name="Steps" TypeName="opc:Int16" LengthField="NoOfSteps"/>
        <opc:Field Name="State" TypeName="tns:State"/>
        <opc:Field Name="Axis" TypeName="tns:Axis"/>
      </opc:StructuredType>
      <opc:StructuredType Name="Bits"><opc:Field Name="a" TypeName="opc:Bit" Length="3"/></opc:StructuredType>
      <opc:EnumeratedType Name="State" LengthInBits="32"/>
    </opc:TypeDictionary>"#;

    #[test]
    fn a_dictionary_tells_members() {
        let axis = NodeId::new(3, "Axis");
        let of_name = |name: &str| (name == "Axis").then(|| axis.clone());
        let it = structure(XML, "Motor", &of_name).expect("it is in there");
        let fields: Vec<String> = it
            .fields
            .iter()
            .map(|it| format!("{} {} {}", it.name, it.data_type, it.dimensions))
            .collect();
        assert_eq!(fields, ["Speed i=11 0", "Steps i=4 1", "State i=29 0", "Axis ns=3;s=Axis 0"]);
    }

    #[test]
    fn what_cannot_be_told_is_not_guessed() {
        let nothing = |_: &str| None;
        assert_eq!(structure(XML, "Motor", &nothing), None, "a member of unknown type");
        assert_eq!(structure(XML, "Bits", &nothing), None, "members that are bits");
        assert_eq!(structure(XML, "Pump", &nothing), None);
        assert_eq!(structure("<a>", "Motor", &nothing), None);
    }
}
