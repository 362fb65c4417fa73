// Made of desk/src/view by `cargo xtask bless`; not to be edited.

/** The commands that a face may give: what they take, and what they answer. */
export interface Commands {
/** The first data of a user interface. */
overview: { arguments: null, answer: Overview },
/** Whether a service answers to this key, and what the key may do; nothing is kept. */
check_service: { arguments: CheckService, answer: ServiceConnection },
/** Chooses the service. Refused when it does not answer to the key. */
use_service: { arguments: UseService, answer: ServiceConnection },
/** The service's projects and those that were opened from files. */
projects: { arguments: ListProjects, answer: ProjectPage },
/** A project, looked at closely. */
project: { arguments: ProjectId, answer: ProjectDetail },
/** Opens a project file. */
open_project: { arguments: OpenProject, answer: ProjectDetail },
/** Another name for one of the service's projects, into the archive, or out of it. */
change_project: { arguments: ChangeProject, answer: ProjectDetail },
/** Deletes an archived project with its versions, values and history, permanently. */
delete_project: { arguments: DeleteProject, answer: null },
/** A project's versions, the newest first. */
versions: { arguments: ProjectId, answer: Array<ProjectVersion> },
/** A version's file; its bytes come back as the answer. */
version_file: { arguments: UseVersion, answer: MadeFile },
/** The differences between two versions of a project, or between two projects. */
compare_code: { arguments: CompareCode, answer: CodeChanges },
/** Makes a copy of an older version the current version. */
use_version: { arguments: UseVersion, answer: ProjectDetail },
/** Controllers to choose from. */
controllers: { arguments: FindControllers, answer: Controllers },
/** An address in the fields of its protocol. */
read_address: { arguments: ReadAddress, answer: AddressForm },
/** The endpoint that fields make, as its driver takes it. */
write_address: { arguments: AddressFields, answer: Endpoint },
/** The certificate that a server shows; null where its protocol or the server has none. */
certificate: { arguments: Endpoint, answer: Certificate | null },
/** Trusts a server's certificate from now on. */
trust: { arguments: Trust, answer: null },
/** How one logs in at a controller; null where its protocol knows no users. */
login: { arguments: Endpoint, answer: Login | null },
/** Logs in once, and keeps the password where that went well. Sessions that need it begin again with it. */
log_in: { arguments: LogIn, answer: Login },
/** Forgets a password. A session that runs has it until it ends. */
forget_login: { arguments: Endpoint, answer: Login },
/** Looks at a controller before anything is polled. A second call ends the first. */
preflight: { arguments: StartPreflight, answer: Preflight },
/** Ends a preflight that is under way. */
cancel_preflight: { arguments: null, answer: null },
/** Asks a question about a project. A second call ends the first. */
ask: { arguments: AskQuestion, answer: AskAnswer },
/** Listens to the answer no more. */
cancel_ask: { arguments: null, answer: null },
/** The code at a place of a citation. */
cited_place: { arguments: OpenCited, answer: CitedPlace },
/** The current values next to an answer. */
answer_values: { arguments: AnswerTags, answer: AnswerValues },
/** Starts a session; the answer names it. */
start_session: { arguments: StartSession, answer: SessionName },
/** The tags that a session always reads, and their rates. */
reading: { arguments: SessionName, answer: SessionReading },
/** Changes it. A session that runs begins again. */
change_reading: { arguments: ChangeReading, answer: null },
/** Leaves a session's controller alone. */
pause: { arguments: SessionName, answer: null },
/** Goes on reading. */
resume: { arguments: SessionName, answer: null },
/** Tries a controller now instead of waiting any longer. */
try_now: { arguments: SessionName, answer: null },
/** Ends a session in order. It stays in the status as stopped. */
stop_session: { arguments: SessionName, answer: null },
/** Starts a session that was stopped, as it was. */
start_again: { arguments: SessionName, answer: null },
/** Takes a stopped session out of the status. */
forget_session: { arguments: SessionName, answer: null },
/** Reads the other device that answers at the session's address. */
accept_controller: { arguments: SessionName, answer: null },
/** Ends the other device's session on the project, and streams from here. */
take_over: { arguments: SessionName, answer: null },
/** Opens or changes the window of the tag table. */
rows: { arguments: OpenRows, answer: RowsOpened },
/** The names between two rows of the window. */
row_names: { arguments: RowsBetween, answer: RowNames },
/** A frame was drawn: the next may come. */
ack: { arguments: Ack, answer: null },
/** A tag or a part of one, looked at closely. */
inspect: { arguments: OneTag, answer: Inspection },
/** The values of a tag or a part of it in the last minutes. */
changes: { arguments: OneTag, answer: TagChanges },
/** The tree of a project: programs, blocks, types. */
outline: { arguments: ProjectId, answer: Outline },
/** The findings of the last analysis; null: there was none since the program started. */
findings: { arguments: ProjectId, answer: CodeFindings | null },
/** Analyses a project. */
analyse: { arguments: ProjectId, answer: CodeFindings },
/** Puts findings into the baseline, or takes them out. */
change_baseline: { arguments: ChangeBaseline, answer: CodeFindings },
/** Findings as a file. */
save_findings: { arguments: SaveFindings, answer: MadeFile },
/** Plans a change of a project, and checks it. */
propose: { arguments: ProposeChange, answer: CodeProposal },
/** Stores a proposal as a file, or as a new version of its project. */
save_proposal: { arguments: SaveProposal, answer: SavedProposal },
/** A report of a project as a PDF. */
make_report: { arguments: MakeReport, answer: MadeFile },
/** What was recorded of a project, with its incidents and triggers. */
project_history: { arguments: ProjectId, answer: ProjectHistory },
/** Sets the note of an incident. */
note_incident: { arguments: NoteIncident, answer: null },
/** An incident as one file. */
save_incident: { arguments: OneIncident, answer: MadeFile },
/** Keeps an exported recording as an incident. */
import_incident: { arguments: ImportIncident, answer: IncidentView },
/** Deletes an incident, permanently. */
delete_incident: { arguments: OneIncident, answer: null },
/** Sets the triggers of a session. One that runs begins again. */
change_triggers: { arguments: ChangeTriggers, answer: null },
/** The recorded values of a tag. */
tag_history: { arguments: HistoryOf, answer: TagHistory },
/** The recorded values of a tag as CSV. */
save_history: { arguments: HistoryOf, answer: MadeFile },
/** The groups of a project's tags. */
tag_tree: { arguments: OpenTagTree, answer: TagTree },
/** The tags of a group. */
tags_of_group: { arguments: TagsOfGroup, answer: DeclaredTags },
/** The watch lists and trends of a project. */
saved_views: { arguments: ProjectId, answer: SavedViews },
/** Sets them. */
save_views: { arguments: SaveViews, answer: SavedViews },
/** Ends long work that is under way. */
stop_work: { arguments: StopWork, answer: null },
/** Tags of a project by a part of their name or comment. */
find_names: { arguments: FindNames, answer: FoundNames },
/** A routine, drawn, with the values of now. */
routine: { arguments: OpenRoutine, answer: DrawnRoutine },
/** Asks the service for tags that are shown and not read, for a minute. */
ask_for_tags: { arguments: AskForTags, answer: null },
/** Where a project's code uses a name. */
uses: { arguments: UsesOf, answer: Uses },
/** The values of tags at each second of the last minute. */
last_minute: { arguments: LastMinuteOf, answer: LastMinute },
/** What was recorded of a session. */
time_line: { arguments: SessionName, answer: TimeLine },
/** Shows a moment of the past instead of now, or now again. */
look_at: { arguments: LookAt, answer: PastMoment },
/** The next or previous change of a tag, or the next or previous incident. */
step_in_time: { arguments: StepInTime, answer: SteppedTo },
/** Why a tag is as it is, followed to the inputs. */
why: { arguments: AskWhy, answer: WhyNow },
/** What changed first before a tag's last change. */
first_cause: { arguments: FindCause, answer: FirstCause },
/** Pins a tag, or lets it go; kept for the project. */
pin: { arguments: Pin, answer: null },
/** Rows with their whole values: to copy, or to export. */
take_rows: { arguments: TakeRows, answer: TakenRows },
/** Opens or changes the trend. */
trend: { arguments: OpenTrend, answer: Trend },
/** The stored values of a tag before a time, page by page. */
older_trend: { arguments: ReadOlder, answer: OlderPoints },
/** The values of a trend, to be saved. */
export_trend: { arguments: ExportTrend, answer: Array<SavedLane> },
/** Events, oldest first. */
log: { arguments: ReadLog, answer: Array<LogEvent> },
/** The requests that may be sent to a session's controller and those that were, its counters, its wire trace. */
diagnostics: { arguments: SessionName, answer: Diagnostics },
/** Switches a session's wire trace on for a while, or off. */
trace: { arguments: SwitchTrace, answer: Trace },
/** Frames of the communication log. */
frames: { arguments: ListFrames, answer: Frames },
/** A frame of it, looked at closely. */
one_frame: { arguments: OneFrame, answer: FrameDetail },
/** The recorded frames as a file that Wireshark opens. */
save_frames: { arguments: SaveFrames, answer: MadeFile },
/** Checks what usually goes wrong on the way to the service and the controllers. */
doctor: { arguments: null, answer: Array<Finding> },
/** The contents of a support bundle. */
bundle: { arguments: MakeBundle, answer: Bundle },
/** Creates a support bundle. */
save_bundle: { arguments: SaveBundle, answer: MadeFile },
/** The user has seen the sessions that failed. */
seen_alerts: { arguments: SeenAlerts, answer: null },
/** The user's settings. */
settings: { arguments: null, answer: Settings },
/** Sets it; the answer is what is kept. */
save_settings: { arguments: Settings, answer: Settings },
}

/**
 * A frame that was drawn.
 */
export type Ack = { 
/**
 * Its number.
 */
frame: number, };

/**
 * The fields of an address; null or empty: as the protocol has it.
 */
export type AddressFields = { 
/**
 * The protocol's scheme.
 */
protocol: string, 
/**
 * Host name or address.
 */
host: string, 
/**
 * The port.
 */
port: number | null, 
/**
 * The rack.
 */
rack: number | null, 
/**
 * The slot.
 */
slot: number | null, 
/**
 * A route, `1,2,2,10.0.0.9,1,0`; `/`: none at all.
 */
route: string, 
/**
 * The part after host and port, without its slash.
 */
path: string, 
/**
 * All other parameters as an endpoint has them.
 */
options: string, };

/**
 * Where a controller is, in the fields that its protocol has.
 */
export type AddressForm = { 
/**
 * The entered fields.
 */
fields: AddressFields, 
/**
 * The protocols that the platform's controllers speak, its own first.
 */
protocols: Array<ProtocolName>, 
/**
 * The port unless another is given.
 */
usualPort: number, 
/**
 * The rack unless another is given; null: its addresses have none.
 */
usualRack: number | null, 
/**
 * The slot unless another is given; null: its addresses have none.
 */
usualSlot: number | null, 
/**
 * Whether a route can be given instead of a slot.
 */
hasRoute: boolean, 
/**
 * Whether a path can follow host and port.
 */
hasPath: boolean, };

/**
 * A session dropped out. One for each time that it does.
 */
export type Alert = { 
/**
 * Later ones have higher numbers; they begin at 1 with the program.
 */
id: number, 
/**
 * The session.
 */
session: string, 
/**
 * Its project's id.
 */
project: string, 
/**
 * Its project's name.
 */
projectName: string, 
/**
 * The problem.
 */
kind: AlertKind, 
/**
 * Why; null: that is not known.
 */
cause: Message | null, 
/**
 * Since when.
 */
since: number, 
/**
 * Until when; null: it still is so.
 */
until: number | null, 
/**
 * A person has seen it.
 */
isSeen: boolean, };

/**
 * How a session drops out.
 */
export type AlertKind = "stopped" | "silent" | "undelivered";

/**
 * The notifications about sessions that drop out.
 */
export type AlertRules = { 
/**
 * System notifications, in addition to the list.
 */
notify: boolean, 
/**
 * Of controllers that are not read.
 */
silent: boolean, 
/**
 * Of values that are not delivered.
 */
undelivered: boolean, 
/**
 * Ids of projects without notifications.
 */
muted: Array<string>, };

/**
 * How far the analysis of a version is.
 */
export type Analysis = "queued" | "running" | "complete" | "error";

/**
 * The tags whose values are shown next to an answer.
 */
export type AnswerTags = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Their names, at most 100.
 */
tags: Array<string>, };

/**
 * A value next to an answer.
 */
export type AnswerValue = { 
/**
 * As text, truncated if it is long.
 */
value: string, 
/**
 * The controller's name of its type; empty if not known.
 */
type: string, 
/**
 * Whether to trust it.
 */
quality: Quality, 
/**
 * Why it is not good.
 */
reason: string | null, };

/**
 * The values next to an answer.
 */
export type AnswerValues = { 
/**
 * Whether a session streams the project.
 */
isLive: boolean, 
/**
 * When the scan of the newest values began; null where nothing is live.
 */
scanAt: number | null, 
/**
 * One for each tag, in the requested order; null: no session reads it now.
 */
values: Array<AnswerValue | null>, };

/**
 * An argument.
 */
export type Argument = number | string | Array<Argument> | Message;

/**
 * The result of a question.
 */
export type AskAnswer = { 
/**
 * `answer`, `needs_input`, `unresolved`.
 */
status: string, 
/**
 * The answer, or why there is none; `[3]` refers to the third place.
 */
text: string, 
/**
 * Where it was read, in the order of first use.
 */
cited: Array<Cited>, 
/**
 * How many places were read; null: no more than are cited.
 */
citedOf: number | null, 
/**
 * Tags of the project that it names, at most 100: their values are shown next to it.
 */
tags: Array<string>, 
/**
 * The information that is needed first.
 */
askedBack: Array<AskedBack>, 
/**
 * The conversation, to ask on.
 */
conversation: string | null, 
/**
 * The version of the project that was asked.
 */
version: string | null, 
/**
 * Tokens that a model took and made; 0: none was asked.
 */
tokens: [number, number], };

/**
 * An answer to something that was asked back: one of its options, or words.
 */
export type AskChoice = { 
/**
 * The id of what was asked back.
 */
id: string, 
/**
 * The option, counted from 0; null: the words count.
 */
option: number | null, 
/**
 * Words where no option fits.
 */
text: string | null, };

/**
 * Shown tags that no session reads.
 */
export type AskForTags = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Their names, at most 200.
 */
tags: Array<string>, };

/**
 * A part of an answer. The pushes of topic `ask`.
 */
export type AskHeard = { "kind": "phase", "data": string } | { "kind": "text", "data": string } | { "kind": "again" };

/**
 * A question about one of the service's projects. Parts of the answer are pushed by topic `ask`.
 * The next question of a screen ends the previous one.
 */
export type AskQuestion = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The question; null if it only chooses.
 */
question: string | null, 
/**
 * The conversation that it continues; null: it begins one.
 */
conversation: string | null, 
/**
 * The choice from the alternatives.
 */
choice: AskChoice | null, };

/**
 * A tag whose value is to be explained.
 */
export type AskWhy = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag.
 */
tag: string, };

/**
 * Something that has to be known before a question can be answered.
 */
export type AskedBack = { 
/**
 * The id of the choice.
 */
id: string, 
/**
 * The question.
 */
question: string, 
/**
 * 2 to 4 suggestions.
 */
options: Array<string>, 
/**
 * Why it is asked.
 */
why: string, };

/**
 * The contents of a support bundle.
 */
export type Bundle = { 
/**
 * Its files.
 */
files: Array<BundleFile>, 
/**
 * The kind of the removed data: `keys`, `passwords`, `user names`, `computer names`.
 */
removed: Array<Removed>, 
/**
 * Bytes of all files together.
 */
bytes: number, };

/**
 * A file of a support bundle.
 */
export type BundleFile = { 
/**
 * Its name in the archive.
 */
name: string, 
/**
 * Its description in plain words.
 */
about: string, 
/**
 * The same, as a message.
 */
said: Message, 
/**
 * Its size.
 */
bytes: number, 
/**
 * Its text, up to 64 KiB.
 */
text: string, };

/**
 * Why a chain begins where it does.
 */
export type CauseEnd = "input" | "outside" | "notRecorded" | "unseen" | "gap" | "byItself" | "notUnderstood";

/**
 * How sure the first cause is.
 */
export type CauseOutcome = "certain" | "oneOf" | "notRecorded" | "noChange" | "noCode";

/**
 * A change in a chain of causes.
 */
export type CauseStep = { 
/**
 * The tag, or the input of a timer as an expression.
 */
name: string, 
/**
 * What it was, as far as that is known.
 */
from: string | null, 
/**
 * What it became.
 */
to: string | null, 
/**
 * The scan that read it first; it changed between the scan before and this one.
 */
at: number, 
/**
 * The routine that wrote it, in the spelling of citations; of an input the one that reads it.
 */
path: string | null, 
/**
 * The rung there.
 */
rung: number | null, 
/**
 * Why the chain begins here; null: it does not begin here.
 */
end: CauseEnd | null, 
/**
 * Tags that decide and are not recorded.
 */
missing: Array<string>, };

/**
 * The certificate that a server shows.
 */
export type Certificate = { 
/**
 * Its subject: `CN=CODESYS@CIP-B`.
 */
subject: string, 
/**
 * SHA-256 of it, as pairs of hexadecimal digits with colons between.
 */
fingerprint: string, 
/**
 * From when it is valid.
 */
validFrom: number, 
/**
 * Until when.
 */
validUntil: number, 
/**
 * Whether the server offers channels that others in the network cannot read.
 */
isSecured: boolean, 
/**
 * Whether it has to be trusted before the server is read.
 */
isNeeded: boolean, 
/**
 * Whether a person said before that it is to be trusted.
 */
isTrusted: boolean, 
/**
 * The fingerprint of another one that was trusted at this address; null: none was.
 */
replaces: string | null, };

/**
 * Findings that enter the baseline, or leave it.
 */
export type ChangeBaseline = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Their ids; null: all findings of the analysis.
 */
ids: Array<string> | null, 
/**
 * Whether they are in the baseline from now on.
 */
isKnown: boolean, };

/**
 * The changes of one of the service's projects; null: unchanged.
 */
export type ChangeProject = { 
/**
 * As in the list.
 */
project: string, 
/**
 * Its name from now on, 1 to 256 characters.
 */
name: string | null, 
/**
 * Whether it is archived from now on: in no list then, and no file joins it.
 */
archived: boolean | null, };

/**
 * Has a session read something else, or at other rates, from now on. One that runs begins again.
 */
export type ChangeReading = { 
/**
 * The session.
 */
session: string, 
/**
 * From the start of one scan to the start of the next, 10 to 3,600,000.
 */
intervalMs: number, 
/**
 * All of its tags.
 */
tags: Array<string>, 
/**
 * Those of them that are read at other rates, each in one group.
 */
groups: Array<ReadGroup>, };

/**
 * The triggers of a session, from now on.
 */
export type ChangeTriggers = { 
/**
 * The session's name.
 */
session: string, 
/**
 * All of its triggers.
 */
triggers: Array<SessionTrigger>, };

/**
 * The address and key to check, before they are used.
 */
export type CheckService = { 
/**
 * Its base address, `/api/v1` included or not.
 */
url: string, 
/**
 * The key; null: the one that is kept.
 */
key: string | null, };

/**
 * A place that an answer was read from.
 */
export type Cited = { 
/**
 * `rung`, `routine`, `tag`, `data_block`, `definition`.
 */
kind: string, 
/**
 * As the platform spells it.
 */
path: string, 
/**
 * The number of a rung or a network.
 */
rung: number | null, };

/**
 * A rung or a line.
 */
export type CitedLine = { 
/**
 * Its number.
 */
number: number, 
/**
 * A rung's title and comment.
 */
comment: string | null, 
/**
 * Its text.
 */
text: string, 
/**
 * Whether the answer was read from it.
 */
isCited: boolean, };

/**
 * The code at a place of an answer.
 */
export type CitedPlace = { 
/**
 * Its path.
 */
path: string, 
/**
 * The language of its code; null: it is no code.
 */
language: string | null, 
/**
 * Its comment.
 */
comment: string | null, 
/**
 * Rungs around it, lines of its text, or its declaration; at most 400.
 */
lines: Array<CitedLine>, };

/**
 * Something that they differ in.
 */
export type CodeChange = { 
/**
 * The difference.
 */
kind: Message, 
/**
 * The executed code does the same.
 */
doesTheSame: boolean, 
/**
 * Its subject: an operand, an instruction, a tag, a rung's text.
 */
subject: string, 
/**
 * The old text, if it was replaced.
 */
from: string | null, 
/**
 * The new text.
 */
to: string | null, 
/**
 * Its old place.
 */
before: CodeSpot | null, 
/**
 * Its new place.
 */
after: CodeSpot | null, };

/**
 * The differences between two of them.
 */
export type CodeChanges = { 
/**
 * At most 1,000, those of comments alone at the end.
 */
changes: Array<CodeChange>, 
/**
 * How many there are.
 */
of: number, 
/**
 * Why there may be more.
 */
gaps: Array<Message>, };

/**
 * One finding.
 */
export type CodeFinding = { 
/**
 * The same in each version of a project in which its code is the same.
 */
id: string, 
/**
 * The rule: `TB-W02`.
 */
rule: string, 
/**
 * Its severity.
 */
severity: FindingSeverity, 
/**
 * `certain`, `likely` or `review`.
 */
confidence: string, 
/**
 * The chapter.
 */
chapter: Message, 
/**
 * The title of its rule.
 */
title: Message, 
/**
 * The finding as a sentence.
 */
message: Message, 
/**
 * The advice.
 */
remedy: Message, 
/**
 * Rules of standards and of other programs.
 */
references: Array<string>, 
/**
 * The first 25 places.
 */
places: Array<FindingPlace>, 
/**
 * The number of places.
 */
placesOf: number, 
/**
 * The number of findings: itself, and those of its rule that are not listed.
 */
count: number, 
/**
 * Whether it is new.
 */
standing: FindingStanding, 
/**
 * The reason in the code for which it is accepted; null: it is not accepted.
 */
reason: string | null, };

/**
 * The findings of an analysis of a project.
 */
export type CodeFindings = { 
/**
 * When it was analysed.
 */
at: number, 
/**
 * Whether the analysis is of the version that is used.
 */
isCurrent: boolean, 
/**
 * The number of errors, also those that are not listed.
 */
errors: number, 
/**
 * The number of warnings.
 */
warnings: number, 
/**
 * The number of notes.
 */
notes: number, 
/**
 * Rungs, networks, sheets and texts of the project.
 */
units: number, 
/**
 * The units of which a part is not understood: they may have more findings.
 */
opaqueUnits: number, 
/**
 * At most 5,000, errors first.
 */
findings: Array<CodeFinding>, 
/**
 * The number of all findings, each with its repetitions.
 */
of: number, 
/**
 * The chapters without a result.
 */
failed: Array<FailedChapter>, 
/**
 * The number of findings in the baseline; null: there is no baseline.
 */
baseline: number | null, };

/**
 * A line of a text.
 */
export type CodeLine = { 
/**
 * From 1.
 */
number: number, 
/**
 * Its text, in pieces: names are separate.
 */
pieces: Array<CodeName>, };

/**
 * A name in code, or a literal.
 */
export type CodeName = { 
/**
 * Its text in the code.
 */
text: string, 
/**
 * The full name; null: it is not a tag, or exists only in the code.
 */
tag: string | null, 
/**
 * Its value, truncated if it is long; null: it is not read.
 */
value: string | null, 
/**
 * For a value that is read, the controller's name of its type; empty if not known.
 */
type: string, 
/**
 * Whether to trust the value.
 */
quality: Quality | null, };

/**
 * A program or a block.
 */
export type CodeOwner = { 
/**
 * Its name.
 */
name: string, 
/**
 * The task that executes a program; null: none does, or it is a block.
 */
task: string | null, 
/**
 * Its comment.
 */
comment: string | null, 
/**
 * Its code.
 */
routines: Array<RoutineItem>, };

/**
 * The answer to a request.
 */
export type CodeProposal = { "status": "plan", 
/**
 * The changed project, as a project of its own for `outline`, `routine` and `compare_code`.
 */
changed: string, 
/**
 * What changes in behaviour; null: nothing that is executed.
 */
behaviour: string | null, 
/**
 * The summary of the plan.
 */
summary: string, 
/**
 * Its steps.
 */
steps: Array<string>, 
/**
 * Decisions that the request left open.
 */
assumptions: Array<string>, 
/**
 * What a person should check first.
 */
risks: Array<ProposalRisk>, 
/**
 * What was done, and what was checked.
 */
explanation: string, 
/**
 * Whether it can be stored as a new version of the project.
 */
canBeVersion: boolean, } | { "status": "question", 
/**
 * What is asked.
 */
questions: Array<AskedBack>, } | { "status": "refused", 
/**
 * Why.
 */
reason: string, };

/**
 * A place in the code of one of them.
 */
export type CodeSpot = { 
/**
 * The routine, as that one's outline names it.
 */
routine: number, 
/**
 * As citations spell it.
 */
path: string, 
/**
 * The rung, counted from 0 in the routine's order.
 */
at: number | null, 
/**
 * Its number, as the editor counts.
 */
rung: number | null, 
/**
 * Of a text the line, from 1.
 */
line: number | null, };

/**
 * A use of a name.
 */
export type CodeUse = { 
/**
 * Whether its value is needed there.
 */
reads: boolean, 
/**
 * Whether it gets a value there.
 */
writes: boolean, 
/**
 * Whether that is sure.
 */
certain: boolean, 
/**
 * The instruction or the construct.
 */
instruction: string, 
/**
 * The name as it is written there, whole.
 */
place: string, 
/**
 * How that lies to what was asked for.
 */
relation: Message, 
/**
 * The routine, as the platform spells it.
 */
path: string, 
/**
 * The number of a rung or a network.
 */
rung: number | null, 
/**
 * The line of a text.
 */
line: number | null, 
/**
 * The code.
 */
quote: string, };

/**
 * A project's file.
 */
export type CodeVersion = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The version's number; null: the one that is used.
 */
version: number | null, };

/**
 * Two projects to compare, or two versions of one.
 */
export type CompareCode = { 
/**
 * The old version.
 */
from: CodeVersion, 
/**
 * The new version.
 */
to: CodeVersion, };

/**
 * A controller that answered.
 */
export type Controller = { 
/**
 * Its address: `logix://10.0.0.5/1,0`.
 */
endpoint: string, 
/**
 * Its platform.
 */
platform: Vendor, 
/**
 * The maker.
 */
vendor: string, 
/**
 * The model.
 */
product: string, 
/**
 * Firmware.
 */
revision: string, 
/**
 * Serial number; empty if not known.
 */
serial: string, 
/**
 * The name that its owners gave it.
 */
name: string | null, 
/**
 * `run`, `test`, `program`, `stop`, `fault`, `unknown`.
 */
mode: string, };

/**
 * The identity of the controller, in its own words.
 */
export type ControllerView = { 
/**
 * The vendor.
 */
vendor: string, 
/**
 * The model.
 */
product: string, 
/**
 * The firmware revision.
 */
revision: string, 
/**
 * The serial number; empty if the controller has none.
 */
serial: string, 
/**
 * The configured name.
 */
name: string | null, 
/**
 * The address of the connection.
 */
address: string, 
/**
 * `run`, `test`, `program`, `stop`, `fault`, `unknown`.
 */
mode: string, };

/**
 * Controllers to choose from.
 */
export type Controllers = { 
/**
 * The devices that answered on the network.
 */
found: Array<Controller>, 
/**
 * Used before on this computer, the latest first.
 */
known: Array<KnownController>, 
/**
 * Why the network could not be asked.
 */
trouble: Message | null, };

/**
 * Counters of a session since it began.
 */
export type Counters = { 
/**
 * The session.
 */
session: string, 
/**
 * Since when.
 */
since: number, 
/**
 * Scans that took place.
 */
scans: number, 
/**
 * Scans that did not when they should have.
 */
missed: number, 
/**
 * Connections that were made after the first.
 */
reconnects: number, 
/**
 * Pushes that the service took.
 */
pushes: number, 
/**
 * Pushes that came to nothing and were made again.
 */
failedPushes: number, };

/**
 * A tag as it is declared.
 */
export type DeclaredTag = { 
/**
 * Its name, as a session takes it.
 */
name: string, 
/**
 * Its type.
 */
type: string, 
/**
 * Its comment.
 */
comment: string | null, 
/**
 * The address of an input or an output, or the tag of an alias.
 */
address: string | null, 
/**
 * It has members, which are read with it.
 */
isStructure: boolean, };

/**
 * Tags with what the project's file says of them.
 */
export type DeclaredTags = { 
/**
 * Those that were asked for, by name.
 */
tags: Array<DeclaredTag>, 
/**
 * How many there are in the group.
 */
of: number, };

/**
 * A project to delete permanently.
 */
export type DeleteProject = { 
/**
 * As in the list.
 */
project: string, 
/**
 * Its name, as a person wrote it: that is the word without which nothing is deleted.
 */
name: string, };

/**
 * How delivery goes.
 */
export type Delivery = { 
/**
 * Whether the service takes what is pushed.
 */
state: DeliveryState, 
/**
 * When it last did.
 */
lastPush: number | null, 
/**
 * The highest sequence up to which it has all.
 */
storedThrough: number | null, };

/**
 * Whether the service takes what is pushed.
 */
export type DeliveryState = { "state": "notContacted" } | { "state": "ok" } | { "state": "waiting", 
/**
 * The error that prevents it; `conflict`: `take_over`.
 */
trouble: ServiceTrouble, 
/**
 * The next attempt.
 */
until: number, 
/**
 * The event.
 */
cause: Message, 
/**
 * The advice.
 */
remedy: Message, } | { "state": "ended" };

/**
 * The answer of `diagnostics`.
 */
export type Diagnostics = { 
/**
 * The allowed requests and the sent ones.
 */
statement: Statement, 
/**
 * Counters of the session.
 */
counters: Counters, 
/**
 * The wire trace.
 */
trace: Trace, };

/**
 * One thing that differs.
 */
export type Difference = { 
/**
 * The subject: a tag, a type, a block.
 */
subject: string, 
/**
 * How.
 */
text: Message, };

/**
 * A routine as it is drawn.
 */
export type DrawnRoutine = { 
/**
 * As the outline names it.
 */
routine: number, 
/**
 * As citations spell it.
 */
path: string, 
/**
 * Its language.
 */
language: string, 
/**
 * Its comment.
 */
comment: string | null, 
/**
 * Rungs or networks from the one that was asked for on.
 */
rungs: Array<DrawnRung>, 
/**
 * How many rungs there are.
 */
of: number, 
/**
 * Of a text its lines.
 */
lines: Array<CodeLine>, 
/**
 * A chart, as SVG.
 */
chart: string | null, 
/**
 * The values that it shows; null: none are read in time.
 */
live: LiveCode | null, 
/**
 * Why there are none, where they were asked for: `no_session`, or a stable code such as `paused`.
 */
unread: string | null, };

/**
 * A rung or a network.
 */
export type DrawnRung = { 
/**
 * As the editor counts.
 */
number: number, 
/**
 * A network's title.
 */
title: string | null, 
/**
 * Its comment.
 */
comment: string | null, 
/**
 * As neutral text.
 */
text: string, 
/**
 * Of ladder: each series begins at the left rail. None: it is shown as its text or its picture.
 */
series: Array<Array<LadderPiece>>, 
/**
 * Of a function block diagram: a picture, as SVG.
 */
picture: string | null, };

/**
 * A controller's address.
 */
export type Endpoint = { 
/**
 * `opc.tcp://10.0.0.7:4840`
 */
endpoint: string, };

/**
 * How bad an event is.
 */
export type EventLevel = "info" | "warning" | "fault";

/**
 * A trend whose values are to be saved.
 */
export type ExportTrend = { 
/**
 * The session.
 */
session: string, 
/**
 * The tags.
 */
tags: Array<string>, 
/**
 * From when on; null: all that is known.
 */
since: number | null, 
/**
 * Until when; null: now.
 */
until: number | null, };

/**
 * The kind of user interface.
 */
export type Face = "window" | "console";

/**
 * One thing that was compared.
 */
export type Fact = { 
/**
 * The subject: `platform`, `name`, `model`, `serial`, `device`, `tags`, `types`, `blocks`.
 */
subject: string, 
/**
 * Its state.
 */
fit: Fit, 
/**
 * The value in the controller.
 */
text: Message, };

/**
 * A chapter of an analysis without a result.
 */
export type FailedChapter = { 
/**
 * Its title.
 */
chapter: Message, 
/**
 * The reason.
 */
why: Message, };

/**
 * A user's decision about a session that stopped automatically.
 */
export type FaultDecision = "acceptController" | "startAgain";

/**
 * Where a file comes from.
 */
export type FileSource = { "path": string } | { "bytes": string };

/**
 * A tag whose last change before a moment is to be explained.
 */
export type FindCause = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag.
 */
tag: string, 
/**
 * The moment; null: now.
 */
at: number | null, };

/**
 * Where to look for controllers.
 */
export type FindControllers = { 
/**
 * The project that they are for, to say which were used before; null: none in particular.
 */
project: string | null, 
/**
 * Ask the network, for about two seconds; false: only what is known.
 */
look: boolean, };

/**
 * Names that are looked for in a project.
 */
export type FindNames = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Part of a name or a comment, in any case.
 */
search: string, };

/**
 * The result of a check of the connections to the service and the controllers.
 */
export type Finding = { 
/**
 * The subject of the check: `service: key`, `line-3: controller`.
 */
subject: Message, 
/**
 * `fine`, `doubtful`, `unusable`, `unreachable`, `refused`.
 */
verdict: string, 
/**
 * The result.
 */
detail: Message, 
/**
 * The advice, if there is any.
 */
remedy: Message | null, };

/**
 * A place of a finding.
 */
export type FindingPlace = { 
/**
 * The place in words.
 */
text: Message, 
/**
 * As citations spell it.
 */
path: string, 
/**
 * The number of the rung.
 */
rung: number | null, 
/**
 * Whether it is in code, which can be shown.
 */
isCode: boolean, };

/**
 * The severity of a finding.
 */
export type FindingSeverity = "error" | "warning" | "note";

/**
 * Whether a finding is new.
 */
export type FindingStanding = "new" | "known" | "accepted";

/**
 * A format of findings.
 */
export type FindingsFormat = "sarif" | "json" | "baseline";

/**
 * What changed first.
 */
export type FirstCause = { 
/**
 * How sure that is.
 */
outcome: CauseOutcome, 
/**
 * From the first change to the change that was asked for, oldest first. Several: where several were
 * needed, or where the recording allows several explanations.
 */
chains: Array<Array<CauseStep>>, };

/**
 * Whether something is as the project has it.
 */
export type Fit = "matches" | "differs" | "unknown";

/**
 * The cost of a scan.
 */
export type Forecast = { 
/**
 * Tags that are read.
 */
tags: number, 
/**
 * Requests that it takes.
 */
requests: number, 
/**
 * Requests that it would take after the controller's own list of tags was read; null: no fewer,
 * or nothing is known of it.
 */
requestsByList: number | null, 
/**
 * Requests that reading that list takes, once for each connection; null where the former is.
 */
uploadRequests: number | null, 
/**
 * How long it takes, as measured.
 */
scanMs: number, };

/**
 * Tags that were found.
 */
export type FoundNames = { 
/**
 * At most 200.
 */
tags: Array<TypeMember>, 
/**
 * How many there are.
 */
of: number, };

/**
 * The window's rows, or those of them that changed. The pushes of topic `values`: one whole, then
 * only what changed, at most ten a second; the next one comes only after `ack` of the one before.
 */
export type Frame = { 
/**
 * From 1 on, to be acknowledged by `ack`.
 */
frame: number, 
/**
 * The session.
 */
session: string, 
/**
 * Which call of `rows` it belongs to, as the answer said: older ones are to be dropped.
 */
window: number, 
/**
 * When the scan began that the values are from; null: nothing was read yet.
 */
at: number | null, 
/**
 * How many rows there are.
 */
counts: RowCounts, 
/**
 * The whole window; null: only what changed follows.
 */
whole: WholeRows | null, 
/**
 * Which rows of the window the columns below are for, from 0; of a whole frame all, in order.
 */
rows: Array<number>, 
/**
 * The value as short text, truncated if it is long. En dash: no value. Numbers have a decimal
 * point and no thousands separator; `TRUE` and `FALSE` are `true` and `false`. With 2 in
 * `qualities` it is the last good value, if there was one; `times` has its age.
 */
texts: Array<string>, 
/**
 * 0: good, 1: uncertain, 2: bad, 3: not read now, and shown as it was read last.
 */
qualities: Array<number>, 
/**
 * Why not good: a stable code such as `unknown_tag`; with 3: `stopped`, `paused`,
 * `not_connected`, `stale`; null with good.
 */
reasons: Array<string | null>, 
/**
 * When the answer arrived; null: with the scan that `at` names.
 */
times: Array<number | null>, };

/**
 * A frame, looked at closely.
 */
export type FrameDetail = { 
/**
 * In one line.
 */
summary: FrameSummary, 
/**
 * The common name of its protocol.
 */
protocol: string, 
/**
 * Our end of its connection.
 */
local: string, 
/**
 * The controller's.
 */
peer: string, 
/**
 * Its fields, in the protocol's own words, in the order of their bytes.
 */
fields: Array<FrameField>, 
/**
 * The read tags, or their results; the first 500.
 */
items: Array<FrameItem>, 
/**
 * How many there are.
 */
itemCount: number, 
/**
 * Its bytes as hexadecimal digits, the first 4,096 of them; none of a login.
 */
hex: string, 
/**
 * It is a login: its bytes are not shown.
 */
isHidden: boolean, };

/**
 * A field of a frame.
 */
export type FrameField = { 
/**
 * How deep it lies; 0: a headline.
 */
depth: number, 
/**
 * Its first byte.
 */
at: number, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Its description.
 */
value: string, };

/**
 * Which frames are shown.
 */
export type FrameFilter = "all" | "unanswered" | "refused";

/**
 * Something that a frame asks for or brings.
 */
export type FrameItem = { 
/**
 * The tags that live in it, or what the frame calls it.
 */
tags: Array<string>, 
/**
 * Number of received bytes; null: not known.
 */
bytes: number | null, 
/**
 * Why nothing came.
 */
refused: Message | null, };

/**
 * A frame in one line.
 */
export type FrameSummary = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * Its session.
 */
session: string, 
/**
 * When its last byte was seen.
 */
at: number, 
/**
 * Whether it was sent by this program.
 */
isOurs: boolean, 
/**
 * Its description.
 */
said: Message, 
/**
 * Its description in the protocol's terms: `0x0a: 31 × 0x4c Read Tag`.
 */
code: string, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Milliseconds from the request to its answer, with both.
 */
took: number | null, 
/**
 * The answer to it, or the request that it answers.
 */
other: number | null, 
/**
 * A request without a response.
 */
isUnanswered: boolean, 
/**
 * It refuses something.
 */
isRefused: boolean, };

/**
 * Frames of the communication log, oldest first.
 */
export type Frames = { 
/**
 * How many of the session there are.
 */
total: number, 
/**
 * Their bytes.
 */
bytes: number, 
/**
 * When the oldest one was seen.
 */
since: number | null, 
/**
 * Number of older frames that were dropped.
 */
dropped: number, 
/**
 * Number of requests without a response.
 */
unanswered: number, 
/**
 * How many refuse something.
 */
refused: number, 
/**
 * How many fit.
 */
matched: number, 
/**
 * The place of the first row among those.
 */
from: number, 
/**
 * The rows.
 */
rows: Array<FrameSummary>, 
/**
 * When recording ends, in the session that goes on longest; null: nothing is recorded.
 */
until: number | null, };

/**
 * The recorded values of a tag.
 */
export type HistoryOf = { 
/**
 * The session's name.
 */
session: string, 
/**
 * The tag.
 */
tag: string, 
/**
 * The start.
 */
from: number, 
/**
 * The end.
 */
until: number, };

/**
 * An exported recording to keep as an incident.
 */
export type ImportIncident = { 
/**
 * The session that it is kept with.
 */
session: string, 
/**
 * The file's name.
 */
name: string, 
/**
 * The file's bytes in base64.
 */
bytes: string, };

/**
 * An incident of a session.
 */
export type IncidentView = { 
/**
 * Its number.
 */
number: number, 
/**
 * The name of its trigger.
 */
name: string, 
/**
 * The tag that triggered it; empty: it was imported without one.
 */
tag: string, 
/**
 * When.
 */
at: number, 
/**
 * The start of what is kept.
 */
from: number, 
/**
 * The end of what is kept.
 */
until: number, 
/**
 * The note of a person.
 */
note: string, 
/**
 * Whether its time is in the session's recording, which shows it.
 */
isRecorded: boolean, };

/**
 * A tag of a session, or a part of one, looked at closely.
 */
export type Inspection = { 
/**
 * Its whole name.
 */
name: string, 
/**
 * The session's tag that it is a part of; null: it is one itself.
 */
partOf: string | null, 
/**
 * As in the service's JSON: structures are objects, arrays are arrays. Null if there is no
 * value.
 */
value: unknown, 
/**
 * The controller's name of the type.
 */
type: string, 
/**
 * It has no number that could be drawn (text, a structure).
 */
isNotDrawn: boolean, 
/**
 * The kind of its parts.
 */
kind: RowKind, 
/**
 * The project's data of it; empty if there is none.
 */
comment: string, 
/**
 * The unit in the project; empty if it has none.
 */
unit: string, 
/**
 * Whether to trust it; null: it is not read now, and is as it was read last.
 */
quality: Quality | null, 
/**
 * Why it is not good, or not read: a stable code.
 */
reason: string | null, 
/**
 * When the controller's answer arrived, or the source's own time where the protocol gives one.
 */
at: number, 
/**
 * When the scan began that it was read in last; null: which one that was is not known.
 */
scanAt: number | null, 
/**
 * Its last good value, if it has none now.
 */
lastGood: LastGoodValue | null, 
/**
 * Of a bit, the integer that it is a bit of.
 */
word: Word | null, 
/**
 * Its address in the controller, if the project contains it; null: its name is its address.
 */
address: string | null, 
/**
 * The controller's address.
 */
endpoint: string, 
/**
 * From one reading of it to the next, in milliseconds.
 */
everyMs: number, 
/**
 * Whether consumers ask for it, by this name.
 */
requested: boolean, 
/**
 * Which snapshot of the session's outbox that scan was stored in; null: in none.
 */
storedIn: number | null, 
/**
 * The highest snapshot up to which the service has all; null: it has said nothing yet.
 */
deliveredThrough: number | null, 
/**
 * The project that its logic is in.
 */
project: string, };

/**
 * Where the key is kept.
 */
export type KeyPlace = "keychain" | "file" | "nowhere";

/**
 * A controller that was used before.
 */
export type KnownController = { 
/**
 * Its address.
 */
endpoint: string, 
/**
 * Its platform.
 */
platform: Vendor, 
/**
 * The project that it was read for.
 */
project: string, 
/**
 * Its model, as it reported it: `1756-L83E/B`.
 */
product: string, 
/**
 * The name that its owners gave it.
 */
name: string | null, 
/**
 * Serial number; empty if not known.
 */
serial: string, 
/**
 * When it was last used.
 */
usedAt: number, };

/**
 * Something in series in a rung.
 */
export type LadderPiece = { "kind": "contact", 
/**
 * Its sign: empty, `/`, letters.
 */
mark: string, 
/**
 * Above it, and below it.
 */
operands: Array<CodeName>, 
/**
 * Its inputs.
 */
before: Power, 
/**
 * Its outputs.
 */
after: Power, } | { "kind": "coil", 
/**
 * Its text.
 */
mark: string, 
/**
 * Above it, and below it.
 */
operands: Array<CodeName>, 
/**
 * Its inputs.
 */
before: Power, 
/**
 * Its outputs.
 */
after: Power, } | { "kind": "block", 
/**
 * Its mnemonic, its type.
 */
title: string, 
/**
 * Its instance.
 */
instance: CodeName | null, 
/**
 * Its operands or pins.
 */
rows: Array<LadderRow>, 
/**
 * It is an output: drawn at the right.
 */
acts: boolean, 
/**
 * Its inputs.
 */
before: Power, 
/**
 * Its outputs.
 */
after: Power, } | { "kind": "branch", 
/**
 * Each of them.
 */
legs: Array<Array<LadderPiece>>, 
/**
 * Its inputs.
 */
before: Power, 
/**
 * Its outputs.
 */
after: Power, };

/**
 * An operand or a pin of a box.
 */
export type LadderRow = { 
/**
 * Its name; empty if it has none.
 */
label: string, 
/**
 * The operand; null: it has an incoming link.
 */
name: CodeName | null, 
/**
 * The incoming link.
 */
flow: Array<LadderPiece>, };

/**
 * A tag's past. A value holds until the next time; null: from there on nothing was read.
 */
export type Lane = { 
/**
 * The tag's name.
 */
tag: string, 
/**
 * The controller's name of its type.
 */
type: string, 
/**
 * The unit in the project; empty if it has none.
 */
unit: string, 
/**
 * It has no number that could be drawn (text, a structure).
 */
isNotDrawn: boolean, 
/**
 * Time before which the service kept only the newest values, so that others are missing; null:
 * values are complete.
 */
cutAt: number | null, 
/**
 * When.
 */
times: Array<number>, 
/**
 * The value as a number: bits are 0 and 1.
 */
values: Array<number | null>, 
/**
 * The times of those that are uncertain.
 */
uncertain: Array<number>, };

/**
 * Points to add to a lane.
 */
export type LanePoints = { 
/**
 * When.
 */
times: Array<number>, 
/**
 * The value; null: not read from then on.
 */
values: Array<number | null>, 
/**
 * The times of those that are uncertain.
 */
uncertain: Array<number>, };

/**
 * The language of the user.
 */
export type Language = "en" | "de";

/**
 * A value that was good.
 */
export type LastGoodValue = { 
/**
 * The value.
 */
value: unknown, 
/**
 * When it was read.
 */
at: number, };

/**
 * The last minute of some tags: what small graphs begin with.
 */
export type LastMinute = { 
/**
 * Of each tag, in the order asked: what it was at each second, the newest last, at most 61; bits
 * are 0 and 1, null: no number was there.
 */
values: Array<Array<number | null>>, };

/**
 * Tags whose last minute a screen wants to see.
 */
export type LastMinuteOf = { 
/**
 * The session.
 */
session: string, 
/**
 * Their names, at most 600.
 */
tags: Array<string>, };

/**
 * Which frames of the communication log to show.
 */
export type ListFrames = { 
/**
 * Of this session alone; null: of all.
 */
session: string | null, 
/**
 * A part of a tag's name, of what a frame says, or of how the protocol counts it.
 */
search: string, 
/**
 * Which of them.
 */
only: FrameFilter, 
/**
 * The place of the first one wanted among those that fit; null: the newest.
 */
from: number | null, 
/**
 * How many, at most 200.
 */
count: number, };

/**
 * Which projects to list.
 */
export type ListProjects = { 
/**
 * Part of a name, a vendor or a controller, in any case; empty: all.
 */
search: string, 
/**
 * `nextCursor` of the page before; null: from the first on.
 */
cursor: string | null, 
/**
 * Those that are archived, instead of those that are not.
 */
archived: boolean, };

/**
 * The age of the values in the code.
 */
export type LiveCode = { 
/**
 * When the newest scan began.
 */
scanAt: number, 
/**
 * Whether all of them are from that scan: rate groups are read at times of their own.
 */
isOneScan: boolean, 
/**
 * Names that have a good value.
 */
read: number, 
/**
 * Names that could have one.
 */
of: number, 
/**
 * Tags that no session reads: they can be requested.
 */
missing: Array<string>, };

/**
 * The device that streams a project.
 */
export type LiveFrom = { 
/**
 * The device, by its own id.
 */
device: string, 
/**
 * It is this computer.
 */
isHere: boolean, 
/**
 * When the service last received a push of it.
 */
lastPush: number | null, };

/**
 * Something that happened. The pushes of topic `log` are the new ones, oldest first.
 */
export type LogEvent = { 
/**
 * Counts from 1 in this run of the program.
 */
id: number, 
/**
 * When.
 */
at: number, 
/**
 * How bad it is.
 */
level: EventLevel, 
/**
 * The event.
 */
message: Message, 
/**
 * The session that it is about.
 */
session: string | null, 
/**
 * The technical detail: names and values of fields; a cause is a message.
 */
fields: Array<[string, Argument]>, 
/**
 * The part of the program that reported it.
 */
target: string, };

/**
 * A user and a password to log in with. The password is in no answer, event or bundle.
 */
export type LogIn = { 
/**
 * The controller's address; its user is replaced.
 */
endpoint: string, 
/**
 * The user's name at the controller.
 */
user: string, 
/**
 * As it was entered, with its spaces.
 */
password: string, 
/**
 * Where the password is to be kept.
 */
keep: KeyPlace, };

/**
 * How one logs in at a controller.
 */
export type Login = { 
/**
 * The controller's address, which names the user.
 */
endpoint: string, 
/**
 * The user; null: anonymous.
 */
user: string | null, 
/**
 * The place of the password; null: none is known here.
 */
keep: KeyPlace | null, 
/**
 * Why the keychain cannot be used on this computer; null: it can.
 */
noKeychain: Message | null, };

/**
 * Work that may take long: one of each kind at a time on a screen. Asking for it again ends the
 * one before.
 */
export type LongWork = "open" | "analyse" | "propose" | "report" | "recording";

/**
 * A moment to be shown in place of now, by all views of a session's values on this screen.
 */
export type LookAt = { 
/**
 * The session.
 */
session: string, 
/**
 * The moment; null: now, as it is read.
 */
at: number | null, };

/**
 * A run of snapshots that the service will never get.
 */
export type Loss = { 
/**
 * The first sequence.
 */
from: number, 
/**
 * The last sequence.
 */
to: number, 
/**
 * Why.
 */
cause: LossCause, };

/**
 * Why a snapshot was removed although the service has not stored it.
 */
export type LossCause = "size" | "age" | "disk" | "damaged" | "rejected" | "too_large";

/**
 * A file that was made.
 */
export type MadeFile = { 
/**
 * A name for it.
 */
name: string, 
/**
 * Its bytes in base64; null: it was saved on the computer of the desk.
 */
bytes: string | null, };

/**
 * A support bundle to make.
 */
export type MakeBundle = { 
/**
 * Tag names become `tag-1`, `tag-2`, …
 */
pseudonyms: boolean, 
/**
 * The wire traces go with it; tag values and names are in them, so that this is of no effect
 * together with pseudonyms.
 */
trace: boolean, };

/**
 * A report to be made.
 */
export type MakeReport = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The language of the report.
 */
language: Language, 
/**
 * Its chapters, in any order.
 */
chapters: Array<ReportPart>, };

/**
 * A translatable message: code can act on it, and it can be shown in any language.
 */
export type Message = { 
/**
 * The code: `link-timeout`.
 */
code: string, 
/**
 * The arguments, by name.
 */
arguments?: { [key in string]: Argument }, };

/**
 * A note to an incident, in place of the one before.
 */
export type NoteIncident = { 
/**
 * The session's name.
 */
session: string, 
/**
 * The incident's number.
 */
number: number, 
/**
 * The note.
 */
note: string, };

/**
 * The service's values of an earlier time.
 */
export type OlderPoints = { 
/**
 * Oldest first.
 */
points: LanePoints, 
/**
 * Time before which the service kept only the newest values, so that others are missing; null:
 * values are complete.
 */
cutAt: number | null, 
/**
 * Whether nothing is known of what was still earlier.
 */
isWhole: boolean, };

/**
 * A frame to look at closely.
 */
export type OneFrame = { 
/**
 * Its number.
 */
number: number, };

/**
 * An incident.
 */
export type OneIncident = { 
/**
 * The session's name.
 */
session: string, 
/**
 * The incident's number.
 */
number: number, };

/**
 * One tag of a session.
 */
export type OneTag = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag's name.
 */
tag: string, };

/**
 * A place of an answer, to be shown.
 */
export type OpenCited = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The place.
 */
cited: Cited, };

/**
 * A project file to open.
 */
export type OpenProject = { 
/**
 * The file's name, with its ending.
 */
name: string, 
/**
 * Where it comes from.
 */
source: FileSource, 
/**
 * Put it into the built-in service too, so that its values can go there.
 */
add: boolean, };

/**
 * A routine to be shown.
 */
export type OpenRoutine = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * As the outline names it.
 */
routine: number, 
/**
 * The first rung, counted from 0 in the routine's order.
 */
from: number, 
/**
 * How many rungs, at most 60.
 */
count: number, 
/**
 * With the values of the project's session, where one is read: of the version that is used.
 */
live: boolean, 
/**
 * The version's number; null: the one that is used.
 */
version: number | null, };

/**
 * Which rows of a session's tags a screen wants to see. The answer says how many there are; the
 * rows themselves are pushed by topic `values`. A screen has one such window: the next call
 * changes it, and orders the rows again.
 */
export type OpenRows = { 
/**
 * The session; null: none, the pushes end.
 */
session: string | null, 
/**
 * Part of a name or a comment, in any case; empty: all.
 */
search: string, 
/**
 * The column of the order. The order is created by this call and then kept: rows don't move
 * because values change.
 */
sort: Sort, 
/**
 * The other way round.
 */
descending: boolean, 
/**
 * Only tags of this quality. Rows come and go as they become it.
 */
quality: Quality | null, 
/**
 * Only what consumers ask for.
 */
requested: boolean, 
/**
 * Only these tags, at most 10,000: a watch list, in its order unless another one is selected;
 * null: all.
 */
only: Array<string> | null, 
/**
 * The first row of the window, including pinned rows, which are before all others.
 */
offset: number, 
/**
 * How many rows, at most 500.
 */
limit: number, 
/**
 * The names of the expanded rows.
 */
unfolded: Array<string>, 
/**
 * Number of pinned rows, the table's first, that the window also contains: they stay on the
 * screen.
 */
head: number, };

/**
 * The tags of a project by where they are declared.
 */
export type OpenTagTree = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Part of a name or a comment, in any case; empty: all.
 */
search: string, };

/**
 * The tags whose trend a screen wants to see. The answer holds what is known; what comes in is
 * pushed by topic `trend`. A screen has one trend: the next call changes it.
 */
export type OpenTrend = { 
/**
 * The session.
 */
session: string, 
/**
 * At most eight, in the order of their letters; none: the pushes end.
 */
tags: Array<string>, 
/**
 * From when on; null: all that is known.
 */
since: number | null, };

/**
 * The snapshots that wait for delivery.
 */
export type Outbox = { 
/**
 * Why what is read cannot be stored as it should: a full disk, a damaged one; null: it can.
 */
trouble: Message | null, 
/**
 * Snapshots that wait.
 */
depth: number, 
/**
 * Their bytes on disk.
 */
bytes: number, 
/**
 * When the oldest of them was appended.
 */
oldest: number | null, 
/**
 * The newest sequence there is; 0: none yet.
 */
newest: number, 
/**
 * Snapshots that the service will never get.
 */
lost: number, 
/**
 * The latest runs of them.
 */
losses: Array<Loss>, };

/**
 * The contents of a project: the tree of its code, blocks and types.
 */
export type Outline = { 
/**
 * The executed code, in the project's order.
 */
programs: Array<CodeOwner>, 
/**
 * The called code.
 */
blocks: Array<CodeOwner>, 
/**
 * Types that the project defines.
 */
types: Array<TypeItem>, 
/**
 * How many tags there are.
 */
tags: number, 
/**
 * Notes about the file.
 */
notes: Array<Message>, };

/**
 * The first data of a user interface.
 */
export type Overview = { 
/**
 * Of this program.
 */
version: string, 
/**
 * No service was chosen yet.
 */
isFirstRun: boolean, 
/**
 * All controllers are virtual ones of this program, to look around with.
 */
isDemo: boolean, 
/**
 * The configuration file that sessions come from; null: a person starts them here.
 */
configuration: string | null, 
/**
 * Where values go.
 */
service: ServiceConnection, 
/**
 * All sessions, those that were stopped by a person too.
 */
sessions: Array<Session>, 
/**
 * As they are kept.
 */
settings: Settings, 
/**
 * The abilities of this user interface, in addition to the commands.
 */
face: Face, };

/**
 * The moment that is shown.
 */
export type PastMoment = { 
/**
 * The moment; null: now.
 */
at: number | null, 
/**
 * When the scan began that the values are of; null: no values are known.
 */
scanAt: number | null, 
/**
 * The controller's mode in that scan; empty if it is not known.
 */
mode: string, 
/**
 * Why no value is known; null: they are.
 */
gap: Message | null, };

/**
 * A recorded value.
 */
export type PastValueView = { 
/**
 * The start of the scan.
 */
at: number, 
/**
 * The value as text, truncated if it is long.
 */
value: string, 
/**
 * Its type.
 */
type: string, 
/**
 * Its quality.
 */
quality: Quality, 
/**
 * Why it is not good; null: it is good.
 */
reason: string | null, };

/**
 * Something that a key may do or not.
 */
export type Permission = { 
/**
 * The service's name: `hmi_view`.
 */
name: string, 
/**
 * Whether it may; null: it could not be found out.
 */
may: boolean | null, };

/**
 * A tag to pin or unpin.
 */
export type Pin = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag's name.
 */
tag: string, 
/**
 * Whether it is pinned.
 */
pinned: boolean, };

/**
 * Whether current flows.
 */
export type Power = "on" | "off" | "unknown" | "plain";

/**
 * The result.
 */
export type Preflight = { 
/**
 * The device.
 */
controller: Controller, 
/**
 * Whether it fits the project, as a whole.
 */
fit: Fit, 
/**
 * Whether another controller responded than the project's, and not the project's with
 * differences.
 */
isAnotherController: boolean, 
/**
 * Why: vendor, name, identity, tag list.
 */
facts: Array<Fact>, 
/**
 * The differences between the controller and the project, at most 1000.
 */
differences: Array<Difference>, 
/**
 * Where the names of tags come from.
 */
source: ProjectSource, 
/**
 * The additions to the project's file.
 */
supplement: Supplement, 
/**
 * Tags that were tried.
 */
tags: number, 
/**
 * Number of tags that were not checked, because a session has a maximum.
 */
untried: number, 
/**
 * The first 1000 of these.
 */
leftOut: Array<string>, 
/**
 * Of them, those that can be read.
 */
readable: number, 
/**
 * Those that a session without configured tags reads: the first that fit into one push.
 */
fitting: number, 
/**
 * Why the others cannot, the most frequent reason first.
 */
unreadable: Array<Unreadable>, 
/**
 * An action that makes more of them readable.
 */
proposals: Array<Proposal>, 
/**
 * The cost of a scan of the readable ones.
 */
forecast: Forecast, 
/**
 * How long the preflight took.
 */
tookMs: number, };

/**
 * How far a preflight is. The pushes of topic `preflight`.
 */
export type PreflightProgress = { 
/**
 * The controller's address, as given.
 */
endpoint: string, 
/**
 * The current step.
 */
step: PreflightStep, 
/**
 * Tags that are done in this step.
 */
done: number, 
/**
 * The total number; 0: not known.
 */
total: number, };

/**
 * The steps of a preflight, in order.
 */
export type PreflightStep = "reach" | "list" | "try" | "measure";

/**
 * A project, looked at closely.
 */
export type ProjectDetail = { 
/**
 * As in the list.
 */
id: string, 
/**
 * The name to show.
 */
name: string, 
/**
 * Its platform.
 */
vendor: Vendor, 
/**
 * The kind of its file.
 */
fileType: string | null, 
/**
 * Name of that file.
 */
fileName: string | null, 
/**
 * Size of that file.
 */
fileBytes: number | null, 
/**
 * Number of the version, from 1.
 */
version: number | null, 
/**
 * When it was last touched.
 */
updatedAt: number, 
/**
 * When it was archived; null: it is not.
 */
archivedAt: number | null, 
/**
 * How far the service's analysis is; null: never analyzed.
 */
analysis: Analysis | null, 
/**
 * Opened from a file on this computer, not from the service.
 */
isLocal: boolean, 
/**
 * Where the names of its tags come from.
 */
source: ProjectSource, 
/**
 * The contents of the project file; null: it cannot be read here, and `source` has the reason.
 */
file: ProjectFile | null, 
/**
 * The additions to the file.
 */
supplement: Supplement, 
/**
 * The controllers that it was read from on this computer, the latest first.
 */
controllers: Array<KnownController>, 
/**
 * The session that streams it from here.
 */
session: string | null, 
/**
 * The device that streams it, from the service; null: none.
 */
live: LiveFrom | null, };

/**
 * The contents of a project file.
 */
export type ProjectFile = { 
/**
 * The controller's name.
 */
controller: string | null, 
/**
 * Its model.
 */
model: string | null, 
/**
 * Tags that it has.
 */
tags: number, 
/**
 * Of them, those with a comment.
 */
withComment: number, 
/**
 * Notes about the file.
 */
notes: Array<Message>, };

/**
 * What was recorded of a project.
 */
export type ProjectHistory = { 
/**
 * The sessions that have a recording, and those that run.
 */
sessions: Array<RecordedSessionView>, };

/**
 * A project to look at.
 */
export type ProjectId = { 
/**
 * As in the list.
 */
project: string, };

/**
 * A project in the list.
 */
export type ProjectItem = { 
/**
 * Its id: the service's, or that of a project file that was opened here.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its platform.
 */
vendor: Vendor, 
/**
 * The kind of its file.
 */
fileType: string, 
/**
 * When it was last touched.
 */
updatedAt: number, 
/**
 * Opened from a file on this computer, not from the service.
 */
isLocal: boolean, 
/**
 * The running session that streams it from here.
 */
session: string | null, 
/**
 * The controller that it was last read from on this computer.
 */
controller: string | null, };

/**
 * Some projects, most recently touched first.
 */
export type ProjectPage = { 
/**
 * One page.
 */
projects: Array<ProjectItem>, 
/**
 * Where the next page begins; null: there is none.
 */
nextCursor: string | null, };

/**
 * Where the names of a project's tags come from.
 */
export type ProjectSource = { "from": "computer" } | { "from": "service" } | { "from": "copy", 
/**
 * The state of the service.
 */
message: Message, } | { "from": "pending" } | { "from": "controller", 
/**
 * Why, as in a failure: `no_file`, or the service's own (`insufficient_permissions`).
 */
error: string, 
/**
 * The problem.
 */
message: Message, 
/**
 * The advice.
 */
remedy: Message, };

/**
 * A file of a project.
 */
export type ProjectVersion = { 
/**
 * Counts the project's versions, from 1.
 */
number: number, 
/**
 * The name of the file.
 */
fileName: string, 
/**
 * When it was added.
 */
createdAt: number, 
/**
 * Whether it is the one that is used.
 */
isCurrent: boolean, };

/**
 * An action that makes more of a project's tags readable.
 */
export type Proposal = { "kind": "opcUa", 
/**
 * How many.
 */
tags: number, 
/**
 * Its standard address: a preflight with it is the next step.
 */
endpoint: string, 
/**
 * Whether one answers there.
 */
answers: boolean, } | { "kind": "blockNumbers", 
/**
 * Which.
 */
blocks: Array<Unnumbered>, };

/**
 * An answer to a question about a request.
 */
export type ProposalAnswer = { 
/**
 * The question's id.
 */
id: string, 
/**
 * One of its options, or other words.
 */
text: string, };

/**
 * Something that a person should check before storing a proposal.
 */
export type ProposalRisk = { 
/**
 * How severe it is.
 */
level: ProposalRiskLevel, 
/**
 * The risk as a sentence.
 */
text: string, };

/**
 * The severity of a risk.
 */
export type ProposalRiskLevel = "low" | "medium" | "high";

/**
 * A change that a person asks for in words.
 */
export type ProposeChange = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The request, in English or German.
 */
request: string, 
/**
 * The answers to the questions so far.
 */
answers: Array<ProposalAnswer>, 
/**
 * Differences from the plan: another name, value or place.
 */
amendment: string | null, 
/**
 * The language of the answer, if the request does not show one.
 */
language: Language, };

/**
 * A protocol.
 */
export type ProtocolName = { 
/**
 * Its scheme: `opc.tcp`.
 */
scheme: string, 
/**
 * Its common name: `OPC UA`.
 */
name: string, };

/**
 * The messages that the desk sends without a request.
 */
export type Push = { "topic": "status", "data": Status } | { "topic": "alerts", "data": Array<Alert> } | { "topic": "values", "data": Frame } | { "topic": "trend", "data": TrendFrame } | { "topic": "log", "data": Array<LogEvent> } | { "topic": "service", "data": ServiceConnection } | { "topic": "preflight", "data": PreflightProgress } | { "topic": "ask", "data": AskHeard } | { "topic": "work", "data": WorkProgress };

/**
 * Whether to trust a value.
 */
export type Quality = "good" | "uncertain" | "bad";

/**
 * Tags that are read at a rate of their own.
 */
export type RateGroup = { 
/**
 * As configured.
 */
name: string, 
/**
 * How many tags are in it now.
 */
tags: number, 
/**
 * From one scan to the next, as it is kept.
 */
intervalMs: number, 
/**
 * The last scan's duration.
 */
lastMs: number | null, 
/**
 * 99 of 100 of the latest scans took no longer.
 */
p99Ms: number | null, 
/**
 * Scans that took place.
 */
count: number, 
/**
 * Scans that did not take place when they should have.
 */
missed: number, 
/**
 * Why its tags cannot be read while others can.
 */
problem: Message | null, };

/**
 * An address as a person has it at hand, to be put into fields.
 */
export type ReadAddress = { 
/**
 * The vendor of the controllers to find.
 */
platform: Vendor, 
/**
 * The scheme of the protocol that is presumed where the text names none; null: the platform's own.
 */
protocol: string | null, 
/**
 * An endpoint, a host, a path as `RSLinx` shows it; empty: nothing yet.
 */
text: string, };

/**
 * The tags whose causes are read in addition.
 */
export type ReadCauses = "alarms" | { "of": Array<string> };

/**
 * Tags that are read at a rate of their own, over a connection of their own.
 */
export type ReadGroup = { 
/**
 * How the service calls it: `fast`.
 */
name: string, 
/**
 * From the start of one scan to the start of the next, 10 to 3,600,000.
 */
intervalMs: number, 
/**
 * Its tags.
 */
tags: Array<string>, };

/**
 * Which events to read.
 */
export type ReadLog = { 
/**
 * Only later ones than this id; null: all that are kept.
 */
after: number | null, };

/**
 * The value of a tag before the displayed period.
 */
export type ReadOlder = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag.
 */
tag: string, 
/**
 * Only what is earlier.
 */
before: number, };

/**
 * A session with its recording.
 */
export type RecordedSessionView = { 
/**
 * The session's name.
 */
session: string, 
/**
 * Whether it is in the list of sessions: then a moment of it can be shown.
 */
isHere: boolean, 
/**
 * Whether its triggers are in a configuration file, and cannot be changed here.
 */
isConfigured: boolean, 
/**
 * The first recorded scan; null: nothing is recorded yet.
 */
from: number | null, 
/**
 * The last recorded scan.
 */
until: number | null, 
/**
 * How much of the disk it takes, without the incidents.
 */
bytes: number, 
/**
 * The number of tags.
 */
tags: number, 
/**
 * The number of gaps.
 */
gaps: number, 
/**
 * Its incidents, the newest first.
 */
incidents: Array<IncidentView>, 
/**
 * Its triggers.
 */
triggers: Array<SessionTrigger>, };

/**
 * Something that a bundle does not hold.
 */
export type Removed = { 
/**
 * The name.
 */
what: string, 
/**
 * How often it was found.
 */
count: number, };

/**
 * A chapter of a report.
 */
export type ReportPart = "findings" | "tasks" | "code" | "tags" | "types" | "blocks" | "modules";

/**
 * One kind of request.
 */
export type RequestKind = { 
/**
 * In English: `Read Tag`.
 */
name: string, 
/**
 * The same, as a message.
 */
said: Message, 
/**
 * As the protocol counts: `0x4C`.
 */
code: string, 
/**
 * How many were sent since the session began.
 */
sent: number, };

/**
 * A routine in the tree.
 */
export type RoutineItem = { 
/**
 * The id for `routine`.
 */
routine: number, 
/**
 * Its name.
 */
name: string, 
/**
 * As citations spell it.
 */
path: string, 
/**
 * Its language: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`, `OTHER`.
 */
language: string, 
/**
 * Rungs or networks; lines of a text.
 */
parts: number, 
/**
 * The file does not show its code.
 */
isHidden: boolean, };

/**
 * How many rows there are. Frames carry it too.
 */
export type RowCounts = { 
/**
 * Rows that pass search and filter.
 */
matching: number, 
/**
 * Of them, pinned ones; they are the first rows.
 */
pinned: number, 
/**
 * Tags of the session.
 */
all: number, 
/**
 * With a value.
 */
good: number, 
/**
 * With a value that should be taken with care.
 */
uncertain: number, 
/**
 * Without a value.
 */
bad: number, 
/**
 * Tags that consumers request.
 */
requested: number, };

/**
 * The kind of parts of a row.
 */
export type RowKind = "leaf" | "structure" | "array" | "bits" | "rest";

/**
 * The tags of these rows.
 */
export type RowNames = { 
/**
 * Their names, from the first row on, at most 10,000.
 */
names: Array<string>, 
/**
 * How many rows there are between both places.
 */
rows: number, };

/**
 * Rows of the window's search and filter, in its order.
 */
export type RowsBetween = { 
/**
 * The session.
 */
session: string, 
/**
 * The first of them, pinned rows counted.
 */
from: number, 
/**
 * The last of them; if it is before `from`, they are returned in reverse order.
 */
to: number, };

/**
 * The answer of `rows`.
 */
export type RowsOpened = { 
/**
 * The number of this window, which its frames carry.
 */
window: number, 
/**
 * How many rows there are.
 */
counts: RowCounts, 
/**
 * Which of `only` the session does not read: they can be asked for.
 */
missing: Array<string>, };

/**
 * A bundle to save.
 */
export type SaveBundle = { 
/**
 * As in the preview.
 */
pseudonyms: boolean, 
/**
 * As in the preview.
 */
trace: boolean, 
/**
 * Where to: a path that a dialog named; null: the bytes come back as the answer.
 */
path: string | null, };

/**
 * Findings as a file.
 */
export type SaveFindings = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The format.
 */
format: FindingsFormat, 
/**
 * The language of its sentences.
 */
language: Language, };

/**
 * A recording to save as pcapng.
 */
export type SaveFrames = { 
/**
 * Of this session alone; null: of all.
 */
session: string | null, 
/**
 * Where to: a path that a dialog named; null: the bytes come back as the answer.
 */
path: string | null, };

/**
 * A proposal to be stored.
 */
export type SaveProposal = { 
/**
 * As the proposal names the changed project.
 */
changed: string, 
/**
 * As a new version of the project in the service; else as a file.
 */
asVersion: boolean, };

/**
 * The watch lists and trends of a project, from now on.
 */
export type SaveViews = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * All of them.
 */
views: SavedViews, };

/**
 * A tag's values as they are saved.
 */
export type SavedLane = { 
/**
 * The tag's name.
 */
tag: string, 
/**
 * When.
 */
times: Array<number>, 
/**
 * The value: a number, or a text for a non-finite one; null: there is none.
 */
values: (number | string | null)[], 
/**
 * As in frames: 0: good, 1: uncertain, 2: bad.
 */
qualities: Array<number>, 
/**
 * The service has only the newest values before this time; null: the values are complete.
 */
cutAt: number | null, };

/**
 * A watch list.
 */
export type SavedList = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its tags.
 */
tags: Array<string>, };

/**
 * Where a proposal was stored.
 */
export type SavedProposal = { 
/**
 * The number of the new version; null: it is a file.
 */
version: number | null, 
/**
 * The file; null: it is a version.
 */
file: MadeFile | null, };

/**
 * A time.
 */
export type SavedRange = { 
/**
 * The start.
 */
from: number, 
/**
 * The end.
 */
to: number, };

/**
 * A trend, and how it is looked at.
 */
export type SavedTrend = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its tags.
 */
tags: Array<string>, 
/**
 * The time up to the newest value, in milliseconds.
 */
span: number, 
/**
 * A part of the past instead; null: the newest values.
 */
zoom: SavedRange | null, 
/**
 * All curves are on one axis.
 */
isOneAxis: boolean, 
/**
 * Ends of a tag's scale that a person set.
 */
scales: { [key in string]: [number, number] }, };

/**
 * The watch lists and trends that were saved for a project. Exported, they are a file of this form.
 */
export type SavedViews = { 
/**
 * The watch lists, by name.
 */
lists: Array<SavedList>, 
/**
 * The trends, by name.
 */
trends: Array<SavedTrend>, };

/**
 * How reading goes.
 */
export type Scan = { 
/**
 * The last scan's duration.
 */
lastMs: number | null, 
/**
 * Half of the latest scans took no longer.
 */
p50Ms: number | null, 
/**
 * 99 of 100 of the latest scans took no longer.
 */
p99Ms: number | null, 
/**
 * How long the latest scans took: how many fell into each tenth of the interval; the eleventh
 * took longer than the interval.
 */
histogram: Array<number>, 
/**
 * Requests that the last one took.
 */
roundTrips: number, 
/**
 * From one scan to the next, as it is kept.
 */
intervalMs: number, 
/**
 * From one scan to the next, as it was achieved on average of the latest scans.
 */
achievedMs: number | null, 
/**
 * Scans that took place.
 */
count: number, 
/**
 * Scans that did not take place when they should have.
 */
missed: number, 
/**
 * Number of scans that could not be stored and are lost.
 */
unstored: number, };

/**
 * Light or dark.
 */
export type Scheme = "light" | "dark";

/**
 * Alerts that a person has seen.
 */
export type SeenAlerts = { 
/**
 * All alerts up to this number.
 */
through: number, };

/**
 * The service that receives the values, and its state.
 */
export type ServiceConnection = { 
/**
 * Which one.
 */
kind: ServiceKind, 
/**
 * Its base address; empty without one.
 */
url: string, 
/**
 * Whether it answers.
 */
state: ServiceState, 
/**
 * The organization that the key belongs to.
 */
organization: string | null, 
/**
 * How long its last answer took.
 */
latencyMs: number | null, 
/**
 * When it last answered. It is asked every few seconds while a screen is open; what is older
 * than ten seconds says nothing of now.
 */
answeredAt: number | null, 
/**
 * The permissions of the key, as far as they are known.
 */
permissions: Array<Permission>, 
/**
 * Where the key is kept; null without one.
 */
keyPlace: KeyPlace | null, 
/**
 * Why the keychain cannot be used on this computer; null: it can.
 */
noKeychain: Message | null, };

/**
 * Which service.
 */
export type ServiceKind = "none" | "builtIn" | "remote" | "configured";

/**
 * Whether the service answers.
 */
export type ServiceState = { "state": "unknown" } | { "state": "answers" } | { "state": "unusable", 
/**
 * As in a failure: `no_key`, `no_keychain`, …
 */
error: string, 
/**
 * The problem.
 */
message: Message, 
/**
 * The advice.
 */
remedy: Message, } | { "state": "trouble", 
/**
 * As in a failure: `unreachable`, `unauthorized`, …
 */
error: string, 
/**
 * The problem.
 */
message: Message, 
/**
 * The advice.
 */
remedy: Message, };

/**
 * Why the service does not accept pushes.
 */
export type ServiceTrouble = "unreachable" | "failing" | "throttled" | "unauthorized" | "forbidden" | "conflict" | "incompatible" | "outbox";

/**
 * One session: a controller, and the project that its values go to. The pushes of topic `status`
 * are all of them, at most four times a second.
 */
export type Session = { 
/**
 * Unique on this computer.
 */
name: string, 
/**
 * The project's id.
 */
project: string, 
/**
 * The project's name.
 */
projectName: string, 
/**
 * The controller's address.
 */
endpoint: string, 
/**
 * The controller's platform.
 */
platform: Vendor, 
/**
 * Its activity.
 */
state: SessionState, 
/**
 * Why its values need care though it reads: the controller is not the project's, too many scans
 * are missed.
 */
attention: Array<Message>, 
/**
 * The device that answered last.
 */
controller: ControllerView | null, 
/**
 * How reading goes.
 */
scan: Scan, 
/**
 * Its rate groups, `normal` first; none: all tags are read at one rate.
 */
groups: Array<RateGroup>, 
/**
 * The result of the last scan.
 */
tags: TagCounts, 
/**
 * The project's file that names come from; null: it is not known yet, or names are the
 * controller's by choice.
 */
source: SessionSource | null, 
/**
 * When the controller's own list of tags is read; null: its protocol has no choice, or no
 * list.
 */
tagList: TagList | null, 
/**
 * Names that consumers ask for.
 */
requested: number, 
/**
 * The snapshots that wait for delivery.
 */
outbox: Outbox, 
/**
 * How delivery goes.
 */
delivery: Delivery, 
/**
 * A message for the user about the outbox: a full disk, a snapshot that is too large.
 */
warnings: Array<Message>, 
/**
 * It came from a configuration file, and cannot be stopped or changed here.
 */
isConfigured: boolean, };

/**
 * A session, by its name.
 */
export type SessionName = { 
/**
 * As in the status.
 */
session: string, };

/**
 * The tags that a session always reads, independent of requests.
 */
export type SessionReading = { 
/**
 * From the start of one scan to the start of the next.
 */
intervalMs: number, 
/**
 * All of its tags, with those of the groups.
 */
tags: Array<string>, 
/**
 * Those that are read at other rates.
 */
groups: Array<ReadGroup>, 
/**
 * Duration of the last scan, in milliseconds; shorter intervals are missed.
 */
scanMs: number | null, 
/**
 * Maximum number of tags that it reads. If there are more, the last ones of its own interval
 * are omitted first.
 */
maxTags: number, };

/**
 * The project's file that a session's names come from.
 */
export type SessionSource = { 
/**
 * The file's name.
 */
file: string, 
/**
 * The project's own name.
 */
project: string, 
/**
 * Tags in it.
 */
tags: number, 
/**
 * The differences between the controller and the project, at most 20: such tags have no value.
 */
differences: Array<Message>, 
/**
 * How many that are.
 */
differing: number, 
/**
 * Why there are no names from the project, where a person expects them.
 */
problem: Message | null, };

/**
 * The activity of a session.
 */
export type SessionState = { "state": "connecting", 
/**
 * From 1 since the last successful scan.
 */
attempt: number, } | { "state": "live", 
/**
 * Since the connection was made.
 */
since: number, } | { "state": "waiting", 
/**
 * The next attempt.
 */
until: number, 
/**
 * Which attempt that will be.
 */
attempt: number, 
/**
 * The error.
 */
cause: Message, 
/**
 * The advice.
 */
remedy: Message, 
/**
 * Whether a person has to give a user and a password here: `log_in`.
 */
wantsLogin: boolean, } | { "state": "paused", 
/**
 * Since then.
 */
since: number, } | { "state": "fault", 
/**
 * Why.
 */
cause: Message, 
/**
 * The possible decisions.
 */
decision: FaultDecision, } | { "state": "stopped", 
/**
 * Then.
 */
at: number, };

/**
 * A condition that makes an incident.
 */
export type SessionTrigger = { 
/**
 * Its name; empty: the tag and the condition.
 */
name: string, 
/**
 * The tag.
 */
tag: string, 
/**
 * `falls`, `rises`, `changes`, `<> 0`, `>= 80.5` or `bad for 5s`.
 */
when: string, 
/**
 * How much of the time before is kept, in seconds.
 */
beforeS: number, 
/**
 * How much of the time after, in seconds.
 */
afterS: number, };

/**
 * The user's settings. `use_service` sets the service.
 */
export type Settings = { 
/**
 * The language; null: as the system.
 */
language: Language | null, 
/**
 * Light or dark; null: as the system.
 */
scheme: Scheme | null, 
/**
 * Large touch targets; `gloves` in files of older versions.
 */
largeTargets: boolean, 
/**
 * From one scan to the next in new sessions, 10 to 3,600,000.
 */
scanIntervalMs: number, 
/**
 * From one push to the next, 100 to 60,000.
 */
pushIntervalMs: number, 
/**
 * The most requests that a controller is asked in a second; null: no ceiling.
 */
maxRequestsPerSecond: number | null, 
/**
 * How long undelivered snapshots are kept, in hours.
 */
keepHours: number, 
/**
 * How many bytes of them for each session, at most.
 */
keepBytes: number, 
/**
 * Begin with the sessions that were running when the program ended.
 */
resumeSessions: boolean, 
/**
 * Start with the user's login; the window's alone.
 */
autostart: boolean, 
/**
 * The notifications about sessions that drop out.
 */
alerts: AlertRules, };

/**
 * The columns by which rows can be ordered.
 */
export type Sort = "given" | "name" | "value" | "type" | "quality" | "age" | "comment";

/**
 * The parameters of the check before polling.
 */
export type StartPreflight = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The controller's address.
 */
endpoint: string, 
/**
 * Additions to the project's file, stored with the project; null: the stored ones.
 */
supplement: Supplement | null, };

/**
 * A session to start.
 */
export type StartSession = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The controller's address.
 */
endpoint: string, 
/**
 * From the start of one scan to the start of the next, 10 to 3,600,000.
 */
intervalMs: number, 
/**
 * The tags to read; null: all tags that the preflight could read.
 */
tags: Array<string> | null, 
/**
 * End another device's session on the project.
 */
takeOver: boolean, 
/**
 * When a Logix controller's own list of tags is read; null: as usual, which is never where the
 * project's file is known.
 */
tagList: TagList | null, 
/**
 * Tags that are read at rates of their own.
 */
groups: Array<ReadGroup>, 
/**
 * Tags whose causes are read in addition, so that the recording can say what changed first.
 */
causeSet?: ReadCauses, 
/**
 * The conditions that make incidents.
 */
triggers: Array<SessionTrigger>, };

/**
 * The requests that may be sent to a session's controller, and those that were.
 */
export type Statement = { 
/**
 * The session.
 */
session: string, 
/**
 * Its protocol: `logix`.
 */
protocol: string, 
/**
 * Every kind of request that can be sent; there is no other.
 */
kinds: Array<RequestKind>, 
/**
 * Write requests that were sent: there is no form for them, so 0.
 */
writes: number, 
/**
 * Frames that were refused just before the network, because they were not on the list.
 */
refused: number, 
/**
 * The promise, in English.
 */
promise: string, 
/**
 * The same, as a message.
 */
said: Message, };

/**
 * All sessions.
 */
export type Status = { 
/**
 * The current time where the sessions run: the reference for countdowns and ages.
 */
now: number, 
/**
 * In the order in which they were started.
 */
sessions: Array<Session>, };

/**
 * From a moment to the next change of a tag or to the next incident.
 */
export type StepInTime = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag; null: incidents.
 */
tag: string | null, 
/**
 * From when; null: from now.
 */
at: number | null, 
/**
 * To what is later, instead of to what is earlier.
 */
later: boolean, };

/**
 * Where a step in time leads.
 */
export type SteppedTo = { 
/**
 * The scan of the change; null: no other is recorded.
 */
at: number | null, };

/**
 * Work to be stopped.
 */
export type StopWork = { 
/**
 * Which work.
 */
work: LongWork, };

/**
 * Information that is missing in a project's file, entered by a person. It is stored with the
 * project on this computer, and sessions use it.
 */
export type Supplement = { 
/**
 * Numbers of Siemens data blocks by name, 1 to 65535.
 */
blockNumbers: { [key in string]: number }, 
/**
 * The prefix before the application in a CODESYS server's node ids; null: it is read from the
 * server.
 */
prefix: string | null, };

/**
 * A wire trace to switch on for a while.
 */
export type SwitchTrace = { 
/**
 * The session.
 */
session: string, 
/**
 * For how long, at most 600; 0: off now.
 */
seconds: number, };

/**
 * The values of a tag in the last minutes. They are recorded from the first call on.
 */
export type TagChanges = { 
/**
 * When it changed, oldest first; at most 600.
 */
times: Array<number>, 
/**
 * To what, as a number: bits are 0 and 1; null: from there on nothing was read.
 */
values: Array<number | null>, 
/**
 * Until when it is known.
 */
until: number, 
/**
 * There were more changes; only the latest are listed.
 */
isCut: boolean, };

/**
 * How many tags are what.
 */
export type TagCounts = { 
/**
 * With a value.
 */
good: number, 
/**
 * With a value that should be taken with care.
 */
uncertain: number, 
/**
 * Without a value.
 */
bad: number, 
/**
 * Of the requested ones, those without a value.
 */
requestedBad: number, };

/**
 * A group of tags.
 */
export type TagGroupItem = { 
/**
 * What it is.
 */
kind: TagGroupKind, 
/**
 * The name of the program, the block or the tag table; empty for the controller and for inputs
 * and outputs.
 */
name: string, 
/**
 * The number of its tags.
 */
of: number, };

/**
 * What a group of tags is.
 */
export type TagGroupKind = "controller" | "program" | "block" | "inputOutput";

/**
 * Recorded values, the newest first.
 */
export type TagHistory = { 
/**
 * At most 1,000.
 */
values: Array<PastValueView>, 
/**
 * The number of values in this time.
 */
of: number, 
/**
 * The times of which nothing is known.
 */
gaps: Array<TimeLineGap>, };

/**
 * When a Logix controller's own list of tags is read.
 */
export type TagList = "never" | "whenItSaves";

/**
 * The groups of a project's tags.
 */
export type TagTree = { 
/**
 * Those that have tags, in the project's order, inputs and outputs last.
 */
groups: Array<TagGroupItem>, 
/**
 * The number of tags.
 */
of: number, };

/**
 * Tags of a group.
 */
export type TagsOfGroup = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * As in `tag_tree`.
 */
search: string, 
/**
 * The kind of the group.
 */
kind: TagGroupKind, 
/**
 * The name of the group.
 */
name: string, 
/**
 * The first one.
 */
from: number, 
/**
 * How many, at most 50,000.
 */
count: number, };

/**
 * Rows to copy or to export.
 */
export type TakeRows = { 
/**
 * The tags' names; null: all rows of the window's search and filter, in its order.
 */
tags: Array<string> | null, 
/**
 * The session.
 */
session: string, };

/**
 * Rows with their whole values, by column.
 */
export type TakenRows = { 
/**
 * The tags' names.
 */
names: Array<string>, 
/**
 * As in the service's JSON; null if there is no value, even if a last good value is known.
 */
values: unknown[], 
/**
 * The controller's names of their types; empty where not known.
 */
types: Array<string>, 
/**
 * As in frames: 0: good, 1: uncertain, 2: bad, 3: not read now, and as it was read last.
 */
qualities: Array<number>, 
/**
 * Why not good, or not read: a stable code.
 */
reasons: Array<string | null>, 
/**
 * When the answer arrived.
 */
times: Array<number>, 
/**
 * The project's data of them; empty if there is none.
 */
comments: Array<string>, 
/**
 * The units in the project; empty if it has none.
 */
units: Array<string>, 
/**
 * Their addresses in the controller, if the project contains them; empty: the name is the
 * address.
 */
addresses: Array<string>, };

/**
 * What was recorded of a session.
 */
export type TimeLine = { 
/**
 * The first recorded scan; null: nothing is recorded yet.
 */
from: number | null, 
/**
 * The last recorded scan. The latest ten seconds may not be written yet.
 */
until: number | null, 
/**
 * The times of which nothing is known, oldest first.
 */
gaps: Array<TimeLineGap>, 
/**
 * The incidents, by number.
 */
incidents: Array<TimeLineIncident>, };

/**
 * A time of which nothing is known.
 */
export type TimeLineGap = { 
/**
 * When it began.
 */
from: number, 
/**
 * When it ended.
 */
until: number, 
/**
 * Why.
 */
why: Message, };

/**
 * A recorded incident.
 */
export type TimeLineIncident = { 
/**
 * Its number.
 */
number: number, 
/**
 * The name of its trigger.
 */
name: string, 
/**
 * The tag that triggered it.
 */
tag: string, 
/**
 * When.
 */
at: number, 
/**
 * What a person wrote about it.
 */
note: string, };

/**
 * A wire trace: every frame to and from a controller, kept in memory.
 */
export type Trace = { 
/**
 * When it ends; null: it is off.
 */
until: number | null, 
/**
 * Frames that it holds.
 */
frames: number, 
/**
 * Their bytes.
 */
bytes: number, 
/**
 * Older frames that had to go.
 */
dropped: number, };

/**
 * The known past of the tags.
 */
export type Trend = { 
/**
 * The session.
 */
session: string, 
/**
 * Which trend it is: frames with this number go on with it. A later one has a higher number.
 */
number: number, 
/**
 * One per tag, in the order asked.
 */
lanes: Array<Lane>, 
/**
 * Until when it is known that nothing else happened; 0: nothing was read yet.
 */
until: number, };

/**
 * The points since then. The pushes of topic `trend`, at most ten per second.
 */
export type TrendFrame = { 
/**
 * The session.
 */
session: string, 
/**
 * Which trend it goes on with.
 */
number: number, 
/**
 * The trend cannot continue and must be opened again, because the session or the clock has
 * changed, or more is known of the tags. No more updates follow.
 */
renew: boolean, 
/**
 * One per tag, in the order asked: what is to be added.
 */
lanes: Array<LanePoints>, 
/**
 * Until when it is known that nothing else happened: lines are drawn up to here.
 */
until: number, };

/**
 * A certificate to trust from now on.
 */
export type Trust = { 
/**
 * The server's address.
 */
endpoint: string, 
/**
 * As it was shown.
 */
fingerprint: string, };

/**
 * A type of the project.
 */
export type TypeItem = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its comment.
 */
comment: string | null, 
/**
 * Its members.
 */
members: Array<TypeMember>, };

/**
 * A member of a type.
 */
export type TypeMember = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its type.
 */
type: string, 
/**
 * Its comment.
 */
comment: string | null, };

/**
 * A Siemens data block without a known number.
 */
export type Unnumbered = { 
/**
 * Its name, as a `supplement` wants it.
 */
name: string, 
/**
 * Tags that lie in it.
 */
tags: number, };

/**
 * Tags that cannot be read for the same reason.
 */
export type Unreadable = { 
/**
 * The stable code: `access_denied`.
 */
reason: string, 
/**
 * With the controller's error.
 */
text: Message, 
/**
 * The advice.
 */
remedy: Message, 
/**
 * How many tags.
 */
count: number, 
/**
 * Some of them, at most 200.
 */
tags: Array<string>, };

/**
 * Which service to use.
 */
export type UseService = { "kind": "builtIn" } | { "kind": "remote", 
/**
 * Its base address, `/api/v1` included or not.
 */
url: string, 
/**
 * The key; null: the one that is kept.
 */
key: string | null, 
/**
 * Where the key is to be kept.
 */
keep: KeyPlace, };

/**
 * A version to read, or to make current again.
 */
export type UseVersion = { 
/**
 * As in the list.
 */
project: string, 
/**
 * The version's number.
 */
number: number, };

/**
 * Where a name is used.
 */
export type Uses = { 
/**
 * The meaning of the name; null: no code has the name.
 */
place: string | null, 
/**
 * The possible meanings of the name, if there are several.
 */
options: Array<string>, 
/**
 * In the project's order, at most 500.
 */
rows: Array<CodeUse>, 
/**
 * How many there are.
 */
of: number, 
/**
 * Why there may be more.
 */
gaps: Array<Message>, };

/**
 * A name whose uses are wanted.
 */
export type UsesOf = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * As the platform or a session writes it.
 */
name: string, };

/**
 * A platform.
 */
export type Vendor = "allen-bradley" | "siemens" | "codesys" | "unknown";

/**
 * Columns of a window's rows that seldom change.
 */
export type WholeRows = { 
/**
 * How many of these are the table's first rows, which stay on the screen.
 */
head: number, 
/**
 * The number of the first row after them.
 */
offset: number, 
/**
 * The tags' names.
 */
names: Array<string>, 
/**
 * The controller's names of their types; empty where not known.
 */
types: Array<string>, 
/**
 * The project's data of them; empty if there is none.
 */
comments: Array<string>, 
/**
 * The units in the project; empty if it has none.
 */
units: Array<string>, 
/**
 * Their addresses in the controller, if the project contains them; empty: the name is the
 * address.
 */
addresses: Array<string>, 
/**
 * Whether consumers ask for them.
 */
requested: Array<boolean>, 
/**
 * Whether they are pinned.
 */
pinned: Array<boolean>, 
/**
 * Which of the trend's letters they have, from 0; null: not in the trend.
 */
letters: Array<number | null>, 
/**
 * How deep in its tag each lies, from 0 for the tag itself.
 */
levels: Array<number>, 
/**
 * A part's addition to the name of the whole: `Speed`, `[3]`, `7`; a tag's complete name.
 */
labels: Array<string>, 
/**
 * The kind of parts of each row.
 */
kinds: Array<RowKind>, 
/**
 * Into how many parts; of `rest` how many elements are not shown.
 */
parts: Array<number>, 
/**
 * Whether it is expanded.
 */
unfolded: Array<boolean>, };

/**
 * Why something is not followed.
 */
export type WhyEnd = "outside" | "unread" | "number" | "edge" | "again" | "deep" | "held";

/**
 * A value that another one depends on.
 */
export type WhyLink = { 
/**
 * How far it is from the tag: 1 is what holds the tag itself.
 */
level: number, 
/**
 * As the platform writes it; of a computed value the expression.
 */
name: string, 
/**
 * It is a tag.
 */
isTag: boolean, 
/**
 * Its value, truncated if it is long; null: it is not read.
 */
value: string | null, 
/**
 * The controller's name of its type; empty if not known.
 */
type: string, 
/**
 * Whether to trust the value.
 */
quality: Quality | null, 
/**
 * When it was read.
 */
at: number | null, 
/**
 * Where it is written, the last first.
 */
rungs: Array<WhyRung>, 
/**
 * Why it is not followed; null: it is.
 */
end: WhyEnd | null, 
/**
 * Of a timer: the elapsed time and the preset, in milliseconds.
 */
timer: [number, number] | null, };

/**
 * Why a tag is as it is, by the values that the screen shows of its session.
 */
export type WhyNow = { 
/**
 * What it is.
 */
is: WhyState, 
/**
 * The code makes something else of it than it is.
 */
disagrees: boolean, 
/**
 * No statement writes it now: it keeps its value.
 */
isKept: boolean, 
/**
 * The project has no statement that writes it.
 */
isOutside: boolean, 
/**
 * Statements that may write it and are not followed.
 */
others: number, 
/**
 * Tags that decide, and are not read.
 */
missing: Array<string>, 
/**
 * When the scan of the values began; null: no values are known.
 */
scanAt: number | null, 
/**
 * Why no values are current: a stable code such as `paused`.
 */
unread: string | null, 
/**
 * Where it is written, the last first.
 */
rungs: Array<WhyRung>, 
/**
 * From the tag to the inputs that nothing writes: each is followed by what holds it.
 */
links: Array<WhyLink>, };

/**
 * A rung, as `routine` draws it.
 */
export type WhyRung = { 
/**
 * The routine's id.
 */
routine: number, 
/**
 * Its position in the routine; null: the routine is one text.
 */
at: number | null, 
/**
 * As citations spell the routine.
 */
path: string, 
/**
 * Its number; null: the routine is one text.
 */
rung: number | null, };

/**
 * What a tag is.
 */
export type WhyState = "on" | "off" | "unknown" | "number";

/**
 * The integer that a bit belongs to.
 */
export type Word = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value; beyond 2^53 as text.
 */
value: unknown, 
/**
 * Its type.
 */
type: string, 
/**
 * Which bit, the lowest being 0.
 */
bit: number, };

/**
 * How far it is.
 */
export type WorkProgress = { 
/**
 * Which work.
 */
work: LongWork, 
/**
 * The current step.
 */
step: Message, 
/**
 * The finished parts.
 */
done: number, 
/**
 * The number of parts; 0: not known.
 */
of: number, };
