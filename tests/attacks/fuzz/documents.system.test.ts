// The four APIs with an OpenAPI document: for partners' machines, partners' users, our staff and, in a sandbox, partners
// simulating our staff.
import { afterAll, beforeAll, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { screened } from '../../harness/scenes/reviewed.ts';
import { startStorage, type TestStorage } from '../../harness/servers/storage.ts';
import { signIn } from '../../harness/session.ts';
import { beat } from '../../harness/webhooks.ts';
import type { OpenApiDocument } from './requests.ts';
import { fuzz, limitFor, type Place, wanted } from './run.ts';
import { peopleOf, preparePartner, type Scene, setScene } from './scene.ts';

let database: TestDatabase;
/** Needed by a PATCH that submits a document: without storage, it answers 503. */
let storage: TestStorage;
let api: TestApi;
let scene: Scene;
beforeAll(async () => {
  [database, storage] = await Promise.all([cloneDatabase(), startStorage()]);
  api = await startTestApi(database, { sandbox: true, storage: storage.options });
  scene = await setScene(api, database);
});
afterAll(async () => {
  await api.close();
  await storage.close();
  await database.close();
});

const documentOf = async (name: string): Promise<OpenApiDocument> => (await api.app.inject(`/api/${name}.json`)).json();
const exampleOf = ({ paths }: OpenApiDocument, path: string, method: string) =>
  paths[path]?.[method]?.requestBody?.content['application/json']?.example as Record<string, unknown>;

const PROFILES = '/api/partner/v1/business-profiles';
const [MACHINES, SANDBOX, DASHBOARD, COMPLIANCE] = [12_000, 1_000, 6_000, 5_000].map(wanted) as [
  number,
  number,
  number,
  number,
];
const NAME = 'no 5xx, and no response that the document does not describe';

test(
  `partners' machines: ${NAME}`,
  async () => {
    const document = await documentOf('openapi');
    const create = { ...exampleOf(document, PROFILES, 'post'), partnerCustomerId: '@newReference@' };
    const put = exampleOf(document, `${PROFILES}/{customerId}`, 'put');
    const patch = exampleOf(document, `${PROFILES}/{customerId}`, 'patch');
    const link = exampleOf(document, `${PROFILES}/{customerId}/documents/upload-link`, 'post');
    const bodies = {
      createBusinessProfile: [create],
      validateBusinessProfile: [create],
      putBusinessProfile: [{ ...put, customerId: '@customerId@', partnerCustomerId: '@partnerCustomerId@' }],
      patchBusinessProfile: [patch, { businessDocumentIdList: ['@documentId@'] }],
      postUploadLink: [link, { ...link, documentCategory: 'Selfie', uboId: '@uboId@' }],
    };
    const surface = { document, bodies, whoIs: scene.tokens, placeOf: scene.placeOf, renew: scene.renewPlaces };
    await fuzz('partner', { ...surface, send: (request) => api.app.inject(request) }, MACHINES);
  },
  limitFor(MACHINES),
);

test(
  `a sandbox: ${NAME}`,
  async () => {
    const document = await documentOf('openapi-sandbox');
    const outcomes = ['Approve', 'Reject', 'RequestChanges', 'Hold', 'Release', 'Reopen'];
    const reasons = [
      { code: 'Document.Unreadable', documentId: '@documentId@' },
      { code: 'Person.DetailsMismatch', uboId: '@uboId@' },
    ];
    const bodies = {
      simulateVerification: [...outcomes.map((outcome) => ({ outcome })), { outcome: 'RequestChanges', reasons }],
    };
    const surface = { document, bodies, whoIs: scene.tokens, placeOf: scene.placeOf, renew: scene.renewPlaces };
    await fuzz('sandbox', { ...surface, send: (request) => api.app.inject(request) }, SANDBOX);
  },
  limitFor(SANDBOX),
);

test(
  `partners' users: ${NAME}`,
  async () => {
    const document = await documentOf('openapi-dashboard');
    const roles = ['admin', 'admin', 'admin', 'developer', 'viewer'].map((role) => ({
      realm: 'partner' as const,
      role,
    }));
    const people = peopleOf(
      database,
      [...roles, { realm: 'staff', role: 'analyst' }, { realm: 'staff', role: 'supervisor' }],
      api.partner,
    );
    await people.renewPeople();
    const certificates = await preparePartner(
      api,
      database,
      await signIn(database, { partnerId: api.partner.partnerId }),
    );
    const from = new Date(Date.now() - 86_400_000).toISOString();
    // Ends now, or each replay would send all earlier ones again.
    const to = new Date().toISOString();
    const bodies = {
      registerApiCertificate: certificates.map((certificate) => ({ name: 'First machine', certificate })),
      replayWindow: [
        { from, to, includeUnrouted: true },
        { from, to, eventType: 'webhook.test' },
      ],
    };
    await scene.renewPlaces();
    const place: Place = { ...scene.placeOf(0), countryCode: 'NGA' };
    const renew = async () => {
      await people.renewPeople();
      await beat(database.owner, new Date());
    };
    const surface = { document, bodies, whoIs: people.headersOf, placeOf: () => place, renew };
    const learns = ['accountId', 'sessionId', 'replaySeries'];
    const rare = ['registerApiCertificate', 'revokeApiCertificate', 'endPartnerSession', 'endStaffSession'];
    // Users who sign out are lost, so new ones are added often.
    await fuzz(
      'dashboard',
      { ...surface, learns, rare, renewEvery: 4, send: (request) => api.app.inject(request) },
      DASHBOARD,
    );
  },
  limitFor(DASHBOARD),
);

/** Adds a hit about the business, unless it has one; without a hit it can be approved. */
async function addHit(place: Place): Promise<void> {
  if (place.entityId !== undefined) return;
  const hit = { listName: 'us_ofac_sdn', entityId: `NK-${crypto.randomUUID()}`, name: 'Someone', score: 0.8 };
  place.screeningId = await screened(database, { customerId: place.customerId ?? '' }, { hits: [hit] });
  Object.assign(place, { entityId: hit.entityId, listName: hit.listName });
}

test(
  `our staff: ${NAME}`,
  async () => {
    const document = await documentOf('openapi-compliance');
    const roles = ['analyst', 'analyst', 'supervisor', 'supervisor', 'analyst', 'auditor', 'operator'];
    const people = peopleOf(
      database,
      roles.map((role) => ({ realm: 'staff', role })),
    );
    await people.renewPeople();
    const reasons = [
      { code: 'Person.DetailsMismatch', uboId: '@uboId@', pointer: '/businessPersonList' },
      { code: 'Document.Unreadable', documentId: '@documentId@' },
    ];
    const seenVersion = '@evidenceVersion@';
    const decisions = [
      { outcome: 'RequestChanges', reasons, seenVersion },
      { outcome: 'Reject', reasons: [{ code: 'Business.NotAcceptable' }], seenVersion },
      { outcome: 'Approve', seenVersion },
    ];
    const bodies = {
      claimNextPackage: [{}, { country: 'NGA' }],
      reassignPackage: [{ accountId: '@accountId@' }],
      decideOnPackage: decisions,
      previewDecision: decisions,
      confirmDecision: [{ seenVersion }],
      compareIdentityNumber: [{ value: 'A12345678' }],
      judgeHit: [{ listName: '@listName@', finding: 'NotTheSame' }],
      judgePerson: [{ verdict: 'Approved' }, { verdict: 'ChangesRequested', reasonCode: 'Person.IdentityExpired' }],
      judgeDocument: [{ verdict: 'Approved' }, { verdict: 'Rejected', reasonCode: 'Document.WrongKind' }],
    };
    const placeOf = (n: number) => {
      const place = scene.placeOf(n);
      place.accountId = people.accountIds()[n % people.accountIds().length] ?? '';
      return place;
    };
    const renew = async () => {
      await scene.renewPlaces();
      for (const n of [0, 1, 2]) await addHit(scene.placeOf(n));
    };
    const surface = { document, bodies, whoIs: people.headersOf, placeOf, renew };
    const learns = ['evidenceVersion', 'identityId', 'screeningId', 'entityId', 'listName'];
    // Other requests soon outdate the version that was read; few packages have a hit, and only the claimant can judge it.
    const rare = [
      'judgeHit',
      'decideOnPackage',
      'previewDecision',
      'reassignPackage',
      'confirmDecision',
      'withdrawDecision',
      'sendDecisionBack',
    ];
    // Decided packages are closed, so new ones are added often.
    await fuzz(
      'compliance',
      {
        ...surface,
        learns,
        rare: [...rare, 'reopenPackage'],
        renewEvery: 10,
        send: (request) => api.app.inject(request),
      },
      COMPLIANCE,
    );
  },
  limitFor(COMPLIANCE),
);
