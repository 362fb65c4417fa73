// Made of desk/src/view by `cargo xtask bless`; not to be edited.

/** The commands that a face may give: what they take, and what they answer. */
export interface Commands {
/** The first data of a user interface. */
overview: { arguments: null, answer: Overview },
/** Checks whether a service accepts this key, and the key's permissions. Stores nothing. */
check_service: { arguments: CheckService, answer: ServiceConnection },
/** Sets the service. Refused if the service does not accept the key. */
use_service: { arguments: UseService, answer: ServiceConnection },
/** The projects of the service, and the projects that were opened from files. */
projects: { arguments: ListProjects, answer: ProjectPage },
/** The details of a project. */
project: { arguments: ProjectId, answer: ProjectDetail },
/** Opens a project file. */
open_project: { arguments: OpenProject, answer: ProjectDetail },
/** Renames, archives or restores a project of the service. */
change_project: { arguments: ChangeProject, answer: ProjectDetail },
/** Deletes an archived project with its versions, values and history, permanently. */
delete_project: { arguments: DeleteProject, answer: null },
/** A project's versions, the newest first. */
versions: { arguments: ProjectId, answer: Array<ProjectVersion> },
/** The file of a version. */
version_file: { arguments: UseVersion, answer: MadeFile },
/** The differences between two versions of a project, or between two projects. */
compare_code: { arguments: CompareCode, answer: CodeChanges },
/** Makes a copy of an older version the current version. */
use_version: { arguments: UseVersion, answer: ProjectDetail },
/** Controllers to choose from. */
controllers: { arguments: FindControllers, answer: Controllers },
/** Converts an address into the fields of its protocol. */
read_address: { arguments: ReadAddress, answer: AddressForm },
/** Converts the fields of an address into an endpoint. */
write_address: { arguments: AddressFields, answer: Endpoint },
/** A server's certificate; null: its protocol or the server has no certificate. */
certificate: { arguments: Endpoint, answer: Certificate | null },
/** Trusts a server's certificate from now on. */
trust: { arguments: Trust, answer: null },
/** The login at a controller; null: its protocol has no users. */
login: { arguments: Endpoint, answer: Login | null },
/** Logs in once, and stores the password if the login was successful. Sessions that need it restart. */
log_in: { arguments: LogIn, answer: Login },
/** Deletes a password. A running session keeps it until the session ends. */
forget_login: { arguments: Endpoint, answer: Login },
/** Checks a controller before polling. A second call ends the first. */
preflight: { arguments: StartPreflight, answer: Preflight },
/** Ends the running preflight. */
cancel_preflight: { arguments: null, answer: null },
/** Asks a question about a project. A second call ends the first. */
ask: { arguments: AskQuestion, answer: AskAnswer },
/** Cancels the current question. */
cancel_ask: { arguments: null, answer: null },
/** The code at a place of a citation. */
cited_place: { arguments: OpenCited, answer: CitedPlace },
/** The current values next to an answer. */
answer_values: { arguments: AnswerTags, answer: AnswerValues },
/** Starts a session, and returns its name. */
start_session: { arguments: StartSession, answer: SessionName },
/** The tags that a session always reads, and their rates. */
reading: { arguments: SessionName, answer: SessionReading },
/** Changes the tags and rates of a session. A running session restarts. */
change_reading: { arguments: ChangeReading, answer: null },
/** Pauses reading. */
pause: { arguments: SessionName, answer: null },
/** Resumes reading. */
resume: { arguments: SessionName, answer: null },
/** Connects to the controller now instead of waiting. */
try_now: { arguments: SessionName, answer: null },
/** Stops a session in order. It stays in the list of sessions. */
stop_session: { arguments: SessionName, answer: null },
/** Starts a stopped session again, unchanged. */
start_again: { arguments: SessionName, answer: null },
/** Removes a stopped session from the list. */
forget_session: { arguments: SessionName, answer: null },
/** Accepts the other device that answers at the session's address. */
accept_controller: { arguments: SessionName, answer: null },
/** Ends the other device's session on the project, and streams from this computer. */
take_over: { arguments: SessionName, answer: null },
/** Opens or changes the window of the tag table. */
rows: { arguments: OpenRows, answer: RowsOpened },
/** The names between two rows of the window. */
row_names: { arguments: RowsBetween, answer: RowNames },
/** Confirms that a frame was drawn, and requests the next one. */
ack: { arguments: Ack, answer: null },
/** The details of a tag, or of a part of a tag. */
inspect: { arguments: InspectTag, answer: Inspection },
/** The values of a tag or a part of it in the last minutes. */
changes: { arguments: OneTag, answer: TagChanges },
/** The tree of a project: programs, blocks, types. */
outline: { arguments: OpenOutline, answer: Outline },
/** The findings of the last analysis; null: no analysis since the program started. */
findings: { arguments: ProjectId, answer: CodeFindings | null },
/** Analyses a project. */
analyse: { arguments: ProjectId, answer: CodeFindings },
/** Adds findings to the baseline, or removes them. */
change_baseline: { arguments: ChangeBaseline, answer: CodeFindings },
/** Findings as a file. */
save_findings: { arguments: SaveFindings, answer: MadeFile },
/** Plans a change of a project, and checks it. */
propose: { arguments: ProposeChange, answer: CodeProposal },
/** Stores a proposal as a file, or as a new version of its project. */
save_proposal: { arguments: SaveProposal, answer: SavedProposal },
/** A report of a project as a PDF. */
make_report: { arguments: MakeReport, answer: MadeFile },
/** The recordings of a project, with incidents and triggers. */
project_history: { arguments: ProjectId, answer: ProjectHistory },
/** Sets the note of an incident. */
note_incident: { arguments: NoteIncident, answer: null },
/** An incident as one file. */
save_incident: { arguments: OneIncident, answer: MadeFile },
/** Stores an exported recording as an incident. */
import_incident: { arguments: ImportIncident, answer: IncidentView },
/** Deletes an incident, permanently. */
delete_incident: { arguments: OneIncident, answer: null },
/** Keeps a moment of the recording as an incident. */
keep_moment: { arguments: KeepMoment, answer: IncidentView },
/** Sets the triggers of a session. A running session restarts. */
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
/** Sets the watch lists and trends of a project. */
save_views: { arguments: SaveViews, answer: SavedViews },
/** Ends running long work. */
stop_work: { arguments: StopWork, answer: null },
/** Finds tags of a project by a part of their name, address or comment. */
find_names: { arguments: FindNames, answer: FoundNames },
/** A routine, drawn, with the current values. */
routine: { arguments: OpenRoutine, answer: DrawnRoutine },
/** Requests tags that are shown and not read from the service, for a minute. */
ask_for_tags: { arguments: AskForTags, answer: null },
/** The uses of a name in a project's code. */
uses: { arguments: UsesOf, answer: Uses },
/** The values of tags at each second of the last minute. */
last_minute: { arguments: LastMinuteOf, answer: LastMinute },
/** The recording of a session. */
time_line: { arguments: SessionName, answer: TimeLine },
/** Shows a past moment, or the current values again. */
look_at: { arguments: LookAt, answer: PastMoment },
/** The next or previous change of a tag, or the next or previous incident. */
step_in_time: { arguments: StepInTime, answer: SteppedTo },
/** Why a tag has its state, traced to the inputs. */
why: { arguments: AskWhy, answer: WhyNow },
/** The input that changed first before a tag's last change. */
first_cause: { arguments: FindCause, answer: FirstCause },
/** Pins or unpins a tag; stored for the project. */
pin: { arguments: Pin, answer: null },
/** Rows with their complete values, to copy or to export. */
take_rows: { arguments: TakeRows, answer: TakenRows },
/** Opens or changes the trend. */
trend: { arguments: OpenTrend, answer: Trend },
/** The stored values of a tag before a time, page by page. */
older_trend: { arguments: ReadOlder, answer: OlderPoints },
/** The values of a trend, to save. */
export_trend: { arguments: ExportTrend, answer: Array<SavedLane> },
/** Events, oldest first. */
log: { arguments: ReadLog, answer: Array<LogEvent> },
/** The allowed and the sent requests of a session, its counters and its wire trace. */
diagnostics: { arguments: SessionName, answer: Diagnostics },
/** Switches a session's wire trace on for some time, or off. */
trace: { arguments: SwitchTrace, answer: Trace },
/** Frames of the communication log. */
frames: { arguments: ListFrames, answer: Frames },
/** The details of a frame. */
one_frame: { arguments: OneFrame, answer: FrameDetail },
/** The recorded frames as a file that Wireshark opens. */
save_frames: { arguments: SaveFrames, answer: MadeFile },
/** Checks the connections to the service and the controllers for common problems. */
doctor: { arguments: null, answer: Array<Finding> },
/** The contents of a support bundle. */
bundle: { arguments: MakeBundle, answer: Bundle },
/** Creates a support bundle. */
save_bundle: { arguments: SaveBundle, answer: MadeFile },
/** Records that the user has seen the alerts. */
seen_alerts: { arguments: SeenAlerts, answer: null },
/** The user's settings. */
settings: { arguments: null, answer: Settings },
/** Sets the user's settings, and returns the stored ones. */
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
 * The fields of an address; null or empty: the protocol's default.
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
 * A route: `1,2,2,10.0.0.9,1,0`; `/`: no route.
 */
route: string, 
/**
 * The path after host and port, without its slash.
 */
path: string, 
/**
 * All other parameters, as in an endpoint.
 */
options: string, };

/**
 * A controller's address in the fields of its protocol.
 */
export type AddressForm = { 
/**
 * The entered fields.
 */
fields: AddressFields, 
/**
 * The protocols of the platform's controllers, the default first.
 */
protocols: Array<ProtocolName>, 
/**
 * The default port.
 */
usualPort: number, 
/**
 * The default rack; null: its addresses have no rack.
 */
usualRack: number | null, 
/**
 * The default slot; null: its addresses have no slot.
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
 * A failure of a session. Each failure is a new alert.
 */
export type Alert = { 
/**
 * Counts from 1 since the start of the program.
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
 * The cause; null: not known.
 */
cause: Message | null, 
/**
 * The start of the failure.
 */
since: number, 
/**
 * The end of the failure; null: it continues.
 */
until: number | null, 
/**
 * Whether a user has seen the alert.
 */
isSeen: boolean, };

/**
 * The kind of failure.
 */
export type AlertKind = "stopped" | "silent" | "undelivered";

/**
 * The settings of notifications about failed sessions.
 */
export type AlertRules = { 
/**
 * Whether to show system notifications, in addition to the list.
 */
notify: boolean, 
/**
 * Whether to notify about controllers that are not read.
 */
silent: boolean, 
/**
 * Whether to notify about values that are not delivered.
 */
undelivered: boolean, 
/**
 * Ids of projects without notifications.
 */
muted: Array<string>, };

/**
 * The state of the analysis of a version.
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
 * The value as text, truncated if it is long.
 */
value: string, 
/**
 * The controller's name of the type; empty if it is not known.
 */
type: string, 
/**
 * The quality.
 */
quality: Quality, 
/**
 * Why the quality is not good.
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
 * When the scan of the newest values began; null: no session is live.
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
 * The answer, or the reason why it is missing; `[3]` refers to the third place.
 */
text: string, 
/**
 * The cited places, in the order of first use.
 */
cited: Array<Cited>, 
/**
 * Number of places that were read; null: the cited ones.
 */
citedOf: number | null, 
/**
 * Tags that the answer names, at most 100: their values are shown next to it.
 */
tags: Array<string>, 
/**
 * The questions that must be answered first.
 */
askedBack: Array<AskedBack>, 
/**
 * The conversation, for the next question.
 */
conversation: string | null, 
/**
 * The version of the project that was read.
 */
version: string | null, 
/**
 * Input and output tokens of a model; 0: no model was used.
 */
tokens: [number, number], };

/**
 * An answer to a question that was asked back: one of its options, or free text.
 */
export type AskChoice = { 
/**
 * The id of the question that was asked back.
 */
id: string, 
/**
 * The index of the option, from 0; null: `text` is the answer.
 */
option: number | null, 
/**
 * Free text, if no option fits.
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
 * The question; null: `choice` answers an earlier question.
 */
question: string | null, 
/**
 * The conversation to continue; null: a new conversation.
 */
conversation: string | null, 
/**
 * The answer to a question that was asked back.
 */
choice: AskChoice | null, 
/**
 * How many minutes the user's clock is ahead of UTC: for times in the question and the answer.
 */
minutesAhead: number, };

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
 * A question that must be answered first.
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
 * Why the question is asked.
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
 * Total size of the files.
 */
bytes: number, 
/**
 * Approximate size of the recorded communication, which is only included on request; missing:
 * nothing is recorded.
 */
traceBytes?: number, };

/**
 * A file of a support bundle.
 */
export type BundleFile = { 
/**
 * Its name in the archive.
 */
name: string, 
/**
 * Its description.
 */
about: string, 
/**
 * The same as a message.
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
 * The certainty of a first cause.
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
 * The value before, if known.
 */
from: string | null, 
/**
 * The value after.
 */
to: string | null, 
/**
 * The first scan with the new value: the change was between the previous scan and this one.
 */
at: number, 
/**
 * The path of the routine that wrote it, as in citations; for an input, of the routine that
 * reads it.
 */
path: string | null, 
/**
 * The rung in the routine.
 */
rung: number | null, 
/**
 * Why the chain begins here; null: it begins earlier.
 */
end: CauseEnd | null, 
/**
 * Decisive tags that are not recorded.
 */
missing: Array<string>, };

/**
 * A server's certificate.
 */
export type Certificate = { 
/**
 * Its subject: `CN=CODESYS@CIP-B`.
 */
subject: string, 
/**
 * Its SHA-256 fingerprint: pairs of hexadecimal digits, separated by colons.
 */
fingerprint: string, 
/**
 * The start of its validity.
 */
validFrom: number, 
/**
 * The end of its validity.
 */
validUntil: number, 
/**
 * Whether the server offers encrypted channels.
 */
isSecured: boolean, 
/**
 * Whether the server can only be read after the certificate is trusted.
 */
isNeeded: boolean, 
/**
 * Whether the user already trusts it.
 */
isTrusted: boolean, 
/**
 * The fingerprint of another certificate that is trusted for this address; null: no other.
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
 * Changes of a project of the service; null: unchanged.
 */
export type ChangeProject = { 
/**
 * As in the list.
 */
project: string, 
/**
 * The new name, 1 to 256 characters.
 */
name: string | null, 
/**
 * Whether it is archived: an archived project is not listed, and accepts no new version.
 */
archived: boolean | null, };

/**
 * Changes the tags or rates of a session. A running session restarts.
 */
export type ChangeReading = { 
/**
 * The session.
 */
session: string, 
/**
 * The scan interval in milliseconds, 10 to 3,600,000.
 */
intervalMs: number, 
/**
 * All of its tags.
 */
tags: Array<string>, 
/**
 * The tags that are read at other rates, each in one group.
 */
groups: Array<ReadGroup>, };

/**
 * New triggers of a session.
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
 * Its base address, with or without `/api/v1`.
 */
url: string, 
/**
 * The key; null: the stored key.
 */
key: string | null, };

/**
 * A place that an answer cites.
 */
export type Cited = { 
/**
 * `rung`, `routine`, `tag`, `data_block`, `definition`.
 */
kind: string, 
/**
 * The path as the platform writes it.
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
 * Whether the answer cites it.
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
 * The language of its code; null: the place is not code.
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
 * A difference.
 */
export type CodeChange = { 
/**
 * The difference.
 */
kind: Message, 
/**
 * Whether the executed code does the same.
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
 * The differences between two versions of code.
 */
export type CodeChanges = { 
/**
 * The differences, at most 1,000; differences of comments are at the end.
 */
changes: Array<CodeChange>, 
/**
 * The number of all differences.
 */
of: number, 
/**
 * Why there may be more differences.
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
 * A line of text.
 */
export type CodeLine = { 
/**
 * The number, from 1.
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
 * The controller's name of the value's type; empty if it is not known.
 */
type: string, 
/**
 * The quality of the value.
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
 * The task that executes the program; null: no task does, or it is a block.
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
 * The id of the changed project, for `outline`, `routine` and `compare_code`.
 */
changed: string, 
/**
 * The change of the code's behaviour; null: the code does the same with the same values.
 */
behaviour: string | null, 
/**
 * The changed values that the code uses: presets, constants.
 */
values: Array<CodeChange>, 
/**
 * The summary of the plan.
 */
summary: string, 
/**
 * Its steps.
 */
steps: Array<string>, 
/**
 * Decisions about points that the request left open.
 */
assumptions: Array<string>, 
/**
 * The points that a person should check first.
 */
risks: Array<ProposalRisk>, 
/**
 * The performed changes and checks.
 */
explanation: string, 
/**
 * Whether it can be stored as a new version of the project.
 */
canBeVersion: boolean, } | { "status": "question", 
/**
 * The questions.
 */
questions: Array<AskedBack>, } | { "status": "refused", 
/**
 * The reason.
 */
reason: string, };

/**
 * A place in the code of a version.
 */
export type CodeSpot = { 
/**
 * The routine's id, as in the outline of that version.
 */
routine: number, 
/**
 * The path, as in citations.
 */
path: string, 
/**
 * The rung, counted from 0 in the routine's order.
 */
at: number | null, 
/**
 * The rung's number, as the vendor's editor counts.
 */
rung: number | null, 
/**
 * The line of a text, from 1.
 */
line: number | null, };

/**
 * A use of a name.
 */
export type CodeUse = { 
/**
 * Whether its value is read there.
 */
reads: boolean, 
/**
 * Whether its value is written there.
 */
writes: boolean, 
/**
 * Whether the use is certain.
 */
certain: boolean, 
/**
 * The instruction or the construct.
 */
instruction: string, 
/**
 * The complete name, as it is written there.
 */
place: string, 
/**
 * The relation of that name to the requested one.
 */
relation: Message, 
/**
 * The path of the routine, as the platform writes it.
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
 * The version's number; null: the current version.
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
 * The configured name.
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
 * The controllers that this computer has used, the latest first.
 */
known: Array<KnownController>, 
/**
 * Why the network could not be searched.
 */
trouble: Message | null, };

/**
 * Counters of a session since its start.
 */
export type Counters = { 
/**
 * The session.
 */
session: string, 
/**
 * The start of the session.
 */
since: number, 
/**
 * Number of scans.
 */
scans: number, 
/**
 * Number of missed scans.
 */
missed: number, 
/**
 * Number of connections after the first one.
 */
reconnects: number, 
/**
 * Number of pushes that the service accepted.
 */
pushes: number, 
/**
 * Number of failed pushes, which were retried.
 */
failedPushes: number, };

/**
 * A tag as it is declared.
 */
export type DeclaredTag = { 
/**
 * Its name, for a session.
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
 * Its address as the vendor's editor writes it: `%I0.3`, or the tag of an alias; null: its name
 * is its address.
 */
address: string | null, 
/**
 * Whether it has members, which are read with it.
 */
isStructure: boolean, };

/**
 * Tags with their declarations in the project's file.
 */
export type DeclaredTags = { 
/**
 * The requested tags, by name.
 */
tags: Array<DeclaredTag>, 
/**
 * The number of tags in the group.
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
 * Its name as typed by the user, to confirm the deletion.
 */
name: string, };

/**
 * The state of delivery.
 */
export type Delivery = { 
/**
 * Whether the service accepts the pushes.
 */
state: DeliveryState, 
/**
 * The time of the last accepted push.
 */
lastPush: number | null, 
/**
 * The service has all snapshots up to this sequence.
 */
storedThrough: number | null, };

/**
 * Whether the service accepts the pushes.
 */
export type DeliveryState = { "state": "notContacted" } | { "state": "ok" } | { "state": "waiting", 
/**
 * The kind of error; after `conflict` the user can call `take_over`.
 */
trouble: ServiceTrouble, 
/**
 * The time of the next attempt.
 */
until: number, 
/**
 * The error.
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
 * A difference.
 */
export type Difference = { 
/**
 * The subject: a tag, a type, a block.
 */
subject: string, 
/**
 * The difference as a sentence.
 */
text: Message, };

/**
 * A routine, drawn.
 */
export type DrawnRoutine = { 
/**
 * The id, as in the outline.
 */
routine: number, 
/**
 * The path, as in citations.
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
 * The requested rungs or networks.
 */
rungs: Array<DrawnRung>, 
/**
 * The number of all rungs.
 */
of: number, 
/**
 * The lines of a text.
 */
lines: Array<CodeLine>, 
/**
 * A chart, as SVG.
 */
chart: string | null, 
/**
 * The shown values; null: no current values.
 */
live: LiveCode | null, 
/**
 * Why requested values are missing: `no_session`, or a stable code such as `paused`.
 */
unread: string | null, };

/**
 * A rung or a network.
 */
export type DrawnRung = { 
/**
 * The number, as the vendor's editor counts.
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
 * The neutral text.
 */
text: string, 
/**
 * Ladder: each series begins at the left rail. If empty, the text or the picture is shown.
 */
series: Array<Array<LadderPiece>>, 
/**
 * A function block diagram as SVG.
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
 * The severity of an event.
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
 * The start; null: all known values.
 */
since: number | null, 
/**
 * The end; null: now.
 */
until: number | null, };

/**
 * The kind of user interface.
 */
export type Face = "window" | "console";

/**
 * A compared property.
 */
export type Fact = { 
/**
 * The subject: `platform`, `name`, `model`, `serial`, `device`, `tags`, `types`, `blocks`.
 */
subject: string, 
/**
 * Whether it matches.
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
 * The source of a file.
 */
export type FileSource = { "path": string } | { "bytes": string };

/**
 * A request to explain the last change of a tag before a moment.
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
 * The project, to mark the controllers that were used for it; null: no project.
 */
project: string | null, 
/**
 * Whether to search the network for about two seconds; false: only known controllers.
 */
look: boolean, };

/**
 * A search for names in a project.
 */
export type FindNames = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Part of a name, an address, or a comment in any language. Case is ignored.
 */
search: string, 
/**
 * The language of the comments, if the project has them in several.
 */
language: Language, };

/**
 * The result of a check of the connections to the service and the controllers.
 */
export type Finding = { 
/**
 * The subject of the check: `service: key`, `line-3: controller`.
 */
subject: Message, 
/**
 * `fine`, `untried`, `doubtful`, `unusable`, `unreachable`, `refused`.
 */
verdict: string, 
/**
 * The result.
 */
detail: Message, 
/**
 * The advice; null: no advice is needed.
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
 * The first change of a chain of causes.
 */
export type FirstCause = { 
/**
 * The certainty of the result.
 */
outcome: CauseOutcome, 
/**
 * From the first change to the explained change, oldest first. There are several chains if
 * several changes were needed, or if the recording allows several explanations.
 */
chains: Array<Array<CauseStep>>, };

/**
 * Whether a property of the controller matches the project.
 */
export type Fit = "matches" | "differs" | "unknown";

/**
 * The cost of a scan.
 */
export type Forecast = { 
/**
 * Number of read tags.
 */
tags: number, 
/**
 * Number of requests.
 */
requests: number, 
/**
 * Number of requests after the controller's tag list was read; null: not fewer, or not known.
 */
requestsByList: number | null, 
/**
 * Number of requests to read that list, once per connection; null if `requests_by_list` is
 * null.
 */
uploadRequests: number | null, 
/**
 * Measured duration in milliseconds.
 */
scanMs: number, };

/**
 * The found tags.
 */
export type FoundNames = { 
/**
 * The tags, at most 200.
 */
tags: Array<TypeMember>, 
/**
 * The number of all of them.
 */
of: number, };

/**
 * The window's rows, or the changed ones. Topic `values` pushes one complete frame, then the
 * changes, at most ten per second. Each frame is sent after `ack` of the previous one.
 */
export type Frame = { 
/**
 * The number, from 1, for `ack`.
 */
frame: number, 
/**
 * The session.
 */
session: string, 
/**
 * The number of the window, from the answer of `rows`. Frames of an older window must be
 * dropped.
 */
window: number, 
/**
 * The start of the scan of the values; null: no scan yet.
 */
at: number | null, 
/**
 * The numbers of rows.
 */
counts: RowCounts, 
/**
 * The complete window; null: the columns below have only the changes.
 */
whole: WholeRows | null, 
/**
 * The rows of the window to which the columns below belong, from 0; a complete frame has all
 * rows.
 */
rows: Array<number>, 
/**
 * The values as short text, truncated if they are long. En dash: no value. Numbers have a
 * decimal point and no thousands separator; bits are `true` and `false`. If `qualities` is 2,
 * it is the last good value, if any; `times` has its time.
 */
texts: Array<string>, 
/**
 * 0: good, 1: uncertain, 2: bad, 3: not read now, with the last read value.
 */
qualities: Array<number>, 
/**
 * Why the quality is not good: a stable code such as `unknown_tag`; for 3: `stopped`,
 * `paused`,
 * `not_connected`, `stale`; null if it is good.
 */
reasons: Array<string | null>, 
/**
 * When the response arrived; null: in the scan of `at`.
 */
times: Array<number | null>, };

/**
 * The details of a frame.
 */
export type FrameDetail = { 
/**
 * The summary.
 */
summary: FrameSummary, 
/**
 * The common name of its protocol.
 */
protocol: string, 
/**
 * The local address of its connection.
 */
local: string, 
/**
 * The controller's address.
 */
peer: string, 
/**
 * Its fields in the protocol's terms, in the order of their bytes.
 */
fields: Array<FrameField>, 
/**
 * The read tags, or their results; the first 500.
 */
items: Array<FrameItem>, 
/**
 * The number of all items.
 */
itemCount: number, 
/**
 * The first 4,096 bytes as hexadecimal digits; empty for a login.
 */
hex: string, 
/**
 * Whether it is a login, whose bytes are not shown.
 */
isHidden: boolean, };

/**
 * A field of a frame.
 */
export type FrameField = { 
/**
 * Its depth; 0: a heading.
 */
depth: number, 
/**
 * The offset of its first byte.
 */
at: number, 
/**
 * Its size in bytes.
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
 * A requested or returned item of a frame.
 */
export type FrameItem = { 
/**
 * The tags in it, or its name in the frame.
 */
tags: Array<string>, 
/**
 * Number of received bytes; null: not known.
 */
bytes: number | null, 
/**
 * Why it was refused.
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
 * The time of its last byte.
 */
at: number, 
/**
 * Whether this program sent it.
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
 * Its size in bytes.
 */
bytes: number, 
/**
 * Milliseconds from the request to its response, in both frames.
 */
took: number | null, 
/**
 * The number of its response, or of its request.
 */
other: number | null, 
/**
 * Whether it is a request without a response.
 */
isUnanswered: boolean, 
/**
 * Whether it is a response that refuses a request or a part of it.
 */
isRefused: boolean, };

/**
 * Frames of the communication log, oldest first.
 */
export type Frames = { 
/**
 * Number of stored frames of the session.
 */
total: number, 
/**
 * Their size in bytes.
 */
bytes: number, 
/**
 * The time of the oldest frame.
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
 * Number of refusing responses.
 */
refused: number, 
/**
 * Number of matching frames.
 */
matched: number, 
/**
 * The index of the first row among the matching frames.
 */
from: number, 
/**
 * The rows.
 */
rows: Array<FrameSummary>, 
/**
 * When recording ends, in the session that records the longest; null: no session records.
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
 * An exported recording to store as an incident.
 */
export type ImportIncident = { 
/**
 * The session that gets the incident.
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
 * The tag that triggered it; empty: it was imported without a tag.
 */
tag: string, 
/**
 * The time of the trigger.
 */
at: number, 
/**
 * The start of the stored time.
 */
from: number, 
/**
 * The end of the stored time.
 */
until: number, 
/**
 * The user's note.
 */
note: string, 
/**
 * Whether the session's recording still contains its time.
 */
isRecorded: boolean, };

/**
 * The tag whose details are shown.
 */
export type InspectTag = { 
/**
 * The session.
 */
session: string, 
/**
 * The name of the tag, or of a part of it.
 */
tag: string, 
/**
 * The language of the comment, if the project has it in several.
 */
language: Language, };

/**
 * The details of a tag of a session, or of a part of a tag.
 */
export type Inspection = { 
/**
 * The complete name.
 */
name: string, 
/**
 * The session's tag that contains it; null: it is a tag of the session.
 */
partOf: string | null, 
/**
 * The value as in the service's JSON: structures are objects, arrays are arrays. Null if it
 * has no value.
 */
value: unknown, 
/**
 * The controller's name of the type.
 */
type: string, 
/**
 * Whether it cannot be drawn, because it is no number (text, a structure).
 */
isNotDrawn: boolean, 
/**
 * The kind of its parts.
 */
kind: RowKind, 
/**
 * The comment in the project, in the requested language; empty if it has no comment.
 */
comment: string, 
/**
 * The comment in further languages of the project.
 */
translations: Array<TranslatedComment>, 
/**
 * The unit in the project; empty if it has none.
 */
unit: string, 
/**
 * The quality; null: it is not read now, and the value is the last one that was read.
 */
quality: Quality | null, 
/**
 * Why it is not good or not read: a stable code.
 */
reason: string | null, 
/**
 * When the controller's response arrived, or the source time-stamp if the protocol has one.
 */
at: number, 
/**
 * The start of the scan that read it last; null: not known.
 */
scanAt: number | null, 
/**
 * Its last good value, if it has no good value now.
 */
lastGood: LastGoodValue | null, 
/**
 * For a bit, the integer that contains it.
 */
word: Word | null, 
/**
 * Its address as the vendor's editor writes it: `%I0.3`, `Local:1:I.Data.3`; null: its name is
 * its address.
 */
address: string | null, 
/**
 * The controller's address.
 */
endpoint: string, 
/**
 * The interval at which it is read, in milliseconds.
 */
everyMs: number, 
/**
 * Whether consumers request it by this name.
 */
requested: boolean, 
/**
 * The sequence of the snapshot in the outbox that contains that scan; null: it was not stored.
 */
storedIn: number | null, 
/**
 * The service has all snapshots up to this sequence; null: not known yet.
 */
deliveredThrough: number | null, 
/**
 * The project that contains its logic.
 */
project: string, };

/**
 * A moment of a recording to keep as an incident, with the minute before and after it.
 */
export type KeepMoment = { 
/**
 * The session's name.
 */
session: string, 
/**
 * The moment.
 */
at: number, 
/**
 * The name of the incident.
 */
name: string, 
/**
 * The selected tag.
 */
tag: string | null, };

/**
 * Where the key is stored.
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
 * The project for which it was read.
 */
project: string, 
/**
 * Its model, as it reported it: `1756-L83E/B`.
 */
product: string, 
/**
 * The configured name.
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
 * An element of a series in a rung.
 */
export type LadderPiece = { "kind": "contact", 
/**
 * Its sign: empty, `/`, letters.
 */
mark: string, 
/**
 * The text above it, and the text below it.
 */
operands: Array<CodeName>, 
/**
 * The power flow at its input.
 */
before: Power, 
/**
 * The power flow at its output.
 */
after: Power, } | { "kind": "coil", 
/**
 * Its text.
 */
mark: string, 
/**
 * The text above it, and the text below it.
 */
operands: Array<CodeName>, 
/**
 * The power flow at its input.
 */
before: Power, 
/**
 * The power flow at its output.
 */
after: Power, } | { "kind": "block", 
/**
 * Its mnemonic or type.
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
 * Whether it is an output, which is drawn at the right.
 */
acts: boolean, 
/**
 * The power flow at its input.
 */
before: Power, 
/**
 * The power flow at its output.
 */
after: Power, } | { "kind": "branch", 
/**
 * The branches.
 */
legs: Array<Array<LadderPiece>>, 
/**
 * The power flow at its input.
 */
before: Power, 
/**
 * The power flow at its output.
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
 * The values of a tag. A value is valid until the next time; null: not read from then on.
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
 * Whether it cannot be drawn, because it is no number (text, a structure).
 */
isNotDrawn: boolean, 
/**
 * Time before which the service kept only the newest values, so that others are missing; null:
 * values are complete.
 */
cutAt: number | null, 
/**
 * The times.
 */
times: Array<number>, 
/**
 * The values as numbers; bits are 0 and 1.
 */
values: Array<number | null>, 
/**
 * The times of uncertain values.
 */
uncertain: Array<number>, };

/**
 * Points to add to a lane.
 */
export type LanePoints = { 
/**
 * The times.
 */
times: Array<number>, 
/**
 * The values; null: not read from then on.
 */
values: Array<number | null>, 
/**
 * The times of uncertain values.
 */
uncertain: Array<number>, };

/**
 * The language of the user.
 */
export type Language = "en" | "de";

/**
 * The last good value of a tag.
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
 * The last minute of some tags, for small graphs.
 */
export type LastMinute = { 
/**
 * For each tag, in the requested order: its value at each second, the newest last, at most 61.
 * Bits are 0 and 1; null: no number.
 */
values: Array<Array<number | null>>, };

/**
 * Tags whose last minute is shown.
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
 * The frames of the communication log to show.
 */
export type ListFrames = { 
/**
 * Only of this session; null: of all sessions.
 */
session: string | null, 
/**
 * Part of a tag's name, of a frame's description, or of the protocol's code.
 */
search: string, 
/**
 * The filter.
 */
only: FrameFilter, 
/**
 * The index of the first frame among the matching ones; null: the newest frames.
 */
from: number | null, 
/**
 * The number of frames, at most 200.
 */
count: number, };

/**
 * Which projects to list.
 */
export type ListProjects = { 
/**
 * Part of a name, a vendor or a controller; empty: all projects. Case is ignored.
 */
search: string, 
/**
 * `nextCursor` of the previous page; null: the first page.
 */
cursor: string | null, 
/**
 * Whether to list the archived projects instead of the others.
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
 * Whether all values are from that scan; rate groups are read at other times.
 */
isOneScan: boolean, 
/**
 * The number of names with a good value.
 */
read: number, 
/**
 * The number of names that can have a value.
 */
of: number, 
/**
 * Tags that no session reads; they can be requested.
 */
missing: Array<string>, };

/**
 * The device that streams a project.
 */
export type LiveFrom = { 
/**
 * The device's id.
 */
device: string, 
/**
 * Whether it is this computer.
 */
isHere: boolean, 
/**
 * When the service received its last push.
 */
lastPush: number | null, };

/**
 * An event. Topic `log` pushes new events, oldest first.
 */
export type LogEvent = { 
/**
 * Counts from 1 in this run of the program.
 */
id: number, 
/**
 * The time.
 */
at: number, 
/**
 * The severity.
 */
level: EventLevel, 
/**
 * The event.
 */
message: Message, 
/**
 * The session of the event.
 */
session: string | null, 
/**
 * Technical details: names and values of fields; a cause is a message.
 */
fields: Array<[string, Argument]>, 
/**
 * The part of the program that reported it.
 */
target: string, };

/**
 * A user and a password for a login. No answer, event or bundle contains the password.
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
 * The password as entered, with its spaces.
 */
password: string, 
/**
 * Where to store the password.
 */
keep: KeyPlace, };

/**
 * The login at a controller.
 */
export type Login = { 
/**
 * The controller's address, with the user.
 */
endpoint: string, 
/**
 * The user; null: anonymous.
 */
user: string | null, 
/**
 * Where the password is stored; null: no password is known.
 */
keep: KeyPlace | null, 
/**
 * Why the keychain cannot be used on this computer; null: it can be used.
 */
noKeychain: Message | null, };

/**
 * Long work. A screen has at most one of each kind at a time: a new request ends the previous one.
 */
export type LongWork = "open" | "analyse" | "propose" | "report" | "recording";

/**
 * A past moment that all views of a session on this screen show instead of the current values.
 */
export type LookAt = { 
/**
 * The session.
 */
session: string, 
/**
 * The moment; null: the current values.
 */
at: number | null, };

/**
 * A range of lost snapshots, which the service never receives.
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
 * The reason.
 */
cause: LossCause, };

/**
 * Why a snapshot was removed although the service has not stored it.
 */
export type LossCause = "size" | "age" | "disk" | "damaged" | "rejected" | "too_large";

/**
 * A created file.
 */
export type MadeFile = { 
/**
 * The suggested file name.
 */
name: string, 
/**
 * The bytes in base64; null: the file was saved on this computer.
 */
bytes: string | null, };

/**
 * A support bundle to create.
 */
export type MakeBundle = { 
/**
 * Whether tag names become `tag-1`, `tag-2`, …
 */
pseudonyms: boolean, 
/**
 * Whether to include the wire traces. They contain tag names and values, so they are never
 * included together with pseudonyms.
 */
trace: boolean, };

/**
 * A report to create.
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
 * A new note of an incident.
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
 * The service's values of the earlier time.
 */
export type OlderPoints = { 
/**
 * The points, oldest first.
 */
points: LanePoints, 
/**
 * Time before which the service kept only the newest values, so that others are missing; null:
 * values are complete.
 */
cutAt: number | null, 
/**
 * Whether these are the oldest known values.
 */
isWhole: boolean, };

/**
 * A frame, by its number.
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
 * A cited place to show.
 */
export type OpenCited = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The place.
 */
cited: Cited, 
/**
 * The language of titles and comments, if the project has them in several.
 */
language: Language, };

/**
 * The project whose contents are shown.
 */
export type OpenOutline = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The language of the comments, if the project has them in several.
 */
language: Language, };

/**
 * A project file to open.
 */
export type OpenProject = { 
/**
 * The file's name with its extension.
 */
name: string, 
/**
 * The file's contents.
 */
source: FileSource, 
/**
 * Whether to add it to the built-in service too, which can then receive its values.
 */
add: boolean, };

/**
 * A routine to show.
 */
export type OpenRoutine = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The id, as in the outline.
 */
routine: number, 
/**
 * The first rung, counted from 0 in the routine's order.
 */
from: number, 
/**
 * The number of rungs, at most 60.
 */
count: number, 
/**
 * Whether to show the live values of the project's session; only for the current version.
 */
live: boolean, 
/**
 * The version's number; null: the current version.
 */
version: number | null, 
/**
 * The language of titles and comments, if the project has them in several.
 */
language: Language, };

/**
 * The rows of a session's tags to show on a screen. The answer has the number of rows; topic
 * `values` pushes the rows themselves. A screen has one such window: the next call changes it, and
 * sorts the rows again.
 */
export type OpenRows = { 
/**
 * The session; null: close the window, the pushes end.
 */
session: string | null, 
/**
 * Part of a name, an address, or a comment in any language; empty: all tags. Case is ignored.
 */
search: string, 
/**
 * The language of the comments, if the project has them in several.
 */
language: Language, 
/**
 * The sort column. The order stays as this call creates it: rows do not move when values
 * change.
 */
sort: Sort, 
/**
 * Whether to sort in descending order.
 */
descending: boolean, 
/**
 * Only tags of this quality. Rows appear and disappear when their quality changes.
 */
quality: Quality | null, 
/**
 * Only tags that consumers request.
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
 * The number of rows, at most 500.
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
 * The tags of a project, grouped by the place of declaration.
 */
export type OpenTagTree = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * Part of a name, an address, or a comment in any language; empty: all tags. Case is ignored.
 */
search: string, };

/**
 * The tags of a screen's trend. The answer has the known values; topic `trend` pushes new ones. A
 * screen has one trend: the next call changes it.
 */
export type OpenTrend = { 
/**
 * The session.
 */
session: string, 
/**
 * The tags in the order of their letters, at most eight; empty: the pushes end.
 */
tags: Array<string>, 
/**
 * The start; null: all known values.
 */
since: number | null, };

/**
 * The snapshots that wait for delivery.
 */
export type Outbox = { 
/**
 * Why snapshots cannot be stored: the disk is full or damaged; null: they can be stored.
 */
trouble: Message | null, 
/**
 * Number of waiting snapshots.
 */
depth: number, 
/**
 * Their size on disk, in bytes.
 */
bytes: number, 
/**
 * When the oldest waiting snapshot was stored.
 */
oldest: number | null, 
/**
 * The newest sequence; 0: no snapshot yet.
 */
newest: number, 
/**
 * Number of lost snapshots.
 */
lost: number, 
/**
 * The latest losses.
 */
losses: Array<Loss>, };

/**
 * The contents of a project: the tree of its code, blocks and types.
 */
export type Outline = { 
/**
 * The programs and organization blocks, in the project's order.
 */
programs: Array<CodeOwner>, 
/**
 * The blocks that other code calls.
 */
blocks: Array<CodeOwner>, 
/**
 * Types that the project defines.
 */
types: Array<TypeItem>, 
/**
 * The number of tags.
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
 * The version of this program.
 */
version: string, 
/**
 * Whether no service was chosen yet.
 */
isFirstRun: boolean, 
/**
 * Whether this is the demo, with virtual controllers.
 */
isDemo: boolean, 
/**
 * The configuration file of the sessions; null: the user starts sessions here.
 */
configuration: string | null, 
/**
 * The service that receives the values.
 */
service: ServiceConnection, 
/**
 * All sessions, including those that the user stopped.
 */
sessions: Array<Session>, 
/**
 * The stored settings.
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
 * The start of the scan of the values; null: no values are known.
 */
scanAt: number | null, 
/**
 * The controller's mode in that scan; empty if it is not known.
 */
mode: string, 
/**
 * Why no values are known; null: they are known.
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
 * Why the quality is not good; null: it is good.
 */
reason: string | null, };

/**
 * A permission of a key.
 */
export type Permission = { 
/**
 * The service's name: `hmi_view`.
 */
name: string, 
/**
 * Whether the key has it; null: not known.
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
 * The power flow.
 */
export type Power = "on" | "off" | "unknown" | "plain";

/**
 * The result of a preflight.
 */
export type Preflight = { 
/**
 * The device.
 */
controller: Controller, 
/**
 * Whether the controller matches the project.
 */
fit: Fit, 
/**
 * Whether the device is another controller than the project's, and not the same controller
 * with differences.
 */
isAnotherController: boolean, 
/**
 * The reasons: vendor, name, identity, tag list.
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
 * Number of checked tags.
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
 * Number of checked tags that can be read.
 */
readable: number, 
/**
 * Number of readable tags that a session without configured tags reads: the first ones that fit
 * into one push. It also has the tags that cannot be read, each with its reason.
 */
fitting: number, 
/**
 * Why the other tags cannot be read, the most frequent reason first.
 */
unreadable: Array<Unreadable>, 
/**
 * Actions that make more tags readable.
 */
proposals: Array<Proposal>, 
/**
 * The cost of a scan of the readable tags.
 */
forecast: Forecast, 
/**
 * How long the preflight took.
 */
tookMs: number, };

/**
 * The progress of a preflight, pushed by topic `preflight`.
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
 * Number of finished tags in this step.
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
 * The details of a project.
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
 * The file's name.
 */
fileName: string | null, 
/**
 * The file's size.
 */
fileBytes: number | null, 
/**
 * Number of the version, from 1.
 */
version: number | null, 
/**
 * When it was last changed.
 */
updatedAt: number, 
/**
 * When it was archived; null: it is not archived.
 */
archivedAt: number | null, 
/**
 * The state of the service's analysis; null: never analysed.
 */
analysis: Analysis | null, 
/**
 * Whether it was opened from a file on this computer, not from the service.
 */
isLocal: boolean, 
/**
 * Where the names of its tags come from.
 */
source: ProjectSource, 
/**
 * The contents of the project file; null: it cannot be read here, see `source`.
 */
file: ProjectFile | null, 
/**
 * The additions to the file.
 */
supplement: Supplement, 
/**
 * The controllers from which this computer read it, the latest first.
 */
controllers: Array<KnownController>, 
/**
 * The session on this computer.
 */
session: string | null, 
/**
 * The device that streams it, as the service reports; null: no device.
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
 * Number of tags.
 */
tags: number, 
/**
 * Number of tags with a comment.
 */
withComment: number, 
/**
 * Notes about the file.
 */
notes: Array<Message>, };

/**
 * The recordings of a project.
 */
export type ProjectHistory = { 
/**
 * The sessions with a recording, and the running sessions.
 */
sessions: Array<RecordedSessionView>, };

/**
 * A project, by its id.
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
 * Its id, from the service or, for a file that was opened here, from this computer.
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
 * When it was last changed.
 */
updatedAt: number, 
/**
 * Whether it was opened from a file on this computer, not from the service.
 */
isLocal: boolean, 
/**
 * The running session on this computer.
 */
session: string | null, 
/**
 * The controller from which this computer read it last.
 */
controller: string | null, };

/**
 * A page of projects, the most recently changed first.
 */
export type ProjectPage = { 
/**
 * The projects of the page.
 */
projects: Array<ProjectItem>, 
/**
 * The cursor of the next page; null: this is the last page.
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
 * The error code as in a failure: `no_file`, or the service's
 * (`insufficient_permissions`).
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
 * A version of a project.
 */
export type ProjectVersion = { 
/**
 * The number, from 1.
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
 * Whether it is the current version.
 */
isCurrent: boolean, 
/**
 * The words of the request, if it was saved from a proposal on this computer.
 */
request: string | null, };

/**
 * An action that makes more of a project's tags readable.
 */
export type Proposal = { "kind": "opcUa", 
/**
 * Number of tags.
 */
tags: number, 
/**
 * Its standard address: a preflight with it is the next step.
 */
endpoint: string, 
/**
 * Whether the server responds there.
 */
answers: boolean, } | { "kind": "blockNumbers", 
/**
 * The data blocks.
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
 * One of its options, or free text.
 */
text: string, };

/**
 * A point that a person should check before storing a proposal.
 */
export type ProposalRisk = { 
/**
 * The severity.
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
 * A change request in words.
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
 * Changes of the plan: another name, value or place.
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
 * The quality of a value.
 */
export type Quality = "good" | "uncertain" | "bad";

/**
 * Tags that are read at their own rate.
 */
export type RateGroup = { 
/**
 * The configured name.
 */
name: string, 
/**
 * Number of its tags now.
 */
tags: number, 
/**
 * The current scan interval.
 */
intervalMs: number, 
/**
 * Duration of the last scan.
 */
lastMs: number | null, 
/**
 * 99th percentile of the duration of the latest scans.
 */
p99Ms: number | null, 
/**
 * Number of scans.
 */
count: number, 
/**
 * Number of missed scans.
 */
missed: number, 
/**
 * Why its tags cannot be read, although other tags can.
 */
problem: Message | null, };

/**
 * An address as a user enters it, to convert into fields.
 */
export type ReadAddress = { 
/**
 * The vendor of the controllers to find.
 */
platform: Vendor, 
/**
 * The scheme of the protocol, if the text has no scheme; null: the platform's default.
 */
protocol: string | null, 
/**
 * An endpoint, a host, or a path as `RSLinx` shows it; empty: no address yet.
 */
text: string, };

/**
 * The tags whose causes are read in addition.
 */
export type ReadCauses = "alarms" | { "of": Array<string> };

/**
 * Tags that are read at their own rate, over their own connection.
 */
export type ReadGroup = { 
/**
 * Its name in the service: `fast`.
 */
name: string, 
/**
 * The scan interval in milliseconds, 10 to 3,600,000.
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
 * Only events after this id; null: all stored events.
 */
after: number | null, };

/**
 * A request for the values of a tag before the displayed period.
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
 * The end of the requested time.
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
 * Whether it is in the list of sessions; only then can a past moment be shown.
 */
isHere: boolean, 
/**
 * Whether its triggers come from a configuration file and cannot be changed here.
 */
isConfigured: boolean, 
/**
 * The first recorded scan; null: the recording is empty.
 */
from: number | null, 
/**
 * The last recorded scan.
 */
until: number | null, 
/**
 * Size on disk, without the incidents.
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
 * A kind of data that was removed from a bundle.
 */
export type Removed = { 
/**
 * The name.
 */
what: string, 
/**
 * How often it was removed.
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
 * The name in English: `Read Tag`.
 */
name: string, 
/**
 * The same as a message.
 */
said: Message, 
/**
 * The protocol's code: `0x4C`.
 */
code: string, 
/**
 * The number of sent requests since the start of the session.
 */
sent: number, };

/**
 * A routine in the tree.
 */
export type RoutineItem = { 
/**
 * The id, for the command `routine`.
 */
routine: number, 
/**
 * Its name.
 */
name: string, 
/**
 * The path, as in citations.
 */
path: string, 
/**
 * Its language: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`, `OTHER`.
 */
language: string, 
/**
 * The number of rungs or networks, or of lines of text.
 */
parts: number, 
/**
 * Whether the file hides its code.
 */
isHidden: boolean, };

/**
 * Numbers of rows, also in each frame.
 */
export type RowCounts = { 
/**
 * Rows that match the search and the filter.
 */
matching: number, 
/**
 * Pinned rows among them; they are the first rows.
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
 * With an uncertain value.
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
 * The number of rows between both.
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
 * The first row, including pinned rows.
 */
from: number, 
/**
 * The last row; if it is before `from`, the rows are returned in reverse order.
 */
to: number, };

/**
 * The answer of `rows`.
 */
export type RowsOpened = { 
/**
 * The number of this window, as in its frames.
 */
window: number, 
/**
 * The numbers of rows.
 */
counts: RowCounts, 
/**
 * The tags of `only` that the session does not read; they can be requested.
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
 * The path from a file dialog; null: the answer contains the bytes.
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
 * Only of this session; null: of all sessions.
 */
session: string | null, 
/**
 * The path from a file dialog; null: the answer contains the bytes.
 */
path: string | null, };

/**
 * A proposal to store.
 */
export type SaveProposal = { 
/**
 * The id of the changed project, as in the proposal.
 */
changed: string, 
/**
 * Whether to store a new version in the service; false: a file.
 */
asVersion: boolean, };

/**
 * New watch lists and trends of a project.
 */
export type SaveViews = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * All watch lists and trends.
 */
views: SavedViews, };

/**
 * A tag's values to save.
 */
export type SavedLane = { 
/**
 * The tag's name.
 */
tag: string, 
/**
 * The times.
 */
times: Array<number>, 
/**
 * The values: numbers, or a text for a non-finite number; null: no value.
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
 * The number of the new version; null: it was stored as a file.
 */
version: number | null, 
/**
 * The file; null: it was stored as a version.
 */
file: MadeFile | null, };

/**
 * A period.
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
 * A trend, and how it is shown.
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
 * The displayed time up to the newest value, in milliseconds.
 */
span: number, 
/**
 * A displayed period in the past; null: the newest values.
 */
zoom: SavedRange | null, 
/**
 * Whether all curves share one axis.
 */
isOneAxis: boolean, 
/**
 * The scale limits that the user set, by tag.
 */
scales: { [key in string]: [number, number] }, };

/**
 * The saved watch lists and trends of a project. An exported file has the same format.
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
 * The state of reading.
 */
export type Scan = { 
/**
 * Duration of the last scan.
 */
lastMs: number | null, 
/**
 * Median duration of the latest scans.
 */
p50Ms: number | null, 
/**
 * 99th percentile of the duration of the latest scans.
 */
p99Ms: number | null, 
/**
 * Durations of the latest scans: the number in each tenth of the interval, then the number of
 * longer scans.
 */
histogram: Array<number>, 
/**
 * Number of requests of the last scan.
 */
roundTrips: number, 
/**
 * The current scan interval.
 */
intervalMs: number, 
/**
 * The average interval of the latest scans.
 */
achievedMs: number | null, 
/**
 * Number of scans.
 */
count: number, 
/**
 * Number of missed scans.
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
 * Alerts that the user has seen.
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
 * The kind of service.
 */
kind: ServiceKind, 
/**
 * Its base address; empty without a service.
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
 * Duration of its last response.
 */
latencyMs: number | null, 
/**
 * The time of its last response. It is checked every few seconds while a screen is open; after
 * ten seconds the state is out of date.
 */
answeredAt: number | null, 
/**
 * The known permissions of the key.
 */
permissions: Array<Permission>, 
/**
 * Where the key is stored; null without a key.
 */
keyPlace: KeyPlace | null, 
/**
 * Why the keychain cannot be used on this computer; null: it can be used.
 */
noKeychain: Message | null, };

/**
 * The kind of service.
 */
export type ServiceKind = "none" | "builtIn" | "remote" | "configured";

/**
 * Whether the service answers.
 */
export type ServiceState = { "state": "unknown" } | { "state": "answers" } | { "state": "unusable", 
/**
 * The code as in a failure: `no_key`, `no_keychain`, …
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
 * The code as in a failure: `unreachable`, `unauthorized`, …
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
 * A session: a controller, and the project that receives its values. Topic `status` pushes all
 * sessions, at most four times per second.
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
 * Warnings about the values of a reading session: the controller does not match the project,
 * or too many scans are missed.
 */
attention: Array<Message>, 
/**
 * The device that answered last.
 */
controller: ControllerView | null, 
/**
 * The state of reading.
 */
scan: Scan, 
/**
 * Its rate groups, `normal` first; empty: all tags are read at one rate.
 */
groups: Array<RateGroup>, 
/**
 * The result of the last scan.
 */
tags: TagCounts, 
/**
 * The project's file with the names; null: not known yet, or the session uses the controller's
 * names.
 */
source: SessionSource | null, 
/**
 * When the controller's tag list is read; null: its protocol has no list, or no choice.
 */
tagList: TagList | null, 
/**
 * Number of names that consumers request.
 */
requested: number, 
/**
 * The snapshots that wait for delivery.
 */
outbox: Outbox, 
/**
 * The state of delivery.
 */
delivery: Delivery, 
/**
 * A message for the user about the outbox: a full disk, a snapshot that is too large.
 */
warnings: Array<Message>, 
/**
 * Whether it comes from a configuration file, and cannot be stopped or changed here.
 */
isConfigured: boolean, };

/**
 * A session, by its name.
 */
export type SessionName = { 
/**
 * The name, as in the status.
 */
session: string, };

/**
 * The tags that a session always reads, independent of requests.
 */
export type SessionReading = { 
/**
 * The scan interval in milliseconds.
 */
intervalMs: number, 
/**
 * All of its tags, including those of the groups.
 */
tags: Array<string>, 
/**
 * The tags that are read at other rates.
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
 * The project's file with a session's names.
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
 * Number of tags in it.
 */
tags: number, 
/**
 * The differences between the controller and the project, at most 20: such tags have no value.
 */
differences: Array<Message>, 
/**
 * Number of all differences.
 */
differing: number, 
/**
 * Why the project's names are not used, although the user expects them.
 */
problem: Message | null, };

/**
 * The activity of a session.
 */
export type SessionState = { "state": "connecting", 
/**
 * The number of the attempt since the last successful scan, from 1.
 */
attempt: number, } | { "state": "live", 
/**
 * The time of the connection.
 */
since: number, } | { "state": "waiting", 
/**
 * The time of the next attempt.
 */
until: number, 
/**
 * The number of that attempt.
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
 * Whether the user must log in here: `log_in`.
 */
wantsLogin: boolean, } | { "state": "paused", 
/**
 * The time of the pause.
 */
since: number, } | { "state": "fault", 
/**
 * The reason.
 */
cause: Message, 
/**
 * The possible decisions.
 */
decision: FaultDecision, } | { "state": "stopped", 
/**
 * The time.
 */
at: number, };

/**
 * A condition that creates an incident.
 */
export type SessionTrigger = { 
/**
 * Its name; if empty, the tag and the condition are the name.
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
 * The stored time before the trigger, in seconds.
 */
beforeS: number, 
/**
 * The stored time after the trigger, in seconds.
 */
afterS: number, };

/**
 * The user's settings. `use_service` sets the service.
 */
export type Settings = { 
/**
 * The language; null: the system's language.
 */
language: Language | null, 
/**
 * Light or dark; null: the system's setting.
 */
scheme: Scheme | null, 
/**
 * Large touch targets.
 */
largeTargets: boolean, 
/**
 * The scan interval of new sessions, 10 to 3,600,000.
 */
scanIntervalMs: number, 
/**
 * The push interval, 100 to 60,000.
 */
pushIntervalMs: number, 
/**
 * Maximum number of requests per second to a controller; null: no limit.
 */
maxRequestsPerSecond: number | null, 
/**
 * How long undelivered snapshots are stored, in hours.
 */
keepHours: number, 
/**
 * Maximum size of the undelivered snapshots of a session, in bytes.
 */
keepBytes: number, 
/**
 * Whether to start the sessions that ran when the program ended.
 */
resumeSessions: boolean, 
/**
 * Whether to start the desktop app when the user logs in.
 */
autostart: boolean, 
/**
 * The notifications about failed sessions.
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
 * The scan interval in milliseconds, 10 to 3,600,000.
 */
intervalMs: number, 
/**
 * The tags to read; null: all tags of the preflight. Those that cannot be read have
 * a reason.
 */
tags: Array<string> | null, 
/**
 * Whether to end another device's session on the project.
 */
takeOver: boolean, 
/**
 * When a Logix controller's tag list is read; null: the default, which is never if the
 * project's file is known.
 */
tagList: TagList | null, 
/**
 * Tags that are read at other rates; absent: those of the project's last session.
 */
groups?: Array<ReadGroup>, 
/**
 * Tags whose causes are read in addition, so that the recording shows which input changed
 * first; absent: those of the project's last session.
 */
causeSet?: ReadCauses, 
/**
 * The conditions that create incidents; absent: those of the project's last session.
 */
triggers?: Array<SessionTrigger>, };

/**
 * The requests that may be sent to a session's controller, and the sent ones.
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
 * All kinds of requests that can be sent.
 */
kinds: Array<RequestKind>, 
/**
 * The number of sent write requests: always 0, because the program has no write request.
 */
writes: number, 
/**
 * Number of frames that the guard refused to send, because their kind is not in the list.
 */
refused: number, 
/**
 * The statement in English.
 */
promise: string, 
/**
 * The same as a message.
 */
said: Message, };

/**
 * All sessions.
 */
export type Status = { 
/**
 * The current time of the computer that runs the sessions: the reference for countdowns and
 * ages.
 */
now: number, 
/**
 * The sessions in the order of their start.
 */
sessions: Array<Session>, };

/**
 * A step from a moment to the next change of a tag or to the next incident.
 */
export type StepInTime = { 
/**
 * The session.
 */
session: string, 
/**
 * The tag; null: step to an incident.
 */
tag: string | null, 
/**
 * The moment to start from; null: now.
 */
at: number | null, 
/**
 * Whether to step forward in time.
 */
later: boolean, };

/**
 * The result of a step in time.
 */
export type SteppedTo = { 
/**
 * The time of the change or incident; null: no other is recorded.
 */
at: number | null, };

/**
 * Work to stop.
 */
export type StopWork = { 
/**
 * The work.
 */
work: LongWork, };

/**
 * Information that the project's file lacks, entered by the user. It is stored with the project on
 * this computer, and sessions use it.
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
 * Switches a wire trace on for some time, or off.
 */
export type SwitchTrace = { 
/**
 * The session.
 */
session: string, 
/**
 * Duration in seconds, at most 600; 0: switch off now.
 */
seconds: number, };

/**
 * The values of a tag in the last minutes. Recording starts with the first call.
 */
export type TagChanges = { 
/**
 * The times of the changes, oldest first; at most 600.
 */
times: Array<number>, 
/**
 * The values after the changes, as numbers; bits are 0 and 1; null: no value was read.
 */
values: Array<number | null>, 
/**
 * The time up to which the values are known.
 */
until: number, 
/**
 * Whether older changes were omitted.
 */
isCut: boolean, };

/**
 * Numbers of tags by quality.
 */
export type TagCounts = { 
/**
 * With a value.
 */
good: number, 
/**
 * With an uncertain value.
 */
uncertain: number, 
/**
 * Without a value.
 */
bad: number, 
/**
 * Requested tags without a value.
 */
requestedBad: number, };

/**
 * A group of tags.
 */
export type TagGroupItem = { 
/**
 * The kind of group.
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
 * The kind of a group of tags.
 */
export type TagGroupKind = "controller" | "program" | "block" | "inputOutput";

/**
 * Recorded values, the newest first.
 */
export type TagHistory = { 
/**
 * The values, at most 1,000.
 */
values: Array<PastValueView>, 
/**
 * The number of values in this time.
 */
of: number, 
/**
 * The gaps in the recording.
 */
gaps: Array<TimeLineGap>, };

/**
 * When a Logix controller's tag list is read.
 */
export type TagList = "never" | "whenItSaves";

/**
 * The groups of a project's tags.
 */
export type TagTree = { 
/**
 * The groups with tags in the project's order; inputs and outputs are last.
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
 * The index of the first tag.
 */
from: number, 
/**
 * The number of tags, at most 50,000.
 */
count: number, 
/**
 * The language of the comments, if the project has them in several.
 */
language: Language, };

/**
 * Rows to copy or to export.
 */
export type TakeRows = { 
/**
 * The tags' names; null: all rows of the window's search and filter, in its order.
 */
tags: Array<string> | null, 
/**
 * The language of the comments, if the project has them in several.
 */
language: Language, 
/**
 * The session.
 */
session: string, };

/**
 * Rows with their complete values, by column.
 */
export type TakenRows = { 
/**
 * The tags' names.
 */
names: Array<string>, 
/**
 * The values as in the service's JSON; null without a value, even if a last good value is
 * known.
 */
values: unknown[], 
/**
 * The controller's names of their types; empty if not known.
 */
types: Array<string>, 
/**
 * As in frames: 0: good, 1: uncertain, 2: bad, 3: not read now, with the last read value.
 */
qualities: Array<number>, 
/**
 * Why the quality is not good, or why it is not read: a stable code.
 */
reasons: Array<string | null>, 
/**
 * When the response arrived.
 */
times: Array<number>, 
/**
 * The comments in the project, in the requested language; empty if it has no comment.
 */
comments: Array<string>, 
/**
 * The units in the project; empty if it has none.
 */
units: Array<string>, 
/**
 * Their addresses as the vendor's editor writes them: `%I0.3`, `Local:1:I.Data.3`; empty: the
 * name is the address.
 */
addresses: Array<string>, };

/**
 * The recording of a session.
 */
export type TimeLine = { 
/**
 * The first recorded scan; null: the recording is empty.
 */
from: number | null, 
/**
 * The last recorded scan. The latest ten seconds may not be written yet.
 */
until: number | null, 
/**
 * The gaps, oldest first.
 */
gaps: Array<TimeLineGap>, 
/**
 * The incidents, by number.
 */
incidents: Array<TimeLineIncident>, };

/**
 * A time without recorded values.
 */
export type TimeLineGap = { 
/**
 * The start.
 */
from: number, 
/**
 * The end.
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
 * The time of the trigger.
 */
at: number, 
/**
 * The user's note.
 */
note: string, };

/**
 * A wire trace: every frame to and from a controller, stored in memory.
 */
export type Trace = { 
/**
 * When it ends; null: it is off.
 */
until: number | null, 
/**
 * Number of stored frames.
 */
frames: number, 
/**
 * Size of the stored frames.
 */
bytes: number, 
/**
 * Number of older frames that were dropped.
 */
dropped: number, };

/**
 * A comment in a further language.
 */
export type TranslatedComment = { 
/**
 * The language as the file writes it: `de-DE`.
 */
language: string, 
/**
 * The comment.
 */
text: string, };

/**
 * The known values of the tags.
 */
export type Trend = { 
/**
 * The session.
 */
session: string, 
/**
 * The number of the trend, as in its frames. A later trend has a higher number.
 */
number: number, 
/**
 * One per tag, in the requested order.
 */
lanes: Array<Lane>, 
/**
 * The time up to which the values are complete; 0: no value yet.
 */
until: number, };

/**
 * New points, pushed by topic `trend`, at most ten times per second.
 */
export type TrendFrame = { 
/**
 * The session.
 */
session: string, 
/**
 * The number of the trend.
 */
number: number, 
/**
 * The trend cannot continue and must be opened again, because the session or the clock has
 * changed, or more is known of the tags. No more updates follow.
 */
renew: boolean, 
/**
 * The points to add, one entry per tag in the requested order.
 */
lanes: Array<LanePoints>, 
/**
 * The time up to which the values are complete: lines are drawn up to here.
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
 * The fingerprint that the user has seen.
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
 * Its name, for a `supplement`.
 */
name: string, 
/**
 * Number of tags in it.
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
 * The reason, with the controller's error.
 */
text: Message, 
/**
 * The advice.
 */
remedy: Message, 
/**
 * Number of tags.
 */
count: number, 
/**
 * The first of them, at most 200.
 */
tags: Array<string>, };

/**
 * The service to use.
 */
export type UseService = { "kind": "builtIn" } | { "kind": "remote", 
/**
 * Its base address, with or without `/api/v1`.
 */
url: string, 
/**
 * The key; null: the stored key.
 */
key: string | null, 
/**
 * Where to store the key.
 */
keep: KeyPlace, };

/**
 * A version to read, or to make the current version.
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
 * The uses of a name.
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
 * The uses in the project's order, at most 500.
 */
rows: Array<CodeUse>, 
/**
 * The number of all uses.
 */
of: number, 
/**
 * Why there may be more uses.
 */
gaps: Array<Message>, };

/**
 * A request for the uses of a name.
 */
export type UsesOf = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The name, as the platform or a session writes it.
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
 * The number of fixed rows, which are the table's first rows.
 */
head: number, 
/**
 * The number of the first row after the fixed ones.
 */
offset: number, 
/**
 * The tags' names.
 */
names: Array<string>, 
/**
 * The controller's names of their types; empty if not known.
 */
types: Array<string>, 
/**
 * The comments in the project, in the requested language; empty if it has no comment.
 */
comments: Array<string>, 
/**
 * The units in the project; empty if it has none.
 */
units: Array<string>, 
/**
 * Their addresses as the vendor's editor writes them: `%I0.3`, `Local:1:I.Data.3`; empty: the
 * name is the address.
 */
addresses: Array<string>, 
/**
 * Whether consumers request them.
 */
requested: Array<boolean>, 
/**
 * Whether they are pinned.
 */
pinned: Array<boolean>, 
/**
 * Their letters in the trend, from 0; null: not in the trend.
 */
letters: Array<number | null>, 
/**
 * The depth in the tag, 0 for the tag itself.
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
 * The number of parts; for `rest` the number of hidden elements.
 */
parts: Array<number>, 
/**
 * Whether it is expanded.
 */
unfolded: Array<boolean>, };

/**
 * Why a value is not followed.
 */
export type WhyEnd = "outside" | "unread" | "number" | "edge" | "again" | "deep" | "held" | "block";

/**
 * A value that another one depends on.
 */
export type WhyLink = { 
/**
 * The distance from the tag; 1: the tag depends on it directly.
 */
level: number, 
/**
 * The name, as the platform writes it; the expression of a computed value.
 */
name: string, 
/**
 * Whether it is a tag.
 */
isTag: boolean, 
/**
 * Its value, truncated if it is long; null: it is not read.
 */
value: string | null, 
/**
 * The controller's name of its type; empty if it is not known.
 */
type: string, 
/**
 * The quality of the value.
 */
quality: Quality | null, 
/**
 * When it was read.
 */
at: number | null, 
/**
 * The rungs that write it, the last one first.
 */
rungs: Array<WhyRung>, 
/**
 * Why it is not followed; null: it is followed.
 */
end: WhyEnd | null, 
/**
 * For a timer: the elapsed time and the preset, in milliseconds.
 */
timer: [number, number] | null, };

/**
 * Why a tag has its state, from the values that the screen shows.
 */
export type WhyNow = { 
/**
 * Its state.
 */
is: WhyState, 
/**
 * Whether the code gives a different result than its value.
 */
disagrees: boolean, 
/**
 * Whether it keeps its value, because no statement writes it now.
 */
isKept: boolean, 
/**
 * Whether no statement of the project writes it.
 */
isOutside: boolean, 
/**
 * Number of statements that may write it and are not followed.
 */
others: number, 
/**
 * Decisive tags that are not read.
 */
missing: Array<string>, 
/**
 * The start of the scan of the values; null: no values are known.
 */
scanAt: number | null, 
/**
 * Why the values are not current: a stable code such as `paused`.
 */
unread: string | null, 
/**
 * The rungs that write it, the last one first.
 */
rungs: Array<WhyRung>, 
/**
 * The chain from the tag to the inputs that no code writes. Each link is followed by the
 * values on which it depends.
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
 * The path of the routine, as in citations.
 */
path: string, 
/**
 * Its number; null: the routine is one text.
 */
rung: number | null, };

/**
 * The state of a tag.
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
 * The bit's number; 0 is the lowest bit.
 */
bit: number, };

/**
 * The progress of long work.
 */
export type WorkProgress = { 
/**
 * The work.
 */
work: LongWork, 
/**
 * The current step.
 */
step: Message, 
/**
 * The number of finished parts.
 */
done: number, 
/**
 * The number of parts; 0: not known.
 */
of: number, };
