// A desk without controllers: it answers every command with fake views, by the console's own protocol.

import { frames } from './frames';
import { numberOf, past } from './past';
import { support } from './support';
import { verbatim } from '../../src/texts/catalogue';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Commands, Frame, LanePoints, OpenRows, Overview, ProjectItem, Push, RowCounts, RowsOpened, Session, SessionState, Settings, ServiceConnection, Message } from '../../src/bindings/desk';
import type { Failure } from '../../src/commands';
import * as code from './code';
import { commentIn, contains, tags, type Tag } from './tags';
import * as views from './views';
import { Pages } from './pages';
import { controllerAccess } from './controller-access';

const DIST = join(import.meta.dirname, '../../dist');
const TOKEN = 'test-token';
const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type Answers = { [C in keyof Commands]: (given: Commands[C]['arguments']) => Commands[C]['answer'] | Promise<Commands[C]['answer']> };

export interface Scene {
  tags?: number;
  state?: SessionState['state'] | 'none';
  settings?: Partial<Settings>;
  service?: ServiceConnection;
  change?: (session: Session) => Session;
  /** Additional sessions. */
  others?: (session: Session) => Session[];
  overview?: Partial<Overview>;
  /** Changed tags. */
  retag?: (tag: Tag) => Partial<Tag>;
  /** Changed answers. */
  answers?: Partial<Answers>;
}

export class Refusal extends Error {
  readonly failure: Failure;
  constructor({ error, message, remedy }: { error: string; message: Message | string; remedy: Message | string }) {
    super(JSON.stringify(message));
    const messageOf = (it: Message | string): Message => (typeof it === 'string' ? verbatim(it) : it);
    this.failure = { error, message: messageOf(message), remedy: messageOf(remedy) };
  }
}

export class FakeDesk {
  /** Every received command. */
  readonly calls: { command: string; args: unknown }[] = [];
  settings: Settings;
  readonly #tags: Tag[];
  readonly #began = Date.now();
  /** The time of the last scan. */
  #readAt = Date.now() - 13_000;
  readonly #server: Server;
  #sockets = new Set<WebSocket>();
  #state: SessionState | null;
  #pinned = new Set(['Capper.TorqueActual', 'Conveyor.Speed', 'Line.State']);
  #open: OpenRows | null = null;
  #order: Tag[] = [];
  #window = 0;
  #frame = 0;
  #awaited = 0;
  #whole = true;
  #shown: string[] = [];
  /** The state of the session in the last frame. */
  #shownState: string | undefined;
  #trend: string[] = [];
  /** Number of opened trends. */
  opened = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(readonly scene: Scene) {
    this.#tags = tags(scene.tags ?? 432).map((it) => ({ ...it, ...scene.retag?.(it) }));
    this.settings = { ...views.SETTINGS, ...scene.settings };
    this.#state = scene.state === 'none' ? null : (views.states(Date.now())[scene.state ?? 'live'] ?? null);
    this.#server = createServer((request, response) => void this.#serve(request.url ?? '/', response));
    new WebSocketServer({ server: this.#server, path: '/socket', handleProtocols: (offered) => (offered.has('tagbridge') ? 'tagbridge' : false) })
      .on('connection', (socket, request) => this.#accept(socket, String(request.headers['sec-websocket-protocol'])));
  }

  /** The address with its token. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#timers = [setInterval(() => this.#pushValues(), 100), setInterval(() => this.#pushTrend(), 250), setInterval(() => this.#status(), 1000)];
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/#token=${TOKEN}`;
  }

  async close(): Promise<void> {
    this.#timers.forEach(clearInterval);
    this.drop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** No connection is accepted from now on. */
  away = false;

  /** Closes every connection. */
  drop(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  set state(name: SessionState['state']) {
    this.#state = views.states(Date.now())[name] ?? null;
    this.#status();
  }

  push(push: Push): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(push));
  }

  async #serve(url: string, response: import('node:http').ServerResponse): Promise<void> {
    const path = normalize(new URL(url, 'http://localhost').pathname).replace(/^\/$/, '/index.html');
    try {
      const content = await readFile(join(DIST, path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': POLICY }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  }

  #accept(socket: WebSocket, offered: string): void {
    if (this.away) return socket.terminate();
    if (!offered.includes(`token.${TOKEN}`)) return socket.close(4401);
    this.#sockets.add(socket);
    // A connection's open windows and trends end with it.
    this.#open = null;
    this.#trend = [];
    this.#window = this.#frame = this.#awaited = this.opened = 0;
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('message', (data) => void this.#receive(socket, JSON.parse(String(data)) as { id: number; command: keyof Commands; args: never }));
  }

  async #receive(socket: WebSocket, { id, command, args }: { id: number; command: keyof Commands; args: never }): Promise<void> {
    this.calls.push({ command, args });
    try {
      const answer = await ({ ...this.#answers, ...this.scene.answers }[command] as (given: never) => unknown)(args);
      socket.send(JSON.stringify({ id, answer: answer ?? null }));
    } catch (error) {
      const failure = error instanceof Refusal ? error.failure : { error: 'internal', message: verbatim(String(error)), remedy: verbatim('') };
      socket.send(JSON.stringify({ id, failure }));
    }
  }

  get #sessions(): Session[] {
    if (!this.#state) return [];
    const session = views.session(this.#state, this.#tags.length, Date.now());
    const shown = this.scene.change?.(session) ?? session;
    return [shown, ...(this.scene.others?.(shown) ?? [])];
  }

  #projects = (): ProjectItem[] => views.projects(Date.now()).map((it) => (this.#state ? it : { ...it, session: null }));

  #service = (): ServiceConnection => this.scene.service ?? views.SERVICE;

  readonly pages = new Pages(() => this.#sessions[0]?.name ?? null);

  #answers: Answers = {
    ...this.pages.answers(() => this.#tags),
    overview: () => ({ ...views.overview(this.settings, this.#service(), this.#sessions), ...this.scene.overview }),
    check_service: ({ url }) => ({ ...views.SERVICE, url }),
    use_service: (use) => (this.scene.service = use.kind === 'builtIn' ? { ...views.SERVICE, kind: 'builtIn', url: 'http://127.0.0.1:8750', keyPlace: null } : { ...views.SERVICE, url: use.url }),
    projects: ({ search, cursor }) => {
      const all = this.#projects().filter((it) => `${it.name} ${it.vendor} ${it.controller}`.toLowerCase().includes(search.toLowerCase()));
      return { projects: cursor ? all.slice(8) : all.slice(0, 8), nextCursor: cursor || all.length <= 8 ? null : 'more' };
    },
    project: ({ project }) => {
      const item = this.#projects().find((it) => it.id === project);
      if (!item) throw new Refusal({ error: 'not_found', message: `there is no project ${project}`, remedy: 'refresh the list' });
      return views.detail(item, Date.now());
    },
    open_project: ({ name }) => ({ ...views.detail(views.projects(Date.now())[9]!, Date.now()), name }),
    change_project: ({ project, name, archived }) => {
      const item = this.#projects().find((it) => it.id === project)!;
      return { ...views.detail({ ...item, name: name ?? item.name }, Date.now()), archivedAt: archived ? Date.now() : null };
    },
    delete_project: () => null,
    versions: () => [
      { number: 27, fileName: 'LINE3_PLC.L5X', createdAt: Date.now() - 3_600_000, isCurrent: true, request: 'block after 3 s' },
      { number: 26, fileName: 'LINE3_PLC_before_the_holidays.L5X', createdAt: Date.now() - 40 * 86_400_000, isCurrent: false, request: null },
    ],
    version_file: () => ({ name: 'LINE3_PLC_before_the_holidays.L5X', bytes: Buffer.from('<RSLogix5000Content/>').toString('base64') }),
    use_version: ({ project }) => views.detail(this.#projects().find((it) => it.id === project)!, Date.now()),
    controllers: () => views.controllers(Date.now()),
    preflight: ({ endpoint }) => views.preflight(endpoint),
    cancel_preflight: () => null,
    ask: ({ question }) => ({
      status: 'answer',
      text: `${question}: Run is on while Auto is on. [1]`,
      cited: [{ kind: 'rung', path: 'Main/Ladder', rung: 0 }],
      citedOf: null,
      tags: [],
      askedBack: [],
      conversation: 'cnv_1',
      version: 'ver_1',
      tokens: [0, 0],
    }),
    cancel_ask: () => null,
    time_line: () => ({ from: null, until: null, gaps: [], incidents: [] }),
    look_at: ({ at }) => ({ at, scanAt: at, mode: at === null ? '' : 'run', gap: null }),
    step_in_time: () => ({ at: null }),
    first_cause: () => ({ outcome: 'noChange', chains: [] }),
    why: code.why,
    cited_place: ({ cited }) => ({
      path: cited.path,
      language: 'LD',
      comment: null,
      lines: [{ number: 0, comment: 'starts the line', text: 'XIC(Auto)OTE(Run);', isCited: true }],
    }),
    answer_values: ({ tags }) => ({ isLive: false, scanAt: null, values: tags.map(() => null) }),
    start_session: () => ((this.state = 'live'), { session: 'bottling-line-3' }),
    reading: () => ({ intervalMs: 250, tags: this.#tags.map((it) => it.name), groups: [], scanMs: 42, maxTags: 40_000 }),
    change_reading: () => null,
    pause: () => ((this.state = 'paused'), null),
    resume: () => ((this.state = 'live'), null),
    try_now: () => ((this.state = 'live'), null),
    stop_session: () => ((this.state = 'stopped'), null),
    start_again: () => ((this.state = 'live'), null),
    forget_session: () => null,
    accept_controller: () => ((this.state = 'live'), null),
    take_over: () => null,
    rows: (open) => this.#openRows(open),
    row_names: ({ from, to }) => {
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      const between = this.#order.slice(first, last + 1).map((it) => it.name);
      if (from > to) between.reverse();
      return { names: between.slice(0, 10_000), rows: between.length };
    },
    ack: ({ frame }) => ((this.#awaited = frame === this.#awaited ? 0 : this.#awaited), null),
    inspect: ({ tag, language }) => {
      const it = this.#tags.find(({ name }) => name === tag);
      if (!it) throw new Refusal({ error: 'not_found', message: `there is no tag ${tag}`, remedy: 'choose another' });
      const [now, isLive] = [Date.now(), this.#state?.state === 'live'];
      return {
        name: tag, partOf: null, value: it.quality === 'bad' ? null : this.#value(it), type: it.type, isNotDrawn: it.type === 'STRING', kind: it.type === 'DINT' ? 'bits' : 'leaf', comment: commentIn(it, language), translations: language === 'en' && it.german ? [{ language: 'de-DE', text: it.german }] : [], unit: it.unit,
        quality: isLive ? it.quality : null, reason: isLive ? it.reason : 'not_connected', at: this.#readAt, scanAt: this.#readAt, lastGood: it.was ? { value: it.was, at: now - 14_000 } : null, word: null, address: it.address ?? null,
        endpoint: 'logix://10.20.4.5/1,0', everyMs: 250, requested: it.requested, storedIn: 51_837, deliveredThrough: 51_834, project: 'p-1',
      };
    },
    outline: () => code.OUTLINE,
    find_names: ({ search, language }) => {
      const tags = this.#tags.filter((it) => contains(it, search)).map((it) => ({ name: it.name, type: it.type, comment: commentIn(it, language) || null }));
      return { tags: tags.slice(0, 200), of: tags.length };
    },
    seen_alerts: () => null,
    compare_code: () => code.CHANGES,
    routine: ({ routine, live, version, from, count }) => {
      if (!live && (count === 1 || count === 0)) {
        const drawn = version === null ? code.routine(routine, false, null) : code.before(routine);
        return { ...drawn, rungs: drawn.rungs.slice(from, from + count) };
      }
      const state = this.#state?.state ?? 'no_session';
      const unread = state === 'live' ? null : state === 'paused' || state === 'stopped' || state === 'no_session' ? state : 'not_connected';
      return code.routine(routine, live && unread === null, live ? unread : null);
    },
    ask_for_tags: () => null,
    uses: ({ name }) => ({
      place: name, options: [], of: 1, gaps: [],
      rows: [{ reads: true, writes: false, certain: true, instruction: 'XIC', place: name, relation: views.coded('logic-relation-same'), path: 'Main/Ladder', rung: 0, line: null, quote: name }],
    }),
    pin: ({ tag, pinned }) => {
      if (pinned) this.#pinned.add(tag);
      else this.#pinned.delete(tag);
      this.#whole = true;
      this.#arrange();
      return null;
    },
    take_rows: ({ tags: names, language }) => {
      const rows = this.#order.filter((it) => !names || names.includes(it.name));
      return {
        names: rows.map((it) => it.name), values: rows.map((it) => (it.quality === 'bad' ? null : this.#value(it))), types: rows.map((it) => it.type), qualities: rows.map((it) => ['good', 'uncertain', 'bad'].indexOf(it.quality)),
        reasons: rows.map((it) => it.reason), times: rows.map(() => Date.now()), comments: rows.map((it) => commentIn(it, language)), units: rows.map((it) => it.unit), addresses: rows.map((it) => it.address ?? ''),
      };
    },
    log: () => views.log(Date.now()),
    diagnostics: ({ session }) => views.diagnostics(session, Date.now(), this.#traceUntil),
    trace: ({ session, seconds }) => {
      this.#traceUntil = seconds ? Date.now() + seconds * 1000 : null;
      return views.diagnostics(session, Date.now(), this.#traceUntil).trace;
    },
    ...frames(() => this.#traceUntil),
    ...controllerAccess(),
    ...support(() => this.#tags),
    ...past(() => this.#tags, this.#began, (names) => ((this.#trend = names), (this.opened += 1))),
    settings: () => this.settings,
    save_settings: (settings) => {
      if (settings.scanIntervalMs < 10) throw new Refusal({ error: 'invalid', message: 'the interval is too short', remedy: 'choose at least 10 ms' });
      return (this.settings = settings);
    },
  };
  #traceUntil: number | null = null;

  #openRows(open: OpenRows): RowsOpened {
    this.#open = open.session ? open : null;
    this.#window += 1;
    // A window that is opened again gets its frame without delay.
    this.#awaited = 0;
    this.#whole = true;
    this.#arrange();
    setImmediate(() => this.#pushValues());
    const missing = (open.only ?? []).filter((name) => !this.#tags.some((it) => it.name === name));
    return { window: this.#window, counts: this.#counts(), missing };
  }

  #arrange(): void {
    const open = this.#open;
    if (!open) return;
    const fits = this.#tags.filter((it) =>
      (!open.only || open.only.includes(it.name)) && contains(it, open.search) && (!open.quality || it.quality === open.quality) && (!open.requested || it.requested));
    const sorted = [...fits].sort((a, b) => (a.name < b.name ? -1 : 1) * (open.descending ? -1 : 1));
    this.#order = [...sorted.filter((it) => this.#pinned.has(it.name)), ...sorted.filter((it) => !this.#pinned.has(it.name))];
  }

  #counts(): RowCounts {
    // An unread tag has no quality.
    const of = (quality: string): number => (this.#state?.state === 'live' ? this.#tags.filter((it) => it.quality === quality).length : 0);
    return {
      matching: this.#order.length, pinned: this.#order.filter((it) => this.#pinned.has(it.name)).length, all: this.#tags.length,
      good: of('good'), uncertain: of('uncertain'), bad: of('bad'), requested: this.#tags.filter((it) => it.requested).length,
    };
  }

  #pushValues(): void {
    if (!this.#open || this.#awaited || this.#sockets.size === 0) return;
    const { offset, limit } = this.#open;
    const head = Math.min(this.#open.head, offset, this.#counts().pinned);
    const rows = [...this.#order.slice(0, head), ...this.#order.slice(offset, offset + limit)];
    const whole = this.#whole;
    if (this.#state?.state === 'live') this.#readAt = Date.now();
    const texts = rows.map((it) => this.#text(it));
    const isRenewed = whole || this.#state?.state !== this.#shownState;
    const changed = rows.flatMap((_, i) => (isRenewed || texts[i] !== this.#shown[i] ? [i] : []));
    this.#shownState = this.#state?.state;
    const now = Date.now();
    this.#shown = texts;
    this.#whole = false;
    const reading = this.#state?.state === 'live';
    const frame: Frame = {
      frame: ++this.#frame, session: 'bottling-line-3', window: this.#window, at: this.#readAt, counts: this.#counts(),
      whole: whole
        ? {
            head, offset, names: rows.map((it) => it.name), types: rows.map((it) => it.type), comments: rows.map((it) => commentIn(it, this.#open?.language ?? 'en')), units: rows.map((it) => it.unit), addresses: rows.map((it) => it.address ?? ''),
            requested: rows.map((it) => it.requested), pinned: rows.map((it) => this.#pinned.has(it.name)), letters: rows.map(() => null),
            levels: rows.map(() => 0), labels: rows.map((it) => it.name), kinds: rows.map((it) => (it.type === 'DINT' ? 'bits' : 'leaf')), parts: rows.map((it) => (it.type === 'DINT' ? 32 : 0)), unfolded: rows.map(() => false),
          }
        : null,
      rows: changed, texts: changed.map((i) => texts[i]!), qualities: changed.map((i) => ['good', 'uncertain', 'bad', 'unread'].indexOf(reading ? rows[i]!.quality : 'unread')),
      reasons: changed.map((i) => (reading ? (rows[i]!.reason === 'slow' ? null : rows[i]!.reason) : 'not_connected')),
      times: changed.map((i) => (rows[i]!.reason === 'stale' || rows[i]!.was ? this.#began - 14_200 : rows[i]!.reason === 'slow' ? now : null)),
    };
    this.#awaited = frame.frame;
    this.push({ topic: 'values', data: frame });
  }

  #pushTrend(): void {
    if (this.#trend.length === 0 || this.#state?.state !== 'live') return;
    const now = Date.now();
    this.push({
      topic: 'trend',
      data: { session: 'bottling-line-3', number: this.opened, renew: false, until: now, lanes: this.#trend.map((name) => this.#point(name, now)) },
    });
  }

  #point(name: string, now: number): LanePoints {
    const tag = this.#tags.find((it) => it.name === name)!;
    return { times: [now], values: [numberOf(tag, now, this.#began)], uncertain: tag.quality === 'uncertain' ? [now] : [] };
  }

  #status(): void {
    this.push({ topic: 'status', data: { now: Date.now(), sessions: this.#sessions } });
  }

  #value(tag: Tag): number | string | boolean {
    return tag.at((this.#readAt - this.#began) / 1000 + 300);
  }

  #text(tag: Tag): string {
    return tag.quality === 'bad' ? (tag.was ?? '–') : String(this.#value(tag));
  }
}
