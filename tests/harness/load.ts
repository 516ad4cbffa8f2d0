// Creates sent over real HTTP, each planned in advance, so that all can be accounted for afterwards.
import { Client } from 'undici';
import { newReference, validBody, validIdentity, validPerson } from './bodies.ts';

export interface PlannedCreate {
  reference: string;
  key: string;
  people: number;
  identities: number;
  body: string;
}

/** Creates with one to three people, every other person with two identities. */
export function planCreates(count: number): PlannedCreate[] {
  return Array.from({ length: count }, (_, index) => {
    const reference = newReference();
    const list = Array.from({ length: 1 + (index % 3) }, (_none, place) => {
      const second = place % 2 === 0 ? [] : [{ ...validIdentity(), identityTypeCode: 'BVN' }];
      return validPerson({ identities: [validIdentity(), ...second] });
    });
    return {
      reference,
      key: crypto.randomUUID(),
      people: list.length,
      identities: list.reduce((sum, person) => sum + person.identities.length, 0),
      body: JSON.stringify(validBody({ partnerCustomerId: reference, businessPersonList: list })),
    };
  });
}

export interface Answer {
  status: number;
  /** The error's code. */
  code: string | undefined;
  customerId: string | undefined;
  retryAfter: string | undefined;
  replayed: boolean;
  ms: number;
}

/** No answer: the connection could not be opened, or broke. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly code: string;
  /** Whether the connection had already carried an answer. */
  readonly reused: boolean;
  constructor(code: string, reused: boolean, cause: unknown) {
    super(`No answer: ${code}`, { cause });
    this.code = code;
    this.reused = reused;
  }
}

/** One caller with one connection, which is reopened when it is lost. */
export interface Caller {
  create(planned: PlannedCreate, withKey: boolean): Promise<Answer>;
  readByReference(reference: string): Promise<Answer>;
  close(): Promise<void>;
}

/** A function returns the token of each request: on a slow machine a test outlasts a token. */
export function openCaller(url: string, token: string | (() => Promise<string>)): Caller {
  const client = new Client(url, { pipelining: 1 });
  let answersOnConnection = 0;
  client.on('connect', () => {
    answersOnConnection = 0;
  });

  async function send(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body: string | null) {
    const bearer = typeof token === 'string' ? token : await token();
    const started = performance.now();
    try {
      const answer = await client.request({
        method,
        path: `/api/partner/v1/business-profiles${path}`,
        headers: { authorization: `Bearer ${bearer}`, ...headers },
        body,
      });
      const text = await answer.body.text();
      // After such an answer the next request opens a new connection, successfully or not.
      answersOnConnection = answer.headers.connection === 'close' ? 0 : answersOnConnection + 1;
      return toAnswer(answer.statusCode, answer.headers, text, performance.now() - started);
    } catch (error) {
      // The test is over: callers that would retry forever stop here.
      if (client.destroyed) throw error;
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      throw new NoAnswer(code, answersOnConnection > 0 && code !== 'ECONNREFUSED', error);
    }
  }

  return {
    create(planned, withKey) {
      const key: Record<string, string> = withKey ? { 'idempotency-key': planned.key } : {};
      return send('POST', '', { 'content-type': 'application/json', ...key }, planned.body);
    },
    readByReference: (reference) => send('GET', `/by-reference/${reference}`, {}, null),
    close: () => client.destroy(),
  };
}

function toAnswer(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  text: string,
  ms: number,
): Answer {
  const { value, error } = JSON.parse(text) as { value?: { customerId?: string }; error?: { code?: string } };
  return {
    status,
    code: error?.code,
    customerId: value?.customerId,
    retryAfter: headers['retry-after']?.toString(),
    replayed: headers['idempotent-replayed'] === 'true',
    ms,
  };
}

/** Distributes the list over the callers; each takes the next item when it has finished one. */
export async function share<T>(callers: Caller[], work: T[], each: (caller: Caller, item: T) => Promise<void>) {
  const rest = work.values();
  await Promise.all(
    callers.map(async (caller) => {
      for (const item of rest) await each(caller, item);
    }),
  );
}

/** The count of each outcome. */
export function tally(outcomes: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
