import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASSERTION_TYPE } from '../../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { startTestIdentity, type TestIdentity } from '../../harness/identity.ts';
import { addMachine, type Machine } from '../../harness/scenes/asking.ts';
import { signedText } from './assertions.ts';
import { address, contentType, demand, formLike, type Sent, sendAll, word } from './identity-requests.ts';
import { seldom } from './requests.ts';
import { limitFor, wanted } from './run.ts';

const TOKENS = wanted(4_000);

let database: TestDatabase;
let identity: TestIdentity;
let machine: Machine;
beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database);
  machine = await addMachine(database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'temporarily_unavailable',
  'unsupported_media_type',
];

test(
  'the token endpoint answers any input as RFC 6749 requires',
  async () => {
    let tokens = 0;
    // Changed claims and headers are signed like valid ones; every eighth signature is over another text.
    const assertion = signedText(identity.issuer, identity.users.context.clock, machine);
    const fields = {
      grant_type: fc.constant('client_credentials'),
      client_assertion_type: fc.constant(ASSERTION_TYPE),
      client_assertion: assertion,
      scope: fc.constantFrom('partner.read', 'partner.read partner.write', ''),
    };
    const request = fc
      .record({
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant('POST') },
          { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'OPTIONS') },
        ),
        type: contentType,
        from: address,
        form: fc.oneof(
          {
            weight: 12,
            arbitrary: formLike(fields, [
              'client_id',
              'client_secret',
              'resource',
              'code',
              'assertion',
              'dpop',
              '__proto__',
            ]),
          },
          { weight: 1, arbitrary: word },
        ),
        basic: seldom(word, 12),
      })
      .map(
        ({ method, type, from, form, basic }): Sent => ({
          method,
          path: '/oauth2/token',
          headers: {
            'content-type': type,
            'x-forwarded-for': from,
            accept: 'text/html, */*',
            ...(basic === undefined ? {} : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
          },
          body: method === 'GET' ? undefined : form,
        }),
      );
    const { users } = identity;
    // The library reads the system clock, our own rules the clock of the test, which otherwise stands still.
    const renew = async () => users.pass((Date.now() - users.context.clock.now().getTime()) / 1_000);
    const batches = { requests: TOKENS, one: request, renew };
    await sendAll('token endpoint', identity.issuer, batches, ({ method }, answer) => {
      if (method !== 'POST') return demand([400, 404, 405].includes(answer.status), 'Only POST is served');
      demand(answer.type.startsWith('application/json'), 'The answer is JSON');
      const body = JSON.parse(answer.text) as Record<string, unknown>;
      if (answer.status !== 200) {
        demand([400, 401, 413, 415, 429].includes(answer.status), 'The status is one of a refusal');
        return demand(OAUTH_ERRORS.includes(String(body.error)), `The error is none of RFC 6749's`);
      }
      tokens++;
      demand(Object.keys(body).sort().join() === 'access_token,expires_in,scope,token_type', 'A token has four fields');
      demand(/^(partner\.read|partner\.write)( partner\.(read|write))?$/.test(String(body.scope)), 'Its scope is ours');
    });
    expect(tokens, 'some requests get a token').toBeGreaterThan(TOKENS / 30);
  },
  limitFor(TOKENS),
);
