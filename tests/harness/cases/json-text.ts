// Builds JSON as text, including what JSON.stringify cannot write (a duplicate key, __proto__, 1e400).

export type JsonText =
  | { kind: 'object'; entries: [key: string, value: JsonText][] }
  | { kind: 'array'; elements: JsonText[] }
  | { kind: 'raw'; text: string };

export const raw = (text: string): JsonText => ({ kind: 'raw', text });

export function toJsonText(value: unknown): JsonText {
  if (Array.isArray(value)) return { kind: 'array', elements: value.map(toJsonText) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', entries: Object.entries(value).map(([key, inner]) => [key, toJsonText(inner)]) };
  }
  return raw(JSON.stringify(value) ?? 'null');
}

export function written(node: JsonText): string {
  switch (node.kind) {
    case 'object':
      return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join(',')}}`;
    case 'array':
      return `[${node.elements.map(written).join(',')}]`;
    case 'raw':
      return node.text;
  }
}

export type Change =
  | { do: 'drop' }
  | { do: 'duplicate' }
  | { do: 'replace' | 'append'; value: JsonText }
  | { do: 'add' | 'rename'; key: string; value: JsonText };

/** Every object and array of the document, itself first. */
function containers(node: JsonText): JsonText[] {
  if (node.kind === 'raw') return [];
  const inner = node.kind === 'array' ? node.elements : node.entries.map(([, value]) => value);
  return [node, ...inner.flatMap(containers)];
}

/** Changes one place of the document, chosen by two numbers: the container, and its member. */
export function mutate(document: JsonText, which: number, member: number, change: Change): void {
  const all = containers(document);
  const container = all[which % all.length];
  if (container === undefined || container.kind === 'raw') return;
  if (container.kind === 'array') changeArray(container.elements, member, change);
  else changeObject(container.entries, member, change);
}

function changeArray(elements: JsonText[], member: number, change: Change): void {
  const at = elements.length === 0 ? 0 : member % elements.length;
  const present = elements[at];
  if (change.do === 'drop') elements.splice(at, 1);
  else if (change.do !== 'duplicate') elements.splice(at, change.do === 'replace' ? 1 : 0, change.value);
  else if (present !== undefined) elements.push(structuredClone(present));
}

function changeObject(entries: [string, JsonText][], member: number, change: Change): void {
  const at = entries.length === 0 ? 0 : member % entries.length;
  const present = entries[at];
  if (change.do === 'add') entries.splice(at, 0, [change.key, change.value]);
  if (present === undefined) return;
  const [key, value] = present;
  if (change.do === 'drop') entries.splice(at, 1);
  else if (change.do === 'replace') entries[at] = [key, change.value];
  else if (change.do === 'rename') entries[at] = [change.key, value];
  else if (change.do === 'duplicate') entries.push([key, structuredClone(value)]);
  // The same key again with another value: the last one counts.
  else if (change.do === 'append') entries.push([key, change.value]);
}
