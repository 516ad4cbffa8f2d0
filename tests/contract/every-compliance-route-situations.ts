// For each compliance route a situation in which it succeeds. A route that is not named here is asked by an analyst about a
// package that they have claimed, with the body of its example.
import { expect } from 'vitest';
import type { SessionRoute } from '../../apps/api/src/http/route.ts';
import type { SignedIn } from '../harness/session.ts';
import { claim, enter, type Ids, newPlace, type Scene } from './every-compliance-route-scene.ts';

export interface Situation {
  ids: Ids;
  person: SignedIn;
  query?: string;
  body?: unknown;
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

const proposed: Setting = async (scene, route) => {
  const { ids, person } = await claimed(scene, route);
  const { decisionId = '' } = await post(scene, ids, person, 'decisions', REJECTION);
  return { ids: { ...ids, decisionId }, person };
};

/** As somebody else than the one who proposed it. */
const proposedByAnother: Setting = async (scene, route) => ({
  ...(await proposed(scene, route)),
  person: await enter(scene),
});

const rejected: Setting = async (scene, route) => {
  const { ids, person } = await proposedByAnother(scene, route);
  await post(scene, ids, person, `decisions/${ids.decisionId}/confirm`);
  return { ids, person: await enter(scene, { role: 'supervisor' }) };
};

const SETTINGS: Record<string, Setting> = {
  claimPackage: waiting,
  decideOnPackage: async (scene, route) => {
    const situation = await claimed(scene, route);
    const { uboId, documentId } = situation.ids;
    const reasons = [
      { code: 'Person.DetailsMismatch', uboId, message: 'The birth date differs.', pointer: '/businessPersonList' },
      { code: 'Document.Unreadable', documentId },
    ];
    return { ...situation, body: { outcome: 'RequestChanges', reasons } };
  },
  confirmDecision: proposedByAnother,
  withdrawDecision: proposed,
  judgePerson: withBody({ verdict: 'ChangesRequested', reasonCode: 'Person.IdentityExpired' }),
  judgeDocument: withBody({ verdict: 'Rejected', reasonCode: 'Document.WrongKind' }),
  reopenPackage: rejected,
  listReads: async (scene) => ({ ids: {}, person: await enter(scene, { role: 'auditor' }) }),
  claimNextPackage: async (scene, route) => ({ ...(await waiting(scene, route)), body: {} }),
  reassignPackage: async (scene, route) => {
    const { ids } = await claimed(scene, route);
    const { accountId } = await enter(scene);
    return { ids, person: await enter(scene, { role: 'supervisor' }), body: { accountId } };
  },
};

export function situationOf(scene: Scene, route: SessionRoute): Promise<Situation> {
  return (SETTINGS[route.operationId] ?? claimed)(scene, route);
}
