// The way from the chosen project to a session: who is there, the preflight of one of them, the start. Kept while the
// page lives, so that leaving the place and coming back asks nobody again.

import { call, failure, subscribe } from '../backend';
import type { Certificate, PreflightProgress, Supplement } from '../bindings/desk';
import type { Failure } from '../commands';
import { app, type Chosen } from './app.svelte';
import { Ask } from './ask.svelte';

/** Who answered longer ago than this may be gone. */
const FRESH_MS = 60_000;
/** Whoever asks for no security has decided: there may be no certificate to show. */
const UNSECURED = /[?&]security=None(&|$)/;

class Connecting {
  readonly list = new Ask('controllers');
  readonly preflight = new Ask('preflight');
  byHand = $state('');
  /** The address that is looked at; empty: none. */
  endpoint = $state('');
  progress = $state.raw<PreflightProgress | null>(null);
  /** A certificate that a person has to decide on. */
  certificate = $state.raw<Certificate | null>(null);
  startFailed = $state.raw<Failure | null>(null);
  starting = $state(false);
  /** Milliseconds from one scan to the next; null: as the settings have it. */
  chosenInterval = $state<number | null>(null);
  interval = $derived(this.chosenInterval ?? app.settings?.scanIntervalMs ?? 1000);
  #project = '';
  #looked = -Infinity;
  /** What a person told that goes with the next preflight. */
  #told: Supplement | null = null;

  begin(): void {
    subscribe('preflight', (it) => { if (it.endpoint === this.endpoint) this.progress = it; });
  }

  /** Shows what belongs to this project; what belongs to another is forgotten. */
  open(project: Chosen | null): void {
    const id = project?.id ?? '';
    if (id !== this.#project) {
      this.#project = id;
      this.byHand = this.endpoint = '';
      this.chosenInterval = null;
      this.preflight.clear();
      this.certificate = this.startFailed = null;
    }
    if (app.endpoint !== null && project) {
      const wanted = app.endpoint;
      app.endpoint = null;
      void this.check(wanted);
    }
    if (project) this.lookOnce();
  }

  /** Who is there, where that is not known by now. */
  lookOnce(): void {
    if (performance.now() - this.#looked > FRESH_MS) void this.look();
  }

  async look(): Promise<void> {
    this.#looked = performance.now();
    await this.list.ask({ project: this.#project || null, look: true });
    if (this.list.failure) this.#looked = -Infinity;
  }

  /** The preflight; before it, where a server shows a certificate that nobody has decided on, the question. */
  async check(wanted: string, told: Supplement | null = null): Promise<void> {
    this.endpoint = wanted;
    this.progress = this.startFailed = null;
    this.#told = told;
    this.preflight.clear();
    if (wanted.startsWith('opc.tcp:') && !UNSECURED.test(wanted)) {
      this.preflight.loading = true;
      try {
        const shown = await call('certificate', { endpoint: wanted });
        if (this.endpoint !== wanted) return;
        if (shown && !shown.isTrusted) {
          this.preflight.loading = false;
          this.certificate = shown;
          return;
        }
      } catch (error) {
        this.preflight.loading = false;
        this.preflight.failure = failure(error);
        return;
      }
    }
    await this.#ask();
  }

  async trust({ fingerprint }: Certificate): Promise<void> {
    await call('trust', { endpoint: this.endpoint, fingerprint });
    void this.#ask();
  }

  cancel(): void {
    this.preflight.cancel();
    this.endpoint = '';
    call('cancel_preflight', null).catch(() => undefined);
  }

  async start(takeOver = false): Promise<void> {
    this.starting = true;
    this.startFailed = null;
    try {
      const { session } = await call('start_session', { project: this.#project, endpoint: this.endpoint, intervalMs: this.interval, tags: null, takeOver });
      this.#looked = -Infinity;
      app.show(session);
    } catch (error) {
      this.startFailed = failure(error);
    }
    this.starting = false;
  }

  #ask(): Promise<unknown> {
    return this.preflight.ask({ project: this.#project, endpoint: this.endpoint, supplement: this.#told });
  }
}

export const connecting = new Connecting();
