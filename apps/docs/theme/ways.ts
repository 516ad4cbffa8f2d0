// Tabs with whole chapters: a link to a chapter, or to a place in it, opens its tab. Without scripts the first one is open.

/** The theme itself switches tabs when one is clicked. */
export function openWayOf(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  const panel = target?.closest('.ways > .blocks > *');
  if (target === null || panel === null || panel === undefined) return;
  const place = [...(panel.parentElement?.children ?? [])].indexOf(panel);
  panel.closest('.ways')?.querySelectorAll<HTMLInputElement>('.tabs input')[place]?.click();
  target.scrollIntoView();
}
