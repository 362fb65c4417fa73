//! The 25 built-in types of the protocol (OPC UA Part 6 §5.1.2).

use std::io::Read;

use opcua::types::{
    BinaryDecodable, ByteString, Context, DataValue, DateTime, DiagnosticInfo, EncodingResult,
    ExpandedNodeId, ExtensionObject, Guid, LocalizedText, NodeId, QualifiedName, StatusCode,
    UAString, Variant, XmlElement,
};

macro_rules! builtins {
    ($($number:literal $name:ident $rust:ty => $variant:expr;)*) => {
        /// A built-in type of the protocol.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Builtin { $($name = $number),* }

        impl Builtin {
            /// The type of this number.
            pub(crate) fn of(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The type of this name.
            pub(crate) fn of_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The name in the specification.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Decodes one value.
            pub(super) fn decode(
                self,
                stream: &mut dyn Read,
                context: &Context<'_>,
            ) -> EncodingResult<Variant> {
                Ok(match self {
                    $(Self::$name => $variant(<$rust>::decode(stream, context)?),)*
                })
            }
        }
    };
}

impl Builtin {
    /// Number of bits of an integer type; `None`: it is not an integer.
    pub(crate) fn bits(self) -> Option<u32> {
        Some(match self {
            Self::SByte | Self::Byte => 8,
            Self::Int16 | Self::UInt16 => 16,
            Self::Int32 | Self::UInt32 => 32,
            Self::Int64 | Self::UInt64 => 64,
            _ => return None,
        })
    }
}

fn boxed<T>(make: fn(Box<T>) -> Variant) -> impl Fn(T) -> Variant {
    move |it| make(Box::new(it))
}

builtins! {
    1 Boolean bool => Variant::Boolean;
    2 SByte i8 => Variant::SByte;
    3 Byte u8 => Variant::Byte;
    4 Int16 i16 => Variant::Int16;
    5 UInt16 u16 => Variant::UInt16;
    6 Int32 i32 => Variant::Int32;
    7 UInt32 u32 => Variant::UInt32;
    8 Int64 i64 => Variant::Int64;
    9 UInt64 u64 => Variant::UInt64;
    10 Float f32 => Variant::Float;
    11 Double f64 => Variant::Double;
    12 String UAString => Variant::String;
    13 DateTime DateTime => boxed(Variant::DateTime);
    14 Guid Guid => boxed(Variant::Guid);
    15 ByteString ByteString => Variant::ByteString;
    16 XmlElement XmlElement => Variant::XmlElement;
    17 NodeId NodeId => boxed(Variant::NodeId);
    18 ExpandedNodeId ExpandedNodeId => boxed(Variant::ExpandedNodeId);
    19 StatusCode StatusCode => Variant::StatusCode;
    20 QualifiedName QualifiedName => boxed(Variant::QualifiedName);
    21 LocalizedText LocalizedText => boxed(Variant::LocalizedText);
    22 ExtensionObject ExtensionObject => Variant::ExtensionObject;
    23 DataValue DataValue => boxed(Variant::DataValue);
    24 Variant Variant => boxed(Variant::Variant);
    25 DiagnosticInfo DiagnosticInfo => boxed(Variant::DiagnosticInfo);
}
