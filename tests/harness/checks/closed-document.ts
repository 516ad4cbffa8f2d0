// The published documents allow additional fields and values. Tests check the service against exactly what is documented today,
// so they close the documents before comparing.

/** The same document, with no additional fields in objects and no additional values in lists. */
export function closed<T>(document: T): T {
  return close(document) as T;
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([name, part]) => [
    name === 'x-extensible-enum' ? 'enum' : name,
    // Examples are not schemas.
    name === 'example' || name === 'examples' ? part : close(part),
  ]);
  const isObject = 'type' in value && value.type === 'object' && 'properties' in value;
  return {
    ...(isObject && !('additionalProperties' in value) ? { additionalProperties: false } : {}),
    ...Object.fromEntries(inner),
  };
}
