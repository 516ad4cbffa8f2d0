// Some routes use different names for fields. Each route accepts every name; the rules use only create's names. Pure.
import { FIELD_NAMES, type OwnNames, type Problem, problemAt, type RawBody, toPointer } from '@onboarding/contract';

export interface NamedBody {
  /** The body with only create's names. */
  body: RawBody;
  conflicts: Problem[];
  /**
   * Changes the pointer of a finding to the name that the caller sent or, if the field is missing, to the route's own name.
   */
  asWritten<T extends { pointer: string; message: string }>(finding: T): T;
}

interface Naming {
  /** The names of this route that differ from create's. */
  own?: OwnNames;
  /** Whether null counts as a value because it clears a field; otherwise it means "not given". */
  nullIsGiven?: boolean;
}

export function resolveNames(body: RawBody, { own = {}, nullIsGiven = false }: Naming = {}): NamedBody {
  const written = new Map<string, string>(Object.entries(own));
  const conflicts: Problem[] = [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { body, conflicts, asWritten: pointingAt(written) };
  }
  const sent = body as Record<string, unknown>; // An object, not an array.
  const renames = Object.values(FIELD_NAMES).some((others) => others.some((other) => Object.hasOwn(sent, other)));
  // Copies the body, which may be large, only if a field is renamed.
  const named = renames ? { ...sent } : sent;
  const isGiven = (value: unknown) => value !== undefined && (nullIsGiven || value !== null);
  for (const [name, others] of Object.entries(FIELD_NAMES)) {
    const used = [name, ...others].filter((one) => Object.hasOwn(sent, one));
    for (const other of others) delete named[other];
    // The first name with a value; if none has one, the first that was sent.
    const [first = used[0], ...rest] = used.filter((one) => isGiven(sent[one]));
    if (first === undefined) continue;
    const value = sent[first];
    named[name] = value;
    written.set(name, first);
    for (const other of rest.filter((one) => !sameText(sent[one], value))) {
      const text = `and ${other} are two names for one field but have different values; send one`;
      conflicts.push(problemAt([name], 'ValidationControl.Error', text));
    }
  }
  return { body: named, conflicts, asWritten: pointingAt(written) };
}

function pointingAt(written: ReadonlyMap<string, string>): NamedBody['asWritten'] {
  return (finding) => {
    const name = finding.pointer.slice(1);
    const used = written.get(name);
    if (used === undefined || used === name) return finding;
    return { ...finding, pointer: toPointer([used]), message: finding.message.replace(name, used) };
  };
}

function sameText(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a.trim() === b.trim() : a === b;
}
