// Runs hundreds of random histories on a real database and checks each step against the model; MODEL_HISTORIES=2000 runs more.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../harness/api.ts';
import type { TestDatabase } from '../harness/database.ts';
import * as model from './review-model.ts';
import { type Business, type Deed, openPractice, type Practice } from './review-practice.ts';

const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 800);
const MOST_STEPS = 18;
/** Run in parallel, each with its own seed, because a history mostly waits for the database. */
const LANES = 8;
/** Fixed, so that failures are reproducible; MODEL_SEED overrides it. A lane adds its number, which a failure reports. */
const SEED = Number(process.env.MODEL_SEED ?? 20_261_115);

let api: TestApi;
let database: TestDatabase;
let practice: Practice;
useTestApi((made) => {
  ({ api, database } = made);
});
beforeAll(async () => {
  practice = await openPractice(api, database, LANES);
});
afterAll(() => practice.close());

/** A history has two businesses, each created on first use. */
type Models = (model.Expected | undefined)[];
type Reals = (Business | undefined)[];

const finished: { business: Business; expected: model.Expected }[] = [];
const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

interface Step {
  name: string;
  rule: model.Rule;
  deed: Deed;
}

const OTHER = [1, 2, 0] as const;

/** All possible steps, with the actor, verdict and outcome where they matter. */
function stepsBy(by: number, verdict: string, outcome: 'Approve' | 'Reject'): Record<string, Step> {
  const step = (rule: model.Rule, deed: Deed): Step => ({ name: `by ${by}, ${verdict}, ${outcome}`, rule, deed });
  const update = (answers: boolean, material: boolean, person = false) => model.updating({ answers, material, person });
  return {
    // Every request for changes names companyName.
    patchName: step(update(true, true), practice.patchName),
    patchEmail: step(update(false, false), practice.patchEmail),
    patchDescription: step(update(false, true), practice.patchDescription),
    patchPerson: step(update(true, true, true), practice.patchPerson),
    putDescription: step(update(true, true), practice.putDescription),
    claim: step(model.claiming(by), practice.claim(by)),
    release: step(model.releasing(by), practice.release(by)),
    reassign: step(model.reassigning(by), practice.reassign(by)),
    propose: step(model.proposing(by, outcome), practice.propose(by, outcome)),
    requestChanges: step(model.requestingChanges(by), practice.requestChanges(by)),
    confirm: step(model.confirming(by), practice.confirm(by)),
    withdraw: step(model.withdrawing(by), practice.withdraw(by)),
    judgePerson: step(model.judgingPerson(by, verdict), practice.judgePerson(by, verdict)),
    judgeDocument: step(model.judgingDocument(by, verdict), practice.judgeDocument(by, verdict)),
    note: step(model.noting, practice.note(by)),
    reopen: step(model.reopening, practice.reopen),
    confirmDocument: step(model.documentArrives, practice.confirmDocument),
    screen: step(model.screened, practice.screen),
    monitor: step(model.monitoring, practice.monitor),
  };
}

const KINDS = [
  ...[
    'patchName',
    'patchEmail',
    'patchDescription',
    'patchPerson',
    'putDescription',
    'claim',
    'release',
    'reassign',
    'propose',
    'propose',
  ],
  ...['requestChanges', 'requestChanges', 'confirm', 'confirm', 'withdraw', 'judgePerson', 'judgePerson'],
  ...['judgeDocument', 'judgeDocument', 'note', 'reopen', 'confirmDocument', 'confirmDocument', 'screen', 'monitor'],
];

/** The step that advances a business; purely random steps would rarely get far. */
function nextOf({
  watched,
  status,
  claim,
  decision,
  screeningDue,
  version,
}: model.Expected): [kind: string, by: number] {
  if (watched === 'Waiting') return screeningDue ? ['screen', 0] : ['claim', 0];
  switch (watched === 'Claimed' ? 'StartedNotCompleted' : status) {
    case 'PendingVerification':
      return screeningDue ? ['screen', 0] : ['claim', 0];
    case 'StartedNotCompleted':
      return decision?.open ? ['confirm', OTHER[decision.by] ?? 0] : ['propose', claim ?? 0];
    case 'ChangesRequested':
      return ['patchPerson', 0];
    case 'Approved':
      return version % 3 === 0 ? ['patchName', 0] : ['monitor', 0];
    default:
      return ['reopen', 0];
  }
}

/** The analyst who has the package, if any. */
const HOLDER = -1;

const command = fc
  .record({
    which: fc.constantFrom(0, 0, 0, 1),
    kind: fc.oneof({ weight: 2, arbitrary: fc.constant('next') }, { weight: 3, arbitrary: fc.constantFrom(...KINDS) }),
    by: fc.constantFrom(0, 1, 2, HOLDER, HOLDER, HOLDER),
    verdict: fc.constantFrom('Approved', 'Approved', 'Rejected', 'ChangesRequested'),
    outcome: fc.constantFrom('Approve', 'Approve', 'Reject'),
  })
  .map(({ which, kind, by, verdict, outcome }): fc.AsyncCommand<Models, Reals> => {
    return {
      check: () => true,
      async run(models, reals) {
        const business = reals[which] ?? (await practice.create());
        const expected = models[which] ?? model.createdBusiness();
        [reals[which], models[which]] = [business, expected];
        const acting = by === HOLDER ? (expected.claim ?? 0) : by;
        const [chosen, actor] = kind === 'next' ? nextOf(expected) : [kind, acting];
        const step = stepsBy(actor, verdict, outcome)[chosen];
        assert.ok(step, chosen);
        const wasOpen = expected.decision?.open;
        const refusal = step.rule(expected);
        note(`${chosen} ${refusal ?? 'done'}`);
        if (wasOpen && !expected.decision?.open) note(`${chosen} settles`);
        assert.equal(await step.deed(business), refusal, `${chosen} ${step.name}`);
        await compare(business, expected);
      },
      toString: () => `${kind}(business ${which}, by ${by}, ${verdict}, ${outcome})`,
    };
  });

async function compare({ customerId, uboId }: Business, expected: model.Expected): Promise<void> {
  const { rows } = await practice.look(
    `select c.verification_status as status, c.monitoring as watched, c.attempt, c.version, c.audit_sequence::int as entries, r.priority, r.claimed_by,
       r.queued_at is not null as queued, r.screening_due_at is not null as due, p.verification_status as person,
       (select json_agg(d.proposed_by || ' ' || d.outcome) from review_decisions d
        where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.state = 'Proposed') as open
     from customers c
     join reviews r on r.partner_id = c.partner_id and r.customer_id = c.customer_id
     join people p on p.partner_id = c.partner_id and p.customer_id = c.customer_id and p.ubo_id = $3
     where c.partner_id = $1 and c.customer_id = $2`,
    [api.partner.partnerId, customerId, uboId],
  );
  const { status, watched, attempt, version, entries, priority, claim, decision, screeningDue, person } = expected;
  const account = (number: number) => practice.accountIds[number] ?? '';
  assert.deepEqual(rows, [
    {
      status,
      watched,
      attempt,
      version,
      entries,
      priority,
      claimed_by: claim === null ? null : account(claim),
      queued: status === 'PendingVerification' || status === 'StartedNotCompleted' || watched !== null,
      due: screeningDue,
      person,
      open: decision?.open ? [`${account(decision.by)} ${decision.outcome}`] : null,
    },
  ]);
}

async function runLane(lane: number): Promise<void> {
  const history = fc.commands([command], { maxCommands: MOST_STEPS, size: 'max' });
  const property = fc.asyncProperty(history, async (commands) => {
    const [models, reals]: [Models, Reals] = [[], []];
    await fc.asyncModelRun(() => ({ model: models, real: reals }), commands);
    for (const [index, business] of reals.entries()) {
      const expected = models[index];
      if (business === undefined || expected === undefined) continue;
      finished.push({ business, expected });
      const verdict = await practice.verify(business);
      assert.deepEqual(verdict, { intact: true, entries: expected.entries, from: 1, unkeyed: 0 });
    }
  });
  await fc.assert(property, { numRuns: HISTORIES / LANES, seed: SEED + lane });
}

test(`${HISTORIES} histories match the model, and every audit chain is intact (seed ${SEED})`, async () => {
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  const { rows } = await database.owner.query(
    `select customer_id, json_agg((body::json -> 'data' ->> 'previousStatus') || ' -> ' || (body::json -> 'data' ->> 'verificationStatus')
       order by sequence) as moves
     from events where event_type = 'business.verification.updated' group by customer_id`,
  );
  const told = new Map(rows.map(({ customer_id, moves }) => [customer_id, moves]));
  for (const { business, expected } of finished) {
    expect(told.get(business.customerId) ?? []).toEqual(expected.moves);
    for (const one of expected.moves) note(one);
  }
  const corners = [
    ...['PendingVerification -> StartedNotCompleted', 'StartedNotCompleted -> PendingVerification'],
    ...[
      'StartedNotCompleted -> ChangesRequested',
      'StartedNotCompleted -> Approved',
      'StartedNotCompleted -> Rejected',
    ],
    ...[
      'ChangesRequested -> PendingVerification',
      'Approved -> PendingVerification',
      'Rejected -> PendingVerification',
    ],
    ...['monitor done', 'monitor Review.StateConflict', 'patchEmail Customer.UnderReview'],
    ...['confirm Review.FourEyes', 'confirm Review.DecisionSettled', 'propose Review.ScreeningPending'],
    ...['propose Review.VerdictOpen', 'propose Review.DecisionOpen', 'withdraw done', 'withdraw Review.NotYours'],
    ...['judgePerson done', 'judgeDocument done', 'patchPerson Customer.UnderReview', 'patchName Customer.Closed'],
    ...[
      'confirmDocument settles',
      'judgePerson settles',
      'judgeDocument settles',
      'requestChanges settles',
      'release settles',
    ],
  ];
  expect(corners.filter((corner) => (seen.get(corner) ?? 0) < HISTORIES / 1_000)).toEqual([]);
});
