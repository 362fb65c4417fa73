//! Operands: variables, constants and addresses.

use std::fmt::Write;

use roxmltree::Node;

use super::elements;
use crate::{declaration::MAX_DEPTH, xml};

/// An operand in the notation of sources: `#speed`, `"DB".list[#i].x`, `T#5s`, `%I0.0`.
pub(super) fn text(access: Node<'_, '_>) -> String {
    let mut text = String::new();
    write(access, 0, &mut text);
    text
}

/// Appends an operand to a text; `depth` is the nesting of operands.
pub(super) fn write(access: Node<'_, '_>, depth: usize, out: &mut String) {
    if depth > MAX_DEPTH {
        out.push('…');
        return;
    }
    let scope = access.attribute("Scope").unwrap_or_default();
    for child in elements(access) {
        match child.tag_name().name() {
            "Symbol" => symbol(child, scope, depth, out),
            "Constant" => constant(child, scope, out),
            "Address" => address(child, out),
            "Label" => out.push_str(child.attribute("Name").unwrap_or_default()),
            _ => {}
        }
    }
}

/// Appends the instance of a function block, whose name has no symbol around it.
pub(super) fn instance(instance: Node<'_, '_>, depth: usize, out: &mut String) {
    symbol(instance, instance.attribute("Scope").unwrap_or_default(), depth, out);
}

fn symbol(symbol: Node<'_, '_>, scope: &str, depth: usize, out: &mut String) {
    let mut first = true;
    // SCL contains the dots, networks do not.
    let told = xml::child(symbol, "Token").is_some();
    for part in elements(symbol) {
        match part.tag_name().name() {
            "Component" => {
                if first {
                    begin(scope, part, out);
                } else {
                    if !told {
                        out.push('.');
                    }
                    name(part, out);
                }
                first = false;
                index(part, depth, out);
            }
            "Token" => out.push_str(part.attribute("Text").unwrap_or_default()),
            _ => {}
        }
    }
}

fn begin(scope: &str, component: Node<'_, '_>, out: &mut String) {
    let component_name = component.attribute("Name").unwrap_or_default();
    if scope.starts_with("Global") {
        out.push('"');
        out.push_str(component_name);
        out.push('"');
        return;
    }
    if scope.starts_with("Local") {
        out.push('#');
    }
    name(component, out);
}

fn name(component: Node<'_, '_>, out: &mut String) {
    let name = component.attribute("Name").unwrap_or_default();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain {
        out.push_str(name);
    } else {
        out.push('"');
        out.push_str(name);
        out.push('"');
    }
}

/// Appends the index of an array, or the bit or byte of a word.
fn index(component: Node<'_, '_>, depth: usize, out: &mut String) {
    let told = xml::child(component, "Token").is_some();
    let mut inside = false;
    for part in elements(component) {
        match part.tag_name().name() {
            "Token" => out.push_str(part.attribute("Text").unwrap_or_default()),
            "Blank" => out.push(' '),
            "Access" => {
                if !told {
                    out.push(if inside { ',' } else { '[' });
                }
                inside = true;
                write(part, depth + 1, out);
            }
            _ => {}
        }
    }
    if inside && !told {
        out.push(']');
    }
    if let Some(slice) = component.attribute("SliceAccessModifier")
        && slice != "undef"
    {
        out.push_str(".%");
        out.push_str(&slice.to_uppercase());
    }
}

fn constant(constant: Node<'_, '_>, scope: &str, out: &mut String) {
    let named = constant.attribute("Name");
    match (named, xml::child(constant, "ConstantValue")) {
        (Some(name), _) if scope == "GlobalConstant" => {
            out.push('"');
            out.push_str(name);
            out.push('"');
        }
        (Some(name), _) => {
            out.push('#');
            out.push_str(name);
        }
        (None, Some(value)) => out.push_str(&xml::text(value)),
        (None, None) => {}
    }
}

/// Appends an address, such as `Area="Input" Type="Bool" BitOffset="9"`.
fn address(address: Node<'_, '_>, out: &mut String) {
    let kind = address.attribute("Type").unwrap_or_default();
    let bit: u32 = address.attribute("BitOffset").and_then(|it| it.parse().ok()).unwrap_or(0);
    let area = match address.attribute("Area").unwrap_or_default() {
        "Input" | "PeripheryInput" => "I",
        "Output" | "PeripheryOutput" => "Q",
        "Memory" => "M",
        "Timer" => {
            write!(out, "%T{bit}").ok();
            return;
        }
        "Counter" => {
            write!(out, "%C{bit}").ok();
            return;
        }
        "DB" => {
            if let Some(number) = address.attribute("BlockNumber") {
                write!(out, "%DB{number}.DB").ok();
            }
            ""
        }
        other => other,
    };
    if !area.is_empty() {
        out.push('%');
        out.push_str(area);
    }
    let size = match kind {
        "Bool" => {
            let sign = if area.is_empty() { "X" } else { "" };
            write!(out, "{sign}{}.{}", bit / 8, bit % 8).ok();
            return;
        }
        "Byte" | "Char" | "SInt" | "USInt" => "B",
        "Word" | "Int" | "UInt" | "WChar" | "Date" | "S5Time" => "W",
        _ => "D",
    };
    write!(out, "{size}{}", bit / 8).ok();
}
