// Query parameters of pages. Values are plain text; unknown ones are dropped and never cause an error.
type Search = Record<string, string | string[]>;

export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : [before, value].flat();
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads one value of the URL, or all repeated ones; undefined if it is missing or invalid. */
type Field<T> = (text: string, all?: readonly string[]) => T | undefined;

export const words: Field<string> = (text) => (text === '' || text.length > 300 ? undefined : text);

export function oneOf<const T extends string>(values: readonly T[]): Field<T> {
  return (text) => values.find((value) => value === text);
}

/** Any number of the values, each once. */
export function someOf<const T extends string>(values: readonly T[]): Field<T[]> {
  return (text, all = [text]) => {
    const known = values.filter((value) => all.includes(value));
    return known.length === 0 ? undefined : known;
  };
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** An existing date, or a time with its zone. */
export const moment: Field<string> = (text) =>
  MOMENT.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10)) ? text : undefined;

/** Browsers parse 30 February as 2 March. */
const isDay = (day: string) => new Date(`${day}T00:00Z`).toISOString().startsWith(day);

export const uuid: Field<string> = (text) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined;

/** An ISO 3166-1 alpha-3 code, in upper or lower case. */
export const countryCode: Field<string> = (text) => (/^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined);

export const count: Field<number> = (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

type Read<Fields> = { [Name in keyof Fields]?: (Fields[Name] extends Field<infer T> ? T : never) | undefined };

/** The validateSearch of a route: only its own fields, only with valid values. */
export function searchOf<Fields extends Record<string, Field<unknown>>>(fields: Fields) {
  return (search: Record<string, unknown>): Read<Fields> => {
    const read = Object.entries(fields).map(([name, field]) => {
      const all = [search[name]].flat().filter((text) => text !== undefined && text !== null);
      const [text, ...more] = all.map(String);
      // An invalid value is returned as undefined, because the router would restore an omitted one.
      return [name, text === undefined ? undefined : field(text, [text, ...more])];
    });
    return Object.fromEntries(read) as Read<Fields>;
  };
}

export interface Option {
  value: string;
  label: string;
}

/** Adds the value from the URL if no option has it; otherwise the field would show a different one. */
export function withValue(options: readonly Option[], value: string | undefined, label = value): Option[] {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: label ?? value }];
}

// Date inputs use days in the reader's time zone; the API takes times.

/** The day of a time, in the format of date inputs. */
export function dayOf(at: string): string {
  return localDay(new Date(at));
}

/** The last day of a period that ends at the start of the next day. */
export function lastDayOf(endsAt: string): string {
  return localDay(new Date(Date.parse(endsAt) - 1));
}

/** The start of a day; undefined if there is none. */
export function startOfDay(day: string): string | undefined {
  return startOf(day, 0);
}

/** The start of the following day. */
export function endOfDay(day: string): string | undefined {
  return startOf(day, 1);
}

function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function startOf(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + daysLater);
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
