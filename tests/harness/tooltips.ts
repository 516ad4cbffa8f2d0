// Opens every tooltip of a page, by pointer and by keyboard, and measures what it covers.
import type { Page } from 'playwright-core';

const CANDIDATES = 'nav a, main time, main button, main [tabindex="0"], main .mantine-Badge-root';
/** Longer than the delay after which they open. */
const OPEN_MS = 1_500;

/** Code for the page is a string, because its types are not those of Node. The heading or label before the trigger names it. */
const COVERED = `(() => {
  const tip = document.querySelector('[role=tooltip]');
  const trigger = tip && document.querySelector('[aria-describedby~="' + tip.id + '"]');
  if (trigger === null) return { words: '', covered: [] };
  const isBefore = (one) => one.compareDocumentPosition(trigger) & Node.DOCUMENT_POSITION_FOLLOWING;
  const title = [...document.querySelectorAll('h1, h2, h3, h4, legend, label, dt')].filter(isBefore).at(-1);
  const box = tip.getBoundingClientRect();
  const covers = (one) => {
    const other = one.getBoundingClientRect();
    return other.width > 0 && box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top;
  };
  const parts = { trigger, title };
  const covered = Object.keys(parts).filter((name) => parts[name] && covers(parts[name]));
  // The names of a rail of icons are only for screen readers.
  if (trigger.closest('nav') === null && trigger.textContent.trim() === tip.textContent.trim()) covered.push('nothing, but repeats its trigger');
  return { words: tip.textContent, covered };
})()`;

interface Found {
  words: string;
  covered: string[];
}

/** The words of the tooltips that opened, and for each fault what it covers. */
export async function readTooltips(page: Page): Promise<{ words: string[]; faults: string[] }> {
  const found: Found[] = [];
  for (const one of await page.locator(CANDIDATES).all()) {
    if (!(await one.isVisible())) continue;
    // Not with Escape, which also clears a search field.
    await page.mouse.move(0, 0);
    await page.locator('[role=tooltip]').waitFor({ state: 'detached' });
    await one.scrollIntoViewIfNeeded();
    // Disabled buttons have tooltips too.
    await one.hover({ force: true });
    await page
      .locator('[role=tooltip]')
      .waitFor({ timeout: OPEN_MS })
      .catch(() => {});
    found.push(await page.evaluate<Found>(COVERED));
  }
  const opened = found.filter(({ words }) => words !== '');
  return {
    words: opened.map(({ words }) => words),
    faults: opened.flatMap(({ words, covered }) => covered.map((what) => `“${words}” covers ${what}`)),
  };
}
