//! Adds tags and aliases.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};

use super::{
    File, Node, created,
    find::{Scope, ScopeKind},
};
use crate::{
    draft::{Content, Draft, Stop, ask},
    element::{end_tag, escaped, name_of, start_tag},
    says::{Ask, Assumed, Danger, Said, Why},
};

/// Adds a tag.
pub(super) fn tag(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let name = context.new_name("name")?;
    let scope = file.scope()?;
    let Some(kind) = context.get("type") else {
        let types = ["BOOL", "DINT", "REAL", "TIMER"].map(ToOwned::to_owned).to_vec();
        return Err(ask("type", Ask::Type, Ask::WhyType, types));
    };
    declare(file, &scope, name, kind, (context.get("value"), context.get("comment")))
}

/// Adds the declaration of a tag, as a step of a plan.
pub(super) fn declare(
    file: &File<'_, '_>,
    scope: &Scope<'_, '_>,
    name: &str,
    kind: &str,
    (value, comment): (Option<&str>, Option<&str>),
) -> Result<Draft, Stop> {
    free(file, scope, name)?;
    let kind = file.type_called(kind)?;
    let data = Data::of(&kind, value)?;
    let mut draft = Draft::default();
    let element = element(file, scope, name, &kind, &data, comment)?;
    insert(&mut draft, file, scope, name, &element)?;
    let said = Said::Tag { name: name.to_owned(), kind: kind.clone(), place: scope.shown() };
    step(&mut draft, scope, name, said, &element);
    if data.l5k.is_none() {
        draft.assumed.push(Assumed::WithoutData);
    } else if let (None, Some(l5k)) = (value, &data.l5k) {
        draft.assumed.push(Assumed::StartsAt { value: l5k.clone() });
    }
    Ok(draft)
}

/// Adds an alias of a tag.
pub(super) fn alias(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let name = context.new_name("name")?;
    let target = context.need("target").trim_matches('"');
    let scope = match context.place() {
        Some(_) => file.scope()?,
        None => file.declared_root(target)?.0,
    };
    if scope.kind == ScopeKind::AddOn {
        return Err(Why::OtherPlatform { what: "Alias".to_owned() }.into());
    }
    free(file, &scope, name)?;
    let (_, base) = file
        .seen_from(scope, target)
        .or_else(|| file.declared_root(target).ok())
        .ok_or_else(|| Why::NoTag { name: target.to_owned() })?;
    safe(base, target)?;
    let is_bit = target.rsplit('.').next().is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit()));
    let is_whole = !target.contains(['.', '[']);
    let radix = base.attribute("Radix").filter(|_| is_whole).or(is_bit.then_some("Decimal"));
    let radix = radix.map(|it| format!(" Radix=\"{it}\"")).unwrap_or_default();
    let element = format!(
        "<Tag Name=\"{name}\" TagType=\"Alias\"{radix} AliasFor=\"{}\" \
         ExternalAccess=\"Read/Write\"/>{}",
        escaped(target),
        file.text.line_end()
    );
    let mut draft = Draft::default();
    insert(&mut draft, file, &scope, name, &element)?;
    let (name, target) = (name.to_owned(), target.to_owned());
    let said = Said::Alias { name: name.clone(), target: target.clone(), place: scope.shown() };
    step(&mut draft, &scope, &name, said, &element);
    draft.affect(&target);
    draft.risk(RiskLevel::Low, RiskKind::ExternalAccess, Danger::External { name });
    Ok(draft)
}

fn step(draft: &mut Draft, scope: &Scope<'_, '_>, name: &str, said: Said, element: &str) {
    let full = scope.full(name);
    let content = Content::Given(element.trim_end().to_owned());
    if scope.kind == ScopeKind::AddOn {
        draft.expect(ChangeKind::ParameterAdded, &[&full]);
        draft.touch(key("block", scope.name()));
        draft.assumed.push(Assumed::Instances { name: scope.name().to_owned() });
    } else {
        draft.expect(ChangeKind::TagAdded, &[&full]);
        draft.touch(key("tag", &full));
    }
    draft.step(ChangeAction::Create, full.clone(), "Tag", said, content);
    draft.affect(&full);
}

/// Checks that a name is unused in this scope.
pub(super) fn free(file: &File<'_, '_>, scope: &Scope<'_, '_>, name: &str) -> Result<(), Stop> {
    if scope.node.attribute("Class") == Some("Safety") {
        return Err(Why::Safety { name: scope.shown() }.into());
    }
    if scope.tag(name).is_some() {
        return Err(Why::Taken { name: scope.full(name) }.into());
    }
    let is_type = file.types().into_iter().chain(file.add_ons());
    if is_type.into_iter().any(|it| name_of(it).eq_ignore_ascii_case(name)) {
        return Err(Why::Taken { name: name.to_owned() }.into());
    }
    Ok(())
}

/// Checks that a tag does not belong to the safety part.
pub(super) fn safe(tag: Node<'_, '_>, name: &str) -> Result<(), Stop> {
    let is_safety = tag.ancestors().any(|it| it.attribute("Class") == Some("Safety"));
    if is_safety { Err(Why::Safety { name: name.to_owned() }.into()) } else { Ok(()) }
}

/// Inserts a tag in the order of names, if the tags are sorted; otherwise at the end.
fn insert(
    draft: &mut Draft,
    file: &File<'_, '_>,
    scope: &Scope<'_, '_>,
    name: &str,
    element: &str,
) -> Result<(), Stop> {
    let list =
        scope.list().ok_or_else(|| Why::NoPlace { name: scope.shown(), known: String::new() })?;
    let text = &file.text.text;
    let (after_start, is_empty) = start_tag(text, list);
    if is_empty {
        let line_end = file.text.line_end();
        let whole = list.range();
        let open = text[whole.start..whole.end].trim_end_matches("/>").trim_end();
        let tag_name = list.tag_name().name();
        let full = format!("{open}>{line_end}{element}</{tag_name}>");
        draft.splice(file.text.file, whole.start, whole.end, full);
        return Ok(());
    }
    let there: Vec<Node<'_, '_>> = list.children().filter(Node::is_element).collect();
    let names: Vec<String> = there.iter().map(|it| name_of(*it).to_lowercase()).collect();
    let wanted = name.to_lowercase();
    let next = names
        .is_sorted()
        .then(|| names.iter().position(|it| *it > wanted))
        .flatten()
        .filter(|_| scope.kind != ScopeKind::AddOn);
    let at = match (next, there.last()) {
        (Some(next), _) => there[next].range().start,
        (None, Some(_)) => end_tag(text, list),
        (None, None) => after_start,
    };
    // After the blanks of the line, so that the following text keeps its own.
    let element = match (next, there.last()) {
        (None, None) => format!("{}{}", file.text.line_end(), element.trim_end()),
        _ => element.to_owned(),
    };
    created(draft, file, at, &element);
    Ok(())
}

/// The initial value of a tag, in both notations of the file.
struct Data {
    radix: Option<&'static str>,
    l5k: Option<String>,
    decorated: Vec<String>,
}

impl Data {
    /// Empty for a structure that the file defines: Studio 5000 then uses the defaults.
    fn of(kind: &str, value: Option<&str>) -> Result<Self, Stop> {
        let bad = |value: &str| Why::BadValue { value: value.to_owned(), of: kind.to_owned() };
        let upper = kind.to_uppercase();
        let scalar = |radix: &'static str, l5k: String, shown: String| Self {
            radix: Some(radix),
            l5k: Some(l5k),
            decorated: vec![format!(
                "<DataValue DataType=\"{upper}\" Radix=\"{radix}\" Value=\"{shown}\"/>"
            )],
        };
        let members = |rows: &[(&str, &str)], preset: &str| {
            Self {
            radix: None,
            l5k: Some(format!("[0,{preset},0]")),
            decorated: [format!("<Structure DataType=\"{upper}\">")]
                .into_iter()
                .chain(rows.iter().map(|(name, kind)| {
                    let radix = if *kind == "DINT" { " Radix=\"Decimal\"" } else { "" };
                    let value = if *name == "PRE" { preset } else { "0" };
                    format!(
                        "<DataValueMember Name=\"{name}\" DataType=\"{kind}\"{radix} Value=\"{value}\"/>"
                    )
                }))
                .chain(["</Structure>".to_owned()])
                .collect(),
        }
        };
        let data = match (upper.as_str(), value) {
            ("REAL" | "LREAL", value) => {
                let shown = real(value.unwrap_or("0")).ok_or_else(|| bad(value.unwrap_or("")))?;
                scalar("Float", exponential(&shown), shown)
            }
            ("BOOL" | "SINT" | "INT" | "DINT" | "LINT" | "USINT" | "UINT" | "UDINT", value) => {
                let number = integer(value.unwrap_or("0"), &upper)
                    .ok_or_else(|| bad(value.unwrap_or_default()))?;
                scalar("Decimal", number.clone(), number)
            }
            ("TIMER", value) => {
                let rows = [
                    ("PRE", "DINT"),
                    ("ACC", "DINT"),
                    ("EN", "BOOL"),
                    ("TT", "BOOL"),
                    ("DN", "BOOL"),
                ];
                let preset = value.unwrap_or("0");
                members(&rows, &integer(preset, "DINT").ok_or_else(|| bad(preset))?)
            }
            (_, Some(value)) => return Err(bad(value).into()),
            ("COUNTER", None) => {
                let rows = [
                    ("PRE", "DINT"),
                    ("ACC", "DINT"),
                    ("CU", "BOOL"),
                    ("CD", "BOOL"),
                    ("DN", "BOOL"),
                    ("OV", "BOOL"),
                    ("UN", "BOOL"),
                ];
                members(&rows, "0")
            }
            _ => Self { radix: None, l5k: None, decorated: Vec::new() },
        };
        Ok(data)
    }
}

/// The value as a whole number of this type.
pub(super) fn integer(value: &str, kind: &str) -> Option<String> {
    let value = match value.to_lowercase().as_str() {
        "true" | "on" => "1".to_owned(),
        "false" | "off" => "0".to_owned(),
        other => other.replace('_', ""),
    };
    let number: i64 = value.parse().ok()?;
    let bits = match kind {
        "BOOL" => return (0..=1).contains(&number).then(|| number.to_string()),
        "SINT" => 8,
        "INT" => 16,
        "DINT" => 32,
        "LINT" => 64,
        "USINT" => return u8::try_from(number).ok().map(|it| it.to_string()),
        "UINT" => return u16::try_from(number).ok().map(|it| it.to_string()),
        "UDINT" => return u32::try_from(number).ok().map(|it| it.to_string()),
        _ => return None,
    };
    let high = i64::MAX >> (64 - bits);
    (-high - 1..=high).contains(&number).then(|| number.to_string())
}

/// A number with a decimal point, as in data.
pub(super) fn real(value: &str) -> Option<String> {
    let number: f32 = value.replace(',', ".").parse().ok()?;
    number.is_finite().then(|| format!("{number:?}"))
}

/// `5.0` becomes `5.00000000e+000`.
pub(super) fn exponential(shown: &str) -> String {
    let number: f32 = shown.parse().unwrap_or(0.0);
    let text = format!("{number:.8e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:03}", exponent.abs())
}

fn element(
    file: &File<'_, '_>,
    scope: &Scope<'_, '_>,
    name: &str,
    kind: &str,
    data: &Data,
    comment: Option<&str>,
) -> Result<String, Stop> {
    let is_local = scope.kind == ScopeKind::AddOn;
    let radix = data.radix.map(|it| format!(" Radix=\"{it}\"")).unwrap_or_default();
    let (tag, list) = if is_local { ("LocalTag", "DefaultData") } else { ("Tag", "Data") };
    let head = if is_local {
        format!("<LocalTag Name=\"{name}\" DataType=\"{kind}\"{radix} ExternalAccess=\"None\"")
    } else {
        format!(
            "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\"{radix} Constant=\"false\" \
             ExternalAccess=\"Read/Write\""
        )
    };
    let mut lines = Vec::new();
    if let Some(comment) = comment {
        lines.extend(super::remark::lines("Description", comment)?);
    }
    if let Some(l5k) = &data.l5k {
        lines.push(format!("<{list} Format=\"L5K\">"));
        lines.push(format!("<![CDATA[{l5k}]]>"));
        lines.push(format!("</{list}>"));
        lines.push(format!("<{list} Format=\"Decorated\">"));
        lines.extend(data.decorated.iter().cloned());
        lines.push(format!("</{list}>"));
    }
    let line_end = file.text.line_end();
    if lines.is_empty() {
        return Ok(format!("{head}/>{line_end}"));
    }
    Ok(format!("{head}>{line_end}{}{line_end}</{tag}>{line_end}", lines.join(line_end)))
}

impl<'a, 'i> File<'a, 'i> {
    /// A type in the spelling of the file or the controller.
    pub(super) fn type_called(&self, said: &str) -> Result<String, Stop> {
        const KNOWN: [&str; 8] =
            ["BOOL", "SINT", "INT", "DINT", "LINT", "REAL", "TIMER", "COUNTER"];
        let said = said.trim_matches('"');
        if let Some(known) = KNOWN.iter().find(|it| it.eq_ignore_ascii_case(said)) {
            return Ok((*known).to_owned());
        }
        let own = self.types().into_iter().chain(self.add_ons());
        let own = own.map(name_of).find(|it| it.eq_ignore_ascii_case(said));
        own.map(ToOwned::to_owned).ok_or_else(|| {
            let of_file = self.types().into_iter().map(|it| name_of(it).to_owned()).take(8);
            let known = KNOWN.iter().map(|it| (*it).to_owned()).chain(of_file);
            let known = known.collect::<Vec<_>>().join(", ");
            Why::NoType { name: said.to_owned(), known }.into()
        })
    }

    /// The declaration of an operand's first name.
    pub(super) fn declared_root(
        &self,
        operand: &str,
    ) -> Result<(Scope<'a, 'i>, Node<'a, 'i>), Stop> {
        let root = operand.split(['.', '[']).next().unwrap_or(operand);
        self.declared(root)
    }
}
