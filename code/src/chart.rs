//! Sequential function charts: steps with their actions, and what they wait for.

use tagbridge_structured_text::Span;

/// A chart. All spans are of the text that is shown of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chart {
    /// In the order of the file.
    pub elements: Vec<ChartElement>,
    /// What leads from one element to another, by their positions.
    pub links: Vec<(usize, usize)>,
}

/// Something in a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartElement {
    /// Its name, or its number; empty where it has none.
    pub name: Span,
    /// What it is.
    pub kind: ChartElementKind,
}

/// What an element of a chart is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartElementKind {
    /// It is active, or it is not.
    Step(ChartStep),
    /// What the steps before it wait for.
    Transition(ChartTransition),
    /// Ways part here, or meet.
    Branch,
    /// The chart ends, or goes on at the step that it names.
    Stop,
}

/// A step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartStep {
    /// Whether the chart begins with it.
    pub is_first: bool,
    /// Words such as `PRESET` and `INTERLOCK` with what is behind them.
    pub limits: Vec<(Span, Span)>,
    /// What it does, in order.
    pub actions: Vec<ChartAction>,
}

/// A transition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartTransition {
    /// All of it.
    pub span: Span,
    /// Its condition.
    pub condition: Span,
    /// The steps before it, where the text names them (GRAPH).
    pub from: Vec<NamedStep>,
    /// The steps behind it.
    pub to: Vec<NamedStep>,
}

/// A step that a transition names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedStep {
    /// All that is said of it.
    pub span: Span,
    /// Its number.
    pub number: Span,
}

/// An action of a step: `N Lamp BOOLEAN INDICATOR x PRESET 500:`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartAction {
    /// All of it, with its code.
    pub span: Span,
    /// The event that it waits for (GRAPH).
    pub event: Option<Span>,
    /// Its qualifier.
    pub qualifier: Span,
    /// Whether the step's interlock must hold (GRAPH).
    pub with_interlock: bool,
    /// Its name, or what it does.
    pub name: Span,
    /// What shows whether it is executed.
    pub indicator: Option<Span>,
    /// The time of its qualifier.
    pub preset: Option<Span>,
    /// Its code, with what that is indented by.
    pub body: Option<Span>,
}
