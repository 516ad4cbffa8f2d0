// Every dashboard and session operation: its success, and every error that it declares. A declared error without a case here
// fails. The webhook operations are in every-webhook-route.test.ts.
// @peculiar/x509 requires reflect-metadata to be loaded first.
import 'reflect-metadata';
import { INVITATIONS_PER_DAY } from '@onboarding/contract';
import { X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialRoutes } from '../../../apps/api/src/dashboard/credential-routes.ts';
import { customerRoutes, overviewRoutes } from '../../../apps/api/src/dashboard/customer-routes.ts';
import { exportRoutes } from '../../../apps/api/src/dashboard/export-routes.ts';
import { userRoutes } from '../../../apps/api/src/dashboard/user-routes.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { errorsOf } from '../../../apps/api/src/http/route-errors.ts';
import { sessionRoutes } from '../../../apps/api/src/session/routes.ts';
import { addAccount } from '../../harness/account-rows.ts';
import { ODD_IDS, parametersOf } from '../../harness/cases/odd-ids.ts';
import { type Case, type Cases, expectError, sendIn, sharedErrors } from '../../harness/cases/user-errors.ts';
import { makeCertificate } from '../../harness/certificates.ts';
import { expectWoken } from '../../harness/checks/woken.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import {
  outcomeOf,
  routeNames,
  type Scene,
  type Sending,
  type Situation,
  setScene,
} from '../../harness/scenes/session-routes.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';
import { signIn } from '../../harness/session.ts';

const routes = [
  ...overviewRoutes,
  ...customerRoutes,
  ...credentialRoutes,
  ...userRoutes,
  ...exportRoutes,
  ...sessionRoutes,
];

let scene: Scene;
let customer: Customer;
let documentId: string;
beforeAll(async () => {
  scene = await setScene();
  customer = await createCustomer(scene.api);
  documentId = await documentIn(scene.api, scene.database, customer, 'Confirmed');
});
afterAll(() => scene.close());

/** A permitted person of the partner that owns the business, acting on a colleague or on one of their own certificates. */
async function situationOf(route: SessionRoute): Promise<Situation> {
  const { api, database } = scene;
  const { realm, roles, operationId } = route;
  // A new partner each time: the number of active certificates is limited.
  const { partnerId } = operationId.endsWith('ApiCertificate') ? await database.addPartner() : api.partner;
  const person = await signIn(database, { realm, role: roles[0] ?? '', ...(realm === 'partner' ? { partnerId } : {}) });
  const status = operationId === 'inviteUserAgain' ? 'Invited' : 'Active';
  const ids = {
    customerId: customer.customerId,
    documentId,
    countryCode: 'NGA',
    sessionId: person.sessionId,
    accountId: await addAccount(database, { partnerId, role: 'viewer', status }),
    certificateId: operationId === 'revokeApiCertificate' ? await registerAs(partnerId) : '',
  };
  const query =
    operationId.endsWith('Filters') && route.query !== undefined
      ? `?list=${realm === 'partner' ? 'Customers' : 'Queue'}`
      : '';
  return { ids, person, query, ...(route.body === undefined ? {} : { body: await bodyOf(route) }) };
}

async function bodyOf({ operationId, body }: SessionRoute): Promise<object> {
  if (operationId === 'registerApiCertificate') return { name: 'a', certificate: (await makeCertificate()).pem };
  const email = `${crypto.randomUUID()}@people.example`;
  return { ...Object(body?.example), ...(operationId === 'inviteUser' ? { email } : {}) };
}

/** Registers a new certificate and returns its id. */
async function registerAs(partnerId: string): Promise<string> {
  const person = await signIn(scene.database, { partnerId });
  const answer = await sendIn(scene, routeOf('registerApiCertificate'), {
    ids: {},
    person,
    body: { name: 'a', certificate: (await makeCertificate()).pem },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value.certificateId;
}

function routeOf(operationId: string): SessionRoute {
  const found = routes.find((route) => route.operationId === operationId);
  if (found === undefined) throw new Error(`There is no ${operationId}`);
  return found;
}

/** The request that succeeds, with some ids or the body changed. */
const but =
  (change: (route: SessionRoute) => Promise<Partial<Situation>> | Partial<Situation>): Case =>
  async (route) => {
    const [situation, changed] = [await situationOf(route), await change(route)];
    return sendIn(scene, route, { ...situation, ...changed, ids: { ...situation.ids, ...changed.ids } });
  };
const withIds = (ids: Record<string, string>): Case => but(() => ({ ids }));
const withCertificate = (make: () => Promise<string>): Case =>
  but(async () => ({ body: { name: 'a', certificate: await make() } }));

/** Uses a new partner, so that the shared one stays unchanged. */
const ofAnother =
  (prepare: (partnerId: string) => Promise<Partial<Situation>>): Case =>
  async (route) => {
    const { partnerId } = await scene.database.addPartner();
    const person = await signIn(scene.database, { partnerId });
    return but(async () => ({ person, ...(await prepare(partnerId)) }))(route);
  };

const ODD: Sending = { query: '?limit=0&cursor=x' };

/** A certificate that is valid from `fromDay` to `toDay`, in days from now. */
async function certificateOf(fromDay: number, toDay: number): Promise<string> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=my-integration',
    keys: await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
    signingAlgorithm: algorithm,
    notBefore: day(fromDay),
    notAfter: day(toDay),
  });
  return certificate.toString('pem');
}

const CASES: Cases = {
  ...sharedErrors(() => scene, situationOf),
  'ValidationControl.Error': async (route) =>
    route.body === undefined
      ? sendIn(scene, route, await situationOf(route), ODD)
      : but(() => ({ body: { name: 7, email: 7, role: 7, certificate: 7, reviewMails: 7, filters: 7 } }))(route),
  'Country.NotFound': withIds({ countryCode: 'XXX' }),
  'OnboardingConfig.NotFound': withIds({ countryCode: 'ATA' }),
  'Customer.NotFound': withIds({ customerId: crypto.randomUUID() }),
  'Customer.DocumentNotFound': withIds({ documentId: crypto.randomUUID() }),
  'Customer.DocumentUnreadable': but(async () => ({
    ids: { documentId: await documentIn(scene.api, scene.database, customer, 'Rejected') },
  })),
  'Customer.Closed': but(async () => {
    const erased = await createCustomer(scene.api);
    const { customerId } = erased;
    const ids = { customerId, documentId: await documentIn(scene.api, scene.database, erased, 'Confirmed') };
    await scene.database.owner.query('update customers set data_key = null where customer_id = $1', [customerId]);
    return { ids };
  }),
  'Credential.CertificateInvalid': withCertificate(async () => 'x'),
  'Credential.PrivateKeyPasted': withCertificate(async () => Object.values(await makeCertificate()).join('')),
  'Credential.KeyUnsupported': withCertificate(
    async () => (await makeCertificate({ key: ['-newkey', 'ed25519'] })).pem,
  ),
  'Credential.CertificateExpired': withCertificate(() => certificateOf(-2, -1)),
  'Credential.CertificateNotYetValid': withCertificate(() => certificateOf(1, 2)),
  'Credential.ValidityTooLong': withCertificate(async () => (await makeCertificate({ days: 3650 })).pem),
  'Credential.KeyInUse': async (route) => {
    const situation = await situationOf(route);
    await sendIn(scene, route, situation);
    return sendIn(scene, route, situation);
  },
  'Credential.LimitReached': ofAnother(async (partnerId) => {
    for (let count = 0; count < 5; count++) await registerAs(partnerId);
    return {};
  }),
  'Webhook.StatusUnknown': but(() => ({ query: '?status=Lost' })),
  'Webhook.RangeInvalid': but(() => ({ query: '?from=2026-11-02&to=2026-11-01' })),
  'Credential.NotFound': withIds({ certificateId: crypto.randomUUID() }),
  'Session.FiltersChanged': but(({ body }) => ({ body: { ...Object(body?.example), version: 7 } })),
  'Session.NotFound': withIds({ sessionId: crypto.randomUUID() }),
  'Account.EmailTaken': (route) =>
    ofAnother(async (partnerId) => {
      const accountId = await addAccount(scene.database, { partnerId });
      return { body: { ...(await bodyOf(route)), email: `${accountId}@people.example` } };
    })(route),
  'Account.TooManyInvitations': ofAnother(async (partnerId) => {
    const accountId = await addAccount(scene.database, { partnerId, role: 'viewer', status: 'Invited' });
    await scene.database.owner.query(
      `insert into account_events (event_id, account_id, realm, kind, address, occurred_at, partner_id)
       select overlay(uuid_floor(now())::text placing lpad(to_hex(i), 12, '0') from 25)::uuid, $1, 'partner', 'Invited', '::1', now(), $2
       from generate_series(1, $3) i`,
      [accountId, partnerId, INVITATIONS_PER_DAY],
    );
    return { ids: { accountId } };
  }),
  'Account.NotFound': withIds({ accountId: crypto.randomUUID() }),
  'Account.OwnAccount': async (route) => {
    const situation = await situationOf(route);
    return sendIn(scene, route, { ...situation, ids: { accountId: situation.person.accountId } });
  },
  'Account.LastAdmin': async (route) => {
    const person = await signIn(scene.database);
    return but(() => ({ person, ids: { accountId: person.accountId } }))(route);
  },
  'Account.StateConflict': but(async ({ operationId }) => {
    const status = operationId === 'inviteUserAgain' ? 'Active' : 'Invited';
    const { partnerId } = scene.api.partner;
    return { ids: { accountId: await addAccount(scene.database, { partnerId, role: 'viewer', status }) } };
  }),
};

describe.each(routeNames(routes))('%s', (_name, route) => {
  test('succeeds, and the response has exactly the declared shape', async () => {
    const answer = await sendIn(scene, route, await situationOf(route));
    expect(outcomeOf(route, answer), answer.body).toBe('200');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('wakes exactly the work that it leaves to the worker', async () => {
    const situation = await situationOf(route);
    await expectWoken(scene, () => sendIn(scene, route, situation));
  });

  test.each([...new Set(errorsOf(route))].map((code) => [code]))('%s', async (code) => {
    await expectError(CASES, route, code);
  });
});

test.each(routeNames(routes.filter((route) => parametersOf(route).length > 0)))(
  '%s returns 404 for malformed and unknown ids',
  async (_name, route) => {
    const { ids, ...situation } = await situationOf(route);
    for (const name of parametersOf(route)) {
      for (const id of [...ODD_IDS, crypto.randomUUID()]) {
        const answer = await sendIn(scene, route, { ...situation, ids: { ...ids, [name]: id } });
        expect(outcomeOf(route, answer), `${name} ${id.slice(0, 60)}`).toMatch(/^404 /);
      }
    }
  },
);
