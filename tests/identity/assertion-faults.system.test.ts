// Every way in which an assertion can be invalid. The caller always gets the same message; the log has the actual reason.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { CompactEncrypt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remedyOf } from '../../packages/domain/src/credentials/credential-log.ts';
import {
  type AssertionChoice,
  makeAssertion,
  makeCertificate,
  registerCertificate,
  type TestCertificate,
  tokenForm,
} from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { ask, type LoggedRequest, watchRequests } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const PORTAL =
  'First check that iss and sub are your client id, exactly as the portal shows it: a request without it appears in no log. Your team can find the reason in the portal, under API credentials, in the log of token requests: http://127.0.0.1:1/portal/credentials/requests';
const UNIFORM = `The client assertion was not accepted. ${PORTAL}`;
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';
/** The times in the caller's message and in the log. */
const TIMES = new RegExp(`iat ${TIME}, exp ${TIME}, our clock ${TIME}`);
const HOUR = 3_600_000;

let database: TestDatabase;
let identity: Identity;
let fresh: () => Promise<LoggedRequest[]>;
const partners: Record<'ours' | 'other' | 'inactive' | 'bare', TestPartner> = Object.create(null);
const certificates: Record<
  'first' | 'second' | 'expired' | 'future' | 'revoked' | 'theirs' | 'foreign' | 'inactive',
  TestCertificate
> = Object.create(null);

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database, NO_LIMITS);
  partners.ours = await database.addPartner();
  partners.other = await database.addPartner();
  partners.inactive = await database.addPartner({ status: 'Inactive' });
  partners.bare = await database.addPartner();
  const names = ['first', 'second', 'expired', 'future', 'revoked', 'theirs', 'foreign', 'inactive'] as const;
  const made = await Promise.all(names.map(() => makeCertificate()));
  names.forEach((name, index) => {
    Object.assign(certificates, { [name]: made[index] });
  });
  const [past, later] = [new Date(Date.now() - HOUR), new Date(Date.now() + HOUR)];
  await registerCertificate(database, partners.ours, certificates.first);
  await registerCertificate(database, partners.ours, certificates.second);
  await registerCertificate(database, partners.ours, certificates.expired, { notBefore: new Date(0), notAfter: past });
  await registerCertificate(database, partners.ours, certificates.future, { notBefore: later });
  await registerCertificate(database, partners.ours, certificates.revoked, { revokedAt: past });
  await registerCertificate(database, partners.other, certificates.theirs);
  await registerCertificate(database, partners.inactive, certificates.inactive);
  fresh = watchRequests(database);
});
afterAll(async () => {
  await identity.stop();
  await database.close();
});

const seconds = () => Math.floor(Date.now() / 1000);
const timeOf = (at: number) => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

/** A valid assertion of our partner, except for what is chosen. */
const ours = (choice: AssertionChoice = {}, certificate = certificates.first) =>
  makeAssertion(identity.issuer, partners.ours, certificate, choice);
const saying = (claims: () => Record<string, unknown>) => () => ours({ claims: claims() as JWTPayload });

/** Encodes header and payload, with the given signature instead of a valid one. */
function unsigned(header: object, payload: object, signature = ''): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode(header)}.${encode(payload)}.${signature}`;
}

function goodClaims(): Record<string, unknown> {
  const now = seconds();
  const { clientId } = partners.ours;
  return { iss: clientId, sub: clientId, aud: identity.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID() };
}

async function used(exp?: number): Promise<string> {
  const claims = goodClaims();
  expect((await ask(identity, tokenForm(await ours({ claims })))).status).toBe(200);
  await fresh();
  return ours({ claims: exp === undefined ? claims : { ...claims, exp } });
}

interface Fault {
  reason: string | (() => string);
  make(): string | Promise<string>;
  /** The partner whose log has the entry; defaults to ours. */
  partner?: () => string;
}

const ALG = 'alg must be RS256';
const AUD = () => `aud must be ${identity.issuer} or ${identity.issuer}/oauth2/token`;
const LIST = 'aud must be one string, not a list';
const IAT = 'iat is missing or not a number';
const AHEAD = 'iat is in the future: check your clock';
const EXP = 'exp is missing or not a number';
const LONG = 'exp is more than 300 seconds after iat';
const PAST = 'exp is in the past: check your clock, and create a new assertion for each request';
const JTI = 'jti must have 8 to 128 characters';
const NO_JTI = 'jti is missing or not a string';
const ISS = 'iss must be the client id, the same as sub';
const SUB = 'sub must be the client id';
const KID = 'kid must be the x5t#S256 of one of the registered certificates, or be omitted';
const KEY = 'signed with a key that is not registered, or changed after signing';
const SHAPE = 'the assertion is not a signed JWT: header.payload.signature, each in base64url';
const AGAIN = 'the assertion has already been used';
const nobody = () => NOBODY;

const publicPem = () =>
  Buffer.from(createPublicKey(certificates.first.keyPem).export({ type: 'spki', format: 'pem' }).toString());
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const FAULTS: Record<string, Fault> = {
  // Signature.
  'alg none': { reason: ALG, make: () => unsigned({ alg: 'none' }, goodClaims()) },
  'alg none with a signature': { reason: ALG, make: () => unsigned({ alg: 'none' }, goodClaims(), 'c2ln') },
  'alg None': { reason: ALG, make: () => unsigned({ alg: 'None' }, goodClaims()) },
  'alg missing': { reason: ALG, make: () => unsigned({}, goodClaims(), 'c2ln') },
  'alg RS256 without a signature': { reason: KEY, make: () => unsigned({ alg: 'RS256' }, goodClaims()) },
  'HS256 with an arbitrary key': {
    reason: ALG,
    make: () => ours({ header: { alg: 'HS256' }, key: Buffer.alloc(32, 7) }),
  },
  'HS256 keyed with our public key': { reason: ALG, make: () => ours({ header: { alg: 'HS256' }, key: publicPem() }) },
  'HS256 keyed with the certificate': {
    reason: ALG,
    make: () => ours({ header: { alg: 'HS256' }, key: Buffer.from(certificates.first.pem) }),
  },
  PS256: { reason: ALG, make: () => ours({ header: { alg: 'PS256' } }) },
  RS384: { reason: ALG, make: () => ours({ header: { alg: 'RS384' } }) },
  RS512: { reason: ALG, make: () => ours({ header: { alg: 'RS512' } }) },
  ES256: { reason: ALG, make: () => ours({ header: { alg: 'ES256' }, key: ecKey }) },
  'an unknown critical header': {
    reason: 'crit is not supported: remove it from the header',
    make: () => unsigned({ alg: 'RS256', crit: ['ours'], ours: 1 }, goodClaims(), 'c2ln'),
  },
  'an unregistered key': { reason: KEY, make: () => ours({}, certificates.foreign) },
  "another partner's registered key": { reason: KEY, make: () => ours({}, certificates.theirs) },
  'an expired certificate': {
    reason: 'signed with an expired certificate',
    make: () => ours({}, certificates.expired),
  },
  'a certificate that is not valid yet': {
    reason: 'signed with a certificate that is not valid yet',
    make: () => ours({}, certificates.future),
  },
  'a revoked certificate': { reason: 'signed with a revoked certificate', make: () => ours({}, certificates.revoked) },
  'kid of a revoked certificate': {
    reason: 'signed with a revoked certificate',
    make: () => ours({ header: { kid: certificates.revoked.thumbprint } }, certificates.revoked),
  },
  'kid unknown': { reason: KID, make: () => ours({ header: { kid: 'no-such-key' } }) },
  "kid of another partner's certificate": {
    reason: KID,
    make: () => ours({ header: { kid: certificates.theirs.thumbprint } }, certificates.theirs),
  },
  'kid of another certificate of the client': {
    reason: 'kid identifies a different certificate from the one that signed',
    make: () => ours({ header: { kid: certificates.second.thumbprint } }),
  },
  'changed after signing': {
    reason: KEY,
    async make() {
      const [header = '', , signature = ''] = (await ours()).split('.');
      return `${header}.${Buffer.from(JSON.stringify(goodClaims())).toString('base64url')}.${signature}`;
    },
  },

  // Audience.
  'aud missing': { reason: 'aud is missing', make: saying(() => ({ aud: undefined })) },
  'aud empty': { reason: AUD, make: saying(() => ({ aud: '' })) },
  'aud of another service': { reason: AUD, make: saying(() => ({ aud: 'https://other.example' })) },
  'aud a list with the issuer': { reason: LIST, make: saying(() => ({ aud: [identity.issuer] })) },
  'aud a list with the issuer and another': {
    reason: LIST,
    make: saying(() => ({ aud: [identity.issuer, 'https://other.example'] })),
  },
  'aud an empty list': { reason: LIST, make: saying(() => ({ aud: [] })) },
  'aud a number': { reason: LIST, make: saying(() => ({ aud: 42 })) },
  'aud the issuer with a slash': { reason: AUD, make: saying(() => ({ aud: `${identity.issuer}/` })) },
  'aud the token endpoint with a slash': {
    reason: AUD,
    make: saying(() => ({ aud: `${identity.issuer}/oauth2/token/` })),
  },
  'aud with https instead of http': {
    reason: AUD,
    make: saying(() => ({ aud: identity.issuer.replace('http:', 'https:') })),
  },
  'aud with the address instead of the name': { reason: AUD, make: saying(() => ({ aud: identity.url })) },
  'aud in capitals': { reason: AUD, make: saying(() => ({ aud: identity.issuer.toUpperCase() })) },
  'aud the API': { reason: AUD, make: saying(() => ({ aud: 'onboarding-api' })) },

  // Times.
  'exp missing': { reason: EXP, make: saying(() => ({ exp: undefined })) },
  'exp a string': { reason: EXP, make: saying(() => ({ exp: String(seconds() + 60) })) },
  'exp null': { reason: EXP, make: saying(() => ({ exp: null })) },
  'exp in the past': { reason: PAST, make: saying(() => ({ iat: seconds() - 60, exp: seconds() - 11 })) },
  'exp 301 seconds after iat': { reason: LONG, make: saying(() => ({ iat: seconds(), exp: seconds() + 301 })) },
  'exp in ten years': { reason: LONG, make: saying(() => ({ exp: seconds() + 315_360_000 })) },
  'exp of 1e300': { reason: LONG, make: saying(() => ({ exp: 1e300 })) },
  'exp before iat': {
    reason: 'exp is not after iat',
    make: saying(() => ({ iat: seconds() + 9, exp: seconds() + 5 })),
  },
  'iat missing': { reason: IAT, make: saying(() => ({ iat: undefined })) },
  'iat a string': { reason: IAT, make: saying(() => ({ iat: String(seconds()) })) },
  'iat a minute ahead': { reason: AHEAD, make: saying(() => ({ iat: seconds() + 60, exp: seconds() + 120 })) },
  'iat long ago': { reason: LONG, make: saying(() => ({ iat: seconds() - 3600 })) },
  'nbf in the future': {
    reason: 'nbf is in the future: check your clock',
    make: saying(() => ({ nbf: seconds() + 60 })),
  },
  'nbf a string': { reason: 'nbf is not a number', make: saying(() => ({ nbf: 'now' })) },

  // Single use.
  'jti missing': { reason: NO_JTI, make: saying(() => ({ jti: undefined })) },
  'jti a number': { reason: NO_JTI, make: saying(() => ({ jti: 1234567890 })) },
  'jti empty': { reason: JTI, make: saying(() => ({ jti: '' })) },
  'jti of 7 characters': { reason: JTI, make: saying(() => ({ jti: 'a'.repeat(7) })) },
  'jti of 129 characters': { reason: JTI, make: saying(() => ({ jti: 'a'.repeat(129) })) },
  'used before': { reason: AGAIN, make: () => used() },
  'used before, with another exp': { reason: AGAIN, make: () => used(seconds() + 120) },

  // Issuer and subject.
  'iss missing': { reason: ISS, make: saying(() => ({ iss: undefined })) },
  'iss of another client': { reason: ISS, make: saying(() => ({ iss: partners.other.clientId })) },
  'iss a list': { reason: ISS, make: saying(() => ({ iss: [partners.ours.clientId] })) },
  'sub missing': { reason: SUB, make: saying(() => ({ sub: undefined })) },
  'sub a number': { reason: SUB, make: saying(() => ({ sub: 42 })) },
  'sub a list': { reason: SUB, make: saying(() => ({ sub: [partners.ours.clientId] })) },
  'neither iss nor sub': {
    reason: SUB,
    make: saying(() => ({ iss: undefined, sub: undefined })),
    partner: nobody,
  },
  'sub of another client': {
    reason: ISS,
    make: saying(() => ({ sub: partners.other.clientId })),
    partner: () => partners.other.partnerId,
  },
  'iss and sub of another client': {
    reason: KEY,
    make: saying(() => ({ iss: partners.other.clientId, sub: partners.other.clientId })),
    partner: () => partners.other.partnerId,
  },
  'an unknown client': {
    reason: 'there is no such client',
    make: saying(() => ({ iss: 'nobody', sub: 'nobody' })),
    partner: nobody,
  },
  'a client id with a zero byte': {
    reason: 'there is no such client',
    make: saying(() => ({ iss: 'no\u0000body', sub: 'no\u0000body' })),
    partner: nobody,
  },
  'a client id of 40 KB': {
    reason: 'there is no such client',
    make: () => unsigned({ alg: 'RS256' }, { sub: 'x'.repeat(30_000) }, 'c2ln'),
    partner: nobody,
  },
  'a deactivated partner': {
    reason: 'the partner is deactivated',
    make: () => makeAssertion(identity.issuer, partners.inactive, certificates.inactive),
    partner: () => partners.inactive.partnerId,
  },
  'a client without certificates': {
    reason: 'the client has no certificate: register one',
    make: () => makeAssertion(identity.issuer, partners.bare, certificates.foreign),
    partner: () => partners.bare.partnerId,
  },

  // Not an assertion.
  garbage: { reason: SHAPE, make: () => 'garbage', partner: nobody },
  'three parts of garbage': { reason: SHAPE, make: () => 'aaaa.bbbb.cccc', partner: nobody },
  'two parts': { reason: SHAPE, make: () => unsigned({ alg: 'RS256' }, goodClaims()).slice(0, -1), partner: nobody },
  'a payload that is a list': { reason: SHAPE, make: () => unsigned({ alg: 'RS256' }, [1], 'c2ln'), partner: nobody },
  'an encrypted JWT': {
    reason: SHAPE,
    make: () =>
      new CompactEncrypt(Buffer.from(JSON.stringify(goodClaims())))
        .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
        .encrypt(createPublicKey(createPrivateKey(certificates.first.keyPem))),
    partner: nobody,
  },
  empty: { reason: 'no client_assertion was sent', make: () => '', partner: nobody },
  '50 KB of garbage': { reason: SHAPE, make: () => 'a'.repeat(50_000), partner: nobody },
};

describe('an invalid assertion gets the same response for every fault, and the log has the reason', () => {
  test.each(Object.entries(FAULTS))(
    '%s',
    { tags: ['S-290', 'S-292', 'S-293', 'S-294', 'S-296'] },
    async (_name, { make, reason, partner = () => partners.ours.partnerId }) => {
      const assertion = await make();
      await fresh();
      const answer = await ask(identity, tokenForm(assertion));
      const { error_description: told, ...refusal } = JSON.parse(answer.text);
      expect([answer.status, refusal]).toEqual([401, { error: 'invalid_client', request_id: UUID }]);
      expect(answer.headers.get('x-request-id')).toBe(refusal.request_id);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const rows = await fresh();
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        partner_id: partner(),
        outcome: 'Refused',
        error: 'invalid_client',
        scope: null,
        address: '127.0.0.1',
        last_request_id: refusal.request_id,
      });
      const [rule, seen] = String(rows[0]?.reason).split(/ \((?=iat )/);
      expect(rule).toBe(typeof reason === 'function' ? reason() : reason);
      // The response adds details only about times: those of the assertion and of our clock.
      if (seen !== undefined) expect(seen).toMatch(TIMES);
      expect(told.replace(/ Check your clock: .*?\.(?= First check)/, '')).toBe(UNIFORM);
      expect(remedyOf(String(rows[0]?.reason)), 'a remedy of its own').not.toBe(remedyOf('another reason'));
      for (const part of assertion.split('.').filter((one) => one.length > 20)) {
        expect(JSON.stringify(rows)).not.toContain(part);
        expect(identity.output()).not.toContain(part);
      }
    },
  );

  test.each([
    ['slow', -400, 'exp is in the past'],
    ['fast', 400, 'iat is in the future'],
  ])('a %s clock is reported with both times, also to an unknown client', async (_how, off, reason) => {
    const [iat, exp] = [seconds() + off, seconds() + off + 60];
    const times = `iat ${timeOf(iat)}, exp ${timeOf(exp)}, our clock `;
    const outsider = unsigned({ alg: 'RS256' }, { ...goodClaims(), sub: 'nobody', iss: 'nobody', iat, exp }, 'c2ln');
    const answers = [];
    for (const assertion of [await ours({ claims: { iat, exp } }), outsider]) {
      await fresh();
      const { error_description: told } = JSON.parse((await ask(identity, tokenForm(assertion))).text);
      expect(told).toContain(` Check your clock: ${times}`);
      answers.push(told.replace(/our clock \S+/, ''));
      const [row] = await fresh();
      if (assertion !== outsider) expect(row?.reason).toMatch(new RegExp(`^${reason}: check your clock.*\\(${times}`));
    }
    // The response does not reveal whether the client exists.
    expect(answers[0]).toBe(answers[1]);
  });

  test('requests that are logged in one row still have different ids', async () => {
    // Requests of the same ten-minute period share a row; if the period ends between the two, both are repeated.
    const period = () => Math.floor(Date.now() / 600_000);
    let began: number;
    let ids: string[];
    do {
      began = period();
      ids = [];
      await fresh();
      for (const key of ['first', 'second'] as const) {
        const { iat, exp } = { iat: seconds() - 900 - ids.length, exp: seconds() - 850 - ids.length };
        const answer = await ask(identity, tokenForm(await ours({ claims: { iat, exp } }, certificates[key])));
        ids.push(JSON.parse(answer.text).request_id);
      }
    } while (period() !== began);
    const [row] = (await fresh()).filter(({ reason }) => reason?.startsWith(PAST));
    expect(row?.requests).toBeGreaterThan(1);
    expect(row?.last_request_id).toBe(ids[1]);
    expect(ids).not.toContain(row?.request_id);
    expect(new Set(ids).size).toBe(2);
  });

  test('covers more than 45 faults', () => {
    expect(Object.keys(FAULTS).length).toBeGreaterThan(45);
  });
});
