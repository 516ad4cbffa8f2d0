// CSV as in RFC 4180, in UTF-8, safe to open in a spreadsheet.

/** Without it, Excel reads UTF-8 as the encoding of the machine, and names with accents become unreadable. */
export const BYTE_ORDER_MARK = '\u{feff}';

export type Cell = string | number | boolean | null;

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: Cell): string {
  const text = defused(cell === null ? '' : String(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a cell that starts like this as a formula, even if it is quoted. Names come from our partners' customers, so a
 * business could have a name that sends data to its own server. Full-width signs count as well: Excel converts them.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A number with a sign, such as a phone number, is no formula, so it stays exactly as it is, for people and for programs. */
const SIGNED_NUMBER = /^[+-]\d+$/;

/** An apostrophe in front makes a spreadsheet show the cell as text; people still see the whole text. */
function defused(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}
