// Measures the window with thousands of values that all change ten times per second. The real driver reads them from a
// virtual controller. The results are written to the file that the job names. `cargo xtask bench ui` compares them with the goals.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../port';
import { Computer, PROGRAM } from '../window/computer';
import { clickCross, seen, TITLE } from '../window/display';
import { KEY, type Page } from '../window/driver';
import { ANIMATION, COUNT_FRAMES, SCROLL, UNFOLD } from './probes';
import { usage } from './usage';

interface Job {
  tags: number;
  rows: number;
  leaves: number;
  intervalMs: number;
  /** Duration of a measurement in seconds: `long` for tables, `short` for all other parts. */
  long: number;
  short: number;
  figures: string;
}

interface Drawn { frames: number[]; times: number[] }
interface Tags { good: number; uncertain: number; bad: number }
interface Overview { sessions: { name: string; scan: { count: number; missed: number }; tags: Tags }[] }

const JOB = JSON.parse(process.env.TAGBRIDGE_BENCH ?? 'null') as Job | null;
const SETTLE_MS = 8000;
/** Waiting time before the memory of a table is measured: in its first minutes the engine compiles code and grows its heap. */
const WARM_UP_MS = 120_000;
const SCROLL_STEPS = 300;
/** The interval of tags that are not fast. */
const SLOW_MS = 5000;
/** Arrays at the top of the table, by their names; each of them is fully expanded. */
const ARRAYS = Array.from({ length: 10 }, (_, i) => `Recipe${i}`);

const computers: Computer[] = [];
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `Tag${i}`);
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

afterAll(async () => {
  for (const it of computers) await it.remove();
});

test.skipIf(!JOB || !PROGRAM)('the window is measured', async () => {
  const job = JOB!;
  const computer = await remember(Computer.new());
  const company = await computer.company(await freePort(), file(computer, 'Plant', job.tags));
  const everything = file(computer, 'Wide', job.rows, job.leaves);
  const wide = computer.project(everything);
  let page = await computer.open();
  await page.find('button', 'Start the built-in service');
  await done(page.command('use_service', { kind: 'remote', url: company.address, key: company.key, keep: 'file' }));
  const { session } = await start(computer, page, company.project, job.tags, job.intervalMs);

  const phases = [];
  const window = seen(TITLE)[0]!;
  await clickCross(window);
  phases.push(await measure(computer, page, 'tray', job.short));
  expect(await computer.start().ended).toBe(0);
  await page.press(['5'], KEY.alt);
  phases.push(await measure(computer, page, 'settings', job.short));
  await table(page);
  await pause(Math.min(WARM_UP_MS, job.long * 1000));
  phases.push(await measure(computer, page, 'table', job.long));
  const animation = await page.promise(ANIMATION, Math.min(job.short, 20) * 1000);
  await page.run(`for (const name of arguments[0]) document.querySelector('.grid .tag[title="' + name + '"]').dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))`, names(8));
  await expect.poll(() => page.run(`return document.querySelectorAll('.lane canvas').length`)).toBe(8);
  phases.push(await measure(computer, page, 'trend', job.short));

  await done(page.command('stop_session', { session }));
  await done(page.command('forget_session', { session }));
  const fast = names(job.rows).slice(0, job.tags);
  const rows = ARRAYS.length + job.rows;
  await start(computer, page, wide, rows, SLOW_MS, { controller: everything, groups: [{ name: 'fast', intervalMs: job.intervalMs, tags: fast }] });
  await table(page);
  const all = (count: number): Promise<void> => expect.poll(() => page.run(`return Number(document.querySelector('.grid').getAttribute('aria-rowcount')) - 1`), { timeout: 60_000 }).toBe(count);
  await all(rows);
  await pause(Math.min(WARM_UP_MS, job.long * 1000));
  phases.push(await measure(computer, page, 'wide', job.long));
  const read = (await overview(page)).sessions[0]!.tags.good;
  const scroll = { rows, read, ...(await done(page.promise<object>(SCROLL, SCROLL_STEPS))) };
  let [unfolded, shown] = [0, rows];
  for (const name of [...ARRAYS].reverse()) {
    shown += job.leaves / ARRAYS.length;
    unfolded = Math.max(unfolded, await done(page.promise<number>(UNFOLD, name, shown)));
  }
  phases.push(await measure(computer, page, 'tree', job.short));
  const tree = { rows: job.leaves, read: job.leaves, ...(await done(page.promise<object>(SCROLL, SCROLL_STEPS))), unfolded };
  await page.close();

  const alone = await remember(Computer.new());
  page = await alone.open();
  await page.find('button', 'Start the built-in service');
  await done(page.command('use_service', { kind: 'builtIn' }));
  const plant = await done(page.command<{ id: string }>('open_project', { name: 'Plant.L5X', source: { path: file(alone, 'Plant', job.tags) }, add: true }));
  await start(alone, page, plant.id, job.tags, job.intervalMs);
  await table(page);
  phases.push(await measure(alone, page, 'builtIn', job.short));
  await page.close();
  writeFileSync(job.figures, JSON.stringify({ ...job, phases, animation, scroll, tree }));
});

async function remember(made: Promise<Computer>): Promise<Computer> {
  const it = await made;
  computers.push(it);
  return it;
}

/** A project file with this number of tags, and arrays with this number of elements in total. */
function file(computer: Computer, name: string, count: number, leaves = 0): string {
  const types = ['DINT', 'DINT', 'REAL', 'INT'];
  const tags = names(count).map((it, i) => `<Tag Name="${it}" TagType="Base" DataType="${types[i % 4]}" ExternalAccess="Read/Write"/>`);
  if (leaves > 0) tags.unshift(...ARRAYS.map((it) => `<Tag Name="${it}" TagType="Base" DataType="DINT" Dimensions="${leaves / ARRAYS.length}" ExternalAccess="Read/Write"/>`));
  const path = join(computer.home, `${name}.L5X`);
  writeFileSync(path, `<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="${name}" TargetType="Controller"><Controller Use="Target" Name="${name}"
ProcessorType="1756-L83E" MajorRev="33" MinorRev="11"><Tags>${tags.join('\n')}</Tags></Controller></RSLogix5000Content>`);
  return path;
}

/** Sends a command and returns its answer; it must not fail. */
async function done<T>(answer: Promise<T | { refused: string }>): Promise<T> {
  const it = await answer;
  expect(it ?? {}).not.toHaveProperty('refused');
  return it as T;
}

/** Starts a session with a virtual controller, and waits until all of its tags have values. */
async function start(
  computer: Computer, page: Page, project: string, count: number, intervalMs: number, { controller = null, groups = [] }: { controller?: string | null; groups?: object[] } = {},
): Promise<{ session: string }> {
  const port = await freePort();
  await (controller ? computer.simulated(port, controller) : computer.controller(port, count));
  const tags = controller ? [...ARRAYS, ...names(count - ARRAYS.length)] : names(count);
  const given = { project, endpoint: `logix://127.0.0.1:${port}/1,0`, intervalMs, tags, takeOver: false, groups };
  const { session } = await done(page.command<{ session: string }>('start_session', given));
  let counts: Tags = { good: 0, uncertain: 0, bad: 0 };
  const all = async (): Promise<number> => {
    counts = (await overview(page)).sessions.find((it) => it.name === session)?.tags ?? counts;
    return counts.good === 0 ? 0 : counts.good + counts.uncertain + counts.bad;
  };
  await expect.poll(all, { timeout: 120_000, interval: 500 }).toBe(count);
  return { session };
}

/** Shows the table; every visible value changes. */
async function table(page: Page): Promise<void> {
  await page.press(['3'], KEY.alt);
  await page.find('heading', 'Live');
  const value = (): Promise<string> => page.text('.grid .body .row:nth-child(12) .val');
  await expect.poll(value).toMatch(/\d/);
  const before = await value();
  await expect.poll(value).not.toBe(before);
}

const overview = async (page: Page): Promise<Overview> => (await page.command<Overview>('overview', null)) as Overview;

/** The state of the session and the number of drawn frames, at one moment. */
async function standing(page: Page): Promise<{ scans: number; missed: number; drawn: Drawn }> {
  const { sessions, drawn } = (await page.promise(`(async () => {
    const { sessions } = await window.__TAURI_INTERNALS__.invoke('overview', { args: null });
    return { sessions, drawn: window.drawn };
  })()`)) as Overview & { drawn: Drawn };
  const { count, missed } = sessions[0]!.scan;
  return { scans: count, missed, drawn };
}

async function measure(computer: Computer, page: Page, name: string, seconds: number): Promise<object> {
  await pause(SETTLE_MS);
  await page.run(COUNT_FRAMES);
  const before = await standing(page);
  const [began, first] = [performance.now(), usage(PROGRAM, computer.driver)];
  const memory = [];
  const every = Math.max(1000, Math.min(5000, (seconds * 1000) / 60));
  let last = first;
  while (performance.now() - began < seconds * 1000) {
    await pause(Math.min(every, seconds * 1000 - (performance.now() - began)));
    last = usage(PROGRAM, computer.driver);
    const sum = (of: 'rss' | 'pss'): number => last.reduce((all, it) => all + it[of], 0);
    memory.push({ at: (performance.now() - began) / 1000, rss: sum('rss'), pss: sum('pss') });
  }
  const length = (performance.now() - began) / 1000;
  const after = await standing(page);
  const cpu = (of: typeof last, program: string): number => of.filter((it) => it.program === program).reduce((all, it) => all + it.cpu, 0);
  const processes = [...new Set(last.map((it) => it.program))].map((program) => ({ program, cpu: cpu(last, program) - cpu(first, program) }));
  const { frames, times } = after.drawn;
  const gaps = times.slice(1).map((it, i) => it - times[i]!);
  return {
    name, seconds: length, processes, memory, scans: after.scans - before.scans, missed: after.missed - before.missed,
    delivered: frames.length > 0 ? frames.at(-1)! - frames[0]! + 1 : 0, painted: new Set(frames).size, longestGapMs: Math.max(0, ...gaps),
  };
}
