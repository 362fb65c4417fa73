//! The grammar on examples of its manuals, and on invalid text.

use crate::{Dialect, ExpressionKind, Statement, StatementKind, Why, parse, tokens};

fn one(text: &str, dialect: Dialect) -> Statement {
    let mut all = parse(text, dialect);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.remove(0)
}

/// A tree as text with all brackets, for comparison.
fn shown(text: &str, expression: &crate::Expression) -> String {
    match &expression.kind {
        ExpressionKind::Literal | ExpressionKind::Operand(_) => {
            text[expression.span.range()].to_owned()
        }
        ExpressionKind::Unary(sign, of) => format!("{sign:?}({})", shown(text, of)),
        ExpressionKind::Group(of) => shown(text, of),
        ExpressionKind::Chain(first, rest) => {
            let rest =
                rest.iter().map(|(operator, it)| format!(" {operator:?} {}", shown(text, it)));
            format!("({}{})", shown(text, first), rest.collect::<String>())
        }
        ExpressionKind::Values(values) => {
            let values: Vec<_> = values.iter().map(|it| shown(text, it)).collect();
            format!("[{}]", values.join(", "))
        }
        ExpressionKind::Opaque(why) => format!("{why:?}"),
    }
}

#[test]
fn operators_bind_by_rank() {
    for (text, expected) in [
        ("a OR b AND NOT c", "(a Or (b And Not(c)))"),
        ("a AND b = c + d * 2", "(a And (b Equal (c Add (d Multiply 2))))"),
        ("a - b + c - d", "(a Subtract b Add c Subtract d)"),
        ("-a ** 2 * b", "(Minus((a Power 2)) Multiply b)"),
        ("a < b = c > d", "((a Less b) Equal (c Greater d))"),
        ("a & b XOR c OR d", "(((a And b) Xor c) Or d)"),
        ("(a OR b) AND c", "((a Or b) And c)"),
        ("a OR_ELSE b AND_THEN c", "(a OrElse (b AndThen c))"),
        ("x MOD 2 <> 0", "((x Modulo 2) Unequal 0)"),
        ("NOT a OR b", "(Not(a) Or b)"),
        ("[1, 2(0), 3]", "[1, [0], 3]"),
        ("(a := 1, b := 2)", "[1, 2]"),
    ] {
        let whole = format!("v := {text};");
        let StatementKind::Assign { value, .. } = one(&whole, Dialect::Codesys).kind else {
            panic!("{text}")
        };
        assert_eq!(shown(&whole, &value), expected, "{text}");
    }
}

#[test]
fn all_that_a_dialect_writes_is_understood() {
    use Dialect::{Codesys, Logix, Siemens};
    for (dialect, text) in [
        (Logix, "Local:1:O.Data.3 := Program:Main.x[i, 2].y;"),
        (Logix, "Word.[i + 1] [:=] \\Main.Param;"),
        (Logix, "GSV(WallClockTime, , LocalDateTime, Now[0]); JSR(Sub, 1, a, b); TONR(t);"),
        (Logix, "CASE State OF 1, 3..5: a := 1; 2: b := -1.5E-3; ELSE c := 16#FF; END_CASE;"),
        (Logix, "#region Start\na := 1;\n#endregion"),
        (Logix, "FOR i := 0 TO 9 BY 2 DO IF a THEN EXIT; END_IF; END_FOR;"),
        (Logix, "REPEAT a := a + 1; UNTIL a > 10 END_REPEAT;"),
        (Siemens, "\"DB 1\".a[#i].\"b c\" := #x.%X3 AND \"Tag\":P OR %I0.0:P;"),
        (Siemens, "#inst(IN := TRUE, PT := T#5s, Q => #q, ET => #et);"),
        (Siemens, "REGION isn't code\n#a += 1;\nEND_REGION ends it\n"),
        (Siemens, "(/*MLC_1*/) #a := \"DB\".%DBX0.0; (* plain (* *) #b := W#16#FF;"),
        (Siemens, "CASE #state OF 0: ; #IDLE: #a := 1; \"RUN\"..\"STOP\": GOTO out; END_CASE;"),
        (Siemens, "out: #a := P#DB1.DBX0.0 BYTE 10; #t := NOT#a; #d := DT#2024-01-31-12:00:00.5;"),
        (Siemens, "#v ?= #w; FOR #i := 1 TO 3 DO CONTINUE; END_FOR; RETURN;"),
        (Siemens, "REPEAT #i := #i + 1; UNTIL #i > 3\nEND_REPEAT;"),
        (Codesys, "THIS^.x := SUPER^.Init(a := ADR(b), c => d)^.e; .g := .GVL.x;"),
        (Codesys, "a S= b; a R= c; r REF= x; a := b := c; s := \"wide $\"text$\"\";"),
        (
            Codesys,
            "{IF defined (x)} p^.f^[1][2].m(); ACT; JMP out; out: x := E_State#Idle; {END_IF}",
        ),
        (Codesys, "(* a (* nested *) comment *) x := INT#-5 + T#1h2m3.5s;"),
        (Codesys, "CASE e OF E_State.Idle, 5: a(); b := 1; (1 + 2): ; END_CASE"),
        (Codesys, "f(a, , b := , NOT c, d => );"),
        (Codesys, "__TRY x := 1; __FINALLY y := 2; __ENDTRY"),
        (Codesys, "IF a THEN b := 1; ELSIF c THEN ; ELSE d(); END_IF"),
    ] {
        for statement in parse(text, dialect) {
            let shown = format!("{statement:?}");
            assert!(!shown.contains("Opaque"), "{text}: {shown}");
        }
    }
}

#[test]
fn what_is_not_understood_is_one_statement_and_the_rest_stands() {
    for (text, opaque) in [
        ("a := 1; b := := 2; c := 3;", &["b := := 2;"][..]),
        ("a := 1; END_IF; c := 3;", &["END_IF;"]),
        ("a b c", &["a b c"]),
        ("IF a THEN b := 1; x y; END_IF; c := 3;", &["x y;"]),
        (") a := 1; (", &[") a := 1;", "("]),
    ] {
        let mut found = Vec::new();
        collect(text, &parse(text, Dialect::Codesys), &mut found);
        assert_eq!(found, opaque, "{text}");
    }
    let StatementKind::If { branches, .. } =
        one("IF a b THEN c := 1; END_IF;", Dialect::Codesys).kind
    else {
        panic!("no IF")
    };
    assert_eq!(branches[0].condition.kind, ExpressionKind::Opaque(Why::Syntax));
    assert_eq!(branches[0].body.len(), 1);
}

fn collect<'a>(text: &'a str, statements: &[Statement], into: &mut Vec<&'a str>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Opaque(_) => into.push(&text[statement.span.range()]),
            StatementKind::If { branches, otherwise } => {
                for branch in branches {
                    collect(text, &branch.body, into);
                }
                collect(text, otherwise, into);
            }
            _ => {}
        }
    }
}

#[test]
fn hostile_texts_end_soon_and_deep_ones_are_cut() {
    let deep = |open: &str, count: usize| open.repeat(count);
    let texts = [
        deep("(", 10_000),
        format!("a := {}1;", deep("(", 10_000)),
        format!("a := {}b;", deep("NOT ", 10_000)),
        format!("a := b{};", deep("[c", 10_000)),
        format!("{}a();", deep("f(", 10_000)),
        deep("IF a THEN ", 10_000),
        deep("REPEAT ", 10_000),
        deep("CASE a OF 1: ", 10_000),
        deep("WHILE a DO ", 10_000),
        deep("FOR i := 1 TO 2 DO ", 10_000),
        format!("a := b{};", deep(" + b", 40_000)),
        format!("a := {}b;", deep("a OR b XOR c AND d = e < f + g * -h ** (", 10_000)),
        format!("CASE a OF {}", deep("b, ", 10_000)),
        deep("CASE a OF b c ", 10_000),
        deep("(* ", 10_000),
        deep("ELSE ", 10_000),
        deep("a.", 40_000),
        deep("a := ", 10_000),
        deep("'", 1001),
        deep("{", 10_000),
    ];
    for text in texts {
        for dialect in [Dialect::Logix, Dialect::Siemens, Dialect::Codesys] {
            let again: String =
                tokens(&text, dialect).iter().map(|token| &text[token.span.range()]).collect();
            assert!(again == text, "tokens give the text again");
            let statements = parse(&text, dialect);
            let mut end = 0;
            for statement in &statements {
                assert!(statement.span.start >= end && statement.span.end > statement.span.start);
                end = statement.span.end;
            }
        }
    }
}
