// Routes call some fields differently. Each accepts every name; rules see create's names only. Pure.
import { FIELD_NAMES, type OwnNames, type Problem, problemAt, toPointer } from '@onboarding/contract';

export interface NamedBody {
  /** The body with create's names only. */
  body: unknown;
  conflicts: Problem[];
  /** Points a finding at the name that the caller wrote or, if it is missing, at the route's own name. */
  asWritten<T extends { pointer: string; message: string }>(finding: T): T;
}

interface Naming {
  /** What the route calls its fields where it does not use create's name. */
  own?: OwnNames;
  /** Where null changes a field, it is a value like any other; elsewhere it means "not given". */
  nullIsGiven?: boolean;
}

export function resolveNames(body: unknown, { own = {}, nullIsGiven = false }: Naming = {}): NamedBody {
  const written = new Map<string, string>(Object.entries(own));
  const conflicts: Problem[] = [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { body, conflicts, asWritten: pointingAt(written) };
  }
  const sent = body as Record<string, unknown>; // An object that is no array.
  const renames = Object.values(FIELD_NAMES).some((others) => others.some((other) => Object.hasOwn(sent, other)));
  // A body can be large, so it is copied only when something in it gets another name; otherwise nothing below changes it.
  const named = renames ? { ...sent } : sent;
  const isGiven = (value: unknown) => value !== undefined && (nullIsGiven || value !== null);
  for (const [name, others] of Object.entries(FIELD_NAMES)) {
    const used = [name, ...others].filter((one) => Object.hasOwn(sent, one));
    for (const other of others) delete named[other];
    // The first that says something; if none does, the first that was written.
    const [first = used[0], ...rest] = used.filter((one) => isGiven(sent[one]));
    if (first === undefined) continue;
    const value = sent[first];
    named[name] = value;
    written.set(name, first);
    for (const other of rest.filter((one) => !sameText(sent[one], value))) {
      const text = `and ${other} are two names of one field and differ; send one`;
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
