// Interrupted sessions, and the notifications about them. The desktop program shows them itself; in a browser
// the page shows them, if the user has allowed it.

import { subscribe, send } from '../backend';
import type { Alert } from '../bindings/desk';
import { sentence } from '../format';
import { app } from './app.svelte';

export type Allowed = 'here' | 'granted' | 'default' | 'denied';

class Alerts {
  all = $state.raw<Alert[]>([]);
  /** The alerts that have not ended. */
  open = $derived(this.all.filter((it) => it.until === null));
  unseen = $derived(this.all.filter((it) => !it.isSeen));
  /** Whether this page may show notifications; `here`: the desktop program shows them. */
  allowed = $state<Allowed>('default');
  /** The id of the newest alert; null: no message yet, and the first message contains only known alerts. */
  #newestId: number | null = null;

  begin(): void {
    this.allowed = '__TAURI_INTERNALS__' in globalThis ? 'here' : 'Notification' in globalThis ? Notification.permission : 'denied';
    subscribe('alerts', (all) => this.#receive(all));
  }

  /** Requests the permission of the browser; the browser requires a click. */
  async allow(): Promise<void> {
    if (this.allowed === 'default') this.allowed = await Notification.requestPermission();
  }

  seen(): void {
    const through = this.all[0]?.id;
    if (through !== undefined) send('seen_alerts', { through });
  }

  title({ kind, projectName }: Alert): string {
    return app.t.alerts.kinds[kind](projectName);
  }

  why({ cause }: Alert): string {
    return cause ? sentence(app.messageText(cause)) : '';
  }

  #receive(all: Alert[]): void {
    const newestId = this.#newestId;
    // After a restart the program numbers its alerts from the beginning.
    this.#newestId = all[0]?.id ?? 0;
    this.all = all;
    if (newestId === null || this.allowed !== 'granted' || app.settings?.alerts.notify === false) return;
    for (const it of all.filter((it) => it.id > newestId && it.until === null).reverse()) this.#notify(it);
  }

  #notify(alert: Alert): void {
    const shown = new Notification(this.title(alert), { body: this.why(alert), tag: `tagbridge-${alert.id}` });
    shown.onclick = () => {
      focus();
      app.show(alert.session);
      shown.close();
    };
  }
}

export const alerts = new Alerts();
