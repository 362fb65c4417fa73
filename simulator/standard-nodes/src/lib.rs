//! The standard nodes of OPC UA (namespace 0) for the server of `async-opcua`, as data. The public
//! crate with this name creates each of the 5,118 nodes in a function: 4 MB of every program, a
//! minute of linking.
//!
//! `nodes.zst` contains the nodes of version 0.19.0 of that crate in order: the class, the
//! attributes and the references, in OPC UA encoding. To create it for another version, use both
//! crates in a package outside this workspace:
//! `zstd::encode_all(&*written(&theirs::CoreNamespace)?, 22)`.

use std::io::{self, Cursor, Read};

use opcua_nodes::{
    DataType, ImportedItem, ImportedReference, Method, NodeSetImport, NodeType, Object, ObjectType,
    ReferenceType, Variable, VariableType, View,
};
use opcua_types::{
    AttributeId, BinaryDecodable, BinaryEncodable, ContextOwned, DataEncoding, DataValue,
    EncodingResult, Error, NamespaceMap, NodeClass, NodeId, NodeSetNamespaceMapper, NumericRange,
    TimestampsToReturn, Variant,
};

/// Namespace 0.
#[derive(Clone, Copy, Debug)]
pub struct CoreNamespace;

impl NodeSetImport for CoreNamespace {
    fn register_namespaces(&self, namespaces: &mut NodeSetNamespaceMapper<'_>) {
        namespaces.add_namespace(URI, 0);
    }

    fn get_own_namespaces(&self) -> Vec<String> {
        vec![URI.to_owned()]
    }

    fn load<'a>(
        &'a self,
        _: &'a NodeSetNamespaceMapper<'_>,
    ) -> Box<dyn Iterator<Item = ImportedItem> + 'a> {
        let all = zstd::decode_all(NODES).expect("the nodes were packed by zstd");
        let mut context = ContextOwned::default();
        // The type schemas are longer than the limit of a server for clients.
        context.options_mut().max_byte_string_length = all.len();
        Box::new(Nodes { rest: Cursor::new(all), context })
    }
}

const URI: &str = "http://opcfoundation.org/UA/";
static NODES: &[u8] = include_bytes!("../nodes.zst");

/// Returns the nodes of a set in the format of `nodes.zst`, uncompressed.
pub fn written(set: &impl NodeSetImport) -> EncodingResult<Vec<u8>> {
    let mut namespaces = NamespaceMap::new();
    let mut namespaces = NodeSetNamespaceMapper::new(&mut namespaces);
    set.register_namespaces(&mut namespaces);
    let context = ContextOwned::default();
    let context = context.context();
    let mut all = Vec::new();
    for ImportedItem { node, references } in set.load(&namespaces) {
        all.push(u8::try_from(node.node_class() as i32).map_err(Error::encoding)?);
        let attributes: Vec<(u8, Variant)> = (1..=LAST_ATTRIBUTE)
            .filter(|id| *id != AttributeId::NodeClass as u8)
            .filter_map(|id| Some((id, value(&node, id)?)))
            .collect();
        all.push(u8::try_from(attributes.len()).map_err(Error::encoding)?);
        for (id, value) in attributes {
            all.push(id);
            value.encode(&mut all, &context)?;
        }
        all.extend(u16::try_from(references.len()).map_err(Error::encoding)?.to_le_bytes());
        for reference in references {
            all.push(reference.is_forward.into());
            reference.type_id.encode(&mut all, &context)?;
            reference.target_id.encode(&mut all, &context)?;
        }
    }
    Ok(all)
}

const LAST_ATTRIBUTE: u8 = AttributeId::AccessLevelEx as u8;

fn value(node: &NodeType, attribute: u8) -> Option<Variant> {
    let attribute = AttributeId::from_u32(attribute.into()).ok()?;
    let (range, encoding) = (NumericRange::None, DataEncoding::Binary);
    node.as_node().get_attribute(TimestampsToReturn::Neither, attribute, &range, &encoding)?.value
}

struct Nodes {
    rest: Cursor<Vec<u8>>,
    context: ContextOwned,
}

impl Iterator for Nodes {
    type Item = ImportedItem;

    fn next(&mut self) -> Option<ImportedItem> {
        let ended = self.rest.position() == self.rest.get_ref().len() as u64;
        (!ended).then(|| self.node().expect("the nodes are as they were written"))
    }
}

impl Nodes {
    fn node(&mut self) -> Result<ImportedItem, Error> {
        let mut node = empty(NodeClass::try_from(i32::from(self.byte()?))?);
        for _ in 0..self.byte()? {
            let attribute = AttributeId::from_u32(u32::from(self.byte()?))
                .map_err(|_| Error::decoding("no attribute"))?;
            let value: Variant = self.decoded()?;
            let set = node.as_mut_node().set_attribute(attribute, value);
            set.map_err(|status| Error::new(status, "an attribute of another class"))?;
        }
        let mut references = Vec::new();
        for _ in 0..u16::from_le_bytes([self.byte()?, self.byte()?]) {
            references.push(ImportedReference {
                is_forward: self.byte()? == 1,
                type_id: self.decoded()?,
                target_id: self.decoded::<NodeId>()?,
            });
        }
        Ok(ImportedItem { node, references })
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.rest.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn decoded<T: BinaryDecodable>(&mut self) -> Result<T, Error> {
        T::decode(&mut self.rest, &self.context.context())
    }
}

/// A node of a class, without a name.
fn empty(class: NodeClass) -> NodeType {
    match class {
        NodeClass::Variable => {
            let mut variable = Variable::default();
            variable.set_data_value(DataValue::default());
            variable.into()
        }
        NodeClass::Method => Method::default().into(),
        NodeClass::ObjectType => ObjectType::default().into(),
        NodeClass::VariableType => VariableType::default().into(),
        NodeClass::ReferenceType => ReferenceType::default().into(),
        NodeClass::DataType => DataType::default().into(),
        NodeClass::View => View::default().into(),
        NodeClass::Object | NodeClass::Unspecified => Object::default().into(),
    }
}
