//! Code of programs.

use tagbridge_logic::{Index, Logic, RoutineId, explain::Language};
use tagbridge_project::{Source, SourceFile, read};
use tagbridge_scan::Machine;
use tagbridge_structured_text::{Dialect, Statement, StatementKind, parse, tokens};

const DIALECTS: [Dialect; 3] = [Dialect::Logix, Dialect::Siemens, Dialect::Codesys];

/// Structured text: its tokens are the text, and its statements follow each other in it.
pub fn structured_text(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for dialect in DIALECTS {
        let again: String =
            tokens(&text, dialect).iter().map(|token| &text[token.span.range()]).collect();
        assert_eq!(again, text, "tokens are the text");
        in_order(&parse(&text, dialect), text.len());
    }
}

/// Structured text in a project of each platform: every result is at the reported place.
pub fn index(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let cdata = text.replace("]]>", "");
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let scl = format!(
        "FUNCTION_BLOCK \"F\"\nVAR_INPUT a : Bool; b : Int; END_VAR\nVAR t : TON_TIME; c : Array[0..3] \
         of \"F\"; END_VAR\nBEGIN\n{text}\nEND_FUNCTION_BLOCK\n"
    );
    let l5x = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"a\" DataType=\"BOOL\"/><Tag \
         Name=\"t\" DataType=\"TIMER\"/></Tags><Programs><Program Name=\"P\"><Routines><Routine \
         Name=\"R\" Type=\"ST\"><STContent><Line Number=\"0\"><![CDATA[{cdata}]]></Line></STContent>\
         </Routine></Routines></Program></Programs></Controller></RSLogix5000Content>"
    );
    let plcopen = format!(
        "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous><pou name=\"F\" \
         pouType=\"functionBlock\"><interface><localVars><variable name=\"a\"><type><BOOL/></type>\
         </variable><variable name=\"p\"><type><pointer><baseType><derived name=\"F\"/></baseType>\
         </pointer></type></variable></localVars></interface><body><ST><xhtml>{escaped}</xhtml></ST>\
         </body></pou></pous></types></project>"
    );
    for (path, content) in [("fuzz.scl", scl), ("fuzz.L5X", l5x), ("fuzz.xml", plcopen)] {
        stands(path, content);
    }
}

/// Drawings, charts and statement lists in a project of each platform. The part of the input before
/// the first zero is inside of the drawing, the rest are its texts.
pub fn drawings(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (inside, code) = text.split_once('\0').unwrap_or((&text, &text));
    let cdata = code.replace("]]>", "");
    let l5x = |kind: &str, content: &str| {
        format!(
            "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"a\" DataType=\"BOOL\"/>\
             </Tags><Programs><Program Name=\"P\"><Routines><Routine Name=\"R\" Type=\"{kind}\">\
             {content}</Routine></Routines></Program></Programs></Controller></RSLogix5000Content>"
        )
    };
    let action = format!(
        "<SFCContent>{inside}<Step ID=\"0\" Operand=\"s\"><Action ID=\"1\" Operand=\"b\" \
         Qualifier=\"N\"><Body><STContent><Line><![CDATA[{cdata}]]></Line></STContent></Body></Action>\
         </Step></SFCContent>"
    );
    let graph = format!(
        "<Document><SW.Blocks.FB ID=\"0\"><AttributeList><Name>G</Name><ProgrammingLanguage>GRAPH\
         </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit ID=\"1\">\
         <AttributeList><NetworkSource><Graph><Sequence>{inside}</Sequence></Graph></NetworkSource>\
         </AttributeList></SW.Blocks.CompileUnit></ObjectList></SW.Blocks.FB></Document>"
    );
    let plcopen = format!(
        "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous><pou name=\"F\" \
         pouType=\"program\"><body><SFC>{inside}</SFC></body></pou></pous></types></project>"
    );
    let list = format!(
        "FUNCTION_BLOCK \"F\"\nVAR_INPUT\n a : Bool;\nEND_VAR\nBEGIN\nNETWORK\nTITLE =\n{code}\n\
         END_FUNCTION_BLOCK\n"
    );
    let archive = |kind: &str| {
        format!(
            "<ExportFile><StructuredView Guid=\"{{d9b2b2cc}}\"><Single><List2 Name=\"EntryList\">\
             <Single><Single Name=\"MetaObject\"><Single Name=\"Guid\">p</Single><Single \
             Name=\"Name\">P</Single><Single Name=\"TypeGuid\">6f9dac99-8de1-4efc-8465-68ac443b7d08\
             </Single></Single><Single Name=\"Object\"><Single Name=\"Implementation\" \
             Type=\"{{{kind}}}\">{inside}</Single></Single></Single></List2></Single>\
             </StructuredView></ExportFile>"
        )
    };
    for (path, content) in [
        ("chart.export", archive("74f81948-0")),
        ("continuous.export", archive("32d3375e-0")),
        ("fuzz.awl", list),
        ("fuzz.L5X", l5x("FBD", &format!("<FBDContent>{inside}</FBDContent>"))),
        ("chart.L5X", l5x("SFC", &action)),
        ("graph.xml", graph),
        ("chart.xml", plcopen),
    ] {
        stands(path, content);
    }
}

/// Every result in a project is at the reported place.
fn stands(path: &str, content: String) {
    let files = vec![SourceFile { path: path.to_owned(), bytes: content.into_bytes() }];
    let source = Source { name: path.to_owned(), files, hash: String::new() };
    let Ok(project) = read(&source) else { return };
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    // What is answered of it ends, too.
    let (_, _) = (logic.findings(None), logic.dead_code());
    for routine in 0..project.routines.len() {
        logic.sequence(RoutineId::at(routine));
    }
    let mut machine = Machine::new(logic, logic.executed());
    (0..3).for_each(|_| machine.scan(100));
    for (id, _) in index.units() {
        for row in logic.explain(id).rows {
            assert!(!logic.sentence(&row, Language::German).is_empty(), "a row says something");
        }
        let text = logic.text(id);
        for reference in index.refs_of(id) {
            assert!(text.get(reference.span().range()).is_some(), "an occurrence is in its text");
        }
        for (_, statement) in index.statements_of(id) {
            assert!(text.get(statement.span.range()).is_some(), "a statement is in its text");
        }
    }
}

fn in_order(statements: &[Statement], end: usize) {
    let mut before = 0;
    for Statement { span, kind } in statements {
        let range = span.range();
        assert!(before <= range.start && range.start < range.end && range.end <= end, "{span:?}");
        before = range.end;
        match kind {
            StatementKind::If { branches, otherwise } => {
                for branch in branches {
                    in_order(&branch.body, end);
                }
                in_order(otherwise, end);
            }
            StatementKind::Case { arms, otherwise, .. } => {
                for arm in arms {
                    in_order(&arm.body, end);
                }
                in_order(otherwise, end);
            }
            StatementKind::While(branch) | StatementKind::Repeat(branch) => {
                in_order(&branch.body, end);
            }
            StatementKind::For { body, .. } => in_order(body, end),
            _ => {}
        }
    }
}
