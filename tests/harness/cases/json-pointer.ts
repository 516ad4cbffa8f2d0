// Changes and reads a value deep inside a JSON document, for tests that go through many fields.

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** A copy of the document with another value at the pointer. */
export function withValue(document: unknown, pointer: string, value: unknown): unknown {
  return changed(document, pointer, (parent, key) => {
    parent[key] = value;
  });
}

/** A copy of the document without the value at the pointer. */
export function withoutValue(document: unknown, pointer: string): unknown {
  return changed(document, pointer, (parent, key) => {
    delete parent[key];
  });
}

function changed(document: unknown, pointer: string, change: (parent: Container, key: string) => void): unknown {
  const copy = structuredClone(document);
  const segments = pointer.split('/').slice(1);
  const key = segments.pop();
  const parent = valueAt(copy, segments.map((segment) => `/${segment}`).join(''));
  if (key === undefined || !isContainer(parent)) throw new Error(`The document has no place ${pointer}`);
  change(parent, key);
  return copy;
}

export function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((here, key) => (isContainer(here) ? here[key] : undefined), document);
}
