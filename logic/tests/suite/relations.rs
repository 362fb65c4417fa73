//! The relations of places: aliases, overlays, addresses, ranges, pointers.

use tagbridge_logic::{
    Index, Logic, Relation,
    expr::Scalar,
    query::{Direction, Found, Turned, Wanted},
    why::{Remark, Snapshot, why},
};
use tagbridge_project::{Project, Source, SourceFile, read};
use tagbridge_scan::Machine;

use crate::{
    networks::networks,
    text_lowering::{project, statements},
};

/// The relations of all written places to a place, with their names.
fn written(project: &Project, name: &str) -> Vec<(String, Relation)> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let Found::One(place) = logic.find(name) else { panic!("{name}: {:?}", logic.find(name)) };
    let rows = logic.uses(place, Wanted::Written).rows;
    rows.into_iter().map(|row| (row.place, row.relation)).collect()
}

fn check(project: &Project, name: &str, expected: &[(&str, Relation)]) {
    let found = written(project, name);
    let found: Vec<(&str, Relation)> = found.iter().map(|(it, how)| (it.as_str(), *how)).collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn s7_symbols_addresses_overlays_and_slices_share_bits() {
    use Relation::{Contains, Same, Within};
    let text = "DATA_BLOCK DB7\nSTRUCT\n flag : Bool;\n word : Word;\n list : ARRAY[0..3] OF Int;\n\
         END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n\
         FUNCTION_BLOCK \"F\"\nVAR\n raw : Word;\n bits AT raw : ARRAY[0..15] OF Bool;\n on : Bool;\n\
         END_VAR\nBEGIN\n%DB7.DBX2.0 := TRUE;\n%DB7.DBW4 := 1;\n\"DB7\".word.%X3 := TRUE;\n\
         %MB10 := 1;\n%M10.3 := TRUE;\n%MW12 := 5;\n#bits[3] := TRUE;\n#raw := 16#FF;\n\
         #on := %M10.4 AND \"DB7\".flag AND \"DB7\".word = 3 AND \"DB7\".list[0] = 1\n AND \
         \"DB7\".list[1] = 1 AND #bits[2];\nEND_FUNCTION_BLOCK\n";
    let project = project("a.scl", text);
    check(&project, "\"DB7\".word", &[("%DB7.DBX2.0", Within), ("\"DB7\".word.%X3", Within)]);
    check(&project, "\"DB7\".flag", &[]);
    check(&project, "\"DB7\".list[0]", &[("%DB7.DBW4", Same)]);
    check(&project, "\"DB7\".list[1]", &[]);
    check(&project, "%M10.4", &[("%MB10", Contains)]);
    check(&project, "%M10.3", &[("%MB10", Contains), ("%M10.3", Same)]);
    check(&project, "F#raw", &[("F#bits[3]", Within), ("F#raw", Same)]);
    // In memory, bit 2 is in the high byte of the word.
    check(&project, "F#bits[2]", &[("F#raw", Contains)]);
}

#[test]
fn s7_symbols_share_addresses_outside_of_the_process_image_and_in_named_blocks() {
    let files = [
        ("tags.sdf", "\"Analog\",\"PEW 256\",\"INT\",\"\"\n\"Start\",\"E 0.0\",\"BOOL\",\"\"\n"),
        (
            "a.awl",
            "FUNCTION FC 1 : VOID\nBEGIN\nNETWORK\n L 1;\n T PEB 257;\n L \"Analog\";\n T MW 2;\nEND_FUNCTION\n",
        ),
        (
            "b.scl",
            "DATA_BLOCK \"DB\"\n{ S7_Optimized_Access := 'FALSE' }\nSTRUCT\n a : Int;\n b : Word;\nEND_STRUCT;\n\
             BEGIN\nEND_DATA_BLOCK\nFUNCTION \"F\" : Void\nBEGIN\n\"DB\".%DBX3.0 := TRUE;\n\"DB\".b := 1;\n\
             END_FUNCTION\n",
        ),
    ];
    let files = files
        .map(|(path, text)| SourceFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() });
    let source = Source { name: "plant".to_owned(), files: files.to_vec(), hash: String::new() };
    let project = read(&source).expect("a project");
    check(&project, "\"Analog\"", &[("%PIB257", Relation::Within)]);
    check(
        &project,
        "\"DB\".b",
        &[("\"DB\".%DBX3.0", Relation::Within), ("\"DB\".b", Relation::Same)],
    );
}

#[test]
fn variables_of_codesys_share_addresses_unions_and_what_is_pointed_to() {
    use Relation::{Contains, May, Overlaps, Same, Within};
    let text = "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><dataTypes><union name='U'><variable name='w'>\
         <type><WORD/></type></variable><variable name='b'><type><BYTE/></type></variable></union></dataTypes><pous><pou name='P' pouType='program'><interface>\
         <localVars><variable name='x' address='%QX0.3'><type><BOOL/></type></variable><variable \
         name='all' address='%QB0'><type><BYTE/></type></variable><variable name='u'><type><derived \
         name='U'/></type></variable><variable name='n'><type><INT/></type></variable><variable \
         name='m'><type><INT/></type></variable><variable name='r'><type><REAL/></type></variable>\
         <variable name='p'><type><pointer><baseType><INT/></baseType></pointer></type></variable>\
         </localVars></interface><body><ST><xhtml>x := TRUE; all := 5; u.w := 7; u.b := 1;\
         p := ADR(n); p := ADR(r); p^ := 3; m := 1; r := 2.0;\nn := u.b;</xhtml></ST></body></pou>\
         </pous></types></project>";
    let project = project("a.xml", text);
    check(&project, "P.x", &[("P.x", Same), ("P.all", Contains)]);
    check(&project, "P.all", &[("P.x", Within), ("P.all", Same)]);
    check(&project, "P.u.b", &[("P.u.w", Overlaps), ("P.u.b", Same)]);
    check(&project, "P.n", &[("P.P^", May), ("P.n", Same)]);
    // Its address is not used, and its type differs from that of the pointer.
    check(&project, "P.m", &[("P.m", Same)]);
    check(&project, "P.r", &[("P.r", Same)]);
}

#[test]
fn a_connected_parameter_is_one_with_its_other_end() {
    let text = "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"S\" DataType=\"DINT\"/>\
         </Tags><Programs><Program Name=\"P\"><Tags><Tag Name=\"In\" DataType=\"DINT\" \
         Usage=\"InOut\"/></Tags><Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent><Rung \
         Number=\"0\"><Text><![CDATA[MOV(1,In);]]></Text></Rung></RLLContent></Routine></Routines>\
         </Program></Programs><ParameterConnections><ParameterConnection EndPoint1=\"\\P.In\" \
         EndPoint2=\"S\"/></ParameterConnections></Controller></RSLogix5000Content>";
    check(&project("a.L5X", text), "S", &[("Program:P.In", Relation::Same)]);
}

#[test]
fn a_copy_touches_as_many_elements_as_it_says() {
    use Relation::{Contains, May, Same};
    let text = "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"A\" DataType=\"DINT\" \
         Dimensions=\"20\"/><Tag Name=\"B\" DataType=\"INT\" Dimensions=\"40\"/><Tag Name=\"n\" \
         DataType=\"DINT\"/></Tags><Programs><Program Name=\"P\"><Routines><Routine Name=\"R\" \
         Type=\"RLL\"><RLLContent><Rung Number=\"0\"><Text><![CDATA[COP(B[0],A[2],3);]]></Text></Rung>\
         <Rung Number=\"1\"><Text><![CDATA[FLL(0,A[10],n);]]></Text></Rung><Rung Number=\"2\"><Text>\
         <![CDATA[MOV(A[4],n)MOV(A[5],n)MOV(A[15],n)MOV(A[2],n)MOV(7,B[5])MOV(7,B[6]);]]></Text></Rung>\
         </RLLContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>";
    let project = project("a.L5X", text);
    check(&project, "A[4]", &[("A[2]", Contains)]);
    check(&project, "A[2]", &[("A[2]", Contains)]);
    check(&project, "A[5]", &[]);
    check(&project, "A[15]", &[("A[10]", May)]);
    check(&project, "B[5]", &[("B[5]", Same)]);
    // Three elements of four bytes are six elements of two bytes.
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    for (name, read) in [("B[5]", 1), ("B[6]", 0)] {
        let Found::One(place) = logic.find(name) else { panic!("{name}") };
        assert_eq!(logic.uses(place, Wanted::Read).rows.len(), read, "{name}");
    }
}

#[test]
fn what_a_place_may_depend_on_stands_behind_what_it_does() {
    let text = "FUNCTION_BLOCK \"F\"\nVAR_INPUT i, p, q : Int; END_VAR\nVAR a : Array[0..9] of Int; x : \
                Int; END_VAR\nBEGIN\n#a[#i] := #q;\n#a[1] := #p;\n#x := #a[1];\nEND_FUNCTION_BLOCK\n";
    let project = project("a.scl", text);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(x) = logic.find("F#x") else { panic!("a place") };
    let slice = logic.slice(x, Direction::Back, 8);
    let nodes = slice.rows[0].nodes.iter();
    let nodes: Vec<_> = nodes.map(|node| (node.name.as_str(), node.certain)).collect();
    assert_eq!(nodes, [("F#x", true), ("F#a[1]", true), ("F#p", true), ("F#q", false)]);
}

/// A Logix project with these arrays, and one ladder rung or line of structured text each.
fn arrays(kind: &str, tags: &[(&str, &str, &str)], code: &[&str]) -> Project {
    let tag = |(name, kind, dimensions): &(&str, &str, &str)| {
        format!("<Tag Name=\"{name}\" DataType=\"{kind}\" Dimensions=\"{dimensions}\"/>")
    };
    let tags: String = tags.iter().map(tag).collect();
    let (content, before, after) = match kind {
        "ST" => ("ST", "<Line>", "</Line>"),
        _ => ("RLL", "<Rung><Text>", "</Text></Rung>"),
    };
    let line = |it: &&str| format!("{before}<![CDATA[{it}]]>{after}");
    let lines: String = code.iter().map(line).collect();
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags>{tags}</Tags><Programs><Program \
         Name=\"P\"><Routines><Routine Name=\"R\" Type=\"{kind}\"><{content}Content>{lines}\
         </{content}Content></Routine></Routines></Program></Programs></Controller>\
         </RSLogix5000Content>"
    );
    project("a.L5X", &text)
}

#[test]
fn instructions_on_arrays_touch_the_elements_behind_the_first() {
    use Relation::{Contains, May};
    let tags = [
        ("A", "DINT", "20"),
        ("B", "DINT", "20"),
        ("Ctl", "CONTROL", "0"),
        ("Other", "CONTROL", "0"),
        ("Src", "DINT", "0"),
        ("n", "DINT", "0"),
        ("Go", "BOOL", "0"),
    ];
    let read = "XIC(A[3].5)XIC(A[9].1)MOV(A[1],n);";
    for (code, third, ninth, before) in [
        ("GSV(WallClockTime,,LocalDateTime,A[2]);", Some(Contains), None, None),
        ("GSV(Module,Drive,EntryStatus,A[2]);", Some(May), Some(May), None),
        ("BSL(A[2],Ctl,Go,96);", Some(Contains), None, None),
        ("BSR(A[2],Ctl,Go,n);", Some(May), Some(May), None),
        ("FFL(Src,A[2],Ctl,10,0);", Some(May), Some(May), None),
        ("FFU(A[2],n,Ctl,10,0);", Some(May), Some(May), None),
        ("LFL(Src,A[2],Ctl,10,0);", Some(May), Some(May), None),
        ("SRT(A[2],0,Ctl,5,0);", Some(May), Some(May), None),
        ("SQL(A[2],Src,Ctl,5,0);", Some(May), Some(May), None),
        ("FBC(B[0],B[5],A[2],Ctl,9,0,Other,9,0);", Some(May), Some(May), None),
        ("DDT(B[0],A[2],B[5],Ctl,9,0,Other,9,0);", Some(May), Some(May), None),
        ("MOV(Src,A[1]);", None, None, Some(Relation::Same)),
    ] {
        let project = arrays("RLL", &tags, &[code, read]);
        for (name, expected) in [("A[3].5", third), ("A[9].1", ninth), ("A[1]", before)] {
            let found: Vec<_> = written(&project, name).into_iter().map(|it| it.1).collect();
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{code} {name}");
        }
    }
    let text = arrays(
        "ST",
        &tags,
        &[
            "GSV(WallClockTime,,LocalDateTime,A[2]);",
            "SRT(B[0],0,Ctl);",
            "n := A[3] + B[4] + A[9];",
        ],
    );
    check(&text, "A[3]", &[("A[2]", Contains)]);
    check(&text, "A[9]", &[]);
    check(&text, "B[4]", &[("B[0]", May)]);
}

#[test]
fn what_a_shift_writes_is_turned_on_by_it() {
    let tags = [("Track", "DINT", "4"), ("Ctl", "CONTROL", "0"), ("Bit", "BOOL", "0")];
    let project = arrays("RLL", &tags, &["BSL(Track[0],Ctl,Bit,96);", "XIC(Track[2].5)OTE(Bit);"]);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(place) = logic.find("Track[2].5") else { panic!("no bit") };
    let rows = logic.turned(place, Turned::On).rows;
    let quotes: Vec<_> = rows.iter().map(|row| row.citation.quote.as_str()).collect();
    assert_eq!(quotes, ["BSL(Track[0],Ctl,Bit,96)"]);
    let units = index.units().map(|(id, _)| id).collect();
    let mut machine = Machine::new(logic, units);
    machine.set(place, Scalar::Bool(true));
    machine.scan(10);
    assert_eq!(machine.value(place), None, "what is shifted in is not known");
}

#[test]
fn a_fill_goes_on_in_the_other_dimensions() {
    let tags = [("M", "DINT", "4 5"), ("n", "DINT", "0")];
    let project =
        arrays("RLL", &tags, &["FLL(0,M[1,2],9);", "MOV(M[2,0],n)MOV(M[1,1],n)MOV(M[1,2],n);"]);
    check(&project, "M[2,0]", &[("M[1,2]", Relation::May)]);
    check(&project, "M[1,2]", &[("M[1,2]", Relation::May)]);
    check(&project, "M[1,1]", &[]);
}

#[test]
fn block_moves_of_s7_touch_as_many_elements_as_they_say() {
    use Relation::{Contains, May};
    let block = |body: &str| {
        format!(
            "FUNCTION_BLOCK \"F\"\nVAR a, b : Array[0..9] of Int; n : Int; m : UInt; END_VAR\nBEGIN\n{body}\n\
             #n := #a[2] + #a[7] + #b[2] + #b[7];\nEND_FUNCTION_BLOCK\n"
        )
    };
    for (body, third, eighth, reads) in [
        ("MOVE_BLK(IN := #b[1], COUNT := 3, OUT => #a[0]);", Some(Contains), None, 1),
        ("UMOVE_BLK(IN := #b[1], COUNT := #m, OUT => #a[0]);", Some(May), Some(May), 1),
        ("FILL_BLK(IN := #b[1], COUNT := 3, OUT => #a[0]);", Some(Contains), None, 0),
    ] {
        let project = project("a.scl", &block(body));
        for (name, expected) in [("F#a[2]", third), ("F#a[7]", eighth)] {
            let found: Vec<_> = written(&project, name).into_iter().map(|it| it.1).collect();
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{body} {name}");
        }
        let index = Index::build(&project);
        let logic = Logic::new(&project, &index);
        let Found::One(place) = logic.find("F#b[2]") else { panic!("F#b[2]") };
        assert_eq!(logic.uses(place, Wanted::Read).rows.len(), 1 + reads, "{body}");
    }
    let network = "Contact(\"go\")MOVE_BLK(in := \"b\"[1], count := 3, out => \"a\"[0]);";
    let project = networks(&[network, "Move(in := \"a\"[2], out1 => \"n\");"]);
    let index = Index::build(&project);
    let read =
        index.places.ids().filter(|id| index.places.text(*id, &index.names).ends_with("[2]"));
    let related: Vec<_> = read.flat_map(|id| index.related(id)).map(|(_, how)| how).collect();
    assert!(related.contains(&Contains), "{related:?}");
}

#[test]
fn a_system_function_writes_what_it_is_given_for_its_results() {
    let text = "DATA_BLOCK \"DB\"\nSTRUCT\n inp : Byte;\n END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n\
         FUNCTION_BLOCK \"F\"\nVAR x, y : Bool; n : Int; END_VAR\nBEGIN\n#y := #x;\n\
         IF #x THEN DPRD_DAT(LADDR := 1, RECORD => \"DB\".inp); END_IF;\n\
         #n := DPRD_DAT(LADDR := 1, RECORD => \"DB\".inp);\n#x := \"DB\".inp.%X0;\n\
         END_FUNCTION_BLOCK\n";
    let project = project("a.scl", text);
    assert_eq!(
        statements(&project)[1..4],
        ["F#x -> run ", "TRUE -> run ", "TRUE -> F#n Store DPRD_DAT(1)"]
    );
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(place) = logic.find("\"DB\".inp.%X0") else { panic!("no bit") };
    let rows = logic.turned(place, Turned::On).rows;
    let quotes: Vec<_> = rows.iter().map(|row| row.citation.quote.as_str()).collect();
    assert_eq!(quotes, ["DPRD_DAT(LADDR := 1, RECORD => \"DB\".inp)"; 2]);
    let answer = why(logic, place, true, &Snapshot::new(1), &[]);
    assert!(!answer.remarks.contains(&Remark::NeverWritten), "{answer:?}");
    assert_eq!(answer.others.len(), 2);
}
