//! An editable network of SimaticML: its parts and wires, and their XML.

mod build;
mod edits;
mod gates;

use std::ops::Range;

pub use self::gates::GatePin;
use crate::element::{XmlElement as Element, child, children, end_tag, escaped};

/// An end of a wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WireEnd {
    Rail,
    /// An operand, by its id.
    Operand(String),
    /// A pin of a part.
    Pin(String, String),
    /// Another end, as written.
    Other(String),
}

pub fn pin(part: &str, name: &str) -> WireEnd {
    WireEnd::Pin(part.to_owned(), name.to_owned())
}

/// A wire; the first end feeds the others.
#[derive(Debug, Clone)]
struct Wire {
    id: String,
    ends: Vec<WireEnd>,
    /// The original text, if it is unchanged.
    raw: Option<String>,
}

/// An operand or a part.
#[derive(Debug, Clone)]
pub struct NetworkItem {
    pub id: String,
    /// `Access`, or the name of a part: `Contact`, `O`, `TON`.
    pub name: String,
    raw: String,
    /// For an operand, its text: `Pump_1`, `DB.x`, `80.0`.
    pub says: String,
    /// Pins with an inverted signal.
    pub negated: Vec<String>,
}

/// An editable network.
pub struct FlgNet {
    /// The position of its parts and wires in the file.
    pub at: Range<usize>,
    items: Vec<NetworkItem>,
    wires: Vec<Wire>,
    next: u32,
    blanks: String,
    close: String,
}

/// The beginning and the end of a condition.
pub struct NetworkFragment {
    pub ins: Vec<WireEnd>,
    pub out: WireEnd,
}

/// An operand of a network, and the type that a comparison needs.
#[derive(Debug, Clone)]
pub struct NetworkOperand {
    pub scope: &'static str,
    pub parts: Vec<String>,
    pub kind: String,
}

impl FlgNet {
    /// Parses a network; `None` if it contains unknown elements.
    pub fn read(text: &str, net: Element<'_, '_>) -> Option<Self> {
        let (parts, wires) = (child(net, "Parts")?, child(net, "Wires")?);
        let at = parts.range().start..wires.range().end;
        let blanks_before = |it: Element<'_, '_>| {
            let start = it.range().start;
            text[text[..start].trim_end().len()..start].to_owned()
        };
        let first = parts.children().find(Element::is_element)?;
        let mut flow = Self {
            at,
            items: Vec::new(),
            wires: Vec::new(),
            next: 21,
            blanks: blanks_before(first),
            close: text[text[..end_tag(text, parts)].trim_end().len()..end_tag(text, parts)]
                .to_owned(),
        };
        let ids = net.descendants().filter_map(|it| it.attribute("UId")?.parse::<u32>().ok());
        flow.next = ids.max().unwrap_or(20) + 1;
        for node in parts.children().filter(Element::is_element) {
            let raw = text[node.range()].to_owned();
            let id = node.attribute("UId")?.to_owned();
            let is_operand = node.tag_name().name() == "Access";
            let name = if is_operand { "Access" } else { node.attribute("Name").unwrap_or("Call") };
            let negated = children(node, "Negated")
                .filter_map(|it| it.attribute("Name").map(ToOwned::to_owned));
            flow.items.push(NetworkItem {
                id,
                name: name.to_owned(),
                raw,
                says: if is_operand { said(node) } else { String::new() },
                negated: negated.collect(),
            });
        }
        for node in wires.children().filter(Element::is_element) {
            let ends = node.children().filter(Element::is_element).map(|end| {
                let id = end.attribute("UId").unwrap_or_default().to_owned();
                match end.tag_name().name() {
                    "Powerrail" => WireEnd::Rail,
                    "IdentCon" => WireEnd::Operand(id),
                    "NameCon" => {
                        WireEnd::Pin(id, end.attribute("Name").unwrap_or_default().to_owned())
                    }
                    _ => WireEnd::Other(text[end.range()].to_owned()),
                }
            });
            let (id, ends) = (node.attribute("UId")?.to_owned(), ends.collect());
            flow.wires.push(Wire { id, ends, raw: Some(text[node.range()].to_owned()) });
        }
        Some(flow)
    }

    /// An empty network.
    pub fn new(blanks: &str) -> Self {
        let close = blanks.strip_suffix("  ").unwrap_or(blanks).to_owned();
        let (items, wires) = (Vec::new(), Vec::new());
        Self { at: 0..0, items, wires, next: 21, blanks: blanks.to_owned(), close }
    }

    fn id(&mut self) -> String {
        self.next += 1;
        (self.next - 1).to_string()
    }

    pub fn item(&self, id: &str) -> Option<&NetworkItem> {
        self.items.iter().find(|it| it.id == id)
    }

    /// Parts with a name whose operand at a pin has a name.
    pub fn parts_of(
        &self,
        is: impl Fn(&str) -> bool,
        pin_name: &str,
        operand: &str,
    ) -> Vec<String> {
        let parts = self.items.iter().filter(|it| it.name != "Access" && is(&it.name));
        let found = parts.filter(|part| {
            self.operand(&part.id, pin_name).is_some_and(|it| is_called(&it.says, operand))
        });
        found.map(|it| it.id.clone()).collect()
    }

    /// Parts whose instance has a name.
    pub fn instances(&self, name: &str) -> Vec<String> {
        let has = |it: &&NetworkItem| {
            let inside = it.raw.split_once("<Instance").map_or("", |it| it.1);
            let inside = inside.split_once("</Instance>").map_or("", |it| it.0);
            let parts = inside.split("<Component Name=\"").skip(1);
            let parts: Vec<&str> = parts.filter_map(|it| it.split('"').next()).collect();
            !parts.is_empty() && is_called(&parts.join("."), name)
        };
        self.items.iter().filter(has).map(|it| it.id.clone()).collect()
    }

    /// The operand at a pin.
    pub fn operand(&self, part: &str, pin_name: &str) -> Option<&NetworkItem> {
        let wire = self.wires.iter().find(|wire| {
            wire.ends.contains(&pin(part, pin_name))
                && wire.ends.iter().any(|it| matches!(it, WireEnd::Operand(_)))
        })?;
        wire.ends.iter().find_map(|it| match it {
            WireEnd::Operand(id) => self.item(id),
            _ => None,
        })
    }

    /// All operands that are numbers, with their parts.
    pub fn numbers(&self) -> Vec<(String, String)> {
        let is_comparison =
            |id: &str| self.item(id).is_some_and(|it| COMPARISONS.contains(&it.name.as_str()));
        let wires = self.wires.iter().filter_map(|wire| match wire.ends.as_slice() {
            [WireEnd::Operand(id), WireEnd::Pin(part, _)] if is_comparison(part) => self.item(id),
            _ => None,
        });
        let numbers = wires.filter(|it| it.says.parse::<f64>().is_ok());
        numbers.map(|it| (it.id.clone(), it.says.clone())).collect()
    }

    /// The wire that feeds a pin.
    fn feeding(&self, part: &str, pin_name: &str) -> Option<usize> {
        let end = pin(part, pin_name);
        self.wires.iter().position(|it| it.ends.iter().skip(1).any(|it| *it == end))
    }

    /// The wire that begins at a pin.
    fn leaving(&self, part: &str, pin_name: &str) -> Option<usize> {
        let end = pin(part, pin_name);
        self.wires.iter().position(|it| it.ends.first() == Some(&end))
    }

    /// The input pin of a part's power flow.
    pub fn entry(&self, part: &str) -> Option<&'static str> {
        ["in", "en", "IN", "pre"].into_iter().find(|it| self.feeding(part, it).is_some())
    }

    fn change(&mut self, wire: usize) -> &mut Vec<WireEnd> {
        self.wires[wire].raw = None;
        &mut self.wires[wire].ends
    }

    pub fn wire(&mut self, ends: Vec<WireEnd>) {
        let id = self.id();
        self.wires.push(Wire { id, ends, raw: None });
    }

    /// Adds a part; `inside` are its elements, one per line.
    pub fn part(&mut self, name: &str, attributes: &str, inside: &[String]) -> String {
        let id = self.id();
        let blanks = &self.blanks;
        let raw = if inside.is_empty() {
            format!("<Part Name=\"{name}\"{attributes} UId=\"{id}\" />")
        } else {
            let lines = behind(&format!("{blanks}  "), inside);
            format!("<Part Name=\"{name}\"{attributes} UId=\"{id}\">{lines}{blanks}</Part>")
        };
        let negated = inside.iter().filter_map(|it| it.strip_prefix("<Negated Name=\""));
        let negated = negated.filter_map(|it| Some(it.split_once('"')?.0.to_owned())).collect();
        let (name, says) = (name.to_owned(), String::new());
        self.items.push(NetworkItem { id: id.clone(), name, raw, says, negated });
        id
    }

    /// Adds an operand.
    pub fn access(&mut self, named: &NetworkOperand) -> WireEnd {
        let id = self.id();
        self.items.push(self.written(&id, named));
        WireEnd::Operand(id)
    }

    /// Copies the operand of a contact or coil with this name.
    fn again(&mut self, name: &str) -> Option<WireEnd> {
        let is_operand = |id: &str| {
            self.wires.iter().any(|wire| {
                matches!(wire.ends.as_slice(), [WireEnd::Operand(own), WireEnd::Pin(_, pin)]
                    if own == id && pin == "operand")
            })
        };
        let found = self
            .items
            .iter()
            .find(|it| it.name == "Access" && is_called(&it.says, name) && is_operand(&it.id));
        let mut item = found?.clone();
        let id = self.id();
        item.raw = item.raw.replacen(&format!("UId=\"{}\"", item.id), &format!("UId=\"{id}\""), 1);
        item.id.clone_from(&id);
        self.items.push(item);
        Some(WireEnd::Operand(id))
    }

    fn written(&self, id: &str, named: &NetworkOperand) -> NetworkItem {
        let blanks = &self.blanks;
        let parts = named.parts.iter();
        let parts: Vec<String> =
            parts.map(|it| format!("<Component Name=\"{}\" />", escaped(it))).collect();
        let parts = behind(&format!("{blanks}    "), &parts);
        let raw = format!(
            "<Access Scope=\"{}\" UId=\"{id}\">{blanks}  <Symbol>{parts}{blanks}  </Symbol>{blanks}</Access>",
            named.scope
        );
        let says = named.parts.join(".");
        NetworkItem { id: id.to_owned(), name: "Access".to_owned(), raw, says, negated: Vec::new() }
    }

    /// Adds a number or a time.
    pub fn constant(&mut self, kind: &str, value: &str) -> WireEnd {
        let id = self.id();
        let blanks = self.blanks.clone();
        let (scope, typed) = if kind == "Time" {
            ("TypedConstant", String::new())
        } else {
            ("LiteralConstant", format!("{blanks}    <ConstantType>{kind}</ConstantType>"))
        };
        let raw = format!(
            "<Access Scope=\"{scope}\" UId=\"{id}\">{blanks}  <Constant>{typed}{blanks}    \
             <ConstantValue>{value}</ConstantValue>{blanks}  </Constant>{blanks}</Access>"
        );
        let (name, says) = ("Access".to_owned(), value.to_owned());
        self.items.push(NetworkItem { id: id.clone(), name, raw, says, negated: Vec::new() });
        WireEnd::Operand(id)
    }

    /// Returns the network in the format of the file.
    pub fn text(&self) -> String {
        let (blanks, close) = (&self.blanks, &self.close);
        let items: Vec<String> = self.items.iter().map(|it| it.raw.clone()).collect();
        let items = behind(blanks, &items);
        let wires = self.wires.iter().filter(|it| !it.ends.is_empty()).map(|wire| {
            wire.raw.clone().unwrap_or_else(|| {
                let ends: Vec<String> = wire.ends.iter().map(written).collect();
                let ends = behind(&format!("{blanks}  "), &ends);
                format!("<Wire UId=\"{}\">{ends}{blanks}</Wire>", wire.id)
            })
        });
        let wires = behind(blanks, &wires.collect::<Vec<_>>());
        format!("<Parts>{items}{close}</Parts>{close}<Wires>{wires}{close}</Wires>")
    }
}

/// Each text behind the same blanks.
fn behind(blanks: &str, texts: &[String]) -> String {
    texts.iter().flat_map(|it| [blanks, it.as_str()]).collect()
}

/// The comparison boxes.
pub const COMPARISONS: [&str; 6] = ["Gt", "Ge", "Lt", "Le", "Eq", "Ne"];

fn card(count: usize) -> String {
    format!("<TemplateValue Name=\"Card\" Type=\"Cardinality\">{count}</TemplateValue>")
}

fn written(end: &WireEnd) -> String {
    match end {
        WireEnd::Rail => "<Powerrail />".to_owned(),
        WireEnd::Operand(id) => format!("<IdentCon UId=\"{id}\" />"),
        WireEnd::Pin(id, name) => format!("<NameCon UId=\"{id}\" Name=\"{name}\" />"),
        WireEnd::Other(raw) => raw.clone(),
    }
}

/// Whether an operand has this name, or ends with it.
pub fn is_called(says: &str, name: &str) -> bool {
    let (own, wanted) = (says.to_lowercase(), name.replace(['"', '#'], "").to_lowercase());
    own == wanted || own.ends_with(&format!(".{wanted}"))
}

/// The text of an operand: names joined by dots, or a value.
fn said(access: Element<'_, '_>) -> String {
    if let Some(symbol) = child(access, "Symbol") {
        let names = children(symbol, "Component").map(|it| {
            let index: Vec<String> = children(it, "Access").map(said).collect();
            let index =
                if index.is_empty() { String::new() } else { format!("[{}]", index.join(",")) };
            format!("{}{index}", it.attribute("Name").unwrap_or_default())
        });
        return names.collect::<Vec<_>>().join(".");
    }
    let value = access.descendants().find(|it| it.tag_name().name() == "ConstantValue");
    value.and_then(|it| it.text()).unwrap_or_default().trim().to_owned()
}
