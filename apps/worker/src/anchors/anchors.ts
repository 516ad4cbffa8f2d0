// Every few minutes a signed anchor of the audit trail is stored outside the database, in the anchor store. The store is
// watched separately from that job: the owner of the database can stop the job, and change every row that would show it.
import type { Context } from '@onboarding/domain';
import {
  type AnchorFault,
  AnchorRefusal,
  anchorTrails,
  askOutside,
  findLastMade,
  latenessOf,
  type Outside,
  refuseDifference,
} from '@onboarding/domain/anchors';
import type { AnchorTarget } from '@onboarding/platform/anchors';
import type { Logger } from '@onboarding/platform/logger';
import { Gauge, type Registry } from '@onboarding/platform/metrics';
import type { Hindrance } from '@onboarding/platform/service';
import type { WorkerConfig } from '../config.ts';

type AnchorContext = Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>;

export interface AnchorWork {
  minutes: number;
  /** Makes an anchor and publishes it. */
  run(): Promise<void>;
  /** Reads the newest anchor of the anchor store. */
  look(): Promise<void>;
  hindrance(): Hindrance | undefined;
  close(): void;
}

/** Attacks by the owner of the database that the settings leave possible. */
export function anchorWarnings({ anchors }: Pick<WorkerConfig, 'anchors'>): string[] {
  if (anchors?.kind !== 'command' || anchors.ask !== undefined) return [];
  return ['AUDIT_ANCHORS_ASK is not set: nobody notices if the owner of the database keeps statements from leaving it'];
}

export const LOOK_EVERY_MS = 30_000;
/** A worker that starts after a long time needs one interval to make an anchor. */
const INTERVALS_OF_GRACE = 2;

/** What this process knows about the anchor store. */
interface Knowledge {
  /** The last answer. */
  outside: Outside | undefined;
  cannotBeAsked: boolean;
  /** Whether it answered the last request. */
  answers: boolean;
  /** The highest number that the anchor store has returned: it must never return a lower one. */
  known: number;
  refused: AnchorFault | undefined;
}

export function openAnchorWork(
  registry: Registry,
  context: AnchorContext,
  target: AnchorTarget | undefined,
  minutes: number,
): AnchorWork {
  const { clock, logger } = context;
  const everyMs = minutes * 60_000;
  const startedAt = clock.now();
  const state: Knowledge = {
    outside: undefined,
    cannotBeAsked: target === undefined,
    answers: false,
    known: 0,
    refused: undefined,
  };
  const ask = () => askStore(context, target, state);
  const work: AnchorWork = {
    minutes,
    run: () =>
      notingRefusal(state, logger, async () => {
        const round = await anchorTrails(context, target, await ask(), state.known);
        state.refused = undefined;
        logger.info(round, 'audit statement created');
        await ask();
      }),
    look: () =>
      notingRefusal(state, logger, async () => void (await ask())).catch((error) =>
        logger.warn({ err: error }, 'audit statements outside could not be read'),
      ),
    hindrance: () => hindranceOf(state, { now: clock.now(), startedAt, everyMs }),
    close() {
      clearInterval(looking);
      target?.close();
    },
  };
  const looking = setInterval(() => void work.look(), LOOK_EVERY_MS).unref();
  anchorMetrics(registry, context, {
    everyMs,
    // Until the store has answered, it is unknown what was published.
    publishedAt: () => (state.outside === undefined ? undefined : publishedAt(state.outside)),
    isStoreUp: () => (state.cannotBeAsked ? undefined : state.answers),
    coveredUntil: () => coveredUntil(state.outside),
    isRefused: () => state.refused !== undefined,
  });
  return work;
}

async function askStore(
  { keys, db }: AnchorContext,
  target: AnchorTarget | undefined,
  state: Knowledge,
): Promise<Outside | undefined> {
  const answer = await askOutside(keys, target, state.known).catch((error: unknown) => {
    state.answers = error instanceof AnchorRefusal;
    throw error;
  });
  state.answers = true;
  state.cannotBeAsked = answer === undefined;
  if (answer !== undefined) await refuseDifference(db, answer, state.known);
  const number = answer?.last?.anchor.number ?? 0;
  // A newer anchor means that another process found no difference.
  if (number > state.known) state.refused = undefined;
  state.known = Math.max(state.known, number);
  state.outside = answer;
  return answer;
}

/** Logs each difference once. */
async function notingRefusal(state: Knowledge, logger: Logger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AnchorRefusal)) throw error;
    const { fault } = error;
    if (state.refused?.number !== fault.number || state.refused.why !== fault.why)
      logger.error(fault, 'audit trail differs from its statements');
    state.refused = fault;
  }
}

function hindranceOf(
  { outside, cannotBeAsked, refused }: Knowledge,
  { now, startedAt, everyMs }: { now: Date; startedAt: Date; everyMs: number },
): Hindrance | undefined {
  if (refused !== undefined) return { ...DIFFERS, about: [`statement ${refused.number}: ${refused.why}`] };
  const isNew = now.getTime() - startedAt.getTime() <= INTERVALS_OF_GRACE * everyMs;
  if (cannotBeAsked || isNew) return undefined;
  const why = whyLate(outside, now, everyMs);
  return why === undefined ? undefined : { ...LATE, about: [why] };
}

function whyLate(outside: Outside | undefined, now: Date, everyMs: number): string | undefined {
  if (outside === undefined) return 'the external store has not answered since this process started';
  const { last, storedAt } = outside;
  return last === undefined ? 'none was found' : latenessOf(last.anchor, storedAt, now, everyMs);
}

const DIFFERS: Hindrance = { status: 'the audit trail differs from its statements', code: 'TrailDiffers' };
const LATE: Hindrance = { status: 'statements about the audit trail are late', code: 'StatementsLate' };

interface Watched {
  everyMs: number;
  /** Undefined until an anchor store has answered. */
  publishedAt(): number | undefined;
  /** Undefined without an anchor store that can be read. */
  isStoreUp(): boolean | undefined;
  /** Undefined if the anchor store has no anchor. */
  coveredUntil(): number | undefined;
  isRefused(): boolean;
}

function anchorMetrics(registry: Registry, context: Pick<Context, 'db' | 'logger'>, watched: Watched): void {
  new Gauge({
    name: 'onboarding_audit_anchor_last_timestamp_seconds',
    help: 'Unix time of the last audit statement in the database (made) and in the external store (published), 0 if there is none; and until when the latter covers everything (covered)',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset();
      const publishedAt = watched.publishedAt();
      if (publishedAt !== undefined) this.set({ what: 'published' }, publishedAt / 1000);
      const until = watched.coveredUntil();
      if (until !== undefined) this.set({ what: 'covered' }, until / 1000);
      try {
        this.set({ what: 'made' }, ((await findLastMade(context))?.getTime() ?? 0) / 1000);
      } catch (error) {
        context.logger.warn({ err: error }, 'audit statements could not be read');
      }
    },
  });
  new Gauge({
    name: 'onboarding_audit_anchor_interval_seconds',
    help: 'Interval between audit statements',
    registers: [registry],
  }).set(watched.everyMs / 1000);
  new Gauge({
    name: 'onboarding_audit_anchor_store_up',
    help: '1 if the external store of audit statements answered the last request, otherwise 0; missing if it cannot be read',
    registers: [registry],
    collect() {
      this.remove();
      const isUp = watched.isStoreUp();
      if (isUp !== undefined) this.set(isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'onboarding_audit_anchor_refused',
    help: '1 while workers sign no audit statement because the database does not match those in the external store, otherwise 0',
    registers: [registry],
    collect() {
      this.set(watched.isRefused() ? 1 : 0);
    },
  });
}

/** Lags behind the anchor while a long transaction is open: see `coverage` in the domain. */
function coveredUntil({ last }: Partial<Outside> = {}): number | undefined {
  if (last === undefined) return undefined;
  const { madeAt, coversUntil = madeAt } = last.anchor;
  return new Date(coversUntil).getTime();
}

/** The earlier time of the two clocks; 0 for never. */
function publishedAt({ last, storedAt }: Outside): number {
  if (last === undefined) return 0;
  const made = new Date(last.anchor.madeAt).getTime();
  return Math.min(made, storedAt?.getTime() ?? made);
}
