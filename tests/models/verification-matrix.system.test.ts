// Every stage of a verification with every possible action, through the API. The table was derived from the contract, not from
// the code: combinations that it does not list are refused and change nothing.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst } from '../harness/analysts.ts';
import { validPerson } from '../harness/bodies.ts';
import { pdfOf } from '../harness/files.ts';
import { documentIn } from '../harness/scenes/documents.ts';
import { createPlain, type FlagWorker, openFlagWorker } from '../harness/scenes/flags.ts';
import { screened } from '../harness/scenes/reviewed.ts';
import { type Customer, patch, put, setStatus } from '../harness/scenes/updates.ts';
import { type DocumentScene, type Issued, issue, openDocumentScene, upload } from '../harness/scenes/uploads.ts';
import {
  confirm,
  outcomeOf,
  type ProposedOutcome,
  proposalOf,
  propose,
  REASONS,
  type Stored,
  setScreened,
  storedAbout,
} from '../harness/scenes/verdicts.ts';

const STATES = [
  'NotStarted',
  'PendingVerification',
  'StartedNotCompleted',
  'ChangesRequested',
  'Approved',
  // Approved and under monitoring: waiting, or claimed.
  'MonitoringPending',
  'MonitoringStarted',
  'Rejected',
] as const;
type State = (typeof STATES)[number];

const WATCHED: Partial<Record<State, string>> = { MonitoringPending: 'Waiting', MonitoringStarted: 'Claimed' };
const statusOf = (state: State) => (WATCHED[state] === undefined ? state : 'Approved');
const CLAIMED: readonly State[] = ['StartedNotCompleted', 'MonitoringStarted'];
const QUEUED: readonly State[] = [...CLAIMED, 'PendingVerification', 'MonitoringPending'];

let scene: DocumentScene;
let ada: Analyst;
let ben: Analyst;
let supervisor: Analyst;
let flags: FlagWorker;
beforeAll(async () => {
  scene = await openDocumentScene({ openedDocuments: false });
  ada = await signInAnalyst(scene.api, scene.database);
  ben = await signInAnalyst(scene.api, scene.database);
  supervisor = await signInAnalyst(scene.api, scene.database, 'supervisor');
  flags = openFlagWorker(scene.database, () => new Date());
});
afterAll(async () => {
  await flags.db.close();
  await scene.close();
});

interface Subject {
  customer: Customer;
  customerId: string;
  /** Confirmed before any decision. */
  documentId: string;
  /** A proposal that was voided when its analyst released the package. */
  voidedId: string;
  /** A link whose file has arrived but is not checked yet. */
  arrived: Issued | undefined;
}

async function subjectIn(state: State, { withFile }: { withFile: boolean }): Promise<Subject> {
  const { api, database } = scene;
  const customer = await createPlain(api);
  const { customerId } = customer;
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  const arrived = withFile ? await issue(scene, { customer }) : undefined;
  if (arrived !== undefined) await upload(arrived, pdfOf(customerId));
  await setScreened(database, customerId);
  await ada.on(customerId, 'claim');
  const voidedId = await propose(ada, customerId, 'Reject');
  await ada.on(customerId, 'release');
  await leadTo(state, customer);
  // All have opened the documents, so that they can approve.
  for (const analyst of [ada, ben, supervisor]) await analyst.openAll(customerId);
  return { customer, customerId, documentId, voidedId, arrived };
}

async function leadTo(state: State, customer: Customer): Promise<void> {
  const { customerId } = customer;
  if (state === 'PendingVerification') return;
  if (state === 'NotStarted') {
    // Only an import outside the API creates such customers.
    await setStatus(scene.database, customer, state);
    await scene.database.owner.query('update reviews set queued_at = null where customer_id = $1', [customerId]);
    return;
  }
  await ada.on(customerId, 'claim');
  if (state === 'ChangesRequested') {
    await ada.on(customerId, 'decisions', { outcome: 'RequestChanges', reasons: REASONS });
  } else if (state !== 'StartedNotCompleted') {
    const outcome = state === 'Rejected' ? 'Reject' : 'Approve';
    await confirm(ben, customerId, await propose(ada, customerId, outcome));
    if (WATCHED[state] === undefined) return;
    const hits = [{ listName: 'l', entityId: 'e', name: 'n', score: 1 }];
    const screeningId = await screened(scene.database, customer, { hits });
    await scene.database.owner.query(`update reviews set flags_due_at = '2026-01-01' where customer_id = $1`, [
      customerId,
    ]);
    await flags.work();
    if (state !== 'MonitoringStarted') return;
    await ada.on(customerId, 'claim');
    // Without a finding, the hit prevents an approval.
    const finding = `screenings/${screeningId}/hits/e/finding`;
    await ada.on(customerId, finding, { listName: 'l', finding: 'NotTheSame' });
  }
}

/** A confirmed document, inserted directly because a rejected business gets no upload link. */
async function uploadedFor({ customerId }: Customer): Promise<string> {
  const documentId = crypto.randomUUID();
  await scene.database.owner.query(
    `insert into documents (partner_id, document_id, customer_id, category, content_type, status, object_key, version_id, etag,
       size_bytes, sha256, created_at, uploaded_at, confirmed_at, link_expires_at)
     select partner_id, $2::uuid, customer_id, 'Other', 'application/pdf', 'Confirmed', $2::text, 'v1', 'e1', 5, 'h', now(), now(),
       now(), now()
     from customers where customer_id = $1`,
    [customerId, documentId],
  );
  return documentId;
}

interface Cell {
  to: State;
  /** False if nothing changes and therefore nothing is written. */
  writes?: boolean;
  /** If changed by the action. */
  attempt?: number;
  priority?: number;
  /** The number of audit entries, if not 1. */
  entries?: number;
  /** Who has the package afterwards, if not Ada. */
  holder?: () => Analyst;
}

interface Column {
  /** Performs the action; calls `before` after preparations that are not part of it. */
  act(subject: Subject, before: () => Promise<void>): Promise<LightMyRequestResponse | string>;
  cells: Partial<Record<State, Cell>>;
  /** The codes of refusals other than Review.StateConflict. */
  refusals?: Partial<Record<State, string>>;
}

const stays = (...states: State[]): Column['cells'] =>
  Object.fromEntries(states.map((state) => [state, { to: state }]));
const idle = (...states: State[]): Column['cells'] =>
  Object.fromEntries(states.map((state) => [state, { to: state, writes: false }]));

const ANSWERED: Cell = { to: 'PendingVerification', attempt: 2, priority: 1 };
const CHANGED_AFTER_APPROVAL: Cell = { to: 'PendingVerification', priority: 2 };
const AFTER_APPROVAL = { Approved: CHANGED_AFTER_APPROVAL, MonitoringPending: CHANGED_AFTER_APPROVAL };
const OF_UPDATES = {
  StartedNotCompleted: 'Customer.UnderReview',
  MonitoringStarted: 'Customer.UnderReview',
  Rejected: 'Customer.Closed',
};
const SETTLED = Object.fromEntries(STATES.map((state) => [state, 'Review.DecisionSettled']));

const decided = (outcome: ProposedOutcome): Column => ({
  async act({ customerId }, before) {
    const proposed = await ada.on(customerId, 'decisions', proposalOf(outcome));
    if (proposed.statusCode !== 200) return proposed;
    await before();
    return confirm(ben, customerId, proposed.json().value.decisionId);
  },
  cells: {
    StartedNotCompleted: { to: outcome === 'Approve' ? 'Approved' : 'Rejected' },
    MonitoringStarted: { to: outcome === 'Approve' ? 'Approved' : 'Rejected' },
  },
});

const COLUMNS: Record<string, Column> = {
  'PUT without changes': {
    act: ({ customer }) => put(scene.api, customer),
    cells: {
      ...idle('NotStarted', 'PendingVerification', 'Approved', 'MonitoringPending'),
      ChangesRequested: ANSWERED,
    },
    refusals: OF_UPDATES,
  },
  'PUT with another description': {
    act: ({ customer }) => put(scene.api, customer, { description: 'Another' }),
    cells: {
      ...stays('NotStarted', 'PendingVerification'),
      ChangesRequested: ANSWERED,
      ...AFTER_APPROVAL,
    },
    refusals: OF_UPDATES,
  },
  'PUT with another name': {
    act: ({ customer }) => put(scene.api, customer, { name: 'Abuja Ltd' }),
    cells: {
      ...stays('NotStarted', 'PendingVerification'),
      ChangesRequested: ANSWERED,
      ...AFTER_APPROVAL,
    },
    refusals: OF_UPDATES,
  },
  'PATCH with an empty body': {
    act: ({ customer }) => patch(scene.api, customer, {}),
    cells: idle('NotStarted', 'PendingVerification', 'ChangesRequested', 'Approved', 'MonitoringPending'),
    refusals: OF_UPDATES,
  },
  'PATCH of the description': {
    act: ({ customer }) => patch(scene.api, customer, { description: 'Another' }),
    cells: { ...stays('NotStarted', 'PendingVerification', 'ChangesRequested'), ...AFTER_APPROVAL },
    refusals: OF_UPDATES,
  },
  'PATCH of the e-mail address': {
    act: ({ customer }) => patch(scene.api, customer, { email: 'another@company.example' }),
    cells: stays('NotStarted', 'PendingVerification', 'ChangesRequested', 'Approved', 'MonitoringPending'),
    refusals: OF_UPDATES,
  },
  'PATCH of the trading name': {
    act: ({ customer }) => patch(scene.api, customer, { tradingName: 'Another' }),
    cells: { ...stays('NotStarted', 'PendingVerification', 'ChangesRequested'), ...AFTER_APPROVAL },
    refusals: OF_UPDATES,
  },
  'PATCH of the name, which was requested': {
    act: ({ customer }) => patch(scene.api, customer, { companyName: 'Abuja Ltd' }),
    cells: { ...stays('NotStarted', 'PendingVerification'), ChangesRequested: ANSWERED, ...AFTER_APPROVAL },
    refusals: OF_UPDATES,
  },
  'PATCH with a person': {
    act: ({ customer }) => patch(scene.api, customer, { businessPersonList: [validPerson()] }),
    cells: {
      ...stays('NotStarted', 'PendingVerification'),
      ChangesRequested: ANSWERED,
      ...AFTER_APPROVAL,
    },
    refusals: OF_UPDATES,
  },
  'PATCH with a new document': {
    async act({ customer }, before) {
      const documentId = await uploadedFor(customer);
      await before();
      return patch(scene.api, customer, { businessDocumentIdList: [documentId] });
    },
    cells: { ...stays('NotStarted', 'PendingVerification'), ChangesRequested: ANSWERED, ...AFTER_APPROVAL },
    refusals: OF_UPDATES,
  },
  'PATCH with a known document': {
    act: ({ customer, documentId }) => patch(scene.api, customer, { businessDocumentIdList: [documentId] }),
    cells: {
      ...stays('NotStarted', 'PendingVerification', 'Approved', 'MonitoringPending'),
      ChangesRequested: ANSWERED,
    },
    refusals: OF_UPDATES,
  },
  'a claim': {
    act: ({ customerId }) => ada.on(customerId, 'claim'),
    cells: { PendingVerification: { to: 'StartedNotCompleted' }, MonitoringPending: { to: 'MonitoringStarted' } },
  },
  'a release': {
    act: ({ customerId }) => ada.on(customerId, 'release'),
    cells: { StartedNotCompleted: { to: 'PendingVerification' }, MonitoringStarted: { to: 'MonitoringPending' } },
  },
  'a release by a supervisor': {
    act: ({ customerId }) => supervisor.on(customerId, 'release'),
    cells: { StartedNotCompleted: { to: 'PendingVerification' }, MonitoringStarted: { to: 'MonitoringPending' } },
  },
  'a reassignment': {
    act: ({ customerId }) => supervisor.on(customerId, 'reassign', { accountId: ben.accountId }),
    cells: {
      StartedNotCompleted: { to: 'StartedNotCompleted', holder: () => ben },
      MonitoringStarted: { to: 'MonitoringStarted', holder: () => ben },
    },
  },
  'a request for changes': {
    act: ({ customerId }) => ada.on(customerId, 'decisions', { outcome: 'RequestChanges', reasons: REASONS }),
    cells: { StartedNotCompleted: { to: 'ChangesRequested' }, MonitoringStarted: { to: 'ChangesRequested' } },
  },
  'a proposed approval': {
    act: ({ customerId }) => ada.on(customerId, 'decisions', proposalOf('Approve')),
    cells: stays('StartedNotCompleted', 'MonitoringStarted'),
  },
  'a confirmed approval': decided('Approve'),
  'a confirmed rejection': decided('Reject'),
  'the confirmation of a voided proposal': {
    act: ({ customerId, voidedId }) => confirm(ben, customerId, voidedId),
    cells: {},
    refusals: SETTLED,
  },
  'the withdrawal of a voided proposal': {
    act: ({ customerId, voidedId }) => ada.on(customerId, `decisions/${voidedId}/withdraw`),
    cells: {},
    refusals: SETTLED,
  },
  'a verdict on a person': {
    act: ({ customerId, customer }) =>
      ada.on(customerId, `people/${customer.uboIds[0]}/verdict`, { verdict: 'ChangesRequested' }),
    cells: stays('StartedNotCompleted', 'MonitoringStarted'),
  },
  'a verdict on a document': {
    act: ({ customerId, documentId }) => ada.on(customerId, `documents/${documentId}/verdict`, { verdict: 'Approved' }),
    cells: stays('StartedNotCompleted', 'MonitoringStarted'),
  },
  'a note': {
    act: ({ customerId }) => ben.on(customerId, 'notes', { text: 'Seen' }),
    cells: stays(...STATES),
  },
  'a reopening': {
    act: ({ customerId }) => supervisor.on(customerId, 'reopen'),
    cells: { Rejected: { to: 'PendingVerification', priority: 1 } },
  },
  'the confirmation of a document': {
    async act({ arrived }) {
      if (arrived === undefined) throw new Error('No file has arrived');
      return (await scene.confirm(arrived)).outcome;
    },
    cells: {
      ...stays(...STATES.filter((state) => state !== 'Rejected')),
      // The analysts who approved it have not seen the document.
      Approved: { to: 'MonitoringPending', priority: 2, entries: 2 },
    },
    // A closed business takes no documents; the file is discarded.
    refusals: { Rejected: 'Expired' },
  },
};

const only = (stored: Stored, table: 'customers' | 'reviews') => stored[table][0] ?? {};
const moves = ({ events }: Stored) => events.filter((one) => one.event_type === 'business.verification.updated');

/** The previous and new status of each new business.verification.updated event. */
function moved(before: Stored, after: Stored) {
  return moves(after)
    .slice(moves(before).length)
    .map(({ body }) => {
      const { previousStatus, verificationStatus } = JSON.parse(String(body)).data;
      return [previousStatus, verificationStatus];
    });
}

function expectCell(from: State, cell: Cell, before: Stored, after: Stored): void {
  const { to, writes = true } = cell;
  if (!writes) {
    expect(after).toEqual(before);
    return;
  }
  const [was, is] = [only(before, 'customers'), only(after, 'customers')];
  expect([is.verification_status, is.monitoring]).toEqual([statusOf(to), WATCHED[to] ?? null]);
  expect(after.audit_entries.length - before.audit_entries.length).toBe(cell.entries ?? 1);
  expect(moved(before, after)).toEqual(statusOf(from) === statusOf(to) ? [] : [[statusOf(from), statusOf(to)]]);
  expect(is.attempt).toBe(cell.attempt ?? was.attempt);
  expect(is.status_changed_at).toEqual(statusOf(from) === statusOf(to) ? was.status_changed_at : is.updated_at);
  const review = only(after, 'reviews');
  expect(review.queued_at !== null).toBe(QUEUED.includes(to));
  const { holder = () => ada } = cell;
  expect(review.claimed_by).toBe(CLAIMED.includes(to) ? holder().accountId : null);
  expect(review.priority).toBe(cell.priority ?? only(before, 'reviews').priority);
  if (from !== to) expect(after.review_decisions.filter(({ state }) => state === 'Proposed')).toEqual([]);
}

describe.each(STATES)('%s', (from) => {
  test.each(Object.keys(COLUMNS))(
    'follows the table on %s',
    { tags: ['S-187', 'S-188', 'S-189', 'S-190'] },
    async (name) => {
      const column = COLUMNS[name];
      if (column === undefined) throw new Error(`There is no column ${name}`);
      const subject = await subjectIn(from, { withFile: name === 'the confirmation of a document' });
      let before = await storedAbout(scene.database, subject.customerId);
      const { verification_status: status, monitoring } = only(before, 'customers');
      expect([status, monitoring]).toEqual([statusOf(from), WATCHED[from] ?? null]);
      const answer = await column.act(subject, async () => {
        before = await storedAbout(scene.database, subject.customerId);
      });
      const after = await storedAbout(scene.database, subject.customerId);
      const cell = column.cells[from];
      if (cell !== undefined) {
        expect(typeof answer === 'string' ? answer : outcomeOf(answer)).toBe(
          typeof answer === 'string' ? 'Confirmed' : '200',
        );
        expectCell(from, cell, before, after);
      } else if (typeof answer === 'string') {
        expect(answer).toBe(column.refusals?.[from]);
        expect({ ...after, documents: [] }).toEqual({ ...before, documents: [] });
      } else {
        expect(outcomeOf(answer)).toBe(`409 ${column.refusals?.[from] ?? 'Review.StateConflict'}`);
        expect(after).toEqual(before);
      }
    },
  );
});

test('the table has 208 combinations, of which 91 are allowed', () => {
  const allowed = Object.values(COLUMNS).flatMap(({ cells }) => Object.values(cells));
  expect([STATES.length * Object.keys(COLUMNS).length, allowed.length]).toEqual([208, 91]);
});
