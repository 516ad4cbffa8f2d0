// Callers that do what the answers advise until their create is there, and note every answer on the way.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Caller, PlannedCreate } from './load.ts';

export interface Diary {
  /** By reference, the customer ids that callers ended up with. */
  acknowledged: Map<string, string>;
  /** Every answer, as status and code, and whether it said when to come back. */
  answers: string[];
  slowestMs: number;
}

export function newDiary(): Diary {
  return { acknowledged: new Map(), answers: [], slowestMs: 0 };
}

/** What a caller with a key may meet while the database is away. */
export const CALM_ANSWERS = [
  '200 created',
  '200 found again',
  '503 Service.Unavailable, come back',
  '503 Service.OutcomeUnknown, come back',
];

/** Callers come back sooner than they are told to, so that there is always load. */
const PAUSE_MS = 100;

/** Repeats the request under its Idempotency-Key: whatever happened to it, that is right. */
export async function insistWithKey(caller: Caller, create: PlannedCreate, diary: Diary): Promise<void> {
  for (;;) {
    const answer = note(await caller.create(create, true), diary);
    if (answer.status === 200) return acknowledge(create, answer, diary);
    if (answer.status !== 503 && answer.code !== 'Idempotency.InProgress') throw unexpected(answer);
    await delay(PAUSE_MS);
  }
}

/** Has no key, so it looks before it repeats a request whose outcome is unknown. */
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
