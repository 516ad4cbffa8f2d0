// Screens the business and the people of one package. The provider is asked outside of any transaction; what it has said is
// written behind the customer's lock, about those who are still as they were when they were asked about.
import { encrypt } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import {
  ScreeningFailure,
  type ScreeningFailureKind,
  type ScreeningHit,
  type ScreeningProvider,
} from '@onboarding/platform/screening';
import { prepareAudit } from '../audit/index.ts';
import type { Context, ServiceActor } from '../context.ts';
import { enterAsService } from '../partners/index.ts';
import { listPeopleToScreen } from '../people/index.ts';
import { type CustomerRow, dataKeyOf, findCustomer, type LockedCustomer, lockCustomer } from '../profiles/index.ts';
import { type LeasedScreening, settleDueScreening } from '../reviews/index.ts';
import { listScreened, type NewScreening, recordScreenings, type ScreenedRow } from './screening-store.ts';
import { askedText, mergeHits, retryAt, type ScreeningTarget, targetsOf } from './target.ts';

export type ScreeningContext = Pick<Context, 'clock' | 'db' | 'keys' | 'logger'> & { provider: ScreeningProvider };

/** Completed: nobody is left. Unfinished: there were more, or somebody has changed. Failed: asked again later. Stopped: given
 * back. Nothing: there was nobody to ask about, as of an erased customer. */
export type ScreeningOutcome = 'Completed' | 'Unfinished' | 'Failed' | 'Stopped' | 'Nothing';

export interface ScreeningResult {
  outcome: ScreeningOutcome;
  clear: number;
  hit: number;
  /** Why it failed; Error where it was no fault of the provider. */
  failure?: ScreeningFailureKind | 'Error';
}

/** A business may have very many people; the lease must outlast those of one go. */
const AT_MOST = 40;
const AT_ONCE = 4;

interface Answer {
  target: ScreeningTarget;
  hits: ScreeningHit[];
}

interface Asked {
  answers: Answer[];
  failure: unknown;
}

/** Fails only with the database; a failure of the provider is an outcome. */
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
        enterAsService(tx, leased.partner_id),
        settle(tx, context, leased, asked),
      ]);
      return result;
    },
    // Whoever was written about already is recognised.
    { repeatable: true },
  );
}

async function findOpen(tx: Tx, context: ScreeningContext, leased: LeasedScreening): Promise<ScreeningTarget[]> {
  const customer = await findCustomer(tx, leased.partner_id, leased.customer_id);
  return customer === undefined || customer.erased ? [] : (await lookAt(tx, context, leased, customer)).open;
}

interface Looked {
  /** Everybody who was not asked about as they are now. */
  open: ScreeningTarget[];
  /** When anybody was screened last. */
  lastAt: Date | undefined;
}

async function lookAt(
  tx: Tx,
  context: ScreeningContext,
  { partner_id: partnerId, customer_id: customerId }: LeasedScreening,
  customer: CustomerRow,
): Promise<Looked> {
  const people = await listPeopleToScreen(tx, partnerId, customerId);
  const screened = await listScreened(tx, partnerId, customerId);
  const last = new Map(screened.map((row) => [row.ubo_id, row]));
  return {
    open: targetsOf(customer, people).filter((target) => !wasAsked(context, target, last.get(target.uboId))),
    lastAt: screened.map((row) => row.screened_at).sort((one, other) => other.getTime() - one.getTime())[0],
  };
}

/** Also under a key of before. */
function wasAsked(
  { keys, provider }: ScreeningContext,
  target: ScreeningTarget,
  row: ScreenedRow | undefined,
): boolean {
  if (row === undefined) return false;
  return keys.keyedHashes(askedText(provider.name, target)).some(({ hash }) => hash.equals(row.subject_hash));
}

/** Goes on until one fails: what was answered until then counts. */
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

async function settle(
  tx: Tx,
  context: ScreeningContext,
  leased: LeasedScreening,
  { answers, failure }: Asked,
): Promise<ScreeningResult> {
  const { partner_id: partnerId, customer_id: customerId, screening_tries: tries } = leased;
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) throw new Error('A package has lost its customer');
  if (customer.data_key === null) {
    await settleDueScreening(tx, leased, { dueAt: null, tries: 0, flagsDueAt: null });
    return { outcome: 'Nothing', clear: 0, hit: 0 };
  }
  const { open, lastAt } = await lookAt(tx, context, leased, customer);
  const now = context.clock.now();
  // The last screening of somebody is the one that counts, also when another machine's clock was ahead.
  const screenedAt = new Date(Math.max(now.getTime(), (lastAt?.getTime() ?? 0) + 1));
  const texts = new Map(open.map((target) => [target.uboId, askedText(context.provider.name, target)]));
  // Who has changed since is asked about again, as who they are now.
  const valid = answers.filter(({ target }) => texts.get(target.uboId) === askedText(context.provider.name, target));
  if (valid.length > 0) await record(tx, context, customer, valid, partnerId, screenedAt);
  const hit = valid.filter(({ hits }) => hits.length > 0).length;
  const outcome = outcomeOf(open.length - valid.length, answers.length, failure);
  const again = { Completed: null, Nothing: null, Unfinished: now, Stopped: now, Failed: retryAt(tries, now) }[outcome];
  await settleDueScreening(tx, leased, {
    dueAt: again,
    tries: outcome === 'Failed' ? tries + 1 : outcome === 'Stopped' ? tries : 0,
    flagsDueAt: hit > 0 ? now : null,
  });
  const result = { outcome, clear: valid.length - hit, hit };
  return outcome === 'Failed' ? { ...result, failure: kindOf(failure) } : result;
}

function outcomeOf(left: number, answered: number, failure: unknown): ScreeningOutcome {
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
  const { customer_id: customerId } = customer;
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
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  const facts = factsOf(provider.name, screenings);
  const audit = prepareAudit(keys, actor, customerId, head, 'review.screening.completed', facts, now);
  await recordScreenings(tx, partnerId, customer, { provider: provider.name, screenings, audit }, now);
}

/** Who and how many, and nothing of what was found. */
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
