// How to provoke each declared error of each operation.
import type { ErrorCode } from '@onboarding/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { TokenRoute } from '../../../apps/api/src/http/route.ts';
import { validBody, validIdentity, validPerson } from '../../harness/bodies.ts';
import {
  pathOf,
  type Scene,
  send,
  sendGarbage,
  sendWhileRunning,
  usualBody,
} from '../../harness/scenes/every-route.ts';

export type Case = (scene: Scene, route: TokenRoute) => Promise<LightMyRequestResponse>;

const otherScope = (route: TokenRoute) => (route.scope === 'partner.read' ? 'partner.write' : 'partner.read');

/** Provoked in the same way wherever they are declared. */
const ANYWHERE: Partial<Record<ErrorCode, Case>> = {
  'Partner.NotAuthenticated': (scene, route) => send(scene, route, { token: null }),
  'Partner.ScopeMissing': async (scene, route) =>
    send(scene, route, { token: await scene.api.issuer.token(scene.api.partner, otherScope(route)) }),
  'Partner.Inactive': async (scene, route) => {
    const partner = await scene.database.addPartner({ status: 'Inactive' });
    return send(scene, route, { token: await scene.api.issuer.token(partner) });
  },
  'Partner.OnboardingNotApproved': async (scene, route) => {
    const partner = await scene.database.addPartner({ onboardingStatus: 'Pending' });
    return send(scene, route, { token: await scene.api.issuer.token(partner) });
  },
  'Partner.NotAuthorized': async (scene, route) => {
    const outsider = await scene.database.addPartner();
    return send(scene, route, { token: await scene.api.issuer.token(outsider) });
  },
  'Customer.NotFound': (scene, route) => {
    const path = pathOf({ ...scene, reference: 'nobody' }, route, crypto.randomUUID());
    const customerId = path.split('/')[4];
    const body = usualBody(scene, route);
    return send(scene, route, { path, body: route.method === 'PUT' ? { ...body, customerId } : body });
  },
  // For queries; the faults of bodies are below.
  'ValidationControl.Error': (scene, route) => send(scene, route, { query: '?limit=0' }),
  'Request.Malformed': sendGarbage,
  'Request.UrlTooLong': (scene, route) => send(scene, route, { query: `?x=${'x'.repeat(9_000)}` }),
  'Request.TooLarge': (scene, route) => send(scene, route, { body: { x: 'x'.repeat(1_100_000) } }),
  'Request.UnsupportedMediaType': (scene, route) => send(scene, route, { headers: { 'content-type': 'text/plain' } }),
  'RateLimit.Exceeded': async (scene, route) => {
    const both = [1, 2, 3].map(() => send(scene, route, { through: scene.limited }));
    const answers = await Promise.all(both);
    return answers.find((answer) => answer.statusCode === 429) ?? answers[0] ?? Promise.reject(new Error('no answer'));
  },
  'Internal.Error': (scene, route) => send(scene, route, { through: scene.faulty }),
  'Service.Unavailable': (scene, route) => send(scene, route, { through: scene.busy }),
  'Service.OutcomeUnknown': (scene, route) => send(scene, route, { through: scene.losing }),
  'Idempotency.KeyInvalid': (scene, route) => send(scene, route, { headers: { 'idempotency-key': 'k'.repeat(256) } }),
  'Idempotency.KeyReused': async (scene, route) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = usualBody(scene, route);
    await send(scene, route, { headers, body });
    return send(scene, route, { headers, body: { ...body, description: 'Another body.' } });
  },
  'Idempotency.InProgress': sendWhileRunning,
};

const withBody =
  (change: Record<string, unknown>): Case =>
  (scene, route) =>
    send(scene, route, { body: { ...usualBody(scene, route), ...change } });

const withPerson = (change: Record<string, unknown>): Case => withBody({ businessPersonList: [validPerson(change)] });

/** The faults of a body with a business, on every route that takes one. */
const BODY: Partial<Record<ErrorCode, Case>> = {
  Validation: withBody({ companyName: 7 }),
  'ValidationControl.Error': withBody({ industry: 'Farming' }),
  'PhoneNumber.Invalid': withBody({ phoneNumber: '0803' }),
  'BusinessType.NotFound': withBody({ businessTypeCode: 'Castle' }),
  'Country.NotFound': withBody({ incorporationCountryIso3Code: 'XXX' }),
  'OnboardingConfig.NotFound': withPerson({ address: { ...validPerson().address, countryCode: 'ATA' } }),
  'Document.NotFound': withPerson({ identities: [{ ...validIdentity(), documentUploadId: crypto.randomUUID() }] }),
  'Customer.PartnerCustomerIdRequired': withBody({ partnerCustomerId: ' ' }),
  'Customer.PartnerCustomerIdInvalid': withBody({ partnerCustomerId: '-' }),
  'Customer.PartnerCustomerIdConflict': async (scene, route) =>
    send(scene, route, { body: { ...usualBody(scene, route), partnerCustomerId: scene.reference } }),
};

/** An update of a customer in a given state. */
const inStatus =
  (status: string): Case =>
  async (scene, route) => {
    const { customerId, partnerCustomerId } = (await scene.api.create(validBody())).json().value;
    await scene.database.owner.query('update customers set verification_status = $2 where customer_id = $1', [
      customerId,
      status,
    ]);
    const own = { ...scene, customerId, reference: partnerCustomerId };
    return send(own, route);
  };

const UPDATE: Partial<Record<ErrorCode, Case>> = {
  'Customer.UnderReview': inStatus('StartedNotCompleted'),
  'Customer.Closed': inStatus('Rejected'),
  'Customer.VersionMismatch': (scene, route) => send(scene, route, { headers: { 'if-match': '"0"' } }),
};

const shown =
  (pick: (scene: Scene) => string): Case =>
  (scene, route) =>
    withPerson({ identities: [{ ...validIdentity(), documentUploadId: pick(scene) }] })(scene, route);

/** For operations that need a different way. */
const OWN: Record<string, Partial<Record<ErrorCode, Case>>> = {
  putBusinessProfile: {
    ...UPDATE,
    'Document.AccessDenied': shown((scene) => scene.linkedElsewhere),
    'Partner.BusinessProfileIdMismatch': withBody({ customerId: crypto.randomUUID() }),
  },
  patchBusinessProfile: {
    ...UPDATE,
    'Country.NotFound': withBody({ incorporationCountryCode: 'XXX' }),
    'Document.AccessDenied': shown((scene) => scene.linkedElsewhere),
    'Document.NotUploaded': (scene, route) => withBody({ businessDocumentIdList: [scene.expired] })(scene, route),
  },
  postUploadLink: {
    'ValidationControl.Error': withBody({ contentType: 'text/html' }),
    'Customer.Closed': inStatus('Rejected'),
    'Document.DailyLimit': (scene, route) => send(scene, route, { through: scene.full }),
  },
  listIdentityRequirements: {
    'ValidationControl.Error': (scene, route) => send(scene, route, { query: '?countryCode=N' }),
    'Country.NotFound': (scene, route) => send(scene, route, { query: '?countryCode=XXX' }),
    'OnboardingConfig.NotFound': (scene, route) => send(scene, route, { query: '?countryCode=ATA' }),
  },
};

export function caseOf(route: TokenRoute, code: ErrorCode): Case | undefined {
  return OWN[route.operationId]?.[code] ?? (route.body === undefined ? undefined : BODY[code]) ?? ANYWHERE[code];
}
