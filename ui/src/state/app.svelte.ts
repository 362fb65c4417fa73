// The state that all places share: the connection, the sessions, the settings, the selection. Tag values are outside of
// Svelte’s reactivity, in state/window.ts.

import { call, failure, onConnection, subscribe, type Connection } from '../backend';
import type { Language } from '../format';
import { reason, messageText } from '../texts/catalogue';
import { load, textsIn } from '../texts/language';
import { Delivered } from './delivered';
import { pane } from './pane.svelte';
import { scheduleDraw } from './draw-queue';
import type { FindingPlace, Message, Overview, ServiceConnection, Session, Settings, Vendor } from '../bindings/desk';
import type { Failure } from '../commands';

export const PLACES = ['projects', 'connect', 'session', 'diagnostics', 'settings'] as const;
export type Place = (typeof PLACES)[number];

export const PAGES = ['logic', 'tags', 'findings', 'changes', 'report', 'proposals', 'history'] as const;
export type ProjectPage = (typeof PAGES)[number];

/** A selected project. */
export interface Chosen {
  id: string;
  name: string;
  vendor: Vendor;
}

/** A place of a project's code. */
export interface CodePlace {
  project: string;
  /** The path as citations write it; null: the first routine. */
  path: string | null;
  rung: number | null;
  /** The name whose where-used list is shown. */
  name: string | null;
  /** Shows the differences from another version instead. */
  compare?: boolean;
}

/** The panel for questions next to a place, and its project. */
export interface Asking {
  of: Chosen | null;
  /** A question that is sent at once. */
  question: string | null;
}

/** The project of a session. */
const chosenBy = (session: Session): Chosen => ({ id: session.project, name: session.projectName, vendor: session.platform });

/** The language of the browser or the computer. */
const systemLanguage = (): Language => (navigator.language.startsWith('de') ? 'de' : 'en');

class App {
  connection = $state<Connection>('connecting');
  /** Whether the connection is lost: the shown state is the last received one. */
  readonly isDisconnected = $derived(this.connection === 'lost' || this.connection === 'refused');
  overview = $state.raw<Overview | null>(null);
  /** Whether nothing was received yet, and nothing can be received: it is not known whether a session runs. */
  readonly isUnknown = $derived(this.isDisconnected && this.overview === null);
  failure = $state.raw<Failure | null>(null);
  service = $state.raw<ServiceConnection | null>(null);
  /** The sessions with their current counters, updated once per second. */
  sessions = $state.raw<Session[]>([]);
  #received: Session[] = [];
  /** The time of the last message about the sessions. */
  receivedAt = $state(Date.now());
  readonly delivered = new Delivered();
  #arrived = false;
  settings = $state.raw<Settings | null>(null);
  place = $state<Place>('projects');
  /** The shown log of the place Diagnostics. */
  logs = $state<'events' | 'wire'>('events');
  /** Whether the place `session` shows all sessions instead of one. */
  all = $state(false);
  /** The shown page of a project, in the place `projects`. */
  page = $state.raw<{ project: string; page: ProjectPage } | null>(null);
  /** The shown place of the code, on the page of its logic or of its changes. */
  code = $state.raw<CodePlace | null>(null);
  /** The panel for questions; null: closed. */
  asking = $state.raw<Asking | null>(null);
  /** The element that had the focus when the panel for questions was opened. */
  askedFrom: Element | null = null;
  project = $state.raw<Chosen | null>(null);
  /** The address that the place `connect` checks. */
  endpoint = $state<string | null>(null);
  /** Whether the place `connect` then asks for the login. */
  logsIn = $state(false);
  /** The time of the computer that runs the sessions, updated once per second. */
  now = $state(Date.now());
  /** How far this browser's clock is behind that computer's clock, in milliseconds. */
  #skew = 0;
  #systemLanguage = $state(systemLanguage());
  #chosen = $state<string | null>(null);
  /** Number of times that texts were loaded; a change updates all shown texts. */
  #spoken = $state(0);

  language = $derived<Language>(
    this.settings?.language ?? this.#systemLanguage,
  );
  t = $derived.by(() => (void this.#spoken, textsIn(this.language)));
  /** The shown session: of the selected project, otherwise the last selected one. */
  session = $derived.by(() => {
    const of = (id: string | null) => this.sessions.find((it) => it.name === id);
    return of(this.#chosen) ?? this.sessions.find((it) => it.project === this.project?.id) ?? this.sessions[0] ?? null;
  });

  /** Formats a message, cause or remedy of the desk in the user's language. */
  messageText(message: Message): string {
    void this.#spoken;
    return messageText(message, this.language);
  }

  /** Formats a failure: why the command failed, and what to do. */
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

  /** The time of the computer that runs the sessions; the clock of a remote browser may differ. */
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

  /** Applies the settings. */
  take(settings: Settings): void {
    this.settings = settings;
    const root = document.documentElement;
    if (settings.scheme) root.dataset.theme = settings.scheme;
    else delete root.dataset.theme;
    root.dataset.density = settings.largeTargets ? 'large' : 'normal';
    root.lang = this.language;
    void this.speak();
  }

  /** Loads the texts of the user's language. */
  async speak(): Promise<void> {
    await load(this.language).catch(() => undefined);
    this.#spoken += 1;
  }

  go(place: Place): void {
    location.hash = `#/${place}`;
  }

  /** The URL of a project's page. */
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

  /** Shows a place of a project's code, and selects that project. */
  openCode(place: CodePlace): void {
    const of = this.#known(place.project);
    if (of) this.choose(of);
    this.code = place;
    const page = { project: place.project, page: place.compare ? 'changes' : 'logic' } as const;
    if (this.place === 'projects') this.page = page;
    location.hash = this.hashOf(page.project, page.page);
  }

  /** Whether the session's own place is shown: there the panel for questions is a tab of the side pane. */
  get hasPane(): boolean {
    return this.place === 'session' && !this.all && this.session !== null;
  }

  /** Shows the code of a finding, or the where-used list of its name. */
  openFinding(project: string, { isCode, path, rung }: FindingPlace): void {
    this.openCode(isCode ? { project, path, rung, name: null } : { project, path: null, rung: null, name: path });
  }

  /** Opens the panel for questions about the shown project. */
  ask(): void {
    if (this.hasPane) pane.show('ask');
    else this.#leave();
    this.asking = { of: this.#shown(), question: null };
  }

  /** Asks why a tag is on or off; if its state is unknown, what it depends on. */
  askWhy(project: string, tag: string, isOn: boolean | null): void {
    this.#leave();
    const { whyOn, whyOff, dependsOn } = this.t.ask;
    this.asking = { of: this.#known(project), question: (isOn === null ? dependsOn : isOn ? whyOn : whyOff)(tag) };
  }

  /** Closes the panel for questions. The focus returns to its previous element, which in a small window is visible only then. */
  stopAsking(): void {
    this.asking = null;
    if (this.hasPane) return void pane.close();
    const before = this.askedFrom;
    if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
  }

  /** Stores the focused element, for the return from the panel for questions. */
  #leave(): void {
    if (!this.asking) this.askedFrom = document.activeElement;
  }

  /** Whether the service has a project: questions about projects that were opened from files are not possible. */
  isServed(project: string): boolean {
    return !project.startsWith('file-');
  }

  /** Returns the project with this id, if the screen shows it. */
  #known(project: string): Chosen | null {
    const of = this.sessions.find((it) => it.project === project);
    const known = [this.project, this.asking?.of].find((it) => it?.id === project);
    return known ?? (of ? chosenBy(of) : null);
  }

  #shown(): Chosen | null {
    if (this.place !== 'session' && this.project) return this.project;
    return this.session ? chosenBy(this.session) : null;
  }

  /** The project for which a controller is selected: the one that the status bar names. */
  get meant(): Chosen | null {
    return this.project ?? (this.session ? chosenBy(this.session) : null);
  }

  /** Selects a project. The code of another project is closed. */
  choose(project: Chosen): void {
    this.project = project;
    if (this.code?.project !== project.id) this.code = null;
    if (this.page && this.page.project !== project.id) {
      this.page = null;
      if (this.place === 'projects') history.replaceState(null, '', '#/projects');
    }
    this.#chosen = this.sessions.find((it) => it.project === project.id)?.name ?? this.#chosen;
  }

  /** If a session already reads, its values are shown first; the demo shows the steps to them. */
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
    // After a return from another place, the same page of the project is shown.
    if (!known && before !== 'projects' && this.page) return history.replaceState(null, '', this.hashOf(this.page.project, this.page.page));
    this.page = known && project ? { project: decodeURIComponent(project), page: known } : null;
    if (this.page?.page !== 'logic' && this.page?.page !== 'changes') return;
    // The last shown routine stays open.
    const path = this.code?.project === this.page.project ? this.code.path : null;
    const compare = this.page.page === 'changes';
    if (this.code?.project !== this.page.project || (this.code.compare ?? false) !== compare) this.code = { project: this.page.project, path, rung: null, name: null, compare };
  }
}

/** The parts of the sessions whose changes are shown at once: all but counters. */
function standing(sessions: Session[]): string {
  return JSON.stringify(sessions.map(({ scan: _, outbox: __, tags: ___, delivery: { state }, ...rest }) => ({ ...rest, delivery: state })));
}

export const app = new App();
