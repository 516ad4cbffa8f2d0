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
