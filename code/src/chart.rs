//! Sequential function charts: steps with their actions, and transitions.

use tagbridge_structured_text::Span;

/// A chart. All spans refer to its displayed text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chart {
    /// The elements, in the order of the file.
    pub elements: Vec<ChartElement>,
    /// The connections between elements, by their indices.
    pub links: Vec<(usize, usize)>,
}

/// An element of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartElement {
    /// Its name or its number; may be empty.
    pub name: Span,
    /// Its kind.
    pub kind: ChartElementKind,
}

/// The kind of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartElementKind {
    /// A step, which is active or inactive.
    Step(ChartStep),
    /// The condition after a step.
    Transition(ChartTransition),
    /// The start or the end of parallel or alternative branches.
    Branch,
    /// The end of the chart, or a jump to the named step.
    Stop,
}

/// A step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartStep {
    /// Whether it is an initial step.
    pub is_first: bool,
    /// Words such as `PRESET` and `INTERLOCK` with their values.
    pub limits: Vec<(Span, Span)>,
    /// Its actions, in order.
    pub actions: Vec<ChartAction>,
}

/// A transition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartTransition {
    /// The whole transition.
    pub span: Span,
    /// Its condition.
    pub condition: Span,
    /// The steps before it, if the text contains their names (GRAPH).
    pub from: Vec<NamedStep>,
    /// The steps after it.
    pub to: Vec<NamedStep>,
}

/// A step in the text of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedStep {
    /// The whole reference.
    pub span: Span,
    /// Its number.
    pub number: Span,
}

/// An action of a step: `N Lamp BOOLEAN INDICATOR x PRESET 500:`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartAction {
    /// The whole action, with its code.
    pub span: Span,
    /// The event that triggers it (GRAPH).
    pub event: Option<Span>,
    /// Its qualifier.
    pub qualifier: Span,
    /// Whether it depends on the step's interlock (GRAPH).
    pub with_interlock: bool,
    /// Its name, or its operand.
    pub name: Span,
    /// The variable that shows whether it is executed.
    pub indicator: Option<Span>,
    /// The time of its qualifier.
    pub preset: Option<Span>,
    /// Its code, with its indentation.
    pub body: Option<Span>,
}
