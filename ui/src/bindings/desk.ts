// Made of desk/src/view by `cargo xtask bless`; not to be edited.

/** The commands that a face may give: what they take, and what they answer. */
export interface Commands {
/** What a face shows first. */
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
/** Deletes an archived project with its versions, values and history, for good. */
delete_project: { arguments: DeleteProject, answer: null },
/** A project's versions, the newest first. */
versions: { arguments: ProjectId, answer: Array<ProjectVersion> },
/** A version's file; its bytes come back as the answer. */
version_file: { arguments: UseVersion, answer: MadeFile },
/** What two versions of a project differ in, or two projects. */
compare_code: { arguments: CompareCode, answer: CodeChanges },
/** Makes an older version current again, as the next one. */
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
/** What stands at a place that an answer was read from. */
cited_place: { arguments: OpenCited, answer: CitedPlace },
/** The values beside an answer, of now. */
answer_values: { arguments: AnswerTags, answer: AnswerValues },
/** Starts a session; the answer names it. */
start_session: { arguments: StartSession, answer: SessionName },
/** What a session reads for good, and at which rates. */
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
/** What a tag or a part of one was in the last minutes. */
changes: { arguments: OneTag, answer: TagChanges },
/** The tree of a project: programs, blocks, types. */
outline: { arguments: ProjectId, answer: Outline },
/** Tags of a project by a part of their name or comment. */
find_names: { arguments: FindNames, answer: FoundNames },
/** A routine, drawn, with the values of now. */
routine: { arguments: OpenRoutine, answer: DrawnRoutine },
/** Asks the service for tags that are shown and not read, for a minute. */
ask_for_tags: { arguments: AskForTags, answer: null },
/** Where a project's code uses a name. */
uses: { arguments: UsesOf, answer: Uses },
/** What tags were at each second of the last minute. */
last_minute: { arguments: LastMinuteOf, answer: LastMinute },
/** Pins a tag, or lets it go; kept for the project. */
pin: { arguments: Pin, answer: null },
/** Rows with their whole values: to copy, or to export. */
take_rows: { arguments: TakeRows, answer: TakenRows },
/** Opens or changes the trend. */
trend: { arguments: OpenTrend, answer: Trend },
/** What the service knows of a tag before a time: page by page, as far back as it goes. */
older_trend: { arguments: ReadOlder, answer: OlderPoints },
/** The values of a trend, to be saved. */
export_trend: { arguments: ExportTrend, answer: Array<SavedLane> },
/** Events, oldest first. */
log: { arguments: ReadLog, answer: Array<LogEvent> },
/** What may be sent to a session's controller and what was, its counters, its wire trace. */
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
/** What a support bundle would hold. */
bundle: { arguments: MakeBundle, answer: Bundle },
/** Makes a support bundle. */
save_bundle: { arguments: SaveBundle, answer: MadeFile },
/** What a person has seen of the sessions that dropped out. */
seen_alerts: { arguments: SeenAlerts, answer: null },
/** What a person can set. */
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
 * What follows host and port, without its slash.
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
 * What is filled in.
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
 * What is the case.
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
 * Who is told that a session drops out, and of what.
 */
export type AlertRules = { 
/**
 * The system notifies, beside the list.
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
 * Ids of projects that nobody is told of.
 */
muted: Array<string>, };

/**
 * How far the analysis of a version is.
 */
export type Analysis = "queued" | "running" | "complete" | "error";

/**
 * The tags whose values are to stand beside an answer.
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
 * A value beside an answer.
 */
export type AnswerValue = { 
/**
 * As text, cut where it is long.
 */
value: string, 
/**
 * The controller's name of its type; empty where nobody tells it.
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
 * The values beside an answer.
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
 * One for each tag, in the order asked; null: nobody reads it now.
 */
values: Array<AnswerValue | null>, };

/**
 * One of them.
 */
export type Argument = number | string | Array<Argument> | Message;

/**
 * What came of a question.
 */
export type AskAnswer = { 
/**
 * `answer`, `needs_input`, `unresolved`.
 */
status: string, 
/**
 * The answer, or why there is none; `[3]` stands where it is made of the third place.
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
 * Tags of the project that it names, at most 100: their values stand beside it.
 */
tags: Array<string>, 
/**
 * What has to be known first.
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
 * Tags that a screen shows and nobody reads.
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
 * What is heard of an answer while it is made. The pushes of topic `ask`.
 */
export type AskHeard = { "kind": "phase", "data": string } | { "kind": "text", "data": string } | { "kind": "again" };

/**
 * A question about one of the service's projects. What is heard of the answer while it is made is
 * pushed by topic `ask`. The next question of a screen ends the one before.
 */
export type AskQuestion = { 
/**
 * As in the list of projects.
 */
project: string, 
/**
 * The question; null where it only chooses.
 */
question: string | null, 
/**
 * The conversation that it continues; null: it begins one.
 */
conversation: string | null, 
/**
 * What is chosen of what was asked back.
 */
choice: AskChoice | null, };

/**
 * Something that has to be known before a question can be answered.
 */
export type AskedBack = { 
/**
 * What a choice names it by.
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
 * What a support bundle holds.
 */
export type Bundle = { 
/**
 * Its files.
 */
files: Array<BundleFile>, 
/**
 * What was found and removed: `keys`, `passwords`, `user names`, `computer names`.
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
 * What it is, in plain words.
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
 * What it says, up to 64 KiB of it.
 */
text: string, };

/**
 * The certificate that a server shows.
 */
export type Certificate = { 
/**
 * Whose it is: `CN=CODESYS@CIP-B`.
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
 * What is to become of one of the service's projects; null stays as it is.
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
 * What stands at a place of an answer.
 */
export type CitedPlace = { 
/**
 * Its path.
 */
path: string, 
/**
 * What its code is written in; null: it is no code.
 */
language: string | null, 
/**
 * What its authors say of it.
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
 * What is different.
 */
kind: Message, 
/**
 * What is executed does the same.
 */
doesTheSame: boolean, 
/**
 * What it is about: an operand, an instruction, a tag, a rung's text.
 */
subject: string, 
/**
 * What it was, where something took its place.
 */
from: string | null, 
/**
 * What it is now.
 */
to: string | null, 
/**
 * Where it stood.
 */
before: CodeSpot | null, 
/**
 * Where it stands.
 */
after: CodeSpot | null, };

/**
 * What two of them differ in.
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
 * A line of a text.
 */
export type CodeLine = { 
/**
 * From 1.
 */
number: number, 
/**
 * Its text, in pieces: names stand alone.
 */
pieces: Array<CodeName>, };

/**
 * A name in code, or a literal.
 */
export type CodeName = { 
/**
 * As it is written.
 */
text: string, 
/**
 * The whole name; null: it is none, or has none outside of the code.
 */
tag: string | null, 
/**
 * Its value, cut where it is long; null: it is not read.
 */
value: string | null, 
/**
 * Of a value that is read, the controller's name of its type; empty where nobody tells it.
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
 * What its authors say of it.
 */
comment: string | null, 
/**
 * Its code.
 */
routines: Array<RoutineItem>, };

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
 * What stands there.
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
 * What was before.
 */
from: CodeVersion, 
/**
 * What is after.
 */
to: CodeVersion, };

/**
 * A controller that answered.
 */
export type Controller = { 
/**
 * How it is reached: `logix://10.0.0.5/1,0`.
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
 * Serial number; empty where there is none.
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
 * Who answered, in its own words.
 */
export type ControllerView = { 
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
 * Serial number; empty where there is none.
 */
serial: string, 
/**
 * The name that its owners gave it.
 */
name: string | null, 
/**
 * Where it was reached.
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
 * Who answered on the network.
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
 * A project to delete for good.
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
 * What keeps it; `conflict`: `take_over`.
 */
trouble: ServiceTrouble, 
/**
 * The next attempt.
 */
until: number, 
/**
 * What happened.
 */
cause: Message, 
/**
 * What a person can do.
 */
remedy: Message, } | { "state": "ended" };

/**
 * What `diagnostics` answers.
 */
export type Diagnostics = { 
/**
 * What may be sent, and what was.
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
 * What: a tag, a type, a block.
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
 * What it is written in.
 */
language: string, 
/**
 * What its authors say of it.
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
 * What its authors say of it.
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
 * Which face this is.
 */
export type Face = "window" | "console";

/**
 * One thing that was compared.
 */
export type Fact = { 
/**
 * What: `platform`, `name`, `model`, `serial`, `device`, `tags`, `types`, `blocks`.
 */
subject: string, 
/**
 * How it stands.
 */
fit: Fit, 
/**
 * What was seen.
 */
text: Message, };

/**
 * What a person can decide about a session that stopped by itself.
 */
export type FaultDecision = "acceptController" | "startAgain";

/**
 * Where a file comes from.
 */
export type FileSource = { "path": string } | { "bytes": string };

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
 * What a check of the way to service and controllers found.
 */
export type Finding = { 
/**
 * What was checked: `service: key`, `line-3: controller`.
 */
subject: Message, 
/**
 * `fine`, `doubtful`, `unusable`, `unreachable`, `refused`.
 */
verdict: string, 
/**
 * What was seen.
 */
detail: Message, 
/**
 * What to do, where something is to be done.
 */
remedy: Message | null, };

/**
 * Whether something is as the project has it.
 */
export type Fit = "matches" | "differs" | "unknown";

/**
 * What a scan will cost.
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
 * The value as text: short, and cut where it is long. En dash: none. Numbers have a point and
 * no thousands; `TRUE` and `FALSE` are `true` and `false`. With 2 in `qualities` the last good
 * value, if there was one, which is as old as `times` says.
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
 * What people call its protocol.
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
 * What is read, or what came of it; the first 500.
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
 * What it says.
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
 * Bytes that came; null: that cannot be told.
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
 * What it says.
 */
said: Message, 
/**
 * What it says, as the protocol counts: `0x0a: 31 × 0x4c Read Tag`.
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
 * A request that nobody answered.
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
 * Older ones that made room.
 */
dropped: number, 
/**
 * How many are requests that nobody answered.
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
 * As the service gets it: structures are objects, arrays arrays. Null where there is none.
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
 * What it can be unfolded into.
 */
kind: RowKind, 
/**
 * What the project says of it; empty where it says nothing.
 */
comment: string, 
/**
 * The unit that the project tells; empty where it tells none.
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
 * What it was when it was good last, where it is not now.
 */
lastGood: LastGoodValue | null, 
/**
 * Of a bit, the integer that it is a bit of.
 */
word: Word | null, 
/**
 * Where it lies in the controller, as far as the project tells; null: its name is its address.
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
 * How it is reached.
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
 * What it said that it is: `1756-L83E/B`.
 */
product: string, 
/**
 * The name that its owners gave it.
 */
name: string | null, 
/**
 * Serial number; empty where there is none.
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
 * What stands in it: nothing, `/`, letters.
 */
mark: string, 
/**
 * Above it, and below it.
 */
operands: Array<CodeName>, 
/**
 * What comes in.
 */
before: Power, 
/**
 * What goes out.
 */
after: Power, } | { "kind": "coil", 
/**
 * What stands in it.
 */
mark: string, 
/**
 * Above it, and below it.
 */
operands: Array<CodeName>, 
/**
 * What comes in.
 */
before: Power, 
/**
 * What goes out.
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
 * It does something: it stands at the right.
 */
acts: boolean, 
/**
 * What comes in.
 */
before: Power, 
/**
 * What goes out.
 */
after: Power, } | { "kind": "branch", 
/**
 * Each of them.
 */
legs: Array<Array<LadderPiece>>, 
/**
 * What comes in.
 */
before: Power, 
/**
 * What goes out.
 */
after: Power, };

/**
 * An operand or a pin of a box.
 */
export type LadderRow = { 
/**
 * What it is called; empty where nobody says.
 */
label: string, 
/**
 * What is there; null: something flows into it.
 */
name: CodeName | null, 
/**
 * What flows into it.
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
 * The unit that the project tells; empty where it tells none.
 */
unit: string, 
/**
 * It has no number that could be drawn (text, a structure).
 */
isNotDrawn: boolean, 
/**
 * Of what is earlier, the service kept only the newest values: others are missing between them;
 * null: none is.
 */
cutAt: number | null, 
/**
 * When.
 */
times: Array<number>, 
/**
 * What, as a number: bits are 0 and 1.
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
 * What; null: from there on nothing was read.
 */
values: Array<number | null>, 
/**
 * The times of those that are uncertain.
 */
uncertain: Array<number>, };

/**
 * What a person reads.
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
 * How new the values beside code are.
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
 * Those that nobody reads: they can be asked for.
 */
missing: Array<string>, };

/**
 * Who streams a project.
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
 * When it was last heard of.
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
 * What.
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
 * Which part of the program says so.
 */
target: string, };

/**
 * A user and a password to log in with. The password is in no answer, event or bundle.
 */
export type LogIn = { 
/**
 * The controller's address; a user in it makes room for this one.
 */
endpoint: string, 
/**
 * The user's name at the controller.
 */
user: string, 
/**
 * As it was entered: blanks belong to it.
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
 * Who logs in; null: nobody by name.
 */
user: string | null, 
/**
 * Where the password is kept; null: none is known here.
 */
keep: KeyPlace | null, 
/**
 * Why the keychain cannot be used on this computer; null: it can.
 */
noKeychain: Message | null, };

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
 * Why a snapshot left without having been stored by the service.
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
 * Its bytes in base64; null: it was saved where it was asked for.
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
 * What is the case, so that it can be decided by and be said in any language.
 */
export type Message = { 
/**
 * Which sentence: `link-timeout`.
 */
code: string, 
/**
 * By their names.
 */
arguments?: { [key in string]: Argument }, };

/**
 * What the service knows of an earlier time.
 */
export type OlderPoints = { 
/**
 * Oldest first.
 */
points: LanePoints, 
/**
 * Of what is earlier, the service kept only the newest values: others are missing between them;
 * null: none is.
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
 * By what they are ordered. The order is made when this is called, and then kept: rows don't
 * move because values change.
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
 * Only these tags, at most 10,000: a watch list. Without another order they stand in its; null: all.
 */
only: Array<string> | null, 
/**
 * The first row of the window, pinned rows counted: those stand before all others.
 */
offset: number, 
/**
 * How many rows, at most 500.
 */
limit: number, 
/**
 * The names of the rows whose parts stand below them.
 */
unfolded: Array<string>, 
/**
 * How many pinned rows, the table's first, the window has beside: they stay on the screen.
 */
head: number, };

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
 * What waits for delivery.
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
 * What a project is made of: the tree of its code, blocks and types.
 */
export type Outline = { 
/**
 * What is executed, in the project's order.
 */
programs: Array<CodeOwner>, 
/**
 * What is called.
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
 * What a person should know of the file.
 */
notes: Array<Message>, };

/**
 * What a face shows first.
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
 * What this face can do beside the commands.
 */
face: Face, };

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
 * A tag to pin, or not any more.
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
 * Whether it is to stand on top.
 */
pinned: boolean, };

/**
 * Whether current flows.
 */
export type Power = "on" | "off" | "unknown" | "plain";

/**
 * What was found.
 */
export type Preflight = { 
/**
 * Who answers.
 */
controller: Controller, 
/**
 * Whether it fits the project, as a whole.
 */
fit: Fit, 
/**
 * Whether another controller answers than the project is for, and not the project's with
 * differences.
 */
isAnotherController: boolean, 
/**
 * Why: vendor, name, identity, tag list.
 */
facts: Array<Fact>, 
/**
 * What differs in the controller from the project, at most 1000.
 */
differences: Array<Difference>, 
/**
 * Where the names of tags come from.
 */
source: ProjectSource, 
/**
 * What a person told beside the project's file.
 */
supplement: Supplement, 
/**
 * Tags that were tried.
 */
tags: number, 
/**
 * Tags that were not, since a session has so many at most.
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
 * Of those, what a session takes that is told none: the first that fit into one push.
 */
fitting: number, 
/**
 * Why the others cannot, the most frequent reason first.
 */
unreadable: Array<Unreadable>, 
/**
 * What a person could do to read more of them.
 */
proposals: Array<Proposal>, 
/**
 * What a scan of the readable ones will cost.
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
 * What is under way.
 */
step: PreflightStep, 
/**
 * Tags that are done in this step.
 */
done: number, 
/**
 * Of so many; 0: not known.
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
 * What kind of file it came from.
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
 * Opened from a file on this computer, and not in the service.
 */
isLocal: boolean, 
/**
 * Where the names of its tags come from.
 */
source: ProjectSource, 
/**
 * What the project file says; null: it cannot be read here, and `source` says why.
 */
file: ProjectFile | null, 
/**
 * What a person told beside the file.
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
 * Who streams it, as the service says; null: nobody.
 */
live: LiveFrom | null, };

/**
 * What a project file says.
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
 * What a person should know of the file.
 */
notes: Array<Message>, };

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
 * What kind of file it came from.
 */
fileType: string, 
/**
 * When it was last touched.
 */
updatedAt: number, 
/**
 * Opened from a file on this computer, and not in the service.
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
 * What is the case with the service.
 */
message: Message, } | { "from": "pending" } | { "from": "controller", 
/**
 * Why, as in a failure: `no_file`, or the service's own (`insufficient_permissions`).
 */
error: string, 
/**
 * What is the case.
 */
message: Message, 
/**
 * What to do.
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
 * What the file is called.
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
 * What a person could do to read more of a project's tags.
 */
export type Proposal = { "kind": "opcUa", 
/**
 * How many.
 */
tags: number, 
/**
 * Its address, unless somebody moved it: a preflight with it is the next step.
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
 * A protocol.
 */
export type ProtocolName = { 
/**
 * Its scheme: `opc.tcp`.
 */
scheme: string, 
/**
 * What people call it: `OPC UA`.
 */
name: string, };

/**
 * What the desk says by itself.
 */
export type Push = { "topic": "status", "data": Status } | { "topic": "alerts", "data": Array<Alert> } | { "topic": "values", "data": Frame } | { "topic": "trend", "data": TrendFrame } | { "topic": "log", "data": Array<LogEvent> } | { "topic": "service", "data": ServiceConnection } | { "topic": "preflight", "data": PreflightProgress } | { "topic": "ask", "data": AskHeard };

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
 * Whose controllers are looked for.
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
 * What a tag was before what is shown.
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
 * Something that a bundle does not hold.
 */
export type Removed = { 
/**
 * What.
 */
what: string, 
/**
 * How often it was found.
 */
count: number, };

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
 * What `routine` names it by.
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
 * What it is written in: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`, `OTHER`.
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
 * That consumers ask for.
 */
requested: number, };

/**
 * What a row can be unfolded into.
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
 * The last of them; before `from`, they are told from there upwards.
 */
to: number, };

/**
 * What `rows` answers.
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
 * What: a number, or a text where it is not finite; null: there is none.
 */
values: (number | string | null)[], 
/**
 * As in frames: 0: good, 1: uncertain, 2: bad.
 */
qualities: Array<number>, 
/**
 * Of what is earlier, the service kept only the newest values; null: nothing is missing.
 */
cutAt: number | null, };

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
 * Scans that could not be stored: nobody will get them.
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
 * Up to the one of this number.
 */
through: number, };

/**
 * Where values go, and how it stands.
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
 * What the key may do, as far as it could be found out.
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
 * What is the case.
 */
message: Message, 
/**
 * What to do.
 */
remedy: Message, } | { "state": "trouble", 
/**
 * As in a failure: `unreachable`, `unauthorized`, …
 */
error: string, 
/**
 * What is the case.
 */
message: Message, 
/**
 * What to do.
 */
remedy: Message, };

/**
 * What keeps the service from taking what is pushed.
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
 * What it is doing.
 */
state: SessionState, 
/**
 * Why its values need care though it reads: the controller is not the project's, too many scans
 * are missed.
 */
attention: Array<Message>, 
/**
 * Who answered last.
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
 * What the last scan brought.
 */
tags: TagCounts, 
/**
 * The project's file that names come from; null: it is not known yet, or names are the
 * controller's by choice.
 */
source: SessionSource | null, 
/**
 * When the controller's own list of tags is read; null: its protocol cannot do without, or
 * there is none.
 */
tagList: TagList | null, 
/**
 * Names that consumers ask for.
 */
requested: number, 
/**
 * What waits for delivery.
 */
outbox: Outbox, 
/**
 * How delivery goes.
 */
delivery: Delivery, 
/**
 * What a person should know beside it: a full disk, a snapshot that is too large.
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
 * What a session reads for good, whether or not the service asks for it.
 */
export type SessionReading = { 
/**
 * From the start of one scan to the start of the next.
 */
intervalMs: number, 
/**
 * All of its tags, those of the groups among them.
 */
tags: Array<string>, 
/**
 * Those that are read at other rates.
 */
groups: Array<ReadGroup>, 
/**
 * What the last scan took, in milliseconds; a shorter interval is missed.
 */
scanMs: number | null, 
/**
 * So many tags it reads at the most. Of more, the last ones of those at its own interval are left
 * out first.
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
 * What differs in the controller from it, at most 20: such tags have no value.
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
 * What a session is doing.
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
 * What failed.
 */
cause: Message, 
/**
 * What a person can do.
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
 * What can be decided.
 */
decision: FaultDecision, } | { "state": "stopped", 
/**
 * Then.
 */
at: number, };

/**
 * What a person can set. The service is set by `use_service`.
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
 * Who is told that a session drops out.
 */
alerts: AlertRules, };

/**
 * By what rows are ordered.
 */
export type Sort = "given" | "name" | "value" | "type" | "quality" | "age" | "comment";

/**
 * What to look at before anything is polled.
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
 * What the project's file does not tell, kept with the project from now on; null: what is kept.
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
 * What to read; null: all tags that the preflight could read.
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
groups: Array<ReadGroup>, };

/**
 * What may be sent to a session's controller, and what was.
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
 * What time it is where the sessions run: countdowns and ages are against this.
 */
now: number, 
/**
 * In the order in which they were started.
 */
sessions: Array<Session>, };

/**
 * What a project's file does not tell, and a person does. It is kept with the project on this
 * computer, and sessions go by it.
 */
export type Supplement = { 
/**
 * Numbers of Siemens data blocks by name, 1 to 65535.
 */
blockNumbers: { [key in string]: number }, 
/**
 * What stands before the application in a CODESYS server's node ids; null: it is learned from
 * the server.
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
 * What a tag was in the last minutes. It is recorded from the first call on.
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
 * There were more changes, and only the latest are told.
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
 * When a Logix controller's own list of tags is read.
 */
export type TagList = "never" | "whenItSaves";

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
 * As the service gets them; null where there is none, also where only the last good one is known.
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
 * What the project says of them; empty where it says nothing.
 */
comments: Array<string>, 
/**
 * The units that the project tells; empty where it tells none.
 */
units: Array<string>, 
/**
 * Where they lie in the controller, as far as the project tells; empty: the name is the address.
 */
addresses: Array<string>, };

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
 * What is known of the tags' past.
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
 * What came in since. The pushes of topic `trend`, at most ten a second.
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
 * It cannot go on, for the session or the clock is another one, or more is known of the tags now: the
 * trend is to be opened again. Nothing else is told of it until then.
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
 * What its authors say of it.
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
 * What its authors say of it.
 */
comment: string | null, };

/**
 * A Siemens data block whose number nobody told.
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
 * With what the controller said.
 */
text: Message, 
/**
 * What to do about it.
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
 * What the name means; null: no code names it.
 */
place: string | null, 
/**
 * What the name may mean, where it means several.
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
 * What seldom changes of a window's rows, by column.
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
 * What the project says of them; empty where it says nothing.
 */
comments: Array<string>, 
/**
 * The units that the project tells; empty where it tells none.
 */
units: Array<string>, 
/**
 * Where they lie in the controller, as far as the project tells; empty: the name is the address.
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
 * What a part adds to the name of what it is a part of: `Speed`, `[3]`, `7`; a tag's whole name.
 */
labels: Array<string>, 
/**
 * What each can be unfolded into.
 */
kinds: Array<RowKind>, 
/**
 * Into how many parts; of `rest` how many elements are not shown.
 */
parts: Array<number>, 
/**
 * Whether its parts stand below it.
 */
unfolded: Array<boolean>, };

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
