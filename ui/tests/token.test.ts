// The console refuses the token of a tab: nothing is said about sessions, and the address can be pasted.

import { expect, test } from 'vitest';
import { violations } from './axe';
import { visit, withBrowser } from './browser';
import { FakeDesk } from './fake/desk';

withBrowser();

test('a tab with an invalid token accepts the right address', async () => {
  const desk = new FakeDesk({});
  const address = await desk.listen();
  const { page, close } = await visit(`${address.split('#')[0]}#token=${'0'.repeat(64)}`);
  await page.getByText('This address is no longer valid.').waitFor();
  await page.getByText('The state is not known').first().waitFor();
  expect(await page.getByText('No session').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const field = page.getByLabel('Address with token');
  await field.fill(address.split('#')[0] ?? '');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('This address has no token').waitFor();
  await field.fill(address);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Live', { exact: true }).first().waitFor();
  expect(await page.getByText('The state is not known').count()).toBe(0);
  await close();
  await desk.close();
});
