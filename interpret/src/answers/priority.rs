//! Which of several conditions wins: chains of IF and ELSIF.

use tagbridge_api::turn::Outcome;
use tagbridge_logic::{
    Citation, UnitId,
    expr::{Constant, Expr, ExprId},
};

use super::{conclude::said, nearby};
use crate::{
    Asked, Facts, WrittenWord,
    book::{Book, Page},
    common::is_one_of,
    say::with,
    words::{split, tables::STOP_WORDS, words},
};

/// Words that ask which of several things wins.
const ASKS: &str = "wins win winner priority precedence beats overrules vorrang priorität gewinnt gewinnen stärker \
    gleichzeitig simultaneously dominant vorrangig";
/// A chain has at least so many conditions, and so many that the question names.
const CONDITIONS_MIN: usize = 3;
const NAMED_MIN: usize = 2;
/// Maximum number of quoted statements of a condition.
const STATEMENTS_MAX: usize = 2;

/// A condition of a chain: its place, itself, and the statements under it.
struct Condition {
    citation: Citation,
    text: String,
    statements: String,
    /// The words of its names, their comments and its statements.
    words: Vec<String>,
}

/// The chain with the conditions that a question compares.
pub(super) fn priority(facts: &Facts, asked: &Asked) -> Option<Outcome> {
    let said = split(&asked.text);
    if !said.iter().any(|word| is_one_of(word, ASKS)) {
        return None;
    }
    let is_telling = |word: &&String| {
        !STOP_WORDS.contains(&word.as_str()) && !is_one_of(word, ASKS) && word.chars().count() > 2
    };
    let sought: Vec<WrittenWord> =
        said.iter().filter(is_telling).map(|it| WrittenWord::of(it)).collect();
    let mut book = Book::new(facts, asked.language, Page::new(asked.all));
    let units = book.logic().index.units();
    let chains = units.flat_map(|(id, _)| chains(&book, id));
    let is_named = |it: &Condition| sought.iter().any(|word| word.is_in(&it.words));
    // The conditions that have words of the question, and the words that a condition has.
    let named = |chain: &Vec<Condition>| {
        let words = sought.iter().filter(|word| chain.iter().any(|it| word.is_in(&it.words)));
        (chain.iter().filter(|it| is_named(it)).count().min(NAMED_MIN), words.count())
    };
    let (_, chain) = chains
        .map(|chain| (named(&chain), chain))
        .filter(|it| it.0.0 >= NAMED_MIN && it.0.1 >= NAMED_MIN)
        .max_by_key(|it| (it.0, it.1.len()))?;
    if let Some(first) = chain.iter().find(|it| is_named(it)) {
        let with =
            with!["condition" => first.text.as_str(), "statements" => first.statements.as_str()];
        book.say("priority-first", &with);
    }
    let text = book.word("priority");
    book.line(text);
    for condition in &chain {
        book.item(&condition.citation, &format!("{} → {}", condition.text, condition.statements));
    }
    let told = book.page.settle(asked.language);
    nearby::also(&mut book, asked, &told);
    Some(book.page.finish(asked.language))
}

/// The chains of conditions in a text: each condition is only evaluated if those before it do not hold.
fn chains(book: &Book<'_>, unit: UnitId) -> Vec<Vec<Condition>> {
    let logic = book.logic();
    let index = logic.index;
    let mut open: Vec<(ExprId, Vec<Vec<ExprId>>, Vec<Condition>)> = Vec::new();
    let mut found = Vec::new();
    for taken in index.taken(&index.unit(unit).statements) {
        let own = parts(book, taken.guard);
        let outer = parts(book, taken.outer);
        let mut own: Vec<ExprId> = own.into_iter().filter(|it| !outer.contains(it)).collect();
        let chain = open.iter().rposition(|(of, before, _)| {
            *of == taken.outer
                && before.iter().all(|it| own.iter().any(|own| excludes(book, *own, it)))
        });
        let at = chain.unwrap_or_else(|| {
            open.push((taken.outer, Vec::new(), Vec::new()));
            open.len() - 1
        });
        let (_, before, conditions) = &mut open[at];
        own.retain(|it| !before.iter().any(|before| excludes(book, *it, before)));
        if own.is_empty() {
            continue;
        }
        if let Some(condition) = condition(book, unit, taken.guard, &own) {
            conditions.push(condition);
            before.push(own);
        }
    }
    found.extend(open.into_iter().map(|it| it.2).filter(|it| it.len() >= CONDITIONS_MIN));
    found
}

/// A condition with the statements that are executed under exactly it.
fn condition(book: &Book<'_>, unit: UnitId, guard: ExprId, own: &[ExprId]) -> Option<Condition> {
    let logic = book.logic();
    let index = logic.index;
    let statements: Vec<Citation> = index
        .statements_of(unit)
        .filter(|(_, it)| it.guard == guard)
        .map(|(_, it)| logic.cite(unit, it.span))
        .collect();
    let citation = statements.first()?.clone();
    let quotes: Vec<String> =
        statements.iter().take(STATEMENTS_MAX).map(|it| book.quote(it).trim().to_owned()).collect();
    let text = logic.conjunction(own);
    let places = own.iter().flat_map(|it| index.exprs.places(*it));
    let said: Vec<String> = places.map(|it| said::described(book, it)).collect();
    let words = words(&format!("{text} {} {}", said.join(" "), quotes.join(" ")));
    Some(Condition { citation, text, statements: quotes.join(" "), words })
}

/// The parts of a conjunction.
fn parts(book: &Book<'_>, id: ExprId) -> Vec<ExprId> {
    let exprs = &book.logic().index.exprs;
    match exprs.get(id) {
        Expr::And(list) => exprs.list(list).to_vec(),
        Expr::Const(Constant::Bool(true)) => Vec::new(),
        _ => vec![id],
    }
}

/// Whether a part says that a condition does not hold.
fn excludes(book: &Book<'_>, part: ExprId, condition: &[ExprId]) -> bool {
    let exprs = &book.logic().index.exprs;
    match (exprs.get(part), condition) {
        (Expr::Not(of), [one]) => of == *one,
        (Expr::Not(of), several) => parts(book, of) == several,
        (_, [one]) => exprs.get(*one) == Expr::Not(part),
        _ => false,
    }
}
