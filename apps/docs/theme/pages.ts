// What pages do in the browser.

/** Lets readers tick checklists. The browser remembers each box by its text, so an item with a new text is unticked again. */
export function keepTicks(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('.task-list-item-checkbox')) {
    const key = `ticked: ${box.labels?.[0]?.textContent.trim()}`;
    box.disabled = false;
    box.checked = localStorage.getItem(key) !== null;
    box.onchange = () => (box.checked ? localStorage.setItem(key, '') : localStorage.removeItem(key));
  }
}

/**
 * Chapters can be tabs. A link to a chapter, or to a place in it, opens its tab; the theme itself switches tabs that are clicked.
 * Without scripts, the first tab is open.
 */
export function openWayOf(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  const panel = target?.closest('.ways > .blocks > *');
  if (target === null || panel === null || panel === undefined) return;
  const place = [...(panel.parentElement?.children ?? [])].indexOf(panel);
  panel.closest('.ways')?.querySelectorAll<HTMLInputElement>('.tabs input')[place]?.click();
  target.scrollIntoView();
}
