//! The types of variables.

use std::{fmt, str::FromStr, sync::Arc};

use opcua::types::{DataTypeId, VariantScalarTypeId};

use crate::rig::type_problem::TypeProblem;

/// A scalar type, by its name in a declaration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scalar {
    pub(super) name: &'static str,
    /// Its OPC UA type.
    pub(super) wire: VariantScalarTypeId,
    pub(super) data_type: DataTypeId,
}

/// The types of IEC 61131-3 as PLCopen maps them (OPC 30000 §5.2), and those of OPC UA.
const SCALARS: [Scalar; 35] = {
    use DataTypeId as D;
    use VariantScalarTypeId as W;
    [
        scalar("BOOL", W::Boolean, D::Boolean),
        scalar("SINT", W::SByte, D::SByte),
        scalar("INT", W::Int16, D::Int16),
        scalar("DINT", W::Int32, D::Int32),
        scalar("LINT", W::Int64, D::Int64),
        scalar("USINT", W::Byte, D::Byte),
        scalar("UINT", W::UInt16, D::UInt16),
        scalar("UDINT", W::UInt32, D::UInt32),
        scalar("ULINT", W::UInt64, D::UInt64),
        scalar("BYTE", W::Byte, D::Byte),
        scalar("WORD", W::UInt16, D::UInt16),
        scalar("DWORD", W::UInt32, D::UInt32),
        scalar("LWORD", W::UInt64, D::UInt64),
        scalar("REAL", W::Float, D::Float),
        scalar("LREAL", W::Double, D::Double),
        scalar("STRING", W::String, D::String),
        scalar("WSTRING", W::String, D::String),
        scalar("TIME", W::Double, D::Duration),
        scalar("LTIME", W::Double, D::Duration),
        scalar("DATE", W::DateTime, D::DateTime),
        scalar("TIME_OF_DAY", W::DateTime, D::DateTime),
        scalar("TOD", W::DateTime, D::DateTime),
        scalar("DATE_AND_TIME", W::DateTime, D::DateTime),
        scalar("DT", W::DateTime, D::DateTime),
        scalar("DateTime", W::DateTime, D::DateTime),
        scalar("UtcTime", W::DateTime, D::UtcTime),
        scalar("Guid", W::Guid, D::Guid),
        scalar("ByteString", W::ByteString, D::ByteString),
        scalar("XmlElement", W::XmlElement, D::XmlElement),
        scalar("NodeId", W::NodeId, D::NodeId),
        scalar("ExpandedNodeId", W::ExpandedNodeId, D::ExpandedNodeId),
        scalar("StatusCode", W::StatusCode, D::StatusCode),
        scalar("QualifiedName", W::QualifiedName, D::QualifiedName),
        scalar("LocalizedText", W::LocalizedText, D::LocalizedText),
        scalar("Duration", W::Double, D::Duration),
    ]
};

const fn scalar(name: &'static str, wire: VariantScalarTypeId, data_type: DataTypeId) -> Scalar {
    Scalar { name, wire, data_type }
}

impl Scalar {
    fn named(name: &str) -> Option<Self> {
        // The length belongs to the runtime: `STRING(80)`.
        let name = name.split(['(', '[']).next().unwrap_or(name).trim_end();
        SCALARS.into_iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }
}

/// A type as it is declared: `REAL`, `STRING(20)`, `ARRAY[1..3, 0..1] OF Motor`.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    Scalar(Scalar),
    /// A structure or an enumeration.
    Named(String),
    Array {
        /// Lowest and highest index of each dimension, outermost first.
        bounds: Vec<(i32, i32)>,
        element: Box<Type>,
    },
}

impl FromStr for Type {
    type Err = TypeProblem;

    fn from_str(text: &str) -> Result<Self, TypeProblem> {
        let text = text.trim();
        let is_array = text.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("ARRAY"))
            && text[5..].trim_start().starts_with('[');
        if !is_array {
            return match text {
                "" => Err(TypeProblem::Empty),
                _ => {
                    Ok(Scalar::named(text)
                        .map_or_else(|| Self::Named(text.to_owned()), Self::Scalar))
                }
            };
        }
        let (inside, rest) = text[5..]
            .trim_start()
            .trim_start_matches('[')
            .split_once(']')
            .ok_or(TypeProblem::NoBracket)?;
        let rest = rest.trim_start();
        let element = match rest.get(..3) {
            Some(of) if of.eq_ignore_ascii_case("OF ") => rest[3..].parse()?,
            _ => return Err(TypeProblem::NoElement),
        };
        let bounds = inside.split(',').map(dimension).collect::<Option<Vec<_>>>();
        let bounds = bounds.ok_or(TypeProblem::NoBounds)?;
        Ok(Self::Array { bounds, element: Box::new(element) })
    }
}

fn dimension(text: &str) -> Option<(i32, i32)> {
    let (low, high) = text.split_once("..")?;
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low <= high).then_some((low, high))
}

/// A type with resolved names.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Scalar(Scalar),
    Enumeration(Arc<Enumerated>),
    Structure(Arc<Structured>),
    Array(Arc<Arrayed>),
}

#[derive(Debug)]
pub(super) struct Enumerated {
    pub(super) name: String,
    pub(super) values: Vec<(String, i32)>,
}

#[derive(Debug)]
pub(super) struct Structured {
    pub(super) name: String,
    pub(super) members: Vec<Member>,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Arc<str>,
    pub(super) shape: Shape,
    pub(super) comment: String,
}

#[derive(Debug)]
pub(super) struct Arrayed {
    pub(super) bounds: Vec<(i32, i32)>,
    /// Never an array itself.
    pub(super) element: Shape,
}

impl Arrayed {
    /// Elements in each dimension, outermost first.
    pub(super) fn dimensions(&self) -> Vec<u32> {
        self.bounds.iter().map(|(low, high)| high.abs_diff(*low) + 1).collect()
    }

    /// Total number of elements.
    pub(super) fn count(&self) -> u64 {
        self.dimensions().into_iter().map(u64::from).product()
    }
}

impl fmt::Display for Shape {
    /// The OPC UA name of the type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(it) => f.write_str(it.name),
            Self::Enumeration(it) => f.write_str(&it.name),
            Self::Structure(it) => f.write_str(&it.name),
            Self::Array(it) => write!(f, "{}{:?}", it.element, it.dimensions()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_declared() {
        let named = |name: &str| Type::Named(name.to_owned());
        for (text, expected) in [
            ("Motor", named("Motor")),
            (" array [1..3] of Motor", array(vec![(1, 3)], named("Motor"))),
            ("ARRAY[-1..1, 0..2] OF Motor", array(vec![(-1, 1), (0, 2)], named("Motor"))),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["DINT", "string(80)", "STRING[20]", "Guid"] {
            assert!(matches!(text.parse(), Ok(Type::Scalar(_))), "{text}");
        }
        for text in
            ["", "ARRAY[0..1 OF INT", "ARRAY[0..1] INT", "ARRAY[1] OF INT", "ARRAY[2..1] OF INT"]
        {
            assert!(text.parse::<Type>().is_err(), "{text}");
        }
    }

    fn array(bounds: Vec<(i32, i32)>, element: Type) -> Type {
        Type::Array { bounds, element: Box::new(element) }
    }
}
