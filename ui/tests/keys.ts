// A user with a keyboard and without a mouse. The focus is checked and recorded at every step.

import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { violations } from './axe';
import { overflows } from './overflow';

type Role = Parameters<Page['getByRole']>[0];

const SIZE = { width: 1024, height: 768 };
/** A screen of 1366 by 768 at 200 % zoom, in CSS pixels. */
const DOUBLE = { width: 683, height: 384 };
/** Maximum number of Tab presses to reach a control. */
const MOST_TABS = 150;

/** Describes the element with the focus; a problem starts with an exclamation mark. */
function where(): string {
  const it = document.activeElement;
  if (!(it instanceof HTMLElement) || it === document.body) return '!nowhere';
  const name = `${it.getAttribute('role') ?? it.tagName.toLowerCase()} “${(it.getAttribute('aria-label') ?? it.textContent ?? '').trim().slice(0, 40)}”`;
  const box = it.getBoundingClientRect();
  const [x, y] = [Math.max(0, box.left) + Math.min(innerWidth, box.right), Math.max(0, box.top) + Math.min(innerHeight, box.bottom)].map((sum) => sum / 2);
  if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) return `!out of sight: ${name}`;
  const top = document.elementFromPoint(x!, y!);
  if (top && !it.contains(top) && !top.contains(it) && !top.closest('label')?.contains(it)) return `!covered by ${top.className}: ${name}`;
  // The place itself is not a control; every other element has a focus ring, or its field has one.
  const ringed = [it, it.closest('.field')].some((one) => one !== null && getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) > 0);
  return ringed || it.id === 'main' ? name : `!without a ring: ${name}`;
}

export class Keys {
  /** The elements that had the focus, in order. */
  readonly way: string[] = [];

  constructor(readonly page: Page) {}

  /** Presses keys one after the other; after each of them a visible element must have the focus. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.isSomewhere(key);
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.isSomewhere(text);
  }

  /** Replaces the contents of a field. */
  async write(text: string): Promise<void> {
    await this.page.keyboard.press('Control+a');
    await this.type(text);
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate((it) => navigator.clipboard.writeText(it), text);
    await this.press('Control+v');
  }

  /** Presses Tab, or Shift and Tab, until this element has the focus. */
  async tabTo(role: Role, name: string | RegExp, { back = false, within = this.page }: { back?: boolean; within?: Page | Locator } = {}): Promise<void> {
    const wanted = this.named(role, name, within);
    for (let i = 0; i < MOST_TABS && !(await hasFocus(wanted)); i += 1) {
      await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      // After the last control, the browser's own controls follow.
      if ((await this.page.evaluate(where)) === '!nowhere') await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      await this.isSomewhere('Tab');
    }
    await this.isAt(role, name, within);
  }

  /** Checks that this element has the focus. */
  async isAt(role: Role, name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await expect.poll(() => hasFocus(this.named(role, name, within)), { timeout: 5000, message: `${role} ${String(name)} has the focus, not ${this.way.slice(-4).join(' → ')}` }).toBe(true);
  }

  /** The shown page has no layout error: in both languages, at 200 % and in a window of 1024 by 768, dark and light. */
  async checkLayout(what: string, picture?: (how: string) => Promise<unknown>): Promise<void> {
    for (const language of ['de', 'en'] as const) {
      await this.speak(language);
      await expect.poll(() => this.page.evaluate(() => document.documentElement.lang)).toBe(language);
      for (const [name, size] of [['200', DOUBLE], ['1024', SIZE]] as const) {
        await this.page.setViewportSize(size);
        await expect.poll(() => overflows(this.page), { timeout: 4000, message: `${what}, ${language}, ${name}` }).toEqual([]);
        for (const colorScheme of ['dark', 'light'] as const) {
          await this.page.emulateMedia({ colorScheme });
          expect(await violations(this.page, colorScheme === 'dark'), `${what}, ${language}, ${name}, ${colorScheme}`).toEqual([]);
          await picture?.(`${language}-${name}-${colorScheme}`);
        }
      }
    }
    await this.isSomewhere(what);
  }

  /** Simulates a change of the system's language. */
  private speak(language: 'en' | 'de'): Promise<void> {
    return this.page.evaluate((value) => {
      Object.defineProperty(navigator, 'language', { value, configurable: true });
      dispatchEvent(new Event('languagechange'));
    }, language);
  }

  private named(role: Role, name: string | RegExp, within: Page | Locator): Locator {
    return within.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  }

  private async isSomewhere(after: string): Promise<void> {
    let now = '';
    await expect.poll(async () => (now = await this.page.evaluate(where)), { timeout: 3000, interval: 30, message: `after ${after}, from ${this.way.at(-1)}` }).not.toMatch(/^!/);
    if (now !== this.way.at(-1)) this.way.push(now);
  }
}

const hasFocus = (of: Locator): Promise<boolean> => of.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
