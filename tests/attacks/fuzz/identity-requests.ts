// Requests to the identity service. It has no OpenAPI document: RFC 6749 describes the responses of its token endpoint, and
// pages answer with a page whatever they are sent.
import fc from 'fast-check';
import { oddText } from '../../harness/cases/odd-json.ts';
import { insistOn } from '../../harness/insist.ts';
import { type Batches, inBatches, tell } from './run.ts';

/** Part of what is sent; must never appear in a page as markup. */
export const MARKUP = '<fuzz"\'>';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface Answer {
  status: number;
  type: string;
  headers: Headers;
  text: string;
}

/** From many addresses, because the limits per address have their own tests. */
export const address = fc.nat({ max: 0xffffff }).map((n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
export const word = fc.oneof(
  oddText.map((text) => text.toWellFormed()),
  fc.constantFrom(MARKUP, '', '1', 'true', '[object Object]'),
);
const FORM = 'application/x-www-form-urlencoded';
export const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant(FORM) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', `${FORM}; charset=utf-16`, 'x'),
  },
);

/** Valid fields, with some omitted, sent twice, invalid or added. */
export function formLike(fields: Record<string, fc.Arbitrary<string>>, more: readonly string[]): fc.Arbitrary<string> {
  const given = Object.entries(fields).map(([name, good]) =>
    fc.oneof(
      { weight: 8, arbitrary: good.map((value) => [[name, value]]) },
      { weight: 1, arbitrary: fc.constant<string[][]>([]) },
      { weight: 1, arbitrary: word.map((value) => [[name, value]]) },
      {
        weight: 1,
        arbitrary: fc.tuple(good, word).map(([value, other]) => [
          [name, value],
          [name, other],
        ]),
      },
    ),
  );
  const added = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...more), word), word), { maxLength: 2 });
  return fc
    .tuple(fc.tuple(...given), fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: added }))
    .map(([own, others]) => new URLSearchParams([...own.flat(), ...others] as [string, string][]).toString());
}

/** Sends requests and passes each response to `judge`, which throws if it is wrong. */
export async function sendAll(
  name: string,
  issuer: string,
  batches: Batches<Sent>,
  judge: (sent: Sent, answer: Answer) => void,
): Promise<void> {
  const seen = new Map<string, number>();
  await inBatches(batches, async (sent) => {
    const answer = await insistOn(() => send(issuer, sent));
    const status = String(answer.status);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    try {
      demand(answer.status < 500, 'A fault of ours');
      judge(sent, answer);
    } catch (error) {
      const told = `${answer.status} ${JSON.stringify(sent)}\n${answer.text}`;
      throw new Error(`${error instanceof Error ? error.message : error}: ${told}`);
    }
  });
  tell(name, seen);
}

async function send(issuer: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const request = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) };
  const answer = await fetch(`${issuer}${path}`, request);
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, headers: answer.headers, text: await answer.text() };
}

export function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
