// The filters of an export, as the log shows them.

/**
 * In the order of the query. Values are recorded only of the filters in `told`; the words of a search could name a person, so only the
 * name of any other filter is recorded.
 */
export function toFilters(query: Readonly<Record<string, unknown>>, told: readonly string[]): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return told.includes(name) ? [`${name}: ${[value].flat().map(written).join(', ')}`] : [name];
  });
}

const written = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
