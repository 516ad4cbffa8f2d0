// Approvals and rejections need two people: who may confirm and withdraw, what voids a proposal, and what a decision needs.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst } from '../harness/analysts.ts';
import { pdfOf, pngOf } from '../harness/files.ts';
import { insist } from '../harness/insist.ts';
import { documentIn } from '../harness/scenes/documents.ts';
import { type Customer, createCustomer } from '../harness/scenes/updates.ts';
import { type DocumentScene, issue, openDocumentScene, upload } from '../harness/scenes/uploads.ts';
import {
  confirm,
  outcomeOf,
  proposalOf,
  propose,
  REASONS,
  type Stored,
  setScreened,
  storedAbout,
  withdraw,
} from '../harness/scenes/verdicts.ts';

const ROUNDS = 20;
const WEEK_MS = 7 * 24 * 3_600_000;
const SHIFT_MS = 8 * 3_600_000;

let scene: DocumentScene;
let ada: Analyst;
let ben: Analyst;
let cleo: Analyst;
let supervisor: Analyst;
let auditor: Analyst;
beforeAll(async () => {
  scene = await openDocumentScene({ openedDocuments: false });
  const { api, database } = scene;
  ada = await signInAnalyst(api, database);
  ben = await signInAnalyst(api, database);
  cleo = await signInAnalyst(api, database);
  supervisor = await signInAnalyst(api, database, 'supervisor');
  auditor = await signInAnalyst(api, database, 'auditor');
});
afterAll(() => scene.close());

/** Claimed by Ada and screened. */
async function claimed(): Promise<Customer> {
  const customer = await createCustomer(scene.api);
  await setScreened(scene.database, customer.customerId);
  await ada.on(customer.customerId, 'claim');
  return customer;
}

const stored = ({ customerId }: Customer) => storedAbout(scene.database, customerId);
const stateOf = ({ review_decisions: decisions }: Stored, decisionId: string) =>
  decisions.find((one) => one.decision_id === decisionId)?.state;
const movesOf = ({ events }: Stored) => events.filter((one) => one.event_type === 'business.verification.updated');
const judge = (analyst: Analyst, { customerId, uboIds }: Customer, verdict: string, reasonCode?: string) =>
  analyst.on(customerId, `people/${uboIds[0]}/verdict`, { verdict, reasonCode });

let customer: Customer;
let customerId: string;
beforeEach(async () => {
  customer = await claimed();
  ({ customerId } = customer);
});

describe('a proposal', () => {
  test('extends the claim to a week, adds an internal audit entry and changes nothing for the partner', async () => {
    const before = await stored(customer);
    const decisionId = await propose(ada, customerId, 'Approve');
    const after = await stored(customer);
    expect(after.customers[0]).toMatchObject({ verification_status: 'StartedNotCompleted', version: 2 });
    expect(after.events).toEqual(before.events);
    expect(after.audit_entries.slice(before.audit_entries.length)).toMatchObject([
      { action: 'review.decision.proposed', actor_id: ada.accountId },
    ]);
    expect(after.review_decisions).toMatchObject([
      { decision_id: decisionId, state: 'Proposed', outcome: 'Approve', attempt: 1, proposed_by: ada.accountId },
    ]);
    const [review] = after.reviews;
    expect(review?.claimed_by).toBe(ada.accountId);
    expect(Number(review?.claim_ends_at) - Number(after.review_decisions[0]?.proposed_at)).toBe(WEEK_MS);
  });

  test('is accepted only from the analyst who has the package', async () => {
    const before = await stored(customer);
    for (const outsider of [ben, supervisor]) {
      expect(outcomeOf(await outsider.on(customerId, 'decisions', proposalOf('Approve')))).toBe('409 Review.NotYours');
    }
    expect(outcomeOf(await auditor.on(customerId, 'decisions', proposalOf('Approve')))).toBe('403 Session.RoleMissing');
    expect(await stored(customer)).toEqual(before);
  });

  test('blocks further proposals until it is settled', async () => {
    const decisionId = await propose(ada, customerId, 'Reject');
    const before = await stored(customer);
    expect(outcomeOf(await ada.on(customerId, 'decisions', proposalOf('Approve')))).toBe('409 Review.DecisionOpen');
    expect(await stored(customer)).toEqual(before);
    await withdraw(ada, customerId, decisionId);
    expect(outcomeOf(await ada.on(customerId, 'decisions', proposalOf('Approve')))).toBe('200');
  });

  test('is voided by a request for changes, which takes effect immediately', async () => {
    const decisionId = await propose(ada, customerId, 'Approve');
    const answer = await ada.on(customerId, 'decisions', { outcome: 'RequestChanges', reasons: REASONS });
    expect(answer.json().value).toMatchObject({
      state: 'Confirmed',
      verificationStatus: 'ChangesRequested',
      version: 3,
    });
    const after = await stored(customer);
    expect(stateOf(after, decisionId)).toBe('Voided');
    expect(movesOf(after)).toHaveLength(2);
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('409 Review.DecisionSettled');
  });
});

describe('a confirmation', () => {
  test.each([
    ['Approve', 'Approved'],
    ['Reject', 'Rejected'],
  ] as const)('by another analyst settles the proposal: %s sets %s', async (outcome, verificationStatus) => {
    const decisionId = await propose(ada, customerId, outcome);
    const answer = await confirm(ben, customerId, decisionId);
    expect(answer.json().value).toEqual({ decisionId, state: 'Confirmed', verificationStatus, version: 3 });
    const after = await stored(customer);
    expect(after.review_decisions).toMatchObject([{ state: 'Confirmed', settled_by: ben.accountId }]);
    expect(after.customers[0]).toMatchObject({ verification_status: verificationStatus });
    expect(after.reviews).toMatchObject([{ queued_at: null, claimed_by: null }]);
    expect(after.audit_entries.at(-1)).toMatchObject({
      action: 'business.verification.updated',
      actor_id: ben.accountId,
    });
    expect(String(after.audit_entries.at(-1)?.details)).not.toContain(ada.accountId);
  });

  test('of an approval also approves people without a verdict', async () => {
    const two = await createCustomer(scene.api, {
      businessPersonList: [
        ...customer.body.businessPersonList,
        { ...customer.body.businessPersonList[0], email: 'second@people.example' },
      ],
    });
    await setScreened(scene.database, two.customerId);
    await ada.on(two.customerId, 'claim');
    await judge(ada, two, 'Approved');
    const statuses = async () => (await stored(two)).people.map((one) => one.verification_status);
    expect(await statuses()).toEqual(['Approved', 'NotStarted']);
    await confirm(ben, two.customerId, await propose(ada, two.customerId, 'Approve'));
    expect(await statuses()).toEqual(['Approved', 'Approved']);
  });

  test('of a rejection does not change the status of people', async () => {
    await confirm(ben, customerId, await propose(ada, customerId, 'Reject'));
    expect((await stored(customer)).people[0]?.verification_status).toBe('NotStarted');
  });

  test('by the proposer is refused with 403 Review.FourEyes, and changes nothing', async () => {
    const decisionId = await propose(ada, customerId, 'Approve');
    const before = await stored(customer);
    expect(outcomeOf(await confirm(ada, customerId, decisionId))).toBe('403 Review.FourEyes');
    expect(await stored(customer)).toEqual(before);
    expect(outcomeOf(await confirm(supervisor, customerId, decisionId))).toBe('200');
  });

  test('by a supervisor who proposed it is also refused with 403', async () => {
    await ada.on(customerId, 'release');
    await supervisor.on(customerId, 'claim');
    const decisionId = await propose(supervisor, customerId, 'Reject');
    expect(outcomeOf(await confirm(supervisor, customerId, decisionId))).toBe('403 Review.FourEyes');
    expect(outcomeOf(await confirm(auditor, customerId, decisionId))).toBe('403 Session.RoleMissing');
  });

  test('of an unknown decision, or one of another package, is refused with 404', async () => {
    const other = await claimed();
    const decisionId = await propose(ada, other.customerId, 'Reject');
    for (const id of [decisionId, crypto.randomUUID(), 'nonsense']) {
      expect(outcomeOf(await confirm(ben, customerId, id))).toBe('404 Review.DecisionNotFound');
      expect(outcomeOf(await withdraw(ada, customerId, id))).toBe('404 Review.DecisionNotFound');
    }
    expect(outcomeOf(await confirm(ben, crypto.randomUUID(), decisionId))).toBe('404 Customer.NotFound');
  });

  test(`by two analysts at once succeeds exactly once, with one event, in each of ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const contested = await claimed();
      const decisionId = await propose(ada, contested.customerId, round % 2 === 0 ? 'Approve' : 'Reject');
      const answers = await Promise.all([
        insist(() => confirm(ben, contested.customerId, decisionId)),
        insist(() => confirm(cleo, contested.customerId, decisionId)),
      ]);
      expect(answers.map(outcomeOf).sort()).toEqual(['200', '409 Review.DecisionSettled']);
      const winner = [ben, cleo][answers.findIndex(({ statusCode }) => statusCode === 200)];
      const after = await stored(contested);
      expect(movesOf(after)).toHaveLength(2);
      expect(after.audit_entries).toHaveLength(4);
      expect(after.review_decisions).toMatchObject([{ state: 'Confirmed', settled_by: winner?.accountId }]);
    }
  });

  test(`at the same time as a verdict: exactly one of them succeeds, in each of ${ROUNDS} rounds`, async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const contested = await claimed();
      const decisionId = await propose(ada, contested.customerId, 'Approve');
      const both = [
        () => confirm(ben, contested.customerId, decisionId),
        () => judge(ada, contested, 'ChangesRequested', 'Person.IdentityExpired'),
      ];
      const started = (round % 2 === 0 ? both : both.toReversed()).map(insist);
      const answers = (await Promise.all(started)).map(outcomeOf);
      const [confirmation = '', verdict = ''] = round % 2 === 0 ? answers : answers.toReversed();
      seen.add(confirmation);
      const expected =
        confirmation === '200' ? ['200', '409 Review.StateConflict'] : ['409 Review.DecisionSettled', '200'];
      expect([confirmation, verdict]).toEqual(expected);
      const { customers, people } = await stored(contested);
      expect([customers[0]?.verification_status, people[0]?.verification_status]).toEqual(
        confirmation === '200' ? ['Approved', 'Approved'] : ['StartedNotCompleted', 'ChangesRequested'],
      );
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe('an open proposal', () => {
  const voided = async (decisionId: string, by = 'Verdict') => {
    const before = await stored(customer);
    expect(stateOf(before, decisionId)).toBe('Voided');
    expect(before.review_decisions[0]).toMatchObject({ settled_by: null, voided_by: by });
    const seen = (await ada.call('GET', `/packages/${customerId}`)).json().value.decisions;
    expect(seen[0]).toMatchObject({ decisionId, state: 'Voided', voidedBy: by });
    expect(before.reviews[0]?.claimed_by).toBe(ada.accountId);
    const claimLeft = Number(before.reviews[0]?.claim_ends_at) - Number(before.review_decisions[0]?.settled_at);
    expect(claimLeft).toBe(SHIFT_MS);
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('409 Review.DecisionSettled');
    expect(await stored(customer)).toEqual(before);
    // A new proposal on the new evidence is possible.
    expect(outcomeOf(await ada.on(customerId, 'decisions', proposalOf('Reject')))).toBe('200');
  };

  test('of an approval is voided when a document is confirmed', async () => {
    const issued = await issue(scene, { customer });
    await upload(issued, pdfOf('evidence'));
    const decisionId = await propose(ada, customerId, 'Approve');
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
    await voided(decisionId, 'DocumentConfirmed');
  });

  test('of a rejection is not voided when a document is confirmed, and can still be confirmed', async () => {
    const issued = await issue(scene, { customer });
    await upload(issued, pdfOf('too late'));
    const decisionId = await propose(ada, customerId, 'Reject');
    const claim = (await stored(customer)).reviews[0]?.claim_ends_at;
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Confirmed' });
    const after = await stored(customer);
    expect([stateOf(after, decisionId), after.reviews[0]?.claim_ends_at]).toEqual(['Proposed', claim]);
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('200');
    expect((await stored(customer)).documents).toMatchObject([{ status: 'Confirmed' }]);
  });

  test('is voided by a verdict on a person', async () => {
    const decisionId = await propose(ada, customerId, 'Reject');
    expect(outcomeOf(await judge(ada, customer, 'Rejected', 'Person.DetailsMismatch'))).toBe('200');
    await voided(decisionId);
  });

  test('is voided by another reason for the same verdict on a person', async () => {
    await judge(ada, customer, 'Rejected', 'Person.DetailsMismatch');
    const decisionId = await propose(ada, customerId, 'Reject');
    expect(outcomeOf(await judge(ada, customer, 'Rejected', 'Person.IdentityUnverified'))).toBe('200');
    await voided(decisionId);
  });

  test('is voided by a verdict on a document', async () => {
    const documentId = await documentIn(scene.api, scene.database, customer, 'Confirmed');
    const decisionId = await propose(ada, customerId, 'Reject');
    const path = `documents/${documentId}/verdict`;
    expect(outcomeOf(await ada.on(customerId, path, { verdict: 'Approved' }))).toBe('200');
    await voided(decisionId);
  });

  test('is not voided by the same verdict, a note or a refused file', async () => {
    const documentId = await documentIn(scene.api, scene.database, customer, 'Confirmed');
    const judgeDocument = () => ada.on(customerId, `documents/${documentId}/verdict`, { verdict: 'Approved' });
    await judgeDocument();
    await judge(ada, customer, 'Approved');
    const issued = await issue(scene, { customer });
    await upload(issued, pngOf());
    const decisionId = await propose(ada, customerId, 'Approve');
    const before = await stored(customer);
    await judgeDocument();
    await judge(ada, customer, 'Approved');
    expect(await stored(customer)).toEqual(before);
    await ben.on(customerId, 'notes', { text: 'I will confirm this.' });
    await ada.on(customerId, 'notes', { text: 'Thank you.' });
    expect(await scene.confirm(issued)).toMatchObject({ outcome: 'Rejected' });
    const after = await stored(customer);
    expect(stateOf(after, decisionId)).toBe('Proposed');
    expect(after.reviews[0]?.claim_ends_at).toEqual(before.reviews[0]?.claim_ends_at);
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('200');
  });

  test('is voided by a release, even if the same analyst claims the package again', async () => {
    const decisionId = await propose(ada, customerId, 'Reject');
    await ada.on(customerId, 'release');
    await ada.on(customerId, 'claim');
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('409 Review.DecisionSettled');
    expect(stateOf(await stored(customer), decisionId)).toBe('Voided');
  });
});

describe('a decision', () => {
  test.each(['Rejected', 'ChangesRequested'])('to approve is refused while a person is %s', async (verdict) => {
    await judge(ada, customer, verdict);
    const before = await stored(customer);
    const answer = await ada.on(customerId, 'decisions', proposalOf('Approve'));
    expect(outcomeOf(answer)).toBe('409 Review.VerdictOpen');
    expect(answer.json().error.description).toContain(customer.uboIds[0]);
    expect(await stored(customer)).toEqual(before);
    await judge(ada, customer, 'Approved');
    expect(outcomeOf(await ada.on(customerId, 'decisions', proposalOf('Approve')))).toBe('200');
  });

  test('to approve is refused while the screening is due, when proposed and when confirmed', async () => {
    const due = 'update reviews set screening_due_at = now() where customer_id = $1';
    await scene.database.owner.query(due, [customerId]);
    expect(outcomeOf(await ada.on(customerId, 'decisions', proposalOf('Approve')))).toBe('409 Review.ScreeningPending');
    await setScreened(scene.database, customerId);
    const decisionId = await propose(ada, customerId, 'Approve');
    await scene.database.owner.query(due, [customerId]);
    const before = await stored(customer);
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('409 Review.ScreeningPending');
    expect(await stored(customer)).toEqual(before);
    await setScreened(scene.database, customerId);
    expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('200');
  });

  test('to reject needs no screening and permits open verdicts', async () => {
    await scene.database.owner.query('update reviews set screening_due_at = now() where customer_id = $1', [
      customerId,
    ]);
    await judge(ada, customer, 'Rejected');
    expect(outcomeOf(await confirm(ben, customerId, await propose(ada, customerId, 'Reject')))).toBe('200');
  });
});

describe('a withdrawal', () => {
  test('by the proposer keeps the package claimed for the usual time; other analysts are refused', async () => {
    const decisionId = await propose(ada, customerId, 'Approve');
    const before = await stored(customer);
    expect(outcomeOf(await withdraw(ben, customerId, decisionId))).toBe('409 Review.NotYours');
    expect(await stored(customer)).toEqual(before);
    const answer = await withdraw(ada, customerId, decisionId);
    expect(answer.json().value).toEqual({
      decisionId,
      state: 'Withdrawn',
      verificationStatus: 'StartedNotCompleted',
      version: 2,
    });
    const after = await stored(customer);
    expect(after.audit_entries.at(-1)).toMatchObject({ action: 'review.decision.withdrawn' });
    expect(Number(after.reviews[0]?.claim_ends_at) - Number(after.review_decisions[0]?.settled_at)).toBe(SHIFT_MS);
    for (const again of [await withdraw(ada, customerId, decisionId), await confirm(ben, customerId, decisionId)]) {
      expect(outcomeOf(again)).toBe('409 Review.DecisionSettled');
    }
  });

  test('by a supervisor is allowed, and the claim stays with the analyst', async () => {
    const decisionId = await propose(ada, customerId, 'Approve');
    expect(outcomeOf(await withdraw(supervisor, customerId, decisionId))).toBe('200');
    const after = await stored(customer);
    expect(after.review_decisions).toMatchObject([{ state: 'Withdrawn', settled_by: supervisor.accountId }]);
    expect(after.reviews[0]?.claimed_by).toBe(ada.accountId);
  });
});

describe('the reasons of a decision', () => {
  const faultsOf = async (body: unknown) => {
    const answer = await ada.on(customerId, 'decisions', body);
    expect(answer.statusCode).toBe(400);
    const { details } = answer.json().error as { details: { pointer: string; code: string; message: string }[] };
    expect(new Set(details.map(({ code }) => code))).toEqual(new Set(['ValidationControl.Error']));
    return details.map(({ pointer }) => pointer);
  };

  test('are rejected with all problems at once, in the order of the fields', async () => {
    const other = await claimed();
    const foreign = await documentIn(scene.api, scene.database, other, 'Confirmed');
    const before = await stored(customer);
    const faults = await faultsOf({
      outcome: 'RequestChanges',
      reasons: [
        { code: 'Business.NotAcceptable' },
        { code: 'No.Such' },
        { code: 'Person.IdentityExpired' },
        { code: 'Person.IdentityExpired', uboId: other.uboIds[0] },
        { code: 'Person.IdentityExpired', uboId: 'nobody' },
        { code: 'Document.Expired', documentId: null },
        { code: 'Document.Expired', documentId: foreign, pointer: 'registrationNumber' },
        { message: 'x'.repeat(501), pointer: `/${'x'.repeat(200)}` },
        'a text',
      ],
    });
    expect(faults).toEqual([
      '/reasons/0/code',
      '/reasons/1/code',
      '/reasons/2/uboId',
      '/reasons/3/uboId',
      '/reasons/4/uboId',
      '/reasons/5/documentId',
      '/reasons/6/pointer',
      '/reasons/6/documentId',
      '/reasons/7/code',
      '/reasons/7/message',
      '/reasons/7/pointer',
      '/reasons/8',
    ]);
    expect(await stored(customer)).toEqual(before);
  });

  test.each([
    ['are required for a rejection', { outcome: 'Reject' }, ['/reasons']],
    ['are required for a request for changes', { outcome: 'RequestChanges', reasons: [] }, ['/reasons']],
    ['are not allowed for an approval', { outcome: 'Approve', reasons: REASONS }, ['/reasons']],
    ['are limited to 20', { outcome: 'Reject', reasons: Array(21).fill(REASONS[0]) }, ['/reasons']],
    [
      'and an unknown outcome are reported together',
      { outcome: 'Perhaps', reasons: [{}] },
      ['/outcome', '/reasons/0/code'],
    ],
    ['are not checked without an outcome, which is required', {}, ['/outcome']],
    ['are not read from a body that is a list', [], ['']],
  ])('%s', async (_, body, pointers) => {
    expect(await faultsOf(body)).toEqual(pointers);
  });

  test('are stored in order with their targets, and the event contains each code once', async () => {
    const documentId = await documentIn(scene.api, scene.database, customer, 'Confirmed');
    const reasons = [
      { code: 'Document.Unreadable', documentId: documentId.toUpperCase(), message: ' Page 2 is cut off. ' },
      { code: 'Business.NameMismatch', pointer: '/companyName', message: '  ' },
      { code: 'Document.Unreadable', documentId },
      { code: 'Person.IdentityExpired', uboId: customer.uboIds[0] },
    ];
    const answer = await ada.on(customerId, 'decisions', { outcome: 'RequestChanges', reasons });
    expect(outcomeOf(answer)).toBe('200');
    const after = await stored(customer);
    expect(after.review_reasons).toMatchObject([
      { code: 'Document.Unreadable', document_id: documentId, message: 'Page 2 is cut off.', ubo_id: null },
      { code: 'Business.NameMismatch', pointer: '/companyName', message: null },
      { code: 'Document.Unreadable', document_id: documentId, message: null },
      { code: 'Person.IdentityExpired', ubo_id: customer.uboIds[0] },
    ]);
    expect(JSON.parse(String(movesOf(after).at(-1)?.body)).data.reasons).toEqual([
      'Document.Unreadable',
      'Business.NameMismatch',
      'Person.IdentityExpired',
    ]);
  });
});
