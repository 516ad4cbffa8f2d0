// Callers that follow the advice of the responses until their create succeeds, and record every response.
import { setTimeout as delay } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import type { Answer, Caller, PlannedCreate } from './load.ts';

export interface Diary {
  /** The customer ids that callers got in the end, by reference. */
  acknowledged: Map<string, string>;
  /** Every response, as status and code, and whether it said when to retry. */
  answers: string[];
  slowestMs: number;
}

export function newDiary(): Diary {
  return { acknowledged: new Map(), answers: [], slowestMs: 0 };
}

/** The responses that a caller with a key may get while the database is unavailable. */
export const CALM_ANSWERS = [
  '200 created',
  '200 found again',
  '503 Service.Unavailable, come back',
  '503 Service.OutcomeUnknown, come back',
];

/** Callers retry sooner than advised, so that there is always load. */
const PAUSE_MS = 100;

/** Repeats the request with its Idempotency-Key, which is always safe. */
export async function insistWithKey(caller: Caller, create: PlannedCreate, diary: Diary): Promise<void> {
  for (;;) {
    const answer = note(await caller.create(create, true), diary);
    if (answer.status === 200) return acknowledge(create, answer, diary);
    if (answer.status !== 503 && answer.code !== 'Idempotency.InProgress') throw unexpected(answer);
    await delay(PAUSE_MS);
  }
}

/** Has no key, so it checks before it repeats a request with an unknown outcome. */
export async function insistWithoutKey(caller: Caller, create: PlannedCreate, diary: Diary): Promise<void> {
  for (;;) {
    const answer = note(await caller.create(create, false), diary);
    if (answer.status === 200) return acknowledge(create, answer, diary);
    if (answer.status !== 503) throw unexpected(answer);
    await delay(PAUSE_MS);
    if (answer.code !== 'Service.OutcomeUnknown') continue;
    const found = await lookUp(caller, create, diary);
    if (found !== undefined) return acknowledge(create, found, diary);
  }
}

/**
 * For concurrent requests: they wait for each other, and on a busy machine one may get the response that nothing was saved and
 * that it should be retried.
 */
export async function insist(send: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await send();
    if (answer.statusCode !== 503 || answer.json().error?.code !== 'Service.Unavailable') return answer;
    await delay(PAUSE_MS);
  }
}

/** The same over a real connection, for requests that are safe to repeat. */
export async function insistOn<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await delay(PAUSE_MS);
  }
}

async function lookUp(caller: Caller, create: PlannedCreate, diary: Diary): Promise<Answer | undefined> {
  for (;;) {
    const answer = note(await caller.readByReference(create.reference), diary, 'by reference: ');
    if (answer.status === 200) return answer;
    if (answer.status === 404) return undefined;
    if (answer.status !== 503) throw unexpected(answer);
    await delay(PAUSE_MS);
  }
}

function note(answer: Answer, diary: Diary, prefix = ''): Answer {
  const comeBack = Number(answer.retryAfter) > 0 ? ', come back' : '';
  const what = answer.code ?? (answer.replayed ? 'found again' : 'created');
  diary.answers.push(`${prefix}${answer.status} ${prefix !== '' && answer.status === 200 ? 'found' : what}${comeBack}`);
  diary.slowestMs = Math.max(diary.slowestMs, answer.ms);
  return answer;
}

function acknowledge(create: PlannedCreate, answer: Answer, diary: Diary): void {
  diary.acknowledged.set(create.reference, answer.customerId ?? '');
}

function unexpected(answer: Answer): Error {
  return new Error(`A caller was answered ${answer.status} ${answer.code}`);
}
