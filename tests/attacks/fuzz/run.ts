// Sends requests generated from an OpenAPI document and checks every response against it, so that a client written from the
// document meets no surprise.
//
// FUZZ_REQUESTS=500000 FUZZ_SEED=7 npm test -- tests/attacks/fuzz sends that many to each surface, with another seed.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { closed } from '../../harness/checks/closed-document.ts';
import { insist } from '../../harness/insist.ts';
import { fill, type OpenApiDocument, type Operation, operationsOf, requestsOf, type Template } from './requests.ts';

const AT_ONCE = 16;
const LONG_RUN = 50_000;
/** Fixed, so that a failure can be reproduced. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115);
/** The number of requests, unless FUZZ_REQUESTS sets another. */
export const wanted = (unasked: number) => Number(process.env.FUZZ_REQUESTS ?? unasked);
/** More than the slowest machine needs. */
export const limitFor = (requests: number) => 600_000 + requests * 50;

export type Place = Record<string, string>;

export interface Surface {
  document: OpenApiDocument;
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Headers of a caller, chosen by a large number. */
  whoIs(n: number): Record<string, string>;
  /** Values for the placeholders. */
  placeOf(n: number): Place;
  bodies?: Record<string, unknown[]>;
  /** Ids to collect from responses, besides those collected for every surface. */
  learns?: readonly string[];
  /** Replaces used-up customers and sessions with new ones. */
  renew(): Promise<void>;
  renewEvery?: number;
  /** Operations that seldom succeed: only a long run requires it. The others must succeed often. */
  rare?: readonly string[];
}

/** Sends the requests and logs how often each status was returned. */
export async function fuzz(name: string, surface: Surface, requests: number): Promise<void> {
  const operations = operationsOf(surface.document, surface.bodies);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const judge = createJudge(surface.document);
  const seen = new Map<string, number>();
  const learned = new Set([...LEARNED, ...(surface.learns ?? [])]);
  const template = fc.oneof(...operations.map(requestsOf));

  async function send(one: Template): Promise<void> {
    const place = surface.placeOf(one.about);
    const request = fill(one, place, surface.whoIs(one.who));
    const answer = await insist(() => surface.send(request));
    const status = `${one.operationId} ${answer.statusCode}`;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    judge(byId.get(one.operationId), request, answer);
    if (answer.statusCode === 200 && isJson(answer)) learn(place, answer.json(), learned);
  }

  const { renew, renewEvery } = surface;
  await inBatches({ requests, one: template, renew, renewEvery }, send);
  tell(name, seen);
  // Every operation must also have succeeded, or this would prove little.
  const tooSeldom = operations.flatMap(({ operationId }) => {
    const seldom = surface.rare?.includes(operationId) === true;
    const least = seldom ? Math.min(1, Math.floor(requests / LONG_RUN)) : requests / operations.length / 200;
    const succeeded = seen.get(`${operationId} 200`) ?? 0;
    const answers = [...seen].filter(([status]) => status.startsWith(`${operationId} `)).map((one) => one.join(': '));
    return succeeded >= least ? [] : [`${operationId} succeeded ${succeeded} times (${answers.join(', ')})`];
  });
  expect(tooSeldom).toEqual([]);
}

export interface Batches<T> {
  requests: number;
  one: fc.Arbitrary<T>;
  /** Called regularly to replace what is used up. */
  renew?: (() => Promise<void>) | undefined;
  /** After how many batches; defaults to 25. */
  renewEvery?: number | undefined;
}

/** Sends a batch concurrently; stops at the first failure. */
export async function inBatches<T>(batches: Batches<T>, send: (one: T) => Promise<void>): Promise<void> {
  const { requests, one, renew = async () => {}, renewEvery = 25 } = batches;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (some) => {
      if (sent++ % renewEvery === 0) await renew();
      await Promise.all(some.map(send));
    }),
    {
      seed: SEED,
      numRuns: Math.ceil(requests / AT_ONCE),
      interruptAfterTimeLimit: limitFor(requests),
      markInterruptAsFailure: true,
      endOnFailure: true,
    },
  );
}

const typeOf = ({ headers }: LightMyRequestResponse) => String(headers['content-type']).split(';')[0] ?? '';
/** Everything but files. */
const isJson = (answer: LightMyRequestResponse) => typeOf(answer) === 'application/json';

/** Ids from responses, which later requests use. */
const LEARNED = ['uboId', 'documentId', 'decisionId', 'deliveryId', 'certificateId', 'cursor'];
function learn(place: Place, value: unknown, learned: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = key === 'nextCursor' ? 'cursor' : key;
    if (learned.has(name) && typeof inner === 'string') place[name] = inner;
    else learn(place, inner, learned);
  }
  // A delivery calls its own id `id`.
  if ('id' in value && 'eventId' in value) place.deliveryId = String(value.id);
}

function createJudge(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // The published schemas allow additional fields; the service's own responses must match them exactly.
  ajv.addSchema(closed(document), 'document');
  /** Compiled once per operation and status; undefined if the document does not list the response. */
  const validators = new Map<string, ValidateFunction | undefined>();
  function validatorOf({ path, method }: Operation, status: number): ValidateFunction | undefined {
    const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
    const pointer = `document#/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
    if (!validators.has(pointer)) {
      try {
        validators.set(pointer, ajv.compile({ $ref: pointer }));
      } catch {
        validators.set(pointer, undefined);
      }
    }
    return validators.get(pointer);
  }
  // Called for very many responses, so it builds messages only for failures.
  return (operation: Operation | undefined, request: InjectOptions, answer: LightMyRequestResponse): void => {
    const told = () =>
      `${operation?.operationId} ${answer.statusCode} ${request.url}\n${request.payload}\n${answer.body}`;
    if (answer.statusCode >= 500) throw new Error(`A fault of ours: ${told()}`);
    const undescribed = operation && strayHeaders(operation, answer);
    if (undescribed) throw new Error(`Headers not as described, ${undescribed}: ${told()}`);
    if (answer.statusCode === 304 && answer.body === '') return;
    if (!isJson(answer)) {
      const { content = {} } = operation?.responses[answer.statusCode] ?? {};
      if (typeOf(answer) in content) return;
    }
    const validate = operation && validatorOf(operation, answer.statusCode);
    if (validate === undefined) throw new Error(`Not in the document: ${told()}`);
    if (!validate(answer.json())) throw new Error(`Not as described: ${JSON.stringify(validate.errors)}\n${told()}`);
  };
}

/** Headers that mean something to a client and therefore must be documented. */
const TELLING = /^(allow|deprecation|etag|idempotent-|link|location|ratelimit|retry-after|sunset|www-authenticate|x-)/;
/** In every response. */
const OF_EVERY_ANSWER = /^x-(content-type-options|frame-options)$/;

/** Headers that are required and missing, or sent and not documented. */
function strayHeaders({ responses }: Operation, answer: LightMyRequestResponse): string {
  const described = Object.entries(responses[answer.statusCode]?.headers ?? {});
  const names = described.map(([name]) => name.toLowerCase());
  const missing = described.filter(([name, { required }]) => required && !(name.toLowerCase() in answer.headers));
  const stray = Object.keys(answer.headers).filter(
    (name) => TELLING.test(name) && !OF_EVERY_ANSWER.test(name) && !names.includes(name),
  );
  return [...missing.map(([name]) => `no ${name}`), ...stray].join(', ');
}

export function tell(name: string, seen: ReadonlyMap<string, number>): void {
  const statuses = new Map<string, number>();
  for (const [key, count] of seen) {
    const status = key.split(' ').at(-1) ?? '';
    statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const each = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${status}: ${count}`);
  console.log(`fuzz ${name}, seed ${SEED}: ${all} requests, ${each.join(', ')}`);
}
