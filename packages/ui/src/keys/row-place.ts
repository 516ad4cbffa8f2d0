/** The row that gets the focus: from outside the rows always the first, and never beyond the ends. */
export const rowAfter = (focused: number, by: number, rows: number): number =>
  Math.min(Math.max(focused === -1 ? 0 : focused + by, 0), rows - 1);
