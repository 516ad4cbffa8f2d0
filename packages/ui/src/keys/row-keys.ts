import { useKey } from './bindings.ts';

/** The row that gets the focus: from outside the rows always the first, and never beyond the ends. */
export const rowAfter = (focused: number, by: number, rows: number): number =>
  Math.min(Math.max(focused === -1 ? 0 : focused + by, 0), rows - 1);

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** Focuses the link of the first row, where the row keys continue. */
export function focusFirstRow(): void {
  rows()[0]?.focus();
}

/** j and k move the focus over the links of a table that are marked data-row; Enter then opens one, as with any link. */
export function useRowKeys(): void {
  const move = (by: number) => {
    const all = rows();
    const focused = all.find((row) => row === document.activeElement);
    const next = all[rowAfter(focused === undefined ? -1 : all.indexOf(focused), by, all.length)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useKey('j', () => move(1), 'Next row', { repeat: true });
  useKey('k', () => move(-1), 'Previous row', { repeat: true });
  // On a row, the browser handles Enter; elsewhere, it moves to the rows.
  useKey('Enter', () => move(0), 'Open the row');
}
