//! Adds variables and members.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_code::Width;
use tagbridge_structured_text::{Dialect, TokenKind, tokens};

use super::{
    expected::Fate,
    outline::{Section, Unit, UnitKind},
    piece::Edit,
    world::{World, bare},
};
use crate::{
    draft::{Content, Draft, Stop, ask},
    says::{Ask, Assumed, Danger, Said, Why},
};

/// Adds a variable to data, a program, a block or a list.
pub(crate) fn variable(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let name = context.new_name("name")?.to_owned();
    let unit = world.place(|it| it.kind != UnitKind::Type && it.keyword != "INTERFACE")?;
    declare(world, unit, &name, context.get("type"), context.get("value"), context.get("comment"))
}

/// Adds a member to a type.
pub(crate) fn member(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let name = context.new_name("name")?.to_owned();
    let unit = world.place(|it| it.kind == UnitKind::Type && !it.sections.is_empty())?;
    declare(world, unit, &name, context.get("type"), None, None)
}

/// Gives a variable another type.
pub(crate) fn retype(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let (at, name) = world.variable(context.need("name"))?;
    let unit = world.writable(at)?;
    let no_tag = || Why::NoTag { name: name.clone() };
    let (section, variable) = unit.variable(&name).ok_or_else(no_tag)?;
    let was = world.said(unit.piece, &variable.kind).trim().to_owned();
    let kind = type_called(world, context.need("type"))?;
    if was.eq_ignore_ascii_case(&kind) {
        return Err(Why::Same { name: format!("{name} : {was}") }.into());
    }
    if variable.shares || was.contains(' ') {
        return Err(Why::NotParsed { name: world.full(at, &name) }.into());
    }
    let mut draft = Draft::default();
    let edit = Edit { at: (variable.kind.start, variable.kind.end), text: kind.clone() };
    world.edit(&mut draft, vec![(unit.piece, edit)]);
    let shown = world.shown(at, section, &name);
    world.expect(&mut draft, &shown, Fate::Retyped(&was, &kind));
    let full = world.full(at, &name);
    let line = format!("{name} : {kind};");
    let said = Said::Value { name: full.clone(), from: was, to: kind };
    draft.step(
        ChangeAction::Update,
        full.clone(),
        code_type(world, unit),
        said,
        Content::Given(line),
    );
    draft.kept(&full);
    let danger = Danger::External { name: full.clone() };
    draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
    draft.affect(&full);
    Ok(draft)
}

/// Adds the declaration of a variable, as a step of a plan.
pub(crate) fn declare(
    world: &World<'_>,
    at: usize,
    name: &str,
    kind: Option<&str>,
    value: Option<&str>,
    comment: Option<&str>,
) -> Result<Draft, Stop> {
    let unit = world.writable(at)?;
    free(world, at, name)?;
    let Some(kind) = kind else {
        let types = ["BOOL", "INT", "REAL", "TIME"].map(ToOwned::to_owned).to_vec();
        return Err(ask("type", Ask::Type, Ask::WhyType, types));
    };
    let kind = type_called(world, kind)?;
    let value = value.map(|it| literal(&kind, it)).transpose()?;
    let initial = value.as_deref().map(|it| format!(" := {it}")).unwrap_or_default();
    let remark = match comment {
        Some(text) if text.contains('\n') => {
            return Err(Why::BadValue { value: text.to_owned(), of: "Comment".to_owned() }.into());
        }
        Some(text) => format!(" // {text}"),
        None => String::new(),
    };
    let line = format!("{name} : {kind}{initial};{remark}");
    let section = chosen(unit, world.dialect);
    let Some((edit, section)) = insertion(world, unit, section, &line) else {
        let what = unit.name.clone();
        return Err(Why::OtherPlatform { what }.into());
    };
    let mut draft = Draft::default();
    world.edit(&mut draft, vec![(unit.piece, edit)]);
    let shown = world.shown(at, &section, name);
    world.expect(&mut draft, &shown, Fate::Added);
    let full = world.full(at, name);
    let is_member = unit.kind == UnitKind::Type;
    let (name, place) = (name.to_owned(), unit.name.clone());
    let said = if is_member {
        Said::Member { name, kind, place: place.clone() }
    } else {
        Said::Tag { name, kind, place: place.clone() }
    };
    let (action, target) = match unit.kind {
        UnitKind::Type => (ChangeAction::Update, unit.name.clone()),
        _ => (ChangeAction::Create, full.clone()),
    };
    draft.step(action, target, code_type(world, unit), said, Content::Given(line));
    match unit.kind {
        UnitKind::Type => {
            draft.assumed.push(Assumed::AtTheEnd { place: place.clone() });
            let danger = Danger::External { name: place };
            draft.risk(RiskLevel::Medium, RiskKind::ExternalAccess, danger);
        }
        UnitKind::Block => draft.assumed.push(Assumed::Instances { name: place }),
        _ => draft.affect(&full),
    }
    Ok(draft)
}

/// The language of a unit's declarations, for the user interface.
pub(crate) fn code_type(world: &World<'_>, unit: &Unit) -> &'static str {
    match (world.dialect, unit.kind) {
        (Dialect::Siemens, UnitKind::DataBlock) => "DB",
        (Dialect::Siemens, UnitKind::Type) => "UDT",
        (Dialect::Siemens, _) => "SCL",
        _ => "Declaration",
    }
}

/// Checks that a name is unused where the variable is visible.
pub(crate) fn free(world: &World<'_>, at: usize, name: &str) -> Result<(), Stop> {
    let taken = |name: String| Stop::No(Why::Taken { name });
    if world.units[at].variable(name).is_some() {
        return Err(taken(world.full(at, name)));
    }
    if world.unit(name).is_some() {
        return Err(taken(name.to_owned()));
    }
    let prefix = format!("{}.", world.units[at].name);
    let has_part = world.units.iter().any(|it| {
        it.name.strip_prefix(&prefix).is_some_and(|it| it.eq_ignore_ascii_case(name))
            || (world.dialect == Dialect::Codesys
                && world.units[at].kind == UnitKind::Globals
                && it.variable(name).is_some())
    });
    if has_part { Err(taken(name.to_owned())) } else { Ok(()) }
}

/// The section for a new variable.
fn chosen(unit: &Unit, dialect: Dialect) -> Option<&Section> {
    let plain = |it: &&Section| !it.constant && !it.retain;
    let named = |name: &str| unit.sections.iter().filter(plain).find(|it| it.keyword == name);
    match unit.kind {
        UnitKind::Globals => named("VAR_GLOBAL"),
        UnitKind::Type => unit.sections.first(),
        UnitKind::DataBlock => named("VAR").or_else(|| named("STRUCT")),
        UnitKind::Program if dialect == Dialect::Siemens => named("VAR_TEMP"),
        _ if dialect == Dialect::Siemens && unit.keyword == "FUNCTION" => named("VAR_TEMP"),
        _ => named("VAR"),
    }
}

/// The edit that inserts a line in a section, or adds the section if it is missing.
fn insertion(
    world: &World<'_>,
    unit: &Unit,
    section: Option<&Section>,
    line: &str,
) -> Option<(Edit, Section)> {
    let text = &world.texts[unit.piece].piece.text;
    let at_line = |at: usize| text[..at].rfind('\n').map_or(0, |it| it + 1);
    let indent_of = |at: usize| -> String {
        let begin = at_line(at);
        text[begin..].chars().take_while(|it| matches!(it, ' ' | '\t')).collect()
    };
    let insert = |at: usize, text: String| Edit { at: (at, at), text };
    if let Some(section) = section {
        let Some(last) = section.variables.last() else {
            let at = behind_line(text, world.dialect, section.begin, section.end)?;
            let indent = format!("{}   ", indent_of(section.begin.saturating_sub(1)));
            return Some((insert(at, format!("\n{indent}{line}")), section.clone()));
        };
        let first_on_line = text[at_line(last.whole.start)..last.whole.start].trim().is_empty();
        return Some(match behind_line(text, world.dialect, last.whole.end, section.end) {
            Some(at) if first_on_line => {
                (insert(at, format!("\n{}{line}", indent_of(last.whole.start))), section.clone())
            }
            _ => (insert(last.whole.end, format!(" {line}")), section.clone()),
        });
    }
    let (keyword, indent) = match (world.dialect, unit.kind) {
        (_, UnitKind::Type | UnitKind::DataBlock | UnitKind::Globals) => return None,
        (Dialect::Siemens, UnitKind::Program) => ("VAR_TEMP", "   "),
        (Dialect::Siemens, _) if unit.keyword == "FUNCTION" => ("VAR_TEMP", "   "),
        (Dialect::Siemens, _) => ("VAR", "   "),
        _ => ("VAR", ""),
    };
    let inner = if indent.is_empty() { "\t" } else { "      " };
    let block = format!("{indent}{keyword}\n{inner}{line}\n{indent}END_VAR");
    let made = Section {
        keyword: keyword.to_owned(),
        constant: false,
        retain: false,
        variables: Vec::new(),
        begin: 0,
        end: 0,
    };
    if let Some(last) = unit.sections.last() {
        let at = behind_line(text, world.dialect, last.end, text.len())?;
        return Some((insert(at, format!("\n{block}")), made));
    }
    if world.dialect == Dialect::Siemens {
        let (_, code) = unit.code.as_ref()?;
        let at = at_line(code.start);
        return Some((insert(at, format!("{block}\n\n")), made));
    }
    let at = text.trim_end().len();
    Some((insert(at, format!("\n{block}")), made))
}

/// The position after the line and the comment at its end; `None` if other text follows on it, or
/// the limit comes first.
fn behind_line(text: &str, dialect: Dialect, at: usize, limit: usize) -> Option<usize> {
    let mut place = at;
    for token in tokens(&text[at..], dialect) {
        let span = token.span.range();
        let (from, to) = (at + span.start, at + span.end);
        match token.kind {
            TokenKind::Blank => {
                if let Some(end) = text[from..to].find('\n') {
                    place = from + end;
                    return (place <= limit).then_some(place);
                }
            }
            TokenKind::Comment | TokenKind::Pragma => place = to,
            TokenKind::Word if from == at => place = to,
            TokenKind::Sign if &text[from..to] == ";" => place = to,
            _ => return None,
        }
    }
    (place <= limit).then_some(text.len().min(place.max(at)))
}

/// A type in the spelling of the project or the platform.
pub(crate) fn type_called(world: &World<'_>, said: &str) -> Result<String, Stop> {
    const ELEMENTARY: &str = "Bool Byte Word DWord LWord SInt Int DInt LInt USInt UInt UDInt ULInt \
        Real LReal Time LTime Date Char WChar String WString";
    const INSTANCES: &str = "TON TOF TP CTU CTD CTUD R_TRIG F_TRIG";
    const IEC: &str = "TON_TIME TOF_TIME TP_TIME IEC_TIMER IEC_COUNTER R_TRIG F_TRIG";
    let name = bare(said);
    let is_siemens = world.dialect == Dialect::Siemens;
    if let Some(known) = ELEMENTARY.split_whitespace().find(|it| it.eq_ignore_ascii_case(&name)) {
        return Ok(if is_siemens { known.to_owned() } else { known.to_uppercase() });
    }
    if let Some(at) = world.unit(&name) {
        let unit = &world.units[at];
        let is_type = unit.kind == UnitKind::Type || unit.keyword == "FUNCTION_BLOCK";
        if is_type {
            return Ok(if is_siemens { format!("\"{}\"", unit.name) } else { unit.name.clone() });
        }
    }
    let instances = if is_siemens { IEC } else { INSTANCES };
    if let Some(known) = instances.split_whitespace().find(|it| it.eq_ignore_ascii_case(&name)) {
        return Ok(known.to_owned());
    }
    let own = world.units.iter().filter(|it| it.kind == UnitKind::Type).map(|it| it.name.clone());
    let known = ["BOOL", "INT", "DINT", "REAL", "TIME", "STRING"].map(ToOwned::to_owned);
    let known = known.into_iter().chain(own.take(8)).collect::<Vec<_>>().join(", ");
    Err(Why::NoType { name, known }.into())
}

/// A value as a literal of a type.
pub(crate) fn literal(kind: &str, said: &str) -> Result<String, Stop> {
    let bad = || Stop::No(Why::BadValue { value: said.to_owned(), of: kind.to_owned() });
    let said_bare = said.trim();
    let upper = kind.to_uppercase();
    let whole = |(low, high): (i128, i128)| {
        let number: i128 = said_bare.replace('_', "").parse().ok()?;
        (low..=high).contains(&number).then(|| number.to_string())
    };
    let found = match upper.as_str() {
        "BOOL" => match said_bare.to_uppercase().as_str() {
            "TRUE" | "1" | "ON" => Some("TRUE".to_owned()),
            "FALSE" | "0" | "OFF" => Some("FALSE".to_owned()),
            _ => None,
        },
        "REAL" | "LREAL" => {
            let number: Option<f64> = said_bare.replace(',', ".").parse().ok();
            number.filter(|it| it.is_finite()).map(|it| format!("{it:?}"))
        }
        "TIME" => tagbridge_forms::amounts::duration(said_bare),
        _ => Width::of_type(&upper).and_then(|it| whole(it.range())),
    };
    found.ok_or_else(bad)
}
