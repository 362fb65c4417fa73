// A client for WebKitWebDriver: the required part of https://www.w3.org/TR/webdriver2/.

import { expect } from 'vitest';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Record<typeof ELEMENT, string>;

/** Keys without a character. */
export const KEY = { tab: '\uE004', enter: '\uE007', escape: '\uE00C', alt: '\uE00A', down: '\uE015', right: '\uE014', left: '\uE012', home: '\uE011', end: '\uE010', space: ' ' };

/** Roles of elements, as CSS selectors. */
const ROLES = { button: 'button', link: 'a[href]', heading: 'h1, h2', field: 'input', text: 'main *, aside *, dialog *, [role=dialog] *' };

/** Returns the visible and enabled elements of a role by their name, or by a part of it between slashes. */
const FIND = `
  const [selector, name] = arguments;
  const part = /^\\/(.*)\\/$/.exec(name);
  const named = (it) => [it.getAttribute('aria-label'), it.labels?.[0]?.textContent, it.textContent].some((text) => text && (part ? new RegExp(part[1]).test(text) : text.trim() === name));
  const all = [...document.querySelectorAll(selector)].filter((it) => named(it) && it.getClientRects().length > 0 && !it.matches(':disabled'));
  return all.at(part ? -1 : 0) ?? null;`;

/** Maximum time for an answer of the page. */
const TIMEOUT_MS = 120_000;

export class Page {
  private constructor(private readonly session: string, private readonly ended: () => Promise<void>) {}

  /** Starts the program at `binary` with the driver at `address`; `ended` waits until it has ended. */
  static async open(address: string, binary: string, ended: () => Promise<void>): Promise<Page> {
    const capabilities = { alwaysMatch: { timeouts: { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS }, 'webkitgtk:browserOptions': { binary, args: [] } } };
    const { sessionId } = await send<{ sessionId: string }>('POST', `${address}/session`, { capabilities });
    return new Page(`${address}/session/${sessionId}`, ended);
  }

  /** Ends the program at once. The next one may only start after this one has ended, because only one instance can run. */
  async close(): Promise<void> {
    await send('DELETE', this.session);
    await this.ended();
  }

  /** Waits until the new page handles keys: earlier keys are lost. */
  async reload(): Promise<void> {
    await send('POST', `${this.session}/refresh`, {});
    await expect.poll(() => this.run(`return document.querySelector('h1') !== null`), { message: 'the page after a reload' }).toBe(true);
  }

  /** Runs a function body in the page with `arguments`, and returns its result. */
  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return send('POST', `${this.session}/execute/sync`, { script: body, args });
  }

  /** Runs an expression that is a promise, and returns its result; a rejection as text. */
  async promise<T>(expression: string, ...args: unknown[]): Promise<T | { refused: string }> {
    const script = `const done = arguments[arguments.length - 1]; (async () => (${expression}))().then(done, (error) => done({ refused: error?.message ?? String(error) }));`;
    return send('POST', `${this.session}/execute/async`, { script, args });
  }

  /** Sends a command to the desk, like the screens. */
  command<T>(name: string, args: unknown): Promise<T | { refused: string }> {
    return this.promise('window.__TAURI_INTERNALS__.invoke(arguments[0], { args: arguments[1] })', name, args);
  }

  /** Waits for an element with a role and a name. */
  find(role: keyof typeof ROLES, name: string): Promise<void> {
    return this.#with(role, name, () => Promise.resolve());
  }

  click(role: keyof typeof ROLES, name: string): Promise<void> {
    return this.#with(role, name, (element) => send('POST', `${this.session}/element/${element}/click`, {}));
  }

  type(name: string, text: string): Promise<void> {
    return this.#with('field', name, (element) => send('POST', `${this.session}/element/${element}/value`, { text }));
  }

  /** Presses keys one after the other while another key is held. */
  press(keys: string[], held?: string): Promise<void> {
    const strokes = keys.flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    const actions = held ? [{ type: 'keyDown', value: held }, ...strokes, { type: 'keyUp', value: held }] : strokes;
    return send('POST', `${this.session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Presses Tab until an element with this name has the focus. */
  async tabTo(name: string): Promise<void> {
    const focused = (): Promise<string> => this.run(`const it = document.activeElement; return (it.getAttribute('aria-label') ?? it.textContent).trim();`);
    for (let presses = 0; presses < 60 && (await focused()) !== name; presses += 1) await this.press([KEY.tab]);
    expect(await focused()).toBe(name);
  }

  text(selector: string): Promise<string> {
    return this.run(`return document.querySelector(arguments[0])?.textContent?.trim() ?? '';`, selector);
  }

  /** Runs an action on an element with a role and a name when it exists; if the element is removed at that moment, on the next one. */
  async #with(role: keyof typeof ROLES, name: string, act: (element: string) => Promise<void>): Promise<void> {
    const done = async (): Promise<boolean> => {
      const found = await this.run<Element | null>(FIND, ROLES[role], name);
      if (found) await act(found[ELEMENT]);
      return found !== null;
    };
    await expect.poll(done, { interval: 100, message: `${role} “${name}”` }).toBe(true);
  }
}

async function send<T>(method: string, url: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message}`);
  return value;
}
