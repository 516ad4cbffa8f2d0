// Compares a reply with what a case expects: objects by the named fields, lists completely.

type Matcher = (expected: unknown, actual: unknown) => boolean;

interface Progress {
  sentBytes: number;
  totalBytes: number;
}

/** From nothing to everything, in many steps, never backwards. */
function isProgress(total: unknown, steps: unknown): boolean {
  if (!Array.isArray(steps) || steps.length < 10) return false;
  const sent = (steps as Progress[]).map(({ sentBytes }) => sentBytes);
  const rises = sent.every((bytes, at) => at === 0 || bytes >= (sent[at - 1] ?? 0));
  return (
    rises && sent[0] === 0 && sent.at(-1) === total && steps.every(({ totalBytes }: Progress) => totalBytes === total)
  );
}

const MATCHERS: Record<string, Matcher> = {
  $atLeast: (expected, actual) => Number(actual) >= Number(expected),
  $atMost: (expected, actual) => Number(actual) <= Number(expected),
  $matches: (expected, actual) => typeof actual === 'string' && new RegExp(String(expected), 's').test(actual),
  $length: (expected, actual) => Array.isArray(actual) && differences(actual.length, expected).length === 0,
  $type: (expected, actual) => typeof actual === expected,
  $not: (expected, actual) => differences(actual, expected).length > 0,
  $each: (expected, actual) => Array.isArray(actual) && actual.every((one) => differences(one, expected).length === 0),
  $progress: isProgress,
  $includes: (expected, actual) =>
    Array.isArray(actual) && actual.some((one) => differences(one, expected).length === 0),
};

/** Each difference with its place; empty if there is none. */
export function differences(actual: unknown, expected: unknown, place = ''): string[] {
  if (typeof expected !== 'object' || expected === null)
    return Object.is(actual ?? null, expected) ? [] : [told(place, actual, expected)];
  const [[name = '', wanted] = []] = Object.entries(expected);
  const matcher = MATCHERS[name];
  if (matcher !== undefined) return matcher(wanted, actual) ? [] : [told(place, actual, expected)];
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected))
    return [told(place, actual, expected)];
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length !== expected.length)
    return [told(place, actual, expected)];
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(Reflect.get(actual, key), value, `${place}/${key}`),
  );
}

const told = (place: string, actual: unknown, expected: unknown) =>
  `${place}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)?.slice(0, 600)}`;
