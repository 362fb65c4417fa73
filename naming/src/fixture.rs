//! Small projects, for tests of code that reads by name.

use std::sync::Arc;

use tagbridge_project::{Source, Symbols};

use crate::{Names, Supplement};

/// The names of a project's text. Panics if it is not a project, or if its platform is not read
/// with the protocol.
pub fn names(file: &str, text: &str, scheme: &str, supplement: Supplement) -> Names {
    let source = Source::of_bytes(file, text.as_bytes().to_vec()).expect("it is a source");
    let project = tagbridge_project::read(&source).expect("the text is a project");
    Names::new(Arc::new(Symbols::new(Arc::new(project))), scheme, supplement)
        .expect("the platform fits")
}

/// A line of motors in a data block with a fixed layout, and a block without one.
pub const LINE: &str = r#"
TYPE "Motor"
STRUCT
  Speed : Real;   // as measured
  Running : Bool;
END_STRUCT;
END_TYPE

DATA_BLOCK "Line"
{ S7_Optimized_Access := 'FALSE' }
STRUCT
  Main : "Motor";
  Counts : Array[0..2] of Int;
END_STRUCT;
BEGIN
END_DATA_BLOCK

DATA_BLOCK "Fast"
{ S7_Optimized_Access := 'TRUE' }
STRUCT
  Level : Real;
END_STRUCT;
BEGIN
END_DATA_BLOCK
"#;

/// A controller with a scalar, an array and a tag without access.
pub const CONTROLLER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E">
<Tags>
<Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/>
<Tag Name="Count" TagType="Base" DataType="DINT" Dimensions="10" ExternalAccess="Read/Write"/>
<Tag Name="Secret" TagType="Base" DataType="DINT" ExternalAccess="None"/>
</Tags>
</Controller>
</RSLogix5000Content>"#;
