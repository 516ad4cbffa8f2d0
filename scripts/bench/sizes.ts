// The same requests with little and with much stored: two databases on one server, queried alternately.
import { generateLoad, type LoadRequest, percentiles, scaled } from './load.ts';

export type Size = 'small' | 'large';
export type OfSizes<T> = Record<Size, T>;

/** One after the other. */
export async function ofSizes<T>(make: (size: Size) => Promise<T>): Promise<OfSizes<T>> {
  return { small: await make('small'), large: await make('large') };
}

/** The order alternates, so that a busy moment of the machine favours neither. */
export const inTurn = (round: number): Size[] => (round % 2 === 0 ? ['small', 'large'] : ['large', 'small']);

export const judged = (ratio: number, goal: number) =>
  `ratio ${ratio.toFixed(2)} (goal: at most ${goal.toFixed(2)}${ratio > goal ? ', missed' : ''})`;

export interface SizedSubject {
  url: string;
  /** Requests by their name. */
  next: Record<string, () => LoadRequest>;
  /** After each load. */
  restore?(): Promise<void>;
}

interface Comparison {
  subjects: OfSizes<SizedSubject>;
  /** How much is stored, such as 5000 "customers". */
  stored: OfSizes<number>;
  what: string;
  connections: number;
  rounds: number;
  /** For each round; may depend on the request. */
  requests: number | ((name: string) => number);
  /** For requests without headers. */
  token?: () => Promise<string>;
  goal: number;
}

/** Prints p50 and p95 of each request, and the ratio. */
export async function compareSizes(comparison: Comparison): Promise<void> {
  const { subjects, stored, what, connections, rounds, goal } = comparison;
  const names = Object.keys(subjects.small.next);
  const durations = new Map(names.map((name) => [name, { small: [] as number[], large: [] as number[] }]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measured] of durations) {
      for (const size of inTurn(round)) {
        const results = await measure(subjects[size], name, comparison);
        // The first round warms up.
        if (round > 0) measured[size].push(...results);
      }
    }
    if (round > 0) console.log(`round ${round} of ${rounds} done`);
  }
  console.log(`p95 in ms, ${connections} connections`);
  for (const [name, { small, large }] of durations) {
    const [few, many] = [percentiles(small), percentiles(large)];
    const told = (size: Size, { p50, p95 }: typeof few) =>
      `${stored[size]} ${what}: p50 ${p50.toFixed(2)} p95 ${p95.toFixed(2)}`;
    console.log(
      `${name.padEnd(24)} ${told('small', few)}; ${told('large', many)}; ${judged(many.p95 / few.p95, goal)} over ${small.length} requests each`,
    );
  }
}

async function measure(subject: SizedSubject, name: string, { connections, requests, token }: Comparison) {
  const next = subject.next[name];
  if (next === undefined) throw new Error(`Nobody knows how to ask for ${name}`);
  const until = { requests: scaled(typeof requests === 'number' ? requests : requests(name)) };
  const given = token === undefined ? {} : { token: await token() };
  const { durations } = await generateLoad({ url: subject.url, ...given, connections, next, until });
  await subject.restore?.();
  return durations;
}
