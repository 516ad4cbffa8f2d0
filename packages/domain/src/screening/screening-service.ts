// Screens the business and the people of one package. The provider is queried outside any transaction; its results are
// written under the customer's lock, for subjects that have not changed since the query.
import { encrypt } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import {
  ScreeningFailure,
  type ScreeningFailureKind,
  type ScreeningHit,
  type ScreeningProvider,
} from '@onboarding/platform/screening';
import type { Context, ServiceActor } from '../context.ts';
import { enterAsService } from '../partners/index.ts';
import { listPeopleToScreen } from '../people/index.ts';
import {
  type CustomerRow,
  changeCustomer,
  dataKeyOf,
  findCustomer,
  type LockedCustomer,
  lockCustomer,
} from '../profiles/index.ts';
import { claimEndsAt } from '../review-state/index.ts';
import { type LeasedScreening, recordDueScreening } from './screening-due-store.ts';
import { listScreened, type NewScreening, RECORD, type ScreenedRow, toRows } from './screening-store.ts';
import { askedText, mergeHits, retryAt, type ScreeningTarget, targetsOf } from './target.ts';

export type ScreeningContext = Pick<Context, 'clock' | 'db' | 'keys' | 'logger'> & { provider: ScreeningProvider };

/**
 * Completed: all subjects are screened. Unfinished: there were more, or one has changed. Failed: to be retried. Stopped:
 * lease returned. Nothing: there was no one to screen, for example because the customer was erased.
 */
type RunOutcome = 'Completed' | 'Unfinished' | 'Failed' | 'Stopped' | 'Nothing';

export interface ScreeningResult {
  outcome: RunOutcome;
  clear: number;
  hit: number;
  /** Why it failed; Error if the provider was not the cause. */
  failure?: ScreeningFailureKind | 'Error';
}

/** The rest waits for the partner's next turn: a business may have many people, and other partners wait meanwhile. */
const AT_MOST = 20;
const AT_ONCE = 4;

interface Answer {
  target: ScreeningTarget;
  hits: ScreeningHit[];
}

interface Asked {
  answers: Answer[];
  failure: unknown;
}

/** Throws only if the database fails; a failure of the provider is an outcome. */
export async function screenCustomer(
  context: ScreeningContext,
  leased: LeasedScreening,
  signal: AbortSignal,
): Promise<ScreeningResult> {
  const open = await context.db.transaction((tx) => findOpen(tx, context, leased), { readOnly: true });
  const asked = await askAll(context.provider, open.slice(0, AT_MOST), signal);
  return context.db.transaction(
    async (tx) => {
      const [, result] = await settled<[unknown, ScreeningResult]>([
        enterAsService(tx, leased.partnerId),
        finish(tx, context, leased, asked),
      ]);
      return result;
    },
    // Repeatable: subjects that are already recorded are recognised.
    { repeatable: true },
  );
}

async function findOpen(tx: Tx, context: ScreeningContext, leased: LeasedScreening): Promise<ScreeningTarget[]> {
  const customer = await findCustomer(tx, leased.partnerId, leased.customerId);
  return customer === undefined || customer.erased ? [] : (await inspectSubjects(tx, context, leased, customer)).open;
}

interface Looked {
  /** Subjects not yet screened with their current data, or to be screened again. */
  open: ScreeningTarget[];
  /** Subjects whose last screening had hits; null is the business. */
  hit: ReadonlySet<string | null>;
  /** Time of the latest screening. */
  lastAt: Date | undefined;
}

async function inspectSubjects(
  tx: Tx,
  context: ScreeningContext,
  { partnerId, customerId, screenAgainAt: againAt }: LeasedScreening,
  customer: CustomerRow,
): Promise<Looked> {
  const people = await listPeopleToScreen(tx, partnerId, customerId);
  const screened = await listScreened(tx, partnerId, customerId);
  const counting = screened.filter((row) => againAt === null || row.screenedAt >= againAt);
  const last = new Map(counting.map((row) => [row.uboId, row]));
  return {
    open: targetsOf(customer, people).filter((target) => !wasAsked(context, target, last.get(target.uboId))),
    hit: new Set(screened.filter(({ hitCount }) => hitCount > 0).map(({ uboId }) => uboId)),
    lastAt: screened.map((row) => row.screenedAt).sort((one, other) => other.getTime() - one.getTime())[0],
  };
}

/** Also recognises hashes with an earlier key. */
function wasAsked(
  { keys, provider }: ScreeningContext,
  target: ScreeningTarget,
  row: ScreenedRow | undefined,
): boolean {
  if (row === undefined) return false;
  return keys.keyedHashes(askedText(provider.name, target)).some(({ hash }) => hash.equals(row.subjectHash));
}

/** Stops when a query fails; earlier results are kept. */
async function askAll(
  provider: ScreeningProvider,
  targets: readonly ScreeningTarget[],
  signal: AbortSignal,
): Promise<Asked> {
  const waiting = [...targets];
  const asked: Asked = { answers: [], failure: undefined };
  async function lane(): Promise<void> {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      try {
        const hits: ScreeningHit[] = [];
        for (const question of target.questions) hits.push(...(await provider.screen(question, signal)));
        asked.answers.push({ target, hits: mergeHits(hits) });
      } catch (error) {
        asked.failure ??= error;
        waiting.length = 0;
      }
    }
  }
  await settled(Array.from({ length: AT_ONCE }, lane));
  return asked;
}

async function finish(
  tx: Tx,
  context: ScreeningContext,
  leased: LeasedScreening,
  { answers, failure }: Asked,
): Promise<ScreeningResult> {
  const { partnerId, customerId, screeningTries: tries } = leased;
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) throw new Error('A package has lost its customer');
  if (customer.dataKey === null) {
    await recordDueScreening(tx, leased, { dueAt: null, tries: 0, flagsDueAt: null });
    return { outcome: 'Nothing', clear: 0, hit: 0 };
  }
  const { open, hit: hitBefore, lastAt } = await inspectSubjects(tx, context, leased, customer);
  const now = context.clock.now();
  // The latest screening of a subject counts, even if another machine's clock was ahead.
  const againAt = leased.screenAgainAt?.getTime() ?? 0;
  const screenedAt = new Date(Math.max(now.getTime(), (lastAt?.getTime() ?? 0) + 1, againAt));
  const texts = new Map(open.map((target) => [target.uboId, askedText(context.provider.name, target)]));
  // Subjects that have changed since are queried again with their new data.
  const valid = answers.filter(({ target }) => texts.get(target.uboId) === askedText(context.provider.name, target));
  if (valid.length > 0) await record(tx, context, customer, valid, partnerId, screenedAt);
  const hit = valid.filter(({ hits }) => hits.length > 0).length;
  const outcome = outcomeOf(open.length - valid.length, answers.length, failure);
  // An unfinished package keeps its position among those of its partner.
  const again = {
    Completed: null,
    Nothing: null,
    Unfinished: leased.dueAt,
    Stopped: now,
    Failed: retryAt(tries, now),
  };
  await recordDueScreening(tx, leased, {
    dueAt: again[outcome],
    tries: outcome === 'Failed' ? tries + 1 : outcome === 'Stopped' ? tries : 0,
    // Also for a subject that is clear now: its flag goes.
    flagsDueAt: hit > 0 || valid.some(({ target }) => hitBefore.has(target.uboId)) ? now : null,
  });
  const result = { outcome, clear: valid.length - hit, hit };
  return outcome === 'Failed' ? { ...result, failure: kindOf(failure) } : result;
}

function outcomeOf(left: number, answered: number, failure: unknown): RunOutcome {
  if (left === 0) return answered === 0 ? 'Nothing' : 'Completed';
  if (failure === undefined) return 'Unfinished';
  return failure instanceof ScreeningFailure && failure.kind === 'Stopped' ? 'Stopped' : 'Failed';
}

function kindOf(failure: unknown): ScreeningFailureKind | 'Error' {
  return failure instanceof ScreeningFailure ? failure.kind : 'Error';
}

async function record(
  tx: Tx,
  { keys, provider }: ScreeningContext,
  customer: LockedCustomer,
  answers: readonly Answer[],
  partnerId: string,
  now: Date,
): Promise<void> {
  const key = dataKeyOf(keys, customer);
  const screenings = answers.map(({ target, hits }): NewScreening => {
    const screeningId = uuidv7(now);
    return {
      screeningId,
      uboId: target.uboId,
      subjectHash: keys.keyedHash(askedText(provider.name, target)).hash,
      hitCount: hits.length,
      hitsCipher: hits.length === 0 ? null : encrypt(key, JSON.stringify(hits), screeningId),
    };
  });
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: uuidv7(now) };
  const isEvidence = screenings.some(({ hitCount }) => hitCount > 0);
  await changeCustomer(tx, keys, actor, customer, {
    write: RECORD,
    values: { screenings: toRows(screenings), provider: provider.name, isEvidence, unproposedUntil: claimEndsAt(now) },
    action: 'review.screening.completed',
    facts: factsOf(provider.name, screenings),
    visible: false,
    now,
  });
}

/** The subjects and the number of hits, but not what was found. */
function factsOf(provider: string, screenings: readonly NewScreening[]): Record<string, unknown> {
  const uboIdsOf = (some: readonly NewScreening[]) => some.flatMap(({ uboId }) => (uboId === null ? [] : [uboId]));
  const hits = screenings.filter(({ hitCount }) => hitCount > 0);
  return {
    provider,
    screened: screenings.length,
    hits: hits.length,
    business: screenings.some(({ uboId }) => uboId === null),
    uboIds: uboIdsOf(screenings),
    hitBusiness: hits.some(({ uboId }) => uboId === null),
    hitUboIds: uboIdsOf(hits),
  };
}
