// Ports for this process only. That is sufficient while vitest
// runs files one after the other, and not at the same time as the tests of the other languages.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** From `SYSTEM` on the system assigns ports to outgoing connections: a free port may be used a moment later. */
const [LOWEST, SYSTEM] = [20_000, 32_768];
const given = new Set<number>();

/** Returns a port that no server uses and that the system does not assign. */
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
