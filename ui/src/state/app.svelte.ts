// What all places share: the connection, the sessions, the settings, what is chosen. Tag values are not here: they
// live outside Svelte’s reactivity, in state/window.ts.

import { call, failure, onConnection, subscribe, type Connection } from '../backend';
import type { Language } from '../format';
import { de } from '../texts/de';
import { en, type Texts } from '../texts/en';
import { load, reason, said } from '../texts/catalogue';
import { Delivered } from './delivered';
import { pane } from './pane.svelte';
import { scheduleDraw } from './draw-queue';
import type { FindingPlace, Message, Overview, ServiceConnection, Session, Settings, Vendor } from '../bindings/desk';
import type { Failure } from '../commands';

export const PLACES = ['projects', 'connect', 'session', 'diagnostics', 'settings'] as const;
export type Place = (typeof PLACES)[number];

export const PAGES = ['logic', 'tags', 'findings', 'changes', 'report', 'proposals', 'history'] as const;
export type ProjectPage = (typeof PAGES)[number];

/** A project that was chosen. */
export interface Chosen {
  id: string;
  name: string;
  vendor: Vendor;
}

/** A place of a project's code. */
export interface CodePlace {
  project: string;
  /** In the spelling of citations; null: the first one. */
  path: string | null;
  rung: number | null;
  /** A name whose uses are shown. */
  name: string | null;
  /** What another version of it has otherwise is looked at instead. */
  compare?: boolean;
}

/** The question panel next to a place, and its project. */
export interface Asking {
  of: Chosen | null;
  /** A question that is asked at once. */
  question: string | null;
}

/** The project that a session reads by. */
const chosenBy = (session: Session): Chosen => ({ id: session.project, name: session.projectName, vendor: session.platform });

const TABLES: Record<Language, Texts> = { en, de };

/** What the browser or the computer asks for. */
const systemLanguage = (): Language => (navigator.language.startsWith('de') ? 'de' : 'en');

class App {
  connection = $state<Connection>('connecting');
  /** What is shown was received last. */
  readonly isDisconnected = $derived(this.connection === 'lost' || this.connection === 'refused');
  overview = $state.raw<Overview | null>(null);
  failure = $state.raw<Failure | null>(null);
  service = $state.raw<ServiceConnection | null>(null);
  /** The current state, with their counters, once per second. */
  sessions = $state.raw<Session[]>([]);
  #received: Session[] = [];
  /** When the last message about the sessions arrived. */
  receivedAt = $state(Date.now());
  readonly delivered = new Delivered();
  #arrived = false;
  settings = $state.raw<Settings | null>(null);
  place = $state<Place>('projects');
  /** What diagnostics shows. */
  logs = $state<'events' | 'wire'>('events');
  /** All sessions are looked at instead of one, in `session`. */
  all = $state(false);
  /** The page of a project that is looked at, in `projects`. */
  page = $state.raw<{ project: string; page: ProjectPage } | null>(null);
  /** The place of its code that is looked at: on the page of its logic, or of its changes. */
  code = $state.raw<CodePlace | null>(null);
  /** The panel of questions; null: it is closed. */
  asking = $state.raw<Asking | null>(null);
  /** What had the focus when the panel of questions was opened. */
  askedFrom: Element | null = null;
  project = $state.raw<Chosen | null>(null);
  /** An address that is to be looked at in `connect`. */
  endpoint = $state<string | null>(null);
  /** And asked there who logs in. */
  logsIn = $state(false);
  /** The time where the sessions run, once a second. */
  now = $state(Date.now());
  /** How far this browser's clock is behind it. */
  #skew = 0;
  #systemLanguage = $state(systemLanguage());
  #chosen = $state<string | null>(null);
  /** Counts the languages whose sentences came. */
  #spoken = $state(0);

  language = $derived<Language>(
    this.settings?.language ?? this.#systemLanguage,
  );
  t = $derived(TABLES[this.language]);
  /** The session that is shown: the chosen project's, else the one that was looked at last. */
  session = $derived.by(() => {
    const of = (id: string | null) => this.sessions.find((it) => it.name === id);
    return of(this.#chosen) ?? this.sessions.find((it) => it.project === this.project?.id) ?? this.sessions[0] ?? null;
  });

  /** A message, cause or remedy of the desk's, in the person's language. */
  said(message: Message): string {
    void this.#spoken;
    return said(message, this.language);
  }

  /** Why a command came to nothing, and what to do. */
  reason(failure: Failure): string {
    void this.#spoken;
    return reason(failure, this.language);
  }

  begin(): void {
    onConnection((connection) => {
      this.connection = connection;
      if (connection === 'open') void this.refresh();
    });
    const show = (): void => void ([this.now, this.sessions] = [this.clock(), this.#received]);
    subscribe('status', ({ now, sessions }) => {
      this.#skew = now - Date.now();
      this.delivered.update(sessions, now);
      const before = standing(this.#received);
      [this.#received, this.receivedAt] = [sessions, now];
      if (standing(sessions) !== before) scheduleDraw(show);
    });
    subscribe('service', (service) => (this.service = service));
    setInterval(() => scheduleDraw(show), 1000);
    addEventListener('hashchange', () => this.#follow());
    addEventListener('languagechange', () => (this.#systemLanguage = systemLanguage()));
    queueMicrotask(() => this.#follow());
  }

  /** The time where the sessions run: a browser elsewhere may have another. */
  clock(): number {
    return Date.now() + this.#skew;
  }

  async refresh(): Promise<void> {
    try {
      const overview = await call('overview', null);
      this.overview = overview;
      this.service = overview.service;
      this.sessions = this.#received = overview.sessions;
      this.take(overview.settings);
      this.failure = null;
      this.#arrive(overview);
    } catch (error) {
      if (this.connection === 'open') this.failure = failure(error);
    }
  }

  /** Settings as they are in force. */
  take(settings: Settings): void {
    this.settings = settings;
    const root = document.documentElement;
    if (settings.scheme) root.dataset.theme = settings.scheme;
    else delete root.dataset.theme;
    root.dataset.density = settings.largeTargets ? 'large' : 'normal';
    root.lang = this.language;
    void this.speak();
  }

  /** Fetches the sentences of the person's language. */
  async speak(): Promise<void> {
    await load(this.language).catch(() => undefined);
    this.#spoken += 1;
  }

  go(place: Place): void {
    location.hash = `#/${place}`;
  }

  /** The address of a project's page. */
  hashOf(project: string, page: ProjectPage): string {
    return `#/projects/${encodeURIComponent(project)}/${page}`;
  }

  openPage(project: Chosen, page: ProjectPage): void {
    this.choose(project);
    location.hash = this.hashOf(project.id, page);
  }

  show(session: string): void {
    this.#chosen = session;
    this.all = false;
    this.go('session');
  }

  /** Shows a place of a project's code, and that project as the one that is looked at. */
  openCode(place: CodePlace): void {
    const of = this.#known(place.project);
    if (of) this.choose(of);
    this.code = place;
    const page = { project: place.project, page: place.compare ? 'changes' : 'logic' } as const;
    if (this.place === 'projects') this.page = page;
    location.hash = this.hashOf(page.project, page.page);
  }

  /** A session's own place is shown: questions are a tab of its pane. */
  get hasPane(): boolean {
    return this.place === 'session' && !this.all && this.session !== null;
  }

  /** Shows the code of a finding, or the uses of the name that it is about. */
  openFinding(project: string, { isCode, path, rung }: FindingPlace): void {
    this.openCode(isCode ? { project, path, rung, name: null } : { project, path: null, rung: null, name: path });
  }

  /** Opens the panel of questions, about what is shown. */
  ask(): void {
    if (this.hasPane) pane.show('ask');
    else this.#leave();
    this.asking = { of: this.#shown(), question: null };
  }

  /** Why a tag is on or off; what it depends on, where neither is known to be so now. */
  askWhy(project: string, tag: string, isOn: boolean | null): void {
    this.#leave();
    const { whyOn, whyOff, dependsOn } = this.t.ask;
    this.asking = { of: this.#known(project), question: (isOn === null ? dependsOn : isOn ? whyOn : whyOff)(tag) };
  }

  /** Closes the panel of questions: who asked is where they were before; in a small window that is shown again only then. */
  stopAsking(): void {
    this.asking = null;
    if (this.hasPane) return void pane.close();
    const before = this.askedFrom;
    if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
  }

  /** The user's previous place. */
  #leave(): void {
    if (!this.asking) this.askedFrom = document.activeElement;
  }

  /** Whether the service has a project: those that were opened from files are not asked about. */
  isServed(project: string): boolean {
    return !project.startsWith('file-');
  }

  /** A project that something on the screen is of. */
  #known(project: string): Chosen | null {
    const of = this.sessions.find((it) => it.project === project);
    const known = [this.project, this.asking?.of].find((it) => it?.id === project);
    return known ?? (of ? chosenBy(of) : null);
  }

  #shown(): Chosen | null {
    if (this.place !== 'session' && this.project) return this.project;
    return this.session ? chosenBy(this.session) : null;
  }

  /** What a controller is chosen for: the project that the status bar names. */
  get meant(): Chosen | null {
    return this.project ?? (this.session ? chosenBy(this.session) : null);
  }

  /** The place from now on; no other project's code is shown below its name. */
  choose(project: Chosen): void {
    this.project = project;
    if (this.code?.project !== project.id) this.code = null;
    if (this.page && this.page.project !== project.id) {
      this.page = null;
      if (this.place === 'projects') history.replaceState(null, '', '#/projects');
    }
    this.#chosen = this.sessions.find((it) => it.project === project.id)?.name ?? this.#chosen;
  }

  /** If the program already reads, the values are shown first; the demo shows the steps to them. */
  #arrive({ sessions, isDemo }: Overview): void {
    if (this.#arrived) return;
    this.#arrived = true;
    if (location.hash.startsWith('#/') || sessions.length === 0 || isDemo) return;
    this.all = sessions.length > 1;
    this.go('session');
  }

  #follow(): void {
    const [wanted, project, page] = location.hash.slice(2).split('/');
    const before = this.place;
    this.place = PLACES.find((it) => it === wanted) ?? 'projects';
    if (this.place !== 'projects') return;
    const known = PAGES.find((it) => it === page);
    // Back from another place, the same page of the project is shown.
    if (!known && before !== 'projects' && this.page) return history.replaceState(null, '', this.hashOf(this.page.project, this.page.page));
    this.page = known && project ? { project: decodeURIComponent(project), page: known } : null;
    if (this.page?.page !== 'logic' && this.page?.page !== 'changes') return;
    // The routine that was looked at stays.
    const path = this.code?.project === this.page.project ? this.code.path : null;
    const compare = this.page.page === 'changes';
    if (this.code?.project !== this.page.project || (this.code.compare ?? false) !== compare) this.code = { project: this.page.project, path, rung: null, name: null, compare };
  }
}

/** What of sessions is worth a look at once: all but what is counted. */
function standing(sessions: Session[]): string {
  return JSON.stringify(sessions.map(({ scan: _, outbox: __, tags: ___, delivery: { state }, ...rest }) => ({ ...rest, delivery: state })));
}

export const app = new App();
