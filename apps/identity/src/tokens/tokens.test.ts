// Why a request for a token is refused: what the partner reads in the log, and what the caller receives.
import { sign } from 'node:crypto';
import { type CertificateState, type ClientCertificate, NO_PARTNER } from '@onboarding/domain/credentials';
import { uuidTime, uuidv7 } from '@onboarding/platform/ids';
import { createLogger } from '@onboarding/platform/logger';
import { AmbiguousCommit, DatabaseUnavailable, type Db } from '@onboarding/platform/postgres';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../../../../tests/harness/certificates.ts';
import {
  answer,
  answerFailure,
  answerRefusal,
  inOurWords,
  isAssertionFault,
  tooMany,
  uniformRefusal,
  unreadable,
  wordsOf,
} from './answers.ts';
import { adviceOnClock, faultOfClaims, faultOfHeader, textOf } from './assertion-guard.ts';
import { tokenLimits } from './clients.ts';
import { claimedClientId, explainSignature, isSignedWith, readAssertion } from './refusal.ts';
import { describeTokenRequest, type Progress } from './token-request.ts';

const now = new Date('2026-11-15T10:00:00Z');
const seconds = now.getTime() / 1000;

describe('the header of an assertion', () => {
  test.each([
    [{ alg: 'RS256' }],
    [{ alg: 'RS256', kid: 'a', typ: 'JWT' }],
    [{ alg: 'RS256', typ: 'client-authentication+jwt', x5t: 'x' }],
  ])('%j is accepted', (header) => {
    expect(faultOfHeader(header)).toBeUndefined();
  });
  test.each([
    [{ alg: 'RS512' }, 'alg must be RS256'],
    [{ alg: 'none' }, 'alg must be RS256'],
    [{ alg: 'RS256', kid: 1 }, 'kid must be a string, or be omitted'],
    [{ alg: 'RS256', typ: 'at+jwt' }, 'typ must be JWT, or be omitted'],
    [{ alg: 'RS256', typ: 1 }, 'typ must be JWT, or be omitted'],
    ...['crit', 'b64', 'jku', 'jwk', 'x5u', 'x5c'].map(
      (name) => [{ alg: 'RS256', [name]: false }, `${name} is not supported: remove it from the header`] as const,
    ),
  ] as [Record<string, unknown>, string][])('%j is refused', (header, rule) => {
    expect(faultOfHeader(header)).toEqual({ rule });
  });
});

describe('the claims of an assertion', () => {
  const good = { iss: 'acme', sub: 'acme', aud: 'https://id', iat: seconds, exp: seconds + 300, jti: '12345678' };
  const expected = { clientId: 'acme', audiences: ['https://id', 'https://id/oauth2/token'], now };
  const fault = (changes: Record<string, unknown>) => faultOfClaims({ ...good, ...changes }, expected);

  test.each([
    [{}],
    [{ aud: 'https://id/oauth2/token' }],
    [{ iat: seconds + 10, exp: seconds + 310 }],
    [{ iat: seconds - 300, exp: seconds - 9 }],
    [{ nbf: seconds + 10 }],
    [{ jti: 'x'.repeat(128) }],
  ])('with %j are accepted', (changes) => {
    expect(fault(changes)).toBeUndefined();
  });
  test.each([
    [{ sub: 'other' }, /^sub must be the client id/],
    [{ iss: 'other' }, /^iss must be the client id/],
    [{ aud: undefined }, /^aud is missing/],
    [{ aud: ['https://id'] }, /^aud must be one string/],
    [{ aud: 'https://other' }, /^aud must be https:\/\/id or https:\/\/id\/oauth2\/token$/],
    [{ iat: '1' }, /^iat is missing or not a number/],
    [{ iat: Number.NaN }, /^iat is missing or not a number/],
    [{ exp: undefined }, /^exp is missing or not a number/],
    [{ exp: Number.POSITIVE_INFINITY }, /^exp is missing or not a number/],
    [
      { iat: seconds + 11, exp: seconds + 60 },
      /^iat is in the future.*\(iat 2026-11-15T10:00:11Z, exp .*, our clock 2026-11-15T10:00:00Z\)$/,
    ],
    [{ exp: seconds }, /^exp is not after iat$/],
    [{ exp: seconds + 301 }, /^exp is more than 300 seconds after iat$/],
    [{ iat: seconds - 60, exp: seconds - 10 }, /^exp is in the past/],
    [{ nbf: 'x' }, /^nbf is not a number/],
    [{ nbf: seconds + 11 }, /^nbf is in the future/],
    [{ jti: 1 }, /^jti is missing or not a string/],
    [{ jti: '1234567' }, /^jti must have 8 to 128 characters/],
    [{ jti: 'x'.repeat(129) }, /^jti must have 8 to 128 characters/],
  ])('with %j are refused', (changes, rule) => {
    const found = fault(changes);
    expect(found === undefined ? 'accepted' : textOf(found)).toMatch(rule);
  });

  test('lead to advice on the clock only if it is about the clock', () => {
    expect(adviceOnClock({ ...good, iat: seconds + 11 }, now)).toMatch(/^Check your clock: iat .*, our clock .*\.$/);
    for (const claims of [undefined, good, { ...good, sub: 'other' }, { ...good, exp: seconds + 301 }])
      expect(adviceOnClock(claims, now)).toBeUndefined();
    expect(adviceOnClock({ ...good, iat: 1e15, exp: 1e15 + 1 }, now)).toContain('iat 1000000000000000,');
  });
});

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('an assertion', () => {
  test('is read if it is a JWT of three parts with objects', () => {
    const [header, claims] = [encode({ alg: 'RS256' }), encode({ sub: 'acme' })];
    expect(readAssertion(`${header}.${claims}.x`)).toEqual({ header: { alg: 'RS256' }, claims: { sub: 'acme' } });
    for (const wrong of [
      '',
      'x',
      `${header}.${claims}`,
      `${header}.${claims}.x.y`,
      `${header}.${encode([])}.x`,
      `${encode(null)}.${claims}.x`,
      `%.${claims}.x`,
    ])
      expect(readAssertion(wrong), wrong).toBeUndefined();
  });
  test.each([
    [{ sub: 'acme', iss: 'other' }, 'acme'],
    [{ sub: 1, iss: 'other' }, 'other'],
    [{}, undefined],
    [{ sub: `a\u0000b\n${'x'.repeat(200)}` }, `a?b?${'x'.repeat(96)}`],
  ])('with %j claims a client id that people can read', (claims, expected) => {
    expect(claimedClientId({ header: {}, claims })).toBe(expected);
    expect(claimedClientId(undefined)).toBeUndefined();
  });

  describe('whose signature fits no key', () => {
    let made: MadeCertificate[];
    beforeAll(async () => {
      made = [await makeCertificate(), await makeCertificate()];
    });
    const certificate = (which: number, state: CertificateState = 'Usable'): ClientCertificate => ({
      certificateId: String(which),
      thumbprint: `t${which}`,
      pem: made[which]?.pem ?? '',
      state,
    });
    const signed = (which: number, header = {}) => {
      const content = `${encode(header)}.${encode({})}`;
      return `${content}.${sign('sha256', Buffer.from(content), made[which]?.privateKey ?? '').toString('base64url')}`;
    };
    const explain = (assertion: string, certificates: ClientCertificate[]) =>
      explainSignature(assertion, readAssertion(assertion) ?? { header: {}, claims: {} }, certificates);

    test('is explained by the certificates of the client', () => {
      expect(explain(signed(0), [])).toBe('the client has no certificate: register one');
      expect(explain(signed(0), [certificate(1)])).toBe(
        'signed with a key that is not registered, or changed after signing',
      );
      expect(explain(signed(0), [certificate(1, 'Expired')])).toMatch(
        /^the client has no certificate that is valid now/,
      );
      expect(explain(signed(0), [certificate(1), certificate(0, 'Revoked')])).toBe('signed with a revoked certificate');
      expect(explain(signed(0), [certificate(0, 'Expired')])).toBe('signed with an expired certificate');
      expect(explain(signed(0), [certificate(0, 'NotYetValid')])).toMatch(/not valid yet$/);
      expect(explain(signed(0), [certificate(0)])).toBe('the signature does not match the content');
    });
    test('is explained by the certificate that kid names', () => {
      const both = [certificate(0), certificate(1)];
      expect(explain(signed(0, { kid: 'x' }), both)).toMatch(/^kid must be the x5t#S256/);
      expect(explain(signed(0, { kid: 't1' }), both)).toBe(
        'kid identifies a different certificate from the one that signed',
      );
      expect(explain(signed(0, { kid: 't1' }), [certificate(0), certificate(1, 'Revoked')])).toBe(
        'signed with a revoked certificate',
      );
    });
    test('is distinguished from one that fits', () => {
      expect(isSignedWith(signed(0), certificate(0))).toBe(true);
      expect(isSignedWith(signed(1), certificate(0))).toBe(false);
      expect(isSignedWith('a.b', certificate(0))).toBe(false);
    });
  });
});

describe('what the log records of a request', () => {
  const id = uuidv7(new Date(now.getTime() - 250));
  const assertion = `${encode({ alg: 'RS256' })}.${encode({ sub: 'acme' })}.x`;
  const client = {
    clientId: 'acme',
    partnerId: '01930a00-0000-7000-8000-000000000001',
    active: false,
    certificates: [],
  };
  const describeIt = (progress: Progress, known = true) =>
    describeTokenRequest(
      {
        db: {} as Db,
        clock: { now: () => now },
        clients: { find: async () => (known ? client : undefined), findMetadata: async () => undefined },
        audiences: [],
        requestIdOf: () => id,
      },
      {
        oidc: { params: { client_assertion: assertion } },
        ip: '203.0.113.7',
        body: {},
      } as unknown as KoaContextWithOIDC,
      progress,
    );
  const refusal = new errors.InvalidClientAuth('x');
  const used = { hash: Buffer.from('x'), expiresAt: now };

  test.each<[string, Progress, boolean]>([
    ['that succeeded', { assertion: used }, true],
    ['that was refused with a valid assertion', { refusal, assertion: used }, true],
    ['that was refused', { refusal }, false],
  ])('%s: the id that the caller gets, and its time', async (_what, progress, isOwnEntry) => {
    const recorded = await describeIt(progress);
    expect(recorded).toMatchObject({ lastRequestId: id, partnerId: client.partnerId });
    expect(recorded.occurredAt).toEqual(uuidTime(id));
    expect(recorded.requestId === id).toBe(isOwnEntry);
  });

  test('with an unknown client id: no partner, so that it is in the log of none', async () => {
    expect(await describeIt({ refusal }, false)).toMatchObject({
      partnerId: NO_PARTNER,
      lastRequestId: id,
      reason: 'there is no such client',
    });
  });
});

test('clients and addresses have their own limits per minute', () => {
  expect(tokenLimits({ client: 3, address: 7 })).toEqual({
    client: { name: 'client', points: 3, seconds: 60 },
    address: { name: 'address', points: 7, seconds: 60 },
  });
});

describe('answers', () => {
  let headers: Record<string, string>;
  let ctx: Parameters<typeof answer>[0];
  let log: { msg: string; level: string }[];
  const logger = createLogger(
    { service: 'identity', level: 'info' },
    { write: (line) => void log.push(JSON.parse(line)) },
  );
  beforeEach(() => {
    headers = {};
    log = [];
    const set = (name: string, value: string) => {
      headers[name] = value;
    };
    ctx = { status: 0, body: undefined, set, response: { get: () => 'request-1' } } as unknown as typeof ctx;
  });

  test('are never stored, and have the id of the request', () => {
    answer(ctx, 400, { error: 'e', error_description: 'd' });
    expect([ctx.status, ctx.body, headers]).toEqual([
      400,
      { error: 'e', error_description: 'd', request_id: 'request-1' },
      { 'Cache-Control': 'no-store' },
    ]);
    expect(unreadable('r')).toMatchObject({ error: 'invalid_request', request_id: 'r' });
  });
  test.each([new DatabaseUnavailable('x'), new AmbiguousCommit('x')])(
    'to an unavailable database say when to retry',
    (error) => {
      answerFailure(ctx, error, logger);
      expect([ctx.status, headers['Retry-After'], log.map(({ msg }) => msg)]).toEqual([
        503,
        '2',
        ['database unavailable'],
      ]);
      expect(ctx.body).toMatchObject({ error: 'temporarily_unavailable' });
    },
  );
  test('to a failure of ours tell nothing of it', () => {
    answerFailure(ctx, new Error('secret'), logger);
    expect([ctx.status, headers['Retry-After'], log.map(({ msg }) => msg)]).toEqual([
      500,
      undefined,
      ['token request failed'],
    ]);
    expect(JSON.stringify(ctx.body)).not.toContain('secret');
  });
  test('to a refusal have its status; any other error is not one', () => {
    answerRefusal(ctx, tooMany('Too many.', 7));
    expect([ctx.status, ctx.body]).toEqual([
      429,
      expect.objectContaining({
        error_description: 'Too many. Wait 7 seconds, and use each token for its whole lifetime of 300 seconds.',
      }),
    ]);
    expect(() => answerRefusal(ctx, new Error('other'))).toThrow('other');
  });
  test('are the same for every assertion, but for advice on the clock', () => {
    const [plain, advised] = [uniformRefusal('https://p'), uniformRefusal('https://p', 'Check your clock.')];
    expect(plain.error_description).toMatch(
      /^The client assertion was not accepted\. First check that iss and sub are your client id, .* Your team .*: https:\/\/p\/portal\/credentials\/requests$/,
    );
    expect(advised.error_description).toBe(
      plain.error_description.replace('accepted. ', 'accepted. Check your clock. '),
    );
  });
  test('have our words for those of the library', () => {
    const missing = inOurWords(new errors.InvalidRequest('no client authentication mechanism provided'));
    expect([isAssertionFault(missing), wordsOf(missing)]).toEqual([true, 'no client_assertion was sent']);
    const other = new errors.InvalidRequest('something else');
    expect(inOurWords(other)).toBe(other);
    expect([isAssertionFault(other), isAssertionFault(undefined), wordsOf(other)]).toEqual([
      false,
      false,
      'something else',
    ]);
    expect(wordsOf(new Error('plain'))).toBe('plain');
    expect(inOurWords(new errors.UnsupportedGrantType('unsupported grant_type requested'))).toBeInstanceOf(
      errors.UnsupportedGrantType,
    );
  });
});
