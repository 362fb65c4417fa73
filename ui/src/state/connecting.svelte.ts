// The steps from the chosen project to a session: discovery, the preflight of one controller, the
// start. Kept while the page is open, so that a return to the place sends no new requests.

import { call, failure, subscribe } from '../backend';
import type { Certificate, KeyPlace, Login, PreflightProgress, Supplement, TagList } from '../bindings/desk';
import type { Failure } from '../commands';
import { app, type Chosen } from './app.svelte';
import { Ask } from './ask.svelte';

/** A device with an older answer may be gone. */
const FRESH_MS = 60_000;
/** Whoever asks for no security has decided: there may be no certificate to show. */
const UNSECURED = /[?&]security=None(&|$)/;

class Connecting {
  readonly list = new Ask('controllers');
  readonly preflight = new Ask('preflight');
  /** The address that is looked at; empty: none. */
  endpoint = $state('');
  progress = $state.raw<PreflightProgress | null>(null);
  /** A certificate that a person has to decide on. */
  certificate = $state.raw<Certificate | null>(null);
  /** Whether the server offers no security, although the address does not ask for that. */
  unsecured = $state(false);
  /** The kind of login there; null: none is needed, or not known yet. */
  login = $state.raw<Login | null>(null);
  /** Whether a person is asked for user and password. */
  asksLogin = $state(false);
  startFailed = $state.raw<Failure | null>(null);
  starting = $state(false);
  /** An address is what comes next: its field has the focus when it is there. */
  givesAddress = false;
  /** Milliseconds from one scan to the next; null: as the settings have it. */
  chosenInterval = $state<number | null>(null);
  interval = $derived(this.chosenInterval ?? app.settings?.scanIntervalMs ?? 1000);
  /** When the controller's list of tags is read; null: as before, or as usual. */
  chosenTagList = $state<TagList | null>(null);
  tagList = $derived(this.chosenTagList ?? app.sessions.find((it) => it.project === this.#project && it.endpoint === this.endpoint)?.tagList ?? 'never');
  #project = $state('');
  #looked = -Infinity;
  /** The user's additions for the next preflight. */
  #told: Supplement | null = null;

  begin(): void {
    subscribe('preflight', (it) => { if (it.endpoint === this.endpoint) this.progress = it; });
  }

  /** Shows what belongs to this project; what belongs to another is forgotten. */
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
    if (project) this.lookOnce();
  }

  /** Discovers controllers, unless that was done. */
  lookOnce(): void {
    if (performance.now() - this.#looked > FRESH_MS) void this.look();
  }

  async look(): Promise<void> {
    this.#looked = performance.now();
    await this.list.ask({ project: this.#project || null, look: true });
    if (this.list.failure) this.#looked = -Infinity;
  }

  /** The preflight; before it, the question about an undecided certificate. */
  async check(wanted: string, told: Supplement | null = null): Promise<void> {
    this.#begin(wanted);
    this.#told = told;
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

  /** Asks for user and password before anything is sent. */
  async askLogin(wanted: string): Promise<void> {
    this.#begin(wanted);
    this.#told = null;
    await this.#look();
    if (this.endpoint === wanted) this.asksLogin = this.login !== null;
  }

  /** Logs in, and goes on with the preflight; throws where that is refused. */
  async logIn(user: string, password: string, keep: KeyPlace): Promise<void> {
    const wanted = this.endpoint;
    const { endpoint } = await call('log_in', { endpoint: wanted, user, password, keep });
    if (this.endpoint === wanted) await this.check(endpoint, this.#told);
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
      const { session } = await call('start_session', { project, endpoint, intervalMs: this.interval, tags: null, takeOver, tagList: this.#offersTagList && this.tagList !== 'never' ? this.tagList : null });
      this.#looked = -Infinity;
      app.show(session);
    } catch (error) {
      if (this.#project === project && this.endpoint === endpoint) this.startFailed = failure(error);
    }
    this.starting = false;
  }

  /** Whether the list is optional: both costs are shown. The default is without it. */
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

  /** The kind of login there. If it cannot be determined, the user can still try. */
  async #look(): Promise<void> {
    const wanted = this.endpoint;
    const login = await call('login', { endpoint: wanted }).catch(() => null);
    if (this.endpoint === wanted) this.login = login;
  }

  async #ask(): Promise<void> {
    const wanted = this.endpoint;
    if (wanted.startsWith('opc.tcp:')) void this.#look();
    await this.preflight.ask({ project: this.#project, endpoint: wanted, supplement: this.#told });
    if (this.endpoint === wanted && this.preflight.failure?.error === 'login') this.asksLogin = true;
  }
}

export const connecting = new Connecting();
