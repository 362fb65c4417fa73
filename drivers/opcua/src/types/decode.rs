//! Decodes a structure by the definition of its type (OPC UA Part 6 §5.2.7).

use std::sync::Arc;

use opcua::types::{BinaryDecodable, Context};
use tagbridge_driver::Value;

use super::{
    Field, Kind, Layout, Structure, Types,
    builtin::Builtin,
    value::{DecodeProblem, Depth, Malformed, nested, value_within},
};
use crate::depth_limit::DepthLimitedBytes;

/// Maximum number of values in one structure, and of elements of one array.
const ELEMENTS: usize = 1 << 20;

/// The members of a structure, in order, and whether they are all of its bytes. Missing optional
/// members are left out.
pub(super) fn structure(
    mut bytes: &[u8],
    structure: &Structure,
    types: &Types,
    context: &Context<'_>,
    depth: Depth,
) -> Result<(Value, bool), DecodeProblem> {
    let mut decoder = Decoder { types, context, left: ELEMENTS };
    let value = decoder.members(&mut bytes, structure, depth)?;
    Ok((value, bytes.is_empty()))
}

struct Decoder<'a> {
    types: &'a Types,
    context: &'a Context<'a>,
    /// Number of values that may still follow: those of empty structures use no bytes.
    left: usize,
}

impl Decoder<'_> {
    fn members(
        &mut self,
        bytes: &mut &[u8],
        structure: &Structure,
        depth: Depth,
    ) -> Result<Value, DecodeProblem> {
        let depth = depth.deeper()?;
        let mut members: Vec<(Arc<str>, Value)> = Vec::new();
        match structure.layout {
            Layout::Plain => {
                for field in &structure.fields {
                    members.push((Arc::clone(&field.name), self.field(bytes, field, depth)?));
                }
            }
            Layout::Optional => {
                let mask =
                    u32::decode(bytes, self.context).map_err(|it| DecodeProblem::from(&it))?;
                let mut bit = 0;
                for field in &structure.fields {
                    if field.is_optional {
                        bit += 1;
                        if bit > 32 || mask & 1 << (bit - 1) == 0 {
                            continue;
                        }
                    }
                    members.push((Arc::clone(&field.name), self.field(bytes, field, depth)?));
                }
            }
            Layout::Union => {
                let number =
                    u32::decode(bytes, self.context).map_err(|it| DecodeProblem::from(&it))?;
                if number > 0 {
                    let field = usize::try_from(number - 1)
                        .ok()
                        .and_then(|it| structure.fields.get(it))
                        .ok_or(DecodeProblem::Wrong(Malformed::UnionMember { number }))?;
                    members.push((Arc::clone(&field.name), self.field(bytes, field, depth)?));
                }
            }
        }
        Ok(Value::Struct(members))
    }

    fn field(
        &mut self,
        bytes: &mut &[u8],
        field: &Field,
        depth: Depth,
    ) -> Result<Value, DecodeProblem> {
        match field.dimensions {
            0 => self.one(bytes, field, depth),
            1 => {
                let count = self.count(bytes)?;
                self.several(bytes, field, count, depth).map(Value::Array)
            }
            rank => {
                // The dimensions are first, as a separate array.
                let told = self.count(bytes)?;
                if told != rank {
                    let wrong = Malformed::Dimensions { told, expected: rank };
                    return Err(DecodeProblem::Wrong(wrong));
                }
                let mut dimensions = Vec::with_capacity(rank);
                for _ in 0..rank {
                    dimensions.push(self.count(bytes)?);
                }
                let count = dimensions
                    .iter()
                    .try_fold(1_usize, |count, it| count.checked_mul(*it))
                    .filter(|it| *it <= ELEMENTS)
                    .ok_or(DecodeProblem::Wrong(Malformed::Matrix))?;
                let values = self.several(bytes, field, count, depth)?;
                Ok(nested(values, &dimensions))
            }
        }
    }

    fn several(
        &mut self,
        bytes: &mut &[u8],
        field: &Field,
        count: usize,
        depth: Depth,
    ) -> Result<Vec<Value>, DecodeProblem> {
        // The allocation is limited by the remaining bytes.
        let mut values = Vec::with_capacity(count.min(bytes.len()));
        for _ in 0..count {
            if bytes.is_empty() {
                return Err(DecodeProblem::Wrong(Malformed::ArrayEnds));
            }
            values.push(self.one(bytes, field, depth)?);
        }
        Ok(values)
    }

    fn one(
        &mut self,
        bytes: &mut &[u8],
        field: &Field,
        depth: Depth,
    ) -> Result<Value, DecodeProblem> {
        self.left =
            self.left.checked_sub(1).ok_or(DecodeProblem::Wrong(Malformed::EndlessStructure))?;
        let kind = self
            .types
            .kind(&field.data_type)
            .ok_or_else(|| DecodeProblem::DataType(field.data_type.clone()))?;
        match kind {
            Kind::Structure(_) if field.is_open => {
                self.builtin(bytes, Builtin::ExtensionObject, depth)
            }
            Kind::Builtin(_) | Kind::Enumeration if field.is_open => {
                self.builtin(bytes, Builtin::Variant, depth)
            }
            Kind::Structure(inner) => self.members(bytes, &inner, depth),
            Kind::Enumeration => self.builtin(bytes, Builtin::Int32, depth),
            Kind::Builtin(builtin) => self.builtin(bytes, builtin, depth),
            Kind::Opaque => Err(DecodeProblem::Untold(field.data_type.clone())),
        }
    }

    fn builtin(
        &mut self,
        bytes: &mut &[u8],
        builtin: Builtin,
        depth: Depth,
    ) -> Result<Value, DecodeProblem> {
        let mut shallow = DepthLimitedBytes::over(bytes);
        let variant =
            builtin.decode(&mut shallow, self.context).map_err(|it| DecodeProblem::from(&it))?;
        *bytes = shallow.rest();
        match value_within(variant, self.types, self.context, depth) {
            // In a structure null is null: members have no quality.
            Err(DecodeProblem::Null) => Ok(Value::Text(String::new())),
            other => other,
        }
    }

    fn count(&mut self, bytes: &mut &[u8]) -> Result<usize, DecodeProblem> {
        let count = i32::decode(bytes, self.context).map_err(|it| DecodeProblem::from(&it))?;
        match usize::try_from(count) {
            // -1: a missing array, treated as an empty one.
            Err(_) => Ok(0),
            Ok(count) if count <= ELEMENTS => Ok(count),
            Ok(count) => Err(DecodeProblem::Wrong(Malformed::Array { count })),
        }
    }
}
