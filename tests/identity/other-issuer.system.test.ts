// Tokens of an external issuer, trusted by configuration only, in a real API process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withinWindow } from '../harness/checks/window.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { insistOn } from '../harness/insist.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { MACHINES, type OtherProvider, runOtherProvider } from '../harness/servers/other-provider.ts';

let database: TestDatabase;
let provider: OtherProvider;
let partner: TestPartner;
const running: RunningApi[] = [];

async function start(environment: Record<string, string>): Promise<(token: string) => Promise<string>> {
  const api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: provider.issuer,
    environment: {
      TOKEN_AUDIENCE: provider.audience,
      TOKEN_JWKS_URL: provider.jwksUrl,
      TOKEN_TYPE: 'JWT',
      TOKEN_CLIENT_CLAIM: 'azp',
      TOKEN_SCOPE_CLAIM: 'scp',
      ...environment,
    },
  });
  running.push(api);
  return async (token) => {
    const url = `${api.url}/api/partner/v1/business-profiles/${crypto.randomUUID()}`;
    // On a busy machine, loading the keys or connecting to the database may time out at first.
    const answer = await insistOn(() => fetch(url, { headers: { authorization: `Bearer ${token}` } }));
    const { error } = (await answer.json()) as { error: { code: string } };
    return `${answer.status} ${error.code}`;
  };
}

beforeAll(async () => {
  database = await cloneDatabase();
  provider = await runOtherProvider();
  partner = await database.addPartner();
});
afterAll(async () => {
  for (const api of running) await api.stop();
  await provider.close();
  await database.close();
});
const ADMITTED = '404 Customer.NotFound';
const REFUSED = '401 Partner.NotAuthenticated';

describe('an issuer that names the partner in a custom claim', () => {
  let ask: (token: string) => Promise<string>;
  beforeAll(async () => {
    ask = await start({
      TOKEN_ALGORITHMS: 'ES256, PS256',
      TOKEN_PARTNER_CLAIM: 'https://issuer.test/tenant',
      TOKEN_MAX_AGE_SECONDS: '900',
    });
    provider.state.claims = { 'https://issuer.test/tenant': partner.partnerId };
  });

  test.each(['ES256', 'PS256'] as const)('tokens signed with %s are accepted', async (algorithm) => {
    provider.state.algorithm = algorithm;
    expect(await ask(await provider.token())).toBe(ADMITTED);
  });

  test('an algorithm that is not allowed is rejected, even if the issuer also signs with allowed ones', async () => {
    provider.state.algorithm = 'RS256';
    expect(await ask(await provider.token())).toBe(REFUSED);
    provider.state.algorithm = 'ES256';
  });

  test('another token type is rejected, and so are missing or invalid claims', async () => {
    provider.state.type = 'at+jwt';
    expect(await ask(await provider.token())).toBe(REFUSED);
    provider.state.type = 'JWT';
    for (const wrong of [{ azp: undefined }, { scp: undefined }, { scp: 7 }, { 'https://issuer.test/tenant': 'x' }]) {
      provider.state.claims = { 'https://issuer.test/tenant': partner.partnerId, ...wrong };
      expect(await ask(await provider.token()), JSON.stringify(wrong)).toBe(REFUSED);
    }
    provider.state.claims = { 'https://issuer.test/tenant': partner.partnerId };
  });

  test('scopes may be a string or an array, and are required', async () => {
    const tenant = { 'https://issuer.test/tenant': partner.partnerId };
    for (const [scp, expected] of [
      ['partner.read partner.write', ADMITTED],
      [['partner.write', 'partner.read'], ADMITTED],
      ['partner.write', '403 Partner.ScopeMissing'],
      [['partner.read partner.write'], '403 Partner.ScopeMissing'],
      [[], '403 Partner.ScopeMissing'],
    ]) {
      provider.state.claims = { ...tenant, scp };
      expect(await ask(await provider.token())).toBe(expected);
    }
    provider.state.claims = tenant;
  });

  test('tokens are accepted up to the configured age and rejected after it', async () => {
    const ofAge = async (age: number) => {
      const iat = Math.floor(Date.now() / 1000) - age;
      provider.state.claims = { 'https://issuer.test/tenant': partner.partnerId, iat };
      return ask(await provider.token());
    };
    // The token ages while the request is under way: if that takes too long, retry with a new one.
    await withinWindow(
      15_000,
      async () => {},
      async () => expect(await ofAge(880)).toBe(ADMITTED),
    );
    expect(await ofAge(920)).toBe(REFUSED);
    provider.state.claims = { 'https://issuer.test/tenant': partner.partnerId };
  });
});

describe('an issuer that does not name partners', () => {
  test('clients are mapped to partners by the setting; unlisted ones are rejected, whatever they claim', async () => {
    provider.state.algorithm = 'ES256';
    provider.state.claims = { partner_id: partner.partnerId };
    const ask = await start({
      TOKEN_ALGORITHMS: 'ES256',
      TOKEN_PARTNERS_BY_CLIENT: JSON.stringify({ [MACHINES[0]]: partner.partnerId.toUpperCase() }),
      TOKEN_MAX_AGE_SECONDS: '900',
    });
    expect(await ask(await provider.token(MACHINES[0]))).toBe(ADMITTED);
    expect(await ask(await provider.token(MACHINES[1]))).toBe(REFUSED);
    provider.state.claims = { azp: 'constructor' };
    expect(await ask(await provider.token(MACHINES[0]))).toBe(REFUSED);
  });
});
