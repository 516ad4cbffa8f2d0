// A decision takes two people and one set of evidence. What if one person has two sessions, or the evidence changes at the very
// moment of confirmation?
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst } from '../harness/analysts.ts';
import { pdfOf } from '../harness/files.ts';
import { flagged, screened } from '../harness/scenes/reviewed.ts';
import { type Customer, createCustomer } from '../harness/scenes/updates.ts';
import { type DocumentScene, issue, openDocumentScene, upload } from '../harness/scenes/uploads.ts';
import { outcomeOf, propose, setScreened, storedAbout, withdraw } from '../harness/scenes/verdicts.ts';
import { openSessionFor } from '../harness/session.ts';

const ROUNDS = 12;

let scene: DocumentScene;
let ada: Analyst;
let ben: Analyst;
let cleo: Analyst;
beforeAll(async () => {
  scene = await openDocumentScene();
  const { api, database } = scene;
  ada = await signInAnalyst(api, database);
  ben = await signInAnalyst(api, database);
  cleo = await signInAnalyst(api, database);
});
afterAll(() => scene?.close());

/** Claimed by Ada, screened, with an approval that she has proposed. */
async function proposed(): Promise<{ customer: Customer; decisionId: string }> {
  const customer = await createCustomer(scene.api);
  await setScreened(scene.database, customer.customerId);
  await ada.on(customer.customerId, 'claim');
  return { customer, decisionId: await propose(ada, customer.customerId, 'Approve') };
}

const seenBy = async (analyst: Analyst, { customerId }: Customer): Promise<string> =>
  (await analyst.call('GET', `/packages/${customerId}`)).json().value.evidenceVersion;

const confirmWith = (headers: Analyst['headers'], { customerId }: Customer, decisionId: string, seenVersion: string) =>
  scene.api.app.inject({
    method: 'POST',
    url: `/api/compliance/v1/packages/${customerId}/decisions/${decisionId}/confirm`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ seenVersion }),
  });

const stored = async ({ customerId }: Customer) => {
  const { customers, reviews, review_decisions: decisions, documents } = await storedAbout(scene.database, customerId);
  return { customer: customers[0], review: reviews[0], decision: decisions[0], documents };
};

describe('one analyst', () => {
  test('cannot confirm their own proposal from another session, even with concurrent requests', async () => {
    const { api, database } = scene;
    for (let round = 0; round < ROUNDS; round++) {
      const { customer, decisionId } = await proposed();
      const seen = await seenBy(ada, customer);
      const sessions = [ada, await openSessionFor(database, ada.accountId, 'staff', api.context.clock.now())];
      const answers = await Promise.all(
        [...sessions, ...sessions].map(({ headers }) => confirmWith(headers, customer, decisionId, seen)),
      );
      expect(answers.map(outcomeOf)).toEqual(Array(4).fill('403 Review.FourEyes'));
      expect((await stored(customer)).decision).toMatchObject({ state: 'Proposed', settled_by: null });
    }
  });

  test('cannot confirm it after becoming a supervisor either', async () => {
    const { customer, decisionId } = await proposed();
    const seen = await seenBy(ada, customer);
    const setRole = (role: string) =>
      scene.database.owner.query('update accounts set role = $2 where account_id = $1', [ada.accountId, role]);
    await setRole('supervisor');
    expect(outcomeOf(await confirmWith(ada.headers, customer, decisionId, seen))).toBe('403 Review.FourEyes');
    await setRole('analyst');
  });
});

test('when several analysts confirm at once, exactly one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { customer, decisionId } = await proposed();
    const seen = await seenBy(ben, customer);
    const answers = await Promise.all(
      [ben, cleo, ben, cleo].map(({ headers }) => confirmWith(headers, customer, decisionId, seen)),
    );
    expect(answers.map(outcomeOf).sort()).toEqual(['200', ...Array(3).fill('409 Review.DecisionSettled')]);
    const { customer: row } = await stored(customer);
    expect(row?.verification_status).toBe('Approved');
  }
});

/** What happens to a package while Ben, who has read it, confirms. */
const CHANGES: Record<string, (customer: Customer, decisionId: string) => Promise<() => Promise<unknown>>> = {
  'a document arrives': async (customer) => {
    const issued = await issue(scene, { customer });
    await upload(issued, pdfOf('evidence'));
    return () => scene.confirm(issued);
  },
  'the proposer withdraws':
    async ({ customerId }, decisionId) =>
    () =>
      withdraw(ada, customerId, decisionId),
  'the proposer judges a person': async ({ customerId, uboIds }) => {
    const verdict = { verdict: 'Rejected', reasonCode: 'Person.DetailsMismatch' };
    return () => ada.on(customerId, `people/${uboIds[0]}/verdict`, verdict);
  },
  'a flag is written': async (customer) => () =>
    flagged(scene.database, customer, [{ code: 'NoOwner', facts: { people: 1 } }]),
  'a screening finds a hit': async (customer) => {
    const hits = [{ listName: 'list', entityId: 'e1', name: 'Someone', score: 0.9 }];
    return () => screened(scene.database, customer, { uboId: customer.uboIds[0] ?? '', hits });
  },
};

describe.each(Object.entries(CHANGES))('while a second analyst confirms, %s', (_name, prepare) => {
  test('the change either prevents the decision or arrives after it', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { customer, decisionId } = await proposed();
      const change = await prepare(customer, decisionId);
      const seen = await seenBy(ben, customer);
      // In the first round the change is complete before; later it starts at the same time, or slightly earlier.
      let isMade = false;
      const changing = change().then(() => {
        isMade = true;
      });
      await (round === 0 ? changing : new Promise((resolve) => setTimeout(resolve, (round % 6) * 3)));
      const mustStop = isMade;
      const [answer] = await Promise.all([confirmWith(ben.headers, customer, decisionId, seen), changing]);
      const outcome = outcomeOf(answer);
      outcomes.push(outcome);
      if (mustStop) expect(outcome, 'made before the confirmation was sent').not.toBe('200');
      const { customer: row, decision, review, documents } = await stored(customer);
      const isApproved = row?.verification_status === 'Approved';
      expect([isApproved, decision?.state === 'Confirmed']).toEqual([outcome === '200', outcome === '200']);
      // A document that arrives after an approval returns the business to the queue.
      const isLate = isApproved && documents.some(({ status }) => status === 'Confirmed');
      if (isLate) expect(review?.queued_at).not.toBeNull();
    }
    const known = ['200', '409 Review.EvidenceChanged', '409 Review.DecisionSettled', '409 Review.HitUnresolved'];
    expect(outcomes.filter((outcome) => !known.includes(outcome))).toEqual([]);
  });
});
