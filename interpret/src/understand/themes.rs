//! Questions about what every plant has, in words that no name of the project needs to have: the
//! emergency stop circuit, automatic mode, the first scan.

use std::collections::BTreeMap;

use tagbridge_api::query::{
    Accessed, Aspect, CodeFault, ImpactWay, ItemFilter, ItemKind, Query, Turn,
};
use tagbridge_logic::{
    How, PlaceId, Scope, Step,
    query::{Dependence, Direction, Turned},
};
use tagbridge_project::Module;

use super::{Sentence, states};
use crate::{
    Asked, Facts, WrittenWord, asked::Open, common::is_one_of, kinds::kind_of, resolve::Subject,
    words::words,
};

const CHAIN: &str = "chain circuit loop string kette kreis strecke sicherheitskreis sicherheitskette \
    notauskette notauskreis nothaltkette nothaltkreis not-halt-kette not-aus-kette not-halt-kreis not-aus-kreis";
const STOP: &str = "e-stop estop e-stops estops emergency safety not-halt nothalt not-aus notaus sicherheit \
    sicherheitskreis sicherheitskette notauskette notauskreis nothaltkette nothaltkreis not-halt-kette \
    not-aus-kette not-halt-kreis not-aus-kreis";
const AUTO: &str = "auto automatic automatik automatikbetrieb auto-mode automatikmodus";
const INTO: &str = "get getting back into return switch change zurück wieder komme kommt komm kriege krieg bekomme \
    schalte wechsle umschalten";
const HOW: &str = "how wie need brauche braucht condition conditions bedingung bedingungen";
const SCAN: &str = "scan zyklus startup start-up power-up powerup anlauf hochlauf neustart restart reboot \
    einschalten boot cold-start warmstart kaltstart";
const FIRST: &str = "first erster ersten erste initial plc cpu sps steuerung controller programm program \
    power-up powerup startup start-up hochlauf neustart reboot kaltstart warmstart";
const RESET: &str = "rid reset resets acknowledge acknowledges ack clear clears quittiere quittieren quittiert quittier \
    quittierung rücksetzen zurücksetzen setze zurück";
const FAULTS: &str =
    "fault faults alarm alarms störung störungen fehler meldungen alarme störmeldungen";
const NETWORK: &str =
    "ip ips ip-address ip-addresses ip-adresse ip-adressen ip-adr netzwerkadresse netzwerkadressen";
const HANDLING: &str = "handling evaluation behandlung auswertung verarbeitung bearbeitung alarmbehandlung \
    störungsbehandlung alarmauswertung störungsauswertung";
/// Names of the first scan's flag.
const FIRST_SCAN: [&str; 7] =
    ["S:FS", "FirstScan", "First_Scan", "FirstCycle", "First_Cycle", "InitialCall", "AlwaysFirst"];

impl Sentence<'_> {
    /// A question about such a thing.
    pub(super) fn theme(&self) -> Option<Asked> {
        let words = &self.reader.words;
        let has = |any: &'static str| words.iter().any(|word| is_one_of(word, any));
        if self.before.chosen.is_some() || self.reader.mentions.iter().any(|it| self.is_value(it)) {
            return None;
        }
        if has(CHAIN) && has(STOP) {
            return self.stop_circuit();
        }
        if has(AUTO) && has(INTO) && has(HOW) {
            return self.automatic();
        }
        let is_only = |lists: [&'static str; 2]| {
            let content = self.reader.content(&[]);
            content.iter().all(|at| lists.iter().any(|it| is_one_of(&words[*at], it)))
        };
        if has(RESET) && has(FAULTS) && is_only([RESET, FAULTS]) {
            return self.fault_reset();
        }
        if has(HANDLING) && has(FAULTS) && is_only([HANDLING, FAULTS]) {
            return self.fault_code();
        }
        let drives = has(
            "drive drives driven write writes written set sets angesteuert beschrieben geschrieben",
        );
        if has("output outputs ausgang ausgänge")
            && has("never no nobody nie kein keine keiner nirgends")
            && drives
        {
            return Some(self.asks(Query::Findings { fault: CodeFault::NeverWritten }));
        }
        let names_blocks = words.iter().any(|it| kind_of(it) == Some(ItemKind::Blocks));
        if has("locked protected encrypted geschützt geschützte gesperrt verschlüsselt knowhow")
            && names_blocks
        {
            let filters = vec![ItemFilter::Words { words: vec!["protected".to_owned()] }];
            return Some(self.asks(Query::Inventory { kind: ItemKind::Blocks, filters }));
        }
        if has(NETWORK) {
            return Some(self.addresses());
        }
        if has("chart sfc schrittkette ablaufkette grafcet") {
            return self.chart();
        }
        let asks = has("what which was welche welcher happens passiert runs läuft does macht");
        (has(SCAN) && has(FIRST) && asks).then(|| self.first_scan())
    }

    pub(super) fn asks(&self, query: Query) -> Asked {
        Asked { queries: vec![query], ..self.asked.clone() }
    }

    fn is_value(&self, mention: &crate::mention::Mention) -> bool {
        mention.is_path
            && !mention.text.contains('-')
            && self.facts.value_called(&mention.text).is_some()
    }

    /// The conditions of the bits that follow the emergency stop.
    fn stop_circuit(&self) -> Option<Asked> {
        let (facts, logic) = (self.facts, self.facts.logic());
        let stops = inputs_called(facts, &|stems| {
            let has = |word: &str| words(word).iter().all(|it| stems.contains(it));
            ["emergency", "nothalt", "notaus", "not halt", "not aus"].iter().any(|it| has(it))
        });
        let mut bits: Vec<String> = Vec::new();
        for stop in &stops {
            for place in followers(facts, *stop) {
                let name = logic.place(place);
                if !bits.contains(&name) {
                    bits.push(name);
                }
            }
        }
        let query = match bits.as_slice() {
            [] => {
                let name = logic.place(*stops.first()?);
                Query::Impact { name, way: ImpactWay::Affects, outputs: false }
            }
            [one] => Query::Condition { name: one.clone(), change: Turn::On, latched: false },
            _ => return Some(self.asked.clone().open(Open::Which(bits))),
        };
        Some(self.asks(query))
    }

    /// What turns automatic mode on: its bit, or the switch for it.
    fn automatic(&self) -> Option<Asked> {
        let found = self.facts.lexicon().meant(&["automatic".to_owned()]);
        let places = found.iter().filter(|it| !it.is_code).filter_map(|it| {
            match self.facts.value_called(&it.name)? {
                Subject::Place(place) => Some((it.name.clone(), place)),
                _ => None,
            }
        });
        let places: Vec<(String, PlaceId)> = places.collect();
        let is_turned =
            |place: PlaceId| !self.facts.logic().turned(place, Turned::On).rows.is_empty();
        let turned = places.iter().find(|it| !self.is_input(&it.0) && is_turned(it.1));
        let turned = turned.filter(|_| !places.first().is_some_and(|it| self.is_input(&it.0)));
        let query = match (turned, places.first()) {
            (Some((name, _)), _) => {
                Query::Condition { name: name.clone(), change: Turn::On, latched: false }
            }
            (None, Some((name, _))) => {
                Query::Explain { name: name.clone(), aspect: Aspect::Declaration }
            }
            (None, None) => return None,
        };
        Some(self.asks(query))
    }

    /// The chart that a question names in other words.
    fn chart(&self) -> Option<Asked> {
        let reader = self.reader;
        let content = reader.content(&[]);
        let text: Vec<&str> = content.iter().map(|at| reader.words[*at].as_str()).collect();
        let meant = states::called(&states::names(self.facts), &text);
        match meant.as_slice() {
            [one] => Some(self.asks(Query::Sequence { name: one.clone(), state: None })),
            [] => None,
            _ => Some(self.asked.clone().open(Open::Which(meant))),
        }
    }

    /// The modules with their addresses in the network: the one that is meant, or all of them.
    fn addresses(&self) -> Asked {
        let said = &self.reader.words;
        let numbers = said.iter().filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        let content = self.reader.content(&[]);
        let content = content.iter().map(|at| &said[*at]).chain(numbers);
        let sought: Vec<WrittenWord> = content.map(|it| WrittenWord::of(it)).collect();
        let modules = &self.facts.project().modules;
        let score = |it: &Module| {
            let own = words(&format!("{} {}", it.name, it.comment.as_deref().unwrap_or_default()));
            sought.iter().filter(|word| word.is_in(&own)).count()
        };
        let most = modules.iter().map(score).max().unwrap_or_default();
        let best: Vec<&Module> = modules.iter().filter(|it| score(it) == most).collect();
        let filters = match best.as_slice() {
            [one] if most > 0 => vec![ItemFilter::Words { words: vec![one.name.clone()] }],
            _ => Vec::new(),
        };
        self.asks(Query::Inventory { kind: ItemKind::Modules, filters })
    }

    /// What resets most alarms: its condition, or where it is read.
    fn fault_reset(&self) -> Option<Asked> {
        let logic = self.facts.logic();
        let mut counts: BTreeMap<PlaceId, usize> = BTreeMap::new();
        for name in tagbridge_cause::alarm_bits(logic) {
            let Some(place) = self.facts.used_place(&name) else { continue };
            let rows = logic.turned(place, Turned::Off).rows;
            let resets =
                rows.iter().filter(|row| row.how != Some(How::Follow) && row.value.is_none());
            for literal in resets.flat_map(|row| &row.literals).filter(|it| **it != place) {
                *counts.entry(*literal).or_default() += 1;
            }
        }
        let is_of_block = |place: PlaceId| {
            let root = logic.index.places.root_of(place);
            let step = logic.index.places.step(root);
            matches!(step, Step::Root(Scope::AddOn(_) | Scope::Block(_), _))
        };
        let (place, _) = counts.into_iter().max_by_key(|it| (!is_of_block(it.0), it.1))?;
        let name = logic.place(place);
        let is_turned = !self.is_input(&name) && !logic.turned(place, Turned::On).rows.is_empty();
        let query = if is_turned {
            Query::Condition { name, change: Turn::On, latched: false }
        } else {
            Query::References { name, access: Accessed::Read }
        };
        Some(self.asks(query))
    }

    /// The code that is called by faults or alarms.
    fn fault_code(&self) -> Option<Asked> {
        let found = self.facts.lexicon().meant(&["alarm".to_owned()]);
        let names: Vec<String> =
            found.into_iter().filter(|it| it.is_code).map(|it| it.name).collect();
        match names.as_slice() {
            [] => None,
            [one] => {
                let query = Query::Explain { name: one.clone(), aspect: Aspect::Purpose };
                Some(self.asks(query))
            }
            _ => Some(self.asked.clone().open(Open::Which(names))),
        }
    }

    fn is_input(&self, name: &str) -> bool {
        let mut tags = self.facts.project().tags.iter();
        tags.any(|it| it.name == name && crate::area(it) == Some('I'))
    }

    /// The code of the first scan: a block for it, or the code that reads its flag.
    fn first_scan(&self) -> Asked {
        let project = self.facts.project();
        let is_start = |number: Option<u16>| matches!(number, Some(100..=102));
        let startup = project.programs.iter().find(|it| {
            is_start(it.number) || it.event.as_deref().is_some_and(|it| it.contains("Startup"))
        });
        if let Some(program) = startup {
            let query = Query::Explain { name: program.name.clone(), aspect: Aspect::Purpose };
            return self.asks(query);
        }
        let flag = FIRST_SCAN.iter().find_map(|name| match self.facts.value_called(name)? {
            Subject::Place(place) => Some(self.facts.logic().place(place)),
            _ => None,
        });
        match flag {
            Some(name) => {
                let query = Query::References { name, access: Accessed::Any };
                self.asks(query)
            }
            None => self.asked.clone().open(Open::NoFirstScan),
        }
    }
}

/// The inputs whose name or comment has such words: places that code reads and does not turn on.
fn inputs_called(facts: &Facts, is: &dyn Fn(&[String]) -> bool) -> Vec<PlaceId> {
    let tags = facts.project().tags.iter().filter(|tag| {
        let said = tag.comment.as_deref().unwrap_or_default();
        crate::area(tag) == Some('I') && is(&words(&format!("{} {said}", tag.name)))
    });
    let places = tags.filter_map(|tag| match facts.value_called(&tag.name)? {
        Subject::Place(place) => Some(place),
        _ => None,
    });
    places.collect()
}

/// The bits that follow a condition with this input, in one step.
fn followers(facts: &Facts, of: PlaceId) -> Vec<PlaceId> {
    let logic = facts.logic();
    let slices = logic.slice(of, Direction::Forward, 1).rows;
    let nodes = slices.iter().flat_map(|slice| &slice.nodes);
    let direct = nodes.filter(|node| node.certain && node.edge == Some(Dependence::Data));
    let follows = |place: &PlaceId| {
        let rows = logic.turned(*place, Turned::On).rows;
        rows.iter().any(|row| {
            let reads = row
                .literals
                .iter()
                .any(|it| logic.index.canonical(*it) == logic.index.canonical(of));
            reads
                && !row.bound
                && matches!(row.how, Some(How::Follow | How::Store))
                && row.value.is_some()
        })
    };
    direct.map(|node| node.place).filter(follows).collect()
}
