//! Mistakes in structured text.

use std::collections::HashSet;

use tagbridge_logic::{Logic, UnitId};
use tagbridge_project::{Member, Section, TypeUse};
use tagbridge_structured_text::{
    Argument, ArgumentHow, Dialect, Expression, ExpressionKind, Operand, PartKind, Root, Span,
    Statement, StatementKind, TokenKind, parse, tokens,
};

use super::{Edit, Mistake, declared, misspelt};

/// The class of a variable's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Bit,
    Number,
    Text,
}

pub(super) fn sort(of: &TypeUse) -> Option<Sort> {
    if !of.dimensions.is_empty() {
        return None;
    }
    match of.name.to_ascii_uppercase().as_str() {
        "BOOL" => Some(Sort::Bit),
        "INT" | "DINT" | "REAL" | "UINT" | "SINT" | "LREAL" | "UDINT" => Some(Sort::Number),
        "STRING" => Some(Sort::Text),
        _ => None,
    }
}

struct Maker<'a> {
    logic: Logic<'a>,
    text: &'a str,
    dialect: Dialect,
    names: HashSet<String>,
    own: Vec<&'a Member>,
    edits: Vec<Edit>,
}

pub(super) fn edits(logic: Logic<'_>, id: UnitId) -> Vec<Edit> {
    let project = logic.project;
    let dialect = project.dialect();
    let routine = &project.routines[logic.index.unit(id).routine.index()];
    let is_own = |name: &str| {
        name.eq_ignore_ascii_case(&routine.owner) || name.eq_ignore_ascii_case(&routine.name)
    };
    let own = project.blocks.iter().filter(|it| is_own(&it.name)).flat_map(|it| &it.members);
    let programs = project.programs.iter().filter(|it| is_own(&it.name)).flat_map(|it| &it.members);
    let mut maker = Maker {
        logic,
        text: logic.text(id),
        dialect,
        names: declared(project),
        own: own.chain(programs).collect(),
        edits: Vec::new(),
    };
    let statements = parse(maker.text, dialect);
    maker.body(&statements);
    maker.words();
    maker.edits
}

impl<'a> Maker<'a> {
    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn add(&mut self, mistake: Mistake, span: Span, with: impl Into<String>) {
        let (start, end) = (span.start as usize, span.end as usize);
        self.edits.push(Edit { mistake, start, end, with: with.into() });
    }

    fn variable(&self, operand: &Operand) -> Option<&'a Member> {
        let is_plain = operand.parts.is_empty() && matches!(operand.root, Root::Name | Root::Local);
        let name = self.slice(operand.root_span);
        self.own.iter().find(|it| is_plain && it.name.eq_ignore_ascii_case(name)).copied()
    }

    /// A value of another sort: a variable of the same block, or a literal.
    fn other(&self, sort: Sort) -> String {
        let wanted: &[Sort] = match sort {
            Sort::Bit => &[Sort::Text, Sort::Number],
            Sort::Number => &[Sort::Bit, Sort::Text],
            Sort::Text => &[Sort::Bit, Sort::Number],
        };
        let found = wanted.iter().find_map(|wanted| {
            self.own.iter().find(|it| {
                self::sort(&it.type_use) == Some(*wanted)
                    && !matches!(it.section, Some(Section::Constant | Section::Return))
            })
        });
        let mark = if self.dialect == Dialect::Siemens { "#" } else { "" };
        match (found, sort) {
            (Some(found), _) if !found.name.contains(' ') => format!("{mark}{}", found.name),
            (_, Sort::Number) => "TRUE".to_owned(),
            (_, Sort::Bit | Sort::Text) => "3.5".to_owned(),
        }
    }

    fn body(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign { to, value } => {
                    for (operand, _) in to {
                        self.operand(operand);
                    }
                    self.value(value);
                    let target = self.variable(&to[0].0).and_then(|it| sort(&it.type_use));
                    if let (Some(target), 1) = (target, to.len()) {
                        let other = self.other(target);
                        self.add(Mistake::WrongType, value.span, other);
                    }
                    if to.len() == 1 {
                        self.add(Mistake::MissingOperand, value.span, "");
                    }
                }
                StatementKind::If { branches, otherwise } => {
                    for branch in branches {
                        self.value(&branch.condition);
                        if branch.condition.span.range().len() > 2 {
                            let other = self.other(Sort::Bit);
                            self.add(Mistake::WrongType, branch.condition.span, other);
                        }
                        self.body(&branch.body);
                    }
                    self.body(otherwise);
                }
                StatementKind::Case { selector, arms, otherwise } => {
                    self.value(selector);
                    for arm in arms {
                        self.body(&arm.body);
                    }
                    self.body(otherwise);
                }
                StatementKind::For { variable, from, to, body, .. } => {
                    self.operand(variable);
                    self.value(from);
                    self.value(to);
                    self.body(body);
                }
                StatementKind::While(it) | StatementKind::Repeat(it) => {
                    self.value(&it.condition);
                    self.body(&it.body);
                }
                StatementKind::Call(operand) => self.operand(operand),
                _ => {}
            }
        }
    }

    fn value(&mut self, of: &Expression) {
        match &of.kind {
            ExpressionKind::Operand(operand) => self.operand(operand),
            ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => self.value(inner),
            ExpressionKind::Chain(first, rest) => {
                self.value(first);
                for (_, right) in rest {
                    self.value(right);
                    // What follows may be a sign of the next operand.
                    let behind = self.text[right.span.end as usize..].trim_start();
                    if !behind.starts_with(['+', '-']) {
                        self.add(Mistake::MissingOperand, right.span, "");
                    }
                }
            }
            _ => {}
        }
    }

    fn operand(&mut self, operand: &Operand) {
        let name = self.slice(operand.root_span);
        let bare = name.trim_matches('"');
        if operand.root != Root::Direct
            && self.names.contains(&bare.to_lowercase())
            && let Some(other) = misspelt(bare, &self.names)
        {
            let quote = if name.starts_with('"') { "\"" } else { "" };
            self.add(Mistake::Misspelt, operand.root_span, format!("{quote}{other}{quote}"));
        }
        for part in &operand.parts {
            match &part.kind {
                PartKind::Member(span) => {
                    let name = self.slice(*span);
                    if self.is_known_structure(operand)
                        && !name.starts_with('"')
                        && self.names.contains(&name.to_lowercase())
                        && let Some(other) = misspelt(name, &self.names)
                    {
                        self.add(Mistake::Misspelt, *span, other);
                    }
                }
                PartKind::Index(indexes) => indexes.iter().for_each(|it| self.value(it)),
                PartKind::Call(arguments) => {
                    for argument in arguments {
                        if let Some(value) = &argument.value {
                            self.value(value);
                        }
                    }
                    self.call(operand, arguments);
                }
                _ => {}
            }
        }
    }

    /// Whether the file shows the structure that an operand begins with: one of the block's own
    /// variables, of a type of the project.
    fn is_known_structure(&self, operand: &Operand) -> bool {
        let name = self.slice(operand.root_span);
        let own = self.own.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        own.is_some_and(|it| {
            let kind = &it.type_use.name;
            let project = self.logic.project;
            project.data_types.iter().any(|it| it.name.eq_ignore_ascii_case(kind))
                || project
                    .blocks
                    .iter()
                    .any(|it| it.name.eq_ignore_ascii_case(kind) && it.extends.is_empty())
        })
    }

    /// Calls of blocks that the project has, and of its instances.
    fn call(&mut self, operand: &Operand, arguments: &[Argument]) {
        if operand.parts.len() != 1 {
            return;
        }
        let project = self.logic.project;
        let name = self.slice(operand.root_span).trim_matches('"');
        let instance = self.own.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        let called = instance.map_or(name, |it| it.type_use.name.as_str());
        let block = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(called));
        let Some(block) = block.filter(|it| it.extends.is_empty()) else { return };
        for argument in arguments {
            let Some(parameter) = argument.name else { continue };
            let text = self.slice(parameter);
            self.add(Mistake::WrongCall, parameter, format!("{text}Qx"));
            let member = block.members.iter().find(|it| it.name.eq_ignore_ascii_case(text));
            let of = member.and_then(|it| sort(&it.type_use));
            if let (Some(of), Some(value), ArgumentHow::Give) = (of, &argument.value, argument.how)
            {
                let other = self.other(of);
                self.add(Mistake::WrongCall, value.span, other);
            }
        }
    }

    /// Words and signs that belong together.
    fn words(&mut self) {
        let mut before = "";
        for token in tokens(self.text, self.dialect).into_iter().filter(|it| !it.kind.is_trivia()) {
            let text = self.slice(token.span);
            // CODESYS needs no semicolon behind the end of a body.
            let is_optional = text == ";" && before.to_ascii_uppercase().starts_with("END_");
            before = text;
            if is_optional && self.dialect == Dialect::Codesys {
                continue;
            }
            let is_word = token.kind == TokenKind::Word
                && ["END_IF", "END_FOR", "END_CASE", "END_WHILE", "THEN", "DO", "OF"]
                    .iter()
                    .any(|it| it.eq_ignore_ascii_case(text));
            if is_word || token.kind == TokenKind::Sign && matches!(text, ")" | "(" | ";" | "]") {
                self.add(Mistake::Unbalanced, token.span, "");
            }
        }
    }
}
