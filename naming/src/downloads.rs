//! Another program in the controller while it is read by a project's names.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Instant,
};

use async_trait::async_trait;
use tagbridge_driver::{
    Connection, Driver, Explanation, Identity, LinkError, Listing, ProgramMark, Reading, RunMode,
    Scan, TagSet, Value, fake::Plant,
};

use crate::{
    Named, Supplement,
    fixture::{LINE, names},
};

const SPEED: &str = "Line.Main.Speed";
/// An address that does not depend on a project.
const ABSOLUTE: &str = "DB99.DBD0";

/// A controller whose program can be changed while it is read.
#[derive(Clone)]
struct Controller {
    identity: Identity,
    state: Arc<Mutex<State>>,
}

struct State {
    plant: Plant,
    mark: Option<u64>,
    asked_for_mark: usize,
    /// After the next scan.
    next: Option<(Plant, Option<u64>)>,
}

impl Controller {
    fn new(plant: Plant, mark: Option<u64>) -> Self {
        let identity = plant.identity().clone();
        let state = State { plant, mark, asked_for_mark: 0, next: None };
        Self { identity, state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics in there")
    }

    fn download(&self, plant: Plant, mark: Option<u64>) {
        let mut state = self.state();
        (state.plant, state.mark) = (plant, mark);
    }
}

#[async_trait]
impl Driver for Controller {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        Ok(Box::new(self.clone()))
    }
}

#[async_trait]
impl Connection for Controller {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        let mut state = self.state();
        let scan = state.plant.scan(tags);
        if let Some((plant, mark)) = state.next.take() {
            (state.plant, state.mark) = (plant, mark);
        }
        Ok(scan)
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let mut plant = self.state().plant.clone();
        plant.explain(tags).await
    }

    async fn browse(&mut self, _: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        Ok(())
    }

    async fn program_mark(&mut self) -> Result<Option<ProgramMark>, LinkError> {
        let mut state = self.state();
        state.asked_for_mark += 1;
        Ok(state.mark.map(ProgramMark))
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        Ok(RunMode::Run)
    }

    async fn close(self: Box<Self>) {}
}

/// The line with this speed, and a last byte; its block has 12 bytes.
fn plant(speed: f32) -> Plant {
    let byte = || Value::Array(vec![Value::Uint(0)]);
    Plant::new("Line")
        .with("DB20.DBD0:REAL", "REAL", Value::Real(speed))
        .with("DB20.DBB11:BYTE[1]", "BYTE[1]", byte())
        .with(ABSOLUTE, "DWORD", Value::Uint(7))
}

/// The same with a block that is longer.
fn longer(speed: f32) -> Plant {
    plant(speed).with("DB20.DBB12:BYTE[1]", "BYTE[1]", Value::Array(vec![Value::Uint(0)]))
}

fn named(controller: &Controller) -> Named {
    let supplement =
        Supplement { block_numbers: [("Line".to_owned(), 20)].into(), ..Supplement::default() };
    Named::by(Arc::new(controller.clone()), names("line.scl", LINE, "s7", supplement))
}

/// A reading of both tags as text, on a connection whose next look at the mark is due.
async fn scan(connection: &mut Box<dyn Connection>, tags: &TagSet) -> [String; 2] {
    let scan = connection.read(tags).await.expect("the link holds");
    let text = |at: usize| match &scan.answers[at].reading {
        Reading::Good(it) => format!("{:?}", it.value),
        Reading::Uncertain(_, cause) | Reading::Bad(cause) => cause.to_string(),
    };
    [text(0), text(1)]
}

async fn connect(named: &Named) -> Box<dyn Connection> {
    named.connect().await.expect("it connects")
}

#[tokio::test]
async fn another_program_gives_no_value_by_the_layout_of_the_project() {
    let controller = Controller::new(plant(1.5), Some(1));
    let named = named(&controller);
    let tags = TagSet::new([SPEED, ABSOLUTE]);
    let values = |speed: &str| [speed.to_owned(), "Uint(7)".to_owned()];
    let mut connection = connect(&named).await;
    assert_eq!(scan(&mut connection, &tags).await, values("Real(1.5)"));
    let fit = named.fit();
    assert!(fit.borrow().differences.is_empty());

    // While it is away, as a controller is during a download. The same length, another layout.
    controller.download(plant(-99.0), Some(2));
    let mut connection = connect(&named).await;
    for _ in 0..3 {
        let [speed, absolute] = scan(&mut connection, &tags).await;
        assert!(speed.contains("type mismatch") && speed.contains("changed since"), "{speed}");
        assert!(!speed.contains("99"), "{speed}");
        assert_eq!(absolute, "Uint(7)");
        assert_eq!(fit.borrow().differences.len(), 1);
        assert!(fit.borrow().differences[0].to_string().contains("cannot be verified"));
    }
    // It no longer reports: no better.
    controller.download(plant(-99.0), None);
    let [speed, _] = scan(&mut connect(&named).await, &tags).await;
    assert!(speed.contains("no longer reports"), "{speed}");
    // The old program again.
    controller.download(plant(2.5), Some(1));
    let mut connection = connect(&named).await;
    let [speed, _] = scan(&mut connection, &tags).await;
    assert!(speed.contains("type mismatch"), "it is not known yet while it is read: {speed}");
    assert_eq!(scan(&mut connection, &tags).await, values("Real(2.5)"));
    assert!(fit.borrow().differences.is_empty());
    // Another one, which somebody says is well.
    controller.download(plant(3.5), Some(3));
    let mut connection = connect(&named).await;
    let [speed, _] = scan(&mut connection, &tags).await;
    assert!(speed.contains("type mismatch"), "{speed}");
    named.accept_program();
    assert_eq!(scan(&mut connection, &tags).await, values("Real(3.5)"));
}

#[tokio::test]
async fn the_scan_in_which_the_program_changes_gives_no_value() {
    let tags = TagSet::new([SPEED, ABSOLUTE]);
    for marks in [[Some(1), Some(2)], [Some(1), None]] {
        let controller = Controller::new(plant(1.5), marks[0]);
        let named = named(&controller);
        // The very first one too: it is asked before it.
        controller.state().next = Some((plant(-99.0), marks[1]));
        let [speed, _] = scan(&mut connect(&named).await, &tags).await;
        assert!(speed.contains("type mismatch"), "{speed}");
        // Back again: what was read before it was is of the other one.
        controller.state().next = Some((plant(1.5), marks[0]));
        let mut connection = connect(&named).await;
        let [speed, _] = scan(&mut connection, &tags).await;
        assert!(speed.contains("type mismatch"), "{speed}");
        assert_eq!(scan(&mut connection, &tags).await[0], "Real(1.5)");
    }
}

#[tokio::test]
async fn a_block_of_another_length_gives_no_value_in_the_same_scan() {
    let controller = Controller::new(plant(1.5), None);
    let named = named(&controller);
    let tags = TagSet::new([SPEED, ABSOLUTE]);
    let mut connection = connect(&named).await;
    for (plant, fits) in [(plant(1.5), true), (longer(-99.0), false), (plant(1.5), true)] {
        controller.download(plant, None);
        let [speed, absolute] = scan(&mut connection, &tags).await;
        assert_eq!(speed == "Real(1.5)", fits, "{speed}");
        assert_eq!(speed.contains("is longer than in the project (12 bytes"), !fits, "{speed}");
        assert_eq!(absolute, "Uint(7)");
        assert_eq!(named.fit().borrow().differences.len(), usize::from(!fits));
    }
}

#[tokio::test]
async fn only_what_a_project_lays_out_is_worth_asking_for_the_mark() {
    let controller = Controller::new(plant(1.5), Some(1));
    let named = named(&controller);
    let mut connection = connect(&named).await;
    for _ in 0..3 {
        scan(&mut connection, &TagSet::new([ABSOLUTE, ABSOLUTE])).await;
    }
    assert_eq!(controller.state().asked_for_mark, 0);
    let tags = TagSet::new([SPEED, ABSOLUTE]);
    let began = Instant::now();
    for _ in 0..50 {
        scan(&mut connection, &tags).await;
    }
    let seconds = usize::try_from(began.elapsed().as_secs()).expect("few");
    let asked = controller.state().asked_for_mark;
    assert!((2..=3 + seconds).contains(&asked), "{asked} times in {seconds} s");
}
