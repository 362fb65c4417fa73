//! Edits of the text of a file, like those of a person with an editor.

mod find;
mod idle;

use tagbridge_diff::ChangeKind::{self, *};

use self::find::{duplicated, instructions, line_of, numbers, random_index};
use crate::random::Random;

/// The kind of a single change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    Invert,
    Drop,
    Contact,
    Swap,
    Constant,
    Compare,
    Move,
    Add,
    Remove,
    Leg,
    Rename,
    Alias,
    Task,
    Line,
    Operator,
}

impl Edit {
    pub(crate) const ALL: &[Self] = &[
        Self::Invert,
        Self::Drop,
        Self::Contact,
        Self::Swap,
        Self::Constant,
        Self::Compare,
        Self::Move,
        Self::Add,
        Self::Remove,
        Self::Leg,
        Self::Rename,
        Self::Alias,
        Self::Task,
        Self::Line,
        Self::Operator,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Invert => "invert",
            Self::Drop => "drop",
            Self::Contact => "contact",
            Self::Swap => "swap",
            Self::Constant => "constant",
            Self::Compare => "compare",
            Self::Move => "move",
            Self::Add => "add",
            Self::Remove => "remove",
            Self::Leg => "leg",
            Self::Rename => "rename",
            Self::Alias => "alias",
            Self::Task => "task",
            Self::Line => "line",
            Self::Operator => "operator",
        }
    }
}

pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) what: String,
    pub(crate) kinds: Vec<ChangeKind>,
    /// The text that the reported change must contain.
    pub(crate) says: Vec<String>,
    pub(crate) rung: Option<u32>,
}

/// The text of a file, and the locations of its rungs.
pub(crate) struct Text<'t> {
    text: &'t str,
    rungs: Vec<Rung>,
}

struct Rung {
    /// The whole element.
    element: (usize, usize),
    /// Its content, without the brackets of the CDATA.
    says: (usize, usize),
    position: u32,
    routine: usize,
}

const MARK: &str = "<![CDATA[";

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let (mut rungs, mut at, mut routine, mut position) = (Vec::new(), 0, 0, 0);
        while let Some(found) = text[at..].find("<R") {
            let start = at + found;
            at = start + 2;
            if text[start..].starts_with("<RLLContent") {
                routine += 1;
                position = 0;
            }
            if !text[start..].starts_with("<Rung ") {
                continue;
            }
            let Some(end) = text[start..].find("</Rung>").map(|it| start + it + 7) else { break };
            let Some(says) = text[start..end].find("<Text>").map(|it| start + it) else { continue };
            let Some(from) = text[says..end].find(MARK).map(|it| says + it + MARK.len()) else {
                continue;
            };
            let to = from + text[from..end].find("]]>").expect("the end of CDATA");
            rungs.push(Rung { element: (start, end), says: (from, to), position, routine });
            position += 1;
        }
        Self { text, rungs }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each edit")]
    pub(crate) fn edit(&self, edit: Edit, random: &mut Random) -> Option<Made> {
        match edit {
            Edit::Move => return self.moved(random),
            Edit::Rename => return self.renamed(random),
            Edit::Alias => {
                return self.attribute(random, "AliasFor", &[TagAlias, ParameterChanged]);
            }
            Edit::Task => return self.task(random),
            Edit::Line => return self.line(random),
            Edit::Operator => return self.operator(random),
            _ => {}
        }
        let rung = self.rungs.get(random.below(self.rungs.len().max(1)))?;
        let says = &self.text[rung.says.0..rung.says.1];
        let contacts: Vec<(usize, &str, &str)> =
            instructions(says).filter(|it| matches!(it.1, "XIC" | "XIO")).collect();
        let contact = || contacts.get(random_index(says, contacts.len()));
        let made = |new: String, what: String, kinds: &[ChangeKind], says: &[&str]| Made {
            text: format!("{}{new}{}", &self.text[..rung.says.0], &self.text[rung.says.1..]),
            what,
            kinds: kinds.to_vec(),
            says: says.iter().map(|it| (*it).to_owned()).collect(),
            rung: Some(rung.position),
        };
        match edit {
            Edit::Invert => {
                let (at, name, operand) = contact()?;
                let other = if *name == "XIC" { "XIO" } else { "XIC" };
                let new = format!("{}{other}{}", &says[..*at], &says[at + 3..]);
                (!duplicated(says, name, operand)).then_some(())?;
                Some(made(new, format!("{name}({operand})"), &[Inverted], &[operand]))
            }
            Edit::Drop => {
                let (at, name, operand) = contact()?;
                (!duplicated(says, name, operand)).then_some(())?;
                let whole = format!("{name}({operand})");
                let new = format!("{}{}", &says[..*at], &says[at + whole.len()..]);
                let alone = contacts.len() == 1 && instructions(says).count() == 1;
                (!alone).then(|| made(new, whole.clone(), &[ConditionRemoved], &[operand]))
            }
            Edit::Contact => {
                let (at, name, operand) = contact()?;
                (!duplicated(says, name, operand)).then_some(())?;
                let new = format!("{}XIC(Added_By_Edit){}", &says[..*at], &says[*at..]);
                Some(made(new, "contact".into(), &[ConditionAdded], &["Added_By_Edit"]))
            }
            Edit::Swap => {
                let (at, name, operand) = contact()?;
                let new = format!(
                    "{}{name}(Other_By_Edit){}",
                    &says[..*at],
                    &says[at + name.len() + operand.len() + 2..]
                );
                (!duplicated(says, name, operand)).then_some(())?;
                Some(made(
                    new,
                    format!("{name}({operand})"),
                    &[Operand],
                    &[operand, "Other_By_Edit"],
                ))
            }
            Edit::Constant => {
                let (at, number) = numbers(says).nth(random.below(4))?;
                let new = format!("{}4711{}", &says[..at], &says[at + number.len()..]);
                Some(made(new, number.into(), &[Constant], &[number, "4711"]))
            }
            Edit::Compare => {
                const PAIRS: [(&str, &str); 6] = [
                    ("EQU", "NEQ"),
                    ("GRT", "LES"),
                    ("EQ", "NE"),
                    ("GT", "LT"),
                    ("GEQ", "LEQ"),
                    ("OTE", "OTL"),
                ];
                let (at, from, to) = instructions(says).find_map(|(at, name, _)| {
                    let (from, to) = PAIRS.iter().find(|(from, _)| *from == name)?;
                    Some((at, *from, *to))
                })?;
                let new = format!("{}{to}{}", &says[..at], &says[at + from.len()..]);
                Some(made(new, format!("{from} {to}"), &[Instruction], &[from, to]))
            }
            Edit::Leg => {
                let at = says.find(" ]")?;
                let leg = "XIC(Leg_By_Edit)";
                let new = format!("{} ,{leg}{}", &says[..at], &says[at..]);
                let kinds: &[ChangeKind] = if leads_nowhere(&says[at..]) {
                    &[BranchAdded, Rewritten]
                } else {
                    &[BranchAdded]
                };
                Some(made(new, "leg".into(), kinds, &["Leg_By_Edit"]))
            }
            Edit::Add => {
                let new = "<Rung Number=\"0\" Type=\"N\"><Text><![CDATA[XIC(New_By_Edit)OTE(Out_By_Edit);]]></Text></Rung>";
                let text = format!(
                    "{}{new}\n{}",
                    &self.text[..rung.element.0],
                    &self.text[rung.element.0..]
                );
                Some(Made {
                    text,
                    ..made(String::new(), "rung".into(), &[UnitAdded], &["New_By_Edit"])
                })
            }
            Edit::Remove => {
                let text =
                    format!("{}{}", &self.text[..rung.element.0], &self.text[rung.element.1..]);
                Some(Made { text, ..made(String::new(), says.into(), &[UnitRemoved], &[says]) })
            }
            _ => None,
        }
    }

    fn moved(&self, random: &mut Random) -> Option<Made> {
        let rung = self.rungs.get(random.below(self.rungs.len().max(1)))?;
        let there: Vec<&Rung> = self
            .rungs
            .iter()
            .filter(|it| it.routine == rung.routine && it.position > rung.position + 2)
            .collect();
        let target = *there.get(random.below(there.len().max(1)))?;
        let says = &self.text[rung.says.0..rung.says.1];
        let same = self.rungs.iter().filter(|it| self.text[it.says.0..it.says.1] == *says);
        (same.count() == 1).then_some(())?;
        let element = &self.text[rung.element.0..rung.element.1];
        let text = format!(
            "{}{}{element}\n{}",
            &self.text[..rung.element.0],
            &self.text[rung.element.1..target.element.0],
            &self.text[target.element.0..]
        );
        Some(Made {
            text,
            what: says.into(),
            kinds: vec![UnitMoved],
            says: vec![says.into()],
            rung: Some(target.position - 1),
        })
    }

    /// Renames a declared name everywhere: in its declaration, in code, in other declarations.
    fn renamed(&self, random: &mut Random) -> Option<Made> {
        let declared: Vec<&str> = ["<Tag Name=\"", "<LocalTag Name=\"", "<Parameter Name=\""]
            .iter()
            .flat_map(|mark| self.text.split(mark).skip(1))
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let name = *declared.get(random.below(declared.len().max(1)))?;
        let once = declared.iter().filter(|it| it.eq_ignore_ascii_case(name)).count() == 1;
        let plain = |at: usize| {
            let before = self.text[..at].chars().next_back().unwrap_or(' ');
            let after = self.text[at + name.len()..].chars().next().unwrap_or(' ');
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            !word(before) && !word(after)
        };
        let places: Vec<usize> =
            self.text.match_indices(name).map(|it| it.0).filter(|at| plain(*at)).collect();
        let in_code = places
            .iter()
            .any(|at| self.rungs.iter().any(|rung| rung.says.0 <= *at && *at < rung.says.1));
        // Not if it can also be the name of a member or of another object.
        let member = places.iter().any(|at| self.text[..*at].ends_with('.'));
        let elsewhere = self.text.matches(&format!("Name=\"{name}\"")).count() != 1;
        let unusual = name.len() > 5 && name != "EnableIn" && name != "EnableOut";
        if !once || !in_code || member || elsewhere || !unusual {
            return None;
        }
        let mut text = String::new();
        let mut end = 0;
        for at in places {
            text.push_str(&self.text[end..at]);
            text.push_str("Renamed_By_Edit");
            end = at + name.len();
        }
        text.push_str(&self.text[end..]);
        Some(Made {
            text,
            what: name.into(),
            kinds: vec![Renamed],
            says: vec![name.into(), "Renamed_By_Edit".into()],
            rung: None,
        })
    }

    fn attribute(&self, random: &mut Random, name: &str, kinds: &[ChangeKind]) -> Option<Made> {
        let mark = format!(" {name}=\"");
        let places: Vec<usize> =
            self.text.match_indices(&mark).map(|it| it.0 + mark.len()).collect();
        let at = *places.get(random.below(places.len().max(1)))?;
        let old = self.text[at..].split('"').next()?;
        let element = self.text[..at].rfind('<')?;
        let kind = &self.text[element..at];
        if !kind.starts_with("<Tag ") && !kind.starts_with("<Parameter ") {
            return None;
        }
        let text = format!("{}Local.By_Edit{}", &self.text[..at], &self.text[at + old.len()..]);
        Some(Made {
            text,
            what: kind.into(),
            kinds: kinds.to_vec(),
            says: vec![old.into(), "Local.By_Edit".into()],
            rung: None,
        })
    }

    fn task(&self, random: &mut Random) -> Option<Made> {
        let tasks: Vec<usize> = self.text.match_indices("<Task Name=").map(|it| it.0).collect();
        let task = *tasks.get(random.below(tasks.len().max(1)))?;
        let name = ["Priority", "Rate", "Watchdog"][random.below(3)];
        let end = task + self.text[task..].find('>')?;
        let mark = format!(" {name}=\"");
        let at = task + self.text[task..end].find(&mark)? + mark.len();
        let old = self.text[at..].split('"').next()?;
        let new = if name == "Priority" { "3" } else { "47" };
        let text = format!("{}{new}{}", &self.text[..at], &self.text[at + old.len()..]);
        Some(Made {
            text,
            what: name.into(),
            kinds: vec![TaskChanged],
            says: vec![old.into(), new.into()],
            rung: None,
        })
    }

    /// Adds a statement to a text.
    fn line(&self, random: &mut Random) -> Option<Made> {
        let ends: Vec<usize> = self.statements().collect();
        let at = *ends.get(random.below(ends.len().max(1)))?;
        let new = "\nNew_By_Edit := Old_By_Edit + 1;";
        Some(Made {
            text: format!("{}{new}{}", &self.text[..at], &self.text[at..]),
            what: "statement".into(),
            kinds: vec![UnitAdded],
            says: vec!["New_By_Edit".into()],
            rung: None,
        })
    }

    fn operator(&self, random: &mut Random) -> Option<Made> {
        const PAIRS: [(&str, &str); 6] = [
            (" AND ", " OR "),
            (" >= ", " > "),
            (" + ", " - "),
            (" <= ", " < "),
            (" * ", " / "),
            (" = ", " <> "),
        ];
        let (from, to) = PAIRS[random.below(PAIRS.len())];
        let code = self.code()?;
        let places: Vec<usize> = self.text[code.0..code.1]
            .match_indices(from)
            .map(|it| code.0 + it.0)
            .filter(|at| self.is_statement(*at))
            .collect();
        let at = *places.get(random.below(places.len().max(1)))?;
        Some(Made {
            text: format!("{}{to}{}", &self.text[..at], &self.text[at + from.len()..]),
            what: format!("{from}→{to} in {}", line_of(self.text, at)),
            kinds: vec![Instruction],
            says: vec![from.trim().into(), to.trim().into()],
            rung: None,
        })
    }
}

/// Whether no code follows the legs that end here: `rest` begins at the end of a leg.
fn leads_nowhere(rest: &str) -> bool {
    let mut depth = 0;
    let mut in_other_leg = false;
    for character in rest.chars() {
        match character {
            '[' => depth += 1,
            ']' if depth > 0 => depth -= 1,
            ']' => in_other_leg = false,
            ',' if depth == 0 => in_other_leg = true,
            ' ' | ';' | '\n' | '\r' => {}
            _ if depth > 0 || in_other_leg => {}
            _ => return false,
        }
    }
    true
}
