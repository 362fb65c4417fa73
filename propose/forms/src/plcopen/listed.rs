//! Declarations that are elements: their text, and edits of the text as edits of the elements.

use std::{fmt::Write as _, ops::Range};

use tagbridge_structured_text::Dialect;

use super::{added, body::Edits, types};
use crate::{
    element::{
        XmlElement as Element, attribute, child, children, end_tag, escaped, start_tag, with_blanks,
    },
    outline::{SourceVariable, units},
};

/// The elements of a declaration.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    sections: Vec<ListedSection>,
    variables: Vec<ListedVariable>,
    /// The element around the sections: the position for a new one, and its blanks.
    around: Option<(usize, String)>,
    /// Where the comment of the whole is or would be, and the blanks before it.
    comment: Option<(Range<usize>, String)>,
}

#[derive(Debug, Clone)]
struct ListedSection {
    /// `VAR_GLOBAL CONSTANT`.
    head: String,
    whole: Range<usize>,
    start: usize,
    is_empty: bool,
    tag: String,
    blanks: String,
}

#[derive(Debug, Clone)]
struct ListedVariable {
    name: String,
    /// With the blanks before it.
    whole: Range<usize>,
    name_at: Range<usize>,
    /// The content of the `type` element.
    kind: Range<usize>,
    kind_end: usize,
    /// With the blanks before it.
    initial: Option<Range<usize>>,
    documentation: Option<Range<usize>>,
    end: usize,
    blanks: String,
}

/// The declaration of an object with this keyword: the element with its text, if the file has it;
/// otherwise its elements as text.
pub fn declaration<'a, 'i>(
    text: &str,
    of: Element<'a, 'i>,
    keyword: &str,
) -> (Option<Element<'a, 'i>>, String, Listed) {
    let mut listed = Listed::default();
    let interface = child(of, "interface");
    let plain = [Some(of), interface].into_iter().flatten().find_map(|it| {
        let data = added(it, "interfaceasplaintext")?;
        data.descendants().find(|it| {
            it.is_element()
                && !it.children().any(|it| it.is_element())
                && it.text().is_some_and(|it| !it.trim().is_empty())
        })
    });
    let name = of.attribute("name").unwrap_or_default().trim();
    let mut out = String::new();
    match keyword {
        "VAR_GLOBAL" => {
            let mixed =
                added(of, "mixedattrsvarlist").and_then(|it| child(it, "MixedAttrsVarList"));
            let lists: Vec<_> = mixed.iter().flat_map(|it| children(*it, "globalVars")).collect();
            if lists.is_empty() {
                listed.section(text, of, keyword, &mut out);
            } else {
                for it in lists {
                    listed.section(text, it, keyword, &mut out);
                }
                // The list repeats what is in these.
                for it in children(of, "variable") {
                    listed.variable(text, it);
                }
            }
        }
        "TYPE" => {
            let base = child(of, "baseType");
            let list = match of.tag_name().name() {
                "union" => Some(of),
                _ => base.and_then(|it| child(it, "struct")),
            };
            let _ = writeln!(out, "TYPE {name} :");
            match (list, base) {
                (Some(list), _) => listed.section(text, list, "STRUCT", &mut out),
                (None, Some(base)) if child(base, "enum").is_none() => {
                    let _ = writeln!(out, "{};", types::spelled(base, 0).unwrap_or_default());
                }
                _ => out.push_str("();\n"),
            }
            out.push_str("END_TYPE");
            listed.comment(text, of, of);
        }
        _ => {
            let returns = interface.and_then(|it| child(it, "returnType"));
            let returns = returns.and_then(|it| types::spelled(it, 0));
            let extends = interface.and_then(|it| added(it, "pouinheritance")).and_then(|it| {
                it.descendants().find(|it| it.tag_name().name() == "Extends")?.text()
            });
            let _ = write!(out, "{keyword} {name}");
            let _ = extends.map(|it| write!(out, " EXTENDS {}", it.trim()));
            let _ = returns.map(|it| write!(out, " : {it}"));
            out.push('\n');
            for list in interface.into_iter().flat_map(|it| it.children()) {
                if let Some(keyword) = KEYWORDS.iter().find(|it| it.0 == list.tag_name().name()) {
                    listed.section(text, list, keyword.1, &mut out);
                }
            }
            if let Some(interface) = interface {
                let (start, is_empty) = start_tag(text, interface);
                let last = listed
                    .sections
                    .last()
                    .map(|it| it.whole.end)
                    .or_else(|| child(interface, "returnType").map(|it| it.range().end));
                listed.around = (!is_empty)
                    .then(|| (last.unwrap_or(start), format!("{}  ", blanks(text, interface))));
                listed.comment(text, of, interface);
            }
        }
    }
    let out = match plain {
        Some(_) => String::new(),
        None => out,
    };
    (plain, out.trim_end().to_owned(), listed)
}

const KEYWORDS: [(&str, &str); 7] = [
    ("inputVars", "VAR_INPUT"),
    ("outputVars", "VAR_OUTPUT"),
    ("inOutVars", "VAR_IN_OUT"),
    ("localVars", "VAR"),
    ("tempVars", "VAR_TEMP"),
    ("externalVars", "VAR_EXTERNAL"),
    ("globalVars", "VAR_GLOBAL"),
];

impl Listed {
    fn section(&mut self, text: &str, of: Element<'_, '_>, keyword: &str, out: &mut String) {
        let is = |name: &str| of.attribute(name) == Some("true");
        let head = head(keyword, is("constant"), is("retain") || is("persistent"));
        let (start, is_empty) = start_tag(text, of);
        let (whole, tag) = (of.range(), of.tag_name().name().to_owned());
        let blanks = blanks(text, of);
        let _ = writeln!(out, "{head}");
        for it in children(of, "variable") {
            let _ = writeln!(out, "\t{}", types::shown(it));
            self.variable(text, it);
        }
        out.push_str(if keyword == "STRUCT" { "END_STRUCT\n" } else { "END_VAR\n" });
        self.sections.push(ListedSection { head, whole, start, is_empty, tag, blanks });
    }

    fn variable(&mut self, text: &str, of: Element<'_, '_>) {
        let (Some(name_at), Some(kind)) = (attribute(of, "name"), child(of, "type")) else {
            return;
        };
        let inside = |it: Element<'_, '_>| start_tag(text, it).0..end_tag(text, it);
        self.variables.push(ListedVariable {
            name: of.attribute("name").unwrap_or_default().trim().to_owned(),
            whole: with_blanks(text, of),
            name_at,
            kind: inside(kind),
            kind_end: kind.range().end,
            initial: child(of, "initialValue").map(|it| with_blanks(text, it)),
            documentation: child(of, "documentation").map(|it| with_blanks(text, it)),
            end: text[..end_tag(text, of)].trim_end().len(),
            blanks: blanks(text, of),
        });
    }

    fn comment(&mut self, text: &str, of: Element<'_, '_>, inside: Element<'_, '_>) {
        let own = child(of, "documentation").or_else(|| child(inside, "documentation"));
        let new = format!("{}  ", blanks(text, inside));
        let all = inside.children().filter(Element::is_element);
        let last = all.take_while(|it| !it.has_tag_name("addData")).last();
        let behind = last.map(|it| it.range().end..it.range().end);
        self.comment = own.map(|it| with_blanks(text, it)).or(behind).map(|it| (it, new));
    }

    /// Edits of the elements, where the text of the declaration changes from one to the other.
    pub fn edits(&self, old: &str, new: &str) -> Edits {
        let (was, is) = (Text::of(old), Text::of(new));
        let mut edits = Edits::new();
        let same = |a: &SourceVariable, b: &SourceVariable| a.name.eq_ignore_ascii_case(&b.name);
        let is_paired = was.all.len() == is.all.len();
        for (at, (head, now)) in is.all.iter().enumerate() {
            let there = was.all.iter().find(|it| same(&it.1, now));
            let before = if is_paired { was.all.get(at) } else { there };
            if let Some((_, before)) = before {
                let own = |it: &&ListedVariable| it.name.eq_ignore_ascii_case(&before.name);
                for place in self.variables.iter().filter(own) {
                    place.changed((&was, before), (&is, now), &mut edits);
                }
            } else {
                let behind = is.all[..at].iter().rev().take_while(|it| it.0 == *head);
                let is_known = |it: &&SourceVariable| was.all.iter().any(|was| same(&was.1, it));
                let known = behind.map(|it| &it.1).find(is_known);
                self.added(head, known, (&is, now), &mut edits);
            }
        }
        for (_, gone) in was.all.iter().filter(|_| !is_paired) {
            if !is.all.iter().any(|it| same(&it.1, gone)) {
                let own =
                    self.variables.iter().filter(|it| it.name.eq_ignore_ascii_case(&gone.name));
                edits.extend(own.map(|it| (it.whole.clone(), String::new())));
            }
        }
        if let (true, Some((at, blanks))) = (was.comment != is.comment, &self.comment) {
            edits.push((at.clone(), documented(&is.comment, blanks)));
        }
        edits
    }

    /// A new variable behind a known one, or in its section, or in a new section.
    fn added(
        &self,
        head: &str,
        behind: Option<&SourceVariable>,
        (text, new): (&Text<'_>, &SourceVariable),
        edits: &mut Edits,
    ) {
        if let Some(behind) = behind {
            let own = self.variables.iter().filter(|it| it.name.eq_ignore_ascii_case(&behind.name));
            for place in own {
                let end = place.whole.end;
                edits.push((
                    end..end,
                    format!("{}{}", place.blanks, text.written(new, &place.blanks)),
                ));
            }
            return;
        }
        if let Some(section) = self.sections.iter().find(|it| it.head == head) {
            let (blanks, start) = (format!("{}  ", section.blanks), section.start);
            let variable = text.written(new, &blanks);
            edits.push(if section.is_empty {
                let tag = &section.tag;
                let new = format!("<{tag}>{blanks}{variable}{}</{tag}>", section.blanks);
                (section.whole.clone(), new)
            } else {
                (start..start, format!("{blanks}{variable}"))
            });
            return;
        }
        let tag = KEYWORDS.iter().find(|it| it.1 == head).map(|it| it.0);
        if let (Some(tag), Some((at, blanks))) = (tag, &self.around) {
            let inner = format!("{blanks}  ");
            let variable = text.written(new, &inner);
            edits.push((*at..*at, format!("{blanks}<{tag}>{inner}{variable}{blanks}</{tag}>")));
        }
    }
}

impl ListedVariable {
    fn changed(
        &self,
        (was, before): (&Text<'_>, &SourceVariable),
        (is, now): (&Text<'_>, &SourceVariable),
        edits: &mut Edits,
    ) {
        let deep = format!("{}  ", self.blanks);
        if before.name != now.name {
            edits.push((self.name_at.clone(), escaped(&now.name)));
        }
        let folded = |it: &str| it.split_whitespace().collect::<String>().to_uppercase();
        let kind = is.said(&now.kind);
        if folded(was.said(&before.kind)) != folded(kind)
            && let Some(written) = types::written(kind, &format!("{deep}  "))
        {
            edits.push((self.kind.clone(), format!("{written}{deep}")));
        }
        let value = |text: &Text<'_>, it: &SourceVariable| {
            it.initial.as_ref().map(|it| text.said(it).trim().to_owned())
        };
        let (old, new) = (value(was, before), value(is, now));
        if old != new {
            let at = self.initial.clone().unwrap_or(self.kind_end..self.kind_end);
            edits.push((at, new.map(|it| initial(&it, &deep)).unwrap_or_default()));
        }
        let (old, new) = (was.remark(before), is.remark(now));
        if old != new {
            let at = self.documentation.clone().unwrap_or(self.end..self.end);
            edits.push((at, documented(&new, &deep)));
        }
    }
}

/// A declaration as text.
struct Text<'t> {
    whole: &'t str,
    /// The variables with the head of their section.
    all: Vec<(String, SourceVariable)>,
    comment: String,
}

impl<'t> Text<'t> {
    fn of(text: &'t str) -> Self {
        let found = units(0, text, Dialect::Codesys);
        let begin = found.first().map_or(0, |it| it.whole.start);
        let sections = found.into_iter().flat_map(|it| it.sections);
        let all = sections.flat_map(|section| {
            let head = head(&section.keyword, section.constant, section.retain);
            section.variables.into_iter().map(move |it| (head.clone(), it))
        });
        let lines = text[..begin].lines().filter_map(|it| it.trim().strip_prefix("//"));
        let comment = lines.map(str::trim).collect::<Vec<_>>().join("\n");
        Self { whole: text, all: all.collect(), comment }
    }

    fn said(&self, at: &Range<usize>) -> &'t str {
        &self.whole[at.clone()]
    }

    /// The comment behind a variable on its line.
    fn remark(&self, of: &SourceVariable) -> String {
        let rest = &self.whole[of.whole.end..];
        let line = rest.lines().next().unwrap_or_default().trim();
        let inside = match line.strip_prefix("//") {
            Some(it) => it,
            None => {
                line.strip_prefix("(*").and_then(|it| it.split_once("*)")).map_or("", |it| it.0)
            }
        };
        inside.trim_start_matches('/').trim().to_owned()
    }

    /// A variable as an element.
    fn written(&self, of: &SourceVariable, blanks: &str) -> String {
        let deep = format!("{blanks}  ");
        let address = of.at.as_ref().map(|it| self.said(it)).and_then(|it| it.get(2..));
        let address = address.map(|it| format!(" address=\"{}\"", escaped(it.trim())));
        let kind = types::written(self.said(&of.kind), &format!("{deep}  ")).unwrap_or_default();
        let value = of.initial.as_ref().map(|it| initial(self.said(it).trim(), &deep));
        let remark = self.remark(of);
        let comment = if remark.is_empty() { String::new() } else { documented(&remark, &deep) };
        format!(
            "<variable name=\"{}\"{}>{deep}<type>{kind}{deep}</type>{}{comment}{blanks}</variable>",
            escaped(&of.name),
            address.unwrap_or_default(),
            value.unwrap_or_default(),
        )
    }
}

/// `VAR_GLOBAL CONSTANT`.
fn head(keyword: &str, constant: bool, retain: bool) -> String {
    let flags = [(constant, " CONSTANT"), (retain, " RETAIN")];
    let flags: String = flags.iter().filter(|it| it.0).map(|it| it.1).collect();
    format!("{keyword}{flags}")
}

fn initial(value: &str, blanks: &str) -> String {
    let value = escaped(value);
    format!(
        "{blanks}<initialValue>{blanks}  <simpleValue value=\"{value}\" />{blanks}</initialValue>"
    )
}

fn documented(said: &str, blanks: &str) -> String {
    if said.is_empty() {
        return String::new();
    }
    format!(
        "{blanks}<documentation>{blanks}  <xhtml xmlns=\"http://www.w3.org/1999/xhtml\">{}</xhtml>\
         {blanks}</documentation>",
        escaped(said)
    )
}

fn blanks(text: &str, of: Element<'_, '_>) -> String {
    let start = of.range().start;
    text[text[..start].trim_end().len()..start].to_owned()
}
