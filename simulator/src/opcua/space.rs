//! The nodes of a layout: the CODESYS tree of folders, variables and types.

use opcua::{
    nodes::{AccessLevel, DataTypeBuilder, ObjectBuilder, ReferenceDirection, VariableBuilder},
    server::address_space::AddressSpace,
    types::{
        DataTypeDefinition, DataTypeId, EnumDefinition, EnumField, LocalizedText, NodeId, ObjectId,
        ObjectTypeId, QualifiedName, ReferenceTypeId, StructureDefinition, StructureField,
        StructureType, VariableTypeId, Variant,
    },
};
use tagbridge_driver::Access;

use super::{
    encoded::{encoding_id, type_id},
    identity::Identity,
    layout::{Layout, Variable, parts},
    model::UnitKind,
    types::{Enumerated, Shape, Structured},
};

/// Shortest sampling interval in milliseconds: the default of a CODESYS runtime.
pub(super) const SAMPLING_MS: f64 = 100.0;

/// The namespaces of the nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Namespaces {
    /// `http://opcfoundation.org/UA/DI/`
    pub(super) devices: u16,
    /// `CODESYSSPV3/3S/IecVarAccess`
    pub(super) variables: u16,
}

/// Creates nodes from a layout.
pub(super) struct Builder<'a> {
    pub(super) space: &'a mut AddressSpace,
    pub(super) layout: &'a Layout,
    pub(super) namespaces: Namespaces,
}

impl Builder<'_> {
    /// Creates all nodes, except variables for which `is_missing` returns true.
    pub(super) fn build(&mut self, identity: &Identity, is_missing: impl Fn(&str) -> bool) {
        for it in &self.layout.enumerations {
            self.enumeration(it);
        }
        for it in &self.layout.structures {
            self.structure(it);
        }
        self.folders(identity);
        for it in &self.layout.variables {
            if !is_missing(&it.name) {
                self.variable(it);
            }
        }
    }

    /// Creates the node of a variable, and those of its members and elements.
    pub(super) fn variable(&mut self, variable: &Variable) {
        let (unit, label) = variable.name.split_once('.').unwrap_or(("", &variable.name));
        let node = Node {
            name: variable.name.clone(),
            label: label.to_owned(),
            shape: &variable.shape,
            comment: &variable.comment,
            access: access_level(variable.access),
            parent: self.folder(unit),
        };
        self.value_node(&node);
    }

    /// The id of a variable, member or element.
    pub(super) fn variable_id(layout: &Layout, namespaces: Namespaces, name: &str) -> NodeId {
        NodeId::new(namespaces.variables, format!("|var|{}.{name}", layout.prefix()))
    }

    fn folder(&self, name: &str) -> NodeId {
        let id = format!("|appo|{}.{name}", self.layout.prefix());
        NodeId::new(self.namespaces.variables, id)
    }

    /// `Objects/DeviceSet/<device>/Resources/<application>/{GlobalVars,Programs,Tasks}`.
    fn folders(&mut self, identity: &Identity) {
        let Namespaces { devices, variables } = self.namespaces;
        let set = NodeId::new(devices, 5001);
        let name = QualifiedName::new(devices, "DeviceSet");
        self.space.add_folder(&set, name, "DeviceSet", &ObjectId::ObjectsFolder.into());
        let device = self.layout.device.clone();
        let controller = NodeId::new(variables, format!("|plc|{device}"));
        self.component(&controller, &device, &set);
        for (name, value) in [
            ("Manufacturer", &identity.manufacturer),
            ("Model", &identity.model),
            ("SerialNumber", &identity.serial),
            ("SoftwareRevision", &identity.revision),
        ] {
            let id = NodeId::new(variables, format!("|plc|{device}.{name}"));
            VariableBuilder::new(&id, QualifiedName::new(devices, name), name)
                .data_type(DataTypeId::String)
                .value(value.as_str())
                .has_type_definition(VariableTypeId::PropertyType)
                .property_of(controller.clone())
                .insert(self.space);
        }
        let resources = NodeId::new(variables, format!("|plc|{device}.Resources"));
        self.component(&resources, "Resources", &controller);
        let application = NodeId::new(variables, format!("|appo|{}", self.layout.prefix()));
        self.component(&application, &self.layout.application, &resources);
        for name in ["GlobalVars", "Programs", "Tasks"] {
            self.component(&self.folder(name), name, &application);
        }
        for unit in &self.layout.units {
            let parent = match unit.kind {
                UnitKind::Program => self.folder("Programs"),
                UnitKind::GlobalVars => self.folder("GlobalVars"),
            };
            self.component(&self.folder(&unit.name), &unit.name, &parent);
        }
    }

    fn component(&mut self, id: &NodeId, name: &str, parent: &NodeId) {
        let browse_name = QualifiedName::new(self.namespaces.variables, name);
        ObjectBuilder::new(id, browse_name, name)
            .has_type_definition(ObjectTypeId::FolderType)
            .component_of(parent.clone())
            .insert(self.space);
    }

    fn value_node(&mut self, node: &Node<'_>) {
        let id = Self::variable_id(self.layout, self.namespaces, &node.name);
        let browse_name = QualifiedName::new(self.namespaces.variables, node.label.as_str());
        let mut builder = VariableBuilder::new(&id, browse_name, node.label.as_str())
            .data_type(self.data_type(node.shape))
            .value_rank(value_rank(node.shape))
            .access_level(node.access)
            .user_access_level(node.access)
            .minimum_sampling_interval(SAMPLING_MS)
            .has_type_definition(VariableTypeId::BaseDataVariableType)
            .component_of(node.parent.clone());
        if let Shape::Array(it) = node.shape {
            builder = builder.array_dimensions(&it.dimensions());
        }
        if !node.comment.is_empty() {
            builder = builder.description(LocalizedText::from(node.comment));
        }
        builder.insert(self.space);
        for part in parts(node.shape) {
            self.value_node(&Node {
                name: format!("{}{}", node.name, part.suffix),
                label: part.label,
                shape: &part.shape,
                comment: &part.comment,
                access: node.access,
                parent: id.clone(),
            });
        }
    }

    fn data_type(&self, shape: &Shape) -> NodeId {
        match shape {
            Shape::Scalar(it) => it.data_type.into(),
            Shape::Enumeration(it) => type_id(&it.name, self.namespaces.variables),
            Shape::Structure(it) => type_id(&it.name, self.namespaces.variables),
            Shape::Array(it) => self.data_type(&it.element),
        }
    }

    fn enumeration(&mut self, enumerated: &Enumerated) {
        let id = type_id(&enumerated.name, self.namespaces.variables);
        let fields = enumerated.values.iter().map(|(name, value)| EnumField {
            value: (*value).into(),
            display_name: LocalizedText::from(name),
            description: LocalizedText::null(),
            name: name.into(),
        });
        let definition = EnumDefinition { fields: Some(fields.collect()) };
        let browse_name = QualifiedName::new(self.namespaces.variables, enumerated.name.as_str());
        DataTypeBuilder::new(&id, browse_name, enumerated.name.as_str())
            .subtype_of(DataTypeId::Enumeration)
            .data_type_definition(DataTypeDefinition::Enum(definition))
            .insert(self.space);
        // As a list of names if the values are 0, 1, 2, … (Part 3 §5.8.3).
        let in_order = enumerated.values.iter().zip(0..).all(|((_, value), place)| *value == place);
        if in_order {
            let names: Vec<_> =
                enumerated.values.iter().map(|(name, _)| LocalizedText::from(name)).collect();
            let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
            let property = NodeId::new(
                self.namespaces.variables,
                format!("|type|{}|EnumStrings", enumerated.name),
            );
            VariableBuilder::new(&property, QualifiedName::new(0, "EnumStrings"), "EnumStrings")
                .data_type(DataTypeId::LocalizedText)
                .value_rank(1)
                .array_dimensions(&[count])
                .value(Variant::from(names))
                .has_type_definition(VariableTypeId::PropertyType)
                .property_of(id)
                .insert(self.space);
        }
    }

    fn structure(&mut self, structured: &Structured) {
        let namespace = self.namespaces.variables;
        let (id, encoding) =
            (type_id(&structured.name, namespace), encoding_id(&structured.name, namespace));
        let fields = structured.members.iter().map(|member| StructureField {
            name: (&*member.name).into(),
            description: LocalizedText::from(member.comment.as_str()),
            data_type: self.data_type(&member.shape),
            value_rank: value_rank(&member.shape),
            array_dimensions: match &member.shape {
                Shape::Array(it) => Some(it.dimensions()),
                _ => None,
            },
            max_string_length: 0,
            is_optional: false,
        });
        let definition = StructureDefinition {
            default_encoding_id: encoding.clone(),
            base_data_type: DataTypeId::Structure.into(),
            structure_type: StructureType::Structure,
            fields: Some(fields.collect()),
        };
        DataTypeBuilder::new(
            &id,
            QualifiedName::new(namespace, structured.name.as_str()),
            structured.name.as_str(),
        )
        .subtype_of(DataTypeId::Structure)
        .data_type_definition(DataTypeDefinition::Structure(definition))
        .insert(self.space);
        let name = QualifiedName::new(0, "Default Binary");
        ObjectBuilder::new(&encoding, name, "Default Binary")
            .has_type_definition(ObjectTypeId::DataTypeEncodingType)
            .reference(id, ReferenceTypeId::HasEncoding, ReferenceDirection::Inverse)
            .insert(self.space);
    }
}

/// The node of a variable, member or element.
struct Node<'a> {
    name: String,
    label: String,
    shape: &'a Shape,
    comment: &'a str,
    access: AccessLevel,
    parent: NodeId,
}

/// Scalar, or the number of dimensions (Part 3 §5.6.2).
fn value_rank(shape: &Shape) -> i32 {
    match shape {
        Shape::Array(it) => i32::try_from(it.bounds.len()).unwrap_or(i32::MAX),
        _ => -1,
    }
}

fn access_level(access: Access) -> AccessLevel {
    match access {
        Access::ReadWrite => AccessLevel::CURRENT_READ | AccessLevel::CURRENT_WRITE,
        Access::ReadOnly | Access::Unknown => AccessLevel::CURRENT_READ,
        Access::None => AccessLevel::empty(),
    }
}
