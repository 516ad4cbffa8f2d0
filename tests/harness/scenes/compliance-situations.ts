// For each compliance route a situation in which it succeeds. By default an analyst calls it about a package that they
// have claimed, with the body of its example.
import { expect } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import type { SignedIn } from '../session.ts';
import { documentIn } from './documents.ts';
import { screened } from './reviewed.ts';
import { enter, type Ids, type Scene, type Situation } from './session-routes.ts';
import { createCustomer } from './updates.ts';

export const writing = complianceRoutes.filter(({ method }) => method !== 'GET');

export interface Place extends Ids {
  customerId: string;
  uboId: string;
  documentId: string;
}

/** A waiting package with one person and one confirmed document. */
export async function newPlace({ api, database }: Scene): Promise<Place> {
  const customer = await createCustomer(api);
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  const [uboId = ''] = customer.uboIds;
  return { customerId: customer.customerId, uboId, documentId };
}

export async function claim({ api }: Scene, { customerId }: Ids, person: SignedIn): Promise<void> {
  const url = `/api/compliance/v1/packages/${customerId}/claim`;
  const answer = await api.app.inject({ method: 'POST', url, headers: person.headers });
  expect(answer.statusCode, answer.body).toBe(200);
}

type Setting = (scene: Scene, route: SessionRoute) => Promise<Situation>;

const waiting: Setting = async (scene) => ({ ids: await newPlace(scene), person: await enter(scene) });

const claimed: Setting = async (scene, route) => {
  const situation = await waiting(scene, route);
  await claim(scene, situation.ids, situation.person);
  return situation;
};

const withBody =
  (body: unknown): Setting =>
  async (scene, route) => ({ ...(await claimed(scene, route)), body });

const REJECTION = { outcome: 'Reject', reasons: [{ code: 'Business.NotAcceptable' }] };

async function post({ api }: Scene, ids: Ids, person: SignedIn, operation: string, body?: unknown): Promise<Ids> {
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/compliance/v1/packages/${ids.customerId}/${operation}`,
    headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value;
}

/** The body of a decision, based on the current evidence. */
async function seen({ api }: Scene, { customerId }: Ids, { headers }: SignedIn, body: object) {
  const answer = await api.app.inject({ url: `/api/compliance/v1/packages/${customerId}`, headers });
  return { seenVersion: answer.json().value.evidenceVersion, ...body };
}

const proposed: Setting = async (scene, route) => {
  const { ids, person } = await claimed(scene, route);
  const { decisionId = '' } = await post(scene, ids, person, 'decisions', await seen(scene, ids, person, REJECTION));
  return { ids: { ...ids, decisionId }, person };
};

/** As someone other than the proposer. */
const proposedByAnother: Setting = async (scene, route) => {
  const { ids } = await proposed(scene, route);
  const person = await enter(scene);
  return { ids, person, body: await seen(scene, ids, person, {}) };
};

const rejected: Setting = async (scene, route) => {
  const { ids, person, body } = await proposedByAnother(scene, route);
  await post(scene, ids, person, `decisions/${ids.decisionId}/confirm`, body);
  return { ids, person: await enter(scene, { role: 'supervisor' }) };
};

const asAuditor: Setting = async (scene) => ({ ids: {}, person: await enter(scene, { role: 'auditor' }) });
const withIdentity: Setting = async (scene, route) => {
  const situation = await claimed(scene, route);
  const { rows } = await scene.database.owner.query('select identity_id from identities where customer_id = $1', [
    situation.ids.customerId,
  ]);
  return { ...situation, ids: { ...situation.ids, identityId: rows[0].identity_id } };
};

const changesWanted: Setting = async (scene, route) => {
  const situation = await claimed(scene, route);
  const { ids, person } = situation;
  const { uboId, documentId } = ids;
  const reasons = [
    { code: 'Person.DetailsMismatch', uboId, message: 'The birth date differs.', pointer: '/businessPersonList' },
    { code: 'Document.Unreadable', documentId },
  ];
  return { ...situation, body: await seen(scene, ids, person, { outcome: 'RequestChanges', reasons }) };
};

const SETTINGS: Record<string, Setting> = {
  claimPackage: waiting,
  decideOnPackage: changesWanted,
  previewDecision: changesWanted,
  confirmDecision: proposedByAnother,
  withdrawDecision: proposed,
  sendDecisionBack: async (scene, route) => {
    const { body: _, ...situation } = await proposedByAnother(scene, route);
    return situation;
  },
  judgePerson: withBody({ verdict: 'ChangesRequested', reasonCode: 'Person.IdentityExpired' }),
  judgeDocument: withBody({ verdict: 'Rejected', reasonCode: 'Document.WrongKind' }),
  recordPagesSeen: async (scene, route) => {
    const situation = await waiting(scene, route);
    const { customerId, documentId } = situation.ids;
    const answer = await scene.api.app.inject({
      url: `/api/compliance/v1/packages/${customerId}/documents/${documentId}/file`,
      headers: situation.person.headers,
    });
    expect(answer.statusCode).toBe(200);
    return situation;
  },
  reopenPackage: rejected,
  listReads: asAuditor,
  listAnalystWork: asAuditor,
  compareIdentityNumber: withIdentity,
  judgeHit: async (scene, route) => {
    const situation = await claimed(scene, route);
    const { uboId = '', customerId = '' } = situation.ids;
    const entityId = `NK-${crypto.randomUUID()}`;
    const hits = [{ listName: 'us_ofac_sdn', entityId, name: 'Someone', score: 0.8 }];
    const screeningId = await screened(scene.database, { customerId }, { uboId, hits });
    return { ...situation, ids: { ...situation.ids, screeningId, entityId } };
  },
  searchBusinesses: async (scene, route) => ({ ...(await waiting(scene, route)), query: '?q=lagos' }),
  claimNextPackage: async (scene, route) => ({ ...(await waiting(scene, route)), body: {} }),
  reassignPackage: async (scene, route) => {
    const { ids } = await claimed(scene, route);
    const { accountId } = await enter(scene);
    return { ids, person: await enter(scene, { role: 'supervisor' }), body: { accountId } };
  },
  reassignPackages: async (scene, route) => {
    const { ids, person } = await claimed(scene, route);
    const { accountId } = await enter(scene);
    const packages = [{ customerId: ids.customerId, claimedBy: person.accountId }];
    return { ids: {}, person: await enter(scene, { role: 'supervisor' }), body: { packages, accountId } };
  },
};

export function situationOf(scene: Scene, route: SessionRoute): Promise<Situation> {
  return (SETTINGS[route.operationId] ?? claimed)(scene, route);
}
