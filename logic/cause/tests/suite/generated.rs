//! Programs of every kind of statement that a first cause is followed through: coils, seal-in
//! circuits, latches, timers, edges, state machines and blocks, in the languages of three vendors.

use std::fmt::Write as _;

use tagbridge_project::{Project, Source, read};

use crate::random::Random;

const INPUTS: usize = 12;
const NUMBERS: usize = 3;
const RULES: usize = 14;
const STATES: usize = 4;

/// A condition of others.
enum Term {
    Bit(String, bool),
    Number(String, &'static str, usize),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// What a rule makes of its output.
enum Rule {
    Coil(Term),
    Seal(Term, Term),
    Latch(Term, Term),
    Delay(Term, usize),
    Hold(Term, usize),
    Shot(Term, Term),
    Steps(Vec<Term>),
    Block(Term, Term),
}

fn term(random: &mut Random, outputs: usize, depth: usize) -> Term {
    match random.below(if depth == 0 { 10 } else { 6 }) {
        0..=2 => Term::Bit(format!("In_{}", random.below(INPUTS)), random.below(3) > 0),
        3 | 4 if outputs > 0 => {
            Term::Bit(format!("Out_{}", random.below(outputs)), random.below(4) > 0)
        }
        3 | 4 => Term::Bit(format!("In_{}", random.below(INPUTS)), true),
        5 => {
            let how = ["=", ">", "<"][random.below(3)];
            Term::Number(format!("N_{}", random.below(NUMBERS)), how, 1 + random.below(4))
        }
        6 | 7 => {
            Term::All((0..2 + random.below(2)).map(|_| term(random, outputs, depth + 1)).collect())
        }
        _ => Term::Any((0..2).map(|_| term(random, outputs, depth + 1)).collect()),
    }
}

fn rule(random: &mut Random, outputs: usize) -> Rule {
    let one = term(random, outputs, 0);
    let other = term(random, outputs, 0);
    let preset = 200 + 100 * random.below(20);
    match random.below(10) {
        0..=2 => Rule::Coil(Term::All(vec![one, other])),
        3 => Rule::Seal(one, other),
        4 => Rule::Latch(one, other),
        5 => Rule::Delay(one, preset),
        6 => Rule::Hold(one, preset),
        7 => Rule::Shot(one, other),
        8 => Rule::Steps((0..STATES).map(|_| term(random, outputs, 1)).collect()),
        _ => Rule::Block(one, other),
    }
}

fn rules(random: &mut Random) -> Vec<Rule> {
    (0..RULES).map(|at| rule(random, at)).collect()
}

/// A condition as rungs write it.
fn rung(term: &Term) -> String {
    match term {
        Term::Bit(name, true) => format!("XIC({name})"),
        Term::Bit(name, false) => format!("XIO({name})"),
        Term::Number(name, how, limit) => {
            let word = match *how {
                "=" => "EQU",
                ">" => "GRT",
                _ => "LES",
            };
            format!("{word}({name},{limit})")
        }
        Term::All(terms) => terms.iter().map(rung).collect(),
        Term::Any(terms) => {
            let legs: Vec<String> = terms.iter().map(rung).collect();
            format!("[{} ]", legs.join(" ,"))
        }
    }
}

/// A condition as a text writes it, with a prefix for each name.
fn text(term: &Term, of: &str) -> String {
    match term {
        Term::Bit(name, true) => format!("{of}{name}"),
        Term::Bit(name, false) => format!("NOT {of}{name}"),
        Term::Number(name, how, limit) => format!("{of}{name} {how} {limit}"),
        Term::All(terms) => joined(terms, of, " AND "),
        Term::Any(terms) => joined(terms, of, " OR "),
    }
}

fn joined(terms: &[Term], of: &str, with: &str) -> String {
    let all: Vec<String> = terms.iter().map(|it| format!("({})", text(it, of))).collect();
    all.join(with)
}

/// Ladder of Logix.
pub(crate) fn logix(seed: u64) -> Project {
    ladder(rules(&mut Random(seed)))
}

/// Ladder of coils alone: each rung reads inputs and the coils above it.
pub(crate) fn coils(seed: u64) -> Project {
    let mut random = Random(seed);
    let coil = |at| Rule::Coil(Term::All(vec![term(&mut random, at, 0), term(&mut random, at, 1)]));
    ladder((0..3 * RULES).map(coil).collect())
}

fn ladder(rules: Vec<Rule>) -> Project {
    let mut tags = String::new();
    let mut tag = |name: String, kind: &str| {
        let _infallible = write!(tags, "<Tag Name=\"{name}\" DataType=\"{kind}\"/>");
    };
    (0..INPUTS).for_each(|at| tag(format!("In_{at}"), "BOOL"));
    (0..NUMBERS).for_each(|at| tag(format!("N_{at}"), "DINT"));
    let mut code: Vec<String> = Vec::new();
    for (at, rule) in rules.into_iter().enumerate() {
        tag(format!("Out_{at}"), "BOOL");
        match rule {
            Rule::Coil(on) => code.push(format!("{}OTE(Out_{at});", rung(&on))),
            Rule::Seal(on, off) => {
                code.push(format!("[{} ,XIC(Out_{at}) ]{}OTE(Out_{at});", rung(&on), rung(&off)));
            }
            Rule::Latch(on, off) => {
                code.push(format!("{}OTL(Out_{at});", rung(&on)));
                code.push(format!("{}OTU(Out_{at});", rung(&off)));
            }
            Rule::Delay(on, _) => {
                tag(format!("T_{at}"), "TIMER");
                code.push(format!("{}TON(T_{at},?,?);", rung(&on)));
                code.push(format!("XIC(T_{at}.DN)OTE(Out_{at});"));
            }
            Rule::Hold(on, _) => {
                tag(format!("T_{at}"), "TIMER");
                code.push(format!("{}TOF(T_{at},?,?);", rung(&on)));
                code.push(format!("XIC(T_{at}.DN)OTE(Out_{at});"));
            }
            Rule::Shot(on, off) => {
                tag(format!("M_{at}"), "BOOL");
                code.push(format!("{}ONS(M_{at})OTL(Out_{at});", rung(&on)));
                code.push(format!("{}OTU(Out_{at});", rung(&off)));
            }
            Rule::Steps(steps) => {
                tag(format!("S_{at}"), "DINT");
                for (step, on) in steps.iter().enumerate() {
                    let next = (step + 1) % STATES;
                    code.push(format!("EQU(S_{at},{step}){}MOV({next},S_{at});", rung(on)));
                }
                code.push(format!("EQU(S_{at},2)OTE(Out_{at});"));
            }
            Rule::Block(on, off) => {
                tag(format!("D_{at}"), "Drive");
                code.push(format!("{}OTE(D_{at}.Start);", rung(&on)));
                code.push(format!("{}OTE(D_{at}.Stop);", rung(&off)));
                code.push(format!("Drive(D_{at},D_{at}.Start,D_{at}.Stop);"));
                code.push(format!("XIC(D_{at}.Run)OTE(Out_{at});"));
            }
        }
    }
    let parameter = |name: &str, usage: &str| {
        let required = usage == "Input";
        format!(
            "<Parameter Name=\"{name}\" TagType=\"Base\" DataType=\"BOOL\" Usage=\"{usage}\" \
             Required=\"{required}\"/>"
        )
    };
    let rungs = |code: &[String]| -> String {
        let lines = code.iter().enumerate();
        let lines = lines.map(|(at, it)| {
            format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>")
        });
        lines.collect()
    };
    let drive = rungs(&["[XIC(Start) ,XIC(Run) ]XIO(Stop)OTE(Run);".to_owned()]);
    let file = format!(
        "<RSLogix5000Content TargetName=\"C\"><Controller Name=\"C\">\
         <AddOnInstructionDefinitions><AddOnInstructionDefinition Name=\"Drive\"><Parameters>{}{}{}\
         </Parameters><Routines><Routine Name=\"Logic\" Type=\"RLL\"><RLLContent>{drive}</RLLContent>\
         </Routine></Routines></AddOnInstructionDefinition></AddOnInstructionDefinitions>\
         <Tags>{tags}</Tags><Programs><Program Name=\"Main\" MainRoutineName=\"Ladder\"><Routines>\
         <Routine Name=\"Ladder\" Type=\"RLL\"><RLLContent>{}</RLLContent></Routine></Routines></Program>\
         </Programs><Tasks><Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms>\
         <ScheduledProgram Name=\"Main\"/></ScheduledPrograms></Task></Tasks></Controller>\
         </RSLogix5000Content>",
        parameter("Start", "Input"),
        parameter("Stop", "Input"),
        parameter("Run", "Output"),
        rungs(&code),
    );
    read(&Source::of_bytes("a.L5X", file.into_bytes()).expect("a source")).expect("a project")
}

/// The statements of a rule in structured text, and what they declare; `of` is the prefix of the name
/// of a variable.
fn statements(at: usize, rule: &Rule, of: &str) -> (String, Vec<(String, &'static str)>) {
    let out = format!("{of}Out_{at}");
    let set = |on: &str, value: &str| format!("IF {on} THEN {out} := {value}; END_IF;\n");
    match rule {
        Rule::Coil(on) => (format!("{out} := {};\n", text(on, of)), Vec::new()),
        Rule::Seal(on, off) => {
            (format!("{out} := ({} OR {out}) AND ({});\n", text(on, of), text(off, of)), Vec::new())
        }
        Rule::Latch(on, off) => {
            (format!("{}{}", set(&text(on, of), "TRUE"), set(&text(off, of), "FALSE")), Vec::new())
        }
        Rule::Delay(on, preset) | Rule::Hold(on, preset) => {
            let kind = if matches!(rule, Rule::Delay(..)) { "TON" } else { "TOF" };
            let on = text(on, of);
            let code =
                format!("{of}T_{at}(IN := {on}, PT := T#{preset}ms);\n{out} := {of}T_{at}.Q;\n");
            (code, vec![(format!("T_{at}"), kind)])
        }
        Rule::Shot(on, off) => {
            let code = format!(
                "{of}R_{at}(CLK := {});\n{}{}",
                text(on, of),
                set(&format!("{of}R_{at}.Q"), "TRUE"),
                set(&text(off, of), "FALSE")
            );
            (code, vec![(format!("R_{at}"), "R_TRIG")])
        }
        Rule::Steps(steps) => {
            let mut code = format!("CASE {of}S_{at} OF\n");
            for (step, on) in steps.iter().enumerate() {
                let next = (step + 1) % STATES;
                let on = text(on, of);
                let _infallible =
                    writeln!(code, "{step}: IF {on} THEN {of}S_{at} := {next}; END_IF;");
            }
            let _infallible = writeln!(code, "END_CASE;\n{out} := {of}S_{at} = 2;");
            (code, vec![(format!("S_{at}"), "INT")])
        }
        Rule::Block(on, off) => {
            let code = format!(
                "{of}D_{at}(Start := {}, Stop := {});\n{out} := {of}D_{at}.Run;\n",
                text(on, of),
                text(off, of)
            );
            (code, vec![(format!("D_{at}"), "Drive")])
        }
    }
}

fn program(seed: u64, of: &str) -> (String, Vec<(String, &'static str)>) {
    let mut random = Random(seed);
    let (mut code, mut declared) = (String::new(), Vec::new());
    declared.extend((0..INPUTS).map(|at| (format!("In_{at}"), "BOOL")));
    declared.extend((0..NUMBERS).map(|at| (format!("N_{at}"), "INT")));
    for (at, rule) in rules(&mut random).iter().enumerate() {
        let (text, more) = statements(at, rule, of);
        code.push_str(&text);
        declared.push((format!("Out_{at}"), "BOOL"));
        declared.extend(more);
    }
    (code, declared)
}

/// Structured text of CODESYS.
pub(crate) fn codesys(seed: u64) -> Project {
    let (code, declared) = program(seed, "");
    let variable = |(name, kind): &(String, &str)| {
        let kind = match *kind {
            "BOOL" | "INT" => format!("<{kind}/>"),
            kind => format!("<derived name='{kind}'/>"),
        };
        format!("<variable name='{name}'><type>{kind}</type></variable>")
    };
    let locals: String = declared.iter().map(variable).collect();
    let code = code.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let bit = |name: &str| variable(&(name.to_owned(), "BOOL"));
    let file = format!(
        "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous>\
         <pou name='Drive' pouType='functionBlock'><interface><inputVars>{}{}</inputVars>\
         <outputVars>{}</outputVars></interface><body><ST><xhtml>\
         Run := (Start OR Run) AND NOT Stop;\n</xhtml></ST></body></pou>\
         <pou name='P' pouType='program'><interface><localVars>{locals}</localVars></interface>\
         <body><ST><xhtml>{code}</xhtml></ST></body></pou></pous></types></project>",
        bit("Start"),
        bit("Stop"),
        bit("Run"),
    );
    read(&Source::of_bytes("a.xml", file.into_bytes()).expect("a source")).expect("a project")
}

/// SCL of S7.
pub(crate) fn s7(seed: u64) -> Project {
    let (code, declared) = program(seed, "#");
    let variable = |(name, kind): &(String, &str)| {
        let kind = match *kind {
            "Drive" => "\"Drive\"".to_owned(),
            "TON" | "TOF" => format!("{kind}_TIME"),
            kind => kind.to_owned(),
        };
        format!("{name} : {kind};\n")
    };
    let locals: String = declared.iter().map(variable).collect();
    let file = format!(
        "FUNCTION_BLOCK \"Drive\"\n{{ S7_Optimized_Access := 'FALSE' }}\nVAR_INPUT\nStart : Bool;\n\
         Stop : Bool;\nEND_VAR\nVAR_OUTPUT\nRun : Bool;\nEND_VAR\nBEGIN\n\
         #Run := (#Start OR #Run) AND NOT #Stop;\nEND_FUNCTION_BLOCK\n\
         FUNCTION_BLOCK \"F\"\n{{ S7_Optimized_Access := 'FALSE' }}\nVAR\n{locals}END_VAR\nBEGIN\n{code}\
         END_FUNCTION_BLOCK\nDATA_BLOCK \"D\"\n{{ S7_Optimized_Access := 'FALSE' }}\n\"F\"\nBEGIN\n\
         END_DATA_BLOCK\nORGANIZATION_BLOCK \"Main\"\nBEGIN\n\"D\"();\nEND_ORGANIZATION_BLOCK\n"
    );
    read(&Source::of_bytes("a.scl", file.into_bytes()).expect("a source")).expect("a project")
}
