// A configured service that cannot be used: every place that needs it shows this and the remedy.

import { describe, expect, test } from 'vitest';
import type { ServiceConnection } from '../src/bindings/desk';
import { verbatim } from '../src/texts/catalogue';
import { violations } from './axe';
import { go, on, withBrowser } from './browser';
import { Refusal, type Scene } from './fake/desk';
import { SERVICE } from './fake/views';

withBrowser();

const WHY = { error: 'no_keychain', message: verbatim('the key cannot be stored in the keychain: it is locked'), remedy: verbatim('unlock or install a keychain (a secret service), or store the key in a file that only you can read') };
const UNUSABLE: ServiceConnection = { ...SERVICE, state: { state: 'unusable', ...WHY }, organization: null, latencyMs: null, answeredAt: null, permissions: [], noKeychain: null };
const refused: Scene = { state: 'none', service: UNUSABLE };

describe('a key that cannot be read', () => {
  test.each(['projects', 'connect', 'session', 'diagnostics', 'settings'])('is reported in %s', (place) =>
    on(refused, { place }, async ({ page }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'The service cannot be used.' });
      await notice.getByText('it is locked').waitFor();
      await notice.getByText('unlock or install a keychain').waitFor();
      expect(await violations(page)).toEqual([]);
    }));

  test('is tried again, or replaced; then its projects are loaded', () => {
    const scene: Scene = { state: 'none', service: UNUSABLE };
    scene.answers = {
      projects: () => {
        if (scene.service === UNUSABLE) throw new Refusal(WHY);
        return { projects: [], nextCursor: null };
      },
      use_service: (use) => {
        if (use.kind === 'remote' && use.key === null) throw new Refusal(WHY);
        return (scene.service = SERVICE);
      },
    };
    return on(scene, {}, async ({ page, desk }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'The service cannot be used.' });
      await notice.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => desk.calls.findLast((it) => it.command === 'use_service')?.args).toEqual({ kind: 'remote', url: SERVICE.url, key: null, keep: 'keychain' });
      await notice.getByRole('button', { name: 'Enter the key again…' }).click();
      const dialog = page.getByRole('dialog', { name: 'The service’s key' });
      expect(await dialog.getByLabel('Address').inputValue()).toBe(SERVICE.url);
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('Key', { exact: true }).fill('tb_new');
      await dialog.getByRole('button', { name: 'Check', exact: true }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await notice.waitFor({ state: 'detached' });
      await page.getByText('No projects yet').waitFor();
    });
  });

  test.each([['light', 'en'], ['dark', 'de']] as const)('fits a small window with large targets, %s, %s', (scheme, language) =>
    on({ ...refused, settings: { language, largeTargets: true } }, { scheme, size: { width: 900, height: 600 } }, async ({ page }) => {
      for (const place of ['settings', 'session']) {
        await go(page, place);
        const notice = page.locator('.service-notice');
        await notice.waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await notice.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      }
    }));
});
