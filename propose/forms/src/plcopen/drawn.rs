//! Elements of drawings.

use std::fmt::Write as _;

use tagbridge_structured_text::Assignment;

use crate::{
    element::{XmlElement as Element, child, escaped},
    wiring::{Source, WiredKind, WiredNode, WiredPin},
};

/// One step of indentation; none where the file has no lines.
pub(super) fn indent(blanks: &str) -> &'static str {
    match (blanks.contains('\n'), blanks.contains('\t')) {
        (false, _) => "",
        (true, true) => "\t",
        (true, false) => "  ",
    }
}

pub(super) fn connection(from: &[Source], blanks: &str) -> String {
    if from.is_empty() {
        return "<connectionPointIn />".to_owned();
    }
    let one = |(id, pin): &Source| {
        let pin = match pin.as_str() {
            "" => String::new(),
            pin => format!(" formalParameter=\"{}\"", escaped(pin)),
        };
        format!("{blanks}{}<connection refLocalId=\"{id}\"{pin} />", indent(blanks))
    };
    let all: String = from.iter().map(one).collect();
    format!("<connectionPointIn>{all}{blanks}</connectionPointIn>")
}

pub(super) fn inputs(pins: &[WiredPin], blanks: &str) -> String {
    let inner = format!("{blanks}{}", indent(blanks));
    let deep = format!("{inner}{}", indent(blanks));
    let one = |it: &WiredPin| {
        let negated = if it.negated { " negated=\"true\"" } else { "" };
        format!(
            "{inner}<variable formalParameter=\"{}\"{negated}>{deep}{}{inner}</variable>",
            escaped(&it.name),
            connection(&it.from, &deep)
        )
    };
    let all: String = pins.iter().map(one).collect();
    format!("<inputVariables>{all}{blanks}</inputVariables>")
}

/// The outputs of a new box.
fn outputs(kind: &str, is_operator: bool) -> &'static [&'static str] {
    match kind {
        _ if is_operator => &["Out1"],
        "CTU" | "CTD" => &["Q", "CV"],
        "TON" | "TOF" | "TP" => &["Q", "ET"],
        _ => &["Q"],
    }
}

pub(super) fn said_by<'a, 'i>(of: Element<'a, 'i>) -> Option<Element<'a, 'i>> {
    child(of, "variable").or_else(|| child(of, "expression"))
}

/// A new element; its lines begin with these blanks.
pub(super) fn written(
    text: &str,
    node: &WiredNode,
    blanks: &str,
    (x, y): (i32, i32),
) -> Option<String> {
    let WiredNode { id, kind, negated, inputs: pins, .. } = node;
    let inner = format!("{blanks}{}", indent(blanks));
    let place = format!("{inner}<position x=\"{x}\" y=\"{y}\" />");
    let point = || {
        let from = pins.first().map(|it| it.from.clone()).unwrap_or_default();
        format!("{inner}{}", connection(&from, &inner))
    };
    let out = format!("{inner}<connectionPointOut />");
    Some(match kind {
        WiredKind::Contact(name) => format!(
            "<contact localId=\"{id}\" negated=\"{negated}\" storage=\"none\" edge=\"none\">{place}{}\
             {out}{inner}<variable>{}</variable>{blanks}</contact>",
            point(),
            escaped(name)
        ),
        WiredKind::Coil(name, how) => {
            let storage = match how {
                Assignment::Set => "set",
                Assignment::Reset => "reset",
                _ => "none",
            };
            format!(
                "<coil localId=\"{id}\" negated=\"{negated}\" storage=\"{storage}\">{place}{}{out}\
                 {inner}<variable>{}</variable>{blanks}</coil>",
                point(),
                escaped(name)
            )
        }
        WiredKind::Input(name) => format!(
            "<inVariable localId=\"{id}\">{place}{out}{inner}<expression>{}</expression>{blanks}\
             </inVariable>",
            escaped(name)
        ),
        WiredKind::Output(name) => {
            let negated = if *negated { " negated=\"true\"" } else { "" };
            format!(
                "<outVariable localId=\"{id}\"{negated}>{place}{}{inner}<expression>{}</expression>\
                 {blanks}</outVariable>",
                point(),
                escaped(name)
            )
        }
        WiredKind::Block(instance, kind) => {
            let own = match instance.as_str() {
                "" => String::new(),
                it => format!(" instanceName=\"{}\"", escaped(it)),
            };
            let deep = format!("{inner}{}", indent(blanks));
            let mut pins_out = String::new();
            for it in outputs(kind, instance.is_empty()) {
                let _ = write!(
                    pins_out,
                    "{deep}<variable formalParameter=\"{it}\">{deep}{}<connectionPointOut />{deep}\
                     </variable>",
                    indent(blanks)
                );
            }
            let called = call_type(text, instance.is_empty(), &inner);
            format!(
                "<block localId=\"{id}\" typeName=\"{}\"{own}>{place}{inner}{}{inner}\
                 <inOutVariables />{inner}<outputVariables>{pins_out}{inner}</outputVariables>{called}\
                 {blanks}</block>",
                escaped(kind),
                inputs(pins, &inner)
            )
        }
        WiredKind::Rail | WiredKind::Other => return None,
    })
}

/// What CODESYS notes of each box: an operator, a function block.
fn call_type(text: &str, is_operator: bool, blanks: &str) -> String {
    const NAME: &str = "http://www.3s-software.com/plcopenxml/fbdcalltype";
    if !text.contains(NAME) {
        return String::new();
    }
    let kind = if is_operator { "operator" } else { "functionblock" };
    format!(
        "{blanks}<addData>{blanks}  <data name=\"{NAME}\" handleUnknown=\"implementation\">{blanks}    \
         <CallType xmlns=\"\">{kind}</CallType>{blanks}  </data>{blanks}</addData>"
    )
}
