import { expect, test } from 'vitest';
import { AUDIENCE, createTestIssuer, ISSUER } from '../../../../tests/harness/tokens.ts';
import { createTokenVerifier } from './index.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const claims = { client_id: 'acme', partner_id: crypto.randomUUID(), scope: 'partner.read' };

/** A verifier whose clock and key lookups the test sees. */
async function scene(options: { maxAgeSeconds?: number } = {}) {
  const state = { time: START, asked: 0 };
  const clock = { now: () => new Date(state.time) };
  const issuer = await createTestIssuer({ now: clock.now });
  const jwks = {
    find: (kid: string) => {
      state.asked++;
      return issuer.jwks.find(kid);
    },
  };
  return {
    state,
    issuer,
    verifier: createTokenVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks, clock, ...options }),
  };
}

test.each([
  ['its expiry', { exp: START / 1000 + 60 }, {}, 60],
  ['its greatest age', { exp: START / 1000 + 9_000 }, {}, 310],
  ['the greatest age that is configured', { exp: START / 1000 + 9_000 }, { maxAgeSeconds: 100 }, 100],
])('a token is verified once, and accepted until ten seconds after %s', async (_, times, options, seconds) => {
  const { state, issuer, verifier } = await scene(options);
  const token = await issuer.sign({ ...claims, ...times });
  const first = await verifier.verify(token);
  state.time = START + (seconds + 10) * 1000 - 1;
  expect(await verifier.verify(token)).toBe(first);
  expect(state.asked).toBe(1);
  state.time++;
  await expect(verifier.verify(token)).rejects.toMatchObject({ name: 'InvalidToken', fault: 'Expired' });
  // It is forgotten, so it is checked as if it were new, in whole seconds.
  state.time += 1000;
  await expect(verifier.verify(token)).rejects.toMatchObject({ name: 'InvalidToken', fault: 'Expired' });
  expect(state.asked).toBe(2);
});

test('each token is remembered on its own, and one that was refused is not', async () => {
  const { state, issuer, verifier } = await scene();
  const [one, other] = await Promise.all([issuer.sign(claims), issuer.sign({ ...claims, client_id: 'globex' })]);
  expect([await verifier.verify(one), await verifier.verify(other)].map(({ clientId }) => clientId)).toEqual([
    'acme',
    'globex',
  ]);
  expect(state.asked).toBe(2);
  const misdirected = await issuer.sign({ ...claims, aud: 'other' });
  for (let times = 0; times < 2; times++)
    await expect(verifier.verify(misdirected)).rejects.toMatchObject({ fault: 'Misdirected' });
  expect(state.asked).toBe(4);
});
