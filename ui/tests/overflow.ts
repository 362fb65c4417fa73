// Finds elements that do not fit into a window.

import type { Page } from 'playwright-core';

/** A rung that is wider than the window scrolls in its own drawing. */
const SCROLLS = '.rung .drawing, .rung .drawing *';

/** Elements that may be cut: they have their complete text as a title, or are names that are shortened in the middle. Values, units and headings may not. */
const MAY_BE_CUT = '.middle, .middle *, .grid .tag *, .grid .note, .grid .head .mini, .t1, .lane .tag *, .lanes, .foot .cut, .set .cut, .unseen, .skip, svg, .uplot *, [title], [title] > .cut';

/** Returns the elements whose content is wider than they are, and elements outside of the page. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate((spared) => {
    const wrong: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth} px wide`);
    for (const it of document.querySelectorAll<HTMLElement>('.app *, dialog *')) {
      const style = getComputedStyle(it);
      const box = it.getBoundingClientRect();
      if (it.matches(spared) || it.closest('.unseen') || style.visibility === 'hidden' || box.width < 2) continue;
      const name = `${it.tagName} ${it.className} “${it.textContent?.trim().slice(0, 40)}”`;
      if (style.overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1) wrong.push(`${name} is cut: ${it.scrollWidth} > ${it.clientWidth}`);
      if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`${name} lies beside the page`);
    }
    return wrong;
  }, `${MAY_BE_CUT}, ${SCROLLS}`);
}
