//! Tags, types and code for users.

use std::io::{self, Write};

use tagbridge_project::{Body, Dimension, Routine, spelling::one_line};

use super::{MemberEntry, TagEntry, TypeEntry};
use crate::{
    messages::{Column, TableWord},
    output::said,
};

pub(super) fn print_tags(out: &mut impl Write, tags: &[TagEntry<'_>]) -> io::Result<()> {
    let types: Vec<String> =
        tags.iter().map(|tag| shown(tag.r#type, tag.length, tag.bounds)).collect();
    let width = |longest: Option<usize>, most: usize| longest.unwrap_or_default().clamp(4, most);
    let names = width(tags.iter().map(|tag| tag.name.chars().count()).max(), 50);
    let kinds = width(types.iter().map(|kind| kind.chars().count()).max(), 30);
    let [tag, kind, address] = [Column::Tag, Column::Type, Column::Address];
    writeln!(out, "{:names$}  {:kinds$}  {}", said(&tag), said(&kind), said(&address))?;
    let by_name = said(&TableWord::ByName);
    for (tag, kind) in tags.iter().zip(&types) {
        let place = match (&tag.address, &tag.reason) {
            (Some(address), _) if address == tag.name => by_name.as_str(),
            (Some(address), _) => address,
            (None, Some(reason)) => reason,
            (None, None) => "",
        };
        let alias = tag.alias_for.map(|name| format!(", {}", said(&TableWord::AliasOf { name })));
        let alias = alias.unwrap_or_default();
        let comment = tag.comment.map(|it| format!("  // {}", one_line(it))).unwrap_or_default();
        writeln!(out, "{:names$}  {kind:kinds$}  {place}{alias}{comment}", tag.name)?;
    }
    writeln!(out, "\n{}", said(&TableWord::Tags { count: tags.len() }))
}

pub(super) fn print_type(out: &mut impl Write, kind: &TypeEntry<'_>) -> io::Result<()> {
    let comment = kind.comment.map(|it| format!("  // {}", one_line(it))).unwrap_or_default();
    writeln!(out, "{} ({}){comment}", kind.name, kind.kind)?;
    print_members(out, &kind.members, 1)?;
    writeln!(out)
}

fn print_members(
    out: &mut impl Write,
    members: &[MemberEntry<'_>],
    depth: usize,
) -> io::Result<()> {
    for member in members {
        let comment = member.comment.map(|it| format!("  // {}", one_line(it))).unwrap_or_default();
        let of = match member.number {
            Some(number) => format!("= {number}"),
            None => shown(member.r#type, member.length, member.bounds),
        };
        let indent = "  ".repeat(depth);
        writeln!(out, "{indent}{:30}  {of}{comment}", member.name)?;
        print_members(out, &member.members, depth + 1)?;
    }
    Ok(())
}

pub(super) fn print_routine(out: &mut impl Write, routine: &Routine) -> io::Result<()> {
    let Routine { owner, name, .. } = routine;
    let whole = if owner == name { name.clone() } else { format!("{owner}/{name}") };
    writeln!(out, "--- {whole} ({:?})", routine.language)?;
    match &routine.body {
        Body::Text(text) => writeln!(out, "{text}")?,
        Body::Rungs(rungs) => {
            for rung in rungs {
                for line in [&rung.title, &rung.comment].into_iter().flatten() {
                    writeln!(out, "// {}", one_line(line))?;
                }
                writeln!(out, "{:4}: {}", rung.number, rung.text)?;
            }
        }
        Body::Protected => writeln!(out, "({})", said(&TableWord::Protected))?,
        Body::Absent => writeln!(out, "({})", said(&TableWord::Absent))?,
    }
    writeln!(out)
}

/// A type such as `DINT`, `DINT[10]`, `REAL[1..3,0..9]`, `STRING(80)[10]`.
fn shown(kind: &str, length: Option<u32>, bounds: &[Dimension]) -> String {
    let kind = length.map_or_else(|| kind.to_owned(), |it| format!("{kind}({it})"));
    if bounds.is_empty() {
        return kind;
    }
    let bounds: Vec<String> = bounds
        .iter()
        .map(|it| match it.low {
            0 => it.count().to_string(),
            low => format!("{low}..{}", it.high),
        })
        .collect();
    format!("{kind}[{}]", bounds.join(","))
}
