// Measurements in the page, as bodies of functions.

/** Counts the frames that the table has drawn from now on: it acknowledges each of them to the desk. */
export const COUNT_FRAMES = `
  window.drawn ??= (() => {
    const drawn = { frames: [], times: [] };
    const ask = window.fetch;
    window.fetch = (address, given) => {
      if (String(address).endsWith('/ack')) {
        drawn.frames.push(JSON.parse(given.body).args.frame);
        drawn.times.push(performance.now());
      }
      return ask(address, given);
    };
    return drawn;
  })();
  window.drawn.frames.length = window.drawn.times.length = 0;`;

/** The number of paints in this number of milliseconds, and the longest time between two of them. */
export const ANIMATION = `new Promise((resolve) => {
  const began = performance.now();
  let [last, frames, longest] = [began, 0, 0];
  const step = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
    if (now - began < arguments[0]) requestAnimationFrame(step);
    else resolve({ seconds: (now - began) / 1000, frames, longestMs: longest });
  };
  requestAnimationFrame(step);
})`;

/**
 * Scrolls the table by steps and checks every visible row in each painted frame: a row without a
 * name or without a value is blank. After a large step it checks until the rows of the new position are there.
 */
export const SCROLL = `(async () => {
  const scroller = document.querySelector('.grid');
  const layer = document.querySelector('.layer');
  const frame = () => new Promise((painted) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = painted;
    port2.postMessage(0);
  }));
  const found = { steps: 0, looked: 0, blank: 0, leaps: [] };
  const shown = () => {
    const { top, bottom, left } = layer.getBoundingClientRect();
    const rows = new Set();
    for (let y = top + 2; y < bottom - 2; y += 9) rows.add(document.elementFromPoint(left + 120, y)?.closest('.row') ?? null);
    return [...rows];
  };
  const findBlank = () => {
    const rows = shown();
    found.looked += rows.length;
    found.blank += rows.filter((it) => !it?.querySelector('.leaf')?.textContent || !it.querySelector('.val')?.textContent).length;
  };
  const height = shown()[0].getBoundingClientRect().height;
  const isThere = () => {
    const wanted = Math.floor(scroller.scrollTop / height);
    return shown().some((it) => Math.abs(Number(it?.dataset.index ?? -1e9) - wanted) <= 1);
  };
  for (let step = 0; step < arguments[0]; step += 1) {
    const leaps = step % 6 === 0;
    const began = performance.now();
    if (leaps) scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * ((step * 37) % 101) / 100;
    else scroller.scrollTop += [90, 240, -700, 36, 400][step % 5];
    found.steps += 1;
    do {
      await frame();
      findBlank();
    } while (leaps && !isThere() && performance.now() - began < 5000);
    if (leaps) found.leaps.push(performance.now() - began);
  }
  return found;
})()`;

/** Expands a tag and waits until the table has this number of rows. Returns the milliseconds until the first child is painted. */
export const UNFOLD = `(async () => {
  const [name, rows] = arguments;
  const grid = document.querySelector('.grid');
  const frame = () => new Promise(requestAnimationFrame);
  grid.scrollTop = 0;
  const row = () => grid.querySelector('.tag[title="' + name + '"]')?.closest('.row');
  while (!row()?.querySelector('button.fold')) await frame();
  const began = performance.now();
  row().querySelector('button.fold').click();
  while (!grid.querySelector('.tag[title="' + name + '[0]"]')) await frame();
  const took = performance.now() - began;
  const until = performance.now() + 30_000;
  while (Number(grid.getAttribute('aria-rowcount')) - 1 !== rows) {
    if (performance.now() > until) throw new Error('the table has ' + grid.getAttribute('aria-rowcount') + ' rows');
    await frame();
  }
  return took;
})()`;
