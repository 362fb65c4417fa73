// The steps from the selected project to a session: discovery, the preflight of one controller, the
// start. The state is stored while the page is open, so that a return to the place sends no new requests.

import { call, failure, subscribe } from '../backend';
import type { Certificate, KeyPlace, Login, PreflightProgress, Supplement, TagList } from '../bindings/desk';
import type { Failure } from '../commands';
import { app, type Chosen } from './app.svelte';
import { Ask } from './ask.svelte';

/** Age in milliseconds above which the list of controllers is requested again. */
const FRESH_MS = 60_000;
/** With `security=None` the user has accepted a connection without a certificate. */
const UNSECURED = /[?&]security=None(&|$)/;

class Connecting {
  readonly list = new Ask('controllers');
  readonly preflight = new Ask('preflight');
  /** The address that is checked; empty: none. */
  endpoint = $state('');
  progress = $state.raw<PreflightProgress | null>(null);
  /** A certificate that the user must trust or reject. */
  certificate = $state.raw<Certificate | null>(null);
  /** Whether the server offers no security, although the address does not ask for that. */
  unsecured = $state(false);
  /** The kind of login at the controller; null: no login is needed, or the kind is not known yet. */
  login = $state.raw<Login | null>(null);
  /** Whether the user must enter user and password. */
  asksLogin = $state(false);
  startFailed = $state.raw<Failure | null>(null);
  starting = $state(false);
  /** Whether the user must enter an address next: its field gets the focus. */
  givesAddress = false;
  /** Scan interval in milliseconds; null: as in the settings. */
  chosenInterval = $state<number | null>(null);
  interval = $derived(this.chosenInterval ?? app.settings?.scanIntervalMs ?? 1000);
  /** When the controller's list of tags is read; null: as in the previous session, or the default. */
  chosenTagList = $state<TagList | null>(null);
  tagList = $derived(this.chosenTagList ?? app.sessions.find((it) => it.project === this.#project && it.endpoint === this.endpoint)?.tagList ?? 'never');
  #project = $state('');
  #discoveredAt = -Infinity;
  /** The user's additions for the next preflight. */
  #supplement: Supplement | null = null;

  begin(): void {
    subscribe('preflight', (it) => { if (it.endpoint === this.endpoint) this.progress = it; });
  }

  /** Opens a project; the state of another project is discarded. */
  open(project: Chosen | null): void {
    const id = project?.id ?? '';
    if (id !== this.#project) {
      this.#project = id;
      this.endpoint = '';
      this.chosenInterval = null;
      this.preflight.clear();
      this.certificate = this.startFailed = this.login = null;
      this.asksLogin = this.unsecured = false;
    }
    if (app.endpoint !== null && project) {
      const [wanted, logsIn] = [app.endpoint, app.logsIn];
      app.endpoint = null;
      app.logsIn = false;
      void (logsIn ? this.askLogin(wanted) : this.check(wanted));
    }
    if (project) this.discoverOnce();
  }

  /** Discovers controllers, unless that was done recently. */
  discoverOnce(): void {
    if (performance.now() - this.#discoveredAt > FRESH_MS) void this.discover();
  }

  async discover(): Promise<void> {
    this.#discoveredAt = performance.now();
    await this.list.ask({ project: this.#project || null, look: true });
    if (this.list.failure) this.#discoveredAt = -Infinity;
  }

  /** Starts the preflight; an undecided certificate is shown first. */
  async check(wanted: string, supplement: Supplement | null = null): Promise<void> {
    this.#begin(wanted);
    this.#supplement = supplement;
    if (wanted.startsWith('opc.tcp:') && !UNSECURED.test(wanted)) {
      this.preflight.loading = true;
      try {
        const shown = await call('certificate', { endpoint: wanted });
        if (this.endpoint !== wanted) return;
        this.unsecured = !shown?.isSecured;
        if (shown?.isNeeded && !shown.isTrusted) {
          this.preflight.loading = false;
          this.certificate = shown;
          return;
        }
      } catch (error) {
        if (this.endpoint !== wanted) return;
        this.preflight.loading = false;
        this.preflight.failure = failure(error);
        return;
      }
    }
    await this.#ask();
  }

  /** Opens the login form before any request is sent. */
  async askLogin(wanted: string): Promise<void> {
    this.#begin(wanted);
    this.#supplement = null;
    await this.#readLoginKind();
    if (this.endpoint === wanted) this.asksLogin = this.login !== null;
  }

  /** Logs in and continues with the preflight. Throws if the login is refused. */
  async logIn(user: string, password: string, keep: KeyPlace): Promise<void> {
    const wanted = this.endpoint;
    const { endpoint } = await call('log_in', { endpoint: wanted, user, password, keep });
    if (this.endpoint === wanted) await this.check(endpoint, this.#supplement);
  }

  async forget(): Promise<void> {
    const wanted = this.endpoint;
    const login = await call('forget_login', { endpoint: wanted });
    if (this.endpoint === wanted) this.login = login;
  }

  async trust({ fingerprint }: Certificate): Promise<void> {
    const wanted = this.endpoint;
    await call('trust', { endpoint: wanted, fingerprint });
    if (this.endpoint === wanted) void this.#ask();
  }

  cancel(): void {
    this.preflight.cancel();
    this.endpoint = '';
    call('cancel_preflight', null).catch(() => undefined);
  }

  async start(takeOver = false): Promise<void> {
    const [project, endpoint] = [this.#project, this.endpoint];
    this.starting = true;
    this.startFailed = null;
    try {
      const { session } = await call('start_session', { project, endpoint, intervalMs: this.interval, tags: null, groups: [], triggers: [], takeOver, tagList: this.#offersTagList && this.tagList !== 'never' ? this.tagList : null });
      this.#discoveredAt = -Infinity;
      app.show(session);
    } catch (error) {
      if (this.#project === project && this.endpoint === endpoint) this.startFailed = failure(error);
    }
    this.starting = false;
  }

  /** Whether reading the list is optional: then the cost of both choices is shown. The default is not to read it. */
  get #offersTagList(): boolean {
    return this.preflight.answer?.forecast.requestsByList != null;
  }

  #begin(wanted: string): void {
    if (wanted !== this.endpoint) this.chosenTagList = null;
    this.endpoint = wanted;
    this.progress = this.startFailed = this.login = null;
    this.asksLogin = this.unsecured = false;
    this.preflight.clear();
  }

  /** Reads the kind of login. If it cannot be determined, the user can still log in. */
  async #readLoginKind(): Promise<void> {
    const wanted = this.endpoint;
    const login = await call('login', { endpoint: wanted }).catch(() => null);
    if (this.endpoint === wanted) this.login = login;
  }

  async #ask(): Promise<void> {
    const wanted = this.endpoint;
    if (wanted.startsWith('opc.tcp:')) void this.#readLoginKind();
    await this.preflight.ask({ project: this.#project, endpoint: wanted, supplement: this.#supplement });
    if (this.endpoint === wanted && this.preflight.failure?.error === 'login') this.asksLogin = true;
  }
}

export const connecting = new Connecting();
