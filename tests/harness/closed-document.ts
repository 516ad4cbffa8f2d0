// The published documents are open: they promise that fields and words may be added. Tests hold the service itself to what is
// written down today, so they close the documents before they compare.

/** The same document with no other fields in what has any, and no other words in a list. */
export function closed<T>(document: T): T {
  return close(document) as T;
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([name, part]) => [
    name === 'x-extensible-enum' ? 'enum' : name,
    // What an example looks like is nobody's schema.
    name === 'example' || name === 'examples' ? part : close(part),
  ]);
  const isObject = 'type' in value && value.type === 'object' && 'properties' in value;
  return {
    ...(isObject && !('additionalProperties' in value) ? { additionalProperties: false } : {}),
    ...Object.fromEntries(inner),
  };
}
