// Deprecated fields: still accepted, with a warning.
import { z } from 'zod';
import type { Warning } from './envelope.ts';

interface DeprecatedField {
  /** What happened to it, to follow the name of the field in a sentence: "is the old name of uboId". */
  fate: string;
  /** The field to send instead, if there is one. */
  replacement?: string;
}

const deprecatedFields = z.registry<DeprecatedField>();

/** Marks a field of a body, without any other effect. */
export function deprecated<S extends z.ZodType>(field: S, facts: DeprecatedField): S {
  const marked = field.meta({ deprecated: true });
  deprecatedFields.add(marked, facts);
  return marked;
}

export interface FoundField {
  path: PropertyKey[];
  fate: string;
  replacement: string | undefined;
}

/** The deprecated fields in a body. Null counts as not sent. */
export function findDeprecated(schema: z.ZodType, body: unknown, path: PropertyKey[] = []): FoundField[] {
  if (body === undefined || body === null || !mentionsDeprecated(schema)) return [];
  const { facts, inner } = unwrapped(schema);
  const own = facts === undefined ? [] : [{ path, fate: facts.fate, replacement: facts.replacement }];
  if (inner instanceof z.ZodArray && Array.isArray(body)) {
    const element = inner.element as z.ZodType;
    return [...own, ...body.flatMap((one, index) => findDeprecated(element, one, [...path, index]))];
  }
  if (inner instanceof z.ZodObject && typeof body === 'object') {
    const fields = Object.entries(inner.shape as Record<string, z.ZodType>).filter(([name]) =>
      Object.hasOwn(body, name),
    );
    const sent = body as Record<string, unknown>;
    return [...own, ...fields.flatMap(([name, field]) => findDeprecated(field, sent[name], [...path, name]))];
  }
  return own;
}

const mentions = new WeakMap<z.ZodType, boolean>();

/** Most schemas have no deprecated field, so their bodies need not be searched. */
function mentionsDeprecated(schema: z.ZodType): boolean {
  const known = mentions.get(schema);
  if (known !== undefined) return known;
  const { facts, inner } = unwrapped(schema);
  const parts =
    inner instanceof z.ZodArray
      ? [inner.element as z.ZodType]
      : inner instanceof z.ZodObject
        ? Object.values(inner.shape as Record<string, z.ZodType>)
        : [];
  const found = facts !== undefined || parts.some(mentionsDeprecated);
  mentions.set(schema, found);
  return found;
}

/** A field may be marked before or after it is made optional. */
function unwrapped(schema: z.ZodType): { facts: DeprecatedField | undefined; inner: z.ZodType } {
  let inner = schema;
  let facts = deprecatedFields.get(inner);
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    inner = inner.unwrap() as z.ZodType;
    facts ??= deprecatedFields.get(inner);
  }
  return { facts, inner };
}

export function deprecationWarning(found: FoundField, pointer: string, name: string): Warning {
  const instead = found.replacement === undefined ? 'Omit it.' : `Send ${found.replacement} instead.`;
  return { pointer, code: 'Field.Deprecated', message: `${name} ${found.fate}. ${instead}` };
}
