// Checks a request body: turns the schema's issues into problems with our codes and pointers, in the order of the fields.
import { z } from 'zod';
import { deprecationWarning, findDeprecated } from './deprecation.ts';
import { LIMITS } from './durations-and-limits.ts';
import type { Problem, Warning } from './envelope.ts';
import type { ErrorCode } from './errors.ts';
import { faultCodes, type RuleParams } from './fields.ts';

/** Enough for a caller to see what to change. */
const MOST_DEPRECATED = 50;
const MOST_UNKNOWN = 50;

export type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Every value is either absent or individually valid. Rules about several fields work on this type. */
export type Candidate<T> = T extends readonly (infer E)[]
  ? readonly (Candidate<E> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Candidate<T[K]> | undefined }
    : T;

/** A parsed request body, not yet checked. */
export type RawBody = unknown;

/** The result of checking a body against the schema. Further rules add to it, so that a caller gets all problems at once. */
export interface BodyCheck<T> {
  problems: Problem[];
  warnings: Warning[];
  candidate: Candidate<T>;
  /** Set when the schema found no problem. */
  value: T | undefined;
  /** Sorts problems or warnings by the schema's field order; those of an object come before those of its fields. */
  inFieldOrder<F extends { pointer: string }>(found: readonly F[]): F[];
}

/** For a body built by our own code: its type is known, so only the rules beyond the schema apply. */
export function soundBody<T>(value: T): BodyCheck<T> {
  return {
    problems: [],
    warnings: [],
    candidate: value as Candidate<T>,
    value,
    inFieldOrder: (found) => [...found],
  };
}

/** `mayOmit`: whether a field that the schema requires may be omitted from what the caller sends, because we complete it. */
export function checkBody<S extends z.ZodType>(
  schema: S,
  body: RawBody,
  routeCode: ErrorCode,
  mayOmit: (path: Path) => boolean = () => false,
): BodyCheck<z.output<S>> {
  const inFieldOrder = <F extends { pointer: string }>(found: readonly F[]) => sortedByField(schema, found);
  const result = schema.safeParse(body);
  if (result.success) {
    const warnings: Warning[] = [];
    collectUnknown(body, result.data, [], warnings);
    for (const found of findDeprecated(schema, body).slice(0, MOST_DEPRECATED)) {
      warnings.push(deprecationWarning(found, toPointer(found.path), fieldName(found.path)));
    }
    return {
      problems: [],
      warnings,
      candidate: result.data as Candidate<z.output<S>>,
      value: result.data,
      inFieldOrder,
    };
  }
  const { issues } = result.error;
  const problems = firstPerPlace(issues).map((issue) => {
    const omissible = isOptional(schema, issue.path) || mayOmit(issue.path);
    return toProblem(schema, body, issue, { routeCode, omissible });
  });
  return { problems, warnings: [], candidate: withoutFaults(body, issues), value: undefined, inFieldOrder };
}

/**
 * Zod checks the length of anything that has one, so a list instead of a text would be reported twice. Keeps one more than
 * are reported, to show that there are more; zod reports them in field order.
 */
function firstPerPlace(issues: readonly Issue[]): Issue[] {
  const first = new Map<string, Issue>();
  for (const issue of issues) {
    if (first.size > LIMITS.problemsPerAnswer) break;
    const place = toPointer(issue.path);
    if (!first.has(place)) first.set(place, issue);
  }
  return [...first.values()];
}

/** Enough for a caller to see what to change; an additional entry says that there are more. */
export function mostProblems(problems: readonly Problem[]): Problem[] {
  return firstOf(problems, LIMITS.problemsPerAnswer, 'problems', 'Correct those and send the request again.');
}

export function mostWarnings(warnings: readonly Warning[]): Warning[] {
  return firstOf(warnings, LIMITS.warningsPerAnswer, 'warnings', 'Address those first.');
}

function firstOf<T extends Problem | Warning>(found: readonly T[], most: number, what: string, next: string): T[] {
  const beyond = found[most];
  if (beyond === undefined) return [...found];
  const message = `There are more ${what} than the ${most} listed. ${next}`;
  return [...found.slice(0, most), { ...beyond, pointer: '', message }];
}

function toProblem(
  schema: z.ZodType,
  body: unknown,
  issue: Issue,
  { routeCode, omissible }: { routeCode: ErrorCode; omissible: boolean },
): Problem {
  const input = valueAt(body, issue.path);
  const own = faultCodes.get(schemaAt(schema, issue.path) ?? schema);
  const tell = (code: ErrorCode, text: string) => problemAt(issue.path, code, text);
  if (input === null && omissible) {
    return tell(own?.missing ?? routeCode, 'cannot be null; omit it to leave it unchanged');
  }
  // About the object: a key may have any length, so the answer must not repeat it.
  if (issue.code === 'invalid_key') {
    return problemAt(issue.path.slice(0, -1), routeCode, issue.issues[0]?.message ?? issue.message);
  }
  if (input === undefined || input === null) return tell(own?.missing ?? routeCode, 'is required');
  switch (issue.code) {
    case 'custom':
      return tell((issue.params as RuleParams | undefined)?.code ?? routeCode, issue.message);
    case 'invalid_value':
      if (typeof input === 'string') return tell('ValidationControl.Error', issue.message);
      return tell(own?.wrongType ?? routeCode, 'must be a string');
    case 'invalid_type': {
      const text =
        issue.expected === 'int' ? issue.message : `must be ${WITH_ARTICLE[issue.expected] ?? issue.expected}`;
      return tell(own?.wrongType ?? routeCode, text);
    }
    default:
      return tell(own?.outOfBounds ?? routeCode, issue.message);
  }
}

const WITH_ARTICLE: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** A problem at a path; the message starts with the name of the field and says what is allowed, for developers. */
export function problemAt(path: Path, code: ErrorCode, text: string): Problem {
  return { pointer: toPointer(path), code, message: `${fieldName(path)} ${text}.` };
}

export function toPointer(path: Path): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The field alone: the pointer says where it is. */
function fieldName(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'The body';
  return typeof last === 'number' ? `An entry of ${fieldName(path.slice(0, -1))}` : String(last);
}

function sortedByField<T extends { pointer: string }>(schema: z.ZodType, found: readonly T[]): T[] {
  const keyed = found.map((item) => ({ item, key: orderKey(schema, item.pointer) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed.map(({ item }) => item);
}

function orderKey(schema: z.ZodType, pointer: string): number[] {
  let here: z.ZodType | undefined = schema;
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => {
      const inner: z.ZodType | undefined = here === undefined ? undefined : unwrapped(here);
      here = inner === undefined ? undefined : stepInto(inner, segment);
      if (inner instanceof z.ZodArray) return Number(segment);
      const index = inner instanceof z.ZodObject ? Object.keys(inner.shape).indexOf(segment) : -1;
      return index === -1 ? Number.MAX_SAFE_INTEGER : index;
    });
}

function compareKeys(a: number[], b: number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  let here: z.ZodType | undefined = unwrapped(schema);
  for (const segment of path) {
    const next: z.ZodType | undefined = here === undefined ? undefined : stepInto(here, String(segment));
    here = next === undefined ? undefined : unwrapped(next);
  }
  return here;
}

/** Whether the field may be omitted. One that may be omitted but refuses null cannot be cleared. */
function isOptional(schema: z.ZodType, path: Path): boolean {
  const parent = schemaAt(schema, path.slice(0, -1));
  return parent !== undefined && stepInto(parent, String(path.at(-1))) instanceof z.ZodOptional;
}

function stepInto(schema: z.ZodType, segment: string): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[segment] as z.ZodType | undefined;
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return undefined;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let here = schema;
  while (here instanceof z.ZodOptional || here instanceof z.ZodNullable) here = here.unwrap() as z.ZodType;
  return here;
}

function valueAt(body: unknown, path: Path): unknown {
  let here: unknown = body;
  for (const segment of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<PropertyKey, unknown>)[segment];
  }
  return here;
}

/**
 * The body without its invalid values. Copies only the path to each of them, because the body can be large. Does not change the
 * body, which is read again if its transaction is retried.
 */
function withoutFaults<T>(body: unknown, issues: readonly Issue[]): Candidate<T> {
  if (!isContainer(body) || Array.isArray(body)) return {} as Candidate<T>;
  const copies = new Set<Container>();
  const copyOf = (original: Container): Container => {
    if (copies.has(original)) return original;
    const copy = Array.isArray(original) ? [...original] : { ...original };
    copies.add(copy as Container);
    return copy as Container;
  };
  const root = copyOf(body);
  for (const { path } of issues) {
    let here: Container | undefined = root;
    for (const segment of path.slice(0, -1)) {
      const inner: unknown = here[segment];
      if (!isContainer(inner)) {
        here = undefined;
        break;
      }
      here = here[segment] = copyOf(inner);
    }
    const last = path.at(-1);
    if (here !== undefined && last !== undefined) here[last] = undefined;
  }
  // All values that the schema rejected were removed, so the rest has the schema's types.
  return root as Candidate<T>;
}

type Container = Record<PropertyKey, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Fields that were sent but dropped by the schema are unknown. Lists only some, which is enough to see the cause. */
function collectUnknown(sent: unknown, kept: unknown, path: Path, warnings: Warning[]): void {
  if (warnings.length >= MOST_UNKNOWN) return;
  if (Array.isArray(sent) && Array.isArray(kept)) {
    sent.forEach((element, index) => {
      collectUnknown(element, kept[index], [...path, index], warnings);
    });
  } else if (typeof sent === 'object' && sent !== null && typeof kept === 'object' && kept !== null) {
    for (const key of Object.keys(sent)) {
      if (warnings.length >= MOST_UNKNOWN) return;
      if (Object.hasOwn(kept, key)) {
        const value = (sent as Record<string, unknown>)[key];
        if (typeof value === 'object')
          collectUnknown(value, (kept as Record<string, unknown>)[key], [...path, key], warnings);
      } else {
        // A field name may have any length, so it is truncated in the response.
        const here = [...path, key.length > 200 ? `${key.slice(0, 200)}...` : key];
        warnings.push({
          pointer: toPointer(here),
          code: 'Field.Unknown',
          message: `${fieldName(here)} is unknown and was ignored.`,
        });
      }
    }
  }
}
