// A port of one's own, among those that this process asks for: another process knows nothing of it. That is enough as
// long as vitest runs files one after the other, and not beside the tests of the other languages.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** From `SYSTEM` on the system gives ports to whoever connects anywhere: what is free there now is taken in a moment. */
const [LOWEST, SYSTEM] = [20_000, 32_768];
const given = new Set<number>();

/** A port that nobody listens on, and that the system gives to nobody before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (SYSTEM - LOWEST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await new Promise((done) => server.close(done));
  return true;
}
