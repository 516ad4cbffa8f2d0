// The names of columns: snake case in SQL, camel case in rows. They are converted here only.
import type pg from 'pg';

const names = new Map<string, string>();

function toName(column: string): string {
  const known = names.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
}

export const toColumn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The rows of a result in array mode, as objects. Keys inside JSON stay as they are. */
export function toRows<Row>({ fields, rows }: pg.QueryArrayResult): Row[] {
  const keys = fields.map(({ name }) => toName(name));
  // Every row is a copy of one object, so that the engine keeps one shape for all of them.
  const empty: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, null]));
  return rows.map((values) => {
    const row = { ...empty };
    keys.forEach((key, index) => {
      row[key] = values[index];
    });
    return row as Row;
  });
}

/** JSON for json_to_recordset, which finds the values by the names of the columns. */
export const toRecordset = (rows: readonly object[]) =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [toColumn(key), value]))),
  );
