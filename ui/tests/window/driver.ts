// WebKitWebDriver, spoken to directly: what is needed of https://www.w3.org/TR/webdriver2/.

import { expect } from 'vitest';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Record<typeof ELEMENT, string>;

/** Keys that have no letter. */
export const KEY = { tab: '\uE004', enter: '\uE007', escape: '\uE00C', alt: '\uE00A', down: '\uE015', space: ' ' };

/** What people call things, as selectors. */
const ROLES = { button: 'button', link: 'a[href]', heading: 'h1, h2', field: 'input', text: 'main *, dialog *, [role=dialog] *' };

/** Gets a role's elements by their name, or by a part of it between slashes; those that can be seen. */
const FIND = `
  const [selector, name] = arguments;
  const part = /^\\/(.*)\\/$/.exec(name);
  const named = (it) => [it.getAttribute('aria-label'), it.labels?.[0]?.textContent, it.textContent].some((text) => text && (part ? text.includes(part[1]) : text.trim() === name));
  const all = [...document.querySelectorAll(selector)].filter((it) => named(it) && it.getClientRects().length > 0);
  return all.at(part ? -1 : 0) ?? null;`;

export class Page {
  private constructor(private readonly session: string) {}

  /** Starts the program at `binary` by the driver at `address`. */
  static async open(address: string, binary: string): Promise<Page> {
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: [] } } };
    const { sessionId } = await send<{ sessionId: string }>('POST', `${address}/session`, { capabilities });
    return new Page(`${address}/session/${sessionId}`);
  }

  /** Ends the program, at once. */
  close(): Promise<void> {
    return send('DELETE', this.session);
  }

  reload(): Promise<void> {
    return send('POST', `${this.session}/refresh`, {});
  }

  /** The answer of a function's body in the page, which gets `arguments`. */
  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return send('POST', `${this.session}/execute/sync`, { script: body, args });
  }

  /** The answer of an expression that is a promise; what it is refused with, as text. */
  async promise<T>(expression: string, ...args: unknown[]): Promise<T | { refused: string }> {
    const script = `const done = arguments[arguments.length - 1]; (async () => (${expression}))().then(done, (error) => done({ refused: error?.message ?? String(error) }));`;
    return send('POST', `${this.session}/execute/async`, { script, args });
  }

  /** A command of the desk, as the screens give it. */
  command<T>(name: string, args: unknown): Promise<T | { refused: string }> {
    return this.promise('window.__TAURI_INTERNALS__.invoke(arguments[0], { args: arguments[1] })', name, args);
  }

  /** Waits for something with a role and a name. */
  async find(role: keyof typeof ROLES, name: string, timeout = 30_000): Promise<Element> {
    let found: Element | null = null;
    const look = async (): Promise<boolean> => (found = await this.run<Element | null>(FIND, ROLES[role], name)) !== null;
    await expect.poll(look, { timeout, interval: 100, message: `${role} “${name}”` }).toBe(true);
    return found!;
  }

  async click(role: keyof typeof ROLES, name: string): Promise<void> {
    const element = await this.find(role, name);
    await send('POST', `${this.session}/element/${element[ELEMENT]}/click`, {});
  }

  async type(name: string, text: string): Promise<void> {
    const element = await this.find('field', name);
    await send('POST', `${this.session}/element/${element[ELEMENT]}/value`, { text });
  }

  /** Presses keys one after the other, with one that is held. */
  press(keys: string[], held?: string): Promise<void> {
    const strokes = keys.flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    const actions = held ? [{ type: 'keyDown', value: held }, ...strokes, { type: 'keyUp', value: held }] : strokes;
    return send('POST', `${this.session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Presses Tab until something of that name has the focus. */
  async tabTo(name: string): Promise<void> {
    const focused = (): Promise<string> => this.run(`const it = document.activeElement; return (it.getAttribute('aria-label') ?? it.textContent).trim();`);
    for (let presses = 0; presses < 60 && (await focused()) !== name; presses += 1) await this.press([KEY.tab]);
    expect(await focused()).toBe(name);
  }

  text(selector: string): Promise<string> {
    return this.run(`return document.querySelector(arguments[0])?.textContent?.trim() ?? '';`, selector);
  }
}

async function send<T>(method: string, url: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message}`);
  return value;
}
