// What the desk shows, as it travels on the wire. Times are milliseconds since 1970 (UTC).

export type Quality = 'good' | 'uncertain' | 'bad';
export type Vendor = 'allen-bradley' | 'siemens' | 'codesys';
export type Millis = number;

/** What is told instead of an answer. */
export interface Failure {
  error: string; // stable code
  message: string; // what is the case
  remedy: string; // what to do
}

// ── overview, use_service ────────────────────────────────────────────────────────────────────────

export interface Overview {
  version: string;
  first_run: boolean;
  service: ServiceConnection | null;
  sessions: SessionView[];
  settings: Settings;
}

export interface ServiceConnection {
  kind: 'built_in' | 'address';
  address: string;
  key_hint: string | null; // the key's last four characters
  may: string[]; // hmi_view, hmi_edit, …
  may_not: string[];
  answers_in_ms: number | null;
  failure: Failure | null;
}

export type UseService = { kind: 'built_in' } | { kind: 'address'; address: string; key: string; check_only: boolean };

// ── projects, open_project, project ──────────────────────────────────────────────────────────────

export interface ProjectPage {
  projects: ProjectRow[];
  next_cursor: string | null;
}

export interface ProjectRow {
  id: string;
  name: string;
  vendor: Vendor;
  controller: string | null;
  version: number | null;
  touched: Millis;
  analysis: 'queued' | 'running' | 'complete' | 'error' | null;
  live_from: string | null; // who streams it, where someone does
  local: boolean; // opened from a file, not on the service
}

export interface ProjectDetail extends ProjectRow {
  tags: number;
  tags_commented: number;
  findings: number | null;
  sessions: { began: Millis; lasted_ms: number; gaps: number }[];
}

// ── controllers, certificate, trust, preflight ───────────────────────────────────────────────────

export interface Controllers {
  found: ControllerRow[];
  used: ControllerRow[];
}

export interface ControllerRow {
  endpoint: string;
  vendor: Vendor;
  name: string | null;
  product: string;
  revision: string;
  mode: string; // run, test, program, stop, fault, unknown
  matches: boolean | null; // the chosen project; null: not known
  simulated: boolean;
  used: Millis | null;
}

export interface Certificate {
  endpoint: string;
  fingerprint: string; // SHA-256, hex by colons
  subject: string;
  issuer: string;
  valid_from: Millis;
  valid_to: Millis;
  trusted: boolean;
}

export interface Preflight {
  project: string;
  endpoint: string;
  took_ms: number;
  controller: ControllerView;
  verdict: 'matches' | 'differs' | 'doubtful';
  checks: { quality: Quality; subject: 'vendor' | 'name' | 'identity' | 'tag_list' | 'mode'; text: string }[];
  tags: number;
  readable: number;
  unreadable: { count: number; reason: string; examples: string[]; remedy: string }[];
  forecast: { requests: number; scan_ms: number; ceiling_per_second: number };
  names: string[]; // all that can be read
}

// ── sessions ─────────────────────────────────────────────────────────────────────────────────────

export interface StartSession {
  project: string;
  endpoint: string;
  interval_ms: number;
  tags: string[]; // empty: all that can be read
  mode: 'deliver' | 'look'; // look: nothing goes to the service
}

export type SessionState =
  | { state: 'connecting'; attempt: number }
  | { state: 'live'; since: Millis }
  | { state: 'waiting'; since: Millis; until: Millis; cause: string; remedy: string }
  | { state: 'fault'; since: Millis; code: string; cause: string; remedy: string }
  | { state: 'paused'; since: Millis }
  | { state: 'stopped'; since: Millis };

export interface ControllerView {
  vendor: string;
  product: string;
  revision: string;
  serial: string;
  name: string | null;
  address: string;
  mode: string;
}

export interface SessionView {
  id: string;
  project: string; // id
  project_name: string;
  endpoint: string;
  status: SessionState;
  controller: ControllerView | null;
  tags: { all: number; good: number; uncertain: number; bad: number };
  requested: { all: number; bad: number };
  scan: {
    interval_ms: number;
    last_ms: number | null;
    p50_ms: number | null;
    p99_ms: number | null;
    histogram: { bin_ms: number; counts: number[] };
    scans: number;
    overruns: number;
    round_trips: number;
  };
  outbox: { depth: number; oldest: Millis | null; failure: string | null };
  service: {
    state: 'ok' | 'waiting' | 'none';
    cause: string | null;
    remedy: string | null;
    last_push: Millis | null;
    last_push_snapshots: number;
    stored_through: number | null;
    newest: number | null;
  };
  gaps: { count: number; lost: number };
}

// ── rows, topic values ───────────────────────────────────────────────────────────────────────────

export type SortColumn = 'name' | 'value' | 'type' | 'quality' | 'age' | 'comment';

export interface RowsWindow {
  session: string;
  search: string;
  sort: SortColumn;
  descending: boolean;
  quality: Quality | null;
  requested: boolean;
  pinned: string[]; // these stand on top
  offset: number;
  limit: number;
}

/** A window of the table, by column. A full frame replaces all rows; another one names those that changed. */
export interface Frame {
  frame: number; // to be acknowledged
  session: string;
  full: boolean;
  offset: number; // the window's first row
  total: number; // rows that pass the filter
  counts: { all: number; good: number; uncertain: number; bad: number; requested: number };
  scanned: Millis | null; // when the last scan's answer arrived
  row: number[]; // counted from 0 in the filtered, sorted table
  // Only in a full frame:
  name: string[];
  type: string[];
  comment: string[];
  requested: boolean[];
  pinned: boolean[];
  // In every frame:
  value: (string | null)[];
  quality: Quality[];
  reason: (string | null)[];
  read: (Millis | null)[]; // null: by the last scan
}

// ── trend ────────────────────────────────────────────────────────────────────────────────────────

/** Points of one tag; null is a hole that no line bridges. */
export interface TrendLane {
  name: string;
  type: string;
  unit: string | null;
  time: Millis[];
  value: (number | null)[];
}

export interface TrendView {
  session: string;
  lanes: TrendLane[];
}

// ── log, trace, statement, bundle ────────────────────────────────────────────────────────────────

export interface LogEntry {
  id: number;
  time: Millis;
  grade: 'plain' | 'good' | 'warning' | 'fault';
  text: string;
  detail: string;
}

export interface LogPage {
  entries: LogEntry[]; // newest first
  more: boolean;
}

export interface Trace {
  until: Millis | null; // null: off
  frames: number;
  bytes: number;
}

export interface Statement {
  session: string;
  kinds: { name: string; code: string; sent: number }[];
  refused: number;
  text: string; // the complete statement
  scans: number;
  overruns: number;
  reconnects: number;
  pushes: number;
  repeated: number;
  stored: number;
  clock_offset_ms: number | null;
  since: Millis | null;
}

export interface BundlePreview {
  bytes: number;
  files: { name: string; title: string; note: string; bytes: number; excerpt: string }[];
  removed: { what: string; count: number }[];
}

// ── settings ─────────────────────────────────────────────────────────────────────────────────────

export interface Settings {
  language: 'system' | 'en' | 'de';
  scheme: 'system' | 'light' | 'dark';
  density: 'normal' | 'gloves';
  interval_ms: number;
  push_interval_ms: number;
  requests_per_second: number;
  retention_hours: number;
  outbox_gb: number;
  mirror: { on: boolean; broker: string };
  autostart: boolean;
}
