// Performs the model's actions on real businesses in a real database, with the functions that the routes call.
import { setTimeout as delay } from 'node:timers/promises';
import { checkBody, decisionSchema, verdictSchema } from '@onboarding/contract';
import { DomainError, type StaffPerson } from '@onboarding/domain';
import { enterAsService, enterPartner } from '@onboarding/domain/partners';
import {
  checkCreate,
  lockCustomer,
  performTransition,
  prepareCreate,
  updateBusiness,
  verifyTrail,
} from '@onboarding/domain/profiles';
import {
  claimPackage,
  confirmDecision,
  decideOnPackage,
  judgeDocument,
  judgePerson,
  lockEvidence,
  reassignPackage,
  releasePackage,
  reopenPackage,
  withdrawDecision,
  writeNote,
} from '@onboarding/domain/review-work';
import { uuidv7 } from '@onboarding/platform/ids';
import { DatabaseUnavailable, type Db, settled, type Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import type { TestApi } from '../harness/api.ts';
import { validBody, validPerson } from '../harness/bodies.ts';
import { openTestDb } from '../harness/connecting.ts';
import type { TestDatabase } from '../harness/database.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { recordArrival } from '../harness/scenes/arrivals.ts';
import { proposalOf, REASONS } from '../harness/scenes/verdicts.ts';
import { signIn } from '../harness/session.ts';

export interface Business {
  customerId: string;
  uboId: string;
  email: string;
  name: string;
  /** The last confirmed document, and the last proposed decision. */
  documentId: string;
  decisionId: string;
  /** Makes each change different from the previous ones. */
  changes: number;
}

const decision = (body: object) => checkBody(decisionSchema, body, 'ValidationControl.Error');
const found = (verdict: string) => checkBody(verdictSchema, { verdict }, 'ValidationControl.Error');

/** Returns the code of a refusal. */
export type Deed = (business: Business) => Promise<string | undefined>;

export interface Practice {
  /** A new, screened business. */
  create(): Promise<Business>;
  patchName: Deed;
  patchEmail: Deed;
  patchDescription: Deed;
  patchPerson: Deed;
  putDescription: Deed;
  claim(by: number): Deed;
  release(by: number): Deed;
  reassign(to: number): Deed;
  propose(by: number, outcome: 'Approve' | 'Reject'): Deed;
  requestChanges(by: number): Deed;
  confirm(by: number): Deed;
  withdraw(by: number): Deed;
  judgePerson(by: number, verdict: string): Deed;
  judgeDocument(by: number, verdict: string): Deed;
  note(by: number): Deed;
  reopen: Deed;
  confirmDocument: Deed;
  screen: Deed;
  monitor: Deed;
  verify(business: Business): ReturnType<typeof verifyTrail>;
  accountIds: readonly string[];
  /** A query as the owner, who sees everything. */
  look(text: string, values: unknown[]): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** When the database was too busy, nothing was saved, so the work is retried, as a caller would after 503. */
const insisting = (db: Db): Db => ({
  ...db,
  async transaction(work, options) {
    for (const since = performance.now(); ; await delay(PAUSE_MS)) {
      try {
        return await db.transaction(work, options);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || performance.now() - since > PATIENCE_MS) throw error;
      }
    }
  },
});
const PAUSE_MS = 100;

/** Two analysts and a supervisor at work, `connections` at a time. */
export async function openPractice(api: TestApi, database: TestDatabase, connections: number): Promise<Practice> {
  const { partner } = api;
  // Opening documents is covered by another test; here it would only add to the trail.
  const context = { ...api.context, openedDocuments: false };
  const { partnerId } = partner;
  const open = (url: string): Db => openTestDb(url, { poolSize: connections });
  const [staffDb, workerDb] = [insisting(open(database.staffUrl)), insisting(open(database.workerUrl))];
  const partnerDb = insisting(context.db);
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: connections });
  const staff: StaffPerson[] = [];
  for (const role of ['analyst', 'analyst', 'supervisor'] as const) {
    const { accountId } = await signIn(database, { realm: 'staff', role });
    staff.push({ kind: 'StaffPerson', realm: 'staff', accountId, role, requestId: 'practice' });
  }
  const actor = { kind: 'Client', partnerId, clientId: partner.clientId, requestId: 'practice' } as const;

  const entered = <T>(db: Db, enter: typeof enterPartner, work: (tx: Tx) => Promise<T>) =>
    db.transaction(async (tx) => (await settled<[unknown, T]>([enter(tx, partnerId), work(tx)]))[1]);

  /** An action of our staff. */
  const ours =
    (by: number, work: (tx: Tx, person: StaffPerson, business: Business) => Promise<unknown>): Deed =>
    (business) => {
      const person = staff[by];
      if (person === undefined) throw new Error(`There is nobody with the number ${by}`);
      return refusalOf(staffDb.transaction((tx) => work(tx, person, business)));
    };

  /** An action of the partner. */
  const theirs =
    (kind: 'PUT' | 'PATCH', bodyOf: (business: Business) => object): Deed =>
    async (business) => {
      business.changes++;
      const { customerId } = business;
      const request = { kind, customerId, ifMatch: undefined, body: bodyOf(business) };
      const catalogue = await context.catalogue.current();
      return refusalOf(
        entered(partnerDb, enterPartner, (tx) => updateBusiness(tx, context, actor, catalogue, request)),
      );
    };

  const setScreened = (customerId: string) =>
    owner.query('update reviews set screening_due_at = null where customer_id = $1', [customerId]);

  async function create(): Promise<Business> {
    const person = validPerson();
    const catalogue = await context.catalogue.current();
    const { input } = checkCreate(validBody({ businessPersonList: [person] }), catalogue, context.clock.now());
    const make = prepareCreate(context, actor, catalogue, input);
    const { customerId, ubos } = await entered(partnerDb, enterPartner, make);
    await setScreened(customerId);
    return {
      customerId,
      uboId: ubos[0]?.uboId ?? '',
      email: person.email,
      name: input.companyName,
      documentId: crypto.randomUUID(),
      decisionId: crypto.randomUUID(),
      changes: 0,
    };
  }

  async function confirmDocument(business: Business): Promise<string | undefined> {
    const documentId = uuidv7(new Date());
    await owner.query(
      `insert into documents (partner_id, document_id, customer_id, category, content_type, status, object_key, version_id, etag,
         size_bytes, created_at, uploaded_at, link_expires_at)
       values ($1, $2, $3, 'Other', 'application/pdf', 'Uploaded', $4, 'v1', 'e1', 5, now(), now(), now())`,
      [partnerId, documentId, business.customerId, `documents/${documentId}`],
    );
    const confirmation = await recordArrival(workerDb, api, { partnerId, documentId });
    if (confirmation.outcome === 'Confirmed') business.documentId = documentId;
    return undefined;
  }

  return {
    create,
    async patchName(business) {
      const refusal = await theirs('PATCH', ({ changes }) => ({ companyName: `Name ${changes}` }))(business);
      if (refusal === undefined) business.name = `Name ${business.changes}`;
      return refusal;
    },
    patchEmail: theirs('PATCH', ({ changes }) => ({ email: `office${changes}@company.example` })),
    patchDescription: theirs('PATCH', ({ changes }) => ({ description: `Text ${changes}` })),
    patchPerson: theirs('PATCH', ({ email, changes }) => ({
      businessPersonList: [validPerson({ email, phone: `+234${8030000000 + changes}` })],
    })),
    putDescription: theirs('PUT', ({ customerId, name, changes }) => {
      const { email, companyName: _, businessPersonList: __, partnerCustomerId: ___, ...rest } = validBody();
      return { ...rest, customerId, businessEmail: email, name, description: `Text ${changes}` };
    }),
    claim: (by) => ours(by, (tx, person, { customerId }) => claimPackage(tx, context, person, customerId)),
    release: (by) => ours(by, (tx, person, { customerId }) => releasePackage(tx, context, person, customerId)),
    reassign: (to) =>
      ours(2, (tx, person, { customerId }) =>
        reassignPackage(tx, context, person, customerId, staff[to]?.accountId ?? ''),
      ),
    propose: (by, outcome) =>
      ours(by, async (tx, person, business) => {
        const seenVersion = await lockEvidence(tx, person, business.customerId);
        const body = decision({ seenVersion, ...proposalOf(outcome) });
        const { decisionId } = await decideOnPackage(tx, context, person, business.customerId, body);
        business.decisionId = decisionId;
      }),
    requestChanges: (by) =>
      ours(by, async (tx, person, { customerId }) => {
        const seenVersion = await lockEvidence(tx, person, customerId);
        const body = decision({ seenVersion, outcome: 'RequestChanges', reasons: REASONS });
        await decideOnPackage(tx, context, person, customerId, body);
      }),
    confirm: (by) =>
      ours(by, async (tx, person, { customerId, decisionId }) => {
        const seenVersion = await lockEvidence(tx, person, customerId);
        await confirmDecision(tx, context, person, customerId, { decisionId, seenVersion });
      }),
    withdraw: (by) =>
      ours(by, (tx, person, { customerId, decisionId }) =>
        withdrawDecision(tx, context, person, customerId, decisionId),
      ),
    judgePerson: (by, verdict) =>
      ours(by, (tx, person, { customerId, uboId }) =>
        judgePerson(tx, context, person, { customerId, subjectId: uboId }, found(verdict)),
      ),
    judgeDocument: (by, verdict) =>
      ours(by, (tx, person, { customerId, documentId }) =>
        judgeDocument(tx, context, person, { customerId, subjectId: documentId }, found(verdict)),
      ),
    note: (by) =>
      ours(by, (tx, person, { customerId }) => writeNote(tx, context, person, customerId, { text: 'Seen' })),
    reopen: ours(2, (tx, person, { customerId }) => reopenPackage(tx, context, person, customerId)),
    confirmDocument,
    async screen({ customerId }) {
      await setScreened(customerId);
      return undefined;
    },
    monitor: ({ customerId }) =>
      refusalOf(
        entered(workerDb, enterAsService, async (tx) => {
          const customer = await lockCustomer(tx, partnerId, customerId);
          if (customer === undefined) throw new Error('The customer is not there');
          const service = { kind: 'Service', partnerId, serviceName: 'worker', requestId: 'practice' } as const;
          const move = { trigger: 'Monitor', claim: null, reasons: [], now: context.clock.now() } as const;
          await performTransition(tx, context.keys, service, customer, move);
        }),
      ),
    verify: ({ customerId }) => staffDb.transaction((tx) => verifyTrail(tx, context, partnerId, customerId)),
    look: (text, values) => owner.query({ name: text.slice(0, 60), text, values }),
    accountIds: staff.map(({ accountId }) => accountId),
    async close() {
      await staffDb.close();
      await workerDb.close();
      await owner.end();
    },
  };
}
